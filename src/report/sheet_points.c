// SPDX-License-Identifier: MIT
// The points of a report: which of them pays most, and their table in that order.
#include "report/sheet.h"

#include "report/report_internal.h"

#include "base/num.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 3 };

// The shortest time that the row's work takes; of a kernel without FLOPs what its bytes take, whatever its precision.
static double least_time(const struct row *row)
{
	return isnan(row->t_lower) && row->flops == 0 && isnan(row->network_bytes) ? row->t_mem : row->t_lower;
}

// NAN without a time or a roof; a point above its roof has nothing to lose. Where the amounts are not known, the share of the roof says it.
static double lost_of(const struct row *row)
{
	double least = least_time(row);
	if (row->analytic || !isfinite(row->time) || !(row->time > 0))
		return NAN;
	if (isfinite(least))
		return fmax(row->time - least, 0);
	return isfinite(row->roof_fraction) ? row->time * fmax(1 - row->roof_fraction, 0) : NAN;
}

bool sheet_ranks(const struct row *row)
{
	return row->plotted || row_in_margin(row) || !isnan(lost_of(row));
}

// What takes longest at its best; else what is nearest to its roof.
static bool is_tighter(const struct row *row, const struct row *than)
{
	double time = least_time(row), other = least_time(than);
	if (isfinite(time) && isfinite(other) && time != other)
		return time > other;
	return isfinite(row->roof_fraction) && !(row->roof_fraction <= than->roof_fraction);
}

// The rows of one point. The roof that it can reach is the lowest of its levels': the one it is nearest to.
static void rank_point(struct arena *arena, struct ranking *ranking, const struct analysis *analysis, size_t from, size_t to)
{
	size_t tightest = to, first = ranking->rows.count;
	for (size_t r = from; r < to; r++) {
		const struct row *row = &analysis->rows.items[r];
		if (sheet_ranks(row) && (tightest == to || is_tighter(row, &analysis->rows.items[tightest])))
			tightest = r;
	}
	if (tightest == to)
		return;
	const struct row *counts = &analysis->rows.items[tightest];
	double lost = lost_of(counts);
	for (size_t r = from; r < to; r++) {
		if (sheet_ranks(&analysis->rows.items[r]))
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

// A link is no part of the roof: it is named here.
static const char *cell_bound(struct arena *arena, const struct ranked *ranked)
{
	const struct row *row = ranked->row;
	return row->bound == BOUND_NETWORK ? arena_printf(arena, "network: %s", row->network->name) : bound_name(row->bound);
}

static const char *cell_roof(struct arena *arena, const struct ranked *ranked)
{
	const struct row *row = ranked->row;
	const char *level = row->memory ? row->memory->name : row->level;
	if (row_in_margin(row))
		return level;
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
	return row_in_margin(ranked->row) ? NULL : quantity(arena, ranked->row->performance, QUANTITY_FLOP_RATE);
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

// Where a row stands that has no place among the others, and what it reaches there.
static const char *place_of(struct arena *arena, const struct row *row)
{
	if (!row_in_margin(row))
		return row->plotted ? NULL : arena_printf(arena, "not plotted: %s", row->reason);
	const char *rate = quantity(arena, row->bandwidth, QUANTITY_BYTE_RATE);
	const char *share = num_short(100 * row->bandwidth / row->memory->ceiling->bandwidth, DIGITS).text;
	return arena_printf(arena, "0 FLOP, in the left margin: %s, %s %% of %s", rate, share, row->memory->name);
}

static const char *cell_remarks(struct arena *arena, const struct ranked *ranked)
{
	const struct row *row = ranked->row;
	const char *text = row->analytic ? "analytic" : place_of(arena, row);
	for (unsigned i = 0; i < POINT_FLAG_COUNT; i++) {
		unsigned flag = 1u << i;
		if ((row->flags & flag) && !(flag == FLAG_ZERO_FLOP && text))
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

// The roof that all rows with FLOPs are judged by, NULL when there are several or a row has none: a column that says the same in every line is a line.
static const char *only_roof(struct arena *arena, const struct ranking *ranking)
{
	const char *roof = NULL;
	for (size_t i = 0; i < ranking->rows.count; i++) {
		const struct ranked *ranked = &ranking->rows.items[i];
		const char *own = cell_roof(arena, ranked);
		if (row_in_margin(ranked->row))
			continue;
		if (!own || (roof && strcmp(own, roof) != 0))
			return NULL;
		roof = own;
	}
	return roof;
}

static const char *roof_words(struct arena *arena, const struct ranking *ranking, const char *roof)
{
	bool margin = false;
	for (size_t i = 0; i < ranking->rows.count; i++)
		margin = margin || row_in_margin(ranking->rows.items[i].row);
	static const char shares[] = "Of points bound by network, % of roof and headroom still count the roof of compute and memory alone. ";
	bool linked = ranking->bound[BOUND_NETWORK] > 0;
	const char *network = linked && column_is_used(arena, ranking, HEADROOM_COLUMN) ? shares : "";
	if (!roof)
		return network;
	const char *whose = linked ? "all points but those bound by network" : margin ? "all with FLOPs" : "all";
	return arena_printf(arena, "The roof is %s for %s. %s", roof, whose, network);
}

static const char *caption_of(struct arena *arena, const struct ranking *ranking, const char *roof)
{
	static const char lost[] = "Time lost is time − T_lower, the longest of what FLOPs, bytes and network bytes take at full rate. ";
	static const char levels[] = "A point with several memory levels counts once, at the roof that it is nearest to. ";
	const char *text = arena_printf(arena, "%s%s%s", roof_words(arena, ranking, roof), ranking->timed ? lost : "",
		ranking->timed && ranking->rows.count > ranking->points ? levels : "");
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
