// SPDX-License-Identifier: MIT
// Where a sweep changes sides: the range is scanned densely on the exact formulas, and every change of sign is closed in on by bisection. The parameter is a
// real number here, also where it counts things.
#include "model/analysis_internal.h"
#include "model/kernel.h"

#include <math.h>

enum { SCAN_STEPS = 2048, BEYOND_STEPS = 512, MOST_CROSSINGS = 1000, MOST_HALVINGS = 400 };
static const double tie_share = 1e-12, exact_share = 1e-14, beyond_factor = 1000;

struct times {
	double math, memory, network; // s; 0 for what plays no part, NAN for what cannot be known
};

static double time_of(const struct sweep_result *result, const struct expr *formula, double rate, double parameter)
{
	double amount = formula ? kernel_use_value(result->sweep->use, formula, parameter) : 0;
	return amount == 0 ? 0 : amount / rate;
}

static struct times times_at(const struct sweep_result *result, double parameter)
{
	return (struct times){time_of(result, result->flops, result->peak, parameter), time_of(result, result->bytes, result->bandwidth, parameter),
		time_of(result, result->network, result->link, parameter)};
}

enum side { SIDE_SLOPE = -1, SIDE_BALANCED, SIDE_COMPUTE, SIDE_UNKNOWN };

static enum side side_at(const struct sweep_result *result, double parameter)
{
	struct times times = times_at(result, parameter);
	if (isnan(times.math) || isnan(times.memory) || isnan(times.network))
		return SIDE_UNKNOWN;
	double slope = fmax(times.memory, times.network), apart = times.math - slope;
	if (fabs(apart) <= tie_share * fmax(times.math, slope))
		return SIDE_BALANCED;
	return apart > 0 ? SIDE_COMPUTE : SIDE_SLOPE;
}

// Between `low` and `high`, which stand on different sides. NAN where the formulas fail in between.
static double close_in(const struct sweep_result *result, double low, double high, enum side below)
{
	for (int i = 0; i < MOST_HALVINGS && high - low > exact_share * fabs(high); i++) {
		double middle = low > 0 && high > 2 * low ? sqrt(low) * sqrt(high) : low + (high - low) / 2;
		struct times times = times_at(result, middle);
		if (isnan(times.math) || isnan(times.memory) || isnan(times.network))
			return NAN;
		// Without the tie of side_at, which would stop short of the last digits.
		enum side side = times.math > fmax(times.memory, times.network) ? SIDE_COMPUTE : SIDE_SLOPE;
		if (middle <= low || middle >= high)
			break;
		if (side == below)
			low = middle;
		else
			high = middle;
	}
	return low + (high - low) / 2;
}

static double scan_value(double from, double to, int step, int steps)
{
	double share = (double)step / steps;
	if (step == 0 || step == steps)
		return step ? to : from;
	return from > 0 ? from * pow(to / from, share) : from + (to - from) * share;
}

static void add(struct arena *arena, struct sweep_result *result, double value)
{
	size_t count = result->crossings.count;
	bool again = count && !(value > result->crossings.items[count - 1] * (1 + exact_share));
	if (!isnan(value) && !again && count < MOST_CROSSINGS)
		*list_push(arena, &result->crossings) = value;
}

static void scan(struct arena *arena, struct sweep_result *result, double from, double to, int steps)
{
	double last = NAN, balanced = NAN; // the last value that stood on one side, the first after it that stood on both
	enum side side = SIDE_UNKNOWN;
	for (int i = 0; i <= steps; i++) {
		double value = scan_value(from, to, i, steps);
		enum side now = side_at(result, value);
		if (now == SIDE_BALANCED) {
			balanced = isnan(balanced) ? value : balanced;
			continue;
		}
		if (now != SIDE_UNKNOWN && side != SIDE_UNKNOWN && now != side)
			add(arena, result, isnan(balanced) ? close_in(result, last, value, side) : balanced);
		else if (now != SIDE_UNKNOWN && isnan(last) && !isnan(balanced))
			add(arena, result, balanced);
		last = value;
		side = now;
		balanced = NAN;
	}
	// Where both sides take equally long all the way there is no place at which that changes.
	if (!isnan(last))
		add(arena, result, balanced);
}

static enum bound bound_at(const struct sweep_result *result, double parameter)
{
	struct times times = times_at(result, parameter);
	if (isnan(times.math) || isnan(times.memory) || isnan(times.network))
		return BOUND_NONE;
	return bound_of(times.math, times.memory, times.network);
}

void sweep_solve(struct arena *arena, struct sweep_result *result)
{
	const struct sweep *sweep = result->sweep;
	double from = sweep->from, to = sweep->to;
	result->critical = NAN;
	if (!result->flops || isnan(result->peak))
		return;
	scan(arena, result, from, to, SCAN_STEPS);
	bool balanced = from < to && side_at(result, from) == SIDE_BALANCED && side_at(result, to) == SIDE_BALANCED;
	if (!result->crossings.count && from > 0 && !balanced) {
		double lowest = sweep->whole ? fmax(1, from / beyond_factor) : from / beyond_factor, highest = to * beyond_factor;
		if (lowest < from)
			scan(arena, result, lowest, from, BEYOND_STEPS);
		scan(arena, result, to, highest, BEYOND_STEPS);
		result->beyond = result->crossings.count > 0;
		from = result->beyond ? lowest : from;
		to = result->beyond ? highest : to;
	}
	if (result->crossings.count) {
		result->critical = result->crossings.items[0];
		struct times times = times_at(result, result->critical);
		result->wall = times.network > times.memory ? BOUND_NETWORK : BOUND_MEMORY;
	}
	result->before = bound_at(result, from);
	result->after = bound_at(result, to);
}
