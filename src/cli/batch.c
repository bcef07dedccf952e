// SPDX-License-Identifier: MIT
// rafter batch: many charts from one command.
#include "cli/batch.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static const char *const each_names[] = {"chart", "point", "series", "hardware", "input", NULL};

static const char *find_format(const char *name, size_t length)
{
	for (const char *const *format = rafter_format_names(); *format; format++)
		if (strlen(*format) == length && strncasecmp(*format, name, length) == 0)
			return *format;
	return NULL;
}

static bool add_format(struct batch *batch, const char *name, size_t length)
{
	const char *format = find_format(name, length);
	if (!format) {
		char *joined = cli_join(rafter_format_names());
		cli_error(batch->cli, "usage", "option '--type': expected %s, or several with commas, found '%.*s'", joined, (int)length, name);
		free(joined);
		return false;
	}
	for (size_t i = 0; i < batch->format_count; i++)
		if (batch->formats[i] == format)
			return cli_error(batch->cli, "usage", "option '--type': '%s' is asked for twice", format);
	batch->formats[batch->format_count++] = format;
	return true;
}

// -T svg,pdf, else what the template ends with.
static bool read_formats(struct batch *batch)
{
	const char *suffix = suffix_of(batch->template);
	bool named = batch_template_has(batch->template, BATCH_FORMAT);
	if (!batch->cli->type && (named || !find_format(suffix, strlen(suffix)))) {
		char *joined = cli_join(rafter_format_names());
		cli_error(batch->cli, "usage", "-o '%s' does not say the format: end it with one (%s), or add -T, as -T svg,pdf", batch->template, joined);
		free(joined);
		return false;
	}
	if (!batch->cli->type)
		return add_format(batch, suffix, strlen(suffix));
	bool ok = true;
	for (const char *at = batch->cli->type; ok && at;) {
		size_t length = strcspn(at, ",");
		ok = add_format(batch, at, length);
		at = at[length] ? at + length + 1 : NULL;
	}
	const char *by_suffix = named ? NULL : find_format(suffix, strlen(suffix));
	if (ok && by_suffix && (batch->format_count > 1 || by_suffix != batch->formats[0]))
		return cli_error(batch->cli, "usage", "-T %s and the suffix of '%s' say different formats: write {format} in its place", batch->cli->type, batch->template);
	return ok;
}

static bool read_threads(struct batch *batch)
{
	const char *text = batch->cli->threads;
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	batch->threads = cores > 0 ? (size_t)cores : 1;
	if (!text)
		return true;
	size_t digits = strspn(text, "0123456789");
	long value = digits && digits < 6 && !text[digits] ? strtol(text, NULL, 10) : 0;
	batch->threads = (size_t)value;
	return (value >= 1 && value <= 1024) || cli_error(batch->cli, "usage", "option '--threads': expected a whole number from 1 to 1024, found '%s'", text);
}

static bool check_options(struct batch *batch)
{
	struct cli *cli = batch->cli;
	if (!cli->arguments.count)
		return cli_error(cli, "usage", "expected inputs: specs, tables of points or profiler files");
	if (cli->outputs.count != 1)
		return cli_error(cli, "usage", "expected one -o with a name for every chart, as -o 'charts/{hardware}.svg'");
	batch->template = cli->outputs.items[0];
	if (!strcmp(batch->template, "-"))
		return cli_error(cli, "usage", "a batch writes files, not standard output");
	for (int i = 0; cli->each && each_names[i]; i++)
		if (!strcmp(cli->each, each_names[i]))
			batch->each = (enum batch_each)i;
	if (cli->resume && !cli->manifest)
		return cli_error(cli, "usage", "option '--resume' needs the '--manifest' of the run that it goes on with");
	if (cli->keep_going && cli->fail_fast)
		return cli_error(cli, "usage", "--keep-going and --fail-fast contradict each other");
	return read_formats(batch) && read_threads(batch);
}

static void mix(GChecksum *sum, const char *text)
{
	g_checksum_update(sum, (const guchar *)(text ? text : ""), (gssize)(text ? strlen(text) + 1 : 1));
}

// Of everything else that a chart depends on.
static void hash_options(struct batch *batch)
{
	const struct cli *cli = batch->cli;
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
	const char *const texts[] = {rafter_version(), cli->theme, cli->size, cli->dpi, cli->svg_text, cli->transparent ? "transparent" : "", getenv("SOURCE_DATE_EPOCH"),
		cli->clock ? "clock" : ""};
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
		mix(sum, texts[i]);
	for (size_t i = 0; i < cli->settings.count; i++)
		mix(sum, cli->settings.items[i]);
	g_checksum_update(sum, batch->theme.data, (gssize)batch->theme.size);
	batch->options_sha256 = g_strdup(g_checksum_get_string(sum));
}

// What an earlier run has left behind: its journal when it was stopped, its manifest when it was not.
static bool read_records(struct batch *batch)
{
	const char *const paths[] = {batch->cli->manifest, batch->journal};
	batch->records = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	for (size_t i = 0; i < G_N_ELEMENTS(paths); i++) {
		g_autofree char *text = NULL;
		gsize size;
		if (!g_file_get_contents(paths[i], &text, &size, NULL))
			continue;
		GHashTable *records = batch_records_read(text, size);
		if (!records)
			return cli_error(batch->cli, "read", "'%s' is no manifest of a batch: --resume cannot go on from it", paths[i]);
		GHashTableIter iter;
		void *output, *record;
		g_hash_table_iter_init(&iter, records);
		while (g_hash_table_iter_next(&iter, &output, &record)) {
			g_hash_table_replace(batch->records, output, record);
			g_hash_table_iter_steal(&iter);
		}
		g_hash_table_destroy(records);
	}
	return true;
}

static bool write_manifest(struct batch *batch)
{
	size_t count = 0;
	g_autofree struct batch_entry *entries = g_new(struct batch_entry, batch->chart_count * batch->format_count + 1);
	for (size_t i = 0; i < batch->chart_count; i++)
		for (size_t f = 0; batch->charts[i].finished && f < batch->format_count; f++)
			entries[count++] = batch->charts[i].entries[f];
	GString *text = g_string_new(NULL);
	batch_manifest_write(entries, count, text);
	struct rafter_bytes bytes = {.size = text->len};
	bytes.data = (unsigned char *)g_string_free(text, FALSE);
	return write_bytes(batch->cli, batch->cli->manifest, bytes);
}

static bool run(struct batch *batch)
{
	int code = 0;
	g_autofree char *journal = batch->cli->manifest ? g_strconcat(batch->cli->manifest, ".journal", NULL) : NULL;
	batch->journal = journal;
	if (!check_options(batch) || !batch_read(batch) || !batch_plan(batch))
		return false;
	// Said once, not by every chart.
	if (batch->cli->theme && !batch->theme.data && !rafter_set_theme(batch->cli->chart, batch->cli->theme))
		return false;
	hash_options(batch);
	if (batch->cli->resume && !read_records(batch))
		return false;
	if (journal && !batch->cli->resume)
		unlink(journal);
	if (!batch_write_deps(batch))
		return false;
	if (!batch_sheet_begin(batch))
		return false;
	bool ok = batch_run_charts(batch, &code);
	if (code != BATCH_INTERRUPTED)
		ok = batch_sheet_end(batch) && ok;
	batch->cli->worst = MAX(batch->cli->worst, code);
	bool whole = true;
	for (size_t i = 0; i < batch->chart_count; i++)
		whole &= batch->charts[i].finished;
	if (!batch->cli->manifest || !whole)
		return ok;
	bool wrote = write_manifest(batch);
	if (wrote)
		unlink(journal);
	return ok && wrote;
}

bool batch_run(struct cli *cli)
{
	struct batch batch = {.cli = cli};
	bool ok = run(&batch);
	batch_clear(&batch);
	return ok || cli->worst;
}
