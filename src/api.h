// SPDX-License-Identifier: MIT
// What stands behind struct rafter: what the caller gave, and what was made of it when it was first asked for.
#ifndef RAFTER_API_INTERNAL_H
#define RAFTER_API_INTERNAL_H

#include "backend/backend.h"
#include "backend/faces.h"
#include "import/importer.h"
#include "import/points.h"
#include "layout/layout.h"
#include "model/chart.h"
#include "model/compare.h"
#include "rafter.h"
#include "theme/size.h"

#include <glib.h>

// Where a step stands: each is taken once, and again only after the caller added something.
enum step { STEP_DUE, STEP_DONE, STEP_FAILED };

// The points of the chart from one input.
struct input_use {
	const char *name;
	size_t from, to;
};

// A file that was handed in, and what for: "input", "hardware", "work", "times", "names", "theme".
struct file_use {
	const char *role;
	const struct source *source;
};

struct setting {
	const char *path, *value; // valid UTF-8
};

struct hardware_list {
	const struct hardware **items;
	size_t count, cap;
};

// A file whose points are joined to those of the chart, or whose names are given to them (`chart` NULL: read when used).
struct aside {
	const struct source *source;
	const struct chart *chart;
};

struct aside_list {
	struct aside *items;
	size_t count, cap;
};

struct text_list {
	const char **items;
	size_t count, cap;
};

// Which points are drawn. All zero: every one.
struct point_choice {
	enum point_grouping grouping;
	enum point_order order;
	size_t top;
	struct text_list include, exclude;
};

// A built-in theme that was read for an earlier chart.
struct theme_list {
	const struct theme **items;
	size_t count, cap;
};

struct rafter_shared {
	struct fonts *fonts;
	struct arena *arena;               // of the themes
	struct theme_list themes;
	struct catalogue_cache *devices;
	struct hardware_lookup lookup;     // over these
	struct arena *spare;               // of a chart that has ended, cleared; NULL while it is in use
};

struct rafter {
	struct arena *arena;
	struct diags *diags;
	struct rafter_shared *shared;      // with other charts, or NULL
	struct faces *faces;               // made when the first chart is laid out
	// what the caller gave
	struct chart given;                // of the inputs alone
	struct { struct input_use *items; size_t count, cap; } inputs;
	struct { struct file_use *items; size_t count, cap; } files;
	struct { struct setting *items; size_t count, cap; } settings;
	struct import_options import_options;
	struct aside_list work, times, names;
	struct point_choice choice;
	const char *device;                // which machine of a file that has several, or NULL
	struct hardware_list hardware;
	struct hardware *own_machine;      // of rafter_add_peak and rafter_add_bandwidth, or NULL
	const struct theme *theme;         // NULL: of the chart
	struct rafter_frame frame;         // of rafter_set_frame; x_max 0: none
	struct size size;                  // name and width 0: of the chart
	const struct chart *baseline_given; // points of the baseline as read, or NULL
	const char *baseline_name;
	enum compare_by compare_by;        // what the picture compares them by
	// what was made of it
	enum step prepared, analysed, laid_out;
	struct chart chart;
	const struct theme *chart_theme;
	struct size chart_size;
	const struct analysis *analysis;
	const struct analysis *flagged;    // `analysis`, with the points that stand outside the frame flagged; NULL until asked for
	const struct layout *layout;
	enum step compared;
	const struct analysis *baseline;   // of `baseline_given`, judged like the chart; NULL without one
};

// True while the chart has no error.
bool api_ok(const struct rafter *r);
// Before the caller changes something: all steps are due again, and what they have said is forgotten.
void api_touch(struct rafter *r);
// A copy that lives as long as the chart, with U+FFFD for what is no UTF-8: names come from file names and command lines, which may be anything.
char *api_text(struct rafter *r, const char *text);
// A copy of the bytes, as a source that lives as long as the chart. A UTF-8 byte order mark stays in it.
const struct source *api_source(struct rafter *r, const char *name, const void *bytes, size_t size);
// The same, listed among the files that the chart was made from.
const struct source *api_file(struct rafter *r, const char *role, const char *name, const void *bytes, size_t size);
// The bytes of `text`, which is freed.
struct rafter_bytes api_bytes(GString *text);

// The steps that rendering takes too. False when the chart has an error, whoever made it.
bool api_prepare(struct rafter *r);
bool api_analyse(struct rafter *r);
// Theme and size of a prepared chart; of them what the caller has set wins.
const struct theme *api_theme(struct rafter *r, struct diags *diags);
bool api_size(struct rafter *r, struct size *size, struct diags *diags);
// NULL with an error.
const struct backend *api_backend(struct rafter *r, const struct rafter_output *output);
struct render_options api_render_options(const struct rafter_output *output, const struct theme *theme, bool physical);

// The limits of rafter_set_frame in place of the chart's own.
void api_frame_apply(struct rafter *r, struct chart *chart);

// Joins, renames, picks and adds up the points, and gives them their final names.
bool api_points_apply(struct rafter *r, struct chart *chart);

// The same for the points of a baseline. They keep their own times, and all of them stay: which of them the chart's points are is found later.
bool api_points_apply_baseline(struct rafter *r, struct chart *chart);

// A copy with lists of its own, so that changes leave what was given as it is.
void api_chart_copy(struct rafter *r, const struct chart *from, struct chart *to);
// The analysis of the chart, NULL with errors.
const struct analysis *api_analysis(struct rafter *r);
// The points of rafter_set_baseline, prepared and judged as those of the chart are: by its machines, with its work, names and groups. The chart must have been
// analysed. False with errors; true with `r->baseline` NULL when there is no baseline.
bool api_baseline(struct rafter *r);

// The analysis that is laid out: the chart's own, with the points of the baseline as old ones after it. The chart must have been analysed. NULL with errors.
const struct analysis *api_drawn(struct rafter *r);

// Reads a file into `chart`; of several machines in it the one that was chosen. False with errors.
bool api_read(struct rafter *r, const struct importer *importer, const struct source *source, struct chart *chart);

// The hardware of the caller in place of the inputs' one, and of the device that a profiler file names when there is none.
bool api_hardware_apply(struct rafter *r, struct chart *chart);
bool api_hardware_hint(struct rafter *r, struct chart *chart);
// Leaves out machines that are there already, with a warning.
void api_hardware_distinct(struct rafter *r, struct chart *chart);
// False with an error [limit] when there are more machines than a chart can hold.
bool api_hardware_check(struct rafter *r, const struct chart *chart);

// The chart laid out as it was asked for, and what that says. False when the chart has an error.
bool api_lay_out(struct rafter *r);
// The same chart, once laid out, in another dress: it says nothing more. NULL when that is too small.
const struct layout *api_lay_out_as(struct rafter *r, const struct theme *theme, double width_px, double height_px);
// The analysis of a chart that has one, with the points flagged that a chart of this spec shows as arrows on its edge.
const struct analysis *api_flagged(struct rafter *r);

#endif
