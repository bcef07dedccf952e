// SPDX-License-Identifier: MIT
// Where points stand, what bounds them, and what is said about those that have no place.
#include "analysis_fixture.h"

static void memory_bound_point_and_named_point_without_numbers(void **state)
{
	struct fixture *f = *state;
	add_machine(f, "V");
	add_compute(f, "FMA", NULL, 7068860000000.0);
	add_compute(f, "No-FMA", NULL, 3535790000000.0);
	add_memory(f, "HBM", NULL, 828758000000.0);
	add_placed(f, "FMA, nw=1", 2.584785579, 2085756683000.0);
	add_point(f, "NoFMA, nw=2");
	analyse(f);
	assert_int_equal(f->analysis->machines.items[0].compute.count, 2);
	assert_digits(ridge_flop_per_byte(7068860000000.0, 828758000000.0), 8.529462, 7);
	const struct row *row = row_at(f, 0);
	assert_digits(row->attainable, 2142.1617e9, 8);
	assert_digits(100 * row->roof_fraction, 97.3669, 6);
	assert_int_equal(row->bound, BOUND_MEMORY);
	assert_string_equal(row->compute->name, "FMA");
	assert_true(row->plotted);
	assert_false(row_at(f, 1)->plotted);
	assert_string_equal(row_at(f, 1)->reason, "no intensity, no performance");
	assert_int_equal(count_diags(f, DIAG_NOT_PLOTTED), 1);
	assert_int_equal(diags_count(f->diags), 1);
	assert_int_equal(diags_error_count(f->diags), 0);
}

static void hierarchical_point_has_one_row_a_level(void **state)
{
	struct fixture *f = *state;
	add_hierarchy(f);
	struct point *point = add_point(f, "k");
	point->flops = 8e9;
	point->time = 0.02;
	add_level(f, point, "L1", 16e9, NAN);
	add_level(f, point, "L2", 4e9, NAN);
	add_level(f, point, "HBM", 1e9, NAN);
	analyse(f);
	assert_int_equal(f->analysis->machines.items[0].memory.count, 3);
	assert_string_equal(f->analysis->machines.items[0].memory.items[0].name, "L1"); // fastest first
	assert_true(f->analysis->machines.items[0].memory.items[2].is_main);
	static const double intensities[] = {0.5, 2, 8};
	static const char *const names[] = {"L1", "L2", "HBM"};
	for (size_t i = 0; i < 3; i++) {
		const struct row *row = row_at(f, i);
		assert_near(row->intensity, intensities[i], 0);
		assert_near(row->performance, 4e11, 0);
		assert_string_equal(row->memory->name, names[i]);
		assert_string_equal(row->name, "k");
		assert_int_equal(row->level_index, i);
		assert_int_equal(row->level_count, 3);
	}
	assert_int_equal(diags_count(f->diags), 0);
}

static void levels_out_of_order_are_warned_about(void **state)
{
	struct fixture *f = *state;
	add_hierarchy(f);
	struct point *point = add_point(f, "k");
	point->flops = 1e9;
	point->time = 0.1;
	add_level(f, point, "L2", 1e9, NAN);
	add_level(f, point, "HBM", 4e9, NAN);
	analyse(f);
	assert_int_equal(count_diags(f, DIAG_LEVEL_ORDER), 1);
	assert_non_null(strstr(message_of(f, DIAG_LEVEL_ORDER), "expected bytes(L2) >= bytes(HBM)"));
}

static void zero_flop_point_stands_by_its_bandwidth(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_measured(f, "copy", 0, 8e9, 0.1);
	add_measured(f, "triad", 2e9, 24e9, 0.3);
	analyse(f);
	const struct row *copy = row_at(f, 0);
	assert_false(copy->plotted);
	assert_string_equal(copy->reason, "flops = 0");
	assert_true(copy->flags & FLAG_ZERO_FLOP);
	assert_near(copy->bandwidth, 8e10, 0);
	assert_int_equal(diags_count(f->diags), 1);
	assert_string_equal(message_of(f, DIAG_ZERO_FLOP),
		"'copy' has 0 FLOP: shown in the left margin by its bandwidth, 80 GB/s (80 % of DRAM) (1 of 2 points not plotted)");
	assert_true(row_at(f, 1)->plotted);
	assert_digits(row_at(f, 1)->bandwidth, 8e10, 12);
}

static void zero_flop_point_without_time_is_only_listed(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_measured(f, "copy", 0, 8e9, NAN);
	analyse(f);
	assert_string_equal(row_at(f, 0)->reason, "flops = 0");
	assert_false(row_at(f, 0)->analytic);
	assert_int_equal(count_diags(f, DIAG_NOT_PLOTTED), 1);
	assert_int_equal(diags_count(f->diags), 1);
}

static void zero_time_and_zero_bytes_have_no_place(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_measured(f, "a", 1e6, 1e6, 0);
	add_measured(f, "b", 1e6, 1e6, 0);
	add_measured(f, "c", 1e6, 0, 1);
	analyse(f);
	assert_string_equal(row_at(f, 0)->reason, "time = 0");
	assert_near(row_at(f, 0)->time, 0, 0);
	assert_string_equal(row_at(f, 1)->reason, "time = 0");
	assert_string_equal(row_at(f, 2)->reason, "bytes = 0");
	assert_int_equal(count_diags(f, DIAG_NOT_PLOTTED), 3);
	assert_int_equal(diags_count(f->diags), 3);
}

static void zero_roof_is_never_drawn(void **state)
{
	struct fixture *f = *state;
	add_machine(f, "Z");
	add_compute(f, "peak", NULL, 1e12);
	add_memory(f, "HBM", NULL, 1e11);
	add_memory(f, "MALL", NULL, 0);
	add_measured(f, "k", 1e9, 1e9, 0.02);
	analyse(f);
	const struct machine *machine = &f->analysis->machines.items[0];
	assert_int_equal(machine->memory.count, 1);
	assert_near(ridge_flop_per_byte(machine->compute.items[0].peak, machine->memory.items[0].ceiling->bandwidth), 10, 0);
	assert_int_equal(count_diags(f, DIAG_ZERO_ROOF), 1);
	assert_non_null(strstr(message_of(f, DIAG_ZERO_ROOF), "'MALL'"));
}

static void missing_cell_keeps_the_words_of_the_reader(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_measured(f, "good", 2e9, 1e9, 0.01);
	struct point *point = add_point(f, "empty");
	point->flops = 0;
	point->time = 1e-5;
	point->missing = "line 3: bytes is 'N/A'";
	struct point *unmeasured = add_measured(f, "late", 2e9, 1e9, NAN);
	unmeasured->missing = "line 4: time is '--'";
	analyse(f);
	assert_near(row_at(f, 0)->intensity, 2, 0);
	assert_string_equal(row_at(f, 1)->reason, "line 3: bytes is 'N/A'");
	assert_string_equal(row_at(f, 2)->reason, "line 4: time is '--'");
	assert_false(row_at(f, 2)->analytic);
	assert_int_equal(diags_count(f->diags), 2);
}

static void one_of_four_is_counted(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_measured(f, "a", 1e9, 1e9, 0.02);
	add_measured(f, "b", 2e9, 1e9, 0.02);
	add_measured(f, "c", 4e9, 1e9, 0.02);
	add_measured(f, "z", 0, 1e9, 0.02);
	analyse(f);
	assert_int_equal(diags_count(f->diags), 1);
	assert_non_null(strstr(diags_get(f->diags, 0)->message, "1 of 4 points not plotted"));
}

// Only the first ten warnings of a kind are kept, and the count must be among them.
static void the_first_warning_has_the_count(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	for (int i = 0; i < 50; i++)
		add_measured(f, "z", 0, 1e9, 0.02);
	analyse(f);
	assert_non_null(strstr(diags_get(f->diags, 0)->message, "(50 of 50 points not plotted)"));
	for (size_t i = 1; i < diags_count(f->diags); i++)
		assert_null(strstr(diags_get(f->diags, i)->message, "not plotted"));
}

static void amounts_give_times(void **state)
{
	struct fixture *f = *state;
	add_machine(f, "X");
	add_compute(f, "FP16", NULL, 838e12);
	add_memory(f, "GDDR7", NULL, 1.8e12);
	add_measured(f, "decode score", 65536, 4194304, 2.5e-6);
	analyse(f);
	const struct row *row = row_at(f, 0);
	assert_near(row->intensity, 0.015625, 0);
	assert_digits(ridge_flop_per_byte(838e12, 1.8e12), 465.5556, 7);
	assert_digits(row->attainable, 28.125e9, 12);
	assert_digits(row->t_math, 7.82053e-11, 6);
	assert_digits(row->t_mem, 2.330169e-6, 7);
	assert_int_equal(row->bound, BOUND_MEMORY);
	assert_true(row->t_lower == row->t_mem);
	assert_true(row->t_upper == row->t_mem + row->t_math);
	assert_true(isnan(row->t_net));
	assert_true(isnan(row->overlap)); // slower than no overlap at all
}

static void far_below_its_roofs(void **state)
{
	struct fixture *f = *state;
	add_machine(f, "MI200");
	add_compute(f, "BF16", NULL, 170e12);
	add_memory(f, "HBM", NULL, 1.39e12);
	add_measured(f, "gemm8", 1024, 384, 1.48e-5);
	analyse(f);
	assert_digits(row_at(f, 0)->performance, 0.0691892e9, 6);
	assert_true(row_at(f, 0)->flags & FLAG_LOW_UTILISATION);
	assert_true(row_at(f, 0)->plotted);
}

static void ridge_is_balanced_to_the_last_digits(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_measured(f, "ridge", 1e12, 1e11, 1);
	add_measured(f, "below", 999999999900.0, 1e11, 1);
	add_placed(f, "ratio", 10, 5e11);
	add_placed(f, "ratio above", 10.00000001, 5e11);
	analyse(f);
	assert_int_equal(row_at(f, 0)->bound, BOUND_BALANCED);
	assert_near(row_at(f, 0)->attainable, 1e12, 0);
	assert_near(row_at(f, 0)->roof_fraction, 1, 0);
	assert_near(row_at(f, 0)->overlap, 1, 0);
	assert_int_equal(row_at(f, 1)->bound, BOUND_MEMORY);
	assert_int_equal(row_at(f, 2)->bound, BOUND_BALANCED);
	assert_int_equal(row_at(f, 3)->bound, BOUND_COMPUTE);
	assert_int_equal(diags_count(f->diags), 0);
}

static void above_the_roof_is_never_clamped(void **state)
{
	struct fixture *f = *state;
	add_machine(f, "G");
	add_compute(f, "tensor", NULL, 40.6e12);
	add_memory(f, "DRAM", NULL, 1e12);
	add_measured(f, "gemm", 41.2e12, 1e11, 1);
	add_measured(f, "bogus", 3.42e12, 3.42e12, 1);
	analyse(f);
	assert_digits(100 * row_at(f, 0)->roof_fraction, 101.478, 6);
	assert_near(row_at(f, 1)->roof_fraction, 3.42, 1e-12);
	assert_true(row_at(f, 0)->flags & FLAG_ABOVE_ROOF && row_at(f, 1)->flags & FLAG_ABOVE_ROOF);
	assert_true(row_at(f, 0)->plotted && row_at(f, 1)->plotted);
	assert_string_equal(diags_get(f->diags, 0)->message, "'gemm' is above its roof: 101.478 % of the 40.6 TFLOP/s that 'tensor' allows");
	assert_string_equal(diags_get(f->diags, 1)->message, "'bogus' is above its roof: 342 % of the 1 TFLOP/s that 'DRAM' allows at 1 FLOP/byte");
	assert_string_equal(diags_get(f->diags, 1)->point, "bogus");
	assert_int_equal(diags_count(f->diags), 2);
}

static void warnings_fail_nothing_even_when_strict(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	diags_make_strict(f->diags);
	add_measured(f, "fast", 1e13, 1e10, 1);
	analyse(f);
	assert_int_equal(diags_exit_code(f->diags), 3);
}

static void extreme_magnitudes(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_measured(f, "lo", 1e-200, 1e50, 1);
	add_measured(f, "hi", 1e200, 1e-50, 1);
	add_measured(f, "gone", 1e-200, 1e200, 1);
	add_measured(f, "too much", 1e200, 1e-200, 1);
	add_measured(f, "many calls", 1e200, 1e-200, 1)->calls = 1e200;
	struct point *macs = add_placed(f, "macs", 2, 1e9);
	macs->macs = 1e308;
	struct point *sent = add_placed(f, "sent", 2, 1e9);
	sent->network_bytes = 1e200;
	sent->calls = 1e200;
	analyse(f);
	assert_digits(row_at(f, 0)->intensity, 1e-250, 12);
	assert_digits(row_at(f, 1)->intensity, 1e250, 12);
	assert_true(row_at(f, 0)->plotted && row_at(f, 1)->plotted);
	assert_string_equal(row_at(f, 2)->reason, "out of range");
	for (size_t i = 3; i < 7; i++)
		assert_string_equal(row_at(f, i)->reason, "out of range");
}

static void median_time_has_a_range(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	struct point *point = add_measured(f, "k", 1e9, 1e9, 0.02);
	point->time_low = 0.0125;
	point->time_high = 0.025;
	analyse(f);
	assert_near(row_at(f, 0)->performance_low, 4e10, 1e-3);
	assert_near(row_at(f, 0)->performance_high, 8e10, 1e-3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(memory_bound_point_and_named_point_without_numbers),
		TEST(hierarchical_point_has_one_row_a_level),
		TEST(levels_out_of_order_are_warned_about),
		TEST(zero_flop_point_stands_by_its_bandwidth),
		TEST(zero_flop_point_without_time_is_only_listed),
		TEST(zero_time_and_zero_bytes_have_no_place),
		TEST(zero_roof_is_never_drawn),
		TEST(missing_cell_keeps_the_words_of_the_reader),
		TEST(one_of_four_is_counted),
		TEST(the_first_warning_has_the_count),
		TEST(amounts_give_times),
		TEST(far_below_its_roofs),
		TEST(ridge_is_balanced_to_the_last_digits),
		TEST(above_the_roof_is_never_clamped),
		TEST(warnings_fail_nothing_even_when_strict),
		TEST(extreme_magnitudes),
		TEST(median_time_has_a_range),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
