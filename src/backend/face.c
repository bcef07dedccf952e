// SPDX-License-Identifier: MIT
#include "backend/face.h"

#include "backend/faces.h"
#include "scene/scene.h"

#include <assert.h>
#include <hb-ot.h>
#include <math.h>

static void read_metrics(struct face *face)
{
	hb_font_extents_t extents;
	hb_font_get_h_extents(face->font, &extents);
	face->ascent_em = fabs((double)extents.ascender) / face->units_per_em;
	face->descent_em = fabs((double)extents.descender) / face->units_per_em;
	hb_position_t cap = 0;
	hb_codepoint_t glyph;
	hb_glyph_extents_t box;
	face->cap_em = face->ascent_em; // of a face that has no capitals
	if (hb_ot_metrics_get_position(face->font, HB_OT_METRICS_TAG_CAP_HEIGHT, &cap) && cap > 0)
		face->cap_em = (double)cap / face->units_per_em;
	else if (hb_font_get_nominal_glyph(face->font, 'H', &glyph) && hb_font_get_glyph_extents(face->font, glyph, &box))
		face->cap_em = (double)box.y_bearing / face->units_per_em;
}

static bool has_table(hb_face_t *face, hb_tag_t tag)
{
	hb_blob_t *table = hb_face_reference_table(face, tag);
	bool has = hb_blob_get_length(table) > 0;
	hb_blob_destroy(table);
	return has;
}

// Takes the blob over.
static struct face *face_open(struct arena *arena, struct face_name name, hb_blob_t *blob, const char *file, unsigned file_index)
{
	hb_face_t *hb = hb_face_create(blob, file_index);
	hb_blob_destroy(blob);
	unsigned count = hb_face_get_glyph_count(hb);
	if (!count || !(has_table(hb, HB_TAG('g', 'l', 'y', 'f')) || has_table(hb, HB_TAG('C', 'F', 'F', ' ')))) {
		hb_face_destroy(hb);
		return NULL;
	}
	struct face *face = arena_alloc(arena, sizeof *face);
	*face = (struct face){.arena = arena, .family = arena_strdup(arena, name.family), .weight = name.weight, .italic = name.italic, .serif = name.serif,
		.file = file ? arena_strdup(arena, file) : NULL, .file_index = file_index, .units_per_em = hb_face_get_upem(hb)};
	face->font = hb_font_create(hb);
	hb_face_destroy(hb);
	int scale = (int)face->units_per_em;
	hb_font_set_scale(face->font, scale, scale);
	face->outlines = arena_array(arena, count, sizeof *face->outlines);
	read_metrics(face);
	return face;
}

struct face *face_open_memory(struct arena *arena, struct face_name name, const unsigned char *bytes, size_t size)
{
	hb_blob_t *blob = hb_blob_create((const char *)bytes, (unsigned)size, HB_MEMORY_MODE_READONLY, NULL, NULL);
	return face_open(arena, name, blob, NULL, 0);
}

struct face *face_open_file(struct arena *arena, struct face_name name, const char *file, unsigned file_index)
{
	hb_blob_t *blob = hb_blob_create_from_file_or_fail(file);
	return blob ? face_open(arena, name, blob, file, file_index) : NULL;
}

bool face_has(const struct face *face, uint32_t code_point)
{
	hb_codepoint_t glyph;
	return hb_font_get_nominal_glyph(face->font, code_point, &glyph);
}

// ---- outlines

struct outline_sink {
	struct arena *arena;
	struct path *path;
	double scale;
};

static struct segment *add_segment(struct outline_sink *sink, enum verb verb)
{
	struct segment *segment = list_push(sink->arena, sink->path);
	segment->verb = verb;
	return segment;
}

static struct vec in_em(const struct outline_sink *sink, float x, float y)
{
	return (struct vec){x * sink->scale, -y * sink->scale};
}

static void sink_move(hb_draw_funcs_t *funcs, void *user, hb_draw_state_t *state, float x, float y, void *unused)
{
	(void)funcs, (void)state, (void)unused;
	struct outline_sink *sink = user;
	add_segment(sink, VERB_MOVE)->to = in_em(sink, x, y);
}

static void sink_line(hb_draw_funcs_t *funcs, void *user, hb_draw_state_t *state, float x, float y, void *unused)
{
	(void)funcs, (void)state, (void)unused;
	struct outline_sink *sink = user;
	add_segment(sink, VERB_LINE)->to = in_em(sink, x, y);
}

static void sink_cubic(hb_draw_funcs_t *funcs, void *user, hb_draw_state_t *state, float ax, float ay, float bx, float by, float x, float y,
	void *unused)
{
	(void)funcs, (void)state, (void)unused;
	struct outline_sink *sink = user;
	struct segment *segment = add_segment(sink, VERB_CURVE);
	segment->a = in_em(sink, ax, ay);
	segment->b = in_em(sink, bx, by);
	segment->to = in_em(sink, x, y);
}

static void sink_close(hb_draw_funcs_t *funcs, void *user, hb_draw_state_t *state, void *unused)
{
	(void)funcs, (void)state, (void)unused;
	add_segment(user, VERB_CLOSE);
}

// HarfBuzz raises a quadratic to a cubic where no function for it is set.
static hb_draw_funcs_t *sink_functions(void)
{
	hb_draw_funcs_t *funcs = hb_draw_funcs_create();
	hb_draw_funcs_set_move_to_func(funcs, sink_move, NULL, NULL);
	hb_draw_funcs_set_line_to_func(funcs, sink_line, NULL, NULL);
	hb_draw_funcs_set_cubic_to_func(funcs, sink_cubic, NULL, NULL);
	hb_draw_funcs_set_close_path_func(funcs, sink_close, NULL, NULL);
	return funcs;
}

const struct path *face_outline(struct face *face, unsigned glyph_index)
{
	assert(glyph_index < hb_face_get_glyph_count(hb_font_get_face(face->font)));
	if (!face->outlines[glyph_index]) {
		struct outline_sink sink = {face->arena, arena_alloc(face->arena, sizeof(struct path)), 1 / face->units_per_em};
		hb_draw_funcs_t *funcs = sink_functions();
		hb_font_get_glyph_shape(face->font, glyph_index, funcs, &sink);
		hb_draw_funcs_destroy(funcs);
		face->outlines[glyph_index] = sink.path;
	}
	return face->outlines[glyph_index];
}
