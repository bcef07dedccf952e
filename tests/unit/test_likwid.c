// SPDX-License-Identifier: MIT
#include "import_fixture.h"

#define SAMPLES "samples/import/likwid/"

static double bytes_at(const struct imported *in, size_t index, const char *level)
{
	const struct point *point = point_at(in, index);
	for (size_t i = 0; i < point->levels.count; i++)
		if (point->levels.items[i].level && strcmp(point->levels.items[i].level, level) == 0)
			return point->levels.items[i].bytes;
	return NAN;
}

static void assert_says(const char *text, const char *part)
{
	if (!text || !strstr(text, part))
		fail_msg("expected '%s' in '%s'", part, text ? text : "");
}

// ---- files --------------------------------------------------------------------------------------------------------------------------------------------

// FLOPs and bytes of two measurements by two threads.
static void test_two_groups(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "two_groups.log");
	assert_imported(&in, "likwid", 2);
	assert_int_equal(diags_count(in.diags), 0);
	assert_string_equal(in.chart.device_hint, "Example Server CPU 9000 @ 2.40GHz");
	assert_string_equal(in.chart.notes.items[0], "LIKWID, groups FLOPS_DP, MEM");
	const struct point *sweep = point_at(&in, 0);
	assert_string_equal(sweep->name, "sweep");
	assert_string_equal(sweep->precision, "fp64");
	assert_near(sweep->flops, 1e6 + 4 * 250000 + 2e6);
	assert_near(sweep->time, 0.5);
	assert_near(sweep->launches, 10);
	// 0.0080 has two digits, 15.6863 MB/s x 0.51 s more.
	assert_near(bytes_at(&in, 0, "DRAM"), 15.6863e6 * 0.51);
	assert_says(sweep->assumptions, "DRAM bytes of another run, group MEM");
	assert_null(strstr(sweep->assumptions, "that run took"));
	assert_says(sweep->assumptions, "sums over 2 threads");
	assert_says(sweep->assumptions, "counts of events");
	assert_null(sweep->missing);
	// A thread that did not run has no rate; 0 FLOP is a value.
	const struct point *halo = point_at(&in, 1);
	assert_string_equal(halo->name, "halo, left");
	assert_true(halo->flops == 0);
	assert_null(halo->precision);
	assert_near(halo->time, 0.0025);
	assert_near(bytes_at(&in, 1, "DRAM"), 7.8013e6 + 2.5e6);
	import_free(&in);
}

// A second run of a region is a point of its own; the group that came once belongs to the first.
static void test_boxes(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "boxes.txt");
	assert_imported(&in, "likwid", 2);
	assert_string_equal(in.chart.device_hint, "Example Workstation CPU");
	const struct point *first = point_at(&in, 0), *second = point_at(&in, 1);
	assert_string_equal(first->name, "smooth #1");
	assert_near(first->flops, 100250);
	assert_near(first->time, 100250 / 2e9); // 0.000050 s by its four digits' worth of count and rate
	assert_near(first->launches, 4);
	assert_near(bytes_at(&in, 0, "DRAM"), 1276.808e6 * (100250 / 2e9));
	assert_near(bytes_at(&in, 0, "L2"), 4.0001e9);
	assert_says(first->assumptions, "counts single and double precision together, fp64 is by the group's name");
	assert_says(first->assumptions, "not LIKWID's own");
	assert_says(first->assumptions, "L2 bytes of another run, group L2; that run took 0.001 s, this one 0.0000501");
	assert_string_equal(second->name, "smooth #2");
	assert_near(second->flops, 0.25e9);
	assert_says(second->assumptions, "rate x runtime");
	assert_near(bytes_at(&in, 1, "DRAM"), 0.5e9);
	assert_int_equal(second->levels.count, 1);
	import_free(&in);
}

#define CSV(region, group, rows) "TABLE,Region " region ",Group 1 Metric," group "," rows "\n"

// One thread's intensity stands in where there is no data volume, and nowhere else.
static void test_intensity(void **state)
{
	(void)state;
	struct imported in = import_text(CSV("a", "MEM_SP", "3") "Metric,HWThread 0,\nRuntime (RDTSC) [s],0.5,\nSP [MFLOP/s],1000,\nOperational intensity,0.25,\n"
		CSV("b", "MEM_SP", "3") "Metric,Core 0,Core 1,\nRuntime (RDTSC) [s],0.5,0.5,\nSP MFLOP/s,1000,1000,\nOperational intensity,0.25,0.25,\n");
	assert_imported(&in, "likwid", 2);
	const struct point *one = point_at(&in, 0), *two = point_at(&in, 1);
	assert_near(one->flops, 0.5e9);
	assert_string_equal(one->precision, "fp32");
	assert_string_equal(one->levels.items[0].level, "DRAM");
	assert_near(one->levels.items[0].intensity, 0.25);
	assert_says(one->assumptions, "LIKWID's own, of one thread");
	assert_near(two->flops, 1e9);
	assert_int_equal(two->levels.count, 0);
	assert_says(two->missing, "group MEM_SP counts no bytes");
	import_free(&in);
}

static void test_what_is_missing(void **state)
{
	(void)state;
	struct imported in = import_text(CSV("a", "L3", "2") "Metric,Core 0\nRuntime (RDTSC) [s],0.5\nL3 data volume [GBytes],1.5\n"
		CSV("z", "FLOPS_DP", "3") "Metric,Core 0\nRuntime (RDTSC) [s],0.5\nDP [MFLOP/s] (scalar assumed),1\nDP [MFLOP/s] (SSE assumed),2\n"
		"TABLE,Region s,Group 1 Metric STAT,MEM,1\nMetric,Sum,Min,Max,Avg\nRuntime (RDTSC) [s] STAT,1,1,1,1\n"
		"TABLE,Region e,Group 1 Raw,Custom,2\nEvent,Counter,Core 0\nRuntime (RDTSC) [s],TSC,2\nFP_ARITH_INST_RETIRED_SCALAR_DOUBLE,PMC0,7\n");
	assert_imported(&in, "likwid", 3);
	assert_near(bytes_at(&in, 0, "L3"), 1.5e9);
	assert_says(point_at(&in, 0)->missing, "group L3 counts no FLOPs");
	assert_true(isnan(point_at(&in, 0)->flops));
	assert_says(point_at(&in, 1)->missing, "gives three rates");
	assert_near(point_at(&in, 2)->flops, 7);
	assert_near(point_at(&in, 2)->time, 2);
	import_free(&in);
	// Without markers the whole program is the point; packed events alone are no count of FLOPs.
	const char *packed = "TABLE,Group 1 Raw,Custom,1\nEvent,Counter,Core 0\nFP_ARITH_INST_RETIRED_256B_PACKED_DOUBLE,PMC0,7\n";
	in = import_bytes("runs/solver.log", packed, strlen(packed));
	assert_imported(&in, "likwid", 1);
	assert_string_equal(point_at(&in, 0)->name, "solver");
	assert_true(isnan(point_at(&in, 0)->flops));
	assert_says(point_at(&in, 0)->missing, "no runtime");
	import_free(&in);
}

// ---- wrong inputs -------------------------------------------------------------------------------------------------------------------------------------

static void test_wrong(void **state)
{
	(void)state;
	static const struct refusal cases[] = {
		{CSV("solve", "MEM_DP", "2") "Metric,HWThread 0,HWThread 1,\nRuntime (RDTSC) [s],0.5,\nDP [MFLOP/s],1,2,\n", DIAG_BAD_PROFILE, 3,
			"region 'solve', group MEM_DP: expected 3 cells as in the table's header, found 2"},
		{CSV("solve", "MEM_DP", "2") "Metric,HWThread 0,\nRuntime (RDTSC) [s],0.5,0.6\n", DIAG_BAD_PROFILE, 3, "region 'solve'"},
		{CSV("solve", "MEM_DP", "2") "Metric,HWThread 0,\nRuntime (RDTSC) [s],0.5,\n", DIAG_BAD_PROFILE, 3, "1 more rows"},
		{CSV("solve", "MEM_DP", "2"), DIAG_BAD_PROFILE, 1, "2 more rows"},
		{CSV("solve", "MEM_DP", "2") CSV("next", "MEM_DP", "1"), DIAG_BAD_PROFILE, 2, "region 'solve', group MEM_DP: the table is cut off"},
		{CSV("solve", "MEM_DP", "x"), DIAG_BAD_PROFILE, 1, "found 'x'"},
		{CSV("solve", "MEM_DP", "1") "Metrics,HWThread 0,\n", DIAG_BAD_PROFILE, 2, "a header that starts with"},
		{CSV("solve", "MEM_DP", "1") "Metric,HWThread 0,\nRuntime (RDTSC) [s],-0.5,\n", DIAG_NEGATIVE, 3, "expected 0 or more for 'Runtime (RDTSC) [s]'"},
		{CSV("solve", "MEM_DP", "1") "Metric,HWThread 0,\nDP [MFLOP/s],1O00,\n", DIAG_WRONG_VALUE, 3, "found '1O00'"},
		{CSV("solve", "MEM_DP", "1") "Metric,HWThread 0,\nDP [MFLOP/s],1e305,\n", DIAG_WRONG_VALUE, 3, "in SI units"},
		{"Group 1: MEM\n+-+-+\n| Metric | Core 0 |\n+-+-+\n| Runtime (RDTSC) [s] | 1 |\n", DIAG_BAD_PROFILE, 5, "group MEM: the table is cut off"},
		{"Group 1: MEM\n+-+-+\n| Metric | Core 0 |\n+-+-+\n| Runtime (RDTSC) [s] | 1 |\nslurmstepd: error\n", DIAG_BAD_PROFILE, 6, "its last line"},
		{"Group 1: MEM\n+-+-+\n| Metric | Core 0 |\n+-+-+\n| Runtime (RDTSC) [s] | 1 | 2 |\n+-+-+\n", DIAG_BAD_PROFILE, 5, "found 3"},
		{"CPU name:\tx\nCPU type:\ty\nno groups here\n", DIAG_BAD_PROFILE, 1, "found none"},
	};
	assert_all_refused(cases, G_N_ELEMENTS(cases));
}

// However much of a log there is, nothing breaks.
static void test_cut_everywhere(void **state)
{
	(void)state;
	static const char *const files[] = {SAMPLES "two_groups.log", SAMPLES "boxes.txt"};
	for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
		struct imported whole = import_file(files[i]);
		for (size_t size = 0; size < whole.source->size; size += 7) {
			struct imported in = import_bytes("cut", whole.bytes, size);
			assert_true(in.ok || diags_error_count(in.diags));
			import_free(&in);
		}
		import_free(&whole);
	}
}

// ---- public files -------------------------------------------------------------------------------------------------------------------------------------

static void test_public_files(void **state)
{
	(void)state;
	struct imported in = import_public("likwid/csv_O_marker_flops_dp_i5_7500.log");
	assert_imported(&in, "likwid", 4);
	assert_string_equal(in.chart.device_hint, "Intel(R) Core(TM) i5-7500 CPU @ 3.40GHz");
	assert_string_equal(point_at(&in, 0)->name, "multMatVet_NAO_OTIM");
	assert_near(point_at(&in, 0)->flops, 32778);
	assert_near(point_at(&in, 0)->time, 1.511909e-05);
	assert_near(point_at(&in, 2)->flops, 4194314);
	assert_near(point_at(&in, 2)->time, 0.001895);
	assert_says(point_at(&in, 0)->missing, "add the log of group MEM (or L3");
	import_free(&in);
	in = import_public("likwid/csv_O_marker_l3_i5_7500.log");
	assert_imported(&in, "likwid", 4);
	assert_true(fabs(bytes_at(&in, 0, "L3") - (3097 + 328) * 64) < 1);
	assert_true(isnan(point_at(&in, 0)->flops));
	assert_says(point_at(&in, 0)->missing, "counts no FLOPs");
	import_free(&in);
	in = import_public("likwid/text_mem_dp_zen2_5regions.txt");
	assert_imported(&in, "likwid", 2);
	assert_string_equal(point_at(&in, 1)->name, "<function_a>");
	assert_near(point_at(&in, 1)->flops, 3.2e9);
	assert_near(bytes_at(&in, 1, "DRAM"), 12.8219e9);
	assert_near(point_at(&in, 1)->time, 1.496955);
	assert_string_equal(point_at(&in, 1)->precision, "fp64");
	assert_near(point_at(&in, 0)->flops, 12);
	import_free(&in);
	in = import_public("likwid/text_mem_dp_zen2_many.txt");
	assert_imported(&in, "likwid", 5);
	assert_near(point_at(&in, 1)->flops, 80012);
	assert_true(fabs(bytes_at(&in, 1, "DRAM") - (11044 + 11063) * 64) < 1);
	assert_near(point_at(&in, 2)->time, 80012 / 759.4276e6);
	import_free(&in);
	in = import_public("likwid/text_flops_dp_skylake_nan.log");
	assert_imported(&in, "likwid", 3);
	assert_string_equal(point_at(&in, 0)->name, "Metodo_1");
	assert_near(point_at(&in, 0)->flops, 136 * 2 + 1419 + 648 * 4);
	assert_near(point_at(&in, 0)->time, 1.422401e-05);
	import_free(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_two_groups),
		cmocka_unit_test(test_boxes),
		cmocka_unit_test(test_intensity),
		cmocka_unit_test(test_what_is_missing),
		cmocka_unit_test(test_wrong),
		cmocka_unit_test(test_cut_everywhere),
		cmocka_unit_test(test_public_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
