// SPDX-License-Identifier: MIT
// Keyword text of the NERSC plotting scripts: "memroofs 14336 2996.77 828.758", "AI_HBM 2.58 4.74", "FLOPS 2085.7 3593.5", "labels 'nw=1''nw=2'".
// Bandwidths are in GB/s, peaks and FLOPS in GFLOP/s, powers of 1000; the n-th values of all AI lines and of FLOPS are one point.
#include "import/importers.h"

#include "base/num.h"
#include "model/spec.h"

#include <glib.h>
#include <math.h>
#include <string.h>

struct word {
	const char *text;
	struct place place;
};

struct words {
	struct word *items;
	size_t count, cap;
};

enum list { LIST_MEMROOFS, LIST_MEM_NAMES, LIST_COMPROOFS, LIST_COMP_NAMES, LIST_FLOPS, LIST_LABELS, LIST_COUNT };

static const struct {
	const char *keyword;
	bool quoted;
} lists[] = {
	[LIST_MEMROOFS] = {"memroofs", false},   [LIST_MEM_NAMES] = {"mem_roof_names", true}, [LIST_COMPROOFS] = {"comproofs", false},
	[LIST_COMP_NAMES] = {"comp_roof_names", true}, [LIST_FLOPS] = {"FLOPS", false},        [LIST_LABELS] = {"labels", true},
};

struct level_words {
	const char *level; // NULL for a bare AI
	struct place place;
	struct words words;
};

struct file {
	struct words lists[LIST_COUNT];
	struct { struct level_words *items; size_t count, cap; } levels;
};

static int recognise(const struct source *source)
{
	size_t offset = text_bom(source);
	struct text_line line;
	while (offset < 4096 && text_line_next(source, &offset, &line))
		if (text_line_starts(line, "memroofs ") || text_line_starts(line, "memroofs\t"))
			return 90;
	return 0;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static void skip_blanks(struct text_line line, size_t *at)
{
	while (*at < line.length && (is_blank(line.text[*at]) || line.text[*at] == ','))
		++*at;
}

// The words of a line from `at` on; quoted ones may touch.
static bool words_read(struct arena *arena, const struct source *source, struct text_line line, size_t at, bool quoted, struct words *words,
	struct diags *diags)
{
	for (skip_blanks(line, &at); at < line.length && line.text[at] != '#'; skip_blanks(line, &at)) {
		size_t start = at, from = at;
		if (quoted && (line.text[at] == '\'' || line.text[at] == '"')) {
			char quote = line.text[at++];
			from = at;
			while (at < line.length && line.text[at] != quote)
				at++;
			if (at == line.length) {
				diags_add(diags, DIAG_BAD_PROFILE, (struct place){source, line.offset + start, line.length - start},
					"expected a closing %c, found the end of the line", quote);
				return false;
			}
			at++;
		} else {
			while (at < line.length && !is_blank(line.text[at]) && line.text[at] != ',')
				at++;
		}
		size_t length = at - from - (from != start);
		struct word *word = list_push(arena, words);
		g_autofree char *text = g_utf8_make_valid(line.text + from, (gssize)length);
		*word = (struct word){arena_strdup(arena, text), {source, line.offset + start, at - start}};
	}
	return true;
}

static bool line_read(struct arena *arena, const struct source *source, struct text_line line, struct file *file, struct diags *diags)
{
	size_t start = 0;
	while (start < line.length && is_blank(line.text[start]))
		start++;
	size_t end = start;
	while (end < line.length && !is_blank(line.text[end]))
		end++;
	if (start == end || line.text[start] == '#')
		return true;
	g_autofree char *keyword = g_strndup(line.text + start, end - start);
	for (int i = 0; i < LIST_COUNT; i++)
		if (strcmp(keyword, lists[i].keyword) == 0)
			return words_read(arena, source, line, end, lists[i].quoted, &file->lists[i], diags);
	struct place place = {source, line.offset + start, end - start};
	if (strcmp(keyword, "AI") == 0 || g_str_has_prefix(keyword, "AI_")) {
		struct level_words *level = list_push(arena, &file->levels);
		level->level = keyword[2] ? arena_strdup(arena, keyword + 3) : NULL;
		level->place = place;
		return words_read(arena, source, line, end, false, &level->words, diags);
	}
	g_autofree char *shown = g_utf8_make_valid(keyword, -1);
	diags_add(diags, DIAG_BAD_PROFILE, place,
		"expected memroofs, mem_roof_names, comproofs, comp_roof_names, AI, AI_<level>, FLOPS or labels, found '%s'", shown);
	return false;
}

static bool number_read(const struct word *word, double scale, double *value, struct diags *diags)
{
	if (!num_parse(word->text, value)) {
		diags_add(diags, DIAG_WRONG_VALUE, word->place, "expected a number, found '%s'", word->text);
		return false;
	}
	if (*value < 0) {
		diags_add(diags, DIAG_NEGATIVE, word->place, "expected 0 or more, found %s", word->text);
		return false;
	}
	*value *= scale;
	return true;
}

static const char *name_at(const struct words *names, size_t index, const char *fallback)
{
	return index < names->count ? names->items[index].text : fallback;
}

static const char *level_of_name(const char *name)
{
	static const struct {
		const char *word, *level;
	} levels[] = {{"HBM", "main"}, {"DRAM", "main"}, {"DDR", "main"}, {"MCDRAM", "main"}, {"L1", "l1"}, {"L2", "l2"}, {"L3", "l3"}};
	for (size_t i = 0; i < G_N_ELEMENTS(levels); i++)
		if (g_ascii_strncasecmp(name, levels[i].word, strlen(levels[i].word)) == 0)
			return levels[i].level;
	return NULL;
}

static bool roofs_read(struct arena *arena, const struct source *source, const struct file *file, struct chart *chart, struct diags *diags)
{
	bool ok = true;
	struct hardware *machine = arena_alloc(arena, sizeof *machine);
	machine->year = NAN;
	machine->name = importer_machine_name(arena, source->name);
	machine->place = (struct place){source, 0, 0};
	for (size_t i = 0; i < file->lists[LIST_MEMROOFS].count; i++) {
		const struct word *word = &file->lists[LIST_MEMROOFS].items[i];
		struct memory_ceiling *memory = list_push(arena, &machine->memory);
		memory->name = name_at(&file->lists[LIST_MEM_NAMES], i, "Memory");
		memory->level = level_of_name(memory->name);
		memory->low = memory->high = NAN;
		memory->place = word->place;
		ok &= number_read(word, 1e9, &memory->bandwidth, diags);
	}
	for (size_t i = 0; i < file->lists[LIST_COMPROOFS].count; i++) {
		const struct word *word = &file->lists[LIST_COMPROOFS].items[i];
		struct compute_ceiling *compute = list_push(arena, &machine->compute);
		compute->name = name_at(&file->lists[LIST_COMP_NAMES], i, "Peak");
		compute->low = compute->high = compute->sparse = compute->clock = NAN;
		compute->is_default = true;
		compute->place = word->place;
		ok &= number_read(word, 1e9, &compute->peak, diags);
	}
	if (machine->memory.count && machine->compute.count)
		*list_push(arena, &chart->hardware) = machine;
	return ok;
}

static bool point_read(struct arena *arena, const struct file *file, size_t index, struct point *point, struct diags *diags)
{
	const struct word *flops = &file->lists[LIST_FLOPS].items[index];
	bool ok = number_read(flops, 1e9, &point->performance, diags);
	point->place = flops->place;
	point->name = name_at(&file->lists[LIST_LABELS], index, NULL);
	if (!point->name)
		point->name = arena_printf(arena, "point %zu", index + 1);
	for (size_t i = 0; i < file->levels.count; i++) {
		const struct level_words *from = &file->levels.items[i];
		if (index >= from->words.count)
			continue;
		const struct word *word = &from->words.items[index];
		struct level_value *level = list_push(arena, &point->levels);
		*level = (struct level_value){.level = from->level, .bytes = NAN, .place = word->place};
		ok &= number_read(word, 1, &level->intensity, diags);
	}
	return ok;
}

// The n-th values belong together, so every AI line is as long as FLOPS.
static bool lengths_agree(const struct source *source, const struct file *file, struct diags *diags)
{
	size_t count = file->lists[LIST_FLOPS].count;
	bool ok = true;
	for (size_t i = 0; i < file->levels.count; i++) {
		if (file->levels.items[i].words.count == count)
			continue;
		diags_add(diags, DIAG_BAD_PROFILE, file->levels.items[i].place, "expected %zu values as in FLOPS, found %zu", count,
			file->levels.items[i].words.count);
		ok = false;
	}
	if (count && !file->levels.count) {
		diags_add(diags, DIAG_BAD_PROFILE, (struct place){source, 0, 0}, "expected a line AI or AI_<level> beside FLOPS, found none");
		ok = false;
	}
	return ok;
}

static bool read_nersc(struct arena *arena, const struct source *source, struct chart *chart, struct diags *diags)
{
	struct file file = {0};
	size_t offset = text_bom(source), from = chart->points.count;
	struct text_line line;
	bool ok = true;
	while (text_line_next(source, &offset, &line))
		ok &= line_read(arena, source, line, &file, diags);
	ok = ok && lengths_agree(source, &file, diags);
	ok &= roofs_read(arena, source, &file, chart, diags);
	for (size_t i = 0; ok && i < file.lists[LIST_FLOPS].count; i++) {
		struct point *point = list_push(arena, &chart->points);
		point_init(point);
		ok = point_read(arena, &file, i, point, diags);
	}
	size_t labels = file.lists[LIST_LABELS].count, points = file.lists[LIST_FLOPS].count;
	if (ok && labels > points)
		diags_add(diags, DIAG_IGNORED, file.lists[LIST_LABELS].items[points].place, "expected as many labels as points, found %zu for %zu: '%s' is not used",
			labels, points, file.lists[LIST_LABELS].items[points].text);
	importer_number_names(arena, chart, from);
	return ok;
}

const struct importer importer_nersc = {
	.name = "nersc",
	.tool = "keyword text of the NERSC roofline scripts",
	.gives = "points and ceilings",
	.hint = "lines memroofs, comproofs, AI_<level> and FLOPS; GB/s and GFLOP/s",
	.recognise = recognise,
	.read = read_nersc,
};
