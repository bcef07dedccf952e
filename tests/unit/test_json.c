// SPDX-License-Identifier: MIT
// Strict JSON: what is refused, with which message and where; what is accepted, with which values and places.
#include "input/json.h"

#include <glib.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct source source_of(const char *text, size_t size)
{
	return (struct source){"t.json", text, size};
}

struct refusal {
	const char *text;
	size_t size; // 0: strlen
	const char *id;
	size_t line, column;
	const char *says; // part of the message
};

static const struct refusal refusals[] = {
	{"", 0, "bad-json", 1, 1, "expected a JSON value, found an empty text"},
	{" \n ", 0, "bad-json", 1, 1, "empty text"},
	{"[01]", 0, "bad-json", 1, 2, "leading zero"},
	{"[-012]", 0, "bad-json", 1, 2, "leading zero"},
	{"[2.]", 0, "bad-json", 1, 2, "expected a digit after the point of a number, found ']'"},
	{"[2.e3]", 0, "bad-json", 1, 2, "after the point"},
	{"[1e]", 0, "bad-json", 1, 2, "after the exponent sign"},
	{"[1e+]", 0, "bad-json", 1, 2, "after the exponent sign"},
	{"[-]", 0, "bad-json", 1, 2, "after the sign"},
	{"[.5]", 0, "bad-json", 1, 2, "start of a number"},
	{"[+1]", 0, "bad-json", 1, 2, "start of a number"},
	{"[0x1F]", 0, "bad-json", 1, 2, "hexadecimal"},
	{"[1e999]", 0, "bad-json", 1, 2, "magnitude from 4.9e-324 to 1.8e308, found '1e999'"},
	{"[1e-400]", 0, "bad-json", 1, 2, "expected 0 or a number of magnitude from 4.9e-324"},
	{"[-1e999]", 0, "bad-json", 1, 2, "found '-1e999'"},
	{"{\"peak\": 19.5TB}", 0, "bad-json", 1, 10, "a value with a unit stands in double quotes"},
	{"[\"a\tb\"]", 0, "bad-json", 1, 4, "expected \\t, found a tab"},
	{"[\"a\x01\"]", 0, "bad-json", 1, 4, "\\u0001"},
	{"[\"a\nb\"]", 0, "bad-json", 1, 2, "found the end of the line"},
	{"[\"abc", 0, "bad-json", 1, 2, "expected '\"' at the end of this string"},
	{"[\"\\u00A\"]", 0, "bad-json", 1, 3, "four hexadecimal digits"},
	{"[\"\\u0000\"]", 0, "bad-json", 1, 3, "\\u0000 is not allowed"},
	{"[\"\\ud800\"]", 0, "bad-json", 1, 3, "lone half \\ud800"},
	{"[\"\\ud800\\ud800\"]", 0, "bad-json", 1, 3, "lone half \\ud800"},
	{"[\"\\udc00\"]", 0, "bad-json", 1, 3, "lone half \\udc00"},
	{"[\"\\x41\"]", 0, "bad-json", 1, 3, "after a backslash, found 'x41'"},
	{"[\"\\", 0, "bad-json", 1, 3, "after a backslash"},
	{"{} x", 0, "bad-json", 1, 4, "expected the end of the text after the value, found 'x'"},
	{"[1,]", 0, "bad-json", 1, 3, "trailing comma before ']'"},
	{"{\"a\": 1,\n}", 0, "bad-json", 1, 8, "trailing comma before '}'"},
	{"[,1]", 0, "bad-json", 1, 2, "expected a value, found ','"},
	{"[1,,2]", 0, "bad-json", 1, 4, "expected a value, found ','"},
	{"[1 2]", 0, "bad-json", 1, 4, "expected ',' or ']' after an element, found '2'"},
	{"{\"a\": 1 \"b\": 2}", 0, "bad-json", 1, 9, "expected ',' or '}' after a member, found '\"'"},
	{"[1}", 0, "bad-json", 1, 3, "found '}'"},
	{"{\n \"a\": [1,\n 2", 0, "bad-json", 3, 3, "found the end of the text; the '[' at 2:7 is not closed"},
	{"[", 0, "bad-json", 1, 2, "found the end of the text"},
	{"{\"a\" 1}", 0, "bad-json", 1, 6, "expected ':' after a key, found '1'"},
	{"{\"a\":}", 0, "bad-json", 1, 6, "expected a value, found '}'"},
	{"{a: 1}", 0, "bad-json", 1, 2, "expected a key in double quotes, found 'a'"},
	{"{'a': 1}", 0, "bad-json", 1, 2, "expected a key in double quotes"},
	{"['a']", 0, "bad-json", 1, 2, "expected a string in double quotes, found a single quote"},
	{"[1, // one\n2]", 0, "bad-json", 1, 5, "JSON has no comments"},
	{"{/* a */}", 0, "bad-json", 1, 2, "JSON has no comments"},
	{"[1 # one\n]", 0, "bad-json", 1, 4, "JSON has no comments"},
	{"[NaN]", 0, "bad-json", 1, 2, "NaN and Infinity are not JSON; use null"},
	{"[-nan]", 0, "bad-json", 1, 2, "NaN and Infinity are not JSON; use null"},
	{"[-Infinity]", 0, "bad-json", 1, 2, "NaN and Infinity are not JSON; use null"},
	{"{\"a\":inf}", 0, "bad-json", 1, 6, "NaN and Infinity are not JSON; use null"},
	{"[True]", 0, "bad-json", 1, 2, "expected 'true' in lower case"},
	{"[None]", 0, "bad-json", 1, 2, "expected null, found 'None'"},
	{"[nul]", 0, "bad-json", 1, 2, "expected a value, found 'nul'"},
	{"bare", 0, "bad-json", 1, 1, "expected a value, found 'bare'"},
	{"[\"\xE9\"]", 0, "bad-encoding", 1, 3, "found the byte 0xe9; save as UTF-8"},
	{"[\"\xED\xA0\x80\"]", 0, "bad-encoding", 1, 3, "0xed"},
	{"[\"\xC0\xAF\"]", 0, "bad-encoding", 1, 3, "0xc0"},
	{"[\"\xE2\x82", 4, "bad-encoding", 1, 3, "0xe2"},
	{"[\0]", 3, "bad-encoding", 1, 2, "NUL byte"},
	{"\xFF\xFE[\0]\0", 6, "bad-encoding", 1, 1, "UTF-16; save as UTF-8"},
	{"\xFE\xFF\0[\0]", 6, "bad-encoding", 1, 1, "UTF-16; save as UTF-8"},
	{"{\0}\0", 4, "bad-encoding", 1, 1, "UTF-16; save as UTF-8"},
	{"\xEF\xBB\xBF", 3, "bad-json", 1, 1, "empty text"},
	{"[1]\f", 0, "bad-json", 1, 4, "the control character U+000C"},
	{"[\xC2\xA0" "1]", 0, "bad-json", 1, 2, "expected a value"},
};

static void refuses(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(refusals); i++) {
		const struct refusal *r = &refusals[i];
		size_t size = r->size ? r->size : strlen(r->text);
		// an exact copy, so that a sanitizer sees every byte read past the end
		g_autofree char *copy = g_memdup2(r->text, size);
		struct source source = source_of(copy, size);
		struct diags *diags = diags_new();
		struct arena *arena = arena_new();
		assert_null(json_read(arena, &source, diags));
		assert_int_equal(diags_count(diags), 1);
		const struct diag *diag = diags_get(diags, 0);
		if (strcmp(diag_id_name(diag->id), r->id) != 0 || diag->line != r->line || diag->column != r->column || !strstr(diag->message, r->says))
			fail_msg("%s: %zu:%zu %s [%s]", r->text, diag->line, diag->column, diag->message, diag_id_name(diag->id));
		assert_int_equal(diags_exit_code(diags), 3);
		assert_false(json_check(&source, diags));
		diags_free(diags);
		arena_free(arena);
	}
}

static const struct json *read_text(struct arena *arena, struct source *source, const char *text)
{
	*source = source_of(text, strlen(text));
	struct diags *diags = diags_new();
	const struct json *root = json_read(arena, source, diags);
	if (!root)
		fail_msg("%s: %s", text, diags_get(diags, 0)->message);
	assert_int_equal(diags_count(diags), 0);
	diags_free(diags);
	return root;
}

static void assert_place(const struct json *value, const char *text)
{
	assert_int_equal(value->place.length, strlen(text));
	assert_memory_equal(value->place.source->bytes + value->place.offset, text, strlen(text));
}

// What some tools write for "no number" is null to the loose reader; everything else is as strict as ever.
static void reads_loosely(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct diags *diags = diags_new();
	struct source source = source_of("[NaN, -Infinity,{\"a\":Infinity} , 2, null]", 41);
	const struct json *root = json_read_loose(arena, &source, diags);
	assert_non_null(root);
	assert_int_equal(root->count, 5);
	assert_int_equal(root->child->type, JSON_NULL);
	assert_place(root->child, "NaN");
	assert_int_equal(root->child->next->type, JSON_NULL);
	assert_place(root->child->next, "-Infinity");
	assert_int_equal(json_member(root->child->next->next, "a")->type, JSON_NULL);
	assert_true(root->child->next->next->next->number == 2);
	static const char *const refused[] = {"[nan]", "[-NaN]", "[NaN1]", "[Infinity_]", "[+Infinity]", "[inf]", "[NaN 1]", "[01]", "[\"NaN]"};
	for (size_t i = 0; i < G_N_ELEMENTS(refused); i++) {
		source = source_of(refused[i], strlen(refused[i]));
		assert_null(json_read_loose(arena, &source, diags));
		assert_int_equal(diags_error_count(diags), i + 1);
	}
	diags_free(diags);
	arena_free(arena);
}

static void joins_values_with_places(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct source source;
	const struct json *root = read_text(arena, &source,
		"\xEF\xBB\xBF { \"points\" : [ {}, 7, "
		"{\"bytes\": {\"HBM2\": \"91 GB\", \"k\\u0065y\" : -1.5e-3 , \"\": [ ]}} ], \"t\": true, \"f\": false, \"n\": null }\r\n");
	assert_int_equal(root->type, JSON_OBJECT);
	assert_int_equal(root->count, 4);
	assert_string_equal(root->path, "");
	assert_null(root->key);
	const struct json *points = json_member(root, "points");
	assert_int_equal(points->type, JSON_ARRAY);
	assert_int_equal(points->count, 3);
	assert_int_equal(points->child->count, 0);
	assert_place(points->child, "{}");
	assert_float_equal(points->child->next->number, 7, 0);
	const struct json *bytes = points->child->next->next->child;
	assert_string_equal(bytes->path, "points[2].bytes");
	const struct json *hbm = json_member(bytes, "HBM2");
	assert_string_equal(hbm->path, "points[2].bytes.HBM2");
	assert_string_equal(hbm->string, "91 GB");
	assert_place(hbm, "\"91 GB\"");
	assert_memory_equal(source.bytes + hbm->key_place.offset, "\"HBM2\"", 6);
	assert_int_equal(hbm->key_place.length, 6);
	const struct json *key = json_member(bytes, "key");
	assert_place(key, "-1.5e-3");
	assert_true(key->number == -1.5e-3);
	assert_int_equal(key->key_place.length, strlen("\"k\\u0065y\""));
	const struct json *empty = json_member(bytes, "");
	assert_string_equal(empty->path, "points[2].bytes.\"\"");
	assert_place(empty, "[ ]");
	assert_int_equal(json_member(root, "t")->type, JSON_TRUE);
	assert_int_equal(json_member(root, "f")->type, JSON_FALSE);
	assert_int_equal(json_member(root, "n")->type, JSON_NULL);
	assert_null(json_member(root, "T"));
	assert_null(json_member(points, "x"));
	assert_string_equal(json_type_name(root), "an object");
	assert_string_equal(json_type_name(json_member(root, "n")), "null");
	arena_free(arena);
}

static void reads_scalars_at_the_root(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct source source;
	assert_true(read_text(arena, &source, "1")->number == 1);
	assert_true(read_text(arena, &source, " -0 ")->number == 0);
	assert_int_equal(read_text(arena, &source, "true")->type, JSON_TRUE);
	assert_string_equal(read_text(arena, &source, "\"\"")->string, "");
	arena_free(arena);
}

static void decodes_strings(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct source source;
	const struct json *text = read_text(arena, &source, "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u20AC\\ud83d\\ude00\xE2\x82\xAC\x7F\"");
	assert_string_equal(text->string, "\"\\/\b\f\n\r\t\u00e9\u20ac\U0001F600\u20ac\x7F");
	arena_free(arena);
}

// The locale's decimal comma, and more digits than the parser below keeps, change nothing.
static void reads_numbers_exactly(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		double value;
	} numbers[] = {
		{"989.4e12", 989.4e12},
		{"0.1", 0.1},
		{"123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890", 1.2345678901234568e89},
		{"-0.00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001", -1e-92},
		{"1E22", 1e22},
		{"4.9e-324", 4.9e-324},
		{"0e-999", 0},
	};
	setlocale(LC_ALL, "de_DE.UTF-8"); // where it is installed
	struct arena *arena = arena_new();
	for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++) {
		struct source source;
		g_autofree char *text = g_strdup_printf("[%s,%s]", numbers[i].text, numbers[i].text);
		const struct json *root = read_text(arena, &source, text);
		assert_true(root->child->number == numbers[i].value);
		assert_true(root->child->next->number == numbers[i].value);
	}
	arena_free(arena);
	setlocale(LC_ALL, "C");
}

static void reports_every_duplicate_key(void **state)
{
	(void)state;
	const char *text = "{\"a\": {\"peak\": 1, \"x\": 0, \"pe\\u0061k\": 2},\n \"b\": 1, \"peak\": 3,\n \"b\": 2, \"b\": 3, \"B\": 4}";
	struct source source = source_of(text, strlen(text));
	struct diags *diags = diags_new();
	assert_false(json_check(&source, diags));
	assert_int_equal(diags_count(diags), 3);
	static const struct {
		const char *message;
		size_t line, column;
	} expected[] = {{"duplicate key 'peak', first at 1:8", 1, 27}, {"duplicate key 'b', first at 2:2", 3, 2}, {"duplicate key 'b', first at 2:2", 3, 10}};
	for (size_t i = 0; i < 3; i++) {
		const struct diag *diag = diags_get(diags, i);
		assert_int_equal(diag->id, DIAG_DUPLICATE_KEY);
		assert_string_equal(diag->message, expected[i].message);
		assert_int_equal(diag->line, expected[i].line);
		assert_int_equal(diag->column, expected[i].column);
	}
	diags_free(diags);
}

static void check_nesting(size_t depth, bool fine)
{
	GString *text = g_string_new(NULL);
	for (size_t i = 0; i < depth; i++)
		g_string_append_c(text, '[');
	for (size_t i = 0; i < depth; i++)
		g_string_append_c(text, ']');
	struct source source = source_of(text->str, text->len);
	struct diags *diags = diags_new();
	struct arena *arena = arena_new();
	const struct json *root = json_read(arena, &source, diags);
	assert_true((root != NULL) == fine);
	assert_int_equal(diags_count(diags), fine ? 0 : 1);
	if (!fine) {
		assert_int_equal(diags_get(diags, 0)->id, DIAG_LIMIT);
		assert_non_null(strstr(diags_get(diags, 0)->message, "64 levels"));
	}
	arena_free(arena);
	diags_free(diags);
	g_string_free(text, TRUE);
}

static void limits_nesting(void **state)
{
	(void)state;
	check_nesting(1, true);
	check_nesting(JSON_MAX_DEPTH, true);
	check_nesting(JSON_MAX_DEPTH + 1, false);
	check_nesting(100000, false);
}

// Long keys over many values: paths must not grow with both.
static void shortens_long_paths(void **state)
{
	(void)state;
	GString *text = g_string_new(NULL);
	for (int i = 0; i < 20; i++) {
		g_string_append(text, "{\"");
		for (int k = 0; k < 5000; k++)
			g_string_append(text, "\u00e9");
		g_string_append(text, "\":");
	}
	g_string_append(text, "[1]");
	for (int i = 0; i < 20; i++)
		g_string_append_c(text, '}');
	struct arena *arena = arena_new();
	struct source source;
	const struct json *value = read_text(arena, &source, text->str);
	for (; value->child; value = value->child) {
		assert_true(strlen(value->path) < 512);
		assert_true(g_utf8_validate(value->path, -1, NULL));
	}
	assert_true(g_str_has_suffix(value->path, "[0]"));
	assert_true(g_str_has_prefix(value->path, "…"));
	arena_free(arena);
	g_string_free(text, TRUE);
}

static void reads_many_points_fast(void **state)
{
	(void)state;
	GString *text = g_string_new("{\"points\":[");
	for (int i = 0; i < 100000; i++)
		g_string_append_printf(text, "%s\n{\"name\":\"k%d\",\"flops\":%d.5e9,\"bytes\":\"%d GB\",\"time\":[0.01,0.02]}", i ? "," : "", i, i, i);
	g_string_append(text, "],\"wide\":{");
	for (int i = 0; i < 100000; i++)
		g_string_append_printf(text, "%s\"k%d\":0", i ? "," : "", i);
	g_string_append(text, "}}");
	struct arena *arena = arena_new();
	struct source source;
	int64_t start = g_get_monotonic_time();
	const struct json *root = read_text(arena, &source, text->str);
	double seconds = (double)(g_get_monotonic_time() - start) / 1e6;
	assert_int_equal(root->child->count, 100000);
	assert_int_equal(root->child->next->count, 100000);
	if (seconds > 10)
		fail_msg("100,000 points took %d s", (int)seconds);
	arena_free(arena);
	g_string_free(text, TRUE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(refuses),
		cmocka_unit_test(reads_loosely),
		cmocka_unit_test(joins_values_with_places),
		cmocka_unit_test(reads_scalars_at_the_root),
		cmocka_unit_test(decodes_strings),
		cmocka_unit_test(reads_numbers_exactly),
		cmocka_unit_test(reports_every_duplicate_key),
		cmocka_unit_test(limits_nesting),
		cmocka_unit_test(shortens_long_paths),
		cmocka_unit_test(reads_many_points_fast),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
