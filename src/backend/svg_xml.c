// SPDX-License-Identifier: MIT
#include "backend/svg_internal.h"

#include "base/append.h"
#include "base/num.h"

#include <string.h>

// XML 1.0, production Char.
static bool is_xml_char(gunichar c)
{
	return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) || (c >= 0x10000 && c <= 0x10FFFF);
}

// Embeddings, overrides and isolates. The marks (U+200E, U+200F, U+061C) stay: they reach no further than their neighbours.
static bool turns_text(gunichar c)
{
	return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

static bool append_entity(GString *out, gunichar c)
{
	static const struct {
		gunichar c;
		const char *entity;
	} entities[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}, {'\r', "&#13;"}};
	for (size_t i = 0; i < G_N_ELEMENTS(entities); i++)
		if (entities[i].c == c) {
			g_string_append(out, entities[i].entity);
			return true;
		}
	return false;
}

static void append_char(GString *out, gunichar c)
{
	if (!append_entity(out, c))
		g_string_append_unichar(out, is_xml_char(c) ? c : 0xFFFD);
}

void svg_escape_text(GString *out, const char *text)
{
	if (append_is_plain(text)) {
		g_string_append(out, text);
		return;
	}
	g_autofree char *valid = g_utf8_make_valid(text, -1);
	for (const char *at = valid; *at; at = g_utf8_next_char(at)) {
		gunichar c = g_utf8_get_char(at);
		if (!turns_text(c))
			append_char(out, c);
	}
}

void svg_newline(struct svg *svg)
{
	g_string_append_c(svg->out, '\n');
	for (int i = 0; i < svg->depth; i++)
		g_string_append(svg->out, "  ");
}

void svg_attribute(struct svg *svg, const char *name, const char *value)
{
	if (append_is_plain(value)) {
		append_all(svg->out, " ", name, "=\"", value, "\"", NULL);
		return;
	}
	g_autofree char *valid = g_utf8_make_valid(value, -1);
	append_all(svg->out, " ", name, "=\"", NULL);
	for (const char *at = valid; *at; at = g_utf8_next_char(at)) {
		gunichar c = g_utf8_get_char(at);
		if (c == '\t' || c == '\n') // a parser reads them as spaces when they stand bare
			g_string_append_printf(svg->out, "&#%u;", (unsigned)c);
		else
			append_char(svg->out, c);
	}
	g_string_append_c(svg->out, '"');
}

void svg_attribute_px(struct svg *svg, const char *name, double value_px)
{
	append_all(svg->out, " ", name, "=\"", num_px(value_px).text, "\"", NULL);
}

const char *svg_intern(struct svg *svg, const char *text)
{
	size_t length = strlen(text);
	unsigned first = (unsigned char)text[0], last = length ? (unsigned char)text[length - 1] : 0;
	const char **recent = &svg->recent[(length * 7 + first * 5 + last) % SVG_RECENT];
	if (!*recent || strcmp(*recent, text) != 0)
		*recent = g_string_chunk_insert_const(svg->strings, text);
	return *recent;
}

void svg_append_id_part(GString *id, const char *part)
{
	for (const char *at = part; *at; at++)
		g_string_append_c(id, g_ascii_isalnum(*at) || *at == '_' ? *at : '-');
}

const char *svg_new_id(struct svg *svg, const char *name)
{
	g_autoptr(GString) id = g_string_new(NULL);
	g_string_append(id, svg->id_prefix);
	svg_append_id_part(id, name);
	if (!g_ascii_isalpha(id->str[0]) && id->str[0] != '_')
		g_string_prepend_c(id, '_');
	size_t stem = id->len;
	for (unsigned n = 2; g_hash_table_contains(svg->ids, id->str); n++) {
		g_string_truncate(id, stem);
		g_string_append_printf(id, "-%u", n);
	}
	const char *kept = svg_intern(svg, id->str);
	g_hash_table_add(svg->ids, (void *)kept);
	return kept;
}
