// SPDX-License-Identifier: MIT
// The small type: the key table of numbered points, and where the figures are from.
#include "layout/plan.h"

#include "base/text.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static const char *key_text(struct plan *plan, const struct mark *mark, double room_px, double size_px, bool *shortened)
{
	const char *text = mark->text;
	*shortened = false;
	for (size_t chars = 40; chars > 3; chars -= 3) {
		struct words words = words_make(plan, text, plan_style(plan, size_px, 400), plan->theme.text);
		if (words.width_px <= room_px)
			return text;
		g_autofree char *shorter = text_shorten(mark->text, chars);
		text = arena_strdup(plan->arena, shorter);
		*shortened = true;
	}
	return text;
}

void key_draw(struct plan *plan)
{
	if (!plan->key.count)
		return;
	const struct theme *theme = &plan->theme;
	double size = theme->font_px * 0.92, line = theme->font_px * 1.35, width = plan->width_px - 2 * theme->padding_px;
	size_t columns = (size_t)fmax(floor(plan->width_px / (theme->font_px * 13)), 1), rows = (plan->key.count + columns - 1) / columns;
	double column = width / (double)columns, top = plan->axis_bottom_px + plan->legend_below_px + theme->font_px * 0.5;
	for (size_t i = 0; i < plan->key.count; i++) {
		const struct key_entry *entry = &plan->key.items[i];
		double x = theme->padding_px + column * (double)(i / rows), y = top + line * (double)(i % rows) + size;
		struct words number = words_make(plan, arena_printf(plan->arena, "%d", entry->number), plan_style(plan, size, 600), theme->text);
		double indent = size * 1.6;
		bool shortened;
		const char *text = key_text(plan, entry->mark, column - indent - size, size, &shortened);
		struct words words = words_make(plan, text, plan_style(plan, size, 400), theme->text);
		words_draw(plan, &number, (struct vec){x + size * 1.1 - number.width_px, y}, 0, (struct label_note){.role = ROLE_KEY, .owner = entry->mark->row->name});
		words_draw(plan, &words, (struct vec){x + indent, y}, 0, (struct label_note){.role = ROLE_KEY, .owner = entry->mark->row->name, .shortened = shortened});
	}
}

static void append_once(GString *out, const char *text)
{
	if (!text || !*text || strstr(out->str, text))
		return;
	if (out->len)
		g_string_append(out, " · ");
	g_string_append(out, text);
}

struct kinds {
	unsigned seen;                         // bit set of enum ceiling_kind
	size_t count[CEILING_ASSUMED + 1];
	const char *last[CEILING_ASSUMED + 1]; // name of a ceiling of that kind
};

static void count_kind(struct kinds *kinds, enum ceiling_kind kind, const char *name)
{
	kinds->seen |= 1U << kind;
	kinds->count[kind]++;
	kinds->last[kind] = name;
}

// "datasheet figures", or "datasheet figures, L2 measured": the kind that most ceilings share, and the exceptions by name.
static const char *kinds_text(struct plan *plan, const struct kinds *kinds)
{
	enum ceiling_kind most = CEILING_DATASHEET;
	for (enum ceiling_kind kind = CEILING_DATASHEET; kind <= CEILING_ASSUMED; kind++)
		if (kinds->count[kind] > kinds->count[most])
			most = kind;
	if (!kinds->count[most])
		return NULL;
	const char *text = arena_printf(plan->arena, "%s figures", ceiling_kind_name(most));
	for (enum ceiling_kind kind = CEILING_DATASHEET; kind <= CEILING_ASSUMED; kind++)
		if (kind != most && kinds->count[kind])
			text = kinds->count[kind] == 1 ? arena_printf(plan->arena, "%s, %s %s", text, kinds->last[kind], ceiling_kind_name(kind))
						       : arena_printf(plan->arena, "%s, %zu %s", text, kinds->count[kind], ceiling_kind_name(kind));
	return text;
}

// "dense peaks · datasheet figures, L2 measured": what the ceilings drawn are.
static char *provenance(struct plan *plan)
{
	g_autoptr(GString) out = g_string_new(NULL);
	struct kinds kinds = {0};
	bool sparse = false, dense = false;
	for (size_t m = 0; m < plan->analysis->machines.count; m++) {
		const struct machine *machine = &plan->analysis->machines.items[m];
		for (size_t i = 0; i < machine->compute.count; i++) {
			const struct drawn_compute *drawn = &machine->compute.items[i];
			count_kind(&kinds, drawn->ceiling->kind, drawn->name);
			sparse = sparse || drawn->sparse;
			dense = dense || isfinite(drawn->ceiling->sparse) || machine->hardware->id;
		}
		for (size_t i = 0; i < machine->memory.count; i++)
			count_kind(&kinds, machine->memory.items[i].ceiling->kind, machine->memory.items[i].name);
		for (size_t i = 0; i < machine->network.count; i++)
			count_kind(&kinds, machine->network.items[i].ceiling->kind, machine->network.items[i].name);
	}
	append_once(out, sparse ? "dense peaks unless labelled sparse" : dense ? "dense peaks" : NULL);
	append_once(out, kinds_text(plan, &kinds));
	for (size_t i = 0; i < plan->chart->notes.count; i++)
		append_once(out, plan->chart->notes.items[i]);
	return arena_strdup(plan->arena, out->str);
}

void notes_draw(struct plan *plan)
{
	const struct theme *theme = &plan->theme;
	char *text = provenance(plan);
	if (!*text)
		return;
	double room = plan->width_px - 2 * theme->padding_px;
	struct words words = words_make(plan, text, plan_style(plan, theme->note_px, 400), theme->muted);
	size_t chars = (size_t)g_utf8_strlen(text, -1);
	bool shortened = false;
	while (words.width_px > room && chars > 12) {
		chars -= 4;
		g_autofree char *shorter = text_shorten(text, chars);
		words = words_make(plan, arena_strdup(plan->arena, shorter), plan_style(plan, theme->note_px, 400), theme->muted);
		shortened = true;
	}
	double x = plan->width_px - theme->padding_px - words.width_px;
	words_draw(plan, &words, (struct vec){x, plan->height_px - theme->padding_px * 0.6}, 0, (struct label_note){.role = ROLE_NOTE, .shortened = shortened});
}
