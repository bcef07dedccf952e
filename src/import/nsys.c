// SPDX-License-Identifier: MIT
// Reports of Nsight Systems: CSV of `nsys stats`, one report or several after each other with lines of the program between, and the tables that
// `nsys profile --stats=true` prints. They have times alone. Where a file has several reports of the same kernels, the most detailed kind is read.
#include "import/nsys.h"

#include "import/ruled_table.h"

#include <glib.h>
#include <string.h>

#define RUN_STATS "nsys stats --report cuda_gpu_trace --format csv FILE.nsys-rep (or cuda_gpu_kern_sum)"

enum { HEAD_BYTES = 64 * 1024, MAX_HEADER_BYTES = 4096 };

struct table {
	struct nsys_layout layout;
	struct text_line header, rule; // `rule` without text: CSV
};

// ---- finding tables -----------------------------------------------------------------------------------------------------------------------------------

// Cheap enough for every line of a file: most are sorted out by two words.
static bool may_be_header(struct text_line line)
{
	bool has_time = text_line_has(line, "Total Time") || text_line_has(line, "Duration");
	return has_time && line.length < MAX_HEADER_BYTES && (text_line_has(line, "Name") || text_line_has(line, "Operation"));
}

static bool read_csv_header(struct text_line line, struct nsys_layout *layout)
{
	struct arena *arena = arena_new();
	struct diags *diags = diags_new();
	struct source alone = {"header", line.text, line.length};
	const struct csv *csv = csv_read(arena, &alone, (struct csv_options){0}, diags);
	bool found = csv && csv->count == 1 && nsys_header(csv->records[0].cells, csv->records[0].count, layout);
	diags_free(diags);
	arena_free(arena);
	return found;
}

static bool read_ruled_header(const struct import *in, struct text_line header, struct text_line rule, struct nsys_layout *layout)
{
	struct diags *diags = diags_new();
	struct import quiet = {in->arena, in->source, in->options, in->chart, diags};
	struct ruled_columns columns = ruled_columns_read(in->arena, rule);
	struct csv_cell *cells = arena_array(in->arena, columns.count, sizeof *cells);
	bool found = ruled_cells(&quiet, &columns, header, cells) && nsys_header(cells, columns.count, layout);
	diags_free(diags);
	return found;
}

// The next table of kernels from `*offset` on, which moves to its first row. `in` may be NULL: any header that looks right will do.
static bool next_table(const struct import *in, const struct source *source, size_t limit, size_t *offset, struct table *table)
{
	struct text_line line;
	while (*offset < limit && text_line_next(source, offset, &line)) {
		if (!may_be_header(line))
			continue;
		size_t after = *offset;
		struct text_line rule;
		*table = (struct table){.header = line};
		if (text_line_next(source, &after, &rule) && ruled_line_is(rule)) {
			table->rule = rule;
			*offset = after;
			if (in ? read_ruled_header(in, line, rule, &table->layout) : text_line_has(line, "Instances"))
				return true;
		} else if (read_csv_header(line, &table->layout)) {
			return true;
		}
	}
	return false;
}

// True for lines of nsys itself: "Processing [x.sqlite] with [cuda_gpu_kern_sum.py]...", "[6/8] Executing 'cuda_gpu_kern_sum' stats report",
// "SKIPPED: x.sqlite does not contain CUDA kernel data.".
static bool is_own_line(struct text_line line)
{
	return text_line_starts(line, "Processing [") || (text_line_starts(line, "SKIPPED: ") && text_line_has(line, ".sqlite")) ||
		(text_line_starts(line, "[") && text_line_has(line, "Executing '"));
}

static int recognise(const struct source *source)
{
	size_t offset = encoding_bom(source);
	struct table table;
	if (next_table(NULL, source, HEAD_BYTES, &offset, &table))
		return 95;
	struct text_line line;
	offset = encoding_bom(source);
	while (offset < HEAD_BYTES && text_line_next(source, &offset, &line))
		if (is_own_line(line))
			return 80;
	return 0;
}

// ---- rows ---------------------------------------------------------------------------------------------------------------------------------------------

static bool ends_table(struct text_line line)
{
	for (size_t i = 0; i < line.length; i++)
		if (!g_ascii_isspace(line.text[i]))
			return is_own_line(line);
	return true;
}

// Files joined without a line between them have the next header where the last table's rows end.
static size_t end_of_table(const struct import *in, size_t offset)
{
	struct text_line line;
	while (text_line_next(in->source, &offset, &line)) {
		size_t next = line.offset;
		struct table table;
		if (ends_table(line) || (may_be_header(line) && next_table(in, in->source, next + 1, &next, &table)))
			return line.offset;
	}
	return in->source->size;
}

// A place in the text that starts at `from` in the file.
static struct place in_file(const struct import *in, struct place place, size_t from)
{
	return place.source ? (struct place){in->source, place.offset + from, place.length} : place;
}

// The table alone is read, so that many tables cost no more than one.
static bool read_csv_rows(const struct import *in, const struct table *table, size_t end, size_t *copies)
{
	size_t from = table->header.offset;
	struct source part = {in->source->name, in->source->bytes + from, end - from};
	struct diags *diags = diags_new();
	const struct csv *csv = csv_read(in->arena, &part, (struct csv_options){.keep_comments = true}, diags);
	for (size_t i = 0; i < diags_count(diags); i++)
		diags_add(in->diags, diags_get(diags, i)->id, in_file(in, diags_get(diags, i)->place, from), "%s", diags_get(diags, i)->message);
	bool ok = csv;
	for (size_t i = 1; ok && i < csv->count; i++) {
		struct csv_record *record = &csv->records[i];
		for (size_t j = 0; j < record->count; j++)
			record->cells[j].place = in_file(in, record->cells[j].place, from);
		ok = nsys_row(in, &table->layout, record->cells, record->count, in_file(in, record->place, from), copies);
	}
	diags_free(diags);
	return ok;
}

static bool read_ruled_rows(const struct import *in, const struct table *table, size_t offset, size_t end, size_t *copies)
{
	struct ruled_columns columns = ruled_columns_read(in->arena, table->rule);
	struct text_line line;
	while (offset < end && text_line_next(in->source, &offset, &line)) {
		struct csv_cell *cells = arena_array(in->arena, columns.count, sizeof *cells);
		if (!ruled_cells(in, &columns, line, cells) || !nsys_row(in, &table->layout, cells, columns.count, text_line_place(in->source, line), copies))
			return false;
	}
	return true;
}

static bool read_table(const struct import *in, const struct table *table, size_t offset, size_t *copies)
{
	size_t end = end_of_table(in, offset);
	return table->rule.text ? read_ruled_rows(in, table, offset, end, copies) : read_csv_rows(in, table, end, copies);
}

static enum nsys_kind best_kind(const struct import *in)
{
	enum nsys_kind best = NSYS_KIND_COUNT;
	size_t offset = encoding_bom(in->source);
	struct table table;
	while (next_table(in, in->source, in->source->size, &offset, &table))
		best = MIN(best, table.layout.kind);
	return best;
}

static void say_none(const struct import *in, size_t copies)
{
	const char *what = copies ? "copies alone" : "none";
	diags_add(in->diags, DIAG_BAD_PROFILE, (struct place){in->source, encoding_bom(in->source), 1},
		"expected a report of kernels (cuda_gpu_trace, cuda_gpu_kern_sum), found %s: " RUN_STATS, what);
}

static bool read_nsys(const struct import *in)
{
	enum nsys_kind best = best_kind(in);
	size_t offset = encoding_bom(in->source), first = in->chart->points.count, copies = 0;
	struct place first_copy = {0};
	struct table table;
	while (next_table(in, in->source, in->source->size, &offset, &table)) {
		struct place place = text_line_place(in->source, table.header);
		if (table.layout.kind != best) {
			diags_add(in->diags, DIAG_IGNORED, place, "a second report of the same kernels with fewer details: not used");
			continue;
		}
		if (!read_table(in, &table, offset, &copies))
			return false;
		if (copies && !first_copy.source)
			first_copy = place;
	}
	if (in->chart->points.count == first) {
		say_none(in, copies);
		return false;
	}
	if (copies)
		diags_add(in->diags, DIAG_IGNORED, first_copy, "%zu %s of memory copies and fills left out: they are no kernels", copies, copies == 1 ? "row" : "rows");
	*list_push(in->arena, &in->chart->notes) = "Nsight Systems";
	return true;
}

const struct importer importer_nsys = {
	.name = "nsys",
	.tool = "Nsight Systems stats",
	.gives = "times",
	.cpp_names = true,
	.hint = "CSV or tables with 'Total Time (ns),Instances,...,Name' or 'Start (ns),Duration (ns),...,Name'",
	.recipe = "nsys profile -o run ./program\n"
		"nsys stats --report cuda_gpu_trace --format csv run.nsys-rep > run.csv    (one row a launch, with its grid)\n"
		"nsys stats --report cuda_gpu_kern_sum:base --format csv run.nsys-rep > run.csv    (one row a kernel)\n"
		"These have times alone: FLOPs and bytes are given by kernel name with --work FILE. ncu --csv has all three.\n",
	.recognise = recognise,
	.read = read_nsys,
};
