// SPDX-License-Identifier: MIT
// Tables of AMD's profilers with one row a launch: pmc_perf.csv and timestamps.csv of rocprof-compute, results.csv of rocprof, *_kernel_trace.csv of rocprofv3.
#include "import/amd.h"

#include <glib.h>
#include <math.h>

struct columns {
	int name, start, end, duration;
	int counters[AMD_MAX_COUNTERS]; // by slot
	bool has_counters;
};

static struct columns columns_find(const struct amd_table *table)
{
	struct columns columns = {
		.name = amd_column(table, "Kernel_Name|KernelName"),
		.start = amd_column(table, "Start_Timestamp|BeginNs"),
		.end = amd_column(table, "End_Timestamp|EndNs"),
		.duration = amd_column(table, "DurationNs"),
	};
	for (size_t i = 0; i < AMD_MAX_COUNTERS; i++)
		columns.counters[i] = AMD_NO_COLUMN;
	for (size_t i = 0; i < table->header->count; i++) {
		int slot = amd_counter_find(table->header->cells[i].text);
		if (slot == AMD_NO_COLUMN || columns.counters[slot] != AMD_NO_COLUMN)
			continue;
		columns.counters[slot] = (int)i;
		columns.has_counters = true;
	}
	return columns;
}

static bool fill_time(const struct amd_table *table, const struct csv_record *record, const struct columns *columns, struct point *point)
{
	if (!amd_number(table, record, columns->duration, 1e-9, &point->time))
		return false;
	if (isnan(point->time) && !amd_seconds(table, record, columns->start, columns->end, &point->time))
		return false;
	if (point->time > 0)
		return true;
	point->time = NAN;
	if (columns->duration == AMD_NO_COLUMN && (columns->start == AMD_NO_COLUMN || columns->end == AMD_NO_COLUMN))
		import_miss(table->in, point, AMD_NO_TIMES ": rocprof writes them with --timestamp on");
	else
		import_miss(table->in, point, "its time stamps are empty or equal: the profiler did not time this launch");
	return true;
}

static bool fill_counters(const struct amd_table *table, const struct csv_record *record, const struct columns *columns, struct point *point)
{
	struct amd_launch launch;
	amd_launch_init(&launch);
	bool ok = true;
	for (size_t i = 0; i < AMD_MAX_COUNTERS; i++)
		ok &= amd_number(table, record, columns->counters[i], 1, &launch.values[i]);
	return ok && amd_launch_fill(table->in, point, &launch);
}

bool amd_rows_read(const struct import *in, struct text_line header, const char *const *cells)
{
	struct amd_table table;
	if (!amd_table_read(in, header, cells, &table))
		return false;
	struct columns columns = columns_find(&table);
	bool ok = true;
	for (size_t i = 1; i < table.csv->count; i++) {
		const struct csv_record *record = &table.csv->records[i];
		if (amd_is_header(&table, record))
			continue;
		struct point *point = amd_point(&table, record, columns.name);
		if (!point) {
			ok = false;
			continue;
		}
		point->shape = amd_shape(&table, record);
		ok &= fill_time(&table, record, &columns, point);
		if (columns.has_counters)
			ok &= fill_counters(&table, record, &columns, point);
		else
			import_miss(in, point, IMPORT_TIMES_ALONE);
	}
	return ok;
}
