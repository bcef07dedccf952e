// SPDX-License-Identifier: MIT
// --deps of a batch: a rule for each chart, written before the first of them.
#include "cli/batch.h"

#include <stdlib.h>
#include <string.h>

static void add(struct reads *reads, const char *path)
{
	if (path && strcmp(path, "-") != 0)
		reads->items[reads->count++] = (struct file_read){.path = path};
}

// What a chart is made of: its inputs and machines, and what is done to every one of them.
static void collect(const struct batch *batch, const struct batch_chart *chart, struct reads *reads)
{
	const struct cli *cli = batch->cli;
	const struct words *const shared[] = {&cli->work, &cli->times, &cli->renames};
	for (size_t i = 0; i < batch->input_count; i++)
		if (chart->input == BATCH_ALL || (size_t)chart->input == i)
			add(reads, batch->inputs[i].path);
	for (size_t i = 0; i < batch->machine_count; i++)
		if (chart->machine == BATCH_ALL || (size_t)chart->machine == i)
			add(reads, batch->machines[i].path);
	for (size_t k = 0; k < sizeof shared / sizeof *shared; k++)
		for (size_t i = 0; i < shared[k]->count; i++)
			add(reads, shared[k]->items[i]);
	add(reads, batch->theme.data ? cli->theme : NULL);
}

static bool write_rules(const struct batch *batch, FILE *out)
{
	const struct cli *cli = batch->cli;
	size_t most = batch->input_count + batch->machine_count + cli->work.count + cli->times.count + cli->renames.count + 1;
	struct reads reads = {.items = cli_alloc(NULL, most * sizeof *reads.items)};
	bool ok = true;
	for (size_t i = 0; i < batch->chart_count && ok; i++) {
		reads.count = 0;
		collect(batch, &batch->charts[i], &reads);
		ok = deps_write_rule(batch->cli, out, (const char *const *)batch->charts[i].paths, batch->format_count, &reads);
	}
	free(reads.items);
	return ok;
}

bool batch_write_deps(struct batch *batch)
{
	struct rafter_bytes bytes = {0};
	char *text = NULL;
	if (!batch->cli->deps)
		return true;
	FILE *out = open_memstream(&text, &bytes.size);
	if (!out)
		return cli_error(batch->cli, "bug", "no memory for the depfile");
	bool ok = write_rules(batch, out);
	ok = fclose(out) == 0 && ok;
	bytes.data = (unsigned char *)text;
	if (ok)
		return batch_make_folders(batch->cli, batch->cli->deps) && write_bytes(batch->cli, batch->cli->deps, bytes);
	rafter_bytes_free(&bytes);
	return false;
}
