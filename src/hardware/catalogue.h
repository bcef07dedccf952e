// SPDX-License-Identifier: MIT
// The devices and links that come with rafter, from the JSON files beside this one (embedded at build).
#ifndef RAFTER_HARDWARE_CATALOGUE_H
#define RAFTER_HARDWARE_CATALOGUE_H

#include "model/hardware.h"

// All ids, sorted; NULL-terminated; static.
const char *const *catalogue_device_ids(void);
const char *const *catalogue_link_ids(void);
// By exact id; parsed into the arena, with sources in full. NULL when there is none.
const struct hardware *catalogue_device(struct arena *arena, const char *id);
const struct network_ceiling *catalogue_link(struct arena *arena, const char *id);

// Ids whose dash-separated words include all words of `name`, in any case ("mi300x", "a100 sxm 80gb"; "b200" is not "gb200"); an exact id counts alone,
// its dashes aside ("nvlink4"). What fits no id is compared with the full names that charts, drivers and brand strings have ("NVIDIA H100 80GB HBM3").
// Writes up to `max`, returns how many fit.
size_t catalogue_match(const char *name, const char **ids, size_t max);
size_t catalogue_match_link(const char *name, const char **ids, size_t max);

// The lookup over the catalogue, for hardware_read and spec_read. Unknown: error [unknown-name] with the nearest; several: error [ambiguous-name] with the list.
extern const struct hardware_lookup catalogue_lookup;

// Devices that were looked up before: for many charts. As the `user` of a lookup that is otherwise catalogue_lookup.
struct catalogue_cache;
struct catalogue_cache *catalogue_cache_new(void);
void catalogue_cache_free(struct catalogue_cache *cache);
// Like catalogue_device, with an `id` of the catalogue's own table: the pointer tells ids apart. The device lives as long as the cache, or as `arena` once the cache is full.
const struct hardware *catalogue_cached_device(struct catalogue_cache *cache, struct arena *arena, const char *id);

#endif
