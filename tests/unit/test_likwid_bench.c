// SPDX-License-Identifier: MIT
#include "import_fixture.h"

#define SAMPLE "samples/import/likwid/bench.txt"

static void test_runs(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLE);
	assert_imported(&in, "likwid-bench", 4);
	assert_int_equal(diags_count(in.diags), 0);
	const struct point *stream = point_at(&in, 0);
	assert_string_equal(stream->name, "stream_sp_avx");
	assert_string_equal(stream->precision, "fp32");
	assert_near(stream->flops, 66.6e9);
	assert_near(stream->time, 2);
	assert_null(stream->levels.items[0].level);
	assert_near(stream->levels.items[0].bytes, 400e9);
	assert_non_null(strstr(stream->assumptions, "a working set of 400 MB"));
	// 0 FLOP is a value.
	assert_true(point_at(&in, 2)->flops == 0);
	assert_null(point_at(&in, 2)->precision);
	assert_string_equal(point_at(&in, 3)->name, "copy #2");
	// The peak of peakflops alone, slopes of the others, the better of two equal runs.
	assert_int_equal(in.chart.hardware.count, 1);
	const struct hardware *machine = in.chart.hardware.items[0];
	assert_string_equal(machine->name, "bench");
	assert_int_equal(machine->compute.count, 1);
	assert_string_equal(machine->compute.items[0].name, "peakflops_avx_fma");
	assert_string_equal(machine->compute.items[0].precision, "fp64");
	assert_near(machine->compute.items[0].peak, 80e9);
	assert_int_equal(machine->memory.count, 2);
	assert_string_equal(machine->memory.items[0].name, "stream_sp_avx, 400 MB");
	assert_near(machine->memory.items[0].bandwidth, 200e9);
	assert_near(machine->memory.items[1].bandwidth, 151e9);
	assert_int_equal(machine->memory.items[0].kind, CEILING_MEASURED);
	import_free(&in);
}

#define RUN "LIKWID MICRO BENCHMARK\nTest: load\n"

static void test_wrong(void **state)
{
	(void)state;
	static const struct refusal cases[] = {
		{RUN "Time:\t1 sec\n", DIAG_BAD_PROFILE, 2, "run of 'load': expected a line 'Number of Flops:'"},
		{"LIKWID MICRO BENCHMARK\n", DIAG_BAD_PROFILE, 1, "expected a line 'Test:'"},
		{RUN "Time:\t-1 sec\n", DIAG_NEGATIVE, 3, "for Time:"},
		{RUN "MByte/s:\tinf\n", DIAG_WRONG_VALUE, 3, "found 'inf'"},
		{RUN "Size (Byte):\t8\nNumber of Flops:\t0\nMFlops/s:\t0\nTime:\t0 sec\nData volume (Byte):\t0\nMByte/s:\t0\n", DIAG_BAD_PROFILE, 1, "found none"},
	};
	assert_all_refused(cases, G_N_ELEMENTS(cases));
}

static void test_public_files(void **state)
{
	(void)state;
	struct imported in = import_public("likwid/likwid_bench_triad_avx.txt");
	assert_imported(&in, "likwid-bench", 1);
	assert_string_equal(point_at(&in, 0)->name, "triad_avx");
	assert_string_equal(point_at(&in, 0)->precision, "fp64");
	assert_near(point_at(&in, 0)->flops, 8192000000);
	assert_near(point_at(&in, 0)->levels.items[0].bytes, 131072000000);
	assert_near(point_at(&in, 0)->time, 1.677284);
	assert_near(in.chart.hardware.items[0]->memory.items[0].bandwidth, 78145.41e6);
	assert_int_equal(in.chart.hardware.items[0]->compute.count, 0);
	import_free(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_runs),
		cmocka_unit_test(test_wrong),
		cmocka_unit_test(test_public_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
