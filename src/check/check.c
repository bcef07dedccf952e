// SPDX-License-Identifier: MIT
#include "check/check.h"

#include "base/num.h"
#include "check/rule.h"
#include "input/keys.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_REGRESSION "5%"

static const struct place nowhere;
// The rounding of a division is no regression.
static const double rounding_share = 1e-9;

const char *check_status_name(enum check_status status)
{
	static const char *const names[CHECK_STATUS_COUNT] = {"failed", "warning", "skipped", "passed"};
	return names[status];
}

// ---- the request --------------------------------------------------------------------------------------------------------------------------------------

static bool choice_read(const char *option, const char *value, const char *const *names, int *index, struct diags *diags)
{
	for (int i = 0; value && names[i]; i++) {
		if (!strcmp(names[i], value)) {
			*index = i;
			return true;
		}
	}
	if (!value)
		return true;
	keys_unknown(diags, DIAG_USAGE, nowhere, option, value, names, g_strv_length((char **)names));
	return false;
}

static bool limits_read(struct arena *arena, const struct check_request *request, bool has_baseline, struct check_gates *gates, struct diags *diags)
{
	const char *regression = request->max_regression ? request->max_regression : DEFAULT_REGRESSION;
	if (!has_baseline && (request->max_regression || request->warn || request->by || request->missing)) {
		diags_add(diags, DIAG_USAGE, nowhere, "expected a baseline for %s", request->max_regression ? "--max-regression" : request->warn ? "--warn" :
			request->by ? "--by" : "--missing");
		return false;
	}
	gates->warn = NAN;
	if (!check_share_read(arena, "--max-regression", regression, &gates->max_regression, diags) ||
		(request->warn && !check_share_read(arena, "--warn", request->warn, &gates->warn, diags)))
		return false;
	if (gates->warn > gates->max_regression) {
		diags_add(diags, DIAG_USAGE, nowhere, "expected --warn below --max-regression, found %s above %s", request->warn, regression);
		return false;
	}
	return true;
}

bool check_gates_read(struct arena *arena, const struct check_request *request, bool has_baseline, struct check_gates *gates, struct diags *diags)
{
	static const char *const reactions[] = {"warn", "fail", NULL};
	int by = COMPARE_TIME, unjudged = 1, missing = 0;
	*gates = (struct check_gates){0};
	bool ok = choice_read("by", request->by, compare_by_names, &by, diags);
	ok = choice_read("unjudged", request->unjudged, reactions, &unjudged, diags) && ok;
	ok = choice_read("missing", request->missing, reactions, &missing, diags) && ok;
	ok = limits_read(arena, request, has_baseline, gates, diags) && ok;
	gates->by = (enum compare_by)by;
	gates->by_said = request->by != NULL;
	gates->unjudged_fails = unjudged;
	gates->missing_fails = missing;
	double share;
	if (request->min_roof && check_share_read(arena, "--min-roof", request->min_roof, &share, diags))
		ok = check_rule_read(arena, "--min-roof", arena_printf(arena, "roof>=%s", request->min_roof), gates, diags) && ok;
	else
		ok = ok && !request->min_roof;
	for (size_t i = 0; i < request->rule_count; i++)
		ok = check_rule_read(arena, "--rule", request->rules[i], gates, diags) && ok;
	if (ok && !gates->rules.count && !has_baseline) {
		diags_add(diags, DIAG_USAGE, nowhere, "expected a gate: --min-roof 0.6, --rule 'series=gemm: roof>=0.7' or --baseline FILE");
		return false;
	}
	return ok;
}

void check_gates_clear(struct check_gates *gates)
{
	for (size_t i = 0; i < gates->rules.count; i++) {
		struct check_rule *rule = &gates->rules.items[i];
		for (size_t k = 0; k < rule->selectors.count; k++)
			pattern_clear(&rule->selectors.items[k].pattern);
	}
}

// ---- rules --------------------------------------------------------------------------------------------------------------------------------------------

struct run {
	struct arena *arena;
	const struct check_gates *gates;
	struct check_result *result;
};

static struct check_answer *add_answer(struct run *run, const struct row *row, const char *gate, const char *quantity)
{
	struct check_answer *answer = list_push(run->arena, &run->result->answers);
	*answer = (struct check_answer){.row = row, .point = row ? row->name : NULL, .series = row ? row->point->series : NULL, .gate = gate, .quantity = quantity,
		.found = {NAN, NAN, NAN}, .limit = NAN, .before = {NAN, NAN, NAN}, .change = NAN, .excess = NAN};
	return answer;
}

static struct compare_value value_of(const struct row *row, enum check_quantity quantity)
{
	struct compare_value share = compare_value_of(row, COMPARE_ROOF);
	switch (quantity) {
	case CHECK_ROOF:
		return share;
	case CHECK_PERFORMANCE:
		return compare_value_of(row, COMPARE_PERFORMANCE);
	case CHECK_TIME:
		return compare_value_of(row, COMPARE_TIME);
	case CHECK_INTENSITY:
		return (struct compare_value){row->intensity, NAN, NAN};
	case CHECK_HEADROOM:
		return (struct compare_value){1 / share.value, 1 / share.high, 1 / share.low};
	}
	return (struct compare_value){NAN, NAN, NAN};
}

static bool is_lower_limit(const struct check_rule *rule)
{
	return rule->relation == AT_LEAST || rule->relation == ABOVE;
}

static bool is_met(const struct check_rule *rule, double value)
{
	double slack = rounding_share * fabs(rule->limit);
	switch (rule->relation) {
	case AT_LEAST:
		return value >= rule->limit - slack;
	case AT_MOST:
		return value <= rule->limit + slack;
	case ABOVE:
		return value > rule->limit;
	case BELOW:
		return value < rule->limit;
	}
	return false;
}

static void say_no_value(struct run *run, struct check_answer *answer, const struct check_rule *rule, const struct row *row)
{
	answer->status = run->gates->unjudged_fails ? CHECK_FAILED : CHECK_WARNING;
	if (row->analytic && rule->quantity != CHECK_INTENSITY) {
		answer->status = CHECK_SKIPPED;
		answer->note = "not measured";
	} else {
		const char *what = check_quantities[rule->quantity].name;
		bool of_roof = rule->quantity == CHECK_ROOF || rule->quantity == CHECK_HEADROOM;
		answer->note = of_roof && row->flags & FLAG_NO_ROOF ? "no roof" : row->reason ? row->reason : arena_printf(run->arena, "no %s", what);
	}
}

static void hold(struct run *run, const struct check_rule *rule, const struct row *row)
{
	struct check_answer *answer = add_answer(run, row, rule->gate, check_quantities[rule->quantity].name);
	struct compare_value found = value_of(row, rule->quantity);
	double value = found.value, off = is_lower_limit(rule) ? rule->limit - value : value - rule->limit;
	answer->limit = rule->limit;
	if (!isfinite(value)) {
		say_no_value(run, answer, rule, row);
		return;
	}
	answer->found = found;
	answer->excess = rule->limit > 0 ? off / rule->limit : off;
	answer->status = is_met(rule, value) ? CHECK_PASSED : CHECK_FAILED;
	const char *limit = check_value_text(run->arena, rule->quantity, rule->limit, NULL);
	answer->found_text = check_value_text(run->arena, rule->quantity, value, answer->status == CHECK_FAILED ? limit : NULL);
}

static bool is_overruled(struct run *run, size_t index, const struct row *row)
{
	const struct check_rule *rules = run->gates->rules.items;
	for (size_t i = index + 1; i < run->gates->rules.count; i++) {
		if (rules[i].quantity == rules[index].quantity && is_lower_limit(&rules[i]) == is_lower_limit(&rules[index]) &&
			check_rule_fits(run->arena, &rules[i], row))
			return true;
	}
	return false;
}

static void hold_rules(struct run *run, const struct analysis *analysis)
{
	for (size_t i = 0; i < run->gates->rules.count; i++) {
		const struct check_rule *rule = &run->gates->rules.items[i];
		bool fits = false;
		for (size_t k = 0; k < analysis->rows.count; k += MAX(1, analysis->rows.items[k].level_count)) {
			const struct row *row = row_judged(&analysis->rows.items[k]);
			if (!check_rule_fits(run->arena, rule, row))
				continue;
			fits = true;
			if (!is_overruled(run, i, row))
				hold(run, rule, row);
		}
		if (fits)
			continue;
		struct check_answer *answer = add_answer(run, NULL, rule->gate, check_quantities[rule->quantity].name);
		answer->limit = rule->limit;
		answer->status = run->gates->unjudged_fails ? CHECK_FAILED : CHECK_WARNING;
		answer->note = arena_printf(run->arena, "'%s' fits no point", rule->text);
	}
}

// ---- changes ------------------------------------------------------------------------------------------------------------------------------------------

static void judge_change(struct run *run, struct check_answer *answer, const struct comparison *pair)
{
	const struct check_gates *gates = run->gates;
	switch (pair->verdict) {
	case VERDICT_NEW:
		answer->status = CHECK_SKIPPED;
		answer->note = "new: not in the baseline";
		return;
	case VERDICT_MISSING:
		answer->status = gates->missing_fails ? CHECK_FAILED : CHECK_WARNING;
		answer->note = "missing: in the baseline alone";
		return;
	case VERDICT_INCOMPARABLE:
		answer->status = pair->now->analytic && pair->before->analytic ? CHECK_SKIPPED : gates->unjudged_fails ? CHECK_FAILED : CHECK_WARNING;
		answer->note = pair->reason;
		return;
	case VERDICT_SAME:
	case VERDICT_BETTER:
	case VERDICT_WORSE:
		break;
	}
	answer->excess = pair->worse - gates->max_regression;
	answer->status = CHECK_PASSED;
	if (pair->noise)
		answer->note = "inside both ranges";
	else if (pair->worse > gates->max_regression + rounding_share)
		answer->status = CHECK_FAILED;
	else if (pair->worse > gates->warn + rounding_share)
		answer->status = CHECK_WARNING;
}

static bool any_compared(const struct comparisons *pairs)
{
	for (size_t i = 0; i < pairs->count; i++) {
		if (!isnan(pairs->items[i].change))
			return true;
	}
	return false;
}

static struct comparisons compare(struct run *run, const struct analysis *analysis, const struct analysis *baseline, bool some_left_out, enum compare_by *by)
{
	struct compare_options options = {.by = *by, .some_left_out = some_left_out};
	struct comparisons pairs = compare_run(run->arena, analysis, baseline, options);
	if (run->gates->by_said || any_compared(&pairs))
		return pairs;
	options.by = COMPARE_PERFORMANCE;
	struct comparisons others = compare_run(run->arena, analysis, baseline, options);
	if (!any_compared(&others))
		return pairs;
	*by = options.by;
	return others;
}

static void hold_changes(struct run *run, const struct analysis *analysis, const struct analysis *baseline, bool some_left_out)
{
	static const enum check_quantity quantities[] = {[COMPARE_TIME] = CHECK_TIME, [COMPARE_PERFORMANCE] = CHECK_PERFORMANCE, [COMPARE_ROOF] = CHECK_ROOF};
	double most = run->gates->max_regression;
	enum compare_by by = run->gates->by;
	struct comparisons pairs = compare(run, analysis, baseline, some_left_out, &by);
	enum check_quantity quantity = quantities[by];
	bool grows = by == COMPARE_TIME;
	const char *limit = check_change_text(run->arena, grows ? most : -most, NULL);
	const char *gate = arena_printf(run->arena, "%s %s %s", check_quantities[quantity].name, grows ? "<=" : ">=", limit);
	bool any_pair = !pairs.count;
	for (size_t i = 0; i < pairs.count; i++) {
		const struct comparison *pair = &pairs.items[i];
		any_pair |= pair->now && pair->before;
		struct check_answer *answer = add_answer(run, pair->now ? pair->now : pair->before, gate, check_quantities[quantity].name);
		answer->is_change = true;
		answer->limit = most;
		answer->found = pair->value;
		answer->before = pair->old;
		answer->change = pair->change;
		answer->found_text = check_value_text(run->arena, quantity, answer->found.value, NULL);
		answer->before_text = check_value_text(run->arena, quantity, answer->before.value, NULL);
		judge_change(run, answer, pair);
		answer->change_text = check_change_text(run->arena, answer->change, answer->status == CHECK_FAILED ? limit : NULL);
	}
	if (any_pair)
		return;
	// A gate that compared nothing is not passed: names were changed, or it is another file.
	struct check_answer *answer = add_answer(run, NULL, gate, check_quantities[quantity].name);
	answer->is_change = true;
	answer->limit = most;
	answer->status = CHECK_FAILED;
	answer->note = "no point of this run is in the baseline";
}

// ---- the result ---------------------------------------------------------------------------------------------------------------------------------------

struct ranked {
	struct check_answer answer;
	size_t index;
};

// What has no value stands behind what has one.
static int compare_ranked(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;
	if (x->answer.status != y->answer.status)
		return x->answer.status < y->answer.status ? -1 : 1;
	double left = isnan(x->answer.excess) ? -INFINITY : x->answer.excess, right = isnan(y->answer.excess) ? -INFINITY : y->answer.excess;
	if (left != right)
		return left > right ? -1 : 1;
	return x->index < y->index ? -1 : 1;
}

static void rank(struct arena *arena, struct check_result *result)
{
	size_t count = result->answers.count;
	struct ranked *ranked = arena_array(arena, count + 1, sizeof *ranked);
	for (size_t i = 0; i < count; i++)
		ranked[i] = (struct ranked){result->answers.items[i], i};
	qsort(ranked, count, sizeof *ranked, compare_ranked);
	for (size_t i = 0; i < count; i++) {
		result->answers.items[i] = ranked[i].answer;
		result->counts[ranked[i].answer.status]++;
	}
	result->passed = !result->counts[CHECK_FAILED];
}

struct check_result check_judge(struct arena *arena, const struct check_gates *gates, const struct analysis *analysis, const struct analysis *baseline,
	bool some_left_out)
{
	struct check_result result = {.points = analysis->chart->points.count};
	struct run run = {arena, gates, &result};
	hold_rules(&run, analysis);
	if (baseline)
		hold_changes(&run, analysis, baseline, some_left_out);
	for (size_t i = 0; gates->strict && i < result.answers.count; i++)
		if (result.answers.items[i].status == CHECK_WARNING)
			result.answers.items[i].status = CHECK_FAILED;
	rank(arena, &result);
	return result;
}
