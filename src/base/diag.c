// SPDX-License-Identifier: MIT
#include "base/diag.h"

#include "base/text.h"

#include <glib.h>
#include <string.h>

enum { EXCERPT_CHARS = 100 };

static const struct {
	const char *name;
	enum diag_severity severity;
	int exit_code;
} ids[] = {
#define X(symbol, name, severity, exit_code) {name, DIAG_SEVERITY_##severity, exit_code},
	DIAG_IDS(X)
#undef X
};

struct diags {
	GPtrArray *items; // of struct diag, owned
	size_t errors;
	bool strict;
};

static void diag_free(void *item)
{
	struct diag *diag = item;
	g_free((char *)diag->message);
	g_free((char *)diag->point);
	g_free(diag);
}

struct diags *diags_new(void)
{
	struct diags *diags = g_new0(struct diags, 1);
	diags->items = g_ptr_array_new_with_free_func(diag_free);
	return diags;
}

void diags_free(struct diags *diags)
{
	if (!diags)
		return;
	g_ptr_array_free(diags->items, TRUE);
	g_free(diags);
}

static void add(struct diags *diags, enum diag_id id, struct place place, const char *point, const char *format, va_list args)
{
	bool error = diags->strict || ids[id].severity == DIAG_SEVERITY_ERROR;
	if (error && ++diags->errors > DIAG_LIMIT_ERRORS)
		return;
	struct diag *diag = g_new0(struct diag, 1);
	*diag = (struct diag){
		.id = id,
		.severity = error ? DIAG_SEVERITY_ERROR : DIAG_SEVERITY_WARNING,
		.message = g_strdup_vprintf(format, args),
		.point = g_strdup(point),
		.place = place,
	};
	if (place.source) {
		struct position position = source_position(place.source, place.offset);
		diag->line = position.line;
		diag->column = position.column;
	}
	g_ptr_array_add(diags->items, diag);
}

void diags_add(struct diags *diags, enum diag_id id, struct place place, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	add(diags, id, place, NULL, format, args);
	va_end(args);
}

void diags_add_point(struct diags *diags, enum diag_id id, struct place place, const char *point, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	add(diags, id, place, point, format, args);
	va_end(args);
}

void diags_join(struct diags *diags, struct diags *from)
{
	for (guint i = 0; i < from->items->len; i++) {
		const struct diag *diag = g_ptr_array_index(from->items, i);
		diags_add_point(diags, diag->id, diag->place, diag->point, "%s", diag->message);
	}
	diags_free(from);
}

size_t diags_count(const struct diags *diags)
{
	return diags->items->len;
}

const struct diag *diags_get(const struct diags *diags, size_t index)
{
	return g_ptr_array_index(diags->items, index);
}

size_t diags_error_count(const struct diags *diags)
{
	return diags->errors;
}

void diags_make_strict(struct diags *diags)
{
	diags->strict = true;
	for (guint i = 0; i < diags->items->len; i++) {
		struct diag *diag = g_ptr_array_index(diags->items, i);
		diags->errors += diag->severity == DIAG_SEVERITY_WARNING;
		diag->severity = DIAG_SEVERITY_ERROR;
	}
}

int diags_exit_code(const struct diags *diags)
{
	enum { EXIT_BAD_INPUT = 3 };
	int code = diags->errors ? EXIT_BAD_INPUT : 0;
	bool first = true;
	for (guint i = 0; i < diags->items->len; i++) {
		const struct diag *diag = g_ptr_array_index(diags->items, i);
		if (diag->severity != DIAG_SEVERITY_ERROR)
			continue;
		int own = ids[diag->id].exit_code ? ids[diag->id].exit_code : EXIT_BAD_INPUT;
		code = first ? own : MAX(code, own);
		first = false;
	}
	return code;
}

const char *diag_id_name(enum diag_id id)
{
	return ids[id].name;
}

// A long line is shown from a little before the place, cut at character boundaries.
static void append_excerpt(GString *out, const struct diag *diag)
{
	const struct source *source = diag->place.source;
	struct position position = source_position(source, diag->place.offset);
	size_t column = position.column - 1;
	size_t skip = column > EXCERPT_CHARS * 3 / 4 ? column - EXCERPT_CHARS / 2 : 0;
	const char *line = source->bytes + position.line_start;
	g_autofree char *valid = g_utf8_make_valid(line, (gssize)MIN(position.line_length, (skip + EXCERPT_CHARS) * 4));
	size_t chars = (size_t)g_utf8_strlen(valid, -1);
	skip = MIN(skip, chars);
	const char *from = g_utf8_offset_to_pointer(valid, (glong)skip);
	g_autofree char *shown = g_utf8_substring(from, 0, (glong)MIN(chars - skip, EXCERPT_CHARS));
	g_autofree char *printable = text_printable(shown);
	// A tab is one column wide here, so that the caret stands under its character.
	g_strdelimit(printable, "\t", ' ');
	g_string_append_printf(out, "%4zu | %s\n     | ", position.line, printable);
	g_autofree char *before = g_utf8_substring(shown, 0, (glong)MIN(column - skip, (size_t)g_utf8_strlen(shown, -1)));
	g_autofree char *before_printable = text_printable(before);
	glong pad = g_utf8_strlen(before_printable, -1), room = g_utf8_strlen(printable, -1) - pad;
	size_t bytes = MIN(diag->place.length, position.line_start + position.line_length - MIN(diag->place.offset, position.line_start + position.line_length));
	g_autofree char *marked = g_utf8_make_valid(source->bytes + diag->place.offset, (gssize)bytes);
	glong width = CLAMP(g_utf8_strlen(marked, -1), 1, MAX(room, 1));
	for (glong i = 0; i < pad; i++)
		g_string_append_c(out, ' ');
	for (glong i = 0; i < width; i++)
		g_string_append_c(out, i ? '~' : '^');
	g_string_append_c(out, '\n');
}

char *diag_format(const struct diag *diag)
{
	GString *out = g_string_new(NULL);
	if (diag->place.source) {
		g_autofree char *name = text_printable(diag->place.source->name);
		g_string_append_printf(out, "%s:%zu:%zu: ", name, diag->line, diag->column);
	} else {
		g_string_append(out, "rafter: ");
	}
	g_autofree char *message = text_printable(diag->message);
	g_string_append_printf(out, "%s: %s [%s]\n", diag->severity == DIAG_SEVERITY_ERROR ? "error" : "warning", message, ids[diag->id].name);
	if (diag->place.source)
		append_excerpt(out, diag);
	return g_string_free(out, FALSE);
}
