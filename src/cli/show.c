// SPDX-License-Identifier: MIT
#include "cli/cli.h"

bool show_run(struct cli *cli)
{
	const char *path = NULL, *format = NULL;
	struct rafter_bytes bytes = {0};
	if (!list_check(cli, 2, "two words, rafter show WHAT NAME") || !single_output(cli, &path) ||
		!(format = list_format(cli, path)))
		return false;
	const char *what = cli->arguments.items[0], *name = cli->arguments.items[1];
	return rafter_show(cli->chart, what, name, format, &bytes) && write_bytes(cli, path, bytes);
}
