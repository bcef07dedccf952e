// SPDX-License-Identifier: MIT
// Formulas of kernels: "2*b*d*f", "max(m, 128) * k^2 / 8".
//
// Operators by falling strength: ^ (right to left: 2^3^2 is 512), the sign - (-2^2 is -4, 2^-1 is 0.5), * and /, + and - (left to right). Parentheses. Functions
// min and max (two or more arguments), ceil, floor, log2, sqrt (one), pow (two, as ^). Numbers as in JSON, also with a bare leading or trailing point. Names of
// parameters are ASCII letters, digits and underscores, a digit not first; they are case-sensitive. Nothing else: no implied multiplication, no comparisons.
#ifndef RAFTER_MODEL_EXPR_H
#define RAFTER_MODEL_EXPR_H

#include "base/arena.h"
#include "base/diag.h"
#include "input/json.h"

enum { EXPR_MAX_LENGTH = 4096, EXPR_MAX_DEPTH = 64 }; // bytes; parentheses, functions, signs and powers inside each other

struct expr;

// The formula that stands in `text`, which its source must outlive. NULL with one located error: [bad-formula] for what is no formula, [unknown-name] for a
// function that there is not, [wrong-value] for a number that no double holds, [limit].
const struct expr *expr_parse(struct arena *arena, struct place text, struct diags *diags);

// Where the characters of a JSON string stand, to be parsed: between its quotes. A string with escapes ("a\/b") is copied to a source of its own, named after
// the file and the key, so that places in it count from the start of the formula, not of the file.
struct place expr_text_of(struct arena *arena, const struct json *string);

// The distinct names of its parameters, in the order in which they first appear: writes up to `max`, returns how many there are. The names live as long as
// the formula.
size_t expr_parameters(const struct expr *expr, const char **names, size_t max);

// Where the parameter stands first; no source when the formula does not have it.
struct place expr_parameter_place(const struct expr *expr, const char *name);

struct expr_binding {
	const char *name;
	double value; // finite
};

// Its value, always finite. False with located errors: [unknown-name] at each name without a binding, else one [wrong-value] at the operator or function that has
// no finite value (division by zero, overflow, log2 of 0 or less, sqrt of less than 0, a negative number to a power that is not whole).
bool expr_evaluate(const struct expr *expr, const struct expr_binding *bindings, size_t count, double *value, struct diags *diags);

// The same without a word, for solving: NAN where expr_evaluate would fail.
double expr_value(const struct expr *expr, const struct expr_binding *bindings, size_t count);

#endif
