// SPDX-License-Identifier: MIT
// JSON as it passes by: the same grammar as that of the reader, slices of the source, and errors with their places.
#include "input/json_stream.h"

#include <glib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct refusal {
	const char *text, *id;
	size_t line, column;
	const char *says;
};

static const struct refusal refusals[] = {
	{"", "bad-json", 1, 1, "expected a value, found the end of the text; the file was cut off"},
	{"[1,\n2", "bad-json", 2, 2, "expected ',' or ']' after an element, found the end of the text"},
	{"{\"a\": {\"b\": [1, {\"c\": 2}", "bad-json", 1, 25, "expected ',' or ']' after an element, found the end of the text"},
	{"{\"a\": 1 \"b\": 2}", "bad-json", 1, 9, "expected ',' or '}' after a member, found '\"'"},
	{"[1}", "bad-json", 1, 3, "expected ',' or ']' after an element, found '}'"},
	{"[1,]", "bad-json", 1, 3, "trailing comma before ']'"},
	{"{\"a\": 1,}", "bad-json", 1, 8, "trailing comma before '}'"},
	{"{\"a\" 1}", "bad-json", 1, 6, "expected ':' after a key, found '1'"},
	{"{a: 1}", "bad-json", 1, 2, "expected a key in double quotes, found 'a'"},
	{"[{\"a\": \"b", "bad-json", 1, 8, "expected '\"' at the end of this string, found the end of the text"},
	{"[\"0123456789a\tb\"]", "bad-json", 1, 14, "expected \\u0009, found a control character"},
	{"[\"a\\x\"]", "bad-json", 1, 4, "after a backslash"},
	{"[\"a\\u12\"]", "bad-json", 1, 4, "after a backslash"},
	{"[\"a\\", "bad-json", 1, 4, "after a backslash"},
	{"[01]", "bad-json", 1, 2, "leading zero"},
	{"[-]", "bad-json", 1, 3, "expected a digit, found ']'"},
	{"[1.]", "bad-json", 1, 4, "expected a digit"},
	{"[1e+]", "bad-json", 1, 5, "expected a digit"},
	{"[NaN]", "bad-json", 1, 2, "NaN and Infinity are not JSON; use null"},
	{"[True]", "bad-json", 1, 2, "expected a value, found 'True'"},
	{"[,1]", "bad-json", 1, 2, "expected a value, found ','"},
	{"{} x", "bad-json", 1, 4, "expected the end of the text after the value, found 'x'"},
	{"[\"\xE9\"]", "bad-encoding", 1, 3, "0xe9"},
	{"[1 // one\n]", "bad-json", 1, 4, "expected ',' or ']'"},
};

static void refuses(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(refusals); i++) {
		const struct refusal *r = &refusals[i];
		// an exact copy, so that a sanitizer sees every byte read past the end
		g_autofree char *copy = g_memdup2(r->text, strlen(r->text));
		struct source source = {"t.json", copy, strlen(r->text)};
		struct diags *diags = diags_new();
		struct json_stream stream;
		struct json_slice value;
		bool good = json_stream_start(&stream, &source, diags) && json_stream_value(&stream, &value) && json_stream_finish(&stream);
		assert_false(good);
		assert_true(stream.failed);
		assert_int_equal(diags_count(diags), 1);
		const struct diag *diag = diags_get(diags, 0);
		if (strcmp(diag_id_name(diag->id), r->id) != 0 || diag->line != r->line || diag->column != r->column || !strstr(diag->message, r->says))
			fail_msg("%s: %zu:%zu %s [%s]", r->text, diag->line, diag->column, diag->message, diag_id_name(diag->id));
		diags_free(diags);
	}
}

static void walks(void **state)
{
	(void)state;
	static const char text[] = "\xEF\xBB\xBF {\"a\": [1, {\"b\": [[], {}, \"]}\\\"\"]} , -2.5e-3],\"k\\u0065y\" : \"\\u00e9\\ud83d\\ude00\\n\", \"e\": {} }\r\n";
	struct source source = {"t.json", text, strlen(text)};
	struct diags *diags = diags_new();
	struct arena *arena = arena_new();
	struct json_stream stream;
	struct json_slice key, value;
	assert_true(json_stream_start(&stream, &source, diags) && json_stream_open(&stream, '{'));
	assert_true(json_stream_member(&stream, &key) && json_slice_is(key, "a"));
	assert_int_equal(json_stream_peek(&stream), '[');
	assert_true(json_stream_open(&stream, '['));
	assert_true(json_stream_element(&stream) && json_stream_value(&stream, &value));
	assert_int_equal(value.type, JSON_NUMBER);
	assert_string_equal(json_slice_text(arena, value), "1");
	assert_true(json_stream_element(&stream) && json_stream_value(&stream, &value));
	assert_int_equal(value.type, JSON_OBJECT);
	assert_int_equal(json_stream_place(&stream, value).offset, strstr(text, "{\"b\"") - text);
	struct json_stream inside = json_stream_inside(&stream, value);
	assert_true(json_stream_open(&inside, '{') && json_stream_member(&inside, &key) && json_stream_value(&inside, &value));
	assert_string_equal(json_slice_text(arena, value), "[[], {}, \"]}\\\"\"]");
	assert_false(json_stream_member(&inside, &key));
	assert_true(json_stream_finish(&inside));
	assert_true(json_stream_element(&stream) && json_stream_value(&stream, &value));
	assert_string_equal(json_slice_text(arena, value), "-2.5e-3");
	assert_false(json_stream_element(&stream));
	assert_true(json_stream_member(&stream, &key) && json_stream_value(&stream, &value));
	assert_string_equal(json_slice_text(arena, key), "key");
	assert_string_equal(json_slice_text(arena, value), "é😀\n");
	assert_true(json_stream_member(&stream, &key) && json_stream_open(&stream, '{'));
	assert_false(json_stream_member(&stream, &key));
	assert_false(json_stream_member(&stream, &key));
	assert_true(json_stream_finish(&stream));
	assert_int_equal(diags_count(diags), 0);
	diags_free(diags);
	arena_free(arena);
}

static void limits_nesting(void **state)
{
	(void)state;
	for (int depth = JSON_MAX_DEPTH; depth <= JSON_MAX_DEPTH + 1; depth++) {
		g_autoptr(GString) text = g_string_new(NULL);
		for (int i = 0; i < depth; i++)
			g_string_append(text, i % 2 && i < depth - 1 ? "{\"a\":" : "[");
		for (int i = depth; i-- > 0;)
			g_string_append(text, i % 2 && i < depth - 1 ? "}" : "]");
		struct source source = {"t.json", text->str, text->len};
		struct diags *diags = diags_new();
		struct json_stream stream;
		struct json_slice value;
		bool good = json_stream_start(&stream, &source, diags) && json_stream_value(&stream, &value) && json_stream_finish(&stream);
		assert_int_equal(good, depth == JSON_MAX_DEPTH);
		if (!good)
			assert_int_equal(diags_get(diags, 0)->id, DIAG_LIMIT);
		diags_free(diags);
	}
}

// Whatever byte is lost of a text: the reader and the stream agree on whether it is JSON.
static void agrees_with_the_reader(void **state)
{
	(void)state;
	static const char text[] = "{\"a\": [1, -0.5e+7, true, null, \"x\\\"\\u00e9y, z\", {\"b\": {}}], \"c\": [[]], \"d\": false}";
	for (size_t i = 0; i < sizeof text - 1; i++) {
		g_autoptr(GString) changed = g_string_new(text);
		g_string_erase(changed, (gssize)i, 1);
		struct source source = {"t.json", changed->str, changed->len};
		struct diags *diags = diags_new(), *other = diags_new();
		struct json_stream stream;
		struct json_slice value;
		bool good = json_stream_start(&stream, &source, diags) && json_stream_value(&stream, &value) && json_stream_finish(&stream);
		if (good != json_check(&source, other))
			fail_msg("without byte %zu: %s", i, changed->str);
		diags_free(diags);
		diags_free(other);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(refuses),
		cmocka_unit_test(walks),
		cmocka_unit_test(limits_nesting),
		cmocka_unit_test(agrees_with_the_reader),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
