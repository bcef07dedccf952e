// SPDX-License-Identifier: MIT
// A chart as a spec that reads back equal.
#include "model/kernel.h"
#include "model/spec_keys.h"

#include "base/json_out.h"
#include "base/num.h"
#include "base/text.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Readers refuse what is not finite, so that no number is lost here: null is what nobody said.
static void write_number(struct json_out *out, const struct key *row, double value, double unsaid)
{
	assert(!isinf(value));
	if (!isnan(value) && value != unsaid)
		json_put_number(out, row->name, value);
}

static void write_strings(struct json_out *out, const char *name, const struct key_strings *strings)
{
	if (!strings->given && !strings->count)
		return;
	json_key(out, name);
	json_open_flat(out, '[');
	for (size_t i = 0; i < strings->count; i++)
		json_string(out, strings->items[i]);
	json_close(out, ']');
}

static void write_field(struct json_out *out, const struct key *row, const void *field, const void *unsaid)
{
	switch (row->type) {
	case KEY_STRING:
		if (*(const char *const *)field)
			json_put_string(out, row->name, *(const char *const *)field);
		break;
	case KEY_NUMBER:
	case KEY_QUANTITY:
		write_number(out, row, *(const double *)field, *(const double *)unsaid);
		break;
	case KEY_BOOL:
		if (*(const bool *)field != *(const bool *)unsaid)
			json_put_bool(out, row->name, *(const bool *)field);
		break;
	case KEY_ENUM:
		if (*(const int *)field != *(const int *)unsaid)
			json_put_string(out, row->name, row->choices[*(const int *)field]);
		break;
	case KEY_COLOUR:
		if (((const struct colour *)field)->visible)
			json_put_string(out, row->name, colour_format(*(const struct colour *)field).text);
		break;
	case KEY_STRINGS:
		write_strings(out, row->name, field);
		break;
	case KEY_CUSTOM:
	case KEY_IGNORED:
		break;
	}
}

void spec_write_fields(struct json_out *out, const struct key *table, const void *object, const void *unsaid)
{
	for (const struct key *row = table; row->name; row++)
		write_field(out, row, (const char *)object + row->offset, (const char *)unsaid + row->offset);
}

static double level_field(const struct level_value *level, size_t offset)
{
	double value = *(const double *)((const char *)level + offset);
	assert(!isinf(value));
	return value;
}

// A level with neither bytes nor intensity stands under "bytes" as null.
static bool is_level_written(const struct level_value *level, size_t offset)
{
	bool empty = isnan(level->bytes) && isnan(level->intensity);
	return !isnan(level_field(level, offset)) || (empty && offset == offsetof(struct level_value, bytes));
}

// "bytes" or "intensity", the field at `offset` in struct level_value: a lone number, or an object by level.
static void write_levels(struct json_out *out, const struct point *point, const char *key, size_t offset)
{
	size_t count = 0;
	bool plain = false;
	for (size_t i = 0; i < point->levels.count; i++) {
		bool written = is_level_written(&point->levels.items[i], offset);
		count += written;
		plain = written ? !point->levels.items[i].level : plain;
	}
	if (!count)
		return;
	plain = plain && count == 1;
	json_key(out, key);
	if (!plain)
		json_open_flat(out, '{');
	for (size_t i = 0; i < point->levels.count; i++) {
		const struct level_value *level = &point->levels.items[i];
		if (!is_level_written(level, offset))
			continue;
		if (!plain)
			json_key(out, level_name(point, level));
		json_number(out, level_field(level, offset));
	}
	if (!plain)
		json_close(out, '}');
}

static void write_time(struct json_out *out, const struct point *point)
{
	if (isnan(point->time))
		return;
	if (isnan(point->time_low) || isnan(point->time_high)) {
		json_put_number(out, "time", point->time);
		return;
	}
	json_key(out, "time");
	json_open_flat(out, '[');
	json_number(out, point->time_low);
	json_number(out, point->time);
	json_number(out, point->time_high);
	json_close(out, ']');
}

static void write_points(struct json_out *out, const struct chart *chart)
{
	struct point unsaid;
	point_init(&unsaid);
	json_key(out, "points");
	json_open(out, '[');
	for (size_t i = 0; i < chart->points.count; i++) {
		const struct point *point = &chart->points.items[i];
		// Points that a kernel made are written as what they were made of, a sweep once.
		if (point->kernel && i && chart->points.items[i - 1].kernel == point->kernel)
			continue;
		if (point->kernel)
			point = point->kernel->written;
		json_open_flat(out, '{');
		spec_write_fields(out, point_keys, point, &unsaid);
		write_levels(out, point, "bytes", offsetof(struct level_value, bytes));
		write_levels(out, point, "intensity", offsetof(struct level_value, intensity));
		write_time(out, point);
		if (point->call)
			spec_write_call(out, point->call);
		if (!isnan(point->processors))
			json_put_number(out, "n", point->processors);
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void write_series(struct json_out *out, const struct chart *chart)
{
	struct series unsaid;
	series_init(&unsaid);
	if (!chart->series.count)
		return;
	json_key(out, "series");
	json_open(out, '{');
	for (size_t i = 0; i < chart->series.count; i++) {
		json_key(out, chart->series.items[i].key);
		json_open_flat(out, '{');
		spec_write_fields(out, series_keys, &chart->series.items[i], &unsaid);
		json_close(out, '}');
	}
	json_close(out, '}');
}

// A nested object, left out when all of it is unsaid.
static void write_object(struct json_out *out, const char *key, const struct key *table, const void *object, const void *unsaid)
{
	g_autoptr(GString) trial = g_string_new(NULL);
	struct json_out trial_out;
	json_out_init(&trial_out, trial);
	json_open_flat(&trial_out, '{');
	spec_write_fields(&trial_out, table, object, unsaid);
	if (trial->len == 1)
		return;
	json_key(out, key);
	json_open_flat(out, '{');
	spec_write_fields(out, table, object, unsaid);
	json_close(out, '}');
}

static void write_scaling(struct json_out *out, const struct scaling_spec *scaling, const struct scaling_spec *unsaid)
{
	json_key(out, "scaling");
	json_open_flat(out, '{');
	if (scaling->law_said) {
		json_key(out, "law");
		json_open_flat(out, '[');
		if (scaling->amdahl)
			json_string(out, "amdahl");
		if (scaling->gustafson)
			json_string(out, "gustafson");
		json_close(out, ']');
	}
	spec_write_fields(out, scaling_keys, scaling, unsaid);
	json_close(out, '}');
}

static void write_chart(struct json_out *out, const struct chart *chart, const struct chart *unsaid)
{
	const struct scaling_spec *scaling = &chart->scaling;
	if (!scaling->place.source) {
		write_object(out, "chart", option_keys, &chart->options, &unsaid->options);
		return;
	}
	json_key(out, "chart");
	json_open(out, '{');
	spec_write_fields(out, option_keys, &chart->options, &unsaid->options);
	write_scaling(out, scaling, &unsaid->scaling);
	json_close(out, '}');
}

static bool has_axis(const struct axis_spec *axis)
{
	return !isnan(axis->min) || !isnan(axis->max) || axis->label || axis->ticks != TICKS_AUTO || axis->scale != SCALE_LOG;
}

static void write_axes(struct json_out *out, const struct chart *chart, const struct chart *unsaid)
{
	if (!has_axis(&chart->x) && !has_axis(&chart->y))
		return;
	json_key(out, "axes");
	json_open(out, '{');
	write_object(out, "x", x_axis_keys, &chart->x, &unsaid->x);
	write_object(out, "y", y_axis_keys, &chart->y, &unsaid->y);
	json_close(out, '}');
}

// The length in the unit that gives the shortest text and reads back as the same number of px.
static void write_length(struct json_out *out, const char *key, double length_px, bool physical)
{
	static const struct {
		const char *unit;
		double px;
	} units[] = {{"in", 96}, {"mm", 96 / 25.4}, {"pt", 96.0 / 72}};
	enum { DIGITS = 15 };
	if (!physical) {
		json_put_number(out, key, length_px);
		return;
	}
	g_autofree char *best = NULL;
	for (size_t i = 0; i < G_N_ELEMENTS(units); i++) {
		struct units_value parsed;
		g_autofree char *text = g_strconcat(num_short(length_px / units[i].px, DIGITS).text, units[i].unit, NULL);
		bool same = units_parse(text, QUANTITY_LENGTH, &parsed) == UNITS_OK && parsed.si == length_px;
		if (same && (!best || strlen(text) < strlen(best))) {
			g_free(best);
			best = g_steal_pointer(&text);
		}
	}
	if (!best)
		best = g_strconcat(num_exact(length_px / units[0].px).text, units[0].unit, NULL);
	json_put_string(out, key, best);
}

static void write_size(struct json_out *out, const struct size_spec *size)
{
	if (size->name) {
		json_put_string(out, "size", size->name);
	} else if (!isnan(size->width_px)) {
		json_key(out, "size");
		json_open_flat(out, '{');
		write_length(out, "width", size->width_px, size->width_physical);
		if (size->height_said)
			write_length(out, "height", size->height_px, size->height_physical);
		json_close(out, '}');
	}
}

static void write_notes(struct json_out *out, const struct chart *chart)
{
	if (!chart->notes.count)
		return;
	json_key(out, "notes");
	json_open(out, '[');
	for (size_t i = 0; i < chart->notes.count; i++)
		json_string(out, chart->notes.items[i]);
	json_close(out, ']');
}

void spec_write(const struct chart *chart, GString *text)
{
	struct chart unsaid;
	chart_init(&unsaid);
	struct json_out out;
	json_out_init(&out, text);
	json_open(&out, '{');
	json_put_number(&out, "rafter", 1);
	spec_write_fields(&out, spec_keys, chart, &unsaid);
	spec_write_machines(&out, chart);
	spec_write_kernels(&out, chart);
	write_points(&out, chart);
	write_series(&out, chart);
	write_chart(&out, chart, &unsaid);
	write_axes(&out, chart, &unsaid);
	if (chart->theme)
		json_put_string(&out, "theme", chart->theme);
	write_size(&out, &chart->size);
	write_notes(&out, chart);
	json_close(&out, '}');
}
