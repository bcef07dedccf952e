// SPDX-License-Identifier: MIT
// Any bytes as a quantity: a number that is accepted is finite, and is the same one when it has been written and read again.
#include "input/units.h"

#include <glib.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void require(bool holds)
{
	if (!holds)
		abort();
}

static void check(struct arena *arena, const char *text, enum quantity quantity)
{
	enum { LONGEST_HINT = 250 };
	struct units_value value, again;
	double scaled;
	enum units_result result = units_parse(text, quantity, &value);
	g_autofree char *hint = units_hint(text, quantity);
	require(strlen(hint) < LONGEST_HINT);
	require(!units_scale(text, 1e9, &scaled) || isfinite(scaled));
	if (result != UNITS_OK && result != UNITS_OK_BITS)
		return;
	require(isfinite(value.si) && value.unit_offset <= strlen(text));
	const char *written = units_format(arena, value.si, quantity, 17);
	result = units_parse(written, quantity, &again);
	// A length is written in px, a bare number is one.
	require(result == UNITS_OK && again.si == value.si);
	for (int digits = 1; digits < 17; digits++)
		require(units_format(arena, value.si, quantity, digits)[0] != '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	const char *text = arena_strndup(arena, (const char *)data, size);
	enum quantity guessed;
	double factor;
	for (int quantity = 0; quantity < QUANTITY_COUNT; quantity++) {
		check(arena, text, (enum quantity)quantity);
		if (units_parse_unit(text, (enum quantity)quantity, &factor) == UNITS_OK)
			require(isfinite(factor) && factor > 0);
	}
	if (units_guess(text, &guessed, &factor))
		require(guessed < QUANTITY_COUNT && isfinite(factor) && factor > 0);
	arena_free(arena);
	return 0;
}
