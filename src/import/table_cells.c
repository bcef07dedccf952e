// SPDX-License-Identifier: MIT
// Cells of a table to numbers in SI.
#include "import/table.h"

#include "base/num.h"

#include <math.h>
#include <string.h>

bool table_decide_style(struct table *table, struct diags *diags)
{
	struct number_style style = {0};
	for (size_t row = table->first_row; row < table->csv->count; row++) {
		const struct csv_record *record = &table->csv->records[row];
		for (size_t i = 0; i < record->count && i < table->column_count; i++)
			if (column_is_number(&table->columns[i]))
				number_style_observe(&style, record->cells[i].text, record->cells[i].place, false);
	}
	if (!number_style_decide(&style, &table->decimal, diags))
		return false;
	if (table->decimal == DECIMAL_UNKNOWN && style.lone_comma.text) {
		diags_add(diags, DIAG_WRONG_VALUE, style.lone_comma.place,
			"'%s' may be thousands or a decimal comma, and no other number of the file shows which: write it without the comma, or with a decimal point",
			style.lone_comma.text);
		return false;
	}
	if (table->decimal == DECIMAL_COMMA)
		diags_add(diags, DIAG_ASSUMED, style.comma.place, "numbers are read with a decimal comma: '%s' cannot be anything else", style.comma.text);
	return true;
}

// Headers to suggest, by what is measured.
static const char *example_of(enum quantity quantity)
{
	return quantity == QUANTITY_SECOND ? "ms" : quantity == QUANTITY_BYTE_RATE ? "GB/s" : "GFLOP/s";
}

static void say_missing_unit(const struct table *table, const struct column *column, const struct csv_cell *cell, struct diags *diags)
{
	const char *unit = example_of(column->quantity);
	if (columns_find(table, ROLE_PEAK) || columns_find(table, ROLE_PEAK_BANDWIDTH))
		diags_add(diags, DIAG_MISSING_UNIT, column->place,
			"this is a table of ceilings, and column '%s' has no unit: write '%s [%s]' (or [%s]) and give the file with --hardware", column->header,
			column->header, unit, column->quantity == QUANTITY_BYTE_RATE ? "B/s" : "FLOP/s");
	else if (column->quantity == QUANTITY_SECOND)
		diags_add(diags, DIAG_MISSING_UNIT, column->place,
			"column '%s' has no unit: rename it to '%s_ms' or '%s [ms]' (s, ms, us or ns), or write the unit into the cells, as in '%s ms'",
			column->header, column->header, column->header, cell->text);
	else
		diags_add(diags, DIAG_MISSING_UNIT, column->place, "column '%s' has no unit: write '%s [%s]', or the unit into the cells, as in '%s %s'",
			column->header, column->header, unit, cell->text, unit);
}

// A rate of a machine that can only be in base units.
static bool is_base_rate(const struct table *table, double number)
{
	return number >= 1e9 && (columns_find(table, ROLE_PEAK) || columns_find(table, ROLE_PEAK_BANDWIDTH));
}

static bool say_wrong(const struct column *column, const struct csv_cell *cell, const char *name, enum units_result result, struct diags *diags)
{
	enum diag_id id = result == UNITS_WRONG_UNIT || result == UNITS_UNKNOWN_UNIT ? DIAG_WRONG_UNIT : DIAG_WRONG_VALUE;
	bool bare = column->quantity == QUANTITY_NONE;
	const char *expected = result == UNITS_OUT_OF_RANGE ? UNITS_RANGE : bare ? "a number" : units_expected(column->quantity);
	g_autofree char *hint = id == DIAG_WRONG_UNIT && !bare ? units_hint(cell->text, column->quantity) : g_strdup("");
	diags_add_point(diags, id, cell->place, name, "column '%s': expected %s, found '%s'%s", column->header, expected, cell->text, hint);
	return false;
}

static void say_missing_cell(struct arena *arena, const struct column *column, const struct csv_record *record, const char *text, const char **missing)
{
	const char *where = *missing ? "" : arena_printf(arena, "line %zu: ", record->line);
	const char *what = text[0] ? arena_printf(arena, "%scolumn '%s' is '%s'", where, column->header, text)
	                           : arena_printf(arena, "%scolumn '%s' is empty", where, column->header);
	importer_append(arena, missing, what);
}

bool table_number(struct arena *arena, const struct table *table, const struct csv_record *record, size_t index, const char *name, double *value,
	const char **missing, struct diags *diags)
{
	struct column *column = &table->columns[index];
	const struct csv_cell *cell = &record->cells[index];
	if (csv_is_missing(cell->text)) {
		say_missing_cell(arena, column, record, cell->text, missing);
		return true;
	}
	g_autoptr(GString) plain = g_string_new(NULL);
	number_style_plain(table->decimal, cell->text, plain);
	double number;
	if (num_parse(plain->str, &number)) {
		if (isnan(column->factor) && is_base_rate(table, number)) {
			column->factor = 1;
			diags_add(diags, DIAG_ASSUMED, cell->place, "column '%s' is read in %s: it names no unit, and %s is no machine's rate in a larger one", column->header,
				units_name(column->quantity), cell->text);
		}
		if (isnan(column->factor)) {
			say_missing_unit(table, column, cell, diags);
			// Once is enough: the other cells of the column are the same.
			column->factor = 1;
			return false;
		}
		if (!units_scale(plain->str, column->factor, value))
			return say_wrong(column, cell, name, UNITS_OUT_OF_RANGE, diags);
	} else {
		struct units_value parsed;
		enum units_result result = units_parse(plain->str, column->quantity, &parsed);
		if (result != UNITS_OK && result != UNITS_OK_BITS)
			return say_wrong(column, cell, name, result, diags);
		if (result == UNITS_OK_BITS && !column->bits && column->role != ROLE_NETWORK_BYTES) {
			column->bits = true;
			diags_add(diags, DIAG_BITS, cell->place, "column '%s': '%s' is in bits: write B for bytes", column->header, cell->text);
		}
		*value = parsed.si;
	}
	if (*value < 0) {
		diags_add_point(diags, DIAG_NEGATIVE, cell->place, name, "column '%s': expected 0 or more, found '%s'", column->header, cell->text);
		return false;
	}
	return true;
}
