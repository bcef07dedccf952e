// SPDX-License-Identifier: MIT
#include "kernel_fixture.h"

#include "base/num.h"

static const struct sweep_result *sweep_with(struct fixture *f, const char *hardware, const char *kernel, const char *params, const char *sweep)
{
	judge_points(f, hardware, arena_printf(f->arena, "{\"name\": \"s\", \"kernel\": \"%s\", \"params\": {%s}, \"sweep\": {%s}}", kernel, params, sweep));
	assert_int_equal(f->analysis->sweeps.count, 1);
	return &f->analysis->sweeps.items[0];
}

static const struct sweep_result *sweep_b(struct fixture *f, const char *hardware, const char *params)
{
	return sweep_with(f, hardware, "matmul", params, "\"b\": {\"from\": 1, \"to\": 4096, \"steps\": 13, \"scale\": \"log\"}");
}

static void published_critical_values(void **state)
{
	struct fixture *f = *state;
	const struct { const char *hardware, *params; double critical; int digits; } rows[] = {
		{H100, "\"d\": 1024, \"f\": 1024, \"dtype\": \"bf16\"", 697.951, 6},
		{H100, "\"d\": 4096, \"f\": 4096, \"dtype\": \"bf16\"", 345.112, 6},
		{H100, "\"d\": 8192, \"f\": 8192, \"dtype\": \"bf16\"", 318.294, 6},
		{H100, "\"d\": 1e9, \"f\": 1e9, \"dtype\": \"bf16\"", 295.34, 5},
		{V5E, "\"d\": 4096, \"f\": 4096, \"dtype_x\": \"bf16\", \"dtype_w\": \"int8\"", 136.086, 6},
		{V5E, "\"d\": 1024, \"f\": 1024, \"dtype_x\": \"bf16\", \"dtype_w\": \"int8\"", 226.315, 6},
		{V5E, "\"d\": 1e9, \"f\": 1e9, \"dtype_x\": \"bf16\", \"dtype_w\": \"int8\"", 120.12, 5},
		{V5E, "\"d\": 1e9, \"f\": 1e9, \"dtype\": \"int8\"", 240.24, 5},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		const struct sweep_result *result = sweep_b(f, rows[i].hardware, rows[i].params);
		assert_digits(result->critical, rows[i].critical, rows[i].digits);
		assert_int_equal(result->crossings.count, 1);
		assert_true(result->before == BOUND_MEMORY && result->wall == BOUND_MEMORY);
		assert_int_equal(result->after, BOUND_COMPUTE);
		assert_false(result->beyond);
		for (size_t k = 0; k < f->analysis->rows.count; k++)
			assert_true(row_at(f, k)->critical == result->critical);
	}
	assert_digits(ridge_flop_per_byte(3.94e14, 8.2e11), 480.49, 5);
	const struct sweep_result *sharded = sweep_with(f, V5E, "matmul_sharded", "\"b\": 512, \"f\": 8192, \"chips\": 2, \"dtype\": \"bf16\"",
		"\"d\": {\"from\": 1024, \"to\": 65536, \"steps\": 7}");
	assert_digits(sharded->critical, 8755.56, 6);
	assert_true(sharded->before == BOUND_NETWORK && sharded->wall == BOUND_NETWORK);
	const struct sweep_result *dot = sweep_with(f, H100, "dot", "\"dtype\": \"bf16\"", "\"n\": {\"from\": 1, \"to\": 1e6, \"steps\": 7}");
	assert_true(isnan(dot->critical) && dot->crossings.count == 0 && dot->before == BOUND_MEMORY && dot->after == BOUND_MEMORY);
}

// Exact by algebra: b = r d f / (d f - r (d + f)) in one format.
static void solved_exactly(void **state)
{
	struct fixture *f = *state;
	double ridge = 989.4e12 / 3.35e12;
	const double sizes[] = {1024, 4096, 8192, 1000};
	for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
		double d = sizes[i], exact = ridge * d * d / (d * d - ridge * 2 * d);
		const struct sweep_result *result = sweep_b(f, H100, arena_printf(f->arena, "\"d\": %d, \"f\": %d, \"dtype\": \"bf16\"", (int)d, (int)d));
		assert_share(result->critical, exact, 1e-12);
		assert_share(sweep_intensity(result, result->critical), ridge, 1e-12);
		assert_share(sweep_performance(result, result->critical), 989.4e12, 1e-12);
		assert_share(sweep_performance(result, result->critical / 2), sweep_intensity(result, result->critical / 2) * 3.35e12, 1e-14);
	}
}

// On both sides of the critical value the same kernel, asked for at that value, stands where it should.
static void critical_splits(void **state)
{
	struct fixture *f = *state;
	const char *kernel = "\"kernels\": {\"op\": {\"flops\": \"2*b*d^2\", \"bytes\": \"s*(2*b*d + d^2)\", \"defaults\": {\"dtype\": \"bf16\"}}}";
	for (int d = 700; d < 20000; d = d * 3 / 2) {
		judge(f, arena_printf(f->arena, "{" V5E ", %s, \"points\": [{\"name\": \"s\", \"kernel\": \"op\", \"params\": {\"d\": %d}, "
			"\"sweep\": {\"b\": {\"from\": 1, \"to\": 1e6, \"steps\": 5}}}]}", kernel, d));
		double critical = f->analysis->sweeps.items[0].critical;
		assert_true(critical > 0);
		for (int side = -1; side <= 1; side += 2) {
			judge(f, arena_printf(f->arena, "{" V5E ", %s, \"points\": [{\"name\": \"s\", \"kernel\": \"op\", \"params\": {\"d\": %d, \"b\": %s}}]}", kernel, d,
				num_exact(critical * (1 + side * 1e-9)).text));
			assert_int_equal(row_at(f, 0)->bound, side < 0 ? BOUND_MEMORY : BOUND_COMPUTE);
		}
	}
}

static void bounds_hold(void **state)
{
	struct fixture *f = *state;
	for (int i = 0; i < 200; i++) {
		int b = 1 + i * i % 997, d = 1 + i * 7919 % 5003, e = 1 + i * 104729 % 7001;
		judge_points(f, V5E, arena_printf(f->arena, "{\"name\": \"k\", \"kernel\": \"matmul\", \"params\": {\"b\": %d, \"d\": %d, \"f\": %d, \"dtype\": \"bf16\"}}", b, d, e));
		const struct row *row = row_at(f, 0);
		assert_true(row->t_lower <= row->t_upper && row->t_upper <= 2 * row->t_lower);
		assert_share(row->attainable * row->t_lower, row->flops, 1e-14);
	}
}

static void values(void **state)
{
	struct fixture *f = *state;
	const struct sweep_result *result = sweep_b(f, H100, "\"d\": 1024, \"f\": 1024, \"dtype\": \"bf16\"");
	assert_int_equal(result->row_count, 13);
	for (size_t i = 0; i < 13; i++)
		assert_true(row_at(f, i)->point->sweep_value == exp2((double)i));
	assert_string_equal(row_at(f, 9)->name, "s b=512");
	assert_true(result->sweep->whole && result->sweep->from == 1 && result->sweep->to == 4096);
	result = sweep_with(f, H100, "dot", "\"dtype\": \"bf16\"", "\"n\": {\"from\": 1, \"to\": 10, \"steps\": 100}");
	assert_int_equal(result->row_count, 10);
	result = sweep_with(f, H100, "dot", "\"dtype\": \"bf16\"", "\"n\": [8, 2, 4]");
	assert_true(result->row_count == 3 && row_at(f, 0)->point->sweep_value == 2 && row_at(f, 2)->point->sweep_value == 8);
	judge(f, "{" V5E ", \"kernels\": {\"op\": {\"flops\": \"2 + a\", \"bytes\": \"1\"}}, \"points\": [{\"name\": \"s\", \"kernel\": \"op\", "
		"\"sweep\": {\"a\": {\"from\": 0, \"to\": 1, \"steps\": 5, \"scale\": \"linear\"}}}]}");
	assert_true(f->analysis->rows.count == 5 && row_at(f, 1)->flops == 2.25 && !f->analysis->sweeps.items[0].sweep->whole);
}

static void measured_sweeps(void **state)
{
	struct fixture *f = *state;
	judge_points(f, V5E, "{\"name\": \"s\", \"time\": [\"8 us\", null, [\"1 us\", \"3 us\", \"2 us\"]], \"kernel\": \"dot\", \"params\": {\"dtype\": \"bf16\"}, "
		"\"sweep\": {\"n\": [800, 200, 400]}}");
	assert_true(isnan(row_at(f, 0)->time) && row_at(f, 0)->analytic && row_at(f, 0)->point->sweep_value == 200);
	assert_true(row_at(f, 1)->time == 2e-6 && row_at(f, 1)->time_high == 3e-6);
	assert_true(row_at(f, 2)->time == 8e-6 && !row_at(f, 2)->analytic);
}

static void outside_the_range(void **state)
{
	struct fixture *f = *state;
	const char *params = "\"d\": 4096, \"f\": 4096, \"dtype\": \"bf16\"";
	const struct sweep_result *result = sweep_with(f, H100, "matmul", params, "\"b\": {\"from\": 1, \"to\": 128, \"steps\": 8}");
	assert_true(result->beyond && result->crossings.count == 1);
	assert_digits(result->critical, 345.112, 6);
	result = sweep_with(f, H100, "matmul", params, "\"b\": {\"from\": 512, \"to\": 4096, \"steps\": 4}");
	assert_true(result->beyond);
	assert_digits(result->critical, 345.112, 6);
	result = sweep_with(f, H100, "matmul", "\"b\": 64, \"f\": 4096, \"dtype\": \"bf16\"", "\"d\": {\"from\": 1, \"to\": 128, \"steps\": 8}");
	assert_true(isnan(result->critical) && !result->beyond);
}

static void several_crossings(void **state)
{
	struct fixture *f = *state;
	// A parabola, above the ridge of 240.24 between two values alone.
	judge(f, "{" V5E ", \"kernels\": {\"hill\": {\"flops\": \"x*(40 - x)\", \"bytes\": \"1\", \"defaults\": {\"dtype\": \"bf16\"}}}, \"points\": [{\"name\": \"s\", "
		"\"kernel\": \"hill\", \"sweep\": {\"x\": {\"from\": 1, \"to\": 39, \"steps\": 20, \"scale\": \"linear\"}}}]}");
	const struct sweep_result *result = &f->analysis->sweeps.items[0];
	double root = sqrt(400 - 1.97e14 / 8.2e11);
	assert_int_equal(result->crossings.count, 2);
	assert_share(result->crossings.items[0], 20 - root, 1e-12);
	assert_share(result->crossings.items[1], 20 + root, 1e-12);
	assert_true(result->critical == result->crossings.items[0] && result->before == BOUND_MEMORY && result->after == BOUND_MEMORY);
}

static void levels_apart(void **state)
{
	struct fixture *f = *state;
	judge(f, "{\"hardware\": {\"name\": \"M\", \"compute\": [{\"name\": \"P\", \"peak\": 1000}], \"memory\": [{\"name\": \"L2\", \"level\": \"l2\", \"bandwidth\": 100},"
		"{\"name\": \"HBM\", \"level\": \"main\", \"bandwidth\": 10}]}, \"kernels\": {\"op\": {\"flops\": \"n^2\", \"bytes\": {\"L2\": \"n\", \"HBM\": \"n/2\"}}},"
		"\"points\": [{\"name\": \"s\", \"kernel\": \"op\", \"sweep\": {\"n\": {\"from\": 1, \"to\": 1024, \"steps\": 11}}}]}");
	const struct sweep_result *result = &f->analysis->sweeps.items[0];
	assert_share(result->critical, 50, 1e-12);
	assert_share(result->levels[0].critical, 10, 1e-12);
	assert_true(result->row_step == 2 && result->first_row == 1);
	assert_share(row_at(f, 0)->critical, 10, 1e-12);
	assert_share(row_at(f, 1)->critical, 50, 1e-12);
	assert_ptr_equal(sweep_of_row(f->analysis, row_at(f, 2)), &result->levels[0]);
}

#define SWEEP(sweep) "{" V5E ", \"points\": [{\"name\": \"s\", \"kernel\": \"dot\", \"params\": {\"dtype\": \"bf16\"}, \"sweep\": " sweep "}]}"

static void wrong_sweeps(void **state)
{
	struct fixture *f = *state;
	expect_refused(f, SWEEP("{\"n\": {\"from\": 1, \"to\": 1e9, \"steps\": 1e6}}"), DIAG_LIMIT, "expected at most 10000 steps, found 1000000");
	expect_refused(f, SWEEP("{\"n\": {\"from\": 1, \"to\": 9, \"steps\": 1}}"), DIAG_WRONG_VALUE, "from 2 on");
	expect_refused(f, SWEEP("{\"n\": {\"from\": 1, \"to\": 9}}"), DIAG_MISSING_KEY, "'steps'");
	expect_refused(f, SWEEP("{\"n\": {\"from\": 9, \"to\": 1, \"steps\": 3}}"), DIAG_WRONG_VALUE, "expected from < to");
	expect_refused(f, SWEEP("{\"n\": {\"from\": 0, \"to\": 1, \"steps\": 3}}"), DIAG_WRONG_VALUE, "logarithmic");
	expect_refused(f, SWEEP("{\"n\": {\"from\": 0.5, \"to\": 4, \"steps\": 3}}"), DIAG_WRONG_VALUE, "expected whole numbers from 1 on, found 0.5");
	expect_refused(f, SWEEP("{\"n\": [1, 2, 1]}"), DIAG_WRONG_VALUE, "found 1 twice");
	expect_refused(f, SWEEP("{\"n\": []}"), DIAG_WRONG_VALUE, "empty list");
	expect_refused(f, SWEEP("{\"n\": \"all\"}"), DIAG_WRONG_TYPE, "points[0].sweep.n");
	expect_refused(f, SWEEP("{\"n\": [1], \"m\": [2]}"), DIAG_WRONG_VALUE, "expected one parameter, found 2");
	expect_refused(f, SWEEP("{\"m\": [1]}"), DIAG_UNKNOWN_NAME, "parameter of kernel 'dot'");
	expect_refused(f, "{" V5E ", \"points\": [{\"name\": \"s\", \"kernel\": \"dot\", \"params\": {\"n\": 3}, \"sweep\": {\"dtype\": [1]}}]}", DIAG_WRONG_VALUE,
		"'dtype' is a number format");
	expect_refused(f, SWEEP("{\"n\": [1, 2]}, \"time\": [1]"), DIAG_WRONG_VALUE, "a time for each of the 2 values");
	expect_refused(f, SWEEP("{\"n\": [1, 2]}, \"time\": 1"), DIAG_CONFLICT, "\"time\" as a list");
	expect_refused(f, "{" V5E ", \"points\": [{\"name\": \"s\", \"sweep\": {\"n\": [1]}}]}", DIAG_MISSING_KEY, "expected the key 'kernel'");
	expect_refused(f, "{" V5E ", \"points\": [{\"name\": \"s\", \"kernel\": \"dot\", \"params\": {\"n\": 3, \"dtype\": \"bf16\"}, \"sweep\": {\"n\": [1]}}]}",
		DIAG_CONFLICT, "stands in params and in sweep");
	expect_refused(f, "{" V5E ", \"kernels\": {\"op\": {\"flops\": \"1/(n - 2)\"}}, \"points\": [{\"name\": \"s\", \"kernel\": \"op\", \"sweep\": {\"n\": [4, 3, 2]}}]}",
		DIAG_WRONG_VALUE, "division by zero: 1 / 0 (point 's' at n = 2)");
	g_autoptr(GString) many = g_string_new("{" V5E ", \"points\": [");
	for (int i = 0; i < 11; i++)
		g_string_append_printf(many, "%s{\"name\": \"s\", \"kernel\": \"dot\", \"params\": {\"dtype\": \"bf16\"}, \"sweep\": {\"n\": {\"from\": 1, \"to\": 10000, "
			"\"steps\": 10000, \"scale\": \"linear\"}}}", i ? ", " : "");
	g_string_append(many, "]}");
	expect_refused(f, many->str, DIAG_LIMIT, "expected at most 100000 points");
}

#define TWO_SWEEPS(chart) "{" V5E ", \"points\": [{\"name\": \"s\", \"kernel\": \"gemv\", \"params\": {\"n\": 8, \"dtype\": \"bf16\"}, \"sweep\": {\"m\": [1, 2]}}, " \
	"{\"name\": \"t\", \"kernel\": \"gemv\", \"params\": {\"m\": 8, \"dtype\": \"bf16\"}, \"sweep\": {\"n\": [1, 2]}}, " \
	"{\"name\": \"u\", \"flops\": 1, \"bytes\": 1}], \"chart\": {\"kind\": \"sweep\"" chart "}, \"axes\": {\"x\": {\"min\": 0, \"scale\": \"linear\"}}}"

static void charts_of_sweeps(void **state)
{
	struct fixture *f = *state;
	expect_refused(f, TWO_SWEEPS(""), DIAG_MISSING_KEY, "'m' and 'n'");
	expect_refused(f, TWO_SWEEPS(", \"x\": \"k\""), DIAG_UNKNOWN_NAME, "chart.x");
	judge(f, TWO_SWEEPS(", \"x\": \"n\""));
	assert_int_equal(f->analysis->sweeps.count, 1);
	assert_string_equal(f->analysis->sweeps.items[0].sweep->name, "t");
	assert_true(!row_at(f, 0)->plotted && row_at(f, 2)->plotted && !row_at(f, 4)->plotted);
	assert_string_equal(row_at(f, 4)->reason, "no sweep over 'n', the axis of the chart");
	assert_null(sweep_of_row(f->analysis, row_at(f, 0)));
}

// A kernel that is balanced whatever its parameter has no critical value; a point beside the sweep stands at its own value.
static void balanced_everywhere(void **state)
{
	struct fixture *f = *state;
	judge(f, "{\"hardware\": {\"compute\": [{\"name\": \"P\", \"peak\": 1000}], \"memory\": [{\"name\": \"M\", \"bandwidth\": 10}]}, \"kernels\": {\"op\": "
		"{\"flops\": \"100*b\", \"bytes\": \"b\"}}, \"points\": [{\"name\": \"s\", \"kernel\": \"op\", \"sweep\": {\"b\": [1, 4, 64]}}]}");
	const struct sweep_result *result = &f->analysis->sweeps.items[0];
	assert_true(isnan(result->critical) && !result->crossings.count && !result->beyond && result->before == BOUND_BALANCED);
	g_autoptr(GString) text = g_string_new(NULL);
	report_format_find("table")->write(f->analysis, f->diags, text);
	assert_non_null(strstr(text->str, "s: balanced for every b from 1 to 64"));
}

#define AXIS_CHART(points, chart) "{" V5E ", \"points\": [" points "], \"chart\": {" chart "}}"
#define DOT(name, rest) "{\"name\": \"" name "\", \"kernel\": \"dot\", " rest "}"

static void axis_of_sweeps(void **state)
{
	struct fixture *f = *state;
	judge(f, AXIS_CHART(DOT("s", "\"params\": {\"dtype\": \"bf16\"}, \"sweep\": {\"n\": [10, 1000]}") ", "
		DOT("m", "\"time\": 1e-6, \"params\": {\"dtype\": \"bf16\", \"n\": 50}") ", {\"name\": \"u\", \"flops\": 1, \"bytes\": 1}", "\"kind\": \"sweep\""));
	assert_true(row_at(f, 2)->plotted && row_at(f, 2)->point->sweep_value == 50 && !row_at(f, 3)->plotted);
	expect_refused(f, AXIS_CHART(DOT("m", "\"params\": {\"dtype\": \"bf16\", \"n\": 50}"), "\"kind\": \"sweep\""), DIAG_MISSING_KEY,
		"error: chart.kind: a sweep chart needs a point");
	assert_non_null(diags_get(f->diags, 0)->place.source);
	expect_refused(f, AXIS_CHART("{\"name\": \"u\", \"flops\": 1, \"bytes\": 1}", "\"kind\": \"sweep\""), DIAG_MISSING_KEY, "chart.kind");
	expect_refused(f, AXIS_CHART(DOT("s", "\"params\": {\"dtype\": \"bf16\"}, \"sweep\": {\"n\": [10]}"), "\"kind\": \"sweep\""), DIAG_WRONG_VALUE,
		"at least 2 values of 'n', found one");
	expect_refused(f, AXIS_CHART(DOT("s", "\"params\": {\"dtype\": \"bf16\"}, \"sweep\": {\"n\": [10, 20]}"), "\"kind\": \"sweep\", \"x\": \"k\""),
		DIAG_UNKNOWN_NAME, "chart.x");
	struct place place = diags_get(f->diags, 0)->place;
	assert_true(place.source && place.source->bytes[place.offset + 1] == 'k');
}

// The link that is taken where none is said; a kernel that only sends says how long that takes.
static void links(void **state)
{
	struct fixture *f = *state;
	judge(f, "{\"hardware\": {\"compute\": [{\"name\": \"P\", \"peak\": 1000}], \"memory\": [{\"name\": \"M\", \"bandwidth\": 10}], \"network\": ["
		"{\"name\": \"A\", \"bandwidth\": 2}, {\"name\": \"B\", \"bandwidth\": 4}]}, \"points\": [{\"name\": \"k\", \"kernel\": \"allreduce\", \"params\": "
		"{\"n\": 4, \"chips\": 2, \"dtype\": \"int8\"}}]}");
	assert_int_equal(count_diags(f, DIAG_ASSUMED), 1);
	assert_non_null(strstr(message_of(f, DIAG_ASSUMED), "the first, 'A', is taken"));
	g_autoptr(GString) text = g_string_new(NULL);
	report_format_find("table")->write(f->analysis, f->diags, text);
	if (!strstr(text->str, "the kernel has no FLOPs; network-bound, T_net 2 s"))
		fail_msg("%s", text->str);
}

static void reports(void **state)
{
	struct fixture *f = *state;
	sweep_b(f, H100, "\"d\": 4096, \"f\": 4096, \"dtype\": \"bf16\"");
	expect_report(f, "table", "\ns: compute-bound from b = 345.1\n");
	expect_report(f, "markdown", "\n- s: compute-bound from b = 345.1\n");
	expect_report(f, "json", "\"params\": {\"b\": 4, \"d\": 4096, \"f\": 4096, \"dtype\": \"bf16\"}");
	expect_report(f, "json", "\"crossings\": [345.112102735");
	expect_report(f, "json", "\"sweeps\": [\n    {\"name\": \"s\", \"hardware\": \"H100 SXM5 80GB\", \"kernel\": \"matmul\", \"parameter\": \"b\", \"from\": 1, \"to\": 4096, "
		"\"critical\": 345.112102735");
	const struct { const char *from_to, *text; } ranges[] = {
		{"\"from\": 1, \"to\": 128", "compute-bound from b = 345.1 (beyond the sweep, which ends at 128)"},
		{"\"from\": 512, \"to\": 1024", "compute-bound from b = 345.1 (before the sweep, which starts at 512)"},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(ranges); i++) {
		sweep_with(f, H100, "matmul", "\"d\": 4096, \"f\": 4096, \"dtype\": \"bf16\"", arena_printf(f->arena, "\"b\": {%s, \"steps\": 3}", ranges[i].from_to));
		expect_report(f, "table", ranges[i].text);
	}
	sweep_with(f, H100, "dot", "\"dtype\": \"bf16\"", "\"n\": [1, 1024]");
	expect_report(f, "table", "s: memory-bound for every n from 1 to 1024");
	expect_report(f, "json", "\"critical\": null, \"crossings\": []");
	sweep_with(f, V5E, "allreduce", "\"n\": 1000, \"dtype\": \"bf16\"", "\"chips\": [1, 2, 4]");
	expect_report(f, "table", "s: the kernel has no FLOPs");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(published_critical_values),
		TEST(solved_exactly),
		TEST(critical_splits),
		TEST(bounds_hold),
		TEST(values),
		TEST(measured_sweeps),
		TEST(outside_the_range),
		TEST(several_crossings),
		TEST(levels_apart),
		TEST(wrong_sweeps),
		TEST(charts_of_sweeps),
		TEST(balanced_everywhere),
		TEST(axis_of_sweeps),
		TEST(links),
		TEST(reports),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
