// SPDX-License-Identifier: MIT
#include "import_fixture.h"

#define SAMPLES "samples/import/mixbench/"

#define HEADER "Experiment ID, Single Precision ops,,, \nCompute iters, Flops/byte, ex.time,  GFLOPS, GB/sec\n"
#define THOASM "   Precision;    [GOP/s];  BW [GB/s];  time [ms]; computations; data [Bytes]\n"

static const struct compute_ceiling *peak_of(const struct imported *in, const char *precision)
{
	const struct hardware *machine = in->chart.hardware.items[0];
	for (size_t i = 0; i < machine->compute.count; i++)
		if (machine->compute.items[i].precision && strcmp(machine->compute.items[i].precision, precision) == 0)
			return &machine->compute.items[i];
	fail_msg("no peak of %s", precision);
	return NULL;
}

static void test_points(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "console.txt");
	assert_imported(&in, "mixbench", 12);
	assert_string_equal(in.chart.device_hint, "Example RTX 1");
	const struct point *point = point_at(&in, 0);
	assert_string_equal(point->name, "single precision, compute iters 0");
	assert_string_equal(point->series, "single precision");
	assert_string_equal(point->precision, "fp32");
	assert_near(point->levels.items[0].intensity, 0.25);
	assert_null(point->levels.items[0].level);
	assert_near(point->performance, 93.8e9);
	assert_near(point->time, 0.36e-3);
	assert_string_equal(point->assumptions, "FLOPs and bytes follow from a time of 2 decimals");
	point = point_at(&in, 2);
	assert_string_equal(point->precision, "fp16");
	assert_true(point->flops == 0);
	assert_near(point->bandwidth, 370e9);
	point = point_at(&in, 7);
	assert_string_equal(point->name, "integer, compute iters 8");
	assert_string_equal(point->precision, "int32");
	assert_near(point->performance, 1330.25e9);
	point = point_at(&in, 10);
	assert_near(point->performance, 13851e9); // "2.40,13851.00" touch
	import_free(&in);
}

static void test_ceilings(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "console.txt");
	assert_imported(&in, "mixbench", 12);
	assert_int_equal(in.chart.hardware.count, 1);
	const struct hardware *machine = in.chart.hardware.items[0];
	assert_string_equal(machine->name, "Example RTX 1");
	assert_int_equal(machine->memory.count, 1);
	assert_near(machine->memory.items[0].bandwidth, 376e9);
	assert_int_equal(machine->compute.count, 4);
	assert_near(peak_of(&in, "fp32")->peak, 6925.5e9);
	assert_near(peak_of(&in, "fp64")->peak, 192.38e9);
	assert_near(peak_of(&in, "int32")->peak, 6412.5e9);
	assert_string_equal(peak_of(&in, "fp16")->name, "FP16");
	assert_int_equal(peak_of(&in, "fp16")->kind, CEILING_MEASURED);
	import_free(&in);
}

static void test_thoasm(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "thoasm.txt");
	assert_imported(&in, "mixbench", 6);
	const struct point *point = point_at(&in, 1);
	assert_string_equal(point->name, "double, outer 1, inner 8, comp 32");
	assert_string_equal(point->series, "double precision");
	assert_near(point->flops, 64e6);
	assert_near(point->levels.items[0].bytes, 8e6);
	assert_near(point->time, 16e-6);
	assert_string_equal(point_at(&in, 3)->precision, "int32");
	assert_string_equal(point_at(&in, 4)->precision, "fp64"); // computes in double on data kept as float
	assert_string_equal(point_at(&in, 4)->series, "Ac<3, d, f>");
	assert_null(point_at(&in, 5)->precision);
	const struct hardware *machine = in.chart.hardware.items[0];
	assert_string_equal(machine->name, "thoasm");
	assert_int_equal(machine->compute.count, 4);
	assert_near(peak_of(&in, "fp64")->peak, 4000e9);
	assert_string_equal(machine->compute.items[3].name, "posit16");
	assert_near(machine->memory.items[0].bandwidth, 800e9);
	import_free(&in);
}

static void test_missing(void **state)
{
	(void)state;
	struct imported in = import_text(HEADER "0, 0.250, 0.36, 93.80, 375.20\n1, 0.750, 0.36, n/a, 375.20\n");
	assert_imported(&in, "mixbench", 2);
	assert_string_equal(point_at(&in, 1)->missing, "the row has no GFLOPS");
	import_free(&in);
	in = import_text(THOASM "float; 100; 400; 0.01; 1000000; -\n");
	assert_imported(&in, "mixbench", 1);
	assert_string_equal(point_at(&in, 0)->missing, "the row has no data [Bytes]");
	import_free(&in);
}

static void test_wrong_inputs(void **state)
{
	(void)state;
	static const struct refusal cases[] = {
		{HEADER, DIAG_BAD_PROFILE, 1, "expected rows of figures"},
		{HEADER "0, 0.250, 0.36\n", DIAG_BAD_PROFILE, 3, "expected 5 cells as in the header, found 3"},
		{HEADER "0, 0.250, 0.36, 93.8x, 375.20\n", DIAG_WRONG_VALUE, 3, "found '93.8x'"},
		{HEADER "x, 0.250, 0.36, 93.8, 375.20\n", DIAG_WRONG_VALUE, 3, "found 'x'"},
		{HEADER "0, 0.250, 0.36, 93.80, -375.20\n", DIAG_NEGATIVE, 3, "found -375.20"},
		{HEADER "0, 0.250, 0.36, 93.80, 175.20\n", DIAG_CONTRADICTION, 3, "expected GFLOPS to be Flops/byte times GB/sec"},
		{HEADER "0, 0.250, 0.36, 0.00, 0.00\n", DIAG_BAD_PROFILE, 1, "expected ceilings above 0"},
		{"Compute iters, Flops/byte, ex.time,  GFLOPS\n0, 1, 2, 3\n", DIAG_BAD_PROFILE, 1, "expected four columns"},
		{"Compute iters, Flops/byte, ex.time,  GB/sec, GFLOPS\n0, 1, 2, 3, 3\n", DIAG_BAD_PROFILE, 1, "found 'GB/sec'"},
		{THOASM "float; 100; 400; 0.01; 1000000\n", DIAG_BAD_PROFILE, 2, "expected 6 cells"},
		{THOASM "float; 100; 400; 0.1; 1000000; 4000000\n", DIAG_CONTRADICTION, 2, "expected computations by time, found 100"},
		{THOASM "float; inf; 400; 0.1; 1000000; 4000000\n", DIAG_WRONG_VALUE, 2, "found 'inf'"},
		{"Precision; [GOP/s]; time [ms]; computations; data [Bytes]\nfloat; 1; 2; 3; 4\n", DIAG_BAD_PROFILE, 1, "expected a column 'BW [GB/s]'"},
	};
	assert_all_refused(cases, G_N_ELEMENTS(cases));
}

static void test_public_files(void **state)
{
	(void)state;
	struct imported in = import_public("mixbench/mixbench_rtx2070.txt");
	assert_imported(&in, "mixbench", 4 * 33);
	assert_string_equal(in.chart.device_hint, "GeForce RTX 2070");
	assert_near(point_at(&in, 0)->levels.items[0].intensity, 0.25);
	assert_near(point_at(&in, 0)->performance, 104.42e9);
	assert_near(peak_of(&in, "fp32")->peak, 8414.49e9);
	assert_near(in.chart.hardware.items[0]->memory.items[0].bandwidth, 1592.45e9 / 3.75); // "424.65"
	import_free(&in);
	in = import_public("mixbench/thoasm_a100.txt");
	assert_true(in.ok);
	assert_int_equal(in.chart.points.count, 324 + 132);
	assert_near(point_at(&in, 0)->flops, 134217728);
	assert_near(point_at(&in, 0)->levels.items[0].bytes, 1073741824);
	assert_near(point_at(&in, 0)->time, 0.96543e-3);
	assert_near(peak_of(&in, "fp64")->peak, 9701.25502e9);
	import_free(&in);
	in = import_public("mixbench/thoasm_v100_summit.csv");
	assert_true(in.ok);
	assert_near(point_at(&in, 0)->flops, 268435456);
	assert_near(point_at(&in, 0)->levels.items[0].bytes, 4294967296 / 2.0);
	import_free(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_points),
		cmocka_unit_test(test_ceilings),
		cmocka_unit_test(test_thoasm),
		cmocka_unit_test(test_missing),
		cmocka_unit_test(test_wrong_inputs),
		cmocka_unit_test(test_public_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
