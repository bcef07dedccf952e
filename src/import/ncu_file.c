// SPDX-License-Identifier: MIT
// What the layouts of ncu share: values to numbers in SI, launches to points, and what all launches of a file say together.
#include "import/ncu.h"

#include "base/num.h"
#include "import/ceilings.h"
#include "input/units.h"

#include <math.h>
#include <string.h>

// Sums and products of a few values stay finite below it.
static const double largest_value = 1e100;

void ncu_file_init(struct ncu_file *file, const struct import *in)
{
	*file = (struct ncu_file){.in = in, .clock_low = NAN, .clock_high = NAN};
	for (size_t i = 0; i < NCU_SLOT_COUNT; i++)
		file->peaks[i] = NAN;
	file->metrics = g_hash_table_new(g_str_hash, g_str_equal);
	file->texts = g_hash_table_new(g_str_hash, g_str_equal);
}

void ncu_file_clear(struct ncu_file *file)
{
	g_hash_table_destroy(file->metrics);
	g_hash_table_destroy(file->texts);
}

const char *ncu_file_text(struct ncu_file *file, const char *text)
{
	const char *known = g_hash_table_lookup(file->texts, text);
	if (known)
		return known;
	char *copy = arena_strdup(file->in->arena, text);
	g_hash_table_add(file->texts, copy);
	return copy;
}

const struct ncu_metric *ncu_file_metric(struct ncu_file *file, const char *name)
{
	struct ncu_metric *metric = g_hash_table_lookup(file->metrics, name);
	if (metric)
		return metric;
	metric = arena_alloc(file->in->arena, sizeof *metric);
	*metric = ncu_metric_find(file->in->arena, name);
	g_hash_table_insert(file->metrics, (void *)ncu_file_text(file, name), metric);
	return metric;
}

// ---- numbers ------------------------------------------------------------------------------------------------------------------------------------------

bool ncu_value_is_whole(const char *metric, const char *unit)
{
	return g_str_has_suffix(metric, ".sum") && ncu_unit_is_whole(unit);
}

bool ncu_file_decide(struct ncu_file *file)
{
	enum decimal before = file->decimal;
	if (!number_style_decide(&file->style, &file->decimal, file->in->diags)) {
		file->failed = true;
		return false;
	}
	if (file->decimal == DECIMAL_COMMA && before != DECIMAL_COMMA)
		diags_add(file->in->diags, DIAG_ASSUMED, file->style.comma.place,
			"numbers are read with a decimal comma, points being thousands: '%s' cannot be anything else", file->style.comma.text);
	return true;
}

static bool is_unmeasured(const char *text)
{
	return csv_is_missing(text) || strcmp(text, "(!) n/a") == 0 || g_ascii_strcasecmp(text, "inf") == 0 || g_ascii_strcasecmp(text, "-inf") == 0;
}

static bool fail(struct ncu_file *file, enum diag_id id, struct place place, const char *kernel, const char *format, const char *name, const char *found)
	__attribute__((format(printf, 5, 0)));
static bool fail(struct ncu_file *file, enum diag_id id, struct place place, const char *kernel, const char *format, const char *name, const char *found)
{
	g_autofree char *message = g_strdup_printf(format, name, found);
	diags_add_point(file->in->diags, id, place, kernel, "%s", message);
	file->failed = true;
	return false;
}

static bool ask_style(struct ncu_file *file, const struct csv_cell *cell)
{
	if (!file->asked)
		diags_add(file->in->diags, DIAG_WRONG_VALUE, cell->place,
			"'%s' may have thousands or decimals, and no other number of the file shows which: run ncu again with --print-fp, or with LC_ALL=C", cell->text);
	file->asked = file->failed = true;
	return false;
}

bool ncu_value_read(struct ncu_file *file, const struct ncu_value *value, const struct ncu_metric *metric, struct ncu_launch *launch, double *si)
{
	const struct csv_cell *cell = &value->cell;
	const char *end;
	double factor;
	if (is_unmeasured(cell->text)) {
		launch->not_measured = ncu_file_text(file, value->name);
		return false;
	}
	if (!ncu_unit(value->unit, metric->dimension, &factor))
		return metric->label ? false : fail(file, DIAG_WRONG_UNIT, value->unit_place, NULL, "%s: expected a unit of ncu for it, found '%s'", value->name,
			value->unit);
	if (number_style_is_open(file->decimal, cell->text))
		return ask_style(file, cell);
	g_autoptr(GString) plain = g_string_new(NULL);
	number_style_plain(file->decimal, cell->text, plain);
	// "123 (1; 2; 3)": the value, then that of each instance.
	if (!num_parse_prefix(plain->str, si, &end) || (*end && !g_str_has_prefix(end, " (")))
		return fail(file, DIAG_WRONG_VALUE, cell->place, NULL, "%s: expected a number, found '%s'", value->name, cell->text);
	if (*si < 0)
		return fail(file, DIAG_NEGATIVE, cell->place, launch->name, "%s: expected 0 or more, found '%s'", value->name, cell->text);
	g_string_truncate(plain, (size_t)(end - plain->str));
	if (!units_scale(plain->str, factor, si) || *si > largest_value)
		return fail(file, DIAG_WRONG_VALUE, cell->place, launch->name, "%s: expected a number within range, found '%s'", value->name, cell->text);
	return true;
}

// ---- points -------------------------------------------------------------------------------------------------------------------------------------------

static void note_peaks(struct ncu_file *file, const struct ncu_launch *launch)
{
	static const struct {
		enum ncu_slot peak, clock;
		double operations;
	} peaks[] = {
		{NCU_PEAK_HFMA, NCU_SM_CLOCK, 2}, {NCU_PEAK_FFMA, NCU_SM_CLOCK, 2}, {NCU_PEAK_DFMA, NCU_SM_CLOCK, 2}, {NCU_PEAK_FFMA_X2, NCU_SM_CLOCK, 1},
		{NCU_PEAK_DFMA_X2, NCU_SM_CLOCK, 1}, {NCU_PEAK_DRAM, NCU_DRAM_CLOCK, 1}, {NCU_PEAK_L2, NCU_L2_CLOCK, 1}, {NCU_PEAK_L1, NCU_L1_CLOCK, 1},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(peaks); i++) {
		double clock = peaks[i].clock == NCU_SM_CLOCK ? ncu_clock(launch) : launch->values[peaks[i].clock];
		file->peaks[peaks[i].peak] = fmax(file->peaks[peaks[i].peak], launch->values[peaks[i].peak] * peaks[i].operations * clock);
	}
}

struct point *ncu_file_add(struct ncu_file *file, const struct ncu_launch *launch)
{
	struct arena *arena = file->in->arena;
	const char *name = launch->name[0] ? launch->name : arena_printf(arena, "launch %s", launch->id);
	struct point *point = import_point(file->in, name, launch->place);
	if (launch->grid && launch->block) {
		g_autofree char *shape = g_strdup_printf("grid %s, block %s", launch->grid, launch->block);
		point->shape = ncu_file_text(file, shape);
	}
	point->launches = launch->launches;
	point->clock = ncu_clock(launch);
	ncu_point_fill(arena, launch, file->in->options, point);
	file->clock_low = fmin(file->clock_low, point->clock);
	file->clock_high = fmax(file->clock_high, point->clock);
	note_peaks(file, launch);
	return point;
}

// ---- all launches -------------------------------------------------------------------------------------------------------------------------------------

// ncu holds the clock at its base by default, which makes every kernel look slower than it is elsewhere: the chart says so.
static void add_clock_note(const struct ncu_file *file)
{
	struct arena *arena = file->in->arena;
	if (!(file->clock_low > 0))
		return;
	const char *low = units_format(arena, file->clock_low, QUANTITY_FREQUENCY, 3), *high = units_format(arena, file->clock_high, QUANTITY_FREQUENCY, 3);
	*list_push(arena, &file->in->chart->notes) = strcmp(low, high) == 0 ? arena_printf(arena, "Nsight Compute, SM clock %s", high)
	                                                                     : arena_printf(arena, "Nsight Compute, SM clock %s to %s", low, high);
}

static const struct {
	enum ncu_slot slot, instead; // `instead` is taken where `slot` is not there
	const char *name, *precision; // of a roof; NULL for a slope
	const char *level;
} roofs[] = {
	{NCU_PEAK_HFMA, NCU_PEAK_HFMA, "FP16", "fp16", NULL},
	{NCU_PEAK_FFMA, NCU_PEAK_FFMA_X2, "FP32", "fp32", NULL},
	{NCU_PEAK_DFMA, NCU_PEAK_DFMA_X2, "FP64", "fp64", NULL},
	{NCU_PEAK_DRAM, NCU_PEAK_DRAM, "DRAM", NULL, "main"},
	{NCU_PEAK_L2, NCU_PEAK_L2, "L2", NULL, "l2"},
	{NCU_PEAK_L1, NCU_PEAK_L1, "L1", NULL, "l1"},
};

// The most that the counters can count, at the clock that was measured: derived, not measured.
static void add_ceilings(const struct ncu_file *file)
{
	struct ceilings ceilings = ceilings_begin(file->in, file->in->chart->device_hint, "Nsight Compute, .peak_sustained by the measured clock");
	for (size_t i = 0; i < G_N_ELEMENTS(roofs); i++) {
		double rate = isnan(file->peaks[roofs[i].slot]) ? file->peaks[roofs[i].instead] : file->peaks[roofs[i].slot];
		struct measured roof = {.name = roofs[i].name, .precision = roofs[i].precision, .pipe = roofs[i].precision ? "vector" : NULL, .level = roofs[i].level,
			.rate = rate, .low = NAN, .high = NAN, .derived = true, .place = {file->in->source, 0, 0}};
		if (isnan(rate))
			continue;
		if (roofs[i].precision)
			ceilings_add_compute(&ceilings, roof);
		else
			ceilings_add_memory(&ceilings, roof);
	}
	if (hardware_is_whole(ceilings.machine))
		*list_push(file->in->arena, &file->in->chart->hardware) = ceilings.machine;
}

void ncu_file_end(struct ncu_file *file)
{
	add_clock_note(file);
	add_ceilings(file);
}
