// SPDX-License-Identifier: MIT
// Points of a chart with others of the same chart: what `baseline` names.
#include "model/compare.h"

#include <glib.h>

struct point_names {
	GHashTable *first;         // name -> 1 + index of its first point
	size_t *next;              // of each point 1 + index of the next one of the same name, 0: none
	const struct row **judged; // of each point the row that it is judged by
};

static void add_name(GHashTable *first, const char *name, size_t point)
{
	if (name && !g_hash_table_contains(first, name))
		g_hash_table_insert(first, (char *)name, GSIZE_TO_POINTER(point + 1));
}

static struct point_names collect(struct arena *arena, const struct analysis *analysis)
{
	size_t count = analysis->chart->points.count;
	struct point_names names = {g_hash_table_new(g_str_hash, g_str_equal), arena_array(arena, count + 1, sizeof *names.next), arena_array(arena, count + 1, sizeof *names.judged)};
	g_autoptr(GHashTable) last = g_hash_table_new(g_str_hash, g_str_equal);
	for (size_t i = 0; i < analysis->rows.count; i += analysis->rows.items[i].level_count) {
		const struct row *row = &analysis->rows.items[i];
		names.judged[row->point_index] = row_judged(row);
		const char *name = row->point->name ? row->point->name : row->name;
		size_t before = GPOINTER_TO_SIZE(g_hash_table_lookup(last, name));
		if (before)
			names.next[before - 1] = row->point_index + 1;
		g_hash_table_insert(last, (char *)name, GSIZE_TO_POINTER(row->point_index + 1));
		add_name(names.first, row->point->name, row->point_index);
	}
	// a point that is called so comes before one that was numbered so
	for (size_t i = 0; i < analysis->rows.count; i++)
		add_name(names.first, analysis->rows.items[i].name, analysis->rows.items[i].point_index);
	return names;
}

static bool any_named(const struct chart *chart)
{
	for (size_t i = 0; i < chart->points.count; i++)
		if (chart->points.items[i].baseline)
			return true;
	return false;
}

struct comparisons compare_baselines(struct arena *arena, const struct analysis *analysis, struct compare_options options)
{
	struct comparisons list = {0};
	if (!any_named(analysis->chart))
		return list;
	struct point_names names = collect(arena, analysis);
	for (size_t i = 0; i < analysis->chart->points.count; i++) {
		const char *baseline = analysis->chart->points.items[i].baseline;
		size_t before = baseline ? GPOINTER_TO_SIZE(g_hash_table_lookup(names.first, baseline)) : 0;
		if (before == i + 1)
			before = names.next[i]; // another one that is called like it
		if (before && names.judged[i] && names.judged[before - 1])
			*list_push(arena, &list) = compare_rows(arena, names.judged[i], names.judged[before - 1], options);
	}
	g_hash_table_unref(names.first);
	return list;
}
