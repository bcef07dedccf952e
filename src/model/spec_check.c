// SPDX-License-Identifier: MIT
// What a chart must hold to once everything is merged.
#include "model/kernel.h"
#include "model/spec_keys.h"

#include "input/json.h"

#include <math.h>
#include <string.h>

static bool check_limit(const char *axis, const char *key, double limit, struct place place, struct diags *diags)
{
	if (isnan(limit) || limit > 0)
		return true;
	diags_add(diags, DIAG_AXIS_LIMITS, place, "axes.%s.%s: expected a value above 0, since the axis is logarithmic, found 0", axis, key);
	return false;
}

static bool check_order(const char *name, const struct axis_spec *axis, enum quantity quantity, struct diags *diags)
{
	if (isnan(axis->min) || isnan(axis->max) || axis->min < axis->max)
		return true;
	struct arena *arena = arena_new();
	diags_add(diags, DIAG_AXIS_LIMITS, axis->max_place.source ? axis->max_place : axis->min_place,
		"axes.%s: expected min < max, found min %s and max %s", name, units_format(arena, axis->min, quantity, 6),
		units_format(arena, axis->max, quantity, 6));
	arena_free(arena);
	return false;
}

static bool check_axis(enum chart_kind kind, const char *name, const struct axis_spec *axis, enum quantity quantity, struct diags *diags)
{
	bool log = axis->scale == SCALE_LOG;
	bool ok = !log || check_limit(name, "min", axis->min, axis->min_place, diags);
	ok = (!log || check_limit(name, "max", axis->max, axis->max_place, diags)) && ok;
	ok = ok && check_order(name, axis, quantity, diags);
	if (!log && kind == CHART_ROOFLINE) {
		diags_add(diags, DIAG_UNSUPPORTED, axis->place, "axes.%s.scale: a roofline chart has logarithmic axes, expected \"log\", found \"linear\"", name);
		ok = false;
	}
	return ok;
}

bool spec_check(const struct chart *chart, struct diags *diags)
{
	enum chart_kind kind = chart->options.kind;
	bool plain = kind != CHART_ROOFLINE;
	bool ok = check_axis(kind, "x", &chart->x, plain ? QUANTITY_NONE : QUANTITY_INTENSITY, diags);
	return check_axis(kind, "y", &chart->y, kind == CHART_SCALING ? QUANTITY_NONE : QUANTITY_FLOP_RATE, diags) && ok;
}

// The law that belongs to the mode, where there is something to draw it with.
static void settle_laws(struct scaling_spec *scaling)
{
	if (scaling->law_said || (isnan(scaling->serial_fraction) && !scaling->fit))
		return;
	scaling->amdahl = scaling->mode == SCALING_STRONG;
	scaling->gustafson = scaling->mode == SCALING_WEAK;
}

struct place chart_said_place(const struct chart *chart, const char *path, struct place otherwise)
{
	for (size_t i = 0; i < chart->said.count; i++) {
		if (!strcmp(chart->said.items[i].path, path))
			return chart->said.items[i].value->place;
	}
	return otherwise;
}

// A sweep chart has a sweep along its axis, of two values at least.
static bool check_sweeps(const struct chart *chart, struct diags *diags)
{
	const struct sweep *single = NULL;
	const char *x = chart->options.x;
	if (chart->options.kind != CHART_SWEEP)
		return true;
	for (size_t i = 0; i < chart->sweeps.count; i++) {
		const struct sweep *sweep = &chart->sweeps.items[i];
		if (sweep->from < sweep->to && (!x || !strcmp(sweep->parameter, x)))
			return true;
		if (!x || !strcmp(sweep->parameter, x))
			single = sweep;
	}
	struct place place = chart_said_place(chart, "chart.kind", (struct place){0});
	if (single)
		diags_add(diags, DIAG_WRONG_VALUE, place, "chart.kind: a sweep chart needs a sweep with at least 2 values of '%s', found one", single->parameter);
	else if (!chart->sweeps.count)
		diags_add(diags, DIAG_MISSING_KEY, place, "chart.kind: a sweep chart needs a point with \"kernel\" and \"sweep\", found none");
	// An unknown parameter in chart.x is said by the analysis.
	return !single && chart->sweeps.count;
}

bool spec_settle(struct arena *arena, struct chart *chart, struct diags *diags)
{
	settle_laws(&chart->scaling);
	bool ok = spec_check(chart, diags);
	return kernels_expand(arena, chart, diags) && check_sweeps(chart, diags) && ok;
}
