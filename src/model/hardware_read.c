// SPDX-License-Identifier: MIT
// A hardware object to struct hardware, by tables.
#include "model/hardware.h"

#include "base/text.h"

#include <glib.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#define LIST_SCHEMA(item) "{\"type\": [\"array\", \"null\"], \"items\": " item "}"
#define REF(name) "{\"$ref\": \"#/$defs/" name "\"}"

static bool read_kind(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	struct key row = {.name = key->name, .type = KEY_ENUM, .choices = ceiling_kind_names};
	int index = 0;
	if (!keys_read_value(context, &row, value, &index))
		return false;
	*(enum ceiling_kind *)((char *)object + key->offset) = (enum ceiling_kind)(index + 1);
	return true;
}

static bool read_level(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	struct key row = {.name = key->name, .type = KEY_STRING};
	const char *level = NULL;
	if (!keys_read_value(context, &row, value, &level))
		return false;
	size_t count = 0;
	for (; memory_level_names[count]; count++) {
		if (text_same(level, memory_level_names[count])) {
			((struct memory_ceiling *)object)->level = memory_level_names[count];
			return true;
		}
	}
	g_autofree char *what = g_strdup_printf("memory level in %s:", value->path);
	keys_unknown(context->diags, DIAG_WRONG_VALUE, value->place, what, level, memory_level_names, count);
	return false;
}

// The name of the device to start from is looked up before the other keys are read.
static bool read_preset(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	(void)object;
	struct key row = {.name = key->name, .type = KEY_STRING};
	const char *name = NULL;
	return keys_read_value(context, &row, value, &name);
}

static bool read_select(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	return keys_read(context, select_keys, value, (char *)object + key->offset);
}

static bool is_list(const struct key_context *context, const struct json *value, const char *of)
{
	if (value->type == JSON_ARRAY)
		return true;
	diags_add(context->diags, DIAG_WRONG_TYPE, value->place, "%s: expected a list of %s, found %s", value->path, of, json_type_name(value));
	return false;
}

static bool check_name(const struct key_context *context, const struct json *value, const char *name)
{
	if (name && !text_is_blank(name))
		return true;
	diags_add(context->diags, DIAG_WRONG_VALUE, value->place, "%s.name: expected a name such as \"HBM3\", found %s", value->path,
		name && *name ? "blanks alone" : "an empty one");
	return false;
}

// A rate of 0 was not measured: it has no place on a logarithmic axis and says nothing of the other roofs.
static bool is_zero(const struct key_context *context, const struct json *value, const char *key, const char *name, double rate)
{
	if (rate > 0)
		return false;
	const struct json *member = json_member(value, key);
	diags_add(context->diags, DIAG_ZERO_ROOF, member ? member->place : value->place, "%s: the %s of '%s' is 0, so this roof is left out", value->path, key,
		name);
	return true;
}

static bool check_range(const struct key_context *context, const struct json *value, const char *key, double low, double rate, double high)
{
	if (!(low > rate) && !(high < rate))
		return true;
	bool is_low = low > rate;
	enum quantity quantity = strcmp(key, "peak") ? QUANTITY_BYTE_RATE : QUANTITY_FLOP_RATE;
	const struct json *member = json_member(value, is_low ? "low" : "high");
	diags_add(context->diags, DIAG_CONTRADICTION, member ? member->place : value->place, "%s: expected low <= %s <= high, found %s %s with %s %s", value->path,
		key, is_low ? "low" : "high", units_format(context->arena, is_low ? low : high, quantity, 4), key,
		units_format(context->arena, rate, quantity, 4));
	return false;
}

static bool read_compute(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	(void)key;
	struct hardware *hardware = object;
	if (!is_list(context, value, "compute ceilings"))
		return false;
	hardware->compute.items = NULL;
	hardware->compute.count = hardware->compute.cap = 0;
	bool ok = true;
	for (const struct json *item = value->child; item; item = item->next) {
		struct compute_ceiling ceiling;
		compute_init(&ceiling);
		ceiling.place = item->place;
		if (!keys_read(context, compute_keys, item, &ceiling) || !check_name(context, item, ceiling.name) ||
			!check_range(context, item, "peak", ceiling.low, ceiling.peak, ceiling.high)) {
			ok = false;
			continue;
		}
		if (is_zero(context, item, "peak", ceiling.name, ceiling.peak))
			continue;
		if (!isnan(ceiling.sparse) && is_zero(context, item, "sparse", ceiling.name, ceiling.sparse))
			ceiling.sparse = NAN;
		ceiling.precision = precision_canonical(context->arena, ceiling.precision);
		ceiling.accumulate = precision_canonical(context->arena, ceiling.accumulate);
		*list_push(context->arena, &hardware->compute) = ceiling;
	}
	return ok;
}

static bool read_memory(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	(void)key;
	struct hardware *hardware = object;
	if (!is_list(context, value, "memories"))
		return false;
	hardware->memory.items = NULL;
	hardware->memory.count = hardware->memory.cap = 0;
	bool ok = true;
	for (const struct json *item = value->child; item; item = item->next) {
		struct memory_ceiling ceiling;
		memory_init(&ceiling);
		ceiling.place = item->place;
		if (!keys_read(context, memory_keys, item, &ceiling) || !check_name(context, item, ceiling.name) ||
			!check_range(context, item, "bandwidth", ceiling.low, ceiling.bandwidth, ceiling.high)) {
			ok = false;
			continue;
		}
		if (!is_zero(context, item, "bandwidth", ceiling.name, ceiling.bandwidth))
			*list_push(context->arena, &hardware->memory) = ceiling;
	}
	return ok;
}

// A link of the catalogue by its name.
static bool find_link(const struct key_context *context, const struct json *item, struct network_ceiling *ceiling)
{
	const struct hardware_lookup *lookup = context->user;
	if (!lookup) {
		diags_add(context->diags, DIAG_UNKNOWN_NAME, item->place, "%s: expected an object with name and bandwidth, found the name '%s' of a link", item->path,
			item->string);
		return false;
	}
	const struct network_ceiling *link = lookup->link(lookup->user, context->arena, item->string, item->place, context->diags);
	if (!link)
		return false;
	*ceiling = *link;
	ceiling->place = item->place;
	return true;
}

static bool read_link(const struct key_context *context, const struct json *item, struct network_ceiling *ceiling)
{
	if (item->type == JSON_STRING)
		return find_link(context, item, ceiling);
	return keys_read(context, network_keys, item, ceiling) && check_name(context, item, ceiling->name);
}

static bool read_network(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	(void)key;
	struct hardware *hardware = object;
	if (!is_list(context, value, "links"))
		return false;
	hardware->network.items = NULL;
	hardware->network.count = hardware->network.cap = 0;
	bool ok = true;
	for (const struct json *item = value->child; item; item = item->next) {
		struct network_ceiling ceiling;
		network_init(&ceiling);
		ceiling.place = item->place;
		if (!read_link(context, item, &ceiling))
			ok = false;
		else if (!is_zero(context, item, "bandwidth", ceiling.name, ceiling.bandwidth))
			*list_push(context->arena, &hardware->network) = ceiling;
	}
	return ok;
}

#define NULLABLE_STRING_SCHEMA "{\"type\": [\"string\", \"null\"]}"
#define QUOTED_KIND(symbol, name) "\"" name "\", "
#define QUOTED_LEVEL(name) "\"" name "\", "
#define KIND_SCHEMA "{\"enum\": [" CEILING_KINDS(QUOTED_KIND) "null]}"
// Any case is read; the usual one is what an editor should offer.
#define LEVEL_SCHEMA "{\"anyOf\": [{\"enum\": [" MEMORY_LEVELS(QUOTED_LEVEL) "null]}, {\"type\": \"string\", \"pattern\": \"[A-Z]\"}]}"
#define PROVENANCE_KEYS(type) \
	{"kind", KEY_CUSTOM, offsetof(type, kind), .read = read_kind, .schema = KIND_SCHEMA, \
		.doc = "where the figure comes from; derived: computed from other figures", .example = "\"datasheet\""}, \
	{"source", KEY_STRING, offsetof(type, source), .doc = "the page, paper or benchmark that the figure was taken from", .example = "\"BabelStream 5.0, triad\""}, \
	{"confidence", KEY_STRING, offsetof(type, confidence), .doc = "how far the figure can be trusted, in a word", .example = "\"high\""}, \
	{"note", KEY_STRING, offsetof(type, note), .doc = "anything a reader should know about the figure", .example = "\"at the boost clock\""}

const struct key compute_keys[] = {
	{"name", KEY_STRING, offsetof(struct compute_ceiling, name), .required = true, .doc = "what the roof is called on the chart, \"BF16 Tensor Core\"",
		.example = "\"BF16 Tensor Core\""},
	{"precision", KEY_STRING, offsetof(struct compute_ceiling, precision),
		.doc = "number format, fp64 fp32 tf32 bf16 fp16 fp8 fp6 fp4 int8 ...: points of this precision are judged by this roof", .example = "\"bf16\""},
	{"pipe", KEY_STRING, offsetof(struct compute_ceiling, pipe), .doc = "the unit that computes, \"vector\" or \"tensor\"", .example = "\"tensor\""},
	{"peak", KEY_QUANTITY, offsetof(struct compute_ceiling, peak), QUANTITY_FLOP_RATE, .required = true,
		.doc = "dense peak, FLOP/s (OP/s for integers); 0 leaves the roof out with a warning", .example = "\"989.4 TFLOP/s\""},
	{"low", KEY_QUANTITY, offsetof(struct compute_ceiling, low), QUANTITY_FLOP_RATE, .doc = "lower end of the range that the peak was seen in, FLOP/s",
		.example = "\"612 TFLOP/s\""},
	{"high", KEY_QUANTITY, offsetof(struct compute_ceiling, high), QUANTITY_FLOP_RATE, .doc = "upper end of the range that the peak was seen in, FLOP/s",
		.example = "\"989 TFLOP/s\""},
	{"accumulate", KEY_STRING, offsetof(struct compute_ceiling, accumulate), .doc = "number format of the sums, where the rate depends on it",
		.example = "\"fp32\""},
	{"sparse", KEY_QUANTITY, offsetof(struct compute_ceiling, sparse), QUANTITY_FLOP_RATE,
		.doc = "peak with structured (2:4) sparsity, FLOP/s; drawn only when asked for", .example = "\"1979 TFLOP/s\""},
	PROVENANCE_KEYS(struct compute_ceiling),
	{"clock", KEY_QUANTITY, offsetof(struct compute_ceiling, clock), QUANTITY_FREQUENCY, .doc = "clock behind the peak, Hz", .example = "\"1.83 GHz\""},
	{"default", KEY_BOOL, offsetof(struct compute_ceiling, is_default), .doc = "drawn when neither select nor the points choose; default false",
		.example = "true"},
	{0},
};

const struct key memory_keys[] = {
	{"name", KEY_STRING, offsetof(struct memory_ceiling, name), .required = true, .doc = "what the slope is called on the chart, \"HBM3\"",
		.example = "\"HBM3\""},
	{"level", KEY_CUSTOM, offsetof(struct memory_ceiling, level), .read = read_level, .schema = LEVEL_SCHEMA,
		.doc = "place in the hierarchy, in any case; without a main the first memory is main memory", .example = "\"main\""},
	{"bandwidth", KEY_QUANTITY, offsetof(struct memory_ceiling, bandwidth), QUANTITY_BYTE_RATE, .required = true,
		.doc = "byte/s; 0 leaves the slope out with a warning", .example = "\"3.35 TB/s\""},
	{"low", KEY_QUANTITY, offsetof(struct memory_ceiling, low), QUANTITY_BYTE_RATE, .doc = "lower end of the range that the bandwidth was seen in, byte/s",
		.example = "\"2.9 TB/s\""},
	{"high", KEY_QUANTITY, offsetof(struct memory_ceiling, high), QUANTITY_BYTE_RATE, .doc = "upper end of the range that the bandwidth was seen in, byte/s",
		.example = "\"3.1 TB/s\""},
	{"capacity", KEY_QUANTITY, offsetof(struct memory_ceiling, capacity), QUANTITY_BYTE, .doc = "size of the memory, byte", .example = "\"80 GB\""},
	PROVENANCE_KEYS(struct memory_ceiling),
	{0},
};

const struct key network_keys[] = {
	{"name", KEY_STRING, offsetof(struct network_ceiling, name), .required = true, .doc = "what the slope is called on the chart, \"NVLink 4\"",
		.example = "\"NVLink 4\""},
	{"id", KEY_STRING, offsetof(struct network_ceiling, id), .doc = "name in the catalogue of links", .example = "\"nvlink-4\""},
	{"bandwidth", KEY_QUANTITY, offsetof(struct network_ceiling, bandwidth), QUANTITY_BYTE_RATE, .required = true, .in_bits = true,
		.doc = "payload in one direction, byte/s (\"400 Gb/s\" is 50 GB/s); 0 leaves the slope out with a warning", .example = "\"450 GB/s\", \"400 Gb/s\""},
	{"both_ways", KEY_QUANTITY, offsetof(struct network_ceiling, both_ways), QUANTITY_BYTE_RATE, .in_bits = true, .doc = "both directions added, byte/s",
		.example = "\"900 GB/s\""},
	{"scope", KEY_STRING, offsetof(struct network_ceiling, scope), .doc = "what the bandwidth is for, \"per GPU\" or \"per port\"", .example = "\"per GPU\""},
	PROVENANCE_KEYS(struct network_ceiling),
	{0},
};

const struct key select_keys[] = {
	{"compute", KEY_STRINGS, offsetof(struct hardware_select, compute), .doc = "names or precisions of the flat roofs to draw",
		.example = "[\"fp64\", \"bf16\"]"},
	{"memory", KEY_STRINGS, offsetof(struct hardware_select, memory), .doc = "names or levels of the slopes to draw", .example = "[\"main\", \"L2\"]"},
	{"network", KEY_STRINGS, offsetof(struct hardware_select, network), .doc = "names of the links to draw", .example = "[\"NVLink 4\"]"},
	{0},
};

const struct key hardware_keys[] = {
	{"$schema", KEY_IGNORED, .doc = "the JSON Schema of this format, for editors", .example = "\"rafter-1.schema.json\""},
	{"id", KEY_STRING, offsetof(struct hardware, id), .doc = "short name for scripts and file names, \"nvidia-h100-sxm\"", .example = "\"nvidia-h100-sxm\""},
	{"name", KEY_STRING, offsetof(struct hardware, name), .doc = "what the machine is called on the chart; default the id, else \"custom machine\"",
		.example = "\"H100 SXM5 80GB\""},
	{"preset", KEY_CUSTOM, .read = read_preset, .schema = NULLABLE_STRING_SCHEMA,
		.doc = "device of the catalogue to start from: the other keys replace its fields, a list replaces the whole list", .example = "\"nvidia-h100-sxm\""},
	{"vendor", KEY_STRING, offsetof(struct hardware, vendor), .doc = "who makes it", .example = "\"NVIDIA\""},
	{"architecture", KEY_STRING, offsetof(struct hardware, architecture), .doc = "name of the design, \"Hopper GH100\"", .example = "\"Hopper GH100\""},
	{"year", KEY_NUMBER, offsetof(struct hardware, year), .low = 1940, .high = 2200, .doc = "year of introduction", .example = "2022"},
	{"tdp", KEY_NUMBER, offsetof(struct hardware, tdp_w), .low = 0, .high = 1e9, .doc = "thermal design power, W", .example = "700"},
	{"confidence", KEY_STRING, offsetof(struct hardware, confidence), .doc = "how far the figures can be trusted, in a word", .example = "\"high\""},
	{"note", KEY_STRING, offsetof(struct hardware, note), .doc = "anything a reader should know about the machine", .example = "\"power capped at 300 W\""},
	{"compute", KEY_CUSTOM, offsetof(struct hardware, compute), .read = read_compute, .schema = LIST_SCHEMA(REF("compute")),
		.doc = "flat roofs, at least one", .example = "[{\"name\": \"FP64 FMA\", \"precision\": \"fp64\", \"peak\": \"7.07 TFLOP/s\"}]"},
	{"memory", KEY_CUSTOM, offsetof(struct hardware, memory), .read = read_memory, .schema = LIST_SCHEMA(REF("memory")), .doc = "slopes, one per memory",
		.example = "[{\"name\": \"HBM2\", \"level\": \"main\", \"bandwidth\": \"828 GB/s\"}]"},
	{"network", KEY_CUSTOM, offsetof(struct hardware, network), .read = read_network,
		.schema = LIST_SCHEMA("{\"anyOf\": [{\"type\": \"string\"}, " REF("network") "]}"), .doc = "links: objects, or names from the catalogue of links",
		.example = "[\"nvlink-4\"]"},
	{"select", KEY_CUSTOM, offsetof(struct hardware, select), .read = read_select, .schema = "{\"anyOf\": [" REF("select") ", {\"type\": \"null\"}]}",
		.doc = "which ceilings are drawn; default: those that the points use, else the machine's defaults",
		.example = "{\"compute\": [\"fp64\"], \"memory\": [\"HBM2\"]}"},
	{0},
};

static bool check_ceilings(const struct hardware *hardware, const struct json *value, struct diags *diags)
{
	if (hardware_is_whole(hardware))
		return true;
	const char *name = hardware->name;
	if (!hardware->compute.count)
		diags_add(diags, DIAG_MISSING_KEY, value->place, "%s: '%s' has no peak above 0, expected at least one compute ceiling such as "
			"{\"name\": \"FP32\", \"peak\": \"19.5 TFLOP/s\"}", *value->path ? value->path : "hardware", name);
	if (!hardware->memory.count && !hardware->network.count)
		diags_add(diags, DIAG_MISSING_KEY, value->place, "%s: '%s' has no bandwidth above 0, expected at least one memory such as "
			"{\"name\": \"HBM2\", \"bandwidth\": \"1.6 TB/s\"}", *value->path ? value->path : "hardware", name);
	return false;
}

static const struct hardware *find_device(struct arena *arena, const struct json *value, const struct hardware_lookup *lookup, struct diags *diags)
{
	if (lookup)
		return lookup->device(lookup->user, arena, value->string, value->place, diags);
	diags_add(diags, DIAG_UNKNOWN_NAME, value->place, "%s: expected an object with compute and memory, found the name '%s' of a device", value->path,
		value->string);
	return NULL;
}

static struct hardware *read_over(struct arena *arena, const struct hardware *base, const struct json *value, const struct hardware_lookup *lookup,
	struct diags *diags)
{
	struct hardware *hardware = arena_alloc(arena, sizeof *hardware);
	*hardware = *base;
	hardware->place = value->place;
	struct key_context context = {.arena = arena, .diags = diags, .user = (void *)lookup};
	if (!keys_read(&context, hardware_keys, value, hardware))
		return NULL;
	if (!hardware->name || text_is_blank(hardware->name))
		hardware->name = hardware->id && *hardware->id ? hardware->id : "custom machine";
	return hardware;
}

const struct hardware *hardware_change(struct arena *arena, const struct hardware *base, const struct json *value, const struct hardware_lookup *lookup,
	struct diags *diags)
{
	const struct hardware *hardware = read_over(arena, base, value, lookup, diags);
	return hardware && check_ceilings(hardware, value, diags) ? hardware : NULL;
}

static const struct hardware *read_object(struct arena *arena, const struct json *value, const struct hardware_lookup *lookup, bool whole, struct diags *diags)
{
	struct hardware none;
	hardware_init(&none);
	const struct json *preset = json_member(value, "preset");
	bool has_preset = preset && preset->type == JSON_STRING;
	const struct hardware *base = has_preset ? find_device(arena, preset, lookup, diags) : &none;
	// The other keys are read all the same, so that all errors are said at once.
	const struct hardware *hardware = read_over(arena, base ? base : &none, value, lookup, diags);
	if (!base || !hardware)
		return NULL;
	bool any = hardware->compute.count || hardware->memory.count || hardware->network.count;
	return (any && !whole) || check_ceilings(hardware, value, diags) ? hardware : NULL;
}

static const struct hardware *read_machine(struct arena *arena, const struct json *value, const struct hardware_lookup *lookup, bool whole, struct diags *diags)
{
	if (value->type == JSON_STRING)
		return find_device(arena, value, lookup, diags);
	if (value->type != JSON_OBJECT) {
		diags_add(diags, DIAG_WRONG_TYPE, value->place, "%s: expected the name of a device or an object, found %s", *value->path ? value->path : "hardware",
			json_type_name(value));
		return NULL;
	}
	return read_object(arena, value, lookup, whole, diags);
}

const struct hardware *hardware_read(struct arena *arena, const struct json *value, const struct hardware_lookup *lookup, struct diags *diags)
{
	return read_machine(arena, value, lookup, true, diags);
}

const struct hardware *hardware_read_part(struct arena *arena, const struct json *value, const struct hardware_lookup *lookup, struct diags *diags)
{
	return read_machine(arena, value, lookup, false, diags);
}
