// SPDX-License-Identifier: MIT
// Words on roofs, at the line's own angle, slid to where they are clear; and the marks at the ridges.
#include "layout/plan.h"

#include "base/text.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#define DEGREES (180 / 3.14159265358979323846)

// How far words may be lifted off their line, in marker radii: clear of markers that stand on it, and of rings around them.
enum { LIFTS = 3 };
static const double lifts[LIFTS] = {0, 1.3, 2.7};

struct spot {
	struct vec origin;
	double cost;
	bool found;
};

static void consider(struct plan *plan, struct spot *best, const struct words *words, struct vec origin, double degrees, double base, int owner)
{
	if (best->found && base >= best->cost)
		return;
	struct box box = words_box(words, origin, degrees);
	double cost = base + placer_cost(plan->placer, &box, 1.5, owner);
	if (cost < PLACER_HARD && (!best->found || cost < best->cost))
		*best = (struct spot){origin, cost, true};
}

static struct spot along_flat(struct plan *plan, const struct roof *roof, const struct words *words)
{
	struct spot best = {0};
	int owner = plan_roof_owner(plan, roof);
	double inset = plan->theme.font_px * 0.6, above = roof->a.y - roof->stroke.width_px / 2 - words->descent_px - 1.5;
	double below = roof->a.y + roof->stroke.width_px / 2 + words->ascent_px + 2;
	double right = roof->b.x - inset - words->width_px, left = fmax(roof->a.x, plan->plot.x) + inset;
	for (int step = 0; step <= 40; step++) {
		double x = right - (right - left) * step / 40;
		if (x < left && step)
			break;
		for (int i = 0; i < LIFTS; i++) {
			double off = lifts[i] * plan->theme.marker_px, base = step * 1.5 + i * 18;
			consider(plan, &best, words, (struct vec){x, above - off}, 0, base, owner);
			consider(plan, &best, words, (struct vec){x, below + off}, 0, base + 6, owner);
		}
	}
	return best;
}

// True when something lies within `off_px` (and a line's height) of the roof, on the side of `up`.
static bool crosses(struct plan *plan, struct vec on, struct vec up, double off_px, int owner)
{
	double reach = off_px + (off_px > 0 ? 1 : -1) * plan->theme.roof_px;
	struct box way = box_of_segment(on, (struct vec){on.x + up.x * reach, on.y + up.y * reach}, 1);
	return placer_cost(plan->placer, &way, 0, owner) > 30;
}

static struct spot along_slope(struct plan *plan, const struct roof *roof, const struct words *words, double degrees)
{
	struct spot best = {0};
	int owner = plan_roof_owner(plan, roof);
	double length = hypot(roof->b.x - roof->a.x, roof->b.y - roof->a.y), half = roof->stroke.width_px / 2;
	struct vec u = {(roof->b.x - roof->a.x) / length, (roof->b.y - roof->a.y) / length};
	struct vec up = {u.y, -u.x}; // to the upper left of a rising line
	double above = half + words->descent_px + 1.5, below = -(half + words->ascent_px + 2);
	double room = length - words->width_px - plan->theme.font_px;
	if (room < 0)
		return best;
	for (int step = 0; step <= 60; step++) {
		double share = step / 60.0, start = plan->theme.font_px * 0.5 + room * share;
		double base = fabs(share - 0.55) * 30;
		struct vec on = {roof->a.x + u.x * start, roof->a.y + u.y * start};
		struct vec middle = {on.x + u.x * words->width_px / 2, on.y + u.y * words->width_px / 2};
		for (int i = 0; i < LIFTS; i++) {
			double off = lifts[i] * plan->theme.marker_px;
			if (i && (crosses(plan, middle, up, off, owner) || crosses(plan, middle, up, -off, owner)))
				break; // past a neighbouring roof the words would be that one's
			consider(plan, &best, words, (struct vec){on.x + up.x * (above + off), on.y + up.y * (above + off)}, degrees, base + i * 12, owner);
			consider(plan, &best, words, (struct vec){on.x + up.x * (below - off), on.y + up.y * (below - off)}, degrees, base + 14 + i * 12, owner);
		}
	}
	return best;
}

static const enum label_role roles[] = {[ROOF_COMPUTE] = ROLE_COMPUTE_ROOF, [ROOF_MEMORY] = ROLE_MEMORY_ROOF, [ROOF_NETWORK] = ROLE_NETWORK_ROOF};

static bool is_integer(const struct roof *roof)
{
	const char *precision = roof->kind == ROOF_COMPUTE ? roof->machine->compute.items[roof->index].ceiling->precision : NULL;
	return precision && g_str_has_prefix(precision, "int");
}

// "BF16 Tensor Core 989 TFLOP/s"; a lower flat of the same prefix leaves the unit to the axis: "TF32 Tensor Core 495".
static const char *figure(struct plan *plan, const struct roof *roof)
{
	enum quantity quantity = roof->kind == ROOF_COMPUTE ? QUANTITY_FLOP_RATE : QUANTITY_BYTE_RATE;
	char *text = units_format(plan->arena, roof->value, quantity, 3);
	if (is_integer(roof)) {
		char *unit = strstr(text, "FLOP/s");
		if (unit)
			text = arena_printf(plan->arena, "%.*sOP/s", (int)(unit - text), text);
	} else if (roof->kind == ROOF_COMPUTE && !roof->binding && units_prefix_for(roof->value).factor == plan->y_prefix.factor) {
		char *space = strchr(text, ' ');
		if (space)
			text = arena_strndup(plan->arena, text, (size_t)(space - text));
	}
	return text;
}

static bool place_words(struct plan *plan, const struct roof *roof, const char *text, bool shortened)
{
	const struct theme *theme = &plan->theme;
	double size = roof->binding ? theme->roof_px : theme->roof_px * 0.96;
	struct colour colour = roof->binding || !theme->muted.visible ? theme->text : theme->muted;
	if (roof->stroke.dash_count == 0 || plan->analysis->machines.count > 1)
		colour = roof->stroke.colour;
	struct words words = words_make(plan, text, plan_style(plan, size, roof->binding || roof->stroke.dash_count == 0 ? theme->roof_weight : 400), colour);
	double degrees = roof->kind == ROOF_COMPUTE ? 0 : atan2(roof->a.y - roof->b.y, roof->b.x - roof->a.x) * DEGREES;
	struct spot spot = roof->kind == ROOF_COMPUTE ? along_flat(plan, roof, &words) : along_slope(plan, roof, &words, degrees);
	if (!spot.found)
		return false;
	words_draw(plan, &words, spot.origin, degrees, (struct label_note){.role = roles[roof->kind], .owner = roof->name, .shortened = shortened});
	return true;
}

// The whole name, then shorter and shorter ones; what fits nowhere is reported.
static void place_label(struct plan *plan, const struct roof *roof)
{
	static const size_t lengths[] = {48, 28, 18, 12, 8, 5};
	const char *number = figure(plan, roof), *full = arena_printf(plan->arena, "%s %s", roof->label, number);
	size_t chars = (size_t)g_utf8_strlen(roof->label, -1);
	if (chars <= lengths[0] && place_words(plan, roof, full, false))
		return;
	// the unit is the axis's
	if (chars <= lengths[0] && roof->kind == ROOF_COMPUTE && units_prefix_for(roof->value).factor == plan->y_prefix.factor
		&& place_words(plan, roof, arena_printf(plan->arena, "%s %.*s", roof->label, (int)strcspn(number, " "), number), true))
		return;
	for (size_t i = 0; i < G_N_ELEMENTS(lengths); i++) {
		if (chars <= lengths[i])
			continue;
		g_autofree char *shorter = text_shorten(roof->label, lengths[i]);
		if (place_words(plan, roof, arena_printf(plan->arena, "%s %s", shorter, number), true))
			return;
	}
	if (place_words(plan, roof, arena_strdup(plan->arena, number), true))
		return;
	*list_push(plan->arena, &plan->report->dropped) = (struct report_dropped){full, "no free place along its roof"};
	diags_add(plan->diags, DIAG_DROPPED_LABEL, (struct place){0}, "no room for the label of the roof '%s'", roof->name);
}

void roof_labels_place(struct plan *plan, bool binding)
{
	for (size_t i = 0; i < plan->roofs.count; i++) {
		const struct roof *roof = &plan->roofs.items[i];
		if (!roof->hidden && roof->binding == binding)
			place_label(plan, roof);
	}
}

// ---- ridges -------------------------------------------------------------------------------------------------------------------------------------------

struct ridge {
	const struct roof *slope, *flat;
	struct vec px;
	double intensity;
};

static void draw_diamond(struct plan *plan, const struct ridge *ridge)
{
	struct scene *scene = &plan->layers[LAYER_ROOFS];
	struct scene_op *op = scene_path(scene, "ridge");
	op->fill = plan->theme.background.visible ? plan->theme.background : plan->theme.halo;
	op->stroke = (struct stroke){.colour = ridge->slope->stroke.colour, .width_px = fmax(plan->theme.roof_px_width * 0.55, 0.8)};
	scene_attribute_number(scene, "data-intensity", ridge->intensity);
	double r = plan->theme.marker_px * 0.95;
	marker_path(scene, &op->path, MARKER_DIAMOND, ridge->px, r);
	placer_add_disc(plan->placer, ridge->px, r * 1.2, PLACER_HARD, -1);
}

static void draw_wall(struct plan *plan, const struct ridge *ridge)
{
	struct stroke stroke = {.colour = colour_mix(plan->theme.text, plan->theme.background, 0.75), .width_px = plan->theme.ceiling_px_width * 0.95,
		.dash_px = {2, 3}, .dash_count = 2};
	struct vec foot = {ridge->px.x, plan->plot.y + plan->plot.h};
	plan_line(plan, LAYER_CEILINGS, "ridge-line", ridge->px, foot, stroke);
	placer_add_line(plan->placer, ridge->px, foot, 1, 40, -1);
}

// "ridge 295 FLOP/B" beside its line where it stands alone; where several bandwidths have one each, the figure above it. False when there is no free place near.
static bool ridge_words(struct plan *plan, const struct ridge *ridge, bool alone, bool only_near)
{
	const struct theme *theme = &plan->theme;
	char *value = arena_printf(plan->arena, alone ? "ridge %s" : "%s", units_format(plan->arena, ridge->intensity, QUANTITY_INTENSITY, 3));
	char *unit = strstr(value, "FLOP/byte");
	if (unit)
		value = arena_printf(plan->arena, "%.*sFLOP/B", (int)(unit - value), value);
	struct words words = words_make(plan, value, plan_style(plan, theme->font_px * 0.96, 400), alone ? theme->text : theme->muted);
	struct spot best = {0};
	double bottom = plan->plot.y + plan->plot.h - theme->font_px * 0.85, line = plan_line_px(plan, theme->font_px), gap = theme->font_px * 0.5;
	double above = ridge->px.y - words.descent_px - theme->roof_px_width - 4;
	for (int row = 0; row < 3 && !alone; row++)
		for (int step = 0; step < 7; step++) {
			double shift = (step % 2 ? -1 : 1) * ((step + 1) / 2) * words.width_px / 8;
			consider(plan, &best, &words, (struct vec){ridge->px.x - words.width_px / 2 + shift, above - row * line}, 0, row * 8 + step * 2, -1);
		}
	for (int row = 0; row < 12 && !only_near; row++) {
		consider(plan, &best, &words, (struct vec){ridge->px.x + gap, bottom - row * line * 0.8}, 0, row * 2 + (alone ? 0 : 40), -1);
		consider(plan, &best, &words, (struct vec){ridge->px.x - gap - words.width_px, bottom - row * line * 0.8}, 0, row * 2 + (alone ? 5 : 45), -1);
	}
	if (best.found)
		words_draw(plan, &words, best.origin, 0, (struct label_note){.role = ROLE_RIDGE, .owner = ridge->slope->name});
	else if (!only_near)
		*list_push(plan->arena, &plan->report->dropped) = (struct report_dropped){value, "no free place at its ridge point"};
	return best.found;
}

enum { RIDGES_MAX = 16 };

// The ridges that are told: of every zone slope of a single machine, else of each machine's main memory. `*alone`: one a machine.
static size_t collect_ridges(const struct plan *plan, struct ridge *ridges, bool *alone)
{
	size_t count = 0;
	*alone = true;
	for (size_t m = 0; m < plan->analysis->machines.count && count < RIDGES_MAX; m++) {
		const struct machine *machine = &plan->analysis->machines.items[m];
		const struct roof *flat = plan_top_flat(plan, machine), *slopes[RIDGES_MAX];
		size_t found = plan->analysis->machines.count == 1 ? plan_zone_slopes(plan, slopes, RIDGES_MAX) : 0;
		if (!found && (slopes[0] = plan_main_slope(plan, machine)))
			found = 1;
		*alone = *alone && found <= 1;
		for (size_t i = 0; flat && i < found && count < RIDGES_MAX; i++) {
			struct ridge ridge = {slopes[i], flat, .intensity = ridge_flop_per_byte(flat->value, slopes[i]->value)};
			ridge.px = (struct vec){axis_px(&plan->x, ridge.intensity), axis_px(&plan->y, flat->value)};
			if (rect_contains(plan->plot, ridge.px))
				ridges[count++] = ridge;
		}
	}
	return count;
}

void ridges_draw(struct plan *plan)
{
	struct ridge ridges[RIDGES_MAX];
	bool alone;
	size_t count = plan->chart->options.ridge ? collect_ridges(plan, ridges, &alone) : 0;
	for (size_t i = 0; i < count; i++) {
		*list_push(plan->arena, &plan->report->ridges) = (struct report_ridge){ridges[i].flat->name, ridges[i].slope->name, ridges[i].px};
		if (alone) {
			draw_wall(plan, &ridges[i]);
			draw_diamond(plan, &ridges[i]);
		}
	}
}

void ridge_labels_place(struct plan *plan)
{
	struct ridge ridges[RIDGES_MAX];
	bool alone;
	size_t count = plan->chart->options.ridge ? collect_ridges(plan, ridges, &alone) : 0;
	// Of several, main memory's figure is the one that must stand; the others are read off their walls where there is no room.
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < count; i++)
			if (ridges[i].slope->binding == (pass == 0))
				ridge_words(plan, &ridges[i], alone, !alone && pass == 1);
}
