// SPDX-License-Identifier: MIT
// FLOPs of tensor cores. sm__ops_path_tensor_* count operations; the older inst_executed_pipe_tensor counts warp instructions, which are worth 512 FLOPs
// on Volta (HMMA.884), 2048 (HMMA.1688) or 4096 (HMMA.16816) since, and no fixed number for the asynchronous ones of compute capability 9.0 and later:
// two kernels of one file may need different factors, so each kernel's own shape decides, and where nothing states one there is no figure.
#include "import/ncu.h"

#include "base/num.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { VOLTA_FACTOR = 512, WARP = 32 };

#define ASK_PATH "re-run ncu with --metrics sm__ops_path_tensor_src_fp16_dst_fp32.sum where the chip has it, give them with --tensor-flops N, or give the kernel's " \
	"FLOPs with --work FILE"

// ---- counted operations -------------------------------------------------------------------------------------------------------------------------------

static bool is_integer_path(const char *path)
{
	return strstr(path, "int8") || strstr(path, "int4") || strstr(path, "int1") || strstr(path, "imma") || strstr(path, "bmma");
}

// True when `parent` counts everything that `path` counts: "_src_fp16_dst_fp32" and "_src_fp16_dst_fp32_sparsity_on". The total over all types counts as
// a parent only for messages, since its children say the precision.
static bool is_child_of(const char *path, const char *parent)
{
	size_t length = strlen(parent);
	return length && strncmp(path, parent, length) == 0 && path[length] == '_';
}

static bool is_op_path(const char *path)
{
	return g_str_has_prefix(path, "_op_");
}

// Whether `entry` adds to the sum, so that nothing is counted twice.
static bool counts(const struct ncu_launch *launch, const struct ncu_path *entry, bool any_by_source)
{
	if (any_by_source ? is_op_path(entry->path) || !*entry->path : false)
		return false;
	for (size_t i = 0; i < launch->paths.count; i++) {
		const struct ncu_path *other = &launch->paths.items[i];
		if (other->per_cycle == entry->per_cycle && other != entry && is_child_of(entry->path, other->path))
			return false;
		// The total of everything, beside parts by operation.
		if (!any_by_source && !*entry->path && other != entry && other->per_cycle == entry->per_cycle)
			return false;
	}
	return true;
}

static const char *path_precision(const char *path)
{
	static const struct {
		const char *text, *precision;
	} sources[] = {
		{"src_fp4_fp6_fp8", NULL}, {"src_fp8", "fp8"}, {"src_bf16", "bf16"}, {"src_tf32", "tf32"}, {"src_fp64", "fp64"}, {"src_fp16", "fp16"},
		{"src_fp4", "fp4"}, {"src_fp6", "fp6"}, {"src_int8", "int8"}, {"src_int4", "int4"},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(sources); i++)
		if (strstr(path, sources[i].text))
			return sources[i].precision;
	return NULL;
}

struct path_sum {
	double flops, ints, largest, sparse;
	const char *precision, *integer_precision;
};

static struct path_sum sum_paths(const struct ncu_launch *launch, bool per_cycle)
{
	struct path_sum sum = {0};
	bool by_source = false;
	for (size_t i = 0; i < launch->paths.count; i++)
		by_source |= launch->paths.items[i].per_cycle == per_cycle && g_str_has_prefix(launch->paths.items[i].path, "_src_");
	for (size_t i = 0; i < launch->paths.count; i++) {
		const struct ncu_path *entry = &launch->paths.items[i];
		if (entry->per_cycle != per_cycle)
			continue;
		if (g_str_has_suffix(entry->path, "_sparsity_on"))
			sum.sparse += entry->value;
		if (!counts(launch, entry, by_source))
			continue;
		if (is_integer_path(entry->path)) {
			sum.ints += entry->value;
			sum.integer_precision = path_precision(entry->path);
			continue;
		}
		sum.flops += entry->value;
		if (entry->value > sum.largest) {
			sum.largest = entry->value;
			sum.precision = path_precision(entry->path);
		}
	}
	return sum;
}

static bool has_paths(const struct ncu_launch *launch, bool per_cycle)
{
	for (size_t i = 0; i < launch->paths.count; i++)
		if (launch->paths.items[i].per_cycle == per_cycle)
			return true;
	return false;
}

static struct ncu_tensor from_paths(const struct ncu_launch *launch, bool per_cycle)
{
	struct path_sum sum = sum_paths(launch, per_cycle);
	struct ncu_tensor tensor = {.counted = true, .flops = sum.flops, .precision = sum.precision};
	if (sum.ints > sum.flops) {
		// Integer operations are no FLOPs: a kernel that is integer work is judged by them alone.
		tensor.flops = sum.ints;
		tensor.precision = sum.integer_precision ? sum.integer_precision : "int8";
		tensor.assumed = sum.flops > 0 ? "integer operations of the tensor cores count as the work, floating-point ones are left out" : NULL;
	} else if (sum.ints > 0) {
		tensor.assumed = "integer operations of the tensor cores are left out";
	}
	if (!tensor.precision)
		tensor.precision = ncu_kernel_tensor_precision(launch->name);
	tensor.sparse = tensor.flops > 0 && sum.sparse >= 0.5 * tensor.flops;
	return tensor;
}

// ---- counted instructions -----------------------------------------------------------------------------------------------------------------------------

// Warp instructions of the tensor pipe; NAN when not in the file.
static double tensor_instructions(const struct ncu_launch *launch)
{
	const double *values = launch->values;
	if (!isnan(values[NCU_TENSOR_HMMA]))
		return values[NCU_TENSOR_HMMA];
	return isnan(values[NCU_TENSOR]) ? values[NCU_TENSOR_X512] / VOLTA_FACTOR : values[NCU_TENSOR];
}

static bool is_volta(const struct ncu_launch *launch)
{
	return launch->compute_capability >= 7.0 && launch->compute_capability < 7.15;
}

// HFMA2.MMA, a register move to compilers, runs in the tensor pipe: its thread count is then 32 times the instructions.
static bool is_moves(const struct ncu_launch *launch, double instructions)
{
	return launch->values[NCU_HFMA] >= 0.99 * WARP * instructions;
}

static const char *refusal(struct arena *arena, const struct ncu_launch *launch)
{
	if (launch->compute_capability >= 9.0)
		return arena_printf(arena, "tensor instructions of compute capability %s have no fixed number of FLOPs: %s",
			num_short(launch->compute_capability, 3).text, ASK_PATH);
	return "tensor instructions were counted, and nothing states how many FLOPs one is (no s1688, s16816 or arch::Mma shape in the kernel's name): " ASK_PATH;
}

static void settle_tensor_precision(struct arena *arena, const struct ncu_launch *launch, struct ncu_tensor *tensor)
{
	tensor->precision = ncu_kernel_tensor_precision(launch->name);
	if (tensor->precision)
		return;
	tensor->precision = "fp16";
	importer_append(arena, &tensor->assumed, "tensor work is taken for FP16");
}

static struct ncu_tensor from_instructions(struct arena *arena, const struct ncu_launch *launch, double said, double cuda_core_flops)
{
	double instructions = tensor_instructions(launch);
	struct ncu_tensor tensor = {.counted = true};
	if (!(instructions > 0))
		return tensor;
	bool named = ncu_kernel_is_tensor(launch->name);
	const char *shape = NULL;
	if (!named && (is_moves(launch, instructions) || instructions * VOLTA_FACTOR < 0.01 * cuda_core_flops)) {
		tensor.assumed = "tensor instructions without other signs of tensor work, taken for register moves, are left out";
		return tensor;
	}
	double factor = said > 0 ? said : is_volta(launch) ? VOLTA_FACTOR : ncu_kernel_tensor_factor(arena, launch->name, &shape);
	if (!(factor > 0)) {
		tensor.missing = refusal(arena, launch);
		tensor.flops = NAN;
		return tensor;
	}
	tensor.flops = factor * instructions;
	tensor.assumed = arena_printf(arena, "%s FLOPs a tensor instruction (%s)", num_exact(factor).text,
		said > 0 ? "as given" : shape ? shape : "compute capability 7.0");
	settle_tensor_precision(arena, launch, &tensor);
	return tensor;
}

struct ncu_tensor ncu_tensor_flops(struct arena *arena, const struct ncu_launch *launch, double said, double cuda_core_flops, bool per_cycle)
{
	if (has_paths(launch, per_cycle))
		return from_paths(launch, per_cycle);
	if (!per_cycle && !isnan(tensor_instructions(launch)))
		return from_instructions(arena, launch, said, cuda_core_flops);
	struct ncu_tensor tensor = {0};
	if (ncu_kernel_is_tensor(launch->name)) {
		tensor.flops = NAN;
		tensor.missing = "the kernel's name speaks of tensor cores, and the file has no tensor counters: re-run ncu with --metrics "
			"sm__inst_executed_pipe_tensor.sum, or sm__ops_path_tensor_src_fp16_dst_fp32.sum where the chip has it";
	}
	return tensor;
}
