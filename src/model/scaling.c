// SPDX-License-Identifier: MIT
// Speed-up and efficiency of measured points, and the serial fraction that fits them best.
//
// Strong scaling: T(N) = T1 (S + (1 - S)/N + K) is a + b/N with a = T1 (S + K) and b = T1 (1 - S), a straight line in 1/N: least squares on time have a closed
// form, and a + b = T1 (1 + K) gives S = 1 - b (1 + K)/(a + b). The standard error of S follows from the covariance of a and b.
// Weak scaling: N times the work take T(N) = T1 N/(S + N (1 - S)), the scaled speed-up N T1/T(N) being Gustafson's law. For any S the best T1 has a closed form;
// S is found by scanning all of its range, below 0 and above 1 too, and closing in on the least sum of squares, its standard error by the linearised model at
// that place.
#include "model/analysis_internal.h"

#include "base/num.h"

#include <math.h>
#include <stdlib.h>

enum { DIGITS = 4 };
static const double end_share = 1e-9; // a serial fraction this close to 0 or 1 is 0 or 1

static int by_processors(const void *a, const void *b)
{
	const struct scaling_point *left = a, *right = b;
	if (left->processors != right->processors)
		return left->processors < right->processors ? -1 : 1;
	return (left->point > right->point) - (left->point < right->point);
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

// ---- points -------------------------------------------------------------------------------------------------------------------------------------------

static const char *why_not(const struct point *point)
{
	const struct { bool holds; const char *reason; } causes[] = {
		{isnan(point->processors), "no n, the number of processors"},
		{isnan(point->time) && point->missing, point->missing},
		{isnan(point->time), "no time"},
		{point->time == 0, "time = 0"},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(causes); i++) {
		if (causes[i].holds)
			return causes[i].reason;
	}
	return NULL;
}

static void collect(struct run *run, struct scaling_result *result)
{
	for (size_t i = 0; i < run->analysis->rows.count; i++) {
		struct row *row = &run->analysis->rows.items[i];
		const struct point *point = row->point;
		row->flags = 0;
		row->reason = why_not(point);
		row->plotted = !row->reason;
		if (row->plotted && row->level_index == 0)
			*list_push(run->arena, &result->points) = (struct scaling_point){.point = point, .processors = point->processors, .time = point->time,
				.time_low = point->time_low, .time_high = point->time_high, .speedup = NAN, .efficiency = NAN};
	}
	if (result->points.count)
		qsort(result->points.items, result->points.count, sizeof *result->points.items, by_processors);
}

// Two programs have two curves: one fit through both would be neither's.
static bool check_series(struct run *run, const struct scaling_result *result)
{
	const struct point *first = result->points.count ? result->points.items[0].point : NULL;
	for (size_t i = 1; i < result->points.count; i++) {
		const struct point *point = result->points.items[i].point;
		if (g_strcmp0(point->series, first->series) == 0)
			continue;
		diags_add(run->diags, DIAG_UNSUPPORTED, point->place, "a scaling chart shows one series, expected a chart for each: found '%s' and '%s'",
			first->series ? first->series : "no series", point->series ? point->series : "no series");
		run->failed = true;
		return false;
	}
	return true;
}

static size_t count_processors(const struct scaling_result *result)
{
	size_t different = 0;
	for (size_t i = 0; i < result->points.count; i++)
		different += i == 0 || result->points.items[i].processors > result->points.items[i - 1].processors;
	return different;
}

// The median of the times on one processor.
static double measured_base(struct arena *arena, const struct scaling_result *result)
{
	double *times = arena_array(arena, result->points.count + 1, sizeof *times);
	size_t count = 0;
	while (count < result->points.count && result->points.items[count].processors == 1) {
		times[count] = result->points.items[count].time;
		count++;
	}
	if (!count)
		return NAN;
	qsort(times, count, sizeof *times, compare_doubles);
	return count % 2 ? times[count / 2] : times[count / 2 - 1] / 2 + times[count / 2] / 2;
}

// ---- the fit ------------------------------------------------------------------------------------------------------------------------------------------

struct fit {
	double base_time;                // s, T1
	double serial_fraction, error;   // error NAN: two points, nothing left to tell it from
};

// Sums of the normal equations of two unknowns.
struct sums {
	double aa, ab, bb; // of the model's derivatives
	double squares;    // of the residuals
	size_t count;
};

// Variance of f by its derivatives, NAN without a degree of freedom.
static double variance(const struct sums *sums, double by_a, double by_b)
{
	double determinant = sums->aa * sums->bb - sums->ab * sums->ab;
	if (sums->count < 3 || !(determinant > 0))
		return NAN;
	double noise = sums->squares / (double)(sums->count - 2);
	return noise * (by_a * by_a * sums->bb - 2 * by_a * by_b * sums->ab + by_b * by_b * sums->aa) / determinant;
}

static struct fit fit_strong(const struct scaling_result *result)
{
	const size_t count = result->points.count;
	double mean_x = 0, mean_y = 0, xx = 0, xy = 0;
	for (size_t i = 0; i < count; i++) {
		mean_x += 1 / result->points.items[i].processors / (double)count;
		mean_y += result->points.items[i].time / (double)count;
	}
	for (size_t i = 0; i < count; i++) {
		double dx = 1 / result->points.items[i].processors - mean_x;
		xx += dx * dx;
		xy += dx * (result->points.items[i].time - mean_y);
	}
	double b = xy / xx, a = mean_y - b * mean_x, sum = a + b, overhead = 1 + result->overhead;
	struct sums sums = {.aa = (double)count, .count = count};
	for (size_t i = 0; i < count; i++) {
		double x = 1 / result->points.items[i].processors, rest = result->points.items[i].time - a - b * x;
		sums.ab += x;
		sums.bb += x * x;
		sums.squares += rest * rest;
	}
	return (struct fit){sum / overhead, 1 - b * overhead / sum, sqrt(variance(&sums, b * overhead / (sum * sum), -a * overhead / (sum * sum)))};
}

// The sum of squares at the best T1 for one S.
static double weak_squares(const struct scaling_result *result, double serial_fraction, double *base_time)
{
	double ty = 0, yy = 0, squares = 0;
	for (size_t i = 0; i < result->points.count; i++) {
		const struct scaling_point *point = &result->points.items[i];
		double y = point->processors / gustafson_speedup(serial_fraction, point->processors);
		ty += y * point->time;
		yy += y * y;
	}
	*base_time = ty / yy;
	for (size_t i = 0; i < result->points.count; i++) {
		const struct scaling_point *point = &result->points.items[i];
		double rest = point->time - *base_time * point->processors / gustafson_speedup(serial_fraction, point->processors);
		squares += rest * rest;
	}
	return squares;
}

// Every S that gives positive times, by a number from -1 to 2: itself from 0 to 1, down to minus infinity below, and above up to N/(N - 1), where the time of
// the most processors has its pole.
static double fraction_at(const struct scaling_result *result, double place)
{
	if (place < 0)
		return place / (1 + place);
	return place <= 1 ? place : 1 + (place - 1) / (result->points.items[result->points.count - 1].processors - 1);
}

static double weak_minimum(const struct scaling_result *result)
{
	enum { STEPS = 2000, THIRDS = 200 };
	double best = 0, least = INFINITY, base;
	for (int i = 1 - STEPS; i < 2 * STEPS; i++) {
		double squares = weak_squares(result, fraction_at(result, (double)i / STEPS), &base);
		if (squares < least) {
			least = squares;
			best = (double)i / STEPS;
		}
	}
	double low = best - 0.999 / STEPS, high = best + 0.999 / STEPS;
	for (int i = 0; i < THIRDS; i++) {
		double left = low + (high - low) / 3, right = high - (high - low) / 3;
		if (weak_squares(result, fraction_at(result, left), &base) <= weak_squares(result, fraction_at(result, right), &base))
			high = right;
		else
			low = left;
	}
	return fraction_at(result, low + (high - low) / 2);
}

static struct fit fit_weak(const struct scaling_result *result)
{
	struct fit fit = {.serial_fraction = weak_minimum(result)};
	struct sums sums = {.count = result->points.count};
	sums.squares = weak_squares(result, fit.serial_fraction, &fit.base_time);
	for (size_t i = 0; i < result->points.count; i++) {
		double n = result->points.items[i].processors, law = gustafson_speedup(fit.serial_fraction, n);
		double by_base = n / law, by_fraction = fit.base_time * n * (n - 1) / (law * law);
		sums.aa += by_base * by_base;
		sums.ab += by_base * by_fraction;
		sums.bb += by_fraction * by_fraction;
	}
	fit.error = sqrt(variance(&sums, 0, 1));
	return fit;
}

// The best T1 of a serial fraction at an end of the range.
static double base_at_end(const struct scaling_result *result, double serial_fraction)
{
	double ty = 0, yy = 0, base_time;
	if (result->mode == SCALING_WEAK) {
		weak_squares(result, serial_fraction, &base_time);
		return base_time;
	}
	for (size_t i = 0; i < result->points.count; i++) {
		double y = 1 / amdahl_speedup(serial_fraction, result->overhead, result->points.items[i].processors);
		ty += y * result->points.items[i].time;
		yy += y * y;
	}
	return ty / yy;
}

// Times that no serial fraction from 0 to 1 gives have the nearest end of it.
static void hold_in_range(struct run *run, const struct scaling_result *result, struct fit *fit)
{
	static const char *const causes[2][2] = {{"they fall faster than n rises", "the times rise with n"}, {"they fall as n rises", "they rise faster than n"}};
	bool above = fit->serial_fraction > 0.5;
	double end = above ? 1 : 0, beyond = above ? fit->serial_fraction - 1 : -fit->serial_fraction;
	if (beyond < -end_share)
		return;
	if (beyond > end_share)
		diags_add(run->diags, DIAG_ASSUMED, run->chart->scaling.place, "the serial fraction that fits the times best is %s, outside 0 to 1 (%s): %s is taken",
			num_short(fit->serial_fraction, DIGITS).text, causes[result->mode == SCALING_WEAK][above], above ? "1" : "0");
	*fit = (struct fit){base_at_end(result, end), end, NAN};
}

static void fit_points(struct run *run, struct scaling_result *result)
{
	const struct scaling_spec *spec = &run->chart->scaling;
	size_t different = count_processors(result);
	if (different < 2) {
		diags_add(run->diags, DIAG_WRONG_VALUE, spec->place,
			"chart.scaling.fit: expected points with \"n\" and \"time\" for at least 2 numbers of processors, found %zu", different);
		run->failed = true;
		return;
	}
	if (!isnan(spec->serial_fraction))
		diags_add(run->diags, DIAG_IGNORED, spec->place, "chart.scaling.serial_fraction is not used: it is fitted to the times, since \"fit\" is true");
	struct fit fit = result->mode == SCALING_WEAK ? fit_weak(result) : fit_strong(result);
	hold_in_range(run, result, &fit);
	result->fitted = true;
	result->serial_fraction = fit.serial_fraction;
	result->serial_fraction_error = fit.error;
	result->fitted_base_time = fit.base_time * (result->mode == SCALING_WEAK ? 1 : 1 + result->overhead);
	if (isnan(result->base_time))
		result->base_time = result->fitted_base_time;
}

// ---- the whole ----------------------------------------------------------------------------------------------------------------------------------------

static void find_speedups(struct run *run, struct scaling_result *result)
{
	for (size_t i = 0; i < result->points.count; i++) {
		struct scaling_point *point = &result->points.items[i];
		double ratio = result->base_time / point->time;
		point->speedup = result->mode == SCALING_WEAK ? point->processors * ratio : ratio;
		point->efficiency = point->speedup / point->processors;
	}
	if (!result->points.count || !isnan(result->base_time))
		return;
	for (size_t i = 0; i < run->analysis->rows.count; i++) {
		struct row *row = &run->analysis->rows.items[i];
		if (row->plotted)
			row->reason = "no time at n = 1 to compare with, expected one, or \"fit\": true";
		row->plotted = false;
	}
	result->points.count = 0;
}

static bool check_laws(struct run *run, const struct scaling_result *result)
{
	const struct scaling_spec *spec = &run->chart->scaling;
	bool weak = spec->mode == SCALING_WEAK, drawn = spec->amdahl || spec->gustafson;
	if (drawn && !(weak ? spec->gustafson : spec->amdahl))
		diags_add(run->diags, DIAG_ASSUMED, spec->place,
			"chart.scaling.law: %s scaling and the mode is %s: the law is drawn as asked, but does not describe the times",
			weak ? "Amdahl's law describes strong" : "Gustafson's law describes weak", weak ? "\"weak\"" : "\"strong\"");
	if (!isnan(result->serial_fraction) || !drawn)
		return true;
	diags_add(run->diags, DIAG_MISSING_KEY, spec->place, "chart.scaling: a law needs a serial fraction, expected 'serial_fraction', or \"fit\": true with measured points");
	run->failed = true;
	return false;
}

void scaling_judge(struct run *run)
{
	const struct scaling_spec *spec = &run->chart->scaling;
	struct scaling_result *result = arena_alloc(run->arena, sizeof *result);
	*result = (struct scaling_result){.mode = spec->mode, .serial_fraction = spec->serial_fraction, .serial_fraction_error = NAN, .overhead = spec->overhead,
		.base_time = NAN, .fitted_base_time = NAN, .limit = NAN};
	collect(run, result);
	if (!check_series(run, result))
		return;
	result->base_time = measured_base(run->arena, result);
	if (spec->fit)
		fit_points(run, result);
	if (run->failed || !check_laws(run, result))
		return;
	find_speedups(run, result);
	double share = result->serial_fraction + result->overhead;
	if (result->mode == SCALING_STRONG)
		result->limit = share > 0 ? 1 / share : isnan(share) ? NAN : INFINITY;
	run->analysis->scaling = result;
}
