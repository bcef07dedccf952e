// SPDX-License-Identifier: MIT
// What rafter knows, as tables for people and JSON for tools: every list is a row of `lists` that says its columns and fills its cells.
#include "api_lists.h"

#include "backend/backend.h"
#include "base/text.h"
#include "hardware/catalogue.h"
#include "import/importer.h"
#include "theme/theme.h"

#include <math.h>
#include <string.h>

static const struct place nowhere;

// The fastest roof that is drawn when nothing is chosen.
static const struct compute_ceiling *default_peak(const struct hardware *hardware)
{
	const struct compute_ceiling *best = NULL;
	for (size_t i = 0; i < hardware->compute.count; i++) {
		const struct compute_ceiling *ceiling = &hardware->compute.items[i];
		if (!best || ceiling->is_default > best->is_default || (ceiling->is_default == best->is_default && ceiling->peak > best->peak))
			best = ceiling;
	}
	return best;
}

static void fill_hardware(struct cells *cells)
{
	for (const char *const *id = catalogue_device_ids(); *id; id++) {
		const struct hardware *hardware = catalogue_device(cells->arena, *id);
		const struct compute_ceiling *peak = default_peak(hardware);
		const struct memory_ceiling *memory = hardware_main_memory(hardware);
		table_put(cells, *id);
		table_put(cells, hardware->name);
		table_put(cells, hardware->vendor);
		table_put_number(cells, hardware->year);
		table_put_quantity(cells, peak ? peak->peak : NAN, QUANTITY_FLOP_RATE);
		table_put(cells, peak ? peak->name : NULL);
		table_put_quantity(cells, memory ? memory->bandwidth : NAN, QUANTITY_BYTE_RATE);
		table_put(cells, memory ? memory->name : NULL);
	}
}

static void put_link(struct cells *cells, const char *id, const struct network_ceiling *link)
{
	table_put(cells, id);
	table_put(cells, link->name);
	table_put_quantity(cells, link->bandwidth, QUANTITY_BYTE_RATE);
	table_put_quantity(cells, link->both_ways, QUANTITY_BYTE_RATE);
	table_put(cells, link->scope);
	table_put(cells, ceiling_kind_name(link->kind));
	table_put(cells, link->note);
}

static void fill_links(struct cells *cells)
{
	for (const char *const *id = catalogue_link_ids(); *id; id++)
		put_link(cells, *id, catalogue_link(cells->arena, *id));
}

static void fill_themes(struct cells *cells)
{
	struct diags *diags = diags_new();
	for (const char *const *name = theme_names(); *name; name++) {
		const struct theme *theme = theme_find(cells->arena, *name, nowhere, diags);
		table_put(cells, *name);
		table_put(cells, theme ? theme->family : NULL);
		table_put(cells, theme ? theme->doc : NULL);
	}
	diags_free(diags);
}

static void fill_markers(struct cells *cells)
{
	for (size_t i = 0; marker_names[i]; i++)
		table_put(cells, marker_names[i]);
}

static void fill_sizes(struct cells *cells)
{
	for (const struct size *size = sizes; size->name; size++) {
		table_put(cells, size->name);
		table_put_number(cells, size->width_px);
		table_put_number(cells, size->height_px);
		table_put(cells, size->doc);
	}
}

static void fill_formats(struct cells *cells)
{
	for (size_t i = 0; backends[i]; i++) {
		table_put(cells, backends[i]->name);
		table_put(cells, backends[i]->suffix);
		table_put(cells, backends[i]->media_type);
		table_put(cells, backends[i]->doc);
	}
}

static void fill_importers(struct cells *cells)
{
	for (size_t i = 0; importers[i]; i++) {
		table_put(cells, importers[i]->name);
		table_put(cells, importers[i]->tool);
		table_put(cells, importers[i]->gives);
		table_put(cells, importers[i]->hint);
	}
}

static const struct list lists[] = {
	{"hardware", {"id", "name", "vendor", "year", "peak", "roof", "bandwidth", "memory"}, fill_hardware, NULL},
	{"links", {"id", "name", "bandwidth", "both_ways", "scope", "kind", "note"}, fill_links, NULL},
	{"kernels", {"name", "parameters", "flops", "bytes", "network_bytes", "doc", "source"}, kernels_fill, NULL},
	{"themes", {"name", "family", "doc"}, fill_themes, NULL},
	{"markers", {"name"}, fill_markers, NULL},
	{"sizes", {"name", "width_px", "height_px", "doc"}, fill_sizes, NULL},
	{"formats", {"name", "suffix", "media_type", "doc"}, fill_formats, NULL},
	{"importers", {"name", "reads", "gives", "hint"}, fill_importers, NULL},
	{"schema", {NULL}, NULL, schema_write},
};

const struct list *list_find(const char *what)
{
	size_t length = strlen(what);
	for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
		const char *name = lists[i].name, *rest = !strncmp(name, what, length) ? name + length : NULL;
		if (rest && length && (!*rest || !strcmp(rest, "s")))
			return &lists[i];
	}
	return NULL;
}

bool rafter_list(const char *what, const char *format, struct rafter_bytes *bytes)
{
	*bytes = (struct rafter_bytes){0};
	const struct list *list = list_find(what);
	bool as_json = !strcmp(format, "json");
	if (list && list->write == schema_write && !strcmp(format, "scdoc")) {
		GString *page = g_string_new(NULL);
		spec_page_write(page);
		*bytes = api_bytes(page);
		return true;
	}
	if (!list || (!as_json && strcmp(format, "table") != 0))
		return false;
	GString *out = g_string_new(NULL);
	if (list->write) {
		list->write(out);
		*bytes = api_bytes(out);
		return true;
	}
	struct cells cells = {.arena = arena_new()};
	list->fill(&cells);
	if (as_json)
		table_write_json(list->columns, &cells, out);
	else
		table_write(list->columns, &cells, out);
	arena_free(cells.arena);
	*bytes = api_bytes(out);
	return true;
}

// ---- names --------------------------------------------------------------------------------------------------------------------------------------------

const char *const *rafter_list_names(void)
{
	static const char *const names[] = {"hardware", "links", "kernels", "themes", "markers", "sizes", "formats", "importers", "schema", NULL};
	_Static_assert(G_N_ELEMENTS(names) == G_N_ELEMENTS(lists) + 1, "every list has its name here");
	return names;
}

const char *const *rafter_format_names(void)
{
	static const char *const names[] = {"svg", "png", "pdf", NULL};
	return names;
}

bool rafter_knows(const char *what, const char *name)
{
	const char *ids[1];
	const struct list *list = list_find(what);
	if (!list || !list->fill)
		return false;
	if (!strcmp(what, "hardware"))
		return catalogue_match(name, ids, 1) > 0;
	if (!strcmp(what, "links"))
		return catalogue_match_link(name, ids, 1) > 0;
	struct cells cells = {.arena = arena_new()};
	list->fill(&cells);
	size_t count = g_strv_length((char **)list->columns);
	bool found = false;
	for (size_t i = 0; i < cells.list.count; i += count)
		found |= text_same(cells.list.items[i].text, name);
	arena_free(cells.arena);
	return found;
}

const char *rafter_nearest(const char *word, const char *const *choices)
{
	return text_nearest(word, choices, g_strv_length((char **)choices));
}
