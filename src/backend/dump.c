// SPDX-License-Identifier: MIT
#include "backend/backend.h"

#include "base/append.h"
#include "base/num.h"

static void append_quoted(GString *out, const char *text)
{
	if (append_is_plain(text)) {
		append_all(out, "\"", text, "\"", NULL);
		return;
	}
	g_autofree char *valid = g_utf8_make_valid(text, -1);
	g_string_append_c(out, '"');
	for (const char *at = valid; *at; at++) {
		unsigned char c = (unsigned char)*at;
		if (c == '"' || c == '\\')
			g_string_append_printf(out, "\\%c", c);
		else if (c < 0x20 || c == 0x7F)
			g_string_append_printf(out, "\\x%02x", c);
		else
			g_string_append_c(out, (char)c);
	}
	g_string_append_c(out, '"');
}

static void append_named(GString *out, const char *name, const char *text)
{
	if (!text)
		return;
	append_all(out, " ", name, "=", NULL);
	append_quoted(out, text);
}

static void append_vec(GString *out, struct vec at)
{
	append_all(out, num_px(at.x).text, ",", num_px(at.y).text, NULL);
}

static void dump_identity(const struct scene_op *op, GString *out)
{
	if (op->css_class)
		append_all(out, " .", op->css_class, NULL);
	append_named(out, "id", op->id);
	for (size_t i = 0; i < op->attribute_count; i++)
		append_named(out, op->attributes[i].name, op->attributes[i].value);
	append_named(out, "title", op->title);
}

static void dump_path_data(const struct path *path, GString *out)
{
	static const char letters[] = {[VERB_MOVE] = 'M', [VERB_LINE] = 'L', [VERB_CURVE] = 'C', [VERB_CLOSE] = 'Z'};
	for (size_t i = 0; i < path->count; i++) {
		const struct segment *segment = &path->items[i];
		g_string_append_c(out, ' ');
		g_string_append_c(out, letters[segment->verb]);
		if (segment->verb == VERB_CLOSE)
			continue;
		if (segment->verb == VERB_CURVE) {
			append_vec(out, segment->a);
			g_string_append_c(out, ' ');
			append_vec(out, segment->b);
			g_string_append_c(out, ' ');
		}
		append_vec(out, segment->to);
	}
}

static void dump_stroke(const struct stroke *stroke, GString *out)
{
	static const char *const caps[] = {[CAP_BUTT] = "", [CAP_ROUND] = " round-cap", [CAP_SQUARE] = " square-cap"};
	if (!stroke->colour.visible)
		return;
	append_all(out, " stroke ", colour_format(stroke->colour).text, " ", num_short(stroke->width_px, 4).text, NULL);
	for (int i = 0; i < stroke->dash_count; i++)
		append_all(out, i ? "," : " dash ", num_short(stroke->dash_px[i], 4).text, NULL);
	append_all(out, caps[stroke->cap], stroke->join == JOIN_ROUND ? " round-join" : "", NULL);
}

static void dump_push(const struct scene_op *op, GString *out)
{
	g_string_append(out, "push");
	dump_identity(op, out);
	if (op->clipped) {
		g_string_append(out, " clip ");
		append_vec(out, (struct vec){op->clip.x, op->clip.y});
		g_string_append_printf(out, " %sx%s", num_px(op->clip.w).text, num_px(op->clip.h).text);
	}
}

static void dump_path(const struct scene_op *op, GString *out)
{
	g_string_append(out, "path");
	dump_identity(op, out);
	dump_path_data(&op->path, out);
	if (op->fill.visible)
		append_all(out, " fill ", colour_format(op->fill).text, NULL);
	dump_stroke(&op->stroke, out);
}

static void dump_text(const struct scene_op *op, GString *out)
{
	g_string_append(out, "text ");
	append_quoted(out, op->text);
	dump_identity(op, out);
	g_string_append(out, " at ");
	append_vec(out, op->origin);
	append_all(out, " width ", num_px(op->width_px).text, NULL);
	if (op->degrees != 0)
		append_all(out, " turned ", num_short(op->degrees, 6).text, NULL);
	append_all(out, " ", colour_format(op->colour).text, NULL);
	append_named(out, "font", op->style.family);
	append_all(out, " ", num_short(op->style.size_px, 4).text, " ", num_exact(op->style.weight).text, op->style.italic ? " italic" : "", NULL);
}

void scene_dump(const struct scene *scene, GString *out)
{
	int depth = 0;
	g_string_append_printf(out, "scene %sx%s", num_short(scene->width_px, 7).text, num_short(scene->height_px, 7).text);
	g_string_append_printf(out, " background %s", colour_format(scene->background).text);
	append_named(out, "title", scene->title);
	append_named(out, "description", scene->description);
	append_named(out, "author", scene->author);
	append_named(out, "keywords", scene->keywords);
	append_named(out, "language", scene->language);
	g_string_append_c(out, '\n');
	for (size_t i = 0; i < scene->ops.count; i++) {
		const struct scene_op *op = &scene->ops.items[i];
		depth -= op->kind == SCENE_POP;
		for (int d = 0; d < depth; d++)
			g_string_append(out, "  ");
		if (op->kind == SCENE_PUSH)
			dump_push(op, out);
		else if (op->kind == SCENE_POP)
			g_string_append(out, "pop");
		else if (op->kind == SCENE_PATH)
			dump_path(op, out);
		else
			dump_text(op, out);
		g_string_append_c(out, '\n');
		depth += op->kind == SCENE_PUSH;
	}
}
