// SPDX-License-Identifier: MIT
// Old and new: arrows from the points of a baseline, told apart by colour, line and head; and the words about the change.
#include "layout/plan.h"

#include "base/num.h"

#include <glib.h>
#include <math.h>

#define HEAD 1.25        // length of a head, in marker radii
#define SHORTEST 0.95     // of an arrow between the rims, in marker radii: what is shorter is told by the sign alone
#define OLD_RADIUS 0.72  // of an old marker, in radii of a new one
#define FAINT 0.42       // share of the colour that an old marker keeps
#define CLEAR_PX 1.0     // between an arrow and words

// A change by no more than this is none, where the caller compared nothing.
static const struct compare_options by_performance = {.by = COMPARE_PERFORMANCE, .threshold = 0.02};

struct colour plan_faint(const struct plan *plan, struct colour colour)
{
	return colour_mix(colour, plan->theme.background.visible ? plan->theme.background : plan->theme.halo, FAINT);
}

struct colour plan_verdict_colour(const struct plan *plan, enum verdict verdict)
{
	return verdict == VERDICT_BETTER ? plan->theme.better : verdict == VERDICT_WORSE ? plan->theme.worse : plan->theme.muted;
}

// ---- which ones -----------------------------------------------------------------------------------------------------------------------------------------

// "+12 %", "−3.4 %", "0 %"; from ten times on "×12".
static const char *change_text(struct plan *plan, double change)
{
	double percent = fabs(change) * 100;
	if (change >= 9)
		return arena_printf(plan->arena, "×%s", num_short(1 + change, 2).text);
	if (percent < 0.05)
		return "0 %";
	return arena_printf(plan->arena, "%s%s %%", change > 0 ? "+" : "−", num_short(percent, percent < 0.95 ? 1 : percent < 99.5 ? 2 : 3).text);
}

// The mark of the other point that stands for the same thing.
static struct mark *find_counterpart(struct plan *plan, const struct mark *mark, size_t first)
{
	for (size_t i = first; i < plan->marks.count && plan->marks.items[i].row->point_index == plan->marks.items[first].row->point_index; i++) {
		struct mark *other = &plan->marks.items[i];
		if (other->network == mark->network && other->margin == mark->margin && !other->critical && other->row->level_index == mark->row->level_index)
			return other;
	}
	return NULL;
}

static void join(struct plan *plan, const struct comparison *pair, const size_t *first_mark)
{
	size_t now = first_mark[pair->now->point_index], before = first_mark[pair->before->point_index];
	for (size_t i = now; now && before && i <= plan->marks.count && plan->marks.items[i - 1].row->point_index == pair->now->point_index; i++) {
		struct mark *mark = &plan->marks.items[i - 1], *old = find_counterpart(plan, mark, before - 1);
		if (!old)
			continue;
		mark->baseline = old;
		mark->verdict = pair->verdict;
		mark->change = pair->change;
		mark->change_text = isfinite(pair->change) ? change_text(plan, pair->change) : NULL;
		old->old = true;
		// where colours are given to points in turn, the old one has the new one's
		if (!old->row->point->color.visible && old->row->series_index == mark->row->series_index)
			old->colour = mark->colour;
	}
}

// What is old and itself came from somewhere is a step on the way: it stays as it is.
static void make_faint(struct plan *plan, struct mark *mark)
{
	mark->old = mark->old && !mark->baseline;
	if (!mark->old && !mark->row->point->old)
		return;
	mark->old = true;
	mark->colour = plan_faint(plan, mark->colour);
	mark->radius_px *= OLD_RADIUS;
}

void arrows_find(struct plan *plan)
{
	struct comparisons own = {0};
	const struct comparisons *changes = plan->analysis->changes;
	if (!changes) {
		own = compare_baselines(plan->arena, plan->analysis, by_performance);
		changes = &own;
	}
	if (!changes->count)
		return;
	size_t *first_mark = arena_array(plan->arena, plan->chart->points.count + 1, sizeof *first_mark); // 1 + index
	for (size_t i = plan->marks.count; i-- > 0;)
		if (!plan->marks.items[i].critical)
			first_mark[plan->marks.items[i].row->point_index] = i + 1;
	for (size_t i = 0; i < changes->count; i++)
		if (changes->items[i].now && changes->items[i].before)
			join(plan, &changes->items[i], first_mark);
	for (size_t i = 0; i < plan->marks.count; i++)
		make_faint(plan, &plan->marks.items[i]);
}

// ---- painting -------------------------------------------------------------------------------------------------------------------------------------------

struct style {
	double width;   // in widths of a ceiling
	double dash;    // in line widths, 0: solid
	bool head, open;
};

static const struct style styles[] = {
	[VERDICT_SAME] = {.width = 1},
	[VERDICT_BETTER] = {.width = 1.5, .head = true},
	[VERDICT_WORSE] = {.width = 1.5, .dash = 2.2, .head = true, .open = true},
	[VERDICT_INCOMPARABLE] = {.width = 1, .head = true, .open = true},
};

void arrow_paint(struct plan *plan, enum layer layer, struct vec from, struct vec to, enum verdict verdict)
{
	const struct style *style = &styles[verdict];
	struct scene *scene = &plan->layers[layer];
	double length = hypot(to.x - from.x, to.y - from.y), width = plan->theme.ceiling_px_width * style->width, head = fmin(plan->theme.marker_px * HEAD, length);
	struct vec u = {(to.x - from.x) / length, (to.y - from.y) / length}, neck = {to.x - u.x * head, to.y - u.y * head};
	struct colour colour = plan_verdict_colour(plan, verdict);
	struct stroke stroke = {.colour = colour, .width_px = width};
	double half = head * 0.5;
	struct vec left = {neck.x - u.y * half, neck.y + u.x * half}, right = {neck.x + u.y * half, neck.y - u.x * half};
	bool full = style->head && !style->open;
	struct stroke shaft = stroke;
	if (style->dash > 0)
		shaft = (struct stroke){.colour = colour, .width_px = width, .dash_px = {style->dash * width, style->dash * 0.8 * width}, .dash_count = 2};
	if (!full || length - head > 0.1)
		plan_line(plan, layer, NULL, from, full ? neck : to, shaft);
	if (!style->head)
		return;
	struct scene_op *op = scene_path(scene, NULL);
	if (full)
		op->fill = colour;
	else
		op->stroke = stroke;
	path_move(scene, &op->path, left.x, left.y);
	path_line(scene, &op->path, to.x, to.y);
	path_line(scene, &op->path, right.x, right.y);
	if (full)
		path_close(scene, &op->path);
}

// From the rim of the old marker to the rim of the new one. False where there is no room between them.
static bool arrow_ends(const struct plan *plan, const struct mark *from, const struct mark *to, struct vec *a, struct vec *b)
{
	double dx = to->px.x - from->px.x, dy = to->px.y - from->px.y, length = hypot(dx, dy);
	double start = from->radius_px + 0.5, end = length - mark_reach_px(to) - plan->theme.marker_ring_px;
	if (from->edge || to->edge || !(end - start > plan->theme.marker_px * SHORTEST))
		return false;
	*a = (struct vec){from->px.x + dx / length * start, from->px.y + dy / length * start};
	*b = (struct vec){from->px.x + dx / length * end, from->px.y + dy / length * end};
	return true;
}

// Words that stand before any arrow does: those of the strip beside the axis.
static bool crosses_words(const struct plan *plan, struct vec a, struct vec b)
{
	struct box line = box_of_segment(a, b, plan->theme.ceiling_px_width);
	for (size_t i = 0; i < plan->report->labels.count; i++)
		if (box_overlap(&plan->report->labels.items[i].box, &line) > 0)
			return true;
	return false;
}

// Words keep off an arrow, whatever they are.
static void keep_clear(struct plan *plan, const struct report_arrow *arrow)
{
	double dx = arrow->to.x - arrow->from.x, dy = arrow->to.y - arrow->from.y, length = hypot(dx, dy), head = fmin(plan->theme.marker_px * HEAD, length);
	struct vec neck = {arrow->to.x - dx / length * head, arrow->to.y - dy / length * head};
	placer_add_line(plan->placer, arrow->from, arrow->to, plan->theme.ceiling_px_width * 0.75 + CLEAR_PX, PLACER_HARD, -1);
	placer_add_line(plan->placer, neck, arrow->to, head * 0.5, PLACER_HARD, -1);
}

static void draw(struct plan *plan, const struct mark *mark)
{
	struct report_arrow *report = list_push(plan->arena, &plan->report->arrows);
	*report = (struct report_arrow){.owner = mark->row->name, .change = mark->change, .verdict = verdict_name(mark->verdict)};
	report->drawn = arrow_ends(plan, mark->baseline, mark, &report->from, &report->to) && !crosses_words(plan, report->from, report->to);
	if (!report->drawn)
		return;
	struct scene *scene = &plan->layers[LAYER_LINES];
	scene_push(scene, "baseline");
	scene_attribute(scene, "data-for", mark->row->name);
	scene_attribute(scene, "data-verdict", report->verdict);
	scene_attribute_number(scene, "data-change", mark->change);
	arrow_paint(plan, LAYER_LINES, report->from, report->to, mark->verdict);
	scene_pop(scene);
	keep_clear(plan, report);
}

void arrows_draw(struct plan *plan)
{
	for (size_t i = 0; i < plan->marks.count; i++)
		if (plan->marks.items[i].baseline)
			draw(plan, &plan->marks.items[i]);
}

void plan_append_change(struct plan *plan, struct words *words, const struct mark *mark, double size_px, bool figure)
{
	if (!mark->change_text)
		return;
	struct colour colour = plan_readable(plan, plan_verdict_colour(plan, mark->verdict));
	words_append_sign(plan, words, mark->verdict, size_px, colour, size_px * 0.34);
	if (figure)
		words_append(plan, words, mark->change_text, plan_style(plan, size_px, 600), colour, size_px * 0.2, 0);
}
