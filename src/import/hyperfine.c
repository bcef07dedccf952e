// SPDX-License-Identifier: MIT
// Times of hyperfine: --export-json (version 1: {"results": [{"command", "mean", "median", "min", "max", …}]} in s; the alpha of version 2: {"results":
// [{"command", "name", "measurements": [{"time_wall_clock": {"value", "unit"}}, …]}]}) and --export-csv ("command,mean,stddev,median,user,system,min,max", s).
// The time of a command is the median, with the range of its runs.
#include "import/record.h"

#include "base/text.h"
#include "input/json.h"
#include "input/units.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static bool is_csv(const struct source *source)
{
	size_t offset = encoding_bom(source);
	struct text_line line;
	return text_line_next(source, &offset, &line) && text_line_starts(line, "command,mean,stddev,median,");
}

static int recognise(const struct source *source)
{
	struct source head = record_head(source);
	if (is_csv(&head))
		return 95;
	const char *command = memmem(head.bytes, head.size, "\"command\"", 9);
	return command && json_start(source) == '{' && json_head_has_key(source, "results") ? 95 : 0;
}

static struct point *command_point(const struct import *in, const char *name, struct place place)
{
	struct point *point = import_point(in, name, place);
	import_miss(in, point, IMPORT_TIMES_ALONE);
	return point;
}

// A range that the median is not in is no range of it.
static void set_times(struct point *point, double time, double low, double high)
{
	bool is_range = low <= time && time <= high;
	point->time = time;
	point->time_low = is_range ? low : NAN;
	point->time_high = is_range ? high : NAN;
}

// ---- JSON ---------------------------------------------------------------------------------------------------------------------------------------------

static bool expected(const struct import *in, const struct json *value, const char *what)
{
	diags_add(in->diags, DIAG_BAD_PROFILE, value->place, "expected %s, found %s", what, json_type_name(value));
	return false;
}

// A time in s; NAN when it is null or not there.
static bool seconds_read(const struct import *in, const struct json *value, double factor, double *seconds)
{
	*seconds = NAN;
	if (!value || value->type == JSON_NULL)
		return true;
	if (value->type != JSON_NUMBER)
		return expected(in, value, "a time");
	if (value->number < 0) {
		diags_add(in->diags, DIAG_NEGATIVE, value->place, "expected a time of 0 or more, found a negative one");
		return false;
	}
	*seconds = value->number * factor;
	return true;
}

static bool version_1_read(const struct import *in, const struct json *result, struct point *point)
{
	double mean, median, low, high;
	if (!seconds_read(in, json_member(result, "mean"), 1, &mean) || !seconds_read(in, json_member(result, "median"), 1, &median) ||
		!seconds_read(in, json_member(result, "min"), 1, &low) || !seconds_read(in, json_member(result, "max"), 1, &high))
		return false;
	set_times(point, isnan(median) ? mean : median, low, high);
	return true;
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static bool wall_clock_read(const struct import *in, const struct json *measurement, double *seconds)
{
	const struct json *clock = json_member(measurement, "time_wall_clock"), *value = clock ? json_member(clock, "value") : NULL;
	const struct json *unit = clock ? json_member(clock, "unit") : NULL;
	double factor;
	if (!value || !unit || unit->type != JSON_STRING)
		return expected(in, measurement, "time_wall_clock with a value and a unit");
	if (units_parse_unit(unit->string, QUANTITY_SECOND, &factor) == UNITS_OK)
		return seconds_read(in, value, factor, seconds);
	diags_add(in->diags, DIAG_WRONG_UNIT, unit->place, "expected a unit of time such as \"second\", found '%s'", unit->string);
	return false;
}

static bool version_2_read(const struct import *in, const struct json *measurements, struct point *point)
{
	if (measurements->type != JSON_ARRAY)
		return expected(in, measurements, "a list of measurements");
	double *times = arena_array(in->arena, measurements->count + 1, sizeof *times);
	size_t count = 0;
	for (const struct json *item = measurements->child; item; item = item->next) {
		if (!wall_clock_read(in, item, &times[count]))
			return false;
		count += !isnan(times[count]);
	}
	qsort(times, count, sizeof *times, compare_doubles);
	if (count)
		set_times(point, (times[(count - 1) / 2] + times[count / 2]) / 2, times[0], times[count - 1]);
	return true;
}

static bool result_read(const struct import *in, const struct json *result)
{
	const struct json *command = json_member(result, "command"), *name = json_member(result, "name");
	if (!command || command->type != JSON_STRING)
		return expected(in, result, "a result with a \"command\"");
	const char *called = name && name->type == JSON_STRING && *name->string ? name->string : command->string;
	struct point *point = command_point(in, called, command->place);
	const struct json *measurements = json_member(result, "measurements");
	if (!(measurements ? version_2_read(in, measurements, point) : version_1_read(in, result, point)))
		return false;
	if (isnan(point->time))
		import_miss(in, point, "no time of it was measured");
	return true;
}

static bool json_results_read(const struct import *in)
{
	const struct json *root = json_read(in->arena, in->source, in->diags);
	if (!root)
		return false;
	const struct json *results = json_member(root, "results");
	if (!results || results->type != JSON_ARRAY || !results->count)
		return expected(in, results ? results : root, "\"results\" with a command");
	bool ok = true;
	for (const struct json *result = results->child; result; result = result->next)
		ok &= result_read(in, result);
	return ok;
}

// ---- CSV ----------------------------------------------------------------------------------------------------------------------------------------------

static bool row_read(const struct import *in, const struct csv_record *header, const struct csv_record *record)
{
	static const char *const names[] = {"mean", "median", "min", "max"};
	double times[G_N_ELEMENTS(names)];
	if (!record_is_as_wide(header, record, in->diags))
		return false;
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
		if (!record_number(record_cell(record, record_find(header, names[i])), 1, &times[i], in->diags))
			return false;
	struct point *point = command_point(in, record->cells[0].text, record->cells[0].place);
	set_times(point, isnan(times[1]) ? times[0] : times[1], times[2], times[3]);
	if (isnan(point->time))
		import_miss(in, point, "no time of it was measured");
	return true;
}

static bool csv_results_read(const struct import *in)
{
	const struct csv *csv = record_table(in, (struct csv_options){.separator = ',', .keep_comments = true});
	bool ok = csv != NULL;
	if (csv && csv->count == 1) {
		diags_add(in->diags, DIAG_BAD_PROFILE, csv->records[0].place, "expected rows of commands below the header, found none");
		return false;
	}
	for (size_t i = 1; csv && i < csv->count; i++)
		ok &= row_read(in, &csv->records[0], &csv->records[i]);
	return ok;
}

static bool read_hyperfine(const struct import *in)
{
	*list_push(in->arena, &in->chart->notes) = "hyperfine";
	return is_csv(in->source) ? csv_results_read(in) : json_results_read(in);
}

const struct importer importer_hyperfine = {
	.name = "hyperfine",
	.tool = "hyperfine --export-json, --export-csv",
	.gives = "times",
	.hint = "JSON with results[].command, or a table command,mean,stddev,median",
	.recipe = "hyperfine --warmup 2 --export-json times.json -n small './app 1024' -n large './app 8192'\n"
		"rafter draw times.json --work work.csv --hardware NAME -o chart.svg\n"
		"The file has times; FLOPs and bytes of each command (\"small\", \"large\") come from --work.\n",
	.recognise = recognise,
	.read = read_hyperfine,
};
