// SPDX-License-Identifier: MIT
// Quantities as people write them: "989.4 TFLOP/s", "400 Gb/s", "12 GiB", "4.1 ms", "2 GMAC", "3.5in" to SI base units and back.
//
// Prefixes k (or K) M G T P E and m u µ n p are powers of 1000, Ki Mi Gi Ti Pi powers of 1024. Prefix case matters (m milli, M mega). B is a byte, b a bit.
// FLOP, FLOPs, Flop, FLOPS, FLOP/s, Flop/s, FLOPs/s, OP/s, OPS, TOPS ... : where a count and a rate are both possible the quantity asked for decides.
#ifndef RAFTER_INPUT_UNITS_H
#define RAFTER_INPUT_UNITS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

enum quantity {
	QUANTITY_FLOP,       // FLOP (also OP; MAC = 2)
	QUANTITY_MAC,        // MAC: a count of multiply-adds, not doubled
	QUANTITY_BYTE,       // byte
	QUANTITY_SECOND,     // s
	QUANTITY_FLOP_RATE,  // FLOP/s
	QUANTITY_BYTE_RATE,  // byte/s (bits accepted)
	QUANTITY_INTENSITY,  // FLOP/byte ("FLOP/B", "FLOPs/byte", "F/B")
	QUANTITY_LENGTH,     // px at 96 per inch ("3.5in", "89mm", "12cm", "252pt", "960px"); a bare number is px
	QUANTITY_FREQUENCY,  // Hz
	QUANTITY_NONE,       // a bare number
	QUANTITY_COUNT
};

enum units_result {
	UNITS_OK,
	UNITS_OK_BITS,      // fine, but in bits where bytes are usual (warn for memory, not for links)
	UNITS_NO_NUMBER,    // does not start with a number
	UNITS_NO_UNIT,      // a number alone: SI base units are meant (callers decide whether that is allowed); UNITS_OK for QUANTITY_NONE
	UNITS_WRONG_UNIT,   // a known unit of another quantity
	UNITS_UNKNOWN_UNIT,
	UNITS_OUT_OF_RANGE  // not finite in SI, or so small that it would become 0
};

// What a double holds, for messages about what it does not.
#define UNITS_RANGE "0 or a magnitude from 4.9e-324 to 1.8e308"

// What every size of a chart is held to, wherever it is given: the longest side, and the height where the width alone is said.
enum { UNITS_MAX_SIDE_PX = 20000 }; // at 96 per inch
#define UNITS_HEIGHT_BY_WIDTH 0.72

struct units_value {
	double si;
	size_t unit_offset;  // where the unit starts in the text
	bool physical;       // QUANTITY_LENGTH: an absolute unit other than px
};

// The whole of `text` is read: number, optional blanks (ASCII or no-break), unit. UNITS_NO_UNIT fills `value->si` with the number.
enum units_result units_parse(const char *text, enum quantity quantity, struct units_value *value);
// The unit alone ("GFLOP/s", "us", "GB"): its factor to SI. For table headers.
enum units_result units_parse_unit(const char *unit, enum quantity quantity, double *factor);
// A bare number times the factor of its column's unit, as exact as units_parse reads the two together: the double nearest to 64.8276e9, not to that of 64.8276
// times 1e9. False when it is no number, or out of range.
bool units_scale(const char *number, double factor, double *si);
// Which quantity a unit alone means ("GFLOP/s" a rate, "GB" bytes, "TFLOPs" ambiguous: QUANTITY_FLOP). False when unknown.
bool units_guess(const char *unit, enum quantity *quantity, double *factor);

// 'a rate such as "19.5 TFLOP/s"': what is accepted, for messages.
const char *units_expected(enum quantity quantity);

// What is to be changed in a text that is not read, for messages: "; upper and lower case matter (T, not t): \"200 TFLOP/s\"". "" when it is not known.
// Newly allocated (g_free).
char *units_hint(const char *text, enum quantity quantity);

// "3.35 TB/s", "989 TFLOP/s", "410 FLOP/byte", "4.1 ms": `digits` significant digits, the SI prefix that leaves 1 <= number < 1000 (rounding included).
// Times have the prefixes below 1 only ("3600 s"), counts and rates those above ("0.5 B"), intensities and lengths none. 17 digits read back as the
// same double.
char *units_format(struct arena *arena, double si, enum quantity quantity, int digits);

// The SI prefix for a set of values whose largest is `si` ("T", 1e12) — one prefix for a whole axis. Unit name by quantity: units_name.
struct units_prefix {
	const char *symbol; // "", "k", "M", "G", "T", "P", "E", "m", "µ", "n", "p"
	double factor;
};
struct units_prefix units_prefix_for(double si);
const char *units_name(enum quantity quantity); // "FLOP/s", "B/s", "FLOP/byte", "s"

#endif
