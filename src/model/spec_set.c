// SPDX-License-Identifier: MIT
// One key by its path, as a spec of one key.
#include "model/spec_keys.h"

#include "base/json_out.h"

#include <glib.h>
#include <string.h>

enum { MAX_PATH_KEYS = 16, MAX_INDEX_DIGITS = 7 };

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

static bool refuse(const char *path, struct diags *diags)
{
	diags_add(diags, DIAG_USAGE, (struct place){0},
		"--set %s: expected keys joined by points such as axes.x.min, and items of lists by their number from 0 such as points[0].name", path);
	return false;
}

// "points[2]" to a key and an index. False when it is neither that nor a key alone.
static bool parse_part(const char *part, struct spec_path *steps)
{
	const char *open = strchr(part, '[');
	steps->items[steps->count++] = (struct spec_step){.key = g_strndup(part, open ? (size_t)(open - part) : strlen(part))};
	if (!open)
		return *part;
	size_t digits = strspn(open + 1, "0123456789");
	steps->items[steps->count++] = (struct spec_step){.index = g_ascii_strtoull(open + 1, NULL, 10)};
	steps->indexed = true;
	return open > part && digits && digits <= MAX_INDEX_DIGITS && !strcmp(open + 1 + digits, "]");
}

static bool parse_path(const char *path, struct spec_path *steps, struct diags *diags)
{
	g_auto(GStrv) parts = g_strsplit(path, ".", -1);
	size_t count = g_strv_length(parts);
	bool ok = count > 0 && count <= MAX_PATH_KEYS;
	for (size_t i = 0; i < count && ok; i++)
		ok = parse_part(parts[i], steps);
	if (!ok)
		return refuse(path, diags);
	if (count > 1 && !strcmp(parts[0], "points")) {
		diags_add(diags, DIAG_USAGE, (struct place){0}, "--set %s: expected the number of a point, as points[0].name for the first one", path);
		return false;
	}
	return true;
}

static void open_step(GString *text, const struct spec_step *step)
{
	if (step->key) {
		g_string_append_c(text, '{');
		append_string(text, step->key);
		g_string_append(text, ": ");
		return;
	}
	g_string_append_c(text, '[');
	for (size_t i = 0; i < step->index; i++)
		g_string_append(text, "0, ");
}

static const struct source *document(struct arena *arena, const char *path, const struct spec_path *steps, const char *value)
{
	g_autoptr(GString) text = g_string_new(NULL);
	for (size_t i = 0; i < steps->count; i++)
		open_step(text, &steps->items[i]);
	if (is_json(value))
		g_string_append(text, value);
	else
		append_string(text, value);
	for (size_t i = steps->count; i-- > 0;)
		g_string_append_c(text, steps->items[i].key ? '}' : ']');
	struct source *source = arena_alloc(arena, sizeof *source);
	*source = (struct source){arena_printf(arena, "--set %s", path), arena_strndup(arena, text->str, text->len), text->len};
	return source;
}

static bool set(struct arena *arena, const char *path, const struct spec_path *steps, const char *value, struct spec_reader *reader, struct chart *chart,
	struct diags *diags)
{
	// Before the document, which is as long as its indexes are large.
	if (steps->indexed && !spec_item_check(path, steps, chart, diags))
		return false;
	const struct json *root = json_read(arena, document(arena, path, steps, value), diags);
	if (!root)
		return false;
	return steps->indexed ? spec_item_set(arena, root, steps, reader, chart, diags) : spec_read_into(arena, root, reader, chart, diags);
}

bool spec_set(struct arena *arena, const char *path, const char *value, const struct hardware_lookup *lookup, struct chart *chart, struct diags *diags)
{
	struct spec_step items[2 * MAX_PATH_KEYS] = {{0}};
	struct spec_path steps = {.items = items};
	bool ok = parse_path(path, &steps, diags);
	struct spec_reader reader = {.lookup = lookup, .overriding = true, .partial = steps.count > 1};
	ok = ok && set(arena, path, &steps, value, &reader, chart, diags);
	for (size_t i = 0; i < steps.count; i++)
		g_free(items[i].key);
	return ok;
}
