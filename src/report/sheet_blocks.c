// SPDX-License-Identifier: MIT
// The other tables and lists of a report.
#include "report/sheet.h"

#include "report/report_internal.h"

#include <string.h>

struct sheet_block *sheet_add_block(struct arena *arena, struct sheet *sheet, const char *slug, const char *heading)
{
	struct sheet_block *block = list_push(arena, &sheet->blocks);
	block->slug = slug;
	block->heading = heading;
	return block;
}

void sheet_add_column(struct arena *arena, struct sheet_block *block, const char *title, bool number)
{
	*list_push(arena, &block->columns) = (struct sheet_column){title, number};
}

void sheet_add_cell(struct arena *arena, struct sheet_block *block, const char *text)
{
	*list_push(arena, &block->cells) = text;
}

size_t sheet_rows(const struct sheet_block *block)
{
	return block->columns.count ? block->cells.count / block->columns.count : block->cells.count;
}

const char *sheet_cell(const struct sheet_block *block, size_t row, size_t column)
{
	return block->cells.items[row * block->columns.count + column];
}

double sheet_bar(const struct sheet_block *block, size_t row, size_t column)
{
	return block->shares.count && column == block->bar_column && sheet_cell(block, row, column) ? block->shares.items[row] : 0;
}

void sheet_add_scaling(struct arena *arena, struct sheet *sheet, const struct analysis *analysis)
{
	struct scaling_lines lines = report_scaling_lines(arena, analysis);
	if (!lines.count)
		return;
	struct sheet_block *block = sheet_add_block(arena, sheet, "points", "Points");
	size_t shown[SCALING_CELLS], count = 0;
	for (size_t cell = 0; cell < SCALING_CELLS; cell++) {
		bool used = false;
		for (size_t i = 0; i < lines.count && !used; i++)
			used = report_scaling_cell(&lines.items[i], cell) != NULL;
		if (!used)
			continue;
		shown[count++] = cell;
		sheet_add_column(arena, block, report_scaling_titles[cell], cell > 0);
	}
	for (size_t i = 0; i < lines.count; i++)
		for (size_t cell = 0; cell < count; cell++)
			sheet_add_cell(arena, block, report_scaling_cell(&lines.items[i], shown[cell]));
}

void sheet_add_sweeps(struct arena *arena, struct sheet *sheet, const struct analysis *analysis)
{
	if (!analysis->sweeps.count)
		return;
	struct sheet_block *block = sheet_add_block(arena, sheet, "sweeps", "Sweeps");
	for (size_t i = 0; i < analysis->sweeps.count; i++) {
		const struct sweep_result *result = &analysis->sweeps.items[i];
		const char *name = result->sweep->name, *machine = analysis->machines.count > 1 ? report_machine_name(result->machine) : NULL;
		name = machine ? arena_printf(arena, "%s on %s", name, machine) : name;
		sheet_add_cell(arena, block, arena_printf(arena, "%s: %s", name, report_sweep_text(arena, result)));
	}
}

void sheet_add_unplotted(struct arena *arena, struct sheet *sheet, const struct analysis *analysis)
{
	struct sheet_block *block = NULL;
	for (size_t r = 0; r < analysis->rows.count; r++) {
		const struct row *row = &analysis->rows.items[r];
		if (sheet_ranks(row))
			continue;
		if (!block) {
			block = sheet_add_block(arena, sheet, "not-plotted", "Not plotted");
			sheet_add_column(arena, block, "point", false);
			sheet_add_column(arena, block, "why", false);
		}
		sheet_add_cell(arena, block, row->level_count > 1 && row->level ? arena_printf(arena, "%s at %s", row->name, row->level) : row->name);
		sheet_add_cell(arena, block, report_reason(arena, row));
	}
}

static bool is_empty(const struct sheet_block *block, size_t column)
{
	for (size_t row = 0; row < sheet_rows(block); row++) {
		if (sheet_cell(block, row, column))
			return false;
	}
	return true;
}

static void drop_last_column(struct sheet_block *block)
{
	size_t columns = block->columns.count, rows = sheet_rows(block), kept = 0;
	for (size_t row = 0; row < rows; row++)
		for (size_t column = 0; column + 1 < columns; column++)
			block->cells.items[kept++] = sheet_cell(block, row, column);
	block->cells.count = kept;
	block->columns.count--;
}

// ---- ceilings and where they come from ----------------------------------------------------------------------------------------------------------------

struct source_list {
	const char **items;
	size_t count, cap;
};

static size_t source_number(struct arena *arena, struct source_list *sources, const char *source)
{
	for (size_t i = 0; i < sources->count; i++) {
		if (!strcmp(sources->items[i], source))
			return i + 1;
	}
	*list_push(arena, sources) = arena_strdup(arena, source);
	return sources->count;
}

// "where; elsewhere" as "[1] [2]".
static const char *numbered(struct arena *arena, struct source_list *sources, const char *source)
{
	if (!source)
		return NULL;
	g_auto(GStrv) parts = g_strsplit(source, "; ", -1);
	const char *text = NULL;
	for (size_t i = 0; parts[i]; i++) {
		size_t number = source_number(arena, sources, parts[i]);
		text = text ? arena_printf(arena, "%s [%zu]", text, number) : arena_printf(arena, "[%zu]", number);
	}
	return text;
}

void sheet_add_ceilings(struct arena *arena, struct sheet *sheet, const struct analysis *analysis)
{
	static const struct sheet_column columns[] = {{"ceiling", false}, {"kind", false}, {"value", true}, {"what it is", false}, {"source", false}};
	struct source_list sources = {0};
	if (!analysis->machines.count)
		return;
	struct sheet_block *block = sheet_add_block(arena, sheet, "ceilings", "Ceilings");
	for (size_t i = 0; i < G_N_ELEMENTS(columns); i++)
		sheet_add_column(arena, block, columns[i].title, columns[i].number);
	for (size_t m = 0; m < analysis->machines.count; m++) {
		struct report_ceilings ceilings = report_ceilings_of(arena, &analysis->machines.items[m]);
		for (size_t i = 0; i < ceilings.count; i++) {
			const struct report_ceiling *ceiling = &ceilings.items[i];
			sheet_add_cell(arena, block, ceiling->name);
			sheet_add_cell(arena, block, ceiling->kind);
			sheet_add_cell(arena, block, ceiling->value);
			sheet_add_cell(arena, block, *ceiling->about ? ceiling->about : NULL);
			sheet_add_cell(arena, block, numbered(arena, &sources, ceiling->source));
		}
	}
	while (block->columns.count > 1 && is_empty(block, block->columns.count - 1))
		drop_last_column(block);
	if (!sources.count)
		return;
	block = sheet_add_block(arena, sheet, "sources", "Sources of the ceilings");
	block->numbered = true;
	for (size_t i = 0; i < sources.count; i++)
		sheet_add_cell(arena, block, sources.items[i]);
}

// ---- notes, warnings, files ---------------------------------------------------------------------------------------------------------------------------

void sheet_add_notes(struct arena *arena, struct sheet *sheet, const struct analysis *analysis)
{
	struct report_notes notes = report_notes_of(arena, analysis);
	if (!notes.count)
		return;
	struct sheet_block *block = sheet_add_block(arena, sheet, "assumptions", "Assumptions and notes");
	for (size_t i = 0; i < notes.count; i++)
		sheet_add_cell(arena, block, notes.items[i]);
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash && slash[1] ? slash + 1 : path;
}

void sheet_add_warnings(struct arena *arena, struct sheet *sheet, const struct diags *diags)
{
	struct sheet_block *block = NULL;
	for (size_t i = 0; i < diags_count(diags); i++) {
		const struct diag *diag = diags_get(diags, i);
		if (!block)
			block = sheet_add_block(arena, sheet, "warnings", "Warnings");
		const char *text = arena_printf(arena, "%s [%s]", diag->message, diag_id_name(diag->id));
		if (diag->place.source && diag->line)
			text = arena_printf(arena, "%s:%zu: %s", base_name(diag->place.source->name), diag->line, text);
		sheet_add_cell(arena, block, text);
	}
}

void sheet_add_files(struct arena *arena, struct sheet *sheet, const struct sheet_files *files)
{
	static const struct sheet_column columns[] = {{"file", false}, {"read as", false}, {"SHA-256", false}};
	if (!files->count)
		return;
	struct sheet_block *block = sheet_add_block(arena, sheet, "files", "Made from");
	for (size_t i = 0; i < G_N_ELEMENTS(columns); i++)
		sheet_add_column(arena, block, columns[i].title, columns[i].number);
	for (size_t i = 0; i < files->count; i++) {
		sheet_add_cell(arena, block, files->items[i].name);
		sheet_add_cell(arena, block, files->items[i].role);
		sheet_add_cell(arena, block, files->items[i].sha256);
	}
}
