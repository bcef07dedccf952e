// SPDX-License-Identifier: MIT
// Rows of the tables that tools write: columns by name, cells as numbers in SI.
#ifndef RAFTER_IMPORT_RECORD_H
#define RAFTER_IMPORT_RECORD_H

#include "import/importers.h"
#include "input/csv.h"

// What recognition looks at: the first 64 KiB, so that a trace of one endless line costs no more than a small file.
struct source record_head(const struct source *source);

#define RECORD_NONE ((size_t)-1)

// The column called `name` (any case), or RECORD_NONE.
size_t record_find(const struct csv_record *header, const char *name);
// The cell in a column, or NULL when the record does not reach so far or the column is RECORD_NONE.
const struct csv_cell *record_cell(const struct csv_record *record, size_t column);
// Its text; "" when there is none, or when it says that nothing was measured.
const char *record_text(const struct csv_record *record, size_t column);
// A number of 0 or more times `factor`; NAN when the cell is NULL or says that nothing was measured. False with an error [wrong-value] or [negative].
bool record_number(const struct csv_cell *cell, double factor, double *value, struct diags *diags);
// The table of a tool: csv_read, and an error [bad-profile] when no record is found, as where the header line is a comment.
const struct csv *record_table(const struct import *in, struct csv_options options);
// False with an error [bad-profile] when a header, whose line has the words, has not the `names` (NULL-terminated) as columns of their own.
bool record_has_columns(const struct csv_record *header, const char *const *names, struct diags *diags);
// False with an error [bad-profile] when a row has not as many cells as its header.
bool record_is_as_wide(const struct csv_record *header, const struct csv_record *record, struct diags *diags);
// The cells of one line of a text that has other lines than its table. No quoting; blanks around a cell are dropped. ' ' separates by
// two blanks or more, so that a name may have one.
struct csv_record record_of_line(struct arena *arena, const struct source *source, struct text_line line, char separator);

#endif
