// SPDX-License-Identifier: MIT
// Tables that are no points as they stand: without a header row, with nothing known in it, or with ceilings.
#include "import/table.h"

#include "base/num.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

enum { LOOKED_AT = 8, SHOWN_CELLS = 8, CELL_CHARS = 40 };

static bool is_number(const char *text)
{
	double value;
	return num_parse(text, &value);
}

static size_t number_count(const struct csv_record *record)
{
	size_t count = 0;
	for (size_t i = 0; i < record->count; i++)
		count += is_number(record->cells[i].text);
	return count;
}

// The first of the leading rows that looks like data, or NULL.
static const struct csv_record *find_data(const struct csv *csv)
{
	for (size_t i = 0; i < csv->count && i < LOOKED_AT; i++)
		if (csv->records[i].count > 1 && number_count(&csv->records[i]))
			return &csv->records[i];
	return NULL;
}

static bool is_machine(const struct csv_record *record)
{
	static const char *const vendors[] = {"NVIDIA ", "AMD ", "Intel ", "Apple ", "Google ", "IBM ", "Fujitsu "};
	for (size_t i = 0; i < G_N_ELEMENTS(vendors); i++)
		if (g_ascii_strncasecmp(record->cells[0].text, vendors[i], strlen(vendors[i])) == 0)
			return true;
	return false;
}

static bool is_level(const char *text)
{
	const char *word;
	return memory_level_of(text, &word) && word;
}

// A header row that would fit: "name,intensity,performance [GFLOP/s]".
static char *suggest_header(const struct csv_record *record, char separator, bool machines, bool swapped)
{
	static const char *const orders[][2] = {{"intensity", "performance [GFLOP/s]"}, {"performance [GFLOP/s]", "intensity"}}, *const more[] = {"flops", "bytes", "time [ms]"},
		*const roofs[] = {"peak [GFLOP/s]", "bandwidth [GB/s]"};
	size_t numbers = number_count(record), number = 0;
	const char *const *names = machines ? roofs : numbers > 2 ? more : orders[swapped];
	size_t name_count = machines || numbers <= 2 ? 2 : 3;
	bool named = false;
	GString *line = g_string_new(NULL);
	for (size_t i = 0; i < record->count; i++) {
		const char *text = record->cells[i].text;
		if (i)
			g_string_append_c(line, separator);
		if (is_number(text)) {
			if (number < name_count)
				g_string_append(line, names[number]);
			else
				g_string_append_printf(line, "unused%zu", number - name_count + 1);
			number++;
		} else {
			g_string_append(line, !named ? "name" : is_level(text) ? "level" : "note");
			named = true;
		}
	}
	return g_string_free(line, FALSE);
}

static void explain_headerless(const struct csv *csv, const struct csv_record *data, struct diags *diags)
{
	const struct csv_record *first = &csv->records[0];
	bool machines = is_machine(data) && number_count(data) >= 2;
	g_autofree char *line = suggest_header(data, csv->separator, machines, false);
	g_autofree char *swapped = suggest_header(data, csv->separator, machines, true);
	// Of two numbers either may be the intensity.
	g_autofree char *lines = number_count(data) == 2 && !machines ? g_strdup_printf("'%s' or '%s'", line, swapped) : g_strdup_printf("'%s'", line);
	g_autofree char *found = text_shorten(first->cells[0].text, CELL_CHARS);
	const char *how = first->count == 1 && data->count > 1 ? "put in its place" : "add as the first line";
	if (machines)
		diags_add(diags, DIAG_BAD_CSV, first->place,
			"no header row: expected column names, found '%s', which reads like a list of machines: %s %s, its names in the order of your columns, and give "
			"the file with --hardware",
			found, how, lines);
	else
		diags_add(diags, DIAG_BAD_CSV, first->place,
			"no header row: expected column names, found '%s': %s %s, its names in the order of your columns", found, how, lines);
}

void table_explain(const struct csv *csv, struct diags *diags)
{
	const struct csv_record *first = &csv->records[0], *data = find_data(csv);
	if (data && (number_count(first) || (first->count == 1 && data != first))) {
		explain_headerless(csv, data, diags);
		return;
	}
	g_autoptr(GString) found = g_string_new(NULL);
	for (size_t i = 0; i < first->count && i < SHOWN_CELLS; i++) {
		g_autofree char *cell = text_shorten(first->cells[i].text, CELL_CHARS);
		g_string_append_printf(found, "%s'%s'", i ? ", " : "", cell);
	}
	diags_add(diags, DIAG_BAD_CSV, first->place,
		"expected columns that fix a point, such as name, flops, bytes and time [ms], or name, intensity and performance [GFLOP/s]; found %s%s", found->str,
		first->count > SHOWN_CELLS ? " and more" : "");
}
