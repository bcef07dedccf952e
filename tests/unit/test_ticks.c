// SPDX-License-Identifier: MIT
// Ticks on any range from 0.01 to 600 decades: at least two labels, rising, distinct, apart.
#include "layout/axis.h"

#include "scene/measure.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
// cmocka wants the headers above
#include <cmocka.h>

static double width_px(void *user, const struct tick *tick)
{
	(void)user;
	const struct text_style style = {.family = "Inter", .size_px = 12, .weight = 400};
	double width = measure_fixed.measure(NULL, tick->label, &style).width_px;
	return tick->power ? width + measure_fixed.measure(NULL, tick->power, &style).width_px * 0.72 : width;
}

static void check(double min, double decades, double length_px, bool vertical, enum tick_mode mode)
{
	struct arena *arena = arena_new();
	struct axis axis = {.scale = SCALE_LOG, .min = min, .max = min * pow(10, decades / 2) * pow(10, decades / 2), .from_px = vertical ? length_px : 0, .to_px = vertical ? 0 : length_px};
	struct tick_style style = {.unit = 1e12, .thousands = " ", .vertical = vertical, .gap_px = 6, .line_px = 12, .width_px = width_px};
	struct ticks ticks = {0};
	axis_ticks(arena, &axis, mode, &style, &ticks);
	const struct tick *last = NULL;
	size_t labelled = 0;
	for (size_t i = 0; i < ticks.count; i++) {
		const struct tick *tick = &ticks.items[i];
		if (i)
			assert_true(tick->value > ticks.items[i - 1].value);
		assert_true(tick->value >= axis.min * (1 - 1e-6) && tick->value <= axis.max * (1 + 1e-6));
		if (!tick->label)
			continue;
		labelled++;
		if (last) {
			assert_string_not_equal(tick_text(arena, tick), tick_text(arena, last));
			double apart = fabs(axis_px(&axis, tick->value) - axis_px(&axis, last->value));
			assert_true(apart >= (vertical ? style.line_px : (width_px(NULL, tick) + width_px(NULL, last)) / 2));
		}
		last = tick;
	}
	assert_true(labelled >= 2);
	arena_free(arena);
}

static void test_any_range(void **state)
{
	(void)state;
	static const double decades[] = {0.01, 0.03, 0.1, 0.3, 0.5, 0.9, 1, 1.3, 2, 2.7, 3, 4, 5.5, 7, 9, 12, 14};
	static const double starts[] = {1, 1e9, 3.3e11, 7.7e11, 1.234e12, 9.99e12, 5e13, 1e-3};
	for (size_t d = 0; d < sizeof decades / sizeof *decades; d++)
		for (size_t s = 0; s < sizeof starts / sizeof *starts; s++) {
			check(starts[s], decades[d], 480, true, TICKS_AUTO);
			check(starts[s], decades[d], 860, false, TICKS_AUTO);
			check(starts[s], decades[d], 860, false, TICKS_DECADES);
			check(starts[s], decades[d], 860, false, TICKS_125);
		}
	check(1e-200, 450, 480, true, TICKS_AUTO);
	check(1e-250, 500, 860, false, TICKS_AUTO);
}

static size_t labels_of(double min, double max, enum tick_mode mode, const char **texts, size_t most)
{
	struct arena *arena = arena_new();
	struct axis axis = {.scale = SCALE_LOG, .min = min, .max = max, .from_px = 0, .to_px = 800};
	struct tick_style style = {.unit = 1, .thousands = " ", .gap_px = 6, .line_px = 12, .width_px = width_px};
	struct ticks ticks = {0};
	size_t count = 0;
	axis_ticks(arena, &axis, mode, &style, &ticks);
	for (size_t i = 0; i < ticks.count; i++)
		if (ticks.items[i].label) {
			assert_true(count < most);
			assert_string_equal(tick_text(arena, &ticks.items[i]), texts[count]);
			count++;
		}
	arena_free(arena);
	return count;
}

static void test_labels(void **state)
{
	(void)state;
	const char *decades[] = {"0.1", "1", "10", "100", "1 000", "10 000"};
	assert_int_equal(labels_of(0.1, 1e4, TICKS_AUTO, decades, 6), 6);
	const char *one_two_five[] = {"1", "2", "5", "10", "20"};
	assert_int_equal(labels_of(1, 20, TICKS_AUTO, one_two_five, 5), 5);
	const char *powers[] = {"1", "2", "4", "8", "16", "32"};
	assert_int_equal(labels_of(1, 32, TICKS_POWERS_OF_TWO, powers, 6), 6);
	const char *large[] = {"1 024", "2 048", "4 096", "8 192"};
	assert_int_equal(labels_of(1000, 10000, TICKS_POWERS_OF_TWO, large, 4), 4);
	const char *exponents[] = {"10⁻⁹", "10⁻⁸", "10⁻⁷", "10⁻⁶"};
	assert_int_equal(labels_of(1e-9, 1e-6, TICKS_AUTO, exponents, 4), 4);
}

// Twelve decades and more: a constant step, minor ticks only where every decade is labelled.
static void test_minor_only_between_decades(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct axis axis = {.scale = SCALE_LOG, .min = 1e-6, .max = 1e24, .from_px = 0, .to_px = 400};
	struct tick_style style = {.unit = 1, .gap_px = 6, .line_px = 12, .width_px = width_px};
	struct ticks ticks = {0};
	axis_ticks(arena, &axis, TICKS_AUTO, &style, &ticks);
	double step = 0;
	for (size_t i = 0; i < ticks.count; i++) {
		assert_non_null(ticks.items[i].label);
		if (i == 1)
			step = log10(ticks.items[1].value / ticks.items[0].value);
		if (i)
			assert_float_equal(log10(ticks.items[i].value / ticks.items[i - 1].value), step, 1e-9);
	}
	assert_true(step > 1.5);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_any_range),
		cmocka_unit_test(test_labels),
		cmocka_unit_test(test_minor_only_between_decades),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
