// SPDX-License-Identifier: MIT
// Completion for fish.
#include "cli/cli.h"

#include <string.h>

static const char head[] =
	"# fish completion of rafter, made from its tables of commands and options\n"
	"\n"
	"function __rafter_no_command\n"
	"\ttest (count (commandline -opc)) -eq 1\n"
	"end\n"
	"\n"
	"function __rafter_command # COMMAND\n"
	"\tset -l tokens (commandline -opc)\n"
	"\ttest (count $tokens) -ge 2; and test $tokens[2] = $argv[1]\n"
	"end\n"
	"\n"
	"# The words of the command that are no options and no values of them.\n"
	"function __rafter_words # VALUED-OPTION...\n"
	"\tset -l tokens (commandline -opc)\n"
	"\tset -l value no\n"
	"\tfor token in $tokens[3..-1]\n"
	"\t\tif test $value = yes\n"
	"\t\t\tset value no\n"
	"\t\telse if contains -- $token $argv\n"
	"\t\t\tset value yes\n"
	"\t\telse if not string match -q -- '-*' $token\n"
	"\t\t\techo $token\n"
	"\t\tend\n"
	"\tend\n"
	"end\n"
	"\n"
	"# The names of a list, with what stands beside them, from the program that is being completed.\n"
	"function __rafter_entries # LIST\n"
	"\tset -l program (commandline -opc)[1]\n"
	"\teval $program list $argv[1] 2>/dev/null | tail -n +2 | string replace -r '^(\\S+) *(.*?)(  .*)?$' '$1\\t$2'\n"
	"end\n"
	"\n"
	"complete -c rafter -f\n"
	"complete -c rafter -n __rafter_no_command -l version -d 'print the version'\n"
	"complete -c rafter -n __rafter_no_command -s h -l help -d 'print the commands'\n"
	"complete -c rafter -n __rafter_no_command -a help -d 'tell the options of a command'\n";

static void put_quoted(FILE *out, const char *text)
{
	fputc('\'', out);
	put_escaped(out, text, "'\\", "\\");
	fputc('\'', out);
}

static void put_value(FILE *out, const struct option_row *row)
{
	const char *list = option_list(row);
	fputs(option_takes_file(row) ? " -r -F" : " -x", out);
	if (row->choices) {
		fputs(" -a '", out);
		for (const char *const *choice = row->choices; *choice; choice++)
			fprintf(out, "%s%s", choice == row->choices ? "" : " ", *choice);
		fputc('\'', out);
	} else if (list) {
		fprintf(out, " -a '(__rafter_entries %s)'", list);
	}
}

static void put_options(FILE *out, const struct command *command)
{
	for (const struct option_row *row = option_rows(); row->name; row++) {
		if (!(row->commands & command->bit))
			continue;
		fprintf(out, "complete -c rafter -n '__rafter_command %s'", command->name);
		if (row->letter)
			fprintf(out, " -s %c", row->letter);
		fprintf(out, " -l %s", row->name);
		if (row->kind != OPTION_FLAG)
			put_value(out, row);
		fputs(" -d ", out);
		put_quoted(out, row->doc);
		fputc('\n', out);
	}
}

// "(__rafter_words --output -o ...)": the options whose values do not count.
static void put_words(FILE *out, const struct command *command)
{
	fputs("(__rafter_words", out);
	for (const struct option_row *row = option_rows(); row->name; row++) {
		if (!(row->commands & command->bit) || row->kind == OPTION_FLAG)
			continue;
		fprintf(out, " --%s", row->name);
		if (row->letter)
			fprintf(out, " -%c", row->letter);
	}
	fputc(')', out);
}

// A test for how many words stand there already.
static void put_count(FILE *out, const struct command *command, int count)
{
	fprintf(out, "complete -c rafter -n '__rafter_command %s; and test (count ", command->name);
	put_words(out, command);
	fprintf(out, ") -eq %d'", count);
}

static void put_arguments(FILE *out, const struct command *command)
{
	if (!strstr(command->arguments, "WHAT")) {
		if (*command->arguments)
			fprintf(out, "complete -c rafter -n '__rafter_command %s' -F\n", command->name);
		return;
	}
	put_count(out, command, 0);
	fputs(" -a '", out);
	for (const char *const *name = rafter_list_names(); *name; name++) {
		if (list_has(command, *name))
			fprintf(out, "%s%s", name == rafter_list_names() ? "" : " ", *name);
	}
	fputs("'\n", out);
	if (!strstr(command->arguments, "NAME"))
		return;
	put_count(out, command, 1);
	fputs(" -a '(__rafter_entries ", out);
	put_words(out, command);
	fputs("[1])'\n", out);
}

void complete_fish_write(FILE *out)
{
	fputs(head, out);
	for (const struct command *command = commands; command->name; command++) {
		fprintf(out, "complete -c rafter -n __rafter_no_command -a %s -d ", command->name);
		put_quoted(out, command->doc);
		fprintf(out, "\ncomplete -c rafter -n '__rafter_command help' -a %s -d ", command->name);
		put_quoted(out, command->doc);
		fputc('\n', out);
		put_options(out, command);
		put_arguments(out, command);
	}
}
