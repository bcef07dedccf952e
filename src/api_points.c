// SPDX-License-Identifier: MIT
// What the caller wants done with the points after they were read: figures joined to them, names changed, some of them picked, launches added up.
#include "api.h"

#include "base/num.h"
#include "import/points.h"
#include "input/keys.h"
#include "model/spec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct place nowhere;

// ---- files ---------------------------------------------------------------------------------------------------------------------------------------------

// The points of a file that is no input of the chart; NULL with errors.
static const struct chart *read_aside(struct rafter *r, const struct source *source)
{
	struct chart *chart = arena_alloc(r->arena, sizeof *chart);
	chart_init(chart);
	const struct importer *importer = importer_find(source, NULL, r->diags);
	if (!importer || !importer_read(importer, &(struct import){r->arena, source, &r->import_options, chart, r->diags}))
		return NULL;
	// Work may be given by formulas.
	return spec_settle(r->arena, chart, r->diags) ? chart : NULL;
}

bool rafter_add_work(struct rafter *r, const char *name, const void *bytes, size_t size)
{
	api_touch(r);
	const struct source *source = api_file(r, "work", name, bytes, size);
	const struct chart *chart = read_aside(r, source);
	if (chart)
		*list_push(r->arena, &r->work) = (struct aside){source, chart};
	return api_ok(r);
}

bool rafter_add_times(struct rafter *r, const char *name, const void *bytes, size_t size)
{
	api_touch(r);
	const struct source *source = api_file(r, "times", name, bytes, size);
	const struct chart *chart = read_aside(r, source);
	if (chart)
		*list_push(r->arena, &r->times) = (struct aside){source, chart};
	return api_ok(r);
}

bool rafter_add_names(struct rafter *r, const char *name, const void *bytes, size_t size)
{
	api_touch(r);
	*list_push(r->arena, &r->names) = (struct aside){api_file(r, "names", name, bytes, size), NULL};
	return api_ok(r);
}

// ---- choices -------------------------------------------------------------------------------------------------------------------------------------------

static bool wrong(struct rafter *r, const char *what, const char *expected, const char *value)
{
	const char *valid = api_text(r, value);
	diags_add(r->diags, DIAG_USAGE, nowhere, "%s: expected %s, found '%s'", what, expected, valid);
	return false;
}

static bool choose(struct rafter *r, const char *what, const char *const *names, const char *value, int *index)
{
	for (int i = 0; names[i]; i++) {
		if (strcmp(names[i], value) != 0)
			continue;
		*index = i;
		return true;
	}
	g_autofree char *joined = g_strjoinv(", ", (char **)names);
	return wrong(r, what, joined, value);
}

static bool set_group(struct rafter *r, const char *value)
{
	int index = 0;
	bool ok = choose(r, "group", point_grouping_names, value, &index);
	r->choice.grouping = (enum point_grouping)index;
	return ok;
}

static bool set_by(struct rafter *r, const char *value)
{
	int index = 0;
	bool ok = choose(r, "by", point_order_names, value, &index);
	r->choice.order = (enum point_order)index;
	return ok;
}

static bool set_top(struct rafter *r, const char *value)
{
	double count;
	if (!num_parse(value, &count) || !(count >= 1) || count > 1e9 || count != floor(count))
		return wrong(r, "top", "a whole number from 1 on", value);
	r->choice.top = (size_t)count;
	return true;
}

// Only tried here: it is made again when it is used.
static bool check_expression(struct rafter *r, const char *value)
{
	struct pattern pattern;
	bool ok = pattern_make(&pattern, value, true, nowhere, r->diags);
	pattern_clear(&pattern);
	return ok;
}

static bool add_include(struct rafter *r, const char *value)
{
	*list_push(r->arena, &r->choice.include) = api_text(r, value);
	return check_expression(r, value);
}

static bool add_exclude(struct rafter *r, const char *value)
{
	*list_push(r->arena, &r->choice.exclude) = api_text(r, value);
	return check_expression(r, value);
}

static bool set_unit(struct rafter *r, const char *value)
{
	r->import_options.unit = api_text(r, value);
	return true;
}

static bool set_flops_counter(struct rafter *r, const char *value)
{
	r->import_options.flops_counter = api_text(r, value);
	return true;
}

static bool set_tensor_flops(struct rafter *r, const char *value)
{
	double flops;
	if (!num_parse(value, &flops) || !(flops > 0) || !(flops < 1e9))
		return wrong(r, "tensor-flops", "the FLOPs of one tensor instruction, such as 4096", value);
	r->import_options.tensor_flops = flops;
	return true;
}

static bool set_device(struct rafter *r, const char *value)
{
	r->device = api_text(r, value);
	return true;
}

static bool set_baseline_by(struct rafter *r, const char *value)
{
	int index = r->compare_by;
	bool ok = choose(r, "baseline-by", compare_by_names, value, &index);
	r->compare_by = (enum compare_by)index;
	return ok;
}

static const struct {
	const char *what;
	bool (*set)(struct rafter *r, const char *value);
} choices[] = {
	{"group", set_group}, {"by", set_by}, {"top", set_top}, {"include", add_include}, {"exclude", add_exclude}, {"unit", set_unit},
	{"flops-counter", set_flops_counter}, {"tensor-flops", set_tensor_flops}, {"device", set_device}, {"baseline-by", set_baseline_by},
};

bool rafter_choose(struct rafter *r, const char *what, const char *value)
{
	const char *names[G_N_ELEMENTS(choices)];
	api_touch(r);
	for (size_t i = 0; i < G_N_ELEMENTS(choices); i++) {
		if (strcmp(choices[i].what, what) == 0)
			return choices[i].set(r, value) && api_ok(r);
		names[i] = choices[i].what;
	}
	keys_unknown(r->diags, DIAG_USAGE, nowhere, "choice", what, names, G_N_ELEMENTS(names));
	return false;
}

// ---- use -----------------------------------------------------------------------------------------------------------------------------------------------

static struct pattern *patterns_of(struct rafter *r, const struct text_list *texts)
{
	struct pattern *patterns = arena_array(r->arena, texts->count + 1, sizeof *patterns);
	for (size_t i = 0; i < texts->count; i++)
		pattern_make(&patterns[i], texts->items[i], true, nowhere, r->diags);
	return patterns;
}

static bool pick(struct rafter *r, struct chart *chart)
{
	const struct point_choice *choice = &r->choice;
	struct pattern *include = patterns_of(r, &choice->include), *exclude = patterns_of(r, &choice->exclude);
	bool ok = points_pick(include, choice->include.count, exclude, choice->exclude.count, r->arena, chart, r->diags);
	for (size_t i = 0; i < choice->include.count; i++)
		pattern_clear(&include[i]);
	for (size_t i = 0; i < choice->exclude.count; i++)
		pattern_clear(&exclude[i]);
	return ok;
}

// The picture must not depend on the folder that a file lies in.
static const char *base_name(struct rafter *r, const char *path)
{
	g_autofree char *base = g_path_get_basename(path);
	return arena_strdup(r->arena, base);
}

static bool apply(struct rafter *r, const struct aside_list *times, size_t top, struct chart *chart)
{
	bool ok = true;
	for (size_t i = 0; i < r->work.count; i++)
		ok = points_join_work(r->arena, r->work.items[i].chart, chart, r->diags) && ok;
	for (size_t i = 0; i < times->count; i++)
		ok = points_join_times(r->arena, times->items[i].chart, base_name(r, times->items[i].source->name), chart, r->diags) && ok;
	ok = ok && pick(r, chart);
	for (size_t i = 0; ok && i < r->names.count; i++)
		ok = points_rename(r->arena, r->names.items[i].source, chart, r->diags) && ok;
	if (!ok)
		return false;
	points_group(r->arena, r->choice.grouping, chart, r->diags);
	if (top)
		points_top(r->arena, top, r->choice.order, chart);
	importer_settle_names(r->arena, chart);
	return true;
}

bool api_points_apply(struct rafter *r, struct chart *chart)
{
	return apply(r, &r->times, r->choice.top, chart);
}

bool api_points_apply_baseline(struct rafter *r, struct chart *chart)
{
	return apply(r, &(struct aside_list){0}, 0, chart);
}
