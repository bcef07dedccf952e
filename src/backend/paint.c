// SPDX-License-Identifier: MIT
#include "backend/paint.h"

#include "backend/face.h"
#include "backend/paragraph.h"

#include <assert.h>
#include <glib.h>
#include <math.h>
#include <string.h>

struct painter {
	cairo_t *cairo;
	struct faces *faces;
	enum paint_words words;
	double device_per_px;
};

// cairo's numbers are 24.8 bits wide and wrap silently: the layout keeps everything well inside.
static void check_scene(const struct scene *scene, double device_per_px)
{
	const double limit_px = (1 << 22) / fmax(device_per_px, 1);
	for (size_t i = 0; i < scene->ops.count; i++) {
		const struct scene_op *op = &scene->ops.items[i];
		assert(fabs(op->origin.x) < limit_px && fabs(op->origin.y) < limit_px);
		for (size_t k = 0; k < op->path.count; k++) {
			const struct segment *segment = &op->path.items[k];
			assert(fabs(segment->to.x) < limit_px && fabs(segment->to.y) < limit_px);
			assert(fabs(segment->a.x) < limit_px && fabs(segment->a.y) < limit_px);
			assert(fabs(segment->b.x) < limit_px && fabs(segment->b.y) < limit_px);
			(void)segment;
		}
		(void)op, (void)limit_px;
	}
}

static void set_colour(cairo_t *cairo, struct colour colour)
{
	cairo_set_source_rgb(cairo, colour.r / 255.0, colour.g / 255.0, colour.b / 255.0);
}

// ---- paths

// At `origin`, `scale` times as large.
static void add_path(cairo_t *cairo, const struct path *path, struct vec origin, double scale)
{
	for (size_t i = 0; i < path->count; i++) {
		const struct segment *segment = &path->items[i];
		double x = origin.x + scale * segment->to.x, y = origin.y + scale * segment->to.y;
		switch (segment->verb) {
		case VERB_MOVE:
			cairo_move_to(cairo, x, y);
			break;
		case VERB_LINE:
			cairo_line_to(cairo, x, y);
			break;
		case VERB_CURVE:
			cairo_curve_to(cairo, origin.x + scale * segment->a.x, origin.y + scale * segment->a.y, origin.x + scale * segment->b.x,
				origin.y + scale * segment->b.y, x, y);
			break;
		case VERB_CLOSE:
			cairo_close_path(cairo);
			break;
		}
	}
}

static void set_stroke(cairo_t *cairo, const struct stroke *stroke)
{
	static const cairo_line_cap_t caps[] = {[CAP_BUTT] = CAIRO_LINE_CAP_BUTT, [CAP_ROUND] = CAIRO_LINE_CAP_ROUND, [CAP_SQUARE] = CAIRO_LINE_CAP_SQUARE};
	static const cairo_line_join_t joins[] = {[JOIN_MITER] = CAIRO_LINE_JOIN_MITER, [JOIN_ROUND] = CAIRO_LINE_JOIN_ROUND};
	assert(stroke->dash_count >= 0 && stroke->dash_count <= DASH_MAX);
	set_colour(cairo, stroke->colour);
	cairo_set_line_width(cairo, stroke->width_px);
	cairo_set_line_cap(cairo, caps[stroke->cap]);
	cairo_set_line_join(cairo, joins[stroke->join]);
	cairo_set_dash(cairo, stroke->dash_px, stroke->dash_count, 0);
}

static void paint_path(cairo_t *cairo, const struct scene_op *op)
{
	bool stroked = op->stroke.colour.visible && op->stroke.width_px > 0;
	cairo_new_path(cairo);
	add_path(cairo, &op->path, (struct vec){0, 0}, 1);
	if (op->fill.visible) {
		set_colour(cairo, op->fill);
		if (stroked)
			cairo_fill_preserve(cairo);
		else
			cairo_fill(cairo);
	}
	if (stroked) {
		set_stroke(cairo, &op->stroke);
		cairo_stroke(cairo);
	}
	cairo_new_path(cairo);
}

// ---- words

static void paint_outlines(cairo_t *cairo, const struct glyph_run *run, double size_px)
{
	cairo_new_path(cairo);
	for (size_t k = 0; k < run->count; k++)
		add_path(cairo, face_outline(run->face, run->glyphs[k].index), (struct vec){run->glyphs[k].x_px, run->glyphs[k].y_px}, size_px);
	cairo_fill(cairo);
}

// The characters of a run as they are to be copied, and which glyphs show which of them, in reading order.
struct copied {
	GString *text;
	cairo_text_cluster_t *clusters;
	int count;
};

static int append_characters(GString *out, const char *text, size_t start, size_t end)
{
	size_t before = out->len;
	for (const char *at = text + start; at < text + end; at = g_utf8_next_char(at))
		if (!paragraph_is_control(g_utf8_get_char(at)))
			g_string_append_len(out, at, g_utf8_next_char(at) - at);
	return (int)(out->len - before);
}

static struct copied copy_run(const struct glyph_run *run, const char *text)
{
	struct copied copied = {.text = g_string_sized_new(run->text_length), .clusters = g_new0(cairo_text_cluster_t, run->count)};
	size_t start = run->text_start;
	for (size_t done = 0, next; done < run->count; done = next) {
		size_t end = run->text_start + run->text_length;
		size_t first = run->glyphs[run->right_to_left ? run->count - 1 - done : done].cluster;
		for (next = done + 1; next < run->count; next++) {
			size_t cluster = run->glyphs[run->right_to_left ? run->count - 1 - next : next].cluster;
			if (cluster != first) {
				end = cluster;
				break;
			}
		}
		copied.clusters[copied.count++] =
			(cairo_text_cluster_t){.num_bytes = append_characters(copied.text, text, start, end), .num_glyphs = (int)(next - done)};
		start = end;
	}
	return copied;
}

static void paint_characters(cairo_t *cairo, const struct glyph_run *run, const char *text)
{
	g_autofree cairo_glyph_t *glyphs = g_new(cairo_glyph_t, run->count);
	for (size_t i = 0; i < run->count; i++)
		glyphs[i] = (cairo_glyph_t){run->glyphs[i].index, run->glyphs[i].x_px, run->glyphs[i].y_px};
	struct copied copied = copy_run(run, text);
	cairo_show_text_glyphs(cairo, copied.text->str, (int)copied.text->len, glyphs, (int)run->count, copied.clusters, copied.count,
		run->right_to_left ? CAIRO_TEXT_CLUSTER_FLAG_BACKWARD : (cairo_text_cluster_flags_t)0);
	g_string_free(copied.text, TRUE);
	g_free(copied.clusters);
}

// In a picture cairo moves every glyph to a whole pixel. Along a row of small pixels nobody sees that, and equal glyphs in equal pixels make a quick
// and small file; at an angle or in large pixels the spacing would suffer, so the outlines are filled where they were measured.
static bool as_outlines(const struct painter *painter, const struct scene_op *op)
{
	const double small_px = 1.5;
	return painter->words == PAINT_PIXELS && (op->degrees != 0 || painter->device_per_px < small_px);
}

static void paint_run(const struct painter *painter, const struct glyph_run *run, const struct scene_op *op)
{
	if (!run->count)
		return;
	cairo_font_face_t *face = as_outlines(painter, op) ? NULL : face_cairo(run->face);
	if (!face) {
		paint_outlines(painter->cairo, run, op->style.size_px);
		return;
	}
	cairo_set_font_face(painter->cairo, face);
	cairo_set_font_size(painter->cairo, op->style.size_px);
	paint_characters(painter->cairo, run, op->text);
}

static void paint_text(const struct painter *painter, const struct scene_op *op)
{
	if (!op->colour.visible || !*op->text || op->style.size_px <= 0)
		return;
	cairo_save(painter->cairo);
	cairo_translate(painter->cairo, op->origin.x, op->origin.y);
	if (op->degrees != 0)
		cairo_rotate(painter->cairo, -op->degrees * G_PI / 180);
	set_colour(painter->cairo, op->colour);
	const struct shaped *shaped = faces_shape(painter->faces, op->text, &op->style);
	for (size_t i = 0; i < shaped->run_count; i++)
		paint_run(painter, &shaped->runs[i], op);
	cairo_restore(painter->cairo);
}

// ---- the scene

static void paint_push(cairo_t *cairo, const struct scene_op *op)
{
	cairo_save(cairo);
	if (!op->clipped)
		return;
	cairo_new_path(cairo);
	cairo_rectangle(cairo, op->clip.x, op->clip.y, op->clip.w, op->clip.h);
	cairo_clip(cairo);
}

static void paint_op(const struct painter *painter, const struct scene_op *op)
{
	switch (op->kind) {
	case SCENE_PUSH:
		paint_push(painter->cairo, op);
		break;
	case SCENE_POP:
		cairo_restore(painter->cairo);
		break;
	case SCENE_PATH:
		paint_path(painter->cairo, op);
		break;
	case SCENE_TEXT:
		paint_text(painter, op);
		break;
	}
}

static void set_font_options(cairo_t *cairo)
{
	cairo_font_options_t *options = cairo_font_options_create();
	cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
	cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
	cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
	cairo_set_font_options(cairo, options);
	cairo_font_options_destroy(options);
}

void paint_scene(cairo_t *cairo, const struct scene *scene, struct faces *faces, enum paint_words words, bool background)
{
	cairo_matrix_t matrix;
	cairo_get_matrix(cairo, &matrix);
	struct painter painter = {cairo, faces, words, matrix.xx};
	check_scene(scene, matrix.xx);
	set_font_options(cairo);
	if (background && scene->background.visible) {
		set_colour(cairo, scene->background);
		cairo_paint(cairo);
	}
	for (size_t i = 0; i < scene->ops.count; i++)
		paint_op(&painter, &scene->ops.items[i]);
}
