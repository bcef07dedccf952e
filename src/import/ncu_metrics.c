// SPDX-License-Identifier: MIT
// The metrics of ncu that carry FLOPs, bytes and time, and how a point is made of them.
//
// FLOPs of the CUDA cores are add + mul + 2 fma of each precision; the counters are per thread, so lanes and predicates are in them. Bytes are those of
// DRAM; where a chip has no such counters (integrated GPUs), those of L2. Time is the duration, else cycles by clock.
#include "import/ncu.h"

#include "model/spec.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#define SASS(op) "sass_thread_inst_executed_op_" op "_pred_on.sum"
#define PER_CYCLE ".per_cycle_elapsed"
#define PEAK ".peak_sustained"

static const struct {
	const char *name;
	enum ncu_slot slot;
	enum ncu_dimension dimension;
	bool sm;    // after "sm__" or "smsp__": the sums are the same
	bool label; // of a section row
} metrics[] = {
	{SASS("hadd"), NCU_HADD, NCU_COUNT, true, false},
	{SASS("hmul"), NCU_HMUL, NCU_COUNT, true, false},
	{SASS("hfma"), NCU_HFMA, NCU_COUNT, true, false},
	{SASS("fadd"), NCU_FADD, NCU_COUNT, true, false},
	{SASS("fmul"), NCU_FMUL, NCU_COUNT, true, false},
	{SASS("ffma"), NCU_FFMA, NCU_COUNT, true, false},
	{SASS("dadd"), NCU_DADD, NCU_COUNT, true, false},
	{SASS("dmul"), NCU_DMUL, NCU_COUNT, true, false},
	{SASS("dfma"), NCU_DFMA, NCU_COUNT, true, false},
	{SASS("hadd") PER_CYCLE, NCU_HADD_RATE, NCU_PER_CYCLE, true, false},
	{SASS("hmul") PER_CYCLE, NCU_HMUL_RATE, NCU_PER_CYCLE, true, false},
	{SASS("hfma") PER_CYCLE, NCU_HFMA_RATE, NCU_PER_CYCLE, true, false},
	{SASS("fadd") PER_CYCLE, NCU_FADD_RATE, NCU_PER_CYCLE, true, false},
	{SASS("fmul") PER_CYCLE, NCU_FMUL_RATE, NCU_PER_CYCLE, true, false},
	{SASS("ffma") PER_CYCLE, NCU_FFMA_RATE, NCU_PER_CYCLE, true, false},
	{SASS("dadd") PER_CYCLE, NCU_DADD_RATE, NCU_PER_CYCLE, true, false},
	{SASS("dmul") PER_CYCLE, NCU_DMUL_RATE, NCU_PER_CYCLE, true, false},
	{SASS("dfma") PER_CYCLE, NCU_DFMA_RATE, NCU_PER_CYCLE, true, false},
	{"inst_executed_pipe_tensor.sum", NCU_TENSOR, NCU_COUNT, true, false},
	{"inst_executed_pipe_tensor_op_hmma.sum", NCU_TENSOR_HMMA, NCU_COUNT, true, false},
	{"dram__bytes.sum", NCU_DRAM, NCU_BYTES, false, false},
	{"dram__bytes_read.sum", NCU_DRAM_READ, NCU_BYTES, false, false},
	{"dram__bytes_write.sum", NCU_DRAM_WRITE, NCU_BYTES, false, false},
	{"dram__bytes_op_read.sum", NCU_DRAM_OP_READ, NCU_BYTES, false, false},
	{"dram__bytes_op_write.sum", NCU_DRAM_OP_WRITE, NCU_BYTES, false, false},
	{"dram__sectors_read.sum", NCU_DRAM_SECTORS_READ, NCU_COUNT, false, false},
	{"dram__sectors_write.sum", NCU_DRAM_SECTORS_WRITE, NCU_COUNT, false, false},
	{"dram__bytes.sum.per_second", NCU_DRAM_RATE, NCU_BYTES_PER_SECOND, false, false},
	{"lts__t_bytes.sum", NCU_L2, NCU_BYTES, false, false},
	{"lts__t_sectors.sum", NCU_L2_SECTORS, NCU_COUNT, false, false},
	{"lts__t_sectors_op_read.sum", NCU_L2_SECTORS_READ, NCU_COUNT, false, false},
	{"lts__t_sectors_op_write.sum", NCU_L2_SECTORS_WRITE, NCU_COUNT, false, false},
	{"lts__t_bytes.sum.per_second", NCU_L2_RATE, NCU_BYTES_PER_SECOND, false, false},
	{"l1tex__t_bytes.sum", NCU_L1, NCU_BYTES, false, false},
	{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", NCU_L1_GLOBAL_LD, NCU_COUNT, false, false},
	{"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", NCU_L1_GLOBAL_ST, NCU_COUNT, false, false},
	{"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", NCU_L1_LOCAL_LD, NCU_COUNT, false, false},
	{"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", NCU_L1_LOCAL_ST, NCU_COUNT, false, false},
	{"gpu__time_duration.sum", NCU_TIME, NCU_SECONDS, false, false},
	{"gpu__time_duration.avg", NCU_TIME_OTHER, NCU_SECONDS, false, false},
	{"gpu__time_duration.max", NCU_TIME_OTHER, NCU_SECONDS, false, false},
	{"gpu__time_active.avg", NCU_TIME_ACTIVE, NCU_SECONDS, false, false},
	{"sm__cycles_elapsed.avg", NCU_SM_CYCLES, NCU_COUNT, false, false},
	{"sm__cycles_elapsed.avg.per_second", NCU_SM_CLOCK, NCU_HERTZ, false, false},
	{"smsp__cycles_elapsed.avg", NCU_SMSP_CYCLES, NCU_COUNT, false, false},
	{"smsp__cycles_elapsed.avg.per_second", NCU_SMSP_CLOCK, NCU_HERTZ, false, false},
	{SASS("hfma") PEAK, NCU_PEAK_HFMA, NCU_PER_CYCLE, true, false},
	{SASS("ffma") PEAK, NCU_PEAK_FFMA, NCU_PER_CYCLE, true, false},
	{SASS("dfma") PEAK, NCU_PEAK_DFMA, NCU_PER_CYCLE, true, false},
	{"dram__bytes.sum" PEAK, NCU_PEAK_DRAM, NCU_PER_CYCLE, false, false},
	{"lts__t_bytes.sum" PEAK, NCU_PEAK_L2, NCU_PER_CYCLE, false, false},
	{"l1tex__t_bytes.sum" PEAK, NCU_PEAK_L1, NCU_PER_CYCLE, false, false},
	{"derived__sm__sass_thread_inst_executed_op_ffma_pred_on_x2", NCU_PEAK_FFMA_X2, NCU_PER_CYCLE, false, false},
	{"derived__sm__sass_thread_inst_executed_op_dfma_pred_on_x2", NCU_PEAK_DFMA_X2, NCU_PER_CYCLE, false, false},
	{"dram__cycles_elapsed.avg.per_second", NCU_DRAM_CLOCK, NCU_HERTZ, false, false},
	{"lts__cycles_elapsed.avg.per_second", NCU_L2_CLOCK, NCU_HERTZ, false, false},
	{"l1tex__cycles_elapsed.avg.per_second", NCU_L1_CLOCK, NCU_HERTZ, false, false},
	{"SM Frequency", NCU_SM_FREQUENCY, NCU_HERTZ, false, true},
	{"FetchSize", NCU_FETCH_SIZE, NCU_BYTES, false, true},
	{"WriteSize", NCU_WRITE_SIZE, NCU_BYTES, false, true},
	{"time", NCU_DURATION, NCU_SECONDS, false, true},
	{"Duration", NCU_DURATION, NCU_SECONDS, false, true},
	{"Memory Throughput", NCU_MEMORY_THROUGHPUT, NCU_BYTES_PER_SECOND, false, true},
};

#define ASK_FLOPS "sm__sass_thread_inst_executed_op_fadd_pred_on.sum,sm__sass_thread_inst_executed_op_fmul_pred_on.sum," \
	"sm__sass_thread_inst_executed_op_ffma_pred_on.sum"

static const char *after(const char *text, const char *prefix)
{
	return g_str_has_prefix(text, prefix) ? text + strlen(prefix) : NULL;
}

static struct ncu_metric tensor_path(struct arena *arena, const char *rest)
{
	static const struct {
		const char *suffix;
		enum ncu_slot slot;
		enum ncu_dimension dimension;
	} forms[] = {{".sum", NCU_TENSOR_PATH, NCU_COUNT}, {".sum" PER_CYCLE, NCU_TENSOR_PATH_RATE, NCU_PER_CYCLE}};
	for (size_t i = 0; i < G_N_ELEMENTS(forms); i++)
		if (g_str_has_suffix(rest, forms[i].suffix))
			return (struct ncu_metric){forms[i].slot, forms[i].dimension, false, arena_strndup(arena, rest, strlen(rest) - strlen(forms[i].suffix))};
	return (struct ncu_metric){.slot = NCU_OTHER, .dimension = NCU_ANY};
}

struct ncu_metric ncu_metric_find(struct arena *arena, const char *name)
{
	const char *path = after(name, "sm__ops_path_tensor");
	if (path)
		return tensor_path(arena, path);
	if (g_str_has_prefix(name, "derived__") && strstr(name, "inst_executed_pipe_tensor") && strstr(name, "_x512"))
		return (struct ncu_metric){.slot = strstr(name, PER_CYCLE) ? NCU_OTHER : NCU_TENSOR_X512, .dimension = NCU_COUNT};
	if (g_str_has_prefix(name, "SQ_"))
		return (struct ncu_metric){.slot = NCU_AMD, .dimension = NCU_COUNT, .label = true};
	const char *in_sm = after(name, "smsp__");
	if (!in_sm)
		in_sm = after(name, "sm__");
	for (size_t i = 0; i < G_N_ELEMENTS(metrics); i++) {
		const char *wanted = metrics[i].sm ? in_sm : name;
		if (wanted && strcmp(wanted, metrics[i].name) == 0)
			return (struct ncu_metric){metrics[i].slot, metrics[i].dimension, metrics[i].label, NULL};
	}
	return (struct ncu_metric){.slot = NCU_OTHER, .dimension = NCU_ANY};
}

void ncu_launch_init(struct ncu_launch *launch)
{
	*launch = (struct ncu_launch){.compute_capability = NAN, .launches = 1};
	for (size_t i = 0; i < NCU_SLOT_COUNT; i++)
		launch->values[i] = NAN;
}

void ncu_launch_set(struct arena *arena, struct ncu_launch *launch, const struct ncu_metric *metric, double value)
{
	if (metric->slot == NCU_TENSOR_PATH || metric->slot == NCU_TENSOR_PATH_RATE)
		*list_push(arena, &launch->paths) = (struct ncu_path){metric->path, value, metric->slot == NCU_TENSOR_PATH_RATE};
	else if (metric->slot < NCU_SLOT_COUNT && isnan(launch->values[metric->slot]))
		launch->values[metric->slot] = value;
}

// ---- time ---------------------------------------------------------------------------------------------------------------------------------------------

static double first_of(const struct ncu_launch *launch, const enum ncu_slot *slots, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!isnan(launch->values[slots[i]]))
			return launch->values[slots[i]];
	return NAN;
}

double ncu_clock(const struct ncu_launch *launch)
{
	static const enum ncu_slot slots[] = {NCU_SM_CLOCK, NCU_SMSP_CLOCK, NCU_SM_FREQUENCY};
	return first_of(launch, slots, G_N_ELEMENTS(slots));
}

static double seconds_of(const struct ncu_launch *launch)
{
	static const enum ncu_slot slots[] = {NCU_TIME, NCU_TIME_OTHER, NCU_TIME_ACTIVE};
	const double *values = launch->values;
	const double candidates[] = {
		first_of(launch, slots, G_N_ELEMENTS(slots)),
		values[NCU_SM_CYCLES] / values[NCU_SM_CLOCK],
		values[NCU_SMSP_CYCLES] / values[NCU_SMSP_CLOCK],
		values[NCU_DURATION],
	};
	for (size_t i = 0; i < G_N_ELEMENTS(candidates); i++)
		if (isfinite(candidates[i]))
			return candidates[i];
	return NAN;
}

// ---- bytes --------------------------------------------------------------------------------------------------------------------------------------------

enum { SECTOR_BYTES = 32 };

static double dram_bytes(const struct ncu_launch *launch, double seconds)
{
	const double *values = launch->values;
	const double candidates[] = {
		values[NCU_DRAM],
		values[NCU_DRAM_READ] + values[NCU_DRAM_WRITE],
		values[NCU_DRAM_OP_READ] + values[NCU_DRAM_OP_WRITE],
		SECTOR_BYTES * (values[NCU_DRAM_SECTORS_READ] + values[NCU_DRAM_SECTORS_WRITE]),
		values[NCU_DRAM_RATE] * seconds,
		values[NCU_MEMORY_THROUGHPUT] * seconds,
		values[NCU_FETCH_SIZE] + values[NCU_WRITE_SIZE],
	};
	for (size_t i = 0; i < G_N_ELEMENTS(candidates); i++)
		if (!isnan(candidates[i]))
			return candidates[i];
	return NAN;
}

static double l2_bytes(const struct ncu_launch *launch, double seconds)
{
	const double *values = launch->values;
	const double candidates[] = {
		values[NCU_L2],
		SECTOR_BYTES * values[NCU_L2_SECTORS],
		SECTOR_BYTES * (values[NCU_L2_SECTORS_READ] + values[NCU_L2_SECTORS_WRITE]),
		values[NCU_L2_RATE] * seconds,
	};
	for (size_t i = 0; i < G_N_ELEMENTS(candidates); i++)
		if (!isnan(candidates[i]))
			return candidates[i];
	return NAN;
}

static double l1_bytes(const struct ncu_launch *launch)
{
	const double *values = launch->values;
	if (!isnan(values[NCU_L1]))
		return values[NCU_L1];
	double sectors = values[NCU_L1_GLOBAL_LD] + values[NCU_L1_GLOBAL_ST];
	for (enum ncu_slot slot = NCU_L1_LOCAL_LD; slot <= NCU_L1_LOCAL_ST; slot++)
		sectors += isnan(values[slot]) ? 0 : values[slot];
	return SECTOR_BYTES * sectors;
}

// A half of the DRAM traffic is not the traffic.
static bool dram_is_half(const struct ncu_launch *launch)
{
	static const enum ncu_slot halves[] = {NCU_DRAM_READ, NCU_DRAM_WRITE, NCU_DRAM_OP_READ, NCU_DRAM_OP_WRITE, NCU_DRAM_SECTORS_READ,
		NCU_DRAM_SECTORS_WRITE};
	return !isnan(first_of(launch, halves, G_N_ELEMENTS(halves)));
}

static void add_level(struct arena *arena, struct point *point, const char *name, double bytes)
{
	struct level_value *level = list_push(arena, &point->levels);
	*level = (struct level_value){.level = name, .bytes = bytes, .intensity = NAN, .place = point->place};
}

static void fill_bytes(struct arena *arena, const struct ncu_launch *launch, double seconds, struct point *point)
{
	double dram = dram_bytes(launch, seconds), l2 = l2_bytes(launch, seconds), l1 = l1_bytes(launch);
	const char *why = dram_is_half(launch) ? "DRAM reads or writes alone are in the file" : "no DRAM metrics in the file";
	if (!isnan(dram)) {
		add_level(arena, point, "DRAM", dram);
	} else if (!isnan(l2) || !isnan(l1)) {
		const char *level = !isnan(l2) ? "L2" : "L1";
		add_level(arena, point, level, !isnan(l2) ? l2 : l1);
		importer_append(arena, &point->assumptions, arena_printf(arena, "%s: bytes are those of %s", why, level));
	} else if (isnan(launch->values[NCU_DRAM_RATE])) {
		importer_append(arena, &point->missing, arena_printf(arena, "%s: re-run ncu with --metrics dram__bytes.sum", why));
	} else {
		point->bandwidth = launch->values[NCU_DRAM_RATE];
	}
}

// ---- FLOPs --------------------------------------------------------------------------------------------------------------------------------------------

enum precision_row { ROW_HALF, ROW_SINGLE, ROW_DOUBLE, ROW_COUNT };
static const char *const row_precisions[] = {[ROW_HALF] = "fp16", [ROW_SINGLE] = "fp32", [ROW_DOUBLE] = "fp64"};

struct cores {
	double flops[ROW_COUNT]; // NAN: not in the file
	double total;            // of those in the file
	bool counted, partly;    // some counter is there; some of a precision, not all
};

static double or_zero(double value)
{
	return isnan(value) ? 0 : value;
}

// `first`: NCU_HADD for counts, NCU_HADD_RATE for counts per cycle.
static struct cores core_flops(const struct ncu_launch *launch, enum ncu_slot first)
{
	struct cores cores = {0};
	for (size_t row = 0; row < ROW_COUNT; row++) {
		const double *ops = &launch->values[first + 3 * row];
		int there = !isnan(ops[0]) + !isnan(ops[1]) + !isnan(ops[2]);
		cores.flops[row] = there ? or_zero(ops[0]) + or_zero(ops[1]) + 2 * or_zero(ops[2]) : NAN;
		cores.total += or_zero(cores.flops[row]);
		cores.counted |= there > 0;
		cores.partly |= there == 1 || there == 2;
	}
	return cores;
}

// HFMA2 also moves registers: alone and under 1 % of the kernel's work it is no arithmetic.
static void drop_phantom_half(struct arena *arena, const struct ncu_launch *launch, enum ncu_slot first, double tensor_flops, struct cores *cores,
	struct point *point)
{
	const double *ops = &launch->values[first];
	double half = or_zero(cores->flops[ROW_HALF]);
	if (!(half > 0) || or_zero(ops[0]) > 0 || or_zero(ops[1]) > 0)
		return;
	if (half >= 0.01 * (cores->total + or_zero(tensor_flops))) {
		importer_append(arena, &point->assumptions, "FP16 work is FMA alone, which may be register moves in part");
		return;
	}
	cores->total -= half;
	cores->flops[ROW_HALF] = 0;
	importer_append(arena, &point->assumptions, "FP16 FMA below 1 % of the work, taken for register moves, are left out");
}

static void settle_precision(const struct cores *cores, const struct ncu_tensor *tensor, struct point *point)
{
	size_t best = ROW_SINGLE;
	if (or_zero(tensor->flops) > cores->total) {
		point->precision = tensor->precision;
		point->pipe = "tensor";
		point->sparse = tensor->sparse;
		return;
	}
	if (!(cores->total > 0))
		return;
	for (size_t row = 0; row < ROW_COUNT; row++)
		if (or_zero(cores->flops[row]) > or_zero(cores->flops[best]))
			best = row;
	point->precision = row_precisions[best];
	point->pipe = "vector";
}

static void say_uncounted(struct arena *arena, const struct cores *cores, const struct ncu_tensor *tensor, struct point *point)
{
	if (!cores->counted)
		importer_append(arena, &point->assumptions, "tensor FLOPs alone: the file has no counters of the CUDA cores");
	else if (cores->partly)
		importer_append(arena, &point->assumptions, "not all of add, mul and fma were counted");
	if (tensor->assumed)
		importer_append(arena, &point->assumptions, tensor->assumed);
}

// FLOPs, or FLOPs per cycle, from one family of counters. False when the file has none of it.
static bool fill_flops(struct arena *arena, const struct ncu_launch *launch, double said, bool per_cycle, double *flops, struct point *point)
{
	enum ncu_slot first = per_cycle ? NCU_HADD_RATE : NCU_HADD;
	struct cores cores = core_flops(launch, first);
	struct ncu_tensor tensor = ncu_tensor_flops(arena, launch, said, or_zero(cores.flops[ROW_SINGLE]) + or_zero(cores.flops[ROW_DOUBLE]), per_cycle);
	if (!cores.counted && !tensor.counted)
		return false;
	if (tensor.missing) {
		importer_append(arena, &point->missing, tensor.missing);
		return true;
	}
	drop_phantom_half(arena, launch, first, tensor.flops, &cores, point);
	*flops = cores.total + tensor.flops;
	settle_precision(&cores, &tensor, point);
	say_uncounted(arena, &cores, &tensor, point);
	return true;
}

static void say_no_flops(struct arena *arena, const struct ncu_launch *launch, struct point *point)
{
	if (launch->not_measured)
		importer_append(arena, &point->missing, arena_printf(arena, "%s was not measured", launch->not_measured));
	if (!isnan(launch->values[NCU_AMD])) {
		importer_append(arena, &point->missing, "the counters are those of AMD's rocprof, without FLOPs: give these with --work FILE, or count them with "
			"rocprof-compute profile, whose pmc_perf.csv is read");
		return;
	}
	importer_append(arena, &point->missing,
		ncu_kernel_is_tensor(launch->name)
			? "no FLOP metrics in the file: give its FLOPs with --work FILE, or re-run ncu with --metrics sm__inst_executed_pipe_tensor.sum," ASK_FLOPS
			: "no FLOP metrics in the file: give its FLOPs with --work FILE, or re-run ncu with --metrics " ASK_FLOPS
			  " (the same with h and d for FP16 and FP64)");
}

void ncu_point_fill(struct arena *arena, const struct ncu_launch *launch, const struct import_options *options, struct point *point)
{
	double seconds = seconds_of(launch), flops = NAN, flops_per_cycle = NAN;
	point->time = seconds;
	double said = options->tensor_flops;
	if (!fill_flops(arena, launch, said, false, &flops, point) && !fill_flops(arena, launch, said, true, &flops_per_cycle, point))
		say_no_flops(arena, launch, point);
	point->flops = flops;
	if (!isnan(flops_per_cycle)) {
		double flop_per_s = flops_per_cycle * ncu_clock(launch);
		if (isnan(flop_per_s))
			importer_append(arena, &point->missing, "FLOPs are per cycle, without a clock: re-run ncu with --metrics smsp__cycles_elapsed.avg.per_second");
		else if (isnan(seconds))
			point->performance = flop_per_s;
		else
			point->flops = flop_per_s * seconds;
	}
	fill_bytes(arena, launch, seconds, point);
	if (isnan(seconds) && isnan(point->performance))
		importer_append(arena, &point->missing, "no time in the file: re-run ncu with --metrics gpu__time_duration.sum");
}
