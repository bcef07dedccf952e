// SPDX-License-Identifier: MIT
// The spec, version 1: JSON to struct chart, by key tables.
#ifndef RAFTER_MODEL_SPEC_H
#define RAFTER_MODEL_SPEC_H

#include "model/chart.h"

// Sets every field of `chart` to "not said".
void chart_init(struct chart *chart);
void point_init(struct point *point);
void series_init(struct series *series);

// The name that a level goes by in an object of levels: plain bytes are those of the point's `memory`, else of main memory.
const char *level_name(const struct point *point, const struct level_value *level);
// The point's entry for `level` (NULL: plain bytes), by name in any case; a new one at `place` where there is none.
struct level_value *point_level(struct arena *arena, struct point *point, const char *level, struct place place);
// False with error [wrong-value] when a point is said to be the sum of fewer launches than one, or of a fraction of one. `path`: what says so.
bool launches_check(const struct key_context *context, struct place place, const char *path, double launches);
// The same when it is said to have run a fraction of a time; NAN is fine.
bool calls_check(const struct key_context *context, struct place place, const char *path, double calls);

// Reads the spec `root` over `chart`. Points are added to those that are there; a key that `chart` already has with another value is error [conflict].
// False with located errors.
bool spec_read(struct arena *arena, const struct json *root, const struct hardware_lookup *lookup, struct chart *chart, struct diags *diags);

// True when the object looks like a spec: has "rafter", "points", "hardware" with an object or string, or "kernels".
bool spec_recognise(const struct json *root);

// `--set axes.x.min=0.1`: a spec of one key, by path. VALUE is JSON where it parses as JSON, else a string. Later settings win over earlier ones and over
// the spec.
bool spec_set(struct arena *arena, const char *path, const char *value, const struct hardware_lookup *lookup, struct chart *chart, struct diags *diags);

// What can only be settled when everything is merged, once for a chart: the default law of a scaling chart, axis limits (error [axis-limits] names the axis and
// the value), linear axes of a roofline [unsupported], and the figures of points with a kernel (kernels_expand).
bool spec_settle(struct arena *arena, struct chart *chart, struct diags *diags);
// Where the key `path` ("chart.kind") was given its value, else `otherwise`.
struct place chart_said_place(const struct chart *chart, const char *path, struct place otherwise);
bool spec_check(const struct chart *chart, struct diags *diags);

extern const struct key spec_keys[];
extern const struct key point_keys[];

// Every table of the format by the name that the schema fragments use ("#/$defs/point"); ends with a NULL name. The root is not among them.
struct spec_table {
	const char *name;
	const struct key *keys;
	const char *doc; // what such an object is
};
extern const struct spec_table spec_tables[];

// The spec as JSON text (what `rafter import` prints): points, series; hardware when it is there.
#include <glib.h>
void spec_write(const struct chart *chart, GString *out);
// Machines alone: an object, or a list of them.
void spec_write_hardware(const struct hardware *const *machines, size_t count, GString *out);

#endif
