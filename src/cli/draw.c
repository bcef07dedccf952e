// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

// One of the formats, or NULL.
static const char *find_format(const char *name)
{
	for (const char *const *format = rafter_format_names(); *format; format++) {
		if (!strcasecmp(*format, name))
			return *format;
	}
	return NULL;
}

static bool no_format(struct cli *cli, const char *path)
{
	char *joined = cli_join(rafter_format_names());
	const char *suffix = suffix_of(path);
	if (!strcmp(path, "-"))
		cli_error(cli, "usage", "standard output has no suffix that says the format: add -T (%s)", joined);
	else if (!*suffix)
		cli_error(cli, "usage", "'%s' has no suffix that says the format: add one (%s), or -T", path, joined);
	else
		cli_error(cli, "usage", "'%s': expected a suffix that says the format (%s), found '.%s'", path, joined, suffix);
	free(joined);
	return false;
}

// The suffix says the format; -T does where the suffix says none.
static const char *format_of(struct cli *cli, const char *path)
{
	const char *format = find_format(suffix_of(path));
	if (!format && cli->type)
		format = find_format(cli->type);
	if (!format)
		no_format(cli, path);
	return format;
}

static bool check_type(struct cli *cli)
{
	const char *type = cli->type ? find_format(cli->type) : NULL;
	if (cli->type && !type) {
		char *joined = cli_join(rafter_format_names());
		cli_error(cli, "usage", "option '--type': expected %s, found '%s'", joined, cli->type);
		free(joined);
		return false;
	}
	if (!type || !cli->outputs.count)
		return true;
	for (size_t i = 0; i < cli->outputs.count; i++) {
		const char *by_suffix = find_format(suffix_of(cli->outputs.items[i]));
		if (!by_suffix || by_suffix == type)
			return true;
	}
	return cli_error(cli, "usage", "-T %s and the suffix of '%s' say different formats", type, cli->outputs.items[0]);
}

static bool check_distinct(struct cli *cli)
{
	const char *const others[] = {cli->layout, cli->deps};
	size_t count = sizeof others / sizeof *others;
	for (size_t i = 0; i < cli->outputs.count + count; i++) {
		const char *path = i < count ? others[i] : cli->outputs.items[i - count];
		bool again = false;
		for (size_t other = 0; path && other < i; other++) {
			const char *before = other < count ? others[other] : cli->outputs.items[other - count];
			again |= before && !strcmp(before, path);
		}
		if (again)
			return cli_error(cli, "usage", "'%s' is asked for twice", path);
	}
	return true;
}

static bool check_outputs(struct cli *cli)
{
	bool to_stdout = (cli->layout && !strcmp(cli->layout, "-")) || (cli->deps && !strcmp(cli->deps, "-"));
	if (!cli->outputs.count && cli->type)
		words_push(&cli->outputs, "-");
	if (!cli->outputs.count && !cli->layout)
		return cli_error(cli, "usage", "expected an output, as -o chart.svg");
	for (size_t i = 0; i < cli->outputs.count; i++)
		to_stdout |= !strcmp(cli->outputs.items[i], "-");
	if (to_stdout && !write_stdout_check(cli))
		return false;
	bool ok = check_type(cli) && check_distinct(cli);
	for (size_t i = 0; i < cli->outputs.count && ok; i++)
		ok = format_of(cli, cli->outputs.items[i]) != NULL;
	return ok;
}

static bool read_dpi(struct cli *cli, double *dpi)
{
	enum { MAX_DPI = 32767 };
	long long value = 0;
	if (!cli->dpi)
		return true;
	if (!cli_whole(cli->dpi, &value) || value < 1 || value > MAX_DPI)
		return cli_error(cli, "usage", "option '--dpi': expected a whole number from 1 to %d, found '%s'", MAX_DPI, cli->dpi);
	*dpi = (double)value;
	return true;
}

bool draw_options(struct cli *cli, struct rafter_output *options)
{
	*options = (struct rafter_output){.transparent = cli->transparent, .outline_text = cli->svg_text && !strcmp(cli->svg_text, "outline")};
	return read_dpi(cli, &options->dpi) && cli_source_date(cli, &options->source_date);
}

// Before the outputs, so that none is newer than the rule that says when to make it again.
static bool write_deps(struct cli *cli, struct out_file *files, size_t *count)
{
	if (!cli->deps)
		return true;
	struct words targets = {0};
	for (size_t i = 0; i < cli->outputs.count; i++)
		words_push(&targets, cli->outputs.items[i]);
	if (cli->layout)
		words_push(&targets, cli->layout);
	files[*count].path = cli->deps;
	bool ok = deps_text(cli, targets.items, targets.count, &files[*count].bytes);
	*count += ok;
	free(targets.items);
	return ok;
}

static bool render_all(struct cli *cli, struct rafter_output options, struct out_file *files, size_t *count)
{
	for (size_t i = 0; i < cli->outputs.count; i++) {
		struct out_file *file = &files[*count];
		file->path = cli->outputs.items[i];
		options.format = format_of(cli, file->path);
		if (!rafter_render(cli->chart, &options, &file->bytes))
			return false;
		(*count)++;
	}
	if (!cli->layout)
		return true;
	files[*count].path = cli->layout;
	return rafter_layout(cli->chart, &files[(*count)++].bytes);
}

static bool draw_once(struct cli *cli)
{
	struct rafter_output options;
	if (!check_outputs(cli) || !draw_options(cli, &options) || !chart_build(cli))
		return false;
	size_t room = cli->outputs.count + 2, count = 0;
	struct out_file *files = cli_alloc(NULL, room * sizeof *files);
	memset(files, 0, room * sizeof *files);
	bool ok = write_deps(cli, files, &count) && render_all(cli, options, files, &count);
	if (ok)
		ok = write_files(cli, files, count);
	else
		for (size_t i = 0; i < count; i++)
			rafter_bytes_free(&files[i].bytes);
	free(files);
	return ok;
}

bool draw_run(struct cli *cli)
{
	return cli->watch ? watch_run(cli, draw_once) : draw_once(cli);
}
