// SPDX-License-Identifier: MIT
// Installed fonts, by fontconfig. The first call reads its configuration and its cache of all fonts, which takes longer than a chart: call nothing
// here for what the embedded faces can do. The choice depends on the fonts alone, not on the locale or on substitution rules.
//
// Linked like any other library rather than loaded by name: cairo needs it anyway, and a static build then has one copy of FreeType.
#ifndef RAFTER_BACKEND_FONTCONFIG_LOAD_H
#define RAFTER_BACKEND_FONTCONFIG_LOAD_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct font_file {
	const char *file, *family; // in the arena
	unsigned index;            // of a collection
	int weight;
	bool italic;
};

// What is looked for. Only outline fonts without colour are found.
struct font_wish {
	const char *family;            // NULL: any
	int weight;
	bool italic, serif;
	const uint32_t *needs;         // code points that it must have
	size_t need_count;
	const uint32_t *likes;         // code points of which it should have as many as it can
	size_t like_count;
};

// The fonts that meet the wish, best first; at most `max`. Returns how many.
size_t fontconfig_find(struct arena *arena, const struct font_wish *wish, struct font_file *found, size_t max);

#endif
