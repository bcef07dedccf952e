// SPDX-License-Identifier: MIT
// A report as Markdown with its pictures beside it: for a repository, or without pictures for the summary of a CI step.
#include "report/document.h"

#include "report/report_internal.h"

#include "base/text.h"

// GitHub takes 1 MiB of a step summary.
enum { MOST_BYTES = 900000, NAME_CHARS = 120, TAIL_BYTES = 400 };

static void append_short(GString *out, const char *text)
{
	g_autofree char *shorter = text_shorten(text ? text : "", NAME_CHARS);
	report_markdown_text(out, shorter);
}

static void write_rows_left(const struct sheet_block *block, size_t left, GString *out)
{
	if (left)
		g_string_append_printf(out, "%s*and %zu more: `rafter analyze` prints them all*\n", block->columns.count ? "\n" : "- ", left);
}

static void write_table(const struct sheet_block *block, size_t most_len, GString *out)
{
	size_t rows = sheet_rows(block), columns = block->columns.count, row;
	for (size_t i = 0; i < columns; i++) {
		g_string_append(out, "| ");
		report_markdown_text(out, block->columns.items[i].title);
		g_string_append_c(out, ' ');
	}
	g_string_append(out, "|\n");
	for (size_t i = 0; i < columns; i++)
		g_string_append(out, block->columns.items[i].number ? "| ---: " : "| --- ");
	g_string_append(out, "|\n");
	for (row = 0; row < rows && out->len < most_len; row++) {
		for (size_t i = 0; i < columns; i++) {
			g_string_append(out, "| ");
			append_short(out, sheet_cell(block, row, i));
			g_string_append_c(out, ' ');
		}
		g_string_append(out, "|\n");
	}
	write_rows_left(block, rows - row, out);
}

static void write_list(const struct sheet_block *block, size_t most_len, GString *out)
{
	size_t row;
	for (row = 0; row < block->cells.count && out->len < most_len; row++) {
		if (block->numbered)
			g_string_append_printf(out, "- \\[%zu\\] ", row + 1);
		else
			g_string_append(out, "- ");
		g_autofree char *shorter = text_shorten(block->cells.items[row], 4 * NAME_CHARS);
		report_markdown_text(out, shorter);
		g_string_append_c(out, '\n');
	}
	write_rows_left(block, block->cells.count - row, out);
}

static void write_chart(const struct document_chart *chart, bool alone, size_t most_len, GString *out)
{
	const struct sheet *sheet = chart->sheet;
	if (!alone) {
		g_string_append(out, "## ");
		append_short(out, chart->title);
		g_string_append(out, "\n\n");
	}
	if (sheet->subtitle) {
		append_short(out, sheet->subtitle);
		g_string_append(out, "\n\n");
	}
	if (chart->link) {
		g_autofree char *link = g_uri_escape_string(chart->link, NULL, FALSE);
		g_string_append(out, "![");
		append_short(out, chart->title);
		g_string_append_printf(out, "](%s)\n\n", link);
	}
	report_markdown_text(out, sheet->summary);
	g_string_append(out, ".\n");
	for (size_t i = 0; i < sheet->blocks.count; i++) {
		const struct sheet_block *block = &sheet->blocks.items[i];
		g_string_append_printf(out, "\n%s ", alone ? "##" : "###");
		report_markdown_text(out, block->heading);
		g_string_append(out, "\n\n");
		if (block->columns.count)
			write_table(block, most_len, out);
		else
			write_list(block, most_len, out);
		if (block->caption) {
			g_string_append_c(out, '\n');
			report_markdown_text(out, block->caption);
			g_string_append_c(out, '\n');
		}
	}
}

void document_write_markdown(const struct document *document, GString *out)
{
	size_t count = document->charts.count;
	g_string_append(out, "# ");
	append_short(out, document->title);
	g_string_append(out, "\n");
	// Every chart has the same share of what may be written, and room for its headings and the rows that end it.
	for (size_t i = 0; i < count; i++) {
		size_t share = MOST_BYTES * (i + 1) / count, tail = 8 * TAIL_BYTES;
		g_string_append_c(out, '\n');
		write_chart(&document->charts.items[i], count == 1, share > tail ? share - tail : 0, out);
	}
}
