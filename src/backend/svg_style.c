// SPDX-License-Identifier: MIT
#include "backend/svg_internal.h"

#include "base/append.h"
#include "base/num.h"

#include <assert.h>
#include <string.h>

// `initial`: what a viewer takes without the attribute; NULL: it is always written.
static const struct {
	const char *name, *initial;
} properties[SVG_PROPERTY_COUNT] = {
	[SVG_FILL] = {"fill", "#000"},
	[SVG_STROKE] = {"stroke", "none"},
	[SVG_STROKE_WIDTH] = {"stroke-width", "1"},
	[SVG_DASH] = {"stroke-dasharray", "none"},
	[SVG_CAP] = {"stroke-linecap", "butt"},
	[SVG_JOIN] = {"stroke-linejoin", "miter"},
	[SVG_FAMILY] = {"font-family", NULL},
	[SVG_SIZE] = {"font-size", NULL},
	[SVG_WEIGHT] = {"font-weight", "400"},
	[SVG_STYLE] = {"font-style", "normal"},
};

static const char *const cap_names[] = {[CAP_BUTT] = "butt", [CAP_ROUND] = "round", [CAP_SQUARE] = "square"};
static const char *const join_names[] = {[JOIN_MITER] = "miter", [JOIN_ROUND] = "round"};

static const char *colour_value(struct svg *svg, struct colour colour)
{
	struct colour_text text = colour_format(colour);
	char *t = text.text;
	if (t[0] == '#' && t[1] == t[2] && t[3] == t[4] && t[5] == t[6]) {
		t[2] = t[3];
		t[3] = t[5];
		t[4] = '\0';
	}
	return svg_intern(svg, t);
}

static const char *dash_value(struct svg *svg, const struct stroke *stroke)
{
	if (stroke->dash_count == 0)
		return svg_intern(svg, "none");
	g_autoptr(GString) text = g_string_new(NULL);
	for (int i = 0; i < stroke->dash_count; i++)
		append_all(text, i ? " " : "", num_px(stroke->dash_px[i]).text, NULL);
	return svg_intern(svg, text->str);
}

static void resolve_path(struct svg *svg, const struct scene_op *op, struct svg_style *style)
{
	struct vec centre;
	double radius;
	bool straight = svg_path_is_straight(&op->path), circle = svg_path_is_circle(&op->path, &centre, &radius);
	if (op->fill.visible || !straight)
		style->value[SVG_FILL] = colour_value(svg, op->fill);
	if (!op->stroke.colour.visible || op->stroke.width_px <= 0) {
		style->value[SVG_STROKE] = svg_intern(svg, "none");
		return;
	}
	style->value[SVG_STROKE] = colour_value(svg, op->stroke.colour);
	style->value[SVG_STROKE_WIDTH] = svg_intern(svg, num_short(op->stroke.width_px, 4).text);
	style->value[SVG_DASH] = dash_value(svg, &op->stroke);
	if (!circle || op->stroke.dash_count)
		style->value[SVG_CAP] = svg_intern(svg, cap_names[op->stroke.cap]);
	if (!circle && !straight)
		style->value[SVG_JOIN] = svg_intern(svg, join_names[op->stroke.join]);
}

// A family as CSS wants it: bare when it is one plain word, else a string.
static void append_family(GString *out, const char *family)
{
	bool plain = g_ascii_isalpha(family[0]);
	for (const char *at = family; *at; at++)
		plain = plain && (g_ascii_isalnum(*at) || *at == '-');
	if (plain) {
		g_string_append(out, family);
		return;
	}
	g_string_append_c(out, '\'');
	for (const char *at = family; *at; at++) {
		if (*at == '\'' || *at == '\\')
			g_string_append_c(out, '\\');
		g_string_append_c(out, *at);
	}
	g_string_append_c(out, '\'');
}

static const char *default_fallback(const char *family)
{
	static const char *const serif_words[] = {"serif", "roman", "times", "georgia", "garamond", "stix", "termes", "computer modern"};
	g_autofree char *lower = g_ascii_strdown(family, -1);
	for (size_t i = 0; i < G_N_ELEMENTS(serif_words); i++)
		if (strstr(lower, serif_words[i]) && !strstr(lower, "sans"))
			return "'Times New Roman', Times, serif";
	return "'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif";
}

static const char *family_value(struct svg *svg, const char *family)
{
	if (svg->family && !strcmp(svg->family, family))
		return svg->family_value;
	g_autoptr(GString) list = g_string_new(NULL);
	append_family(list, family);
	const char *fallback = svg->options->css_fallback ? svg->options->css_fallback : default_fallback(family);
	if (*fallback)
		append_all(list, ", ", fallback, NULL);
	svg->family = family;
	svg->family_value = svg_intern(svg, list->str);
	return svg->family_value;
}

static void resolve_text(struct svg *svg, const struct scene_op *op, struct svg_style *style)
{
	style->value[SVG_FILL] = colour_value(svg, op->colour);
	style->value[SVG_STROKE] = svg_intern(svg, "none");
	if (svg->options->svg_text == SVG_TEXT_OUTLINE)
		return;
	style->value[SVG_FAMILY] = family_value(svg, op->style.family);
	style->value[SVG_SIZE] = svg_intern(svg, num_short(op->style.size_px, 4).text);
	style->value[SVG_WEIGHT] = svg_intern(svg, num_exact(op->style.weight).text);
	style->value[SVG_STYLE] = svg_intern(svg, op->style.italic ? "italic" : "normal");
}

void svg_styles_resolve(struct svg *svg)
{
	size_t count = svg->scene->ops.count;
	svg->styles = g_new0(struct svg_style, MAX(count, 1));
	for (size_t i = 0; i < count; i++) {
		const struct scene_op *op = &svg->scene->ops.items[i];
		if (op->kind == SCENE_PATH)
			resolve_path(svg, op, &svg->styles[i]);
		else if (op->kind == SCENE_TEXT)
			resolve_text(svg, op, &svg->styles[i]);
	}
}

// Adds one element's values to what the others agree on; `differs` marks those on which they do not.
static void agree(struct svg_style *common, int seen[], bool differs[], const struct svg_style *style)
{
	for (int p = 0; p < SVG_PROPERTY_COUNT; p++) {
		const char *value = style->value[p];
		if (!value)
			continue;
		if (!common->value[p])
			common->value[p] = value;
		differs[p] = differs[p] || common->value[p] != value;
		seen[p]++;
	}
}

struct svg_style svg_style_common(const struct svg *svg, size_t from)
{
	struct svg_style common = {0};
	int seen[SVG_PROPERTY_COUNT] = {0}, depth = 0;
	bool differs[SVG_PROPERTY_COUNT] = {false};
	for (size_t i = from; i < svg->scene->ops.count && depth >= 0; i++) {
		enum scene_op_kind kind = svg->scene->ops.items[i].kind;
		depth += (kind == SCENE_PUSH) - (kind == SCENE_POP);
		agree(&common, seen, differs, &svg->styles[i]);
	}
	for (int p = 0; p < SVG_PROPERTY_COUNT; p++)
		if (differs[p] || seen[p] < 2)
			common.value[p] = NULL;
	return common;
}

// The family that most words are in; the first of equals. NULL without words.
static const char *main_family(const struct svg *svg)
{
	g_autoptr(GHashTable) counts = g_hash_table_new(NULL, NULL);
	const char *best = NULL;
	for (size_t i = 0; i < svg->scene->ops.count; i++) {
		const char *family = svg->styles[i].value[SVG_FAMILY];
		if (!family)
			continue;
		int count = GPOINTER_TO_INT(g_hash_table_lookup(counts, family)) + 1;
		g_hash_table_insert(counts, (void *)family, GINT_TO_POINTER(count));
		if (!best || count > GPOINTER_TO_INT(g_hash_table_lookup(counts, best)))
			best = family;
	}
	return best;
}

struct svg_style svg_style_root(struct svg *svg)
{
	struct svg_style style = {0};
	for (int p = 0; p < SVG_PROPERTY_COUNT; p++)
		if (properties[p].initial)
			style.value[p] = svg_intern(svg, properties[p].initial);
	style.value[SVG_FAMILY] = main_family(svg);
	if (style.value[SVG_FAMILY])
		svg_attribute(svg, properties[SVG_FAMILY].name, style.value[SVG_FAMILY]);
	return style;
}

void svg_style_write(struct svg *svg, const struct svg_style *style)
{
	const struct svg_style *above = &g_array_index(svg->handed_down, struct svg_style, svg->handed_down->len - 1);
	for (int p = 0; p < SVG_PROPERTY_COUNT; p++)
		if (style->value[p] && style->value[p] != above->value[p])
			svg_attribute(svg, properties[p].name, style->value[p]);
}

void svg_style_push(struct svg *svg, const struct svg_style *style)
{
	svg_style_write(svg, style);
	struct svg_style merged = g_array_index(svg->handed_down, struct svg_style, svg->handed_down->len - 1);
	for (int p = 0; p < SVG_PROPERTY_COUNT; p++)
		if (style->value[p])
			merged.value[p] = style->value[p];
	g_array_append_val(svg->handed_down, merged);
}

void svg_style_pop(struct svg *svg)
{
	assert(svg->handed_down->len > 1);
	g_array_set_size(svg->handed_down, svg->handed_down->len - 1);
}
