// SPDX-License-Identifier: MIT
// Formulas evaluated.
#include "model/expr_internal.h"

#include "base/num.h"
#include "input/keys.h"

#include <assert.h>
#include <glib.h>
#include <math.h>
#include <string.h>

enum { DIGITS = 6 };

struct place expr_text_of(struct arena *arena, const struct json *string)
{
	assert(string->type == JSON_STRING);
	size_t length = strlen(string->string);
	const struct source *source = string->place.source;
	if (string->place.length == length + 2)
		return (struct place){source, string->place.offset + 1, length};
	struct source *own = arena_alloc(arena, sizeof *own);
	*own = (struct source){arena_printf(arena, "%s (%s)", source->name, string->path), string->string, length};
	return (struct place){own, 0, length};
}

size_t expr_parameters(const struct expr *expr, const char **names, size_t max)
{
	for (size_t i = 0; i < expr->parameters.count && i < max; i++)
		names[i] = expr->parameters.items[i].name;
	return expr->parameters.count;
}

struct place expr_parameter_place(const struct expr *expr, const char *name)
{
	for (size_t i = 0; i < expr->parameters.count; i++) {
		if (!strcmp(expr->parameters.items[i].name, name))
			return expr->parameters.items[i].place;
	}
	return (struct place){0};
}

static const struct expr_binding *find_binding(const char *name, const struct expr_binding *bindings, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!strcmp(bindings[i].name, name))
			return &bindings[i];
	}
	return NULL;
}

// A step without a finite value, and what it was given. `b` of a binary one is its right side.
struct fault {
	const struct expr_step *step;
	double a, b;
};

static double apply(enum expr_op op, double a, double b)
{
	switch (op) {
	case EXPR_NUMBER:
	case EXPR_PARAMETER:
		break;
	case EXPR_NEGATE:
		return -a;
	case EXPR_CEIL:
		return ceil(a);
	case EXPR_FLOOR:
		return floor(a);
	case EXPR_LOG2:
		return log2(a);
	case EXPR_SQRT:
		return sqrt(a);
	case EXPR_ADD:
		return a + b;
	case EXPR_SUBTRACT:
		return a - b;
	case EXPR_MULTIPLY:
		return a * b;
	case EXPR_DIVIDE:
		return a / b;
	case EXPR_POWER:
		return pow(a, b);
	case EXPR_MIN:
		return fmin(a, b);
	case EXPR_MAX:
		return fmax(a, b);
	}
	assert(false);
	return NAN;
}

static double load(const struct expr *expr, const struct expr_step *step, const struct expr_binding *bindings, size_t count)
{
	if (step->op == EXPR_NUMBER)
		return step->number;
	const struct expr_binding *binding = find_binding(expr->parameters.items[step->parameter].name, bindings, count);
	return binding ? binding->value : NAN;
}

// NAN with a fault.
static double run(const struct expr *expr, const struct expr_binding *bindings, size_t count, struct fault *fault)
{
	double stack[EXPR_STACK];
	size_t top = 0;
	for (size_t i = 0; i < expr->steps.count; i++) {
		const struct expr_step *step = &expr->steps.items[i];
		double a = 0, b = 0;
		if (step->op < EXPR_NEGATE) {
			stack[top++] = load(expr, step, bindings, count);
		} else {
			if (step->op >= EXPR_FIRST_BINARY)
				b = stack[--top];
			a = stack[top - 1];
			stack[top - 1] = apply(step->op, a, b);
		}
		if (!isfinite(stack[top - 1])) {
			*fault = (struct fault){step, a, b};
			return NAN;
		}
	}
	return stack[0];
}

double expr_value(const struct expr *expr, const struct expr_binding *bindings, size_t count)
{
	struct fault fault;
	return run(expr, bindings, count, &fault);
}

// ---- with words ---------------------------------------------------------------------------------------------------------------------------------------

static bool all_bound(const struct expr *expr, const struct expr_binding *bindings, size_t count, struct diags *diags)
{
	bool ok = true;
	for (size_t i = 0; i < expr->parameters.count; i++) {
		const struct expr_parameter *parameter = &expr->parameters.items[i];
		if (find_binding(parameter->name, bindings, count))
			continue;
		g_autofree const char **names = g_new(const char *, count + 1);
		for (size_t k = 0; k < count; k++)
			names[k] = bindings[k].name;
		keys_unknown(diags, DIAG_UNKNOWN_NAME, parameter->place, "parameter", parameter->name, names, count);
		ok = false;
	}
	return ok;
}

static void say_power(const struct fault *fault, const char *a, const char *b, struct diags *diags)
{
	if (fault->a == 0 && fault->b < 0)
		diags_add(diags, DIAG_WRONG_VALUE, fault->step->place, "division by zero: 0 has no power of %s", b);
	else if (fault->a < 0 && fault->b != floor(fault->b))
		diags_add(diags, DIAG_WRONG_VALUE, fault->step->place, "expected a whole power of the negative number %s, found %s", a, b);
	else
		diags_add(diags, DIAG_WRONG_VALUE, fault->step->place, "expected a value below 1.8e308, found %s to the power of %s", a, b);
}

static void say_fault(const struct expr *expr, const struct fault *fault, struct diags *diags)
{
	const struct num_text a = num_short(fault->a, DIGITS), b = num_short(fault->b, DIGITS);
	struct place place = fault->step->place;
	enum expr_op op = fault->step->op;
	static const char signs[] = {[EXPR_ADD] = '+', [EXPR_SUBTRACT] = '-', [EXPR_MULTIPLY] = '*', [EXPR_DIVIDE] = '/'};
	if (op == EXPR_PARAMETER)
		diags_add(diags, DIAG_WRONG_VALUE, place, "expected a finite value of the parameter '%s', found none", expr->parameters.items[fault->step->parameter].name);
	else if (op == EXPR_LOG2)
		diags_add(diags, DIAG_WRONG_VALUE, place, "log2: expected a value above 0, found %s", a.text);
	else if (op == EXPR_SQRT)
		diags_add(diags, DIAG_WRONG_VALUE, place, "sqrt: expected 0 or more, found %s", a.text);
	else if (op == EXPR_POWER)
		say_power(fault, a.text, b.text, diags);
	else if (op == EXPR_DIVIDE && fault->b == 0)
		diags_add(diags, DIAG_WRONG_VALUE, place, "division by zero: %s / 0", a.text);
	else
		diags_add(diags, DIAG_WRONG_VALUE, place, "expected a value below 1.8e308, found %s %c %s", a.text, signs[op], b.text);
}

bool expr_evaluate(const struct expr *expr, const struct expr_binding *bindings, size_t count, double *value, struct diags *diags)
{
	if (!all_bound(expr, bindings, count, diags))
		return false;
	struct fault fault = {0};
	double result = run(expr, bindings, count, &fault);
	if (fault.step) {
		say_fault(expr, &fault, diags);
		return false;
	}
	*value = result;
	return true;
}
