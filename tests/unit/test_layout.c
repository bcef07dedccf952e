// SPDX-License-Identifier: MIT
// Properties of any chart: labels apart, inside the canvas, off markers and binding roofs; points where their numbers say; roofs exact; regions on ridges.
#include "layout/layout.h"

#include "hardware/catalogue.h"
#include "model/spec.h"
#include "theme/size.h"

#include <glib.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
// cmocka wants the headers above
#include <cmocka.h>

struct scene_under_test {
	struct arena *arena;
	struct diags *diags;
	const struct analysis *analysis;
	const struct layout *layout;
};

static struct scene_under_test draw(const char *json, const char *theme_name, double width_px, double height_px)
{
	struct scene_under_test t = {.arena = arena_new(), .diags = diags_new()};
	struct source *source = arena_alloc(t.arena, sizeof *source);
	struct chart *chart = arena_alloc(t.arena, sizeof *chart);
	*source = (struct source){"test.json", json, strlen(json)};
	chart_init(chart);
	const struct json *root = json_read(t.arena, source, t.diags);
	assert_non_null(root);
	assert_true(spec_read(t.arena, root, &catalogue_lookup, chart, t.diags));
	assert_true(spec_settle(t.arena, chart, t.diags));
	t.analysis = analysis_run(t.arena, chart, t.diags);
	assert_non_null(t.analysis);
	const struct theme *theme = theme_find(t.arena, theme_name, (struct place){0}, t.diags);
	assert_non_null(theme);
	t.layout = layout_run(t.arena, t.analysis, theme, &measure_fixed, width_px, height_px, t.diags);
	return t;
}

static void done(struct scene_under_test *t)
{
	diags_free(t->diags);
	arena_free(t->arena);
}

static double x_px(const struct layout_report *r, double x)
{
	return r->plot.x + (log10(x) - log10(r->x.min)) / (log10(r->x.max) - log10(r->x.min)) * r->plot.w;
}

static double y_px(const struct layout_report *r, double y)
{
	return r->plot.y + r->plot.h - (log10(y) - log10(r->y.min)) / (log10(r->y.max) - log10(r->y.min)) * r->plot.h;
}

static void check_labels(const struct layout_report *r)
{
	struct rect canvas = {-0.5, -0.5, r->width_px + 1, r->height_px + 1};
	for (size_t i = 0; i < r->labels.count; i++) {
		const struct report_label *a = &r->labels.items[i];
		if (!box_inside(&a->box, canvas))
			fail_msg("'%s' leaves the canvas", a->text);
		for (size_t j = i + 1; j < r->labels.count; j++)
			if (box_overlap(&a->box, &r->labels.items[j].box) > 0.5)
				fail_msg("'%s' overlaps '%s'", a->text, r->labels.items[j].text);
		for (size_t j = 0; j < r->points.count; j++) {
			const struct report_point *p = &r->points.items[j];
			bool own_number = a->role == ROLE_KEY && a->owner && strcmp(a->owner, p->name) == 0;
			if (!own_number && box_overlap_disc(&a->box, p->px, fmax(p->radius_px - 0.5, 1)) > 0.5)
				fail_msg("'%s' covers the marker of '%s'", a->text, p->name);
		}
		for (size_t j = 0; j < r->roofs.count; j++) {
			const struct report_roof *roof = &r->roofs.items[j];
			if (!roof->binding || roof->line.count < 2 || a->role <= ROLE_TICK)
				continue;
			struct box line = box_of_segment(roof->line.items[0], roof->line.items[1], 0.5);
			if (box_overlap(&a->box, &line) > 1.5)
				fail_msg("'%s' crosses '%s'", a->text, roof->name);
		}
	}
}

static void check_geometry(const struct layout_report *r)
{
	for (size_t i = 0; i < r->points.count; i++) {
		const struct report_point *p = &r->points.items[i];
		if (p->edge || !(p->x > 0))
			continue;
		assert_float_equal(x_px(r, p->x), p->px.x, 0.01);
		assert_float_equal(y_px(r, p->y), p->px.y, 0.01);
	}
	for (size_t i = 0; i < r->roofs.count; i++) {
		const struct report_roof *roof = &r->roofs.items[i];
		for (size_t j = 0; j < roof->line.count; j++) {
			struct vec at = roof->line.items[j];
			double decades = log10(r->x.min) + (log10(r->x.max) - log10(r->x.min)) * (at.x - r->plot.x) / r->plot.w;
			double expected = log10(roof->value) + (strcmp(roof->kind, "compute") == 0 ? 0 : decades);
			double bottom = r->plot.y + r->plot.h, y = bottom - (expected - log10(r->y.min)) / (log10(r->y.max) - log10(r->y.min)) * r->plot.h;
			assert_float_equal(y, at.y, 0.02);
		}
	}
	for (size_t i = 0; i < r->x.ticks.count; i++)
		assert_float_equal(x_px(r, r->x.ticks.items[i].value), r->x.ticks.items[i].px, 0.01);
}

static void check_drawn(const struct scene_under_test *t)
{
	for (size_t i = 0; i < t->analysis->rows.count; i++) {
		const struct row *row = &t->analysis->rows.items[i];
		bool found = !row->plotted;
		for (size_t j = 0; j < t->layout->report.points.count && !found; j++)
			found = strcmp(t->layout->report.points.items[j].name, row->name) == 0;
		assert_true(found);
	}
}

static void check_all(struct scene_under_test *t)
{
	if (!t->layout)
		fail_msg("%s", diags_get(t->diags, diags_count(t->diags) - 1)->message);
	check_labels(&t->layout->report);
	check_geometry(&t->layout->report);
	check_drawn(t);
}

// Charts made by chance, in a few clusters, at the sizes and themes that people use. The seed is fixed.
static void test_random_charts(void **state)
{
	(void)state;
	static const char *const devices[] = {"nvidia-h100-sxm", "nvidia-a100-sxm-40gb", "amd-mi300x", "google-tpu-v5e", "nvidia-rtx-4090", "amd-epyc-9654"};
	static const struct { const char *theme; double w, h; } looks[] = {{"light", 960, 600}, {"paper", 334.75, 241}, {"slides", 1280, 720}, {"mono", 700, 420}};
	g_autoptr(GRand) rand = g_rand_new_with_seed(20240711);
	for (int round = 0; round < 120; round++) {
		g_autoptr(GString) json = g_string_new("{\"rafter\": 1, \"title\": \"chance\", \"hardware\": \"");
		g_string_append_printf(json, "%s\", \"chart\": {\"percent\": %s}, \"points\": [", devices[round % 6], round % 3 ? "true" : "false");
		int count = g_rand_int_range(rand, 0, 24);
		double centre = 0, height = 12;
		for (int i = 0; i < count; i++) {
			if (i % 5 == 0) {
				centre = g_rand_double_range(rand, -1, 3.2);
				height = g_rand_double_range(rand, 9.5, 14);
			}
			char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];
			g_ascii_dtostr(x, sizeof x, pow(10, centre + g_rand_double_range(rand, -0.12, 0.12)));
			g_ascii_dtostr(y, sizeof y, pow(10, height + g_rand_double_range(rand, -0.12, 0.12)));
			g_string_append_printf(json, "%s{\"name\": \"kernel %d%s\", \"series\": \"s%d\", \"intensity\": %s, \"performance\": %s}", i ? "," : "", i,
				i % 7 == 3 ? " with a rather long name" : "", i % 3, x, y);
		}
		g_string_append(json, "]}");
		struct scene_under_test t = draw(json->str, looks[round % 4].theme, looks[round % 4].w, looks[round % 4].h);
		check_all(&t);
		done(&t);
	}
}

static void test_attainable_never_falls(void **state)
{
	(void)state;
	g_autoptr(GRand) rand = g_rand_new_with_seed(7);
	for (int i = 0; i < 20000; i++) {
		double peak = pow(10, g_rand_double_range(rand, 6, 18)), bandwidth = pow(10, g_rand_double_range(rand, 6, 15));
		double a = pow(10, g_rand_double_range(rand, -6, 9)), b = a * pow(10, g_rand_double_range(rand, 0, 3));
		assert_true(attainable_flop_per_s(peak, bandwidth, a) <= attainable_flop_per_s(peak, bandwidth, b));
		assert_true(attainable_flop_per_s(peak, bandwidth, b) <= peak);
		double ridge = ridge_flop_per_byte(peak, bandwidth);
		assert_true(fabs(attainable_flop_per_s(peak, bandwidth, ridge) / peak - 1) < 1e-12);
		assert_true(fabs(no_overlap_flop_per_s(peak, bandwidth, ridge) / (peak / 2) - 1) < 1e-12);
	}
}

#define MACHINE "\"hardware\": {\"name\": \"M\", \"compute\": [{\"name\": \"peak\", \"peak\": 1e12}], \"memory\": [{\"name\": \"DRAM\", \"bandwidth\": 1e11}]}"

static void test_far_right_point_widens_the_frame(void **state)
{
	(void)state;
	struct scene_under_test t = draw("{" MACHINE ", \"points\": [{\"name\": \"busy\", \"flops\": 1e12, \"bytes\": 1e6, \"time\": 2}]}", "light", 960, 600);
	check_all(&t);
	const struct layout_report *r = &t.layout->report;
	assert_true(r->x.max >= 1e6);
	assert_true(fabs(r->roofs.items[0].line.items[1].x - (r->plot.x + r->plot.w)) < 1e-6);
	done(&t);
}

// A row that cannot be placed changes nothing about the axes.
static void test_bad_rows_leave_the_frame(void **state)
{
	(void)state;
	static const char good[] = "{\"name\": \"a\", \"flops\": 1e9, \"bytes\": 1e9, \"time\": 0.02}";
	g_autofree char *with = g_strdup_printf("{%s, \"points\": [%s, {\"name\": \"z\", \"flops\": 0, \"bytes\": 1e9, \"time\": 0.02}]}", MACHINE, good);
	g_autofree char *without = g_strdup_printf("{%s, \"points\": [%s]}", MACHINE, good);
	struct scene_under_test a = draw(with, "light", 960, 600), b = draw(without, "light", 960, 600);
	check_all(&a);
	assert_true(a.layout->report.x.min == b.layout->report.x.min && a.layout->report.x.max == b.layout->report.x.max);
	assert_true(a.layout->report.y.min == b.layout->report.y.min && a.layout->report.y.max == b.layout->report.y.max);
	// the kernel without FLOPs stands left of the plot
	bool margin = false;
	for (size_t i = 0; i < a.layout->report.points.count; i++) {
		const struct report_point *p = &a.layout->report.points.items[i];
		if (strcmp(p->name, "z") == 0)
			margin = p->px.x < a.layout->report.plot.x;
	}
	assert_true(margin);
	done(&a);
	done(&b);
}

static void test_extreme_magnitudes(void **state)
{
	(void)state;
	struct scene_under_test t = draw("{" MACHINE ", \"points\": [{\"name\": \"lo\", \"intensity\": 1e-250, \"performance\": 1e-200},"
		" {\"name\": \"hi\", \"intensity\": 1e250, \"performance\": 1e200}, {\"name\": \"k\", \"intensity\": 1, \"performance\": 5e10}]}", "light", 960, 600);
	check_all(&t);
	for (size_t i = 0; i < t.layout->scene.ops.count; i++) {
		const struct scene_op *op = &t.layout->scene.ops.items[i];
		for (size_t j = 0; j < op->path.count; j++)
			assert_true(fabs(op->path.items[j].to.x) < 1e5 && fabs(op->path.items[j].to.y) < 1e5);
	}
	done(&t);
}

static void test_outside_user_limits_is_an_arrow(void **state)
{
	(void)state;
	struct scene_under_test t = draw("{" MACHINE ", \"axes\": {\"x\": {\"min\": 1, \"max\": 100}}, \"points\": [{\"name\": \"far\", \"intensity\": 0.01, \"performance\": 1e9}]}",
		"light", 960, 600);
	check_all(&t);
	const struct report_point *p = &t.layout->report.points.items[0];
	assert_true(p->edge);
	assert_true(p->px.x >= t.layout->report.plot.x && p->px.x <= t.layout->report.plot.x + p->radius_px + 1);
	assert_int_equal(diags_error_count(t.diags), 0);
	assert_int_equal(diags_get(t.diags, diags_count(t.diags) - 1)->id, DIAG_OUTSIDE_FRAME);
	done(&t);
}

// Forty kernels in a row 60 px wide: numbers and a key, nothing on top of anything.
static void test_crowd_becomes_a_key(void **state)
{
	(void)state;
	g_autoptr(GString) json = g_string_new("{" MACHINE ", \"points\": [");
	for (int i = 0; i < 40; i++)
		g_string_append_printf(json, "%s{\"name\": \"kernel_%02d\", \"flops\": %d, \"bytes\": 1000000, \"time\": 0.02}", i ? "," : "", i, 1000000 + 20000 * i);
	g_string_append(json, "]}");
	struct scene_under_test t = draw(json->str, "light", 960, 600);
	check_all(&t);
	size_t keys = 0;
	for (size_t i = 0; i < t.layout->report.labels.count; i++)
		keys += t.layout->report.labels.items[i].role == ROLE_KEY;
	assert_true(keys >= 2);
	assert_int_equal(t.layout->report.dropped.count, 0);
	done(&t);
}

static void test_too_small_is_an_error(void **state)
{
	(void)state;
	struct scene_under_test t = draw("{" MACHINE "}", "light", 90, 60);
	assert_null(t.layout);
	assert_int_equal(diags_get(t.diags, diags_count(t.diags) - 1)->id, DIAG_TOO_SMALL);
	done(&t);
}

// Regions meet exactly at the ridge.
static void test_regions_meet_at_the_ridge(void **state)
{
	(void)state;
	struct scene_under_test t = draw("{" MACHINE "}", "light", 960, 600);
	const struct layout_report *r = &t.layout->report;
	assert_int_equal(r->regions.count, 2);
	double wall = x_px(r, 10), right_of_memory = 0, left_of_compute = 1e9;
	for (size_t i = 0; i < r->regions.items[0].polygon.count; i++)
		right_of_memory = fmax(right_of_memory, r->regions.items[0].polygon.items[i].x);
	for (size_t i = 0; i < r->regions.items[1].polygon.count; i++)
		left_of_compute = fmin(left_of_compute, r->regions.items[1].polygon.items[i].x);
	assert_float_equal(right_of_memory, wall, 1e-9);
	assert_float_equal(left_of_compute, wall, 1e-9);
	done(&t);
}

static const struct path *path_of(const struct scene *scene, const char *css_class)
{
	for (size_t i = 0; i < scene->ops.count; i++) {
		if (scene->ops.items[i].kind == SCENE_PATH && g_strcmp0(scene->ops.items[i].css_class, css_class) == 0)
			return &scene->ops.items[i].path;
	}
	fail_msg("no path '%s'", css_class);
	return NULL;
}

// Every corner of the drawn curve is on 1 / (1/P + 1/(I·B)), and at the ridge point the curve passes half of the peak.
static void test_no_overlap_passes_half_of_the_peak(void **state)
{
	(void)state;
	struct scene_under_test t = draw("{" MACHINE ", \"chart\": {\"no_overlap\": true}}", "light", 960, 600);
	const struct layout_report *r = &t.layout->report;
	const struct path *path = path_of(&t.layout->scene, "no-overlap");
	double ridge = x_px(r, 10), at_ridge = NAN;
	for (size_t i = 0; i < path->count; i++) {
		struct vec to = path->items[i].to;
		double x = r->x.min * pow(r->x.max / r->x.min, (to.x - r->plot.x) / r->plot.w);
		assert_float_equal(to.y, y_px(r, 1 / (1 / 1e12 + 1 / (x * 1e11))), 1e-6);
		struct vec from = path->items[i ? i - 1 : 0].to;
		if (from.x <= ridge && ridge < to.x)
			at_ridge = from.y + (ridge - from.x) / (to.x - from.x) * (to.y - from.y);
	}
	assert_float_equal(at_ridge, y_px(r, 5e11), 0.25);
	done(&t);
}

#define MATMUL "\"kernel\": \"matmul\", \"params\": {\"d\": 4096, \"f\": 4096, \"dtype\": \"bf16\"}, \"sweep\": {\"b\": {\"from\": 1, \"to\": 4096, \"steps\": 13, \"scale\": \"log\"}}"

// A trajectory names its ends and, at the ridge point, its critical value.
static void test_sweep_is_a_trajectory(void **state)
{
	(void)state;
	struct scene_under_test t = draw("{\"hardware\": \"nvidia-h100-sxm\", \"points\": [{\"name\": \"gemm\", " MATMUL "}]}", "light", 960, 600);
	check_all(&t);
	static const char *const expected[] = {"b = 1", "b = 4096", "critical b = 345.1"};
	for (size_t i = 0; i < G_N_ELEMENTS(expected); i++) {
		bool found = false;
		for (size_t j = 0; j < t.layout->report.labels.count && !found; j++)
			found = strcmp(t.layout->report.labels.items[j].text, expected[i]) == 0;
		if (!found)
			fail_msg("no label '%s'", expected[i]);
	}
	done(&t);
}

// Against the parameter: the knee stands at the critical value and at the peak.
static void test_sweep_chart(void **state)
{
	(void)state;
	struct scene_under_test t = draw("{\"hardware\": \"nvidia-h100-sxm\", \"chart\": {\"kind\": \"sweep\", \"x\": \"b\"}, \"points\": [{\"name\": \"gemm\", " MATMUL "}]}", "light", 960, 600);
	assert_non_null(t.layout);
	const struct layout_report *r = &t.layout->report;
	check_labels(r);
	check_drawn(&t);
	assert_string_equal(r->kind, "sweep");
	const struct sweep_result *sweep = &t.analysis->sweeps.items[0];
	assert_true(fabs(sweep_performance(sweep, sweep->critical) / sweep->peak - 1) < 1e-9);
	bool knee = false;
	for (size_t i = 0; i < t.layout->scene.ops.count; i++)
		for (size_t j = 0; j < t.layout->scene.ops.items[i].path.count; j++) {
			struct vec at = t.layout->scene.ops.items[i].path.items[j].to;
			knee = knee || (fabs(at.x - x_px(r, sweep->critical)) < 0.01 && fabs(at.y - y_px(r, sweep->peak)) < 0.01);
		}
	assert_true(knee);
	done(&t);
}

static void test_scaling_chart_has_two_panels(void **state)
{
	(void)state;
	struct scene_under_test t = draw("{\"chart\": {\"kind\": \"scaling\", \"scaling\": {\"law\": \"amdahl\", \"serial_fraction\": 0.05}}, \"points\": ["
		"{\"name\": \"a\", \"n\": 1, \"time\": 100}, {\"name\": \"b\", \"n\": 8, \"time\": 17}, {\"name\": \"c\", \"n\": 64, \"time\": 7}]}", "light", 960, 600);
	assert_non_null(t.layout);
	assert_int_equal(t.layout->report.panels.count, 2);
	for (size_t i = 0; i < 2; i++) {
		const struct layout_report *panel = &t.layout->report.panels.items[i];
		check_labels(panel);
		assert_int_equal(panel->points.count, 3);
		assert_true(panel->plot.x == t.layout->report.panels.items[0].plot.x);
	}
	assert_true(t.layout->report.panels.items[1].plot.y > t.layout->report.panels.items[0].plot.y + t.layout->report.panels.items[0].plot.h);
	done(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random_charts),
		cmocka_unit_test(test_attainable_never_falls),
		cmocka_unit_test(test_far_right_point_widens_the_frame),
		cmocka_unit_test(test_bad_rows_leave_the_frame),
		cmocka_unit_test(test_extreme_magnitudes),
		cmocka_unit_test(test_outside_user_limits_is_an_arrow),
		cmocka_unit_test(test_crowd_becomes_a_key),
		cmocka_unit_test(test_too_small_is_an_error),
		cmocka_unit_test(test_regions_meet_at_the_ridge),
		cmocka_unit_test(test_no_overlap_passes_half_of_the_peak),
		cmocka_unit_test(test_sweep_is_a_trajectory),
		cmocka_unit_test(test_sweep_chart),
		cmocka_unit_test(test_scaling_chart_has_two_panels),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
