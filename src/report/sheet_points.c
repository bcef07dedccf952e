// SPDX-License-Identifier: MIT
// The points of a report: which of them pays most, and their table in that order.
#include "report/sheet.h"

#include "report/report_internal.h"

#include "base/num.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 3 };

// NAN without a time or a roof; a point above its roof has nothing to lose.
static double lost_of(const struct row *row)
{
	return !row->analytic && isfinite(row->time) && isfinite(row->roof_fraction) ? row->time * fmax(1 - row->roof_fraction, 0) : NAN;
}

// The rows of one point. The roof that it can reach is the lowest of its levels': the one it is nearest to.
static void rank_point(struct arena *arena, struct ranking *ranking, const struct analysis *analysis, size_t from, size_t to)
{
	size_t tightest = to, first = ranking->rows.count;
	for (size_t r = from; r < to; r++) {
		const struct row *row = &analysis->rows.items[r];
		bool better = row->plotted && (tightest == to || (isfinite(row->roof_fraction) && !(row->roof_fraction <= analysis->rows.items[tightest].roof_fraction)));
		tightest = better ? r : tightest;
	}
	if (tightest == to)
		return;
	const struct row *counts = &analysis->rows.items[tightest];
	double lost = lost_of(counts);
	for (size_t r = from; r < to; r++) {
		if (analysis->rows.items[r].plotted)
			*list_push(arena, &ranking->rows) = (struct ranked){&analysis->rows.items[r], r == tightest ? lost : NAN, lost,
				counts->analytic ? NAN : counts->headroom, first};
	}
	ranking->points++;
	ranking->bound[counts->bound]++;
	if (isnan(lost))
		return;
	ranking->timed++;
	ranking->time_s += counts->time;
	ranking->lost_s += lost;
}

// Larger first, NAN last.
static int compare_falling(double a, double b)
{
	if (isnan(a) || isnan(b))
		return isnan(a) - isnan(b);
	return (a < b) - (a > b);
}

static int compare_ranked(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;
	int by_lost = compare_falling(x->sort_lost_s, y->sort_lost_s);
	int by_headroom = by_lost ? by_lost : compare_falling(x->sort_headroom, y->sort_headroom);
	if (by_headroom)
		return by_headroom;
	if (x->index != y->index)
		return (x->index > y->index) - (x->index < y->index);
	return (x->row > y->row) - (x->row < y->row);
}

struct ranking sheet_rank(struct arena *arena, const struct analysis *analysis)
{
	struct ranking ranking = {0};
	size_t count = analysis->rows.count;
	for (size_t from = 0, to; from < count; from = to) {
		for (to = from + 1; to < count && analysis->rows.items[to].point_index == analysis->rows.items[from].point_index; to++)
			;
		rank_point(arena, &ranking, analysis, from, to);
	}
	if (ranking.rows.count)
		qsort(ranking.rows.items, ranking.rows.count, sizeof *ranking.rows.items, compare_ranked);
	for (size_t i = 0; i < ranking.rows.count && !ranking.first; i++) {
		if (ranking.rows.items[i].lost_s > 0)
			ranking.first = &ranking.rows.items[i];
	}
	return ranking;
}

// ---- the table ----------------------------------------------------------------------------------------------------------------------------------------

static const char *quantity(struct arena *arena, double si, enum quantity kind)
{
	return isfinite(si) ? units_format(arena, si, kind, DIGITS) : NULL;
}

static const char *cell_name(struct arena *arena, const struct ranked *ranked)
{
	const struct row *row = ranked->row;
	return row->level_count > 1 && row->level ? arena_printf(arena, "%s at %s", row->name, row->level) : row->name;
}

static const char *cell_series(struct arena *arena, const struct ranked *ranked)
{
	(void)arena;
	return ranked->row->point->series;
}

static const char *cell_bound(struct arena *arena, const struct ranked *ranked)
{
	(void)arena;
	return bound_name(ranked->row->bound);
}

static const char *cell_roof(struct arena *arena, const struct ranked *ranked)
{
	const struct row *row = ranked->row;
	const char *level = row->memory ? row->memory->name : row->level;
	if (!row->compute)
		return NULL;
	return level ? arena_printf(arena, "%s / %s", row->compute->name, level) : row->compute->name;
}

static const char *cell_intensity(struct arena *arena, const struct ranked *ranked)
{
	return isfinite(ranked->row->intensity) ? arena_strdup(arena, num_short(ranked->row->intensity, DIGITS).text) : NULL;
}

static const char *cell_performance(struct arena *arena, const struct ranked *ranked)
{
	return quantity(arena, ranked->row->performance, QUANTITY_FLOP_RATE);
}

static const char *cell_share(struct arena *arena, const struct ranked *ranked)
{
	double percent = 100 * ranked->row->roof_fraction;
	return isfinite(percent) ? arena_printf(arena, "%s %%", num_short(percent, DIGITS).text) : NULL;
}

static const char *cell_headroom(struct arena *arena, const struct ranked *ranked)
{
	return isfinite(ranked->row->headroom) ? arena_printf(arena, "%s×", num_short(ranked->row->headroom, DIGITS).text) : NULL;
}

static const char *cell_time(struct arena *arena, const struct ranked *ranked)
{
	return ranked->row->analytic ? NULL : quantity(arena, ranked->row->time, QUANTITY_SECOND);
}

static const char *cell_lost(struct arena *arena, const struct ranked *ranked)
{
	return quantity(arena, ranked->lost_s, QUANTITY_SECOND);
}

static const char *cell_remarks(struct arena *arena, const struct ranked *ranked)
{
	const char *text = ranked->row->analytic ? "analytic" : NULL;
	for (unsigned i = 0; i < POINT_FLAG_COUNT; i++) {
		if (ranked->row->flags & 1u << i)
			text = text ? arena_printf(arena, "%s, %s", text, point_flag_name(1u << i)) : point_flag_name(1u << i);
	}
	return text;
}

static const struct {
	const char *title;
	bool number;
	const char *(*cell)(struct arena *arena, const struct ranked *ranked);
} columns[] = {
	{"point", false, cell_name},
	{"series", false, cell_series},
	{"bound by", false, cell_bound},
	{"roof", false, cell_roof},
	{"FLOP/byte", true, cell_intensity},
	{"performance", true, cell_performance},
	{"% of roof", true, cell_share},
	{"headroom", true, cell_headroom},
	{"time", true, cell_time},
	{"time lost", true, cell_lost},
	{"remarks", false, cell_remarks},
};

enum { COLUMNS = G_N_ELEMENTS(columns), ROOF_COLUMN = 3, HEADROOM_COLUMN = 7, LOST_COLUMN = COLUMNS - 2 };

static bool column_is_used(struct arena *arena, const struct ranking *ranking, size_t column)
{
	for (size_t i = 0; i < ranking->rows.count; i++) {
		if (columns[column].cell(arena, &ranking->rows.items[i]))
			return true;
	}
	return false;
}

// The roof that all rows are judged by, NULL when there are several or a row has none: a column that says the same in every line is a line.
static const char *only_roof(struct arena *arena, const struct ranking *ranking)
{
	const char *roof = cell_roof(arena, &ranking->rows.items[0]);
	for (size_t i = 1; i < ranking->rows.count && roof; i++) {
		if (g_strcmp0(cell_roof(arena, &ranking->rows.items[i]), roof) != 0)
			roof = NULL;
	}
	return roof;
}

static const char *caption_of(struct arena *arena, const struct ranking *ranking, const char *roof)
{
	static const char lost[] = "Time lost is time × (1 − share of the roof): what a point would save at its roof. ";
	static const char levels[] = "A point with several memory levels counts once, at the roof that it is nearest to. ";
	const char *all = roof ? arena_printf(arena, "The roof is %s for all. ", roof) : "";
	const char *text = arena_printf(arena, "%s%s%s", all, ranking->timed ? lost : "", ranking->timed && ranking->rows.count > ranking->points ? levels : "");
	return *text ? arena_strndup(arena, text, strlen(text) - 1) : NULL;
}

void sheet_add_points(struct arena *arena, struct sheet *sheet, const struct ranking *ranking)
{
	if (!ranking->rows.count)
		return;
	bool by_headroom = ranking->points > 1 && column_is_used(arena, ranking, HEADROOM_COLUMN);
	struct sheet_block *block = sheet_add_block(arena, sheet, "points", ranking->timed && ranking->points > 1 ? "Points, by what pays most" : by_headroom ? "Points, by headroom" : "Points");
	size_t shown[COLUMNS], count = 0;
	bool bars = ranking->first && ranking->timed > 1;
	const char *roof = only_roof(arena, ranking);
	for (size_t i = 0; i < COLUMNS; i++) {
		if (!column_is_used(arena, ranking, i) || (i == ROOF_COLUMN && roof))
			continue;
		block->bar_column = i == LOST_COLUMN ? count : block->bar_column;
		shown[count++] = i;
		sheet_add_column(arena, block, columns[i].title, columns[i].number);
	}
	for (size_t r = 0; r < ranking->rows.count; r++) {
		const struct ranked *ranked = &ranking->rows.items[r];
		for (size_t i = 0; i < count; i++)
			sheet_add_cell(arena, block, columns[shown[i]].cell(arena, ranked));
		if (bars)
			*list_push(arena, &block->shares) = isnan(ranked->lost_s) ? 0 : ranked->lost_s / ranking->first->lost_s;
	}
	block->caption = caption_of(arena, ranking, roof);
}
