// SPDX-License-Identifier: MIT
#include "model/hardware.h"

#include "base/text.h"

#include <assert.h>
#include <glib.h>
#include <math.h>
#include <string.h>

const char *const ceiling_kind_names[] = {
#define X(symbol, name) name,
	CEILING_KINDS(X)
#undef X
	NULL,
};

const char *const memory_level_names[] = {
#define X(name) name,
	MEMORY_LEVELS(X)
#undef X
	NULL,
};

const char *ceiling_kind_name(enum ceiling_kind kind)
{
	return kind == CEILING_UNSAID ? NULL : ceiling_kind_names[kind - 1];
}

// ---- what is not said ---------------------------------------------------------------------------------------------------------------------------------

void hardware_init(struct hardware *hardware)
{
	*hardware = (struct hardware){.year = NAN, .tdp_w = NAN};
}

void compute_init(struct compute_ceiling *ceiling)
{
	*ceiling = (struct compute_ceiling){.peak = NAN, .low = NAN, .high = NAN, .sparse = NAN, .clock = NAN};
}

void memory_init(struct memory_ceiling *ceiling)
{
	*ceiling = (struct memory_ceiling){.bandwidth = NAN, .low = NAN, .high = NAN, .capacity = NAN};
}

void network_init(struct network_ceiling *ceiling)
{
	*ceiling = (struct network_ceiling){.bandwidth = NAN, .both_ways = NAN};
}

bool hardware_is_whole(const struct hardware *hardware)
{
	return hardware->compute.count && (hardware->memory.count || hardware->network.count);
}

// ---- names --------------------------------------------------------------------------------------------------------------------------------------------

const char *hardware_name(const struct hardware *hardware)
{
	return hardware->name ? hardware->name : hardware->id;
}

static bool same_rate(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

static bool same_strings(const struct key_strings *a, const struct key_strings *b)
{
	bool same = a->count == b->count && a->given == b->given;
	for (size_t i = 0; same && i < a->count; i++)
		same = text_same(a->items[i], b->items[i]);
	return same;
}

static bool same_ceilings(const struct hardware *a, const struct hardware *b)
{
	bool same = a->compute.count == b->compute.count && a->memory.count == b->memory.count && a->network.count == b->network.count;
	for (size_t i = 0; same && i < a->compute.count; i++) {
		const struct compute_ceiling *x = &a->compute.items[i], *y = &b->compute.items[i];
		same = text_same(x->name, y->name) && same_rate(x->peak, y->peak) && same_rate(x->sparse, y->sparse);
	}
	for (size_t i = 0; same && i < a->memory.count; i++)
		same = text_same(a->memory.items[i].name, b->memory.items[i].name) && same_rate(a->memory.items[i].bandwidth, b->memory.items[i].bandwidth);
	for (size_t i = 0; same && i < a->network.count; i++)
		same = text_same(a->network.items[i].name, b->network.items[i].name) && same_rate(a->network.items[i].bandwidth, b->network.items[i].bandwidth);
	return same;
}

bool hardware_is_same(const struct hardware *a, const struct hardware *b)
{
	return text_same(a->id, b->id) && text_same(a->name, b->name) && same_ceilings(a, b) && same_strings(&a->select.compute, &b->select.compute) &&
		same_strings(&a->select.memory, &b->select.memory) && same_strings(&a->select.network, &b->select.network);
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

const char *memory_level_of(const char *name, const char **word)
{
	static const struct {
		const char *word, *level;
	} words[] = {
		{"L1", "l1"}, {"L2", "l2"}, {"L3", "l3"}, {"L4", "l4"}, {"LLC", "l3"}, {"shared", "shared"}, {"main", "main"}, {"DRAM", "main"}, {"MCDRAM", "main"},
		{"HBM", "main"}, {"HBM2", "main"}, {"HBM2e", "main"}, {"HBM3", "main"}, {"HBM3e", "main"}, {"HBM4", "main"}, {"DDR", "main"}, {"DDR3", "main"},
		{"DDR4", "main"}, {"DDR5", "main"}, {"GDDR", "main"}, {"GDDR5", "main"}, {"GDDR6", "main"}, {"GDDR6X", "main"}, {"GDDR7", "main"},
		{"LPDDR", "main"}, {"LPDDR4", "main"}, {"LPDDR4X", "main"}, {"LPDDR5", "main"}, {"LPDDR5X", "main"},
	};
	const char *level = technology(name) ? "main" : NULL;
	if (word)
		*word = NULL;
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
		size_t length = strlen(words[i].word);
		if (g_ascii_strncasecmp(name, words[i].word, length) || g_ascii_isdigit(name[length]))
			continue;
		level = words[i].level;
		if (word && !name[length])
			*word = words[i].word;
	}
	return level;
}

// ---- memories -----------------------------------------------------------------------------------------------------------------------------------------

const struct memory_ceiling *hardware_main_memory(const struct hardware *hardware)
{
	for (size_t i = 0; i < hardware->memory.count; i++) {
		if (text_same(hardware->memory.items[i].level, "main"))
			return &hardware->memory.items[i];
	}
	return hardware->memory.count ? &hardware->memory.items[0] : NULL;
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
	static const char *const words[] = {"mem", "memory", "main memory"};
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
		if (text_same(level, words[i]))
			return true;
	}
	const char *word;
	return technology(level) || (text_same(memory_level_of(level, &word), "main") && word);
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

// ---- links --------------------------------------------------------------------------------------------------------------------------------------------

const struct network_ceiling *hardware_find_network(const struct hardware *hardware, const char *name)
{
	assert(name);
	const struct network_ceiling *begins = NULL;
	size_t count = 0;
	for (size_t i = 0; i < hardware->network.count; i++) {
		const struct network_ceiling *link = &hardware->network.items[i];
		if (text_same_squeezed(link->name, name) || (link->id && text_same_squeezed(link->id, name)))
			return link;
		if (text_begins_with_words(link->name, name)) {
			begins = link;
			count++;
		}
	}
	return count == 1 ? begins : NULL;
}
