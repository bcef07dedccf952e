// SPDX-License-Identifier: MIT
// The parts of the Google Benchmark importer: what the names of counters mean, and the figures of one entry.
#ifndef RAFTER_IMPORT_GBENCH_H
#define RAFTER_IMPORT_GBENCH_H

#include "import/importers.h"
#include "input/json.h"

enum counter_kind { COUNTER_FLOP, COUNTER_FLOP_RATE, COUNTER_BYTE, COUNTER_BYTE_RATE, COUNTER_INTENSITY, COUNTER_COUNT, COUNTER_NONE = COUNTER_COUNT };

struct counter_meaning {
	enum counter_kind kind;
	double factor; // to SI
};

// By the name alone, in any case: the file does not say which counters are rates.
struct counter_meaning gbench_counter(const char *name);

// One entry of "benchmarks", per iteration. NAN for what it does not give.
struct gbench_run {
	const struct json *entry;
	const char *name;
	double seconds; // by the clock that its rates divide by
	double flops, bytes, intensity;
	bool by_wall_clock;
	const char *assumed, *missing;
};

// False with an error.
bool gbench_run_read(const struct import *in, const struct json *entry, struct gbench_run *run);

#endif
