// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include <string.h>
#include <strings.h>

static const struct {
	const char *suffix, *format;
} by_suffix[] = {{".json", "json"}, {".csv", "csv"}, {".md", "markdown"}, {".markdown", "markdown"}};

static const char *format_for(const struct cli *cli, const char *path)
{
	const char *dot = path ? strrchr(path, '.') : NULL;
	for (size_t i = 0; dot && !cli->format && i < sizeof by_suffix / sizeof *by_suffix; i++) {
		if (!strcasecmp(by_suffix[i].suffix, dot))
			return by_suffix[i].format;
	}
	return cli->format ? cli->format : "table";
}

bool analyze_run(struct cli *cli)
{
	const char *path = NULL;
	struct rafter_bytes bytes = {0};
	return single_output(cli, &path) && chart_build(cli) && rafter_analyze(cli->chart, format_for(cli, path), &bytes) && write_bytes(cli, path, bytes);
}
