// SPDX-License-Identifier: MIT
#include "import_fixture.h"

#define SAMPLES "samples/import/gbench/"

static void assert_says(const char *text, const char *part)
{
	if (!text || !strstr(text, part))
		fail_msg("expected '%s' in '%s'", part, text ? text : "(nothing)");
}

static void test_counters(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "kernels.json");
	assert_imported(&in, "google-benchmark", 6);
	// three repetitions: the median, with the range; CPU time
	const struct point *stencil = point_at(&in, 0);
	assert_string_equal(stencil->name, "stencil/256");
	assert_near(stencil->time, 2e-3);
	assert_near(stencil->time_low, 1.6e-3);
	assert_near(stencil->time_high, 2.5e-3);
	assert_near(stencil->flops, 8e9 * 2e-3);
	assert_near(stencil->levels.items[0].bytes, 8e6);
	assert_null(stencil->missing);
	assert_null(stencil->assumptions);
	// aggregates alone: the median; wall-clock time by the name
	const struct point *gemm = point_at(&in, 1);
	assert_string_equal(gemm->name, "gemm/64/real_time/threads:4");
	assert_near(gemm->time, 50e-6);
	assert_near(gemm->flops, 1e10 * 50e-6);
	assert_near(gemm->levels.items[0].intensity, 8);
	assert_true(isnan(gemm->time_low));
	assert_says(gemm->assumptions, "time is the median");
	const struct point *sum = point_at(&in, 2);
	assert_near(sum->time, 100e-9);
	assert_near(sum->flops, 1000);
	assert_near(sum->levels.items[0].bytes, 8000);
	assert_says(sum->assumptions, "CPU time, which adds up over 2 threads");
	assert_true(isnan(point_at(&in, 3)->flops));
	assert_says(point_at(&in, 3)->missing, "kIsIterationInvariantRate");
	assert_near(point_at(&in, 3)->levels.items[0].bytes, 10);
	assert_true(isnan(point_at(&in, 4)->time));
	assert_says(point_at(&in, 4)->missing, "skipped: no plan for this size");
	assert_near(point_at(&in, 5)->time, 3);
	assert_says(point_at(&in, 5)->missing, "state.counters[\"FLOPS\"]");
	import_free(&in);
}

static bool read_with_counter(struct imported *in, const char *counter)
{
	struct import_options options = import_options_unsaid;
	options.flops_counter = counter;
	in->chart.points.count = 0;
	return in->importer->read(&(struct import){in->arena, in->source, &options, &in->chart, in->diags});
}

static void test_named_counter(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "kernels.json");
	assert_true(read_with_counter(&in, "Work"));
	assert_near(point_at(&in, 5)->flops, 600);
	assert_true(isnan(point_at(&in, 0)->flops));
	assert_false(read_with_counter(&in, "wrok"));
	assert_message(&in, DIAG_UNKNOWN_NAME, 3, "'wrok'");
	import_free(&in);
	in = import_text("{\"context\": {}, \"benchmarks\": [{\"name\": \"axpy\", "
		"\"real_time\": 5, \"cpu_time\": 4, \"time_unit\": \"us\", \"items_per_second\": 2e9}]}");
	assert_true(read_with_counter(&in, "items_per_second"));
	assert_near(point_at(&in, 0)->flops, 8000);
	import_free(&in);
}

// Times of a file without CPU time, or whose rates turn out to be by the wall clock.
static void test_clock(void **state)
{
	(void)state;
	struct imported in = import_text("{\"context\": {}, \"benchmarks\": [{\"name\": \"a\", \"real_time\": 5, \"cpu_time\": 1, \"time_unit\": \"us\", "
		"\"FLOP\": 5000, \"FLOPS\": 1e9}, {\"name\": \"b_median\", \"real_time\": 7, \"time_unit\": \"us\", \"MB/s\": 2000}]}");
	assert_imported(&in, "google-benchmark", 2);
	assert_near(point_at(&in, 0)->time, 5e-6);
	assert_string_equal(point_at(&in, 1)->name, "b");
	assert_near(point_at(&in, 1)->time, 7e-6);
	assert_near(point_at(&in, 1)->levels.items[0].bytes, 14000);
	import_free(&in);
	in = import_text("{\"context\": {}, \"benchmarks\": [{\"name\": \"a\", \"cpu_time\": 2, \"time_unit\": \"us\", \"GFLOPS\": 4e9}, "
		"{\"name\": \"b\", \"cpu_time\": 2, \"time_unit\": \"us\", \"bytes_per_second\": 4e9, \"items_per_second\": 5}]}");
	assert_imported(&in, "google-benchmark", 2);
	assert_near(point_at(&in, 0)->flops, 8000);
	assert_says(point_at(&in, 0)->assumptions, "'GFLOPS' is too large");
	assert_says(point_at(&in, 1)->missing, "--flops-counter (items_per_second");
	import_free(&in);
}

#define FILE_OF(entry) "{\"context\": {},\n\"benchmarks\": [\n{" entry "}]}"

static const struct refusal wrong[] = {
	{"{\"context\": {},\n\"benchmarks\": [{\"name\": \"a\",", DIAG_BAD_JSON, 2, "found the end of the text"},
	{"{\"context\": {},\n\"benchmarks\": []}", DIAG_BAD_PROFILE, 2, "found none"},
	{"{\"context\": {},\n\"benchmarks\": [{\"name\": \"a_RMS\"}]}", DIAG_BAD_PROFILE, 1, "expected points or times by google-benchmark"},
	{"{\"context\": {},\n\"benchmarks\": {}}", DIAG_BAD_PROFILE, 2, "found none"},
	{"{\"context\": {},\n\"benchmarks\": [7]}", DIAG_BAD_PROFILE, 2, "found a number"},
	{FILE_OF("\"cpu_time\": 1"), DIAG_BAD_PROFILE, 3, "with a \"name\", found none"},
	{FILE_OF("\"name\": \"a\", \"cpu_time\": -1"), DIAG_NEGATIVE, 3, "expected 0 or more in 'cpu_time', found '-1'"},
	{FILE_OF("\"name\": \"a\", \"cpu_time\": \"x\""), DIAG_WRONG_VALUE, 3, "expected a number in 'cpu_time', found 'x'"},
	{FILE_OF("\"name\": \"a\", \"cpu_time\": 1, \"time_unit\": \"min\""), DIAG_WRONG_VALUE, 3, "expected ns, us, ms or s in 'time_unit', found min"},
	{FILE_OF("\"name\": \"a\", \"cpu_time\": 1, \"GFLOPS\": 1e305"), DIAG_WRONG_VALUE, 3, "'GFLOPS'"},
	{FILE_OF("\"name\": \"a\", \"cpu_time\": 1, \"x\": nan"), DIAG_BAD_JSON, 3, "NaN and Infinity are not JSON"},
	{"Running ./b\nname,iterations,real_time,cpu_time,time_unit,bytes_per_second\n\"a\",1,2,3,ns,\n", DIAG_BAD_PROFILE, 2, "--benchmark_format=json"},
};

static void test_wrong(void **state)
{
	(void)state;
	assert_all_refused(wrong, G_N_ELEMENTS(wrong));
}

static void test_public_files(void **state)
{
	(void)state;
	struct imported in = import_public("gbench/flops_ai_counters_nan.json");
	assert_imported(&in, "google-benchmark", 5);
	assert_near(point_at(&in, 0)->flops, 2048);
	assert_near(point_at(&in, 0)->time, 7.7703997659928178e-08);
	assert_near(point_at(&in, 0)->flops / point_at(&in, 0)->time, 2.6356430321166733e+10);
	assert_near(point_at(&in, 1)->levels.items[0].bytes, 25165824);
	assert_near(point_at(&in, 2)->flops, 8192);
	assert_near(point_at(&in, 2)->levels.items[0].bytes, 32768);
	assert_near(point_at(&in, 2)->flops / point_at(&in, 2)->time, 4.2953469067318897e+09);
	assert_true(point_at(&in, 3)->flops == 0);
	assert_near(point_at(&in, 3)->levels.items[0].bytes, 1048576);
	assert_near(point_at(&in, 3)->time, 4.7103377499979615e-06);
	assert_says(point_at(&in, 4)->missing, "needs AVX-512");
	import_free(&in);
	in = import_public("gbench/public_plain.json");
	assert_imported(&in, "google-benchmark", 2);
	assert_near(point_at(&in, 0)->time, 213.65507206163295e-9);
	assert_says(point_at(&in, 0)->missing, "SetBytesProcessed");
	import_free(&in);
	in = import_public("gbench/flops_ai_counters.csv.aborted");
	assert_refused(&in, DIAG_BAD_PROFILE, 1, "--benchmark_format=json");
	import_free(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_counters),
		cmocka_unit_test(test_named_counter),
		cmocka_unit_test(test_clock),
		cmocka_unit_test(test_wrong),
		cmocka_unit_test(test_public_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
