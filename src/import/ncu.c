// SPDX-License-Identifier: MIT
// Nsight Compute: by the layout that a file has.
#include "import/ncu.h"

#include "import/table.h"

#include <stdint.h>

// Recognition looks this far: applications may print a lot before the table.
enum { LOOKED_AT_BYTES = 1 << 20 };

#define SASS(op) "sm__sass_thread_inst_executed_op_" op "_pred_on.sum,"
#define ALL_METRICS SASS("fadd") SASS("fmul") SASS("ffma") SASS("dadd") SASS("dmul") SASS("dfma") SASS("hadd") SASS("hmul") SASS("hfma") \
	"sm__inst_executed_pipe_tensor.sum,dram__bytes.sum,lts__t_bytes.sum,l1tex__t_bytes.sum,gpu__time_duration.sum"
#define RUN_LONG "run ncu again with --csv --metrics and the metrics that 'rafter show importers ncu' prints, which writes one row a metric"

static const struct {
	int score;
	const char *refusal; // NULL: read
} kinds[] = {
	[NCU_NONE] = {0, NULL},
	[NCU_LONG] = {95, NULL},
	[NCU_DETAILS] = {95, NULL},
	[NCU_WIDE] = {95, "this is ncu's raw page, one column a metric: " RUN_LONG},
	[NCU_COLUMNS] = {95, NULL},
	[NCU_SUMMARY] = {95, "this is ncu's summary over launches (--print-summary): " RUN_LONG},
	[NCU_NVPROF] = {95, "this is a table of nvprof, whose metrics are not read: profile with ncu --csv --metrics ..., or write a table with the columns "
		"name, flops, bytes and time [ms]"},
	[NCU_TEXT] = {95, "this is ncu's text output: run ncu again with --csv"},
	[NCU_EMPTY] = {90, NULL},
};

static int recognise(const struct source *source)
{
	return kinds[ncu_layout_find(source, LOOKED_AT_BYTES).kind].score;
}

static bool say_empty(const struct source *source, const struct ncu_layout *layout, const struct ncu_surroundings *around, struct diags *diags)
{
	if (around->errors)
		diags_add(diags, DIAG_BAD_PROFILE, text_line_place(source, around->first_error), "ncu recorded no kernels; it said: %s", around->errors);
	else
		diags_add(diags, DIAG_BAD_PROFILE, text_line_place(source, layout->header), "ncu recorded no kernels: expected a table, found only its messages");
	return false;
}

static bool read_ncu(const struct import *in)
{
	struct arena *arena = in->arena;
	const struct source *source = in->source;
	struct chart *chart = in->chart;
	struct diags *diags = in->diags;
	struct ncu_layout layout = ncu_layout_find(source, SIZE_MAX);
	if (layout.kind == NCU_NONE) {
		diags_add(diags, DIAG_BAD_PROFILE, (struct place){source, 0, 0},
			"expected a table of ncu --csv, with the columns ID, Kernel Name, Metric Name, Metric Unit and Metric Value, found none");
		return false;
	}
	struct ncu_surroundings around = ncu_surroundings_read(arena, source, &layout);
	if (around.device && !chart->device_hint)
		chart->device_hint = around.device;
	if (layout.kind == NCU_EMPTY)
		return say_empty(source, &layout, &around, diags);
	if (kinds[layout.kind].refusal) {
		diags_add(diags, DIAG_BAD_PROFILE, text_line_place(source, layout.header), "%s", kinds[layout.kind].refusal);
		return false;
	}
	if (around.errors)
		diags_add(diags, DIAG_PROFILER_ERROR, text_line_place(source, around.first_error), "the profiler reported errors: %s", around.errors);
	return layout.kind == NCU_COLUMNS ? table_read_at(arena, around.table, layout.header.offset, chart, diags)
	                                  : ncu_long_read(arena, around.table, &layout, chart, diags);
}

const struct importer importer_ncu = {
	.name = "ncu",
	.tool = "Nsight Compute --csv",
	.gives = "points",
	.hint = "ncu --csv --metrics ...: 'rafter show importers ncu' prints the metrics",
	.recipe = "ncu --csv --metrics " ALL_METRICS " ./program > kernels.csv\n"
		"FLOPs are counted by the first ten, bytes of DRAM, L2 and L1 by the next three, time by the last; a kernel without one of the three is not placed.\n"
		"On chips whose ncu has sm__ops_path_tensor_ metrics ('ncu --query-metrics' names them) add those of the formats in use, as\n"
		"sm__ops_path_tensor_src_fp16_dst_fp32.sum: they count the operations of tensor cores, where sm__inst_executed_pipe_tensor.sum counts instructions.\n",
	.recognise = recognise,
	.read = read_ncu,
};
