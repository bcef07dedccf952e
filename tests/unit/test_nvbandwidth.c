// SPDX-License-Identifier: MIT
#include "import_fixture.h"

#define SAMPLES "samples/import/nvbandwidth/"

static const struct hardware *machine_of(const struct imported *in)
{
	assert_imported(in, "nvbandwidth", 0);
	assert_int_equal(in->chart.hardware.count, 1);
	return in->chart.hardware.items[0];
}

static void test_machine(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "two_gpus.json");
	const struct hardware *machine = machine_of(&in);
	assert_string_equal(machine->name, "Example GPU 9000");
	assert_int_equal(machine->compute.count, 0);
	assert_int_equal(machine->memory.count, 1);
	// a copy reads and writes
	assert_near(machine->memory.items[0].bandwidth, 2 * 700.75e9);
	assert_near(machine->memory.items[0].low, 2 * 700.25e9);
	assert_near(machine->memory.items[0].high, 2 * 701.25e9);
	assert_string_equal(machine->memory.items[0].level, "main");
	assert_int_equal(machine->network.count, 3);
	assert_string_equal(machine->network.items[0].name, "Host to device");
	assert_near(machine->network.items[0].bandwidth, 25e9);
	assert_string_equal(machine->network.items[1].name, "Device to host (SM)");
	assert_near(machine->network.items[1].bandwidth, 22.25e9);
	assert_string_equal(machine->network.items[2].name, "Device to device, read");
	assert_near(machine->network.items[2].bandwidth, 215.5e9);
	assert_message(&in, DIAG_ASSUMED, 25, "from 180.5 GB/s to 250.5 GB/s");
	assert_message(&in, DIAG_PROFILER_ERROR, 31, "'all_to_one_read_ce' of nvbandwidth ended with 'Error'");
	assert_int_equal(diags_count(in.diags), 2);
	import_free(&in);
}

#define TEST(matrix) "{\"nvbandwidth\": {\"testcases\": [\n{\"name\": \"device_local_copy\", \"bandwidth_matrix\": " matrix "}]}}"

static const struct refusal wrong[] = {
	{"{\"nvbandwidth\": {\"testcases\": [\n{\"name\": \"device_", DIAG_BAD_JSON, 2, "end of the text"},
	{"{\"nvbandwidth\": {\"error\": \"no device\"}}", DIAG_BAD_PROFILE, 1, "nvbandwidth says no device"},
	{"{\"nvbandwidth\": {\"GPU Device list\": [\"0:  (\"], \"testcases\": [{}]}}", DIAG_BAD_PROFILE, 1, "expected ceilings above 0"},
	{"{\"nvbandwidth\": 3}", DIAG_BAD_PROFILE, 1, "found none"},
	{TEST("[[\"N/A\"]]"), DIAG_BAD_PROFILE, 1, "expected ceilings above 0"},
	{TEST("[[\"x\"]]"), DIAG_WRONG_VALUE, 2, "expected a number in 'bandwidth_matrix', found 'x'"},
	{TEST("[[\"-1\"]]"), DIAG_NEGATIVE, 2, "found '-1'"},
	{TEST("[[1e300]]"), DIAG_WRONG_VALUE, 2, "found '1e300'"},
	{TEST("[\"1\"]"), DIAG_WRONG_TYPE, 2, "expected an array for every row"},
	{"nvbandwidth Version: v0.8\nBuilt from Git version: v0.8\n\nRunning host_to_device_memcpy_ce.\n", DIAG_BAD_PROFILE, 1, "nvbandwidth -j"},
};

static void test_wrong(void **state)
{
	(void)state;
	assert_all_refused(wrong, G_N_ELEMENTS(wrong));
}

static void test_public_files(void **state)
{
	(void)state;
	struct imported in = import_public("nvbandwidth/rtx5090_4gpu.json");
	const struct hardware *machine = machine_of(&in);
	assert_string_equal(machine->name, "NVIDIA GeForce RTX 5090");
	assert_near(machine->memory.items[0].bandwidth, 2 * (760.912e9 + 761.047e9) / 2);
	assert_near(machine->memory.items[0].low, 2 * 760.777e9);
	assert_int_equal(machine->network.count, 2);
	assert_near(machine->network.items[0].bandwidth, (56.3829e9 + 56.3944e9) / 2);
	assert_near(machine->network.items[1].bandwidth, (56.9681e9 + 56.9794e9) / 2);
	assert_int_equal(diags_count(in.diags), 0);
	import_free(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_machine),
		cmocka_unit_test(test_wrong),
		cmocka_unit_test(test_public_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
