// SPDX-License-Identifier: MIT
// Words, lines and pictures from top to bottom, page after page.
#ifndef RAFTER_REPORT_FLOW_H
#define RAFTER_REPORT_FLOW_H

#include "report/document.h"

// A4 at 96 px per inch.
#define FLOW_PAGE_W_PX 793.7008
#define FLOW_PAGE_H_PX 1122.5197
#define FLOW_MARGIN_PX 52.0
#define FLOW_BOTTOM_PX 56.0
#define FLOW_WIDTH_PX (FLOW_PAGE_W_PX - 2 * FLOW_MARGIN_PX)

struct flow {
	struct arena *arena;
	const struct theme *theme;
	const struct measurer *measurer;
	struct document_pages pages;
	double y_px;             // of what comes next, from the top of the page
	bool fresh;              // nothing on the page yet
	bool tight;              // less space between blocks and rows
};

struct flow_lines {
	const char **items;
	size_t count, cap;
};

void flow_page(struct flow *flow);
// Starts a page unless `height_px` is left on this one, or this one is still empty.
bool flow_room(struct flow *flow, double height_px);
void flow_skip(struct flow *flow, double height_px); // nothing at the top of a page
struct scene *flow_scene(struct flow *flow);

struct text_style flow_style(const struct flow *flow, double size_px, int weight);
double flow_width(const struct flow *flow, const char *text, const struct text_style *style);
double flow_line_px(const struct text_style *style);
// Broken between words, long words anywhere. More than `most` lines: shortened in the middle.
struct flow_lines flow_break(struct flow *flow, const char *text, const struct text_style *style, double width_px, size_t most);
// One line whose top stands at `top_px` of the page, from `x_px` or, `right`, up to it.
void flow_text(struct flow *flow, struct scene *scene, const char *text, const struct text_style *style, struct colour colour, double x_px, double top_px, bool right);
void flow_rect(struct scene *scene, struct rect rect, struct colour fill);
// Of a paragraph as flow_paragraph() puts it.
double flow_paragraph_px(struct flow *flow, const char *text, const struct text_style *style, double indent_px, size_t most);
// The title of a table or a list, and the space below it.
double flow_heading_px(struct flow *flow, const char *text, const struct text_style *style);
void flow_heading(struct flow *flow, const char *text, const struct text_style *style);
// Lines across the page, indented.
void flow_paragraph(struct flow *flow, const char *text, const struct text_style *style, struct colour colour, double indent_px, size_t most);

#endif
