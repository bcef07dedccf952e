// SPDX-License-Identifier: MIT
// likwid-perfctr's sections as points: a processor often has to count FLOPs and bytes in two runs, so that the groups of a region are joined by its name.
#include "import/likwid.h"

#include "base/num.h"
#include "model/spec.h"

#include <glib.h>
#include <math.h>

struct joined {
	const char *region;
	struct { struct likwid_figures *items; size_t count, cap; } parts;
};

struct joined_list {
	struct joined *items;
	size_t count, cap;
};

// ---- which sections are one point ---------------------------------------------------------------------------------------------------------------------

// How often a key came before; counts this time too.
static size_t times_before(GHashTable *seen, struct arena *arena, const char *key)
{
	size_t before = GPOINTER_TO_SIZE(g_hash_table_lookup(seen, key));
	g_hash_table_insert(seen, arena_strdup(arena, key), GSIZE_TO_POINTER(before + 1));
	return before;
}

// The n-th measurement of a group belongs to the n-th point of its region.
static bool sections_join(const struct import *in, const struct likwid_log *log, struct joined_list *list)
{
	g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal), points = g_hash_table_new(g_str_hash, g_str_equal);
	bool ok = true;
	for (size_t i = 0; i < log->sections.count; i++) {
		const struct likwid_section *section = &log->sections.items[i];
		const char *region = section->region ? arena_printf(in->arena, "R%s", section->region) : "";
		size_t run = times_before(seen, in->arena, arena_printf(in->arena, "%s\n%s", region, section->group ? section->group : ""));
		const char *key = arena_printf(in->arena, "%zu %s", run, region);
		size_t known = GPOINTER_TO_SIZE(g_hash_table_lookup(points, key));
		if (!known) {
			*list_push(in->arena, list) = (struct joined){.region = section->region};
			known = list->count;
			g_hash_table_insert(points, (char *)key, GSIZE_TO_POINTER(known));
		}
		struct joined *joined = &list->items[known - 1];
		ok &= likwid_figures_read(in, section, list_push(in->arena, &joined->parts));
	}
	return ok;
}

// ---- one point ----------------------------------------------------------------------------------------------------------------------------------------

static bool has_flops(const struct likwid_figures *part)
{
	for (int i = 0; i < LIKWID_PRECISIONS; i++)
		if (!isnan(part->flops[i]))
			return true;
	return false;
}

static bool has_bytes(const struct likwid_figures *part)
{
	for (int i = 0; i < LIKWID_LEVELS; i++)
		if (!isnan(part->bytes[i]))
			return true;
	return false;
}

// The run that the time is of: one that counted FLOPs and bytes, else one that counted FLOPs.
static const struct likwid_figures *main_part(const struct joined *joined)
{
	const struct likwid_figures *best = &joined->parts.items[0];
	int best_score = -1;
	for (size_t i = 0; i < joined->parts.count; i++) {
		const struct likwid_figures *part = &joined->parts.items[i];
		int score = 2 * has_flops(part) + has_bytes(part);
		if (score > best_score) {
			best = part;
			best_score = score;
		}
	}
	return best;
}

static const char *group_of(const struct likwid_figures *part)
{
	return part->section->group ? part->section->group : "without a name";
}

// Figures of runs that took as long as each other belong together; groups that LIKWID took turns with in one run saw different calls.
static void say_joined(const struct import *in, struct point *point, const char *what, const struct likwid_figures *part)
{
	import_assume(in, point, "%s of another run, group %s", what, group_of(part));
	if (fabs(part->time - point->time) > 0.1 * point->time)
		import_assume(in, point, "that run took %s s, this one %s s: they may not have done the same work", num_short(part->time, 4).text,
			num_short(point->time, 4).text);
}

static void flops_join(const struct import *in, struct point *point, const struct joined *joined, const struct likwid_figures *base)
{
	static const char *const names[LIKWID_PRECISIONS] = {[LIKWID_DP] = "fp64", [LIKWID_SP] = "fp32", [LIKWID_HP] = "fp16"};
	int nonzero = 0;
	for (int precision = 0; precision < LIKWID_PRECISIONS; precision++) {
		double flops = base->flops[precision];
		// An event that counts every precision has these FLOPs already.
		for (size_t i = 0; isnan(flops) && !base->mixed && i < joined->parts.count; i++) {
			const struct likwid_figures *part = &joined->parts.items[i];
			if (part->mixed || !(part->flops[precision] > 0))
				continue;
			flops = part->flops[precision];
			say_joined(in, point, arena_printf(in->arena, "%s FLOPs", names[precision]), part);
		}
		if (isnan(flops))
			continue;
		point->flops = (isnan(point->flops) ? 0 : point->flops) + flops;
		if (flops > 0) {
			nonzero++;
			point->precision = nonzero == 1 ? names[precision] : NULL;
		}
	}
}

static void bytes_join(const struct import *in, struct point *point, const struct joined *joined, const struct likwid_figures *base)
{
	for (int level = 0; level < LIKWID_LEVELS; level++) {
		const struct likwid_figures *from = isnan(base->bytes[level]) ? NULL : base;
		for (size_t i = 0; !from && i < joined->parts.count; i++)
			if (!isnan(joined->parts.items[i].bytes[level]))
				from = &joined->parts.items[i];
		if (!from)
			continue;
		import_bytes_of(in, point, likwid_level_names[level], from->bytes[level]);
		if (from != base)
			say_joined(in, point, arena_printf(in->arena, "%s bytes", likwid_level_names[level]), from);
		if (from->rescaled)
			import_assume(in, point, "%s bytes are bandwidth x runtime, since the volume is printed with fewer digits", likwid_level_names[level]);
	}
}

// One thread's own intensity is right, where the log keeps nothing that it could be computed from.
static void intensity_take(const struct import *in, struct point *point, const struct likwid_figures *base)
{
	static const struct {
		const char *group, *level;
	} levels[] = {{"MEM", "DRAM"}, {"HBM", "HBM"}, {"L3", "L3"}, {"L2", "L2"}};
	if (point->levels.count || isnan(base->intensity))
		return;
	const char *name = NULL;
	for (size_t i = 0; i < G_N_ELEMENTS(levels) && base->section->group; i++)
		if (g_str_has_prefix(base->section->group, levels[i].group))
			name = levels[i].level;
	point_level(in->arena, point, name, point->place)->intensity = base->intensity;
	import_assume(in, point, "the intensity is LIKWID's own, of one thread: the log has no data volume");
}

static void assume(const struct import *in, struct point *point, const struct likwid_figures *base)
{
	if (point->levels.count && isnan(point->levels.items[0].intensity) && !isnan(point->flops)) {
		if (base->threads > 1)
			import_assume(in, point, "FLOPs and bytes are sums over %zu threads, the time is the slowest one's; LIKWID's own intensities are not used",
				base->threads);
		else
			import_assume(in, point, "the intensity is FLOPs / bytes, not LIKWID's own");
	}
	if (!isnan(point->flops))
		import_assume(in, point, base->counted ? "FLOPs are counts of events" : "FLOPs are rate x runtime");
	if (base->mixed)
		import_assume(in, point, "the event counts single and double precision together%s%s%s", point->precision ? ", " : "",
			point->precision ? point->precision : "", point->precision ? " is by the group's name" : "");
	if (base->overcounts)
		import_assume(in, point, "the events FP_COMP_OPS_EXE and SIMD_FP_256 count too much while they wait for memory");
}

static void miss(const struct import *in, struct point *point, const struct joined *joined, const struct likwid_figures *base)
{
	bool undecided = false;
	for (size_t i = 0; i < joined->parts.count; i++)
		undecided = undecided || joined->parts.items[i].undecided;
	if (isnan(point->flops) && undecided)
		import_miss(in, point, "group %s gives three rates, for scalar, SSE and AVX code, and cannot tell which is true: give the FLOPs by region with --work FILE",
			group_of(base));
	else if (isnan(point->flops))
		import_miss(in, point, "group %s counts no FLOPs: add the log of group FLOPS_DP (or FLOPS_SP) to this file, or give flops by region with --work FILE",
			group_of(base));
	if (!point->levels.count)
		import_miss(in, point, "group %s counts no bytes: add the log of group MEM (or L3 where there is no MEM) to this file, or give bytes by region with "
			"--work FILE", group_of(base));
	if (isnan(point->time))
		import_miss(in, point, "the log has no runtime of it: keep the tables by thread, not those of statistics alone");
}

static void point_add(const struct import *in, const struct joined *joined)
{
	const struct likwid_figures *base = main_part(joined);
	const char *name = joined->region ? joined->region : importer_machine_name(in->arena, in->source->name);
	struct point *point = import_point(in, name, base->section->place);
	point->time = base->time;
	point->launches = fmax(base->calls, 1);
	flops_join(in, point, joined, base);
	bytes_join(in, point, joined, base);
	intensity_take(in, point, base);
	assume(in, point, base);
	miss(in, point, joined, base);
}

// ---- the log ------------------------------------------------------------------------------------------------------------------------------------------

static void note_add(const struct import *in, const struct likwid_log *log)
{
	g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GString) names = g_string_new(NULL);
	for (size_t i = 0; i < log->sections.count; i++) {
		const char *group = log->sections.items[i].group;
		if (group && g_hash_table_size(seen) < 8 && g_hash_table_add(seen, (char *)group))
			g_string_append_printf(names, "%s%s", names->len ? ", " : "", group);
	}
	guint count = g_hash_table_size(seen);
	*list_push(in->arena, &in->chart->notes) = arena_printf(in->arena, "LIKWID%s%s", count == 0 ? "" : count == 1 ? ", group " : ", groups ", names->str);
}

bool likwid_points_add(const struct import *in, const struct likwid_log *log)
{
	struct joined_list list = {0};
	if (!sections_join(in, log, &list))
		return false;
	for (size_t i = 0; i < list.count; i++)
		point_add(in, &list.items[i]);
	note_add(in, log);
	return true;
}
