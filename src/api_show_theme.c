// SPDX-License-Identifier: MIT
// A theme in full: as a table of keys with their meaning, or as JSON that is a theme file.
#include "api_lists.h"

#include "base/text_table.h"
#include "theme/theme.h"

#include <string.h>

static const struct place nowhere;

static bool is_said(const struct theme *theme, const struct key *key)
{
	return key->type != KEY_IGNORED && (key->type != KEY_STRING || *(const char *const *)((const char *)theme + key->offset));
}

static void write_json(const struct theme *theme, GString *out)
{
	struct json_out json;
	json_out_init(&json, out);
	json_open(&json, '{');
	for (const struct key *key = theme_keys; key->name; key++) {
		if (!is_said(theme, key))
			continue;
		json_key(&json, key->name);
		theme_put_value(theme, key, &json);
	}
	json_close(&json, '}');
}

// Where a value that does not fit its column goes on in the next row: behind a comma, else its end.
static size_t break_after(const char *text)
{
	enum { VALUE_COLUMNS = 44 };
	size_t length = strlen(text), at = length;
	for (size_t i = 0; length > VALUE_COLUMNS && i + 1 < length && (i < VALUE_COLUMNS || at == length); i++) {
		if (text[i] == ',' && text[i + 1] == ' ')
			at = i + 2;
	}
	return at;
}

static void write_table(const struct theme *theme, struct arena *arena, GString *out)
{
	struct text_table table = text_table_make(arena, 3);
	text_table_add(&table, "key");
	text_table_add(&table, "value");
	text_table_add(&table, "meaning");
	for (const struct key *key = theme_keys; key->name; key++) {
		if (key->type == KEY_IGNORED)
			continue;
		g_autoptr(GString) value = g_string_new(NULL);
		struct json_out json;
		json_out_init(&json, value);
		theme_put_value(theme, key, &json);
		const char *name = key->name, *doc = key->doc, *rest = g_strchomp(value->str);
		do {
			size_t length = break_after(rest);
			text_table_add(&table, name);
			text_table_add(&table, arena_strndup(arena, rest, length));
			text_table_add(&table, doc);
			name = doc = NULL;
			rest += length;
		} while (*rest);
	}
	text_table_write(&table, "", out);
	g_string_append_printf(out, "\nA theme file has any of these keys, as {\"extends\": \"%s\", \"font_px\": 11}; --format json prints one with all of them.\n",
		theme->name);
}

bool show_theme(struct rafter *r, const char *name, bool as_json, GString *out)
{
	const struct theme *theme = theme_find(r->arena, name, nowhere, r->diags);
	if (!theme)
		return false;
	if (as_json)
		write_json(theme, out);
	else
		write_table(theme, r->arena, out);
	return true;
}
