// SPDX-License-Identifier: MIT
// Words on roofs, at the line's own angle, slid to where they are clear; and the marks at the ridges.
#include "layout/plan.h"
#include "layout/polygon.h"

#include "base/num.h"
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
	double cost = base + placer_cost_below(plan->placer, &box, 1.5, owner, base, best->found ? best->cost : PLACER_HARD);
	if (cost < PLACER_HARD && (!best->found || cost < best->cost))
		*best = (struct spot){origin, cost, true};
}

// True when something lies within `off_px` (and a line's height) of the roof, on the side of `up`.
static bool crosses(struct plan *plan, struct vec on, struct vec up, double off_px, int owner)
{
	double reach = off_px + (off_px > 0 ? 1 : -1) * plan->theme.roof_px;
	struct box way = box_of_segment(on, (struct vec){on.x + up.x * reach, on.y + up.y * reach}, 1);
	return placer_cost(plan->placer, &way, 0, owner) > 30;
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
		struct vec middle = {x + words->width_px / 2, roof->a.y}, up = {0, -1};
		for (int i = 0; i < LIFTS; i++) {
			double off = lifts[i] * plan->theme.marker_px, base = step * 1.5 + i * 12;
			if (best.found && base >= best.cost)
				break; // nor can those further off be better
			if (!i || !crosses(plan, middle, up, off, owner))
				consider(plan, &best, words, (struct vec){x, above - off}, 0, base, owner);
			if (!i || !crosses(plan, middle, up, -off, owner))
				consider(plan, &best, words, (struct vec){x, below + off}, 0, base + 14, owner);
		}
	}
	return best;
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
			if (best.found && base + i * 12 >= best.cost)
				break; // nor can those further off be better
			if (i && (crosses(plan, middle, up, off, owner) || crosses(plan, middle, up, -off, owner)))
				break; // past a neighbouring roof the words would be that one's
			consider(plan, &best, words, (struct vec){on.x + up.x * (above + off), on.y + up.y * (above + off)}, degrees, base + i * 12, owner);
			consider(plan, &best, words, (struct vec){on.x + up.x * (below - off), on.y + up.y * (below - off)}, degrees, base + 14 + i * 12, owner);
		}
	}
	return best;
}

static const enum label_role roles[] = {[ROOF_COMPUTE] = ROLE_COMPUTE_ROOF, [ROOF_MEMORY] = ROLE_MEMORY_ROOF, [ROOF_NETWORK] = ROLE_NETWORK_ROOF};

// A label that strikes another roof, a leader or a ridge line costs more than this.
#define STRUCK 80.0

static const char *unit_of(const struct roof *roof)
{
	const char *precision = roof->machine->compute.items[roof->index].ceiling->precision;
	return precision && g_str_has_prefix(precision, "int") ? "OP/s" : "FLOP/s";
}

char *plan_rate_text(struct plan *plan, double flop_per_s, const char *unit)
{
	double value = flop_per_s / plan->y_prefix.factor;
	struct units_prefix own = units_prefix_for(flop_per_s);
	if (value < 0.1 || value >= 1e5)
		return arena_printf(plan->arena, "%s %s%s", num_short(flop_per_s / own.factor, 3).text, own.symbol, unit);
	return arena_printf(plan->arena, "%s %s%s", num_short(value, value < 1000 ? 3 : 4).text, plan->y_prefix.symbol, unit);
}

// "BF16, FP16 Tensor Core": names that share all but their first word are said once.
static const char *join_names(struct plan *plan, const char *first, const char *second)
{
	const char *tail = strchr(first, ' '), *other = strchr(second, ' ');
	if (tail && other && strcmp(tail, other) == 0)
		return arena_printf(plan->arena, "%.*s, %s", (int)(tail - first), first, second);
	return arena_printf(plan->arena, "%s, %s", first, second);
}

static const char *roof_name(struct plan *plan, const struct roof *roof)
{
	const char *name = roof->label;
	for (const struct roof *twin = roof + 1; twin < plan->roofs.items + plan->roofs.count && twin->twin && twin->machine == roof->machine; twin++)
		name = join_names(plan, name, twin->label);
	return name;
}

// "BF16 Tensor Core" as "BF16 TC", then "BF16": what a reader of such charts still knows.
static const char *abbreviate(struct plan *plan, const char *name, int step)
{
	static const struct { const char *longer, *shorter; } words[] = {{" Tensor Core", " TC"}, {" matrix", " mat."}, {" vector", " vec."}, {"with 2:4 sparsity", "2:4 sparse"}};
	g_autoptr(GString) out = g_string_new(name);
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		g_string_replace(out, words[i].longer, step > 1 && i == 0 ? "" : words[i].shorter, 0);
	return arena_strdup(plan->arena, out->str);
}

// Where words must strike a thin roof, the line is broken behind them; on bare paper only, since a patch would show on a shaded region.
static void break_lines(struct plan *plan, const struct box *box)
{
	if (!plan->theme.background.visible)
		return;
	for (size_t i = 0; i < plan->report->regions.count; i++)
		for (int corner = 0; corner < 4; corner++)
			if (polygon_contains(plan->report->regions.items[i].polygon.items, plan->report->regions.items[i].polygon.count, box->corner[corner]))
				return;
	struct scene *scene = &plan->layers[LAYER_CEILINGS];
	struct scene_op *op = scene_path(scene, NULL);
	op->fill = plan->theme.background;
	for (int corner = 0; corner < 4; corner++)
		(corner ? path_line : path_move)(scene, &op->path, box->corner[corner].x, box->corner[corner].y);
	path_close(scene, &op->path);
}

static bool place_words(struct plan *plan, const struct roof *roof, const char *text, bool shortened, double limit)
{
	const struct theme *theme = &plan->theme;
	double size = roof->binding ? theme->roof_px : theme->roof_px * 0.96;
	bool solid = roof->stroke.dash_count == 0 || roof->binding;
	struct colour colour = solid ? theme->text : theme->muted;
	if (roof->stroke.dash_count == 0 || plan->analysis->machines.count > 1)
		colour = plan_readable(plan, roof->stroke.colour);
	struct words words = words_make(plan, text, plan_style(plan, size, solid ? theme->roof_weight : 400), colour);
	double degrees = roof->kind == ROOF_COMPUTE ? 0 : atan2(roof->a.y - roof->b.y, roof->b.x - roof->a.x) * DEGREES;
	struct spot spot = roof->kind == ROOF_COMPUTE ? along_flat(plan, roof, &words) : along_slope(plan, roof, &words, degrees);
	if (!spot.found || spot.cost > limit)
		return false;
	if (spot.cost > STRUCK) {
		struct box box = words_box(&words, spot.origin, degrees);
		break_lines(plan, &box);
	}
	words_draw(plan, &words, spot.origin, degrees, (struct label_note){.role = roles[roof->kind], .owner = roof->name, .shortened = shortened});
	return true;
}

// "H100" of "H100 SXM5 80GB", "MI300X" of "Instinct MI300X": the first word with a letter and a digit, else the whole name.
static const char *model_word(struct plan *plan, const struct machine *machine)
{
	const char *name = machine->hardware->name;
	for (const char *word = name; *word;) {
		size_t length = strcspn(word, " ");
		if (g_ascii_isalpha(*word) && strcspn(word, "0123456789") < length)
			return arena_strndup(plan->arena, word, length);
		word += length + strspn(word + length, " ");
	}
	return name;
}

enum { FORMS_MAX = 12 };

// A panel says little; the bare figure of a flat is in the unit of the axis.
static size_t list_panel_forms(struct plan *plan, const struct roof *roof, const char *name, const char *bare, const char **forms)
{
	size_t count = 0;
	if (g_utf8_strlen(name, -1) < 30)
		forms[count++] = arena_printf(plan->arena, "%s %s", name, bare);
	if (plan->analysis->machines.count > 1)
		forms[count++] = arena_printf(plan->arena, "%s %s", model_word(plan, roof->machine), bare);
	forms[count++] = bare;
	return count;
}

// The ways to say a roof's name and figure, from the fullest to the barest.
static size_t list_forms(struct plan *plan, const struct roof *roof, const char **forms)
{
	static const size_t lengths[] = {28, 18, 12};
	bool several = plan->analysis->machines.count > 1;
	const char *name = roof_name(plan, roof);
	char *figure = roof->kind == ROOF_COMPUTE ? plan_rate_text(plan, roof->value, unit_of(roof)) : units_format(plan->arena, roof->value, QUANTITY_BYTE_RATE, 3);
	int digits = (int)strcspn(figure, " ");
	char *bare = roof->kind == ROOF_COMPUTE && strstr(figure, plan->report->y.unit) ? arena_strndup(plan->arena, figure, (size_t)digits) : figure;
	size_t count = 0;
	if (plan->panel == PANEL_SHEET)
		return list_panel_forms(plan, roof, abbreviate(plan, name, 2), bare, forms);
	// A lower roof leaves the unit to the axis.
	if (roof->binding || bare == figure)
		forms[count++] = arena_printf(plan->arena, "%s %s", name, figure);
	if (bare != figure)
		forms[count++] = arena_printf(plan->arena, "%s %s", name, bare);
	for (int step = 1; step <= 2; step++)
		forms[count++] = arena_printf(plan->arena, "%s %s", abbreviate(plan, name, step), bare);
	for (size_t i = 0; i < G_N_ELEMENTS(lengths) && !several; i++) {
		g_autofree char *shorter = text_shorten(abbreviate(plan, name, 2), lengths[i]);
		forms[count++] = arena_printf(plan->arena, "%s %s", shorter, bare);
	}
	if (plan->analysis->machines.count > 1 && roof->kind == ROOF_COMPUTE) {
		const char *model = model_word(plan, roof->machine), *precision = roof->machine->compute.items[roof->index].ceiling->precision;
		if (precision) {
			g_autofree char *upper = g_ascii_strup(precision, -1);
			forms[count++] = arena_printf(plan->arena, "%s %s %s", model, upper, bare);
		}
		forms[count++] = arena_printf(plan->arena, "%s %s", model, bare);
	}
	forms[count++] = figure;
	return count;
}

// The fullest form that strikes nothing; failing that, the fullest that covers nothing.
static void place_label(struct plan *plan, const struct roof *roof)
{
	const char *forms[FORMS_MAX];
	size_t count = list_forms(plan, roof, forms);
	// names of 48 characters and more are shortened from the start
	size_t first = g_utf8_strlen(forms[0], -1) > 60 && count > 4 ? count - 4 : 0;
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = first; i < count; i++)
			if (place_words(plan, roof, forms[i], i > 0, pass ? PLACER_HARD : STRUCK))
				return;
	if (plan->panel == PANEL_SHEET)
		return; // a figure beside the line, where there is room
	*list_push(plan->arena, &plan->report->dropped) = (struct report_dropped){forms[0], "no free place along its roof"};
	diags_add(plan->diags, DIAG_DROPPED_LABEL, (struct place){0}, "no room for the label of the roof '%s'", roof->name);
}

void roof_labels_place(struct plan *plan, bool binding)
{
	for (size_t i = 0; i < plan->roofs.count; i++) {
		const struct roof *roof = &plan->roofs.items[i];
		if (!roof->hidden && !roof->twin && roof->binding == binding)
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
	// A marker on the ridge point says it already.
	for (size_t i = 0; i < plan->marks.count; i++)
		if (!plan->marks.items[i].critical && hypot(plan->marks.items[i].px.x - ridge->px.x, plan->marks.items[i].px.y - ridge->px.y) < plan->theme.marker_px * 1.7)
			return;
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
	double width = plan->theme.ceiling_px_width;
	struct stroke stroke = {.colour = colour_mix(plan->theme.text, plan->theme.background, 0.75), .width_px = width,
		.dash_px = {1.7 * width, 2.5 * width}, .dash_count = 2};
	struct vec foot = {ridge->px.x, plan->plot.y + plan->plot.h};
	plan_line(plan, LAYER_CEILINGS, "ridge-line", ridge->px, foot, stroke);
	placer_add_line(plan->placer, ridge->px, foot, 1, 70, -1);
	*list_push(plan->arena, &plan->walls) = ridge->px;
}

// "ridge 295 FLOP/B" beside its line where it stands alone; where several bandwidths have one each, the figure above it. False when there is no free place near.
static bool ridge_words(struct plan *plan, const struct ridge *ridge, bool alone, bool only_near)
{
	const struct theme *theme = &plan->theme;
	// of several the unit is said once, on main memory's
	const char *unit = alone || ridge->slope->binding ? " FLOP/B" : "";
	char *value = arena_printf(plan->arena, "%s%s%s", alone ? "ridge " : "", num_short(ridge->intensity, 3).text, unit);
	struct colour colour = plan->analysis->machines.count > 1 ? plan_readable(plan, ridge->slope->stroke.colour) : alone ? theme->text : theme->muted;
	struct words words = words_make(plan, value, plan_style(plan, theme->font_px * 0.96, 400), colour);
	struct spot best = {0};
	double bottom = plan->plot.y + plan->plot.h - theme->font_px * 0.85, line = plan_line_px(plan, theme->font_px), gap = theme->font_px * 0.5;
	double above = ridge->px.y - words.descent_px - theme->roof_px_width - 4;
	for (int row = 0; row < 3 && !alone; row++)
		for (int step = 0; step < 7; step++) {
			double shift = (step % 2 ? -1 : 1) * ((step + 1) / 2) * words.width_px / 8;
			consider(plan, &best, &words, (struct vec){ridge->px.x - words.width_px / 2 + shift, above - row * line}, 0, row * 8 + step * 2, -1);
		}
	// Right of its line, unless the words of the zone there need the room.
	double right_of = plan->plot.x + plan->plot.w - ridge->px.x, beside = right_of < words.width_px + theme->font_px * 9.5 ? 20 : 0;
	for (int row = 0; row < 12 && !only_near; row++) {
		consider(plan, &best, &words, (struct vec){ridge->px.x + gap, bottom - row * line * 0.8}, 0, row * 2 + (alone ? beside : 40), -1);
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
