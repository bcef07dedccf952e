// SPDX-License-Identifier: MIT
// Text tables whose columns are drawn by a line of dashes: "-----  ---------  ----". Cells are what stands under each run of dashes, in characters.
#ifndef RAFTER_IMPORT_RULED_TABLE_H
#define RAFTER_IMPORT_RULED_TABLE_H

#include "import/importers.h"
#include "input/csv.h"

struct ruled_columns {
	struct { size_t from, to; } *items; // characters
	size_t count;
};

// True for a line of two or more runs of dashes between blanks.
bool ruled_line_is(struct text_line line);
struct ruled_columns ruled_columns_read(struct arena *arena, struct text_line rule);
// The cells of a row, trimmed; the last column goes on to the end of the line. False with an error where text stands between two columns.
bool ruled_cells(const struct import *in, const struct ruled_columns *columns, struct text_line line, struct csv_cell *cells);
// The same by the blanks, two or more of which part cells: for tables whose cells may be wider than their dashes. The cells that there are, of which `most` at
// most are written.
size_t ruled_split(const struct import *in, struct text_line line, struct csv_cell *cells, size_t most);

#endif
