// SPDX-License-Identifier: MIT
// BabelStream's (once GPU-STREAM's) text: "Function    MBytes/sec  Min (sec) ..." and below "Triad       555580.646  0.00145 ...", or its --csv:
// "function,num_times,n_elements,sizeof,max_mbytes_per_sec,...". The unit is that of the column's header; several tables may stand in one file.
// Also the tables of devices that people make of it ("Platform,Device,ECC,Copy,Mul,Add,Triad,Best GB/s,..."), see babelstream_devices.c.
#include "import/babelstream.h"

#include "base/text.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { HEAD_BYTES = 64 * 1024 };

const char *const babelstream_kernels[] = {"Copy", "Mul", "Add", "Triad", "Dot", "Nstream", NULL};

static const struct {
	const char *header, *csv;
	double scale;
} units[] = {
	{"MBytes/sec", "max_mbytes_per_sec", 1e6},
	{"GBytes/sec", "max_gbytes_per_sec", 1e9},
	{"MiBytes/sec", "max_mibytes_per_sec", 1024.0 * 1024},
	{"GiBytes/sec", "max_gibytes_per_sec", 1024.0 * 1024 * 1024},
};

// A table of the file: the column of the rates and their unit.
struct table {
	bool open, csv;
	size_t column;
	double scale;
};

static int recognise(const struct source *source)
{
	size_t offset = encoding_bom(source);
	struct text_line line;
	while (offset < HEAD_BYTES && text_line_next(source, &offset, &line)) {
		if (text_line_starts(line, "BabelStream") || text_line_starts(line, "GPU-STREAM") || babelstream_is_devices(line))
			return 95;
		bool header = text_line_starts(line, "Function ") && text_line_has(line, "Bytes/sec");
		if (header || (text_line_starts(line, "function,") && text_line_has(line, "bytes_per_sec")))
			return 95;
	}
	return 0;
}

// ---- rows ---------------------------------------------------------------------------------------------------------------------------------------------

enum { MAX_CELLS = 16 };

// The words of a line, or its cells between commas.
static size_t cells_of(const struct import *in, struct text_line line, bool csv, struct text_word *cells)
{
	if (!csv)
		return text_words(in, line, cells, MAX_CELLS);
	size_t count = 0, at = 0;
	for (;;) {
		const char *comma = memchr(line.text + at, ',', line.length - at);
		size_t length = comma ? (size_t)(comma - line.text) - at : line.length - at;
		cells[count++] = text_trimmed(in, (struct text_line){line.text + at, length, line.offset + at});
		if (!comma || count == MAX_CELLS)
			return count;
		at += length + 1;
	}
}

// False: the line is no header.
static bool header_read(const struct import *in, struct text_line line, struct table *table)
{
	bool csv = text_line_starts(line, "function,");
	if (!csv && !text_line_starts(line, "Function "))
		return false;
	struct text_word cells[MAX_CELLS];
	size_t count = cells_of(in, line, csv, cells);
	*table = (struct table){.csv = csv};
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < G_N_ELEMENTS(units) && !table->open; j++)
			if (text_same(cells[i].text, csv ? units[j].csv : units[j].header))
				*table = (struct table){true, csv, i, units[j].scale};
	}
	return true;
}

static bool row_read(const struct import *in, struct text_line line, struct table table, struct babelstream_best *best)
{
	struct text_word cells[MAX_CELLS];
	size_t count = cells_of(in, line, table.csv, cells);
	for (size_t i = 0; count && babelstream_kernels[i]; i++) {
		if (!text_same(cells[0].text, babelstream_kernels[i]))
			continue;
		double rate;
		if (count <= table.column) {
			diags_add(in->diags, DIAG_BAD_PROFILE, cells[0].place, "expected a rate after %s, found the end of the line: was the output cut off?",
				babelstream_kernels[i]);
			return false;
		}
		if (!text_figure(in, cells[table.column], arena_printf(in->arena, "the rate of %s", babelstream_kernels[i]), table.scale, &rate))
			return false;
		best->count++;
		if (!best->kernel || rate > best->rate) {
			best->kernel = babelstream_kernels[i];
			best->rate = rate;
			best->place = cells[table.column].place;
		}
	}
	return true;
}

// "Using CUDA device GeForce RTX 2080 Ti"; "Using HIP device Device 738c" has no name for it.
static void device_read(const struct import *in, struct text_line line, struct babelstream_device *device)
{
	static const char mark[] = " device ";
	const char *at = text_line_starts(line, "Using ") ? memmem(line.text, line.length, mark, strlen(mark)) : NULL;
	if (!at || device->name)
		return;
	device->known = true;
	size_t from = (size_t)(at - line.text) + strlen(mark);
	struct text_word name = text_trimmed(in, (struct text_line){line.text + from, line.length - from, line.offset + from});
	if (*name.text && !g_str_has_prefix(name.text, "Device "))
		device->name = name.text;
}

bool babelstream_add(const struct import *in, struct babelstream_device device, struct babelstream_best best)
{
	// A GPU reads no line before it stores.
	struct ceilings ceilings = ceilings_begin(in, device.name, arena_printf(in->arena, "BabelStream %s, best of %zu rates%s", best.kernel, best.count,
		device.known ? "" : "; write-allocate traffic of a CPU is not counted"));
	if (!in->chart->device_hint)
		in->chart->device_hint = device.name;
	ceilings_add_memory(&ceilings, (struct measured){.name = "DRAM", .level = "main", .rate = best.rate, .low = NAN, .high = NAN, .place = best.place});
	*list_push(in->arena, &in->chart->notes) = arena_printf(in->arena, "DRAM by BabelStream %s", best.kernel);
	return ceilings_end(&ceilings);
}

static bool read_babelstream(const struct import *in)
{
	struct babelstream_best best = {0};
	struct table table = {0};
	struct babelstream_device device = {0};
	size_t offset = encoding_bom(in->source);
	struct text_line line = {0};
	bool ok = true;
	while (text_line_next(in->source, &offset, &line)) {
		if (babelstream_is_devices(line))
			return babelstream_devices_read(in, line.offset);
		device_read(in, line, &device);
		if (!header_read(in, line, &table) && table.open)
			ok &= row_read(in, line, table, &best);
		if (text_line_starts(line, "Validation failed"))
			diags_add(in->diags, DIAG_PROFILER_ERROR, text_line_place(in->source, line), "BabelStream found its own results wrong: its rates may be too");
	}
	if (!ok)
		return false;
	if (!best.kernel) {
		diags_add(in->diags, DIAG_BAD_PROFILE, text_line_place(in->source, line),
			"expected the table of BabelStream, 'Function MBytes/sec' (or GBytes/sec) and rows Copy, Mul, Add, Triad and Dot, found %s",
			table.open ? "the end of the file below its header" : "none: was the output cut off?");
		return false;
	}
	return babelstream_add(in, device, best);
}

const struct importer importer_babelstream = {
	.name = "babelstream",
	.tool = "BabelStream",
	.gives = "ceilings",
	.hint = "the output of BabelStream or GPU-STREAM: lines 'Function MBytes/sec ...' and 'Triad 555580.646 ...'",
	.recipe = "./cuda-stream --arraysize 268435456 > babelstream.txt\n"
		"Likewise hip-stream, sycl-stream, ocl-stream, omp-stream. The best rate becomes the slope of main memory; a peak comes from elsewhere, as\n"
		"--peak '9.7 TFLOP/s'.\n",
	.recognise = recognise,
	.read = read_babelstream,
};
