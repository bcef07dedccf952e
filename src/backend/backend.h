// SPDX-License-Identifier: MIT
// A finished layout as bytes: one function per format. The same bytes for the same scene, whatever the time, locale, folder or number of cores.
#ifndef RAFTER_BACKEND_BACKEND_H
#define RAFTER_BACKEND_BACKEND_H

#include "layout/layout.h"

#include <glib.h>

enum svg_text { SVG_TEXT_REAL, SVG_TEXT_OUTLINE };

struct render_options {
	double dpi;               // of PNG; 0: 192, or 300 for a physical size
	bool physical;            // the size was given in absolute units
	bool transparent;         // no background
	enum svg_text svg_text;
	const char *id_prefix;    // of SVG ids; NULL: one made of the content, so that the ids of two charts in one page differ
	const char *css_fallback; // families after the first, for real SVG text
	long long source_date;    // seconds since 1970 for the PDF's dates, -1: no date in the file
};

struct faces;

struct backend {
	const char *name, *suffix, *media_type, *doc; // "svg", ".svg", "image/svg+xml"
	// Appends the file to `out`. False with an error ([limit]: PNG side over 32,767 px or over 268 million pixels, checked before allocation).
	bool (*render)(const struct scene *scene, struct faces *faces, const struct render_options *options, GByteArray *out, struct diags *diags);
	// The same of several scenes as the pages of one file, which has the title and author of the first; NULL: a file holds one page.
	bool (*render_pages)(const struct scene *const *scenes, size_t count, struct faces *faces, const struct render_options *options, GByteArray *out,
		struct diags *diags);
};

extern const struct backend *const backends[]; // svg, png, pdf; NULL-terminated
const struct backend *backend_find(const char *name_or_suffix); // "svg", ".svg", "SVG"; NULL when unknown

// A PDF of several pages: metadata of the first. At least one.
struct pdf_page {
	const struct scene *scene;
	const char *bookmark;     // in the outline, or NULL
};
bool pdf_write_pages(const struct pdf_page *pages, size_t count, struct faces *faces, const struct render_options *options, GByteArray *out, struct diags *diags);

// The scene as text, one op a line, for golden tests.
void scene_dump(const struct scene *scene, GString *out);
// SPEC section 6, --layout.
void layout_report_write(const struct layout_report *report, GString *out);
// The same of several pages: the labels of each, and the panels of all, which say on which page they stand.
void layout_report_write_pages(const struct layout *pages, size_t count, GString *out);

#endif
