// SPDX-License-Identifier: MIT
// Charts of scaling: speed-up against the number of processors above, efficiency below, with measured points, the laws, the ideal and the limit.
#include "layout/plan.h"

#include "base/num.h"

#include <glib.h>
#include <math.h>

#define LAW_WEIGHT 70

enum law { LAW_IDEAL, LAW_AMDAHL, LAW_GUSTAFSON, LAW_COUNT };

struct law_row {
	const char *css_class, *name;
	double dash[2];            // in line widths
	double width;              // of the theme's roof
};

static const struct law_row laws[LAW_COUNT] = {
	[LAW_IDEAL] = {"ideal", "ideal", {1, 2.5}, 0.5},
	[LAW_AMDAHL] = {"amdahl", "Amdahl", {0, 0}, 0.9},
	[LAW_GUSTAFSON] = {"gustafson", "Gustafson", {5, 2}, 0.9},
};

static bool law_drawn(const struct plan *plan, enum law law)
{
	const struct scaling_spec *spec = &plan->chart->scaling;
	bool known = isfinite(plan->analysis->scaling->serial_fraction);
	return law == LAW_IDEAL || (known && (law == LAW_AMDAHL ? spec->amdahl : spec->gustafson));
}

// Speed-up by a law; in the efficiency panel over N.
static double law_value(const struct plan *plan, enum law law, double processors)
{
	const struct scaling_result *s = plan->analysis->scaling;
	double speedup = law == LAW_IDEAL ? processors : law == LAW_AMDAHL ? amdahl_speedup(s->serial_fraction, s->overhead, processors)
									   : gustafson_speedup(s->serial_fraction, processors);
	return plan->panel == PANEL_EFFICIENCY ? speedup / processors : speedup;
}

static double point_value(const struct plan *plan, const struct scaling_point *point)
{
	return plan->panel == PANEL_EFFICIENCY ? point->efficiency : point->speedup;
}

static double said_or(double said, double own)
{
	return isfinite(said) ? said : own;
}

bool scaling_frame(struct plan *plan)
{
	const struct scaling_result *s = plan->analysis->scaling;
	const struct axis_spec *xs = &plan->chart->x, *ys = &plan->chart->y;
	bool efficiency = plan->panel == PANEL_EFFICIENCY;
	double most = 1, least = 1, top = 1;
	for (size_t i = 0; i < s->points.count; i++) {
		most = fmax(most, s->points.items[i].processors);
		top = fmax(top, point_value(plan, &s->points.items[i]));
		least = fmin(least, point_value(plan, &s->points.items[i]));
	}
	if (!s->points.count)
		most = isfinite(s->limit) && s->limit > 1 ? exp2(ceil(log2(s->limit * 8))) : 1024;
	plan->x = (struct axis){.scale = xs->scale, .min = said_or(xs->min, xs->scale == SCALE_LOG ? 0.85 : 0), .max = said_or(xs->max, most * (xs->scale == SCALE_LOG ? 1.4 : 1.05))};
	for (enum law law = LAW_IDEAL; law < LAW_COUNT; law++)
		if (law_drawn(plan, law)) {
			top = fmax(top, law_value(plan, law, plan->x.max));
			least = fmin(least, law_value(plan, law, plan->x.max));
		}
	if (efficiency)
		plan->y = (struct axis){.scale = SCALE_LINEAR, .min = 0, .max = fmax(1.12, top * 1.12)};
	else
		plan->y = (struct axis){.scale = ys->scale, .min = said_or(ys->min, ys->scale == SCALE_LOG ? fmin(1, least) * 0.8 : 0),
			.max = said_or(ys->max, top * (ys->scale == SCALE_LOG ? 1.5 : 1.1))};
	if (!(plan->x.min < plan->x.max) || !(plan->y.min < plan->y.max) || (xs->scale == SCALE_LOG && !(plan->x.min > 0))) {
		diags_add(plan->diags, DIAG_AXIS_LIMITS, xs->place, "axes: the limits leave no room: expected min < max, above 0 on a logarithmic scale");
		return false;
	}
	plan->x_unit = 1;
	plan->x_title = efficiency ? "Processors" : NULL;
	plan->x_tick_mode = xs->scale == SCALE_LOG ? TICKS_POWERS_OF_TWO : TICKS_AUTO;
	plan->report->x.unit = "";
	plan->y_prefix = (struct units_prefix){"", efficiency ? 0.01 : 1};
	plan->y_title = efficiency ? "Efficiency" : s->mode == SCALING_WEAK ? "Scaled speed-up" : "Speed-up";
	plan->report->y.unit = efficiency ? "%" : "";
	plan->report->kind = "scaling";
	return true;
}

static struct stroke law_stroke(const struct plan *plan, enum law law)
{
	const struct theme *theme = &plan->theme;
	const struct law_row *row = &laws[law];
	struct stroke stroke = {.width_px = theme->roof_px_width * row->width, .join = JOIN_ROUND};
	stroke.colour = law == LAW_IDEAL || theme->cycle_markers_only || !theme->cycle.count ? (law == LAW_IDEAL ? theme->ceiling : theme->roof)
				: theme->cycle.items[(law == LAW_AMDAHL ? 0 : 1) % theme->cycle.count];
	if (row->dash[0] > 0) {
		stroke.dash_count = 2;
		stroke.dash_px[0] = row->dash[0] * stroke.width_px;
		stroke.dash_px[1] = row->dash[1] * stroke.width_px;
	}
	return stroke;
}

static struct vec law_at(const struct plan *plan, const void *user, double x_px)
{
	const enum law *law = user;
	double processors = fmax(axis_value(&plan->x, x_px), 1e-9), value = law_value(plan, *law, processors);
	bool low = plan->y.scale == SCALE_LOG && value < plan->y.min;
	double y = low ? plan->plot.y + plan->plot.h : axis_px(&plan->y, value);
	return (struct vec){x_px, fmin(fmax(y, plan->plot.y), plan->plot.y + plan->plot.h)};
}

static void draw_law(struct plan *plan, enum law law)
{
	struct scene *scene = &plan->layers[LAYER_CEILINGS];
	struct scene_op *group = scene_push(scene, "law");
	group->title = laws[law].name;
	scene_attribute(scene, "data-name", laws[law].name);
	struct scene_op *op = scene_path(scene, laws[law].css_class);
	op->stroke = law_stroke(plan, law);
	struct curve curve = {law_at, &law, LAYER_CEILINGS, &op->path, LAW_WEIGHT};
	curve_start(plan, &curve, axis_px(&plan->x, fmax(plan->x.min, 1)));
	curve_trace(plan, &curve, plan->plot.x + plan->plot.w);
	scene_pop(scene);
}

// The words of a law stand at the right end of its curve, above or below it.
static void label_law(struct plan *plan, enum law law, const char *text)
{
	const struct theme *theme = &plan->theme;
	struct words words = words_make(plan, text, plan_style(plan, theme->font_px, law == LAW_IDEAL ? 400 : theme->roof_weight),
		plan_readable(plan, law_stroke(plan, law).colour));
	for (int step = 0; step < 24; step++)
		for (int side = 0; side < 4; side++) {
			double right = plan->plot.x + plan->plot.w - theme->font_px * 0.5 - step * plan->plot.w / 26, gap = 3 + (side / 2) * words.ascent_px * 0.8;
			struct vec at = law_at(plan, &law, right), left = law_at(plan, &law, fmax(right - words.width_px, plan->plot.x));
			double high = fmin(at.y, left.y), low = fmax(at.y, left.y);
			struct vec origin = {right - words.width_px, side % 2 ? low + words.ascent_px + gap : high - words.descent_px - gap};
			struct box box = words_box(&words, origin, 0);
			// nothing may part it from its curve
			struct vec middle = law_at(plan, &law, right - words.width_px / 2), near = {middle.x, side % 2 ? origin.y - words.ascent_px : origin.y + words.descent_px};
			struct vec short_of = {middle.x, middle.y + (side % 2 ? 3 : -3)};
			struct box between = box_of_segment(near, short_of, 1);
			if (!box_inside(&box, plan->plot) || placer_cost(plan->placer, &box, 1, -1) > 20 || placer_cost(plan->placer, &between, 0, -1) > 30)
				continue;
			words_draw(plan, &words, origin, 0, (struct label_note){.role = ROLE_COMPUTE_ROOF, .owner = laws[law].name});
			return;
		}
	*list_push(plan->arena, &plan->report->dropped) = (struct report_dropped){text, "no free place along its curve"};
}

static const char *law_text(struct plan *plan, enum law law)
{
	const struct scaling_result *s = plan->analysis->scaling;
	if (law == LAW_IDEAL)
		return "ideal";
	const char *fraction = arena_printf(plan->arena, "S = %s", num_short(s->serial_fraction, 3).text);
	if (s->fitted && isfinite(s->serial_fraction_error))
		fraction = arena_printf(plan->arena, "%s ± %s", fraction, num_short(s->serial_fraction_error, 2).text);
	return arena_printf(plan->arena, "%s, %s%s", laws[law].name, fraction, s->fitted ? " (fit)" : "");
}

// What no number of processors exceeds under Amdahl's law.
static void draw_limit(struct plan *plan)
{
	const struct scaling_result *s = plan->analysis->scaling;
	const struct theme *theme = &plan->theme;
	if (plan->panel == PANEL_EFFICIENCY || !law_drawn(plan, LAW_AMDAHL) || !isfinite(s->limit) || s->limit > plan->y.max || s->limit < plan->y.min)
		return;
	double y = axis_px(&plan->y, s->limit);
	struct vec a = {plan->plot.x, y}, b = {plan->plot.x + plan->plot.w, y};
	struct stroke stroke = {.colour = theme->muted, .width_px = theme->ceiling_px_width, .dash_px = {2, 3}, .dash_count = 2};
	plan_line(plan, LAYER_CEILINGS, "limit", a, b, stroke);
	placer_add_line(plan->placer, a, b, 1, LAW_WEIGHT, -1);
	struct words words = words_make(plan, arena_printf(plan->arena, "limit %s", num_short(s->limit, 3).text), plan_style(plan, theme->font_px, 400), theme->muted);
	words_draw(plan, &words, (struct vec){a.x + theme->font_px * 0.6, y - words.descent_px - 2}, 0, (struct label_note){.role = ROLE_RIDGE, .owner = "limit"});
}

// The range of repeated runs: a time's share of the median is its speed-up's, upside down.
static void draw_whisker(struct plan *plan, const struct scaling_point *point, struct vec px, struct colour colour)
{
	if (!(point->time_low > 0) || !(point->time_high > point->time_low))
		return;
	double value = point_value(plan, point), cap = plan->theme.marker_px * 0.7;
	double low = axis_px(&plan->y, fmax(value * point->time / point->time_high, plan->y.min)), high = axis_px(&plan->y, fmin(value * point->time / point->time_low, plan->y.max));
	struct stroke stroke = {.colour = colour, .width_px = plan->theme.ceiling_px_width};
	plan_line(plan, LAYER_LINES, "error-bar", (struct vec){px.x, low}, (struct vec){px.x, high}, stroke);
	plan_line(plan, LAYER_LINES, "error-bar", (struct vec){px.x - cap, low}, (struct vec){px.x + cap, low}, stroke);
	plan_line(plan, LAYER_LINES, "error-bar", (struct vec){px.x - cap, high}, (struct vec){px.x + cap, high}, stroke);
	placer_add_line(plan->placer, (struct vec){px.x, low}, (struct vec){px.x, high}, cap, LAW_WEIGHT, -1);
}

// Measured points, with the range of their runs.
static void draw_points(struct plan *plan)
{
	const struct scaling_result *s = plan->analysis->scaling;
	const struct theme *theme = &plan->theme;
	struct scene *scene = &plan->layers[LAYER_MARKERS];
	struct colour colour = theme->cycle_markers_only || theme->cycle.count < 3 ? theme->text : theme->cycle.items[2];
	for (size_t i = 0; i < s->points.count; i++) {
		const struct scaling_point *point = &s->points.items[i];
		double value = point_value(plan, point);
		struct vec px = {axis_px(&plan->x, point->processors), axis_px(&plan->y, value)};
		if (!isfinite(value) || !rect_contains(rect_inset(plan->plot, -0.5), px))
			continue;
		const char *name = point->point->name;
		struct scene_op *group = scene_push(scene, "point");
		group->title = arena_printf(plan->arena, "%s: N = %s, %s, speed-up %s, efficiency %s", name, num_short(point->processors, 6).text,
			units_format(plan->arena, point->time, QUANTITY_SECOND, 3), num_short(point->speedup, 3).text, plan_percent(plan, point->efficiency));
		scene_attribute(scene, "data-name", name);
		scene_attribute_number(scene, "data-x", point->processors);
		scene_attribute_number(scene, "data-y", value);
		draw_whisker(plan, point, px, colour);
		struct scene_op *op = scene_path(scene, NULL);
		op->fill = colour;
		op->stroke = (struct stroke){.colour = theme->halo, .width_px = theme->marker_ring_px};
		marker_path(scene, &op->path, MARKER_CIRCLE, px, theme->marker_px + theme->marker_ring_px / 2);
		scene_pop(scene);
		*list_push(plan->arena, &plan->report->points) = (struct report_point){.name = name, .x = point->processors, .y = value, .px = px, .radius_px = theme->marker_px};
		placer_add_disc(plan->placer, px, theme->marker_px + 1, PLACER_HARD, -1);
	}
}

void scaling_draw(struct plan *plan)
{
	for (enum law law = LAW_IDEAL; law < LAW_COUNT; law++)
		if (law_drawn(plan, law))
			draw_law(plan, law);
	draw_points(plan);
	draw_limit(plan);
	for (int law = LAW_COUNT - 1; law >= LAW_IDEAL && plan->panel == PANEL_SPEEDUP; law--)
		if (law_drawn(plan, (enum law)law))
			label_law(plan, (enum law)law, law_text(plan, (enum law)law));
}
