// SPDX-License-Identifier: MIT
// The user's own names and looks of kernels, for many charts at once.
#include "import/points.h"

#include "base/text.h"
#include "input/csv.h"
#include "input/keys.h"
#include "model/spec.h"

#include <string.h>

struct rename {
	struct pattern pattern;
	const char *name, *label, *series;
	struct colour color;
	enum marker marker;
	struct place place;
};

struct renames {
	struct rename *items;
	size_t count, cap;
};

static const struct key rename_keys[] = {
	{"name", KEY_STRING, offsetof(struct rename, name), .required = true, .doc = "name of the kernel, or /regular expression/"},
	{"label", KEY_STRING, offsetof(struct rename, label), .doc = "what it is called"},
	{"series", KEY_STRING, offsetof(struct rename, series), .doc = "its series"},
	{"color", KEY_COLOUR, offsetof(struct rename, color), .doc = "its colour"},
	{"marker", KEY_ENUM, offsetof(struct rename, marker), .choices = marker_names, .doc = "its shape"},
	{0},
};

static bool add(struct arena *arena, struct renames *renames, struct rename rename, struct diags *diags)
{
	if (text_is_blank(rename.name)) {
		diags_add(diags, DIAG_WRONG_VALUE, rename.place, "expected the name of a kernel, or /an expression/, found blanks alone");
		return false;
	}
	if (rename.label && text_is_blank(rename.label)) {
		diags_add(diags, DIAG_WRONG_VALUE, rename.place, "expected a label for '%s' that can be seen, found blanks alone", rename.name);
		return false;
	}
	if (!pattern_make(&rename.pattern, rename.name, false, rename.place, diags))
		return false;
	*list_push(arena, renames) = rename;
	return true;
}

// ---- JSON ---------------------------------------------------------------------------------------------------------------------------------------------

static bool json_entry(struct arena *arena, const struct json *item, struct renames *renames, struct diags *diags)
{
	struct rename rename = {.name = item->key, .place = item->key_place};
	struct key_context context = {.arena = arena, .diags = diags};
	if (item->type == JSON_STRING) {
		rename.label = item->string;
		return add(arena, renames, rename, diags);
	}
	// the name is the key, not a member
	return keys_read(&context, rename_keys + 1, item, &rename) && add(arena, renames, rename, diags);
}

static bool json_entries(struct arena *arena, const struct source *source, struct renames *renames, struct diags *diags)
{
	const struct json *root = json_read(arena, source, diags);
	bool ok = root != NULL;
	if (root && root->type != JSON_OBJECT) {
		diags_add(diags, DIAG_WRONG_TYPE, root->place, "expected an object such as {\"ampere_s16816gemm\": \"GEMM\"}, found %s", json_type_name(root));
		return false;
	}
	for (const struct json *item = root ? root->child : NULL; item; item = item->next)
		ok = json_entry(arena, item, renames, diags) && ok;
	return ok;
}

// ---- tables -------------------------------------------------------------------------------------------------------------------------------------------

enum { MAX_COLUMNS = 16 };

static bool table_row(struct arena *arena, const struct key *const *columns, const struct csv_record *record, struct renames *renames, struct diags *diags)
{
	struct rename rename = {.place = record->place};
	struct key_context context = {.arena = arena, .diags = diags};
	bool ok = true;
	for (size_t i = 0; i < record->count; i++) {
		const struct csv_cell *cell = &record->cells[i];
		struct json value = {.type = JSON_STRING, .string = cell->text, .place = cell->place, .path = columns[i]->name};
		if (*cell->text || columns[i] == rename_keys)
			ok = keys_read_value(&context, columns[i], &value, &rename) && ok;
	}
	return ok && add(arena, renames, rename, diags);
}

static bool table_header(const struct csv_record *header, const struct key **columns, struct diags *diags)
{
	bool named = false;
	const char *choices[MAX_COLUMNS];
	size_t count = 0;
	for (const struct key *row = rename_keys; row->name; row++)
		choices[count++] = row->name;
	for (size_t i = 0; i < header->count && i < MAX_COLUMNS; i++) {
		columns[i] = NULL;
		for (const struct key *row = rename_keys; row->name && !columns[i]; row++)
			columns[i] = g_ascii_strcasecmp(row->name, header->cells[i].text) == 0 ? row : NULL;
		if (!columns[i]) {
			keys_unknown(diags, DIAG_UNKNOWN_KEY, header->cells[i].place, "column", header->cells[i].text, choices, count);
			return false;
		}
		named |= columns[i] == rename_keys;
	}
	if (named && header->count <= MAX_COLUMNS)
		return true;
	diags_add(diags, DIAG_BAD_CSV, header->place, "expected a header row such as name,label,series,color,marker, found none with the column 'name'");
	return false;
}

static bool table_entries(struct arena *arena, const struct source *source, struct renames *renames, struct diags *diags)
{
	const struct csv *csv = csv_read(arena, source, (struct csv_options){0}, diags);
	const struct key *columns[MAX_COLUMNS];
	if (!csv)
		return false;
	if (!csv->count) {
		diags_add(diags, DIAG_BAD_CSV, (struct place){source, 0, 0}, "expected a header row such as name,label and rows below it, found an empty file");
		return false;
	}
	bool ok = table_header(&csv->records[0], columns, diags);
	for (size_t i = 1; ok && i < csv->count; i++) {
		const struct csv_record *record = &csv->records[i];
		if (record->count == csv->records[0].count) {
			ok = table_row(arena, columns, record, renames, diags);
			continue;
		}
		diags_add(diags, DIAG_BAD_CSV, record->place, "expected %zu cells as in the header, found %zu", csv->records[0].count, record->count);
		ok = false;
	}
	return ok;
}

// ---- use ----------------------------------------------------------------------------------------------------------------------------------------------

// The label with the groups of the expression in it.
static const char *label_of(struct arena *arena, const struct rename *rename, const struct point *point)
{
	if (!rename->pattern.regex || !strchr(rename->label, '\\'))
		return rename->label;
	const char *const texts[] = {point->kernel_name, point->name, point->label};
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
		g_autoptr(GMatchInfo) match = NULL;
		if (!texts[i] || !g_regex_match(rename->pattern.regex, texts[i], 0, &match))
			continue;
		g_autofree char *expanded = g_match_info_expand_references(match, rename->label, NULL);
		return expanded ? arena_strdup(arena, expanded) : rename->label;
	}
	return rename->label;
}

static void use(struct arena *arena, struct rename *rename, struct point *point)
{
	if (rename->label) {
		point->label = label_of(arena, rename, point);
		// launches of one new name are one kernel's
		point->kernel_name = point->label;
	}
	if (rename->series)
		point->series = rename->series;
	if (rename->color.visible)
		point->color = rename->color;
	if (rename->marker != MARKER_AUTO)
		point->marker = rename->marker;
}

static struct rename *find(struct renames *renames, const struct point *point)
{
	for (int regex = 0; regex < 2; regex++)
		for (size_t i = 0; i < renames->count; i++)
			if ((renames->items[i].pattern.regex != NULL) == regex && pattern_matches(&renames->items[i].pattern, point))
				return &renames->items[i];
	return NULL;
}

// All series of the file, in its order, whether this chart has them or not: so they have the same colours and shapes in every chart.
static void declare_series(struct arena *arena, const struct renames *renames, struct chart *chart)
{
	for (size_t i = 0; i < renames->count; i++) {
		const char *key = renames->items[i].series;
		bool known = !key;
		for (size_t k = 0; k < chart->series.count && !known; k++)
			known = strcmp(chart->series.items[k].key, key) == 0;
		if (known)
			continue;
		struct series *series = list_push(arena, &chart->series);
		series_init(series);
		series->key = key;
		series->optional = true;
	}
}

bool points_rename(struct arena *arena, const struct source *source, struct chart *chart, struct diags *diags)
{
	struct renames renames = {0};
	bool ok = json_is_meant(source) ? json_entries(arena, source, &renames, diags) : table_entries(arena, source, &renames, diags);
	if (ok)
		declare_series(arena, &renames, chart);
	for (size_t i = 0; ok && i < chart->points.count; i++) {
		struct rename *rename = find(&renames, &chart->points.items[i]);
		if (rename)
			use(arena, rename, &chart->points.items[i]);
	}
	for (size_t i = 0; i < renames.count; i++)
		pattern_clear(&renames.items[i].pattern);
	return ok;
}
