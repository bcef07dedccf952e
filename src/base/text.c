// SPDX-License-Identifier: MIT
#include "base/text.h"

#include <glib.h>
#include <string.h>

static bool is_bidi_control(gunichar c)
{
	return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F || c == 0x061C;
}

char *text_printable(const char *text)
{
	const char *plain = text;
	while (*plain == '\t' || (*plain >= 0x20 && *plain < 0x7F))
		plain++;
	if (!*plain)
		return g_strdup(text);
	g_autofree char *valid = g_utf8_make_valid(text, -1);
	GString *out = g_string_sized_new(strlen(valid));
	for (const char *at = valid; *at; at = g_utf8_next_char(at)) {
		gunichar c = g_utf8_get_char(at);
		if (c == '\t' || (c >= 0x20 && c < 0x7F))
			g_string_append_unichar(out, c);
		else if (c < 0xA0)
			g_string_append_printf(out, "\\x%02x", (unsigned)c);
		else if (is_bidi_control(c) || c == 0x2028 || c == 0x2029)
			g_string_append_printf(out, "\\u%04x", (unsigned)c);
		else
			g_string_append_unichar(out, c);
	}
	return g_string_free(out, FALSE);
}

// Longer words are no misspelt names.
enum { LONGEST = 64 };

// Optimal string alignment distance (insert, delete, replace, swap neighbours), ASCII case ignored.
static size_t distance(const char *a, size_t la, const char *b, size_t lb)
{
	size_t rows[3][LONGEST + 1];
	size_t *before = rows[0], *last = rows[1], *now = rows[2];
	for (size_t j = 0; j <= lb; j++)
		last[j] = j;
	for (size_t i = 1; i <= la; i++) {
		now[0] = i;
		for (size_t j = 1; j <= lb; j++) {
			bool same = g_ascii_tolower(a[i - 1]) == g_ascii_tolower(b[j - 1]);
			now[j] = MIN(MIN(last[j] + 1, now[j - 1] + 1), last[j - 1] + !same);
			if (i > 1 && j > 1 && g_ascii_tolower(a[i - 1]) == g_ascii_tolower(b[j - 2]) && g_ascii_tolower(a[i - 2]) == g_ascii_tolower(b[j - 1]))
				now[j] = MIN(now[j], before[j - 2] + 1);
		}
		size_t *oldest = before;
		before = last;
		last = now;
		now = oldest;
	}
	return last[lb];
}

const char *text_nearest(const char *word, const char *const *choices, size_t count)
{
	const char *best = NULL;
	// At least one letter must be right.
	size_t length = strlen(word), best_distance = MIN(MAX(length / 3, 1) + 1, MAX(length, 1));
	for (size_t i = 0; i < count && length <= LONGEST; i++) {
		size_t other = choices[i] ? strlen(choices[i]) : LONGEST + 1;
		if (other > LONGEST || MAX(length, other) - MIN(length, other) >= best_distance)
			continue;
		size_t d = distance(word, length, choices[i], other);
		if (d < best_distance) {
			best_distance = d;
			best = choices[i];
		}
	}
	return best;
}

bool text_same(const char *a, const char *b)
{
	return a && b ? g_ascii_strcasecmp(a, b) == 0 : a == b;
}

bool text_begins_with_words(const char *text, const char *words)
{
	size_t length = strlen(words);
	return length && !g_ascii_strncasecmp(text, words, length) && !g_ascii_isalnum(text[length]);
}

bool text_is_blank(const char *text)
{
	for (; *text; text = g_utf8_next_char(text)) {
		gunichar c = g_utf8_get_char(text);
		if (!g_unichar_isspace(c) && !g_unichar_iszerowidth(c))
			return false;
	}
	return true;
}

bool text_same_squeezed(const char *a, const char *b)
{
	for (bool any = false;; any = true) {
		while (*a && !g_ascii_isalnum(*a))
			a++;
		while (*b && !g_ascii_isalnum(*b))
			b++;
		if (!*a || !*b)
			return any && !*a && !*b;
		if (g_ascii_tolower(*a++) != g_ascii_tolower(*b++))
			return false;
	}
}

char *text_shorten(const char *text, size_t max)
{
	g_autofree char *valid = g_utf8_make_valid(text, -1);
	size_t length = (size_t)g_utf8_strlen(valid, -1);
	if (length <= max)
		return g_steal_pointer(&valid);
	size_t keep = max > 1 ? max - 1 : 0, head = keep - keep / 2;
	const char *head_end = g_utf8_offset_to_pointer(valid, (glong)head);
	while (head_end > valid && g_unichar_ismark(g_utf8_get_char(head_end)))
		head_end = g_utf8_prev_char(head_end);
	const char *tail = g_utf8_offset_to_pointer(valid, (glong)(length - keep / 2));
	while (*tail && g_unichar_ismark(g_utf8_get_char(tail)))
		tail = g_utf8_next_char(tail);
	GString *out = g_string_new_len(valid, head_end - valid);
	g_string_append(out, "…");
	g_string_append(out, tail);
	return g_string_free(out, FALSE);
}

size_t text_columns(const char *text)
{
	size_t columns = 0;
	for (const char *at = text; *at; at = g_utf8_next_char(at)) {
		gunichar c = g_utf8_get_char(at);
		columns += g_unichar_iszerowidth(c) ? 0 : g_unichar_iswide(c) ? 2 : 1;
	}
	return columns;
}
