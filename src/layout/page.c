// SPDX-License-Identifier: MIT
// The page: title above, axis titles and tick labels beside, and the plot rectangle that is left.
#include "layout/plan.h"

#include "base/text.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { PLOT_MIN_W_PX = 70, PLOT_MIN_H_PX = 50 };
#define STRIP_EM 3.0 // width of the strip for kernels without FLOPs, in font sizes

static double tick_width(void *user, const struct tick *tick)
{
	struct plan *plan = user;
	struct text_style style = plan_style(plan, plan->theme.tick_px, 400);
	double width = plan->measurer->measure(plan->measurer->user, tick->label, &style).width_px;
	if (tick->power) {
		style.size_px *= POWER_SIZE;
		width += plan->measurer->measure(plan->measurer->user, tick->power, &style).width_px + 0.5;
	}
	return width;
}

static struct tick_style style_for(struct plan *plan, bool vertical, double unit)
{
	return (struct tick_style){.unit = unit, .exponents = plan->theme.exponent_ticks && !vertical, .thousands = plan->theme.thousands, .vertical = vertical,
		.gap_px = plan->theme.tick_px * (vertical ? 0.45 : 0.8), .line_px = plan_line_px(plan, plan->theme.tick_px), .width_px = tick_width, .user = plan};
}

double page_tick_width_px(struct plan *plan, const struct tick *tick)
{
	return tick_width(plan, tick);
}

static double widest(struct plan *plan, const struct ticks *ticks)
{
	double width = 0;
	for (size_t i = 0; i < ticks->count; i++)
		if (ticks->items[i].label)
			width = fmax(width, tick_width(plan, &ticks->items[i]));
	return width;
}

static bool has_margin_rows(const struct plan *plan)
{
	for (size_t i = 0; i < plan->analysis->rows.count; i++)
		if (row_in_margin(&plan->analysis->rows.items[i]))
			return true;
	return false;
}

struct words plan_fit_words(struct plan *plan, const char *text, double size_px, int weight, struct colour colour, double room_px, bool *shortened)
{
	struct words words = words_make(plan, text, plan_style(plan, size_px, weight), colour);
	*shortened = false;
	if (words.width_px <= room_px)
		return words;
	double factor = fmax(room_px / words.width_px, 0.7);
	size_t length = 160;
	do {
		words = words_make(plan, text, plan_style(plan, size_px * factor * 0.995, weight), colour);
		if (words.width_px <= room_px)
			return words;
		char *shorter = text_shorten(text, length);
		text = arena_strdup(plan->arena, shorter);
		g_free(shorter);
		*shortened = true;
		length = length > 8 ? length - (length > 40 ? 8 : 2) : 0;
	} while (length);
	return words;
}

static const char *default_title(const struct plan *plan)
{
	const char *title = NULL;
	for (size_t i = 0; i < plan->analysis->machines.count; i++) {
		const char *name = plan->analysis->machines.items[i].hardware->name;
		if (name)
			title = title ? arena_printf(plan->arena, "%s, %s", title, name) : name;
	}
	return title;
}

struct headings {
	struct words title, subtitle;
	bool has_title, has_subtitle, title_short, subtitle_short;
	double bottom_px;
};

static void measure_headings(struct plan *plan, struct headings *headings)
{
	const struct theme *theme = &plan->theme;
	const char *title = plan->chart->title ? plan->chart->title : default_title(plan);
	double room = plan->width_px - 2 * theme->padding_px, y = theme->padding_px;
	headings->has_title = theme->show_title && title && *title;
	headings->has_subtitle = theme->show_title && plan->chart->subtitle && *plan->chart->subtitle;
	if (headings->has_title) {
		headings->title = plan_fit_words(plan, title, theme->title_px, theme->title_weight, theme->text, room, &headings->title_short);
		y += headings->title.ascent_px + headings->title.descent_px;
	}
	if (headings->has_subtitle) {
		headings->subtitle = plan_fit_words(plan, plan->chart->subtitle, theme->subtitle_px, 400, theme->muted, room, &headings->subtitle_short);
		y += headings->subtitle.ascent_px + headings->subtitle.descent_px + theme->subtitle_px * 0.35;
	}
	headings->bottom_px = y;
}

static void draw_headings(struct plan *plan, const struct headings *headings)
{
	const struct theme *theme = &plan->theme;
	double y = theme->padding_px;
	// Words start with the plot; a heading too wide for that starts further left.
	if (headings->has_title) {
		double x = fmax(theme->padding_px, fmin(plan->plot.x, plan->width_px - theme->padding_px - headings->title.width_px));
		words_draw(plan, &headings->title, (struct vec){x, y + headings->title.ascent_px}, 0,
			(struct label_note){.role = ROLE_TITLE, .shortened = headings->title_short});
		y += headings->title.ascent_px + headings->title.descent_px;
	}
	if (headings->has_subtitle) {
		double x = fmax(theme->padding_px, fmin(plan->plot.x, plan->width_px - theme->padding_px - headings->subtitle.width_px));
		words_draw(plan, &headings->subtitle, (struct vec){x, y + theme->subtitle_px * 0.35 + headings->subtitle.ascent_px}, 0,
			(struct label_note){.role = ROLE_SUBTITLE, .shortened = headings->subtitle_short});
	}
}

// The user's words or ours, and the unit that the ticks are in, unless brackets are already there.
const char *page_axis_title(struct plan *plan, const char *said, const char *own, const char *unit)
{
	if (!*unit || (said && strpbrk(said, "([{")))
		return said ? said : own;
	return arena_printf(plan->arena, "%s (%s)", said ? said : own, unit);
}

static void draw_x_title(struct plan *plan, double baseline_px)
{
	const struct theme *theme = &plan->theme;
	bool shortened;
	const char *text = page_axis_title(plan, plan->chart->x.label, plan->x_title, plan->report->x.unit);
	struct words x = plan_fit_words(plan, text, theme->axis_px, theme->axis_weight, theme->text, plan->width_px - 2 * theme->padding_px, &shortened);
	double left = plan->plot.x + plan->plot.w / 2 - x.width_px / 2;
	left = fmin(fmax(left, theme->padding_px), plan->width_px - theme->padding_px - x.width_px);
	words_draw(plan, &x, (struct vec){left, baseline_px}, 0, (struct label_note){.role = ROLE_AXIS, .shortened = shortened});
}

static void draw_axis_titles(struct plan *plan, double y_title_x, double x_title_y)
{
	const struct theme *theme = &plan->theme;
	bool shortened;
	if (plan->x_title)
		draw_x_title(plan, x_title_y);
	double top = plan->ink_top_px > theme->padding_px ? plan->ink_top_px + theme->font_px * 0.3 : theme->padding_px;
	double bottom = fmin(plan->height_px - theme->padding_px, plan->axis_bottom_px), room = bottom - top;
	struct words y = plan_fit_words(plan, page_axis_title(plan, plan->chart->y.label, plan->y_title, plan->report->y.unit), theme->axis_px, theme->axis_weight, theme->text, room, &shortened);
	double middle = plan->plot.y + plan->plot.h / 2 + y.width_px / 2;
	middle = fmax(fmin(middle, bottom), top + y.width_px);
	words_draw(plan, &y, (struct vec){y_title_x, middle}, 90, (struct label_note){.role = ROLE_AXIS, .shortened = shortened});
}

// Names under the axis (drop lines) take a line of their own.
static bool names_below(const struct plan *plan)
{
	return plan->chart->options.drop_lines && plan->chart->options.labels != LABELS_NONE;
}

void page_set_plot(struct plan *plan, struct rect plot)
{
	plan->plot = plot;
	plan->x.from_px = plot.x;
	plan->x.to_px = plot.x + plot.w;
	plan->y.from_px = plot.y + plot.h;
	plan->y.to_px = plot.y;
}

void page_choose_ticks(struct plan *plan)
{
	struct tick_style x_style = style_for(plan, false, plan->x_unit), y_style = style_for(plan, true, plan->y_prefix.factor);
	plan->x_ticks = plan->y_ticks = (struct ticks){0};
	enum tick_mode x_mode = plan->chart->x.ticks == TICKS_AUTO ? plan->x_tick_mode : plan->chart->x.ticks;
	axis_ticks(plan->arena, &plan->x, x_mode, &x_style, &plan->x_ticks);
	axis_ticks(plan->arena, &plan->y, plan->chart->y.ticks, &y_style, &plan->y_ticks);
}

// The provenance goes to the right end of the axis title's line where that is long enough, else on a line of its own.
static void arrange_note(struct plan *plan)
{
	const struct theme *theme = &plan->theme;
	const char *text = notes_text(plan);
	plan->note = NULL;
	plan->note_beside = false;
	if (!*text)
		return;
	if (!plan->x_title)
		return;
	const char *title = page_axis_title(plan, plan->chart->x.label, plan->x_title, plan->report->x.unit);
	struct words note = words_make(plan, text, plan_style(plan, theme->note_px, 400), theme->muted);
	struct words axis = words_make(plan, title, plan_style(plan, theme->axis_px, theme->axis_weight), theme->text);
	double half = (plan->width_px - theme->padding_px - 60) / 2; // about half of the plot: the title stands in its middle
	plan->note = text;
	plan->note_beside = axis.width_px / 2 + note.width_px + theme->font_px * 1.5 < half;
}

// Labels of the plot stay in it: its borders are obstacles.
void page_fence(struct plan *plan)
{
	struct rect p = plan->plot;
	struct vec corners[] = {{p.x, p.y}, {p.x + p.w, p.y}, {p.x + p.w, p.y + p.h}, {p.x, p.y + p.h}};
	for (int i = 0; i < 4; i++)
		placer_add_line(plan->placer, corners[i], corners[(i + 1) % 4], 0.5, PLACER_HARD, -1);
}

bool page_arrange(struct plan *plan)
{
	const struct theme *theme = &plan->theme;
	double pad = theme->padding_px, tick_gap = plan_tick_gap(plan, true);
	struct headings headings = {0};
	measure_headings(plan, &headings);
	double line = plan_line_px(plan, theme->tick_px), axis_line = plan_line_px(plan, theme->axis_px), axis_gap = theme->axis_px * 0.65;
	double title_line = plan->x_title ? axis_line + axis_gap : 0;
	arrange_note(plan);
	double note_line = plan->note && !plan->note_beside ? plan_line_px(plan, theme->note_px) + theme->note_px * 0.35 : 0;
	double bottom = pad * 0.6 + note_line + title_line + line + tick_gap + theme->tick_px * 0.5 + (names_below(plan) ? line * 1.35 : 0);
	bottom += plan->legend_below_px + key_height_px(plan);
	double strip_head = has_margin_rows(plan) ? plan_line_px(plan, theme->note_px) * 0.6 : 0;
	double top = strip_head + headings.bottom_px + (headings.bottom_px > pad ? theme->font_px * 1.1 : theme->tick_px * 0.4);
	plan->strip.w = has_margin_rows(plan) ? STRIP_EM * theme->font_px : 0;
	double right = pad, left = pad + axis_line + axis_gap + tick_gap + theme->tick_px * 2 + plan->strip.w;
	// The tick labels depend on the plot and the plot on the labels' width: a few rounds settle it.
	for (int round = 0; round < 3; round++) {
		if (plan->width_px - left - right < PLOT_MIN_W_PX || plan->height_px - top - bottom < PLOT_MIN_H_PX) {
			diags_add(plan->diags, DIAG_TOO_SMALL, (struct place){0}, "a chart of %d × %d px leaves no room for the plot beside its words: expected about %d × %d px at the least",
				(int)plan->width_px, (int)plan->height_px, (int)(left + right + PLOT_MIN_W_PX) + 1, (int)(top + bottom + PLOT_MIN_H_PX) + 1);
			return false;
		}
		page_set_plot(plan, (struct rect){left, top, plan->width_px - left - right, plan->height_px - top - bottom});
		page_choose_ticks(plan);
		const struct tick *last = NULL;
		for (size_t i = 0; i < plan->x_ticks.count; i++)
			if (plan->x_ticks.items[i].label)
				last = &plan->x_ticks.items[i];
		double beyond = last ? axis_px(&plan->x, last->value) + tick_width(plan, last) / 2 - (plan->plot.x + plan->plot.w) : 0;
		left = fmax(pad + axis_line + axis_gap + widest(plan, &plan->y_ticks) + tick_gap + plan->strip.w, plan->left_least_px);
		right = fmax(pad, pad * 0.4 + beyond);
	}
	plan->strip = (struct rect){plan->plot.x - plan->strip.w, plan->plot.y, plan->strip.w, plan->plot.h};
	plan->ink_top_px = headings.bottom_px;
	page_fence(plan);
	draw_headings(plan, &headings);
	double under = plan->plot.y + plan->plot.h + plan_tick_gap(plan, false) + line + (names_below(plan) ? line * 1.35 : 0);
	plan->axis_bottom_px = under + title_line;
	draw_axis_titles(plan, pad + axis_line * 0.78, under + axis_gap + axis_line * 0.78);
	return true;
}
