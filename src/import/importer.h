// SPDX-License-Identifier: MIT
// Files that people have, as points and ceilings: one importer per format, found by content.
#ifndef RAFTER_IMPORT_IMPORTER_H
#define RAFTER_IMPORT_IMPORTER_H

#include "model/chart.h"

struct importer {
	const char *name;        // "ncu", "table"
	const char *tool;        // "Nsight Compute --csv"
	const char *gives;       // "points", "ceilings", "points and ceilings", "times"
	const char *hint;        // what a file of it looks like, in one line
	const char *recipe;      // how to get one, in full: lines that end with '\n'
	// 0: not this format; higher is surer (100: a header that no other tool writes; 10: a plain table).
	int (*recognise)(const struct source *source);
	// Adds points (and ceilings) to `chart`. False with located errors.
	bool (*read)(struct arena *arena, const struct source *source, struct chart *chart, struct diags *diags);
};

extern const struct importer *const importers[]; // NULL-terminated

// The importer for a text, by `forced` name or by content. NULL with an error that lists what was looked for and what was found.
const struct importer *importer_find(const struct source *source, const char *forced, struct diags *diags);

// Makes equal names distinct: "gemm" twice becomes "gemm #1", "gemm #2". For the points from index `from` on.
void importer_number_names(struct arena *arena, struct chart *chart, size_t from);

#endif
