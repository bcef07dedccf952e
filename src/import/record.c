// SPDX-License-Identifier: MIT
#include "import/record.h"

#include "base/num.h"
#include "base/text.h"
#include "input/units.h"

#include <glib.h>
#include <math.h>

struct source record_head(const struct source *source)
{
	return (struct source){source->name, source->bytes, MIN(source->size, 64 * 1024)};
}

size_t record_find(const struct csv_record *header, const char *name)
{
	for (size_t i = 0; i < header->count; i++)
		if (text_same(header->cells[i].text, name))
			return i;
	return RECORD_NONE;
}

const struct csv_cell *record_cell(const struct csv_record *record, size_t column)
{
	return column < record->count ? &record->cells[column] : NULL;
}

const char *record_text(const struct csv_record *record, size_t column)
{
	const struct csv_cell *cell = record_cell(record, column);
	return cell && !csv_is_missing(cell->text) ? cell->text : "";
}

bool record_number(const struct csv_cell *cell, double factor, double *value, struct diags *diags)
{
	*value = NAN;
	if (!cell || csv_is_missing(cell->text))
		return true;
	double number;
	if (!num_parse(cell->text, &number)) {
		diags_add(diags, DIAG_WRONG_VALUE, cell->place, "expected a number, found '%s'", cell->text);
		return false;
	}
	if (number < 0) {
		diags_add(diags, DIAG_NEGATIVE, cell->place, "expected 0 or more, found %s", cell->text);
		return false;
	}
	if (units_scale(cell->text, factor, value))
		return true;
	diags_add(diags, DIAG_WRONG_VALUE, cell->place, "expected " UNITS_RANGE " in SI units, found %s", cell->text);
	return false;
}

const struct csv *record_table(const struct import *in, struct csv_options options)
{
	const struct csv *csv = csv_read(in->arena, in->source, options, in->diags);
	if (!csv || csv->count)
		return csv;
	diags_add(in->diags, DIAG_BAD_PROFILE, (struct place){in->source, MIN(options.start, in->source->size), 0},
		"expected a header and rows below it, found none that is no comment");
	return NULL;
}

bool record_has_columns(const struct csv_record *header, const char *const *names, struct diags *diags)
{
	for (; *names; names++) {
		if (record_find(header, *names) != RECORD_NONE)
			continue;
		diags_add(diags, DIAG_BAD_PROFILE, header->place, "expected a column %s, found none: is it written with another separator or other quotes?", *names);
		return false;
	}
	return true;
}

bool record_is_as_wide(const struct csv_record *header, const struct csv_record *record, struct diags *diags)
{
	if (record->count == header->count)
		return true;
	diags_add(diags, DIAG_BAD_PROFILE, record->place, "expected %zu cells as in the header, found %zu (is the file cut off?)", header->count, record->count);
	return false;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static void add_cell(struct arena *arena, const struct source *source, struct text_line line, size_t from, size_t to, struct csv_record *record, size_t *cap)
{
	while (from < to && is_blank(line.text[from]))
		from++;
	while (to > from && is_blank(line.text[to - 1]))
		to--;
	record->cells = list_reserve(arena, record->cells, record->count, cap, sizeof *record->cells);
	g_autofree char *text = g_utf8_make_valid(line.text + from, (gssize)(to - from));
	record->cells[record->count++] = (struct csv_cell){.text = arena_strdup(arena, text), .place = {source, line.offset + from, to - from}};
}

// Where the cell ends that starts at `at`.
static size_t cell_end(struct text_line line, size_t at, char separator)
{
	while (at < line.length) {
		if (separator != ' ' ? line.text[at] == separator : is_blank(line.text[at]) && (at + 1 == line.length || is_blank(line.text[at + 1])))
			break;
		at++;
	}
	return at;
}

struct csv_record record_of_line(struct arena *arena, const struct source *source, struct text_line line, char separator)
{
	struct csv_record record = {.place = text_line_place(source, line)};
	size_t cap = 0;
	for (size_t at = 0; at <= line.length;) {
		while (separator == ' ' && at < line.length && is_blank(line.text[at]))
			at++;
		if (separator == ' ' && at == line.length)
			break;
		size_t to = cell_end(line, at, separator);
		add_cell(arena, source, line, at, to, &record, &cap);
		at = to + 1;
	}
	return record;
}
