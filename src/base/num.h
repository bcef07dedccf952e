// SPDX-License-Identifier: MIT
// Numbers to text and back, whatever the locale.
#ifndef RAFTER_BASE_NUM_H
#define RAFTER_BASE_NUM_H

#include <stdbool.h>
#include <stddef.h>

enum { NUM_CHARS = 40 };

// A number's text by value, so that it can stand in a printf argument: `num_exact(x).text`.
struct num_text {
	char text[NUM_CHARS];
};

// The shortest text that reads back as the same double: "3.35e12", "0.1", "989400000000000". Finite values only (asserted).
struct num_text num_exact(double value);
// `digits` significant digits (1..17), no trailing zeros after the point, no exponent for 1e-5 <= |value| < 1e15: "989", "3.35", "66.9".
struct num_text num_short(double value, int digits);
// A coordinate in px: two decimals, no trailing zeros, never "-0": "78", "159.5", "129.39".
struct num_text num_px(double value_px);

// The number that starts at `text` (JSON's grammar plus a leading '+', a bare leading or trailing point): its end in `*end`.
// False when there is none, and when a double cannot hold it: too large, or so small that it would become 0.
bool num_parse_prefix(const char *text, double *value, const char **end);
// The whole of `text`, white space around it allowed.
bool num_parse(const char *text, double *value);

#endif
