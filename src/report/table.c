// SPDX-License-Identifier: MIT
#include "report/report_internal.h"

#include "base/text.h"

#include <string.h>

// Longer cells are shortened in the middle; the full name is in the other formats.
enum { CELL_CHARS = 56, GAP_CHARS = 2 };

// Text cells, aligned when written.
struct grid {
	struct arena *arena;
	size_t columns;
	bool *number; // right-aligned, by column
	struct { const char **items; size_t count, cap; } cells; // row by row
	GHashTable *owners; // shown name -> full name
};

// Columns of a terminal that the text takes.
static size_t display_width(const char *text)
{
	size_t width = 0;
	for (const char *at = text; *at; at = g_utf8_next_char(at)) {
		gunichar c = g_utf8_get_char(at);
		width += g_unichar_iszerowidth(c) ? 0 : g_unichar_iswide(c) ? 2 : 1;
	}
	return width;
}

static const char *printable(struct arena *arena, const char *text)
{
	if (!text)
		return "-";
	g_autofree char *shortened = text_shorten(text, CELL_CHARS);
	g_autofree char *safe = text_printable(shortened);
	return arena_strdup(arena, g_strdelimit(safe, "\t", ' '));
}

// Two names that read alike when shortened are kept apart by a number.
static const char *printable_name(struct grid *grid, const char *name)
{
	const char *base = printable(grid->arena, name), *shown = base;
	for (size_t n = 2;; n++) {
		const char *owner = g_hash_table_lookup(grid->owners, shown);
		if (owner && !strcmp(owner, name))
			return shown;
		if (!owner) {
			g_hash_table_insert(grid->owners, (char *)shown, (char *)name);
			return shown;
		}
		shown = arena_printf(grid->arena, "%s ~%zu", base, n);
	}
}

static struct grid grid_make(struct arena *arena, size_t columns)
{
	return (struct grid){.arena = arena, .columns = columns, .number = arena_array(arena, columns, sizeof(bool))};
}

static void grid_add(struct grid *grid, const char *cell)
{
	*list_push(grid->arena, &grid->cells) = cell;
}

static void append_cell(GString *out, const char *cell, size_t width, bool right, bool last)
{
	size_t pad = width - display_width(cell);
	if (right)
		g_string_append_printf(out, "%*s", (int)pad, "");
	g_string_append(out, cell);
	if (!right && !last)
		g_string_append_printf(out, "%*s", (int)pad, "");
	if (!last)
		g_string_append_printf(out, "%*s", (int)GAP_CHARS, "");
}

static void grid_write(const struct grid *grid, const char *indent, GString *out)
{
	size_t *widths = arena_array(grid->arena, grid->columns, sizeof *widths);
	for (size_t i = 0; i < grid->cells.count; i++) {
		size_t width = display_width(grid->cells.items[i]);
		widths[i % grid->columns] = MAX(widths[i % grid->columns], width);
	}
	for (size_t i = 0; i < grid->cells.count; i++) {
		size_t column = i % grid->columns;
		bool last = column + 1 == grid->columns;
		g_string_append(out, column ? "" : indent);
		append_cell(out, grid->cells.items[i], widths[column], grid->number[column], last);
		if (!last)
			continue;
		while (out->str[out->len - 1] == ' ')
			g_string_truncate(out, out->len - 1);
		g_string_append_c(out, '\n');
	}
}

static void write_machine(struct arena *arena, const struct machine *machine, GString *out)
{
	const char *name = report_machine_name(machine), *id = machine->hardware->id;
	g_string_append(out, printable(arena, name ? name : "machine"));
	if (id && id != name)
		g_string_append_printf(out, " (%s)", printable(arena, id));
	g_string_append_c(out, '\n');
	struct grid grid = grid_make(arena, 4);
	grid.number[2] = true;
	struct report_ceilings ceilings = report_ceilings_of(arena, machine);
	for (size_t i = 0; i < ceilings.count; i++) {
		grid_add(&grid, ceilings.items[i].kind);
		grid_add(&grid, printable(arena, ceilings.items[i].name));
		grid_add(&grid, printable(arena, ceilings.items[i].value));
		grid_add(&grid, printable(arena, ceilings.items[i].about));
	}
	grid_write(&grid, "  ", out);
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

static void write_points(struct arena *arena, const struct analysis *analysis, GHashTable *owners, GString *out)
{
	const struct report_column *shown[32];
	size_t count = 0;
	for (const struct report_column *column = report_columns; column->title; column++) {
		if (column_is_used(arena, analysis, column) && count < G_N_ELEMENTS(shown))
			shown[count++] = column;
	}
	if (!count)
		return;
	struct grid grid = grid_make(arena, count);
	grid.owners = owners;
	for (size_t i = 0; i < count; i++) {
		grid.number[i] = shown[i]->number;
		grid_add(&grid, shown[i]->title);
	}
	for (size_t r = 0; r < analysis->rows.count; r++) {
		const struct row *row = &analysis->rows.items[r];
		for (size_t i = 0; i < count && row->plotted; i++)
			grid_add(&grid, i == 0 ? printable_name(&grid, row->name) : printable(arena, shown[i]->cell(arena, row)));
	}
	grid_write(&grid, "", out);
}

static void write_unplotted(struct arena *arena, const struct analysis *analysis, GHashTable *owners, GString *out)
{
	struct grid grid = grid_make(arena, 2);
	grid.owners = owners;
	size_t points = 0;
	const struct row *last = NULL;
	for (size_t r = 0; r < analysis->rows.count; r++) {
		const struct row *row = &analysis->rows.items[r];
		if (row->plotted)
			continue;
		const char *name = printable_name(&grid, row->name);
		grid_add(&grid, row->level_count > 1 && row->level ? arena_printf(arena, "%s at %s", name, printable(arena, row->level)) : name);
		g_autofree char *reason = text_printable(report_reason(arena, row));
		grid_add(&grid, arena_strdup(arena, reason));
		points += !last || last->point != row->point;
		last = row;
	}
	if (!points)
		return;
	bool apart = out->len == 0 || g_str_has_suffix(out->str, "\n\n");
	g_string_append_printf(out, "%snot plotted (%zu of %zu points):\n", apart ? "" : "\n", points, analysis->chart->points.count);
	grid_write(&grid, "  ", out);
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
	g_autoptr(GHashTable) owners = g_hash_table_new(g_str_hash, g_str_equal);
	if (analysis->chart->title) {
		g_autofree char *title = text_printable(analysis->chart->title);
		g_string_append_printf(out, "%s\n\n", title);
	}
	for (size_t i = 0; i < analysis->machines.count; i++)
		write_machine(arena, &analysis->machines.items[i], out);
	write_points(arena, analysis, owners, out);
	write_unplotted(arena, analysis, owners, out);
	write_notes(arena, analysis, out);
	arena_free(arena);
}
