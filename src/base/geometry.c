// SPDX-License-Identifier: MIT
#include "base/geometry.h"

#include <float.h>
#include <math.h>

#define RADIANS (3.14159265358979323846 / 180)

// Of numbers that are none of them NAN, which fmin and fmax take a call to find out.
static double lesser(double a, double b)
{
	return a < b ? a : b;
}

static double greater(double a, double b)
{
	return a > b ? a : b;
}

struct rect rect_inset(struct rect rect, double by)
{
	return (struct rect){rect.x + by, rect.y + by, rect.w - 2 * by, rect.h - 2 * by};
}

bool rect_contains(struct rect rect, struct vec point)
{
	return point.x >= rect.x && point.x <= rect.x + rect.w && point.y >= rect.y && point.y <= rect.y + rect.h;
}

struct box box_make(struct rect rect, struct vec pivot, double degrees)
{
	double c = cos(degrees * RADIANS), s = sin(degrees * RADIANS);
	struct vec corners[4] = {
		{rect.x, rect.y}, {rect.x + rect.w, rect.y}, {rect.x + rect.w, rect.y + rect.h}, {rect.x, rect.y + rect.h}};
	struct box box;
	for (int i = 0; i < 4; i++) {
		double dx = corners[i].x - pivot.x, dy = corners[i].y - pivot.y;
		// y runs down, so a counter-clockwise turn is (c s; -s c)
		box.corner[i] = (struct vec){pivot.x + dx * c + dy * s, pivot.y - dx * s + dy * c};
	}
	return box;
}

struct box box_of_rect(struct rect rect)
{
	return box_make(rect, (struct vec){rect.x, rect.y}, 0);
}

struct box box_of_segment(struct vec a, struct vec b, double half_width)
{
	double dx = b.x - a.x, dy = b.y - a.y, length = hypot(dx, dy);
	if (length == 0)
		length = 1;
	double ox = -dy / length * half_width, oy = dx / length * half_width;
	return (struct box){{{a.x + ox, a.y + oy}, {b.x + ox, b.y + oy}, {b.x - ox, b.y - oy}, {a.x - ox, a.y - oy}}};
}

struct rect box_bounds(const struct box *box)
{
	double x0 = box->corner[0].x, x1 = x0, y0 = box->corner[0].y, y1 = y0;
	for (int i = 1; i < 4; i++) {
		x0 = lesser(x0, box->corner[i].x);
		x1 = greater(x1, box->corner[i].x);
		y0 = lesser(y0, box->corner[i].y);
		y1 = greater(y1, box->corner[i].y);
	}
	return (struct rect){x0, y0, x1 - x0, y1 - y0};
}

static void project(const struct box *box, struct vec axis, double *low, double *high)
{
	double at = box->corner[0].x * axis.x + box->corner[0].y * axis.y;
	*low = *high = at;
	for (int i = 1; i < 4; i++) {
		at = box->corner[i].x * axis.x + box->corner[i].y * axis.y;
		*low = lesser(*low, at);
		*high = greater(*high, at);
	}
}

// Unit normal of an edge; false for an edge without length.
static bool edge_normal(const struct box *box, int edge, struct vec *normal)
{
	struct vec a = box->corner[edge], b = box->corner[(edge + 1) % 4];
	double length = hypot(b.x - a.x, b.y - a.y);
	if (length < 1e-9)
		return false;
	*normal = (struct vec){-(b.y - a.y) / length, (b.x - a.x) / length};
	return true;
}

static double depth_along(const struct box *a, const struct box *b, struct vec axis)
{
	double a0, a1, b0, b1;
	project(a, axis, &a0, &a1);
	project(b, axis, &b0, &b1);
	return lesser(a1, b1) - greater(a0, b0);
}

double box_overlap(const struct box *a, const struct box *b)
{
	double depth = DBL_MAX;
	for (int side = 0; side < 2; side++)
		for (int edge = 0; edge < 2; edge++) {
			struct vec axis;
			if (!edge_normal(side ? b : a, edge, &axis))
				continue;
			double d = depth_along(a, b, axis);
			if (d <= 0)
				return 0;
			depth = lesser(depth, d);
		}
	return depth == DBL_MAX ? 0 : depth;
}

double box_overlap_disc(const struct box *box, struct vec centre, double radius)
{
	// distance from the centre to the box, in the box's own frame
	struct vec right, down;
	if (!edge_normal(box, 0, &down) || !edge_normal(box, 1, &right))
		return 0;
	double low, high, x = centre.x * right.x + centre.y * right.y, y = centre.x * down.x + centre.y * down.y;
	project(box, right, &low, &high);
	double dx = greater(greater(low - x, x - high), 0), inside_x = lesser(x - low, high - x);
	project(box, down, &low, &high);
	double dy = greater(greater(low - y, y - high), 0), inside_y = lesser(y - low, high - y);
	if (dx == 0 && dy == 0)
		return radius + lesser(inside_x, inside_y);
	return greater(radius - hypot(dx, dy), 0);
}

bool box_inside(const struct box *box, struct rect rect)
{
	for (int i = 0; i < 4; i++)
		if (!rect_contains(rect, box->corner[i]))
			return false;
	return true;
}

bool segment_clip(struct rect rect, struct vec *a, struct vec *b)
{
	double dx = b->x - a->x, dy = b->y - a->y, from = 0, to = 1;
	double p[4] = {-dx, dx, -dy, dy};
	double q[4] = {a->x - rect.x, rect.x + rect.w - a->x, a->y - rect.y, rect.y + rect.h - a->y};
	for (int i = 0; i < 4; i++) {
		if (p[i] == 0) {
			if (q[i] < 0)
				return false;
			continue;
		}
		double t = q[i] / p[i];
		if (p[i] < 0)
			from = greater(from, t);
		else
			to = lesser(to, t);
	}
	if (from > to)
		return false;
	struct vec start = *a;
	*a = (struct vec){start.x + from * dx, start.y + from * dy};
	*b = (struct vec){start.x + to * dx, start.y + to * dy};
	return true;
}
