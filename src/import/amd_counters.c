// SPDX-License-Identifier: MIT
// FLOPs and bytes from the hardware counters of AMD's CDNA chips, by the formulas of rocprof-compute (src/utils/roofline_calc.py of ROCm/rocprofiler-compute):
//   FLOP = 64 * sum of VALU instructions (ADD, MUL, TRANS once, FMA twice) over F16, F32, F64 + 512 * MFMA_MOPS
//   HBM  = reads of 32, 64 and 128 byte + writes of 32 and 64 byte, with the names of the chip (below)
//   L2   = 64 * requests of L1 to L2,  L1 = 64 * accesses of L1
// All are sums of counters times a weight, so they stand in one table. The bytes of LDS need the number of banks, which no table of counters has.
#include "import/amd.h"

#include "base/num.h"
#include "base/text.h"

#include <glib.h>
#include <math.h>

enum formula { VALU, MFMA, MFMA_NEWER, MFMA_INT8, HBM_MI200, HBM_MI300, HBM_MI350, HBM_SIZES, L2, L1, FORMULA_COUNT };

// Slots of the counters that stand in several formulas, or in several terms.
#define VALU_COUNTERS(X, format) X(ADD, format, 64) X(MUL, format, 64) X(FMA, format, 128) X(TRANS, format, 64)
#define SLOT(op, format, weight) VALU_##op##_##format,
enum slot {
	VALU_COUNTERS(SLOT, F16) VALU_COUNTERS(SLOT, F32) VALU_COUNTERS(SLOT, F64)
	MOPS_F16, MOPS_BF16, MOPS_F32, MOPS_F64, MOPS_XF32, MOPS_F8, MOPS_F6F4, MOPS_I8,
	EA_RD, EA_RD32, EA_WR, EA_WR64, EA0_RD, EA0_RD32, EA0_RD64, EA0_RD128, EA0_WR, EA0_WR64, BUBBLE,
	FETCH, WRITE, TCC_READ, TCC_WRITE, TCC_ATOMIC, TCC_ATOMIC_WITHOUT, L1_ACCESS, THREAD_CYCLES, ACTIVE_CYCLES, SLOT_COUNT
};
#undef SLOT
G_STATIC_ASSERT((int)SLOT_COUNT <= (int)AMD_MAX_COUNTERS);

#define NAME(op, format, weight) {VALU_##op##_##format, "SQ_INSTS_VALU_" #op "_" #format},
static const struct {
	enum slot slot;
	const char *name;
} counters[] = {
	VALU_COUNTERS(NAME, F16) VALU_COUNTERS(NAME, F32) VALU_COUNTERS(NAME, F64)
	{MOPS_F16, "SQ_INSTS_VALU_MFMA_MOPS_F16"}, {MOPS_BF16, "SQ_INSTS_VALU_MFMA_MOPS_BF16"}, {MOPS_F32, "SQ_INSTS_VALU_MFMA_MOPS_F32"},
	{MOPS_F64, "SQ_INSTS_VALU_MFMA_MOPS_F64"}, {MOPS_XF32, "SQ_INSTS_VALU_MFMA_MOPS_XF32"}, {MOPS_F8, "SQ_INSTS_VALU_MFMA_MOPS_F8"},
	{MOPS_F6F4, "SQ_INSTS_VALU_MFMA_MOPS_F6F4"}, {MOPS_I8, "SQ_INSTS_VALU_MFMA_MOPS_I8"},
	{EA_RD, "TCC_EA_RDREQ_sum"}, {EA_RD32, "TCC_EA_RDREQ_32B_sum"}, {EA_WR, "TCC_EA_WRREQ_sum"}, {EA_WR64, "TCC_EA_WRREQ_64B_sum"},
	{EA0_RD, "TCC_EA0_RDREQ_sum"}, {EA0_RD32, "TCC_EA0_RDREQ_32B_sum"}, {EA0_RD64, "TCC_EA0_RDREQ_64B_sum"}, {EA0_RD128, "TCC_EA0_RDREQ_128B_sum"},
	{EA0_WR, "TCC_EA0_WRREQ_sum"}, {EA0_WR64, "TCC_EA0_WRREQ_64B_sum"}, {BUBBLE, "TCC_BUBBLE_sum"},
	{FETCH, "FETCH_SIZE"}, {FETCH, "FetchSize"}, {WRITE, "WRITE_SIZE"}, {WRITE, "WriteSize"},
	{TCC_READ, "TCP_TCC_READ_REQ_sum"}, {TCC_WRITE, "TCP_TCC_WRITE_REQ_sum"}, {TCC_ATOMIC, "TCP_TCC_ATOMIC_WITH_RET_REQ_sum"},
	{TCC_ATOMIC_WITHOUT, "TCP_TCC_ATOMIC_WITHOUT_RET_REQ_sum"}, {L1_ACCESS, "TCP_TOTAL_CACHE_ACCESSES_sum"},
	{THREAD_CYCLES, "SQ_THREAD_CYCLES_VALU"}, {ACTIVE_CYCLES, "SQ_ACTIVE_INST_VALU"},
};
#undef NAME

#define TERM(op, format, weight) {VALU, VALU_##op##_##format, weight},
static const struct term {
	enum formula formula;
	enum slot slot;
	double weight;
} terms[] = {
	VALU_COUNTERS(TERM, F16) VALU_COUNTERS(TERM, F32) VALU_COUNTERS(TERM, F64)
	{MFMA, MOPS_F16, 512}, {MFMA, MOPS_BF16, 512}, {MFMA, MOPS_F32, 512}, {MFMA, MOPS_F64, 512},
	{MFMA_NEWER, MOPS_XF32, 512}, {MFMA_NEWER, MOPS_F8, 512}, {MFMA_NEWER, MOPS_F6F4, 512}, {MFMA_INT8, MOPS_I8, 512},
	// 32 R32 + 64 (R - R32) + 64 W64 + 32 (W - W64).
	{HBM_MI200, EA_RD, 64}, {HBM_MI200, EA_RD32, -32}, {HBM_MI200, EA_WR, 32}, {HBM_MI200, EA_WR64, 32},
	// 128 B + 32 R32 + 64 (R - B - R32) and the same writes: TCC_BUBBLE counts the reads of 128 byte.
	{HBM_MI300, BUBBLE, 64}, {HBM_MI300, EA0_RD, 64}, {HBM_MI300, EA0_RD32, -32}, {HBM_MI300, EA0_WR, 32}, {HBM_MI300, EA0_WR64, 32},
	// The reads of each size have a counter; on these chips TCC_BUBBLE counts something else.
	{HBM_MI350, EA0_RD128, 128}, {HBM_MI350, EA0_RD64, 64}, {HBM_MI350, EA0_RD32, 32}, {HBM_MI350, EA0_WR, 32}, {HBM_MI350, EA0_WR64, 32},
	// The profilers' own sums are in units of 1024 byte.
	{HBM_SIZES, FETCH, 1024}, {HBM_SIZES, WRITE, 1024},
	{L2, TCC_READ, 64}, {L2, TCC_WRITE, 64}, {L2, TCC_ATOMIC, 64}, {L2, TCC_ATOMIC_WITHOUT, 64}, {L1, L1_ACCESS, 64},
};
#undef TERM

// What the FLOPs of a point are judged by.
static const struct kind {
	enum slot first, last;
	const char *precision, *pipe;
} kinds[] = {
	{VALU_ADD_F16, VALU_TRANS_F16, "fp16", "vector"}, {VALU_ADD_F32, VALU_TRANS_F32, "fp32", "vector"}, {VALU_ADD_F64, VALU_TRANS_F64, "fp64", "vector"},
	{MOPS_F16, MOPS_F16, "fp16", "tensor"}, {MOPS_BF16, MOPS_BF16, "bf16", "tensor"}, {MOPS_F32, MOPS_F32, "fp32", "tensor"},
	{MOPS_F64, MOPS_F64, "fp64", "tensor"}, {MOPS_XF32, MOPS_XF32, "tf32", "tensor"}, {MOPS_F8, MOPS_F8, "fp8", "tensor"},
	{MOPS_F6F4, MOPS_F6F4, "fp4", "tensor"},
};

void amd_launch_init(struct amd_launch *launch)
{
	for (size_t i = 0; i < AMD_MAX_COUNTERS; i++)
		launch->values[i] = NAN;
}

int amd_counter_find(const char *name)
{
	for (size_t i = 0; i < G_N_ELEMENTS(counters); i++)
		if (text_same(counters[i].name, name))
			return (int)counters[i].slot;
	return AMD_NO_COLUMN;
}

static const char *counter_name(enum slot slot)
{
	for (size_t i = 0; i < G_N_ELEMENTS(counters); i++)
		if (counters[i].slot == slot)
			return counters[i].name;
	return "";
}

// ---- sums ---------------------------------------------------------------------------------------------------------------------------------------------

struct sum {
	double value; // of those that are there
	size_t there, absent;
};

static struct sum sum_of(const struct amd_launch *launch, enum formula formula)
{
	struct sum sum = {0};
	for (size_t i = 0; i < G_N_ELEMENTS(terms); i++) {
		if (terms[i].formula != formula)
			continue;
		double value = launch->values[terms[i].slot];
		if (isnan(value)) {
			sum.absent++;
			continue;
		}
		sum.value += terms[i].weight * value;
		sum.there++;
	}
	return sum;
}

enum { SHOWN_COUNTERS = 6 };

// Says which counters of a formula the file has not.
static void miss(const struct import *in, struct point *point, const struct amd_launch *launch, const char *what, enum formula formula)
{
	g_autoptr(GString) names = g_string_new(NULL);
	size_t count = 0;
	for (size_t i = 0; i < G_N_ELEMENTS(terms); i++)
		if (terms[i].formula == formula && isnan(launch->values[terms[i].slot]) && count++ < SHOWN_COUNTERS)
			g_string_append_printf(names, "%s%s", names->len ? ", " : "", counter_name(terms[i].slot));
	if (count > SHOWN_COUNTERS)
		g_string_append_printf(names, " and %zu more", count - SHOWN_COUNTERS);
	import_miss(in, point, "%s need %s, which the file has not: measure these too", what, names->str);
}

// ---- FLOPs --------------------------------------------------------------------------------------------------------------------------------------------

static void judge(const struct import *in, struct point *point, const struct amd_launch *launch)
{
	double best = 0;
	for (size_t k = 0; k < G_N_ELEMENTS(kinds); k++) {
		double flops = 0;
		for (size_t i = 0; i < G_N_ELEMENTS(terms) && terms[i].formula <= MFMA_NEWER; i++)
			if (terms[i].slot >= kinds[k].first && terms[i].slot <= kinds[k].last && launch->values[terms[i].slot] > 0)
				flops += terms[i].weight * launch->values[terms[i].slot];
		if (flops <= best)
			continue;
		best = flops;
		point->precision = kinds[k].precision;
		point->pipe = kinds[k].pipe;
	}
	if (best > 0 && best < 0.995 * point->flops)
		import_assume(in, point, "judged as %s %s, which %s %% of its FLOPs are", point->precision, point->pipe, num_short(best / point->flops * 100, 3).text);
	if (launch->values[MOPS_F6F4] > 0)
		import_assume(in, point, "F6F4 operations stand for FP4, which FP6 is as fast as");
}

// Integer operations are no FLOPs: they count where a kernel has nothing else.
static void take_int8(const struct import *in, struct point *point, double ops)
{
	if (!(ops > 0))
		return;
	if (point->flops > 0) {
		import_assume(in, point, "its INT8 matrix operations are not counted among its FLOPs");
		return;
	}
	point->flops = ops;
	point->precision = "int8";
	point->pipe = "tensor";
	import_assume(in, point, "integer work alone: INT8 matrix operations stand for FLOPs");
}

// Lanes that the exec mask switches off are counted too. How many were on is the same for all instructions only on the average.
static void assume_lanes(const struct import *in, struct point *point, const struct amd_launch *launch)
{
	double lanes = launch->values[THREAD_CYCLES] / launch->values[ACTIVE_CYCLES];
	import_assume(in, point, "FMA = 2 FLOP, and every VALU instruction works on 64 lanes: the exec mask is not counted, so divergent kernels have fewer FLOPs");
	if (lanes > 0 && lanes < 63.95)
		import_assume(in, point, "%s of 64 lanes were active on average", num_short(lanes, 3).text);
}

static void fill_flops(const struct import *in, struct point *point, const struct amd_launch *launch)
{
	struct sum valu = sum_of(launch, VALU), mfma = sum_of(launch, MFMA), newer = sum_of(launch, MFMA_NEWER);
	if (!valu.there && !mfma.there && !newer.there) {
		import_miss(in, point, "no counters of FLOPs in the file: measure " AMD_VALU_COUNTERS " and " AMD_MFMA_COUNTERS);
		return;
	}
	if (valu.absent || mfma.absent) {
		miss(in, point, launch, "FLOPs", valu.absent ? VALU : MFMA);
		if (valu.absent && mfma.absent)
			miss(in, point, launch, "FLOPs of matrix cores", MFMA);
		return;
	}
	point->flops = valu.value + mfma.value + newer.value;
	if (valu.value > 0)
		assume_lanes(in, point, launch);
	if (!isnan(launch->values[EA0_RD]) && isnan(launch->values[MOPS_F8]))
		import_assume(in, point, "no FP8 matrix operations, which the file does not count");
	judge(in, point, launch);
	take_int8(in, point, sum_of(launch, MFMA_INT8).value);
}

// ---- bytes --------------------------------------------------------------------------------------------------------------------------------------------

static const char *const hbm_assumptions[FORMULA_COUNT] = {
	[HBM_MI200] = "HBM bytes by rocprof-compute's formula for MI200",
	[HBM_MI300] = "HBM bytes by rocprof-compute's formula for MI300",
	[HBM_MI350] = "HBM bytes by the counters of each size",
	[HBM_SIZES] = "HBM bytes are the profiler's fetch and write sizes, in units of 1024 byte",
};

// The formula of the chip whose counters the file has. MI350 alone has F6F4 instructions; there TCC_BUBBLE would lose half of the reads.
static enum formula hbm_formula(const struct amd_launch *launch)
{
	if (!isnan(launch->values[EA0_RD128]) || (!isnan(launch->values[MOPS_F6F4]) && !isnan(launch->values[EA0_RD])))
		return HBM_MI350;
	if (sum_of(launch, HBM_MI300).there)
		return HBM_MI300;
	return sum_of(launch, HBM_MI200).there ? HBM_MI200 : HBM_SIZES;
}

static void fill_hbm(const struct import *in, struct point *point, const struct amd_launch *launch)
{
	enum formula formula = hbm_formula(launch);
	if (sum_of(launch, formula).absent && !sum_of(launch, HBM_SIZES).absent)
		formula = HBM_SIZES;
	struct sum sum = sum_of(launch, formula);
	if (!sum.there)
		import_miss(in, point, "no counters of HBM bytes in the file: measure FETCH_SIZE and WRITE_SIZE");
	else if (sum.absent)
		miss(in, point, launch, "HBM bytes", formula);
	else
		import_bytes_of(in, point, "HBM", sum.value);
	if (!sum.absent)
		import_assume(in, point, "%s", hbm_assumptions[formula]);
}

// A cache that was not measured at all is no gap: it has no point.
static void fill_cache(const struct import *in, struct point *point, const struct amd_launch *launch, const char *level, enum formula formula)
{
	struct sum sum = sum_of(launch, formula);
	g_autofree char *what = g_strdup_printf("%s bytes", level);
	if (sum.there && sum.absent)
		miss(in, point, launch, what, formula);
	else if (sum.there)
		import_bytes_of(in, point, level, sum.value);
}

// Reads of MI300 and MI350 are 128 byte each where they can be, and rocprof-compute counts 64.
static void assume_lines(const struct import *in, struct point *point, const struct amd_launch *launch)
{
	if (isnan(launch->values[EA0_RD]) || point->levels.count < 2)
		return;
	import_assume(in, point, "L2 and L1 at 64 byte an access as rocprof-compute counts, half of what an access of 128 byte moves");
}

static bool has_any(const struct amd_launch *launch)
{
	for (size_t i = 0; i < SLOT_COUNT; i++)
		if (!isnan(launch->values[i]))
			return true;
	return false;
}

bool amd_launch_fill(const struct import *in, struct point *point, const struct amd_launch *launch)
{
	if (!has_any(launch)) {
		import_miss(in, point, "no counters of FLOPs and bytes in the file: measure those that 'rafter show importers rocprofv3' prints, "
			"or give FLOPs and bytes by kernel name with --work FILE");
		return true;
	}
	fill_flops(in, point, launch);
	fill_hbm(in, point, launch);
	fill_cache(in, point, launch, "L2", L2);
	fill_cache(in, point, launch, "L1", L1);
	assume_lines(in, point, launch);
	for (size_t i = 0; i < point->levels.count; i++) {
		if (point->levels.items[i].bytes >= 0)
			continue;
		diags_add(in->diags, DIAG_NEGATIVE, point->place, "the counters of HBM reads contradict each other: more reads of 32 byte than reads");
		return false;
	}
	return true;
}
