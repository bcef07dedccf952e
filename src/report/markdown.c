// SPDX-License-Identifier: MIT
#include "report/report_internal.h"

#include "base/text.h"

#include <string.h>

void report_markdown_text(GString *out, const char *text)
{
	g_autofree char *safe = text_printable(text ? text : "");
	for (const char *at = safe; *at; at++) {
		if (strchr("\\`*_[]<>|~&$", *at))
			g_string_append_c(out, '\\');
		g_string_append_c(out, *at == '\t' ? ' ' : *at);
	}
}

static void write_machine(struct arena *arena, const struct machine *machine, GString *out)
{
	const char *name = report_machine_name(machine);
	g_string_append(out, "**");
	report_markdown_text(out, name ? name : "machine");
	g_string_append(out, "**\n\n");
	struct report_ceilings ceilings = report_ceilings_of(arena, machine);
	for (size_t i = 0; i < ceilings.count; i++) {
		const struct report_ceiling *ceiling = &ceilings.items[i];
		g_string_append_printf(out, "- %s: ", ceiling->kind);
		report_markdown_text(out, ceiling->name);
		g_string_append(out, ", ");
		report_markdown_text(out, ceiling->value);
		if (*ceiling->about) {
			g_string_append(out, " (");
			report_markdown_text(out, ceiling->about);
			g_string_append_c(out, ')');
		}
		g_string_append_c(out, '\n');
	}
	g_string_append_c(out, '\n');
}

static void write_header(GString *out)
{
	for (const struct report_column *column = report_columns; column->title; column++) {
		g_string_append(out, "| ");
		report_markdown_text(out, column->title);
		g_string_append_c(out, ' ');
	}
	g_string_append(out, "|\n");
	for (const struct report_column *column = report_columns; column->title; column++)
		g_string_append(out, column->number ? "| ---: " : "| --- ");
	g_string_append(out, "|\n");
}

static void write_points(struct arena *arena, const struct analysis *analysis, GString *out)
{
	write_header(out);
	for (size_t r = 0; r < analysis->rows.count; r++) {
		const struct row *row = &analysis->rows.items[r];
		if (!row->plotted)
			continue;
		for (const struct report_column *column = report_columns; column->title; column++) {
			g_string_append(out, "| ");
			report_markdown_text(out, column->cell(arena, row));
			g_string_append_c(out, ' ');
		}
		g_string_append(out, "|\n");
	}
}

static void write_sweeps(struct arena *arena, const struct analysis *analysis, GString *out)
{
	for (size_t i = 0; i < analysis->sweeps.count; i++) {
		const struct sweep_result *result = &analysis->sweeps.items[i];
		g_string_append(out, i ? "- " : "\n- ");
		report_markdown_text(out, result->sweep->name);
		if (analysis->machines.count > 1) {
			g_string_append(out, " on ");
			report_markdown_text(out, report_machine_name(result->machine));
		}
		g_string_append(out, ": ");
		report_markdown_text(out, report_sweep_text(arena, result));
		g_string_append_c(out, '\n');
	}
}

static void write_scaling(struct arena *arena, const struct analysis *analysis, GString *out)
{
	struct scaling_lines lines = report_scaling_lines(arena, analysis);
	report_markdown_text(out, report_scaling_text(arena, analysis->scaling));
	g_string_append(out, "\n\n");
	for (size_t cell = 0; cell < SCALING_CELLS; cell++)
		g_string_append_printf(out, "| %s ", report_scaling_titles[cell]);
	g_string_append(out, "|\n");
	for (size_t cell = 0; cell < SCALING_CELLS; cell++)
		g_string_append(out, cell ? "| ---: " : "| --- ");
	g_string_append(out, "|\n");
	for (size_t line = 0; line < lines.count; line++) {
		for (size_t cell = 0; cell < SCALING_CELLS; cell++) {
			g_string_append(out, "| ");
			report_markdown_text(out, report_scaling_cell(&lines.items[line], cell));
			g_string_append_c(out, ' ');
		}
		g_string_append(out, "|\n");
	}
}

static bool has_unplotted(const struct analysis *analysis)
{
	for (size_t r = 0; r < analysis->rows.count; r++) {
		if (!analysis->rows.items[r].plotted)
			return true;
	}
	return false;
}

static void write_unplotted(struct arena *arena, const struct analysis *analysis, GString *out)
{
	g_string_append(out, "\nNot plotted:\n\n");
	for (size_t r = 0; r < analysis->rows.count; r++) {
		const struct row *row = &analysis->rows.items[r];
		if (row->plotted)
			continue;
		g_string_append(out, "- ");
		report_markdown_text(out, row->level_count > 1 && row->level ? arena_printf(arena, "%s at %s", row->name, row->level) : row->name);
		g_string_append(out, ": ");
		report_markdown_text(out, report_reason(arena, row));
		g_string_append_c(out, '\n');
	}
}

static void write_notes(struct arena *arena, const struct analysis *analysis, GString *out)
{
	struct report_notes notes = report_notes_of(arena, analysis);
	if (notes.count)
		g_string_append(out, "\nNotes:\n\n");
	for (size_t i = 0; i < notes.count; i++) {
		g_string_append(out, "- ");
		report_markdown_text(out, notes.items[i]);
		g_string_append_c(out, '\n');
	}
}

void report_write_markdown(const struct analysis *analysis, const struct diags *diags, GString *out)
{
	(void)diags;
	struct arena *arena = arena_new();
	if (analysis->chart->title) {
		g_string_append(out, "## ");
		report_markdown_text(out, analysis->chart->title);
		g_string_append(out, "\n\n");
	}
	for (size_t i = 0; i < analysis->machines.count; i++)
		write_machine(arena, &analysis->machines.items[i], out);
	if (analysis->scaling)
		write_scaling(arena, analysis, out);
	else
		write_points(arena, analysis, out);
	write_sweeps(arena, analysis, out);
	if (has_unplotted(analysis))
		write_unplotted(arena, analysis, out);
	write_notes(arena, analysis, out);
	arena_free(arena);
}
