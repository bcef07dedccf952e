// SPDX-License-Identifier: MIT
// Man pages as scdoc source: one for the program, one for every command.
#include "cli/cli.h"

#include <ctype.h>
#include <string.h>

void man_put(FILE *out, const char *text)
{
	put_escaped(out, text, "\\*_`#~<>[]|.", "\\");
}

// A doc of the tables as a sentence of its own.
static void put_sentence(FILE *out, const char *doc)
{
	char first[] = {(char)toupper((unsigned char)*doc), '\0'};
	man_put(out, first);
	man_put(out, doc + 1);
	fputc('.', out);
}

static void put_head(FILE *out, const char *name, const char *doc)
{
	fprintf(out, "%s(1) \"rafter %s\"\n\n# NAME\n\n%s - ", name, rafter_version(), name);
	man_put(out, doc);
	fputs("\n\n# SYNOPSIS\n\n", out);
}

// "WHAT NAME", "INPUT...": words underlined, dots not.
static void put_arguments(FILE *out, const char *arguments)
{
	for (const char *word = arguments; *word;) {
		size_t length = strcspn(word, " "), letters = strcspn(word, " .");
		fprintf(out, " _%.*s_%.*s", (int)letters, word, (int)(length - letters), word + letters);
		word += length + (word[length] == ' ');
	}
}

static void put_option(FILE *out, const struct option_row *row)
{
	fputc('\n', out);
	if (row->letter)
		fprintf(out, "*-%c*, ", row->letter);
	fprintf(out, "*--%s*", row->name);
	if (row->argument) {
		fputs(" _", out);
		man_put(out, row->argument);
		fputc('_', out);
	}
	fputs("\n\t", out);
	man_put(out, row->doc);
	fputc('\n', out);
}

static void put_options(FILE *out, const struct command *command)
{
	fputs("\n# OPTIONS\n", out);
	for (const struct option_row *row = option_rows(); row->name; row++) {
		if (row->commands & command->bit)
			put_option(out, row);
	}
}

static void put_exit_codes(FILE *out)
{
	fputs("\n# EXIT STATUS\n", out);
	for (const struct exit_code *code = exit_codes; code->doc; code++) {
		if (code->command && !find_command(code->command))
			continue;
		fprintf(out, "\n*%d*\n\t", code->code);
		man_put(out, code->doc);
		fputc('\n', out);
	}
}

static void put_example(FILE *out, const char *example)
{
	fprintf(out, "\n```\n%s\n```\n", example);
}

// The other pages, in the order of their sections and names.
static void put_others(FILE *out, const struct command *but)
{
	fputs("\n# SEE ALSO\n\n", out);
	if (but)
		fputs("*rafter*(1), ", out);
	for (const struct command *command = commands; command->name; command++) {
		if (command != but)
			fprintf(out, "*rafter-%s*(1), ", command->name);
	}
	fputs("*rafter-spec*(5)\n", out);
}

static void write_program(FILE *out)
{
	put_head(out, "rafter", "draw roofline charts");
	fputs("*rafter* _COMMAND_ [_OPTION_]... [_INPUT_]...\n\n*rafter help* [_COMMAND_]\n\n*rafter --version*\n\n# DESCRIPTION\n", out);
	man_write_text(out, NULL);
	fputs("\n# COMMANDS\n", out);
	for (const struct command *command = commands; command->name; command++) {
		fprintf(out, "\n*rafter %s*", command->name);
		put_arguments(out, command->arguments);
		fputs("\n\t", out);
		man_put(out, command->doc);
		fprintf(out, ": *rafter-%s*(1)\n", command->name);
	}
	fputs("\n# EXAMPLES\n", out);
	for (const struct command *command = commands; command->name; command++)
		put_example(out, command->example);
	put_exit_codes(out);
	fputs("\n# ENVIRONMENT\n\n*NO_COLOR*\n\tno colour in messages, where it is not empty; *--color* wins\n\n"
		"*SOURCE_DATE_EPOCH*\n\tdate of creation of a PDF, in seconds since 1970; without it a PDF has none\n", out);
	put_others(out, NULL);
}

static void write_command(FILE *out, const struct command *command)
{
	char name[64];
	snprintf(name, sizeof name, "rafter-%s", command->name);
	put_head(out, name, command->doc);
	fprintf(out, "*rafter %s*", command->name);
	put_arguments(out, command->arguments);
	fputs(" [_OPTION_]...\n\n# DESCRIPTION\n\n", out);
	put_sentence(out, command->doc);
	fputc('\n', out);
	man_write_text(out, command);
	put_options(out, command);
	fputs("\n# EXAMPLE\n", out);
	put_example(out, command->example);
	put_exit_codes(out);
	put_others(out, command);
}

void man_write(FILE *out, const struct command *command)
{
	if (command)
		write_command(out, command);
	else
		write_program(out);
}
