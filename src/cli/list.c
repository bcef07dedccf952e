// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

// The schema is one document, without entries that could be shown.
bool list_has(const struct command *command, const char *name)
{
	return command->bit != COMMAND_SHOW || strcmp(name, "schema") != 0;
}

// One of a list is called by it too: "kernel" is "kernels".
static bool is_list(const char *name, const char *what)
{
	size_t length = strlen(what);
	return !strcmp(name, what) || (length && !strncmp(name, what, length) && !strcmp(name + length, "s"));
}

char *list_names(const struct command *command)
{
	size_t count = 0, kept = 0;
	while (rafter_list_names()[count])
		count++;
	const char **names = cli_alloc(NULL, (count + 1) * sizeof *names);
	for (size_t i = 0; i < count; i++) {
		if (list_has(command, rafter_list_names()[i]))
			names[kept++] = rafter_list_names()[i];
	}
	names[kept] = NULL;
	char *joined = cli_join(names);
	free(names);
	return joined;
}

bool list_check(struct cli *cli, size_t expected, const char *shape)
{
	char *names = list_names(cli->command);
	bool ok = cli->arguments.count == expected;
	if (!ok)
		cli_error(cli, "usage", "expected %s, where WHAT is %s", shape, names);
	const char *what = ok ? cli->arguments.items[0] : NULL;
	bool known = false;
	for (const char *const *name = rafter_list_names(); ok && *name; name++)
		known |= is_list(*name, what);
	if (known && !list_has(cli->command, what)) {
		ok = cli_error(cli, "usage", "'%s' has no entries to show: 'rafter list %s' prints all of it", what, what);
	} else if (ok && !known) {
		char *guess = cli_did_you_mean(what, rafter_list_names());
		cli_error(cli, "usage", "unknown list '%s'%s%s", what, *guess ? guess : ", expected ", *guess ? "" : names);
		free(guess);
	}
	free(names);
	return ok && known;
}

const char *list_format(struct cli *cli, const char *path)
{
	static const struct suffix suffixes[] = {{"json", "json"}, {"txt", NULL}, {0}};
	return format_for(cli, path, suffixes, "table");
}

bool list_run(struct cli *cli)
{
	const char *path = NULL, *format = NULL;
	struct rafter_bytes bytes = {0};
	if (!list_check(cli, 1, "one word, rafter list WHAT") || !single_output(cli, &path) ||
		!(format = list_format(cli, path)))
		return false;
	if (!rafter_list(cli->arguments.items[0], format, &bytes))
		return cli_error(cli, "usage", "the list '%s' has no such format", cli->arguments.items[0]);
	return write_bytes(cli, path, bytes);
}
