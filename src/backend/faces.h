// SPDX-License-Identifier: MIT
// Fonts: the embedded faces, others by fontconfig (loaded only when a family or a glyph asks for it), shaping by HarfBuzz, bidi by FriBidi.
#ifndef RAFTER_BACKEND_FACES_H
#define RAFTER_BACKEND_FACES_H

#include "base/diag.h"
#include "scene/measure.h"

#include <stddef.h>
#include <stdint.h>

// The embedded faces, and texts shaped in them: read once for all charts of a thread. What a text looks like does not depend on the charts before it.
struct fonts;

struct fonts *fonts_new(void);
// After all faces that use it.
void fonts_free(struct fonts *fonts);

// One per chart: the fonts, the installed faces that the chart needed, and what it has been told of them. Never shared between threads.
struct faces;

// `fonts`: shared with other faces of the thread, or NULL for its own. `diags`: where missing families [no-font, with an install hint] are reported, once each, and
// glyphs by faces_report.
struct faces *faces_new(struct fonts *fonts, struct diags *diags);
void faces_free(struct faces *faces);

// Measures by shaping. Valid as long as `faces`.
struct measurer faces_measurer(struct faces *faces);

// True when `family` is embedded or installed; else error [no-font] at `place`.
bool faces_check_family(struct faces *faces, const char *family, struct place place);

struct glyph {
	unsigned index;               // in its face
	double x_px, y_px;            // pen position relative to the start of the text, y down
	size_t cluster;               // byte offset in the text of what it shows
};

struct face;
struct path;
struct scene;

// Consecutive glyphs of one face.
struct glyph_run {
	struct face *face;
	struct glyph *glyphs;
	size_t count;
	size_t text_start, text_length; // bytes of the text it covers
	bool right_to_left;
};

// Code points that no face has: a replacement mark is drawn for each.
struct missing_glyphs {
	uint32_t first;
	size_t count;                 // of different ones
};

struct shaped {
	struct glyph_run *runs;       // in visual order
	size_t run_count;
	struct text_extent extent;
	struct missing_glyphs missing;
};

// Owned by `faces`, cached by text and style. `text` is UTF-8 (asserted). Bidirectional controls have no effect and no glyph.
const struct shaped *faces_shape(struct faces *faces, const char *text, const struct text_style *style);

// One warning [missing-glyph], with the text and the code point, for every different text of the scene that has some. Measuring reports none: a layout tries
// many texts that nobody will see.
void faces_report(struct faces *faces, const struct scene *scene);

// The outline of a glyph, filled by the non-zero rule: in em (times the size: px), y down, from the glyph's pen position; empty for a space.
// Owned by the face.
const struct path *face_outline(struct face *face, unsigned glyph_index);

#endif
