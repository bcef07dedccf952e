// SPDX-License-Identifier: MIT
// A report as pages: title and contents, then each chart with its tables.
#include "report/flow.h"
#include "report/flow_table.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

enum { TITLE_LINES = 3, LIST_LINES = 4, KEPT_LINES = 100 };
#define TITLE_PX 24.0
#define CHART_PX 18.0
#define BLOCK_PX 13.0
#define BODY_PX 11.2
#define LIST_PX 9.8
#define FOOT_PX 8.8
#define LIST_INDENT_PX 24.0
#define LIST_GAP_PX 1.5
#define BLOCK_GAP_PX 20.0
#define TIGHT_GAP_PX 12.0
#define LITTLE_SHARE 0.2 // of a page: what ends a chart there is set again in less space
#define MOST_SET_AGAIN 6 // pages of a chart
#define FRONT_SHARE 0.28 // of the first page, that the contents may take when a chart is to follow them there

// Where the page number of a chart stands in the contents.
struct entry {
	struct scene *scene;
	double top_px;
};

double document_picture_width_px(void)
{
	return FLOW_WIDTH_PX;
}

static void put_heading(struct flow *flow, const char *text, double size_px)
{
	struct text_style style = flow_style(flow, size_px, 600);
	flow_paragraph(flow, text, &style, flow->theme->text, 0, TITLE_LINES);
}

static void put_body(struct flow *flow, const char *text, struct colour colour, size_t most)
{
	struct text_style style = flow_style(flow, BODY_PX, 400);
	flow_paragraph(flow, text, &style, colour, 0, most);
}

// The paths of a scene are those of its chart: a copy is moved.
static void put_picture(struct flow *flow, const struct scene *picture)
{
	flow_room(flow, picture->height_px);
	struct scene *page = flow_scene(flow);
	size_t first = page->ops.count;
	for (size_t i = 0; i < picture->ops.count; i++) {
		struct scene_op *op = list_push(flow->arena, &page->ops);
		*op = picture->ops.items[i];
		op->path.items = arena_array(flow->arena, op->path.count + 1, sizeof *op->path.items);
		if (op->path.count)
			memcpy(op->path.items, picture->ops.items[i].path.items, op->path.count * sizeof *op->path.items);
		op->path.cap = op->path.count;
	}
	scene_move(page, first, FLOW_MARGIN_PX, flow->y_px);
	flow->y_px += picture->height_px;
	flow->fresh = false;
}

static double list_px(struct flow *flow, const struct sheet_block *block, const struct text_style *style, size_t most)
{
	double height = 0;
	for (size_t i = 0; i < MIN(block->cells.count, most); i++)
		height += flow_paragraph_px(flow, block->cells.items[i], style, LIST_INDENT_PX, LIST_LINES) + LIST_GAP_PX;
	return height;
}

// What other tables refer to by number stays together where a page holds it; of any other list the first line stays with the heading.
static void put_list(struct flow *flow, const struct sheet_block *block, const struct text_style *heading)
{
	struct text_style style = flow_style(flow, LIST_PX, 400);
	double above = flow_heading_px(flow, block->heading, heading);
	double all = block->numbered && block->cells.count <= KEPT_LINES ? above + list_px(flow, block, &style, KEPT_LINES) : INFINITY;
	flow_room(flow, all <= FLOW_PAGE_H_PX - FLOW_MARGIN_PX - FLOW_BOTTOM_PX ? all : above + list_px(flow, block, &style, 1));
	flow_heading(flow, block->heading, heading);
	for (size_t i = 0; i < block->cells.count; i++) {
		flow_room(flow, flow_line_px(&style));
		const char *mark = block->numbered ? arena_printf(flow->arena, "[%zu]", i + 1) : "•";
		flow_text(flow, flow_scene(flow), mark, &style, flow->theme->muted, FLOW_MARGIN_PX, flow->y_px, false);
		flow_paragraph(flow, block->cells.items[i], &style, flow->theme->text, LIST_INDENT_PX, LIST_LINES);
		flow->y_px += LIST_GAP_PX;
	}
}

static void put_block(struct flow *flow, const struct sheet_block *block)
{
	struct text_style heading = flow_style(flow, BLOCK_PX, 600), style = flow_style(flow, LIST_PX, 400);
	flow_skip(flow, flow->tight ? TIGHT_GAP_PX : BLOCK_GAP_PX);
	if (block->columns.count)
		flow_table(flow, block, &heading);
	else
		put_list(flow, block, &heading);
	if (!block->caption)
		return;
	flow->y_px += 5;
	flow_paragraph(flow, block->caption, &style, flow->theme->muted, 0, LIST_LINES);
}

static void put_chart(struct flow *flow, const struct document_chart *chart)
{
	const struct sheet *sheet = chart->sheet;
	flow->pages.items[flow->pages.count - 1].bookmark = chart->title;
	if (sheet->subtitle)
		put_body(flow, sheet->subtitle, flow->theme->muted, TITLE_LINES);
	flow_skip(flow, 8);
	if (chart->scene)
		put_picture(flow, chart->scene);
	flow_skip(flow, 8);
	put_body(flow, arena_printf(flow->arena, "%s.", sheet->summary), flow->theme->text, LIST_LINES);
	for (size_t i = 0; i < sheet->blocks.count; i++)
		put_block(flow, &sheet->blocks.items[i]);
}

// The first `count` ops of a page and none behind them. The list is a new one: what is added to a list is expected to be zero.
static void rewind_page(struct flow *flow, size_t count)
{
	struct scene *scene = flow_scene(flow);
	const struct scene_op *items = scene->ops.items;
	memset(&scene->ops, 0, sizeof scene->ops);
	for (size_t i = 0; i < count; i++)
		*list_push(flow->arena, &scene->ops) = items[i];
}

// With less space between its blocks and rows when that saves a page which holds little.
static void fit_chart(struct flow *flow, const struct document_chart *chart)
{
	const struct flow before = *flow;
	const size_t ops = flow_scene(flow)->ops.count;
	put_chart(flow, chart);
	size_t loose = flow->pages.count;
	bool little = flow->y_px < FLOW_MARGIN_PX + LITTLE_SHARE * FLOW_PAGE_H_PX && loose > before.pages.count && loose - before.pages.count < MOST_SET_AGAIN;
	for (int tight = 1; little && tight >= 0; tight--) {
		*flow = before;
		rewind_page(flow, ops);
		flow->tight = tight;
		put_chart(flow, chart);
		little = flow->pages.count >= loose;
	}
	flow->tight = false;
}

// ---- contents and feet --------------------------------------------------------------------------------------------------------------------------------

static void put_contents(struct flow *flow, const struct document *document, struct entry *entries)
{
	const double brief_px = 190, number_px = 34;
	struct text_style style = flow_style(flow, BODY_PX, 400);
	struct colour line = colour_mix(flow->theme->muted, flow->theme->background, 0.3);
	flow_skip(flow, 16);
	for (size_t i = 0; i < document->charts.count; i++) {
		const struct document_chart *chart = &document->charts.items[i];
		struct flow_lines title = flow_break(flow, chart->title, &style, FLOW_WIDTH_PX - brief_px - number_px, 1);
		struct flow_lines brief = flow_break(flow, chart->sheet->brief, &style, brief_px, 1);
		flow_room(flow, 2 * BODY_PX);
		struct scene *scene = flow_scene(flow);
		double top = flow->y_px + 4, right = FLOW_MARGIN_PX + FLOW_WIDTH_PX;
		if (title.count)
			flow_text(flow, scene, title.items[0], &style, flow->theme->text, FLOW_MARGIN_PX, top, false);
		if (brief.count)
			flow_text(flow, scene, brief.items[0], &style, flow->theme->muted, right - number_px, top, true);
		entries[i] = (struct entry){scene, top};
		flow->y_px += flow_line_px(&style) + 8;
		flow_rect(scene, (struct rect){FLOW_MARGIN_PX, flow->y_px - 0.6, FLOW_WIDTH_PX, 0.6}, line);
		flow->fresh = false;
	}
}

static void put_number(struct flow *flow, struct scene *scene, size_t number, double size_px, double top_px)
{
	struct text_style style = flow_style(flow, size_px, 400);
	flow_text(flow, scene, arena_printf(flow->arena, "%zu", number), &style, flow->theme->muted, FLOW_MARGIN_PX + FLOW_WIDTH_PX, top_px, true);
}

static void put_feet(struct flow *flow, const struct document *document)
{
	struct text_style style = flow_style(flow, FOOT_PX, 400);
	struct flow_lines title = flow_break(flow, document->title, &style, FLOW_WIDTH_PX - 80, 1);
	double top = FLOW_PAGE_H_PX - FLOW_BOTTOM_PX + 24;
	for (size_t i = 0; i < flow->pages.count; i++) {
		struct scene *scene = flow->pages.items[i].scene;
		if (title.count)
			flow_text(flow, scene, title.items[0], &style, flow->theme->muted, FLOW_MARGIN_PX, top, false);
		put_number(flow, scene, i + 1, FOOT_PX, top);
	}
}

struct document_pages document_lay_out(struct arena *arena, const struct document *document, const struct measurer *measurer)
{
	struct flow flow = {.arena = arena, .theme = document->theme, .measurer = measurer};
	size_t count = document->charts.count;
	struct entry *entries = arena_array(arena, count, sizeof *entries);
	size_t *starts = arena_array(arena, count, sizeof *starts);
	flow_page(&flow);
	put_heading(&flow, document->title, TITLE_PX);
	if (count > 1)
		put_contents(&flow, document, entries);
	for (size_t i = 0; i < count; i++) {
		if (count > 1) {
			if (i || flow.y_px > FRONT_SHARE * FLOW_PAGE_H_PX)
				flow_page(&flow);
			flow_skip(&flow, 40);
			put_heading(&flow, document->charts.items[i].title, CHART_PX);
		}
		starts[i] = flow.pages.count;
		fit_chart(&flow, &document->charts.items[i]);
	}
	for (size_t i = 0; i < count && count > 1; i++)
		put_number(&flow, entries[i].scene, starts[i], BODY_PX, entries[i].top_px);
	put_feet(&flow, document);
	struct scene *front = flow.pages.items[0].scene;
	front->title = document->title;
	return flow.pages;
}
