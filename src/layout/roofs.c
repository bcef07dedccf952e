// SPDX-License-Identifier: MIT
// Every ceiling as an exact line: slopes from the frame to the flat roof that ends them, flats from the fastest slope to the frame.
#include "layout/plan.h"
#include "layout/polygon.h"

#include <limits.h>
#include <math.h>

// The machine's highest dense peak bounds the heavy line; a sparse one drawn above it stays thin.
size_t plan_top_dense(const struct machine *machine)
{
	for (size_t i = 0; i < machine->compute.count; i++)
		if (!machine->compute.items[i].sparse)
			return i;
	return 0;
}

static double fastest_slope(const struct machine *machine)
{
	double fastest = 0;
	for (size_t i = 0; i < machine->memory.count; i++)
		fastest = fmax(fastest, machine->memory.items[i].ceiling->bandwidth);
	if (fastest > 0)
		return fastest;
	for (size_t i = 0; i < machine->network.count; i++)
		fastest = fmax(fastest, machine->network.items[i].ceiling->bandwidth);
	return fastest;
}

static struct vec at(const struct plan *plan, double intensity, double performance)
{
	return (struct vec){axis_px(&plan->x, intensity), axis_px(&plan->y, performance)};
}

static struct roof *add_roof(struct plan *plan, enum roof_kind kind, const struct machine *machine, size_t index, const char *name, const char *label, double value)
{
	struct roof *roof = list_push(plan->arena, &plan->roofs);
	*roof = (struct roof){.kind = kind, .machine = machine, .index = index, .name = name, .label = label, .value = value};
	return roof;
}

static void clip(const struct plan *plan, struct roof *roof)
{
	if (!isfinite(roof->a.x + roof->a.y) || !isfinite(roof->b.x + roof->b.y)) {
		roof->hidden = true; // a rate at the very end of double's range
		return;
	}
	roof->hidden = !segment_clip(plan->plot, &roof->a, &roof->b) || hypot(roof->b.x - roof->a.x, roof->b.y - roof->a.y) < 0.5;
}

static void trace_flats(struct plan *plan, const struct machine *machine)
{
	double fastest = fastest_slope(machine), main_bandwidth = 0;
	for (size_t i = 0; i < machine->memory.count; i++)
		if (machine->memory.items[i].is_main)
			main_bandwidth = machine->memory.items[i].ceiling->bandwidth;
	for (size_t i = 0; i < machine->compute.count; i++) {
		const struct drawn_compute *compute = &machine->compute.items[i];
		struct roof *roof = add_roof(plan, ROOF_COMPUTE, machine, i, compute->name, compute->name, compute->peak);
		double start = fastest > 0 ? ridge_flop_per_byte(compute->peak, fastest) : plan->x.min;
		roof->a = at(plan, start, compute->peak);
		roof->b = (struct vec){plan->plot.x + plan->plot.w, roof->a.y};
		roof->heavy_a = main_bandwidth > 0 ? at(plan, ridge_flop_per_byte(compute->peak, main_bandwidth), compute->peak) : roof->a;
		roof->binding = i == plan_top_dense(machine);
		roof->twin = i > 0 && machine->compute.items[i - 1].peak == compute->peak; // the analysis lists them by falling rate
		roof->hidden = roof->a.x >= roof->b.x;
		if (!roof->hidden)
			clip(plan, roof);
		roof->heavy_a.x = fmin(fmax(roof->heavy_a.x, roof->a.x), roof->b.x);
	}
}

static void trace_slope(struct plan *plan, struct roof *roof)
{
	double peak = roof->machine->compute.count ? roof->machine->compute.items[0].peak : plan->y.max;
	roof->a = at(plan, ridge_flop_per_byte(fmin(plan->y.min, peak), roof->value), fmin(plan->y.min, peak));
	roof->b = at(plan, ridge_flop_per_byte(peak, roof->value), peak);
	if (peak <= plan->y.min)
		roof->hidden = true;
	else
		clip(plan, roof);
}

static bool level_used(const struct plan *plan, const struct drawn_memory *memory)
{
	for (size_t i = 0; i < plan->analysis->rows.count; i++)
		if (plan->analysis->rows.items[i].memory == memory)
			return true;
	return false;
}

static void trace_slopes(struct plan *plan, const struct machine *machine)
{
	for (size_t i = 0; i < machine->memory.count; i++) {
		const struct drawn_memory *memory = &machine->memory.items[i];
		struct roof *roof = add_roof(plan, ROOF_MEMORY, machine, i, memory->name, memory->ceiling->name, memory->ceiling->bandwidth);
		roof->binding = memory->is_main;
		roof->used = level_used(plan, memory);
		trace_slope(plan, roof);
	}
	for (size_t i = 0; i < machine->network.count; i++) {
		const struct drawn_network *network = &machine->network.items[i];
		trace_slope(plan, add_roof(plan, ROOF_NETWORK, machine, i, network->name, network->ceiling->name, network->ceiling->bandwidth));
	}
}

static bool only_analytic_use(const struct plan *plan, const struct roof *roof)
{
	bool any = false;
	for (size_t i = 0; i < plan->analysis->rows.count; i++) {
		const struct row *row = &plan->analysis->rows.items[i];
		if (roof->kind != ROOF_MEMORY || row->memory != &roof->machine->memory.items[roof->index] || !row->plotted)
			continue;
		if (!row->analytic)
			return false;
		any = true;
	}
	return any;
}

static struct stroke dashed(const struct plan *plan, struct colour colour, double width_px, size_t dash)
{
	struct stroke stroke = {.colour = colour, .width_px = width_px, .cap = CAP_BUTT};
	const struct theme *theme = &plan->theme;
	if (!theme->ceiling_dashes.count)
		return stroke;
	const struct theme_dash *pattern = &theme->ceiling_dashes.items[dash % (size_t)theme->ceiling_dashes.count];
	stroke.dash_count = pattern->count;
	for (int i = 0; i < pattern->count && i < DASH_MAX; i++)
		stroke.dash_px[i] = pattern->on_off[i] * width_px;
	return stroke;
}

// The binding pair is solid and heavy. Others are thin, each with a dash of its own; a second bandwidth that analytic points stand on is a roof of its own right.
static void choose_strokes(struct plan *plan)
{
	const struct theme *theme = &plan->theme;
	bool several = plan->analysis->machines.count > 1;
	size_t dash = 0;
	for (size_t i = 0; i < plan->roofs.count; i++) {
		struct roof *roof = &plan->roofs.items[i];
		size_t machine = (size_t)(roof->machine - plan->analysis->machines.items);
		struct colour own = several && theme->cycle.count && !theme->cycle_markers_only ? theme->cycle.items[machine % (size_t)theme->cycle.count] : theme->roof;
		if (roof->binding)
			roof->stroke = several && machine ? dashed(plan, own, theme->roof_px_width, machine - 1)
							  : (struct stroke){.colour = own, .width_px = theme->roof_px_width};
		else if (only_analytic_use(plan, roof) && !theme->cycle_markers_only && !several)
			roof->stroke = (struct stroke){.colour = theme->accent, .width_px = theme->roof_px_width * 0.9};
		else
			roof->stroke = dashed(plan, several ? own : theme->ceiling, theme->ceiling_px_width, roof->twin ? 0 : dash++);
	}
}

void roofs_trace(struct plan *plan)
{
	for (size_t m = 0; m < plan->analysis->machines.count; m++) {
		trace_flats(plan, &plan->analysis->machines.items[m]);
		trace_slopes(plan, &plan->analysis->machines.items[m]);
	}
	choose_strokes(plan);
	enum { CEILING_WEIGHT = 70 };
	for (size_t i = 0; i < plan->roofs.count; i++) {
		const struct roof *roof = &plan->roofs.items[i];
		if (roof->hidden || roof->twin)
			continue;
		double half = roof->stroke.width_px / 2 + 0.5;
		if (roof->binding && roof->kind == ROOF_COMPUTE && roof->heavy_a.x > roof->a.x)
			placer_add_line(plan->placer, roof->a, roof->heavy_a, half, PLACER_HARD, plan_roof_owner(plan, roof));
		struct vec from = roof->binding && roof->kind == ROOF_COMPUTE ? roof->heavy_a : roof->a;
		placer_add_line(plan->placer, from, roof->b, half, roof->binding ? PLACER_HARD : CEILING_WEIGHT, plan_roof_owner(plan, roof));
	}
}

static const char *const kind_names[] = {"compute", "memory", "network"};

static void report_roof(struct plan *plan, const struct roof *roof)
{
	struct report_roof *report = list_push(plan->arena, &plan->report->roofs);
	*report = (struct report_roof){.kind = kind_names[roof->kind], .name = roof->name, .value = roof->value, .binding = roof->binding};
	if (roof->hidden)
		return;
	*list_push(plan->arena, &report->line) = roof->a;
	*list_push(plan->arena, &report->line) = roof->b;
}

// The heavy slope ends on the highest dense roof; it runs a little along it, so that the corner is mitred rather than notched. Up to a sparse roof above
// it goes on thin.
static void draw_slope(struct plan *plan, const struct roof *roof, enum layer layer)
{
	struct vec end = roof->b;
	const struct roof *flat = roof->binding ? plan_top_flat(plan, roof->machine) : NULL;
	struct scene *scene = &plan->layers[layer];
	if (flat && flat->a.y > end.y + 0.01) {
		end = at(plan, ridge_flop_per_byte(flat->value, roof->value), flat->value);
		if (end.x <= roof->a.x)
			end = roof->a;
		plan_line(plan, layer, NULL, end, roof->b, dashed(plan, roof->stroke.colour, plan->theme.ceiling_px_width, 0));
	}
	if (end.x <= roof->a.x)
		return;
	struct scene_op *op = scene_path(scene, NULL);
	op->stroke = roof->stroke;
	path_move(scene, &op->path, roof->a.x, roof->a.y);
	path_line(scene, &op->path, end.x, end.y);
	if (flat && !flat->hidden && fabs(flat->a.y - end.y) < 0.01 && end.x + 2 * roof->stroke.width_px < flat->b.x)
		path_line(scene, &op->path, end.x + roof->stroke.width_px, end.y);
}

static void draw_flat(struct plan *plan, const struct roof *roof, enum layer layer)
{
	struct vec from = roof->a;
	if (roof->binding) {
		if (roof->heavy_a.x > roof->a.x + 0.5)
			plan_line(plan, layer, NULL, roof->a, roof->heavy_a, dashed(plan, roof->stroke.colour, plan->theme.ceiling_px_width, 0));
		from = roof->heavy_a;
	}
	if (roof->b.x > from.x)
		plan_line(plan, layer, NULL, from, roof->b, roof->stroke);
}

// A ceiling known as a range is a band between its limits, under its line.
static void draw_band(struct plan *plan, const struct roof *roof)
{
	const struct compute_ceiling *flat = roof->kind == ROOF_COMPUTE ? roof->machine->compute.items[roof->index].ceiling : NULL;
	const struct memory_ceiling *slope = roof->kind == ROOF_MEMORY ? roof->machine->memory.items[roof->index].ceiling : NULL;
	double low = flat ? flat->low : slope ? slope->low : NAN, high = flat ? flat->high : slope ? slope->high : NAN;
	if (!(low > 0) || !(high > low) || roof->hidden || (flat && roof->machine->compute.items[roof->index].sparse))
		return;
	struct polygon band = {0};
	if (flat) {
		double right = plan->plot.x + plan->plot.w, top = axis_px(&plan->y, high), bottom = axis_px(&plan->y, low);
		polygon_add(plan->arena, &band, roof->a.x, bottom);
		polygon_add(plan->arena, &band, roof->a.x, top);
		polygon_add(plan->arena, &band, right, top);
		polygon_add(plan->arena, &band, right, bottom);
	} else {
		double foot = plan->y.min, head = roof->machine->compute.count ? roof->machine->compute.items[0].peak : plan->y.max;
		double bottom = axis_px(&plan->y, foot), top = axis_px(&plan->y, head);
		polygon_add(plan->arena, &band, axis_px(&plan->x, foot / low), bottom);
		polygon_add(plan->arena, &band, axis_px(&plan->x, head / low), top);
		polygon_add(plan->arena, &band, axis_px(&plan->x, head / high), top);
		polygon_add(plan->arena, &band, axis_px(&plan->x, foot / high), bottom);
	}
	band = polygon_clip(plan->arena, band, plan->plot);
	if (!polygon_has_area(&band))
		return;
	struct scene *scene = &plan->layers[LAYER_GRID];
	struct scene_op *op = scene_path(scene, "band");
	op->fill = colour_mix(roof->stroke.colour, plan->theme.background.visible ? plan->theme.background : plan->theme.halo, 0.2);
	for (size_t i = 0; i < band.count; i++)
		(i ? path_line : path_move)(scene, &op->path, band.items[i].x, band.items[i].y);
	path_close(scene, &op->path);
}

void roofs_draw(struct plan *plan)
{
	for (size_t i = 0; i < plan->roofs.count; i++) {
		const struct roof *roof = &plan->roofs.items[i];
		draw_band(plan, roof);
		enum layer layer = roof->binding ? LAYER_ROOFS : LAYER_CEILINGS;
		struct scene *scene = &plan->layers[layer];
		struct scene_op *group = scene_push(scene, "roof");
		group->title = arena_printf(plan->arena, "%s %s", roof->name,
			units_format(plan->arena, roof->value, roof->kind == ROOF_COMPUTE ? QUANTITY_FLOP_RATE : QUANTITY_BYTE_RATE, 4));
		scene_attribute(scene, "data-kind", kind_names[roof->kind]);
		scene_attribute(scene, "data-name", roof->name);
		scene_attribute_number(scene, "data-value", roof->value);
		if (!roof->hidden && roof->kind == ROOF_COMPUTE && !roof->twin)
			draw_flat(plan, roof, layer);
		else if (!roof->hidden && roof->kind != ROOF_COMPUTE)
			draw_slope(plan, roof, layer);
		scene_pop(scene);
		report_roof(plan, roof);
	}
}

int plan_roof_owner(const struct plan *plan, const struct roof *roof)
{
	return INT_MAX - (int)(roof - plan->roofs.items);
}

static const struct roof *find_binding(const struct plan *plan, const struct machine *machine, enum roof_kind kind)
{
	for (size_t i = 0; i < plan->roofs.count; i++) {
		const struct roof *roof = &plan->roofs.items[i];
		if (roof->machine == machine && roof->kind == kind && roof->binding)
			return roof;
	}
	return NULL;
}

const struct roof *plan_main_slope(const struct plan *plan, const struct machine *machine)
{
	return find_binding(plan, machine, ROOF_MEMORY);
}

const struct roof *plan_top_flat(const struct plan *plan, const struct machine *machine)
{
	return find_binding(plan, machine, ROOF_COMPUTE);
}

size_t plan_zone_slopes(const struct plan *plan, const struct roof **slopes, size_t max)
{
	size_t count = 0;
	for (size_t i = 0; i < plan->roofs.count && count < max; i++) {
		const struct roof *roof = &plan->roofs.items[i];
		if (roof->kind == ROOF_MEMORY && (roof->binding || roof->used))
			slopes[count++] = roof;
	}
	return count; // the analysis lists memories fastest first
}
