// SPDX-License-Identifier: MIT
// Lines of a benchmark's text as words and figures.
#ifndef RAFTER_IMPORT_TEXT_WORDS_H
#define RAFTER_IMPORT_TEXT_WORDS_H

#include "import/importers.h"

struct text_word {
	const char *text; // UTF-8
	struct place place;
};

// The line without blanks around it.
struct text_word text_trimmed(const struct import *in, struct text_line line);
// What follows `prefix`, which the line starts with, without blanks around it. False: it starts otherwise.
bool text_after(const struct import *in, struct text_line line, const char *prefix, struct text_word *rest);
// The first `max` words between blanks; the count of them.
size_t text_words(const struct import *in, struct text_line line, struct text_word *words, size_t max);
// A number of 0 or more in units of `scale`. False with an error [wrong-value] or [negative] that says for what.
bool text_figure(const struct import *in, struct text_word word, const char *what, double scale, double *si);

#endif
