// SPDX-License-Identifier: MIT
#include "import/importers.h"

#include "base/names.h"
#include "base/text.h"
#include "input/keys.h"

#include <glib.h>
#include <string.h>

const struct importer *const importers[] = {&importer_spec, &importer_ncu, &importer_nersc, &importer_table, NULL};

// A plain table fits many files; at this score and below, a known file of another tool is named first.
enum { SCORE_WEAK = 20, EXCERPT_CHARS = 60 };

bool text_line_next(const struct source *source, size_t *offset, struct text_line *line)
{
	if (*offset >= source->size)
		return false;
	const char *start = source->bytes + *offset;
	size_t left = source->size - *offset, length = 0;
	while (length < left && start[length] != '\n' && start[length] != '\r')
		length++;
	*line = (struct text_line){start, length, *offset};
	*offset += length;
	if (length < left)
		*offset += length + 1 < left && start[length] == '\r' && start[length + 1] == '\n' ? 2 : 1;
	return true;
}

struct place text_line_place(const struct source *source, struct text_line line)
{
	return (struct place){source, line.offset, line.length};
}

bool text_line_starts(struct text_line line, const char *prefix)
{
	size_t length = strlen(prefix);
	return line.length >= length && g_ascii_strncasecmp(line.text, prefix, length) == 0;
}

bool text_line_has(struct text_line line, const char *needle)
{
	return memmem(line.text, line.length, needle, strlen(needle)) != NULL;
}

void importer_append(struct arena *arena, const char **text, const char *item)
{
	*text = *text ? arena_printf(arena, "%s; %s", *text, item) : arena_strdup(arena, item);
}

const char *importer_machine_name(struct arena *arena, const char *path)
{
	g_autofree char *base = g_path_get_basename(path);
	char *dot = strrchr(base, '.');
	if (dot && dot != base)
		*dot = '\0';
	return arena_strdup(arena, base);
}

static const struct importer *find_by_name(const char *name, struct diags *diags)
{
	const char *names[G_N_ELEMENTS(importers)];
	size_t count = 0;
	for (; importers[count]; count++) {
		if (text_same(importers[count]->name, name))
			return importers[count];
		names[count] = importers[count]->name;
	}
	keys_unknown(diags, DIAG_UNKNOWN_NAME, (struct place){0}, "importer", name, names, count);
	return NULL;
}

// True when the text cannot be read by anybody; the error is added.
static bool is_unreadable(const struct source *source, struct diags *diags)
{
	if (encoding_refuse_utf16(source, diags))
		return true;
	size_t start = encoding_bom(source);
	while (start < source->size && g_ascii_isspace(source->bytes[start]))
		start++;
	if (start < source->size)
		return false;
	diags_add(diags, DIAG_NO_IMPORTER, (struct place){source, 0, 0}, "expected a spec, a table of points or a profiler file, found an empty file");
	return true;
}

static void complain(const struct source *source, struct diags *diags)
{
	g_autoptr(GString) looked_for = g_string_new(NULL);
	for (size_t i = 0; importers[i]; i++)
		g_string_append_printf(looked_for, "%s%s (%s)", i ? ", " : "", importers[i]->name, importers[i]->tool);
	if (memchr(source->bytes, '\0', MIN(source->size, 4096))) {
		diags_add(diags, DIAG_NO_IMPORTER, (struct place){0}, "%s: expected a text that an importer knows: %s; found binary data", source->name,
			looked_for->str);
		return;
	}
	size_t offset = encoding_bom(source);
	struct text_line line = {source->bytes, 0, 0};
	while (text_line_next(source, &offset, &line) && !line.length)
		;
	g_autofree char *first = g_utf8_make_valid(line.text, (gssize)MIN(line.length, 400));
	g_autofree char *excerpt = text_shorten(first, EXCERPT_CHARS);
	diags_add(diags, DIAG_NO_IMPORTER, text_line_place(source, line),
		"expected a file that an importer knows: %s; found a text that starts with '%s'", looked_for->str, excerpt);
}

const struct importer *importer_find(const struct source *source, const char *forced, struct diags *diags)
{
	if (is_unreadable(source, diags))
		return NULL;
	if (forced)
		return find_by_name(forced, diags);
	const struct importer *best = NULL;
	int best_score = 0;
	for (size_t i = 0; importers[i]; i++) {
		int score = importers[i]->recognise(source);
		if (score > best_score) {
			best_score = score;
			best = importers[i];
		}
	}
	if (best_score <= SCORE_WEAK && foreign_explain(source, diags))
		return NULL;
	if (!best)
		complain(source, diags);
	return best;
}

// The two texts of a point that must be told apart.
static const char **point_text(struct point *point, bool label)
{
	return label ? &point->label : &point->name;
}

static void number(struct arena *arena, struct chart *chart, size_t from, bool label)
{
	size_t count = chart->points.count - from;
	g_autofree const char **texts = g_new(const char *, count);
	for (size_t i = 0; i < count; i++)
		texts[i] = *point_text(&chart->points.items[from + i], label);
	names_number(arena, texts, count);
	for (size_t i = 0; i < count; i++)
		*point_text(&chart->points.items[from + i], label) = texts[i];
}

void importer_number_names(struct arena *arena, struct chart *chart, size_t from)
{
	number(arena, chart, from, false);
}

void importer_number_labels(struct arena *arena, struct chart *chart, size_t from)
{
	number(arena, chart, from, true);
}
