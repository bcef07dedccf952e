// SPDX-License-Identifier: MIT
// The roof without any overlap of arithmetic and traffic.
#include "layout/plan.h"

#include <math.h>

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

void curves_draw(struct plan *plan)
{
	for (size_t m = 0; plan->chart->options.no_overlap && m < plan->analysis->machines.count; m++) {
		const struct roof *slope = plan_main_slope(plan, &plan->analysis->machines.items[m]), *flat = plan_top_flat(plan, &plan->analysis->machines.items[m]);
		if (slope && flat)
			draw_no_overlap(plan, slope, flat);
	}
}
