// SPDX-License-Identifier: MIT
// The long layouts of ncu --csv: one row a metric, keyed by the launch's ID, columns by name.
#include "import/ncu.h"
#include "import/record.h"

#include "base/num.h"

#include <math.h>
#include <string.h>

enum field { FIELD_ID, FIELD_PROCESS, FIELD_KERNEL, FIELD_BLOCK, FIELD_GRID, FIELD_CC, FIELD_METRIC, FIELD_UNIT, FIELD_VALUE, FIELD_COUNT };
enum { ABSENT = -1 };

static const struct {
	const char *name;
	bool required;
} fields[FIELD_COUNT] = {
	[FIELD_ID] = {"ID", true},          [FIELD_PROCESS] = {"Process ID", false}, [FIELD_KERNEL] = {"Kernel Name", true}, [FIELD_BLOCK] = {"Block Size", false},
	[FIELD_GRID] = {"Grid Size", false}, [FIELD_CC] = {"CC", false},             [FIELD_METRIC] = {"Metric Name", true},
	[FIELD_UNIT] = {"Metric Unit", false}, [FIELD_VALUE] = {"Metric Value", true},
};

struct long_file {
	struct ncu_file base;
	struct arena *arena;
	struct diags *diags;
	const struct csv *csv;
	bool ragged;            // rules stand between the metrics
	int columns[FIELD_COUNT];
	size_t width;           // cells that a metric's row has at least
	GHashTable *launches;   // key to index + 1
	struct { struct ncu_launch *items; size_t count, cap; } list;
	unsigned section;       // how many header rows were seen: a file may be several runs, one after another
};

static bool columns_find_fields(struct long_file *file)
{
	const struct csv_record *header = &file->csv->records[0];
	for (size_t i = 0; i < FIELD_COUNT; i++) {
		file->columns[i] = ABSENT;
		for (size_t column = 0; column < header->count && file->columns[i] == ABSENT; column++)
			if (g_ascii_strcasecmp(header->cells[column].text, fields[i].name) == 0)
				file->columns[i] = (int)column;
		if (file->columns[i] != ABSENT) {
			file->width = MAX(file->width, (size_t)file->columns[i] + 1);
			continue;
		}
		if (!fields[i].required)
			continue;
		diags_add(file->diags, DIAG_BAD_PROFILE, header->place, "expected a column '%s', found none", fields[i].name);
		file->base.failed = true;
	}
	return !file->base.failed;
}

static const struct csv_cell *cell_of(const struct long_file *file, const struct csv_record *record, enum field field)
{
	return file->columns[field] == ABSENT ? NULL : &record->cells[file->columns[field]];
}

static const char *text_of(const struct long_file *file, const struct csv_record *record, enum field field)
{
	const struct csv_cell *cell = cell_of(file, record, field);
	return cell ? cell->text : "";
}

static bool is_header(const struct long_file *file, const struct csv_record *record)
{
	const struct csv_record *header = &file->csv->records[0];
	return record->count == header->count && record->count && strcmp(record->cells[0].text, header->cells[0].text) == 0;
}

// False: no metric stands in this row. Errors are added.
static bool is_metric_row(struct long_file *file, const struct csv_record *record, bool say)
{
	if (is_header(file, record))
		return false;
	size_t expected = file->csv->records[0].count;
	if (record->count < file->width || (!file->ragged && record->count != expected)) {
		if (say) {
			diags_add(file->diags, DIAG_BAD_CSV, record->place, "expected %zu cells as in the header, found %zu: the row may have been cut off", expected,
				record->count);
			file->base.failed = true;
		}
		return false;
	}
	return text_of(file, record, FIELD_METRIC)[0] != '\0';
}

static bool decide_style(struct long_file *file)
{
	for (size_t i = 1; i < file->csv->count; i++) {
		const struct csv_record *record = &file->csv->records[i];
		if (!is_metric_row(file, record, false))
			continue;
		const struct csv_cell *value = cell_of(file, record, FIELD_VALUE);
		bool whole = ncu_value_is_whole(text_of(file, record, FIELD_METRIC), text_of(file, record, FIELD_UNIT));
		number_style_observe(&file->base.style, value->text, value->place, whole);
	}
	return ncu_file_decide(&file->base);
}

// ---- rows ---------------------------------------------------------------------------------------------------------------------------------------------

static double capability_of(const struct long_file *file, const char *text)
{
	double capability = NAN;
	g_autoptr(GString) plain = g_string_new(NULL);
	number_style_plain(file->base.decimal, text, plain);
	return num_parse(plain->str, &capability) || num_parse(text, &capability) ? capability : NAN;
}

static struct ncu_launch *launch_of(struct long_file *file, const struct csv_record *record)
{
	const char *id = text_of(file, record, FIELD_ID);
	g_autofree char *key = g_strdup_printf("%u\x1f%s\x1f%s", file->section, text_of(file, record, FIELD_PROCESS), id);
	size_t index = GPOINTER_TO_SIZE(g_hash_table_lookup(file->launches, key));
	if (index)
		return &file->list.items[index - 1];
	struct ncu_launch *launch = list_push(file->arena, &file->list);
	ncu_launch_init(launch);
	launch->id = id;
	launch->name = text_of(file, record, FIELD_KERNEL);
	launch->block = file->columns[FIELD_BLOCK] == ABSENT ? NULL : text_of(file, record, FIELD_BLOCK);
	launch->grid = file->columns[FIELD_GRID] == ABSENT ? NULL : text_of(file, record, FIELD_GRID);
	launch->place = cell_of(file, record, FIELD_KERNEL)->place;
	launch->compute_capability = capability_of(file, text_of(file, record, FIELD_CC));
	g_hash_table_insert(file->launches, g_steal_pointer(&key), GSIZE_TO_POINTER(file->list.count));
	return launch;
}

static void row_read(struct long_file *file, const struct csv_record *record)
{
	if (is_header(file, record)) {
		file->section++;
		return;
	}
	if (!is_metric_row(file, record, true))
		return;
	struct ncu_launch *launch = launch_of(file, record);
	const struct csv_cell *cell = cell_of(file, record, FIELD_VALUE), *unit = cell_of(file, record, FIELD_UNIT);
	struct ncu_value value = {text_of(file, record, FIELD_METRIC), *cell, unit ? unit->text : "", (unit ? unit : cell)->place};
	const struct ncu_metric *metric = ncu_file_metric(&file->base, value.name);
	double si;
	if (metric->slot != NCU_OTHER && ncu_value_read(&file->base, &value, metric, launch, &si))
		ncu_launch_set(file->arena, launch, metric, si);
}

static bool rows_read(struct long_file *file, const struct ncu_layout *layout)
{
	if (!columns_find_fields(file) || !decide_style(file))
		return false;
	for (size_t i = 1; i < file->csv->count; i++)
		row_read(file, &file->csv->records[i]);
	if (file->base.failed)
		return false;
	if (!file->list.count) {
		diags_add(file->diags, DIAG_BAD_PROFILE, (struct place){file->csv->source, layout->header.offset, layout->header.length},
			"ncu recorded no kernels: expected rows below the header, found none");
		return false;
	}
	for (size_t i = 0; i < file->list.count; i++)
		ncu_file_add(&file->base, &file->list.items[i]);
	ncu_file_end(&file->base);
	return true;
}

bool ncu_long_read(const struct import *in, const struct ncu_layout *layout)
{
	struct long_file file = {.arena = in->arena, .diags = in->diags, .ragged = layout->kind == NCU_DETAILS,
		.csv = record_table(in, ncu_table_options(layout))};
	if (!file.csv)
		return false;
	g_autoptr(GHashTable) launches = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	file.launches = launches;
	ncu_file_init(&file.base, in);
	bool ok = rows_read(&file, layout);
	ncu_file_clear(&file.base);
	return ok;
}
