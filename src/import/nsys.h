// SPDX-License-Identifier: MIT
// The parts of the Nsight Systems importer: what a report's header means, and how its rows become points.
#ifndef RAFTER_IMPORT_NSYS_H
#define RAFTER_IMPORT_NSYS_H

#include "import/importers.h"
#include "input/csv.h"

// By what is preferred where a file has several: single launches, sums by kernel and shape, sums of kernels and copies.
enum nsys_kind { NSYS_TRACE, NSYS_KERNELS, NSYS_ALL, NSYS_KIND_COUNT };

enum nsys_column { NSYS_TIME, NSYS_INSTANCES, NSYS_NAME, NSYS_GRID, NSYS_BLOCK, NSYS_CATEGORY, NSYS_DEVICE, NSYS_GRID_X, NSYS_GRID_Y, NSYS_GRID_Z, NSYS_BLOCK_X,
	NSYS_BLOCK_Y, NSYS_BLOCK_Z, NSYS_COLUMN_COUNT };

struct nsys_layout {
	enum nsys_kind kind;
	size_t columns[NSYS_COLUMN_COUNT]; // SIZE_MAX: not there
	size_t width;
	double factor;                     // of times, to s
	bool unit_said;
};

// False when the cells are not the header of a report of kernels.
bool nsys_header(const struct csv_cell *cells, size_t count, struct nsys_layout *layout);

// A point of a row; a row that is no kernel (a copy) is counted instead. False with an error.
bool nsys_row(const struct import *in, const struct nsys_layout *layout, const struct csv_cell *cells, size_t count, struct place place, size_t *copies);

#endif
