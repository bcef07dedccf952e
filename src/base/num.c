// SPDX-License-Identifier: MIT
#include "base/num.h"

#include "base/digits.h"

#include <assert.h>
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- to text, from digits: the same as the printf below it, where digits_of reaches

// Digits around a point: 6, 1 with exponent -1 is "0.61"; zeros at the end are left out.
static void write_fixed(char *to, const struct digits *digits)
{
	char text[DIGITS_MAX + 3];
	int count = (int)(digits_write(text, digits->digits) - text), point = digits->exponent + 1;
	while (count > 1 && count > point && text[count - 1] == '0')
		count--;
	for (int i = point < 1 ? point - 1 : 0; i < count || i < point; i++) {
		if (i == point)
			*to++ = '.';
		*to++ = i < 0 || i >= count ? '0' : text[i];
	}
	*to = '\0';
}

// "3.35e12", of the exponent at least `width` digits.
static void write_scientific(char *to, const struct digits *digits, int width)
{
	write_fixed(to, &(struct digits){digits->digits, digits->count, 0, true});
	to += strlen(to);
	*to++ = 'e';
	if (digits->exponent < 0)
		*to++ = '-';
	int exponent = abs(digits->exponent);
	for (int ten = 10; width > 1 && exponent < ten; width--, ten *= 10)
		*to++ = '0';
	*digits_write(to, (uint64_t)exponent) = '\0';
}

static char *write_sign(struct num_text *out, double value)
{
	out->text[0] = '-';
	return out->text + (value < 0);
}

// As "%.*g" of the fewest digits from 15 on that read back as the same.
static bool exact_from_digits(double value, struct num_text *out)
{
	struct digits digits;
	for (int count = 15; count <= DIGITS_MAX; count++) {
		if (!digits_of(fabs(value), count, &digits))
			return false;
		if (!digits.exact && count < DIGITS_MAX)
			continue;
		char *to = write_sign(out, value);
		if (digits.exponent >= -4 && digits.exponent < count)
			write_fixed(to, &digits);
		else
			write_scientific(to, &digits, 2);
		return true;
	}
	return false;
}

static bool is_plain(double magnitude)
{
	return magnitude == 0 || (magnitude >= 1e-5 && magnitude < 1e15);
}

static bool short_from_digits(double value, int count, struct num_text *out)
{
	enum { SURE_MAX = 15 }; // so many survive the way through a double
	struct digits digits;
	if (count > SURE_MAX || !digits_of(fabs(value), count, &digits))
		return false;
	char *to = write_sign(out, value);
	if (is_plain(fabs(value)))
		write_fixed(to, &digits);
	else
		write_scientific(to, &digits, 1);
	return true;
}

// ---- to text

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

static struct num_text whole(double value)
{
	struct num_text out;
	*digits_write(write_sign(&out, value), (uint64_t)fabs(value)) = '\0';
	return out;
}

struct num_text num_exact(double value)
{
	assert(isfinite(value));
	struct num_text out;
	if (fabs(value) < 1e15 && value == floor(value))
		return whole(value);
	if (exact_from_digits(value, &out))
		return out;
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

struct num_text num_short(double value, int digits)
{
	assert(isfinite(value));
	struct num_text out;
	if (value == 0)
		return whole(0); // no "-0"
	if (short_from_digits(value, digits, &out))
		return out;
	char raw[NUM_CHARS], format[8];
	g_snprintf(format, sizeof format, "%%.%de", digits - 1);
	g_ascii_formatd(raw, sizeof raw, format, value);
	char *e = strchr(raw, 'e');
	int exponent = atoi(e + 1);
	if (is_plain(fabs(value))) {
		double rounded = g_ascii_strtod(raw, NULL);
		g_snprintf(format, sizeof format, "%%.%df", MAX(digits - 1 - exponent, 0));
		g_ascii_formatd(out.text, sizeof out.text, format, rounded);
		trim_zeros(out.text);
		return out;
	}
	*e = '\0';
	trim_zeros(raw);
	g_snprintf(out.text, sizeof out.text, "%se%d", raw, exponent);
	return out;
}

struct num_text num_px(double value_px)
{
	assert(isfinite(value_px));
	const double sure_max = 1e12; // below, hundredths are a double's first digits
	struct num_text out;
	double hundredths = round(value_px * 100);
	if (fabs(hundredths) < sure_max) {
		uint64_t count = (uint64_t)fabs(hundredths), rest = count % 100;
		char *to = digits_write(write_sign(&out, hundredths), count / 100);
		if (rest) {
			*to++ = '.';
			*to++ = (char)('0' + rest / 10);
			if (rest % 10)
				*to++ = (char)('0' + rest % 10);
		}
		*to = '\0';
		return out;
	}
	g_ascii_formatd(out.text, sizeof out.text, "%.2f", hundredths / 100);
	trim_zeros(out.text);
	return out;
}

// ---- from text

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
