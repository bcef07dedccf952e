// SPDX-License-Identifier: MIT
// Machines and points built in C, and their analysis, for the unit tests of the model and the reports.
#ifndef RAFTER_TESTS_ANALYSIS_FIXTURE_H
#define RAFTER_TESTS_ANALYSIS_FIXTURE_H

#include "model/analysis.h"
#include "model/spec.h"

#include <glib.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define TEST(function) cmocka_unit_test_setup_teardown(function, fixture_set_up, fixture_tear_down)

struct fixture {
	struct arena *arena;
	struct diags *diags;
	struct chart chart;
	struct hardware *hardware;
	const struct analysis *analysis;
};

static inline struct hardware *add_machine(struct fixture *f, const char *name)
{
	struct hardware *hardware = arena_alloc(f->arena, sizeof *hardware);
	hardware_init(hardware);
	hardware->name = name;
	*list_push(f->arena, &f->chart.hardware) = hardware;
	f->hardware = hardware;
	return hardware;
}

static inline struct compute_ceiling *add_compute(struct fixture *f, const char *name, const char *precision, double peak)
{
	struct compute_ceiling *ceiling = list_push(f->arena, &f->hardware->compute);
	compute_init(ceiling);
	ceiling->name = name;
	ceiling->precision = precision;
	ceiling->peak = peak;
	return ceiling;
}

static inline struct memory_ceiling *add_memory(struct fixture *f, const char *name, const char *level, double bandwidth)
{
	struct memory_ceiling *ceiling = list_push(f->arena, &f->hardware->memory);
	memory_init(ceiling);
	ceiling->name = name;
	ceiling->level = level;
	ceiling->bandwidth = bandwidth;
	return ceiling;
}

static inline struct network_ceiling *add_network(struct fixture *f, const char *name, double bandwidth)
{
	struct network_ceiling *ceiling = list_push(f->arena, &f->hardware->network);
	network_init(ceiling);
	ceiling->name = name;
	ceiling->bandwidth = bandwidth;
	return ceiling;
}

// The machine of most tests: 1 TFLOP/s, 100 GB/s.
static inline void add_m1(struct fixture *f)
{
	add_machine(f, "M1");
	add_compute(f, "peak", NULL, 1e12);
	add_memory(f, "DRAM", NULL, 1e11);
}

static inline void add_hierarchy(struct fixture *f)
{
	add_machine(f, "H");
	add_compute(f, "peak", NULL, 1e12);
	add_memory(f, "HBM", NULL, 1e11);
	add_memory(f, "L2", NULL, 5e11);
	add_memory(f, "L1", NULL, 2e12);
}

// The figures of a device with several rates for one precision.
static inline void add_device(struct fixture *f)
{
	struct hardware *device = add_machine(f, "Device");
	device->id = "vendor-device";
	add_compute(f, "FP32 vector", "fp32", 60e12)->pipe = "vector";
	add_compute(f, "FP16 vector", "fp16", 120e12)->pipe = "vector";
	struct compute_ceiling *tensor = add_compute(f, "FP16 tensor", "fp16", 900e12);
	tensor->pipe = "tensor";
	tensor->accumulate = "fp32";
	tensor->sparse = 1800e12;
	struct compute_ceiling *narrow = add_compute(f, "FP16 tensor (FP16 accumulate)", "fp16", 1000e12);
	narrow->pipe = "tensor";
	narrow->accumulate = "fp16";
	struct compute_ceiling *bf16 = add_compute(f, "BF16 tensor", "bf16", 900e12);
	bf16->pipe = "tensor";
	bf16->accumulate = "fp32";
	bf16->sparse = 1800e12;
	bf16->is_default = true;
	struct compute_ceiling *fp4 = add_compute(f, "FP4 tensor", "fp4", 3e15);
	fp4->sparse = 4e15;
	add_memory(f, "HBM3", "main", 3e12);
	add_memory(f, "L2", "l2", 6e12);
	add_network(f, "NVLink", 450e9);
	add_network(f, "PCIe", 64e9);
}

static inline struct point *add_point(struct fixture *f, const char *name)
{
	struct point *point = list_push(f->arena, &f->chart.points);
	point_init(point);
	point->name = name;
	return point;
}

static inline void add_level(struct fixture *f, struct point *point, const char *level, double bytes, double intensity)
{
	*list_push(f->arena, &point->levels) = (struct level_value){.level = level, .bytes = bytes, .intensity = intensity};
}

static inline struct point *add_measured(struct fixture *f, const char *name, double flops, double bytes, double time)
{
	struct point *point = add_point(f, name);
	point->flops = flops;
	point->time = time;
	add_level(f, point, NULL, bytes, NAN);
	return point;
}

static inline struct point *add_placed(struct fixture *f, const char *name, double intensity, double performance)
{
	struct point *point = add_point(f, name);
	point->performance = performance;
	add_level(f, point, NULL, NAN, intensity);
	return point;
}

static inline int fixture_set_up(void **state)
{
	struct fixture *f = g_new0(struct fixture, 1);
	f->arena = arena_new();
	f->diags = diags_new();
	chart_init(&f->chart);
	*state = f;
	return 0;
}

static inline int fixture_tear_down(void **state)
{
	struct fixture *f = *state;
	arena_free(f->arena);
	diags_free(f->diags);
	g_free(f);
	return 0;
}

static inline void analyse(struct fixture *f)
{
	f->analysis = analysis_run(f->arena, &f->chart, f->diags);
	if (!f->analysis)
		fail_msg("%s", diags_count(f->diags) ? diags_get(f->diags, 0)->message : "no error");
}

static inline const struct row *row_at(const struct fixture *f, size_t index)
{
	assert_true(index < f->analysis->rows.count);
	return &f->analysis->rows.items[index];
}

static inline size_t count_diags(const struct fixture *f, enum diag_id id)
{
	size_t count = 0;
	for (size_t i = 0; i < diags_count(f->diags); i++)
		count += diags_get(f->diags, i)->id == id;
	return count;
}

static inline const char *message_of(const struct fixture *f, enum diag_id id)
{
	for (size_t i = 0; i < diags_count(f->diags); i++) {
		if (diags_get(f->diags, i)->id == id)
			return diags_get(f->diags, i)->message;
	}
	return "";
}

static inline void assert_near(double value, double expected, double tolerance)
{
	if (!(fabs(value - expected) <= tolerance))
		fail_msg("expected %.17g, found %.17g", expected, value);
}

// Equal to `digits` significant digits.
static inline void assert_digits(double value, double expected, int digits)
{
	if (!(fabs(value - expected) <= 0.5001 * pow(10, floor(log10(fabs(expected))) + 1 - digits)))
		fail_msg("expected %.10g, found %.10g", expected, value);
}

#endif
