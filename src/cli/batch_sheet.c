// SPDX-License-Identifier: MIT
// --contact-sheet of a batch: its charts as small multiples in a file, or in several where a page does not hold them.
#include "cli/batch.h"

#include <glib.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// "sheet.svg", "sheet-2.svg" ...
static char *file_name(const char *path, size_t index)
{
	const char *suffix = suffix_of(path);
	size_t stem = strlen(path) - strlen(suffix) - (*suffix ? 1 : 0);
	return index ? g_strdup_printf("%.*s-%zu%s%s", (int)stem, path, index + 1, *suffix ? "." : "", suffix) : g_strdup(path);
}

bool batch_sheet_begin(struct batch *batch)
{
	const char *path = batch->cli->contact_sheet, *suffix = path ? suffix_of(path) : "";
	bool known = false;
	if (!path)
		return !batch->cli->layout || cli_error(batch->cli, "usage", "option '--layout' of a batch is that of its --contact-sheet, which is not given");
	for (const char *const *format = rafter_format_names(); *format; format++)
		known |= !strcmp(*format, suffix);
	if (!known) {
		char *joined = cli_join(rafter_format_names());
		cli_error(batch->cli, "usage", "--contact-sheet '%s': expected a suffix that says the format (%s)", path, joined);
		free(joined);
		return false;
	}
	batch->sheet = rafter_sheet_new();
	struct rafter *page = rafter_sheet_page(batch->sheet);
	if (batch->theme.data)
		return rafter_set_theme_file(page, batch->cli->theme, batch->theme.data, batch->theme.size);
	return !batch->cli->theme || rafter_set_theme(page, batch->cli->theme);
}

static pthread_mutex_t adding = PTHREAD_MUTEX_INITIALIZER;

void batch_sheet_add(struct batch *batch, const struct batch_chart *chart, struct rafter *r)
{
	const struct batch_entry *entry = &chart->entries[0];
	bool inputs = batch->input_count > 1 && chart->input != BATCH_ALL;
	// What tells the charts apart: a machine's own name where there is one input.
	g_autofree char *name = entry->point ? g_strdup(entry->point) : entry->series ? g_strdup(entry->series)
		: inputs && entry->hardware ? g_strdup_printf("%s, %s", entry->input, entry->hardware) : inputs ? g_strdup(entry->input) : NULL;
	pthread_mutex_lock(&adding);
	rafter_sheet_add(batch->sheet, r, (size_t)(chart - batch->charts), name);
	pthread_mutex_unlock(&adding);
}

static bool write_sheet(struct batch *batch, struct cli *one, struct out_file *files, size_t count)
{
	struct rafter_output options;
	size_t made = 0;
	bool ok = draw_options(one, &options) && batch_make_folders(one, batch->cli->contact_sheet);
	options.format = suffix_of(batch->cli->contact_sheet);
	for (; made < count && ok; made++) {
		files[made].path = file_name(batch->cli->contact_sheet, made);
		ok = rafter_sheet_render(batch->sheet, &options, made, &files[made].bytes);
	}
	if (ok && batch->cli->layout) {
		files[made].path = g_strdup(batch->cli->layout);
		ok = rafter_sheet_layout(batch->sheet, options.format, &files[made++].bytes);
	}
	if (ok)
		return write_files(one, files, made);
	for (size_t i = 0; i < made; i++)
		rafter_bytes_free(&files[i].bytes);
	return false;
}

bool batch_sheet_end(struct batch *batch)
{
	if (!batch->sheet)
		return true;
	// The messages of the sheet are those of its page.
	struct cli one = *batch->cli;
	one.chart = rafter_sheet_page(batch->sheet);
	size_t count = rafter_sheet_file_count(batch->sheet, suffix_of(batch->cli->contact_sheet));
	struct out_file *files = cli_alloc(NULL, (count + 1) * sizeof *files);
	memset(files, 0, (count + 1) * sizeof *files);
	bool ok = count && write_sheet(batch, &one, files, count);
	messages_print(&one);
	batch->cli->worst = MAX(batch->cli->worst, rafter_exit_code(one.chart));
	for (size_t i = 0; i <= count; i++)
		g_free((char *)files[i].path);
	free(files);
	return ok;
}
