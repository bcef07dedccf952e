// SPDX-License-Identifier: MIT
#include "cli/cli.h"

static const struct suffix suffixes[] = {{"json", NULL}, {0}};

bool import_run(struct cli *cli)
{
	const char *path = NULL;
	struct rafter_bytes bytes = {0};
	if (!cli->arguments.count)
		return cli_error(cli, "usage", "expected a file to import ('-' for standard input)");
	if (!single_output(cli, &path) || !format_for(cli, path, suffixes, "json"))
		return false;
	if (cli->ceilings)
		return chart_add_ceilings(cli) && rafter_export_hardware(cli->chart, &bytes) && write_bytes(cli, path, bytes);
	return chart_add_inputs(cli) && rafter_export_spec(cli->chart, &bytes) && write_bytes(cli, path, bytes);
}
