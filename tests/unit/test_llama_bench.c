// SPDX-License-Identifier: MIT
#include "import_fixture.h"

#define SAMPLES "samples/import/llama-bench/"

static void assert_says(const char *text, const char *part)
{
	if (!text || !strstr(text, part))
		fail_msg("expected '%s' in '%s'", part, text ? text : "(nothing)");
}

static void test_json(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "bench.json");
	assert_imported(&in, "llama-bench", 2);
	assert_int_equal(diags_count(in.diags), 0);
	assert_string_equal(in.chart.device_hint, "NVIDIA A100-PCIE-40GB");
	// 600 tokens in 3 batches of 256 at most
	const struct point *prompt = point_at(&in, 0), *decode = point_at(&in, 1);
	assert_string_equal(prompt->name, "tiny 1B Q8_0 pp600");
	assert_near(prompt->flops, 2 * 9e8 * 600);
	assert_near(prompt->levels.items[0].bytes, 3e9);
	assert_near(prompt->time, 20e-3);
	assert_near(prompt->time_low, 19e-3);
	assert_near(prompt->time_high, 21e-3);
	assert_says(prompt->assumptions, "not measured");
	assert_string_equal(decode->name, "tiny 1B Q8_0 tg64 @ d4096");
	assert_near(decode->flops, 2 * 9e8 * 64);
	assert_near(decode->levels.items[0].bytes, 64e9);
	assert_near(decode->time, 64e-3);
	assert_true(isnan(decode->time_low));
	assert_says(decode->assumptions, "4096 tokens of context are not counted");
	import_free(&in);
}

static void test_lines_and_csv(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "bench.jsonl");
	assert_imported(&in, "llama-bench", 2);
	assert_string_equal(in.chart.device_hint, "Example CPU");
	assert_string_equal(point_at(&in, 0)->name, "tiny 1B F16 pp512+tg128");
	assert_near(point_at(&in, 0)->flops, 2 * 9e8 * 640);
	assert_near(point_at(&in, 0)->levels.items[0].bytes, 2e9 * 129);
	assert_near(point_at(&in, 0)->time_high, 0.505);
	import_free(&in);
	in = import_file(SAMPLES "bench.csv");
	assert_imported(&in, "llama-bench", 1);
	assert_string_equal(in.chart.device_hint, "Example CPU");
	assert_near(point_at(&in, 0)->time, 0.16);
	assert_near(point_at(&in, 0)->time_low, 0.158);
	assert_says(point_at(&in, 0)->assumptions, "one standard deviation");
	import_free(&in);
}

#define KEYS "\"model_size\": 1e9, \"model_n_params\": 1e9"
#define CSV "model_size,model_n_params,n_prompt,n_gen,avg_ns\n"

static const struct refusal wrong[] = {
	{"[{" KEYS ", \"n_prompt\": 1, \"n_gen\": 0,\n\"avg_ns\": 7", DIAG_BAD_JSON, 2, "the file was cut off"},
	{"[{" KEYS ", \"n_prompt\": 1,\n\"avg_ns\": 7}]", DIAG_BAD_PROFILE, 1, "expected 'n_gen' in every test"},
	{"[{" KEYS ", \"n_prompt\": 1, \"n_gen\": 0,\n\"avg_ns\": -7}]", DIAG_NEGATIVE, 2, "'avg_ns', found '-7'"},
	{"[{" KEYS ", \"n_prompt\": 1, \"n_gen\": 0,\n\"avg_ns\": \"soon\"}]", DIAG_WRONG_VALUE, 2, "'avg_ns', found 'soon'"},
	{"[{" KEYS ", \"n_prompt\": 1, \"n_gen\": 0, \"avg_ns\": 7,\n\"samples_ns\": [1, -2]}]", DIAG_NEGATIVE, 2, "'samples_ns'"},
	{"[{" KEYS ", \"n_prompt\": 1, \"n_gen\": 0, \"avg_ns\": 7},\n5]", DIAG_BAD_JSON, 2, "expected an object, found '5'"},
	{CSV, DIAG_BAD_PROFILE, 1, "found none"},
	{CSV "1,2,3,0", DIAG_BAD_PROFILE, 2, "expected 5 cells as in the header, found 4"},
	{CSV "1,2,3,x,5\n", DIAG_WRONG_VALUE, 2, "'n_gen', found 'x'"},
	{"{\"backend\": \"vllm\", \"request_rate\": Infinity,\n\"mean_ttft_ms\": 3, \"mean_tpot_ms\": 5}", DIAG_BAD_PROFILE, 2, "not the size of the model"},
};

static void test_wrong(void **state)
{
	(void)state;
	assert_all_refused(wrong, G_N_ELEMENTS(wrong));
	struct imported in = import_text("#model_n_params,avg_ns,n_gen\n");
	assert_refused(&in, DIAG_BAD_PROFILE, 1, "found none that is no comment");
	import_free(&in);
	// each figure is in range, their product is not
	in = import_text("[{" KEYS ", \"n_prompt\": 1e305, \"n_gen\": 0, \"avg_ns\": 7}]");
	assert_refused(&in, DIAG_WRONG_VALUE, 1, "for the FLOPs that follow from the file's figures, found more");
	import_free(&in);
	in = import_text("[{" KEYS ", \"n_prompt\": 0, \"n_gen\": 0, \"avg_ns\": 7}]");
	assert_imported(&in, "llama-bench", 1);
	assert_says(point_at(&in, 0)->missing, "no tokens");
	import_free(&in);
}

static double intensity(const struct point *point)
{
	return point->flops / point->levels.items[0].bytes;
}

static void assert_about(double value, double wanted, double by)
{
	if (!(fabs(value - wanted) <= by))
		fail_msg("expected %g, found %.9g", wanted, value);
}

static void test_public_files(void **state)
{
	(void)state;
	struct imported in = import_public("llm/llama_bench_rtx3080ti.csv");
	assert_imported(&in, "llama-bench", 2);
	const struct point *prompt = point_at(&in, 0), *decode = point_at(&in, 1);
	assert_near(prompt->flops, 512 * 2 * 8030261312.0);
	assert_about(prompt->flops / prompt->time, 72.10e12, 0.005e12);
	assert_about(decode->time / 128, 8.37191e-3, 5e-9);
	assert_about(decode->levels.items[0].bytes / decode->time, 683.85e9, 0.005e9);
	assert_about(decode->flops / decode->time, 1918.4e9, 0.05e9);
	assert_about(intensity(decode), 2.8053, 5e-5);
	assert_string_equal(in.chart.device_hint, "NVIDIA GeForce RTX 3080 Ti");
	import_free(&in);
	in = import_public("llm/llama_bench_rtx4080.json");
	assert_imported(&in, "llama-bench", 2);
	decode = point_at(&in, 1);
	assert_about(intensity(decode), 3.2565, 5e-5);
	assert_about(decode->levels.items[0].bytes / decode->time, 556.0e9, 0.1e9);
	assert_about(decode->flops / decode->time, 1810.7e9, 0.5e9);
	assert_near(decode->time_low, 1065089400e-9);
	assert_near(decode->time_high, 1089692600e-9);
	import_free(&in);
	static const char *const serving[] = {"llm/vllm_bench_serve_v0.25.json", "llm/vllm_bench_sweep_summary.json", "llm/sglang_bench_serving_Infinity.json"};
	for (size_t i = 0; i < G_N_ELEMENTS(serving); i++) {
		in = import_public(serving[i]);
		assert_false(in.ok);
		assert_int_equal(diags_count(in.diags), 1);
		assert_says(diags_get(in.diags, 0)->message, "not the size of the model");
		import_free(&in);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_lines_and_csv),
		cmocka_unit_test(test_wrong),
		cmocka_unit_test(test_public_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
