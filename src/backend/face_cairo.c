// SPDX-License-Identifier: MIT
#include "backend/face.h"

#include <cairo-ft.h>
#include <stdlib.h>

// cairo keeps faces in its caches for as long as it likes and may end them from any thread. So each has a FreeType library of its own, which nobody
// else touches, and ends it, its face and its hold on the file together.
struct held {
	FT_Library library;
	FT_Face face;
	hb_blob_t *blob;
};

static void release(void *user)
{
	struct held *held = user;
	if (held->face)
		FT_Done_Face(held->face);
	if (held->library)
		FT_Done_FreeType(held->library);
	hb_blob_destroy(held->blob);
	free(held);
}

static bool open_freetype(struct held *held, const struct face *face)
{
	held->blob = hb_face_reference_blob(hb_font_get_face(face->font));
	unsigned size;
	const char *bytes = hb_blob_get_data(held->blob, &size);
	return !FT_Init_FreeType(&held->library) &&
		!FT_New_Memory_Face(held->library, (const FT_Byte *)bytes, (FT_Long)size, (FT_Long)face->file_index, &held->face);
}

cairo_font_face_t *face_cairo(struct face *face)
{
	// Only the address counts.
	static const cairo_user_data_key_t key;
	if (face->cairo)
		return face->cairo;
	struct held *held = calloc(1, sizeof *held);
	if (!held)
		return NULL;
	if (!open_freetype(held, face)) {
		release(held);
		return NULL;
	}
	cairo_font_face_t *cairo = cairo_ft_font_face_create_for_ft_face(held->face, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP);
	if (cairo_font_face_set_user_data(cairo, &key, held, release)) {
		cairo_font_face_destroy(cairo);
		release(held);
		return NULL;
	}
	face->cairo = cairo;
	return cairo;
}

void face_close(struct face *face)
{
	if (face->cairo)
		cairo_font_face_destroy(face->cairo);
	hb_font_destroy(face->font);
}
