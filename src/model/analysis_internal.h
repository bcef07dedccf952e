// SPDX-License-Identifier: MIT
// The parts of one analysis: what the points use, which ceilings that draws, and the rows. In the order in which they run.
#ifndef RAFTER_MODEL_ANALYSIS_INTERNAL_H
#define RAFTER_MODEL_ANALYSIS_INTERNAL_H

#include "model/analysis.h"

#include <glib.h>

// Points of a machine that ask for the same roof share one use of it, so that a hundred thousand points look it up once.
struct compute_use {
	const char *precision; // canonical, NULL: not said
	const char *pipe;
	bool sparse;
	size_t first_point, count; // points that use it
	const struct drawn_compute *drawn; // NULL: no roof
	const char *missing; // "no int8 roof", when `drawn` is NULL
};

struct memory_use {
	const char *level; // NULL: main memory
	size_t first_point, count;
	const struct memory_ceiling *ceiling;
	const struct drawn_memory *drawn; // NULL: no such memory
	const char *missing;
};

struct network_use {
	const char *name; // NULL: the only or first drawn one
	size_t first_point, count;
	const struct network_ceiling *ceiling;
	const struct drawn_network *drawn;
	const char *missing;
};

struct machine_uses {
	const struct hardware *hardware;
	struct machine *machine;
	struct { struct compute_use **items; size_t count, cap; } compute;
	struct { struct memory_use **items; size_t count, cap; } memory;
	struct { struct network_use **items; size_t count, cap; } network;
};

struct point_use {
	struct machine_uses *machine; // NULL: the chart has none, or it was not found
	struct compute_use *compute;
	struct memory_use **levels;   // one per level, one for a point without levels
	size_t level_count;
	struct network_use *network;  // NULL without network bytes
	size_t series_index, first_row;
};

struct run {
	struct arena *arena;
	const struct chart *chart;
	struct diags *diags;
	struct analysis *analysis;
	struct machine_uses *uses; // by machine
	struct point_use *points;  // by point
	const char **names;        // by point, unique
	size_t row_count;          // levels of all points
	bool failed;               // an error was added (a warning that --strict made one does not count)
};

// analysis_use.c: fills `uses`, `points` and `row_count`.
void uses_collect(struct run *run);

// analysis_select.c: fills the machines and the `drawn` of every use. Its second half, the slopes, is analysis_slopes.c.
void machines_select(struct run *run);

// One machine being selected. The picks run beside the machine's lists.
struct selection {
	struct run *run;
	struct machine_uses *uses;
	const struct hardware *hardware;
	bool *dense, *sparse, *memory, *network;
	GHashTable *flat_names, *slope_names; // taken, in the whole chart
	const char *prefix;                   // "H100: ", "" for a single machine
};

void slopes_select(struct selection *selection);
bool rate_is_usable(double rate); // positive and finite
const char *selection_name(const struct selection *selection, GHashTable *taken, const char *name, const char *suffix);

// What tells the kinds of ceilings apart when the names in `select` are looked up.
struct selectable {
	const char *what; // "memory in select"
	// Picks all ceilings that `name` means. False when there is none.
	bool (*pick)(struct selection *selection, const char *name);
	// The two names of a ceiling, either may be NULL. False when there are no more ceilings.
	bool (*names)(const struct hardware *hardware, size_t index, const char *names[2]);
};
void selection_pick(struct selection *selection, const struct selectable *kind, const struct key_strings *wanted);

// analysis_point.c: a point's totals over all its calls; NAN for what cannot be known.
struct resolved_level {
	double bytes, intensity, bandwidth; // byte, FLOP/byte, byte/s
};

struct resolved {
	double flops, time, performance; // FLOP, s, FLOP/s
	const struct resolved_level *levels;
	bool out_of_range; // something cannot be held by a double
};

// Adds an error [contradiction] when fields disagree by more than 1 %.
struct resolved point_resolve(struct run *run, size_t point_index);

// analysis_row.c: the rows of one point, added to the analysis.
void point_rows(struct run *run, size_t point_index);

// What takes longest, from times or from anything in proportion to them; NAN for what plays no part.
enum bound bound_of(double math, double memory, double network);

// analysis_sweep.c: what the sweeps do along their parameters.
void sweeps_judge(struct run *run);
// sweep_solve.c: critical value and crossings of one level, and its bounds.
void sweep_solve(struct arena *arena, struct sweep_result *result);
// scaling.c: speed-ups, and the fit.
void scaling_judge(struct run *run);

// analysis_unused.c: what was said in vain or had to be assumed.
void unused_warn(struct run *run);

// analysis_warn.c: what there is to say about the rows, once for each point or roof.
void rows_warn(struct run *run);
// A name as messages show it: long ones shortened.
const char *name_for_message(struct arena *arena, const char *name);

#endif
