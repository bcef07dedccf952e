// SPDX-License-Identifier: MIT
// Entries of the catalogue, for its tests.
#ifndef TEST_CATALOGUE_FIXTURE_H
#define TEST_CATALOGUE_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"
#include "embed/embedded.h"
#include "hardware/catalogue.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static inline int setup(void **state)
{
	*state = arena_new();
	return 0;
}

static inline int teardown(void **state)
{
	arena_free(*state);
	return 0;
}

static inline const struct hardware *device(void **state, const char *id)
{
	const struct hardware *hardware = catalogue_device(*state, id);
	if (!hardware)
		fail_msg("no device %s", id);
	return hardware;
}

static inline void assert_near(const char *what, double value, double expected, double tolerance)
{
	if (!(fabs(value - expected) <= tolerance))
		fail_msg("%s: %.17g, expected %.17g", what, value, expected);
}

#endif
