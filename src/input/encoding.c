// SPDX-License-Identifier: MIT
#include "input/encoding.h"

#include <glib.h>
#include <stdint.h>
#include <string.h>

static bool starts_with(const struct source *source, const char *bytes, size_t length)
{
	return source->size >= length && memcmp(source->bytes, bytes, length) == 0;
}

// Without a mark, UTF-16 of ASCII shows as a zero in every other byte.
static bool is_utf16(const struct source *source)
{
	if (starts_with(source, "\xFF\xFE", 2) || starts_with(source, "\xFE\xFF", 2))
		return true;
	if (source->size < 2 || source->size % 2)
		return false;
	size_t zero = source->bytes[0] ? 1 : 0;
	for (size_t i = 0; i < MIN(source->size, 16); i++)
		if ((source->bytes[i] == 0) != (i % 2 == zero))
			return false;
	return true;
}

// Offset of the first byte that is NUL or no UTF-8; the size when there is none.
static size_t first_bad(const char *bytes, size_t size)
{
	const uint64_t ones = UINT64_C(0x0101010101010101), tops = UINT64_C(0x8080808080808080);
	size_t at = 0;
	while (at < size) {
		uint64_t word;
		while (size - at >= sizeof word) {
			memcpy(&word, bytes + at, sizeof word);
			// a top bit: not ASCII; one that appears by subtracting 1: a zero byte
			if ((word | (word - ones)) & tops)
				break;
			at += sizeof word;
		}
		for (int i = 0; i < 8 && at < size; i++) {
			unsigned char byte = (unsigned char)bytes[at];
			if (byte == 0)
				return at;
			if (byte < 0x80) {
				at++;
				continue;
			}
			// (gunichar)-1 and -2: invalid, cut short
			if (g_utf8_get_char_validated(bytes + at, (gssize)(size - at)) >= 0x110000)
				return at;
			at += (size_t)(g_utf8_next_char(bytes + at) - (bytes + at));
		}
	}
	return size;
}

size_t encoding_bom(const struct source *source)
{
	return starts_with(source, "\xEF\xBB\xBF", 3) ? 3 : 0;
}

bool encoding_refuse_utf16(const struct source *source, struct diags *diags)
{
	if (!is_utf16(source))
		return false;
	diags_add(diags, DIAG_BAD_ENCODING, (struct place){source, 0, 0}, "expected UTF-8, found UTF-16; save as UTF-8");
	return true;
}

bool encoding_check(const struct source *source, size_t *start, struct diags *diags)
{
	if (encoding_refuse_utf16(source, diags))
		return false;
	size_t bad = first_bad(source->bytes, source->size);
	if (bad < source->size) {
		unsigned byte = (unsigned char)source->bytes[bad];
		struct place place = {source, bad, 1};
		if (byte == 0)
			diags_add(diags, DIAG_BAD_ENCODING, place, "expected text, found a NUL byte");
		else
			diags_add(diags, DIAG_BAD_ENCODING, place, "expected UTF-8, found the byte 0x%02x; save as UTF-8", byte);
		return false;
	}
	*start = encoding_bom(source);
	return true;
}
