// SPDX-License-Identifier: MIT
// What a quantity that cannot be read was meant to be: letters in the wrong case, groups of thousands, a decimal comma.
#include "input/units.h"

#include <glib.h>
#include <string.h>

// A longer text is no quantity with a slip of the pen.
enum { MOST_SPELLINGS = 6, LONGEST = 48 };

// Spellings to compare with, the usual one first.
static const struct {
	const char *names[MOST_SPELLINGS + 1];
	const char *prefixes[12];
} spellings[QUANTITY_COUNT] = {
#define LARGE {"", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti"}
#define SMALL {"", "m", "u", "n", "p"}
#define PLAIN {""}
	[QUANTITY_FLOP] = {{"FLOP", "FLOPs", "OP", "OPs", "MAC", "MACs"}, LARGE},
	[QUANTITY_MAC] = {{"MAC", "MACs"}, LARGE},
	[QUANTITY_BYTE] = {{"B", "byte", "bytes", "bit", "bits"}, LARGE},
	[QUANTITY_SECOND] = {{"s", "sec", "second", "seconds", "min", "h"}, SMALL},
	[QUANTITY_FLOP_RATE] = {{"FLOP/s", "FLOPS", "FLOPs/s", "OP/s", "OPS", "MAC/s"}, LARGE},
	[QUANTITY_BYTE_RATE] = {{"B/s", "byte/s", "bytes/s", "bit/s", "bits/s"}, LARGE},
	[QUANTITY_INTENSITY] = {{"FLOP/byte", "FLOP/B", "FLOPs/byte", "FLOPs/B", "OP/byte", "OP/B"}, PLAIN},
	[QUANTITY_LENGTH] = {{"px", "in", "mm", "cm", "pt"}, PLAIN},
	[QUANTITY_FREQUENCY] = {{"Hz"}, LARGE},
#undef LARGE
#undef SMALL
#undef PLAIN
};

// The number of a text written another way than it is read.
struct number {
	GString *plain;
	const char *rest;     // behind it
	bool grouped, comma;  // "3,000", "3,5"
};

// Length of what stands between groups of three digits at `text`, 0 for none.
static size_t group_mark(const char *text)
{
	static const char *const marks[] = {",", "'", "_", " ", "\u00A0", "\u202F", "\u2009", "\u2019"};
	for (size_t i = 0; i < G_N_ELEMENTS(marks); i++) {
		size_t length = strlen(marks[i]);
		if (g_str_has_prefix(text, marks[i]) && strspn(text + length, "0123456789") == 3)
			return length;
	}
	return 0;
}

static const char *take_digits(const char *text, GString *out)
{
	size_t length = strspn(text, "0123456789");
	g_string_append_len(out, text, (gssize)length);
	return text + length;
}

static struct number read_number(const char *text)
{
	struct number number = {.plain = g_string_new(NULL)};
	text += strspn(text, " \t");
	if (*text == '-' || *text == '+')
		g_string_append_c(number.plain, *text++);
	const char *start = text;
	text = take_digits(text, number.plain);
	bool may_group = text > start && text - start <= 3;
	for (size_t mark; may_group && (mark = group_mark(text)) != 0; text = take_digits(text + mark, number.plain))
		number.grouped = true;
	number.comma = !number.grouped && *text == ',' && g_ascii_isdigit(text[1]);
	if (number.comma || *text == '.') {
		g_string_append_c(number.plain, '.');
		text = take_digits(text + 1, number.plain);
	}
	number.rest = text;
	return number;
}

static bool is_read(const char *text, enum quantity quantity)
{
	struct units_value value;
	enum units_result result = units_parse(text, quantity, &value);
	return result == UNITS_OK || result == UNITS_OK_BITS;
}

// The unit in the right case, NULL when it is none in any. `*prefix`: what it starts with.
static char *right_case(const char *unit, enum quantity quantity, const char **prefix)
{
	for (size_t n = 0; n < MOST_SPELLINGS && spellings[quantity].names[n]; n++) {
		for (size_t p = 0; p < G_N_ELEMENTS(spellings[quantity].prefixes) && spellings[quantity].prefixes[p]; p++) {
			g_autofree char *spelling = g_strconcat(spellings[quantity].prefixes[p], spellings[quantity].names[n], NULL);
			if (g_ascii_strcasecmp(spelling, unit) != 0)
				continue;
			*prefix = spellings[quantity].prefixes[p];
			return g_steal_pointer(&spelling);
		}
	}
	return NULL;
}

// "; no thousands separators: \"3000 GB/s\"", or NULL when `meant` cannot be read either.
static char *say(const struct number *number, const char *unit, const char *meant, const char *prefix, enum quantity quantity)
{
	g_autofree char *whole = g_strconcat(number->plain->str, *meant ? " " : "", meant, NULL);
	if (*meant ? !is_read(whole, quantity) : !number->grouped && !number->comma)
		return NULL;
	GString *out = g_string_new("; ");
	size_t length = strlen(prefix);
	if (number->grouped || number->comma)
		g_string_append(out, number->grouped ? "numbers have no thousands separators" : "numbers have a decimal point");
	if (strcmp(unit, meant) != 0) {
		g_string_append_printf(out, "%supper and lower case matter", out->len > 2 ? ", and " : "");
		if (strncmp(unit, prefix, length) != 0)
			g_string_append_printf(out, " (%s, not %.*s)", prefix, (int)length, unit);
	}
	g_string_append_printf(out, ": \"%s\"", whole);
	return g_string_free(out, FALSE);
}

char *units_hint(const char *text, enum quantity quantity)
{
	if (strlen(text) > LONGEST)
		return g_strdup("");
	struct number number = read_number(text);
	g_autofree char *unit = g_strstrip(g_strdup(number.rest));
	const char *prefix = "";
	g_autofree char *as_written = g_strconcat(number.plain->str, " ", unit, NULL);
	char *hint = NULL;
	if (number.plain->len && (number.grouped || number.comma) && (!*unit || is_read(as_written, quantity))) {
		hint = say(&number, unit, unit, prefix, quantity);
	} else if (number.plain->len && *unit) {
		g_autofree char *meant = right_case(unit, quantity, &prefix);
		hint = meant && strcmp(meant, unit) != 0 ? say(&number, unit, meant, prefix, quantity) : NULL;
	}
	g_string_free(number.plain, TRUE);
	return hint ? hint : g_strdup("");
}
