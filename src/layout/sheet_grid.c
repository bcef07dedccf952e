// SPDX-License-Identifier: MIT
// How many columns and rows, and where each panel's plot stands.
#include "layout/sheet_plan.h"

#include <math.h>

// The smallest plot that still reads, and the width to height of one that reads well.
#define PLOT_MIN_W_PX 100.0
#define PLOT_MIN_H_PX 70.0
#define PLOT_SHAPE 1.4
// Of a page as tall as its panels need.
#define TALL_PLOT_W_PX 150.0
enum { TALL_COLUMNS_MOST = 5, TALL_PANELS_MOST = 80, TALL_ROWS_IN_SIGHT = 6 };
enum { COLUMNS_MOST = 8, ROWS_MOST = 10 };
// Tick labels of a panel: a share of its width, between what print needs and what the page's own have.
#define TICK_SHARE 0.048
#define TICK_LEAST_PX 8.0
#define TICK_OF_PAGE 0.8

static void scale_panels(struct sheet_plan *sheet, double plot_w)
{
	double own = sheet->page_theme.tick_px, least = fmin(TICK_LEAST_PX, own);
	sheet->panel_theme = sheet->page_theme;
	theme_scale(&sheet->panel_theme, fmin(fmax(plot_w * TICK_SHARE, least), fmax(own * TICK_OF_PAGE, least)) / own);
}

// What stands around the plots, px.
struct around {
	double left, right, title, ticks, between_x, between_y;
};

static struct around measure(struct sheet_plan *sheet, double w, double h)
{
	struct layout_report report = {0};
	struct diags *unheard = diags_new();
	struct plan plan = sheet_panel_plan(sheet, 0, (struct rect){0, 0, w, h}, &report, unheard);
	diags_free(unheard);
	page_choose_ticks(&plan);
	double widest = 0, first = -1, last = 0;
	for (size_t i = 0; i < plan.y_ticks.count; i++)
		if (plan.y_ticks.items[i].label)
			widest = fmax(widest, page_tick_width_px(&plan, &plan.y_ticks.items[i]));
	for (size_t i = 0; i < plan.x_ticks.count; i++) {
		const struct tick *tick = &plan.x_ticks.items[i];
		if (!tick->label)
			continue;
		double half = page_tick_width_px(&plan, tick) / 2, at = axis_px(&plan.x, tick->value);
		first = first < 0 ? fmax(half - at, 0) : first;
		last = fmax(at + half - w, 0);
	}
	const struct theme *page = &sheet->page_theme, *panel = &sheet->panel_theme;
	struct plan own = plan;
	own.theme = *page;
	double axis_line = plan_line_px(&own, page->axis_px);
	struct around around = {.title = sheet_title_px(&plan), .ticks = plan_tick_gap(&plan, false) + plan_line_px(&plan, panel->tick_px)};
	around.left = page->padding_px + axis_line + page->axis_px * 0.5 + plan_tick_gap(&plan, true) + widest;
	around.right = fmax(page->padding_px, page->padding_px * 0.4 + last);
	around.between_x = fmax(panel->font_px * 1.6, fmax(first, 0) + last + panel->tick_px);
	around.between_y = around.title + panel->font_px * 0.9;
	return around;
}

// The grid of this many columns and rows on a page; the height of its plots is given, or (0) what the page leaves.
static struct sheet_grid grid_of(struct sheet_plan *sheet, size_t columns, size_t rows, double height_px, bool ticks_everywhere)
{
	double width = sheet->spec->width_px, across = (double)columns, down = (double)rows;
	double w = width / across * 0.85, h = w / PLOT_SHAPE;
	struct around around = {0};
	// The type depends on the plots and the plots on the type: a few rounds settle it, and what the last ones ask for is granted to each.
	for (int round = 0; round < 4; round++) {
		struct around before = around;
		scale_panels(sheet, w);
		around = measure(sheet, fmax(w, 20), fmax(h, 20));
		if (round > 1)
			around = (struct around){fmax(around.left, before.left), fmax(around.right, before.right), fmax(around.title, before.title),
				fmax(around.ticks, before.ticks), fmax(around.between_x, before.between_x), fmax(around.between_y, before.between_y)};
		w = (width - around.left - around.right - (across - 1) * around.between_x) / across;
		h = height_px > 0 ? (height_px - sheet->head_px - sheet->foot_px - around.title - around.ticks - (down - 1) * around.between_y) / down
				  : w / (columns == 1 ? 2 : PLOT_SHAPE);
	}
	w = floor(w * 4) / 4;
	h = floor(h * 4) / 4;
	return (struct sheet_grid){columns, rows, {around.left, sheet->head_px + around.title, w, h}, w + around.between_x,
		h + around.between_y + (ticks_everywhere ? around.ticks : 0), ticks_everywhere};
}

static double quality(const struct sheet_grid *grid)
{
	return fmin(grid->first.w, grid->first.h * PLOT_SHAPE);
}

static bool reads(const struct sheet_grid *grid)
{
	return grid->first.w >= PLOT_MIN_W_PX && grid->first.h >= PLOT_MIN_H_PX;
}

// The grid with the largest panels for `count` of them on one page; `columns` 0 when it has none that reads.
static struct sheet_grid best_grid(struct sheet_plan *sheet, size_t count)
{
	struct sheet_grid best = {0};
	for (size_t columns = 1; columns <= COLUMNS_MOST; columns++) {
		size_t rows = (count + columns - 1) / columns;
		if (rows > ROWS_MOST || columns > count)
			continue;
		struct sheet_grid grid = grid_of(sheet, columns, rows, sheet->spec->height_px, false);
		if (reads(&grid) && (!best.columns || quality(&grid) > quality(&best)))
			best = grid;
	}
	return best;
}

// The most panels that one page holds.
static size_t capacity(struct sheet_plan *sheet)
{
	size_t most = 0;
	for (size_t columns = 1; columns <= COLUMNS_MOST; columns++)
		for (size_t rows = 1; rows <= ROWS_MOST; rows++) {
			struct sheet_grid grid = grid_of(sheet, columns, rows, sheet->spec->height_px, false);
			if (reads(&grid) && columns * rows > most)
				most = columns * rows;
		}
	return most;
}

// A grid a little wider than high, with few holes.
static size_t tall_columns(size_t count)
{
	const double wider = 1.2, hole = 1.3, shape = 0.4;
	size_t best = 1;
	double least = HUGE_VAL;
	if (count > (size_t)TALL_COLUMNS_MOST * TALL_ROWS_IN_SIGHT)
		return TALL_COLUMNS_MOST;
	for (size_t columns = 1; columns <= TALL_COLUMNS_MOST && columns <= count; columns++) {
		size_t holes = (columns - count % columns) % columns;
		double off = (double)columns - wider * sqrt((double)count), cost = hole * (double)holes + shape * off * off;
		if (cost < least) {
			least = cost;
			best = columns;
		}
	}
	return best;
}

static bool arrange_tall(struct sheet_plan *sheet)
{
	size_t count = sheet->spec->count, pages = (count + TALL_PANELS_MOST - 1) / TALL_PANELS_MOST, each = (count + pages - 1) / pages;
	for (size_t columns = tall_columns(each); columns; columns--) {
		size_t rows = (each + columns - 1) / columns;
		sheet->grid = grid_of(sheet, columns, rows, 0, rows > TALL_ROWS_IN_SIGHT);
		if (sheet->grid.first.w >= TALL_PLOT_W_PX || (columns == 1 && reads(&sheet->grid)))
			return true;
	}
	return false;
}

static bool arrange_fixed(struct sheet_plan *sheet)
{
	size_t count = sheet->spec->count;
	sheet->grid = best_grid(sheet, count);
	if (!sheet->grid.columns) {
		size_t most = capacity(sheet);
		if (!most)
			return false;
		size_t pages = (count + most - 1) / most;
		// a count that fits only as a larger grid than the page holds takes another page
		for (; !sheet->grid.columns; pages++)
			sheet->grid = best_grid(sheet, (count + pages - 1) / pages);
	}
	// once more, since the type of the panels is that of the last grid tried
	sheet->grid = grid_of(sheet, sheet->grid.columns, sheet->grid.rows, sheet->spec->height_px, false);
	return true;
}

bool sheet_arrange(struct sheet_plan *sheet)
{
	bool done = sheet->spec->height_px > 0 ? arrange_fixed(sheet) : arrange_tall(sheet);
	if (done)
		return true;
	scale_panels(sheet, PLOT_MIN_W_PX);
	struct around around = measure(sheet, PLOT_MIN_W_PX, PLOT_MIN_H_PX);
	diags_add(sheet->diags, DIAG_TOO_SMALL, (struct place){0}, "a page of %d × %d px leaves no room for a panel beside its words: expected about %d × %d px at the least",
		(int)sheet->spec->width_px, (int)sheet->spec->height_px, (int)(around.left + around.right + PLOT_MIN_W_PX) + 1,
		(int)(sheet->head_px + sheet->foot_px + around.title + around.ticks + PLOT_MIN_H_PX) + 1);
	return false;
}

size_t sheet_page_count(const struct sheet_plan *sheet)
{
	size_t most = sheet->grid.columns * sheet->grid.rows;
	return (sheet->spec->count + most - 1) / most;
}

double sheet_page_height_px(const struct sheet_plan *sheet, size_t panels)
{
	if (sheet->spec->height_px > 0)
		return sheet->spec->height_px;
	size_t rows = (panels + sheet->grid.columns - 1) / sheet->grid.columns;
	struct rect last = sheet_plot(sheet, (rows - 1) * sheet->grid.columns);
	double ticks = plan_tick_gap(&(struct plan){.theme = sheet->panel_theme}, false) + sheet->panel_theme.tick_px * 1.2;
	return ceil(last.y + last.h + ticks + sheet->foot_px);
}

struct rect sheet_plot(const struct sheet_plan *sheet, size_t place)
{
	const struct sheet_grid *grid = &sheet->grid;
	struct rect plot = grid->first;
	plot.x += grid->step_x * (double)(place % grid->columns);
	plot.y += grid->step_y * (double)(place / grid->columns);
	return plot;
}
