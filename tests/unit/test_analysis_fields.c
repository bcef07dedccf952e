// SPDX-License-Identifier: MIT
// What the fields of a point say together: sets that fix it, sets that contradict, calls, MACs, analytic points, links.
#include "analysis_fixture.h"

static void macs_are_two_flops(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	struct point *point = add_measured(f, "conv_macs", NAN, 5e8, 0.01);
	point->macs = 1e9;
	add_measured(f, "conv_flops", 1e9, 5e8, 0.01);
	analyse(f);
	assert_near(row_at(f, 0)->flops, 2e9, 0);
	assert_near(row_at(f, 0)->intensity, 4, 0);
	assert_near(row_at(f, 1)->intensity, 2, 0);
}

static void expect_contradiction(struct fixture *f, const char *part)
{
	assert_null(analysis_run(f->arena, &f->chart, f->diags));
	assert_int_equal(diags_error_count(f->diags), 1);
	assert_int_equal(count_diags(f, DIAG_CONTRADICTION), 1);
	if (!strstr(message_of(f, DIAG_CONTRADICTION), part))
		fail_msg("no \"%s\" in \"%s\"", part, message_of(f, DIAG_CONTRADICTION));
}

static void macs_against_flops(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_measured(f, "conv", 1e9, 5e8, 0.01)->macs = 1e9;
	expect_contradiction(f, "'conv' contradicts itself: flops is 1 GFLOP, but 2 × macs gives 2 GFLOP");
}

static void performance_against_flops_and_time(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_measured(f, "k", 1e9, 5e8, 0.01)->performance = 1.2e11;
	expect_contradiction(f, "flops is 1 GFLOP, but performance × time gives 1.2 GFLOP");
}

// No relation has all its terms given, and yet the fields cannot all hold.
static void contradiction_through_a_derived_value(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	struct point *point = add_point(f, "k");
	point->flops = 1e9;
	point->time = 0.01;
	point->bandwidth = 1e10;
	add_level(f, point, NULL, NAN, 5);
	expect_contradiction(f, "'k' contradicts itself");
}

static void one_percent_is_no_contradiction(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	struct point *point = add_measured(f, "k", 1e9, 5e8, 0.01);
	point->performance = 1.009e11;
	analyse(f);
	assert_near(row_at(f, 0)->performance, 1.009e11, 0);
}

static void any_fixing_set_will_do(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	struct point *point = add_placed(f, "intensity, bandwidth", 2, NAN);
	point->bandwidth = 3e10;
	point = add_point(f, "performance, bandwidth");
	point->performance = 6e10;
	point->bandwidth = 3e10;
	point = add_measured(f, "bytes, time, performance", NAN, 3e9, 0.1);
	point->performance = 6e10;
	point = add_placed(f, "flops, intensity, time", 2, NAN);
	point->flops = 6e9;
	point->time = 0.1;
	point = add_measured(f, "flops, bandwidth, time", 6e9, NAN, 0.1);
	point->bandwidth = 3e10;
	analyse(f);
	for (size_t i = 0; i < 5; i++) {
		assert_near(row_at(f, i)->intensity, 2, 1e-12);
		assert_near(row_at(f, i)->performance, 6e10, 1e-2);
		assert_true(row_at(f, i)->plotted);
		assert_false(row_at(f, i)->analytic);
	}
	assert_near(row_at(f, 3)->bytes, 3e9, 1e-3);
	assert_near(row_at(f, 4)->t_mem, 0.03, 1e-12);
}

static void amounts_are_per_call_and_time_is_of_all(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	struct point *point = add_measured(f, "k", 1e9, 5e8, 0.1);
	point->calls = 10;
	add_measured(f, "none", 1e9, 5e8, 0.1)->calls = 0;
	analyse(f);
	assert_near(row_at(f, 0)->flops, 1e10, 0);
	assert_near(row_at(f, 0)->performance, 1e11, 1e-3);
	assert_near(row_at(f, 0)->intensity, 2, 0);
	assert_string_equal(row_at(f, 1)->reason, "calls = 0");
}

static void analytic_point_stands_on_its_roof(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_measured(f, "dot", 1e9, 2e9, NAN);
	add_placed(f, "gemm", 100, NAN);
	analyse(f);
	assert_true(row_at(f, 0)->analytic && row_at(f, 0)->plotted);
	assert_near(row_at(f, 0)->performance, 5e10, 0);
	assert_near(row_at(f, 1)->performance, 1e12, 0);
	assert_int_equal(row_at(f, 1)->bound, BOUND_COMPUTE);
	assert_true(isnan(row_at(f, 0)->roof_fraction) && isnan(row_at(f, 0)->overlap) && isnan(row_at(f, 0)->time));
	assert_near(row_at(f, 0)->t_mem, 0.02, 1e-15);
	assert_int_equal(row_at(f, 0)->flags, 0);
	assert_int_equal(diags_count(f->diags), 0);
}

static void time_without_flops_is_not_analytic(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_placed(f, "k", 2, NAN)->time = 0.1;
	analyse(f);
	assert_string_equal(row_at(f, 0)->reason, "no performance");
}

static void level_without_a_value_is_named(void **state)
{
	struct fixture *f = *state;
	add_hierarchy(f);
	struct point *point = add_point(f, "k");
	point->performance = 1e11;
	add_level(f, point, "HBM", NAN, 4);
	add_level(f, point, "L2", NAN, NAN);
	analyse(f);
	assert_true(row_at(f, 0)->plotted);
	assert_false(row_at(f, 1)->plotted);
	assert_string_equal(message_of(f, DIAG_NOT_PLOTTED), "'k' is not plotted at L2 (no intensity)");
}

static void network_can_bind(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_network(f, "link", 1e10);
	struct point *point = add_measured(f, "all-reduce", 1e12, 5e10, 2.25);
	point->network_bytes = 2e10;
	analyse(f);
	const struct row *row = row_at(f, 0);
	assert_near(row->t_net, 2, 0);
	assert_int_equal(row->bound, BOUND_NETWORK);
	assert_near(row->t_lower, 2, 0);
	assert_near(row->t_upper, 3.5, 0);
	assert_near(row->overlap, 1.25 / 1.5, 1e-15);
	assert_near(row->network_intensity, 50, 0);
}

static void network_bytes_without_a_link(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_measured(f, "all-reduce", 1e12, 5e10, 2)->network_bytes = 1e9;
	analyse(f);
	assert_true(isnan(row_at(f, 0)->t_lower) && isnan(row_at(f, 0)->t_net));
	assert_int_equal(row_at(f, 0)->bound, BOUND_NONE);
	assert_int_equal(count_diags(f, DIAG_NO_ROOF), 1);
	assert_digits(row_at(f, 0)->roof_fraction, 0.5, 12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(macs_are_two_flops),
		TEST(macs_against_flops),
		TEST(performance_against_flops_and_time),
		TEST(contradiction_through_a_derived_value),
		TEST(one_percent_is_no_contradiction),
		TEST(any_fixing_set_will_do),
		TEST(amounts_are_per_call_and_time_is_of_all),
		TEST(analytic_point_stands_on_its_roof),
		TEST(time_without_flops_is_not_analytic),
		TEST(level_without_a_value_is_named),
		TEST(network_can_bind),
		TEST(network_bytes_without_a_link),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
