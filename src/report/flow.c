// SPDX-License-Identifier: MIT
#include "report/flow.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

#define LINE_EM 1.36
#define BASELINE_EM 1.0 // from the top of a line
#define BELOW_HEADING_PX 4.0
enum { HEADING_LINES = 3 };

struct scene *flow_scene(struct flow *flow)
{
	return flow->pages.items[flow->pages.count - 1].scene;
}

void flow_page(struct flow *flow)
{
	struct scene *scene = arena_alloc(flow->arena, sizeof *scene);
	scene_init(scene, flow->arena, FLOW_PAGE_W_PX, FLOW_PAGE_H_PX);
	scene->background = flow->theme->background;
	*list_push(flow->arena, &flow->pages) = (struct document_page){scene, NULL};
	flow->y_px = FLOW_MARGIN_PX;
	flow->fresh = true;
}

bool flow_room(struct flow *flow, double height_px)
{
	if (flow->fresh || flow->y_px + height_px <= FLOW_PAGE_H_PX - FLOW_BOTTOM_PX)
		return false;
	flow_page(flow);
	return true;
}

void flow_skip(struct flow *flow, double height_px)
{
	if (!flow->fresh)
		flow->y_px += height_px;
}

// ---- words --------------------------------------------------------------------------------------------------------------------------------------------

struct text_style flow_style(const struct flow *flow, double size_px, int weight)
{
	return (struct text_style){.family = flow->theme->family, .size_px = size_px, .weight = weight};
}

double flow_width(const struct flow *flow, const char *text, const struct text_style *style)
{
	return flow->measurer->measure(flow->measurer->user, text, style).width_px;
}

double flow_line_px(const struct text_style *style)
{
	return LINE_EM * style->size_px;
}

// Bytes of the longest beginning of `word` that is no wider than the line; at least one character.
static size_t fitting_bytes(struct flow *flow, const char *word, const struct text_style *style, double width_px)
{
	size_t low = 1, high = (size_t)g_utf8_strlen(word, -1);
	while (low < high) {
		size_t middle = (low + high + 1) / 2;
		size_t bytes = (size_t)(g_utf8_offset_to_pointer(word, (glong)middle) - word);
		g_autofree char *part = g_strndup(word, bytes);
		if (flow_width(flow, part, style) <= width_px)
			low = middle;
		else
			high = middle - 1;
	}
	return (size_t)(g_utf8_offset_to_pointer(word, (glong)low) - word);
}

static void push_line(struct flow *flow, struct flow_lines *lines, GString *line)
{
	if (line->len)
		*list_push(flow->arena, lines) = arena_strdup(flow->arena, line->str);
	g_string_truncate(line, 0);
}

static void add_word(struct flow *flow, struct flow_lines *lines, GString *line, const char *word, const struct text_style *style, double width_px)
{
	size_t before = line->len;
	g_string_append_printf(line, "%s%s", before ? " " : "", word);
	if (flow_width(flow, line->str, style) <= width_px)
		return;
	g_string_truncate(line, before);
	push_line(flow, lines, line);
	while (flow_width(flow, word, style) > width_px) {
		size_t bytes = fitting_bytes(flow, word, style, width_px);
		*list_push(flow->arena, lines) = arena_strndup(flow->arena, word, bytes);
		word += bytes;
	}
	g_string_assign(line, word);
}

static struct flow_lines break_lines(struct flow *flow, const char *text, const struct text_style *style, double width_px)
{
	struct flow_lines lines = {0};
	g_autoptr(GString) line = g_string_new(NULL);
	g_auto(GStrv) words = g_strsplit(text, " ", -1);
	for (size_t i = 0; words[i]; i++) {
		if (*words[i])
			add_word(flow, &lines, line, words[i], style, width_px);
	}
	push_line(flow, &lines, line);
	return lines;
}

struct flow_lines flow_break(struct flow *flow, const char *text, const struct text_style *style, double width_px, size_t most)
{
	const double narrowest_em = 0.2;
	size_t chars = (size_t)ceil((double)most * width_px / (narrowest_em * style->size_px));
	g_autofree char *safe = text_printable(text);
	g_autofree char *shown = text_shorten(safe, chars);
	struct flow_lines lines = break_lines(flow, shown, style, width_px);
	for (chars = MIN(chars, (size_t)g_utf8_strlen(shown, -1)); lines.count > most && chars > 8; ) {
		chars -= chars > 80 ? chars / 10 : 4;
		g_free(shown);
		shown = text_shorten(safe, chars);
		lines = break_lines(flow, shown, style, width_px);
	}
	return lines;
}

void flow_text(struct flow *flow, struct scene *scene, const char *text, const struct text_style *style, struct colour colour, double x_px, double top_px, bool right)
{
	double width = flow_width(flow, text, style);
	scene_text(scene, arena_strdup(flow->arena, text), *style, colour, (struct vec){right ? x_px - width : x_px, top_px + BASELINE_EM * style->size_px}, 0, width);
}

void flow_rect(struct scene *scene, struct rect rect, struct colour fill)
{
	struct scene_op *op = scene_path(scene, "report");
	op->fill = fill;
	path_rect(scene, &op->path, rect);
}

double flow_paragraph_px(struct flow *flow, const char *text, const struct text_style *style, double indent_px, size_t most)
{
	return (double)flow_break(flow, text, style, FLOW_WIDTH_PX - indent_px, most).count * flow_line_px(style);
}

void flow_paragraph(struct flow *flow, const char *text, const struct text_style *style, struct colour colour, double indent_px, size_t most)
{
	struct flow_lines lines = flow_break(flow, text, style, FLOW_WIDTH_PX - indent_px, most);
	for (size_t i = 0; i < lines.count; i++) {
		flow_room(flow, flow_line_px(style));
		flow_text(flow, flow_scene(flow), lines.items[i], style, colour, FLOW_MARGIN_PX + indent_px, flow->y_px, false);
		flow->y_px += flow_line_px(style);
		flow->fresh = false;
	}
}

double flow_heading_px(struct flow *flow, const char *text, const struct text_style *style)
{
	return flow_paragraph_px(flow, text, style, 0, HEADING_LINES) + BELOW_HEADING_PX;
}

void flow_heading(struct flow *flow, const char *text, const struct text_style *style)
{
	flow_paragraph(flow, text, style, flow->theme->text, 0, HEADING_LINES);
	flow->y_px += BELOW_HEADING_PX;
}
