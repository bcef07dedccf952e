// SPDX-License-Identifier: MIT
// Any bytes as JSON: what the grammar's check accepts is what the reader builds, and every place lies inside the text.
#include "input/json.h"

#include <glib.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void require(bool holds)
{
	if (!holds)
		abort();
}

static void walk(const struct json *value, const struct source *source)
{
	require(value->place.source == source && value->place.offset <= source->size && value->place.length <= source->size - value->place.offset);
	require(value->path && (value->type != JSON_STRING || g_utf8_validate(value->string, -1, NULL)));
	size_t count = 0;
	for (const struct json *child = value->child; child; child = child->next, count++)
		walk(child, source);
	require(count == value->count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	struct diags *checked = diags_new(), *read = diags_new();
	struct source source = {"fuzz.json", arena_strndup(arena, (const char *)data, size), size};
	bool ok = json_check(&source, checked);
	const struct json *root = json_read(arena, &source, read);
	require(ok == (root != NULL) && ok == (diags_error_count(checked) == 0) && ok == (diags_error_count(read) == 0));
	if (root)
		walk(root, &source);
	for (size_t i = 0; i < diags_count(read); i++)
		require(g_utf8_validate(diags_text(read, i), -1, NULL));
	diags_free(checked);
	diags_free(read);
	arena_free(arena);
	return 0;
}
