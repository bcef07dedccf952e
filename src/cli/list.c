// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

bool list_check(struct cli *cli, size_t expected, const char *shape)
{
	char *names = cli_join(rafter_list_names());
	bool ok = cli->arguments.count == expected;
	if (!ok)
		cli_error(cli, "usage", "expected %s, where WHAT is %s", shape, names);
	const char *what = ok ? cli->arguments.items[0] : NULL;
	bool known = false;
	for (const char *const *name = rafter_list_names(); ok && *name; name++)
		known |= !strcmp(*name, what);
	if (ok && !known) {
		char *guess = cli_did_you_mean(what, rafter_list_names());
		cli_error(cli, "usage", "unknown list '%s'%s%s", what, *guess ? guess : ", expected ", *guess ? "" : names);
		free(guess);
	}
	free(names);
	return ok && known;
}

bool list_run(struct cli *cli)
{
	const char *path = NULL;
	struct rafter_bytes bytes = {0};
	if (!list_check(cli, 1, "one word, rafter list WHAT") || !single_output(cli, &path))
		return false;
	if (!rafter_list(cli->arguments.items[0], cli->format ? cli->format : "table", &bytes))
		return cli_error(cli, "usage", "the list '%s' has no such format", cli->arguments.items[0]);
	return write_bytes(cli, path, bytes);
}
