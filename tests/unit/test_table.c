// SPDX-License-Identifier: MIT
#include "import_fixture.h"

#include "import/number_style.h"
#include "import/table.h"

#define SAMPLES "samples/import/table/"

// ---- numbers ------------------------------------------------------------------------------------------------------------------------------------------

static enum decimal decimal_of(const char *const *texts, bool whole)
{
	struct number_style style = {0};
	struct diags *diags = diags_new();
	enum decimal decimal;
	for (size_t i = 0; texts[i]; i++)
		number_style_observe(&style, texts[i], (struct place){0}, whole);
	bool agrees = number_style_decide(&style, &decimal, diags);
	diags_free(diags);
	assert_true(agrees);
	return decimal;
}

static void test_style_proofs(void **state)
{
	(void)state;
	static const char *const points[] = {"1.5", "0.125", "1234.567", "1,234,567", "1,234.5", "12,345.678", "1.234e5", ".5", "-3.25", "2.", "1.2345", NULL};
	static const char *const commas[] = {"5,40", "0,125", "1234,567", "1.234.567", "1.234,5", "65,77 %", "1,234e5", "1,2345", NULL};
	static const char *const open[] = {"1,234", "117.344", "12", "1e9", "", "abc", "-1,234", "1,23,4", "N/A", NULL};
	for (size_t i = 0; points[i]; i++)
		assert_int_equal(decimal_of((const char *const[]){points[i], NULL}, false), DECIMAL_POINT);
	for (size_t i = 0; commas[i]; i++)
		assert_int_equal(decimal_of((const char *const[]){commas[i], NULL}, false), DECIMAL_COMMA);
	for (size_t i = 0; open[i]; i++)
		assert_int_equal(decimal_of((const char *const[]){open[i], NULL}, false), DECIMAL_UNKNOWN);
}

static void test_style_of_whole_things(void **state)
{
	(void)state;
	assert_int_equal(decimal_of((const char *const[]){"12,288", NULL}, true), DECIMAL_POINT);
	assert_int_equal(decimal_of((const char *const[]){"12.288", NULL}, true), DECIMAL_COMMA);
}

static void test_style_contradiction(void **state)
{
	(void)state;
	struct number_style style = {0};
	struct diags *diags = diags_new();
	struct source source = {"x", "5,40 1.75", 9};
	enum decimal decimal;
	number_style_observe(&style, "5,40", (struct place){&source, 0, 4}, false);
	number_style_observe(&style, "1.75", (struct place){&source, 5, 4}, false);
	assert_false(number_style_decide(&style, &decimal, diags));
	assert_int_equal(diags_get(diags, 0)->id, DIAG_BAD_CSV);
	diags_free(diags);
}

static void assert_plain(enum decimal decimal, const char *text, const char *wanted)
{
	g_autoptr(GString) out = g_string_new("old");
	number_style_plain(decimal, text, out);
	assert_string_equal(out->str, wanted);
}

static void test_style_plain(void **state)
{
	(void)state;
	assert_plain(DECIMAL_COMMA, "1.234,5 ms", "1234.5 ms");
	assert_plain(DECIMAL_COMMA, "117.344", "117344");
	assert_plain(DECIMAL_COMMA, "-5,40", "-5.40");
	assert_plain(DECIMAL_POINT, "1,234,567.25 GB", "1234567.25 GB");
	assert_plain(DECIMAL_POINT, "1,234", "1234");
	assert_plain(DECIMAL_UNKNOWN, "117.344", "117.344");
	assert_plain(DECIMAL_POINT, "1,23,4", "1,23,4");
	assert_plain(DECIMAL_POINT, "2e9 FLOP", "2e9 FLOP");
	assert_plain(DECIMAL_POINT, "fast", "fast");
}

// ---- headers ------------------------------------------------------------------------------------------------------------------------------------------

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
		{"theoretical_bytes", ROLE_BYTES, 1, NULL},
		{"Time (us)", ROLE_TIME, 1e-6, NULL}, {"Time us", ROLE_TIME, 1e-6, NULL}, {"time_ms", ROLE_TIME, 1e-3, NULL}, {"TIME_MS", ROLE_TIME, 1e-3, NULL},
		{"seconds", ROLE_TIME, 1, NULL}, {"sec", ROLE_TIME, 1, NULL}, {"s", ROLE_TIME, 1, NULL}, {"time_s", ROLE_TIME, 1, NULL}, {"ns", ROLE_TIME, 1e-9, NULL},
		{"mean_ms", ROLE_TIME, 1e-3, NULL}, {"time", ROLE_TIME, NAN, NULL}, {"Duration [ms]", ROLE_TIME, 1e-3, NULL}, {"latency", ROLE_TIME, NAN, NULL},
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

// ---- rows ---------------------------------------------------------------------------------------------------------------------------------------------

static void test_kernels(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "kernels.csv");
	assert_imported(&in, "table", 3);
	const struct point *second = point_at(&in, 1), *last = point_at(&in, 2);
	assert_string_equal(second->name, "gemm #2");
	assert_string_equal(second->series, "dense");
	assert_string_equal(second->precision, "fp32");
	assert_near(second->flops, 2e12);
	assert_near(second->time, 0.04);
	assert_int_equal(second->levels.count, 2);
	assert_string_equal(second->levels.items[1].level, "L2");
	assert_near(second->levels.items[1].bytes, 16e9);
	assert_string_equal(last->name, "scan<T, 4>");
	assert_string_equal(last->precision, "fp64");
	assert_message(&in, DIAG_IGNORED, 2, "'Compiler'");
	import_free(&in);
}

static void test_units_in_cells(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "units_in_cells.tsv");
	assert_imported(&in, "table", 2);
	assert_near(point_at(&in, 0)->time, 1.75e-3);
	assert_near(point_at(&in, 0)->flops, 2e9);
	assert_near(point_at(&in, 1)->levels.items[0].bytes, 16777216);
	import_free(&in);
}

static void test_time_needs_a_unit(void **state)
{
	(void)state;
	struct imported in = import_text("name,flops,bytes,time\na,1e12,1e9,2\nb,1e12,1e9,3\n");
	assert_refused(&in, DIAG_MISSING_UNIT, 1, "'time_ms' or 'time [ms]'");
	assert_int_equal(diags_error_count(in.diags), 1);
	import_free(&in);
	in = import_text("name,flops,bytes,time_ms\ngemm,1e12,1e9,2\n");
	assert_imported(&in, "table", 1);
	assert_near(point_at(&in, 0)->flops / point_at(&in, 0)->time, 5e14);
	import_free(&in);
}

static void test_missing_cells(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "missing_cells.csv");
	assert_imported(&in, "table", 3);
	assert_true(isnan(point_at(&in, 0)->flops));
	assert_string_equal(point_at(&in, 0)->missing, "line 2: column 'MFLOP' is '--'; column 'Bytes' is 'N/A'");
	assert_null(point_at(&in, 1)->missing);
	assert_near(point_at(&in, 1)->flops / point_at(&in, 1)->levels.items[0].bytes, 500);
	assert_string_equal(point_at(&in, 2)->missing, "line 4: column 'Time us' is 'null'");
	import_free(&in);
	in = import_text("name,intensity,performance [GFLOP/s],time_ms\na,2,3,\n");
	assert_imported(&in, "table", 1);
	assert_null(point_at(&in, 0)->missing); // the others fix it
	import_free(&in);
}

static void test_decimal_comma(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "decimal_comma.csv");
	assert_imported(&in, "table", 2);
	assert_near(point_at(&in, 0)->performance, 1234.5e9);
	assert_near(point_at(&in, 0)->levels.items[0].intensity, 0.25);
	assert_message(&in, DIAG_ASSUMED, 2, "decimal comma");
	import_free(&in);
	in = import_text("\"Kernel Name\",\"GFLOP/s\",\"GB/s\"\n\"k\",\"5,40\",\"2,70\"\n");
	assert_imported(&in, "table", 1);
	assert_near(point_at(&in, 0)->performance, 5.4e9);
	assert_near(point_at(&in, 0)->bandwidth, 2.7e9);
	import_free(&in);
}

static void test_lone_comma_asks(void **state)
{
	(void)state;
	struct imported in = import_text("name,GFLOP/s,AI\na,\"1,234\",5\n");
	assert_refused(&in, DIAG_WRONG_VALUE, 2, "'1,234'");
	import_free(&in);
	in = import_text("name,GFLOP/s,AI\na,\"1,234\",5.5\n");
	assert_imported(&in, "table", 1);
	assert_near(point_at(&in, 0)->performance, 1234e9);
	import_free(&in);
}

static void test_bare_flops(void **state)
{
	(void)state;
	struct imported in = import_text("name,flops,AI\na,2.5e12,4\n");
	assert_imported(&in, "table", 1);
	assert_near(point_at(&in, 0)->performance, 2.5e12);
	assert_true(isnan(point_at(&in, 0)->flops));
	assert_message(&in, DIAG_ASSUMED, 1, "rate");
	import_free(&in);
	in = import_text("name,flops,AI,time_ms\na,2.5e12,4,10\n");
	assert_imported(&in, "table", 1);
	assert_near(point_at(&in, 0)->flops, 2.5e12);
	import_free(&in);
}

static void test_redundant_gbps(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "redundant_gbps.csv");
	assert_imported(&in, "table", 3);
	assert_string_equal(point_at(&in, 1)->name, "axpy #2");
	assert_string_equal(point_at(&in, 2)->name, "copy");
	assert_near(point_at(&in, 0)->bandwidth, 24e9);
	assert_near(point_at(&in, 0)->time, 0.5e-3);
	assert_message(&in, DIAG_ASSUMED, 1, "'achieved_gbps' is read in bytes");
	import_free(&in);
	in = import_text("name,bytes,time_ms,gbps,intensity\na,1e6,1,8,2\nb,2e6,1,16,2\n");
	assert_imported(&in, "table", 2);
	assert_near(point_at(&in, 0)->bandwidth, 1e9);
	assert_message(&in, DIAG_ASSUMED, 1, "is read in bits");
	import_free(&in);
	in = import_text("name,GFLOPS,gbps\na,10,5\n");
	assert_refused(&in, DIAG_MISSING_UNIT, 1, "no other columns show which");
	import_free(&in);
	in = import_text("name,bytes,time_ms,gbps,intensity\na,1e6,1,8,2\nb,2e6,1,2,2\n");
	assert_refused(&in, DIAG_MISSING_UNIT, 1, "agree with neither");
	import_free(&in);
}

static void test_rows_in_error(void **state)
{
	(void)state;
	struct imported in = import_text("name,flops,bytes,seconds\n\"a\nb\",1,2,3\n\"c\nd\",1,2\ne,-1,2,3\nf,1,2 GFLOP,3\ng,x,2,3\n");
	assert_refused(&in, DIAG_BAD_CSV, 4, "expected 4 cells as in the header, found 3");
	assert_message(&in, DIAG_NEGATIVE, 6, "'-1'");
	assert_message(&in, DIAG_WRONG_UNIT, 7, "'2 GFLOP'");
	assert_message(&in, DIAG_WRONG_VALUE, 8, "'x'");
	assert_string_equal(import_message(&in, DIAG_NEGATIVE)->point, "e");
	import_free(&in);
}

static void test_two_times(void **state)
{
	(void)state;
	struct imported in = import_text("name,flops,bytes,time_ms,time_us\na,1,2,3,4\n");
	assert_refused(&in, DIAG_CONFLICT, 1, "'time_ms' and 'time_us'");
	import_free(&in);
}

static void test_names(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "quoted_names.csv");
	assert_imported(&in, "table", 3);
	assert_string_equal(point_at(&in, 0)->name, "copy(double*, int)");
	assert_string_equal(point_at(&in, 1)->name, "say \"hello\"");
	assert_string_equal(point_at(&in, 2)->name, "three lines here");
	import_free(&in);
	in = import_text("name,flops,bytes,s\na,1,1,1\na #1,1,1,1\na,1,1,1\n");
	assert_imported(&in, "table", 3);
	assert_string_equal(point_at(&in, 0)->name, "a #2");
	assert_string_equal(point_at(&in, 1)->name, "a #1");
	assert_string_equal(point_at(&in, 2)->name, "a #3");
	import_free(&in);
	in = import_text("flops,bytes,s\n1,1,1\n");
	assert_imported(&in, "table", 1);
	assert_string_equal(point_at(&in, 0)->name, "line 2");
	import_free(&in);
}

static void test_mean_of_calls(void **state)
{
	(void)state;
	struct imported in = import_text("kernel,mean_ms,min_ms,max_ms,calls,macs,bytes\na,2,1,3,7,1e9,1e9\n");
	assert_imported(&in, "table", 1);
	assert_true(isnan(point_at(&in, 0)->calls));
	assert_near(point_at(&in, 0)->launches, 7);
	assert_near(point_at(&in, 0)->macs, 1e9);
	assert_near(point_at(&in, 0)->time_low, 1e-3);
	assert_near(point_at(&in, 0)->time_high, 3e-3);
	import_free(&in);
	in = import_text("kernel,time_ms,calls,flops,bytes\na,14,7,1e9,1e9\n");
	assert_imported(&in, "table", 1);
	assert_near(point_at(&in, 0)->calls, 7);
	import_free(&in);
}

static void test_separators(void **state)
{
	(void)state;
	static const char *const texts[] = {"name|flops|bytes|s\r\na|1|2|3\r\n", "sep=;\nname;flops;bytes;s\na;1;2;3\n", "\xef\xbb\xbf\"name\",flops,bytes,s\na,1,2,3",
		"# a comment\nname\tflops\tbytes\ts\n\na\t1\t2\t3\n"};
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
		struct imported in = import_text(texts[i]);
		assert_imported(&in, "table", 1);
		assert_string_equal(point_at(&in, 0)->name, "a");
		assert_near(point_at(&in, 0)->levels.items[0].bytes, 2);
		import_free(&in);
	}
}

static void test_units_row(void **state)
{
	(void)state;
	struct imported in = import_text("kernel,flops,bytes,time\n,,MB,us\na,1e9,200,8\n");
	assert_imported(&in, "table", 1);
	assert_near(point_at(&in, 0)->time, 8e-6);
	assert_near(point_at(&in, 0)->levels.items[0].bytes, 2e8);
	import_free(&in);
}

// ---- other shapes -------------------------------------------------------------------------------------------------------------------------------------

static void test_metrics_long(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "metrics_long.csv");
	assert_imported(&in, "table", 2);
	assert_string_equal(point_at(&in, 1)->name, "core");
	assert_near(point_at(&in, 1)->performance, 9.25e11);
	assert_near(point_at(&in, 1)->levels.items[0].intensity, 6.5);
	assert_message(&in, DIAG_IGNORED, 4, "'Ranks'");
	import_free(&in);
	in = import_text("Kernel,Metric,Metric Value,Metric Unit\na,time,2,ms\na,flops,4,GFLOP\na,bytes,1,GB\na,time,3,ms\na,flops,4,GFLOP\na,bytes,1,GB\n");
	assert_imported(&in, "table", 2);
	assert_string_equal(point_at(&in, 1)->name, "a #2");
	assert_near(point_at(&in, 1)->time, 3e-3);
	import_free(&in);
}

static void test_headerless(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "headerless.csv");
	assert_refused(&in, DIAG_BAD_CSV, 1, "add as the first line 'name,intensity,performance [GFLOP/s]'");
	import_free(&in);
	in = import_file(SAMPLES "pipes.txt");
	assert_refused(&in, DIAG_BAD_CSV, 1, "put in its place 'name|intensity|performance [GFLOP/s]|level|note'");
	import_free(&in);
	in = import_text("NVIDIA Tesla V100,7660,778,0\n");
	assert_refused(&in, DIAG_BAD_CSV, 1, "'name,peak [GFLOP/s],bandwidth [GB/s],other1'");
	import_free(&in);
	in = import_text("size,first,second\n1,2,3\n");
	assert_refused(&in, DIAG_BAD_CSV, 1, "expected columns that fix a point");
	import_free(&in);
}

static void test_ceilings(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "ceilings.csv");
	assert_imported(&in, "table", 0);
	assert_int_equal(in.chart.hardware.count, 1);
	const struct hardware *machine = in.chart.hardware.items[0];
	assert_string_equal(machine->name, "ceilings");
	assert_string_equal(machine->compute.items[1].name, "measured");
	assert_near(machine->compute.items[1].peak, 1.82e13);
	assert_near(machine->memory.items[0].bandwidth, 1555e9);
	import_free(&in);
	in = import_text("label,peak_flops,peak_bandwidth\na,1e12,1e11\n");
	assert_refused(&in, DIAG_MISSING_UNIT, 1, "'peak_bandwidth [GB/s]'");
	import_free(&in);
	in = import_text("label,peak_flops,peak [GB/s]\na,1e12\n");
	assert_refused(&in, DIAG_BAD_CSV, 2, "expected 3 cells");
	import_free(&in);
}

static void test_nersc(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "roofs_and_points.txt");
	assert_imported(&in, "nersc", 2);
	assert_string_equal(point_at(&in, 1)->name, "n=2");
	assert_near(point_at(&in, 1)->performance, 2750.5e9);
	assert_int_equal(point_at(&in, 1)->levels.count, 3);
	assert_string_equal(point_at(&in, 1)->levels.items[2].level, "L1");
	assert_near(point_at(&in, 1)->levels.items[2].intensity, 0.75);
	const struct hardware *machine = in.chart.hardware.items[0];
	assert_near(machine->memory.items[2].bandwidth, 800e9);
	assert_string_equal(machine->memory.items[2].level, "main");
	assert_near(machine->compute.items[1].peak, 3500e9);
	assert_message(&in, DIAG_IGNORED, 11, "'n=3'");
	import_free(&in);
	in = import_text("memroofs 1\ncomproofs 2\nAI 1 2\nFLOPS 1\n");
	assert_refused(&in, DIAG_BAD_PROFILE, 3, "expected 1 values as in FLOPS, found 2");
	import_free(&in);
	in = import_text("memroofs 1 x\nlabels 'a\nfoo 3\n");
	assert_refused(&in, DIAG_BAD_PROFILE, 2, "closing '");
	import_free(&in);
}

// ---- what is not a table ------------------------------------------------------------------------------------------------------------------------------

static void test_others(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		enum diag_id id;
		const char *part;
	} cases[] = {
		{"", DIAG_NO_IMPORTER, "an empty file"},
		{" \n\n", DIAG_NO_IMPORTER, "an empty file"},
		{"just words\n", DIAG_NO_IMPORTER, "'just words'"},
		{"TABLE,Region init,Group 1 Metric,MEM_DP,3\n", DIAG_NO_IMPORTER, "likwid"},
		{"sep=,\nName,Bandwidth,Type\n", DIAG_NO_IMPORTER, "Intel Advisor"},
		{"Time (%),Total Time (ns),Instances\n", DIAG_NO_IMPORTER, "nsys"},
		{"{ \"traceEvents\": [] }", DIAG_NO_IMPORTER, "trace of PyTorch"},
		{"{ \"placements\": [], \"peak_gflops\": 1 }", DIAG_NO_IMPORTER, "jq -r"},
		{"{ \"compute\": [], \"memory\": [] }", DIAG_NO_IMPORTER, "--hardware"},
		{"[{ \"build_commit\": \"x\", \"avg_ts\": 1 }]", DIAG_NO_IMPORTER, "llama-bench"},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct imported in = import_text(cases[i].text);
		const struct diag *diag = import_message(&in, cases[i].id);
		if (in.ok || !diag || !strstr(diag->message, cases[i].part)) {
			print_messages(&in);
			fail_msg("'%s'", cases[i].text);
		}
		import_free(&in);
	}
	struct imported in = import_bytes("x.csv", "\xff\xfe\0n", 4);
	assert_refused(&in, DIAG_BAD_ENCODING, 1, "UTF-16; save as UTF-8");
	import_free(&in);
	in = import_bytes("x.bin", "\x7f" "ELF\0\0,", 7);
	assert_false(in.ok);
	assert_non_null(strstr(import_message(&in, DIAG_NO_IMPORTER)->message, "binary"));
	import_free(&in);
}

static void test_forced(void **state)
{
	(void)state;
	struct diags *diags = diags_new();
	struct source source = {"x", "a", 1};
	assert_string_equal(importer_find(&source, "NCU", diags)->name, "ncu");
	assert_null(importer_find(&source, "nuc", diags));
	assert_int_equal(diags_get(diags, 0)->id, DIAG_UNKNOWN_NAME);
	diags_free(diags);
}

// ---- public files -------------------------------------------------------------------------------------------------------------------------------------

static void test_public_files(void **state)
{
	(void)state;
	const char *folder = g_getenv("RAFTER_FORMATS");
	if (!folder) {
		print_message("RAFTER_FORMATS does not name a folder of public files: skipped\n");
		skip();
	}
	g_autofree char *long_path = g_build_filename(folder, "generic/flops_ai_long.csv", NULL);
	struct imported in = import_file(long_path);
	assert_imported(&in, "table", 1);
	assert_near(point_at(&in, 0)->performance, 2544649322991.39);
	assert_near(point_at(&in, 0)->levels.items[0].intensity, 7.56);
	import_free(&in);
	g_autofree char *timing_path = g_build_filename(folder, "generic/timing_with_flops.csv", NULL);
	in = import_file(timing_path);
	assert_imported(&in, "table", 62);
	assert_near(point_at(&in, 0)->time, 0.019372e-3);
	assert_near(point_at(&in, 0)->levels.items[0].bytes, 12582912);
	assert_near(point_at(&in, 0)->bandwidth, 649.539056e9);
	import_free(&in);
	g_autofree char *nersc_path = g_build_filename(folder, "generic/nersc_plot_hierarchical.txt", NULL);
	in = import_file(nersc_path);
	assert_imported(&in, "nersc", 6);
	assert_near(point_at(&in, 0)->performance, 2085.756683e9);
	import_free(&in);
	static const char *const refused[] = {"generic/apps.csv", "generic/hw.csv", "generic/peaks_base_units.csv", "generic/pipe_separated_p100.txt",
		"generic/gpu_roofline_burst_h100.json"};
	for (size_t i = 0; i < G_N_ELEMENTS(refused); i++) {
		g_autofree char *path = g_build_filename(folder, refused[i], NULL);
		in = import_file(path);
		assert_false(in.ok);
		assert_int_equal(diags_exit_code(in.diags), 3);
		import_free(&in);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_style_proofs),
		cmocka_unit_test(test_style_of_whole_things),
		cmocka_unit_test(test_style_contradiction),
		cmocka_unit_test(test_style_plain),
		cmocka_unit_test(test_headers),
		cmocka_unit_test(test_unknown_unit),
		cmocka_unit_test(test_bits_are_said),
		cmocka_unit_test(test_kernels),
		cmocka_unit_test(test_units_in_cells),
		cmocka_unit_test(test_time_needs_a_unit),
		cmocka_unit_test(test_missing_cells),
		cmocka_unit_test(test_decimal_comma),
		cmocka_unit_test(test_lone_comma_asks),
		cmocka_unit_test(test_bare_flops),
		cmocka_unit_test(test_redundant_gbps),
		cmocka_unit_test(test_rows_in_error),
		cmocka_unit_test(test_two_times),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_mean_of_calls),
		cmocka_unit_test(test_separators),
		cmocka_unit_test(test_units_row),
		cmocka_unit_test(test_metrics_long),
		cmocka_unit_test(test_headerless),
		cmocka_unit_test(test_ceilings),
		cmocka_unit_test(test_nersc),
		cmocka_unit_test(test_others),
		cmocka_unit_test(test_forced),
		cmocka_unit_test(test_public_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
