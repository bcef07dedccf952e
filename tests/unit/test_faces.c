// SPDX-License-Identifier: MIT
// Fonts: widths, choice of faces, direction of words, and what is said of glyphs and families that are not there. The only installed fonts that
// these tests see are the Liberation ones, whatever the machine has.
#include "backend/faces.h"
#include "scene/scene.h"
#include "fonts_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glib.h>
#include <math.h>
#include <string.h>

struct fixture {
	struct diags *diags;
	struct faces *faces;
};

static int setup(void **state)
{
	struct fixture *fixture = g_new0(struct fixture, 1);
	fixture->diags = diags_new();
	fixture->faces = faces_new(NULL, fixture->diags);
	*state = fixture;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *fixture = *state;
	faces_free(fixture->faces);
	diags_free(fixture->diags);
	g_free(fixture);
	return 0;
}

static struct text_extent measure(struct fixture *fixture, const char *text, const char *family, double size_px, int weight)
{
	struct measurer measurer = faces_measurer(fixture->faces);
	return measurer.measure(measurer.user, text, &(struct text_style){family, size_px, weight, false});
}

static double width(struct fixture *fixture, const char *text, const char *family)
{
	return measure(fixture, text, family, 1000, 400).width_px;
}

static const struct shaped *shape(struct fixture *fixture, const char *text)
{
	return faces_shape(fixture->faces, text, &(struct text_style){"Inter", 10, 400, false});
}

static void assert_near(double found, double expected, double tolerance)
{
	if (!(fabs(found - expected) <= tolerance))
		fail_msg("expected %g, found %g", expected, found);
}

// ---- widths

static void test_width_is_proportional_to_size(void **state)
{
	static const char *const families[] = {"Inter", "Liberation Serif", "Liberation Sans"};
	for (size_t i = 0; i < G_N_ELEMENTS(families); i++) {
		struct text_extent one = measure(*state, "Performance (TFLOP/s)", families[i], 7, 400);
		struct text_extent four = measure(*state, "Performance (TFLOP/s)", families[i], 28, 400);
		assert_true(one.width_px > 50);
		assert_true(four.width_px == 4 * one.width_px && four.ascent_px == 4 * one.ascent_px && four.cap_px == 4 * one.cap_px);
		assert_true(one.cap_px > 0 && one.cap_px < one.ascent_px && one.descent_px > 0);
	}
}

static void test_widths_are_those_of_times_and_helvetica(void **state)
{
	assert_near(width(*state, "H", "Liberation Serif"), 722, 0.5);
	assert_near(width(*state, "n", "Liberation Serif"), 500, 0.5);
	assert_near(width(*state, "n", "Liberation Sans"), 556, 0.5);
	assert_true(width(*state, "Roofline", "Helvetica") == width(*state, "Roofline", "Liberation Sans"));
	assert_true(width(*state, "Roofline", "arial") == width(*state, "Roofline", "Liberation Sans"));
	assert_true(width(*state, "Roofline", "Times New Roman") == width(*state, "Roofline", "Liberation Serif"));
	assert_int_equal(diags_count(((struct fixture *)*state)->diags), 0);
}

static void test_kerning_draws_letters_together(void **state)
{
	static const char *const families[] = {"Inter", "Liberation Serif", "Liberation Sans"};
	for (size_t i = 0; i < G_N_ELEMENTS(families); i++)
		assert_true(width(*state, "AV", families[i]) < width(*state, "A", families[i]) + width(*state, "V", families[i]) - 20);
}

static void test_nearest_weight_is_taken(void **state)
{
	double regular = measure(*state, "Roofline", "Inter", 100, 400).width_px, semibold = measure(*state, "Roofline", "Inter", 100, 600).width_px,
		   bold = measure(*state, "Roofline", "Inter", 100, 700).width_px;
	assert_true(regular < semibold && semibold < bold);
	assert_true(measure(*state, "Roofline", "Inter", 100, 300).width_px == regular);
	assert_true(measure(*state, "Roofline", "Inter", 100, 900).width_px == bold);
	assert_true(measure(*state, "Roofline", "Liberation Sans", 100, 600).width_px == measure(*state, "Roofline", "Liberation Sans", 100, 700).width_px);
}

static void test_empty_text_has_height_but_no_width(void **state)
{
	struct text_extent extent = measure(*state, "", "Inter", 10, 400);
	assert_true(extent.width_px == 0 && extent.ascent_px > 0);
	assert_int_equal(shape(*state, "")->run_count, 0);
}

// ---- glyphs

static void test_one_glyph_may_show_several_characters(void **state)
{
	const struct shaped *shaped = shape(*state, "ae\u0301b");
	assert_int_equal(shaped->run_count, 1);
	assert_int_equal(shaped->runs[0].count, 3);
	assert_int_equal(shaped->runs[0].glyphs[1].cluster, 1);
	assert_int_equal(shaped->runs[0].glyphs[2].cluster, 4);
}

static void test_glyphs_stand_where_the_widths_say(void **state)
{
	const struct shaped *shaped = shape(*state, "HBM3");
	const struct glyph_run *run = &shaped->runs[0];
	assert_int_equal(run->count, 4);
	assert_int_equal(run->text_length, 4);
	assert_true(run->glyphs[0].x_px == 0);
	for (size_t i = 1; i < run->count; i++)
		assert_true(run->glyphs[i].x_px > run->glyphs[i - 1].x_px);
	assert_true(run->glyphs[3].x_px < shaped->extent.width_px);
	assert_ptr_equal(shape(*state, "HBM3"), shaped);
}

static void test_outline_is_in_em_with_y_down(void **state)
{
	const struct shaped *shaped = shape(*state, "H ");
	const struct path *path = face_outline(shaped->runs[0].face, shaped->runs[0].glyphs[0].index);
	double top = 0, bottom = -1;
	assert_true(path->count > 10);
	for (size_t i = 0; i < path->count; i++)
		if (path->items[i].verb != VERB_CLOSE) {
			top = fmin(top, path->items[i].to.y);
			bottom = fmax(bottom, path->items[i].to.y);
		}
	assert_near(bottom, 0, 1e-9);
	assert_near(-top, shaped->extent.cap_px / 10, 1e-3);
	assert_int_equal(face_outline(shaped->runs[0].face, shaped->runs[0].glyphs[1].index)->count, 0);
}

static void test_combining_mark_stays_with_its_base(void **state)
{
	assert_true(width(*state, "e\u0301", "Inter") == width(*state, "\u00e9", "Inter"));
	assert_int_equal(shape(*state, "xe\u0301y")->run_count, 1);
	assert_true(width(*state, "\u00a9\ufe0f", "Inter") == width(*state, "\u00a9", "Inter"));
}

static void test_white_space_and_control_characters(void **state)
{
	struct fixture *fixture = *state;
	assert_true(width(fixture, "a\tb\nc", "Inter") == width(fixture, "a b c", "Inter"));
	assert_true(width(fixture, "a\x1b" "b", "Inter") == width(fixture, "a\ufffd" "b", "Inter"));
	assert_int_equal(diags_count(fixture->diags), 0);
}

// ---- direction

static void test_hebrew_runs_from_right_to_left(void **state)
{
	// Alef, bet, a space, the number 12.
	const struct shaped *shaped = shape(*state, "\u05d0\u05d1 12");
	assert_true(shaped->run_count >= 2);
	const struct glyph_run *left = &shaped->runs[0], *right = &shaped->runs[shaped->run_count - 1];
	assert_false(left->right_to_left);
	assert_int_equal(left->glyphs[0].cluster, 5);
	assert_int_equal(left->glyphs[1].cluster, 6);
	assert_true(right->right_to_left);
	assert_int_equal(right->glyphs[right->count - 1].cluster, 0);
	assert_true(right->glyphs[0].x_px > left->glyphs[1].x_px);
	assert_int_equal(diags_count(((struct fixture *)*state)->diags), 0);
}

static void test_hebrew_in_a_latin_label_turns_only_itself(void **state)
{
	const struct shaped *shaped = shape(*state, "a \u05d0\u05d1 b");
	const struct glyph_run *first = &shaped->runs[0], *second = &shaped->runs[1], *last = &shaped->runs[shaped->run_count - 1];
	assert_int_equal(first->text_start, 0);
	assert_true(second->right_to_left);
	assert_int_equal(second->glyphs[0].cluster, 4);
	assert_int_equal(second->glyphs[1].cluster, 2);
	assert_int_equal(last->glyphs[last->count - 1].cluster, 7);
}

static void test_bidi_controls_do_nothing(void **state)
{
	const struct shaped *plain = shape(*state, "kernel 12 %"), *turned = shape(*state, "ker\u202enel\u202c \u206612 %\u2069");
	assert_int_equal(turned->run_count, 1);
	assert_int_equal(turned->runs[0].count, plain->runs[0].count);
	for (size_t i = 0; i < plain->runs[0].count; i++)
		assert_int_equal(turned->runs[0].glyphs[i].index, plain->runs[0].glyphs[i].index);
	assert_true(turned->extent.width_px == plain->extent.width_px);
}

// ---- what is not there

static void put(struct scene *scene, const char *text, const char *family, double size_px)
{
	scene_text(scene, text, (struct text_style){family, size_px, 400, false}, (struct colour){0}, (struct vec){0}, 0, 0);
}

static void test_missing_glyphs_of_a_scene_are_reported_once(void **state)
{
	struct fixture *fixture = *state;
	struct arena *arena = arena_new();
	struct scene scene;
	scene_init(&scene, arena, 100, 100);
	assert_true(measure(fixture, "matmul \u6838\u5fc3", "Inter", 10, 400).width_px > width(fixture, "matmul ", "Inter") / 100);
	measure(fixture, "mat\u2026\u6838\u5fc3", "Inter", 20, 400);
	assert_int_equal(diags_count(fixture->diags), 0);
	put(&scene, "matmul", "Inter", 10);
	put(&scene, "matmul \u6838\u5fc3", "Inter", 20);
	put(&scene, "matmul \u6838\u5fc3", "Liberation Serif", 10);
	faces_report(fixture->faces, &scene);
	assert_int_equal(diags_count(fixture->diags), 1);
	const struct diag *diag = diags_get(fixture->diags, 0);
	assert_int_equal(diag->id, DIAG_MISSING_GLYPH);
	assert_int_equal(diag->severity, DIAG_SEVERITY_WARNING);
	assert_non_null(strstr(diag->message, "matmul \u6838\u5fc3"));
	assert_non_null(strstr(diag->message, "U+6838 and 1 more"));
	assert_non_null(strstr(diag->message, "fonts-noto-cjk"));
	arena_free(arena);
}

static void test_other_embedded_face_helps_out(void **state)
{
	struct fixture *fixture = *state;
	const struct shaped *shaped = shape(fixture, "x\u05d0");
	assert_ptr_not_equal(shaped->runs[0].face, shaped->runs[1].face);
	assert_int_equal(diags_count(fixture->diags), 0);
}

static void test_unknown_family_is_an_error_with_a_hint(void **state)
{
	struct fixture *fixture = *state;
	assert_true(faces_check_family(fixture->faces, "Inter", (struct place){0}));
	assert_true(faces_check_family(fixture->faces, "helvetica", (struct place){0}));
	assert_int_equal(diags_count(fixture->diags), 0);
	assert_false(faces_check_family(fixture->faces, "Intre", (struct place){0}));
	const struct diag *diag = diags_get(fixture->diags, 0);
	assert_int_equal(diag->id, DIAG_NO_FONT);
	assert_non_null(strstr(diag->message, "\"Intre\""));
	assert_non_null(strstr(diag->message, "did you mean \"Inter\""));
	assert_non_null(strstr(diag->message, "install"));
	assert_true(width(fixture, "a", "Intre") == width(fixture, "a", "Inter"));
	assert_int_equal(diags_count(fixture->diags), 1);
	measure(fixture, "a", "No Such Family", 10, 400);
	measure(fixture, "b", "No Such Family", 10, 700);
	assert_int_equal(diags_count(fixture->diags), 2);
}

static void test_installed_family_is_found(void **state)
{
	struct fixture *fixture = *state;
	assert_true(faces_check_family(fixture->faces, "Liberation Mono", (struct place){0}));
	assert_true(width(fixture, "iiii", "Liberation Mono") == width(fixture, "WWWW", "Liberation Mono"));
	assert_near(width(fixture, "i", "liberation mono"), 600, 1);
	assert_int_equal(diags_count(fixture->diags), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_width_is_proportional_to_size),
		TEST(test_widths_are_those_of_times_and_helvetica),
		TEST(test_kerning_draws_letters_together),
		TEST(test_nearest_weight_is_taken),
		TEST(test_empty_text_has_height_but_no_width),
		TEST(test_one_glyph_may_show_several_characters),
		TEST(test_glyphs_stand_where_the_widths_say),
		TEST(test_outline_is_in_em_with_y_down),
		TEST(test_combining_mark_stays_with_its_base),
		TEST(test_white_space_and_control_characters),
		TEST(test_hebrew_runs_from_right_to_left),
		TEST(test_hebrew_in_a_latin_label_turns_only_itself),
		TEST(test_bidi_controls_do_nothing),
		TEST(test_missing_glyphs_of_a_scene_are_reported_once),
		TEST(test_other_embedded_face_helps_out),
		TEST(test_unknown_family_is_an_error_with_a_hint),
		TEST(test_installed_family_is_found),
	};
	g_autofree char *folder = only_liberation();
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	remove_folder(folder);
	return failed;
}
