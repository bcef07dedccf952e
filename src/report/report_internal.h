// SPDX-License-Identifier: MIT
// The formats, one writer a file, and what the tables for people have in common.
#ifndef RAFTER_REPORT_REPORT_INTERNAL_H
#define RAFTER_REPORT_REPORT_INTERNAL_H

#include "base/json_out.h"
#include "report/report.h"

void report_write_table(const struct analysis *analysis, const struct diags *diags, GString *out);
void report_write_json(const struct analysis *analysis, const struct diags *diags, GString *out);
void report_write_csv(const struct analysis *analysis, const struct diags *diags, GString *out);
void report_write_markdown(const struct analysis *analysis, const struct diags *diags, GString *out);

// Text that stays text: control characters shown, Markdown's own punctuation escaped.
void report_markdown_text(GString *out, const char *text);

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
	const char *source; // "where; elsewhere", or NULL
};
struct report_ceilings {
	struct report_ceiling *items;
	size_t count, cap;
};
struct report_ceilings report_ceilings_of(struct arena *arena, const struct machine *machine);

// Text that stays text in Markdown: control characters shown, Markdown's own punctuation escaped. NULL writes nothing.

// Why a row is not plotted, with its bandwidth where it has one.
const char *report_reason(struct arena *arena, const struct row *row);
// The chart's provenance notes and what importers assumed, each once.
struct report_notes {
	const char **items;
	size_t count, cap;
};
struct report_notes report_notes_of(struct arena *arena, const struct analysis *analysis);

// ---- sweeps.c and scaling.c ---------------------------------------------------------------------------------------------------------------------------

// What a sweep shows: "compute-bound from b = 345.1".
const char *report_sweep_text(struct arena *arena, const struct sweep_result *result);
// Members of a JSON object that is open: "params" and "crossings" of a row; "sweeps" and "scaling" of the whole, nothing where there are none.
void report_write_params(struct json_out *out, const struct point *point);
void report_write_crossings(struct json_out *out, const struct analysis *analysis, const struct row *row);
void report_write_sweeps(struct json_out *out, const struct analysis *analysis);
void report_write_scaling(struct json_out *out, const struct analysis *analysis);

// "strong scaling (the same work): serial fraction S = 0.05 ± 0.002 (fitted), limit of Amdahl's law 20".
const char *report_scaling_text(struct arena *arena, const struct scaling_result *scaling);
// A measured point, or a number of processors, with what the drawn laws give; NULL for what does not exist.
// Speed-ups that the chart's laws give for N processors; NAN for a law it does not draw and without a serial fraction.
struct law_values {
	double amdahl, gustafson;
};
struct law_values report_law_values(const struct analysis *analysis, double processors);

struct scaling_line {
	const char *name, *processors, *time, *speedup, *efficiency, *amdahl, *gustafson;
};
struct scaling_lines {
	struct scaling_line *items;
	size_t count, cap;
};
struct scaling_lines report_scaling_lines(struct arena *arena, const struct analysis *analysis);
enum { SCALING_CELLS = 7 };
extern const char *const report_scaling_titles[SCALING_CELLS]; // in the order of struct scaling_line
const char *report_scaling_cell(const struct scaling_line *line, size_t index);

#endif
