// SPDX-License-Identifier: MIT
// The two tables of the CARM tool (champ-hub/carm-roofline): <machine>_applications.csv and <machine>_roofline.csv.
//
// Applications: "Date,Method,Name,ISA,Precision,Threads,AI,Gflops,Bandwidth,Time", a row a run. Time is in s, but in ms where Method is MIX (an instruction
// mix). AI is core-side: FLOPs by the bytes of all loads and stores, so it belongs to L1.
// Roofline: two header rows, "Name:,<machine>,L1 Size:,…,L1,L1,…,FP,FP,FP FMA,FP_FMA" and "Date,ISA,…,FP Inst.,GB/s,I/Cycle,…,Gflop/s,I/Cycle"; every run adds
// a row. 0: no such level. With "FP Inst." fma, FP is the FMA peak and FP_FMA is 0. Both by update_csv of the tool's utils.py and run.py; rates are 1e9.
#include "import/ceilings.h"
#include "import/record.h"

#include "base/text.h"
#include "model/spec.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { LOOKED_AT_LINES = 8 };

static const char applications_header[] = "Date,Method,Name,ISA,Precision,Threads,AI,Gflops,Bandwidth,Time";

static bool find_line(const struct source *source, const char *start, const char *also, size_t *offset)
{
	size_t at = encoding_bom(source);
	struct text_line line;
	for (int i = 0; i < LOOKED_AT_LINES && text_line_next(source, &at, &line); i++) {
		*offset = line.offset;
		if (text_line_starts(line, start) && text_line_has(line, also))
			return true;
	}
	return false;
}

static const struct csv *table_read(const struct import *in, const char *start, const char *also, size_t header_rows)
{
	size_t offset;
	if (!find_line(in->source, start, also, &offset)) {
		diags_add(in->diags, DIAG_BAD_PROFILE, (struct place){in->source, 0, 0}, "expected a header that starts with '%s', found none", start);
		return NULL;
	}
	const struct csv *csv = record_table(in, (struct csv_options){.separator = ',', .start = offset, .keep_comments = true});
	if (!csv || csv->count > header_rows)
		return csv;
	diags_add(in->diags, DIAG_BAD_PROFILE, csv->records[0].place, "expected rows of results below the header, found none");
	return NULL;
}

// The tool's "sp" and "dp"; NULL for what is no precision.
static const char *precision_of(const struct import *in, const char *text)
{
	const char *precision = *text ? precision_canonical(in->arena, text) : NULL;
	return precision && precision_is_known(precision) ? precision : NULL;
}

static const char *configuration(const struct import *in, const char *first, const char *isa, const char *precision, const char *threads)
{
	return arena_printf(in->arena, "%s%s%s %s, %s thread%s", first, *first ? ", " : "", isa, precision, *threads ? threads : "?",
		text_same(threads, "1") ? "" : "s");
}

// ---- applications -------------------------------------------------------------------------------------------------------------------------------------

static int recognise_applications(const struct source *source)
{
	struct source head = record_head(source);
	size_t offset;
	return find_line(&head, applications_header, applications_header, &offset) ? 95 : 0;
}

enum application_column { METHOD = 1, NAME, ISA, PRECISION, THREADS, INTENSITY, RATE, BANDWIDTH, TIME };

static bool application_read(const struct import *in, const struct csv_record *record)
{
	double intensity, rate, bandwidth, time;
	const char *method = record_text(record, METHOD), *name = record_text(record, NAME);
	bool is_mix = text_begins_with_words(method, "MIX");
	if (!record_number(&record->cells[INTENSITY], 1, &intensity, in->diags) || !record_number(&record->cells[RATE], 1e9, &rate, in->diags) ||
		!record_number(&record->cells[BANDWIDTH], 1e9, &bandwidth, in->diags) || !record_number(&record->cells[TIME], is_mix ? 1e-3 : 1, &time, in->diags))
		return false;
	struct point *point = import_point(in, *name ? name : "(no name)", record->cells[NAME].place);
	point->precision = precision_of(in, record_text(record, PRECISION));
	point->note = configuration(in, method, record_text(record, ISA), record_text(record, PRECISION), record_text(record, THREADS));
	point->time = time > 0 ? time : NAN;
	if (is_mix)
		import_assume(in, point, "times of the method MIX are in ms");
	if (intensity == 0) {
		point->flops = 0;
		point->memory = "L1";
		point->bandwidth = bandwidth;
		return true;
	}
	point->performance = rate;
	if (isnan(intensity))
		import_miss(in, point, "AI is '%s'", record->cells[INTENSITY].text);
	else
		point_level(in->arena, point, "L1", record->cells[INTENSITY].place)->intensity = intensity;
	if (isnan(rate))
		import_miss(in, point, "Gflops is '%s'", record->cells[RATE].text);
	import_assume(in, point, "bytes of L1 are those of all loads and stores");
	return true;
}

static bool read_applications(const struct import *in)
{
	const struct csv *csv = table_read(in, applications_header, applications_header, 1);
	bool ok = csv != NULL;
	for (size_t i = 1; csv && i < csv->count; i++)
		ok &= record_is_as_wide(&csv->records[0], &csv->records[i], in->diags) && application_read(in, &csv->records[i]);
	*list_push(in->arena, &in->chart->notes) = "CARM tool";
	return ok;
}

const struct importer importer_carm = {
	.name = "carm",
	.tool = "CARM tool, applications",
	.gives = "points",
	.hint = "a table Date,Method,Name,ISA,Precision,Threads,AI,Gflops,Bandwidth,Time; GFLOP/s, GB/s, s (ms for MIX)",
	.recipe = "In the folder of the CARM tool: python3 DBI_AI_Calculator.py PATH_TO_DYNAMORIO ./app, or python3 PMU_AI_Calculator.py PATH_TO_PAPI ./app\n"
		"The table is carm_results/applications/MACHINE_applications.csv (Results/Applications in older versions). The ceilings of the machine:\n"
		"rafter draw MACHINE_applications.csv --hardware MACHINE_roofline.csv -o chart.svg\n",
	.recognise = recognise_applications,
	.read = read_applications,
};

// ---- ceilings -----------------------------------------------------------------------------------------------------------------------------------------

enum roofline_column { ROOF_DATE, ROOF_ISA, ROOF_PRECISION, ROOF_THREADS, FP_INSTRUCTION = 8, FIRST_ROOF = 9, ROOF_COUNT = 6 };

static const struct {
	const char *title, *unit, *level;
} roofs[ROOF_COUNT] = {
	{"L1", "GB/s", "l1"}, {"L2", "GB/s", "l2"}, {"L3", "GB/s", "l3"}, {"DRAM", "GB/s", "main"}, {"FP", "Gflop/s", NULL}, {"FP FMA", "Gflop/s", NULL},
};

static int recognise_roofline(const struct source *source)
{
	struct source head = record_head(source);
	size_t offset;
	return find_line(&head, "Name:,", "L1 Size:", &offset) ? 95 : 0;
}

static bool headers_fit(const struct import *in, const struct csv *csv)
{
	const struct csv_record *titles = &csv->records[0], *units = &csv->records[1];
	for (size_t i = 0; i < ROOF_COUNT; i++) {
		size_t column = FIRST_ROOF + 2 * i;
		if (text_same_squeezed(record_text(titles, column), roofs[i].title) && text_same(record_text(units, column), roofs[i].unit))
			continue;
		const struct csv_cell *cell = record_cell(units, column);
		diags_add(in->diags, DIAG_BAD_PROFILE, cell ? cell->place : units->place, "expected %s of %s in column %zu, found '%s' of '%s'",
			roofs[i].unit, roofs[i].title, column + 1, record_text(units, column), record_text(titles, column));
		return false;
	}
	return true;
}

static bool roof_read(struct ceilings *ceilings, const struct csv_record *record, size_t roof)
{
	struct arena *arena = ceilings->in->arena;
	const struct csv_cell *cell = &record->cells[FIRST_ROOF + 2 * roof];
	const char *instruction = record_text(record, FP_INSTRUCTION), *precision = precision_of(ceilings->in, record_text(record, ROOF_PRECISION));
	bool is_memory = roofs[roof].level, is_fma = roof == ROOF_COUNT - 1 || text_same(instruction, "fma");
	struct measured measured = {.name = roofs[roof].title, .level = roofs[roof].level, .low = NAN, .high = NAN, .place = cell->place};
	if (!record_number(cell, 1e9, &measured.rate, ceilings->in->diags))
		return false;
	if (is_memory) {
		ceilings_add_memory(ceilings, measured);
		return true;
	}
	// With fma as the instruction FP is that peak and there is no other.
	if (roof == ROOF_COUNT - 1 && measured.rate == 0 && text_same(instruction, "fma"))
		return true;
	measured.name = arena_printf(arena, "%s %s %s", record_text(record, ROOF_ISA), record_text(record, ROOF_PRECISION),
		is_fma ? "FMA" : *instruction ? instruction : "FP");
	measured.precision = precision;
	measured.pipe = strstr(record_text(record, ROOF_ISA), "scalar") ? "scalar" : "vector";
	ceilings_add_compute(ceilings, measured);
	return true;
}

static bool read_roofline(const struct import *in)
{
	const struct csv *csv = table_read(in, "Name:,", "L1 Size:", 2);
	if (!csv || !headers_fit(in, csv))
		return false;
	bool ok = true;
	for (size_t i = 2; i < csv->count; i++)
		ok &= record_is_as_wide(&csv->records[1], &csv->records[i], in->diags);
	if (!ok)
		return false;
	const struct csv_record *last = &csv->records[csv->count - 1];
	const char *machine = record_text(&csv->records[0], 1);
	const char *used = configuration(in, "", record_text(last, ROOF_ISA), record_text(last, ROOF_PRECISION), record_text(last, ROOF_THREADS));
	if (csv->count > 3)
		diags_add(in->diags, DIAG_ASSUMED, last->place, "the last of %zu rows is taken, %s of %s: for another one, delete the rows below it",
			csv->count - 2, used, record_text(last, ROOF_DATE));
	if (!*machine)
		machine = importer_machine_name(in->arena, in->source->name);
	struct ceilings ceilings = ceilings_begin(in, arena_printf(in->arena, "%s, %s", machine, used), "CARM tool");
	for (size_t i = 0; i < ROOF_COUNT; i++)
		ok &= roof_read(&ceilings, last, i);
	return ok && ceilings_end(&ceilings);
}

const struct importer importer_carm_roofline = {
	.name = "carm-roofline",
	.tool = "CARM tool, roofline",
	.gives = "ceilings",
	.hint = "a table with two header rows, the first one \"Name:,<machine>,L1 Size:\"; GB/s and Gflop/s",
	.recipe = "In the folder of the CARM tool: python3 run.py --test roofline --precision dp --threads 8\n"
		"The table is carm_results/roofline/MACHINE_roofline.csv (Results/Roofline in older versions). Every run adds a row; the last one is taken.\n",
	.recognise = recognise_roofline,
	.read = read_roofline,
};
