// SPDX-License-Identifier: MIT
// A machine made of measured ceilings, one after the other.
#ifndef RAFTER_IMPORT_CEILINGS_H
#define RAFTER_IMPORT_CEILINGS_H

#include "import/importers.h"

struct ceilings {
	const struct import *in;
	struct hardware *machine;
	const char *source; // what measured them: "Empirical Roofline Toolkit"
};

// One roof or slope as a file gives it. Rates are SI; NAN for a `low` or `high` that the file has not.
struct measured {
	const char *name;      // "HBM", "FP64 MFMA"
	const char *level;     // of a memory: one of memory_level_names, or NULL for what the name says
	const char *precision; // of a roof: "fp64", or NULL
	const char *pipe;      // of a roof: "vector", "tensor", or NULL
	double rate, low, high;
	bool derived;          // worked out, not run
	struct place place;
};

// Starts a machine called `name` (NULL: after the file).
struct ceilings ceilings_begin(const struct import *in, const char *name, const char *source);
// Adds a ceiling of kind "measured", or "derived" where it says so. A rate of 0 is left out with a warning [zero-roof]: it was not measured.
void ceilings_add_memory(struct ceilings *ceilings, struct measured measured);
void ceilings_add_compute(struct ceilings *ceilings, struct measured measured);
void ceilings_add_link(struct ceilings *ceilings, struct measured measured);
// Adds the machine to the chart when it has any ceiling; it may have slopes alone. False with an error [bad-profile] when it has none.
bool ceilings_end(struct ceilings *ceilings);

#endif
