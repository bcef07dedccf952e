// SPDX-License-Identifier: MIT
// The points of a spec.
#include "model/kernel.h"
#include "model/spec_keys.h"

#include "base/text.h"
#include "base/num.h"

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

static bool check_run(const struct key_context *context, const struct json *value, double time_s)
{
	return time_s > 0 || keys_fail(context, DIAG_WRONG_VALUE, value->place, value->path, "expected a time above 0, found 0; a run without a time is null");
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
		if (keys_read_value(context, row, item, &times[count]) && check_run(context, item, times[count]))
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

static bool read_one_time(const struct key_context *context, const struct json *value, struct point *point)
{
	struct key row = {.name = "time", .type = KEY_QUANTITY, .quantity = QUANTITY_SECOND};
	return value->type == JSON_ARRAY ? read_times(context, &row, value, point) : keys_read_value(context, &row, value, &point->time);
}

// Of a sweep: one time a value, or a list of its runs.
static bool read_sweep_times(const struct key_context *context, const struct json *value, struct kernel_call *call)
{
	bool ok = true;
	call->times_place = value->place;
	for (const struct json *item = value->child; item; item = item->next) {
		struct point at_value;
		point_init(&at_value);
		ok = read_one_time(context, item, &at_value) && ok;
		*list_push(context->arena, &call->times) = (struct kernel_time){at_value.time, at_value.time_low, at_value.time_high};
	}
	return ok;
}

static bool read_time(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	(void)key;
	struct point *point = object;
	bool of_sweep = point->call && point->call->swept && value->type == JSON_ARRAY;
	return of_sweep ? read_sweep_times(context, value, point->call) : read_one_time(context, value, point);
}

static bool read_processors(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	struct point *point = object;
	struct key row = {.name = key->name, .type = KEY_NUMBER, .offset = offsetof(struct point, processors)};
	if (!keys_read_value(context, &row, value, point))
		return false;
	if (point->processors >= 1 && point->processors == floor(point->processors))
		return true;
	g_autofree char *message = g_strdup_printf("expected a whole number of processors from 1 on, found %s", num_exact(point->processors).text);
	return keys_fail(context, DIAG_WRONG_VALUE, value->place, value->path, message);
}

#define FIGURE_SCHEMA "{\"type\": [\"number\", \"string\", \"null\"], " KEYS_QUANTITY_SCHEMA "}"
#define BY_LEVEL_SCHEMA "{\"anyOf\": [" FIGURE_SCHEMA ", {\"type\": \"object\", \"minProperties\": 1, \"additionalProperties\": " FIGURE_SCHEMA "}]}"
#define TIME_SCHEMA "{\"anyOf\": [" FIGURE_SCHEMA ", {\"type\": \"array\", \"minItems\": 1, \"items\": " FIGURE_SCHEMA "}]}"
#define FIELD(name) offsetof(struct point, name)

const struct key point_keys[] = {
	{"name", KEY_STRING, FIELD(name), .required = true, .doc = "what was measured; need not be unique", .example = "\"qkv proj\""},
	{"label", KEY_STRING, FIELD(label), .doc = "text on the chart; default the name", .example = "\"QKV\""},
	{"series", KEY_STRING, FIELD(series), .doc = "key of the series, which gives colour and shape", .example = "\"gemm\""},
	{"precision", KEY_STRING, FIELD(precision), .doc = "number format (fp64, bf16, int8 ...): the point is judged by the roofs of this precision",
		.example = "\"bf16\""},
	{"pipe", KEY_STRING, FIELD(pipe), .doc = "unit that computes, \"vector\" or \"tensor\", where the precision has several roofs", .example = "\"tensor\""},
	{"sparse", KEY_BOOL, FIELD(sparse), .doc = "judged by the peak with structured sparsity; default false", .example = "true"},
	{"flops", KEY_QUANTITY, FIELD(flops), QUANTITY_FLOP, .doc = "operations done, FLOP", .example = "\"1.3 TFLOP\", 1300000000000.0"},
	{"macs", KEY_QUANTITY, FIELD(macs), QUANTITY_MAC, .doc = "multiply-adds done, 2 FLOP each", .example = "\"650 GMAC\""},
	{"bytes", KEY_CUSTOM, FIELD(levels), .read = read_bytes, .schema = BY_LEVEL_SCHEMA, .doc = "data moved, byte: of one memory, or an object by memory level",
		.example = "\"1.4 GB\", {\"HBM2\": \"91 GB\", \"L2\": \"240 GB\", \"L1\": \"1.05 TB\"}"},
	{"time", KEY_CUSTOM, FIELD(time), .read = read_time, .schema = TIME_SCHEMA,
		.doc = "duration of all of it, s; of a list of runs the median, with their range as an error bar",
		.example = "\"1.75 ms\", [\"0.52 s\", \"0.53 s\", \"0.55 s\"]"},
	{"intensity", KEY_CUSTOM, FIELD(levels), .read = read_intensity, .schema = BY_LEVEL_SCHEMA,
		.doc = "arithmetic intensity, FLOP/byte: of one memory, or an object by memory level", .example = "0.42, {\"L2\": 1.6, \"main\": 6.9}"},
	{"performance", KEY_QUANTITY, FIELD(performance), QUANTITY_FLOP_RATE, .doc = "rate reached, FLOP/s", .example = "\"611 GFLOP/s\""},
	{"bandwidth", KEY_QUANTITY, FIELD(bandwidth), QUANTITY_BYTE_RATE, .doc = "rate of the data moved, byte/s", .example = "\"1.4 TB/s\""},
	{"calls", KEY_QUANTITY, FIELD(calls), QUANTITY_NONE, .doc = "how often it ran, where flops and bytes are those of one call and time is that of all",
		.example = "100"},
	{"memory", KEY_STRING, FIELD(memory), .doc = "memory level or name that plain bytes belong to; default main memory", .example = "\"L2\""},
	{"network", KEY_STRING, FIELD(network), .doc = "name of the link that network_bytes go over", .example = "\"NVLink 4\""},
	{"network_bytes", KEY_QUANTITY, FIELD(network_bytes), QUANTITY_BYTE, .in_bits = true, .doc = "data sent over the link, byte", .example = "\"64 MB\""},
	{"hardware", KEY_STRING, FIELD(hardware), .doc = "id or name of the machine, where several are drawn", .example = "\"nvidia-h100-sxm\""},
	{"marker", KEY_ENUM, FIELD(marker), .choices = marker_names, .doc = "shape; default by series", .example = "\"diamond\""},
	{"color", KEY_COLOUR, FIELD(color), .doc = "#rgb, #rrggbb or a basic colour name; default by series", .example = "\"#D55E00\""},
	{"baseline", KEY_STRING, FIELD(baseline), .doc = "name of the older point that this one is compared with: an arrow comes from there, which is drawn faint",
		.example = "\"qkv proj, before\""},
	{"note", KEY_STRING, FIELD(note), .doc = "a remark, shown as a tooltip", .example = "\"fused with the bias\""},
	{"launches", KEY_QUANTITY, FIELD(launches), QUANTITY_NONE, .doc = "how many launches of a kernel were added up in this point; default 1",
		.example = "24"},
	{"clock", KEY_QUANTITY, FIELD(clock), QUANTITY_FREQUENCY, .doc = "clock of the processor while it ran, Hz", .example = "\"1.41 GHz\""},
	{"shape", KEY_STRING, FIELD(shape), .doc = "grid and block of the launch", .example = "\"(128, 1, 1)x(256, 1, 1)\""},
	{"assumptions", KEY_STRING, FIELD(assumptions), .doc = "what an importer assumed to get these figures", .example = "\"512 FLOP per tensor instruction\""},
	{"missing", KEY_STRING, FIELD(missing), .doc = "why an importer could not fill the point", .example = "\"no time\""},
	{"kernel", KEY_CUSTOM, .read = kernel_read_name, .schema = "{\"type\": [\"string\", \"null\"]}",
		.doc = "kernel whose formulas give flops and bytes: a built-in one (rafter list kernels), or one of \"kernels\"", .example = "\"matmul\""},
	{"params", KEY_CUSTOM, .read = kernel_read_params,
		.schema = "{\"type\": [\"object\", \"null\"], \"additionalProperties\": {\"type\": [\"number\", \"string\", \"null\"]}}",
		.doc = "values of the kernel's parameters: numbers, and for dtype the name of a number format",
		.example = "{\"b\": 32, \"d\": 8192, \"f\": 28672, \"dtype\": \"bf16\"}"},
	{"sweep", KEY_CUSTOM, .read = kernel_read_sweep,
		.schema = "{\"type\": [\"object\", \"null\"], \"minProperties\": 1, \"maxProperties\": 1, \"additionalProperties\": "
			"{\"anyOf\": [{\"$ref\": \"#/$defs/sweep_range\"}, {\"type\": \"array\", \"minItems\": 1, \"items\": {\"type\": \"number\"}}]}}",
		.doc = "one parameter that runs over a range or a list, a point for each value; a measured sweep has a list of times, one a value",
		.example = "{\"b\": {\"from\": 1, \"to\": 4096, \"steps\": 13, \"scale\": \"log\"}}, {\"b\": [1, 8, 64]}"},
	{"n", KEY_CUSTOM, FIELD(processors), .read = read_processors, .schema = "{\"type\": [\"integer\", \"null\"], \"minimum\": 1}",
		.doc = "number of processors, in a scaling chart", .example = "64"},
	{0},
};

// Parameters and a sweep are those of a kernel.
static bool check_call(const struct key_context *context, const struct json *value, const struct point *point)
{
	static const char *const parts[] = {"params", "sweep"};
	for (size_t i = 0; i < G_N_ELEMENTS(parts) && point->call && !point->call->name; i++) {
		const struct json *member = json_member(value, parts[i]);
		if (member && member->type != JSON_NULL)
			return keys_fail(context, DIAG_MISSING_KEY, member->key_place, member->path, "expected the key 'kernel' beside it, whose parameters these are");
	}
	return true;
}

static bool check_point(const struct key_context *context, const struct json *value, const struct point *point)
{
	const struct json *name = json_member(value, "name"), *launches = json_member(value, "launches"), *calls = json_member(value, "calls");
	if (!*point->name)
		return keys_fail(context, DIAG_WRONG_VALUE, name->place, name->path, "expected a name of at least one character, found an empty one");
	if (text_is_blank(point->name))
		return keys_fail(context, DIAG_WRONG_VALUE, name->place, name->path, "expected a name that can be seen, found blanks alone");
	if (calls && !calls_check(context, calls->place, calls->path, point->calls))
		return false;
	return !launches || launches_check(context, launches->place, launches->path, point->launches);
}

bool spec_read_point(const struct key_context *context, const struct json *value, struct point *point)
{
	point_init(point);
	point->place = value->place;
	// Plain bytes are those of `memory`, wherever that key stands.
	const struct json *memory = json_member(value, "memory");
	if (memory && memory->type == JSON_STRING)
		point->memory = memory->string;
	// Times of a sweep are told apart from those of runs, wherever that key stands.
	const struct json *sweep = json_member(value, "sweep");
	if (sweep && sweep->type != JSON_NULL)
		kernel_call_of(context->arena, point)->swept = true;
	bool ok = keys_read(context, point_keys, value, point);
	ok = check_call(context, value, point) && ok;
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
		if (spec_read_point(&of_point, item, &point))
			*list_push(context->arena, &chart->points) = point;
		else
			ok = false;
	}
	return ok;
}
