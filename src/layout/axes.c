// SPDX-License-Identifier: MIT
// Grid, frame, ticks and their labels.
#include "layout/plan.h"

static struct words tick_words(struct plan *plan, const struct tick *tick)
{
	const struct theme *theme = &plan->theme;
	struct words words = words_make(plan, tick->label, plan_style(plan, theme->tick_px, 400), theme->text);
	if (tick->power) {
		words_append(plan, &words, tick->power, plan_style(plan, theme->tick_px * POWER_SIZE, 400), theme->text, 0.5, theme->tick_px * POWER_RISE);
		words.text = tick_text(plan->arena, tick);
	}
	return words;
}

static void grid_line(struct plan *plan, bool vertical, double at)
{
	struct rect p = plan->plot;
	double from = vertical ? p.x : p.y, to = vertical ? p.x + p.w : p.y + p.h;
	if (at < from + 1 || at > to - 1)
		return; // the frame stands there
	struct stroke stroke = {.colour = plan->theme.grid, .width_px = plan->theme.grid_px_width};
	struct vec a = vertical ? (struct vec){at, p.y} : (struct vec){p.x, at}, b = vertical ? (struct vec){at, p.y + p.h} : (struct vec){p.x + p.w, at};
	plan_line(plan, LAYER_GRID, NULL, a, b, stroke);
}

static void tick_mark(struct plan *plan, bool vertical, double at, bool major)
{
	const struct theme *theme = &plan->theme;
	struct rect p = plan->plot;
	double length = major ? theme->tick_length_px : theme->minor_tick_px;
	struct stroke stroke = {.colour = major ? theme->frame : colour_mix(theme->frame, theme->background, 0.6),
		.width_px = theme->axis_px_width * (major ? 0.9 : 0.75)};
	double side = theme->frame_box ? -length : length, left = plan->strip.w && !theme->frame_box ? plan->strip.x : p.x;
	if (vertical)
		plan_line(plan, LAYER_AXES, NULL, (struct vec){left, at}, (struct vec){left - side, at}, stroke);
	else
		plan_line(plan, LAYER_AXES, NULL, (struct vec){at, p.y + p.h}, (struct vec){at, p.y + p.h + side}, stroke);
}

double plan_tick_gap(const struct plan *plan, bool vertical)
{
	const struct theme *theme = &plan->theme;
	bool powers = false;
	for (size_t i = 0; i < plan->x_ticks.count && !vertical; i++)
		powers = powers || plan->x_ticks.items[i].power;
	double gap = theme->frame_box ? theme->tick_px * (vertical ? 0.35 : 0.5) : theme->tick_length_px + theme->tick_px * 0.32;
	return gap + (powers ? theme->tick_px * 0.35 : 0);
}

static void tick_label(struct plan *plan, bool vertical, double at, const struct tick *tick)
{
	double gap = plan_tick_gap(plan, vertical);
	struct words words = tick_words(plan, tick);
	double cap = plan->measurer->measure(plan->measurer->user, "0", &words.runs[0].style).cap_px;
	struct rect p = plan->plot;
	struct vec origin = vertical ? (struct vec){p.x - plan->strip.w - gap - words.width_px, at + cap / 2}
				     : (struct vec){at - words.width_px / 2, p.y + p.h + gap + cap};
	words_draw(plan, &words, origin, 0, (struct label_note){.role = ROLE_TICK});
}

static void draw_ticks(struct plan *plan, bool vertical)
{
	const struct axis *axis = vertical ? &plan->y : &plan->x;
	const struct ticks *ticks = vertical ? &plan->y_ticks : &plan->x_ticks;
	struct report_axis *report = vertical ? &plan->report->y : &plan->report->x;
	report->scale = axis->scale;
	report->min = axis->min;
	report->max = axis->max;
	struct scene *scene = &plan->layers[LAYER_AXES];
	scene_push(scene, "axis");
	scene_attribute(scene, "data-axis", vertical ? "y" : "x");
	for (size_t i = 0; i < ticks->count; i++) {
		const struct tick *tick = &ticks->items[i];
		double at = axis_px(axis, tick->value);
		if (tick->label || plan->theme.grid_minor)
			grid_line(plan, !vertical, at);
		tick_mark(plan, vertical, at, tick->label);
		if (tick->label && !(vertical ? plan->y_ticks_apart : plan->x_ticks_apart))
			tick_label(plan, vertical, at, tick);
		*list_push(plan->arena, &report->ticks) =
			(struct report_tick){.value = tick->value, .px = at, .label = tick->label ? tick_text(plan->arena, tick) : NULL};
	}
	scene_pop(scene);
}

void axes_draw(struct plan *plan)
{
	struct rect p = plan->plot;
	struct scene *scene = &plan->layers[LAYER_AXES];
	scene_push(&plan->layers[LAYER_GRID], "grid");
	struct scene_op *op = scene_path(scene, "frame");
	op->stroke = (struct stroke){.colour = plan->theme.frame, .width_px = plan->theme.axis_px_width, .cap = CAP_SQUARE};
	if (plan->theme.frame_box) {
		path_rect(scene, &op->path, p);
	} else {
		path_move(scene, &op->path, p.x, p.y);
		path_line(scene, &op->path, p.x, p.y + p.h);
		path_line(scene, &op->path, p.x + p.w, p.y + p.h);
	}
	draw_ticks(plan, false);
	draw_ticks(plan, true);
	scene_pop(&plan->layers[LAYER_GRID]);
}
