// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct command commands[] = {
	{"draw", COMMAND_DRAW, "INPUT...", "draw one chart, as SVG, PNG or PDF", "rafter draw samples/h100-transformer.json -o chart.svg -o chart.pdf", draw_run},
	{"analyze", COMMAND_ANALYZE, "INPUT...", "print the numbers behind the chart", "rafter analyze samples/h100-transformer.json --format markdown",
		analyze_run},
	{"batch", COMMAND_BATCH, "INPUT...", "draw many charts: inputs x hardware x formats",
		"rafter batch samples/h100-transformer.json --hardware 'nvidia-h*' -o 'charts/{hardware}.svg'", batch_run},
	{"check", COMMAND_CHECK, "INPUT...", "hold the points to gates, for CI: exit 1 when one is not met",
		"rafter check samples/h100-transformer.json --rule 'point=/proj/: roof>=0.4'", check_run},
	{"report", COMMAND_REPORT, "INPUT...", "put charts and their tables into one file, as HTML, PDF or Markdown",
		"rafter report samples/h100-transformer.json samples/network.json -o report.html", report_run},
	{"import", COMMAND_IMPORT, "FILE...", "turn tables and profiler files into a spec (JSON)", "rafter import samples/import/table/kernels.csv -o kernels.json",
		import_run},
	{"list", COMMAND_LIST, "WHAT", "list what rafter knows", "rafter list hardware", list_run},
	{"show", COMMAND_SHOW, "WHAT NAME", "show one entry of a list in full, sources included", "rafter show hardware nvidia-h100-sxm", show_run},
	{"schema", COMMAND_SCHEMA, "", "print the JSON Schema of a spec, for editors and validators", "rafter schema -o rafter-1.schema.json", schema_run},
	{0},
};

const struct exit_code exit_codes[] = {
	{0, NULL, "done"},
	{1, "check", "a gate of 'rafter check' was not met"},
	{2, NULL, "the command line is wrong"},
	{3, NULL, "the input is wrong or over a limit"},
	{4, NULL, "reading or writing failed"},
	{70, NULL, "a bug in rafter"},
	{0},
};

enum { NAME_COLUMN = 9, EXIT_UNMET = 1, EXIT_USAGE = 2, EXIT_WRITE = 4, EXIT_BUG = 70 };

// A file opened while descriptor 0, 1 or 2 is closed would become that stream. A read-only (or write-only) stand-in keeps the failure where it belongs.
static void keep_standard_streams(void)
{
	static const int flags[] = {O_WRONLY, O_RDONLY, O_RDONLY};
	for (int fd = 0; fd < 3; fd++) {
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", flags[fd]) < 0)
			_exit(EXIT_WRITE);
	}
}

// A failed assertion, or GLib out of memory: said, and told apart from wrong input by the exit code.
static void end_as_bug(int number)
{
	static const char text[] = "rafter: this is a bug in rafter; the line above says where\n";
	(void)number;
	ssize_t said = write(STDERR_FILENO, text, sizeof text - 1);
	(void)said;
	_exit(EXIT_BUG);
}

static void print_usage(FILE *out)
{
	fputs("usage: rafter COMMAND [OPTION]...\n\n", out);
	for (const struct command *command = commands; command->name; command++)
		fprintf(out, "  %-*s%s\n", NAME_COLUMN, command->name, command->doc);
	fputs("\n'rafter COMMAND --help' or 'rafter help COMMAND' tells its options, 'rafter --version' the version.\n", out);
}

static void print_help(FILE *out)
{
	fputs("rafter draws roofline charts: hardware ceilings and measured points in, a chart for a paper or a web page out.\n\n", out);
	print_usage(out);
	fputs("\nexamples:\n", out);
	for (const struct command *command = commands; command->name; command++)
		fprintf(out, "  %s\n", command->example);
	fputs("\nexit codes:", out);
	for (const struct exit_code *code = exit_codes; code->doc; code++) {
		if (!code->command || find_command(code->command))
			fprintf(out, "%s %d %s", code == exit_codes ? "" : ",", code->code, code->doc);
	}
	fputc('\n', out);
}

// Help goes through the one writer, so that a closed or full standard output is an error here too.
static bool write_help(struct cli *cli, const struct command *command)
{
	struct out_file file = {.path = "-"};
	char *text = NULL;
	FILE *out = open_memstream(&text, &file.bytes.size);
	if (!out)
		return cli_error(cli, "bug", "no memory for the help text");
	if (command)
		options_help(command, out);
	else
		print_help(out);
	bool whole = !ferror(out);
	whole = fclose(out) == 0 && whole;
	file.bytes.data = (unsigned char *)text;
	if (!whole) {
		rafter_bytes_free(&file.bytes);
		return cli_error(cli, "bug", "no memory for the help text");
	}
	return write_files(cli, &file, 1);
}

static bool write_version(struct cli *cli)
{
	struct rafter_bytes bytes = {.data = cli_alloc(NULL, 64)};
	bytes.size = (size_t)snprintf((char *)bytes.data, 64, "rafter %s\n", rafter_version());
	return write_bytes(cli, NULL, bytes);
}

const struct command *find_command(const char *name)
{
	for (const struct command *command = commands; command->name; command++) {
		if (!strcmp(command->name, name))
			return command;
	}
	return NULL;
}

static bool unknown_command(struct cli *cli, const char *name)
{
	const char *names[sizeof commands / sizeof *commands] = {NULL};
	for (size_t i = 0; commands[i].name; i++)
		names[i] = commands[i].name;
	char *joined = cli_join(names), *guess = cli_did_you_mean(name, names);
	if (name[0] == '-')
		cli_error(cli, "usage", "expected a command (%s) before the options, found '%s'", joined, name);
	else
		cli_error(cli, "usage", "unknown command '%s'%s", name, *guess ? guess : "");
	free(joined);
	free(guess);
	return false;
}

// rafter help [COMMAND]
static bool help_run(struct cli *cli, int argc, char **argv)
{
	if (argc > 1)
		return cli_error(cli, "usage", "expected one command, rafter help COMMAND, found %d", argc);
	const struct command *command = argc ? find_command(argv[0]) : NULL;
	return argc && !command ? unknown_command(cli, argv[0]) : write_help(cli, command);
}

static bool run(struct cli *cli, int argc, char **argv)
{
	const char *word = argv[1];
	if (!strcmp(word, "--help") || !strcmp(word, "-h"))
		return write_help(cli, NULL);
	if (!strcmp(word, "help"))
		return help_run(cli, argc - 2, argv + 2);
	if (!strcmp(word, "--version") || !strcmp(word, "-V"))
		return write_version(cli);
	if (!strcmp(word, "--generate"))
		return generate_run(cli, argc - 2, argv + 2);
	const struct command *command = find_command(word);
	if (!command)
		return unknown_command(cli, word);
	cli->command = command;
	if (!options_parse(cli, argc - 1, argv + 1))
		return false;
	rafter_set_strict(cli->chart, cli->strict);
	return cli->help ? write_help(cli, command) : command->run(cli);
}

static void free_charts(struct cli *cli)
{
	for (size_t i = 0; i < cli->more.count; i++)
		rafter_free(cli->more.items[i]);
	free(cli->more.items);
	rafter_free(cli->chart);
	rafter_bytes_free(&cli->standard_input);
}

static void free_words(struct cli *cli)
{
	struct words *lists[] = {&cli->arguments, &cli->outputs, &cli->hardware, &cli->peaks, &cli->bandwidths, &cli->kernels, &cli->params, &cli->settings,
		&cli->work, &cli->times, &cli->renames, &cli->include, &cli->exclude, &cli->rules};
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		free(lists[i]->items);
	free(cli->reads.items);
}

int main(int argc, char **argv)
{
	keep_standard_streams();
	// A file-size limit is then an error of write() like any other, after which the temporary file is removed.
	signal(SIGXFSZ, SIG_IGN);
	signal(SIGABRT, end_as_bug);
	signal(SIGTRAP, end_as_bug);
	if (argc < 2) {
		print_usage(stderr);
		return EXIT_USAGE;
	}
	struct cli cli = {.chart = rafter_new()};
	bool done = run(&cli, argc, argv);
	if (!done && !messages_exit_code(&cli))
		cli_error(&cli, "bug", "the command failed and did not say why");
	int code = messages_exit_code(&cli);
	code = code > cli.worst ? code : cli.worst;
	messages_print(&cli);
	if (rafter_exit_code(cli.chart) == EXIT_USAGE)
		fprintf(stderr, "'rafter %s%s--help' tells more\n", cli.command ? cli.command->name : "", cli.command ? " " : "");
	free_charts(&cli);
	free_words(&cli);
	return code || !cli.unmet ? code : EXIT_UNMET;
}
