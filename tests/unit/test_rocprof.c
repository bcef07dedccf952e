// SPDX-License-Identifier: MIT
#include "import_fixture.h"

#define SAMPLES "samples/import/rocprof/"

static void test_counters(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "results.csv");
	assert_imported(&in, "rocprof", 2);
	const struct point *point = point_at(&in, 0);
	assert_string_equal(point->name, "smooth(float*, float*, int) [clone .kd]");
	assert_string_equal(point->shape, "grid 32768, workgroup 256");
	assert_near(point->flops, 300 * 64 + 700 * 128);
	assert_near(point->levels.items[0].bytes, 192.75 * 1024);
	assert_near(point->time, 4.8e-6);
	assert_string_equal(point->precision, "fp32");
	assert_non_null(strstr(point->assumptions, "units of 1024 byte"));
	point = point_at(&in, 1);
	assert_near(point->flops, 900 * 512);
	assert_near(point->levels.items[0].bytes, 12 * 1024);
	assert_string_equal(point->pipe, "tensor");
	assert_null(point->missing);
	import_free(&in);
}

static void test_times_alone(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "results_times.csv");
	assert_imported(&in, "rocprof", 1);
	assert_near(point_at(&in, 0)->time, 4.8e-6);
	assert_string_equal(point_at(&in, 0)->missing, IMPORT_TIMES_ALONE);
	import_free(&in);
	in = import_text("\"Index\",\"KernelName\",\"gpu-id\",\"FetchSize\",\"WriteSize\"\n0,\"k\",1,2,3\n");
	assert_imported(&in, "rocprof", 1);
	assert_near(point_at(&in, 0)->levels.items[0].bytes, 5 * 1024);
	assert_non_null(strstr(point_at(&in, 0)->missing, "no times: rocprof writes them with --timestamp on"));
	import_free(&in);
}

static void test_stats(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "results.stats.csv");
	assert_imported(&in, "rocprof", 2);
	assert_near(point_at(&in, 0)->launches, 25);
	assert_near(point_at(&in, 0)->time, 120e-6);
	assert_string_equal(point_at(&in, 0)->missing, IMPORT_TIMES_ALONE);
	import_free(&in);
}

#define STATS "\"Name\",\"Calls\",\"TotalDurationNs\",\"AverageNs\",\"Percentage\"\n"
#define RESULTS "\"Index\",\"KernelName\",\"gpu-id\",\"FetchSize\",\"WriteSize\",\"BeginNs\",\"EndNs\",\"DurationNs\"\n"

static void test_wrong(void **state)
{
	(void)state;
	static const struct { const char *text; enum diag_id id; size_t line; const char *part; } wrong[] = {
		{STATS, DIAG_BAD_PROFILE, 1, "found none"},
		{STATS STATS, DIAG_BAD_PROFILE, 1, "expected points by rocprof (rocprof results.csv, and statistics of rocprof and rocprofv3), found none in this file"},
		{STATS "\"k\",0,10,10,100\n", DIAG_WRONG_VALUE, 2, "Calls: expected a whole number from 1 on, found '0'"},
		{STATS "\"k\",1.5,10,10,100\n", DIAG_WRONG_VALUE, 2, "found '1.5'"},
		{STATS "\"k\",1,ten,10,100\n", DIAG_WRONG_VALUE, 2, "TotalDurationNs: expected a number, found 'ten'"},
		{STATS "\"k\",1,-10,10,100\n", DIAG_NEGATIVE, 2, "TotalDurationNs: expected 0 or more, found -10"},
		{STATS "\"\",1,10,10,100\n", DIAG_BAD_PROFILE, 2, "expected the name of a kernel"},
		{STATS "\"k\",1,10\n", DIAG_BAD_PROFILE, 2, "expected 5 cells as in the header, found 3"},
		{"#x,Name,Calls,TotalDurationNs\n", DIAG_BAD_PROFILE, 1, "found none that is no comment"},
		{"Name,Calls;TotalDurationNs\nk,1\n", DIAG_BAD_PROFILE, 1, "expected a column Calls, found none"},
		{"Index,KernelName;gpu-id\n0,1\n", DIAG_BAD_PROFILE, 1, "expected a column KernelName, found none"},
		{RESULTS "0,\"k\",1,2,3,100,200,-100\n", DIAG_NEGATIVE, 2, "DurationNs: expected 0 or more, found -100"},
		{RESULTS "0,\"k\",1,2,,100,200,100\n1,\"k\",1,x,3,100,200,100\n", DIAG_WRONG_VALUE, 3, "FetchSize: expected a number, found 'x'"},
		{RESULTS "0,\"k\",1,2,3,100,200,100\n1,\"k\",1,2", DIAG_BAD_PROFILE, 3, "the file may be cut off"},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++) {
		struct imported in = import_text(wrong[i].text);
		assert_string_equal(in.importer->name, "rocprof");
		assert_refused(&in, wrong[i].id, wrong[i].line, wrong[i].part);
		import_free(&in);
	}
}

static void test_public_files(void **state)
{
	(void)state;
	struct imported in = import_public("rocprof/rocprofv1_results.csv");
	assert_imported(&in, "rocprof", 1);
	assert_string_equal(point_at(&in, 0)->name, "elementwise_kernel");
	assert_near(point_at(&in, 0)->time, 7840e-9);
	assert_string_equal(point_at(&in, 0)->missing, IMPORT_TIMES_ALONE);
	import_free(&in);
	in = import_public("rocprof/rocprofv1_stats.csv");
	assert_imported(&in, "rocprof", 1);
	assert_near(point_at(&in, 0)->launches, 1);
	assert_near(point_at(&in, 0)->time, 10400e-9);
	import_free(&in);
	// Shaped like ncu's table by hand: another importer's.
	in = import_public("rocprof/mi100_manual_long.csv");
	assert_true(in.ok);
	assert_int_equal(in.chart.points.count, 1);
	assert_string_equal(point_at(&in, 0)->name, "ComputeCurrent");
	import_free(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_counters),
		cmocka_unit_test(test_times_alone),
		cmocka_unit_test(test_stats),
		cmocka_unit_test(test_wrong),
		cmocka_unit_test(test_public_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
