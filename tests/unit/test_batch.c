// SPDX-License-Identifier: MIT
// Names, manifest and progress of a batch.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <glib.h>

#include "batch/manifest.h"
#include "batch/names.h"
#include "batch/progress.h"

static void slugs(void **state)
{
	(void)state;
	static const struct {
		const char *name, *slug; // NULL: the name's own, with digits
		const char *start;
	} cases[] = {
		{"nvidia-h100-sxm", "nvidia-h100-sxm", NULL},
		{"qkv proj", "qkv-proj", NULL},
		{"a.b_c-d", "a.b_c-d", NULL},
		{"../../etc/x", NULL, "etc-x-"},
		{"a/b", NULL, "a-b-"},
		{"", NULL, ""},
		{".", NULL, ""},
		{"..", NULL, ""},
		{"CON", NULL, "CON-"},
		{"com1.txt", NULL, "com1.txt-"},
		{"-rf", NULL, "rf-"},
		{"gemm (fp16)", NULL, "gemm-fp16-"},
		{"核", NULL, ""},
		{"console", "console", NULL},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *slug = batch_slug(cases[i].name, false);
		if (cases[i].slug) {
			assert_string_equal(slug, cases[i].slug);
			continue;
		}
		assert_true(g_str_has_prefix(slug, cases[i].start));
		assert_int_equal(strlen(slug), strlen(cases[i].start) + 8);
		assert_int_equal(strspn(slug, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"), strlen(slug));
	}
	g_autofree char *long_name = g_strnfill(400, 'x');
	g_autofree char *slug = batch_slug(long_name, false);
	assert_int_equal(strlen(slug), BATCH_SLUG_BYTES);
}

static void slugs_differ(void **state)
{
	(void)state;
	static const char *const names[] = {"a b", "a-b", "gemm", "GEMM", "a b", NULL, "other"};
	enum { COUNT = G_N_ELEMENTS(names) };
	char **slugs = batch_slugs(names, COUNT);
	assert_string_equal(slugs[0], slugs[4]);
	assert_null(slugs[5]);
	assert_string_equal(slugs[6], "other");
	for (size_t i = 0; i < COUNT; i++)
		for (size_t k = 0; k < i; k++)
			if (slugs[i] && slugs[k] && strcmp(names[i], names[k]) != 0)
				assert_int_not_equal(g_ascii_strcasecmp(slugs[i], slugs[k]), 0);
	batch_slugs_free(slugs, COUNT);
}

static void templates(void **state)
{
	(void)state;
	const char *const values[BATCH_FIELD_COUNT] = {[BATCH_HARDWARE] = "h100", [BATCH_VENDOR] = "nvidia", [BATCH_FORMAT] = "svg"};
	g_autofree char *path = batch_template_expand("charts/{vendor}/{hardware}.{format}", values);
	assert_string_equal(path, "charts/nvidia/h100.svg");
	assert_int_equal(batch_template_root("charts/{vendor}/{hardware}.{format}"), strlen("charts/"));
	assert_int_equal(batch_template_root("a{vendor}/x"), 0);
	assert_int_equal(batch_template_root("/out/x/y.svg"), strlen("/out/x/"));
	assert_true(batch_template_has("{input}-{format}", BATCH_FORMAT));
	assert_false(batch_template_has("{input}", BATCH_FORMAT));
	assert_null(batch_template_wrong("{input}{theme}{point}{series}"));
	g_autofree char *wrong = batch_template_wrong("{input}/{gpu}.svg"), *open = batch_template_wrong("{input}/{");
	assert_string_equal(wrong, "{gpu}");
	assert_string_equal(open, "{");
}

static struct batch_entry entry(const char *output, char digit)
{
	struct batch_entry entry = {.input = "in", .hardware = "h\"w", .format = "svg", .output = output, .size = 10, .points = 2, .warnings = 1, .done = true};
	memset(entry.sha256, digit, 64);
	memset(entry.key, 'a', 64);
	return entry;
}

static void manifests(void **state)
{
	(void)state;
	struct batch_entry entries[] = {entry("b.svg", '1'), entry("a.svg", '2'), entry("c.svg", '3')};
	entries[2].done = false;
	entries[2].sha256[0] = '\0';
	entries[2].error = "wrong";
	g_autoptr(GString) text = g_string_new(NULL), journal = g_string_new(NULL);
	batch_manifest_write(entries, 3, text);
	assert_true(strstr(text->str, "a.svg") < strstr(text->str, "b.svg"));
	assert_non_null(strstr(text->str, "\"status\": \"failed\", \"error\": \"wrong\""));
	GHashTable *records = batch_records_read(text->str, text->len);
	assert_int_equal(g_hash_table_size(records), 2);
	const struct batch_record *record = g_hash_table_lookup(records, "a.svg");
	assert_string_equal(record->sha256, entries[1].sha256);
	assert_int_equal(record->size + record->points + record->warnings, 13);
	g_hash_table_destroy(records);
	for (size_t i = 0; i < 3; i++)
		batch_journal_line(&entries[i], journal);
	records = batch_records_read(journal->str, journal->len - 4); // the last line is cut off
	assert_int_equal(g_hash_table_size(records), 1);
	assert_non_null(g_hash_table_lookup(records, "b.svg"));
	g_hash_table_destroy(records);
	assert_null(batch_records_read("{\"points\": []}", 14));
	assert_null(batch_records_read("name,flops\n", 11));
}

static void progress(void **state)
{
	(void)state;
	g_autofree char *text = batch_progress_text(512, 0, 1000, 0.25, 10), *slow = batch_progress_text(3, 1, 10, 2, 10);
	assert_string_equal(text, "[#####-----] 512/1000  2048/s  0:00 left");
	assert_string_equal(slow, "[###-------] 3/10, 1 failed  1.5/s  0:05 left");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(slugs), cmocka_unit_test(slugs_differ), cmocka_unit_test(templates), cmocka_unit_test(manifests), cmocka_unit_test(progress),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
