// SPDX-License-Identifier: MIT
#include "theme/size.h"

#include "base/num.h"
#include "base/text.h"
#include "input/units.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#define PX_PER_INCH 96.0
#define MM_PER_INCH 25.4
#define SCREEN(name, width, height, doc) {name, width, height, false, doc}
#define INCHES(name, width, doc) {name, (width) * PX_PER_INCH, (width) * PX_PER_INCH * UNITS_HEIGHT_BY_WIDTH, true, doc}
#define MILLIMETRES(name, width, doc) INCHES(name, (width) / MM_PER_INCH, doc)

// Widths by the authors' kits of the publishers.
const struct size sizes[] = {
	SCREEN("web", 960, 600, "a page or a README (960 x 600 px)"),
	SCREEN("slide-16x9", 1280, 720, "a slide (1280 x 720 px)"),
	INCHES("ieee-column", 3.487, "IEEE, one column (3.487 in)"),
	INCHES("ieee-text", 7.140, "IEEE, both columns (7.140 in)"),
	INCHES("acm-column", 3.337, "ACM sigconf, one column (3.337 in)"),
	INCHES("acm-text", 7.006, "ACM sigconf, both columns (7.006 in)"),
	MILLIMETRES("lncs", 122, "Springer LNCS, the text (122 mm)"),
	MILLIMETRES("nature-column", 89, "Nature, one column (89 mm)"),
	MILLIMETRES("nature-text", 183, "Nature, both columns (183 mm)"),
	INCHES("neurips", 5.5, "NeurIPS, the text (5.5 in)"),
	{0},
};

// A text longer than MAX_CHARS is no size.
enum { MAX_CHARS = 80, SHOWN_CHARS = 40 };

struct length {
	double px;
	const char *unit; // as written, NULL for a bare number
	bool physical;
};

static bool parse_length(const char *text, struct length *length)
{
	struct units_value value;
	enum units_result result = units_parse(text, QUANTITY_LENGTH, &value);
	if (result != UNITS_OK && result != UNITS_NO_UNIT)
		return false;
	*length = (struct length){value.si, result == UNITS_OK ? text + value.unit_offset : NULL, value.physical};
	return true;
}

static bool borrow_unit(struct length *length, const struct length *other)
{
	if (length->unit || !other->unit)
		return true;
	double factor;
	if (units_parse_unit(other->unit, QUANTITY_LENGTH, &factor) != UNITS_OK)
		return false;
	length->px *= factor;
	length->physical = other->physical;
	return true;
}

// The two lengths around the separator of `length` bytes at `at`. The "x" of "px" leaves a left side that is no length, so it is never taken for one.
static bool parse_pair(const char *text, const char *at, size_t length, struct size *size)
{
	g_autofree char *left = g_strndup(text, (size_t)(at - text));
	struct length width, height;
	if (!parse_length(left, &width) || !parse_length(at + length, &height))
		return false;
	if (!borrow_unit(&width, &height) || !borrow_unit(&height, &width))
		return false;
	*size = (struct size){NULL, width.px, height.px, width.physical || height.physical, NULL};
	return true;
}

static bool parse_lengths(const char *text, struct size *size)
{
	static const char *const separators[] = {"x", "X", "\u00D7"};
	if (strlen(text) > MAX_CHARS)
		return false;
	for (const char *at = text; *at; at++) {
		for (size_t i = 0; i < G_N_ELEMENTS(separators); i++) {
			size_t length = strlen(separators[i]);
			if (strncmp(at, separators[i], length) == 0 && parse_pair(text, at, length, size))
				return true;
		}
	}
	struct length width;
	if (!parse_length(text, &width))
		return false;
	*size = (struct size){NULL, width.px, width.px * UNITS_HEIGHT_BY_WIDTH, width.physical, NULL};
	return true;
}

// A size in a file is wrong input; one without a place was typed.
static enum diag_id id_at(struct place place, enum diag_id in_a_file)
{
	return place.source ? in_a_file : DIAG_USAGE;
}

static bool check_sides(const char *text, const struct size *size, struct place place, struct diags *diags)
{
	if (!(size->width_px > 0 && size->height_px > 0)) {
		diags_add(diags, id_at(place, DIAG_WRONG_VALUE), place, "size '%s': expected a width and a height above 0", text);
		return false;
	}
	double side_px = fmax(size->width_px, size->height_px);
	if (side_px > UNITS_MAX_SIDE_PX) {
		diags_add(diags, DIAG_LIMIT, place, "size '%s': expected at most %d px a side (at 96 per inch), found %s px", text,
			UNITS_MAX_SIDE_PX, num_short(side_px, 6).text);
		return false;
	}
	return true;
}

static void report_unknown(const char *text, struct place place, struct diags *diags)
{
	const char *names[G_N_ELEMENTS(sizes)];
	for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++)
		names[i] = sizes[i].name;
	const char *near = text_nearest(text, names, G_N_ELEMENTS(names));
	enum diag_id id = id_at(place, DIAG_UNKNOWN_NAME);
	if (near)
		diags_add(diags, id, place, "unknown size '%s', did you mean '%s'?", text, near);
	else
		diags_add(diags, id, place, "unknown size '%s', expected a name such as ieee-column, a width such as 89mm, or both sides such as 3.5inx2.6in", text);
}

bool size_parse(const char *text, struct size *size, struct place place, struct diags *diags)
{
	for (const struct size *named = sizes; named->name; named++) {
		if (text_same(named->name, text)) {
			*size = *named;
			return true;
		}
	}
	struct size read;
	g_autofree char *shown = text_shorten(text, SHOWN_CHARS);
	if (!parse_lengths(text, &read)) {
		report_unknown(shown, place, diags);
		return false;
	}
	if (!check_sides(shown, &read, place, diags))
		return false;
	*size = read;
	return true;
}
