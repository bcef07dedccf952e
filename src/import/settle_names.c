// SPDX-License-Identifier: MIT
// Names and labels of what was imported: full names numbered, labels as short as they can be told apart.
#include "import/importers.h"

#include "base/names.h"

#include <glib.h>

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
