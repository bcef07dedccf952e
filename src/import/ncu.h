// SPDX-License-Identifier: MIT
// The parts of the Nsight Compute importer: layouts, names of kernels, units, metrics to the numbers of a point.
#ifndef RAFTER_IMPORT_NCU_H
#define RAFTER_IMPORT_NCU_H

#include "import/importers.h"
#include "import/number_style.h"
#include "input/csv.h"

// ---- layouts ------------------------------------------------------------------------------------------------------------------------------------------

enum ncu_kind {
	NCU_NONE,
	NCU_LONG,    // one row a metric: "Metric Name", "Metric Value"
	NCU_DETAILS, // the same with rules between ("Rule Name")
	NCU_WIDE,    // one row a launch, one column a metric
	NCU_COLUMNS, // a profiler's preamble before a table of plain columns
	NCU_SUMMARY, // one row a kernel and metric, over all launches
	NCU_NVPROF,
	NCU_TEXT,    // not CSV
	NCU_EMPTY    // lines of ncu and no table
};

struct ncu_layout {
	enum ncu_kind kind;
	struct text_line header; // of the table; of the first line of ncu for NCU_EMPTY and NCU_TEXT
};

// Looks at the first `limit` bytes.
struct ncu_layout ncu_layout_find(const struct source *source, size_t limit);

// What stands around the table.
struct ncu_surroundings {
	const char *device;            // "NVIDIA A100-PCIE-40GB", or NULL
	const char *errors;            // "LaunchFailed; The application ...", or NULL
	struct text_line first_error;
};
struct ncu_surroundings ncu_surroundings_read(struct arena *arena, const struct source *source, const struct ncu_layout *layout);
// How the table is read: from its header on, lines of the profiler and of the application passed over.
struct csv_options ncu_table_options(const struct ncu_layout *layout);

// ---- kernels ------------------------------------------------------------------------------------------------------------------------------------------

// FLOPs of one tensor instruction by the shape that the kernel's name states; 0 when it states none, or several. `*shape` says which ("s16816").
double ncu_kernel_tensor_factor(struct arena *arena, const char *name, const char **shape);
// True when the name speaks of tensor cores.
bool ncu_kernel_is_tensor(const char *name);
// "bf16", "fp16" ...: what the tensor work of the name is in, or NULL.
const char *ncu_kernel_tensor_precision(const char *name);

// ---- metrics ------------------------------------------------------------------------------------------------------------------------------------------

enum ncu_slot {
	// thread-level operations: half, single, double, each add, mul, fma
	NCU_HADD, NCU_HMUL, NCU_HFMA, NCU_FADD, NCU_FMUL, NCU_FFMA, NCU_DADD, NCU_DMUL, NCU_DFMA,
	// the same per elapsed cycle
	NCU_HADD_RATE, NCU_HMUL_RATE, NCU_HFMA_RATE, NCU_FADD_RATE, NCU_FMUL_RATE, NCU_FFMA_RATE, NCU_DADD_RATE, NCU_DMUL_RATE, NCU_DFMA_RATE,
	NCU_TENSOR, NCU_TENSOR_HMMA, NCU_TENSOR_X512,
	NCU_DRAM, NCU_DRAM_READ, NCU_DRAM_WRITE, NCU_DRAM_OP_READ, NCU_DRAM_OP_WRITE, NCU_DRAM_SECTORS_READ, NCU_DRAM_SECTORS_WRITE, NCU_DRAM_RATE,
	NCU_L2, NCU_L2_SECTORS, NCU_L2_SECTORS_READ, NCU_L2_SECTORS_WRITE, NCU_L2_RATE,
	NCU_L1, NCU_L1_GLOBAL_LD, NCU_L1_GLOBAL_ST, NCU_L1_LOCAL_LD, NCU_L1_LOCAL_ST,
	NCU_TIME, NCU_TIME_OTHER, NCU_TIME_ACTIVE, NCU_SM_CYCLES, NCU_SM_CLOCK, NCU_SMSP_CYCLES, NCU_SMSP_CLOCK,
	NCU_DURATION, NCU_MEMORY_THROUGHPUT, NCU_SM_FREQUENCY, // labels of section rows
	NCU_FETCH_SIZE, NCU_WRITE_SIZE, NCU_AMD, // of AMD's rocprof, in tables made in the shape of ncu's
	// most operations, or bytes, a cycle, and the clocks that they go by
	NCU_PEAK_HFMA, NCU_PEAK_FFMA, NCU_PEAK_DFMA, NCU_PEAK_FFMA_X2, NCU_PEAK_DFMA_X2, NCU_PEAK_DRAM, NCU_PEAK_L2, NCU_PEAK_L1,
	NCU_DRAM_CLOCK, NCU_L2_CLOCK, NCU_L1_CLOCK,
	NCU_SLOT_COUNT,
	NCU_TENSOR_PATH,      // sm__ops_path_tensor_*: FLOPs by source type
	NCU_TENSOR_PATH_RATE, // per elapsed cycle
	NCU_OTHER
};

enum ncu_dimension { NCU_COUNT, NCU_BYTES, NCU_SECONDS, NCU_HERTZ, NCU_BYTES_PER_SECOND, NCU_PER_CYCLE, NCU_ANY };

struct ncu_metric {
	enum ncu_slot slot;
	enum ncu_dimension dimension;
	bool label;       // of a section row: the same label may stand for something else, in another unit
	const char *path; // NCU_TENSOR_PATH*: what follows "sm__ops_path_tensor", without the suffix of the sum
};

// What a metric's name means; NCU_OTHER when nothing is made of it.
struct ncu_metric ncu_metric_find(struct arena *arena, const char *name);

// A unit of ncu, old or new spelling ("nsecond", "ns", "Gbyte/s", ""): its factor to SI. False when it does not fit the dimension.
bool ncu_unit(const char *unit, enum ncu_dimension dimension, double *factor);
// True for counts of things that have no fractions ("byte", "inst", "sector", "request").
bool ncu_unit_is_whole(const char *unit);

struct ncu_path {
	const char *path;
	double value;
	bool per_cycle;
};

struct ncu_paths {
	struct ncu_path *items;
	size_t count, cap;
};

struct ncu_launch {
	const char *id, *name;
	const char *block, *grid; // "(256, 1, 1)", or NULL
	double launches;       // added up in the values
	double compute_capability; // 8.0; NAN when not said
	struct place place;
	double values[NCU_SLOT_COUNT]; // NAN: not in the file
	struct ncu_paths paths;
	const char *not_measured; // a metric that says "n/a", or NULL
};

void ncu_launch_init(struct ncu_launch *launch);
void ncu_launch_set(struct arena *arena, struct ncu_launch *launch, const struct ncu_metric *metric, double value);
// The point's numbers by the formulas of the metrics: what could not be had is in `missing`, what was settled by rule in `assumptions`.
void ncu_point_fill(struct arena *arena, const struct ncu_launch *launch, const struct import_options *options, struct point *point);

// FLOPs of the tensor cores.
struct ncu_tensor {
	double flops;          // 0 without tensor work; NAN when they cannot be told
	bool counted;          // the file has tensor counters
	const char *precision; // NULL: not known
	const char *assumed, *missing;
	bool sparse;
};
// `said`: FLOPs of one tensor instruction by the user, NAN when not said.
struct ncu_tensor ncu_tensor_flops(struct arena *arena, const struct ncu_launch *launch, double said, double cuda_core_flops, bool per_cycle);

// Cycles per second of the SMs, Hz; NAN when not in the file.
double ncu_clock(const struct ncu_launch *launch);

// ---- files --------------------------------------------------------------------------------------------------------------------------------------------

// What the values of a file have in common.
struct ncu_file {
	const struct import *in;
	struct number_style style;
	enum decimal decimal;
	bool asked, failed;             // a number that may be read two ways was asked about; an error was added
	double clock_low, clock_high;   // of the launches so far, Hz; NAN
	double peaks[NCU_SLOT_COUNT];   // highest of the launches so far, SI; NAN
	GHashTable *metrics;            // name to struct ncu_metric
	GHashTable *texts;              // names that live as long as the chart
};
void ncu_file_init(struct ncu_file *file, const struct import *in);
void ncu_file_clear(struct ncu_file *file);

// One value as a file has it.
struct ncu_value {
	const char *name; // of the metric
	struct csv_cell cell;
	const char *unit;
	struct place unit_place;
};
const struct ncu_metric *ncu_file_metric(struct ncu_file *file, const char *name);
// A copy that lives as long as the chart, one for equal texts.
const char *ncu_file_text(struct ncu_file *file, const char *text);
// The number in SI. False when there is none, or after an error.
bool ncu_value_read(struct ncu_file *file, const struct ncu_value *value, const struct ncu_metric *metric, struct ncu_launch *launch, double *si);
// Adds a launch as a point.
struct point *ncu_file_add(struct ncu_file *file, const struct ncu_launch *launch);
// What all launches say: the clock as a note, peaks as ceilings.
void ncu_file_end(struct ncu_file *file);
// True when a lone group of digits in this value can only be thousands.
bool ncu_value_is_whole(const char *metric, const char *unit);
// Settles how numbers are written by `file->style`, and reports a decimal comma. False with an error when the proofs contradict each other.
bool ncu_file_decide(struct ncu_file *file);

bool ncu_long_read(const struct import *in, const struct ncu_layout *layout);
bool ncu_wide_read(const struct import *in, const struct ncu_layout *layout);
// Sums over launches: ncu --print-summary, and nvprof, which has no other.
bool ncu_summary_read(const struct import *in, const struct ncu_layout *layout);

#endif
