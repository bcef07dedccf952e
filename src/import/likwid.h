// SPDX-License-Identifier: MIT
// likwid-perfctr's tables as they stand in a log, before they are points.
#ifndef RAFTER_IMPORT_LIKWID_H
#define RAFTER_IMPORT_LIKWID_H

#include "import/importers.h"

// By the first word of a table's header.
enum likwid_table { LIKWID_INFO, LIKWID_EVENTS, LIKWID_METRICS, LIKWID_TABLES };

struct likwid_cell {
	const char *text;
	struct place place;
};

// "DP [MFLOP/s]" and its value by thread.
struct likwid_row {
	const char *name;
	const struct likwid_cell *cells;
	size_t count;
};

struct likwid_rows {
	struct likwid_row *items;
	size_t count, cap;
};

// The tables of one group of events for one region (or for the whole program).
struct likwid_section {
	const char *region, *group; // NULL: not said
	struct place place;         // of the line that names them
	struct likwid_rows tables[LIKWID_TABLES];
	bool seen[LIKWID_TABLES];
};

struct likwid_log {
	struct { struct likwid_section *items; size_t count, cap; } sections;
};

// What a message calls a section: "region 'solve', group MEM_DP".
const char *likwid_section_words(struct arena *arena, const char *region, const char *group);

// likwid_figures.c: the figures of one section, NAN where it has none.
enum { LIKWID_DP, LIKWID_SP, LIKWID_HP, LIKWID_PRECISIONS };
enum { LIKWID_DRAM, LIKWID_HBM, LIKWID_L3, LIKWID_L2, LIKWID_LEVELS };
extern const char *const likwid_level_names[LIKWID_LEVELS];

struct likwid_figures {
	const struct likwid_section *section;
	double flops[LIKWID_PRECISIONS]; // added up over the threads
	double bytes[LIKWID_LEVELS];     // the same
	double time;                     // of the slowest thread
	double calls;                    // of the region, at least 1
	double intensity;                // LIKWID's own, where there is one thread
	size_t threads;
	bool counted;                    // FLOPs are counts of events, not rate x runtime
	bool mixed;                      // by an event that counts every precision
	bool overcounts;                 // by events that are known to count too much
	bool rescaled;                   // bytes are bandwidth x runtime
	bool undecided;                  // rates for scalar, SSE and AVX code, of which one is true
};

// False with located errors.
bool likwid_figures_read(const struct import *in, const struct likwid_section *section, struct likwid_figures *figures);

// likwid_points.c: one point a region. Sections of other groups join the region's point; a group that comes again is another run.
bool likwid_points_add(const struct import *in, const struct likwid_log *log);

#endif
