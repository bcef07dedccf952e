// SPDX-License-Identifier: MIT
#include "input/units.h"

#include "base/num.h"

#include <glib.h>
#include <math.h>
#include <string.h>

// What a unit measures. The plural of a count ("FLOPS") may be a rate as well.
enum kind {
	KIND_F, // "F" is a FLOP only over something: F/B, GF/s
	KIND_OP,
	KIND_OPS,
	KIND_MAC,
	KIND_MACS,
	KIND_BYTE,
	KIND_SECOND,
	KIND_HERTZ,
	KIND_LENGTH,
	KIND_OP_RATE,
	KIND_MAC_RATE,
	KIND_BYTE_RATE,
	KIND_OP_PER_BYTE,
	KIND_MAC_PER_BYTE
};

// A unit is 10^exp10 * 2^exp2 * times / over of the SI base unit, kept apart so that a number's decimal digits are scaled without rounding.
struct unit {
	enum kind kind;
	int exp10, exp2;
	double times, over;
	bool bits, capital, prefixed; // capital: "FLOPS" rather than "FLOPs"
};

enum { BITS = 1, CAPITAL = 2, NO_PREFIX = 4 };

static const struct {
	const char *name;
	enum kind kind;
	int flags;
	double times, over; // 0 for 1
} atoms[] = {
	{"FLOP", KIND_OP, 0, 0, 0},
	{"Flop", KIND_OP, 0, 0, 0},
	{"flop", KIND_OP, 0, 0, 0},
	{"OP", KIND_OP, 0, 0, 0},
	{"Op", KIND_OP, 0, 0, 0},
	{"op", KIND_OP, 0, 0, 0},
	{"IOP", KIND_OP, 0, 0, 0},
	{"INTOP", KIND_OP, 0, 0, 0},
	{"FLOPs", KIND_OPS, 0, 0, 0},
	{"FLOPS", KIND_OPS, CAPITAL, 0, 0},
	{"Flops", KIND_OPS, 0, 0, 0},
	{"flops", KIND_OPS, 0, 0, 0},
	{"OPs", KIND_OPS, 0, 0, 0},
	{"OPS", KIND_OPS, CAPITAL, 0, 0},
	{"Ops", KIND_OPS, 0, 0, 0},
	{"ops", KIND_OPS, 0, 0, 0},
	{"IOPs", KIND_OPS, 0, 0, 0},
	{"IOPS", KIND_OPS, CAPITAL, 0, 0},
	{"INTOPs", KIND_OPS, 0, 0, 0},
	{"INTOPS", KIND_OPS, CAPITAL, 0, 0},
	{"F", KIND_F, 0, 0, 0},
	{"MAC", KIND_MAC, 0, 0, 0},
	{"mac", KIND_MAC, 0, 0, 0},
	{"MACs", KIND_MACS, 0, 0, 0},
	{"MACS", KIND_MACS, CAPITAL, 0, 0},
	{"macs", KIND_MACS, 0, 0, 0},
	{"B", KIND_BYTE, 0, 0, 0},
	{"byte", KIND_BYTE, 0, 0, 0},
	{"bytes", KIND_BYTE, 0, 0, 0},
	{"Byte", KIND_BYTE, 0, 0, 0},
	{"Bytes", KIND_BYTE, 0, 0, 0},
	{"b", KIND_BYTE, BITS, 0, 0},
	{"bit", KIND_BYTE, BITS, 0, 0},
	{"bits", KIND_BYTE, BITS, 0, 0},
	{"Bit", KIND_BYTE, BITS, 0, 0},
	{"Bits", KIND_BYTE, BITS, 0, 0},
	{"bps", KIND_BYTE_RATE, BITS, 0, 0},
	{"Bps", KIND_BYTE_RATE, 0, 0, 0},
	{"s", KIND_SECOND, 0, 0, 0},
	{"sec", KIND_SECOND, 0, 0, 0},
	{"second", KIND_SECOND, 0, 0, 0},
	{"seconds", KIND_SECOND, 0, 0, 0},
	{"min", KIND_SECOND, NO_PREFIX, 60, 0},
	{"h", KIND_SECOND, NO_PREFIX, 3600, 0},
	{"Hz", KIND_HERTZ, 0, 0, 0},
	{"hz", KIND_HERTZ, 0, 0, 0},
	{"px", KIND_LENGTH, NO_PREFIX, 0, 0},
	{"in", KIND_LENGTH, NO_PREFIX, 96, 0},
	{"mm", KIND_LENGTH, NO_PREFIX, 960, 254},
	{"cm", KIND_LENGTH, NO_PREFIX, 9600, 254},
	{"pt", KIND_LENGTH, NO_PREFIX, 96, 72},
};

static const struct {
	const char *symbol;
	int exp10, exp2;
} prefixes[] = {
	{"", 0, 0},
	{"k", 3, 0},
	{"K", 3, 0},
	{"M", 6, 0},
	{"G", 9, 0},
	{"T", 12, 0},
	{"P", 15, 0},
	{"E", 18, 0},
	{"m", -3, 0},
	{"u", -6, 0},
	{"\u00B5", -6, 0}, // micro sign
	{"\u03BC", -6, 0}, // Greek mu
	{"n", -9, 0},
	{"p", -12, 0},
	{"Ki", 0, 10},
	{"Mi", 0, 20},
	{"Gi", 0, 30},
	{"Ti", 0, 40},
	{"Pi", 0, 50},
};

// Which kinds fill which quantity, and how many FLOP as a power of two.
static const struct {
	enum quantity quantity;
	enum kind kind;
	int exp2;
} fits[] = {
	{QUANTITY_FLOP, KIND_OP, 0},
	{QUANTITY_FLOP, KIND_OPS, 0},
	{QUANTITY_FLOP, KIND_MAC, 1},
	{QUANTITY_FLOP, KIND_MACS, 1},
	{QUANTITY_MAC, KIND_MAC, 0},
	{QUANTITY_MAC, KIND_MACS, 0},
	{QUANTITY_BYTE, KIND_BYTE, 0},
	{QUANTITY_SECOND, KIND_SECOND, 0},
	{QUANTITY_FLOP_RATE, KIND_OP_RATE, 0},
	{QUANTITY_FLOP_RATE, KIND_OPS, 0},
	{QUANTITY_FLOP_RATE, KIND_OP, 0},
	{QUANTITY_FLOP_RATE, KIND_MAC_RATE, 1},
	{QUANTITY_FLOP_RATE, KIND_MACS, 1},
	{QUANTITY_BYTE_RATE, KIND_BYTE_RATE, 0},
	{QUANTITY_INTENSITY, KIND_OP_PER_BYTE, 0},
	{QUANTITY_INTENSITY, KIND_MAC_PER_BYTE, 1},
	{QUANTITY_LENGTH, KIND_LENGTH, 0},
	{QUANTITY_FREQUENCY, KIND_HERTZ, 0},
};

// What a quotient of two kinds is.
static const struct {
	enum kind above, below, whole;
} quotients[] = {
	{KIND_F, KIND_SECOND, KIND_OP_RATE},
	{KIND_OP, KIND_SECOND, KIND_OP_RATE},
	{KIND_OPS, KIND_SECOND, KIND_OP_RATE},
	{KIND_MAC, KIND_SECOND, KIND_MAC_RATE},
	{KIND_MACS, KIND_SECOND, KIND_MAC_RATE},
	{KIND_BYTE, KIND_SECOND, KIND_BYTE_RATE},
	{KIND_F, KIND_BYTE, KIND_OP_PER_BYTE},
	{KIND_OP, KIND_BYTE, KIND_OP_PER_BYTE},
	{KIND_OPS, KIND_BYTE, KIND_OP_PER_BYTE},
	{KIND_MAC, KIND_BYTE, KIND_MAC_PER_BYTE},
	{KIND_MACS, KIND_BYTE, KIND_MAC_PER_BYTE},
};

// A part of a text, not NUL-terminated.
struct span {
	const char *text;
	size_t length;
};

static size_t blank_length(const char *text, size_t length)
{
	static const char *const blanks[] = {" ", "\t", "\u00A0", "\u202F", "\u2009"};
	for (size_t i = 0; i < G_N_ELEMENTS(blanks); i++) {
		size_t size = strlen(blanks[i]);
		if (length >= size && memcmp(text, blanks[i], size) == 0)
			return size;
	}
	return 0;
}

static struct span trim(struct span span)
{
	for (size_t blank; (blank = blank_length(span.text, span.length)) != 0;) {
		span.text += blank;
		span.length -= blank;
	}
	for (bool more = true; more;) {
		more = false;
		for (size_t size = 1; size <= 3 && size <= span.length && !more; size++)
			if (blank_length(span.text + span.length - size, size) == size) {
				span.length -= size;
				more = true;
			}
	}
	return span;
}

static bool span_is(struct span span, const char *text)
{
	return span.length == strlen(text) && memcmp(span.text, text, span.length) == 0;
}

static bool parse_atom(struct span span, struct unit *unit)
{
	for (size_t a = 0; a < G_N_ELEMENTS(atoms); a++) {
		size_t length = strlen(atoms[a].name);
		if (span.length < length || memcmp(span.text + span.length - length, atoms[a].name, length) != 0)
			continue;
		struct span prefix = {span.text, span.length - length};
		if (prefix.length && (atoms[a].flags & NO_PREFIX))
			continue;
		for (size_t p = 0; p < G_N_ELEMENTS(prefixes); p++) {
			if (!span_is(prefix, prefixes[p].symbol))
				continue;
			bool bits = atoms[a].flags & BITS;
			*unit = (struct unit){
				.kind = atoms[a].kind,
				.exp10 = prefixes[p].exp10,
				.exp2 = prefixes[p].exp2 - (bits ? 3 : 0),
				.times = atoms[a].times == 0 ? 1 : atoms[a].times,
				.over = atoms[a].over == 0 ? 1 : atoms[a].over,
				.bits = bits,
				.capital = (atoms[a].flags & CAPITAL) != 0,
				.prefixed = prefix.length > 0,
			};
			return true;
		}
	}
	return false;
}

static bool parse_quotient(struct span above, struct span below, struct unit *unit)
{
	struct unit divisor;
	if (!parse_atom(above, unit) || !parse_atom(below, &divisor) || divisor.bits || divisor.times != 1)
		return false;
	for (size_t i = 0; i < G_N_ELEMENTS(quotients); i++)
		if (quotients[i].above == unit->kind && quotients[i].below == divisor.kind) {
			unit->kind = quotients[i].whole;
			unit->exp10 -= divisor.exp10;
			unit->exp2 -= divisor.exp2;
			return true;
		}
	return false;
}

static bool parse_unit(struct span span, struct unit *unit)
{
	const char *slash = memchr(span.text, '/', span.length);
	if (!slash)
		return parse_atom(span, unit) && unit->kind != KIND_F;
	struct span above = {span.text, (size_t)(slash - span.text)}, below = {slash + 1, span.length - above.length - 1};
	return parse_quotient(trim(above), trim(below), unit);
}

static bool fit(struct unit *unit, enum quantity quantity)
{
	for (size_t i = 0; i < G_N_ELEMENTS(fits); i++)
		if (fits[i].quantity == quantity && fits[i].kind == unit->kind) {
			unit->exp2 += fits[i].exp2;
			return true;
		}
	return false;
}

// The number with the unit's power of ten added to its exponent before it is read: "989.4" T is the double nearest to 989.4e12.
static bool read_scaled(struct span number, int exp10, double *value)
{
	enum { FAR = 100000 };
	size_t mantissa = 0;
	while (mantissa < number.length && (number.text[mantissa] | 0x20) != 'e')
		mantissa++;
	int exponent = 0, sign = 1;
	for (size_t i = mantissa + 1; i < number.length; i++) {
		if (number.text[i] == '-')
			sign = -1;
		else if (g_ascii_isdigit(number.text[i]))
			exponent = MIN(exponent * 10 + (number.text[i] - '0'), FAR);
	}
	g_autofree char *text = g_strdup_printf("%.*se%d", (int)mantissa, number.text, sign * exponent + exp10);
	return num_parse(text, value);
}

static enum units_result to_si(struct span number, const struct unit *unit, double *si)
{
	double scaled;
	if (!read_scaled(number, unit->exp10, &scaled))
		return UNITS_OUT_OF_RANGE;
	*si = ldexp(scaled, unit->exp2) * unit->times / unit->over;
	return isfinite(*si) && (*si != 0 || scaled == 0) ? UNITS_OK : UNITS_OUT_OF_RANGE;
}

// The factor of a unit: 10^exp10 * 2^exp2, or, where it is no such thing (60 of minutes), a plain one.
static struct unit unit_of_factor(double factor)
{
	static const double powers_of_ten[] = {1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 1, 1e3, 1e6, 1e9, 1e12, 1e15, 1e18};
	const double rounding = 1e-13;
	for (size_t i = 0; i < G_N_ELEMENTS(powers_of_ten); i++) {
		struct unit unit = {.exp10 = 3 * (int)i - 15, .times = 1, .over = 1};
		double share = frexp(factor / powers_of_ten[i], &unit.exp2);
		bool below = fabs(share - 0.5) < rounding;
		unit.exp2 -= below;
		if (below || (share > 0 && 1 - share < rounding))
			return unit;
	}
	return (struct unit){.times = factor, .over = 1};
}

bool units_scale(const char *number, double factor, double *si)
{
	struct span text = trim((struct span){number, strlen(number)});
	struct unit unit = unit_of_factor(factor);
	double plain;
	g_autofree char *alone = g_strndup(text.text, text.length);
	return num_parse(alone, &plain) && to_si(text, &unit, si) == UNITS_OK;
}

static enum units_result convert(struct span number, struct span name, enum quantity quantity, double *si)
{
	struct unit unit;
	if (!parse_unit(name, &unit))
		return UNITS_UNKNOWN_UNIT;
	if (!fit(&unit, quantity))
		return UNITS_WRONG_UNIT;
	enum units_result result = to_si(number, &unit, si);
	return result == UNITS_OK && unit.bits ? UNITS_OK_BITS : result;
}

// A number in form, though perhaps out of range.
static bool starts_number(const char *text)
{
	text += *text == '+' || *text == '-';
	text += *text == '.';
	return g_ascii_isdigit(*text);
}

enum units_result units_parse(const char *text, enum quantity quantity, struct units_value *value)
{
	*value = (struct units_value){0};
	struct span whole = trim((struct span){text, strlen(text)});
	const char *end;
	if (!num_parse_prefix(whole.text, &value->si, &end))
		return starts_number(whole.text) ? UNITS_OUT_OF_RANGE : UNITS_NO_NUMBER;
	size_t number_length = MIN((size_t)(end - whole.text), whole.length);
	struct span number = {whole.text, number_length};
	struct span name = trim((struct span){whole.text + number_length, whole.length - number_length});
	value->unit_offset = (size_t)(name.text - text);
	if (name.length == 0)
		return quantity == QUANTITY_NONE ? UNITS_OK : UNITS_NO_UNIT;
	value->physical = quantity == QUANTITY_LENGTH && !span_is(name, "px");
	return convert(number, name, quantity, &value->si);
}

enum units_result units_parse_unit(const char *unit, enum quantity quantity, double *factor)
{
	*factor = 1;
	struct span name = trim((struct span){unit, strlen(unit)});
	return name.length ? convert((struct span){"1", 1}, name, quantity, factor) : UNITS_NO_UNIT;
}

bool units_guess(const char *unit, enum quantity *quantity, double *factor)
{
	struct unit parsed;
	struct span name = trim((struct span){unit, strlen(unit)});
	if (!parse_unit(name, &parsed))
		return false;
	// "GFLOPS" is a rate, "GFLOPs" and a bare "FLOPS" are counts
	if (parsed.kind == KIND_OPS && parsed.capital && parsed.prefixed)
		parsed.kind = KIND_OP_RATE;
	for (size_t i = 0; i < G_N_ELEMENTS(fits); i++) {
		if (fits[i].kind != parsed.kind || (fits[i].quantity == QUANTITY_FLOP && fits[i].exp2))
			continue;
		*quantity = fits[i].quantity;
		fit(&parsed, *quantity);
		return to_si((struct span){"1", 1}, &parsed, factor) == UNITS_OK;
	}
	return false;
}
