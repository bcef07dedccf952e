// SPDX-License-Identifier: MIT
// A report's order, words and pages: what pays most stands first, no word of the user's becomes markup, nothing leaves a page.
#include "analysis_fixture.h"

#include "report/document.h"

static const char svg[] = "<svg></svg>";

static struct document *document_of(struct fixture *f, size_t charts)
{
	struct document *document = arena_alloc(f->arena, sizeof *document);
	document->theme = theme_find(f->arena, "light", (struct place){0}, f->diags);
	document->print = document->theme;
	document->dark = theme_find(f->arena, "dark", (struct place){0}, f->diags);
	struct sheet_files files = {0};
	*list_push(f->arena, &files) = (struct sheet_file){"input", "a<b>.csv", "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"};
	for (size_t i = 0; i < charts; i++) {
		struct document_chart *chart = list_push(f->arena, &document->charts);
		chart->sheet = sheet_make(f->arena, f->analysis, f->diags, &files);
		*list_push(f->arena, &chart->pictures) = (struct document_picture){SCHEME_LIGHT, true, true, svg, sizeof svg - 1, 960};
	}
	document_settle_titles(f->arena, document, NULL);
	return document;
}

static const struct sheet_block *block_of(const struct document *document, const char *slug)
{
	const struct sheet *sheet = document->charts.items[0].sheet;
	for (size_t i = 0; i < sheet->blocks.count; i++) {
		if (!strcmp(sheet->blocks.items[i].slug, slug))
			return &sheet->blocks.items[i];
	}
	return NULL;
}

static const char *cell(const struct sheet_block *block, size_t row, const char *title)
{
	for (size_t i = 0; i < block->columns.count; i++) {
		if (!strcmp(block->columns.items[i].title, title))
			return sheet_cell(block, row, i);
	}
	fail_msg("no column '%s'", title);
	return NULL;
}

static void has(const GString *text, const char *part)
{
	if (!strstr(text->str, part))
		fail_msg("no \"%s\" in\n%.2000s", part, text->str);
}

static void lacks(const GString *text, const char *part)
{
	if (strstr(text->str, part))
		fail_msg("\"%s\" in\n%.200s", part, strstr(text->str, part));
}

static size_t count_of(const GString *text, const char *part)
{
	size_t count = 0;
	for (const char *at = text->str; (at = strstr(at, part)); at += strlen(part))
		count++;
	return count;
}

// ---- order --------------------------------------------------------------------------------------------------------------------------------------------

static void what_pays_most_stands_first(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_placed(f, "no time, near", 1, 0.9e11);
	add_placed(f, "no time, far", 1, 0.2e11);
	add_measured(f, "short and far", 1e10, 1e9, 0.1);   // attainable in 0.01 s: 0.09 s lost
	add_measured(f, "long and near", 1e12, 1e10, 2);    // in 1 s: 1 s lost
	add_measured(f, "above its roof", 1e12, 1e10, 0.5); // nothing to lose
	add_point(f, "analytic")->flops = 1e10;
	add_level(f, &f->chart.points.items[5], NULL, 1e10, NAN);
	analyse(f);
	const struct document *document = document_of(f, 1);
	const struct sheet_block *points = block_of(document, "points");
	static const char *const order[] = {"long and near", "short and far", "above its roof", "no time, far", "no time, near", "analytic"};
	static const char *const lost[] = {"1 s", "90 ms", "0 s", NULL, NULL, NULL};
	assert_int_equal(sheet_rows(points), 6);
	for (size_t i = 0; i < 6; i++) {
		assert_string_equal(cell(points, i, "point"), order[i]);
		const char *found = cell(points, i, "time lost");
		if (lost[i])
			assert_string_equal(found, lost[i]);
		else
			assert_null(found);
	}
	assert_string_equal(points->heading, "Points, by what pays most");
	assert_true(sheet_bar(points, 0, points->bar_column) == 1);
	assert_true(fabs(sheet_bar(points, 1, points->bar_column) - 0.09) < 1e-12);
	assert_true(sheet_bar(points, 0, 0) == 0);
	assert_string_equal(document->charts.items[0].sheet->summary, "6 points (3 memory-bound, 2 compute-bound, 1 balanced), 3 of them with a time: 2.6 s in all; 1.09 s (42 %) of it is "
		"lost to the roof, 1 s by long and near alone");
	assert_string_equal(document->charts.items[0].sheet->brief, "6 points, 42 % of 2.6 s lost");
}

static void a_point_with_levels_counts_once(void **state)
{
	struct fixture *f = *state;
	add_hierarchy(f);
	struct point *point = add_point(f, "GPP");
	point->flops = 1e10;
	point->time = 0.5;
	add_level(f, point, "L1", 16e9, NAN); // 0.008 s at its roof (compute: 0.01)
	add_level(f, point, "HBM", 2e10, NAN); // 0.2 s: the tightest
	add_measured(f, "other", 1e10, 1e9, 0.2); // 0.19 s lost
	analyse(f);
	const struct document *document = document_of(f, 1);
	const struct sheet_block *points = block_of(document, "points");
	assert_int_equal(sheet_rows(points), 3);
	assert_string_equal(cell(points, 0, "point"), "GPP at L1");
	assert_null(cell(points, 0, "time lost"));
	assert_string_equal(cell(points, 1, "point"), "GPP at HBM");
	assert_string_equal(cell(points, 1, "time lost"), "300 ms");
	assert_string_equal(cell(points, 2, "time lost"), "190 ms");
	assert_non_null(strstr(document->charts.items[0].sheet->summary, "700 ms in all; 490 ms (70 %)"));
	assert_non_null(strstr(points->caption, "counts once"));
}

static void a_link_is_a_roof_too(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_network(f, "Link", 1e9);
	struct point *sent = add_measured(f, "all-reduce", 1e10, 1e8, 0.1); // 0.01 s of FLOPs, 0.09 s on the link
	sent->network = "Link";
	sent->network_bytes = 9e7;
	add_measured(f, "far", 1e10, 1e9, 0.03); // 0.02 s lost
	analyse(f);
	const struct document *document = document_of(f, 1);
	const struct sheet_block *points = block_of(document, "points");
	assert_string_equal(cell(points, 0, "point"), "far");
	assert_string_equal(cell(points, 0, "time lost"), "20 ms");
	assert_string_equal(cell(points, 1, "bound by"), "network: Link");
	assert_string_equal(cell(points, 1, "time lost"), "10 ms");
	assert_string_equal(cell(points, 1, "% of roof"), "10 %");
	assert_non_null(strstr(points->caption, "The roof is peak / DRAM for all points but those bound by network. Of points bound by network, % of roof"));
	assert_non_null(strstr(document->charts.items[0].sheet->summary, "130 ms in all; 30 ms (23 %)"));
}

static void what_has_no_flops_takes_time(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	f->hardware->compute.items[0].precision = "fp32";
	add_measured(f, "gemm", 1e12, 1e9, 1.5);             // 0.5 s lost
	add_measured(f, "copy", 0, 1e10, 0.4);               // 0.1 s: 25 % of the bandwidth
	add_measured(f, "cast", 0, 1e10, 0.2)->precision = "fp16";
	add_measured(f, "registers", 1e11, 0, 0.15);         // 0.1 s
	add_point(f, "nothing");
	analyse(f);
	const struct document *document = document_of(f, 1);
	const struct sheet_block *points = block_of(document, "points"), *left = block_of(document, "not-plotted");
	static const char *const order[] = {"gemm", "copy", "cast", "registers"}, *const lost[] = {"500 ms", "300 ms", "100 ms", "50 ms"};
	assert_int_equal(sheet_rows(points), 4);
	for (size_t i = 0; i < 4; i++) {
		assert_string_equal(cell(points, i, "point"), order[i]);
		assert_string_equal(cell(points, i, "time lost"), lost[i]);
	}
	assert_string_equal(cell(points, 1, "time"), "400 ms");
	assert_string_equal(cell(points, 1, "remarks"), "0 FLOP, in the left margin: 25 GB/s, 25 % of DRAM");
	assert_string_equal(cell(points, 3, "remarks"), "not plotted: bytes = 0");
	assert_int_equal(sheet_rows(left), 1);
	assert_string_equal(cell(left, 0, "point"), "nothing");
	assert_non_null(strstr(document->charts.items[0].sheet->summary, "4 points"));
	assert_non_null(strstr(document->charts.items[0].sheet->summary, "2.25 s in all; 950 ms (42 %)"));
}

static void one_roof_for_all_is_a_line(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	add_measured(f, "a", 1e10, 1e9, 0.1);
	add_measured(f, "b", 1e10, 1e9, 0.2);
	analyse(f);
	const struct sheet_block *points = block_of(document_of(f, 1), "points");
	for (size_t i = 0; i < points->columns.count; i++)
		assert_string_not_equal(points->columns.items[i].title, "roof");
	assert_non_null(strstr(points->caption, "The roof is peak / DRAM for all."));
}

static void no_roof_is_no_roof(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	f->hardware->compute.items[0].precision = "fp32";
	add_measured(f, "a", 1e10, 1e9, 0.1)->precision = "fp16";
	add_measured(f, "b", 1e10, 1e9, 0.2)->precision = "fp16";
	analyse(f);
	const struct document *document = document_of(f, 1);
	assert_null(block_of(document, "points")->caption);
	assert_string_equal(block_of(document, "points")->heading, "Points");
	assert_string_equal(document->charts.items[0].sheet->summary, "2 points");
}

static void titles_are_distinct(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	f->chart.title = "Same";
	add_measured(f, "a", 1e10, 1e9, 0.1);
	analyse(f);
	const struct document *document = document_of(f, 2);
	assert_string_equal(document->title, "Roofline report, 2 charts");
	assert_string_equal(document->charts.items[0].title, "Same: M1");
	assert_string_not_equal(document->charts.items[0].title, document->charts.items[1].title);
	assert_string_equal(document_of(f, 1)->title, "Same");
}

// ---- words --------------------------------------------------------------------------------------------------------------------------------------------

static const char hostile[] = "<script>alert(1)</script>\"'&\x1b[2J\n| x `y` \xe2\x80\xae";

static void add_hostile(struct fixture *f)
{
	add_device(f);
	f->chart.title = "T</title><script>";
	f->chart.subtitle = "S<img src=x onerror=alert(1)>";
	f->hardware->compute.items[4].source = "javascript:alert(1); https://example.com/\"onclick=\"x";
	add_measured(f, hostile, 6e14, 1e12, 1)->precision = "bf16";
	struct point *point = add_measured(f, "copy", 0, 1.5e12, 1);
	point->series = "<b>";
	add_point(f, "<i>nothing");
	add_measured(f, "slow", 1e11, 1e11, 1)->assumptions = "<u>assumed";
	analyse(f);
}

static void html_has_no_markup_of_the_user(void **state)
{
	struct fixture *f = *state;
	add_hostile(f);
	for (size_t charts = 1; charts < 3; charts++) {
		g_autoptr(GString) text = g_string_new(NULL);
		document_write_html(document_of(f, charts), text);
		assert_true(g_utf8_validate(text->str, (gssize)text->len, NULL));
		static const char *const bad[] = {"<script", "<img", "<b>", "<i>", "<u>", "\x1b", "\xe2\x80\xae", "src=\"", "href=\"http", "href=\"javascript", "url("};
		for (size_t i = 0; i < G_N_ELEMENTS(bad); i++)
			lacks(text, bad[i]);
		has(text, "&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;\\x1b[2J\\x0a| x `y` \\u202e");
		has(text, "<title>");
		has(text, "a&lt;b&gt;.csv");
		has(text, "javascript:alert(1)");
		assert_int_equal(count_of(text, "<section"), count_of(text, "</section>"));
		assert_int_equal(count_of(text, "<figure>"), charts);
		assert_int_equal(count_of(text, "<h1"), 1);
		assert_int_equal(count_of(text, "<table"), count_of(text, "<thead>"));
	}
}

static void html_opens_long_names(void **state)
{
	struct fixture *f = *state;
	g_autofree char *name = g_strnfill(3000, 'x');
	add_m1(f);
	add_measured(f, name, 1e10, 1e9, 0.1);
	analyse(f);
	g_autoptr(GString) text = g_string_new(NULL);
	document_write_html(document_of(f, 1), text);
	has(text, "<details><summary>xxxxx");
	has(text, name);
	assert_int_equal(count_of(text, name), 1);
}

static void markdown_stays_under_its_limit(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	for (int i = 0; i < 9000; i++)
		add_measured(f, arena_printf(f->arena, "%0*d|", i % 7 ? 20 : 300, i), 1e10, 1e9, 0.1 + i * 1e-6);
	analyse(f);
	struct document *document = document_of(f, 2);
	document->charts.items[0].link = "my report-1.svg";
	g_autoptr(GString) text = g_string_new(NULL);
	document_write_markdown(document, text);
	assert_in_range(text->len, 800000, 900000);
	has(text, " more: `rafter analyze` prints them all*");
	has(text, "(my%20report-1.svg)");
	has(text, "08999\\| | balanced");
	assert_int_equal(count_of(text, "\n## "), 2);
	assert_int_equal(count_of(text, "| file | read as | SHA-256 |"), 2);
}

static void markdown_escapes_what_would_break_it(void **state)
{
	struct fixture *f = *state;
	add_hostile(f);
	g_autoptr(GString) text = g_string_new(NULL);
	document_write_markdown(document_of(f, 1), text);
	lacks(text, "| <script>");
	lacks(text, "\x1b");
	has(text, "\\<script\\>alert(1)\\</script\\>\"'\\&\\\\x1b\\[2J\\\\x0a\\| x \\`y\\`");
	lacks(text, "![");
}

// ---- pages --------------------------------------------------------------------------------------------------------------------------------------------

static void pages_hold_everything(void **state)
{
	struct fixture *f = *state;
	g_autofree char *name = g_strnfill(3000, 'x');
	add_device(f);
	for (int i = 0; i < 120; i++) {
		struct point *point = add_measured(f, i == 60 ? name : arena_printf(f->arena, "kernel number %d with words", i), 1e13, 1e10 * (1 + i), 0.1 + i);
		point->precision = i % 2 ? "bf16" : "fp16";
		point->series = "a series with a long name that takes its room";
	}
	analyse(f);
	struct document *document = document_of(f, 2);
	struct document_pages pages = document_lay_out(f->arena, document, &measure_fixed);
	assert_in_range(pages.count, 6, 20);
	size_t heads = 0, bookmarks = 0;
	for (size_t p = 0; p < pages.count; p++) {
		const struct scene *scene = pages.items[p].scene;
		bookmarks += pages.items[p].bookmark != NULL;
		assert_true(fabs(scene->width_px - 793.7) < 0.1 && fabs(scene->height_px - 1122.5) < 0.1);
		for (size_t i = 0; i < scene->ops.count; i++) {
			const struct scene_op *op = &scene->ops.items[i];
			if (op->kind != SCENE_TEXT)
				continue;
			heads += !strcmp(op->text, "FLOP/byte");
			assert_true(op->origin.x >= 51.9 && op->origin.x + op->width_px <= 793.7 - 51.9);
			assert_true(op->origin.y > 50 && op->origin.y < 1122.5 - 20);
		}
	}
	assert_int_equal(bookmarks, 2);
	assert_true(heads >= pages.count - 2); // every page but those of the other tables
	assert_string_equal(pages.items[0].scene->title, "Roofline report, 2 charts");
}

static size_t texts_on(const struct scene *scene, const char *beginning)
{
	size_t count = 0;
	for (size_t i = 0; i < scene->ops.count; i++)
		count += scene->ops.items[i].kind == SCENE_TEXT && g_str_has_prefix(scene->ops.items[i].text, beginning);
	return count;
}

// Whatever the number of rows, the ends of a table and of a list of sources, and a heading and what it is of.
static void nothing_is_left_alone_on_a_page(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	const char *source = "https://example.com/1";
	for (int i = 2; i < 12; i++)
		source = arena_printf(f->arena, "%s; https://example.com/%d", source, i);
	f->hardware->memory.items[0].source = source;
	for (int rows = 1; rows < 110; rows++) {
		add_measured(f, arena_printf(f->arena, "kernel number %d", rows), 1e13, 1e10 * rows, 20 + rows);
		analyse(f);
		struct document *document = document_of(f, 1);
		struct document_pages pages = document_lay_out(f->arena, document, &measure_fixed);
		for (size_t p = 0; p < pages.count; p++) {
			const struct scene *page = pages.items[p].scene;
			size_t names = texts_on(page, "kernel number"), sources = texts_on(page, "https://example.com/");
			assert_true(rows == 1 || names != 1);
			assert_true(sources == 0 || sources == 11);
			assert_true(texts_on(page, "Sources of") == (sources > 0));
			assert_true(texts_on(page, "Ceilings") == (texts_on(page, "peak / DRAM") > 0));
			for (size_t i = 0; i < page->ops.count; i++)
				assert_true(page->ops.items[i].path.count == (page->ops.items[i].kind == SCENE_PATH ? 5 : 0)); // rules and bars
			assert_true(page->ops.count > 12); // more than the title, a heading, a line of a table and the feet
		}
	}
}

static void documents_repeat_byte_for_byte(void **state)
{
	struct fixture *f = *state;
	add_hostile(f);
	g_autoptr(GString) once = g_string_new(NULL), again = g_string_new(NULL);
	document_write_html(document_of(f, 2), once);
	document_write_html(document_of(f, 2), again);
	assert_true(g_string_equal(once, again));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_pays_most_stands_first),
		TEST(a_point_with_levels_counts_once),
		TEST(a_link_is_a_roof_too),
		TEST(what_has_no_flops_takes_time),
		TEST(one_roof_for_all_is_a_line),
		TEST(no_roof_is_no_roof),
		TEST(titles_are_distinct),
		TEST(html_has_no_markup_of_the_user),
		TEST(html_opens_long_names),
		TEST(markdown_stays_under_its_limit),
		TEST(markdown_escapes_what_would_break_it),
		TEST(pages_hold_everything),
		TEST(nothing_is_left_alone_on_a_page),
		TEST(documents_repeat_byte_for_byte),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
