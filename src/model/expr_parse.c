// SPDX-License-Identifier: MIT
// A formula's text to steps, by recursive descent.
#include "model/expr_internal.h"

#include "base/num.h"
#include "input/keys.h"

#include <assert.h>
#include <glib.h>
#include <stdint.h>
#include <string.h>

static const struct function {
	const char *name;
	enum expr_op op;
	size_t least, most; // arguments
} functions[] = {
	{"min", EXPR_MIN, 2, SIZE_MAX}, {"max", EXPR_MAX, 2, SIZE_MAX}, {"ceil", EXPR_CEIL, 1, 1}, {"floor", EXPR_FLOOR, 1, 1}, {"log2", EXPR_LOG2, 1, 1},
	{"sqrt", EXPR_SQRT, 1, 1}, {"pow", EXPR_POWER, 2, 2},
};

struct parser {
	struct arena *arena;
	struct diags *diags;
	struct place text;
	const char *start, *at, *end; // a copy, `*end` is NUL
	struct expr *expr;
	size_t depth;
	size_t stack; // values that wait at this step
};

static bool parse_sum(struct parser *parser);
static bool parse_unary(struct parser *parser);

static struct place place_at(const struct parser *parser, const char *from, size_t length)
{
	return (struct place){parser->text.source, parser->text.offset + (size_t)(from - parser->start), length};
}

// ---- errors -------------------------------------------------------------------------------------------------------------------------------------------

// What stands at `at`, for messages: a word, a number or one character. Newly allocated (g_free); `*length` is that of its bytes.
static char *found_at(const struct parser *parser, size_t *length)
{
	enum { LONGEST = 40 };
	size_t left = (size_t)(parser->end - parser->at), size = 0;
	*length = left ? 1 : 0;
	if (!left)
		return g_strdup("the end of the formula");
	if (!*parser->at)
		return g_strdup("a NUL byte");
	while (g_ascii_isalnum(parser->at[size]) || parser->at[size] == '_')
		size++;
	if (!size) {
		gunichar c = g_utf8_get_char_validated(parser->at, (gssize)left);
		if (c >= 0x110000)
			return g_strdup_printf("the byte 0x%02x", (unsigned)(unsigned char)*parser->at);
		size = (size_t)(g_utf8_next_char(parser->at) - parser->at);
	}
	*length = size;
	return g_strdup_printf("'%.*s%s'", (int)MIN(size, LONGEST), parser->at, size > LONGEST ? "…" : "");
}

static bool fail_expected(struct parser *parser, const char *expected)
{
	size_t length;
	g_autofree char *found = found_at(parser, &length);
	diags_add(parser->diags, DIAG_BAD_FORMULA, place_at(parser, parser->at, length), "expected %s, found %s", expected, found);
	return false;
}

static bool fail_after_value(struct parser *parser)
{
	if (*parser->at == '(' || g_ascii_isalnum(*parser->at) || *parser->at == '_')
		return fail_expected(parser, "an operator ('*' to multiply)");
	return fail_expected(parser, "an operator such as + - * / ^");
}

// ---- steps --------------------------------------------------------------------------------------------------------------------------------------------

static void add_step(struct parser *parser, struct expr_step step)
{
	*list_push(parser->arena, &parser->expr->steps) = step;
	if (step.op < EXPR_NEGATE)
		parser->stack++;
	else if (step.op >= EXPR_FIRST_BINARY)
		parser->stack--;
	assert(parser->stack >= 1 && parser->stack <= EXPR_STACK);
}

static bool enter(struct parser *parser, struct place place)
{
	if (++parser->depth <= EXPR_MAX_DEPTH)
		return true;
	diags_add(parser->diags, DIAG_LIMIT, place, "expected at most %d parentheses, functions, signs and powers inside each other, found more", EXPR_MAX_DEPTH);
	return false;
}

static void skip_blanks(struct parser *parser)
{
	while (parser->at < parser->end && g_ascii_isspace(*parser->at))
		parser->at++;
}

// Moves past `c`, where it comes next.
static bool take(struct parser *parser, char c)
{
	skip_blanks(parser);
	if (parser->at == parser->end || *parser->at != c)
		return false;
	parser->at++;
	return true;
}

// ---- values -------------------------------------------------------------------------------------------------------------------------------------------

static bool parse_number(struct parser *parser)
{
	const char *from = parser->at, *end = from;
	double number;
	if (!num_parse_prefix(from, &number, &end)) {
		if (!g_ascii_isdigit(from[0]) && !g_ascii_isdigit(from[1]))
			return fail_expected(parser, "a number, a name or '('");
		diags_add(parser->diags, DIAG_WRONG_VALUE, place_at(parser, from, strspn(from, "0123456789.eE+-")), "expected 0 or a number from 4.9e-324 to 1.8e308, found one that is neither");
		return false;
	}
	parser->at = end;
	add_step(parser, (struct expr_step){.op = EXPR_NUMBER, .number = number, .place = place_at(parser, from, (size_t)(end - from))});
	return true;
}

static size_t parameter_index(struct parser *parser, const char *name, struct place place)
{
	struct expr *expr = parser->expr;
	for (size_t i = 0; i < expr->parameters.count; i++) {
		if (!strcmp(expr->parameters.items[i].name, name))
			return i;
	}
	*list_push(parser->arena, &expr->parameters) = (struct expr_parameter){arena_strdup(parser->arena, name), place};
	return expr->parameters.count - 1;
}

static const struct function *find_function(const char *name)
{
	for (size_t i = 0; i < G_N_ELEMENTS(functions); i++) {
		if (!strcmp(functions[i].name, name))
			return &functions[i];
	}
	return NULL;
}

static bool fail_unknown_function(struct parser *parser, const char *name, struct place place)
{
	const char *names[G_N_ELEMENTS(functions)];
	for (size_t i = 0; i < G_N_ELEMENTS(functions); i++)
		names[i] = functions[i].name;
	keys_unknown(parser->diags, DIAG_UNKNOWN_NAME, place, "function", name, names, G_N_ELEMENTS(functions));
	return false;
}

static bool check_arguments(struct parser *parser, const struct function *function, size_t count, struct place place)
{
	if (count >= function->least && count <= function->most)
		return true;
	diags_add(parser->diags, DIAG_BAD_FORMULA, place, "%s: expected %s%zu argument%s, found %zu", function->name,
		function->least < function->most ? "at least " : "", function->least, function->least == 1 ? "" : "s", count);
	return false;
}

// From behind the opening parenthesis. Of min and max each further argument is joined to those before it at once.
static bool parse_call(struct parser *parser, const struct function *function, struct place place)
{
	const struct expr_step step = {.op = function->op, .place = place};
	bool binary = function->op >= EXPR_FIRST_BINARY;
	size_t count = 0;
	if (!enter(parser, place))
		return false;
	if (take(parser, ')'))
		return check_arguments(parser, function, 0, place);
	do {
		if (!parse_sum(parser))
			return false;
		count++;
		if (binary && count > 1)
			add_step(parser, step);
	} while (take(parser, ','));
	if (!take(parser, ')'))
		return fail_expected(parser, "an operator, ',' or ')'");
	parser->depth--;
	if (!check_arguments(parser, function, count, place))
		return false;
	if (!binary)
		add_step(parser, step);
	return true;
}

static bool parse_name(struct parser *parser)
{
	const char *from = parser->at;
	while (g_ascii_isalnum(*parser->at) || *parser->at == '_')
		parser->at++;
	struct place place = place_at(parser, from, (size_t)(parser->at - from));
	g_autofree char *name = g_strndup(from, place.length);
	const struct function *function = find_function(name);
	if (take(parser, '('))
		return function ? parse_call(parser, function, place) : fail_unknown_function(parser, name, place);
	if (function) {
		diags_add(parser->diags, DIAG_BAD_FORMULA, place, "expected '(' after the function '%s'", name);
		return false;
	}
	add_step(parser, (struct expr_step){.op = EXPR_PARAMETER, .parameter = parameter_index(parser, name, place), .place = place});
	return true;
}

static bool parse_primary(struct parser *parser)
{
	skip_blanks(parser);
	struct place place = place_at(parser, parser->at, 1);
	if (take(parser, '(')) {
		if (!enter(parser, place) || !parse_sum(parser))
			return false;
		if (!take(parser, ')'))
			return fail_expected(parser, "an operator or ')'");
		parser->depth--;
		return true;
	}
	if (g_ascii_isdigit(*parser->at) || *parser->at == '.')
		return parse_number(parser);
	if (g_ascii_isalpha(*parser->at) || *parser->at == '_')
		return parse_name(parser);
	return fail_expected(parser, "a number, a name or '('");
}

// ---- operators ----------------------------------------------------------------------------------------------------------------------------------------

static bool parse_power(struct parser *parser)
{
	if (!parse_primary(parser))
		return false;
	if (!take(parser, '^'))
		return true;
	struct place place = place_at(parser, parser->at - 1, 1);
	if (!enter(parser, place) || !parse_unary(parser))
		return false;
	parser->depth--;
	add_step(parser, (struct expr_step){.op = EXPR_POWER, .place = place});
	return true;
}

static bool parse_unary(struct parser *parser)
{
	if (!take(parser, '-'))
		return parse_power(parser);
	struct place place = place_at(parser, parser->at - 1, 1);
	if (!enter(parser, place) || !parse_unary(parser))
		return false;
	parser->depth--;
	add_step(parser, (struct expr_step){.op = EXPR_NEGATE, .place = place});
	return true;
}

struct infix {
	char sign;
	enum expr_op op;
};

static bool take_infix(struct parser *parser, const struct infix infixes[2], struct expr_step *step)
{
	for (size_t i = 0; i < 2; i++) {
		if (take(parser, infixes[i].sign)) {
			*step = (struct expr_step){.op = infixes[i].op, .place = place_at(parser, parser->at - 1, 1)};
			return true;
		}
	}
	return false;
}

static bool parse_product(struct parser *parser)
{
	static const struct infix infixes[] = {{'*', EXPR_MULTIPLY}, {'/', EXPR_DIVIDE}};
	struct expr_step step;
	if (!parse_unary(parser))
		return false;
	while (take_infix(parser, infixes, &step)) {
		if (step.op == EXPR_MULTIPLY && *parser->at == '*') {
			diags_add(parser->diags, DIAG_BAD_FORMULA, place_at(parser, parser->at - 1, 2), "expected '^' for a power, found '**'");
			return false;
		}
		if (!parse_unary(parser))
			return false;
		add_step(parser, step);
	}
	return true;
}

static bool parse_sum(struct parser *parser)
{
	static const struct infix infixes[] = {{'+', EXPR_ADD}, {'-', EXPR_SUBTRACT}};
	struct expr_step step;
	if (!parse_product(parser))
		return false;
	while (take_infix(parser, infixes, &step)) {
		if (!parse_product(parser))
			return false;
		add_step(parser, step);
	}
	return true;
}

// ---- the whole ----------------------------------------------------------------------------------------------------------------------------------------

const struct expr *expr_parse(struct arena *arena, struct place text, struct diags *diags)
{
	if (text.length > EXPR_MAX_LENGTH) {
		diags_add(diags, DIAG_LIMIT, text, "expected a formula of at most %d bytes, found %zu", EXPR_MAX_LENGTH, text.length);
		return NULL;
	}
	g_autofree char *copy = g_malloc(text.length + 1);
	memcpy(copy, text.source->bytes + text.offset, text.length);
	copy[text.length] = '\0';
	struct parser parser = {.arena = arena, .diags = diags, .text = text, .start = copy, .at = copy, .end = copy + text.length,
		.expr = arena_alloc(arena, sizeof(struct expr))};
	if (!parse_sum(&parser))
		return NULL;
	skip_blanks(&parser);
	if (parser.at < parser.end) {
		fail_after_value(&parser);
		return NULL;
	}
	assert(parser.stack == 1);
	return parser.expr;
}
