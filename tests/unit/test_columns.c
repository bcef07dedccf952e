// SPDX-License-Identifier: MIT
// What the headers of tables mean.
#include "import_fixture.h"

#include "import/table.h"

struct header_case {
	const char *header;
	enum role role;
	double factor; // NAN: no unit
	const char *level;
};

static void test_headers(void **state)
{
	(void)state;
	static const struct header_case cases[] = {
		{"name", ROLE_NAME, NAN, NULL}, {"Kernel Name", ROLE_NAME, NAN, NULL}, {"KERNEL", ROLE_NAME, NAN, NULL}, {"dtype", ROLE_PRECISION, NAN, NULL},
		{"Category", ROLE_SERIES, NAN, NULL}, {"label", ROLE_LABEL, NAN, NULL},
		{"flops", ROLE_FLOPS, 1, NULL}, {"FLOPs", ROLE_FLOPS, 1, NULL}, {"GFLOP", ROLE_FLOPS, 1e9, NULL}, {"mflop", ROLE_FLOPS, 1e6, NULL},
		{"MFLOP", ROLE_FLOPS, 1e6, NULL}, {"flops [TFLOP]", ROLE_FLOPS, 1e12, NULL}, {"flops [TFLOPs]", ROLE_FLOPS, 1e12, NULL},
		{"total_flops", ROLE_FLOPS, 1, NULL}, {"macs", ROLE_MACS, 1, NULL}, {"GMACs", ROLE_MACS, 1e9, NULL},
		{"GFLOPS", ROLE_PERFORMANCE, 1e9, NULL}, {"gflops", ROLE_PERFORMANCE, 1e9, NULL}, {"GFLOP/s", ROLE_PERFORMANCE, 1e9, NULL},
		{"TFLOPS", ROLE_PERFORMANCE, 1e12, NULL}, {"achieved_gflops", ROLE_PERFORMANCE, 1e9, NULL}, {"Performance (GFLOP/s)", ROLE_PERFORMANCE, 1e9, NULL},
		{"performance [gflops]", ROLE_PERFORMANCE, 1e9, NULL}, {"perf_gflop_per_s", ROLE_PERFORMANCE, 1e9, NULL}, {"Performance", ROLE_PERFORMANCE, NAN, NULL},
		{"flops [GFLOP/s]", ROLE_PERFORMANCE, 1e9, NULL}, {"GFLOP/s (FP32)", ROLE_PERFORMANCE, 1e9, NULL},
		{"bytes", ROLE_BYTES, 1, NULL}, {"Bytes [GB]", ROLE_BYTES, 1e9, NULL}, {"bytes (GiB)", ROLE_BYTES, 1073741824, NULL},
		{"dram_gb", ROLE_BYTES, 1e9, "DRAM"}, {"L2 bytes", ROLE_BYTES, 1, "L2"}, {"hbm_bytes", ROLE_BYTES, 1, "HBM"}, {"L1 traffic (MB)", ROLE_BYTES, 1e6, "L1"},
		{"theoretical_bytes", ROLE_BYTES, 1, NULL}, {"hbm2e_bytes", ROLE_BYTES, 1, "HBM2e"}, {"LPDDR5X bytes", ROLE_BYTES, 1, "LPDDR5X"}, {"llc_gb", ROLE_BYTES, 1e9, "LLC"},
		{"Time (us)", ROLE_TIME, 1e-6, NULL}, {"Time us", ROLE_TIME, 1e-6, NULL}, {"time_ms", ROLE_TIME, 1e-3, NULL}, {"TIME_MS", ROLE_TIME, 1e-3, NULL},
		{"seconds", ROLE_TIME, 1, NULL}, {"sec", ROLE_TIME, 1, NULL}, {"s", ROLE_TIME, 1, NULL}, {"time_s", ROLE_TIME, 1, NULL}, {"ns", ROLE_TIME, 1e-9, NULL},
		{"mean_ms", ROLE_TIME, 1e-3, NULL}, {"time", ROLE_TIME, NAN, NULL}, {"Duration [ms]", ROLE_TIME, 1e-3, NULL}, {"latency", ROLE_TIME, NAN, NULL},
		{"time [milliseconds]", ROLE_TIME, 1e-3, NULL}, {"time (usecs)", ROLE_TIME, 1e-6, NULL}, {"time_nsec", ROLE_TIME, 1e-9, NULL},
		{"duration (\u03bcs)", ROLE_TIME, 1e-6, NULL}, {"time [min]", ROLE_TIME, 60, NULL},
		{"min_ms", ROLE_TIME_LOW, 1e-3, NULL}, {"max_ms", ROLE_TIME_HIGH, 1e-3, NULL},
		{"AI", ROLE_INTENSITY, 1, NULL}, {"oi", ROLE_INTENSITY, 1, NULL}, {"Arithmetic Intensity", ROLE_INTENSITY, 1, NULL},
		{"operational_intensity", ROLE_INTENSITY, 1, NULL}, {"AI_HBM", ROLE_INTENSITY, 1, "HBM"}, {"AI (L2)", ROLE_INTENSITY, 1, "L2"},
		{"FLOP/byte", ROLE_INTENSITY, 1, NULL}, {"intensity [FLOP/byte]", ROLE_INTENSITY, 1, NULL},
		{"GB/s", ROLE_BANDWIDTH, 1e9, NULL}, {"bandwidth [TB/s]", ROLE_BANDWIDTH, 1e12, NULL}, {"Gb/s", ROLE_BANDWIDTH, 1.25e8, NULL},
		{"bandwidth", ROLE_BANDWIDTH, NAN, NULL}, {"Gbps", ROLE_BANDWIDTH, 1.25e8, NULL}, {"achieved_gbps", ROLE_BANDWIDTH, 1e9, NULL},
		{"calls", ROLE_CALLS, 1, NULL}, {"launches", ROLE_LAUNCHES, 1, NULL}, {"network_bytes", ROLE_NETWORK_BYTES, 1, NULL},
		{"peak_flops", ROLE_PEAK, 1, NULL}, {"peak_gflops", ROLE_PEAK, 1e9, NULL}, {"peak_bandwidth", ROLE_PEAK_BANDWIDTH, NAN, NULL},
		{"peak [TFLOP/s]", ROLE_PEAK, 1e12, NULL}, {"peak [GB/s]", ROLE_PEAK_BANDWIDTH, 1e9, NULL},
		{"m", ROLE_NONE, NAN, NULL}, {"n", ROLE_NONE, NAN, NULL}, {"b", ROLE_NONE, NAN, NULL}, {"stddev_ms", ROLE_NONE, NAN, NULL},
		{"min", ROLE_NONE, NAN, NULL}, {"mean", ROLE_NONE, NAN, NULL}, {"variant", ROLE_NONE, NAN, NULL}, {"L2 hit rate", ROLE_NONE, NAN, NULL},
		{"block_size", ROLE_NONE, NAN, NULL}, {"second", ROLE_NONE, NAN, NULL}, {"timestamp", ROLE_NONE, NAN, NULL}, {"", ROLE_NONE, NAN, NULL}, {"l2_gbps", ROLE_NONE, NAN, NULL},
	};
	struct arena *arena = arena_new();
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct csv_cell cell = {.text = cases[i].header};
		struct column column = column_read(arena, &cell);
		bool factor_fits = column.role < ROLE_FIRST_NUMBER || (isnan(cases[i].factor) && isnan(column.factor)) ||
			fabs(column.factor - cases[i].factor) <= 1e-9 * fabs(cases[i].factor);
		bool level_fits = column.role < ROLE_FIRST_NUMBER || g_strcmp0(column.level, cases[i].level) == 0;
		if (column.role != cases[i].role || !factor_fits || !level_fits)
			fail_msg("'%s': role %d, factor %g, level %s", cases[i].header, (int)column.role, column.factor, column.level ? column.level : "-");
	}
	arena_free(arena);
}

static void test_unknown_unit(void **state)
{
	(void)state;
	struct imported in = import_text("name,bytes [gb],time_ms,flops\na,1,2,3\n");
	assert_refused(&in, DIAG_WRONG_UNIT, 1, "'gb'");
	import_free(&in);
}

static void test_bits_are_said(void **state)
{
	(void)state;
	struct imported in = import_text("name,Bandwidth [Gb/s],intensity\na,8,2\n");
	assert_imported(&in, "table", 1);
	assert_near(point_at(&in, 0)->bandwidth, 1e9);
	assert_message(&in, DIAG_BITS, 1, "bits");
	import_free(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_headers),
		cmocka_unit_test(test_unknown_unit),
		cmocka_unit_test(test_bits_are_said),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
