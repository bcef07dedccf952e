// SPDX-License-Identifier: MIT
// Long tables: rows of "Metric Name", "Metric Value" become one row for each ID and kernel, with one column for each metric.
#include "import/table.h"

#include <string.h>

enum { NO_COLUMN = -1 };

struct roles {
	int id, name, metric, value, unit;
};

// One metric of a launch.
struct value {
	size_t metric;
	const char *text;
	const struct csv_cell *cell; // where it stands
};

struct launch {
	struct { struct value *items; size_t count, cap; } values;
	const struct csv_record *record; // its first row
};

struct pivot {
	struct arena *arena;
	struct diags *diags;
	struct roles roles;
	GHashTable *metric_index; // name to index + 1
	struct { const struct csv_cell **items; size_t count, cap; } metrics;
	GHashTable *launch_index; // key to the index + 1 of its newest launch
	GHashTable *filled;       // launch and metric, where a launch has that metric
	struct { struct launch *items; size_t count, cap; } launches;
};

static int find_role(const struct column *columns, size_t count, enum role role)
{
	int best = NO_COLUMN;
	for (size_t i = 0; i < count; i++)
		if (columns[i].role == role && (best == NO_COLUMN || columns[i].rank < columns[best].rank))
			best = (int)i;
	return best;
}

static size_t metric_of(struct pivot *pivot, const struct csv_cell *cell)
{
	size_t index = GPOINTER_TO_SIZE(g_hash_table_lookup(pivot->metric_index, cell->text));
	if (index)
		return index - 1;
	*list_push(pivot->arena, &pivot->metrics) = cell;
	g_hash_table_insert(pivot->metric_index, (void *)cell->text, GSIZE_TO_POINTER(pivot->metrics.count));
	return pivot->metrics.count - 1;
}

// Marks a metric of a launch as there. False when it was already.
static bool fill(struct pivot *pivot, size_t launch, size_t metric)
{
	gint64 *pair = g_new(gint64, 1);
	*pair = (gint64)((guint64)launch << 32 | metric);
	return g_hash_table_add(pivot->filled, pair);
}

// The launch that a row belongs to: one that has this metric already is complete, and another begins.
static struct launch *launch_of(struct pivot *pivot, const struct csv_record *record, size_t metric)
{
	const struct roles *roles = &pivot->roles;
	const char *id = roles->id == NO_COLUMN ? "" : record->cells[roles->id].text;
	const char *name = roles->name == NO_COLUMN ? "" : record->cells[roles->name].text;
	g_autofree char *key = g_strconcat(id, "\x1f", name, NULL);
	size_t index = GPOINTER_TO_SIZE(g_hash_table_lookup(pivot->launch_index, key));
	if (index && fill(pivot, index - 1, metric))
		return &pivot->launches.items[index - 1];
	struct launch *launch = list_push(pivot->arena, &pivot->launches);
	launch->record = record;
	fill(pivot, pivot->launches.count - 1, metric);
	g_hash_table_insert(pivot->launch_index, arena_strdup(pivot->arena, key), GSIZE_TO_POINTER(pivot->launches.count));
	return launch;
}

static void launch_set(struct pivot *pivot, struct launch *launch, size_t metric, const struct csv_record *record)
{
	const struct csv_cell *value = &record->cells[pivot->roles.value];
	const char *unit = pivot->roles.unit == NO_COLUMN ? "" : record->cells[pivot->roles.unit].text;
	const char *text = unit[0] && !csv_is_missing(value->text) ? arena_printf(pivot->arena, "%s %s", value->text, unit) : value->text;
	*list_push(pivot->arena, &launch->values) = (struct value){metric, text, value};
}

static struct csv_record wide_record(struct pivot *pivot, const struct launch *launch)
{
	size_t count = pivot->metrics.count + 1;
	const struct csv_record *from = launch->record;
	int named = pivot->roles.name != NO_COLUMN ? pivot->roles.name : pivot->roles.id != NO_COLUMN ? pivot->roles.id : pivot->roles.metric;
	struct csv_record record = {arena_array(pivot->arena, count, sizeof *record.cells), count, from->place, from->line};
	record.cells[0] = from->cells[named];
	for (size_t i = 1; i < count; i++)
		record.cells[i] = (struct csv_cell){.text = "", .place = from->place};
	for (size_t i = 0; i < launch->values.count; i++) {
		const struct value *value = &launch->values.items[i];
		struct csv_cell *cell = &record.cells[value->metric + 1];
		*cell = *value->cell;
		cell->text = value->text;
	}
	return record;
}

// A few thousand rows, each with an ID and a metric of its own, would be millions of cells, nearly all of them empty.
static bool check_limit(struct pivot *pivot, const struct csv *csv)
{
	size_t launches = pivot->launches.count + 1, metrics = pivot->metrics.count + 1;
	if (launches <= CSV_MAX_CELLS / metrics)
		return true;
	diags_add(pivot->diags, DIAG_LIMIT, csv->records[0].place, "expected at most %d cells when each metric is a column, found %zu launches with %zu metrics",
		CSV_MAX_CELLS, pivot->launches.count, pivot->metrics.count);
	return false;
}

static const struct csv *wide_table(struct pivot *pivot, const struct csv *csv)
{
	struct csv *wide = arena_alloc(pivot->arena, sizeof *wide);
	*wide = *csv;
	wide->count = pivot->launches.count + 1;
	wide->records = arena_array(pivot->arena, wide->count, sizeof *wide->records);
	struct csv_record *header = &wide->records[0];
	*header = csv->records[0];
	header->count = pivot->metrics.count + 1;
	header->cells = arena_array(pivot->arena, header->count, sizeof *header->cells);
	header->cells[0] = csv->records[0].cells[0];
	header->cells[0].text = "name";
	for (size_t i = 0; i < pivot->metrics.count; i++)
		header->cells[i + 1] = *pivot->metrics.items[i];
	for (size_t i = 0; i < pivot->launches.count; i++)
		wide->records[i + 1] = wide_record(pivot, &pivot->launches.items[i]);
	return wide;
}

const struct csv *table_pivot(struct arena *arena, const struct csv *csv, const struct column *columns, struct diags *diags)
{
	size_t width = csv->records[0].count;
	struct pivot pivot = {.arena = arena, .diags = diags};
	pivot.roles = (struct roles){find_role(columns, width, ROLE_ID), find_role(columns, width, ROLE_NAME), find_role(columns, width, ROLE_METRIC_NAME),
		find_role(columns, width, ROLE_METRIC_VALUE), find_role(columns, width, ROLE_METRIC_UNIT)};
	g_autoptr(GHashTable) metric_index = g_hash_table_new(g_str_hash, g_str_equal), launch_index = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GHashTable) filled = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
	pivot.filled = filled;
	pivot.metric_index = metric_index;
	pivot.launch_index = launch_index;
	bool ok = true;
	for (size_t row = 1; row < csv->count; row++) {
		const struct csv_record *record = &csv->records[row];
		if (record->count != width) {
			diags_add(diags, DIAG_BAD_CSV, record->place, "expected %zu cells as in the header, found %zu", width, record->count);
			ok = false;
			continue;
		}
		size_t metric = metric_of(&pivot, &record->cells[pivot.roles.metric]);
		launch_set(&pivot, launch_of(&pivot, record, metric), metric, record);
	}
	return ok && check_limit(&pivot, csv) ? wide_table(&pivot, csv) : NULL;
}
