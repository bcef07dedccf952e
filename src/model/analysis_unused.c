// SPDX-License-Identifier: MIT
// What was said and plays no part, and what was not said and had to be assumed: once for each kind, whatever the number of points.
#include "model/analysis_internal.h"

#include "base/text.h"

// Points of which something is true: how many, and the first.
struct tally {
	size_t count, first;
};

static struct tally count_points(const struct run *run, bool (*holds)(const struct point *point))
{
	struct tally tally = {0};
	for (size_t i = run->chart->points.count; i-- > 0;) {
		if (holds(&run->chart->points.items[i])) {
			tally.count++;
			tally.first = i;
		}
	}
	return tally;
}

static bool names_no_machine(const struct point *point)
{
	return !point->hardware;
}

static void warn_machine(struct run *run)
{
	const struct chart *chart = run->chart;
	if (chart->hardware.count < 2)
		return;
	struct tally tally = count_points(run, names_no_machine);
	if (!tally.count)
		return;
	bool one = tally.count == 1;
	const char *machine = name_for_message(run->arena, hardware_name(chart->hardware.items[0])), *point = run->names[tally.first];
	const char *who = one ? arena_printf(run->arena, "point '%s' names", name_for_message(run->arena, point))
	                      : arena_printf(run->arena, "%zu of %zu points name", tally.count, chart->points.count);
	diags_add_point(run->diags, DIAG_ASSUMED, chart->points.items[tally.first].place, one ? point : NULL,
		"%s no \"hardware\": %s judged by the first machine, '%s'", who, one ? "it is" : "they are", machine);
}

static bool has_idle_link(const struct point *point)
{
	return point->network && !(point->network_bytes >= 0);
}

static void warn_links(struct run *run)
{
	struct tally tally = count_points(run, has_idle_link);
	if (!tally.count)
		return;
	const char *others = tally.count > 1 ? arena_printf(run->arena, " and %zu more", tally.count - 1) : "", *name = run->names[tally.first];
	diags_add_point(run->diags, DIAG_IGNORED, run->chart->points.items[tally.first].place, name,
		"network of '%s'%s is not used: expected network_bytes beside it", name_for_message(run->arena, name), others);
}

// Series that points have and nobody declared: what a declared one without points may have meant.
static const char *nearest_series(const struct run *run, const char *key)
{
	enum { MOST_COMPARED = 4000 };
	size_t declared = run->chart->series.count, count = run->analysis->series.count - declared;
	const char **keys = arena_array(run->arena, count, sizeof *keys);
	for (size_t i = 0; i < count; i++)
		keys[i] = run->analysis->series.items[declared + i].key;
	return text_nearest(key, keys, MIN(count, MOST_COMPARED));
}

static void warn_series(struct run *run)
{
	const struct chart *chart = run->chart;
	if (!chart->points.count || !chart->series.count)
		return;
	bool *used = arena_array(run->arena, run->analysis->series.count, sizeof *used);
	for (size_t i = 0; i < chart->points.count; i++)
		used[run->points[i].series_index] = true;
	for (size_t i = 0; i < chart->series.count; i++) {
		// A list of names for many charts declares series that this one need not have.
		if (used[i] || chart->series.items[i].optional)
			continue;
		const char *key = chart->series.items[i].key, *nearest = nearest_series(run, key);
		diags_add(run->diags, DIAG_IGNORED, chart->series.items[i].place, "no point is of the series '%s'%s: its settings are not used",
			name_for_message(run->arena, key), nearest ? arena_printf(run->arena, " (did you mean '%s'?)", nearest) : "");
	}
}

void unused_warn(struct run *run)
{
	if (run->chart->options.kind != CHART_SCALING) {
		warn_machine(run);
		warn_links(run);
	}
	warn_series(run);
}
