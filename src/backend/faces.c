// SPDX-License-Identifier: MIT
#include "backend/faces_internal.h"

#include "backend/fontconfig_load.h"
#include "backend/fonts_embedded.h"
#include "base/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// Families whose widths an embedded one has, so that no line breaks otherwise and no label moves.
static const struct {
	const char *name, *family;
} same_widths[] = {
	{"Arial", "Liberation Sans"},
	{"Helvetica", "Liberation Sans"},
	{"Times", "Liberation Serif"},
	{"Times New Roman", "Liberation Serif"},
};

// Where a glyph is looked for that the face in use does not have.
static const char *const sans_order[] = {"Inter", "Liberation Sans", "Liberation Serif"};
static const char *const serif_order[] = {"Liberation Serif", "Liberation Sans", "Inter"};

// So many texts are kept for the next chart.
enum { TEXTS_MAX = 512 };

static void texts_init(struct fonts *fonts)
{
	fonts->text_arena = arena_new();
	fonts->shaped = shape_cache_new();
}

static void texts_clear(struct fonts *fonts)
{
	g_hash_table_destroy(fonts->shaped);
	arena_free(fonts->text_arena);
}

struct fonts *fonts_new(void)
{
	struct fonts *fonts = g_new0(struct fonts, 1);
	fonts->arena = arena_new();
	fonts->embedded = arena_array(fonts->arena, embedded_font_count, sizeof *fonts->embedded);
	fonts->buffer = hb_buffer_create();
	texts_init(fonts);
	return fonts;
}

void fonts_free(struct fonts *fonts)
{
	if (!fonts)
		return;
	assert(!fonts->users);
	for (size_t i = 0; i < embedded_font_count; i++)
		if (fonts->embedded[i])
			face_close(fonts->embedded[i]);
	texts_clear(fonts);
	hb_buffer_destroy(fonts->buffer);
	arena_free(fonts->arena);
	g_free(fonts);
}

struct faces *faces_new(struct fonts *fonts, struct diags *diags)
{
	struct faces *faces = g_new0(struct faces, 1);
	faces->arena = arena_new();
	faces->diags = diags;
	faces->owns_fonts = !fonts;
	faces->fonts = fonts ? fonts : fonts_new();
	if (!faces->fonts->users++ && g_hash_table_size(faces->fonts->shaped) > TEXTS_MAX) {
		texts_clear(faces->fonts);
		texts_init(faces->fonts);
	}
	faces->unknown_families = g_hash_table_new(g_str_hash, g_str_equal);
	faces->unknown_glyphs = g_hash_table_new(NULL, NULL);
	faces->settled = g_hash_table_new(NULL, NULL);
	faces->shaped = shape_cache_new();
	return faces;
}

void faces_free(struct faces *faces)
{
	if (!faces)
		return;
	for (size_t i = 0; i < faces->installed.count; i++)
		face_close(faces->installed.items[i]);
	g_hash_table_destroy(faces->unknown_families);
	g_hash_table_destroy(faces->unknown_glyphs);
	g_hash_table_destroy(faces->settled);
	g_hash_table_destroy(faces->shaped);
	faces->fonts->users--;
	if (faces->owns_fonts)
		fonts_free(faces->fonts);
	arena_free(faces->arena);
	g_free(faces);
}

// ---- embedded faces

static const char *embedded_family(const char *family)
{
	for (size_t i = 0; i < G_N_ELEMENTS(same_widths); i++)
		if (text_same(family, same_widths[i].name))
			return same_widths[i].family;
	for (size_t i = 0; i < embedded_font_count; i++)
		if (text_same(family, embedded_fonts[i].family))
			return embedded_fonts[i].family;
	return NULL;
}

// The slant counts before the weight; of two weights equally near the lighter one, which stands first.
static struct face *embedded_face(struct fonts *fonts, const char *family, int weight, bool italic)
{
	size_t best = embedded_font_count;
	int best_distance = 0;
	for (size_t i = 0; i < embedded_font_count; i++) {
		const struct embedded_font *font = &embedded_fonts[i];
		int distance = abs(font->weight - weight) + (font->italic != italic ? 10000 : 0);
		if (strcmp(font->family, family) || (best < embedded_font_count && distance >= best_distance))
			continue;
		best = i;
		best_distance = distance;
	}
	assert(best < embedded_font_count);
	if (!fonts->embedded[best]) {
		const struct embedded_font *font = &embedded_fonts[best];
		struct face_name name = {font->family, font->weight, font->italic, !strcmp(font->family, serif_order[0])};
		fonts->embedded[best] = face_open_memory(fonts->arena, name, font->start, (size_t)(font->end - font->start));
	}
	assert(fonts->embedded[best]);
	return fonts->embedded[best];
}

// ---- installed faces

static struct face *open_installed(struct faces *faces, const struct font_file *font)
{
	for (size_t i = 0; i < faces->installed.count; i++) {
		struct face *face = faces->installed.items[i];
		if (face->file_index == font->index && !strcmp(face->file, font->file))
			return face;
	}
	struct face_name name = {font->family, font->weight, font->italic, strstr(font->family, "Serif") != NULL};
	struct face *face = face_open_file(faces->arena, name, font->file, font->index);
	if (face)
		*list_push(faces->arena, &faces->installed) = face;
	return face;
}

// The best of those found that can be opened and has what is needed.
static struct face *installed_face(struct faces *faces, const struct font_wish *wish)
{
	enum { TRIES = 8 };
	struct font_file found[TRIES];
	size_t count = fontconfig_find(faces->arena, wish, found, TRIES);
	for (size_t i = 0; i < count; i++) {
		struct face *face = open_installed(faces, &found[i]);
		bool has_all = face != NULL;
		for (size_t k = 0; k < wish->need_count && has_all; k++)
			has_all = face_has(face, wish->needs[k]);
		if (has_all)
			return face;
	}
	return NULL;
}

// ---- by style

static struct face *find_face(struct faces *faces, const char *family, int weight, bool italic)
{
	const char *embedded = embedded_family(family);
	if (embedded)
		return embedded_face(faces->fonts, embedded, weight, italic);
	if (g_hash_table_contains(faces->unknown_families, family))
		return NULL;
	return installed_face(faces, &(struct font_wish){.family = family, .weight = weight, .italic = italic});
}

static void report_family(struct faces *faces, const char *family, struct place place)
{
	enum { SHOWN = 60 };
	g_hash_table_add(faces->unknown_families, arena_strdup(faces->arena, family));
	g_autofree char *shown = text_shorten(family, SHOWN);
	const char *nearest = text_nearest(family, sans_order, G_N_ELEMENTS(sans_order));
	g_autofree char *hint = nearest ? g_strdup_printf(" (did you mean \"%s\"?)", nearest) : g_strdup("");
	diags_add(faces->diags, DIAG_NO_FONT, place,
		"expected a font family that is built in (Inter, Liberation Sans, Liberation Serif) or installed, found \"%s\"%s: install its package or put "
		"its files into ~/.local/share/fonts; `fc-list : family` shows those installed",
		shown, hint);
}

struct face *faces_face(struct faces *faces, const struct text_style *style)
{
	for (size_t i = 0; i < faces->styles.count; i++) {
		const struct style_face *known = &faces->styles.items[i];
		if (known->weight == style->weight && known->italic == style->italic && !strcmp(known->family, style->family))
			return known->face;
	}
	struct face *face = find_face(faces, style->family, style->weight, style->italic);
	if (!face) {
		if (!g_hash_table_contains(faces->unknown_families, style->family))
			report_family(faces, style->family, (struct place){0});
		face = embedded_face(faces->fonts, sans_order[0], style->weight, style->italic);
	}
	*list_push(faces->arena, &faces->styles) = (struct style_face){arena_strdup(faces->arena, style->family), style->weight, style->italic, face};
	return face;
}

bool faces_check_family(struct faces *faces, const char *family, struct place place)
{
	if (find_face(faces, family, 400, false))
		return true;
	report_family(faces, family, place);
	return false;
}

// ---- by glyph

// A character in a weight: what fontconfig was asked for.
static void *face_key(const struct face *primary, uint32_t code_point)
{
	enum { BOLD_FROM = 550 };
	return GUINT_TO_POINTER(code_point * 2 + (primary->weight >= BOLD_FROM));
}

static bool has_all(const struct face *face, const uint32_t *code_points, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!face_has(face, code_points[i]))
			return false;
	return true;
}

static struct face *known_covering(struct faces *faces, const struct face *primary, const uint32_t *code_points, size_t count)
{
	enum { ONE_STEP = 150 };
	for (size_t i = 0; i < faces->installed.count; i++) {
		struct face *face = faces->installed.items[i];
		bool near = abs(face->weight - primary->weight) <= ONE_STEP;
		if ((near || g_hash_table_contains(faces->settled, face_key(primary, code_points[0]))) && has_all(face, code_points, count))
			return face;
	}
	return NULL;
}

static struct face *installed_covering(struct faces *faces, struct face *primary, const uint32_t *code_points, size_t count,
	const uint32_t *text, size_t text_count)
{
	faces->asked++;
	// one of another weight only if fontconfig knows none of this
	struct face *known = known_covering(faces, primary, code_points, count);
	if (known)
		return known;
	for (size_t i = 0; i < count; i++)
		if (g_hash_table_contains(faces->unknown_glyphs, GUINT_TO_POINTER(code_points[i])))
			return NULL;
	struct font_wish wish = {.weight = primary->weight, .italic = primary->italic, .serif = primary->serif, .needs = code_points, .need_count = count,
		.likes = text, .like_count = text_count};
	struct face *face = installed_face(faces, &wish);
	g_hash_table_add(faces->settled, face_key(primary, code_points[0]));
	if (!face && count == 1)
		g_hash_table_add(faces->unknown_glyphs, GUINT_TO_POINTER(code_points[0]));
	return face;
}

struct face *faces_covering(struct faces *faces, struct face *primary, const uint32_t *code_points, size_t count, const uint32_t *text,
	size_t text_count)
{
	if (has_all(primary, code_points, count))
		return primary;
	const char *const *order = primary->serif ? serif_order : sans_order;
	for (size_t i = 0; i < G_N_ELEMENTS(sans_order); i++) {
		struct face *face = embedded_face(faces->fonts, order[i], primary->weight, primary->italic);
		if (has_all(face, code_points, count))
			return face;
	}
	return installed_covering(faces, primary, code_points, count, text, text_count);
}
