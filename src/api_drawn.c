// SPDX-License-Identifier: MIT
// What is laid out: the chart's points, and with a baseline the older ones that they are compared with.
#include "api.h"

#include "model/compare.h"

#include <math.h>
#include <string.h>

// A change by no more than this share is none.
#define THRESHOLD 0.02

static const struct place nowhere;

// An old point in the looks of the new one, under a name of its own.
static struct point old_point(struct rafter *r, const struct comparison *pair)
{
	const struct point *now = pair->now->point;
	struct point old = *pair->before->point;
	old.name = arena_printf(r->arena, "%s (baseline)", pair->now->name);
	old.label = old.baseline = NULL;
	old.series = now->series;
	old.hardware = now->hardware;
	old.color = now->color;
	old.marker = now->marker;
	old.sweep = 0;
	old.sweep_value = NAN;
	old.old = true;
	return old;
}

static bool is_joined(const struct comparison *pair)
{
	return pair->now && pair->before;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

// "change of performance from v1.json (2 new, 1 missing)".
static const char *note(struct rafter *r, const struct comparisons *changes)
{
	size_t added = 0, missing = 0;
	for (size_t i = 0; i < changes->count; i++) {
		added += changes->items[i].verdict == VERDICT_NEW;
		missing += changes->items[i].verdict == VERDICT_MISSING;
	}
	static const char *const words[] = {[COMPARE_TIME] = "time", [COMPARE_PERFORMANCE] = "performance", [COMPARE_ROOF] = "share of the roof"};
	const char *text = arena_printf(r->arena, "change of %s from %s", words[r->compare_by], base_name(r->baseline_name));
	if (added && missing)
		return arena_printf(r->arena, "%s (%zu new, %zu missing)", text, added, missing);
	return added || missing ? arena_printf(r->arena, "%s (%zu %s)", text, added + missing, added ? "new" : "missing") : text;
}

static void warn(struct rafter *r, const struct comparisons *changes)
{
	for (size_t i = 0; i < changes->count; i++) {
		const struct comparison *pair = &changes->items[i];
		if (pair->verdict == VERDICT_MISSING)
			diags_add_point(r->diags, DIAG_MISSING_POINT, pair->before->point->place, pair->name, "'%s' of the baseline is not among the points", pair->name);
		else if (pair->verdict == VERDICT_INCOMPARABLE)
			diags_add_point(r->diags, DIAG_MISSING_POINT, pair->now->point->place, pair->name, "'%s' is not compared: %s", pair->name, pair->reason);
	}
}

static const struct analysis *analyse(struct rafter *r, const struct chart *chart)
{
	// What is remarkable about the new points was said already.
	struct diags *own = diags_new();
	const struct analysis *analysis = analysis_run(r->arena, chart, own);
	if (analysis)
		diags_free(own);
	else
		diags_join(r->diags, own);
	return analysis;
}

// The comparison in rows of `analysis`, whose last points are the old ones.
static struct comparisons *in_rows_of(struct rafter *r, const struct analysis *analysis, const struct comparisons *changes)
{
	struct comparisons *found = arena_alloc(r->arena, sizeof *found);
	size_t at = r->analysis->rows.count;
	for (size_t i = 0; i < changes->count; i++) {
		if (!is_joined(&changes->items[i]))
			continue;
		struct comparison *pair = list_push(r->arena, found);
		*pair = changes->items[i];
		pair->now = &analysis->rows.items[pair->now - r->analysis->rows.items];
		pair->before = row_judged(&analysis->rows.items[at]);
		at += analysis->rows.items[at].level_count;
	}
	return found;
}

const struct analysis *api_drawn(struct rafter *r)
{
	if (!r->baseline_given)
		return r->analysis;
	if (r->chart.options.kind != CHART_ROOFLINE) {
		diags_add(r->diags, DIAG_UNSUPPORTED, nowhere, "a baseline is drawn in a roofline, found a chart of another kind");
		return NULL;
	}
	if (!api_baseline(r))
		return NULL;
	struct compare_options options = {.by = r->compare_by, .threshold = THRESHOLD, .some_left_out = r->choice.top > 0};
	struct comparisons changes = compare_run(r->arena, r->analysis, r->baseline, options);
	for (size_t i = 0; i < changes.count; i++)
		if (changes.items[i].now && changes.items[i].before)
			changes.items[i] = compare_rows(r->arena, changes.items[i].now, changes.items[i].before, options);
	struct chart *chart = arena_alloc(r->arena, sizeof *chart);
	api_chart_copy(r, &r->chart, chart);
	for (size_t i = 0; i < chart->points.count; i++)
		chart->points.items[i].baseline = NULL;
	for (size_t i = 0; i < changes.count; i++)
		if (is_joined(&changes.items[i]))
			*list_push(r->arena, &chart->points) = old_point(r, &changes.items[i]);
	*list_push(r->arena, &chart->notes) = note(r, &changes);
	warn(r, &changes);
	const struct analysis *judged = analyse(r, chart);
	if (!judged)
		return NULL;
	struct analysis *drawn = arena_alloc(r->arena, sizeof *drawn);
	*drawn = *judged;
	drawn->changes = in_rows_of(r, judged, &changes);
	return drawn;
}
