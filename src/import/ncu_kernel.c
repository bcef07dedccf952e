// SPDX-License-Identifier: MIT
// What the names of kernels say: the shape of their tensor instructions, the type of their operands.
#include "import/ncu.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

// ---- tensor instructions ------------------------------------------------------------------------------------------------------------------------------

// Three numbers M, N, K that follow `at`, each after any of "(int)" and blanks, with `separator` between.
static bool three_numbers(const char *at, char separator, long numbers[3])
{
	for (int i = 0; i < 3; i++) {
		while (*at == ' ')
			at++;
		if (g_str_has_prefix(at, "(int)"))
			at += strlen("(int)");
		char *end;
		numbers[i] = strtol(at, &end, 10);
		if (end == at || numbers[i] <= 0 || numbers[i] > 1024)
			return false;
		at = end;
		if (i < 2 && *at++ != separator)
			return false;
	}
	return true;
}

struct shape_form {
	const char *before;
	char separator;
};

// One instruction's shape as templates state it.
static const struct shape_form shape_forms[] = {
	{"arch::Mma<cutlass::gemm::GemmShape<", ','},
	{"SM80_", 'x'},
	{"SM75_", 'x'},
};

static const struct {
	const char *text;
	double flops;
} shape_names[] = {
	{"s16816", 4096}, {"h16816", 4096}, {"s1688", 2048}, {"h1688", 2048}, {"s884", 512}, {"h884", 512}, {"d884", 512},
};

double ncu_kernel_tensor_factor(struct arena *arena, const char *name, const char **shape)
{
	double factor = 0;
	for (size_t i = 0; i < G_N_ELEMENTS(shape_names); i++) {
		if (!strstr(name, shape_names[i].text))
			continue;
		if (factor > 0 && factor != shape_names[i].flops)
			return 0;
		factor = shape_names[i].flops;
		*shape = shape_names[i].text;
	}
	if (factor > 0)
		return factor;
	for (size_t i = 0; i < G_N_ELEMENTS(shape_forms); i++) {
		size_t length = strlen(shape_forms[i].before);
		for (const char *at = strstr(name, shape_forms[i].before); at; at = strstr(at + length, shape_forms[i].before)) {
			long n[3];
			// 1x1x1 is a multiply-add of the CUDA cores.
			if (!three_numbers(at + length, shape_forms[i].separator, n) || n[0] * n[1] * n[2] == 1)
				continue;
			double flops = 2.0 * (double)n[0] * (double)n[1] * (double)n[2];
			if (factor > 0 && factor != flops)
				return 0;
			factor = flops;
			*shape = arena_printf(arena, "%ldx%ldx%ld", n[0], n[1], n[2]);
		}
	}
	return factor;
}

static bool contains_any(const char *name, const char *const *words, size_t count)
{
	g_autofree char *lower = g_ascii_strdown(name, -1);
	for (size_t i = 0; i < count; i++)
		if (strstr(lower, words[i]))
			return true;
	return false;
}

bool ncu_kernel_is_tensor(const char *name)
{
	static const char *const words[] = {"s884", "h884", "d884", "s1688", "h1688", "s16816", "h16816", "i8816", "i16832", "tensorop", "tensor_op",
		"tensorcore", "tensor_core", "hmma", "imma", "dmma", "wmma", "wgmma", "gmma", "tcgen05", "mma_sync", "xmma", "nvjet", "arch::mma<", "sm80_16x8"};
	g_autofree char *lower = g_ascii_strdown(name, -1);
	// CUTLASS spells its SIMT kernels with arch::Mma too, for 1x1x1.
	if (strstr(lower, "opclasssimt") || strstr(lower, "gemmshape<(int)1, (int)1, (int)1>") || strstr(lower, "gemmshape<1, 1, 1>"))
		return false;
	return contains_any(name, words, G_N_ELEMENTS(words));
}

const char *ncu_kernel_tensor_precision(const char *name)
{
	static const struct {
		const char *word, *precision;
	} words[] = {
		{"e4m3", "fp8"}, {"e5m2", "fp8"}, {"fp8", "fp8"}, {"bf16", "bf16"}, {"bfloat16", "bf16"}, {"tf32", "tf32"}, {"tfloat32", "tf32"}, {"int8", "int8"},
		{"imma", "int8"}, {"i8816", "int8"}, {"i16832", "int8"}, {"d884", "fp64"}, {"dmma", "fp64"}, {"f16", "fp16"}, {"fp16", "fp16"}, {"half", "fp16"},
		{"h884", "fp16"}, {"h1688", "fp16"}, {"h16816", "fp16"},
	};
	g_autofree char *lower = g_ascii_strdown(name, -1);
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (strstr(lower, words[i].word))
			return words[i].precision;
	return NULL;
}
