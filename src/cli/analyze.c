// SPDX-License-Identifier: MIT
#include "cli/cli.h"

static const struct suffix suffixes[] = {{"json", "json"}, {"csv", "csv"}, {"md", "markdown"}, {"markdown", "markdown"}, {"txt", NULL}, {0}};

bool analyze_run(struct cli *cli)
{
	const char *path = NULL, *format = NULL;
	struct rafter_bytes bytes = {0};
	if (!single_output(cli, &path) || !(format = format_for(cli, path, suffixes, "table")))
		return false;
	return chart_build(cli) && rafter_analyze(cli->chart, format, &bytes) && write_bytes(cli, path, bytes);
}
