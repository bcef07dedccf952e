// SPDX-License-Identifier: MIT
// Sheets as one document: a page of HTML that needs nothing beside it, Markdown with pictures beside it, pages for paper.
#ifndef RAFTER_REPORT_DOCUMENT_H
#define RAFTER_REPORT_DOCUMENT_H

#include "report/sheet.h"
#include "scene/scene.h"
#include "theme/theme.h"

#include <glib.h>

enum document_scheme { SCHEME_LIGHT, SCHEME_DARK, SCHEME_ANY };

// One drawing of a chart, and where HTML shows it.
struct document_picture {
	enum document_scheme scheme;
	bool wide, narrow;       // on wide windows, on narrow ones; one drawing may serve both
	const char *svg;
	size_t size;
	double width_px;
};

struct document_chart {
	const struct sheet *sheet;
	const char *title;       // of the sheet, made distinct within the document
	struct { struct document_picture *items; size_t count, cap; } pictures; // of HTML
	const char *link;        // of Markdown: the picture's place relative to the file, NULL for none
	const struct scene *scene; // of pages
};

struct document {
	const char *title;
	const struct theme *theme; // of the page
	const struct theme *print; // on paper, where `theme` is a dark one
	const struct theme *dark;  // where the reader wants it dark; NULL: as `theme` says
	struct { struct document_chart *items; size_t count, cap; } charts;
};

// Gives every chart its title and the document its own (`title` NULL: made of the charts).
void document_settle_titles(struct arena *arena, struct document *document, const char *title);

void document_write_html(const struct document *document, GString *out);
// Under 900 kB, what a step summary takes: of longer tables the first rows.
void document_write_markdown(const struct document *document, GString *out);
void html_write_style(const struct document *document, GString *out);

// ---- pages.c ------------------------------------------------------------------------------------------------------------------------------------------

struct document_page {
	struct scene *scene;
	const char *bookmark;    // of the chart that starts here, or NULL
};

struct document_pages {
	struct document_page *items;
	size_t count, cap;
};

// Width in px that a picture may take on a page.
double document_picture_width_px(void);
// A4 pages. The scenes of the charts are painted where they fit whole.
struct document_pages document_lay_out(struct arena *arena, const struct document *document, const struct measurer *measurer);

#endif
