// SPDX-License-Identifier: MIT
// One chart of a batch: a chart object of its own, drawn in every format, and its files.
#include "cli/batch.h"

#include <errno.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>

static void mix(GChecksum *sum, const char *text)
{
	g_checksum_update(sum, (const guchar *)(text ? text : ""), (gssize)(text ? strlen(text) + 1 : 1));
}

// Of everything that a file is made from: it is the same file as long as this is the same.
static void make_keys(const struct batch *batch, struct batch_chart *chart)
{
	for (size_t f = 0; f < batch->format_count; f++) {
		g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
		mix(sum, batch->options_sha256);
		g_checksum_update(sum, (const guchar *)&batch->frame, sizeof batch->frame);
		for (size_t i = 0; i < batch->input_count; i++)
			if (chart->input == BATCH_ALL || (size_t)chart->input == i)
				mix(sum, batch->inputs[i].sha256);
		for (size_t i = 0; i < batch->machine_count; i++) {
			if (chart->machine != BATCH_ALL && (size_t)chart->machine != i)
				continue;
			mix(sum, batch->machines[i].id);
			g_checksum_update(sum, batch->machines[i].bytes.data, (gssize)batch->machines[i].bytes.size);
		}
		mix(sum, chart->entries[f].series);
		mix(sum, chart->entries[f].point);
		mix(sum, batch->formats[f]);
		g_strlcpy(chart->entries[f].key, g_checksum_get_string(sum), sizeof chart->entries[f].key);
	}
}

static bool add_input(const struct batch *batch, const struct batch_chart *chart, size_t index, struct rafter *r)
{
	const struct batch_input *input = &batch->inputs[index];
	if (chart->part == BATCH_ALL)
		return rafter_add_input_kept(r, input->importer, read_name(input->path), input->bytes.data, input->bytes.size);
	const struct rafter_bytes *spec = &input->parts[chart->part].spec;
	return rafter_add_input_kept(r, "spec", read_name(input->path), spec->data, spec->size);
}

static bool add_machine(const struct batch_machine *machine, struct rafter *r)
{
	return machine->path ? rafter_add_hardware_file(r, machine->path, machine->bytes.data, machine->bytes.size) : rafter_add_hardware(r, machine->id);
}

static bool build(const struct batch *batch, const struct batch_chart *chart, struct cli *one)
{
	bool ok = true;
	rafter_set_strict(one->chart, one->strict);
	for (size_t i = 0; i < batch->input_count; i++)
		if (chart->input == BATCH_ALL || (size_t)chart->input == i)
			ok = add_input(batch, chart, i, one->chart) && ok;
	for (size_t i = 0; i < batch->machine_count; i++)
		if (chart->machine == BATCH_ALL || (size_t)chart->machine == i)
			ok = add_machine(&batch->machines[i], one->chart) && ok;
	if (batch->theme.data)
		ok = rafter_set_theme_file(one->chart, one->theme, batch->theme.data, batch->theme.size) && ok;
	return chart_add_looks(one, !batch->theme.data) && ok;
}

bool batch_make_folders(struct cli *cli, const char *path)
{
	g_autofree char *folder = g_path_get_dirname(path);
	if (g_mkdir_with_parents(folder, 0777) == 0)
		return true;
	return cli_error(cli, "write", "cannot make the folder '%s': %s", folder, strerror(errno));
}

static bool is_failed_input(const struct batch *batch, const struct batch_chart *chart)
{
	for (size_t i = 0; i < batch->input_count; i++)
		if ((chart->input == BATCH_ALL || (size_t)chart->input == i) && batch->inputs[i].failed)
			return true;
	return false;
}

// A file of an earlier run, whole and made of the same things.
static bool is_done(const struct batch *batch, struct batch_chart *chart)
{
	for (size_t f = 0; f < batch->format_count; f++) {
		struct batch_entry *entry = &chart->entries[f];
		const struct batch_record *record = batch->records ? g_hash_table_lookup(batch->records, entry->output) : NULL;
		g_autofree char *bytes = NULL;
		gsize size;
		if (!record || strcmp(record->key, entry->key) != 0 || !g_file_get_contents(chart->paths[f], &bytes, &size, NULL))
			return false;
		g_autofree char *sha256 = batch_sha256(bytes, size);
		if (strcmp(sha256, record->sha256) != 0)
			return false;
		g_strlcpy(entry->sha256, record->sha256, sizeof entry->sha256);
		entry->size = record->size;
		entry->points = record->points;
		entry->warnings = record->warnings;
		entry->done = true;
	}
	return true;
}

static void note_files(const struct batch *batch, struct batch_chart *chart, struct cli *one, const struct out_file *files)
{
	size_t warnings = 0;
	for (size_t i = 0; i < rafter_message_count(one->chart); i++)
		warnings += !rafter_message(one->chart, i).error;
	for (size_t f = 0; f < batch->format_count; f++) {
		struct batch_entry *entry = &chart->entries[f];
		g_autofree char *sha256 = batch->journal ? batch_sha256(files[f].bytes.data, files[f].bytes.size) : NULL;
		g_strlcpy(entry->sha256, sha256 ? sha256 : "", sizeof entry->sha256);
		entry->size = files[f].bytes.size;
		entry->points = rafter_point_count(one->chart);
		entry->warnings = warnings;
	}
}

static bool render(const struct batch *batch, struct batch_chart *chart, struct cli *one, struct out_file *files)
{
	struct rafter_output options;
	bool ok = draw_options(one, &options) && build(batch, chart, one);
	if (batch->frame.x_max > 0)
		rafter_set_frame(one->chart, &batch->frame);
	for (size_t f = 0; f < batch->format_count && ok; f++) {
		files[f].path = chart->paths[f];
		options.format = batch->formats[f];
		ok = rafter_render(one->chart, &options, &files[f].bytes);
	}
	return ok;
}

// The first error, for the manifest.
static const char *first_error(struct rafter *r)
{
	for (size_t i = 0; i < rafter_message_count(r); i++) {
		struct rafter_message message = rafter_message(r, i);
		if (message.error)
			return g_intern_string(message.message);
	}
	return "the input could not be read";
}

// What several charts say is told apart by their files.
static char *with_heading(const struct batch *batch, const struct batch_chart *chart, char *messages)
{
	if (!messages || !*messages || batch->chart_count < 2)
		return messages;
	char *text = g_strdup_printf("%s:\n%s", chart->paths[0], messages);
	free(messages);
	return text;
}

static void free_files(const struct batch *batch, struct out_file *files)
{
	for (size_t f = 0; f < batch->format_count; f++)
		rafter_bytes_free(&files[f].bytes);
}

void batch_draw_chart(struct batch *batch, struct batch_chart *chart, struct rafter_shared *shared)
{
	struct cli one = *batch->cli;
	struct out_file files[BATCH_FORMATS] = {{0}};
	if (batch->journal)
		make_keys(batch, chart);
	bool done = is_done(batch, chart);
	if (done && !batch->sheet)
		return;
	one.chart = rafter_new_sharing(shared);
	bool ok = !is_failed_input(batch, chart) && (done ? build(batch, chart, &one) : render(batch, chart, &one, files));
	if (ok && batch->sheet)
		batch_sheet_add(batch, chart, one.chart);
	if (done) {
		rafter_free(one.chart);
		return;
	}
	if (ok)
		note_files(batch, chart, &one, files);
	for (size_t f = 0; f < batch->format_count && ok; f++)
		ok = batch_make_folders(&one, chart->paths[f]);
	if (ok)
		ok = write_files(&one, files, batch->format_count);
	else
		free_files(batch, files);
	chart->code = is_failed_input(batch, chart) ? batch->cli->worst : rafter_exit_code(one.chart);
	chart->failed = !ok;
	for (size_t f = 0; f < batch->format_count; f++) {
		chart->entries[f].done = ok;
		chart->entries[f].error = ok ? NULL : first_error(one.chart);
	}
	chart->messages = with_heading(batch, chart, messages_text(&one));
	rafter_free(one.chart);
}

bool batch_find_frame(const struct batch *batch, const struct batch_chart *chart, struct rafter_shared *shared, struct rafter_frame *frame)
{
	struct cli one = *batch->cli;
	one.chart = rafter_new_sharing(shared);
	bool ok = !is_failed_input(batch, chart) && build(batch, chart, &one) && rafter_get_frame(one.chart, frame);
	rafter_free(one.chart);
	return ok;
}
