// SPDX-License-Identifier: MIT
#include "input/json_check.h"

#include "base/num.h"

#include <stdarg.h>
#include <string.h>

enum { WORD_CHARS = 24 };

bool json_scan_fail(struct json_scan *scan, const char *from, size_t length, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	g_autofree char *message = g_strdup_vprintf(format, args);
	va_end(args);
	struct place place = {scan->source, (size_t)(from - scan->text), length};
	diags_add(scan->diags, DIAG_BAD_JSON, place, "%s", message);
	return false;
}

static size_t word_length(const char *from)
{
	size_t length = 0;
	while (g_ascii_isalnum(from[length]) || from[length] == '_' || from[length] == '.')
		length++;
	return length;
}

char *json_scan_found(const char *from)
{
	if (!*from)
		return g_strdup("the end of the text");
	unsigned char c = (unsigned char)*from;
	if (c < 0x20 || c == 0x7F)
		return g_strdup_printf("the control character U+%04X", c);
	size_t length = word_length(from);
	if (length > WORD_CHARS)
		return g_strdup_printf("'%.*s…'", WORD_CHARS, from);
	if (!length)
		length = (size_t)(g_utf8_next_char(from) - from);
	return g_strdup_printf("'%.*s'", (int)length, from);
}

// Four hexadecimal digits at `from`, or -1.
static int hex4(const char *from)
{
	int value = 0;
	for (int i = 0; i < 4; i++) {
		int digit = g_ascii_xdigit_value(from[i]);
		if (digit < 0)
			return -1;
		value = value << 4 | digit;
	}
	return value;
}

static bool is_high_surrogate(int unit)
{
	return unit >= 0xD800 && unit <= 0xDBFF;
}

static bool is_low_surrogate(int unit)
{
	return unit >= 0xDC00 && unit <= 0xDFFF;
}

static bool scan_unicode_escape(struct json_scan *scan)
{
	const char *from = scan->at;
	int unit = hex4(from + 2);
	if (unit < 0)
		return json_scan_fail(scan, from, 2, "expected four hexadecimal digits after \\u");
	if (unit == 0)
		return json_scan_fail(scan, from, 6, "the character \\u0000 is not allowed in a string");
	scan->at += 6;
	if (is_high_surrogate(unit) && from[6] == '\\' && from[7] == 'u' && is_low_surrogate(hex4(from + 8))) {
		scan->at += 6;
		return true;
	}
	if (is_high_surrogate(unit) || is_low_surrogate(unit))
		return json_scan_fail(scan, from, 6, "expected a pair of surrogates, found the lone half \\u%04x", unit);
	return true;
}

static bool scan_escape(struct json_scan *scan)
{
	const char *from = scan->at;
	if (from[1] == 'u')
		return scan_unicode_escape(scan);
	if (!from[1] || !strchr("\"\\/bfnrt", from[1])) {
		g_autofree char *found = json_scan_found(from + 1);
		return json_scan_fail(scan, from, from[1] ? 2 : 1, "expected one of \" \\ / b f n r t u after a backslash, found %s", found);
	}
	scan->at += 2;
	return true;
}

static bool fail_in_string(struct json_scan *scan, const char *open)
{
	unsigned char c = (unsigned char)*scan->at;
	if (!c)
		return json_scan_fail(scan, open, 1, "expected '\"' at the end of this string, found the end of the text");
	if (c == '\n' || c == '\r')
		return json_scan_fail(scan, open, 1, "expected '\"' at the end of this string, found the end of the line (a line break inside is written \\n)");
	if (c == '\t')
		return json_scan_fail(scan, scan->at, 1, "expected \\t, found a tab inside a string");
	return json_scan_fail(scan, scan->at, 1, "expected \\u%04x, found a control character inside a string", c);
}

bool json_scan_string(struct json_scan *scan)
{
	const char *open = scan->at++;
	for (;;) {
		const char *at = scan->at;
		while ((unsigned char)*at >= 0x20 && *at != '"' && *at != '\\')
			at++;
		scan->at = at;
		if (*at == '"') {
			scan->at++;
			return true;
		}
		if (*at != '\\')
			return fail_in_string(scan, open);
		if (!scan_escape(scan))
			return false;
	}
}

static gunichar decode_unicode(const char **at)
{
	int unit = hex4(*at);
	*at += 4;
	if (!is_high_surrogate(unit))
		return (gunichar)unit;
	int low = hex4(*at + 2);
	*at += 6;
	return (gunichar)(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00));
}

const char *json_scan_decode(struct json_scan *scan, const char *inside, size_t length, size_t *decoded)
{
	*decoded = length;
	if (!memchr(inside, '\\', length))
		return inside;
	static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
	char *text = arena_alloc(scan->scratch, length + 1), *out = text; // decoding never lengthens
	for (const char *at = inside; at < inside + length;) {
		if (*at != '\\') {
			*out++ = *at++;
		} else if (at[1] == 'u') {
			at += 2;
			out += g_unichar_to_utf8(decode_unicode(&at), out);
		} else {
			*out++ = values[strchr(names, at[1]) - names];
			at += 2;
		}
	}
	*decoded = (size_t)(out - text);
	return text;
}

static bool is_not_a_number(const char *from)
{
	static const char *const words[] = {"nan", "inf", "infinity"};
	from += *from == '-' || *from == '+';
	size_t length = word_length(from);
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (length == strlen(words[i]) && g_ascii_strncasecmp(from, words[i], length) == 0)
			return true;
	return false;
}

bool json_scan_loose_word(struct json_scan *scan)
{
	static const char *const words[] = {"NaN", "Infinity", "-Infinity"};
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
		size_t length = strlen(words[i]);
		if (strncmp(scan->at, words[i], length) != 0 || word_length(scan->at + length))
			continue;
		scan->at += length;
		return true;
	}
	return false;
}

static bool fail_not_a_number(struct json_scan *scan)
{
	const char *from = scan->at;
	size_t sign = *from == '-' || *from == '+';
	return json_scan_fail(scan, from, sign + word_length(from + sign), "NaN and Infinity are not JSON; use null");
}

// One or more digits; false after adding an error that says what they should follow.
static bool scan_digits(struct json_scan *scan, const char *number, const char *after)
{
	size_t digits = strspn(scan->at, "0123456789");
	scan->at += digits;
	if (digits)
		return true;
	g_autofree char *found = json_scan_found(scan->at);
	return json_scan_fail(scan, number, (size_t)(scan->at - number), "expected a digit after the %s of a number, found %s", after, found);
}

static bool scan_number_text(struct json_scan *scan)
{
	const char *from = scan->at;
	scan->at += *from == '-';
	if (*scan->at == '0' && g_ascii_isdigit(scan->at[1]))
		return json_scan_fail(scan, from, (size_t)(scan->at - from) + word_length(scan->at), "a number has no leading zero");
	if (*scan->at == '0' && (scan->at[1] == 'x' || scan->at[1] == 'X'))
		return json_scan_fail(scan, from, (size_t)(scan->at - from) + word_length(scan->at), "expected a decimal number, found a hexadecimal one");
	if (!scan_digits(scan, from, "sign"))
		return false;
	if (*scan->at == '.') {
		scan->at++;
		if (!scan_digits(scan, from, "point"))
			return false;
	}
	if (*scan->at == 'e' || *scan->at == 'E') {
		scan->at++;
		scan->at += *scan->at == '+' || *scan->at == '-';
		return scan_digits(scan, from, "exponent sign");
	}
	return true;
}

bool json_scan_number(struct json_scan *scan, double *number)
{
	const char *from = scan->at, *end;
	if (is_not_a_number(from))
		return fail_not_a_number(scan);
	if (!scan_number_text(scan))
		return false;
	size_t length = (size_t)(scan->at - from);
	if (g_ascii_isalpha(*scan->at) || *scan->at == '%') {
		g_autofree char *found = json_scan_found(scan->at);
		return json_scan_fail(scan, from, length + MAX(word_length(scan->at), 1),
			"expected the end of the number, found %s; a value with a unit stands in double quotes", found);
	}
	if (!num_parse_prefix(from, number, &end))
		return json_scan_fail(scan, from, length, "expected 0 or a number of magnitude from 4.9e-324 to 1.8e308, found '%.*s'", (int)MIN(length, WORD_CHARS), from);
	return true;
}

static const struct {
	const char *word;
	enum json_type type;
} words[] = {{"true", JSON_TRUE}, {"false", JSON_FALSE}, {"null", JSON_NULL}};

// What is no value at all, by what people may have meant.
static bool fail_no_value(struct json_scan *scan, const char *from, size_t length)
{
	g_autofree char *found = json_scan_found(from);
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (length == strlen(words[i].word) && g_ascii_strncasecmp(from, words[i].word, length) == 0)
			return json_scan_fail(scan, from, length, "expected '%s' in lower case, found %s", words[i].word, found);
	if (length == 4 && strncmp(from, "None", 4) == 0)
		return json_scan_fail(scan, from, length, "expected null, found 'None'");
	if (*from == '\'')
		return json_scan_fail(scan, from, 1, "expected a string in double quotes, found a single quote");
	if (*from == '/' || *from == '#')
		return json_scan_fail(scan, from, 1, "expected a value, found %s; JSON has no comments", found);
	if (*from == '+' || *from == '.')
		return json_scan_fail(scan, from, 1, "expected a digit or '-' at the start of a number, found '%c'", *from);
	if (length)
		return json_scan_fail(scan, from, length, "expected a value, found %s; a string stands in double quotes", found);
	return json_scan_fail(scan, from, *from != '\0', "expected a value, found %s", found);
}

bool json_scan_word(struct json_scan *scan, enum json_type *type)
{
	const char *from = scan->at;
	size_t length = word_length(from);
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (length == strlen(words[i].word) && strncmp(from, words[i].word, length) == 0) {
			scan->at += length;
			*type = words[i].type;
			return true;
		}
	return is_not_a_number(from) ? fail_not_a_number(scan) : fail_no_value(scan, from, length);
}
