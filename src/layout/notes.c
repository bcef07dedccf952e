// SPDX-License-Identifier: MIT
// The small type: the key table of numbered points, and where the figures are from.
#include "layout/plan.h"

#include "base/text.h"

#include <glib.h>
#include <math.h>
#include <string.h>

// The key is set in columns, each wide enough for a short name.
#define KEY_SIZE 0.88   // of the font's size
#define KEY_LINE 1.25   // line height
#define KEY_COLUMN 9.5  // least width of a column, in key sizes
#define KEY_LONGEST 13.0 // width of a name that a column makes room for, in key sizes
#define KEY_LONGEST_SHARED 22.0 // of a key that stands once for many panels
#define KEY_INDENT 1.7  // from a number's column to its name

static size_t key_columns(const struct plan *plan, size_t entries)
{
	double size = plan->theme.font_px * KEY_SIZE, width = plan->width_px - 2 * plan->theme.padding_px;
	size_t most = (size_t)fmax(floor(width / fmax(size * KEY_COLUMN, plan->key_column_px)), 1), lines = (entries + most - 1) / most;
	// no more columns than the lines need, so that names get all the width there is
	return lines ? (entries + lines - 1) / lines : 1;
}

static size_t key_lines(const struct plan *plan, size_t entries)
{
	size_t columns = key_columns(plan, entries);
	return (entries + columns - 1) / columns;
}

double key_height_px(const struct plan *plan)
{
	double size = plan->theme.font_px * KEY_SIZE;
	return plan->key_room ? (double)key_lines(plan, plan->key_room) * size * KEY_LINE + size * 0.6 : 0;
}

// The whole of an entry's words: its point's name, and its share of the roof.
static const char *key_whole(struct plan *plan, const struct mark *mark)
{
	// away from its marker a value must say which sweep it is of
	if (mark->row->point->sweep && plan->chart->sweeps.count > 1 && !strchr(mark->text, ','))
		return arena_printf(plan->arena, "%s, %s", plan->chart->sweeps.items[mark->row->point->sweep - 1].name, mark->text);
	return mark->percent ? arena_printf(plan->arena, "%s %s", mark->text, mark->percent) : mark->text;
}

double key_wants_px(struct plan *plan)
{
	double size = plan->theme.font_px * KEY_SIZE, longest = 0;
	for (size_t i = 0; i < plan->key.count; i++) {
		const struct mark *mark = plan->key.items[i].mark;
		if (!mark)
			continue;
		struct words words = words_make(plan, key_whole(plan, mark), plan_style(plan, size, 400), plan->theme.text);
		words.width_px = fmin(words.width_px, size * (plan->panel == PANEL_SHEET ? KEY_LONGEST_SHARED : KEY_LONGEST));
		plan_append_change(plan, &words, mark, size, true);
		longest = fmax(longest, words.width_px);
	}
	return longest + size * (KEY_INDENT + 0.8);
}

// A mark's change goes with its name, however short that is.
static struct words key_words(struct plan *plan, const struct mark *mark, double room_px, double size_px, bool *shortened)
{
	const char *text = key_whole(plan, mark), *name = mark->row->point->sweep || !mark->percent ? text : mark->text; // a share of the roof goes first
	*shortened = false;
	for (size_t chars = 40; chars > 3; chars -= 3) {
		struct words words = words_make(plan, text, plan_style(plan, size_px, 400), plan->theme.text);
		plan_append_change(plan, &words, mark, size_px, true);
		if (words.width_px <= room_px)
			return words;
		g_autofree char *shorter = text_shorten(name, chars);
		text = arena_strdup(plan->arena, shorter);
		*shortened = true;
	}
	return words_make(plan, text, plan_style(plan, size_px, 400), plan->theme.text);
}

void key_draw(struct plan *plan)
{
	if (!plan->key.count)
		return;
	const struct theme *theme = &plan->theme;
	double size = theme->font_px * KEY_SIZE, line = size * KEY_LINE, left = fmin(plan->plot.x, theme->padding_px + size * 2);
	size_t columns = key_columns(plan, plan->key.count), rows = key_lines(plan, plan->key.count);
	double column = (plan->width_px - left - theme->padding_px) / (double)columns, top = plan->axis_bottom_px + plan->legend_below_px + size * 0.4;
	if (plan->panel == PANEL_SHEET)
		column = fmin(column, plan->key_column_px + size * 1.5); // together rather than across the page
	scene_push(&plan->layers[LAYER_WORDS], "key");
	for (size_t i = 0; i < plan->key.count; i++) {
		const struct key_entry *entry = &plan->key.items[i];
		if (!entry->mark)
			continue;
		double x = left + column * (double)(i / rows), y = top + line * (double)(i % rows) + size;
		struct words number = words_make(plan, arena_printf(plan->arena, "%d", entry->number), plan_style(plan, size, 600), theme->text);
		bool shortened;
		struct words words = key_words(plan, entry->mark, column - size * (KEY_INDENT + 0.6), size, &shortened);
		words_draw(plan, &number, (struct vec){x + size * (KEY_INDENT - 0.4) - number.width_px, y}, 0,
			(struct label_note){.role = ROLE_KEY, .owner = entry->mark->row->name});
		words_draw(plan, &words, (struct vec){x + size * KEY_INDENT, y}, 0, (struct label_note){.role = ROLE_KEY, .owner = entry->mark->row->name, .shortened = shortened});
	}
	scene_pop(&plan->layers[LAYER_WORDS]);
}

static void append_note(GString *out, const char *text)
{
	if (!text || !*text)
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

// "L2 measured"; a name that says so already stays as it is.
static const char *with_kind(struct arena *arena, const char *name, const char *kind)
{
	return g_str_has_suffix(name, kind) ? name : arena_printf(arena, "%s %s", name, kind);
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
			text = kinds->count[kind] == 1 ? arena_printf(plan->arena, "%s, %s", text, with_kind(plan->arena, kinds->last[kind], ceiling_kind_name(kind)))
						       : arena_printf(plan->arena, "%s, %zu %s", text, kinds->count[kind], ceiling_kind_name(kind));
	return text;
}

// "dense peaks · datasheet figures, L2 measured": what the ceilings drawn are.
char *notes_text(struct plan *plan)
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
	append_note(out, sparse ? "dense peaks unless labelled sparse" : dense ? "dense peaks" : NULL);
	append_note(out, kinds_text(plan, &kinds));
	for (size_t i = 0; i < plan->chart->notes.count; i++) {
		bool repeated = false;
		for (size_t j = 0; j < i && !repeated; j++)
			repeated = strcmp(plan->chart->notes.items[i], plan->chart->notes.items[j]) == 0;
		append_note(out, repeated ? NULL : plan->chart->notes.items[i]);
	}
	return arena_strdup(plan->arena, out->str);
}

void notes_draw(struct plan *plan)
{
	const struct theme *theme = &plan->theme;
	if (!plan->note)
		return;
	const char *text = plan->note;
	double right = plan->plot.x + plan->plot.w, room = right - theme->padding_px;
	struct words words = words_make(plan, text, plan_style(plan, theme->note_px, 400), theme->muted);
	size_t chars = (size_t)g_utf8_strlen(text, -1);
	bool shortened = false;
	while (words.width_px > room && chars > 12) {
		chars -= 4;
		g_autofree char *shorter = text_shorten(plan->note, chars);
		words = words_make(plan, arena_strdup(plan->arena, shorter), plan_style(plan, theme->note_px, 400), theme->muted);
		shortened = true;
	}
	double y = plan->note_beside ? plan->axis_bottom_px - plan_line_px(plan, theme->axis_px) * 0.22 : plan->height_px - theme->padding_px * 0.6;
	words_draw(plan, &words, (struct vec){right - words.width_px, y}, 0, (struct label_note){.role = ROLE_NOTE, .shortened = shortened});
}
