// SPDX-License-Identifier: MIT
// The formats, one writer a file, and what the tables for people have in common.
#ifndef RAFTER_REPORT_REPORT_INTERNAL_H
#define RAFTER_REPORT_REPORT_INTERNAL_H

#include "report/report.h"

void report_write_table(const struct analysis *analysis, const struct diags *diags, GString *out);
void report_write_json(const struct analysis *analysis, const struct diags *diags, GString *out);
void report_write_csv(const struct analysis *analysis, const struct diags *diags, GString *out);
void report_write_markdown(const struct analysis *analysis, const struct diags *diags, GString *out);

const char *report_machine_name(const struct machine *machine); // its name, else its id, else NULL; NULL for NULL
double report_launches(const struct row *row);                  // how often the row's point ran

// ---- cells.c: four significant digits with a unit, NULL for what does not exist -----------------------------------------------------------------------

enum { REPORT_DIGITS = 4 };
const char *report_quantity(struct arena *arena, double si, enum quantity quantity);
const char *report_percent(struct arena *arena, double share);

// A column of the points for people.
struct report_column {
	const char *title;
	bool number; // right-aligned
	const char *(*cell)(struct arena *arena, const struct row *row); // raw text: not escaped; NULL: nothing to say
};
extern const struct report_column report_columns[]; // ends with a NULL title

// One ceiling or ridge of a machine for people.
struct report_ceiling {
	const char *kind;   // "compute", "memory", "network", "ridge"
	const char *name, *value;
	const char *about;  // "bf16, dense, datasheet", or ""
};
struct report_ceilings {
	struct report_ceiling *items;
	size_t count, cap;
};
struct report_ceilings report_ceilings_of(struct arena *arena, const struct machine *machine);

// Why a row is not plotted, with its bandwidth where it has one.
const char *report_reason(struct arena *arena, const struct row *row);
// The chart's provenance notes and what importers assumed, each once.
struct report_notes {
	const char **items;
	size_t count, cap;
};
struct report_notes report_notes_of(struct arena *arena, const struct analysis *analysis);

#endif
