// SPDX-License-Identifier: MIT
// A scaling chart's numbers: its parameters in a line, its points with what the laws give for them.
#include "report/report_internal.h"

#include "base/num.h"

#include <math.h>

enum { LAW_DIGITS = 6, LAW_STEPS = 11 };

const char *report_scaling_text(struct arena *arena, const struct scaling_result *scaling)
{
	const char *mode = scaling->mode == SCALING_WEAK ? "weak scaling (N times the work)" : "strong scaling (the same work)";
	if (isnan(scaling->serial_fraction))
		return mode;
	const char *error = isnan(scaling->serial_fraction_error) ? "" :
		arena_printf(arena, " ± %s", num_short(scaling->serial_fraction_error, 2).text);
	const char *overhead = scaling->overhead > 0 ? arena_printf(arena, ", overhead K = %s", num_short(scaling->overhead, REPORT_DIGITS).text) : "";
	const char *limit = isfinite(scaling->limit) && scaling->mode == SCALING_STRONG ? arena_printf(arena, ", limit of Amdahl's law %s", num_short(scaling->limit, REPORT_DIGITS).text) : "";
	return arena_printf(arena, "%s: serial fraction S = %s%s (%s)%s%s", mode, num_short(scaling->serial_fraction, REPORT_DIGITS).text, error,
		scaling->fitted ? "fitted" : "given", overhead, limit);
}

static const char *number(struct arena *arena, double value)
{
	return isfinite(value) ? arena_strdup(arena, num_short(value, LAW_DIGITS).text) : NULL;
}

struct law_values report_law_values(const struct analysis *analysis, double processors)
{
	const struct scaling_result *scaling = analysis->scaling;
	return (struct law_values){
		.amdahl = analysis->chart->scaling.amdahl ? amdahl_speedup(scaling->serial_fraction, scaling->overhead, processors) : NAN,
		.gustafson = analysis->chart->scaling.gustafson ? gustafson_speedup(scaling->serial_fraction, processors) : NAN,
	};
}

static void add_laws(struct arena *arena, const struct analysis *analysis, struct scaling_line *line, double processors)
{
	struct law_values laws = report_law_values(analysis, processors);
	line->amdahl = number(arena, laws.amdahl);
	line->gustafson = number(arena, laws.gustafson);
}

const char *const report_scaling_titles[SCALING_CELLS] = {"point", "n", "time", "speed-up", "efficiency", "Amdahl", "Gustafson"};

const char *report_scaling_cell(const struct scaling_line *line, size_t index)
{
	const char *const cells[SCALING_CELLS] = {line->name, line->processors, line->time, line->speedup, line->efficiency, line->amdahl, line->gustafson};
	return cells[index];
}

// Without points the laws are told at powers of two.
struct scaling_lines report_scaling_lines(struct arena *arena, const struct analysis *analysis)
{
	const struct scaling_result *scaling = analysis->scaling;
	struct scaling_lines lines = {0};
	for (size_t i = 0; i < scaling->points.count; i++) {
		const struct scaling_point *point = &scaling->points.items[i];
		struct scaling_line line = {.name = point->point->name, .processors = number(arena, point->processors),
			.time = report_quantity(arena, point->time, QUANTITY_SECOND), .speedup = number(arena, point->speedup),
			.efficiency = report_percent(arena, point->efficiency)};
		add_laws(arena, analysis, &line, point->processors);
		*list_push(arena, &lines) = line;
	}
	for (int step = 0; step < LAW_STEPS && !scaling->points.count && !isnan(scaling->serial_fraction); step++) {
		struct scaling_line line = {.processors = number(arena, exp2(step))};
		add_laws(arena, analysis, &line, exp2(step));
		*list_push(arena, &lines) = line;
	}
	return lines;
}

void report_write_scaling(struct json_out *out, const struct analysis *analysis)
{
	const struct scaling_result *scaling = analysis->scaling;
	if (!scaling)
		return;
	json_key(out, "scaling");
	json_open(out, '{');
	json_put_string(out, "mode", scaling->mode == SCALING_WEAK ? "weak" : "strong");
	json_put_number(out, "serial_fraction", scaling->serial_fraction);
	json_put_number(out, "serial_fraction_error", scaling->serial_fraction_error);
	json_put_bool(out, "fitted", scaling->fitted);
	json_put_number(out, "overhead", scaling->overhead);
	json_put_number(out, "base_time", scaling->base_time);
	json_put_number(out, "fitted_base_time", scaling->fitted_base_time);
	json_put_number(out, "limit", scaling->limit);
	json_key(out, "points");
	json_open(out, '[');
	for (size_t i = 0; i < scaling->points.count; i++) {
		const struct scaling_point *point = &scaling->points.items[i];
		json_open_flat(out, '{');
		json_put_string(out, "name", point->point->name);
		json_put_number(out, "n", point->processors);
		json_put_number(out, "time", point->time);
		json_put_number(out, "time_low", point->time_low);
		json_put_number(out, "time_high", point->time_high);
		json_put_number(out, "speedup", point->speedup);
		json_put_number(out, "efficiency", point->efficiency);
		struct law_values laws = report_law_values(analysis, point->processors);
		json_put_number(out, "amdahl", laws.amdahl);
		json_put_number(out, "gustafson", laws.gustafson);
		json_close(out, '}');
	}
	json_close(out, ']');
	json_close(out, '}');
}
