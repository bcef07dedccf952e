// SPDX-License-Identifier: MIT
// From what was given to bytes: prepare, analyse, lay out, each once, then a backend or a report.
#include "api.h"

#include "backend/backend.h"
#include "base/text.h"
#include "hardware/catalogue.h"
#include "import/importer.h"
#include "model/spec.h"
#include "report/report.h"

#include <math.h>
#include <string.h>

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

// The lists are copied, so that settings leave what was given as it is.
static void copy_chart(struct rafter *r, struct chart *chart)
{
	*chart = r->given;
	chart->points.items = arena_array(r->arena, chart->points.count + 1, sizeof *chart->points.items);
	chart->series.items = arena_array(r->arena, chart->series.count + 1, sizeof *chart->series.items);
	chart->points.cap = chart->points.count;
	chart->series.cap = chart->series.count;
	if (chart->points.count)
		memcpy(chart->points.items, r->given.points.items, chart->points.count * sizeof *chart->points.items);
	if (chart->series.count)
		memcpy(chart->series.items, r->given.series.items, chart->series.count * sizeof *chart->series.items);
	chart->hardware.cap = chart->hardware.count;
	chart->notes.cap = chart->notes.count;
}

static bool apply_settings(struct rafter *r, struct chart *chart)
{
	bool ok = true;
	for (size_t i = 0; i < r->settings.count; i++)
		ok = spec_set(r->arena, r->settings.items[i].path, r->settings.items[i].value, &catalogue_lookup, chart, r->diags) && ok;
	return ok;
}

// Leaves `r->prepared` done only when the chart has no error at all, those of its inputs included.
static bool prepare(struct rafter *r)
{
	if (r->prepared == STEP_DUE) {
		bool ok = api_ok(r);
		copy_chart(r, &r->chart);
		name_series(r, &r->chart);
		ok = api_hardware_apply(r, &r->chart) && ok;
		ok = apply_settings(r, &r->chart) && spec_check(&r->chart, r->diags) && ok;
		r->prepared = ok && api_ok(r) ? STEP_DONE : STEP_FAILED;
	}
	return r->prepared == STEP_DONE;
}

static bool analyse(struct rafter *r)
{
	if (r->analysed == STEP_DUE) {
		bool ok = prepare(r) && api_hardware_hint(r, &r->chart);
		r->analysis = ok ? analysis_run(r->arena, &r->chart, r->diags) : NULL;
		r->analysed = r->analysis && api_ok(r) ? STEP_DONE : STEP_FAILED;
	}
	return r->analysed == STEP_DONE;
}

// ---- layout -------------------------------------------------------------------------------------------------------------------------------------------

static bool choose_theme(struct rafter *r)
{
	r->chart_theme = r->theme ? r->theme : theme_find(r->arena, r->chart.theme ? r->chart.theme : "light", nowhere, r->diags);
	return r->chart_theme != NULL;
}

static bool choose_size(struct rafter *r)
{
	const struct size_spec *spec = &r->chart.size;
	if (r->size.width_px > 0)
		r->chart_size = r->size;
	else if (!isnan(spec->width_px))
		r->chart_size = (struct size){.name = spec->name, .width_px = spec->width_px, .height_px = spec->height_px, .physical = spec->physical};
	else
		return size_parse(spec->name ? spec->name : "web", &r->chart_size, nowhere, r->diags);
	return true;
}

static bool lay_out(struct rafter *r)
{
	if (r->laid_out != STEP_DUE)
		return r->laid_out == STEP_DONE;
	bool ok = analyse(r) && choose_theme(r) && choose_size(r);
	if (ok && !r->faces)
		r->faces = faces_new(r->diags);
	ok = ok && faces_check_family(r->faces, r->chart_theme->family, nowhere);
	if (ok) {
		struct measurer measurer = faces_measurer(r->faces);
		r->layout = layout_run(r->arena, r->analysis, r->chart_theme, &measurer, r->chart_size.width_px, r->chart_size.height_px, r->diags);
	}
	r->laid_out = ok && r->layout && api_ok(r) ? STEP_DONE : STEP_FAILED;
	return r->laid_out == STEP_DONE;
}

// ---- bytes --------------------------------------------------------------------------------------------------------------------------------------------

static const struct backend *find_backend(struct rafter *r, const char *format)
{
	const struct backend *backend = format ? backend_find(format) : NULL;
	if (!backend)
		keys_unknown(r->diags, DIAG_USAGE, nowhere, "format", format ? format : "", rafter_format_names(), g_strv_length((char **)rafter_format_names()));
	return backend;
}

bool rafter_render(struct rafter *r, const struct rafter_output *output, struct rafter_bytes *bytes)
{
	*bytes = (struct rafter_bytes){0};
	const struct backend *backend = find_backend(r, output->format);
	if (output->dpi && !(output->dpi > 0 && isfinite(output->dpi))) {
		diags_add(r->diags, DIAG_USAGE, nowhere, "expected a number of dots per inch above 0");
		return false;
	}
	if (!backend || !lay_out(r))
		return false;
	struct render_options options = {
		.dpi = output->dpi,
		.physical = r->chart_size.physical,
		.transparent = output->transparent,
		.svg_text = output->outline_text ? SVG_TEXT_OUTLINE : SVG_TEXT_REAL,
		.id_prefix = output->id_prefix,
		.css_fallback = r->chart_theme->svg_fallback,
		.source_date = output->source_date ? output->source_date : -1,
	};
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
	if (!lay_out(r))
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

// Which points a chart of this spec would show as arrows on its edge. The frame does not depend on fonts, and a chart too small to draw is no fault of the numbers.
static void flag_outside(struct rafter *r)
{
	if (!has_limits(&r->chart) || !choose_theme(r) || !choose_size(r))
		return;
	struct diags *unheard = diags_new();
	const struct layout *layout = layout_run(r->arena, r->analysis, r->chart_theme, &measure_fixed, r->chart_size.width_px, r->chart_size.height_px, unheard);
	for (size_t i = 0; layout && i < layout->report.points.count; i++) {
		const struct report_point *point = &layout->report.points.items[i];
		for (size_t at = 0; at < r->analysis->rows.count; at++) {
			struct row *row = &r->analysis->rows.items[at];
			if (point->edge && !strcmp(row->name, point->name) && row->intensity == point->x)
				row->flags |= FLAG_OUTSIDE_FRAME;
		}
	}
	diags_free(unheard);
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
	if (!analyse(r))
		return false;
	flag_outside(r);
	GString *text = g_string_new(NULL);
	report->write(r->analysis, r->diags, text);
	*bytes = api_bytes(text);
	return api_ok(r);
}

bool rafter_export_spec(struct rafter *r, struct rafter_bytes *bytes)
{
	*bytes = (struct rafter_bytes){0};
	if (!prepare(r))
		return false;
	GString *text = g_string_new(NULL);
	spec_write(&r->chart, text);
	*bytes = api_bytes(text);
	return true;
}
