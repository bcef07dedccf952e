// SPDX-License-Identifier: MIT
// BabelStream's text and the tables of devices that people make of it.
#ifndef RAFTER_IMPORT_BABELSTREAM_H
#define RAFTER_IMPORT_BABELSTREAM_H

#include "import/ceilings.h"
#include "import/text_words.h"

// The highest rate of all kernels and tables.
struct babelstream_best {
	const char *kernel; // NULL: none yet
	double rate;        // byte/s
	struct place place;
	size_t count;       // of the rates looked at
};

extern const char *const babelstream_kernels[]; // NULL-terminated

struct babelstream_device {
	const char *name; // NULL: the machine is called after the file
	bool known;       // it is a GPU or the like, with a name or without
};

// Adds a machine with this slope.
bool babelstream_add(const struct import *in, struct babelstream_device device, struct babelstream_best best);

// The header of a table with a row a device and a column a kernel.
bool babelstream_is_devices(struct text_line line);
// The table whose header stands at `start`. It is read when one device is in it, since a chart is of one machine: else an error that says how to cut one out.
bool babelstream_devices_read(const struct import *in, size_t start);

#endif
