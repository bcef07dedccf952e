// SPDX-License-Identifier: MIT
#include "layout/sheet.h"

#include "layout/sheet_plan.h"

#include <math.h>

// The tick labels that stand at another panel of the row or column are this panel's too.
static void share_ticks(struct arena *arena, const struct layout_report *from, bool under_the_plot, struct layout_report *to)
{
	for (size_t i = 0; from != to && i < from->labels.count; i++) {
		const struct report_label *label = &from->labels.items[i];
		bool under = label->box.corner[0].y > from->plot.y + from->plot.h;
		if (label->role == ROLE_TICK && under == under_the_plot)
			*list_push(arena, &to->labels) = *label;
	}
}

static size_t last_of_column(size_t place, size_t columns, size_t count)
{
	while (place + columns < count)
		place += columns;
	return place;
}

static void draw_panels(struct sheet_plan *sheet, struct layout *page, size_t first, size_t count)
{
	size_t columns = sheet->grid.columns;
	for (size_t i = 0; i < count; i++) {
		bool x_labels = sheet->grid.ticks_everywhere || last_of_column(i, columns, count) == i;
		sheet_panel_draw(sheet, first + i, sheet_plot(sheet, i), x_labels, i % columns == 0, page);
	}
	for (size_t i = 0; i < count; i++) {
		struct layout_report *panels = page->report.panels.items;
		if (!sheet->grid.ticks_everywhere)
			share_ticks(sheet->arena, &panels[last_of_column(i, columns, count)], true, &panels[i]);
		share_ticks(sheet->arena, &panels[i - i % columns], false, &panels[i]);
	}
}

static void describe(struct sheet_plan *sheet, struct scene *scene, size_t first, size_t count)
{
	const struct sheet_spec *spec = sheet->spec;
	scene->background = sheet->page_theme.background;
	scene->title = spec->title && *spec->title ? spec->title : "Rooflines";
	scene->author = spec->author;
	const char *names = spec->panels[first].title;
	for (size_t i = 1; i < count; i++)
		names = arena_printf(sheet->arena, "%s, %s", names, spec->panels[first + i].title);
	scene->description = arena_printf(sheet->arena, "%zu roofline charts with the same axes: %s. Arithmetic intensity against performance, both logarithmic.", count, names);
}

// What the page's own plan has drawn goes to the page; in reading order: the heading before the panels.
static void flush(struct plan *plan, struct layout *page)
{
	for (int i = 0; i < LAYER_COUNT; i++) {
		for (size_t j = 0; j < plan->layers[i].ops.count; j++)
			*list_push(plan->arena, &page->scene.ops) = plan->layers[i].ops.items[j];
		scene_init(&plan->layers[i], plan->arena, plan->width_px, plan->height_px);
	}
}

static void draw_page(struct sheet_plan *sheet, struct sheet *out, size_t first, size_t count, size_t pages)
{
	struct layout *page = list_push(sheet->arena, &out->pages);
	double height = sheet_page_height_px(sheet, count);
	size_t number = out->pages.count;
	*page = (struct layout){.report = {.kind = "contact-sheet", .page = number, .width_px = sheet->spec->width_px, .height_px = height}};
	scene_init(&page->scene, sheet->arena, sheet->spec->width_px, height);
	describe(sheet, &page->scene, first, count);
	struct plan plan = sheet_page_plan(sheet, page);
	sheet_draw_head(sheet, &plan);
	flush(&plan, page);
	draw_panels(sheet, page, first, count);
	for (size_t i = 0; i < count; i++)
		page->report.panels.items[i].page = number;
	struct rect plots = sheet_plot(sheet, 0), last = sheet_plot(sheet, count - 1);
	plots.w = sheet->grid.step_x * (double)(sheet->grid.columns - 1) + last.w;
	plots.h = last.y + last.h - plots.y;
	sheet_draw_axes(sheet, &plan, plots, number, pages);
	flush(&plan, page);
}

const struct sheet *sheet_run(struct arena *arena, const struct sheet_spec *spec, struct diags *diags)
{
	struct sheet_plan sheet = {.arena = arena, .spec = spec, .diags = diags, .page_theme = plan_theme(spec->theme, fmin(spec->width_px, spec->theme->base_width_px))};
	struct sheet *out = arena_alloc(arena, sizeof *out);
	sheet.panel_theme = sheet.page_theme;
	sheet_collect(&sheet);
	sheet.head_px = sheet_head_px(&sheet);
	if (!sheet_arrange(&sheet)) {
		arena_free(sheet.scratch);
		return NULL;
	}
	size_t most = sheet.grid.columns * sheet.grid.rows, pages = sheet_page_count(&sheet);
	for (size_t first = 0; first < spec->count; first += most)
		draw_page(&sheet, out, first, spec->count - first < most ? spec->count - first : most, pages);
	arena_free(sheet.scratch);
	if (sheet.unplaced)
		diags_add(diags, DIAG_DROPPED_LABEL, (struct place){0}, "no room for %zu numbers of points on the contact sheet", sheet.unplaced);
	return out;
}
