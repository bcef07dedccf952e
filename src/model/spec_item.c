// SPDX-License-Identifier: MIT
// A key inside an item of a list, as "points[2].time" and "hardware.compute[0].peak": the point or machine is written as a spec has it, the value is put in its
// place there, and the whole is read again, so that it is held to all that a spec is held to.
#include "model/spec_keys.h"

#include <assert.h>
#include <glib.h>
#include <string.h>

static const struct place nowhere;

static bool is_key(const struct spec_path *steps, size_t index, const char *key)
{
	return index < steps->count && steps->items[index].key && !strcmp(steps->items[index].key, key);
}

// ---- which item ---------------------------------------------------------------------------------------------------------------------------------------

static bool check_index(const char *path, const char *what, size_t index, size_t count, struct diags *diags)
{
	if (index < count)
		return true;
	if (count)
		diags_add(diags, DIAG_USAGE, nowhere, "--set %s: there is no such item: the %s are numbered from 0 to %zu", path, what, count - 1);
	else
		diags_add(diags, DIAG_USAGE, nowhere, "--set %s: there is no such item: the chart has no %s yet", path, what);
	return false;
}

// The machine that the path means: hardware[1], or the only one.
static bool find_machine(const struct spec_path *steps, const struct chart *chart, size_t *index)
{
	bool said = steps->count > 1 && !steps->items[1].key;
	*index = said ? steps->items[1].index : 0;
	return said || chart->hardware.count <= 1;
}

static bool check_lists(const char *path, const struct spec_path *steps, const struct hardware *hardware, struct diags *diags)
{
	const struct {
		const char *key, *what;
		size_t count;
	} lists[] = {{"compute", "compute ceilings", hardware->compute.count}, {"memory", "memories", hardware->memory.count},
		{"network", "links", hardware->network.count}};
	for (size_t i = 1; i + 1 < steps->count; i++) {
		for (size_t k = 0; k < G_N_ELEMENTS(lists) && !steps->items[i + 1].key; k++) {
			if (is_key(steps, i, lists[k].key) && !check_index(path, lists[k].what, steps->items[i + 1].index, lists[k].count, diags))
				return false;
		}
	}
	return true;
}

bool spec_item_check(const char *path, const struct spec_path *steps, const struct chart *chart, struct diags *diags)
{
	size_t machine;
	if (is_key(steps, 0, "points"))
		return check_index(path, "points", steps->items[1].index, chart->points.count, diags);
	if (!is_key(steps, 0, "hardware")) {
		diags_add(diags, DIAG_USAGE, nowhere, "--set %s: only items of points and of hardware are set by their number; set the whole list instead", path);
		return false;
	}
	if (!find_machine(steps, chart, &machine)) {
		diags_add(diags, DIAG_USAGE, nowhere,
			"--set %s: the chart has %zu machines, so it is not clear which one is meant: expected its number, as hardware[0]", path, chart->hardware.count);
		return false;
	}
	return check_index(path, "machines", machine, chart->hardware.count, diags) && check_lists(path, steps, chart->hardware.items[machine], diags);
}

// ---- putting the value in its place ---------------------------------------------------------------------------------------------------------------------

struct path_walk {
	struct arena *arena;
	struct diags *diags;
	const struct spec_step *steps;
	size_t count;
};

static const struct json *compose(const struct path_walk *walk, size_t step, const struct json *original, const struct json *given);

static struct json *copy_node(struct arena *arena, const struct json *node)
{
	struct json *copy = arena_alloc(arena, sizeof *copy);
	*copy = *node;
	copy->next = NULL;
	return copy;
}

// The object or list `given` (of one member, or of one item behind fillers) with all else that `original` has.
static const struct json *fill(const struct path_walk *walk, size_t step, const struct json *original, const struct json *given)
{
	bool in_object = given->type == JSON_OBJECT, placed = false;
	const struct json *last = given->child;
	while (last->next)
		last = last->next;
	struct json *whole = copy_node(walk->arena, given);
	const struct json **link = &whole->child;
	size_t index = 0;
	for (const struct json *child = original ? original->child : NULL; child; child = child->next, index++) {
		bool here = in_object ? !strcmp(child->key, last->key) : index == walk->steps[step].index;
		const struct json *put = here ? compose(walk, step + 1, child, last) : child;
		struct json *kept = put ? copy_node(walk->arena, put) : NULL;
		if (!kept)
			return NULL;
		placed |= here;
		*link = kept;
		link = &kept->next;
	}
	whole->count = index + !placed;
	if (placed)
		return whole;
	const struct json *put = in_object ? compose(walk, step + 1, NULL, last) : NULL;
	if (!put) {
		diags_add(walk->diags, DIAG_USAGE, given->place, "%s: there is no such item: the list has %zu", last->path, index);
		return NULL;
	}
	*link = copy_node(walk->arena, put);
	return whole;
}

static const struct json *compose(const struct path_walk *walk, size_t step, const struct json *original, const struct json *given)
{
	if (step == walk->count)
		return given;
	enum json_type type = walk->steps[step].key ? JSON_OBJECT : JSON_ARRAY;
	assert(given->type == type);
	return fill(walk, step, original && original->type == type ? original : NULL, given);
}

// What follows the first `skipped` steps of the path inside `root`.
static const struct json *descend(const struct json *root, const struct spec_path *steps, size_t skipped)
{
	for (size_t i = 0; i < skipped; i++) {
		size_t index = steps->items[i].key ? 0 : steps->items[i].index;
		root = root->child;
		while (index--)
			root = root->next;
	}
	return root;
}

// The item as a spec has it: what stands under `key` of the chart's spec.
static const struct json *written(struct arena *arena, const struct chart *chart, const char *key, const char *name)
{
	g_autoptr(GString) text = g_string_new(NULL);
	struct diags *diags = diags_new();
	spec_write(chart, text);
	struct source *source = arena_alloc(arena, sizeof *source);
	*source = (struct source){name, arena_strndup(arena, text->str, text->len), text->len};
	const struct json *root = json_read(arena, source, diags);
	assert(root);
	diags_free(diags);
	return json_member(root, key);
}

static const struct json *whole_item(struct arena *arena, const struct json *original, const struct json *root, const struct spec_path *steps, size_t skipped,
	struct diags *diags)
{
	struct path_walk walk = {arena, diags, steps->items, steps->count};
	return compose(&walk, skipped, original, descend(root, steps, skipped));
}

// ---- the two kinds of items -----------------------------------------------------------------------------------------------------------------------------

static bool set_point(struct arena *arena, const struct json *root, const struct spec_path *steps, struct spec_reader *reader, struct chart *chart,
	struct diags *diags)
{
	struct point *point = &chart->points.items[steps->items[1].index], changed;
	struct chart alone;
	chart_init(&alone);
	*list_push(arena, &alone.points) = *point;
	const struct json *original = written(arena, &alone, "points", root->place.source->name)->child;
	const struct json *whole = whole_item(arena, original, root, steps, 2, diags);
	reader->target = chart;
	struct key_context context = {.arena = arena, .diags = diags, .user = reader, .point = point->name};
	if (!whole || !spec_read_point(&context, whole, &changed))
		return false;
	changed.place = point->place;
	for (size_t i = 0; i < changed.levels.count; i++)
		changed.levels.items[i].place = point->place;
	*point = changed;
	return true;
}

static bool set_machine(struct arena *arena, const struct json *root, const struct spec_path *steps, const struct hardware_lookup *lookup, struct chart *chart,
	struct diags *diags)
{
	size_t index;
	find_machine(steps, chart, &index);
	struct chart alone;
	chart_init(&alone);
	*list_push(arena, &alone.hardware) = chart->hardware.items[index];
	const struct json *original = written(arena, &alone, "hardware", root->place.source->name);
	const struct json *whole = whole_item(arena, original, root, steps, steps->items[1].key ? 1 : 2, diags);
	const struct hardware *read = whole ? hardware_read(arena, whole, lookup, diags) : NULL;
	if (!read)
		return false;
	struct hardware *changed = arena_alloc(arena, sizeof *changed);
	*changed = *read;
	changed->place = chart->hardware.items[index]->place;
	chart->hardware.items[index] = changed;
	return true;
}

bool spec_item_set(struct arena *arena, const struct json *root, const struct spec_path *steps, struct spec_reader *reader, struct chart *chart,
	struct diags *diags)
{
	return is_key(steps, 0, "points") ? set_point(arena, root, steps, reader, chart, diags) : set_machine(arena, root, steps, reader->lookup, chart, diags);
}
