// SPDX-License-Identifier: MIT
#include "import_fixture.h"

#define SAMPLES "samples/import/perf/"

static void test_run(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "app.csv");
	assert_imported(&in, "perf-stat", 1);
	const struct point *point = point_at(&in, 0);
	assert_string_equal(point->name, "app");
	assert_near(point->flops, 1e9 + 4 * 2e9);
	assert_near(point->time, 2.5);
	assert_near(point->levels.items[0].bytes, 5120.0 * 1024 * 1024);
	assert_string_equal(point->precision, "fp64");
	assert_null(point->missing);
	assert_string_equal(point->assumptions, "FMA = 2 FLOP, as the counters have it");
	import_free(&in);
}

static void test_intervals(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "intervals.csv");
	assert_imported(&in, "perf-stat", 3);
	assert_message(&in, DIAG_ASSUMED, 1, "FLOP counters ran part of the time (33 % and more)");
	const struct point *point = point_at(&in, 0);
	assert_string_equal(point->name, "task_a until 1.000500000 s");
	assert_near(point->flops, 4000 + 4 * 1000);
	assert_null(point->precision);
	assert_near(point->time, 1.0005);
	assert_non_null(strstr(point->missing, "the file has no memory traffic"));
	assert_non_null(strstr(point->assumptions, "multiplexed"));
	assert_string_equal(point_at(&in, 1)->name, "task_b until 1.000500000 s");
	assert_near(point_at(&in, 1)->time, 1.0005);
	point = point_at(&in, 2);
	assert_near(point->time, 2.0015 - 1.0005);
	assert_true(isnan(point->flops));
	assert_non_null(strstr(point->missing, "fp_arith_inst_retired.scalar_double is <not counted>"));
	import_free(&in);
}

static void test_json_lines(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "lines.json");
	assert_imported(&in, "perf-stat", 1);
	assert_near(point_at(&in, 0)->flops, 1e6);
	assert_near(point_at(&in, 0)->time, 0.25); // 500 ms of two CPUs
	import_free(&in);
}

static void test_columns(void **state)
{
	(void)state;
	// of sockets, with a unit and a timestamp, split by semicolons
	struct imported in = import_text("1.5;S0;8;40.00;msec;task-clock;40000000;100.00;;\n1.5;S1;8;12;;fp_arith_inst_retired.scalar_single;40;100.00;;\n");
	assert_imported(&in, "perf-stat", 2);
	assert_string_equal(point_at(&in, 0)->name, "S0 until 1.5 s");
	assert_near(point_at(&in, 1)->flops, 12);
	assert_string_equal(point_at(&in, 1)->precision, "fp32");
	assert_near(point_at(&in, 1)->time, 1.5);
	import_free(&in);
	in = import_text("12,,fp_arith_inst_retired.scalar_single,40,100.00,,\n");
	assert_imported(&in, "perf-stat", 1);
	assert_non_null(strstr(point_at(&in, 0)->missing, "the file has no time"));
	import_free(&in);
}

static void test_tables_of_people(void **state)
{
	(void)state;
	static const char *const texts[] = {"name,n,flops,bytes\na,3,10,5\n", "n,3,kernelA,foo,100,50\n", "1,msec,kernel,100,50\n"};
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
		struct imported in = import_text(texts[i]);
		assert_true(in.importer != &importer_perf_stat);
		import_free(&in);
	}
}

static void test_wrong_inputs(void **state)
{
	(void)state;
	static const struct refusal cases[] = {
		{"12,,fp_arith_inst_retired.scalar_single,40,100.00,,\nhello\n", DIAG_BAD_PROFILE, 2, "expected a line value,unit,event"},
		{"12,,fp_arith_inst_retired.scalar_single,40,100.00,,\n13,,\n", DIAG_BAD_PROFILE, 2, "is the file cut off?"},
		{"-12,,fp_arith_inst_retired.scalar_single,40,100.00,,\n", DIAG_NEGATIVE, 1, "found -12"},
		{"{\"counter-value\" : \"x\", \"unit\" : \"\", \"event\" : \"fp_ret_sse_avx_ops.all\"}\n", DIAG_WRONG_VALUE, 1, "found 'x'"},
	};
	assert_all_refused(cases, G_N_ELEMENTS(cases));
}

static void test_public_files(void **state)
{
	(void)state;
	struct imported in = import_public("perf/stat_x_not_supported.csv");
	assert_imported(&in, "perf-stat", 1);
	assert_near(point_at(&in, 0)->time, 51.83e-3 / 0.978);
	assert_non_null(strstr(point_at(&in, 0)->missing, "the file has no FLOPs"));
	import_free(&in);
	in = import_public("perf/stat_j_not_supported.json");
	assert_imported(&in, "perf-stat", 1);
	assert_near(point_at(&in, 0)->time, 0.814042e-3 / 0.069271);
	import_free(&in);
	in = import_public("perf/stat_x_interval_cgroup_multiplexed.csv");
	assert_imported(&in, "perf-stat", 1);
	assert_string_equal(point_at(&in, 0)->name, "task_test_min until 1.002481419 s");
	assert_near(point_at(&in, 0)->flops, 6335375);
	assert_near(point_at(&in, 0)->time, 1.002481419);
	assert_message(&in, DIAG_ASSUMED, 5, "scaled up by perf");
	import_free(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_run),
		cmocka_unit_test(test_intervals),
		cmocka_unit_test(test_json_lines),
		cmocka_unit_test(test_columns),
		cmocka_unit_test(test_tables_of_people),
		cmocka_unit_test(test_wrong_inputs),
		cmocka_unit_test(test_public_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
