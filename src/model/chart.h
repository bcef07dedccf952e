// SPDX-License-Identifier: MIT
// What a chart shows: the spec (SPEC section 3) after reading, in SI base units, no pixels but for the size.
#ifndef RAFTER_MODEL_CHART_H
#define RAFTER_MODEL_CHART_H

#include "base/colour.h"
#include "model/hardware.h"

enum marker { MARKER_AUTO, MARKER_CIRCLE, MARKER_SQUARE, MARKER_TRIANGLE, MARKER_DIAMOND, MARKER_TRIANGLE_DOWN, MARKER_PENTAGON, MARKER_HEXAGON, MARKER_STAR,
	MARKER_PLUS, MARKER_CROSS, MARKER_COUNT };
extern const char *const marker_names[]; // NULL-terminated, by enum marker: "auto", "circle", "square", "triangle", "diamond", "triangle-down", ...

enum { POINT_MAX_LEVELS = 256 }; // of one point

// Bytes (or the intensity) at one memory level. NAN for what was not given.
struct level_value {
	const char *level;   // as written ("HBM2"), NULL: plain bytes, of the point's `memory`
	double bytes;        // byte
	double intensity;    // FLOP/byte
	struct place place;
};

struct point {
	const char *name, *label, *series, *precision, *pipe, *note, *baseline, *hardware;
	const char *kernel_name; // full name by the profiler, before equal ones were numbered; NULL for points of a spec
	const char *shape;   // of the launch, "grid 4096 1 1, block 256 1 1", or NULL
	const char *memory;  // level that plain bytes belong to, NULL: main memory
	const char *network; // name of the link, NULL: the only or first drawn one
	enum marker marker;
	struct colour color; // invisible: by series
	bool sparse;
	bool old;            // of a baseline: what another point is compared with, drawn faint and without a name
	// NAN when not given
	double flops;            // FLOP
	double macs;             // multiply-adds
	double time, time_low, time_high; // s; the median of several runs and their range
	double performance;      // FLOP/s
	double bandwidth;        // byte/s
	double calls;            // how often it ran: flops, macs and bytes are those of one, time is that of all
	double network_bytes;    // byte
	struct { struct level_value *items; size_t count, cap; } levels; // empty: no bytes and no intensity given
	double launches;         // of a kernel, added up in this point: at least 1
	struct kernel_call *call; // of a kernel, as written, or NULL
	const struct kernel_use *kernel; // the formulas that its FLOPs and bytes come from, NULL for figures
	size_t sweep;            // 1 + index into chart.sweeps, 0: of no sweep
	double sweep_value;      // of the swept parameter: of a sweep, or in a sweep chart of a kernel alone; else NAN
	double clock;            // of the processor while it ran, Hz, NAN when not said
	double processors;       // N of a scaling chart, NAN when not given
	const char *assumptions; // what an importer assumed, one line, or NULL
	const char *missing; // why an importer or a table could not fill it ("line 3: bytes is 'N/A'"), or NULL
	struct place place;
};

struct series {
	const char *key, *label;
	struct colour color;
	enum marker marker;
	bool optional;           // declared for many charts: this one need not have it
	struct place place;
};

// A point whose kernel was evaluated along one parameter: its points, one a value, stand one after the other in chart.points.
struct sweep {
	const char *name;        // of the point as written
	const char *parameter;   // "b"
	double from, to;         // the smallest and the largest value
	bool whole;              // the parameter counts things
	const struct kernel_use *use;
	const char *series;
	size_t first_point, point_count; // into chart.points
	struct place place;
};

enum scaling_mode { SCALING_STRONG, SCALING_WEAK };

// chart.scaling of a scaling chart.
struct scaling_spec {
	bool amdahl, gustafson;  // the laws that are drawn
	bool law_said;           // else the law of the mode, where the serial fraction is known
	bool fit;                // the serial fraction is fitted to the measured times
	enum scaling_mode mode;
	double serial_fraction;  // 0..1, NAN when not said
	double overhead;         // K of Amdahl's law, in serial times; 0
	struct place place;
};

enum chart_kind { CHART_ROOFLINE, CHART_SWEEP, CHART_SCALING };
enum frame_mode { FRAME_AUTO, FRAME_CEILINGS, FRAME_POINTS };
enum label_mode { LABELS_AUTO, LABELS_ALL, LABELS_NONE, LABELS_KEY };
enum legend_mode { LEGEND_AUTO, LEGEND_INSIDE, LEGEND_BELOW, LEGEND_NONE };
enum tick_mode { TICKS_AUTO, TICKS_DECADES, TICKS_125, TICKS_POWERS_OF_TWO };
enum scale_kind { SCALE_LOG, SCALE_LINEAR };

struct axis_spec {
	double min, max;     // NAN: by the frame. SI base units
	const char *label;
	double reference;    // SI: the unit of the labels is chosen for it; 0: for what is drawn
	enum tick_mode ticks;
	enum scale_kind scale;
	struct place min_place, max_place, place;
};

struct chart_options {
	enum chart_kind kind;
	// Where nothing is said, `regions` and `ridge` are on and the others off. A theme without regions draws none.
	bool regions, ridge, no_overlap, percent, drop_lines, size_by_time, sparse, clock;
	enum label_mode labels;
	enum legend_mode legend;
	enum frame_mode frame;
	const char *x;       // the parameter along the axis of a sweep chart, NULL: the only one
};

struct size_spec {
	const char *name;           // "web", or NULL
	double width_px, height_px; // at 96 per inch; NAN: by name
	bool width_physical, height_physical; // given in in, mm, cm or pt
	bool height_said;           // else it follows from the width
	bool physical;              // either side is: raster default 300 dpi, else 192
	struct place place;
};

// A key of a spec and the value that it was given.
struct spec_said {
	const char *path;           // "axes.x.min"
	const struct json *value;
	bool final;                 // set on the command line: wins over every spec
};

struct chart {
	const char *title, *subtitle, *author;
	struct key_strings keywords;
	struct { const struct hardware **items; size_t count, cap; } hardware;
	struct { struct point *items; size_t count, cap; } points;
	struct { struct series *items; size_t count, cap; } series; // declared ones, in the order written
	struct { const struct kernel **items; size_t count, cap; } kernels; // of specs and command lines
	struct { struct sweep *items; size_t count, cap; } sweeps; // of kernels_expand
	struct chart_options options;
	struct scaling_spec scaling;
	struct axis_spec x, y;
	const char *theme;          // name, or NULL
	struct place theme_place;
	struct size_spec size;
	const char *device_hint;    // a device named inside a profiler file, or NULL
	const char *analysed_on;    // the one machine of an analysis that the points were read from, which is not taken over, or NULL
	struct { const char **items; size_t count, cap; } notes; // provenance lines for the chart's small type
	struct { struct spec_said *items; size_t count, cap; } said; // keys that specs have set, for conflicts (spec_merge.c)
};

#endif
