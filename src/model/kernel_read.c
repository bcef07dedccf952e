// SPDX-License-Identifier: MIT
// Kernels in a spec: "kernels" itself, and the "kernel", "params" and "sweep" of a point.
#include "model/kernel.h"

#include "base/num.h"
#include "model/spec.h"

#include <glib.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

// ---- "kernels" ----------------------------------------------------------------------------------------------------------------------------------------

static bool read_text(const struct key_context *context, const struct json *value, struct kernel_formula *formula)
{
	if (value->type == JSON_NUMBER) {
		*formula = (struct kernel_formula){.level = formula->level};
		return kernel_formula_parse(context->arena, formula, value->place, context->diags);
	}
	if (value->type != JSON_STRING)
		return keys_fail_value(context, DIAG_WRONG_TYPE, value, "expected a formula such as \"2*b*d*f\", found %s", json_type_name(value));
	return kernel_formula_parse(context->arena, formula, expr_text_of(context->arena, value), context->diags);
}

static bool read_formula(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	return read_text(context, value, (struct kernel_formula *)((char *)object + key->offset));
}

static bool read_bytes(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	(void)key;
	struct kernel *kernel = object;
	if (value->type != JSON_OBJECT) {
		struct kernel_formula formula = {0};
		bool ok = read_text(context, value, &formula);
		*list_push(context->arena, &kernel->bytes) = formula;
		return ok;
	}
	if (!value->count || value->count > POINT_MAX_LEVELS)
		return keys_fail_value(context, value->count ? DIAG_LIMIT : DIAG_WRONG_VALUE, value, "expected 1 to %d memory levels, found %zu", POINT_MAX_LEVELS, value->count);
	bool ok = true;
	for (const struct json *item = value->child; item; item = item->next) {
		struct kernel_formula formula = {.level = item->key};
		if (item->type == JSON_NULL)
			continue;
		ok = read_text(context, item, &formula) && ok;
		*list_push(context->arena, &kernel->bytes) = formula;
	}
	return ok;
}

static bool read_default(const struct key_context *context, const struct json *item, struct kernel *kernel)
{
	bool is_type = kernel_size_symbol(item->key);
	if (item->type != (is_type ? JSON_STRING : JSON_NUMBER))
		return keys_fail_value(context, DIAG_WRONG_TYPE, item, "expected %s, found %s", is_type ? "a number format such as \"bf16\"" : "a number", json_type_name(item));
	*list_push(context->arena, &kernel->parameters) = (struct kernel_parameter){.name = item->key, .value = is_type ? NAN : item->number,
		.type = is_type ? item->string : NULL, .is_type = is_type};
	return true;
}

static bool read_defaults(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	(void)key;
	if (value->type != JSON_OBJECT)
		return keys_fail_value(context, DIAG_WRONG_TYPE, value, "expected an object such as {\"d\": 4096}, found %s", json_type_name(value));
	if (value->count > KERNEL_MAX_PARAMETERS)
		return keys_fail_value(context, DIAG_LIMIT, value, "expected at most %d parameters, found %zu", KERNEL_MAX_PARAMETERS, value->count);
	bool ok = true;
	for (const struct json *item = value->child; item; item = item->next)
		ok = (item->type == JSON_NULL || read_default(context, item, object)) && ok;
	return ok;
}

// A default of something that no formula has is a slip of the pen.
static bool check_defaults(const struct key_context *context, const struct json *value, const struct kernel *kernel)
{
	const struct json *defaults = json_member(value, "defaults");
	bool ok = true;
	for (const struct json *item = defaults ? defaults->child : NULL; item; item = item->next) {
		for (size_t i = 0; i < kernel->parameters.count; i++) {
			const struct kernel_parameter *parameter = &kernel->parameters.items[i];
			if (strcmp(parameter->name, item->key) || parameter->used)
				continue;
			g_autofree char *what = g_strdup_printf("parameter of kernel '%s':", kernel->name);
			keys_unknown(context->diags, DIAG_UNKNOWN_NAME, item->key_place, what, item->key, kernel->names, kernel->name_count);
			ok = false;
		}
	}
	return ok;
}

#define FORMULA_SCHEMA "{\"type\": [\"string\", \"number\", \"null\"]}"

const struct key kernel_keys[] = {
	{"flops", KEY_CUSTOM, offsetof(struct kernel, flops), .read = read_formula, .schema = FORMULA_SCHEMA, .doc = "operations, FLOP: \"2*b*d*f\"",
		.example = "\"2*b*d*f\""},
	{"bytes", KEY_CUSTOM, offsetof(struct kernel, bytes), .read = read_bytes,
		.schema = "{\"anyOf\": [" FORMULA_SCHEMA ", {\"type\": \"object\", \"minProperties\": 1, \"additionalProperties\": " FORMULA_SCHEMA "}]}",
		.doc = "data moved, byte: of one memory, or an object by memory level; s is the size of a number of dtype, sx of dtype_x",
		.example = "\"2*(b*d + d*f + b*f)\", {\"main\": \"s*n\", \"L2\": \"3*s*n\"}"},
	{"network_bytes", KEY_CUSTOM, offsetof(struct kernel, network), .read = read_formula, .schema = FORMULA_SCHEMA, .doc = "data sent over the link, byte",
		.example = "\"s*b*d\""},
	{"defaults", KEY_CUSTOM, 0, .read = read_defaults,
		.schema = "{\"type\": [\"object\", \"null\"], \"additionalProperties\": {\"type\": [\"number\", \"string\", \"null\"]}}",
		.doc = "values of parameters that a point need not give", .example = "{\"d\": 4096, \"dtype\": \"bf16\"}"},
	{"doc", KEY_STRING, offsetof(struct kernel, doc), .doc = "what it computes", .example = "\"one layer of the decoder\""},
	{"source", KEY_STRING, offsetof(struct kernel, source), .doc = "where the formulas come from", .example = "\"https://example.org/model\""},
	{0},
};

const struct kernel *kernel_read(const struct key_context *context, const struct json *value)
{
	struct kernel *kernel = arena_alloc(context->arena, sizeof *kernel);
	*kernel = (struct kernel){.name = value->key, .own = true, .json = value, .place = value->key_place};
	if (!keys_read(context, kernel_keys, value, kernel))
		return NULL;
	if (!kernel->flops.expr && !kernel->bytes.count && !kernel->network.expr) {
		keys_fail_value(context, DIAG_MISSING_KEY, value, "expected a formula under 'flops', 'bytes' or 'network_bytes'");
		return NULL;
	}
	return kernel_complete(context->arena, kernel, value->place, context->diags) && check_defaults(context, value, kernel) ? kernel : NULL;
}

// ---- of a point ---------------------------------------------------------------------------------------------------------------------------------------

struct kernel_call *kernel_call_of(struct arena *arena, struct point *point)
{
	if (!point->call)
		point->call = arena_alloc(arena, sizeof *point->call);
	return point->call;
}

bool kernel_read_name(const struct key_context *context, const struct key *key, const struct json *value, void *point)
{
	struct kernel_call *call = kernel_call_of(context->arena, point);
	struct key row = {.name = key->name, .type = KEY_STRING, .offset = offsetof(struct kernel_call, name)};
	call->place = value->place;
	return keys_read_value(context, &row, value, call);
}

bool kernel_read_params(const struct key_context *context, const struct key *key, const struct json *value, void *point)
{
	(void)key;
	struct kernel_call *call = kernel_call_of(context->arena, point);
	if (value->type != JSON_OBJECT)
		return keys_fail_value(context, DIAG_WRONG_TYPE, value, "expected an object such as {\"b\": 512, \"dtype\": \"bf16\"}, found %s", json_type_name(value));
	bool ok = true;
	for (const struct json *item = value->child; item; item = item->next) {
		if (item->type == JSON_NULL)
			continue;
		if (item->type != JSON_NUMBER && item->type != JSON_STRING) {
			ok = keys_fail_value(context, DIAG_WRONG_TYPE, item, "expected a number, or a number format such as \"bf16\", found %s", json_type_name(item));
			continue;
		}
		bool number = item->type == JSON_NUMBER;
		*list_push(context->arena, &call->params) = (struct kernel_param){.name = item->key, .number = number ? item->number : NAN,
			.format = number ? NULL : item->string, .key_place = item->key_place, .place = item->place};
	}
	return ok;
}

// ---- "sweep" ------------------------------------------------------------------------------------------------------------------------------------------

static bool read_steps(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	struct sweep_spec *sweep = object;
	struct key row = {.name = key->name, .type = KEY_NUMBER, .offset = offsetof(struct sweep_spec, steps)};
	if (!keys_read_value(context, &row, value, sweep))
		return false;
	if (sweep->steps > SWEEP_MAX_STEPS)
		return keys_fail_value(context, DIAG_LIMIT, value, "expected at most %d steps, found %s", SWEEP_MAX_STEPS, num_exact(sweep->steps).text);
	if (sweep->steps < 2 || sweep->steps != floor(sweep->steps))
		return keys_fail_value(context, DIAG_WRONG_VALUE, value, "expected a whole number of steps from 2 on, found %s", num_exact(sweep->steps).text);
	return true;
}

static const char *const sweep_scales[] = {"log", "linear", NULL};

const struct key sweep_range_keys[] = {
	{"from", KEY_NUMBER, offsetof(struct sweep_spec, from), .required = true, .doc = "the first value", .example = "1"},
	{"to", KEY_NUMBER, offsetof(struct sweep_spec, to), .required = true, .doc = "the last value", .example = "4096"},
	{"steps", KEY_CUSTOM, offsetof(struct sweep_spec, steps), .read = read_steps, .required = true, .schema = "{\"type\": \"integer\", \"minimum\": 2, \"maximum\": 10000}",
		.doc = "how many values, both ends included; whole numbers that two steps are rounded to count once", .example = "13"},
	{"scale", KEY_ENUM, offsetof(struct sweep_spec, scale), .choices = sweep_scales, .doc = "how the values are spaced; default log",
		.example = "\"linear\""},
	{0},
};

static bool read_range(const struct key_context *context, const struct json *value, struct sweep_spec *sweep)
{
	if (!keys_read(context, sweep_range_keys, value, sweep))
		return false;
	if (!(sweep->from < sweep->to))
		return keys_fail_value(context, DIAG_WRONG_VALUE, value, "expected from < to, found %s and %s", num_exact(sweep->from).text, num_exact(sweep->to).text);
	if (sweep->scale == SCALE_LOG && !(sweep->from > 0))
		return keys_fail_value(context, DIAG_WRONG_VALUE, value, "expected values above 0, since the steps are logarithmic, found from %s; \"scale\": \"linear\" starts anywhere",
			num_exact(sweep->from).text);
	return true;
}

static bool read_list(const struct key_context *context, const struct json *value, struct sweep_spec *sweep)
{
	sweep->is_list = true;
	if (!value->count)
		return keys_fail_value(context, DIAG_WRONG_VALUE, value, "expected at least one value, found an empty list");
	if (value->count > SWEEP_MAX_STEPS)
		return keys_fail_value(context, DIAG_LIMIT, value, "expected at most %d values, found %zu", SWEEP_MAX_STEPS, value->count);
	bool ok = true;
	for (const struct json *item = value->child; item; item = item->next) {
		if (item->type == JSON_NUMBER)
			*list_push(context->arena, &sweep->list) = item->number;
		else
			ok = keys_fail_value(context, DIAG_WRONG_TYPE, item, "expected a number, found %s", json_type_name(item));
	}
	return ok;
}

bool kernel_read_sweep(const struct key_context *context, const struct key *key, const struct json *value, void *point)
{
	(void)key;
	struct kernel_call *call = kernel_call_of(context->arena, point);
	if (value->type != JSON_OBJECT)
		return keys_fail_value(context, DIAG_WRONG_TYPE, value, "expected an object such as {\"b\": {\"from\": 1, \"to\": 4096, \"steps\": 13}}, found %s", json_type_name(value));
	if (value->count != 1)
		return keys_fail_value(context, DIAG_WRONG_VALUE, value, "expected one parameter, found %zu; give each sweep a point of its own", value->count);
	const struct json *range = value->child;
	call->swept = true;
	call->sweep = (struct sweep_spec){.parameter = range->key, .from = NAN, .to = NAN, .steps = NAN, .scale = SCALE_LOG, .key_place = range->key_place,
		.place = range->place};
	if (range->type == JSON_ARRAY)
		return read_list(context, range, &call->sweep);
	if (range->type != JSON_OBJECT)
		return keys_fail_value(context, DIAG_WRONG_TYPE, range, "expected a list of values, or an object with from, to and steps, found %s", json_type_name(range));
	return read_range(context, range, &call->sweep);
}
