// SPDX-License-Identifier: MIT
// One rule: which points, and what is asked of them.
#ifndef RAFTER_CHECK_RULE_H
#define RAFTER_CHECK_RULE_H

#include "check/check.h"
#include "import/points.h"
#include "input/units.h"

enum check_relation { AT_LEAST, AT_MOST, ABOVE, BELOW };

enum check_selector_kind { SELECT_SERIES, SELECT_POINT, SELECT_PRECISION, SELECT_HARDWARE };

struct check_selector {
	enum check_selector_kind kind;
	struct pattern pattern;
};

struct check_rule {
	const char *text;     // as given, for messages: "series=gemm: roof>=0.7"
	struct { struct check_selector *items; size_t count, cap; } selectors; // all must fit; none: every point
	enum check_quantity quantity;
	enum check_relation relation;
	double limit;         // SI
	const char *gate;     // "roof >= 70 %"
};

struct check_quantity_row {
	const char *name;
	enum quantity unit;   // QUANTITY_NONE: a bare number
	bool is_share;        // 0.7 or 70%
};
extern const struct check_quantity_row check_quantities[]; // by enum check_quantity

// "4.1 ms", "70 %", "1.43×"; NULL for NAN. `beside` (or NULL): the text of a limit that the value is not equal to, so it must not read like it: "69.9996 %".
const char *check_value_text(struct arena *arena, enum check_quantity quantity, double si, const char *beside);
// "+6 %", "-3.2 %" likewise.
const char *check_change_text(struct arena *arena, double share, const char *beside);

// Adds one rule a requirement of `text`. `option` is what it was given by ("--rule"). False with an error [usage] that points into the text.
bool check_rule_read(struct arena *arena, const char *option, const char *text, struct check_gates *gates, struct diags *diags);
bool check_rule_fits(struct arena *arena, const struct check_rule *rule, const struct row *row);
// "0.6" or "60%". False with an error [usage].
bool check_share_read(struct arena *arena, const char *option, const char *text, double *share, struct diags *diags);

#endif
