// SPDX-License-Identifier: MIT
// A spec read into a chart, for tests.
#ifndef RAFTER_TESTS_SPEC_FIXTURE_H
#define RAFTER_TESTS_SPEC_FIXTURE_H

#include "model/spec.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define MACHINE "\"hardware\": {\"name\": \"M\", \"compute\": [{\"name\": \"peak\", \"precision\": \"fp64\", \"peak\": 1e12}], " \
	"\"memory\": [{\"name\": \"DRAM\", \"bandwidth\": 1e11}]}"

struct fixture {
	struct arena *arena;
	struct diags *diags;
	struct chart chart;
};

static inline int set_up(void **state)
{
	struct fixture *fixture = g_new0(struct fixture, 1);
	*fixture = (struct fixture){.arena = arena_new(), .diags = diags_new()};
	chart_init(&fixture->chart);
	*state = fixture;
	return 0;
}

static inline int tear_down(void **state)
{
	struct fixture *fixture = *state;
	diags_free(fixture->diags);
	arena_free(fixture->arena);
	g_free(fixture);
	return 0;
}

static inline const struct hardware *find_device(void *user, struct arena *arena, const char *name, struct place place, struct diags *diags)
{
	(void)user;
	if (strcmp(name, "dev") && strcmp(name, "test-dev")) {
		diags_add(diags, DIAG_UNKNOWN_NAME, place, "unknown device '%s'", name);
		return NULL;
	}
	struct hardware *hardware = arena_alloc(arena, sizeof *hardware);
	hardware_init(hardware);
	hardware->id = "test-dev";
	hardware->name = "Device";
	struct compute_ceiling *compute = list_push(arena, &hardware->compute);
	compute_init(compute);
	compute->name = "C";
	compute->peak = 1e12;
	struct memory_ceiling *memory = list_push(arena, &hardware->memory);
	memory_init(memory);
	memory->name = "D";
	memory->bandwidth = 1e11;
	return hardware;
}

static const struct hardware_lookup lookup = {find_device, NULL, NULL};

static inline bool read_named(struct fixture *f, const char *name, const char *text)
{
	struct source *source = arena_alloc(f->arena, sizeof *source);
	*source = (struct source){name, text, strlen(text)};
	const struct json *json = json_read(f->arena, source, f->diags);
	return json && spec_read(f->arena, json, &lookup, &f->chart, f->diags);
}

static inline bool read_text(struct fixture *f, const char *text)
{
	return read_named(f, "spec.json", text);
}

static inline bool set(struct fixture *f, const char *path, const char *value)
{
	return spec_set(f->arena, path, value, &lookup, &f->chart, f->diags);
}

static inline void expect_diag(struct fixture *f, size_t index, enum diag_id id, const char *part)
{
	if (index >= diags_count(f->diags))
		fail_msg("expected [%s] with '%s', found no message", diag_id_name(id), part);
	const struct diag *diag = diags_get(f->diags, index);
	if (diag->id != id || !strstr(diag->message, part))
		fail_msg("expected [%s] with '%s', found [%s] %s", diag_id_name(id), part, diag_id_name(diag->id), diag->message);
}

// Reads `text` into a chart of its own and expects one error.
static inline void expect_error(struct fixture *f, const char *text, enum diag_id id, const char *part)
{
	diags_free(f->diags);
	f->diags = diags_new();
	chart_init(&f->chart);
	if (read_text(f, text))
		fail_msg("was read: %s", text);
	expect_diag(f, 0, id, part);
	if (diags_count(f->diags) != 1)
		fail_msg("more than one message for %s: %s", text, diags_get(f->diags, 1)->message);
	assert_non_null(diags_get(f->diags, 0)->place.source);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
