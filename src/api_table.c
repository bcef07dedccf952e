// SPDX-License-Identifier: MIT
#include "api_table.h"

#include "base/num.h"
#include "base/text_table.h"

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

// A column that is empty in every row is not worth its width.
static bool is_used(const struct cells *cells, size_t column, size_t count)
{
	for (size_t i = column; i < cells->list.count; i += count) {
		const char *text = cells->list.items[i].text;
		if (text && *text)
			return true;
	}
	return false;
}

void table_write(const char *const *columns, const struct cells *cells, GString *out)
{
	bool used[TABLE_MAX_COLUMNS];
	size_t count = count_columns(columns), shown = 0;
	for (size_t i = 0; i < count; i++)
		shown += used[i] = is_used(cells, i, count);
	struct text_table table = text_table_make(cells->arena, shown);
	for (size_t i = 0; i < count; i++) {
		if (used[i])
			text_table_add(&table, columns[i]);
	}
	for (size_t i = 0; i < cells->list.count; i++) {
		if (used[i % count])
			text_table_add(&table, cells->list.items[i].text);
	}
	text_table_write(&table, "", out);
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

void table_write_lines(struct arena *arena, const char *const *columns, const struct cell *row, GString *out)
{
	struct text_table table = text_table_make(arena, 2);
	for (size_t i = 0; columns[i]; i++) {
		if (!row[i].text)
			continue;
		text_table_add(&table, columns[i]);
		text_table_add(&table, row[i].text);
	}
	text_table_write(&table, "", out);
}
