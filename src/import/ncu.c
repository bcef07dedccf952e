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

static bool columns_read(const struct import *in, const struct ncu_layout *layout)
{
	return table_read_at(in, ncu_table_options(layout));
}

static bool text_refuse(const struct import *in, const struct ncu_layout *layout)
{
	diags_add(in->diags, DIAG_BAD_PROFILE, text_line_place(in->source, layout->header), "this is ncu's text output: run ncu again with --csv, or, where there is "
		"a report, ncu --import FILE.ncu-rep --csv --page raw");
	return false;
}

static const struct {
	int score;
	bool (*read)(const struct import *in, const struct ncu_layout *layout);
} kinds[] = {
	[NCU_NONE] = {0, NULL},
	[NCU_LONG] = {95, ncu_long_read},
	[NCU_DETAILS] = {95, ncu_long_read},
	[NCU_WIDE] = {95, ncu_wide_read},
	[NCU_COLUMNS] = {95, columns_read},
	[NCU_SUMMARY] = {95, ncu_summary_read},
	[NCU_NVPROF] = {95, ncu_summary_read},
	[NCU_TEXT] = {95, text_refuse},
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
	if (around.errors)
		diags_add(diags, DIAG_PROFILER_ERROR, text_line_place(source, around.first_error), "the profiler reported errors: %s", around.errors);
	return kinds[layout.kind].read(in, &layout);
}

const struct importer importer_ncu = {
	.name = "ncu",
	.tool = "Nsight Compute --csv",
	.gives = "points and ceilings",
	.cpp_names = true,
	.hint = "ncu --csv --metrics ...: 'rafter show importers ncu' prints the metrics",
	.recipe = "ncu --csv --metrics " ALL_METRICS " ./program > kernels.csv\n"
		"FLOPs are counted by the first ten, bytes of DRAM, L2 and L1 by the next three, time by the last; a kernel without one of the three is not placed.\n"
		"On chips whose ncu has sm__ops_path_tensor_ metrics ('ncu --query-metrics' names them) add those of the formats in use, as\n"
		"sm__ops_path_tensor_src_fp16_dst_fp32.sum: they count the operations of tensor cores, where sm__inst_executed_pipe_tensor.sum counts instructions.\n",
	.recognise = recognise,
	.read = read_ncu,
};
