// SPDX-License-Identifier: MIT
// A text read by the importer that recognises it, for tests.
#ifndef TEST_IMPORT_FIXTURE_H
#define TEST_IMPORT_FIXTURE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <glib.h>

#include "import/importers.h"
#include "model/spec.h"

struct imported {
	struct arena *arena;
	struct diags *diags;
	struct source *source;
	struct chart chart;
	char *bytes;
	const struct importer *importer;
	bool ok;
};

static inline struct imported import_bytes_by(const char *forced, const char *name, const char *bytes, size_t size)
{
	struct imported in = {.arena = arena_new(), .diags = diags_new()};
	in.bytes = g_malloc(size + 1);
	memcpy(in.bytes, bytes, size);
	in.source = arena_alloc(in.arena, sizeof *in.source);
	*in.source = (struct source){name, in.bytes, size};
	chart_init(&in.chart);
	in.importer = importer_find(in.source, forced, in.diags);
	in.ok = in.importer && importer_read(in.importer, &(struct import){in.arena, in.source, &import_options_unsaid, &in.chart, in.diags});
	importer_settle_names(in.arena, &in.chart);
	return in;
}

static inline struct imported import_bytes(const char *name, const char *bytes, size_t size)
{
	return import_bytes_by(NULL, name, bytes, size);
}

// The text by an importer that it may not be for.
static inline struct imported import_forced(const char *importer, const char *text)
{
	return import_bytes_by(importer, "text", text, strlen(text));
}

static inline struct imported import_text(const char *text)
{
	return import_bytes("text", text, strlen(text));
}

static inline struct imported import_file(const char *path)
{
	char *bytes;
	size_t size;
	if (!g_file_get_contents(path, &bytes, &size, NULL))
		fail_msg("%s cannot be read (tests run in the source folder)", path);
	struct imported in = import_bytes(path, bytes, size);
	g_free(bytes);
	return in;
}

// The folder of public files that some tests read when it is there; else the test is skipped.
static inline const char *public_folder(void)
{
	const char *folder = g_getenv("RAFTER_FORMATS");
	if (!folder) {
		print_message("RAFTER_FORMATS does not name a folder of public files: skipped\n");
		skip();
	}
	return folder;
}

// One of them, as "ncu/x.csv".
static inline struct imported import_public(const char *file)
{
	g_autofree char *path = g_build_filename(public_folder(), file, NULL);
	return import_file(path);
}

static inline void import_free(struct imported *in)
{
	diags_free(in->diags);
	arena_free(in->arena);
	g_free(in->bytes);
}

static inline const struct diag *import_message(const struct imported *in, enum diag_id id)
{
	for (size_t i = 0; i < diags_count(in->diags); i++)
		if (diags_get(in->diags, i)->id == id)
			return diags_get(in->diags, i);
	return NULL;
}

static inline void print_messages(const struct imported *in)
{
	for (size_t i = 0; i < diags_count(in->diags); i++)
		print_error("%s", diags_text(in->diags, i));
}

static inline void assert_imported(const struct imported *in, const char *importer, size_t points)
{
	if (!in->ok)
		print_messages(in);
	assert_true(in->ok);
	assert_string_equal(in->importer->name, importer);
	assert_int_equal(in->chart.points.count, points);
}

// A message of that id whose text holds `part`, at that line.
static inline void assert_message(const struct imported *in, enum diag_id id, size_t line, const char *part)
{
	const struct diag *diag = import_message(in, id);
	if (!diag || diag->line != line || !strstr(diag->message, part)) {
		print_messages(in);
		fail_msg("expected %s in line %zu with '%s'", diag_id_name(id), line, part);
	}
}

static inline void assert_refused(const struct imported *in, enum diag_id id, size_t line, const char *part)
{
	assert_false(in->ok);
	assert_message(in, id, line, part);
}

// A text that no points come of: the message, its line, and words of it.
struct refusal {
	const char *text;
	enum diag_id id;
	size_t line;
	const char *says;
};

static inline void assert_all_refused(const struct refusal *refusals, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct imported in = import_text(refusals[i].text);
		assert_refused(&in, refusals[i].id, refusals[i].line, refusals[i].says);
		import_free(&in);
	}
}

static inline void assert_near(double value, double wanted)
{
	if (!(fabs(value - wanted) <= 1e-9 * fabs(wanted)))
		fail_msg("expected %.17g, found %.17g", wanted, value);
}

static inline const struct point *point_at(const struct imported *in, size_t index)
{
	assert_true(index < in->chart.points.count);
	return &in->chart.points.items[index];
}

#endif
