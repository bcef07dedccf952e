// SPDX-License-Identifier: MIT
// The values that a sweep runs over.
#include "model/kernel.h"

#include "base/num.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct kernel_parameter *find_parameter(const struct kernel *kernel, const char *name)
{
	for (size_t i = 0; i < kernel->parameters.count; i++) {
		if (!strcmp(kernel->parameters.items[i].name, name))
			return &kernel->parameters.items[i];
	}
	return NULL;
}

static bool is_count(double value)
{
	return value >= 1 && value == floor(value);
}

// Of a kernel of one's own nothing is said: there a parameter counts things when all values can be different whole numbers.
bool kernel_sweep_whole(const struct kernel *kernel, const struct sweep_spec *sweep)
{
	const struct kernel_parameter *parameter = find_parameter(kernel, sweep->parameter);
	if (!kernel->own)
		return parameter && parameter->whole;
	if (!sweep->is_list)
		return is_count(sweep->from) && is_count(sweep->to) && sweep->to - sweep->from >= sweep->steps - 1;
	for (size_t i = 0; i < sweep->list.count; i++) {
		if (!is_count(sweep->list.items[i]))
			return false;
	}
	return true;
}

static bool check_counts(const struct sweep_spec *sweep, struct diags *diags)
{
	const double ends[] = {sweep->from, sweep->to};
	const double *values = sweep->is_list ? sweep->list.items : ends;
	size_t count = sweep->is_list ? sweep->list.count : G_N_ELEMENTS(ends);
	for (size_t i = 0; i < count; i++) {
		if (is_count(values[i]))
			continue;
		diags_add(diags, DIAG_WRONG_VALUE, sweep->place, "sweep of '%s', which counts things: expected whole numbers from 1 on, found %s", sweep->parameter,
			num_exact(values[i]).text);
		return false;
	}
	return true;
}

static double step_value(const struct sweep_spec *sweep, size_t step, bool whole)
{
	double share = (double)step / (sweep->steps - 1);
	double value = sweep->scale == SCALE_LOG ? sweep->from * pow(sweep->to / sweep->from, share) : sweep->from + (sweep->to - sweep->from) * share;
	if (step == 0)
		value = sweep->from;
	if (share == 1)
		value = sweep->to;
	return whole ? round(value) : value;
}

static int by_value(const void *a, const void *b)
{
	double x = ((const struct sweep_value *)a)->value, y = ((const struct sweep_value *)b)->value;
	return (x > y) - (x < y);
}

static struct sweep_value *listed_values(struct arena *arena, const struct sweep_spec *sweep, size_t *count, struct diags *diags)
{
	struct sweep_value *values = arena_array(arena, sweep->list.count, sizeof *values);
	for (size_t i = 0; i < sweep->list.count; i++)
		values[i] = (struct sweep_value){sweep->list.items[i], i};
	*count = sweep->list.count;
	qsort(values, *count, sizeof *values, by_value);
	for (size_t i = 1; i < *count; i++) {
		if (values[i].value > values[i - 1].value)
			continue;
		diags_add(diags, DIAG_WRONG_VALUE, sweep->place, "sweep of '%s': expected each value once, found %s twice", sweep->parameter, num_exact(values[i].value).text);
		return NULL;
	}
	return values;
}

// Steps that are rounded to the same whole number are one.
static struct sweep_value *stepped_values(struct arena *arena, const struct sweep_spec *sweep, bool whole, size_t *count)
{
	size_t steps = (size_t)sweep->steps;
	struct sweep_value *values = arena_array(arena, steps, sizeof *values);
	*count = 0;
	for (size_t i = 0; i < steps; i++) {
		double value = step_value(sweep, i, whole);
		if (*count && !(value > values[*count - 1].value))
			continue;
		values[*count] = (struct sweep_value){value, *count};
		(*count)++;
	}
	return values;
}

static bool check_times(const struct kernel_call *call, size_t count, struct diags *diags)
{
	if (!call->times_place.source || call->times.count == count)
		return true;
	diags_add(diags, DIAG_WRONG_VALUE, call->times_place, "expected a time for each of the %zu values of '%s' (null for one that was not measured), found %zu", count,
		call->sweep.parameter, call->times.count);
	return false;
}

const struct sweep_value *kernel_sweep_values(struct arena *arena, const struct kernel *kernel, const struct kernel_call *call, size_t *count, struct diags *diags)
{
	const struct sweep_spec *sweep = &call->sweep;
	bool whole = kernel_sweep_whole(kernel, sweep);
	if (whole && !check_counts(sweep, diags))
		return NULL;
	const struct sweep_value *values = sweep->is_list ? listed_values(arena, sweep, count, diags) : stepped_values(arena, sweep, whole, count);
	return values && check_times(call, *count, diags) ? values : NULL;
}
