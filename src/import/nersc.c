// SPDX-License-Identifier: MIT
// Keyword text of the NERSC plotting scripts: "memroofs 14336 2996.77 828.758", "AI_HBM 2.58 4.74", "FLOPS 2085.7 3593.5", "labels 'nw=1''nw=2'".
// Bandwidths are in GB/s, peaks and FLOPS in GFLOP/s, powers of 1000; the n-th values of all AI lines and of FLOPS are one point.
#include "import/importers.h"

#include "base/num.h"
#include "base/text.h"
#include "input/units.h"
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
	size_t offset = encoding_bom(source);
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

// The values of a level, a bare AI being main memory's. Another line of the same level continues it, as lines of the other keywords do.
static struct words *level_words_of(struct arena *arena, struct file *file, const char *level, struct place place, struct diags *diags)
{
	for (size_t i = 0; i < file->levels.count; i++) {
		const char *known = file->levels.items[i].level;
		if (text_same(known ? known : "main", level ? level : "main"))
			return &file->levels.items[i].words;
	}
	if (file->levels.count == POINT_MAX_LEVELS) {
		diags_add(diags, DIAG_LIMIT, place, "expected at most %d memory levels, found more", POINT_MAX_LEVELS);
		return NULL;
	}
	struct level_words *added = list_push(arena, &file->levels);
	*added = (struct level_words){.level = level ? arena_strdup(arena, level) : NULL, .place = place};
	return &added->words;
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
	g_autofree char *keyword = g_utf8_make_valid(line.text + start, (gssize)(end - start));
	for (int i = 0; i < LIST_COUNT; i++)
		if (strcmp(keyword, lists[i].keyword) == 0)
			return words_read(arena, source, line, end, lists[i].quoted, &file->lists[i], diags);
	struct place place = {source, line.offset + start, end - start};
	if (strcmp(keyword, "AI") == 0 || g_str_has_prefix(keyword, "AI_")) {
		struct words *words = level_words_of(arena, file, keyword[2] ? keyword + 3 : NULL, place, diags);
		return words && words_read(arena, source, line, end, false, words, diags);
	}
	diags_add(diags, DIAG_BAD_PROFILE, place,
		"expected memroofs, mem_roof_names, comproofs, comp_roof_names, AI, AI_<level>, FLOPS or labels, found '%s'", keyword);
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
	if (units_scale(word->text, scale, value))
		return true;
	diags_add(diags, DIAG_WRONG_VALUE, word->place, "expected " UNITS_RANGE " in SI units, found %s", word->text);
	return false;
}

static const char *name_at(const struct words *names, size_t index, const char *fallback)
{
	return index < names->count ? names->items[index].text : fallback;
}

static bool roofs_read(struct arena *arena, const struct source *source, const struct file *file, struct chart *chart, struct diags *diags)
{
	bool ok = true;
	struct hardware *machine = arena_alloc(arena, sizeof *machine);
	hardware_init(machine);
	machine->name = importer_machine_name(arena, source->name);
	machine->place = (struct place){source, 0, 0};
	for (size_t i = 0; i < file->lists[LIST_MEMROOFS].count; i++) {
		const struct word *word = &file->lists[LIST_MEMROOFS].items[i];
		struct memory_ceiling *memory = list_push(arena, &machine->memory);
		memory_init(memory);
		memory->name = name_at(&file->lists[LIST_MEM_NAMES], i, "Memory");
		memory->level = memory_level_of(memory->name, NULL);
		memory->place = word->place;
		ok &= number_read(word, 1e9, &memory->bandwidth, diags);
	}
	for (size_t i = 0; i < file->lists[LIST_COMPROOFS].count; i++) {
		const struct word *word = &file->lists[LIST_COMPROOFS].items[i];
		struct compute_ceiling *compute = list_push(arena, &machine->compute);
		compute_init(compute);
		compute->name = name_at(&file->lists[LIST_COMP_NAMES], i, "Peak");
		compute->is_default = true;
		compute->place = word->place;
		ok &= number_read(word, 1e9, &compute->peak, diags);
	}
	if (hardware_is_whole(machine))
		*list_push(arena, &chart->hardware) = machine;
	else if (ok && (machine->memory.count || machine->compute.count))
		diags_add(diags, DIAG_IGNORED, machine->memory.count ? machine->memory.items[0].place : machine->compute.items[0].place,
			"expected memroofs and comproofs, found %s alone: these ceilings are not used", machine->memory.count ? "memroofs" : "comproofs");
	return ok;
}

static bool point_read(struct arena *arena, const struct file *file, size_t index, struct point *point, struct diags *diags)
{
	const struct word *flops = &file->lists[LIST_FLOPS].items[index];
	bool ok = number_read(flops, 1e9, &point->performance, diags);
	for (size_t i = 0; i < file->levels.count; i++) {
		const struct level_words *from = &file->levels.items[i];
		if (index >= from->words.count)
			continue;
		const struct word *word = &from->words.items[index];
		struct level_value *level = point_level(arena, point, from->level, word->place);
		ok &= number_read(word, 1, &level->intensity, diags);
	}
	return ok;
}

static bool has_figures(const struct source *source, const struct file *file, struct diags *diags)
{
	if (file->lists[LIST_FLOPS].count + file->lists[LIST_MEMROOFS].count + file->lists[LIST_COMPROOFS].count + file->levels.count)
		return true;
	diags_add(diags, DIAG_BAD_PROFILE, (struct place){source, 0, 0}, "expected lines memroofs and comproofs, or AI and FLOPS, found none with a value");
	return false;
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

static bool read_nersc(const struct import *in)
{
	struct arena *arena = in->arena;
	const struct source *source = in->source;
	struct diags *diags = in->diags;
	struct file file = {0};
	size_t offset = encoding_bom(source);
	struct text_line line;
	bool ok = true;
	while (text_line_next(source, &offset, &line))
		ok &= line_read(arena, source, line, &file, diags);
	ok = ok && has_figures(source, &file, diags) && lengths_agree(source, &file, diags);
	ok &= roofs_read(arena, source, &file, in->chart, diags);
	for (size_t i = 0; ok && i < file.lists[LIST_FLOPS].count; i++) {
		const char *name = name_at(&file.lists[LIST_LABELS], i, NULL);
		struct point *point = import_point(in, name ? name : arena_printf(arena, "point %zu", i + 1), file.lists[LIST_FLOPS].items[i].place);
		ok = point_read(arena, &file, i, point, diags);
	}
	size_t labels = file.lists[LIST_LABELS].count, points = file.lists[LIST_FLOPS].count;
	if (ok && labels > points)
		diags_add(diags, DIAG_IGNORED, file.lists[LIST_LABELS].items[points].place, "expected as many labels as points, found %zu for %zu: '%s' is not used",
			labels, points, file.lists[LIST_LABELS].items[points].text);
	return ok;
}

const struct importer importer_nersc = {
	.name = "nersc",
	.tool = "keyword text of the NERSC roofline scripts",
	.gives = "points and ceilings",
	.hint = "lines memroofs, comproofs, AI_<level> and FLOPS; GB/s and GFLOP/s",
	.recipe = "A text of keywords, one a line, values separated by blanks; the n-th values of FLOPS and of every AI line are one point:\n"
		"memroofs 14336 2996.77 828.758\n"
		"mem_roof_names 'L1' 'L2' 'HBM'\n"
		"comproofs 7068.86 14137.7\n"
		"comp_roof_names 'DFMA' 'SFMA'\n"
		"AI_HBM 2.58 4.74\n"
		"FLOPS 2085.7 3593.5\n"
		"labels 'nw=1' 'nw=2'\n",
	.recognise = recognise,
	.read = read_nersc,
};
