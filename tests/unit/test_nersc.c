// SPDX-License-Identifier: MIT
#include "import_fixture.h"

#define SAMPLES "samples/import/table/"

static void test_nersc(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "roofs_and_points.txt");
	assert_imported(&in, "nersc", 2);
	assert_string_equal(point_at(&in, 1)->name, "n=2");
	assert_near(point_at(&in, 1)->performance, 2750.5e9);
	assert_int_equal(point_at(&in, 1)->levels.count, 3);
	assert_string_equal(point_at(&in, 1)->levels.items[2].level, "L1");
	assert_near(point_at(&in, 1)->levels.items[2].intensity, 0.75);
	const struct hardware *machine = in.chart.hardware.items[0];
	assert_near(machine->memory.items[2].bandwidth, 800e9);
	assert_string_equal(machine->memory.items[2].level, "main");
	assert_near(machine->compute.items[1].peak, 3500e9);
	assert_message(&in, DIAG_IGNORED, 11, "'n=3'");
	import_free(&in);
	in = import_text("memroofs 1\ncomproofs 2\nAI 1 2\nFLOPS 1\n");
	assert_refused(&in, DIAG_BAD_PROFILE, 3, "expected 1 values as in FLOPS, found 2");
	import_free(&in);
	in = import_text("memroofs 1 x\nlabels 'a\nfoo 3\n");
	assert_refused(&in, DIAG_BAD_PROFILE, 2, "closing '");
	import_free(&in);
	in = import_text("memroofs 1\ncomproofs 2\nAI_L\xff 1\nFLOPS 1\n");
	assert_imported(&in, "nersc", 1);
	assert_string_equal(point_at(&in, 0)->levels.items[0].level, "L\xef\xbf\xbd");
	import_free(&in);
	in = import_forced("nersc", "# nothing\nlabels 'a'\n");
	assert_refused(&in, DIAG_BAD_PROFILE, 1, "expected lines memroofs and comproofs, or AI and FLOPS, found none with a value");
	import_free(&in);
}

static void test_nothing_is_invented(void **state)
{
	(void)state;
	struct imported in = import_text("memroofs 1\ncomproofs 2\nAI 1\nFLOPS 1\n");
	assert_imported(&in, "nersc", 1);
	const struct hardware *machine = in.chart.hardware.items[0];
	assert_true(isnan(machine->tdp_w) && isnan(machine->year) && isnan(machine->memory.items[0].capacity) && isnan(machine->compute.items[0].sparse));
	g_autoptr(GString) text = g_string_new(NULL);
	spec_write(&in.chart, text);
	assert_null(strstr(text->str, "tdp"));
	assert_null(strstr(text->str, "capacity"));
	import_free(&in);
}

static void test_half_a_machine(void **state)
{
	(void)state;
	struct imported in = import_text("memroofs 1 2\nAI 1\nFLOPS 1\n");
	assert_imported(&in, "nersc", 1);
	assert_int_equal(in.chart.hardware.count, 0);
	assert_message(&in, DIAG_IGNORED, 1, "found memroofs alone");
	import_free(&in);
}

static void test_numbers_out_of_range(void **state)
{
	(void)state;
	struct imported in = import_text("memroofs 1 1e305\ncomproofs 2\nAI 1\nFLOPS 1\n");
	assert_refused(&in, DIAG_WRONG_VALUE, 1, "found 1e305");
	import_free(&in);
	in = import_text("memroofs 1\ncomproofs 2\nAI 1\nFLOPS 1e305\n");
	assert_refused(&in, DIAG_WRONG_VALUE, 4, "found 1e305");
	import_free(&in);
}

// A second line of a level goes on where the first ended, as with the other keywords; a bare AI is main memory's.
static void test_lines_of_one_level(void **state)
{
	(void)state;
	struct imported in = import_text("memroofs 1\ncomproofs 2\nAI_L1 1\nFLOPS 1\nFLOPS 2\nAI_l1 3\n");
	assert_imported(&in, "nersc", 2);
	assert_int_equal(point_at(&in, 1)->levels.count, 1);
	assert_near(point_at(&in, 1)->levels.items[0].intensity, 3);
	import_free(&in);
	in = import_text("memroofs 1\ncomproofs 2\nAI 1\nAI_main 2\nFLOPS 1\n");
	assert_refused(&in, DIAG_BAD_PROFILE, 3, "expected 1 values as in FLOPS, found 2");
	import_free(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nersc),
		cmocka_unit_test(test_nothing_is_invented),
		cmocka_unit_test(test_half_a_machine),
		cmocka_unit_test(test_numbers_out_of_range),
		cmocka_unit_test(test_lines_of_one_level),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
