// SPDX-License-Identifier: MIT
#include "model/chart.h"

#include "base/num.h"
#include "base/text.h"
#include "model/spec.h"

#include <glib.h>
#include <math.h>

const char *const marker_names[] = {
	[MARKER_AUTO] = "auto",
	[MARKER_CIRCLE] = "circle",
	[MARKER_SQUARE] = "square",
	[MARKER_TRIANGLE] = "triangle",
	[MARKER_DIAMOND] = "diamond",
	[MARKER_TRIANGLE_DOWN] = "triangle-down",
	[MARKER_PENTAGON] = "pentagon",
	[MARKER_HEXAGON] = "hexagon",
	[MARKER_STAR] = "star",
	[MARKER_PLUS] = "plus",
	[MARKER_CROSS] = "cross",
	[MARKER_COUNT] = NULL,
};

void chart_init(struct chart *chart)
{
	*chart = (struct chart){
		.options = {.regions = true, .ridge = true},
		.x = {.min = NAN, .max = NAN},
		.y = {.min = NAN, .max = NAN},
		.size = {.width_px = NAN, .height_px = NAN},
		.scaling = {.serial_fraction = NAN},
	};
}

void point_init(struct point *point)
{
	*point = (struct point){
		.flops = NAN,
		.macs = NAN,
		.time = NAN,
		.time_low = NAN,
		.time_high = NAN,
		.performance = NAN,
		.bandwidth = NAN,
		.calls = NAN,
		.network_bytes = NAN,
		.launches = 1,
		.sweep_value = NAN,
		.processors = NAN,
		.clock = NAN,
	};
}

void series_init(struct series *series)
{
	*series = (struct series){0};
}

const char *level_name(const struct point *point, const struct level_value *level)
{
	if (level->level)
		return level->level;
	return point->memory ? point->memory : "main";
}

struct level_value *point_level(struct arena *arena, struct point *point, const char *level, struct place place)
{
	const struct level_value wanted = {.level = level, .bytes = NAN, .intensity = NAN, .place = place};
	const char *name = level_name(point, &wanted);
	for (size_t i = 0; i < point->levels.count; i++) {
		if (text_same(level_name(point, &point->levels.items[i]), name))
			return &point->levels.items[i];
	}
	struct level_value *added = list_push(arena, &point->levels);
	*added = wanted;
	return added;
}

static bool check_whole(const struct key_context *context, struct place place, const char *path, const char *what, double count)
{
	if (count == floor(count))
		return true;
	g_autofree char *message = g_strdup_printf("expected a whole number of %s, found %s", what, num_short(count, 6).text);
	return keys_fail(context, DIAG_WRONG_VALUE, place, path, message);
}

bool launches_check(const struct key_context *context, struct place place, const char *path, double launches)
{
	if (launches >= 1)
		return check_whole(context, place, path, "launches", launches);
	g_autofree char *message = g_strdup_printf("expected at least 1 launch, found %s", num_short(launches, 6).text);
	return keys_fail(context, DIAG_WRONG_VALUE, place, path, message);
}

bool calls_check(const struct key_context *context, struct place place, const char *path, double calls)
{
	return isnan(calls) || check_whole(context, place, path, "calls", calls);
}
