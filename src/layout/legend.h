// SPDX-License-Identifier: MIT
// Entries of a legend: collected from one plan or from several, set in rows.
#ifndef RAFTER_LAYOUT_LEGEND_H
#define RAFTER_LAYOUT_LEGEND_H

#include "layout/plan.h"

enum entry_kind { ENTRY_SERIES, ENTRY_LEVEL, ENTRY_SIZE, ENTRY_ABOVE, ENTRY_HOLLOW, ENTRY_NO_OVERLAP, ENTRY_CURVE, ENTRY_OLD, ENTRY_CHANGE, ENTRY_ROOF,
	ENTRY_REGION };

struct entry {
	enum entry_kind kind;
	enum marker shape;
	struct colour colour;
	bool hollow, with_marker; // `with_marker`: a curve whose values are marked
	bool network;           // a level that is a link
	double radius_px;
	struct stroke line;     // of a no-overlap roof, a curve, an arrow or a ceiling
	enum verdict verdict;   // of an arrow
	struct words words;
};

struct entries {
	struct entry *items;
	size_t count, cap;
};

void legend_add(struct plan *plan, struct entries *entries, struct entry entry, const char *text);
// What the marks of a chart need explained: series, memory levels, areas, curves, hollow and filled, rings.
void legend_collect(struct plan *plan, struct entries *entries);
// Rows of entries from `top` on, between the left edge of the plot and the margin of the page; returns the height that they take.
double legend_flow(struct plan *plan, const struct entries *entries, double top, bool draw);

#endif
