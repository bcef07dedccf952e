// SPDX-License-Identifier: MIT
#include "layout/placer.h"

#include <math.h>

enum { CELL_PX = 32 };
#define DEPTH_MAX_PX 8.0

struct obstacle {
	struct box box;
	struct rect bounds;
	struct vec centre;
	double radius_px; // > 0: a disc
	double weight;
	int owner;
	bool removed;
	unsigned seen;    // by the query of this number
};

struct cell {
	size_t *items;
	size_t count, cap;
};

struct placer {
	struct arena *arena;
	struct rect bounds;
	struct { struct obstacle *items; size_t count, cap; } obstacles;
	struct cell *cells;
	int columns, rows;
	unsigned query;
};

struct placer *placer_new(struct arena *arena, struct rect bounds)
{
	struct placer *placer = arena_alloc(arena, sizeof *placer);
	placer->arena = arena;
	placer->bounds = bounds;
	placer->columns = (int)ceil(bounds.w / CELL_PX) + 1;
	placer->rows = (int)ceil(bounds.h / CELL_PX) + 1;
	placer->cells = arena_array(arena, (size_t)placer->columns * (size_t)placer->rows, sizeof *placer->cells);
	return placer;
}

static int clamp_index(double value, int count)
{
	return value <= 0 ? 0 : value >= count ? count - 1 : (int)value;
}

struct span {
	int x0, x1, y0, y1;
};

static struct span cells_of(const struct placer *placer, struct rect rect)
{
	return (struct span){
		clamp_index((rect.x - placer->bounds.x) / CELL_PX, placer->columns), clamp_index((rect.x + rect.w - placer->bounds.x) / CELL_PX, placer->columns),
		clamp_index((rect.y - placer->bounds.y) / CELL_PX, placer->rows), clamp_index((rect.y + rect.h - placer->bounds.y) / CELL_PX, placer->rows)};
}

static size_t add(struct placer *placer, const struct obstacle *obstacle, struct rect bounds)
{
	size_t handle = placer->obstacles.count;
	struct obstacle *added = list_push(placer->arena, &placer->obstacles);
	*added = *obstacle;
	added->bounds = bounds;
	struct span span = cells_of(placer, bounds);
	for (int y = span.y0; y <= span.y1; y++)
		for (int x = span.x0; x <= span.x1; x++)
			*list_push(placer->arena, &placer->cells[y * placer->columns + x]) = handle;
	return handle;
}

size_t placer_add_box(struct placer *placer, const struct box *box, double weight, int owner)
{
	return add(placer, &(struct obstacle){.box = *box, .weight = weight, .owner = owner}, box_bounds(box));
}

size_t placer_add_line(struct placer *placer, struct vec a, struct vec b, double half_width_px, double weight, int owner)
{
	// A long slanted line fills its bounding box's cells: cut it so that each piece stands in few.
	double length = hypot(b.x - a.x, b.y - a.y);
	int pieces = (int)ceil(length / (2 * CELL_PX));
	size_t handle = placer->obstacles.count;
	for (int i = 0; i < (pieces ? pieces : 1); i++) {
		double t0 = pieces ? (double)i / pieces : 0, t1 = pieces ? (double)(i + 1) / pieces : 1;
		struct vec p = {a.x + (b.x - a.x) * t0, a.y + (b.y - a.y) * t0}, q = {a.x + (b.x - a.x) * t1, a.y + (b.y - a.y) * t1};
		struct box box = box_of_segment(p, q, half_width_px);
		placer_add_box(placer, &box, weight, owner);
	}
	return handle;
}

size_t placer_add_disc(struct placer *placer, struct vec centre, double radius_px, double weight, int owner)
{
	struct obstacle disc = {.centre = centre, .radius_px = radius_px, .weight = weight, .owner = owner};
	return add(placer, &disc, (struct rect){centre.x - radius_px, centre.y - radius_px, 2 * radius_px, 2 * radius_px});
}

void placer_remove(struct placer *placer, size_t handle)
{
	placer->obstacles.items[handle].removed = true;
}

static double obstacle_depth(const struct obstacle *obstacle, const struct box *box)
{
	return obstacle->radius_px > 0 ? box_overlap_disc(box, obstacle->centre, obstacle->radius_px) : box_overlap(box, &obstacle->box);
}

// Surely: rounding is far below the margin.
static bool apart(struct rect a, struct rect b)
{
	const double margin_px = 1e-6;
	return a.x + a.w + margin_px < b.x || b.x + b.w + margin_px < a.x || a.y + a.h + margin_px < b.y || b.y + b.h + margin_px < a.y;
}

static struct box grow(const struct box *box, double by)
{
	struct vec u = {box->corner[1].x - box->corner[0].x, box->corner[1].y - box->corner[0].y};
	struct vec v = {box->corner[3].x - box->corner[0].x, box->corner[3].y - box->corner[0].y};
	double lu = hypot(u.x, u.y), lv = hypot(v.x, v.y);
	if (lu == 0 || lv == 0)
		return *box;
	u = (struct vec){u.x / lu * by, u.y / lu * by};
	v = (struct vec){v.x / lv * by, v.y / lv * by};
	const struct vec *c = box->corner;
	return (struct box){{{c[0].x - u.x - v.x, c[0].y - u.y - v.y}, {c[1].x + u.x - v.x, c[1].y + u.y - v.y},
		{c[2].x + u.x + v.x, c[2].y + u.y + v.y}, {c[3].x - u.x + v.x, c[3].y - u.y + v.y}}};
}

static double cost_of(struct placer *placer, const struct box *box, double gap_px, int owner, bool discs, double base, double enough)
{
	struct box wide = grow(box, gap_px);
	double cost = 0;
	if (!box_inside(box, placer->bounds))
		cost += PLACER_HARD;
	unsigned query = ++placer->query;
	struct rect bounds = box_bounds(&wide);
	struct span span = cells_of(placer, bounds);
	for (int y = span.y0; y <= span.y1; y++)
		for (int x = span.x0; x <= span.x1; x++) {
			const struct cell *cell = &placer->cells[y * placer->columns + x];
			for (size_t i = 0; i < cell->count; i++) {
				struct obstacle *obstacle = &placer->obstacles.items[cell->items[i]];
				if (obstacle->removed || obstacle->seen == query || (!discs && obstacle->radius_px > 0) || (owner >= 0 && obstacle->owner == owner))
					continue;
				obstacle->seen = query;
				if (apart(bounds, obstacle->bounds))
					continue;
				bool hard = obstacle->weight >= PLACER_HARD;
				double depth = obstacle_depth(obstacle, hard ? &wide : box);
				if (!(depth > 0))
					continue;
				cost += hard ? PLACER_HARD * (1 + fmin(depth, DEPTH_MAX_PX) / 100) : obstacle->weight * fmin(depth, DEPTH_MAX_PX);
				if (base + cost >= enough)
					return cost;
			}
		}
	return cost;
}

double placer_cost(struct placer *placer, const struct box *box, double gap_px, int owner)
{
	return cost_of(placer, box, gap_px, owner, true, 0, HUGE_VAL);
}

double placer_cost_below(struct placer *placer, const struct box *box, double gap_px, int owner, double base, double enough)
{
	return cost_of(placer, box, gap_px, owner, true, base, enough);
}

double placer_cost_flat(struct placer *placer, const struct box *box)
{
	return cost_of(placer, box, 0, -1, false, 0, HUGE_VAL);
}
