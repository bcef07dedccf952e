// SPDX-License-Identifier: MIT
// One number of a file, whether it stands in a cell, in a JSON value or in quotes.
#ifndef RAFTER_IMPORT_FIGURE_H
#define RAFTER_IMPORT_FIGURE_H

#include "import/importers.h"
#include "input/json.h"

struct figure {
	const char *text; // NULL: not in the file
	struct place place;
};

// The text of a value: of a string what it says, of another one how it stands there; none for null and NULL.
struct figure figure_of(struct arena *arena, const struct json *value);
// The text of a member that is a number or a string; none for null and for what is not there. Anything else is shown as it stands.
struct figure figure_member(struct arena *arena, const struct json *object, const char *key);

// The value in SI: `factor` is that of the file's unit. NAN, which is no error, when it is missing (csv_is_missing). False with a located error when it is no
// number, negative or out of range; `what` names the figure in the message ("cpu_time").
bool figure_read(const struct import *in, struct figure figure, const char *what, double factor, double *value);

#endif
