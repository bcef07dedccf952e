// SPDX-License-Identifier: MIT
// The points of a spec.
#include "model/spec_keys.h"

#include <glib.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

// One level of "bytes" or "intensity". A null keeps its level: it is listed as not measured, not forgotten.
static bool read_level(const struct key_context *context, const struct key *row, const struct json *value, struct point *point, struct place place)
{
	struct level_value *level = point_level(context->arena, point, value->key, place);
	if (value->type == JSON_NULL)
		return true;
	if (!isnan(*(double *)((char *)level + row->offset)))
		return keys_fail(context, DIAG_DUPLICATE_KEY, place, value->path, "the same memory level is given twice");
	return keys_read_value(context, row, value, level);
}

static bool read_by_level(const struct key_context *context, const struct key *row, const struct json *value, struct point *point)
{
	if (value->type != JSON_OBJECT) {
		struct level_value *level = point_level(context->arena, point, NULL, value->place);
		return keys_read_value(context, row, value, level);
	}
	if (!value->count)
		return keys_fail(context, DIAG_WRONG_VALUE, value->place, value->path, "expected at least one memory level such as \"HBM\", found an empty object");
	if (value->count > POINT_MAX_LEVELS) {
		g_autofree char *message = g_strdup_printf("expected at most %d memory levels, found %zu", POINT_MAX_LEVELS, value->count);
		return keys_fail(context, DIAG_LIMIT, value->place, value->path, message);
	}
	bool ok = true;
	for (const struct json *item = value->child; item; item = item->next)
		ok = read_level(context, row, item, point, item->key_place) && ok;
	return ok;
}

static bool read_bytes(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	struct key row = {.name = key->name, .type = KEY_QUANTITY, .offset = offsetof(struct level_value, bytes), .quantity = QUANTITY_BYTE};
	return read_by_level(context, &row, value, object);
}

static bool read_intensity(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	struct key row = {.name = key->name, .type = KEY_QUANTITY, .offset = offsetof(struct level_value, intensity), .quantity = QUANTITY_INTENSITY};
	return read_by_level(context, &row, value, object);
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static double median(const double *sorted, size_t count)
{
	size_t half = count / 2;
	return count % 2 ? sorted[half] : sorted[half - 1] / 2 + sorted[half] / 2;
}

// A list of runs: their median, and the range when there are at least two. A null among them is a run without a time.
static bool read_times(const struct key_context *context, const struct key *row, const struct json *value, struct point *point)
{
	if (!value->count)
		return keys_fail(context, DIAG_WRONG_VALUE, value->place, value->path, "expected at least one time such as \"1.75 ms\", found an empty list");
	double *times = arena_array(context->arena, value->count, sizeof *times);
	size_t count = 0;
	bool ok = true;
	for (const struct json *item = value->child; item; item = item->next) {
		if (item->type == JSON_NULL)
			continue;
		if (keys_read_value(context, row, item, &times[count]))
			count++;
		else
			ok = false;
	}
	if (!ok || !count)
		return ok;
	qsort(times, count, sizeof *times, compare_doubles);
	point->time = median(times, count);
	if (count > 1) {
		point->time_low = times[0];
		point->time_high = times[count - 1];
	}
	return true;
}

static bool read_time(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	struct point *point = object;
	struct key row = {.name = key->name, .type = KEY_QUANTITY, .quantity = QUANTITY_SECOND};
	return value->type == JSON_ARRAY ? read_times(context, &row, value, point) : keys_read_value(context, &row, value, &point->time);
}

#define BY_LEVEL_SCHEMA "{\"anyOf\": [{\"type\": [\"number\", \"string\", \"null\"]}, " \
	"{\"type\": \"object\", \"minProperties\": 1, \"additionalProperties\": {\"type\": [\"number\", \"string\", \"null\"]}}]}"
#define TIME_SCHEMA "{\"anyOf\": [{\"type\": [\"number\", \"string\", \"null\"]}, " \
	"{\"type\": \"array\", \"minItems\": 1, \"items\": {\"type\": [\"number\", \"string\", \"null\"]}}]}"
#define FIELD(name) offsetof(struct point, name)

const struct key point_keys[] = {
	{"name", KEY_STRING, FIELD(name), .required = true, .doc = "what was measured; need not be unique"},
	{"label", KEY_STRING, FIELD(label), .doc = "text on the chart; default the name"},
	{"series", KEY_STRING, FIELD(series), .doc = "key of the series, which gives colour and shape"},
	{"precision", KEY_STRING, FIELD(precision), .doc = "number format (fp64, bf16, int8 ...): the point is judged by the roofs of this precision"},
	{"pipe", KEY_STRING, FIELD(pipe), .doc = "unit that computes, \"vector\" or \"tensor\", where the precision has several roofs"},
	{"sparse", KEY_BOOL, FIELD(sparse), .doc = "judged by the peak with structured sparsity; default false"},
	{"flops", KEY_QUANTITY, FIELD(flops), QUANTITY_FLOP, .doc = "operations done, FLOP"},
	{"macs", KEY_QUANTITY, FIELD(macs), QUANTITY_MAC, .doc = "multiply-adds done, 2 FLOP each"},
	{"bytes", KEY_CUSTOM, FIELD(levels), .read = read_bytes, .schema = BY_LEVEL_SCHEMA, .doc = "data moved, byte: of one memory, or an object by memory level"},
	{"time", KEY_CUSTOM, FIELD(time), .read = read_time, .schema = TIME_SCHEMA,
		.doc = "duration of all of it, s; of a list of runs the median, with their range as an error bar"},
	{"intensity", KEY_CUSTOM, FIELD(levels), .read = read_intensity, .schema = BY_LEVEL_SCHEMA,
		.doc = "arithmetic intensity, FLOP/byte: of one memory, or an object by memory level"},
	{"performance", KEY_QUANTITY, FIELD(performance), QUANTITY_FLOP_RATE, .doc = "rate reached, FLOP/s"},
	{"bandwidth", KEY_QUANTITY, FIELD(bandwidth), QUANTITY_BYTE_RATE, .doc = "rate of the data moved, byte/s"},
	{"calls", KEY_QUANTITY, FIELD(calls), QUANTITY_NONE, .doc = "how often it ran, where flops and bytes are those of one call and time is that of all"},
	{"memory", KEY_STRING, FIELD(memory), .doc = "memory level or name that plain bytes belong to; default main memory"},
	{"network", KEY_STRING, FIELD(network), .doc = "name of the link that network_bytes go over"},
	{"network_bytes", KEY_QUANTITY, FIELD(network_bytes), QUANTITY_BYTE, .in_bits = true, .doc = "data sent over the link, byte"},
	{"hardware", KEY_STRING, FIELD(hardware), .doc = "id or name of the machine, where several are drawn"},
	{"marker", KEY_ENUM, FIELD(marker), .choices = marker_names, .doc = "shape; default by series"},
	{"color", KEY_COLOUR, FIELD(color), .doc = "#rgb, #rrggbb or a basic colour name; default by series"},
	{"baseline", KEY_STRING, FIELD(baseline), .doc = "name of the point that an arrow comes from, the first of that name"},
	{"note", KEY_STRING, FIELD(note), .doc = "a remark, shown as a tooltip"},
	{"launches", KEY_QUANTITY, FIELD(launches), QUANTITY_NONE, .doc = "how many launches of a kernel were added up in this point; default 1"},
	{"assumptions", KEY_STRING, FIELD(assumptions), .doc = "what an importer assumed to get these figures"},
	{"missing", KEY_STRING, FIELD(missing), .doc = "why an importer could not fill the point"},
	{"kernel", KEY_IGNORED, .doc = "name of a kernel given as a formula (not in this version: an error)"},
	{"params", KEY_IGNORED, .doc = "values of the kernel's parameters (not in this version: an error)"},
	{"sweep", KEY_IGNORED, .doc = "parameters that run over a range (not in this version: an error)"},
	{"n", KEY_IGNORED, .doc = "number of processors in a scaling chart (not in this version: an error)"},
	{0},
};

static const struct {
	const char *key, *advice;
} unsupported[] = {
	{"kernel", "kernels as formulas are not in this version of rafter; give \"flops\" and \"bytes\" as numbers instead"},
	{"params", "kernels as formulas are not in this version of rafter; give \"flops\" and \"bytes\" as numbers instead"},
	{"sweep", "sweeps of a kernel are not in this version of rafter; give one point for each value, with \"flops\" and \"bytes\" as numbers"},
	{"n", "scaling charts are not in this version of rafter; leave the number of processors out"},
};

static bool check_supported(const struct key_context *context, const struct json *value)
{
	for (size_t i = 0; i < G_N_ELEMENTS(unsupported); i++) {
		const struct json *member = json_member(value, unsupported[i].key);
		if (member && member->type != JSON_NULL)
			return keys_fail(context, DIAG_UNSUPPORTED, member->key_place, member->path, unsupported[i].advice);
	}
	return true;
}

static bool check_point(const struct key_context *context, const struct json *value, const struct point *point)
{
	const struct json *name = json_member(value, "name"), *launches = json_member(value, "launches");
	if (!*point->name)
		return keys_fail(context, DIAG_WRONG_VALUE, name->place, name->path, "expected a name of at least one character, found an empty one");
	return !launches || launches_check(context, launches->place, launches->path, point->launches);
}

static bool read_point(const struct key_context *context, const struct json *value, struct point *point)
{
	point_init(point);
	point->place = value->place;
	// Plain bytes are those of `memory`, wherever that key stands.
	const struct json *memory = json_member(value, "memory");
	if (memory && memory->type == JSON_STRING)
		point->memory = memory->string;
	bool ok = keys_read(context, point_keys, value, point);
	ok = check_supported(context, value) && ok;
	if (!ok || !check_point(context, value, point))
		return false;
	point->precision = precision_canonical(context->arena, point->precision);
	return true;
}

bool spec_read_points(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	(void)key;
	struct chart *chart = object;
	if (value->type != JSON_ARRAY) {
		diags_add(context->diags, DIAG_WRONG_TYPE, value->place, "%s: expected a list of points, found %s", value->path, json_type_name(value));
		return false;
	}
	bool ok = true;
	for (const struct json *item = value->child; item; item = item->next) {
		const struct json *name = json_member(item, "name");
		struct key_context of_point = *context;
		of_point.point = name && name->type == JSON_STRING && *name->string ? name->string : NULL;
		struct point point;
		if (read_point(&of_point, item, &point))
			*list_push(context->arena, &chart->points) = point;
		else
			ok = false;
	}
	return ok;
}
