// SPDX-License-Identifier: MIT
// What the importers share among themselves.
#ifndef RAFTER_IMPORT_IMPORTERS_H
#define RAFTER_IMPORT_IMPORTERS_H

#include "import/importer.h"
#include "input/encoding.h"

extern const struct importer importer_spec, importer_ncu, importer_nersc, importer_table;

// One line of a text, without its end.
struct text_line {
	const char *text;
	size_t length, offset;
};

// The line at `*offset`, which moves past its end (LF, CRLF or CR). False at the end of the text.
bool text_line_next(const struct source *source, size_t *offset, struct text_line *line);
struct place text_line_place(const struct source *source, struct text_line line);
bool text_line_starts(struct text_line line, const char *prefix);
bool text_line_has(struct text_line line, const char *needle);

// Makes equal labels of the points from index `from` on distinct, as importer_number_names does names.
void importer_number_labels(struct arena *arena, struct chart *chart, size_t from);

// Appends `item` to the list "a; b" in `*text`, which may be NULL.
void importer_append(struct arena *arena, const char **text, const char *item);

// What ceilings that name no machine are called: the file's name without folder and suffix.
const char *importer_machine_name(struct arena *arena, const char *path);

// A file of a tool that has no importer: what it is and what to do with it, as an error [no-importer]. False: not known.
bool foreign_explain(const struct source *source, struct diags *diags);
// The same for JSON that is no spec.
bool foreign_explain_json(const struct json *root, struct diags *diags);

#endif
