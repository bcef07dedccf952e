// SPDX-License-Identifier: MIT
// One panel of a sheet: a roofline with its name, two figures and the numbers of its points; everything else is said once for all panels.
#include "layout/sheet_plan.h"

#include <stdint.h>
#include <string.h>

#define TITLE_SIZE 1.12 // of the panel's font

double sheet_title_px(const struct plan *plan)
{
	return plan_line_px(plan, plan->theme.font_px * TITLE_SIZE) + plan->theme.font_px * 0.4;
}

struct plan sheet_panel_plan(struct sheet_plan *sheet, size_t index, struct rect plot, struct layout_report *report, struct diags *diags)
{
	const struct analysis *analysis = &sheet->analyses[index];
	struct plan plan = {.arena = sheet->arena, .analysis = analysis, .chart = analysis->chart, .theme = sheet->panel_theme, .measurer = sheet->spec->measurer,
		.diags = diags, .width_px = sheet->spec->width_px, .height_px = sheet->spec->height_px, .report = report, .panel = PANEL_SHEET, .final = true,
		.key_room = SIZE_MAX};
	// where things stand is asked only while the panel is drawn
	if (sheet->scratch)
		arena_free(sheet->scratch);
	sheet->scratch = arena_new();
	plan.placer = placer_new(sheet->scratch, plot);
	for (int i = 0; i < LAYER_COUNT; i++)
		scene_init(&plan.layers[i], sheet->arena, plan.width_px, plan.height_px);
	report->kind = "roofline";
	report->name = sheet->spec->panels[index].title;
	bool framed = frame_ranges(&plan); // the shared limits, which were checked
	(void)framed;
	page_set_plot(&plan, plot);
	return plan;
}

static void number_marks(struct sheet_plan *sheet, struct plan *plan)
{
	for (size_t i = 0; i < plan->marks.count; i++) {
		struct mark *mark = &plan->marks.items[i];
		for (size_t n = 0; n < sheet->numbers.count && mark->labelled; n++)
			if (strcmp(sheet->numbers.items[n].name, mark->row->name) == 0)
				mark->fixed_text = arena_printf(plan->arena, "%zu", n + 1);
		mark->labelled = mark->labelled && mark->fixed_text;
	}
}

static void draw_title(struct plan *plan, const char *title)
{
	const struct theme *theme = &plan->theme;
	bool shortened;
	struct words words = plan_fit_words(plan, title, theme->font_px * TITLE_SIZE, theme->title_weight, theme->text, plan->plot.w, &shortened);
	struct vec origin = {plan->plot.x, plan->plot.y - theme->font_px * 0.35 - words.descent_px * 0.5};
	words_draw(plan, &words, origin, 0, (struct label_note){.role = ROLE_TITLE, .owner = title, .shortened = shortened});
}

static void join(struct plan *plan, struct layout *page)
{
	struct scene *scene = &page->scene;
	scene_push(scene, "panel");
	scene_attribute(scene, "data-name", plan->report->name);
	for (int i = 0; i < LAYER_COUNT; i++)
		for (size_t j = 0; j < plan->layers[i].ops.count; j++)
			*list_push(plan->arena, &scene->ops) = plan->layers[i].ops.items[j];
	scene_pop(scene);
}

void sheet_panel_draw(struct sheet_plan *sheet, size_t index, struct rect plot, bool x_labels, bool y_labels, struct layout *page)
{
	struct layout_report *report = list_push(sheet->arena, &page->report.panels);
	struct diags *own = diags_new(); // what stands outside its frame or found no place, the charts themselves say
	struct plan plan = sheet_panel_plan(sheet, index, plot, report, own);
	report->width_px = page->report.width_px;
	report->height_px = page->report.height_px;
	report->plot = plot;
	plan.x_ticks_apart = !x_labels;
	plan.y_ticks_apart = !y_labels;
	page_choose_ticks(&plan);
	page_fence(&plan);
	axes_draw(&plan);
	roofs_trace(&plan);
	zones_draw(&plan);
	roofs_draw(&plan);
	marks_place(&plan);
	marks_draw(&plan);
	curves_draw(&plan);
	ridges_draw(&plan);
	roof_labels_place(&plan, true);
	number_marks(sheet, &plan);
	point_labels_place(&plan);
	sheet->unplaced += report->dropped.count;
	draw_title(&plan, report->name);
	join(&plan, page);
	diags_free(own);
}
