// SPDX-License-Identifier: MIT
#include "import/figure.h"

#include "base/num.h"
#include "base/text.h"
#include "input/csv.h"
#include "input/units.h"

#include <glib.h>
#include <math.h>

enum { SHOWN_CHARS = 40 };

struct figure figure_of(struct arena *arena, const struct json *value)
{
	if (!value || value->type == JSON_NULL)
		return (struct figure){0};
	const char *text = value->type == JSON_STRING ? value->string
		: arena_strndup(arena, value->place.source->bytes + value->place.offset, value->place.length);
	return (struct figure){text, value->place};
}

struct figure figure_member(struct arena *arena, const struct json *object, const char *key)
{
	return figure_of(arena, json_member(object, key));
}

static bool fail(const struct import *in, enum diag_id id, struct figure figure, const char *what, const char *expected)
{
	g_autofree char *shown = text_shorten(figure.text, SHOWN_CHARS);
	diags_add(in->diags, id, figure.place, "expected %s in '%s', found '%s'", expected, what, shown);
	return false;
}

bool figure_read(const struct import *in, struct figure figure, const char *what, double factor, double *value)
{
	*value = NAN;
	if (!figure.text || csv_is_missing(figure.text))
		return true;
	double number;
	if (!num_parse(figure.text, &number))
		return fail(in, DIAG_WRONG_VALUE, figure, what, "a number");
	if (number < 0)
		return fail(in, DIAG_NEGATIVE, figure, what, "0 or more");
	return units_scale(figure.text, factor, value) || fail(in, DIAG_WRONG_VALUE, figure, what, UNITS_RANGE);
}
