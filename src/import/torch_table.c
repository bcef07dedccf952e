// SPDX-License-Identifier: MIT
// Text of PyTorch's key_averages().table(), with with_flops=True: columns under dashes, one row an operator, a kernel or a range, summed over "# of Calls".
// - FLOPs (2 for a multiply-add) stand in the last column, whose unit is in its header and depends on the largest value: "Total GFLOPs". They are on the
//   operator's row, while the kernel that does the work is another row: so the operator's device time with that of its kernels ("CUDA total", since 2.2
//   "Device total") goes with them, and not its own ("Self CUDA").
// - "--" stands for operators without a formula.
// - There are no bytes.
// Columns are 12 characters wide, and what is wider ("CUDA time avg") moves the rest of its line.
#include "import/figure.h"
#include "import/ruled_table.h"

#include "base/text.h"
#include "input/units.h"

#include <glib.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define AS_TABLE "write its totals as a table with the columns name, flops, bytes and time [ms]"
#define DEEPSPEED_MARK "DeepSpeed Flops Profiler"

enum { HEAD_BYTES = 64 * 1024 };

static bool is_header(struct text_line line)
{
	return text_line_has(line, "Name") && text_line_has(line, "Self CPU") && text_line_has(line, "# of Calls");
}

static bool find_line(const struct source *source, size_t limit, bool (*fits)(struct text_line line), size_t *offset, struct text_line *line)
{
	while (*offset < limit && text_line_next(source, offset, line))
		if (fits(*line))
			return true;
	return false;
}

static bool is_deepspeed(struct text_line line)
{
	return text_line_has(line, DEEPSPEED_MARK);
}

static int recognise(const struct source *source)
{
	size_t at = encoding_bom(source), again = at;
	struct text_line line;
	return find_line(source, HEAD_BYTES, is_header, &at, &line) || find_line(source, HEAD_BYTES, is_deepspeed, &again, &line) ? 95 : 0;
}

// ---- columns ------------------------------------------------------------------------------------------------------------------------------------------

struct layout {
	struct ruled_columns columns;
	size_t name, calls, device, cpu, flops; // SIZE_MAX: not there
	const char *device_header;
	double flops_factor;
};

// "CUDA total", "Device total", "XPU total": the total of anything but the CPU.
static bool is_device_total(const char *header)
{
	return g_str_has_suffix(header, " total") && !g_str_has_prefix(header, "CPU");
}

// "Total GFLOPs": the factor of its unit.
static bool flops_unit(const char *header, double *factor)
{
	return g_str_has_prefix(header, "Total ") && g_str_has_suffix(header, "FLOPs") &&
		units_parse_unit(header + strlen("Total "), QUANTITY_FLOP, factor) == UNITS_OK;
}

static void read_layout(const struct csv_cell *cells, struct layout *layout)
{
	layout->name = layout->calls = layout->device = layout->cpu = layout->flops = SIZE_MAX;
	for (size_t i = 0; i < layout->columns.count; i++) {
		const char *text = cells[i].text;
		if (strcmp(text, "Name") == 0)
			layout->name = i;
		else if (strcmp(text, "# of Calls") == 0)
			layout->calls = i;
		else if (strcmp(text, "CPU total") == 0)
			layout->cpu = i;
		else if (flops_unit(text, &layout->flops_factor))
			layout->flops = i;
		else if (is_device_total(text)) {
			layout->device = i;
			layout->device_header = text;
		}
	}
}

// ---- rows ---------------------------------------------------------------------------------------------------------------------------------------------

// "2.135ms" to seconds. NAN for what is missing.
static bool read_time(const struct import *in, const struct csv_cell *cell, const char *what, double *seconds)
{
	struct units_value value;
	*seconds = NAN;
	if (csv_is_missing(cell->text))
		return true;
	if (units_parse(cell->text, QUANTITY_SECOND, &value) == UNITS_OK && value.si >= 0) {
		*seconds = value.si;
		return true;
	}
	g_autofree char *shown = text_shorten(cell->text, 40);
	diags_add(in->diags, *cell->text == '-' ? DIAG_NEGATIVE : DIAG_WRONG_VALUE, cell->place, "expected a time such as 2.135ms in '%s', found '%s'", what, shown);
	return false;
}

static void say_missing(const struct import *in, const struct layout *layout, struct point *point, bool device)
{
	bool no_time = isnan(point->time);
	if (no_time)
		import_miss(in, point, device ? "it took no time on the device" : "the table has no time of it");
	if (!isnan(point->flops))
		import_miss(in, point, "the table has no bytes: give them by name with --work FILE");
	else if (layout->flops == SIZE_MAX)
		import_miss(in, point, IMPORT_TIMES_ALONE ", or profile with with_flops=True");
	else
		import_miss(in, point, "PyTorch has no FLOPs of this row (they stand with operators that it has a formula for): give them by name with --work FILE");
}

static bool read_row(const struct import *in, const struct layout *layout, const struct csv_cell *cells)
{
	const struct csv_cell *name = &cells[layout->name], *calls_cell = &cells[layout->calls];
	double calls, device = NAN, cpu = NAN, flops = NAN;
	// a line of a source location that goes on
	if (!*name->text && !*calls_cell->text)
		return true;
	if (!figure_read(in, (struct figure){calls_cell->text, calls_cell->place}, "# of Calls", 1, &calls))
		return false;
	bool cut = layout->flops != SIZE_MAX && !*cells[layout->flops].text;
	if (cut) {
		diags_add(in->diags, DIAG_BAD_PROFILE, name->place, "expected a figure or '--' in the column of FLOPs, found none: was the table cut off?");
		return false;
	}
	if (!*name->text || !(calls >= 1)) {
		diags_add(in->diags, DIAG_BAD_PROFILE, *name->text ? calls_cell->place : name->place, "expected a name and a number of calls from 1 on, found '%s' and '%s': "
			"was the table cut off?", name->text, calls_cell->text);
		return false;
	}
	bool ok = (layout->device == SIZE_MAX || read_time(in, &cells[layout->device], layout->device_header, &device)) &&
		(layout->cpu == SIZE_MAX || read_time(in, &cells[layout->cpu], "CPU total", &cpu));
	if (ok && layout->flops != SIZE_MAX)
		ok = figure_read(in, (struct figure){cells[layout->flops].text, cells[layout->flops].place}, "Total FLOPs", layout->flops_factor, &flops);
	if (!ok)
		return false;
	bool on_device = layout->device != SIZE_MAX;
	struct point *point = import_point(in, name->text, name->place);
	point->launches = calls;
	point->flops = flops;
	double seconds = on_device ? device : cpu;
	point->time = seconds > 0 ? seconds : NAN;
	if (!isnan(flops))
		import_assume(in, point, "FLOPs by PyTorch's formula for the operator; time is '%s', its kernels included", on_device ? layout->device_header : "CPU total");
	say_missing(in, layout, point, on_device);
	return true;
}

// Every cell is filled, but for a source location that goes on over several lines; figures may be wider than their dashes.
static bool read_cells(const struct import *in, const struct layout *layout, struct text_line line, struct csv_cell *cells)
{
	size_t count = layout->columns.count;
	return ruled_split(in, line, cells, count) == count || ruled_cells(in, &layout->columns, line, cells);
}

// The rows up to the closing line of dashes, which `*offset` moves past.
static bool read_rows(const struct import *in, const struct layout *layout, size_t *offset)
{
	struct text_line line;
	size_t first = in->chart->points.count;
	while (text_line_next(in->source, offset, &line) && !ruled_line_is(line)) {
		struct csv_cell *cells = arena_array(in->arena, layout->columns.count, sizeof *cells);
		if (!line.length)
			continue;
		if (!read_cells(in, layout, line, cells) || !read_row(in, layout, cells))
			return false;
	}
	if (in->chart->points.count > first)
		return true;
	diags_add(in->diags, DIAG_BAD_PROFILE, (struct place){in->source, *offset, 0}, "expected rows of operators below the header, found none");
	return false;
}

static bool refuse_deepspeed(const struct import *in, struct text_line line)
{
	diags_add(in->diags, DIAG_BAD_PROFILE, text_line_place(in->source, line),
		"this is the report of the DeepSpeed FLOPs profiler, whose times are those of modules on the CPU's side and which has no bytes: " AS_TABLE
		" (the flops of 'fwd flops per GPU' and the time of 'fwd latency' go together, and 1 MAC is 2 FLOP)");
	return false;
}

// The table below a header; a file has one for every time that it was printed.
static bool read_table(const struct import *in, struct text_line header, size_t *offset)
{
	struct text_line rule;
	struct layout layout = {0};
	struct place place = text_line_place(in->source, header);
	if (!text_line_next(in->source, offset, &rule) || !ruled_line_is(rule)) {
		diags_add(in->diags, DIAG_BAD_PROFILE, place, "expected a line of dashes below this header: was the table cut off or wrapped?");
		return false;
	}
	layout.columns = ruled_columns_read(in->arena, rule);
	struct csv_cell *cells = arena_array(in->arena, layout.columns.count, sizeof *cells);
	if (!read_cells(in, &layout, header, cells))
		return false;
	read_layout(cells, &layout);
	if (layout.name == SIZE_MAX || layout.calls == SIZE_MAX) {
		diags_add(in->diags, DIAG_BAD_PROFILE, place, "expected columns 'Name' and '# of Calls' above their dashes, found none");
		return false;
	}
	return read_rows(in, &layout, offset);
}

static bool read_torch_table(const struct import *in)
{
	struct text_line line;
	size_t offset = encoding_bom(in->source), again = offset, tables = 0;
	for (; find_line(in->source, in->source->size, is_header, &offset, &line); tables++)
		if (!read_table(in, line, &offset))
			return false;
	if (tables) {
		*list_push(in->arena, &in->chart->notes) = "PyTorch key_averages() table";
		return true;
	}
	if (find_line(in->source, HEAD_BYTES, is_deepspeed, &again, &line))
		return refuse_deepspeed(in, line);
	diags_add(in->diags, DIAG_BAD_PROFILE, (struct place){in->source, 0, 0}, "expected a line 'Name  Self CPU %%  ...  # of Calls', found none");
	return false;
}

const struct importer importer_torch_table = {
	.name = "torch-table",
	.tool = "PyTorch key_averages() table",
	.gives = "points or times",
	.hint = "a text table with 'Name  Self CPU %  ...  # of Calls  Total GFLOPs'",
	.recipe = "with torch.profiler.profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA], with_flops=True) as prof:\n"
		"    run()\n"
		"print(prof.key_averages().table(row_limit=-1, max_name_column_width=200))\n"
		"Bytes are not in it: they are given by name with --work FILE. A trace (export_chrome_trace) has single kernels instead of sums.\n",
	.recognise = recognise,
	.read = read_torch_table,
};
