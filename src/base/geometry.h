// SPDX-License-Identifier: MIT
// Points, rectangles and turned boxes in the plane, px, y down.
#ifndef RAFTER_BASE_GEOMETRY_H
#define RAFTER_BASE_GEOMETRY_H

#include <stdbool.h>
#include <stddef.h>

struct vec {
	double x, y;
};

struct rect {
	double x, y, w, h;
};

// Four corners: top-left, top-right, bottom-right, bottom-left of the box before it was turned.
struct box {
	struct vec corner[4];
};

struct rect rect_inset(struct rect rect, double by);
bool rect_contains(struct rect rect, struct vec point);
// The box of a w × h rectangle whose top-left corner stands at `origin` after a turn by `degrees` counter-clockwise about `pivot`
// (given in the unturned frame).
struct box box_make(struct rect rect, struct vec pivot, double degrees);
struct box box_of_rect(struct rect rect);
struct box box_of_segment(struct vec a, struct vec b, double half_width);
struct rect box_bounds(const struct box *box);
// How deep two boxes overlap [px], by separating axes; 0 when they are apart.
double box_overlap(const struct box *a, const struct box *b);
// The same for a disc.
double box_overlap_disc(const struct box *box, struct vec centre, double radius);
bool box_inside(const struct box *box, struct rect rect);

// Clips the segment a-b to the rectangle; false when nothing is left.
bool segment_clip(struct rect rect, struct vec *a, struct vec *b);

#endif
