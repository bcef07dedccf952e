// SPDX-License-Identifier: MIT
// The command line: one table of subcommands, one table of options, one reader and one writer of files. It uses rafter.h alone.
//
// Every error goes into the chart's messages (cli_error, or the library itself) and is printed at the end; the exit code follows from them.
#ifndef RAFTER_CLI_CLI_H
#define RAFTER_CLI_CLI_H

#include "rafter.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>

struct words {
	const char **items;
	size_t count;
};

// A file that was asked for, whether or not it could be read, and what it was before that (all zero: not there).
struct file_read {
	const char *path;
	struct stat status;
};

struct reads {
	struct file_read *items; // each path once, in the order of reading
	size_t count;
};

struct command;

struct cli {
	struct rafter *chart;
	const struct command *command; // NULL before one is known
	struct words arguments;        // what is left beside the options: INPUT..., WHAT, NAME
	struct words outputs, hardware, peaks, bandwidths, kernels, params, settings, work, times, renames, include, exclude, rules;
	const char *type, *theme, *size, *svg_text, *layout, *deps, *format, *from, *color, *dpi;
	const char *group, *top, *by, *unit, *flops_counter, *tensor_flops, *device, *each, *threads, *manifest, *shard, *contact_sheet;
	const char *baseline, *min_roof, *max_regression, *warn, *compare_by, *unjudged, *missing, *junit, *markdown;
	const char *title;
	bool transparent, strict, quiet, help, clock, ceilings, keep_going, fail_fast, resume, shared_frame, if_changed, watch, github, one_chart;
	bool unmet;                    // a gate of check was not met: exit 1 when nothing else went wrong
	struct reads reads;            // by read_file and map_file; standard input is none of them
	struct { struct rafter **items; size_t count; } more; // charts beside `chart`, of a command that makes several
	struct rafter_bytes standard_input;                   // kept for several charts; no data: not read yet
	int worst;                     // exit code of what was done apart from `chart`
};

enum {
	COMMAND_DRAW = 1 << 0,
	COMMAND_ANALYZE = 1 << 1,
	COMMAND_IMPORT = 1 << 2,
	COMMAND_LIST = 1 << 3,
	COMMAND_SHOW = 1 << 4,
	COMMAND_BATCH = 1 << 5,
	COMMAND_CHECK = 1 << 6,
	COMMAND_REPORT = 1 << 7,
	COMMAND_SCHEMA = 1 << 8,
	COMMAND_ALL = (1 << 9) - 1
};

struct command {
	const char *name;
	unsigned bit;
	const char *arguments, *doc; // "INPUT..." or "", "draw one chart, in one or more formats"
	const char *example;         // one that works
	bool (*run)(struct cli *cli);
};

extern const struct command commands[]; // ends with a NULL name
const struct command *find_command(const char *name); // NULL when there is none

// What a command ends with; the table ends with a NULL doc.
struct exit_code {
	int code;
	const char *command; // that has to be there, or NULL
	const char *doc;
};
extern const struct exit_code exit_codes[];

enum option_kind { OPTION_FLAG, OPTION_WORD, OPTION_WORDS };

struct option_row {
	const char *name;
	char letter;                // short form, or 0
	enum option_kind kind;
	size_t offset;              // of a bool, const char * or struct words in struct cli
	const char *argument;       // what its value is called; NULL for a flag
	const char *const *choices; // NULL: any word
	unsigned commands;
	const char *doc;
};

bool draw_run(struct cli *cli);
bool analyze_run(struct cli *cli);
bool check_run(struct cli *cli);
bool import_run(struct cli *cli);
bool report_run(struct cli *cli);
bool list_run(struct cli *cli);
bool show_run(struct cli *cli);
bool batch_run(struct cli *cli);
bool schema_run(struct cli *cli);

// Adds an error with one of the ids of rafter_add_error; false, so that it can be returned.
bool cli_error(struct cli *cli, const char *id, const char *format, ...) __attribute__((format(printf, 3, 4)));
// ", did you mean 'x'?" or "" (free).
char *cli_did_you_mean(const char *word, const char *const *choices);
// "a, b or c" (free).
char *cli_join(const char *const *choices);
// Ends the program with exit 70 when memory is out.
void *cli_alloc(void *old, size_t size);
void words_push(struct words *words, const char *word);

// Fills `cli` from argv (argv[0] is the command's name).
bool options_parse(struct cli *cli, int argc, char **argv);
// --help of one command.
void options_help(const struct command *command, FILE *out);

// The table of options; ends with a NULL name.
const struct option_row *option_rows(void);
// The list whose names are values of the option ("themes"), or NULL.
const char *option_list(const struct option_row *row);
// True when its value is, or may be, a file.
bool option_takes_file(const struct option_row *row);

// rafter --generate WHAT: what the build makes of these tables.
bool generate_run(struct cli *cli, int argc, char **argv);
// The source (scdoc) of rafter-COMMAND(1), or of rafter(1) when `command` is NULL.
void man_write(FILE *out, const struct command *command);
// The paragraphs of its description, as scdoc.
void man_write_text(FILE *out, const struct command *command);
// Text as scdoc: nothing in it is markup.
void man_put(FILE *out, const char *text);
void complete_bash_write(FILE *out);
void complete_zsh_write(FILE *out);
void complete_fish_write(FILE *out);
// `text` with `before` put before every character of `special`.
void put_escaped(FILE *out, const char *text, const char *special, const char *before);

// Digits alone, few enough for a long long.
bool cli_whole(const char *text, long long *value);
// SOURCE_DATE_EPOCH; stays as it is where that is not set.
bool cli_source_date(struct cli *cli, long long *seconds);

// False with an error when standard input is asked for more than once.
bool chart_check_standard_input(struct cli *cli);
// Inputs, hardware, baseline, settings, theme and size of the options, read and handed to the chart. Every one is tried, so that all errors come in one run.
bool chart_build(struct cli *cli);
// Inputs alone.
bool chart_add_inputs(struct cli *cli);
// Settings, theme and size alone; `theme`: false where it is given already.
bool chart_add_looks(struct cli *cli, bool theme);
// True when a word that may be a name of the list `what` or a file is a file.
bool chart_names_file(const char *what, const char *word);
// The inputs as files of ceilings.
bool chart_add_ceilings(struct cli *cli);

// The -o of a command that writes one file: NULL for standard output, "-" included. An error when there are several.
bool single_output(struct cli *cli, const char **path);
// What follows the last point of a file's name ("svg"), or "".
const char *suffix_of(const char *path);

// The format of a text that goes to `path` (NULL: standard output) when it is written in one.
struct suffix {
	const char *suffix; // "csv"
	const char *format; // NULL: any
};
// --format, else by the suffix, else `unsaid`. NULL with an error when the suffix is none of `known` (ends with a NULL suffix) or says another format.
const char *format_for(struct cli *cli, const char *path, const struct suffix *known, const char *unsaid);

// True when the list is one of list, or of show.
bool list_has(const struct command *command, const char *name);
// The WHATs of list or of show: "a, b or c" (free).
char *list_names(const struct command *command);
// The format of list and show.
const char *list_format(struct cli *cli, const char *path);
// The words of list and show: `expected` of them, the first one a list.
bool list_check(struct cli *cli, size_t expected, const char *shape);

// What the messages of all charts ask for: the worst.
int messages_exit_code(const struct cli *cli);
// All messages to standard error, of each only the line that says it while files are watched, and what several charts say once; or as they would be printed
// there (free).
void messages_print(struct cli *cli);
char *messages_text(struct cli *cli);

// What a chart's bytes are made with: --dpi, --transparent, --svg-text and SOURCE_DATE_EPOCH.
bool draw_options(struct cli *cli, struct rafter_output *options);

// The whole of a file, "-" for standard input; free bytes->data. What messages call it: `read_name(path)`.
bool read_file(struct cli *cli, const char *path, struct rafter_bytes *bytes);
// A large regular file in place of memory, until the program ends: it may be larger than the memory. False for any other, without a word.
bool map_file(struct cli *cli, const char *path, struct rafter_bytes *bytes);
const char *read_name(const char *path);

// Adds to cli->reads. `path` must stay until the program ends.
void reads_note(struct cli *cli, const char *path);
// One rule of a Make depfile: "chart.svg chart.pdf: spec.json theme.json\n". False with an error [usage] when a name cannot stand in one.
bool deps_write_rule(struct cli *cli, FILE *out, const char *const *targets, size_t count, const struct reads *reads);
// A depfile of one rule: all that was read so far.
bool deps_text(struct cli *cli, const char *const *targets, size_t count, struct rafter_bytes *bytes);

// Draws, and again whenever a file that was read is saved, until the program is ended by a signal (exit 0). False with an error when there is nothing to watch, or
// the command line is wrong. Messages are one line each.
bool watch_run(struct cli *cli, bool (*draw)(struct cli *cli));

struct out_file {
	const char *path; // "-": standard output
	struct rafter_bytes bytes;
	// of the writer
	bool unchanged; // left as it was, by --if-changed
	char *target, *temporary;
};

// Devices, pipes and standard output first and in place; then every other file into a temporary one beside it, and when all of these are whole they are renamed.
// A failure leaves the old files as they were. With cli->if_changed a file that has its bytes already is not touched. Frees the bytes.
bool write_files(struct cli *cli, struct out_file *files, size_t count);
// One file, `path` NULL for standard output.
bool write_bytes(struct cli *cli, const char *path, struct rafter_bytes bytes);
// True unless standard output was closed before the program started; else false with an error.
bool write_stdout_check(struct cli *cli);

#endif
