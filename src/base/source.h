// SPDX-License-Identifier: MIT
// A named text that was read, and places in it.
#ifndef RAFTER_BASE_SOURCE_H
#define RAFTER_BASE_SOURCE_H

#include <stddef.h>

struct source {
	const char *name;  // as the user typed it: a path, "-" shown as "standard input", "--set axes.x.min"
	const char *bytes; // not NUL-terminated by contract
	size_t size;
};

// `length` bytes from `offset`. `source` NULL: nowhere (a message without a place).
struct place {
	const struct source *source;
	size_t offset, length;
};

// Line and column of an offset, both from 1; the column counts UTF-8 characters. `line_start` is the offset of the line.
struct position {
	size_t line, column;
	size_t line_start;
};

struct position source_position(const struct source *source, size_t offset);

// Where the last search ended: the next one in the same source starts there when it looks further on. All zero: nowhere yet.
struct source_cursor {
	const struct source *source;
	const char *bytes; // of it, so that another source in the same memory is not taken for it
	size_t offset;
	struct position position;
};

struct position source_position_from(struct source_cursor *cursor, const struct source *source, size_t offset);

#endif
