// SPDX-License-Identifier: MIT
// The slopes of a machine: memory levels and links, drawn and met by the points.
#include "model/analysis_internal.h"

#include "base/text.h"

static const struct memory_ceiling *memory_met_by(const struct hardware *hardware, const char *level)
{
	const struct memory_ceiling *memory = level ? hardware_find_memory(hardware, level) : hardware_main_memory(hardware);
	return memory && rate_is_usable(memory->bandwidth) ? memory : NULL;
}

static bool pick_memory(struct selection *selection, const char *name)
{
	const struct hardware *hardware = selection->hardware;
	bool found = false;
	for (size_t i = 0; i < hardware->memory.count; i++) {
		const struct memory_ceiling *ceiling = &hardware->memory.items[i];
		if (!text_same(ceiling->name, name) && !text_same(ceiling->level, name))
			continue;
		found = true;
		selection->memory[i] = rate_is_usable(ceiling->bandwidth);
	}
	const struct memory_ceiling *meant = found ? NULL : memory_met_by(hardware, name);
	if (meant)
		selection->memory[meant - hardware->memory.items] = true;
	return found || meant;
}

static bool memory_names(const struct hardware *hardware, size_t index, const char *names[2])
{
	if (index >= hardware->memory.count)
		return false;
	names[0] = hardware->memory.items[index].name;
	names[1] = hardware->memory.items[index].level;
	return true;
}

static const struct selectable memory_kind = {"memory in select", pick_memory, memory_names};

static void pick_used_memory(struct selection *selection)
{
	const struct hardware *hardware = selection->hardware;
	const struct memory_ceiling *main_memory = memory_met_by(hardware, NULL);
	for (size_t i = 0; i < hardware->memory.count; i++) {
		const struct memory_ceiling *ceiling = &hardware->memory.items[i];
		selection->memory[i] = rate_is_usable(ceiling->bandwidth) && (!hardware->id || ceiling == main_memory || ceiling->always);
	}
	for (size_t i = 0; i < selection->uses->memory.count; i++) {
		const struct memory_ceiling *ceiling = selection->uses->memory.items[i]->ceiling;
		if (ceiling)
			selection->memory[ceiling - hardware->memory.items] = true;
	}
}

static struct drawn_memory drawn_memory_make(const struct selection *selection, const struct memory_ceiling *ceiling)
{
	return (struct drawn_memory){.ceiling = ceiling, .name = selection_name(selection, selection->slope_names, ceiling->name, ""),
		.is_main = ceiling == hardware_main_memory(selection->hardware)};
}

static int by_falling_bandwidth(const void *a, const void *b, void *user)
{
	(void)user;
	const struct drawn_memory *left = a, *right = b;
	return (left->ceiling->bandwidth < right->ceiling->bandwidth) - (left->ceiling->bandwidth > right->ceiling->bandwidth);
}

static void select_memory(struct selection *selection)
{
	const struct hardware *hardware = selection->hardware;
	struct machine *machine = selection->uses->machine;
	for (size_t i = 0; i < selection->uses->memory.count; i++) {
		struct memory_use *use = selection->uses->memory.items[i];
		use->ceiling = memory_met_by(hardware, use->level);
	}
	if (hardware->select.memory.count)
		selection_pick(selection, &memory_kind, &hardware->select.memory);
	else
		pick_used_memory(selection);
	for (size_t i = 0; i < hardware->memory.count; i++) {
		if (selection->memory[i])
			*list_push(selection->run->arena, &machine->memory) = drawn_memory_make(selection, &hardware->memory.items[i]);
	}
	if (machine->memory.count)
		g_qsort_with_data(machine->memory.items, (int)machine->memory.count, sizeof *machine->memory.items, by_falling_bandwidth, NULL);
}

static void resolve_memory(struct selection *selection)
{
	struct arena *arena = selection->run->arena;
	struct machine *machine = selection->uses->machine;
	for (size_t i = 0; i < selection->uses->memory.count; i++) {
		struct memory_use *use = selection->uses->memory.items[i];
		for (size_t k = 0; k < machine->memory.count; k++) {
			if (machine->memory.items[k].ceiling == use->ceiling)
				use->drawn = &machine->memory.items[k];
		}
		for (size_t k = 0; k < i && !use->drawn; k++) {
			if (use->ceiling && selection->uses->memory.items[k]->ceiling == use->ceiling)
				use->drawn = selection->uses->memory.items[k]->drawn;
		}
		if (use->drawn)
			continue;
		if (!use->ceiling) {
			use->missing = use->level ? arena_printf(arena, "no memory '%s'", use->level) : "no main memory";
			continue;
		}
		struct drawn_memory *beside = arena_alloc(arena, sizeof *beside);
		*beside = drawn_memory_make(selection, use->ceiling);
		use->drawn = beside;
	}
}

// ---- links --------------------------------------------------------------------------------------------------------------------------------------------

static bool pick_network(struct selection *selection, const char *name)
{
	const struct hardware *hardware = selection->hardware;
	const struct network_ceiling *link = hardware_find_network(hardware, name);
	if (link)
		selection->network[link - hardware->network.items] = rate_is_usable(link->bandwidth);
	return link;
}

static bool network_names(const struct hardware *hardware, size_t index, const char *names[2])
{
	if (index >= hardware->network.count)
		return false;
	names[0] = hardware->network.items[index].name;
	names[1] = hardware->network.items[index].id;
	return true;
}

static const struct selectable network_kind = {"link in select", pick_network, network_names};

// "'NVLink 4', 'PCIe Gen5 x16'"; the name that is nearest to `name` in `*nearest`, or NULL.
static const char *list_links(struct arena *arena, const struct hardware *hardware, const char *name, const char **nearest)
{
	enum { SHOWN = 12 };
	const char **names = arena_array(arena, hardware->network.count, sizeof *names), *listed = "";
	for (size_t i = 0; i < hardware->network.count; i++) {
		names[i] = hardware->network.items[i].name;
		if (i < SHOWN)
			listed = arena_printf(arena, "%s%s'%s'", listed, i ? ", " : "", names[i]);
	}
	*nearest = text_nearest(name, names, hardware->network.count);
	return listed;
}

static void say_unknown_link(struct run *run, const struct hardware *hardware, const struct network_use *use)
{
	struct arena *arena = run->arena;
	const char *nearest, *listed = list_links(arena, hardware, use->name, &nearest), *on = hardware_name(hardware);
	const char *point = run->names[use->first_point], *name = name_for_message(arena, use->name);
	const char *has = hardware->network.count ? arena_printf(arena, "expected a link of '%s' (%s)", on, listed) : arena_printf(arena, "'%s' has no links", on);
	diags_add_point(run->diags, DIAG_UNKNOWN_NAME, run->chart->points.items[use->first_point].place, point,
		"network of '%s': %s, found '%s'%s; for another one of `rafter list links`, the hardware is {%s\"network\": [\"%s\"]}",
		name_for_message(arena, point), has, name, nearest ? arena_printf(arena, " (did you mean '%s'?)", nearest) : "",
		hardware->id ? arena_printf(arena, "\"preset\": \"%s\", ", hardware->id) : "", name);
}

static void find_named_links(struct selection *selection)
{
	const struct hardware *hardware = selection->hardware;
	struct run *run = selection->run;
	for (size_t i = 0; i < selection->uses->network.count; i++) {
		struct network_use *use = selection->uses->network.items[i];
		const struct network_ceiling *link = use->name ? hardware_find_network(hardware, use->name) : NULL;
		use->ceiling = link && rate_is_usable(link->bandwidth) ? link : NULL;
		if (!use->name || use->ceiling)
			continue;
		say_unknown_link(run, hardware, use);
		run->failed = true;
	}
}

static void pick_used_network(struct selection *selection)
{
	const struct hardware *hardware = selection->hardware;
	size_t first = hardware->network.count;
	for (size_t i = hardware->network.count; i-- > 0;) {
		bool usable = rate_is_usable(hardware->network.items[i].bandwidth);
		selection->network[i] = usable && !hardware->id;
		first = usable ? i : first;
	}
	for (size_t i = 0; i < selection->uses->network.count; i++) {
		const struct network_use *use = selection->uses->network.items[i];
		if (use->ceiling)
			selection->network[use->ceiling - hardware->network.items] = true;
		else if (!use->name && first < hardware->network.count)
			selection->network[first] = true;
	}
}

static int by_falling_link(const void *a, const void *b, void *user)
{
	(void)user;
	const struct drawn_network *left = a, *right = b;
	return (left->ceiling->bandwidth < right->ceiling->bandwidth) - (left->ceiling->bandwidth > right->ceiling->bandwidth);
}

static struct drawn_network drawn_network_make(const struct selection *selection, const struct network_ceiling *ceiling)
{
	return (struct drawn_network){.ceiling = ceiling, .name = selection_name(selection, selection->slope_names, ceiling->name, "")};
}

// Points with network bytes that name no link, on a machine that has several to choose from: once for a machine.
static void say_taken_link(struct selection *selection, const struct network_use *use, size_t choices)
{
	struct run *run = selection->run;
	if (use->name || !use->ceiling || choices < 2)
		return;
	const char *point = run->names[use->first_point];
	const char *others = use->count > 1 ? arena_printf(run->arena, " and %zu more", use->count - 1) : "";
	diags_add_point(run->diags, DIAG_ASSUMED, run->chart->points.items[use->first_point].place, point,
		"network of '%s'%s is not said and '%s' has %zu links: the first, '%s', is taken", name_for_message(run->arena, point), others,
		hardware_name(selection->hardware), choices, use->ceiling->name);
}

// What there is to choose from: the links in `select`, else all.
static size_t count_links(const struct selection *selection)
{
	const struct hardware *hardware = selection->hardware;
	size_t count = 0;
	for (size_t i = 0; i < hardware->network.count; i++)
		count += hardware->select.network.given ? selection->network[i] : rate_is_usable(hardware->network.items[i].bandwidth);
	return count;
}

static void select_network(struct selection *selection)
{
	const struct hardware *hardware = selection->hardware;
	struct machine *machine = selection->uses->machine;
	find_named_links(selection);
	if (hardware->select.network.given)
		selection_pick(selection, &network_kind, &hardware->select.network);
	else
		pick_used_network(selection);
	// "First" is by the order written, which is that of the machine; it is lost with the sort.
	const struct network_ceiling *first = NULL;
	for (size_t i = 0; i < hardware->network.count; i++) {
		if (!selection->network[i])
			continue;
		first = first ? first : &hardware->network.items[i];
		*list_push(selection->run->arena, &machine->network) = drawn_network_make(selection, &hardware->network.items[i]);
	}
	for (size_t i = 0; i < selection->uses->network.count; i++) {
		struct network_use *use = selection->uses->network.items[i];
		use->ceiling = use->name ? use->ceiling : first;
		say_taken_link(selection, use, count_links(selection));
	}
	if (machine->network.count)
		g_qsort_with_data(machine->network.items, (int)machine->network.count, sizeof *machine->network.items, by_falling_link, NULL);
}

static void resolve_network(struct selection *selection)
{
	struct machine *machine = selection->uses->machine;
	for (size_t i = 0; i < selection->uses->network.count; i++) {
		struct network_use *use = selection->uses->network.items[i];
		if (!use->ceiling) {
			use->missing = use->name ? arena_printf(selection->run->arena, "no link '%s'", use->name) : "no link";
			continue;
		}
		for (size_t k = 0; k < machine->network.count; k++) {
			if (machine->network.items[k].ceiling == use->ceiling)
				use->drawn = &machine->network.items[k];
		}
		for (size_t k = 0; k < i && !use->drawn; k++) {
			if (selection->uses->network.items[k]->ceiling == use->ceiling)
				use->drawn = selection->uses->network.items[k]->drawn;
		}
		if (use->drawn)
			continue;
		struct drawn_network *beside = arena_alloc(selection->run->arena, sizeof *beside);
		*beside = drawn_network_make(selection, use->ceiling);
		use->drawn = beside;
	}
}

void slopes_select(struct selection *selection)
{
	select_memory(selection);
	resolve_memory(selection);
	select_network(selection);
	resolve_network(selection);
}
