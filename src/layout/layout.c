// SPDX-License-Identifier: MIT
#include "layout/plan.h"

#include <math.h>
#include <string.h>

const char *const label_role_names[] = {"title", "subtitle", "axis", "tick", "memory-roof", "compute-roof", "network-roof", "ridge", "region", "point", "key", "legend",
	"note"};

// How often the page may be arranged anew because a legend or a key table asked for room.
enum { ATTEMPTS = 6 };

// Screen themes are made for one width; on another their type follows, less than in proportion. Paper themes are absolute.
static struct theme scaled_theme(const struct theme *theme, double width_px)
{
	struct theme scaled = *theme;
	if (!(theme->base_width_px > 0))
		return scaled;
	double factor = fmin(fmax(sqrt(width_px / theme->base_width_px), 0.72), 1.8);
	double *const lengths[] = {&scaled.font_px, &scaled.title_px, &scaled.subtitle_px, &scaled.tick_px, &scaled.axis_px, &scaled.roof_px, &scaled.note_px,
		&scaled.roof_px_width, &scaled.ceiling_px_width, &scaled.grid_px_width, &scaled.axis_px_width, &scaled.marker_ring_px, &scaled.marker_px,
		&scaled.tick_length_px, &scaled.minor_tick_px, &scaled.padding_px};
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
		*lengths[i] *= factor;
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
		size_t chars = strlen(mark->row->label);
		double w = plan->theme.font_px * 0.55 * (double)(chars < 24 ? chars : 24), h = plan->theme.font_px;
		struct box box = box_of_rect((struct rect){mark->px.x + mark->radius_px + 4, mark->px.y - h / 2, w, h});
		size_t handle = placer_add_box(plan->placer, &box, 2, -1);
		if (!(*count)++)
			*first = handle;
	}
}

// One arrangement. False: an error, or `*again` set because room was asked for.
static bool arrange(struct plan *plan, bool *again)
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
	legend_place(plan);
	ridges_draw(plan);
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
	for (size_t i = 0; i < chart->keywords.count; i++)
		scene->keywords = scene->keywords ? arena_printf(plan->arena, "%s, %s", scene->keywords, chart->keywords.items[i]) : chart->keywords.items[i];
}

static void join_layers(struct plan *plan, struct scene *scene)
{
	scene_init(scene, plan->arena, plan->width_px, plan->height_px);
	scene->background = plan->theme.background;
	for (int i = 0; i < LAYER_COUNT; i++)
		for (size_t j = 0; j < plan->layers[i].ops.count; j++)
			*list_push(plan->arena, &scene->ops) = plan->layers[i].ops.items[j];
	describe(plan, scene);
}

// What an arrangement asked for, to be granted by the next.
struct room {
	double legend_below_px;
	size_t key;
};

const struct layout *layout_run(struct arena *arena, const struct analysis *analysis, const struct theme *theme, const struct measurer *measurer, double width_px,
	double height_px, struct diags *diags)
{
	struct layout *layout = arena_alloc(arena, sizeof *layout);
	struct room room = {0}, granted = {0}; // `granted`: the last that left the plot large enough
	bool final = false;
	for (int attempt = 0; attempt <= ATTEMPTS + 1; attempt++) {
		// Messages of an arrangement that is thrown away are not the user's.
		struct diags *own = diags_new();
		struct plan plan = {.arena = arena, .analysis = analysis, .chart = analysis->chart, .theme = scaled_theme(theme, width_px), .measurer = measurer, .diags = own,
			.width_px = width_px, .height_px = height_px, .report = &layout->report, .legend_below_px = room.legend_below_px, .key_room = room.key,
			.final = final};
		bool again, done = arrange(&plan, &again);
		bool too_much = !done && !again && (room.key > granted.key || room.legend_below_px > granted.legend_below_px);
		if (done || (!again && !too_much)) {
			diags_join(diags, own);
			if (!done)
				return NULL;
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
		final = attempt == ATTEMPTS - 1;
	}
	return NULL;
}
