// SPDX-License-Identifier: MIT
// Numbers as text: what printf says of them in the C locale, whatever way they are made.
#include "base/num.h"

#include <glib.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROUNDS = 100000 };

// ---- by printf, slowly

static void trim(char *text)
{
	if (!strchr(text, '.'))
		return;
	for (size_t end = strlen(text); text[end - 1] == '0' || text[end - 1] == '.'; end--) {
		bool point = text[end - 1] == '.';
		text[end - 1] = '\0';
		if (point)
			break;
	}
}

static struct num_text slow_exact(double value)
{
	struct num_text out;
	if (fabs(value) < 1e15 && value == floor(value)) {
		g_ascii_formatd(out.text, sizeof out.text, "%.0f", value == 0 ? 0 : value);
		return out;
	}
	for (int digits = 15; digits <= 17; digits++) {
		g_autofree char *format = g_strdup_printf("%%.%dg", digits);
		g_ascii_formatd(out.text, sizeof out.text, format, value);
		if (g_ascii_strtod(out.text, NULL) == value)
			break;
	}
	char *plus = strchr(out.text, '+');
	if (plus)
		memmove(plus, plus + 1, strlen(plus));
	return out;
}

static struct num_text slow_short(double value, int digits)
{
	struct num_text out;
	char raw[NUM_CHARS];
	value = value == 0 ? 0 : value;
	g_autofree char *format = g_strdup_printf("%%.%de", digits - 1);
	g_ascii_formatd(raw, sizeof raw, format, value);
	char *e = strchr(raw, 'e');
	int exponent = value == 0 ? 0 : atoi(e + 1);
	if (value == 0 || (fabs(value) >= 1e-5 && fabs(value) < 1e15)) {
		g_autofree char *fixed = g_strdup_printf("%%.%df", MAX(digits - 1 - exponent, 0));
		g_ascii_formatd(out.text, sizeof out.text, fixed, g_ascii_strtod(raw, NULL));
		trim(out.text);
		return out;
	}
	*e = '\0';
	trim(raw);
	g_snprintf(out.text, sizeof out.text, "%se%d", raw, exponent);
	return out;
}

static struct num_text slow_px(double value)
{
	struct num_text out;
	double rounded = round(value * 100) / 100;
	g_ascii_formatd(out.text, sizeof out.text, "%.2f", rounded == 0 ? 0 : rounded);
	trim(out.text);
	return out;
}

// ---- numbers of all kinds

static void same(double value)
{
	assert_string_equal(num_exact(value).text, slow_exact(value).text);
	assert_string_equal(num_px(value).text, slow_px(value).text);
	for (int digits = 1; digits <= 17; digits++)
		assert_string_equal(num_short(value, digits).text, slow_short(value, digits).text);
}

static void with_neighbours(double value)
{
	double below = nextafter(value, -HUGE_VAL), above = nextafter(value, HUGE_VAL);
	same(value), same(below), same(above), same(-value);
}

static uint64_t random_bits(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static void known(void **state)
{
	(void)state;
	static const struct {
		double value;
		const char *exact, *three, *px;
	} rows[] = {
		{0, "0", "0", "0"}, {-0.0, "0", "0", "0"}, {0.5, "0.5", "0.5", "0.5"}, {0.1, "0.1", "0.1", "0.1"}, {-0.004, "-0.004", "-0.004", "0"},
		{3.35e12, "3350000000000", "3350000000000", "3350000000000"}, {989.4e12, "989400000000000", "989000000000000", "989400000000000"},
		{1.979e15, "1.979e15", "1.98e15", "1979000000000000"}, {1e-5, "1e-05", "0.00001", "0"}, {1.25e-7, "1.25e-07", "1.25e-7", "0"},
		{129.385, "129.385", "129", "129.39"}, {0.1 + 0.2, "0.30000000000000004", "0.3", "0.3"}, {1.0 / 3, "0.3333333333333333", "0.333", "0.33"},
		{2.5, "2.5", "2.5", "2.5"}, {999.5, "999.5", "1000", "999.5"}, {99.995, "99.995", "100", "100"}, {1e22, "1e22", "1e22", "10000000000000000000000"},
		{1e100, "1e100", "1e100", NULL}, {5e-324, "4.94065645841247e-324", "4.94e-324", "0"},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		assert_string_equal(num_exact(rows[i].value).text, rows[i].exact);
		assert_string_equal(num_short(rows[i].value, 3).text, rows[i].three);
		if (rows[i].px)
			assert_string_equal(num_px(rows[i].value).text, rows[i].px);
	}
}

static void edges(void **state)
{
	(void)state;
	for (int power = -14; power <= 33; power++)
		for (int times = 1; times < 100; times++)
			with_neighbours(times * pow(10, power));
	for (int power = -60; power <= 120; power++)
		with_neighbours(ldexp(1, power));
	// exact halves, at every number of digits
	for (int i = 0; i < 4096; i++)
		same(i / 8.0), same(i * 100 + 0.5), same(ldexp(i + 0.5, 30));
}

static void random_numbers(void **state)
{
	(void)state;
	uint64_t seed = 88172645463325252u;
	for (int i = 0; i < ROUNDS; i++) {
		uint64_t bits = random_bits(&seed);
		double value;
		memcpy(&value, &bits, sizeof value);
		double near = (double)((int64_t)random_bits(&seed) >> 20) / 4096.0, short_text = (double)(random_bits(&seed) % 100000) / pow(10, i % 12);
		double wide = ldexp(1 + (double)(bits >> 12) / 4503599627370496.0, i % 180 - 50);
		double all[] = {near, short_text, wide, wide / 3};
		for (size_t k = 0; k < G_N_ELEMENTS(all); k++) {
			int digits = 1 + (i + (int)k) % 17;
			assert_string_equal(num_exact(all[k]).text, slow_exact(all[k]).text);
			assert_string_equal(num_short(all[k], digits).text, slow_short(all[k], digits).text);
			if (fabs(all[k]) < 1e30)
				assert_string_equal(num_px(all[k]).text, slow_px(all[k]).text);
		}
		if (isfinite(value))
			assert_string_equal(num_exact(value).text, slow_exact(value).text);
	}
}

static void read_back(void **state)
{
	(void)state;
	uint64_t seed = 42;
	for (int i = 0; i < ROUNDS / 10; i++) {
		double value = (double)(random_bits(&seed) % 1000000) / pow(10, i % 9), again;
		assert_true(num_parse(num_exact(value).text, &again));
		assert_true(again == value);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known),
		cmocka_unit_test(edges),
		cmocka_unit_test(random_numbers),
		cmocka_unit_test(read_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
