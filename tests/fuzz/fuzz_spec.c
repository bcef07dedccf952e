// SPDX-License-Identifier: MIT
// Any bytes as an input, all the way to an SVG: a spec, a table or a profiler file, whichever it looks like. A call fails with an error or gives valid text.
#include "rafter.h"

#include <glib.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void require(bool holds)
{
	if (!holds)
		abort();
}

// What a call left behind, freed.
static void check(struct rafter *r, bool ok, struct rafter_bytes *bytes)
{
	require(ok == (rafter_exit_code(r) == 0) && ok == (bytes->data != NULL));
	require(!ok || g_utf8_validate((const char *)bytes->data, (gssize)bytes->size, NULL));
	rafter_bytes_free(bytes);
}

static void check_messages(struct rafter *r)
{
	for (size_t i = 0; i < rafter_message_count(r); i++) {
		struct rafter_message message = rafter_message(r, i);
		require(g_utf8_validate(message.message, -1, NULL) && g_utf8_validate(message.text, -1, NULL) && strlen(message.text) < 30000);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const reports[] = {"table", "json", "csv", "markdown"};
	struct rafter_bytes bytes = {0};
	struct rafter *r = rafter_new();
	bool ok = rafter_add_input(r, "fuzz", data, size);
	require(ok == (rafter_exit_code(r) == 0));
	// A table has no machine of its own.
	if (ok && size && data[0] != '{')
		rafter_add_hardware(r, "nvidia-h100-sxm");
	ok = rafter_export_spec(r, &bytes);
	check(r, ok, &bytes);
	for (size_t i = 0; i < G_N_ELEMENTS(reports); i++) {
		ok = rafter_analyze(r, reports[i], &bytes);
		check(r, ok, &bytes);
	}
	ok = rafter_render(r, &(struct rafter_output){.format = "svg"}, &bytes);
	check(r, ok, &bytes);
	ok = rafter_layout(r, &bytes);
	check(r, ok, &bytes);
	check_messages(r);
	rafter_free(r);
	return 0;
}
