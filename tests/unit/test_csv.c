// SPDX-License-Identifier: MIT
// Delimited tables: quoting, separators, line ends, places.
#include "input/csv.h"

#include <glib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// A table as text: cells between '<' and '>', a line for each record.
static char *show(const struct csv *csv)
{
	GString *out = g_string_new(NULL);
	for (size_t r = 0; r < csv->count; r++) {
		for (size_t c = 0; c < csv->records[r].count; c++)
			g_string_append_printf(out, "<%s>", csv->records[r].cells[c].text);
		g_string_append_c(out, '\n');
	}
	return g_string_free(out, FALSE);
}

struct reading {
	const char *text;
	struct csv_options options;
	const char *shown;
	char separator;
};

static const struct reading readings[] = {
	{"a,b\n1,2\n", {0}, "<a><b>\n<1><2>\n", ','},
	{"a,b\n1,2", {0}, "<a><b>\n<1><2>\n", ','},
	{"a,b\r\n1,2\r\n", {0}, "<a><b>\n<1><2>\n", ','},
	{"a,b\r1,2\r", {0}, "<a><b>\n<1><2>\n", ','},
	{"a;b\n1,5;2\n", {0}, "<a><b>\n<1,5><2>\n", ';'},
	{"a\tb\n1 x\t\n", {0}, "<a><b>\n<1 x><>\n", '\t'},
	{"\ta\tb\n", {0}, "<><a><b>\n", '\t'},
	{"a|b|c,d\n", {0}, "<a><b><c,d>\n", '|'},
	{"one\ntwo\n", {0}, "<one>\n<two>\n", ','},
	{"\"a;b;c\",d\n", {0}, "<a;b;c><d>\n", ','},
	{"# k;l;m\n\n  \na,b\n#c,d\n\ne,f\n", {0}, "<a><b>\n<e><f>\n", ','},
	{"#a,b\n1,2\n", {.keep_comments = true}, "<#a><b>\n<1><2>\n", ','},
	{"a;b,c\n", {.separator = ','}, "<a;b><c>\n", ','},
	{"junk|junk|junk\na,b\n", {.start = 15}, "<a><b>\n", ','},
	{" a , b\t,\" c \" , d e \n", {0}, "<a><b>< c ><d e>\n", ','},
	{"\"vecCopy(double*, int)\",1\n\"say \"\"hi\"\"\",2\n\"two\nlines\",3\n\"and\r\nmore\",4\n", {0},
		"<vecCopy(double*, int)><1>\n<say \"hi\"><2>\n<two lines><3>\n<and more><4>\n", ','},
	{"\"\",\"\"\"\",\"\"\"\"\"\"\n", {0}, "<><\"><\"\">\n", ','},
	{"5\" disk,a\"b\n", {0}, "<5\" disk><a\"b>\n", ','},
	{",,\n1,,\n", {0}, "<><><>\n<1><><>\n", ','},
	{"\xEF\xBB\xBF\"name\",flops\r\nk,2e9\r\n", {0}, "<name><flops>\n<k><2e9>\n", ','},
	{"\xEF\xBB\xBF", {0}, "", ','},
	{"", {0}, "", ','},
	{"\n\n", {0}, "", ','},
	{"# only\n# comments", {0}, "", ','},
	{"n\u00e9,\u6838\n", {0}, "<n\u00e9><\u6838>\n", ','},
	{"a,b\n1,2,3\n4\n", {0}, "<a><b>\n<1><2><3>\n<4>\n", ','},
	{"a,\"b\"", {0}, "<a><b>\n", ','},
	{"a,", {0}, "<a><>\n", ','},
	{"a,b\n   ", {0}, "<a><b>\n", ','},
};

static void reads(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(readings); i++) {
		size_t size = strlen(readings[i].text);
		g_autofree char *copy = g_memdup2(readings[i].text, size); // exact: a sanitizer sees reads past the end
		struct source source = {"t.csv", copy, size};
		struct arena *arena = arena_new();
		struct diags *diags = diags_new();
		const struct csv *csv = csv_read(arena, &source, readings[i].options, diags);
		if (!csv)
			fail_msg("%s: %s", readings[i].text, diags_get(diags, 0)->message);
		g_autofree char *shown = show(csv);
		assert_string_equal(shown, readings[i].shown);
		assert_int_equal(csv->separator, readings[i].separator);
		assert_int_equal(diags_count(diags), 0);
		diags_free(diags);
		arena_free(arena);
	}
}

static void knows_places(void **state)
{
	(void)state;
	const char *text = "# note\nname , \"x\"\n\"two\nlines\", 7 \n\nlast,";
	struct source source = {"t.csv", text, strlen(text)};
	struct arena *arena = arena_new();
	struct diags *diags = diags_new();
	const struct csv *csv = csv_read(arena, &source, (struct csv_options){0}, diags);
	assert_int_equal(csv->count, 3);
	static const struct {
		size_t record, cell, line;
		const char *text;
		bool quoted;
	} cells[] = {{0, 0, 2, "name", false}, {0, 1, 2, "\"x\"", true}, {1, 0, 3, "\"two\nlines\"", true}, {1, 1, 3, "7", false},
		{2, 0, 6, "last", false}, {2, 1, 6, "", false}};
	for (size_t i = 0; i < G_N_ELEMENTS(cells); i++) {
		const struct csv_record *record = &csv->records[cells[i].record];
		const struct csv_cell *cell = &record->cells[cells[i].cell];
		assert_int_equal(record->line, cells[i].line);
		assert_int_equal(record->place.offset, record->cells[0].place.offset);
		assert_int_equal(cell->quoted, cells[i].quoted);
		assert_int_equal(cell->place.length, strlen(cells[i].text));
		assert_memory_equal(text + cell->place.offset, cells[i].text, strlen(cells[i].text));
	}
	diags_free(diags);
	arena_free(arena);
}

static void counts_lines_from_the_start_of_the_file(void **state)
{
	(void)state;
	const char *text = "==PROF== one\n==PROF== two\na,b\n1,2\n";
	struct source source = {"t.csv", text, strlen(text)};
	struct arena *arena = arena_new();
	struct diags *diags = diags_new();
	const struct csv *csv = csv_read(arena, &source, (struct csv_options){.start = 26}, diags);
	assert_int_equal(csv->count, 2);
	assert_int_equal(csv->records[1].line, 4);
	diags_free(diags);
	arena_free(arena);
}

static void refuses(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		size_t size, line, column;
		enum diag_id id;
		const char *says;
	} refusals[] = {
		{"a,b\n1,\"open\nmore", 0, 2, 3, DIAG_BAD_CSV, "expected '\"' at the end of this cell"},
		{"a\n\"", 0, 2, 1, DIAG_BAD_CSV, "expected '\"'"},
		{"a,b\n\"x\"y,2\n", 0, 2, 4, DIAG_BAD_CSV, "after a closing quote"},
		{"a,b\n\"say \"hi\"\",2\n", 0, 2, 7, DIAG_BAD_CSV, "a quote inside is doubled"},
		{"a,b\n\xE9,2\n", 0, 2, 1, DIAG_BAD_ENCODING, "save as UTF-8"},
		{"\xFF\xFE" "a\0,\0", 6, 1, 1, DIAG_BAD_ENCODING, "UTF-16; save as UTF-8"},
		{"a\0,\0b\0\n\0", 8, 1, 1, DIAG_BAD_ENCODING, "UTF-16; save as UTF-8"},
		{"a,b\n1,\0\n2,3,4,5,6,7,8,9,0,1,2,3", 31, 2, 3, DIAG_BAD_ENCODING, "NUL"},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(refusals); i++) {
		struct source source = {"t.csv", refusals[i].text, refusals[i].size ? refusals[i].size : strlen(refusals[i].text)};
		struct arena *arena = arena_new();
		struct diags *diags = diags_new();
		assert_null(csv_read(arena, &source, (struct csv_options){0}, diags));
		assert_int_equal(diags_count(diags), 1);
		const struct diag *diag = diags_get(diags, 0);
		if (diag->id != refusals[i].id || diag->line != refusals[i].line || diag->column != refusals[i].column || !strstr(diag->message, refusals[i].says))
			fail_msg("%s: %zu:%zu %s", refusals[i].text, diag->line, diag->column, diag->message);
		diags_free(diags);
		arena_free(arena);
	}
}

static void reads_wide_and_long(void **state)
{
	(void)state;
	enum { WIDE = 2000, LONG = 20000 };
	GString *text = g_string_new(NULL);
	for (int i = 0; i < WIDE; i++)
		g_string_append_printf(text, "%s\"c%d\"", i ? "," : "", i);
	for (int i = 0; i < LONG; i++)
		g_string_append_printf(text, "\nk%d,%d", i, i);
	struct source source = {"t.csv", text->str, text->len};
	struct arena *arena = arena_new();
	struct diags *diags = diags_new();
	const struct csv *csv = csv_read(arena, &source, (struct csv_options){0}, diags);
	assert_int_equal(csv->count, LONG + 1);
	assert_int_equal(csv->records[0].count, WIDE);
	assert_string_equal(csv->records[0].cells[WIDE - 1].text, "c1999");
	assert_string_equal(csv->records[LONG].cells[1].text, "19999");
	assert_int_equal(csv->records[LONG].line, LONG + 1);
	diags_free(diags);
	arena_free(arena);
	g_string_free(text, TRUE);
}

static void limits_cells(void **state)
{
	(void)state;
	enum { CELLS = 10 * 1000 * 1000 };
	g_autofree char *text = g_malloc(CELLS + 1);
	memset(text, ',', CELLS);
	memset(text + 999, '\n', 1);
	struct source source = {"t.csv", text, CELLS};
	struct arena *arena = arena_new();
	struct diags *diags = diags_new();
	assert_null(csv_read(arena, &source, (struct csv_options){0}, diags));
	assert_int_equal(diags_get(diags, 0)->id, DIAG_LIMIT);
	assert_non_null(strstr(diags_get(diags, 0)->message, "10000000 cells"));
	diags_free(diags);
	arena_free(arena);
}

static void knows_missing_values(void **state)
{
	(void)state;
	static const char *const missing[] = {"", " ", "N/A", "n/a", "NaN", "nan", "-nan", "-", "--", "null", "NULL", "None", "NA", " n/a "};
	static const char *const present[] = {"0", "-1", "---", "inf", "nano", "n", "nothing"};
	for (size_t i = 0; i < G_N_ELEMENTS(missing); i++)
		assert_true(csv_is_missing(missing[i]));
	for (size_t i = 0; i < G_N_ELEMENTS(present); i++)
		assert_false(csv_is_missing(present[i]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads),
		cmocka_unit_test(knows_places),
		cmocka_unit_test(counts_lines_from_the_start_of_the_file),
		cmocka_unit_test(refuses),
		cmocka_unit_test(reads_wide_and_long),
		cmocka_unit_test(limits_cells),
		cmocka_unit_test(knows_missing_values),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
