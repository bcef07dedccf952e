// SPDX-License-Identifier: MIT
#include "base/source.h"

#include <string.h>

struct position source_position(const struct source *source, size_t offset)
{
	if (offset > source->size)
		offset = source->size;
	struct position position = {.line = 1, .column = 1};
	const char *bytes = source->size ? source->bytes : ""; // an empty text may have none
	for (const char *at = bytes, *end = bytes + offset; at < end;) {
		const char *newline = memchr(at, '\n', (size_t)(end - at));
		if (!newline)
			break;
		position.line++;
		at = newline + 1;
		position.line_start = (size_t)(at - bytes);
	}
	for (size_t i = position.line_start; i < offset; i++)
		position.column += ((unsigned char)bytes[i] & 0xC0) != 0x80;
	const char *rest = bytes + position.line_start;
	const char *newline = source->size > position.line_start ? memchr(rest, '\n', source->size - position.line_start) : NULL;
	position.line_length = newline ? (size_t)(newline - rest) : source->size - position.line_start;
	if (position.line_length && rest[position.line_length - 1] == '\r')
		position.line_length--;
	return position;
}
