// SPDX-License-Identifier: MIT
// What the build makes of the tables of commands and options: man pages and completions, so that these know what --help knows.
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

void put_escaped(FILE *out, const char *text, const char *special, const char *before)
{
	for (const char *c = text; *c; c++)
		fprintf(out, "%s%c", strchr(special, *c) ? before : "", *c);
}

static const struct {
	const char *name;
	void (*write)(FILE *out);
} completions[] = {{"complete-bash", complete_bash_write}, {"complete-zsh", complete_zsh_write}, {"complete-fish", complete_fish_write}};

enum { COMPLETIONS = sizeof completions / sizeof *completions };

static bool unknown(struct cli *cli, const char *word)
{
	return cli_error(cli, "usage", "--generate: expected complete-bash, complete-zsh, complete-fish, man, man spec or man COMMAND, found '%s'", word);
}

// "man" alone is rafter(1), with a command rafter-COMMAND(1).
static bool write_page(struct cli *cli, FILE *out, const char *word)
{
	const struct command *command = word ? find_command(word) : NULL;
	if (word && !command)
		return unknown(cli, word);
	man_write(out, command);
	return true;
}

static bool write_to(struct cli *cli, FILE *out, const char *what, const char *word)
{
	for (size_t i = 0; i < COMPLETIONS; i++) {
		if (!strcmp(completions[i].name, what) && !word) {
			completions[i].write(out);
			return true;
		}
	}
	return strcmp(what, "man") ? unknown(cli, what) : write_page(cli, out, word);
}

bool generate_run(struct cli *cli, int argc, char **argv)
{
	const char *what = argc ? argv[0] : "nothing", *word = argc > 1 ? argv[1] : NULL;
	struct rafter_bytes bytes = {0};
	if (argc == 2 && !strcmp(what, "man") && !strcmp(word, "spec"))
		return rafter_list("schema", "scdoc", &bytes) && write_bytes(cli, NULL, bytes);
	char *text = NULL;
	FILE *out = open_memstream(&text, &bytes.size);
	if (!out)
		return cli_error(cli, "bug", "no memory for what is generated");
	bool ok = argc > 2 ? unknown(cli, argv[2]) : write_to(cli, out, what, word);
	bool whole = !ferror(out);
	whole = fclose(out) == 0 && whole;
	bytes.data = (unsigned char *)text;
	if (ok && !whole)
		ok = cli_error(cli, "bug", "no memory for what is generated");
	if (ok)
		return write_bytes(cli, NULL, bytes);
	rafter_bytes_free(&bytes);
	return false;
}
