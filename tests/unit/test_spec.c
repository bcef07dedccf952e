// SPDX-License-Identifier: MIT
#include "model/spec.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
// cmocka needs the headers above first
#include <cmocka.h>

#define MACHINE "\"hardware\": {\"name\": \"M\", \"compute\": [{\"name\": \"peak\", \"precision\": \"fp64\", \"peak\": 1e12}], " \
	"\"memory\": [{\"name\": \"DRAM\", \"bandwidth\": 1e11}]}"

struct fixture {
	struct arena *arena;
	struct diags *diags;
	struct chart chart;
};

static int set_up(void **state)
{
	struct fixture *fixture = g_new0(struct fixture, 1);
	*fixture = (struct fixture){.arena = arena_new(), .diags = diags_new()};
	chart_init(&fixture->chart);
	*state = fixture;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *fixture = *state;
	diags_free(fixture->diags);
	arena_free(fixture->arena);
	g_free(fixture);
	return 0;
}

static const struct hardware *find_device(void *user, struct arena *arena, const char *name, struct place place, struct diags *diags)
{
	(void)user;
	if (strcmp(name, "dev") && strcmp(name, "test-dev")) {
		diags_add(diags, DIAG_UNKNOWN_NAME, place, "unknown device '%s'", name);
		return NULL;
	}
	struct hardware *hardware = arena_alloc(arena, sizeof *hardware);
	*hardware = (struct hardware){.id = "test-dev", .name = "Device", .year = NAN, .tdp_w = NAN};
	*list_push(arena, &hardware->compute) = (struct compute_ceiling){.name = "C", .peak = 1e12, .low = NAN, .high = NAN, .sparse = NAN, .clock = NAN};
	*list_push(arena, &hardware->memory) = (struct memory_ceiling){.name = "D", .bandwidth = 1e11, .low = NAN, .high = NAN, .capacity = NAN};
	return hardware;
}

static const struct hardware_lookup lookup = {find_device, NULL, NULL};

static bool read_named(struct fixture *f, const char *name, const char *text)
{
	struct source *source = arena_alloc(f->arena, sizeof *source);
	*source = (struct source){name, text, strlen(text)};
	const struct json *json = json_read(f->arena, source, f->diags);
	return json && spec_read(f->arena, json, &lookup, &f->chart, f->diags);
}

static bool read_text(struct fixture *f, const char *text)
{
	return read_named(f, "spec.json", text);
}

static bool set(struct fixture *f, const char *path, const char *value)
{
	return spec_set(f->arena, path, value, &lookup, &f->chart, f->diags);
}

static void expect_diag(struct fixture *f, size_t index, enum diag_id id, const char *part)
{
	if (index >= diags_count(f->diags))
		fail_msg("expected [%s] with '%s', found no message", diag_id_name(id), part);
	const struct diag *diag = diags_get(f->diags, index);
	if (diag->id != id || !strstr(diag->message, part))
		fail_msg("expected [%s] with '%s', found [%s] %s", diag_id_name(id), part, diag_id_name(diag->id), diag->message);
}

// Reads `text` into a chart of its own and expects one error.
static void expect_error(struct fixture *f, const char *text, enum diag_id id, const char *part)
{
	diags_free(f->diags);
	f->diags = diags_new();
	chart_init(&f->chart);
	if (read_text(f, text))
		fail_msg("was read: %s", text);
	expect_diag(f, 0, id, part);
	if (diags_count(f->diags) != 1)
		fail_msg("more than one message for %s: %s", text, diags_get(f->diags, 1)->message);
	assert_non_null(diags_get(f->diags, 0)->place.source);
}

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
	expect_error(f, "{\"points\": {\"name\": \"k\"}}", DIAG_WRONG_TYPE, "expected a list of points");
	expect_error(f, "{\"points\": [{\"name\": \"k\", \"bytes\": true}]}", DIAG_WRONG_TYPE, "points[0].bytes");
	expect_error(f, "{\"points\": [3]}", DIAG_WRONG_TYPE, "points[0]");
	expect_error(f, "{\"points\": [{\"name\": \"k\", \"launches\": 0}]}", DIAG_WRONG_VALUE, "points[0].launches");
}

static void formulas_are_refused_plainly(void **state)
{
	struct fixture *f = *state;
	expect_error(f, "{\"points\": [{\"name\": \"k\", \"kernel\": \"matmul\", \"params\": {\"b\": 1}}]}", DIAG_UNSUPPORTED, "give \"flops\" and \"bytes\" as numbers");
	expect_error(f, "{\"kernels\": {}}", DIAG_UNSUPPORTED, "kernels as formulas are not in this version");
	expect_error(f, "{\"chart\": {\"kind\": \"sweep\"}}", DIAG_UNSUPPORTED, "chart.kind");
	expect_error(f, "{\"chart\": {\"scaling\": {}}}", DIAG_UNSUPPORTED, "chart.scaling");
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
	assert_true(set(f, "size", "web"));
	assert_string_equal(f->chart.size.name, "web");
	assert_true(isnan(f->chart.size.width_px));
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

static void wrong_settings(void **state)
{
	struct fixture *f = *state;
	assert_false(set(f, "points[2].name", "x"));
	expect_diag(f, 0, DIAG_USAGE, "--set points[2].name: items of a list");
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

static void baselines_must_exist(void **state)
{
	struct fixture *f = *state;
	assert_true(read_text(f, "{\"points\": [{\"name\": \"before\"}, {\"name\": \"after\", \"baseline\": \"befroe\"}]}"));
	assert_false(spec_check(&f->chart, f->diags));
	expect_diag(f, 0, DIAG_UNKNOWN_NAME, "did you mean 'before'");
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
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(reads_points), TEST(point_errors), TEST(formulas_are_refused_plainly), TEST(reads_the_rest), TEST(sizes), TEST(several_specs_are_one_chart),
		TEST(settings_win), TEST(wrong_settings), TEST(axis_limits_are_checked_after_merging), TEST(baselines_must_exist), TEST(recognises_a_spec),
		TEST(written_spec_reads_back_equal), TEST(schema_fragments_are_json), TEST(many_points),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
