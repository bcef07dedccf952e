// SPDX-License-Identifier: MIT
// Which of the points stay.
#include "import/points.h"

#include "base/num.h"

#include <math.h>
#include <stdlib.h>

const char *const point_order_names[] = {[TOP_BY_TIME] = "time", [TOP_BY_FLOPS] = "flops", NULL};

static bool any_matches(const struct pattern *patterns, size_t count, const struct point *point)
{
	for (size_t i = 0; i < count; i++)
		if (pattern_matches(&patterns[i], point))
			return true;
	return false;
}

bool points_pick(const struct pattern *include, size_t include_count, const struct pattern *exclude, size_t exclude_count, struct arena *arena,
	struct chart *chart, struct diags *diags)
{
	size_t kept = 0, all = chart->points.count;
	if (!include_count && !exclude_count)
		return true;
	for (size_t i = 0; i < all; i++) {
		const struct point *point = &chart->points.items[i];
		if ((!include_count || any_matches(include, include_count, point)) && !any_matches(exclude, exclude_count, point))
			chart->points.items[kept++] = *point;
	}
	chart->points.count = kept;
	if (!kept && all) {
		diags_add(diags, DIAG_NO_POINTS, (struct place){0}, "expected points that --include and --exclude leave, found none of %zu: the first is '%s'", all,
			chart->points.items[0].name);
		return false;
	}
	if (kept < all)
		*list_push(arena, &chart->notes) = arena_printf(arena, "%zu of %zu points", kept, all);
	return true;
}

// ---- top ----------------------------------------------------------------------------------------------------------------------------------------------

struct rank {
	double value;
	size_t index;
};

static double value_of(const struct point *point, enum point_order order)
{
	double flops = isnan(point->flops) ? 2 * point->macs : point->flops;
	double value = order == TOP_BY_TIME ? point->time : flops * (isnan(point->calls) ? 1 : point->calls);
	return isnan(value) ? 0 : value;
}

static int falling(const void *a, const void *b)
{
	const struct rank *left = a, *right = b;
	if (left->value != right->value)
		return left->value < right->value ? 1 : -1;
	return left->index < right->index ? -1 : 1;
}

void points_top(struct arena *arena, size_t count, enum point_order order, struct chart *chart)
{
	size_t all = chart->points.count, kept = 0;
	if (count >= all)
		return;
	g_autofree struct rank *ranks = g_new(struct rank, all);
	g_autofree bool *keep = g_new0(bool, all);
	double total = 0, share = 0;
	for (size_t i = 0; i < all; i++) {
		ranks[i] = (struct rank){value_of(&chart->points.items[i], order), i};
		total += ranks[i].value;
	}
	qsort(ranks, all, sizeof *ranks, falling);
	for (size_t i = 0; i < count; i++) {
		keep[ranks[i].index] = true;
		share += ranks[i].value;
	}
	for (size_t i = 0; i < all; i++)
		if (keep[i])
			chart->points.items[kept++] = chart->points.items[i];
	chart->points.count = kept;
	const char *of = order == TOP_BY_TIME ? "time" : "FLOPs";
	*list_push(arena, &chart->notes) = total > 0
		? arena_printf(arena, "top %zu of %zu by %s, %s %% of it", count, all, of, num_short(100 * share / total, 3).text)
		: arena_printf(arena, "%zu of %zu points", count, all);
}
