// SPDX-License-Identifier: MIT
// Objects by table: values that are read, and the messages for those that are not.
#include "input/keys.h"

#include <glib.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct thing {
	const char *name;
	double count, least, peak, bandwidth, time, intensity;
	bool flag;
	int kind;
	struct colour colour;
	struct key_strings words;
	int custom;
};

static bool read_custom(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	(void)key;
	if (value->type != JSON_ARRAY) {
		diags_add(context->diags, DIAG_WRONG_TYPE, value->place, "%s: expected an array for %s", value->path, (const char *)context->user);
		return false;
	}
	((struct thing *)object)->custom = (int)value->count;
	return true;
}

static const char *const kinds[] = {"roofline", "sweep", "scaling", NULL};

#define AT(member) .offset = offsetof(struct thing, member)
static const struct key thing_keys[] = {
	{"name", KEY_STRING, AT(name), .doc = "what it is called"},
	{"count", KEY_NUMBER, AT(count), .low = 1, .high = 10},
	{"least", KEY_NUMBER, AT(least), .low = 0.5, .high = INFINITY},
	{"peak", KEY_QUANTITY, AT(peak), .quantity = QUANTITY_FLOP_RATE, .required = true},
	{"bandwidth", KEY_QUANTITY, AT(bandwidth), .quantity = QUANTITY_BYTE_RATE},
	{"link", KEY_QUANTITY, AT(bandwidth), .quantity = QUANTITY_BYTE_RATE, .in_bits = true},
	{"time", KEY_QUANTITY, AT(time), .quantity = QUANTITY_SECOND},
	{"intensity", KEY_QUANTITY, AT(intensity), .quantity = QUANTITY_INTENSITY},
	{"flag", KEY_BOOL, AT(flag)},
	{"kind", KEY_ENUM, AT(kind), .choices = kinds},
	{"colour", KEY_COLOUR, AT(colour)},
	{"words", KEY_STRINGS, AT(words)},
	{"custom", KEY_CUSTOM, .read = read_custom},
	{"$schema", KEY_IGNORED, .doc = "accepted and passed over"},
	{NULL},
};

struct run {
	struct arena *arena;
	struct diags *diags;
	struct source source;
	struct thing thing;
	bool good;
};

// Reads the value at `path` ("" for the root, one key, or a key and an element) of a text.
static struct run run_text(const char *text, const char *key)
{
	struct run run = {.arena = arena_new(), .diags = diags_new(), .source = {"t.json", text, strlen(text)}};
	run.thing = (struct thing){.count = -1, .peak = NAN, .bandwidth = NAN, .kind = -1};
	const struct json *root = json_read(run.arena, &run.source, run.diags);
	assert_non_null(root);
	const struct json *value = *key ? json_member(root, key) : root;
	if (value->type == JSON_ARRAY)
		value = value->child;
	const struct json *name = strcmp(key, "points") ? NULL : json_member(value, "name");
	struct key_context context = {.arena = run.arena, .diags = run.diags, .user = (void *)"tests", .point = name ? name->string : NULL};
	run.good = keys_read(&context, thing_keys, value, &run.thing);
	assert_true(run.good == (diags_error_count(run.diags) == 0));
	return run;
}

static void run_end(struct run *run)
{
	diags_free(run->diags);
	arena_free(run->arena);
}

static void reads_every_type(void **state)
{
	(void)state;
	struct run run = run_text("{\"$schema\": 7, \"name\": \"caf\u00e9\", \"count\": 10, \"least\": 1e300, "
		"\"peak\": \"19.5 TFLOP/s\", \"bandwidth\": 3.35e12, \"flag\": true, \"kind\": \"sweep\", "
		"\"colour\": \"#0072B2\", \"words\": [\"a\", \"b\"], \"custom\": [1, 2, 3]}", "");
	assert_true(run.good);
	assert_int_equal(diags_count(run.diags), 0);
	assert_string_equal(run.thing.name, "caf\u00e9");
	assert_true(run.thing.count == 10 && run.thing.least == 1e300 && run.thing.peak == 19.5e12 && run.thing.bandwidth == 3.35e12);
	assert_true(run.thing.flag);
	assert_int_equal(run.thing.kind, 1);
	assert_true(run.thing.colour.visible && run.thing.colour.g == 0x72);
	assert_int_equal(run.thing.words.count, 2);
	assert_string_equal(run.thing.words.items[1], "b");
	assert_int_equal(run.thing.custom, 3);
	run_end(&run);
}

static void leaves_what_is_null_or_absent(void **state)
{
	(void)state;
	struct run run = run_text("{\"peak\": 0, \"name\": null, \"count\": null, "
		"\"bandwidth\": null, \"flag\": null, \"kind\": null, \"words\": null, \"custom\": null}", "");
	assert_true(run.good);
	assert_null(run.thing.name);
	assert_true(run.thing.count == -1 && isnan(run.thing.bandwidth) && run.thing.kind == -1 && run.thing.peak == 0);
	assert_false(run.thing.words.given);
	run_end(&run);
}

static void a_lone_string_is_a_list(void **state)
{
	(void)state;
	struct run run = run_text("{\"peak\": 1, \"words\": \"solo\"}", "");
	assert_true(run.good && run.thing.words.given);
	assert_int_equal(run.thing.words.count, 1);
	assert_string_equal(run.thing.words.items[0], "solo");
	run_end(&run);
	run = run_text("{\"peak\": 1, \"words\": []}", "");
	assert_true(run.good && run.thing.words.given);
	assert_int_equal(run.thing.words.count, 0);
	run_end(&run);
}

static const struct {
	const char *text, *key, *id, *message, *marked; // marked: the text that the place covers
} refusals[] = {
	{"{\"compute\": [{\"peak\": \"19.5 TB\"}]}", "compute", "wrong-unit",
		"compute[0].peak: expected a rate such as \"19.5 TFLOP/s\", found \"19.5 TB\"", "\"19.5 TB\""},
	{"{\"peak\": \"5 furlong\"}", "", "wrong-unit", "peak: expected a rate such as \"19.5 TFLOP/s\", found \"5 furlong\"", "\"5 furlong\""},
	{"{\"peak\": \"19.5\"}", "", "missing-unit",
		"peak: expected a rate such as \"19.5 TFLOP/s\", found \"19.5\" without a unit; a bare number (no quotes) is in FLOP/s", "\"19.5\""},
	{"{\"peak\": \"fast\"}", "", "wrong-value", "peak: expected a rate such as \"19.5 TFLOP/s\", found \"fast\"", "\"fast\""},
	{"{\"peak\": \"1e300 TFLOP/s\"}", "", "wrong-value", "peak: expected 0 or a magnitude from 4.9e-324 to 1.8e308, found \"1e300 TFLOP/s\"", "\"1e300 TFLOP/s\""},
	{"{\"peak\": true}", "", "wrong-type", "peak: expected a rate such as \"19.5 TFLOP/s\", found true", "true"},
	{"{\"peak\": null}", "", "wrong-type", "peak: expected a rate such as \"19.5 TFLOP/s\", found null", "null"},
	{"{\"peak\": [1]}", "", "wrong-type", "peak: expected a rate such as \"19.5 TFLOP/s\", found an array", "[1]"},
	{"{\"peak\": -5e9}", "", "negative", "peak: expected 0 or more, found -5e9", "-5e9"},
	{"{\"peak\": \"-5 GFLOP/s\"}", "", "negative", "peak: expected 0 or more, found \"-5 GFLOP/s\"", "\"-5 GFLOP/s\""},
	{"{\"points\": [{\"name\": \"neg\", \"peak\": -5.0}]}", "points", "negative", "points[0].peak: expected 0 or more, found -5.0 (point 'neg')", "-5.0"},
	{"{\"compute\": [{\"name\": \"x\"}]}", "compute", "missing-key", "compute[0]: expected the key 'peak': a rate such as \"19.5 TFLOP/s\"", "{"},
	{"{\"peak\": 1, \"Flag\": true}", "", "unknown-key", "Flag: unknown key, did you mean 'flag'?", "\"Flag\""},
	{"{\"peak\": 1, \"zzzzzz\": true}", "", "unknown-key",
		"zzzzzz: unknown key, expected one of 'name', 'count', 'least', 'peak', 'bandwidth', 'link', 'time', "
		"'intensity', 'flag', 'kind', 'colour', 'words', 'custom', '$schema'",
		"\"zzzzzz\""},
	{"{\"peak\": 1, \"name\": 5}", "", "wrong-type", "name: expected a string, found 5", "5"},
	{"{\"peak\": 1, \"name\": {}}", "", "wrong-type", "name: expected a string, found an object", "{}"},
	{"{\"peak\": 1, \"count\": \"5\"}", "", "wrong-type", "count: expected a number from 1 to 10, found \"5\"", "\"5\""},
	{"{\"peak\": 1, \"count\": 10.5}", "", "wrong-value", "count: expected a number from 1 to 10, found 10.5", "10.5"},
	{"{\"peak\": 1, \"least\": 0}", "", "wrong-value", "least: expected a number of at least 0.5, found 0", "0"},
	{"{\"peak\": 1, \"flag\": 1}", "", "wrong-type", "flag: expected true or false, found 1", "1"},
	{"{\"peak\": 1, \"kind\": \"rooflin\"}", "", "wrong-value",
		"kind: expected one of 'roofline', 'sweep', 'scaling', found \"rooflin\", did you mean 'roofline'?", "\"rooflin\""},
	{"{\"peak\": 1, \"kind\": \"pie\"}", "", "wrong-value", "kind: expected one of 'roofline', 'sweep', 'scaling', found \"pie\"", "\"pie\""},
	{"{\"peak\": 1, \"kind\": false}", "", "wrong-type", "kind: expected one of 'roofline', 'sweep', 'scaling', found false", "false"},
	{"{\"peak\": 1, \"colour\": \"javascript:x\"}", "", "wrong-value",
		"colour: expected a colour such as \"#0072B2\", \"#07b\", \"black\" or \"none\", found \"javascript:x\"", "\"javascript:x\""},
	{"{\"peak\": 1, \"words\": [\"a\", 2]}", "", "wrong-type", "words[1]: expected a string, found 2", "2"},
	{"{\"peak\": 1, \"words\": 3}", "", "wrong-type", "words: expected a list of strings, found 3", "3"},
	{"{\"peak\": 1, \"custom\": 3}", "", "wrong-type", "custom: expected an array for tests", "3"},
	{"[7]", "", "wrong-type", "[0]: expected an object, found 7", "7"},
	{"7", "", "wrong-type", "expected an object, found 7", "7"},
	{"{\"points\": [{\"peak\": 1, \"intensity\": \"1 GB\", \"name\": \"a\"}]}", "points", "wrong-unit",
		"points[0].intensity: expected an intensity such as \"0.42 FLOP/byte\", found \"1 GB\" (point 'a')", "\"1 GB\""},
};

static void refuses(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(refusals); i++) {
		struct run run = run_text(refusals[i].text, refusals[i].key);
		assert_false(run.good);
		assert_int_equal(diags_count(run.diags), 1);
		const struct diag *diag = diags_get(run.diags, 0);
		assert_string_equal(diag->message, refusals[i].message);
		assert_string_equal(diag_id_name(diag->id), refusals[i].id);
		assert_int_equal(diag->place.length, strlen(refusals[i].marked));
		assert_memory_equal(run.source.bytes + diag->place.offset, refusals[i].marked, strlen(refusals[i].marked));
		run_end(&run);
	}
}

static void reports_all_errors_of_an_object(void **state)
{
	(void)state;
	struct run run = run_text("{\"points\": [{\"name\": \"p\", \"peak\": \"1 s\", \"flag\": 0, \"nope_nope\": 1, \"count\": 11, \"time\": -1}]}", "points");
	assert_int_equal(diags_error_count(run.diags), 5);
	for (size_t i = 0; i < 5; i++)
		assert_string_equal(diags_get(run.diags, i)->point, "p");
	run_end(&run);
}

static void warns_of_bits_but_not_for_links(void **state)
{
	(void)state;
	struct run run = run_text("{\"memory\": [{\"peak\": 1, \"bandwidth\": \"400 Gb/s\"}]}", "memory");
	assert_true(run.good && run.thing.bandwidth == 50e9);
	assert_int_equal(diags_count(run.diags), 1);
	assert_int_equal(diags_get(run.diags, 0)->id, DIAG_BITS);
	assert_string_equal(diags_get(run.diags, 0)->message, "memory[0].bandwidth: expected bytes, found bits: \"400 Gb/s\" is read as \"50 GB/s\"");
	run_end(&run);
	run = run_text("{\"network\": [{\"peak\": 1, \"bandwidth\": \"400 Gb/s\"}]}", "network");
	assert_int_equal(diags_count(run.diags), 1);
	run_end(&run);
	run = run_text("{\"peak\": 1, \"link\": \"400 Gb/s\"}", "");
	assert_true(run.good && run.thing.bandwidth == 50e9);
	assert_int_equal(diags_count(run.diags), 0);
	run_end(&run);
}

static void shortens_long_values(void **state)
{
	(void)state;
	GString *text = g_string_new("{\"peak\": \"");
	for (int i = 0; i < 100000; i++)
		g_string_append(text, "x");
	g_string_append(text, "\"}");
	struct run run = run_text(text->str, "");
	assert_false(run.good);
	assert_true(strlen(diags_get(run.diags, 0)->message) < 200);
	run_end(&run);
	g_string_free(text, TRUE);
}

static void names_what_is_unknown(void **state)
{
	(void)state;
	static const char *const series[] = {"gemm", "stencil"};
	struct diags *diags = diags_new();
	struct place nowhere = {0};
	keys_unknown(diags, DIAG_UNKNOWN_NAME, nowhere, "series", "gem", series, 2);
	keys_unknown(diags, DIAG_UNKNOWN_NAME, nowhere, "series", "attention", series, 2);
	keys_unknown(diags, DIAG_UNKNOWN_NAME, nowhere, "series", "gem", NULL, 0);
	assert_string_equal(diags_get(diags, 0)->message, "unknown series 'gem', did you mean 'gemm'?");
	assert_string_equal(diags_get(diags, 1)->message, "unknown series 'attention', expected one of 'gemm', 'stencil'");
	assert_string_equal(diags_get(diags, 2)->message, "unknown series 'gem'");
	// Too long to be a misspelt name.
	g_autofree char *word = g_strnfill(300, 'x');
	keys_unknown(diags, DIAG_UNKNOWN_NAME, nowhere, "series", word, series, 2);
	assert_null(strstr(diags_get(diags, 3)->message, "did you mean"));
	diags_free(diags);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_every_type),
		cmocka_unit_test(leaves_what_is_null_or_absent),
		cmocka_unit_test(a_lone_string_is_a_list),
		cmocka_unit_test(refuses),
		cmocka_unit_test(reports_all_errors_of_an_object),
		cmocka_unit_test(warns_of_bits_but_not_for_links),
		cmocka_unit_test(shortens_long_values),
		cmocka_unit_test(names_what_is_unknown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
