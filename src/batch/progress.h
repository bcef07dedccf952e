// SPDX-License-Identifier: MIT
// One line about a batch on a terminal, drawn over and over and erased at the end.
#ifndef RAFTER_BATCH_PROGRESS_H
#define RAFTER_BATCH_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

struct batch_progress {
	bool shown;     // standard error is a terminal, and nobody asked for quiet
	bool drawn;     // the line stands there now
	size_t total;
	double start_s, last_s;
};

void batch_progress_begin(struct batch_progress *progress, size_t total, bool quiet);
// At most ten times a second.
void batch_progress_draw(struct batch_progress *progress, size_t done, size_t failed);
// Before something else is printed, and at the end.
void batch_progress_erase(struct batch_progress *progress);
// "[######----]  512/1000  2130/s  0:01 left": what the line says (g_free). `bar`: width of the bar.
char *batch_progress_text(size_t done, size_t failed, size_t total, double seconds, int bar);

#endif
