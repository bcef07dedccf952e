// SPDX-License-Identifier: MIT
// The sweeps of a chart, judged by the ceilings of their points.
#include "model/analysis_internal.h"
#include "model/kernel.h"

#include "base/text.h"
#include "input/keys.h"
#include "model/spec.h"

#include <math.h>
#include <string.h>

static struct sweep_result level_result(const struct sweep *sweep, const struct row *row)
{
	const struct kernel *kernel = sweep->use->kernel;
	struct sweep_result result = {.sweep = sweep, .machine = row->machine, .peak = NAN, .bandwidth = NAN, .link = NAN, .critical = NAN,
		.series_index = row->series_index, .flops = kernel->flops.expr, .network = kernel->network.expr};
	if (row->level_index < kernel->bytes.count)
		result.bytes = kernel->bytes.items[row->level_index].expr;
	if (row->compute)
		result.peak = row->compute->peak;
	if (row->memory && result.bytes)
		result.bandwidth = row->memory->ceiling->bandwidth;
	if (row->network && result.network)
		result.link = row->network->ceiling->bandwidth;
	return result;
}

const struct row *row_judged(const struct row *rows)
{
	size_t level = 0;
	for (size_t i = rows->level_count; i-- > 0;) {
		if (rows[i].memory && rows[i].memory->is_main)
			level = i;
	}
	for (size_t i = 0; i < rows->level_count; i++) {
		if (rows[i].point->memory && text_same(rows[i].level, rows[i].point->memory))
			level = i;
	}
	return &rows[level];
}

// A sweep's points meet the same link, but the first ones may send nothing and so have none.
static const struct row *linked_row(const struct row *rows, size_t count, size_t step)
{
	for (size_t i = 0; i < count; i++) {
		if (rows[i * step].network)
			return &rows[i * step];
	}
	return rows;
}

static void judge(struct run *run, const struct sweep *sweep)
{
	const struct point_use *use = &run->points[sweep->first_point];
	struct row *rows = &run->analysis->rows.items[use->first_row];
	size_t levels = use->level_count, judged = row_judged(rows)->level_index;
	struct sweep_result *results = arena_array(run->arena, levels, sizeof *results);
	for (size_t i = 0; i < levels; i++) {
		const struct row *linked = linked_row(&rows[i], sweep->point_count, levels);
		results[i] = level_result(sweep, linked);
		results[i].first_row = use->first_row + i;
		results[i].row_count = sweep->point_count;
		results[i].row_step = levels;
		sweep_solve(run->arena, &results[i]);
	}
	for (size_t i = 0; i < sweep->point_count * levels; i++)
		rows[i].critical = results[i % levels].critical;
	struct sweep_result *result = list_push(run->arena, &run->analysis->sweeps);
	*result = results[judged];
	result->levels = results;
	result->level_count = levels;
}

// ---- the axis of a sweep chart ---------------------------------------------------------------------------------------------------------------------------

static const char **parameters_of(const struct run *run, size_t *count)
{
	const struct chart *chart = run->chart;
	const char **names = arena_array(run->arena, chart->sweeps.count + 1, sizeof *names);
	*count = 0;
	for (size_t i = 0; i < chart->sweeps.count; i++) {
		size_t at = 0;
		while (at < *count && strcmp(names[at], chart->sweeps.items[i].parameter))
			at++;
		if (at == *count)
			names[(*count)++] = chart->sweeps.items[i].parameter;
	}
	return names;
}

// The parameter along the axis; NULL when there is no sweep, or after an error.
static const char *axis_parameter(struct run *run)
{
	size_t count;
	const char **names = parameters_of(run, &count);
	const char *x = run->chart->options.x;
	for (size_t i = 0; i < count; i++) {
		if (count == 1 && !x)
			return names[i];
		if (x && !strcmp(names[i], x))
			return names[i];
	}
	if (!count)
		return NULL;
	run->failed = true;
	if (x)
		keys_unknown(run->diags, DIAG_UNKNOWN_NAME, chart_said_place(run->chart, "chart.x", run->chart->sweeps.items[0].place),
			"swept parameter in chart.x:", x, names, count);
	else
		diags_add(run->diags, DIAG_MISSING_KEY, run->chart->sweeps.items[0].place,
			"the sweeps of this chart run over different parameters, '%s' and '%s': expected \"x\" in \"chart\" with the one along the axis", names[0], names[1]);
	return NULL;
}

static void leave_out(struct row *row, const char *reason)
{
	if (row->plotted)
		row->reason = reason;
	row->plotted = false;
}

// What has no value of the parameter has no place on its axis.
static void leave_out_others(struct run *run, const char *parameter)
{
	const struct chart *chart = run->chart;
	const char *wanted = arena_printf(run->arena, "no sweep over '%s', the axis of the chart", parameter);
	for (size_t i = 0; i < run->analysis->rows.count; i++) {
		struct row *row = &run->analysis->rows.items[i];
		const struct sweep *sweep = row->point->sweep ? &chart->sweeps.items[row->point->sweep - 1] : NULL;
		// A point of a kernel alone stands at its own value (kernels_expand).
		if (sweep ? strcmp(sweep->parameter, parameter) != 0 : isnan(row->point->sweep_value))
			leave_out(row, wanted);
	}
}

void sweeps_judge(struct run *run)
{
	const struct chart *chart = run->chart;
	bool own_axis = chart->options.kind == CHART_SWEEP;
	const char *parameter = own_axis ? axis_parameter(run) : NULL;
	if (run->failed || chart->options.kind == CHART_SCALING)
		return;
	for (size_t i = 0; i < chart->sweeps.count; i++) {
		if (!parameter || !strcmp(chart->sweeps.items[i].parameter, parameter))
			judge(run, &chart->sweeps.items[i]);
	}
	if (parameter)
		leave_out_others(run, parameter);
}
