// SPDX-License-Identifier: MIT
// What the answers look like to people: a table, a step summary; and the words that all formats share.
#include "check/check.h"

#include "base/text.h"
#include "base/text_table.h"
#include "report/report_internal.h"

#include <string.h>

// Longer names are shortened in the middle; the full name is in JSON and JUnit.
enum { NAME_CHARS = 56, NOTE_CHARS = 200, MARKDOWN_BYTES = 880 * 1000 };

const struct check_format check_formats[] = {
	{"table", check_write_table}, {"json", check_write_json}, {"markdown", check_write_markdown}, {"junit", check_write_junit}, {"github", check_write_github},
	{NULL, NULL},
};

// ---- words --------------------------------------------------------------------------------------------------------------------------------------------

const char *check_answer_text(struct arena *arena, const struct check_answer *answer)
{
	const char *note = answer->note ? arena_printf(arena, " (%s)", answer->note) : "";
	if (!answer->found_text || (answer->is_change && !answer->change_text))
		return arena_printf(arena, "expected %s: %s", answer->gate, answer->note ? answer->note : "no value");
	if (!answer->is_change)
		return arena_printf(arena, "expected %s, found %s%s", answer->gate, answer->found_text, note);
	return arena_printf(arena, "expected %s, found %s: %s after %s%s", answer->gate, answer->change_text, answer->found_text, answer->before_text, note);
}

static const char *counted(struct arena *arena, size_t count, const char *one, const char *more)
{
	return arena_printf(arena, "%zu %s", count, count == 1 ? one : more);
}

const char *check_summary(struct arena *arena, const struct check_result *result)
{
	const size_t *counts = result->counts;
	const char *text = arena_printf(arena, "%s: %s on %s: %zu failed", result->passed ? "passed" : "failed",
		counted(arena, result->answers.count, "check", "checks"), counted(arena, result->points, "point", "points"), counts[CHECK_FAILED]);
	if (counts[CHECK_WARNING])
		text = arena_printf(arena, "%s, %s", text, counted(arena, counts[CHECK_WARNING], "warning", "warnings"));
	if (counts[CHECK_SKIPPED])
		text = arena_printf(arena, "%s, %zu skipped", text, counts[CHECK_SKIPPED]);
	return arena_printf(arena, "%s, %zu passed", text, counts[CHECK_PASSED]);
}

// ---- columns ------------------------------------------------------------------------------------------------------------------------------------------

static const char *cell_status(const struct check_answer *answer)
{
	return check_status_name(answer->status);
}

static const char *cell_point(const struct check_answer *answer)
{
	return answer->point;
}

static const char *cell_series(const struct check_answer *answer)
{
	return answer->series;
}

static const char *cell_gate(const struct check_answer *answer)
{
	return answer->gate;
}

static const char *cell_found(const struct check_answer *answer)
{
	return answer->found_text;
}

static const char *cell_before(const struct check_answer *answer)
{
	return answer->before_text;
}

static const char *cell_change(const struct check_answer *answer)
{
	return answer->change_text;
}

static const char *cell_note(const struct check_answer *answer)
{
	return answer->note;
}

static const struct column {
	const char *title;
	bool number; // right-aligned
	bool always; // else only where an answer has it
	size_t chars;
	const char *(*cell)(const struct check_answer *answer);
} columns[] = {
	{"result", false, true, NAME_CHARS, cell_status}, {"point", false, true, NAME_CHARS, cell_point}, {"series", false, false, NAME_CHARS, cell_series},
	{"gate", false, true, NAME_CHARS, cell_gate}, {"found", true, true, NAME_CHARS, cell_found}, {"before", true, false, NAME_CHARS, cell_before},
	{"change", true, false, NAME_CHARS, cell_change}, {"note", false, false, NOTE_CHARS, cell_note},
};

// Which columns are shown; how many.
static size_t choose_columns(const struct check_result *result, const struct column **shown)
{
	size_t count = 0;
	for (size_t i = 0; i < G_N_ELEMENTS(columns); i++) {
		bool used = columns[i].always;
		for (size_t k = 0; k < result->answers.count && !used; k++)
			used = columns[i].cell(&result->answers.items[k]) != NULL;
		if (used)
			shown[count++] = &columns[i];
	}
	return count;
}

static const char *shortened(struct arena *arena, const char *text, size_t chars)
{
	g_autofree char *cut = text_shorten(text, chars);
	return arena_strdup(arena, cut);
}

// ---- table --------------------------------------------------------------------------------------------------------------------------------------------

static const char *printable(struct arena *arena, const char *text, const struct column *column)
{
	if (!text)
		return column->cell == cell_note ? "" : "-";
	g_autofree char *safe = text_printable(shortened(arena, text, column->chars));
	return arena_strdup(arena, g_strdelimit(safe, "\t", ' '));
}

void check_write_table(const struct check_result *result, const char *title, GString *out)
{
	const struct column *shown[G_N_ELEMENTS(columns)];
	size_t count = choose_columns(result, shown);
	struct arena *arena = arena_new();
	struct text_table table = text_table_make(arena, count);
	for (size_t i = 0; i < count; i++) {
		table.right[i] = shown[i]->number;
		text_table_add(&table, shown[i]->title);
	}
	for (size_t k = 0; k < result->answers.count; k++)
		for (size_t i = 0; i < count; i++)
			text_table_add(&table, printable(arena, shown[i]->cell(&result->answers.items[k]), shown[i]));
	if (title) {
		g_autofree char *safe = text_printable(title);
		g_string_append_printf(out, "%s\n\n", safe);
	}
	if (result->answers.count)
		text_table_write(&table, "", out);
	g_string_append_printf(out, "%s%s\n", result->answers.count ? "\n" : "", check_summary(arena, result));
	arena_free(arena);
}

// ---- Markdown -----------------------------------------------------------------------------------------------------------------------------------------

static void markdown_header(const struct column *const *shown, size_t count, GString *out)
{
	for (size_t i = 0; i < count; i++)
		g_string_append_printf(out, "| %s ", shown[i]->title);
	g_string_append(out, "|\n");
	for (size_t i = 0; i < count; i++)
		g_string_append(out, shown[i]->number ? "| ---: " : "| --- ");
	g_string_append(out, "|\n");
}

static void markdown_row(struct arena *arena, const struct check_answer *answer, const struct column *const *shown, size_t count, GString *out)
{
	for (size_t i = 0; i < count; i++) {
		const char *cell = shown[i]->cell(answer);
		bool strong = shown[i]->cell == cell_status && answer->status == CHECK_FAILED;
		g_string_append(out, strong ? "| **" : "| ");
		report_markdown_text(out, cell ? shortened(arena, cell, shown[i]->chars) : "");
		g_string_append(out, strong ? "** " : " ");
	}
	g_string_append(out, "|\n");
}

void check_write_markdown(const struct check_result *result, const char *title, GString *out)
{
	const struct column *shown[G_N_ELEMENTS(columns)];
	size_t count = choose_columns(result, shown), written = 0, total = result->answers.count;
	struct arena *arena = arena_new();
	g_string_append(out, "## ");
	report_markdown_text(out, title ? shortened(arena, title, NOTE_CHARS) : "rafter check");
	g_string_append_printf(out, "\n\n%s %s\n\n", result->passed ? "✅" : "❌", check_summary(arena, result));
	if (total)
		markdown_header(shown, count, out);
	for (; written < total && out->len < MARKDOWN_BYTES; written++)
		markdown_row(arena, &result->answers.items[written], shown, count, out);
	if (written < total)
		g_string_append_printf(out, "\n%zu more are left out here, none of them worse than these\n", total - written);
	arena_free(arena);
}
