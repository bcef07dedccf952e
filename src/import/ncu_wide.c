// SPDX-License-Identifier: MIT
// The raw page (ncu --page raw --csv): one row a launch, one column a metric, units in a row of their own below the header. Files grow to gigabytes, so that
// the rows are read one by one and only the columns that mean something become text.
#include "import/ncu.h"

#include "base/num.h"

#include <math.h>
#include <string.h>

enum field { FIELD_ID, FIELD_KERNEL, FIELD_BLOCK, FIELD_GRID, FIELD_CC, FIELD_DEVICE, FIELD_COUNT };
static const char *const fields[FIELD_COUNT] = {
	[FIELD_ID] = "ID",          [FIELD_KERNEL] = "Kernel Name", [FIELD_BLOCK] = "Block Size",
	[FIELD_GRID] = "Grid Size", [FIELD_CC] = "CC",              [FIELD_DEVICE] = "device__attribute_display_name",
};
enum { ABSENT = -1 };

struct metric_column {
	size_t index;
	const char *name, *unit;
	const struct ncu_metric *metric;
	struct place unit_place;
};

struct wide_file {
	struct ncu_file base;
	struct csv_stream *stream;
	struct csv_options options;
	int columns[FIELD_COUNT];
	struct { struct metric_column *items; size_t count, cap; } metrics;
	size_t width;      // cells of a row
	bool units_next;   // a row of units may follow
	bool looked_ahead; // for how numbers are written
	struct ncu_launch launch;
	size_t rows;
};

static const char *text_at(struct wide_file *file, enum field field)
{
	int column = file->columns[field];
	return column == ABSENT ? "" : csv_stream_cell(file->stream, (size_t)column).text;
}

// A file may hold several runs, each with a header.
static bool header_read(struct wide_file *file)
{
	struct ncu_file *base = &file->base;
	file->width = csv_stream_count(file->stream);
	file->metrics.count = 0;
	for (size_t i = 0; i < FIELD_COUNT; i++)
		file->columns[i] = ABSENT;
	for (size_t i = 0; i < file->width; i++) {
		struct csv_cell cell = csv_stream_cell(file->stream, i);
		for (size_t f = 0; f < FIELD_COUNT; f++)
			if (file->columns[f] == ABSENT && strcmp(cell.text, fields[f]) == 0)
				file->columns[f] = (int)i;
		const struct ncu_metric *metric = ncu_file_metric(base, cell.text);
		if (metric->slot != NCU_OTHER && !metric->label)
			*list_push(base->in->arena, &file->metrics) = (struct metric_column){i, ncu_file_text(base, cell.text), "", metric, cell.place};
	}
	file->units_next = true;
	if (file->columns[FIELD_KERNEL] != ABSENT)
		return true;
	diags_add(base->in->diags, DIAG_BAD_PROFILE, csv_stream_cell(file->stream, 0).place, "expected a column '%s', found none", fields[FIELD_KERNEL]);
	return false;
}

static bool is_header(struct wide_file *file)
{
	return strcmp(csv_stream_cell(file->stream, 0).text, fields[FIELD_ID]) == 0;
}

static bool units_read(struct wide_file *file)
{
	bool is_units = file->units_next && !*text_at(file, FIELD_ID) && !*text_at(file, FIELD_KERNEL);
	file->units_next = false;
	for (size_t i = 0; is_units && i < file->metrics.count; i++) {
		struct csv_cell cell = csv_stream_cell(file->stream, file->metrics.items[i].index);
		file->metrics.items[i].unit = ncu_file_text(&file->base, cell.text);
		file->metrics.items[i].unit_place = cell.place;
	}
	return is_units;
}

static void observe(struct wide_file *file, const struct metric_column *column, struct csv_cell cell)
{
	struct number_style *style = &file->base.style;
	number_style_observe(style, cell.text, cell.place, ncu_value_is_whole(column->name, column->unit));
	struct number_witness *const witnesses[] = {&style->point, &style->comma, &style->lone_comma, &style->lone_point};
	for (size_t i = 0; i < G_N_ELEMENTS(witnesses); i++)
		if (witnesses[i]->text == cell.text)
			witnesses[i]->text = arena_strdup(file->base.in->arena, cell.text);
}

// The first value that shows how numbers are written may stand far below the first that leaves it open.
static bool look_ahead(struct wide_file *file)
{
	struct csv_stream *here = file->stream;
	struct number_style *style = &file->base.style;
	if (file->looked_ahead)
		return true;
	file->looked_ahead = true;
	file->stream = csv_stream_new(file->base.in->source, file->options, file->base.in->diags);
	while (file->stream && !style->point.text && !style->comma.text && csv_stream_next(file->stream)) {
		if (csv_stream_count(file->stream) != file->width || is_header(file))
			continue;
		for (size_t i = 0; i < file->metrics.count; i++)
			observe(file, &file->metrics.items[i], csv_stream_cell(file->stream, file->metrics.items[i].index));
	}
	csv_stream_free(file->stream);
	file->stream = here;
	return ncu_file_decide(&file->base);
}

static bool style_settle(struct wide_file *file, const struct metric_column *column, struct csv_cell cell)
{
	struct number_style *style = &file->base.style;
	bool proven = style->point.text || style->comma.text;
	observe(file, column, cell);
	if (style->point.text && style->comma.text)
		return ncu_file_decide(&file->base);
	if (!proven && (style->point.text || style->comma.text))
		return ncu_file_decide(&file->base);
	return !number_style_is_open(file->base.decimal, cell.text) || look_ahead(file);
}

static double capability_of(const char *text)
{
	double capability;
	return num_parse(text, &capability) ? capability : NAN;
}

static void launch_begin(struct wide_file *file)
{
	struct ncu_launch *launch = &file->launch;
	struct ncu_file *base = &file->base;
	struct ncu_paths paths = {launch->paths.items, 0, launch->paths.cap}; // room that the last launch needs no more
	ncu_launch_init(launch);
	launch->paths = paths;
	launch->id = ncu_file_text(base, text_at(file, FIELD_ID));
	launch->name = ncu_file_text(base, text_at(file, FIELD_KERNEL));
	launch->place = csv_stream_cell(file->stream, (size_t)file->columns[FIELD_KERNEL]).place;
	launch->block = file->columns[FIELD_BLOCK] == ABSENT ? NULL : text_at(file, FIELD_BLOCK);
	launch->grid = file->columns[FIELD_GRID] == ABSENT ? NULL : text_at(file, FIELD_GRID);
	launch->compute_capability = capability_of(text_at(file, FIELD_CC));
	const char *device = text_at(file, FIELD_DEVICE);
	if (!base->in->chart->device_hint && *device)
		base->in->chart->device_hint = ncu_file_text(base, device);
}

static bool row_read(struct wide_file *file)
{
	struct ncu_file *base = &file->base;
	if (is_header(file))
		return header_read(file);
	if (csv_stream_count(file->stream) != file->width) {
		diags_add(base->in->diags, DIAG_BAD_CSV, csv_stream_cell(file->stream, 0).place,
			"expected %zu cells as in the header, found %zu: the row may have been cut off", file->width, csv_stream_count(file->stream));
		return false;
	}
	if (units_read(file))
		return true;
	launch_begin(file);
	for (size_t i = 0; i < file->metrics.count; i++) {
		const struct metric_column *column = &file->metrics.items[i];
		struct ncu_value value = {column->name, csv_stream_cell(file->stream, column->index), column->unit, column->unit_place};
		double si;
		if (!style_settle(file, column, value.cell))
			return false;
		if (ncu_value_read(base, &value, column->metric, &file->launch, &si))
			ncu_launch_set(base->in->arena, &file->launch, column->metric, si);
	}
	ncu_file_add(base, &file->launch);
	file->rows++;
	return !base->failed;
}

bool ncu_wide_read(const struct import *in, const struct ncu_layout *layout)
{
	struct wide_file file = {.options = ncu_table_options(layout)};
	file.stream = csv_stream_new(in->source, file.options, in->diags);
	if (!file.stream)
		return false;
	ncu_file_init(&file.base, in);
	bool ok = true;
	while (ok && csv_stream_next(file.stream))
		ok = row_read(&file);
	ok = ok && !csv_stream_failed(file.stream);
	if (ok && !file.rows) {
		diags_add(in->diags, DIAG_BAD_PROFILE, text_line_place(in->source, layout->header),
			"ncu recorded no kernels: expected rows below the header, found none");
		ok = false;
	}
	if (ok)
		ncu_file_end(&file.base);
	csv_stream_free(file.stream);
	ncu_file_clear(&file.base);
	return ok;
}
