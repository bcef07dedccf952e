// SPDX-License-Identifier: MIT
// Files of tools that have no importer: known by a line or by keys, so that the reader learns what the file is and what to do with it.
#include "import/importers.h"

#include "input/json.h"

#include <glib.h>
#include <string.h>

// How much of a text is looked at.
enum { HEAD_BYTES = 64 * 1024 };

struct signature {
	const char *start; // of a line, case ignored
	const char *also;  // elsewhere in the same line, or NULL
	const char *what, *advice;
};

static const struct signature signatures[] = {
	{"NVR", NULL, "an Nsight Compute report (.ncu-rep)", "write it as text with ncu --import FILE --csv --page raw, and give that"},
	{"SQLite format 3", NULL, "an SQLite database", "of one by nsys give the output of nsys stats --report cuda_gpu_kern_sum --format csv FILE"},
	{"\"Intel(R) Advisor", NULL, "an Intel Advisor report", "report with --report=survey --show-all-data --format=csv, and give that"},
	{"Intel(R) Advisor", NULL, "an Intel Advisor report", "report with --report=survey --show-all-data --format=csv, and give that"},
	{" Performance counter stats for", NULL, "perf stat's text", "run perf stat -x, -o FILE, and give that"},
};

static bool signature_matches(const struct signature *signature, struct text_line line)
{
	return text_line_starts(line, signature->start) && (!signature->also || text_line_has(line, signature->also));
}

bool foreign_explain(const struct source *source, struct diags *diags)
{
	size_t offset = encoding_bom(source);
	struct text_line line;
	while (offset < HEAD_BYTES && text_line_next(source, &offset, &line)) {
		for (size_t i = 0; i < G_N_ELEMENTS(signatures); i++) {
			if (!signature_matches(&signatures[i], line))
				continue;
			diags_add(diags, DIAG_NO_IMPORTER, text_line_place(source, line), "this is %s, which has no importer: %s", signatures[i].what,
				signatures[i].advice);
			return true;
		}
	}
	return false;
}

struct json_signature {
	const char *keys[2]; // both present; the second may be NULL
	const char *what, *advice;
};

static const struct json_signature json_signatures[] = {
	{{"placements", "peak_gflops"}, "a gpu-roofline result",
		"make a table of it: jq -r '\"name,intensity,performance [GFLOP/s]\", (.placements[] | [.name, .arithmetic_intensity, .achieved_gflops] | @csv)'; "
		"peak_gflops and peak_bandwidth_gbps go into --peak 'VALUE GFLOP/s' and --bandwidth 'VALUE GB/s'"},
	{{"placements", NULL}, "a result of another roofline tool", "write its placements as a table with the columns name, intensity and performance [GFLOP/s]"},
	{{"compute", "memory"}, "a hardware object", "give it with --hardware FILE, or as the \"hardware\" of a spec"},
};

bool foreign_explain_json(const struct json *root, struct diags *diags)
{
	const struct json *object = root->type == JSON_ARRAY && root->child ? root->child : root;
	for (size_t i = 0; i < G_N_ELEMENTS(json_signatures); i++) {
		const struct json_signature *signature = &json_signatures[i];
		const struct json *first = json_member(object, signature->keys[0]);
		if (!first || (signature->keys[1] && !json_member(object, signature->keys[1])))
			continue;
		diags_add(diags, DIAG_NO_IMPORTER, first->key_place, "this is %s, which has no importer: %s", signature->what, signature->advice);
		return true;
	}
	return false;
}
