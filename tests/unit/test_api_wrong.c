// SPDX-License-Identifier: MIT
// The public interface when something is wrong: names that are no UTF-8, calls after an error, charts too large, messages without end.
#include "rafter.h"

#include "fonts_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glib.h>
#include <string.h>

#define POINT(name) "{\"name\": \"" name "\", \"precision\": \"bf16\", \"flops\": \"1 TFLOP\", \"bytes\": \"10 GB\", \"time\": \"4 ms\"}"
#define SPEC(more, points) "{\"rafter\": 1, \"hardware\": \"nvidia-h100-sxm\"" more ", \"points\": [" points "]}"
#define FAST "{\"name\": \"a\", \"intensity\": 1, \"performance\": \"9 TFLOP/s\"}"

static const char TABLE[] = "name,flops,bytes,time (ms)\nk,1e12,1e9,4\n";
static const char MACHINE[] = "{\"compute\": [{\"name\": \"P\", \"peak\": \"1 TFLOP/s\"}], \"memory\": [{\"name\": \"M\", \"bandwidth\": \"1 TB/s\"}]}";

static int setup(void **state)
{
	*state = rafter_new();
	return 0;
}

static int teardown(void **state)
{
	rafter_free(*state);
	return 0;
}

static bool add(struct rafter *r, const char *name, const char *text)
{
	return rafter_add_input(r, name, text, strlen(text));
}

static bool has(const struct rafter_bytes *bytes, const char *text)
{
	return g_strstr_len((const char *)bytes->data, (gssize)bytes->size, text) != NULL;
}

static size_t count_messages(struct rafter *r, const char *id)
{
	size_t count = 0;
	for (size_t i = 0; i < rafter_message_count(r); i++)
		count += !strcmp(rafter_message(r, i).id, id);
	return count;
}

static struct rafter_message only_message(struct rafter *r)
{
	assert_int_equal(rafter_message_count(r), 1);
	return rafter_message(r, 0);
}

static void draws(struct rafter *r, const char *expected)
{
	struct rafter_bytes svg;
	bool drawn = rafter_render(r, &(struct rafter_output){0}, &svg);
	if (!drawn)
		fail_msg("%s", rafter_message(r, 0).text);
	assert_true(has(&svg, expected));
	assert_true(g_utf8_validate((const char *)svg.data, (gssize)svg.size, NULL));
	rafter_bytes_free(&svg);
}

static void fails(struct rafter *r, bool (*call)(struct rafter *r, struct rafter_bytes *bytes))
{
	struct rafter_bytes bytes = {(unsigned char *)"old", 3};
	assert_false(call(r, &bytes));
	assert_null(bytes.data);
	assert_int_equal(bytes.size, 0);
}

static bool render(struct rafter *r, struct rafter_bytes *bytes)
{
	return rafter_render(r, &(struct rafter_output){0}, bytes);
}

static bool analyze(struct rafter *r, struct rafter_bytes *bytes)
{
	return rafter_analyze(r, "json", bytes);
}

static bool show(struct rafter *r, struct rafter_bytes *bytes)
{
	return rafter_show(r, "hardware", "mi300x", "table", bytes);
}

static void all_fail(struct rafter *r)
{
	fails(r, render);
	fails(r, rafter_layout);
	fails(r, analyze);
	fails(r, rafter_export_spec);
	fails(r, show);
}

// ---- names that are no UTF-8

static void machine_from_a_file(void **state)
{
	assert_true(add(*state, "in.csv", TABLE));
	assert_true(rafter_add_hardware_file(*state, "mx\xfc.json", MACHINE, strlen(MACHINE)));
	draws(*state, "</svg>");
}

static void series_from_files(void **state)
{
	assert_true(add(*state, "runs/ax\xfc.csv", TABLE));
	assert_true(add(*state, "runs/b.csv", TABLE));
	assert_true(rafter_add_hardware(*state, "nvidia-h100-sxm"));
	draws(*state, "ax\ufffd");
}

static void own_ceilings(void **state)
{
	assert_true(add(*state, "in.csv", TABLE));
	assert_true(rafter_add_peak(*state, "\xfc=67 TFLOP/s"));
	assert_true(rafter_add_bandwidth(*state, "\xfd=3 TB/s"));
	draws(*state, "data-name=\"\ufffd\"");
}

static void settings(void **state)
{
	assert_true(add(*state, "spec.json", SPEC("", POINT("a"))));
	assert_true(rafter_set(*state, "title", "x\xfc"));
	draws(*state, "x\ufffd");
	assert_true(rafter_set(*state, "tit\xfc", "x"));
	all_fail(*state);
	assert_true(g_utf8_validate(only_message(*state).message, -1, NULL));
}

static void names_of_what_is_unknown(void **state)
{
	g_autofree char *word = g_strnfill(48, 'x');
	word[47] = '\xfc';
	struct rafter_bytes bytes;
	assert_false(rafter_add_input_as(*state, word, word, "a", 1));
	assert_false(rafter_add_hardware(*state, word));
	assert_false(rafter_set_theme(*state, word));
	assert_false(rafter_set_size(*state, word));
	assert_false(rafter_analyze(*state, word, &bytes));
	assert_false(rafter_render(*state, &(struct rafter_output){.format = word}, &bytes));
	assert_false(rafter_show(*state, "hardware", word, "table", &bytes));
	assert_false(rafter_knows("hardware", word));
	assert_int_equal(rafter_message_count(*state), 7);
	for (size_t i = 0; i < rafter_message_count(*state); i++)
		assert_true(g_utf8_validate(rafter_message(*state, i).text, -1, NULL));
}

static void words_without_end(void **state)
{
	g_autofree char *word = g_strnfill(200000, 'x');
	assert_false(rafter_set_size(*state, word));
	assert_false(rafter_add_hardware(*state, word));
	assert_false(rafter_set_theme(*state, word));
	rafter_add_error(*state, "usage", word);
	for (size_t i = 0; i < rafter_message_count(*state); i++)
		assert_true(strlen(rafter_message(*state, i).text) < 3000);
}

// ---- where the fault is said to be

static void size_in_a_spec(void **state)
{
	assert_true(add(*state, "spec.json", SPEC(", \"size\": \"wob\"", POINT("a"))));
	fails(*state, render);
	struct rafter_message message = only_message(*state);
	assert_string_equal(message.id, "unknown-name");
	assert_string_equal(message.file, "spec.json");
	assert_int_equal(message.line, 1);
	assert_true(message.column > 1);
	assert_int_equal(rafter_exit_code(*state), 3);
}

static void no_size_in_a_spec(void **state)
{
	assert_true(add(*state, "spec.json", SPEC(", \"size\": \"0x3in\"", POINT("a"))));
	fails(*state, render);
	assert_string_equal(only_message(*state).id, "wrong-value");
	assert_string_equal(rafter_message(*state, 0).file, "spec.json");
}

static void size_by_a_caller(void **state)
{
	assert_false(rafter_set_size(*state, "wob"));
	assert_string_equal(only_message(*state).id, "usage");
	assert_null(rafter_message(*state, 0).file);
	assert_int_equal(rafter_exit_code(*state), 2);
}

static void theme_in_a_spec(void **state)
{
	assert_true(add(*state, "spec.json", SPEC(", \"theme\": \"lihgt\", \"size\": \"wob\"", POINT("a"))));
	fails(*state, render);
	assert_int_equal(rafter_message_count(*state), 2);
	assert_int_equal(count_messages(*state, "unknown-name"), 2);
	assert_string_equal(rafter_message(*state, 0).file, "spec.json");
}

// ---- one thing is wrong, another is asked for

// The numbers need neither theme nor size, with limits of the axes or without.
static void numbers_without_a_theme(void **state)
{
	struct rafter_bytes json;
	assert_true(add(*state, "spec.json", SPEC(", \"theme\": \"lihgt\", \"size\": \"9x9\", \"axes\": {\"x\": {\"min\": 200}}", POINT("a"))));
	assert_true(rafter_analyze(*state, "json", &json));
	assert_true(has(&json, "outside-frame"));
	assert_int_equal(rafter_message_count(*state), 0);
	rafter_bytes_free(&json);
}

static void strict_after_a_chart(void **state)
{
	struct rafter_bytes bytes;
	assert_true(add(*state, "fast.json", SPEC("", FAST)));
	assert_true(render(*state, &bytes));
	rafter_bytes_free(&bytes);
	rafter_set_strict(*state, true);
	all_fail(*state);
}

static void error_after_a_chart(void **state)
{
	struct rafter_bytes bytes;
	assert_true(add(*state, "spec.json", SPEC("", POINT("a"))));
	assert_true(render(*state, &bytes));
	rafter_bytes_free(&bytes);
	assert_false(rafter_render(*state, &(struct rafter_output){.format = "png", .dpi = 1e9}, &bytes));
	assert_string_equal(only_message(*state).id, "limit");
	all_fail(*state);
}

static void error_before_a_list(void **state)
{
	rafter_add_error(*state, "write", "the disk is full");
	fails(*state, show);
}

static void default_format(void **state)
{
	assert_true(add(*state, "spec.json", SPEC("", POINT("a"))));
	draws(*state, "<svg");
}

// ---- made again

static void a_fault_is_said_once(void **state)
{
	struct rafter_bytes bytes;
	assert_true(add(*state, "spec.json", SPEC("", FAST)));
	assert_true(rafter_set(*state, "chart.kind", "pie"));
	for (int i = 0; i < 3; i++) {
		assert_false(rafter_analyze(*state, "json", &bytes));
		assert_int_equal(rafter_message_count(*state), 1);
		assert_true(rafter_set(*state, "title", "again"));
	}
}

static void a_warning_is_said_once(void **state)
{
	struct rafter_bytes bytes;
	for (int i = 0; i < 3; i++) {
		assert_true(i ? rafter_set(*state, "title", "again") : add(*state, "spec.json", SPEC("", FAST)));
		assert_true(rafter_analyze(*state, "json", &bytes));
		rafter_bytes_free(&bytes);
		assert_int_equal(count_messages(*state, "above-roof"), 1);
	}
}

static void what_was_missing_can_be_added(void **state)
{
	struct rafter_bytes bytes;
	assert_true(add(*state, "in.csv", TABLE));
	assert_false(rafter_analyze(*state, "json", &bytes));
	assert_int_equal(rafter_exit_code(*state), 3);
	assert_true(rafter_add_hardware(*state, "nvidia-h100-sxm"));
	assert_true(rafter_analyze(*state, "json", &bytes));
	assert_int_equal(rafter_exit_code(*state), 0);
	rafter_bytes_free(&bytes);
}

static void own_errors_stay(void **state)
{
	struct rafter_bytes bytes;
	assert_true(add(*state, "in.csv", TABLE));
	assert_false(rafter_analyze(*state, "json", &bytes));
	rafter_add_error(*state, "write", "the disk is full");
	assert_false(rafter_add_hardware(*state, "nvidia-h100-sxm"));
	assert_string_equal(only_message(*state).id, "write");
}

// A setting changes the chart, not what was given: a conflict of two inputs is one, drawn in between or not.
static void settings_leave_the_inputs(void **state)
{
	struct rafter_bytes bytes;
	assert_true(add(*state, "one.json", SPEC(", \"title\": \"A\"", POINT("a"))));
	assert_true(rafter_set(*state, "title", "mine"));
	assert_true(render(*state, &bytes));
	rafter_bytes_free(&bytes);
	assert_false(add(*state, "two.json", "{\"rafter\": 1, \"title\": \"B\", \"points\": []}"));
	assert_string_equal(only_message(*state).id, "conflict");
}

// ---- how much is said, how much is drawn

static void many_warnings(void **state)
{
	enum { POINTS = 5000 };
	GString *spec = g_string_new("{\"rafter\": 1, \"hardware\": \"nvidia-h100-sxm\", \"points\": [");
	for (int i = 0; i < POINTS; i++)
		g_string_append_printf(spec, "%s{\"name\": \"copy %d\", \"flops\": 0, \"bytes\": 1e9, \"time\": 0.001}", i ? ", " : "", i);
	g_string_append(spec, "]}");
	struct rafter_bytes json;
	assert_true(add(*state, "spec.json", spec->str));
	assert_true(rafter_analyze(*state, "json", &json));
	assert_int_equal(rafter_message_count(*state), 11);
	assert_string_equal(rafter_message(*state, 10).text, "rafter: warning: and 4,990 more of this kind [zero-flop]\n");
	assert_false(rafter_message(*state, 10).error);
	assert_int_equal(rafter_message_dropped(*state), 0);
	assert_true(has(&json, "{\"id\": \"zero-flop\", \"message\": \"and 4,990 more of this kind\", \"point\": null}"));
	rafter_bytes_free(&json);
	rafter_set_strict(*state, true);
	assert_int_equal(rafter_message_count(*state), 10);
	assert_int_equal(rafter_message_dropped(*state), POINTS - 10);
	g_string_free(spec, TRUE);
}

// One per point, by what is drawn; U+10FFFD is for private use, which no font has.
static void glyphs_that_no_font_has(void **state)
{
	GString *spec = g_string_new("{\"rafter\": 1, \"hardware\": \"nvidia-h100-sxm\", \"points\": [");
	for (int i = 0; i < 6; i++)
		g_string_append_printf(spec, "%s{\"name\": \"a kernel with a rather long name of its own %d \U0010FFFD\", \"intensity\": %d, \"performance\": 1e12}",
			i ? ", " : "", i, 10 + i);
	g_string_append(spec, "]}");
	struct rafter_bytes svg;
	assert_true(add(*state, "spec.json", spec->str));
	assert_true(rafter_set_size(*state, "ieee-column"));
	assert_true(render(*state, &svg));
	for (size_t i = 0; i < rafter_message_count(*state); i++) {
		struct rafter_message message = rafter_message(*state, i);
		if (strcmp(message.id, "missing-glyph") != 0)
			continue;
		const char *start = strchr(message.message, '"') + 1;
		g_autofree char *label = g_strndup(start, (size_t)(strchr(start, '"') - start));
		g_autofree char *end = g_strdup(g_utf8_offset_to_pointer(label, MAX(g_utf8_strlen(label, -1) - 8, 0)));
		if (!has(&svg, end))
			fail_msg("\"%s\" is not drawn", label);
	}
	assert_in_range(count_messages(*state, "missing-glyph"), 1, 6);
	rafter_bytes_free(&svg);
	g_string_free(spec, TRUE);
}

static bool add_machine(struct rafter *r, int number)
{
	g_autofree char *text = g_strdup_printf("{\"name\": \"machine\", \"compute\": [{\"name\": \"p\", \"peak\": %d}], "
		"\"memory\": [{\"name\": \"m\", \"bandwidth\": 1}]}", number + 1);
	return rafter_add_hardware_file(r, "machine.json", text, strlen(text));
}

static void too_many_machines(void **state)
{
	struct rafter_bytes bytes;
	assert_true(add(*state, "in.csv", TABLE));
	for (int i = 0; i < 16; i++)
		assert_true(add_machine(*state, i));
	assert_true(rafter_analyze(*state, "json", &bytes));
	rafter_bytes_free(&bytes);
	assert_true(add_machine(*state, 3));
	assert_true(rafter_analyze(*state, "json", &bytes)); // drawn once
	rafter_bytes_free(&bytes);
	assert_int_equal(count_messages(*state, "ignored"), 1);
	assert_true(add_machine(*state, 16));
	assert_false(rafter_analyze(*state, "json", &bytes));
	assert_int_equal(count_messages(*state, "limit"), 1);
	assert_int_equal(rafter_exit_code(*state), 3);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(machine_from_a_file),
		TEST(series_from_files),
		TEST(own_ceilings),
		TEST(settings),
		TEST(names_of_what_is_unknown),
		TEST(words_without_end),
		TEST(size_in_a_spec),
		TEST(no_size_in_a_spec),
		TEST(size_by_a_caller),
		TEST(theme_in_a_spec),
		TEST(numbers_without_a_theme),
		TEST(strict_after_a_chart),
		TEST(error_after_a_chart),
		TEST(error_before_a_list),
		TEST(default_format),
		TEST(a_fault_is_said_once),
		TEST(a_warning_is_said_once),
		TEST(what_was_missing_can_be_added),
		TEST(own_errors_stay),
		TEST(settings_leave_the_inputs),
		TEST(many_warnings),
		TEST(glyphs_that_no_font_has),
		TEST(too_many_machines),
	};
	g_autofree char *folder = only_liberation();
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	remove_folder(folder);
	return failed;
}
