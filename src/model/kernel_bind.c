// SPDX-License-Identifier: MIT
// What a point says about its kernel's parameters, held against the kernel: every name of the formulas gets its value.
#include "model/kernel.h"

#include "base/num.h"
#include "base/text.h"
#include "input/keys.h"

#include <glib.h>
#include <math.h>
#include <string.h>

struct binder {
	struct arena *arena;
	struct diags *diags;
	const struct kernel *kernel;
	const struct kernel_call *call;
	const struct point *point;
	const char *precision; // of the point, NULL: not said
	struct kernel_use *use;
	bool ok, format_missed; // it was said that a number format is missing
};

static void fail(struct binder *binder, enum diag_id id, struct place place, const char *format, ...) __attribute__((format(printf, 4, 5)));

static void fail(struct binder *binder, enum diag_id id, struct place place, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	g_autofree char *message = g_strdup_vprintf(format, args);
	va_end(args);
	g_autofree char *name = binder->point->name ? text_shorten(binder->point->name, 48) : g_strdup("");
	diags_add_point(binder->diags, id, place, binder->point->name, "%s%s%s%s", message, *name ? " (point '" : "", name, *name ? "')" : "");
	binder->ok = false;
}

static const struct kernel_param *find_param(const struct binder *binder, const char *name)
{
	for (size_t i = 0; i < binder->call->params.count; i++) {
		if (!strcmp(binder->call->params.items[i].name, name))
			return &binder->call->params.items[i];
	}
	return NULL;
}

static const struct kernel_parameter *find_parameter(const struct kernel *kernel, const char *name)
{
	for (size_t i = 0; i < kernel->parameters.count; i++) {
		if (!strcmp(kernel->parameters.items[i].name, name))
			return &kernel->parameters.items[i];
	}
	return NULL;
}

static bool is_swept(const struct binder *binder, const char *name)
{
	return binder->call->swept && !strcmp(binder->call->sweep.parameter, name);
}

// ---- number formats -----------------------------------------------------------------------------------------------------------------------------------

static const struct number_format *find_format(const char *name)
{
	for (const struct number_format *format = number_formats; name && format->name; format++) {
		if (!strcmp(format->name, name))
			return format;
	}
	return NULL;
}

static const struct number_format *read_format(const struct binder *binder, const char *said)
{
	return find_format(precision_canonical(binder->arena, said));
}

static void check_format(struct binder *binder, const char *said, struct place place)
{
	const char *names[KERNEL_MAX_PARAMETERS] = {NULL};
	size_t count = 0;
	if (read_format(binder, said))
		return;
	for (const struct number_format *known = number_formats; known->name && count < G_N_ELEMENTS(names); known++)
		names[count++] = known->name;
	keys_unknown(binder->diags, DIAG_UNKNOWN_NAME, place, "number format", said, names, count);
	binder->ok = false;
}

// Those that were said, by the point or as defaults of a kernel of one's own, are known ones.
static void check_formats(struct binder *binder)
{
	for (size_t i = 0; i < binder->call->params.count; i++) {
		const struct kernel_param *param = &binder->call->params.items[i];
		if (param->format && kernel_size_symbol(param->name))
			check_format(binder, param->format, param->place);
	}
	for (size_t i = 0; i < binder->kernel->parameters.count; i++) {
		const struct kernel_parameter *parameter = &binder->kernel->parameters.items[i];
		if (parameter->type)
			check_format(binder, parameter->type, binder->kernel->place);
	}
}

// The format of "dtype_y": as given, else by default, else of the one it follows. NULL: nowhere said.
static const struct number_format *format_of(const struct binder *binder, const char *type)
{
	const struct kernel_param *param = find_param(binder, type);
	const struct kernel_parameter *parameter = find_parameter(binder->kernel, type);
	if (param && param->format)
		return read_format(binder, param->format);
	if (parameter && parameter->type)
		return read_format(binder, parameter->type);
	if (!strcmp(type, "dtype"))
		return find_format(binder->precision);
	return format_of(binder, !strcmp(type, "dtype_y") ? "dtype_x" : "dtype");
}

// ---- names of the formulas ------------------------------------------------------------------------------------------------------------------------------

static bool check_whole(struct binder *binder, const struct kernel_parameter *parameter, double value, struct place place)
{
	if (!parameter || !parameter->whole || (value >= 1 && value == floor(value)))
		return true;
	fail(binder, DIAG_WRONG_VALUE, place, "'%s' counts things (%s): expected a whole number from 1 on, found %s", parameter->name, parameter->doc,
		num_exact(value).text);
	return false;
}

// A typo in a formula has a near name among what was given; else the point forgot one.
static void say_missing(struct binder *binder, const char *name)
{
	const struct kernel *kernel = binder->kernel;
	const struct kernel_parameter *parameter = find_parameter(kernel, name);
	const char *type = kernel_type_of_symbol(name);
	bool by_type = type && (!kernel->own || !strcmp(name, "s"));
	if (by_type) {
		// All of them follow `dtype`: one word for all.
		if (!binder->format_missed)
			fail(binder, DIAG_MISSING_KEY, binder->call->place, "kernel '%s' needs 'dtype' (or a precision): a number format such as \"bf16\"", kernel->name);
		binder->format_missed = true;
		return;
	}
	const char *given[2 * KERNEL_MAX_PARAMETERS];
	size_t count = 0;
	for (size_t i = 0; i < binder->call->params.count && count < KERNEL_MAX_PARAMETERS; i++)
		given[count++] = binder->call->params.items[i].name;
	if (binder->call->swept)
		given[count++] = binder->call->sweep.parameter;
	for (size_t i = 0; i < kernel->parameters.count && count < G_N_ELEMENTS(given); i++) {
		if (!isnan(kernel->parameters.items[i].value))
			given[count++] = kernel->parameters.items[i].name;
	}
	const char *nearest = kernel->own ? text_nearest(name, given, count) : NULL;
	struct place in_formula = nearest ? kernel_place_of(kernel, name) : (struct place){0};
	if (in_formula.source)
		fail(binder, DIAG_UNKNOWN_NAME, in_formula, "unknown parameter '%s', did you mean '%s'?", name, nearest);
	else
		fail(binder, DIAG_MISSING_KEY, binder->call->place, "kernel '%s' needs the parameter '%s'%s%s", kernel->name, name,
			parameter && parameter->doc ? ": " : "", parameter && parameter->doc ? parameter->doc : "");
}

// NAN after an error.
static double value_of(struct binder *binder, const char *name)
{
	const char *type = kernel_type_of_symbol(name);
	const struct kernel_param *param = binder->kernel->own || !type ? find_param(binder, name) : NULL;
	const struct kernel_parameter *parameter = find_parameter(binder->kernel, name);
	if (param && param->format) {
		fail(binder, DIAG_WRONG_TYPE, param->place, "'%s': expected a number, found \"%s\"", name, param->format);
		return NAN;
	}
	if (param && type && find_param(binder, type)) {
		fail(binder, DIAG_CONFLICT, param->place, "'%s' is the size of '%s' in byte: expected one of the two, found both", name, type);
		return NAN;
	}
	if (param)
		return check_whole(binder, parameter, param->number, param->place) ? param->number : NAN;
	if (parameter && !parameter->is_type && !isnan(parameter->value))
		return parameter->value;
	const struct number_format *format = type ? format_of(binder, type) : NULL;
	if (format)
		return format->bytes;
	say_missing(binder, name);
	return NAN;
}

// ---- what was given -------------------------------------------------------------------------------------------------------------------------------------

static void check_known(struct binder *binder, const char *name, struct place place)
{
	const struct kernel *kernel = binder->kernel;
	if (find_parameter(kernel, name))
		return;
	const char *names[2 * KERNEL_MAX_PARAMETERS];
	size_t count = 0;
	for (size_t i = 0; i < kernel->parameters.count && count < G_N_ELEMENTS(names); i++)
		names[count++] = kernel->parameters.items[i].name;
	g_autofree char *what = g_strdup_printf("parameter of kernel '%s':", kernel->name);
	keys_unknown(binder->diags, DIAG_UNKNOWN_NAME, place, what, name, names, count);
	binder->ok = false;
}

static void check_params(struct binder *binder)
{
	const struct kernel_call *call = binder->call;
	for (size_t i = 0; i < call->params.count; i++) {
		const struct kernel_param *param = &call->params.items[i];
		const struct kernel_parameter *parameter = find_parameter(binder->kernel, param->name);
		if (is_swept(binder, param->name))
			fail(binder, DIAG_CONFLICT, param->key_place, "'%s' stands in params and in sweep: expected one of the two", param->name);
		if (parameter && parameter->is_type && !param->format)
			fail(binder, DIAG_WRONG_TYPE, param->place, "'%s': expected a number format such as \"bf16\", found %s", param->name, num_exact(param->number).text);
		// Those of one's own kernel are told by its formulas alone: a name that is missing there is said there.
		if (!binder->kernel->own || binder->ok)
			check_known(binder, param->name, param->key_place);
	}
	if (!call->swept)
		return;
	const struct kernel_parameter *parameter = find_parameter(binder->kernel, call->sweep.parameter);
	if (parameter && parameter->is_type)
		fail(binder, DIAG_WRONG_VALUE, call->sweep.key_place, "'%s' is a number format: a sweep runs over numbers; give each format a point of its own",
			parameter->name);
	else if (!binder->kernel->own || binder->ok)
		check_known(binder, call->sweep.parameter, call->sweep.key_place);
}

static void bind_names(struct binder *binder)
{
	const struct kernel *kernel = binder->kernel;
	struct kernel_use *use = binder->use;
	use->bindings = arena_array(binder->arena, kernel->name_count + 1, sizeof *use->bindings);
	use->binding_count = use->swept = kernel->name_count;
	for (size_t i = 0; i < kernel->name_count; i++) {
		bool swept = is_swept(binder, kernel->names[i]);
		if (swept)
			use->swept = i;
		use->bindings[i] = (struct expr_binding){kernel->names[i], swept ? 1 : value_of(binder, kernel->names[i])};
	}
}

// As people should see them: numbers in the order of the kernel, then the formats that were said.
static void list_params(struct binder *binder)
{
	const struct kernel *kernel = binder->kernel;
	struct kernel_use *use = binder->use;
	for (size_t i = 0; i < use->binding_count; i++) {
		const char *name = use->bindings[i].name;
		if (!kernel_type_of_symbol(name) || find_param(binder, name))
			*list_push(binder->arena, &use->params) = (struct kernel_param){.name = name, .number = use->bindings[i].value};
	}
	for (size_t i = 0; i < kernel->parameters.count; i++) {
		const struct kernel_parameter *parameter = &kernel->parameters.items[i];
		const struct kernel_param *param = parameter->is_type ? find_param(binder, parameter->name) : NULL;
		const char *said = param ? param->format : parameter->is_type ? parameter->type : NULL;
		if (!said && parameter->is_type && parameter->used && !strcmp(parameter->name, "dtype") && !kernel->own)
			said = find_format(binder->precision) ? binder->precision : NULL;
		if (said)
			*list_push(binder->arena, &use->params) = (struct kernel_param){.name = parameter->name, .number = NAN,
				.format = precision_canonical(binder->arena, said)};
	}
}

const struct kernel_use *kernel_bind(struct arena *arena, const struct kernel *kernel, const struct point *point, const char **precision, struct diags *diags)
{
	struct kernel_use *use = arena_alloc(arena, sizeof *use);
	*use = (struct kernel_use){.kernel = kernel, .call = point->call, .written = point};
	struct binder binder = {.arena = arena, .diags = diags, .kernel = kernel, .call = point->call, .point = point, .precision = *precision, .use = use, .ok = true};
	check_formats(&binder);
	if (!kernel->own)
		check_params(&binder);
	// A misspelt parameter is missing too, which would be said twice.
	if (!binder.ok)
		return NULL;
	bind_names(&binder);
	if (kernel->own)
		check_params(&binder);
	if (!binder.ok)
		return NULL;
	list_params(&binder);
	const struct number_format *format = format_of(&binder, find_parameter(kernel, "dtype_x") ? "dtype_x" : "dtype");
	if (!*precision && format)
		*precision = format->name;
	return binder.ok ? use : NULL;
}

double kernel_use_value(const struct kernel_use *use, const struct expr *expr, double swept)
{
	struct expr_binding bindings[KERNEL_MAX_PARAMETERS];
	if (!expr)
		return NAN;
	memcpy(bindings, use->bindings, use->binding_count * sizeof *bindings);
	if (use->swept < use->binding_count)
		bindings[use->swept].value = swept;
	return expr_value(expr, bindings, use->binding_count);
}
