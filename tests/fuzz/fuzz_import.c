// SPDX-License-Identifier: MIT
// Any bytes to one importer (RAFTER_IMPORTER names it), forced and by content: it fails with an error or leaves points and ceilings that a chart can hold.
#include "import/importer.h"
#include "model/spec.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

static void require(bool holds)
{
	if (!holds)
		abort();
}

// NAN stands for what was not said.
static void require_finite(double value)
{
	require(isnan(value) || (isfinite(value) && value >= 0));
}

static void require_text(const char *text)
{
	require(!text || g_utf8_validate(text, -1, NULL));
}

static void check_texts(const struct chart *chart)
{
	for (size_t i = 0; i < chart->points.count; i++) {
		const struct point *point = &chart->points.items[i];
		const char *const texts[] = {point->label, point->series, point->precision, point->pipe, point->note, point->kernel_name, point->shape, point->memory,
			point->assumptions, point->missing};
		for (size_t t = 0; t < G_N_ELEMENTS(texts); t++)
			require_text(texts[t]);
		for (size_t l = 0; l < point->levels.count; l++)
			require_text(point->levels.items[l].level);
	}
	for (size_t i = 0; i < chart->notes.count; i++)
		require_text(chart->notes.items[i]);
	require_text(chart->device_hint);
}

static void check_points(const struct chart *chart)
{
	for (size_t i = 0; i < chart->points.count; i++) {
		const struct point *point = &chart->points.items[i];
		const double values[] = {point->flops, point->macs, point->time, point->time_low, point->time_high, point->performance, point->bandwidth, point->calls,
			point->launches, point->network_bytes, point->clock};
		require(point->name && g_utf8_validate(point->name, -1, NULL));
		for (size_t v = 0; v < G_N_ELEMENTS(values); v++)
			require_finite(values[v]);
		require(!(point->launches < 1));
		require(isnan(point->time_low) == isnan(point->time_high) && !(point->time_low > point->time) && !(point->time_high < point->time));
		for (size_t l = 0; l < point->levels.count; l++) {
			require_finite(point->levels.items[l].bytes);
			require_finite(point->levels.items[l].intensity);
		}
	}
}

static void check_machines(const struct chart *chart)
{
	for (size_t i = 0; i < chart->hardware.count; i++) {
		const struct hardware *machine = chart->hardware.items[i];
		require(machine->compute.count || machine->memory.count || machine->network.count || machine->id);
		require_text(machine->name);
		for (size_t k = 0; k < machine->compute.count; k++) {
			require_finite(machine->compute.items[k].peak);
			require_text(machine->compute.items[k].name);
		}
		for (size_t k = 0; k < machine->network.count; k++)
			require_finite(machine->network.items[k].bandwidth);
		for (size_t k = 0; k < machine->memory.count; k++) {
			require_finite(machine->memory.items[k].bandwidth);
			require_text(machine->memory.items[k].name);
			require_text(machine->memory.items[k].source);
		}
	}
}

// What users say of files that do not: every second input is read with it.
static const struct import_options said = {.unit = "GB/s", .flops_counter = "items_per_second", .tensor_flops = 4096};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_new();
	struct diags *diags = diags_new();
	struct source source = {"fuzz", (const char *)data, size};
	struct chart chart;
	chart_init(&chart);
	const struct importer *importer = importer_find(&source, getenv("RAFTER_IMPORTER"), diags);
	if (importer) {
		int score = importer->recognise(&source);
		require(score >= 0 && score <= 100);
		bool ok = importer_read(importer, &(struct import){arena, &source, size % 2 ? &said : &import_options_unsaid, &chart, diags});
		require(ok || diags_error_count(diags) > 0);
		// what gives nothing says so; a spec may be empty
		require(importer == &importer_spec || chart.points.count || chart.hardware.count || diags_count(diags) > 0);
		if (ok && diags_error_count(diags) == 0) {
			importer_settle_names(arena, &chart);
			check_texts(&chart);
			check_points(&chart);
			check_machines(&chart);
			g_autoptr(GString) out = g_string_new(NULL);
			spec_write(&chart, out);
			require_text(out->str);
		}
	}
	for (size_t i = 0; i < diags_count(diags); i++)
		require(g_utf8_validate(diags_text(diags, i), -1, NULL));
	diags_free(diags);
	arena_free(arena);
	return 0;
}
