// SPDX-License-Identifier: MIT
#include "layout/plan.h"

#include <glib.h>
#include <math.h>
#include <string.h>

const char *const label_role_names[] = {"title", "subtitle", "axis", "tick", "memory-roof", "compute-roof", "network-roof", "ridge", "region", "point", "key", "legend",
	"note"};

// How often the page may be arranged anew because a legend or a key table asked for room.
enum { ATTEMPTS = 6 };

// Screen themes are made for one width; on another their type follows, less than in proportion. Paper themes are absolute.
struct theme plan_theme(const struct theme *theme, double width_px)
{
	struct theme scaled = *theme;
	if (!(theme->base_width_px > 0))
		return scaled;
	theme_scale(&scaled, fmin(fmax(sqrt(width_px / theme->base_width_px), 0.72), 1.8));
	return scaled;
}

static void start(struct plan *plan)
{
	struct rect page = {0, 0, plan->width_px, plan->height_px};
	plan->placer = placer_new(plan->arena, page);
	for (int i = 0; i < LAYER_COUNT; i++)
		scene_init(&plan->layers[i], plan->arena, plan->width_px, plan->height_px);
	*plan->report = (struct layout_report){.kind = "roofline", .width_px = plan->width_px, .height_px = plan->height_px};
}

// Expected places of labels, so that the legend and the words on roofs leave them free when they can.
static void reserve_label_room(struct plan *plan, size_t *first, size_t *count)
{
	*count = 0;
	for (size_t i = 0; i < plan->marks.count && plan->chart->options.labels != LABELS_NONE; i++) {
		const struct mark *mark = &plan->marks.items[i];
		if (!mark->labelled)
			continue;
		size_t chars = strlen(mark->row->label) + (mark->change_text ? 9 : 0);
		double w = plan->theme.font_px * 0.55 * (double)(chars < 24 ? chars : 24), h = plan->theme.font_px;
		struct box box = box_of_rect((struct rect){mark->px.x + mark->radius_px + 4, mark->px.y - h / 2, w, h});
		size_t handle = placer_add_box(plan->placer, &box, 2, -1);
		if (!(*count)++)
			*first = handle;
	}
}

// A panel of a scaling chart.
static bool arrange_scaling(struct plan *plan, bool *again)
{
	*again = false;
	start(plan);
	if (!scaling_frame(plan) || !page_arrange(plan))
		return false;
	plan->report->plot = plan->plot;
	axes_draw(plan);
	scaling_draw(plan);
	notes_draw(plan);
	return true;
}

// The chart of kind sweep: curves against a parameter.
static bool arrange_sweep(struct plan *plan, bool *again)
{
	*again = false;
	start(plan);
	if (!sweep_frame(plan) || !page_arrange(plan))
		return false;
	plan->report->plot = plan->plot;
	axes_draw(plan);
	sweep_draw(plan);
	marks_place(plan);
	marks_draw(plan);
	legend_place(plan);
	sweep_labels_place(plan);
	if ((plan->legend_wants_px > plan->legend_below_px && !plan->final) || !point_labels_place(plan)) {
		*again = true;
		return false;
	}
	key_draw(plan);
	notes_draw(plan);
	return true;
}

// The roofline. False: an error, or `*again` set because room was asked for.
static bool arrange_roofline(struct plan *plan, bool *again)
{
	size_t first = 0, count;
	*again = false;
	start(plan);
	if (!frame_ranges(plan) || !page_arrange(plan))
		return false;
	plan->report->plot = plan->plot;
	axes_draw(plan);
	roofs_trace(plan);
	zones_draw(plan);
	roofs_draw(plan);
	marks_place(plan);
	marks_draw(plan);
	reserve_label_room(plan, &first, &count);
	curves_draw(plan);
	arrows_draw(plan);
	ridges_draw(plan);
	legend_place(plan);
	roof_labels_place(plan, true);
	ridge_labels_place(plan);
	roof_labels_place(plan, false);
	for (size_t i = 0; i < count; i++)
		placer_remove(plan->placer, first + i);
	if ((plan->legend_wants_px > plan->legend_below_px && !plan->final) || !point_labels_place(plan)) {
		*again = true;
		return false;
	}
	zone_labels_place(plan);
	key_draw(plan);
	notes_draw(plan);
	return true;
}

static void describe(const struct plan *plan, struct scene *scene)
{
	const struct chart *chart = plan->chart;
	const char *machine = plan->analysis->machines.count ? plan->analysis->machines.items[0].hardware->name : NULL;
	scene->title = chart->title ? chart->title : machine ? arena_printf(plan->arena, "Roofline of %s", machine) : "Roofline";
	scene->author = chart->author;
	size_t points = 0;
	for (size_t i = 0; i < plan->analysis->rows.count; i++)
		points += plan->analysis->rows.items[i].plotted && plan->analysis->rows.items[i].level_index == 0;
	scene->description = arena_printf(plan->arena, "Roofline chart: %zu ceilings, %zu points. Arithmetic intensity in FLOP/byte against performance in %s, both logarithmic.",
		plan->roofs.count, points, plan->report->y.unit);
	g_autoptr(GString) keywords = g_string_new(NULL);
	for (size_t i = 0; i < chart->keywords.count; i++)
		g_string_append_printf(keywords, "%s%s", i ? ", " : "", chart->keywords.items[i]);
	scene->keywords = keywords->len ? arena_strdup(plan->arena, keywords->str) : NULL;
}

static void join_layers(struct plan *plan, struct scene *scene)
{
	size_t count = scene->ops.count;
	for (int i = 0; i < LAYER_COUNT; i++)
		count += plan->layers[i].ops.count;
	struct scene_op *all = arena_array(plan->arena, count, sizeof *all), *end = all;
	if (scene->ops.count)
		memcpy(end, scene->ops.items, scene->ops.count * sizeof *end);
	end += scene->ops.count;
	for (int i = 0; i < LAYER_COUNT; i++)
		for (size_t j = 0; j < plan->layers[i].ops.count; j++)
			*end++ = plan->layers[i].ops.items[j];
	scene->ops.items = all;
	scene->ops.count = scene->ops.cap = count;
}

static void start_scene(const struct plan *plan, struct scene *scene, double width_px, double height_px)
{
	scene_init(scene, plan->arena, width_px, height_px);
	scene->background = plan->theme.background;
	describe(plan, scene);
}

// Moves everything that a panel reported down by `dy`.
static void report_move(struct layout_report *report, double dy)
{
	report->plot.y += dy;
	for (size_t i = 0; i < report->y.ticks.count; i++)
		report->y.ticks.items[i].px += dy;
	for (size_t i = 0; i < report->points.count; i++)
		report->points.items[i].px.y += dy;
	for (size_t i = 0; i < report->labels.count; i++)
		for (int corner = 0; corner < 4; corner++)
			report->labels.items[i].box.corner[corner].y += dy;
}

// What an arrangement asked for, to be granted by the next.
struct room {
	double legend_below_px;
	size_t key;
	double key_column_px;
};

// Two panels above each other with one left edge; the lower one has the axis title and the notes, the upper one the heading.
static const struct layout *run_scaling(struct arena *arena, const struct analysis *analysis, const struct theme *theme, const struct measurer *measurer, double width_px,
	double height_px, struct diags *diags)
{
	struct layout *layout = arena_alloc(arena, sizeof *layout);
	struct plan panels[2];
	double heights[2] = {floor(height_px * 0.58)}, left_px = 0;
	heights[1] = height_px - heights[0];
	for (int round = 0; round < 2; round++)
		for (int i = 0; i < 2; i++) {
			struct layout_report *report = arena_alloc(arena, sizeof *report);
			bool again;
			panels[i] = (struct plan){.arena = arena, .analysis = analysis, .chart = analysis->chart, .theme = plan_theme(theme, width_px), .measurer = measurer,
				.diags = diags, .width_px = width_px, .height_px = heights[i], .report = report, .panel = i ? PANEL_EFFICIENCY : PANEL_SPEEDUP,
				.left_least_px = left_px};
			panels[i].theme.show_title = panels[i].theme.show_title && i == 0;
			if (!arrange_scaling(&panels[i], &again))
				return NULL;
			left_px = fmax(left_px, panels[i].plot.x);
		}
	start_scene(&panels[0], &layout->scene, width_px, height_px);
	layout->report = (struct layout_report){.kind = "scaling", .width_px = width_px, .height_px = height_px};
	for (int i = 0; i < 2; i++) {
		size_t from = layout->scene.ops.count;
		join_layers(&panels[i], &layout->scene);
		scene_move(&layout->scene, from, 0, i ? heights[0] : 0);
		panels[i].report->width_px = width_px;
		panels[i].report->height_px = height_px;
		report_move(panels[i].report, i ? heights[0] : 0);
		*list_push(arena, &layout->report.panels) = *panels[i].report;
	}
	return layout;
}

const struct layout *layout_run(struct arena *arena, const struct analysis *analysis, const struct theme *theme, const struct measurer *measurer, double width_px,
	double height_px, struct diags *diags)
{
	if (analysis->chart->options.kind == CHART_SCALING)
		return run_scaling(arena, analysis, theme, measurer, width_px, height_px, diags);
	struct layout *layout = arena_alloc(arena, sizeof *layout);
	struct room room = {0}, granted = {0}; // `granted`: the last that left the plot large enough
	bool final = false;
	for (int attempt = 0; attempt <= ATTEMPTS + 1; attempt++) {
		// Messages of an arrangement that is thrown away are not the user's.
		struct diags *own = diags_new();
		struct plan plan = {.arena = arena, .analysis = analysis, .chart = analysis->chart, .theme = plan_theme(theme, width_px), .measurer = measurer, .diags = own,
			.width_px = width_px, .height_px = height_px, .report = &layout->report, .legend_below_px = room.legend_below_px, .key_room = room.key, .key_column_px = room.key_column_px,
			.final = final};
		bool again, done = (analysis->chart->options.kind == CHART_SWEEP ? arrange_sweep : arrange_roofline)(&plan, &again);
		bool too_much = !done && !again && (room.key > granted.key || room.legend_below_px > granted.legend_below_px);
		if (done || (!again && !too_much)) {
			diags_join(diags, own);
			if (!done)
				return NULL;
			start_scene(&plan, &layout->scene, width_px, height_px);
			join_layers(&plan, &layout->scene);
			return layout;
		}
		diags_free(own);
		if (too_much) {
			room = granted;
			final = true;
			continue;
		}
		granted = room;
		room.legend_below_px = fmax(room.legend_below_px, plan.legend_wants_px);
		room.key = plan.key.count > room.key ? plan.key.count : room.key;
		room.key_column_px = fmax(room.key_column_px, key_wants_px(&plan));
		final = attempt == ATTEMPTS - 1;
	}
	return NULL;
}
