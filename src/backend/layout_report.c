// SPDX-License-Identifier: MIT
#include "backend/backend.h"

#include "base/json_out.h"

#include <math.h>

// px to 1/1000; values in SI stay exact.
static void put_px(struct json_out *out, double px)
{
	double rounded = round(px * 1000) / 1000;
	json_number(out, rounded == 0 ? 0 : rounded);
}

static void put_key_px(struct json_out *out, const char *key, double px)
{
	json_key(out, key);
	put_px(out, px);
}

static void put_vec(struct json_out *out, struct vec at)
{
	json_open_flat(out, '[');
	put_px(out, at.x);
	put_px(out, at.y);
	json_close(out, ']');
}

static void put_vecs(struct json_out *out, const char *key, const struct vec *vecs, size_t count)
{
	json_key(out, key);
	json_open_flat(out, '[');
	for (size_t i = 0; i < count; i++)
		put_vec(out, vecs[i]);
	json_close(out, ']');
}

static void put_axis(struct json_out *out, const char *key, const struct report_axis *axis)
{
	json_key(out, key);
	json_open(out, '{');
	json_put_string(out, "scale", axis->scale == SCALE_LOG ? "log" : "linear");
	json_put_number(out, "min", axis->min);
	json_put_number(out, "max", axis->max);
	json_put_string(out, "unit", axis->unit);
	json_key(out, "ticks");
	json_open(out, '[');
	for (size_t i = 0; i < axis->ticks.count; i++) {
		json_open_flat(out, '{');
		json_put_number(out, "value", axis->ticks.items[i].value);
		put_key_px(out, "px", axis->ticks.items[i].px);
		json_put_string(out, "label", axis->ticks.items[i].label);
		json_close(out, '}');
	}
	json_close(out, ']');
	json_close(out, '}');
}

static void put_roofs(struct json_out *out, const struct layout_report *report)
{
	json_key(out, "roofs");
	json_open(out, '[');
	for (size_t i = 0; i < report->roofs.count; i++) {
		const struct report_roof *roof = &report->roofs.items[i];
		json_open_flat(out, '{');
		json_put_string(out, "kind", roof->kind);
		json_put_string(out, "name", roof->name);
		json_put_number(out, "value", roof->value);
		json_put_bool(out, "binding", roof->binding);
		put_vecs(out, "polyline", roof->line.items, roof->line.count);
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void put_regions(struct json_out *out, const struct layout_report *report)
{
	json_key(out, "regions");
	json_open(out, '[');
	for (size_t i = 0; i < report->regions.count; i++) {
		json_open_flat(out, '{');
		json_put_string(out, "bound", report->regions.items[i].bound);
		put_vecs(out, "polygon", report->regions.items[i].polygon.items, report->regions.items[i].polygon.count);
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void put_points(struct json_out *out, const struct layout_report *report)
{
	json_key(out, "points");
	json_open(out, '[');
	for (size_t i = 0; i < report->points.count; i++) {
		const struct report_point *point = &report->points.items[i];
		json_open_flat(out, '{');
		json_put_string(out, "name", point->name);
		json_put_number(out, "x", point->x);
		json_put_number(out, "y", point->y);
		json_key(out, "px");
		put_vec(out, point->px);
		put_key_px(out, "r", point->radius_px);
		json_put_bool(out, "edge", point->edge);
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void put_labels(struct json_out *out, const struct layout_report *report)
{
	json_key(out, "labels");
	json_open(out, '[');
	for (size_t i = 0; i < report->labels.count; i++) {
		const struct report_label *label = &report->labels.items[i];
		json_open_flat(out, '{');
		json_put_string(out, "role", label_role_names[label->role]);
		json_put_string(out, "text", label->text);
		json_put_string(out, "for", label->owner);
		put_vecs(out, "box", label->box.corner, 4);
		put_key_px(out, "angle", label->degrees);
		json_put_bool(out, "moved", label->moved);
		json_put_bool(out, "shortened", label->shortened);
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void put_leaders(struct json_out *out, const struct layout_report *report)
{
	json_key(out, "leaders");
	json_open(out, '[');
	for (size_t i = 0; i < report->leaders.count; i++) {
		json_open_flat(out, '[');
		put_vec(out, report->leaders.items[i].from);
		put_vec(out, report->leaders.items[i].to);
		json_close(out, ']');
	}
	json_close(out, ']');
}

static void put_place(struct json_out *out, const char *key, const struct vec *at)
{
	json_key(out, key);
	if (at)
		put_vec(out, *at);
	else
		json_null(out);
}

static void put_arrows(struct json_out *out, const struct layout_report *report)
{
	json_key(out, "arrows");
	json_open(out, '[');
	for (size_t i = 0; i < report->arrows.count; i++) {
		const struct report_arrow *arrow = &report->arrows.items[i];
		json_open_flat(out, '{');
		put_place(out, "from", arrow->drawn ? &arrow->from : NULL);
		put_place(out, "to", arrow->drawn ? &arrow->to : NULL);
		json_put_string(out, "for", arrow->owner);
		json_put_number(out, "change", arrow->change);
		json_put_string(out, "verdict", arrow->verdict);
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void put_dropped(struct json_out *out, const struct layout_report *report)
{
	json_key(out, "dropped_labels");
	json_open(out, '[');
	for (size_t i = 0; i < report->dropped.count; i++) {
		json_open_flat(out, '{');
		json_put_string(out, "text", report->dropped.items[i].text);
		json_put_string(out, "reason", report->dropped.items[i].reason);
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void put_ridges(struct json_out *out, const struct layout_report *report)
{
	json_key(out, "ridges");
	json_open(out, '[');
	for (size_t i = 0; i < report->ridges.count; i++) {
		json_open_flat(out, '{');
		json_put_string(out, "compute", report->ridges.items[i].compute);
		json_put_string(out, "memory", report->ridges.items[i].memory);
		json_key(out, "px");
		put_vec(out, report->ridges.items[i].px);
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void put_size(struct json_out *out, const struct layout_report *report)
{
	json_key(out, "size");
	json_open_flat(out, '[');
	put_px(out, report->width_px);
	put_px(out, report->height_px);
	json_close(out, ']');
}

static void put_frame(struct json_out *out, const struct layout_report *report)
{
	const double plot[] = {report->plot.x, report->plot.y, report->plot.w, report->plot.h};
	put_size(out, report);
	json_key(out, "plot");
	json_open_flat(out, '[');
	for (size_t i = 0; i < G_N_ELEMENTS(plot); i++)
		put_px(out, plot[i]);
	json_close(out, ']');
}

static void put_panel(struct json_out *out, const struct layout_report *report)
{
	json_open(out, '{');
	json_put_string(out, "kind", report->kind);
	if (report->name)
		json_put_string(out, "name", report->name);
	if (report->page)
		json_put_number(out, "page", (double)report->page);
	put_frame(out, report);
	json_key(out, "axes");
	json_open(out, '{');
	put_axis(out, "x", &report->x);
	put_axis(out, "y", &report->y);
	json_close(out, '}');
	put_roofs(out, report);
	put_regions(out, report);
	put_points(out, report);
	put_labels(out, report);
	put_leaders(out, report);
	put_arrows(out, report);
	put_dropped(out, report);
	put_ridges(out, report);
	json_close(out, '}');
}

void layout_report_write(const struct layout_report *report, GString *text)
{
	struct json_out out;
	json_out_init(&out, text);
	if (!report->panels.count) {
		put_panel(&out, report);
		return;
	}
	json_open(&out, '{');
	json_put_string(&out, "kind", report->kind);
	put_size(&out, report);
	json_key(&out, "panels");
	json_open(&out, '[');
	for (size_t i = 0; i < report->panels.count; i++)
		put_panel(&out, &report->panels.items[i]);
	json_close(&out, ']');
	json_close(&out, '}');
}

void layout_report_write_pages(const struct layout *pages, size_t count, GString *text)
{
	struct json_out out;
	json_out_init(&out, text);
	json_open(&out, '{');
	json_put_string(&out, "kind", pages[0].report.kind);
	put_size(&out, &pages[0].report);
	json_key(&out, "pages");
	json_open(&out, '[');
	for (size_t i = 0; i < count; i++) {
		json_open(&out, '{');
		put_size(&out, &pages[i].report);
		put_labels(&out, &pages[i].report);
		json_close(&out, '}');
	}
	json_close(&out, ']');
	json_key(&out, "panels");
	json_open(&out, '[');
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < pages[i].report.panels.count; j++)
			put_panel(&out, &pages[i].report.panels.items[j]);
	json_close(&out, ']');
	json_close(&out, '}');
}
