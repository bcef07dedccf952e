// SPDX-License-Identifier: MIT
// The display list: paths and words in px (96 per inch), y down, in painter's order. It knows no chart words; classes and data attributes are only carried
// to the SVG.
#ifndef RAFTER_SCENE_SCENE_H
#define RAFTER_SCENE_SCENE_H

#include "base/arena.h"
#include "base/colour.h"
#include "base/geometry.h"
#include "scene/measure.h"

#include <stdbool.h>

enum verb { VERB_MOVE, VERB_LINE, VERB_CURVE, VERB_CLOSE };

// VERB_CURVE: a cubic with control points a, b to `to`; the others use `to` only.
struct segment {
	enum verb verb;
	struct vec to, a, b;
};

struct path {
	struct segment *items;
	size_t count, cap;
};

enum line_cap { CAP_BUTT, CAP_ROUND, CAP_SQUARE };
enum line_join { JOIN_MITER, JOIN_ROUND };

enum { DASH_MAX = 6 };

struct stroke {
	struct colour colour;      // invisible: no stroke
	double width_px;
	double dash_px[DASH_MAX];  // on, off, ...
	int dash_count;            // 0: solid
	enum line_cap cap;
	enum line_join join;
};

struct attribute {
	const char *name, *value;  // "data-name", "HBM3"
};

enum scene_op_kind { SCENE_PUSH, SCENE_POP, SCENE_PATH, SCENE_TEXT };

// Text: one run in one face, baseline from `origin`, turned by `degrees` counter-clockwise about `origin`. `x` is always the left end: the layout has measured.
struct scene_op {
	enum scene_op_kind kind;
	// push (a group) and path: class and attributes of the SVG element; `title`: tooltip, `id`: unique or NULL
	const char *css_class, *title, *id;
	struct attribute *attributes;
	size_t attribute_count;
	// path
	struct path path;
	struct stroke stroke;
	struct colour fill;
	// push: content clipped to this rectangle when `clipped`
	struct rect clip;
	bool clipped;
	// text
	const char *text;
	struct text_style style;
	struct colour colour;
	struct vec origin;
	double degrees, width_px;  // measured advance
};

struct scene {
	double width_px, height_px;
	struct colour background;  // invisible: transparent
	const char *title, *description, *author, *keywords; // of the document; NULL for none
	const char *language;      // "en"
	struct { struct scene_op *items; size_t count, cap; } ops;
	struct arena *arena;
};

void scene_init(struct scene *scene, struct arena *arena, double width_px, double height_px);

// A group; its attributes are set on the returned op before the next call. scene_pop closes it.
struct scene_op *scene_push(struct scene *scene, const char *css_class);
void scene_pop(struct scene *scene);
// A path op with nothing in it: fill it with path_*.
struct scene_op *scene_path(struct scene *scene, const char *css_class);
struct scene_op *scene_text(struct scene *scene, const char *text, struct text_style style, struct colour colour, struct vec origin, double degrees, double width_px);
// An attribute of the op last made; `value` is copied.
void scene_attribute(struct scene *scene, const char *name, const char *value);
void scene_attribute_number(struct scene *scene, const char *name, double value); // num_exact; not finite: left out

// Moves every op from index `first` on by (dx, dy) px.
void scene_move(struct scene *scene, size_t first, double dx, double dy);

void path_move(struct scene *scene, struct path *path, double x, double y);
void path_line(struct scene *scene, struct path *path, double x, double y);
void path_curve(struct scene *scene, struct path *path, struct vec a, struct vec b, struct vec to);
void path_close(struct scene *scene, struct path *path);
void path_rect(struct scene *scene, struct path *path, struct rect rect);
void path_circle(struct scene *scene, struct path *path, struct vec centre, double radius); // four cubics

#endif
