// SPDX-License-Identifier: MIT
// What the labels of points say.
#include "layout/point_labels.h"

#include "base/text.h"

#include <glib.h>
#include <math.h>
#include <string.h>

const size_t label_stage_chars[STAGE_NUMBER] = {40, 22, 14};

// True when the number behind a repeated name says nothing that series or machine do not: "gemm" on two machines.
static bool told_apart_by_series(const struct plan *plan, const struct row *row)
{
	if (row->point->label || strcmp(row->label, row->point->name) == 0)
		return false;
	for (size_t i = 0; i < plan->marks.count; i++) {
		const struct row *other = plan->marks.items[i].row;
		if (other->point != row->point && strcmp(other->point->name, row->point->name) == 0 && other->series_index == row->series_index)
			return false;
	}
	return true;
}

// One line, no control characters, at most label_stage_chars[STAGE_WHOLE] characters.
static const char *display_name(struct plan *plan, const struct row *row)
{
	if (row->point->sweep && !row->point->label)
		return sweep_end_text(plan, row);
	g_autofree char *shorter = text_shorten(told_apart_by_series(plan, row) ? row->point->name : row->label, label_stage_chars[STAGE_WHOLE]);
	for (char *at = shorter; *at; at++)
		if ((unsigned char)*at < 0x20 || *at == 0x7F)
			*at = ' ';
	return arena_strdup(plan->arena, shorter);
}

// "gemm" of "gemm #3": launches of one kernel.
static size_t stem_length(const char *name)
{
	const char *hash = strrchr(name, '#');
	if (!hash || hash == name || hash[-1] != ' ' || !hash[1] || strspn(hash + 1, "0123456789") != strlen(hash + 1))
		return strlen(name);
	return (size_t)(hash - name) - 1;
}

static bool same_kernel(const char *a, const char *b)
{
	size_t stem = stem_length(a);
	return stem < strlen(a) && stem_length(b) == stem && strncmp(a, b, stem) == 0;
}

// Marks that cover each other; launches of one kernel already when most of them does.
static bool same_place(const struct mark *a, const struct mark *b)
{
	double reach = same_kernel(a->row->name, b->row->name) ? a->radius_px * 0.8 : 0.3;
	if (a->critical && b->critical)
		return false; // each in its sweep's colour
	if (a->change_text || b->change_text)
		return false; // each with its own change
	return fabs(a->px.x - b->px.x) < reach && fabs(a->px.y - b->px.y) < reach && a->shape == b->shape && a->margin == b->margin;
}

// Ends of two sweeps at one place.
static bool one_end(const struct mark *a, const struct mark *b)
{
	double reach = a->radius_px * 0.6;
	return a->row->point->sweep && b->row->point->sweep && a->row->point->sweep != b->row->point->sweep && !a->critical && !b->critical
		&& fabs(a->px.x - b->px.x) < reach && fabs(a->px.y - b->px.y) < reach;
}

// Marks at one place share one label: "gemm ×6" for launches of one kernel, else "a, b, c" or "a, b + 3 more".
static void join_twins(struct plan *plan)
{
	const size_t most = plan->panel == PANEL_SHEET ? 8 : 3; // numbers are short
	for (size_t i = 0; i < plan->marks.count; i++) {
		struct mark *mark = &plan->marks.items[i];
		if (!mark->labelled)
			continue;
		mark->text = mark->fixed_text ? mark->fixed_text : display_name(plan, mark->row);
		size_t stem = stem_length(mark->text);
		bool one_kernel = true;
		const char *first = mark->text;
		for (size_t j = i + 1; j < plan->marks.count; j++) {
			struct mark *twin = &plan->marks.items[j];
			if (!twin->labelled)
				continue;
			const char *name = twin->fixed_text ? twin->fixed_text : display_name(plan, twin->row);
			if (one_end(mark, twin) && strcmp(name, first) == 0) {
				twin->labelled = false; // "b = 1" of several sweeps, said once
				continue;
			}
			if (!same_place(mark, twin))
				continue;
			one_kernel = one_kernel && same_kernel(first, name);
			twin->labelled = false;
			if (++mark->twins < most)
				mark->text = arena_printf(plan->arena, plan->panel == PANEL_SHEET ? "%s,%s" : "%s, %s", mark->text, name);
		}
		if (mark->twins && one_kernel)
			mark->text = arena_printf(plan->arena, "%.*s ×%zu", (int)stem, first, mark->twins + 1);
		else if (mark->twins >= most)
			mark->text = arena_printf(plan->arena, "%s + %zu more", mark->text, mark->twins - most + 1);
	}
}

// Names that became equal when they were shortened are told apart by a number.
static void separate_equal(struct plan *plan)
{
	g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
	for (size_t i = 0; i < plan->marks.count; i++) {
		struct mark *mark = &plan->marks.items[i];
		if (!mark->labelled || mark->twins)
			continue;
		// equal names of two series are told apart by colour and shape
		char *key = arena_printf(plan->arena, "%zu %s", mark->row->series_index, mark->text);
		size_t times = GPOINTER_TO_SIZE(g_hash_table_lookup(seen, key)) + 1;
		g_hash_table_insert(seen, key, GSIZE_TO_POINTER(times));
		if (times > 1)
			mark->text = arena_printf(plan->arena, "%s (%zu)", mark->text, times);
	}
}

static const char *percent_of(struct plan *plan, const struct mark *mark)
{
	const struct row *row = mark->row;
	if (mark->margin)
		return arena_printf(plan->arena, "%s, %s", units_format(plan->arena, row->bandwidth, QUANTITY_BYTE_RATE, 3),
			plan_percent(plan, row->bandwidth / row->memory->ceiling->bandwidth));
	if (mark->fixed_text || !isfinite(row->roof_fraction) || (!plan->chart->options.percent && !(row->flags & FLAG_ABOVE_ROOF)))
		return NULL;
	return plan_percent(plan, row->roof_fraction);
}

void point_label_compose(struct plan *plan, struct point_label *label)
{
	const struct theme *theme = &plan->theme;
	const struct mark *mark = label->mark;
	if (label->stage == STAGE_NUMBER) {
		label->words = words_make(plan, arena_printf(plan->arena, "%d", label->number), plan_style(plan, theme->font_px * 0.88, 600), theme->text);
		plan_append_change(plan, &label->words, mark, theme->font_px * 0.88, !label->bare);
		return;
	}
	const char *text = mark->text;
	if (label->stage != STAGE_WHOLE) {
		g_autofree char *shorter = text_shorten(text, label_stage_chars[label->stage]);
		text = arena_strdup(plan->arena, shorter);
	}
	bool coloured = plan->hierarchical || (mark->row->point->sweep && plan->chart->sweeps.count > 1);
	struct colour colour = coloured && !theme->cycle_markers_only ? plan_readable(plan, mark->colour) : theme->text;
	label->words = words_make(plan, text, plan_style(plan, theme->font_px, 400), colour);
	if (mark->percent && label->stage != STAGE_SHORTEST)
		words_append(plan, &label->words, mark->percent, plan_style(plan, theme->font_px * 0.88, 400), theme->muted, theme->font_px * 0.32, 0);
	plan_append_change(plan, &label->words, mark, theme->font_px * 0.88, true);
}

bool point_label_is_longer(const struct point_label *label, enum label_stage stage)
{
	return (size_t)g_utf8_strlen(label->mark->text, -1) > label_stage_chars[stage];
}

void point_texts_write(struct plan *plan)
{
	join_twins(plan);
	separate_equal(plan);
	for (size_t i = 0; i < plan->marks.count; i++)
		if (plan->marks.items[i].labelled)
			plan->marks.items[i].percent = percent_of(plan, &plan->marks.items[i]);
}
