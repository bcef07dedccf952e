// SPDX-License-Identifier: MIT
// PNG and PDF: the pixels, the limits and the bytes that must or must not be there.
#include "backend/backend.h"
#include "backend/faces.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <png.h>
#include <string.h>

extern const struct backend backend_png, backend_pdf;

static const struct colour white = {255, 255, 255, true}, black = {0, 0, 0, true}, blue = {0, 114, 178, true}, red = {200, 30, 30, true};

struct fixture {
	struct arena *arena;
	struct diags *diags;
	struct faces *faces;
	struct scene scene;
};

static int setup(void **state)
{
	struct fixture *fixture = g_new0(struct fixture, 1);
	fixture->arena = arena_new();
	fixture->diags = diags_new();
	fixture->faces = faces_new(NULL, fixture->diags);
	scene_init(&fixture->scene, fixture->arena, 100, 80);
	fixture->scene.background = white;
	*state = fixture;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *fixture = *state;
	faces_free(fixture->faces);
	diags_free(fixture->diags);
	arena_free(fixture->arena);
	g_free(fixture);
	return 0;
}

static void add_rect(struct fixture *fixture, struct rect rect, struct colour fill)
{
	struct scene_op *op = scene_path(&fixture->scene, NULL);
	path_rect(&fixture->scene, &op->path, rect);
	op->fill = fill;
}

static void add_text(struct fixture *fixture, const char *text, const char *family, double x, double y, double degrees)
{
	struct text_style style = {family, 12, 400, false};
	struct measurer measurer = faces_measurer(fixture->faces);
	scene_text(&fixture->scene, text, style, black, (struct vec){x, y}, degrees, measurer.measure(measurer.user, text, &style).width_px);
}

static GByteArray *render(struct fixture *fixture, const struct backend *backend, struct render_options options)
{
	GByteArray *bytes = g_byte_array_new();
	assert_true(backend->render(&fixture->scene, fixture->faces, &options, bytes, fixture->diags));
	assert_int_equal(diags_count(fixture->diags), 0);
	return bytes;
}

// ---- PNG

struct picture {
	unsigned width, height;
	unsigned char *rgba;
	int colour_type, depth;
};

static struct picture decode(GByteArray *bytes)
{
	struct picture picture = {.depth = bytes->data[24], .colour_type = bytes->data[25]};
	png_image image = {.version = PNG_IMAGE_VERSION};
	assert_true(png_image_begin_read_from_memory(&image, bytes->data, bytes->len));
	image.format = PNG_FORMAT_RGBA;
	picture.width = image.width;
	picture.height = image.height;
	picture.rgba = g_malloc(PNG_IMAGE_SIZE(image));
	assert_true(png_image_finish_read(&image, NULL, picture.rgba, 0, NULL));
	g_byte_array_unref(bytes);
	return picture;
}

static struct picture draw(struct fixture *fixture, struct render_options options)
{
	return decode(render(fixture, &backend_png, options));
}

static const unsigned char *pixel(const struct picture *picture, unsigned x, unsigned y)
{
	assert_true(x < picture->width && y < picture->height);
	return picture->rgba + 4 * ((size_t)y * picture->width + x);
}

static void assert_pixel(const struct picture *picture, unsigned x, unsigned y, struct colour colour, int alpha)
{
	const unsigned char *found = pixel(picture, x, y);
	if (found[0] != colour.r || found[1] != colour.g || found[2] != colour.b || found[3] != alpha)
		fail_msg("pixel %u,%u: expected %d %d %d %d, found %d %d %d %d", x, y, colour.r, colour.g, colour.b, alpha, found[0], found[1], found[2], found[3]);
}

static bool contains(const GByteArray *bytes, const char *text)
{
	return memmem(bytes->data, bytes->len, text, strlen(text)) != NULL;
}

static void test_png_has_size_times_dpi(void **state)
{
	static const struct {
		double dpi;
		bool physical;
		unsigned width, height, per_m;
	} cases[] = {{0, false, 200, 160, 7559}, {0, true, 313, 250, 11811}, {96, false, 100, 80, 3780}, {150, true, 156, 125, 5906}};
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		GByteArray *bytes = render(*state, &backend_png, (struct render_options){.dpi = cases[i].dpi, .physical = cases[i].physical});
		const unsigned char *phys = memmem(bytes->data, bytes->len, "pHYs", 4);
		assert_non_null(phys);
		assert_int_equal(phys[6] << 8 | phys[7], cases[i].per_m);
		assert_int_equal(phys[12], 1);
		struct picture picture = decode(bytes);
		assert_int_equal(picture.width, cases[i].width);
		assert_int_equal(picture.height, cases[i].height);
		g_free(picture.rgba);
	}
}

static void test_paths_clips_and_order(void **state)
{
	struct fixture *fixture = *state;
	struct scene_op *group = scene_push(&fixture->scene, NULL);
	group->clipped = true;
	group->clip = (struct rect){20, 20, 30, 30};
	add_rect(fixture, (struct rect){0, 0, 100, 80}, blue);
	scene_pop(&fixture->scene);
	add_rect(fixture, (struct rect){40, 40, 20, 20}, red);
	struct scene_op *line = scene_path(&fixture->scene, NULL);
	path_move(&fixture->scene, &line->path, 0, 70);
	path_line(&fixture->scene, &line->path, 100, 70);
	line->stroke = (struct stroke){.colour = black, .width_px = 4, .dash_px = {10, 10}, .dash_count = 2};
	struct picture picture = draw(fixture, (struct render_options){.dpi = 96});
	assert_pixel(&picture, 10, 10, white, 255);
	assert_pixel(&picture, 30, 30, blue, 255);
	assert_pixel(&picture, 45, 45, red, 255);
	assert_pixel(&picture, 55, 55, red, 255);
	assert_pixel(&picture, 55, 30, white, 255);
	assert_pixel(&picture, 5, 70, black, 255);
	assert_pixel(&picture, 15, 70, white, 255);
	assert_pixel(&picture, 25, 70, black, 255);
	g_free(picture.rgba);
}

static void test_colour_type_is_the_smallest(void **state)
{
	struct fixture *fixture = *state;
	add_rect(fixture, (struct rect){0, 0, 10, 10}, blue);
	struct picture two = draw(fixture, (struct render_options){.dpi = 96});
	assert_int_equal(two.colour_type, PNG_COLOR_TYPE_PALETTE);
	assert_int_equal(two.depth, 1);
	g_free(two.rgba);
	for (int i = 0; i < 40; i++)
		add_rect(fixture, (struct rect){20 + i, 20, 1, 10}, (struct colour){(unsigned char)(i * 4), 10, 20, true});
	struct picture some = draw(fixture, (struct render_options){.dpi = 96});
	assert_int_equal(some.colour_type, PNG_COLOR_TYPE_PALETTE);
	assert_int_equal(some.depth, 8);
	assert_pixel(&some, 59, 25, (struct colour){156, 10, 20, true}, 255);
	g_free(some.rgba);
	for (int i = 0; i < 300; i++)
		add_rect(fixture, (struct rect){i % 60, 40 + i / 60, 1, 1}, (struct colour){(unsigned char)i, (unsigned char)(i / 2), 3, true});
	struct picture many = draw(fixture, (struct render_options){.dpi = 96});
	assert_int_equal(many.colour_type, PNG_COLOR_TYPE_RGB);
	assert_pixel(&many, 59, 25, (struct colour){156, 10, 20, true}, 255);
	assert_pixel(&many, 0, 41, (struct colour){60, 30, 3, true}, 255);
	g_free(many.rgba);
}

static void test_greys_need_no_palette(void **state)
{
	struct fixture *fixture = *state;
	for (int i = 0; i < 50; i++)
		add_rect(fixture, (struct rect){i, 0, 1, 10}, (struct colour){(unsigned char)(i * 5), (unsigned char)(i * 5), (unsigned char)(i * 5), true});
	struct picture picture = draw(fixture, (struct render_options){.dpi = 96});
	assert_int_equal(picture.colour_type, PNG_COLOR_TYPE_GRAY);
	assert_pixel(&picture, 49, 5, (struct colour){245, 245, 245, true}, 255);
	g_free(picture.rgba);
}

static void test_transparent_colours_are_straight(void **state)
{
	struct fixture *fixture = *state;
	add_rect(fixture, (struct rect){10.5, 10, 20, 20}, blue);
	struct picture picture = draw(fixture, (struct render_options){.dpi = 96, .transparent = true});
	assert_int_equal(picture.colour_type, PNG_COLOR_TYPE_RGB_ALPHA);
	assert_pixel(&picture, 0, 0, (struct colour){0, 0, 0, true}, 0);
	assert_pixel(&picture, 20, 20, blue, 255);
	const unsigned char *edge = pixel(&picture, 10, 20);
	assert_in_range(edge[3], 120, 136);
	assert_in_range(edge[1], blue.g - 2, blue.g + 2);
	assert_in_range(edge[2], blue.b - 2, blue.b + 2);
	g_free(picture.rgba);
}

// Dark pixels in a part of the picture.
static int count_ink(const struct picture *picture, unsigned x0, unsigned y0, unsigned x1, unsigned y1)
{
	int ink = 0;
	for (unsigned y = y0; y < y1; y++)
		for (unsigned x = x0; x < x1; x++)
			ink += pixel(picture, x, y)[0] < 128;
	return ink;
}

static void test_text_turns_counter_clockwise(void **state)
{
	for (int dpi = 96; dpi <= 192; dpi += 96) {
		struct fixture *fixture = *state;
		unsigned scale = (unsigned)dpi / 96;
		fixture->scene.ops.count = 0;
		add_text(fixture, "HBM3", "Inter", 50, 40, 0);
		struct picture level = draw(fixture, (struct render_options){.dpi = dpi});
		assert_true(count_ink(&level, 50 * scale, 28 * scale, 100 * scale, 41 * scale) > 60);
		assert_int_equal(count_ink(&level, 0, 0, 50 * scale, 80 * scale), 0);
		assert_int_equal(count_ink(&level, 0, 42 * scale, 100 * scale, 80 * scale), 0);
		g_free(level.rgba);
		fixture->scene.ops.count = 0;
		add_text(fixture, "HBM3", "Inter", 50, 40, 90);
		struct picture turned = draw(fixture, (struct render_options){.dpi = dpi});
		assert_true(count_ink(&turned, 38 * scale, 0, 51 * scale, 41 * scale) > 60);
		assert_int_equal(count_ink(&turned, 0, 41 * scale, 100 * scale, 80 * scale), 0);
		assert_int_equal(count_ink(&turned, 52 * scale, 0, 100 * scale, 80 * scale), 0);
		g_free(turned.rgba);
	}
}

static void test_png_text_chunks(void **state)
{
	struct fixture *fixture = *state;
	GByteArray *bare = render(fixture, &backend_png, (struct render_options){.dpi = 96});
	assert_false(contains(bare, "tEXt") || contains(bare, "iTXt") || contains(bare, "tIME"));
	g_byte_array_unref(bare);
	fixture->scene.title = "Roofline -- H100";
	fixture->scene.author = "Zo\u00eb";
	GByteArray *bytes = render(fixture, &backend_png, (struct render_options){.dpi = 96});
	assert_true(contains(bytes, "tEXtTitle"));
	assert_non_null(memmem(bytes->data, bytes->len, "tEXtTitle\0Roofline -- H100", 26));
	assert_true(contains(bytes, "iTXtAuthor"));
	g_byte_array_unref(bytes);
}

static void assert_refused(struct fixture *fixture, struct render_options options, enum diag_id id, const char *text)
{
	GByteArray *bytes = g_byte_array_new();
	size_t before = diags_count(fixture->diags);
	assert_false(backend_png.render(&fixture->scene, fixture->faces, &options, bytes, fixture->diags));
	assert_int_equal(bytes->len, 0);
	assert_int_equal(diags_count(fixture->diags), before + 1);
	const struct diag *diag = diags_get(fixture->diags, before);
	assert_int_equal(diag->id, id);
	assert_non_null(strstr(diag->message, text));
	g_byte_array_unref(bytes);
}

static void test_png_limits(void **state)
{
	struct fixture *fixture = *state;
	scene_init(&fixture->scene, fixture->arena, 960, 600);
	assert_refused(fixture, (struct render_options){.dpi = 4096}, DIAG_LIMIT, "32,767");
	assert_refused(fixture, (struct render_options){.dpi = 1e300}, DIAG_LIMIT, "32,767");
	scene_init(&fixture->scene, fixture->arena, 20000, 20000);
	assert_refused(fixture, (struct render_options){.dpi = 96}, DIAG_LIMIT, "268,435,456");
	scene_init(&fixture->scene, fixture->arena, 10, 10);
	assert_refused(fixture, (struct render_options){.dpi = 1}, DIAG_LIMIT, "1 × 1");
	assert_refused(fixture, (struct render_options){.dpi = -1}, DIAG_WRONG_VALUE, "dpi");
	assert_refused(fixture, (struct render_options){.dpi = NAN}, DIAG_WRONG_VALUE, "dpi");
}

// ---- PDF

static void fill_page(struct fixture *fixture)
{
	fixture->scene.title = "a -- b /Group << /S >> /CreationDate";
	fixture->scene.author = "Ada";
	fixture->scene.description = "two roofs";
	fixture->scene.keywords = "roofline, GPU";
	add_rect(fixture, (struct rect){10, 10, 20, 20}, blue);
	add_text(fixture, "HBM3 3.35 TB/s", "Inter", 10, 50, 45);
	add_text(fixture, "first", "Liberation Serif", 10, 60, 0);
	add_text(fixture, "kernel->x \u05d0\u05d1 12 % \u202eabc\u202c", "Liberation Sans", 10, 70, 0);
}

static void test_pdf_has_no_group_date_or_type3(void **state)
{
	static const char *const forbidden[] = {"/Type /Group", "/S /Transparency", "/CreationDate (D:", "/ModDate", "/Producer", "/Type3", "/JS",
		"/JavaScript", "/OpenAction", "/URI", "/ID", "cairo"};
	static const char *const needed[] = {"%PDF-1.5", "/MediaBox [ 0 0 75 60 ]", "/Creator (rafter)", "(Ada)", "(two roofs)", "(roofline, GPU)",
		"(a -- b /Group << /S >> /CreationDate)", "%%EOF"};
	struct fixture *fixture = *state;
	fill_page(fixture);
	GByteArray *bytes = render(fixture, &backend_pdf, (struct render_options){.source_date = -1});
	for (size_t i = 0; i < G_N_ELEMENTS(forbidden); i++)
		if (contains(bytes, forbidden[i]))
			fail_msg("the PDF contains %s", forbidden[i]);
	for (size_t i = 0; i < G_N_ELEMENTS(needed); i++)
		if (!contains(bytes, needed[i]))
			fail_msg("the PDF lacks %s", needed[i]);
	g_byte_array_unref(bytes);
}

static void test_pdf_dates_are_those_asked_for(void **state)
{
	struct fixture *fixture = *state;
	fill_page(fixture);
	GByteArray *bytes = render(fixture, &backend_pdf, (struct render_options){.source_date = 1000000000});
	assert_true(contains(bytes, "/CreationDate (D:20010909014640Z)"));
	assert_false(contains(bytes, "/Producer"));
	g_byte_array_unref(bytes);
}

static void test_pdf_size_is_exact(void **state)
{
	struct fixture *fixture = *state;
	scene_init(&fixture->scene, fixture->arena, 3.487 * 96, 2.51 * 96);
	GByteArray *bytes = render(fixture, &backend_pdf, (struct render_options){.source_date = -1});
	assert_true(contains(bytes, "/MediaBox [ 0 0 251.064 180.72 ]"));
	g_byte_array_unref(bytes);
}

static void test_same_scene_same_bytes(void **state)
{
	struct fixture *fixture = *state;
	static const struct backend *const both[] = {&backend_png, &backend_pdf};
	fill_page(fixture);
	for (size_t i = 0; i < G_N_ELEMENTS(both); i++) {
		GByteArray *first = render(fixture, both[i], (struct render_options){.source_date = -1});
		struct faces *own = fixture->faces;
		fixture->faces = faces_new(NULL, fixture->diags);
		GByteArray *second = render(fixture, both[i], (struct render_options){.source_date = -1});
		faces_free(fixture->faces);
		fixture->faces = own;
		assert_int_equal(first->len, second->len);
		assert_memory_equal(first->data, second->data, first->len);
		g_byte_array_unref(first);
		g_byte_array_unref(second);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_png_has_size_times_dpi),
		TEST(test_paths_clips_and_order),
		TEST(test_colour_type_is_the_smallest),
		TEST(test_greys_need_no_palette),
		TEST(test_transparent_colours_are_straight),
		TEST(test_text_turns_counter_clockwise),
		TEST(test_png_text_chunks),
		TEST(test_png_limits),
		TEST(test_pdf_has_no_group_date_or_type3),
		TEST(test_pdf_dates_are_those_asked_for),
		TEST(test_pdf_size_is_exact),
		TEST(test_same_scene_same_bytes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
