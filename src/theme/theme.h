// SPDX-License-Identifier: MIT
// How a chart looks: colours, faces, weights. One JSON file per theme over the defaults of `light`; one table row per key.
//
// Lengths are px at 96 per inch and do not follow the size of the chart: a theme is made for a kind of place (page, paper, slide).
#ifndef RAFTER_THEME_THEME_H
#define RAFTER_THEME_THEME_H

#include "base/arena.h"
#include "base/colour.h"
#include "base/diag.h"
#include "base/json_out.h"
#include "base/source.h"
#include "input/keys.h"

enum { THEME_CYCLE = 8, THEME_DASH = 6 };

struct theme_dash {
	double on_off[THEME_DASH]; // in units of the line's width
	int count;
};

struct theme {
	const char *name, *doc;
	const char *extends;    // the theme that it started from, NULL for `light`
	// words
	const char *family;
	struct place family_place; // of its value in a theme file
	double font_px;         // base size: point labels, legend
	double title_px, subtitle_px, tick_px, axis_px, roof_px, note_px;
	int title_weight, roof_weight, axis_weight, region_weight;
	bool show_title;
	const char *svg_fallback; // CSS family list after the family: "'Helvetica Neue', Arial, sans-serif"
	// colours
	struct colour background, text, muted, frame, grid, roof, ceiling, halo;
	struct colour memory_fill, compute_fill, mixed_fill, memory_text, compute_text, mixed_text, accent, warning, better, worse;
	struct { struct colour items[THEME_CYCLE]; int count; } cycle;
	bool cycle_markers_only;  // mono: series differ by shape alone
	// lines, px
	double roof_px_width, ceiling_px_width, grid_px_width, axis_px_width, marker_ring_px;
	struct { struct theme_dash items[THEME_CYCLE]; int count; } ceiling_dashes;
	// marks
	double marker_px;        // radius of a circle; other shapes have the same area
	double tick_length_px, minor_tick_px;
	bool frame_box;          // all four sides, ticks inside
	bool exponent_ticks;     // 10^-1 rather than 0.1
	bool regions;            // shaded
	bool grid_minor;
	double padding_px;       // outer margin
	double base_width_px;    // width that the lengths are made for: type and lines follow another width, less than in proportion; 0: absolute
	const char *thousands;   // between groups of digits in tick labels: " " (thin space)
};

// All themes that come with rafter, sorted; NULL-terminated.
const char *const *theme_names(void);
// A built-in theme by name; NULL with error [unknown-name] and the nearest.
const struct theme *theme_find(struct arena *arena, const char *name, struct place place, struct diags *diags);
// A theme file: a JSON object; "extends" names a built-in one to start from (default "light").
const struct theme *theme_read(struct arena *arena, const struct source *source, struct diags *diags);
// Multiplies every length of the theme but the width that it is made for.
void theme_scale(struct theme *theme, double factor);
extern const struct key theme_keys[];
// The value of one key as its file has it (null for a string that is not said); `key` is a row of theme_keys that is read.
void theme_put_value(const struct theme *theme, const struct key *key, struct json_out *json);

#endif
