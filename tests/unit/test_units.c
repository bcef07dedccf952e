// SPDX-License-Identifier: MIT
// Quantities to SI and back.
#include "input/units.h"

#include <glib.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct parsing {
	const char *text;
	enum quantity quantity;
	enum units_result result;
	double si;
};

static const struct parsing parsings[] = {
	// as in the documentation
	{"989.4 TFLOP/s", QUANTITY_FLOP_RATE, UNITS_OK, 989.4e12},
	{"67 TFLOPS", QUANTITY_FLOP_RATE, UNITS_OK, 67e12},
	{"3.35 TB/s", QUANTITY_BYTE_RATE, UNITS_OK, 3.35e12},
	{"400 Gb/s", QUANTITY_BYTE_RATE, UNITS_OK_BITS, 50e9},
	{"400 Gbps", QUANTITY_BYTE_RATE, UNITS_OK_BITS, 50e9},
	{"12 GiB", QUANTITY_BYTE, UNITS_OK, 12.0 * 1073741824},
	{"4.1 ms", QUANTITY_SECOND, UNITS_OK, 4.1e-3},
	{"17.2 GFLOP", QUANTITY_FLOP, UNITS_OK, 17.2e9},
	{"1979 TOP/s", QUANTITY_FLOP_RATE, UNITS_OK, 1979e12},
	{"2 GMAC", QUANTITY_FLOP, UNITS_OK, 4e9},
	{"2 GMAC", QUANTITY_MAC, UNITS_OK, 2e9},
	{"17 TFLOPs", QUANTITY_FLOP, UNITS_OK, 17e12},
	{"17 TFLOPs", QUANTITY_FLOP_RATE, UNITS_OK, 17e12},
	// out of range
	{"1e300 GFLOP", QUANTITY_FLOP, UNITS_OUT_OF_RANGE, 0},
	{"1e-400 FLOP/byte", QUANTITY_INTENSITY, UNITS_OUT_OF_RANGE, 0},
	{"1e-400", QUANTITY_INTENSITY, UNITS_OUT_OF_RANGE, 0},
	{"1e-320 ns", QUANTITY_SECOND, UNITS_OUT_OF_RANGE, 0},
	{"0e-400 ns", QUANTITY_SECOND, UNITS_OK, 0},
	// counts
	{"1 FLOP", QUANTITY_FLOP, UNITS_OK, 1},
	{"1 GFLOPS", QUANTITY_FLOP, UNITS_OK, 1e9},
	{"1 kOP", QUANTITY_FLOP, UNITS_OK, 1e3},
	{"1 MOPs", QUANTITY_FLOP, UNITS_OK, 1e6},
	{"3 GIOP", QUANTITY_FLOP, UNITS_OK, 3e9},
	{"3 MACs", QUANTITY_MAC, UNITS_OK, 3},
	{"1 GFLOP/s", QUANTITY_FLOP, UNITS_WRONG_UNIT, 0},
	{"1 GFLOP", QUANTITY_MAC, UNITS_WRONG_UNIT, 0},
	// rates
	{"1 FLOPs/s", QUANTITY_FLOP_RATE, UNITS_OK, 1},
	{"1 Flop/s", QUANTITY_FLOP_RATE, UNITS_OK, 1},
	{"1 GF/s", QUANTITY_FLOP_RATE, UNITS_OK, 1e9},
	{"5 TOPS", QUANTITY_FLOP_RATE, UNITS_OK, 5e12},
	{"5 GOPs/s", QUANTITY_FLOP_RATE, UNITS_OK, 5e9},
	{"5 TMAC/s", QUANTITY_FLOP_RATE, UNITS_OK, 10e12},
	{"1 TFLOP/second", QUANTITY_FLOP_RATE, UNITS_OK, 1e12},
	{"7 PFLOPS", QUANTITY_FLOP_RATE, UNITS_OK, 7e15},
	{"19.5 TB", QUANTITY_FLOP_RATE, UNITS_WRONG_UNIT, 0},
	// bytes and bits
	{"1 B", QUANTITY_BYTE, UNITS_OK, 1},
	{"1 byte", QUANTITY_BYTE, UNITS_OK, 1},
	{"1 Kbyte", QUANTITY_BYTE, UNITS_OK, 1e3},
	{"1 Gbytes", QUANTITY_BYTE, UNITS_OK, 1e9},
	{"2 KiB", QUANTITY_BYTE, UNITS_OK, 2048},
	{"1 PiB", QUANTITY_BYTE, UNITS_OK, 1125899906842624.0},
	{"8 Mb", QUANTITY_BYTE, UNITS_OK_BITS, 1e6},
	{"8 Gibit", QUANTITY_BYTE, UNITS_OK_BITS, 1073741824},
	{"1 byte/second", QUANTITY_BYTE_RATE, UNITS_OK, 1},
	{"1 Kbyte/second", QUANTITY_BYTE_RATE, UNITS_OK, 1e3},
	{"1 MBps", QUANTITY_BYTE_RATE, UNITS_OK, 1e6},
	{"8 bit/s", QUANTITY_BYTE_RATE, UNITS_OK_BITS, 1},
	{"1 MiB/s", QUANTITY_BYTE_RATE, UNITS_OK, 1048576},
	{"1 B/ns", QUANTITY_BYTE_RATE, UNITS_OK, 1e9},
	{"1 GB", QUANTITY_BYTE_RATE, UNITS_WRONG_UNIT, 0},
	{"1 gb", QUANTITY_BYTE, UNITS_UNKNOWN_UNIT, 0},
	// times
	{"7 us", QUANTITY_SECOND, UNITS_OK, 7e-6},
	{"7 \u00B5s", QUANTITY_SECOND, UNITS_OK, 7e-6},
	{"7 \u03BCs", QUANTITY_SECOND, UNITS_OK, 7e-6},
	{"292928 ns", QUANTITY_SECOND, UNITS_OK, 292928e-9},
	{"3 ps", QUANTITY_SECOND, UNITS_OK, 3e-12},
	{"2 sec", QUANTITY_SECOND, UNITS_OK, 2},
	{"2 seconds", QUANTITY_SECOND, UNITS_OK, 2},
	{"5 nsecond", QUANTITY_SECOND, UNITS_OK, 5e-9},
	{"5 usecond", QUANTITY_SECOND, UNITS_OK, 5e-6},
	{"5 msecond", QUANTITY_SECOND, UNITS_OK, 5e-3},
	{"1.5 min", QUANTITY_SECOND, UNITS_OK, 90},
	{"2 h", QUANTITY_SECOND, UNITS_OK, 7200},
	{"1 Ms", QUANTITY_SECOND, UNITS_OK, 1e6},
	{"1 kmin", QUANTITY_SECOND, UNITS_UNKNOWN_UNIT, 0},
	// intensities
	{"0.42 FLOP/B", QUANTITY_INTENSITY, UNITS_OK, 0.42},
	{"0.42 FLOP/byte", QUANTITY_INTENSITY, UNITS_OK, 0.42},
	{"0.42 FLOPs/byte", QUANTITY_INTENSITY, UNITS_OK, 0.42},
	{"0.42 Flop/Byte", QUANTITY_INTENSITY, UNITS_OK, 0.42},
	{"0.42 F/B", QUANTITY_INTENSITY, UNITS_OK, 0.42},
	{"0.42 OP/B", QUANTITY_INTENSITY, UNITS_OK, 0.42},
	{"0.5 MAC/B", QUANTITY_INTENSITY, UNITS_OK, 1},
	{"0.42 FLOP/b", QUANTITY_INTENSITY, UNITS_UNKNOWN_UNIT, 0},
	{"0.42 F", QUANTITY_INTENSITY, UNITS_UNKNOWN_UNIT, 0},
	// lengths and frequencies
	{"3.5in", QUANTITY_LENGTH, UNITS_OK, 336},
	{"254mm", QUANTITY_LENGTH, UNITS_OK, 960},
	{"25.4 cm", QUANTITY_LENGTH, UNITS_OK, 960},
	{"252pt", QUANTITY_LENGTH, UNITS_OK, 336},
	{"960px", QUANTITY_LENGTH, UNITS_OK, 960},
	{"960", QUANTITY_LENGTH, UNITS_NO_UNIT, 960},
	{"1 kpx", QUANTITY_LENGTH, UNITS_UNKNOWN_UNIT, 0},
	{"1.41 GHz", QUANTITY_FREQUENCY, UNITS_OK, 1.41e9},
	{"1.41 Ghz", QUANTITY_FREQUENCY, UNITS_OK, 1.41e9},
	// numbers
	{"7", QUANTITY_FLOP, UNITS_NO_UNIT, 7},
	{"7", QUANTITY_NONE, UNITS_OK, 7},
	{"7 s", QUANTITY_NONE, UNITS_WRONG_UNIT, 0},
	{"  7\u00A0ms  ", QUANTITY_SECOND, UNITS_OK, 7e-3},
	{"7\u202Fms", QUANTITY_SECOND, UNITS_OK, 7e-3},
	{"7ms", QUANTITY_SECOND, UNITS_OK, 7e-3},
	{"1e3ms", QUANTITY_SECOND, UNITS_OK, 1},
	{"1E-3 EB", QUANTITY_BYTE, UNITS_OK, 1e15},
	{"3EB", QUANTITY_BYTE, UNITS_OK, 3e18},
	{"-3 GB", QUANTITY_BYTE, UNITS_OK, -3e9},
	{"+.5e1 GB", QUANTITY_BYTE, UNITS_OK, 5e9},
	{"5. GB", QUANTITY_BYTE, UNITS_OK, 5e9},
	{"0e999999999999999 GB", QUANTITY_BYTE, UNITS_OK, 0},
	{"0.1e300 GB", QUANTITY_BYTE, UNITS_OK, 1e308},
	{"1e300 GB", QUANTITY_BYTE, UNITS_OUT_OF_RANGE, 0},
	{"1e999 B", QUANTITY_BYTE, UNITS_OUT_OF_RANGE, 0},
	{"", QUANTITY_BYTE, UNITS_NO_NUMBER, 0},
	{"GB", QUANTITY_BYTE, UNITS_NO_NUMBER, 0},
	{"nan GB", QUANTITY_BYTE, UNITS_NO_NUMBER, 0},
	{"inf", QUANTITY_BYTE, UNITS_NO_NUMBER, 0},
	{"-", QUANTITY_BYTE, UNITS_NO_NUMBER, 0},
	{"1,000 GB", QUANTITY_BYTE, UNITS_UNKNOWN_UNIT, 0},
	{"0x10 GB", QUANTITY_BYTE, UNITS_UNKNOWN_UNIT, 0},
	{"5 furlong", QUANTITY_BYTE, UNITS_UNKNOWN_UNIT, 0},
	{"5 GB/", QUANTITY_BYTE_RATE, UNITS_UNKNOWN_UNIT, 0},
	{"5 GB/s/s", QUANTITY_BYTE_RATE, UNITS_UNKNOWN_UNIT, 0},
	{"5 /s", QUANTITY_BYTE_RATE, UNITS_UNKNOWN_UNIT, 0},
	{"5 GGB", QUANTITY_BYTE, UNITS_UNKNOWN_UNIT, 0},
	{"5 GB x", QUANTITY_BYTE, UNITS_UNKNOWN_UNIT, 0},
};

static void parses(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(parsings); i++) {
		const struct parsing *p = &parsings[i];
		struct units_value value;
		enum units_result result = units_parse(p->text, p->quantity, &value);
		bool has_value = result == UNITS_OK || result == UNITS_OK_BITS || result == UNITS_NO_UNIT;
		if (result != p->result || (has_value && value.si != p->si))
			fail_msg("%s: result %d", p->text, (int)result);
	}
}

static void says_where_the_unit_starts(void **state)
{
	(void)state;
	struct units_value value;
	assert_int_equal(units_parse(" 19.5  TB", QUANTITY_FLOP_RATE, &value), UNITS_WRONG_UNIT);
	assert_int_equal(value.unit_offset, 7);
	units_parse("89mm", QUANTITY_LENGTH, &value);
	assert_int_equal(value.unit_offset, 2);
	assert_true(value.physical);
	units_parse("89px", QUANTITY_LENGTH, &value);
	assert_false(value.physical);
}

// The decimal digits of the text are scaled, not their double: no error of a multiplication.
static void is_the_nearest_double(void **state)
{
	(void)state;
	static const char *const prefixes[] = {"p", "n", "u", "m", "", "k", "M", "G", "T", "P", "E"};
	for (int i = 0; i < 5000; i++)
		for (int p = 0; p < 11; p++) {
			int fraction = i * 7919 % 10000;
			g_autofree char *text = g_strdup_printf("%d.%04d %ss", i, fraction, prefixes[p]);
			g_autofree char *plain = g_strdup_printf("%d.%04de%d", i, fraction, 3 * p - 12);
			struct units_value value;
			assert_int_equal(units_parse(text, QUANTITY_SECOND, &value), UNITS_OK);
			assert_true(value.si == g_ascii_strtod(plain, NULL));
		}
}

static void parses_units_alone(void **state)
{
	(void)state;
	double factor;
	assert_int_equal(units_parse_unit("GFLOP/s", QUANTITY_FLOP_RATE, &factor), UNITS_OK);
	assert_true(factor == 1e9);
	assert_int_equal(units_parse_unit(" us ", QUANTITY_SECOND, &factor), UNITS_OK);
	assert_true(factor == 1e-6);
	assert_int_equal(units_parse_unit("Gb", QUANTITY_BYTE, &factor), UNITS_OK_BITS);
	assert_true(factor == 1e9 / 8);
	assert_int_equal(units_parse_unit("GB", QUANTITY_SECOND, &factor), UNITS_WRONG_UNIT);
	assert_int_equal(units_parse_unit("blocks", QUANTITY_SECOND, &factor), UNITS_UNKNOWN_UNIT);
	assert_int_equal(units_parse_unit("", QUANTITY_SECOND, &factor), UNITS_NO_UNIT);
	assert_true(factor == 1);
}

static void guesses(void **state)
{
	(void)state;
	static const struct {
		const char *unit;
		enum quantity quantity;
		double factor;
	} known[] = {
		{"GFLOP/s", QUANTITY_FLOP_RATE, 1e9}, {"GFLOPS", QUANTITY_FLOP_RATE, 1e9}, {"TOPS", QUANTITY_FLOP_RATE, 1e12},
		{"TFLOPs", QUANTITY_FLOP, 1e12}, {"GFLOP", QUANTITY_FLOP, 1e9}, {"FLOPS", QUANTITY_FLOP, 1}, {"GMAC", QUANTITY_MAC, 1e9},
		{"GMAC/s", QUANTITY_FLOP_RATE, 2e9}, {"GB", QUANTITY_BYTE, 1e9}, {"GB/s", QUANTITY_BYTE_RATE, 1e9}, {"Gb", QUANTITY_BYTE, 1e9 / 8},
		{"us", QUANTITY_SECOND, 1e-6}, {"FLOP/B", QUANTITY_INTENSITY, 1}, {"MAC/B", QUANTITY_INTENSITY, 2},
		{"MHz", QUANTITY_FREQUENCY, 1e6}, {"in", QUANTITY_LENGTH, 96},
	};
	enum quantity quantity;
	double factor;
	for (size_t i = 0; i < G_N_ELEMENTS(known); i++) {
		assert_true(units_guess(known[i].unit, &quantity, &factor));
		if (quantity != known[i].quantity || factor != known[i].factor)
			fail_msg("%s: quantity %d", known[i].unit, (int)quantity);
	}
	assert_false(units_guess("furlong", &quantity, &factor));
	assert_false(units_guess("", &quantity, &factor));
}

static void formats(void **state)
{
	(void)state;
	static const struct {
		double si;
		enum quantity quantity;
		int digits;
		const char *text;
	} cases[] = {
		{3.35e12, QUANTITY_BYTE_RATE, 3, "3.35 TB/s"},
		{989.4e12, QUANTITY_FLOP_RATE, 3, "989 TFLOP/s"},
		{999.96e9, QUANTITY_FLOP_RATE, 3, "1 TFLOP/s"},
		{999.4e9, QUANTITY_FLOP_RATE, 3, "999 GFLOP/s"},
		{999.5e9, QUANTITY_FLOP_RATE, 3, "1 TFLOP/s"},
		{410, QUANTITY_INTENSITY, 3, "410 FLOP/byte"},
		{0.015625, QUANTITY_INTENSITY, 3, "0.0156 FLOP/byte"},
		{12345, QUANTITY_INTENSITY, 3, "12300 FLOP/byte"},
		{4.1e-3, QUANTITY_SECOND, 3, "4.1 ms"},
		{2.330169e-6, QUANTITY_SECOND, 4, "2.33 \u00B5s"},
		{999.9996e-9, QUANTITY_SECOND, 3, "1 \u00B5s"},
		{1e-15, QUANTITY_SECOND, 3, "0.001 ps"},
		{3600, QUANTITY_SECOND, 3, "3600 s"},
		{0.5, QUANTITY_BYTE, 3, "0.5 B"},
		{0, QUANTITY_BYTE, 3, "0 B"},
		{-0.0, QUANTITY_BYTE, 3, "0 B"},
		{-1500, QUANTITY_BYTE, 3, "-1.5 kB"},
		{17179869184000, QUANTITY_FLOP, 3, "17.2 TFLOP"},
		{2e9, QUANTITY_MAC, 3, "2 GMAC"},
		{1.41e9, QUANTITY_FREQUENCY, 3, "1.41 GHz"},
		{336, QUANTITY_LENGTH, 3, "336 px"},
		{1e30, QUANTITY_FLOP, 3, "1000000000000 EFLOP"},
		{1e250, QUANTITY_FLOP, 3, "1e232 EFLOP"},
		{1e-250, QUANTITY_INTENSITY, 3, "1e-250 FLOP/byte"},
		{0.1, QUANTITY_NONE, 3, "0.1"},
	};
	struct arena *arena = arena_new();
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
		assert_string_equal(units_format(arena, cases[i].si, cases[i].quantity, cases[i].digits), cases[i].text);
	arena_free(arena);
}

// parse(format(x, 17 digits)) is x, for any x and quantity, whatever the locale.
static void round_trips(void **state)
{
	(void)state;
	setlocale(LC_ALL, "de_DE.UTF-8"); // where it is installed
	GRand *rand = g_rand_new_with_seed(42);
	for (int i = 0; i < 20000; i++) {
		struct arena *arena = arena_new();
		enum quantity quantity = (enum quantity)(i % QUANTITY_COUNT);
		double range = i % 7 ? 30 : 280;
		double si = pow(10, g_rand_double_range(rand, -range, range)) * (i % 5 ? 1 : -1);
		char *text = units_format(arena, si, quantity, 17);
		struct units_value value;
		assert_int_equal(units_parse(text, quantity, &value), UNITS_OK);
		if (value.si != si)
			fail_msg("%s does not read back", text);
		arena_free(arena);
	}
	g_rand_free(rand);
	setlocale(LC_ALL, "C");
}

// Three digits, and at most three before the point, wherever there is a prefix for it.
static void formats_within_a_thousand(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	for (double si = 1.0; si < 1e20; si *= 1.0137) {
		const char *text = units_format(arena, si, QUANTITY_FLOP_RATE, 3);
		double number = g_ascii_strtod(text, NULL);
		assert_true(number >= 1 && number < 1000);
		assert_true(strcspn(text, " ") <= 4);
	}
	arena_free(arena);
}

static void chooses_prefixes(void **state)
{
	(void)state;
	static const struct {
		double si;
		const char *symbol;
		double factor;
	} cases[] = {{989.4e12, "T", 1e12}, {1e12, "T", 1e12}, {999e9, "G", 1e9}, {0, "", 1}, {1, "", 1}, {0.02, "m", 1e-3}, {5e-6, "\u00B5", 1e-6},
		{1e-20, "p", 1e-12}, {1e25, "E", 1e18}, {-2e3, "k", 1e3}};
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct units_prefix prefix = units_prefix_for(cases[i].si);
		assert_string_equal(prefix.symbol, cases[i].symbol);
		assert_true(prefix.factor == cases[i].factor);
	}
}

// Every example that a message gives is itself accepted.
static void expects_what_it_accepts(void **state)
{
	(void)state;
	for (int quantity = 0; quantity < QUANTITY_NONE; quantity++) {
		const char *expected = units_expected((enum quantity)quantity), *open = strchr(expected, '"');
		assert_non_null(open);
		g_autofree char *example = g_strndup(open + 1, strcspn(open + 1, "\""));
		struct units_value value;
		assert_int_equal(units_parse(example, (enum quantity)quantity, &value), UNITS_OK);
	}
	assert_string_equal(units_expected(QUANTITY_FLOP_RATE), "a rate such as \"19.5 TFLOP/s\"");
	assert_string_equal(units_name(QUANTITY_INTENSITY), "FLOP/byte");
}

// A number beside its unit, and the same in a column of that unit.
static void scales_as_exactly_as_it_parses(void **state)
{
	(void)state;
	static const char *const numbers[] = {"64.8276", "0.1", "4.1", "1e-3", "989.4", "33.5", "2.039", "0.0193720001", "7e22", "5", "0", "1e290"};
	static const struct {
		const char *unit;
		enum quantity quantity;
	} units[] = {{"GFLOP", QUANTITY_FLOP}, {"TFLOP/s", QUANTITY_FLOP_RATE}, {"GMAC", QUANTITY_FLOP}, {"Gb/s", QUANTITY_BYTE_RATE}, {"KiB", QUANTITY_BYTE},
		{"us", QUANTITY_SECOND}, {"ns", QUANTITY_SECOND}, {"min", QUANTITY_SECOND}, {"B/ns", QUANTITY_BYTE_RATE}, {"FLOP/byte", QUANTITY_INTENSITY}};
	for (size_t n = 0; n < G_N_ELEMENTS(numbers); n++) {
		for (size_t u = 0; u < G_N_ELEMENTS(units); u++) {
			g_autofree char *text = g_strdup_printf("%s %s", numbers[n], units[u].unit);
			struct units_value value;
			double factor, scaled = -1;
			units_parse(text, units[u].quantity, &value);
			units_parse_unit(units[u].unit, units[u].quantity, &factor);
			assert_true(units_scale(numbers[n], factor, &scaled));
			if (scaled != value.si)
				fail_msg("%s: %.17g, but %.17g in a column", text, value.si, scaled);
		}
	}
	double value;
	assert_true(units_scale("64.8276", 1e9, &value) && value == 64827600000.0);
	assert_true(units_scale("64.8276", 1 / 1e-9, &value) && value == 64827600000.0);
	assert_false(units_scale("1e300", 1e9, &value));
	assert_false(units_scale("1e-400", 1e9, &value));
	assert_false(units_scale("1e-320", 1e-9, &value));
	assert_false(units_scale("5 GB", 1, &value));
}

// A slip of the pen is known, and what is proposed is accepted.
static void hints_at_what_was_meant(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		enum quantity quantity;
		const char *hint;
	} cases[] = {
		{"200 tflop/s", QUANTITY_FLOP_RATE, "; upper and lower case matter (T, not t): \"200 TFLOP/s\""},
		{"3 tb/s", QUANTITY_BYTE_RATE, "; upper and lower case matter (T, not t): \"3 TB/s\""},
		{"1.5gb", QUANTITY_BYTE, "; upper and lower case matter (G, not g): \"1.5 GB\""},
		{"1.5 gib", QUANTITY_BYTE, "; upper and lower case matter (Gi, not gi): \"1.5 GiB\""},
		{"5 MS", QUANTITY_SECOND, "; upper and lower case matter (m, not M): \"5 ms\""},
		{"5 S", QUANTITY_SECOND, "; upper and lower case matter: \"5 s\""},
		{"2 TFLOP/S", QUANTITY_FLOP_RATE, "; upper and lower case matter: \"2 TFLOP/s\""},
		{"3,000 GB/s", QUANTITY_BYTE_RATE, "; numbers have no thousands separators: \"3000 GB/s\""},
		{"1,234,567.5 B", QUANTITY_BYTE, "; numbers have no thousands separators: \"1234567.5 B\""},
		{"3 000 GB/s", QUANTITY_BYTE_RATE, "; numbers have no thousands separators: \"3000 GB/s\""},
		{"3'000\u00A0000 FLOP", QUANTITY_FLOP, "; numbers have no thousands separators: \"3000000 FLOP\""},
		{"3,35 TB/s", QUANTITY_BYTE_RATE, "; numbers have a decimal point: \"3.35 TB/s\""},
		{"3,000 gb/s", QUANTITY_BYTE_RATE, "; numbers have no thousands separators, and upper and lower case matter (G, not g): \"3000 GB/s\""},
		{"3,000", QUANTITY_BYTE, "; numbers have no thousands separators: \"3000\""},
		{"3 furlongs", QUANTITY_BYTE, ""}, {"3 GB/s", QUANTITY_FLOP_RATE, ""}, {"3,5 furlongs", QUANTITY_BYTE, ""}, {"GB", QUANTITY_BYTE, ""},
		{"", QUANTITY_BYTE, ""}, {"fast", QUANTITY_FLOP_RATE, ""}, {"-,", QUANTITY_BYTE, ""}, {"1,2,3", QUANTITY_BYTE, ""},
		{"1000000000000000000000000000000000000000000000000 gb", QUANTITY_BYTE, ""},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *hint = units_hint(cases[i].text, cases[i].quantity);
		assert_string_equal(hint, cases[i].hint);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parses),
		cmocka_unit_test(says_where_the_unit_starts),
		cmocka_unit_test(is_the_nearest_double),
		cmocka_unit_test(parses_units_alone),
		cmocka_unit_test(guesses),
		cmocka_unit_test(formats),
		cmocka_unit_test(round_trips),
		cmocka_unit_test(formats_within_a_thousand),
		cmocka_unit_test(chooses_prefixes),
		cmocka_unit_test(expects_what_it_accepts),
		cmocka_unit_test(scales_as_exactly_as_it_parses),
		cmocka_unit_test(hints_at_what_was_meant),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
