// SPDX-License-Identifier: MIT
// Which charts a batch has, and what their files are called: all of it known, and checked, before anything is drawn.
#include "cli/batch.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

// ---- charts -------------------------------------------------------------------------------------------------------------------------------------------

static void add_chart(struct batch *batch, size_t *room, int input, int machine, int part)
{
	if (batch->chart_count == *room) {
		*room = *room ? 2 * *room : 64;
		batch->charts = g_realloc_n(batch->charts, *room, sizeof *batch->charts);
	}
	batch->charts[batch->chart_count++] = (struct batch_chart){.input = input, .machine = machine, .part = part};
}

static void add_parts(struct batch *batch, size_t *room, int input, int machine)
{
	const struct batch_input *from = &batch->inputs[input];
	bool split = (batch->each == EACH_POINT || batch->each == EACH_SERIES) && !from->failed;
	for (size_t part = 0; split && part < from->part_count; part++)
		add_chart(batch, room, input, machine, (int)part);
	if (!split)
		add_chart(batch, room, input, machine, BATCH_ALL);
}

static void add_charts(struct batch *batch)
{
	size_t room = 0, inputs = batch->each == EACH_HARDWARE ? 1 : batch->input_count;
	size_t machines = batch->each == EACH_INPUT || !batch->machine_count ? 1 : batch->machine_count;
	for (size_t i = 0; i < inputs; i++)
		for (size_t m = 0; m < machines; m++)
			add_parts(batch, &room, batch->each == EACH_HARDWARE ? BATCH_ALL : (int)i,
				batch->each == EACH_INPUT || !batch->machine_count ? BATCH_ALL : (int)m);
}

static const struct batch_part *part_of(const struct batch *batch, const struct batch_chart *chart)
{
	return chart->part == BATCH_ALL ? NULL : &batch->inputs[chart->input].parts[chart->part];
}

// What stands in the place of a field, before it is made a part of a file's name; NULL where the chart has no such thing.
static const char *value_of(const struct batch *batch, const struct batch_chart *chart, enum batch_field field)
{
	const struct batch_part *part = part_of(batch, chart);
	switch (field) {
	case BATCH_HARDWARE:
		return chart->machine == BATCH_ALL ? NULL : batch->machines[chart->machine].id;
	case BATCH_VENDOR:
		return chart->machine == BATCH_ALL ? NULL : batch->machines[chart->machine].vendor;
	case BATCH_INPUT:
		return chart->input == BATCH_ALL ? NULL : batch->inputs[chart->input].name;
	case BATCH_SERIES:
		return !part ? NULL : part->series ? part->series : "none";
	case BATCH_POINT:
		return part ? part->point : NULL;
	case BATCH_THEME:
		return batch->cli->theme ? batch->cli->theme : "light";
	case BATCH_FORMAT:
	case BATCH_FIELD_COUNT:
		break;
	}
	return NULL;
}

// ---- names --------------------------------------------------------------------------------------------------------------------------------------------

static bool check_fields(struct batch *batch)
{
	g_autofree char *wrong = batch_template_wrong(batch->template);
	if (wrong)
		return cli_error(batch->cli, "usage", "-o '%s': expected {hardware}, {vendor}, {input}, {series}, {point}, {format} or {theme}, found '%s'", batch->template,
			wrong);
	for (int field = 0; field < BATCH_FIELD_COUNT; field++) {
		bool none = field != BATCH_FORMAT && batch_template_has(batch->template, (enum batch_field)field);
		for (size_t i = 0; i < batch->chart_count && none; i++)
			none = !value_of(batch, &batch->charts[i], (enum batch_field)field) &&
				(batch->charts[i].input == BATCH_ALL || !batch->inputs[batch->charts[i].input].failed);
		if (none && batch->chart_count)
			return cli_error(batch->cli, "usage", "-o '%s': these charts have no {%s}%s", batch->template, batch_field_names[field],
				field == BATCH_HARDWARE || field == BATCH_VENDOR ? ": add --hardware" : field == BATCH_INPUT ? "" : ": add --each point or --each series");
	}
	return true;
}

static void name_charts(struct batch *batch)
{
	size_t count = batch->chart_count, root = batch_template_root(batch->template);
	char **slugs[BATCH_FIELD_COUNT] = {NULL};
	for (int field = 0; field < BATCH_FIELD_COUNT; field++) {
		g_autofree const char **names = g_new0(const char *, count + 1);
		for (size_t i = 0; i < count; i++)
			names[i] = value_of(batch, &batch->charts[i], (enum batch_field)field);
		slugs[field] = batch_slugs(names, count);
	}
	for (size_t i = 0; i < count; i++) {
		struct batch_chart *chart = &batch->charts[i];
		const char *values[BATCH_FIELD_COUNT];
		chart->entries = g_new(struct batch_entry, batch->format_count);
		chart->paths = g_new(char *, batch->format_count);
		for (int field = 0; field < BATCH_FIELD_COUNT; field++)
			values[field] = slugs[field][i];
		for (size_t f = 0; f < batch->format_count; f++) {
			values[BATCH_FORMAT] = batch->formats[f];
			chart->paths[f] = batch_template_expand(batch->template, values);
			chart->entries[f] = (struct batch_entry){.input = value_of(batch, chart, BATCH_INPUT), .hardware = value_of(batch, chart, BATCH_HARDWARE),
				.series = chart->part == BATCH_ALL ? NULL : value_of(batch, chart, BATCH_SERIES), .point = value_of(batch, chart, BATCH_POINT),
				.format = batch->formats[f], .theme = batch->cli->theme ? value_of(batch, chart, BATCH_THEME) : NULL, .output = chart->paths[f] + root};
		}
	}
	for (int field = 0; field < BATCH_FIELD_COUNT; field++)
		batch_slugs_free(slugs[field], count);
}

// What tells a file from others, whatever way leads to it; a file system may not tell "A.svg" from "a.svg". NULL for none and for standard streams.
static char *file_key(const char *path)
{
	g_autofree char *whole = path && strcmp(path, "-") != 0 ? g_canonicalize_filename(path, NULL) : NULL;
	return whole ? g_ascii_strdown(whole, -1) : NULL;
}

// What is written beside the charts, and what is read, is no chart's file. `taken` has the keys of these, and gets those of the others.
static bool check_others(struct batch *batch, GHashTable *taken)
{
	const struct cli *cli = batch->cli;
	const char *const written[] = {cli->manifest, cli->contact_sheet, cli->layout, cli->deps};
	for (size_t i = 0; i < G_N_ELEMENTS(written); i++) {
		char *key = file_key(written[i]);
		if (key && !g_hash_table_insert(taken, key, NULL))
			return cli_error(batch->cli, "usage", "'%s' is asked for twice", written[i]);
	}
	for (size_t i = 0; i < batch->input_count + batch->machine_count; i++) {
		const char *path = i < batch->input_count ? batch->inputs[i].path : batch->machines[i - batch->input_count].path;
		g_autofree char *key = file_key(path);
		if (key && g_hash_table_contains(taken, key))
			return cli_error(batch->cli, "usage", "'%s' is read and would be written", path);
	}
	return true;
}

static bool check_distinct(struct batch *batch)
{
	g_autoptr(GHashTable) taken = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	for (size_t i = 0; i < batch->chart_count; i++) {
		for (size_t f = 0; f < batch->format_count; f++) {
			const char *path = batch->charts[i].paths[f];
			char *key = file_key(path);
			const struct batch_chart *other = g_hash_table_lookup(taken, key);
			g_hash_table_replace(taken, key, &batch->charts[i]);
			if (!other)
				continue;
			const char *missing = batch->format_count > 1 && !batch_template_has(batch->template, BATCH_FORMAT) ? "{format}"
				: other->input != batch->charts[i].input ? "{input}" : other->machine != batch->charts[i].machine ? "{hardware}"
				: batch->each == EACH_SERIES ? "{series}" : "{point}";
			if (strstr(batch->template, missing))
				return cli_error(batch->cli, "usage", "-o '%s': two charts would be '%s': what stands for %s is the same in both", batch->template, path, missing);
			return cli_error(batch->cli, "usage", "-o '%s': two charts would be '%s': add %s to the name", batch->template, path, missing);
		}
	}
	return check_others(batch, taken);
}

static bool check_lengths(struct batch *batch)
{
	enum { LONGEST_PATH = 4000, LONGEST_NAME = 240 };
	for (size_t i = 0; i < batch->chart_count; i++) {
		for (size_t f = 0; f < batch->format_count; f++) {
			const char *path = batch->charts[i].paths[f], *slash = strrchr(path, '/');
			if (strlen(path) > LONGEST_PATH || strlen(slash ? slash + 1 : path) > LONGEST_NAME)
				return cli_error(batch->cli, "usage", "-o '%s': the name '%s' is too long for a file: expected at most %d bytes", batch->template, path, LONGEST_NAME);
			if (!*path || path[strlen(path) - 1] == '/')
				return cli_error(batch->cli, "usage", "-o '%s': '%s' is no name of a file", batch->template, path);
		}
	}
	return true;
}

// ---- shards -------------------------------------------------------------------------------------------------------------------------------------------

static int by_output(const void *a, const void *b)
{
	const struct batch_chart *left = a, *right = b;
	return strcmp(left->paths[0], right->paths[0]);
}

static bool read_shard(struct batch *batch, long *index, long *count)
{
	const char *text = batch->cli->shard;
	char *end = NULL;
	*index = strtol(text, &end, 10);
	bool ok = end != text && *end == '/';
	const char *second = ok ? end + 1 : "";
	*count = strtol(second, &end, 10);
	ok = ok && end != second && !*end && *index >= 1 && *count >= *index && *count <= 1000000;
	return ok || cli_error(batch->cli, "usage", "option '--shard': expected I/N, as 3/8 for the third of eight, found '%s'", text);
}

// By sorted name, in turn: shards of a size that differs by one, the union is everything.
static bool take_shard(struct batch *batch)
{
	long index, count;
	size_t kept = 0;
	if (!batch->cli->shard)
		return true;
	if (!read_shard(batch, &index, &count))
		return false;
	// The axes of all charts are those of all shards.
	if (batch->cli->shared_frame) {
		batch->framed_count = batch->chart_count;
		batch->framed = g_memdup2(batch->charts, batch->chart_count * sizeof *batch->charts);
	}
	for (size_t i = 0; i < batch->chart_count; i++) {
		if ((long)(i % (size_t)count) == index - 1)
			batch->charts[kept++] = batch->charts[i];
		else
			batch_chart_clear(batch, &batch->charts[i]);
	}
	batch->chart_count = kept;
	return true;
}

bool batch_plan(struct batch *batch)
{
	add_charts(batch);
	if (!check_fields(batch))
		return false;
	name_charts(batch);
	if (!check_distinct(batch) || !check_lengths(batch))
		return false;
	if (batch->chart_count)
		qsort(batch->charts, batch->chart_count, sizeof *batch->charts, by_output);
	return take_shard(batch);
}
