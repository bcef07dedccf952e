// SPDX-License-Identifier: MIT
#include "import_fixture.h"

#define SAMPLES "samples/import/torch/"

static void assert_says(const char *text, const char *part)
{
	if (!text || !strstr(text, part))
		fail_msg("expected '%s' in '%s'", part, text ? text : "(nothing)");
}

#define RULE "----------  ----------  ----------  ------------  ------------  \n"
#define HEAD RULE "      Name    Self CPU  Device total    # of Calls  Total GFLOPs  \n" RULE

static void test_with_flops(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "key_averages.txt");
	assert_imported(&in, "torch-table", 5);
	assert_int_equal(diags_count(in.diags), 0);
	const struct point *mm = point_at(&in, 0);
	assert_string_equal(mm->name, "aten::mm");
	assert_near(mm->flops, 1073.742e6);
	assert_near(mm->time, 1.25e-3);
	assert_near(mm->launches, 4);
	assert_int_equal(mm->levels.count, 0);
	assert_says(mm->assumptions, "'CUDA total'");
	assert_says(mm->missing, "no bytes");
	assert_true(isnan(point_at(&in, 1)->flops));
	assert_near(point_at(&in, 1)->time, 40.5e-6);
	assert_says(point_at(&in, 1)->missing, "no FLOPs of this row");
	assert_string_equal(point_at(&in, 2)->name, "void gemm_tile<__half, 128, 64, ...");
	// a figure that is wider than its column moves what follows
	assert_string_equal(point_at(&in, 3)->name, "aten::addmm_größe");
	assert_near(point_at(&in, 3)->flops, 20480e6);
	assert_near(point_at(&in, 3)->time, 1.081);
	assert_near(point_at(&in, 3)->launches, 100000);
	assert_true(isnan(point_at(&in, 4)->time));
	assert_says(point_at(&in, 4)->missing, "no time on the device");
	import_free(&in);
}

static void test_cpu_alone(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "key_averages_cpu.txt");
	assert_imported(&in, "torch-table", 2);
	assert_near(point_at(&in, 0)->time, 600e-6);
	assert_near(point_at(&in, 0)->launches, 2);
	assert_says(point_at(&in, 0)->missing, IMPORT_TIMES_ALONE);
	assert_says(point_at(&in, 0)->missing, "with_flops=True");
	import_free(&in);
}

// One table a step.
static void test_two_tables(void **state)
{
	(void)state;
	struct imported in = import_text(HEAD "  aten::mm     1.000us     2.000us             3             7  \n" RULE "Self CPU time total: 1us\n\n"
		HEAD "  aten::mm     1.000us     4.000us             5             9  \n" RULE);
	assert_imported(&in, "torch-table", 2);
	assert_string_equal(point_at(&in, 1)->name, "aten::mm #2");
	assert_near(point_at(&in, 1)->flops, 9e9);
	assert_near(point_at(&in, 1)->launches, 5);
	import_free(&in);
}

static const struct refusal wrong[] = {
	{HEAD RULE, DIAG_BAD_PROFILE, 5, "expected rows of operators"},
	{"      Name    Self CPU    # of Calls\n", DIAG_BAD_PROFILE, 1, "expected a line of dashes"},
	{HEAD "  aten::mm     1.000us     2.000us             3", DIAG_BAD_PROFILE, 4, "was the table cut off?"},
	{HEAD "  aten::mm     1.000us     2.000us             3             7  Running epoch 2\n", DIAG_WRONG_VALUE, 4, "found '7  Running epoch 2'"},
	{HEAD "  aten::mm     1.000us     2.000us             x             7  \n" RULE, DIAG_WRONG_VALUE, 4, "expected a number in '# of Calls', found 'x'"},
	{HEAD "  aten::mm     1.000us     2.000us             0             7  \n" RULE, DIAG_BAD_PROFILE, 4, "a number of calls from 1 on, found 'aten::mm' and '0'"},
	{HEAD "  aten::mm     1.000us    -2.000us             3             7  \n" RULE, DIAG_NEGATIVE, 4,
		"expected a time such as 2.135ms in 'Device total', found '-2.000us'"},
	{HEAD "  aten::mm     1.000us       2.000             3             7  \n" RULE, DIAG_WRONG_VALUE, 4, "found '2.000'"},
	{HEAD "  aten::mm     1.000us     2.000us             3            -7  \n" RULE, DIAG_NEGATIVE, 4, "'Total FLOPs'"},
	{"Running\n--- DeepSpeed Flops Profiler ---\nworld size: 1\n", DIAG_BAD_PROFILE, 2, "1 MAC is 2 FLOP"},
};

static void test_wrong(void **state)
{
	(void)state;
	assert_all_refused(wrong, G_N_ELEMENTS(wrong));
}

static void test_public_files(void **state)
{
	(void)state;
	struct imported in = import_public("torch/key_averages_flops_table.txt");
	assert_imported(&in, "torch-table", 10);
	const struct point *conv = point_at(&in, 1);
	assert_string_equal(conv->name, "aten::conv2d");
	assert_near(conv->flops, 1.805e9);
	assert_near(conv->time, 2.135e-3);
	assert_true(fabs(conv->flops / conv->time - 845.4e9) < 0.05e9);
	assert_string_equal(point_at(&in, 9)->name, "custom_conv2d #2");
	for (size_t i = 0; i < 10; i++)
		assert_true(i == 1 || isnan(point_at(&in, i)->flops));
	import_free(&in);
	in = import_public("torch/deepspeed_flops_profiler_bert.txt");
	assert_refused(&in, DIAG_BAD_PROFILE, 1, "DeepSpeed");
	import_free(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_with_flops),
		cmocka_unit_test(test_cpu_alone),
		cmocka_unit_test(test_two_tables),
		cmocka_unit_test(test_wrong),
		cmocka_unit_test(test_public_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
