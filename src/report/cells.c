// SPDX-License-Identifier: MIT
// What the tables for people show of a row and of a machine.
#include "report/report_internal.h"

#include "base/num.h"

#include <math.h>

const char *report_quantity(struct arena *arena, double si, enum quantity quantity)
{
	return isfinite(si) ? units_format(arena, si, quantity, REPORT_DIGITS) : NULL;
}

const char *report_percent(struct arena *arena, double share)
{
	return isfinite(100 * share) ? arena_printf(arena, "%s %%", num_short(100 * share, REPORT_DIGITS).text) : NULL;
}

// ---- points -------------------------------------------------------------------------------------------------------------------------------------------

static const char *cell_point(struct arena *arena, const struct row *row)
{
	(void)arena;
	return row->name;
}

static const char *cell_series(struct arena *arena, const struct row *row)
{
	(void)arena;
	return row->point->series;
}

// Both halves of the roof: a percentage means nothing without them.
static const char *cell_roof(struct arena *arena, const struct row *row)
{
	const char *level = row->memory ? row->memory->name : row->level;
	if (!row->compute || !level)
		return row->compute ? row->compute->name : level;
	return arena_printf(arena, "%s / %s", row->compute->name, level);
}

static const char *cell_bound(struct arena *arena, const struct row *row)
{
	(void)arena;
	return bound_name(row->bound);
}

static const char *cell_intensity(struct arena *arena, const struct row *row)
{
	return report_quantity(arena, row->intensity, QUANTITY_INTENSITY);
}

static const char *cell_performance(struct arena *arena, const struct row *row)
{
	return report_quantity(arena, row->performance, QUANTITY_FLOP_RATE);
}

static const char *cell_attainable(struct arena *arena, const struct row *row)
{
	return report_quantity(arena, row->attainable, QUANTITY_FLOP_RATE);
}

static const char *cell_share(struct arena *arena, const struct row *row)
{
	return report_percent(arena, row->roof_fraction);
}

static const char *cell_headroom(struct arena *arena, const struct row *row)
{
	return isfinite(row->headroom) ? arena_printf(arena, "%s×", num_short(row->headroom, REPORT_DIGITS).text) : NULL;
}

static const char *cell_lower(struct arena *arena, const struct row *row)
{
	return report_quantity(arena, row->t_lower, QUANTITY_SECOND);
}

static const char *cell_upper(struct arena *arena, const struct row *row)
{
	return report_quantity(arena, row->t_upper, QUANTITY_SECOND);
}

static const char *cell_flags(struct arena *arena, const struct row *row)
{
	const char *text = row->analytic ? "analytic" : NULL;
	for (unsigned i = 0; i < POINT_FLAG_COUNT; i++) {
		if (row->flags & 1u << i)
			text = text ? arena_printf(arena, "%s, %s", text, point_flag_name(1u << i)) : point_flag_name(1u << i);
	}
	return text;
}

static const char *cell_launches(struct arena *arena, const struct row *row)
{
	double launches = report_launches(row);
	return launches == 1 ? NULL : arena_strdup(arena, num_short(launches, 15).text);
}

const struct report_column report_columns[] = {
	{"point", false, cell_point},
	{"series", false, cell_series},
	{"roof", false, cell_roof},
	{"bound", false, cell_bound},
	{"intensity", true, cell_intensity},
	{"performance", true, cell_performance},
	{"attainable", true, cell_attainable},
	{"% of roof", true, cell_share},
	{"headroom", true, cell_headroom},
	{"T_lower", true, cell_lower},
	{"T_upper", true, cell_upper},
	{"launches", true, cell_launches},
	{"flags", false, cell_flags},
	{NULL, false, NULL},
};

// What is known of a row that has no place: what bounds it, and how long it takes at least ("; network-bound, T_net 22 µs").
static const char *reason_times(struct arena *arena, const struct row *row)
{
	bool network = row->bound == BOUND_NETWORK;
	const char *time = report_quantity(arena, network ? row->t_net : row->t_lower, QUANTITY_SECOND);
	if (row->bound == BOUND_NONE || !time)
		return "";
	const char *bound = row->bound == BOUND_BALANCED ? "balanced" : arena_printf(arena, "%s-bound", bound_name(row->bound));
	return arena_printf(arena, "; %s, %s %s", bound, network ? "T_net" : "T_lower", time);
}

const char *report_reason(struct arena *arena, const struct row *row)
{
	const char *rate = row->bandwidth > 0 ? report_quantity(arena, row->bandwidth, QUANTITY_BYTE_RATE) : NULL;
	const char *times = reason_times(arena, row);
	if (!rate)
		return *times ? arena_printf(arena, "%s%s", row->reason, times) : row->reason;
	const char *share = row->memory ? report_percent(arena, row->bandwidth / row->memory->ceiling->bandwidth) : NULL;
	if (!share)
		return arena_printf(arena, "%s; bandwidth %s%s", row->reason, rate, times);
	return arena_printf(arena, "%s; bandwidth %s, %s of %s%s", row->reason, rate, share, row->memory->name, times);
}

// ---- machines -----------------------------------------------------------------------------------------------------------------------------------------

static const char *joined(struct arena *arena, const char *a, const char *b)
{
	if (!a || !*a)
		return b ? b : "";
	return b && *b ? arena_printf(arena, "%s, %s", a, b) : a;
}

static void ceilings_add(struct arena *arena, struct report_ceilings *list, struct report_ceiling ceiling)
{
	*list_push(arena, list) = ceiling;
}

struct report_ceilings report_ceilings_of(struct arena *arena, const struct machine *machine)
{
	struct report_ceilings list = {0};
	for (size_t i = 0; i < machine->compute.count; i++) {
		const struct drawn_compute *drawn = &machine->compute.items[i];
		const char *about = joined(arena, drawn->ceiling->precision, drawn->sparse ? "sparse" : "dense");
		ceilings_add(arena, &list, (struct report_ceiling){"compute", drawn->name, report_quantity(arena, drawn->peak, QUANTITY_FLOP_RATE),
			joined(arena, about, ceiling_kind_name(drawn->ceiling->kind)), drawn->ceiling->source});
	}
	for (size_t i = 0; i < machine->memory.count; i++) {
		const struct drawn_memory *drawn = &machine->memory.items[i];
		ceilings_add(arena, &list, (struct report_ceiling){"memory", drawn->name, report_quantity(arena, drawn->ceiling->bandwidth, QUANTITY_BYTE_RATE),
			joined(arena, drawn->is_main ? "main memory" : NULL, ceiling_kind_name(drawn->ceiling->kind)), drawn->ceiling->source});
	}
	for (size_t i = 0; i < machine->network.count; i++) {
		const struct drawn_network *drawn = &machine->network.items[i];
		ceilings_add(arena, &list, (struct report_ceiling){"network", drawn->name, report_quantity(arena, drawn->ceiling->bandwidth, QUANTITY_BYTE_RATE),
			joined(arena, drawn->ceiling->scope, ceiling_kind_name(drawn->ceiling->kind)), drawn->ceiling->source});
	}
	for (size_t i = 0; i < machine->compute.count; i++) {
		for (size_t k = 0; k < machine->memory.count; k++) {
			double ridge = ridge_flop_per_byte(machine->compute.items[i].peak, machine->memory.items[k].ceiling->bandwidth);
			ceilings_add(arena, &list, (struct report_ceiling){"ridge",
				arena_printf(arena, "%s / %s", machine->compute.items[i].name, machine->memory.items[k].name),
				report_quantity(arena, ridge, QUANTITY_INTENSITY), "", NULL});
		}
	}
	return list;
}

static void notes_add(struct arena *arena, struct report_notes *notes, GHashTable *seen, const char *note)
{
	if (note && g_hash_table_add(seen, (char *)note))
		*list_push(arena, notes) = note;
}

struct report_notes report_notes_of(struct arena *arena, const struct analysis *analysis)
{
	struct report_notes notes = {0};
	g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
	for (size_t i = 0; i < analysis->chart->notes.count; i++)
		notes_add(arena, &notes, seen, analysis->chart->notes.items[i]);
	for (size_t i = 0; i < analysis->chart->points.count; i++)
		notes_add(arena, &notes, seen, analysis->chart->points.items[i].assumptions);
	return notes;
}
