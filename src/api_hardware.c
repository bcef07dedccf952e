// SPDX-License-Identifier: MIT
// Where machines come from: the catalogue, files, ceilings given one by one.
#include "api.h"

#include "base/num.h"
#include "base/text.h"
#include "hardware/catalogue.h"
#include "import/importer.h"
#include "input/keys.h"
#include "model/spec.h"

#include <math.h>
#include <string.h>

enum { SHOWN_CHARS = 60 };

static const struct place nowhere;

static void add_machine(struct rafter *r, const struct hardware *hardware)
{
	if (hardware)
		*list_push(r->arena, &r->hardware) = hardware;
}

bool rafter_add_hardware(struct rafter *r, const char *device)
{
	const struct hardware_lookup *lookup = r->import_options.lookup ? r->import_options.lookup : &catalogue_lookup;
	api_touch(r);
	add_machine(r, lookup->device(lookup->user, r->arena, device, nowhere, r->diags));
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
		add_machine(r, hardware_read_part(r->arena, value, &catalogue_lookup, r->diags));
		return;
	}
	for (const struct json *item = value->child; item; item = item->next)
		add_machine(r, hardware_read_part(r->arena, item, &catalogue_lookup, r->diags));
	if (!value->child)
		no_machine(r, source);
}

// Of a file with several machines the one that was asked for, else the first, and the others are spoken of.
static bool pick_device(struct rafter *r, const struct source *source, struct chart *chart, size_t from)
{
	size_t count = chart->hardware.count - from, picked = 0;
	double number;
	if (count < 2 || (r->device && strcmp(r->device, "all") == 0))
		return true;
	const struct hardware **machines = chart->hardware.items + from; // not above: the list may have no items
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
	const struct source *source = api_file(r, "hardware", name, bytes, size);
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
