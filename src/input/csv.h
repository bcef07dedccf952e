// SPDX-License-Identifier: MIT
// Delimited tables with the place of every cell.
//
// RFC 4180 quoting (doubled quotes, separators and line breaks inside quotes), LF or CRLF or CR, a leading BOM, a missing last line end, empty lines
// and lines that start with '#' passed over. UTF-16 is refused with the advice to save as UTF-8.
#ifndef RAFTER_INPUT_CSV_H
#define RAFTER_INPUT_CSV_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/source.h"

struct csv_cell {
	const char *text;   // unquoted, white space around an unquoted cell trimmed, line breaks inside quotes as one space, UTF-8
	struct place place; // as it stands in the file, quotes included
	bool quoted;
};

struct csv_record {
	struct csv_cell *cells;
	size_t count;
	struct place place; // of the first cell
	size_t line;        // of its first line, from 1
};

struct csv {
	const struct source *source;
	char separator;
	struct csv_record *records;
	size_t count;
};

extern const char csv_separators[]; // ",;\t|"
enum { CSV_MAX_CELLS = 10 * 1000 * 1000 };

struct csv_options {
	char separator;      // one of csv_separators, or 0: the one among these that splits the first record into most cells
	size_t start;        // offset of the first record (an importer skips a preamble)
	bool keep_comments;  // '#' starts an ordinary cell
	// Records that start with a line that is none (of an application that prints between them) are passed over; NULL: every line may start one.
	bool (*is_row)(const char *line, size_t length);
};

// The table record by record, in memory that does not grow with it: cells become text when they are asked for.
struct csv_stream;
// NULL with a located error as below. Free it; `source` must outlive it.
struct csv_stream *csv_stream_new(const struct source *source, struct csv_options options, struct diags *diags);
void csv_stream_free(struct csv_stream *stream);
// Goes on to the next record. False at the end of the text, and after an error (then csv_stream_failed).
bool csv_stream_next(struct csv_stream *stream);
bool csv_stream_failed(const struct csv_stream *stream);
// Of the record that it stands on: the number of its cells, its first line, a cell (from 0) whose text lasts until the next record, and a copy of all of it.
size_t csv_stream_count(const struct csv_stream *stream);
size_t csv_stream_line(const struct csv_stream *stream);
struct csv_cell csv_stream_cell(struct csv_stream *stream, size_t index);
struct csv_record csv_stream_record(struct csv_stream *stream, struct arena *arena);

// NULL with a located error on an open quote, text after a closing quote, bad UTF-8 or UTF-16, or over CSV_MAX_CELLS. Rows may be of any width: what a
// wrong width means is the caller's to say.
const struct csv *csv_read(struct arena *arena, const struct source *source, struct csv_options options, struct diags *diags);

// "", "N/A", "n/a", "NA", "#N/A", "[N/A]", "nan", "-nan", "-", "--", "null", "none" in any case: nothing was measured.
bool csv_is_missing(const char *text);

#endif
