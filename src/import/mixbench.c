// SPDX-License-Identifier: MIT
// mixbench's console output, and that of thoasm's roofline-benchmark; one file may hold both.
//
// mixbench: a table after "CSV data" with two header rows, the precisions and below each of them "Flops/byte, ex.time, GFLOPS, GB/sec" (integers: "Iops/byte",
// "GIOPS"), times in ms. thoasm: rows "double; 139.02418; 1112.19346; 0.96543; 134217728; 1073741824; 1; 8; 0" below "Precision; [GOPs/s]; BW [GB/s];
// time [ms]; computations; data [Bytes]; ...". Every row is a point; the highest rate of each precision and the highest bandwidth are the ceilings.
// Prefixes are powers of 1000.
#include "import/ceilings.h"
#include "import/record.h"

#include "base/num.h"
#include "base/text.h"
#include "model/spec.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { COLUMNS_OF_PRECISION = 4 };

// What a precision is called: at the start of a column title of mixbench, or as thoasm's whole word, where "Ac<3, d, f>" computes in d on data kept in f.
static const struct {
	const char *begins, *name, *precision;
} precisions[] = {
	{"Single", "single precision", "fp32"}, {"Double", "double precision", "fp64"}, {"Half", "half precision", "fp16"}, {"Integer", "integer", "int32"},
	{"float", "single precision", "fp32"}, {"std::int32_t", "integer", "int32"}, {"int32", "integer", "int32"},
	{"Ac<1, d,", NULL, "fp64"}, {"Ac<2, d,", NULL, "fp64"}, {"Ac<3, d,", NULL, "fp64"}, {"Ac<1, f,", NULL, "fp32"}, {"Ac<2, f,", NULL, "fp32"},
	{"Ac<3, f,", NULL, "fp32"}, {"Ac<1, i,", NULL, "int32"}, {"Ac<2, i,", NULL, "int32"}, {"Ac<3, i,", NULL, "int32"},
};

struct group {
	size_t column; // of the intensity
	const char *name, *precision;
};

struct best {
	const char *name, *precision;
	double rate;
	struct place place;
};

enum section { OUTSIDE, MIXBENCH, THOASM };

enum field { PRECISION, RATE, BANDWIDTH, TIME, OPERATIONS, BYTES, OUTER, INNER, COMPUTE, FIELD_COUNT };

static const char *const headers[FIELD_COUNT][2] = {
	[PRECISION] = {"Precision", NULL},        [RATE] = {"[GOPs/s]", "[GOP/s]"}, [BANDWIDTH] = {"BW [GB/s]", NULL}, [TIME] = {"time [ms]", NULL},
	[OPERATIONS] = {"computations", NULL},    [BYTES] = {"data [Bytes]", NULL}, [OUTER] = {"Outer Its", NULL},     [INNER] = {"Inner Its", NULL},
	[COMPUTE] = {"Comp Its", NULL},
};

struct file {
	const struct import *in;
	enum section section;
	struct csv_record titles, header;
	struct { struct group *items; size_t count, cap; } groups;
	size_t columns[FIELD_COUNT];
	struct { struct best *items; size_t count, cap; } peaks;
	struct best bandwidth;
	const char *device;
	size_t rows;
	bool is_mixbench, is_thoasm;
};

static bool is_mixbench_header(struct text_line line)
{
	return text_line_starts(line, "Compute iters,") && text_line_has(line, "ex.time");
}

static bool is_thoasm_header(struct text_line line)
{
	return text_line_has(line, "Precision;") && text_line_has(line, "computations;");
}

static int recognise(const struct source *source)
{
	struct source head = record_head(source);
	size_t offset = encoding_bom(&head);
	struct text_line line;
	while (text_line_next(&head, &offset, &line))
		if (is_mixbench_header(line) || is_thoasm_header(line))
			return 95;
	return 0;
}

static void name_precision(struct arena *arena, const char *text, const char **name, const char **precision)
{
	*name = text;
	*precision = NULL;
	for (size_t i = 0; i < G_N_ELEMENTS(precisions); i++) {
		if (g_ascii_strncasecmp(text, precisions[i].begins, strlen(precisions[i].begins)) != 0)
			continue;
		*name = precisions[i].name ? precisions[i].name : arena_strdup(arena, text);
		*precision = precisions[i].precision;
		return;
	}
}

// ---- ceilings -----------------------------------------------------------------------------------------------------------------------------------------

static void note_peak(struct file *file, const char *name, const char *precision, double rate, struct place place)
{
	struct best *best = NULL;
	for (size_t i = 0; !best && i < file->peaks.count; i++)
		if (text_same(precision ? precision : name, file->peaks.items[i].precision ? file->peaks.items[i].precision : file->peaks.items[i].name))
			best = &file->peaks.items[i];
	if (!best) {
		g_autofree char *upper = g_ascii_strup(precision ? precision : "", -1);
		best = list_push(file->in->arena, &file->peaks);
		best->name = precision ? arena_strdup(file->in->arena, upper) : name;
		best->precision = precision;
	}
	if (rate > best->rate) {
		best->rate = rate;
		best->place = place;
	}
}

// `implied`: the bandwidth by the row's own rate and intensity. It is taken where it is the higher one by rounding alone, so that no row is above the slope
// that it made.
static void note_bandwidth(struct file *file, double bandwidth, double implied, struct place place)
{
	if (implied > bandwidth && implied < bandwidth * 1.0001)
		bandwidth = implied;
	if (bandwidth > file->bandwidth.rate)
		file->bandwidth = (struct best){.rate = bandwidth, .place = place};
}

static bool ceilings_of(struct file *file)
{
	struct ceilings ceilings = ceilings_begin(file->in, file->device, file->is_mixbench ? "mixbench" : "roofline-benchmark");
	for (size_t i = 0; i < file->peaks.count; i++) {
		const struct best *peak = &file->peaks.items[i];
		ceilings_add_compute(&ceilings, (struct measured){.name = peak->name, .precision = peak->precision, .pipe = "vector", .rate = peak->rate,
			.low = NAN, .high = NAN, .place = peak->place});
	}
	ceilings_add_memory(&ceilings, (struct measured){.name = "Main memory", .level = "main", .rate = file->bandwidth.rate, .low = NAN, .high = NAN,
		.place = file->bandwidth.place});
	return ceilings_end(&ceilings);
}

// ---- mixbench -----------------------------------------------------------------------------------------------------------------------------------------

static bool header_read(struct file *file, struct text_line line)
{
	const struct import *in = file->in;
	static const char *const wanted[COLUMNS_OF_PRECISION][2] = {{"Flops/byte", "Iops/byte"}, {"ex.time", NULL}, {"GFLOPS", "GIOPS"}, {"GB/sec", NULL}};
	file->header = record_of_line(in->arena, in->source, line, ',');
	file->groups.count = 0;
	for (size_t i = 1; i < file->header.count; i++) {
		const char *const *names = wanted[(i - 1) % COLUMNS_OF_PRECISION];
		const struct csv_cell *cell = &file->header.cells[i];
		if (!text_same(cell->text, names[0]) && !(names[1] && text_same(cell->text, names[1]))) {
			diags_add(in->diags, DIAG_BAD_PROFILE, cell->place, "expected the columns Flops/byte, ex.time, GFLOPS, GB/sec for each precision, found '%s'",
				cell->text);
			return false;
		}
		if ((i - 1) % COLUMNS_OF_PRECISION)
			continue;
		const char *title = record_text(&file->titles, i);
		struct group *group = list_push(in->arena, &file->groups);
		group->column = i;
		name_precision(in->arena, *title ? title : text_same(cell->text, "Iops/byte") ? "Integer" : "operations", &group->name, &group->precision);
	}
	if ((file->header.count - 1) % COLUMNS_OF_PRECISION == 0)
		return true;
	diags_add(in->diags, DIAG_BAD_PROFILE, file->header.place, "expected four columns for each precision, found %zu columns (is the file cut off?)",
		file->header.count - 1);
	return false;
}

// The rates have more digits than the time and are what was printed of one measurement, so their ratio is the intensity but for rounding.
static bool rates_agree(const struct file *file, const struct csv_cell *cell, double intensity, double performance, double bandwidth)
{
	double wanted = intensity * bandwidth;
	double rounding = 0.005e9 * (1 + intensity) + 0.0005 * bandwidth;
	if (isnan(intensity) || isnan(performance) || isnan(bandwidth) || fabs(performance - wanted) <= rounding + 0.01 * wanted)
		return true;
	diags_add(file->in->diags, DIAG_CONTRADICTION, cell->place, "expected GFLOPS to be Flops/byte times GB/sec, found %s, which times %s is not %s", cell->text,
		cell[3].text, cell[2].text);
	return false;
}

static bool group_read(struct file *file, const struct csv_record *record, const struct group *group)
{
	const struct import *in = file->in;
	const struct csv_cell *cells = &record->cells[group->column];
	double intensity, time, performance, bandwidth;
	if (!record_number(&cells[0], 1, &intensity, in->diags) || !record_number(&cells[1], 1e-3, &time, in->diags) ||
		!record_number(&cells[2], 1e9, &performance, in->diags) || !record_number(&cells[3], 1e9, &bandwidth, in->diags) ||
		!rates_agree(file, cells, intensity, performance, bandwidth))
		return false;
	struct point *point = import_point(in, arena_printf(in->arena, "%s, compute iters %s", group->name, record->cells[0].text), cells[0].place);
	point->series = group->name;
	point->precision = group->precision;
	point->time = time > 0 ? time : NAN;
	if (intensity == 0) {
		point->flops = 0;
		point->bandwidth = bandwidth;
	} else {
		point->performance = performance;
		point_level(in->arena, point, NULL, cells[0].place)->intensity = intensity;
	}
	if (isnan(intensity) || isnan(performance))
		import_miss(in, point, "the row has no %s", isnan(intensity) ? file->header.cells[group->column].text : file->header.cells[group->column + 2].text);
	else
		import_assume(in, point, "FLOPs and bytes follow from a time of 2 decimals");
	note_peak(file, group->name, group->precision, performance, cells[2].place);
	note_bandwidth(file, bandwidth, performance / intensity, cells[3].place);
	return true;
}

static bool row_read(struct file *file, struct text_line line)
{
	struct csv_record record = record_of_line(file->in->arena, file->in->source, line, ',');
	double iterations;
	if (!record_is_as_wide(&file->header, &record, file->in->diags) || !record_number(&record.cells[0], 1, &iterations, file->in->diags))
		return false;
	bool ok = true;
	for (size_t i = 0; i < file->groups.count; i++)
		ok &= group_read(file, &record, &file->groups.items[i]);
	file->rows++;
	return ok;
}

// ---- thoasm -------------------------------------------------------------------------------------------------------------------------------------------

static bool thoasm_header_read(struct file *file, struct text_line line)
{
	const struct import *in = file->in;
	file->header = record_of_line(in->arena, in->source, line, ';');
	for (int i = 0; i < FIELD_COUNT; i++) {
		file->columns[i] = record_find(&file->header, headers[i][0]);
		if (file->columns[i] == RECORD_NONE && headers[i][1])
			file->columns[i] = record_find(&file->header, headers[i][1]);
		if (file->columns[i] != RECORD_NONE || i > BYTES)
			continue;
		diags_add(in->diags, DIAG_BAD_PROFILE, file->header.place, "expected a column '%s', found none", headers[i][0]);
		return false;
	}
	return true;
}

static const char *thoasm_name(const struct file *file, const struct csv_record *record)
{
	static const struct {
		enum field field;
		const char *word;
	} loops[] = {{OUTER, "outer"}, {INNER, "inner"}, {COMPUTE, "comp"}};
	g_autoptr(GString) name = g_string_new(record_text(record, file->columns[PRECISION]));
	for (size_t i = 0; i < G_N_ELEMENTS(loops); i++)
		if (*record_text(record, file->columns[loops[i].field]))
			g_string_append_printf(name, ", %s %s", loops[i].word, record_text(record, file->columns[loops[i].field]));
	return arena_strdup(file->in->arena, name->str);
}

static bool thoasm_row_read(struct file *file, struct text_line line)
{
	const struct import *in = file->in;
	struct csv_record record = record_of_line(in->arena, in->source, line, ';');
	static const double factors[FIELD_COUNT] = {[RATE] = 1e9, [BANDWIDTH] = 1e9, [TIME] = 1e-3, [OPERATIONS] = 1, [BYTES] = 1};
	double values[FIELD_COUNT];
	if (!record_is_as_wide(&file->header, &record, in->diags))
		return false;
	for (int i = RATE; i <= BYTES; i++) {
		if (!record_number(record_cell(&record, file->columns[i]), factors[i], &values[i], in->diags))
			return false;
	}
	const struct csv_cell *rate = &record.cells[file->columns[RATE]];
	if (fabs(values[RATE] * values[TIME] - values[OPERATIONS]) > 0.01 * values[OPERATIONS]) {
		diags_add(in->diags, DIAG_CONTRADICTION, rate->place, "expected computations by time, found %s, which times %s ms is not %s", rate->text,
			record.cells[file->columns[TIME]].text, record.cells[file->columns[OPERATIONS]].text);
		return false;
	}
	struct point *point = import_point(in, thoasm_name(file, &record), record.place);
	name_precision(in->arena, record_text(&record, file->columns[PRECISION]), &point->series, &point->precision);
	point->flops = values[OPERATIONS];
	point->time = values[TIME];
	point->performance = values[RATE]; // with more digits than the time
	if (!isnan(values[BYTES]))
		import_bytes_of(in, point, NULL, values[BYTES]);
	if (isnan(values[OPERATIONS]) || isnan(values[BYTES]) || isnan(values[TIME]))
		import_miss(in, point, "the row has no %s", headers[isnan(values[OPERATIONS]) ? OPERATIONS : isnan(values[BYTES]) ? BYTES : TIME][0]);
	note_peak(file, point->series, point->precision, values[RATE], rate->place);
	note_bandwidth(file, values[BANDWIDTH], values[RATE] * values[BYTES] / values[OPERATIONS], record.cells[file->columns[BANDWIDTH]].place);
	file->rows++;
	return true;
}

// ---- the text -----------------------------------------------------------------------------------------------------------------------------------------

static bool line_is_blank(struct text_line line)
{
	while (line.length && g_ascii_isspace(line.text[line.length - 1]))
		line.length--;
	return line.length == 0;
}

static const char *after_colon(struct arena *arena, struct text_line line)
{
	const char *colon = memchr(line.text, ':', line.length);
	g_autofree char *text = g_utf8_make_valid(colon + 1, line.text + line.length - colon - 1);
	return arena_strdup(arena, g_strstrip(text));
}

static bool line_read(struct file *file, struct text_line line)
{
	if (file->section == MIXBENCH && (line_is_blank(line) || line.text[0] == '-'))
		file->section = OUTSIDE;
	if (file->section == THOASM && !memchr(line.text, ';', line.length))
		file->section = OUTSIDE;
	if (is_mixbench_header(line)) {
		bool ok = header_read(file, line);
		file->section = ok ? MIXBENCH : OUTSIDE; // rows below a header that is not understood say nothing
		file->is_mixbench = true;
		return ok;
	}
	if (is_thoasm_header(line)) {
		bool ok = thoasm_header_read(file, line);
		file->section = ok ? THOASM : OUTSIDE;
		file->is_thoasm = true;
		return ok;
	}
	if (file->section == MIXBENCH)
		return row_read(file, line);
	if (file->section == THOASM)
		return thoasm_row_read(file, line);
	if (text_line_starts(line, "Experiment ID,"))
		file->titles = record_of_line(file->in->arena, file->in->source, line, ',');
	else if (text_line_starts(line, "Device:"))
		file->device = after_colon(file->in->arena, line);
	return true;
}

static bool read_mixbench(const struct import *in)
{
	struct file file = {.in = in};
	size_t offset = encoding_bom(in->source);
	struct text_line line;
	bool ok = true;
	while (text_line_next(in->source, &offset, &line))
		ok &= line_read(&file, line);
	if (ok && !file.rows)
		diags_add(in->diags, DIAG_BAD_PROFILE, (struct place){in->source, 0, 0},
			"expected rows of figures below the header, found none (is the file cut off?)");
	if (!ok || !file.rows)
		return false;
	if (file.device && !in->chart->device_hint)
		in->chart->device_hint = file.device;
	if (file.is_mixbench)
		*list_push(in->arena, &in->chart->notes) = "mixbench";
	if (file.is_thoasm)
		*list_push(in->arena, &in->chart->notes) = "roofline-benchmark (thoasm)";
	return ceilings_of(&file);
}

const struct importer importer_mixbench = {
	.name = "mixbench",
	.tool = "mixbench, thoasm roofline-benchmark",
	.gives = "points and ceilings",
	.hint = "the console output, with its table after \"CSV data\"; or rows below \"Precision; [GOPs/s]; BW [GB/s]\"",
	.recipe = "mixbench-cuda > mixbench.txt      (or mixbench-hip, mixbench-ocl, mixbench-cpu; the whole output)\n"
		"rafter draw mixbench.txt -o chart.svg\n"
		"rafter draw kernels.csv --hardware mixbench.txt -o chart.svg\n"
		"The ceilings are the highest rate of each precision and the highest bandwidth. Integer rates are in OP/s of precision int32.\n",
	.recognise = recognise,
	.read = read_mixbench,
};
