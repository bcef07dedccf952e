// SPDX-License-Identifier: MIT
// A contact sheet: rooflines as small multiples with the same axes, one legend and one numbered key of their points, on as many pages as they need.
#ifndef RAFTER_LAYOUT_SHEET_H
#define RAFTER_LAYOUT_SHEET_H

#include "layout/layout.h"

struct sheet_panel {
	const struct analysis *analysis;
	const char *title;
};

struct sheet_spec {
	const struct sheet_panel *panels;
	size_t count;
	const char *title, *subtitle, *author; // of every page, NULL for none
	struct layout_limits limits;           // of every panel
	const struct theme *theme;
	const struct measurer *measurer;
	double width_px, height_px;            // of a page; height 0: as tall as its panels need
};

// A page is a layout: its report has one panel per chart, with the tick labels of its row and column though they stand at the first and the last of them, and
// the shared words as labels of its own.
struct sheet {
	struct { struct layout *items; size_t count, cap; } pages;
};

// NULL with an error ([too-small]). Panels fill the pages row by row; everything lives in the arena. Numbers that found no place are a warning [dropped-label].
const struct sheet *sheet_run(struct arena *arena, const struct sheet_spec *spec, struct diags *diags);

#endif
