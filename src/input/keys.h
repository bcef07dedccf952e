// SPDX-License-Identifier: MIT
// Objects read by table: one row per key says its name, type, field and meaning. The same rows give the reader, the "did you mean" and the
// JSON Schema.
#ifndef RAFTER_INPUT_KEYS_H
#define RAFTER_INPUT_KEYS_H

#include "base/arena.h"
#include "base/colour.h"
#include "base/diag.h"
#include "input/json.h"
#include "input/units.h"

enum key_type {
	KEY_STRING,    // const char *
	KEY_NUMBER,    // double; bounds by `low`, `high`
	KEY_QUANTITY,  // double, SI: a number or a string with a unit; >= 0 (a negative one is error [negative]), null leaves the field as it is
	KEY_BOOL,      // bool
	KEY_ENUM,      // int: index into `choices`
	KEY_COLOUR,    // struct colour
	KEY_STRINGS,   // struct key_strings; a lone string is a list of one
	KEY_CUSTOM,    // `read`
	KEY_IGNORED    // accepted, not looked at ($schema)
};

// Of a quantity, beside its "type": a number, or a string that begins with one and ends with a unit. Which unit fits is not said by a schema.
#define KEYS_QUANTITY_SCHEMA "\"minimum\": 0, \"pattern\": \"^\\\\s*[+]?[.]?[0-9].*[A-Za-z]\\\\s*$\""

struct key_strings {
	const char **items;
	size_t count;
	bool given; // the key was there, though perhaps empty
};

struct key_context {
	struct arena *arena;
	struct diags *diags;
	void *user; // of the caller, handed to `read`
	const char *point; // name of the point that is read, for messages, or NULL
};

struct key {
	const char *name;
	enum key_type type;
	size_t offset;            // of the field in the object's struct
	enum quantity quantity;   // KEY_QUANTITY
	const char *const *choices; // KEY_ENUM: NULL-terminated; an entry's index is the value
	double low, high;         // KEY_NUMBER: both 0 for no bounds
	bool required;
	bool in_bits;             // KEY_QUANTITY: bits are as usual as bytes (links), so they are no reason for a warning
	// KEY_CUSTOM: false after adding an error. `object` is the struct being filled.
	bool (*read)(const struct key_context *context, const struct key *key, const struct json *value, void *object);
	const char *doc;          // one line: meaning, unit, default
	const char *schema;       // KEY_CUSTOM: a JSON Schema fragment, or NULL for any
	const char *example;      // values as JSON, one or several with commas between them, or NULL
};

// Fills `object` from `value` by `table` (ends with a row whose name is NULL). All errors of the object are reported: unknown keys with the nearest
// known one, wrong types, missing required keys. `null` for any key that is not required leaves the field as it is. False when there was an error.
bool keys_read(const struct key_context *context, const struct key *table, const struct json *value, void *object);

// One value by one row, for callers that have no object around it.
bool keys_read_value(const struct key_context *context, const struct key *row, const struct json *value, void *object);

// Adds an error or warning: "PATH: MESSAGE (point 'NAME')". False.
bool keys_fail(const struct key_context *context, enum diag_id id, struct place place, const char *path, const char *message);
// The same at `value`, with a printf format.
bool keys_fail_value(const struct key_context *context, enum diag_id id, const struct json *value, const char *format, ...) __attribute__((format(printf, 4, 5)));

// The error for a name that is none of `choices`: "unknown series 'gem', did you mean 'gemm'?" [unknown-name] or the like.
void keys_unknown(struct diags *diags, enum diag_id id, struct place place, const char *what, const char *name, const char *const *choices, size_t count);

#endif
