// SPDX-License-Identifier: MIT
// The grammar check of JSON and the places that it finds; private to the JSON reader.
#ifndef RAFTER_INPUT_JSON_CHECK_H
#define RAFTER_INPUT_JSON_CHECK_H

#include "base/arena.h"
#include "base/diag.h"
#include "input/json.h"

#include <glib.h>
#include <stdint.h>

enum { JSON_MAX_VALUES = 10 * 1000 * 1000, JSON_MAX_BYTES = 1 << 30 };

// One value, in the order in which values start. Offsets are those of the source; 32 bits do, by JSON_MAX_BYTES.
struct json_token {
	enum json_type type;
	uint32_t offset, length;
	uint32_t key_offset, key_length; // quotes included; length 0 outside an object
	double number;
};

struct json_scan {
	const struct source *source;
	struct diags *diags;
	char *text;        // the source and a NUL
	const char *at;    // in `text`, what is read next
	GArray *tokens;    // struct json_token
	struct arena *scratch;
	bool loose;        // NaN, Infinity and -Infinity are null
};

// Checks the whole source. False after adding errors; json_scan_clear in both cases.
bool json_scan_run(struct json_scan *scan, const struct source *source, bool loose, struct diags *diags);
void json_scan_clear(struct json_scan *scan);

// The scalars (json_scan.c): `at` stands on the first character and is moved past the last one. False after adding an error.
bool json_scan_string(struct json_scan *scan);
bool json_scan_number(struct json_scan *scan, double *number);
bool json_scan_word(struct json_scan *scan, enum json_type *type); // true, false, null, and what people write instead of a value
bool json_scan_loose_word(struct json_scan *scan); // NaN, Infinity, -Infinity; false without an error when none of them stands there

// The characters between the quotes of a checked string, decoded; borrowed from the text where nothing is escaped, else from the scratch arena.
const char *json_scan_decode(struct json_scan *scan, const char *inside, size_t length, size_t *decoded);

// Adds an error at `from` in the text; false.
bool json_scan_fail(struct json_scan *scan, const char *from, size_t length, const char *format, ...) __attribute__((format(printf, 4, 5)));
// What stands at `from`, for messages: "'x'", "the end of the text". Newly allocated (g_free).
char *json_scan_found(const char *from);

#endif
