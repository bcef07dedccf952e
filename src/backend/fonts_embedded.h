// SPDX-License-Identifier: MIT
// The font files that are part of the program.
#ifndef RAFTER_BACKEND_FONTS_EMBEDDED_H
#define RAFTER_BACKEND_FONTS_EMBEDDED_H

#include <stdbool.h>
#include <stddef.h>

struct embedded_font {
	const char *family;
	int weight;
	bool italic;
	const unsigned char *start, *end; // the whole file
};

extern const struct embedded_font embedded_fonts[]; // of one family: next to each other
extern const size_t embedded_font_count;

#endif
