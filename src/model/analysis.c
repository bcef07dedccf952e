// SPDX-License-Identifier: MIT
#include "model/analysis_internal.h"

#include "base/names.h"
#include "input/keys.h"

const char *bound_name(enum bound bound)
{
	static const char *const names[] = {[BOUND_NONE] = NULL, [BOUND_MEMORY] = "memory", [BOUND_COMPUTE] = "compute", [BOUND_NETWORK] = "network",
		[BOUND_BALANCED] = "balanced"};
	return names[bound];
}

const char *point_flag_name(unsigned flag)
{
	static const char *const names[POINT_FLAG_COUNT] = {"above-roof", "low-utilisation", "zero-flop", "outside-frame", "no-roof"};
	for (unsigned i = 0; i < POINT_FLAG_COUNT; i++) {
		if (flag == 1u << i)
			return names[i];
	}
	return NULL;
}

double attainable_flop_per_s(double peak_flop_per_s, double bandwidth_bytes_per_s, double flop_per_byte)
{
	double on_slope = flop_per_byte * bandwidth_bytes_per_s;
	return on_slope < peak_flop_per_s ? on_slope : peak_flop_per_s;
}

double no_overlap_flop_per_s(double peak_flop_per_s, double bandwidth_bytes_per_s, double flop_per_byte)
{
	return 1 / (1 / peak_flop_per_s + 1 / (flop_per_byte * bandwidth_bytes_per_s));
}

double ridge_flop_per_byte(double peak_flop_per_s, double bandwidth_bytes_per_s)
{
	return peak_flop_per_s / bandwidth_bytes_per_s;
}

// ---- names --------------------------------------------------------------------------------------------------------------------------------------------

static void names_make(struct run *run)
{
	size_t count = run->chart->points.count;
	run->names = arena_array(run->arena, count, sizeof *run->names);
	for (size_t i = 0; i < count; i++) {
		const char *name = run->chart->points.items[i].name;
		run->names[i] = name && *name ? name : arena_printf(run->arena, "point %zu", i + 1);
	}
	names_number(run->arena, run->names, count);
}

static bool has_baselines(const struct chart *chart)
{
	for (size_t i = 0; i < chart->points.count; i++) {
		if (chart->points.items[i].baseline)
			return true;
	}
	return false;
}

// An arrow needs a point to come from.
static void check_baselines(struct run *run)
{
	enum { MOST_COMPARED = 4000 }; // for a suggestion
	size_t count = run->chart->points.count;
	if (!has_baselines(run->chart))
		return;
	g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
	for (size_t i = 0; i < count; i++) {
		g_hash_table_add(known, (char *)run->names[i]);
		if (run->chart->points.items[i].name)
			g_hash_table_add(known, (char *)run->chart->points.items[i].name);
	}
	for (size_t i = 0; i < count; i++) {
		const struct point *point = &run->chart->points.items[i];
		if (!point->baseline || g_hash_table_contains(known, point->baseline))
			continue;
		const char *what = arena_printf(run->arena, "baseline of point '%s':", name_for_message(run->arena, run->names[i]));
		keys_unknown(run->diags, DIAG_UNKNOWN_NAME, point->place, what, point->baseline, run->names, MIN(count, MOST_COMPARED));
		run->failed = true;
	}
}

// ---- series -------------------------------------------------------------------------------------------------------------------------------------------

static size_t series_add(struct run *run, const char *key)
{
	struct series_use *use = list_push(run->arena, &run->analysis->series);
	*use = (struct series_use){.key = key, .label = key, .marker = MARKER_AUTO};
	return run->analysis->series.count - 1;
}

static void series_collect(struct run *run)
{
	const struct chart *chart = run->chart;
	g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal); // key -> index + 1
	size_t unnamed = 0;
	for (size_t i = 0; i < chart->series.count; i++) {
		const struct series *declared = &chart->series.items[i];
		size_t index = series_add(run, declared->key);
		struct series_use *use = &run->analysis->series.items[index];
		use->label = declared->label ? declared->label : declared->key;
		use->color = declared->color;
		use->marker = declared->marker;
		g_hash_table_insert(known, (char *)declared->key, GSIZE_TO_POINTER(index + 1));
	}
	for (size_t i = 0; i < chart->points.count; i++) {
		const char *key = chart->points.items[i].series;
		size_t index = key ? GPOINTER_TO_SIZE(g_hash_table_lookup(known, key)) : unnamed;
		if (!index) {
			index = series_add(run, key) + 1;
			if (key)
				g_hash_table_insert(known, (char *)key, GSIZE_TO_POINTER(index));
			else
				unnamed = index;
		}
		run->points[i].series_index = index - 1;
	}
}

// ---- the run ------------------------------------------------------------------------------------------------------------------------------------------

static bool has_hardware(struct run *run)
{
	if (run->chart->hardware.count || run->chart->options.kind == CHART_SCALING)
		return true;
	diags_add(run->diags, DIAG_NO_HARDWARE, (struct place){0},
		"no hardware: expected 'hardware' in the spec, --hardware with a device or a file, or --peak and --bandwidth");
	return false;
}

const struct analysis *analysis_run(struct arena *arena, const struct chart *chart, struct diags *diags)
{
	struct analysis *analysis = arena_alloc(arena, sizeof *analysis);
	analysis->chart = chart;
	struct run run = {.arena = arena, .chart = chart, .diags = diags, .analysis = analysis};
	if (!has_hardware(&run))
		return NULL;
	names_make(&run);
	check_baselines(&run);
	uses_collect(&run);
	machines_select(&run);
	series_collect(&run);
	analysis->rows.items = arena_array(arena, run.row_count, sizeof *analysis->rows.items);
	analysis->rows.cap = run.row_count;
	for (size_t i = 0; i < chart->points.count; i++)
		point_rows(&run, i);
	if (run.failed)
		return NULL;
	sweeps_judge(&run);
	if (chart->options.kind == CHART_SCALING)
		scaling_judge(&run);
	if (run.failed)
		return NULL;
	rows_warn(&run);
	return analysis;
}
