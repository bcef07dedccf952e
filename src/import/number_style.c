// SPDX-License-Identifier: MIT
#include "import/number_style.h"

#include <string.h>

enum shape { SHAPE_PLAIN, SHAPE_POINT, SHAPE_COMMA, SHAPE_LONE_POINT, SHAPE_LONE_COMMA, SHAPE_BROKEN };

// The number at the start of a text: sign, digits with separators, exponent.
struct span {
	const char *digits; // after the sign
	size_t length;      // of digits and separators
	const char *end;    // after the exponent
	bool exponent;
};

static bool span_find(const char *text, struct span *span)
{
	text += *text == '-' || *text == '+';
	size_t length = strspn(text, "0123456789.,");
	// A comma at the end belongs to the sentence.
	while (length && text[length - 1] == ',')
		length--;
	if (!length || strcspn(text, "0123456789") >= length)
		return false;
	*span = (struct span){.digits = text, .length = length, .end = text + length};
	const char *at = span->end;
	if (*at == 'e' || *at == 'E') {
		at++;
		at += *at == '-' || *at == '+';
		size_t power = strspn(at, "0123456789");
		if (power) {
			span->exponent = true;
			span->end = at + power;
		}
	}
	return true;
}

static size_t count_char(const char *text, size_t length, char wanted)
{
	size_t count = 0;
	for (size_t i = 0; i < length; i++)
		count += text[i] == wanted;
	return count;
}

// One to three digits, then groups of exactly three, up to `length`.
static bool groups_ok(const char *text, size_t length, char group)
{
	size_t run = 0, groups = 0;
	for (size_t i = 0; i < length; i++) {
		if (text[i] != group) {
			run++;
			continue;
		}
		if (groups ? run != 3 : run < 1 || run > 3)
			return false;
		groups++;
		run = 0;
	}
	return groups ? run == 3 : true;
}

static enum shape shape_of_single(const struct span *span, char mark)
{
	const char *at = memchr(span->digits, mark, span->length);
	size_t head = (size_t)(at - span->digits), tail = span->length - head - 1;
	bool could_group = !span->exponent && tail == 3 && head >= 1 && head <= 3 && span->digits[0] != '0';
	if (mark == '.')
		return could_group ? SHAPE_LONE_POINT : SHAPE_POINT;
	return could_group ? SHAPE_LONE_COMMA : SHAPE_COMMA;
}

static enum shape shape_of(const struct span *span)
{
	size_t points = count_char(span->digits, span->length, '.'), commas = count_char(span->digits, span->length, ',');
	if (!points && !commas)
		return SHAPE_PLAIN;
	if (points + commas == 1)
		return shape_of_single(span, points ? '.' : ',');
	if (!points || !commas) {
		if (!groups_ok(span->digits, span->length, points ? '.' : ','))
			return SHAPE_BROKEN;
		return points ? SHAPE_COMMA : SHAPE_POINT;
	}
	size_t last = span->length;
	while (span->digits[last - 1] != '.' && span->digits[last - 1] != ',')
		last--;
	char decimal = span->digits[last - 1];
	if ((decimal == '.' ? points : commas) != 1 || !groups_ok(span->digits, last - 1, decimal == '.' ? ',' : '.'))
		return SHAPE_BROKEN;
	return decimal == '.' ? SHAPE_POINT : SHAPE_COMMA;
}

static void witness(struct number_witness *slot, const char *text, struct place place)
{
	if (!slot->text)
		*slot = (struct number_witness){text, place};
}

void number_style_observe(struct number_style *style, const char *text, struct place place, bool whole)
{
	struct span span;
	if (!span_find(text, &span))
		return;
	enum shape shape = shape_of(&span);
	if (whole && shape == SHAPE_LONE_COMMA)
		shape = SHAPE_POINT;
	if (whole && shape == SHAPE_LONE_POINT)
		shape = SHAPE_COMMA;
	struct number_witness *const slots[] = {
		[SHAPE_POINT] = &style->point,
		[SHAPE_COMMA] = &style->comma,
		[SHAPE_LONE_POINT] = &style->lone_point,
		[SHAPE_LONE_COMMA] = &style->lone_comma,
	};
	if (shape < G_N_ELEMENTS(slots) && slots[shape])
		witness(slots[shape], text, place);
}

bool number_style_decide(const struct number_style *style, enum decimal *decimal, struct diags *diags)
{
	*decimal = style->point.text ? DECIMAL_POINT : style->comma.text ? DECIMAL_COMMA : DECIMAL_UNKNOWN;
	if (!style->point.text || !style->comma.text)
		return true;
	struct position other = source_position(style->point.place.source, style->point.place.offset);
	diags_add(diags, DIAG_BAD_CSV, style->comma.place,
		"expected one way to write numbers, found a decimal comma in '%s' and a decimal point in '%s' (line %zu): write all of them one way",
		style->comma.text, style->point.text, other.line);
	return false;
}

bool number_style_is_open(enum decimal decimal, const char *text)
{
	struct span span;
	if (decimal != DECIMAL_UNKNOWN || !span_find(text, &span))
		return false;
	enum shape shape = shape_of(&span);
	return shape == SHAPE_LONE_COMMA || shape == SHAPE_LONE_POINT;
}

void number_style_plain(enum decimal decimal, const char *text, GString *out)
{
	struct span span;
	g_string_truncate(out, 0);
	if (!span_find(text, &span) || shape_of(&span) == SHAPE_BROKEN) {
		g_string_append(out, text);
		return;
	}
	char mark = decimal == DECIMAL_COMMA ? ',' : '.', group = decimal == DECIMAL_COMMA ? '.' : ',';
	g_string_append_len(out, text, span.digits - text);
	for (size_t i = 0; i < span.length; i++) {
		if (span.digits[i] == mark)
			g_string_append_c(out, '.');
		else if (span.digits[i] != group)
			g_string_append_c(out, span.digits[i]);
	}
	g_string_append(out, span.digits + span.length);
}
