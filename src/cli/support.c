// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { EXIT_BUG = 70 };

void *cli_alloc(void *old, size_t size)
{
	void *memory = realloc(old, size);
	if (!memory) {
		fprintf(stderr, "rafter: out of memory (%zu bytes)\n", size);
		exit(EXIT_BUG);
	}
	return memory;
}

void words_push(struct words *words, const char *word)
{
	words->items = cli_alloc(words->items, (words->count + 1) * sizeof *words->items);
	words->items[words->count++] = word;
}

bool cli_error(struct cli *cli, const char *id, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *message = NULL;
	int length = vasprintf(&message, format, args);
	va_end(args);
	rafter_add_error(cli->chart, id, length < 0 ? format : message);
	if (length >= 0)
		free(message);
	return false;
}

char *cli_did_you_mean(const char *word, const char *const *choices)
{
	const char *guess = rafter_nearest(word, choices);
	char *text = NULL;
	if (!guess || asprintf(&text, ", did you mean '%s'?", guess) < 0)
		text = calloc(1, 1);
	return text ? text : cli_alloc(NULL, 1);
}

char *cli_join(const char *const *choices)
{
	size_t size = 1, count = 0;
	for (; choices[count]; count++)
		size += strlen(choices[count]) + sizeof " or ";
	char *text = cli_alloc(NULL, size), *end = text;
	*end = '\0';
	for (size_t i = 0; i < count; i++) {
		end = stpcpy(end, i == 0 ? "" : i + 1 < count ? ", " : " or ");
		end = stpcpy(end, choices[i]);
	}
	return text;
}

bool cli_whole(const char *text, long long *value)
{
	size_t digits = strspn(text, "0123456789");
	*value = strtoll(text, NULL, 10);
	return digits > 0 && digits < 19 && !text[digits];
}

bool cli_source_date(struct cli *cli, long long *seconds)
{
	const char *text = getenv("SOURCE_DATE_EPOCH");
	if (!text || !*text)
		return true;
	return cli_whole(text, seconds) || cli_error(cli, "usage", "SOURCE_DATE_EPOCH: expected seconds since 1970, found '%s'", text);
}

bool single_output(struct cli *cli, const char **path)
{
	if (cli->outputs.count > 1)
		return cli_error(cli, "usage", "'rafter %s' writes one file, -o is given %zu times", cli->command->name, cli->outputs.count);
	*path = cli->outputs.count && strcmp(cli->outputs.items[0], "-") ? cli->outputs.items[0] : NULL;
	return *path || write_stdout_check(cli);
}

const char *suffix_of(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
	return dot && dot != name ? dot + 1 : "";
}

static bool unknown_suffix(struct cli *cli, const char *path, const struct suffix *known)
{
	enum { MOST = 15 };
	const char *names[MOST + 1] = {NULL};
	for (size_t i = 0; i < MOST && known[i].suffix; i++)
		names[i] = known[i].suffix;
	char *joined = cli_join(names);
	cli_error(cli, "usage", "'%s': expected a suffix that says the format (%s), found '.%s'", path, joined, suffix_of(path));
	free(joined);
	return false;
}

const char *format_for(struct cli *cli, const char *path, const struct suffix *known, const char *unsaid)
{
	const char *suffix = path ? suffix_of(path) : "", *format = cli->format ? cli->format : unsaid;
	if (!*suffix)
		return format;
	for (size_t i = 0; known[i].suffix; i++) {
		if (strcasecmp(known[i].suffix, suffix) != 0)
			continue;
		if (!cli->format || !known[i].format || !strcmp(cli->format, known[i].format))
			return known[i].format && !cli->format ? known[i].format : format;
		cli_error(cli, "usage", "--format %s and the suffix of '%s' say different formats", cli->format, path);
		return NULL;
	}
	if (!cli->format)
		unknown_suffix(cli, path, known);
	return cli->format;
}
