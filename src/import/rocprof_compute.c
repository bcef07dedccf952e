// SPDX-License-Identifier: MIT
// pmc_perf.csv of rocprof-compute (once Omniperf): one row a dispatch, a thousand columns and more, most of them of one channel ("TCC_HIT[31]") or left over
// from joining passes ("wave_size_1"), time stamps in ns. timestamps.csv of the same folder has the times alone, sysinfo.csv the machine.
#include "import/amd.h"

#include <glib.h>

static const char *const dispatch_cells[] = {"Dispatch_ID", "Kernel_Name", "GPU_ID", NULL};
static const char *const long_cells[] = {"Dispatch_ID", "Counter_Name", NULL}; // rocprofv3's
static const char *const sysinfo_cells[] = {"gpu_model", "gpu_arch", "cu_per_gpu", NULL};

static bool find(const struct source *source, struct text_line *header, bool *sysinfo)
{
	struct text_line other;
	*sysinfo = amd_header_find(source, sysinfo_cells, header);
	return *sysinfo || (amd_header_find(source, dispatch_cells, header) && !amd_header_find(source, long_cells, &other));
}

static int recognise(const struct source *source)
{
	struct text_line header;
	bool sysinfo;
	return find(source, &header, &sysinfo) ? 95 : 0;
}

// A description of the machine is no chart, but names the device of the other files that are read with it.
static bool read_sysinfo(const struct import *in, struct text_line header)
{
	struct amd_table table;
	if (!amd_table_read(in, header, sysinfo_cells, &table))
		return false;
	const struct csv_record *record = &table.csv->records[1];
	const char *model = amd_text(record, amd_column(&table, "gpu_model")), *arch = amd_text(record, amd_column(&table, "gpu_arch"));
	if (!in->chart->device_hint && !csv_is_missing(model))
		in->chart->device_hint = model;
	diags_add(in->diags, DIAG_IGNORED, record->place, "this describes the machine (%s, %s) and has no kernels: give pmc_perf.csv of the same folder for the "
		"kernels and roofline.csv for the measured ceilings", model, arch);
	return true;
}

static bool read_compute(const struct import *in)
{
	struct text_line header;
	bool sysinfo;
	if (!find(in->source, &header, &sysinfo)) {
		diags_add(in->diags, DIAG_BAD_PROFILE, (struct place){in->source, 0, 0},
			"expected a pmc_perf.csv of rocprof-compute, with the columns Dispatch_ID, Kernel_Name and GPU_ID, found none");
		return false;
	}
	if (sysinfo)
		return read_sysinfo(in, header);
	*list_push(in->arena, &in->chart->notes) = "rocprof-compute";
	return amd_rows_read(in, header, dispatch_cells);
}

const struct importer importer_rocprof_compute = {
	.name = "rocprof-compute",
	.tool = "rocprof-compute (Omniperf) pmc_perf.csv",
	.gives = "points",
	.cpp_names = true,
	.hint = "columns Dispatch_ID, Kernel_Name, SQ_..., TCC_..., Start_Timestamp, End_Timestamp",
	.recipe = "rocprof-compute profile -n NAME -- ./program\n"
		"Then give workloads/NAME/MODEL/pmc_perf.csv for the kernels and roofline.csv of the same folder for the measured ceilings:\n"
		"rafter draw pmc_perf.csv --hardware roofline.csv -o kernels.svg\n"
		"FLOPs count every VALU instruction with 64 lanes and INT8 matrix operations only where a kernel has nothing else; HBM, L2 and L1 have their own bytes.\n"
		"timestamps.csv has times alone.\n",
	.recognise = recognise,
	.read = read_compute,
};
