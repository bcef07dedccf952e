// SPDX-License-Identifier: MIT
// How wide words are: the one thing that the layout needs to know about fonts. Handed in, so that tests use fixed metrics.
#ifndef RAFTER_SCENE_MEASURE_H
#define RAFTER_SCENE_MEASURE_H

#include <stdbool.h>

struct text_style {
	const char *family; // "Inter", "Liberation Serif", "Liberation Sans", or any installed family; interned or static
	double size_px;     // em size
	int weight;         // 400, 600, 700
	bool italic;
};

struct text_extent {
	double width_px;               // advance
	double ascent_px, descent_px;  // of the face: room for any word in it, both positive
	double cap_px;                 // height of capitals
};

struct measurer {
	// Extent of one line of UTF-8. Never fails: what no face has is measured as the replacement glyph and reported by the implementation.
	struct text_extent (*measure)(void *user, const char *text, const struct text_style *style);
	void *user;
};

// Every glyph 0.6 em wide, ascent 0.8, descent 0.2, capitals 0.7 em: the same numbers on every machine.
extern const struct measurer measure_fixed;

#endif
