// SPDX-License-Identifier: MIT
// What every importer's read is followed by: figures in range, labels as short as they can be told apart, full names numbered.
#include "import/importers.h"

#include "base/names.h"
#include "import/kernel_label.h"
#include "input/units.h"

#include <glib.h>
#include <math.h>

// Labels for the points from index `from` on.
static void fold(const struct import *in, size_t from)
{
	size_t points = in->chart->points.count, count = 0;
	g_autoptr(GHashTable) index = g_hash_table_new(g_str_hash, g_str_equal);
	g_autofree const char **names = g_new(const char *, points - from + 1), **labels = g_new(const char *, points - from + 1);
	for (size_t i = from; i < points; i++) {
		const char *name = in->chart->points.items[i].kernel_name;
		if (!name || g_hash_table_contains(index, name))
			continue;
		names[count++] = name;
		g_hash_table_insert(index, (void *)name, GSIZE_TO_POINTER(count));
	}
	kernel_labels(in->arena, names, count, labels);
	for (size_t i = from; i < points; i++) {
		struct point *point = &in->chart->points.items[i];
		if (!point->kernel_name || point->label)
			continue;
		const char *label = labels[GPOINTER_TO_SIZE(g_hash_table_lookup(index, point->kernel_name)) - 1];
		point->label = g_str_equal(label, point->kernel_name) ? NULL : label;
	}
}

// Each figure of a file is in range, but what an importer makes of several may not be: of a count by a size, or of a sum.
static bool is_in_range(const struct import *in, const struct point *point)
{
	const struct { const char *what; double value; } figures[] = {
		{"FLOPs", point->flops}, {"multiply-adds", point->macs}, {"time", point->time}, {"time", point->time_low}, {"time", point->time_high},
		{"performance", point->performance}, {"bandwidth", point->bandwidth}, {"bytes of the network", point->network_bytes}, {"clock", point->clock},
	};
	const char *what = NULL;
	for (size_t i = 0; i < G_N_ELEMENTS(figures) && !what; i++)
		what = isinf(figures[i].value) ? figures[i].what : NULL;
	for (size_t i = 0; i < point->levels.count && !what; i++)
		what = isinf(point->levels.items[i].bytes) ? "bytes" : isinf(point->levels.items[i].intensity) ? "arithmetic intensity" : NULL;
	if (!what)
		return true;
	diags_add_point(in->diags, DIAG_WRONG_VALUE, point->place, point->name, "expected " UNITS_RANGE " for the %s that follow from the file's figures, found more",
		what);
	return false;
}

static bool are_in_range(const struct import *in, size_t from)
{
	bool ok = true;
	for (size_t i = from; i < in->chart->points.count; i++)
		ok &= is_in_range(in, &in->chart->points.items[i]);
	return ok;
}

// A file that gives nothing and says nothing of it would become an empty chart; a spec may be empty.
static bool gives_something(const struct importer *importer, const struct import *in, size_t points, size_t machines, size_t messages)
{
	if (importer == &importer_spec || in->chart->points.count > points || in->chart->hardware.count > machines || diags_count(in->diags) > messages)
		return true;
	diags_add(in->diags, DIAG_BAD_PROFILE, (struct place){in->source, 0, 0}, "expected %s by %s (%s), found none in this file", importer->gives, importer->name,
		importer->tool);
	return false;
}

bool importer_read(const struct importer *importer, const struct import *in)
{
	size_t from = in->chart->points.count, machines = in->chart->hardware.count, messages = diags_count(in->diags);
	if (!importer->read(in) || !are_in_range(in, from) || !gives_something(importer, in, from, machines, messages))
		return false;
	if (importer->cpp_names)
		fold(in, from);
	return true;
}

void importer_settle_names(struct arena *arena, struct chart *chart)
{
	size_t count = 0;
	g_autofree const char **names = g_new(const char *, chart->points.count + 1), **labels = g_new(const char *, chart->points.count + 1);
	g_autofree struct point **points = g_new(struct point *, chart->points.count + 1);
	for (size_t i = 0; i < chart->points.count; i++) {
		struct point *point = &chart->points.items[i];
		if (!point->kernel_name)
			continue;
		names[count] = point->name;
		labels[count] = point->label;
		points[count++] = point;
	}
	names_number(arena, names, count);
	names_number(arena, labels, count);
	for (size_t i = 0; i < count; i++) {
		points[i]->name = names[i];
		points[i]->label = labels[i];
	}
}
