// SPDX-License-Identifier: MIT
// The first rocprof: results.csv, one row a launch with one column a counter (FetchSize and WriteSize are in units of 1024 byte), and the statistics that
// rocprof --stats and rocprofv3 --stats write, one row a kernel with the times of its calls added up.
#include "import/amd.h"

#include "base/num.h"

#include <glib.h>
#include <math.h>

static const char *const results_cells[] = {"Index", "KernelName", "gpu-id", NULL};
static const char *const stats_cells[] = {"Name", "Calls", "TotalDurationNs", NULL};

static int recognise(const struct source *source)
{
	struct text_line header;
	return amd_header_find(source, results_cells, &header) || amd_header_find(source, stats_cells, &header) ? 95 : 0;
}

static bool fill_calls(const struct amd_table *table, const struct csv_record *record, int column, struct point *point)
{
	const struct csv_cell *cell = &record->cells[column];
	if (num_parse(cell->text, &point->launches) && point->launches >= 1 && point->launches == floor(point->launches))
		return true;
	diags_add(table->in->diags, DIAG_WRONG_VALUE, cell->place, "Calls: expected a whole number from 1 on, found '%s'", cell->text);
	return false;
}

static bool read_stats(const struct import *in, struct text_line header)
{
	struct amd_table table;
	if (!amd_table_read(in, header, stats_cells, &table))
		return false;
	int name = amd_column(&table, "Name"), calls = amd_column(&table, "Calls"), total = amd_column(&table, "TotalDurationNs");
	bool ok = true;
	for (size_t i = 1; i < table.csv->count; i++) {
		const struct csv_record *record = &table.csv->records[i];
		if (amd_is_header(&table, record))
			continue;
		struct point *point = amd_point(&table, record, name);
		if (!point) {
			ok = false;
			continue;
		}
		ok &= fill_calls(&table, record, calls, point) && amd_number(&table, record, total, 1e-9, &point->time);
		import_miss(in, point, IMPORT_TIMES_ALONE);
	}
	return ok;
}

static bool read_rocprof(const struct import *in)
{
	struct text_line header;
	bool stats = amd_header_find(in->source, stats_cells, &header);
	if (!stats && !amd_header_find(in->source, results_cells, &header)) {
		diags_add(in->diags, DIAG_BAD_PROFILE, (struct place){in->source, 0, 0},
			"expected a results.csv of rocprof, with the columns Index, KernelName and gpu-id, or statistics, with Name, Calls and TotalDurationNs; found neither");
		return false;
	}
	*list_push(in->arena, &in->chart->notes) = stats ? "rocprof statistics" : "rocprof";
	return stats ? read_stats(in, header) : amd_rows_read(in, header, results_cells);
}

const struct importer importer_rocprof = {
	.name = "rocprof",
	.tool = "rocprof results.csv, and statistics of rocprof and rocprofv3",
	.gives = "points",
	.cpp_names = true,
	.hint = "columns Index, KernelName, ..., DurationNs; or Name, Calls, TotalDurationNs",
	.recipe = "rocprofv3 has replaced this tool: see 'rafter show importers rocprofv3'. With rocprof, write the counters into counters.txt, a few a line:\n"
		"pmc: SQ_INSTS_VALU_ADD_F32 SQ_INSTS_VALU_MUL_F32 SQ_INSTS_VALU_FMA_F32 SQ_INSTS_VALU_TRANS_F32\n"
		"and so on for F16 and F64, then\n"
		"pmc: SQ_INSTS_VALU_MFMA_MOPS_F16 SQ_INSTS_VALU_MFMA_MOPS_BF16 SQ_INSTS_VALU_MFMA_MOPS_F32 SQ_INSTS_VALU_MFMA_MOPS_F64\n"
		"pmc: FETCH_SIZE WRITE_SIZE\n"
		"rocprof -i counters.txt --timestamp on -o results.csv ./program\n"
		"results.csv without counters and --stats have times alone.\n",
	.recognise = recognise,
	.read = read_rocprof,
};
