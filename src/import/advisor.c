// SPDX-License-Identifier: MIT
// The survey of Intel Advisor: `advisor --report=survey --show-all-data --format=csv`.
//
// "sep=,", a banner of two lines in quotes, "Survey Data version=…","delimiter=,", then a table of about 200 columns whose cells may have line breaks. A row is
// a loop or a function; "Self" figures are its own, without what it calls. GFLOP and GB are powers of 1000. "Self Memory GB" is what all loads and stores move
// (cache-aware roofline: level L1); the columns by level hold 0 unless the cache simulation ran.
// Rates are by Self Elapsed Time (GFLOPS = GFLOP / elapsed time), which Self Time, added up over threads, is not.
// FMA = 2, division and square root = 1 FLOP, SP and DP added up: "Intel Advisor Roofline feature Q&A" on intel.com.
#include "import/record.h"

#include "base/text.h"
#include "input/units.h"
#include "model/spec.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#define NAME_HEADER "Function Call Sites and Loops"
#define HOW_TO_COUNT "'advisor --collect=tripcounts --flop'"

enum field { NAME, LOCATION, SELF_TIME, ELAPSED_TIME, GFLOP, GFLOPS, AI, MEMORY_GB, L2_GB, L3_GB, L4_GB, DRAM_GB, SP_COUNT, DP_COUNT, DATA_TYPES, GINTOP,
	FIELD_COUNT };

static const char *const headers[FIELD_COUNT] = {
	[NAME] = NAME_HEADER,      [LOCATION] = "Source Location",        [SELF_TIME] = "Self Time",            [ELAPSED_TIME] = "Self Elapsed Time",
	[GFLOP] = "Self GFLOP",    [GFLOPS] = "Self GFLOPS",              [AI] = "Self AI",                     [MEMORY_GB] = "Self Memory GB",
	[L2_GB] = "Self L2 GB",    [L3_GB] = "Self L3 GB",                [L4_GB] = "Self L4 GB",               [DRAM_GB] = "Self DRAM GB",
	[SP_COUNT] = "Dynamic sp_compute", [DP_COUNT] = "Dynamic dp_compute", [DATA_TYPES] = "Data Types",      [GINTOP] = "Self GINTOP",
};

static const struct {
	enum field field;
	const char *level;
} simulated[] = {{L2_GB, "L2"}, {L3_GB, "L3"}, {L4_GB, "L4"}, {DRAM_GB, "DRAM"}};

struct survey {
	const struct import *in;
	const struct csv *csv;
	size_t columns[FIELD_COUNT];
	bool is_simulated[G_N_ELEMENTS(simulated)];
	GHashTable *name_counts; // full name: how many rows have it
};

// The offset of the header line and what separates its cells.
static bool find_header(const struct source *source, size_t *start, char *separator)
{
	size_t offset = encoding_bom(source);
	struct text_line line;
	*separator = '\0';
	while (text_line_next(source, &offset, &line)) {
		const char *said = memmem(line.text, line.length, "\"delimiter=", 11);
		if (said && said + 11 < line.text + line.length && strchr(csv_separators, said[11]))
			*separator = said[11];
		if (text_line_has(line, "\"" NAME_HEADER "\"")) {
			*start = line.offset;
			return true;
		}
	}
	return false;
}

static int recognise(const struct source *source)
{
	struct source head = record_head(source);
	size_t start;
	char separator;
	return find_header(&head, &start, &separator) ? 95 : 0;
}

static const struct csv_cell *cell_of(const struct survey *survey, const struct csv_record *record, enum field field)
{
	return record_cell(record, survey->columns[field]);
}

static const char *text_of(const struct survey *survey, const struct csv_record *record, enum field field)
{
	return record_text(record, survey->columns[field]);
}

static bool number_of(const struct survey *survey, const struct csv_record *record, enum field field, double *value)
{
	return record_number(cell_of(survey, record, field), 1e9, value, survey->in->diags);
}

// "28.970s". A time that the survey could not resolve ("< 0.001s") is missing.
static bool time_of(const struct survey *survey, const struct csv_record *record, struct point *point)
{
	enum field field = *text_of(survey, record, ELAPSED_TIME) ? ELAPSED_TIME : SELF_TIME;
	const struct csv_cell *cell = cell_of(survey, record, field);
	const char *text = text_of(survey, record, field);
	if (!*text) {
		import_miss(survey->in, point, "%s is empty", headers[field]);
		return true;
	}
	if (*text == '<') {
		import_miss(survey->in, point, "%s is '%s', below what the survey resolves: run the loop for longer", headers[field], text);
		return true;
	}
	struct units_value value;
	if (units_parse(text, QUANTITY_SECOND, &value) != UNITS_OK) {
		diags_add(survey->in->diags, DIAG_WRONG_VALUE, cell->place, "expected a time such as \"28.970s\" or \"< 0.001s\", found '%s'", text);
		return false;
	}
	if (value.si < 0) {
		diags_add(survey->in->diags, DIAG_NEGATIVE, cell->place, "expected 0 or more, found %s", text);
		return false;
	}
	point->time = value.si;
	return true;
}

// By what was executed, else by the types of the data: one of the two alone says the precision.
static const char *precision_of(const struct survey *survey, const struct csv_record *record)
{
	double single, twice;
	struct diags *unheard = diags_new();
	bool counted = record_number(cell_of(survey, record, SP_COUNT), 1, &single, unheard) &&
		record_number(cell_of(survey, record, DP_COUNT), 1, &twice, unheard);
	diags_free(unheard);
	if (counted && (single > 0 || twice > 0))
		return single > 0 && twice > 0 ? NULL : single > 0 ? "fp32" : "fp64";
	const char *types = text_of(survey, record, DATA_TYPES);
	bool has_single = strstr(types, "Float32") != NULL, has_double = strstr(types, "Float64") != NULL;
	return has_single == has_double ? NULL : has_single ? "fp32" : "fp64";
}

static bool flops_of(const struct survey *survey, const struct csv_record *record, struct point *point)
{
	const struct import *in = survey->in;
	double rate, intop;
	if (!number_of(survey, record, GFLOP, &point->flops) || !number_of(survey, record, GFLOPS, &rate) || !number_of(survey, record, GINTOP, &intop))
		return false;
	if (isnan(point->flops))
		point->performance = rate;
	if (isnan(point->flops) && isnan(rate))
		import_miss(in, point, survey->columns[GFLOP] == RECORD_NONE && survey->columns[GFLOPS] == RECORD_NONE
			? "the report has no FLOPs: collect them with " HOW_TO_COUNT " and report with --show-all-data"
			: "no FLOPs were counted here (Self GFLOP and Self GFLOPS are empty): collect them with " HOW_TO_COUNT);
	if (point->flops == 0 && intop > 0)
		importer_append(in->arena, &point->note, "its integer operations (Self GINTOP) are no FLOPs and not counted");
	return true;
}

static bool bytes_of(const struct survey *survey, const struct csv_record *record, struct point *point)
{
	const struct import *in = survey->in;
	double bytes, intensity;
	if (!number_of(survey, record, MEMORY_GB, &bytes) || !record_number(cell_of(survey, record, AI), 1, &intensity, in->diags))
		return false;
	bool by_ratio = isnan(bytes) && intensity > 0;
	if (bytes > 0)
		import_bytes_of(in, point, "L1", bytes);
	else if (by_ratio)
		point_level(in->arena, point, "L1", point->place)->intensity = intensity;
	else
		import_miss(in, point, bytes == 0 ? "no memory traffic was counted here (Self Memory GB is 0)"
			: "the memory traffic is missing (Self Memory GB): collect it with " HOW_TO_COUNT " and report with --show-all-data");
	if (bytes > 0 || by_ratio)
		import_assume(in, point, "bytes of L1 are those of all loads and stores");
	for (size_t i = 0; i < G_N_ELEMENTS(simulated); i++) {
		if (!number_of(survey, record, simulated[i].field, &bytes))
			return false;
		if (survey->is_simulated[i] && bytes > 0)
			import_bytes_of(in, point, simulated[i].level, bytes);
	}
	return true;
}

static bool is_shared(const struct survey *survey, const char *name)
{
	return GPOINTER_TO_SIZE(g_hash_table_lookup(survey->name_counts, name)) > 1;
}

static bool row_read(const struct survey *survey, const struct csv_record *record)
{
	const struct import *in = survey->in;
	const char *name = text_of(survey, record, NAME), *location = text_of(survey, record, LOCATION);
	if (!*name)
		name = *location ? location : "(no name)";
	else if (*location && is_shared(survey, name) && !strstr(name, location))
		name = arena_printf(in->arena, "%s at %s", name, location);
	const struct csv_cell *cell = cell_of(survey, record, NAME);
	struct point *point = import_point(in, name, cell->place);
	point->precision = precision_of(survey, record);
	if (text_begins_with_words(name, "[child]"))
		importer_append(in->arena, &point->note, "a part of a loop: the row of the whole loop includes it");
	return time_of(survey, record, point) && flops_of(survey, record, point) && bytes_of(survey, record, point);
}

static void look_over(struct survey *survey)
{
	for (size_t i = 1; i < survey->csv->count; i++) {
		const struct csv_record *record = &survey->csv->records[i];
		const char *name = text_of(survey, record, NAME);
		size_t count = GPOINTER_TO_SIZE(g_hash_table_lookup(survey->name_counts, name));
		g_hash_table_insert(survey->name_counts, (void *)name, GSIZE_TO_POINTER(count + 1));
		for (size_t k = 0; k < G_N_ELEMENTS(simulated); k++) {
			const char *text = text_of(survey, record, simulated[k].field);
			survey->is_simulated[k] |= strspn(text, "0.") < strlen(text);
		}
	}
}

static bool rows_read(struct survey *survey)
{
	const struct csv_record *header = &survey->csv->records[0];
	struct diags *diags = survey->in->diags;
	static const char *const needed[] = {NAME_HEADER, NULL};
	for (int i = 0; i < FIELD_COUNT; i++)
		survey->columns[i] = record_find(header, headers[i]);
	if (!record_has_columns(header, needed, diags))
		return false;
	if (survey->columns[SELF_TIME] == RECORD_NONE) {
		diags_add(diags, DIAG_BAD_PROFILE, header->place, "expected a column Self Time, found none: report with --show-all-data");
		return false;
	}
	bool ok = true;
	for (size_t i = 1; i < survey->csv->count; i++)
		ok &= record_is_as_wide(header, &survey->csv->records[i], diags);
	if (!ok)
		return false;
	if (survey->csv->count == 1)
		diags_add(diags, DIAG_BAD_PROFILE, header->place, "expected rows of loops below the header, found none");
	look_over(survey);
	for (size_t i = 1; i < survey->csv->count; i++)
		ok &= row_read(survey, &survey->csv->records[i]);
	return ok && survey->csv->count > 1;
}

static bool read_survey(const struct import *in)
{
	size_t start;
	char separator;
	if (!find_header(in->source, &start, &separator)) {
		diags_add(in->diags, DIAG_BAD_PROFILE, (struct place){in->source, 0, 0}, "expected a header with \"" NAME_HEADER "\" in quotes, found none");
		return false;
	}
	struct survey survey = {.in = in, .csv = record_table(in, (struct csv_options){.separator = separator, .start = start, .keep_comments = true})};
	if (!survey.csv)
		return false;
	survey.name_counts = g_hash_table_new(g_str_hash, g_str_equal);
	bool ok = rows_read(&survey);
	g_hash_table_destroy(survey.name_counts);
	*list_push(in->arena, &in->chart->notes) = "Intel Advisor survey";
	return ok;
}

const struct importer importer_advisor = {
	.name = "advisor",
	.tool = "Intel Advisor --report=survey --format=csv",
	.gives = "points",
	.hint = "a table with \"" NAME_HEADER "\" and \"Self GFLOP\" behind \"sep=,\" and a banner",
	.recipe = "advisor --collect=survey --project-dir=adv -- ./app\n"
		"advisor --collect=tripcounts --flop --project-dir=adv -- ./app\n"
		"advisor --report=survey --show-all-data --format=csv --report-output=survey.csv --project-dir=adv\n"
		"With --enable-cache-simulation in the second line there is traffic of L2, L3 and DRAM as well. Older versions call the command advixe-cl.\n"
		"The roofs of the same machine: advisor --report=roofs --format=csv --report-output=roofs.csv --project-dir=adv; give them with --hardware roofs.csv\n",
	.recognise = recognise,
	.read = read_survey,
};
