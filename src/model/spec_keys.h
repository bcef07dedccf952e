// SPDX-License-Identifier: MIT
// Shared by the files that read, merge and write a spec; no one else includes it.
#ifndef RAFTER_MODEL_SPEC_KEYS_H
#define RAFTER_MODEL_SPEC_KEYS_H

#include "model/spec.h"

// key_context.user while a spec is read.
struct spec_reader {
	const struct hardware_lookup *lookup;
	const struct chart *target; // what the spec will be merged into
	bool overriding;            // --set: the spec wins over `target`
	bool partial;               // --set of a key inside `hardware` or `size`: the rest of it stays
};

extern const struct key option_keys[];
extern const struct key axes_keys[];   // of struct chart
extern const struct key x_axis_keys[]; // of struct axis_spec
extern const struct key y_axis_keys[];
extern const struct key size_keys[];   // of struct size_spec
extern const struct key series_keys[];
extern const struct key scaling_keys[]; // of struct scaling_spec

// The table of an object inside the spec whose fields are keys of their own ("chart", "axes", "x", "y"), NULL for any other row.
const struct key *spec_nested_table(const struct key *row);

// KEY_CUSTOM readers. `object` is struct chart.
bool spec_read_points(const struct key_context *context, const struct key *key, const struct json *value, void *object);
bool spec_read_series(const struct key_context *context, const struct key *key, const struct json *value, void *object);
bool spec_read_hardware(const struct key_context *context, const struct key *key, const struct json *value, void *object);
bool spec_read_size(const struct key_context *context, const struct key *key, const struct json *value, void *object);

// Moves what `root` said from `from` (read from it alone) into `to`. False with errors [conflict], never when `overriding`.
bool spec_merge(struct arena *arena, const struct json *root, const struct chart *from, struct chart *to, bool overriding, struct diags *diags);

// What `reader` says about the JSON `root`, merged into `chart`.
bool spec_read_into(struct arena *arena, const struct json *root, struct spec_reader *reader, struct chart *chart, struct diags *diags);

// One point of "points". False with located errors.
bool spec_read_point(const struct key_context *context, const struct json *value, struct point *point);

// A path of --set: keys, and numbers of items of lists.
struct spec_step {
	char *key;    // NULL: an index
	size_t index;
};

struct spec_path {
	struct spec_step *items;
	size_t count;
	bool indexed; // has an index
};

// False with an error [usage] when the path names no item that is there.
bool spec_item_check(const char *path, const struct spec_path *steps, const struct chart *chart, struct diags *diags);
// Puts what `root` (a document of that path alone) says into the item. False with located errors.
bool spec_item_set(struct arena *arena, const struct json *root, const struct spec_path *steps, struct spec_reader *reader, struct chart *chart,
	struct diags *diags);

// Writers of JSON, into the object that is open.
struct json_out;
struct kernel_call;
// The fields of `object` that differ from those of `unsaid`, but for those of KEY_CUSTOM.
void spec_write_fields(struct json_out *out, const struct key *table, const void *object, const void *unsaid);
void spec_write_machines(struct json_out *out, const struct chart *chart);
void spec_write_kernels(struct json_out *out, const struct chart *chart);
void spec_write_call(struct json_out *out, const struct kernel_call *call);

#endif
