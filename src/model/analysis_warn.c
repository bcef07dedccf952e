// SPDX-License-Identifier: MIT
// What there is to say about the rows: roofs that are not known, points without a place or above their roof, levels out of order.
#include "model/analysis_internal.h"

#include "base/num.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

enum { DIGITS = 4, PERCENT_DIGITS = 6, NAME_CHARS = 80 };

const char *name_for_message(struct arena *arena, const char *name)
{
	if (!name)
		return "";
	g_autofree char *shortened = text_shorten(name, NAME_CHARS);
	return arena_strdup(arena, shortened);
}

// ---- roofs --------------------------------------------------------------------------------------------------------------------------------------------

static void warn_missing(struct run *run, const struct machine_uses *machine, const char *missing, size_t first_point, size_t count,
	const char *effect)
{
	const char *name = run->names[first_point], *on = hardware_name(machine->hardware);
	const char *others = count > 1 ? arena_printf(run->arena, " and %zu more", count - 1) : "";
	diags_add_point(run->diags, DIAG_NO_ROOF, run->chart->points.items[first_point].place, name, "'%s'%s: %s on '%s', %s",
		name_for_message(run->arena, name), others, missing, on ? on : "this machine", effect);
}

static void warn_roofs(struct run *run, const struct machine_uses *machine)
{
	for (size_t i = 0; i < machine->compute.count; i++) {
		const struct compute_use *use = machine->compute.items[i];
		if (use->missing)
			warn_missing(run, machine, use->missing, use->first_point, use->count, "so no percentage");
	}
	for (size_t i = 0; i < machine->memory.count; i++) {
		const struct memory_use *use = machine->memory.items[i];
		if (use->missing)
			warn_missing(run, machine, use->missing, use->first_point, use->count, "so no percentage");
	}
	for (size_t i = 0; i < machine->network.count; i++) {
		const struct network_use *use = machine->network.items[i];
		if (use->missing)
			warn_missing(run, machine, use->missing, use->first_point, use->count, "so its network bytes take no known time");
	}
}

// ---- placing ------------------------------------------------------------------------------------------------------------------------------------------

struct span {
	const struct row *rows; // of one point
	size_t count;
};

static struct span rows_of(const struct run *run, size_t point_index)
{
	const struct point_use *use = &run->points[point_index];
	return (struct span){run->analysis->rows.items + use->first_row, use->level_count};
}

static size_t count_plotted(struct span span)
{
	size_t plotted = 0;
	for (size_t i = 0; i < span.count; i++)
		plotted += span.rows[i].plotted;
	return plotted;
}

static const struct row *row_with_bandwidth(struct span span)
{
	for (size_t i = 0; i < span.count; i++) {
		if (span.rows[i].flags & FLAG_ZERO_FLOP && span.rows[i].bandwidth > 0)
			return &span.rows[i];
	}
	return NULL;
}

static void warn_zero_flop(struct run *run, const struct row *row, const char *tally)
{
	struct arena *arena = run->arena;
	const char *share = "";
	if (row->memory)
		share = arena_printf(arena, " (%s %% of %s)", num_short(100 * row->bandwidth / row->memory->ceiling->bandwidth, DIGITS).text, row->memory->name);
	diags_add_point(run->diags, DIAG_ZERO_FLOP, row->point->place, row->name, "'%s' has 0 FLOP: shown in the left margin by its bandwidth, %s%s%s",
		name_for_message(arena, row->name), units_format(arena, row->bandwidth, QUANTITY_BYTE_RATE, DIGITS), share, tally);
}

static const char *level_word(const struct row *row)
{
	return row->level ? row->level : row->memory ? row->memory->name : "main memory";
}

// Reasons that say what is missing, not where, are followed by what would do.
static const char *advice(const char *reason)
{
	return g_str_has_prefix(reason, "no intensity") || g_str_has_prefix(reason, "no performance") ?
		"; expected flops, bytes and time, or intensity and performance" : "";
}

static void warn_unplotted(struct run *run, struct span span, const char *tally)
{
	const struct row *row = row_with_bandwidth(span);
	if (row) {
		warn_zero_flop(run, row, tally);
		return;
	}
	row = &span.rows[0];
	diags_add_point(run->diags, DIAG_NOT_PLOTTED, row->point->place, row->name, "'%s' is not plotted: %s%s%s", name_for_message(run->arena, row->name),
		row->reason, advice(row->reason), tally);
}

static void warn_partly(struct run *run, struct span span)
{
	GString *levels = g_string_new(NULL);
	for (size_t i = 0; i < span.count; i++) {
		if (!span.rows[i].plotted)
			g_string_append_printf(levels, "%s%s (%s)", levels->len ? ", " : "", level_word(&span.rows[i]), span.rows[i].reason);
	}
	diags_add_point(run->diags, DIAG_NOT_PLOTTED, span.rows[0].point->place, span.rows[0].name, "'%s' is not plotted at %s",
		name_for_message(run->arena, span.rows[0].name), levels->str);
	g_string_free(levels, TRUE);
}

// The first of the warnings about points without a place says how many there are: of many only the first are kept.
static void warn_places(struct run *run)
{
	size_t count = run->chart->points.count, unplotted = 0, first = count;
	for (size_t i = count; i-- > 0;) {
		if (!count_plotted(rows_of(run, i))) {
			unplotted++;
			first = i;
		}
	}
	const char *tally = arena_printf(run->arena, " (%zu of %zu points not plotted)", unplotted, count);
	for (size_t i = 0; i < count; i++) {
		struct span span = rows_of(run, i);
		size_t plotted = count_plotted(span);
		if (!plotted)
			warn_unplotted(run, span, i == first ? tally : "");
		else if (plotted < span.count)
			warn_partly(run, span);
	}
}

// ---- roofs passed, levels out of order ----------------------------------------------------------------------------------------------------------------

// Once for a point: at the level where it is highest above.
static void warn_above(struct run *run, struct span span)
{
	const struct row *worst = NULL;
	for (size_t i = 0; i < span.count; i++) {
		const struct row *row = &span.rows[i];
		if (row->flags & FLAG_ABOVE_ROOF && (!worst || row->roof_fraction > worst->roof_fraction))
			worst = row;
	}
	if (!worst)
		return;
	struct arena *arena = run->arena;
	bool flat = worst->attainable >= worst->compute->peak;
	double percent = 100 * worst->roof_fraction;
	diags_add_point(run->diags, DIAG_ABOVE_ROOF, worst->point->place, worst->name, "'%s' is above its roof: %s %% of the %s that '%s' allows%s",
		name_for_message(arena, worst->name), isfinite(percent) ? num_short(percent, PERCENT_DIGITS).text : "over 1e308",
		units_format(arena, worst->attainable, QUANTITY_FLOP_RATE, DIGITS),
		flat ? worst->compute->name : worst->memory->name,
		flat ? "" : arena_printf(arena, " at %s", units_format(arena, worst->intensity, QUANTITY_INTENSITY, DIGITS)));
}

enum { RANK_NONE, RANK_MAIN = 5, RANK_COUNT };

static int level_rank(const struct row *row)
{
	static const char *const inner[] = {"l1", "l2", "l3", "l4"};
	if (row->memory && row->memory->is_main)
		return RANK_MAIN;
	const char *word = row->memory ? row->memory->ceiling->level : NULL;
	word = word ? word : row->memory ? row->memory->ceiling->name : row->level;
	const char *level = word ? memory_level_of(word, NULL) : NULL;
	for (int i = 0; level && i < (int)G_N_ELEMENTS(inner); i++) {
		if (!strcmp(level, inner[i]))
			return i + 1;
	}
	return RANK_NONE;
}

// Counters of two levels are not read at the same instant: what differs less says nothing.
static const double order_share = 0.01;

// Every byte that main memory moves passes through the caches, so outer levels move fewer.
static void warn_level_order(struct run *run, struct span span)
{
	const struct row *by_rank[RANK_COUNT] = {NULL}, *inner = NULL;
	for (size_t i = 0; i < span.count; i++) {
		if (span.rows[i].intensity > 0)
			by_rank[level_rank(&span.rows[i])] = &span.rows[i];
	}
	for (int rank = RANK_NONE + 1; rank < RANK_COUNT; rank++) {
		const struct row *outer = by_rank[rank];
		if (inner && outer && outer->intensity < inner->intensity * (1 - order_share)) {
			struct arena *arena = run->arena;
			diags_add_point(run->diags, DIAG_LEVEL_ORDER, outer->point->place, outer->name,
				"'%s' has a lower intensity at %s (%s) than at %s (%s): expected bytes(%s) >= bytes(%s)", name_for_message(arena, outer->name),
				level_word(outer), units_format(arena, outer->intensity, QUANTITY_INTENSITY, DIGITS), level_word(inner),
				units_format(arena, inner->intensity, QUANTITY_INTENSITY, DIGITS), level_word(inner), level_word(outer));
			return;
		}
		inner = outer ? outer : inner;
	}
}

void rows_warn(struct run *run)
{
	unused_warn(run);
	bool by_roofs = run->chart->options.kind != CHART_SCALING;
	for (size_t i = 0; by_roofs && i < run->chart->hardware.count; i++)
		warn_roofs(run, &run->uses[i]);
	warn_places(run);
	if (!by_roofs)
		return;
	for (size_t i = 0; i < run->chart->points.count; i++) {
		struct span span = rows_of(run, i);
		warn_above(run, span);
		if (span.count > 1)
			warn_level_order(run, span);
	}
}
