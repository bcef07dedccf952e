// SPDX-License-Identifier: MIT
// A key of a theme as its file has it.
#include "theme/theme.h"

#include <stddef.h>

static void put_cycle(const struct theme *theme, struct json_out *json)
{
	json_open_flat(json, '[');
	for (int i = 0; i < theme->cycle.count; i++)
		json_string(json, colour_format(theme->cycle.items[i]).text);
	json_close(json, ']');
}

static void put_dashes(const struct theme *theme, struct json_out *json)
{
	json_open_flat(json, '[');
	for (int i = 0; i < theme->ceiling_dashes.count; i++) {
		const struct theme_dash *dash = &theme->ceiling_dashes.items[i];
		json_open_flat(json, '[');
		for (int k = 0; k < dash->count; k++)
			json_number(json, dash->on_off[k]);
		json_close(json, ']');
	}
	json_close(json, ']');
}

void theme_put_value(const struct theme *theme, const struct key *key, struct json_out *json)
{
	const void *field = (const char *)theme + key->offset;
	switch (key->type) {
	case KEY_STRING:
		json_string(json, *(const char *const *)field);
		break;
	case KEY_NUMBER:
		json_number(json, *(const double *)field);
		break;
	case KEY_BOOL:
		json_bool(json, *(const bool *)field);
		break;
	case KEY_COLOUR:
		json_string(json, colour_format(*(const struct colour *)field).text);
		break;
	default:
		if (key->offset == offsetof(struct theme, cycle))
			put_cycle(theme, json);
		else if (key->offset == offsetof(struct theme, ceiling_dashes))
			put_dashes(theme, json);
		else
			json_number(json, *(const int *)field);
	}
}
