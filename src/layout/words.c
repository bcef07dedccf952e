// SPDX-License-Identifier: MIT
// Lines of words: measured, boxed, painted, reported.
#include "layout/plan.h"

#include "base/num.h"

#include <math.h>

// Descent that a box keeps, in em: enough for g and p, less than the face's line spacing.
#define DESCENT_EM 0.22
// Width and height of a verdict's sign.
#define SIGN_EM 0.66
#define SIGN_HIGH_EM 0.62

struct text_style plan_style(const struct plan *plan, double size_px, int weight)
{
	return (struct text_style){.family = plan->theme.family, .size_px = size_px, .weight = weight};
}

double plan_line_px(const struct plan *plan, double size_px)
{
	struct text_style style = plan_style(plan, size_px, 400);
	struct text_extent extent = plan->measurer->measure(plan->measurer->user, "x", &style);
	return extent.cap_px + DESCENT_EM * size_px + size_px * 0.12;
}

struct words words_make(struct plan *plan, const char *text, struct text_style style, struct colour colour)
{
	struct words words = {.text = ""};
	words_append(plan, &words, text, style, colour, 0, 0);
	return words;
}

void words_append(struct plan *plan, struct words *words, const char *text, struct text_style style, struct colour colour, double gap_px, double rise_px)
{
	struct text_extent extent = plan->measurer->measure(plan->measurer->user, text, &style);
	words->runs[words->count++] = (struct run){
		.text = text, .style = style, .colour = colour, .dx_px = words->width_px + gap_px, .dy_px = -rise_px, .width_px = extent.width_px};
	words->width_px += gap_px + extent.width_px;
	words->ascent_px = fmax(words->ascent_px, extent.cap_px + 0.12 * style.size_px + rise_px);
	words->descent_px = fmax(words->descent_px, DESCENT_EM * style.size_px - rise_px);
	words->text = *words->text ? arena_printf(plan->arena, gap_px > 0 ? "%s %s" : "%s%s", words->text, text) : text;
}

void words_append_sign(struct plan *plan, struct words *words, enum verdict verdict, double size_px, struct colour colour, double gap_px)
{
	struct run *run = &words->runs[words->count++];
	*run = (struct run){.style = plan_style(plan, size_px, 400), .colour = colour, .dx_px = words->width_px + gap_px, .width_px = SIGN_EM * size_px, .is_sign = true, .verdict = verdict};
	words->width_px += gap_px + run->width_px;
}

// Up for better, down for worse, a dot for the same.
static void draw_sign(struct scene *scene, const struct run *run, struct vec at)
{
	double w = run->width_px, h = SIGN_HIGH_EM * run->style.size_px, base = run->verdict == VERDICT_WORSE ? at.y - h : at.y, tip = run->verdict == VERDICT_WORSE ? at.y : at.y - h;
	struct scene_op *op = scene_path(scene, "sign");
	op->fill = run->colour;
	if (run->verdict == VERDICT_SAME) {
		path_circle(scene, &op->path, (struct vec){at.x + w / 2, at.y - h / 2}, h * 0.33);
		return;
	}
	path_move(scene, &op->path, at.x, base);
	path_line(scene, &op->path, at.x + w, base);
	path_line(scene, &op->path, at.x + w / 2, tip);
	path_close(scene, &op->path);
}

struct box words_box(const struct words *words, struct vec origin, double degrees)
{
	struct rect rect = {origin.x, origin.y - words->ascent_px, words->width_px, words->ascent_px + words->descent_px};
	return box_make(rect, origin, degrees);
}

void words_draw(struct plan *plan, const struct words *words, struct vec origin, double degrees, struct label_note note)
{
	struct scene *scene = &plan->layers[note.role == ROLE_TICK || note.role == ROLE_AXIS ? LAYER_AXES : LAYER_WORDS];
	double c = cos(degrees * 0.017453292519943295), s = sin(degrees * 0.017453292519943295);
	scene_push(scene, note.role == ROLE_LEGEND ? "legend" : "label");
	scene_attribute(scene, "data-role", label_role_names[note.role]);
	if (note.owner)
		scene_attribute(scene, "data-for", note.owner);
	for (int i = 0; i < words->count; i++) {
		const struct run *run = &words->runs[i];
		struct vec at = {origin.x + run->dx_px * c + run->dy_px * s, origin.y - run->dx_px * s + run->dy_px * c};
		if (run->is_sign)
			draw_sign(scene, run, at);
		else
			scene_text(scene, run->text, run->style, run->colour, at, degrees, run->width_px);
	}
	scene_pop(scene);
	struct report_label *label = list_push(plan->arena, &plan->report->labels);
	*label = (struct report_label){.role = note.role, .text = words->text, .owner = note.owner, .box = words_box(words, origin, degrees),
		.degrees = degrees, .moved = note.moved, .shortened = note.shortened};
	placer_add_box(plan->placer, &label->box, PLACER_HARD, -1);
}

const char *plan_percent(struct plan *plan, double fraction)
{
	double percent = fraction * 100;
	return arena_printf(plan->arena, "%s%%", num_short(percent, percent < 99.5 ? 2 : 3).text);
}

struct scene_op *plan_line(struct plan *plan, enum layer layer, const char *css_class, struct vec a, struct vec b, struct stroke stroke)
{
	struct scene *scene = &plan->layers[layer];
	struct scene_op *op = scene_path(scene, css_class);
	op->stroke = stroke;
	path_move(scene, &op->path, a.x, a.y);
	path_line(scene, &op->path, b.x, b.y);
	return op;
}
