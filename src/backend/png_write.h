// SPDX-License-Identifier: MIT
// Pixels to a PNG file.
#ifndef RAFTER_BACKEND_PNG_WRITE_H
#define RAFTER_BACKEND_PNG_WRITE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

// cairo's pixels: 0xAARRGGBB in the machine's byte order, colours multiplied by alpha.
struct pixels {
	const uint32_t *rows;
	uint32_t width, height, stride; // in pixels
	bool alpha;                     // false: the upper byte means nothing
};

struct png_facts {
	double dpi;
	const char *title, *author;     // NULL: none
};

// Appends the file: with at most 256 colours a palette or greys, else RGB; with alpha RGBA. False when libpng failed, with its words in `*why` (g_free).
bool png_write(const struct pixels *pixels, const struct png_facts *facts, GByteArray *out, char **why);

#endif
