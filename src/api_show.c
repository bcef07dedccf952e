// SPDX-License-Identifier: MIT
// One entry of a list in full: a device or a link with every figure, its kind and its source; an importer with its recipe; of most other lists the row.
#include "api_lists.h"
#include "api_table.h"

#include "base/text.h"
#include "hardware/catalogue.h"
#include "import/importer.h"
#include "input/keys.h"

#include <math.h>
#include <string.h>

static const struct place nowhere;

// The columns are the keys of the spec, so that the JSON of a device is a hardware object that `rafter draw --hardware` reads.
static const char *const compute_keys_shown[] = {"name", "precision", "pipe", "accumulate", "peak", "low", "high", "sparse", "clock", "kind", "default", "source",
	"note", NULL};
static const char *const memory_keys_shown[] = {"name", "level", "bandwidth", "low", "high", "capacity", "kind", "source", "note", NULL};
static const char *const network_keys_shown[] = {"name", "id", "bandwidth", "both_ways", "scope", "kind", "source", "note", NULL};
static const char *const machine_keys_shown[] = {"id", "name", "vendor", "architecture", "year", "tdp", "confidence", "note", NULL};

// With `numbers`, a source is a number in the list that follows the tables; else it stands as it is.
struct sources {
	struct arena *arena;
	bool numbers;
	struct { const char **items; size_t count, cap; } list;
};

static size_t source_number(struct sources *sources, const char *source)
{
	for (size_t i = 0; i < sources->list.count; i++) {
		if (!strcmp(sources->list.items[i], source))
			return i + 1;
	}
	*list_push(sources->arena, &sources->list) = arena_strdup(sources->arena, source);
	return sources->list.count;
}

// "where; elsewhere" as "[1][2]".
static const char *put_source(struct sources *sources, const char *source)
{
	if (!source || !sources->numbers)
		return source;
	g_auto(GStrv) parts = g_strsplit(source, "; ", -1);
	const char *text = "";
	for (size_t i = 0; parts[i]; i++)
		text = arena_printf(sources->arena, "%s[%zu]", text, source_number(sources, parts[i]));
	return text;
}

static void put_compute(struct cells *cells, const struct compute_ceiling *ceiling, struct sources *sources)
{
	table_put(cells, ceiling->name);
	table_put(cells, ceiling->precision);
	table_put(cells, ceiling->pipe);
	table_put(cells, ceiling->accumulate);
	table_put_quantity(cells, ceiling->peak, QUANTITY_FLOP_RATE);
	table_put_quantity(cells, ceiling->low, QUANTITY_FLOP_RATE);
	table_put_quantity(cells, ceiling->high, QUANTITY_FLOP_RATE);
	table_put_quantity(cells, ceiling->sparse, QUANTITY_FLOP_RATE);
	table_put_quantity(cells, ceiling->clock, QUANTITY_FREQUENCY);
	table_put(cells, ceiling_kind_name(ceiling->kind));
	table_put_flag(cells, ceiling->is_default);
	table_put(cells, put_source(sources, ceiling->source));
	table_put(cells, ceiling->note);
}

static void put_memory(struct cells *cells, const struct memory_ceiling *ceiling, struct sources *sources)
{
	table_put(cells, ceiling->name);
	table_put(cells, ceiling->level);
	table_put_quantity(cells, ceiling->bandwidth, QUANTITY_BYTE_RATE);
	table_put_quantity(cells, ceiling->low, QUANTITY_BYTE_RATE);
	table_put_quantity(cells, ceiling->high, QUANTITY_BYTE_RATE);
	table_put_quantity(cells, ceiling->capacity, QUANTITY_BYTE);
	table_put(cells, ceiling_kind_name(ceiling->kind));
	table_put(cells, put_source(sources, ceiling->source));
	table_put(cells, ceiling->note);
}

static void put_network(struct cells *cells, const struct network_ceiling *ceiling, struct sources *sources)
{
	table_put(cells, ceiling->name);
	table_put(cells, ceiling->id);
	table_put_quantity(cells, ceiling->bandwidth, QUANTITY_BYTE_RATE);
	table_put_quantity(cells, ceiling->both_ways, QUANTITY_BYTE_RATE);
	table_put(cells, ceiling->scope);
	table_put(cells, ceiling_kind_name(ceiling->kind));
	table_put(cells, put_source(sources, ceiling->source));
	table_put(cells, ceiling->note);
}

static void put_machine(struct cells *cells, const struct hardware *hardware)
{
	table_put(cells, hardware->id);
	table_put(cells, hardware->name);
	table_put(cells, hardware->vendor);
	table_put(cells, hardware->architecture);
	table_put_number(cells, hardware->year);
	table_put_number(cells, hardware->tdp_w);
	table_put(cells, hardware->confidence);
	table_put(cells, hardware->note);
}

struct parts {
	struct cells machine, compute, memory, network;
};

static struct parts collect(const struct hardware *hardware, struct sources *sources)
{
	struct arena *arena = sources->arena;
	struct parts parts = {{.arena = arena}, {.arena = arena}, {.arena = arena}, {.arena = arena}};
	put_machine(&parts.machine, hardware);
	for (size_t i = 0; i < hardware->compute.count; i++)
		put_compute(&parts.compute, &hardware->compute.items[i], sources);
	for (size_t i = 0; i < hardware->memory.count; i++)
		put_memory(&parts.memory, &hardware->memory.items[i], sources);
	for (size_t i = 0; i < hardware->network.count; i++)
		put_network(&parts.network, &hardware->network.items[i], sources);
	return parts;
}

static void write_part(const char *title, const char *const *columns, const struct cells *cells, GString *out)
{
	if (!cells->list.count)
		return;
	g_string_append_printf(out, "\n%s\n\n", title);
	table_write(columns, cells, out);
}

static void write_sources(const struct sources *sources, GString *out)
{
	if (sources->list.count)
		g_string_append(out, "\nsources\n\n");
	for (size_t i = 0; i < sources->list.count; i++)
		g_string_append_printf(out, "[%zu] %s\n", i + 1, sources->list.items[i]);
}

static void write_hardware_table(const struct hardware *hardware, struct arena *arena, GString *out)
{
	struct sources sources = {.arena = arena, .numbers = true};
	struct parts parts = collect(hardware, &sources);
	table_write_lines(arena, machine_keys_shown, parts.machine.list.items, out);
	write_part("compute (dense peaks)", compute_keys_shown, &parts.compute, out);
	write_part("memory", memory_keys_shown, &parts.memory, out);
	write_part("network (one direction)", network_keys_shown, &parts.network, out);
	write_sources(&sources, out);
}

static void write_json_list(struct json_out *json, const char *key, const char *const *columns, const struct cells *cells)
{
	json_key(json, key);
	json_open(json, '[');
	for (size_t i = 0; i < cells->list.count; i += g_strv_length((char **)columns)) {
		json_open_flat(json, '{');
		table_write_members(columns, &cells->list.items[i], json);
		json_close(json, '}');
	}
	json_close(json, ']');
}

static void write_hardware_json(const struct hardware *hardware, struct arena *arena, GString *out)
{
	struct sources sources = {.arena = arena};
	struct parts parts = collect(hardware, &sources);
	struct json_out json;
	json_out_init(&json, out);
	json_open(&json, '{');
	table_write_members(machine_keys_shown, parts.machine.list.items, &json);
	write_json_list(&json, "compute", compute_keys_shown, &parts.compute);
	write_json_list(&json, "memory", memory_keys_shown, &parts.memory);
	write_json_list(&json, "network", network_keys_shown, &parts.network);
	json_close(&json, '}');
}

static void write_row(struct arena *arena, const char *const *columns, const struct cell *row, bool as_json, GString *out)
{
	struct json_out json;
	if (!as_json) {
		table_write_lines(arena, columns, row, out);
		return;
	}
	json_out_init(&json, out);
	json_open(&json, '{');
	table_write_members(columns, row, &json);
	json_close(&json, '}');
}

static bool show_hardware(struct rafter *r, const char *name, bool as_json, GString *out)
{
	const struct hardware *hardware = catalogue_lookup.device(catalogue_lookup.user, r->arena, name, nowhere, r->diags);
	if (hardware)
		(as_json ? write_hardware_json : write_hardware_table)(hardware, r->arena, out);
	return hardware != NULL;
}

static bool show_link(struct rafter *r, const char *name, bool as_json, GString *out)
{
	const struct network_ceiling *link = catalogue_lookup.link(catalogue_lookup.user, r->arena, name, nowhere, r->diags);
	struct sources sources = {.arena = r->arena};
	struct cells cells = {.arena = r->arena};
	if (!link)
		return false;
	put_network(&cells, link, &sources);
	write_row(r->arena, network_keys_shown, cells.list.items, as_json, out);
	return true;
}

// The row whose first cell is the name.
static bool show_row(struct rafter *r, const struct list *list, const char *name, bool as_json, GString *out)
{
	struct cells cells = {.arena = r->arena};
	list->fill(&cells);
	size_t count = g_strv_length((char **)list->columns), rows = cells.list.count / count;
	const char **names = arena_array(r->arena, rows + 1, sizeof *names);
	for (size_t i = 0; i < rows; i++) {
		names[i] = cells.list.items[i * count].text;
		if (text_same(names[i], name)) {
			write_row(r->arena, list->columns, &cells.list.items[i * count], as_json, out);
			return true;
		}
	}
	g_autofree char *what = g_strndup(list->name, strlen(list->name) - 1);
	keys_unknown(r->diags, DIAG_UNKNOWN_NAME, nowhere, what, name, names, rows);
	return false;
}

// The row of the list, then how to get such a file.
static bool show_importer(struct rafter *r, const char *name, bool as_json, GString *out)
{
	static const char *const columns[] = {"name", "reads", "gives", "hint", "recipe", NULL};
	const char *names[64];
	size_t count = 0;
	for (; importers[count] && count < G_N_ELEMENTS(names); count++) {
		const struct importer *importer = importers[count];
		names[count] = importer->name;
		if (!text_same(importer->name, name))
			continue;
		const struct cell row[] = {{importer->name, NAN, false}, {importer->tool, NAN, false}, {importer->gives, NAN, false}, {importer->hint, NAN, false},
			{as_json ? importer->recipe : NULL, NAN, false}};
		write_row(r->arena, columns, row, as_json, out);
		if (!as_json)
			g_string_append_printf(out, "\n%s", importer->recipe);
		return true;
	}
	keys_unknown(r->diags, DIAG_UNKNOWN_NAME, nowhere, "importer", name, names, count);
	return false;
}

static bool show_entry(struct rafter *r, const struct list *list, const char *name, bool as_json, GString *out)
{
	static const struct {
		const char *list;
		bool (*show)(struct rafter *r, const char *name, bool as_json, GString *out);
	} shows[] = {{"hardware", show_hardware}, {"links", show_link}, {"kernels", kernel_show}, {"themes", show_theme}, {"importers", show_importer}};
	for (size_t i = 0; i < G_N_ELEMENTS(shows); i++) {
		if (!strcmp(shows[i].list, list->name))
			return shows[i].show(r, name, as_json, out);
	}
	return show_row(r, list, name, as_json, out);
}

bool rafter_show(struct rafter *r, const char *what, const char *name, const char *format, struct rafter_bytes *bytes)
{
	*bytes = (struct rafter_bytes){0};
	const struct list *list = list_find(what);
	bool as_json = !strcmp(format, "json");
	if (!list || !list->fill || (!as_json && strcmp(format, "table") != 0)) {
		diags_add(r->diags, DIAG_USAGE, nowhere, "expected a list with entries and the format table or json, found '%s' and '%s'", what, format);
		return false;
	}
	GString *out = g_string_new(NULL);
	bool ok = show_entry(r, list, name, as_json, out) && api_ok(r);
	if (ok)
		*bytes = api_bytes(out);
	else
		g_string_free(out, TRUE);
	return ok;
}
