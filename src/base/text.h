// SPDX-License-Identifier: MIT
// Small things about words: what a terminal may see, what a misspelt name may have meant.
#ifndef RAFTER_BASE_TEXT_H
#define RAFTER_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

// A copy (g_free) fit for a terminal: control characters (C0 but tab, DEL, C1) and bidirectional controls as \x1b and \u202e,
// invalid UTF-8 as U+FFFD.
char *text_printable(const char *text);

// The choice nearest to `word` by edit distance (case ignored), or NULL when none is near enough to be meant.
// `choices` has `count` items; a NULL item is passed over.
const char *text_nearest(const char *word, const char *const *choices, size_t count);

// Equal when ASCII case is ignored; either may be NULL (two NULLs are equal).
bool text_same(const char *a, const char *b);

// True when nothing of the text can be seen: it is empty, or blanks and other characters without ink.
bool text_is_blank(const char *text);

// Equal when only letters and digits count, in any case: "NVLink 4" and "nvlink-4". False when neither has one.
bool text_same_squeezed(const char *a, const char *b);

// True when `text` begins with `words`, in any case, and no word is cut: "NVLink 4" begins with "nvlink", "NVLink4" does not.
bool text_begins_with_words(const char *text, const char *words);

// `text` with at most `max` characters: the middle is replaced by "…", cut between grapheme clusters (base character plus its
// combining marks); invalid UTF-8 as U+FFFD. Newly allocated (g_free).
char *text_shorten(const char *text, size_t max);

// Columns of a terminal that the text (UTF-8) takes.
size_t text_columns(const char *text);

#endif
