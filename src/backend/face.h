// SPDX-License-Identifier: MIT
// One font face: its file, its metrics in em, its glyphs. Nothing is hinted, so that a width is proportional to the size and every format agrees.
#ifndef RAFTER_BACKEND_FACE_H
#define RAFTER_BACKEND_FACE_H

#include "base/arena.h"

#include <hb.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// As cairo declares it, so that measuring does not include cairo.
struct _cairo_font_face;

struct face {
	struct arena *arena;           // of the faces it belongs to
	const char *family;
	int weight;
	bool italic;
	bool serif;
	const char *file;              // NULL: embedded
	unsigned file_index;           // of a collection
	hb_font_t *font;               // scaled to font units
	double units_per_em;
	double ascent_em, descent_em, cap_em;
	const struct path **outlines;  // by glyph, NULL until asked for
	struct _cairo_font_face *cairo; // NULL until asked for
};

// How it is to be known; the rest of the struct is filled by the functions below.
struct face_name {
	const char *family;
	int weight;
	bool italic, serif;
};

// `bytes` must outlive every face, as constants do.
struct face *face_open_memory(struct arena *arena, struct face_name name, const unsigned char *bytes, size_t size);
// NULL when the file cannot be read or has no TrueType or CFF outlines: those are what a PDF can embed.
struct face *face_open_file(struct arena *arena, struct face_name name, const char *file, unsigned file_index);
void face_close(struct face *face);

bool face_has(const struct face *face, uint32_t code_point);
// For cairo, owned by the face; NULL when FreeType cannot read the file. It stays usable in cairo's caches after face_close.
struct _cairo_font_face *face_cairo(struct face *face);

#endif
