// SPDX-License-Identifier: MIT
#include "cli/cli.h"

bool import_run(struct cli *cli)
{
	const char *path = NULL;
	struct rafter_bytes bytes = {0};
	if (!cli->arguments.count)
		return cli_error(cli, "usage", "expected a file to import ('-' for standard input)");
	return single_output(cli, &path) && chart_add_inputs(cli) && rafter_export_spec(cli->chart, &bytes) && write_bytes(cli, path, bytes);
}
