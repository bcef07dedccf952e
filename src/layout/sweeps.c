// SPDX-License-Identifier: MIT
// Sweeps: on a roofline a trajectory of hollow markers with its ends and its critical value named; in a chart of their own a curve against the parameter.
#include "layout/plan.h"

#include "base/num.h"

#include <float.h>
#include <math.h>

#define CURVE_WEIGHT 70

static struct colour result_colour(const struct plan *plan, const struct sweep_result *result)
{
	return plan_row_colour(plan, &plan->analysis->rows.items[result->first_row]);
}

const char *sweep_value_text(struct plan *plan, const struct sweep *sweep, double value)
{
	bool whole = value == floor(value) && fabs(value) < 1e9;
	return arena_printf(plan->arena, "%s = %s", sweep->parameter, num_short(value, whole ? 10 : 4).text);
}

// True when every sweep is a series of its own: colour and legend say whose a label is.
static bool told_by_colour(const struct plan *plan)
{
	for (size_t i = 0; i < plan->analysis->sweeps.count; i++) {
		size_t series = plan->analysis->sweeps.items[i].series_index;
		if (!plan->analysis->series.items[series].key)
			return false;
		for (size_t j = 0; j < i; j++)
			if (plan->analysis->sweeps.items[j].series_index == series)
				return false;
	}
	return true;
}

// Of several sweeps each end says whose it is.
const char *sweep_end_text(struct plan *plan, const struct row *row)
{
	const struct sweep *sweep = &plan->chart->sweeps.items[row->point->sweep - 1];
	const char *value = sweep_value_text(plan, sweep, row->point->sweep_value);
	bool last = row->point_index + 1 == sweep->first_point + sweep->point_count;
	return last && plan->chart->sweeps.count > 1 && !told_by_colour(plan) ? arena_printf(plan->arena, "%s, %s", sweep->name, value) : value;
}

bool sweep_is_end(const struct plan *plan, const struct row *row)
{
	const struct sweep *sweep = &plan->chart->sweeps.items[row->point->sweep - 1];
	return row->point_index == sweep->first_point || row->point_index + 1 == sweep->first_point + sweep->point_count;
}

// ---- on a roofline

// Analytic points stand on their roof: the way between two on either side of the ridge point leads over it.
static void join(struct plan *plan, const struct mark *a, const struct mark *b)
{
	struct stroke stroke = {.colour = b->colour, .width_px = plan->theme.ceiling_px_width * 1.2, .cap = CAP_ROUND, .join = JOIN_ROUND};
	struct scene *scene = &plan->layers[LAYER_LINES];
	struct scene_op *op = scene_path(scene, "trajectory");
	op->stroke = stroke;
	path_move(scene, &op->path, a->px.x, a->px.y);
	if (a->row->analytic && b->row->analytic && b->row->compute && b->row->memory) {
		double ridge = ridge_flop_per_byte(b->row->compute->peak, b->row->memory->ceiling->bandwidth);
		if ((a->x < ridge) != (b->x < ridge))
			path_line(scene, &op->path, axis_px(&plan->x, ridge), axis_px(&plan->y, b->row->compute->peak));
	}
	path_line(scene, &op->path, b->px.x, b->px.y);
}

// The markers of a sweep are joined in the order of its values.
void sweeps_join(struct plan *plan)
{
	for (size_t i = 1; i < plan->marks.count; i++) {
		const struct mark *a = NULL, *b = &plan->marks.items[i];
		if (!b->row->point->sweep || b->network || b->margin)
			continue;
		for (size_t j = i; j-- > 0 && !a;) {
			const struct mark *other = &plan->marks.items[j];
			if (other->row->point->sweep != b->row->point->sweep)
				break;
			if (!other->network && other->row->level_index == b->row->level_index)
				a = other;
		}
		if (a)
			join(plan, a, b);
	}
}

// Where a trajectory meets the ridge: a mark without a shape of its own, since the ridge point has one, that carries "b = 345.1".
void sweeps_mark_critical(struct plan *plan)
{
	for (size_t i = 0; i < plan->analysis->sweeps.count; i++) {
		const struct sweep_result *result = &plan->analysis->sweeps.items[i];
		if (!isfinite(result->critical) || result->beyond || !result->row_count || !(result->peak > 0))
			continue;
		// the wall is memory's ridge or the link's
		double x = ridge_flop_per_byte(result->peak, result->wall == BOUND_NETWORK ? result->link : result->bandwidth);
		struct vec px = {axis_px(&plan->x, x), axis_px(&plan->y, result->peak)};
		if (!rect_contains(plan->plot, px))
			continue;
		const struct sweep *sweep = result->sweep;
		const char *text = sweep_value_text(plan, sweep, result->critical);
		struct mark *mark = list_push(plan->arena, &plan->marks);
		*mark = (struct mark){.row = &plan->analysis->rows.items[result->first_row], .px = px, .x = x, .y = result->peak, .radius_px = plan->theme.marker_px,
			.colour = result_colour(plan, result), .labelled = true, .critical = true, .hollow = true, .shape = MARKER_DIAMOND, .network = result->wall == BOUND_NETWORK};
		bool name = plan->chart->sweeps.count > 1 && !told_by_colour(plan);
		mark->fixed_text = arena_printf(plan->arena, "%s %s", name ? sweep->name : "critical", text);
	}
}

// ---- in a chart of their own

static void extend(double *low, double *high, double value)
{
	if (isfinite(value) && value > 0) {
		*low = fmin(*low, value);
		*high = fmax(*high, value);
	}
}

static double said_or(double said, double own)
{
	return isfinite(said) ? said : own;
}

bool sweep_frame(struct plan *plan)
{
	const struct axis_spec *xs = &plan->chart->x, *ys = &plan->chart->y;
	double x0 = DBL_MAX, x1 = 0, y0 = DBL_MAX, y1 = 0;
	for (size_t i = 0; i < plan->analysis->sweeps.count; i++) {
		const struct sweep_result *result = &plan->analysis->sweeps.items[i];
		extend(&x0, &x1, result->sweep->from);
		extend(&x0, &x1, result->sweep->to);
		extend(&y0, &y1, sweep_performance(result, result->sweep->from));
		extend(&y0, &y1, sweep_performance(result, result->sweep->to));
		extend(&y0, &y1, result->peak);
	}
	for (size_t i = 0; i < plan->analysis->rows.count; i++) {
		const struct row *row = &plan->analysis->rows.items[i];
		if (row->plotted && isfinite(row->point->sweep_value)) {
			extend(&x0, &x1, row->point->sweep_value);
			extend(&y0, &y1, row->performance);
		}
	}
	if (!(x0 < x1) || !(y0 <= y1)) {
		diags_add(plan->diags, DIAG_NO_POINTS, (struct place){0}, "a chart of kind sweep needs a point with a sweep over at least two values");
		return false;
	}
	bool x_log = xs->scale == SCALE_LOG, y_log = ys->scale == SCALE_LOG;
	plan->x = (struct axis){.scale = xs->scale, .min = said_or(xs->min, x_log ? x0 : fmin(0, x0)), .max = said_or(xs->max, x1)};
	plan->y = (struct axis){.scale = ys->scale, .min = said_or(ys->min, y_log ? y0 / 1.5 : 0), .max = said_or(ys->max, y1 * (y_log ? 2 : 1.18))};
	if (!(plan->x.min < plan->x.max) || !(plan->y.min < plan->y.max) || (x_log && !(plan->x.min > 0)) || (y_log && !(plan->y.min > 0))) {
		diags_add(plan->diags, DIAG_AXIS_LIMITS, xs->place, "axes: the limits leave no room: expected min < max, above 0 on a logarithmic scale");
		return false;
	}
	const struct sweep *first = plan->analysis->sweeps.items[0].sweep;
	plan->x_unit = 1;
	plan->x_title = first->parameter;
	plan->report->x.unit = "";
	plan->y_prefix = units_prefix_for(y1);
	plan->y_title = "Attainable performance";
	plan->report->y.unit = arena_printf(plan->arena, "%sFLOP/s", plan->y_prefix.symbol);
	plan->report->kind = "sweep";
	return true;
}

static struct vec curve_at(const struct plan *plan, const void *user, double x_px)
{
	double value = sweep_performance(user, axis_value(&plan->x, x_px));
	bool low = !isfinite(value) || (plan->y.scale == SCALE_LOG && value < plan->y.min);
	return (struct vec){x_px, low ? plan->plot.y + plan->plot.h : fmax(axis_px(&plan->y, value), plan->plot.y)};
}

// The curve is cut at its crossings, so that a knee stands exactly where it is.
static void draw_curve(struct plan *plan, const struct sweep_result *result)
{
	struct scene *scene = &plan->layers[LAYER_ROOFS];
	struct scene_op *group = scene_push(scene, "curve");
	group->title = result->sweep->name;
	scene_attribute(scene, "data-name", result->sweep->name);
	struct scene_op *op = scene_path(scene, NULL);
	op->stroke = plan_curve_stroke(plan, result);
	struct curve curve = {curve_at, result, LAYER_ROOFS, &op->path, CURVE_WEIGHT};
	double at = fmax(axis_px(&plan->x, fmax(result->sweep->from, plan->x.min)), plan->plot.x), to = axis_px(&plan->x, fmin(result->sweep->to, plan->x.max));
	curve_start(plan, &curve, at);
	for (size_t i = 0; i <= result->crossings.count; i++) { // those beyond the sweep are passed over
		double end = i < result->crossings.count ? axis_px(&plan->x, result->crossings.items[i]) : to;
		if (!(end > at) || end > to)
			continue;
		curve_trace(plan, &curve, end);
		at = end;
	}
	scene_pop(scene);
}

struct stroke plan_curve_stroke(const struct plan *plan, const struct sweep_result *result)
{
	struct stroke stroke = {.colour = result_colour(plan, result), .width_px = plan->theme.roof_px_width * 0.85, .join = JOIN_ROUND};
	size_t index = (size_t)(result - plan->analysis->sweeps.items);
	const struct theme *theme = &plan->theme;
	// Dash carries the series too: a grey print loses nothing.
	if (index && theme->ceiling_dashes.count) {
		const struct theme_dash *dash = &theme->ceiling_dashes.items[(index - 1) % (size_t)theme->ceiling_dashes.count];
		stroke.dash_count = dash->count;
		for (int i = 0; i < dash->count && i < DASH_MAX; i++)
			stroke.dash_px[i] = dash->on_off[i] * stroke.width_px;
	}
	return stroke;
}

static bool critical_shown(const struct plan *plan, const struct sweep_result *result)
{
	return isfinite(result->critical) && !result->beyond && result->critical >= plan->x.min && result->critical <= plan->x.max;
}

// A dotted line from the axis up to the knee.
static void draw_critical(struct plan *plan, const struct sweep_result *result)
{
	double width = plan->theme.ceiling_px_width;
	struct vec head = curve_at(plan, result, axis_px(&plan->x, result->critical)), foot = {head.x, plan->plot.y + plan->plot.h};
	struct stroke stroke = {.colour = colour_mix(result_colour(plan, result), plan->theme.background, 0.8), .width_px = width,
		.dash_px = {1.7 * width, 2.5 * width}, .dash_count = 2};
	plan_line(plan, LAYER_CEILINGS, "critical", head, foot, stroke);
	placer_add_line(plan->placer, head, foot, 1, CURVE_WEIGHT, -1);
}

// The value beside the foot of its line, on the side away from the other lines where there is one.
static void label_critical(struct plan *plan, const struct sweep_result *result)
{
	const struct theme *theme = &plan->theme;
	double x = axis_px(&plan->x, result->critical), bottom = plan->plot.y + plan->plot.h, gap = theme->font_px * 0.45, line = plan_line_px(plan, theme->font_px);
	bool leftmost = true, rightmost = true;
	for (size_t i = 0; i < plan->analysis->sweeps.count; i++) {
		const struct sweep_result *other = &plan->analysis->sweeps.items[i];
		leftmost = leftmost && !(critical_shown(plan, other) && other->critical < result->critical);
		rightmost = rightmost && !(critical_shown(plan, other) && other->critical > result->critical);
	}
	struct words words = words_make(plan, sweep_value_text(plan, result->sweep, result->critical), plan_style(plan, theme->font_px, 600),
		plan_readable(plan, result_colour(plan, result)));
	for (int row = 0; row < 14; row++)
		for (int side = 0; side < 2; side++) {
			bool left = (side == 1) != (leftmost && !rightmost);
			struct vec origin = {left ? x - gap - words.width_px : x + gap, bottom - theme->font_px * 0.8 - row * line};
			struct box box = words_box(&words, origin, 0);
			if (!box_inside(&box, plan->plot) || placer_cost(plan->placer, &box, 2, -1) > 20)
				continue;
			words_draw(plan, &words, origin, 0, (struct label_note){.role = ROLE_RIDGE, .owner = result->sweep->name});
			return;
		}
	*list_push(plan->arena, &plan->report->dropped) = (struct report_dropped){words.text, "no free place at its critical value"};
}

// The peaks that the curves level out at, each once: the `index`th sweep's, NULL when an earlier one has it or it is out of sight.
static const struct drawn_compute *peak_of(const struct plan *plan, size_t index)
{
	const struct sweep_result *result = &plan->analysis->sweeps.items[index];
	for (size_t i = 0; i < index; i++)
		if (plan->analysis->sweeps.items[i].peak == result->peak)
			return NULL;
	return axis_px(&plan->y, result->peak) < plan->plot.y ? NULL : plan->analysis->rows.items[result->first_row].compute;
}

static void draw_peak(struct plan *plan, double peak)
{
	const struct theme *theme = &plan->theme;
	double y = axis_px(&plan->y, peak), width = theme->ceiling_px_width;
	struct vec a = {plan->plot.x, y}, b = {plan->plot.x + plan->plot.w, y};
	plan_line(plan, LAYER_CEILINGS, "peak", a, b, (struct stroke){.colour = theme->ceiling, .width_px = width, .dash_px = {4 * width, 2.5 * width}, .dash_count = 2});
	placer_add_line(plan->placer, a, b, 1, CURVE_WEIGHT, -1);
}

static void label_peak(struct plan *plan, const struct drawn_compute *compute, double peak)
{
	const struct theme *theme = &plan->theme;
	const char *text = arena_printf(plan->arena, "%s %s", compute->name, plan_rate_text(plan, peak, "FLOP/s"));
	struct words words = words_make(plan, text, plan_style(plan, theme->roof_px, theme->roof_weight), theme->text);
	double y = axis_px(&plan->y, peak), right = plan->plot.x + plan->plot.w - theme->font_px * 0.5 - words.width_px;
	for (int lift = 0; lift < 3; lift++)
		for (int step = 0; step < 30; step++) {
			struct vec origin = {right - step * plan->plot.w / 32, y - words.descent_px - 2 - lift * theme->marker_px};
			struct box box = words_box(&words, origin, 0);
			if (!box_inside(&box, plan->plot) || placer_cost(plan->placer, &box, 1, -1) > 20)
				continue;
			words_draw(plan, &words, origin, 0, (struct label_note){.role = ROLE_COMPUTE_ROOF, .owner = compute->name});
			return;
		}
	*list_push(plan->arena, &plan->report->dropped) = (struct report_dropped){text, "no free place along its peak"};
}

void sweep_draw(struct plan *plan)
{
	for (size_t i = 0; i < plan->analysis->sweeps.count; i++)
		if (peak_of(plan, i))
			draw_peak(plan, plan->analysis->sweeps.items[i].peak);
	for (size_t i = 0; i < plan->analysis->sweeps.count; i++)
		draw_curve(plan, &plan->analysis->sweeps.items[i]);
}

void sweep_labels_place(struct plan *plan)
{
	for (size_t i = 0; i < plan->analysis->sweeps.count; i++)
		if (peak_of(plan, i))
			label_peak(plan, peak_of(plan, i), plan->analysis->sweeps.items[i].peak);
	for (size_t i = 0; i < plan->analysis->sweeps.count; i++)
		if (critical_shown(plan, &plan->analysis->sweeps.items[i]))
			draw_critical(plan, &plan->analysis->sweeps.items[i]);
	for (size_t i = 0; i < plan->analysis->sweeps.count; i++)
		if (critical_shown(plan, &plan->analysis->sweeps.items[i]))
			label_critical(plan, &plan->analysis->sweeps.items[i]);
}
