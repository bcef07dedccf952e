// SPDX-License-Identifier: MIT
// Completion for zsh: a function for fpath, which may also be sourced.
#include "cli/cli.h"

#include <string.h>

static const char head[] =
	"#compdef rafter\n"
	"# zsh completion of rafter, made from its tables of commands and options\n"
	"\n"
	"# The names of a list, with what stands beside them, from the program that is being completed.\n"
	"_rafter_entries() { # LIST\n"
	"\tlocal name rest\n"
	"\tlocal -a entries\n"
	"\t_call_program $1 $program list $1 2>/dev/null | while read -r name rest; do\n"
	"\t\tentries+=(\"${name//:/\\\\:}:${rest%%  *}\")\n"
	"\tdone\n"
	"\tshift entries\n"
	"\t_describe -t $1 $1 entries\n"
	"}\n"
	"\n"
	"_rafter_commands() { # MORE...\n"
	"\tlocal -a commands=(\n\t\t\"$@\"\n";

// A text inside '...', where zsh's own specifications need more characters escaped.
static void put_quoted(FILE *out, const char *text, const char *special)
{
	for (const char *c = text; *c; c++) {
		if (*c == '\'')
			fputs("'\\''", out);
		else
			fprintf(out, "%s%c", strchr(special, *c) ? "\\" : "", *c);
	}
}

static void put_action(FILE *out, const struct option_row *row)
{
	const char *list = option_list(row);
	if (row->choices) {
		fputc('(', out);
		for (const char *const *choice = row->choices; *choice; choice++)
			fprintf(out, "%s%s", choice == row->choices ? "" : " ", *choice);
		fputc(')', out);
	} else if (list && option_takes_file(row)) {
		fprintf(out, "{_rafter_entries %s; _files}", list);
	} else if (list) {
		fprintf(out, "{_rafter_entries %s}", list);
	} else {
		fputs(option_takes_file(row) ? "_files" : " ", out);
	}
}

// '(-T --type)'{-T+,--type=}'[doc]:FORMAT:action'; a star where it may be given again.
static void put_option(FILE *out, const struct option_row *row)
{
	const char *value = row->kind == OPTION_FLAG ? "" : "=", *letter_value = row->kind == OPTION_FLAG ? "" : "+";
	fputs("\t\t\t", out);
	if (row->kind == OPTION_WORDS)
		fputs("'*'", out);
	else if (row->letter)
		fprintf(out, "'(-%c --%s)'", row->letter, row->name);
	if (row->letter)
		fprintf(out, "{-%c%s,--%s%s}", row->letter, letter_value, row->name, value);
	else
		fprintf(out, "--%s%s", row->name, value);
	fputs("'[", out);
	put_quoted(out, row->doc, "[]\\");
	fputc(']', out);
	if (row->kind != OPTION_FLAG) {
		fputc(':', out);
		put_quoted(out, row->argument, ":\\");
		fputc(':', out);
		put_action(out, row);
	}
	fputs("' \\\n", out);
}

static void put_lists(FILE *out, const struct command *command)
{
	fputs("\t\t\t'1:WHAT:(", out);
	for (const char *const *name = rafter_list_names(); *name; name++) {
		if (list_has(command, *name))
			fprintf(out, "%s%s", name == rafter_list_names() ? "" : " ", *name);
	}
	fputs(")'", out);
	if (strstr(command->arguments, "NAME"))
		fputs(" \\\n\t\t\t'2:NAME:{_rafter_entries $line[1]}'", out);
	fputc('\n', out);
}

static void put_command(FILE *out, const struct command *command)
{
	fprintf(out, "\t%s)\n\t\t_arguments -s -S \\\n", command->name);
	for (const struct option_row *row = option_rows(); row->name; row++) {
		if (row->commands & command->bit)
			put_option(out, row);
	}
	if (strstr(command->arguments, "WHAT"))
		put_lists(out, command);
	else if (*command->arguments)
		fprintf(out, "\t\t\t'*:%s:_files'\n", strstr(command->arguments, "FILE") ? "FILE" : "INPUT");
	else
		fputs("\t\t\t':: :'\n", out);
	fputs("\t\t;;\n", out);
}

void complete_zsh_write(FILE *out)
{
	fputs(head, out);
	for (const struct command *command = commands; command->name; command++) {
		fprintf(out, "\t\t'%s:", command->name);
		put_quoted(out, command->doc, ":\\");
		fputs("'\n", out);
	}
	fputs("\t)\n\t_describe -t commands command commands\n}\n\n"
		"_rafter() {\n"
		"\tlocal program=$words[1] curcontext=$curcontext state\n"
		"\tlocal -a line\n"
		"\tlocal -A opt_args\n"
		"\t_arguments -C '(- *)--version[print the version]' '(- *)'{-h,--help}'[print the commands]' '1:command:->command' '*:: :->words'\n"
		"\tcase $state in\n"
		"\tcommand)\n\t\t_rafter_commands 'help:tell the options of a command'\n\t\treturn\n\t\t;;\n"
		"\twords) ;;\n"
		"\t*) return ;;\n"
		"\tesac\n"
		"\tcase $words[1] in\n", out);
	for (const struct command *command = commands; command->name; command++)
		put_command(out, command);
	fputs("\thelp) _arguments '1:command:_rafter_commands' ;;\n\tesac\n}\n\n"
		"if [[ $funcstack[1] == _rafter ]]; then\n\t_rafter \"$@\"\nelse\n\tcompdef _rafter rafter\nfi\n", out);
}
