// SPDX-License-Identifier: MIT
// Words that come from anywhere: shortened, made printable, counted in columns, set in tables.
#include "base/text.h"
#include "base/text_table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static void shortens_to(const char *text, size_t max, const char *expected)
{
	g_autofree char *shown = text_shorten(text, max);
	assert_string_equal(shown, expected);
}

static void shortens_in_the_middle(void **state)
{
	(void)state;
	shortens_to("kernel", 6, "kernel");
	shortens_to("kernels", 6, "ker…ls");
	shortens_to("aaaa\u0301bbbb", 6, "aaa…bb");
	shortens_to("kernel", 1, "…");
	shortens_to("", 0, "");
}

// A lead byte at the end would lead past it.
static void shortens_what_is_no_utf8(void **state)
{
	(void)state;
	char *text = g_strnfill(48, 'x');
	text[47] = '\xfc';
	shortens_to(text, 48, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\ufffd");
	shortens_to(text, 4, "xx…\ufffd");
	g_free(text);
	shortens_to("\xf0\x9f", 9, "\ufffd\ufffd");
	shortens_to("\x80\x80\x80\x80", 3, "\ufffd…\ufffd");
}

static void printable_shows_controls(void **state)
{
	(void)state;
	g_autofree char *shown = text_printable("a\tb\x1b[1m\u202e\xc2\x85\x7f\xfc");
	assert_string_equal(shown, "a\tb\\x1b[1m\\u202e\\x85\\x7f\ufffd");
}

static void counts_columns(void **state)
{
	(void)state;
	assert_int_equal(text_columns("kernel"), 6);
	assert_int_equal(text_columns("e\u0301"), 1);
	assert_int_equal(text_columns("\u6838\u5fc3"), 4);
	assert_int_equal(text_columns(""), 0);
}

static void compares_words(void **state)
{
	(void)state;
	assert_true(text_is_blank("") && text_is_blank(" \t\u00a0\u200b"));
	assert_false(text_is_blank(" . "));
	assert_true(text_same_squeezed("NVLink 4", "nvlink-4"));
	assert_true(text_same_squeezed("-a", "A "));
	assert_false(text_same_squeezed("nvlink-4", "nvlink-41"));
	assert_false(text_same_squeezed("nvlink-4", "nvlink-3"));
	assert_false(text_same_squeezed("", "-"));
	assert_true(text_begins_with_words("NVLink 4 bridge", "nvlink 4"));
	assert_true(text_begins_with_words("NVLink 4", "NVLink 4"));
	assert_false(text_begins_with_words("NVLink 41", "NVLink 4"));
	assert_false(text_begins_with_words("NVLink 4", ""));
}

static void aligns_columns(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	static const char *const cells[] = {"name", "rate", "note", "\u6838", "7", NULL, "a", "123456", "long", "left out"};
	struct text_table table = text_table_make(arena, 3);
	table.right[1] = true;
	for (size_t i = 0; i < G_N_ELEMENTS(cells); i++)
		text_table_add(&table, cells[i]);
	g_autoptr(GString) out = g_string_new(NULL);
	text_table_write(&table, "> ", out);
	assert_string_equal(out->str, "> name    rate  note\n> \u6838         7\n> a     123456  long\n");
	struct text_table none = text_table_make(arena, 0);
	text_table_write(&none, "", out);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shortens_in_the_middle),
		cmocka_unit_test(shortens_what_is_no_utf8),
		cmocka_unit_test(printable_shows_controls),
		cmocka_unit_test(counts_columns),
		cmocka_unit_test(compares_words),
		cmocka_unit_test(aligns_columns),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
