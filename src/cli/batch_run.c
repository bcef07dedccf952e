// SPDX-License-Identifier: MIT
// The threads of a batch. Each takes the next chart, draws it with a chart object of its own and writes its files; what it has to say is printed in the order of the
// charts, whoever finishes first.
#include "cli/batch.h"

#include "batch/progress.h"

#include <errno.h>
#include <glib.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// Set by a signal: the charts that are being drawn are finished, no other is begun.
static volatile sig_atomic_t interrupted;

static void interrupt(int number)
{
	interrupted = number;
}

struct run {
	struct batch *batch;
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	pthread_mutex_t sheet;
	bool framing;  // the frames of all charts are found, before any is drawn
	size_t next, finished, failed, printed;
	bool stop;     // --fail-fast met a failure
	FILE *journal;
};

// ---- one chart ----------------------------------------------------------------------------------------------------------------------------------------

static void mix(GChecksum *sum, const char *text)
{
	g_checksum_update(sum, (const guchar *)(text ? text : ""), (gssize)(text ? strlen(text) + 1 : 1));
}

// Of everything that a file is made from: it is the same file as long as this is the same.
static void make_keys(const struct batch *batch, struct batch_chart *chart)
{
	for (size_t f = 0; f < batch->format_count; f++) {
		g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
		mix(sum, batch->options_sha256);
		g_checksum_update(sum, (const guchar *)&batch->frame, sizeof batch->frame);
		for (size_t i = 0; i < batch->input_count; i++)
			if (chart->input == BATCH_ALL || (size_t)chart->input == i)
				mix(sum, batch->inputs[i].sha256);
		for (size_t i = 0; i < batch->machine_count; i++) {
			if (chart->machine != BATCH_ALL && (size_t)chart->machine != i)
				continue;
			mix(sum, batch->machines[i].id);
			g_checksum_update(sum, batch->machines[i].bytes.data, (gssize)batch->machines[i].bytes.size);
		}
		mix(sum, chart->entries[f].series);
		mix(sum, chart->entries[f].point);
		mix(sum, batch->formats[f]);
		g_strlcpy(chart->entries[f].key, g_checksum_get_string(sum), sizeof chart->entries[f].key);
	}
}

static bool add_input(const struct batch *batch, const struct batch_chart *chart, size_t index, struct rafter *r)
{
	const struct batch_input *input = &batch->inputs[index];
	if (chart->part == BATCH_ALL)
		return rafter_add_input_kept(r, input->importer, read_name(input->path), input->bytes.data, input->bytes.size);
	const struct rafter_bytes *spec = &input->parts[chart->part].spec;
	return rafter_add_input_kept(r, "spec", read_name(input->path), spec->data, spec->size);
}

static bool add_machine(const struct batch_machine *machine, struct rafter *r)
{
	return machine->path ? rafter_add_hardware_file(r, machine->path, machine->bytes.data, machine->bytes.size) : rafter_add_hardware(r, machine->id);
}

static bool build(const struct batch *batch, const struct batch_chart *chart, struct cli *one)
{
	bool ok = true;
	rafter_set_strict(one->chart, one->strict);
	for (size_t i = 0; i < batch->input_count; i++)
		if (chart->input == BATCH_ALL || (size_t)chart->input == i)
			ok = add_input(batch, chart, i, one->chart) && ok;
	for (size_t i = 0; i < batch->machine_count; i++)
		if (chart->machine == BATCH_ALL || (size_t)chart->machine == i)
			ok = add_machine(&batch->machines[i], one->chart) && ok;
	if (batch->theme.data)
		ok = rafter_set_theme_file(one->chart, one->theme, batch->theme.data, batch->theme.size) && ok;
	return chart_add_looks(one, !batch->theme.data) && ok;
}

bool batch_make_folders(struct cli *cli, const char *path)
{
	g_autofree char *folder = g_path_get_dirname(path);
	if (g_mkdir_with_parents(folder, 0777) == 0)
		return true;
	return cli_error(cli, "write", "cannot make the folder '%s': %s", folder, strerror(errno));
}

static bool is_failed_input(const struct batch *batch, const struct batch_chart *chart)
{
	for (size_t i = 0; i < batch->input_count; i++)
		if ((chart->input == BATCH_ALL || (size_t)chart->input == i) && batch->inputs[i].failed)
			return true;
	return false;
}

// A file of an earlier run, whole and made of the same things.
static bool is_done(const struct batch *batch, struct batch_chart *chart)
{
	for (size_t f = 0; f < batch->format_count; f++) {
		struct batch_entry *entry = &chart->entries[f];
		const struct batch_record *record = batch->records ? g_hash_table_lookup(batch->records, entry->output) : NULL;
		g_autofree char *bytes = NULL;
		gsize size;
		if (!record || strcmp(record->key, entry->key) != 0 || !g_file_get_contents(chart->paths[f], &bytes, &size, NULL))
			return false;
		g_autofree char *sha256 = batch_sha256(bytes, size);
		if (strcmp(sha256, record->sha256) != 0)
			return false;
		g_strlcpy(entry->sha256, record->sha256, sizeof entry->sha256);
		entry->size = record->size;
		entry->points = record->points;
		entry->warnings = record->warnings;
		entry->done = true;
	}
	return true;
}

static void note_files(const struct batch *batch, struct batch_chart *chart, struct cli *one, const struct out_file *files)
{
	size_t warnings = 0;
	for (size_t i = 0; i < rafter_message_count(one->chart); i++)
		warnings += !rafter_message(one->chart, i).error;
	for (size_t f = 0; f < batch->format_count; f++) {
		struct batch_entry *entry = &chart->entries[f];
		g_autofree char *sha256 = batch->journal ? batch_sha256(files[f].bytes.data, files[f].bytes.size) : NULL;
		g_strlcpy(entry->sha256, sha256 ? sha256 : "", sizeof entry->sha256);
		entry->size = files[f].bytes.size;
		entry->points = rafter_point_count(one->chart);
		entry->warnings = warnings;
	}
}

static bool render(const struct batch *batch, struct batch_chart *chart, struct cli *one, struct out_file *files)
{
	struct rafter_output options;
	bool ok = draw_options(one, &options) && build(batch, chart, one);
	if (batch->frame.x_max > 0)
		rafter_set_frame(one->chart, &batch->frame);
	for (size_t f = 0; f < batch->format_count && ok; f++) {
		files[f].path = chart->paths[f];
		options.format = batch->formats[f];
		ok = rafter_render(one->chart, &options, &files[f].bytes);
	}
	return ok;
}

// The first error, for the manifest.
static const char *first_error(struct rafter *r)
{
	for (size_t i = 0; i < rafter_message_count(r); i++) {
		struct rafter_message message = rafter_message(r, i);
		if (message.error)
			return g_intern_string(message.message);
	}
	return "the input could not be read";
}

// What several charts say is told apart by their files.
static char *with_heading(const struct batch *batch, const struct batch_chart *chart, char *messages)
{
	if (!messages || !*messages || batch->chart_count < 2)
		return messages;
	char *text = g_strdup_printf("%s:\n%s", chart->paths[0], messages);
	free(messages);
	return text;
}

static void free_files(const struct batch *batch, struct out_file *files)
{
	for (size_t f = 0; f < batch->format_count; f++)
		rafter_bytes_free(&files[f].bytes);
}

// Draws one chart and writes its files.
static void draw_chart(struct run *run, struct batch_chart *chart, struct rafter_shared *shared)
{
	struct batch *batch = run->batch;
	struct cli one = *batch->cli;
	struct out_file files[BATCH_FORMATS] = {{0}};
	if (batch->journal)
		make_keys(batch, chart);
	bool done = is_done(batch, chart);
	if (done && !batch->sheet)
		return;
	one.chart = rafter_new_sharing(shared);
	bool ok = !is_failed_input(batch, chart) && (done ? build(batch, chart, &one) : render(batch, chart, &one, files));
	if (ok && batch->sheet) {
		pthread_mutex_lock(&run->sheet);
		batch_sheet_add(batch, chart, one.chart);
		pthread_mutex_unlock(&run->sheet);
	}
	if (done) {
		rafter_free(one.chart);
		return;
	}
	if (ok)
		note_files(batch, chart, &one, files);
	for (size_t f = 0; f < batch->format_count && ok; f++)
		ok = batch_make_folders(&one, chart->paths[f]);
	if (ok)
		ok = write_files(&one, files, batch->format_count);
	else
		free_files(batch, files);
	chart->code = is_failed_input(batch, chart) ? batch->cli->worst : rafter_exit_code(one.chart);
	chart->failed = !ok;
	for (size_t f = 0; f < batch->format_count; f++) {
		chart->entries[f].done = ok;
		chart->entries[f].error = ok ? NULL : first_error(one.chart);
	}
	chart->messages = with_heading(batch, chart, messages_text(&one));
	rafter_free(one.chart);
}

// ---- threads ------------------------------------------------------------------------------------------------------------------------------------------

// No chart is being drawn, and no other is begun. Under the mutex.
static bool is_over(const struct run *run)
{
	return run->finished == run->next && (run->next == run->batch->chart_count || run->stop || interrupted);
}

static struct batch_chart *take_next(struct run *run)
{
	pthread_mutex_lock(&run->mutex);
	struct batch_chart *chart = run->stop || interrupted || run->next == run->batch->chart_count ? NULL : &run->batch->charts[run->next++];
	pthread_mutex_unlock(&run->mutex);
	return chart;
}

static void write_journal(struct run *run, const struct batch_chart *chart)
{
	g_autoptr(GString) lines = g_string_new(NULL);
	for (size_t f = 0; run->journal && f < run->batch->format_count; f++)
		batch_journal_line(&chart->entries[f], lines);
	if (lines->len) {
		fwrite(lines->str, 1, lines->len, run->journal);
		fflush(run->journal);
	}
}

// What is wrong with a chart is said when it is drawn.
static void frame_chart(struct run *run, const struct batch_chart *chart, struct rafter_shared *shared)
{
	struct cli one = *run->batch->cli;
	struct rafter_frame frame;
	one.chart = rafter_new_sharing(shared);
	bool ok = !is_failed_input(run->batch, chart) && build(run->batch, chart, &one) && rafter_get_frame(one.chart, &frame);
	rafter_free(one.chart);
	pthread_mutex_lock(&run->mutex);
	if (ok)
		rafter_frame_unite(&run->batch->frame, &frame);
	run->finished++;
	if (is_over(run))
		pthread_cond_signal(&run->changed);
	pthread_mutex_unlock(&run->mutex);
}

static void *work(void *user)
{
	struct run *run = user;
	struct rafter_shared *shared = rafter_shared_new();
	for (struct batch_chart *chart = take_next(run); chart; chart = take_next(run)) {
		if (run->framing) {
			frame_chart(run, chart, shared);
			continue;
		}
		draw_chart(run, chart, shared);
		pthread_mutex_lock(&run->mutex);
		chart->finished = true;
		run->finished++;
		run->failed += chart->failed;
		run->stop |= chart->failed && run->batch->cli->fail_fast;
		write_journal(run, chart);
		if (is_over(run))
			pthread_cond_signal(&run->changed);
		pthread_mutex_unlock(&run->mutex);
	}
	rafter_shared_free(shared);
	return NULL;
}

// The messages of the charts that are finished, as far as all before them are.
static void print_messages(struct run *run, struct batch_progress *progress)
{
	struct batch *batch = run->batch;
	for (; run->printed < batch->chart_count && batch->charts[run->printed].finished; run->printed++) {
		struct batch_chart *chart = &batch->charts[run->printed];
		if (chart->messages && *chart->messages) {
			batch_progress_erase(progress);
			fputs(chart->messages, stderr);
		}
		g_free(chart->messages);
		chart->messages = NULL;
	}
}

static void watch(struct run *run, size_t threads, pthread_t *ids)
{
	struct batch_progress progress;
	batch_progress_begin(&progress, run->batch->chart_count, run->batch->cli->quiet);
	pthread_mutex_lock(&run->mutex);
	while (!is_over(run)) {
		struct timespec until;
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += 100 * 1000 * 1000;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		pthread_cond_timedwait(&run->changed, &run->mutex, &until);
		print_messages(run, &progress);
		batch_progress_draw(&progress, run->finished, run->failed);
	}
	pthread_mutex_unlock(&run->mutex);
	for (size_t i = 0; i < threads; i++)
		pthread_join(ids[i], NULL);
	print_messages(run, &progress);
	batch_progress_erase(&progress);
}

static int worst_code(const struct batch *batch)
{
	int worst = batch->cli->worst;
	for (size_t i = 0; i < batch->chart_count; i++)
		worst = MAX(worst, batch->charts[i].finished ? batch->charts[i].code : 0);
	return worst;
}

// All charts once through the threads.
static void run_all(struct run *run)
{
	struct batch *batch = run->batch;
	size_t threads = MIN(MAX(batch->threads, 1), MAX(batch->chart_count, 1)), started = 0;
	g_autofree pthread_t *ids = g_new0(pthread_t, threads);
	run->next = run->finished = 0;
	for (; started < threads && pthread_create(&ids[started], NULL, work, run) == 0; started++)
		;
	if (!started)
		work(run);
	watch(run, started, ids);
}

static void say_counts(const struct run *run)
{
	size_t left = run->batch->chart_count - run->finished;
	if (run->batch->cli->quiet || !run->batch->chart_count)
		return;
	fprintf(stderr, "%zu ok, %zu failed", run->finished - run->failed, run->failed);
	if (left)
		fprintf(stderr, ", %zu not drawn", left);
	fputc('\n', stderr);
}

static bool open_journal(struct run *run)
{
	const char *path = run->batch->journal;
	if (!path)
		return true;
	if (!batch_make_folders(run->batch->cli, path))
		return false;
	run->journal = fopen(path, "ae");
	return run->journal || cli_error(run->batch->cli, "write", "cannot write '%s': %s", path, strerror(errno));
}

bool batch_run_charts(struct batch *batch, int *code)
{
	struct run run = {.batch = batch};
	struct sigaction action = {.sa_handler = interrupt};
	if (!open_journal(&run))
		return false;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	pthread_mutex_init(&run.mutex, NULL);
	pthread_mutex_init(&run.sheet, NULL);
	pthread_cond_init(&run.changed, NULL);
	run.framing = batch->cli->shared_frame;
	if (run.framing)
		run_all(&run);
	run.framing = false;
	run_all(&run);
	if (run.journal)
		fclose(run.journal);
	pthread_mutex_destroy(&run.mutex);
	pthread_mutex_destroy(&run.sheet);
	pthread_cond_destroy(&run.changed);
	*code = interrupted ? BATCH_INTERRUPTED : worst_code(batch);
	say_counts(&run);
	return !run.failed && run.finished == batch->chart_count;
}
