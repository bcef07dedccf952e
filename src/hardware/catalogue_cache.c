// SPDX-License-Identifier: MIT
// Devices that were looked up before. A device takes far less here than what it is read into: its texts are kept once, however many ceilings and devices have them, and
// nothing is left of its JSON.
#include "hardware/catalogue.h"

#include <glib.h>
#include <string.h>

// More than the catalogue has.
enum { DEVICES_MAX = 128, CHUNK_BYTES = 4096 };

struct catalogue_cache {
	struct arena *arena;
	GStringChunk *texts;
	struct { const char *id; const struct hardware *device; } items[DEVICES_MAX];
	size_t count;
};

struct catalogue_cache *catalogue_cache_new(void)
{
	struct catalogue_cache *cache = g_new0(struct catalogue_cache, 1);
	cache->arena = arena_new();
	cache->texts = g_string_chunk_new(CHUNK_BYTES);
	return cache;
}

void catalogue_cache_free(struct catalogue_cache *cache)
{
	g_string_chunk_free(cache->texts);
	arena_free(cache->arena);
	g_free(cache);
}

static void keep(struct catalogue_cache *cache, const char **text)
{
	*text = *text ? g_string_chunk_insert_const(cache->texts, *text) : NULL;
}

static void keep_strings(struct catalogue_cache *cache, struct key_strings *strings)
{
	const char **items = arena_array(cache->arena, strings->count, sizeof *items);
	for (size_t i = 0; i < strings->count; i++) {
		items[i] = strings->items[i];
		keep(cache, &items[i]);
	}
	strings->items = items;
}

// A copy of a list's items, to which nobody adds in place: the list has no room left.
static void *keep_items(struct catalogue_cache *cache, const void *items, size_t count, size_t size, size_t *cap)
{
	*cap = count;
	return count ? memcpy(arena_array(cache->arena, count, size), items, count * size) : NULL;
}

#define keep_list(cache, list) ((list)->items = keep_items((cache), (list)->items, (list)->count, sizeof *(list)->items, &(list)->cap))

static void keep_ceilings(struct catalogue_cache *cache, struct hardware *device, const struct source *source)
{
	for (struct compute_ceiling *c = device->compute.items, *end = c + device->compute.count; c < end; c++) {
		const char **texts[] = {&c->name, &c->precision, &c->pipe, &c->accumulate, &c->source, &c->confidence, &c->note};
		for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
			keep(cache, texts[i]);
		c->place.source = source;
	}
	for (struct memory_ceiling *m = device->memory.items, *end = m + device->memory.count; m < end; m++) {
		const char **texts[] = {&m->name, &m->level, &m->source, &m->confidence, &m->note};
		for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
			keep(cache, texts[i]);
		m->place.source = source;
	}
	for (struct network_ceiling *n = device->network.items, *end = n + device->network.count; n < end; n++) {
		const char **texts[] = {&n->name, &n->id, &n->scope, &n->source, &n->confidence, &n->note};
		for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
			keep(cache, texts[i]);
		n->place.source = n->place.source ? source : NULL;
	}
}

static const struct source *keep_source(struct catalogue_cache *cache, const struct source *from)
{
	struct source *source = arena_alloc(cache->arena, sizeof *source);
	*source = *from; // its bytes are the catalogue's
	keep(cache, &source->name);
	return source;
}

static const struct hardware *keep_device(struct catalogue_cache *cache, const struct hardware *from)
{
	struct hardware *device = arena_alloc(cache->arena, sizeof *device);
	*device = *from;
	device->place.source = keep_source(cache, from->place.source);
	const char **texts[] = {&device->id, &device->name, &device->vendor, &device->architecture, &device->note, &device->confidence};
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
		keep(cache, texts[i]);
	keep_list(cache, &device->compute);
	keep_list(cache, &device->memory);
	keep_list(cache, &device->network);
	keep_ceilings(cache, device, device->place.source);
	keep_strings(cache, &device->select.compute);
	keep_strings(cache, &device->select.memory);
	keep_strings(cache, &device->select.network);
	return device;
}

const struct hardware *catalogue_cached_device(struct catalogue_cache *cache, struct arena *arena, const char *id)
{
	for (size_t i = 0; i < cache->count; i++)
		if (cache->items[i].id == id)
			return cache->items[i].device;
	const struct hardware *read = catalogue_device(arena, id);
	if (cache->count == DEVICES_MAX)
		return read;
	const struct hardware *device = keep_device(cache, read);
	cache->items[cache->count].id = id;
	cache->items[cache->count++].device = device;
	return device;
}
