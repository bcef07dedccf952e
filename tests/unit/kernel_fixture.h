// SPDX-License-Identifier: MIT
// A spec with kernels, read with the catalogue and analysed, for tests.
#ifndef RAFTER_TESTS_KERNEL_FIXTURE_H
#define RAFTER_TESTS_KERNEL_FIXTURE_H

#include "analysis_fixture.h"
#include "hardware/catalogue.h"
#include "model/kernel.h"
#include "report/report.h"

#define V5E "\"hardware\": {\"name\": \"M\", \"compute\": [{\"name\": \"BF16\", \"precision\": \"bf16\", \"peak\": 1.97e14}, " \
	"{\"name\": \"INT8\", \"precision\": \"int8\", \"peak\": 3.94e14}], \"memory\": [{\"name\": \"HBM\", \"bandwidth\": 8.2e11}], " \
	"\"network\": [{\"name\": \"ICI\", \"bandwidth\": 4.5e10}]}"
#define H100 "\"hardware\": \"nvidia-h100-sxm\""

static inline bool read_spec(struct fixture *f, const char *text)
{
	struct source *source = arena_alloc(f->arena, sizeof *source);
	*source = (struct source){"spec.json", text, strlen(text)};
	const struct json *json = json_read(f->arena, source, f->diags);
	return json && spec_read(f->arena, json, &catalogue_lookup, &f->chart, f->diags) && spec_settle(f->arena, &f->chart, f->diags);
}

// A chart of its own in the same fixture.
static inline void judge(struct fixture *f, const char *text)
{
	chart_init(&f->chart);
	if (!read_spec(f, text))
		fail_msg("%s", diags_count(f->diags) ? diags_text(f->diags, 0) : "no error");
	analyse(f);
}

static inline void judge_points(struct fixture *f, const char *hardware, const char *points)
{
	judge(f, arena_printf(f->arena, "{%s, \"points\": [%s]}", hardware, points));
}

// One error with all of `part` in what a terminal shows.
static inline void expect_refused(struct fixture *f, const char *text, enum diag_id id, const char *part)
{
	diags_free(f->diags);
	f->diags = diags_new();
	chart_init(&f->chart);
	bool ok = read_spec(f, text);
	if (ok)
		ok = analysis_run(f->arena, &f->chart, f->diags);
	if (ok || !diags_error_count(f->diags))
		fail_msg("was taken: %s", text);
	const struct diag *diag = diags_get(f->diags, 0);
	if (diag->id != id || !strstr(diags_text(f->diags, 0), part))
		fail_msg("expected [%s] with '%s', found %s", diag_id_name(id), part, diags_text(f->diags, 0));
	if (diags_error_count(f->diags) != 1)
		fail_msg("more than one error for %s: %s", text, diags_text(f->diags, 1));
}

static inline void expect_report(struct fixture *f, const char *format, const char *part)
{
	g_autoptr(GString) text = g_string_new(NULL);
	report_format_find(format)->write(f->analysis, f->diags, text);
	if (!strstr(text->str, part))
		fail_msg("expected '%s' in: %s", part, text->str);
}

static inline void assert_share(double value, double expected, double share)
{
	if (!(fabs(value - expected) <= share * fabs(expected)))
		fail_msg("expected %.17g, found %.17g", expected, value);
}

#endif
