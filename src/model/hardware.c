// SPDX-License-Identifier: MIT
#include "model/hardware.h"

#include "base/text.h"

#include <assert.h>
#include <glib.h>
#include <string.h>

const char *ceiling_kind_name(enum ceiling_kind kind)
{
	static const char *const names[] = {NULL, "datasheet", "derived", "measured", "assumed"};
	return names[kind];
}

const struct memory_ceiling *hardware_main_memory(const struct hardware *hardware)
{
	for (size_t i = 0; i < hardware->memory.count; i++) {
		if (text_same(hardware->memory.items[i].level, "main"))
			return &hardware->memory.items[i];
	}
	return hardware->memory.count ? &hardware->memory.items[0] : NULL;
}

// The kind of memory that `word` begins with ("HBM2e": "hbm"), or NULL.
static const char *technology(const char *word)
{
	static const char *const kinds[] = {"hbm", "lpddr", "gddr", "ddr"};
	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
		if (!g_ascii_strncasecmp(word, kinds[i], strlen(kinds[i])))
			return kinds[i];
	}
	return NULL;
}

static bool has_technology(const char *name, const char *kind)
{
	g_auto(GStrv) words = g_strsplit_set(name, " -/_()", -1);
	for (size_t i = 0; words[i]; i++) {
		if (text_same(technology(words[i]), kind))
			return true;
	}
	return false;
}

// The only memory of a technology; a machine with both HBM and DDR keeps the two apart.
static const struct memory_ceiling *only_of_technology(const struct hardware *hardware, const char *kind)
{
	const struct memory_ceiling *found = NULL;
	for (size_t i = 0; i < hardware->memory.count; i++) {
		const struct memory_ceiling *memory = &hardware->memory.items[i];
		if (!has_technology(memory->name, kind))
			continue;
		if (found)
			return NULL;
		found = memory;
	}
	return found;
}

static bool means_main_memory(const char *level)
{
	static const char *const words[] = {"main", "dram", "mem", "memory", "main memory"};
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
		if (text_same(level, words[i]))
			return true;
	}
	return technology(level) != NULL;
}

const struct memory_ceiling *hardware_find_memory(const struct hardware *hardware, const char *level)
{
	assert(level);
	for (size_t i = 0; i < hardware->memory.count; i++) {
		if (text_same(hardware->memory.items[i].level, level))
			return &hardware->memory.items[i];
	}
	for (size_t i = 0; i < hardware->memory.count; i++) {
		if (text_same(hardware->memory.items[i].name, level))
			return &hardware->memory.items[i];
	}
	const char *kind = technology(level);
	const struct memory_ceiling *memory = kind ? only_of_technology(hardware, kind) : NULL;
	if (memory)
		return memory;
	return means_main_memory(level) ? hardware_main_memory(hardware) : NULL;
}

static bool begins_with_words(const char *text, const char *words)
{
	size_t length = strlen(words);
	return length && !g_ascii_strncasecmp(text, words, length) && !g_ascii_isalnum(text[length]);
}

const struct network_ceiling *hardware_find_network(const struct hardware *hardware, const char *name)
{
	assert(name);
	const struct network_ceiling *begins = NULL;
	size_t count = 0;
	for (size_t i = 0; i < hardware->network.count; i++) {
		const struct network_ceiling *link = &hardware->network.items[i];
		if (text_same(link->name, name) || (link->id && text_same(link->id, name)))
			return link;
		if (begins_with_words(link->name, name)) {
			begins = link;
			count++;
		}
	}
	return count == 1 ? begins : NULL;
}
