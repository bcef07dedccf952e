// SPDX-License-Identifier: MIT
// A contact sheet in the making. Private to this folder.
#ifndef RAFTER_LAYOUT_SHEET_PLAN_H
#define RAFTER_LAYOUT_SHEET_PLAN_H

#include "layout/legend.h"
#include "layout/sheet.h"

// A point's number, the same in every panel.
struct sheet_number {
	const char *name;  // unique in its chart
	const char *label; // what the key says
	double x;          // FLOP/byte where it is met first
	struct mark *mark;
};

// The places of the panels on a page, px.
struct sheet_grid {
	size_t columns, rows;      // of a full page
	struct rect first;         // plot of the first panel
	double step_x, step_y;     // from one panel to the next
	bool ticks_everywhere;     // under every row, where the last one is out of sight
};

struct sheet_plan {
	struct arena *arena;
	struct arena *scratch;      // of the placer of one panel, NULL before the first
	const struct sheet_spec *spec;
	struct diags *diags;
	struct theme page_theme, panel_theme;
	struct analysis *analyses;  // of the panels, with shared axes and series
	struct entries legend;
	struct { struct sheet_number *items; size_t count, cap; } numbers;
	const char *note;           // what all panels say of their figures, or NULL
	size_t without_flops, unplaced; // points that no panel shows, numbers without a place
	double head_px, legend_px, key_px, foot_px;
	struct sheet_grid grid;
};

// ---- sheet_words.c: what the panels share

// Fills analyses, legend, numbers and note.
void sheet_collect(struct sheet_plan *sheet);
// A plan of the page's own words on `page`.
struct plan sheet_page_plan(struct sheet_plan *sheet, struct layout *page);
// Height of title, legend and key.
double sheet_head_px(struct sheet_plan *sheet);
void sheet_draw_head(struct sheet_plan *sheet, struct plan *plan);
// Axis titles around `plots`, and the small type at the foot.
void sheet_draw_axes(struct sheet_plan *sheet, struct plan *plan, struct rect plots, size_t page, size_t pages);

// ---- sheet_grid.c: where the panels stand

// False with an error [too-small].
bool sheet_arrange(struct sheet_plan *sheet);
size_t sheet_page_count(const struct sheet_plan *sheet);
double sheet_page_height_px(const struct sheet_plan *sheet, size_t panels);
struct rect sheet_plot(const struct sheet_plan *sheet, size_t place);

// ---- sheet_panel.c: one of them

// A plan with the panel's axes on `plot`, marks not yet placed. Its placer lives until the next such plan is made.
struct plan sheet_panel_plan(struct sheet_plan *sheet, size_t index, struct rect plot, struct layout_report *report, struct diags *diags);
// Draws it into the page. `x_labels`, `y_labels`: the tick labels stand at this panel.
void sheet_panel_draw(struct sheet_plan *sheet, size_t index, struct rect plot, bool x_labels, bool y_labels, struct layout *page);
// Height that a panel's title takes above its plot.
double sheet_title_px(const struct plan *plan);

#endif
