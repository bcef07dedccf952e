// SPDX-License-Identifier: MIT
// What a batch draws: inputs read once (and made a spec of, so that no chart reads a profiler file again), machines by name, pattern or file.
#include "cli/batch.h"

#include "input/json.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

static char *stem_of(const char *path)
{
	g_autofree char *base = g_path_get_basename(strcmp(path, "-") ? path : "stdin");
	char *dot = strrchr(base, '.');
	return dot && dot != base ? g_strndup(base, (gsize)(dot - base)) : g_strdup(base);
}

// ---- inputs -------------------------------------------------------------------------------------------------------------------------------------------

static bool has_choices(const struct cli *cli)
{
	return cli->group || cli->top || cli->work.count || cli->times.count || cli->renames.count || cli->include.count || cli->exclude.count || cli->from ||
		cli->unit || cli->flops_counter || cli->tensor_flops || cli->device;
}

static bool is_spec(const struct rafter_bytes *bytes)
{
	const struct source source = {"input", (const char *)bytes->data, bytes->size};
	return json_start(&source) == '{';
}

// The input with everything that is asked for done to its points, as a spec; its messages are printed now, once for all charts.
static bool make_spec(struct batch *batch, struct batch_input *input, struct rafter_bytes *spec)
{
	struct cli one = *batch->cli;
	one.chart = rafter_new();
	one.arguments = (struct words){&input->path, 1};
	one.settings = (struct words){0};
	one.reads = (struct reads){0};
	bool ok = chart_add_inputs(&one) && rafter_export_spec(one.chart, spec);
	messages_print(&one);
	if (!ok)
		batch->cli->worst = MAX(batch->cli->worst, rafter_exit_code(one.chart));
	rafter_free(one.chart);
	free(one.reads.items);
	return ok;
}

static struct rafter_bytes bytes_of(const char *text, size_t size)
{
	struct rafter_bytes bytes = {cli_alloc(NULL, size + 1), size};
	memcpy(bytes.data, text, size);
	return bytes;
}

// The spec with these of its points alone.
static struct rafter_bytes spec_with(const struct json *root, const struct source *source, const struct json *const *points, size_t count)
{
	g_autoptr(GString) text = g_string_new("{");
	for (const struct json *member = root->child; member; member = member->next) {
		g_string_append_printf(text, "%s\"%s\": ", member == root->child ? "" : ",\n", member->key);
		if (strcmp(member->key, "points") != 0) {
			g_string_append_len(text, source->bytes + member->place.offset, (gssize)member->place.length);
			continue;
		}
		g_string_append_c(text, '[');
		for (size_t i = 0; i < count; i++) {
			g_string_append(text, i ? ",\n" : "");
			g_string_append_len(text, source->bytes + points[i]->place.offset, (gssize)points[i]->place.length);
		}
		g_string_append_c(text, ']');
	}
	g_string_append(text, "}\n");
	return bytes_of(text->str, text->len);
}

static const char *member_text(const struct json *object, const char *key)
{
	const struct json *member = json_member(object, key);
	return member && member->type == JSON_STRING ? member->string : NULL;
}

static void add_part(struct batch_input *input, struct batch_part part)
{
	input->parts = g_realloc_n(input->parts, input->part_count + 1, sizeof *input->parts);
	input->parts[input->part_count++] = part;
}

static void split(struct batch *batch, struct batch_input *input, const struct json *root, const struct source *source)
{
	const struct json *list = json_member(root, "points");
	g_autofree const struct json **taken = g_new(const struct json *, list ? list->count + 1 : 1);
	g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
	for (const struct json *point = list ? list->child : NULL; point; point = point->next) {
		const char *series = member_text(point, "series"), *key = series ? series : "";
		size_t count = 0;
		if (batch->each == EACH_POINT) {
			taken[count++] = point;
		} else if (g_hash_table_add(seen, (void *)key)) {
			for (const struct json *other = point; other; other = other->next)
				if (g_strcmp0(member_text(other, "series"), series) == 0)
					taken[count++] = other;
		}
		if (count)
			add_part(input, (struct batch_part){g_strdup(series), batch->each == EACH_POINT ? g_strdup(member_text(point, "name")) : NULL,
				spec_with(root, source, taken, count)});
	}
}

static bool read_parts(struct batch *batch, struct batch_input *input)
{
	struct arena *arena = arena_new();
	struct diags *diags = diags_new();
	const struct source source = {input->path, (const char *)input->bytes.data, input->bytes.size};
	const struct json *root = json_read(arena, &source, diags);
	if (root)
		split(batch, input, root, &source);
	diags_free(diags);
	arena_free(arena);
	return root && input->part_count;
}

static void read_input(struct batch *batch, struct batch_input *input)
{
	struct rafter_bytes spec = {0};
	bool parts = batch->each == EACH_POINT || batch->each == EACH_SERIES, choices = has_choices(batch->cli);
	input->name = stem_of(input->path);
	struct cli one = *batch->cli;
	one.chart = rafter_new();
	one.reads = (struct reads){0};
	input->failed = !read_file(&one, input->path, &input->bytes);
	messages_print(&one);
	if (input->failed)
		batch->cli->worst = MAX(batch->cli->worst, rafter_exit_code(one.chart));
	rafter_free(one.chart);
	free(one.reads.items);
	// A profiler file without a machine beside it may name its own.
	if (input->failed || (!parts && !choices && (is_spec(&input->bytes) || !batch->machine_count)))
		return;
	input->failed = !make_spec(batch, input, &spec);
	if (input->failed)
		return;
	free(input->bytes.data);
	input->bytes = spec;
	input->importer = "spec";
	if (parts && !read_parts(batch, input))
		input->failed = !cli_error(batch->cli, "usage", "'%s' has no points to make charts of", input->path);
}

static void read_inputs(struct batch *batch)
{
	batch->input_count = batch->cli->arguments.count;
	batch->inputs = g_new0(struct batch_input, batch->input_count + 1);
	for (size_t i = 0; i < batch->input_count; i++) {
		batch->inputs[i].path = batch->cli->arguments.items[i];
		read_input(batch, &batch->inputs[i]);
		if (!batch->inputs[i].failed)
			batch->inputs[i].sha256 = batch_sha256(batch->inputs[i].bytes.data, batch->inputs[i].bytes.size);
	}
}

// ---- machines -----------------------------------------------------------------------------------------------------------------------------------------

static void add_machine(struct batch *batch, struct batch_machine machine)
{
	for (size_t i = 0; i < batch->machine_count; i++) {
		if (strcmp(batch->machines[i].id, machine.id) != 0 || batch->machines[i].path || machine.path)
			continue;
		g_free(machine.id);
		g_free(machine.vendor);
		return;
	}
	batch->machines = g_realloc_n(batch->machines, batch->machine_count + 1, sizeof *batch->machines);
	batch->machines[batch->machine_count++] = machine;
}

static char *lower(const char *text)
{
	return g_ascii_strdown(text ? text : "other", -1);
}

// The devices of the catalogue that a pattern fits ("nvidia-*", "all"). Their number.
static size_t add_pattern(struct batch *batch, const struct json *list, const char *pattern)
{
	size_t count = 0;
	for (const struct json *device = list->child; device; device = device->next) {
		const char *id = member_text(device, "id");
		if (!id || (strcmp(pattern, "all") != 0 && !g_pattern_match_simple(pattern, id)))
			continue;
		add_machine(batch, (struct batch_machine){.id = g_strdup(id), .vendor = lower(member_text(device, "vendor"))});
		count++;
	}
	return count;
}

// A device by its id, or by words that fit one alone.
static bool add_named(struct batch *batch, struct arena *arena, const char *word)
{
	struct rafter_bytes shown;
	struct diags *diags = diags_new();
	if (!rafter_show(batch->cli->chart, "hardware", word, "json", &shown))
		return false;
	const struct source source = {"hardware", (const char *)shown.data, shown.size};
	const struct json *device = json_read(arena, &source, diags);
	const char *id = device ? member_text(device, "id") : NULL;
	add_machine(batch, (struct batch_machine){.id = g_strdup(id ? id : word), .vendor = lower(device ? member_text(device, "vendor") : NULL)});
	rafter_bytes_free(&shown);
	diags_free(diags);
	return true;
}

static bool add_word(struct batch *batch, struct arena *arena, const struct json *list, const char *word)
{
	if (strcmp(word, "all") == 0 || strpbrk(word, "*?"))
		return add_pattern(batch, list, word) || cli_error(batch->cli, "usage", "--hardware '%s' fits no device: 'rafter list hardware' names them", word);
	if (!chart_names_file("hardware", word))
		return add_named(batch, arena, word);
	struct batch_machine machine = {.id = stem_of(word), .vendor = g_strdup("custom"), .path = word};
	if (!read_file(batch->cli, word, &machine.bytes))
		return false;
	add_machine(batch, machine);
	return true;
}

static bool read_machines(struct batch *batch)
{
	struct rafter_bytes listed;
	if (!rafter_list("hardware", "json", &listed))
		return cli_error(batch->cli, "bug", "the catalogue cannot be listed");
	struct arena *arena = arena_new();
	struct diags *diags = diags_new();
	const struct source source = {"hardware", (const char *)listed.data, listed.size};
	const struct json *list = json_read(arena, &source, diags);
	bool ok = list;
	for (size_t i = 0; list && i < batch->cli->hardware.count; i++)
		ok = add_word(batch, arena, list, batch->cli->hardware.items[i]) && ok;
	diags_free(diags);
	arena_free(arena);
	rafter_bytes_free(&listed);
	return ok;
}

static bool read_theme(struct batch *batch)
{
	const char *theme = batch->cli->theme;
	return !theme || !chart_names_file("themes", theme) || read_file(batch->cli, theme, &batch->theme);
}

bool batch_read(struct batch *batch)
{
	bool ok = read_machines(batch) && read_theme(batch);
	if (ok)
		read_inputs(batch);
	return ok;
}

static void clear_inputs(struct batch *batch)
{
	for (size_t i = 0; i < batch->input_count; i++) {
		struct batch_input *input = &batch->inputs[i];
		for (size_t p = 0; p < input->part_count; p++) {
			g_free(input->parts[p].series);
			g_free(input->parts[p].point);
			free(input->parts[p].spec.data);
		}
		g_free(input->parts);
		g_free(input->name);
		g_free(input->sha256);
		free(input->bytes.data);
	}
	g_free(batch->inputs);
}

void batch_chart_clear(const struct batch *batch, struct batch_chart *chart)
{
	for (size_t f = 0; chart->paths && f < batch->format_count; f++)
		g_free(chart->paths[f]);
	g_free(chart->paths);
	g_free(chart->entries);
	g_free(chart->messages);
}

void batch_clear(struct batch *batch)
{
	clear_inputs(batch);
	for (size_t i = 0; i < batch->machine_count; i++) {
		g_free(batch->machines[i].id);
		g_free(batch->machines[i].vendor);
		free(batch->machines[i].bytes.data);
	}
	g_free(batch->machines);
	for (size_t i = 0; i < batch->chart_count; i++)
		batch_chart_clear(batch, &batch->charts[i]);
	g_free(batch->charts);
	rafter_sheet_free(batch->sheet);
	free(batch->theme.data);
	g_free(batch->framed);
	g_free(batch->options_sha256);
	if (batch->records)
		g_hash_table_destroy(batch->records);
}
