// SPDX-License-Identifier: MIT
// STREAM and BabelStream.
#include "import_fixture.h"

#define SAMPLES "samples/import/stream/"

static void assert_slope(const struct imported *in, const char *importer, const char *machine, double bandwidth, const char *source)
{
	assert_imported(in, importer, 0);
	assert_int_equal(in->chart.hardware.count, 1);
	const struct hardware *hardware = in->chart.hardware.items[0];
	assert_string_equal(hardware->name, machine);
	assert_int_equal(hardware->compute.count, 0);
	assert_int_equal(hardware->memory.count, 1);
	const struct memory_ceiling *memory = &hardware->memory.items[0];
	assert_string_equal(memory->name, "DRAM");
	assert_string_equal(memory->level, "main");
	assert_near(memory->bandwidth, bandwidth);
	assert_int_equal(memory->kind, CEILING_MEASURED);
	if (!strstr(memory->source, source))
		fail_msg("expected '%s' in '%s'", source, memory->source);
}

static void test_stream(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "stream.txt");
	assert_slope(&in, "stream", "stream", 53250.5e6, "STREAM Triad, best of 4 rates; write-allocate traffic is not counted");
	assert_int_equal(diags_count(in.diags), 0);
	import_free(&in);
	// Older versions write the header otherwise; lines above it are the program's.
	in = import_text("Add: 99999999\r\nFunction      Rate (MB/s)   Avg time     Min time     Max time\r\nCopy:       1000.5000     0.1  0.1 0.1\r\n"
		"Failed Validation on array a[]\r\n");
	assert_slope(&in, "stream", "text", 1000.5e6, "Copy, best of 1");
	assert_message(&in, DIAG_PROFILER_ERROR, 4, "found its own results wrong");
	import_free(&in);
}

static void test_babelstream(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "babelstream.txt");
	assert_slope(&in, "babelstream", "Example GPU X100", 1525.75e9, "BabelStream Triad, best of 6 rates");
	assert_string_equal(in.chart.device_hint, "Example GPU X100");
	assert_null(strstr(in.chart.hardware.items[0]->memory.items[0].source, "write-allocate"));
	import_free(&in);
	in = import_text("function,num_times,n_elements,sizeof,max_mibytes_per_sec,min_runtime,max_runtime,avg_runtime\nCopy,100,33554432,8,1000,0.1,0.1,0.1\n");
	assert_slope(&in, "babelstream", "text", 1000 * 1048576.0, "write-allocate traffic of a CPU is not counted");
	import_free(&in);
	in = import_file(SAMPLES "device.csv");
	assert_slope(&in, "babelstream", "X100 PCIe", 203500.25e6, "BabelStream Triad, best of 3 rates");
	import_free(&in);
}

static void test_wrong(void **state)
{
	(void)state;
	static const struct refusal cases[] = {
		{"STREAM version $Revision: 5.10 $\nArray size\n", DIAG_BAD_PROFILE, 2, "none: was the output cut off?"},
		{"STREAM version\nFunction    Best Rate MB/s  Avg time\n", DIAG_BAD_PROFILE, 2, "the end of the file below its header"},
		{"STREAM version\nFunction    Best Rate MB/s  Avg time\nCopy:\n", DIAG_BAD_PROFILE, 3, "a rate in MB/s after 'Copy:'"},
		{"STREAM version\nFunction    Best Rate MB/s  Avg time\nCopy:  inf 0\n", DIAG_WRONG_VALUE, 3, "the rate of Copy, found 'inf'"},
		{"STREAM version\nFunction    Best Rate MB/s  Avg time\nCopy:  -5 0\n", DIAG_NEGATIVE, 3, "found -5"},
		{"STREAM version\nFunction    Best Rate MB/s  Avg time\nCopy:  0.0 0\n", DIAG_BAD_PROFILE, 1, "ceilings above 0"},
		{"BabelStream\nVersion: 4\n", DIAG_BAD_PROFILE, 2, "none: was the output cut off?"},
		{"BabelStream\nFunction    KBytes/sec  Min (sec)\nCopy 1 2\n", DIAG_BAD_PROFILE, 3, "expected the table of BabelStream"},
		{"BabelStream\nFunction    MBytes/sec  Min (sec)\nCopy\n", DIAG_BAD_PROFILE, 3, "a rate after Copy"},
		{"BabelStream\nFunction    MBytes/sec  Min (sec)\nCopy 12x 2\n", DIAG_WRONG_VALUE, 3, "found '12x'"},
		{"BabelStream\nFunction    MBytes/sec  Min (sec)\nCopy 1e305 2\n", DIAG_WRONG_VALUE, 3, "in SI units"},
		{"Device,Copy,Mul,Triad\nA,1,2,3\nB,1,2,3\n", DIAG_BAD_PROFILE, 1, "a table of 2 (A, B): keep the header and the line of yours, as 'sed -n \"1p;2p\""},
		{"Device,Copy,Mul,Triad\nA,1,2,3\n", DIAG_MISSING_UNIT, 2, "found 3 alone"},
		{"Device,Copy,Mul,Triad\nA,1,x,3\n", DIAG_WRONG_VALUE, 2, "the rate of Mul"},
		{"Device,Copy,Mul,Triad\n", DIAG_BAD_PROFILE, 1, "expected a row of a device"},
		{"#Device,Copy,Mul,Triad\n", DIAG_BAD_PROFILE, 1, "found none that is no comment"},
		{"Other Device,Copy,Mul,Triad\nA,1,2,3\n", DIAG_BAD_PROFILE, 1, "expected a row of a device"},
		{"Device,Copy,Mul,Triad\nA,-,,\n", DIAG_BAD_PROFILE, 2, "a rate of 'A'"},
	};
	assert_all_refused(cases, G_N_ELEMENTS(cases));
}

static void test_public_files(void **state)
{
	(void)state;
	struct imported in = import_public("stream/stream_c_5.10_nonconforming.txt");
	assert_slope(&in, "stream", "stream_c_5.10_nonconforming", 34934.3e6, "STREAM Scale, best of 4");
	import_free(&in);
	in = import_public("stream/babelstream_2019_cuda.txt");
	assert_slope(&in, "babelstream", "GeForce RTX 2080 Ti", 571798.661e6, "Dot");
	import_free(&in);
	in = import_public("stream/babelstream_mi100.txt");
	assert_slope(&in, "babelstream", "babelstream_mi100", 935144.115e6, "BabelStream Mul, best of 10 rates");
	import_free(&in);
	in = import_public("stream/babelstream_v1_results.csv");
	assert_refused(&in, DIAG_BAD_PROFILE, 1, "a table of 17 (FirePro S10000,");
	import_free(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stream),
		cmocka_unit_test(test_babelstream),
		cmocka_unit_test(test_wrong),
		cmocka_unit_test(test_public_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
