// SPDX-License-Identifier: MIT
// The long CSV of Liger-Kernel's benchmarks (benchmark/data/all_benchmark_data.csv): "kernel_name,kernel_provider,kernel_operation_mode,metric_name,
// metric_unit,x_name,…,y_value_50,y_value_20,y_value_80,extra_benchmark_config_str,gpu_name,…", a row a measurement. Rows of speed are times: the median and
// the range from the 20th to the 80th percentile. Rows of memory are the most memory in use, which is no traffic.
#include "import/record.h"

#include "base/num.h"
#include "base/text.h"
#include "input/units.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum field { KERNEL, PROVIDER, MODE, METRIC, UNIT, X_NAME, X_VALUE, MEDIAN, LOW, HIGH, CONFIG, GPU, FIELD_COUNT, LAST_NEEDED = MEDIAN };

static const char *const headers[FIELD_COUNT] = {
	[KERNEL] = "kernel_name", [PROVIDER] = "kernel_provider", [MODE] = "kernel_operation_mode", [METRIC] = "metric_name", [UNIT] = "metric_unit",
	[X_NAME] = "x_name",      [X_VALUE] = "x_value",          [MEDIAN] = "y_value_50",          [LOW] = "y_value_20",     [HIGH] = "y_value_80",
	[CONFIG] = "extra_benchmark_config_str", [GPU] = "gpu_name",
};

struct table_of {
	const struct import *in;
	const struct csv *csv;
	size_t columns[FIELD_COUNT];
	size_t read, passed_over;
	const struct csv_record *first_passed_over;
	const char *gpu; // of all rows; "" when they differ
};

static int recognise(const struct source *source)
{
	struct source head = record_head(source);
	size_t offset = encoding_bom(&head);
	struct text_line line;
	return text_line_next(&head, &offset, &line) && text_line_has(line, "kernel_provider") && text_line_has(line, "metric_unit") &&
		text_line_has(line, "y_value_50") ? 95 : 0;
}

static const char *text_of(const struct table_of *table, const struct csv_record *record, enum field field)
{
	return record_text(record, table->columns[field]);
}

static bool row_read(struct table_of *table, const struct csv_record *record)
{
	const struct import *in = table->in;
	double factor, bound;
	if (units_parse_unit(text_of(table, record, UNIT), QUANTITY_SECOND, &factor) != UNITS_OK) {
		table->passed_over++;
		if (!table->first_passed_over)
			table->first_passed_over = record;
		return true;
	}
	const char *x_name = text_of(table, record, X_NAME), *mode = text_of(table, record, MODE), *gpu = text_of(table, record, GPU);
	const char *x = *x_name ? arena_printf(in->arena, " %s=%s", x_name, text_of(table, record, X_VALUE)) : "";
	const char *name = arena_printf(in->arena, "%s %s%s%s%s", text_of(table, record, KERNEL), text_of(table, record, PROVIDER), *mode ? " " : "", mode, x);
	struct point *point = import_point(in, name, record_cell(record, table->columns[KERNEL])->place);
	point->series = text_of(table, record, PROVIDER);
	const char *config = text_of(table, record, CONFIG);
	point->note = *config ? config : NULL;
	if (!record_number(record_cell(record, table->columns[MEDIAN]), factor, &point->time, in->diags) ||
		!record_number(record_cell(record, table->columns[LOW]), factor, &bound, in->diags))
		return false;
	point->time_low = bound <= point->time ? bound : NAN;
	if (!record_number(record_cell(record, table->columns[HIGH]), factor, &bound, in->diags))
		return false;
	point->time_high = bound >= point->time ? bound : NAN;
	if (isnan(point->time_low) || isnan(point->time_high))
		point->time_low = point->time_high = NAN;
	if (isnan(point->time))
		import_miss(in, point, "y_value_50 is '%s'", record_cell(record, table->columns[MEDIAN])->text);
	import_miss(in, point, IMPORT_TIMES_ALONE);
	table->gpu = !table->gpu || strcmp(table->gpu, gpu) == 0 ? gpu : "";
	table->read++;
	return true;
}

static bool rows_read(struct table_of *table)
{
	const struct csv_record *header = &table->csv->records[0];
	struct diags *diags = table->in->diags;
	bool ok = true;
	for (int i = 0; i < FIELD_COUNT; i++) {
		table->columns[i] = record_find(header, headers[i]);
		if (table->columns[i] != RECORD_NONE || i > LAST_NEEDED)
			continue;
		diags_add(diags, DIAG_BAD_PROFILE, header->place, "expected a column %s, found none", headers[i]);
		return false;
	}
	for (size_t i = 1; i < table->csv->count; i++)
		ok &= record_is_as_wide(header, &table->csv->records[i], diags) && row_read(table, &table->csv->records[i]);
	if (!ok)
		return false;
	if (table->passed_over)
		diags_add(diags, DIAG_IGNORED, record_cell(table->first_passed_over, table->columns[METRIC])->place,
			"%zu row%s of '%s' [%s] %s not used: expected times, and memory in use is no traffic", table->passed_over, table->passed_over == 1 ? "" : "s",
			text_of(table, table->first_passed_over, METRIC), text_of(table, table->first_passed_over, UNIT), table->passed_over == 1 ? "is" : "are");
	if (table->read)
		return true;
	diags_add(diags, DIAG_BAD_PROFILE, header->place, "expected rows of speed in ms below the header, found none");
	return false;
}

static bool read_liger(const struct import *in)
{
	struct table_of table = {.in = in, .csv = record_table(in, (struct csv_options){.separator = ','})};
	if (!table.csv || !rows_read(&table))
		return false;
	if (table.gpu && *table.gpu && !in->chart->device_hint)
		in->chart->device_hint = table.gpu;
	*list_push(in->arena, &in->chart->notes) = "Liger-Kernel benchmarks";
	return true;
}

const struct importer importer_liger = {
	.name = "liger",
	.tool = "Liger-Kernel benchmark CSV",
	.gives = "times",
	.hint = "a long table kernel_name,kernel_provider,…,metric_unit,…,y_value_50,y_value_20,y_value_80",
	.recipe = "In the repository of Liger-Kernel: python3 benchmark/scripts/benchmark_rms_norm.py adds its rows to benchmark/data/all_benchmark_data.csv\n"
		"rafter draw all_benchmark_data.csv --work work.csv --hardware nvidia-a100-sxm-80gb -o chart.svg\n"
		"The rows have times; FLOPs and bytes of each name (\"rms_norm liger forward H=4096\") come from --work.\n",
	.recognise = recognise,
	.read = read_liger,
};
