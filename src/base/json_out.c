// SPDX-License-Identifier: MIT
#include "base/json_out.h"

#include "base/num.h"

#include <math.h>
#include <string.h>

void json_out_init(struct json_out *out, GString *text)
{
	*out = (struct json_out){.text = text, .first = true};
}

static void newline(struct json_out *out)
{
	g_string_append_c(out->text, '\n');
	for (int i = 0; i < out->depth; i++)
		g_string_append(out->text, "  ");
}

// What stands before a value or a key: nothing after a key, else a comma and a new line.
static void separate(struct json_out *out)
{
	if (out->has_key) {
		out->has_key = false;
		return;
	}
	if (!out->first)
		g_string_append_c(out->text, ',');
	if (out->flat && !out->first)
		g_string_append_c(out->text, ' ');
	else if (!out->flat && out->depth)
		newline(out);
	out->first = false;
}

static void open_bracket(struct json_out *out, char bracket, bool flat)
{
	separate(out);
	g_string_append_c(out->text, bracket);
	out->depth++;
	out->first = true;
	if (flat || out->flat)
		out->flat++;
}

void json_open(struct json_out *out, char bracket)
{
	open_bracket(out, bracket, false);
}

void json_open_flat(struct json_out *out, char bracket)
{
	open_bracket(out, bracket, true);
}

void json_close(struct json_out *out, char bracket)
{
	out->depth--;
	if (!out->first && !out->flat)
		newline(out);
	if (out->flat)
		out->flat--;
	g_string_append_c(out->text, bracket);
	out->first = false;
	if (out->depth == 0)
		g_string_append_c(out->text, '\n');
}

static void quote(GString *text, const char *value)
{
	g_autofree char *valid = g_utf8_make_valid(value, -1);
	g_string_append_c(text, '"');
	for (const char *at = valid; *at; at++) {
		unsigned char c = (unsigned char)*at;
		if (c == '"' || c == '\\')
			g_string_append_printf(text, "\\%c", c);
		else if (c == '\n')
			g_string_append(text, "\\n");
		else if (c == '\t')
			g_string_append(text, "\\t");
		else if (c < 0x20 || c == 0x7F)
			g_string_append_printf(text, "\\u%04x", c);
		else
			g_string_append_c(text, (char)c);
	}
	g_string_append_c(text, '"');
}

void json_key(struct json_out *out, const char *key)
{
	separate(out);
	quote(out->text, key);
	g_string_append(out->text, ": ");
	out->has_key = true;
}

void json_string(struct json_out *out, const char *value)
{
	separate(out);
	if (value)
		quote(out->text, value);
	else
		g_string_append(out->text, "null");
}

void json_number(struct json_out *out, double value)
{
	separate(out);
	g_string_append(out->text, isfinite(value) ? num_exact(value).text : "null");
}

void json_bool(struct json_out *out, bool value)
{
	separate(out);
	g_string_append(out->text, value ? "true" : "false");
}

void json_null(struct json_out *out)
{
	json_string(out, NULL);
}

void json_put_string(struct json_out *out, const char *key, const char *value)
{
	json_key(out, key);
	json_string(out, value);
}

void json_put_number(struct json_out *out, const char *key, double value)
{
	json_key(out, key);
	json_number(out, value);
}

void json_put_bool(struct json_out *out, const char *key, bool value)
{
	json_key(out, key);
	json_bool(out, value);
}
