// SPDX-License-Identifier: MIT
// The roofs of Intel Advisor: `advisor --report=roofs --format=csv`, "sep=,", "Name,Bandwidth,Type", rows "L1 bandwidth (single-threaded),400000000000,memory".
//
// "Bandwidth" holds byte/s for memory and FLOP/s for compute; 0 was not measured. Roofs of one thread and of all threads stand side by side, told apart by
// their names. They are two machines to a chart, and no roof of one goes with a slope of the other: those of all threads are taken when they have a peak and
// main memory, else those of one thread.
#include "import/ceilings.h"
#include "import/record.h"

#include "base/text.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { LOOKED_AT_LINES = 8, COLUMN_COUNT = 3 };

#define ONE_THREAD " (single-threaded)"

enum set { ALL_THREADS, SINGLE_THREAD, SET_COUNT };

struct roof {
	struct measured measured;
	bool is_memory, is_second; // second: scalar, or of one node of several
	enum set set;
};

struct roofs {
	struct { struct roof *items; size_t count, cap; } list;
	size_t memories[SET_COUNT], peaks[SET_COUNT], main_memories[SET_COUNT];
};

static bool is_header(struct text_line line)
{
	g_autoptr(GString) plain = g_string_new(NULL);
	for (size_t i = 0; i < line.length && plain->len < 64; i++)
		if (line.text[i] != '"' && line.text[i] != ' ')
			g_string_append_c(plain, strchr(csv_separators, line.text[i]) ? ',' : line.text[i]);
	return g_ascii_strcasecmp(plain->str, "Name,Bandwidth,Type") == 0;
}

static bool find_header(const struct source *source, struct text_line *line)
{
	size_t offset = encoding_bom(source);
	for (int i = 0; i < LOOKED_AT_LINES && text_line_next(source, &offset, line); i++)
		if (is_header(*line))
			return true;
	return false;
}

static int recognise(const struct source *source)
{
	struct source head = record_head(source);
	struct text_line line;
	return find_header(&head, &line) ? 95 : 0;
}

struct meaning {
	const char *word, *means;
};

// A word of a roof's name and what it says; NULL at the end.
static const struct meaning levels[] = {{"L1", "l1"}, {"L2", "l2"}, {"L3", "l3"}, {"L4", "l4"}, {"SLM", "shared"}, {"GTI", "other"}, {"DRAM", "main"},
	{"HBM", "main"}, {"MCDRAM", "other"}, {NULL, NULL}};
static const struct meaning precisions[] = {{"SP", "fp32"}, {"DP", "fp64"}, {"HP", "fp16"}, {"FP16", "fp16"}, {"BF16", "bf16"}, {"Int64", "int64"},
	{"Int32", "int32"}, {"Int16", "int16"}, {"Int8", "int8"}, {"Integer", "integer"}, {NULL, NULL}};
static const struct meaning pipes[] = {{"Vector", "vector"}, {"Scalar", "scalar"}, {"AMX", "tensor"}, {"DPAS", "tensor"}, {"XMX", "tensor"}, {NULL, NULL}};

static bool has_word(const char *name, const char *word)
{
	g_auto(GStrv) words = g_strsplit_set(name, " ()", -1);
	for (size_t i = 0; words[i]; i++)
		if (text_same(words[i], word))
			return true;
	return false;
}

static const char *meaning_of(const struct meaning *meanings, const char *name)
{
	for (; meanings->word; meanings++)
		if (has_word(name, meanings->word))
			return meanings->means;
	return NULL;
}

// "Scalar L1 bandwidth (single-threaded)" to "Scalar L1".
static const char *short_name(struct arena *arena, const char *name)
{
	static const char *const dropped[] = {ONE_THREAD, " bandwidth"};
	g_autoptr(GString) text = g_string_new(name);
	for (size_t i = 0; i < G_N_ELEMENTS(dropped); i++) {
		g_autofree char *lower = g_ascii_strdown(text->str, -1);
		const char *at = strstr(lower, dropped[i]);
		if (at)
			g_string_erase(text, at - lower, (gssize)strlen(dropped[i]));
	}
	return arena_strdup(arena, text->str);
}

static bool row_read(const struct import *in, const struct csv_record *header, const struct csv_record *record, struct roofs *roofs)
{
	double rate;
	if (!record_is_as_wide(header, record, in->diags) || !record_number(&record->cells[1], 1, &rate, in->diags))
		return false;
	const char *name = record->cells[0].text;
	bool is_memory = text_same(record->cells[2].text, "memory");
	if (!is_memory && !text_same(record->cells[2].text, "compute")) {
		diags_add(in->diags, DIAG_WRONG_VALUE, record->cells[2].place, "expected memory or compute, found '%s'", record->cells[2].text);
		return false;
	}
	if (!(rate > 0)) {
		diags_add(in->diags, DIAG_ZERO_ROOF, record->cells[1].place, "the %s of '%s' is 0 or missing, so this roof is left out",
			is_memory ? "bandwidth" : "peak", name);
		return true;
	}
	g_autofree char *lower = g_ascii_strdown(name, -1);
	struct roof *roof = list_push(in->arena, &roofs->list);
	*roof = (struct roof){
		.measured = {.name = short_name(in->arena, name), .rate = rate, .low = NAN, .high = NAN, .place = record->cells[0].place},
		.is_memory = is_memory,
		.is_second = has_word(name, "Scalar") || strstr(lower, "(single node)"),
		.set = strstr(lower, ONE_THREAD) ? SINGLE_THREAD : ALL_THREADS,
	};
	roof->measured.level = is_memory ? meaning_of(levels, name) : NULL;
	roof->measured.precision = is_memory ? NULL : meaning_of(precisions, name);
	roof->measured.pipe = is_memory ? NULL : meaning_of(pipes, name);
	roofs->memories[roof->set] += is_memory;
	roofs->main_memories[roof->set] += is_memory && text_same(roof->measured.level, "main");
	roofs->peaks[roof->set] += !is_memory;
	return true;
}

static enum set choose(const struct roofs *roofs)
{
	if (roofs->peaks[ALL_THREADS] && roofs->main_memories[ALL_THREADS])
		return ALL_THREADS;
	if (roofs->peaks[SINGLE_THREAD] && roofs->memories[SINGLE_THREAD])
		return SINGLE_THREAD;
	return roofs->peaks[ALL_THREADS] + roofs->memories[ALL_THREADS] ? ALL_THREADS : SINGLE_THREAD;
}

static void say_what_is_left_out(const struct import *in, const struct roofs *roofs, enum set taken)
{
	enum set other = taken == ALL_THREADS ? SINGLE_THREAD : ALL_THREADS;
	size_t count = roofs->memories[other] + roofs->peaks[other];
	for (size_t i = 0; count && i < roofs->list.count; i++) {
		const struct roof *roof = &roofs->list.items[i];
		if (roof->set != other)
			continue;
		if (other == SINGLE_THREAD)
			diags_add(in->diags, DIAG_ASSUMED, roof->measured.place, "the roofs of all threads are taken, and the %zu of one thread left out: for these, "
				"delete the rows of memory and compute without '(single-threaded)'", count);
		else
			diags_add(in->diags, DIAG_ASSUMED, roof->measured.place, "the roofs of one thread are taken, and the %zu of all threads left out, since %s: "
				"measure them with more than one thread, or delete the rows with '(single-threaded)' to have them alone", count,
				!roofs->peaks[other] ? "there is no compute peak of all threads" : "there is no main memory bandwidth of all threads");
		return;
	}
}

static void roof_add(struct ceilings *ceilings, const struct roof *roof)
{
	if (roof->is_memory)
		ceilings_add_memory(ceilings, roof->measured);
	else
		ceilings_add_compute(ceilings, roof->measured);
}

static bool read_roofs(const struct import *in)
{
	struct text_line line;
	if (!find_header(in->source, &line)) {
		diags_add(in->diags, DIAG_BAD_PROFILE, (struct place){in->source, 0, 0}, "expected the header Name,Bandwidth,Type, found none");
		return false;
	}
	const struct csv *csv = record_table(in, (struct csv_options){.start = line.offset});
	if (!csv)
		return false;
	// Name, Bandwidth and Type in this order, as their line has them.
	if (csv->records[0].count < COLUMN_COUNT) {
		diags_add(in->diags, DIAG_BAD_PROFILE, csv->records[0].place, "expected the three columns Name, Bandwidth and Type, found %zu", csv->records[0].count);
		return false;
	}
	struct roofs roofs = {0};
	bool ok = true;
	for (size_t i = 1; i < csv->count; i++)
		ok &= row_read(in, &csv->records[0], &csv->records[i], &roofs);
	if (!ok)
		return false;
	enum set taken = choose(&roofs);
	say_what_is_left_out(in, &roofs, taken);
	const char *file = importer_machine_name(in->arena, in->source->name);
	struct ceilings ceilings = ceilings_begin(in, taken == SINGLE_THREAD ? arena_printf(in->arena, "%s, one thread", file) : file, "Intel Advisor");
	// A level is met by its first slope, so vector loads and whole machines stand before scalar ones and single nodes.
	for (int second = 0; second < 2; second++)
		for (size_t i = 0; i < roofs.list.count; i++)
			if (roofs.list.items[i].set == taken && roofs.list.items[i].is_second == second)
				roof_add(&ceilings, &roofs.list.items[i]);
	return ceilings_end(&ceilings);
}

const struct importer importer_advisor_roofs = {
	.name = "advisor-roofs",
	.tool = "Intel Advisor --report=roofs --format=csv",
	.gives = "ceilings",
	.hint = "a table Name,Bandwidth,Type behind \"sep=,\"; byte/s and FLOP/s",
	.recipe = "advisor --collect=roofline --project-dir=adv -- ./app\n"
		"advisor --report=roofs --format=csv --report-output=roofs.csv --project-dir=adv\n"
		"rafter draw survey.csv --hardware roofs.csv -o chart.svg\n"
		"Roofs of all threads are taken when there is a peak and a DRAM bandwidth of them, else those marked (single-threaded).\n",
	.recognise = recognise,
	.read = read_roofs,
};
