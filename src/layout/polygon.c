// SPDX-License-Identifier: MIT
#include "layout/polygon.h"

#include <math.h>

void polygon_add(struct arena *arena, struct polygon *polygon, double x, double y)
{
	*list_push(arena, polygon) = (struct vec){x, y};
}

// One side of Sutherland and Hodgman's clip: keeps what has sign × (coordinate − limit) <= 0.
static struct polygon clip_side(struct arena *arena, const struct polygon *in, bool vertical, double limit, double sign)
{
	struct polygon out = {0};
	for (size_t i = 0; i < in->count; i++) {
		struct vec a = in->items[i], b = in->items[(i + 1) % in->count];
		double da = sign * ((vertical ? a.x : a.y) - limit), db = sign * ((vertical ? b.x : b.y) - limit);
		if (da <= 0)
			*list_push(arena, &out) = a;
		if ((da < 0 && db > 0) || (da > 0 && db < 0)) {
			double t = da / (da - db);
			*list_push(arena, &out) = (struct vec){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
		}
	}
	return out;
}

struct polygon polygon_clip(struct arena *arena, struct polygon polygon, struct rect rect)
{
	polygon = clip_side(arena, &polygon, true, rect.x + rect.w, 1);
	polygon = clip_side(arena, &polygon, true, rect.x, -1);
	polygon = clip_side(arena, &polygon, false, rect.y + rect.h, 1);
	return clip_side(arena, &polygon, false, rect.y, -1);
}

bool polygon_has_area(const struct polygon *polygon)
{
	double area = 0;
	for (size_t i = 0; i < polygon->count; i++) {
		struct vec a = polygon->items[i], b = polygon->items[(i + 1) % polygon->count];
		area += a.x * b.y - b.x * a.y;
	}
	return fabs(area) > 1;
}

bool polygon_contains(const struct vec *corners, size_t count, struct vec point)
{
	bool inside = false;
	for (size_t i = 0, j = count - 1; i < count; j = i++) {
		struct vec a = corners[i], b = corners[j];
		if ((a.y > point.y) != (b.y > point.y) && point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x)
			inside = !inside;
	}
	return inside;
}
