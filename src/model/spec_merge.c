// SPDX-License-Identifier: MIT
// Several specs into one chart: points add up, a key that two of them set must have one value.
#include "model/kernel.h"
#include "model/spec_keys.h"

#include "base/text.h"

#include <assert.h>
#include <glib.h>
#include <math.h>
#include <string.h>

enum { SHOWN_VALUE_CHARS = 60 };

struct merge {
	struct arena *arena;
	struct diags *diags;
	struct chart *to;
	const struct chart *from;
	bool overriding;
	bool ok;
};

static bool same_double(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static bool same_strings(const struct key_strings *a, const struct key_strings *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++) {
		if (!same_text(a->items[i], b->items[i]))
			return false;
	}
	return true;
}

static bool same_colour(struct colour a, struct colour b)
{
	return a.visible == b.visible && a.r == b.r && a.g == b.g && a.b == b.b;
}

static size_t field_size(enum key_type type)
{
	static const size_t sizes[] = {
		[KEY_STRING] = sizeof(const char *),
		[KEY_NUMBER] = sizeof(double),
		[KEY_QUANTITY] = sizeof(double),
		[KEY_BOOL] = sizeof(bool),
		[KEY_ENUM] = sizeof(int),
		[KEY_COLOUR] = sizeof(struct colour),
		[KEY_STRINGS] = sizeof(struct key_strings),
		[KEY_CUSTOM] = 0,
		[KEY_IGNORED] = 0,
	};
	return sizes[type];
}

static bool same_field(enum key_type type, const void *a, const void *b)
{
	switch (type) {
	case KEY_STRING:
		return same_text(*(const char *const *)a, *(const char *const *)b);
	case KEY_NUMBER:
	case KEY_QUANTITY:
		return same_double(*(const double *)a, *(const double *)b);
	case KEY_BOOL:
		return *(const bool *)a == *(const bool *)b;
	case KEY_ENUM:
		return *(const int *)a == *(const int *)b;
	case KEY_COLOUR:
		return same_colour(*(const struct colour *)a, *(const struct colour *)b);
	case KEY_STRINGS:
		return same_strings(a, b);
	case KEY_CUSTOM:
	case KEY_IGNORED:
		break;
	}
	return true;
}

static char *shown_text(struct place place)
{
	g_autofree char *text = g_utf8_make_valid(place.source->bytes + place.offset, (gssize)place.length);
	return text_shorten(text, SHOWN_VALUE_CHARS);
}

static void add_conflict(struct merge *merge, const struct json *value, struct place before)
{
	g_autofree char *now = shown_text(value->place), *then = shown_text(before);
	struct position position = source_position(before.source, before.offset);
	diags_add(merge->diags, DIAG_CONFLICT, value->place, "%s is set twice: %s here, %s at %s:%zu:%zu", value->path, now, then, before.source->name,
		position.line, position.column);
	merge->ok = false;
}

static struct spec_said *find_said(struct merge *merge, const char *path)
{
	for (size_t i = 0; i < merge->to->said.count; i++) {
		if (!strcmp(merge->to->said.items[i].path, path))
			return &merge->to->said.items[i];
	}
	return NULL;
}

// True when `value` may be taken: neither a spec nor the command line has said otherwise.
static bool say(struct merge *merge, const struct json *value, bool same)
{
	struct spec_said *said = find_said(merge, value->path);
	if (said && said->final && !merge->overriding)
		return false;
	if (said && !merge->overriding && !same) {
		add_conflict(merge, value, said->value->place);
		return false;
	}
	if (!said)
		said = list_push(merge->arena, &merge->to->said);
	*said = (struct spec_said){value->path, value, merge->overriding};
	return true;
}

// A null says nothing; set on the command line it takes the key back.
static bool is_silent(const struct merge *merge, const struct json *value)
{
	return value->type == JSON_NULL && !merge->overriding;
}

static void merge_field(struct merge *merge, const struct key *row, const struct json *value, const void *from, void *to)
{
	const void *source = (const char *)from + row->offset;
	void *target = (char *)to + row->offset;
	if (say(merge, value, same_field(row->type, source, target)))
		memcpy(target, source, field_size(row->type));
}

static bool same_json(const struct json *a, const struct json *b)
{
	if (a->type != b->type || a->count != b->count)
		return false;
	if (a->type == JSON_NUMBER)
		return a->number == b->number;
	if (a->type == JSON_STRING)
		return !strcmp(a->string, b->string);
	if (a->type == JSON_ARRAY) {
		const struct json *x = a->child, *y = b->child;
		while (x && same_json(x, y)) {
			x = x->next;
			y = y->next;
		}
		return !x;
	}
	for (const struct json *x = a->child; x; x = x->next) {
		const struct json *y = json_member(b, x->key);
		if (!y || !same_json(x, y))
			return false;
	}
	return true;
}

// Written alike, or two names of one device.
static bool same_hardware(struct merge *merge, const struct json *value)
{
	const struct spec_said *said = find_said(merge, value->path);
	if (!said || same_json(said->value, value))
		return true;
	if (said->value->type != JSON_STRING || value->type != JSON_STRING)
		return false;
	const struct hardware *a = merge->from->hardware.items[0], *b = merge->to->hardware.items[0];
	return a->id && b->id && !strcmp(a->id, b->id);
}

static void merge_hardware(struct merge *merge, const struct json *value)
{
	if (!say(merge, value, same_hardware(merge, value)))
		return;
	merge->to->hardware.items = merge->from->hardware.items;
	merge->to->hardware.count = merge->from->hardware.count;
	merge->to->hardware.cap = merge->from->hardware.cap;
}

static void merge_points(struct merge *merge, const struct json *value)
{
	(void)value;
	struct chart *to = merge->to;
	if (merge->overriding || !to->points.count) {
		to->points.items = merge->from->points.items;
		to->points.count = merge->from->points.count;
		to->points.cap = merge->from->points.cap;
		return;
	}
	for (size_t i = 0; i < merge->from->points.count; i++)
		*list_push(merge->arena, &to->points) = merge->from->points.items[i];
}

// Every input says where its points are from.
static void merge_notes(struct merge *merge, const struct json *value)
{
	(void)value;
	if (merge->overriding)
		merge->to->notes.count = 0;
	for (size_t i = 0; i < merge->from->notes.count; i++)
		*list_push(merge->arena, &merge->to->notes) = merge->from->notes.items[i];
}

static void merge_size(struct merge *merge, const struct json *value)
{
	const struct size_spec *from = &merge->from->size, *to = &merge->to->size;
	bool same = same_text(from->name, to->name) && same_double(from->width_px, to->width_px) && same_double(from->height_px, to->height_px);
	if (say(merge, value, same))
		merge->to->size = *from;
}

static void merge_theme(struct merge *merge, const struct json *value)
{
	if (!say(merge, value, same_text(merge->from->theme, merge->to->theme)))
		return;
	merge->to->theme = merge->from->theme;
	merge->to->theme_place = merge->from->theme_place;
}

// Of a series that several specs declare, each may say a part; a field at its default was not said.
static void merge_series_fields(struct merge *merge, const struct json *value, const struct series *from, struct series *to)
{
	struct series unsaid;
	series_init(&unsaid);
	for (const struct key *row = series_keys; row->name; row++) {
		const struct json *member = json_member(value, row->name);
		if (!member || is_silent(merge, member))
			continue;
		const void *source = (const char *)from + row->offset;
		void *target = (char *)to + row->offset;
		bool free = merge->overriding || same_field(row->type, target, (const char *)&unsaid + row->offset);
		if (free || same_field(row->type, source, target))
			memcpy(target, source, field_size(row->type));
		else
			add_conflict(merge, member, to->place);
	}
}

// `from` holds one series for each member of `value`, in its order.
static void merge_series(struct merge *merge, const struct json *value)
{
	struct chart *to = merge->to;
	const struct chart *from = merge->from;
	g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal); // key -> index + 1
	for (size_t i = 0; i < to->series.count; i++)
		g_hash_table_insert(known, (char *)to->series.items[i].key, GSIZE_TO_POINTER(i + 1));
	const struct json *member = value->child;
	for (size_t i = 0; i < from->series.count; i++, member = member->next) {
		const struct series *series = &from->series.items[i];
		assert(member && member->key == series->key);
		size_t index = GPOINTER_TO_SIZE(g_hash_table_lookup(known, series->key));
		if (index)
			merge_series_fields(merge, member, series, &to->series.items[index - 1]);
		else
			*list_push(merge->arena, &to->series) = *series;
	}
}

// Of a kernel that several specs have, all must say the same.
static void merge_kernels(struct merge *merge, const struct json *value)
{
	(void)value;
	struct chart *to = merge->to;
	g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal); // name -> index + 1
	for (size_t i = 0; i < to->kernels.count; i++)
		g_hash_table_insert(known, (char *)to->kernels.items[i]->name, GSIZE_TO_POINTER(i + 1));
	for (size_t i = 0; i < merge->from->kernels.count; i++) {
		const struct kernel *kernel = merge->from->kernels.items[i];
		size_t index = GPOINTER_TO_SIZE(g_hash_table_lookup(known, kernel->name));
		const struct kernel **before = index ? &to->kernels.items[index - 1] : NULL;
		if (!before)
			*list_push(merge->arena, &to->kernels) = kernel;
		else if (merge->overriding)
			*before = kernel;
		else if (!(*before)->json || !same_json((*before)->json, kernel->json))
			add_conflict(merge, kernel->json, (*before)->place);
	}
}

// The laws are a set.
static void merge_law(struct merge *merge, const struct json *value)
{
	const struct scaling_spec *from = &merge->from->scaling;
	struct scaling_spec *to = &merge->to->scaling;
	if (!say(merge, value, from->amdahl == to->amdahl && from->gustafson == to->gustafson))
		return;
	to->amdahl = from->amdahl;
	to->gustafson = from->gustafson;
	to->law_said = from->law_said;
}

static void merge_axis_places(struct axis_spec *to, const struct axis_spec *from)
{
	if (from->min_place.source && same_double(from->min, to->min))
		to->min_place = from->min_place;
	if (from->max_place.source && same_double(from->max, to->max))
		to->max_place = from->max_place;
	if (from->place.source)
		to->place = from->place;
}

static void merge_custom(struct merge *merge, const struct key *row, const struct json *value)
{
	static const struct {
		const char *name;
		void (*merge)(struct merge *merge, const struct json *value);
	} mergers[] = {
		{"hardware", merge_hardware}, {"points", merge_points}, {"series", merge_series}, {"size", merge_size}, {"theme", merge_theme},
		{"kernels", merge_kernels}, {"law", merge_law}, {"notes", merge_notes},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(mergers); i++) {
		if (!strcmp(mergers[i].name, row->name))
			mergers[i].merge(merge, value);
	}
}

static const struct key *find_row(const struct key *table, const char *name)
{
	while (table->name && strcmp(table->name, name))
		table++;
	assert(table->name);
	return table;
}

static void merge_object(struct merge *merge, const struct key *table, const struct json *object, const void *from, void *to)
{
	for (const struct json *value = object->child; value; value = value->next) {
		const struct key *row = find_row(table, value->key), *nested = spec_nested_table(row);
		if (is_silent(merge, value))
			continue;
		if (nested)
			merge_object(merge, nested, value, (const char *)from + row->offset, (char *)to + row->offset);
		else if (row->type == KEY_CUSTOM)
			merge_custom(merge, row, value);
		else if (row->type != KEY_IGNORED)
			merge_field(merge, row, value, from, to);
	}
}

bool spec_merge(struct arena *arena, const struct json *root, const struct chart *from, struct chart *to, bool overriding, struct diags *diags)
{
	struct merge merge = {arena, diags, to, from, overriding, true};
	merge_object(&merge, spec_keys, root, from, to);
	merge_axis_places(&to->x, &from->x);
	merge_axis_places(&to->y, &from->y);
	if (from->scaling.place.source)
		to->scaling.place = from->scaling.place;
	return merge.ok;
}
