// SPDX-License-Identifier: MIT
#include "hardware/catalogue.h"

#include "base/text.h"
#include "embed/embedded.h"

#include <assert.h>
#include <glib.h>
#include <math.h>
#include <string.h>

const char *const *catalogue_device_ids(void)
{
	return embedded_devices_names;
}

const char *const *catalogue_link_ids(void)
{
	return embedded_links_names;
}

static const struct embedded_file *find(const struct embedded_file *table, const char *id, size_t length)
{
	for (const struct embedded_file *entry = table; entry->name; entry++) {
		if (strlen(entry->name) == length && memcmp(entry->name, id, length) == 0)
			return entry;
	}
	return NULL;
}

// ---- one entry, parsed --------------------------------------------------------------------------------------------------------------------------------

// The entry's object without "alias", which only the search below looks at.
static const struct json *entry_json(struct arena *arena, const struct embedded_file *entry, struct diags *diags)
{
	struct source *source = arena_alloc(arena, sizeof *source);
	*source = (struct source){arena_printf(arena, "catalogue entry %s", entry->name), entry->text, entry->size};
	const struct json *root = json_read(arena, source, diags);
	if (!root || !entry->alias)
		return root;
	struct json *copy = arena_alloc(arena, sizeof *copy);
	*copy = *root;
	copy->count--;
	const struct json **link = &copy->child;
	for (const struct json *member = root->child; member; member = member->next) {
		if (strcmp(member->key, "alias") == 0)
			continue;
		struct json *kept = arena_alloc(arena, sizeof *kept);
		*kept = *member;
		kept->next = NULL;
		*link = kept;
		link = &kept->next;
	}
	return copy;
}

// "nv-h100-page + lockwood-h100" as the addresses that sources.json has for these words; other text stays.
static const char *full_source(struct arena *arena, const char *source)
{
	if (!source)
		return NULL;
	g_auto(GStrv) parts = g_strsplit(source, " + ", -1);
	for (size_t i = 0; parts[i]; i++) {
		const struct embedded_file *entry = find(embedded_sources, parts[i], strlen(parts[i]));
		if (!entry)
			continue;
		g_free(parts[i]);
		parts[i] = g_strdup(entry->label);
	}
	g_autofree char *joined = g_strjoinv("; ", parts);
	return arena_strdup(arena, joined);
}

static void expand_sources(struct arena *arena, struct hardware *hardware)
{
	for (size_t i = 0; i < hardware->compute.count; i++)
		hardware->compute.items[i].source = full_source(arena, hardware->compute.items[i].source);
	for (size_t i = 0; i < hardware->memory.count; i++)
		hardware->memory.items[i].source = full_source(arena, hardware->memory.items[i].source);
	for (size_t i = 0; i < hardware->network.count; i++)
		hardware->network.items[i].source = full_source(arena, hardware->network.items[i].source);
}

// The id of the catalogue's link that a device has under a name of its own: "NVLink 3 bridge" is "nvlink-3", if the figures agree.
static const char *link_id(struct arena *arena, const struct network_ceiling *link)
{
	const double share = 0.01;
	for (const struct embedded_file *entry = embedded_links; entry->name; entry++) {
		if (!entry->label || (!text_begins_with_words(link->name, entry->label) && !text_begins_with_words(entry->label, link->name)))
			continue;
		const struct network_ceiling *known = catalogue_link(arena, entry->name);
		if (fabs(known->bandwidth - link->bandwidth) <= share * known->bandwidth)
			return entry->name;
	}
	return NULL;
}

static void name_links(struct arena *arena, struct hardware *hardware)
{
	for (size_t i = 0; i < hardware->network.count; i++) {
		struct network_ceiling *link = &hardware->network.items[i];
		link->id = link->id ? link->id : link_id(arena, link);
	}
}

const struct hardware *catalogue_device(struct arena *arena, const char *id)
{
	const struct embedded_file *entry = find(embedded_devices, id, strlen(id));
	if (!entry)
		return NULL;
	struct diags *diags = diags_new();
	const struct json *root = entry_json(arena, entry, diags);
	const struct hardware *read = root ? hardware_read(arena, root, &catalogue_lookup, diags) : NULL;
	// An entry that cannot be read is a fault of the catalogue, which its unit test finds.
	assert(read && diags_count(diags) == 0);
	diags_free(diags);
	struct hardware *hardware = arena_alloc(arena, sizeof *hardware);
	*hardware = *read;
	if (!hardware->vendor)
		hardware->vendor = entry->group;
	expand_sources(arena, hardware);
	name_links(arena, hardware);
	return hardware;
}

const struct network_ceiling *catalogue_link(struct arena *arena, const char *id)
{
	const struct embedded_file *entry = find(embedded_links, id, strlen(id));
	if (!entry)
		return NULL;
	struct diags *diags = diags_new();
	const struct json *root = entry_json(arena, entry, diags);
	struct network_ceiling *link = arena_alloc(arena, sizeof *link);
	network_init(link);
	bool read = root && keys_read(&(struct key_context){.arena = arena, .diags = diags}, network_keys, root, link);
	assert(read && diags_count(diags) == 0);
	(void)read;
	diags_free(diags);
	link->place = (struct place){0};
	link->source = full_source(arena, link->source);
	return link;
}

// ---- names --------------------------------------------------------------------------------------------------------------------------------------------

struct word {
	const char *start;
	size_t length;
};

static bool next_word(const char **at, struct word *word)
{
	while (**at && !g_ascii_isalnum(**at))
		++*at;
	word->start = *at;
	while (g_ascii_isalnum(**at))
		++*at;
	word->length = (size_t)(*at - word->start);
	return word->length > 0;
}

static bool has_word(const char *text, struct word wanted)
{
	struct word word;
	while (next_word(&text, &word)) {
		if (word.length == wanted.length && g_ascii_strncasecmp(word.start, wanted.start, word.length) == 0)
			return true;
	}
	return false;
}

static bool has_words(const char *text, const char *name)
{
	struct word word;
	size_t count = 0;
	for (; next_word(&name, &word); count++) {
		if (!has_word(text, word))
			return false;
	}
	return count > 0;
}

// Letters and digits alone, in lower case: "NVLink 4" and "nvlink-4" are "nvlink4".
static char *squeeze(const char *text)
{
	GString *out = g_string_new(NULL);
	for (; *text; text++) {
		if (g_ascii_isalnum(*text))
			g_string_append_c(out, g_ascii_tolower(*text));
	}
	return g_string_free(out, FALSE);
}

static bool squeezes_to(const char *text, const char *squeezed)
{
	g_autofree char *own = squeeze(text);
	return *own && strcmp(own, squeezed) == 0;
}

// The three ways to name an entry, the closest first: its id, words of its id, its full name as charts, drivers or brand strings have it.
enum way { WAY_ID, WAY_WORDS, WAY_NAME, WAY_COUNT };

static bool is_name(const struct embedded_file *entry, const char *squeezed)
{
	if (entry->label && squeezes_to(entry->label, squeezed))
		return true;
	g_autofree char *branded = g_strdup_printf("%s %s", entry->group ? entry->group : "", entry->label ? entry->label : "");
	if (squeezes_to(branded, squeezed))
		return true;
	g_auto(GStrv) names = g_strsplit(entry->alias ? entry->alias : "", ";", -1);
	for (size_t i = 0; names[i]; i++) {
		if (squeezes_to(names[i], squeezed))
			return true;
	}
	return false;
}

static bool fits(const struct embedded_file *entry, const char *name, const char *squeezed, enum way way)
{
	switch (way) {
	case WAY_ID:
		return squeezes_to(entry->name, squeezed);
	case WAY_WORDS:
		return has_words(entry->name, name);
	default:
		return is_name(entry, squeezed);
	}
}

static size_t match(const struct embedded_file *table, const char *name, const char **ids, size_t max)
{
	g_autofree char *squeezed = squeeze(name);
	size_t count = 0;
	for (int way = 0; way < WAY_COUNT && !count; way++) {
		for (const struct embedded_file *entry = table; entry->name; entry++) {
			if (!fits(entry, name, squeezed, (enum way)way))
				continue;
			if (count < max)
				ids[count] = entry->name;
			count++;
		}
	}
	return count;
}

size_t catalogue_match(const char *name, const char **ids, size_t max)
{
	return match(embedded_devices, name, ids, max);
}

size_t catalogue_match_link(const char *name, const char **ids, size_t max)
{
	return match(embedded_links, name, ids, max);
}

// ---- the lookup ---------------------------------------------------------------------------------------------------------------------------------------

struct family {
	const struct embedded_file *table;
	const char *what, *list; // "device", the command that lists them
};

static const struct family devices = {embedded_devices, "device", "rafter list hardware"};
static const struct family links = {embedded_links, "link", "rafter list links"};

// The id that a misspelt name is nearest to, by id, by id without its vendor, or by name.
static const char *nearest(const struct embedded_file *table, const char *name)
{
	enum { SPELLINGS = 3 };
	g_autoptr(GPtrArray) choices = g_ptr_array_new();
	for (const struct embedded_file *entry = table; entry->name; entry++) {
		const char *dash = strchr(entry->name, '-');
		g_ptr_array_add(choices, (char *)entry->name);
		g_ptr_array_add(choices, entry->group && dash ? (char *)dash + 1 : NULL);
		g_ptr_array_add(choices, (char *)entry->label);
	}
	const char *best = text_nearest(name, (const char *const *)choices->pdata, choices->len);
	for (guint i = 0; best && i < choices->len; i++) {
		if (choices->pdata[i] == best)
			return table[i / SPELLINGS].name;
	}
	return NULL;
}

static void report_unknown(const struct family *family, const char *name, const char *shown, struct place place, struct diags *diags)
{
	const char *near = nearest(family->table, name);
	if (near)
		diags_add(diags, DIAG_UNKNOWN_NAME, place, "unknown %s '%s', did you mean '%s'?", family->what, shown, near);
	else
		diags_add(diags, DIAG_UNKNOWN_NAME, place, "unknown %s '%s', expected one of those that `%s` names", family->what, shown, family->list);
}

// The one id that `name` means, or NULL with an error.
static const char *resolve(const struct family *family, const char *name, struct place place, struct diags *diags)
{
	enum { LISTED = 12, SHOWN_CHARS = 60 };
	const char *ids[LISTED + 1] = {NULL};
	const struct embedded_file *entry = find(family->table, name, strlen(name));
	if (entry)
		return entry->name;
	size_t count = match(family->table, name, ids, LISTED);
	if (count == 1)
		return ids[0];
	g_autofree char *shown = text_shorten(name, SHOWN_CHARS);
	if (count == 0) {
		report_unknown(family, name, shown, place, diags);
		return NULL;
	}
	g_autofree char *listed = g_strjoinv(", ", (char **)ids);
	g_autofree char *more = count > LISTED ? g_strdup_printf(" and %zu more", count - LISTED) : g_strdup("");
	diags_add(diags, DIAG_AMBIGUOUS_NAME, place, "'%s' fits several %ss, expected one of %s%s", shown, family->what, listed, more);
	return NULL;
}

static const struct hardware *find_device(void *user, struct arena *arena, const char *name, struct place place, struct diags *diags)
{
	const char *id = resolve(&devices, name, place, diags);
	if (!id)
		return NULL;
	return user ? catalogue_cached_device(user, arena, id) : catalogue_device(arena, id);
}

static const struct network_ceiling *find_link(void *user, struct arena *arena, const char *name, struct place place, struct diags *diags)
{
	(void)user;
	const char *id = resolve(&links, name, place, diags);
	return id ? catalogue_link(arena, id) : NULL;
}

const struct hardware_lookup catalogue_lookup = {find_device, find_link, NULL};
