// SPDX-License-Identifier: MIT
// Long tables: rows of "Metric Name", "Metric Value" become one row for each ID and kernel, with one column for each metric.
#include "import/table.h"

#include <string.h>

enum { NO_COLUMN = -1 };

struct roles {
	int id, name, metric, value, unit;
};

struct launch {
	const char **texts;              // by metric, NULL: not there
	const struct csv_cell **cells;   // where the value stands
	size_t cap;
	const struct csv_record *record; // its first row
};

struct pivot {
	struct arena *arena;
	struct roles roles;
	GHashTable *metric_index; // name to index + 1
	struct { const struct csv_cell **items; size_t count, cap; } metrics;
	GHashTable *launch_index; // key to the index + 1 of its newest launch
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

static bool launch_has(const struct launch *launch, size_t metric)
{
	return metric < launch->cap && launch->texts[metric];
}

// The launch that a row belongs to: one that has this metric already is complete, and another begins.
static struct launch *launch_of(struct pivot *pivot, const struct csv_record *record, size_t metric)
{
	const struct roles *roles = &pivot->roles;
	const char *id = roles->id == NO_COLUMN ? "" : record->cells[roles->id].text;
	const char *name = roles->name == NO_COLUMN ? "" : record->cells[roles->name].text;
	g_autofree char *key = g_strconcat(id, "\x1f", name, NULL);
	size_t index = GPOINTER_TO_SIZE(g_hash_table_lookup(pivot->launch_index, key));
	if (index && !launch_has(&pivot->launches.items[index - 1], metric))
		return &pivot->launches.items[index - 1];
	struct launch *launch = list_push(pivot->arena, &pivot->launches);
	launch->record = record;
	g_hash_table_insert(pivot->launch_index, arena_strdup(pivot->arena, key), GSIZE_TO_POINTER(pivot->launches.count));
	return launch;
}

static void launch_set(struct pivot *pivot, struct launch *launch, size_t metric, const struct csv_record *record)
{
	if (metric >= launch->cap) {
		size_t cap = MAX(metric + 1, 2 * launch->cap);
		const char **texts = arena_array(pivot->arena, cap, sizeof *texts);
		const struct csv_cell **cells = arena_array(pivot->arena, cap, sizeof *cells);
		if (launch->cap) {
			memcpy(texts, launch->texts, launch->cap * sizeof *texts);
			memcpy(cells, launch->cells, launch->cap * sizeof *cells);
		}
		launch->texts = texts;
		launch->cells = cells;
		launch->cap = cap;
	}
	const struct csv_cell *value = &record->cells[pivot->roles.value];
	const char *unit = pivot->roles.unit == NO_COLUMN ? "" : record->cells[pivot->roles.unit].text;
	launch->texts[metric] = unit[0] && !csv_is_missing(value->text) ? arena_printf(pivot->arena, "%s %s", value->text, unit) : value->text;
	launch->cells[metric] = value;
}

static struct csv_record wide_record(struct pivot *pivot, const struct launch *launch)
{
	size_t count = pivot->metrics.count + 1;
	const struct csv_record *from = launch->record;
	int named = pivot->roles.name != NO_COLUMN ? pivot->roles.name : pivot->roles.id != NO_COLUMN ? pivot->roles.id : pivot->roles.metric;
	struct csv_record record = {arena_array(pivot->arena, count, sizeof *record.cells), count, from->place, from->line};
	record.cells[0] = from->cells[named];
	for (size_t i = 0; i + 1 < count; i++) {
		struct csv_cell *cell = &record.cells[i + 1];
		*cell = (struct csv_cell){.text = "", .place = from->place};
		if (launch_has(launch, i)) {
			*cell = *launch->cells[i];
			cell->text = launch->texts[i];
		}
	}
	return record;
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
	struct pivot pivot = {.arena = arena};
	pivot.roles = (struct roles){find_role(columns, width, ROLE_ID), find_role(columns, width, ROLE_NAME), find_role(columns, width, ROLE_METRIC_NAME),
		find_role(columns, width, ROLE_METRIC_VALUE), find_role(columns, width, ROLE_METRIC_UNIT)};
	g_autoptr(GHashTable) metric_index = g_hash_table_new(g_str_hash, g_str_equal), launch_index = g_hash_table_new(g_str_hash, g_str_equal);
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
	return ok ? wide_table(&pivot, csv) : NULL;
}
