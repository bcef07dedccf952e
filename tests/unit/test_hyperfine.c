// SPDX-License-Identifier: MIT
#include "import_fixture.h"

#define SAMPLES "samples/import/hyperfine/"

static void assert_times(const struct imported *in, size_t index, const char *name, double time, double low, double high)
{
	const struct point *point = point_at(in, index);
	assert_string_equal(point->name, name);
	assert_near(point->time, time);
	assert_near(point->time_low, low);
	assert_near(point->time_high, high);
	assert_string_equal(point->missing, IMPORT_TIMES_ALONE);
}

static void test_results(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "times.json");
	assert_imported(&in, "hyperfine", 2);
	assert_times(&in, 0, "./app 1024", 0.5, 0.475, 0.575);
	assert_times(&in, 1, "large", 2.25, 2.25, 2.25);
	import_free(&in);
	in = import_file(SAMPLES "times.csv");
	assert_imported(&in, "hyperfine", 2);
	assert_times(&in, 0, "./app 1024", 0.5, 0.475, 0.575);
	assert_times(&in, 1, "./app 8192, 2", 2.25, 2.25, 2.25);
	import_free(&in);
	in = import_file(SAMPLES "version_2.json");
	assert_imported(&in, "hyperfine", 1);
	assert_times(&in, 0, "small", 0.625, 0.25, 1);
	import_free(&in);
}

static void test_gaps(void **state)
{
	(void)state;
	struct imported in = import_text("{\"results\": [{\"command\": \"a\", \"mean\": 2, \"median\": null}, {\"command\": \"b\"}, "
		"{\"command\": \"c\", \"measurements\": []}]}");
	assert_imported(&in, "hyperfine", 3);
	assert_near(point_at(&in, 0)->time, 2);
	assert_true(isnan(point_at(&in, 0)->time_low));
	assert_string_equal(point_at(&in, 1)->missing, IMPORT_TIMES_ALONE "; no time of it was measured");
	assert_true(isnan(point_at(&in, 2)->time));
	import_free(&in);
}

static void test_wrong_inputs(void **state)
{
	(void)state;
	static const struct refusal cases[] = {
		{"{\"results\": [], \"command\": 1}", DIAG_BAD_PROFILE, 1, "expected \"results\" with a command, found an array"},
		{"{\"results\": [\n{\"command\": 1}]}", DIAG_BAD_PROFILE, 2, "expected a result with a \"command\""},
		{"{\"results\": [\n{\"command\": \"a\", \"median\": -1}]}", DIAG_NEGATIVE, 2, "expected a time of 0 or more"},
		{"{\"results\": [\n{\"command\": \"a\", \"median\": \"1\"}]}", DIAG_BAD_PROFILE, 2, "expected a time, found a string"},
		{"{\"results\": [\n{\"command\": \"a\", \"median\": 1", DIAG_BAD_JSON, 2, "expected"},
		{"{\"results\": [\n{\"command\": \"a\", \"measurements\": [{}]}]}", DIAG_BAD_PROFILE, 2, "expected time_wall_clock"},
		{"{\"results\": [\n{\"command\": \"a\", \"measurements\": [{\"time_wall_clock\": {\"value\": 1, \"unit\": \"byte\"}}]}]}", DIAG_WRONG_UNIT, 2,
			"found 'byte'"},
		{"command,mean,stddev,median,user,system,min,max\n", DIAG_BAD_PROFILE, 1, "expected rows of commands"},
		{"command,mean,stddev,median,user,system,min,max\na,1,,1\n", DIAG_BAD_PROFILE, 2, "expected 8 cells"},
		{"command,mean,stddev,median,user,system,min,max\na,1,,x,1,1,1,1\n", DIAG_WRONG_VALUE, 2, "found 'x'"},
	};
	assert_all_refused(cases, G_N_ELEMENTS(cases));
}

static void test_public_files(void **state)
{
	(void)state;
	static const char *const files[] = {"hyperfine/hyperfine_v1.json", "hyperfine/hyperfine_v1.csv"};
	for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
		struct imported in = import_public(files[i]);
		assert_imported(&in, "hyperfine", 2);
		assert_times(&in, 0, "sleep 0.02", 0.021251597, 0.021030333000000002, 0.021491800000000002);
		import_free(&in);
	}
	struct imported in = import_public("hyperfine/hyperfine_v2_alpha_snapshot.json");
	assert_imported(&in, "hyperfine", 1);
	assert_times(&in, 0, "one second", 1, 1, 1);
	import_free(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_results),
		cmocka_unit_test(test_gaps),
		cmocka_unit_test(test_wrong_inputs),
		cmocka_unit_test(test_public_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
