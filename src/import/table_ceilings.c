// SPDX-License-Identifier: MIT
// Tables of ceilings: a roof and a slope a row, each row a machine; or roofs and slopes of one machine in rows of their own.
#include "import/table.h"

#include "base/num.h"
#include "base/text.h"

#include <math.h>

// No machine computes or moves less a second: the unit is missing, or another.
static const double least_rate = 1e6;

struct ceiling_row {
	const char *name;
	double peak, bandwidth; // NAN: not in this row
	struct place peak_place, bandwidth_place, place;
};

struct ceiling_rows {
	struct ceiling_row *items;
	size_t count, cap;
};

static bool is_plausible(const struct column *column, double value, struct place place, struct diags *diags)
{
	bool is_peak = column->role == ROLE_PEAK;
	if (value >= least_rate)
		return true;
	diags_add(diags, DIAG_WRONG_UNIT, place, "column '%s': %s %s is too little for a machine: name its unit, as in '%s [%s]'", column->header,
		num_short(value, 6).text, is_peak ? "FLOP/s" : "B/s", is_peak ? "peak" : "bandwidth", is_peak ? "GFLOP/s" : "GB/s");
	return false;
}

static bool row_read(struct arena *arena, const struct table *table, const struct csv_record *record, struct ceiling_row *row, struct diags *diags)
{
	bool ok = true;
	for (size_t i = 0; i < record->count; i++) {
		const struct column *column = &table->columns[i];
		struct place place = record->cells[i].place;
		double value = NAN;
		const char *missing = NULL;
		if (column->role != ROLE_PEAK && column->role != ROLE_PEAK_BANDWIDTH)
			continue;
		ok &= table_number(arena, table, record, i, row->name, &value, &missing, diags);
		// A ceiling of 0 was not measured.
		if (value == 0)
			diags_add(diags, DIAG_ZERO_ROOF, place, "column '%s': '%s' is 0, so this roof is left out", column->header, row->name);
		if (!(value > 0))
			continue;
		ok &= is_plausible(column, value, place, diags);
		*(column->role == ROLE_PEAK ? &row->peak : &row->bandwidth) = value;
		*(column->role == ROLE_PEAK ? &row->peak_place : &row->bandwidth_place) = place;
	}
	return ok;
}

static bool rows_read(struct arena *arena, const struct table *table, struct ceiling_rows *rows, struct diags *diags)
{
	const struct column *names = columns_find(table, ROLE_NAME);
	bool ok = true;
	for (size_t at = table->first_row; at < table->csv->count; at++) {
		const struct csv_record *record = &table->csv->records[at];
		if (record->count != table->column_count) {
			diags_add(diags, DIAG_BAD_CSV, record->place, "expected %zu cells as in the header, found %zu", table->column_count, record->count);
			ok = false;
			continue;
		}
		struct ceiling_row *row = list_push(arena, rows);
		*row = (struct ceiling_row){.peak = NAN, .bandwidth = NAN, .place = record->place};
		row->name = names && !text_is_blank(record->cells[names - table->columns].text) ? record->cells[names - table->columns].text
		                                                                                : arena_printf(arena, "row %zu", rows->count);
		ok &= row_read(arena, table, record, row, diags);
	}
	return ok;
}

// What a row's name says of its figures: "theoretical", "measured".
static enum ceiling_kind kind_of(const char *name)
{
	static const struct {
		const char *word;
		enum ceiling_kind kind;
	} words[] = {{"theoretical", CEILING_DATASHEET}, {"datasheet", CEILING_DATASHEET}, {"nominal", CEILING_DATASHEET}, {"measured", CEILING_MEASURED},
		{"empirical", CEILING_MEASURED}};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (text_begins_with_words(name, words[i].word))
			return words[i].kind;
	return CEILING_UNSAID;
}

static void add_compute(struct arena *arena, struct hardware *machine, const struct ceiling_row *row, const char *name)
{
	struct compute_ceiling *ceiling = list_push(arena, &machine->compute);
	compute_init(ceiling);
	ceiling->name = name;
	ceiling->peak = row->peak;
	ceiling->kind = kind_of(row->name);
	ceiling->is_default = true;
	ceiling->place = row->peak_place;
}

static void add_memory(struct arena *arena, struct hardware *machine, const struct ceiling_row *row, const char *name)
{
	struct memory_ceiling *ceiling = list_push(arena, &machine->memory);
	memory_init(ceiling);
	ceiling->name = name;
	ceiling->level = machine->memory.count == 1 ? "main" : NULL;
	ceiling->bandwidth = row->bandwidth;
	ceiling->kind = kind_of(row->name);
	ceiling->place = row->bandwidth_place;
}

static struct hardware *machine_new(struct arena *arena, const char *name, struct place place)
{
	struct hardware *machine = arena_alloc(arena, sizeof *machine);
	hardware_init(machine);
	machine->name = name;
	machine->place = place;
	return machine;
}

static bool is_machine(const struct ceiling_row *row)
{
	return !isnan(row->peak) && !isnan(row->bandwidth);
}

// Rows that have both are a machine each.
static bool add_machines(struct arena *arena, const struct ceiling_rows *rows, struct chart *chart)
{
	size_t machines = 0, others = 0;
	for (size_t i = 0; i < rows->count; i++)
		++*(is_machine(&rows->items[i]) ? &machines : &others);
	if (!machines || others)
		return false;
	for (size_t i = 0; i < rows->count; i++) {
		struct hardware *machine = machine_new(arena, rows->items[i].name, rows->items[i].place);
		add_compute(arena, machine, &rows->items[i], "Peak");
		add_memory(arena, machine, &rows->items[i], "Memory");
		*list_push(arena, &chart->hardware) = machine;
	}
	return true;
}

bool table_read_ceilings(struct arena *arena, struct table *table, struct chart *chart, struct diags *diags)
{
	struct ceiling_rows rows = {0};
	if (!rows_read(arena, table, &rows, diags))
		return false;
	if (add_machines(arena, &rows, chart))
		return true;
	struct hardware *machine = machine_new(arena, importer_machine_name(arena, table->csv->source->name), table->header->place);
	for (size_t i = 0; i < rows.count; i++) {
		if (!isnan(rows.items[i].peak))
			add_compute(arena, machine, &rows.items[i], rows.items[i].name);
		if (!isnan(rows.items[i].bandwidth))
			add_memory(arena, machine, &rows.items[i], rows.items[i].name);
	}
	if (!machine->compute.count && !machine->memory.count) {
		diags_add(diags, DIAG_NO_POINTS, table->header->place, "expected at least one ceiling above 0, found none");
		return false;
	}
	// As in a spec.
	if (!hardware_is_whole(machine)) {
		diags_add(diags, DIAG_MISSING_KEY, table->header->place, "a roofline needs both: expected a column such as '%s' beside that of the %s",
			machine->compute.count ? "bandwidth [GB/s]" : "peak [GFLOP/s]", machine->compute.count ? "peaks" : "bandwidths");
		return false;
	}
	*list_push(arena, &chart->hardware) = machine;
	return true;
}
