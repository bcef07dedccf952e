// SPDX-License-Identifier: MIT
// Opaque sRGB colours, and "none".
#ifndef RAFTER_BASE_COLOUR_H
#define RAFTER_BASE_COLOUR_H

#include <stdbool.h>

struct colour {
	unsigned char r, g, b;
	bool visible; // false: nothing is painted (the zero value)
};

// "#rgb", "#rrggbb" or one of the CSS basic names (black white red green blue ... and "none"). False when it is none of these.
bool colour_parse(const char *text, struct colour *colour);
// "#1f2933", or "none".
struct colour_text {
	char text[8];
};
struct colour_text colour_format(struct colour colour);
// `share` (0..1) of `a`, the rest of `b`, in sRGB.
struct colour colour_mix(struct colour a, struct colour b, double share);
// Relative luminance by WCAG 2, 0..1, and contrast ratio, 1..21.
double colour_luminance(struct colour colour);
double colour_contrast(struct colour a, struct colour b);

#endif
