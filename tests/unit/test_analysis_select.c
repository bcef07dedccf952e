// SPDX-License-Identifier: MIT
// Which ceilings are drawn and which of them judge a point; names, machines and series.
#include "analysis_fixture.h"

static struct key_strings strings(struct fixture *f, const char *first, const char *second)
{
	struct key_strings list = {.items = arena_array(f->arena, 2, sizeof *list.items), .given = true};
	if (first)
		list.items[list.count++] = first;
	if (second)
		list.items[list.count++] = second;
	return list;
}

static const struct machine *machine_at(const struct fixture *f, size_t index)
{
	assert_true(index < f->analysis->machines.count);
	return &f->analysis->machines.items[index];
}

static void assert_compute(const struct machine *machine, size_t count, const char *const *names)
{
	assert_int_equal(machine->compute.count, count);
	for (size_t i = 0; i < count; i++)
		assert_string_equal(machine->compute.items[i].name, names[i]);
}

#define COMPUTE(machine, ...) \
	assert_compute(machine, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *), (const char *const[]){__VA_ARGS__})

static void point_is_judged_by_its_own_precision(void **state)
{
	struct fixture *f = *state;
	add_machine(f, "D");
	add_compute(f, "FP32", "fp32", 2e13);
	add_compute(f, "FP64", "fp64", 1e13);
	add_compute(f, "INT32", "int32", 4e13);
	add_memory(f, "HBM", NULL, 1e12);
	add_measured(f, "k32", 12e12, 1e9, 1)->precision = "fp32";
	add_measured(f, "k64", 6e12, 1e9, 1)->precision = "fp64";
	add_measured(f, "ki", 20e12, 1e9, 1)->precision = "int32";
	add_measured(f, "k8", 1e12, 1e9, 1)->precision = "int8";
	add_measured(f, "k8 too", 1e12, 1e9, 1)->precision = "INT8";
	analyse(f);
	assert_near(row_at(f, 0)->roof_fraction, 0.6, 1e-15);
	assert_near(row_at(f, 1)->roof_fraction, 0.6, 1e-15);
	assert_near(row_at(f, 2)->roof_fraction, 0.5, 1e-15);
	const struct row *row = row_at(f, 3);
	assert_true(row->plotted);
	assert_null(row->compute);
	assert_int_equal(row->flags, FLAG_NO_ROOF);
	assert_true(isnan(row->roof_fraction) && isnan(row->attainable));
	assert_int_equal(row->bound, BOUND_NONE);
	assert_string_equal(message_of(f, DIAG_NO_ROOF), "'k8': no int8 roof on 'D', so no percentage");
	COMPUTE(machine_at(f, 0), "INT32", "FP32", "FP64");
}

static void misspelt_precisions_are_known(void **state)
{
	struct fixture *f = *state;
	add_device(f);
	add_measured(f, "k", 1e12, 1e9, 1)->precision = "bf61";
	add_measured(f, "own", 1e12, 1e9, 1)->precision = "posit";
	add_measured(f, "other", 1e12, 1e9, 1)->precision = "fp8"; // known, and not meant to be fp4
	analyse(f);
	assert_int_equal(diags_count(f->diags), 3);
	assert_string_equal(diags_get(f->diags, 0)->message, "'k': no bf61 roof (did you mean 'bf16'?) on 'Device', so no percentage");
	assert_string_equal(diags_get(f->diags, 1)->message, "'own': no posit roof on 'Device', so no percentage");
	assert_string_equal(diags_get(f->diags, 2)->message, "'other': no fp8 roof on 'Device', so no percentage");
}

static void points_without_a_machine_are_counted(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_machine(f, "M2");
	add_compute(f, "peak", NULL, 2e12);
	add_memory(f, "DRAM", NULL, 2e11);
	add_placed(f, "a", 1, 1e9)->hardware = "M2";
	add_placed(f, "b", 1, 1e9);
	analyse(f);
	assert_int_equal(diags_count(f->diags), 1);
	assert_string_equal(message_of(f, DIAG_ASSUMED), "point 'b' names no \"hardware\": it is judged by the first machine, 'M1'");
	add_placed(f, "c", 1, 1e9);
	analyse(f);
	assert_int_equal(diags_count(f->diags), 2);
	assert_string_equal(diags_get(f->diags, 1)->message, "2 of 3 points name no \"hardware\": they are judged by the first machine, 'M1'");
}

static void what_plays_no_part_is_said(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_network(f, "link", 1e10);
	add_placed(f, "a", 1, 1e9)->series = "gemm";
	add_placed(f, "b", 1, 1e9)->network = "link";
	add_placed(f, "c", 1, 1e9)->network = "link";
	struct point *sends = add_placed(f, "d", 1, 1e9), *silent = add_placed(f, "e", 1, 1e9);
	sends->network = silent->network = "link";
	sends->network_bytes = 1e6;
	silent->network_bytes = 0;
	static const char *const keys[] = {"gem", "gemm", "attention"};
	for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
		struct series *series = list_push(f->arena, &f->chart.series);
		series_init(series);
		series->key = keys[i];
	}
	analyse(f);
	assert_int_equal(diags_count(f->diags), 3);
	assert_string_equal(diags_get(f->diags, 0)->message, "network of 'b' and 1 more is not used: expected network_bytes beside it");
	assert_string_equal(diags_get(f->diags, 1)->message, "no point is of the series 'gem': its settings are not used");
	assert_string_equal(diags_get(f->diags, 2)->message, "no point is of the series 'attention': its settings are not used");
	f->chart.points.items[0].series = "gemmm";
	analyse(f);
	assert_string_equal(diags_get(f->diags, 5)->message, "no point is of the series 'gemm' (did you mean 'gemmm'?): its settings are not used");
}

static void analytic_point_without_a_roof_has_no_place(void **state)
{
	struct fixture *f = *state;
	add_device(f);
	add_measured(f, "k", 1e12, 1e9, NAN)->precision = "fp64";
	analyse(f);
	assert_false(row_at(f, 0)->plotted);
	assert_string_equal(row_at(f, 0)->reason, "no fp64 roof");
}

static void measured_and_theoretical_ceilings_are_both_drawn(void **state)
{
	struct fixture *f = *state;
	add_machine(f, "RTX5070");
	add_compute(f, "theoretical", NULL, 32256000000000.0);
	add_compute(f, "measured", NULL, 33739119771597.6);
	add_memory(f, "theoretical", NULL, 672048000000.0);
	add_memory(f, "measured", NULL, 590061393638.3);
	add_measured(f, "k", 1e12, 1e11, 0.2);
	analyse(f);
	const struct machine *machine = machine_at(f, 0);
	COMPUTE(machine, "measured", "theoretical");
	assert_int_equal(machine->memory.count, 2);
	assert_string_equal(machine->memory.items[0].name, "theoretical");
	assert_digits(100 * machine->compute.items[0].peak / machine->compute.items[1].peak, 104.598, 6);
	assert_digits(ridge_flop_per_byte(machine->compute.items[1].peak, machine->memory.items[0].ceiling->bandwidth), 47.99657, 7);
	assert_digits(ridge_flop_per_byte(machine->compute.items[0].peak, machine->memory.items[1].ceiling->bandwidth), 57.179, 5);
	assert_string_equal(row_at(f, 0)->compute->name, "measured");
	assert_string_equal(row_at(f, 0)->memory->name, "theoretical");
}

static void dense_peak_judges(void **state)
{
	struct fixture *f = *state;
	add_machine(f, "H100 SXM dense");
	add_compute(f, "BF16 dense", "bf16", 989.4e12)->sparse = 1978.8e12;
	add_memory(f, "HBM3", NULL, 3.35e12);
	add_measured(f, "bf16 gemm", 6e14, 1e12, 1)->precision = "bf16";
	analyse(f);
	assert_digits(ridge_flop_per_byte(989.4e12, 3.35e12), 295.3433, 7);
	assert_digits(100 * row_at(f, 0)->roof_fraction, 60.6428, 6);
	COMPUTE(machine_at(f, 0), "BF16 dense");
}

static void sparse_roofs_on_request(void **state)
{
	struct fixture *f = *state;
	add_device(f);
	f->chart.options.sparse = true;
	add_measured(f, "k", 1e12, 1e9, 1)->precision = "fp4";
	add_measured(f, "h", 1e12, 1e9, 1)->precision = "fp16";
	analyse(f);
	COMPUTE(machine_at(f, 0), "FP4 tensor with sparsity", "FP4 tensor", "FP16 tensor with 2:4 sparsity", "FP16 tensor");
	assert_true(machine_at(f, 0)->compute.items[0].sparse);
	assert_string_equal(row_at(f, 1)->compute->name, "FP16 tensor");
}

static void sparse_point_is_judged_by_the_sparse_peak(void **state)
{
	struct fixture *f = *state;
	add_device(f);
	struct point *point = add_measured(f, "k", 9e14, 1e9, 1);
	point->precision = "fp16";
	point->sparse = true;
	point = add_measured(f, "v", 3e13, 1e9, 1);
	point->precision = "fp32";
	point->sparse = true;
	analyse(f);
	assert_string_equal(row_at(f, 0)->compute->name, "FP16 tensor with 2:4 sparsity");
	assert_near(row_at(f, 0)->roof_fraction, 0.5, 1e-15);
	COMPUTE(machine_at(f, 0), "FP16 tensor with 2:4 sparsity", "FP16 tensor", "FP32 vector");
	assert_int_equal(row_at(f, 1)->flags, FLAG_NO_ROOF);
	assert_string_equal(message_of(f, DIAG_NO_ROOF), "'v': no sparse fp32 roof on 'Device', so no percentage");
}

static void wide_accumulation_and_pipe_decide(void **state)
{
	struct fixture *f = *state;
	add_device(f);
	add_measured(f, "gemm", 1e14, 1e9, 1)->precision = "fp16";
	struct point *point = add_measured(f, "axpy", 1e13, 1e9, 1);
	point->precision = "fp16";
	point->pipe = "vector";
	point = add_measured(f, "odd", 1e13, 1e9, 1);
	point->precision = "fp16";
	point->pipe = "sfu";
	analyse(f);
	assert_string_equal(row_at(f, 0)->compute->name, "FP16 tensor");
	assert_string_equal(row_at(f, 1)->compute->name, "FP16 vector");
	COMPUTE(machine_at(f, 0), "FP16 tensor", "FP16 vector");
	assert_string_equal(message_of(f, DIAG_NO_ROOF), "'odd': no fp16 roof of pipe 'sfu' on 'Device', so no percentage");
}

static void device_draws_its_default_and_what_is_used(void **state)
{
	struct fixture *f = *state;
	add_device(f);
	add_measured(f, "k", 1e14, 1e9, 1);
	analyse(f);
	const struct machine *machine = machine_at(f, 0);
	COMPUTE(machine, "BF16 tensor");
	assert_int_equal(machine->memory.count, 1);
	assert_int_equal(machine->network.count, 0);
	struct point *point = add_point(f, "levels");
	point->performance = 1e12;
	point->network_bytes = 1;
	add_level(f, point, "L2", NAN, 10);
	analyse(f);
	machine = machine_at(f, 0);
	assert_int_equal(machine->memory.count, 2);
	assert_string_equal(machine->memory.items[0].name, "L2");
	assert_int_equal(machine->network.count, 1);
	assert_string_equal(machine->network.items[0].name, "NVLink");
}

static void hand_written_ceilings_of_a_used_precision_are_all_drawn(void **state)
{
	struct fixture *f = *state;
	add_machine(f, "V100");
	add_compute(f, "No-FMA", "fp64", 3.5e12);
	add_compute(f, "FMA", "fp64", 7e12);
	add_compute(f, "FP32", "fp32", 14e12);
	add_memory(f, "HBM2", "main", 8e11);
	add_measured(f, "k", 1e12, 1e12, 1)->precision = "fp64";
	analyse(f);
	COMPUTE(machine_at(f, 0), "FMA", "No-FMA");
	assert_string_equal(row_at(f, 0)->compute->name, "FMA");
}

static void ceilings_without_precision_judge_every_point(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_measured(f, "k", 5e11, 1e9, 1)->precision = "bf16";
	analyse(f);
	assert_string_equal(row_at(f, 0)->compute->name, "peak");
	assert_int_equal(row_at(f, 0)->flags, 0);
}

static void select_chooses_by_precision_name_and_level(void **state)
{
	struct fixture *f = *state;
	add_device(f);
	f->hardware->select.compute = strings(f, "FP32", "bf16 TENSOR");
	f->hardware->select.memory = strings(f, "l2", NULL);
	f->hardware->select.network = strings(f, "pcie", NULL);
	add_measured(f, "k", 1e13, 1e9, 1)->precision = "fp16";
	add_measured(f, "any", 1e13, 1e9, 1);
	analyse(f);
	const struct machine *machine = machine_at(f, 0);
	COMPUTE(machine, "BF16 tensor", "FP32 vector");
	assert_int_equal(machine->memory.count, 1);
	assert_string_equal(machine->memory.items[0].name, "L2");
	assert_string_equal(machine->network.items[0].name, "PCIe");
	// Judging is by the machine, not by what is drawn of it.
	assert_string_equal(row_at(f, 0)->compute->name, "FP16 tensor");
	assert_string_equal(row_at(f, 0)->memory->name, "HBM3");
	assert_string_equal(row_at(f, 1)->compute->name, "BF16 tensor");
}

static void select_of_nothing_known(void **state)
{
	struct fixture *f = *state;
	add_device(f);
	f->hardware->select.compute = strings(f, "FP32 vectro", NULL);
	f->hardware->select.memory = strings(f, "HBMX", NULL);
	assert_null(analysis_run(f->arena, &f->chart, f->diags));
	assert_non_null(strstr(message_of(f, DIAG_UNKNOWN_NAME), "did you mean 'FP32 vector'"));
}

static void unknown_level_has_no_roof(void **state)
{
	struct fixture *f = *state;
	add_device(f);
	struct point *point = add_point(f, "k");
	point->performance = 1e12;
	add_level(f, point, "L9", NAN, 10);
	analyse(f);
	assert_true(row_at(f, 0)->plotted);
	assert_null(row_at(f, 0)->memory);
	assert_int_equal(row_at(f, 0)->flags, FLAG_NO_ROOF);
	assert_string_equal(message_of(f, DIAG_NO_ROOF), "'k': no memory 'L9' on 'Device', so no percentage");
}

static void equal_names_are_numbered(void **state)
{
	struct fixture *f = *state;
	add_machine(f, "B");
	add_compute(f, "peak", NULL, 1e12);
	add_compute(f, "peak", NULL, 2e12);
	add_memory(f, "DRAM", NULL, 1e12);
	add_measured(f, "gemm", 1e9, 1e9, 0.001);
	add_measured(f, "gemm", 9e9, 3e9, 0.003);
	add_measured(f, "gemm #1", 9e9, 3e9, 0.003);
	add_measured(f, NULL, 9e9, 3e9, 0.003);
	analyse(f);
	assert_string_equal(row_at(f, 0)->name, "gemm #2");
	assert_string_equal(row_at(f, 1)->name, "gemm #3");
	assert_string_equal(row_at(f, 2)->name, "gemm #1");
	assert_string_equal(row_at(f, 3)->name, "point 4");
	assert_near(row_at(f, 0)->intensity, 1, 0);
	assert_near(row_at(f, 1)->intensity, 3, 0);
	COMPUTE(machine_at(f, 0), "peak #2", "peak");
}

static void two_launches_are_two_points(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_measured(f, "gemm", 1e9, 1e9, 0.1);
	add_measured(f, "gemm", 9e9, 3e9, 0.3);
	analyse(f);
	assert_string_equal(row_at(f, 0)->name, "gemm #1");
	assert_string_equal(row_at(f, 1)->label, "gemm #2");
}

static void several_machines(void **state)
{
	struct fixture *f = *state;
	add_machine(f, "H100 SXM")->id = "nvidia-h100-sxm";
	add_compute(f, "BF16", "bf16", 1e15);
	add_memory(f, "HBM3", "main", 3e12);
	add_machine(f, "MI300X")->id = "amd-mi300x";
	add_compute(f, "BF16", "bf16", 1.3e15);
	add_memory(f, "HBM3", "main", 5e12);
	add_measured(f, "a", 1e14, 1e9, 1)->hardware = "mi300x";
	add_measured(f, "b", 1e14, 1e9, 1);
	analyse(f);
	assert_string_equal(machine_at(f, 0)->memory.items[0].name, "H100 SXM: HBM3");
	assert_string_equal(row_at(f, 0)->compute->name, "MI300X: BF16");
	assert_ptr_equal(row_at(f, 1)->machine, machine_at(f, 0));
	add_measured(f, "c", 1e14, 1e9, 1)->hardware = "b200";
	assert_null(analysis_run(f->arena, &f->chart, f->diags));
	assert_string_equal(message_of(f, DIAG_UNKNOWN_NAME), "unknown hardware 'b200' of 'c': expected one of H100 SXM, MI300X");
}

static void series_are_declared_first(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	*list_push(f->arena, &f->chart.series) = (struct series){.key = "late", .label = "Late", .marker = MARKER_STAR};
	add_measured(f, "a", 1e9, 1e9, 1);
	add_measured(f, "b", 1e9, 1e9, 1)->series = "found";
	add_measured(f, "c", 1e9, 1e9, 1)->series = "late";
	add_measured(f, "d", 1e9, 1e9, 1);
	analyse(f);
	assert_int_equal(f->analysis->series.count, 3);
	assert_string_equal(f->analysis->series.items[0].label, "Late");
	assert_null(f->analysis->series.items[1].key);
	assert_string_equal(f->analysis->series.items[2].label, "found");
	static const size_t indices[] = {1, 2, 0, 1};
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(row_at(f, i)->series_index, indices[i]);
}

static void arrows_need_a_point(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_measured(f, "before", 1e9, 1e9, 1);
	add_measured(f, "after", 1e9, 1e9, 0.5)->baseline = "befor";
	assert_null(analysis_run(f->arena, &f->chart, f->diags));
	assert_string_equal(message_of(f, DIAG_UNKNOWN_NAME), "unknown baseline of point 'after': 'befor', did you mean 'before'?");
}

static void links_of_points(void **state)
{
	struct fixture *f = *state;
	add_device(f);
	struct point *point = add_measured(f, "k", 1e12, 1e9, 1);
	point->network_bytes = 64e9;
	point->network = "PCIe";
	analyse(f);
	assert_near(row_at(f, 0)->t_net, 1, 0);
	assert_string_equal(row_at(f, 0)->network->name, "PCIe");
	point->network = "PCIx";
	assert_null(analysis_run(f->arena, &f->chart, f->diags));
	assert_int_equal(count_diags(f, DIAG_UNKNOWN_NAME), 1);
}

static void no_hardware_is_an_error(void **state)
{
	struct fixture *f = *state;
	add_measured(f, "k", 1e12, 1e9, 1);
	assert_null(analysis_run(f->arena, &f->chart, f->diags));
	assert_int_equal(count_diags(f, DIAG_NO_HARDWARE), 1);
}

// Names, roofs and levels are looked up, not searched for: the time grows with the points alone.
static void many_points(void **state)
{
	struct fixture *f = *state;
	enum { MANY = 100000, MOST_MICROSECONDS = 5000000 };
	add_device(f);
	for (size_t i = 0; i < MANY; i++) {
		struct point *point = add_measured(f, i % 2 ? "gemm" : arena_printf(f->arena, "k%zu", i), 1e9 + (double)i, 1e8, 1e-4);
		point->precision = i % 3 ? "bf16" : "fp16";
		point->series = arena_printf(f->arena, "s%zu", i % 1000);
	}
	gint64 start = g_get_monotonic_time();
	analyse(f);
	assert_true(g_get_monotonic_time() - start < MOST_MICROSECONDS);
	assert_int_equal(f->analysis->rows.count, MANY);
	assert_string_equal(row_at(f, MANY - 1)->name, "gemm #50000");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(point_is_judged_by_its_own_precision),
		TEST(misspelt_precisions_are_known),
		TEST(points_without_a_machine_are_counted),
		TEST(what_plays_no_part_is_said),
		TEST(analytic_point_without_a_roof_has_no_place),
		TEST(measured_and_theoretical_ceilings_are_both_drawn),
		TEST(dense_peak_judges),
		TEST(sparse_roofs_on_request),
		TEST(sparse_point_is_judged_by_the_sparse_peak),
		TEST(wide_accumulation_and_pipe_decide),
		TEST(device_draws_its_default_and_what_is_used),
		TEST(hand_written_ceilings_of_a_used_precision_are_all_drawn),
		TEST(ceilings_without_precision_judge_every_point),
		TEST(select_chooses_by_precision_name_and_level),
		TEST(select_of_nothing_known),
		TEST(unknown_level_has_no_roof),
		TEST(equal_names_are_numbered),
		TEST(two_launches_are_two_points),
		TEST(several_machines),
		TEST(series_are_declared_first),
		TEST(arrows_need_a_point),
		TEST(links_of_points),
		TEST(no_hardware_is_an_error),
		TEST(many_points),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
