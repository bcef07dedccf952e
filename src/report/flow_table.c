// SPDX-License-Identifier: MIT
#include "report/flow_table.h"

#include <math.h>
#include <string.h>

#define CELL_PX 9.6
#define GAP_PX 11.0
#define ROW_PAD_PX 3.2
#define TIGHT_PAD_PX 2.2
#define BAR_PX 64.0
enum { MOST_COLUMNS = 16, CELL_LINES = 5, HEAD_LINES = 3 };

struct grid {
	struct flow *flow;
	const struct sheet_block *block;
	struct text_style head, plain, strong;
	double x_px[MOST_COLUMNS], width_px[MOST_COLUMNS];
	size_t columns;
	double pad_px;           // above and below the words of a row
	struct colour line, tint;
};

static const struct text_style *style_of(const struct grid *grid, size_t column)
{
	return column ? &grid->plain : &grid->strong;
}

// As wide as its widest cell, head included; of a column of words at most half of the page.
static double natural_width(const struct grid *grid, size_t column)
{
	const struct sheet_column *about = &grid->block->columns.items[column];
	double width = flow_width(grid->flow, about->title, &grid->head);
	for (size_t row = 0; row < sheet_rows(grid->block); row++) {
		const char *text = sheet_cell(grid->block, row, column);
		if (text && strlen(text) < 200)
			width = fmax(width, flow_width(grid->flow, text, style_of(grid, column)));
		else if (text)
			width = FLOW_WIDTH_PX;
	}
	if (grid->block->shares.count && column == grid->block->bar_column)
		width += BAR_PX + GAP_PX / 2;
	return about->number ? width : fmin(width, FLOW_WIDTH_PX / 2 + (grid->columns < 4 ? 90 : 0));
}

// Numbers are given what they take. Words share what is left: who takes less than an equal share has it, the others divide the rest.
static void share_width(struct grid *grid)
{
	double room = FLOW_WIDTH_PX - GAP_PX * (double)(grid->columns - 1);
	bool settled[MOST_COLUMNS] = {false};
	size_t open = 0;
	for (size_t i = 0; i < grid->columns; i++) {
		grid->width_px[i] = natural_width(grid, i);
		settled[i] = grid->block->columns.items[i].number;
		room -= settled[i] ? grid->width_px[i] : 0;
		open += !settled[i];
	}
	for (bool again = true; again && open;) {
		double fair = room / (double)open;
		again = false;
		for (size_t i = 0; i < grid->columns; i++) {
			if (settled[i] || grid->width_px[i] > fair)
				continue;
			settled[i] = again = true;
			room -= grid->width_px[i];
			open--;
		}
	}
	for (size_t i = 0; i < grid->columns; i++)
		grid->width_px[i] = settled[i] ? grid->width_px[i] : fmax(room / (double)open, 4 * CELL_PX);
	if (!open && room > 0)
		grid->width_px[0] += fmin(room, 120);
	double x = FLOW_MARGIN_PX;
	for (size_t i = 0; i < grid->columns; i++) {
		grid->x_px[i] = x;
		x += grid->width_px[i] + GAP_PX;
	}
}

static double total_width(const struct grid *grid)
{
	return grid->x_px[grid->columns - 1] + grid->width_px[grid->columns - 1] - FLOW_MARGIN_PX;
}

static void put_lines(const struct grid *grid, const struct flow_lines *lines, size_t column, const struct text_style *style, struct colour colour, double top_px)
{
	bool right = grid->block->columns.items[column].number;
	double x = right ? grid->x_px[column] + grid->width_px[column] : grid->x_px[column];
	for (size_t i = 0; i < lines->count; i++)
		flow_text(grid->flow, flow_scene(grid->flow), lines->items[i], style, colour, x, top_px + (double)i * flow_line_px(style), right);
}

// As many as the tallest title takes. `lines`: of each column, or NULL.
static size_t head_lines(const struct grid *grid, struct flow_lines *lines)
{
	size_t most = 1;
	for (size_t i = 0; i < grid->columns; i++) {
		struct flow_lines own = flow_break(grid->flow, grid->block->columns.items[i].title, &grid->head, grid->width_px[i] + 0.01, HEAD_LINES);
		most = MAX(most, own.count);
		if (lines)
			lines[i] = own;
	}
	return most;
}

static void put_head(const struct grid *grid)
{
	struct flow *flow = grid->flow;
	struct flow_lines lines[MOST_COLUMNS];
	size_t most = head_lines(grid, lines);
	double height = (double)most * flow_line_px(&grid->head);
	for (size_t i = 0; i < grid->columns; i++)
		put_lines(grid, &lines[i], i, &grid->head, flow->theme->muted, flow->y_px + height - (double)lines[i].count * flow_line_px(&grid->head));
	flow->y_px += height + ROW_PAD_PX;
	flow_rect(flow_scene(flow), (struct rect){FLOW_MARGIN_PX, flow->y_px - 1, total_width(grid), 1}, flow->theme->text);
	flow->fresh = false;
}

// From the left edge of its column up to the number's room.
static void put_bar(const struct grid *grid, size_t row, size_t column)
{
	double share = sheet_bar(grid->block, row, column);
	struct rect bar = {grid->x_px[column], grid->flow->y_px + grid->pad_px + 0.28 * CELL_PX, BAR_PX * share, 0.75 * CELL_PX};
	if (share > 0)
		flow_rect(flow_scene(grid->flow), bar, grid->tint);
}

struct cells {
	struct flow_lines lines[MOST_COLUMNS];
	double height_px;
};

static struct cells break_row(const struct grid *grid, size_t row)
{
	struct cells cells = {0};
	size_t most = 1;
	for (size_t i = 0; i < grid->columns; i++) {
		const char *text = sheet_cell(grid->block, row, i);
		if (text)
			cells.lines[i] = flow_break(grid->flow, text, style_of(grid, i), grid->width_px[i] + 0.01, CELL_LINES);
		most = MAX(most, cells.lines[i].count);
	}
	cells.height_px = (double)most * flow_line_px(&grid->plain) + 2 * grid->pad_px;
	return cells;
}

// A page is not opened for the last row alone.
static double room_of(const struct grid *grid, size_t row, const struct cells *cells)
{
	return cells->height_px + (row + 2 == sheet_rows(grid->block) ? break_row(grid, row + 1).height_px : 0);
}

static void put_row(const struct grid *grid, size_t row)
{
	struct flow *flow = grid->flow;
	struct cells cells = break_row(grid, row);
	if (flow_room(flow, room_of(grid, row, &cells)))
		put_head(grid);
	for (size_t i = 0; i < grid->columns; i++) {
		put_bar(grid, row, i);
		put_lines(grid, &cells.lines[i], i, style_of(grid, i), flow->theme->text, flow->y_px + grid->pad_px);
	}
	flow->y_px += cells.height_px;
	flow_rect(flow_scene(flow), (struct rect){FLOW_MARGIN_PX, flow->y_px - 0.6, total_width(grid), 0.6}, grid->line);
	flow->fresh = false;
}

// Of the head and the first rows, which stay together: two, or three when the third would be left alone.
static double least_px(const struct grid *grid)
{
	size_t rows = sheet_rows(grid->block), kept = rows == 3 ? 3 : MIN(rows, 2);
	double height = (double)head_lines(grid, NULL) * flow_line_px(&grid->head) + ROW_PAD_PX;
	for (size_t row = 0; row < kept; row++)
		height += break_row(grid, row).height_px;
	return height;
}

void flow_table(struct flow *flow, const struct sheet_block *block, const struct text_style *style)
{
	const struct theme *theme = flow->theme;
	struct grid grid = {.flow = flow, .block = block, .head = flow_style(flow, CELL_PX, 600), .plain = flow_style(flow, CELL_PX, 400),
		.strong = flow_style(flow, CELL_PX, 600), .columns = MIN(block->columns.count, MOST_COLUMNS), .pad_px = flow->tight ? TIGHT_PAD_PX : ROW_PAD_PX,
		.line = colour_mix(theme->muted, theme->background, 0.3), .tint = colour_mix(theme->accent, theme->background, 0.45)};
	share_width(&grid);
	flow_room(flow, flow_heading_px(flow, block->heading, style) + least_px(&grid));
	flow_heading(flow, block->heading, style);
	put_head(&grid);
	for (size_t row = 0; row < sheet_rows(block); row++)
		put_row(&grid, row);
}
