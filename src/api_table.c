// SPDX-License-Identifier: MIT
#include "api_table.h"

#include "base/num.h"

#include <math.h>
#include <string.h>

enum { DIGITS = 4 };

void table_put(struct cells *cells, const char *text)
{
	*list_push(cells->arena, &cells->list) = (struct cell){.text = text, .number = NAN};
}

void table_put_quantity(struct cells *cells, double si, enum quantity quantity)
{
	bool given = !isnan(si);
	*list_push(cells->arena, &cells->list) = (struct cell){.text = given ? units_format(cells->arena, si, quantity, DIGITS) : NULL, .number = si};
}

void table_put_number(struct cells *cells, double number)
{
	bool given = !isnan(number);
	*list_push(cells->arena, &cells->list) = (struct cell){.text = given ? arena_strdup(cells->arena, num_short(number, 6).text) : NULL, .number = number};
}

void table_put_flag(struct cells *cells, bool flag)
{
	*list_push(cells->arena, &cells->list) = (struct cell){.text = flag ? "yes" : NULL, .number = NAN, .is_flag = true};
}

static size_t count_columns(const char *const *columns)
{
	return g_strv_length((char **)columns);
}

static const char *shown(const struct cell *cell)
{
	return cell->text ? cell->text : "";
}

static void pad_to(GString *out, const char *text, glong width)
{
	g_string_append(out, text);
	for (glong i = g_utf8_strlen(text, -1); i < width + 2; i++)
		g_string_append_c(out, ' ');
}

static void end_line(GString *out)
{
	while (out->len && out->str[out->len - 1] == ' ')
		g_string_truncate(out, out->len - 1);
	g_string_append_c(out, '\n');
}

// The widest cell of every column, its name included; 0 for a column that is empty in every row.
static void measure_columns(const char *const *columns, const struct cells *cells, glong *widths)
{
	size_t count = count_columns(columns);
	for (size_t i = 0; i < cells->list.count; i++)
		widths[i % count] = MAX(widths[i % count], g_utf8_strlen(shown(&cells->list.items[i]), -1));
	for (size_t i = 0; i < count; i++)
		widths[i] = widths[i] ? MAX(widths[i], g_utf8_strlen(columns[i], -1)) : 0;
}

void table_write(const char *const *columns, const struct cells *cells, GString *out)
{
	size_t count = count_columns(columns);
	glong widths[TABLE_MAX_COLUMNS] = {0};
	measure_columns(columns, cells, widths);
	for (size_t i = 0; i < count; i++) {
		if (widths[i])
			pad_to(out, columns[i], widths[i]);
	}
	end_line(out);
	for (size_t i = 0; i < cells->list.count; i++) {
		if (widths[i % count])
			pad_to(out, shown(&cells->list.items[i]), widths[i % count]);
		if (i % count + 1 == count)
			end_line(out);
	}
}

static void write_value(const struct cell *cell, struct json_out *json)
{
	if (!cell->text)
		json_null(json);
	else if (cell->is_flag)
		json_bool(json, true);
	else if (isnan(cell->number))
		json_string(json, cell->text);
	else
		json_number(json, cell->number);
}

void table_write_members(const char *const *columns, const struct cell *row, struct json_out *json)
{
	for (size_t i = 0; columns[i]; i++) {
		if (!row[i].text)
			continue;
		json_key(json, columns[i]);
		write_value(&row[i], json);
	}
}

void table_write_json(const char *const *columns, const struct cells *cells, GString *out)
{
	size_t count = count_columns(columns);
	struct json_out json;
	json_out_init(&json, out);
	json_open(&json, '[');
	for (size_t i = 0; i < cells->list.count; i++) {
		if (i % count == 0)
			json_open_flat(&json, '{');
		json_key(&json, columns[i % count]);
		write_value(&cells->list.items[i], &json);
		if (i % count + 1 == count)
			json_close(&json, '}');
	}
	json_close(&json, ']');
}

void table_write_lines(const char *const *columns, const struct cell *row, GString *out)
{
	glong width = 0;
	for (size_t i = 0; columns[i]; i++)
		width = MAX(width, g_utf8_strlen(columns[i], -1));
	for (size_t i = 0; columns[i]; i++) {
		if (!row[i].text)
			continue;
		pad_to(out, columns[i], width);
		g_string_append(out, row[i].text);
		end_line(out);
	}
}
