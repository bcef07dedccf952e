// SPDX-License-Identifier: MIT
// What the slices of a JSON text say.
#include "input/json_stream.h"

#include <glib.h>
#include <string.h>

struct place json_stream_place(const struct json_stream *stream, struct json_slice slice)
{
	return (struct place){stream->source, (size_t)(slice.text - stream->source->bytes), slice.length};
}

bool json_slice_is(struct json_slice slice, const char *text)
{
	size_t length = strlen(text);
	return slice.type == JSON_STRING && slice.length == length + 2 && memcmp(slice.text + 1, text, length) == 0;
}

static gunichar unit_at(const char *at)
{
	gunichar unit = 0;
	for (int i = 0; i < 4; i++)
		unit = unit << 4 | (gunichar)g_ascii_xdigit_value(at[i]);
	return unit;
}

// The character of the \u escape whose digits start at `*at`; halves of a pair that is none, and NUL, become U+FFFD.
static gunichar decode_unicode(const char **at, const char *end)
{
	gunichar high = unit_at(*at);
	*at += 4;
	if (high >= 0xD800 && high <= 0xDBFF && end - *at >= 6 && (*at)[0] == '\\' && (*at)[1] == 'u') {
		gunichar low = unit_at(*at + 2);
		if (low >= 0xDC00 && low <= 0xDFFF) {
			*at += 6;
			return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
		}
	}
	return high == 0 || (high >= 0xD800 && high <= 0xDFFF) ? 0xFFFD : high;
}

char *json_slice_text(struct arena *arena, struct json_slice slice)
{
	if (slice.type != JSON_STRING)
		return arena_strndup(arena, slice.text, slice.length);
	const char *at = slice.text + 1, *end = slice.text + slice.length - 1;
	if (!memchr(at, '\\', (size_t)(end - at)))
		return arena_strndup(arena, at, (size_t)(end - at));
	static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
	char *text = arena_alloc(arena, slice.length), *out = text; // decoding never lengthens
	while (at < end) {
		if (*at != '\\') {
			*out++ = *at++;
		} else if (at[1] == 'u') {
			at += 2;
			out += g_unichar_to_utf8(decode_unicode(&at, end), out);
		} else {
			*out++ = values[strchr(names, at[1]) - names];
			at += 2;
		}
	}
	return text;
}
