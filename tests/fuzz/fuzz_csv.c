// SPDX-License-Identifier: MIT
// Any bytes as a delimited table: cells are text, lie inside the file, and lines only grow.
#include "input/csv.h"

#include <glib.h>
#include <stdint.h>
#include <stdlib.h>

static void require(bool holds)
{
	if (!holds)
		abort();
}

static void check(const struct csv *csv, const struct source *source)
{
	size_t line = 0;
	for (size_t i = 0; i < csv->count; i++) {
		const struct csv_record *record = &csv->records[i];
		require(record->count > 0 && record->line > line);
		line = record->line;
		for (size_t k = 0; k < record->count; k++) {
			struct place place = record->cells[k].place;
			require(place.source == source && place.offset <= source->size && place.length <= source->size - place.offset);
			require(g_utf8_validate(record->cells[k].text, -1, NULL));
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char separators[] = {0, ',', ';', '\t', '|'};
	struct arena *arena = arena_new();
	struct source source = {"fuzz.csv", arena_strndup(arena, (const char *)data, size), size};
	for (size_t i = 0; i < sizeof separators; i++) {
		struct diags *diags = diags_new();
		const struct csv *csv = csv_read(arena, &source, (struct csv_options){.separator = separators[i], .keep_comments = i % 2}, diags);
		require((csv != NULL) == (diags_error_count(diags) == 0));
		if (csv)
			check(csv, &source);
		for (size_t k = 0; k < diags_count(diags); k++)
			require(g_utf8_validate(diags_text(diags, k), -1, NULL));
		diags_free(diags);
	}
	arena_free(arena);
	return 0;
}
