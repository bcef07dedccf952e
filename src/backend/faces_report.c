// SPDX-License-Identifier: MIT
#include "backend/faces_internal.h"

#include "base/text.h"
#include "scene/scene.h"

static const char *package_for(uint32_t code_point)
{
	static const struct {
		hb_script_t script;
		const char *package;
	} packages[] = {
		{HB_SCRIPT_HAN, "fonts-noto-cjk"},
		{HB_SCRIPT_HIRAGANA, "fonts-noto-cjk"},
		{HB_SCRIPT_KATAKANA, "fonts-noto-cjk"},
		{HB_SCRIPT_HANGUL, "fonts-noto-cjk"},
		{HB_SCRIPT_BOPOMOFO, "fonts-noto-cjk"},
		{HB_SCRIPT_COMMON, "fonts-symbola"}, // symbols and emoji, in outlines
	};
	hb_script_t script = hb_unicode_script(hb_unicode_funcs_get_default(), code_point);
	for (size_t i = 0; i < G_N_ELEMENTS(packages); i++)
		if (packages[i].script == script)
			return packages[i].package;
	return "fonts-noto-core";
}

static void report_missing(struct faces *faces, const char *text, struct missing_glyphs missing)
{
	enum { SHOWN = 60 };
	g_autofree char *label = text_shorten(text, SHOWN);
	g_autofree char *more = missing.count > 1 ? g_strdup_printf(" and %zu more of its characters", missing.count - 1) : g_strdup("");
	diags_add(faces->diags, DIAG_MISSING_GLYPH, (struct place){0},
		"label \"%s\": no installed font has U+%04X%s, a replacement mark is drawn: install one that has it (Debian: %s)", label,
		(unsigned)missing.first, more, package_for(missing.first));
}

void faces_report(struct faces *faces, const struct scene *scene)
{
	g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
	for (size_t i = 0; i < scene->ops.count; i++) {
		const struct scene_op *op = &scene->ops.items[i];
		if (op->kind != SCENE_TEXT)
			continue;
		const struct shaped *shaped = faces_shape(faces, op->text, &op->style);
		if (shaped->missing.count && g_hash_table_add(seen, (char *)op->text))
			report_missing(faces, op->text, shaped->missing);
	}
}
