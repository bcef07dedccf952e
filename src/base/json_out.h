// SPDX-License-Identifier: MIT
// JSON text, written value by value: two-space indent, members in the order written, numbers by num_exact, strict UTF-8.
#ifndef RAFTER_BASE_JSON_OUT_H
#define RAFTER_BASE_JSON_OUT_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

struct json_out {
	GString *text;
	int depth;
	bool first;   // nothing written yet at this depth
	int flat;     // > 0: this object or array stands on one line
	bool has_key; // a key was written, its value is due
};

void json_out_init(struct json_out *out, GString *text);
void json_open(struct json_out *out, char bracket); // '{' or '['
void json_open_flat(struct json_out *out, char bracket); // all of it on one line
void json_close(struct json_out *out, char bracket); // '}' or ']'
void json_key(struct json_out *out, const char *key);
void json_string(struct json_out *out, const char *value); // NULL writes null; invalid UTF-8 becomes U+FFFD
void json_number(struct json_out *out, double value);      // NAN or infinite writes null
void json_bool(struct json_out *out, bool value);
void json_null(struct json_out *out);

// Key and value in one.
void json_put_string(struct json_out *out, const char *key, const char *value);
void json_put_number(struct json_out *out, const char *key, double value);
void json_put_bool(struct json_out *out, const char *key, bool value);

#endif
