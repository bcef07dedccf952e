// SPDX-License-Identifier: MIT
// roofline.csv of rocprof-compute: ceilings that its benchmarks measured, one row a device, in GB/s, GFLOP/s and GOP/s (powers of 1000), each with the low and
// high end of its confidence interval: "HBMBw,HBMBwLow,hbmBwHigh,...,MFMAI8Ops,MFMAFI8OpsLow,MFMAI8OpsHigh". Which formats are there depends on the release,
// and so does their spelling, so the columns are read by their parts.
#include "import/amd.h"
#include "import/ceilings.h"

#include "base/text.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum part { PART_VALUE, PART_LOW, PART_HIGH, PART_COUNT };

static const struct {
	const char *word, *name, *level;
} memories[] = {
	{"hbm", "HBM", "main"}, {"mall", "MALL", "l3"}, {"l2", "L2", "l2"}, {"l1", "L1", "l1"}, {"l0", "L0", "other"}, {"lds", "LDS", "shared"},
};

static const struct {
	const char *words[3];
	const char *name, *precision;
} formats[] = {
	{{"fp64", "f64"}, "FP64", "fp64"}, {{"fp32", "f32"}, "FP32", "fp32"}, {{"fp16", "f16"}, "FP16", "fp16"}, {{"bf16"}, "BF16", "bf16"},
	{{"xf32"}, "XF32", "tf32"}, {{"fp8", "f8"}, "FP8", "fp8"}, {{"mxf8"}, "MXFP8", "fp8"}, {{"f6f4"}, "FP6/FP4", "fp4"}, {{"f6"}, "FP6", "fp6"},
	{{"f4"}, "FP4", "fp4"}, {{"i8", "fi8"}, "INT8", "int8"}, {{"i32"}, "INT32", "int32"}, {{"i64"}, "INT64", "int64"},
};

static const struct {
	const char *word, *name, *pipe; // "" last: the vector units
} units[] = {{"mfma", " MFMA", "tensor"}, {"wmma", " WMMA", "tensor"}, {"", "", "vector"}};

// One ceiling of the table: the columns of its value and its range.
struct roof {
	const char *name, *level, *precision, *pipe; // `level` of a memory alone
	int columns[PART_COUNT];
};

struct roofs {
	struct { struct roof *items; size_t count, cap; } list;
	GString *unknown;
	const struct csv_cell *first_unknown;
};

// ---- columns ------------------------------------------------------------------------------------------------------------------------------------------

static bool strip_end(GString *word, const char *end)
{
	if (!g_str_has_suffix(word->str, end))
		return false;
	g_string_truncate(word, word->len - strlen(end));
	return true;
}

static bool memory_of(const char *word, struct roof *roof)
{
	for (size_t i = 0; i < G_N_ELEMENTS(memories); i++) {
		if (strcmp(memories[i].word, word) != 0)
			continue;
		roof->name = memories[i].name;
		roof->level = memories[i].level;
		return true;
	}
	return false;
}

static bool compute_of(struct arena *arena, const char *word, struct roof *roof)
{
	size_t unit = 0;
	while (!g_str_has_prefix(word, units[unit].word))
		unit++;
	word += strlen(units[unit].word);
	for (size_t i = 0; i < G_N_ELEMENTS(formats); i++) {
		if (!g_strv_contains(formats[i].words, word))
			continue;
		roof->name = arena_printf(arena, "%s%s", formats[i].name, units[unit].name);
		roof->precision = formats[i].precision;
		roof->pipe = units[unit].pipe;
		return true;
	}
	return false;
}

// "MFMAFI8OpsLow" is the low end of mfma and i8; "MFMA_FLOPs_F6F4" the value of mfma and f6f4.
static bool column_parse(struct arena *arena, const char *header, struct roof *roof, enum part *part)
{
	g_autofree char *lower = g_ascii_strdown(header, -1);
	g_autoptr(GString) word = g_string_new(lower);
	g_string_replace(word, "_", "", 0);
	*part = strip_end(word, "low") ? PART_LOW : strip_end(word, "high") ? PART_HIGH : PART_VALUE;
	if (strip_end(word, "bw"))
		return memory_of(word->str, roof);
	if (!g_string_replace(word, "flops", "", 1) && !g_string_replace(word, "ops", "", 1))
		return false;
	return compute_of(arena, word->str, roof);
}

static struct roof *roof_of(struct arena *arena, struct roofs *roofs, const struct roof *wanted)
{
	for (size_t i = 0; i < roofs->list.count; i++)
		if (strcmp(roofs->list.items[i].name, wanted->name) == 0)
			return &roofs->list.items[i];
	struct roof *roof = list_push(arena, &roofs->list);
	*roof = *wanted;
	for (size_t i = 0; i < PART_COUNT; i++)
		roof->columns[i] = AMD_NO_COLUMN;
	return roof;
}

static void columns_read(const struct amd_table *table, int device, struct roofs *roofs)
{
	struct arena *arena = table->in->arena;
	for (size_t i = 0; i < table->header->count; i++) {
		const struct csv_cell *cell = &table->header->cells[i];
		struct roof wanted = {0};
		enum part part;
		if ((int)i == device || !cell->text[0])
			continue;
		if (column_parse(arena, cell->text, &wanted, &part)) {
			roof_of(arena, roofs, &wanted)->columns[part] = (int)i;
			continue;
		}
		roofs->first_unknown = roofs->first_unknown ? roofs->first_unknown : cell;
		g_string_append_printf(roofs->unknown, "%s'%s'", roofs->unknown->len ? ", " : "", cell->text);
	}
}

// ---- rows ---------------------------------------------------------------------------------------------------------------------------------------------

static bool roof_add(const struct amd_table *table, const struct csv_record *record, const struct roof *roof, struct ceilings *ceilings)
{
	int column = roof->columns[PART_VALUE];
	struct measured measured = {.name = roof->name, .level = roof->level, .precision = roof->precision, .pipe = roof->pipe};
	bool ok = amd_number(table, record, column, 1e9, &measured.rate);
	ok &= amd_number(table, record, roof->columns[PART_LOW], 1e9, &measured.low);
	ok &= amd_number(table, record, roof->columns[PART_HIGH], 1e9, &measured.high);
	if (!ok)
		return false;
	measured.place = column == AMD_NO_COLUMN ? record->place : record->cells[column].place;
	if (isnan(measured.rate))
		diags_add(table->in->diags, DIAG_IGNORED, measured.place, "the file has no value of '%s', so this roof is left out", roof->name);
	else if (roof->level)
		ceilings_add_memory(ceilings, measured);
	else
		ceilings_add_compute(ceilings, measured);
	return true;
}

static bool device_read(const struct amd_table *table, const struct csv_record *record, const struct roofs *roofs, const char *name)
{
	struct ceilings ceilings = ceilings_begin(table->in, name, "rocprof-compute");
	ceilings.machine->place = record->place;
	bool ok = true;
	for (size_t i = 0; i < roofs->list.count; i++)
		ok &= roof_add(table, record, &roofs->list.items[i], &ceilings);
	return ok && ceilings_end(&ceilings);
}

// ---- the importer -------------------------------------------------------------------------------------------------------------------------------------

static const char *const spellings[][4] = {{"device", "L2Bw", "FP32Flops", NULL}, {"devID", "L2Bw", "FP32Flops", NULL}};

// The cells of the header's spelling, or NULL.
static const char *const *find(const struct source *source, struct text_line *header)
{
	for (size_t i = 0; i < G_N_ELEMENTS(spellings); i++)
		if (amd_header_find(source, spellings[i], header))
			return spellings[i];
	return NULL;
}

static int recognise(const struct source *source)
{
	struct text_line header;
	return find(source, &header) ? 95 : 0;
}

static bool read_roofline(const struct import *in)
{
	struct text_line header;
	struct amd_table table;
	const char *const *cells = find(in->source, &header);
	if (!cells) {
		diags_add(in->diags, DIAG_BAD_PROFILE, (struct place){in->source, 0, 0},
			"expected a roofline.csv of rocprof-compute, with the columns device, HBMBw, L2Bw and FP32Flops, found none");
		return false;
	}
	if (!amd_table_read(in, header, cells, &table))
		return false;
	g_autoptr(GString) unknown = g_string_new(NULL);
	struct roofs roofs = {.unknown = unknown};
	int device = amd_column(&table, "device|devID");
	columns_read(&table, device, &roofs);
	if (roofs.first_unknown)
		diags_add(in->diags, DIAG_IGNORED, roofs.first_unknown->place, "expected columns of bandwidths and peaks; not used: %s", unknown->str);
	bool ok = true, several = table.csv->count > 2;
	for (size_t i = 1; i < table.csv->count; i++) {
		const struct csv_record *record = &table.csv->records[i];
		const char *file = importer_machine_name(in->arena, in->source->name);
		ok &= device_read(&table, record, &roofs, several ? arena_printf(in->arena, "%s device %s", file, amd_text(record, device)) : file);
	}
	return ok;
}

const struct importer importer_rocprof_roofline = {
	.name = "rocprof-roofline",
	.tool = "rocprof-compute (Omniperf) roofline.csv",
	.gives = "ceilings",
	.hint = "columns device, HBMBw, L2Bw, ..., FP64Flops, MFMAF64Flops; GB/s and GFLOP/s",
	.recipe = "rocprof-compute profile -n NAME --roof-only -- ./program\n"
		"roofline.csv stands in workloads/NAME/MODEL, one row a device (on MI250X a device is one of the two dies):\n"
		"rafter draw pmc_perf.csv --hardware roofline.csv -o kernels.svg\n",
	.recognise = recognise,
	.read = read_roofline,
};
