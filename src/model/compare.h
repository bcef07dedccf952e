// SPDX-License-Identifier: MIT
// The points of a chart against those of an older one: which are the same, and whether they got better or worse.
#ifndef RAFTER_MODEL_COMPARE_H
#define RAFTER_MODEL_COMPARE_H

#include "model/analysis.h"

// What is compared: s, FLOP/s, or the share of the roof (0..1; of the bandwidth where there are no FLOPs).
enum compare_by { COMPARE_TIME, COMPARE_PERFORMANCE, COMPARE_ROOF };
extern const char *const compare_by_names[]; // NULL-terminated: "time", "performance", "roof"

enum verdict {
	VERDICT_SAME,         // inside both ranges, or no more than the threshold
	VERDICT_BETTER,
	VERDICT_WORSE,
	VERDICT_NEW,          // the old chart has no such point
	VERDICT_MISSING,      // the new chart has none
	VERDICT_INCOMPARABLE  // one of them has no value; `reason` says which and why
};
const char *verdict_name(enum verdict verdict); // "same" ...

struct compare_value {
	double value;     // NAN: none
	double low, high; // what was measured in several runs; NAN: one run
};

// One point of either chart, at the level that it is judged by.
struct comparison {
	const struct row *now, *before; // not both NULL
	const char *name, *series;      // of the new one, else of the old one; series NULL for none
	struct compare_value value, old;
	double change;       // (new - old) / old, NAN where there are not both: 0.12 is "+12 %"
	double worse;        // the same turned so that more than 0 is worse: time that grew, performance that fell
	bool noise;          // the change lies inside both ranges
	enum verdict verdict;
	const char *reason;  // of VERDICT_INCOMPARABLE: "no time in the baseline", else NULL
};

struct comparisons {
	struct comparison *items; // the new chart's points in their order, then those that are missing in the old one's
	size_t count, cap;
};

struct compare_options {
	enum compare_by by;
	double threshold;    // a change of no more than this share is none (0.02)
	bool some_left_out;  // points were left out of the new chart on purpose: those that only the old one has are not missing
};

// Points are joined by machine, series and name; what is left over by the kernel's full name, so that a kernel that ran once is the first of those that run twice; by
// series and label; by name alone, where that is unambiguous and one of the two has no series. Of several that are called the same, the first is joined to the first.
//
// A change lies inside both ranges when the new value is in the old range and the old value in the new one; where only one of them was measured several times, its
// range decides. The result lives in the arena and points into both analyses.
struct comparisons compare_run(struct arena *arena, const struct analysis *now, const struct analysis *before, struct compare_options options);

// One pair of rows, both not NULL. Kernels without FLOPs have no performance: by that they are compared by their share of the bandwidth.
struct comparison compare_rows(struct arena *arena, const struct row *now, const struct row *before, struct compare_options options);

// Points of one chart with the points that they name as their baseline.
struct comparisons compare_baselines(struct arena *arena, const struct analysis *analysis, struct compare_options options);

// The value of a row, with its range. Points that were not measured have none.
struct compare_value compare_value_of(const struct row *row, enum compare_by by);

#endif
