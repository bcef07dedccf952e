// SPDX-License-Identifier: MIT
// --deps: what was read for what was written, as Make, Ninja and their like include it.
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void reads_note(struct cli *cli, const char *path)
{
	struct reads *reads = &cli->reads;
	if (!strcmp(path, "-"))
		return;
	for (size_t i = 0; i < reads->count; i++) {
		if (!strcmp(reads->items[i].path, path))
			return;
	}
	reads->items = cli_alloc(reads->items, (reads->count + 1) * sizeof *reads->items);
	struct file_read *read = &reads->items[reads->count++];
	*read = (struct file_read){.path = path};
	if (stat(path, &read->status) < 0)
		memset(&read->status, 0, sizeof read->status);
}

// What no quoting keeps Make from reading as the end of a word, an assignment, a recipe or a pattern.
static bool check_name(struct cli *cli, const char *name, bool is_target)
{
	static const struct {
		char c;
		bool targets_alone;
		const char *called;
	} never[] = {{'\n', false, "a line break"}, {'\t', false, "a tab"}, {'=', false, "'='"}, {';', false, "';'"}, {'%', true, "'%'"}};
	size_t length = strlen(name);
	if (!strcmp(name, "-"))
		return cli_error(cli, "usage", "--deps names the files that are written, standard output has no name");
	for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
		if (strchr(name, never[i].c) && (is_target || !never[i].targets_alone))
			return cli_error(cli, "usage", "'%s' cannot stand in a Make depfile: it has %s in its name", name, never[i].called);
	}
	if (length && name[length - 1] == '\\')
		return cli_error(cli, "usage", "'%s' cannot stand in a Make depfile: it ends with a backslash", name);
	return true;
}

// As Make unquotes it: a dollar is two, the others have a backslash before them, and backslashes before these are doubled.
static void put_name(FILE *out, const char *name, const char *special)
{
	size_t backslashes = 0;
	for (const char *c = name; *c; c++) {
		bool quoted = strchr(special, *c);
		for (size_t i = 0; quoted && i <= backslashes; i++)
			fputc('\\', out);
		if (*c == '$')
			fputc('$', out);
		fputc(*c, out);
		backslashes = *c == '\\' ? backslashes + 1 : 0;
	}
}

bool deps_write_rule(struct cli *cli, FILE *out, const char *const *targets, size_t count, const struct reads *reads)
{
	static const char in_targets[] = " #:*?[", in_reads[] = " #:|*?[";
	for (size_t i = 0; i < count; i++) {
		if (!check_name(cli, targets[i], true))
			return false;
	}
	for (size_t i = 0; i < reads->count; i++) {
		if (!check_name(cli, reads->items[i].path, false))
			return false;
	}
	for (size_t i = 0; i < count; i++) {
		fputs(i ? " " : "", out);
		put_name(out, targets[i], in_targets);
	}
	fputc(':', out);
	for (size_t i = 0; i < reads->count; i++) {
		fputc(' ', out);
		put_name(out, reads->items[i].path, in_reads);
	}
	fputc('\n', out);
	return true;
}

bool deps_text(struct cli *cli, const char *const *targets, size_t count, struct rafter_bytes *bytes)
{
	char *text = NULL;
	*bytes = (struct rafter_bytes){0};
	FILE *out = open_memstream(&text, &bytes->size);
	if (!out)
		return cli_error(cli, "bug", "no memory for the depfile");
	bool ok = deps_write_rule(cli, out, targets, count, &cli->reads);
	bool whole = !ferror(out);
	whole = fclose(out) == 0 && whole;
	if (ok && !whole)
		ok = cli_error(cli, "bug", "no memory for the depfile");
	bytes->data = (unsigned char *)text;
	if (!ok)
		rafter_bytes_free(bytes);
	return ok;
}
