// SPDX-License-Identifier: MIT
#include "backend/svg_internal.h"

#include "base/append.h"
#include "base/num.h"

#include <math.h>

bool svg_path_is_straight(const struct path *path)
{
	return path->count == 2 && path->items[0].verb == VERB_MOVE && path->items[1].verb == VERB_LINE;
}

static double distance(struct vec a, struct vec b)
{
	return hypot(a.x - b.x, a.y - b.y);
}

// Four cubics on one circle, each a quarter with handles of 0.5523 of the radius.
bool svg_path_is_circle(const struct path *path, struct vec *centre, double *radius_px)
{
	const struct segment *s = path->items;
	if (path->count < 5 || path->count > 6 || s[0].verb != VERB_MOVE || (path->count == 6 && s[5].verb != VERB_CLOSE))
		return false;
	for (int i = 1; i <= 4; i++)
		if (s[i].verb != VERB_CURVE)
			return false;
	struct vec c = {(s[0].to.x + s[2].to.x) / 2, (s[0].to.y + s[2].to.y) / 2};
	double r = distance(s[0].to, c), handle = hypot(r, 0.5523 * r), near = 1e-3 * r;
	if (r <= 0 || distance(s[4].to, s[0].to) > near)
		return false;
	for (int i = 1; i <= 4; i++) {
		bool quarter = fabs(distance(s[i].to, s[i - 1].to) - r * sqrt(2)) < near;
		if (!quarter || fabs(distance(s[i].to, c) - r) > near || fabs(distance(s[i].a, c) - handle) > near || fabs(distance(s[i].b, c) - handle) > near)
			return false;
	}
	*centre = c;
	*radius_px = r;
	return true;
}

struct pen {
	GString *out;
	double scale;
	bool whole;           // coordinates are written as whole numbers
	struct num_text x, y; // where it stands, as written
};

static struct num_text coordinate(const struct pen *pen, double value)
{
	double scaled = value * pen->scale;
	return num_px(pen->whole ? round(scaled) : scaled);
}

static bool same(struct num_text a, struct num_text b)
{
	return g_str_equal(a.text, b.text);
}

static void append_pair(struct pen *pen, const char *before, struct vec at)
{
	struct num_text x = coordinate(pen, at.x), y = coordinate(pen, at.y);
	append_all(pen->out, before, x.text, y.text[0] == '-' ? "" : " ", y.text, NULL);
}

static void append_line(struct pen *pen, struct vec to)
{
	struct num_text x = coordinate(pen, to.x), y = coordinate(pen, to.y);
	if (same(y, pen->y))
		append_all(pen->out, "H", x.text, NULL);
	else if (same(x, pen->x))
		append_all(pen->out, "V", y.text, NULL);
	else
		append_pair(pen, "L", to);
}

// A cubic that is a quadratic raised (the curves of a TrueType face) is written as the quadratic again.
static void append_curve(struct pen *pen, struct vec from, const struct segment *s)
{
	struct vec p = {(3 * s->a.x - from.x) / 2, (3 * s->a.y - from.y) / 2}, q = {(3 * s->b.x - s->to.x) / 2, (3 * s->b.y - s->to.y) / 2};
	if (distance(p, q) * pen->scale < 1e-3) {
		append_pair(pen, "Q", p);
	} else {
		append_pair(pen, "C", s->a);
		append_pair(pen, " ", s->b);
	}
	append_pair(pen, " ", s->to);
}

static void append_segment(struct pen *pen, struct vec from, const struct segment *s)
{
	switch (s->verb) {
	case VERB_MOVE:
		append_pair(pen, "M", s->to);
		break;
	case VERB_LINE:
		append_line(pen, s->to);
		break;
	case VERB_CURVE:
		append_curve(pen, from, s);
		break;
	case VERB_CLOSE:
		g_string_append_c(pen->out, 'Z');
		break;
	}
}

static void append_data(struct pen *pen, const struct path *path)
{
	struct vec at = {0, 0}, start = at;
	for (size_t i = 0; i < path->count; i++) {
		const struct segment *s = &path->items[i];
		append_segment(pen, at, s);
		at = s->verb == VERB_CLOSE ? start : s->to;
		if (s->verb == VERB_MOVE)
			start = at;
		pen->x = coordinate(pen, at.x);
		pen->y = coordinate(pen, at.y);
	}
}

void svg_path_data(GString *out, const struct path *path)
{
	struct pen pen = {.out = out, .scale = 1};
	append_data(&pen, path);
}

void svg_path_data_scaled(GString *out, const struct path *path, double scale)
{
	struct pen pen = {.out = out, .scale = scale, .whole = true};
	append_data(&pen, path);
}

void svg_path(struct svg *svg, size_t index)
{
	const struct scene_op *op = &svg->scene->ops.items[index];
	struct vec centre;
	double radius;
	bool circle = svg_path_is_circle(&op->path, &centre, &radius);
	svg_newline(svg);
	g_string_append(svg->out, circle ? "<circle" : "<path");
	svg_identity(svg, op);
	if (circle) {
		svg_attribute_px(svg, "cx", centre.x);
		svg_attribute_px(svg, "cy", centre.y);
		svg_attribute_px(svg, "r", radius);
	} else {
		g_string_append(svg->out, " d=\"");
		svg_path_data(svg->out, &op->path);
		g_string_append_c(svg->out, '"');
	}
	svg_style_write(svg, &svg->styles[index]);
	if (!op->title) {
		g_string_append(svg->out, "/>");
		return;
	}
	g_string_append_c(svg->out, '>');
	svg_tooltip(svg, op->title);
	g_string_append(svg->out, circle ? "</circle>" : "</path>");
}
