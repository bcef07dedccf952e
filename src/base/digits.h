// SPDX-License-Identifier: MIT
// The decimal digits of a double in whole numbers of 128 bits: what printf would say, a good ten times as fast, for the magnitudes that charts are made of.
#ifndef RAFTER_BASE_DIGITS_H
#define RAFTER_BASE_DIGITS_H

#include <stdbool.h>
#include <stdint.h>

enum { DIGITS_MAX = 17 };

// |value| ≈ digits × 10^(exponent - count + 1), rounded to nearest, ties to even, as by "%.*e".
struct digits {
	uint64_t digits;  // `count` of them, the first one not 0
	int count;        // 1..DIGITS_MAX
	int exponent;     // of the first digit: 0 for 3.35
	bool exact;       // they read back as the same double
};

// False where the arithmetic does not reach: 0, below about 1e-10, above about 1e35, and powers of two of which so many digits are no exact text.
bool digits_of(double value, int count, struct digits *out);

// Whole numbers without a sign; the end of what was written. No terminator.
char *digits_write(char *to, uint64_t number);

#endif
