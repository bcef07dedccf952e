// SPDX-License-Identifier: MIT
#include "import_fixture.h"

#define SAMPLES "samples/import/rocprof/"

static double bytes_of(const struct point *point, const char *level)
{
	for (size_t i = 0; i < point->levels.count; i++)
		if (strcmp(point->levels.items[i].level, level) == 0)
			return point->levels.items[i].bytes;
	return NAN;
}

static void assert_figures(const struct point *point, double flops, double hbm, double l2, double l1, double time)
{
	assert_near(point->flops, flops);
	assert_near(bytes_of(point, "HBM"), hbm);
	assert_near(bytes_of(point, "L2"), l2);
	assert_near(bytes_of(point, "L1"), l1);
	assert_near(point->time, time);
	assert_null(point->missing);
}

static void test_mi200(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "pmc_perf_mi200.csv");
	assert_imported(&in, "rocprof-compute", 4);
	const struct point *point = point_at(&in, 0);
	assert_string_equal(point->name, "axpy(double, double const*, double*, int) [clone .kd]");
	assert_string_equal(point->shape, "grid 262144, workgroup 256");
	assert_figures(point, 4096 * 128, 6293376, 6291968, 6291456, 20e-6);
	assert_string_equal(point->precision, "fp64");
	assert_string_equal(point->pipe, "vector");
	assert_non_null(strstr(point->assumptions, "exec mask is not counted"));
	assert_non_null(strstr(point->assumptions, "formula for MI200"));
	point = point_at(&in, 1);
	assert_figures(point, 3010 * 64 + 500 * 128 + 1048576 * 512.0, 1920000, 19840000, 57600000, 64e-6);
	assert_string_equal(point->precision, "fp64");
	assert_string_equal(point->pipe, "tensor");
	assert_non_null(strstr(point->assumptions, "INT8 matrix operations are not counted"));
	assert_int_equal(diags_count(in.diags), 0);
	import_free(&in);
}

// No FLOP is a value; INT8 operations count where there is nothing else.
static void test_without_flops(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "pmc_perf_mi200.csv");
	const struct point *point = point_at(&in, 2);
	assert_figures(point, 2048 * 512, 64000, 128000, 256000, 32e-6);
	assert_string_equal(point->precision, "int8");
	assert_string_equal(point->pipe, "tensor");
	assert_non_null(strstr(point->assumptions, "integer work alone"));
	point = point_at(&in, 3);
	assert_figures(point, 0, 262144, 262144, 262144, 1.6e-6);
	assert_null(point->precision);
	assert_null(strstr(point->assumptions, "exec mask"));
	import_free(&in);
}

static void test_mi300(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "pmc_perf_mi300.csv");
	assert_imported(&in, "rocprof-compute", 1);
	assert_figures(point_at(&in, 0), 1542400, 126720, 128000, 320000, 10e-6);
	assert_string_equal(point_at(&in, 0)->precision, "fp8");
	assert_non_null(strstr(point_at(&in, 0)->assumptions, "formula for MI300"));
	assert_non_null(strstr(point_at(&in, 0)->assumptions, "64 byte an access"));
	import_free(&in);
}

#define HEAD "Dispatch_ID,Kernel_Name,GPU_ID"
#define VALU(format) ",SQ_INSTS_VALU_ADD_" format ",SQ_INSTS_VALU_MUL_" format ",SQ_INSTS_VALU_FMA_" format ",SQ_INSTS_VALU_TRANS_" format
#define MOPS(format) ",SQ_INSTS_VALU_MFMA_MOPS_" format
#define FLOPS VALU("F16") VALU("F32") VALU("F64") MOPS("F16") MOPS("BF16") MOPS("F32") MOPS("F64")
#define ONES ",1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1"
#define STAMPS ",Start_Timestamp,End_Timestamp\n"

// A divergent kernel says how many of its lanes worked.
static void test_lanes(void **state)
{
	(void)state;
	struct imported in = import_text(HEAD FLOPS ",SQ_THREAD_CYCLES_VALU,SQ_ACTIVE_INST_VALU" STAMPS "0,k,1" ONES ",750,20,1,9\n1,k,1" ONES
		",640,10,1,9\n2,k,1" ONES ",5,0,1,9\n");
	assert_imported(&in, "rocprof-compute", 3);
	assert_non_null(strstr(point_at(&in, 0)->assumptions, "37.5 of 64 lanes were active on average"));
	assert_null(strstr(point_at(&in, 1)->assumptions, "on average"));
	assert_null(strstr(point_at(&in, 2)->assumptions, "on average"));
	import_free(&in);
}

// Where reads of 64 and 128 byte have their own counters TCC_BUBBLE says nothing; a chip with F6F4 instructions has them, and needs them.
static void test_mi350(void **state)
{
	(void)state;
	struct imported in = import_text(HEAD FLOPS MOPS("F8") MOPS("F6F4") ",TCC_BUBBLE_sum,TCC_EA0_RDREQ_sum,TCC_EA0_RDREQ_32B_sum,TCC_EA0_RDREQ_64B_sum,"
		"TCC_EA0_RDREQ_128B_sum,TCC_EA0_WRREQ_sum,TCC_EA0_WRREQ_64B_sum" STAMPS "0,k,1" ONES ",1,90,7,999,10,20,30,40,35,1000,2000\n");
	assert_imported(&in, "rocprof-compute", 1);
	assert_near(bytes_of(point_at(&in, 0), "HBM"), 30 * 128 + 20 * 64 + 10 * 32 + 35 * 64 + 5 * 32);
	assert_string_equal(point_at(&in, 0)->precision, "fp4");
	import_free(&in);
	in = import_text(HEAD FLOPS MOPS("F8") MOPS("F6F4") ",TCC_BUBBLE_sum,TCC_EA0_RDREQ_sum,TCC_EA0_RDREQ_32B_sum,TCC_EA0_WRREQ_sum,TCC_EA0_WRREQ_64B_sum" STAMPS
		"0,k,1" ONES ",1,0,7,999,10,40,35,1000,2000\n");
	assert_imported(&in, "rocprof-compute", 1);
	assert_true(isnan(bytes_of(point_at(&in, 0), "HBM")));
	assert_non_null(strstr(point_at(&in, 0)->missing, "HBM bytes need TCC_EA0_RDREQ_128B_sum, TCC_EA0_RDREQ_64B_sum"));
	import_free(&in);
}

static void test_missing_counters(void **state)
{
	(void)state;
	struct imported in = import_text(HEAD VALU("F16") VALU("F32") VALU("F64") MOPS("F16") MOPS("BF16") MOPS("F32")
		",TCC_EA_RDREQ_sum,TCC_EA_WRREQ_sum,TCC_EA_WRREQ_64B_sum,TCP_TCC_READ_REQ_sum" STAMPS "0,k,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,5,5,5,5,1000,1000\n");
	assert_imported(&in, "rocprof-compute", 1);
	const struct point *point = point_at(&in, 0);
	assert_true(isnan(point->flops) && isnan(point->time));
	assert_int_equal(point->levels.count, 0);
	assert_non_null(strstr(point->missing, "FLOPs need SQ_INSTS_VALU_MFMA_MOPS_F64, which the file has not"));
	assert_non_null(strstr(point->missing, "HBM bytes need TCC_EA_RDREQ_32B_sum, which the file has not"));
	assert_non_null(strstr(point->missing, "L2 bytes need TCP_TCC_WRITE_REQ_sum, TCP_TCC_ATOMIC_WITH_RET_REQ_sum"));
	assert_non_null(strstr(point->missing, "time stamps are empty or equal"));
	import_free(&in);
	// An empty cell is no 0.
	in = import_text(HEAD FLOPS ",FETCH_SIZE,WRITE_SIZE" STAMPS "0,k,1" ONES ",1.5,N/A,1000,2000\n");
	assert_imported(&in, "rocprof-compute", 1);
	assert_near(point_at(&in, 0)->flops, 12 * 64 + 3 * 64 + 4 * 512);
	assert_non_null(strstr(point_at(&in, 0)->missing, "HBM bytes need WRITE_SIZE"));
	import_free(&in);
}

static void test_times_alone(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "timestamps.csv");
	assert_imported(&in, "rocprof-compute", 1);
	assert_near(point_at(&in, 0)->time, 20e-6);
	assert_string_equal(point_at(&in, 0)->missing, IMPORT_TIMES_ALONE);
	import_free(&in);
}

static void test_machine(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "sysinfo.csv");
	assert_imported(&in, "rocprof-compute", 0);
	assert_string_equal(in.chart.device_hint, "MI210");
	assert_message(&in, DIAG_IGNORED, 2, "(MI210, gfx90a)");
	import_free(&in);
}

// A double does not hold the nanoseconds since 1970, and a table that went through a data frame has a fraction.
static void test_time_stamps(void **state)
{
	(void)state;
	struct imported in = import_text(HEAD STAMPS "0,k,1,1700000000000000001,1700000000000000008\n1,k,1,5000.0,7000.000\n2,k,1,1e3,3e3\n3,k,1,,\n");
	assert_imported(&in, "rocprof-compute", 4);
	assert_near(point_at(&in, 0)->time, 7e-9);
	assert_near(point_at(&in, 1)->time, 2e-6);
	assert_near(point_at(&in, 2)->time, 2e-6);
	assert_true(isnan(point_at(&in, 3)->time));
	import_free(&in);
}

static void test_wrong(void **state)
{
	(void)state;
	static const struct { const char *text; enum diag_id id; size_t line; const char *part; } wrong[] = {
		{"Dispatch_ID,Kernel_Name;GPU_ID\n0,1\n", DIAG_BAD_PROFILE, 1, "expected a column Kernel_Name, found none"},
		{"gpu_model,gpu_arch;cu_per_gpu\n0,1\n", DIAG_BAD_PROFILE, 1, "expected a column gpu_arch, found none"},
		{HEAD STAMPS, DIAG_BAD_PROFILE, 1, "expected rows below the header, found none"},
		{HEAD STAMPS "0,k,1,1000,2000\n1,k,1,30", DIAG_BAD_PROFILE, 3, "expected 5 cells as in the header, found 4: the file may be cut off"},
		{HEAD STAMPS "0,k,1,1000,2000\n1,\"k,1,30", DIAG_BAD_CSV, 3, "found the end of the text"},
		{HEAD STAMPS "0,k,1,1000,2000,9\n1,k,1,1000,2000\n", DIAG_BAD_PROFILE, 2, "expected 5 cells as in the header, found 6"},
		{HEAD STAMPS "0,k,1,1000,200\n", DIAG_NEGATIVE, 2, "expected an end after the start 1000, found 200"},
		{HEAD STAMPS "0,k,1,1000,20x0\n", DIAG_WRONG_VALUE, 2, "End_Timestamp: expected a time stamp in whole nanoseconds, found '20x0'"},
		{HEAD STAMPS "0,k,1,-5,2000\n", DIAG_WRONG_VALUE, 2, "found '-5'"},
		{HEAD STAMPS "0,,1,1000,2000\n", DIAG_BAD_PROFILE, 2, "Kernel_Name: expected the name of a kernel"},
		{HEAD ",FETCH_SIZE,WRITE_SIZE" STAMPS "0,k,1,5,1O,1000,2000\n", DIAG_WRONG_VALUE, 2, "WRITE_SIZE: expected a number, found '1O'"},
		{HEAD ",FETCH_SIZE,WRITE_SIZE" STAMPS "0,k,1,5,-1,1000,2000\n", DIAG_NEGATIVE, 2, "WRITE_SIZE: expected 0 or more, found -1"},
		{HEAD ",FETCH_SIZE,WRITE_SIZE" STAMPS "0,k,1,5,1e400,1000,2000\n", DIAG_WRONG_VALUE, 2, "found '1e400'"},
		{HEAD ",TCC_EA_RDREQ_sum,TCC_EA_RDREQ_32B_sum,TCC_EA_WRREQ_sum,TCC_EA_WRREQ_64B_sum" STAMPS "0,k,1,5,50,0,0,1000,2000\n", DIAG_NEGATIVE, 2,
			"contradict each other"},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++) {
		struct imported in = import_text(wrong[i].text);
		assert_string_equal(in.importer->name, "rocprof-compute");
		assert_refused(&in, wrong[i].id, wrong[i].line, wrong[i].part);
		import_free(&in);
	}
}

// Lines before the header, a mark, another separator.
static void test_surroundings(void **state)
{
	(void)state;
	struct imported in = import_text("\xef\xbb\xbfINFO copying\r\nDispatch_ID;Kernel_Name;GPU_ID;Start_Timestamp;End_Timestamp\r\n0;k;1;1000;2000\r\n");
	assert_imported(&in, "rocprof-compute", 1);
	assert_near(point_at(&in, 0)->time, 1e-6);
	import_free(&in);
}

static void test_public_files(void **state)
{
	(void)state;
	struct imported in = import_public("rocprof/pmc_perf_mi200_dispatch0.csv");
	assert_imported(&in, "rocprof-compute", 1);
	assert_string_equal(point_at(&in, 0)->kernel_name, "vecCopy(double*, double*, double*, int, int) [clone .kd]");
	assert_figures(point_at(&in, 0), 0, 16777728, 16777216, 33554432, 2.016e-05);
	import_free(&in);
	in = import_public("rocprof/pmc_perf_mi200_multi.csv");
	assert_imported(&in, "rocprof-compute", 3);
	assert_figures(point_at(&in, 0), 0, 16777728, 16777216, 33554432, 2.064e-05);
	assert_figures(point_at(&in, 1), 0, 14248128, 16777216, 33554432, 1.552e-05);
	assert_figures(point_at(&in, 2), 0, 14228288, 16777216, 33554432, 1.648e-05);
	import_free(&in);
	in = import_public("rocprof/pmc_perf_mi300x.csv");
	assert_imported(&in, "rocprof-compute", 3);
	assert_figures(point_at(&in, 0), 0, 16793216, 12582912, 33554432, 1.6119e-05);
	assert_figures(point_at(&in, 1), 0, 16792704, 12582912, 33554432, 1.356e-05);
	assert_figures(point_at(&in, 2), 0, 16791744, 12582912, 33554432, 1.348e-05);
	import_free(&in);
	in = import_public("rocprof/timestamps_mi200.csv");
	assert_imported(&in, "rocprof-compute", 1);
	assert_near(point_at(&in, 0)->time, 20160e-9);
	assert_string_equal(point_at(&in, 0)->missing, IMPORT_TIMES_ALONE);
	import_free(&in);
	in = import_public("rocprof/sysinfo_mi200.csv");
	assert_imported(&in, "rocprof-compute", 0);
	assert_message(&in, DIAG_IGNORED, 2, "(MI200, gfx90a) and has no kernels: give pmc_perf.csv");
	import_free(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_mi200),
		cmocka_unit_test(test_without_flops),
		cmocka_unit_test(test_mi300),
		cmocka_unit_test(test_lanes),
		cmocka_unit_test(test_mi350),
		cmocka_unit_test(test_missing_counters),
		cmocka_unit_test(test_times_alone),
		cmocka_unit_test(test_machine),
		cmocka_unit_test(test_time_stamps),
		cmocka_unit_test(test_wrong),
		cmocka_unit_test(test_surroundings),
		cmocka_unit_test(test_public_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
