// SPDX-License-Identifier: MIT
// What a chart must hold to once everything is merged.
#include "model/spec_keys.h"

#include <math.h>

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

static bool check_axis(const char *name, const struct axis_spec *axis, enum quantity quantity, struct diags *diags)
{
	bool ok = check_limit(name, "min", axis->min, axis->min_place, diags);
	ok = check_limit(name, "max", axis->max, axis->max_place, diags) && ok;
	ok = ok && check_order(name, axis, quantity, diags);
	if (axis->scale != SCALE_LOG) {
		diags_add(diags, DIAG_UNSUPPORTED, axis->place, "axes.%s.scale: a roofline chart has logarithmic axes, expected \"log\", found \"linear\"", name);
		ok = false;
	}
	return ok;
}

bool spec_check(const struct chart *chart, struct diags *diags)
{
	bool ok = check_axis("x", &chart->x, QUANTITY_INTENSITY, diags);
	return check_axis("y", &chart->y, QUANTITY_FLOP_RATE, diags) && ok;
}
