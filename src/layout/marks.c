// SPDX-License-Identifier: MIT
// Where every point stands, and its marker: filled for measured, hollow for analytic, an arrow on the frame outside a user's limits, a ring above the roof.
#include "layout/plan.h"

#include "base/num.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>

#define RADIUS_MIN 0.4   // of the theme's radius, for areas by time
#define RADIUS_MAX 3.2
#define STRIP_FULL 0.86  // height in the strip where 100 % of the bandwidth stands
#define RINGS_MOST 150   // marks that keep their full paper-coloured rings
#define RING 1.75        // radius of the ring above a roof, in marker radii

double mark_reach_px(const struct mark *mark)
{
	return mark->radius_px * (mark->row->flags & FLAG_ABOVE_ROOF && !mark->edge && !mark->old ? RING : 1);
}

// A point outside the limits moves to just inside the frame.
static enum edge edge_of(const struct plan *plan, struct vec *px, double inset_px)
{
	struct rect p = plan->plot;
	enum edge edge = EDGE_NONE;
	if (px->x < p.x - 0.5)
		edge = EDGE_LEFT;
	else if (px->x > p.x + p.w + 0.5)
		edge = EDGE_RIGHT;
	else if (px->y < p.y - 0.5)
		edge = EDGE_UP;
	else if (px->y > p.y + p.h + 0.5)
		edge = EDGE_DOWN;
	if (edge) {
		struct rect inside = rect_inset(p, inset_px);
		px->x = fmin(fmax(px->x, inside.x), inside.x + inside.w);
		px->y = fmin(fmax(px->y, inside.y), inside.y + inside.h);
	}
	return edge;
}

static double radius_of(const struct plan *plan, const struct row *row)
{
	double base = plan->theme.marker_px;
	if (!plan->chart->options.size_by_time || !(plan->total_time_s > 0) || !(row->time > 0))
		return base;
	return fmin(fmax(base * RADIUS_MAX * sqrt(row->time / plan->total_time_s), base * RADIUS_MIN), base * RADIUS_MAX);
}

static struct mark *add_mark(struct plan *plan, const struct row *row, double x, double y)
{
	struct mark *mark = list_push(plan->arena, &plan->marks);
	*mark = (struct mark){.row = row, .x = x, .y = y, .radius_px = radius_of(plan, row), .hollow = row->analytic, .colour = plan_row_colour(plan, row)};
	enum marker own = row->point->marker;
	mark->shape = own != MARKER_AUTO ? own : plan_series_shape(plan, row->series_index);
	if (plan->hierarchical && row->level_count > 1)
		mark->shape = plan_level_shape(plan, row->machine, row->memory);
	return mark;
}

static void place_on_axes(struct plan *plan, struct mark *mark)
{
	mark->px = (struct vec){axis_px(&plan->x, mark->x), axis_px(&plan->y, mark->y)};
	mark->edge = edge_of(plan, &mark->px, plan->theme.marker_px * 0.9);
	if (mark->edge) {
		mark->radius_px = plan->theme.marker_px; // an arrow, whatever its time
		diags_add_point(plan->diags, DIAG_OUTSIDE_FRAME, mark->row->point->place, mark->row->name, "'%s' is outside the limits of the axes: an arrow on the frame",
			mark->row->name);
	}
}

static const struct roof *roof_of(const struct plan *plan, const struct row *row)
{
	for (size_t i = 0; i < plan->roofs.count; i++) {
		const struct roof *roof = &plan->roofs.items[i];
		if (roof->kind == ROOF_MEMORY && roof->machine == row->machine && row->memory == &roof->machine->memory.items[roof->index])
			return roof;
	}
	return NULL;
}

// In a chart of its own a sweep's point stands at its parameter's value; many of them are dots along the curve.
static void place_in_sweep(struct plan *plan, const struct row *row)
{
	if (!row_is_placed(row) || !isfinite(row->point->sweep_value))
		return;
	struct mark *mark = add_mark(plan, row, row->point->sweep_value, row->performance);
	bool many = row->point->sweep && plan->chart->sweeps.items[row->point->sweep - 1].point_count > SWEEP_MARKERS_MOST;
	if (many && row->analytic) {
		mark->radius_px = fmax(plan->theme.roof_px_width * 0.5, 1);
		mark->hollow = false;
	}
	place_on_axes(plan, mark);
}

static void place_row(struct plan *plan, const struct row *row)
{
	if (plan->chart->options.kind == CHART_SWEEP) {
		place_in_sweep(plan, row);
	} else if (row_is_placed(row)) {
		struct mark *mark = add_mark(plan, row, row->intensity, row->performance);
		const struct roof *roof = row->analytic && row->level_count > 1 && !row->point->color.visible ? roof_of(plan, row) : NULL;
		if (roof) {
			mark->colour = roof->stroke.colour;
			mark->shape = MARKER_CIRCLE;
		}
		place_on_axes(plan, mark);
		if (isfinite(row->network_intensity) && row->network_intensity > 0 && row->level_index == 0 && row->network) {
			struct mark *link = add_mark(plan, row, row->network_intensity, row->performance);
			link->shape = plan_network_shape(plan, row->machine, row->network);
			link->network = true;
			place_on_axes(plan, link);
		}
	} else if (row_in_margin(row)) {
		struct mark *mark = add_mark(plan, row, 0, 0);
		double share = row->bandwidth / row->memory->ceiling->bandwidth;
		double height = fmin(share * STRIP_FULL, 0.985) * plan->strip.h;
		mark->margin = true;
		mark->px = (struct vec){plan->strip.x + plan->strip.w / 2, plan->strip.y + plan->strip.h - fmax(height, mark->radius_px + 2)};
	}
}

// The marks of one point stand one after the other: those around `index`.
static void point_marks(const struct plan *plan, size_t index, size_t *first, size_t *end)
{
	size_t point = plan->marks.items[index].row->point_index;
	*first = index;
	*end = index + 1;
	while (*first > 0 && plan->marks.items[*first - 1].row->point_index == point)
		--*first;
	while (*end < plan->marks.count && plan->marks.items[*end].row->point_index == point)
		++*end;
}

// An old point stands for the name of the new one; it has its own where the spec says so.
static bool names_old(const struct plan *plan, const struct point *point)
{
	return !point->old && (point->label || plan->chart->options.labels == LABELS_ALL);
}

// The rightmost mark of a point carries its name; on a common intensity the highest.
static void choose_labelled(struct plan *plan)
{
	bool against_parameter = plan->chart->options.kind == CHART_SWEEP;
	for (size_t i = 0; i < plan->marks.count; i++) {
		struct mark *mark = &plan->marks.items[i];
		mark->labelled = !mark->row->point->sweep || mark->critical || (!against_parameter && sweep_is_end(plan, mark->row));
		if (mark->old && !names_old(plan, mark->row->point))
			mark->labelled = false;
		size_t first, end;
		point_marks(plan, i, &first, &end);
		for (size_t j = first; j < end && mark->labelled; j++) {
			const struct mark *other = &plan->marks.items[j];
			if (j == i || other->margin != mark->margin)
				continue;
			double dx = other->px.x - mark->px.x, dy = mark->px.y - other->px.y;
			mark->labelled = !(dx > 0.5 || (fabs(dx) <= 0.5 && (dy > 0.5 || (fabs(dy) <= 0.5 && j < i))));
		}
	}
}

void marks_place(struct plan *plan)
{
	for (size_t i = 0; i < plan->analysis->rows.count; i++) {
		const struct row *row = &plan->analysis->rows.items[i];
		if (row->level_index == 0 && row->time > 0)
			plan->total_time_s += row->time;
		plan->hierarchical = plan->hierarchical || (row->level_count > 1 && row_is_placed(row)) || (isfinite(row->network_intensity) && row->network);
	}
	for (size_t i = 0; i < plan->analysis->rows.count; i++)
		place_row(plan, &plan->analysis->rows.items[i]);
	if (plan->chart->options.kind == CHART_ROOFLINE)
		sweeps_mark_critical(plan);
	if (plan->chart->options.kind == CHART_ROOFLINE)
		arrows_find(plan);
	choose_labelled(plan);
	for (size_t i = 0; i < plan->marks.count; i++) {
		const struct mark *mark = &plan->marks.items[i];
		if (mark->critical)
			continue;
		struct report_point *report = list_push(plan->arena, &plan->report->points);
		*report = (struct report_point){.name = mark->row->name, .x = mark->x, .y = mark->y, .px = mark->px, .radius_px = mark->radius_px, .edge = mark->edge != EDGE_NONE, .row_index = (size_t)(mark->row - plan->analysis->rows.items)};
		placer_add_disc(plan->placer, mark->px, fmax(mark_reach_px(mark), mark->radius_px * 1.15) + 0.5, PLACER_HARD, (int)i);
		placer_add_disc(plan->placer, mark->px, mark->radius_px + 5, 1.5, (int)i);
	}
}

static struct colour soft(const struct plan *plan, struct colour colour)
{
	return colour_mix(colour, plan->theme.background, 0.65);
}

static void draw_ties(struct plan *plan)
{
	for (size_t i = 0; i < plan->marks.count; i++) {
		const struct mark *a = &plan->marks.items[i], *b = NULL;
		if (a->margin)
			continue;
		// the nearest mark of the same point to the right, or below on the same intensity
		size_t first, end;
		point_marks(plan, i, &first, &end);
		for (size_t j = first; j < end; j++) {
			const struct mark *other = &plan->marks.items[j];
			if (i == j || other->margin || fabs(other->px.y - a->px.y) > 0.5 || other->px.x <= a->px.x)
				continue;
			if (!b || other->px.x < b->px.x)
				b = other;
		}
		if (!b)
			continue;
		struct colour colour = soft(plan, a->old ? a->colour : plan_row_colour(plan, a->row));
		plan_line(plan, LAYER_LINES, "tie", a->px, b->px, (struct stroke){.colour = colour, .width_px = plan->theme.ceiling_px_width * 1.2});
		placer_add_line(plan->placer, a->px, b->px, 1, 70, -1);
	}
}

static void draw_drop_lines(struct plan *plan)
{
	double width = plan->theme.ceiling_px_width;
	struct stroke stroke = {.colour = plan->theme.text, .width_px = width, .dash_px = {3.3 * width, 2.5 * width}, .dash_count = 2};
	for (size_t i = 0; i < plan->marks.count; i++) {
		const struct mark *mark = &plan->marks.items[i];
		if (mark->margin || mark->edge || mark->network || !mark->labelled)
			continue;
		struct vec foot = {mark->px.x, plan->plot.y + plan->plot.h};
		plan_line(plan, LAYER_LINES, "drop-line", mark->px, foot, stroke);
		placer_add_line(plan->placer, mark->px, foot, 1, 70, -1);
	}
}

static void draw_error_bar(struct plan *plan, const struct mark *mark)
{
	const struct row *row = mark->row;
	if (!(row->performance_low > 0) || !(row->performance_high > row->performance_low) || mark->edge)
		return;
	double low = fmin(axis_px(&plan->y, row->performance_low), plan->plot.y + plan->plot.h), high = fmax(axis_px(&plan->y, row->performance_high), plan->plot.y);
	double cap = mark->radius_px * 0.7, x = mark->px.x;
	struct stroke stroke = {.colour = mark->colour, .width_px = plan->theme.ceiling_px_width};
	plan_line(plan, LAYER_LINES, "error-bar", (struct vec){x, low}, (struct vec){x, high}, stroke);
	plan_line(plan, LAYER_LINES, "error-bar", (struct vec){x - cap, low}, (struct vec){x + cap, low}, stroke);
	plan_line(plan, LAYER_LINES, "error-bar", (struct vec){x - cap, high}, (struct vec){x + cap, high}, stroke);
	placer_add_line(plan->placer, (struct vec){x, low}, (struct vec){x, high}, fmax(cap, 1.5), 100, -1);
}

static void draw_arrow(struct plan *plan, const struct mark *mark, struct scene *scene)
{
	static const struct vec out[] = {[EDGE_LEFT] = {-1, 0}, [EDGE_RIGHT] = {1, 0}, [EDGE_UP] = {0, -1}, [EDGE_DOWN] = {0, 1}};
	struct vec d = out[mark->edge];
	double r = mark->radius_px;
	struct scene_op *op = scene_path(scene, NULL);
	op->fill = mark->colour;
	op->stroke = (struct stroke){.colour = plan->theme.halo, .width_px = plan->theme.marker_ring_px, .join = JOIN_ROUND};
	path_move(scene, &op->path, mark->px.x + d.x * r, mark->px.y + d.y * r);
	path_line(scene, &op->path, mark->px.x - d.x * r + d.y * r, mark->px.y - d.y * r + d.x * r);
	path_line(scene, &op->path, mark->px.x - d.x * r - d.y * r, mark->px.y - d.y * r - d.x * r);
	path_close(scene, &op->path);
}

static void draw_shape(struct plan *plan, struct scene *scene, const struct mark *mark)
{
	const struct theme *theme = &plan->theme;
	struct scene_op *op = scene_path(scene, NULL);
	// Where markers pile up, rings would erase what lies under them.
	double ring_px = mark->margin || mark->radius_px < theme->marker_px * 0.35 ? 0 : plan->marks.count > RINGS_MOST ? theme->marker_ring_px * 0.25 : theme->marker_ring_px;
	if (mark->hollow) {
		op->fill = theme->background.visible ? theme->background : theme->halo;
		op->stroke = (struct stroke){.colour = mark->colour, .width_px = fmax(theme->marker_px * 0.36, 1), .join = JOIN_MITER};
		marker_path(scene, &op->path, mark->shape, mark->px, mark->radius_px - theme->marker_px * 0.12);
	} else {
		op->fill = mark->colour;
		op->stroke = (struct stroke){.colour = theme->halo, .width_px = ring_px, .join = JOIN_MITER};
		marker_path(scene, &op->path, mark->shape, mark->px, mark->radius_px + ring_px / 2);
	}
}

static const char *tooltip(struct plan *plan, const struct mark *mark)
{
	const struct row *row = mark->row;
	struct arena *arena = plan->arena;
	if (mark->margin)
		return arena_printf(arena, "%s: 0 FLOP, %s (%s of %s)", row->name, units_format(arena, row->bandwidth, QUANTITY_BYTE_RATE, 3),
			plan_percent(plan, row->bandwidth / row->memory->ceiling->bandwidth), row->memory->name);
	const char *text = arena_printf(arena, "%s: %s, %s", row->name, units_format(arena, mark->x, QUANTITY_INTENSITY, 3), units_format(arena, mark->y, QUANTITY_FLOP_RATE, 3));
	if (isfinite(row->roof_fraction))
		text = arena_printf(arena, "%s, %s of attainable", text, plan_percent(plan, row->roof_fraction));
	if (row->bound != BOUND_NONE)
		text = arena_printf(arena, row->bound == BOUND_BALANCED ? "%s, balanced" : "%s, %s-bound", text, bound_name(row->bound));
	return text;
}

static void draw_mark(struct plan *plan, const struct mark *mark)
{
	struct scene *scene = &plan->layers[LAYER_MARKERS];
	struct scene_op *group = scene_push(scene, "point");
	group->title = tooltip(plan, mark);
	scene_attribute(scene, "data-name", mark->row->name);
	scene_attribute_number(scene, "data-x", mark->x);
	scene_attribute_number(scene, "data-y", mark->y);
	if (mark->row->flags & FLAG_ABOVE_ROOF && !mark->edge && !mark->old) {
		struct scene_op *ring = scene_path(scene, "above-roof");
		ring->stroke = (struct stroke){.colour = plan->theme.warning, .width_px = fmax(plan->theme.ceiling_px_width, 1)};
		path_circle(scene, &ring->path, mark->px, mark->radius_px * RING);
	}
	if (mark->edge)
		draw_arrow(plan, mark, scene);
	else
		draw_shape(plan, scene, mark);
	scene_pop(scene);
}

// Small gauge beside the axis: kernels without FLOPs by the share of the bandwidth roof that they reach.
static void draw_strip(struct plan *plan)
{
	const struct theme *theme = &plan->theme;
	struct rect s = plan->strip;
	if (s.w <= 0)
		return;
	struct scene *scene = &plan->layers[LAYER_REGIONS];
	struct scene_op *op = scene_path(scene, "margin");
	op->fill = theme->memory_fill.visible && theme->regions ? theme->memory_fill : colour_mix(theme->text, theme->background, 0.05);
	path_rect(scene, &op->path, s);
	double full = s.y + s.h * (1 - STRIP_FULL);
	plan_line(plan, LAYER_ROOFS, "margin-roof", (struct vec){s.x + 1, full}, (struct vec){s.x + s.w - 1, full},
		(struct stroke){.colour = theme->roof, .width_px = theme->roof_px_width});
	plan_line(plan, LAYER_AXES, NULL, (struct vec){s.x, s.y}, (struct vec){s.x, s.y + s.h}, (struct stroke){.colour = theme->frame, .width_px = theme->axis_px_width});
	struct words zero = words_make(plan, "0 FLOP", plan_style(plan, theme->note_px, 400), theme->muted);
	words_draw(plan, &zero, (struct vec){s.x + s.w / 2 - zero.width_px / 2, s.y - zero.descent_px - 1.5}, 0, (struct label_note){.role = ROLE_NOTE});
	struct words roof = words_make(plan, "100%", plan_style(plan, theme->note_px, 600), theme->text);
	words_draw(plan, &roof, (struct vec){s.x + s.w / 2 - roof.width_px / 2, full - theme->roof_px_width / 2 - roof.descent_px}, 0, (struct label_note){.role = ROLE_NOTE});
}

static int by_size(const void *a, const void *b)
{
	const struct mark *ma = *(const struct mark *const *)a, *mb = *(const struct mark *const *)b;
	if (ma->old != mb->old)
		return ma->old ? -1 : 1;
	if (ma->radius_px != mb->radius_px)
		return ma->radius_px < mb->radius_px ? 1 : -1;
	return ma < mb ? -1 : ma > mb;
}

void marks_draw(struct plan *plan)
{
	draw_strip(plan);
	if (plan->chart->options.drop_lines && plan->chart->options.kind == CHART_ROOFLINE)
		draw_drop_lines(plan);
	draw_ties(plan);
	if (plan->chart->options.kind == CHART_ROOFLINE)
		sweeps_join(plan);
	const struct mark **order = arena_array(plan->arena, plan->marks.count + 1, sizeof *order);
	for (size_t i = 0; i < plan->marks.count; i++)
		order[i] = &plan->marks.items[i];
	// old ones first, then large ones, so that none hides a smaller one
	qsort(order, plan->marks.count, sizeof *order, by_size);
	for (size_t i = 0; i < plan->marks.count; i++) {
		if (order[i]->critical) {
			// memory's ridge point has its diamond; a link's gets one here
			if (order[i]->network)
				draw_shape(plan, &plan->layers[LAYER_MARKERS], order[i]);
			continue;
		}
		draw_error_bar(plan, order[i]);
		draw_mark(plan, order[i]);
	}
}
