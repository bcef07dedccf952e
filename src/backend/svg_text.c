// SPDX-License-Identifier: MIT
#include "backend/svg_internal.h"

#include "backend/faces.h"
#include "base/append.h"
#include "base/num.h"

#include <fribidi.h>
#include <math.h>
#include <string.h>

// Glyphs are defined in thousandths of an em, so that one definition serves every size.
enum { EM = 1000 };

void svg_identity(struct svg *svg, const struct scene_op *op)
{
	if (op->css_class)
		svg_attribute(svg, "class", op->css_class);
	if (op->id)
		append_all(svg->out, " id=\"", svg_new_id(svg, op->id), "\"", NULL);
	for (size_t i = 0; i < op->attribute_count; i++)
		svg_attribute(svg, op->attributes[i].name, op->attributes[i].value);
}

void svg_tooltip(struct svg *svg, const char *title)
{
	g_string_append(svg->out, "<title>");
	svg_escape_text(svg->out, title);
	g_string_append(svg->out, "</title>");
}

// By the first letter with a direction, as the shaper does.
static bool runs_right_to_left(const char *text)
{
	for (const char *at = text; *at; at = g_utf8_next_char(at)) {
		FriBidiCharType type = fribidi_get_bidi_type(g_utf8_get_char(at));
		if (FRIBIDI_IS_STRONG(type))
			return FRIBIDI_IS_RTL(type);
	}
	return false;
}

// What a text shows: one line, white space as a space, other control characters as U+FFFD.
static char *one_line(const char *text)
{
	if (append_is_plain(text))
		return g_strdup(text);
	g_autofree char *valid = g_utf8_make_valid(text, -1);
	GString *line = g_string_sized_new(strlen(valid));
	for (const char *at = valid; *at; at = g_utf8_next_char(at)) {
		gunichar c = g_utf8_get_char(at);
		bool white = (c >= '\t' && c <= '\r') || c == 0x85 || c == 0x2028 || c == 0x2029;
		g_string_append_unichar(line, white ? ' ' : g_unichar_iscntrl(c) ? 0xFFFD : c);
	}
	return g_string_free(line, FALSE);
}

// A viewer folds spaces that lead, trail or repeat.
static bool needs_spaces_kept(const char *line)
{
	size_t length = strlen(line);
	return length && (line[0] == ' ' || line[length - 1] == ' ' || strstr(line, "  "));
}

static bool is_turned(const struct scene_op *op)
{
	return fabs(op->degrees) > 1e-9;
}

static void write_real(struct svg *svg, size_t index, const char *line)
{
	const struct scene_op *op = &svg->scene->ops.items[index];
	svg_newline(svg);
	g_string_append(svg->out, "<text");
	svg_identity(svg, op);
	svg_attribute_px(svg, "x", op->origin.x);
	svg_attribute_px(svg, "y", op->origin.y);
	if (is_turned(op))
		append_all(svg->out, " transform=\"rotate(", num_short(-op->degrees, 6).text, " ", num_px(op->origin.x).text, " ", num_px(op->origin.y).text, ")\"",
			NULL);
	svg_style_write(svg, &svg->styles[index]);
	// the anchor of a right-to-left text is its right end
	if (runs_right_to_left(line))
		g_string_append(svg->out, " direction=\"rtl\" text-anchor=\"end\"");
	if (op->width_px > 0) {
		svg_attribute_px(svg, "textLength", op->width_px);
		g_string_append(svg->out, " lengthAdjust=\"spacingAndGlyphs\"");
	}
	if (needs_spaces_kept(line))
		g_string_append(svg->out, " xml:space=\"preserve\"");
	g_string_append_c(svg->out, '>');
	if (op->title)
		svg_tooltip(svg, op->title);
	svg_escape_text(svg->out, line);
	g_string_append(svg->out, "</text>");
}

static char *glyph_key(const struct face *face, unsigned index)
{
	return g_strdup_printf("%p/%u", (const void *)face, index);
}

// A glyph's id; NULL for one without ink.
static const char *glyph_id(struct svg *svg, const struct face *face, unsigned index)
{
	g_autofree char *key = glyph_key(face, index);
	return g_hash_table_lookup(svg->glyphs, key);
}

static void define_glyph(struct svg *svg, struct face *face, unsigned index)
{
	g_autofree char *key = glyph_key(face, index);
	if (g_hash_table_contains(svg->glyphs, key))
		return;
	const struct path *path = face_outline(face, index);
	const char *id = NULL;
	if (path->count) {
		char name[24];
		g_snprintf(name, sizeof name, "g%u", g_hash_table_size(svg->glyphs));
		id = svg_new_id(svg, name);
		svg_newline(svg);
		g_string_append_printf(svg->out, "<path id=\"%s\" d=\"", id);
		svg_path_data_scaled(svg->out, path, EM);
		g_string_append(svg->out, "\"/>");
	}
	g_hash_table_insert(svg->glyphs, (void *)svg_intern(svg, key), (void *)id);
}

void svg_glyph_definitions(struct svg *svg)
{
	for (size_t i = 0; i < svg->scene->ops.count; i++) {
		const struct scene_op *op = &svg->scene->ops.items[i];
		if (op->kind != SCENE_TEXT)
			continue;
		const struct shaped *shaped = faces_shape(svg->faces, op->text, &op->style);
		for (size_t r = 0; r < shaped->run_count; r++)
			for (size_t g = 0; g < shaped->runs[r].count; g++)
				define_glyph(svg, shaped->runs[r].face, shaped->runs[r].glyphs[g].index);
	}
}

// Whole thousandths of an em: nothing that a screen or a printer could show.
static void append_em(GString *out, const char *name, double px, double scale)
{
	double em = round(px / scale);
	if (em != 0)
		append_all(out, " ", name, "=\"", num_px(em).text, "\"", NULL);
}

static void write_outlines(struct svg *svg, size_t index, const char *line)
{
	const struct scene_op *op = &svg->scene->ops.items[index];
	double scale = op->style.size_px / EM;
	const struct shaped *shaped = faces_shape(svg->faces, op->text, &op->style);
	svg_newline(svg);
	g_string_append(svg->out, "<g");
	svg_identity(svg, op);
	svg_attribute(svg, "aria-label", line);
	g_string_append_printf(svg->out, " transform=\"translate(%s %s)", num_px(op->origin.x).text, num_px(op->origin.y).text);
	if (is_turned(op))
		g_string_append_printf(svg->out, " rotate(%s)", num_short(-op->degrees, 6).text);
	g_string_append_printf(svg->out, " scale(%s)\"", num_short(scale, 6).text);
	svg_style_write(svg, &svg->styles[index]);
	g_string_append_c(svg->out, '>');
	if (op->title)
		svg_tooltip(svg, op->title);
	for (size_t r = 0; r < shaped->run_count; r++)
		for (size_t g = 0; g < shaped->runs[r].count; g++) {
			const struct glyph *glyph = &shaped->runs[r].glyphs[g];
			const char *id = glyph_id(svg, shaped->runs[r].face, glyph->index);
			if (!id)
				continue;
			append_all(svg->out, "<use href=\"#", id, "\"", NULL);
			append_em(svg->out, "x", glyph->x_px, scale);
			append_em(svg->out, "y", glyph->y_px, scale);
			g_string_append(svg->out, "/>");
		}
	g_string_append(svg->out, "</g>");
}

void svg_text(struct svg *svg, size_t index)
{
	g_autofree char *line = one_line(svg->scene->ops.items[index].text);
	if (svg->options->svg_text == SVG_TEXT_OUTLINE)
		write_outlines(svg, index, line);
	else
		write_real(svg, index, line);
}
