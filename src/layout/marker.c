// SPDX-License-Identifier: MIT
// Marker shapes, all of the area of a circle of the same radius.
#include "layout/plan.h"

#include <math.h>

#define PI 3.14159265358979323846

struct shape {
	int corners;          // 0: a circle
	double first_degrees; // of the first corner, 0 to the right, counter-clockwise
	double inner;         // star: inner radius as a share of the outer, 0: convex
	double size;          // circumradius for the area of the unit circle
	double lift;          // moves the shape down by this share of its radius, so that it looks centred
	int arms;             // 4: a cross of bars, turned by first_degrees
};

// Circumradius of an n-gon with area π: sqrt(2π / (n sin(2π/n))). Visual weight asks for a little less on pointed shapes.
static const struct shape shapes[MARKER_COUNT] = {
	[MARKER_CIRCLE] = {.size = 1},
	[MARKER_SQUARE] = {.corners = 4, .first_degrees = 45, .size = 1.2},
	[MARKER_TRIANGLE] = {.corners = 3, .first_degrees = 90, .size = 1.42, .lift = 0.12},
	[MARKER_DIAMOND] = {.corners = 4, .first_degrees = 0, .size = 1.32},
	[MARKER_TRIANGLE_DOWN] = {.corners = 3, .first_degrees = 270, .size = 1.42, .lift = -0.12},
	[MARKER_PENTAGON] = {.corners = 5, .first_degrees = 90, .size = 1.18},
	[MARKER_HEXAGON] = {.corners = 6, .first_degrees = 0, .size = 1.12},
	[MARKER_STAR] = {.corners = 5, .first_degrees = 90, .inner = 0.45, .size = 1.5},
	[MARKER_PLUS] = {.arms = 4, .first_degrees = 0, .size = 1.3},
	[MARKER_CROSS] = {.arms = 4, .first_degrees = 45, .size = 1.3},
};

static struct vec on_circle(struct vec centre, double radius, double degrees)
{
	return (struct vec){centre.x + radius * cos(degrees * PI / 180), centre.y - radius * sin(degrees * PI / 180)};
}

static void corner(struct scene *scene, struct path *path, struct vec at, bool first)
{
	if (first)
		path_move(scene, path, at.x, at.y);
	else
		path_line(scene, path, at.x, at.y);
}

static void bars(struct scene *scene, struct path *path, const struct shape *shape, struct vec centre, double radius)
{
	// half width of a bar over its length; three corners an arm
	const double thick = 0.3, length = radius * shape->size;
	for (int arm = 0; arm < shape->arms; arm++) {
		double along = shape->first_degrees + arm * 90;
		struct vec tip = on_circle(centre, length, along), side = on_circle((struct vec){0, 0}, thick * length, along + 90);
		struct vec inner = on_circle(centre, thick * length * sqrt(2), along + 45);
		corner(scene, path, (struct vec){tip.x - side.x, tip.y - side.y}, arm == 0);
		corner(scene, path, (struct vec){tip.x + side.x, tip.y + side.y}, false);
		corner(scene, path, inner, false);
	}
	path_close(scene, path);
}

void marker_path(struct scene *scene, struct path *path, enum marker kind, struct vec centre, double radius_px)
{
	const struct shape *shape = &shapes[kind];
	if (shape->arms) {
		bars(scene, path, shape, centre, radius_px);
		return;
	}
	if (!shape->corners) {
		path_circle(scene, path, centre, radius_px);
		return;
	}
	centre.y += shape->lift * radius_px;
	double outer = radius_px * shape->size, step = 360.0 / shape->corners;
	for (int i = 0; i < shape->corners; i++) {
		double degrees = shape->first_degrees + i * step;
		corner(scene, path, on_circle(centre, outer, degrees), i == 0);
		if (shape->inner > 0)
			corner(scene, path, on_circle(centre, outer * shape->inner, degrees + step / 2), false);
	}
	path_close(scene, path);
}

static enum marker cycle_shape(size_t index)
{
	static const enum marker order[] = {MARKER_CIRCLE, MARKER_SQUARE, MARKER_TRIANGLE, MARKER_DIAMOND, MARKER_TRIANGLE_DOWN, MARKER_PENTAGON, MARKER_STAR,
		MARKER_HEXAGON, MARKER_PLUS, MARKER_CROSS};
	return order[index % (sizeof order / sizeof *order)];
}

enum marker plan_series_shape(const struct plan *plan, size_t series_index)
{
	const struct series_use *series = &plan->analysis->series.items[series_index];
	return series->marker != MARKER_AUTO ? series->marker : cycle_shape(series_index);
}

// Main memory is the circle; the others follow from the slowest (nearest to it) on.
enum marker plan_level_shape(const struct plan *plan, const struct machine *machine, const struct drawn_memory *memory)
{
	(void)plan;
	if (!memory || memory->is_main)
		return MARKER_CIRCLE;
	size_t rank = 1;
	for (size_t i = machine->memory.count; i-- > 0;) {
		const struct drawn_memory *other = &machine->memory.items[i];
		if (other == memory)
			break;
		rank += !other->is_main;
	}
	return cycle_shape(rank);
}

enum marker plan_network_shape(const struct plan *plan, const struct machine *machine, const struct drawn_network *network)
{
	(void)plan;
	// a link that is judged by but not drawn comes after those that are
	size_t rank = 0;
	while (rank < machine->network.count && &machine->network.items[rank] != network)
		rank++;
	return cycle_shape(machine->memory.count + rank);
}

static struct colour cycle_colour(const struct plan *plan, size_t index)
{
	const struct theme *theme = &plan->theme;
	return theme->cycle.count ? theme->cycle.items[index % (size_t)theme->cycle.count] : theme->text;
}

struct colour plan_series_colour(const struct plan *plan, size_t series_index)
{
	const struct series_use *series = &plan->analysis->series.items[series_index];
	return series->color.visible && !plan->theme.cycle_markers_only ? series->color : cycle_colour(plan, series_index);
}

struct colour plan_readable(const struct plan *plan, struct colour colour)
{
	// WCAG 2 asks for 4.5 : 1; a little more, since the words may stand on a tint.
	const double enough = 5;
	struct colour background = plan->theme.background.visible ? plan->theme.background : plan->theme.halo, readable = colour;
	for (double share = 0.9; share > 0 && colour_contrast(readable, background) < enough; share -= 0.1)
		readable = colour_mix(colour, plan->theme.text, share);
	return readable;
}

struct colour plan_row_colour(const struct plan *plan, const struct row *row)
{
	if (row->point->color.visible && !plan->theme.cycle_markers_only)
		return row->point->color;
	const struct series_use *series = &plan->analysis->series.items[row->series_index];
	// Of several machines a point has the colour of its own's roofs; the shape is left to the series.
	if (plan->analysis->machines.count > 1 && !series->color.visible && row->machine)
		return cycle_colour(plan, (size_t)(row->machine - plan->analysis->machines.items));
	if (row->point->sweep && !series->key)
		return cycle_colour(plan, row->point->sweep - 1);
	if (plan->hierarchical && !series->key)
		return cycle_colour(plan, row->point_index);
	return plan_series_colour(plan, row->series_index);
}
