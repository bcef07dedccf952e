// SPDX-License-Identifier: MIT
// Names of files made from a template such as "charts/{vendor}/{hardware}.{format}", from names that may be anything.
#ifndef RAFTER_BATCH_NAMES_H
#define RAFTER_BATCH_NAMES_H

#include <stdbool.h>
#include <stddef.h>

enum batch_field { BATCH_HARDWARE, BATCH_VENDOR, BATCH_INPUT, BATCH_SERIES, BATCH_POINT, BATCH_FORMAT, BATCH_THEME, BATCH_FIELD_COUNT };
extern const char *const batch_field_names[]; // NULL-terminated: "hardware", "vendor" ...

enum { BATCH_SLUG_BYTES = 100 };

// `name` as a part of a file name: letters, digits, '.', '_' and '-' alone, at most BATCH_SLUG_BYTES, never empty, no name that a system keeps for itself ("CON"), no
// leading '.' or '-'. A name that had to be changed by more than blanks gets eight digits of its SHA-256, so that the name stays the same whatever stands beside it;
// `hashed`: any name that was changed gets them. Newly allocated (g_free).
char *batch_slug(const char *name, bool hashed);

// Slugs of `count` names (NULLs stay NULL): equal names have one slug, different names different ones, in any case. A list of g_free'd strings (g_strfreev is no
// use: it may hold NULLs).
char **batch_slugs(const char *const *names, size_t count);
void batch_slugs_free(char **slugs, size_t count);

// The first field of the template that is none, from its brace ("{gpu}", or "{" where it is not closed): newly allocated, or NULL when all are fields.
char *batch_template_wrong(const char *template);
bool batch_template_has(const char *template, enum batch_field field);
// The path with `values` (slugs) in the place of fields. Newly allocated (g_free).
char *batch_template_expand(const char *template, const char *const values[BATCH_FIELD_COUNT]);
// Length of the folders that every path of the template has: "charts/" of the one above.
size_t batch_template_root(const char *template);

#endif
