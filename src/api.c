// SPDX-License-Identifier: MIT
// The public interface: a chart's life, its inputs and its messages.
#include "api.h"

#include "base/text.h"
#include "hardware/catalogue.h"
#include "import/importer.h"
#include "model/spec.h"
#include "theme/theme.h"

#include <stdlib.h>
#include <string.h>

static const struct place nowhere;

const char *rafter_version(void)
{
	return RAFTER_VERSION;
}

struct rafter_shared *rafter_shared_new(void)
{
	struct rafter_shared *shared = g_new0(struct rafter_shared, 1);
	shared->fonts = fonts_new();
	shared->arena = arena_new();
	shared->devices = catalogue_cache_new();
	shared->lookup = catalogue_lookup;
	shared->lookup.user = shared->devices;
	return shared;
}

void rafter_shared_free(struct rafter_shared *shared)
{
	if (!shared)
		return;
	fonts_free(shared->fonts);
	catalogue_cache_free(shared->devices);
	arena_free(shared->arena);
	arena_free(shared->spare);
	g_free(shared);
}

static struct rafter *new_in(struct arena *arena)
{
	struct rafter *r = arena_alloc(arena, sizeof *r);
	r->arena = arena;
	r->diags = diags_new();
	r->import_options = import_options_unsaid;
	r->compare_by = COMPARE_PERFORMANCE;
	chart_init(&r->given);
	return r;
}

struct rafter *rafter_new_sharing(struct rafter_shared *shared)
{
	struct arena *spare = shared ? shared->spare : NULL;
	if (spare)
		shared->spare = NULL;
	struct rafter *r = new_in(spare ? spare : arena_new());
	r->shared = shared;
	r->import_options.lookup = shared ? &shared->lookup : NULL;
	return r;
}

struct rafter *rafter_new(void)
{
	return rafter_new_sharing(NULL);
}

void rafter_free(struct rafter *r)
{
	if (!r)
		return;
	if (r->faces)
		faces_free(r->faces);
	diags_free(r->diags);
	struct arena *arena = r->arena; // which `r` itself is part of
	struct rafter_shared *shared = r->shared;
	if (!shared || shared->spare) {
		arena_free(arena);
		return;
	}
	arena_clear(arena);
	shared->spare = arena;
}

void rafter_bytes_free(struct rafter_bytes *bytes)
{
	free(bytes->data);
	*bytes = (struct rafter_bytes){0};
}

struct rafter_bytes api_bytes(GString *text)
{
	struct rafter_bytes bytes = {.size = text->len};
	bytes.data = (unsigned char *)g_string_free(text, FALSE);
	return bytes;
}

bool api_ok(const struct rafter *r)
{
	return diags_error_count(r->diags) == 0;
}

void api_touch(struct rafter *r)
{
	r->prepared = r->analysed = r->laid_out = r->compared = STEP_DUE;
	diags_forget_derived(r->diags);
}

char *api_text(struct rafter *r, const char *text)
{
	g_autofree char *valid = g_utf8_make_valid(text, -1);
	return arena_strdup(r->arena, valid);
}

const struct source *api_source(struct rafter *r, const char *name, const void *bytes, size_t size)
{
	struct source *source = arena_alloc(r->arena, sizeof *source);
	*source = (struct source){api_text(r, name), arena_strndup(r->arena, bytes ? bytes : "", size), size};
	return source;
}

const struct source *api_file(struct rafter *r, const char *role, const char *name, const void *bytes, size_t size)
{
	const struct source *source = api_source(r, name, bytes, size);
	*list_push(r->arena, &r->files) = (struct file_use){role, source};
	return source;
}

// ---- inputs -------------------------------------------------------------------------------------------------------------------------------------------

static bool add_input(struct rafter *r, const char *importer, const struct source *source)
{
	size_t from = r->given.points.count;
	api_touch(r);
	const struct importer *found = importer_find(source, importer, r->diags);
	if (found)
		api_read(r, found, source, &r->given);
	*list_push(r->arena, &r->inputs) = (struct input_use){source->name, from, r->given.points.count};
	return api_ok(r);
}

bool rafter_add_input_as(struct rafter *r, const char *importer, const char *name, const void *bytes, size_t size)
{
	return add_input(r, importer, api_file(r, "input", name, bytes, size));
}

bool rafter_add_input_kept(struct rafter *r, const char *importer, const char *name, const void *bytes, size_t size)
{
	struct source *source = arena_alloc(r->arena, sizeof *source);
	*source = (struct source){api_text(r, name), bytes, size};
	*list_push(r->arena, &r->files) = (struct file_use){"input", source};
	return add_input(r, importer, source);
}

bool rafter_add_input(struct rafter *r, const char *name, const void *bytes, size_t size)
{
	return rafter_add_input_as(r, NULL, name, bytes, size);
}

// ---- settings -----------------------------------------------------------------------------------------------------------------------------------------

bool rafter_set(struct rafter *r, const char *path, const char *value)
{
	api_touch(r);
	*list_push(r->arena, &r->settings) = (struct setting){api_text(r, path), api_text(r, value)};
	return api_ok(r);
}

bool rafter_set_theme(struct rafter *r, const char *name)
{
	api_touch(r);
	r->theme = theme_find(r->arena, name, nowhere, r->diags);
	return api_ok(r);
}

bool rafter_set_theme_file(struct rafter *r, const char *name, const void *bytes, size_t size)
{
	api_touch(r);
	r->theme = theme_read(r->arena, api_file(r, "theme", name, bytes, size), r->diags);
	return api_ok(r);
}

bool rafter_set_size(struct rafter *r, const char *size)
{
	api_touch(r);
	struct size parsed = {0};
	if (size_parse(size, &parsed, nowhere, r->diags))
		r->size = parsed;
	return api_ok(r);
}

void rafter_set_strict(struct rafter *r, bool strict)
{
	if (!strict)
		return;
	diags_make_strict(r->diags);
}

// ---- messages -----------------------------------------------------------------------------------------------------------------------------------------

size_t rafter_message_count(const struct rafter *r)
{
	return diags_count(r->diags);
}

struct rafter_message rafter_message(struct rafter *r, size_t index)
{
	const struct diag *diag = diags_get(r->diags, index);
	return (struct rafter_message){
		.error = diag->severity == DIAG_SEVERITY_ERROR,
		.id = diag_id_name(diag->id),
		.message = diag->message,
		.text = diags_text(r->diags, index),
		.file = diag->place.source ? diag->place.source->name : NULL,
		.line = diag->line,
		.column = diag->column,
		.point = diag->point,
	};
}

size_t rafter_message_dropped(const struct rafter *r)
{
	return diags_dropped_errors(r->diags);
}

int rafter_exit_code(const struct rafter *r)
{
	return diags_exit_code(r->diags);
}

void rafter_add_error(struct rafter *r, const char *id, const char *message)
{
	enum diag_id found = DIAG_BUG;
	for (int i = 0; i < DIAG_ID_COUNT; i++) {
		if (!strcmp(diag_id_name((enum diag_id)i), id))
			found = (enum diag_id)i;
	}
	diags_add(r->diags, found, nowhere, "%s", message);
}
