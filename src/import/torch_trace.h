// SPDX-License-Identifier: MIT
// The parts of the importer of PyTorch traces.
#ifndef RAFTER_IMPORT_TORCH_TRACE_H
#define RAFTER_IMPORT_TORCH_TRACE_H

#include "import/importers.h"
#include "input/json_stream.h"

#include <glib.h>

enum event_field { EVENT_PH, EVENT_CAT, EVENT_NAME, EVENT_TS, EVENT_DUR, EVENT_ARGS, EVENT_COUNT };
enum arg_field { ARG_GRID, ARG_BLOCK, ARG_DEVICE, ARG_EXTERNAL, ARG_FLOP, ARG_GB, ARG_COUNT };

struct torch_operator {
	size_t kernels; // that it launched and that have FLOPs or bytes
};

struct torch_work {
	size_t point;
	const struct torch_operator *of;
};

struct torch_device {
	double id;
	const char *name;
};

struct torch_trace {
	const struct import *in;
	struct json_stream stream;
	GHashTable *texts;     // names and shapes, each once
	GHashTable *operators; // struct torch_operator by external id
	struct { struct torch_work *items; size_t count, cap; } with_work;
	struct { struct torch_device *items; size_t count, cap; } devices;
	size_t events, kernels, ranges;
	bool fractions;        // some time of a kernel has a fraction
	double device;         // that ran the first kernel, or NAN
};

// The number of a value, which some tools write as a string. NAN without one. False with an error.
bool torch_number(struct torch_trace *trace, struct json_slice value, const char *what, double factor, double *number);

// The point of a "cuda_profiler_range" event.
bool torch_range_add(struct torch_trace *trace, const struct json_slice *event);

#endif
