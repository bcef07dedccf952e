// SPDX-License-Identifier: MIT
// An analysis without the chart that it came from: what a drawing of ceilings and points takes, in another arena.
#include "model/analysis.h"

#include <string.h>

static const char *text(struct arena *arena, const char *from)
{
	return from ? arena_strdup(arena, from) : NULL;
}

static const struct compute_ceiling *copy_compute(struct arena *arena, const struct compute_ceiling *from)
{
	struct compute_ceiling *to = arena_alloc(arena, sizeof *to);
	*to = *from;
	to->name = text(arena, from->name);
	to->precision = text(arena, from->precision);
	to->pipe = to->accumulate = to->source = to->confidence = to->note = NULL;
	to->place = (struct place){0};
	return to;
}

static const struct memory_ceiling *copy_memory(struct arena *arena, const struct memory_ceiling *from)
{
	struct memory_ceiling *to = arena_alloc(arena, sizeof *to);
	*to = *from;
	to->name = text(arena, from->name);
	to->level = text(arena, from->level);
	to->source = to->confidence = to->note = NULL;
	to->place = (struct place){0};
	return to;
}

static const struct network_ceiling *copy_network(struct arena *arena, const struct network_ceiling *from)
{
	struct network_ceiling *to = arena_alloc(arena, sizeof *to);
	*to = *from;
	to->name = text(arena, from->name);
	to->id = to->scope = to->source = to->confidence = to->note = NULL;
	to->place = (struct place){0};
	return to;
}

static struct drawn_compute drawn_compute(struct arena *arena, const struct drawn_compute *from)
{
	return (struct drawn_compute){copy_compute(arena, from->ceiling), from->peak, from->sparse, text(arena, from->name)};
}

static struct drawn_memory drawn_memory(struct arena *arena, const struct drawn_memory *from)
{
	return (struct drawn_memory){copy_memory(arena, from->ceiling), text(arena, from->name), from->is_main};
}

static struct drawn_network drawn_network(struct arena *arena, const struct drawn_network *from)
{
	return (struct drawn_network){copy_network(arena, from->ceiling), text(arena, from->name)};
}

static void copy_machine(struct arena *arena, const struct machine *from, struct machine *to)
{
	struct hardware *hardware = arena_alloc(arena, sizeof *hardware);
	hardware_init(hardware);
	hardware->id = text(arena, from->hardware->id);
	hardware->name = text(arena, from->hardware->name);
	*to = (struct machine){.hardware = hardware};
	for (size_t i = 0; i < from->compute.count; i++)
		*list_push(arena, &to->compute) = drawn_compute(arena, &from->compute.items[i]);
	for (size_t i = 0; i < from->memory.count; i++)
		*list_push(arena, &to->memory) = drawn_memory(arena, &from->memory.items[i]);
	for (size_t i = 0; i < from->network.count; i++)
		*list_push(arena, &to->network) = drawn_network(arena, &from->network.items[i]);
}

// The same ceiling of the copied machine; one that is judged by and not drawn gets a copy of its own.
#define CEILING(kind) \
	static const struct drawn_##kind *same_##kind(struct arena *arena, const struct machine *from, const struct machine *to, const struct drawn_##kind *item) \
	{ \
		for (size_t i = 0; i < from->kind.count; i++) \
			if (item == &from->kind.items[i]) \
				return &to->kind.items[i]; \
		struct drawn_##kind *own = item ? arena_alloc(arena, sizeof *own) : NULL; \
		if (own) \
			*own = drawn_##kind(arena, item); \
		return own; \
	}
CEILING(compute)
CEILING(memory)
CEILING(network)

static const struct point *copy_point(struct arena *arena, const struct point *from)
{
	struct point *to = arena_alloc(arena, sizeof *to);
	*to = (struct point){.name = text(arena, from->name), .label = text(arena, from->label), .baseline = text(arena, from->baseline), .marker = from->marker,
		.color = from->color, .sparse = from->sparse};
	return to;
}

static void copy_row(struct arena *arena, const struct analysis *from, const struct row *row, struct analysis *copy)
{
	struct row *to = list_push(arena, &copy->rows);
	*to = *row;
	bool same = copy->rows.count > 1 && to[-1].point_index == row->point_index;
	to->point = same ? to[-1].point : copy_point(arena, row->point);
	to->name = text(arena, row->name);
	to->label = text(arena, row->label);
	to->level = text(arena, row->level);
	to->reason = NULL;
	if (!row->machine)
		return;
	size_t machine = (size_t)(row->machine - from->machines.items);
	to->machine = &copy->machines.items[machine];
	to->compute = same_compute(arena, row->machine, to->machine, row->compute);
	to->memory = same_memory(arena, row->machine, to->machine, row->memory);
	to->network = same_network(arena, row->machine, to->machine, row->network);
}

static void copy_axis(struct arena *arena, struct axis_spec *axis)
{
	axis->label = text(arena, axis->label);
	axis->place = axis->min_place = axis->max_place = (struct place){0};
}

static const struct chart *copy_chart(struct arena *arena, const struct chart *from)
{
	struct chart *to = arena_alloc(arena, sizeof *to);
	*to = (struct chart){.title = text(arena, from->title), .subtitle = text(arena, from->subtitle), .author = text(arena, from->author), .options = from->options,
		.x = from->x, .y = from->y};
	to->options.x = NULL;
	copy_axis(arena, &to->x);
	copy_axis(arena, &to->y);
	for (size_t i = 0; i < from->notes.count; i++)
		*list_push(arena, &to->notes) = text(arena, from->notes.items[i]);
	return to;
}

const struct analysis *analysis_copy(struct arena *arena, const struct analysis *from)
{
	struct analysis *copy = arena_alloc(arena, sizeof *copy);
	copy->chart = copy_chart(arena, from->chart);
	// all machines first: the rows point at them
	copy->machines.items = arena_array(arena, from->machines.count + 1, sizeof *copy->machines.items);
	copy->machines.count = copy->machines.cap = from->machines.count;
	for (size_t i = 0; i < from->machines.count; i++)
		copy_machine(arena, &from->machines.items[i], &copy->machines.items[i]);
	for (size_t i = 0; i < from->series.count; i++) {
		const struct series_use *series = &from->series.items[i];
		*list_push(arena, &copy->series) = (struct series_use){text(arena, series->key), text(arena, series->label), series->color, series->marker};
	}
	for (size_t i = 0; i < from->rows.count; i++)
		copy_row(arena, from, &from->rows.items[i], copy);
	return copy;
}
