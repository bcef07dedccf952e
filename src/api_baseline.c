// SPDX-License-Identifier: MIT
// The older points that those of the chart are compared with.
#include "api.h"

#include "base/text.h"
#include "import/importer.h"
#include "model/spec.h"

#include <math.h>

bool rafter_set_baseline(struct rafter *r, const char *name, const void *bytes, size_t size)
{
	api_touch(r);
	const struct source *source = api_source(r, name, bytes, size);
	const struct importer *importer = importer_find(source, NULL, r->diags);
	struct chart *chart = arena_alloc(r->arena, sizeof *chart);
	chart_init(chart);
	r->baseline_name = source->name;
	r->baseline_given = importer && api_read(r, importer, source, chart) ? chart : NULL;
	if (r->baseline_given && !chart->points.count)
		diags_add(r->diags, DIAG_NO_POINTS, (struct place){source, 0, 0}, "expected a baseline with points, found none in this file");
	return api_ok(r);
}

// Both are measured against the same roofs: a catalogue that was corrected meanwhile makes no point better or worse.
static void share_machines(struct rafter *r, struct chart *chart)
{
	chart->hardware.items = r->chart.hardware.items;
	chart->hardware.count = chart->hardware.cap = r->chart.hardware.count;
	for (size_t i = 0; i < chart->points.count && chart->hardware.count < 2; i++)
		chart->points.items[i].hardware = NULL;
}

static const struct analysis *analyse(struct rafter *r)
{
	struct chart *chart = arena_alloc(r->arena, sizeof *chart);
	api_chart_copy(r, r->baseline_given, chart);
	chart->options = r->chart.options;
	// What the old points are measured by needs neither the curves, the fit nor the axes of the new chart; one of scaling has no machine.
	if (chart->options.kind == CHART_SWEEP)
		chart->options.kind = CHART_ROOFLINE;
	chart->scaling = (struct scaling_spec){.serial_fraction = NAN};
	chart->x = chart->y = (struct axis_spec){.min = NAN, .max = NAN};
	share_machines(r, chart);
	if (!api_points_apply_baseline(r, chart) || !spec_settle(r->arena, chart, r->diags))
		return NULL;
	return analysis_run(r->arena, chart, r->diags);
}

// A time of one machine is no measure for another.
static void say_other_machine(struct rafter *r)
{
	const char *old = r->baseline_given->analysed_on, *new = r->chart.hardware.count == 1 ? hardware_name(r->chart.hardware.items[0]) : NULL;
	if (old && new && !text_same(old, new))
		diags_add(r->diags, DIAG_ASSUMED, (struct place){0}, "the baseline '%s' was made on '%s': its points are held to the roofs of '%s'", r->baseline_name, old, new);
}

bool api_baseline(struct rafter *r)
{
	if (!r->baseline_given || r->compared != STEP_DUE)
		return r->compared != STEP_FAILED;
	// What is remarkable about an old point was said when it was new; only what keeps it from being compared is said again.
	struct diags *heard = r->diags;
	r->diags = diags_new();
	r->baseline = analyse(r);
	struct diags *said = r->diags;
	r->diags = heard;
	r->compared = r->baseline ? STEP_DONE : STEP_FAILED;
	diags_set_derived(r->diags, true);
	if (r->baseline) {
		diags_free(said);
		say_other_machine(r);
	} else {
		diags_join(r->diags, said);
	}
	diags_set_derived(r->diags, false);
	return r->compared == STEP_DONE;
}
