// SPDX-License-Identifier: MIT
#include "base/num.h"

#include <assert.h>
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct num_text num_exact(double value)
{
	assert(isfinite(value));
	struct num_text out;
	if (value == 0)
		value = 0; // no "-0"
	if (fabs(value) < 1e15 && value == floor(value)) {
		g_ascii_formatd(out.text, sizeof out.text, "%.0f", value);
		return out;
	}
	for (int digits = 15; digits <= 17; digits++) {
		char format[8];
		g_snprintf(format, sizeof format, "%%.%dg", digits);
		g_ascii_formatd(out.text, sizeof out.text, format, value);
		if (g_ascii_strtod(out.text, NULL) == value)
			break;
	}
	// "1e+15" reads as "1e15"
	char *plus = strchr(out.text, '+');
	if (plus)
		memmove(plus, plus + 1, strlen(plus));
	return out;
}

static void trim_zeros(char *text)
{
	if (!strchr(text, '.'))
		return;
	char *end = text + strlen(text);
	while (end[-1] == '0')
		*--end = '\0';
	if (end[-1] == '.')
		*--end = '\0';
}

struct num_text num_short(double value, int digits)
{
	assert(isfinite(value));
	struct num_text out;
	if (value == 0)
		value = 0; // no "-0"
	double magnitude = fabs(value);
	if (value == 0 || (magnitude >= 1e-5 && magnitude < 1e15)) {
		char scientific[NUM_CHARS], format[8];
		g_snprintf(format, sizeof format, "%%.%de", digits - 1);
		g_ascii_formatd(scientific, sizeof scientific, format, value);
		int exponent = value == 0 ? 0 : atoi(strchr(scientific, 'e') + 1);
		double rounded = g_ascii_strtod(scientific, NULL);
		g_snprintf(format, sizeof format, "%%.%df", MAX(digits - 1 - exponent, 0));
		g_ascii_formatd(out.text, sizeof out.text, format, rounded);
		trim_zeros(out.text);
		return out;
	}
	char format[8], raw[NUM_CHARS];
	g_snprintf(format, sizeof format, "%%.%de", digits - 1);
	g_ascii_formatd(raw, sizeof raw, format, value);
	char *e = strchr(raw, 'e');
	int exponent = atoi(e + 1);
	*e = '\0';
	trim_zeros(raw);
	g_snprintf(out.text, sizeof out.text, "%se%d", raw, exponent);
	return out;
}

struct num_text num_px(double value_px)
{
	assert(isfinite(value_px));
	struct num_text out;
	double rounded = round(value_px * 100) / 100;
	g_ascii_formatd(out.text, sizeof out.text, "%.2f", rounded == 0 ? 0 : rounded);
	trim_zeros(out.text);
	return out;
}

// JSON's grammar, plus '+', ".5" and "5."; strtod alone would take hexadecimal, "inf" and "nan".
static const char *number_end(const char *at)
{
	if (*at == '+' || *at == '-')
		at++;
	size_t digits = strspn(at, "0123456789");
	at += digits;
	if (*at == '.') {
		size_t fraction = strspn(at + 1, "0123456789");
		if (digits + fraction == 0)
			return NULL;
		at += 1 + fraction;
		digits += fraction;
	}
	if (digits == 0)
		return NULL;
	if (*at == 'e' || *at == 'E') {
		const char *exponent = at + 1;
		if (*exponent == '+' || *exponent == '-')
			exponent++;
		size_t length = strspn(exponent, "0123456789");
		if (length)
			at = exponent + length;
	}
	return at;
}

// Written as 0: no other digit before the exponent.
static bool is_zero(const char *text, size_t length)
{
	for (size_t i = 0; i < length && text[i] != 'e' && text[i] != 'E'; i++) {
		if (text[i] >= '1' && text[i] <= '9')
			return false;
	}
	return true;
}

bool num_parse_prefix(const char *text, double *value, const char **end)
{
	const char *stop = number_end(text);
	if (!stop)
		return false;
	double number;
	size_t length = (size_t)(stop - text);
	char small[64];
	if (length < sizeof small) {
		memcpy(small, text, length);
		small[length] = '\0';
		number = g_ascii_strtod(small, NULL);
	} else {
		g_autofree char *copy = g_strndup(text, length);
		number = g_ascii_strtod(copy, NULL);
	}
	if (!isfinite(number) || (number == 0 && !is_zero(text, length)))
		return false;
	*value = number;
	*end = stop;
	return true;
}

bool num_parse(const char *text, double *value)
{
	const char *end;
	while (g_ascii_isspace(*text))
		text++;
	if (!num_parse_prefix(text, value, &end))
		return false;
	while (g_ascii_isspace(*end))
		end++;
	return *end == '\0';
}
