// SPDX-License-Identifier: MIT
// A spec that is written reads back equal.
#include "spec_fixture.h"

static const char full_spec[] =
	"{\"rafter\": 1, \"title\": \"T \\u001b \\\"q\\\"\", \"subtitle\": \"S\", \"author\": \"A\", \"keywords\": [\"a\", \"b\"],"
	"\"hardware\": [{\"id\": \"i\", \"name\": \"N\", \"vendor\": \"V\", \"year\": 2020, \"tdp\": 300, \"compute\": [{\"name\": \"c\", \"precision\": \"fp16\","
	" \"peak\": \"989.4 TFLOP/s\", \"low\": 1, \"high\": 1e15, \"accumulate\": \"fp32\", \"sparse\": 2e15, \"kind\": \"measured\", \"clock\": 1.1e9, \"default\": true}],"
	"\"memory\": [{\"name\": \"m\", \"level\": \"l2\", \"bandwidth\": \"3.35 TB/s\", \"kind\": \"derived\", \"capacity\": 7}],"
	"\"network\": [{\"name\": \"n\", \"id\": \"ni\", \"bandwidth\": 5, \"both_ways\": 10, \"scope\": \"s\"}], \"select\": {\"compute\": [], \"memory\": [\"m\"]}},"
	"{\"name\": \"second\", \"compute\": [{\"name\": \"c\", \"peak\": 1}], \"memory\": [{\"name\": \"m\", \"bandwidth\": 2}]}],"
	"\"points\": [{\"name\": \"p\", \"label\": \"l\", \"series\": \"s\", \"precision\": \"bf16\", \"pipe\": \"tensor\", \"sparse\": true, \"flops\": 0.1, \"macs\": 0.05,"
	" \"bytes\": 3, \"time\": [1, 2, 4], \"performance\": 9, \"bandwidth\": 8, \"calls\": 3, \"memory\": \"L2\", \"network\": \"n\", \"network_bytes\": 4,"
	" \"hardware\": \"N\", \"marker\": \"plus\", \"color\": \"#123456\", \"baseline\": \"q\", \"note\": \"x\", \"launches\": 4, \"assumptions\": \"as\", \"missing\": \"mi\"},"
	"{\"name\": \"q\", \"bytes\": {\"HBM\": 1, \"L2\": 2, \"L1\": null}, \"intensity\": {\"HBM\": 0.25, \"L3\": 7}, \"time\": 0}, {\"name\": \"r\", \"intensity\": 0.42}],"
	"\"series\": {\"s\": {\"label\": \"S\", \"color\": \"#0072b2\", \"marker\": \"star\"}, \"t\": {}},"
	"\"chart\": {\"regions\": false, \"percent\": true, \"labels\": \"all\", \"legend\": \"none\", \"frame\": \"ceilings\"},"
	"\"axes\": {\"x\": {\"min\": 0.1, \"ticks\": \"1-2-5\"}, \"y\": {\"max\": 1e13, \"label\": \"perf\"}}, \"theme\": \"mono\","
	"\"size\": {\"width\": \"89mm\", \"height\": \"3.5in\"}}";

static void written_spec_reads_back_equal(void **state)
{
	struct fixture *f = *state;
	assert_true(read_text(f, full_spec));
	g_autoptr(GString) first = g_string_new(NULL), second = g_string_new(NULL);
	spec_write(&f->chart, first);
	struct chart before = f->chart;
	chart_init(&f->chart);
	assert_true(read_text(f, first->str));
	assert_int_equal(diags_count(f->diags), 0);
	spec_write(&f->chart, second);
	assert_string_equal(first->str, second->str);
	const struct chart *after = &f->chart;
	assert_int_equal(after->hardware.count, 2);
	assert_true(after->hardware.items[0]->compute.items[0].peak == 989.4e12 && after->hardware.items[0]->compute.items[0].kind == CEILING_MEASURED);
	assert_true(after->hardware.items[0]->select.compute.given && !after->hardware.items[0]->select.compute.count);
	assert_true(after->size.width_px == before.size.width_px && after->size.height_px == before.size.height_px && after->size.physical);
	assert_non_null(strstr(first->str, "\"89mm\""));
	assert_string_equal(after->title, before.title);
	const struct point *p = after->points.items;
	assert_true(p[0].time == 2 && p[0].time_low == 1 && p[0].time_high == 4 && p[0].launches == 4 && p[0].levels.items[0].bytes == 3);
	assert_int_equal(p[1].levels.count, 4);
	assert_true(p[1].time == 0 && p[2].levels.items[0].intensity == 0.42 && !p[2].levels.items[0].level);
	// Every key that was said is there again.
	for (const struct key *row = point_keys; row->name; row++) {
		g_autofree char *key = g_strdup_printf("\"%s\": ", row->name);
		if (strstr(full_spec, key) && !strstr(first->str, key))
			fail_msg("lost %s", row->name);
	}
}

static const char *written(struct fixture *f)
{
	g_autoptr(GString) text = g_string_new(NULL);
	spec_write(&f->chart, text);
	return arena_strdup(f->arena, text->str);
}

// `text`, written and read again, is written the same, and has `part` in it.
static void expect_stable(struct fixture *f, const char *text, const char *part)
{
	chart_init(&f->chart);
	assert_true(read_text(f, text));
	const char *once = written(f);
	chart_init(&f->chart);
	if (!read_text(f, once))
		fail_msg("%s\n%s", diags_get(f->diags, 0)->message, once);
	assert_string_equal(written(f), once);
	if (!strstr(once, part))
		fail_msg("no %s in %s", part, once);
}

// Plain bytes are those of main memory, or of the point's memory: said under both names they are one level.
static void levels_of_one_name_are_one(void **state)
{
	struct fixture *f = *state;
	expect_stable(f, "{\"points\": [{\"name\": \"p\", \"bytes\": 5, \"intensity\": {\"main\": null}}]}", "{\"name\": \"p\", \"bytes\": 5}");
	assert_int_equal(f->chart.points.items[0].levels.count, 1);
	expect_stable(f, "{\"points\": [{\"name\": \"p\", \"intensity\": {\"MAIN\": 2, \"L2\": 3}, \"bytes\": 5}]}", "\"bytes\": {\"MAIN\": 5}, \"intensity\": {\"MAIN\": 2, \"L2\": 3}");
	assert_int_equal(f->chart.points.items[0].levels.count, 2);
	expect_stable(f, "{\"points\": [{\"name\": \"p\", \"bytes\": 5, \"intensity\": {\"l2\": 2}, \"memory\": \"L2\"}]}", "\"bytes\": 5, \"intensity\": 2}");
	expect_stable(f, "{\"points\": [{\"name\": \"p\", \"bytes\": {\"HBM\": 1, \"L2\": null}, \"intensity\": {\"HBM\": null, \"L1\": 7}}]}",
		"\"bytes\": {\"HBM\": 1, \"L2\": null}, \"intensity\": {\"L1\": 7}");
	expect_error(f, "{\"points\": [{\"name\": \"k\", \"bytes\": {\"main\": 1, \"Main\": 2}}]}", DIAG_DUPLICATE_KEY, "points[0].bytes.Main");
}

static void what_was_not_said_is_not_written(void **state)
{
	struct fixture *f = *state;
	struct hardware *machine = arena_alloc(f->arena, sizeof *machine);
	hardware_init(machine);
	machine->name = "M";
	struct compute_ceiling *compute = list_push(f->arena, &machine->compute);
	compute_init(compute);
	compute->name = "c";
	compute->peak = 2;
	struct memory_ceiling *memory = list_push(f->arena, &machine->memory);
	memory_init(memory);
	memory->name = "m";
	memory->bandwidth = 3;
	struct network_ceiling *network = list_push(f->arena, &machine->network);
	network_init(network);
	network->name = "n";
	network->bandwidth = 4;
	*list_push(f->arena, &f->chart.hardware) = machine;
	const char *text = written(f);
	assert_non_null(strstr(text, "{\"name\": \"c\", \"peak\": 2}"));
	assert_non_null(strstr(text, "{\"name\": \"m\", \"bandwidth\": 3}"));
	assert_non_null(strstr(text, "{\"name\": \"n\", \"bandwidth\": 4}"));
	assert_null(strstr(text, "tdp"));
	assert_null(strstr(text, "year"));
}

static void each_side_keeps_its_kind_of_unit(void **state)
{
	struct fixture *f = *state;
	expect_stable(f, "{\"size\": {\"width\": \"3.5in\", \"height\": 240}}", "\"size\": {\"width\": \"3.5in\", \"height\": 240}");
	expect_stable(f, "{\"size\": {\"width\": \"89mm\"}}", "\"size\": {\"width\": \"89mm\"}");
	assert_true(f->chart.size.physical);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(written_spec_reads_back_equal), TEST(levels_of_one_name_are_one), TEST(what_was_not_said_is_not_written),
		TEST(each_side_keeps_its_kind_of_unit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
