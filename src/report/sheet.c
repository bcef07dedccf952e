// SPDX-License-Identifier: MIT
#include "report/sheet.h"

#include "report/report_internal.h"

#include "base/num.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

enum { DIGITS = 3, SHOWN_CHARS = 96 };

static const char *machine_names(struct arena *arena, const struct analysis *analysis)
{
	const char *names = NULL;
	for (size_t i = 0; i < analysis->machines.count; i++) {
		const char *name = report_machine_name(&analysis->machines.items[i]);
		if (name)
			names = names ? arena_printf(arena, "%s, %s", names, name) : name;
	}
	return names;
}

static const char *time_text(struct arena *arena, double time_s)
{
	return units_format(arena, time_s, QUANTITY_SECOND, DIGITS);
}

static const char *share_text(struct arena *arena, double share)
{
	return arena_printf(arena, "%s %%", num_short(100 * share, share < 0.995 ? 2 : DIGITS).text);
}

static const char *count_text(struct arena *arena, size_t count, const char *what)
{
	return arena_printf(arena, "%zu %s%s", count, what, count == 1 ? "" : "s");
}

// "12 points (8 memory-bound, 4 compute-bound)", "3 points, all memory-bound"
static const char *count_points(struct arena *arena, const struct ranking *ranking)
{
	const char *points = count_text(arena, ranking->points, "point"), *kinds = NULL;
	for (enum bound bound = BOUND_MEMORY; bound <= BOUND_BALANCED; bound++) {
		size_t count = ranking->bound[bound];
		if (!count)
			continue;
		const char *kind = arena_printf(arena, "%s%s", bound_name(bound), bound == BOUND_BALANCED ? "" : "-bound");
		if (count == ranking->points)
			return arena_printf(arena, "%s, %s%s", points, count > 1 ? "all " : "", kind);
		kinds = arena_printf(arena, "%s%s%zu %s", kinds ? kinds : "", kinds ? ", " : "", count, kind);
	}
	return kinds ? arena_printf(arena, "%s (%s)", points, kinds) : points;
}

static const char *summarise(struct arena *arena, const struct ranking *ranking)
{
	const char *points = count_points(arena, ranking);
	if (!ranking->timed || !(ranking->time_s > 0))
		return points;
	const char *all = arena_printf(arena, "%s, %s in all", points, time_text(arena, ranking->time_s));
	if (ranking->timed < ranking->points)
		all = arena_printf(arena, "%s, %zu of them with a time: %s in all", points, ranking->timed, time_text(arena, ranking->time_s));
	if (!ranking->first)
		return arena_printf(arena, "%s; none of it is lost to the roof", all);
	const char *lost = arena_printf(arena, "%s; %s (%s) of it is lost to the roof", all, time_text(arena, ranking->lost_s),
		share_text(arena, ranking->lost_s / ranking->time_s));
	if (ranking->timed < 2)
		return lost;
	g_autofree char *name = text_shorten(ranking->first->row->name, SHOWN_CHARS);
	return arena_printf(arena, "%s, %s by %s alone", lost, time_text(arena, ranking->first->lost_s), name);
}

static const char *brief_of(struct arena *arena, const struct ranking *ranking)
{
	const char *points = count_text(arena, ranking->points, "point");
	if (!ranking->timed || !(ranking->time_s > 0))
		return points;
	return arena_printf(arena, "%s, %s of %s lost", points, share_text(arena, ranking->lost_s / ranking->time_s), time_text(arena, ranking->time_s));
}

static const char *title_of(struct arena *arena, const struct sheet *sheet, const struct analysis *analysis, const struct sheet_files *files)
{
	if (analysis->chart->title && !text_is_blank(analysis->chart->title))
		return analysis->chart->title;
	if (sheet->machines && files->count && !strcmp(files->items[0].role, "input"))
		return arena_printf(arena, "%s on %s", files->items[0].name, sheet->machines);
	return sheet->machines ? sheet->machines : files->count ? files->items[0].name : "Roofline";
}

const struct sheet *sheet_make(struct arena *arena, const struct analysis *analysis, const struct diags *diags, const struct sheet_files *files)
{
	struct sheet *sheet = arena_alloc(arena, sizeof *sheet);
	sheet->machines = machine_names(arena, analysis);
	sheet->title = title_of(arena, sheet, analysis, files);
	sheet->subtitle = analysis->chart->subtitle;
	if (analysis->scaling) {
		char *sentence = arena_strdup(arena, report_scaling_text(arena, analysis->scaling));
		*sentence = g_ascii_toupper(*sentence);
		sheet->summary = sentence;
		sheet->brief = count_text(arena, analysis->scaling->points.count, "point");
		sheet_add_scaling(arena, sheet, analysis);
	} else {
		struct ranking ranking = sheet_rank(arena, analysis);
		sheet->summary = summarise(arena, &ranking);
		sheet->brief = brief_of(arena, &ranking);
		sheet_add_points(arena, sheet, &ranking);
	}
	sheet_add_sweeps(arena, sheet, analysis);
	sheet_add_unplotted(arena, sheet, analysis);
	sheet_add_ceilings(arena, sheet, analysis);
	sheet_add_notes(arena, sheet, analysis);
	sheet_add_warnings(arena, sheet, diags);
	sheet_add_files(arena, sheet, files);
	return sheet;
}
