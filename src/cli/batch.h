// SPDX-License-Identifier: MIT
// The parts of `rafter batch`: what is read, which charts there are, and the threads that draw them.
#ifndef RAFTER_CLI_BATCH_H
#define RAFTER_CLI_BATCH_H

#include "batch/manifest.h"
#include "batch/names.h"
#include "cli/cli.h"

// What a chart is made for; without --each: of every input on every machine.
enum batch_each { EACH_CHART, EACH_POINT, EACH_SERIES, EACH_HARDWARE, EACH_INPUT };

// One point or one series of an input, as a spec of its own.
struct batch_part {
	char *series, *point;
	struct rafter_bytes spec;
};

struct batch_input {
	const char *path;           // as typed
	char *name;                 // without folder and suffix
	const char *importer;       // "spec" for what was made of it, NULL: by content
	struct rafter_bytes bytes;  // a spec that was made of it, or the file
	char *sha256;               // of `bytes`
	bool failed;
	struct batch_part *parts;   // of --each point and --each series
	size_t part_count;
};

struct batch_machine {
	char *id, *vendor;          // of a file: its name without folder and suffix, and "custom"
	const char *path;           // NULL: of the catalogue
	struct rafter_bytes bytes;
};

enum { BATCH_FORMATS = 8, BATCH_ALL = -1, BATCH_INTERRUPTED = 130 };

struct batch_chart {
	int input, machine, part;   // BATCH_ALL: every one of them, or none at all
	struct batch_entry *entries; // one a format
	char **paths;               // as written, one a format; entries' outputs point into them
	// after it was drawn
	bool finished, failed;
	int code;
	char *messages;             // as printed
};

struct batch {
	struct cli *cli;
	enum batch_each each;
	const char *template;
	const char *formats[BATCH_FORMATS];
	size_t format_count, threads;
	struct batch_input *inputs;
	size_t input_count;
	struct batch_machine *machines;
	size_t machine_count;
	struct batch_chart *charts; // sorted by their first output
	size_t chart_count;
	struct batch_chart *framed; // of --shared-frame with --shard: those of all shards, of which the frame alone is asked; else NULL
	size_t framed_count;
	struct rafter_bytes theme;  // of a theme file
	char *options_sha256;       // of everything but inputs and machines
	GHashTable *records;        // of --resume, or NULL
	const char *journal;        // path of the journal, or NULL
	struct rafter_frame frame;  // of --shared-frame; all zero: each chart its own
	struct rafter_sheet *sheet; // of --contact-sheet, or NULL
};

// Reads inputs and machines. False with errors that end the batch; an input that cannot be read is marked and its charts fail.
bool batch_read(struct batch *batch);
// The charts and their files: names made and checked, the shard taken. False with errors.
bool batch_plan(struct batch *batch);
// --deps: a rule for each chart. False with errors.
bool batch_write_deps(struct batch *batch);
// --contact-sheet: begun before the charts are drawn, each added by the thread that draws it, written at the end. False with errors.
bool batch_sheet_begin(struct batch *batch);
void batch_sheet_add(struct batch *batch, const struct batch_chart *chart, struct rafter *r);
bool batch_sheet_end(struct batch *batch);
// Draws one chart with a chart object of its own and writes its files; what came of it is in `chart`.
void batch_draw_chart(struct batch *batch, struct batch_chart *chart, struct rafter_shared *shared);
// The axes that it has by itself. False when it cannot be drawn.
bool batch_find_frame(const struct batch *batch, const struct batch_chart *chart, struct rafter_shared *shared, struct rafter_frame *frame);
// Draws them all, in threads. False when any failed; `*code` is the worst exit code.
bool batch_run_charts(struct batch *batch, int *code);
// The folders that a file is to stand in.
bool batch_make_folders(struct cli *cli, const char *path);
void batch_chart_clear(const struct batch *batch, struct batch_chart *chart);
void batch_clear(struct batch *batch);

#endif
