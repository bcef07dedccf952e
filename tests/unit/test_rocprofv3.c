// SPDX-License-Identifier: MIT
#include "import_fixture.h"

#define SAMPLES "samples/import/rocprof/"

static void test_joined_passes(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "counter_collection_passes.csv");
	assert_imported(&in, "rocprofv3", 2);
	const struct point *point = point_at(&in, 0);
	assert_string_equal(point->name, "void relax<float, 2>(float*, float const*)");
	assert_string_equal(point->shape, "grid 131072, workgroup 128");
	assert_near(point->flops, 1000 * 64 + 4000 * 128 + 10 * 64);
	assert_int_equal(point->levels.count, 1);
	assert_string_equal(point->levels.items[0].level, "HBM");
	assert_near(point->levels.items[0].bytes, 768.75 * 1024);
	assert_near(point->time, 8.6e-6);
	assert_near(point->time_low, 8e-6);
	assert_near(point->time_high, 9e-6);
	assert_string_equal(point->precision, "fp32");
	assert_non_null(strstr(point->assumptions, "median of 3 passes"));
	assert_non_null(strstr(point->assumptions, "units of 1024 byte"));
	assert_null(point->missing);
	assert_near(point_at(&in, 1)->flops, 128000);
	assert_near(point_at(&in, 1)->levels.items[0].bytes, 1024.125 * 1024);
	assert_int_equal(diags_count(in.diags), 0);
	import_free(&in);
}

static void test_no_times(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "counter_collection_no_times.csv");
	assert_imported(&in, "rocprofv3", 1);
	const struct point *point = point_at(&in, 0);
	assert_true(isnan(point->time) && isnan(point->flops));
	assert_non_null(strstr(point->missing, "the file has no times"));
	assert_non_null(strstr(point->missing, "SQ_INSTS_VALU_MUL_F32 and 4 more, which the file has not"));
	assert_non_null(strstr(point->missing, "FLOPs of matrix cores need SQ_INSTS_VALU_MFMA_MOPS_F16"));
	assert_non_null(strstr(point->missing, "HBM bytes need TCC_EA_RDREQ_32B_sum, TCC_EA_WRREQ_sum, TCC_EA_WRREQ_64B_sum, which"));
	import_free(&in);
}

static void test_trace(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "kernel_trace.csv");
	assert_imported(&in, "rocprofv3", 2);
	assert_near(point_at(&in, 0)->time, 12345e-9);
	assert_string_equal(point_at(&in, 0)->shape, "grid 1024 512 1, workgroup 128 2 1");
	assert_string_equal(point_at(&in, 0)->missing, IMPORT_TIMES_ALONE);
	assert_true(isnan(point_at(&in, 1)->time));
	assert_non_null(strstr(point_at(&in, 1)->missing, "time stamps are empty or equal"));
	import_free(&in);
}

static void test_agents(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "agent_info.csv");
	assert_imported(&in, "rocprofv3", 0);
	assert_string_equal(in.chart.device_hint, "AMD Instinct MI210");
	assert_message(&in, DIAG_IGNORED, 1, "lists the devices of the machine (AMD Instinct MI210)");
	import_free(&in);
}

#define HEAD "\"Dispatch_Id\",\"Agent_Id\",\"Kernel_Name\",\"Counter_Name\",\"Counter_Value\",\"Start_Timestamp\",\"End_Timestamp\"\n"

// The same dispatch number on two devices is two dispatches.
static void test_two_agents(void **state)
{
	(void)state;
	struct imported in = import_text(HEAD "1,4,\"k\",\"FETCH_SIZE\",2,10,20\n1,5,\"k\",\"FETCH_SIZE\",3,10,30\n1,5,\"k\",\"WRITE_SIZE\",1,10,30\n"
		"1,4,\"k\",\"WRITE_SIZE\",4,10,20\n");
	assert_imported(&in, "rocprofv3", 2);
	assert_near(point_at(&in, 0)->levels.items[0].bytes, 6 * 1024);
	assert_near(point_at(&in, 0)->time, 10e-9);
	assert_true(isnan(point_at(&in, 0)->time_low));
	assert_near(point_at(&in, 1)->levels.items[0].bytes, 4 * 1024);
	assert_near(point_at(&in, 1)->time, 20e-9);
	import_free(&in);
}

static void test_wrong(void **state)
{
	(void)state;
	static const struct { const char *text; enum diag_id id; size_t line; const char *part; } wrong[] = {
		{HEAD, DIAG_BAD_PROFILE, 1, "found none"},
		{"Dispatch_Id,Kernel_Name,Counter_Name;Counter_Value\n1,k,2\n", DIAG_BAD_PROFILE, 1, "expected a column Counter_Name, found none"},
		{"Kind,Kernel_Name,Start_Timestamp;End_Timestamp\n1,k,2\n", DIAG_BAD_PROFILE, 1, "expected a column Start_Timestamp, found none"},
		{HEAD "1,4,\"k\",\"SQ_WAVES\",2,10,20\n1,4,\"k\",\"FETCH_S", DIAG_BAD_CSV, 3, "found the end of the text"},
		{HEAD "1,4,\"k\",\"SQ_WAVES\",2,10,20\n1,4,\"k\",\"FETCH_SIZE\",2\n", DIAG_BAD_PROFILE, 3, "expected 7 cells as in the header, found 5"},
		{HEAD "1,4,\"k\",\"SQ_WAVES\",2x,10,20\n", DIAG_WRONG_VALUE, 2, "Counter_Value: expected a number, found '2x'"},
		{HEAD "1,4,\"k\",\"SQ_WAVES\",-2,10,20\n", DIAG_NEGATIVE, 2, "Counter_Value: expected 0 or more, found -2"},
		{HEAD "1,4,\"k\",\"SQ_WAVES\",2,30,20\n", DIAG_NEGATIVE, 2, "expected an end after the start 30, found 20"},
		{HEAD "1,4,\"\",\"SQ_WAVES\",2,10,20\n", DIAG_BAD_PROFILE, 2, "expected the name of a kernel"},
		{HEAD "1,4,\"k\",\"FETCH_SIZE\",2,10,20\n\n1,4,\"k\",\"FETCH_SIZE\",2,10,20\n", DIAG_BAD_PROFILE, 4,
			"expected one value of FETCH_SIZE for dispatch 1, found another (its first row is line 2)"},
		{"\"Domain\",\"Function\",\"Process_Id\",\"Thread_Id\",\"Correlation_Id\",\"Start_Timestamp\",\"End_Timestamp\"\n", DIAG_BAD_PROFILE, 1,
			"trace of calls by the host, which has no kernels: give *_counter_collection.csv"},
		{"\"Kind\",\"Direction\",\"Source_Agent_Id\",\"Start_Timestamp\",\"End_Timestamp\"\n", DIAG_BAD_PROFILE, 1, "trace of copies"},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++) {
		struct imported in = import_text(wrong[i].text);
		assert_string_equal(in.importer->name, "rocprofv3");
		assert_refused(&in, wrong[i].id, wrong[i].line, wrong[i].part);
		import_free(&in);
	}
}

static void test_public_counters(void **state)
{
	(void)state;
	struct imported in = import_public("rocprof/rocprofv3_counter_collection_2024.csv");
	assert_imported(&in, "rocprofv3", 7);
	assert_non_null(strstr(point_at(&in, 0)->missing, "the file has no times"));
	assert_non_null(strstr(point_at(&in, 0)->missing, "no counters of FLOPs and bytes in the file"));
	import_free(&in);
	in = import_public("rocprof/rocprofv3_counter_collection_2025.csv");
	assert_imported(&in, "rocprofv3", 4);
	assert_string_equal(point_at(&in, 0)->name, "void addition_kernel<float>(float*, float const*, float const*, int, int)");
	assert_near(point_at(&in, 0)->time, 52151e-9);
	assert_near(point_at(&in, 3)->time, 48151e-9);
	assert_non_null(strstr(point_at(&in, 3)->missing, "no counters of FLOPs and bytes in the file"));
	import_free(&in);
}

static void test_public_traces(void **state)
{
	(void)state;
	struct imported in = import_public("rocprof/rocprofv3_kernel_trace_2024.csv");
	assert_imported(&in, "rocprofv3", 7);
	assert_near(point_at(&in, 0)->time, 48744e-9);
	assert_string_equal(point_at(&in, 0)->shape, "grid 1024 1024 1, workgroup 64 1 1");
	import_free(&in);
	in = import_public("rocprof/rocprofv3_kernel_trace_2025.csv");
	assert_imported(&in, "rocprofv3", 9);
	assert_near(point_at(&in, 0)->time, 12800e-9);
	import_free(&in);
	in = import_public("rocprof/rocprofv3_kernel_trace_mi350.csv");
	assert_imported(&in, "rocprofv3", 64);
	assert_string_equal(point_at(&in, 4)->kernel_name, "rmsnorm_kernel_0");
	assert_near(point_at(&in, 4)->time, 10800e-9);
	assert_true(strlen(point_at(&in, 0)->kernel_name) > 1000);
	assert_string_equal(point_at(&in, 0)->missing, IMPORT_TIMES_ALONE);
	import_free(&in);
	in = import_public("rocprof/rocprofv3_agent_info_mi350.csv");
	assert_imported(&in, "rocprofv3", 0);
	assert_string_equal(in.chart.device_hint, "AMD Instinct MI350X");
	import_free(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_joined_passes),
		cmocka_unit_test(test_no_times),
		cmocka_unit_test(test_trace),
		cmocka_unit_test(test_agents),
		cmocka_unit_test(test_two_agents),
		cmocka_unit_test(test_wrong),
		cmocka_unit_test(test_public_counters),
		cmocka_unit_test(test_public_traces),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
