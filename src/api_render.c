// SPDX-License-Identifier: MIT
// From what was given to bytes: prepare, analyse, lay out, each once, then a backend or a report.
#include "api.h"

#include "base/text.h"
#include "hardware/catalogue.h"
#include "import/importer.h"
#include "model/clock.h"
#include "model/spec.h"
#include "report/report.h"

#include <math.h>
#include <string.h>

#define DEFAULT_THEME "light"
#define DEFAULT_SIZE "web"
#define DEFAULT_FORMAT "svg"

static const struct place nowhere;

// ---- prepare: the chart that is meant -----------------------------------------------------------------------------------------------------------------

// "runs/a100.csv": "a100".
static const char *stem(struct arena *arena, const char *name)
{
	const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name, *dot = strrchr(base, '.');
	return arena_strndup(arena, base, dot && dot != base ? (size_t)(dot - base) : strlen(base));
}

// Points of several files can be told apart: those without a series are a series named after their file.
static void name_series(struct rafter *r, struct chart *chart)
{
	size_t files = 0;
	for (size_t i = 0; i < r->inputs.count; i++)
		files += r->inputs.items[i].to > r->inputs.items[i].from;
	for (size_t i = 0; i < r->inputs.count && files > 1; i++) {
		const struct input_use *input = &r->inputs.items[i];
		const char *name = stem(r->arena, input->name);
		for (size_t at = input->from; at < input->to; at++) {
			if (!chart->points.items[at].series)
				chart->points.items[at].series = name;
		}
	}
}

static void *copy_items(struct rafter *r, const void *items, size_t count, size_t size)
{
	void *copy = arena_array(r->arena, count + 1, size);
	if (count)
		memcpy(copy, items, count * size);
	return copy;
}

#define COPY_LIST(r, list) ((list)->items = copy_items((r), (list)->items, (list)->count, sizeof *(list)->items), (list)->cap = (list)->count)

void api_chart_copy(struct rafter *r, const struct chart *from, struct chart *chart)
{
	*chart = *from;
	COPY_LIST(r, &chart->hardware);
	COPY_LIST(r, &chart->points);
	COPY_LIST(r, &chart->series);
	COPY_LIST(r, &chart->kernels);
	COPY_LIST(r, &chart->sweeps);
	COPY_LIST(r, &chart->notes);
	COPY_LIST(r, &chart->said);
}

static bool apply_settings(struct rafter *r, struct chart *chart)
{
	bool ok = true;
	for (size_t i = 0; i < r->settings.count; i++)
		ok = spec_set(r->arena, r->settings.items[i].path, r->settings.items[i].value, &catalogue_lookup, chart, r->diags) && ok;
	return ok;
}

static bool prepare(struct rafter *r)
{
	if (r->prepared == STEP_DUE) {
		bool ok = api_ok(r);
		api_chart_copy(r, &r->given, &r->chart);
		name_series(r, &r->chart);
		ok = api_points_apply(r, &r->chart) && ok;
		ok = api_hardware_apply(r, &r->chart) && ok;
		bool set = apply_settings(r, &r->chart);
		api_frame_apply(r, &r->chart);
		api_hardware_distinct(r, &r->chart);
		ok = set && spec_settle(r->arena, &r->chart, r->diags) && ok;
		r->prepared = ok && api_ok(r) ? STEP_DONE : STEP_FAILED;
	}
	return r->prepared == STEP_DONE;
}

static bool analyse(struct rafter *r)
{
	if (r->analysed == STEP_DUE) {
		bool ok = prepare(r) && api_hardware_hint(r, &r->chart) && api_hardware_check(r, &r->chart);
		if (ok)
			chart_settle_clock(r->arena, &r->chart, r->diags);
		r->analysis = ok ? analysis_run(r->arena, &r->chart, r->diags) : NULL;
		r->flagged = NULL;
		r->analysed = r->analysis && api_ok(r) ? STEP_DONE : STEP_FAILED;
	}
	return r->analysed == STEP_DONE;
}

// ---- layout -------------------------------------------------------------------------------------------------------------------------------------------

// Of the themes that come with rafter; each is read once for all charts that share.
static const struct theme *built_in_theme(struct rafter *r, const char *name, struct diags *diags)
{
	struct rafter_shared *shared = r->shared;
	if (!shared)
		return theme_find(r->arena, name, r->chart.theme_place, diags);
	for (size_t i = 0; i < shared->themes.count; i++)
		if (!strcmp(shared->themes.items[i]->name, name))
			return shared->themes.items[i];
	const struct theme *theme = theme_find(shared->arena, name, r->chart.theme_place, diags);
	if (theme)
		*list_push(shared->arena, &shared->themes) = theme;
	return theme;
}

const struct theme *api_theme(struct rafter *r, struct diags *diags)
{
	return r->theme ? r->theme : built_in_theme(r, r->chart.theme ? r->chart.theme : DEFAULT_THEME, diags);
}

bool api_size(struct rafter *r, struct size *size, struct diags *diags)
{
	const struct size_spec *spec = &r->chart.size;
	if (r->size.width_px > 0)
		*size = r->size;
	else if (!isnan(spec->width_px))
		*size = (struct size){.name = spec->name, .width_px = spec->width_px, .height_px = spec->height_px, .physical = spec->physical};
	else
		return size_parse(spec->name ? spec->name : DEFAULT_SIZE, size, spec->place, diags);
	return true;
}

static bool lay_out(struct rafter *r)
{
	if (r->laid_out != STEP_DUE)
		return r->laid_out == STEP_DONE;
	bool ok = analyse(r);
	r->chart_theme = ok ? api_theme(r, r->diags) : NULL;
	ok = ok && api_size(r, &r->chart_size, r->diags) && r->chart_theme;
	if (ok && !r->faces)
		r->faces = faces_new(r->shared ? r->shared->fonts : NULL, r->diags);
	ok = ok && faces_check_family(r->faces, r->chart_theme->family, r->chart_theme->family_place);
	r->layout = NULL;
	const struct analysis *drawn = ok ? api_drawn(r) : NULL;
	if (drawn) {
		struct measurer measurer = faces_measurer(r->faces);
		r->layout = layout_run(r->arena, drawn, r->chart_theme, &measurer, r->chart_size.width_px, r->chart_size.height_px, r->diags);
	}
	if (r->layout)
		faces_report(r->faces, &r->layout->scene);
	r->laid_out = r->layout && api_ok(r) ? STEP_DONE : STEP_FAILED;
	return r->laid_out == STEP_DONE;
}

// Takes a step, and those before it, where it is due. False when the chart has an error, whoever made it.
static bool reach(struct rafter *r, bool (*step)(struct rafter *r))
{
	diags_set_derived(r->diags, true);
	bool ok = step(r);
	diags_set_derived(r->diags, false);
	return ok && api_ok(r);
}

const struct analysis *api_analysis(struct rafter *r)
{
	return reach(r, analyse) ? r->analysis : NULL;
}

bool api_prepare(struct rafter *r)
{
	return reach(r, prepare);
}

bool api_analyse(struct rafter *r)
{
	return reach(r, analyse);
}

bool api_lay_out(struct rafter *r)
{
	return reach(r, lay_out);
}

const struct layout *api_lay_out_as(struct rafter *r, const struct theme *theme, double width_px, double height_px)
{
	struct measurer measurer = faces_measurer(r->faces);
	struct diags *unheard = diags_new();
	const struct layout *layout = layout_run(r->arena, r->analysis, theme, &measurer, width_px, height_px, unheard);
	diags_free(unheard);
	return layout;
}

// ---- bytes --------------------------------------------------------------------------------------------------------------------------------------------

static const struct backend *find_backend(struct rafter *r, const char *format)
{
	const struct backend *backend = backend_find(format);
	if (!backend)
		keys_unknown(r->diags, DIAG_USAGE, nowhere, "format", format, rafter_format_names(), g_strv_length((char **)rafter_format_names()));
	return backend;
}

const struct backend *api_backend(struct rafter *r, const struct rafter_output *output)
{
	const struct backend *backend = find_backend(r, output->format ? output->format : DEFAULT_FORMAT);
	if (output->dpi && !(output->dpi > 0 && isfinite(output->dpi))) {
		diags_add(r->diags, DIAG_USAGE, nowhere, "expected a number of dots per inch above 0");
		return NULL;
	}
	return backend;
}

struct render_options api_render_options(const struct rafter_output *output, const struct theme *theme, bool physical)
{
	return (struct render_options){
		.dpi = output->dpi,
		.physical = physical,
		.transparent = output->transparent,
		.svg_text = output->outline_text ? SVG_TEXT_OUTLINE : SVG_TEXT_REAL,
		.id_prefix = output->id_prefix,
		.css_fallback = theme->svg_fallback,
		.source_date = output->source_date ? output->source_date : -1,
	};
}

bool rafter_render(struct rafter *r, const struct rafter_output *output, struct rafter_bytes *bytes)
{
	*bytes = (struct rafter_bytes){0};
	const struct backend *backend = api_backend(r, output);
	if (!backend || !reach(r, lay_out))
		return false;
	struct render_options options = api_render_options(output, r->chart_theme, r->chart_size.physical);
	g_autoptr(GByteArray) out = g_byte_array_new();
	if (!backend->render(&r->layout->scene, r->faces, &options, out, r->diags) || !api_ok(r))
		return false;
	bytes->size = out->len;
	bytes->data = g_byte_array_free(g_steal_pointer(&out), FALSE);
	return true;
}

bool rafter_layout(struct rafter *r, struct rafter_bytes *bytes)
{
	*bytes = (struct rafter_bytes){0};
	if (!reach(r, lay_out))
		return false;
	GString *text = g_string_new(NULL);
	layout_report_write(&r->layout->report, text);
	*bytes = api_bytes(text);
	return true;
}

static bool has_limits(const struct chart *chart)
{
	return !isnan(chart->x.min) || !isnan(chart->x.max) || !isnan(chart->y.min) || !isnan(chart->y.max) || chart->options.frame == FRAME_CEILINGS;
}

// A layout for its frame alone, which depends on no font. What is wrong with theme or size, or a chart too small to draw, is no fault of the numbers.
static const struct layout *frame_layout(struct rafter *r)
{
	struct diags *unheard = diags_new();
	const struct theme *theme = api_theme(r, unheard);
	struct size size;
	if (!theme)
		theme = theme_find(r->arena, DEFAULT_THEME, nowhere, unheard);
	const struct layout *layout = NULL;
	if (api_size(r, &size, unheard))
		layout = layout_run(r->arena, r->analysis, theme, &measure_fixed, size.width_px, size.height_px, unheard);
	if (!layout && size_parse(DEFAULT_SIZE, &size, nowhere, unheard))
		layout = layout_run(r->arena, r->analysis, theme, &measure_fixed, size.width_px, size.height_px, unheard);
	diags_free(unheard);
	return layout;
}

static const struct analysis *flag_outside(struct rafter *r)
{
	if (!has_limits(&r->chart))
		return r->analysis;
	const struct layout *layout = r->laid_out == STEP_DONE ? r->layout : frame_layout(r);
	struct analysis *flagged = arena_alloc(r->arena, sizeof *flagged);
	*flagged = *r->analysis;
	COPY_LIST(r, &flagged->rows);
	for (size_t i = 0; layout && i < layout->report.points.count; i++) {
		const struct report_point *point = &layout->report.points.items[i];
		if (point->edge && point->row_index < flagged->rows.count) // else an old one, of the picture alone
			flagged->rows.items[point->row_index].flags |= FLAG_OUTSIDE_FRAME;
	}
	return flagged;
}

const struct analysis *api_flagged(struct rafter *r)
{
	if (!r->flagged)
		r->flagged = flag_outside(r);
	return r->flagged;
}

bool rafter_analyze(struct rafter *r, const char *format, struct rafter_bytes *bytes)
{
	*bytes = (struct rafter_bytes){0};
	const struct report_format *report = report_format_find(format);
	if (!report) {
		const char *names[16] = {NULL};
		size_t count = 0;
		for (const struct report_format *known = report_formats; known->name && count < G_N_ELEMENTS(names); known++)
			names[count++] = known->name;
		keys_unknown(r->diags, DIAG_USAGE, nowhere, "report format", format, names, count);
		return false;
	}
	if (!reach(r, analyse))
		return false;
	GString *text = g_string_new(NULL);
	report->write(api_flagged(r), r->diags, text);
	*bytes = api_bytes(text);
	return true;
}

size_t rafter_point_count(struct rafter *r)
{
	return prepare(r) ? r->chart.points.count : 0;
}

bool rafter_export_spec(struct rafter *r, struct rafter_bytes *bytes)
{
	*bytes = (struct rafter_bytes){0};
	if (!reach(r, prepare))
		return false;
	GString *text = g_string_new(NULL);
	spec_write(&r->chart, text);
	*bytes = api_bytes(text);
	return true;
}
