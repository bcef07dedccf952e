// SPDX-License-Identifier: MIT
// Charts side by side: the axes that they share, and the contact sheet.
#include "hardware/catalogue.h"
#include "layout/sheet.h"
#include "model/spec.h"
#include "rafter.h"

#include <glib.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
// cmocka wants the headers above
#include <cmocka.h>

#define MIXED "{\"rafter\": 1, \"title\": \"Mixed\", \"hardware\": \"%s\", \"points\": [" \
	"{\"name\": \"triad\", \"series\": \"stream\", \"flops\": 2e9, \"bytes\": 24e9}," \
	"{\"name\": \"norm\", \"series\": \"stream\", \"flops\": 1e9, \"bytes\": 1e9}," \
	"{\"name\": \"gemm\", \"series\": \"dense\", \"flops\": 1e12, \"bytes\": 1e9}," \
	"{\"name\": \"conv\", \"series\": \"dense\", \"flops\": 1e12, \"bytes\": 8e9, \"time\": 0.2}," \
	"{\"name\": \"attention\", \"flops\": 3e11, \"bytes\": 3e9, \"time\": 0.05}]}"

// ---- the layout ---------------------------------------------------------------------------------------------------------------------------------------

struct under_test {
	struct arena *arena;
	struct diags *diags;
	struct sheet_panel *panels;
	struct sheet_spec spec;
	const struct sheet *sheet;
};

static void include(struct layout_limits *limits, const struct layout_limits *other, bool first)
{
	if (first) {
		*limits = *other;
		return;
	}
	limits->x_min = fmin(limits->x_min, other->x_min);
	limits->x_max = fmax(limits->x_max, other->x_max);
	limits->y_min = fmin(limits->y_min, other->y_min);
	limits->y_max = fmax(limits->y_max, other->y_max);
	limits->peak = fmax(limits->peak, other->peak);
}

// Each chart has an arena of its own, which is gone when the sheet is laid out.
static void add(struct under_test *t, size_t index, const char *format, const char *device)
{
	struct arena *arena = arena_new();
	struct source *source = arena_alloc(arena, sizeof *source);
	struct chart *chart = arena_alloc(arena, sizeof *chart);
	char *json = arena_strdup(arena, format), *at = strstr(json, "%s");
	if (at)
		json = arena_printf(arena, "%.*s%s%s", (int)(at - json), json, device, at + 2);
	*source = (struct source){"test.json", json, strlen(json)};
	chart_init(chart);
	const struct json *root = json_read(arena, source, t->diags);
	assert_non_null(root);
	assert_true(spec_read(arena, root, &catalogue_lookup, chart, t->diags));
	assert_true(spec_settle(arena, chart, t->diags));
	const struct analysis *analysis = analysis_run(arena, chart, t->diags);
	assert_non_null(analysis);
	struct layout_limits limits;
	assert_true(layout_frame(arena, analysis, 600, &limits, t->diags));
	include(&t->spec.limits, &limits, index == 0);
	t->panels[index] = (struct sheet_panel){analysis_copy(t->arena, analysis), arena_strdup(t->arena, device)};
	arena_free(arena);
}

static struct under_test lay_out(const char *format, size_t count, const char *theme, double width_px, double height_px)
{
	struct under_test t = {.arena = arena_new(), .diags = diags_new()};
	const char *const *ids = catalogue_device_ids();
	t.panels = arena_array(t.arena, count, sizeof *t.panels);
	for (size_t i = 0, id = 0; i < count; i++, id = ids[id + 1] ? id + 1 : 0)
		add(&t, i, format, ids[id]);
	t.spec.panels = t.panels;
	t.spec.count = count;
	t.spec.title = "Sheet";
	t.spec.subtitle = "of many";
	t.spec.theme = theme_find(t.arena, theme, (struct place){0}, t.diags);
	t.spec.measurer = &measure_fixed;
	t.spec.width_px = width_px;
	t.spec.height_px = height_px;
	t.sheet = sheet_run(t.arena, &t.spec, t.diags);
	return t;
}

static void done(struct under_test *t)
{
	diags_free(t->diags);
	arena_free(t->arena);
}

static bool same_label(const struct report_label *a, const struct report_label *b)
{
	return a->role == b->role && memcmp(&a->box, &b->box, sizeof a->box) == 0 && strcmp(a->text, b->text) == 0;
}

// All words of a page, those that several panels share once.
struct page_labels {
	struct { const struct report_label **items; size_t count, cap; } all;
};

static void gather(struct under_test *t, const struct layout_report *report, struct page_labels *labels)
{
	for (size_t i = 0; i < report->labels.count; i++) {
		bool known = false;
		for (size_t j = 0; j < labels->all.count && !known; j++)
			known = same_label(labels->all.items[j], &report->labels.items[i]);
		if (!known)
			*list_push(t->arena, &labels->all) = &report->labels.items[i];
	}
}

static void check_page_words(struct under_test *t, const struct layout *page)
{
	struct page_labels labels = {0};
	const struct layout_report *r = &page->report;
	struct rect canvas = {-0.5, -0.5, r->width_px + 1, r->height_px + 1};
	gather(t, r, &labels);
	for (size_t i = 0; i < r->panels.count; i++)
		gather(t, &r->panels.items[i], &labels);
	for (size_t i = 0; i < labels.all.count; i++) {
		const struct report_label *a = labels.all.items[i];
		if (!box_inside(&a->box, canvas))
			fail_msg("'%s' leaves the page", a->text);
		for (size_t j = i + 1; j < labels.all.count; j++)
			if (box_overlap(&a->box, &labels.all.items[j]->box) > 0.5)
				fail_msg("'%s' overlaps '%s'", a->text, labels.all.items[j]->text);
		for (size_t p = 0; p < r->panels.count; p++)
			for (size_t k = 0; k < r->panels.items[p].points.count; k++) {
				const struct report_point *point = &r->panels.items[p].points.items[k];
				if (box_overlap_disc(&a->box, point->px, fmax(point->radius_px - 0.5, 1)) > 0.5)
					fail_msg("'%s' covers the marker of '%s'", a->text, point->name);
			}
	}
}

static size_t count_role(const struct layout_report *report, enum label_role role)
{
	size_t count = 0;
	for (size_t i = 0; i < report->labels.count; i++)
		count += report->labels.items[i].role == role;
	return count;
}

static size_t labelled(const struct report_axis *axis)
{
	size_t count = 0;
	for (size_t i = 0; i < axis->ticks.count; i++)
		count += axis->ticks.items[i].label != NULL;
	return count;
}

static void check_panel(const struct under_test *t, const struct layout_report *panel, const struct layout_report *first)
{
	const struct layout_limits *limits = &t->spec.limits;
	assert_true(panel->x.min == limits->x_min && panel->x.max == limits->x_max && panel->y.min == limits->y_min && panel->y.max == limits->y_max);
	assert_string_equal(panel->y.unit, first->y.unit);
	assert_true(panel->plot.w == first->plot.w && panel->plot.h == first->plot.h);
	// the labels of all ticks, wherever they stand
	assert_int_equal(count_role(panel, ROLE_TICK), labelled(&panel->x) + labelled(&panel->y));
	assert_true(labelled(&panel->x) >= 2 && labelled(&panel->y) >= 2);
	assert_int_equal(count_role(panel, ROLE_LEGEND), 0);
	for (size_t i = 0; i < panel->points.count; i++)
		assert_true(rect_contains(rect_inset(panel->plot, -0.5), panel->points.items[i].px));
}

static void check_grid(const struct layout_report *page)
{
	size_t count = page->panels.count, columns = 1;
	const struct layout_report *panels = page->panels.items;
	while (columns < count && panels[columns].plot.y == panels[0].plot.y)
		columns++;
	for (size_t i = 0; i < count; i++) {
		assert_true(panels[i].plot.x == panels[i % columns].plot.x);
		assert_true(panels[i].plot.y == panels[i - i % columns].plot.y);
		if (i % columns)
			assert_true(panels[i].plot.x > panels[i - 1].plot.x + panels[i - 1].plot.w);
		if (i >= columns)
			assert_true(panels[i].plot.y > panels[i - columns].plot.y + panels[i - columns].plot.h);
	}
}

// A number means one point in every panel, and the key of every page explains it.
static void check_numbers(struct under_test *t)
{
	g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
	for (size_t p = 0; p < t->sheet->pages.count; p++) {
		const struct layout_report *page = &t->sheet->pages.items[p].report;
		for (size_t i = 0; i < page->labels.count; i++)
			if (page->labels.items[i].role == ROLE_KEY && g_ascii_isdigit(page->labels.items[i].text[0]))
				g_hash_table_insert(names, (void *)page->labels.items[i].text, (void *)page->labels.items[i].owner);
		for (size_t i = 0; i < page->panels.count; i++)
			for (size_t l = 0; l < page->panels.items[i].labels.count; l++) {
				const struct report_label *label = &page->panels.items[i].labels.items[l];
				if (label->role != ROLE_POINT || strchr(label->text, ','))
					continue;
				const char *name = g_hash_table_lookup(names, label->text);
				assert_non_null(name);
				assert_string_equal(name, label->owner);
			}
	}
	assert_int_equal(g_hash_table_size(names), 5);
}

static void any_sheet_is_sound(void **state)
{
	(void)state;
	static const struct { size_t count; const char *theme; double width_px, height_px; } cases[] = {{1, "light", 1200, 0}, {2, "mono", 1122, 793}, {4, "paper", 1200, 0},
		{9, "dark", 1200, 0}, {9, "slides", 1280, 720}, {24, "light", 1122, 793}, {24, "paper", 1122, 793}, {24, "mono", 1200, 0}, {24, "slides", 1122, 793},
		{74, "light", 1200, 0}, {74, "dark", 1122, 793}, {7, "light", 400, 300}};
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct under_test t = lay_out(MIXED, cases[i].count, cases[i].theme, cases[i].width_px, cases[i].height_px);
		assert_non_null(t.sheet);
		size_t panels = 0;
		for (size_t p = 0; p < t.sheet->pages.count; p++) {
			const struct layout *page = &t.sheet->pages.items[p];
			check_page_words(&t, page);
			check_grid(&page->report);
			assert_true(count_role(&page->report, ROLE_LEGEND) >= 4);
			assert_int_equal(count_role(&page->report, ROLE_LEGEND), count_role(&t.sheet->pages.items[0].report, ROLE_LEGEND));
			assert_int_equal(count_role(&page->report, ROLE_AXIS), 2);
			for (size_t k = 0; k < page->report.panels.count; k++, panels++) {
				assert_int_equal(page->report.panels.items[k].page, p + 1);
				assert_string_equal(page->report.panels.items[k].name, t.panels[panels].title);
				check_panel(&t, &page->report.panels.items[k], &t.sheet->pages.items[0].report.panels.items[0]);
			}
		}
		assert_int_equal(panels, cases[i].count);
		check_numbers(&t);
		done(&t);
	}
}

static void pages_fill_evenly(void **state)
{
	(void)state;
	// as tall as needed: up to 80 panels a page
	struct under_test t = lay_out(MIXED, 80, "light", 1200, 0);
	assert_int_equal(t.sheet->pages.count, 1);
	done(&t);
	t = lay_out(MIXED, 81, "light", 1200, 0);
	assert_int_equal(t.sheet->pages.count, 2);
	assert_int_equal(t.sheet->pages.items[0].report.panels.count, 45);
	assert_true(t.sheet->pages.items[1].report.height_px < t.sheet->pages.items[0].report.height_px);
	done(&t);
	// a page of a size: its panels shrink only as far as they can be read
	t = lay_out(MIXED, 74, "light", 1122, 793);
	assert_int_equal(t.sheet->pages.count, 2);
	for (size_t i = 0; i < 2; i++) {
		assert_true(t.sheet->pages.items[i].report.height_px == 793);
		assert_true(t.sheet->pages.items[i].report.panels.items[0].plot.w >= 100);
	}
	done(&t);
}

static void a_page_can_be_too_small(void **state)
{
	(void)state;
	struct under_test t = lay_out(MIXED, 3, "light", 200, 120);
	assert_null(t.sheet);
	assert_true(diags_count(t.diags) > 0);
	const struct diag *last = diags_get(t.diags, diags_count(t.diags) - 1);
	assert_int_equal(last->id, DIAG_TOO_SMALL);
	done(&t);
}

static void many_points_have_no_numbers(void **state)
{
	(void)state;
	g_autoptr(GString) json = g_string_new("{\"rafter\": 1, \"hardware\": \"nvidia-h100-sxm\", \"points\": [");
	for (int i = 0; i < 21; i++)
		g_string_append_printf(json, "%s{\"name\": \"p%d\", \"flops\": %de12, \"bytes\": 1e10, \"time\": 1}", i ? ", " : "", i, i + 1);
	g_string_append(json, "]}");
	struct under_test t = lay_out(json->str, 2, "light", 1200, 0);
	assert_int_equal(count_role(&t.sheet->pages.items[0].report, ROLE_KEY), 0);
	assert_int_equal(t.sheet->pages.items[0].report.panels.items[0].points.count, 21);
	assert_int_equal(count_role(&t.sheet->pages.items[0].report.panels.items[0], ROLE_POINT), 0);
	done(&t);
}

static bool says(const struct layout_report *report, enum label_role role, const char *text)
{
	for (size_t i = 0; i < report->labels.count; i++)
		if (report->labels.items[i].role == role && strcmp(report->labels.items[i].text, text) == 0)
			return true;
	return false;
}

static void what_a_panel_cannot_say(void **state)
{
	(void)state;
	struct under_test t = lay_out("{\"rafter\": 1, \"hardware\": [\"nvidia-h100-sxm\", \"amd-mi300x\"], \"points\": ["
		"{\"name\": \"a\", \"flops\": 1e12, \"bytes\": 1e10, \"time\": 0.1}, {\"name\": \"b\", \"flops\": 1e12, \"bytes\": 1e10, \"time\": 0.1},"
		"{\"name\": \"c\", \"flops\": 1e12, \"bytes\": 1e8, \"time\": 0.1, \"network_bytes\": 1e7, \"network\": \"nvlink-4\"}, {\"name\": \"copy\", \"flops\": 0, \"bytes\": 1e9, \"time\": 0.1}]}", 1, "light", 1200, 0);
	const struct layout_report *page = &t.sheet->pages.items[0].report, *panel = &page->panels.items[0];
	// two points of one place share a label, and both stand in the key
	assert_true(says(panel, ROLE_POINT, "1,2"));
	assert_true(says(page, ROLE_KEY, "a") && says(page, ROLE_KEY, "b") && says(page, ROLE_KEY, "c"));
	// a point without FLOPs has no place in a panel
	assert_false(says(page, ROLE_KEY, "copy"));
	bool told = false;
	for (size_t i = 0; i < page->labels.count; i++)
		told = told || (page->labels.items[i].role == ROLE_NOTE && strstr(page->labels.items[i].text, "kernels without FLOPs are not shown"));
	assert_true(told);
	// with two machines in it a figure names its own
	bool named = false;
	for (size_t i = 0; i < panel->labels.count; i++)
		named = named || (panel->labels.items[i].role == ROLE_COMPUTE_ROOF && strstr(panel->labels.items[i].text, "MI300X"));
	assert_true(named);
	done(&t);
}

static void equal_things_are_explained_once(void **state)
{
	(void)state;
	// the catalogue has main memories of many names
	struct under_test t = lay_out("{\"rafter\": 1, \"hardware\": \"%s\", \"points\": [{\"name\": \"a\", \"flops\": 1e12, \"bytes\": {\"main\": 1e10, \"l2\": 3e10}, \"time\": 0.1},"
		"{\"name\": \"b\", \"series\": \"s\", \"flops\": 1e12, \"bytes\": 1e9, \"time\": 0.1}]}", 74, "light", 1200, 0);
	const struct layout_report *page = &t.sheet->pages.items[0].report;
	assert_true(says(page, ROLE_LEGEND, "main-memory bytes"));
	assert_true(says(page, ROLE_LEGEND, "memory-bound"));
	g_autoptr(GHashTable) texts = g_hash_table_new(g_str_hash, g_str_equal);
	for (size_t i = 0; i < page->labels.count; i++)
		if (page->labels.items[i].role == ROLE_LEGEND)
			assert_true(g_hash_table_add(texts, (void *)page->labels.items[i].text));
	done(&t);
}

// ---- the interface ------------------------------------------------------------------------------------------------------------------------------------

static struct rafter *chart_of(const char *device)
{
	struct rafter *r = rafter_new();
	const char *json = "{\"rafter\": 1, \"points\": [{\"name\": \"triad\", \"series\": \"a\", \"precision\": \"fp16\", \"flops\": 2e9, \"bytes\": 24e9},"
		"{\"name\": \"gemm\", \"series\": \"b\", \"precision\": \"fp16\", \"flops\": 1e12, \"bytes\": 1e9}]}";
	assert_true(rafter_add_input(r, "points.json", json, strlen(json)));
	assert_true(rafter_add_hardware(r, device));
	return r;
}

static void charts_share_a_frame(void **state)
{
	(void)state;
	struct rafter *charts[] = {chart_of("nvidia-v100-sxm2-16gb"), chart_of("nvidia-b200")};
	struct rafter_frame both = {0}, own[2], now;
	for (size_t i = 0; i < 2; i++) {
		assert_true(rafter_get_frame(charts[i], &own[i]));
		rafter_frame_unite(&both, &own[i]);
	}
	assert_true(both.peak == own[1].peak && both.peak > own[0].peak);
	assert_true(both.y_min == fmin(own[0].y_min, own[1].y_min) && both.x_max == fmax(own[0].x_max, own[1].x_max));
	struct rafter_bytes layouts[2];
	const char *axes[2];
	for (size_t i = 0; i < 2; i++) {
		rafter_set_frame(charts[i], &both);
		assert_true(rafter_get_frame(charts[i], &now));
		assert_memory_equal(&now, &both, sizeof both);
		assert_true(rafter_layout(charts[i], &layouts[i]));
		axes[i] = strstr((char *)layouts[i].data, "\"axes\"");
	}
	// limits, unit, ticks and where they stand
	size_t length = (size_t)(strstr(axes[0], "\"roofs\"") - axes[0]);
	assert_memory_equal(axes[0], axes[1], length);
	for (size_t i = 0; i < 2; i++) {
		rafter_set_frame(charts[i], NULL);
		assert_true(rafter_get_frame(charts[i], &now));
		assert_memory_equal(&now, &own[i], sizeof now);
		rafter_bytes_free(&layouts[i]);
		rafter_free(charts[i]);
	}
}

static const char *const devices[] = {"nvidia-v100-sxm2-16gb", "nvidia-a100-sxm-80gb", "nvidia-h100-sxm", "amd-mi300x", "nvidia-b200"};

static struct rafter_sheet *sheet_of(bool backwards)
{
	struct rafter_sheet *sheet = rafter_sheet_new();
	for (size_t i = 0; i < G_N_ELEMENTS(devices); i++) {
		size_t place = backwards ? G_N_ELEMENTS(devices) - 1 - i : i;
		struct rafter *r = chart_of(devices[place]);
		assert_true(rafter_sheet_add(sheet, r, place, place == 1 ? "second" : NULL));
		rafter_free(r);
	}
	return sheet;
}

static void order_of_adding_is_no_matter(void **state)
{
	(void)state;
	struct rafter_sheet *sheets[] = {sheet_of(false), sheet_of(true)};
	for (const char *const *format = rafter_format_names(); *format; format++) {
		struct rafter_bytes bytes[2];
		for (size_t i = 0; i < 2; i++) {
			assert_int_equal(rafter_sheet_file_count(sheets[i], *format), 1);
			assert_true(rafter_sheet_render(sheets[i], &(struct rafter_output){.format = *format}, 0, &bytes[i]));
		}
		assert_int_equal(bytes[0].size, bytes[1].size);
		assert_memory_equal(bytes[0].data, bytes[1].data, bytes[0].size);
		rafter_bytes_free(&bytes[0]);
		rafter_bytes_free(&bytes[1]);
	}
	struct rafter_bytes layout;
	assert_true(rafter_sheet_layout(sheets[1], "pdf", &layout));
	const char *json = (const char *)layout.data, *first = strstr(json, "\"name\": \"V100 SXM2 16GB\""), *second = strstr(json, "\"name\": \"second\"");
	assert_non_null(strstr(json, "\"kind\": \"contact-sheet\""));
	assert_true(first && second && first < second);
	rafter_bytes_free(&layout);
	rafter_sheet_free(sheets[0]);
	rafter_sheet_free(sheets[1]);
}

static size_t occurrences(const struct rafter_bytes *bytes, const char *text)
{
	size_t count = 0;
	for (const char *at = (const char *)bytes->data; (at = memmem(at, bytes->size - (size_t)(at - (const char *)bytes->data), text, strlen(text))); at++)
		count++;
	return count;
}

static void pages_are_files_or_pages_of_one(void **state)
{
	(void)state;
	struct rafter_sheet *sheet = sheet_of(false);
	struct rafter *page = rafter_sheet_page(sheet);
	struct rafter_bytes bytes;
	assert_true(rafter_set_size(page, "340x330px"));
	assert_true(rafter_set_theme(page, "dark"));
	assert_true(rafter_set(page, "title", "Five machines"));
	size_t files = rafter_sheet_file_count(sheet, "svg"), panels = 0;
	assert_true(files > 1);
	for (size_t i = 0; i < files; i++) {
		assert_true(rafter_sheet_render(sheet, &(struct rafter_output){.format = "svg"}, i, &bytes));
		assert_int_equal(occurrences(&bytes, ">Five machines</text>"), 1);
		panels += occurrences(&bytes, "class=\"panel\"");
		rafter_bytes_free(&bytes);
	}
	assert_int_equal(panels, 5);
	assert_int_equal(rafter_sheet_file_count(sheet, "pdf"), 1);
	assert_true(rafter_sheet_render(sheet, &(struct rafter_output){.format = "pdf", .source_date = 1000000000}, 0, &bytes));
	assert_int_equal(occurrences(&bytes, "/Type /Page "), files);
	assert_int_equal(occurrences(&bytes, "/Group"), 0);
	assert_int_equal(occurrences(&bytes, "(D:20010909014640Z)"), 1);
	rafter_bytes_free(&bytes);
	assert_false(rafter_sheet_render(sheet, &(struct rafter_output){.format = "svg"}, files, &bytes));
	assert_null(bytes.data);
	assert_string_equal(rafter_message(page, rafter_message_count(page) - 1).id, "usage");
	rafter_sheet_free(sheet);
}

static void the_page_can_change(void **state)
{
	(void)state;
	struct rafter_sheet *sheet = sheet_of(false);
	struct rafter_bytes bytes;
	assert_true(rafter_sheet_render(sheet, &(struct rafter_output){0}, 0, &bytes));
	assert_int_equal(occurrences(&bytes, ">5 rooflines with the same axes</text>"), 1);
	assert_int_equal(occurrences(&bytes, "fill=\"#0f1720\""), 0);
	rafter_bytes_free(&bytes);
	rafter_set_theme(rafter_sheet_page(sheet), "dark");
	struct rafter *r = chart_of("nvidia-t4");
	assert_true(rafter_sheet_add(sheet, r, 9, NULL));
	rafter_free(r);
	assert_true(rafter_sheet_render(sheet, &(struct rafter_output){0}, 0, &bytes));
	assert_int_equal(occurrences(&bytes, ">6 rooflines with the same axes</text>"), 1);
	assert_true(occurrences(&bytes, "fill=\"#0f1720\"") > 0);
	rafter_bytes_free(&bytes);
	rafter_sheet_free(sheet);
}

static void what_is_wrong_is_said(void **state)
{
	(void)state;
	struct rafter_sheet *sheet = rafter_sheet_new();
	struct rafter *page = rafter_sheet_page(sheet), *r = rafter_new();
	assert_int_equal(rafter_sheet_file_count(sheet, "svg"), 0);
	assert_string_equal(rafter_message(page, 0).message, "a contact sheet without charts");
	const char *json = "{\"rafter\": 1, \"chart\": {\"kind\": \"scaling\"}, \"points\": [{\"name\": \"a\", \"n\": 1, \"time\": 2}, {\"name\": \"b\", \"n\": 2, \"time\": 1}]}";
	rafter_add_input(r, "scaling.json", json, strlen(json));
	assert_false(rafter_sheet_add(sheet, r, 0, NULL));
	assert_string_equal(rafter_message(r, rafter_message_count(r) - 1).id, "unsupported");
	rafter_free(r);
	rafter_sheet_free(sheet);
	rafter_sheet_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_sheet_is_sound),
		cmocka_unit_test(pages_fill_evenly),
		cmocka_unit_test(a_page_can_be_too_small),
		cmocka_unit_test(many_points_have_no_numbers),
		cmocka_unit_test(what_a_panel_cannot_say),
		cmocka_unit_test(equal_things_are_explained_once),
		cmocka_unit_test(charts_share_a_frame),
		cmocka_unit_test(order_of_adding_is_no_matter),
		cmocka_unit_test(pages_are_files_or_pages_of_one),
		cmocka_unit_test(the_page_can_change),
		cmocka_unit_test(what_is_wrong_is_said),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
