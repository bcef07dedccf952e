// SPDX-License-Identifier: MIT
// Old and new points: arrows that no words cross, verdicts that a grey print tells apart, signs where an arrow has no room.
#include "layout/layout.h"

#include "hardware/catalogue.h"
#include "model/compare.h"
#include "model/spec.h"

#include <glib.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
// cmocka wants the headers above
#include <cmocka.h>

struct drawing {
	struct arena *arena;
	struct diags *diags;
	const struct analysis *analysis;
	const struct layout *layout;
	const struct layout_report *report;
};

static struct drawing draw(const char *json, const char *theme_name, double width_px, double height_px)
{
	struct drawing d = {.arena = arena_new(), .diags = diags_new()};
	struct source *source = arena_alloc(d.arena, sizeof *source);
	struct chart *chart = arena_alloc(d.arena, sizeof *chart);
	*source = (struct source){"test.json", json, strlen(json)};
	chart_init(chart);
	const struct json *root = json_read(d.arena, source, d.diags);
	assert_non_null(root);
	assert_true(spec_read(d.arena, root, &catalogue_lookup, chart, d.diags) && spec_settle(d.arena, chart, d.diags));
	d.analysis = analysis_run(d.arena, chart, d.diags);
	assert_non_null(d.analysis);
	const struct theme *theme = theme_find(d.arena, theme_name, (struct place){0}, d.diags);
	assert_non_null(theme);
	d.layout = layout_run(d.arena, d.analysis, theme, &measure_fixed, width_px, height_px, d.diags);
	assert_non_null(d.layout);
	d.report = &d.layout->report;
	return d;
}

static void done(struct drawing *d)
{
	diags_free(d->diags);
	arena_free(d->arena);
}

// ---- crossings ------------------------------------------------------------------------------------------------------------------------------------------

static void add_number(GString *json, const char *key, double value)
{
	char text[G_ASCII_DTOSTR_BUF_SIZE];
	g_string_append_printf(json, ", \"%s\": %s", key, g_ascii_dtostr(text, sizeof text, value));
}

// `count` kernels of an H100 before and after: two thirds move up or down, every fifth stays, every fourth changes its intensity too.
static char *random_pairs(guint32 seed, int count)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	GString *json = g_string_new("{\"title\": \"before and after\", \"hardware\": \"nvidia-h100-sxm\", \"points\": [");
	for (int i = 0; i < count; i++) {
		double x = pow(10, g_rand_double_range(rand, -0.5, 3.3)), roof = fmin(3.35e12 * x, 9.89e14), y = roof * pow(10, g_rand_double_range(rand, -1.5, -0.1));
		double factor = i % 5 ? pow(10, g_rand_double_range(rand, -0.7, 0.7)) : g_rand_double_range(rand, 0.985, 1.015);
		double new_x = i % 4 ? x : x * pow(10, g_rand_double_range(rand, -0.2, 0.2));
		g_string_append_printf(json, "%s{\"name\": \"kernel_%d before\", \"series\": \"s%d\", \"precision\": \"bf16\"", i ? ", " : "", i, i % 3);
		add_number(json, "intensity", x);
		add_number(json, "performance", y);
		g_string_append_printf(json, "}, {\"name\": \"kernel_%d\", \"series\": \"s%d\", \"precision\": \"bf16\", \"baseline\": \"kernel_%d before\"", i, i % 3, i);
		add_number(json, "intensity", new_x);
		add_number(json, "performance", fmin(y * factor, fmin(3.35e12 * new_x, 9.89e14) * 0.97));
		g_string_append_c(json, '}');
	}
	g_string_append(json, "]}");
	return g_string_free(json, FALSE);
}

static void check_labels(const struct layout_report *r)
{
	for (size_t i = 0; i < r->labels.count; i++) {
		const struct report_label *a = &r->labels.items[i];
		for (size_t j = i + 1; j < r->labels.count; j++)
			if (box_overlap(&a->box, &r->labels.items[j].box) > 0.5)
				fail_msg("'%s' overlaps '%s'", a->text, r->labels.items[j].text);
		for (size_t j = 0; j < r->points.count; j++) {
			const struct report_point *p = &r->points.items[j];
			if (box_overlap_disc(&a->box, p->px, fmax(p->radius_px - 0.5, 1)) > 0.5)
				fail_msg("'%s' covers the marker of '%s'", a->text, p->name);
		}
	}
}

static size_t count_crossings(const struct layout_report *r)
{
	size_t crossings = 0;
	for (size_t i = 0; i < r->arrows.count; i++) {
		const struct report_arrow *arrow = &r->arrows.items[i];
		struct box line = box_of_segment(arrow->from, arrow->to, 0.5);
		for (size_t j = 0; j < r->labels.count && arrow->drawn; j++)
			crossings += box_overlap(&r->labels.items[j].box, &line) > 0;
	}
	return crossings;
}

static void no_arrow_crosses_a_label(void **state)
{
	(void)state;
	static const struct { const char *theme; double w, h; } looks[] = {{"light", 960, 600}, {"dark", 960, 600}, {"mono", 960, 600}, {"slides", 1280, 720}, {"paper", 693, 498}};
	for (guint32 seed = 1; seed <= 20; seed++) {
		size_t look = seed % G_N_ELEMENTS(looks);
		g_autofree char *json = random_pairs(seed, 30);
		struct drawing d = draw(json, looks[look].theme, looks[look].w, looks[look].h);
		assert_int_equal(d.report->arrows.count, 30);
		assert_int_equal(count_crossings(d.report), 0);
		assert_int_equal(d.report->dropped.count, 0);
		check_labels(d.report);
		done(&d);
	}
}

// In one column what has no room is reported; what stands is still clear of every arrow.
static void narrow_charts_stay_clear(void **state)
{
	(void)state;
	static const char *const themes[] = {"paper", "nature", "light", "mono"};
	for (guint32 seed = 1; seed <= 12; seed++) {
		g_autofree char *json = random_pairs(seed, 10);
		struct drawing d = draw(json, themes[seed % 4], 334.752, 241.021);
		assert_int_equal(count_crossings(d.report), 0);
		check_labels(d.report);
		done(&d);
	}
}

// ---- shapes ---------------------------------------------------------------------------------------------------------------------------------------------

#define MACHINE "\"hardware\": {\"name\": \"M\", \"compute\": [{\"name\": \"peak\", \"peak\": 1e12}], \"memory\": [{\"name\": \"DRAM\", \"bandwidth\": 1e11}]}"

static const char three[] = "{" MACHINE ", \"points\": ["
	"{\"name\": \"a0\", \"intensity\": 1, \"performance\": 1e9}, {\"name\": \"a\", \"intensity\": 1, \"performance\": 1e10, \"baseline\": \"a0\"},"
	"{\"name\": \"b0\", \"intensity\": 10, \"performance\": 1e11}, {\"name\": \"b\", \"intensity\": 10, \"performance\": 1e10, \"baseline\": \"b0\"},"
	"{\"name\": \"c0\", \"intensity\": 20, \"performance\": 1e11}, {\"name\": \"c\", \"intensity\": 100, \"performance\": 1.01e11, \"baseline\": \"c0\"}]}";

// What a grey print keeps of an arrow.
struct shape {
	bool found, full, dashed;
	int paths; // line, head
	double width_px;
};

static const char *attribute(const struct scene_op *op, const char *name)
{
	for (size_t i = 0; i < op->attribute_count; i++)
		if (strcmp(op->attributes[i].name, name) == 0)
			return op->attributes[i].value;
	return NULL;
}

static struct shape shape_of(const struct scene *scene, const char *verdict)
{
	struct shape shape = {0};
	for (size_t i = 0; i < scene->ops.count; i++) {
		if (scene->ops.items[i].kind != SCENE_PUSH || g_strcmp0(scene->ops.items[i].css_class, "baseline") != 0
			|| strcmp(attribute(&scene->ops.items[i], "data-verdict"), verdict) != 0)
			continue;
		shape.found = true;
		for (const struct scene_op *op = &scene->ops.items[i + 1]; op->kind == SCENE_PATH; op++) {
			shape.paths++;
			shape.full = shape.full || op->fill.visible;
			shape.dashed = shape.dashed || op->stroke.dash_count;
			shape.width_px = fmax(shape.width_px, op->stroke.width_px);
		}
	}
	return shape;
}

static void verdicts_differ_in_shape(void **state)
{
	(void)state;
	static const char *const themes[] = {"light", "dark", "paper", "mono", "slides"};
	for (size_t i = 0; i < G_N_ELEMENTS(themes); i++) {
		struct drawing d = draw(three, themes[i], 960, 600);
		struct shape better = shape_of(&d.layout->scene, "better"), worse = shape_of(&d.layout->scene, "worse"), same = shape_of(&d.layout->scene, "same");
		assert_true(better.found && worse.found && same.found);
		assert_true(better.paths == 2 && better.full && !better.dashed);
		assert_true(worse.paths == 2 && !worse.full && worse.dashed);
		assert_true(same.paths == 1 && !same.full && !same.dashed && same.width_px < better.width_px);
		done(&d);
	}
}

static const struct scene_op *marker_of(const struct scene *scene, const char *name)
{
	for (size_t i = 0; i < scene->ops.count; i++) {
		const struct scene_op *op = &scene->ops.items[i];
		if (op->kind == SCENE_PUSH && g_strcmp0(op->css_class, "point") == 0 && strcmp(attribute(op, "data-name"), name) == 0)
			return op + 1;
	}
	fail_msg("no marker of '%s'", name);
	return NULL;
}

// Old is told from new in grey as well: by its lightness against the page, and by its size.
static void old_points_are_faint_and_nameless(void **state)
{
	(void)state;
	static const char *const themes[] = {"light", "dark", "paper", "mono", "slides"};
	for (size_t i = 0; i < G_N_ELEMENTS(themes); i++) {
		struct drawing d = draw(three, themes[i], 960, 600);
		struct colour page = d.layout->scene.background;
		double old = colour_contrast(marker_of(&d.layout->scene, "a0")->fill, page), now = colour_contrast(marker_of(&d.layout->scene, "a")->fill, page);
		assert_true(old < now * 0.7 && old > 1.25);
		assert_true(d.report->points.items[0].radius_px < d.report->points.items[1].radius_px * 0.8);
		for (size_t j = 0; j < d.report->labels.count; j++)
			assert_true(d.report->labels.items[j].role != ROLE_POINT || !strchr(d.report->labels.items[j].owner, '0'));
		done(&d);
	}
}

static bool has_label(const struct layout_report *r, enum label_role role, const char *text)
{
	for (size_t i = 0; i < r->labels.count; i++)
		if (r->labels.items[i].role == role && strcmp(r->labels.items[i].text, text) == 0)
			return true;
	return false;
}

static void the_legend_says_what_is_old_and_what_got_better(void **state)
{
	(void)state;
	static const char *const words[] = {"baseline", "now", "better", "worse", "same"};
	struct drawing d = draw(three, "light", 960, 600);
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		assert_true(has_label(d.report, ROLE_LEGEND, words[i]));
	done(&d);
	struct drawing none = draw("{" MACHINE ", \"points\": [{\"name\": \"a\", \"intensity\": 1, \"performance\": 1e9}]}", "light", 960, 600);
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		assert_false(has_label(none.report, ROLE_LEGEND, words[i]));
	assert_int_equal(none.report->arrows.count, 0);
	done(&none);
}

// ---- words ----------------------------------------------------------------------------------------------------------------------------------------------

static size_t count_signs(const struct scene *scene)
{
	size_t signs = 0;
	for (size_t i = 0; i < scene->ops.count; i++)
		signs += g_strcmp0(scene->ops.items[i].css_class, "sign") == 0;
	return signs;
}

static void check_change(double old, double now, const char *label, const char *verdict, bool drawn)
{
	g_autoptr(GString) json = g_string_new("{" MACHINE ", \"chart\": {\"legend\": \"none\"}, \"points\": [{\"name\": \"o\", \"intensity\": 1");
	add_number(json, "performance", old);
	g_string_append(json, "}, {\"name\": \"k\", \"intensity\": 1, \"baseline\": \"o\"");
	add_number(json, "performance", now);
	g_string_append(json, "}]}");
	struct drawing d = draw(json->str, "light", 960, 600);
	if (!has_label(d.report, ROLE_POINT, label))
		fail_msg("no label '%s'", label);
	assert_int_equal(d.report->arrows.count, 1);
	const struct report_arrow *arrow = &d.report->arrows.items[0];
	assert_string_equal(arrow->verdict, verdict);
	assert_string_equal(arrow->owner, "k");
	assert_true(fabs(arrow->change - (now / old - 1)) < 1e-12);
	assert_true(arrow->drawn == drawn);
	assert_int_equal(count_signs(&d.layout->scene), 1);
	done(&d);
}

static void changes_in_words(void **state)
{
	(void)state;
	check_change(1e10, 1.12e10, "k +12 %", "better", false);
	check_change(1e10, 9.66e9, "k −3.4 %", "worse", false);
	check_change(1e10, 1e10, "k 0 %", "same", false);
	check_change(1e10, 1.004e10, "k +0.4 %", "same", false);
	check_change(1e10, 2e10, "k +100 %", "better", true);
	check_change(1e9, 1.2e10, "k ×12", "better", true);
	check_change(5e10, 1e9, "k −98 %", "worse", true);
}

// In ranges that hold each other's medians a change is noise.
static void noise_is_no_change(void **state)
{
	(void)state;
	struct drawing d = draw("{" MACHINE ", \"points\": [{\"name\": \"o\", \"flops\": 1e9, \"bytes\": 1e9, \"time\": [0.08, 0.10, 0.12]},"
		"{\"name\": \"k\", \"flops\": 1e9, \"bytes\": 1e9, \"time\": [0.09, 0.11, 0.13], \"baseline\": \"o\"}]}", "light", 960, 600);
	assert_string_equal(d.report->arrows.items[0].verdict, "same");
	done(&d);
}

// Of a chain the middle is a step on the way: old and new at once, it keeps its looks and its name.
static void a_chain_fades_its_first_point(void **state)
{
	(void)state;
	struct drawing d = draw("{" MACHINE ", \"points\": [{\"name\": \"v1\", \"intensity\": 1, \"performance\": 1e9}, {\"name\": \"v2\", \"intensity\": 1, \"performance\": 1e10,"
		" \"baseline\": \"v1\"}, {\"name\": \"v3\", \"intensity\": 1, \"performance\": 8e10, \"baseline\": \"v2\"}]}", "light", 960, 600);
	const struct report_point *p = d.report->points.items;
	assert_true(p[0].radius_px < p[1].radius_px && p[1].radius_px == p[2].radius_px);
	assert_true(has_label(d.report, ROLE_POINT, "v2 +900 %") || has_label(d.report, ROLE_POINT, "v2 ×10"));
	assert_false(has_label(d.report, ROLE_POINT, "v1"));
	assert_int_equal(d.report->arrows.count, 2);
	done(&d);
}

// A name of its own, or the wish for all names, keeps the old point's.
static void old_names_on_demand(void **state)
{
	(void)state;
	static const char rest[] = "{\"name\": \"k\", \"intensity\": 1, \"performance\": 1e11, \"baseline\": \"o\"}]}";
	g_autofree char *labelled = g_strdup_printf("{%s, \"points\": [{\"name\": \"o\", \"label\": \"first try\", \"intensity\": 1, \"performance\": 1e9}, %s", MACHINE, rest);
	g_autofree char *all = g_strdup_printf("{%s, \"chart\": {\"labels\": \"all\"}, \"points\": [{\"name\": \"o\", \"intensity\": 1, \"performance\": 1e9}, %s", MACHINE, rest);
	struct drawing a = draw(labelled, "light", 960, 600), b = draw(all, "light", 960, 600);
	assert_true(has_label(a.report, ROLE_POINT, "first try"));
	assert_true(has_label(b.report, ROLE_POINT, "o"));
	done(&a);
	done(&b);
}

// An analytic point was not measured: an arrow leads to it, without a verdict.
static void what_was_not_measured_has_no_verdict(void **state)
{
	(void)state;
	struct drawing d = draw("{" MACHINE ", \"points\": [{\"name\": \"o\", \"intensity\": 1, \"performance\": 1e9},"
		" {\"name\": \"k\", \"intensity\": 3, \"baseline\": \"o\"}]}", "light", 960, 600);
	assert_string_equal(d.report->arrows.items[0].verdict, "incomparable");
	assert_true(isnan(d.report->arrows.items[0].change) && d.report->arrows.items[0].drawn);
	assert_true(has_label(d.report, ROLE_POINT, "k"));
	assert_int_equal(count_signs(&d.layout->scene), 0);
	done(&d);
}

// Kernels without FLOPs are compared by their bandwidth; an arrow past the words of the strip is left to its sign.
static void kernels_without_flops_have_arrows(void **state)
{
	(void)state;
	struct drawing d = draw("{" MACHINE ", \"points\": [{\"name\": \"o\", \"flops\": 0, \"bytes\": 1e11, \"time\": 4}, {\"name\": \"k\", \"flops\": 0, \"bytes\": 1e11, \"time\": 2,"
		" \"baseline\": \"o\"}, {\"name\": \"p\", \"flops\": 0, \"bytes\": 1e11, \"time\": 0.9}, {\"name\": \"l\", \"flops\": 0, \"bytes\": 1e11, \"time\": 1.8,"
		" \"baseline\": \"p\"}]}", "light", 960, 600);
	assert_int_equal(d.report->arrows.count, 2);
	assert_string_equal(d.report->arrows.items[0].verdict, "better");
	assert_true(fabs(d.report->arrows.items[0].change - 1) < 1e-9 && d.report->arrows.items[0].drawn);
	assert_string_equal(d.report->arrows.items[1].verdict, "worse");
	assert_false(d.report->arrows.items[1].drawn);
	assert_int_equal(count_crossings(d.report), 0);
	assert_int_equal(d.report->dropped.count, 0);
	done(&d);
}

// Points of one name: the baseline is another one, whichever comes first.
static void a_baseline_of_the_same_name(void **state)
{
	(void)state;
	struct drawing d = draw("{" MACHINE ", \"points\": [{\"name\": \"k\", \"series\": \"new\", \"intensity\": 1, \"performance\": 2e10, \"baseline\": \"k\"},"
		" {\"name\": \"k\", \"series\": \"old\", \"intensity\": 1, \"performance\": 1e10}]}", "light", 960, 600);
	struct comparisons changes = compare_baselines(d.arena, d.analysis, (struct compare_options){.by = COMPARE_ROOF, .threshold = 0.02});
	assert_int_equal(changes.count, 1);
	assert_ptr_equal(changes.items[0].now, &d.analysis->rows.items[0]);
	assert_ptr_equal(changes.items[0].before, &d.analysis->rows.items[1]);
	assert_true(fabs(changes.items[0].change - 1) < 1e-12);
	done(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_arrow_crosses_a_label),
		cmocka_unit_test(narrow_charts_stay_clear),
		cmocka_unit_test(verdicts_differ_in_shape),
		cmocka_unit_test(old_points_are_faint_and_nameless),
		cmocka_unit_test(the_legend_says_what_is_old_and_what_got_better),
		cmocka_unit_test(changes_in_words),
		cmocka_unit_test(noise_is_no_change),
		cmocka_unit_test(a_chain_fades_its_first_point),
		cmocka_unit_test(old_names_on_demand),
		cmocka_unit_test(what_was_not_measured_has_no_verdict),
		cmocka_unit_test(kernels_without_flops_have_arrows),
		cmocka_unit_test(a_baseline_of_the_same_name),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
