// SPDX-License-Identifier: MIT
// What the points ask of the machines: the machine itself, a precision and pipe, memory levels, a link.
#include "model/analysis_internal.h"

#include "base/text.h"

static bool has_word(GStrv words, const char *word)
{
	for (size_t i = 0; words[i]; i++) {
		if (text_same(words[i], word))
			return true;
	}
	return false;
}

// Every word of `name` is a whole word of the machine's id or name.
static bool words_match(const struct hardware *hardware, const char *name)
{
	g_autofree char *all = g_strconcat(hardware->id ? hardware->id : "", " ", hardware->name ? hardware->name : "", NULL);
	g_auto(GStrv) known = g_strsplit_set(all, " -_/", -1), asked = g_strsplit_set(name, " -_/", -1);
	bool any = false;
	for (size_t i = 0; asked[i]; i++) {
		if (!*asked[i])
			continue;
		if (!has_word(known, asked[i]))
			return false;
		any = true;
	}
	return any;
}

static const char *list_names(const struct run *run)
{
	GString *names = g_string_new(NULL);
	for (size_t i = 0; i < run->chart->hardware.count; i++)
		g_string_append_printf(names, "%s%s", i ? ", " : "", hardware_name(run->chart->hardware.items[i]));
	const char *text = arena_strdup(run->arena, names->str);
	g_string_free(names, TRUE);
	return text;
}

// The machine that a point names, as index + 1; 0 after an error.
static size_t machine_find(struct run *run, const struct point *point)
{
	size_t count = run->chart->hardware.count, found = 0, hits = 0;
	for (size_t i = 0; i < count; i++) {
		const struct hardware *hardware = run->chart->hardware.items[i];
		if (text_same(hardware->id, point->hardware) || text_same(hardware->name, point->hardware))
			return i + 1;
		if (words_match(hardware, point->hardware)) {
			found = i + 1;
			hits++;
		}
	}
	if (hits == 1)
		return found;
	run->failed = true;
	if (hits > 1)
		diags_add_point(run->diags, DIAG_AMBIGUOUS_NAME, point->place, point->name, "hardware '%s' of '%s' fits several machines of the chart: %s",
			point->hardware, name_for_message(run->arena, point->name), list_names(run));
	else
		diags_add_point(run->diags, DIAG_UNKNOWN_NAME, point->place, point->name, "unknown hardware '%s' of '%s': expected one of %s", point->hardware,
			name_for_message(run->arena, point->name), list_names(run));
	return 0;
}

struct collector {
	struct run *run;
	GHashTable *machines; // name as written -> index + 1
	GHashTable *uses;     // key -> use
	GString *key;
};

static struct machine_uses *machine_of(struct collector *collector, const struct point *point)
{
	struct run *run = collector->run;
	if (run->chart->hardware.count == 0)
		return NULL;
	if (!point->hardware)
		return &run->uses[0];
	void *known;
	if (!g_hash_table_lookup_extended(collector->machines, point->hardware, NULL, &known)) {
		known = GSIZE_TO_POINTER(machine_find(run, point));
		g_hash_table_insert(collector->machines, (char *)point->hardware, known);
	}
	size_t index = GPOINTER_TO_SIZE(known);
	return index ? &run->uses[index - 1] : NULL;
}

// Starts a key of one kind of use of one machine; an absent word differs from an empty one.
static void key_start(struct collector *collector, char kind, const struct machine_uses *machine)
{
	g_string_printf(collector->key, "%c%zu", kind, (size_t)(machine - collector->run->uses));
}

static void key_add(struct collector *collector, const char *word)
{
	g_string_append_c(collector->key, word ? '\x1f' : '\x1e');
	g_string_append(collector->key, word ? word : "");
}

static void *use_find(struct collector *collector)
{
	return g_hash_table_lookup(collector->uses, collector->key->str);
}

static void use_keep(struct collector *collector, void *use)
{
	g_hash_table_insert(collector->uses, arena_strndup(collector->run->arena, collector->key->str, collector->key->len), use);
}

static struct compute_use *use_compute(struct collector *collector, struct machine_uses *machine, size_t index)
{
	struct arena *arena = collector->run->arena;
	const struct point *point = &collector->run->chart->points.items[index];
	key_start(collector, point->sparse ? 's' : 'd', machine);
	key_add(collector, point->precision);
	key_add(collector, point->pipe);
	struct compute_use *use = use_find(collector);
	if (!use) {
		use = arena_alloc(arena, sizeof *use);
		*use = (struct compute_use){.precision = precision_canonical(arena, point->precision), .pipe = point->pipe, .sparse = point->sparse,
			.first_point = index};
		*list_push(arena, &machine->compute) = use;
		use_keep(collector, use);
	}
	use->count++;
	return use;
}

static struct memory_use *use_memory(struct collector *collector, struct machine_uses *machine, const char *level, size_t index)
{
	struct arena *arena = collector->run->arena;
	key_start(collector, 'm', machine);
	key_add(collector, level);
	struct memory_use *use = use_find(collector);
	if (!use) {
		use = arena_alloc(arena, sizeof *use);
		*use = (struct memory_use){.level = level, .first_point = index};
		*list_push(arena, &machine->memory) = use;
		use_keep(collector, use);
	}
	use->count++;
	return use;
}

static struct network_use *use_network(struct collector *collector, struct machine_uses *machine, size_t index)
{
	struct arena *arena = collector->run->arena;
	const struct point *point = &collector->run->chart->points.items[index];
	if (!(point->network_bytes > 0))
		return NULL;
	key_start(collector, 'n', machine);
	key_add(collector, point->network);
	struct network_use *use = use_find(collector);
	if (!use) {
		use = arena_alloc(arena, sizeof *use);
		*use = (struct network_use){.name = point->network, .first_point = index};
		*list_push(arena, &machine->network) = use;
		use_keep(collector, use);
	}
	use->count++;
	return use;
}

static void collect_point(struct collector *collector, size_t index)
{
	struct run *run = collector->run;
	const struct point *point = &run->chart->points.items[index];
	struct point_use *use = &run->points[index];
	use->level_count = MAX(point->levels.count, 1);
	run->row_count += use->level_count;
	use->machine = machine_of(collector, point);
	if (!use->machine)
		return;
	use->compute = use_compute(collector, use->machine, index);
	use->network = use_network(collector, use->machine, index);
	use->levels = arena_array(run->arena, use->level_count, sizeof *use->levels);
	for (size_t i = 0; i < use->level_count; i++) {
		const char *level = point->levels.count ? point->levels.items[i].level : NULL;
		use->levels[i] = use_memory(collector, use->machine, level ? level : point->memory, index);
	}
}

void uses_collect(struct run *run)
{
	const struct chart *chart = run->chart;
	run->uses = arena_array(run->arena, chart->hardware.count, sizeof *run->uses);
	for (size_t i = 0; i < chart->hardware.count; i++)
		run->uses[i].hardware = chart->hardware.items[i];
	run->points = arena_array(run->arena, chart->points.count, sizeof *run->points);
	g_autoptr(GHashTable) machines = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GHashTable) uses = g_hash_table_new(g_str_hash, g_str_equal);
	struct collector collector = {.run = run, .machines = machines, .uses = uses, .key = g_string_new(NULL)};
	for (size_t i = 0; i < chart->points.count; i++)
		collect_point(&collector, i);
	g_string_free(collector.key, TRUE);
}
