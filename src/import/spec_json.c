// SPDX-License-Identifier: MIT
// rafter's own spec among the inputs.
#include "import/importers.h"

#include "hardware/catalogue.h"
#include "input/json.h"
#include "model/spec.h"

#include <glib.h>

// Any text that starts as JSON does: what it holds is said after it was parsed, since a broken spec deserves the error of its own line.
static int recognise(const struct source *source)
{
	size_t at = encoding_bom(source);
	while (at < source->size && g_ascii_isspace(source->bytes[at]))
		at++;
	if (at == source->size)
		return 0;
	return source->bytes[at] == '{' ? 90 : source->bytes[at] == '[' ? 15 : 0;
}

static bool read_spec(struct arena *arena, const struct source *source, struct chart *chart, struct diags *diags)
{
	const struct json *root = json_read(arena, source, diags);
	if (!root || (!spec_recognise(root) && foreign_explain_json(root, diags)))
		return false;
	return spec_read(arena, root, &catalogue_lookup, chart, diags);
}

const struct importer importer_spec = {
	.name = "spec",
	.tool = "rafter's own JSON",
	.gives = "points and ceilings",
	.hint = "a JSON object with \"rafter\": 1 and \"points\"",
	.recognise = recognise,
	.read = read_spec,
};
