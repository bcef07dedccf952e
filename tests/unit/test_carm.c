// SPDX-License-Identifier: MIT
#include "import_fixture.h"

#define SAMPLES "samples/import/carm/"

#define APPLICATIONS "Date,Method,Name,ISA,Precision,Threads,AI,Gflops,Bandwidth,Time\n"
#define ROOFLINE "Name:,Desk,L1 Size:,32,L2 Size:,512,L3 Size:,0,,L1,L1,L2,L2,L3,L3,DRAM,DRAM,FP,FP,FP FMA,FP_FMA\n" \
	"Date,ISA,Precision,Threads,Loads,Stores,Interleaved,DRAM Bytes,FP Inst." \
	",GB/s,I/Cycle,GB/s,I/Cycle,GB/s,I/Cycle,GB/s,I/Cycle,Gflop/s,I/Cycle,Gflop/s,I/Cycle\n"

static void test_applications(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "desk_applications.csv");
	assert_imported(&in, "carm", 5);
	const struct point *point = point_at(&in, 0);
	assert_string_equal(point->name, "stencil");
	assert_string_equal(point->note, "PMU, avx2 dp, 8 threads");
	assert_string_equal(point->precision, "fp64");
	assert_near(point->performance, 40.5e9);
	assert_near(point->time, 2.5);
	assert_string_equal(point->levels.items[0].level, "L1");
	assert_near(point->levels.items[0].intensity, 0.125);
	point = point_at(&in, 1);
	assert_string_equal(point->name, "solve, part 2");
	assert_string_equal(point->note, "DBI_ROI, avx512 sp, 1 thread");
	assert_near(point->time, 0.75);
	point = point_at(&in, 2);
	assert_near(point->time, 1.5); // MIX: ms
	assert_non_null(strstr(point->assumptions, "MIX are in ms"));
	point = point_at(&in, 3);
	assert_true(point->flops == 0);
	assert_near(point->bandwidth, 210.5e9);
	point = point_at(&in, 4);
	assert_null(point->precision);
	assert_string_equal(point->missing, "AI is 'nan'");
	import_free(&in);
}

static void test_roofline(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "desk_roofline.csv");
	assert_imported(&in, "carm-roofline", 0);
	assert_message(&in, DIAG_ASSUMED, 4, "the last of 2 rows is taken, avx2 dp, 8 threads of 2025-02-03 09:30:00");
	assert_message(&in, DIAG_ZERO_ROOF, 4, "'L3'");
	const struct hardware *machine = in.chart.hardware.items[0];
	assert_string_equal(machine->name, "Desk, avx2 dp, 8 threads");
	assert_int_equal(machine->memory.count, 3);
	assert_near(machine->memory.items[0].bandwidth, 3044e9);
	assert_string_equal(machine->memory.items[2].level, "main");
	assert_near(machine->memory.items[2].bandwidth, 48.75e9);
	assert_int_equal(machine->compute.count, 2);
	assert_string_equal(machine->compute.items[0].name, "avx2 dp add");
	assert_near(machine->compute.items[0].peak, 254e9);
	assert_string_equal(machine->compute.items[1].name, "avx2 dp FMA");
	assert_near(machine->compute.items[1].peak, 508e9);
	assert_string_equal(machine->compute.items[1].precision, "fp64");
	import_free(&in);
}

// Of an fma run FP is the FMA peak, and the 0 beside it is no roof that is missing.
static void test_roofline_of_fma(void **state)
{
	(void)state;
	struct imported in = import_text(ROOFLINE "today,scalar,sp,1,2,1,No,524288,fma,40,2,20,1,10,0.5,5,0.1,6.5,1.9,0,0\n");
	assert_imported(&in, "carm-roofline", 0);
	assert_int_equal(diags_count(in.diags), 0);
	const struct hardware *machine = in.chart.hardware.items[0];
	assert_string_equal(machine->name, "Desk, scalar sp, 1 thread");
	assert_int_equal(machine->memory.count, 4);
	assert_int_equal(machine->compute.count, 1);
	assert_string_equal(machine->compute.items[0].name, "scalar sp FMA");
	assert_string_equal(machine->compute.items[0].pipe, "scalar");
	assert_near(machine->compute.items[0].peak, 6.5e9);
	import_free(&in);
}

static void test_wrong_inputs(void **state)
{
	(void)state;
	static const struct refusal cases[] = {
		{APPLICATIONS, DIAG_BAD_PROFILE, 1, "expected rows of results"},
		{APPLICATIONS "d,PMU,a,avx2,dp,8,1,2\n", DIAG_BAD_PROFILE, 2, "expected 10 cells"},
		{APPLICATIONS "d,PMU,a,avx2,dp,8,1,2x,2,1\n", DIAG_WRONG_VALUE, 2, "found '2x'"},
		{APPLICATIONS "d,PMU,a,avx2,dp,8,-1,2,2,1\n", DIAG_NEGATIVE, 2, "found -1"},
		{ROOFLINE, DIAG_BAD_PROFILE, 1, "expected rows of results"},
		{ROOFLINE "today,scalar,sp,1,2,1,No,524288,fma,40,2,20\n", DIAG_BAD_PROFILE, 3, "expected 21 cells"},
		{ROOFLINE "today,scalar,sp,1,2,1,No,524288,fma,40,2,20,1,10,0.5,-5,0.1,6.5,1.9,0,0\n", DIAG_NEGATIVE, 3, "found -5"},
		{ROOFLINE "today,scalar,sp,1,2,1,No,524288,fma,0,0,0,0,0,0,0,0,0,0,0,0\n", DIAG_BAD_PROFILE, 1, "expected ceilings above 0"},
		{"Name:,Desk,L1 Size:,32\nDate,ISA\nx,y\n", DIAG_BAD_PROFILE, 2, "expected GB/s of L1 in column 10"},
	};
	assert_all_refused(cases, G_N_ELEMENTS(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_applications),
		cmocka_unit_test(test_roofline),
		cmocka_unit_test(test_roofline_of_fma),
		cmocka_unit_test(test_wrong_inputs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
