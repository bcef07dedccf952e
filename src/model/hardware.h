// SPDX-License-Identifier: MIT
// A machine: its ceilings, in SI base units. Shared by the catalogue, the spec and the ceiling importers.
#ifndef RAFTER_MODEL_HARDWARE_H
#define RAFTER_MODEL_HARDWARE_H

#include "base/arena.h"
#include "base/diag.h"
#include "input/json.h"
#include "input/keys.h"

// Where a figure comes from: symbol and name.
#define CEILING_KINDS(X) \
	X(CEILING_DATASHEET, "datasheet") \
	X(CEILING_DERIVED, "derived") \
	X(CEILING_MEASURED, "measured") \
	X(CEILING_ASSUMED, "assumed")

enum ceiling_kind {
	CEILING_UNSAID,
#define X(symbol, name) symbol,
	CEILING_KINDS(X)
#undef X
};
const char *ceiling_kind_name(enum ceiling_kind kind); // NULL for CEILING_UNSAID
extern const char *const ceiling_kind_names[];         // NULL-terminated, from CEILING_DATASHEET on

// The places in a memory hierarchy.
#define MEMORY_LEVELS(X) X("main") X("l1") X("l2") X("l3") X("l4") X("shared") X("host") X("other")
extern const char *const memory_level_names[]; // NULL-terminated

// A flat roof. Every peak is dense; 0 in `peak` with `sparse` > 0 does not occur (peak is required).
struct compute_ceiling {
	const char *name;        // "BF16 Tensor Core"
	const char *precision;   // canonical, lower case ("bf16", "int8"), or NULL
	const char *pipe;        // "vector", "tensor", ... or NULL
	const char *accumulate;  // "fp32", "fp16", "int32", or NULL
	double peak, low, high;  // FLOP/s (OP/s for integers); low and high NAN when not said
	double sparse;           // FLOP/s with 2:4 (or the vendor's) sparsity, NAN when none
	double clock;            // Hz behind the peak, NAN when unknown
	enum ceiling_kind kind;
	const char *source, *confidence, *note;
	bool is_default;         // drawn when nothing is selected
	bool always;             // drawn whatever is selected: it was given by itself
	struct place place;
};

// A slope.
struct memory_ceiling {
	const char *name;
	const char *level;       // one of memory_level_names, or NULL
	double bandwidth, low, high; // byte/s; low and high NAN when not said
	double capacity;         // byte, NAN when not said
	bool always;             // drawn whatever is selected: it was given by itself
	enum ceiling_kind kind;
	const char *source, *confidence, *note;
	struct place place;
};

struct network_ceiling {
	const char *name;
	const char *id;          // of the catalogue, or NULL
	double bandwidth;        // byte/s of payload, one direction
	double both_ways;        // byte/s, both directions added, NAN when not said
	const char *scope;       // "per GPU", "per port", or NULL
	enum ceiling_kind kind;
	const char *source, *confidence, *note;
	struct place place;
};

struct hardware_select {
	struct key_strings compute, memory, network;
};

struct hardware {
	const char *id, *name, *vendor, *architecture, *note;
	double year;             // of introduction, NAN when unknown
	double tdp_w;            // thermal design power in watt, NAN when unknown
	const char *confidence;
	struct { struct compute_ceiling *items; size_t count, cap; } compute;
	struct { struct memory_ceiling *items; size_t count, cap; } memory;
	struct { struct network_ceiling *items; size_t count, cap; } network;
	struct hardware_select select;
	struct place place;
};

// Set every field to "not said".
void hardware_init(struct hardware *hardware);
void compute_init(struct compute_ceiling *ceiling);
void memory_init(struct memory_ceiling *ceiling);
void network_init(struct network_ceiling *ceiling);

const char *hardware_name(const struct hardware *hardware); // its name, else its id, else NULL
// True when a chart of both would show everything twice: the same id and name, ceilings and selection.
bool hardware_is_same(const struct hardware *a, const struct hardware *b);

// What a name in `preset`, `hardware` or `network` is looked up with (the catalogue; tests pass their own).
struct hardware_lookup {
	// NULL with an error at `place` when the name fits none or several.
	const struct hardware *(*device)(void *user, struct arena *arena, const char *name, struct place place, struct diags *diags);
	const struct network_ceiling *(*link)(void *user, struct arena *arena, const char *name, struct place place, struct diags *diags);
	void *user;
};

// A hardware object (or a name, by `lookup`). NULL with located errors. A ceiling of 0 is left out with a warning [zero-roof]. With `preset` the object's
// fields replace the preset's: a list replaces the whole list.
const struct hardware *hardware_read(struct arena *arena, const struct json *value, const struct hardware_lookup *lookup, struct diags *diags);
// The same of a machine that may have slopes alone, or roofs alone: another one is drawn with it.
const struct hardware *hardware_read_part(struct arena *arena, const struct json *value, const struct hardware_lookup *lookup, struct diags *diags);
// The same over an existing machine: only the fields that `value` gives are replaced (`--set hardware.select.compute=fp64`).
const struct hardware *hardware_change(struct arena *arena, const struct hardware *base, const struct json *value, const struct hardware_lookup *lookup,
	struct diags *diags);
extern const struct key hardware_keys[];
extern const struct key compute_keys[];
extern const struct key memory_keys[];
extern const struct key network_keys[];
extern const struct key select_keys[];

// A roofline needs a peak and a slope: true with at least one compute ceiling and one memory or link.
bool hardware_is_whole(const struct hardware *hardware);

// The place in the hierarchy that a memory's name begins with ("L1 cache": "l1", "HBM2e" and "DDR4-3200": "main"), in any case; NULL when it says none.
// `*word`, where it is asked for: the usual spelling of a name that is a known word alone ("hbm2e": "HBM2e"), else NULL.
const char *memory_level_of(const char *name, const char **word);

// The memory that is main memory: level "main", else the first. NULL when there is no memory.
const struct memory_ceiling *hardware_main_memory(const struct hardware *hardware);
// The memory that bytes of `level` ("HBM2", "L2", "DRAM", "main") meet, in any case: by level first, by name second, by technology third ("HBM" meets "HBM3e",
// "DDR5" meets "8 x DDR5-4800", when one memory only is of that kind); else "dram", "mem", "main memory" and words that begin with hbm, ddr, gddr or lpddr mean
// main memory. NULL when none.
const struct memory_ceiling *hardware_find_memory(const struct hardware *hardware, const char *level);
// By id or name in any case and with any blanks or dashes ("nvlink-4" meets "NVLink 4"), else the only one whose name begins with `name` as whole words ("nvlink" meets "NVLink 4"). NULL when none.
const struct network_ceiling *hardware_find_network(const struct hardware *hardware, const char *name);
// "BF16", "bfloat16", "double", "half" ... as the canonical lower-case name; an unknown word in lower case.
const char *precision_canonical(struct arena *arena, const char *name);
// True for the usual number formats ("bf16"), false for words that a machine of the user may have of its own.
bool precision_is_known(const char *canonical);

#endif
