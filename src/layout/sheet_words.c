// SPDX-License-Identifier: MIT
// What the panels of a sheet share: series, legend, numbers of points, heading, axis titles, small type.
#include "layout/sheet_plan.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Points are numbered while a reader can still look them up.
enum { NUMBERS_MOST = 60, NUMBERS_IN_A_PANEL = 20 };
#define TALL_IN_SIGHT_PX 800.0 // of a page as tall as its panels need: where the title of the y axis stands

// ---- one list of series, so that a colour means one thing

static size_t series_index(struct sheet_plan *sheet, struct analysis *all, const struct series_use *series)
{
	for (size_t i = 0; i < all->series.count; i++)
		if (g_strcmp0(all->series.items[i].key, series->key) == 0)
			return i;
	*list_push(sheet->arena, &all->series) = *series;
	return all->series.count - 1;
}

static struct chart *panel_chart(struct sheet_plan *sheet, const struct chart *from)
{
	const struct layout_limits *limits = &sheet->spec->limits;
	struct chart *chart = arena_alloc(sheet->arena, sizeof *chart);
	*chart = *from;
	chart->options.percent = chart->options.drop_lines = false;
	chart->x.min = limits->x_min;
	chart->x.max = limits->x_max;
	chart->y.min = limits->y_min;
	chart->y.max = limits->y_max;
	chart->y.reference = limits->peak;
	return chart;
}

static void share_series(struct sheet_plan *sheet)
{
	struct analysis all = {0};
	sheet->analyses = arena_array(sheet->arena, sheet->spec->count, sizeof *sheet->analyses);
	for (size_t i = 0; i < sheet->spec->count; i++) {
		const struct analysis *from = sheet->spec->panels[i].analysis;
		struct analysis *to = &sheet->analyses[i];
		*to = *from;
		to->chart = panel_chart(sheet, from->chart);
		to->rows.items = arena_array(sheet->arena, from->rows.count + 1, sizeof *to->rows.items);
		to->rows.count = to->rows.cap = 0;
		for (size_t r = 0; r < from->rows.count; r++) {
			struct row row = from->rows.items[r];
			row.series_index = series_index(sheet, &all, &from->series.items[row.series_index]);
			if (row_is_placed(&row))
				to->rows.items[to->rows.count++] = row;
			else if (row_in_margin(&row) && row.level_index == 0)
				sheet->without_flops++;
		}
	}
	for (size_t i = 0; i < sheet->spec->count; i++)
		memcpy(&sheet->analyses[i].series, &all.series, sizeof all.series);
}

// ---- legend and numbers

// Main memory is a circle on every machine, and links of one rank have one shape, whatever they are called there: their common name, NULL for other entries.
static const char *common_level(const struct entry *a, const struct entry *b)
{
	if (a->kind != ENTRY_LEVEL || b->kind != ENTRY_LEVEL || a->shape != b->shape || a->network != b->network)
		return NULL;
	return a->network ? "network bytes" : a->shape == MARKER_CIRCLE ? "main-memory bytes" : NULL;
}

static bool same_entry(const struct entry *a, const struct entry *b)
{
	return a->kind == b->kind && a->shape == b->shape && (common_level(a, b) || strcmp(a->words.text, b->words.text) == 0);
}

static void merge_legend(struct sheet_plan *sheet, struct plan *page, const struct entries *own)
{
	for (size_t i = 0; i < own->count; i++) {
		struct entry *known = NULL;
		for (size_t j = 0; j < sheet->legend.count && !known; j++)
			if (same_entry(&sheet->legend.items[j], &own->items[i]))
				known = &sheet->legend.items[j];
		if (known && common_level(known, &own->items[i]) && strcmp(known->words.text, own->items[i].words.text) != 0)
			known->words = words_make(page, common_level(known, &own->items[i]), known->words.runs[0].style, page->theme.text);
		if (known && known->kind != ENTRY_HOLLOW)
			known->hollow = known->hollow && own->items[i].hollow; // measured in one panel, analytic in another
		else if (!known)
			*list_push(sheet->arena, &sheet->legend) = own->items[i];
		if (!known && own->items[i].kind == ENTRY_ABOVE)
			sheet->legend.items[sheet->legend.count - 1].radius_px *= 1.4; // as its ring is drawn
	}
}

static size_t collect_numbers(struct sheet_plan *sheet, const struct plan *plan)
{
	size_t labelled = 0;
	if (plan->chart->options.labels == LABELS_NONE)
		return 0;
	for (size_t i = 0; i < plan->marks.count; i++) {
		const struct mark *mark = &plan->marks.items[i];
		bool known = !mark->labelled || sheet->numbers.count > NUMBERS_MOST;
		labelled += mark->labelled;
		for (size_t n = 0; n < sheet->numbers.count && !known; n++)
			known = strcmp(sheet->numbers.items[n].name, mark->row->name) == 0;
		if (known)
			continue;
		struct mark *kept = arena_alloc(sheet->arena, sizeof *kept);
		*kept = *mark;
		kept->text = mark->row->label;
		kept->percent = NULL;
		*list_push(sheet->arena, &sheet->numbers) = (struct sheet_number){mark->row->name, mark->row->label, mark->x, kept};
	}
	return labelled;
}

static int by_intensity(const void *a, const void *b)
{
	const struct sheet_number *na = a, *nb = b;
	return na->x != nb->x ? (na->x < nb->x ? -1 : 1) : strcmp(na->name, nb->name);
}

// Numbers run from left to right. Points too many to look up, or one that every panel's title tells, have none.
static void settle_numbers(struct sheet_plan *sheet, size_t most)
{
	if (sheet->numbers.count > NUMBERS_MOST || most > NUMBERS_IN_A_PANEL || sheet->numbers.count < 2)
		sheet->numbers.count = 0;
	if (sheet->numbers.count)
		qsort(sheet->numbers.items, sheet->numbers.count, sizeof *sheet->numbers.items, by_intensity);
	for (size_t i = 0; i < sheet->spec->count; i++) {
		struct chart_options *options = &((struct chart *)sheet->analyses[i].chart)->options;
		options->labels = options->labels != LABELS_NONE && sheet->numbers.count ? LABELS_ALL : LABELS_NONE;
	}
}

// What a chart of its own says in place, a panel has no room for.
static void explain_lines(struct sheet_plan *sheet, struct plan *plan, const struct plan *panel, bool *heavy, bool *other)
{
	for (size_t i = 0; i < panel->roofs.count; i++) {
		const struct roof *roof = &panel->roofs.items[i];
		bool *told = roof->binding ? heavy : other;
		if (*told || roof->hidden || panel->analysis->machines.count > 1)
			continue;
		*told = true;
		struct entry entry = {.kind = ENTRY_ROOF, .radius_px = plan->theme.marker_px * 1.9, .line = roof->stroke};
		struct entries own = {0};
		legend_add(plan, &own, entry, roof->binding ? "main memory and highest peak" : "other ceilings");
		merge_legend(sheet, plan, &own);
	}
}

enum { REGION_KINDS = 3 };
static const char *const region_bounds[REGION_KINDS] = {"memory", "mixed", "compute"};

static void note_regions(const struct layout_report *report, bool *seen)
{
	for (size_t r = 0; r < report->regions.count; r++)
		for (size_t i = 0; i < REGION_KINDS; i++)
			seen[i] = seen[i] || strcmp(report->regions.items[r].bound, region_bounds[i]) == 0;
}

static void explain_regions(struct sheet_plan *sheet, struct plan *page, const bool *seen)
{
	static const char *const texts[REGION_KINDS] = {"memory-bound", "depends on the memory level", "compute-bound"};
	const struct theme *theme = &page->theme;
	const struct colour colours[REGION_KINDS] = {theme->memory_fill, theme->mixed_fill, theme->compute_fill};
	for (size_t i = 0; i < REGION_KINDS; i++)
		if (seen[i])
			legend_add(page, &sheet->legend, (struct entry){.kind = ENTRY_REGION, .radius_px = theme->marker_px * 1.5, .colour = colours[i]}, texts[i]);
}

static int by_kind(const void *a, const void *b)
{
	// data first, then lines, then areas; entries of a kind as they were met
	static const int order[] = {[ENTRY_SERIES] = 0, [ENTRY_CURVE] = 1, [ENTRY_LEVEL] = 2, [ENTRY_HOLLOW] = 3, [ENTRY_SIZE] = 4, [ENTRY_ABOVE] = 5, [ENTRY_ROOF] = 6,
		[ENTRY_NO_OVERLAP] = 8, [ENTRY_REGION] = 9};
	const struct entry *ea = a, *eb = b;
	return order[ea->kind] - order[eb->kind];
}

// A stable sort by kind: the lists are short.
static void sort_legend(struct entries *legend)
{
	for (size_t i = 1; i < legend->count; i++)
		for (size_t j = i; j > 0 && by_kind(&legend->items[j - 1], &legend->items[j]) > 0; j--) {
			struct entry swap = legend->items[j];
			legend->items[j] = legend->items[j - 1];
			legend->items[j - 1] = swap;
		}
}

// "dense peaks · datasheet figures, L2 measured": the parts that every panel says.
static const char *common_note(struct arena *arena, const char *a, const char *b)
{
	g_auto(GStrv) parts = g_strsplit(a, " · ", -1), others = g_strsplit(b, " · ", -1);
	g_autoptr(GString) out = g_string_new(NULL);
	for (size_t i = 0; parts[i]; i++)
		if (g_strv_contains((const char *const *)others, parts[i]))
			g_string_append_printf(out, "%s%s", out->len ? " · " : "", parts[i]);
	return arena_strdup(arena, out->str);
}

void sheet_collect(struct sheet_plan *sheet)
{
	size_t most = 0;
	bool heavy = false, other = false, regions[REGION_KINDS] = {false};
	share_series(sheet);
	struct layout unused = {0};
	struct plan page = sheet_page_plan(sheet, &unused);
	for (size_t i = 0; i < sheet->spec->count; i++) {
		// marks and entries do not depend on the size of the plot
		struct layout_report report = {0};
		struct diags *unheard = diags_new();
		struct plan plan = sheet_panel_plan(sheet, i, (struct rect){0, 0, 240, 180}, &report, unheard);
		struct entries own = {0};
		plan.theme = sheet->page_theme;
		plan.width_px = 240; // entries in few words
		roofs_trace(&plan);
		zones_draw(&plan);
		marks_place(&plan);
		legend_collect(&plan, &own);
		merge_legend(sheet, &page, &own);
		explain_lines(sheet, &page, &plan, &heavy, &other);
		note_regions(&report, regions);
		most = MAX(most, collect_numbers(sheet, &plan));
		const char *note = notes_text(&plan);
		sheet->note = i ? common_note(sheet->arena, sheet->note, note) : note;
		diags_free(unheard);
	}
	explain_regions(sheet, &page, regions);
	sort_legend(&sheet->legend);
	settle_numbers(sheet, most);
}

// ---- the words of a page

struct plan sheet_page_plan(struct sheet_plan *sheet, struct layout *page)
{
	const struct sheet_spec *spec = sheet->spec;
	const struct analysis *first = &sheet->analyses[0];
	struct plan plan = {.arena = sheet->arena, .analysis = first, .chart = first->chart, .theme = sheet->page_theme, .measurer = spec->measurer, .diags = sheet->diags,
		.width_px = spec->width_px, .height_px = page->report.height_px, .report = &page->report, .panel = PANEL_SHEET, .final = true};
	plan.placer = placer_new(sheet->arena, (struct rect){0, 0, plan.width_px, fmax(plan.height_px, 1)});
	for (int i = 0; i < LAYER_COUNT; i++)
		scene_init(&plan.layers[i], sheet->arena, plan.width_px, plan.height_px);
	plan.plot = (struct rect){plan.theme.padding_px, 0, plan.width_px - 2 * plan.theme.padding_px, 0};
	for (size_t i = 0; i < sheet->numbers.count; i++)
		*list_push(sheet->arena, &plan.key) = (struct key_entry){sheet->numbers.items[i].mark, (int)i + 1};
	plan.key_room = plan.key.count;
	plan.key_column_px = key_wants_px(&plan);
	return plan;
}

static double heading(struct plan *plan, const char *text, bool title, double top, bool draw)
{
	const struct theme *theme = &plan->theme;
	bool shortened;
	if (!text || !*text || !theme->show_title)
		return top;
	struct words words = plan_fit_words(plan, text, title ? theme->title_px : theme->subtitle_px, title ? theme->title_weight : 400, title ? theme->text : theme->muted,
		plan->plot.w, &shortened);
	top += title ? 0 : theme->subtitle_px * 0.3;
	if (draw)
		words_draw(plan, &words, (struct vec){plan->plot.x, top + words.ascent_px}, 0,
			(struct label_note){.role = title ? ROLE_TITLE : ROLE_SUBTITLE, .shortened = shortened});
	return top + words.ascent_px + words.descent_px;
}

// Title, subtitle, legend and key, one below the other; returns where they end.
static double head(struct sheet_plan *sheet, struct plan *plan, bool draw)
{
	const struct theme *theme = &plan->theme;
	double y = heading(plan, sheet->spec->title, true, theme->padding_px, draw);
	y = heading(plan, sheet->spec->subtitle, false, y, draw);
	y += y > theme->padding_px ? theme->font_px * 0.5 : 0;
	if (sheet->legend.count)
		y += legend_flow(plan, &sheet->legend, y, draw);
	plan->axis_bottom_px = y;
	plan->legend_below_px = 0;
	if (draw)
		key_draw(plan);
	return y + key_height_px(plan) + theme->font_px * 0.3;
}

static const char *note_of(struct sheet_plan *sheet, size_t page, size_t pages)
{
	g_autoptr(GString) text = g_string_new(sheet->note);
	if (sheet->without_flops)
		g_string_append_printf(text, "%skernels without FLOPs are not shown", text->len ? " · " : "");
	if (pages > 1)
		g_string_append_printf(text, "%spage %zu of %zu", text->len ? " · " : "", page, pages);
	return arena_strdup(sheet->arena, text->str);
}

// The small type goes to the right end of the axis title's line where that is long enough, else on a line of its own: on all pages alike.
static bool note_fits_beside(struct sheet_plan *sheet, struct plan *plan)
{
	const struct theme *theme = &plan->theme;
	double half = (plan->width_px - theme->padding_px) / 2 - 60;
	struct words note = words_make(plan, note_of(sheet, 99, 99), plan_style(plan, theme->note_px, 400), theme->muted);
	struct words axis = words_make(plan, "Arithmetic intensity (FLOP/byte)", plan_style(plan, theme->axis_px, theme->axis_weight), theme->text);
	const char *label = plan->chart->x.label;
	if (label)
		axis = words_make(plan, arena_printf(plan->arena, "%s (FLOP/byte)", label), axis.runs[0].style, theme->text);
	return axis.width_px / 2 + note.width_px + theme->font_px * 1.5 < half;
}

double sheet_head_px(struct sheet_plan *sheet)
{
	const struct theme *theme = &sheet->page_theme;
	struct layout unused = {0};
	struct plan plan = sheet_page_plan(sheet, &unused);
	sheet->foot_px = theme->axis_px * 0.5 + plan_line_px(&plan, theme->axis_px) + theme->padding_px;
	if (!note_fits_beside(sheet, &plan))
		sheet->foot_px += theme->note_px * 0.4 + plan_line_px(&plan, theme->note_px);
	return head(sheet, &plan, false);
}

void sheet_draw_head(struct sheet_plan *sheet, struct plan *plan)
{
	head(sheet, plan, true);
}

static void draw_note(struct sheet_plan *sheet, struct plan *plan, double right, double axis_line_y, size_t page, size_t pages)
{
	const struct theme *theme = &plan->theme;
	const char *text = note_of(sheet, page, pages);
	bool shortened;
	if (!*text)
		return;
	struct words words = plan_fit_words(plan, text, theme->note_px, 400, theme->muted, right - theme->padding_px, &shortened);
	double y = note_fits_beside(sheet, plan) ? axis_line_y : plan->height_px - theme->padding_px * 0.6 - words.descent_px;
	words_draw(plan, &words, (struct vec){right - words.width_px, y}, 0, (struct label_note){.role = ROLE_NOTE, .shortened = shortened});
}

void sheet_draw_axes(struct sheet_plan *sheet, struct plan *plan, struct rect plots, size_t page, size_t pages)
{
	const struct theme *theme = &plan->theme;
	struct layout_report report = {0};
	struct plan panel = sheet_panel_plan(sheet, 0, sheet_plot(sheet, 0), &report, plan->diags);
	double tick_line = plan_tick_gap(&panel, false) + plan_line_px(&panel, panel.theme.tick_px), line = plan_line_px(plan, theme->axis_px);
	bool shortened;
	struct words x = plan_fit_words(plan, page_axis_title(plan, panel.chart->x.label, panel.x_title, report.x.unit), theme->axis_px, theme->axis_weight, theme->text,
		plots.w, &shortened);
	double foot = sheet_plot(sheet, 0).y + plots.h + tick_line + theme->axis_px * 0.5;
	words_draw(plan, &x, (struct vec){plots.x + plots.w / 2 - x.width_px / 2, foot + line * 0.8}, 0, (struct label_note){.role = ROLE_AXIS, .shortened = shortened});
	double in_sight = sheet->grid.ticks_everywhere ? fmin(plots.h, TALL_IN_SIGHT_PX) : plots.h;
	struct words y = plan_fit_words(plan, page_axis_title(plan, panel.chart->y.label, panel.y_title, report.y.unit), theme->axis_px, theme->axis_weight, theme->text,
		in_sight, &shortened);
	words_draw(plan, &y, (struct vec){theme->padding_px + line * 0.78, plots.y + in_sight / 2 + y.width_px / 2}, 90,
		(struct label_note){.role = ROLE_AXIS, .shortened = shortened});
	draw_note(sheet, plan, plots.x + plots.w, foot + line * 0.8, page, pages);
}
