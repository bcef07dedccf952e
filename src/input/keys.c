// SPDX-License-Identifier: MIT
#include "input/keys.h"

#include "base/num.h"
#include "base/text.h"

#include <glib.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

enum { SHOWN_CHARS = 48, SHOWN_CHOICES = 40 };

// Adds a message about `value`, its path first; false.
bool keys_fail(const struct key_context *context, enum diag_id id, struct place place, const char *path, const char *message)
{
	g_autofree char *name = context->point ? text_shorten(context->point, SHOWN_CHARS) : NULL;
	g_autofree char *of_point = name ? g_strdup_printf(" (point '%s')", name) : g_strdup("");
	diags_add_point(context->diags, id, place, context->point, "%s%s%s%s", path, *path ? ": " : "", message, of_point);
	return false;
}

bool keys_fail_value(const struct key_context *context, enum diag_id id, const struct json *value, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	g_autofree char *message = g_strdup_vprintf(format, args);
	va_end(args);
	return keys_fail(context, id, value->place, value->path, message);
}

// The value as it stands in the text, shortened; "an object" for what has parts. Newly allocated (g_free).
static char *found_text(const struct json *value)
{
	if (value->type == JSON_OBJECT || value->type == JSON_ARRAY)
		return g_strdup(json_type_name(value));
	if (value->type == JSON_STRING) {
		g_autofree char *shown = text_shorten(value->string, SHOWN_CHARS);
		return g_strdup_printf("\"%s\"", shown);
	}
	g_autofree char *literal = g_strndup(value->place.source->bytes + value->place.offset, value->place.length);
	return text_shorten(literal, SHOWN_CHARS);
}

static bool fail_expected(const struct key_context *context, enum diag_id id, const struct json *value, const char *expected)
{
	g_autofree char *found = found_text(value);
	return keys_fail_value(context, id, value, "expected %s, found %s", expected, found);
}

static void *field(const struct key *row, void *object)
{
	return (char *)object + row->offset;
}

static bool read_string(const struct key_context *context, const struct key *row, const struct json *value, void *object)
{
	if (value->type != JSON_STRING)
		return fail_expected(context, DIAG_WRONG_TYPE, value, "a string");
	*(const char **)field(row, object) = value->string;
	return true;
}

// "a number from 1 to 10", "a number of at least 1"; no bounds when both are 0 or infinite.
static char *describe_bounds(const struct key *row)
{
	bool none = row->low == 0 && row->high == 0, low = !none && isfinite(row->low), high = !none && isfinite(row->high);
	struct num_text least = {"0"}, most = {"0"};
	if (low)
		least = num_exact(row->low);
	if (high)
		most = num_exact(row->high);
	if (low && high)
		return g_strdup_printf("a number from %s to %s", least.text, most.text);
	if (low)
		return g_strdup_printf("a number of at least %s", least.text);
	return high ? g_strdup_printf("a number of at most %s", most.text) : g_strdup("a number");
}

static bool read_number(const struct key_context *context, const struct key *row, const struct json *value, void *object)
{
	bool bounded = row->low != 0 || row->high != 0;
	bool inside = !bounded || (value->number >= row->low && value->number <= row->high);
	if (value->type != JSON_NUMBER || !inside) {
		g_autofree char *expected = describe_bounds(row);
		return fail_expected(context, value->type != JSON_NUMBER ? DIAG_WRONG_TYPE : DIAG_WRONG_VALUE, value, expected);
	}
	*(double *)field(row, object) = value->number;
	return true;
}

static void warn_bits(const struct key_context *context, const struct key *row, const struct json *value, double si)
{
	if (row->in_bits)
		return;
	g_autofree char *found = found_text(value);
	const char *bytes = units_format(context->arena, si, row->quantity, 4);
	keys_fail_value(context, DIAG_BITS, value, "expected bytes, found bits: %s is read as \"%s\"", found, bytes);
}

static bool fail_missing_unit(const struct key_context *context, const struct key *row, const struct json *value)
{
	g_autofree char *found = found_text(value);
	return keys_fail_value(context, DIAG_MISSING_UNIT, value, "expected %s, found %s without a unit; a bare number (no quotes) is in %s",
		units_expected(row->quantity), found, units_name(row->quantity));
}

static bool fail_wrong_unit(const struct key_context *context, const struct key *row, const struct json *value)
{
	g_autofree char *found = found_text(value), *hint = units_hint(value->string, row->quantity);
	return keys_fail_value(context, DIAG_WRONG_UNIT, value, "expected %s, found %s%s", units_expected(row->quantity), found, hint);
}

static bool parse_quantity(const struct key_context *context, const struct key *row, const struct json *value, double *si)
{
	struct units_value parsed;
	enum units_result result = units_parse(value->string, row->quantity, &parsed);
	*si = parsed.si;
	switch (result) {
	case UNITS_OK_BITS:
		if (parsed.si >= 0)
			warn_bits(context, row, value, parsed.si);
		return true;
	case UNITS_OK:
		return true;
	case UNITS_NO_UNIT:
		return fail_missing_unit(context, row, value);
	case UNITS_WRONG_UNIT:
	case UNITS_UNKNOWN_UNIT:
		return fail_wrong_unit(context, row, value);
	case UNITS_OUT_OF_RANGE:
		return fail_expected(context, DIAG_WRONG_VALUE, value, UNITS_RANGE);
	case UNITS_NO_NUMBER:
		break;
	}
	return fail_expected(context, DIAG_WRONG_VALUE, value, units_expected(row->quantity));
}

static bool read_quantity(const struct key_context *context, const struct key *row, const struct json *value, void *object)
{
	double si = value->number;
	if (value->type != JSON_STRING && value->type != JSON_NUMBER)
		return fail_expected(context, DIAG_WRONG_TYPE, value, units_expected(row->quantity));
	if (value->type == JSON_STRING && !parse_quantity(context, row, value, &si))
		return false;
	if (si < 0)
		return fail_expected(context, DIAG_NEGATIVE, value, "0 or more");
	*(double *)field(row, object) = si;
	return true;
}

static bool read_bool(const struct key_context *context, const struct key *row, const struct json *value, void *object)
{
	if (value->type != JSON_TRUE && value->type != JSON_FALSE)
		return fail_expected(context, DIAG_WRONG_TYPE, value, "true or false");
	*(bool *)field(row, object) = value->type == JSON_TRUE;
	return true;
}

// One of the names, quoted: "one of 'a', 'b', 'c'". At most SHOWN_CHOICES of them. Newly allocated (g_free).
static char *list_choices(const char *const *choices, size_t count)
{
	GString *out = g_string_new("one of");
	size_t shown = 0;
	for (size_t i = 0; i < count && shown < SHOWN_CHOICES; i++)
		if (choices[i])
			g_string_append_printf(out, "%s '%s'", shown++ ? "," : "", choices[i]);
	if (shown == SHOWN_CHOICES && count > shown)
		g_string_append(out, " …");
	return g_string_free(out, FALSE);
}

static bool read_enum(const struct key_context *context, const struct key *row, const struct json *value, void *object)
{
	size_t count = 0;
	for (; row->choices[count]; count++)
		if (value->type == JSON_STRING && strcmp(value->string, row->choices[count]) == 0) {
			*(int *)field(row, object) = (int)count;
			return true;
		}
	g_autofree char *expected = list_choices(row->choices, count);
	if (value->type != JSON_STRING)
		return fail_expected(context, DIAG_WRONG_TYPE, value, expected);
	g_autofree char *found = found_text(value);
	const char *nearest = text_nearest(value->string, row->choices, count);
	if (nearest)
		return keys_fail_value(context, DIAG_WRONG_VALUE, value, "expected %s, found %s, did you mean '%s'?", expected, found, nearest);
	return keys_fail_value(context, DIAG_WRONG_VALUE, value, "expected %s, found %s", expected, found);
}

static bool read_colour(const struct key_context *context, const struct key *row, const struct json *value, void *object)
{
	const char *expected = "a colour such as \"#0072B2\", \"#07b\", \"black\" or \"none\"";
	if (value->type != JSON_STRING)
		return fail_expected(context, DIAG_WRONG_TYPE, value, expected);
	struct colour colour;
	if (!colour_parse(value->string, &colour))
		return fail_expected(context, DIAG_WRONG_VALUE, value, expected);
	*(struct colour *)field(row, object) = colour;
	return true;
}

static bool read_strings(const struct key_context *context, const struct key *row, const struct json *value, void *object)
{
	bool lone = value->type == JSON_STRING, good = true;
	if (!lone && value->type != JSON_ARRAY)
		return fail_expected(context, DIAG_WRONG_TYPE, value, "a list of strings");
	struct key_strings strings = {.given = true};
	strings.items = arena_array(context->arena, lone ? 1 : value->count, sizeof *strings.items);
	for (const struct json *item = lone ? value : value->child; item; item = lone ? NULL : item->next) {
		if (item->type != JSON_STRING)
			good = fail_expected(context, DIAG_WRONG_TYPE, item, "a string");
		else
			strings.items[strings.count++] = item->string;
	}
	if (good)
		*(struct key_strings *)field(row, object) = strings;
	return good;
}

static bool read_custom(const struct key_context *context, const struct key *row, const struct json *value, void *object)
{
	return row->read(context, row, value, object);
}

static bool read_ignored(const struct key_context *context, const struct key *row, const struct json *value, void *object)
{
	(void)context, (void)row, (void)value, (void)object;
	return true;
}

bool keys_read_value(const struct key_context *context, const struct key *row, const struct json *value, void *object)
{
	static bool (*const readers[])(const struct key_context *, const struct key *, const struct json *, void *) = {
		[KEY_STRING] = read_string, [KEY_NUMBER] = read_number, [KEY_QUANTITY] = read_quantity, [KEY_BOOL] = read_bool,
		[KEY_ENUM] = read_enum, [KEY_COLOUR] = read_colour, [KEY_STRINGS] = read_strings, [KEY_CUSTOM] = read_custom,
		[KEY_IGNORED] = read_ignored,
	};
	if (value->type == JSON_NULL && !row->required)
		return true;
	return readers[row->type](context, row, value, object);
}

static const struct key *find_row(const struct key *table, const char *name)
{
	for (const struct key *row = table; row->name; row++)
		if (row->name[0] == name[0] && strcmp(row->name, name) == 0)
			return row;
	return NULL;
}

static bool fail_unknown_key(const struct key_context *context, const struct key *table, const struct json *member)
{
	size_t count = 0;
	while (table[count].name)
		count++;
	const char **names = arena_array(context->arena, count + 1, sizeof *names);
	for (size_t i = 0; i < count; i++)
		names[i] = table[i].name;
	const char *nearest = text_nearest(member->key, names, count);
	g_autofree char *known = list_choices(names, count);
	g_autofree char *message = nearest ? g_strdup_printf("unknown key, did you mean '%s'?", nearest) : g_strdup_printf("unknown key, expected %s", known);
	return keys_fail(context, DIAG_UNKNOWN_KEY, member->key_place, member->path, message);
}

static bool check_required(const struct key_context *context, const struct key *table, const struct json *value)
{
	bool good = true;
	struct place bracket = {value->place.source, value->place.offset, 1};
	for (const struct key *row = table; row->name; row++) {
		if (!row->required || json_member(value, row->name))
			continue;
		const char *expected = row->type == KEY_QUANTITY ? units_expected(row->quantity) : row->doc;
		g_autofree char *message = g_strdup_printf("expected the key '%s'%s%s", row->name, expected ? ": " : "", expected ? expected : "");
		good = keys_fail(context, DIAG_MISSING_KEY, bracket, value->path, message);
	}
	return good;
}

bool keys_read(const struct key_context *context, const struct key *table, const struct json *value, void *object)
{
	if (value->type != JSON_OBJECT)
		return fail_expected(context, DIAG_WRONG_TYPE, value, "an object");
	bool good = true;
	for (const struct json *member = value->child; member; member = member->next) {
		const struct key *row = find_row(table, member->key);
		if (!(row ? keys_read_value(context, row, member, object) : fail_unknown_key(context, table, member)))
			good = false;
	}
	return check_required(context, table, value) && good;
}

void keys_unknown(struct diags *diags, enum diag_id id, struct place place, const char *what, const char *name, const char *const *choices, size_t count)
{
	// What nobody will read needs no search: thousands of wrong names among thousands of right ones would take minutes.
	if (diags_error_count(diags) >= DIAG_LIMIT_ERRORS) {
		diags_add(diags, id, place, "unknown %s", what);
		return;
	}
	g_autofree char *shown = text_shorten(name, SHOWN_CHARS);
	const char *nearest = text_nearest(name, choices, count);
	g_autofree char *known = list_choices(choices, count);
	if (nearest)
		diags_add(diags, id, place, "unknown %s '%s', did you mean '%s'?", what, shown, nearest);
	else if (count)
		diags_add(diags, id, place, "unknown %s '%s', expected %s", what, shown, known);
	else
		diags_add(diags, id, place, "unknown %s '%s'", what, shown);
}
