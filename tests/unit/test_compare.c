// SPDX-License-Identifier: MIT
// Points against those of a baseline: which belong together, what counts as a change, what cannot be told.
#include "analysis_fixture.h"
#include "model/compare.h"

#include "rafter.h"

#include "api.h"

// Two charts over one machine: what is added before `freeze` is the old one.
static const struct analysis *freeze(struct fixture *f)
{
	analyse(f);
	const struct analysis *old = f->analysis;
	const struct chart *before = &f->chart;
	struct chart *kept = arena_alloc(f->arena, sizeof *kept);
	*kept = *before;
	struct analysis *copy = arena_alloc(f->arena, sizeof *copy);
	*copy = *old;
	chart_init(&f->chart);
	f->chart.hardware = kept->hardware;
	return copy;
}

static struct comparisons compare(struct fixture *f, const struct analysis *old, enum compare_by by, double threshold)
{
	analyse(f);
	return compare_run(f->arena, f->analysis, old, (struct compare_options){.by = by, .threshold = threshold});
}

static struct point *add_runs(struct fixture *f, const char *name, double low, double time, double high)
{
	struct point *point = add_measured(f, name, 1e9, 1e8, time);
	point->time_low = low;
	point->time_high = high;
	return point;
}

static void assert_verdict(const struct comparison *pair, const char *name, enum verdict verdict)
{
	assert_string_equal(pair->name, name);
	if (pair->verdict != verdict)
		fail_msg("%s: expected %s, found %s", name, verdict_name(verdict), verdict_name(pair->verdict));
}

static void changes_are_judged_by_their_direction(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_measured(f, "slower", 1e9, 1e8, 0.010);
	add_measured(f, "faster", 1e9, 1e8, 0.010);
	add_measured(f, "equal", 1e9, 1e8, 0.010);
	const struct analysis *old = freeze(f);
	add_measured(f, "slower", 1e9, 1e8, 0.0106);
	add_measured(f, "faster", 1e9, 1e8, 0.008);
	add_measured(f, "equal", 1e9, 1e8, 0.0105);
	static const enum verdict verdicts[] = {VERDICT_WORSE, VERDICT_BETTER, VERDICT_SAME};
	static const char *const names[] = {"slower", "faster", "equal"};
	for (int by = COMPARE_TIME; by <= COMPARE_ROOF; by++) {
		struct comparisons list = compare(f, old, (enum compare_by)by, 0.05);
		assert_int_equal(list.count, 3);
		for (size_t i = 0; i < 3; i++)
			assert_verdict(&list.items[i], names[i], verdicts[i]);
		assert_near(list.items[0].change, by == COMPARE_TIME ? 0.06 : 1 / 1.06 - 1, 1e-12);
		assert_near(list.items[0].worse, fabs(list.items[0].change), 1e-12);
	}
}

static void a_change_inside_both_ranges_is_none(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_runs(f, "noisy", 0.009, 0.010, 0.012);
	add_runs(f, "steady before", 0.0099, 0.010, 0.0101);
	add_runs(f, "beyond", 0.0098, 0.010, 0.0102);
	add_measured(f, "ranged now", 1e9, 1e8, 0.010);
	const struct analysis *old = freeze(f);
	add_runs(f, "noisy", 0.0095, 0.011, 0.0125);
	add_runs(f, "steady before", 0.0095, 0.011, 0.0125);
	add_runs(f, "beyond", 0.0104, 0.0106, 0.0108);
	add_runs(f, "ranged now", 0.0095, 0.011, 0.0125);
	static const enum verdict verdicts[] = {VERDICT_SAME, VERDICT_WORSE, VERDICT_WORSE, VERDICT_SAME};
	for (int by = COMPARE_TIME; by <= COMPARE_ROOF; by++) {
		struct comparisons list = compare(f, old, (enum compare_by)by, 0.02);
		for (size_t i = 0; i < 4; i++)
			assert_int_equal(list.items[i].verdict, verdicts[i]);
		assert_true(list.items[0].noise);
		assert_false(list.items[1].noise);
		assert_true(list.items[0].value.low < list.items[0].value.value && list.items[0].value.value < list.items[0].value.high);
	}
}

static void new_and_missing_points_are_named(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_measured(f, "kept", 1e9, 1e8, 0.010);
	add_measured(f, "gone", 1e9, 1e8, 0.010);
	const struct analysis *old = freeze(f);
	add_measured(f, "added", 1e9, 1e8, 0.010);
	add_measured(f, "kept", 1e9, 1e8, 0.010);
	struct comparisons list = compare(f, old, COMPARE_TIME, 0.02);
	assert_int_equal(list.count, 3);
	assert_verdict(&list.items[0], "added", VERDICT_NEW);
	assert_verdict(&list.items[1], "kept", VERDICT_SAME);
	assert_verdict(&list.items[2], "gone", VERDICT_MISSING);
	assert_null(list.items[0].before);
	assert_null(list.items[2].now);
	assert_true(isnan(list.items[0].change) && isnan(list.items[2].change));
	assert_near(list.items[2].old.value, 0.010, 0);
	list = compare_run(f->arena, f->analysis, old, (struct compare_options){.threshold = 0.02, .some_left_out = true});
	assert_int_equal(list.count, 2);
}

static void points_without_a_value_are_incomparable(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_measured(f, "timed", 1e9, 1e8, 0.010);
	add_placed(f, "rate", 10, 1e10);
	add_measured(f, "model", 1e9, 1e8, NAN);
	const struct analysis *old = freeze(f);
	add_placed(f, "timed", 10, 1e11);
	add_placed(f, "rate", 10, 1e10);
	add_measured(f, "model", 1e9, 1e8, 0.010);
	struct comparisons list = compare(f, old, COMPARE_TIME, 0.02);
	static const char *const reasons[] = {"no time", "no time, nor in the baseline", "not measured in the baseline"};
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(list.items[i].verdict, VERDICT_INCOMPARABLE);
		assert_string_equal(list.items[i].reason, reasons[i]);
	}
	list = compare(f, old, COMPARE_PERFORMANCE, 0.02);
	assert_verdict(&list.items[0], "timed", VERDICT_SAME);
	assert_verdict(&list.items[1], "rate", VERDICT_SAME);
}

static void points_are_joined_by_series_then_label_then_name(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_measured(f, "gemm", 1e9, 1e8, 0.010)->series = "a";
	add_measured(f, "gemm", 1e9, 1e8, 0.020)->series = "b";
	add_measured(f, "void gemm_v1<float>(int)", 1e9, 1e8, 0.030)->label = "gemm_f";
	add_measured(f, "twice", 1e9, 1e8, 0.040);
	add_measured(f, "twice", 1e9, 1e8, 0.050);
	add_measured(f, "bare", 1e9, 1e8, 0.060);
	const struct analysis *old = freeze(f);
	add_measured(f, "gemm", 1e9, 1e8, 0.020)->series = "b";
	add_measured(f, "gemm", 1e9, 1e8, 0.010)->series = "a";
	add_measured(f, "void gemm_v2<float>(int)", 1e9, 1e8, 0.030)->label = "gemm_f";
	add_measured(f, "twice", 1e9, 1e8, 0.040);
	add_measured(f, "twice", 1e9, 1e8, 0.050);
	add_measured(f, "twice", 1e9, 1e8, 0.070);
	add_measured(f, "bare", 1e9, 1e8, 0.060)->series = "run 2";
	struct comparisons list = compare(f, old, COMPARE_TIME, 0.001);
	assert_int_equal(list.count, 7);
	for (size_t i = 0; i < 7; i++)
		assert_int_equal(list.items[i].verdict, i == 5 ? VERDICT_NEW : VERDICT_SAME);
}

static void a_point_is_compared_at_the_level_that_judges_it(void **state)
{
	struct fixture *f = *state;
	add_hierarchy(f);
	struct point *point = add_point(f, "gpp");
	point->flops = 1e9;
	point->time = 0.01;
	add_level(f, point, "L1", 1e9, NAN);
	add_level(f, point, "HBM", 1e8, NAN);
	const struct analysis *old = freeze(f);
	point = add_measured(f, "gpp", 1e9, 1e8, 0.01);
	struct comparisons list = compare(f, old, COMPARE_ROOF, 0.001);
	assert_int_equal(list.count, 1);
	assert_verdict(&list.items[0], "gpp", VERDICT_SAME);
	assert_string_equal(list.items[0].before->level, "HBM");
}

static void a_kernel_without_flops_has_its_share_of_the_bandwidth(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	struct point *point = add_measured(f, "copy", 0, 1e9, 0.02);
	point->time_low = 0.016;
	point->time_high = 0.025;
	analyse(f);
	struct compare_value value = compare_value_of(row_at(f, 0), COMPARE_ROOF);
	assert_near(value.value, 0.5, 1e-12);
	assert_near(value.low, 0.4, 1e-12);
	assert_near(value.high, 0.625, 1e-12);
	assert_true(isnan(compare_value_of(row_at(f, 0), COMPARE_PERFORMANCE).value));
}

// ---- the baseline of a chart --------------------------------------------------------------------------------------------------------------------------

static const char TABLE[] = "name,series,flops,bytes,time [ms]\ngemm,a,1e9,1e8,10\naxpy,b,1e8,1e8,20\n";

static struct rafter *chart_of(const char *name, const char *text)
{
	struct rafter *r = rafter_new();
	assert_true(rafter_add_input(r, name, text, strlen(text)));
	assert_true(rafter_add_peak(r, "1 TFLOP/s"));
	assert_true(rafter_add_bandwidth(r, "100 GB/s"));
	return r;
}

static struct comparisons baseline_of(struct rafter *r)
{
	const struct analysis *now = api_analysis(r);
	assert_non_null(now);
	assert_true(api_baseline(r));
	assert_non_null(r->baseline);
	return compare_run(r->arena, now, r->baseline, (struct compare_options){.by = COMPARE_ROOF, .threshold = 1e-9});
}

static void what_analyze_wrote_is_a_baseline(void **state)
{
	(void)state;
	struct rafter *r = chart_of("now.csv", TABLE);
	struct rafter_bytes json;
	assert_true(rafter_analyze(r, "json", &json));
	assert_true(rafter_set_baseline(r, "old.json", json.data, json.size));
	struct comparisons list = baseline_of(r);
	assert_int_equal(list.count, 2);
	assert_verdict(&list.items[0], "gemm", VERDICT_SAME);
	assert_verdict(&list.items[1], "axpy", VERDICT_SAME);
	assert_true(list.items[0].change == 0);
	rafter_bytes_free(&json);
	rafter_free(r);
}

// Levels and ranges survive the way through the JSON, and the result is an input like any other.
static void levels_and_ranges_come_back(void **state)
{
	(void)state;
	static const char MACHINE[] = "{\"name\": \"H\", \"compute\": [{\"name\": \"peak\", \"peak\": 1e12}], \"memory\": "
		"[{\"name\": \"HBM\", \"bandwidth\": 1e11}, {\"name\": \"L2\", \"bandwidth\": 5e11}]}";
	static const char SPEC[] = "{\"rafter\": 1, \"points\": [{\"name\": \"gpp\", \"flops\": 1e9, "
		"\"bytes\": {\"HBM\": 1e8, \"L2\": 3e8}, \"time\": [0.01, 0.012, 0.015]}, {\"name\": \"model\", \"flops\": 1e9, \"bytes\": 1e8}]}";
	struct rafter *r = rafter_new(), *again = rafter_new();
	struct rafter_bytes json, second;
	assert_true(rafter_add_input(r, "spec.json", SPEC, strlen(SPEC)));
	assert_true(rafter_add_hardware_file(r, "machine.json", MACHINE, strlen(MACHINE)));
	assert_true(rafter_analyze(r, "json", &json));
	assert_true(rafter_add_input(again, "analysis.json", json.data, json.size));
	assert_true(rafter_add_hardware_file(again, "machine.json", MACHINE, strlen(MACHINE)));
	assert_true(rafter_analyze(again, "json", &second));
	assert_int_equal(json.size, second.size);
	assert_memory_equal(json.data, second.data, json.size);
	rafter_bytes_free(&json);
	rafter_bytes_free(&second);
	rafter_free(r);
	rafter_free(again);
}

static void the_baseline_is_prepared_like_the_chart(void **state)
{
	(void)state;
	static const char WORK[] = "name,flops,bytes\ngemm,1e9,1e8\n", NOW[] = "name,time [ms]\ngemm,12\n", OLD[] = "name,time [ms]\ngemm,10\n";
	struct rafter *r = chart_of("now.csv", NOW);
	assert_true(rafter_add_work(r, "work.csv", WORK, strlen(WORK)));
	assert_true(rafter_set_baseline(r, "old.csv", OLD, strlen(OLD)));
	struct comparisons list = baseline_of(r);
	assert_verdict(&list.items[0], "gemm", VERDICT_WORSE);
	assert_near(list.items[0].change, 10. / 12 - 1, 1e-12);
	assert_int_equal(rafter_message_count(r), 0);
	rafter_free(r);
}

// A kernel that ran once and now runs twice, by its name before the launches were numbered; minified as jq does it, with the keys sorted.
static void launches_that_were_added_are_new(void **state)
{
	(void)state;
	static const char NOW[] = "command,mean,stddev,median,user,system,min,max\nk,0.02,0,0.02,0,0,0.02,0.02\nk,0.03,0,0.03,0,0,0.03,0.03\n";
	static const char OLD[] = "{\"hardware\":[{\"ridges\":[]}],\"points\":[{\"name\":\"k\",\"time\":0.02}],\"rafter\":1}";
	struct rafter *r = chart_of("now.csv", NOW);
	assert_true(rafter_set_baseline(r, "old.json", OLD, strlen(OLD)));
	assert_non_null(api_analysis(r));
	assert_true(api_baseline(r));
	struct comparisons list = compare_run(r->arena, r->analysis, r->baseline, (struct compare_options){.by = COMPARE_TIME});
	assert_int_equal(list.count, 2);
	assert_verdict(&list.items[0], "k #1", VERDICT_SAME);
	assert_verdict(&list.items[1], "k #2", VERDICT_NEW);
	rafter_free(r);
}

static void what_is_wrong_in_a_baseline_is_said(void **state)
{
	(void)state;
	static const struct { const char *text, *id; } cases[] = {
		{"{\"hardware\": [{\"ridges\": []}], \"points\": 3}", "missing-key"},
		{"{\"hardware\": [{\"ridges\": []}], \"points\": [3]}", "wrong-type"},
		{"{\"hardware\": [{\"ridges\": []}], \"points\": [{\"time\": 1}]}", "wrong-type"},
		{"{\"hardware\": [{\"ridges\": []}], \"points\": [{\"name\": 1}]}", "wrong-type"},
		{"{\"hardware\": [{\"ridges\": []}], \"points\": [{\"name\": \"a\", \"time\": \"1\"}]}", "wrong-type"},
		{"{\"hardware\": [{\"ridges\": []}], \"points\": [{\"name\": \"a\", \"time\": -1}]}", "negative"},
		{"{\"hardware\": [{\"ridges\": []}], \"points\": [{\"name\": \"a\", ]}", "bad-json"},
		{"name,flops,bytes,time [ms],performance [GFLOP/s]\ngemm,1e9,1e8,10,5\n", "contradiction"},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct rafter *r = chart_of("now.csv", TABLE);
		bool ok = rafter_set_baseline(r, "old.txt", cases[i].text, strlen(cases[i].text)) && api_analysis(r) && api_baseline(r);
		assert_false(ok);
		assert_string_equal(rafter_message(r, 0).id, cases[i].id);
		assert_string_equal(rafter_message(r, 0).file, "old.txt");
		assert_int_equal(rafter_exit_code(r), 3);
		rafter_free(r);
	}
}

static void a_baseline_without_points_is_an_error(void **state)
{
	(void)state;
	static const char EMPTY[] = "{\"rafter\": 1, \"hardware\": [{\"ridges\": []}], \"points\": []}";
	struct rafter *r = chart_of("now.csv", TABLE);
	assert_false(rafter_set_baseline(r, "old.json", EMPTY, strlen(EMPTY)));
	assert_string_equal(rafter_message(r, 0).id, "ignored");
	assert_string_equal(rafter_message(r, 1).id, "no-points");
	assert_int_equal(rafter_exit_code(r), 3);
	rafter_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(changes_are_judged_by_their_direction),
		TEST(a_change_inside_both_ranges_is_none),
		TEST(new_and_missing_points_are_named),
		TEST(points_without_a_value_are_incomparable),
		TEST(points_are_joined_by_series_then_label_then_name),
		TEST(a_point_is_compared_at_the_level_that_judges_it),
		TEST(a_kernel_without_flops_has_its_share_of_the_bandwidth),
		TEST(what_analyze_wrote_is_a_baseline),
		TEST(levels_and_ranges_come_back),
		TEST(the_baseline_is_prepared_like_the_chart),
		TEST(launches_that_were_added_are_new),
		TEST(what_is_wrong_in_a_baseline_is_said),
		TEST(a_baseline_without_points_is_an_error),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
