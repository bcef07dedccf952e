// SPDX-License-Identifier: MIT
// rafter report: a chart for each input on each machine, in one document.
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

static const struct suffix suffixes[] = {{"html", "html"}, {"htm", "html"}, {"pdf", "pdf"}, {"md", "markdown"}, {"markdown", "markdown"}, {0}};

// ---- what is written ----------------------------------------------------------------------------------------------------------------------------------

static const char *format_of(struct cli *cli, const char *path)
{
	bool to_stdout = !strcmp(path, "-");
	const char *format = format_for(cli, to_stdout ? NULL : path, suffixes, NULL);
	if (!format && rafter_exit_code(cli->chart) == 0)
		cli_error(cli, "usage", to_stdout ? "standard output has no suffix that says the format: add --format (html, pdf or markdown)" :
			"'%s' has no suffix that says the format: add one (html, pdf or md), or --format", path);
	return format;
}

static bool check_outputs(struct cli *cli)
{
	if (!cli->outputs.count && cli->format)
		words_push(&cli->outputs, "-");
	if (!cli->outputs.count)
		return cli_error(cli, "usage", "expected an output, as -o report.html");
	for (size_t i = 0; i < cli->outputs.count; i++) {
		if (!strcmp(cli->outputs.items[i], "-") && !write_stdout_check(cli))
			return false;
		if (!format_of(cli, cli->outputs.items[i]))
			return false;
	}
	return true;
}

// ---- the charts ---------------------------------------------------------------------------------------------------------------------------------------

static struct rafter *chart_at(const struct cli *cli, size_t index)
{
	return index ? cli->more.items[index - 1] : cli->chart;
}

static size_t chart_count(const struct cli *cli)
{
	return cli->more.count + 1;
}

static struct rafter *add_chart(struct cli *cli)
{
	struct rafter *chart = rafter_new();
	rafter_set_strict(chart, cli->strict);
	cli->more.items = cli_alloc(cli->more.items, (cli->more.count + 1) * sizeof *cli->more.items);
	return cli->more.items[cli->more.count++] = chart;
}

// The chart of one input on one machine, NULL where there is none: as `rafter draw` would be given them.
static bool build_chart(struct cli *cli, struct rafter *chart, const char **input, const char **machine)
{
	struct cli one = *cli;
	one.chart = chart;
	one.arguments = (struct words){input, input != NULL};
	one.hardware = (struct words){machine, machine != NULL};
	return chart_build(&one);
}

static bool reads_standard_input(const struct cli *cli)
{
	for (size_t i = 0; i < cli->arguments.count; i++) {
		if (!strcmp(cli->arguments.items[i], "-"))
			return true;
	}
	for (size_t i = 0; i < cli->hardware.count; i++) {
		if (!strcmp(cli->hardware.items[i], "-"))
			return true;
	}
	return false;
}

// Every chart is tried, so that all errors come in one run.
static bool build_charts(struct cli *cli)
{
	size_t inputs = cli->arguments.count, machines = cli->hardware.count;
	if (cli->one_chart || (inputs < 2 && machines < 2))
		return chart_build(cli);
	struct rafter_bytes kept;
	if (!chart_check_standard_input(cli))
		return false;
	if (reads_standard_input(cli)) {
		if (!read_file(cli, "-", &kept))
			return false;
		cli->standard_input = kept;
	}
	bool ok = true;
	for (size_t i = 0; i < (inputs ? inputs : 1); i++) {
		for (size_t k = 0; k < (machines ? machines : 1); k++) {
			struct rafter *chart = i || k ? add_chart(cli) : cli->chart;
			ok = build_chart(cli, chart, inputs ? &cli->arguments.items[i] : NULL, machines ? &cli->hardware.items[k] : NULL) && ok;
		}
	}
	return ok;
}

// ---- the files ----------------------------------------------------------------------------------------------------------------------------------------

struct files {
	struct out_file *items;
	size_t count;
	char **names; // of the pictures of Markdown
	size_t name_count;
};

static struct out_file *add_file(struct files *files, const char *path)
{
	files->items = cli_alloc(files->items, (files->count + 1) * sizeof *files->items);
	files->items[files->count] = (struct out_file){.path = path};
	return &files->items[files->count++];
}

// "out/report.md": "out/report-1.svg".
static const char *picture_path(struct cli *cli, struct files *files, const char *path, size_t number)
{
	char *name = NULL;
	int stem = (int)(strlen(path) - strlen(suffix_of(path)) - 1);
	if (asprintf(&name, "%.*s-%zu.svg", stem, path, number) < 0) {
		cli_error(cli, "bug", "no memory for the name of a picture");
		return NULL;
	}
	files->names = cli_alloc(files->names, (files->name_count + 1) * sizeof *files->names);
	return files->names[files->name_count++] = name;
}

// The pictures beside a Markdown file, and how it calls them.
static bool add_pictures(struct cli *cli, struct files *files, const char *path, const char **links)
{
	for (size_t i = 0; i < chart_count(cli); i++) {
		const char *picture = picture_path(cli, files, path, i + 1);
		if (!picture || !rafter_render(chart_at(cli, i), &(struct rafter_output){.format = "svg"}, &add_file(files, picture)->bytes))
			return false;
		const char *slash = strrchr(picture, '/');
		links[i] = slash ? slash + 1 : picture;
	}
	return true;
}

static bool add_report(struct cli *cli, struct files *files, const char *path, struct rafter_report_output output)
{
	size_t count = chart_count(cli);
	struct rafter **charts = cli_alloc(NULL, count * sizeof *charts);
	const char **links = cli_alloc(NULL, count * sizeof *links);
	for (size_t i = 0; i < count; i++)
		charts[i] = chart_at(cli, i);
	bool ok = true;
	output.format = format_of(cli, path);
	if (!strcmp(output.format, "markdown") && strcmp(path, "-") != 0 && *suffix_of(path)) {
		ok = add_pictures(cli, files, path, links);
		output.pictures = links;
	}
	ok = ok && rafter_report(charts, count, &output, &add_file(files, path)->bytes);
	free(links);
	free(charts);
	return ok;
}

static bool check_distinct(struct cli *cli, const struct files *files)
{
	for (size_t i = 0; i < files->count; i++) {
		for (size_t k = 0; k < i; k++) {
			if (!strcmp(files->items[i].path, files->items[k].path))
				return cli_error(cli, "usage", "'%s' is asked for twice", files->items[i].path);
		}
	}
	return true;
}

bool report_run(struct cli *cli)
{
	struct rafter_report_output output = {.title = cli->title};
	struct files files = {0};
	if (!check_outputs(cli) || !cli_source_date(cli, &output.source_date) || !build_charts(cli))
		return false;
	bool ok = true;
	for (size_t i = 0; i < cli->outputs.count && ok; i++)
		ok = add_report(cli, &files, cli->outputs.items[i], output);
	ok = ok && check_distinct(cli, &files);
	if (ok)
		ok = write_files(cli, files.items, files.count);
	else
		for (size_t i = 0; i < files.count; i++)
			rafter_bytes_free(&files.items[i].bytes);
	for (size_t i = 0; i < files.name_count; i++)
		free(files.names[i]);
	free(files.names);
	free(files.items);
	return ok;
}
