// SPDX-License-Identifier: MIT
// Units as ncu spells them, until 2022 ("nsecond", "Gbyte/second", "cycle/nsecond") and since ("ns", "Gbyte/s", "Ghz"). Prefixes are powers of 1000.
#include "import/ncu.h"

#include "input/units.h"

#include <glib.h>
#include <string.h>

static const char *const whole[] = {"byte", "bytes", "inst", "sector", "request"};

static bool time_of(const char *name, double *seconds)
{
	return units_parse_unit(name, QUANTITY_SECOND, seconds) == UNITS_OK;
}

// The factor of a prefix before one of `stems`; false when the text is none of them.
static bool prefixed(const char *text, const char *const *stems, double *factor)
{
	static const struct {
		char letter;
		double factor;
	} prefixes[] = {{'K', 1e3}, {'M', 1e6}, {'G', 1e9}, {'T', 1e12}, {'P', 1e15}};
	for (size_t i = 0; stems[i]; i++) {
		if (strcmp(text, stems[i]) == 0) {
			*factor = 1;
			return true;
		}
		for (size_t p = 0; p < G_N_ELEMENTS(prefixes); p++) {
			if (text[0] != prefixes[p].letter || strcmp(text + 1, stems[i]) != 0)
				continue;
			*factor = prefixes[p].factor;
			return true;
		}
	}
	return false;
}

// "Gbyte/s", "cycle/nsecond".
static bool per_time(const char *unit, const char *const *stems, double *factor)
{
	const char *slash = strchr(unit, '/');
	double seconds, numerator;
	if (!slash || !time_of(slash + 1, &seconds))
		return false;
	g_autofree char *above = g_strndup(unit, (gsize)(slash - unit));
	if (!prefixed(above, stems, &numerator))
		return false;
	*factor = numerator / seconds;
	return true;
}

bool ncu_unit(const char *unit, enum ncu_dimension dimension, double *factor)
{
	static const char *const bytes[] = {"byte", "bytes", NULL}, *const cycles[] = {"cycle", NULL}, *const hertz[] = {"hz", "Hz", NULL},
		*const counts[] = {"inst", "sector", "request", "cycle", "warp", "thread", "op", "flop", "", NULL};
	*factor = 1;
	switch (dimension) {
	case NCU_COUNT:
		return prefixed(unit, counts, factor);
	case NCU_BYTES:
		return !*unit || prefixed(unit, bytes, factor);
	case NCU_SECONDS:
		return time_of(unit, factor);
	case NCU_HERTZ:
		return prefixed(unit, hertz, factor) || per_time(unit, cycles, factor);
	case NCU_BYTES_PER_SECOND:
		return per_time(unit, bytes, factor);
	case NCU_PER_CYCLE: {
		const char *slash = strchr(unit, '/');
		g_autofree char *above = slash ? g_strndup(unit, (gsize)(slash - unit)) : g_strdup(unit);
		return prefixed(above, counts, factor) || prefixed(above, bytes, factor);
	}
	case NCU_ANY:
		break;
	}
	return true;
}

bool ncu_unit_is_whole(const char *unit)
{
	for (size_t i = 0; i < G_N_ELEMENTS(whole); i++)
		if (strcmp(unit, whole[i]) == 0)
			return true;
	return false;
}
