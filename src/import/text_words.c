// SPDX-License-Identifier: MIT
#include "import/text_words.h"

#include "base/num.h"
#include "input/units.h"

#include <glib.h>
#include <string.h>

static struct text_word word_of(const struct import *in, struct text_line line, size_t from, size_t to)
{
	struct text_word word = {NULL, {in->source, line.offset + from, to - from}};
	if (g_utf8_validate_len(line.text + from, to - from, NULL)) {
		word.text = arena_strndup(in->arena, line.text + from, to - from);
	} else {
		g_autofree char *valid = g_utf8_make_valid(line.text + from, (gssize)(to - from));
		word.text = arena_strdup(in->arena, valid);
	}
	return word;
}

static struct text_word trimmed(const struct import *in, struct text_line line, size_t from)
{
	size_t to = line.length;
	while (from < to && g_ascii_isspace(line.text[from]))
		from++;
	while (to > from && g_ascii_isspace(line.text[to - 1]))
		to--;
	return word_of(in, line, from, to);
}

struct text_word text_trimmed(const struct import *in, struct text_line line)
{
	return trimmed(in, line, 0);
}

bool text_after(const struct import *in, struct text_line line, const char *prefix, struct text_word *rest)
{
	if (!text_line_starts(line, prefix))
		return false;
	*rest = trimmed(in, line, strlen(prefix));
	return true;
}

size_t text_words(const struct import *in, struct text_line line, struct text_word *words, size_t max)
{
	size_t count = 0, at = 0;
	for (;;) {
		while (at < line.length && g_ascii_isspace(line.text[at]))
			at++;
		if (at == line.length || count == max)
			return count;
		size_t from = at;
		while (at < line.length && !g_ascii_isspace(line.text[at]))
			at++;
		words[count++] = word_of(in, line, from, at);
	}
}

bool text_figure(const struct import *in, struct text_word word, const char *what, double scale, double *si)
{
	if (!num_parse(word.text, si)) {
		diags_add(in->diags, DIAG_WRONG_VALUE, word.place, "expected a number for %s, found '%s'", what, word.text);
		return false;
	}
	if (*si < 0) {
		diags_add(in->diags, DIAG_NEGATIVE, word.place, "expected 0 or more for %s, found %s", what, word.text);
		return false;
	}
	if (units_scale(word.text, scale, si))
		return true;
	diags_add(in->diags, DIAG_WRONG_VALUE, word.place, "expected " UNITS_RANGE " in SI units for %s, found %s", what, word.text);
	return false;
}
