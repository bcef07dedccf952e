// SPDX-License-Identifier: MIT
// Kernels: FLOPs and bytes as formulas of a few parameters. The built-in ones (kernels.c), those that a spec or a command line gives, what a point asks of one
// (struct kernel_call), and the points that this makes (kernels_expand).
//
// A parameter is a number, or the name of a number format: `dtype` gives formulas the bytes of one number as `s`, `dtype_x`, `dtype_w`, `dtype_y` and `dtype_kv`
// give them as `sx`, `sw`, `sy` and `skv`. One that is not said is that of `dtype` (`dtype_y`: of `dtype_x` first), and `dtype` is the point's `precision`; the
// other way round a point without a precision has that of `dtype_x`, else of `dtype`: it computes in the format of its activations.
#ifndef RAFTER_MODEL_KERNEL_H
#define RAFTER_MODEL_KERNEL_H

#include "model/chart.h"
#include "model/expr.h"

enum { KERNEL_MAX_PARAMETERS = 32, SWEEP_MAX_STEPS = 10000, KERNEL_MAX_POINTS = 100000, KERNEL_MAX_SWEEPS = 100 };

struct kernel_parameter {
	const char *name, *doc; // doc NULL: not said
	double value;           // when nothing is said, NAN: must be said
	const char *type;       // the same of a number format, NULL
	bool is_type;           // the name of a number format
	bool whole;             // counts things: whole numbers from 1 on
	bool used;              // by a formula, itself or the bytes of its format
};

struct kernel_formula {
	const struct expr *expr; // NULL: the kernel has none
	const char *text;
	const char *level;       // of bytes at this memory level, NULL: plain bytes
	struct place place;      // of the text
};

struct kernel {
	const char *name, *doc, *source;
	struct { struct kernel_parameter *items; size_t count, cap; } parameters;
	struct kernel_formula flops, network;
	struct { struct kernel_formula *items; size_t count, cap; } bytes;
	const char *names[KERNEL_MAX_PARAMETERS]; // in its formulas
	size_t name_count;
	bool own;                  // of a spec or a command line: it says nothing about its parameters
	const struct json *json;   // as a spec has it, or NULL
	struct place place;
};

// ---- built in -----------------------------------------------------------------------------------------------------------------------------------------

enum { BUILT_IN_MAX_PARAMETERS = 12 };

struct built_in {
	const char *name, *doc, *source; // where the formulas come from
	const char *flops, *bytes, *network; // NULL: none
	struct kernel_parameter parameters[BUILT_IN_MAX_PARAMETERS]; // ends with a NULL name
};

extern const struct built_in built_in_kernels[]; // ends with a NULL name
// Parsed. NULL when there is none of that name.
const struct kernel *kernel_built_in(struct arena *arena, const char *name);

// ---- number formats -----------------------------------------------------------------------------------------------------------------------------------

struct number_format {
	const char *name;
	double bytes; // of one number
};
extern const struct number_format number_formats[]; // ends with a NULL name

// What stands for the bytes of a format in a formula ("dtype_x": "sx"), NULL when `name` names no format; and back.
const char *kernel_size_symbol(const char *name);
const char *kernel_type_of_symbol(const char *symbol);

// ---- a kernel of one's own ----------------------------------------------------------------------------------------------------------------------------

// Fills names and parameters of a kernel whose formulas are there. False with an error [limit].
bool kernel_complete(struct arena *arena, struct kernel *kernel, struct place place, struct diags *diags);
// Where a parameter stands first in its formulas; nowhere when in none.
struct place kernel_place_of(const struct kernel *kernel, const char *parameter);
// The formula `text`; false with located errors.
bool kernel_formula_parse(struct arena *arena, struct kernel_formula *formula, struct place text, struct diags *diags);
// `flops=2*b*d*f; bytes=2*(b*d+d*f+b*f)`, also `bytes.L2=` and `network_bytes=`. NULL with located errors.
const struct kernel *kernel_from_text(struct arena *arena, const struct source *text, struct diags *diags);

// One member of "kernels". NULL with located errors.
const struct kernel *kernel_read(const struct key_context *context, const struct json *value);
extern const struct key kernel_keys[];

// ---- what a point asks for ----------------------------------------------------------------------------------------------------------------------------

struct kernel_param {
	const char *name;
	double number;       // NAN: a number format
	const char *format;  // as written, NULL: a number
	struct place key_place, place;
};

struct kernel_time {
	double time, low, high; // s
};

struct sweep_spec {
	const char *parameter;
	double from, to, steps;
	enum scale_kind scale;
	struct { double *items; size_t count, cap; } list; // instead of the four above
	bool is_list;
	struct place key_place, place;
};

struct kernel_call {
	const char *name;            // of the kernel
	struct { struct kernel_param *items; size_t count, cap; } params;
	bool swept;
	struct sweep_spec sweep;
	struct { struct kernel_time *items; size_t count, cap; } times; // of a sweep, one a value
	struct place place, times_place; // of the name, of the times
};

extern const struct key sweep_range_keys[]; // of struct sweep_spec
bool kernel_read_name(const struct key_context *context, const struct key *key, const struct json *value, void *point);
bool kernel_read_params(const struct key_context *context, const struct key *key, const struct json *value, void *point);
bool kernel_read_sweep(const struct key_context *context, const struct key *key, const struct json *value, void *point);
struct kernel_call *kernel_call_of(struct arena *arena, struct point *point); // made where there is none

// ---- what a point has of it ---------------------------------------------------------------------------------------------------------------------------

struct kernel_use {
	const struct kernel *kernel;
	const struct kernel_call *call;
	const struct point *written;     // the point as it was before its kernel was evaluated
	struct expr_binding *bindings;   // of every name in the formulas; the swept one at the first value
	size_t binding_count, swept;     // index of the swept one, binding_count: none
	struct { struct kernel_param *items; size_t count, cap; } params; // for people: as given, with the defaults
};

// What `call` says about the kernel, in full. NULL with located errors. `precision`: of the point, or NULL; it gets the default where there is none.
const struct kernel_use *kernel_bind(struct arena *arena, const struct kernel *kernel, const struct point *point, const char **precision, struct diags *diags);
// The values of a sweep, rising, without duplicates. `index`: of its time among those of the call. NULL with located errors.
struct sweep_value {
	double value;
	size_t index;
};
const struct sweep_value *kernel_sweep_values(struct arena *arena, const struct kernel *kernel, const struct kernel_call *call, size_t *count, struct diags *diags);
// True when a sweep's parameter counts things.
bool kernel_sweep_whole(const struct kernel *kernel, const struct sweep_spec *sweep);

// The value of a formula at any value of the swept parameter (which is not looked at without one); NAN where it fails or there is no formula.
double kernel_use_value(const struct kernel_use *use, const struct expr *expr, double swept);

// Evaluates the kernels of all points: a point with a kernel gets its FLOPs and bytes, a point with a sweep becomes one point for each value, named
// "name b=512". Once for a chart, when everything is merged. False with located errors.
bool kernels_expand(struct arena *arena, struct chart *chart, struct diags *diags);

#endif
