// SPDX-License-Identifier: MIT
// Several charts in one document: their sheets, the drawings that the format asks for, its writer.
#include "api.h"

#include "backend/backend.h"
#include "base/text.h"
#include "report/document.h"

#include <math.h>
#include <string.h>

// The drawing for narrow screens, and the width up to which a chart serves as its own. Type for it is larger than its width alone would give.
#define NARROW_WIDTH_PX 400.0
#define NARROW_HEIGHT_PX 430.0
#define NARROW_PLOT_PX 280.0
#define NARROW_TYPE_WIDTH_PX 520.0
#define NARROW_ENOUGH_PX 480.0
// Of a picture on a page, so that its heading and the first lines of its table stand below it.
#define PAGE_PICTURE_HEIGHT_PX 760.0
#define PAGE_PICTURE_SHAPE 0.58

static const struct place nowhere;

static const char *const format_names[] = {"html", "pdf", "markdown", NULL};

const char *const *rafter_report_format_names(void)
{
	return format_names;
}

// What one report is made with: everything lives as long as the first chart.
struct job {
	struct rafter *const *charts;
	size_t count;
	const struct rafter_report_output *output;
	struct arena *arena;
	struct diags *diags;
	struct document document;
	const struct theme *light, *dark;
};

static const struct theme *without_title(struct arena *arena, const struct theme *theme)
{
	struct theme *copy = arena_alloc(arena, sizeof *copy);
	*copy = *theme;
	copy->show_title = false;
	return copy;
}

// Words of a chart have a contrast of 5 with its background at least (plan_readable), and with a region's colour no less than 4.5 when that has 5 / 4.5 with it.
static struct colour faint(struct colour fill, struct colour background)
{
	struct colour fainter = fill;
	for (double share = 0.95; fill.visible && background.visible && share > 0 && colour_contrast(fainter, background) > 5 / 4.5; share -= 0.05)
		fainter = colour_mix(fill, background, share);
	return fainter;
}

static const struct theme *with_faint_regions(struct arena *arena, const struct theme *theme)
{
	struct theme *copy = arena_alloc(arena, sizeof *copy);
	*copy = *theme;
	copy->memory_fill = faint(theme->memory_fill, theme->background);
	copy->compute_fill = faint(theme->compute_fill, theme->background);
	copy->mixed_fill = faint(theme->mixed_fill, theme->background);
	return copy;
}

// A chart that names no theme but these is shown as the reader prefers.
static bool is_pair(const struct rafter *r)
{
	return !r->theme && (!r->chart.theme || text_same(r->chart.theme, "light") || text_same(r->chart.theme, "dark"));
}

static struct sheet_files list_files(struct arena *arena, const struct rafter *r)
{
	struct sheet_files files = {0};
	for (size_t i = 0; i < r->files.count; i++) {
		const struct source *source = r->files.items[i].source;
		const char *slash = strrchr(source->name, '/');
		g_autofree char *sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)source->bytes, source->size);
		*list_push(arena, &files) = (struct sheet_file){r->files.items[i].role, slash ? slash + 1 : source->name, arena_strdup(arena, sum)};
	}
	return files;
}

// ---- pictures -----------------------------------------------------------------------------------------------------------------------------------------

static bool add_picture(struct job *job, struct document_chart *chart, struct rafter *r, const struct theme *theme, const struct layout *layout,
	struct document_picture picture)
{
	static const char letters[] = {[SCHEME_LIGHT] = 'l', [SCHEME_DARK] = 'd', [SCHEME_ANY] = 'a'};
	const char *prefix = arena_printf(job->arena, "c%zu%c%c-", (size_t)(chart - job->document.charts.items) + 1, letters[picture.scheme], picture.wide ? 'w' : 'n');
	struct render_options options = {.svg_text = SVG_TEXT_REAL, .id_prefix = prefix, .css_fallback = theme->svg_fallback, .source_date = -1};
	g_autoptr(GByteArray) out = g_byte_array_new();
	if (!backend_find("svg")->render(&layout->scene, r->faces, &options, out, r->diags))
		return false;
	picture.svg = arena_strndup(job->arena, (const char *)out->data, out->len);
	picture.size = out->len;
	picture.width_px = layout->scene.width_px;
	*list_push(job->arena, &chart->pictures) = picture;
	return true;
}

// `*height_px`: 0 until it was found, for one scheme, how much the plot and the table of names below it take.
static const struct layout *narrow_layout(struct job *job, struct rafter *r, const struct theme *theme, double *height_px)
{
	struct theme *larger = arena_alloc(job->arena, sizeof *larger);
	*larger = *theme;
	larger->base_width_px = theme->base_width_px > 0 ? NARROW_TYPE_WIDTH_PX : 0;
	if (r->chart_size.width_px <= NARROW_ENOUGH_PX)
		return NULL;
	bool found = *height_px > 0;
	*height_px = found ? *height_px : r->analysis->scaling ? 1.4 * NARROW_HEIGHT_PX : NARROW_HEIGHT_PX;
	const struct layout *layout = api_lay_out_as(r, larger, NARROW_WIDTH_PX, *height_px);
	double lacking = layout && !found && !r->analysis->scaling ? NARROW_PLOT_PX - layout->report.plot.h : 0;
	if (lacking <= 0)
		return layout;
	*height_px += lacking;
	return api_lay_out_as(r, larger, NARROW_WIDTH_PX, *height_px);
}

static bool draw_scheme(struct job *job, struct document_chart *chart, struct rafter *r, const struct theme *named, enum document_scheme scheme,
	double *narrow_height_px)
{
	const struct theme *theme = without_title(job->arena, named);
	const struct layout *wide = api_lay_out_as(r, theme, r->chart_size.width_px, r->chart_size.height_px), *narrow = narrow_layout(job, r, theme, narrow_height_px);
	wide = wide ? wide : r->layout;
	bool ok = add_picture(job, chart, r, theme, wide, (struct document_picture){.scheme = scheme, .wide = true, .narrow = !narrow});
	return ok && (!narrow || add_picture(job, chart, r, theme, narrow, (struct document_picture){.scheme = scheme, .narrow = true}));
}

static bool draw_html(struct job *job, struct document_chart *chart, struct rafter *r)
{
	double height_px = 0;
	if (!is_pair(r))
		return draw_scheme(job, chart, r, r->chart_theme, SCHEME_ANY, &height_px);
	return draw_scheme(job, chart, r, job->light, SCHEME_LIGHT, &height_px) && draw_scheme(job, chart, r, job->dark, SCHEME_DARK, &height_px);
}

static bool has_own_size(const struct rafter *r)
{
	return r->size.width_px > 0 || r->chart.size.name || !isnan(r->chart.size.width_px);
}

// Names of points that a reader of the picture does not find beside their markers.
static size_t names_cut(const struct layout *layout)
{
	size_t count = layout->report.dropped.count;
	for (size_t i = 0; i < layout->report.labels.count; i++) {
		const struct report_label *label = &layout->report.labels.items[i];
		count += label->role == ROLE_KEY || (label->role == ROLE_POINT && label->shortened);
	}
	return count;
}

// At the size of type that the width gives, or where that saves names from being cut, a smaller one. The smallest, and more height where the chart leaves it to
// us, only where it saves them all.
static const struct layout *page_layout(struct job *job, struct rafter *r, const struct theme *theme, double width_px, double height_px)
{
	static const struct { double for_width, height; size_t most_cut; } tries[] = {{1, 1, SIZE_MAX}, {1.12, 1, SIZE_MAX}, {1.25, 1, SIZE_MAX}, {1.4, 1.1, 0}};
	const struct layout *best = NULL;
	for (size_t i = 0; i < (theme->base_width_px > 0 ? G_N_ELEMENTS(tries) : 1) && (!best || names_cut(best)); i++) {
		struct theme *smaller = arena_alloc(job->arena, sizeof *smaller);
		*smaller = *theme;
		smaller->base_width_px *= tries[i].for_width;
		const struct layout *layout = api_lay_out_as(r, smaller, width_px, has_own_size(r) ? height_px : tries[i].height * height_px);
		if (layout && names_cut(layout) <= tries[i].most_cut && (!best || names_cut(layout) < names_cut(best)))
			best = layout;
	}
	return best;
}

// As wide as the page or as the chart asks, at the proportions that it asks for or low ones, and never so tall that its table starts on another page.
static bool draw_page(struct job *job, struct document_chart *chart, struct rafter *r)
{
	double width = fmin(r->chart_size.width_px, document_picture_width_px()), height = r->chart_size.height_px * width / r->chart_size.width_px;
	height = fmin(height, has_own_size(r) ? PAGE_PICTURE_HEIGHT_PX : PAGE_PICTURE_SHAPE * width);
	const struct theme *theme = without_title(job->arena, is_pair(r) ? job->document.theme : r->chart_theme);
	const struct layout *layout = page_layout(job, r, theme, width, height);
	if (!layout && r->layout->scene.width_px <= document_picture_width_px())
		layout = r->layout;
	chart->scene = layout ? &layout->scene : NULL;
	if (!layout)
		diags_add(r->diags, DIAG_TOO_SMALL, nowhere, "the chart does not fit into the width of a page: it needs more room for its labels than %s gives", "A4");
	return layout;
}

// ---- the document -------------------------------------------------------------------------------------------------------------------------------------

static bool write_html(struct job *job, GByteArray *out)
{
	g_autoptr(GString) text = g_string_new(NULL);
	for (size_t i = 0; i < job->count; i++) {
		if (!draw_html(job, &job->document.charts.items[i], job->charts[i]))
			return false;
	}
	document_write_html(&job->document, text);
	g_byte_array_append(out, (const guint8 *)text->str, (guint)text->len);
	return true;
}

static bool write_markdown(struct job *job, GByteArray *out)
{
	g_autoptr(GString) text = g_string_new(NULL);
	for (size_t i = 0; i < job->count && job->output->pictures; i++)
		job->document.charts.items[i].link = job->output->pictures[i];
	document_write_markdown(&job->document, text);
	g_byte_array_append(out, (const guint8 *)text->str, (guint)text->len);
	return true;
}

static bool write_pdf(struct job *job, GByteArray *out)
{
	struct rafter *first = job->charts[0];
	for (size_t i = 0; i < job->count; i++) {
		if (!draw_page(job, &job->document.charts.items[i], job->charts[i]))
			return false;
	}
	struct measurer measurer = faces_measurer(first->faces);
	struct document_pages laid_out = document_lay_out(job->arena, &job->document, &measurer);
	struct pdf_page *pages = arena_array(job->arena, laid_out.count, sizeof *pages);
	for (size_t i = 0; i < laid_out.count; i++)
		pages[i] = (struct pdf_page){laid_out.items[i].scene, laid_out.items[i].bookmark};
	struct render_options options = {.source_date = job->output->source_date ? job->output->source_date : -1};
	return pdf_write_pages(pages, laid_out.count, first->faces, &options, out, job->diags);
}

struct format {
	const char *name;
	bool (*write)(struct job *job, GByteArray *out);
};

static const struct format *find_format(const char *name)
{
	static const struct format formats[] = {{"html", write_html}, {"pdf", write_pdf}, {"markdown", write_markdown}};
	for (size_t i = 0; i < G_N_ELEMENTS(formats); i++) {
		if (text_same(formats[i].name, name))
			return &formats[i];
	}
	return NULL;
}

// Every chart is laid out, so that all errors come in one run; the sheets are made when all that the charts say is said.
static bool add_charts(struct job *job)
{
	bool ok = true;
	for (size_t i = 0; i < job->count; i++)
		ok = api_lay_out(job->charts[i]) && ok;
	for (size_t i = 0; i < job->count && ok; i++) {
		struct rafter *r = job->charts[i];
		struct sheet_files files = list_files(job->arena, r);
		list_push(job->arena, &job->document.charts)->sheet = sheet_make(job->arena, api_flagged(r), r->diags, &files);
	}
	return ok;
}

static void choose_themes(struct job *job)
{
	const struct rafter *first = job->charts[0];
	job->light = theme_find(job->arena, "light", nowhere, job->diags);
	job->dark = theme_find(job->arena, "dark", nowhere, job->diags);
	job->light = with_faint_regions(job->arena, job->light);
	job->dark = with_faint_regions(job->arena, job->dark);
	job->document.theme = first->theme ? first->theme : job->light;
	job->document.print = job->light;
	job->document.dark = first->theme ? NULL : job->dark;
}

bool rafter_report(struct rafter *const *charts, size_t count, const struct rafter_report_output *output, struct rafter_bytes *bytes)
{
	*bytes = (struct rafter_bytes){0};
	struct job job = {.charts = charts, .count = count, .output = output, .arena = charts[0]->arena, .diags = charts[0]->diags};
	const char *name = output->format ? output->format : format_names[0];
	const struct format *format = find_format(name);
	if (!format) {
		keys_unknown(job.diags, DIAG_USAGE, nowhere, "report format", name, format_names, G_N_ELEMENTS(format_names) - 1);
		return false;
	}
	if (!add_charts(&job))
		return false;
	choose_themes(&job);
	document_settle_titles(job.arena, &job.document, output->title ? api_text(charts[0], output->title) : NULL);
	g_autoptr(GByteArray) out = g_byte_array_new();
	if (!format->write(&job, out))
		return false;
	bytes->size = out->len;
	bytes->data = g_byte_array_free(g_steal_pointer(&out), FALSE);
	return true;
}
