// SPDX-License-Identifier: MIT
#include "backend/faces_internal.h"
#include "backend/paragraph.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// A text in a face. Shaped once, at a size of 1 px; every other size is that one scaled.
struct shape_key {
	const struct face *face;
	const char *text;
};

struct sized {
	double size_px;
	struct shaped shaped;
	struct sized *next;
};

struct shape_entry {
	struct shape_key key;
	struct arena *arena;
	struct shaped unit;
	struct sized *sizes;
};

static unsigned key_hash(const void *key)
{
	const struct shape_key *of = key;
	return g_str_hash(of->text) ^ g_direct_hash(of->face);
}

static int key_equal(const void *a, const void *b)
{
	const struct shape_key *left = a, *right = b;
	return left->face == right->face && !strcmp(left->text, right->text);
}

GHashTable *shape_cache_new(void)
{
	return g_hash_table_new(key_hash, key_equal);
}

// ---- one run

static void shape_buffer(hb_buffer_t *buffer, const struct paragraph *paragraph, const struct span *span)
{
	hb_buffer_clear_contents(buffer);
	hb_buffer_set_flags(buffer, HB_BUFFER_FLAG_REMOVE_DEFAULT_IGNORABLES);
	hb_buffer_add_utf32(buffer, paragraph->shown, (int)paragraph->count, (unsigned)span->start, (int)span->count);
	hb_buffer_set_direction(buffer, span->level % 2 ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
	hb_buffer_set_script(buffer, span->script);
	// Names of kernels are literal: Inter's contextual alternates would set "->" as an arrow and "3x4" with a times sign.
	static const hb_feature_t literal = {.tag = HB_TAG('c', 'a', 'l', 't'), .value = 0, .end = HB_FEATURE_GLOBAL_END};
	// No language: HarfBuzz would take the locale's.
	hb_shape(span->face->font, buffer, &literal, 1);
}

// Appends a span's glyphs to `shaped` at `*pen_em`.
static void add_run(struct arena *arena, hb_buffer_t *buffer, const struct paragraph *paragraph, const struct span *span, struct shaped *shaped, double *pen_em)
{
	shape_buffer(buffer, paragraph, span);
	unsigned count;
	const hb_glyph_info_t *infos = hb_buffer_get_glyph_infos(buffer, &count);
	const hb_glyph_position_t *positions = hb_buffer_get_glyph_positions(buffer, &count);
	double scale = 1 / span->face->units_per_em;
	size_t start = paragraph->bytes[span->start], end = paragraph->bytes[span->start + span->count];
	struct glyph_run *run = &shaped->runs[shaped->run_count++];
	*run = (struct glyph_run){.face = span->face, .glyphs = arena_array(arena, count, sizeof *run->glyphs), .count = count, .text_start = start,
		.text_length = end - start, .right_to_left = span->level % 2};
	for (unsigned i = 0; i < count; i++) {
		run->glyphs[i] = (struct glyph){.index = infos[i].codepoint, .x_px = *pen_em + positions[i].x_offset * scale, .y_px = -positions[i].y_offset * scale,
			.cluster = paragraph->bytes[infos[i].cluster]};
		*pen_em += positions[i].x_advance * scale;
	}
	shaped->extent.ascent_px = fmax(shaped->extent.ascent_px, span->face->ascent_em);
	shaped->extent.descent_px = fmax(shaped->extent.descent_px, span->face->descent_em);
}

// ---- one text

static void shape_text(struct shape_entry *entry, hb_buffer_t *buffer, const struct paragraph *paragraph)
{
	const struct face *face = entry->key.face;
	struct shaped *shaped = &entry->unit;
	shaped->extent = (struct text_extent){.ascent_px = face->ascent_em, .descent_px = face->descent_em, .cap_px = face->cap_em};
	shaped->runs = arena_array(entry->arena, paragraph->span_count, sizeof *shaped->runs);
	for (size_t i = 0; i < paragraph->span_count; i++)
		add_run(entry->arena, buffer, paragraph, &paragraph->spans[i], shaped, &shaped->extent.width_px);
	shaped->missing = paragraph->missing;
}

// What an installed face was asked for stays with the chart: which one answered may depend on what the chart asked before.
static struct shape_entry *make_entry(struct faces *faces, struct face *face, const char *text)
{
	struct paragraph paragraph;
	size_t asked = faces->asked;
	paragraph_init(&paragraph, faces, face, text);
	bool shared = !face->file && faces->asked == asked;
	struct arena *arena = shared ? faces->fonts->text_arena : faces->arena;
	struct shape_entry *entry = arena_alloc(arena, sizeof *entry);
	entry->arena = arena;
	entry->key = (struct shape_key){face, arena_strdup(arena, text)};
	shape_text(entry, faces->fonts->buffer, &paragraph);
	paragraph_clear(&paragraph);
	g_hash_table_insert(shared ? faces->fonts->shaped : faces->shaped, &entry->key, entry);
	return entry;
}

static struct shape_entry *shape_entry(struct faces *faces, const char *text, const struct text_style *style)
{
	struct face *face = faces_face(faces, style);
	const struct shape_key key = {face, text};
	struct shape_entry *entry = g_hash_table_lookup(faces->fonts->shaped, &key);
	if (!entry)
		entry = g_hash_table_lookup(faces->shaped, &key);
	if (entry)
		return entry;
	assert(g_utf8_validate(text, -1, NULL));
	return make_entry(faces, face, text);
}

static struct text_extent extent_scale(struct text_extent unit, double size_px)
{
	return (struct text_extent){unit.width_px * size_px, unit.ascent_px * size_px, unit.descent_px * size_px, unit.cap_px * size_px};
}

static struct shaped shaped_scale(struct arena *arena, const struct shaped *unit, double size_px)
{
	struct shaped shaped = {.runs = arena_array(arena, unit->run_count, sizeof *shaped.runs), .run_count = unit->run_count,
		.extent = extent_scale(unit->extent, size_px), .missing = unit->missing};
	for (size_t i = 0; i < unit->run_count; i++) {
		struct glyph_run *run = &shaped.runs[i];
		*run = unit->runs[i];
		run->glyphs = arena_array(arena, run->count, sizeof *run->glyphs);
		for (size_t k = 0; k < run->count; k++) {
			run->glyphs[k] = unit->runs[i].glyphs[k];
			run->glyphs[k].x_px *= size_px;
			run->glyphs[k].y_px *= size_px;
		}
	}
	return shaped;
}

const struct shaped *faces_shape(struct faces *faces, const char *text, const struct text_style *style)
{
	struct shape_entry *entry = shape_entry(faces, text, style);
	for (const struct sized *sized = entry->sizes; sized; sized = sized->next)
		if (sized->size_px == style->size_px)
			return &sized->shaped;
	struct sized *sized = arena_alloc(entry->arena, sizeof *sized);
	*sized = (struct sized){style->size_px, shaped_scale(entry->arena, &entry->unit, style->size_px), entry->sizes};
	entry->sizes = sized;
	return &sized->shaped;
}

static struct text_extent measure(void *user, const char *text, const struct text_style *style)
{
	return extent_scale(shape_entry(user, text, style)->unit.extent, style->size_px);
}

struct measurer faces_measurer(struct faces *faces)
{
	return (struct measurer){measure, faces};
}
