// SPDX-License-Identifier: MIT
#include "import_fixture.h"

#define SAMPLES "samples/import/ert/"

static void assert_memory(const struct imported *in, size_t index, const char *name, const char *level, double bandwidth)
{
	const struct hardware *machine = in->chart.hardware.items[0];
	assert_true(index < machine->memory.count);
	assert_string_equal(machine->memory.items[index].name, name);
	assert_string_equal(machine->memory.items[index].level, level);
	assert_near(machine->memory.items[index].bandwidth, bandwidth);
	assert_int_equal(machine->memory.items[index].kind, CEILING_MEASURED);
}

static void assert_compute(const struct imported *in, size_t index, const char *name, double peak)
{
	const struct hardware *machine = in->chart.hardware.items[0];
	assert_true(index < machine->compute.count);
	assert_string_equal(machine->compute.items[index].name, name);
	assert_near(machine->compute.items[index].peak, peak);
	assert_int_equal(machine->compute.items[index].kind, CEILING_MEASURED);
}

static void test_json(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "roofline.json");
	assert_imported(&in, "ert", 0);
	assert_int_equal(in.chart.hardware.count, 1);
	const struct hardware *machine = in.chart.hardware.items[0];
	assert_string_equal(machine->name, "node17");
	assert_int_equal(machine->memory.count, 3);
	assert_memory(&in, 0, "L1", "l1", 2100.5e9);
	assert_memory(&in, 2, "DRAM", "main", 98.75e9);
	assert_int_equal(machine->compute.count, 3);
	assert_compute(&in, 0, "FP64", 410.5e9);
	assert_string_equal(machine->compute.items[1].precision, "fp32");
	assert_compute(&in, 2, "Peak", 400.5e9);
	assert_null(machine->compute.items[2].precision);
	assert_message(&in, DIAG_IGNORED, 25, "DRAM 131.1 GB/s, peak 512 GFLOP/s");
	assert_string_equal(in.chart.notes.items[0], "Empirical Roofline Toolkit, levels as ERT numbered its plateaus");
	import_free(&in);
}

static void test_sum(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "sum.txt");
	assert_imported(&in, "ert", 0);
	assert_string_equal(in.chart.hardware.items[0]->name, "node18");
	assert_int_equal(in.chart.hardware.items[0]->memory.count, 3);
	assert_memory(&in, 1, "L2", "l2", 40.5e9);
	assert_compute(&in, 0, "Peak", 21.5e9);
	assert_int_equal(diags_count(in.diags), 0);
	import_free(&in);
	in = import_text("\xEF\xBB\xBF  1.5 FP64 GFLOPs\r\n\r\n 7 Weight\r\n 0.00 L1\r\n 2 DRAM\r\n");
	assert_imported(&in, "ert", 0);
	assert_compute(&in, 0, "FP64", 1.5e9);
	assert_memory(&in, 0, "DRAM", "main", 2e9);
	assert_message(&in, DIAG_ZERO_ROOF, 4, "'L1' is 0");
	import_free(&in);
}

#define JSON(gbytes, gflops) "{\"empirical\":\n{\"gbytes\": {\"data\": " gbytes "},\n\"gflops\": {\"data\": " gflops "}}}"

static void test_wrong(void **state)
{
	(void)state;
	static const struct refusal cases[] = {
		{"{\"empirical\": 1}", DIAG_BAD_PROFILE, 1, "expected an object \"empirical\", found a number"},
		{"{\"empirical\": {}}", DIAG_MISSING_KEY, 1, "{\"gbytes\": {\"data\": [...]}}, found none"},
		{JSON("[]", "{}"), DIAG_WRONG_TYPE, 3, "{\"gflops\": {\"data\": [...]}}, found an object"},
		{JSON("[]", "[]"), DIAG_BAD_PROFILE, 1, "expected ceilings above 0"},
		{JSON("[[\"L1\", \"5\"]]", "[]"), DIAG_WRONG_TYPE, 2, "expected a name and a number"},
		{JSON("[[\"L1\", -5]]", "[]"), DIAG_NEGATIVE, 2, "0 or more for L1"},
		{JSON("[[\"L1\", 1e305]]", "[]"), DIAG_WRONG_VALUE, 2, "in SI units"},
		{"{\"empirical\": {\"gbytes\": {\"data\": [[\"L1\"", DIAG_BAD_JSON, 1, ""},
		{" 1.5 GFLOPs\n 1 Weight\n x L1\n", DIAG_WRONG_VALUE, 3, "a number for L1, found 'x'"},
		{" 1.5 GFLOPs\n 1 Weight\n 12\n", DIAG_BAD_PROFILE, 3, "a rate and a name"},
		{"#!/usr/bin/gnuplot -persist\nset label '2.0 GFLOPs/sec (Maximum)' at 1,1\n", DIAG_BAD_PROFILE, 1, "give the roofline.json of the same folder"},
	};
	assert_all_refused(cases, G_N_ELEMENTS(cases));
}

static void test_public_files(void **state)
{
	(void)state;
	struct imported in = import_public("ert/roofline_edison_spec.json");
	assert_imported(&in, "ert", 0);
	assert_string_equal(in.chart.hardware.items[0]->name, "edison");
	assert_int_equal(in.chart.hardware.items[0]->memory.count, 4);
	assert_memory(&in, 3, "DRAM", "main", 83e9);
	assert_compute(&in, 0, "Peak", 355.79e9);
	assert_message(&in, DIAG_IGNORED, 176, "L1 1843.2 GB/s, DRAM 102.4 GB/s, peak 460.4 GFLOP/s");
	import_free(&in);
	in = import_public("ert/roofline_p100host_hostname_list.json");
	assert_imported(&in, "ert", 0);
	assert_string_equal(in.chart.hardware.items[0]->name, "kcadmin-UniServer-R5200-G3");
	assert_memory(&in, 0, "L1", "l1", 1002.83e9);
	assert_memory(&in, 1, "L2", "l2", 541.98e9);
	assert_memory(&in, 2, "L3", "l3", 290.41e9);
	assert_memory(&in, 3, "DRAM", "main", 68.76e9);
	assert_compute(&in, 0, "Peak", 288.33e9);
	assert_int_equal(diags_count(in.diags), 0);
	import_free(&in);
	in = import_public("ert/roofline_titan_gpu.json");
	assert_imported(&in, "ert", 0);
	assert_memory(&in, 2, "DRAM", "main", 31.16e9);
	assert_compute(&in, 0, "Peak", 105.34e9);
	import_free(&in);
	in = import_public("ert/roofline_mira.json");
	assert_imported(&in, "ert", 0);
	assert_memory(&in, 1, "DRAM", "main", 28.25e9);
	assert_compute(&in, 0, "Peak", 204.51e9);
	import_free(&in);
	in = import_public("ert/sum_p100host.txt");
	assert_imported(&in, "ert", 0);
	assert_memory(&in, 0, "L1", "l1", 176.44e9);
	assert_memory(&in, 3, "L4", "l4", 22.9e9);
	assert_memory(&in, 4, "DRAM", "main", 18.3e9);
	assert_compute(&in, 0, "Peak", 11.03e9);
	import_free(&in);
	in = import_public("ert/roofline_p100host.gnu");
	assert_refused(&in, DIAG_BAD_PROFILE, 1, "roofline.json");
	import_free(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_sum),
		cmocka_unit_test(test_wrong),
		cmocka_unit_test(test_public_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
