// SPDX-License-Identifier: MIT
// Figures of two files for one kernel: FLOPs and bytes from the user, times from another profiler.
#include "import/importers.h"
#include "import/kernel_label.h"
#include "import/points.h"

#include "base/num.h"
#include "base/text.h"
#include "input/units.h"
#include "model/spec.h"

#include <math.h>
#include <string.h>

// ---- work ---------------------------------------------------------------------------------------------------------------------------------------------

static double flops_of(const struct point *point)
{
	return isnan(point->flops) ? 2 * point->macs : point->flops;
}

struct work_list {
	struct pattern *patterns; // one for each point of the file
	bool *used;
	const struct point *points;
	size_t count;
};

// The entry for a point: exact names before expressions. NULL when there is none.
static const struct point *work_for(struct work_list *list, const struct point *point)
{
	for (int regex = 0; regex < 2; regex++) {
		for (size_t i = 0; i < list->count; i++) {
			if ((list->patterns[i].regex != NULL) != regex || !pattern_matches(&list->patterns[i], point))
				continue;
			list->used[i] = true;
			return &list->points[i];
		}
	}
	return NULL;
}

// True when the user gave a figure that the file had counted otherwise.
static bool replaces(double counted, double given)
{
	return !isnan(counted) && fabs(given - counted) > 0.01 * fmax(fabs(counted), fabs(given));
}

static void take_flops(struct arena *arena, const struct point *work, struct point *point)
{
	double flops = flops_of(work) * point->launches;
	if (isnan(flops))
		return;
	if (replaces(flops_of(point), flops))
		importer_append(arena, &point->assumptions, arena_printf(arena, "FLOPs as given, where the file counted %s",
			units_format(arena, flops_of(point), QUANTITY_FLOP, 4)));
	else
		importer_append(arena, &point->assumptions, "FLOPs as given");
	point->flops = flops;
	point->macs = point->performance = NAN;
}

static void take_bytes(struct arena *arena, const struct point *work, struct point *point)
{
	for (size_t i = 0; i < work->levels.count; i++) {
		const struct level_value *from = &work->levels.items[i];
		double bytes = from->bytes * point->launches;
		if (isnan(bytes))
			continue;
		struct level_value *level = point_level(arena, point, from->level ? from->level : point->levels.count == 1 ? point->levels.items[0].level : NULL,
			point->place);
		if (replaces(level->bytes, bytes))
			importer_append(arena, &point->assumptions, arena_printf(arena, "bytes as given, where the file counted %s",
				units_format(arena, level->bytes, QUANTITY_BYTE, 4)));
		level->bytes = bytes;
		level->intensity = NAN;
		point->bandwidth = NAN;
	}
}

static bool has_figures(const struct point *point)
{
	bool bytes = false;
	for (size_t i = 0; i < point->levels.count; i++)
		bytes |= !isnan(point->levels.items[i].bytes) || !isnan(point->levels.items[i].intensity);
	bool rate = !isnan(point->performance) || !isnan(point->time);
	return rate && !isnan(flops_of(point)) && bytes;
}

static void take_work(struct arena *arena, const struct point *work, struct point *point)
{
	// The lists of a point are shared with the chart that it was copied from.
	struct level_value *levels = arena_array(arena, point->levels.count + 1, sizeof *levels);
	if (point->levels.count)
		memcpy(levels, point->levels.items, point->levels.count * sizeof *levels);
	point->levels.items = levels;
	point->levels.cap = point->levels.count + 1;
	take_flops(arena, work, point);
	take_bytes(arena, work, point);
	if (!isnan(work->network_bytes))
		point->network_bytes = work->network_bytes * point->launches;
	const char *const from[] = {work->precision, work->pipe, work->network};
	const char **const to[] = {&point->precision, &point->pipe, &point->network};
	for (size_t i = 0; i < G_N_ELEMENTS(from); i++)
		*to[i] = from[i] ? from[i] : *to[i];
	if (has_figures(point))
		point->missing = NULL;
	else if (point->missing && !isnan(flops_of(point)) && isnan(point->time) && isnan(point->performance))
		point->missing = "the file has no time: give it with --times FILE";
}

static void say_unused(const struct work_list *list, struct diags *diags)
{
	for (size_t i = 0; i < list->count; i++)
		if (!list->used[i])
			diags_add(diags, DIAG_IGNORED, list->points[i].place, "work of '%s' is not used: no point has that name", list->points[i].name);
}

bool points_join_work(struct arena *arena, const struct chart *work, struct chart *chart, struct diags *diags)
{
	size_t count = work->points.count;
	g_autofree struct pattern *patterns = g_new0(struct pattern, count + 1);
	g_autofree bool *used = g_new0(bool, count + 1);
	struct work_list list = {patterns, used, work->points.items, count};
	bool ok = true;
	for (size_t i = 0; i < count; i++)
		ok &= pattern_make(&patterns[i], work->points.items[i].name, false, work->points.items[i].place, diags);
	for (size_t i = 0; ok && i < chart->points.count; i++) {
		const struct point *entry = work_for(&list, &chart->points.items[i]);
		if (entry)
			take_work(arena, entry, &chart->points.items[i]);
	}
	if (ok)
		say_unused(&list, diags);
	for (size_t i = 0; i < count; i++)
		pattern_clear(&patterns[i]);
	return ok;
}

// ---- times --------------------------------------------------------------------------------------------------------------------------------------------

// All that was timed under one name.
struct timed {
	double total, launches, low, high;
	bool one_by_one; // each launch was timed
};

enum { KEY_FORMS = 3 };

// A name whole, without parameters and blanks, and as a label: profilers spell types differently.
static char *key_form(const char *name, int form)
{
	if (form == 0)
		return g_strdup(name);
	struct arena *scratch = arena_new();
	char *key;
	if (form == 1) {
		const char *open = strrchr(name, '(');
		key = g_strndup(name, open && open != name ? (gsize)(open - name) : strlen(name));
		g_auto(GStrv) words = g_strsplit_set(key, " \t", -1);
		g_free(key);
		key = g_strjoinv("", words);
		if (g_str_has_prefix(name, "void "))
			memmove(key, key + 4, strlen(key) - 3);
	} else {
		key = g_strdup(kernel_label(scratch, name));
	}
	arena_free(scratch);
	return key;
}

static void add_timed(GHashTable *table, const char *name, const struct point *point)
{
	struct timed *timed = g_hash_table_lookup(table, name);
	if (!timed) {
		timed = g_new0(struct timed, 1);
		*timed = (struct timed){0, 0, INFINITY, 0, true};
		g_hash_table_insert(table, g_strdup(name), timed);
	}
	timed->total += point->time;
	timed->launches += point->launches;
	timed->low = fmin(timed->low, point->time);
	timed->high = fmax(timed->high, point->time);
	timed->one_by_one &= point->launches == 1;
}

static const struct timed *timed_for(GHashTable *const tables[KEY_FORMS], const struct point *point)
{
	const char *name = point->kernel_name ? point->kernel_name : point->name;
	const struct timed *found = NULL;
	for (int form = 0; form < KEY_FORMS && !found; form++) {
		g_autofree char *key = key_form(name, form);
		found = g_hash_table_lookup(tables[form], key);
	}
	return found;
}

static void take_time(struct arena *arena, const struct timed *timed, const char *file, struct point *point)
{
	double mean = timed->total / timed->launches;
	point->time = mean * point->launches;
	point->time_low = point->time_high = NAN;
	if (timed->one_by_one && timed->launches > 1) {
		point->time_low = timed->low * point->launches;
		point->time_high = timed->high * point->launches;
	}
	// A rate by the profiler's own clock is not one by this time.
	point->performance = point->bandwidth = point->clock = NAN;
	importer_append(arena, &point->assumptions, arena_printf(arena, "time of one launch by %s, the mean of %s", file, num_short(timed->launches, 6).text));
	if (has_figures(point))
		point->missing = NULL;
}

bool points_join_times(struct arena *arena, const struct chart *times, const char *file, struct chart *chart, struct diags *diags)
{
	GHashTable *tables[KEY_FORMS];
	size_t timed_points = 0, found = 0;
	for (int form = 0; form < KEY_FORMS; form++)
		tables[form] = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	for (size_t i = 0; i < times->points.count; i++) {
		const struct point *point = &times->points.items[i];
		const char *name = point->kernel_name ? point->kernel_name : point->name;
		if (!(point->time > 0))
			continue;
		timed_points++;
		for (int form = 0; form < KEY_FORMS; form++) {
			g_autofree char *key = key_form(name, form);
			add_timed(tables[form], key, point);
		}
	}
	for (size_t i = 0; i < chart->points.count; i++) {
		struct point *point = &chart->points.items[i];
		const struct timed *timed = point->call ? NULL : timed_for(tables, point);
		if (timed) {
			take_time(arena, timed, file, point);
			found++;
		} else if (!point->call) {
			point->time = point->time_low = point->time_high = point->performance = point->bandwidth = NAN;
			importer_append(arena, &point->missing, arena_printf(arena, "%s has no time for it", file));
		}
	}
	for (int form = 0; form < KEY_FORMS; form++)
		g_hash_table_destroy(tables[form]);
	if (found || !chart->points.count)
		return true;
	diags_add(diags, DIAG_NO_POINTS, (struct place){0}, "%s: expected times of the kernels in the other files, found %s", file,
		timed_points ? "none with a name of theirs" : "no times at all");
	return false;
}
