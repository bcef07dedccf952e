// SPDX-License-Identifier: MIT
// One axis: its range, the px it spans, and its ticks.
#ifndef RAFTER_LAYOUT_AXIS_H
#define RAFTER_LAYOUT_AXIS_H

#include "base/arena.h"
#include "model/chart.h"

struct axis {
	enum scale_kind scale;
	double min, max;   // SI, min < max, both > 0 on a log scale
	double from_px, to_px; // where min and max stand; from_px > to_px on a y axis
};

double axis_px(const struct axis *axis, double value);
double axis_value(const struct axis *axis, double px);
// Decades that the range spans (log scale).
double axis_decades(const struct axis *axis);

// A tick's label: "1 000", or a power of ten in two parts ("10" and "-1", to be set as a superscript).
struct tick {
	double value;       // SI
	const char *label;  // NULL: a minor tick
	const char *power;  // exponent after `label`, or NULL
};

struct ticks {
	struct tick *items;
	size_t count, cap;
};

struct tick_style {
	double unit;            // SI value of 1 on the labels
	bool exponents;         // powers of ten as 10^n whatever their size
	const char *thousands;  // between groups of three digits
	bool vertical;          // labels stand above each other
	double gap_px;          // at least this much between two labels
	double line_px;         // height of a label
	// Width of a label in px.
	double (*width_px)(void *user, const struct tick *tick);
	void *user;
};

// Rising, labelled ticks that keep `gap_px` apart, and minor ticks between them where every decade is labelled. Two labels at the least on any range, none that
// reads like another. Modes: decades, 1-2-5, powers of two, or what fits best.
void axis_ticks(struct arena *arena, const struct axis *axis, enum tick_mode mode, const struct tick_style *style, struct ticks *ticks);

// The text of a tick as one string, for the layout report: "10⁻¹".
const char *tick_text(struct arena *arena, const struct tick *tick);

#endif
