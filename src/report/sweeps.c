// SPDX-License-Identifier: MIT
// What a sweep shows, in a sentence: "compute-bound from b = 345.1".
#include "report/report_internal.h"

#include "base/num.h"
#include "model/kernel.h"

#include <math.h>

static const char *value_text(struct arena *arena, double value)
{
	return arena_strdup(arena, num_short(value, value == floor(value) && value < 1e9 ? 10 : REPORT_DIGITS).text);
}

static const char *bound_text(struct arena *arena, enum bound bound)
{
	return bound == BOUND_BALANCED || bound == BOUND_NONE ? "balanced" : arena_printf(arena, "%s-bound", bound_name(bound));
}

static const char *list_values(struct arena *arena, const struct sweep_result *result)
{
	enum { SHOWN = 8 };
	const char *text = "";
	size_t count = result->crossings.count;
	for (size_t i = 0; i < count && i < SHOWN; i++)
		text = arena_printf(arena, "%s%s%s", text, i == 0 ? "" : i + 1 == count ? " and " : ", ", value_text(arena, result->crossings.items[i]));
	return count > SHOWN ? arena_printf(arena, "%s … (%zu in all)", text, count) : text;
}

static const char *uncrossed(struct arena *arena, const struct sweep_result *result)
{
	const struct sweep *sweep = result->sweep;
	const char *from = value_text(arena, sweep->from), *to = value_text(arena, sweep->to), *name = sweep->parameter;
	if (!result->flops)
		return "the kernel has no FLOPs";
	if (result->before == BOUND_NONE || result->after == BOUND_NONE)
		return "no verdict without a roof";
	if (result->before == result->after)
		return arena_printf(arena, "%s for every %s from %s to %s", bound_text(arena, result->before), name, from, to);
	return arena_printf(arena, "%s at %s = %s, %s at %s = %s, nowhere compute-bound", bound_text(arena, result->before), name, from,
		bound_text(arena, result->after), name, to);
}

static const char *beyond_text(struct arena *arena, const struct sweep_result *result)
{
	const struct sweep *sweep = result->sweep;
	if (!result->beyond)
		return "";
	if (result->critical < sweep->from)
		return arena_printf(arena, " (before the sweep, which starts at %s)", value_text(arena, sweep->from));
	return arena_printf(arena, " (beyond the sweep, which ends at %s)", value_text(arena, sweep->to));
}

const char *report_sweep_text(struct arena *arena, const struct sweep_result *result)
{
	const char *name = result->sweep->parameter, *beyond = beyond_text(arena, result);
	if (!result->crossings.count)
		return uncrossed(arena, result);
	if (result->crossings.count > 1)
		return arena_printf(arena, "meets the ridge at %s = %s%s: %s below, %s above", name, list_values(arena, result), beyond,
			bound_text(arena, result->before), bound_text(arena, result->after));
	const char *value = value_text(arena, result->critical);
	if (result->after == BOUND_COMPUTE || result->after == BOUND_BALANCED)
		return arena_printf(arena, "compute-bound from %s = %s%s", name, value, beyond);
	return arena_printf(arena, "compute-bound up to %s = %s%s, %s above", name, value, beyond, bound_text(arena, result->after));
}

void report_write_params(struct json_out *out, const struct point *point)
{
	json_key(out, "params");
	if (!point->kernel) {
		json_null(out);
		return;
	}
	json_open_flat(out, '{');
	for (size_t i = 0; i < point->kernel->params.count; i++) {
		const struct kernel_param *param = &point->kernel->params.items[i];
		bool swept = point->sweep && point->kernel->swept < point->kernel->binding_count &&
			!g_strcmp0(point->kernel->bindings[point->kernel->swept].name, param->name);
		if (param->format)
			json_put_string(out, param->name, param->format);
		else
			json_put_number(out, param->name, swept ? point->sweep_value : param->number);
	}
	json_close(out, '}');
}

static void write_crossings(struct json_out *out, const struct sweep_result *result)
{
	json_key(out, "crossings");
	json_open_flat(out, '[');
	for (size_t i = 0; result && i < result->crossings.count; i++)
		json_number(out, result->crossings.items[i]);
	json_close(out, ']');
}

void report_write_crossings(struct json_out *out, const struct analysis *analysis, const struct row *row)
{
	write_crossings(out, sweep_of_row(analysis, row));
}

void report_write_sweeps(struct json_out *out, const struct analysis *analysis)
{
	if (!analysis->sweeps.count)
		return;
	struct arena *arena = arena_new();
	json_key(out, "sweeps");
	json_open(out, '[');
	for (size_t i = 0; i < analysis->sweeps.count; i++) {
		const struct sweep_result *result = &analysis->sweeps.items[i];
		json_open_flat(out, '{');
		json_put_string(out, "name", result->sweep->name);
		json_put_string(out, "hardware", report_machine_name(result->machine));
		json_put_string(out, "kernel", result->sweep->use->kernel->name);
		json_put_string(out, "parameter", result->sweep->parameter);
		json_put_number(out, "from", result->sweep->from);
		json_put_number(out, "to", result->sweep->to);
		json_put_number(out, "critical", result->critical);
		write_crossings(out, result);
		json_put_bool(out, "beyond", result->beyond);
		json_put_string(out, "before", bound_name(result->before));
		json_put_string(out, "after", bound_name(result->after));
		json_put_string(out, "text", report_sweep_text(arena, result));
		json_close(out, '}');
	}
	json_close(out, ']');
	arena_free(arena);
}
