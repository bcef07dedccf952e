// SPDX-License-Identifier: MIT
// One point's numbers: what its fields leave open is solved, what they say twice is compared.
#include "model/analysis_internal.h"

#include "base/num.h"

#include <math.h>

enum { DIGITS = 4 };
static const double contradiction_share = 0.01;

// ---- solving ------------------------------------------------------------------------------------------------------------------------------------------

enum term { FLOPS, TIME, PERFORMANCE, BYTES, INTENSITY, BANDWIDTH, TERM_COUNT };
enum { SHARED_TERMS = BYTES }; // those before it are the point's, the others its levels'

static const struct {
	const char *name;
	enum quantity quantity;
} terms[TERM_COUNT] = {
	[FLOPS] = {"flops", QUANTITY_FLOP},
	[TIME] = {"time", QUANTITY_SECOND},
	[PERFORMANCE] = {"performance", QUANTITY_FLOP_RATE},
	[BYTES] = {"bytes", QUANTITY_BYTE},
	[INTENSITY] = {"intensity", QUANTITY_INTENSITY},
	[BANDWIDTH] = {"bandwidth", QUANTITY_BYTE_RATE},
};

static const struct relation {
	enum term product, left, right;
} relations[] = {
	{FLOPS, INTENSITY, BYTES},
	{FLOPS, PERFORMANCE, TIME},
	{BYTES, BANDWIDTH, TIME},
	{PERFORMANCE, INTENSITY, BANDWIDTH},
};

// A point being solved. NAN: not known. A time or byte count of 0 says nothing about rates and ratios, so it is not entered.
struct solution {
	struct run *run;
	const struct point *point;
	const char *name;
	double shared[SHARED_TERMS];
	bool shared_given[SHARED_TERMS];
	double (*levels)[TERM_COUNT]; // the shared terms of each are copies
	bool (*given)[TERM_COUNT];
	size_t level_count;
	bool out_of_range, contradicted;
};

static double nonzero(double value)
{
	return value > 0 ? value : NAN;
}

static bool set_term(struct solution *solution, double *term, double value, bool from_zero)
{
	if (!isfinite(value) || (value == 0 && !from_zero)) {
		solution->out_of_range = true;
		return false;
	}
	*term = value;
	return true;
}

// Fills the one unknown of a relation. True when it did.
static bool derive(struct solution *solution, double *values, const struct relation *relation)
{
	double *product = &values[relation->product], *left = &values[relation->left], *right = &values[relation->right];
	bool no_product = isnan(*product), no_left = isnan(*left), no_right = isnan(*right);
	if (no_product + no_left + no_right != 1)
		return false;
	if (no_product)
		return set_term(solution, product, *left * *right, *left == 0 || *right == 0);
	double divisor = no_left ? *right : *left;
	return divisor > 0 && set_term(solution, no_left ? left : right, *product / divisor, *product == 0);
}

static bool solve_level(struct solution *solution, size_t level)
{
	double *values = solution->levels[level];
	bool any = false;
	for (size_t i = 0; i < SHARED_TERMS; i++)
		values[i] = solution->shared[i];
	for (size_t i = 0; i < G_N_ELEMENTS(relations); i++)
		any = derive(solution, values, &relations[i]) || any;
	for (size_t i = 0; i < SHARED_TERMS; i++)
		solution->shared[i] = values[i];
	return any;
}

static void solve(struct solution *solution)
{
	for (bool any = true; any;) {
		any = false;
		for (size_t i = 0; i < solution->level_count; i++)
			any = solve_level(solution, i) || any;
	}
	for (size_t i = 0; i < solution->level_count; i++)
		solve_level(solution, i);
}

// ---- contradictions -----------------------------------------------------------------------------------------------------------------------------------

static bool differs(double a, double b)
{
	return fabs(a - b) > contradiction_share * fmax(fabs(a), fabs(b));
}

static const char *over_calls(const struct solution *solution)
{
	double calls = solution->point->calls;
	return calls != 1 && isfinite(calls) ? arena_printf(solution->run->arena, " over %s calls", num_short(calls, DIGITS).text) : "";
}

static void contradict(struct solution *solution, struct place place, const char *term, enum quantity quantity, double said, const char *from,
	double follows)
{
	struct arena *arena = solution->run->arena;
	solution->contradicted = solution->run->failed = true;
	diags_add_point(solution->run->diags, DIAG_CONTRADICTION, place, solution->name, "'%s' contradicts itself%s: %s is %s, but %s gives %s",
		name_for_message(arena, solution->name), over_calls(solution), term, units_format(arena, said, quantity, DIGITS), from,
		units_format(arena, follows, quantity, DIGITS));
}

// Compares the two sides of a relation, told by a term that was given.
static bool check_relation(struct solution *solution, size_t level, const struct relation *relation)
{
	const double *values = solution->levels[level];
	const bool *given = solution->given[level];
	double product = values[relation->product], left = values[relation->left], right = values[relation->right];
	if (isnan(product) || isnan(left) || isnan(right) || !differs(product, left * right) || !isfinite(left * right))
		return true;
	struct arena *arena = solution->run->arena;
	struct place place = solution->point->levels.count ? solution->point->levels.items[level].place : solution->point->place;
	place = place.source ? place : solution->point->place;
	enum term told = relation->product;
	double said = product, follows = left * right;
	const char *from = arena_printf(arena, "%s × %s", terms[relation->left].name, terms[relation->right].name);
	if (!given[told] && (given[relation->left] || given[relation->right])) {
		bool by_left = given[relation->left];
		told = by_left ? relation->left : relation->right;
		enum term other = by_left ? relation->right : relation->left;
		said = values[told];
		follows = product / values[other];
		from = arena_printf(arena, "%s / %s", terms[relation->product].name, terms[other].name);
	}
	contradict(solution, place, terms[told].name, terms[told].quantity, said, from, follows);
	return false;
}

// One error for a point: the first broken relation explains the others.
static void check_relations(struct solution *solution)
{
	for (size_t level = 0; level < solution->level_count; level++) {
		for (size_t i = 0; i < G_N_ELEMENTS(relations); i++) {
			if (!check_relation(solution, level, &relations[i]))
				return;
		}
	}
}

// ---- entering -----------------------------------------------------------------------------------------------------------------------------------------

static double times_calls(const struct point *point, double per_call)
{
	return isnan(point->calls) ? per_call : per_call * point->calls;
}

static double flops_given(struct solution *solution)
{
	const struct point *point = solution->point;
	double from_macs = 2 * point->macs;
	if (isnan(point->flops) || isnan(from_macs))
		return isnan(point->flops) ? from_macs : point->flops;
	if (differs(point->flops, from_macs))
		contradict(solution, point->place, "flops", QUANTITY_FLOP, point->flops, "2 × macs", from_macs);
	return point->flops;
}

// The level that `bandwidth` was achieved at: the only one, else that of plain bytes. The count when it is none of them.
static size_t bandwidth_level(const struct point_use *use, const struct point *point)
{
	if (use->level_count == 1)
		return 0;
	if (!use->machine)
		return use->level_count;
	const struct hardware *hardware = use->machine->hardware;
	const struct memory_ceiling *own = point->memory ? hardware_find_memory(hardware, point->memory) : hardware_main_memory(hardware);
	for (size_t i = 0; i < use->level_count; i++) {
		if (own && use->levels[i]->ceiling == own)
			return i;
	}
	return use->level_count;
}

static void enter_levels(struct solution *solution, const struct point_use *use)
{
	const struct point *point = solution->point;
	size_t achieved = isnan(point->bandwidth) ? use->level_count : bandwidth_level(use, point);
	for (size_t i = 0; i < solution->level_count; i++) {
		const struct level_value *level = i < point->levels.count ? &point->levels.items[i] : NULL;
		double *values = solution->levels[i];
		values[BYTES] = level ? nonzero(times_calls(point, level->bytes)) : NAN;
		values[INTENSITY] = level ? level->intensity : NAN;
		values[BANDWIDTH] = i == achieved ? point->bandwidth : NAN;
		for (size_t term = 0; term < TERM_COUNT; term++)
			solution->given[i][term] = term < SHARED_TERMS ? solution->shared_given[term] : !isnan(values[term]);
	}
	if (!isnan(point->bandwidth) && achieved == use->level_count)
		diags_add_point(solution->run->diags, DIAG_IGNORED, point->place, solution->name,
			"bandwidth of '%s' is not used: expected one of its memory levels to be main memory or its 'memory', which it belongs to",
			name_for_message(solution->run->arena, solution->name));
}

static void enter(struct solution *solution, const struct point_use *use)
{
	const struct point *point = solution->point;
	solution->shared[FLOPS] = times_calls(point, flops_given(solution));
	solution->shared[TIME] = nonzero(point->time);
	solution->shared[PERFORMANCE] = point->performance;
	for (size_t term = 0; term < SHARED_TERMS; term++)
		solution->shared_given[term] = !isnan(solution->shared[term]);
	solution->levels = arena_array(solution->run->arena, use->level_count, sizeof *solution->levels);
	solution->given = arena_array(solution->run->arena, use->level_count, sizeof *solution->given);
	solution->level_count = use->level_count;
	enter_levels(solution, use);
}

struct resolved point_resolve(struct run *run, size_t point_index)
{
	const struct point *point = &run->chart->points.items[point_index];
	struct solution solution = {.run = run, .point = point, .name = run->names[point_index]};
	enter(&solution, &run->points[point_index]);
	solve(&solution);
	if (!solution.contradicted)
		check_relations(&solution);
	struct resolved_level *levels = arena_array(run->arena, solution.level_count, sizeof *levels);
	for (size_t i = 0; i < solution.level_count; i++) {
		const double *values = solution.levels[i];
		levels[i] = (struct resolved_level){.bytes = values[BYTES], .intensity = values[INTENSITY], .bandwidth = values[BANDWIDTH]};
	}
	return (struct resolved){.flops = solution.shared[FLOPS], .time = solution.shared[TIME], .performance = solution.shared[PERFORMANCE],
		.levels = levels, .out_of_range = solution.out_of_range};
}
