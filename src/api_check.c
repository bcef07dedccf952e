// SPDX-License-Identifier: MIT
// The gates of a chart.
#include "api.h"

#include "base/text.h"
#include "check/check.h"
#include "input/keys.h"

static const struct check_format *find_format(struct rafter *r, const char *name)
{
	const char *names[8] = {NULL};
	size_t count = 0;
	for (const struct check_format *format = check_formats; format->name && count < G_N_ELEMENTS(names); format++) {
		if (text_same(format->name, name))
			return format;
		names[count++] = format->name;
	}
	keys_unknown(r->diags, DIAG_USAGE, (struct place){0}, "check format", name, names, count);
	return NULL;
}

static const char *text_or_null(struct rafter *r, const char *text)
{
	return text ? api_text(r, text) : NULL;
}

static struct check_request request_of(struct rafter *r, const struct rafter_gates *gates)
{
	const char **rules = arena_array(r->arena, gates->rule_count + 1, sizeof *rules);
	for (size_t i = 0; i < gates->rule_count; i++)
		rules[i] = api_text(r, gates->rules[i]);
	return (struct check_request){text_or_null(r, gates->min_roof), rules, gates->rule_count, text_or_null(r, gates->max_regression),
		text_or_null(r, gates->warn), text_or_null(r, gates->by), text_or_null(r, gates->unjudged), text_or_null(r, gates->missing)};
}

bool rafter_check(struct rafter *r, const struct rafter_gates *gates, const char *format, struct rafter_bytes *bytes, bool *passed)
{
	*bytes = (struct rafter_bytes){0};
	*passed = false;
	const struct check_format *writer = find_format(r, format);
	struct check_request request = request_of(r, gates);
	struct check_gates read;
	bool ok = check_gates_read(r->arena, &request, r->baseline_given != NULL, &read, r->diags) && writer;
	read.strict = diags_are_strict(r->diags);
	const struct analysis *analysis = ok ? api_analysis(r) : NULL;
	ok = analysis && api_baseline(r) && api_ok(r);
	if (ok) {
		struct check_result result = check_judge(r->arena, &read, analysis, r->baseline_given ? r->baseline : NULL, r->choice.top > 0);
		GString *text = g_string_new(NULL);
		writer->write(&result, r->chart.title, text);
		*bytes = api_bytes(text);
		*passed = result.passed;
	}
	check_gates_clear(&read);
	return ok;
}
