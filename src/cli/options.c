// SPDX-License-Identifier: MIT
// The table of options: what getopt_long is given, and what --help prints.
#include "cli/cli.h"

#include <assert.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum {
	JUDGED = COMMAND_DRAW | COMMAND_ANALYZE | COMMAND_CHECK | COMMAND_REPORT,
	PICTURES = COMMAND_DRAW | COMMAND_BATCH,
	CHARTS = JUDGED | COMMAND_IMPORT | COMMAND_BATCH,
	LISTS = COMMAND_LIST | COMMAND_SHOW,
	FIRST_CODE = 256,
	MAX_ROWS = 96
};

static const char *const text_choices[] = {"text", "outline", NULL};
static const char *const colour_choices[] = {"auto", "always", "never", NULL};
static const char *const report_choices[] = {"table", "json", "csv", "markdown", NULL};
static const char *const document_choices[] = {"html", "pdf", "markdown", NULL};
static const char *const list_choices[] = {"table", "json", NULL};

static const char *const group_choices[] = {"launch", "name", "name+shape", "all", NULL};
static const char *const each_choices[] = {"point", "series", "hardware", "input", NULL};
static const char *const check_choices[] = {"table", "json", "markdown", NULL};
static const char *const compare_choices[] = {"time", "performance", "roof", NULL};
static const char *const reaction_choices[] = {"fail", "warn", NULL};
static const char *const by_choices[] = {"time", "flops", NULL};
static const char *const draw_by_choices[] = {"time", "flops", "performance", "roof", NULL};

#define AT(field) offsetof(struct cli, field)

static const struct option_row rows[] = {
	{"output", 'o', OPTION_WORDS, AT(outputs), "FILE", NULL, COMMAND_DRAW,
		"write here: the suffix says the format, '-' is standard output; may be repeated, for one layout in several files"},
	{"output", 'o', OPTION_WORDS, AT(outputs), "FILE", NULL, COMMAND_REPORT,
		"write here: the suffix says the format (html, pdf, md), '-' is standard output; may be repeated. Beside report.md stand its pictures, report-1.svg ..."},
	{"output", 'o', OPTION_WORDS, AT(outputs), "TEMPLATE", NULL, COMMAND_BATCH,
		"names of the files, with {hardware} {vendor} {input} {series} {point} {format} {theme}"},
	{"output", 'o', OPTION_WORDS, AT(outputs), "FILE", NULL, COMMAND_ALL & ~(COMMAND_DRAW | COMMAND_BATCH | COMMAND_REPORT), "write here rather than to standard output"},
	{"type", 'T', OPTION_WORD, AT(type), "FORMAT", NULL, COMMAND_DRAW, "svg, png or pdf, where no suffix says it"},
	{"type", 'T', OPTION_WORD, AT(type), "FORMAT,...", NULL, COMMAND_BATCH, "svg, png, pdf, or several of them"},
	{"each", 0, OPTION_WORD, AT(each), "point|series|hardware|input", each_choices, COMMAND_BATCH,
		"a chart for every point or series of an input and every machine; for every machine, with all inputs in it; for every input, with all machines in it (default: "
		"for every input and every machine)"},
	{"threads", 'j', OPTION_WORD, AT(threads), "N", NULL, COMMAND_BATCH, "so many charts at once (default: as many as there are cores); the files are the same"},
	{"manifest", 0, OPTION_WORD, AT(manifest), "FILE", NULL, COMMAND_BATCH, "write what was drawn, with SHA-256, sizes and warnings, as JSON"},
	{"resume", 0, OPTION_FLAG, AT(resume), NULL, NULL, COMMAND_BATCH, "go on with a batch that was stopped: leave what its --manifest has, made of the same things"},
	{"shared-frame", 0, OPTION_FLAG, AT(shared_frame), NULL, NULL, COMMAND_BATCH, "the same axes for all charts, so that they can be laid upon each other"},
	{"contact-sheet", 0, OPTION_WORD, AT(contact_sheet), "FILE", NULL, COMMAND_BATCH,
		"all charts as small multiples with one frame and one legend: FILE.pdf has pages, of FILE.svg and FILE.png there may be several, FILE-2.svg ..."},
	{"shard", 0, OPTION_WORD, AT(shard), "I/N", NULL, COMMAND_BATCH, "only the I-th of N parts of the charts, for N machines that share the work"},
	{"keep-going", 0, OPTION_FLAG, AT(keep_going), NULL, NULL, COMMAND_BATCH, "go on after a chart that failed (default)"},
	{"fail-fast", 0, OPTION_FLAG, AT(fail_fast), NULL, NULL, COMMAND_BATCH, "begin no other chart after one that failed"},
	{"format", 0, OPTION_WORD, AT(format), "table|json|csv|markdown", report_choices, COMMAND_ANALYZE,
		"how the numbers are printed (default: by the suffix of -o, else table)"},
	{"format", 0, OPTION_WORD, AT(format), "table|json|markdown", check_choices, COMMAND_CHECK,
		"how the result is printed (default: by the suffix of -o, else table)"},
	{"format", 0, OPTION_WORD, AT(format), "html|pdf|markdown", document_choices, COMMAND_REPORT,
		"what is written where no suffix says it; Markdown for standard output and files without a suffix has no pictures"},
	{"one-chart", 0, OPTION_FLAG, AT(one_chart), NULL, NULL, COMMAND_REPORT,
		"all inputs and all hardware in one chart, as 'rafter draw' makes it, rather than a chart for each INPUT on each --hardware"},
	{"title", 0, OPTION_WORD, AT(title), "TEXT", NULL, COMMAND_REPORT, "of the document; a chart's own is set by --set title=TEXT"},
	{"format", 0, OPTION_WORD, AT(format), "table|json", list_choices, LISTS, "how the list is printed (default: by the suffix of -o, else table)"},
	{"hardware", 0, OPTION_WORDS, AT(hardware), "NAME|PATTERN|FILE", NULL, COMMAND_BATCH,
		"devices of the catalogue by name or by pattern ('nvidia-*', all), or a file of ceilings; may be repeated"},
	{"hardware", 0, OPTION_WORDS, AT(hardware), "NAME|FILE", NULL, JUDGED,
		"a device of the catalogue ('rafter list hardware'), or a file of ceilings; may be repeated for several machines"},
	{"peak", 0, OPTION_WORDS, AT(peaks), "[NAME=]RATE", NULL, JUDGED, "a compute ceiling, as '67 TFLOP/s' or 'FP32=67 TFLOP/s'; may be repeated"},
	{"bandwidth", 0, OPTION_WORDS, AT(bandwidths), "[NAME=]RATE", NULL, JUDGED, "a memory ceiling, as '3.35 TB/s' or 'HBM=3.35 TB/s'; may be repeated"},
	{"kernel", 0, OPTION_WORDS, AT(kernels), "NAME|FORMULAS", NULL, JUDGED,
		"one point of a kernel: 'rafter list kernels', or as 'flops=2*b*d*f; bytes=2*(b*d+d*f+b*f)'"},
	{"param", 0, OPTION_WORDS, AT(params), "NAME=VALUE", NULL, JUDGED, "a parameter of --kernel, as b=512 or dtype=bf16; may be repeated"},
	{"from", 0, OPTION_WORD, AT(from), "IMPORTER", NULL, CHARTS, "read the inputs as this ('rafter list importers'), whatever they look like"},
	{"ceilings", 0, OPTION_FLAG, AT(ceilings), NULL, NULL, COMMAND_IMPORT, "the ceilings of the files rather than their points, as a hardware object"},
	{"device", 0, OPTION_WORD, AT(device), "N|NAME|all", NULL, CHARTS, "which machine of a file of ceilings that has several"},
	{"work", 0, OPTION_WORDS, AT(work), "FILE", NULL, CHARTS, "FLOPs and bytes of one launch, by kernel name or /expression/, for files that have only times"},
	{"times", 0, OPTION_WORDS, AT(times), "FILE", NULL, CHARTS, "times by kernel name, for counters that were taken in another run"},
	{"include", 0, OPTION_WORDS, AT(include), "REGEX", NULL, CHARTS, "only points whose name this is found in; may be repeated"},
	{"exclude", 0, OPTION_WORDS, AT(exclude), "REGEX", NULL, CHARTS, "no points whose name this is found in; may be repeated"},
	{"rename", 0, OPTION_WORDS, AT(renames), "FILE", NULL, CHARTS, "labels, series, colours and markers by kernel name: a table or a JSON object"},
	{"group", 0, OPTION_WORD, AT(group), "launch|name|name+shape|all", group_choices, CHARTS,
		"what is added up into one point: nothing (default), launches of one name, of one name and shape, or everything"},
	{"top", 0, OPTION_WORD, AT(top), "N", NULL, CHARTS, "only the N points with the longest time"},
	{"by", 0, OPTION_WORD, AT(by), "time|flops", by_choices, CHARTS & ~(COMMAND_CHECK | COMMAND_DRAW), "what --top goes by"},
	{"by", 0, OPTION_WORD, AT(by), "time|flops|performance|roof", draw_by_choices, COMMAND_DRAW,
		"what --top goes by (time, the default, or flops), and with --baseline what is compared (performance, the default, time or roof)"},
	{"clock", 0, OPTION_FLAG, AT(clock), NULL, NULL, CHARTS, "scale datasheet peaks to the clock that the points were measured at"},
	{"unit", 0, OPTION_WORD, AT(unit), "UNIT", NULL, CHARTS, "of the values of a file that names none, as TFLOP/s"},
	{"flops-counter", 0, OPTION_WORD, AT(flops_counter), "NAME", NULL, CHARTS, "the counter of a benchmark that holds its FLOPs"},
	{"tensor-flops", 0, OPTION_WORD, AT(tensor_flops), "N", NULL, CHARTS, "FLOPs of one tensor instruction, where nothing in the file states it"},
	{"set", 0, OPTION_WORDS, AT(settings), "PATH=VALUE", NULL, CHARTS, "set any key of the spec, as axes.x.min=0.1 or points[0].name=mine; may be repeated"},
	{"theme", 0, OPTION_WORD, AT(theme), "NAME|FILE", NULL, PICTURES | COMMAND_REPORT, "how it looks: 'rafter list themes', or a theme file"},
	{"size", 0, OPTION_WORD, AT(size), "NAME|WxH", NULL, PICTURES | COMMAND_REPORT, "'rafter list sizes', or as 3.5inx2.6in, 89mmx60mm, 1440x900px"},
	{"dpi", 0, OPTION_WORD, AT(dpi), "N", NULL, PICTURES, "pixels of a PNG per inch (default: 192 for sizes in px, 300 for physical ones)"},
	{"transparent", 0, OPTION_FLAG, AT(transparent), NULL, NULL, PICTURES, "no background"},
	{"svg-text", 0, OPTION_WORD, AT(svg_text), "text|outline", text_choices, PICTURES, "SVG with real text (default) or with outlines"},
	{"layout", 0, OPTION_WORD, AT(layout), "FILE", NULL, COMMAND_DRAW, "write where everything stands, as JSON"},
	{"layout", 0, OPTION_WORD, AT(layout), "FILE", NULL, COMMAND_BATCH, "write where everything on the --contact-sheet stands, as JSON"},
	{"deps", 0, OPTION_WORD, AT(deps), "FILE", NULL, PICTURES, "write which files were read for which outputs, as a rule for Make or Ninja"},
	{"if-changed", 0, OPTION_FLAG, AT(if_changed), NULL, NULL, PICTURES, "leave a file whose bytes would not change as it is, its time too"},
	{"watch", 0, OPTION_FLAG, AT(watch), NULL, NULL, COMMAND_DRAW,
		"draw again whenever a file that was read is saved, until Ctrl-C; an error is shown and leaves the picture as it was"},
	{"min-roof", 0, OPTION_WORD, AT(min_roof), "SHARE", NULL, COMMAND_CHECK, "the share of its roof that every point must reach, as 0.6 or 60%"},
	{"rule", 0, OPTION_WORDS, AT(rules), "RULE", NULL, COMMAND_CHECK,
		"what some points must reach, as 'series=gemm, precision=bf16: roof>=0.7, time<=4 ms': [series= point= precision= hardware=] a name or a /regular expression/, then "
		"roof, performance, time, intensity or headroom; may be repeated, the last one that fits a point counts, and it counts before --min-roof"},
	{"baseline", 0, OPTION_WORD, AT(baseline), "FILE", NULL, COMMAND_DRAW, "an earlier run: its points are faint, and an arrow leads from each to the new one"},
	{"baseline", 0, OPTION_WORD, AT(baseline), "FILE", NULL, COMMAND_CHECK, "an earlier run to compare with: any input, or what 'analyze --format json' wrote"},
	{"max-regression", 0, OPTION_WORD, AT(max_regression), "SHARE", NULL, COMMAND_CHECK,
		"how much worse than the baseline a point may be (default: 5%); a change that lies inside the ranges of both runs is none"},
	{"warn", 0, OPTION_WORD, AT(warn), "SHARE", NULL, COMMAND_CHECK, "how much worse is a warning, as 2%"},
	{"by", 0, OPTION_WORD, AT(compare_by), "time|performance|roof", compare_choices, COMMAND_CHECK,
		"what is compared with the baseline (default: time, or performance where no point has a time)"},
	{"unjudged", 0, OPTION_WORD, AT(unjudged), "fail|warn", reaction_choices, COMMAND_CHECK,
		"what a point without a value for its gate, or a rule that fits no point, is (default: fail)"},
	{"missing", 0, OPTION_WORD, AT(missing), "fail|warn", reaction_choices, COMMAND_CHECK, "what a point that only the baseline has is (default: warn)"},
	{"junit", 0, OPTION_WORD, AT(junit), "FILE", NULL, COMMAND_CHECK, "write the result as JUnit XML, too"},
	{"markdown", 0, OPTION_WORD, AT(markdown), "FILE", NULL, COMMAND_CHECK, "write the result as Markdown for a step summary, too: less than 900 kB, the worst first"},
	{"github", 0, OPTION_FLAG, AT(github), NULL, NULL, COMMAND_CHECK, "annotate on GitHub Actions: ::error and ::warning on standard error"},
	{"strict", 0, OPTION_FLAG, AT(strict), NULL, NULL, CHARTS, "warnings are errors"},
	{"quiet", 0, OPTION_FLAG, AT(quiet), NULL, NULL, COMMAND_ALL, "no warnings"},
	{"color", 0, OPTION_WORD, AT(color), "auto|always|never", colour_choices, COMMAND_ALL, "colour of the messages (default: auto; NO_COLOR is honoured)"},
	{"help", 'h', OPTION_FLAG, AT(help), NULL, NULL, COMMAND_ALL, "print this"},
	{0},
};

_Static_assert(sizeof rows / sizeof *rows <= MAX_ROWS, "room for every option in the arrays below");

const struct option_row *option_rows(void)
{
	return rows;
}

const char *option_list(const struct option_row *row)
{
	static const struct {
		const char *option, *list;
	} named[] = {{"from", "importers"}, {"hardware", "hardware"}, {"kernel", "kernels"}, {"size", "sizes"}, {"theme", "themes"}, {"type", "formats"}};
	for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
		if (!strcmp(row->name, named[i].option))
			return named[i].list;
	}
	return NULL;
}

bool option_takes_file(const struct option_row *row)
{
	return row->argument && strstr(row->argument, "FILE");
}

static const struct option_row *row_of(const struct cli *cli, int code)
{
	if (code >= FIRST_CODE)
		return &rows[code - FIRST_CODE];
	for (const struct option_row *row = rows; row->name; row++) {
		if (row->letter == code && row->commands & cli->command->bit)
			return row;
	}
	return NULL;
}

// "output" as "--output", a letter as "-o".
static bool unknown_option(struct cli *cli, const char *word)
{
	const char *names[MAX_ROWS] = {NULL};
	size_t count = 0;
	bool elsewhere = false;
	size_t length = strcspn(word, "=");
	char *name = strndup(word, length);
	for (const struct option_row *row = rows; row->name; row++) {
		if (row->commands & cli->command->bit)
			names[count++] = row->name;
		elsewhere |= name && !strncmp(name, "--", 2) && !strcmp(name + 2, row->name);
	}
	const char *guess = name && !strncmp(name, "--", 2) ? rafter_nearest(name + 2, names) : NULL;
	if (elsewhere)
		cli_error(cli, "usage", "'rafter %s' has no option '%s'", cli->command->name, name);
	else if (guess)
		cli_error(cli, "usage", "unknown option '%s', did you mean '--%s'?", name, guess);
	else
		cli_error(cli, "usage", "unknown option '%s'", name ? name : word);
	free(name);
	return false;
}

// getopt's '?': an unknown letter or word, an ambiguous beginning, or a value for a flag.
static bool refuse(struct cli *cli, char **argv)
{
	if (optopt >= FIRST_CODE)
		return cli_error(cli, "usage", "option '--%s' takes no value", rows[optopt - FIRST_CODE].name);
	if (optopt)
		return unknown_option(cli, (char[]){'-', (char)optopt, '\0'});
	return unknown_option(cli, argv[optind - 1]);
}

static bool check_choice(struct cli *cli, const struct option_row *row, const char *word)
{
	for (const char *const *choice = row->choices; choice && *choice; choice++) {
		if (!strcmp(*choice, word))
			return true;
	}
	if (!row->choices)
		return true;
	char *joined = cli_join(row->choices), *guess = cli_did_you_mean(word, row->choices);
	cli_error(cli, "usage", "option '--%s': expected %s, found '%s'%s", row->name, joined, word, guess);
	free(joined);
	free(guess);
	return false;
}

static bool store(struct cli *cli, const struct option_row *row, const char *word)
{
	void *field = (char *)cli + row->offset;
	if (row->kind == OPTION_FLAG) {
		*(bool *)field = true;
		return true;
	}
	if (!check_choice(cli, row, word))
		return false;
	if (row->kind == OPTION_WORDS)
		words_push(field, word);
	else
		*(const char **)field = word;
	return true;
}

static bool parse_with(struct cli *cli, int argc, char **argv, const char *letters, const struct option *longs)
{
	bool ok = true;
	opterr = 0;
	for (int code; (code = getopt_long(argc, argv, letters, longs, NULL)) != -1;) {
		const struct option_row *row = code == '?' || code == ':' ? NULL : row_of(cli, code);
		if (code == ':') {
			const struct option_row *lacking = row_of(cli, optopt);
			assert(lacking);
			ok = cli_error(cli, "usage", "option '--%s' needs a value (%s)", lacking->name, lacking->argument);
		} else if (!row) {
			ok = refuse(cli, argv);
		} else {
			ok = store(cli, row, optarg) && ok;
		}
	}
	for (int i = optind; i < argc; i++)
		words_push(&cli->arguments, argv[i]);
	return ok;
}

bool options_parse(struct cli *cli, int argc, char **argv)
{
	struct option longs[MAX_ROWS] = {{0}};
	char letters[2 * MAX_ROWS + 2] = ":", *letter = letters + 1;
	size_t count = 0;
	for (size_t i = 0; rows[i].name; i++) {
		if (!(rows[i].commands & cli->command->bit))
			continue;
		int argument = rows[i].kind == OPTION_FLAG ? no_argument : required_argument;
		longs[count++] = (struct option){rows[i].name, argument, NULL, FIRST_CODE + (int)i};
		if (rows[i].letter)
			*letter++ = rows[i].letter;
		if (rows[i].letter && argument == required_argument)
			*letter++ = ':';
	}
	*letter = '\0';
	return parse_with(cli, argc, argv, letters, longs);
}

// The text from column `indent` on, broken between words.
static void print_wrapped(FILE *out, const char *text, int indent)
{
	enum { WIDTH = 110 };
	int column = indent;
	for (const char *word = text; *word;) {
		int length = (int)strcspn(word, " ");
		if (column > indent && column + 1 + length > WIDTH) {
			fprintf(out, "\n%*s", indent, "");
			column = indent;
		}
		column += fprintf(out, "%s%.*s", column > indent ? " " : "", length, word);
		word += length + (word[length] == ' ');
	}
	fputc('\n', out);
}

void options_help(const struct command *command, FILE *out)
{
	enum { DOC_COLUMN = 39 };
	fprintf(out, "usage: rafter %s%s%s [OPTION]...\n\n%s\n\n", command->name, *command->arguments ? " " : "", command->arguments, command->doc);
	if (command->bit & LISTS) {
		char *names = list_names(command);
		fprintf(out, "WHAT is %s.%s\n\n", names, command->bit == COMMAND_SHOW ? " NAME is what 'rafter list WHAT' has in its first column." : "");
		free(names);
	}
	for (const struct option_row *row = rows; row->name; row++) {
		if (!(row->commands & command->bit))
			continue;
		int width = row->letter ? fprintf(out, "  -%c, --%s", row->letter, row->name) : fprintf(out, "      --%s", row->name);
		if (row->argument)
			width += fprintf(out, " %s", row->argument);
		fprintf(out, "%*s", width < DOC_COLUMN ? DOC_COLUMN - width : 1, "");
		print_wrapped(out, row->doc, DOC_COLUMN);
	}
	fprintf(out, "\nexample:\n  %s\n", command->example);
}
