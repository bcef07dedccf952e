// SPDX-License-Identifier: MIT
// Names of points. Each label tries the places around its marker, then rings further out with a leader line; what collides everywhere is shortened in the
// middle, then becomes a number that the key table explains. Greedy first, the most crowded first, then a few rounds in which every label may move.
#include "layout/point_labels.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 3, LABELS_MAX = 120, LABELS_MOST = 600 };
// A label that strikes a line, or whose leader crosses another's words, costs more than this and gives way like one that collides.
#define STRUCK 100.0
// From this share of numbered points on all are numbered: a mixture is read with more effort than either.
#define NUMBER_ALL_FROM 0.34

struct labels {
	struct point_label *items;
	size_t count, cap;
};

static double crowding(const struct plan *plan, const struct mark *mark)
{
	double sum = 0, reach = plan->theme.font_px * 6;
	for (size_t i = 0; i < plan->marks.count; i++) {
		double d = hypot(plan->marks.items[i].px.x - mark->px.x, plan->marks.items[i].px.y - mark->px.y);
		sum += d < reach ? 1 - d / reach : 0;
	}
	return sum;
}

struct ranked {
	double crowding;
	size_t index;
};

static int by_crowding(const void *a, const void *b)
{
	const struct ranked *ra = a, *rb = b;
	if (ra->crowding != rb->crowding)
		return ra->crowding < rb->crowding ? 1 : -1;
	return ra->index < rb->index ? -1 : ra->index > rb->index;
}

static void settle(struct plan *plan, struct labels *labels)
{
	struct ranked *order = arena_array(plan->arena, labels->count + 1, sizeof *order);
	for (size_t i = 0; i < labels->count; i++)
		order[i] = (struct ranked){crowding(plan, labels->items[i].mark), i};
	qsort(order, labels->count, sizeof *order, by_crowding);
	for (int round = 0; round < ROUNDS; round++) {
		bool changed = false;
		for (size_t i = 0; i < labels->count; i++) {
			struct point_label *label = &labels->items[order[i].index];
			struct vec before = label->origin;
			if (round && label->cost < 1)
				continue;
			if (label->placed)
				point_label_step_aside(plan, label);
			point_label_find_place(plan, label);
			changed = changed || before.x != label->origin.x || before.y != label->origin.y;
		}
		if (!changed)
			break;
	}
}

// ---- the pass -----------------------------------------------------------------------------------------------------------------------------------------

// Numbers are the last resort: what strikes them must be borne.
static bool must_give_way(const struct point_label *label)
{
	bool last = label->stage == STAGE_NUMBER && (label->bare || !label->mark->change_text);
	return label->cost >= (last ? PLACER_HARD : STRUCK);
}

static bool any_must_give_way(const struct labels *labels)
{
	for (size_t i = 0; i < labels->count; i++)
		if (must_give_way(&labels->items[i]))
			return true;
	return false;
}

// A long name that only a leader could place is better shorter, if that brings it to its marker.
static void shorten_far(struct plan *plan, struct labels *labels)
{
	for (size_t i = 0; i < labels->count; i++) {
		struct point_label *label = &labels->items[i], before = *label;
		if (!label->placed || !label->moved || label->stage != STAGE_WHOLE || !point_label_is_longer(label, STAGE_SHORTER))
			continue;
		point_label_step_aside(plan, label);
		label->stage = STAGE_SHORTER;
		point_label_compose(plan, label);
		point_label_find_place(plan, label);
		if (!label->moved && label->cost < STRUCK)
			continue;
		point_label_step_aside(plan, label);
		*label = before;
		point_label_stand(plan, label);
	}
}

// Gives up one stage of length on every label that still collides. True when any could.
static bool give_way(struct plan *plan, struct labels *labels, enum label_stage stage)
{
	bool any = false;
	for (size_t i = 0; i < labels->count; i++) {
		struct point_label *label = &labels->items[i];
		if (!must_give_way(label) || label->stage >= stage)
			continue;
		if (stage < STAGE_NUMBER && !point_label_is_longer(label, stage) && !(stage == STAGE_SHORTEST && label->mark->percent))
			continue;
		label->stage = stage;
		any = true;
		point_label_compose(plan, label);
	}
	return any;
}

// Names that read alike once they are shortened become numbers. True when any did.
static bool number_equal(struct labels *labels)
{
	bool any = false;
	for (size_t i = 0; i < labels->count; i++)
		for (size_t j = 0; j < i; j++) {
			struct point_label *a = &labels->items[i], *b = &labels->items[j];
			bool shortened = (a->stage == STAGE_SHORTER || a->stage == STAGE_SHORTEST) && (b->stage == STAGE_SHORTER || b->stage == STAGE_SHORTEST);
			if (!shortened || strcmp(a->words.runs[0].text, b->words.runs[0].text) != 0 || strcmp(a->mark->text, b->mark->text) == 0)
				continue;
			a->stage = b->stage = STAGE_NUMBER;
			any = true;
		}
	return any;
}

static void number_all(struct labels *labels)
{
	size_t numbered = 0;
	for (size_t i = 0; i < labels->count; i++)
		numbered += labels->items[i].stage == STAGE_NUMBER;
	for (size_t i = 0; i < labels->count && (double)numbered >= NUMBER_ALL_FROM * (double)labels->count && numbered > 2; i++)
		labels->items[i].stage = STAGE_NUMBER;
}

static int left_to_right(const void *a, const void *b)
{
	const struct point_label *la = *(struct point_label *const *)a, *lb = *(struct point_label *const *)b;
	if (la->mark->px.x != lb->mark->px.x)
		return la->mark->px.x < lb->mark->px.x ? -1 : 1;
	return la->owner < lb->owner ? -1 : la->owner > lb->owner;
}

// Around a number that finds no good place the figures of changes are left to the key. True when any was there.
static bool bare_numbers(struct plan *plan, struct labels *labels)
{
	double reach = plan->theme.font_px * 8;
	bool any = false;
	for (size_t i = 0; i < labels->count; i++) {
		const struct point_label *struck = &labels->items[i];
		for (size_t j = 0; j < labels->count && struck->stage == STAGE_NUMBER && struck->cost >= STRUCK; j++) {
			struct point_label *label = &labels->items[j];
			double distance = hypot(label->mark->px.x - struck->mark->px.x, label->mark->px.y - struck->mark->px.y);
			if (label->stage != STAGE_NUMBER || label->bare || !label->mark->change_text || distance > reach)
				continue;
			label->bare = any = true;
			point_label_compose(plan, label);
		}
	}
	return any;
}

// Figures that have room once everything stands.
static void regrow(struct plan *plan, struct labels *labels)
{
	for (size_t i = 0; i < labels->count; i++) {
		struct point_label *label = &labels->items[i], before = *label;
		if (!label->bare || !label->placed)
			continue;
		point_label_step_aside(plan, label);
		label->bare = false;
		point_label_compose(plan, label);
		point_label_find_place(plan, label);
		if (label->cost < STRUCK && label->moved <= before.moved)
			continue;
		point_label_step_aside(plan, label);
		*label = before;
		point_label_stand(plan, label);
	}
}

// Numbers run from left to right.
static void number_keys(struct plan *plan, struct labels *labels)
{
	struct point_label **order = arena_array(plan->arena, labels->count + 1, sizeof *order);
	for (size_t i = 0; i < labels->count; i++)
		order[i] = &labels->items[i];
	qsort(order, labels->count, sizeof *order, left_to_right);
	plan->key.count = 0;
	for (size_t i = 0; i < labels->count; i++) {
		struct point_label *label = order[i];
		if (label->stage != STAGE_NUMBER)
			continue;
		struct key_entry *entry = list_push(plan->arena, &plan->key);
		label->number = (int)plan->key.count;
		*entry = (struct key_entry){label->mark, label->number};
		point_label_compose(plan, label);
	}
}

static void draw_label(struct plan *plan, const struct point_label *label)
{
	const struct theme *theme = &plan->theme;
	point_label_step_aside(plan, label);
	if (label->moved) {
		struct stroke stroke = {.colour = colour_mix(theme->muted, theme->background, 0.8), .width_px = fmax(theme->grid_px_width, 0.6)};
		plan_line(plan, LAYER_LINES, "leader", label->leader_from, label->leader_to, stroke);
		*list_push(plan->arena, &plan->report->leaders) = (struct report_leader){label->leader_from, label->leader_to};
		placer_add_line(plan->placer, label->leader_from, label->leader_to, 0.7, 40, -1);
	}
	bool shortened = (label->stage != STAGE_WHOLE && label->stage != STAGE_NUMBER && point_label_is_longer(label, label->stage)) || (label->stage == STAGE_WHOLE && strcmp(label->mark->row->label, label->mark->text) != 0);
	words_draw(plan, &label->words, label->origin, 0, (struct label_note){.role = label->stage == STAGE_NUMBER ? ROLE_KEY : ROLE_POINT, .owner = label->mark->row->name,
		.moved = label->moved, .shortened = shortened});
}

static void drop(struct plan *plan, const struct mark *mark, const char *reason)
{
	*list_push(plan->arena, &plan->report->dropped) = (struct report_dropped){mark->text, reason};
}

// Under the axis, on its drop line, where the neighbours leave room.
static bool name_below(struct plan *plan, const struct mark *mark)
{
	const struct theme *theme = &plan->theme;
	if (mark->margin || mark->edge)
		return false;
	struct words words = words_make(plan, mark->text, plan_style(plan, theme->font_px, 600), theme->text);
	double line = plan_line_px(plan, theme->tick_px), gap = plan_tick_gap(plan, false);
	struct vec origin = {mark->px.x - words.width_px / 2, plan->plot.y + plan->plot.h + gap + line * 1.2 + words.ascent_px};
	struct box box = words_box(&words, origin, 0);
	if (placer_cost(plan->placer, &box, 4, -1) > 0)
		return false;
	words_draw(plan, &words, origin, 0, (struct label_note){.role = ROLE_POINT, .owner = mark->row->name});
	return true;
}

static void collect(struct plan *plan, struct labels *labels)
{
	bool key_only = plan->chart->options.labels == LABELS_KEY;
	for (size_t i = 0; i < plan->marks.count; i++) {
		struct mark *mark = &plan->marks.items[i];
		if (!mark->labelled)
			continue;
		if (plan->chart->options.drop_lines && !key_only && name_below(plan, mark))
			continue;
		struct point_label *label = list_push(plan->arena, labels);
		*label = (struct point_label){.mark = mark, .owner = (int)i, .stage = key_only ? STAGE_NUMBER : STAGE_WHOLE, .cost = HUGE_VAL};
		point_label_compose(plan, label);
	}
}

// True when there are more points than names can be read: 120 by default, 600 where the user asks for names. Each is reported.
static bool too_many(struct plan *plan)
{
	bool asked = plan->chart->options.labels != LABELS_AUTO;
	size_t count = 0, most = asked ? LABELS_MOST : LABELS_MAX;
	for (size_t i = 0; i < plan->marks.count; i++)
		count += plan->marks.items[i].labelled;
	if (count <= most)
		return false;
	diags_add(plan->diags, DIAG_DROPPED_LABEL, (struct place){0}, "%zu points: names are left out above %zu%s", count, most,
		asked ? "" : "; chart.labels \"key\" or \"all\" asks for up to 600");
	for (size_t i = 0; i < plan->marks.count; i++)
		if (plan->marks.items[i].labelled)
			*list_push(plan->arena, &plan->report->dropped) = (struct report_dropped){plan->marks.items[i].row->label, "too many points for names"};
	return true;
}

bool point_labels_place(struct plan *plan)
{
	enum label_mode mode = plan->chart->options.labels;
	struct labels labels = {0};
	if (mode == LABELS_NONE || too_many(plan))
		return true;
	point_texts_write(plan);
	collect(plan, &labels);
	number_keys(plan, &labels);
	settle(plan, &labels);
	shorten_far(plan, &labels);
	for (enum label_stage stage = STAGE_SHORTER; stage <= STAGE_SHORTEST; stage++)
		if (any_must_give_way(&labels) && give_way(plan, &labels, stage))
			settle(plan, &labels);
	if (mode != LABELS_ALL && number_equal(&labels)) {
		number_all(&labels);
		number_keys(plan, &labels);
		settle(plan, &labels);
	}
	for (int i = 0; i < 3 && mode != LABELS_ALL && any_must_give_way(&labels) && give_way(plan, &labels, STAGE_NUMBER); i++) {
		number_all(&labels);
		number_keys(plan, &labels);
		settle(plan, &labels);
	}
	while (bare_numbers(plan, &labels))
		settle(plan, &labels);
	regrow(plan, &labels);
	if (plan->key.count > plan->key_room && !plan->final)
		return false;
	for (size_t i = 0; i < labels.count; i++) {
		const struct point_label *label = &labels.items[i];
		if (label->stage == STAGE_NUMBER && (size_t)label->number > plan->key_room)
			drop(plan, label->mark, arena_printf(plan->arena, "no room for number %d in the key", label->number));
		if (label->cost < PLACER_HARD) {
			draw_label(plan, label);
			continue;
		}
		point_label_step_aside(plan, label);
		if (label->stage == STAGE_NUMBER)
			plan->key.items[label->number - 1].mark = NULL; // its number does not stand in the chart
		drop(plan, label->mark, "no free place near its marker");
		diags_add_point(plan->diags, DIAG_DROPPED_LABEL, (struct place){0}, label->mark->row->name, "no room for the label of '%s'", label->mark->row->name);
	}
	if (plan->key.count > plan->key_room)
		diags_add(plan->diags, DIAG_DROPPED_LABEL, (struct place){0}, "the key has room for %zu of %zu numbered points; a taller chart, or the caption, can tell the others",
			plan->key_room, plan->key.count);
	plan->key.count = MIN(plan->key.count, plan->key_room);
	return true;
}
