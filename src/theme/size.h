// SPDX-License-Identifier: MIT
// Named sizes of a chart.
#ifndef RAFTER_THEME_SIZE_H
#define RAFTER_THEME_SIZE_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdbool.h>

struct size {
	const char *name;
	double width_px, height_px; // at 96 per inch
	bool physical;              // PNG default 300 dpi, else 192
	const char *doc;            // "IEEE, one column (3.487 in)"
};

extern const struct size sizes[]; // ends with a NULL name

// A name of the table, "WxH" ("3.5inx2.6in", "89mmx60mm", "1440x900px": a bare number takes the other's unit, else px) or a lone "W" (height 0.72 of it). False
// with an error: over 20,000 px a side [limit]; zero or negative [wrong-value], unknown, with the nearest name [unknown-name], both [usage] without a place.
bool size_parse(const char *text, struct size *size, struct place place, struct diags *diags);

#endif
