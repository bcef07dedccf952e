// SPDX-License-Identifier: MIT
// One key by its path, as a spec of one key.
#include "model/spec_keys.h"

#include "base/json_out.h"

#include <glib.h>
#include <string.h>

enum { MAX_PATH_KEYS = 16 };

static bool is_json(const char *text)
{
	struct source source = {"value", text, strlen(text)};
	struct diags *diags = diags_new();
	bool ok = json_check(&source, diags);
	diags_free(diags);
	return ok;
}

static void append_string(GString *out, const char *text)
{
	struct json_out json;
	json_out_init(&json, out);
	json_string(&json, text);
}

static bool check_path(const char *path, char *const *keys, struct diags *diags)
{
	const struct place nowhere = {0};
	size_t count = g_strv_length((char **)keys);
	bool whole = count > 0;
	for (size_t i = 0; i < count; i++)
		whole = whole && *keys[i];
	if (!whole || count > MAX_PATH_KEYS) {
		diags_add(diags, DIAG_USAGE, nowhere, "--set %s: expected keys joined by points such as axes.x.min", path);
		return false;
	}
	if (strchr(path, '[') || (count > 1 && !strcmp(keys[0], "points"))) {
		diags_add(diags, DIAG_USAGE, nowhere, "--set %s: items of a list cannot be set one by one; change them in the spec, or set the whole list", path);
		return false;
	}
	return true;
}

static const struct source *document(struct arena *arena, const char *path, char *const *keys, const char *value)
{
	g_autoptr(GString) text = g_string_new(NULL);
	size_t count = g_strv_length((char **)keys);
	for (size_t i = 0; i < count; i++) {
		g_string_append_c(text, '{');
		append_string(text, keys[i]);
		g_string_append(text, ": ");
	}
	if (is_json(value))
		g_string_append(text, value);
	else
		append_string(text, value);
	for (size_t i = 0; i < count; i++)
		g_string_append_c(text, '}');
	struct source *source = arena_alloc(arena, sizeof *source);
	*source = (struct source){arena_printf(arena, "--set %s", path), arena_strndup(arena, text->str, text->len), text->len};
	return source;
}

bool spec_set(struct arena *arena, const char *path, const char *value, const struct hardware_lookup *lookup, struct chart *chart, struct diags *diags)
{
	g_auto(GStrv) keys = g_strsplit(path, ".", -1);
	if (!check_path(path, keys, diags))
		return false;
	const struct json *root = json_read(arena, document(arena, path, keys, value), diags);
	if (!root)
		return false;
	struct spec_reader reader = {.lookup = lookup, .overriding = true, .partial = keys[1] != NULL};
	return spec_read_into(arena, root, &reader, chart, diags);
}
