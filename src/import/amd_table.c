// SPDX-License-Identifier: MIT
// Tables of AMD's profilers: found by cells of their header, read with the place of every value.
#include "import/amd.h"
#include "import/record.h"

#include "base/num.h"
#include "base/text.h"
#include "input/units.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { LOOKED_AT_BYTES = 64 * 1024 };

// Above this a double does not hold every integer.
#define MAX_EXACT 9007199254740992.0

// ---- finding ------------------------------------------------------------------------------------------------------------------------------------------

static bool is_edge(char c)
{
	return c == ',' || c == ';' || c == '\t' || c == '"';
}

static bool has_cell(struct text_line line, const char *cell)
{
	size_t length = strlen(cell), end = MIN(line.length, LOOKED_AT_BYTES);
	for (size_t at = 0; at + length <= end; at++) {
		while (at < end && is_edge(line.text[at]))
			at++;
		size_t start = at;
		while (at < end && !is_edge(line.text[at]))
			at++;
		if (at - start == length && g_ascii_strncasecmp(line.text + start, cell, length) == 0)
			return true;
	}
	return false;
}

bool amd_header_find(const struct source *source, const char *const *cells, struct text_line *line)
{
	size_t offset = encoding_bom(source);
	while (offset < LOOKED_AT_BYTES && text_line_next(source, &offset, line)) {
		size_t found = 0;
		while (cells[found] && has_cell(*line, cells[found]))
			found++;
		if (!cells[found])
			return true;
	}
	return false;
}

// ---- reading ------------------------------------------------------------------------------------------------------------------------------------------

static const char *const shape_columns[AMD_SHAPE_COLUMNS] = {"Grid_Size|grd", "Workgroup_Size|wgr", "Grid_Size_X", "Grid_Size_Y", "Grid_Size_Z",
	"Workgroup_Size_X", "Workgroup_Size_Y", "Workgroup_Size_Z"};

// A file that was cut off ends in a short row.
static bool widths_agree(const struct amd_table *table)
{
	bool ok = true;
	for (size_t i = 1; i < table->csv->count; i++) {
		const struct csv_record *record = &table->csv->records[i];
		if (record->count == table->header->count)
			continue;
		diags_add(table->in->diags, DIAG_BAD_PROFILE, record->place, "expected %zu cells as in the header, found %zu%s", table->header->count,
			record->count, i + 1 == table->csv->count ? ": the file may be cut off" : "");
		ok = false;
	}
	return ok;
}

bool amd_table_read(const struct import *in, struct text_line header, const char *const *cells, struct amd_table *table)
{
	*table = (struct amd_table){.in = in, .csv = record_table(in, (struct csv_options){.start = header.offset})};
	if (!table->csv)
		return false;
	table->header = table->csv->records;
	if (!record_has_columns(table->header, cells, in->diags))
		return false;
	if (table->csv->count < 2) {
		diags_add(in->diags, DIAG_BAD_PROFILE, text_line_place(in->source, header), "expected rows below the header, found none: the profiler recorded nothing");
		return false;
	}
	for (size_t i = 0; i < AMD_SHAPE_COLUMNS; i++)
		table->shape[i] = amd_column(table, shape_columns[i]);
	return widths_agree(table);
}

int amd_column(const struct amd_table *table, const char *names)
{
	g_auto(GStrv) each = g_strsplit(names, "|", -1);
	for (size_t n = 0; each[n]; n++)
		for (size_t i = 0; i < table->header->count; i++)
			if (text_same(table->header->cells[i].text, each[n]))
				return (int)i;
	return AMD_NO_COLUMN;
}

bool amd_is_header(const struct amd_table *table, const struct csv_record *record)
{
	for (size_t i = 0; i < record->count; i++)
		if (strcmp(record->cells[i].text, table->header->cells[i].text) != 0)
			return false;
	return true;
}

const char *amd_text(const struct csv_record *record, int column)
{
	return column == AMD_NO_COLUMN ? "" : record->cells[column].text;
}

bool amd_number(const struct amd_table *table, const struct csv_record *record, int column, double factor, double *value)
{
	*value = NAN;
	if (column == AMD_NO_COLUMN || csv_is_missing(record->cells[column].text))
		return true;
	const struct csv_cell *cell = &record->cells[column];
	const char *name = table->header->cells[column].text;
	double number;
	if (!num_parse(cell->text, &number))
		diags_add(table->in->diags, DIAG_WRONG_VALUE, cell->place, "%s: expected a number, found '%s'", name, cell->text);
	else if (number < 0)
		diags_add(table->in->diags, DIAG_NEGATIVE, cell->place, "%s: expected 0 or more, found %s", name, cell->text);
	else if (!units_scale(cell->text, factor, value))
		diags_add(table->in->diags, DIAG_WRONG_VALUE, cell->place, "%s: expected " UNITS_RANGE " in SI units, found %s", name, cell->text);
	else
		return true;
	return false;
}

// Nanoseconds since a machine was started, or since 1970, take more digits than a double has: read as an integer, which a table that was joined by other
// tools may write as "1411987252061945.0".
static bool stamp_parse(const char *text, guint64 *stamp_ns)
{
	size_t digits = strspn(text, "0123456789");
	const char *rest = text + digits;
	if (digits && (!*rest || (*rest == '.' && !rest[1 + strspn(rest + 1, "0")]))) {
		g_autofree char *whole = g_strndup(text, digits);
		return g_ascii_string_to_unsigned(whole, 10, 0, G_MAXUINT64, stamp_ns, NULL);
	}
	double value;
	if (!num_parse(text, &value) || value < 0 || value >= MAX_EXACT || value != floor(value))
		return false;
	*stamp_ns = (guint64)value;
	return true;
}

bool amd_stamp(const struct amd_table *table, const struct csv_record *record, int column, guint64 *stamp_ns, bool *there)
{
	*there = false;
	if (column == AMD_NO_COLUMN || csv_is_missing(record->cells[column].text))
		return true;
	const struct csv_cell *cell = &record->cells[column];
	if (!stamp_parse(cell->text, stamp_ns)) {
		diags_add(table->in->diags, DIAG_WRONG_VALUE, cell->place, "%s: expected a time stamp in whole nanoseconds, found '%s'",
			table->header->cells[column].text, cell->text);
		return false;
	}
	*there = true;
	return true;
}

bool amd_seconds(const struct amd_table *table, const struct csv_record *record, int start, int end, double *seconds)
{
	guint64 from = 0, to = 0;
	bool has_start, has_end;
	*seconds = NAN;
	bool ok = amd_stamp(table, record, start, &from, &has_start);
	ok &= amd_stamp(table, record, end, &to, &has_end);
	if (!ok || !has_start || !has_end || from == to)
		return ok;
	if (to < from) {
		diags_add(table->in->diags, DIAG_NEGATIVE, record->cells[end].place, "%s: expected an end after the start %s, found %s",
			table->header->cells[end].text, record->cells[start].text, record->cells[end].text);
		return false;
	}
	g_autofree char *text = g_strdup_printf("%" G_GUINT64_FORMAT, to - from);
	return units_scale(text, 1e-9, seconds);
}

struct point *amd_point(const struct amd_table *table, const struct csv_record *record, int name)
{
	const struct csv_cell *cell = &record->cells[name];
	if (!text_is_blank(cell->text))
		return import_point(table->in, cell->text, record->place);
	diags_add(table->in->diags, DIAG_BAD_PROFILE, cell->place, "%s: expected the name of a kernel, found an empty cell", table->header->cells[name].text);
	return NULL;
}

const char *amd_shape(const struct amd_table *table, const struct csv_record *record)
{
	const char *sizes[AMD_SHAPE_COLUMNS];
	for (size_t i = 0; i < AMD_SHAPE_COLUMNS; i++)
		sizes[i] = amd_text(record, table->shape[i]);
	if (*sizes[0] && *sizes[1])
		return arena_printf(table->in->arena, "grid %s, workgroup %s", sizes[0], sizes[1]);
	for (size_t i = 2; i < AMD_SHAPE_COLUMNS; i++)
		if (!*sizes[i])
			return NULL;
	return arena_printf(table->in->arena, "grid %s %s %s, workgroup %s %s %s", sizes[2], sizes[3], sizes[4], sizes[5], sizes[6], sizes[7]);
}
