// SPDX-License-Identifier: MIT
// What the importers of AMD's profilers share: tables below a header line, and the formulas over hardware counters.
#ifndef RAFTER_IMPORT_AMD_H
#define RAFTER_IMPORT_AMD_H

#include "import/importers.h"
#include "input/csv.h"

#include <glib.h>

// ---- tables -------------------------------------------------------------------------------------------------------------------------------------------

enum { AMD_NO_COLUMN = -1, AMD_SHAPE_COLUMNS = 8 };

struct amd_table {
	const struct import *in;
	const struct csv *csv;
	const struct csv_record *header;
	int shape[AMD_SHAPE_COLUMNS]; // of the sizes of grid and workgroup
};

// The first line within 64 KiB that has all `cells` (NULL-terminated, case ignored), whatever stands between them.
bool amd_header_find(const struct source *source, const char *const *cells, struct text_line *line);
// The table that starts at `header`. False with an error when it has no rows, rows that are not as wide as the header, or when one of the `cells` that the
// header was found by is no column of its own.
bool amd_table_read(const struct import *in, struct text_line header, const char *const *cells, struct amd_table *table);
// The column with one of the names "a|b", or AMD_NO_COLUMN.
int amd_column(const struct amd_table *table, const char *names);
// True for a header that stands in the middle, as files joined with cat have it.
bool amd_is_header(const struct amd_table *table, const struct csv_record *record);
const char *amd_text(const struct csv_record *record, int column); // "" without the column
// A number times `factor`: NAN without the column or a value. False with an error when it is no number, or below 0.
bool amd_number(const struct amd_table *table, const struct csv_record *record, int column, double factor, double *value);
// A time stamp in ns. `*there` is false without the column or a value; false with an error when it is none.
bool amd_stamp(const struct amd_table *table, const struct csv_record *record, int column, guint64 *stamp_ns, bool *there);
// Seconds between two time stamps: NAN where one is missing or both are equal. False with an error when the end is before the start.
bool amd_seconds(const struct amd_table *table, const struct csv_record *record, int start, int end, double *seconds);
// A point of the record's kernel. NULL with an error when it has no name.
struct point *amd_point(const struct amd_table *table, const struct csv_record *record, int name);
// "grid 1048576, workgroup 256" or NULL; a grid is counted in work-items, as the profilers do.
const char *amd_shape(const struct amd_table *table, const struct csv_record *record);

// ---- counters -----------------------------------------------------------------------------------------------------------------------------------------

enum { AMD_MAX_COUNTERS = 48 };

// The counters of one launch that the formulas use, NAN for those that were not measured.
struct amd_launch {
	double values[AMD_MAX_COUNTERS];
};

void amd_launch_init(struct amd_launch *launch);
// The slot of a counter, or AMD_NO_COLUMN for one that no formula uses.
int amd_counter_find(const char *name);
// FLOPs, bytes, precision and pipe of the point, with what was assumed and what is missing. False with an error when the counters contradict each other.
bool amd_launch_fill(const struct import *in, struct point *point, const struct amd_launch *launch);
// What a recipe says about them.
#define AMD_VALU_COUNTERS "SQ_INSTS_VALU_{ADD,MUL,FMA,TRANS}_{F16,F32,F64}"
#define AMD_MFMA_COUNTERS "SQ_INSTS_VALU_MFMA_MOPS_{F16,BF16,F32,F64}"
#define AMD_NO_TIMES "the file has no times"

// One point for each row below `header`, one row a launch: with FLOPs and bytes where the table has columns of counters, else with times alone.
bool amd_rows_read(const struct import *in, struct text_line header, const char *const *cells);

#endif
