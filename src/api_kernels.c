// SPDX-License-Identifier: MIT
// Kernels in the public interface: a point from a kernel, and what rafter tells about the built-in ones.
#include "api_lists.h"

#include "base/num.h"
#include "base/text.h"
#include "input/keys.h"
#include "model/kernel.h"
#include "model/spec.h"

#include <math.h>
#include <string.h>

static const struct place nowhere;

// ---- a point ------------------------------------------------------------------------------------------------------------------------------------------

static const struct source *text_source(struct rafter *r, const char *name, const char *text)
{
	const char *valid = api_text(r, text);
	return api_source(r, name, valid, strlen(valid));
}

// "b=512", "dtype=bf16".
static bool add_param(struct rafter *r, struct kernel_call *call, const char *text)
{
	const struct source *source = text_source(r, "--param", text);
	const struct place whole = {source, 0, source->size};
	const char *equals = memchr(source->bytes, '=', source->size);
	size_t before = equals ? (size_t)(equals - source->bytes) : 0;
	if (!before || before + 1 == source->size) {
		diags_add(r->diags, DIAG_USAGE, whole, "expected NAME=VALUE such as b=512 or dtype=bf16, found '%s'", source->bytes);
		return false;
	}
	struct kernel_param param = {.name = arena_strndup(r->arena, source->bytes, before), .number = NAN, .key_place = {source, 0, before},
		.place = {source, before + 1, source->size - before - 1}};
	struct units_value unused;
	if (!num_parse(equals + 1, &param.number)) {
		if (units_parse(equals + 1, QUANTITY_NONE, &unused) == UNITS_OUT_OF_RANGE) {
			diags_add(r->diags, DIAG_WRONG_VALUE, param.place, "'%s': expected " UNITS_RANGE ", found '%s'", param.name, equals + 1);
			return false;
		}
		param.number = NAN;
		param.format = equals + 1;
	}
	for (size_t i = 0; i < call->params.count; i++) {
		if (strcmp(call->params.items[i].name, param.name))
			continue;
		diags_add(r->diags, DIAG_DUPLICATE_KEY, param.key_place, "the parameter '%s' is given twice", param.name);
		return false;
	}
	*list_push(r->arena, &call->params) = param;
	return true;
}

// Formulas become a kernel of the chart, under a name that no spec would choose.
static const char *add_formulas(struct rafter *r, const struct source *source)
{
	struct source *named = arena_alloc(r->arena, sizeof *named);
	size_t number = 1;
	for (size_t i = 0; i < r->given.kernels.count; i++)
		number += g_str_has_prefix(r->given.kernels.items[i]->name, source->name);
	*named = *source;
	named->name = number > 1 ? arena_printf(r->arena, "%s #%zu", source->name, number) : source->name;
	const struct kernel *kernel = kernel_from_text(r->arena, named, r->diags);
	if (kernel)
		*list_push(r->arena, &r->given.kernels) = kernel;
	return kernel ? kernel->name : NULL;
}

static const char *point_name(struct rafter *r, const char *kernel, const char *const *params, size_t count)
{
	g_autoptr(GString) name = g_string_new(kernel);
	for (size_t i = 0; i < count; i++)
		g_string_append_printf(name, "%s%s", name->len ? " " : "", params[i]);
	return api_text(r, name->len ? name->str : "kernel");
}

bool rafter_add_kernel(struct rafter *r, const char *kernel, const char *const *params, size_t count)
{
	api_touch(r);
	struct point point;
	point_init(&point);
	struct kernel_call *call = kernel_call_of(r->arena, &point);
	const struct source *source = text_source(r, "--kernel", kernel);
	bool by_name = !memchr(source->bytes, '=', source->size) && !memchr(source->bytes, ';', source->size);
	call->place = point.place = (struct place){source, 0, source->size};
	call->name = by_name ? source->bytes : add_formulas(r, source);
	bool ok = call->name;
	for (size_t i = 0; i < count; i++)
		ok = add_param(r, call, params[i]) && ok;
	point.name = point_name(r, by_name ? kernel : "", params, count);
	if (ok)
		*list_push(r->arena, &r->given.points) = point;
	return api_ok(r);
}

// ---- what there is ----------------------------------------------------------------------------------------------------------------------------------------

static const char *list_parameters(struct arena *arena, const struct built_in *kernel)
{
	g_autoptr(GString) names = g_string_new(NULL);
	for (const struct kernel_parameter *parameter = kernel->parameters; parameter->name; parameter++)
		g_string_append_printf(names, "%s%s", names->len ? " " : "", parameter->name);
	return arena_strdup(arena, names->str);
}

static void put_kernel(struct cells *cells, const struct built_in *kernel)
{
	table_put(cells, kernel->name);
	table_put(cells, list_parameters(cells->arena, kernel));
	table_put(cells, kernel->flops);
	table_put(cells, kernel->bytes);
	table_put(cells, kernel->network);
	table_put(cells, kernel->doc);
	table_put(cells, kernel->source);
}

void kernels_fill(struct cells *cells)
{
	for (const struct built_in *kernel = built_in_kernels; kernel->name; kernel++)
		put_kernel(cells, kernel);
}

static const char *const kernel_keys_shown[] = {"name", "doc", "flops", "bytes", "network_bytes", "source", NULL};
static const char *const parameter_keys_shown[] = {"name", "default", "counts", "doc", NULL};

static void put_parameters(struct cells *cells, const struct built_in *kernel)
{
	const struct kernel *parsed = kernel_built_in(cells->arena, kernel->name);
	for (const struct kernel_parameter *parameter = kernel->parameters; parameter->name; parameter++) {
		const char *symbol = parameter->is_type ? kernel_size_symbol(parameter->name) : NULL;
		symbol = symbol && kernel_place_of(parsed, symbol).source ? symbol : NULL;
		table_put(cells, parameter->name);
		table_put_number(cells, parameter->value);
		table_put_flag(cells, parameter->whole);
		table_put(cells, symbol ? arena_printf(cells->arena, "%s; %s in the formulas is its bytes", parameter->doc, symbol) : parameter->doc);
	}
}

static const struct built_in *find_kernel(struct rafter *r, const char *name)
{
	const char *names[64];
	size_t count = 0;
	for (const struct built_in *kernel = built_in_kernels; kernel->name; kernel++) {
		if (text_same(kernel->name, name))
			return kernel;
		if (count < G_N_ELEMENTS(names))
			names[count++] = kernel->name;
	}
	keys_unknown(r->diags, DIAG_UNKNOWN_NAME, nowhere, "kernel", name, names, count);
	return NULL;
}

static void write_table(struct arena *arena, const struct cells *kernel, const struct cells *parameters, GString *out)
{
	table_write_lines(arena, kernel_keys_shown, kernel->list.items, out);
	g_string_append(out, "\nparameters\n\n");
	table_write(parameter_keys_shown, parameters, out);
	g_string_append(out, "\nnumber formats and bytes:");
	for (const struct number_format *format = number_formats; format->name; format++)
		g_string_append_printf(out, "%s %s %s", format == number_formats ? "" : ",", format->name, num_exact(format->bytes).text);
	g_string_append_c(out, '\n');
}

static void write_json(const struct cells *kernel, const struct cells *parameters, GString *out)
{
	struct json_out json;
	json_out_init(&json, out);
	json_open(&json, '{');
	table_write_members(kernel_keys_shown, kernel->list.items, &json);
	json_key(&json, "parameters");
	json_open(&json, '[');
	for (size_t i = 0; i < parameters->list.count; i += G_N_ELEMENTS(parameter_keys_shown) - 1) {
		json_open_flat(&json, '{');
		table_write_members(parameter_keys_shown, &parameters->list.items[i], &json);
		json_close(&json, '}');
	}
	json_close(&json, ']');
	json_close(&json, '}');
}

bool kernel_show(struct rafter *r, const char *name, bool as_json, GString *out)
{
	const struct built_in *kernel = find_kernel(r, name);
	struct cells row = {.arena = r->arena}, parameters = {.arena = r->arena};
	if (!kernel)
		return false;
	table_put(&row, kernel->name);
	table_put(&row, kernel->doc);
	table_put(&row, kernel->flops);
	table_put(&row, kernel->bytes);
	table_put(&row, kernel->network);
	table_put(&row, kernel->source);
	put_parameters(&parameters, kernel);
	if (as_json)
		write_json(&row, &parameters, out);
	else
		write_table(r->arena, &row, &parameters, out);
	return true;
}
