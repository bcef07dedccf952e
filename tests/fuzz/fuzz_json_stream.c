// SPDX-License-Identifier: MIT
// Any bytes as JSON that passes by: its verdict is that of the reader, but for what the stream leaves unchecked, and a walk finds the reader's tree.
#include "input/json_stream.h"

#include <glib.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void require(bool holds)
{
	if (!holds)
		abort();
}

static bool passes(const struct source *source, struct diags *diags, bool *failed)
{
	struct json_stream stream;
	struct json_slice value;
	bool ok = json_stream_start(&stream, source, diags) && json_stream_value(&stream, &value);
	if (ok) {
		struct place place = json_stream_place(&stream, value);
		require(place.offset <= source->size && place.length <= source->size - place.offset);
	}
	ok = ok && json_stream_finish(&stream);
	*failed = stream.failed;
	return ok;
}

// What the reader refuses and the stream lets pass: equal keys, numbers that no double holds, \u0000 and lone surrogates.
static bool is_unchecked(const struct diags *diags)
{
	static const char *const says[] = {"magnitude", "\\u0000", "lone half"};
	bool known = false;
	for (size_t i = 0; i < diags_count(diags); i++) {
		known |= diags_get(diags, i)->id == DIAG_DUPLICATE_KEY;
		for (size_t k = 0; k < G_N_ELEMENTS(says); k++)
			known |= strstr(diags_get(diags, i)->message, says[k]) != NULL;
	}
	return known;
}

static void require_text(struct arena *arena, struct json_slice slice, const char *wanted)
{
	require(slice.type == JSON_STRING && strcmp(json_slice_text(arena, slice), wanted) == 0);
}

// The stream's next value is the one of the tree.
static void walk(struct arena *arena, struct json_stream *stream, const struct json *value)
{
	struct json_slice slice, key;
	if (value->type != JSON_OBJECT && value->type != JSON_ARRAY) {
		require(json_stream_value(stream, &slice) && slice.type == value->type);
		require(json_stream_place(stream, slice).offset == value->place.offset && slice.length == value->place.length);
		if (slice.type == JSON_STRING)
			require_text(arena, slice, value->string);
		return;
	}
	bool object = value->type == JSON_OBJECT;
	require(json_stream_open(stream, object ? '{' : '['));
	for (const struct json *child = value->child; child; child = child->next) {
		require(object ? json_stream_member(stream, &key) : json_stream_element(stream));
		if (object)
			require_text(arena, key, child->key);
		walk(arena, stream, child);
	}
	require(!(object ? json_stream_member(stream, &key) : json_stream_element(stream)) && !stream->failed);
}

// Steps through a text that may be wrong, and into every string of its first level.
static void stumble(struct arena *arena, const struct source *source)
{
	struct diags *diags = diags_new();
	struct json_stream stream;
	struct json_slice key, value;
	if (json_stream_start(&stream, source, diags) && json_stream_open(&stream, json_stream_peek(&stream) == '{' ? '{' : '[')) {
		bool object = stream.at[-1] == '{';
		while ((object ? json_stream_member(&stream, &key) : json_stream_element(&stream)) && json_stream_value(&stream, &value))
			require(g_utf8_validate(json_slice_text(arena, value), -1, NULL));
	}
	require(stream.failed == (diags_error_count(diags) > 0));
	diags_free(diags);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	struct diags *streamed = diags_new(), *checked = diags_new();
	// an exact copy, so that every byte read past the end is seen
	g_autofree char *copy = g_memdup2(size ? data : (const uint8_t *)"", size ? size : 1);
	struct source source = {"fuzz.json", copy, size};
	bool failed, passed = passes(&source, streamed, &failed);
	require(failed == !passed && diags_error_count(streamed) == !passed);
	const struct json *root = json_read(arena, &source, checked);
	require(root ? passed : !passed || is_unchecked(checked));
	if (root) {
		struct json_stream stream;
		require(json_stream_start(&stream, &source, streamed));
		walk(arena, &stream, root);
		require(json_stream_finish(&stream));
	}
	stumble(arena, &source);
	for (size_t i = 0; i < diags_count(streamed); i++)
		require(g_utf8_validate(diags_text(streamed, i), -1, NULL));
	diags_free(streamed);
	diags_free(checked);
	arena_free(arena);
	return 0;
}
