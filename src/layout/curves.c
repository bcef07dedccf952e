// SPDX-License-Identifier: MIT
// Lines that are no ceilings: the no-overlap roof, and arrows from a point's baseline.
#include "layout/plan.h"

#include <math.h>
#include <string.h>

#define NO_OVERLAP_WEIGHT 10

struct no_overlap {
	double peak_flop_per_s, bandwidth_bytes_per_s;
};

static struct vec no_overlap_at(const struct plan *plan, const void *user, double x_px)
{
	const struct no_overlap *roof = user;
	double flop_per_s = no_overlap_flop_per_s(roof->peak_flop_per_s, roof->bandwidth_bytes_per_s, axis_value(&plan->x, x_px));
	return (struct vec){x_px, axis_px(&plan->y, flop_per_s)};
}

static void draw_no_overlap(struct plan *plan, const struct roof *slope, const struct roof *flat)
{
	struct no_overlap roof = {flat->value, slope->value};
	struct rect p = plan->plot;
	// Where the curve enters the frame from below: P = y.min, so I = 1 / (B (1/y.min − 1/peak)).
	double enters = plan->y.min < flat->value ? 1 / (slope->value * (1 / plan->y.min - 1 / flat->value)) : plan->x.max;
	double from = fmax(axis_px(&plan->x, fmax(enters, plan->x.min)), p.x);
	if (from >= p.x + p.w)
		return;
	struct scene *scene = &plan->layers[LAYER_CEILINGS];
	struct scene_op *op = scene_path(scene, "no-overlap");
	op->stroke = plan_no_overlap_stroke(plan);
	struct curve curve = {no_overlap_at, &roof, LAYER_CEILINGS, &op->path, NO_OVERLAP_WEIGHT};
	curve_start(plan, &curve, from);
	curve_trace(plan, &curve, p.x + p.w);
}

struct stroke plan_no_overlap_stroke(const struct plan *plan)
{
	double width = plan->theme.ceiling_px_width;
	return (struct stroke){.colour = plan->theme.muted, .width_px = width, .dash_px = {0.2 * width, 2.6 * width}, .dash_count = 2, .cap = CAP_ROUND};
}

static const struct mark *find_baseline(const struct plan *plan, const struct mark *mark)
{
	for (size_t i = 0; i < plan->marks.count; i++) {
		const struct mark *other = &plan->marks.items[i];
		bool named = strcmp(other->row->point->name, mark->row->point->baseline) == 0 || strcmp(other->row->name, mark->row->point->baseline) == 0;
		if (other != mark && named && other->row->level_index == mark->row->level_index
			&& other->network == mark->network && other->margin == mark->margin)
			return other;
	}
	return NULL;
}

// From the rim of the old marker to the rim of the new one.
static void draw_arrow(struct plan *plan, const struct mark *from, const struct mark *to)
{
	double dx = to->px.x - from->px.x, dy = to->px.y - from->px.y, length = hypot(dx, dy), head = plan->theme.marker_px * 1.1;
	double start = mark_reach_px(from) + 2, end = length - mark_reach_px(to) - 2;
	if (end - start < head)
		return; // the markers touch: there is nothing to point out
	struct vec u = {dx / length, dy / length}, a = {from->px.x + u.x * start, from->px.y + u.y * start}, b = {from->px.x + u.x * end, from->px.y + u.y * end};
	struct vec neck = {b.x - u.x * head, b.y - u.y * head};
	struct colour colour = colour_mix(plan_row_colour(plan, to->row), plan->theme.background, 0.8);
	plan_line(plan, LAYER_LINES, "baseline", a, neck, (struct stroke){.colour = colour, .width_px = plan->theme.ceiling_px_width * 1.2});
	struct scene *scene = &plan->layers[LAYER_LINES];
	struct scene_op *op = scene_path(scene, "baseline");
	op->fill = colour;
	path_move(scene, &op->path, b.x, b.y);
	path_line(scene, &op->path, neck.x - u.y * head * 0.42, neck.y + u.x * head * 0.42);
	path_line(scene, &op->path, neck.x + u.y * head * 0.42, neck.y - u.x * head * 0.42);
	path_close(scene, &op->path);
	placer_add_line(plan->placer, a, b, 2, 90, -1);
}

void curves_draw(struct plan *plan)
{
	for (size_t m = 0; plan->chart->options.no_overlap && m < plan->analysis->machines.count; m++) {
		const struct roof *slope = plan_main_slope(plan, &plan->analysis->machines.items[m]), *flat = plan_top_flat(plan, &plan->analysis->machines.items[m]);
		if (slope && flat)
			draw_no_overlap(plan, slope, flat);
	}
	for (size_t i = 0; i < plan->marks.count; i++) {
		const struct mark *mark = &plan->marks.items[i], *baseline = mark->row->point->baseline ? find_baseline(plan, mark) : NULL;
		if (baseline)
			draw_arrow(plan, baseline, mark);
	}
}
