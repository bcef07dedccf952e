// SPDX-License-Identifier: MIT
// rafter's own spec among the inputs.
#include "import/importers.h"

#include "hardware/catalogue.h"
#include "input/json.h"
#include "model/spec.h"

#include <glib.h>
#include <string.h>

// {"rafter": ... is what no other tool writes, and what a spec and an analysis begin with: nobody else need be asked.
static bool says_rafter(const struct source *source)
{
	size_t at = encoding_bom(source);
	static const char *const parts[] = {"{", "\"rafter\"", ":"};
	for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
		size_t length = strlen(parts[i]);
		while (at < source->size && g_ascii_isspace(source->bytes[at]))
			at++;
		if (source->size - at < length || memcmp(source->bytes + at, parts[i], length) != 0)
			return false;
		at += length;
	}
	return true;
}

// Any text that starts as JSON does: what it holds is said after it was parsed, since a broken spec deserves the error of its own line.
static int recognise(const struct source *source)
{
	if (says_rafter(source) && !importer_analysis.recognise(source))
		return SCORE_SURE;
	return json_start(source) == '{' ? 90 : json_is_meant(source) ? 15 : 0;
}

static bool read_spec(const struct import *in)
{
	const struct json *root = json_read(in->arena, in->source, in->diags);
	if (!root || (!spec_recognise(root) && foreign_explain_json(root, in->diags)))
		return false;
	return spec_read(in->arena, root, in->options->lookup ? in->options->lookup : &catalogue_lookup, in->chart, in->diags);
}

const struct importer importer_spec = {
	.name = "spec",
	.tool = "rafter's own JSON",
	.gives = "points and ceilings",
	.hint = "a JSON object with \"rafter\": 1 and \"points\"",
	.recipe = "{\"rafter\": 1, \"hardware\": \"nvidia-h100-sxm\", "
		"\"points\": [{\"name\": \"gemm\", \"flops\": \"137 GFLOP\", \"bytes\": \"1.2 GB\", \"time\": \"0.74 ms\"}]}\n"
		"'rafter list schema' prints every key with its meaning, and 'rafter import FILE' makes a spec of a table or a profiler file.\n",
	.recognise = recognise,
	.read = read_spec,
};
