// SPDX-License-Identifier: MIT
// Which values get a tick. Schemes are tried from the most natural to the coarsest; the first whose labels fit and are enough wins.
#include "layout/axis.h"

#include "base/num.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#define SLACK 1e-9 // of the axis, so that a limit on a tick counts as inside

enum scheme_kind { SCHEME_DECADES, SCHEME_MANTISSAS, SCHEME_LINEAR, SCHEME_BINARY };

struct scheme {
	enum scheme_kind kind;
	double step;             // decades, powers of two, or the linear step
	const double *mantissas; // ends with 0
};

static const double one_two_five[] = {1, 2, 5, 0}, one_three[] = {1, 3, 0}, fine[] = {1, 1.5, 2, 3, 4, 5, 6, 8, 0}, to_nine[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 0};

// What lies between these gets a tick.
struct window {
	double low, high;
};

static struct window window_of(const struct axis *axis)
{
	double length = axis->scale == SCALE_LOG ? axis_decades(axis) : axis->max - axis->min, slack = SLACK * length;
	return axis->scale == SCALE_LOG ? (struct window){axis->min * pow(10, -slack), axis->max * pow(10, slack)}
					: (struct window){axis->min - slack, axis->max + slack};
}

static void add_tick(struct arena *arena, struct ticks *ticks, struct window window, double value)
{
	if (isfinite(value) && value > window.low && value < window.high)
		list_push(arena, ticks)->value = value;
}

// 10^e, correctly rounded; pow() may be off by an ulp.
static double power_of_ten(int e)
{
	static const double powers[] = {1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13,
		1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21};
	enum { LOWEST = -9 };
	if (e >= LOWEST && e - LOWEST < (int)G_N_ELEMENTS(powers))
		return powers[e - LOWEST];
	char text[16];
	g_snprintf(text, sizeof text, "1e%d", e);
	return g_ascii_strtod(text, NULL);
}

static void generate(struct arena *arena, const struct axis *axis, const struct scheme *scheme, struct ticks *ticks)
{
	struct window window = window_of(axis);
	*ticks = (struct ticks){0};
	if (scheme->kind == SCHEME_LINEAR) {
		double first = ceil(axis->min / scheme->step - 1e-6);
		for (double i = first; i * scheme->step <= axis->max + scheme->step * 1e-6; i++)
			add_tick(arena, ticks, window, g_ascii_strtod(num_short(i * scheme->step, 12).text, NULL));
		return;
	}
	if (scheme->kind == SCHEME_BINARY) {
		int step = (int)scheme->step;
		for (int e = (int)floor(log2(axis->min)); e <= (int)ceil(log2(axis->max)); e++)
			if (e % step == 0)
				add_tick(arena, ticks, window, ldexp(1, e));
		return;
	}
	int step = scheme->kind == SCHEME_DECADES ? (int)scheme->step : 1;
	for (int e = (int)floor(log10(axis->min)) - 1; e <= (int)ceil(log10(axis->max)); e++) {
		if (e % step)
			continue;
		if (scheme->kind == SCHEME_DECADES)
			add_tick(arena, ticks, window, power_of_ten(e));
		else
			for (const double *m = scheme->mantissas; *m; m++)
				add_tick(arena, ticks, window, *m * power_of_ten(e));
	}
}

static char *group_thousands(struct arena *arena, const char *digits, const char *separator)
{
	size_t whole = strspn(digits, "0123456789");
	if (whole < 4 || !separator || !*separator)
		return arena_strdup(arena, digits);
	g_autoptr(GString) out = g_string_new(NULL);
	for (size_t i = 0; i < whole; i++) {
		if (i && (whole - i) % 3 == 0)
			g_string_append(out, separator);
		g_string_append_c(out, digits[i]);
	}
	g_string_append(out, digits + whole);
	return arena_strdup(arena, out->str);
}

// Labels with as few digits as keep them apart; powers of ten as 10^n when plain digits would be long.
static void write_labels(struct arena *arena, struct ticks *ticks, const struct tick_style *style)
{
	enum { PLAIN_LOW = -4, PLAIN_HIGH = 6, DIGITS_MAX = 17 };
	bool out_of_range = false, powers = true;
	for (size_t i = 0; i < ticks->count; i++) {
		if (ticks->items[i].value == 0)
			continue; // on a linear axis
		double e = log10(fabs(ticks->items[i].value) / style->unit);
		powers = powers && fabs(e - round(e)) < 1e-9;
		out_of_range = out_of_range || e < PLAIN_LOW - 0.5 || e > PLAIN_HIGH + 0.5;
	}
	for (int digits = 3; digits <= DIGITS_MAX; digits++) {
		bool distinct = true;
		for (size_t i = 0; i < ticks->count; i++) {
			struct tick *tick = &ticks->items[i];
			double value = tick->value / style->unit, e = value > 0 ? floor(log10(value) + 1e-9) : 0, shown = value;
			if (powers && (style->exponents || out_of_range)) {
				tick->label = "10";
				tick->power = arena_printf(arena, "%s%d", e < 0 ? "−" : "", abs((int)e));
			} else if (out_of_range && value > 0) {
				struct num_text mantissa = num_short(value / pow(10, e), digits);
				num_parse(mantissa.text, &shown);
				shown *= pow(10, e);
				tick->label = arena_printf(arena, "%s×10", mantissa.text);
				tick->power = arena_printf(arena, "%s%d", e < 0 ? "−" : "", abs((int)e));
			} else {
				struct num_text number = num_short(value, digits);
				num_parse(number.text, &shown);
				tick->label = group_thousands(arena, number.text, style->thousands);
				tick->power = NULL;
			}
			const struct tick *last = i ? &ticks->items[i - 1] : NULL;
			// a label is the value itself, not a rounded one: 1 024, not 1 020
			distinct = distinct && fabs(shown - value) <= 1e-9 * fabs(value) && !(last && strcmp(last->label, tick->label) == 0 && g_strcmp0(last->power, tick->power) == 0);
		}
		if (distinct)
			return;
	}
}

static bool fits(const struct axis *axis, const struct ticks *ticks, const struct tick_style *style)
{
	for (size_t i = 1; i < ticks->count; i++) {
		const struct tick *a = &ticks->items[i - 1], *b = &ticks->items[i];
		double apart = fabs(axis_px(axis, b->value) - axis_px(axis, a->value));
		double room = style->vertical ? style->line_px : (style->width_px(style->user, a) + style->width_px(style->user, b)) / 2;
		if (apart < room + style->gap_px)
			return false;
	}
	return true;
}

// A linear step of 1, 2 or 5 times a power of ten that gives about `wanted` ticks.
static double nice_step(const struct axis *axis, double wanted)
{
	double raw = (axis->max - axis->min) / wanted, power = pow(10, floor(log10(raw))), m = raw / power;
	return (m < 1.5 ? 1 : m < 3.5 ? 2 : m < 7.5 ? 5 : 10) * power;
}

enum { SCHEMES_MAX = 48 };

static size_t list_schemes(const struct axis *axis, enum tick_mode mode, struct scheme *schemes)
{
	static const double steps[] = {1, 2, 3, 5, 10, 20, 50, 100, 200, 300};
	size_t count = 0;
	bool decades_first = mode == TICKS_DECADES || (mode == TICKS_AUTO && floor(log10(axis->max) + SLACK) - ceil(log10(axis->min) - SLACK) >= 2);
	if (axis->scale == SCALE_LOG) {
		if (mode == TICKS_POWERS_OF_TWO)
			for (size_t i = 0; i < G_N_ELEMENTS(steps); i++)
				schemes[count++] = (struct scheme){.kind = SCHEME_BINARY, .step = steps[i]};
		if (mode == TICKS_125)
			schemes[count++] = (struct scheme){.kind = SCHEME_MANTISSAS, .mantissas = one_two_five};
		if (decades_first || mode != TICKS_AUTO)
			for (size_t i = 0; i < G_N_ELEMENTS(steps); i++)
				schemes[count++] = (struct scheme){.kind = SCHEME_DECADES, .step = steps[i]};
		static const double *const sets[] = {one_two_five, one_three, fine};
		for (size_t i = 0; i < G_N_ELEMENTS(sets); i++)
			schemes[count++] = (struct scheme){.kind = SCHEME_MANTISSAS, .mantissas = sets[i]};
	}
	for (int wanted = 8; wanted >= 1; wanted--)
		schemes[count++] = (struct scheme){.kind = SCHEME_LINEAR, .step = nice_step(axis, wanted)};
	return count;
}

static void add_minor(struct arena *arena, const struct axis *axis, struct ticks *ticks)
{
	struct ticks all, merged = {0};
	generate(arena, axis, &(struct scheme){.kind = SCHEME_MANTISSAS, .mantissas = to_nine}, &all);
	size_t at = 0;
	for (size_t i = 0; i < all.count; i++) {
		while (at < ticks->count && ticks->items[at].value < all.items[i].value * (1 - 1e-9))
			*list_push(arena, &merged) = ticks->items[at++];
		bool labelled = at < ticks->count && ticks->items[at].value < all.items[i].value * (1 + 1e-9);
		*list_push(arena, &merged) = labelled ? ticks->items[at++] : all.items[i];
	}
	while (at < ticks->count)
		*list_push(arena, &merged) = ticks->items[at++];
	*ticks = merged;
}

void axis_ticks(struct arena *arena, const struct axis *axis, enum tick_mode mode, const struct tick_style *style, struct ticks *ticks)
{
	struct scheme schemes[SCHEMES_MAX];
	size_t count = list_schemes(axis, mode, schemes);
	struct ticks best = {0};
	const struct scheme *chosen = NULL;
	// Three labels that fit are wanted; two that fit will do; else the two ends of the finest scheme.
	for (size_t enough = 3; enough >= 2 && !chosen; enough--)
		for (size_t i = 0; i < count && !chosen; i++) {
			struct ticks found;
			generate(arena, axis, &schemes[i], &found);
			if (found.count < enough)
				continue;
			write_labels(arena, &found, style);
			if (fits(axis, &found, style)) {
				chosen = &schemes[i];
				best = found;
			}
		}
	if (!chosen) {
		*list_push(arena, &best) = (struct tick){.value = axis->min};
		*list_push(arena, &best) = (struct tick){.value = axis->max};
		write_labels(arena, &best, style);
	}
	bool decades = chosen && chosen->kind == SCHEME_DECADES && chosen->step == 1; // NOLINT: steps are exact
	if (axis->scale == SCALE_LOG && (decades || (chosen && chosen->kind == SCHEME_MANTISSAS && chosen->mantissas != fine)))
		add_minor(arena, axis, &best);
	*ticks = best;
}

const char *tick_text(struct arena *arena, const struct tick *tick)
{
	static const char *const superscripts[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
	if (!tick->power)
		return tick->label;
	g_autoptr(GString) out = g_string_new(tick->label);
	for (const char *at = tick->power; *at; at = g_utf8_next_char(at))
		g_string_append(out, g_ascii_isdigit(*at) ? superscripts[*at - '0'] : "⁻");
	return arena_strdup(arena, out->str);
}
