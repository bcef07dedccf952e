// SPDX-License-Identifier: MIT
// What the man pages say beside the tables, as scdoc: a row for every paragraph and the commands whose page has it.
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

enum {
	PROGRAM = 0, // rafter(1) alone
	CHART = COMMAND_DRAW | COMMAND_ANALYZE | COMMAND_BATCH | COMMAND_CHECK | COMMAND_REPORT
};

static const struct {
	unsigned commands;
	const char *text;
} paragraphs[] = {
	{PROGRAM, "rafter draws roofline charts: it takes the ceilings of a machine and points that were measured or worked out, and writes a chart as SVG, PNG or "
		"PDF, or the numbers behind it. The same input gives the same bytes on any day, in any folder, in any locale."},
	{PROGRAM, "Data goes to standard output, everything else to standard error. A command that fails leaves the old output files as they were."},
	{PROGRAM, "*rafter --generate* _WHAT_ prints what an installation has beside the program: *complete-bash*, *complete-zsh* or *complete-fish*, the completions of a "
		"shell, and *man* or *man* _COMMAND_, the source of a page (scdoc)."},
	{CHART | COMMAND_IMPORT, "An input is a spec (JSON, *rafter-spec*(5)), a table of points (CSV, TSV) or any profiler file that *rafter list importers* names; which one "
		"it is, is found by its content. *-* is standard input."},
	{CHART, "Several inputs are one chart: the points of all, in series named after the file where they have none."},
	{CHART, "The machine comes from *--hardware*, from *--peak* and *--bandwidth*, from the spec, or from the file of a profiler that names its device, in this order."},
	{COMMAND_DRAW, "The layout is made once and serves all outputs. Files are written whole: either all of them are new, or all are as they were."},
	{COMMAND_DRAW, "With *--watch* every round is told in one line on standard error: the time it took, or what was wrong. The folders of the files are watched, so that "
		"editors may save as they like. Ctrl-C ends it with exit status 0."},
	{COMMAND_DRAW, "What *--deps* writes is read by Make and Ninja. Names that no Make rule can hold (with *=*, *;*, a tab, a line break, a backslash at the end, or *%* in "
		"an output) are refused. With *--if-changed* an output may stay older than its inputs: in Ninja the rule is *restat = 1*."},
	{COMMAND_SCHEMA, "An editor that knows JSON Schema (draft 2020-12) completes and checks a spec whose key *$schema* names the file, as "
		"*\"$schema\": \"rafter-1.schema.json\"*. A hardware file uses *rafter-1.schema.json#/$defs/hardware*. The schema checks keys, types and choices; names, units and "
		"what does not fit together are checked by *rafter analyze*."},
};

static void put_lists(FILE *out, const struct command *command)
{
	fputs("\n_WHAT_ is one of", out);
	for (const char *const *name = rafter_list_names(); *name; name++) {
		if (list_has(command, *name))
			fprintf(out, "%s *%s*", name == rafter_list_names() ? "" : ",", *name);
	}
	fputs(".", out);
	if (strstr(command->arguments, "NAME"))
		fputs(" _NAME_ is what *rafter list* _WHAT_ has in its first column; of *hardware* and *links* words that fit one entry will do.", out);
	fputc('\n', out);
}

void man_write_text(FILE *out, const struct command *command)
{
	if (command && strstr(command->arguments, "WHAT"))
		put_lists(out, command);
	for (size_t i = 0; i < sizeof paragraphs / sizeof *paragraphs; i++) {
		if (command ? paragraphs[i].commands & command->bit : paragraphs[i].commands == PROGRAM)
			fprintf(out, "\n%s\n", paragraphs[i].text);
	}
}
