// SPDX-License-Identifier: MIT
// Gates on an analysis: what is asked of points (rules) and of their change (a baseline), and every answer.
//
// Of the rules for one quantity and one direction the last that fits a point is the one that it is held to, so that exceptions stand behind what holds for all.
// A rule is held against the value itself, the median of several runs; a change is none when it lies inside both ranges (model/compare.h). A gate that a point has
// no value for is not met, unless warnings will do; points that were never measured are skipped. Every one of these is an answer that is named.
#ifndef RAFTER_CHECK_CHECK_H
#define RAFTER_CHECK_CHECK_H

#include "model/compare.h"

#include <glib.h>

enum check_status { CHECK_FAILED, CHECK_WARNING, CHECK_SKIPPED, CHECK_PASSED }; // worst first
enum { CHECK_STATUS_COUNT = 4 };
const char *check_status_name(enum check_status status); // "failed" ...

enum check_quantity { CHECK_ROOF, CHECK_PERFORMANCE, CHECK_TIME, CHECK_INTENSITY, CHECK_HEADROOM };

// What the user asks for, as text. NULL for what is not asked for.
struct check_request {
	const char *min_roof;             // "0.6", "60%"
	const char *const *rules;         // "series=gemm, precision=bf16: roof>=0.7, time <= 4 ms"
	size_t rule_count;
	const char *max_regression;       // "5%"; without it 5 % where there is a baseline
	const char *warn;                 // "2%"; without it there is no warning below the limit
	const char *by;                   // "time", "performance", "roof"; without it the time, or the performance where no point of both has a time
	const char *unjudged;             // "fail" (default) or "warn": gates that a point has no value for, rules that fit no point
	const char *missing;              // "warn" (default) or "fail": points that only the baseline has
};

struct check_rule;
struct check_gates {
	struct { struct check_rule *items; size_t count, cap; } rules;
	double max_regression, warn;      // shares; `warn` NAN: none
	enum compare_by by;
	bool by_said, unjudged_fails, missing_fails;
	bool strict;                      // a warning fails
};

// Reads the request. False with errors [usage]. check_gates_clear in both cases.
bool check_gates_read(struct arena *arena, const struct check_request *request, bool has_baseline, struct check_gates *gates, struct diags *diags);
void check_gates_clear(struct check_gates *gates);

// One gate held to one point.
struct check_answer {
	enum check_status status;
	const struct row *row;            // NULL: a rule that fits no point
	const char *point, *series;       // point NULL likewise
	const char *gate;                 // "roof >= 60 %", "time <= +5 %"
	bool is_change;                   // against the baseline
	const char *quantity;             // "roof"
	double limit;                     // SI; of a change: the share (0.05)
	struct compare_value found;       // SI
	struct compare_value before;      // of a change, else NAN
	double change;                    // likewise
	const char *found_text, *before_text, *change_text; // for people, NULL for what does not exist
	const char *note;                 // "inside both ranges", "new: not in the baseline", "no time" ..., or NULL
	double excess;                    // how far beyond the limit, as a share of it; below 0: within; NAN: no value
};

struct check_result {
	struct { struct check_answer *items; size_t count, cap; } answers; // worst first, then as the points stand
	size_t counts[CHECK_STATUS_COUNT];
	size_t points;                    // of the chart
	bool passed;                      // nothing failed
};

// `baseline` NULL: rules alone. `some_left_out`: of compare_options. The result lives in the arena.
struct check_result check_judge(struct arena *arena, const struct check_gates *gates, const struct analysis *analysis, const struct analysis *baseline,
	bool some_left_out);

// "expected roof >= 70 %, found 52.1 %".
const char *check_answer_text(struct arena *arena, const struct check_answer *answer);
// "failed: 2 of 12 checks on 6 points failed, 1 warning, 1 skipped".
const char *check_summary(struct arena *arena, const struct check_result *result);

// Ends with a NULL name.
struct check_format {
	const char *name; // "table", "json", "markdown", "junit", "github"
	void (*write)(const struct check_result *result, const char *title, GString *out);
};
extern const struct check_format check_formats[];

void check_write_table(const struct check_result *result, const char *title, GString *out);
void check_write_json(const struct check_result *result, const char *title, GString *out);
// A step summary: less than 900 kB whatever the number of points, the worst first; what is left out is counted.
void check_write_markdown(const struct check_result *result, const char *title, GString *out);
void check_write_junit(const struct check_result *result, const char *title, GString *out);
// Commands of GitHub Actions (::error file=...,line=...,title=...::...), at most ten of a kind as it shows no more in a step.
void check_write_github(const struct check_result *result, const char *title, GString *out);

#endif
