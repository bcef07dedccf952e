// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include <string.h>

static const struct suffix suffixes[] = {{"json", "json"}, {"md", "markdown"}, {"markdown", "markdown"}, {"txt", NULL}, {0}};

enum { MOST_FILES = 3 };

// One form of the result, and where it goes.
struct form {
	const char *format, *path;
};

static size_t collect_forms(struct cli *cli, const char *path, const char *format, struct form *forms)
{
	size_t count = 0;
	forms[count++] = (struct form){format, path ? path : "-"};
	if (cli->junit)
		forms[count++] = (struct form){"junit", cli->junit};
	if (cli->markdown)
		forms[count++] = (struct form){"markdown", cli->markdown};
	return count;
}

static bool check_distinct(struct cli *cli, const struct form *forms, size_t count)
{
	for (size_t i = 1; i < count; i++)
		for (size_t k = 0; k < i; k++)
			if (!strcmp(forms[i].path, forms[k].path))
				return cli_error(cli, "usage", "'%s' is asked for twice", forms[i].path);
	return true;
}

// Runners read both streams for their commands; standard output stays what --format says.
static bool annotate(struct cli *cli, const struct rafter_gates *gates)
{
	struct rafter_bytes bytes;
	bool passed;
	if (!cli->github)
		return true;
	if (!rafter_check(cli->chart, gates, "github", &bytes, &passed))
		return false;
	fwrite(bytes.data, 1, bytes.size, stderr);
	rafter_bytes_free(&bytes);
	return true;
}

static bool write_forms(struct cli *cli, const struct rafter_gates *gates, const struct form *forms, size_t count)
{
	struct out_file files[MOST_FILES] = {{0}};
	bool ok = true, passed = false;
	for (size_t i = 0; i < count && ok; i++) {
		files[i].path = forms[i].path;
		ok = rafter_check(cli->chart, gates, forms[i].format, &files[i].bytes, &passed);
	}
	if (!ok) {
		for (size_t i = 0; i < count; i++)
			rafter_bytes_free(&files[i].bytes);
		return false;
	}
	cli->unmet = !passed;
	return write_files(cli, files, count) && annotate(cli, gates);
}

bool check_run(struct cli *cli)
{
	const char *path = NULL, *format = NULL;
	struct form forms[MOST_FILES];
	if (!single_output(cli, &path) || !(format = format_for(cli, path, suffixes, "table")))
		return false;
	size_t count = collect_forms(cli, path, format, forms);
	if (!check_distinct(cli, forms, count))
		return false;
	bool ok = chart_build(cli);
	const struct rafter_gates gates = {.min_roof = cli->min_roof, .rules = cli->rules.items, .rule_count = cli->rules.count,
		.max_regression = cli->max_regression, .warn = cli->warn, .by = cli->compare_by, .unjudged = cli->unjudged, .missing = cli->missing};
	return ok && write_forms(cli, &gates, forms, count);
}
