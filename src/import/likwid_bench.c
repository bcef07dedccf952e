// SPDX-License-Identifier: MIT
// likwid-bench: "Test: triad_avx", then "Number of Flops:<tab>8192000000", "Data volume (Byte):", "MFlops/s:", "MByte/s:", "Time:<tab>1.677284e+00 sec".
// Every run is a point and a measured ceiling: the peak for the kernels peakflops*, which touch memory as little as they can, else a slope, of whichever
// level the working set fits into. MFlops and MByte are powers of 1000; what the kernel loads and stores is counted, no write-allocate.
#include "import/ceilings.h"
#include "import/text_words.h"
#include "input/units.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { HEAD_BYTES = 64 * 1024 };

enum figure { FIGURE_FLOPS, FIGURE_BYTES, FIGURE_TIME, FIGURE_PEAK, FIGURE_BANDWIDTH, FIGURE_SIZE, FIGURE_COUNT };

static const struct {
	const char *key;
	double scale;
} figures[FIGURE_COUNT] = {
	[FIGURE_FLOPS] = {"Number of Flops:", 1}, [FIGURE_BYTES] = {"Data volume (Byte):", 1}, [FIGURE_TIME] = {"Time:", 1},
	[FIGURE_PEAK] = {"MFlops/s:", 1e6},       [FIGURE_BANDWIDTH] = {"MByte/s:", 1e6},      [FIGURE_SIZE] = {"Size (Byte):", 1},
};

struct run {
	const char *test;
	double figures[FIGURE_COUNT];
	struct place place, places[FIGURE_COUNT];
};

struct runs {
	struct run *items;
	size_t count, cap;
};

static int recognise(const struct source *source)
{
	size_t offset = encoding_bom(source);
	struct text_line line;
	while (offset < HEAD_BYTES && text_line_next(source, &offset, &line))
		if (text_line_starts(line, "LIKWID MICRO BENCHMARK"))
			return 95;
	return 0;
}

static bool line_read(const struct import *in, struct text_line line, struct runs *runs)
{
	struct text_word rest;
	if (text_line_starts(line, "LIKWID MICRO BENCHMARK")) {
		struct run *run = list_push(in->arena, runs);
		run->place = text_line_place(in->source, line);
		for (int i = 0; i < FIGURE_COUNT; i++)
			run->figures[i] = NAN;
		return true;
	}
	if (!runs->count)
		return true;
	struct run *run = &runs->items[runs->count - 1];
	if (text_after(in, line, "Test:", &rest)) {
		run->test = rest.text;
		run->place = rest.place;
	}
	for (int i = 0; i < FIGURE_COUNT; i++) {
		if (!text_after(in, line, figures[i].key, &rest))
			continue;
		// "1.677284e+00 sec"
		size_t length = strcspn(rest.text, " \t");
		rest = (struct text_word){arena_strndup(in->arena, rest.text, length), {rest.place.source, rest.place.offset, length}};
		run->places[i] = rest.place;
		return text_figure(in, rest, figures[i].key, figures[i].scale, &run->figures[i]);
	}
	return true;
}

// ---- points and ceilings ------------------------------------------------------------------------------------------------------------------------------

static bool is_whole(const struct import *in, const struct run *run)
{
	for (int i = 0; i < FIGURE_COUNT && run->test; i++) {
		if (!isnan(run->figures[i]))
			continue;
		diags_add(in->diags, DIAG_BAD_PROFILE, run->place, "run of '%s': expected a line '%s', found none: was the output cut off?", run->test, figures[i].key);
		return false;
	}
	if (!run->test)
		diags_add(in->diags, DIAG_BAD_PROFILE, run->place, "expected a line 'Test:' below, found none: was the output cut off?");
	return run->test;
}

// By the kernels' names: "triad_sp_avx" is single precision, "copy_int" computes nothing in floating point, the others are double precision.
static const char *precision_of(const char *test)
{
	return strstr(test, "_int") ? NULL : strstr(test, "_sp") ? "fp32" : "fp64";
}

static void point_add(const struct import *in, const struct run *run)
{
	struct point *point = import_point(in, run->test, run->place);
	const char *size = units_format(in->arena, run->figures[FIGURE_SIZE], QUANTITY_BYTE, 4);
	point->flops = run->figures[FIGURE_FLOPS];
	point->time = run->figures[FIGURE_TIME];
	point->precision = point->flops > 0 ? precision_of(run->test) : NULL;
	import_bytes_of(in, point, NULL, run->figures[FIGURE_BYTES]);
	import_assume(in, point, "bytes are what the kernel loads and stores in a working set of %s, without write-allocate, taken as main memory's", size);
}

// The same kernel and size again is one ceiling: the best.
static bool ceilings_of(const struct import *in, const struct runs *runs)
{
	g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
	struct { struct measured *items; size_t count, cap; } best = {0};
	for (size_t i = 0; i < runs->count; i++) {
		const struct run *run = &runs->items[i];
		bool peak = g_str_has_prefix(run->test, "peakflops");
		enum figure rate = peak ? FIGURE_PEAK : FIGURE_BANDWIDTH;
		const char *size = units_format(in->arena, run->figures[FIGURE_SIZE], QUANTITY_BYTE, 4);
		struct measured measured = {.name = peak ? run->test : arena_printf(in->arena, "%s, %s", run->test, size),
			.precision = peak ? precision_of(run->test) : NULL, .rate = run->figures[rate], .low = NAN, .high = NAN, .place = run->places[rate]};
		size_t at = GPOINTER_TO_SIZE(g_hash_table_lookup(known, measured.name));
		if (!at) {
			*list_push(in->arena, &best) = measured;
			g_hash_table_insert(known, (char *)measured.name, GSIZE_TO_POINTER(best.count));
		} else if (measured.rate > best.items[at - 1].rate) {
			best.items[at - 1] = measured;
		}
	}
	struct ceilings ceilings = ceilings_begin(in, NULL, "likwid-bench");
	for (size_t i = 0; i < best.count; i++) {
		if (g_str_has_prefix(best.items[i].name, "peakflops"))
			ceilings_add_compute(&ceilings, best.items[i]);
		else
			ceilings_add_memory(&ceilings, best.items[i]);
	}
	return ceilings_end(&ceilings);
}

static bool read_bench(const struct import *in)
{
	struct runs runs = {0};
	size_t offset = encoding_bom(in->source);
	struct text_line line;
	bool ok = true;
	while (text_line_next(in->source, &offset, &line))
		ok &= line_read(in, line, &runs);
	if (ok && !runs.count) {
		diags_add(in->diags, DIAG_BAD_PROFILE, (struct place){in->source, 0, 0}, "expected a line 'LIKWID MICRO BENCHMARK', found none");
		return false;
	}
	for (size_t i = 0; ok && i < runs.count; i++)
		ok = is_whole(in, &runs.items[i]);
	if (!ok)
		return false;
	for (size_t i = 0; i < runs.count; i++)
		point_add(in, &runs.items[i]);
	*list_push(in->arena, &in->chart->notes) = "likwid-bench";
	return ceilings_of(in, &runs);
}

const struct importer importer_likwid_bench = {
	.name = "likwid-bench",
	.tool = "likwid-bench",
	.gives = "points and ceilings",
	.hint = "lines 'LIKWID MICRO BENCHMARK', 'Test:', 'MFlops/s:' and 'MByte/s:'",
	.recipe = "likwid-bench -t triad_avx -W N:2GB:4 > memory.txt\n"
		"likwid-bench -t peakflops_avx_fma -W N:32kB:4 > peak.txt\n"
		"The kernels peakflops* measure the peak, the others a slope: of main memory with a working set far larger than the caches, else of the level that it\n"
		"fits into. 'likwid-bench -a' lists the kernels. Several runs may stand in one file.\n",
	.recognise = recognise,
	.read = read_bench,
};
