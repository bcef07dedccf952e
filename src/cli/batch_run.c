// SPDX-License-Identifier: MIT
// The threads of a batch. Each takes the next chart and draws it; what it has to say is printed in the order of the charts, whoever finishes first.
#include "cli/batch.h"

#include "batch/progress.h"

#include <errno.h>
#include <glib.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>

// Set by a signal: the charts that are being drawn are finished, no other is begun.
static volatile sig_atomic_t interrupted;

static void interrupt(int number)
{
	interrupted = number;
}

struct run {
	struct batch *batch;
	struct batch_chart *charts; // of the batch, or those that give it its frame
	size_t count;
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	bool framing;  // the frames of all charts are found, before any is drawn
	size_t next, finished, failed, printed;
	bool stop;     // --fail-fast met a failure
	FILE *journal;
};

// ---- threads ------------------------------------------------------------------------------------------------------------------------------------------

// No chart is being drawn, and no other is begun. Under the mutex.
static bool is_over(const struct run *run)
{
	return run->finished == run->next && (run->next == run->count || run->stop || interrupted);
}

static struct batch_chart *take_next(struct run *run)
{
	pthread_mutex_lock(&run->mutex);
	struct batch_chart *chart = run->stop || interrupted || run->next == run->count ? NULL : &run->charts[run->next++];
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
	struct rafter_frame frame;
	bool ok = batch_find_frame(run->batch, chart, shared, &frame);
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
		batch_draw_chart(run->batch, chart, shared);
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
	batch_progress_begin(&progress, run->count, run->batch->cli->quiet);
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
	size_t threads = MIN(MAX(batch->threads, 1), MAX(run->count, 1)), started = 0;
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
	if (run->batch->cli->quiet)
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
	pthread_cond_init(&run.changed, NULL);
	run.framing = batch->cli->shared_frame;
	run.charts = batch->framed ? batch->framed : batch->charts;
	run.count = batch->framed ? batch->framed_count : batch->chart_count;
	if (run.framing)
		run_all(&run);
	run.framing = false;
	run.charts = batch->charts;
	run.count = batch->chart_count;
	run_all(&run);
	if (run.journal)
		fclose(run.journal);
	pthread_mutex_destroy(&run.mutex);
	pthread_cond_destroy(&run.changed);
	*code = interrupted ? BATCH_INTERRUPTED : worst_code(batch);
	say_counts(&run);
	return !run.failed && run.finished == batch->chart_count;
}
