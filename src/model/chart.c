// SPDX-License-Identifier: MIT
#include "model/chart.h"

#include "model/spec.h"

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
		.measured_flops = NAN,
		.launches = 1,
	};
}

void series_init(struct series *series)
{
	*series = (struct series){0};
}
