// SPDX-License-Identifier: MIT
// Shaded regions under the roofs. Their walls stand on the ridges exactly: left of all of them memory binds at every bandwidth, right of all of them at none,
// between them at some.
#include "layout/plan.h"
#include "layout/polygon.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { ZONES_MAX = 8 };

static void draw_zone(struct plan *plan, const char *bound, struct colour fill, struct polygon polygon)
{
	polygon = polygon_clip(plan->arena, polygon, plan->plot);
	if (!polygon_has_area(&polygon))
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
	polygon_add(plan->arena, &zone, foot, bottom);
	polygon_add(plan->arena, &zone, wall, top);
	polygon_add(plan->arena, &zone, wall, bottom);
	draw_zone(plan, "memory", theme->memory_fill, zone);
	for (size_t i = 1; i < count; i++) {
		double next = axis_px(&plan->x, ridge_flop_per_byte(flat->value, slopes[i]->value));
		zone = (struct polygon){0};
		polygon_add(plan->arena, &zone, wall, bottom);
		polygon_add(plan->arena, &zone, wall, top);
		polygon_add(plan->arena, &zone, next, top);
		polygon_add(plan->arena, &zone, next, bottom);
		// The nearer to the last ridge, the less memory binds.
		draw_zone(plan, "mixed", colour_mix(theme->mixed_fill, theme->memory_fill, (double)i / (double)(count - 1)), zone);
		wall = next;
	}
	zone = (struct polygon){0};
	polygon_add(plan->arena, &zone, wall, bottom);
	polygon_add(plan->arena, &zone, wall, top);
	polygon_add(plan->arena, &zone, plan->plot.x + plan->plot.w, top);
	polygon_add(plan->arena, &zone, plan->plot.x + plan->plot.w, bottom);
	if (wall < plan->plot.x + plan->plot.w)
		draw_zone(plan, "compute", theme->compute_fill, zone);
}

// ---- their words --------------------------------------------------------------------------------------------------------------------------------------

struct zone_words {
	const char *head, *tail; // bold, and a second line or NULL
	struct colour colour;
	double left, right;      // of the zone, px
	int align;               // -1 left, 0 centre, 1 right
	const struct roof *over; // the slope that the words stay under, NULL: none
};

struct zone_spot {
	struct words first, second;
	struct vec origin[2];
	bool has_tail;
};

static bool under_roof(const struct zone_words *zone, struct rect box)
{
	const struct roof *roof = zone->over;
	if (!roof || roof->hidden || box.x >= roof->b.x)
		return true;
	return box.y > roof->a.y + (box.x - roof->a.x) / (roof->b.x - roof->a.x) * (roof->b.y - roof->a.y) + 2;
}

// A clear place in the zone at the `row`th line above the axis; nothing is drawn.
static bool find_spot(struct plan *plan, const struct zone_words *zone, const char *head, const char *tail, int row, struct zone_spot *spot)
{
	const struct theme *theme = &plan->theme;
	*spot = (struct zone_spot){.has_tail = tail};
	spot->first = words_make(plan, head, plan_style(plan, theme->font_px, theme->region_weight), zone->colour);
	if (tail)
		spot->second = words_make(plan, tail, plan_style(plan, theme->font_px * 0.96, 400), zone->colour);
	double gap = theme->font_px * 0.5, line = plan_line_px(plan, theme->font_px) * 1.1, width = fmax(spot->first.width_px, spot->second.width_px);
	double baseline = plan->plot.y + plan->plot.h - theme->font_px * 0.85 - row * line * 0.75 - (tail ? line : 0);
	double room = zone->right - zone->left - width - 2 * gap;
	if (room < -gap || baseline - spot->first.ascent_px < plan->plot.y)
		return false;
	for (int step = 0; step <= 10; step++) {
		double share = zone->align < 0 ? step * 0.1 : zone->align > 0 ? 1 - step * 0.1 : 0.5 + (step % 2 ? 1 : -1) * ((step + 1) / 2) * 0.1;
		double x = zone->left + gap + fmax(room, 0) * share, slack1 = width - spot->first.width_px, slack2 = width - spot->second.width_px;
		double shift = zone->align == 0 ? 0.5 : zone->align > 0 ? 1 : 0;
		struct rect rect = {x, baseline - spot->first.ascent_px, width, spot->first.ascent_px + spot->first.descent_px + (tail ? line : 0)};
		struct box box = box_of_rect(rect);
		if (!under_roof(zone, rect) || placer_cost(plan->placer, &box, 2, -1) > 20)
			continue;
		spot->origin[0] = (struct vec){x + slack1 * shift, baseline};
		spot->origin[1] = (struct vec){x + slack2 * shift, baseline + line};
		return true;
	}
	return false;
}

static void draw_spot(struct plan *plan, const struct zone_spot *spot)
{
	words_draw(plan, &spot->first, spot->origin[0], 0, (struct label_note){.role = ROLE_REGION});
	if (spot->has_tail)
		words_draw(plan, &spot->second, spot->origin[1], 0, (struct label_note){.role = ROLE_REGION});
}

enum { ZONE_ROWS = 14 };

// All zones on one line, with or without their second lines.
static bool place_together(struct plan *plan, const struct zone_words *zones, size_t count, bool tails)
{
	struct zone_spot spots[3];
	for (int row = 0; row < ZONE_ROWS / 2; row++) {
		size_t found = 0;
		while (found < count && find_spot(plan, &zones[found], zones[found].head, tails ? zones[found].tail : NULL, row, &spots[found]))
			found++;
		for (size_t i = 0; found == count && i < count; i++)
			draw_spot(plan, &spots[i]);
		if (found == count)
			return true;
	}
	return false;
}

// The full words, the head alone, then a single word; what fits nowhere is reported.
static void place_alone(struct plan *plan, const struct zone_words *zone)
{
	static const struct { const char *full, *brief; } briefs[] = {{"memory-bound", "memory"}, {"compute-bound", "compute"}, {"depends on the level", "mixed"}};
	const char *brief = zone->head;
	for (size_t i = 0; i < G_N_ELEMENTS(briefs); i++)
		if (strcmp(zone->head, briefs[i].full) == 0)
			brief = briefs[i].brief;
	const struct { const char *head, *tail; } forms[] = {{zone->head, zone->tail}, {zone->head, NULL}, {brief, NULL}};
	for (size_t i = 0; i < G_N_ELEMENTS(forms); i++)
		for (int row = 0; row < ZONE_ROWS; row++) {
			struct zone_spot spot;
			if (find_spot(plan, zone, forms[i].head, forms[i].tail, row, &spot)) {
				draw_spot(plan, &spot);
				return;
			}
		}
	// A zone narrower than its shortest word is told by its shade; the neighbours' words name the sequence.
	struct words word = words_make(plan, brief, plan_style(plan, plan->theme.font_px, plan->theme.region_weight), zone->colour);
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
	struct zone_words all[] = {
		{"memory-bound", both, theme->memory_text, foot, first, count > 1 ? 0 : 1, slopes[0]},
		{"compute-bound", two ? "at both" : count > 2 ? "at every level" : NULL, theme->compute_text, last, right, count > 1 ? 0 : 1, NULL},
		{two ? "mixed" : "depends on the level", two ? arena_printf(plan->arena, "memory at %s only", slopes[1]->label) : NULL, theme->mixed_text, first, last, 0, NULL},
	};
	struct zone_words zones[3];
	size_t shown = 0;
	for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
		if (all[i].right - all[i].left > 2)
			zones[shown++] = all[i];
	if (place_together(plan, zones, shown, true) || place_together(plan, zones, shown, false))
		return;
	for (size_t i = 0; i < shown; i++)
		place_alone(plan, &zones[i]);
}
