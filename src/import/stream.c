// SPDX-License-Identifier: MIT
// STREAM's text: "Function    Best Rate MB/s  Avg time ..." and below "Triad:          30329.4     0.009436 ...". MB are 1e6 bytes.
// STREAM counts the bytes that the source code loads and stores: where a store first reads its line (write-allocate), a CPU moves up to a half more.
#include "import/ceilings.h"
#include "import/text_words.h"

#include "base/text.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { HEAD_BYTES = 64 * 1024 };

static const char *const kernels[] = {"Copy", "Scale", "Add", "Triad"};

// "Function      Rate (MB/s)   Avg time" of versions before 5.10.
static bool is_header(struct text_line line)
{
	return text_line_starts(line, "Function") && (text_line_has(line, "Rate MB/s") || text_line_has(line, "Rate (MB/s)"));
}

static int recognise(const struct source *source)
{
	size_t offset = encoding_bom(source);
	struct text_line line;
	while (offset < HEAD_BYTES && text_line_next(source, &offset, &line))
		if (text_line_starts(line, "STREAM version") || is_header(line))
			return 95;
	return 0;
}

struct best {
	const char *kernel;
	double rate;
	struct place place;
	size_t count;
};

static bool row_read(const struct import *in, struct text_line line, struct best *best)
{
	struct text_word words[2];
	size_t count = text_words(in, line, words, 2);
	for (size_t i = 0; count && i < G_N_ELEMENTS(kernels); i++) {
		if (!text_begins_with_words(words[0].text, kernels[i]) || strcmp(words[0].text + strlen(kernels[i]), ":") != 0)
			continue;
		double rate;
		if (count < 2) {
			diags_add(in->diags, DIAG_BAD_PROFILE, words[0].place, "expected a rate in MB/s after '%s:', found the end of the line: was the output cut off?",
				kernels[i]);
			return false;
		}
		if (!text_figure(in, words[1], arena_printf(in->arena, "the rate of %s", kernels[i]), 1e6, &rate))
			return false;
		best->count++;
		if (!best->kernel || rate > best->rate) {
			best->kernel = kernels[i];
			best->rate = rate;
			best->place = words[1].place;
		}
	}
	return true;
}

static bool read_stream(const struct import *in)
{
	struct best best = {0};
	size_t offset = encoding_bom(in->source);
	struct text_line line = {0};
	bool in_table = false, ok = true;
	while (text_line_next(in->source, &offset, &line)) {
		in_table = in_table || is_header(line);
		if (in_table)
			ok &= row_read(in, line, &best);
		if (text_line_starts(line, "Failed Validation"))
			diags_add(in->diags, DIAG_PROFILER_ERROR, text_line_place(in->source, line), "STREAM found its own results wrong: its rates may be too");
	}
	if (!ok)
		return false;
	if (!best.kernel) {
		diags_add(in->diags, DIAG_BAD_PROFILE, text_line_place(in->source, line),
			"expected the table of STREAM, 'Function Best Rate MB/s' and rows Copy, Scale, Add and Triad, found %s",
			in_table ? "the end of the file below its header" : "none: was the output cut off?");
		return false;
	}
	struct ceilings ceilings = ceilings_begin(in, NULL, arena_printf(in->arena, "STREAM %s, best of %zu rates; write-allocate traffic is not counted",
		best.kernel, best.count));
	ceilings_add_memory(&ceilings, (struct measured){.name = "DRAM", .level = "main", .rate = best.rate, .low = NAN, .high = NAN, .place = best.place});
	*list_push(in->arena, &in->chart->notes) = arena_printf(in->arena, "DRAM by STREAM %s, without write-allocate", best.kernel);
	return ceilings_end(&ceilings);
}

const struct importer importer_stream = {
	.name = "stream",
	.tool = "STREAM",
	.gives = "ceilings",
	.hint = "the output of STREAM: lines 'Function Best Rate MB/s ...' and 'Triad: 30329.4 ...'",
	.recipe = "gcc -O3 -march=native -fopenmp -DSTREAM_ARRAY_SIZE=100000000 stream.c -o stream\n"
		"OMP_PROC_BIND=close ./stream > stream.txt\n"
		"Each array has to be at least four times as large as the last-level caches together. The best rate becomes the slope of main memory; a peak comes from\n"
		"elsewhere, as --peak '1.2 TFLOP/s'.\n",
	.recognise = recognise,
	.read = read_stream,
};
