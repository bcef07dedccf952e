// SPDX-License-Identifier: MIT
#include "model/clock.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Below this share of the datasheet's clock a warning says so.
static const double low_share = 0.9;

static int rising(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

double chart_clock(const struct chart *chart)
{
	g_autofree double *clocks = g_new(double, chart->points.count + 1);
	size_t count = 0;
	for (size_t i = 0; i < chart->points.count; i++)
		if (chart->points.items[i].clock > 0)
			clocks[count++] = chart->points.items[i].clock;
	qsort(clocks, count, sizeof *clocks, rising);
	return count ? clocks[count / 2] : NAN;
}

static void scale(struct arena *arena, struct compute_ceiling *ceiling, double clock, const char *clock_text)
{
	double share = clock / ceiling->clock;
	double *const rates[] = {&ceiling->peak, &ceiling->low, &ceiling->high, &ceiling->sparse};
	ceiling->note = arena_printf(arena, "%s at %s, scaled to the measured clock", units_format(arena, ceiling->peak, QUANTITY_FLOP_RATE, 4),
		units_format(arena, ceiling->clock, QUANTITY_FREQUENCY, 4));
	for (size_t i = 0; i < G_N_ELEMENTS(rates); i++)
		*rates[i] *= share;
	ceiling->name = arena_printf(arena, "%s at %s", ceiling->name, clock_text);
	ceiling->clock = clock;
	ceiling->kind = CEILING_DERIVED;
}

// A measured roof was measured at the clock that it was measured at.
static bool is_by_clock(const struct compute_ceiling *ceiling)
{
	return ceiling->clock > 0 && ceiling->kind != CEILING_MEASURED;
}

static const struct hardware *scaled(struct arena *arena, const struct hardware *machine, double clock, size_t *count)
{
	struct hardware *copy = arena_alloc(arena, sizeof *copy);
	const char *text = units_format(arena, clock, QUANTITY_FREQUENCY, 4);
	*copy = *machine;
	copy->compute.items = arena_array(arena, machine->compute.count + 1, sizeof *copy->compute.items);
	if (machine->compute.count)
		memcpy(copy->compute.items, machine->compute.items, machine->compute.count * sizeof *copy->compute.items);
	for (size_t i = 0; i < copy->compute.count; i++) {
		struct compute_ceiling *ceiling = &copy->compute.items[i];
		if (!is_by_clock(ceiling))
			continue;
		scale(arena, ceiling, clock, text);
		++*count;
	}
	return copy;
}

static void scale_all(struct arena *arena, struct chart *chart, double clock, struct diags *diags)
{
	size_t count = 0;
	if (isnan(clock)) {
		diags_add(diags, DIAG_IGNORED, (struct place){0}, "no point says the clock that it ran at: the compute roofs are not scaled");
		return;
	}
	for (size_t i = 0; i < chart->hardware.count; i++)
		chart->hardware.items[i] = scaled(arena, chart->hardware.items[i], clock, &count);
	if (!count && chart->hardware.count)
		diags_add(diags, DIAG_IGNORED, (struct place){0}, "no compute roof of '%s' says the clock behind it: none is scaled",
			hardware_name(chart->hardware.items[0]) ? hardware_name(chart->hardware.items[0]) : "this machine");
}

static void warn_low(struct arena *arena, const struct chart *chart, double clock, struct diags *diags)
{
	for (size_t m = 0; m < chart->hardware.count; m++) {
		const struct hardware *machine = chart->hardware.items[m];
		for (size_t i = 0; i < machine->compute.count; i++) {
			const struct compute_ceiling *ceiling = &machine->compute.items[i];
			if (!is_by_clock(ceiling) || !(clock < low_share * ceiling->clock))
				continue;
			diags_add(diags, DIAG_LOW_CLOCK, (struct place){0}, "the points ran at %s, and the peaks of '%s' are those at %s: --clock scales them",
				units_format(arena, clock, QUANTITY_FREQUENCY, 4), hardware_name(machine), units_format(arena, ceiling->clock, QUANTITY_FREQUENCY, 4));
			return;
		}
	}
}

void chart_settle_clock(struct arena *arena, struct chart *chart, struct diags *diags)
{
	double clock = chart_clock(chart);
	if (chart->options.clock)
		scale_all(arena, chart, clock, diags);
	else if (!isnan(clock))
		warn_low(arena, chart, clock, diags);
}
