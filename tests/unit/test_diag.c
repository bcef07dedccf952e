// SPDX-License-Identifier: MIT
// Messages: their limits and counts, what strictness and forgetting do to them, where they point, and how they look.
#include "base/diag.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glib.h>
#include <string.h>

static const struct place nowhere;

static int setup(void **state)
{
	*state = diags_new();
	return 0;
}

static int teardown(void **state)
{
	diags_free(*state);
	return 0;
}

static void add(struct diags *diags, enum diag_id id, size_t count)
{
	for (size_t i = 0; i < count; i++)
		diags_add(diags, id, nowhere, "number %zu", i);
}

static const struct diag *last(const struct diags *diags)
{
	return diags_get(diags, diags_count(diags) - 1);
}

// ---- limits

static void warnings_are_limited_by_id(void **state)
{
	struct diags *diags = *state;
	add(diags, DIAG_ZERO_FLOP, 5000);
	add(diags, DIAG_ABOVE_ROOF, DIAG_LIMIT_WARNINGS);
	assert_int_equal(diags_count(diags), 2 * DIAG_LIMIT_WARNINGS + 1);
	assert_int_equal(diags_error_count(diags), 0);
	assert_int_equal(diags_dropped_errors(diags), 0);
	assert_int_equal(last(diags)->id, DIAG_ZERO_FLOP);
	assert_int_equal(last(diags)->severity, DIAG_SEVERITY_WARNING);
	assert_string_equal(diags_text(diags, diags_count(diags) - 1), "rafter: warning: and 4,990 more of this kind [zero-flop]\n");
	add(diags, DIAG_ZERO_FLOP, 1234567 - 4990);
	assert_string_equal(last(diags)->message, "and 1,234,567 more of this kind");
}

static void errors_are_limited_together(void **state)
{
	struct diags *diags = *state;
	add(diags, DIAG_WRONG_UNIT, 15);
	add(diags, DIAG_WRONG_VALUE, 15);
	assert_int_equal(diags_count(diags), DIAG_LIMIT_ERRORS);
	assert_int_equal(diags_error_count(diags), 30);
	assert_int_equal(diags_dropped_errors(diags), 10);
}

static void strict_from_the_start(void **state)
{
	struct diags *diags = *state;
	diags_make_strict(diags);
	add(diags, DIAG_ZERO_FLOP, 100);
	assert_int_equal(diags_count(diags), DIAG_LIMIT_ERRORS);
	assert_int_equal(diags_dropped_errors(diags), 80);
	assert_int_equal(diags_exit_code(diags), 3);
}

// Nothing that was kept goes away, so more than the limit are there: those not kept are counted, not computed.
static void strict_afterwards(void **state)
{
	struct diags *diags = *state;
	add(diags, DIAG_ZERO_FLOP, 100);
	add(diags, DIAG_ABOVE_ROOF, 12);
	add(diags, DIAG_BITS, 9);
	assert_string_equal(diags_text(diags, 0), "rafter: warning: number 0 [zero-flop]\n");
	diags_make_strict(diags);
	assert_int_equal(diags_count(diags), 29);
	assert_int_equal(diags_error_count(diags), 121);
	assert_int_equal(diags_dropped_errors(diags), 92);
	assert_string_equal(diags_text(diags, 0), "rafter: error: number 0 [zero-flop]\n");
	add(diags, DIAG_BITS, 1);
	assert_int_equal(diags_count(diags), 29);
	assert_int_equal(diags_dropped_errors(diags), 93);
}

static void joining_keeps_the_counts(void **state)
{
	struct diags *diags = *state, *from = diags_new();
	add(diags, DIAG_ZERO_FLOP, 4);
	add(from, DIAG_ZERO_FLOP, 20);
	add(from, DIAG_NEGATIVE, 25);
	diags_join(diags, from);
	assert_int_equal(diags_count(diags), DIAG_LIMIT_WARNINGS + DIAG_LIMIT_ERRORS + 1);
	assert_string_equal(last(diags)->message, "and 14 more of this kind");
	assert_int_equal(diags_error_count(diags), 25);
	assert_int_equal(diags_dropped_errors(diags), 5);
}

static void derived_ones_can_be_forgotten(void **state)
{
	struct diags *diags = *state;
	add(diags, DIAG_ZERO_FLOP, 8);
	diags_set_derived(diags, true);
	add(diags, DIAG_ZERO_FLOP, 8);
	add(diags, DIAG_NO_HARDWARE, 1);
	diags_set_derived(diags, false);
	add(diags, DIAG_BITS, 1);
	assert_int_equal(diags_exit_code(diags), 3);
	assert_string_equal(last(diags)->message, "and 6 more of this kind");
	diags_forget_derived(diags);
	assert_int_equal(diags_count(diags), 9);
	assert_int_equal(diags_error_count(diags), 0);
	assert_int_equal(last(diags)->id, DIAG_BITS);
	add(diags, DIAG_ZERO_FLOP, 3);
	assert_string_equal(last(diags)->message, "and 1 more of this kind");
}

static void exit_code_is_the_largest(void **state)
{
	struct diags *diags = *state;
	add(diags, DIAG_BITS, 1);
	assert_int_equal(diags_exit_code(diags), 0);
	add(diags, DIAG_USAGE, 1);
	assert_int_equal(diags_exit_code(diags), 2);
	add(diags, DIAG_WRITE, 1);
	add(diags, DIAG_WRONG_UNIT, 1);
	assert_int_equal(diags_exit_code(diags), 4);
}

static void text_is_valid_and_bounded(void **state)
{
	struct diags *diags = *state;
	g_autofree char *endless = g_strnfill(1000000, 'x');
	diags_add(diags, DIAG_USAGE, nowhere, "unknown format '%s'", endless);
	diags_add_point(diags, DIAG_BITS, nowhere, "a\xfc", "b\xfc");
	assert_true(strlen(diags_get(diags, 0)->message) < 3000);
	assert_string_equal(diags_get(diags, 1)->point, "a\ufffd");
	assert_string_equal(diags_get(diags, 1)->message, "b\ufffd");
}

// ---- places

static void assert_position(struct position position, size_t line, size_t column, size_t line_start)
{
	assert_int_equal(position.line, line);
	assert_int_equal(position.column, column);
	assert_int_equal(position.line_start, line_start);
}

static void positions(void **state)
{
	(void)state;
	static const char text[] = "one\r\n\u00fcn\u00ef two\n\nend";
	const struct source source = {"x", text, strlen(text)}, empty = {"y", NULL, 0};
	assert_position(source_position(&source, 0), 1, 1, 0);
	assert_position(source_position(&source, 5), 2, 1, 5);
	assert_position(source_position(&source, 8), 2, 3, 5);
	assert_position(source_position(&source, 15), 3, 1, 15);
	assert_position(source_position(&source, 99), 4, 4, 16);
	assert_position(source_position(&empty, 3), 1, 1, 0);
}

static void a_cursor_finds_the_same(void **state)
{
	(void)state;
	GString *text = g_string_new(NULL);
	for (int i = 0; i < 300; i++)
		g_string_append(text, i % 17 == 0 ? "\n" : i % 5 == 0 ? "\u00e9" : "x");
	const struct source source = {"x", text->str, text->len}, other = {"x", text->str + 7, text->len - 7};
	struct source_cursor cursor = {0};
	for (size_t i = 0; i < 2000; i++) {
		const struct source *of = i % 7 ? &source : &other;
		size_t offset = i % 3 ? i * 5 % text->len : i * 131 % text->len;
		struct position found = source_position_from(&cursor, of, offset), expected = source_position(of, offset);
		assert_position(found, expected.line, expected.column, expected.line_start);
	}
	g_string_free(text, TRUE);
}

// Text of the message at `offset` of `text`, without its first line.
static char *excerpt(const char *text, size_t size, size_t offset, size_t length)
{
	struct diags *diags = diags_new();
	const struct source source = {"x", text, size};
	diags_add(diags, DIAG_BAD_JSON, (struct place){&source, offset, length}, "wrong");
	char *shown = g_strdup(strchr(diags_text(diags, 0), '\n') + 1);
	diags_free(diags);
	return shown;
}

static void assert_excerpt(const char *text, size_t offset, size_t length, const char *expected)
{
	g_autofree char *shown = excerpt(text, strlen(text), offset, length);
	assert_string_equal(shown, expected);
}

static void excerpts(void **state)
{
	(void)state;
	assert_excerpt("first\n\tsecond line\r\nthird", 7, 6, "   2 |  second line\n     |  ^~~~~~\n");
	assert_excerpt("\u00fcber", 5, 99, "   1 | \u00fcber\n     |     ^\n");
	assert_excerpt("a \"\x1b[31m\" b", 3, 1, "   1 | a \"\\x1b[31m\" b\n     |    ^~~~\n");
	assert_excerpt("a\xfc" "b\n", 2, 1, "   1 | a\ufffd" "b\n     |   ^\n");
	assert_excerpt("a\r\nb", 2, 1, "   1 | a\n     |  ^\n");
	assert_excerpt("a\n", 2, 0, "   2 | \n     | ^\n");
	assert_excerpt("", 0, 0, "   1 | \n     | ^\n");
}

static void excerpts_of_a_long_line(void **state)
{
	(void)state;
	GString *text = g_string_new(NULL);
	for (int i = 0; i < 1000; i++)
		g_string_append_printf(text, "%03d\u00e9", i);
	g_autofree char *inside = excerpt(text->str, text->len, 500 * 5, 3), *end = excerpt(text->str, text->len, 999 * 5, 5);
	assert_true(g_str_has_prefix(inside, "   1 | 7\u00e9488\u00e9"));
	assert_non_null(strstr(inside, "499\u00e9500\u00e9501\u00e9"));
	assert_non_null(strstr(inside, "\n     |                                                   ^~~\n"));
	assert_int_equal(g_utf8_strlen(inside, strchr(inside, '\n') - inside), 7 + 100);
	assert_non_null(strstr(end, "998\u00e9999\u00e9\n"));
	g_string_free(text, TRUE);
}

// Bytes that continue nothing count as no character: what is looked at is bounded all the same.
static void excerpts_of_garbage(void **state)
{
	(void)state;
	enum { SIZE = 1000000 };
	g_autofree char *text = g_strnfill(SIZE, '\x80');
	g_autofree char *shown = excerpt(text, SIZE, SIZE / 2, SIZE / 2);
	assert_true(strlen(shown) < 2000);
}

// A hundred messages in a line of 50 MB: the line is read once.
static void many_places_in_one_line(void **state)
{
	struct diags *diags = *state;
	enum { SIZE = 50000000, STEP = 500000 };
	g_autofree char *text = g_strnfill(SIZE, 'x');
	const struct source source = {"x", text, SIZE};
	gint64 start = g_get_monotonic_time();
	for (size_t i = 0; i < SIZE / STEP; i++)
		diags_add(diags, (enum diag_id)(DIAG_ABOVE_ROOF + i / DIAG_LIMIT_WARNINGS), (struct place){&source, i * STEP, 1}, "here");
	for (size_t i = 0; i < diags_count(diags); i++)
		assert_non_null(diags_text(diags, i));
	assert_int_equal(last(diags)->column, SIZE - STEP + 1);
	double seconds = (double)(g_get_monotonic_time() - start) / 1e6;
	if (seconds > 2)
		fail_msg("took %g s", seconds);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(warnings_are_limited_by_id),
		TEST(errors_are_limited_together),
		TEST(strict_from_the_start),
		TEST(strict_afterwards),
		TEST(joining_keeps_the_counts),
		TEST(derived_ones_can_be_forgotten),
		TEST(exit_code_is_the_largest),
		TEST(text_is_valid_and_bounded),
		TEST(positions),
		TEST(a_cursor_finds_the_same),
		TEST(excerpts),
		TEST(excerpts_of_a_long_line),
		TEST(excerpts_of_garbage),
		TEST(many_places_in_one_line),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
