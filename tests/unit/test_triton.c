// SPDX-License-Identifier: MIT
#include "import_fixture.h"

#define SAMPLES "samples/import/triton/"

// A file read once more with `--unit`, which the fixture does not say.
static struct imported import_in_unit(struct imported in, const char *unit)
{
	struct import_options options = import_options_unsaid;
	options.unit = unit;
	assert_non_null(in.importer);
	diags_free(in.diags);
	in.diags = diags_new();
	chart_init(&in.chart);
	in.ok = in.importer->read(&(struct import){in.arena, in.source, &options, &in.chart, in.diags});
	importer_settle_names(in.arena, &in.chart);
	return in;
}

static void test_csv(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "softmax.csv");
	assert_refused(&in, DIAG_MISSING_UNIT, 1, "'rafter import " SAMPLES "softmax.csv --unit TFLOP/s'");
	in = import_in_unit(in, "GB/s");
	assert_imported(&in, "triton", 6);
	const struct point *point = point_at(&in, 0);
	assert_string_equal(point->name, "Triton N=1024");
	assert_string_equal(point->series, "Triton");
	assert_near(point->bandwidth, 250.5e9);
	assert_string_equal(point->missing, "the file has byte/s, but no FLOPs and no bytes: give those by kernel name with --work FILE");
	assert_string_equal(point_at(&in, 3)->name, "Torch N=2048");
	assert_string_equal(point_at(&in, 3)->missing, "its value is 'nan'");
	assert_true(isnan(point_at(&in, 3)->bandwidth));
	in = import_in_unit(in, "TFLOPS");
	assert_imported(&in, "triton", 6);
	assert_near(point_at(&in, 4)->performance, 750.125e12);
	assert_string_equal(point_at(&in, 4)->missing, "the file has FLOP/s, but no bytes: give those by kernel name with --work FILE");
	in = import_in_unit(in, "ms");
	assert_near(point_at(&in, 5)->time, 0.625);
	assert_string_equal(point_at(&in, 5)->missing, IMPORT_TIMES_ALONE);
	in = import_in_unit(in, "GB");
	assert_refused(&in, DIAG_WRONG_UNIT, 1, "expected --unit to be that of a rate or a time, such as TFLOP/s, GB/s or ms, found 'GB'");
	import_free(&in);
}

static void test_units_in_the_header(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "softmax_units.csv");
	assert_imported(&in, "triton", 4);
	assert_string_equal(point_at(&in, 1)->name, "Torch N=1024");
	assert_near(point_at(&in, 1)->bandwidth, 300.2e9);
	import_free(&in);
}

static void test_printed(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "printed.txt");
	assert_refused(&in, DIAG_MISSING_UNIT, 4, "perf_report does not write the unit");
	in = import_in_unit(in, "TFLOP/s");
	assert_imported(&in, "triton", 7);
	const struct point *point = point_at(&in, 2);
	assert_string_equal(point->name, "matmul-performance-fp16 cuBLAS M=4096 N=4096 K=4096");
	assert_string_equal(point->precision, "fp16");
	assert_string_equal(point->note, "A B");
	assert_near(point->performance, 240.5e12);
	assert_string_equal(point_at(&in, 4)->precision, "fp8");
	assert_null(point_at(&in, 4)->note);
	assert_string_equal(point_at(&in, 5)->series, "torch.matmul eager");
	assert_string_equal(point_at(&in, 5)->note, "A^T B");
	import_free(&in);
}

static void test_liger(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "liger.csv");
	assert_imported(&in, "liger", 2);
	assert_message(&in, DIAG_IGNORED, 4, "1 row of 'memory' [MB] is not used");
	assert_string_equal(in.chart.device_hint, "Example GPU 40GB");
	const struct point *point = point_at(&in, 0);
	assert_string_equal(point->name, "norm liger forward H=1024");
	assert_string_equal(point->note, "{\"M\": 2048, \"eps\": 1e-06}");
	assert_near(point->time, 0.25e-3);
	assert_near(point->time_low, 0.24e-3);
	assert_near(point->time_high, 0.275e-3);
	assert_string_equal(point->missing, IMPORT_TIMES_ALONE);
	assert_true(isnan(point_at(&in, 1)->time_high)); // a range has two ends
	import_free(&in);
}

static void test_tables_of_people(void **state)
{
	(void)state;
	static const char *const texts[] = {
		"n,gflops\n1,2.5\n",
		"name,intensity,performance\nA,0.500000,1.000000\n",
		"N,Triton,Torch\n1,2.5,3.25\n",
		"N,time [ms],Torch\n1,2.500000,3.250000\n",
	};
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
		struct imported in = import_text(texts[i]);
		assert_true(in.importer != &importer_triton);
		import_free(&in);
	}
}

static void test_wrong_inputs(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		enum diag_id id;
		size_t line;
		const char *part;
	} cases[] = {
		{"N,A\n1,2.5\n2,2.5\n3,2.5\n4,2.5\n5\n", DIAG_BAD_PROFILE, 6, "expected 2 cells as in the header, found 1"},
		{"N,A\n1,2.5\n2,2.5\n3,2.5\n4,2.5\n5,x\n", DIAG_WRONG_VALUE, 6, "found 'x'"},
		{"N,A\n1,2.5\n2,-2.5\n", DIAG_NEGATIVE, 3, "found -2.5"},
		{"t:\n   N    A\n0  1  2.5\n1  2  x\n", DIAG_WRONG_VALUE, 4, "found 'x'"},
		{"t:\n   N    A\n0  1  2.5\n1  2\n", DIAG_BAD_PROFILE, 4, "expected 2 cells"},
		{"t:\n   N    A\n0  1  2.5\n..  ..  ...\n", DIAG_BAD_PROFILE, 4, "those that pandas left out"},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct imported in = import_in_unit(import_text(cases[i].text), "GB/s");
		assert_refused(&in, cases[i].id, cases[i].line, cases[i].part);
		import_free(&in);
	}
	static const char *const bare[] = {"N\n1\n", "N,A-min,Diff\n1,2.5,2.5\n"};
	for (size_t i = 0; i < G_N_ELEMENTS(bare); i++) {
		struct imported in = import_forced("triton", bare[i]);
		assert_refused(&in, DIAG_BAD_PROFILE, 1, "found none of a provider");
		import_free(&in);
	}
	// every name would hold all the parameters
	g_autoptr(GString) names = g_string_new("N"), values = g_string_new("\n1");
	for (int i = 0; i < 4000; i++) {
		g_string_append(names, i < 3000 ? ",M" : ",A");
		g_string_append(values, i < 3000 ? ",1" : ",1.5");
	}
	g_string_append_printf(names, "%s\n", values->str);
	struct imported wide = import_bytes_by("triton", "text", names->str, names->len);
	assert_refused(&wide, DIAG_LIMIT, 1, "expected at most 32 columns of parameters (whole numbers alone), found 3001");
	import_free(&wide);
#define LIGER "kernel_name,kernel_provider,kernel_operation_mode,metric_name,metric_unit,x_name,x_value,y_value_50\n"
	struct imported comment = import_text("#" LIGER);
	assert_refused(&comment, DIAG_BAD_PROFILE, 1, "found none that is no comment");
	import_free(&comment);
	comment = import_forced("triton", "# N,A\n# 1,2.5\n");
	assert_refused(&comment, DIAG_BAD_PROFILE, 1, "found none that is no comment");
	import_free(&comment);
	struct imported in = import_text(LIGER "a,b,c,memory,MB,N,1,2\n");
	assert_refused(&in, DIAG_BAD_PROFILE, 1, "expected rows of speed");
	import_free(&in);
	in = import_text(LIGER "a,b,c,speed,ms,N,1,-2\n");
	assert_refused(&in, DIAG_NEGATIVE, 2, "found -2");
	import_free(&in);
	in = import_text(LIGER "a,b,c,speed,ms,N,1\n");
	assert_refused(&in, DIAG_BAD_PROFILE, 2, "expected 8 cells");
	import_free(&in);
	in = import_text("kernel_name,kernel_provider,metric_unit,y_value_50\na,b,ms,1\n");
	assert_refused(&in, DIAG_BAD_PROFILE, 1, "expected a column kernel_operation_mode");
	import_free(&in);
}

static void test_public_files(void **state)
{
	(void)state;
	struct imported in = import_public("triton/perf_report_layernorm_gbps.csv");
	assert_refused(&in, DIAG_MISSING_UNIT, 1, "--unit");
	in = import_in_unit(in, "GB/s");
	assert_imported(&in, "triton", 60);
	assert_string_equal(point_at(&in, 28)->name, "Triton N=8192");
	assert_near(point_at(&in, 28)->bandwidth, 1030.710369e9);
	import_free(&in);
	in = import_public("triton/perf_report_matmul_tflops.txt");
	assert_refused(&in, DIAG_MISSING_UNIT, 3, "--unit");
	in = import_in_unit(in, "TFLOP/s");
	assert_imported(&in, "triton", 4 * 7 * (3 + 2));
	assert_string_equal(point_at(&in, 15)->kernel_name, "matmul-performance-fp16 cuBLAS M=4096 N=4096 K=4096");
	assert_near(point_at(&in, 15)->performance, 245.602135e12);
	import_free(&in);
	in = import_public("triton/liger_benchmark_data_head.csv");
	assert_imported(&in, "liger", 47);
	assert_near(point_at(&in, 0)->time, 0.5324159860610962e-3);
	assert_string_equal(in.chart.device_hint, "NVIDIA A100-SXM4-80GB");
	assert_message(&in, DIAG_IGNORED, 26, "12 rows of 'memory'");
	import_free(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_csv),
		cmocka_unit_test(test_units_in_the_header),
		cmocka_unit_test(test_printed),
		cmocka_unit_test(test_liger),
		cmocka_unit_test(test_tables_of_people),
		cmocka_unit_test(test_wrong_inputs),
		cmocka_unit_test(test_public_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
