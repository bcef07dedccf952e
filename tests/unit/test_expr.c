// SPDX-License-Identifier: MIT
// Formulas: precedence, faults and their places, and random ones against a reference.
#include "model/expr.h"

#include "base/num.h"

#include <glib.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

struct fixture {
	struct arena *arena;
	struct diags *diags;
	struct source source;
	const struct expr *expr;
};

static int set_up(void **state)
{
	struct fixture *f = g_new0(struct fixture, 1);
	f->arena = arena_new();
	f->diags = diags_new();
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;
	diags_free(f->diags);
	arena_free(f->arena);
	g_free(f);
	return 0;
}

// The formula stands behind three other bytes, in text without a NUL.
static const struct expr *parse(struct fixture *f, const char *text)
{
	size_t length = strlen(text);
	char *bytes = arena_alloc(f->arena, length + 6);
	memcpy(bytes, "x: ", 3);
	memcpy(bytes + 3, text, length);
	memcpy(bytes + 3 + length, "9+9", 3);
	f->source = (struct source){"spec.json", bytes, length + 6};
	diags_free(f->diags);
	f->diags = diags_new();
	f->expr = expr_parse(f->arena, (struct place){&f->source, 3, length}, f->diags);
	assert_true((f->expr != NULL) == (diags_error_count(f->diags) == 0));
	return f->expr;
}

static const struct expr_binding bindings[] = {{"b", 3}, {"d", 5}, {"_k1", 0.5}, {"zero", 0}, {"big", 1e300}, {"minus", -8}};
enum { BINDINGS = G_N_ELEMENTS(bindings) };

static double value_of(struct fixture *f, const char *text)
{
	double value = NAN;
	if (!parse(f, text))
		fail_msg("%s: %s", text, diags_get(f->diags, 0)->message);
	if (!expr_evaluate(f->expr, bindings, BINDINGS, &value, f->diags))
		fail_msg("%s: %s", text, diags_get(f->diags, 0)->message);
	assert_true(expr_value(f->expr, bindings, BINDINGS) == value);
	return value;
}

static void values(void **state)
{
	static const struct {
		const char *text;
		double value;
	} cases[] = {
		{"1", 1}, {" 2 + 3*4 ", 14}, {"(2+3)*4", 20}, {"2-3-4", -5}, {"2-(3-4)", 3}, {"24/4/3", 2}, {"24/(4/2)", 12}, {"24/4*3", 18}, {"2*3+4*5", 26},
		{"2^3^2", 512}, {"(2^3)^2", 64}, {"-2^2", -4}, {"(-2)^2", 4}, {"2^-1", 0.5}, {"2^-1^2", 0.5}, {"-2*3", -6}, {"2*-3", -6}, {"2--3", 5}, {"--2", 2},
		{"2*3^2", 18}, {"2^2*3", 12}, {"1e3", 1000}, {"1.5E-3", 0.0015}, {".5", 0.5}, {"5.", 5}, {"1e+2", 100}, {"0", 0}, {"1 - 1e0", 0},
		{"min(3, 2)", 2}, {"max(1,b,2)", 3}, {"min(4,3,2,1)", 1}, {"max(-1, -2)", -1}, {"ceil(1.2)", 2}, {"floor(-1.2)", -2}, {"log2(8)", 3},
		{"sqrt(16)", 4}, {"pow(2, 10)", 1024}, {"pow(2, max(1, 3))", 8}, {"2 * min ( b , d )", 6}, {"minus^3", -512}, {"0^0", 1},
		{"2*b*d", 30}, {"b + _k1", 3.5}, {"2*(b*d + d*b + b)", 66}, {"b\n\t+\r d", 8}, {"ceil(b/2)*2", 4}, {"((((b))))", 3},
	};
	struct fixture *f = *state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		double value = value_of(f, cases[i].text);
		if (value != cases[i].value)
			fail_msg("%s: expected %g, found %g", cases[i].text, cases[i].value, value);
	}
}

// One error of that message, whose place covers `marked` at its first occurrence in the formula.
static void expect_error(struct fixture *f, const char *text, enum diag_id id, const char *message, const char *marked)
{
	if (diags_count(f->diags) != 1)
		fail_msg("%s: %zu messages", text, diags_count(f->diags));
	const struct diag *diag = diags_get(f->diags, 0);
	if (diag->id != id || strcmp(diag->message, message))
		fail_msg("%s: expected [%s] %s, found [%s] %s", text, diag_id_name(id), message, diag_id_name(diag->id), diag->message);
	const char *at = strstr(text, marked);
	assert_non_null(at);
	if (diag->place.offset != 3 + (size_t)(at - text) || diag->place.length != strlen(marked))
		fail_msg("%s: place %zu+%zu", text, diag->place.offset - 3, diag->place.length);
}

static void what_is_no_formula(void **state)
{
	static const struct {
		const char *text, *message, *marked;
	} cases[] = {
		{"b @ d", "expected an operator such as + - * / ^, found '@'", "@"},
		{"2b", "expected an operator ('*' to multiply), found 'b'", "b"},
		{"2 (b)", "expected an operator ('*' to multiply), found '('", "("},
		{"b d", "expected an operator ('*' to multiply), found 'd'", "d"},
		{"1e", "expected an operator ('*' to multiply), found 'e'", "e"},
		{"0x10", "expected an operator ('*' to multiply), found 'x10'", "x10"},
		{"b × d", "expected an operator such as + - * / ^, found '×'", "×"},
		{"b²", "expected an operator such as + - * / ^, found '²'", "²"},
		{"2*b*", "expected a number, a name or '(', found the end of the formula", ""},
		{"*b", "expected a number, a name or '(', found '*'", "*"},
		{"+b", "expected a number, a name or '(', found '+'", "+"},
		{"b+*d", "expected a number, a name or '(', found '*'", "*"},
		{"b**2", "expected '^' for a power, found '**'", "**"},
		{".", "expected a number, a name or '(', found '.'", "."},
		{"()", "expected a number, a name or '(', found ')'", ")"},
		{"(b + d", "expected an operator or ')', found the end of the formula", ""},
		{"b + d)", "expected an operator such as + - * / ^, found ')'", ")"},
		{"b, d", "expected an operator such as + - * / ^, found ','", ","},
		{"max(b, d", "expected an operator, ',' or ')', found the end of the formula", ""},
		{"max(b d)", "expected an operator, ',' or ')', found 'd'", "d"},
		{"max(b,)", "expected a number, a name or '(', found ')'", ")"},
		{"1 + max(b)", "max: expected at least 2 arguments, found 1", "max"},
		{"min()", "min: expected at least 2 arguments, found 0", "min"},
		{"log2(8, 2)", "log2: expected 1 argument, found 2", "log2"},
		{"pow(2)", "pow: expected 2 arguments, found 1", "pow"},
		{"1*pow(1,2,3)", "pow: expected 2 arguments, found 3", "pow"},
		{"2*max", "expected '(' after the function 'max'", "max"},
		{"b = 3", "expected an operator such as + - * / ^, found '='", "="},
		{"b < 3 ? 1 : 2", "expected an operator such as + - * / ^, found '<'", "<"},
		{"b\\/2", "expected an operator such as + - * / ^, found '\\'", "\\"},
		{"b % 2", "expected an operator such as + - * / ^, found '%'", "%"},
		{"\xff", "expected a number, a name or '(', found the byte 0xff", "\xff"},
	};
	struct fixture *f = *state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		assert_null(parse(f, cases[i].text));
		if (*cases[i].marked) {
			expect_error(f, cases[i].text, DIAG_BAD_FORMULA, cases[i].message, cases[i].marked);
			continue;
		}
		assert_string_equal(diags_get(f->diags, 0)->message, cases[i].message);
		assert_int_equal(diags_get(f->diags, 0)->place.offset, 3 + strlen(cases[i].text));
	}
	assert_null(parse(f, ""));
	assert_null(parse(f, "  "));
	assert_int_equal(diags_get(f->diags, 0)->id, DIAG_BAD_FORMULA);
}

static void other_errors_of_parsing(void **state)
{
	struct fixture *f = *state;
	assert_null(parse(f, "2 * mni(b, d)"));
	expect_error(f, "2 * mni(b, d)", DIAG_UNKNOWN_NAME, "unknown function 'mni', did you mean 'min'?", "mni");
	assert_null(parse(f, "b*d(2)"));
	expect_error(f, "b*d(2)", DIAG_UNKNOWN_NAME, "unknown function 'd', expected one of 'min', 'max', 'ceil', 'floor', 'log2', 'sqrt', 'pow'", "d");
	assert_null(parse(f, "Max(1, 2)"));
	expect_error(f, "Max(1, 2)", DIAG_UNKNOWN_NAME, "unknown function 'Max', did you mean 'max'?", "Max");
	assert_null(parse(f, "b + 1e999 + 1"));
	expect_error(f, "b + 1e999 + 1", DIAG_WRONG_VALUE, "expected 0 or a number from 4.9e-324 to 1.8e308, found one that is neither", "1e999");
}

static void limits(void **state)
{
	struct fixture *f = *state;
	static const struct {
		const char *open, *middle, *close;
	} nests[] = {{"(", "1", ")"}, {"-", "1", ""}, {"1^", "1", ""}, {"ceil(", "1", ")"}, {"min(1+2*", "1", ",2)"}};
	for (size_t i = 0; i < G_N_ELEMENTS(nests); i++) {
		for (size_t depth = EXPR_MAX_DEPTH; depth <= EXPR_MAX_DEPTH + 1; depth++) {
			g_autoptr(GString) text = g_string_new(NULL);
			for (size_t k = 0; k < depth; k++)
				g_string_append(text, nests[i].open);
			g_string_append(text, nests[i].middle);
			for (size_t k = 0; k < depth; k++)
				g_string_append(text, nests[i].close);
			if (depth <= EXPR_MAX_DEPTH)
				value_of(f, text->str);
			else
				assert_null(parse(f, text->str));
		}
		assert_int_equal(diags_get(f->diags, 0)->id, DIAG_LIMIT);
	}
	g_autoptr(GString) text = g_string_new("1");
	while (text->len + 2 <= EXPR_MAX_LENGTH)
		g_string_append(text, text->len % 4 == 1 ? "+1" : "-1");
	assert_true(fabs(value_of(f, text->str)) <= 2);
	g_string_append(text, "+1");
	assert_null(parse(f, text->str));
	assert_int_equal(diags_get(f->diags, 0)->id, DIAG_LIMIT);
	// Side by side is not inside each other.
	g_string_assign(text, "");
	for (int i = 0; i < 2 * EXPR_MAX_DEPTH; i++)
		g_string_append(text, "(1)+ceil(1)+-1+2^1+");
	g_string_append(text, "1");
	assert_true(value_of(f, text->str) == 6 * EXPR_MAX_DEPTH + 1);
	g_string_assign(text, "max(0");
	for (size_t i = 1; text->len + 7 < EXPR_MAX_LENGTH; i++)
		g_string_append_printf(text, ",%zu", i);
	g_string_append_c(text, ')');
	assert_true(value_of(f, text->str) > 500);
}

static void faults_have_their_place(void **state)
{
	static const struct {
		const char *text, *message, *marked;
	} cases[] = {
		{"b / zero", "division by zero: 3 / 0", "/"},
		{"1 + b/(d - 5)", "division by zero: 3 / 0", "/"},
		{"2 + big * big", "expected a value below 1.8e308, found 1e300 * 1e300", "*"},
		{"big*1e8 + big*1e8", "expected a value below 1.8e308, found 1e308 + 1e308", "+"},
		{"-big*1e8 - big*1e8", "expected a value below 1.8e308, found -1e308 - 1e308", "- "},
		{"big / 1e-300", "expected a value below 1.8e308, found 1e300 / 1e-300", "/"},
		{"b + log2(zero)", "log2: expected a value above 0, found 0", "log2"},
		{"log2(minus)", "log2: expected a value above 0, found -8", "log2"},
		{"sqrt(b - d)", "sqrt: expected 0 or more, found -2", "sqrt"},
		{"zero ^ -1", "division by zero: 0 has no power of -1", "^"},
		{"pow(minus, 0.5)", "expected a whole power of the negative number -8, found 0.5", "pow"},
		{"big ^ 2", "expected a value below 1.8e308, found 1e300 to the power of 2", "^"},
		{"max(b, 1 / zero)", "division by zero: 1 / 0", "/"},
		{"0 * bb", "unknown parameter 'bb', did you mean 'b'?", "bb"},
	};
	struct fixture *f = *state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		double value = 7;
		assert_non_null(parse(f, cases[i].text));
		assert_false(expr_evaluate(f->expr, bindings, BINDINGS, &value, f->diags));
		assert_true(value == 7);
		assert_true(isnan(expr_value(f->expr, bindings, BINDINGS)));
		enum diag_id id = g_str_has_prefix(cases[i].message, "unknown") ? DIAG_UNKNOWN_NAME : DIAG_WRONG_VALUE;
		if (strcmp(cases[i].marked, "- "))
			expect_error(f, cases[i].text, id, cases[i].message, cases[i].marked);
		else
			assert_string_equal(diags_get(f->diags, 0)->message, cases[i].message);
	}
	static const struct expr_binding infinite[] = {{"b", INFINITY}};
	double value;
	assert_non_null(parse(f, "1 / b"));
	assert_false(expr_evaluate(f->expr, infinite, 1, &value, f->diags));
	expect_error(f, "1 / b", DIAG_WRONG_VALUE, "expected a finite value of the parameter 'b', found none", "b");
}

static void parameters_are_listed_once(void **state)
{
	struct fixture *f = *state;
	const char *names[2] = {NULL, NULL};
	assert_non_null(parse(f, "2*d*b + max(d, f, d) / B"));
	assert_int_equal(expr_parameters(f->expr, names, 2), 4);
	assert_string_equal(names[0], "d");
	assert_string_equal(names[1], "b");
	assert_int_equal(expr_parameters(f->expr, NULL, 0), 4);
	double value;
	assert_false(expr_evaluate(f->expr, bindings, 1, &value, f->diags));
	assert_int_equal(diags_count(f->diags), 3); // all that are missing
	assert_string_equal(diags_get(f->diags, 0)->message, "unknown parameter 'd', expected one of 'b'");
	assert_non_null(parse(f, "1 + 2"));
	assert_int_equal(expr_parameters(f->expr, names, 2), 0);
}

static void text_of_a_json_string(void **state)
{
	struct fixture *f = *state;
	static const char json[] = "{\"flops\": \"b ** 2\", \"bytes\": \"b \\/ 2 +\"}";
	struct source source = {"spec.json", json, sizeof json - 1};
	const struct json *root = json_read(f->arena, &source, f->diags);
	assert_null(expr_parse(f->arena, expr_text_of(f->arena, json_member(root, "flops")), f->diags));
	const struct diag *diag = diags_get(f->diags, 0);
	assert_ptr_equal(diag->place.source, &source);
	assert_memory_equal(json + diag->place.offset, "** 2", 4);
	assert_null(expr_parse(f->arena, expr_text_of(f->arena, json_member(root, "bytes")), f->diags));
	diag = diags_get(f->diags, 1);
	assert_string_equal(diag->place.source->name, "spec.json (bytes)");
	assert_int_equal(diag->column, 8);
}

// ---- against a reference ------------------------------------------------------------------------------------------------------------------------------

enum { SUM = 1, PRODUCT, SIGN, POWER, PRIMARY };

// A random formula as text, with the parentheses that it needs and some that it does not, and its value by the plainest means. `level`: how strongly its
// outermost operator binds.
struct made {
	char *text;
	double value;
	int level;
};

static struct made make(GRand *random, int depth);

static char *within(GRand *random, struct made *part, int least)
{
	const char *blank = g_rand_int_range(random, 0, 4) ? "" : " ";
	bool bracket = part->level < least || !g_rand_int_range(random, 0, 8);
	char *text = bracket ? g_strdup_printf("(%s%s)", part->text, blank) : g_strdup_printf("%s%s", blank, part->text);
	g_free(part->text);
	return text;
}

static double finite_or_nan(double value)
{
	return isfinite(value) ? value : NAN;
}

static struct made make_binary(GRand *random, int depth)
{
	static const struct {
		char sign;
		int level, left, right;
	} operators[] = {{'+', SUM, SUM, PRODUCT}, {'-', SUM, SUM, PRODUCT}, {'*', PRODUCT, PRODUCT, SIGN}, {'/', PRODUCT, PRODUCT, SIGN}, {'^', POWER, PRIMARY, SIGN}};
	size_t which = (size_t)g_rand_int_range(random, 0, G_N_ELEMENTS(operators));
	struct made a = make(random, depth - 1), b = make(random, depth - 1);
	double values[] = {a.value + b.value, a.value - b.value, a.value * b.value, a.value / b.value, pow(a.value, b.value)};
	g_autofree char *left = within(random, &a, operators[which].left), *right = within(random, &b, operators[which].right);
	double value = isnan(a.value) || isnan(b.value) ? NAN : finite_or_nan(values[which]);
	return (struct made){g_strdup_printf("%s%c%s", left, operators[which].sign, right), value, operators[which].level};
}

static struct made make_call(GRand *random, int depth)
{
	static const char *const names[] = {"min", "max", "pow", "ceil", "floor", "log2", "sqrt"};
	size_t which = (size_t)g_rand_int_range(random, 0, G_N_ELEMENTS(names));
	struct made a = make(random, depth - 1), b = make(random, depth - 1);
	double values[] = {fmin(a.value, b.value), fmax(a.value, b.value), pow(a.value, b.value), ceil(a.value), floor(a.value), log2(a.value), sqrt(a.value)};
	g_autofree char *first = within(random, &a, SUM), *second = within(random, &b, SUM);
	if (which >= 3)
		return (struct made){g_strdup_printf("%s(%s)", names[which], first), isnan(a.value) ? NAN : finite_or_nan(values[which]), PRIMARY};
	double value = isnan(a.value) || isnan(b.value) ? NAN : finite_or_nan(values[which]);
	return (struct made){g_strdup_printf("%s(%s,%s)", names[which], first, second), value, PRIMARY};
}

static struct made make(GRand *random, int depth)
{
	int kind = depth > 0 ? g_rand_int_range(random, 0, 10) : 9;
	if (kind < 5)
		return make_binary(random, depth);
	if (kind < 7)
		return make_call(random, depth);
	if (kind < 8) {
		struct made a = make(random, depth - 1);
		double value = -a.value;
		g_autofree char *text = within(random, &a, SIGN);
		return (struct made){g_strdup_printf("-%s", text), value, SIGN};
	}
	size_t which = (size_t)g_rand_int_range(random, 0, 2 * BINDINGS);
	if (which < BINDINGS)
		return (struct made){g_strdup(bindings[which].name), bindings[which].value, PRIMARY};
	double value = g_rand_int_range(random, 0, 3) ? (double)g_rand_int_range(random, 0, 12) : g_rand_double_range(random, 0, 1e6);
	return (struct made){g_strdup(num_exact(value).text), value, PRIMARY};
}

static void random_formulas(void **state)
{
	struct fixture *f = *state;
	GRand *random = g_rand_new_with_seed(20);
	size_t finite_count = 0;
	for (int i = 0; i < 20000; i++) {
		struct made made = make(random, i % 6);
		g_autofree char *text = made.text;
		if (strlen(text) > EXPR_MAX_LENGTH)
			continue;
		if (!parse(f, text))
			fail_msg("%s: %s", text, diags_get(f->diags, 0)->message);
		double value = expr_value(f->expr, bindings, BINDINGS), said = NAN;
		bool ok = expr_evaluate(f->expr, bindings, BINDINGS, &said, f->diags);
		bool same = isnan(made.value) ? isnan(value) && !ok && diags_count(f->diags) == 1 : value == made.value && ok && said == value;
		if (!same)
			fail_msg("%s: expected %.17g, found %.17g", text, made.value, value);
		finite_count += ok;
		if (i % 500 == 0) {
			arena_free(f->arena);
			f->arena = arena_new();
		}
	}
	assert_true(finite_count > 5000);
	g_rand_free(random);
}

// Broken formulas: one error inside the text, or none.
static void random_bytes(void **state)
{
	static const char alphabet[] = "0123456789.eE+-*/^(),_ bdmaxinpowlgcs2\\\"\xc3\x97\xff";
	struct fixture *f = *state;
	GRand *random = g_rand_new_with_seed(21);
	for (int i = 0; i < 20000; i++) {
		struct made made = make(random, i % 5);
		g_autoptr(GString) text = g_string_new(made.text);
		g_free(made.text);
		for (int edits = g_rand_int_range(random, 1, 4); edits; edits--) {
			gssize at = g_rand_int_range(random, 0, (gint32)text->len + 1);
			if (at < (gssize)text->len && g_rand_boolean(random))
				g_string_erase(text, at, 1);
			else
				g_string_insert_c(text, at, alphabet[g_rand_int_range(random, 0, sizeof alphabet - 1)]);
		}
		if (text->len > EXPR_MAX_LENGTH || parse(f, text->str))
			continue;
		assert_int_equal(diags_count(f->diags), 1);
		const struct diag *diag = diags_get(f->diags, 0);
		assert_true(diag->place.offset >= 3 && diag->place.offset + diag->place.length <= 3 + text->len);
		if (i % 500 == 0) {
			arena_free(f->arena);
			f->arena = arena_new();
		}
	}
	g_rand_free(random);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(values), TEST(what_is_no_formula), TEST(other_errors_of_parsing), TEST(limits), TEST(faults_have_their_place), TEST(parameters_are_listed_once),
		TEST(text_of_a_json_string), TEST(random_formulas), TEST(random_bytes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
