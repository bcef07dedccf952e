// SPDX-License-Identifier: MIT
// Which ceilings are drawn, under which names, and which of them each use of a point meets.
#include "model/analysis_internal.h"

#include "base/names.h"
#include "base/num.h"
#include "base/text.h"
#include "input/keys.h"

#include <math.h>
#include <string.h>

bool rate_is_usable(double rate)
{
	return rate > 0 && isfinite(rate);
}

// ---- names --------------------------------------------------------------------------------------------------------------------------------------------

const char *selection_name(const struct selection *selection, GHashTable *taken, const char *name, const char *suffix)
{
	struct arena *arena = selection->run->arena;
	return names_claim(arena, taken, arena_printf(arena, "%s%s%s", selection->prefix, name, suffix), " #");
}

// "2:4" doubles the rate; a vendor whose rule is another does not say which.
static const char *sparse_suffix(const struct compute_ceiling *ceiling)
{
	return fabs(ceiling->sparse / ceiling->peak - 2) < 0.02 ? " with 2:4 sparsity" : " with sparsity";
}

// ---- compute ------------------------------------------------------------------------------------------------------------------------------------------

struct wanted {
	const char *precision, *pipe; // NULL: any
	bool sparse;
	const bool *among;            // NULL: all
};

static double rate_of(const struct compute_ceiling *ceiling, bool sparse)
{
	return sparse ? ceiling->sparse : ceiling->peak;
}

static bool names_precisions(const struct hardware *hardware)
{
	for (size_t i = 0; i < hardware->compute.count; i++) {
		if (hardware->compute.items[i].precision)
			return true;
	}
	return false;
}

static bool names_pipes(const struct hardware *hardware, const char *precision)
{
	for (size_t i = 0; i < hardware->compute.count; i++) {
		const struct compute_ceiling *ceiling = &hardware->compute.items[i];
		if (ceiling->pipe && (!precision || text_same(ceiling->precision, precision)))
			return true;
	}
	return false;
}

// The highest ceiling that fits, FP32 (or whole) accumulation before FP16. Its index, or the count when there is none.
static size_t compute_best(const struct hardware *hardware, struct wanted wanted)
{
	size_t count = hardware->compute.count, best = count;
	for (size_t i = 0; i < count; i++) {
		const struct compute_ceiling *ceiling = &hardware->compute.items[i], *rival = best < count ? &hardware->compute.items[best] : NULL;
		if ((wanted.among && !wanted.among[i]) || !rate_is_usable(rate_of(ceiling, wanted.sparse)))
			continue;
		if ((wanted.precision && !text_same(ceiling->precision, wanted.precision)) || (wanted.pipe && !text_same(ceiling->pipe, wanted.pipe)))
			continue;
		bool narrow = wanted.precision && text_same(ceiling->accumulate, "fp16");
		bool rival_narrow = rival && wanted.precision && text_same(rival->accumulate, "fp16");
		if (!rival || narrow < rival_narrow || (narrow == rival_narrow && rate_of(ceiling, wanted.sparse) > rate_of(rival, wanted.sparse)))
			best = i;
	}
	return best;
}

// A machine whose ceilings name no precision (or no pipe) does not tell them apart: there the points' words choose nothing.
static struct wanted wanted_by(const struct selection *selection, const struct compute_use *use)
{
	const char *precision = names_precisions(selection->hardware) ? use->precision : NULL;
	return (struct wanted){.precision = precision, .pipe = names_pipes(selection->hardware, precision) ? use->pipe : NULL};
}

static bool any_picked(const bool *picks, size_t count)
{
	return count && memchr(picks, true, count) != NULL;
}

// In the catalogue a precision has several rates, of which its points use the highest; a list written by hand is there to be seen.
static void pick_by_precision(struct selection *selection, const struct compute_use *use)
{
	const struct hardware *hardware = selection->hardware;
	struct wanted wanted = wanted_by(selection, use);
	size_t best = compute_best(hardware, wanted);
	if (!wanted.precision || best == hardware->compute.count)
		return;
	selection->dense[best] = true;
	for (size_t i = 0; !hardware->id && i < hardware->compute.count; i++) {
		const struct compute_ceiling *ceiling = &hardware->compute.items[i];
		if (text_same(ceiling->precision, wanted.precision) && rate_is_usable(ceiling->peak))
			selection->dense[i] = true;
	}
}

static void pick_defaults(struct selection *selection)
{
	const struct hardware *hardware = selection->hardware;
	for (size_t i = 0; i < hardware->compute.count; i++)
		selection->dense[i] = hardware->compute.items[i].is_default && rate_is_usable(hardware->compute.items[i].peak);
	if (any_picked(selection->dense, hardware->compute.count))
		return;
	for (size_t i = 0; i < hardware->compute.count; i++)
		selection->dense[i] = rate_is_usable(hardware->compute.items[i].peak);
}

static void pick_by_pipe(struct selection *selection, const struct compute_use *use)
{
	size_t count = selection->hardware->compute.count;
	struct wanted wanted = wanted_by(selection, use), drawn = wanted;
	drawn.among = selection->dense;
	if (wanted.precision || !wanted.pipe || compute_best(selection->hardware, drawn) < count)
		return;
	size_t best = compute_best(selection->hardware, wanted);
	if (best < count)
		selection->dense[best] = true;
}

// Every name that could have been meant, each once.
static const char **choices_of(const struct selection *selection, const struct selectable *kind, size_t *count)
{
	struct { const char **items; size_t count, cap; } choices = {0};
	g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	const char *names[2];
	for (size_t i = 0; kind->names(selection->hardware, i, names); i++) {
		for (size_t k = 0; k < G_N_ELEMENTS(names); k++) {
			if (names[k] && g_hash_table_add(seen, g_ascii_strdown(names[k], -1)))
				*list_push(selection->run->arena, &choices) = names[k];
		}
	}
	*count = choices.count;
	return choices.items;
}

void selection_pick(struct selection *selection, const struct selectable *kind, const struct key_strings *wanted)
{
	const char **choices = NULL;
	size_t count = 0;
	for (size_t i = 0; i < wanted->count; i++) {
		if (kind->pick(selection, wanted->items[i]))
			continue;
		if (!choices)
			choices = choices_of(selection, kind, &count);
		keys_unknown(selection->run->diags, DIAG_UNKNOWN_NAME, selection->hardware->place, kind->what, wanted->items[i], choices, count);
		selection->run->failed = true;
	}
}

static bool pick_compute(struct selection *selection, const char *name)
{
	const struct hardware *hardware = selection->hardware;
	const char *precision = precision_canonical(selection->run->arena, name);
	bool found = false;
	for (size_t i = 0; i < hardware->compute.count; i++) {
		const struct compute_ceiling *ceiling = &hardware->compute.items[i];
		if (!text_same(ceiling->name, name) && !text_same(ceiling->precision, precision))
			continue;
		found = true;
		selection->dense[i] = rate_is_usable(ceiling->peak);
	}
	return found;
}

static bool compute_names(const struct hardware *hardware, size_t index, const char *names[2])
{
	if (index >= hardware->compute.count)
		return false;
	names[0] = hardware->compute.items[index].name;
	names[1] = hardware->compute.items[index].precision;
	return true;
}

static const struct selectable compute_kind = {"compute ceiling in select", pick_compute, compute_names};

static struct wanted wanted_sparse(const struct selection *selection, const struct compute_use *use)
{
	struct wanted wanted = wanted_by(selection, use);
	wanted.sparse = true;
	// Without a precision a point stands under the drawn roofs, here too.
	wanted.among = wanted.precision ? NULL : selection->dense;
	return wanted;
}

static void pick_sparse(struct selection *selection)
{
	const struct hardware *hardware = selection->hardware;
	for (size_t i = 0; i < hardware->compute.count && selection->run->chart->options.sparse; i++)
		selection->sparse[i] = selection->dense[i] && rate_is_usable(hardware->compute.items[i].sparse);
	for (size_t i = 0; i < selection->uses->compute.count; i++) {
		const struct compute_use *use = selection->uses->compute.items[i];
		size_t best = use->sparse ? compute_best(hardware, wanted_sparse(selection, use)) : hardware->compute.count;
		if (best < hardware->compute.count)
			selection->sparse[best] = true;
	}
}

static struct drawn_compute drawn_compute_make(const struct selection *selection, size_t index, bool sparse)
{
	const struct compute_ceiling *ceiling = &selection->hardware->compute.items[index];
	return (struct drawn_compute){.ceiling = ceiling, .peak = rate_of(ceiling, sparse), .sparse = sparse,
		.name = selection_name(selection, selection->flat_names, ceiling->name, sparse ? sparse_suffix(ceiling) : "")};
}

static int by_falling_peak(const void *a, const void *b, void *user)
{
	(void)user;
	const struct drawn_compute *left = a, *right = b;
	return (left->peak < right->peak) - (left->peak > right->peak);
}

static void select_compute(struct selection *selection)
{
	const struct hardware *hardware = selection->hardware;
	struct machine *machine = selection->uses->machine;
	if (hardware->select.compute.count) {
		selection_pick(selection, &compute_kind, &hardware->select.compute);
	} else {
		for (size_t i = 0; i < selection->uses->compute.count; i++)
			pick_by_precision(selection, selection->uses->compute.items[i]);
		if (!any_picked(selection->dense, hardware->compute.count))
			pick_defaults(selection);
		for (size_t i = 0; i < selection->uses->compute.count; i++)
			pick_by_pipe(selection, selection->uses->compute.items[i]);
	}
	for (size_t i = 0; i < hardware->compute.count; i++)
		selection->dense[i] |= hardware->compute.items[i].always && rate_is_usable(hardware->compute.items[i].peak);
	pick_sparse(selection);
	for (size_t i = 0; i < hardware->compute.count; i++) {
		if (selection->dense[i])
			*list_push(selection->run->arena, &machine->compute) = drawn_compute_make(selection, i, false);
		if (selection->sparse[i])
			*list_push(selection->run->arena, &machine->compute) = drawn_compute_make(selection, i, true);
	}
	if (machine->compute.count)
		g_qsort_with_data(machine->compute.items, (int)machine->compute.count, sizeof *machine->compute.items, by_falling_peak, NULL);
}

// ---- the roof of a use --------------------------------------------------------------------------------------------------------------------------------

// The precision of the machine that an unknown word may mean: " (did you mean 'bf16'?)", else "".
static const char *meant_precision(const struct selection *selection, const char *word)
{
	const struct hardware *hardware = selection->hardware;
	struct arena *arena = selection->run->arena;
	if (!word || precision_is_known(word))
		return "";
	const char **names = arena_array(arena, hardware->compute.count, sizeof *names);
	for (size_t i = 0; i < hardware->compute.count; i++)
		names[i] = hardware->compute.items[i].precision;
	const char *nearest = text_nearest(word, names, hardware->compute.count);
	return nearest && !text_same(nearest, word) ? arena_printf(arena, " (did you mean '%s'?)", nearest) : "";
}

static const char *compute_missing(const struct selection *selection, const struct compute_use *use)
{
	struct arena *arena = selection->run->arena;
	const char *pipe = use->pipe ? arena_printf(arena, " of pipe '%s'", use->pipe) : "";
	return arena_printf(arena, "no %s%s%sroof%s%s", use->sparse ? "sparse " : "", use->precision ? name_for_message(arena, use->precision) : "",
		use->precision ? " " : "", pipe, meant_precision(selection, use->precision));
}

// The index of the ceiling that judges, or the count: of the own precision wherever it stands; without one, the highest that is drawn.
static size_t judging_ceiling(const struct selection *selection, const struct compute_use *use)
{
	const struct hardware *hardware = selection->hardware;
	struct wanted wanted = use->sparse ? wanted_sparse(selection, use) : wanted_by(selection, use);
	if (!wanted.precision)
		wanted.among = use->sparse ? selection->sparse : selection->dense;
	size_t best = compute_best(hardware, wanted);
	if (best < hardware->compute.count || !wanted.pipe)
		return best;
	wanted.among = NULL;
	return compute_best(hardware, wanted);
}

// A roof that judges without being drawn (`select` left it out) stands beside the list.
static const struct drawn_compute *drawn_or_beside(const struct selection *selection, size_t index, bool sparse)
{
	const struct machine *machine = selection->uses->machine;
	const struct compute_ceiling *ceiling = &selection->hardware->compute.items[index];
	for (size_t i = 0; i < machine->compute.count; i++) {
		if (machine->compute.items[i].ceiling == ceiling && machine->compute.items[i].sparse == sparse)
			return &machine->compute.items[i];
	}
	for (size_t i = 0; i < selection->uses->compute.count; i++) {
		const struct drawn_compute *other = selection->uses->compute.items[i]->drawn;
		if (other && other->ceiling == ceiling && other->sparse == sparse)
			return other;
	}
	struct drawn_compute *beside = arena_alloc(selection->run->arena, sizeof *beside);
	*beside = drawn_compute_make(selection, index, sparse);
	return beside;
}

static void resolve_compute(struct selection *selection)
{
	for (size_t i = 0; i < selection->uses->compute.count; i++) {
		struct compute_use *use = selection->uses->compute.items[i];
		size_t index = judging_ceiling(selection, use);
		if (index < selection->hardware->compute.count)
			use->drawn = drawn_or_beside(selection, index, use->sparse);
		else
			use->missing = compute_missing(selection, use);
	}
}

// The reader of a machine leaves such ceilings out; what comes from elsewhere is held to the same.
static void warn_unusable(const struct selection *selection, const char *what, const char *name, double rate, struct place place)
{
	if (!rate_is_usable(rate))
		diags_add(selection->run->diags, DIAG_ZERO_ROOF, place, "%s '%s' is not drawn: expected a rate above 0, found %s", what, name,
			isfinite(rate) ? num_short(rate, 4).text : "none");
}

static void warn_all_unusable(const struct selection *selection)
{
	const struct hardware *hardware = selection->hardware;
	for (size_t i = 0; i < hardware->compute.count; i++)
		warn_unusable(selection, "compute ceiling", hardware->compute.items[i].name, hardware->compute.items[i].peak, hardware->compute.items[i].place);
	for (size_t i = 0; i < hardware->memory.count; i++)
		warn_unusable(selection, "memory", hardware->memory.items[i].name, hardware->memory.items[i].bandwidth, hardware->memory.items[i].place);
	for (size_t i = 0; i < hardware->network.count; i++)
		warn_unusable(selection, "link", hardware->network.items[i].name, hardware->network.items[i].bandwidth, hardware->network.items[i].place);
}

static void machine_select(struct selection *selection)
{
	warn_all_unusable(selection);
	struct arena *arena = selection->run->arena;
	const struct hardware *hardware = selection->hardware;
	selection->dense = arena_array(arena, hardware->compute.count, sizeof(bool));
	selection->sparse = arena_array(arena, hardware->compute.count, sizeof(bool));
	selection->memory = arena_array(arena, hardware->memory.count, sizeof(bool));
	selection->network = arena_array(arena, hardware->network.count, sizeof(bool));
	select_compute(selection);
	resolve_compute(selection);
	slopes_select(selection);
}

void machines_select(struct run *run)
{
	g_autoptr(GHashTable) flat_names = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GHashTable) slope_names = g_hash_table_new(g_str_hash, g_str_equal);
	size_t count = run->chart->hardware.count;
	run->analysis->machines.items = arena_array(run->arena, count, sizeof *run->analysis->machines.items);
	run->analysis->machines.count = run->analysis->machines.cap = count;
	for (size_t i = 0; i < count; i++) {
		const struct hardware *hardware = run->chart->hardware.items[i];
		struct machine *machine = &run->analysis->machines.items[i];
		machine->hardware = hardware;
		run->uses[i].machine = machine;
		const char *name = hardware_name(hardware);
		struct selection selection = {.run = run, .uses = &run->uses[i], .hardware = hardware, .flat_names = flat_names, .slope_names = slope_names,
			.prefix = count > 1 && name ? arena_printf(run->arena, "%s: ", name) : ""};
		machine_select(&selection);
	}
}
