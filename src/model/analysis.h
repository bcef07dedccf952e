// SPDX-License-Identifier: MIT
// The numbers behind a chart (SPEC section 4): which ceilings are drawn, and for every point and memory level where it stands and what binds it.
#ifndef RAFTER_MODEL_ANALYSIS_H
#define RAFTER_MODEL_ANALYSIS_H

#include "model/chart.h"

enum bound { BOUND_NONE, BOUND_MEMORY, BOUND_COMPUTE, BOUND_NETWORK, BOUND_BALANCED };
const char *bound_name(enum bound bound); // "memory" ...; NULL for BOUND_NONE

enum point_flag {
	FLAG_ABOVE_ROOF = 1 << 0,
	FLAG_LOW_UTILISATION = 1 << 1,
	FLAG_ZERO_FLOP = 1 << 2,
	FLAG_OUTSIDE_FRAME = 1 << 3,
	FLAG_NO_ROOF = 1 << 4
};
enum { POINT_FLAG_COUNT = 5 };
const char *point_flag_name(unsigned flag); // "above-roof" ...

struct drawn_compute {
	const struct compute_ceiling *ceiling;
	double peak;       // FLOP/s as drawn
	bool sparse;       // the sparse rate of `ceiling`
	const char *name;  // unique in the chart: the machine's name before it where several are drawn, "… with 2:4 sparsity" for a sparse one
};

struct drawn_memory {
	const struct memory_ceiling *ceiling;
	const char *name;
	bool is_main;
};

struct drawn_network {
	const struct network_ceiling *ceiling;
	const char *name;
};

// Ceilings in falling order of rate.
struct machine {
	const struct hardware *hardware;
	struct { struct drawn_compute *items; size_t count, cap; } compute;
	struct { struct drawn_memory *items; size_t count, cap; } memory;
	struct { struct drawn_network *items; size_t count, cap; } network;
};

// One point at one memory level.
struct row {
	const struct point *point;
	const char *name;           // unique in the chart ("gemm #2")
	const char *label;          // short form for the chart
	size_t point_index;         // into chart.points
	size_t series_index;        // into analysis.series
	const struct machine *machine;
	const struct drawn_compute *compute; // the roof it is judged by, NULL with FLAG_NO_ROOF
	const struct drawn_memory *memory;   // NULL when its level has no ceiling
	const struct drawn_network *network; // NULL without network bytes
	const char *level;          // as written, NULL for plain bytes
	size_t level_index, level_count; // of the point's levels
	// NAN for what does not exist
	double flops;               // FLOP of all calls
	double bytes;               // byte at this level
	double time, time_low, time_high; // s
	double intensity;           // FLOP/byte
	double performance, performance_low, performance_high; // FLOP/s
	double attainable;          // FLOP/s
	double roof_fraction;       // performance / attainable
	double headroom;            // attainable / performance
	double t_math, t_mem, t_net, t_lower, t_upper; // s
	double overlap;             // 0: none, 1: full
	double bandwidth;           // byte/s
	double network_bytes;       // byte
	double network_intensity;   // FLOP/byte
	double critical;            // of a sweep: a value of its parameter
	enum bound bound;
	unsigned flags;
	bool analytic;              // no time and no performance given: stands on its roof
	bool plotted;
	const char *reason;         // why it is not plotted, or NULL
};

struct series_use {
	const char *key;            // NULL: points without a series
	const char *label;
	struct colour color;        // invisible: by the theme's cycle
	enum marker marker;
};

struct expr;

// What a sweep's kernel does along its parameter. It is compute-bound where its FLOPs take at least as long as its bytes and its network bytes.
struct sweep_result {
	const struct sweep *sweep;
	size_t first_row, row_count; // into analysis.rows: main memory's (or the named level's), one a value
	size_t row_step;             // from one of these rows to the next: the levels of a point
	const struct machine *machine;
	double peak, bandwidth, link; // FLOP/s, byte/s and byte/s that it is judged by, NAN for what plays no part
	const struct expr *flops, *bytes, *network; // formulas of what goes with each, NULL likewise
	size_t series_index;
	double critical;             // the first parameter value at which the intensity meets the ridge, NAN: none
	struct { double *items; size_t count, cap; } crossings; // all of them, rising
	enum bound wall;             // whose ridge the critical value meets: memory (peak / bandwidth) or network (peak / link); BOUND_NONE without one
	bool beyond;                 // none of them lies in the sweep: they are the nearest within a factor of 1000
	enum bound before, after;    // below the first crossing (or everywhere), above the last
	const struct sweep_result *levels; // the same for each memory level of its points
	size_t level_count;
};

struct scaling_point {
	const struct point *point;
	double processors;           // N
	double time, time_low, time_high; // s; the range NAN for a single run
	double speedup, efficiency;  // base_time / time (weak scaling: N times that), speedup / N; NAN without a base time
};

struct scaling_result {
	enum scaling_mode mode;
	double serial_fraction;      // given or fitted, 0..1; NAN: none
	double serial_fraction_error; // standard error of the fit, NAN when given or not estimable
	double overhead;             // K
	double base_time;            // s at N = 1: measured (the median), else fitted; NAN without either
	bool fitted;
	double fitted_base_time;     // s at N = 1 by the fit; NAN without one
	double limit;                // of Amdahl's law, 1 / (S + K); INFINITY for 0, NAN for weak scaling
	struct { struct scaling_point *items; size_t count, cap; } points; // by rising N
};

struct comparisons;

struct analysis {
	const struct chart *chart;
	struct { struct machine *items; size_t count, cap; } machines;
	struct { struct row *items; size_t count, cap; } rows; // by point, then level
	// By chart.sweeps; in a chart of kind sweep those along its axis alone.
	struct { struct sweep_result *items; size_t count, cap; } sweeps;
	const struct comparisons *changes; // of points that name a baseline; NULL: by their performance
	const struct scaling_result *scaling; // NULL unless the chart is one of scaling
	struct { struct series_use *items; size_t count, cap; } series; // declared first, then as they appear
};

// Judges every point. NULL with errors (contradictions, unknown names in `select`); points that cannot be placed are rows with plotted = false and one
// warning each. Where several machines are drawn, a point that names none is judged by the first. A roof that judges but was not selected stands outside
// the machine's lists. Warnings that --strict makes errors do not make the result NULL. The result lives in the arena and points into `chart`.
const struct analysis *analysis_run(struct arena *arena, const struct chart *chart, struct diags *diags);

// Of the rows of a point (`rows` is its first) the one that it is judged by: of the level that it names, else of main memory, else the first.
const struct row *row_judged(const struct row *rows);
// Whether a row, of a kernel without FLOPs, is drawn in the left margin: by its share of the bandwidth of its `memory`.
bool row_in_margin(const struct row *row);
// What a drawing of its ceilings and points takes, in another arena and without the chart that it points into: machines, rows, series, and of the chart the
// words, options and axes. The points of a sweep are points like others. Sources, kernels and places stay behind.
const struct analysis *analysis_copy(struct arena *arena, const struct analysis *from);

// The result of the row's sweep at the row's memory level; NULL when it is of none.
const struct sweep_result *sweep_of_row(const struct analysis *analysis, const struct row *row);
// FLOP/s that a sweep's kernel attains (network included) and its FLOP/byte at any value of its parameter, from the exact formulas; NAN where they fail.
double sweep_performance(const struct sweep_result *result, double parameter);
double sweep_intensity(const struct sweep_result *result, double parameter);
// Amdahl's law with overhead, 1 / (S + (1 - S) / N + K), and Gustafson's, S + N (1 - S).
double amdahl_speedup(double serial_fraction, double overhead, double processors);
double gustafson_speedup(double serial_fraction, double processors);

// min(peak, intensity × bandwidth), FLOP/s.
double attainable_flop_per_s(double peak_flop_per_s, double bandwidth_bytes_per_s, double flop_per_byte);
// The same without any overlap, T = T_math + T_mem: 1 / (1 / peak + 1 / (intensity × bandwidth)), half of the peak at the ridge point.
double no_overlap_flop_per_s(double peak_flop_per_s, double bandwidth_bytes_per_s, double flop_per_byte);
// peak / bandwidth, FLOP/byte.
double ridge_flop_per_byte(double peak_flop_per_s, double bandwidth_bytes_per_s);

#endif
