// SPDX-License-Identifier: MIT
// Kernels and what points ask of them, as a spec has them.
#include "model/kernel.h"
#include "model/spec_keys.h"

#include "base/json_out.h"

#include <math.h>

static void write_bytes(struct json_out *out, const struct kernel *kernel)
{
	if (!kernel->bytes.count)
		return;
	json_key(out, "bytes");
	if (kernel->bytes.count == 1 && !kernel->bytes.items[0].level) {
		json_string(out, kernel->bytes.items[0].text);
		return;
	}
	json_open_flat(out, '{');
	for (size_t i = 0; i < kernel->bytes.count; i++)
		json_put_string(out, kernel->bytes.items[i].level ? kernel->bytes.items[i].level : "main", kernel->bytes.items[i].text);
	json_close(out, '}');
}

static bool has_default(const struct kernel_parameter *parameter)
{
	return parameter->type || !isnan(parameter->value);
}

static void write_defaults(struct json_out *out, const struct kernel *kernel)
{
	bool any = false;
	for (size_t i = 0; i < kernel->parameters.count; i++)
		any |= has_default(&kernel->parameters.items[i]);
	if (!any)
		return;
	json_key(out, "defaults");
	json_open_flat(out, '{');
	for (size_t i = 0; i < kernel->parameters.count; i++) {
		const struct kernel_parameter *parameter = &kernel->parameters.items[i];
		if (parameter->type)
			json_put_string(out, parameter->name, parameter->type);
		else if (has_default(parameter))
			json_put_number(out, parameter->name, parameter->value);
	}
	json_close(out, '}');
}

void spec_write_kernels(struct json_out *out, const struct chart *chart)
{
	if (!chart->kernels.count)
		return;
	json_key(out, "kernels");
	json_open(out, '{');
	for (size_t i = 0; i < chart->kernels.count; i++) {
		const struct kernel *kernel = chart->kernels.items[i];
		json_key(out, kernel->name);
		json_open_flat(out, '{');
		if (kernel->flops.expr)
			json_put_string(out, "flops", kernel->flops.text);
		write_bytes(out, kernel);
		if (kernel->network.expr)
			json_put_string(out, "network_bytes", kernel->network.text);
		write_defaults(out, kernel);
		if (kernel->doc)
			json_put_string(out, "doc", kernel->doc);
		if (kernel->source)
			json_put_string(out, "source", kernel->source);
		json_close(out, '}');
	}
	json_close(out, '}');
}

// ---- of a point ---------------------------------------------------------------------------------------------------------------------------------------

static void write_sweep(struct json_out *out, const struct sweep_spec *sweep)
{
	json_key(out, "sweep");
	json_open_flat(out, '{');
	json_key(out, sweep->parameter);
	json_open_flat(out, sweep->is_list ? '[' : '{');
	for (size_t i = 0; i < sweep->list.count; i++)
		json_number(out, sweep->list.items[i]);
	if (!sweep->is_list) {
		json_put_number(out, "from", sweep->from);
		json_put_number(out, "to", sweep->to);
		json_put_number(out, "steps", sweep->steps);
		json_put_string(out, "scale", sweep->scale == SCALE_LOG ? "log" : "linear");
	}
	json_close(out, sweep->is_list ? ']' : '}');
	json_close(out, '}');
}

static void write_times(struct json_out *out, const struct kernel_call *call)
{
	json_key(out, "time");
	json_open_flat(out, '[');
	for (size_t i = 0; i < call->times.count; i++) {
		const struct kernel_time *time = &call->times.items[i];
		if (isnan(time->low)) {
			json_number(out, time->time);
			continue;
		}
		json_open_flat(out, '[');
		json_number(out, time->low);
		json_number(out, time->time);
		json_number(out, time->high);
		json_close(out, ']');
	}
	json_close(out, ']');
}

void spec_write_call(struct json_out *out, const struct kernel_call *call)
{
	json_put_string(out, "kernel", call->name);
	if (call->params.count) {
		json_key(out, "params");
		json_open_flat(out, '{');
		for (size_t i = 0; i < call->params.count; i++) {
			if (call->params.items[i].format)
				json_put_string(out, call->params.items[i].name, call->params.items[i].format);
			else
				json_put_number(out, call->params.items[i].name, call->params.items[i].number);
		}
		json_close(out, '}');
	}
	if (call->swept)
		write_sweep(out, &call->sweep);
	if (call->times.count)
		write_times(out, call);
}
