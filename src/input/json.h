// SPDX-License-Identifier: MIT
// Strict JSON (RFC 8259) with the place of every key and value.
//
// The text is held to the grammar by our own check (json_check.c: UTF-8, numbers, strings, duplicate keys, depth, size) and parsed by cJSON, which
// alone would let many invalid texts pass; the tree below joins cJSON's values with the places that the check found. Keys are case-sensitive.
// Refused by policy beyond the RFC: duplicate keys, "\u0000", numbers out of double's range (1e-400 would become 0), NaN and Infinity (with a hint).
#ifndef RAFTER_INPUT_JSON_H
#define RAFTER_INPUT_JSON_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/source.h"

enum json_type { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

enum { JSON_MAX_DEPTH = 64 };

struct json {
	enum json_type type;
	const char *key;     // in an object, else NULL
	struct place key_place;
	struct place place;  // the whole value
	double number;
	const char *string;  // UTF-8 without NUL inside
	const struct json *child; // first of an array or object
	const struct json *next;
	size_t count;        // of children
	const char *path;    // "points[2].bytes.HBM2"; "" at the root
};

// The root, or NULL with located errors. Lives in the arena; `source` must outlive it.
const struct json *json_read(struct arena *arena, const struct source *source, struct diags *diags);

// The same, with NaN, Infinity and -Infinity read as null: for files of tools that write them. Nothing else is forgiven.
const struct json *json_read_loose(struct arena *arena, const struct source *source, struct diags *diags);

// The grammar alone: true when `source` is strict JSON. All checks of json_read; adds at most one error (JSON cannot be resumed safely), but
// every duplicate key is reported.
bool json_check(const struct source *source, struct diags *diags);

// The byte that the text starts with, behind a byte order mark, blanks and comments (which JSON has none of, but people write); '\0' when there is none.
char json_start(const struct source *source);
// True when the text means to be JSON, though it may be broken: it starts as an object or an array, or its name ends in .json.
bool json_is_meant(const struct source *source);

const struct json *json_member(const struct json *object, const char *key); // NULL when absent or not an object
const char *json_type_name(const struct json *value); // "an object", "a string", "true", "null" ... for messages

#endif
