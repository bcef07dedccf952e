// SPDX-License-Identifier: MIT
#include "theme/theme.h"

#include "embed/embedded.h"

#include <assert.h>
#include <glib.h>
#include <stddef.h>
#include <string.h>

// The theme that has every key; all others start from it.
#define ROOT_THEME "light"

// ---- values that are no plain field -------------------------------------------------------------------------------------------------------------------

static bool read_weight(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	struct key row = {key->name, KEY_NUMBER, .low = 100, .high = 900};
	double weight = 0;
	if (!keys_read_value(context, &row, value, &weight))
		return false;
	*(int *)((char *)object + key->offset) = (int)weight;
	return true;
}

static bool is_list(const struct key_context *context, const struct json *value, const char *of, size_t most)
{
	if (value->type != JSON_ARRAY)
		diags_add(context->diags, DIAG_WRONG_TYPE, value->place, "%s: expected a list of %s, found %s", value->path, of, json_type_name(value));
	else if (value->count < 1 || value->count > most)
		diags_add(context->diags, DIAG_WRONG_VALUE, value->place, "%s: expected 1 to %zu %s, found %zu", value->path, most, of, value->count);
	else
		return true;
	return false;
}

static bool read_cycle(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	struct theme *theme = object;
	if (!is_list(context, value, "colours", THEME_CYCLE))
		return false;
	struct key row = {.name = key->name, .type = KEY_COLOUR, .required = true};
	bool ok = true;
	theme->cycle.count = 0;
	for (const struct json *item = value->child; item; item = item->next)
		ok = keys_read_value(context, &row, item, &theme->cycle.items[theme->cycle.count++]) && ok;
	return ok;
}

// [on, off, ...] in line widths: an even number, none negative, not all zero (a dash of no length would never end).
static bool read_dash(const struct key_context *context, const struct json *value, struct theme_dash *dash)
{
	if (!is_list(context, value, "lengths", THEME_DASH))
		return false;
	struct key row = {"ceiling_dashes", KEY_NUMBER, .low = 0, .high = 1000, .required = true};
	bool ok = true;
	double sum = 0;
	*dash = (struct theme_dash){.count = 0};
	for (const struct json *item = value->child; item; item = item->next) {
		double *length = &dash->on_off[dash->count++];
		ok = keys_read_value(context, &row, item, length) && ok;
		sum += *length;
	}
	if (!ok)
		return false;
	if (dash->count % 2 == 0 && sum > 0)
		return true;
	diags_add(context->diags, DIAG_WRONG_VALUE, value->place, "%s: expected pairs of line and gap such as [4, 2.5], in widths of the line", value->path);
	return false;
}

static bool read_dashes(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	(void)key;
	struct theme *theme = object;
	if (!is_list(context, value, "dash patterns", THEME_CYCLE))
		return false;
	bool ok = true;
	theme->ceiling_dashes.count = 0;
	for (const struct json *item = value->child; item; item = item->next)
		ok = read_dash(context, item, &theme->ceiling_dashes.items[theme->ceiling_dashes.count++]) && ok;
	return ok;
}

// ---- the table ----------------------------------------------------------------------------------------------------------------------------------------

#define FIELD(name) offsetof(struct theme, name)
#define WORDS(key, help) {#key, KEY_STRING, FIELD(key), .doc = help}
#define FLAG(key, help) {#key, KEY_BOOL, FIELD(key), .doc = help}
#define COLOUR(key, help) {#key, KEY_COLOUR, FIELD(key), .doc = help}
#define LENGTH(key, least, most, help) {#key, KEY_NUMBER, FIELD(key), .low = least, .high = most, .doc = help}
#define TEXT_SIZE(key, help) LENGTH(key, 1, 200, help)
#define WEIGHT(key, help) \
	{#key, KEY_CUSTOM, FIELD(key), .read = read_weight, .doc = help, .schema = "{\"type\": [\"integer\", \"null\"], \"minimum\": 100, \"maximum\": 900}"}

static const char colour_list_schema[] = "{\"type\": [\"array\", \"null\"], \"minItems\": 1, \"maxItems\": 8, \"items\": {\"type\": \"string\"}}";
static const char dash_list_schema[] = "{\"type\": [\"array\", \"null\"], \"minItems\": 1, \"maxItems\": 8, \"items\": {\"type\": \"array\", \"minItems\": 2, "
	"\"maxItems\": 6, \"items\": {\"type\": \"number\", \"minimum\": 0}}}";

const struct key theme_keys[] = {
	{"$schema", KEY_IGNORED, .doc = "the JSON Schema of this format, for editors"},
	WORDS(name, "name of the theme; default: its file"),
	WORDS(doc, "what it is for, in one line"),
	WORDS(extends, "built-in theme that gives every key that is not said here; default light"),
	WORDS(family, "font of all words: one that is embedded (Inter, Liberation Serif, Liberation Sans) or installed"),
	WORDS(svg_fallback, "CSS list of families after it, for SVG text"),
	TEXT_SIZE(font_px, "size of point labels and legend, px"),
	TEXT_SIZE(title_px, "size of the title, px"),
	TEXT_SIZE(subtitle_px, "size of the subtitle, px"),
	TEXT_SIZE(tick_px, "size of the numbers at the axes, px"),
	TEXT_SIZE(axis_px, "size of the axis titles, px"),
	TEXT_SIZE(roof_px, "size of the words on the roofs, px"),
	TEXT_SIZE(note_px, "size of region names, percentages and provenance, px"),
	WEIGHT(title_weight, "weight of the title, 400 regular to 700 bold"),
	WEIGHT(roof_weight, "weight of the words on the binding roof"),
	WEIGHT(region_weight, "weight of the words in the regions"),
	WEIGHT(axis_weight, "weight of the axis titles"),
	FLAG(show_title, "title and subtitle above the plot; off where a caption says it"),
	COLOUR(background, "behind everything; none for transparent"),
	COLOUR(text, "words"),
	COLOUR(muted, "words that stand back: subtitle, percentages, other ceilings"),
	COLOUR(frame, "axes and ticks"),
	COLOUR(grid, "lines of the grid"),
	COLOUR(roof, "the binding roof"),
	COLOUR(ceiling, "the other ceilings"),
	COLOUR(halo, "ring around markers and behind words"),
	COLOUR(memory_fill, "region bound by memory"),
	COLOUR(compute_fill, "region bound by compute"),
	COLOUR(mixed_fill, "region that depends on the memory level"),
	COLOUR(memory_text, "name of the memory region"),
	COLOUR(compute_text, "name of the compute region"),
	COLOUR(mixed_text, "name of the mixed region"),
	COLOUR(accent, "arrows and other things to look at"),
	COLOUR(warning, "mark of a point above its roof"),
	COLOUR(better, "arrow from the baseline to a point that got better"),
	COLOUR(worse, "arrow from the baseline to a point that got worse"),
	{"cycle", KEY_CUSTOM, FIELD(cycle), .read = read_cycle, .doc = "colours of the series in turn, 1 to 8", .schema = colour_list_schema},
	FLAG(cycle_markers_only, "series differ by shape alone"),
	LENGTH(roof_px_width, 0.1, 50, "width of the binding roof, px"),
	LENGTH(ceiling_px_width, 0.1, 50, "width of the other ceilings, px"),
	LENGTH(grid_px_width, 0, 50, "width of the grid, px; 0 for no grid"),
	LENGTH(axis_px_width, 0.1, 50, "width of axes and ticks, px"),
	LENGTH(marker_ring_px, 0, 50, "width of the ring around markers, px"),
	{"ceiling_dashes", KEY_CUSTOM, FIELD(ceiling_dashes), .read = read_dashes, .doc = "dash patterns of the ceilings in turn: line, gap, ... in widths of the line",
		.schema = dash_list_schema},
	LENGTH(marker_px, 0.5, 100, "radius of a round marker, px; other shapes have its area"),
	LENGTH(tick_length_px, 0, 100, "length of a tick, px"),
	LENGTH(minor_tick_px, 0, 100, "length of a tick without a number, px"),
	FLAG(frame_box, "axes on all four sides, ticks inside"),
	FLAG(exponent_ticks, "powers of ten as 10 with an exponent"),
	FLAG(regions, "regions shaded"),
	FLAG(grid_minor, "grid lines between the decades"),
	LENGTH(padding_px, 0, 1000, "margin around everything, px"),
	LENGTH(base_width_px, 0, 100000, "chart width that the lengths are made for; on another width they follow, less than in proportion; 0: absolute, px"),
	WORDS(thousands, "between groups of three digits at the axes; \"\" for none"),
	{0},
};

void theme_scale(struct theme *theme, double factor)
{
	for (const struct key *key = theme_keys; key->name; key++)
		if (key->type == KEY_NUMBER && key->offset != offsetof(struct theme, base_width_px))
			*(double *)((char *)theme + key->offset) *= factor;
}

// ---- reading ------------------------------------------------------------------------------------------------------------------------------------------

const char *const *theme_names(void)
{
	return embedded_themes_names;
}

static const struct theme *read_over(struct arena *arena, const struct theme *base, const struct json *root, const char *name, struct diags *diags)
{
	struct theme *theme = arena_alloc(arena, sizeof *theme);
	*theme = *base;
	theme->name = name;
	theme->doc = theme->extends = NULL;
	const struct json *family = json_member(root, "family");
	theme->family_place = family && family->type == JSON_STRING ? family->place : base->family_place;
	struct key_context context = {.arena = arena, .diags = diags};
	return keys_read(&context, theme_keys, root, theme) ? theme : NULL;
}

static const struct theme *read_built_in(struct arena *arena, const struct embedded_file *entry, struct diags *diags)
{
	static const struct theme nothing;
	struct source *source = arena_alloc(arena, sizeof *source);
	*source = (struct source){arena_printf(arena, "theme %s", entry->name), entry->text, entry->size};
	const struct theme *theme = NULL;
	if (strcmp(entry->name, ROOT_THEME) == 0) {
		const struct json *root = json_read(arena, source, diags);
		theme = root ? read_over(arena, &nothing, root, entry->name, diags) : NULL;
	} else {
		theme = theme_read(arena, source, diags);
	}
	// A file of ours that cannot be read is a fault of the program, which its unit test finds.
	assert(theme);
	struct theme *named = arena_alloc(arena, sizeof *named);
	*named = *theme;
	named->name = entry->name;
	return named;
}

const struct theme *theme_find(struct arena *arena, const char *name, struct place place, struct diags *diags)
{
	size_t count = 0;
	for (const struct embedded_file *entry = embedded_themes; entry->name; entry++, count++) {
		if (strcmp(entry->name, name) == 0)
			return read_built_in(arena, entry, diags);
	}
	keys_unknown(diags, DIAG_UNKNOWN_NAME, place, "theme", name, embedded_themes_names, count);
	return NULL;
}

const struct theme *theme_read(struct arena *arena, const struct source *source, struct diags *diags)
{
	const struct json *root = json_read(arena, source, diags);
	if (!root)
		return NULL;
	if (root->type != JSON_OBJECT) {
		diags_add(diags, DIAG_WRONG_TYPE, root->place, "expected a theme, an object of keys such as \"background\", found %s", json_type_name(root));
		return NULL;
	}
	const struct json *extends = json_member(root, "extends");
	bool said = extends && extends->type == JSON_STRING;
	const struct theme *base = said ? theme_find(arena, extends->string, extends->place, diags) : theme_find(arena, ROOT_THEME, root->place, diags);
	return base ? read_over(arena, base, root, source->name, diags) : NULL;
}
