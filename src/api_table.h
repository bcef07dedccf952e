// SPDX-License-Identifier: MIT
// Small tables of text and quantities, printed in columns for people and as JSON for tools.
#ifndef RAFTER_API_TABLE_H
#define RAFTER_API_TABLE_H

#include "base/arena.h"
#include "base/json_out.h"
#include "input/units.h"

#include <glib.h>
#include <stdbool.h>

enum { TABLE_MAX_COLUMNS = 14 };

// Shown as text; in JSON a number or true/false where it is one.
struct cell {
	const char *text; // NULL: nothing
	double number;    // NAN: none
	bool is_flag;
};

struct cells {
	struct arena *arena;
	struct { struct cell *items; size_t count, cap; } list; // row by row
};

// The next cell. Text is borrowed; a NAN is an empty cell.
void table_put(struct cells *cells, const char *text);
void table_put_quantity(struct cells *cells, double si, enum quantity quantity);
void table_put_number(struct cells *cells, double number);
void table_put_flag(struct cells *cells, bool flag);

// `columns`: names, NULL-terminated, as many as a row has cells.
// Columns that are empty in every row are left out.
void table_write(const char *const *columns, const struct cells *cells, GString *out);
void table_write_json(const char *const *columns, const struct cells *cells, GString *out);
// One row without its empty cells: members of a JSON object that is open, or a line per column.
void table_write_members(const char *const *columns, const struct cell *row, struct json_out *json);
void table_write_lines(struct arena *arena, const char *const *columns, const struct cell *row, GString *out);

#endif
