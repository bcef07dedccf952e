// SPDX-License-Identifier: MIT
// Tables of points that people write themselves: a header row that names the columns, one row a point.
#include "import/table.h"

#include "base/num.h"
#include "base/text.h"
#include "model/spec.h"

#include <math.h>
#include <string.h>

enum { LOOKED_AT_LINES = 20 };

static int recognise(const struct source *source)
{
	size_t offset = encoding_bom(source);
	struct text_line line;
	for (int i = 0; i < LOOKED_AT_LINES && text_line_next(source, &offset, &line); i++) {
		if (memchr(line.text, '\0', line.length))
			return 0;
		if (!line.length || line.text[0] == '#')
			continue;
		for (size_t s = 0; csv_separators[s]; s++)
			if (memchr(line.text, csv_separators[s], line.length))
				return 10;
	}
	return 0;
}

// A first line without any separator ("dp") says nothing about the others: the separator of the next line that has one, else 0 (by the first record).
static char later_separator(const struct source *source, size_t start)
{
	struct text_line line;
	for (int i = 0; i < LOOKED_AT_LINES && text_line_next(source, &start, &line); i++) {
		if (!line.length || line.text[0] == '#')
			continue;
		char best = '\0';
		size_t best_count = 0;
		for (size_t s = 0; csv_separators[s]; s++) {
			size_t count = 0;
			for (size_t at = 0; at < line.length; at++)
				count += line.text[at] == csv_separators[s];
			if (count > best_count) {
				best = csv_separators[s];
				best_count = count;
			}
		}
		if (best)
			return i ? best : '\0';
	}
	return '\0';
}

// "sep=;", as spreadsheets write it: moves past it.
static char said_separator(const struct source *source, size_t *start)
{
	struct text_line line;
	size_t offset = *start ? *start : encoding_bom(source);
	if (!text_line_next(source, &offset, &line) || line.length != 5 || !text_line_starts(line, "sep=") || !strchr(csv_separators, line.text[4]))
		return '\0';
	*start = offset;
	return line.text[4];
}

static void take_text(const struct column *column, const char *text, struct arena *arena, struct point *point)
{
	const char **const fields[ROLE_COUNT] = {
		[ROLE_NAME] = &point->name,           [ROLE_LABEL] = &point->label,     [ROLE_SERIES] = &point->series, [ROLE_MEMORY] = &point->memory,
		[ROLE_PRECISION] = &point->precision, [ROLE_PIPE] = &point->pipe,       [ROLE_NOTE] = &point->note,     [ROLE_NETWORK] = &point->network,
	};
	const char **field = fields[column->role];
	if (!field || csv_is_missing(text) || text_is_blank(text))
		return;
	*field = column->role == ROLE_PRECISION ? precision_canonical(arena, text) : text;
}

// False with an error when plain bytes and those of a named level are the same thing and differ.
static bool take_number(const struct column *column, double value, struct place place, struct arena *arena, struct point *point, struct diags *diags)
{
	double *const fields[ROLE_COUNT] = {
		[ROLE_FLOPS] = &point->flops,
		[ROLE_MACS] = &point->macs,
		[ROLE_TIME] = &point->time,
		[ROLE_TIME_LOW] = &point->time_low,
		[ROLE_TIME_HIGH] = &point->time_high,
		[ROLE_PERFORMANCE] = &point->performance,
		[ROLE_BANDWIDTH] = &point->bandwidth,
		[ROLE_CALLS] = &point->calls,
		[ROLE_LAUNCHES] = &point->launches,
		[ROLE_NETWORK_BYTES] = &point->network_bytes,
	};
	if (fields[column->role]) {
		*fields[column->role] = value;
		return true;
	}
	// Bytes and intensity of one level are one entry.
	struct level_value *level = point_level(arena, point, column->level, place);
	double *field = column->role == ROLE_BYTES ? &level->bytes : &level->intensity;
	if (!isnan(*field) && *field != value) {
		diags_add_point(diags, DIAG_CONFLICT, place, point->name, "column '%s': expected one value for %s, found %s here and %s in another column",
			column->header, level_name(point, level), num_short(value, 6).text, num_short(*field, 6).text);
		return false;
	}
	*field = value;
	return true;
}

// Missing cells matter only where the others do not fix the point.
static bool is_fixed(const struct point *point)
{
	bool bytes = false, intensity = false;
	for (size_t i = 0; i < point->levels.count; i++) {
		bytes |= !isnan(point->levels.items[i].bytes);
		intensity |= !isnan(point->levels.items[i].intensity);
	}
	bool work = !isnan(point->flops) || !isnan(point->macs), time = !isnan(point->time), rate = !isnan(point->performance),
		bandwidth = !isnan(point->bandwidth);
	rate |= (work && time) || (intensity && bandwidth) || (intensity && bytes && time);
	bytes |= bandwidth && time;
	intensity |= (work && bytes) || (rate && bandwidth) || (rate && bytes && time);
	return rate && intensity;
}

// The mean of many calls is the time of one, as FLOPs and bytes are: the number of calls then only says how many there were.
static void settle_calls(const struct table *table, struct point *point)
{
	const struct column *time = columns_find(table, ROLE_TIME);
	if (!time || !time->per_call || isnan(point->calls))
		return;
	point->launches = MAX(point->calls, 1);
	point->calls = NAN;
}

// What a cell's number must be beside 0 or more.
static bool check_number(struct arena *arena, const struct column *column, struct place place, const struct point *point, struct diags *diags)
{
	struct key_context context = {.arena = arena, .diags = diags, .point = point->name};
	const char *path = arena_printf(arena, "column '%s'", column->header);
	if (column->role == ROLE_LAUNCHES)
		return launches_check(&context, place, path, point->launches);
	if (column->role == ROLE_CALLS)
		return calls_check(&context, place, path, point->calls);
	bool is_range = (column->role == ROLE_TIME_LOW && point->time_low == 0) || (column->role == ROLE_TIME_HIGH && point->time_high == 0);
	return !is_range || keys_fail(&context, DIAG_WRONG_VALUE, place, path, "expected a time above 0, found 0; a run without a time is an empty cell");
}

static bool row_read(struct arena *arena, const struct table *table, const struct csv_record *record, struct chart *chart, struct diags *diags)
{
	if (record->count != table->column_count) {
		diags_add(diags, DIAG_BAD_CSV, record->place, "expected %zu cells as in the header, found %zu", table->column_count, record->count);
		return false;
	}
	struct point point;
	const char *missing = NULL;
	bool ok = true;
	point_init(&point);
	point.place = record->place;
	for (size_t i = 0; i < record->count; i++)
		take_text(&table->columns[i], record->cells[i].text, arena, &point);
	if (!point.name)
		point.name = arena_printf(arena, "line %zu", record->line);
	for (size_t i = 0; i < record->count; i++) {
		double value = NAN;
		if (!column_is_number(&table->columns[i]))
			continue;
		ok &= table_number(arena, table, record, i, point.name, &value, &missing, diags);
		if (!isnan(value))
			ok &= take_number(&table->columns[i], value, record->cells[i].place, arena, &point, diags) &&
				check_number(arena, &table->columns[i], record->cells[i].place, &point, diags);
	}
	if (isnan(point.time_low) || isnan(point.time_high))
		point.time_low = point.time_high = NAN;
	settle_calls(table, &point);
	point.kernel_name = point.name;
	if (missing && !is_fixed(&point))
		point.missing = missing;
	*list_push(arena, &chart->points) = point;
	return ok;
}

static bool is_blank(const struct csv_record *record)
{
	for (size_t i = 0; i < record->count; i++)
		if (record->cells[i].text[0])
			return false;
	return true;
}

static bool rows_read(struct arena *arena, const struct table *table, struct chart *chart, struct diags *diags)
{
	size_t from = chart->points.count;
	bool ok = true;
	for (size_t row = table->first_row; row < table->csv->count; row++)
		if (!is_blank(&table->csv->records[row]))
			ok &= row_read(arena, table, &table->csv->records[row], chart, diags);
	if (!ok || !table_settle_bits(table, chart, from, diags))
		return false;
	if (chart->points.count == from) {
		diags_add(diags, DIAG_NO_POINTS, table->header->place, "expected rows below the header, found none");
		return false;
	}
	return true;
}

static void columns_read(struct arena *arena, struct table *table)
{
	table->header = &table->csv->records[0];
	table->first_row = 1;
	table->column_count = table->header->count;
	table->columns = arena_array(arena, table->column_count, sizeof *table->columns);
	for (size_t i = 0; i < table->column_count; i++)
		table->columns[i] = column_read(arena, &table->header->cells[i]);
}

// Columns that can fix a point or a ceiling.
static bool has_figures(const struct table *table)
{
	static const enum role roles[] = {ROLE_FLOPS, ROLE_MACS, ROLE_BYTES, ROLE_TIME, ROLE_INTENSITY, ROLE_PERFORMANCE, ROLE_BANDWIDTH, ROLE_PEAK,
		ROLE_PEAK_BANDWIDTH};
	for (size_t i = 0; i < G_N_ELEMENTS(roles); i++)
		if (columns_find(table, roles[i]))
			return true;
	return false;
}

bool table_read_at(const struct import *in, struct csv_options options)
{
	struct arena *arena = in->arena;
	const struct source *source = in->source;
	struct chart *chart = in->chart;
	struct diags *diags = in->diags;
	options.separator = said_separator(source, &options.start);
	if (!options.separator)
		options.separator = later_separator(source, options.start);
	struct table table = {.csv = csv_read(arena, source, options, diags)};
	if (!table.csv)
		return false;
	if (!table.csv->count) {
		diags_add(diags, DIAG_NO_POINTS, (struct place){source, 0, 0}, "expected a header row and rows below it, found none");
		return false;
	}
	columns_read(arena, &table);
	if (columns_find(&table, ROLE_METRIC_NAME) && columns_find(&table, ROLE_METRIC_VALUE)) {
		table.csv = table_pivot(arena, table.csv, table.columns, diags);
		if (!table.csv)
			return false;
		columns_read(arena, &table);
	}
	if (!has_figures(&table)) {
		table_explain(table.csv, diags);
		return false;
	}
	if (!table_take_units(&table, diags) || !columns_settle(&table, diags) || !table_decide_style(&table, diags))
		return false;
	if (columns_find(&table, ROLE_PEAK) || columns_find(&table, ROLE_PEAK_BANDWIDTH))
		return table_read_ceilings(arena, &table, chart, diags);
	return rows_read(arena, &table, chart, diags);
}

static bool read_table(const struct import *in)
{
	return table_read_at(in, (struct csv_options){0});
}

const struct importer importer_table = {
	.name = "table",
	.tool = "CSV, TSV and the like with a header row",
	.gives = "points and ceilings",
	.hint = "columns such as name, flops, bytes, time [ms], or name, intensity, performance [GFLOP/s]",
	.recipe = "A header row that names the columns, one row a point, separated by comma, tab, semicolon or pipe:\n"
		"name,flops,bytes,time [ms]\n"
		"gemm,137 GFLOP,1.2 GB,0.74\n"
		"Any columns that fix intensity and performance will do (flops or macs, bytes, time, intensity, performance, bandwidth, calls), bytes and intensities also of\n"
		"one memory level each (bytes_l2, AI_HBM); units stand in the header or in the cells. series, precision, pipe, note and label are read as well.\n"
		"A table with columns such as name, peak [GFLOP/s] and bandwidth [GB/s] is one of ceilings, for --hardware.\n",
	.recognise = recognise,
	.read = read_table,
};
