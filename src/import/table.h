// SPDX-License-Identifier: MIT
// The parts of the table importer: headers to columns, cells to values, long tables to wide ones.
#ifndef RAFTER_IMPORT_TABLE_H
#define RAFTER_IMPORT_TABLE_H

#include "import/importers.h"
#include "import/number_style.h"
#include "input/csv.h"
#include "input/units.h"

enum role {
	ROLE_NONE, // not recognised
	ROLE_ID,   // tells launches apart, no name
	// words
	ROLE_NAME,
	ROLE_LABEL,
	ROLE_SERIES,
	ROLE_PRECISION,
	ROLE_MEMORY, // the level that plain bytes belong to
	ROLE_PIPE,
	ROLE_NOTE,
	ROLE_NETWORK,
	ROLE_METRIC_NAME,
	ROLE_METRIC_VALUE,
	ROLE_METRIC_UNIT,
	// numbers
	ROLE_FIRST_NUMBER,
	ROLE_FLOPS = ROLE_FIRST_NUMBER,
	ROLE_MACS,
	ROLE_BYTES,
	ROLE_TIME,
	ROLE_TIME_LOW,
	ROLE_TIME_HIGH,
	ROLE_INTENSITY,
	ROLE_PERFORMANCE,
	ROLE_BANDWIDTH,
	ROLE_CALLS,
	ROLE_LAUNCHES,
	ROLE_NETWORK_BYTES,
	ROLE_PEAK,
	ROLE_PEAK_BANDWIDTH,
	ROLE_COUNT
};

struct column {
	enum role role;
	enum quantity quantity;  // of the cells
	double factor;           // of a bare number to SI; NAN: the header names no unit and none is understood
	const char *level;       // "DRAM", "L2" for bytes and intensities of a level, else NULL
	const char *header;      // as written
	struct place place;
	int rank;                // among columns of one role and level the lowest is taken
	bool either_case;        // "gbps" in lower case: bits or bytes
	bool bits;               // the header's unit is in bits
	bool bare_flops;         // "flops" and nothing else: a count or a rate, by the other columns
	bool plural_flops;       // "GFLOPs": read as a rate
	bool per_call;           // "mean", "median": the time of one call
	const char *unknown_unit; // what stands in the brackets where a unit should, or NULL
};

struct table {
	const struct csv *csv;
	const struct csv_record *header;
	struct column *columns;  // by cell of the header
	size_t column_count;
	size_t first_row;        // record index
	enum decimal decimal;
};

// What a header cell means. Never fails: an unknown one has ROLE_NONE.
struct column column_read(struct arena *arena, const struct csv_cell *cell);
// A unit in brackets: case is kept, "gb" is none.
bool column_unit_exact(const char *text, struct column *column);
// A unit as the last word of a name: "gflops", "gb", "us" in lower case as well. False when it is none; fills quantity, factor and the flags.
bool column_unit_named(const char *text, struct column *column);
// Takes the best column of each role and level, settles a bare `flops`, says which columns are not used. False with errors on two of one kind and on
// unknown units.
bool columns_settle(struct table *table, struct diags *diags);
const struct column *columns_find(const struct table *table, enum role role); // the first of a role, or NULL
bool column_is_number(const struct column *column);

// A table of "Metric Name", "Metric Value" rows with one column a metric, one row an ID and kernel. NULL with errors.
const struct csv *table_pivot(struct arena *arena, const struct csv *csv, const struct column *columns, struct diags *diags);

// Finds how the numbers of the used columns are written, and reports a decimal comma. False with errors.
bool table_decide_style(struct table *table, struct diags *diags);
// One number of a row in SI. False with an error; a missing cell leaves NAN and adds to `*missing`.
bool table_number(struct arena *arena, const struct table *table, const struct csv_record *record, size_t column, const char *name, double *value,
	const char **missing, struct diags *diags);

// A second header row that holds nothing but units ("", "byte", "second"): its units go to the columns, which have none yet.
bool table_take_units(struct table *table, struct diags *diags);

// The error for a table without a header row, and for one where nothing is recognised.
void table_explain(const struct csv *csv, struct diags *diags);
// The rows as ceilings of one machine: a table with peaks and no points.
bool table_read_ceilings(struct arena *arena, struct table *table, struct chart *chart, struct diags *diags);
// Settles a bandwidth column whose header leaves bits and bytes open, by what the other columns say about the points from index `from` on.
bool table_settle_bits(const struct table *table, struct chart *chart, size_t from, struct diags *diags);

// Reads the table that starts at `options.start`; the separator is found.
bool table_read_at(const struct import *in, struct csv_options options);

#endif
