// SPDX-License-Identifier: MIT
#include "import/ruled_table.h"

#include <glib.h>
#include <string.h>

bool ruled_line_is(struct text_line line)
{
	size_t runs = 0, dashes = 0;
	for (size_t i = 0; i < line.length; i++) {
		char c = line.text[i];
		if (c != '-' && c != ' ')
			return false;
		dashes += c == '-';
		runs += c == '-' && (i == 0 || line.text[i - 1] == ' ');
	}
	return runs >= 2 && dashes >= 3 * runs;
}

struct ruled_columns ruled_columns_read(struct arena *arena, struct text_line rule)
{
	struct ruled_columns columns = {.items = arena_array(arena, rule.length / 2 + 1, sizeof *columns.items)};
	for (size_t i = 0; i < rule.length; i++) {
		if (rule.text[i] != '-')
			continue;
		columns.items[columns.count].from = i;
		while (i < rule.length && rule.text[i] == '-')
			i++;
		columns.items[columns.count++].to = i;
	}
	return columns;
}

// The bytes of the characters `from` to `to` of a line of UTF-8.
static struct text_line part_of(struct text_line line, size_t from, size_t to)
{
	size_t at = 0, start = line.length, end = line.length, character = 0;
	for (; at < line.length; character++) {
		if (character == from)
			start = at;
		if (character == to) {
			end = at;
			break;
		}
		at += (size_t)(g_utf8_next_char(line.text + at) - (line.text + at));
	}
	start = MIN(start, line.length);
	return (struct text_line){line.text + start, MIN(end, line.length) - start, line.offset + start};
}

static struct text_line trimmed(struct text_line part)
{
	while (part.length && g_ascii_isspace(part.text[0])) {
		part.text++;
		part.offset++;
		part.length--;
	}
	while (part.length && g_ascii_isspace(part.text[part.length - 1]))
		part.length--;
	return part;
}

static bool gap_is_blank(const struct import *in, struct text_line line, size_t from, size_t to)
{
	struct text_line gap = trimmed(part_of(line, from, to));
	if (!gap.length)
		return true;
	diags_add(in->diags, DIAG_BAD_PROFILE, text_line_place(in->source, gap),
		"expected blanks between two columns, as in the line of dashes, found '%.*s': was the table wrapped or shifted?", (int)gap.length, gap.text);
	return false;
}

static struct csv_cell cell_of(const struct import *in, struct text_line part)
{
	g_autofree char *text = g_utf8_make_valid(part.text, (gssize)part.length);
	return (struct csv_cell){arena_strdup(in->arena, text), text_line_place(in->source, part), false};
}

bool ruled_cells(const struct import *in, const struct ruled_columns *columns, struct text_line line, struct csv_cell *cells)
{
	size_t before = 0;
	for (size_t i = 0; i < columns->count; i++) {
		size_t from = columns->items[i].from, to = i + 1 < columns->count ? columns->items[i].to : line.length;
		if (from > before && !gap_is_blank(in, line, before, from))
			return false;
		cells[i] = cell_of(in, trimmed(part_of(line, from, to)));
		before = to;
	}
	return true;
}

size_t ruled_split(const struct import *in, struct text_line line, struct csv_cell *cells, size_t most)
{
	struct text_line rest = trimmed(line);
	size_t count = 0;
	while (rest.length) {
		const char *end = memmem(rest.text, rest.length, "  ", 2);
		struct text_line part = {rest.text, end ? (size_t)(end - rest.text) : rest.length, rest.offset};
		if (count++ < most)
			cells[count - 1] = cell_of(in, part);
		rest.text += part.length;
		rest.offset += part.length;
		rest.length -= part.length;
		rest = trimmed(rest);
	}
	return count;
}
