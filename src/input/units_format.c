// SPDX-License-Identifier: MIT
#include "input/units.h"

#include <assert.h>
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE = 1, SMALL = 2, SMALLEST_POWER = -4, LARGEST_POWER = 6, LONGEST_DIGITS = 17 };

static const struct {
	const char *name, *expected;
	int prefixes; // which ones people use with it
} quantities[QUANTITY_COUNT] = {
	[QUANTITY_FLOP] = {"FLOP", "a count such as \"17.2 GFLOP\"", LARGE},
	[QUANTITY_MAC] = {"MAC", "a count such as \"2 GMAC\"", LARGE},
	[QUANTITY_BYTE] = {"B", "a size such as \"1.4 GB\"", LARGE},
	[QUANTITY_SECOND] = {"s", "a time such as \"4.1 ms\"", SMALL},
	[QUANTITY_FLOP_RATE] = {"FLOP/s", "a rate such as \"19.5 TFLOP/s\"", LARGE},
	[QUANTITY_BYTE_RATE] = {"B/s", "a bandwidth such as \"3.35 TB/s\"", LARGE},
	[QUANTITY_INTENSITY] = {"FLOP/byte", "an intensity such as \"0.42 FLOP/byte\"", 0},
	[QUANTITY_LENGTH] = {"px", "a length such as \"3.5in\", \"89mm\" or \"960px\"", 0},
	[QUANTITY_FREQUENCY] = {"Hz", "a frequency such as \"1.41 GHz\"", LARGE},
	[QUANTITY_NONE] = {"", "a number", 0},
};

static const struct units_prefix prefixes[] = {
	{"p", 1e-12}, {"n", 1e-9}, {"\u00B5", 1e-6}, {"m", 1e-3}, {"", 1}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}, {"P", 1e15}, {"E", 1e18},
};

const char *units_expected(enum quantity quantity)
{
	return quantities[quantity].expected;
}

const char *units_name(enum quantity quantity)
{
	return quantities[quantity].name;
}

struct units_prefix units_prefix_for(double si)
{
	double magnitude = fabs(si);
	if (!isfinite(magnitude) || magnitude == 0)
		return prefixes[-SMALLEST_POWER];
	size_t best = 0;
	for (size_t i = 1; i < G_N_ELEMENTS(prefixes); i++)
		if (magnitude >= prefixes[i].factor)
			best = i;
	return prefixes[best];
}

// digits[0].digits[1..] * 10^exponent, rounded once.
struct decimal {
	char digits[LONGEST_DIGITS + 1];
	int count, exponent;
	bool negative;
};

static struct decimal round_decimal(double value, int digits)
{
	struct decimal decimal = {.negative = value < 0};
	char format[8], text[40];
	g_snprintf(format, sizeof format, "%%.%de", digits - 1);
	g_ascii_formatd(text, sizeof text, format, fabs(value));
	const char *at = text;
	for (; *at != 'e'; at++)
		if (*at != '.')
			decimal.digits[decimal.count++] = *at;
	decimal.exponent = (int)strtol(at + 1, NULL, 10);
	while (decimal.count > 1 && decimal.digits[decimal.count - 1] == '0')
		decimal.count--;
	decimal.digits[decimal.count] = '\0';
	return decimal;
}

// The power of 1000 whose prefix leaves one to three digits before the point, as far as the quantity has such a prefix.
static int prefix_power(const struct decimal *decimal, int usable)
{
	int power = (int)floor(decimal->exponent / 3.0);
	return CLAMP(power, usable & SMALL ? SMALLEST_POWER : 0, usable & LARGE ? LARGEST_POWER : 0);
}

static void append_decimal(GString *out, const struct decimal *decimal, int exponent)
{
	enum { LEAST = -5, MOST = 15 };
	if (decimal->negative)
		g_string_append_c(out, '-');
	int shown = exponent >= LEAST && exponent < MOST ? exponent : 0;
	if (shown < 0) {
		g_string_append(out, "0.");
		for (int i = shown + 1; i < 0; i++)
			g_string_append_c(out, '0');
	}
	for (int i = 0; i < MAX(decimal->count, shown + 1); i++) {
		if (i > 0 && i == shown + 1)
			g_string_append_c(out, '.');
		g_string_append_c(out, i < decimal->count ? decimal->digits[i] : '0');
	}
	if (shown != exponent)
		g_string_append_printf(out, "e%d", exponent);
}

char *units_format(struct arena *arena, double si, enum quantity quantity, int digits)
{
	assert(isfinite(si) && digits >= 1 && digits <= LONGEST_DIGITS);
	struct decimal decimal = round_decimal(si, digits);
	int power = prefix_power(&decimal, quantities[quantity].prefixes);
	GString *out = g_string_new(NULL);
	append_decimal(out, &decimal, decimal.exponent - 3 * power);
	const char *symbol = prefixes[power - SMALLEST_POWER].symbol, *name = quantities[quantity].name;
	if (*name)
		g_string_append_printf(out, " %s%s", symbol, name);
	char *text = arena_strndup(arena, out->str, out->len);
	g_string_free(out, TRUE);
	return text;
}
