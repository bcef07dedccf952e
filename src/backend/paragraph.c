// SPDX-License-Identifier: MIT
#include "backend/paragraph.h"

#include <assert.h>
#include <fribidi.h>
#include <string.h>

enum { REPLACEMENT = 0xFFFD };

// What is known of each character while the spans are made.
struct work {
	struct faces *faces;
	struct face *primary;
	const char *text;
	uint32_t *original;
	struct face **face;
	hb_script_t *script;
	FriBidiLevel *level;
	GHashTable *missing; // code points; NULL while there are none
	uint32_t first_missing;
};

bool paragraph_is_control(uint32_t code_point)
{
	return (code_point >= 0x202A && code_point <= 0x202E) || (code_point >= 0x2066 && code_point <= 0x2069);
}

// Characters that show nothing and so need no glyph.
static bool is_ignorable(uint32_t code_point)
{
	static const struct {
		uint32_t first, last;
	} ranges[] = {
		{0x00AD, 0x00AD}, {0x034F, 0x034F}, {0x061C, 0x061C}, {0x115F, 0x1160}, {0x17B4, 0x17B5}, {0x180B, 0x180F}, {0x200B, 0x200F}, {0x202A, 0x202E},
		{0x2060, 0x206F}, {0x3164, 0x3164}, {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
	};
	if (code_point < ranges[0].first)
		return false;
	for (size_t i = 0; i < G_N_ELEMENTS(ranges); i++)
		if (code_point >= ranges[i].first && code_point <= ranges[i].last)
			return true;
	return false;
}

// Belongs to the character before it.
static bool is_extending(uint32_t code_point)
{
	return code_point >= 0x00AD && (is_ignorable(code_point) || g_unichar_ismark(code_point));
}

static bool is_white(uint32_t code_point)
{
	return (code_point >= '\t' && code_point <= '\r') || code_point == 0x85 || code_point == 0x2028 || code_point == 0x2029;
}

static void decode(struct paragraph *paragraph, struct work *work)
{
	const char *at = work->text;
	for (size_t i = 0; i < paragraph->count; i++, at = g_utf8_next_char(at)) {
		work->original[i] = g_utf8_get_char(at);
		paragraph->bytes[i] = (size_t)(at - work->text);
		bool control = g_unichar_iscntrl(work->original[i]);
		paragraph->shown[i] = is_white(work->original[i]) ? ' ' : control ? REPLACEMENT : work->original[i];
	}
	paragraph->bytes[paragraph->count] = (size_t)(at - work->text);
}

// ---- faces

// The replacement character is shown as what a face draws for a missing glyph.
static bool needs_glyph(uint32_t code_point)
{
	return !is_ignorable(code_point) && code_point != REPLACEMENT;
}

static void note_missing(struct work *work, uint32_t code_point)
{
	if (!work->missing) {
		work->missing = g_hash_table_new(NULL, NULL);
		work->first_missing = code_point;
	}
	g_hash_table_add(work->missing, GUINT_TO_POINTER(code_point));
}

// A base and one mark that the face has as one glyph: HarfBuzz composes them.
static bool has_composed(const struct face *face, const uint32_t *needs, size_t count)
{
	gunichar composed;
	return count == 2 && g_unichar_compose(needs[0], needs[1], &composed) && face_has(face, composed);
}

// The face of one base character with what extends it: `shown[start .. end)`.
static void choose_face(struct paragraph *paragraph, struct work *work, size_t start, size_t end)
{
	enum { NEEDS_MAX = 16 };
	uint32_t needs[NEEDS_MAX];
	size_t count = 0;
	for (size_t i = start; i < end && count < NEEDS_MAX; i++)
		if (needs_glyph(paragraph->shown[i]))
			needs[count++] = paragraph->shown[i];
	struct face *face = has_composed(work->primary, needs, count)
		? work->primary
		: faces_covering(work->faces, work->primary, needs, count, paragraph->shown, paragraph->count);
	if (!face && count > 1)
		face = faces_covering(work->faces, work->primary, needs, 1, paragraph->shown, paragraph->count);
	if (!face)
		face = work->primary;
	for (size_t i = start; i < end; i++) {
		work->face[i] = face;
		if (!needs_glyph(paragraph->shown[i]) || face_has(face, paragraph->shown[i]) || has_composed(face, needs, count))
			continue;
		note_missing(work, work->original[i]);
		if (face_has(face, REPLACEMENT))
			paragraph->shown[i] = REPLACEMENT;
	}
}

static void choose_faces(struct paragraph *paragraph, struct work *work)
{
	for (size_t start = 0, end; start < paragraph->count; start = end) {
		for (end = start + 1; end < paragraph->count && is_extending(paragraph->shown[end]); end++)
			;
		choose_face(paragraph, work, start, end);
	}
	if (work->missing)
		paragraph->missing = (struct missing_glyphs){work->first_missing, g_hash_table_size(work->missing)};
}

// ---- scripts

static bool is_real_script(hb_script_t script)
{
	return script != HB_SCRIPT_COMMON && script != HB_SCRIPT_INHERITED && script != HB_SCRIPT_UNKNOWN;
}

// Digits, spaces and punctuation are of the script before them, at the start of the one after them.
static void choose_scripts(const struct paragraph *paragraph, struct work *work)
{
	hb_unicode_funcs_t *unicode = hb_unicode_funcs_get_default();
	hb_script_t last = HB_SCRIPT_INVALID;
	size_t leading = 0;
	for (size_t i = 0; i < paragraph->count; i++) {
		hb_script_t script = hb_unicode_script(unicode, paragraph->shown[i]);
		if (is_real_script(script))
			last = script;
		if (last == HB_SCRIPT_INVALID)
			leading = i + 1;
		work->script[i] = last;
	}
	hb_script_t first = leading < paragraph->count ? work->script[leading] : HB_SCRIPT_LATIN;
	for (size_t i = 0; i < leading; i++)
		work->script[i] = first;
}

// ---- direction

// Nothing before Hebrew runs from right to left.
static bool needs_bidi(const struct paragraph *paragraph)
{
	for (size_t i = 0; i < paragraph->count; i++)
		if (paragraph->shown[i] >= 0x0590 && !paragraph_is_control(paragraph->shown[i]))
			return true;
	return false;
}

static void choose_levels(const struct paragraph *paragraph, struct work *work)
{
	if (!needs_bidi(paragraph))
		return;
	FriBidiStrIndex count = (FriBidiStrIndex)paragraph->count;
	g_autofree FriBidiCharType *types = g_new(FriBidiCharType, paragraph->count);
	g_autofree FriBidiBracketType *brackets = g_new(FriBidiBracketType, paragraph->count);
	fribidi_get_bidi_types(paragraph->shown, count, types);
	for (size_t i = 0; i < paragraph->count; i++)
		if (paragraph_is_control(paragraph->shown[i]))
			types[i] = FRIBIDI_TYPE_BN;
	fribidi_get_bracket_types(paragraph->shown, count, types, brackets);
	FriBidiParType direction = FRIBIDI_PAR_ON;
	FriBidiLevel top = fribidi_get_par_embedding_levels_ex(types, brackets, count, &direction, work->level);
	assert(top);
	// Rule L1: white space at the end goes with the paragraph.
	for (size_t i = paragraph->count; i > 0 && FRIBIDI_IS_EXPLICIT_OR_BN_OR_WS(types[i - 1]); i--)
		work->level[i - 1] = FRIBIDI_DIR_TO_LEVEL(direction);
}

// ---- spans

static void cut_spans(struct paragraph *paragraph, const struct work *work)
{
	paragraph->spans = g_new(struct span, paragraph->count);
	for (size_t i = 0; i < paragraph->count; i++) {
		struct span *last = paragraph->span_count ? &paragraph->spans[paragraph->span_count - 1] : NULL;
		if (last && last->face == work->face[i] && last->script == work->script[i] && last->level == work->level[i])
			last->count++;
		else
			paragraph->spans[paragraph->span_count++] =
				(struct span){.start = i, .count = 1, .face = work->face[i], .script = work->script[i], .level = work->level[i]};
	}
}

static void reverse(struct span *spans, size_t start, size_t end)
{
	for (; start + 1 < end; start++, end--) {
		struct span swapped = spans[start];
		spans[start] = spans[end - 1];
		spans[end - 1] = swapped;
	}
}

// Rule L2: from the highest level to 1, every stretch at that level or above is reversed.
static void order_spans(struct paragraph *paragraph)
{
	int highest = 0;
	for (size_t i = 0; i < paragraph->span_count; i++)
		highest = MAX(highest, paragraph->spans[i].level);
	for (int level = highest; level > 0; level--)
		for (size_t start = 0, end; start < paragraph->span_count; start = end) {
			for (end = start; end < paragraph->span_count && paragraph->spans[end].level >= level; end++)
				;
			reverse(paragraph->spans, start, end);
			end += end == start;
		}
}

void paragraph_init(struct paragraph *paragraph, struct faces *faces, struct face *face, const char *text)
{
	size_t count = (size_t)g_utf8_strlen(text, -1);
	*paragraph = (struct paragraph){.count = count, .shown = g_new(uint32_t, count), .bytes = g_new(size_t, count + 1)};
	g_autofree uint32_t *original = g_new(uint32_t, count);
	g_autofree struct face **chosen = g_new(struct face *, count);
	g_autofree hb_script_t *scripts = g_new(hb_script_t, count);
	g_autofree FriBidiLevel *levels = g_new0(FriBidiLevel, count);
	struct work work = {.faces = faces, .primary = face, .text = text, .original = original, .face = chosen, .script = scripts, .level = levels};
	decode(paragraph, &work);
	choose_scripts(paragraph, &work);
	choose_levels(paragraph, &work);
	choose_faces(paragraph, &work); // puts replacements in, so it comes after what depends on the characters
	cut_spans(paragraph, &work);
	order_spans(paragraph);
	if (work.missing)
		g_hash_table_destroy(work.missing);
}

void paragraph_clear(struct paragraph *paragraph)
{
	g_free(paragraph->shown);
	g_free(paragraph->bytes);
	g_free(paragraph->spans);
}
