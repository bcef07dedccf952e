// SPDX-License-Identifier: MIT
#include "spec_fixture.h"

static void reads_points(void **state)
{
	struct fixture *f = *state;
	assert_true(read_text(f,
		"{\"rafter\": 1, \"points\": [{\"name\": \"qkv\", \"series\": \"gemm\", \"precision\": \"BFloat16\", \"flops\": \"1.3 TFLOP\", \"bytes\": \"1.4 GB\","
		" \"time\": \"1.75 ms\", \"marker\": \"star\", \"color\": \"#f00\", \"sparse\": true, \"memory\": \"L2\", \"baseline\": \"qkv\"},"
		"{\"name\": \"gpp\", \"flops\": 1e12, \"bytes\": {\"HBM2\": \"91 GB\", \"L2\": null}, \"intensity\": {\"hbm2\": 11, \"L1\": \"0.5 FLOP/byte\"},"
		" \"time\": [\"0.55 s\", \"0.52 s\", null, \"0.53 s\", \"0.54 s\"]},"
		"{\"name\": \"macs\", \"macs\": \"2 GMAC\", \"bytes\": null, \"time\": [1]}, {\"name\": \"bare\"}]}"));
	assert_int_equal(diags_count(f->diags), 0);
	assert_int_equal(f->chart.points.count, 4);
	const struct point *p = f->chart.points.items;
	assert_string_equal(p[0].precision, "bf16");
	assert_true(p[0].flops == 1.3e12 && p[0].time == 1.75e-3 && isnan(p[0].time_low) && p[0].sparse && p[0].color.r == 255 && p[0].marker == MARKER_STAR);
	assert_true(p[0].levels.count == 1 && !p[0].levels.items[0].level && p[0].levels.items[0].bytes == 1.4e9);
	assert_int_equal(p[1].levels.count, 3);
	assert_true(p[1].levels.items[0].bytes == 91e9 && p[1].levels.items[0].intensity == 11);
	assert_string_equal(p[1].levels.items[1].level, "L2");
	assert_true(isnan(p[1].levels.items[1].bytes) && isnan(p[1].levels.items[1].intensity));
	assert_true(isnan(p[1].levels.items[2].bytes) && p[1].levels.items[2].intensity == 0.5);
	assert_true(fabs(p[1].time - 0.535) < 1e-15 && p[1].time_low == 0.52 && p[1].time_high == 0.55);
	assert_true(p[2].macs == 2e9 && isnan(p[2].flops) && p[2].levels.count == 0 && p[2].time == 1 && isnan(p[2].time_low));
	assert_true(isnan(p[3].flops) && isnan(p[3].performance) && p[3].launches == 1);
}

static void point_errors(void **state)
{
	struct fixture *f = *state;
	expect_error(f, "{\"points\": [{\"name\": \"neg\", \"flops\": -5e9}]}", DIAG_NEGATIVE, "'neg'");
	assert_string_equal(diags_get(f->diags, 0)->point, "neg");
	expect_error(f, "{\"points\": [{\"name\": \"n\", \"bytes\": {\"L2\": -1}}]}", DIAG_NEGATIVE, "points[0].bytes.L2");
	expect_error(f, "{\"points\": [{\"name\": \"n\", \"time\": [1, -1]}]}", DIAG_NEGATIVE, "points[0].time[1]");
	expect_error(f, "{\"points\": [{\"flops\": 1}]}", DIAG_MISSING_KEY, "name");
	expect_error(f, "{\"points\": [{\"name\": \"\"}]}", DIAG_WRONG_VALUE, "points[0].name");
	expect_error(f, "{\"points\": [{\"name\": \"k\", \"Flops\": 1}]}", DIAG_UNKNOWN_KEY, "did you mean 'flops'");
	expect_error(f, "{\"points\": [{\"name\": \"k\", \"color\": \"red\\\"onload=\\\"alert(1)\"}]}", DIAG_WRONG_VALUE, "points[0].color");
	expect_error(f, "{\"points\": [{\"name\": \"k\", \"bytes\": {}}]}", DIAG_WRONG_VALUE, "points[0].bytes");
	expect_error(f, "{\"points\": [{\"name\": \"k\", \"time\": []}]}", DIAG_WRONG_VALUE, "points[0].time");
	expect_error(f, "{\"points\": [{\"name\": \"k\", \"bytes\": {\"L2\": 1, \"l2\": 2}}]}", DIAG_DUPLICATE_KEY, "points[0].bytes.l2");
	g_autoptr(GString) levels = g_string_new("{\"points\": [{\"name\": \"k\", \"bytes\": {\"a\": 1");
	for (int i = 0; i < POINT_MAX_LEVELS; i++)
		g_string_append_printf(levels, ", \"level %d\": 1", i);
	g_string_append(levels, "}}]}");
	expect_error(f, levels->str, DIAG_LIMIT, "points[0].bytes: expected at most 256 memory levels, found 257 (point 'k')");
	expect_error(f, "{\"points\": {\"name\": \"k\"}}", DIAG_WRONG_TYPE, "expected a list of points");
	expect_error(f, "{\"points\": [{\"name\": \"k\", \"bytes\": true}]}", DIAG_WRONG_TYPE, "points[0].bytes");
	expect_error(f, "{\"points\": [3]}", DIAG_WRONG_TYPE, "points[0]");
	expect_error(f, "{\"points\": [{\"name\": \"k\", \"launches\": 1.5}]}", DIAG_WRONG_VALUE, "points[0].launches: expected a whole number of launches, found 1.5");
	expect_error(f, "{\"points\": [{\"name\": \"k\", \"calls\": 2.5}]}", DIAG_WRONG_VALUE, "points[0].calls: expected a whole number of calls, found 2.5");
	expect_error(f, "{\"points\": [{\"name\": \"k\", \"time\": [1, 0, 2]}]}", DIAG_WRONG_VALUE, "points[0].time[1]: expected a time above 0, found 0");
	expect_error(f, "{\"points\": [{\"name\": \" \\t\\u00a0\"}]}", DIAG_WRONG_VALUE, "points[0].name: expected a name that can be seen");
	expect_error(f, "{\"hardware\": {\"compute\": [{\"name\": \" \", \"peak\": 1}], \"memory\": [{\"name\": \"m\", \"bandwidth\": 1}]}}", DIAG_WRONG_VALUE,
		"hardware.compute[0].name: expected a name such as");
	expect_error(f, "{\"points\": [{\"name\": \"k\", \"launches\": 0}]}", DIAG_WRONG_VALUE, "points[0].launches: expected at least 1 launch, found 0 (point 'k')");
}

static void versions_to_come_are_refused(void **state)
{
	struct fixture *f = *state;
	expect_error(f, "{\"rafter\": 2}", DIAG_UNSUPPORTED, "expected version 1");
}

static void reads_the_rest(void **state)
{
	struct fixture *f = *state;
	assert_true(read_text(f,
		"{\"$schema\": \"s\", \"rafter\": 1, \"title\": \"T\", \"subtitle\": null, " MACHINE ","
		"\"series\": {\"gemm\": {\"label\": \"GEMM\", \"color\": \"#0072B2\", \"marker\": \"triangle-down\"}, \"b\": {}},"
		"\"chart\": {\"kind\": \"roofline\", \"regions\": false, \"labels\": \"key\", \"legend\": \"below\", \"frame\": \"points\", \"sparse\": true},"
		"\"axes\": {\"x\": {\"min\": \"0.1 FLOP/byte\", \"max\": 1e4, \"ticks\": \"powers-of-two\"}, \"y\": {\"max\": \"10 TFLOP/s\", \"label\": \"L\"}},"
		"\"theme\": \"paper\", \"size\": {\"width\": \"3.5in\", \"height\": 240}, \"author\": \"A\", \"keywords\": [\"k\"]}"));
	assert_int_equal(diags_count(f->diags), 0);
	const struct chart *c = &f->chart;
	assert_string_equal(c->title, "T");
	assert_null(c->subtitle);
	assert_int_equal(c->hardware.count, 1);
	assert_int_equal(c->series.count, 2);
	assert_int_equal(c->series.items[0].marker, MARKER_TRIANGLE_DOWN);
	assert_true(!c->options.regions && c->options.ridge && c->options.labels == LABELS_KEY && c->options.legend == LEGEND_BELOW);
	assert_true(c->options.frame == FRAME_POINTS && c->options.sparse);
	assert_true(c->x.min == 0.1 && c->x.max == 1e4 && c->x.ticks == TICKS_POWERS_OF_TWO && isnan(c->y.min) && c->y.max == 10e12);
	assert_true(c->size.width_px == 336 && c->size.height_px == 240 && c->size.physical && !c->size.name);
	assert_true(c->theme_place.source && c->x.min_place.source && !c->y.min_place.source);
	assert_true(spec_check(c, f->diags));
}

static void sizes(void **state)
{
	struct fixture *f = *state;
	expect_error(f, "{\"size\": {\"width\": \"1440px\", \"height\": \"88500px\"}}", DIAG_LIMIT, "20000");
	expect_error(f, "{\"size\": {\"width\": 0, \"height\": 5}}", DIAG_WRONG_VALUE, "size.width");
	expect_error(f, "{\"size\": {\"height\": 5}}", DIAG_MISSING_KEY, "size");
	chart_init(&f->chart);
	assert_true(read_text(f, "{\"size\": {\"width\": 1000}}"));
	assert_true(f->chart.size.height_px == 720 && !f->chart.size.physical);
	assert_true(set(f, "size.height", "100mm"));
	assert_true(f->chart.size.width_px == 1000 && fabs(f->chart.size.height_px - 377.95) < 0.01);
	assert_true(f->chart.size.physical);
	assert_true(set(f, "size", "web"));
	assert_string_equal(f->chart.size.name, "web");
	assert_true(isnan(f->chart.size.width_px));
}

// A side that is set takes the place of the one before, with its unit; a height that nobody said follows the width.
static void a_side_that_is_set_replaces_the_other(void **state)
{
	struct fixture *f = *state;
	assert_true(read_text(f, "{\"size\": {\"width\": \"3.5in\"}}"));
	assert_true(f->chart.size.physical);
	assert_true(set(f, "size.width", "900px"));
	assert_true(f->chart.size.width_px == 900 && f->chart.size.height_px == 648 && !f->chart.size.physical);
	assert_true(set(f, "size.height", "2in"));
	assert_true(f->chart.size.width_px == 900 && f->chart.size.height_px == 192 && f->chart.size.physical);
	assert_true(set(f, "size.width", "1000"));
	assert_true(f->chart.size.height_px == 192 && f->chart.size.physical);
	assert_true(set(f, "size.height", "500"));
	assert_false(f->chart.size.physical);
}

static void bits_are_usual_for_links_alone(void **state)
{
	struct fixture *f = *state;
	assert_true(read_text(f, "{\"points\": [{\"name\": \"p\", \"network_bytes\": \"8 Gb\", \"bytes\": {\"network buffer\": \"8 Gb\"}}], \"hardware\":"
		"{\"compute\": [{\"name\": \"c\", \"peak\": 1}], \"network\": [{\"name\": \"n\", \"bandwidth\": \"400 Gb/s\", \"both_ways\": \"800 Gb/s\"}]}}"));
	assert_int_equal(diags_count(f->diags), 1);
	expect_diag(f, 0, DIAG_BITS, "points[0].bytes.network buffer");
	assert_true(f->chart.points.items[0].network_bytes == 1e9 && f->chart.hardware.items[0]->network.items[0].bandwidth == 50e9);
}

static void several_specs_are_one_chart(void **state)
{
	struct fixture *f = *state;
	assert_true(read_named(f, "a.json", "{\"title\": \"A\", \"hardware\": \"dev\", \"points\": [{\"name\": \"p\"}], \"axes\": {\"x\": {\"min\": 0.1}},"
		"\"chart\": {\"regions\": true}, \"series\": {\"s\": {\"label\": \"S\"}}}"));
	assert_true(read_named(f, "b.json", "{\"title\": \"A\", \"hardware\": \"test-dev\", \"points\": [{\"name\": \"q\"}],"
		"\"axes\": {\"x\": {\"min\": \"0.1 FLOP/B\", \"max\": 9}},"
		"\"series\": {\"s\": {\"label\": \"S\", \"color\": \"#00f\"}, \"t\": {}}}"));
	assert_int_equal(diags_count(f->diags), 0);
	assert_int_equal(f->chart.points.count, 2);
	assert_int_equal(f->chart.hardware.count, 1);
	assert_int_equal(f->chart.series.count, 2);
	assert_int_equal(f->chart.series.items[0].color.b, 255);
	assert_true(f->chart.x.max == 9);
	assert_false(read_named(f, "c.json", "{\"title\": \"C\", " MACHINE ", \"axes\": {\"x\": {\"min\": 0.2}}, \"chart\": {\"regions\": false},"
		"\"series\": {\"s\": {\"label\": \"Z\"}}}"));
	expect_diag(f, 0, DIAG_CONFLICT, "title is set twice: \"C\" here, \"A\" at b.json:1:11");
	expect_diag(f, 1, DIAG_CONFLICT, "hardware is set twice");
	expect_diag(f, 2, DIAG_CONFLICT, "axes.x.min is set twice: 0.2 here");
	expect_diag(f, 3, DIAG_CONFLICT, "chart.regions is set twice: false here, true at a.json");
	expect_diag(f, 4, DIAG_CONFLICT, "series.s.label");
}

static void settings_win(void **state)
{
	struct fixture *f = *state;
	assert_true(read_text(f, "{\"title\": \"A\", " MACHINE ", \"series\": {\"g\": {\"label\": \"G\"}}}"));
	assert_true(set(f, "axes.x.min", "0.1"));
	assert_true(set(f, "axes.x.min", "0.2 FLOP/byte"));
	assert_true(set(f, "title", "B \"quoted\""));
	assert_true(set(f, "chart.labels", "none"));
	assert_true(set(f, "chart.ridge", "false"));
	assert_true(set(f, "series.g.color", "#00ff00"));
	assert_true(set(f, "hardware.select.compute", "[\"fp64\"]"));
	assert_true(f->chart.x.min == 0.2);
	assert_string_equal(f->chart.title, "B \"quoted\"");
	assert_true(f->chart.options.labels == LABELS_NONE && !f->chart.options.ridge);
	assert_true(f->chart.series.items[0].color.g == 255);
	assert_string_equal(f->chart.series.items[0].label, "G");
	assert_int_equal(f->chart.hardware.count, 1);
	assert_string_equal(f->chart.hardware.items[0]->name, "M");
	assert_string_equal(f->chart.hardware.items[0]->select.compute.items[0], "fp64");
	assert_true(set(f, "hardware", "dev"));
	assert_string_equal(f->chart.hardware.items[0]->name, "Device");
	assert_true(read_text(f, "{\"title\": \"from a later file\"}"));
	assert_string_equal(f->chart.title, "B \"quoted\"");
	assert_true(set(f, "title", "null"));
	assert_null(f->chart.title);
	assert_int_equal(diags_count(f->diags), 0);
}

// An item of a list is changed by its number: what is not said of it stays.
static void items_are_set_by_number(void **state)
{
	struct fixture *f = *state;
	assert_true(read_text(f, "{\"hardware\": [{\"name\": \"A\", \"compute\": [{\"name\": \"p\", \"peak\": 1, \"precision\": \"fp8\"}, {\"name\": \"q\", \"peak\": 2}],"
		"\"memory\": [{\"name\": \"m\", \"bandwidth\": 1}]}, {\"name\": \"B\", \"compute\": [{\"name\": \"p\", \"peak\": 3}],"
		"\"memory\": [{\"name\": \"m\", \"bandwidth\": 1, \"level\": \"main\"}]}],"
		"\"points\": [{\"name\": \"a\", \"flops\": 1, \"bytes\": {\"L2\": 4, \"HBM\": 2}, \"time\": [1, 2, 3]}, {\"name\": \"b\", \"macs\": 7, \"note\": \"n\"}]}"));
	const struct point *p = f->chart.points.items;
	struct place place = p[0].place;
	assert_true(set(f, "points[0].name", "first"));
	assert_true(set(f, "points[0].bytes.L2", "8 GB"));
	assert_true(set(f, "points[0].precision", "half"));
	assert_string_equal(p[0].name, "first");
	assert_string_equal(p[0].precision, "fp16");
	assert_true(p[0].levels.count == 2 && p[0].levels.items[0].bytes == 8e9 && p[0].levels.items[1].bytes == 2);
	assert_true(p[0].flops == 1 && p[0].time == 2 && p[0].time_low == 1 && p[0].time_high == 3);
	assert_true(p[0].place.source == place.source && p[0].place.offset == place.offset);
	assert_true(set(f, "points[0].bytes", "3"));
	assert_true(set(f, "points[0].time", "null"));
	assert_true(p[0].levels.count == 1 && p[0].levels.items[0].bytes == 3 && isnan(p[0].time) && isnan(p[0].time_low));
	assert_true(set(f, "points[1]", "{\"name\": \"c\", \"flops\": 5}"));
	assert_true(isnan(p[1].macs) && p[1].flops == 5 && !p[1].note);
	assert_true(set(f, "hardware[0].compute[1].peak", "9"));
	assert_true(set(f, "hardware[1].memory[0].name", "HBM"));
	assert_true(set(f, "hardware[1].select.memory", "HBM"));
	const struct hardware *const *machines = f->chart.hardware.items;
	assert_true(machines[0]->compute.items[0].peak == 1 && machines[0]->compute.items[1].peak == 9);
	assert_string_equal(machines[0]->compute.items[0].precision, "fp8");
	assert_string_equal(machines[1]->memory.items[0].name, "HBM");
	assert_string_equal(machines[1]->memory.items[0].level, "main");
	assert_string_equal(machines[1]->select.memory.items[0], "HBM");
	assert_int_equal(diags_count(f->diags), 0);
	static const struct {
		const char *path, *value;
		enum diag_id id;
		const char *part;
	} wrong[] = {
		{"points[2].name", "x", DIAG_USAGE, "the points are numbered from 0 to 1"},
		{"points.name", "x", DIAG_USAGE, "expected the number of a point, as points[0].name"},
		{"points[0].nmae", "x", DIAG_UNKNOWN_KEY, "points[0].nmae: unknown key, did you mean 'name'?"},
		{"points[1].time", "-1", DIAG_NEGATIVE, "points[1].time: expected 0 or more, found -1"},
		{"points[0].bytes[1]", "3", DIAG_USAGE, "points[0].bytes[1]: there is no such item"},
		{"points[x].name", "x", DIAG_USAGE, "by their number from 0 such as points[0].name"},
		{"points[0]name", "x", DIAG_USAGE, "by their number from 0 such as points[0].name"},
		{"points[12345678901234567890]", "x", DIAG_USAGE, "by their number from 0 such as points[0].name"},
		{"hardware.compute[0].peak", "1", DIAG_USAGE, "the chart has 2 machines"},
		{"hardware[2].name", "x", DIAG_USAGE, "the machines are numbered from 0 to 1"},
		{"hardware[0].memory[1].name", "x", DIAG_USAGE, "the memories are numbered from 0 to 0"},
		{"hardware[0].network[0].name", "x", DIAG_USAGE, "the chart has no links yet"},
		{"hardware[0].compute[0].peak", "fast", DIAG_WRONG_VALUE, "hardware[0].compute[0].peak: expected a rate"},
		{"series[0].label", "x", DIAG_USAGE, "only items of points and of hardware are set by their number"},
	};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		assert_false(set(f, wrong[i].path, wrong[i].value));
		expect_diag(f, i, wrong[i].id, wrong[i].part);
	}
}

static void wrong_settings(void **state)
{
	struct fixture *f = *state;
	assert_false(set(f, "points[2].name", "x"));
	expect_diag(f, 0, DIAG_USAGE, "--set points[2].name: there is no such item: the chart has no points yet");
	assert_false(set(f, "axes..min", "1"));
	expect_diag(f, 1, DIAG_USAGE, "--set axes..min");
	assert_false(set(f, "", "1"));
	assert_false(set(f, "axes.x.mim", "1"));
	expect_diag(f, 3, DIAG_UNKNOWN_KEY, "did you mean 'min'");
	assert_string_equal(diags_get(f->diags, 3)->place.source->name, "--set axes.x.mim");
	assert_false(set(f, "axes.x.min", "nan"));
	expect_diag(f, 4, DIAG_WRONG_VALUE, "axes.x.min");
	assert_false(set(f, "hardware.select.compute", "fp64"));
	expect_diag(f, 5, DIAG_NO_HARDWARE, "hardware");
	assert_false(set(f, "hardware", "{\"name\": 1"));
	expect_diag(f, 6, DIAG_UNKNOWN_NAME, "{\"name\": 1");
}

static void axis_limits_are_checked_after_merging(void **state)
{
	struct fixture *f = *state;
	assert_true(read_text(f, "{\"axes\": {\"x\": {\"min\": 0, \"max\": 1}, \"y\": {\"min\": 1e13, \"max\": 1e9}}}"));
	assert_false(spec_check(&f->chart, f->diags));
	expect_diag(f, 0, DIAG_AXIS_LIMITS, "axes.x.min: expected a value above 0");
	expect_diag(f, 1, DIAG_AXIS_LIMITS, "axes.y: expected min < max, found min 10 TFLOP/s and max 1 GFLOP/s");
	assert_int_equal(diags_count(f->diags), 2);
	assert_true(diags_get(f->diags, 0)->column == 24);
	assert_true(set(f, "axes.x.min", "0.5") && set(f, "axes.y.min", "1"));
	assert_true(spec_check(&f->chart, f->diags));
	assert_true(set(f, "axes.y.scale", "linear"));
	assert_false(spec_check(&f->chart, f->diags));
	expect_diag(f, 2, DIAG_UNSUPPORTED, "axes.y.scale");
}

static bool recognised(struct fixture *f, const char *text)
{
	struct source *source = arena_alloc(f->arena, sizeof *source);
	*source = (struct source){"x", text, strlen(text)};
	return spec_recognise(json_read(f->arena, source, f->diags));
}

static void recognises_a_spec(void **state)
{
	struct fixture *f = *state;
	assert_true(recognised(f, "{\"rafter\": 1}"));
	assert_true(recognised(f, "{\"points\": []}"));
	assert_true(recognised(f, "{\"hardware\": \"x\"}"));
	assert_true(recognised(f, "{\"kernels\": {}}"));
	assert_false(recognised(f, "{\"hardware\": 3, \"context\": {}}"));
	assert_false(recognised(f, "[1]"));
	assert_false(recognised(f, "{\"benchmarks\": []}"));
}

static void schema_fragments_are_json(void **state)
{
	struct fixture *f = *state;
	size_t fragments = 0;
	for (size_t i = 0; i == 0 || spec_tables[i - 1].name; i++) {
		for (const struct key *row = i ? spec_tables[i - 1].keys : spec_keys; row->name; row++) {
			assert_non_null(row->doc);
			if (!row->schema)
				continue;
			struct source source = {row->name, row->schema, strlen(row->schema)};
			if (!json_check(&source, f->diags))
				fail_msg("%s: %s", row->name, row->schema);
			fragments++;
		}
	}
	assert_true(fragments > 15);
}

// A lone value is read by its row; what has a reader of its own is read by the whole spec (and by the validator of tests/cli/schema.sh).
static void examples_are_read(void **state)
{
	struct fixture *f = *state;
	size_t count = 0;
	for (size_t i = 0; i == 0 || spec_tables[i - 1].name; i++) {
		for (const struct key *row = i ? spec_tables[i - 1].keys : spec_keys; row->name; row++) {
			if (!row->example)
				continue;
			g_autofree char *list = g_strdup_printf("[%s]", row->example);
			struct source source = {row->name, list, strlen(list)};
			const struct json *values = json_read(f->arena, &source, f->diags);
			assert_non_null(values);
			for (const struct json *value = values->child; value; value = value->next, count++) {
				struct key alone = *row;
				max_align_t room[8];
				alone.offset = 0;
				struct key_context context = {.arena = f->arena, .diags = f->diags};
				if (row->type != KEY_CUSTOM && !keys_read_value(&context, &alone, value, room))
					fail_msg("%s: %s", row->name, row->example);
			}
		}
	}
	assert_true(count > 90);
}

static void many_points(void **state)
{
	enum { POINTS = 100000 };
	struct fixture *f = *state;
	g_autoptr(GString) text = g_string_new("{\"points\": [");
	for (int i = 0; i < POINTS; i++)
		g_string_append_printf(text, "%s{\"name\": \"k%d\", \"flops\": %d, \"bytes\": 1e9, \"time\": \"1.5 ms\"}", i ? ", " : "", i, i);
	g_string_append(text, "]}");
	assert_true(read_text(f, text->str));
	assert_int_equal(f->chart.points.count, POINTS);
	assert_true(f->chart.points.items[POINTS - 1].flops == POINTS - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(reads_points), TEST(point_errors), TEST(versions_to_come_are_refused), TEST(reads_the_rest), TEST(sizes), TEST(a_side_that_is_set_replaces_the_other),
		TEST(bits_are_usual_for_links_alone), TEST(several_specs_are_one_chart),
		TEST(settings_win), TEST(items_are_set_by_number), TEST(wrong_settings), TEST(axis_limits_are_checked_after_merging), TEST(recognises_a_spec),
		TEST(schema_fragments_are_json), TEST(examples_are_read), TEST(many_points),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
