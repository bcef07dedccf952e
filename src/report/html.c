// SPDX-License-Identifier: MIT
// A report as one page of HTML: no script, nothing loaded, every word of the user's escaped.
#include "report/document.h"

#include "base/num.h"
#include "base/text.h"

#include <string.h>

// Longer names are shortened in the middle, and in a table opened by the reader.
enum { HEADING_CHARS = 160, CELL_CHARS = 96, SMALL_COLUMNS = 5, LONG_NAME_CHARS = 24 };

static void append_text(GString *out, const char *text)
{
	static const struct {
		char c;
		const char *entity;
	} entities[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
	g_autofree char *safe = text_printable(text ? text : "");
	for (const char *at = safe; *at; at++) {
		const char *entity = NULL;
		for (size_t i = 0; i < G_N_ELEMENTS(entities) && !entity; i++)
			entity = entities[i].c == *at ? entities[i].entity : NULL;
		if (entity)
			g_string_append(out, entity);
		else
			g_string_append_c(out, *at);
	}
}

static void append_short(GString *out, const char *text, size_t most)
{
	g_autofree char *shorter = text_shorten(text, most);
	append_text(out, shorter);
}

// ---- tables and lists ---------------------------------------------------------------------------------------------------------------------------------

static bool is_hash(const struct sheet_column *column)
{
	return !strcmp(column->title, "SHA-256");
}

static void write_words(GString *out, const struct sheet_column *column, const char *text)
{
	if (is_hash(column)) {
		g_string_append(out, "<code>");
		append_text(out, text);
		g_string_append(out, "</code>");
	} else if (g_utf8_strlen(text, -1) > CELL_CHARS) {
		g_string_append(out, "<details><summary>");
		append_short(out, text, CELL_CHARS);
		g_string_append(out, "</summary><span>");
		append_text(out, text);
		g_string_append(out, "</span></details>");
	} else {
		append_text(out, text);
	}
}

static void write_cell(GString *out, const struct sheet_block *block, size_t row, size_t column)
{
	const struct sheet_column *about = &block->columns.items[column];
	const char *text = sheet_cell(block, row, column), *element = column ? "td" : "th";
	double bar = sheet_bar(block, row, column);
	g_string_append_printf(out, "<%s", element);
	if (!column)
		g_string_append(out, " scope=\"row\"");
	else if (text)
		g_string_append_printf(out, " data-l=\"%s\"", about->title);
	if (about->number)
		g_string_append(out, bar > 0 ? " class=\"n bar\"" : " class=\"n\"");
	if (bar > 0)
		g_string_append_printf(out, " style=\"--s:%s\"", num_short(bar, 3).text);
	g_string_append_c(out, '>');
	if (text)
		write_words(out, about, text);
	g_string_append_printf(out, "</%s>", element);
}

// Names that have to share the width with the other columns, rather than take what they need.
static bool has_long_names(const struct sheet_block *block)
{
	for (size_t row = 0; row < sheet_rows(block); row++) {
		const char *name = sheet_cell(block, row, 0);
		if (name && g_utf8_strlen(name, -1) > LONG_NAME_CHARS)
			return true;
	}
	return false;
}

static void write_table(GString *out, const struct sheet_block *block, const char *heading_id)
{
	const char *kind = block->columns.count <= SMALL_COLUMNS ? " class=\"small\"" : has_long_names(block) ? " class=\"names\"" : "";
	g_string_append_printf(out, "<table%s aria-labelledby=\"%s\">\n", kind, heading_id);
	if (block->caption) {
		g_string_append(out, "<caption>");
		append_text(out, block->caption);
		g_string_append(out, "</caption>\n");
	}
	g_string_append(out, "<thead><tr>");
	for (size_t i = 0; i < block->columns.count; i++) {
		g_string_append_printf(out, "<th scope=\"col\"%s>", block->columns.items[i].number ? " class=\"n\"" : "");
		append_text(out, block->columns.items[i].title);
		g_string_append(out, "</th>");
	}
	g_string_append(out, "</tr></thead>\n<tbody>\n");
	for (size_t row = 0; row < sheet_rows(block); row++) {
		g_string_append(out, "<tr>");
		for (size_t i = 0; i < block->columns.count; i++)
			write_cell(out, block, row, i);
		g_string_append(out, "</tr>\n");
	}
	g_string_append(out, "</tbody>\n</table>\n");
}

static void write_list(GString *out, const struct sheet_block *block)
{
	const char *element = block->numbered ? "ol" : "ul";
	g_string_append_printf(out, "<%s class=\"list%s\">\n", element, block->numbered ? " sources" : "");
	for (size_t i = 0; i < block->cells.count; i++) {
		g_string_append(out, "<li>");
		append_text(out, block->cells.items[i]);
		g_string_append(out, "</li>\n");
	}
	g_string_append_printf(out, "</%s>\n", element);
}

static void write_block(GString *out, const struct sheet_block *block, size_t number, bool alone)
{
	g_autofree char *id = g_strdup_printf("chart-%zu-%s", number, block->slug);
	g_autofree char *heading_id = g_strconcat(id, "-title", NULL);
	const char *level = alone ? "h2" : "h3";
	g_string_append_printf(out, "<section id=\"%s\" aria-labelledby=\"%s\">\n<%s class=\"part\" id=\"%s\">", id, heading_id, level, heading_id);
	append_text(out, block->heading);
	g_string_append_printf(out, "</%s>\n", level);
	if (block->columns.count)
		write_table(out, block, heading_id);
	else
		write_list(out, block);
	g_string_append(out, "</section>\n");
}

// ---- charts -------------------------------------------------------------------------------------------------------------------------------------------

static void write_picture(GString *out, const struct document_picture *picture)
{
	static const char *const schemes[] = {[SCHEME_LIGHT] = "l", [SCHEME_DARK] = "d", [SCHEME_ANY] = "a"};
	g_string_append_printf(out, "<div class=\"pic%s%s %s\" style=\"max-width:%spx\">", picture->wide ? " w" : "", picture->narrow ? " s" : "",
		schemes[picture->scheme], num_px(picture->width_px).text);
	g_string_append_len(out, picture->svg, (gssize)picture->size);
	g_string_append(out, "</div>\n");
}

static void write_about(GString *out, const char *text)
{
	if (!text)
		return;
	g_string_append(out, "<p class=\"about\">");
	append_short(out, text, 4 * HEADING_CHARS);
	g_string_append(out, "</p>\n");
}

static void write_chart(GString *out, const struct document_chart *chart, size_t number, bool alone)
{
	const struct sheet *sheet = chart->sheet;
	if (alone) {
		g_string_append_printf(out, "<section class=\"chart\" id=\"chart-%zu\" aria-labelledby=\"title\">\n", number);
	} else {
		g_string_append_printf(out, "<section class=\"chart\" id=\"chart-%zu\" aria-labelledby=\"chart-%zu-title\">\n<h2 id=\"chart-%zu-title\">", number, number,
			number);
		append_short(out, chart->title, HEADING_CHARS);
		g_string_append(out, "</h2>\n");
		write_about(out, sheet->subtitle);
	}
	g_string_append(out, "<figure>\n");
	for (size_t i = 0; i < chart->pictures.count; i++)
		write_picture(out, &chart->pictures.items[i]);
	g_string_append(out, "<figcaption>");
	append_text(out, sheet->summary);
	g_string_append(out, ".</figcaption>\n</figure>\n");
	for (size_t i = 0; i < sheet->blocks.count; i++)
		write_block(out, &sheet->blocks.items[i], number, alone);
	if (!alone)
		g_string_append(out, "<p class=\"up\"><a href=\"#contents\">Back to the contents</a></p>\n");
	g_string_append(out, "</section>\n");
}

// ---- the page -----------------------------------------------------------------------------------------------------------------------------------------

static void write_contents(GString *out, const struct document *document, bool alone)
{
	g_string_append(out, "<nav id=\"contents\" aria-label=\"Contents\">\n");
	if (!alone)
		g_string_append(out, "<h2>Contents</h2>\n");
	g_string_append(out, "<ol>\n");
	for (size_t i = 0; i < document->charts.count && !alone; i++) {
		g_string_append_printf(out, "<li><a href=\"#chart-%zu\">", i + 1);
		append_short(out, document->charts.items[i].title, HEADING_CHARS);
		g_string_append(out, "</a> <span>");
		append_text(out, document->charts.items[i].sheet->brief);
		g_string_append(out, "</span></li>\n");
	}
	for (size_t i = 0; alone && i < document->charts.items[0].sheet->blocks.count; i++) {
		const struct sheet_block *block = &document->charts.items[0].sheet->blocks.items[i];
		g_string_append_printf(out, "<li><a href=\"#chart-1-%s\">", block->slug);
		append_text(out, block->heading);
		g_string_append(out, "</a></li>\n");
	}
	g_string_append(out, "</ol>\n</nav>\n");
}

void document_write_html(const struct document *document, GString *out)
{
	bool alone = document->charts.count == 1;
	g_string_append(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n"
		"<meta name=\"generator\" content=\"rafter\">\n<title>");
	append_short(out, document->title, HEADING_CHARS);
	g_string_append(out, "</title>\n<link rel=\"icon\" href=\"data:,\">\n");
	html_write_style(document, out);
	g_string_append_printf(out, "</head>\n<body class=\"%s\">\n<header>\n<h1 id=\"title\">", alone ? "one" : "many");
	append_short(out, document->title, HEADING_CHARS);
	g_string_append(out, "</h1>\n");
	if (alone)
		write_about(out, document->charts.items[0].sheet->subtitle);
	g_string_append(out, "</header>\n");
	write_contents(out, document, alone);
	g_string_append(out, "<main>\n");
	for (size_t i = 0; i < document->charts.count; i++)
		write_chart(out, &document->charts.items[i], i + 1, alone);
	g_string_append(out, "</main>\n</body>\n</html>\n");
}
