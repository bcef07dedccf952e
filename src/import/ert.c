// SPDX-License-Identifier: MIT
// The Empirical Roofline Toolkit: roofline.json ({"empirical": {"gbytes": {"data": [["L1", 1002.83], ["DRAM", 68.76]]}, "gflops": {"data": [["GFLOPs",
// 288.33]]}}, "spec": ...}; forks write "FP64 GFLOPs"), and the text 'sum' of one configuration ("  288.33 GFLOPs", "  1002.83 L1", ... META_DATA).
// Powers of 1000. ERT finds the levels as plateaus and numbers them, so that its L1 may be another cache; what it was told by hand (spec) is not measured.
#include "import/ceilings.h"
#include "import/text_words.h"

#include "base/num.h"
#include "base/text.h"
#include "input/json.h"
#include "input/units.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { HEAD_BYTES = 64 * 1024, NAME_DEPTH = 4 };

#define SOURCE "Empirical Roofline Toolkit"
#define PLATEAUS "levels as ERT numbered its plateaus"

// ---- recognition --------------------------------------------------------------------------------------------------------------------------------------

enum form { FORM_NONE, FORM_JSON, FORM_SUM, FORM_GNUPLOT };

static bool is_gflops(const char *label)
{
	return text_same(label, "GFLOPs") || g_str_has_suffix(label, " GFLOPs");
}

// "   288.33 GFLOPs": the line that a sum starts with.
static bool is_sum_head(struct text_line line)
{
	g_autofree char *text = g_strstrip(g_strndup(line.text, MIN(line.length, 80)));
	double value;
	const char *end;
	return num_parse_prefix(text, &value, &end) && is_gflops(g_strchug((char *)end));
}

static enum form form_of(const struct source *source)
{
	if (json_start(source) == '{')
		return json_head_has_key(source, "empirical") ? FORM_JSON : FORM_NONE;
	size_t offset = encoding_bom(source);
	struct text_line line;
	bool first = true, sum = false, gnuplot = false;
	while (offset < HEAD_BYTES && text_line_next(source, &offset, &line)) {
		if (!line.length)
			continue;
		if (first)
			sum = is_sum_head(line);
		first = false;
		gnuplot = gnuplot || text_line_starts(line, "set label '") || text_line_starts(line, "#!/usr/bin/gnuplot");
		if (sum && (text_line_has(line, " Weight") || text_line_starts(line, "META_DATA")))
			return FORM_SUM;
		if (gnuplot && text_line_has(line, "GFLOPs/sec (Maximum)"))
			return FORM_GNUPLOT;
	}
	return FORM_NONE;
}

static int recognise(const struct source *source)
{
	return form_of(source) != FORM_NONE ? 95 : 0;
}

// ---- ceilings -----------------------------------------------------------------------------------------------------------------------------------------

// "FP64 GFLOPs" is the peak of fp64, "GFLOPs" of what the kernel was compiled for.
static void peak_add(struct ceilings *ceilings, const char *label, double rate, struct place place)
{
	struct arena *arena = ceilings->in->arena;
	struct measured measured = {.name = "Peak", .rate = rate, .low = NAN, .high = NAN, .place = place};
	const char *end = g_strrstr(label, " GFLOPs");
	if (end && end != label) {
		measured.name = arena_strndup(arena, label, (size_t)(end - label));
		const char *precision = precision_canonical(arena, measured.name);
		measured.precision = precision_is_known(precision) ? precision : NULL;
	}
	ceilings_add_compute(ceilings, measured);
}

static void ceiling_add(struct ceilings *ceilings, const char *label, double rate, struct place place)
{
	if (is_gflops(label))
		peak_add(ceilings, label, rate, place);
	else
		ceilings_add_memory(ceilings, (struct measured){.name = label, .rate = rate, .low = NAN, .high = NAN, .place = place});
}

static bool finish(struct ceilings *ceilings)
{
	const struct import *in = ceilings->in;
	*list_push(in->arena, &in->chart->notes) = SOURCE ", " PLATEAUS;
	return ceilings_end(ceilings);
}

// ---- roofline.json ------------------------------------------------------------------------------------------------------------------------------------

static const struct json *data_of(const struct json *root, const char *set, const char *kind)
{
	const struct json *object = json_member(root, set);
	object = object ? json_member(object, kind) : NULL;
	return object ? json_member(object, "data") : NULL;
}

// ["L1", 1002.83]. False: it is something else.
static bool is_pair(const struct json *item)
{
	return item->type == JSON_ARRAY && item->count == 2 && item->child->type == JSON_STRING && item->child->next->type == JSON_NUMBER;
}

static bool data_read(const struct import *in, const struct json *root, const char *kind, struct ceilings *ceilings)
{
	const struct json *data = data_of(root, "empirical", kind);
	if (!data || data->type != JSON_ARRAY) {
		diags_add(in->diags, data ? DIAG_WRONG_TYPE : DIAG_MISSING_KEY, data ? data->place : json_member(root, "empirical")->place,
			"expected a list \"empirical\": {\"%s\": {\"data\": [...]}}, found %s", kind, data ? json_type_name(data) : "none");
		return false;
	}
	for (const struct json *item = data->child; item; item = item->next) {
		if (!is_pair(item)) {
			diags_add(in->diags, DIAG_WRONG_TYPE, item->place, "expected a name and a number, as [\"DRAM\", 68.76], found %s", json_type_name(item));
			return false;
		}
		const struct json *value = item->child->next;
		// Python 2 wrote 1075.56 as 1075.5599999999999.
		struct text_word number = {arena_strdup(in->arena, num_exact(value->number).text), value->place};
		double rate;
		if (!text_figure(in, number, item->child->string, 1e9, &rate))
			return false;
		ceiling_add(ceilings, item->child->string, rate, value->place);
	}
	return true;
}

// What the user typed into ERT's configuration stays out of the measured roofs.
static void spec_mention(const struct import *in, const struct json *root)
{
	static const char *const kinds[] = {"gbytes", "gflops"}, *const units[] = {"GB/s", "GFLOP/s"};
	g_autoptr(GString) figures = g_string_new(NULL);
	struct place place = {0};
	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
		const struct json *data = data_of(root, "spec", kinds[i]);
		for (const struct json *item = data && data->type == JSON_ARRAY ? data->child : NULL; item; item = item->next) {
			if (!is_pair(item))
				continue;
			const char *name = i ? "peak" : item->child->string;
			g_string_append_printf(figures, "%s%s %s %s", figures->len ? ", " : "", name, num_short(item->child->next->number, 9).text, units[i]);
			place = place.source ? place : item->place;
		}
	}
	if (figures->len)
		diags_add(in->diags, DIAG_IGNORED, place, "the specification (%s) is not measured, so it is not drawn: --peak and --bandwidth take it", figures->str);
}

// "edison", or ["cetuslac1.fst.alcf.anl.gov", [], ["10.233.1.21"]].
static const char *host_of(const struct json *root)
{
	const struct json *host = json_member(json_member(root, "empirical"), "metadata");
	host = host ? json_member(host, "HOSTNAME") : NULL;
	for (int depth = 0; depth < NAME_DEPTH && host && host->type == JSON_ARRAY; depth++)
		host = host->child;
	return host && host->type == JSON_STRING && *host->string ? host->string : NULL;
}

static bool json_import(const struct import *in)
{
	const struct json *root = json_read(in->arena, in->source, in->diags);
	if (!root)
		return false;
	const struct json *empirical = json_member(root, "empirical");
	if (!empirical || empirical->type != JSON_OBJECT) {
		diags_add(in->diags, DIAG_BAD_PROFILE, empirical ? empirical->place : root->place, "expected an object \"empirical\", found %s",
			empirical ? json_type_name(empirical) : "none");
		return false;
	}
	struct ceilings ceilings = ceilings_begin(in, host_of(root), SOURCE);
	if (!data_read(in, root, "gbytes", &ceilings) || !data_read(in, root, "gflops", &ceilings))
		return false;
	spec_mention(in, root);
	return finish(&ceilings);
}

// ---- sum ----------------------------------------------------------------------------------------------------------------------------------------------

// "HOSTNAME  ('server', [], ['127.0.1.1'])" or "HOSTNAME  server".
static const char *sum_host(const struct import *in)
{
	size_t offset = encoding_bom(in->source);
	struct text_line line;
	struct text_word rest;
	while (offset < HEAD_BYTES && text_line_next(in->source, &offset, &line)) {
		if (!text_after(in, line, "HOSTNAME", &rest))
			continue;
		const char *quote = strchr(rest.text, '\''), *end = quote ? strchr(quote + 1, '\'') : NULL;
		const char *name = end ? arena_strndup(in->arena, quote + 1, (size_t)(end - quote) - 1) : rest.text;
		return *name ? name : NULL;
	}
	return NULL;
}

static bool sum_import(const struct import *in)
{
	struct ceilings ceilings = ceilings_begin(in, sum_host(in), SOURCE ", one configuration");
	size_t offset = encoding_bom(in->source);
	struct text_line line;
	while (text_line_next(in->source, &offset, &line) && !text_line_starts(line, "META_DATA")) {
		struct text_word words[3];
		size_t count = text_words(in, line, words, G_N_ELEMENTS(words));
		double rate;
		if (!count)
			continue;
		if (count < 2) {
			diags_add(in->diags, DIAG_BAD_PROFILE, words[0].place, "expected a rate and a name, as '18.30 DRAM', found '%s'", words[0].text);
			return false;
		}
		const char *label = count == 3 ? arena_printf(in->arena, "%s %s", words[1].text, words[2].text) : words[1].text;
		if (!text_figure(in, words[0], label, 1e9, &rate))
			return false;
		// The mean over the levels that ERT compares configurations by.
		if (!text_same(label, "Weight"))
			ceiling_add(&ceilings, label, rate, words[0].place);
	}
	return finish(&ceilings);
}

static bool read_ert(const struct import *in)
{
	switch (form_of(in->source)) {
	case FORM_JSON:
		return json_import(in);
	case FORM_SUM:
		return sum_import(in);
	case FORM_GNUPLOT:
		diags_add(in->diags, DIAG_BAD_PROFILE, (struct place){in->source, 0, 0},
			"expected roofline.json, found the gnuplot script that ERT draws it with, where values are rounded: give the roofline.json of the same folder");
		return false;
	default:
		diags_add(in->diags, DIAG_BAD_PROFILE, (struct place){in->source, 0, 0}, "expected roofline.json of ERT, with a key \"empirical\", or its text 'sum'");
		return false;
	}
}

const struct importer importer_ert = {
	.name = "ert",
	.tool = SOURCE,
	.gives = "ceilings",
	.hint = "roofline.json with \"empirical\", or the text 'sum' of one configuration",
	.recipe = "./ert Config/config.mine\n"
		"The newest Results.*/Run.*/roofline.json has the best rates of all configurations, as L1, L2 ... DRAM and GFLOPs; the files 'sum' below it are of one\n"
		"configuration each.\n",
	.recognise = recognise,
	.read = read_ert,
};
