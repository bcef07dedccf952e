// SPDX-License-Identifier: MIT
// The tables of the spec outside its points and hardware, and their readers.
#include "model/kernel.h"
#include "model/spec_keys.h"

#include "base/num.h"

#include <glib.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

static const char *const chart_kinds[] = {"roofline", "sweep", "scaling", NULL};
static const char *const label_modes[] = {"auto", "all", "none", "key", NULL};
static const char *const legend_modes[] = {"auto", "inside", "below", "none", NULL};
static const char *const frame_modes[] = {"auto", "ceilings", "points", NULL};
static const char *const tick_modes[] = {"auto", "decades", "1-2-5", "powers-of-two", NULL};
static const char *const scale_kinds[] = {"log", "linear", NULL};

static bool read_version(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	(void)object;
	struct key row = {.name = key->name, .type = KEY_NUMBER};
	double version = NAN;
	if (!keys_read_value(context, &row, value, &version))
		return false;
	if (version == 1)
		return true;
	diags_add(context->diags, DIAG_UNSUPPORTED, value->place, "%s: expected version 1 of the format, found %s; this rafter reads version 1 alone", value->path,
		num_exact(version).text);
	return false;
}

static bool read_kernels(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	(void)key;
	struct chart *chart = object;
	if (value->type != JSON_OBJECT) {
		diags_add(context->diags, DIAG_WRONG_TYPE, value->place, "%s: expected an object such as {\"my_op\": {\"flops\": \"2*n\"}}, found %s", value->path,
			json_type_name(value));
		return false;
	}
	bool ok = true;
	for (const struct json *item = value->child; item; item = item->next) {
		const struct kernel *kernel = item->type == JSON_NULL ? NULL : kernel_read(context, item);
		if (kernel)
			*list_push(context->arena, &chart->kernels) = kernel;
		ok = ok && (kernel || item->type == JSON_NULL);
	}
	return ok;
}

static bool read_nested(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	return keys_read(context, spec_nested_table(key), value, (char *)object + key->offset);
}

// `object` is struct chart_options; what is read stands behind it in struct chart.
static bool read_scaling(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	struct scaling_spec *scaling = (struct scaling_spec *)((char *)object + key->offset);
	scaling->place = value->place;
	return keys_read(context, scaling_keys, value, scaling);
}

static struct place place_of(const struct json *object, const char *key)
{
	const struct json *member = json_member(object, key);
	return member && member->type != JSON_NULL ? member->place : (struct place){0};
}

static bool read_axis(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	if (!read_nested(context, key, value, object))
		return false;
	struct axis_spec *axis = (struct axis_spec *)((char *)object + key->offset);
	axis->min_place = place_of(value, "min");
	axis->max_place = place_of(value, "max");
	axis->place = value->place;
	return true;
}

static bool read_theme(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	struct chart *chart = object;
	struct key row = {.name = key->name, .type = KEY_STRING, .offset = offsetof(struct chart, theme)};
	chart->theme_place = value->place;
	return keys_read_value(context, &row, value, chart);
}

bool spec_read_series(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	(void)key;
	struct chart *chart = object;
	if (value->type != JSON_OBJECT) {
		diags_add(context->diags, DIAG_WRONG_TYPE, value->place, "%s: expected an object such as {\"gemm\": {\"label\": \"GEMM\"}}, found %s", value->path,
			json_type_name(value));
		return false;
	}
	bool ok = true;
	for (const struct json *item = value->child; item; item = item->next) {
		struct series series;
		series_init(&series);
		series.key = item->key;
		series.place = item->key_place;
		if (item->type != JSON_NULL && !keys_read(context, series_keys, item, &series))
			ok = false;
		else
			*list_push(context->arena, &chart->series) = series;
	}
	return ok;
}

// A key inside the machine that is there already (`--set hardware.select.compute=fp64`).
static bool change_hardware(const struct key_context *context, const struct json *value, struct chart *chart)
{
	const struct spec_reader *reader = context->user;
	const struct chart *target = reader->target;
	if (!target->hardware.count) {
		diags_add(context->diags, DIAG_NO_HARDWARE, value->place, "%s: there is no hardware yet that this could be a part of; name the hardware first",
			value->path);
		return false;
	}
	if (target->hardware.count > 1 && !json_member(value, "select")) {
		diags_add(context->diags, DIAG_USAGE, value->place, "%s: the chart has %zu machines, so it is not clear which one is meant; change the spec instead",
			value->path, target->hardware.count);
		return false;
	}
	bool ok = true;
	for (size_t i = 0; i < target->hardware.count; i++) {
		const struct hardware *changed = hardware_change(context->arena, target->hardware.items[i], value, reader->lookup, context->diags);
		if (changed)
			*list_push(context->arena, &chart->hardware) = changed;
		else
			ok = false;
	}
	return ok;
}

static bool push_hardware(const struct key_context *context, const struct json *value, struct chart *chart)
{
	const struct spec_reader *reader = context->user;
	const struct hardware *hardware = hardware_read(context->arena, value, reader->lookup, context->diags);
	if (hardware)
		*list_push(context->arena, &chart->hardware) = hardware;
	return hardware;
}

bool spec_read_hardware(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	(void)key;
	const struct spec_reader *reader = context->user;
	if (reader->partial)
		return change_hardware(context, value, object);
	if (value->type != JSON_ARRAY)
		return push_hardware(context, value, object);
	if (!value->count) {
		diags_add(context->diags, DIAG_WRONG_VALUE, value->place, "%s: expected at least one machine, found an empty list", value->path);
		return false;
	}
	bool ok = true;
	for (const struct json *item = value->child; item; item = item->next)
		ok = push_hardware(context, item, object) && ok;
	return ok;
}

static bool read_length(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	struct size_spec *size = object;
	double length_px = NAN;
	struct key row = {.name = key->name, .type = KEY_QUANTITY, .quantity = QUANTITY_LENGTH};
	if (!keys_read_value(context, &row, value, &length_px))
		return false;
	if (!(length_px > 0)) {
		diags_add(context->diags, DIAG_WRONG_VALUE, value->place, "%s: expected a length above 0 such as \"3.5in\", found 0", value->path);
		return false;
	}
	if (length_px > UNITS_MAX_SIDE_PX) {
		diags_add(context->diags, DIAG_LIMIT, value->place, "%s: expected at most %d px (at 96 per inch), found %s px", value->path, UNITS_MAX_SIDE_PX,
			num_short(length_px, 6).text);
		return false;
	}
	struct units_value parsed = {0};
	bool physical = value->type == JSON_STRING && units_parse(value->string, QUANTITY_LENGTH, &parsed) == UNITS_OK && parsed.physical;
	if (key->offset == offsetof(struct size_spec, width_px)) {
		size->width_px = length_px;
		size->width_physical = physical;
	} else {
		size->height_px = length_px;
		size->height_physical = physical;
		size->height_said = true;
	}
	return true;
}

bool spec_read_size(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	const struct spec_reader *reader = context->user;
	struct size_spec size = {.width_px = NAN, .height_px = NAN};
	if (value->type == JSON_STRING) {
		size.name = value->string;
	} else {
		if (reader->partial) {
			size = reader->target->size;
			size.name = NULL;
		}
		if (!keys_read(context, size_keys, value, &size))
			return false;
		if (isnan(size.width_px)) {
			diags_add(context->diags, DIAG_MISSING_KEY, value->place, "%s: expected a name such as \"web\" or an object with a width such as \"3.5in\"",
				value->path);
			return false;
		}
		if (!size.height_said)
			size.height_px = UNITS_HEIGHT_BY_WIDTH * size.width_px;
		size.physical = size.width_physical || size.height_physical;
	}
	size.place = value->place;
	*(struct size_spec *)((char *)object + key->offset) = size;
	return true;
}

#define OBJECT_SCHEMA(name) "{\"anyOf\": [{\"$ref\": \"#/$defs/" name "\"}, {\"type\": \"null\"}]}"
#define LENGTH_SCHEMA "{\"type\": [\"number\", \"string\", \"null\"], " KEYS_QUANTITY_SCHEMA "}"
#define AXIS_KEYS(axis_quantity, unit, low, high, title) \
	{"min", KEY_QUANTITY, offsetof(struct axis_spec, min), axis_quantity, .doc = "left or lower end, " unit "; default from the frame", .example = low}, \
	{"max", KEY_QUANTITY, offsetof(struct axis_spec, max), axis_quantity, .doc = "right or upper end, " unit "; default from the frame", .example = high}, \
	{"label", KEY_STRING, offsetof(struct axis_spec, label), .doc = "title of the axis in place of the usual one; the unit is added", .example = title}, \
	{"ticks", KEY_ENUM, offsetof(struct axis_spec, ticks), .choices = tick_modes, .doc = "which values get a tick; default auto", .example = "\"decades\""}, \
	{"scale", KEY_ENUM, offsetof(struct axis_spec, scale), .choices = scale_kinds, .doc = "log or linear; a roofline has log axes, default log", .example = "\"linear\""}

const struct key x_axis_keys[] = {AXIS_KEYS(QUANTITY_INTENSITY, "FLOP/byte", "0.1", "10000", "\"Operational intensity\""), {0}};
const struct key y_axis_keys[] = {AXIS_KEYS(QUANTITY_FLOP_RATE, "FLOP/s", "\"10 GFLOP/s\", 1e10", "\"1 PFLOP/s\"", "\"Throughput\""), {0}};

const struct key axes_keys[] = {
	{"x", KEY_CUSTOM, offsetof(struct chart, x), .read = read_axis, .schema = OBJECT_SCHEMA("x_axis"), .doc = "arithmetic intensity",
		.example = "{\"min\": 0.1, \"max\": 10000}"},
	{"y", KEY_CUSTOM, offsetof(struct chart, y), .read = read_axis, .schema = OBJECT_SCHEMA("y_axis"), .doc = "performance",
		.example = "{\"min\": \"1 GFLOP/s\", \"label\": \"Performance\"}"},
	{0},
};

const struct key size_keys[] = {
	{"width", KEY_CUSTOM, offsetof(struct size_spec, width_px), .read = read_length, .schema = LENGTH_SCHEMA,
		.doc = "\"3.5in\", \"89mm\", \"960px\"; a number is px", .example = "\"3.5in\", \"89mm\", 960"},
	{"height", KEY_CUSTOM, offsetof(struct size_spec, height_px), .read = read_length, .schema = LENGTH_SCHEMA, .doc = "like width; default 0.72 of it",
		.example = "\"2.6in\", 600"},
	{0},
};

const struct key series_keys[] = {
	{"label", KEY_STRING, offsetof(struct series, label), .doc = "name in the legend; default the key", .example = "\"GEMM\""},
	{"color", KEY_COLOUR, offsetof(struct series, color), .doc = "#rgb, #rrggbb or a basic colour name; default by the theme",
		.example = "\"#0072B2\", \"black\""},
	{"marker", KEY_ENUM, offsetof(struct series, marker), .choices = marker_names, .doc = "shape of the points; default by the theme",
		.example = "\"circle\""},
	{0},
};

static bool read_notes(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	struct key_strings notes = {0};
	struct key row = {.name = key->name, .type = KEY_STRINGS};
	struct chart *chart = object;
	if (!keys_read_value(context, &row, value, &notes))
		return false;
	for (size_t i = 0; i < notes.count; i++)
		*list_push(context->arena, &chart->notes) = notes.items[i];
	return true;
}

#define OPTION(field) offsetof(struct chart_options, field)
const struct key option_keys[] = {
	{"kind", KEY_ENUM, OPTION(kind), .choices = chart_kinds, .doc = "what is drawn; default roofline", .example = "\"roofline\""},
	{"regions", KEY_BOOL, OPTION(regions), .doc = "shade the memory-bound and compute-bound regions; default true", .example = "false"},
	{"ridge", KEY_BOOL, OPTION(ridge), .doc = "mark the ridge points; default true", .example = "false"},
	{"no_overlap", KEY_BOOL, OPTION(no_overlap),
		.doc = "draw what is attainable when computing and moving data do not overlap, under the highest peak and main memory; default false",
		.example = "true"},
	{"percent", KEY_BOOL, OPTION(percent), .doc = "write the percentage of the roof beside each point; default false", .example = "true"},
	{"labels", KEY_ENUM, OPTION(labels), .choices = label_modes,
		.doc = "names of the points: beside them where there is room, all, none, or as a numbered key", .example = "\"key\""},
	{"legend", KEY_ENUM, OPTION(legend), .choices = legend_modes, .doc = "where the legend stands; default auto", .example = "\"below\""},
	{"frame", KEY_ENUM, OPTION(frame), .choices = frame_modes,
		.doc = "limits of the axes: from the ceilings and widened for every point (auto), from the ceilings alone, or from the points",
		.example = "\"ceilings\""},
	{"drop_lines", KEY_BOOL, OPTION(drop_lines), .doc = "a line from each point down to the x axis; default false", .example = "true"},
	{"size_by_time", KEY_BOOL, OPTION(size_by_time), .doc = "area of a marker by its share of the time; default false", .example = "true"},
	{"sparse", KEY_BOOL, OPTION(sparse), .doc = "draw the peaks with structured sparsity as well; default false", .example = "true"},
	{"clock", KEY_BOOL, OPTION(clock), .doc = "scale the compute roofs that say their clock to the one that the points were measured at; default false",
		.example = "true"},
	{"x", KEY_STRING, OPTION(x), .doc = "parameter along the axis of a sweep chart; default the one that is swept", .example = "\"b\""},
	{"scaling", KEY_CUSTOM, offsetof(struct chart, scaling) - offsetof(struct chart, options), .read = read_scaling, .schema = OBJECT_SCHEMA("scaling"),
		.doc = "laws and fit of a scaling chart", .example = "{\"law\": [\"amdahl\", \"gustafson\"], \"fit\": true}"},
	{0},
};

#define HARDWARE_SCHEMA "{\"anyOf\": [{\"type\": [\"string\", \"null\"]}, {\"$ref\": \"#/$defs/hardware\"}, " \
	"{\"type\": \"array\", \"minItems\": 1, \"items\": {\"anyOf\": [{\"type\": \"string\"}, {\"$ref\": \"#/$defs/hardware\"}]}}]}"

const struct key spec_keys[] = {
	{"$schema", KEY_IGNORED, .doc = "the JSON Schema of this format, for editors", .example = "\"rafter-1.schema.json\""},
	{"rafter", KEY_CUSTOM, .read = read_version, .schema = "{\"enum\": [1, null]}", .doc = "version of the format, 1", .example = "1"},
	{"title", KEY_STRING, offsetof(struct chart, title), .doc = "title of the chart", .example = "\"Transformer kernels on an H100\""},
	{"subtitle", KEY_STRING, offsetof(struct chart, subtitle), .doc = "second, smaller line of the title", .example = "\"batch 8, 4096 tokens\""},
	{"hardware", KEY_CUSTOM, offsetof(struct chart, hardware), .read = spec_read_hardware, .schema = HARDWARE_SCHEMA,
		.doc = "the machine: a name from the catalogue, an object, or a list of either",
		.example = "\"nvidia-h100-sxm\", [\"nvidia-a100-sxm-80gb\", \"nvidia-h100-sxm\"], "
			"{\"name\": \"Example GPU\", \"compute\": [{\"name\": \"FP64 FMA\", \"precision\": \"fp64\", \"peak\": \"7.07 TFLOP/s\"}], "
			"\"memory\": [{\"name\": \"HBM2\", \"level\": \"main\", \"bandwidth\": \"828 GB/s\"}]}"},
	{"points", KEY_CUSTOM, offsetof(struct chart, points), .read = spec_read_points,
		.schema = "{\"type\": [\"array\", \"null\"], \"items\": {\"$ref\": \"#/$defs/point\"}}", .doc = "what was measured or computed, one object a point",
		.example = "[{\"name\": \"qkv proj\", \"series\": \"gemm\", \"precision\": \"bf16\", \"flops\": \"1.3 TFLOP\", \"bytes\": \"1.4 GB\", \"time\": \"1.75 ms\"}, "
			"{\"name\": \"stencil\", \"intensity\": 0.42, \"performance\": \"611 GFLOP/s\"}]"},
	{"kernels", KEY_CUSTOM, offsetof(struct chart, kernels), .read = read_kernels,
		.schema = "{\"type\": [\"object\", \"null\"], \"additionalProperties\": " OBJECT_SCHEMA("kernel") "}",
		.doc = "kernels of your own as formulas, by name; one named like a built-in kernel stands for it",
		.example = "{\"my_op\": {\"flops\": \"2*b*d*f\", \"bytes\": \"2*(b*d + d*f + b*f)\", \"defaults\": {\"d\": 4096, \"f\": 4096}}}"},
	{"series", KEY_CUSTOM, offsetof(struct chart, series), .read = spec_read_series,
		.schema = "{\"type\": [\"object\", \"null\"], \"additionalProperties\": " OBJECT_SCHEMA("series") "}",
		.doc = "label, colour and marker of each series, by its key",
		.example = "{\"gemm\": {\"label\": \"GEMM\", \"color\": \"#0072B2\", \"marker\": \"circle\"}}"},
	{"chart", KEY_CUSTOM, offsetof(struct chart, options), .read = read_nested, .schema = OBJECT_SCHEMA("chart"), .doc = "what is drawn and how",
		.example = "{\"percent\": true, \"labels\": \"all\"}"},
	{"axes", KEY_CUSTOM, 0, .read = read_nested, .schema = OBJECT_SCHEMA("axes"), .doc = "limits, titles and ticks of the axes",
		.example = "{\"x\": {\"min\": 0.1, \"max\": 10000}}"},
	{"theme", KEY_CUSTOM, offsetof(struct chart, theme), .read = read_theme, .schema = "{\"type\": [\"string\", \"null\"]}",
		.doc = "name of a theme; default light", .example = "\"paper\""},
	{"size", KEY_CUSTOM, offsetof(struct chart, size), .read = spec_read_size,
		.schema = "{\"anyOf\": [{\"type\": [\"string\", \"null\"]}, {\"$ref\": \"#/$defs/size\"}]}",
		.doc = "name of a size, \"3.5inx2.6in\", or an object with width and height; default web",
		.example = "\"ieee-column\", \"3.5inx2.6in\", {\"width\": \"89mm\", \"height\": \"60mm\"}"},
	{"author", KEY_STRING, offsetof(struct chart, author), .doc = "for the metadata of the file", .example = "\"A. Author\""},
	{"keywords", KEY_STRINGS, offsetof(struct chart, keywords), .doc = "for the metadata of the file", .example = "[\"roofline\", \"H100\"]"},
	{"notes", KEY_CUSTOM, offsetof(struct chart, notes), .read = read_notes, .schema = "{\"type\": [\"array\", \"string\", \"null\"], \"items\": {\"type\": \"string\"}}",
		.doc = "where the points come from, in the chart's small type", .example = "\"ncu 2024.1, clocks locked to base\""},
	{0},
};

const struct spec_table spec_tables[] = {
	{"hardware", hardware_keys, "a machine: what it computes, what its memories deliver, how it is linked"},
	{"compute", compute_keys, "a flat roof"},
	{"memory", memory_keys, "a slope: one memory"},
	{"network", network_keys, "a slope: one link"},
	{"select", select_keys, "which ceilings are drawn"},
	{"point", point_keys, "what was measured or worked out; any fields that fix intensity and performance will do"},
	{"sweep_range", sweep_range_keys, "the values that a parameter runs over"},
	{"kernel", kernel_keys, "FLOPs and bytes as formulas of parameters"},
	{"scaling", scaling_keys, "laws and fit of a scaling chart"},
	{"series", series_keys, "how the points of a series look"},
	{"chart", option_keys, "what is drawn and how"},
	{"axes", axes_keys, "limits, titles and ticks of the axes"},
	{"x_axis", x_axis_keys, "the axis of intensity"},
	{"y_axis", y_axis_keys, "the axis of performance"},
	{"size", size_keys, "width and height of the picture"},
	{0},
};

const struct key *spec_nested_table(const struct key *row)
{
	if (row->read == read_axis)
		return row->offset == offsetof(struct chart, x) ? x_axis_keys : y_axis_keys;
	if (row->read == read_nested)
		return row->offset == 0 ? axes_keys : option_keys;
	return row->read == read_scaling ? scaling_keys : NULL;
}

bool spec_read_into(struct arena *arena, const struct json *root, struct spec_reader *reader, struct chart *chart, struct diags *diags)
{
	struct chart fresh;
	chart_init(&fresh);
	reader->target = chart;
	struct key_context context = {.arena = arena, .diags = diags, .user = reader};
	return keys_read(&context, spec_keys, root, &fresh) && spec_merge(arena, root, &fresh, chart, reader->overriding, diags);
}

bool spec_read(struct arena *arena, const struct json *root, const struct hardware_lookup *lookup, struct chart *chart, struct diags *diags)
{
	return spec_read_into(arena, root, &(struct spec_reader){.lookup = lookup}, chart, diags);
}

bool spec_recognise(const struct json *root)
{
	const struct json *hardware = json_member(root, "hardware");
	bool has_hardware = hardware && (hardware->type == JSON_OBJECT || hardware->type == JSON_STRING);
	return has_hardware || json_member(root, "rafter") || json_member(root, "points") || json_member(root, "kernels");
}
