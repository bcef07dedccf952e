// SPDX-License-Identifier: MIT
// A label cut into spans of one face, one script and one direction, in visual order.
#ifndef RAFTER_BACKEND_PARAGRAPH_H
#define RAFTER_BACKEND_PARAGRAPH_H

#include "backend/faces_internal.h"

struct span {
	size_t start, count; // characters
	struct face *face;
	hb_script_t script;
	int level;           // of Unicode's bidirectional algorithm: odd is right to left
};

struct paragraph {
	size_t count;        // characters
	uint32_t *shown;     // what is shaped: white space as a space, other control characters and what no face has as U+FFFD
	size_t *bytes;       // offset in the text, one more than `count`
	struct span *spans;
	size_t span_count;
	struct missing_glyphs missing;
};

// Text in `face`, its direction by its first strong character.
void paragraph_init(struct paragraph *paragraph, struct faces *faces, struct face *face, const char *text);
void paragraph_clear(struct paragraph *paragraph);

// Embedding, override and isolate controls: they would turn around what stands next to them, and a label needs none.
bool paragraph_is_control(uint32_t code_point);

#endif
