// SPDX-License-Identifier: MIT
#include "base/diag_text.h"

#include "base/text.h"

#include <glib.h>

// A place further right than LEFT_CHARS is shown with BEFORE_CHARS before it.
enum { EXCERPT_CHARS = 100, LEFT_CHARS = 75, BEFORE_CHARS = 50, CHAR_BYTES = 4 };

static bool is_continuation(char byte)
{
	return ((unsigned char)byte & 0xC0) == 0x80;
}

// Up to `chars` characters before `at`, not before `start`. Bytes that are no UTF-8 are bounded too.
static size_t back(const struct source *source, size_t start, size_t at, size_t chars)
{
	size_t least = at - start > chars * CHAR_BYTES ? at - chars * CHAR_BYTES : start;
	for (; chars && at > least; chars--) {
		at--;
		while (at > least && is_continuation(source->bytes[at]))
			at--;
	}
	return at;
}

// The end of the line, at most `bytes` from `at`.
static size_t line_end(const struct source *source, size_t at, size_t bytes)
{
	size_t most = source->size - at > bytes ? at + bytes : source->size, end = at;
	while (end < most && source->bytes[end] != '\n')
		end++;
	if (end < source->size && source->bytes[end] != '\n') {
		while (end > at && is_continuation(source->bytes[end]))
			end--;
	}
	return end;
}

// At most `chars` characters of the bytes, fit for a terminal. A tab is one column wide, so that the caret stands under its character.
static char *printable(const char *bytes, size_t size, size_t chars)
{
	if (size && bytes[size - 1] == '\r')
		size--;
	g_autofree char *valid = g_utf8_make_valid(bytes, (gssize)size);
	g_autofree char *cut = g_utf8_substring(valid, 0, MIN(g_utf8_strlen(valid, -1), (glong)chars));
	return g_strdelimit(text_printable(cut), "\t", ' ');
}

static void append_excerpt(GString *out, const struct diag *diag, size_t line_start)
{
	const struct source *source = diag->place.source;
	size_t at = MIN(diag->place.offset, source->size);
	size_t from = back(source, line_start, at, diag->column - 1 > LEFT_CHARS ? BEFORE_CHARS : LEFT_CHARS);
	size_t end = line_end(source, at, EXCERPT_CHARS * CHAR_BYTES), marked_end = MIN(end, at + MIN(diag->place.length, source->size - at));
	const char *bytes = source->size ? source->bytes : "";
	g_autofree char *before = printable(bytes + from, at - from, EXCERPT_CHARS);
	size_t pad = (size_t)g_utf8_strlen(before, -1), room = EXCERPT_CHARS - MIN(pad, EXCERPT_CHARS);
	g_autofree char *after = printable(bytes + at, end - at, room);
	g_autofree char *marked = printable(bytes + at, marked_end - at, room);
	size_t width = MAX((size_t)g_utf8_strlen(marked, -1), 1);
	g_string_append_printf(out, "%4zu | %s%s\n     | ", diag->line, before, after);
	for (size_t i = 0; i < pad + width; i++)
		g_string_append_c(out, i < pad ? ' ' : i == pad ? '^' : '~');
	g_string_append_c(out, '\n');
}

char *diag_text(const struct diag *diag, size_t line_start)
{
	GString *out = g_string_new(NULL);
	if (diag->place.source) {
		g_autofree char *name = text_printable(diag->place.source->name);
		g_string_append_printf(out, "%s:%zu:%zu: ", name, diag->line, diag->column);
	} else {
		g_string_append(out, "rafter: ");
	}
	g_autofree char *message = text_printable(diag->message);
	g_string_append_printf(out, "%s: %s [%s]\n", diag->severity == DIAG_SEVERITY_ERROR ? "error" : "warning", message, diag_id_name(diag->id));
	if (diag->place.source)
		append_excerpt(out, diag, line_start);
	return g_string_free(out, FALSE);
}
