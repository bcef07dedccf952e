// SPDX-License-Identifier: MIT
#include "base/source.h"

#include <string.h>

struct position source_position_from(struct source_cursor *cursor, const struct source *source, size_t offset)
{
	if (offset > source->size)
		offset = source->size;
	struct position position = {.line = 1, .column = 1};
	size_t at = 0;
	if (cursor->source == source && cursor->bytes == source->bytes && cursor->offset <= offset) {
		position = cursor->position;
		at = cursor->offset;
	}
	const char *bytes = source->size ? source->bytes : ""; // an empty text may have none
	for (const char *newline; (newline = memchr(bytes + at, '\n', offset - at)); position.line_start = at) {
		at = (size_t)(newline + 1 - bytes);
		position.line++;
		position.column = 1;
	}
	for (; at < offset; at++)
		position.column += ((unsigned char)bytes[at] & 0xC0) != 0x80;
	*cursor = (struct source_cursor){source, source->bytes, offset, position};
	return position;
}

struct position source_position(const struct source *source, size_t offset)
{
	struct source_cursor cursor = {0};
	return source_position_from(&cursor, source, offset);
}
