// SPDX-License-Identifier: MIT
// What a batch has written: for people, for caches, and for going on where it was stopped.
#ifndef RAFTER_BATCH_MANIFEST_H
#define RAFTER_BATCH_MANIFEST_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

// One file of a batch. Texts are borrowed; NULL for what the batch does not tell apart.
struct batch_entry {
	const char *input, *hardware, *series, *point, *format, *theme;
	const char *output;          // below the folder that all outputs share
	char sha256[65];             // of its bytes, "" when it failed
	char key[65];                // SHA-256 of everything that it was made from
	size_t size, points, warnings;
	bool done;
	const char *error;           // the first one of its chart, or NULL
};

char *batch_sha256(const void *bytes, size_t size); // 64 hexadecimal digits (g_free)

// JSON, sorted by output; no time, no folder of the machine.
void batch_manifest_write(const struct batch_entry *entries, size_t count, GString *out);

// A line of the journal that is kept while a batch runs: it is whole or it does not count.
void batch_journal_line(const struct batch_entry *entry, GString *out);

// What a manifest or a journal says was done, by output. NULL when the text is neither.
struct batch_record {
	char key[65], sha256[65];
	size_t size, points, warnings;
};
GHashTable *batch_records_read(const char *text, size_t size);

#endif
