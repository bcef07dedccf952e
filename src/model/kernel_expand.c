// SPDX-License-Identifier: MIT
// Points with a kernel become points with figures.
#include "model/kernel.h"

#include "base/num.h"
#include "base/text.h"
#include "input/keys.h"
#include "model/spec.h"

#include <glib.h>
#include <math.h>
#include <string.h>

struct expander {
	struct arena *arena;
	struct diags *diags;
	struct chart *chart;
	struct { struct point *items; size_t count, cap; } points;
	GHashTable *kernels; // name -> kernel: those of the chart, and those built in that were asked for
	struct { const char **items; size_t count, cap; } names; // that a misspelt one may have meant
	size_t made;         // points of kernels
	bool ok;
};

// ---- the kernel -----------------------------------------------------------------------------------------------------------------------------------------

static void unknown_kernel(struct expander *expander, const struct kernel_call *call)
{
	bool first = !expander->names.count;
	for (size_t i = 0; first && i < expander->chart->kernels.count; i++)
		*list_push(expander->arena, &expander->names) = expander->chart->kernels.items[i]->name;
	for (const struct built_in *row = built_in_kernels; first && row->name; row++)
		*list_push(expander->arena, &expander->names) = row->name;
	keys_unknown(expander->diags, DIAG_UNKNOWN_NAME, call->place, "kernel", call->name, expander->names.items, expander->names.count);
	expander->ok = false;
}

// A spec's own kernel before one that is built in.
static const struct kernel *find_kernel(struct expander *expander, const struct kernel_call *call)
{
	const struct kernel *kernel = g_hash_table_lookup(expander->kernels, call->name);
	if (kernel)
		return kernel;
	kernel = kernel_built_in(expander->arena, call->name);
	if (kernel)
		g_hash_table_insert(expander->kernels, (char *)call->name, (void *)kernel);
	else
		unknown_kernel(expander, call);
	return kernel;
}

static bool refuse(struct expander *expander, const struct point *point, const char *format, ...) __attribute__((format(printf, 3, 4)));

static bool refuse(struct expander *expander, const struct point *point, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	g_autofree char *message = g_strdup_vprintf(format, args);
	va_end(args);
	g_autofree char *name = text_shorten(point->name, 48);
	diags_add_point(expander->diags, DIAG_CONFLICT, point->call->place, point->name, "%s (point '%s')", message, name);
	return expander->ok = false;
}

// A figure comes from the kernel or from the point, not from both.
static bool check_figures(struct expander *expander, const struct kernel *kernel, const struct point *point)
{
	bool swept = point->call->swept;
	const char *what = swept ? "sweep" : "kernel";
	if ((swept || kernel->flops.expr) && !(isnan(point->flops) && isnan(point->macs)))
		return refuse(expander, point, "flops are given, and come from the %s '%s' too: expected one of the two", what, kernel->name);
	if ((swept || kernel->bytes.count) && point->levels.count)
		return refuse(expander, point, "bytes or intensity are given, and come from the %s '%s' too: expected one of the two", what, kernel->name);
	if ((swept || kernel->network.expr) && !isnan(point->network_bytes))
		return refuse(expander, point, "network_bytes are given, and come from the %s '%s' too: expected one of the two", what, kernel->name);
	if (swept && !(isnan(point->time) && isnan(point->performance) && isnan(point->bandwidth)))
		return refuse(expander, point, "a sweep has many values: expected \"time\" as a list with one for each, and no performance or bandwidth");
	return true;
}

// ---- figures ------------------------------------------------------------------------------------------------------------------------------------------

struct evaluation {
	struct expander *expander;
	const struct kernel_use *use;
	const struct point *point;
	double swept;
	bool ok;
};

static void say(struct evaluation *evaluation, enum diag_id id, struct place place, const char *message)
{
	const struct kernel_use *use = evaluation->use;
	g_autofree char *name = text_shorten(evaluation->point->name, 48), *at = g_strdup("");
	if (use->swept < use->binding_count) {
		g_free(at);
		at = g_strdup_printf(" at %s = %s", use->bindings[use->swept].name, num_short(evaluation->swept, 6).text);
	}
	diags_add_point(evaluation->expander->diags, id, place, evaluation->point->name, "%s (point '%s'%s)", message, name, at);
	evaluation->ok = evaluation->expander->ok = false;
}

static void say_why(struct evaluation *evaluation, const struct expr *expr)
{
	const struct kernel_use *use = evaluation->use;
	struct expr_binding bindings[KERNEL_MAX_PARAMETERS];
	memcpy(bindings, use->bindings, use->binding_count * sizeof *bindings);
	if (use->swept < use->binding_count)
		bindings[use->swept].value = evaluation->swept;
	struct diags *why = diags_new();
	double value;
	if (expr_evaluate(expr, bindings, use->binding_count, &value, why))
		value = NAN;
	for (size_t i = 0; i < diags_count(why); i++)
		say(evaluation, diags_get(why, i)->id, diags_get(why, i)->place, diags_get(why, i)->message);
	diags_free(why);
}

// NAN without a formula, and after an error.
static double figure(struct evaluation *evaluation, const struct kernel_formula *formula)
{
	double value = kernel_use_value(evaluation->use, formula->expr, evaluation->swept);
	if (!formula->expr || value >= 0)
		return value;
	if (isnan(value)) {
		say_why(evaluation, formula->expr);
		return NAN;
	}
	g_autofree char *message = g_strdup_printf("expected 0 or more, found %s", num_short(value, 6).text);
	say(evaluation, DIAG_NEGATIVE, formula->place, message);
	return NAN;
}

// The point as it stands at one value.
static bool evaluate(struct evaluation *evaluation, struct point *point)
{
	const struct kernel *kernel = evaluation->use->kernel;
	if (kernel->flops.expr)
		point->flops = figure(evaluation, &kernel->flops);
	for (size_t i = 0; i < kernel->bytes.count; i++) {
		const struct kernel_formula *formula = &kernel->bytes.items[i];
		struct level_value *level = point_level(evaluation->expander->arena, point, formula->level, formula->place.source ? formula->place : point->place);
		if (!isnan(level->bytes)) {
			say(evaluation, DIAG_DUPLICATE_KEY, formula->place, "the bytes of one memory level are given twice");
			return false;
		}
		level->bytes = figure(evaluation, formula);
	}
	if (kernel->network.expr)
		point->network_bytes = figure(evaluation, &kernel->network);
	return evaluation->ok;
}

// ---- points -------------------------------------------------------------------------------------------------------------------------------------------

static bool take_room(struct expander *expander, const struct point *point, size_t count)
{
	expander->made += count;
	if (expander->made <= KERNEL_MAX_POINTS)
		return true;
	if (expander->made - count <= KERNEL_MAX_POINTS)
		diags_add(expander->diags, DIAG_LIMIT, point->call->swept ? point->call->sweep.place : point->call->place,
			"expected at most %d points from kernels and sweeps, found more", KERNEL_MAX_POINTS);
	return expander->ok = false;
}

static void expand_single(struct expander *expander, const struct kernel_use *use, const struct point *point)
{
	struct evaluation evaluation = {expander, use, point, NAN, true};
	struct point made = *point;
	if (!take_room(expander, point, 1) || !evaluate(&evaluation, &made))
		return;
	made.kernel = use;
	*list_push(expander->arena, &expander->points) = made;
}

static void set_time(struct point *point, const struct kernel_call *call, size_t index)
{
	if (!call->times.count)
		return;
	point->time = call->times.items[index].time;
	point->time_low = call->times.items[index].low;
	point->time_high = call->times.items[index].high;
}

static bool make_at(struct expander *expander, const struct kernel_use *use, const struct point *point, struct sweep_value at)
{
	struct arena *arena = expander->arena;
	struct evaluation evaluation = {expander, use, point, at.value, true};
	struct point made = *point;
	const char *parameter = point->call->sweep.parameter;
	struct num_text value = num_short(at.value, at.value == floor(at.value) ? 15 : 6);
	made.name = arena_printf(arena, "%s %s=%s", point->name, parameter, value.text);
	made.label = point->label ? arena_printf(arena, "%s %s=%s", point->label, parameter, value.text) : NULL;
	made.kernel = use;
	made.sweep = expander->chart->sweeps.count + 1;
	made.sweep_value = at.value;
	set_time(&made, point->call, at.index);
	if (!evaluate(&evaluation, &made))
		return false;
	*list_push(arena, &expander->points) = made;
	return true;
}

static void expand_sweep(struct expander *expander, const struct kernel_use *use, const struct point *point)
{
	const struct kernel_call *call = point->call;
	size_t count = 0, first = expander->points.count;
	const struct sweep_value *values = kernel_sweep_values(expander->arena, use->kernel, call, &count, expander->diags);
	if (!values) {
		expander->ok = false;
		return;
	}
	if (!take_room(expander, point, count))
		return;
	if (expander->chart->sweeps.count == KERNEL_MAX_SWEEPS) {
		diags_add_point(expander->diags, DIAG_LIMIT, call->sweep.place, point->name, "expected at most %d sweeps in a chart, found more", KERNEL_MAX_SWEEPS);
		expander->ok = false;
		return;
	}
	if (use->swept < use->binding_count)
		use->bindings[use->swept].value = values[0].value;
	for (size_t i = 0; i < count; i++) {
		if (!make_at(expander, use, point, values[i]))
			return;
	}
	*list_push(expander->arena, &expander->chart->sweeps) = (struct sweep){.name = point->name, .parameter = call->sweep.parameter, .from = values[0].value,
		.to = values[count - 1].value, .whole = kernel_sweep_whole(use->kernel, &call->sweep), .use = use, .series = point->series, .first_point = first,
		.point_count = count, .place = point->place};
}

static void expand(struct expander *expander, const struct point *point)
{
	if (!point->call) {
		*list_push(expander->arena, &expander->points) = *point;
		return;
	}
	const struct kernel *kernel = find_kernel(expander, point->call);
	if (!kernel || !check_figures(expander, kernel, point))
		return;
	struct point *written = arena_alloc(expander->arena, sizeof *written);
	*written = *point;
	struct point typed = *point;
	const struct kernel_use *use = kernel_bind(expander->arena, kernel, written, &typed.precision, expander->diags);
	if (!use)
		expander->ok = false;
	else if (point->call->swept)
		expand_sweep(expander, use, &typed);
	else
		expand_single(expander, use, &typed);
}

// Several sweeps are told apart by series: one that has none is its own.
static void name_series(struct chart *chart)
{
	for (size_t i = 0; i < chart->sweeps.count && chart->sweeps.count > 1; i++) {
		struct sweep *sweep = &chart->sweeps.items[i];
		if (sweep->series)
			continue;
		sweep->series = sweep->name;
		for (size_t k = 0; k < sweep->point_count; k++)
			chart->points.items[sweep->first_point + k].series = sweep->name;
	}
}

// The parameter along the axis of a sweep chart, NULL where that is not clear (which the analysis says).
static const char *axis_parameter(const struct chart *chart)
{
	if (chart->options.kind != CHART_SWEEP || chart->options.x || !chart->sweeps.count)
		return chart->options.kind == CHART_SWEEP ? chart->options.x : NULL;
	for (size_t i = 1; i < chart->sweeps.count; i++) {
		if (strcmp(chart->sweeps.items[i].parameter, chart->sweeps.items[0].parameter))
			return NULL;
	}
	return chart->sweeps.items[0].parameter;
}

// A point of a kernel alone, as a measured one beside the curve, stands in a sweep chart at the value that it has of the parameter along the axis.
static void place_singles(struct chart *chart)
{
	const char *parameter = axis_parameter(chart);
	for (size_t i = 0; i < chart->points.count && parameter; i++) {
		struct point *point = &chart->points.items[i];
		for (size_t k = 0; point->kernel && !point->sweep && k < point->kernel->binding_count; k++) {
			double value = point->kernel->bindings[k].value;
			if (!strcmp(point->kernel->bindings[k].name, parameter) && (value > 0 || chart->x.scale == SCALE_LINEAR))
				point->sweep_value = value;
		}
	}
}

static bool has_kernels(const struct chart *chart)
{
	for (size_t i = 0; i < chart->points.count; i++) {
		if (chart->points.items[i].call)
			return true;
	}
	return false;
}

bool kernels_expand(struct arena *arena, struct chart *chart, struct diags *diags)
{
	if (!has_kernels(chart))
		return true;
	g_autoptr(GHashTable) kernels = g_hash_table_new(g_str_hash, g_str_equal);
	struct expander expander = {.arena = arena, .diags = diags, .chart = chart, .kernels = kernels, .ok = true};
	for (size_t i = 0; i < chart->kernels.count; i++)
		g_hash_table_insert(kernels, (char *)chart->kernels.items[i]->name, (void *)chart->kernels.items[i]);
	for (size_t i = 0; i < chart->points.count; i++)
		expand(&expander, &chart->points.items[i]);
	if (!expander.ok)
		return false;
	chart->points.items = expander.points.items;
	chart->points.count = expander.points.count;
	chart->points.cap = expander.points.cap;
	name_series(chart);
	place_singles(chart);
	return true;
}
