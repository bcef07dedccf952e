// SPDX-License-Identifier: MIT
// What faces.c and shape.c share: the set of open faces, and which one shows what.
#ifndef RAFTER_BACKEND_FACES_INTERNAL_H
#define RAFTER_BACKEND_FACES_INTERNAL_H

#include "backend/face.h"
#include "backend/faces.h"

#include <glib.h>

// The face that a style was answered with.
struct style_face {
	const char *family;
	int weight;
	bool italic;
	struct face *face;
};

struct fonts {
	struct arena *arena;
	struct face **embedded;      // beside embedded_fonts; NULL until used
	struct arena *text_arena;    // of `shaped`
	GHashTable *shaped;          // struct shape_key -> struct shape_entry: texts that no installed face was asked for
	hb_buffer_t *buffer;
	size_t users;
};

struct faces {
	struct arena *arena;
	struct diags *diags;
	struct fonts *fonts;
	bool owns_fonts;
	struct { struct style_face *items; size_t count, cap; } styles;
	struct { struct face **items; size_t count, cap; } installed; // opened by fontconfig
	GHashTable *unknown_families; // reported
	GHashTable *unknown_glyphs;  // code points that no face has
	GHashTable *settled;         // characters, by weight, that fontconfig was asked for (face_key)
	GHashTable *shaped;          // struct shape_key -> struct shape_entry: all other texts
	size_t asked;                // how often an installed face was asked for
};

// Never NULL: the family's nearest weight and slant; for a family that is not there Inter, reported once.
struct face *faces_face(struct faces *faces, const struct text_style *style);

// A face that has all `count` code points, for words set in `primary`: itself, the other embedded ones, then an installed one, the rather the more
// of `text` it has. NULL: none has them.
struct face *faces_covering(struct faces *faces, struct face *primary, const uint32_t *code_points, size_t count, const uint32_t *text,
	size_t text_count);

// An empty table of texts.
GHashTable *shape_cache_new(void);

#endif
