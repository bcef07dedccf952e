// SPDX-License-Identifier: MIT
// What the names of kernels say: a short label, the shape of their tensor instructions, the type of their operands.
#include "import/ncu.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

static const char *const anonymous[] = {"(anonymous namespace)::", "<unnamed>::", "unnamed>::", "_GLOBAL__N__"};

// ---- labels -------------------------------------------------------------------------------------------------------------------------------------------

static void drop_all(GString *text, const char *what)
{
	g_string_replace(text, what, "", 0);
}

// A name that was cut at its front ends a group that it never opened ("ns>::saxpy"): what stands before is dropped.
static void drop_cut_front(GString *text)
{
	int depth = 0;
	size_t keep = 0;
	for (size_t i = 0; i < text->len && text->str[i] != '('; i++) {
		if (text->str[i] == '<')
			depth++;
		else if (text->str[i] == '>' && (i == 0 || text->str[i - 1] != '-') && --depth < 0) {
			depth = 0;
			keep = i + 1;
		}
	}
	g_string_erase(text, 0, (gssize)keep);
	while (g_str_has_prefix(text->str, "::"))
		g_string_erase(text, 0, 2);
}

// Cuts the parameter list and takes out template arguments. The first ones stand in `*arguments`.
static void drop_arguments(GString *text, GString *arguments)
{
	g_autoptr(GString) kept = g_string_new(NULL);
	int depth = 0, groups = 0;
	for (size_t i = 0; i < text->len; i++) {
		char c = text->str[i];
		bool arrow = c == '>' && i && text->str[i - 1] == '-';
		if (c == '(' && depth == 0 && kept->len && !g_str_has_suffix(kept->str, "operator"))
			break;
		if (c == '<' && depth++ == 0) {
			groups++;
			continue;
		}
		if (c == '>' && depth && !arrow) {
			depth--;
			continue;
		}
		if (depth == 0)
			g_string_append_c(kept, c);
		else if (groups == 1)
			g_string_append_c(arguments, c);
	}
	g_string_assign(text, kept->str);
}

static bool is_plain_name(const char *text)
{
	if (!g_ascii_isalpha(*text) && *text != '_')
		return false;
	for (; *text; text++)
		if (!g_ascii_isalnum(*text) && *text != '_')
			return false;
	return true;
}

// cutlass::Kernel<name>: a wrapper, the argument is the kernel.
static bool is_wrapper(const char *name)
{
	static const char *const wrappers[] = {"cutlass::Kernel", "cutlass::Kernel2", "cutlass::device_kernel"};
	for (size_t i = 0; i < G_N_ELEMENTS(wrappers); i++)
		if (strcmp(name, wrappers[i]) == 0)
			return true;
	return false;
}

char *ncu_kernel_label(struct arena *arena, const char *name)
{
	g_autoptr(GString) text = g_string_new(name), arguments = g_string_new(NULL);
	for (size_t i = 0; i < G_N_ELEMENTS(anonymous); i++)
		drop_all(text, anonymous[i]);
	drop_cut_front(text);
	drop_arguments(text, arguments);
	g_strchomp(text->str);
	const char *space = strrchr(text->str, ' ');
	const char *label = space && !strstr(text->str, "operator ") ? space + 1 : text->str;
	if (is_wrapper(label) && is_plain_name(arguments->str))
		label = arguments->str;
	while (*label == '*' || *label == '&')
		label++;
	return arena_strdup(arena, *label ? label : name);
}

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
