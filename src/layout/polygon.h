// SPDX-License-Identifier: MIT
// Filled areas of a chart: convex polygons, px, y down.
#ifndef RAFTER_LAYOUT_POLYGON_H
#define RAFTER_LAYOUT_POLYGON_H

#include "base/arena.h"
#include "base/geometry.h"

struct polygon {
	struct vec *items;
	size_t count, cap;
};

void polygon_add(struct arena *arena, struct polygon *polygon, double x, double y);
// What of it lies in `rect`; no points when nothing does.
struct polygon polygon_clip(struct arena *arena, struct polygon polygon, struct rect rect);
bool polygon_contains(const struct vec *corners, size_t count, struct vec point);
// More than one square px.
bool polygon_has_area(const struct polygon *polygon);

#endif
