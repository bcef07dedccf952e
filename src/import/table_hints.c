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
static char *suggest_header(const struct csv_record *record, char separator, bool machines)
{
	static const char *const two[] = {"intensity", "performance [GFLOP/s]"}, *const more[] = {"flops", "bytes", "time [ms]"},
		*const roofs[] = {"peak [GFLOP/s]", "bandwidth [GB/s]"};
	size_t numbers = number_count(record), number = 0;
	const char *const *names = machines ? roofs : numbers > 2 ? more : two;
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
				g_string_append_printf(line, "other%zu", number - name_count + 1);
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
	g_autofree char *line = suggest_header(data, csv->separator, machines);
	g_autofree char *found = text_shorten(first->cells[0].text, CELL_CHARS);
	const char *how = first->count == 1 && data->count > 1 ? "put in its place" : "add as the first line";
	if (machines)
		diags_add(diags, DIAG_BAD_CSV, first->place,
			"no header row: expected column names, found '%s', which reads like a list of machines: %s '%s', its names in the order of your columns, and give "
			"the file with --hardware",
			found, how, line);
	else
		diags_add(diags, DIAG_BAD_CSV, first->place,
			"no header row: expected column names, found '%s': %s '%s', its names in the order of your columns%s", found, how, line,
			number_count(data) == 2 ? " (which of the two numbers is the intensity cannot be seen)" : "");
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

// ---- ceilings -----------------------------------------------------------------------------------------------------------------------------------------

static void add_compute(struct arena *arena, struct hardware *machine, const char *name, double flop_per_s, struct place place)
{
	struct compute_ceiling *ceiling = list_push(arena, &machine->compute);
	compute_init(ceiling);
	ceiling->name = name;
	ceiling->peak = flop_per_s;
	ceiling->is_default = true;
	ceiling->place = place;
}

static void add_memory(struct arena *arena, struct hardware *machine, const char *name, double bytes_per_s, struct place place)
{
	struct memory_ceiling *ceiling = list_push(arena, &machine->memory);
	memory_init(ceiling);
	ceiling->name = name;
	ceiling->level = machine->memory.count == 1 ? "main" : NULL;
	ceiling->bandwidth = bytes_per_s;
	ceiling->place = place;
}

bool table_read_ceilings(struct arena *arena, struct table *table, struct chart *chart, struct diags *diags)
{
	const struct column *names = columns_find(table, ROLE_NAME);
	struct hardware *machine = arena_alloc(arena, sizeof *machine);
	hardware_init(machine);
	machine->name = importer_machine_name(arena, table->csv->source->name);
	machine->place = table->header->place;
	bool ok = true;
	for (size_t row = table->first_row; row < table->csv->count; row++) {
		const struct csv_record *record = &table->csv->records[row];
		if (record->count != table->column_count) {
			diags_add(diags, DIAG_BAD_CSV, record->place, "expected %zu cells as in the header, found %zu", table->column_count, record->count);
			ok = false;
			continue;
		}
		const char *name = names ? record->cells[names - table->columns].text : arena_printf(arena, "row %zu", row - table->first_row + 1);
		for (size_t i = 0; i < record->count; i++) {
			enum role role = table->columns[i].role;
			if (role != ROLE_PEAK && role != ROLE_PEAK_BANDWIDTH)
				continue;
			double value = NAN;
			const char *missing = NULL;
			ok &= table_number(arena, table, record, i, name, &value, &missing, diags);
			// A ceiling of 0 was not measured.
			if (value == 0)
				diags_add(diags, DIAG_ZERO_ROOF, record->cells[i].place, "column '%s': '%s' is 0, so this roof is left out", table->columns[i].header, name);
			if (!(value > 0))
				continue;
			(role == ROLE_PEAK ? add_compute : add_memory)(arena, machine, name, value, record->cells[i].place);
		}
	}
	if (!ok)
		return false;
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
