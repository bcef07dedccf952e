// SPDX-License-Identifier: MIT
// Launches added up into one point: sums over sums.
#include "import/importers.h"
#include "import/points.h"

#include "base/num.h"
#include "model/spec.h"

#include <math.h>
#include <string.h>

const char *const point_grouping_names[] = {[GROUP_LAUNCH] = "launch", [GROUP_NAME] = "name", [GROUP_SHAPE] = "name+shape", [GROUP_ALL] = "all", NULL};

// Launches that differ more than this are different work under one name.
static const double spread_share = 0.2;

struct group {
	struct { size_t *items; size_t count, cap; } members; // into chart.points
	size_t incomplete; // members whose figures are missing
};

// ---- what is added up ---------------------------------------------------------------------------------------------------------------------------------

static bool same(const char *a, const char *b)
{
	return g_strcmp0(a, b) == 0;
}

static double times_calls(const struct point *point, double value)
{
	return isnan(point->calls) ? value : value * point->calls;
}

static double flops_of(const struct point *point)
{
	double flops = isnan(point->flops) ? 2 * point->macs : point->flops;
	return isnan(flops) ? point->performance * point->time : times_calls(point, flops);
}

static double bytes_of(const struct point *point, const struct level_value *level)
{
	return isnan(level->bytes) ? flops_of(point) / level->intensity : times_calls(point, level->bytes);
}

static bool is_complete(const struct point *point)
{
	bool bytes = false;
	for (size_t i = 0; i < point->levels.count; i++)
		bytes |= !isnan(bytes_of(point, &point->levels.items[i]));
	return bytes && !isnan(flops_of(point)) && point->time > 0;
}

// Members that lack a figure are left out of the sums, unless all do.
static bool is_added(const struct group *group, const struct point *point)
{
	return group->incomplete == group->members.count || is_complete(point);
}

static void add_bytes(struct arena *arena, const struct point *from, struct point *sum, bool first)
{
	for (size_t i = 0; i < from->levels.count; i++) {
		const struct level_value *level = &from->levels.items[i];
		struct level_value *total = point_level(arena, sum, level->level, from->place);
		if (first || !isnan(total->bytes))
			total->bytes = (first ? 0 : total->bytes) + bytes_of(from, level);
	}
}

// A level that some of the members have not would be too small a sum.
static void drop_partial_levels(const struct chart *chart, const struct group *group, struct point *sum)
{
	size_t kept = 0;
	for (size_t i = 0; i < sum->levels.count; i++) {
		size_t with = 0, complete = 0;
		for (size_t m = 0; m < group->members.count; m++) {
			const struct point *point = &chart->points.items[group->members.items[m]];
			if (!is_added(group, point))
				continue;
			complete++;
			for (size_t l = 0; l < point->levels.count; l++)
				with += same(point->levels.items[l].level, sum->levels.items[i].level);
		}
		if (with == complete)
			sum->levels.items[kept++] = sum->levels.items[i];
	}
	sum->levels.count = kept;
}

static double plus(double sum, double value)
{
	return isnan(sum) || isnan(value) ? NAN : sum + value;
}

static double or_time(const struct point *point, double bound)
{
	return isnan(bound) ? point->time : bound;
}

static void add_member(struct arena *arena, const struct point *from, struct point *sum, bool first)
{
	if (first) {
		sum->flops = sum->time = sum->time_low = sum->time_high = sum->launches = 0;
		sum->clock = 0;
	}
	double clock_time = sum->time * sum->clock + from->time * from->clock;
	sum->flops = plus(sum->flops, flops_of(from));
	sum->time_low = plus(sum->time_low, or_time(from, from->time_low));
	sum->time_high = plus(sum->time_high, or_time(from, from->time_high));
	sum->time = plus(sum->time, from->time);
	sum->clock = clock_time / sum->time;
	sum->launches += fmax(from->launches, isnan(from->calls) ? 1 : from->calls);
	if (!isnan(from->network_bytes))
		sum->network_bytes = (isnan(sum->network_bytes) ? 0 : sum->network_bytes) + times_calls(from, from->network_bytes);
	add_bytes(arena, from, sum, first);
}

// ---- what is said of the sum --------------------------------------------------------------------------------------------------------------------------

// Work of one kind.
struct share {
	const char *precision, *pipe;
	bool sparse;
	double flops;
};

static struct share *share_of(struct share *shares, size_t *count, const struct point *point)
{
	for (size_t i = 0; i < *count; i++)
		if (same(shares[i].precision, point->precision) && same(shares[i].pipe, point->pipe) && shares[i].sparse == point->sparse)
			return &shares[i];
	shares[*count] = (struct share){point->precision, point->pipe, point->sparse, 0};
	return &shares[(*count)++];
}

// The precision and pipe of most of the work.
static void settle_precision(struct arena *arena, const struct chart *chart, const struct group *group, struct point *sum)
{
	g_autofree struct share *shares = g_new(struct share, group->members.count);
	size_t count = 0;
	double total = 0;
	for (size_t i = 0; i < group->members.count; i++) {
		const struct point *point = &chart->points.items[group->members.items[i]];
		double flops = is_added(group, point) ? flops_of(point) : NAN;
		if (!isnan(flops) && (flops > 0 || point->precision))
			share_of(shares, &count, point)->flops += flops;
		total += isnan(flops) ? 0 : flops;
	}
	const struct share *best = count ? shares : NULL;
	for (size_t i = 1; i < count; i++)
		best = shares[i].flops > best->flops ? &shares[i] : best;
	if (!best)
		return;
	sum->precision = best->precision;
	sum->pipe = best->pipe;
	sum->sparse = best->sparse;
	if (best->flops < 0.999 * total && best->precision)
		importer_append(arena, &sum->assumptions, arena_printf(arena, "several kinds of work, judged by %s, which has %s %% of the FLOPs", best->precision,
			num_short(100 * best->flops / total, 3).text));
}

static void say_spread(struct arena *arena, const struct chart *chart, const struct group *group, enum point_grouping grouping, struct point *sum)
{
	double low = INFINITY, high = 0;
	for (size_t i = 0; i < group->members.count; i++) {
		const struct point *point = &chart->points.items[group->members.items[i]];
		double flops = flops_of(point) / point->launches;
		low = isnan(flops) ? low : fmin(low, flops);
		high = isnan(flops) ? high : fmax(high, flops);
	}
	if (grouping == GROUP_ALL || !(high > 0) || high - low <= spread_share * high)
		return;
	importer_append(arena, &sum->assumptions, arena_printf(arena, "launches of one name differ by %s %% in their FLOPs%s", num_short(100 * (1 - low / high), 3).text,
		grouping == GROUP_NAME ? ": --group name+shape keeps shapes apart" : ""));
}

static void say_incomplete(struct arena *arena, const struct group *group, struct point *sum, struct diags *diags)
{
	if (!group->incomplete || group->incomplete == group->members.count)
		return;
	importer_append(arena, &sum->assumptions, arena_printf(arena, "%zu of %zu launches lack FLOPs, bytes or time and are not in the sum", group->incomplete,
		group->members.count));
	diags_add_point(diags, DIAG_NOT_PLOTTED, sum->place, sum->name, "%zu of the %zu points that '%s' adds up lack FLOPs, bytes or time: they are not in the sum",
		group->incomplete, group->members.count, sum->name);
}

static void collect_assumptions(struct arena *arena, const struct chart *chart, const struct group *group, struct point *sum)
{
	g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
	for (size_t i = 0; i < group->members.count; i++) {
		const char *said = chart->points.items[group->members.items[i]].assumptions;
		if (said && g_hash_table_add(seen, (void *)said) && g_hash_table_size(seen) <= 8)
			importer_append(arena, &sum->assumptions, said);
	}
}

static struct point sum_of(struct arena *arena, const struct chart *chart, const struct group *group, enum point_grouping grouping, struct diags *diags)
{
	const struct point *head = &chart->points.items[group->members.items[0]];
	struct point sum = *head;
	bool first = true, one_shape = true;
	if (group->members.count == 1)
		return sum;
	sum.levels.items = NULL;
	sum.levels.count = sum.levels.cap = 0;
	sum.macs = sum.performance = sum.bandwidth = sum.calls = sum.network_bytes = NAN;
	sum.assumptions = NULL;
	sum.missing = group->incomplete == group->members.count ? head->missing : NULL;
	for (size_t i = 0; i < group->members.count; i++) {
		const struct point *point = &chart->points.items[group->members.items[i]];
		one_shape &= same(point->shape, head->shape);
		if (!is_added(group, point))
			continue;
		add_member(arena, point, &sum, first);
		first = false;
	}
	drop_partial_levels(chart, group, &sum);
	if (sum.time_low == sum.time && sum.time_high == sum.time)
		sum.time_low = sum.time_high = NAN;
	sum.shape = one_shape ? head->shape : NULL;
	if (grouping == GROUP_ALL) {
		sum.name = sum.kernel_name = "all kernels";
		sum.label = NULL;
	}
	collect_assumptions(arena, chart, group, &sum);
	settle_precision(arena, chart, group, &sum);
	say_spread(arena, chart, group, grouping, &sum);
	say_incomplete(arena, group, &sum, diags);
	return sum;
}

// ---- groups -------------------------------------------------------------------------------------------------------------------------------------------

static char *key_of(const struct point *point, enum point_grouping grouping)
{
	const char *name = grouping == GROUP_ALL ? "" : point->kernel_name ? point->kernel_name : point->name;
	const char *shape = grouping == GROUP_SHAPE && point->shape ? point->shape : "";
	return g_strjoin("\x1f", name, shape, point->series ? point->series : "", point->hardware ? point->hardware : "", NULL);
}

void points_group(struct arena *arena, enum point_grouping grouping, struct chart *chart, struct diags *diags)
{
	g_autoptr(GHashTable) index = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	struct { struct group *items; size_t count, cap; } groups = {0};
	if (grouping == GROUP_LAUNCH)
		return;
	for (size_t i = 0; i < chart->points.count; i++) {
		const struct point *point = &chart->points.items[i];
		g_autofree char *key = point->call ? g_strdup_printf("\x1f%zu", i) : key_of(point, grouping);
		size_t at = GPOINTER_TO_SIZE(g_hash_table_lookup(index, key));
		if (!at) {
			list_push(arena, &groups);
			at = groups.count;
			g_hash_table_insert(index, g_steal_pointer(&key), GSIZE_TO_POINTER(at));
		}
		struct group *group = &groups.items[at - 1];
		*list_push(arena, &group->members) = i;
		group->incomplete += !is_complete(point);
	}
	struct point *sums = arena_array(arena, groups.count + 1, sizeof *sums);
	for (size_t i = 0; i < groups.count; i++)
		sums[i] = sum_of(arena, chart, &groups.items[i], grouping, diags);
	chart->points.items = sums;
	chart->points.count = groups.count;
	chart->points.cap = groups.count + 1;
}
