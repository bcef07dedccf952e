// SPDX-License-Identifier: MIT
#include "base/diag.h"

#include "base/diag_text.h"
#include "base/text.h"

#include <glib.h>

// Longer messages than any of ours: what they echo is unbounded.
enum { MESSAGE_CHARS = 2000 };

static const struct {
	const char *name;
	enum diag_severity severity;
	int exit_code;
} ids[] = {
#define X(symbol, name, severity, exit_code) {name, DIAG_SEVERITY_##severity, exit_code},
	DIAG_IDS(X)
#undef X
};

struct entry {
	struct diag diag;
	bool derived;
	size_t line_start; // offset of the line that the place is in
	char *text;        // NULL until asked for
};

struct tally {
	size_t kept, dropped;
};

struct tallies {
	struct tally errors, warnings[DIAG_ID_COUNT];
};

struct diags {
	GPtrArray *items;                  // of struct entry, owned
	struct entry *more[DIAG_ID_COUNT]; // what is said of warnings that were only counted; NULL for none
	struct tallies tallies[2];         // given, derived
	struct source_cursor cursor;       // of the place last looked for
	bool strict, derived;
};

static void entry_free(void *item)
{
	struct entry *entry = item;
	if (!entry)
		return;
	g_free((char *)entry->diag.message);
	g_free((char *)entry->diag.point);
	g_free(entry->text);
	g_free(entry);
}

struct diags *diags_new(void)
{
	struct diags *diags = g_new0(struct diags, 1);
	diags->items = g_ptr_array_new_with_free_func(entry_free);
	return diags;
}

void diags_free(struct diags *diags)
{
	if (!diags)
		return;
	g_ptr_array_free(diags->items, TRUE);
	for (int i = 0; i < DIAG_ID_COUNT; i++)
		entry_free(diags->more[i]);
	g_free(diags);
}

// ---- counting -----------------------------------------------------------------------------------------------------------------------------------------

static bool is_error(const struct diags *diags, enum diag_id id)
{
	return diags->strict || ids[id].severity == DIAG_SEVERITY_ERROR;
}

static struct tally *tally_of(struct diags *diags, bool derived, enum diag_id id)
{
	struct tallies *tallies = &diags->tallies[derived];
	return is_error(diags, id) ? &tallies->errors : &tallies->warnings[id];
}

// "4,990"
static char *grouped(size_t number)
{
	GString *digits = g_string_new(NULL);
	g_string_printf(digits, "%zu", number);
	for (size_t at = digits->len; at > 3;) {
		at -= 3;
		g_string_insert_c(digits, (gssize)at, ',');
	}
	return g_string_free(digits, FALSE);
}

static void say_more(struct diags *diags, enum diag_id id)
{
	size_t count = diags->tallies[0].warnings[id].dropped + diags->tallies[1].warnings[id].dropped;
	entry_free(g_steal_pointer(&diags->more[id]));
	if (!count)
		return;
	g_autofree char *number = grouped(count);
	diags->more[id] = g_new0(struct entry, 1);
	diags->more[id]->diag = (struct diag){.id = id, .severity = DIAG_SEVERITY_WARNING, .message = g_strdup_printf("and %s more of this kind", number)};
}

static void drop(struct diags *diags, bool derived, enum diag_id id, size_t count)
{
	tally_of(diags, derived, id)->dropped += count;
	if (count && !is_error(diags, id))
		say_more(diags, id);
}

static bool has_room(struct diags *diags, enum diag_id id)
{
	size_t kept = tally_of(diags, false, id)->kept + tally_of(diags, true, id)->kept;
	return kept < (is_error(diags, id) ? (size_t)DIAG_LIMIT_ERRORS : DIAG_LIMIT_WARNINGS);
}

// Takes the entry over.
static void keep(struct diags *diags, struct entry *entry)
{
	entry->derived = diags->derived;
	entry->diag.severity = is_error(diags, entry->diag.id) ? DIAG_SEVERITY_ERROR : DIAG_SEVERITY_WARNING;
	tally_of(diags, diags->derived, entry->diag.id)->kept++;
	g_ptr_array_add(diags->items, entry);
}

// ---- adding -------------------------------------------------------------------------------------------------------------------------------------------

static void add(struct diags *diags, enum diag_id id, struct place place, const char *point, const char *format, va_list args)
{
	if (!has_room(diags, id)) {
		drop(diags, diags->derived, id, 1);
		return;
	}
	g_autofree char *message = g_strdup_vprintf(format, args);
	struct entry *entry = g_new0(struct entry, 1);
	entry->diag = (struct diag){.id = id, .message = text_shorten(message, MESSAGE_CHARS), .point = point ? g_utf8_make_valid(point, -1) : NULL, .place = place};
	if (place.source) {
		struct position position = source_position_from(&diags->cursor, place.source, place.offset);
		entry->diag.line = position.line;
		entry->diag.column = position.column;
		entry->line_start = position.line_start;
	}
	keep(diags, entry);
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
		struct entry *entry = g_steal_pointer(&from->items->pdata[i]);
		if (has_room(diags, entry->diag.id)) {
			g_clear_pointer(&entry->text, g_free);
			keep(diags, entry);
		} else {
			drop(diags, diags->derived, entry->diag.id, 1);
			entry_free(entry);
		}
	}
	for (int stage = 0; stage < 2; stage++) {
		diags->tallies[diags->derived].errors.dropped += from->tallies[stage].errors.dropped;
		for (int id = 0; id < DIAG_ID_COUNT; id++)
			drop(diags, diags->derived, (enum diag_id)id, from->tallies[stage].warnings[id].dropped);
	}
	diags_free(from);
}

void diags_set_derived(struct diags *diags, bool derived)
{
	diags->derived = derived;
}

void diags_forget_derived(struct diags *diags)
{
	for (guint i = diags->items->len; i-- > 0;) {
		const struct entry *entry = diags->items->pdata[i];
		if (entry->derived)
			g_ptr_array_remove_index(diags->items, i);
	}
	diags->tallies[true] = (struct tallies){0};
	for (int id = 0; id < DIAG_ID_COUNT; id++)
		say_more(diags, (enum diag_id)id);
}

bool diags_are_strict(const struct diags *diags)
{
	return diags->strict;
}

void diags_make_strict(struct diags *diags)
{
	if (diags->strict)
		return;
	diags->strict = true;
	for (guint i = 0; i < diags->items->len; i++) {
		struct entry *entry = diags->items->pdata[i];
		diags->tallies[entry->derived].errors.kept += entry->diag.severity == DIAG_SEVERITY_WARNING;
		entry->diag.severity = DIAG_SEVERITY_ERROR;
		g_clear_pointer(&entry->text, g_free);
	}
	for (int id = 0; id < DIAG_ID_COUNT; id++) {
		for (int stage = 0; stage < 2; stage++) {
			diags->tallies[stage].errors.dropped += diags->tallies[stage].warnings[id].dropped;
			diags->tallies[stage].warnings[id] = (struct tally){0};
		}
		say_more(diags, (enum diag_id)id);
	}
}

// ---- reading ------------------------------------------------------------------------------------------------------------------------------------------

size_t diags_count(const struct diags *diags)
{
	size_t count = diags->items->len;
	for (int id = 0; id < DIAG_ID_COUNT; id++)
		count += diags->more[id] != NULL;
	return count;
}

static struct entry *entry_at(const struct diags *diags, size_t index)
{
	if (index < diags->items->len)
		return diags->items->pdata[index];
	index -= diags->items->len;
	for (int id = 0; id < DIAG_ID_COUNT; id++) {
		if (diags->more[id] && !index--)
			return diags->more[id];
	}
	g_assert_not_reached();
}

const struct diag *diags_get(const struct diags *diags, size_t index)
{
	return &entry_at(diags, index)->diag;
}

const char *diags_text(const struct diags *diags, size_t index)
{
	struct entry *entry = entry_at(diags, index);
	if (!entry->text)
		entry->text = diag_text(&entry->diag, entry->line_start);
	return entry->text;
}

size_t diags_dropped_errors(const struct diags *diags)
{
	return diags->tallies[false].errors.dropped + diags->tallies[true].errors.dropped;
}

size_t diags_error_count(const struct diags *diags)
{
	return diags->tallies[false].errors.kept + diags->tallies[true].errors.kept + diags_dropped_errors(diags);
}

int diags_exit_code(const struct diags *diags)
{
	enum { EXIT_BAD_INPUT = 3 };
	int code = 0;
	for (guint i = 0; i < diags->items->len; i++) {
		const struct entry *entry = diags->items->pdata[i];
		if (entry->diag.severity == DIAG_SEVERITY_ERROR)
			code = MAX(code, ids[entry->diag.id].exit_code ? ids[entry->diag.id].exit_code : EXIT_BAD_INPUT);
	}
	return code || !diags_error_count(diags) ? code : EXIT_BAD_INPUT;
}

const char *diag_id_name(enum diag_id id)
{
	return ids[id].name;
}
