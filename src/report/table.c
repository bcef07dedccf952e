// SPDX-License-Identifier: MIT
#include "report/report_internal.h"

#include "base/names.h"
#include "base/text.h"
#include "base/text_table.h"

#include <string.h>

// Longer cells are shortened in the middle; the full name is in the other formats.
enum { CELL_CHARS = 56 };

static const char *printable(struct arena *arena, const char *text)
{
	if (!text)
		return "-";
	g_autofree char *shortened = text_shorten(text, CELL_CHARS);
	g_autofree char *safe = text_printable(shortened);
	return arena_strdup(arena, g_strdelimit(safe, "\t", ' '));
}

// Names as they are shown: two that read alike when shortened are kept apart by a number.
struct shown_names {
	GHashTable *shown; // full name -> shown name
	GHashTable *taken; // of names_claim
};

static const char *printable_name(struct arena *arena, const struct shown_names *names, const char *name)
{
	const char *shown = g_hash_table_lookup(names->shown, name);
	if (shown)
		return shown;
	shown = names_claim(arena, names->taken, printable(arena, name), " ~");
	g_hash_table_insert(names->shown, (char *)name, (char *)shown);
	return shown;
}

static void write_machine(struct arena *arena, const struct machine *machine, GString *out)
{
	const char *name = report_machine_name(machine), *id = machine->hardware->id;
	g_string_append(out, printable(arena, name ? name : "machine"));
	if (id && id != name)
		g_string_append_printf(out, " (%s)", printable(arena, id));
	g_string_append_c(out, '\n');
	struct text_table table = text_table_make(arena, 4);
	table.right[2] = true;
	struct report_ceilings ceilings = report_ceilings_of(arena, machine);
	for (size_t i = 0; i < ceilings.count; i++) {
		text_table_add(&table, ceilings.items[i].kind);
		text_table_add(&table, printable(arena, ceilings.items[i].name));
		text_table_add(&table, printable(arena, ceilings.items[i].value));
		text_table_add(&table, printable(arena, ceilings.items[i].about));
	}
	text_table_write(&table, "  ", out);
	g_string_append_c(out, '\n');
}

static bool column_is_used(struct arena *arena, const struct analysis *analysis, const struct report_column *column)
{
	for (size_t i = 0; i < analysis->rows.count; i++) {
		if (analysis->rows.items[i].plotted && column->cell(arena, &analysis->rows.items[i]))
			return true;
	}
	return false;
}

static void write_points(struct arena *arena, const struct analysis *analysis, const struct shown_names *names, GString *out)
{
	const struct report_column *shown[32];
	size_t count = 0;
	for (const struct report_column *column = report_columns; column->title; column++) {
		if (column_is_used(arena, analysis, column) && count < G_N_ELEMENTS(shown))
			shown[count++] = column;
	}
	if (!count)
		return;
	struct text_table table = text_table_make(arena, count);
	for (size_t i = 0; i < count; i++) {
		table.right[i] = shown[i]->number;
		text_table_add(&table, shown[i]->title);
	}
	for (size_t r = 0; r < analysis->rows.count; r++) {
		const struct row *row = &analysis->rows.items[r];
		for (size_t i = 0; i < count && row->plotted; i++)
			text_table_add(&table, i == 0 ? printable_name(arena, names, row->name) : printable(arena, shown[i]->cell(arena, row)));
	}
	text_table_write(&table, "", out);
}

static void write_unplotted(struct arena *arena, const struct analysis *analysis, const struct shown_names *names, GString *out)
{
	struct text_table table = text_table_make(arena, 2);
	size_t points = 0;
	const struct row *last = NULL;
	for (size_t r = 0; r < analysis->rows.count; r++) {
		const struct row *row = &analysis->rows.items[r];
		if (row->plotted)
			continue;
		const char *name = printable_name(arena, names, row->name);
		text_table_add(&table, row->level_count > 1 && row->level ? arena_printf(arena, "%s at %s", name, printable(arena, row->level)) : name);
		g_autofree char *reason = text_printable(report_reason(arena, row));
		text_table_add(&table, arena_strdup(arena, reason));
		points += !last || last->point != row->point;
		last = row;
	}
	if (!points)
		return;
	bool apart = out->len == 0 || g_str_has_suffix(out->str, "\n\n");
	g_string_append_printf(out, "%snot plotted (%zu of %zu points):\n", apart ? "" : "\n", points, analysis->chart->points.count);
	text_table_write(&table, "  ", out);
}

static void write_sweeps(struct arena *arena, const struct analysis *analysis, GString *out)
{
	bool several = analysis->machines.count > 1;
	for (size_t i = 0; i < analysis->sweeps.count; i++) {
		const struct sweep_result *result = &analysis->sweeps.items[i];
		g_string_append_printf(out, "%s%s%s%s: %s\n", i ? "" : "\n", printable(arena, result->sweep->name), several ? " on " : "",
			several ? printable(arena, report_machine_name(result->machine)) : "", report_sweep_text(arena, result));
	}
}

static void write_scaling(struct arena *arena, const struct analysis *analysis, const struct shown_names *names, GString *out)
{
	struct scaling_lines lines = report_scaling_lines(arena, analysis);
	size_t shown[SCALING_CELLS], count = 0;
	for (size_t cell = 0; cell < SCALING_CELLS; cell++) {
		for (size_t i = 0; i < lines.count; i++) {
			if (report_scaling_cell(&lines.items[i], cell)) {
				shown[count++] = cell;
				break;
			}
		}
	}
	g_string_append_printf(out, "%s\n", report_scaling_text(arena, analysis->scaling));
	if (!count)
		return;
	struct text_table table = text_table_make(arena, count);
	for (size_t i = 0; i < count; i++) {
		table.right[i] = shown[i] > 0;
		text_table_add(&table, report_scaling_titles[shown[i]]);
	}
	for (size_t line = 0; line < lines.count; line++) {
		for (size_t i = 0; i < count; i++) {
			const char *cell = report_scaling_cell(&lines.items[line], shown[i]);
			text_table_add(&table, shown[i] == 0 && cell ? printable_name(arena, names, cell) : printable(arena, cell));
		}
	}
	g_string_append_c(out, '\n');
	text_table_write(&table, "", out);
}

static void write_notes(struct arena *arena, const struct analysis *analysis, GString *out)
{
	struct report_notes notes = report_notes_of(arena, analysis);
	if (!notes.count)
		return;
	g_string_append(out, "\nnotes:\n");
	for (size_t i = 0; i < notes.count; i++) {
		g_autofree char *safe = text_printable(notes.items[i]);
		g_string_append_printf(out, "  %s\n", safe);
	}
}

void report_write_table(const struct analysis *analysis, const struct diags *diags, GString *out)
{
	(void)diags;
	struct arena *arena = arena_new();
	g_autoptr(GHashTable) shown = g_hash_table_new(g_str_hash, g_str_equal), taken = g_hash_table_new(g_str_hash, g_str_equal);
	struct shown_names names = {shown, taken};
	if (analysis->chart->title) {
		g_autofree char *title = text_printable(analysis->chart->title);
		g_string_append_printf(out, "%s\n\n", title);
	}
	for (size_t i = 0; i < analysis->machines.count; i++)
		write_machine(arena, &analysis->machines.items[i], out);
	if (analysis->scaling)
		write_scaling(arena, analysis, &names, out);
	else
		write_points(arena, analysis, &names, out);
	write_sweeps(arena, analysis, out);
	write_unplotted(arena, analysis, &names, out);
	write_notes(arena, analysis, out);
	arena_free(arena);
}
