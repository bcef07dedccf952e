// SPDX-License-Identifier: MIT
#include "import_fixture.h"

#define SAMPLES "samples/import/torch/"

static void assert_says(const char *text, const char *part)
{
	if (!text || !strstr(text, part))
		fail_msg("expected '%s' in '%s'", part, text ? text : "(nothing)");
}

static void test_augmented(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "augmented.json");
	assert_imported(&in, "torch-trace", 5);
	assert_int_equal(diags_count(in.diags), 0);
	assert_string_equal(in.chart.device_hint, "NVIDIA H100 PCIe");
	const struct point *gemm = point_at(&in, 0);
	assert_string_equal(gemm->name, "gemm_tile<(int)128, half>(half const*, half*)");
	assert_string_equal(gemm->shape, "grid 16 4 1, block 256 1 1");
	assert_near(gemm->flops, 2147483648.0);
	assert_near(gemm->levels.items[0].bytes, 14.6e6);
	assert_near(gemm->time, 12.5e-6);
	assert_null(gemm->missing);
	assert_says(gemm->assumptions, "not measured");
	const struct point *fused = point_at(&in, 1);
	assert_true(isnan(fused->flops));
	assert_near(fused->levels.items[0].bytes, 4e6);
	assert_near(fused->time, 3.25e-6);
	assert_says(fused->missing, "kernel_flop is 0");
	for (size_t i = 2; i < 4; i++) {
		assert_true(isnan(point_at(&in, i)->flops));
		assert_int_equal(point_at(&in, i)->levels.count, 0);
		assert_says(point_at(&in, i)->missing, "an operator that launched 2 kernels");
	}
	assert_near(point_at(&in, 3)->time, 2e-6);
	assert_true(isnan(point_at(&in, 4)->time));
	assert_says(point_at(&in, 4)->missing, "0 µs");
	import_free(&in);
}

static void test_whole_microseconds(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "whole_microseconds.json");
	assert_imported(&in, "torch-trace", 2);
	assert_string_equal(point_at(&in, 1)->kernel_name, "fill");
	assert_string_equal(point_at(&in, 1)->name, "fill #2");
	assert_near(point_at(&in, 1)->time, 3e-6);
	assert_near(point_at(&in, 1)->launches, 1);
	assert_says(point_at(&in, 0)->assumptions, "whole microseconds");
	assert_string_equal(point_at(&in, 0)->missing, IMPORT_TIMES_ALONE);
	import_free(&in);
}

static void test_ranges(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "ranges.json");
	assert_imported(&in, "torch-trace", 2);
	const struct point *gemm = point_at(&in, 0);
	assert_near(gemm->flops, 1000 + 2000 + 2 * 500000); // 64 FP16 FMA are register moves
	assert_near(gemm->levels.items[0].bytes, 40000);
	assert_string_equal(gemm->precision, "fp32");
	assert_true(isnan(gemm->time));
	assert_says(gemm->missing, "equal share");
	assert_null(strstr(gemm->missing, "dram"));
	assert_true(point_at(&in, 1)->flops == 0);
	assert_says(point_at(&in, 1)->assumptions, "lost the name");
	import_free(&in);
}

#define EVENT(fields) "{\"traceEvents\": [\n{\"ph\": \"X\", \"cat\": \"kernel\", " fields "}\n]}"

static const struct refusal wrong[] = {
	{"{\"traceEvents\": [\n{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"a\", \"dur\": 2.5", DIAG_BAD_JSON, 2, "the file was cut off"},
	{"{\"traceEvents\": [\n{\"ph\": \"X\"},\n]}", DIAG_BAD_JSON, 2, "trailing comma"},
	{"{\"traceEvents\": {}}", DIAG_BAD_JSON, 1, "expected an array"},
	{"{\"traceEvents\": [7]}", DIAG_BAD_JSON, 1, "expected an object, found '7'"},
	{"{\"traceEvents\": [{\"ph\": \"X\", \"cat\": \"cpu_op\"}]}", DIAG_BAD_PROFILE, 1, "found none among 1 events"},
	{EVENT("\"name\": \"a\", \"dur\": -1"), DIAG_NEGATIVE, 2, "expected 0 or more in 'dur', found '-1'"},
	{EVENT("\"name\": \"a\", \"dur\": \"fast\""), DIAG_WRONG_VALUE, 2, "expected a number in 'dur', found 'fast'"},
	{EVENT("\"name\": \"a\", \"dur\": [1]"), DIAG_WRONG_VALUE, 2, "expected a number in 'dur'"},
	{EVENT("\"name\": \"a\", \"dur\": 1e999"), DIAG_WRONG_VALUE, 2, "expected a number in 'dur'"},
	{EVENT("\"name\": \"a\", \"dur\": 1, \"dur\": 2"), DIAG_DUPLICATE_KEY, 2, "duplicate key 'dur' in one object"},
	{EVENT("\"name\": \"a\", \"args\": {\"kernel_flop\": -2}"), DIAG_NEGATIVE, 2, "'kernel_flop'"},
	{EVENT("\"name\": \"a\", \"args\": {\"grid\": [inf]}"), DIAG_BAD_JSON, 2, "NaN and Infinity are not JSON"},
	{EVENT("\"dur\": 1"), DIAG_BAD_PROFILE, 2, "expected a \"name\""},
};

// Figures without an operator's number stand for themselves.
static void test_no_operator(void **state)
{
	(void)state;
	struct imported in = import_text(EVENT("\"name\": \"a\\u002fb\", \"dur\": 2, \"args\": {\"kernel_flop\": 100, \"kernel_num_gb\": \"0.5\"}"));
	assert_imported(&in, "torch-trace", 1);
	assert_string_equal(point_at(&in, 0)->name, "a/b");
	assert_near(point_at(&in, 0)->flops, 100);
	assert_near(point_at(&in, 0)->levels.items[0].bytes, 5e8);
	import_free(&in);
}

// Only numbers are dimensions: a long string would be cut in the middle of a character.
static void test_shape(void **state)
{
	(void)state;
	struct imported in = import_text(EVENT("\"name\": \"a\", \"dur\": 2, \"args\": {\"grid\": [4, \"aaaaaaaaaaaaaaaaaa\xc3\xa9\", 2], \"block\": [null]}"));
	assert_imported(&in, "torch-trace", 1);
	assert_string_equal(point_at(&in, 0)->shape, "grid 4 2");
	import_free(&in);
}

static void test_wrong(void **state)
{
	(void)state;
	assert_all_refused(wrong, G_N_ELEMENTS(wrong));
	struct imported in = import_bytes("trace.json.gz", "\x1f\x8b\x08\x00\x01\x02", 6);
	assert_refused(&in, DIAG_BAD_PROFILE, 0, "gunzip");
	import_free(&in);
}

static void test_public_files(void **state)
{
	(void)state;
	struct imported in = import_public("torch/trace_a100_triton.json");
	assert_imported(&in, "torch-trace", 1);
	assert_string_equal(point_at(&in, 0)->name, "triton_poi_fused_add_cos_sin_0");
	assert_near(point_at(&in, 0)->time, 1.76e-6);
	assert_null(point_at(&in, 0)->assumptions);
	assert_says(in.chart.device_hint, "A100");
	import_free(&in);
	in = import_public("torch/trace_a100_old_int_us.json");
	assert_true(in.ok);
	assert_near(point_at(&in, 0)->time, 1e-6);
	assert_says(point_at(&in, 0)->kernel_name, "FillFunctor");
	assert_says(point_at(&in, 0)->assumptions, "whole microseconds");
	import_free(&in);
	in = import_public("torch/trace_amd_mi250_kineto.json");
	assert_imported(&in, "torch-trace", 14);
	assert_near(point_at(&in, 1)->time, 17.6e-6);
	assert_null(point_at(&in, 1)->assumptions);
	import_free(&in);
	in = import_public("torch/trace_a100_cupti_range_flops_trimmed.json");
	assert_imported(&in, "torch-trace", 77);
	bool found = false;
	for (size_t i = 0; i < in.chart.points.count && !found; i++) {
		const struct point *point = point_at(&in, i);
		assert_true(isnan(point->time));
		found = strcmp(point->kernel_name, "ampere_sgemm_32x32_sliced1x4_tn") == 0;
		if (found)
			assert_near(point->flops, 9667346432.0);
	}
	assert_true(found);
	import_free(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_augmented),
		cmocka_unit_test(test_whole_microseconds),
		cmocka_unit_test(test_ranges),
		cmocka_unit_test(test_no_operator),
		cmocka_unit_test(test_shape),
		cmocka_unit_test(test_wrong),
		cmocka_unit_test(test_public_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
