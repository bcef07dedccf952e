// SPDX-License-Identifier: MIT
#include "model/compare.h"

#include <glib.h>
#include <math.h>

const char *const compare_by_names[] = {"time", "performance", "roof", NULL};

// 1.05 / 1 - 1 is a little more than 0.05.
static const double rounding_share = 1e-9;

const char *verdict_name(enum verdict verdict)
{
	static const char *const names[] = {"same", "better", "worse", "new", "missing", "incomparable"};
	return names[verdict];
}

// ---- values -------------------------------------------------------------------------------------------------------------------------------------------

// A kernel without FLOPs has its share of the bandwidth.
static struct compare_value share_of_roof(const struct row *row)
{
	if (!(row->flags & FLAG_ZERO_FLOP))
		return (struct compare_value){row->roof_fraction, row->performance_low / row->attainable, row->performance_high / row->attainable};
	double peak = row->memory ? row->memory->ceiling->bandwidth : NAN;
	return (struct compare_value){row->bandwidth / peak, row->bytes / row->time_high / peak, row->bytes / row->time_low / peak};
}

struct compare_value compare_value_of(const struct row *row, enum compare_by by)
{
	struct compare_value value = {NAN, NAN, NAN};
	if (row->analytic)
		return value;
	switch (by) {
	case COMPARE_TIME:
		value = (struct compare_value){row->time, row->time_low, row->time_high};
		break;
	case COMPARE_PERFORMANCE:
		value = (struct compare_value){row->performance, row->performance_low, row->performance_high};
		break;
	case COMPARE_ROOF:
		value = share_of_roof(row);
		break;
	}
	if (!isfinite(value.value) || !(value.value > 0))
		return (struct compare_value){NAN, NAN, NAN};
	if (!isfinite(value.low) || !isfinite(value.high))
		value.low = value.high = NAN;
	return value;
}

static bool holds(const struct compare_value *range, double value)
{
	return value >= range->low && value <= range->high;
}

static bool is_noise(const struct compare_value *a, const struct compare_value *b)
{
	bool a_has = !isnan(a->low), b_has = !isnan(b->low);
	return (a_has || b_has) && (!a_has || holds(a, b->value)) && (!b_has || holds(b, a->value));
}

static const char *why_no_value(struct arena *arena, const struct row *row, enum compare_by by, const char *where)
{
	static const char *const missing[] = {"no time", "no performance", "no share of the roof"};
	if (row->analytic)
		return arena_printf(arena, "not measured%s", where);
	if (by == COMPARE_ROOF && row->flags & FLAG_NO_ROOF)
		return arena_printf(arena, "no roof%s", where);
	return arena_printf(arena, "%s%s", missing[by], where);
}

static void judge(struct arena *arena, struct comparison *pair, struct compare_options options)
{
	pair->value = pair->old = (struct compare_value){NAN, NAN, NAN};
	pair->change = pair->worse = NAN;
	if (pair->now)
		pair->value = compare_value_of(pair->now, options.by);
	if (pair->before)
		pair->old = compare_value_of(pair->before, options.by);
	if (!pair->now || !pair->before) {
		pair->verdict = pair->now ? VERDICT_NEW : VERDICT_MISSING;
		return;
	}
	if (isnan(pair->value.value) || isnan(pair->old.value)) {
		bool lost = isnan(pair->value.value), never = isnan(pair->old.value);
		pair->verdict = VERDICT_INCOMPARABLE;
		pair->reason = why_no_value(arena, lost ? pair->now : pair->before, options.by, lost && never ? ", nor in the baseline" : lost ? "" : " in the baseline");
		return;
	}
	pair->change = pair->value.value / pair->old.value - 1;
	pair->worse = options.by == COMPARE_TIME ? pair->change : -pair->change;
	pair->noise = is_noise(&pair->value, &pair->old);
	if (pair->noise || !(fabs(pair->change) > options.threshold + rounding_share))
		pair->verdict = VERDICT_SAME;
	else
		pair->verdict = pair->worse > 0 ? VERDICT_WORSE : VERDICT_BETTER;
}

struct comparison compare_rows(struct arena *arena, const struct row *now, const struct row *before, struct compare_options options)
{
	struct comparison pair = {.now = now, .before = before, .name = now->name, .series = now->point->series};
	if (options.by == COMPARE_PERFORMANCE && now->flags & before->flags & FLAG_ZERO_FLOP)
		options.by = COMPARE_ROOF;
	judge(arena, &pair, options);
	return pair;
}

// ---- joining ------------------------------------------------------------------------------------------------------------------------------------------

struct side {
	const struct row **rows; // of each point the one that it is judged by
	const struct row **mate; // NULL: not joined yet
	size_t count;
	bool several_machines;
};

struct join {
	struct arena *arena;
	struct side now, before;
};

static struct side side_of(struct arena *arena, const struct analysis *analysis)
{
	struct side side = {.rows = arena_array(arena, analysis->rows.count + 1, sizeof *side.rows), .several_machines = analysis->machines.count > 1};
	for (size_t i = 0; i < analysis->rows.count; i += MAX(1, analysis->rows.items[i].level_count))
		side.rows[side.count++] = row_judged(&analysis->rows.items[i]);
	side.mate = arena_array(arena, side.count + 1, sizeof *side.mate);
	return side;
}

static const char *or_nothing(const char *text)
{
	return text ? text : "";
}

// What points are joined by, NULL for a row that has no such key. The parts are kept apart by a character that no name has.
static const char *key_with(struct arena *arena, const struct side *side, const struct row *row, const char *name)
{
	const struct point *point = row->point;
	return arena_printf(arena, "%s\n%s\n%s", side->several_machines ? or_nothing(point->hardware) : "", or_nothing(point->series), name ? name : row->name);
}

static const char *key_of_name(struct arena *arena, const struct side *side, const struct row *row)
{
	return key_with(arena, side, row, row->point->name);
}

static const char *key_of_kernel(struct arena *arena, const struct side *side, const struct row *row)
{
	return key_with(arena, side, row, row->point->kernel_name ? row->point->kernel_name : row->point->name);
}

static const char *key_of_label(struct arena *arena, const struct side *side, const struct row *row)
{
	(void)side;
	return row->point->label ? arena_printf(arena, "%s\n%s", or_nothing(row->point->series), row->point->label) : NULL;
}

static const char *key_of_bare_name(struct arena *arena, const struct side *side, const struct row *row)
{
	(void)arena;
	(void)side;
	return row->point->name;
}

struct pass {
	const char *(*key)(struct arena *arena, const struct side *side, const struct row *row);
	bool once;         // a key that stands several times on a side joins nothing; else the first of a side is joined to the first of the other
	bool lone_series;  // one of the two must have no series
};

static const struct pass passes[] = {{key_of_name, false, false}, {key_of_kernel, false, false}, {key_of_label, true, false},
	{key_of_bare_name, true, true}};

// The rows of a side that are left over, by key, in their order.
static GHashTable *left_over(struct join *join, const struct side *side, const struct pass *pass)
{
	GHashTable *table = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
	for (size_t i = 0; i < side->count; i++) {
		const char *key = side->mate[i] ? NULL : pass->key(join->arena, side, side->rows[i]);
		if (!key)
			continue;
		GPtrArray *same = g_hash_table_lookup(table, key);
		if (!same)
			g_hash_table_insert(table, (void *)key, same = g_ptr_array_new());
		g_ptr_array_add(same, GSIZE_TO_POINTER(i));
	}
	return table;
}

static void join_pair(struct join *join, const struct pass *pass, size_t now, size_t before)
{
	const struct row *a = join->now.rows[now], *b = join->before.rows[before];
	if (pass->lone_series && a->point->series && b->point->series)
		return;
	join->now.mate[now] = b;
	join->before.mate[before] = a;
}

static void join_by(struct join *join, const struct pass *pass)
{
	g_autoptr(GHashTable) olds = left_over(join, &join->before, pass), news = left_over(join, &join->now, pass);
	for (size_t i = 0; i < join->now.count; i++) {
		const char *key = join->now.mate[i] ? NULL : pass->key(join->arena, &join->now, join->now.rows[i]);
		GPtrArray *same = key ? g_hash_table_lookup(news, key) : NULL, *old = key ? g_hash_table_lookup(olds, key) : NULL;
		if (!same || !old || same->pdata[0] != GSIZE_TO_POINTER(i) || (pass->once && (same->len > 1 || old->len > 1)))
			continue;
		for (guint k = 0; k < MIN(same->len, old->len); k++)
			join_pair(join, pass, GPOINTER_TO_SIZE(same->pdata[k]), GPOINTER_TO_SIZE(old->pdata[k]));
	}
}

static void add(struct join *join, struct comparisons *list, const struct row *now, const struct row *before, struct compare_options options)
{
	const struct row *row = now ? now : before;
	struct comparison *pair = list_push(join->arena, list);
	*pair = (struct comparison){.now = now, .before = before, .name = row->name, .series = row->point->series};
	judge(join->arena, pair, options);
}

struct comparisons compare_run(struct arena *arena, const struct analysis *now, const struct analysis *before, struct compare_options options)
{
	struct join join = {arena, side_of(arena, now), side_of(arena, before)};
	// One machine against several is no difference of the points.
	if (!join.now.several_machines || !join.before.several_machines)
		join.now.several_machines = join.before.several_machines = false;
	for (size_t i = 0; i < G_N_ELEMENTS(passes); i++)
		join_by(&join, &passes[i]);
	struct comparisons list = {0};
	for (size_t i = 0; i < join.now.count; i++)
		add(&join, &list, join.now.rows[i], join.now.mate[i], options);
	for (size_t i = 0; i < join.before.count; i++) {
		if (!join.before.mate[i] && !options.some_left_out)
			add(&join, &list, NULL, join.before.rows[i], options);
	}
	return list;
}
