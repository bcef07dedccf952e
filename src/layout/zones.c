// SPDX-License-Identifier: MIT
// Shaded regions under the roofs. Their walls stand on the ridges exactly: left of all of them memory binds at every bandwidth, right of all of them at none,
// between them at some.
#include "layout/plan.h"

#include <glib.h>
#include <math.h>

enum { ZONES_MAX = 8 };

struct polygon {
	struct vec *items;
	size_t count, cap;
};

// One side of Sutherland and Hodgman's clip: keeps what has sign × (coordinate − limit) <= 0.
static struct polygon clip_side(struct arena *arena, const struct polygon *in, bool vertical, double limit, double sign)
{
	struct polygon out = {0};
	for (size_t i = 0; i < in->count; i++) {
		struct vec a = in->items[i], b = in->items[(i + 1) % in->count];
		double da = sign * ((vertical ? a.x : a.y) - limit), db = sign * ((vertical ? b.x : b.y) - limit);
		if (da <= 0)
			*list_push(arena, &out) = a;
		if ((da < 0 && db > 0) || (da > 0 && db < 0)) {
			double t = da / (da - db);
			*list_push(arena, &out) = (struct vec){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
		}
	}
	return out;
}

static struct polygon clip_polygon(struct arena *arena, struct polygon polygon, struct rect rect)
{
	polygon = clip_side(arena, &polygon, true, rect.x + rect.w, 1);
	polygon = clip_side(arena, &polygon, true, rect.x, -1);
	polygon = clip_side(arena, &polygon, false, rect.y + rect.h, 1);
	return clip_side(arena, &polygon, false, rect.y, -1);
}

static bool has_area(const struct polygon *polygon)
{
	double area = 0;
	for (size_t i = 0; i < polygon->count; i++) {
		struct vec a = polygon->items[i], b = polygon->items[(i + 1) % polygon->count];
		area += a.x * b.y - b.x * a.y;
	}
	return fabs(area) > 1;
}

static void draw_zone(struct plan *plan, const char *bound, struct colour fill, struct polygon polygon)
{
	polygon = clip_polygon(plan->arena, polygon, plan->plot);
	if (!has_area(&polygon))
		return;
	struct scene *scene = &plan->layers[LAYER_REGIONS];
	struct scene_op *op = scene_path(scene, "region");
	op->fill = fill;
	scene_attribute(scene, "data-bound", bound);
	struct report_region *report = list_push(plan->arena, &plan->report->regions);
	report->bound = bound;
	for (size_t i = 0; i < polygon.count; i++) {
		if (i)
			path_line(scene, &op->path, polygon.items[i].x, polygon.items[i].y);
		else
			path_move(scene, &op->path, polygon.items[i].x, polygon.items[i].y);
		*list_push(plan->arena, &report->polygon) = polygon.items[i];
	}
	path_close(scene, &op->path);
}

static void push(struct plan *plan, struct polygon *polygon, double x, double y)
{
	*list_push(plan->arena, polygon) = (struct vec){x, y};
}

void zones_draw(struct plan *plan)
{
	if (!plan->chart->options.regions || !plan->theme.regions || plan->analysis->machines.count != 1)
		return;
	const struct roof *slopes[ZONES_MAX], *flat = plan_top_flat(plan, &plan->analysis->machines.items[0]);
	size_t count = plan_zone_slopes(plan, slopes, ZONES_MAX);
	if (!count || !flat)
		return;
	const struct theme *theme = &plan->theme;
	double bottom = plan->plot.y + plan->plot.h, top = axis_px(&plan->y, flat->value);
	double foot = axis_px(&plan->x, ridge_flop_per_byte(fmin(plan->y.min, flat->value), slopes[0]->value));
	double wall = axis_px(&plan->x, ridge_flop_per_byte(flat->value, slopes[0]->value));
	struct polygon zone = {0};
	push(plan, &zone, foot, bottom);
	push(plan, &zone, wall, top);
	push(plan, &zone, wall, bottom);
	draw_zone(plan, "memory", theme->memory_fill, zone);
	for (size_t i = 1; i < count; i++) {
		double next = axis_px(&plan->x, ridge_flop_per_byte(flat->value, slopes[i]->value));
		zone = (struct polygon){0};
		push(plan, &zone, wall, bottom);
		push(plan, &zone, wall, top);
		push(plan, &zone, next, top);
		push(plan, &zone, next, bottom);
		// The nearer to the last ridge, the less memory binds.
		draw_zone(plan, "mixed", colour_mix(theme->mixed_fill, theme->memory_fill, (double)i / (double)(count - 1)), zone);
		wall = next;
	}
	zone = (struct polygon){0};
	push(plan, &zone, wall, bottom);
	push(plan, &zone, wall, top);
	push(plan, &zone, plan->plot.x + plan->plot.w, top);
	push(plan, &zone, plan->plot.x + plan->plot.w, bottom);
	if (wall < plan->plot.x + plan->plot.w)
		draw_zone(plan, "compute", theme->compute_fill, zone);
}

// ---- their words --------------------------------------------------------------------------------------------------------------------------------------

struct zone_words {
	const char *head, *tail; // bold, and a second line or NULL
	struct colour colour;
	double left, right;      // of the zone, px
	int align;               // -1 left, 0 centre, 1 right
};

static bool try_zone(struct plan *plan, const struct zone_words *zone, const char *head, const char *tail)
{
	const struct theme *theme = &plan->theme;
	struct words first = words_make(plan, head, plan_style(plan, theme->font_px, 600), zone->colour), second = {0};
	if (tail)
		second = words_make(plan, tail, plan_style(plan, theme->font_px * 0.96, 400), zone->colour);
	double gap = theme->font_px * 0.5, line = plan_line_px(plan, theme->font_px) * 1.1, width = fmax(first.width_px, second.width_px);
	if (width + gap > zone->right - zone->left)
		return false;
	double room = zone->right - zone->left - width - 2 * gap;
	for (int row = 0; row < 14; row++) {
		double baseline = plan->plot.y + plan->plot.h - theme->font_px * 0.85 - row * line * 0.75 - (tail ? line : 0);
		if (baseline - first.ascent_px < plan->plot.y)
			break;
		for (int step = 0; step <= 10; step++) {
			double share = zone->align < 0 ? step * 0.1 : zone->align > 0 ? 1 - step * 0.1 : 0.5 + (step % 2 ? 1 : -1) * ((step + 1) / 2) * 0.1;
			double x = zone->left + gap + fmax(room, 0) * share, middle = x + width / 2;
			double x1 = zone->align == 0 ? middle - first.width_px / 2 : zone->align > 0 ? x + width - first.width_px : x;
			double x2 = zone->align == 0 ? middle - second.width_px / 2 : zone->align > 0 ? x + width - second.width_px : x;
			struct box box = box_of_rect((struct rect){x, baseline - first.ascent_px, width, first.ascent_px + first.descent_px + (tail ? line : 0)});
			if (placer_cost(plan->placer, &box, 2, -1) > 20)
				continue;
			words_draw(plan, &first, (struct vec){x1, baseline}, 0, (struct label_note){.role = ROLE_REGION});
			if (tail)
				words_draw(plan, &second, (struct vec){x2, baseline + line}, 0, (struct label_note){.role = ROLE_REGION});
			return true;
		}
	}
	return false;
}

// The full words, the head alone, then a single word; what fits nowhere is reported.
static void place_zone(struct plan *plan, const struct zone_words *zone)
{
	if (zone->right - zone->left < 2)
		return;
	static const struct { const char *full, *brief; } briefs[] = {{"memory-bound", "memory"}, {"compute-bound", "compute"}, {"mixed", "mixed"}};
	if (zone->tail && try_zone(plan, zone, zone->head, zone->tail))
		return;
	if (try_zone(plan, zone, zone->head, NULL))
		return;
	for (size_t i = 0; i < sizeof briefs / sizeof *briefs; i++)
		if (g_str_has_prefix(zone->head, briefs[i].full) && try_zone(plan, zone, briefs[i].brief, NULL))
			return;
	// A zone narrower than its shortest word is told by its shade; the neighbours' words name the sequence.
	struct words word = words_make(plan, "mixed", plan_style(plan, plan->theme.font_px, 600), zone->colour);
	if (word.width_px * 1.6 < zone->right - zone->left)
		*list_push(plan->arena, &plan->report->dropped) = (struct report_dropped){zone->head, "no free place in its region"};
}

void zone_labels_place(struct plan *plan)
{
	if (!plan->report->regions.count)
		return;
	const struct roof *slopes[ZONES_MAX], *flat = plan_top_flat(plan, &plan->analysis->machines.items[0]);
	size_t count = plan_zone_slopes(plan, slopes, ZONES_MAX);
	const struct theme *theme = &plan->theme;
	double left = plan->plot.x, right = plan->plot.x + plan->plot.w;
	double first = fmin(fmax(axis_px(&plan->x, ridge_flop_per_byte(flat->value, slopes[0]->value)), left), right);
	double last = fmin(fmax(axis_px(&plan->x, ridge_flop_per_byte(flat->value, slopes[count - 1]->value)), left), right);
	double foot = fmax(axis_px(&plan->x, ridge_flop_per_byte(fmin(plan->y.min, flat->value), slopes[0]->value)), left);
	bool two = count == 2;
	const char *both = two ? arena_printf(plan->arena, "at %s and %s", slopes[1]->label, slopes[0]->label) : count > 2 ? "at every level" : NULL;
	struct zone_words zones[] = {
		{"memory-bound", both, theme->memory_text, foot, first, count > 1 ? 0 : 1},
		{two ? "mixed" : "depends on the level", two ? arena_printf(plan->arena, "memory at %s only", slopes[1]->label) : NULL, theme->mixed_text, first, last, 0},
		{"compute-bound", two ? "at both" : count > 2 ? "at every level" : NULL, theme->compute_text, last, right, count > 1 ? 0 : 1},
	};
	place_zone(plan, &zones[0]);
	place_zone(plan, &zones[2]);
	if (count > 1)
		place_zone(plan, &zones[1]);
}
