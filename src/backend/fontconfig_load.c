// SPDX-License-Identifier: MIT
#include "backend/fontconfig_load.h"

#include <fontconfig/fontconfig.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>

// One installed font, with what it is ranked by.
struct candidate {
	const char *file, *family;
	int index, weight, slant, width, spacing;
	size_t liked;
	bool other_class; // serif where sans is wished for, or the reverse
	const struct font_wish *wish;
};

static size_t count_liked(const FcPattern *pattern, const struct font_wish *wish)
{
	FcCharSet *set;
	size_t liked = 0;
	if (FcPatternGetCharSet(pattern, FC_CHARSET, 0, &set) != FcResultMatch)
		return 0;
	for (size_t i = 0; i < wish->like_count; i++)
		liked += FcCharSetHasChar(set, wish->likes[i]) ? 1 : 0;
	return liked;
}

static int integer_of(const FcPattern *pattern, const char *object, int fallback)
{
	int value;
	return FcPatternGetInteger(pattern, object, 0, &value) == FcResultMatch ? value : fallback;
}

static bool is_true(const FcPattern *pattern, const char *object)
{
	FcBool value;
	return FcPatternGetBool(pattern, object, 0, &value) == FcResultMatch && value;
}

static bool read_candidate(const FcPattern *pattern, const struct font_wish *wish, struct candidate *candidate)
{
	FcChar8 *file, *family;
	if (FcPatternGetString(pattern, FC_FILE, 0, &file) != FcResultMatch || FcPatternGetString(pattern, FC_FAMILY, 0, &family) != FcResultMatch)
		return false;
	int index = integer_of(pattern, FC_INDEX, 0);
	// An instance of a variable font has its number in the upper half; its axes would have to be set in every library.
	if (is_true(pattern, FC_COLOR) || index > 0xFFFF)
		return false;
	*candidate = (struct candidate){.file = (const char *)file, .family = (const char *)family, .index = index, .wish = wish,
		.weight = FcWeightToOpenType(integer_of(pattern, FC_WEIGHT, FC_WEIGHT_REGULAR)),
		.slant = integer_of(pattern, FC_SLANT, FC_SLANT_ROMAN), .width = integer_of(pattern, FC_WIDTH, FC_WIDTH_NORMAL),
		.spacing = integer_of(pattern, FC_SPACING, FC_PROPORTIONAL), .liked = count_liked(pattern, wish)};
	candidate->other_class = strstr(candidate->family, wish->serif ? "Sans" : "Serif") != NULL;
	return true;
}

static int far_weight(const struct candidate *candidate)
{
	enum { ONE_STEP = 150 };
	return abs(candidate->weight - candidate->wish->weight) > ONE_STEP;
}

static int compare(const void *left, const void *right)
{
	const struct candidate *a = left, *b = right;
	bool italic = a->wish->italic;
	int differences[] = {
		// a bold word among regular ones hurts more than a second face in a label
		far_weight(a) - far_weight(b),
		(a->liked < b->liked) - (a->liked > b->liked),
		((a->slant != FC_SLANT_ROMAN) != italic) - ((b->slant != FC_SLANT_ROMAN) != italic),
		a->other_class - b->other_class,
		(a->spacing != FC_PROPORTIONAL) - (b->spacing != FC_PROPORTIONAL),
		abs(a->width - FC_WIDTH_NORMAL) - abs(b->width - FC_WIDTH_NORMAL),
		abs(a->weight - a->wish->weight) - abs(b->weight - b->wish->weight),
		strcmp(a->family, b->family),
		strcmp(a->file, b->file),
		a->index - b->index,
	};
	for (size_t i = 0; i < G_N_ELEMENTS(differences); i++)
		if (differences[i])
			return differences[i];
	return 0;
}

static FcPattern *pattern_of(const struct font_wish *wish)
{
	FcPattern *pattern = FcPatternCreate();
	FcPatternAddBool(pattern, FC_OUTLINE, FcTrue);
	FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
	if (wish->family)
		FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)wish->family);
	if (wish->need_count) {
		FcCharSet *set = FcCharSetCreate();
		for (size_t i = 0; i < wish->need_count; i++)
			FcCharSetAddChar(set, wish->needs[i]);
		FcPatternAddCharSet(pattern, FC_CHARSET, set);
		FcCharSetDestroy(set);
	}
	return pattern;
}

size_t fontconfig_find(struct arena *arena, const struct font_wish *wish, struct font_file *found, size_t max)
{
	// The configuration that every user of fontconfig in the process shares; made by the first one.
	FcConfig *config = FcConfigReference(NULL);
	if (!config)
		return 0;
	FcPattern *pattern = pattern_of(wish);
	FcObjectSet *objects = FcObjectSetBuild(FC_FILE, FC_INDEX, FC_FAMILY, FC_WEIGHT, FC_SLANT, FC_WIDTH, FC_SPACING, FC_COLOR, FC_CHARSET, (char *)NULL);
	FcFontSet *set = FcFontList(config, pattern, objects);
	size_t count = 0, total = set ? (size_t)set->nfont : 0;
	g_autofree struct candidate *candidates = g_new0(struct candidate, total + 1);
	for (size_t i = 0; i < total; i++)
		count += read_candidate(set->fonts[i], wish, &candidates[count]);
	qsort(candidates, count, sizeof *candidates, compare);
	count = MIN(count, max);
	for (size_t i = 0; i < count; i++)
		found[i] = (struct font_file){.file = arena_strdup(arena, candidates[i].file), .family = arena_strdup(arena, candidates[i].family),
			.index = (unsigned)candidates[i].index, .weight = candidates[i].weight, .italic = candidates[i].slant != FC_SLANT_ROMAN};
	if (set)
		FcFontSetDestroy(set);
	FcObjectSetDestroy(objects);
	FcPatternDestroy(pattern);
	FcConfigDestroy(config);
	return count;
}
