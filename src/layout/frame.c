// SPDX-License-Identifier: MIT
// Axis limits: from the ceilings, rounded outward, widened until every point is inside; or as the user says.
#include "layout/plan.h"

#include "base/num.h"

#include <float.h>
#include <glib.h>
#include <math.h>

// How far the frame reaches beyond the ridge points and the highest roof, as factors; chosen so that both bounds show and the legend has room.
#define LEFT_OF_MAIN_RIDGE 100.0
#define LEFT_OF_FIRST_RIDGE 10.0
#define RIGHT_OF_LAST_RIDGE 7.0
#define ABOVE_PEAK 2.2
#define ABOVE_PEAK_LOW_CHART 3.0 // where a line of words is a larger share of the height
#define BELOW_PEAK 1000.0
#define BELOW_LOWEST_FLAT 3.0
#define AROUND_POINT 1.4
// From this many decades on limits are whole decades, below it 1, 2 or 5 times one.
#define WHOLE_DECADES_FROM 3.5

struct span {
	double low, high;
};

// Axes end well inside double's range, so that no sum or product of them overflows; what lies beyond is an arrow on the frame.
#define LEAST 1e-290
#define MOST 1e290

static double bounded(double value)
{
	return fmin(fmax(value, LEAST), MOST);
}

static void include(struct span *span, double value, double factor)
{
	if (!(value > 0) || !isfinite(value))
		return;
	span->low = fmin(span->low, bounded(value / factor));
	span->high = fmax(span->high, bounded(value * factor));
}

// `other` may be empty (low above high).
static void unite(struct span *span, const struct span *other)
{
	if (other->low <= other->high) {
		span->low = fmin(span->low, other->low);
		span->high = fmax(span->high, other->high);
	}
}

bool row_is_placed(const struct row *row)
{
	return row->plotted && isfinite(row->intensity) && row->intensity > 0 && isfinite(row->performance) && row->performance > 0;
}

// The nearest 1, 2 or 5 (at the top of the y axis also 1.5, 3 or 7) times a power of ten below or above `value`; 5 % beyond one still counts as it.
static double round_limit(double value, bool down, bool decades)
{
	static const double low_steps[] = {1, 2, 5, 10}, high_steps[] = {1, 1.5, 2, 3, 5, 7, 10};
	const double *steps = down ? low_steps : high_steps;
	int count = down ? 4 : 7;
	double slack = 0.02, e = floor(log10(value)), m = log10(value) - e;
	if (decades)
		return pow(10, down ? floor(log10(value) + slack) : ceil(log10(value) - slack));
	double best = down ? 1 : 10;
	for (int i = 0; i < count; i++) {
		double step = log10(steps[i]);
		if (down ? step <= m + slack : step >= m - slack) {
			best = steps[i];
			if (!down)
				break;
		}
	}
	return best * pow(10, e);
}

// Limits are decimal fractions: the nearest double of what a person would write.
static double tidy(double value)
{
	double number;
	return num_parse(num_short(value, 6).text, &number) ? number : value;
}

static void round_span(struct span *span, bool keep_high)
{
	bool decades = log10(span->high / span->low) > WHOLE_DECADES_FROM;
	span->low = tidy(round_limit(span->low, true, decades));
	span->high = tidy(round_limit(span->high, false, decades && !keep_high));
}

static void ceilings_x(const struct plan *plan, struct span *x)
{
	for (size_t m = 0; m < plan->analysis->machines.count; m++) {
		const struct machine *machine = &plan->analysis->machines.items[m];
		if (!machine->compute.count)
			continue;
		double peak = machine->compute.items[0].peak;
		for (size_t i = 0; i < machine->memory.count; i++) {
			const struct drawn_memory *memory = &machine->memory.items[i];
			double ridge = ridge_flop_per_byte(peak, memory->ceiling->bandwidth);
			x->low = fmin(x->low, bounded(ridge / (memory->is_main ? LEFT_OF_MAIN_RIDGE : LEFT_OF_FIRST_RIDGE)));
			x->high = fmax(x->high, bounded(ridge * RIGHT_OF_LAST_RIDGE));
		}
		for (size_t i = 0; i < machine->network.count; i++) {
			double ridge = ridge_flop_per_byte(peak, machine->network.items[i].ceiling->bandwidth);
			x->low = fmin(x->low, bounded(ridge / LEFT_OF_FIRST_RIDGE));
			x->high = fmax(x->high, bounded(ridge * RIGHT_OF_LAST_RIDGE / 2));
		}
	}
}

static void ceilings_y(const struct plan *plan, const struct span *x, struct span *y)
{
	for (size_t m = 0; m < plan->analysis->machines.count; m++) {
		const struct machine *machine = &plan->analysis->machines.items[m];
		if (!machine->compute.count)
			continue;
		double peak = machine->compute.items[0].peak, lowest = machine->compute.items[machine->compute.count - 1].peak;
		double slowest = DBL_MAX;
		for (size_t i = 0; i < machine->memory.count; i++)
			slowest = fmin(slowest, machine->memory.items[i].ceiling->bandwidth);
		double floor_flop_per_s = peak / BELOW_PEAK;
		if (slowest < DBL_MAX)
			floor_flop_per_s = fmax(floor_flop_per_s, fmin(slowest * x->low, peak / 10));
		y->low = fmin(y->low, bounded(fmin(floor_flop_per_s, lowest / BELOW_LOWEST_FLAT)));
		y->high = fmax(y->high, bounded(peak * (plan->height_px < 320 ? ABOVE_PEAK_LOW_CHART : ABOVE_PEAK)));
	}
}

static void include_points(const struct plan *plan, struct span *x, struct span *y)
{
	for (size_t i = 0; i < plan->analysis->rows.count; i++) {
		const struct row *row = &plan->analysis->rows.items[i];
		if (!row_is_placed(row))
			continue;
		include(x, row->intensity, AROUND_POINT);
		if (isfinite(row->network_intensity))
			include(x, row->network_intensity, AROUND_POINT);
		include(y, row->performance, AROUND_POINT);
		include(y, row->performance_low, 1.1);
		include(y, row->performance_high, 1.1);
	}
}

// A user's limits replace the frame's; where only one side is said, the other makes way.
static bool apply_limits(struct plan *plan, const char *name, const struct axis_spec *spec, struct span *span)
{
	if (spec->scale == SCALE_LINEAR) {
		diags_add(plan->diags, DIAG_UNSUPPORTED, spec->place, "axes.%s.scale: a roofline has logarithmic axes, \"linear\" is for sweeps", name);
		return false;
	}
	if (isfinite(spec->min)) {
		span->low = spec->min;
		span->high = fmax(span->high, bounded(spec->min * 10));
	}
	if (isfinite(spec->max)) {
		span->high = spec->max;
		if (!isfinite(spec->min))
			span->low = fmin(span->low, bounded(spec->max / 10));
	}
	if (!(span->low >= LEAST) || !(span->high > span->low) || !(span->high <= MOST * 10)) {
		diags_add(plan->diags, DIAG_AXIS_LIMITS, isfinite(spec->min) ? spec->min_place : spec->max_place,
			"axes.%s: the limits %s to %s leave no room: expected 1e-290 <= min < max <= 1e290", name, num_exact(span->low).text, num_exact(span->high).text);
		return false;
	}
	return true;
}

// At least one decade, around what is there.
static void at_least_a_decade(struct span *span)
{
	double decades = log10(span->high / span->low);
	if (decades < 1) {
		span->low = bounded(span->low / pow(10, (1 - decades) / 2));
		span->high = bounded(span->high * pow(10, (1 - decades) / 2));
	}
}

static bool all_analytic(const struct plan *plan)
{
	bool any = false;
	for (size_t i = 0; i < plan->analysis->rows.count; i++) {
		const struct row *row = &plan->analysis->rows.items[i];
		if (row->plotted && !row->analytic)
			return false;
		any = any || row->plotted;
	}
	return any;
}

static bool only_integers(const struct plan *plan)
{
	bool any = false;
	for (size_t m = 0; m < plan->analysis->machines.count; m++) {
		const struct machine *machine = &plan->analysis->machines.items[m];
		for (size_t i = 0; i < machine->compute.count; i++) {
			const char *precision = machine->compute.items[i].ceiling->precision;
			if (!precision || !g_str_has_prefix(precision, "int"))
				return false;
			any = true;
		}
	}
	return any;
}

// The peak's SI prefix; the next smaller one where that would leave most ticks far below 1.
static struct units_prefix axis_prefix(const struct plan *plan, double peak)
{
	struct units_prefix prefix = units_prefix_for(peak > 0 ? peak : plan->y.max);
	bool small = peak / prefix.factor < 3 && plan->y.min / prefix.factor < 0.008;
	return small ? units_prefix_for(peak / 1000) : prefix;
}

static double highest_peak(const struct analysis *analysis)
{
	double peak = 0;
	for (size_t m = 0; m < analysis->machines.count; m++) {
		const struct machine *machine = &analysis->machines.items[m];
		if (machine->compute.count)
			peak = fmax(peak, machine->compute.items[plan_top_dense(machine)].peak);
	}
	return peak;
}

// What the axes measure and in which unit.
static void name_axes(struct plan *plan)
{
	plan->y_prefix = axis_prefix(plan, plan->chart->y.reference > 0 ? plan->chart->y.reference : highest_peak(plan->analysis));
	plan->x_unit = 1;
	plan->x_title = "Arithmetic intensity";
	plan->y_title = all_analytic(plan) ? "Attainable performance" : "Performance";
	plan->report->x.unit = "FLOP/byte";
	plan->report->y.unit = arena_printf(plan->arena, "%s%s", plan->y_prefix.symbol, only_integers(plan) ? "OP/s" : "FLOP/s");
}

bool frame_ranges(struct plan *plan)
{
	const struct chart *chart = plan->chart;
	struct span x = {DBL_MAX, 0}, y = {DBL_MAX, 0}, points_x = {DBL_MAX, 0}, points_y = {DBL_MAX, 0};
	ceilings_x(plan, &x);
	if (!(x.low < x.high))
		x = (struct span){0.01, 100};
	if (chart->options.frame != FRAME_CEILINGS)
		include_points(plan, &points_x, &points_y);
	if (chart->options.frame == FRAME_POINTS && points_x.low <= points_x.high)
		x = points_x;
	unite(&x, &points_x);
	at_least_a_decade(&x);
	round_span(&x, false);
	ceilings_y(plan, &x, &y);
	if (!(y.low < y.high))
		y = (struct span){1e9, 1e13};
	if (chart->options.frame == FRAME_POINTS && points_y.low <= points_y.high)
		y = points_y;
	unite(&y, &points_y);
	at_least_a_decade(&y);
	round_span(&y, true);
	if (!apply_limits(plan, "x", &chart->x, &x) || !apply_limits(plan, "y", &chart->y, &y))
		return false;
	plan->x = (struct axis){.scale = SCALE_LOG, .min = x.low, .max = x.high};
	plan->y = (struct axis){.scale = SCALE_LOG, .min = y.low, .max = y.high};
	name_axes(plan);
	return true;
}

bool layout_shares_frame(const struct chart *chart, struct diags *diags)
{
	if (chart->options.kind == CHART_ROOFLINE)
		return true;
	diags_add(diags, DIAG_UNSUPPORTED, (struct place){0}, "chart.kind: rooflines alone share their axes, expected \"roofline\"");
	return false;
}

bool layout_frame(struct arena *arena, const struct analysis *analysis, double height_px, struct layout_limits *limits, struct diags *diags)
{
	struct layout_report report = {0};
	struct plan plan = {.arena = arena, .analysis = analysis, .chart = analysis->chart, .diags = diags, .height_px = height_px, .report = &report};
	*limits = (struct layout_limits){0};
	if (!layout_shares_frame(analysis->chart, diags) || !frame_ranges(&plan))
		return false;
	*limits = (struct layout_limits){plan.x.min, plan.x.max, plan.y.min, plan.y.max, fmax(analysis->chart->y.reference, highest_peak(analysis))};
	return true;
}
