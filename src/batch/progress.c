// SPDX-License-Identifier: MIT
#include "batch/progress.h"

#include <glib.h>
#include <stdio.h>
#include <unistd.h>

enum { BAR = 24 };

static double now_s(void)
{
	return (double)g_get_monotonic_time() * 1e-6;
}

void batch_progress_begin(struct batch_progress *progress, size_t total, bool quiet)
{
	*progress = (struct batch_progress){.shown = !quiet && total > 1 && isatty(STDERR_FILENO), .total = total, .start_s = now_s()};
	progress->last_s = progress->start_s;
}

char *batch_progress_text(size_t done, size_t failed, size_t total, double seconds, int bar)
{
	int filled = total ? (int)((double)bar * (double)done / (double)total) : bar;
	double rate = seconds > 0 ? (double)done / seconds : 0;
	GString *text = g_string_new("[");
	for (int i = 0; i < bar; i++)
		g_string_append_c(text, i < filled ? '#' : '-');
	g_string_append_printf(text, "] %zu/%zu", done, total);
	if (failed)
		g_string_append_printf(text, ", %zu failed", failed);
	if (rate > 0) {
		long left = (long)((double)(total - done) / rate + 0.5), whole = (long)rate, tenth = (long)(rate * 10) % 10;
		if (whole < 10)
			g_string_append_printf(text, "  %ld.%ld/s", whole, tenth);
		else
			g_string_append_printf(text, "  %ld/s", whole);
		g_string_append_printf(text, "  %ld:%02ld left", left / 60, left % 60);
	}
	return g_string_free(text, FALSE);
}

void batch_progress_draw(struct batch_progress *progress, size_t done, size_t failed)
{
	double now = now_s();
	if (!progress->shown || now - progress->last_s < 0.1)
		return;
	progress->last_s = now;
	g_autofree char *text = batch_progress_text(done, failed, progress->total, now - progress->start_s, BAR);
	fprintf(stderr, "\r%s\033[K", text);
	fflush(stderr);
	progress->drawn = true;
}

void batch_progress_erase(struct batch_progress *progress)
{
	if (!progress->drawn)
		return;
	fputs("\r\033[K", stderr);
	fflush(stderr);
	progress->drawn = false;
}
