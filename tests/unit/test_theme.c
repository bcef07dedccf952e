// SPDX-License-Identifier: MIT
// Themes and sizes: every built-in theme is complete and readable, files start from another theme, sizes are exact and their mistakes are said.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "theme/size.h"
#include "theme/theme.h"

#include <glib.h>
#include <math.h>
#include <string.h>

struct fixture {
	struct arena *arena;
	struct diags *diags;
};

static int setup(void **state)
{
	struct fixture *fixture = g_new0(struct fixture, 1);
	*fixture = (struct fixture){arena_new(), diags_new()};
	*state = fixture;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *fixture = *state;
	diags_free(fixture->diags);
	arena_free(fixture->arena);
	g_free(fixture);
	return 0;
}

static const struct theme *built_in(struct fixture *fixture, const char *name)
{
	const struct theme *theme = theme_find(fixture->arena, name, (struct place){0}, fixture->diags);
	assert_non_null(theme);
	assert_int_equal(diags_count(fixture->diags), 0);
	return theme;
}

static const struct theme *read_text(struct fixture *fixture, const char *json)
{
	struct source *source = arena_alloc(fixture->arena, sizeof *source);
	*source = (struct source){"my.json", json, strlen(json)};
	return theme_read(fixture->arena, source, fixture->diags);
}

static void assert_only_error(struct fixture *fixture, enum diag_id id, const char *part)
{
	if (diags_count(fixture->diags) != 1 || diags_get(fixture->diags, 0)->id != id || !strstr(diags_get(fixture->diags, 0)->message, part))
		fail_msg("%zu messages, first: %s", diags_count(fixture->diags), diags_count(fixture->diags) ? diags_get(fixture->diags, 0)->message : "none");
	diags_free(fixture->diags);
	fixture->diags = diags_new();
}

static void assert_colour(struct colour colour, const char *text)
{
	assert_string_equal(colour_format(colour).text, text);
}

static void assert_close(double value, double expected)
{
	if (!(fabs(value - expected) < 1e-9))
		fail_msg("%.17g, expected %.17g", value, expected);
}

// ---- themes -------------------------------------------------------------------------------------------------------------------------------------------

static void the_list_is_sorted(void **state)
{
	(void)state;
	const char *const *names = theme_names();
	for (size_t i = 0; names[i + 1]; i++)
		assert_true(strcmp(names[i], names[i + 1]) < 0);
	assert_true(g_strv_contains(names, "light") && g_strv_contains(names, "paper") && g_strv_contains(names, "mono"));
	assert_true(g_strv_contains(names, "dark") && g_strv_contains(names, "slides"));
}

static void light_says_every_key(void **state)
{
	struct fixture *fixture = *state;
	static const char *const not_in_light[] = {"$schema", "name", "extends", NULL};
	const struct theme *theme = built_in(fixture, "light");
	for (const struct key *key = theme_keys; key->name; key++) {
		assert_non_null(key->doc);
		if (g_strv_contains(not_in_light, key->name))
			continue;
		const char *at = (const char *)theme + key->offset;
		if (key->type == KEY_COLOUR && !((const struct colour *)(const void *)at)->visible)
			fail_msg("light has no %s", key->name);
		if (key->type == KEY_NUMBER && !(*(const double *)(const void *)at > 0))
			fail_msg("light has no %s", key->name);
		if (key->type == KEY_STRING && !*(const char *const *)(const void *)at)
			fail_msg("light has no %s", key->name);
	}
	assert_true(theme->cycle.count >= 6 && theme->ceiling_dashes.count >= 4);
	assert_int_equal(theme->title_weight, 600);
	assert_int_equal(theme->axis_weight, 400);
	assert_null(theme->extends);
	assert_string_equal(theme->name, "light");
}

static void check_contrast(const char *name, const char *what, struct colour words, struct colour behind, double least)
{
	double contrast = colour_contrast(words, behind);
	if (contrast < least)
		fail_msg("%s: %s %s on %s has a contrast of %.2f", name, what, colour_format(words).text, colour_format(behind).text, contrast);
}

// WCAG 2: 4.5 for words of this size, 3 for lines and marks that mean something.
static void words_can_be_read(void **state)
{
	struct fixture *fixture = *state;
	for (const char *const *name = theme_names(); *name; name++) {
		const struct theme *theme = built_in(fixture, *name);
		const struct colour behind[] = {theme->background, theme->memory_fill, theme->compute_fill, theme->mixed_fill};
		for (size_t i = 0; i < G_N_ELEMENTS(behind); i++) {
			check_contrast(*name, "text", theme->text, behind[i], 4.5);
			check_contrast(*name, "muted", theme->muted, behind[i], 4.5);
			check_contrast(*name, "warning", theme->warning, behind[i], 4.5);
			check_contrast(*name, "roof", theme->roof, behind[i], 4.5);
			check_contrast(*name, "ceiling", theme->ceiling, behind[i], 3);
		}
		check_contrast(*name, "memory_text", theme->memory_text, theme->memory_fill, 4.5);
		check_contrast(*name, "compute_text", theme->compute_text, theme->compute_fill, 4.5);
		check_contrast(*name, "mixed_text", theme->mixed_text, theme->mixed_fill, 4.5);
		check_contrast(*name, "frame", theme->frame, theme->background, 4.5);
	}
}

// The hierarchy of lines, and regions that differ where they are coloured.
static void lines_have_their_order(void **state)
{
	struct fixture *fixture = *state;
	for (const char *const *name = theme_names(); *name; name++) {
		const struct theme *theme = built_in(fixture, *name);
		assert_true(theme->roof_px_width > theme->ceiling_px_width);
		assert_true(theme->ceiling_px_width > theme->grid_px_width);
		assert_true(theme->tick_length_px > theme->minor_tick_px);
		assert_true(colour_contrast(theme->grid, theme->background) < 1.6);
		assert_true(theme->font_px >= 9 && theme->note_px >= 8);
		for (int i = 0; i < theme->ceiling_dashes.count; i++)
			assert_int_equal(theme->ceiling_dashes.items[i].count % 2, 0);
	}
}

static bool is_grey(struct colour colour)
{
	return colour.r == colour.g && colour.g == colour.b;
}

static void mono_has_no_hue(void **state)
{
	const struct theme *theme = built_in(*state, "mono");
	for (const struct key *key = theme_keys; key->name; key++) {
		if (key->type == KEY_COLOUR && !is_grey(*(const struct colour *)(const void *)((const char *)theme + key->offset)))
			fail_msg("%s has a hue", key->name);
	}
	for (int i = 0; i < theme->cycle.count; i++)
		assert_true(is_grey(theme->cycle.items[i]));
	assert_true(theme->cycle_markers_only);
}

static void paper_is_for_print(void **state)
{
	const struct theme *theme = built_in(*state, "paper");
	assert_string_equal(theme->family, "Liberation Serif");
	assert_true(theme->frame_box && theme->exponent_ticks && !theme->show_title && theme->regions);
	assert_colour(theme->background, "#ffffff");
	assert_colour(theme->text, "#000000");
	assert_colour(theme->cycle.items[0], "#0072b2");
	assert_close(theme->roof_px_width, 1.6); // 1.2 pt
	assert_string_equal(theme->extends, "light");
}

static void a_file_starts_from_another_theme(void **state)
{
	struct fixture *fixture = *state;
	const struct theme *theme = read_text(fixture, "{\"text\": \"#123456\", \"title_weight\": 700, \"cycle\": [\"red\", \"#0f0\"], \"ceiling_dashes\": [[1, 2, 3, 4]]}");
	assert_non_null(theme);
	const struct theme *light = built_in(fixture, "light");
	assert_colour(theme->text, "#123456");
	assert_colour(theme->muted, colour_format(light->muted).text);
	assert_string_equal(theme->name, "my.json");
	assert_int_equal(theme->title_weight, 700);
	assert_int_equal(theme->cycle.count, 2);
	assert_colour(theme->cycle.items[1], "#00ff00");
	assert_int_equal(theme->ceiling_dashes.count, 1);
	assert_int_equal(theme->ceiling_dashes.items[0].count, 4);
	assert_close(theme->ceiling_dashes.items[0].on_off[3], 4);
	theme = read_text(fixture, "{\"name\": \"thesis\", \"extends\": \"paper\", \"show_title\": true, \"background\": \"none\", \"text\": null}");
	assert_non_null(theme);
	assert_string_equal(theme->name, "thesis");
	assert_string_equal(theme->family, "Liberation Serif");
	assert_true(theme->show_title && !theme->background.visible);
	assert_colour(theme->text, "#000000");
	assert_int_equal(diags_count(fixture->diags), 0);
}

static const struct {
	const char *json;
	enum diag_id id;
	const char *part;
} mistakes[] = {
	{"{\"backgroud\": \"#fff\"}", DIAG_UNKNOWN_KEY, "background"},
	{"{\"extends\": \"papper\"}", DIAG_UNKNOWN_NAME, "paper"},
	{"{\"extends\": 3}", DIAG_WRONG_TYPE, "extends"},
	{"{\"text\": \"blackish\"}", DIAG_WRONG_VALUE, "text"},
	{"{\"font_px\": 0}", DIAG_WRONG_VALUE, "font_px"},
	{"{\"font_px\": \"big\"}", DIAG_WRONG_TYPE, "font_px"},
	{"{\"roof_weight\": 1000}", DIAG_WRONG_VALUE, "roof_weight"},
	{"{\"cycle\": []}", DIAG_WRONG_VALUE, "expected 1 to 8 colours, found 0"},
	{"{\"cycle\": \"red\"}", DIAG_WRONG_TYPE, "expected a list of colours, found a string"},
	{"{\"cycle\": [null]}", DIAG_WRONG_TYPE, "cycle[0]"},
	{"{\"ceiling_dashes\": [[4]]}", DIAG_WRONG_VALUE, "pairs of line and gap"},
	{"{\"ceiling_dashes\": [[0, 0]]}", DIAG_WRONG_VALUE, "pairs of line and gap"},
	{"{\"ceiling_dashes\": [[1, 1, 1, 1, 1, 1, 1, 1]]}", DIAG_WRONG_VALUE, "expected 1 to 6 lengths, found 8"},
	{"[]", DIAG_WRONG_TYPE, "expected a theme"},
	{"{", DIAG_BAD_JSON, ""},
};

static void mistakes_in_a_file_are_said(void **state)
{
	struct fixture *fixture = *state;
	for (size_t i = 0; i < G_N_ELEMENTS(mistakes); i++) {
		if (read_text(fixture, mistakes[i].json))
			fail_msg("%s was read", mistakes[i].json);
		assert_only_error(fixture, mistakes[i].id, mistakes[i].part);
	}
	assert_null(theme_find(fixture->arena, "drak", (struct place){0}, fixture->diags));
	assert_only_error(fixture, DIAG_UNKNOWN_NAME, "dark");
	// no "9 colours at most" by overrun
	assert_null(read_text(fixture, "{\"cycle\": [\"red\",\"red\",\"red\",\"red\",\"red\",\"red\",\"red\",\"red\",\"red\"]}"));
	assert_only_error(fixture, DIAG_WRONG_VALUE, "found 9");
}

// ---- sizes --------------------------------------------------------------------------------------------------------------------------------------------

static const struct {
	const char *text;
	double width_px, height_px;
	bool physical;
} good[] = {
	{"web", 960, 600, false},
	{"slide-16x9", 1280, 720, false},
	{"ieee-column", 3.487 * 96, 3.487 * 96 * 0.72, true},
	{"IEEE-text", 7.140 * 96, 7.140 * 96 * 0.72, true},
	{"acm-column", 3.337 * 96, 3.337 * 96 * 0.72, true},
	{"acm-text", 7.006 * 96, 7.006 * 96 * 0.72, true},
	{"lncs", 122 / 25.4 * 96, 122 / 25.4 * 96 * 0.72, true},
	{"nature-column", 89 / 25.4 * 96, 89 / 25.4 * 96 * 0.72, true},
	{"nature-text", 183 / 25.4 * 96, 183 / 25.4 * 96 * 0.72, true},
	{"neurips", 5.5 * 96, 5.5 * 96 * 0.72, true},
	{"3.5inx2.6in", 336, 2.6 * 96, true},
	{"89mmx60mm", 89 / 25.4 * 96, 60 / 25.4 * 96, true},
	{"1440x900px", 1440, 900, false},
	{"1440pxx900px", 1440, 900, false},
	{"1440px x 900px", 1440, 900, false},
	{"640x480", 640, 480, false},
	{"640X480", 640, 480, false},
	{"640\u00D7480", 640, 480, false},
	{"3.5x2.6in", 336, 2.6 * 96, true},
	{"3.5inx2.6", 336, 2.6 * 96, true},
	{"8cmx120pt", 8 / 2.54 * 96, 160, true},
	{"89mm", 89 / 25.4 * 96, 89 / 25.4 * 96 * 0.72, true},
	{"960px", 960, 960 * 0.72, false},
	{"500", 500, 360, false},
};

static void sizes_are_exact(void **state)
{
	struct fixture *fixture = *state;
	for (size_t i = 0; i < G_N_ELEMENTS(good); i++) {
		struct size size = {0};
		if (!size_parse(good[i].text, &size, (struct place){0}, fixture->diags))
			fail_msg("%s: %s", good[i].text, diags_get(fixture->diags, 0)->message);
		assert_close(size.width_px, good[i].width_px);
		assert_close(size.height_px, good[i].height_px);
		assert_int_equal(size.physical, good[i].physical);
	}
	for (const struct size *size = sizes; size->name; size++)
		assert_non_null(size->doc);
}

static const struct {
	const char *text;
	enum diag_id id;
	const char *part;
} bad[] = {
	{"", DIAG_USAGE, "unknown size"}, {"wbe", DIAG_USAGE, "did you mean 'web'"}, {"iee-column", DIAG_USAGE, "did you mean 'ieee-column'"},
	{"0x600", DIAG_USAGE, "above 0"}, {"-3x4in", DIAG_USAGE, "above 0"}, {"0", DIAG_USAGE, "above 0"}, {"nanxnan", DIAG_USAGE, "unknown size"},
	{"infx3", DIAG_USAGE, "unknown size"}, {"3.5inx", DIAG_USAGE, "unknown size"}, {"x3in", DIAG_USAGE, "unknown size"}, {"3x4x5", DIAG_USAGE, "unknown size"},
	{"3.5furlongs", DIAG_USAGE, "such as ieee-column"}, {"3.5 s", DIAG_USAGE, "unknown size"}, {"25000x100", DIAG_LIMIT, "20000 px a side"},
	{"10x300in", DIAG_LIMIT, "found 28800 px"}, {"1e300in", DIAG_LIMIT, "20000 px"}, {"1e999", DIAG_USAGE, "unknown size"},
};

static void mistakes_in_a_size_are_said(void **state)
{
	struct fixture *fixture = *state;
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
		struct size size = {.width_px = 1};
		if (size_parse(bad[i].text, &size, (struct place){0}, fixture->diags))
			fail_msg("'%s' was read", bad[i].text);
		assert_close(size.width_px, 1);
		assert_only_error(fixture, bad[i].id, bad[i].part);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_list_is_sorted, setup, teardown),
		cmocka_unit_test_setup_teardown(light_says_every_key, setup, teardown),
		cmocka_unit_test_setup_teardown(words_can_be_read, setup, teardown),
		cmocka_unit_test_setup_teardown(lines_have_their_order, setup, teardown),
		cmocka_unit_test_setup_teardown(mono_has_no_hue, setup, teardown),
		cmocka_unit_test_setup_teardown(paper_is_for_print, setup, teardown),
		cmocka_unit_test_setup_teardown(a_file_starts_from_another_theme, setup, teardown),
		cmocka_unit_test_setup_teardown(mistakes_in_a_file_are_said, setup, teardown),
		cmocka_unit_test_setup_teardown(sizes_are_exact, setup, teardown),
		cmocka_unit_test_setup_teardown(mistakes_in_a_size_are_said, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
