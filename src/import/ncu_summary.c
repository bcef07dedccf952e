// SPDX-License-Identifier: MIT
// Tables of kernels over all their launches: ncu --print-summary per-kernel, and nvprof --metrics, which came before ncu. A row is a metric of a kernel, with the
// average of one launch and how many there were; the point is the sum over them.
#include "import/ncu.h"
#include "import/record.h"

#include "base/num.h"

#include <math.h>
#include <string.h>

enum field { FIELD_KERNEL, FIELD_BLOCK, FIELD_GRID, FIELD_CC, FIELD_INVOCATIONS, FIELD_METRIC, FIELD_UNIT, FIELD_AVERAGE, FIELD_DEVICE, FIELD_COUNT };
enum { ABSENT = -1, SPELLINGS = 2 };

static const struct {
	const char *names[SPELLINGS]; // of ncu, of nvprof
	bool required;
} fields[FIELD_COUNT] = {
	[FIELD_KERNEL] = {{"Kernel Name", "Kernel"}, true},
	[FIELD_BLOCK] = {{"Block Size", NULL}, false},
	[FIELD_GRID] = {{"Grid Size", NULL}, false},
	[FIELD_CC] = {{"CC", NULL}, false},
	[FIELD_INVOCATIONS] = {{"Invocations", NULL}, true},
	[FIELD_METRIC] = {{"Metric Name", NULL}, true},
	[FIELD_UNIT] = {{"Metric Unit", NULL}, false},
	[FIELD_AVERAGE] = {{"Average", "Avg"}, true},
	[FIELD_DEVICE] = {{NULL, "Device"}, false},
};

// What nvprof calls the counters that ncu has by other names. A transaction is 32 bytes, as a sector is.
static const struct {
	const char *nvprof;
	enum ncu_slot slot;
} nvprof_metrics[] = {
	{"flop_count_sp_add", NCU_FADD},       {"flop_count_sp_mul", NCU_FMUL},         {"flop_count_sp_fma", NCU_FFMA},
	{"flop_count_dp_add", NCU_DADD},       {"flop_count_dp_mul", NCU_DMUL},         {"flop_count_dp_fma", NCU_DFMA},
	{"flop_count_hp_add", NCU_HADD},       {"flop_count_hp_mul", NCU_HMUL},         {"flop_count_hp_fma", NCU_HFMA},
	{"dram_read_transactions", NCU_DRAM_SECTORS_READ}, {"dram_write_transactions", NCU_DRAM_SECTORS_WRITE},
	{"l2_read_transactions", NCU_L2_SECTORS_READ},     {"l2_write_transactions", NCU_L2_SECTORS_WRITE},
	{"gld_transactions", NCU_L1_GLOBAL_LD},            {"gst_transactions", NCU_L1_GLOBAL_ST},
	{"local_load_transactions", NCU_L1_LOCAL_LD},      {"local_store_transactions", NCU_L1_LOCAL_ST},
};

struct summary_file {
	struct ncu_file base;
	const struct csv *csv;
	bool nvprof;
	int columns[FIELD_COUNT];
	GHashTable *kernels; // key to index + 1
	struct { struct ncu_launch *items; size_t count, cap; } list;
};

static bool columns_find_fields(struct summary_file *file)
{
	const struct csv_record *header = &file->csv->records[0];
	for (size_t i = 0; i < FIELD_COUNT; i++) {
		file->columns[i] = ABSENT;
		for (size_t column = 0; column < header->count && file->columns[i] == ABSENT; column++)
			for (size_t s = 0; s < SPELLINGS; s++)
				if (fields[i].names[s] && strcmp(header->cells[column].text, fields[i].names[s]) == 0)
					file->columns[i] = (int)column;
		if (file->columns[i] != ABSENT || !fields[i].required)
			continue;
		diags_add(file->base.in->diags, DIAG_BAD_PROFILE, header->place, "expected a column '%s', found none", fields[i].names[0]);
		file->base.failed = true;
	}
	return !file->base.failed;
}

static const char *text_of(const struct summary_file *file, const struct csv_record *record, enum field field)
{
	return file->columns[field] == ABSENT ? "" : record->cells[file->columns[field]].text;
}

static bool is_header(const struct summary_file *file, const struct csv_record *record)
{
	return strcmp(record->cells[0].text, file->csv->records[0].cells[0].text) == 0;
}

static bool is_row(struct summary_file *file, const struct csv_record *record)
{
	size_t expected = file->csv->records[0].count;
	if (is_header(file, record))
		return false;
	if (record->count == expected)
		return true;
	diags_add(file->base.in->diags, DIAG_BAD_CSV, record->place, "expected %zu cells as in the header, found %zu: the row may have been cut off", expected,
		record->count);
	file->base.failed = true;
	return false;
}

static bool launches_read(struct summary_file *file, const struct csv_record *record, double *launches)
{
	const struct csv_cell *cell = &record->cells[file->columns[FIELD_INVOCATIONS]];
	g_autoptr(GString) plain = g_string_new(NULL);
	number_style_plain(file->base.decimal == DECIMAL_UNKNOWN ? DECIMAL_POINT : file->base.decimal, cell->text, plain);
	if (num_parse(plain->str, launches) && *launches >= 1 && *launches == floor(*launches))
		return true;
	diags_add(file->base.in->diags, DIAG_WRONG_VALUE, cell->place, "Invocations: expected a whole number from 1 on, found '%s'", cell->text);
	file->base.failed = true;
	return false;
}

// The kernel that a row is of; NULL after an error.
static struct ncu_launch *kernel_of(struct summary_file *file, const struct csv_record *record)
{
	const char *name = text_of(file, record, FIELD_KERNEL), *grid = text_of(file, record, FIELD_GRID), *block = text_of(file, record, FIELD_BLOCK);
	g_autofree char *key = g_strconcat(text_of(file, record, FIELD_DEVICE), "\x1f", name, "\x1f", grid, "\x1f", block, NULL);
	size_t index = GPOINTER_TO_SIZE(g_hash_table_lookup(file->kernels, key));
	if (index)
		return &file->list.items[index - 1];
	double launches, capability;
	if (!launches_read(file, record, &launches))
		return NULL;
	struct ncu_launch *launch = list_push(file->base.in->arena, &file->list);
	ncu_launch_init(launch);
	launch->id = launch->name = name;
	launch->place = record->cells[file->columns[FIELD_KERNEL]].place;
	launch->grid = *grid ? grid : NULL;
	launch->block = *block ? block : NULL;
	launch->launches = launches;
	launch->compute_capability = num_parse(text_of(file, record, FIELD_CC), &capability) ? capability : NAN;
	g_hash_table_insert(file->kernels, g_steal_pointer(&key), GSIZE_TO_POINTER(file->list.count));
	return launch;
}

static const struct ncu_metric *metric_of(struct summary_file *file, const char *name)
{
	static const struct ncu_metric other = {.slot = NCU_OTHER, .dimension = NCU_ANY};
	if (!file->nvprof)
		return ncu_file_metric(&file->base, name);
	for (size_t i = 0; i < G_N_ELEMENTS(nvprof_metrics); i++) {
		if (strcmp(name, nvprof_metrics[i].nvprof) != 0)
			continue;
		struct ncu_metric *metric = arena_alloc(file->base.in->arena, sizeof *metric);
		*metric = (struct ncu_metric){.slot = nvprof_metrics[i].slot, .dimension = NCU_COUNT};
		return metric;
	}
	return &other;
}

// What is added up over launches; rates are the same for one and for all.
static bool is_sum(enum ncu_dimension dimension)
{
	return dimension == NCU_COUNT || dimension == NCU_BYTES || dimension == NCU_SECONDS;
}

static void row_read(struct summary_file *file, const struct csv_record *record)
{
	struct ncu_launch *launch = is_row(file, record) ? kernel_of(file, record) : NULL;
	if (!launch)
		return;
	const struct csv_cell *cell = &record->cells[file->columns[FIELD_AVERAGE]];
	struct ncu_value value = {text_of(file, record, FIELD_METRIC), *cell, text_of(file, record, FIELD_UNIT),
		file->columns[FIELD_UNIT] == ABSENT ? cell->place : record->cells[file->columns[FIELD_UNIT]].place};
	const struct ncu_metric *metric = metric_of(file, value.name);
	double si;
	if (metric->slot != NCU_OTHER && ncu_value_read(&file->base, &value, metric, launch, &si))
		ncu_launch_set(file->base.in->arena, launch, metric, is_sum(metric->dimension) ? si * launch->launches : si);
}

static void observe(struct summary_file *file)
{
	for (size_t i = 1; i < file->csv->count; i++) {
		const struct csv_record *record = &file->csv->records[i];
		if (record->count != file->csv->records[0].count || is_header(file, record))
			continue;
		// an average of whole numbers need not be whole
		number_style_observe(&file->base.style, text_of(file, record, FIELD_AVERAGE), record->cells[file->columns[FIELD_AVERAGE]].place, false);
	}
}

static void take_device(struct summary_file *file)
{
	const struct import *in = file->base.in;
	const char *device = file->csv->count > 1 && file->csv->records[1].count == file->csv->records[0].count
		? text_of(file, &file->csv->records[1], FIELD_DEVICE) : "";
	// "Tesla V100S-PCIE-32GB (0)"
	if (file->nvprof && *device && !in->chart->device_hint)
		in->chart->device_hint = g_strchomp(arena_strndup(in->arena, device, strcspn(device, "(")));
}

static bool rows_read(struct summary_file *file, const struct ncu_layout *layout)
{
	if (!columns_find_fields(file))
		return false;
	observe(file);
	if (!ncu_file_decide(&file->base))
		return false;
	for (size_t i = 1; i < file->csv->count; i++)
		row_read(file, &file->csv->records[i]);
	if (!file->base.failed && !file->list.count) {
		diags_add(file->base.in->diags, DIAG_BAD_PROFILE, text_line_place(file->csv->source, layout->header),
			"the profiler recorded no kernels: expected rows below the header, found none");
		return false;
	}
	for (size_t i = 0; !file->base.failed && i < file->list.count; i++)
		ncu_file_add(&file->base, &file->list.items[i]);
	return !file->base.failed;
}

bool ncu_summary_read(const struct import *in, const struct ncu_layout *layout)
{
	struct summary_file file = {.nvprof = layout->kind == NCU_NVPROF, .csv = record_table(in, ncu_table_options(layout))};
	if (!file.csv)
		return false;
	g_autoptr(GHashTable) kernels = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	file.kernels = kernels;
	ncu_file_init(&file.base, in);
	bool ok = rows_read(&file, layout);
	if (ok) {
		take_device(&file);
		ncu_file_end(&file.base);
	}
	ncu_file_clear(&file.base);
	return ok;
}
