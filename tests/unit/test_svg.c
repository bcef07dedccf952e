// SPDX-License-Identifier: MIT
// The SVG writer: what a parser gets back, what is shared, what a name cannot do; and the dump of a scene.
#include "backend/backend.h"
#include "backend/faces.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

extern const struct backend backend_svg;

static const struct colour ink = {0x1f, 0x29, 0x33, true}, white = {255, 255, 255, true}, blue = {0x00, 0x72, 0xb2, true};
static const struct text_style small = {.family = "Inter", .size_px = 12.5, .weight = 400};

struct drawing {
	struct arena *arena;
	struct scene scene;
	struct render_options options;
	GString *svg;
};

static int set_up(void **state)
{
	struct drawing *drawing = g_new0(struct drawing, 1);
	drawing->arena = arena_new();
	scene_init(&drawing->scene, drawing->arena, 960, 600);
	drawing->scene.background = white;
	drawing->scene.title = "A chart";
	drawing->scene.description = "Of something";
	drawing->options.id_prefix = "";
	*state = drawing;
	return 0;
}

static int tear_down(void **state)
{
	struct drawing *drawing = *state;
	if (drawing->svg)
		g_string_free(drawing->svg, TRUE);
	arena_free(drawing->arena);
	g_free(drawing);
	return 0;
}

// The file as text; every file must be well-formed.
static const char *render(struct drawing *drawing, struct faces *faces)
{
	struct diags *diags = diags_new();
	g_autoptr(GByteArray) bytes = g_byte_array_new();
	assert_true(backend_svg.render(&drawing->scene, faces, &drawing->options, bytes, diags));
	assert_int_equal(diags_count(diags), 0);
	diags_free(diags);
	if (drawing->svg)
		g_string_free(drawing->svg, TRUE);
	drawing->svg = g_string_new_len((const char *)bytes->data, (gssize)bytes->len);
	GMarkupParser nothing = {0};
	GMarkupParseContext *parser = g_markup_parse_context_new(&nothing, 0, NULL, NULL);
	GError *error = NULL;
	if (!g_markup_parse_context_parse(parser, drawing->svg->str, (gssize)drawing->svg->len, &error) || !g_markup_parse_context_end_parse(parser, &error))
		fail_msg("not well-formed: %s\n%s", error->message, drawing->svg->str);
	g_markup_parse_context_free(parser);
	return drawing->svg->str;
}

static size_t count_of(const char *text, const char *part)
{
	size_t count = 0;
	for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
		count++;
	return count;
}

static void has(const char *svg, const char *part)
{
	if (!strstr(svg, part))
		fail_msg("no %s in\n%s", part, svg);
}

static void has_not(const char *svg, const char *part)
{
	if (strstr(svg, part))
		fail_msg("there is %s in\n%s", part, svg);
}

static struct path *stroked(struct drawing *drawing, const char *css_class, struct colour colour, double width_px)
{
	struct scene_op *op = scene_path(&drawing->scene, css_class);
	op->stroke = (struct stroke){.colour = colour, .width_px = width_px};
	return &op->path;
}

static void line(struct drawing *drawing, double x0, double y0, double x1, double y1)
{
	struct path *path = stroked(drawing, NULL, ink, 0.8);
	path_move(&drawing->scene, path, x0, y0);
	path_line(&drawing->scene, path, x1, y1);
}

static void words(struct drawing *drawing, const char *text)
{
	scene_text(&drawing->scene, text, small, ink, (struct vec){10, 20}, 0, 30);
}

static void root_is_named_and_sized(void **state)
{
	struct drawing *drawing = *state;
	words(drawing, "x");
	const char *svg = render(drawing, NULL);
	has(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"960\" height=\"600\" viewBox=\"0 0 960 600\" "
		"lang=\"en\" role=\"img\" aria-labelledby=\"title desc\"");
	has(svg, "font-family=\"Inter, &#39;Helvetica Neue&#39;, Arial, &#39;DejaVu Sans&#39;, sans-serif\"");
	assert_int_equal(count_of(svg, "font-family"), 1);
	has(svg, "<title id=\"title\">A chart</title>");
	has(svg, "<desc id=\"desc\">Of something</desc>");
	has(svg, "<rect width=\"960\" height=\"600\" fill=\"#ffffff\"/>");
	has_not(svg, "<defs>");
	drawing->options.transparent = true;
	has_not(render(drawing, NULL), "<rect");
	drawing->scene.title = drawing->scene.description = NULL;
	svg = render(drawing, NULL);
	has(svg, "<title id=\"title\">");
	has(svg, "<desc id=\"desc\">");
}

static void physical_size_is_in_inches(void **state)
{
	struct drawing *drawing = *state;
	drawing->scene.width_px = 3.487 * 96;
	drawing->scene.height_px = 2.5 * 96;
	drawing->options.physical = true;
	has(render(drawing, NULL), "width=\"3.487in\" height=\"2.5in\" viewBox=\"0 0 334.752 240\"");
}

static void serif_families_fall_back_to_serif(void **state)
{
	struct drawing *drawing = *state;
	struct text_style style = {.family = "Liberation Serif", .size_px = 8, .weight = 400};
	scene_text(&drawing->scene, "x", style, ink, (struct vec){0, 0}, 0, 4);
	has(render(drawing, NULL), "font-family=\"&#39;Liberation Serif&#39;, &#39;Times New Roman&#39;, Times, serif\"");
	drawing->options.css_fallback = "fantasy";
	has(render(drawing, NULL), "font-family=\"&#39;Liberation Serif&#39;, fantasy\"");
}

static void text_is_text(void **state)
{
	struct drawing *drawing = *state;
	struct text_style bold = {.family = "Inter", .size_px = 13, .weight = 600, .italic = true};
	scene_text(&drawing->scene, "HBM3  3.35 TB/s", bold, ink, (struct vec){412.414, 325.73}, 38.346, 101.5);
	const char *svg = render(drawing, NULL);
	has(svg, "<text x=\"412.41\" y=\"325.73\" transform=\"rotate(-38.346 412.41 325.73)\" fill=\"#1f2933\" font-size=\"13\" font-weight=\"600\" "
		"font-style=\"italic\" textLength=\"101.5\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\">HBM3  3.35 TB/s</text>");
}

static void names_cannot_break_out(void **state)
{
	struct drawing *drawing = *state;
	scene_push(&drawing->scene, "point")->title = "a\x01<script>";
	scene_attribute(&drawing->scene, "data-name", "a -- b ]]> & <c> \"q\" 'r'\n\xff");
	words(drawing, "</text><script>alert(1)</script> & \"'");
	scene_pop(&drawing->scene);
	drawing->scene.title = "<UNKNOWN>";
	const char *svg = render(drawing, NULL);
	has(svg, "data-name=\"a -- b ]]&gt; &amp; &lt;c&gt; &quot;q&quot; &#39;r&#39;&#10;\xEF\xBF\xBD\"");
	has(svg, "&lt;/text&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;&#39;</text>");
	has(svg, "<title>a\xEF\xBF\xBD&lt;script&gt;</title>");
	has(svg, "&lt;UNKNOWN&gt;");
	has_not(svg, "<script");
}

static void direction_stays_inside(void **state)
{
	struct drawing *drawing = *state;
	scene_push(&drawing->scene, NULL)->title = "a\xE2\x80\xAE" "b";
	scene_attribute(&drawing->scene, "data-name", "a\xE2\x80\xAE" "b");
	words(drawing, "a\xE2\x80\xAE" "b");
	words(drawing, "\xD7\x9C\xD7\x99\xD7\x91\xD7\x94 7");
	scene_pop(&drawing->scene);
	const char *svg = render(drawing, NULL);
	has(svg, ">ab</text>");
	has(svg, "<title>ab</title>");
	has(svg, "data-name=\"a\xE2\x80\xAE" "b\""); // never shown, so as it was
	assert_int_equal(count_of(svg, "direction=\"rtl\" text-anchor=\"end\""), 1);
}

static void what_a_group_shares_is_said_once(void **state)
{
	struct drawing *drawing = *state;
	scene_push(&drawing->scene, "ticks");
	for (int i = 0; i < 4; i++)
		line(drawing, 10 * i, 0, 10 * i, 5);
	scene_pop(&drawing->scene);
	scene_push(&drawing->scene, "labels");
	words(drawing, "1");
	words(drawing, "10");
	scene_pop(&drawing->scene);
	const char *svg = render(drawing, NULL);
	has(svg, "<g class=\"ticks\" stroke=\"#1f2933\" stroke-width=\"0.8\">\n    <path d=\"M0 0V5\"/>\n    <path d=\"M10 0V5\"/>");
	has(svg, "<g class=\"labels\" fill=\"#1f2933\" font-size=\"12.5\">");
	assert_int_equal(count_of(svg, "stroke=\"#1f2933\""), 1);
	assert_int_equal(count_of(svg, "font-size"), 1);
}

// A shape without a stroke among stroked ones says so, and a shape without a fill too.
static void what_a_group_hands_down_is_taken_back(void **state)
{
	struct drawing *drawing = *state;
	scene_push(&drawing->scene, "outer");
	line(drawing, 0, 0, 1, 1);
	line(drawing, 0, 0, 2, 2);
	struct scene_op *box = scene_path(&drawing->scene, "box");
	box->fill = blue;
	path_rect(&drawing->scene, &box->path, (struct rect){0, 0, 4, 4});
	struct path *frame = stroked(drawing, "frame", ink, 2);
	path_rect(&drawing->scene, frame, (struct rect){0, 0, 4, 4});
	scene_pop(&drawing->scene);
	const char *svg = render(drawing, NULL);
	has(svg, "<g class=\"outer\">");
	has(svg, "<path class=\"box\" d=\"M0 0H4V4H0Z\" fill=\"#0072b2\"/>");
	has(svg, "<path class=\"frame\" d=\"M0 0H4V4H0Z\" fill=\"none\" stroke=\"#1f2933\" stroke-width=\"2\"/>");
}

static void paths_are_short(void **state)
{
	struct drawing *drawing = *state;
	struct path *path = stroked(drawing, "roof", ink, 2.4);
	drawing->scene.ops.items[0].stroke.join = JOIN_ROUND;
	drawing->scene.ops.items[0].stroke.dash_count = 2;
	drawing->scene.ops.items[0].stroke.dash_px[0] = 5;
	drawing->scene.ops.items[0].stroke.dash_px[1] = 2.5;
	path_move(&drawing->scene, path, 159.5, 536);
	path_line(&drawing->scene, path, 673.514, 129.386);
	path_line(&drawing->scene, path, 936, 129.386);
	path_line(&drawing->scene, path, -3, -4.001);
	const char *svg = render(drawing, NULL);
	has(svg, "d=\"M159.5 536L673.51 129.39H936L-3-4\" fill=\"none\" stroke=\"#1f2933\" stroke-width=\"2.4\" "
		"stroke-dasharray=\"5 2.5\" stroke-linejoin=\"round\"");
}

// After a closed subpath the pen stands where it began.
static void closing_moves_the_pen(void **state)
{
	struct drawing *drawing = *state;
	struct path *path = stroked(drawing, NULL, ink, 1);
	path_move(&drawing->scene, path, 1, 1);
	path_line(&drawing->scene, path, 5, 1);
	path_line(&drawing->scene, path, 5, 7);
	path_close(&drawing->scene, path);
	path_line(&drawing->scene, path, 5, 9);
	path_line(&drawing->scene, path, 5, 10);
	has(render(drawing, NULL), "d=\"M1 1H5V7ZL5 9V10\"");
}

static void circles_are_circles(void **state)
{
	struct drawing *drawing = *state;
	struct scene_op *dot = scene_path(&drawing->scene, "dot");
	dot->fill = blue;
	dot->title = "here";
	path_circle(&drawing->scene, &dot->path, (struct vec){756.5, 146.4}, 5.6);
	struct path *egg = stroked(drawing, "egg", ink, 1);
	path_circle(&drawing->scene, egg, (struct vec){0, 0}, 5);
	egg->items[1].a.x += 1;
	const char *svg = render(drawing, NULL);
	has(svg, "<circle class=\"dot\" cx=\"756.5\" cy=\"146.4\" r=\"5.6\" fill=\"#0072b2\"><title>here</title></circle>");
	has(svg, "<path class=\"egg\" d=\"M5 0C6");
}

static void a_quadratic_is_written_as_one(void **state)
{
	struct drawing *drawing = *state;
	struct path *path = stroked(drawing, NULL, ink, 1);
	path_move(&drawing->scene, path, 0, 0);
	path_curve(&drawing->scene, path, (struct vec){2, 4}, (struct vec){4, 4}, (struct vec){6, 0});
	has(render(drawing, NULL), "d=\"M0 0Q3 6 6 0\"");
}

static void clips_are_shared_and_ids_differ(void **state)
{
	struct drawing *drawing = *state;
	const struct rect plots[] = {{1, 2, 3, 4}, {1, 2, 3, 4}, {5, 6, 7, 8}};
	for (int i = 0; i < 3; i++) {
		struct scene_op *group = scene_push(&drawing->scene, "data");
		group->clipped = true;
		group->clip = plots[i];
		group->id = "same name";
		scene_pop(&drawing->scene);
	}
	drawing->options.id_prefix = "c1-";
	const char *svg = render(drawing, NULL);
	assert_int_equal(count_of(svg, "<clipPath"), 2);
	assert_int_equal(count_of(svg, "clip-path=\"url(#c1-clip)\""), 2);
	assert_int_equal(count_of(svg, "clip-path=\"url(#c1-clip-2)\""), 1);
	assert_int_equal(count_of(svg, "id=\"c1-same-name\""), 1);
	assert_int_equal(count_of(svg, "id=\"c1-same-name-2\""), 1);
	has(svg, "aria-labelledby=\"c1-title c1-desc\"");
	has(svg, "<rect x=\"5\" y=\"6\" width=\"7\" height=\"8\"/>");
}

// Where an id of the file starts with `r` and eight hexadecimal digits, these; else an error.
static char *prefix_of(const char *svg)
{
	const char *id = strstr(svg, "<title id=\"r");
	assert_non_null(id);
	id += strlen("<title id=\"");
	assert_int_equal(strspn(id + 1, "0123456789abcdef"), 8);
	return g_strndup(id, 9);
}

static void ids_of_different_charts_differ(void **state)
{
	struct drawing *drawing = *state;
	drawing->options.id_prefix = NULL;
	struct scene_op *group = scene_push(&drawing->scene, "data");
	group->clipped = true;
	group->id = "gemm";
	scene_pop(&drawing->scene);
	g_autofree char *first = prefix_of(render(drawing, NULL)), *again = prefix_of(render(drawing, NULL));
	assert_string_equal(first, again);
	g_autofree char *label = g_strdup_printf("aria-labelledby=\"%s-title %s-desc\"", first, first);
	g_autofree char *clip = g_strdup_printf("clip-path=\"url(#%s-clip)\"", first), *id = g_strdup_printf(" id=\"%s-gemm\"", first);
	has(drawing->svg->str, label);
	has(drawing->svg->str, clip);
	has(drawing->svg->str, id);
	words(drawing, "x");
	g_autofree char *other = prefix_of(render(drawing, NULL));
	assert_string_not_equal(first, other);
}

static void outlines_need_no_font(void **state)
{
	struct drawing *drawing = *state;
	struct diags *diags = diags_new();
	struct faces *faces = faces_new(NULL, diags);
	scene_text(&drawing->scene, "GG <1>", small, ink, (struct vec){10, 20}, 90, 30);
	scene_text(&drawing->scene, "G", (struct text_style){.family = "Inter", .size_px = 30, .weight = 400}, ink, (struct vec){10, 20}, 0, 30);
	drawing->options.svg_text = SVG_TEXT_OUTLINE;
	const char *svg = render(drawing, faces);
	has_not(svg, "<text");
	has_not(svg, "font-");
	has(svg, "aria-label=\"GG &lt;1&gt;\" transform=\"translate(10 20) rotate(-90) scale(0.0125)\"");
	assert_int_equal(count_of(svg, "<path id="), 4); // G < 1 >: no ink in a space, a G once for all sizes
	assert_int_equal(count_of(svg, "<use href=\"#g0\""), 3);
	faces_free(faces);
	diags_free(diags);
}

static void the_dump_says_everything(void **state)
{
	struct drawing *drawing = *state;
	struct scene_op *group = scene_push(&drawing->scene, "roof");
	group->clipped = true;
	group->clip = (struct rect){1, 2, 3, 4};
	scene_attribute(&drawing->scene, "data-name", "a\"b\n");
	line(drawing, 0, 0, 1, 2.5);
	words(drawing, "x y");
	scene_pop(&drawing->scene);
	g_autoptr(GString) dump = g_string_new(NULL);
	scene_dump(&drawing->scene, dump);
	assert_string_equal(dump->str,
		"scene 960x600 background #ffffff title=\"A chart\" description=\"Of something\" language=\"en\"\n"
		"push .roof data-name=\"a\\\"b\\x0a\" clip 1,2 3x4\n"
		"  path M0,0 L1,2.5 stroke #1f2933 0.8\n"
		"  text \"x y\" at 10,20 width 30 #1f2933 font=\"Inter\" 12.5 400\n"
		"pop\n");
}

static void fixed_metrics_are_fixed(void **state)
{
	(void)state;
	struct text_extent extent = measure_fixed.measure(measure_fixed.user, "e\xCC\x81t\xC3\xA9", &(struct text_style){.size_px = 10});
	assert_true(extent.width_px == 18 && extent.ascent_px == 8 && extent.descent_px == 2 && extent.cap_px == 7);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(root_is_named_and_sized),
		TEST(physical_size_is_in_inches),
		TEST(serif_families_fall_back_to_serif),
		TEST(text_is_text),
		TEST(names_cannot_break_out),
		TEST(direction_stays_inside),
		TEST(what_a_group_shares_is_said_once),
		TEST(what_a_group_hands_down_is_taken_back),
		TEST(paths_are_short),
		TEST(closing_moves_the_pen),
		TEST(circles_are_circles),
		TEST(a_quadratic_is_written_as_one),
		TEST(clips_are_shared_and_ids_differ),
		TEST(ids_of_different_charts_differ),
		TEST(outlines_need_no_font),
		TEST(the_dump_says_everything),
		TEST(fixed_metrics_are_fixed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
