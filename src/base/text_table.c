// SPDX-License-Identifier: MIT
#include "base/text_table.h"

#include "base/text.h"

enum { GAP = 2 };

struct text_table text_table_make(struct arena *arena, size_t columns)
{
	return (struct text_table){.arena = arena, .columns = columns, .right = arena_array(arena, columns, sizeof(bool))};
}

void text_table_add(struct text_table *table, const char *cell)
{
	*list_push(table->arena, &table->cells) = cell ? cell : "";
}

static void append_blanks(GString *out, size_t count)
{
	g_string_append_printf(out, "%*s", (int)count, "");
}

static void append_row(const struct text_table *table, const char *const *cells, const size_t *widths, GString *out)
{
	for (size_t i = 0; i < table->columns; i++) {
		size_t blanks = widths[i] - text_columns(cells[i]);
		append_blanks(out, table->right[i] ? blanks : 0);
		g_string_append(out, cells[i]);
		append_blanks(out, (table->right[i] ? 0 : blanks) + GAP);
	}
	while (out->len && out->str[out->len - 1] == ' ')
		g_string_truncate(out, out->len - 1);
	g_string_append_c(out, '\n');
}

void text_table_write(const struct text_table *table, const char *indent, GString *out)
{
	if (!table->columns)
		return;
	size_t *widths = arena_array(table->arena, table->columns, sizeof *widths);
	size_t whole = table->cells.count - table->cells.count % table->columns;
	for (size_t i = 0; i < whole; i++) {
		size_t width = text_columns(table->cells.items[i]);
		widths[i % table->columns] = MAX(widths[i % table->columns], width);
	}
	for (size_t i = 0; i < whole; i += table->columns) {
		g_string_append(out, indent);
		append_row(table, &table->cells.items[i], widths, out);
	}
}
