// SPDX-License-Identifier: MIT
// What is done with points after they were read and before they are judged: work and times joined by kernel name, names changed, some picked, launches added up.
// All of it is asked for by the user; every function leaves points that it cannot treat, and says so.
#ifndef RAFTER_IMPORT_POINTS_H
#define RAFTER_IMPORT_POINTS_H

#include "model/chart.h"

#include <glib.h>

// A name, or, between slashes, a regular expression (PCRE) that is looked for anywhere in a name.
struct pattern {
	const char *text;
	GRegex *regex; // NULL: a name
	struct place place;
};
// False with an error [wrong-value] for a bad expression. `always`: an expression even without slashes.
bool pattern_make(struct pattern *pattern, const char *text, bool always, struct place place, struct diags *diags);
void pattern_clear(struct pattern *pattern);
// Whether a point is meant: by its kernel's full name, its name, its label, or, for a name, the short form of its kernel's C++ name.
bool pattern_matches(const struct pattern *pattern, const struct point *point);

// Gives the points of `chart` FLOPs, bytes and network bytes of the points of `work` with a name that fits (exact names first, then expressions in their order).
// Work is that of one launch. What the user gives wins over what the file counted. Entries that fit nothing are warned about [ignored].
bool points_join_work(struct arena *arena, const struct chart *work, struct chart *chart, struct diags *diags);
// Gives the points the mean time of one launch by the points of `times`, times their own launches; with the range, where launches were timed one by one. Names are
// compared whole, then without parameters, then as labels. A point that nothing was timed for has no time any more.
// `file`: what the other file is called where the times are spoken of.
bool points_join_times(struct arena *arena, const struct chart *times, const char *file, struct chart *chart, struct diags *diags);

// Names and looks by a table with the columns name, label and, where wanted, series, color and marker; or a JSON object {"name": "label"}, {"name": {"label": ...}}.
// In the label of an expression \1 is its first group. The full name stays in `name`. All series of the file are declared
// in its order, so that they look the same in every chart.
bool points_rename(struct arena *arena, const struct source *source, struct chart *chart, struct diags *diags);

// Keeps the points that any of `include` means (all when there is none) and none of `exclude`. False with an error [no-points] when none is left.
bool points_pick(const struct pattern *include, size_t include_count, const struct pattern *exclude, size_t exclude_count, struct arena *arena,
	struct chart *chart, struct diags *diags);

enum point_grouping { GROUP_LAUNCH, GROUP_NAME, GROUP_SHAPE, GROUP_ALL };
extern const char *const point_grouping_names[]; // NULL-terminated: "launch", "name", "name+shape", "all"
// Adds up launches of a kernel (of equal name and shape; all) within a series: sums of FLOPs, bytes and time, never means of ratios. Points of kernels with formulas
// are left alone.
void points_group(struct arena *arena, enum point_grouping grouping, struct chart *chart, struct diags *diags);

enum point_order { TOP_BY_TIME, TOP_BY_FLOPS };
extern const char *const point_order_names[]; // NULL-terminated: "time", "flops"
// Keeps the `count` points with the longest time or the most FLOPs, in the order in which they stand, and notes what share of all that is.
void points_top(struct arena *arena, size_t count, enum point_order order, struct chart *chart);

#endif
