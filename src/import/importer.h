// SPDX-License-Identifier: MIT
// Files that people have, as points and ceilings: one importer per format, found by content.
#ifndef RAFTER_IMPORT_IMPORTER_H
#define RAFTER_IMPORT_IMPORTER_H

#include "model/chart.h"

// What the user says where a file does not: read by the importers that need it.
struct import_options {
	const char *unit;          // of the values of a file that names none ("TFLOP/s", "GB/s"), or NULL
	const char *flops_counter; // name of the counter that holds FLOPs, or NULL: the usual names
	double tensor_flops;       // FLOPs of one tensor instruction, NAN when not said
	const struct hardware_lookup *lookup; // what names of devices and links mean, NULL: the catalogue
};
extern const struct import_options import_options_unsaid;

// One file being read: points, hardware and notes are added to `chart`, messages to `diags`.
struct import {
	struct arena *arena;
	const struct source *source;
	const struct import_options *options; // never NULL
	struct chart *chart;
	struct diags *diags;
};

// Of a recognition that ends the search: nobody else can know the text.
enum { SCORE_SURE = 1000 };

struct importer {
	const char *name;        // "ncu", "table"
	const char *tool;        // "Nsight Compute --csv"
	const char *gives;       // "points", "ceilings", "points and ceilings", "times"
	const char *hint;        // what a file of it looks like, in one line
	const char *recipe;      // how to get one, in full: lines that end with '\n'
	bool cpp_names;          // names are those of C++ kernels: labels are made of them
	// 0: not this format; higher is surer (100: a header that no other tool writes; 10: a plain table).
	int (*recognise)(const struct source *source);
	// Adds points (and ceilings) to the chart. False with located errors.
	bool (*read)(const struct import *in);
};

extern const struct importer *const importers[]; // NULL-terminated
extern const struct importer importer_spec;      // rafter's own JSON

// The importer for a text, by `forced` name or by content. NULL with an error that lists what was looked for and what was found.
const struct importer *importer_find(const struct source *source, const char *forced, struct diags *diags);

// Reads a file: the importer's read, and labels for C++ names, the shortest forms that differ in this file.
bool importer_read(const struct importer *importer, const struct import *in);

// Gives the points that importers have read (those with `kernel_name`) names and labels that differ: "gemm" twice becomes "gemm #1", "gemm #2".
void importer_settle_names(struct arena *arena, struct chart *chart);

#endif
