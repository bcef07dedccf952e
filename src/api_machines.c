// SPDX-License-Identifier: MIT
// The machines of a chart, from what the caller and the inputs gave: parts joined to one that is whole, each once, or the device that a profiler file names.
#include "api.h"

#include "base/text.h"
#include "hardware/catalogue.h"
#include "model/spec.h"

#include <string.h>

enum { SHOWN_CHARS = 60, MAX_MACHINES = 16 };

static const struct place nowhere;

static bool no_whole(struct rafter *r, const struct hardware *machine)
{
	const char *name = hardware_name(machine);
	if (machine == r->own_machine && machine->compute.count)
		diags_add(r->diags, DIAG_USAGE, nowhere, "--peak without --bandwidth: a roofline needs both, as --bandwidth '3.35 TB/s'");
	else if (machine == r->own_machine)
		diags_add(r->diags, DIAG_USAGE, nowhere, "--bandwidth without --peak: a roofline needs both, as --peak '67 TFLOP/s'");
	else
		diags_add(r->diags, DIAG_NO_HARDWARE, machine->place, "'%s' has %s alone, and a roofline needs both: add %s, or --hardware with a device", name ? name : "",
			machine->compute.count ? "compute roofs" : "slopes", machine->compute.count ? "--bandwidth '3.35 TB/s'" : "--peak '67 TFLOP/s'");
	return false;
}

static void *joined(struct rafter *r, const void *a, size_t a_count, const void *b, size_t b_count, size_t size)
{
	char *items = arena_array(r->arena, a_count + b_count + 1, size);
	if (a_count)
		memcpy(items, a, a_count * size);
	if (b_count)
		memcpy(items + a_count * size, b, b_count * size);
	return items;
}

#define JOIN(r, to, from) ((to)->items = joined((r), (to)->items, (to)->count, (from)->items, (from)->count, sizeof *(to)->items), \
	(to)->count = (to)->cap = (to)->count + (from)->count)

// The ceilings of `part` behind those of `machine`, drawn whatever is selected.
static const struct hardware *with_ceilings(struct rafter *r, const struct hardware *machine, const struct hardware *part)
{
	struct hardware *copy = arena_alloc(r->arena, sizeof *copy);
	*copy = *machine;
	JOIN(r, &copy->compute, &part->compute);
	JOIN(r, &copy->memory, &part->memory);
	JOIN(r, &copy->network, &part->network);
	for (size_t i = machine->compute.count; i < copy->compute.count; i++)
		copy->compute.items[i].always = true;
	for (size_t i = machine->memory.count; i < copy->memory.count; i++)
		copy->memory.items[i].always = true;
	return copy;
}

// Where ceilings of both kinds are drawn, a measured one says so.
static const struct hardware *with_measured_said(struct rafter *r, const struct hardware *machine)
{
	struct hardware *copy = arena_alloc(r->arena, sizeof *copy);
	const struct hardware nothing = {0};
	*copy = *machine;
	JOIN(r, &copy->compute, &nothing.compute);
	JOIN(r, &copy->memory, &nothing.memory);
	for (size_t i = 0; i < copy->compute.count; i++)
		if (copy->compute.items[i].kind == CEILING_MEASURED)
			copy->compute.items[i].name = arena_printf(r->arena, "%s, measured", copy->compute.items[i].name);
	for (size_t i = 0; i < copy->memory.count; i++)
		if (copy->memory.items[i].kind == CEILING_MEASURED)
			copy->memory.items[i].name = arena_printf(r->arena, "%s, measured", copy->memory.items[i].name);
	return copy;
}

static void count_kinds(const struct hardware *machine, size_t *measured, size_t *others)
{
	for (size_t i = 0; i < machine->compute.count; i++)
		++*(machine->compute.items[i].kind == CEILING_MEASURED ? measured : others);
	for (size_t i = 0; i < machine->memory.count; i++)
		++*(machine->memory.items[i].kind == CEILING_MEASURED ? measured : others);
}

// Machines with slopes alone, or roofs alone, are ceilings of the first whole one; without a whole one they are parts of one machine.
static bool join_parts(struct rafter *r, struct hardware_list *list)
{
	const struct hardware *base = NULL;
	size_t kept = 0, at = 0, measured = 0, others = 0;
	bool own = false;
	for (size_t i = 0; i < list->count && !base; i++)
		base = hardware_is_whole(list->items[i]) ? list->items[i] : NULL;
	const struct hardware *first = base;
	for (size_t i = 0; i < list->count; i++) {
		const struct hardware *machine = list->items[i];
		if (hardware_is_whole(machine)) {
			at = machine == first ? kept : at;
			list->items[kept++] = machine;
			continue;
		}
		own |= machine == r->own_machine;
		base = base ? with_ceilings(r, base, machine) : machine;
	}
	if (!base)
		return true;
	if (!hardware_is_whole(base))
		return no_whole(r, own ? r->own_machine : base);
	list->items[at] = base;
	list->count = kept ? kept : 1;
	for (size_t i = 0; i < list->count; i++)
		count_kinds(list->items[i], &measured, &others);
	for (size_t i = 0; i < list->count && measured && others && (r->hardware.count + (r->own_machine != NULL)) > 1; i++)
		list->items[i] = with_measured_said(r, list->items[i]);
	return true;
}

// The inputs' own machines. Parts of one are no machine, and must not stand in the way of one that a profiler file names.
static bool settle_inputs(struct rafter *r, struct chart *chart)
{
	struct hardware_list list = {chart->hardware.items, chart->hardware.count, chart->hardware.cap};
	bool any = false, parts = false;
	for (size_t i = 0; i < list.count; i++) {
		any |= hardware_is_whole(list.items[i]);
		parts |= !hardware_is_whole(list.items[i]);
	}
	if (!parts)
		return true;
	if (!any) {
		diags_add(r->diags, DIAG_IGNORED, list.items[0]->place, "the file has %s alone: they are not used; --hardware takes them as ceilings",
			list.items[0]->compute.count ? "compute roofs" : "slopes");
		chart->hardware.count = 0;
		return true;
	}
	bool ok = join_parts(r, &list);
	chart->hardware.count = list.count;
	return ok;
}

bool api_hardware_apply(struct rafter *r, struct chart *chart)
{
	if (!r->hardware.count && !r->own_machine)
		return settle_inputs(r, chart);
	struct hardware_list list = {0};
	// A peak for the slopes of an input, or the other way round.
	for (size_t i = 0; i < chart->hardware.count && !r->hardware.count && !hardware_is_whole(r->own_machine); i++)
		if (!hardware_is_whole(chart->hardware.items[i]))
			*list_push(r->arena, &list) = chart->hardware.items[i];
	for (size_t i = 0; i < r->hardware.count; i++)
		*list_push(r->arena, &list) = r->hardware.items[i];
	if (r->own_machine)
		*list_push(r->arena, &list) = r->own_machine;
	if (!join_parts(r, &list))
		return false;
	chart->hardware.items = list.items;
	chart->hardware.count = list.count;
	chart->hardware.cap = list.cap;
	return true;
}

bool rafter_export_hardware(struct rafter *r, struct rafter_bytes *bytes)
{
	*bytes = (struct rafter_bytes){0};
	if (!api_ok(r))
		return false;
	if (!r->hardware.count) {
		diags_add(r->diags, DIAG_NO_HARDWARE, nowhere, "expected a file of ceilings, found none");
		return false;
	}
	GString *text = g_string_new(NULL);
	spec_write_hardware(r->hardware.items, r->hardware.count, text);
	*bytes = api_bytes(text);
	return true;
}

static bool no_hardware(struct rafter *r, const struct chart *chart)
{
	g_autofree char *hint = chart->device_hint ? text_shorten(chart->device_hint, SHOWN_CHARS) : NULL;
	diags_add(r->diags, DIAG_NO_HARDWARE, nowhere,
		"no hardware%s%s%s: add --hardware with a device ('rafter list hardware' names them), as --hardware nvidia-h100-sxm, or with a file; or give the ceilings, "
		"as --peak '67 TFLOP/s' --bandwidth '3.35 TB/s'", hint ? ", and the device in the file ('" : "", hint ? hint : "", hint ? "') is not one of the catalogue" : "");
	return false;
}

bool api_hardware_hint(struct rafter *r, struct chart *chart)
{
	enum { MANY = 8 };
	const char *ids[MANY];
	if (chart->hardware.count || chart->options.kind == CHART_SCALING)
		return true;
	size_t count = chart->device_hint ? catalogue_match(chart->device_hint, ids, MANY) : 0;
	if (count > 1) {
		// The lookup says which ones, and fails.
		catalogue_lookup.device(catalogue_lookup.user, r->arena, chart->device_hint, nowhere, r->diags);
		return false;
	}
	const struct hardware *device = count ? catalogue_device(r->arena, ids[0]) : NULL;
	if (!device)
		return no_hardware(r, chart);
	diags_add(r->diags, DIAG_ASSUMED, nowhere, "hardware is '%s': the file names the device '%s'; --hardware says otherwise", ids[0], chart->device_hint);
	*list_push(r->arena, &chart->hardware) = device;
	return true;
}

void api_hardware_distinct(struct rafter *r, struct chart *chart)
{
	size_t kept = 0;
	for (size_t i = 0; i < chart->hardware.count; i++) {
		const struct hardware *machine = chart->hardware.items[i];
		bool again = false;
		for (size_t k = 0; k < kept && !again; k++)
			again = hardware_is_same(machine, chart->hardware.items[k]);
		if (again)
			diags_add(r->diags, DIAG_IGNORED, nowhere, "the machine '%s' is given twice: it is drawn once", hardware_name(machine));
		else
			chart->hardware.items[kept++] = machine;
	}
	chart->hardware.count = kept;
}

bool api_hardware_check(struct rafter *r, const struct chart *chart)
{
	if (chart->hardware.count <= MAX_MACHINES)
		return true;
	diags_add(r->diags, DIAG_LIMIT, nowhere, "expected at most %d machines in one chart, found %zu", MAX_MACHINES, chart->hardware.count);
	return false;
}
