// SPDX-License-Identifier: MIT
#include "backend/backend.h"
#include "backend/paint.h"
#include "backend/pdf_tidy.h"

#include <cairo-pdf.h>
#include <math.h>

static const double pt_per_px = 0.75;

// What pdfTeX takes without a word. Since 1.17.6 cairo packs the objects of a 1.5 file into streams, out of reach of pdf_tidy; a 1.4 file has no
// /ActualText, for glyphs that stand for several characters.
static cairo_pdf_version_t pdf_version(void)
{
	return cairo_version() >= CAIRO_VERSION_ENCODE(1, 17, 6) ? CAIRO_PDF_VERSION_1_4 : CAIRO_PDF_VERSION_1_5;
}

static cairo_status_t append(void *user, const unsigned char *bytes, unsigned count)
{
	g_byte_array_append(user, bytes, count);
	return CAIRO_STATUS_SUCCESS;
}

static void set_metadata(cairo_surface_t *surface, const struct scene *scene)
{
	const struct {
		cairo_pdf_metadata_t key;
		const char *value;
	} texts[] = {
		{CAIRO_PDF_METADATA_TITLE, scene->title},
		{CAIRO_PDF_METADATA_AUTHOR, scene->author},
		{CAIRO_PDF_METADATA_SUBJECT, scene->description},
		{CAIRO_PDF_METADATA_KEYWORDS, scene->keywords},
		{CAIRO_PDF_METADATA_CREATOR, "rafter"},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
		if (texts[i].value && *texts[i].value)
			cairo_pdf_surface_set_metadata(surface, texts[i].key, texts[i].value);
	// Of constant length, unlike cairo's own, which has the time zone's offset; and long enough for the real one (cairo 1.16 leaves out its "D:").
	cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00+00:00");
}

// NULL for none.
static char *format_date(long long source_date)
{
	g_autoptr(GDateTime) date = source_date >= 0 ? g_date_time_new_from_unix_utc(source_date) : NULL;
	if (!date || g_date_time_get_year(date) > 9999)
		return NULL;
	return g_strdup_printf("D:%04d%02d%02d%02d%02d%02dZ", g_date_time_get_year(date), g_date_time_get_month(date), g_date_time_get_day_of_month(date),
		g_date_time_get_hour(date), g_date_time_get_minute(date), g_date_time_get_second(date));
}

// The surface has the size of the first page.
static void paint_page(cairo_surface_t *surface, cairo_t *cairo, const struct pdf_page *page, size_t number, struct faces *faces, bool background)
{
	if (number > 1) {
		cairo_show_page(cairo);
		cairo_pdf_surface_set_size(surface, page->scene->width_px * pt_per_px, page->scene->height_px * pt_per_px);
	}
	cairo_save(cairo);
	cairo_scale(cairo, pt_per_px, pt_per_px);
	paint_scene(cairo, page->scene, faces, PAINT_CHARACTERS, background);
	cairo_restore(cairo);
	if (!page->bookmark || !*page->bookmark)
		return;
	g_autofree char *place = g_strdup_printf("page=%zu", number);
	cairo_pdf_surface_add_outline(surface, CAIRO_PDF_OUTLINE_ROOT, page->bookmark, place, (cairo_pdf_outline_flags_t)0);
}

bool pdf_write_pages(const struct pdf_page *pages, size_t count, struct faces *faces, const struct render_options *options, GByteArray *out, struct diags *diags)
{
	g_autoptr(GByteArray) bytes = g_byte_array_new();
	const struct scene *first = pages[0].scene;
	cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(append, bytes, first->width_px * pt_per_px, first->height_px * pt_per_px);
	cairo_pdf_surface_restrict_to_version(surface, pdf_version());
	set_metadata(surface, first);
	cairo_t *cairo = cairo_create(surface);
	for (size_t i = 0; i < count; i++)
		paint_page(surface, cairo, &pages[i], i + 1, faces, !options->transparent);
	cairo_status_t status = cairo_status(cairo);
	cairo_destroy(cairo);
	cairo_surface_finish(surface);
	if (!status)
		status = cairo_surface_status(surface);
	cairo_surface_destroy(surface);
	if (status) {
		diags_add(diags, DIAG_BUG, (struct place){0}, "the PDF could not be made: %s", cairo_status_to_string(status));
		return false;
	}
	g_autofree char *date = format_date(options->source_date);
	if (!pdf_tidy(bytes->data, bytes->len, count, date)) {
		diags_add(diags, DIAG_BUG, (struct place){0}, "cairo %s writes a PDF whose date cannot be set", cairo_version_string());
		return false;
	}
	g_byte_array_append(out, bytes->data, bytes->len);
	return true;
}

static bool render(const struct scene *scene, struct faces *faces, const struct render_options *options, GByteArray *out, struct diags *diags)
{
	return pdf_write_pages(&(struct pdf_page){scene, NULL}, 1, faces, options, out, diags);
}

static bool render_pages(const struct scene *const *scenes, size_t count, struct faces *faces, const struct render_options *options, GByteArray *out,
	struct diags *diags)
{
	g_autofree struct pdf_page *pages = g_new0(struct pdf_page, count);
	for (size_t i = 0; i < count; i++)
		pages[i].scene = scenes[i];
	return pdf_write_pages(pages, count, faces, options, out, diags);
}

const struct backend backend_pdf = {"pdf", ".pdf", "application/pdf", "PDF: exact size, embedded fonts, text that can be searched", render, render_pages};
