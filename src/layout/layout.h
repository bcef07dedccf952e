// SPDX-License-Identifier: MIT
// Model + theme + size -> scene, and a report of where everything stands.
#ifndef RAFTER_LAYOUT_LAYOUT_H
#define RAFTER_LAYOUT_LAYOUT_H

#include "model/analysis.h"
#include "scene/scene.h"
#include "theme/theme.h"

enum label_role { ROLE_TITLE, ROLE_SUBTITLE, ROLE_AXIS, ROLE_TICK, ROLE_MEMORY_ROOF, ROLE_COMPUTE_ROOF, ROLE_NETWORK_ROOF, ROLE_RIDGE, ROLE_REGION, ROLE_POINT,
	ROLE_KEY, ROLE_LEGEND, ROLE_NOTE, ROLE_COUNT };
extern const char *const label_role_names[]; // "title", "subtitle", "axis", "tick", "memory-roof", ... as in the layout report

struct report_tick {
	double value, px; // SI or axis unit, px along the axis
	const char *label; // NULL for a minor tick
};

struct report_axis {
	enum scale_kind scale;
	double min, max;  // SI
	const char *unit; // "FLOP/byte", "TFLOP/s": what the labels are in
	struct { struct report_tick *items; size_t count, cap; } ticks;
};

struct report_roof {
	const char *kind, *name; // "compute", "memory", "network"
	double value;
	bool binding;
	struct { struct vec *items; size_t count, cap; } line;
};

struct report_region {
	const char *bound;
	struct { struct vec *items; size_t count, cap; } polygon;
};

struct report_point {
	const char *name;
	double x, y;      // SI; NAN: null
	struct vec px;
	double radius_px;
	bool edge;
	size_t row_index; // into analysis.rows
};

struct report_label {
	enum label_role role;
	const char *text, *owner; // `owner`: the name of what it labels ("for"), or NULL
	struct box box;
	double degrees;
	bool moved, shortened;
};

struct report_leader {
	struct vec from, to;
};

// How a point changed from its baseline.
struct report_arrow {
	const char *owner;    // name of the new point
	double change;        // 0.12: 12 % more
	const char *verdict;  // "better", "worse", "same"
	bool drawn;           // else too short to draw, or a point is outside the frame: the sign beside its name says it
	struct vec from, to;
};

struct report_dropped {
	const char *text, *reason;
};

struct report_ridge {
	const char *compute, *memory;
	struct vec px;
};

struct layout_report {
	const char *kind, *name; // `name`: of a panel of a sheet, else NULL
	size_t page;             // that a panel of a sheet stands on, from 1
	double width_px, height_px;
	struct rect plot;
	struct report_axis x, y;
	struct { struct report_roof *items; size_t count, cap; } roofs;
	struct { struct report_region *items; size_t count, cap; } regions;
	struct { struct report_point *items; size_t count, cap; } points;
	struct { struct report_label *items; size_t count, cap; } labels;
	struct { struct report_leader *items; size_t count, cap; } leaders;
	struct { struct report_arrow *items; size_t count, cap; } arrows;
	struct { struct report_dropped *items; size_t count, cap; } dropped;
	struct { struct report_ridge *items; size_t count, cap; } ridges;
	// of a chart with several panels: one report each, in px of the whole; the fields above are then empty but for kind and size
	struct { struct layout_report *items; size_t count, cap; } panels;
};

struct layout {
	struct scene scene;
	struct layout_report report;
};

// The axes of a roofline, SI, and the highest dense peak, by which their unit is chosen.
struct layout_limits {
	double x_min, x_max, y_min, y_max, peak;
};

// True for a chart whose axes may be those of others. Else an error [unsupported].
bool layout_shares_frame(const struct chart *chart, struct diags *diags);
// The limits that the chart's own layout would have on a page of this height. False with errors ([axis-limits], [unsupported] for other kinds).
bool layout_frame(struct arena *arena, const struct analysis *analysis, double height_px, struct layout_limits *limits, struct diags *diags);

// NULL with errors ([axis-limits], [too-small]). Which rows stand outside the frame, `report.points[].edge` and `.row_index` say. Everything lives in the
// arena.
const struct layout *layout_run(struct arena *arena, const struct analysis *analysis, const struct theme *theme, const struct measurer *measurer,
	double width_px, double height_px, struct diags *diags);

#endif
