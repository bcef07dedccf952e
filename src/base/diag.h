// SPDX-License-Identifier: MIT
// Diagnostics: every error and warning of a run, with its place.
//
// A function that can fail takes `struct diags *` last and returns false or NULL after it added at least one error. A warning never makes a
// function fail. Style of a message: lower case, no full stop, expected before found.
#ifndef RAFTER_BASE_DIAG_H
#define RAFTER_BASE_DIAG_H

#include "base/source.h"

#include <stdbool.h>
#include <stddef.h>

// The stable names of all messages, in one list: symbol, printed id, severity, exit code of an error.
#define DIAG_IDS(X) \
	X(DIAG_BAD_ENCODING, "bad-encoding", ERROR, 3) \
	X(DIAG_BAD_JSON, "bad-json", ERROR, 3) \
	X(DIAG_DUPLICATE_KEY, "duplicate-key", ERROR, 3) \
	X(DIAG_LIMIT, "limit", ERROR, 3) \
	X(DIAG_UNKNOWN_KEY, "unknown-key", ERROR, 3) \
	X(DIAG_MISSING_KEY, "missing-key", ERROR, 3) \
	X(DIAG_WRONG_TYPE, "wrong-type", ERROR, 3) \
	X(DIAG_WRONG_VALUE, "wrong-value", ERROR, 3) \
	X(DIAG_WRONG_UNIT, "wrong-unit", ERROR, 3) \
	X(DIAG_MISSING_UNIT, "missing-unit", ERROR, 3) \
	X(DIAG_NEGATIVE, "negative", ERROR, 3) \
	X(DIAG_CONTRADICTION, "contradiction", ERROR, 3) \
	X(DIAG_CONFLICT, "conflict", ERROR, 3) \
	X(DIAG_BAD_CSV, "bad-csv", ERROR, 3) \
	X(DIAG_BAD_FORMULA, "bad-formula", ERROR, 3) \
	X(DIAG_NO_IMPORTER, "no-importer", ERROR, 3) \
	X(DIAG_BAD_PROFILE, "bad-profile", ERROR, 3) \
	X(DIAG_NO_HARDWARE, "no-hardware", ERROR, 3) \
	X(DIAG_UNKNOWN_NAME, "unknown-name", ERROR, 3) \
	X(DIAG_AMBIGUOUS_NAME, "ambiguous-name", ERROR, 3) \
	X(DIAG_NO_POINTS, "no-points", ERROR, 3) \
	X(DIAG_AXIS_LIMITS, "axis-limits", ERROR, 3) \
	X(DIAG_NO_FONT, "no-font", ERROR, 3) \
	X(DIAG_TOO_SMALL, "too-small", ERROR, 3) \
	X(DIAG_UNSUPPORTED, "unsupported", ERROR, 3) \
	X(DIAG_USAGE, "usage", ERROR, 2) \
	X(DIAG_READ, "read", ERROR, 4) \
	X(DIAG_WRITE, "write", ERROR, 4) \
	X(DIAG_BUG, "bug", ERROR, 70) \
	X(DIAG_ABOVE_ROOF, "above-roof", WARNING, 0) \
	X(DIAG_NOT_PLOTTED, "not-plotted", WARNING, 0) \
	X(DIAG_ZERO_FLOP, "zero-flop", WARNING, 0) \
	X(DIAG_ZERO_ROOF, "zero-roof", WARNING, 0) \
	X(DIAG_NO_ROOF, "no-roof", WARNING, 0) \
	X(DIAG_LEVEL_ORDER, "level-order", WARNING, 0) \
	X(DIAG_BITS, "bits", WARNING, 0) \
	X(DIAG_ASSUMED, "assumed", WARNING, 0) \
	X(DIAG_LOW_CLOCK, "low-clock", WARNING, 0) \
	X(DIAG_PROFILER_ERROR, "profiler-error", WARNING, 0) \
	X(DIAG_OUTSIDE_FRAME, "outside-frame", WARNING, 0) \
	X(DIAG_MISSING_GLYPH, "missing-glyph", WARNING, 0) \
	X(DIAG_DROPPED_LABEL, "dropped-label", WARNING, 0) \
	X(DIAG_MISSING_POINT, "missing-point", WARNING, 0) \
	X(DIAG_RENAMED, "renamed", WARNING, 0) \
	X(DIAG_IGNORED, "ignored", WARNING, 0)

enum diag_id {
#define X(symbol, name, severity, exit_code) symbol,
	DIAG_IDS(X)
#undef X
	DIAG_ID_COUNT
};

enum diag_severity { DIAG_SEVERITY_WARNING, DIAG_SEVERITY_ERROR };

struct diag {
	enum diag_id id;
	enum diag_severity severity;
	const char *message; // one line of UTF-8, no place in it
	const char *point;   // name of the point that it is about, or NULL
	struct place place;
	size_t line, column; // of the place, from 1; 0 without a place
};

// What goes past these is counted, not kept: errors in all, warnings of each id.
enum { DIAG_LIMIT_ERRORS = 20, DIAG_LIMIT_WARNINGS = 10 };

struct diags;
struct diags *diags_new(void);
void diags_free(struct diags *diags);

// Adds one message. `place` with source NULL for none. The text is copied, made valid UTF-8 and shortened where it is very long; the source must outlive the diags.
void diags_add(struct diags *diags, enum diag_id id, struct place place, const char *format, ...) __attribute__((format(printf, 4, 5)));
// The same about a point.
void diags_add_point(struct diags *diags, enum diag_id id, struct place place, const char *point, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

// Moves all messages of `from` behind those of `diags` and frees `from`.
void diags_join(struct diags *diags, struct diags *from);

// Messages that are added while `derived` is true are about what is made anew when the chart changes: diags_forget_derived takes them back.
void diags_set_derived(struct diags *diags, bool derived);
void diags_forget_derived(struct diags *diags);

// Those kept, then one message ("and 4,990 more of this kind") for each id with warnings that were only counted.
size_t diags_count(const struct diags *diags);
const struct diag *diags_get(const struct diags *diags, size_t index);
size_t diags_error_count(const struct diags *diags); // those not kept included
size_t diags_dropped_errors(const struct diags *diags); // those not kept
// Every warning becomes an error of exit code 3 (--strict).
void diags_make_strict(struct diags *diags);
bool diags_are_strict(const struct diags *diags);
// The exit code that the errors ask for: 0 when there is none, else the largest.
int diags_exit_code(const struct diags *diags);

const char *diag_id_name(enum diag_id id);
// "file:line:column: error: message [id]", then the line and a caret where there is a place. Control characters are shown as \x1b. Ends with a newline.
// Owned by `diags`, until a message is added or taken back.
const char *diags_text(const struct diags *diags, size_t index);

#endif
