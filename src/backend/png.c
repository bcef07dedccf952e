// SPDX-License-Identifier: MIT
#include "backend/backend.h"
#include "backend/paint.h"
#include "backend/png_write.h"
#include "base/num.h"

#include <math.h>
#include <stdlib.h>

enum { SIDE_MAX_PX = 32767, PIXELS_MAX = 268435456 };

static const double px_per_inch = 96;

struct picture_size {
	double dpi;
	int width, height;
};

static bool find_size(const struct scene *scene, const struct render_options *options, struct picture_size *size, struct diags *diags)
{
	size->dpi = options->dpi != 0 ? options->dpi : options->physical ? 300 : 192;
	if (!isfinite(size->dpi) || size->dpi < 0) {
		diags_add(diags, DIAG_WRONG_VALUE, (struct place){0}, "expected a dpi above 0");
		return false;
	}
	double width = round(scene->width_px / px_per_inch * size->dpi), height = round(scene->height_px / px_per_inch * size->dpi);
	struct num_text dpi = num_short(size->dpi, 6);
	if (width < 1 || height < 1) {
		diags_add(diags, DIAG_LIMIT, (struct place){0}, "expected a PNG of at least 1 × 1 pixels, found %s × %s at %s dpi: raise --dpi or --size",
			num_short(width, 6).text, num_short(height, 6).text, dpi.text);
		return false;
	}
	bool side_fits = width <= SIDE_MAX_PX && height <= SIDE_MAX_PX;
	if (!side_fits || width * height > PIXELS_MAX) {
		diags_add(diags, DIAG_LIMIT, (struct place){0}, "expected a PNG of at most %s, found %s × %s pixels at %s dpi: lower --dpi or --size",
			side_fits ? "268,435,456 pixels" : "32,767 pixels a side", num_short(width, 9).text, num_short(height, 9).text, dpi.text);
		return false;
	}
	size->width = (int)width;
	size->height = (int)height;
	return true;
}

// cairo zeroes its pixels first; where the background covers all of them that is a tenth of the time.
static cairo_surface_t *make_surface(const struct picture_size *size, bool opaque)
{
	static const cairo_user_data_key_t key; // only the address counts
	int stride = cairo_format_stride_for_width(CAIRO_FORMAT_RGB24, size->width);
	unsigned char *pixels = opaque ? malloc((size_t)stride * (size_t)size->height) : NULL;
	if (!pixels)
		return cairo_image_surface_create(opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, size->width, size->height);
	cairo_surface_t *surface = cairo_image_surface_create_for_data(pixels, CAIRO_FORMAT_RGB24, size->width, size->height, stride);
	if (cairo_surface_set_user_data(surface, &key, pixels, free))
		free(pixels);
	return surface;
}

static cairo_surface_t *paint(const struct scene *scene, struct faces *faces, const struct picture_size *size, bool opaque)
{
	cairo_surface_t *surface = make_surface(size, opaque);
	cairo_t *cairo = cairo_create(surface);
	cairo_scale(cairo, size->dpi / px_per_inch, size->dpi / px_per_inch);
	paint_scene(cairo, scene, faces, PAINT_PIXELS, opaque);
	cairo_surface_flush(surface);
	cairo_destroy(cairo);
	return surface;
}

static bool render(const struct scene *scene, struct faces *faces, const struct render_options *options, GByteArray *out, struct diags *diags)
{
	struct picture_size size;
	if (!find_size(scene, options, &size, diags))
		return false;
	bool opaque = scene->background.visible && !options->transparent;
	cairo_surface_t *surface = paint(scene, faces, &size, opaque);
	cairo_status_t status = cairo_surface_status(surface);
	g_autofree char *why = NULL;
	bool done = false;
	if (!status) {
		struct pixels pixels = {(const uint32_t *)(const void *)cairo_image_surface_get_data(surface), (uint32_t)size.width, (uint32_t)size.height,
			(uint32_t)cairo_image_surface_get_stride(surface) / 4, !opaque};
		struct png_facts facts = {size.dpi, scene->title, scene->author};
		done = png_write(&pixels, &facts, out, &why);
	}
	cairo_surface_destroy(surface);
	if (!done)
		diags_add(diags, DIAG_BUG, (struct place){0}, "the PNG of %d × %d pixels could not be made: %s", size.width, size.height,
			why ? why : cairo_status_to_string(status));
	return done;
}

const struct backend backend_png = {"png", ".png", "image/png", "PNG: exact pixels at --dpi, opaque unless asked otherwise", render, NULL};
