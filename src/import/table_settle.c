// SPDX-License-Identifier: MIT
// Which columns of a table are used, and what the others leave open in them.
#include "import/table.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

// How many names of unused columns a message shows.
enum { SHOWN_NAMES = 12 };

const struct column *columns_find(const struct table *table, enum role role)
{
	for (size_t i = 0; i < table->column_count; i++)
		if (table->columns[i].role == role)
			return &table->columns[i];
	return NULL;
}

static void rename_role(struct table *table, enum role from, enum role to)
{
	for (size_t i = 0; i < table->column_count; i++)
		if (table->columns[i].role == from)
			table->columns[i].role = to;
}

static bool is_same_thing(const struct column *a, const struct column *b)
{
	return a->role == b->role && text_same(a->level, b->level);
}

// Leaves one column of each role and level.
static bool drop_rivals(struct table *table, struct diags *diags)
{
	bool ok = true;
	for (size_t i = 0; i < table->column_count; i++) {
		struct column *column = &table->columns[i];
		for (size_t j = 0; j < i && column->role != ROLE_NONE; j++) {
			struct column *other = &table->columns[j];
			if (!is_same_thing(column, other))
				continue;
			if (column->rank == other->rank && column_is_number(column)) {
				diags_add(diags, DIAG_CONFLICT, column->place, "columns '%s' and '%s' say the same thing: expected one of them", other->header,
					column->header);
				ok = false;
			}
			(column->rank < other->rank ? other : column)->role = ROLE_NONE;
		}
	}
	return ok;
}

static bool has(const struct table *table, enum role role)
{
	return columns_find(table, role) != NULL;
}

// A bare `flops` is a count, unless only a rate would fix the points.
static void settle_flops(struct table *table, struct diags *diags)
{
	for (size_t i = 0; i < table->column_count; i++) {
		struct column *column = &table->columns[i];
		if (column->plural_flops && column->role == ROLE_PERFORMANCE)
			diags_add(diags, DIAG_ASSUMED, column->place, "column '%s' is read as a rate (FLOP/s): write FLOP for a count", column->header);
		if (!column->bare_flops || column->role != ROLE_FLOPS || !has(table, ROLE_INTENSITY) || has(table, ROLE_TIME) || has(table, ROLE_BYTES) ||
			has(table, ROLE_PERFORMANCE))
			continue;
		column->role = ROLE_PERFORMANCE;
		column->quantity = QUANTITY_FLOP_RATE;
		diags_add(diags, DIAG_ASSUMED, column->place,
			"column '%s' is read as a rate in FLOP/s: the table has an intensity and neither time nor bytes", column->header);
	}
}

static bool check_units(const struct table *table, struct diags *diags)
{
	bool ok = true;
	for (size_t i = 0; i < table->column_count; i++) {
		const struct column *column = &table->columns[i];
		if (!column_is_number(column))
			continue;
		if (column->unknown_unit) {
			diags_add(diags, DIAG_WRONG_UNIT, column->place, "column '%s': expected %s, found the unit '%s'", column->header,
				units_expected(column->quantity), column->unknown_unit);
			ok = false;
		}
		if (column->bits)
			diags_add(diags, DIAG_BITS, column->place, "column '%s' is in bits: write B for bytes", column->header);
	}
	return ok;
}

static bool has_points(const struct table *table)
{
	static const enum role roles[] = {ROLE_FLOPS, ROLE_MACS, ROLE_BYTES, ROLE_TIME, ROLE_INTENSITY, ROLE_PERFORMANCE};
	for (size_t i = 0; i < G_N_ELEMENTS(roles); i++)
		if (has(table, roles[i]))
			return true;
	return false;
}

static void say_unused(const struct table *table, struct diags *diags)
{
	g_autoptr(GString) names = g_string_new(NULL);
	size_t count = 0;
	const struct column *first = NULL;
	for (size_t i = 0; i < table->column_count; i++) {
		const struct column *column = &table->columns[i];
		if (column->role != ROLE_NONE || !column->header[0])
			continue;
		if (!first)
			first = column;
		if (count++ < SHOWN_NAMES)
			g_string_append_printf(names, "%s'%s'", names->len ? ", " : "", column->header);
	}
	if (!count)
		return;
	if (count > SHOWN_NAMES)
		g_string_append_printf(names, " and %zu more", count - SHOWN_NAMES);
	diags_add(diags, DIAG_IGNORED, first->place, "%s not used: %s", count == 1 ? "column" : "columns", names->str);
}

bool columns_settle(struct table *table, struct diags *diags)
{
	if (!has(table, ROLE_NAME))
		rename_role(table, has(table, ROLE_LABEL) ? ROLE_LABEL : ROLE_ID, ROLE_NAME);
	bool ok = drop_rivals(table, diags);
	if (!has(table, ROLE_TIME) || !has(table, ROLE_TIME_LOW) || !has(table, ROLE_TIME_HIGH)) {
		rename_role(table, ROLE_TIME_LOW, ROLE_NONE);
		rename_role(table, ROLE_TIME_HIGH, ROLE_NONE);
	}
	if (has_points(table)) {
		rename_role(table, ROLE_PEAK, ROLE_NONE);
		rename_role(table, ROLE_PEAK_BANDWIDTH, ROLE_NONE);
	} else if (has(table, ROLE_PEAK)) {
		rename_role(table, ROLE_BANDWIDTH, has(table, ROLE_PEAK_BANDWIDTH) ? ROLE_NONE : ROLE_PEAK_BANDWIDTH);
	}
	settle_flops(table, diags);
	ok &= check_units(table, diags);
	if (ok)
		say_unused(table, diags);
	return ok;
}

// ---- a row of units -----------------------------------------------------------------------------------------------------------------------------------

static bool is_units_row(const struct table *table, const struct csv_record *record)
{
	bool any = false;
	if (record->count != table->column_count)
		return false;
	for (size_t i = 0; i < record->count; i++) {
		const struct column *column = &table->columns[i];
		struct column unit = {.factor = NAN};
		if (!column_is_number(column) && column->role != ROLE_NAME)
			continue;
		if (!record->cells[i].text[0])
			continue;
		if (!column_is_number(column) || !column_unit_named(record->cells[i].text, &unit))
			return false;
		any = true;
	}
	return any;
}

bool table_take_units(struct table *table, struct diags *diags)
{
	bool ok = true;
	if (table->first_row >= table->csv->count)
		return true;
	const struct csv_record *record = &table->csv->records[table->first_row];
	if (!is_units_row(table, record))
		return true;
	table->first_row++;
	for (size_t i = 0; i < record->count; i++) {
		struct column *column = &table->columns[i], unit = {.factor = NAN};
		const struct csv_cell *cell = &record->cells[i];
		if (!column_is_number(column) || !cell->text[0])
			continue;
		if (!column_unit_named(cell->text, &unit) || unit.quantity != column->quantity) {
			diags_add(diags, DIAG_WRONG_UNIT, cell->place, "column '%s': expected %s, found the unit '%s'", column->header,
				units_expected(column->quantity), cell->text);
			ok = false;
			continue;
		}
		column->factor = unit.factor;
		column->bits = unit.bits;
		column->either_case = unit.either_case;
	}
	return ok;
}

// ---- bits or bytes ------------------------------------------------------------------------------------------------------------------------------------

static double known_bytes(const struct point *point)
{
	for (size_t i = 0; i < point->levels.count; i++)
		if (point->levels.items[i].bytes > 0)
			return point->levels.items[i].bytes;
	return NAN;
}

static double known_intensity(const struct point *point)
{
	for (size_t i = 0; i < point->levels.count; i++)
		if (point->levels.items[i].intensity > 0)
			return point->levels.items[i].intensity;
	return NAN;
}

// byte/s by everything but the bandwidth itself; NAN when the rest does not say.
static double derived_bandwidth(const struct point *point)
{
	double flops = !isnan(point->flops) ? point->flops : 2 * point->macs;
	const double candidates[] = {
		known_bytes(point) / point->time,
		point->performance / known_intensity(point),
		point->performance * known_bytes(point) / flops,
		flops / point->time / known_intensity(point),
	};
	for (size_t i = 0; i < G_N_ELEMENTS(candidates); i++)
		if (isfinite(candidates[i]) && candidates[i] > 0)
			return candidates[i];
	return NAN;
}

static bool near(double a, double b)
{
	return fabs(a / b - 1) < 0.05;
}

bool table_settle_bits(const struct table *table, struct chart *chart, size_t from, struct diags *diags)
{
	const struct column *column = columns_find(table, ROLE_BANDWIDTH);
	size_t as_bytes = 0, as_bits = 0, neither = 0;
	if (!column || !column->either_case)
		return true;
	for (size_t i = from; i < chart->points.count; i++) {
		const struct point *point = &chart->points.items[i];
		double derived = derived_bandwidth(point);
		if (isnan(derived) || !(point->bandwidth > 0))
			continue;
		if (near(point->bandwidth, derived))
			as_bytes++;
		else if (near(point->bandwidth / 8, derived))
			as_bits++;
		else
			neither++;
	}
	size_t votes = as_bytes + as_bits + neither;
	if (!votes || (as_bytes != votes && as_bits != votes)) {
		diags_add(diags, DIAG_MISSING_UNIT, column->place,
			"column '%s' may be in bits or bytes, and %s: write its unit as in 'bandwidth [GB/s]' (bytes) or 'bandwidth [Gb/s]' (bits)", column->header,
			votes ? "the other columns agree with neither in every row" : "no other columns show which");
		return false;
	}
	diags_add(diags, DIAG_ASSUMED, column->place, "column '%s' is read in %s per second: so it agrees with the other columns in %zu of %zu rows",
		column->header, as_bytes ? "bytes" : "bits", votes, chart->points.count - from);
	for (size_t i = from; as_bits && i < chart->points.count; i++)
		chart->points.items[i].bandwidth /= 8;
	return true;
}
