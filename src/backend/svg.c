// SPDX-License-Identifier: MIT
#include "backend/svg_internal.h"

#include "base/num.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

enum { USUAL_BYTES = 32000 }; // of a chart

// A length of the page in the user's terms: in for a physical size, else px.
static void write_length(struct svg *svg, const char *name, double px)
{
	bool physical = svg->options->physical;
	g_string_append_printf(svg->out, " %s=\"%s%s\"", name, num_short(physical ? px / 96 : px, 7).text, physical ? "in" : "");
}

static void write_described(struct svg *svg, const char *element, const char *id, const char *text)
{
	svg_newline(svg);
	g_string_append_printf(svg->out, "<%s id=\"%s\">", element, id);
	svg_escape_text(svg->out, text);
	g_string_append_printf(svg->out, "</%s>", element);
}

static void write_metadata(struct svg *svg)
{
	const struct scene *scene = svg->scene;
	if (!scene->author && !scene->keywords)
		return;
	svg_newline(svg);
	g_string_append(svg->out, "<metadata><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" "
		"xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><rdf:Description rdf:about=\"\"");
	if (scene->author)
		svg_attribute(svg, "dc:creator", scene->author);
	if (scene->keywords)
		svg_attribute(svg, "dc:subject", scene->keywords);
	g_string_append(svg->out, "/></rdf:RDF></metadata>");
}

// `<svg …>` with its title and description: a reader of the page hears these.
static void open_root(struct svg *svg)
{
	const struct scene *scene = svg->scene;
	const char *title = scene->title && *scene->title ? scene->title : "Chart";
	const char *description = scene->description && *scene->description ? scene->description : title;
	const char *title_id = svg_new_id(svg, "title"), *description_id = svg_new_id(svg, "desc");
	g_string_append(svg->out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
	write_length(svg, "width", scene->width_px);
	write_length(svg, "height", scene->height_px);
	g_string_append_printf(svg->out, " viewBox=\"0 0 %s %s\"", num_short(scene->width_px, 7).text, num_short(scene->height_px, 7).text);
	if (scene->language)
		svg_attribute(svg, "lang", scene->language);
	g_string_append_printf(svg->out, " role=\"img\" aria-labelledby=\"%s %s\"", title_id, description_id);
	// Names stay literal, as they were measured: no arrow for "->".
	if (svg->options->svg_text == SVG_TEXT_REAL)
		svg_attribute(svg, "style", "font-variant-ligatures:no-contextual");
	struct svg_style style = svg_style_root(svg);
	g_array_append_val(svg->handed_down, style);
	g_string_append_c(svg->out, '>');
	svg->depth++;
	write_described(svg, "title", title_id, title);
	write_described(svg, "desc", description_id, description);
	write_metadata(svg);
}

static void write_background(struct svg *svg)
{
	const struct scene *scene = svg->scene;
	if (svg->options->transparent || !scene->background.visible)
		return;
	svg_newline(svg);
	g_string_append_printf(svg->out, "<rect width=\"%s\" height=\"%s\" fill=\"%s\"/>", num_short(scene->width_px, 7).text,
		num_short(scene->height_px, 7).text, colour_format(scene->background).text);
}

static bool same_rect(struct rect a, struct rect b)
{
	return a.x == b.x && a.y == b.y && a.w == b.w && a.h == b.h;
}

// Ids of the clip rectangles by op, each rectangle once.
static void collect_clips(struct svg *svg, const char **clips)
{
	const struct scene *scene = svg->scene;
	for (size_t i = 0; i < scene->ops.count; i++) {
		const struct scene_op *op = &scene->ops.items[i];
		if (op->kind != SCENE_PUSH || !op->clipped)
			continue;
		for (size_t j = 0; j < i && !clips[i]; j++)
			if (clips[j] && same_rect(scene->ops.items[j].clip, op->clip))
				clips[i] = clips[j];
		if (clips[i])
			continue;
		clips[i] = svg_new_id(svg, "clip");
		svg_newline(svg);
		g_string_append_printf(svg->out, "<clipPath id=\"%s\"><rect", clips[i]);
		svg_attribute_px(svg, "x", op->clip.x);
		svg_attribute_px(svg, "y", op->clip.y);
		svg_attribute_px(svg, "width", op->clip.w);
		svg_attribute_px(svg, "height", op->clip.h);
		g_string_append(svg->out, "/></clipPath>");
	}
}

static void write_definitions(struct svg *svg, const char **clips)
{
	size_t before = svg->out->len;
	svg_newline(svg);
	g_string_append(svg->out, "<defs>");
	size_t empty = svg->out->len;
	svg->depth++;
	collect_clips(svg, clips);
	if (svg->options->svg_text == SVG_TEXT_OUTLINE)
		svg_glyph_definitions(svg);
	svg->depth--;
	if (svg->out->len == empty) {
		g_string_truncate(svg->out, before);
		return;
	}
	svg_newline(svg);
	g_string_append(svg->out, "</defs>");
}

static void open_group(struct svg *svg, size_t index, const char *clip)
{
	const struct scene_op *op = &svg->scene->ops.items[index];
	svg_newline(svg);
	g_string_append(svg->out, "<g");
	svg_identity(svg, op);
	if (clip)
		g_string_append_printf(svg->out, " clip-path=\"url(#%s)\"", clip);
	struct svg_style common = svg_style_common(svg, index + 1);
	svg_style_push(svg, &common);
	g_string_append_c(svg->out, '>');
	svg->depth++;
	if (op->title) {
		svg_newline(svg);
		svg_tooltip(svg, op->title);
	}
}

static void close_group(struct svg *svg)
{
	svg_style_pop(svg);
	svg->depth--;
	svg_newline(svg);
	g_string_append(svg->out, "</g>");
}

static void write_ops(struct svg *svg, const char *const *clips)
{
	int root_depth = svg->depth;
	for (size_t i = 0; i < svg->scene->ops.count; i++)
		switch (svg->scene->ops.items[i].kind) {
		case SCENE_PUSH:
			open_group(svg, i, clips[i]);
			break;
		case SCENE_POP:
			assert(svg->depth > root_depth);
			close_group(svg);
			break;
		case SCENE_PATH:
			svg_path(svg, i);
			break;
		case SCENE_TEXT:
			svg_text(svg, i);
			break;
		}
	assert(svg->depth == root_depth);
}

// Stands for a prefix that is made of the file's own content. No text of a chart has control characters once it is in the file.
#define PREFIX_TO_COME "r\1\1\1\1\1\1\1\1-"

static const char *prefix_of_user(struct svg *svg, const char *given)
{
	g_autoptr(GString) prefix = g_string_new(NULL);
	svg_append_id_part(prefix, given);
	return svg_intern(svg, prefix->str);
}

// "r3f9a2c4e-": FNV-1a of the file as it stands, written over the places that were kept for it.
static void prefix_by_content(GString *text)
{
	enum { DIGITS = 8 };
	uint32_t hash = 2166136261u;
	char digits[DIGITS + 1];
	for (size_t i = 0; i < text->len; i++)
		hash = (hash ^ (unsigned char)text->str[i]) * 16777619u;
	g_snprintf(digits, sizeof digits, "%08x", (unsigned)hash);
	for (char *at = text->str; (at = memchr(at, '\1', text->len - (size_t)(at - text->str))); at += DIGITS)
		memcpy(at, digits, DIGITS);
}

static bool render(const struct scene *scene, struct faces *faces, const struct render_options *options, GByteArray *out, struct diags *diags)
{
	g_autoptr(GString) text = g_string_sized_new(USUAL_BYTES);
	struct svg svg = {.out = text, .scene = scene, .options = options, .faces = faces, .diags = diags};
	svg.strings = g_string_chunk_new(1024);
	svg.ids = g_hash_table_new(g_str_hash, g_str_equal);
	svg.glyphs = g_hash_table_new(g_str_hash, g_str_equal);
	svg.handed_down = g_array_new(FALSE, FALSE, sizeof(struct svg_style));
	g_autofree const char **clips = g_new0(const char *, MAX(scene->ops.count, 1));
	svg.id_prefix = options->id_prefix ? prefix_of_user(&svg, options->id_prefix) : PREFIX_TO_COME;
	svg_styles_resolve(&svg);
	open_root(&svg);
	write_definitions(&svg, clips);
	write_background(&svg);
	write_ops(&svg, clips);
	g_string_append(text, "\n</svg>\n");
	if (!options->id_prefix)
		prefix_by_content(text);
	g_byte_array_append(out, (const unsigned char *)text->str, (unsigned)text->len);
	g_free(svg.styles);
	g_array_free(svg.handed_down, TRUE);
	g_hash_table_destroy(svg.glyphs);
	g_hash_table_destroy(svg.ids);
	g_string_chunk_free(svg.strings);
	return true;
}

const struct backend backend_svg = {
	.name = "svg",
	.suffix = ".svg",
	.media_type = "image/svg+xml",
	.doc = "scalable, real text, tooltips; for the web and for editing",
	.render = render,
};
