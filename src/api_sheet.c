// SPDX-License-Identifier: MIT
// The contact sheet: what its charts leave behind, laid out when it is asked for.
#include "api.h"

#include "layout/sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A4 landscape, and the width of a page that is as tall as its panels need.
#define PX_PER_MM (96 / 25.4)
#define PAGE_WIDTH_PX (297 * PX_PER_MM)
#define PAGE_HEIGHT_PX (210 * PX_PER_MM)
#define TALL_WIDTH_PX 1200.0

// ---- the sheet ----------------------------------------------------------------------------------------------------------------------------------------

struct panel {
	size_t place, added; // panels of one place stand as they were added
	struct sheet_panel panel;
};

struct rafter_sheet {
	struct arena *arena;
	struct rafter *page;
	struct { struct panel *items; size_t count, cap; } panels;
	struct rafter_frame frame;
	const struct theme *theme;     // of the panel that stands first
	size_t theme_place;
	// the last layout, until a panel is added or the page changed
	struct arena *layout_arena;
	const struct sheet *layout;
	struct size size;
	const struct theme *layout_theme;
};

struct rafter_sheet *rafter_sheet_new(void)
{
	struct arena *arena = arena_new();
	struct rafter_sheet *sheet = arena_alloc(arena, sizeof *sheet);
	sheet->arena = arena;
	sheet->page = rafter_new();
	return sheet;
}

static void forget_layout(struct rafter_sheet *sheet)
{
	if (sheet->layout_arena)
		arena_free(sheet->layout_arena);
	sheet->layout_arena = NULL;
	sheet->layout = NULL;
}

void rafter_sheet_free(struct rafter_sheet *sheet)
{
	if (!sheet)
		return;
	forget_layout(sheet);
	rafter_free(sheet->page);
	arena_free(sheet->arena);
}

struct rafter *rafter_sheet_page(struct rafter_sheet *sheet)
{
	return sheet->page;
}

static const char *machine_names(struct arena *arena, const struct analysis *analysis)
{
	const char *names = NULL;
	for (size_t i = 0; i < analysis->machines.count; i++) {
		const char *name = hardware_name(analysis->machines.items[i].hardware);
		if (name)
			names = names ? arena_printf(arena, "%s, %s", names, name) : name;
	}
	return names ? names : "Roofline";
}

static void keep_theme(struct rafter_sheet *sheet, struct rafter *chart, size_t place)
{
	if (sheet->theme && place >= sheet->theme_place)
		return;
	struct diags *unheard = diags_new(); // what is wrong with it, the chart says when it is drawn
	const struct theme *theme = api_theme(chart, unheard);
	diags_free(unheard);
	if (!theme)
		return;
	struct theme *copy = arena_alloc(sheet->arena, sizeof *copy);
	*copy = *theme;
	const char **words[] = {&copy->name, &copy->doc, &copy->extends, &copy->family, &copy->svg_fallback, &copy->thousands};
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		*words[i] = *words[i] ? arena_strdup(sheet->arena, *words[i]) : NULL;
	copy->family_place = (struct place){0};
	sheet->theme = copy;
	sheet->theme_place = place;
}

bool rafter_sheet_add(struct rafter_sheet *sheet, struct rafter *chart, size_t place, const char *name)
{
	struct rafter_frame frame;
	if (!rafter_get_frame(chart, &frame))
		return false;
	forget_layout(sheet);
	rafter_frame_unite(&sheet->frame, &frame);
	keep_theme(sheet, chart, place);
	struct panel *panel = list_push(sheet->arena, &sheet->panels);
	panel->place = place;
	panel->added = sheet->panels.count;
	panel->panel.analysis = analysis_copy(sheet->arena, chart->analysis);
	g_autofree char *title = g_utf8_make_valid(name ? name : machine_names(chart->arena, chart->analysis), -1);
	panel->panel.title = arena_strdup(sheet->arena, title);
	return true;
}

// ---- its layout ---------------------------------------------------------------------------------------------------------------------------------------

static int by_place(const void *a, const void *b)
{
	const struct panel *pa = a, *pb = b;
	if (pa->place != pb->place)
		return pa->place < pb->place ? -1 : 1;
	return pa->added < pb->added ? -1 : pa->added > pb->added;
}

// The size that the user gave; else by format.
static bool page_size(struct rafter *page, bool paged, struct size *size)
{
	bool said = page->size.width_px > 0 || page->chart.size.name || !isnan(page->chart.size.width_px);
	if (said)
		return api_size(page, size, page->diags);
	*size = paged ? (struct size){.width_px = PAGE_WIDTH_PX, .height_px = PAGE_HEIGHT_PX, .physical = true} : (struct size){.width_px = TALL_WIDTH_PX};
	return true;
}

// A title that all charts share, else what they are.
static void choose_words(struct rafter_sheet *sheet, struct sheet_spec *spec)
{
	const struct chart *page = &sheet->page->chart;
	const char *common = spec->panels[0].analysis->chart->title;
	for (size_t i = 1; i < spec->count; i++)
		if (g_strcmp0(common, spec->panels[i].analysis->chart->title) != 0)
			common = NULL;
	const char *count = spec->count == 1 ? "1 roofline" : arena_printf(sheet->layout_arena, "%zu rooflines with the same axes", spec->count);
	spec->title = page->title ? page->title : common ? common : count;
	spec->subtitle = page->subtitle ? page->subtitle : spec->title != count ? count : NULL;
	spec->author = page->author ? page->author : spec->panels[0].analysis->chart->author;
}

static bool lay_out(struct rafter_sheet *sheet, const struct size *size)
{
	struct rafter *page = sheet->page;
	sheet->layout_arena = arena_new();
	sheet->size = *size;
	sheet->layout_theme = page->theme || page->chart.theme || !sheet->theme ? api_theme(page, page->diags) : sheet->theme;
	if (!page->faces)
		page->faces = faces_new(NULL, page->diags);
	if (!sheet->layout_theme || !faces_check_family(page->faces, sheet->layout_theme->family, sheet->layout_theme->family_place))
		return false;
	qsort(sheet->panels.items, sheet->panels.count, sizeof *sheet->panels.items, by_place);
	struct sheet_panel *panels = arena_array(sheet->layout_arena, sheet->panels.count, sizeof *panels);
	for (size_t i = 0; i < sheet->panels.count; i++)
		panels[i] = sheet->panels.items[i].panel;
	struct measurer measurer = faces_measurer(page->faces);
	const struct rafter_frame *f = &sheet->frame;
	struct sheet_spec spec = {.panels = panels, .count = sheet->panels.count, .limits = {f->x_min, f->x_max, f->y_min, f->y_max, f->peak}, .theme = sheet->layout_theme,
		.measurer = &measurer, .width_px = size->width_px, .height_px = size->height_px};
	choose_words(sheet, &spec);
	sheet->layout = sheet_run(sheet->layout_arena, &spec, page->diags);
	for (size_t i = 0; sheet->layout && i < sheet->layout->pages.count; i++)
		faces_report(page->faces, &sheet->layout->pages.items[i].scene);
	return sheet->layout;
}

// The layout for a format, made anew where the page has changed or the last was made for another size.
static bool reach(struct rafter_sheet *sheet, const struct backend *backend)
{
	struct rafter *page = sheet->page;
	bool changed = page->prepared != STEP_DONE;
	struct size size;
	if (!sheet->panels.count) {
		diags_add(page->diags, DIAG_USAGE, (struct place){0}, "a contact sheet without charts");
		return false;
	}
	if (!api_prepare(page))
		return false;
	diags_set_derived(page->diags, true);
	bool ok = page_size(page, backend->render_pages, &size);
	if (ok && (changed || !sheet->layout || sheet->size.width_px != size.width_px || sheet->size.height_px != size.height_px)) {
		forget_layout(sheet);
		ok = lay_out(sheet, &size);
	}
	diags_set_derived(page->diags, false);
	return ok && api_ok(page);
}

size_t rafter_sheet_file_count(struct rafter_sheet *sheet, const char *format)
{
	const struct backend *backend = api_backend(sheet->page, &(struct rafter_output){.format = format});
	if (!backend || !reach(sheet, backend))
		return 0;
	return backend->render_pages ? 1 : sheet->layout->pages.count;
}

bool rafter_sheet_render(struct rafter_sheet *sheet, const struct rafter_output *output, size_t file, struct rafter_bytes *bytes)
{
	struct rafter *page = sheet->page;
	*bytes = (struct rafter_bytes){0};
	const struct backend *backend = api_backend(page, output);
	if (!backend || !reach(sheet, backend))
		return false;
	const struct sheet *layout = sheet->layout;
	bool one_file = backend->render_pages;
	if (file >= (one_file ? 1 : layout->pages.count)) {
		diags_add(page->diags, DIAG_USAGE, (struct place){0}, "the contact sheet has %zu files, there is no file %zu", one_file ? 1 : layout->pages.count, file + 1);
		return false;
	}
	struct render_options options = api_render_options(output, sheet->layout_theme, sheet->size.physical);
	g_autoptr(GByteArray) out = g_byte_array_new();
	g_autofree const struct scene **scenes = g_new(const struct scene *, layout->pages.count);
	for (size_t i = 0; i < layout->pages.count; i++)
		scenes[i] = &layout->pages.items[i].scene;
	bool done = one_file ? backend->render_pages(scenes, layout->pages.count, page->faces, &options, out, page->diags)
			     : backend->render(scenes[file], page->faces, &options, out, page->diags);
	if (!done || !api_ok(page))
		return false;
	bytes->size = out->len;
	bytes->data = g_byte_array_free(g_steal_pointer(&out), FALSE);
	return true;
}

bool rafter_sheet_layout(struct rafter_sheet *sheet, const char *format, struct rafter_bytes *bytes)
{
	*bytes = (struct rafter_bytes){0};
	const struct backend *backend = api_backend(sheet->page, &(struct rafter_output){.format = format});
	if (!backend || !reach(sheet, backend))
		return false;
	GString *text = g_string_new(NULL);
	layout_report_write_pages(sheet->layout->pages.items, sheet->layout->pages.count, text);
	*bytes = api_bytes(text);
	return true;
}
