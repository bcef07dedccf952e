// SPDX-License-Identifier: MIT
// Text cells in aligned columns, for people. No escaping: cells are printable.
#ifndef RAFTER_BASE_TEXT_TABLE_H
#define RAFTER_BASE_TEXT_TABLE_H

#include "base/arena.h"

#include <glib.h>
#include <stdbool.h>

struct text_table {
	struct arena *arena;
	size_t columns;
	bool *right; // by column: right-aligned, else left
	struct { const char **items; size_t count, cap; } cells; // row by row
};

struct text_table text_table_make(struct arena *arena, size_t columns);
// The next cell; borrowed, NULL for an empty one.
void text_table_add(struct text_table *table, const char *cell);
// A line a row, `indent` before it and no blank at its end. A row that is not full is left out.
void text_table_write(const struct text_table *table, const char *indent, GString *out);

#endif
