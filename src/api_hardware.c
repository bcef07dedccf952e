// SPDX-License-Identifier: MIT
// Where a chart's machines come from: the catalogue, files, ceilings given one by one, and the device that a profiler file names.
#include "api.h"

#include "base/num.h"
#include "base/text.h"
#include "hardware/catalogue.h"
#include "import/importer.h"
#include "input/keys.h"
#include "model/spec.h"

#include <math.h>
#include <string.h>

enum { SHOWN_CHARS = 60, MAX_MACHINES = 16 };

static const struct place nowhere;

static void add_machine(struct rafter *r, const struct hardware *hardware)
{
	if (hardware)
		*list_push(r->arena, &r->hardware) = hardware;
}

bool rafter_add_hardware(struct rafter *r, const char *device)
{
	api_touch(r);
	add_machine(r, catalogue_lookup.device(catalogue_lookup.user, r->arena, device, nowhere, r->diags));
	return api_ok(r);
}

// ---- files --------------------------------------------------------------------------------------------------------------------------------------------

static void no_machine(struct rafter *r, const struct source *source)
{
	diags_add(r->diags, DIAG_NO_HARDWARE, (struct place){source, 0, 0},
		"expected hardware: an object with compute and memory, or a spec that has \"hardware\"; there is none in this file");
}

static void add_json(struct rafter *r, const struct source *source)
{
	const struct json *root = json_read(r->arena, source, r->diags);
	if (!root)
		return;
	const struct json *value = spec_recognise(root) && !json_member(root, "compute") ? json_member(root, "hardware") : root;
	if (!value) {
		no_machine(r, source);
		return;
	}
	if (value->type != JSON_ARRAY) {
		add_machine(r, hardware_read(r->arena, value, &catalogue_lookup, r->diags));
		return;
	}
	for (const struct json *item = value->child; item; item = item->next)
		add_machine(r, hardware_read(r->arena, item, &catalogue_lookup, r->diags));
	if (!value->child)
		no_machine(r, source);
}

// Of a file with several machines the one that was asked for, else the first, and the others are spoken of.
static bool pick_device(struct rafter *r, const struct source *source, struct chart *chart, size_t from)
{
	size_t count = chart->hardware.count - from, picked = 0;
	const struct hardware **machines = chart->hardware.items + from;
	double number;
	if (count < 2 || (r->device && strcmp(r->device, "all") == 0))
		return true;
	g_autoptr(GString) names = g_string_new(NULL);
	for (size_t i = 0; i < count; i++)
		g_string_append_printf(names, "%s%zu ('%s')", i ? ", " : "", i, hardware_name(machines[i]) ? hardware_name(machines[i]) : "");
	if (!r->device) {
		diags_add(r->diags, DIAG_ASSUMED, (struct place){source, 0, 0}, "the file has %zu machines, and the first is taken: --device says otherwise, as one of %s, or all",
			count, names->str);
	} else {
		picked = num_parse(r->device, &number) && number >= 0 && number < (double)count && number == floor(number) ? (size_t)number : count;
		for (size_t i = 0; i < count && picked == count; i++)
			picked = text_same(hardware_name(machines[i]), r->device) ? i : picked;
	}
	if (picked == count) {
		diags_add(r->diags, DIAG_UNKNOWN_NAME, (struct place){source, 0, 0}, "device: expected one of %s, or all, found '%s'", names->str, r->device);
		return false;
	}
	machines[0] = machines[picked];
	chart->hardware.count = from + 1;
	return true;
}

bool api_read(struct rafter *r, const struct importer *importer, const struct source *source, struct chart *chart)
{
	size_t from = chart->hardware.count;
	return importer_read(importer, &(struct import){r->arena, source, &r->import_options, chart, r->diags}) &&
		(importer == &importer_spec || pick_device(r, source, chart, from));
}

static void add_imported(struct rafter *r, const struct importer *importer, const struct source *source)
{
	struct chart scratch;
	chart_init(&scratch);
	if (!api_read(r, importer, source, &scratch))
		return;
	for (size_t i = 0; i < scratch.hardware.count; i++)
		add_machine(r, scratch.hardware.items[i]);
	if (!scratch.hardware.count)
		no_machine(r, source);
}

bool rafter_add_hardware_file(struct rafter *r, const char *name, const void *bytes, size_t size)
{
	const struct source *source = api_source(r, name, bytes, size);
	api_touch(r);
	const struct importer *importer = importer_find(source, NULL, r->diags);
	if (importer == &importer_spec)
		add_json(r, source);
	else if (importer)
		add_imported(r, importer, source);
	return api_ok(r);
}

// ---- ceilings one by one ------------------------------------------------------------------------------------------------------------------------------

struct own_ceiling {
	const char *name; // NULL: none given
	double rate;
};

// "FP32=67 TFLOP/s" or "67 TFLOP/s", read like the value of a key, so that what is wrong is said in the same words.
static bool read_own(struct rafter *r, const char *option, const char *text, enum quantity quantity, struct own_ceiling *own)
{
	const char *valid = api_text(r, text);
	const struct source *source = api_source(r, option, valid, strlen(valid));
	const char *equals = strchr(source->bytes, '='), *value = equals ? equals + 1 : source->bytes;
	if (equals) {
		own->name = g_strstrip(arena_strndup(r->arena, source->bytes, (size_t)(equals - source->bytes)));
		if (!*own->name)
			own->name = NULL;
	}
	// As in a spec, a number alone is in SI base units.
	struct json given = {.type = JSON_STRING, .string = value, .path = option, .place = {source, (size_t)(value - source->bytes), strlen(value)}};
	if (num_parse(value, &given.number))
		given.type = JSON_NUMBER;
	const struct key row = {.name = option, .type = KEY_QUANTITY, .quantity = quantity};
	if (!keys_read_value(&(struct key_context){.arena = r->arena, .diags = r->diags}, &row, &given, &own->rate))
		return false;
	if (own->rate > 0)
		return true;
	g_autofree char *shown = text_shorten(value, SHOWN_CHARS);
	diags_add(r->diags, DIAG_WRONG_VALUE, given.place, "%s: expected a rate above 0, found \"%s\"", option, shown);
	return false;
}

static struct hardware *own_machine(struct rafter *r)
{
	if (!r->own_machine) {
		r->own_machine = arena_alloc(r->arena, sizeof *r->own_machine);
		hardware_init(r->own_machine);
		r->own_machine->name = "custom machine";
	}
	return r->own_machine;
}

static const char *own_name(struct rafter *r, const char *given, const char *what, size_t index)
{
	if (given)
		return given;
	return index ? arena_printf(r->arena, "%s %zu", what, index + 1) : what;
}

// The number format that a ceiling's name begins with ("BF16 dense": "bf16"), or NULL.
static const char *precision_in(struct rafter *r, const char *name)
{
	const char *word = name ? precision_canonical(r->arena, arena_strndup(r->arena, name, strcspn(name, " "))) : NULL;
	return word && precision_is_known(word) ? word : NULL;
}

bool rafter_add_peak(struct rafter *r, const char *peak)
{
	struct own_ceiling own = {.rate = NAN};
	api_touch(r);
	if (!read_own(r, "--peak", peak, QUANTITY_FLOP_RATE, &own))
		return false;
	struct hardware *machine = own_machine(r);
	const char *name = own_name(r, own.name, "Peak", machine->compute.count);
	struct compute_ceiling *ceiling = list_push(r->arena, &machine->compute);
	compute_init(ceiling);
	ceiling->name = name;
	ceiling->precision = precision_in(r, own.name);
	ceiling->peak = own.rate;
	ceiling->is_default = true;
	return api_ok(r);
}

bool rafter_add_bandwidth(struct rafter *r, const char *bandwidth)
{
	struct own_ceiling own = {.rate = NAN};
	api_touch(r);
	if (!read_own(r, "--bandwidth", bandwidth, QUANTITY_BYTE_RATE, &own))
		return false;
	struct hardware *machine = own_machine(r);
	const char *name = own_name(r, own.name, "Memory", machine->memory.count);
	struct memory_ceiling *ceiling = list_push(r->arena, &machine->memory);
	memory_init(ceiling);
	ceiling->name = name;
	ceiling->level = own.name ? memory_level_of(own.name, NULL) : NULL;
	ceiling->bandwidth = own.rate;
	return api_ok(r);
}

// ---- the chart's machines -----------------------------------------------------------------------------------------------------------------------------

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

// What inputs bring besides their points must not stand in the way of the points.
static void drop_parts(struct rafter *r, struct chart *chart)
{
	size_t kept = 0;
	bool any = false;
	for (size_t i = 0; i < chart->hardware.count; i++)
		any |= hardware_is_whole(chart->hardware.items[i]);
	for (size_t i = 0; i < chart->hardware.count; i++) {
		const struct hardware *machine = chart->hardware.items[i];
		bool imported = machine->place.source && !hardware_is_whole(machine) && !any && chart->points.count;
		if (imported)
			diags_add(r->diags, DIAG_IGNORED, machine->place, "the file has %s alone: they are not used; --hardware takes them as ceilings",
				machine->compute.count ? "compute roofs" : "slopes");
		else
			chart->hardware.items[kept++] = machine;
	}
	chart->hardware.count = kept;
}

bool api_hardware_apply(struct rafter *r, struct chart *chart)
{
	if (!r->hardware.count && !r->own_machine) {
		drop_parts(r, chart);
		return true;
	}
	struct hardware_list list = {0};
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
