// SPDX-License-Identifier: MIT
#include "import_fixture.h"

#define SAMPLES "samples/import/advisor/"

#define HEADER "\"Function Call Sites and Loops\",\"Self Time\",\"Self GFLOP\",\"Self Memory GB\"\n"

static void test_survey(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "survey.csv");
	assert_imported(&in, "advisor", 6);
	assert_string_equal(in.chart.notes.items[0], "Intel Advisor survey");
	const struct point *point = point_at(&in, 0);
	assert_string_equal(point->name, "[loop in smooth at heat.c:41]");
	assert_near(point->flops, 128e9);
	assert_near(point->time, 2); // elapsed, of four threads that took 8 s together
	assert_int_equal(point->levels.count, 1);
	assert_string_equal(point->levels.items[0].level, "L1");
	assert_near(point->levels.items[0].bytes, 800e9);
	assert_string_equal(point->precision, "fp64");
	assert_null(point->missing);
	assert_string_equal(point->assumptions, "bytes of L1 are those of all loads and stores");
	point = point_at(&in, 1);
	assert_true(point->flops == 0);
	assert_near(point->levels.items[0].bytes, 12e9);
	assert_null(point->precision); // <b>Float32</b> and Float64
	assert_non_null(strstr(point->note, "Self GINTOP"));
	import_free(&in);
}

static void test_survey_gaps(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "survey.csv");
	assert_imported(&in, "advisor", 6);
	const struct point *point = point_at(&in, 2);
	assert_true(isnan(point->time));
	assert_string_equal(point->missing, "Self Elapsed Time is '< 0.001s', below what the survey resolves: run the loop for longer");
	assert_string_equal(point->precision, "fp32");
	point = point_at(&in, 3);
	assert_string_equal(point->missing, "no memory traffic was counted here (Self Memory GB is 0)");
	assert_non_null(strstr(point->note, "a part of a loop"));
	assert_int_equal(point->levels.count, 0);
	point = point_at(&in, 4);
	assert_string_equal(point->name, "step at heat.c:12");
	assert_true(isnan(point->flops) && isnan(point->performance));
	assert_non_null(strstr(point->missing, "Self GFLOP and Self GFLOPS are empty"));
	point = point_at(&in, 5);
	assert_string_equal(point->name, "step at wave.c:9");
	assert_null(point->precision);
	import_free(&in);
}

static void test_survey_levels(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "survey_levels.csv");
	assert_imported(&in, "advisor", 2);
	const struct point *point = point_at(&in, 0);
	assert_int_equal(point->levels.count, 4);
	assert_string_equal(point->levels.items[1].level, "L2");
	assert_near(point->levels.items[1].bytes, 90.5e9);
	assert_string_equal(point->levels.items[3].level, "DRAM");
	assert_near(point->levels.items[3].bytes, 16e9);
	assert_int_equal(point_at(&in, 1)->levels.count, 3); // no L3 traffic
	import_free(&in);
	in = import_file(SAMPLES "survey_times.csv");
	assert_imported(&in, "advisor", 1);
	assert_near(point_at(&in, 0)->time, 8);
	assert_non_null(strstr(point_at(&in, 0)->missing, "the report has no FLOPs: collect them with 'advisor --collect=tripcounts --flop'"));
	import_free(&in);
}

// Older reports have the rates alone.
static void test_survey_rates(void **state)
{
	(void)state;
	struct imported in = import_text("\"Function Call Sites and Loops\",\"Self Time\",\"Self GFLOPS\",\"Self AI\"\n\"f\",\"2.5s\",\"4\",\"0.5\"\n");
	assert_imported(&in, "advisor", 1);
	assert_near(point_at(&in, 0)->performance, 4e9);
	assert_near(point_at(&in, 0)->levels.items[0].intensity, 0.5);
	assert_string_equal(point_at(&in, 0)->levels.items[0].level, "L1");
	import_free(&in);
}

static void test_wrong_surveys(void **state)
{
	(void)state;
	static const struct {
		const char *rows;
		enum diag_id id;
		size_t line;
		const char *part;
	} cases[] = {
		{"", DIAG_BAD_PROFILE, 1, "expected rows of loops"},
		{"\"f\",\"1s\",\"2\"\n", DIAG_BAD_PROFILE, 2, "expected 4 cells as in the header, found 3"},
		{"\"f\",\"1s\",\"2\",\"3\"\n\"g\",\"1s\",\"2", DIAG_BAD_CSV, 3, "end of the text"},
		{"\"f\",\"1s\",\"2x\",\"3\"\n", DIAG_WRONG_VALUE, 2, "expected a number, found '2x'"},
		{"\"f\",\"1s\",\"2\",\"-3\"\n", DIAG_NEGATIVE, 2, "found -3"},
		{"\"f\",\"-1s\",\"2\",\"3\"\n", DIAG_NEGATIVE, 2, "found -1s"},
		{"\"f\",\"1 GB\",\"2\",\"3\"\n", DIAG_WRONG_VALUE, 2, "expected a time such as"},
		{"\"f\",\"1s\",\"1e305\",\"3\"\n", DIAG_WRONG_VALUE, 2, "found 1e305"},
	};
	struct imported quoted = import_text("\"x\"\"Function Call Sites and Loops\"\"\",\"Self Time\"\n\"f\",\"1s\"\n");
	assert_refused(&quoted, DIAG_BAD_PROFILE, 1, "expected a column Function Call Sites and Loops, found none");
	import_free(&quoted);
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *text = g_strconcat(HEADER, cases[i].rows, NULL);
		struct imported in = import_text(text);
		assert_refused(&in, cases[i].id, cases[i].line, cases[i].part);
		import_free(&in);
	}
	struct imported in = import_text("\"Function Call Sites and Loops\",\"Total Time\"\n\"f\",\"1s\"\n");
	assert_refused(&in, DIAG_BAD_PROFILE, 1, "expected a column Self Time");
	import_free(&in);
}

static void test_roofs(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "roofs.csv");
	assert_imported(&in, "advisor-roofs", 0);
	assert_message(&in, DIAG_ZERO_ROOF, 9, "'L2 Bandwidth'");
	assert_message(&in, DIAG_ASSUMED, 5, "the roofs of all threads are taken, and the 3 of one thread left out");
	assert_int_equal(in.chart.hardware.count, 1);
	const struct hardware *machine = in.chart.hardware.items[0];
	assert_string_equal(machine->name, "roofs");
	assert_int_equal(machine->memory.count, 4);
	assert_string_equal(machine->memory.items[0].name, "DRAM");
	assert_near(machine->memory.items[0].bandwidth, 90e9);
	assert_string_equal(machine->memory.items[1].name, "L1");
	assert_near(machine->memory.items[1].bandwidth, 6400e9);
	assert_string_equal(machine->memory.items[2].name, "DRAM (single node)");
	assert_string_equal(machine->memory.items[3].level, "l1");
	assert_int_equal(machine->compute.count, 4);
	assert_string_equal(machine->compute.items[0].precision, "fp32");
	assert_string_equal(machine->compute.items[0].pipe, "vector");
	assert_near(machine->compute.items[1].peak, 1280e9);
	assert_string_equal(machine->compute.items[2].precision, "int32");
	assert_string_equal(machine->compute.items[3].pipe, "scalar");
	assert_null(machine->compute.items[3].precision);
	import_free(&in);
}

static void test_roofs_of_one_thread(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "roofs_one_thread.csv");
	assert_imported(&in, "advisor-roofs", 0);
	assert_message(&in, DIAG_ASSUMED, 5, "there is no compute peak of all threads");
	const struct hardware *machine = in.chart.hardware.items[0];
	assert_string_equal(machine->name, "roofs_one_thread, one thread");
	assert_int_equal(machine->memory.count, 2);
	assert_near(machine->memory.items[0].bandwidth, 12.5e9);
	assert_string_equal(machine->memory.items[1].name, "L1");
	assert_string_equal(machine->compute.items[0].name, "DP Vector FMA Peak");
	assert_string_equal(machine->compute.items[1].precision, "integer");
	import_free(&in);
}

static void test_wrong_roofs(void **state)
{
	(void)state;
	static const struct {
		const char *rows;
		enum diag_id id;
		size_t line;
		const char *part;
	} cases[] = {
		{"", DIAG_BAD_PROFILE, 1, "expected ceilings above 0"},
		{"L1 Bandwidth,1\n", DIAG_BAD_PROFILE, 3, "expected 3 cells"},
		{"L1 Bandwidth,-1,memory\n", DIAG_NEGATIVE, 3, "found -1"},
		{"L1 Bandwidth,12GB,memory\n", DIAG_WRONG_VALUE, 3, "found '12GB'"},
		{"L1 Bandwidth,12,cache\n", DIAG_WRONG_VALUE, 3, "expected memory or compute, found 'cache'"},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *text = g_strconcat("sep=,\n\"Name\",\"Bandwidth\",\"Type\"\n", cases[i].rows, NULL);
		struct imported in = import_text(text);
		assert_refused(&in, cases[i].id, cases[i].line, cases[i].part);
		import_free(&in);
	}
	// The line of the header has the words, but not each in a cell of its own.
	static const char *const headers[] = {"Name,Bandwidth;Type\nL1,1\n", "\"Name,Bandwidth,Type\"\nL1\n"};
	for (size_t i = 0; i < G_N_ELEMENTS(headers); i++) {
		struct imported in = import_text(headers[i]);
		assert_refused(&in, DIAG_BAD_PROFILE, 1, i ? "expected the three columns Name, Bandwidth and Type, found 1" : "found 2");
		import_free(&in);
	}
}

static void test_public_files(void **state)
{
	(void)state;
	struct imported in = import_public("advisor/survey_showall_2019_trimmed.csv");
	assert_imported(&in, "advisor", 19);
	const struct point *point = point_at(&in, 0);
	assert_string_equal(point->name, "[loop in findlayer at DLMUSN.f90:7505]");
	assert_near(point->flops, 477.986e9);
	assert_near(point->levels.items[0].bytes, 764.777e9);
	assert_int_equal(point->levels.count, 1);
	assert_near(point->time, 28.970);
	assert_true(fabs(point->flops / point->time - 16.499e9) < 0.001e9);
	assert_string_equal(point->precision, "fp64");
	assert_near(point_at(&in, 1)->flops, 20.904e9);
	assert_near(point_at(&in, 1)->levels.items[0].bytes, 196.268e9);
	assert_true(point_at(&in, 3)->flops == 0);
	for (size_t i = 0; i < 17; i++)
		assert_null(point_at(&in, i)->missing);
	assert_non_null(strstr(point_at(&in, 18)->missing, "Self Memory GB is 0"));
	import_free(&in);
	in = import_public("advisor/roofs_2019.csv");
	assert_imported(&in, "advisor-roofs", 0);
	const struct hardware *machine = in.chart.hardware.items[0];
	assert_int_equal(machine->memory.count, 7);
	assert_string_equal(machine->memory.items[0].name, "DRAM");
	assert_near(machine->memory.items[0].bandwidth, 14099486481.0);
	assert_near(machine->compute.items[1].peak, 98605464754.0);
	assert_message(&in, DIAG_ZERO_ROOF, 3, "'DRAM Bandwidth (single node)'");
	import_free(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_survey),
		cmocka_unit_test(test_survey_gaps),
		cmocka_unit_test(test_survey_levels),
		cmocka_unit_test(test_survey_rates),
		cmocka_unit_test(test_wrong_surveys),
		cmocka_unit_test(test_roofs),
		cmocka_unit_test(test_roofs_of_one_thread),
		cmocka_unit_test(test_wrong_roofs),
		cmocka_unit_test(test_public_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
