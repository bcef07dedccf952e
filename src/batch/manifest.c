// SPDX-License-Identifier: MIT
#include "batch/manifest.h"

#include "base/json_out.h"
#include "input/json.h"

#include <string.h>

enum { DIGEST = 64 };

char *batch_sha256(const void *bytes, size_t size)
{
	return g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes, size);
}

static int by_output(const void *a, const void *b)
{
	const struct batch_entry *const *left = a, *const *right = b;
	return strcmp((*left)->output, (*right)->output);
}

static void write_entry(const struct batch_entry *entry, struct json_out *out)
{
	const struct {
		const char *key, *value;
	} words[] = {{"input", entry->input}, {"hardware", entry->hardware}, {"series", entry->series}, {"point", entry->point}, {"format", entry->format},
		{"theme", entry->theme}};
	json_open_flat(out, '{');
	json_put_string(out, "output", entry->output);
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (words[i].value)
			json_put_string(out, words[i].key, words[i].value);
	json_put_string(out, "status", entry->done ? "done" : "failed");
	if (entry->done) {
		json_put_string(out, "sha256", entry->sha256);
		json_put_number(out, "size", (double)entry->size);
		json_put_number(out, "points", (double)entry->points);
		json_put_number(out, "warnings", (double)entry->warnings);
	} else {
		json_put_string(out, "error", entry->error);
	}
	json_put_string(out, "key", entry->key);
	json_close(out, '}');
}

void batch_manifest_write(const struct batch_entry *entries, size_t count, GString *text)
{
	g_autofree const struct batch_entry **sorted = g_new(const struct batch_entry *, count + 1);
	struct json_out out;
	for (size_t i = 0; i < count; i++)
		sorted[i] = &entries[i];
	qsort(sorted, count, sizeof *sorted, by_output);
	json_out_init(&out, text);
	json_open(&out, '{');
	json_put_number(&out, "rafter_batch", 1);
	json_key(&out, "charts");
	json_open(&out, '[');
	for (size_t i = 0; i < count; i++)
		write_entry(sorted[i], &out);
	json_close(&out, ']');
	json_close(&out, '}');
}

void batch_journal_line(const struct batch_entry *entry, GString *out)
{
	if (entry->done)
		g_string_append_printf(out, "%s %s %zu %zu %zu %s\n", entry->key, entry->sha256, entry->size, entry->points, entry->warnings, entry->output);
}

// ---- reading ------------------------------------------------------------------------------------------------------------------------------------------

static bool is_digest(const char *text)
{
	return strspn(text, "0123456789abcdef") == DIGEST && !text[DIGEST];
}

static bool add(GHashTable *records, const char *output, const char *key, const char *sha256, const guint64 numbers[3])
{
	if (!is_digest(key) || !is_digest(sha256) || !*output)
		return false;
	struct batch_record *record = g_new0(struct batch_record, 1);
	g_strlcpy(record->key, key, sizeof record->key);
	g_strlcpy(record->sha256, sha256, sizeof record->sha256);
	record->size = numbers[0];
	record->points = numbers[1];
	record->warnings = numbers[2];
	g_hash_table_replace(records, g_strdup(output), record);
	return true;
}

static const char *text_of(const struct json *object, const char *key)
{
	const struct json *member = json_member(object, key);
	return member && member->type == JSON_STRING ? member->string : "";
}

static guint64 number_of(const struct json *object, const char *key)
{
	const struct json *member = json_member(object, key);
	return member && member->type == JSON_NUMBER && member->number >= 0 && member->number < 1e15 ? (guint64)member->number : 0;
}

static bool read_manifest(GHashTable *records, const char *text, size_t size)
{
	struct arena *arena = arena_new();
	struct diags *diags = diags_new();
	const struct source source = {"manifest", text, size};
	const struct json *root = json_read(arena, &source, diags), *charts = root ? json_member(root, "charts") : NULL;
	bool ok = root && json_member(root, "rafter_batch") && charts && charts->type == JSON_ARRAY;
	for (const struct json *chart = ok ? charts->child : NULL; chart; chart = chart->next) {
		const guint64 numbers[] = {number_of(chart, "size"), number_of(chart, "points"), number_of(chart, "warnings")};
		add(records, text_of(chart, "output"), text_of(chart, "key"), text_of(chart, "sha256"), numbers); // one that failed has no SHA-256
	}
	diags_free(diags);
	arena_free(arena);
	return ok;
}

// A last line without its end was cut off.
static bool read_journal(GHashTable *records, const char *text, size_t size)
{
	const char *end = text + size;
	for (const char *at = text, *feed; (feed = memchr(at, '\n', (size_t)(end - at))); at = feed + 1) {
		g_autofree char *line = g_strndup(at, (gsize)(feed - at));
		g_auto(GStrv) words = g_strsplit(line, " ", 6);
		guint64 numbers[3];
		if (g_strv_length(words) != 6)
			return false;
		for (int i = 0; i < 3; i++)
			numbers[i] = g_ascii_strtoull(words[2 + i], NULL, 10);
		if (!add(records, words[5], words[0], words[1], numbers))
			return false;
	}
	return true;
}

GHashTable *batch_records_read(const char *text, size_t size)
{
	GHashTable *records = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	bool ok = size && text[0] == '{' ? read_manifest(records, text, size) : read_journal(records, text, size);
	if (ok)
		return records;
	g_hash_table_destroy(records);
	return NULL;
}
