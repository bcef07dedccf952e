// SPDX-License-Identifier: MIT
// The long layout of ncu --csv: one row a metric, keyed by the launch's ID, columns by name.
#include "import/ncu.h"

#include "base/num.h"
#include "import/number_style.h"
#include "input/csv.h"
#include "input/units.h"
#include "model/spec.h"

#include <math.h>
#include <string.h>

enum field { FIELD_ID, FIELD_PROCESS, FIELD_KERNEL, FIELD_CC, FIELD_METRIC, FIELD_UNIT, FIELD_VALUE, FIELD_COUNT };
enum { ABSENT = -1 };
// Sums and products of a few values stay finite below it.
static const double largest_value = 1e100;

static const struct {
	const char *name;
	bool required;
} fields[FIELD_COUNT] = {
	[FIELD_ID] = {"ID", true},        [FIELD_PROCESS] = {"Process ID", false}, [FIELD_KERNEL] = {"Kernel Name", true}, [FIELD_CC] = {"CC", false},
	[FIELD_METRIC] = {"Metric Name", true}, [FIELD_UNIT] = {"Metric Unit", false},   [FIELD_VALUE] = {"Metric Value", true},
};

struct file {
	struct arena *arena;
	struct diags *diags;
	const struct csv *csv;
	bool ragged;            // rules stand between the metrics
	int columns[FIELD_COUNT];
	size_t width;           // cells that a metric's row has at least
	enum decimal decimal;
	GHashTable *metrics;    // name to struct ncu_metric
	GHashTable *launches;   // key to index + 1
	struct { struct ncu_launch *items; size_t count, cap; } list;
	bool failed, asked;
	unsigned section;       // how many header rows were seen: a file may be several runs, one after another
};

static bool columns_find_fields(struct file *file)
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
		file->failed = true;
	}
	return !file->failed;
}

static const struct csv_cell *cell_of(const struct file *file, const struct csv_record *record, enum field field)
{
	return file->columns[field] == ABSENT ? NULL : &record->cells[file->columns[field]];
}

static const char *text_of(const struct file *file, const struct csv_record *record, enum field field)
{
	const struct csv_cell *cell = cell_of(file, record, field);
	return cell ? cell->text : "";
}

static bool is_header(const struct file *file, const struct csv_record *record)
{
	const struct csv_record *header = &file->csv->records[0];
	return record->count == header->count && record->count && strcmp(record->cells[0].text, header->cells[0].text) == 0;
}

// False: no metric stands in this row. Errors are added.
static bool is_metric_row(struct file *file, const struct csv_record *record, bool say)
{
	if (is_header(file, record))
		return false;
	size_t expected = file->csv->records[0].count;
	if (record->count < file->width || (!file->ragged && record->count != expected)) {
		if (say) {
			diags_add(file->diags, DIAG_BAD_CSV, record->place, "expected %zu cells as in the header, found %zu: the row may have been cut off", expected,
				record->count);
			file->failed = true;
		}
		return false;
	}
	return text_of(file, record, FIELD_METRIC)[0] != '\0';
}

static const struct ncu_metric *metric_of(struct file *file, const char *name)
{
	struct ncu_metric *metric = g_hash_table_lookup(file->metrics, name);
	if (metric)
		return metric;
	metric = arena_alloc(file->arena, sizeof *metric);
	*metric = ncu_metric_find(file->arena, name);
	g_hash_table_insert(file->metrics, (void *)name, metric);
	return metric;
}

// ---- how numbers are written --------------------------------------------------------------------------------------------------------------------------

static bool decide_style(struct file *file)
{
	struct number_style style = {0};
	for (size_t i = 1; i < file->csv->count; i++) {
		const struct csv_record *record = &file->csv->records[i];
		if (!is_metric_row(file, record, false))
			continue;
		const struct csv_cell *value = cell_of(file, record, FIELD_VALUE);
		bool whole = g_str_has_suffix(text_of(file, record, FIELD_METRIC), ".sum") && ncu_unit_is_whole(text_of(file, record, FIELD_UNIT));
		number_style_observe(&style, value->text, value->place, whole);
	}
	if (!number_style_decide(&style, &file->decimal, file->diags))
		return false;
	if (file->decimal == DECIMAL_COMMA)
		diags_add(file->diags, DIAG_ASSUMED, style.comma.place,
			"numbers are read with a decimal comma, points being thousands: '%s' cannot be anything else", style.comma.text);
	return true;
}

// ---- rows ---------------------------------------------------------------------------------------------------------------------------------------------

static struct ncu_launch *launch_of(struct file *file, const struct csv_record *record)
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
	launch->place = cell_of(file, record, FIELD_KERNEL)->place;
	double capability;
	g_autoptr(GString) plain = g_string_new(NULL);
	number_style_plain(file->decimal, text_of(file, record, FIELD_CC), plain);
	if (num_parse(plain->str, &capability) || num_parse(text_of(file, record, FIELD_CC), &capability))
		launch->compute_capability = capability;
	g_hash_table_insert(file->launches, g_steal_pointer(&key), GSIZE_TO_POINTER(file->list.count));
	return launch;
}

static bool is_unmeasured(const char *text)
{
	return csv_is_missing(text) || strcmp(text, "(!) n/a") == 0 || g_ascii_strcasecmp(text, "inf") == 0 || g_ascii_strcasecmp(text, "-inf") == 0;
}

static void ask_style(struct file *file, const struct csv_cell *value)
{
	if (!file->asked)
		diags_add(file->diags, DIAG_WRONG_VALUE, value->place,
			"'%s' may have thousands or decimals, and no other number of the file shows which: run ncu again with --print-fp, or with LC_ALL=C", value->text);
	file->asked = file->failed = true;
}

// The number of a metric's row in SI. False when there is none.
static bool value_of(struct file *file, const struct csv_record *record, const struct ncu_metric *metric, struct ncu_launch *launch, double *value)
{
	const struct csv_cell *cell = cell_of(file, record, FIELD_VALUE);
	const char *unit = text_of(file, record, FIELD_UNIT), *name = text_of(file, record, FIELD_METRIC), *end;
	double factor;
	if (is_unmeasured(cell->text)) {
		launch->not_measured = name;
		return false;
	}
	if (!ncu_unit(unit, metric->dimension, &factor)) {
		if (metric->label)
			return false;
		const struct csv_cell *place = cell_of(file, record, FIELD_UNIT);
		diags_add(file->diags, DIAG_WRONG_UNIT, (place ? place : cell)->place, "%s: expected a unit of ncu for it, found '%s'", name, unit);
		file->failed = true;
		return false;
	}
	if (number_style_is_open(file->decimal, cell->text)) {
		ask_style(file, cell);
		return false;
	}
	g_autoptr(GString) plain = g_string_new(NULL);
	number_style_plain(file->decimal, cell->text, plain);
	// "123 (1; 2; 3)": the value, then that of each instance.
	if (!num_parse_prefix(plain->str, value, &end) || (*end && !g_str_has_prefix(end, " ("))) {
		diags_add(file->diags, DIAG_WRONG_VALUE, cell->place, "%s: expected a number, found '%s'", name, cell->text);
		file->failed = true;
		return false;
	}
	if (*value < 0) {
		diags_add_point(file->diags, DIAG_NEGATIVE, cell->place, launch->name, "%s: expected 0 or more, found '%s'", name, cell->text);
		file->failed = true;
		return false;
	}
	g_string_truncate(plain, (size_t)(end - plain->str));
	if (!units_scale(plain->str, factor, value) || *value > largest_value) {
		diags_add_point(file->diags, DIAG_WRONG_VALUE, cell->place, launch->name, "%s: expected a number within range, found '%s'", name, cell->text);
		file->failed = true;
		return false;
	}
	return true;
}

static void row_read(struct file *file, const struct csv_record *record)
{
	if (is_header(file, record)) {
		file->section++;
		return;
	}
	if (!is_metric_row(file, record, true))
		return;
	struct ncu_launch *launch = launch_of(file, record);
	const struct ncu_metric *metric = metric_of(file, text_of(file, record, FIELD_METRIC));
	double value;
	if (metric->slot == NCU_OTHER || !value_of(file, record, metric, launch, &value))
		return;
	if (metric->slot < NCU_SLOT_COUNT) {
		if (isnan(launch->values[metric->slot]))
			launch->values[metric->slot] = value;
		return;
	}
	struct ncu_path *path = list_push(file->arena, &launch->paths);
	*path = (struct ncu_path){metric->path, value, metric->slot == NCU_TENSOR_PATH_RATE};
}

// ---- points -------------------------------------------------------------------------------------------------------------------------------------------

static void add_points(struct file *file, struct chart *chart)
{
	for (size_t i = 0; i < file->list.count; i++) {
		const struct ncu_launch *launch = &file->list.items[i];
		struct point *point = list_push(file->arena, &chart->points);
		point_init(point);
		point->name = launch->name[0] ? launch->name : arena_printf(file->arena, "launch %s", launch->id);
		point->kernel_name = point->name;
		point->label = ncu_kernel_label(file->arena, point->name);
		point->place = launch->place;
		ncu_point_fill(file->arena, launch, point);
	}
}

// ncu holds the clock at its base by default, which makes every kernel look slower than it is elsewhere: the chart says so.
static void add_clock_note(struct file *file, struct chart *chart)
{
	double low = NAN, high = NAN;
	for (size_t i = 0; i < file->list.count; i++) {
		double hertz = ncu_clock(&file->list.items[i]);
		low = fmin(low, hertz);
		high = fmax(high, hertz);
	}
	if (!(low > 0))
		return;
	const char *low_text = units_format(file->arena, low, QUANTITY_FREQUENCY, 3), *high_text = units_format(file->arena, high, QUANTITY_FREQUENCY, 3);
	*list_push(file->arena, &chart->notes) = strcmp(low_text, high_text) == 0
		? arena_printf(file->arena, "Nsight Compute, SM clock %s", high_text)
		: arena_printf(file->arena, "Nsight Compute, SM clock %s to %s", low_text, high_text);
}

// Section rows alone carry labels, no metrics.
static bool is_sections_alone(const struct file *file)
{
	for (size_t i = 1; i < file->csv->count; i++) {
		const struct csv_record *record = &file->csv->records[i];
		if (record->count >= file->width && strstr(text_of(file, record, FIELD_METRIC), "__"))
			return false;
	}
	return true;
}

static bool rows_read(struct file *file, const struct ncu_layout *layout, struct chart *chart)
{
	if (!columns_find_fields(file))
		return false;
	if (file->ragged && is_sections_alone(file)) {
		diags_add(file->diags, DIAG_BAD_PROFILE, file->csv->records[0].place,
			"this is ncu's details page, whose sections hold no FLOPs: run ncu again with --csv --metrics "
			"sm__sass_thread_inst_executed_op_ffma_pred_on.sum,dram__bytes.sum,gpu__time_duration.sum (and the other metrics that are needed)");
		return false;
	}
	if (!decide_style(file))
		return false;
	for (size_t i = 1; i < file->csv->count; i++)
		row_read(file, &file->csv->records[i]);
	if (file->failed)
		return false;
	if (!file->list.count) {
		diags_add(file->diags, DIAG_BAD_PROFILE, (struct place){file->csv->source, layout->header.offset, layout->header.length},
			"ncu recorded no kernels: expected rows below the header, found none");
		return false;
	}
	add_points(file, chart);
	add_clock_note(file, chart);
	return true;
}

bool ncu_long_read(struct arena *arena, const struct source *source, const struct ncu_layout *layout, struct chart *chart, struct diags *diags)
{
	struct csv_options options = {.start = layout->header.offset};
	struct file file = {.arena = arena, .diags = diags, .ragged = layout->kind == NCU_DETAILS, .csv = csv_read(arena, source, options, diags)};
	if (!file.csv || !file.csv->count)
		return false;
	g_autoptr(GHashTable) metrics = g_hash_table_new(g_str_hash, g_str_equal), launches = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	file.metrics = metrics;
	file.launches = launches;
	return rows_read(&file, layout, chart);
}
