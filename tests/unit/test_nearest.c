// SPDX-License-Identifier: MIT
// A name or a number without a leader is told by where it stands: clearly nearer to its own marker than to any other, in every sample and every dress that people see
// it in, a report's pictures among them. And none touches a ridge's line.
#include "api.h"

#include <fontconfig/fontconfig.h>
#include <glib.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

// Between a name and a ridge's line.
#define RIDGE_AIR_PX 4.0
// So many times as far from another marker's rim as from its own, at the least; and more where the other stands beside the words, on their line, and its own does not.
#define NEARER 1.1
#define CLEARER 1.5

// `type_px`: the theme's own width to which its type is made, where larger type is asked for.
struct look {
	const char *name, *theme;
	double width_px, height_px, type_px;
	bool titled;
};

static const struct look looks[] = {
	{"web", "light", 960, 600, 0, true},
	{"column", "paper", 334.752, 241.021, 0, true},
	{"slide", "light", 1280, 720, 0, true},
	{"report", "light", 960, 600, 0, false},
	{"page", "light", 689.7, 400.03, 0, false},
	{"narrow", "light", 400, 430, 520, false},
	{"tall and narrow", "light", 400, 520, 520, false},
};

static struct rafter *read_sample(const char *name)
{
	g_autofree char *path = g_build_filename("samples", name, NULL), *bytes = NULL;
	gsize size;
	struct rafter *r = rafter_new();
	assert_true(g_file_get_contents(path, &bytes, &size, NULL));
	assert_true(rafter_add_input(r, name, bytes, size));
	assert_true(api_lay_out(r));
	return r;
}

static double distance_px(const struct report_label *label, const struct report_point *point)
{
	struct rect box = box_bounds(&label->box);
	double dx = fmax(fmax(box.x - point->px.x, point->px.x - box.x - box.w), 0), dy = fmax(fmax(box.y - point->px.y, point->px.y - box.y - box.h), 0);
	return fmax(hypot(dx, dy) - point->radius_px, 0);
}

// Words are read with a marker on their line from twice as far as with one above or below.
static double pull_px(const struct report_label *label, const struct report_point *point)
{
	struct rect box = box_bounds(&label->box);
	bool beside = point->px.y > box.y && point->px.y < box.y + box.h;
	return distance_px(label, point) * (beside ? 0.5 : 1);
}

static bool is_stray(const struct report_label *label, const struct report_point *own, const struct report_point *other)
{
	return distance_px(label, other) < NEARER * distance_px(label, own) - 0.01 || pull_px(label, other) < CLEARER * pull_px(label, own) - 0.01;
}

static bool names_point(const struct report_label *label, const struct report_point *point)
{
	return strcmp(label->owner, point->name) == 0;
}

// The nearest of the markers of its point: a point at several levels has one each.
static const struct report_point *own_point(const struct layout_report *r, const struct report_label *label)
{
	const struct report_point *own = NULL;
	for (size_t i = 0; i < r->points.count; i++) {
		const struct report_point *point = &r->points.items[i];
		// a point without FLOPs has its name past the frame, at its own height
		bool beside = names_point(label, point) && isfinite(point->x) && point->x > 0;
		if (beside && (!own || distance_px(label, point) < distance_px(label, own)))
			own = point;
	}
	return own;
}

// The faint marker of a point that another is compared with: it has no name.
static bool is_faint(const struct rafter *r, const struct report_point *point)
{
	for (size_t i = 0; i < r->chart.points.count; i++)
		if (r->chart.points.items[i].baseline && strcmp(r->chart.points.items[i].baseline, point->name) == 0)
			return true;
	return false;
}

// A marker that the label may be near to: of its own point, one under that, whose name it says too, or a baseline's faint one, which has no name.
static bool may_be_near(const struct rafter *r, const struct report_label *label, const struct report_point *own, const struct report_point *other)
{
	bool twin = hypot(other->px.x - own->px.x, other->px.y - own->px.y) < own->radius_px;
	return names_point(label, other) || twin || is_faint(r, other);
}

// Beside a marker: not of the key, and not below the axis on a drop line. Where a sweep meets its ridge there is no point to be near to.
static bool stands_by_itself(const struct layout_report *r, const struct report_label *label)
{
	bool names = label->role == ROLE_POINT || label->role == ROLE_KEY;
	return names && label->owner && !label->moved && !g_str_has_prefix(label->text, "critical ") && box_inside(&label->box, r->plot);
}

static size_t count_strays(const struct rafter *rafter, const char *sample, const struct look *look, const struct layout_report *r)
{
	size_t strays = 0;
	for (size_t i = 0; i < r->labels.count; i++) {
		const struct report_label *label = &r->labels.items[i];
		const struct report_point *own = stands_by_itself(r, label) ? own_point(r, label) : NULL;
		for (size_t j = 0; own && j < r->points.count; j++) {
			const struct report_point *other = &r->points.items[j];
			if (may_be_near(rafter, label, own, other) || !is_stray(label, own, other))
				continue;
			strays++;
			print_message("%s as %s: '%s' is %.1f px from '%s' and %.1f px from '%s'\n", sample, look->name, label->text, distance_px(label, own), own->name,
				distance_px(label, other), other->name);
		}
	}
	return strays;
}

// Names of points that touch a ridge's line to the eye. Of several ridges none has a line.
static size_t count_touching(const char *sample, const struct look *look, const struct layout_report *r)
{
	size_t touching = 0;
	for (size_t i = 0; i < r->labels.count; i++) {
		const struct report_label *label = &r->labels.items[i];
		struct rect box = box_bounds(&label->box);
		bool names = (label->role == ROLE_POINT || label->role == ROLE_KEY) && box_inside(&label->box, r->plot);
		for (size_t j = 0; names && r->ridges.count == 1 && j < 1; j++) {
			struct vec ridge = r->ridges.items[j].px;
			double air = fmax(box.x - ridge.x, ridge.x - box.x - box.w);
			if (box.y + box.h < ridge.y || air >= RIDGE_AIR_PX)
				continue;
			touching++;
			print_message("%s as %s: '%s' is %.1f px from the ridge's line\n", sample, look->name, label->text, air);
		}
	}
	return touching;
}

static size_t count_in_look(struct rafter *r, const char *sample, const struct look *look)
{
	const struct theme *named = theme_find(r->arena, look->theme, (struct place){0}, r->diags);
	assert_non_null(named);
	struct theme *theme = arena_alloc(r->arena, sizeof *theme);
	*theme = *named;
	theme->show_title = look->titled && named->show_title;
	theme->base_width_px = look->type_px > 0 ? look->type_px : named->base_width_px;
	const struct layout *layout = api_lay_out_as(r, theme, look->width_px, look->height_px);
	// A sweep's names stand along its curve, among its own dots.
	return layout && !layout->report.panels.count && strcmp(layout->report.kind, "roofline") == 0 ? count_strays(r, sample, look, &layout->report) + count_touching(sample, look, &layout->report) : 0;
}

static void test_samples(void **state)
{
	(void)state;
	GDir *folder = g_dir_open("samples", 0, NULL);
	assert_non_null(folder);
	size_t strays = 0, samples = 0;
	for (const char *name = g_dir_read_name(folder); name; name = g_dir_read_name(folder)) {
		if (!g_str_has_suffix(name, ".json"))
			continue;
		struct rafter *r = read_sample(name);
		for (size_t i = 0; i < G_N_ELEMENTS(looks); i++)
			strays += count_in_look(r, name, &looks[i]);
		rafter_free(r);
		samples++;
	}
	g_dir_close(folder);
	assert_true(samples > 10);
	assert_int_equal(strays, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_samples),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	FcFini(); // else what it keeps of its configuration counts as lost
	return failed;
}
