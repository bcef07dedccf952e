// SPDX-License-Identifier: MIT
#include "import/ceilings.h"

#include "input/units.h"

#include <math.h>

struct ceilings ceilings_begin(const struct import *in, const char *name, const char *source)
{
	struct ceilings ceilings = {.in = in, .machine = arena_alloc(in->arena, sizeof *ceilings.machine), .source = source};
	hardware_init(ceilings.machine);
	ceilings.machine->name = name ? name : importer_machine_name(in->arena, in->source->name);
	ceilings.machine->place = (struct place){in->source, 0, 0};
	return ceilings;
}

static bool is_measured(const struct ceilings *ceilings, const char *what, const struct measured *measured)
{
	if (isinf(measured->rate)) {
		diags_add(ceilings->in->diags, DIAG_WRONG_VALUE, measured->place, "expected " UNITS_RANGE " for the %s of '%s', found more", what, measured->name);
		return false;
	}
	if (measured->rate > 0)
		return true;
	diags_add(ceilings->in->diags, DIAG_ZERO_ROOF, measured->place, "the %s of '%s' is 0, so this roof is left out", what, measured->name);
	return false;
}

// A range that the value is not in is no range of it.
static double bound(double value, double rate, bool is_low)
{
	return value > 0 && (is_low ? value <= rate : value >= rate) ? value : NAN;
}

void ceilings_add_memory(struct ceilings *ceilings, struct measured measured)
{
	if (!is_measured(ceilings, "bandwidth", &measured))
		return;
	struct memory_ceiling *memory = list_push(ceilings->in->arena, &ceilings->machine->memory);
	memory_init(memory);
	memory->name = measured.name;
	memory->level = measured.level ? measured.level : memory_level_of(measured.name, NULL);
	memory->bandwidth = measured.rate;
	memory->low = bound(measured.low, measured.rate, true);
	memory->high = bound(measured.high, measured.rate, false);
	memory->kind = measured.derived ? CEILING_DERIVED : CEILING_MEASURED;
	memory->source = ceilings->source;
	memory->place = measured.place;
}

void ceilings_add_compute(struct ceilings *ceilings, struct measured measured)
{
	if (!is_measured(ceilings, "peak", &measured))
		return;
	struct compute_ceiling *compute = list_push(ceilings->in->arena, &ceilings->machine->compute);
	compute_init(compute);
	compute->name = measured.name;
	compute->precision = measured.precision;
	compute->pipe = measured.pipe;
	compute->peak = measured.rate;
	compute->low = bound(measured.low, measured.rate, true);
	compute->high = bound(measured.high, measured.rate, false);
	compute->kind = measured.derived ? CEILING_DERIVED : CEILING_MEASURED;
	compute->source = ceilings->source;
	compute->place = measured.place;
}

void ceilings_add_link(struct ceilings *ceilings, struct measured measured)
{
	if (!is_measured(ceilings, "bandwidth", &measured))
		return;
	struct network_ceiling *link = list_push(ceilings->in->arena, &ceilings->machine->network);
	network_init(link);
	link->name = measured.name;
	link->bandwidth = measured.rate;
	link->kind = measured.derived ? CEILING_DERIVED : CEILING_MEASURED;
	link->source = ceilings->source;
}

bool ceilings_end(struct ceilings *ceilings)
{
	const struct hardware *machine = ceilings->machine;
	if (machine->compute.count || machine->memory.count || machine->network.count) {
		*list_push(ceilings->in->arena, &ceilings->in->chart->hardware) = machine;
		return true;
	}
	diags_add(ceilings->in->diags, DIAG_BAD_PROFILE, (struct place){ceilings->in->source, 0, 0}, "expected ceilings above 0 by %s, found none",
		ceilings->source);
	return false;
}
