// SPDX-License-Identifier: MIT
#include "import_fixture.h"

#define SAMPLES "samples/import/rocprof/"

static const struct compute_ceiling *compute_of(const struct hardware *machine, const char *name)
{
	for (size_t i = 0; i < machine->compute.count; i++)
		if (strcmp(machine->compute.items[i].name, name) == 0)
			return &machine->compute.items[i];
	fail_msg("no roof '%s'", name);
	return NULL;
}

static const struct memory_ceiling *memory_of(const struct hardware *machine, const char *name)
{
	for (size_t i = 0; i < machine->memory.count; i++)
		if (strcmp(machine->memory.items[i].name, name) == 0)
			return &machine->memory.items[i];
	fail_msg("no memory '%s'", name);
	return NULL;
}

static void assert_compute(const struct hardware *machine, const char *name, const char *precision, const char *pipe, double peak)
{
	const struct compute_ceiling *compute = compute_of(machine, name);
	assert_string_equal(compute->precision, precision);
	assert_string_equal(compute->pipe, pipe);
	assert_near(compute->peak, peak);
	assert_int_equal(compute->kind, CEILING_MEASURED);
}

static void assert_memory(const struct hardware *machine, const char *name, const char *level, double bandwidth)
{
	assert_string_equal(memory_of(machine, name)->level, level);
	assert_near(memory_of(machine, name)->bandwidth, bandwidth);
}

static void test_two_devices(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "roofline_mi200.csv");
	assert_imported(&in, "rocprof-roofline", 0);
	assert_int_equal(in.chart.hardware.count, 2);
	const struct hardware *machine = in.chart.hardware.items[0];
	assert_string_equal(machine->name, "roofline_mi200 device 0");
	assert_memory(machine, "HBM", "main", 1300.5e9);
	assert_near(memory_of(machine, "HBM")->low, 1299.25e9);
	assert_near(memory_of(machine, "HBM")->high, 1301.75e9);
	assert_memory(machine, "L2", "l2", 4800.125e9);
	assert_memory(machine, "L1", "l1", 9000e9);
	assert_memory(machine, "LDS", "shared", 17000e9);
	assert_compute(machine, "FP32", "fp32", "vector", 20500e9);
	assert_compute(machine, "FP64", "fp64", "vector", 19900e9);
	assert_compute(machine, "BF16 MFMA", "bf16", "tensor", 161000e9);
	assert_compute(machine, "FP64 MFMA", "fp64", "tensor", 40100e9);
	assert_compute(machine, "INT8 MFMA", "int8", "tensor", 162000e9);
	assert_near(compute_of(machine, "INT8 MFMA")->low, 161000e9);
	assert_near(compute_of(machine, "INT8 MFMA")->high, 163000e9);
	machine = in.chart.hardware.items[1];
	assert_string_equal(machine->name, "roofline_mi200 device 1");
	assert_memory(machine, "HBM", "main", 2601e9);
	assert_int_equal(diags_count(in.diags), 0);
	import_free(&in);
}

// Columns are read by their parts, whatever the release calls them.
static void test_newer_columns(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "roofline_newer.csv");
	assert_imported(&in, "rocprof-roofline", 0);
	const struct hardware *machine = in.chart.hardware.items[0];
	assert_string_equal(machine->name, "roofline_newer");
	assert_true(isnan(memory_of(machine, "HBM")->low));
	assert_near(memory_of(machine, "HBM")->high, 4100e9);
	assert_memory(machine, "MALL", "l3", 8000e9);
	assert_compute(machine, "FP8", "fp8", "vector", 71000e9);
	assert_compute(machine, "FP16", "fp16", "vector", 70000e9);
	assert_compute(machine, "BF16", "bf16", "vector", 69000e9);
	assert_compute(machine, "INT8", "int8", "vector", 101e9);
	assert_compute(machine, "INT32", "int32", "vector", 102e9);
	assert_compute(machine, "INT64", "int64", "vector", 103e9);
	assert_compute(machine, "FP6 MFMA", "fp6", "tensor", 9002e9);
	assert_compute(machine, "FP6/FP4 MFMA", "fp4", "tensor", 9003e9);
	assert_compute(machine, "MXFP8 MFMA", "fp8", "tensor", 8001e9);
	assert_compute(machine, "FP8 MFMA", "fp8", "tensor", 8002e9);
	assert_compute(machine, "XF32 MFMA", "tf32", "tensor", 7001e9);
	assert_message(&in, DIAG_ZERO_ROOF, 2, "'FP4 MFMA' is 0");
	assert_message(&in, DIAG_IGNORED, 1, "not used: 'MFMAF128Flops', 'Clock'");
	assert_int_equal(diags_count(in.diags), 3);
	import_free(&in);
}

#define HEAD "device,HBMBw,HBMBwLow,hbmBwHigh,L2Bw,FP32Flops\n"

static void test_wrong(void **state)
{
	(void)state;
	static const struct { const char *text; enum diag_id id; size_t line; const char *part; } wrong[] = {
		{HEAD, DIAG_BAD_PROFILE, 1, "found none"},
		{"device,L2Bw;FP32Flops\n0,1\n", DIAG_BAD_PROFILE, 1, "expected a column L2Bw, found none"},
		{HEAD "0,1,1,1,1\n", DIAG_BAD_PROFILE, 2, "expected 6 cells as in the header, found 5"},
		{HEAD "0,1,1,1,1,x\n", DIAG_WRONG_VALUE, 2, "FP32Flops: expected a number, found 'x'"},
		{HEAD "0,1,-1,1,1,1\n", DIAG_NEGATIVE, 2, "HBMBwLow: expected 0 or more, found -1"},
		{HEAD "0,1,1,1,1e305,1\n", DIAG_WRONG_VALUE, 2, "L2Bw: expected 0 or a magnitude"},
		{HEAD "0,0,0,0,0,0\n", DIAG_BAD_PROFILE, 1, "expected ceilings above 0"},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++) {
		struct imported in = import_text(wrong[i].text);
		assert_string_equal(in.importer->name, "rocprof-roofline");
		assert_refused(&in, wrong[i].id, wrong[i].line, wrong[i].part);
		import_free(&in);
	}
}

static void test_public_files(void **state)
{
	(void)state;
	struct imported in = import_public("rocprof/roofline_mi200_4gpu.csv");
	assert_imported(&in, "rocprof-roofline", 0);
	assert_int_equal(in.chart.hardware.count, 4);
	const struct hardware *machine = in.chart.hardware.items[0];
	assert_memory(machine, "HBM", "main", 1388.7638e9);
	assert_memory(machine, "L2", "l2", 5016.8418e9);
	assert_memory(machine, "L1", "l1", 9224.1777e9);
	assert_memory(machine, "LDS", "shared", 17710.416e9);
	assert_compute(machine, "FP64", "fp64", "vector", 20269.176e9);
	assert_compute(machine, "FP64 MFMA", "fp64", "tensor", 41485.637e9);
	assert_near(compute_of(machine, "INT8 MFMA")->low, 165891.39e9);
	assert_near(memory_of(machine, "HBM")->high, 1389.2665e9);
	assert_true(fabs(compute_of(machine, "FP64")->peak / memory_of(machine, "HBM")->bandwidth - 14.595) < 1e-3);
	assert_int_equal(machine->compute.count, 7);
	assert_int_equal(diags_count(in.diags), 0);
	import_free(&in);
	in = import_public("rocprof/roofline_mi200_1gpu.csv");
	assert_imported(&in, "rocprof-roofline", 0);
	assert_int_equal(in.chart.hardware.count, 1);
	assert_string_equal(in.chart.hardware.items[0]->name, "roofline_mi200_1gpu");
	assert_memory(in.chart.hardware.items[0], "HBM", "main", 1388.7948e9);
	assert_compute(in.chart.hardware.items[0], "INT8 MFMA", "int8", "tensor", 166413.58e9);
	import_free(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_two_devices),
		cmocka_unit_test(test_newer_columns),
		cmocka_unit_test(test_wrong),
		cmocka_unit_test(test_public_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
