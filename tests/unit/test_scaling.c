// SPDX-License-Identifier: MIT
#include "kernel_fixture.h"

#include "base/num.h"

static const struct scaling_result *scale(struct fixture *f, const char *scaling, const char *points)
{
	judge(f, arena_printf(f->arena, "{\"points\": [%s], \"chart\": {\"kind\": \"scaling\", \"scaling\": {%s}}}", points, scaling));
	assert_non_null(f->analysis->scaling);
	return f->analysis->scaling;
}

static void published_laws(void **state)
{
	struct fixture *f = *state;
	const struct { double n, amdahl, gustafson; } rows[] = {{2, 1.9048, 1.95}, {8, 5.9259, 7.65}, {64, 15.4217, 60.85}, {1024, 19.6357, 972.85}};
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		assert_near(amdahl_speedup(0.05, 0, rows[i].n), rows[i].amdahl, 5e-5);
		assert_near(gustafson_speedup(0.05, rows[i].n), rows[i].gustafson, 1e-11);
	}
	const struct scaling_result *result = scale(f, "\"law\": [\"amdahl\", \"gustafson\"], \"serial_fraction\": 0.05", "");
	assert_true(result->limit == 20 && result->points.count == 0 && !result->fitted);
	assert_true(f->chart.scaling.amdahl && f->chart.scaling.gustafson);
	assert_near(amdahl_speedup(0.05, 0.01, 1e12), 1 / 0.06, 1e-9);
	assert_true(scale(f, "\"serial_fraction\": 0.05, \"overhead\": 0.05", "")->limit == 10);
	assert_true(isinf(scale(f, "\"serial_fraction\": 0", "")->limit));
}

static void default_laws(void **state)
{
	struct fixture *f = *state;
	scale(f, "\"serial_fraction\": 0.1", "");
	assert_true(f->chart.scaling.amdahl && !f->chart.scaling.gustafson);
	scale(f, "\"serial_fraction\": 0.1, \"mode\": \"weak\"", "");
	assert_true(!f->chart.scaling.amdahl && f->chart.scaling.gustafson);
	scale(f, "", "{\"name\": \"a\", \"n\": 1, \"time\": 1}");
	assert_true(!f->chart.scaling.amdahl && !f->chart.scaling.gustafson && isnan(f->analysis->scaling->serial_fraction));
	assert_int_equal(diags_count(f->diags), 0);
}

// Times as the law has them: the fit gives its serial fraction back.
static void fits_exact_times(void **state)
{
	struct fixture *f = *state;
	const double fractions[] = {0, 0.001, 0.05, 0.5, 1}, overheads[] = {0, 0.02};
	for (size_t s = 0; s < G_N_ELEMENTS(fractions); s++) {
		for (size_t k = 0; k < G_N_ELEMENTS(overheads); k++) {
			g_autoptr(GString) points = g_string_new(NULL);
			for (int n = 1; n <= 64; n *= 2)
				g_string_append_printf(points, "%s{\"name\": \"n\", \"n\": %d, \"time\": %s}", n > 1 ? ", " : "", n,
					num_exact(7 / amdahl_speedup(fractions[s], overheads[k], n)).text);
			const struct scaling_result *result = scale(f, arena_printf(f->arena, "\"fit\": true, \"overhead\": %s", num_exact(overheads[k]).text), points->str);
			assert_near(result->serial_fraction, fractions[s], 1e-12);
			assert_share(result->base_time, 7 * (1 + overheads[k]), 1e-12);
			assert_true(result->fitted && !(result->serial_fraction_error > 1e-7));
		}
	}
}

// Worked out by hand.
static void fits_by_least_squares(void **state)
{
	struct fixture *f = *state;
	const struct scaling_result *result = scale(f, "\"fit\": true",
		"{\"name\": \"c\", \"n\": 4, \"time\": 5}, {\"name\": \"a\", \"n\": 1, \"time\": 10}, {\"name\": \"b\", \"n\": 2, \"time\": 6}");
	// Sxx = 7/24, Sxy = 2, b = 48/7, a = 7 - 4 = 3; S = a/(a + b) = 21/69.
	assert_share(result->serial_fraction, 21.0 / 69, 1e-14);
	// Residuals 1/7, -3/7, 2/7: RSS = 2/7. var a = RSS/1 (1/3 + mean_x²/Sxx), var b = RSS/Sxx, cov = -mean_x RSS/Sxx.
	double a = 3, b = 48.0 / 7, rss = 2.0 / 7, sxx = 7.0 / 24, mean = 7.0 / 12;
	double va = rss * (1.0 / 3 + mean * mean / sxx), vb = rss / sxx, cov = -mean * rss / sxx, ga = b / ((a + b) * (a + b)), gb = -a / ((a + b) * (a + b));
	assert_share(result->serial_fraction_error, sqrt(ga * ga * va + gb * gb * vb + 2 * ga * gb * cov), 1e-12);
	assert_true(result->base_time == 10 && result->points.items[0].processors == 1 && result->points.items[2].processors == 4);
	assert_true(result->points.items[2].speedup == 2 && result->points.items[2].efficiency == 0.5);
}

static void fits_weak_times(void **state)
{
	struct fixture *f = *state;
	const double fractions[] = {0, 0.003, 0.05, 0.4};
	for (size_t s = 0; s < G_N_ELEMENTS(fractions); s++) {
		g_autoptr(GString) points = g_string_new(NULL);
		for (int n = 1; n <= 64; n *= 2)
			g_string_append_printf(points, "%s{\"name\": \"n\", \"n\": %d, \"time\": %s}", n > 1 ? ", " : "", n,
				num_exact(7 * n / gustafson_speedup(fractions[s], n)).text);
		const struct scaling_result *result = scale(f, "\"fit\": true, \"mode\": \"weak\"", points->str);
		assert_near(result->serial_fraction, fractions[s], 1e-7);
		assert_near(result->points.items[6].speedup, gustafson_speedup(fractions[s], 64), 1e-9);
		assert_near(result->points.items[6].efficiency, gustafson_speedup(fractions[s], 64) / 64, 1e-11);
	}
}

// The quoted error is the spread that noise gives.
static void standard_error_is_the_spread(void **state)
{
	struct fixture *f = *state;
	static const char *const modes[] = {"strong", "weak"};
	for (size_t mode = 0; mode < G_N_ELEMENTS(modes); mode++) {
		g_autoptr(GRand) random = g_rand_new_with_seed(7);
		double sum = 0, squares = 0, quoted = 0;
		enum { RUNS = 400 };
		for (int run = 0; run < RUNS; run++) {
			g_autoptr(GString) points = g_string_new(NULL);
			for (int n = 1; n <= 64; n *= 2) {
				double noise = 0, law = mode ? n / gustafson_speedup(0.1, n) : 1 / amdahl_speedup(0.1, 0, n);
				for (int i = 0; i < 12; i++)
					noise += g_rand_double(random) - 0.5;
				g_string_append_printf(points, "%s{\"name\": \"n\", \"n\": %d, \"time\": %s}", n > 1 ? ", " : "", n, num_exact(100 * law + 0.3 * noise).text);
			}
			const struct scaling_result *result = scale(f, arena_printf(f->arena, "\"fit\": true, \"mode\": \"%s\"", modes[mode]), points->str);
			sum += result->serial_fraction;
			squares += result->serial_fraction * result->serial_fraction;
			quoted += result->serial_fraction_error * result->serial_fraction_error / RUNS;
		}
		double spread = sqrt(squares / RUNS - sum / RUNS * sum / RUNS);
		assert_near(sum / RUNS, 0.1, 0.001);
		assert_share(sqrt(quoted), spread, 0.12);
	}
}

static void repeats_and_gaps(void **state)
{
	struct fixture *f = *state;
	const struct scaling_result *result = scale(f, "", "{\"name\": \"a\", \"n\": 1, \"time\": 12}, {\"name\": \"b\", \"n\": 1, \"time\": 8}, "
		"{\"name\": \"c\", \"n\": 1, \"time\": 9}, {\"name\": \"d\", \"n\": 2, \"time\": [5, 4.5, 6]}, {\"name\": \"e\", \"n\": 4}, {\"name\": \"g\", \"time\": 3}");
	assert_true(result->base_time == 9 && result->points.count == 4);
	assert_true(result->points.items[3].speedup == 1.8 && result->points.items[3].time_low == 4.5 && result->points.items[3].time_high == 6);
	assert_string_equal(row_at(f, 4)->reason, "no time");
	assert_string_equal(row_at(f, 5)->reason, "no n, the number of processors");
	assert_int_equal(count_diags(f, DIAG_NOT_PLOTTED), 2);
	result = scale(f, "", "{\"name\": \"a\", \"n\": 2, \"time\": 12}, {\"name\": \"b\", \"n\": 4, \"time\": 8}");
	assert_int_equal(result->points.count, 0);
	assert_non_null(strstr(row_at(f, 0)->reason, "no time at n = 1"));
	result = scale(f, "\"fit\": true", "{\"name\": \"a\", \"n\": 2, \"time\": 6}, {\"name\": \"b\", \"n\": 4, \"time\": 4}");
	assert_near(result->base_time, 10, 1e-12);
	assert_near(result->serial_fraction, 0.2, 1e-12);
	assert_true(isnan(result->serial_fraction_error));
}

static void superlinear_times(void **state)
{
	struct fixture *f = *state;
	const struct scaling_result *result = scale(f, "\"fit\": true", "{\"name\": \"a\", \"n\": 1, \"time\": 12}, {\"name\": \"b\", \"n\": 2, \"time\": 5}, "
		"{\"name\": \"c\", \"n\": 4, \"time\": 2}");
	assert_true(result->serial_fraction == 0 && isnan(result->serial_fraction_error) && isinf(result->limit));
	assert_non_null(strstr(message_of(f, DIAG_ASSUMED), "they fall faster than n rises"));
}

// Times that no serial fraction from 0 to 1 gives, and those of its ends.
static void weak_ends(void **state)
{
	struct fixture *f = *state;
	const struct { double times[3], fraction; const char *cause; } rows[] = {
		{{60, 50, 40}, 0, "they fall as n rises"}, {{60, 60, 60}, 0, NULL}, {{10, 20, 40}, 1, NULL}, {{10, 25, 90}, 1, "they rise faster than n"},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		size_t said = count_diags(f, DIAG_ASSUMED);
		const struct scaling_result *result = scale(f, "\"fit\": true, \"mode\": \"weak\"", arena_printf(f->arena, "{\"name\": \"a\", \"n\": 1, \"time\": %g}, "
			"{\"name\": \"b\", \"n\": 2, \"time\": %g}, {\"name\": \"c\", \"n\": 4, \"time\": %g}", rows[i].times[0], rows[i].times[1], rows[i].times[2]));
		assert_true(result->serial_fraction == rows[i].fraction && isnan(result->serial_fraction_error) && isnan(result->limit));
		assert_int_equal(count_diags(f, DIAG_ASSUMED) - said, rows[i].cause ? 1 : 0);
		if (rows[i].cause)
			assert_non_null(strstr(diags_get(f->diags, diags_count(f->diags) - 1)->message, rows[i].cause));
		else
			assert_near(result->fitted_base_time, rows[i].times[0], 1e-9);
	}
}

static void laws_of_the_other_mode(void **state)
{
	struct fixture *f = *state;
	scale(f, "\"law\": [\"amdahl\", \"gustafson\"], \"serial_fraction\": 0.1", "");
	assert_int_equal(diags_count(f->diags), 0);
	scale(f, "\"law\": \"amdahl\", \"mode\": \"weak\", \"serial_fraction\": 0.1", "");
	scale(f, "\"law\": \"gustafson\", \"serial_fraction\": 0.1", "");
	assert_int_equal(count_diags(f, DIAG_ASSUMED), 2);
}

static void reports(void **state)
{
	struct fixture *f = *state;
	scale(f, "\"serial_fraction\": 0.05", "{\"name\": \"a, b\", \"n\": 1, \"time\": 8}, {\"name\": \"c\", \"n\": 8, \"time\": 2}, {\"name\": \"d\", \"n\": 9}");
	expect_report(f, "table", "serial fraction S = 0.05 (given), limit of Amdahl's law 20\n");
	expect_report(f, "table", "c      8   2 s         4        50 %  5.92593\n");
	expect_report(f, "markdown", "| c | 8 | 2 s | 4 | 50 % | 5.92593 |  |\n");
	expect_report(f, "csv", "speedup,efficiency,amdahl,gustafson,plotted,reason\n\"a, b\",,1,8,1,1,1,,true,\nc,,8,2,4,0.5,5.925925925925926,,true,\nd,,9,,,,6.428571428571429,,false,no time\n");
	expect_report(f, "json", "\"limit\": 20,");
	expect_report(f, "json", "{\"name\": \"c\", \"n\": 8, \"time\": 2, \"time_low\": null, \"time_high\": null, \"speedup\": 4, \"efficiency\": 0.5, \"amdahl\": 5.925925925925926, \"gustafson\": null}");
	scale(f, "\"serial_fraction\": 0", "");
	expect_report(f, "json", "\"limit\": null,");
	expect_report(f, "table", "\n1024    1024\n");
}

#define CHART(scaling, points) "{\"points\": [" points "], \"chart\": {\"kind\": \"scaling\", \"scaling\": {" scaling "}}}"

static void wrong_scaling(void **state)
{
	struct fixture *f = *state;
	expect_refused(f, CHART("", "{\"name\": \"a\", \"n\": 0, \"time\": 1}"), DIAG_WRONG_VALUE, "points[0].n: expected a whole number of processors from 1 on, found 0");
	expect_refused(f, CHART("", "{\"name\": \"a\", \"n\": 1.5, \"time\": 1}"), DIAG_WRONG_VALUE, "points[0].n");
	expect_refused(f, CHART("", "{\"name\": \"a\", \"n\": \"2\", \"time\": 1}"), DIAG_WRONG_TYPE, "points[0].n");
	expect_refused(f, CHART("", "{\"name\": \"a\", \"n\": 2, \"time\": -1}"), DIAG_NEGATIVE, "points[0].time");
	expect_refused(f, CHART("\"fit\": true", "{\"name\": \"a\", \"n\": 2, \"time\": 1}"), DIAG_WRONG_VALUE, "at least 2 numbers of processors, found 1");
	expect_refused(f, CHART("\"fit\": true", "{\"name\": \"a\", \"n\": 2, \"time\": 1}, {\"name\": \"b\", \"n\": 2, \"time\": 1}"), DIAG_WRONG_VALUE, "found 1");
	expect_refused(f, CHART("\"serial_fraction\": 1.5", ""), DIAG_WRONG_VALUE, "a number from 0 to 1");
	expect_refused(f, CHART("\"overhead\": -1", ""), DIAG_WRONG_VALUE, "at least 0");
	expect_refused(f, CHART("\"law\": \"amdal\"", ""), DIAG_UNKNOWN_NAME, "unknown law 'amdal', did you mean 'amdahl'?");
	expect_refused(f, CHART("\"law\": []", ""), DIAG_WRONG_VALUE, "expected at least one law, found an empty list");
	expect_refused(f, CHART("\"law\": [\"amdahl\", \"amdahl\"]", ""), DIAG_WRONG_VALUE, "chart.scaling.law[1]: expected each law once");
	expect_refused(f, CHART("\"law\": 3", ""), DIAG_WRONG_TYPE, "chart.scaling.law");
	expect_refused(f, CHART("\"law\": \"amdahl\"", ""), DIAG_MISSING_KEY, "a law needs a serial fraction");
	expect_refused(f, CHART("\"mode\": \"fast\"", ""), DIAG_WRONG_VALUE, "chart.scaling.mode");
	expect_refused(f, CHART("", "{\"name\": \"a\", \"series\": \"x\", \"n\": 1, \"time\": 1}, {\"name\": \"b\", \"series\": \"y\", \"n\": 1, \"time\": 1}"), DIAG_UNSUPPORTED,
		"shows one series");
}

static void written_again(void **state)
{
	struct fixture *f = *state;
	scale(f, "\"law\": \"gustafson\", \"mode\": \"weak\", \"fit\": true", "{\"name\": \"a\", \"n\": 1, \"time\": 1}, {\"name\": \"b\", \"n\": 2, \"time\": 1.1}");
	g_autoptr(GString) text = g_string_new(NULL);
	spec_write(&f->chart, text);
	judge(f, text->str);
	assert_true(f->chart.scaling.gustafson && !f->chart.scaling.amdahl && f->chart.scaling.mode == SCALING_WEAK && f->chart.scaling.fit);
	assert_true(f->chart.points.items[1].processors == 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(published_laws),
		TEST(default_laws),
		TEST(fits_exact_times),
		TEST(fits_by_least_squares),
		TEST(fits_weak_times),
		TEST(standard_error_is_the_spread),
		TEST(repeats_and_gaps),
		TEST(superlinear_times),
		TEST(weak_ends),
		TEST(laws_of_the_other_mode),
		TEST(wrong_scaling),
		TEST(written_again),
		TEST(reports),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
