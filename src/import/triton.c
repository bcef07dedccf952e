// SPDX-License-Identifier: MIT
// What triton.testing.perf_report leaves: the CSV that save_path= writes, "N,Triton,Torch" and numbers with as many decimals each, and the tables that
// print_data=True prints, "matmul-performance-fp16:", then columns aligned by pandas with the row's index in front.
//
// The first column (and those after it that hold whole numbers alone: "M  N  K") is what was varied, the others are providers. Neither form says the unit of
// the values (newer versions write it behind the provider, "Triton (GB/s)"): it was the label of the plot's axis, so the user is asked.
#include "import/record.h"
#include "import/table.h"

#include "base/num.h"
#include "base/text.h"
#include "model/spec.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { LOOKED_AT_ROWS = 4, MAX_PARAMETERS = 32 };

#define ONLY_RATES "the file has FLOP/s, but no bytes: give those by kernel name with --work FILE"
#define ONLY_BANDWIDTHS "the file has byte/s, but no FLOPs and no bytes: give those by kernel name with --work FILE"

struct provider {
	const char *name;
	enum quantity quantity;
	double factor;
	bool used;
};

// A table: a header of parameters and providers, and rows of as many numbers.
struct block {
	const char *title, *heading; // or NULL
	struct csv_record header;
	struct { struct csv_record *items; size_t count, cap; } rows;
};

struct file {
	const struct import *in;
	struct { struct block *items; size_t count, cap; } blocks;
};

// ---- recognition --------------------------------------------------------------------------------------------------------------------------------------

static size_t digits_after_point(const char *text)
{
	const char *point = strchr(text, '.');
	return point ? strspn(point + 1, "0123456789") : 0;
}

static bool are_numbers(const struct csv_record *record, size_t from)
{
	double value;
	for (size_t i = from; i < record->count; i++)
		if (!csv_is_missing(record->cells[i].text) && !num_parse(record->cells[i].text, &value))
			return false;
	return record->count > from;
}

// "Triton (GB/s)": the name alone, and the unit. NULL when nothing stands in brackets behind it.
static const char *split_unit(struct arena *arena, const char **name)
{
	const char *open = strrchr(*name, '(');
	size_t length = strlen(*name);
	if (!open || open == *name || (*name)[length - 1] != ')')
		return NULL;
	const char *unit = arena_strndup(arena, open + 1, length - (size_t)(open - *name) - 2);
	*name = g_strchomp(arena_strndup(arena, *name, (size_t)(open - *name)));
	return unit;
}

// A name for a provider: no number, and no word of a table that people write themselves ("gflops").
static bool is_provider(struct arena *arena, struct csv_cell cell)
{
	double value;
	split_unit(arena, &cell.text);
	return *cell.text && !num_parse(cell.text, &value) && column_read(arena, &cell).role == ROLE_NONE;
}

static bool is_csv(struct arena *arena, const struct source *source)
{
	size_t offset = encoding_bom(source), digits = 0;
	struct text_line line;
	if (!text_line_next(source, &offset, &line) || line.length > 4096)
		return false;
	struct csv_record header = record_of_line(arena, source, line, ',');
	for (size_t i = 1; i < header.count; i++)
		if (!is_provider(arena, header.cells[i]))
			return false;
	int rows = 0;
	for (; rows < LOOKED_AT_ROWS && text_line_next(source, &offset, &line) && line.length; rows++) {
		struct csv_record record = record_of_line(arena, source, line, ',');
		if (record.count != header.count || !are_numbers(&record, 0))
			return false;
		// pandas writes all numbers with the digits of save_precision.
		for (size_t i = 1; i < record.count; i++) {
			size_t here = digits_after_point(record.cells[i].text);
			if (csv_is_missing(record.cells[i].text))
				continue;
			if (!here || (digits && here != digits))
				return false;
			digits = here;
		}
	}
	return rows > 0 && header.count > 1 && digits;
}

static struct text_line trimmed(struct text_line line)
{
	while (line.length && g_ascii_isspace(line.text[line.length - 1]))
		line.length--;
	return line;
}

static bool is_blank_or_tab(char c)
{
	return c == ' ' || c == '\t';
}

// A title "name:", then a header that starts with blanks, then a row that starts with 0.
static bool is_title(struct arena *arena, const struct source *source, struct text_line line, size_t offset)
{
	struct text_line header, row;
	line = trimmed(line);
	if (line.length < 2 || line.text[line.length - 1] != ':' || !text_line_next(source, &offset, &header) || !text_line_next(source, &offset, &row))
		return false;
	if (!header.length || !is_blank_or_tab(header.text[0]) || !row.length || row.text[0] != '0')
		return false;
	struct csv_record names = record_of_line(arena, source, header, ' '), first = record_of_line(arena, source, row, ' ');
	return names.count >= 2 && first.count == names.count + 1 && are_numbers(&first, 0);
}

static bool is_printed(struct arena *arena, const struct source *source)
{
	size_t offset = encoding_bom(source);
	struct text_line line;
	while (text_line_next(source, &offset, &line))
		if (is_title(arena, source, line, offset))
			return true;
	return false;
}

static int recognise(const struct source *source)
{
	struct source head = record_head(source);
	struct arena *arena = arena_new();
	int score = is_csv(arena, &head) ? 40 : is_printed(arena, &head) ? 60 : 0;
	arena_free(arena);
	return score;
}

// ---- reading ------------------------------------------------------------------------------------------------------------------------------------------

static bool understand_unit(const char *unit, struct provider *provider)
{
	static const enum quantity quantities[] = {QUANTITY_FLOP_RATE, QUANTITY_BYTE_RATE, QUANTITY_SECOND};
	for (size_t i = 0; i < G_N_ELEMENTS(quantities); i++) {
		enum units_result result = units_parse_unit(unit, quantities[i], &provider->factor);
		provider->quantity = quantities[i];
		if (result == UNITS_OK || result == UNITS_OK_BITS)
			return true;
	}
	return false;
}

static bool provider_read(const struct file *file, const struct csv_cell *cell, struct provider *provider)
{
	const struct import *in = file->in;
	const char *said = in->options->unit;
	*provider = (struct provider){.name = cell->text, .used = true};
	const char *unit = split_unit(in->arena, &provider->name);
	if (g_str_has_suffix(provider->name, "-min") || g_str_has_suffix(provider->name, "-max") || strcmp(provider->name, "Diff") == 0) {
		provider->used = false;
		return true;
	}
	if (unit && understand_unit(unit, provider))
		return true;
	provider->name = cell->text;
	if (said && understand_unit(said, provider))
		return true;
	if (said)
		diags_add(in->diags, DIAG_WRONG_UNIT, cell->place, "expected --unit to be that of a rate or a time, such as TFLOP/s, GB/s or ms, found '%s'", said);
	else
		diags_add(in->diags, DIAG_MISSING_UNIT, cell->place, "perf_report does not write the unit of its values: say what the axis of its plot was, "
			"with --unit TFLOP/s, --unit GB/s or --unit ms: 'rafter import %s --unit TFLOP/s'", in->source->name);
	return false;
}

// Of printed tables pandas shows whole numbers as "128.0", and columns with fractions with six digits even where they are whole.
static bool is_whole_column(const struct block *block, size_t column)
{
	for (size_t i = 0; i < block->rows.count; i++) {
		double value;
		const struct csv_cell *cell = record_cell(&block->rows.items[i], column);
		if (!cell || !num_parse(cell->text, &value) || value != floor(value) || (block->title && digits_after_point(cell->text) > 1))
			return false;
	}
	return true;
}

static size_t count_parameters(const struct block *block)
{
	size_t count = 1;
	while (count + 1 < block->header.count && is_whole_column(block, count))
		count++;
	return count;
}

static const char *point_name(const struct file *file, const struct block *block, const struct csv_record *row, size_t x_count, const char *provider)
{
	g_autoptr(GString) name = g_string_new(NULL);
	if (block->title && file->blocks.count > 1)
		g_string_append_printf(name, "%s ", block->title);
	g_string_append(name, provider);
	for (size_t i = 0; i < x_count; i++) {
		double value;
		bool is_number = num_parse(row->cells[i].text, &value);
		g_string_append_printf(name, " %s=%s", block->header.cells[i].text, is_number ? num_exact(value).text : row->cells[i].text);
	}
	return arena_strdup(file->in->arena, name->str);
}

// "matmul-performance-fp16": the last word of the title, when it is a precision.
static const char *precision_of(struct arena *arena, const char *title)
{
	const char *dash = title ? strrchr(title, '-') : NULL;
	const char *precision = dash && dash[1] ? precision_canonical(arena, dash + 1) : NULL;
	return precision && precision_is_known(precision) ? precision : NULL;
}

static bool value_read(const struct file *file, const struct block *block, const struct csv_record *row, size_t column, size_t x_count,
	const struct provider *provider)
{
	const struct import *in = file->in;
	const struct csv_cell *cell = &row->cells[column];
	double value;
	if (!record_number(cell, provider->factor, &value, in->diags))
		return false;
	struct point *point = import_point(in, point_name(file, block, row, x_count, provider->name), cell->place);
	point->series = provider->name;
	point->note = block->heading;
	point->precision = precision_of(in->arena, block->title);
	if (point->precision)
		import_assume(in, point, "%s by the title", point->precision);
	if (isnan(value)) {
		import_miss(in, point, "its value is '%s'", cell->text);
		return true;
	}
	if (provider->quantity == QUANTITY_FLOP_RATE) {
		point->performance = value;
		import_miss(in, point, ONLY_RATES);
	} else if (provider->quantity == QUANTITY_BYTE_RATE) {
		point->bandwidth = value;
		import_miss(in, point, ONLY_BANDWIDTHS);
	} else {
		point->time = value;
		import_miss(in, point, IMPORT_TIMES_ALONE);
	}
	return true;
}

static bool block_points(const struct file *file, const struct block *block)
{
	const struct import *in = file->in;
	bool ok = true;
	for (size_t i = 0; i < block->rows.count; i++)
		ok &= record_is_as_wide(&block->header, &block->rows.items[i], in->diags);
	if (!block->rows.count) {
		diags_add(in->diags, DIAG_BAD_PROFILE, block->header.place, "expected rows of numbers below these names, found none");
		return false;
	}
	size_t x_count = count_parameters(block);
	// Every point's name holds all of them.
	if (x_count > MAX_PARAMETERS) {
		diags_add(in->diags, DIAG_LIMIT, block->header.cells[MAX_PARAMETERS].place, "expected at most %d columns of parameters (whole numbers alone), found %zu",
			MAX_PARAMETERS, x_count);
		return false;
	}
	struct provider *providers = arena_array(in->arena, block->header.count, sizeof *providers);
	for (size_t i = x_count; ok && i < block->header.count; i++)
		ok = provider_read(file, &block->header.cells[i], &providers[i]);
	for (size_t i = 0; ok && i < block->rows.count; i++)
		for (size_t column = x_count; column < block->header.count; column++)
			ok &= !providers[column].used || value_read(file, block, &block->rows.items[i], column, x_count, &providers[column]);
	return ok;
}

static bool csv_block(struct file *file)
{
	const struct import *in = file->in;
	const struct csv *csv = record_table(in, (struct csv_options){.separator = ','});
	if (!csv)
		return false;
	struct block *block = list_push(in->arena, &file->blocks);
	block->header = csv->records[0];
	for (size_t i = 1; i < csv->count; i++)
		*list_push(in->arena, &block->rows) = csv->records[i];
	return true;
}

static const char *line_text(struct arena *arena, struct text_line line)
{
	g_autofree char *text = g_utf8_make_valid(line.text, (gssize)line.length);
	return arena_strdup(arena, g_strstrip(text));
}

// The row without the index that pandas puts in front.
static bool printed_row(const struct file *file, struct block *block, struct text_line line)
{
	struct csv_record row = record_of_line(file->in->arena, file->in->source, line, ' ');
	if (row.count && strspn(row.cells[0].text, ".") >= 2) {
		diags_add(file->in->diags, DIAG_BAD_PROFILE, row.place, "expected all rows, found those that pandas left out: give the CSV that save_path= writes");
		return false;
	}
	row.cells++;
	row.count--;
	*list_push(file->in->arena, &block->rows) = row;
	return true;
}

static bool printed_blocks(struct file *file)
{
	const struct import *in = file->in;
	size_t offset = encoding_bom(in->source);
	struct text_line line, before = {0};
	struct block *block = NULL;
	bool ok = true;
	while (text_line_next(in->source, &offset, &line)) {
		if (is_title(in->arena, in->source, line, offset)) {
			block = list_push(in->arena, &file->blocks);
			block->title = line_text(in->arena, (struct text_line){line.text, trimmed(line).length - 1, line.offset});
			block->heading = before.length ? line_text(in->arena, before) : NULL;
			text_line_next(in->source, &offset, &line);
			block->header = record_of_line(in->arena, in->source, line, ' ');
		} else if (block && line.length && (g_ascii_isdigit(line.text[0]) || text_line_starts(line, ".."))) {
			ok &= printed_row(file, block, line);
			before.length = 0;
		} else {
			block = NULL;
			before = trimmed(line);
		}
	}
	return ok;
}

static bool read_triton(const struct import *in)
{
	struct file file = {.in = in};
	size_t first = in->chart->points.count;
	struct arena *arena = arena_new();
	bool printed = is_printed(arena, in->source);
	arena_free(arena);
	bool ok = printed ? printed_blocks(&file) : csv_block(&file);
	for (size_t i = 0; ok && i < file.blocks.count; i++)
		ok = block_points(&file, &file.blocks.items[i]);
	if (ok && in->chart->points.count == first) {
		diags_add(in->diags, DIAG_BAD_PROFILE, file.blocks.items[0].header.place,
			"expected a column of what was varied, then one of each provider, found none of a provider");
		return false;
	}
	*list_push(in->arena, &in->chart->notes) = "triton perf_report";
	return ok;
}

const struct importer importer_triton = {
	.name = "triton",
	.tool = "triton.testing.perf_report",
	.gives = "points",
	.hint = "its CSV (\"N,Triton,Torch\") or printed tables; the unit is said with --unit",
	.recipe = "In Python: benchmark.run(print_data=True, save_path='results') writes results/<plot_name>.csv\n"
		"rafter import results/matmul-performance-fp16.csv --unit TFLOP/s --work work.csv\n"
		"The unit is what the benchmark function returns and the plot's axis says: TFLOP/s, GB/s or ms. The file has one figure a point, so FLOPs and bytes\n"
		"of each name (\"Triton N=4096\") come from --work.\n",
	.recognise = recognise,
	.read = read_triton,
};
