// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RED "\033[1;31m"
#define YELLOW "\033[1;33m"
#define BOLD "\033[1m"
#define GREEN "\033[32m"
#define PLAIN "\033[0m"

static bool wants_colour(const struct cli *cli)
{
	if (cli->color && strcmp(cli->color, "auto") != 0)
		return !strcmp(cli->color, "always");
	const char *refused = getenv("NO_COLOR"), *term = getenv("TERM");
	return !(refused && *refused) && !(term && !strcmp(term, "dumb")) && isatty(STDERR_FILENO);
}

// Whole, or its first line.
static void print_plain(const struct rafter_message *message, bool brief, FILE *out)
{
	size_t length = brief ? strcspn(message->text, "\n") : strlen(message->text);
	fprintf(out, "%.*s%s", (int)length, message->text, brief ? "\n" : "");
}

// "place: error: message\n line\n caret\n": the place bold, the severity in its colour, the caret green.
static void print_coloured(const struct rafter_message *message, bool brief, FILE *out)
{
	const char *word = message->error ? "error: " : "warning: ";
	const char *at = strstr(message->text, word), *line_end = strchr(message->text, '\n');
	if (!at || !line_end || at > line_end) {
		print_plain(message, brief, out);
		return;
	}
	const char *rest = at + strlen(word);
	fprintf(out, BOLD "%.*s" PLAIN "%s%s" PLAIN "%.*s", (int)(at - message->text), message->text, message->error ? RED : YELLOW, word,
		(int)(line_end + 1 - rest), rest);
	if (brief)
		return;
	const char *excerpt = line_end + 1, *caret = strchr(excerpt, '\n');
	if (caret)
		fprintf(out, "%.*s" GREEN "%s" PLAIN, (int)(caret + 1 - excerpt), excerpt, caret + 1);
	else
		fputs(excerpt, out);
}

static int compare_texts(const void *a, const void *b)
{
	return strcmp(a, b);
}

// True the first time: several charts of one input have much to say twice.
static bool is_news(void **said, const char *text)
{
	char *copy = strdup(text);
	char **kept = copy ? tsearch(copy, said, compare_texts) : NULL;
	bool news = !kept || *kept == copy;
	if (!news)
		free(copy);
	return news;
}

static void print_chart(struct cli *cli, struct rafter *chart, void **said, bool colour, FILE *out)
{
	for (size_t i = 0; i < rafter_message_count(chart); i++) {
		struct rafter_message message = rafter_message(chart, i);
		if ((cli->quiet && !message.error) || (cli->more.count && !is_news(said, message.text)))
			continue;
		if (colour)
			print_coloured(&message, cli->watch, out);
		else
			print_plain(&message, cli->watch, out);
	}
	size_t dropped = rafter_message_dropped(chart);
	if (dropped)
		fprintf(out, "rafter: and %zu more error%s\n", dropped, dropped == 1 ? "" : "s");
}

static void print(struct cli *cli, FILE *out)
{
	void *said = NULL;
	bool colour = wants_colour(cli);
	print_chart(cli, cli->chart, &said, colour, out);
	for (size_t i = 0; i < cli->more.count; i++)
		print_chart(cli, cli->more.items[i], &said, colour, out);
	tdestroy(said, free);
}

void messages_print(struct cli *cli)
{
	print(cli, stderr);
}

char *messages_text(struct cli *cli)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	if (!out)
		return NULL;
	print(cli, out);
	fclose(out);
	return text;
}

int messages_exit_code(const struct cli *cli)
{
	int code = rafter_exit_code(cli->chart);
	for (size_t i = 0; i < cli->more.count; i++) {
		int other = rafter_exit_code(cli->more.items[i]);
		code = other > code ? other : code;
	}
	return code;
}
