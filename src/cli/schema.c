// SPDX-License-Identifier: MIT
#include "cli/cli.h"

static const struct suffix suffixes[] = {{"json", NULL}, {0}};

bool schema_run(struct cli *cli)
{
	const char *path = NULL;
	struct rafter_bytes bytes = {0};
	if (cli->arguments.count)
		return cli_error(cli, "usage", "'rafter schema' takes no words, found '%s'", cli->arguments.items[0]);
	if (!single_output(cli, &path) || !format_for(cli, path, suffixes, "json"))
		return false;
	return rafter_list("schema", "json", &bytes) ? write_bytes(cli, path, bytes) : cli_error(cli, "bug", "the schema cannot be written");
}
