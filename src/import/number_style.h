// SPDX-License-Identifier: MIT
// How a file writes its numbers: "1,234.5" or "1.234,5". One value alone may be read either way, so the whole file is looked at before any value is.
//
// A value proves a decimal point when it has two groups of commas, or a comma before a point, or a point that no group of thousands could follow
// ("65.77", "0.125", "1234.567"); the mirror image proves a decimal comma. "1,234" and "117.344" alone prove nothing.
#ifndef RAFTER_IMPORT_NUMBER_STYLE_H
#define RAFTER_IMPORT_NUMBER_STYLE_H

#include "base/arena.h"
#include "base/diag.h"

#include <glib.h>

enum decimal { DECIMAL_UNKNOWN, DECIMAL_POINT, DECIMAL_COMMA };

struct number_witness {
	const char *text; // borrowed from the caller's cell; NULL: none
	struct place place;
};

// All zero at the start.
struct number_style {
	struct number_witness point, comma;           // first proof of each
	struct number_witness lone_comma, lone_point; // first value that could be either
};

// Looks at the number that `text` starts with. `whole`: a fraction cannot be ("12.288 byte" is twelve thousand bytes), so that a lone group is proof.
void number_style_observe(struct number_style *style, const char *text, struct place place, bool whole);

// What the proofs say. False with an error [bad-csv] when they contradict each other.
bool number_style_decide(const struct number_style *style, enum decimal *decimal, struct diags *diags);

// True when `text` starts with a number that this style leaves open ("1,234" by DECIMAL_UNKNOWN).
bool number_style_is_open(enum decimal decimal, const char *text);

// `text` with its leading number rewritten by JSON's rules ("1.234,5 ms" to "1234.5 ms"); the rest is kept. Text that starts with no number, or with one
// whose groups are broken, is copied as it is. DECIMAL_UNKNOWN: points are decimal points. The result stands in `out` (replaced).
void number_style_plain(enum decimal decimal, const char *text, GString *out);

#endif
