// SPDX-License-Identifier: MIT
// Completion for bash, in a script that needs no other. Where it offers nothing, bash offers files.
#include "cli/cli.h"

#include <string.h>

static const char head[] =
	"# bash completion of rafter, made from its tables of commands and options\n"
	"# shellcheck shell=bash disable=SC2207\n"
	"\n"
	"_rafter_words() { # WORD...\n"
	"\tlocal word\n"
	"\tfor word; do\n"
	"\t\t[[ $word != \"$cur\"* ]] || COMPREPLY+=(\"$word\")\n"
	"\tdone\n"
	"}\n"
	"\n"
	"# The names of a list, from the program that is being completed.\n"
	"_rafter_entries() { # LIST\n"
	"\tlocal name\n"
	"\twhile read -r name _; do\n"
	"\t\t[[ $name != \"$cur\"* ]] || COMPREPLY+=(\"$name\")\n"
	"\tdone < <(\"${COMP_WORDS[0]/#\\~/$HOME}\" list \"$1\" 2>/dev/null | tail -n +2)\n"
	"}\n"
	"\n"
	"# Files beside the names above; alone they are bash's own affair.\n"
	"_rafter_files() {\n"
	"\tlocal name\n"
	"\t[[ ${#COMPREPLY[@]} -gt 0 ]] || return 0\n"
	"\tcompopt -o filenames 2>/dev/null\n"
	"\twhile IFS= read -r name; do\n"
	"\t\tCOMPREPLY+=(\"$name\")\n"
	"\tdone < <(compgen -f -- \"$cur\")\n"
	"}\n"
	"\n"
	"_rafter_no_files() {\n"
	"\tcompopt +o bashdefault +o default 2>/dev/null\n"
	"}\n"
	"\n"
	"_rafter() {\n"
	"\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}\n"
	"\tlocal options='' valued='' words=() i\n"
	"\tCOMPREPLY=()\n"
	"\tif [[ $cur == = ]]; then\n"
	"\t\tcur=''\n"
	"\telif [[ $prev == = && $COMP_CWORD -gt 2 ]]; then\n"
	"\t\tprev=${COMP_WORDS[COMP_CWORD - 2]}\n"
	"\tfi\n";

// The words of a command that are no options and no values of them.
static const char count_words[] =
	"\tfor ((i = 2; i < COMP_CWORD; i++)); do\n"
	"\t\tif [[ \" $valued \" == *\" ${COMP_WORDS[i]} \"* ]]; then\n"
	"\t\t\t[[ ${COMP_WORDS[i + 1]} != = ]] || ((i++))\n"
	"\t\t\t((i++))\n"
	"\t\telif [[ ${COMP_WORDS[i]} != -* ]]; then\n"
	"\t\t\twords+=(\"${COMP_WORDS[i]}\")\n"
	"\t\tfi\n"
	"\tdone\n"
	"\tif [[ $cur == -* ]]; then\n"
	"\t\t_rafter_no_files\n"
	"\t\t# shellcheck disable=SC2086 # words\n"
	"\t\t_rafter_words $options\n"
	"\t\treturn\n"
	"\tfi\n";

static void put_commands(FILE *out)
{
	for (const struct command *command = commands; command->name; command++)
		fprintf(out, " %s", command->name);
}

static void put_names(FILE *out, const struct command *command, bool valued_alone)
{
	const char *space = "";
	for (const struct option_row *row = option_rows(); row->name; row++) {
		if (!(row->commands & command->bit) || (valued_alone && row->kind == OPTION_FLAG))
			continue;
		fprintf(out, "%s--%s", space, row->name);
		space = " ";
		if (row->letter)
			fprintf(out, " -%c", row->letter);
	}
}

// What stands for the value of an option.
static void put_value(FILE *out, const struct option_row *row)
{
	const char *list = option_list(row);
	if (row->choices || !option_takes_file(row))
		fputs(" _rafter_no_files;", out);
	if (row->choices) {
		fputs(" _rafter_words", out);
		for (const char *const *choice = row->choices; *choice; choice++)
			fprintf(out, " '%s'", *choice);
		fputc(';', out);
	}
	if (list)
		fprintf(out, " _rafter_entries %s;", list);
	if (list && option_takes_file(row))
		fputs(" _rafter_files;", out);
	fputs(" return ;;\n", out);
}

static void put_values(FILE *out)
{
	fputs("\tcase $command:$prev in\n", out);
	for (const struct command *command = commands; command->name; command++) {
		for (const struct option_row *row = option_rows(); row->name; row++) {
			if (!(row->commands & command->bit) || row->kind == OPTION_FLAG)
				continue;
			fprintf(out, "\t%s:--%s", command->name, row->name);
			if (row->letter)
				fprintf(out, " | %s:-%c", command->name, row->letter);
			fputc(')', out);
			put_value(out, row);
		}
	}
	fputs("\tesac\n", out);
}

static void put_lists(FILE *out, const struct command *command)
{
	fprintf(out, "\t%s:0)\n\t\t_rafter_no_files\n\t\t_rafter_words", command->name);
	for (const char *const *name = rafter_list_names(); *name; name++) {
		if (list_has(command, *name))
			fprintf(out, " %s", *name);
	}
	fputs("\n\t\t;;\n", out);
	if (strstr(command->arguments, "NAME"))
		fprintf(out, "\t%s:1)\n\t\t_rafter_no_files\n\t\t_rafter_entries \"${words[0]}\"\n\t\t;;\n", command->name);
}

// What the words of a command are, by the names that help calls them; INPUT and FILE are bash's own affair.
static void put_arguments(FILE *out)
{
	fputs("\tcase $command:${#words[@]} in\n", out);
	for (const struct command *command = commands; command->name; command++) {
		bool lists = strstr(command->arguments, "WHAT");
		if (lists)
			put_lists(out, command);
		if (lists || !*command->arguments)
			fprintf(out, "\t%s:*) _rafter_no_files ;;\n", command->name);
	}
	fputs("\tesac\n", out);
}

void complete_bash_write(FILE *out)
{
	fputs(head, out);
	fputs("\tif [[ $COMP_CWORD -eq 1 ]]; then\n\t\t_rafter_no_files\n\t\t_rafter_words", out);
	put_commands(out);
	fputs(" help --help --version\n\t\treturn\n\tfi\n\tcase $command in\n", out);
	for (const struct command *command = commands; command->name; command++) {
		fprintf(out, "\t%s)\n\t\toptions='", command->name);
		put_names(out, command, false);
		fputs("'\n\t\tvalued='", out);
		put_names(out, command, true);
		fputs("'\n\t\t;;\n", out);
	}
	fputs("\thelp)\n\t\t_rafter_no_files\n\t\t[[ $COMP_CWORD -ne 2 ]] || _rafter_words", out);
	put_commands(out);
	fputs("\n\t\treturn\n\t\t;;\n\t*) return ;;\n\tesac\n", out);
	put_values(out);
	fputs(count_words, out);
	put_arguments(out);
	fputs("}\n\ncomplete -o bashdefault -o default -F _rafter rafter\n", out);
}
