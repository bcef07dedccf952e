// SPDX-License-Identifier: MIT
// One chart of a report as headings, tables and lists: what HTML, Markdown and PDF all show, in the order they show it. Raw text: each format escapes it.
#ifndef RAFTER_REPORT_SHEET_H
#define RAFTER_REPORT_SHEET_H

#include "base/arena.h"
#include "base/diag.h"
#include "model/analysis.h"

// A file that the chart was made from. `name` is a base name: the page is the same wherever it is made.
struct sheet_file {
	const char *role, *name, *sha256; // "input", "kernels.csv", 64 hexadecimal digits
};

struct sheet_files {
	struct sheet_file *items;
	size_t count, cap;
};

struct sheet_column {
	const char *title;
	bool number;             // right-aligned, never broken
};

// A table, or without columns a list: then `cells` are its lines.
struct sheet_block {
	const char *slug, *heading; // "points", "Points, by what pays most"
	const char *caption;     // how to read the table, or NULL
	struct { struct sheet_column *items; size_t count, cap; } columns;
	struct { const char **items; size_t count, cap; } cells; // by row; NULL: nothing to say
	struct { double *items; size_t count, cap; } shares;     // one a row, 0..1, of a bar in the column `bar_column`; empty: no bars
	size_t bar_column;
	bool numbered;           // a list that other tables refer to by number
};

struct sheet {
	const char *title;       // of the chart, or of its machine or file
	const char *subtitle;    // NULL: none
	const char *machines;    // "H100 SXM, A100 SXM", NULL: none
	const char *summary;     // "12 points, 4.2 ms in all; 1.3 ms (31 %) lost to the roof, most of it by 'gemm' (0.8 ms)"
	const char *brief;       // "12 points, 31 % of 4.2 ms lost"
	struct { struct sheet_block *items; size_t count, cap; } blocks;
};

const struct sheet *sheet_make(struct arena *arena, const struct analysis *analysis, const struct diags *diags, const struct sheet_files *files);
size_t sheet_rows(const struct sheet_block *block);
const char *sheet_cell(const struct sheet_block *block, size_t row, size_t column);
double sheet_bar(const struct sheet_block *block, size_t row, size_t column); // share of the bar in that cell, 0: none

// ---- sheet_points.c -----------------------------------------------------------------------------------------------------------------------------------

// Whether a row is one of the points of the report: what is drawn, be it in the margin, and what has a time and a shortest one.
bool sheet_ranks(const struct row *row);

// Such a row in the order of the report: points by the time that they lose to their roof, then by headroom, then as they came; the levels of one stay together.
struct ranked {
	const struct row *row;
	double lost_s;           // time - T_lower at the point's tightest roof, on that row alone; NAN without a time or a roof
	double sort_lost_s, sort_headroom; // of the point
	size_t index;
};

struct ranking {
	struct { struct ranked *items; size_t count, cap; } rows;
	size_t points, timed;    // points that sheet_ranks() takes, those of them with a time and a roof
	size_t bound[BOUND_BALANCED + 1]; // points by what bounds them
	double time_s, lost_s;   // sums over the points with a time
	const struct ranked *first; // the one that loses most, NULL: none loses any
};

struct ranking sheet_rank(struct arena *arena, const struct analysis *analysis);
void sheet_add_points(struct arena *arena, struct sheet *sheet, const struct ranking *ranking);

// ---- sheet_blocks.c -----------------------------------------------------------------------------------------------------------------------------------

struct sheet_block *sheet_add_block(struct arena *arena, struct sheet *sheet, const char *slug, const char *heading);
void sheet_add_column(struct arena *arena, struct sheet_block *block, const char *title, bool number);
void sheet_add_cell(struct arena *arena, struct sheet_block *block, const char *text);
void sheet_add_scaling(struct arena *arena, struct sheet *sheet, const struct analysis *analysis);
void sheet_add_sweeps(struct arena *arena, struct sheet *sheet, const struct analysis *analysis);
void sheet_add_ceilings(struct arena *arena, struct sheet *sheet, const struct analysis *analysis);
void sheet_add_unplotted(struct arena *arena, struct sheet *sheet, const struct analysis *analysis);
void sheet_add_notes(struct arena *arena, struct sheet *sheet, const struct analysis *analysis);
void sheet_add_warnings(struct arena *arena, struct sheet *sheet, const struct diags *diags);
void sheet_add_files(struct arena *arena, struct sheet *sheet, const struct sheet_files *files);

#endif
