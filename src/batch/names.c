// SPDX-License-Identifier: MIT
#include "batch/names.h"

#include <glib.h>
#include <string.h>

enum { HASH_DIGITS = 8 };

const char *const batch_field_names[] = {
	[BATCH_HARDWARE] = "hardware", [BATCH_VENDOR] = "vendor", [BATCH_INPUT] = "input", [BATCH_SERIES] = "series",
	[BATCH_POINT] = "point",       [BATCH_FORMAT] = "format", [BATCH_THEME] = "theme", [BATCH_FIELD_COUNT] = NULL,
};

// ---- slugs --------------------------------------------------------------------------------------------------------------------------------------------

static bool is_plain(char c)
{
	return g_ascii_isalnum(c) || c == '.' || c == '_' || c == '-';
}

// Names that some systems keep for devices, with any suffix.
static bool is_reserved(const char *slug)
{
	static const char *const names[] = {"con", "prn", "aux", "nul", "com", "lpt"};
	g_autofree char *stem = g_strndup(slug, strcspn(slug, "."));
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		size_t length = strlen(names[i]);
		bool numbered = i >= 4;
		if (g_ascii_strncasecmp(stem, names[i], length) == 0 && (numbered ? g_ascii_isdigit(stem[length]) && !stem[length + 1] : !stem[length]))
			return true;
	}
	return false;
}

char *batch_slug(const char *name, bool hashed)
{
	g_autoptr(GString) slug = g_string_new(NULL);
	bool changed = false, lossy = false;
	for (const char *at = name; *at; at++) {
		if (is_plain(*at)) {
			g_string_append_c(slug, *at);
			continue;
		}
		changed = true;
		lossy |= *at != ' ';
		if (slug->len && slug->str[slug->len - 1] != '-')
			g_string_append_c(slug, '-');
	}
	size_t lead = strspn(slug->str, ".-");
	while (slug->len && (slug->str[slug->len - 1] == '-' || slug->str[slug->len - 1] == '.')) {
		g_string_truncate(slug, slug->len - 1);
		lossy = true;
	}
	lead = MIN(lead, slug->len);
	lossy |= lead > 0 || !slug->len || is_reserved(slug->str) || slug->len > BATCH_SLUG_BYTES;
	g_string_erase(slug, 0, (gssize)lead);
	if (!lossy && !(hashed && changed))
		return g_strdup(slug->str);
	g_string_truncate(slug, MIN(slug->len, BATCH_SLUG_BYTES - HASH_DIGITS - 1));
	g_autofree char *digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, name, -1);
	return g_strdup_printf("%s%s%.*s", slug->str, slug->len ? "-" : "", HASH_DIGITS, digest);
}

char **batch_slugs(const char *const *names, size_t count)
{
	g_autoptr(GHashTable) owners = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL); // slug in lower case -> the name that has it
	g_autoptr(GHashTable) shared = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL); // slugs that several names have
	char **slugs = g_new0(char *, count + 1);
	for (size_t i = 0; i < count; i++) {
		if (!names[i])
			continue;
		slugs[i] = batch_slug(names[i], false);
		char *key = g_ascii_strdown(slugs[i], -1);
		const char *owner = g_hash_table_lookup(owners, key);
		if (owner && strcmp(owner, names[i]) != 0)
			g_hash_table_add(shared, g_strdup(key));
		g_hash_table_replace(owners, key, (void *)names[i]);
	}
	for (size_t i = 0; i < count; i++) {
		g_autofree char *key = slugs[i] ? g_ascii_strdown(slugs[i], -1) : NULL;
		if (!key || !g_hash_table_contains(shared, key))
			continue;
		g_autofree char *digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, names[i], -1);
		char *distinct = g_strdup_printf("%.*s-%.*s", BATCH_SLUG_BYTES - HASH_DIGITS - 1, slugs[i], HASH_DIGITS, digest);
		g_free(slugs[i]);
		slugs[i] = distinct;
	}
	return slugs;
}

void batch_slugs_free(char **slugs, size_t count)
{
	for (size_t i = 0; i < count; i++)
		g_free(slugs[i]);
	g_free(slugs);
}

// ---- templates ----------------------------------------------------------------------------------------------------------------------------------------

// The field that the brace at `at` opens, and where it ends; BATCH_FIELD_COUNT when it is none.
static enum batch_field field_at(const char *at, const char **end)
{
	const char *close = strchr(at, '}');
	*end = close ? close + 1 : at + 1;
	for (int field = 0; close && field < BATCH_FIELD_COUNT; field++)
		if (strlen(batch_field_names[field]) == (size_t)(close - at - 1) && strncmp(batch_field_names[field], at + 1, (size_t)(close - at - 1)) == 0)
			return (enum batch_field)field;
	return BATCH_FIELD_COUNT;
}

char *batch_template_wrong(const char *template)
{
	for (const char *at = strchr(template, '{'); at; at = strchr(at, '{')) {
		const char *end;
		if (field_at(at, &end) == BATCH_FIELD_COUNT)
			return g_strndup(at, (gsize)(end - at));
		at = end;
	}
	return NULL;
}

bool batch_template_has(const char *template, enum batch_field field)
{
	for (const char *at = strchr(template, '{'); at; at = strchr(at + 1, '{')) {
		const char *end;
		if (field_at(at, &end) == field)
			return true;
	}
	return false;
}

char *batch_template_expand(const char *template, const char *const values[BATCH_FIELD_COUNT])
{
	GString *path = g_string_new(NULL);
	for (const char *at = template; *at;) {
		const char *end;
		enum batch_field field = *at == '{' ? field_at(at, &end) : BATCH_FIELD_COUNT;
		if (field == BATCH_FIELD_COUNT) {
			g_string_append_c(path, *at++);
			continue;
		}
		g_string_append(path, values[field] ? values[field] : "");
		at = end;
	}
	return g_string_free(path, FALSE);
}

size_t batch_template_root(const char *template)
{
	size_t root = 0;
	for (size_t i = 0; template[i] && template[i] != '{'; i++)
		if (template[i] == '/')
			root = i + 1;
	return root;
}
