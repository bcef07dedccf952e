// SPDX-License-Identifier: MIT
// The layout report: rounded px, exact values, null for what is not there, one object a line.
#include "backend/backend.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct report_tick x_ticks[] = {{0.1, 78, "0.1"}, {0.2, 129.65749, NULL}, {1, 249.6, "1"}};
static const struct vec slope[] = {{159.50049, 536}, {673.51, 129.38651}};
static const struct vec zone[] = {{78, 536}, {159.5, 536}, {673.51, 536}};
static const struct report_roof roofs[] = {
	{.kind = "memory", .name = "HBM3", .value = 3.35e12, .binding = true},
	{.kind = "compute", .name = "FP8 \"dense\"", .value = 1.979e15},
};
static const struct report_region regions[] = {{.bound = "memory"}};
static const struct report_point points[] = {
	{.name = "gemm", .x = 900.125, .y = 7.42e14, .px = {756.5, 146.4}, .radius_px = 5.6},
	{.name = "copy", .x = NAN, .y = 5, .px = {78, 146.4}, .radius_px = 5.6, .edge = true},
};
static const struct report_label labels[] = {
	{ROLE_MEMORY_ROOF, "HBM3 3.35 TB/s", "HBM3", {{{1, 2}, {3, 4}, {5, 6}, {7, 8.00049}}}, 38.34567, true, false},
	{ROLE_TITLE, "Title", NULL, {{{0, 0}, {1, 0}, {1, 1}, {0, 1}}}, 0, false, true},
};
static const struct report_leader leaders[] = {{{1, 2}, {3, -0.0001}}};
static const struct report_arrow arrows[] = {{"gemm", 0.125, "better", true, {5, 6}, {7, 8}}, {"copy", NAN, "incomparable", false, {0, 0}, {0, 0}}};
static const struct report_dropped dropped[] = {{"long name", "no room"}};
static const struct report_ridge ridges[] = {{"BF16", "HBM3", {673.51, 129.39}}};

// A list of the report's own, filled from an array.
#define FILL(arena, list, array) \
	do { \
		(list)->count = (list)->cap = G_N_ELEMENTS(array); \
		(list)->items = arena_array(arena, (list)->count, sizeof *(array)); \
		memcpy((list)->items, array, sizeof(array)); \
	} while (0)

static struct layout_report example(struct arena *arena)
{
	struct layout_report report = {
		.kind = "roofline",
		.width_px = 960,
		.height_px = 600,
		.plot = {78, 64, 858, 472},
		.x = {.scale = SCALE_LOG, .min = 0.1, .max = 1e4, .unit = "FLOP/byte"},
		.y = {.scale = SCALE_LINEAR, .min = 0, .max = 3e15, .unit = "TFLOP/s"},
	};
	FILL(arena, &report.x.ticks, x_ticks);
	FILL(arena, &report.roofs, roofs);
	FILL(arena, &report.roofs.items[0].line, slope);
	FILL(arena, &report.regions, regions);
	FILL(arena, &report.regions.items[0].polygon, zone);
	FILL(arena, &report.points, points);
	FILL(arena, &report.labels, labels);
	FILL(arena, &report.leaders, leaders);
	FILL(arena, &report.arrows, arrows);
	FILL(arena, &report.dropped, dropped);
	FILL(arena, &report.ridges, ridges);
	return report;
}

static void has(const GString *text, const char *part)
{
	if (!strstr(text->str, part))
		fail_msg("no %s in\n%s", part, text->str);
}

static void every_field_is_written(void **state)
{
	(void)state;
	g_autoptr(GString) text = g_string_new(NULL);
	struct arena *arena = arena_new();
	struct layout_report report = example(arena);
	layout_report_write(&report, text);
	arena_free(arena);
	has(text, "{\n  \"kind\": \"roofline\",\n  \"size\": [960, 600],\n  \"plot\": [78, 64, 858, 472],\n"
		"  \"axes\": {\n    \"x\": {\n      \"scale\": \"log\",\n      \"min\": 0.1,\n      \"max\": 10000,\n      \"unit\": \"FLOP/byte\",\n");
	has(text, "\n        {\"value\": 0.2, \"px\": 129.657, \"label\": null},\n");
	has(text, "\"scale\": \"linear\"");
	has(text, "\n    {\"kind\": \"memory\", \"name\": \"HBM3\", \"value\": 3350000000000, \"binding\": true, "
		"\"polyline\": [[159.5, 536], [673.51, 129.387]]},\n");
	has(text, "\n    {\"kind\": \"compute\", \"name\": \"FP8 \\\"dense\\\"\", \"value\": 1.979e15, \"binding\": false, \"polyline\": []}\n");
	has(text, "\n    {\"bound\": \"memory\", \"polygon\": [[78, 536], [159.5, 536], [673.51, 536]]}\n");
	has(text, "\n    {\"name\": \"gemm\", \"x\": 900.125, \"y\": 742000000000000, \"px\": [756.5, 146.4], \"r\": 5.6, \"edge\": false},\n");
	has(text, "\n    {\"role\": \"memory-roof\", \"text\": \"HBM3 3.35 TB/s\", \"for\": \"HBM3\", \"box\": [[1, 2], [3, 4], [5, 6], [7, 8]], "
		"\"angle\": 38.346, \"moved\": true, \"shortened\": false},\n");
	has(text, "\"role\": \"title\", \"text\": \"Title\", \"for\": null");
	has(text, "\n    [[1, 2], [3, 0]]\n");
	has(text, "\n    {\"from\": [5, 6], \"to\": [7, 8], \"for\": \"gemm\", \"change\": 0.125, \"verdict\": \"better\"},\n");
	has(text, "\n    {\"from\": null, \"to\": null, \"for\": \"copy\", \"change\": null, \"verdict\": \"incomparable\"}\n");
	has(text, "\n    {\"text\": \"long name\", \"reason\": \"no room\"}\n");
	has(text, "\n    {\"compute\": \"BF16\", \"memory\": \"HBM3\", \"px\": [673.51, 129.39]}\n");
}

static void what_does_not_exist_is_null(void **state)
{
	(void)state;
	g_autoptr(GString) text = g_string_new(NULL);
	struct arena *arena = arena_new();
	struct layout_report report = example(arena);
	layout_report_write(&report, text);
	arena_free(arena);
	has(text, "{\"name\": \"copy\", \"x\": null, \"y\": 5, \"px\": [78, 146.4], \"r\": 5.6, \"edge\": true}");
	assert_null(strcasestr(text->str, "nan"));
}

static void an_empty_report_is_whole(void **state)
{
	(void)state;
	g_autoptr(GString) text = g_string_new(NULL);
	struct layout_report report = {.kind = "roofline", .x = {.min = 1, .max = 10}, .y = {.min = 1, .max = 10}};
	layout_report_write(&report, text);
	has(text, "\"unit\": null");
	has(text, "\"ticks\": []");
	has(text, "\"ridges\": []\n}\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_field_is_written),
		cmocka_unit_test(what_does_not_exist_is_null),
		cmocka_unit_test(an_empty_report_is_whole),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
