// SPDX-License-Identifier: MIT
// Headers and rows of nsys reports. The unit of times stands in the header ("Total Time (ns)", by --timeunit), in the oldest releases nowhere (ns).
#include "import/nsys.h"

#include "base/text.h"
#include "import/figure.h"
#include "import/number_style.h"

#include <glib.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static const struct {
	const char *name; // without its unit, compared by letters and digits
	enum nsys_column column;
} names[] = {
	{"Total Time", NSYS_TIME}, {"Duration", NSYS_TIME},  {"Instances", NSYS_INSTANCES}, {"Name", NSYS_NAME},     {"Operation", NSYS_NAME},
	{"GridXYZ", NSYS_GRID},    {"BlockXYZ", NSYS_BLOCK}, {"Category", NSYS_CATEGORY},   {"Device", NSYS_DEVICE}, {"GrdX", NSYS_GRID_X},
	{"GrdY", NSYS_GRID_Y},     {"GrdZ", NSYS_GRID_Z},    {"BlkX", NSYS_BLOCK_X},        {"BlkY", NSYS_BLOCK_Y},  {"BlkZ", NSYS_BLOCK_Z},
};

static const struct {
	const char *unit;
	double factor;
} units[] = {
	{"ns", 1e-9}, {"nsec", 1e-9}, {"us", 1e-6}, {"usec", 1e-6}, {"μs", 1e-6}, {"ms", 1e-3}, {"msec", 1e-3}, {"s", 1}, {"sec", 1},
};

// The unit in "Total Time (ns)"; NULL without one. Newly allocated.
static char *unit_of(const char *header)
{
	const char *open = strrchr(header, '('), *close = open ? strchr(open, ')') : NULL;
	return close ? g_strndup(open + 1, (size_t)(close - open - 1)) : NULL;
}

static bool read_unit(const char *header, struct nsys_layout *layout)
{
	g_autofree char *unit = unit_of(header);
	layout->factor = 1e-9;
	layout->unit_said = unit != NULL;
	for (size_t i = 0; unit && i < G_N_ELEMENTS(units); i++) {
		layout->factor = units[i].factor;
		if (strcmp(unit, units[i].unit) == 0)
			return true;
	}
	return !unit;
}

static bool has(const struct nsys_layout *layout, enum nsys_column column)
{
	return layout->columns[column] != SIZE_MAX;
}

static bool settle_kind(struct nsys_layout *layout, bool is_time_first)
{
	if (!has(layout, NSYS_NAME) || !has(layout, NSYS_TIME))
		return false;
	layout->kind = has(layout, NSYS_INSTANCES) ? has(layout, NSYS_CATEGORY) ? NSYS_ALL : NSYS_KERNELS : NSYS_TRACE;
	return layout->kind == NSYS_TRACE ? has(layout, NSYS_GRID_X) && has(layout, NSYS_BLOCK_X) : is_time_first;
}

bool nsys_header(const struct csv_cell *cells, size_t count, struct nsys_layout *layout)
{
	*layout = (struct nsys_layout){.width = count};
	for (size_t i = 0; i < NSYS_COLUMN_COUNT; i++)
		layout->columns[i] = SIZE_MAX;
	for (size_t i = 0; i < count; i++) {
		const char *open = strrchr(cells[i].text, '(');
		g_autofree char *plain = g_strndup(cells[i].text, open ? (size_t)(open - cells[i].text) : strlen(cells[i].text));
		for (size_t j = 0; j < G_N_ELEMENTS(names); j++) {
			if (!text_same_squeezed(plain, names[j].name) || has(layout, names[j].column))
				continue;
			layout->columns[names[j].column] = i;
			if (names[j].column == NSYS_TIME && !read_unit(cells[i].text, layout))
				return false;
		}
	}
	return settle_kind(layout, count && g_str_has_prefix(cells[0].text, "Time"));
}

// ---- rows ---------------------------------------------------------------------------------------------------------------------------------------------

static const char *cell_text(const struct nsys_layout *layout, const struct csv_cell *cells, enum nsys_column column)
{
	return has(layout, column) ? cells[layout->columns[column]].text : "";
}

// The number of a cell, with commas between thousands. NAN when there is none.
static bool number(const struct import *in, const struct nsys_layout *layout, const struct csv_cell *cells, enum nsys_column column, const char *what,
	double factor, double *value)
{
	g_autoptr(GString) plain = g_string_new(NULL);
	*value = NAN;
	if (!has(layout, column))
		return true;
	const struct csv_cell *cell = &cells[layout->columns[column]];
	number_style_plain(DECIMAL_POINT, cell->text, plain);
	return figure_read(in, (struct figure){plain->str, cell->place}, what, factor, value);
}

// " 896    1    1" as "grid 896 1 1"; nothing for an empty cell.
static void append_dimensions(const char *word, const char *dimensions, GString *shape)
{
	g_auto(GStrv) parts = g_strsplit_set(dimensions, " \t", -1);
	bool first = true;
	for (char **part = parts; *part; part++) {
		if (!**part)
			continue;
		if (first)
			g_string_append_printf(shape, "%s%s", shape->len ? ", " : "", word);
		first = false;
		g_string_append_printf(shape, " %s", *part);
	}
}

static const char *shape_of(const struct import *in, const struct nsys_layout *layout, const struct csv_cell *cells)
{
	g_autoptr(GString) shape = g_string_new(NULL);
	g_autofree char *grid = g_strdup_printf("%s %s %s", cell_text(layout, cells, NSYS_GRID_X), cell_text(layout, cells, NSYS_GRID_Y),
		cell_text(layout, cells, NSYS_GRID_Z));
	g_autofree char *block = g_strdup_printf("%s %s %s", cell_text(layout, cells, NSYS_BLOCK_X), cell_text(layout, cells, NSYS_BLOCK_Y),
		cell_text(layout, cells, NSYS_BLOCK_Z));
	append_dimensions("grid", has(layout, NSYS_GRID) ? cell_text(layout, cells, NSYS_GRID) : grid, shape);
	append_dimensions("block", has(layout, NSYS_BLOCK) ? cell_text(layout, cells, NSYS_BLOCK) : block, shape);
	return shape->len ? arena_strdup(in->arena, shape->str) : NULL;
}

static bool is_copy(const struct nsys_layout *layout, const struct csv_cell *cells)
{
	const char *name = cell_text(layout, cells, NSYS_NAME), *category = cell_text(layout, cells, NSYS_CATEGORY);
	return g_str_has_prefix(name, "[CUDA mem") || (*category && !strstr(category, "KERNEL")) ||
		(layout->kind == NSYS_TRACE && !*cell_text(layout, cells, NSYS_GRID_X));
}

// The device of a trace: "NVIDIA A10 (0)".
static void hint_device(const struct import *in, const char *device)
{
	const char *number_at = g_strrstr(device, " (");
	if (*device && !in->chart->device_hint)
		in->chart->device_hint = arena_strndup(in->arena, device, number_at ? (size_t)(number_at - device) : strlen(device));
}

bool nsys_row(const struct import *in, const struct nsys_layout *layout, const struct csv_cell *cells, size_t count, struct place place, size_t *copies)
{
	if (count != layout->width) {
		diags_add(in->diags, DIAG_BAD_PROFILE, place, "expected %zu cells as in the header, found %zu: was the file cut off?", layout->width, count);
		return false;
	}
	if (is_copy(layout, cells)) {
		++*copies;
		return true;
	}
	const struct csv_cell *name = &cells[layout->columns[NSYS_NAME]];
	double seconds, instances;
	if (!*name->text) {
		diags_add(in->diags, DIAG_BAD_PROFILE, place, "expected the name of a kernel, found none: was the file cut off?");
		return false;
	}
	if (!number(in, layout, cells, NSYS_TIME, layout->kind == NSYS_TRACE ? "Duration" : "Total Time", layout->factor, &seconds) ||
		!number(in, layout, cells, NSYS_INSTANCES, "Instances", 1, &instances))
		return false;
	if (instances < 1 || (!isnan(instances) && floor(instances) != instances)) {
		diags_add(in->diags, DIAG_WRONG_VALUE, cells[layout->columns[NSYS_INSTANCES]].place, "expected a whole number from 1 on in 'Instances', found '%s'",
			cell_text(layout, cells, NSYS_INSTANCES));
		return false;
	}
	struct point *point = import_point(in, name->text, name->place);
	if (!isnan(instances))
		point->launches = instances;
	point->shape = shape_of(in, layout, cells);
	hint_device(in, cell_text(layout, cells, NSYS_DEVICE));
	if (seconds > 0)
		point->time = seconds;
	else
		import_miss(in, point, seconds == 0 ? "its time in the file is 0" : "the file has no time of this kernel");
	if (!layout->unit_said)
		import_assume(in, point, "times without a unit taken for nanoseconds");
	import_miss(in, point, IMPORT_TIMES_ALONE);
	return true;
}
