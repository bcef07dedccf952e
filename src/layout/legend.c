// SPDX-License-Identifier: MIT
// The legend: only what the chart cannot say in place. Inside the plot where it is clear, else below the axis.
#include "layout/legend.h"

#include "base/text.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#define NARROW_PX 480      // a chart in one column: entries are said shortly
#define LEGEND_SHARE 0.3 // of the height, that a legend below may take

static bool is_line(const struct entry *entry)
{
	return entry->line.width_px > 0;
}

void legend_add(struct plan *plan, struct entries *entries, struct entry entry, const char *text)
{
	// two machines have memories of one name
	for (size_t i = 0; entry.kind == ENTRY_LEVEL && i < entries->count; i++)
		if (entries->items[i].kind == ENTRY_LEVEL && entries->items[i].shape == entry.shape && strcmp(entries->items[i].words.text, text) == 0)
			return;
	g_autofree char *shorter = text_shorten(text, 40);
	struct text_style style = plan_style(plan, plan->theme.font_px, 400);
	entry.words = (struct words){.text = ""};
	if (entry.kind == ENTRY_CHANGE)
		words_append_sign(plan, &entry.words, entry.verdict, plan->theme.font_px, plan_readable(plan, plan_verdict_colour(plan, entry.verdict)), 0);
	words_append(plan, &entry.words, arena_strdup(plan->arena, shorter), style, plan->theme.text, entry.words.count ? plan->theme.font_px * 0.3 : 0, 0);
	if (!(entry.radius_px > 0))
		entry.radius_px = plan->theme.marker_px;
	*list_push(plan->arena, entries) = entry;
}

// Of several machines the colour tells the machine, so that a series is told by its shape alone.
static struct colour series_entry_colour(const struct plan *plan, size_t series_index)
{
	if (plan->analysis->machines.count > 1 && !plan->analysis->series.items[series_index].color.visible)
		return colour_mix(plan->theme.text, plan->theme.background, 0.7);
	return plan_series_colour(plan, series_index);
}

static void collect_series(struct plan *plan, struct entries *entries)
{
	size_t named = 0;
	for (size_t i = 0; i < plan->analysis->series.count; i++)
		named += plan->analysis->series.items[i].key != NULL;
	if (!named)
		return;
	size_t count = plan->analysis->series.count;
	bool *used = arena_array(plan->arena, count, sizeof *used), *filled = arena_array(plan->arena, count, sizeof *filled);
	for (size_t i = 0; i < plan->marks.count; i++) {
		used[plan->marks.items[i].row->series_index] = true;
		filled[plan->marks.items[i].row->series_index] |= !plan->marks.items[i].hollow;
	}
	for (size_t s = 0; s < count; s++) {
		const struct series_use *series = &plan->analysis->series.items[s];
		if (used[s])
			legend_add(plan, entries, (struct entry){.kind = ENTRY_SERIES, .shape = plan->hierarchical ? MARKER_CIRCLE : plan_series_shape(plan, s),
				.colour = series_entry_colour(plan, s), .hollow = !filled[s]}, series->label ? series->label : series->key ? series->key : "other");
	}
}

static void collect_levels(struct plan *plan, struct entries *entries)
{
	struct colour grey = colour_mix(plan->theme.text, plan->theme.background, 0.7);
	size_t before = entries->count;
	for (size_t i = 0; i < plan->roofs.count; i++) {
		const struct roof *roof = &plan->roofs.items[i];
		const struct mark *used = NULL;
		for (size_t j = 0; j < plan->marks.count && !used; j++) {
			const struct mark *mark = &plan->marks.items[j];
			bool here = roof->kind == ROOF_MEMORY ? !mark->network && !mark->margin && mark->row->memory == &roof->machine->memory.items[roof->index]
				: roof->kind == ROOF_NETWORK && mark->network && mark->row->network == &roof->machine->network.items[roof->index];
			if (here && mark->row->machine == roof->machine && mark->colour.visible)
				used = mark;
		}
		if (!used || (used->row->analytic && used->row->level_count > 1))
			continue;
		enum marker shape = roof->kind == ROOF_NETWORK ? used->shape : plan_level_shape(plan, roof->machine, used->row->memory);
		legend_add(plan, entries, (struct entry){.kind = ENTRY_LEVEL, .shape = shape, .colour = grey, .hollow = used->hollow, .network = roof->kind == ROOF_NETWORK},
			arena_printf(plan->arena, "%s bytes", roof->label));
	}
	if (entries->count == before + 1)
		entries->count = before; // one level alone needs no key
}

static void collect_sizes(struct plan *plan, struct entries *entries)
{
	static const double shares[] = {0.5, 0.1, 0.01};
	struct colour grey = colour_mix(plan->theme.text, plan->theme.background, 0.55);
	for (size_t i = 0; i < G_N_ELEMENTS(shares); i++) {
		double radius = plan->theme.marker_px * 3.2 * sqrt(shares[i]);
		legend_add(plan, entries, (struct entry){.kind = ENTRY_SIZE, .shape = MARKER_CIRCLE, .colour = grey, .radius_px = fmax(radius, plan->theme.marker_px * 0.4)},
			arena_printf(plan->arena, "%s of the time", plan_percent(plan, shares[i])));
	}
}

static void collect_curves(struct plan *plan, struct entries *entries)
{
	for (size_t i = 0; i < plan->analysis->sweeps.count; i++) {
		const struct sweep_result *result = &plan->analysis->sweeps.items[i];
		const struct series_use *series = &plan->analysis->series.items[result->series_index];
		const char *text = series->key ? (series->label ? series->label : series->key) : result->sweep->name;
		legend_add(plan, entries, (struct entry){.kind = ENTRY_CURVE, .radius_px = plan->theme.marker_px * 1.8, .line = plan_curve_stroke(plan, result),
			.shape = plan_series_shape(plan, result->series_index), .colour = plan_curve_stroke(plan, result).colour,
			.with_marker = result->sweep->point_count <= SWEEP_MARKERS_MOST}, text);
	}
}

// What is old and new, and each verdict that occurs.
static void collect_changes(struct plan *plan, struct entries *entries)
{
	bool old = false, seen[VERDICT_INCOMPARABLE + 1] = {false};
	for (size_t i = 0; i < plan->marks.count; i++) {
		const struct mark *mark = &plan->marks.items[i];
		old = old || mark->old;
		if (mark->change_text)
			seen[mark->verdict] = true;
	}
	struct colour grey = colour_mix(plan->theme.text, plan->theme.background, 0.7);
	if (old) {
		legend_add(plan, entries, (struct entry){.kind = ENTRY_OLD, .shape = MARKER_CIRCLE, .colour = plan_faint(plan, grey), .radius_px = plan->theme.marker_px * 0.72}, "baseline");
		if (plan->width_px >= NARROW_PX)
			legend_add(plan, entries, (struct entry){.kind = ENTRY_OLD, .shape = MARKER_CIRCLE, .colour = grey}, "now");
	}
	static const enum verdict order[] = {VERDICT_BETTER, VERDICT_WORSE, VERDICT_SAME};
	for (size_t i = 0; i < G_N_ELEMENTS(order); i++)
		if (seen[order[i]])
			legend_add(plan, entries, (struct entry){.kind = ENTRY_CHANGE, .radius_px = plan->theme.marker_px * 1.9, .verdict = order[i],
				.line = {.colour = plan_verdict_colour(plan, order[i]), .width_px = plan->theme.ceiling_px_width}}, verdict_name(order[i]));
}

// True when every series is wholly measured or wholly analytic, so that its own entry shows which.
static bool series_tell(const struct plan *plan)
{
	size_t count = plan->analysis->series.count;
	bool *filled = arena_array(plan->arena, count, sizeof *filled), *hollow = arena_array(plan->arena, count, sizeof *hollow);
	for (size_t i = 0; i < plan->marks.count; i++) {
		const struct mark *mark = &plan->marks.items[i];
		*(mark->hollow ? &hollow[mark->row->series_index] : &filled[mark->row->series_index]) = true;
	}
	for (size_t i = 0; i < count; i++)
		if ((filled[i] && hollow[i]) || (!plan->analysis->series.items[i].key && (filled[i] || hollow[i])))
			return false;
	return true;
}

void legend_collect(struct plan *plan, struct entries *entries)
{
	bool hollow = false, filled = false, above = false;
	for (size_t i = 0; i < plan->marks.count; i++) {
		const struct mark *mark = &plan->marks.items[i];
		hollow = hollow || (mark->hollow && !mark->margin);
		filled = filled || !mark->hollow;
		above = above || (mark->row->flags & FLAG_ABOVE_ROOF && !mark->edge && !mark->old);
	}
	if (plan->chart->options.kind != CHART_SWEEP)
		collect_series(plan, entries);
	if (plan->chart->options.kind == CHART_SWEEP)
		collect_curves(plan, entries);
	if (plan->hierarchical)
		collect_levels(plan, entries);
	if (plan->chart->options.size_by_time && plan->total_time_s > 0)
		collect_sizes(plan, entries);
	struct colour grey = colour_mix(plan->theme.text, plan->theme.background, 0.7);
	if (hollow && filled && !series_tell(plan)) {
		legend_add(plan, entries, (struct entry){.kind = ENTRY_HOLLOW, .shape = MARKER_CIRCLE, .colour = grey}, "measured");
		legend_add(plan, entries, (struct entry){.kind = ENTRY_HOLLOW, .shape = MARKER_CIRCLE, .colour = grey, .hollow = true}, "analytic");
	}
	collect_changes(plan, entries);
	if (plan->chart->options.no_overlap)
		legend_add(plan, entries, (struct entry){.kind = ENTRY_NO_OVERLAP, .radius_px = plan->theme.marker_px * 1.6, .line = plan_no_overlap_stroke(plan)}, plan->width_px < NARROW_PX ? "no overlap" : "no overlap: T = T_math + T_mem");
	if (above)
		legend_add(plan, entries, (struct entry){.kind = ENTRY_ABOVE, .shape = MARKER_CIRCLE, .colour = plan->theme.warning}, "above its roof");
}

static void draw_marker(struct plan *plan, struct scene_op *op, const struct entry *entry, struct vec centre, double radius_px)
{
	const struct theme *theme = &plan->theme;
	op->fill = entry->colour;
	if (entry->hollow || is_line(entry)) {
		op->fill = theme->background.visible ? theme->background : theme->halo;
		op->stroke = (struct stroke){.colour = entry->colour, .width_px = fmax(theme->marker_px * 0.36, 1)};
	}
	marker_path(&plan->layers[LAYER_WORDS], &op->path, entry->shape, centre, radius_px);
}

static void draw_entry(struct plan *plan, const struct entry *entry, struct vec centre, double text_x)
{
	const struct theme *theme = &plan->theme;
	struct scene *scene = &plan->layers[LAYER_WORDS];
	struct scene_op *op = entry->kind == ENTRY_CHANGE ? NULL : scene_path(scene, NULL);
	if (entry->kind == ENTRY_CHANGE) {
		arrow_paint(plan, LAYER_WORDS, (struct vec){centre.x - entry->radius_px, centre.y}, (struct vec){centre.x + entry->radius_px, centre.y}, entry->verdict);
	} else if (entry->kind == ENTRY_REGION) {
		op->fill = entry->colour;
		op->stroke = (struct stroke){.colour = colour_mix(theme->frame, theme->background, 0.35), .width_px = theme->grid_px_width};
		path_rect(scene, &op->path, (struct rect){centre.x - entry->radius_px, centre.y - theme->font_px * 0.4, 2 * entry->radius_px, theme->font_px * 0.8});
	} else if (entry->kind == ENTRY_ABOVE) {
		op->stroke = (struct stroke){.colour = entry->colour, .width_px = fmax(theme->ceiling_px_width, 1)};
		path_circle(scene, &op->path, centre, theme->marker_px * 1.4);
	} else if (is_line(entry)) {
		op->stroke = entry->line;
		path_move(scene, &op->path, centre.x - entry->radius_px, centre.y);
		path_line(scene, &op->path, centre.x + entry->radius_px, centre.y);
		if (entry->kind == ENTRY_CURVE && entry->with_marker)
			draw_marker(plan, scene_path(scene, NULL), entry, centre, theme->marker_px * 0.85);
	} else {
		draw_marker(plan, op, entry, centre, entry->hollow ? entry->radius_px - theme->marker_px * 0.12 : entry->radius_px);
	}
	double cap = plan->measurer->measure(plan->measurer->user, "x", &entry->words.runs[0].style).cap_px;
	words_draw(plan, &entry->words, (struct vec){text_x, centre.y + cap / 2}, 0, (struct label_note){.role = ROLE_LEGEND});
}

struct column {
	double icon_px, text_px, line_px, height_px;
};

static double entry_line_px(const struct column *column, const struct entry *entry)
{
	return fmax(column->line_px, is_line(entry) ? 0 : 2 * entry->radius_px + 3);
}

static struct column measure_column(const struct plan *plan, const struct entries *entries)
{
	struct column column = {.line_px = plan_line_px(plan, plan->theme.font_px) * 1.35};
	for (size_t i = 0; i < entries->count; i++) {
		column.icon_px = fmax(column.icon_px, 2 * entries->items[i].radius_px);
		column.text_px = fmax(column.text_px, entries->items[i].words.width_px);
		column.height_px += entry_line_px(&column, &entries->items[i]);
	}
	return column;
}

// The clearest place for the whole block: top left first, then wherever the cost is least.
static bool find_place(struct plan *plan, double w, double h, struct vec *place)
{
	enum { STEPS = 14 };
	double inset = plan->theme.font_px * 0.8, best = PLACER_HARD;
	struct rect room = rect_inset(plan->plot, inset);
	if (w > room.w * 0.6 || h > room.h * 0.8)
		return false;
	for (int row = 0; row <= STEPS; row++)
		for (int col = 0; col <= STEPS; col++) {
			struct vec at = {room.x + (room.w - w) * col / STEPS, room.y + (room.h - h) * row / STEPS};
			struct box box = box_of_rect(rect_inset((struct rect){at.x, at.y, w, h}, -plan->theme.font_px * 0.4));
			bool corner = (row == 0 || row == STEPS) && (col == 0 || col == STEPS);
			double base = (corner ? 0 : 30) + row * 3 + col * 2;
			double cost = base < best ? base + placer_cost(plan->placer, &box, 4, -1) : best;
			if (cost < best) {
				best = cost;
				*place = at;
			}
		}
	return best < PLACER_HARD;
}

static void draw_inside(struct plan *plan, const struct entries *entries, const struct column *column, struct vec place)
{
	double gap = plan->theme.font_px * 0.55, y = place.y;
	scene_push(&plan->layers[LAYER_WORDS], "legend");
	for (size_t i = 0; i < entries->count; i++) {
		double line = entry_line_px(column, &entries->items[i]);
		draw_entry(plan, &entries->items[i], (struct vec){place.x + column->icon_px / 2, y + line / 2}, place.x + column->icon_px + gap);
		y += line;
	}
	scene_pop(&plan->layers[LAYER_WORDS]);
	struct box box = box_of_rect((struct rect){place.x - 2, place.y, column->icon_px + gap + column->text_px + 2, column->height_px});
	placer_add_box(plan->placer, &box, PLACER_HARD, -1);
}

double legend_flow(struct plan *plan, const struct entries *entries, double top, bool draw)
{
	const struct theme *theme = &plan->theme;
	double gap = theme->font_px * 0.5, between = theme->font_px * 1.6, left = plan->plot.x, right = plan->width_px - theme->padding_px;
	double line = plan_line_px(plan, theme->font_px) * 1.3, x = left, y = top;
	if (draw)
		scene_push(&plan->layers[LAYER_WORDS], "legend");
	for (size_t i = 0; i < entries->count; i++) {
		const struct entry *entry = &entries->items[i];
		double width = 2 * entry->radius_px + gap + entry->words.width_px;
		bool low = is_line(entry) || entry->kind == ENTRY_REGION || entry->kind == ENTRY_ABOVE;
		line = fmax(line, low ? 0 : 2 * entry->radius_px + 3);
		if (x > left && x + width > right) {
			x = left;
			y += line;
		}
		if (draw)
			draw_entry(plan, entry, (struct vec){x + entry->radius_px, y + line / 2}, x + 2 * entry->radius_px + gap);
		x += width + between;
	}
	if (draw)
		scene_pop(&plan->layers[LAYER_WORDS]);
	return y + line - top;
}

void legend_place(struct plan *plan)
{
	enum legend_mode mode = plan->chart->options.legend;
	struct entries entries = {0};
	if (mode == LEGEND_NONE)
		return;
	legend_collect(plan, &entries);
	if (!entries.count || (entries.count == 1 && mode == LEGEND_AUTO && entries.items[0].kind != ENTRY_ABOVE && entries.items[0].kind != ENTRY_NO_OVERLAP))
		return;
	struct column column = measure_column(plan, &entries);
	struct vec place = {0, 0};
	double gap = plan->theme.font_px * 0.55;
	if (mode != LEGEND_BELOW && plan->legend_below_px <= 0 && find_place(plan, column.icon_px + gap + column.text_px, column.height_px, &place)) {
		draw_inside(plan, &entries, &column, place);
		return;
	}
	double needed = legend_flow(plan, &entries, 0, false) + plan->theme.font_px * 0.5;
	if (needed > plan->height_px * LEGEND_SHARE) {
		diags_add(plan->diags, DIAG_DROPPED_LABEL, (struct place){0}, "a legend of %zu entries has no room: it is left out", entries.count);
		*list_push(plan->arena, &plan->report->dropped) = (struct report_dropped){"legend", "more entries than the page has room for"};
		return;
	}
	if (plan->legend_below_px >= needed)
		legend_flow(plan, &entries, plan->axis_bottom_px + plan->theme.font_px * 0.5, true);
	else
		plan->legend_wants_px = needed;
}
