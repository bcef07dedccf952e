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

static struct report_tick x_ticks[] = {{0.1, 78, "0.1"}, {0.2, 129.65749, NULL}, {1, 249.6, "1"}};
static struct vec slope[] = {{159.50049, 536}, {673.51, 129.38651}};
static struct vec zone[] = {{78, 536}, {159.5, 536}, {673.51, 536}};
static struct report_roof roofs[] = {
	{"memory", "HBM3", 3.35e12, true, {slope, 2, 2}},
	{"compute", "FP8 \"dense\"", 1.979e15, false, {NULL, 0, 0}},
};
static struct report_region regions[] = {{"memory", {zone, 3, 3}}};
static struct report_point points[] = {
	{"gemm", 900.125, 7.42e14, {756.5, 146.4}, 5.6, false, true},
	{"copy", NAN, NAN, {0, 0}, 0, false, false},
};
static struct report_label labels[] = {
	{ROLE_MEMORY_ROOF, "HBM3 3.35 TB/s", "HBM3", {{{1, 2}, {3, 4}, {5, 6}, {7, 8.00049}}}, 38.34567, true, false},
	{ROLE_TITLE, "Title", NULL, {{{0, 0}, {1, 0}, {1, 1}, {0, 1}}}, 0, false, true},
};
static struct report_leader leaders[] = {{{1, 2}, {3, -0.0001}}};
static struct report_dropped dropped[] = {{"long name", "no room"}};
static struct report_ridge ridges[] = {{"BF16", "HBM3", {673.51, 129.39}}};

static struct layout_report example(void)
{
	return (struct layout_report){
		.kind = "roofline",
		.width_px = 960,
		.height_px = 600,
		.plot = {78, 64, 858, 472},
		.x = {.scale = SCALE_LOG, .min = 0.1, .max = 1e4, .unit = "FLOP/byte", .ticks = {x_ticks, 3, 3}},
		.y = {.scale = SCALE_LINEAR, .min = 0, .max = 3e15, .unit = "TFLOP/s"},
		.roofs = {roofs, 2, 2},
		.regions = {regions, 1, 1},
		.points = {points, 2, 2},
		.labels = {labels, 2, 2},
		.leaders = {leaders, 1, 1},
		.dropped = {dropped, 1, 1},
		.ridges = {ridges, 1, 1},
	};
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
	struct layout_report report = example();
	layout_report_write(&report, text);
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
	has(text, "\n    {\"text\": \"long name\", \"reason\": \"no room\"}\n");
	has(text, "\n    {\"compute\": \"BF16\", \"memory\": \"HBM3\", \"px\": [673.51, 129.39]}\n");
}

static void what_is_not_drawn_has_no_place(void **state)
{
	(void)state;
	g_autoptr(GString) text = g_string_new(NULL);
	struct layout_report report = example();
	layout_report_write(&report, text);
	has(text, "{\"name\": \"copy\", \"x\": null, \"y\": null, \"px\": null, \"r\": 0, \"edge\": false}");
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
		cmocka_unit_test(what_is_not_drawn_has_no_place),
		cmocka_unit_test(an_empty_report_is_whole),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
