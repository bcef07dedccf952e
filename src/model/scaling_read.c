// SPDX-License-Identifier: MIT
// "chart.scaling" of a spec.
#include "model/spec_keys.h"

#include "base/text.h"

#include <math.h>
#include <stddef.h>

static const char *const law_names[] = {"amdahl", "gustafson"};

static bool read_law_name(const struct key_context *context, const struct json *value, struct scaling_spec *scaling)
{
	if (value->type != JSON_STRING) {
		diags_add(context->diags, DIAG_WRONG_TYPE, value->place, "%s: expected \"amdahl\", \"gustafson\" or a list of both, found %s", value->path,
			json_type_name(value));
		return false;
	}
	bool *const drawn[] = {&scaling->amdahl, &scaling->gustafson};
	for (size_t i = 0; i < sizeof law_names / sizeof *law_names; i++) {
		if (!text_same(value->string, law_names[i]))
			continue;
		if (*drawn[i])
			return keys_fail(context, DIAG_WRONG_VALUE, value->place, value->path, "expected each law once, found it twice");
		*drawn[i] = true;
		return true;
	}
	keys_unknown(context->diags, DIAG_UNKNOWN_NAME, value->place, "law", value->string, law_names, sizeof law_names / sizeof *law_names);
	return false;
}

static bool read_law(const struct key_context *context, const struct key *key, const struct json *value, void *object)
{
	(void)key;
	struct scaling_spec *scaling = object;
	scaling->amdahl = scaling->gustafson = false;
	scaling->law_said = true;
	if (value->type != JSON_ARRAY)
		return read_law_name(context, value, scaling);
	if (!value->count)
		return keys_fail(context, DIAG_WRONG_VALUE, value->place, value->path, "expected at least one law, found an empty list");
	bool ok = true;
	for (const struct json *item = value->child; item; item = item->next)
		ok = read_law_name(context, item, scaling) && ok;
	return ok;
}

static const char *const modes[] = {"strong", "weak", NULL};

// Any case is read; the usual one is what an editor should offer.
#define LAW_SCHEMA "{\"anyOf\": [{\"enum\": [\"amdahl\", \"gustafson\"]}, {\"type\": \"string\", \"pattern\": \"[A-Z]\"}]}"
#define FIELD(name) offsetof(struct scaling_spec, name)
const struct key scaling_keys[] = {
	{"law", KEY_CUSTOM, 0, .read = read_law,
		.schema = "{\"anyOf\": [" LAW_SCHEMA ", {\"type\": \"null\"}, {\"type\": \"array\", \"minItems\": 1, \"uniqueItems\": true, \"items\": " LAW_SCHEMA "}]}",
		.doc = "laws that are drawn: \"amdahl\", 1/(S + (1 - S)/N + K), \"gustafson\", S + N (1 - S), or a list; default that of the mode, where S is known",
		.example = "\"amdahl\", [\"amdahl\", \"gustafson\"]"},
	{"serial_fraction", KEY_NUMBER, FIELD(serial_fraction), .low = 0, .high = 1, .doc = "S, the share of the work that is not parallel, 0 to 1",
		.example = "0.05"},
	{"overhead", KEY_NUMBER, FIELD(overhead), .low = 0, .high = INFINITY, .doc = "K of Amdahl's law, as a share of the serial time; default 0",
		.example = "0.001"},
	{"fit", KEY_BOOL, FIELD(fit), .doc = "find S by least squares on the measured times, and the time of one processor with it (fitted_base_time in the JSON of rafter analyze); default false",
		.example = "true"},
	{"mode", KEY_ENUM, FIELD(mode), .choices = modes, .doc = "strong: the same work on N processors; weak: N times the work; default strong",
		.example = "\"weak\""},
	{0},
};
