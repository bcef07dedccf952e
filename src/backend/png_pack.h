// SPDX-License-Identifier: MIT
// Rows of symbols (pixels, mostly) to the zlib stream of a PNG without filters. A chart is runs of one colour, and rows much like the row above: it is looked at
// run by run, which takes a small part of the time that a look at every byte takes.
#ifndef RAFTER_BACKEND_PNG_PACK_H
#define RAFTER_BACKEND_PNG_PACK_H

#include <glib.h>
#include <stddef.h>
#include <stdint.h>

struct symbols {
	const uint32_t *rows;
	uint32_t width, height;
	size_t stride;    // in symbols
	uint32_t mask;    // of what counts in each
	unsigned unit;    // bytes of one, 1 to 4, the highest first
};

void png_pack(const struct symbols *symbols, GByteArray *out);

#endif
