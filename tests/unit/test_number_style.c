// SPDX-License-Identifier: MIT
// How a file writes its numbers.
#include "import_fixture.h"

#include "import/number_style.h"

static enum decimal decimal_of(const char *const *texts, bool whole)
{
	struct number_style style = {0};
	struct diags *diags = diags_new();
	enum decimal decimal;
	for (size_t i = 0; texts[i]; i++)
		number_style_observe(&style, texts[i], (struct place){0}, whole);
	bool agrees = number_style_decide(&style, &decimal, diags);
	diags_free(diags);
	assert_true(agrees);
	return decimal;
}

static void test_style_proofs(void **state)
{
	(void)state;
	static const char *const points[] = {"1.5", "0.125", "1234.567", "1,234,567", "1,234.5", "12,345.678", "1.234e5", ".5", "-3.25", "2.", "1.2345", NULL};
	static const char *const commas[] = {"5,40", "0,125", "1234,567", "1.234.567", "1.234,5", "65,77 %", "1,234e5", "1,2345", NULL};
	static const char *const open[] = {"1,234", "117.344", "12", "1e9", "", "abc", "-1,234", "1,23,4", "N/A", NULL};
	for (size_t i = 0; points[i]; i++)
		assert_int_equal(decimal_of((const char *const[]){points[i], NULL}, false), DECIMAL_POINT);
	for (size_t i = 0; commas[i]; i++)
		assert_int_equal(decimal_of((const char *const[]){commas[i], NULL}, false), DECIMAL_COMMA);
	for (size_t i = 0; open[i]; i++)
		assert_int_equal(decimal_of((const char *const[]){open[i], NULL}, false), DECIMAL_UNKNOWN);
}

static void test_style_of_whole_things(void **state)
{
	(void)state;
	assert_int_equal(decimal_of((const char *const[]){"12,288", NULL}, true), DECIMAL_POINT);
	assert_int_equal(decimal_of((const char *const[]){"12.288", NULL}, true), DECIMAL_COMMA);
}

static void test_style_contradiction(void **state)
{
	(void)state;
	struct number_style style = {0};
	struct diags *diags = diags_new();
	struct source source = {"x", "5,40 1.75", 9};
	enum decimal decimal;
	number_style_observe(&style, "5,40", (struct place){&source, 0, 4}, false);
	number_style_observe(&style, "1.75", (struct place){&source, 5, 4}, false);
	assert_false(number_style_decide(&style, &decimal, diags));
	assert_int_equal(diags_get(diags, 0)->id, DIAG_BAD_CSV);
	diags_free(diags);
}

static void assert_plain(enum decimal decimal, const char *text, const char *wanted)
{
	g_autoptr(GString) out = g_string_new("old");
	number_style_plain(decimal, text, out);
	assert_string_equal(out->str, wanted);
}

static void test_style_plain(void **state)
{
	(void)state;
	assert_plain(DECIMAL_COMMA, "1.234,5 ms", "1234.5 ms");
	assert_plain(DECIMAL_COMMA, "117.344", "117344");
	assert_plain(DECIMAL_COMMA, "-5,40", "-5.40");
	assert_plain(DECIMAL_POINT, "1,234,567.25 GB", "1234567.25 GB");
	assert_plain(DECIMAL_POINT, "1,234", "1234");
	assert_plain(DECIMAL_UNKNOWN, "117.344", "117.344");
	assert_plain(DECIMAL_POINT, "1,23,4", "1,23,4");
	assert_plain(DECIMAL_POINT, "2e9 FLOP", "2e9 FLOP");
	assert_plain(DECIMAL_POINT, "fast", "fast");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_style_proofs),
		cmocka_unit_test(test_style_of_whole_things),
		cmocka_unit_test(test_style_contradiction),
		cmocka_unit_test(test_style_plain),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
