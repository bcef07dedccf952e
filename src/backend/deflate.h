// SPDX-License-Identifier: MIT
// A zlib stream (RFC 1950, 1951) of literals and matches that somebody else has found. Its bytes depend on these alone, on every machine.
#ifndef RAFTER_BACKEND_DEFLATE_H
#define RAFTER_BACKEND_DEFLATE_H

#include <glib.h>
#include <stdint.h>

enum { DEFLATE_MATCH_MIN = 3, DEFLATE_MATCH_MAX = 258, DEFLATE_WINDOW = 32768 };

struct deflate;

// Appends to `out`, which must outlive it.
struct deflate *deflate_new(GByteArray *out);
void deflate_literal(struct deflate *deflate, unsigned byte);
// `length` and `distance` in bytes, within the limits above.
void deflate_match(struct deflate *deflate, unsigned length, unsigned distance);
// Writes what is left and Adler-32 of all bytes, and frees.
void deflate_end(struct deflate *deflate, uint32_t adler);

#endif
