// SPDX-License-Identifier: MIT
// What is done with points after they were read: joined, renamed, picked, added up.
#include "import_fixture.h"

#include "import/points.h"
#include "model/clock.h"

struct fixture {
	struct imported in;
};

// The points of `table` after reading.
static void set_up(struct fixture *f, const char *table)
{
	f->in = import_text(table);
	if (!f->in.ok)
		print_messages(&f->in);
	assert_true(f->in.ok);
}

static struct chart *aside(struct fixture *f, const char *text)
{
	struct source *source = arena_alloc(f->in.arena, sizeof *source);
	*source = (struct source){"aside.csv", text, strlen(text)};
	struct chart *chart = arena_alloc(f->in.arena, sizeof *chart);
	chart_init(chart);
	const struct importer *importer = importer_find(source, NULL, f->in.diags);
	assert_non_null(importer);
	assert_true(importer_read(importer, &(struct import){f->in.arena, source, &import_options_unsaid, chart, f->in.diags}));
	return chart;
}

static const struct source *text_source(struct fixture *f, const char *name, const char *text)
{
	struct source *source = arena_alloc(f->in.arena, sizeof *source);
	*source = (struct source){name, text, strlen(text)};
	return source;
}

#define LAUNCHES "name,flops,bytes,time [us],series\n" \
	"gemm,100,10,1,a\n" \
	"copy,0,40,2,a\n" \
	"gemm,300,30,3,a\n" \
	"gemm,50,20,1,b\n"

static void sums_over_sums(void **state)
{
	(void)state;
	struct fixture f;
	set_up(&f, LAUNCHES);
	points_group(f.in.arena, GROUP_NAME, &f.in.chart, f.in.diags);
	assert_int_equal(f.in.chart.points.count, 3);
	const struct point *gemm = point_at(&f.in, 0);
	assert_near(gemm->flops, 400);
	assert_near(gemm->levels.items[0].bytes, 40);
	assert_near(gemm->time, 4e-6);
	assert_near(gemm->launches, 2);
	assert_non_null(strstr(gemm->assumptions, "differ by 66.7 % in their FLOPs"));
	assert_near(point_at(&f.in, 2)->flops, 50); // of another series
	import_free(&f.in);
	set_up(&f, LAUNCHES);
	for (size_t i = 0; i < 4; i++)
		f.in.chart.points.items[i].series = NULL;
	points_group(f.in.arena, GROUP_ALL, &f.in.chart, f.in.diags);
	assert_int_equal(f.in.chart.points.count, 1);
	const struct point *all = point_at(&f.in, 0);
	assert_string_equal(all->name, "all kernels");
	assert_near(all->flops, 450);
	assert_near(all->levels.items[0].bytes, 100);
	assert_near(all->time, 7e-6);
	assert_near(all->launches, 4);
	import_free(&f.in);
}

// A mean of ratios would be 2, and 2e12.
static void ratios_become_sums(void **state)
{
	(void)state;
	struct fixture f;
	set_up(&f, "name,intensity,performance [TFLOP/s],time [s]\ngemm,1,1,1\ngemm,3,3,3\n");
	points_group(f.in.arena, GROUP_NAME, &f.in.chart, f.in.diags);
	const struct point *gemm = point_at(&f.in, 0);
	assert_near(gemm->flops / gemm->levels.items[0].bytes, 10e12 / (1e12 + 3e12));
	assert_near(gemm->flops / gemm->time, 2.5e12);
	import_free(&f.in);
}

static void incomplete_members(void **state)
{
	(void)state;
	struct fixture f;
	set_up(&f, "name,flops,bytes,time [us]\ngemm,100,10,1\ngemm,n/a,10,1\n");
	points_group(f.in.arena, GROUP_NAME, &f.in.chart, f.in.diags);
	assert_near(point_at(&f.in, 0)->flops, 100);
	assert_near(point_at(&f.in, 0)->time, 1e-6);
	assert_non_null(strstr(point_at(&f.in, 0)->assumptions, "1 of 2 launches lack"));
	assert_non_null(import_message(&f.in, DIAG_NOT_PLOTTED));
	import_free(&f.in);
	// none has FLOPs: what they have is added up, and the reason stays
	set_up(&f, "name,flops,bytes,time [us]\ngemm,n/a,10,1\ngemm,n/a,10,2\n");
	points_group(f.in.arena, GROUP_NAME, &f.in.chart, f.in.diags);
	assert_true(isnan(point_at(&f.in, 0)->flops));
	assert_near(point_at(&f.in, 0)->time, 3e-6);
	assert_non_null(point_at(&f.in, 0)->missing);
	import_free(&f.in);
}

static void levels_and_calls(void **state)
{
	(void)state;
	struct fixture f;
	set_up(&f, "name,flops,dram bytes,l2 bytes,time [s],calls\nk,10,1,2,1,5\nk,20,1,,1,1\n");
	points_group(f.in.arena, GROUP_NAME, &f.in.chart, f.in.diags);
	const struct point *k = point_at(&f.in, 0);
	assert_near(k->flops, 70);
	assert_near(k->launches, 6);
	assert_true(isnan(k->calls));
	assert_int_equal(k->levels.count, 1); // L2 of one of them alone is no sum
	assert_near(k->levels.items[0].bytes, 6);
	import_free(&f.in);
}

static void mixed_work(void **state)
{
	(void)state;
	struct fixture f;
	set_up(&f, "name,flops,bytes,time [s],precision\nk,30,1,1,fp16\nk,70,1,1,fp32\n");
	points_group(f.in.arena, GROUP_NAME, &f.in.chart, f.in.diags);
	assert_string_equal(point_at(&f.in, 0)->precision, "fp32");
	assert_non_null(strstr(point_at(&f.in, 0)->assumptions, "judged by fp32, which has 70 %"));
	import_free(&f.in);
}

static void shapes_apart(void **state)
{
	(void)state;
	struct fixture f;
	set_up(&f, "name,flops,bytes,time [s]\nk,30,1,1\nk,70,1,1\nk,70,1,1\n");
	f.in.chart.points.items[0].shape = "grid 1";
	f.in.chart.points.items[1].shape = f.in.chart.points.items[2].shape = "grid 2";
	points_group(f.in.arena, GROUP_SHAPE, &f.in.chart, f.in.diags);
	assert_int_equal(f.in.chart.points.count, 2);
	assert_near(point_at(&f.in, 1)->flops, 140);
	assert_string_equal(point_at(&f.in, 1)->shape, "grid 2");
	import_free(&f.in);
}

// ---- joining ------------------------------------------------------------------------------------------------------------------------------------------

#define TIMES_ALONE "name,time [us],launches\nvoid ns::saxpy<float>(int),20,10\ngemm_big,5,1\nother,1,1\n"

static void joins_work(void **state)
{
	(void)state;
	struct fixture f;
	set_up(&f, TIMES_ALONE);
	struct chart *work = aside(&f, "name,flops,bytes\nsaxpy,2000,12000\n/gemm_.*/,1 MFLOP,1 kB\nnobody,1,1\n");
	assert_true(points_join_work(f.in.arena, work, &f.in.chart, f.in.diags));
	assert_near(point_at(&f.in, 0)->flops, 20000); // of ten launches
	assert_near(point_at(&f.in, 0)->levels.items[0].bytes, 120000);
	assert_null(point_at(&f.in, 0)->missing);
	assert_near(point_at(&f.in, 1)->flops, 1e6);
	assert_true(isnan(point_at(&f.in, 2)->flops));
	const struct diag *unused = import_message(&f.in, DIAG_IGNORED);
	assert_non_null(unused);
	assert_non_null(strstr(unused->message, "'nobody'"));
	import_free(&f.in);
	set_up(&f, TIMES_ALONE);
	work = aside(&f, "name,flops,bytes\n/(/,1,1\n");
	assert_false(points_join_work(f.in.arena, work, &f.in.chart, f.in.diags));
	assert_non_null(strstr(import_message(&f.in, DIAG_WRONG_VALUE)->message, "regular expression"));
	import_free(&f.in);
}

static void work_wins_and_says_so(void **state)
{
	(void)state;
	struct fixture f;
	set_up(&f, "name,flops,bytes,time [s]\ngemm,100,10,1\n");
	assert_true(points_join_work(f.in.arena, aside(&f, "name,flops,bytes\ngemm,200,10\n"), &f.in.chart, f.in.diags));
	assert_near(point_at(&f.in, 0)->flops, 200);
	assert_non_null(strstr(point_at(&f.in, 0)->assumptions, "FLOPs as given, where the file counted 100 FLOP"));
	assert_null(strstr(point_at(&f.in, 0)->assumptions, "bytes"));
	import_free(&f.in);
}

static void joins_times(void **state)
{
	(void)state;
	struct fixture f;
	set_up(&f, "name,flops,bytes,time [s]\nvoid k<float>(float *),100,10,9\nvoid m(int),100,10,9\nlost,100,10,9\n");
	struct chart *times = aside(&f, "name,time [us]\nk,2\nk,4\nm(int),8\n");
	assert_true(points_join_times(f.in.arena, times, "nsys.csv", &f.in.chart, f.in.diags));
	assert_near(point_at(&f.in, 0)->time, 3e-6);
	assert_near(point_at(&f.in, 0)->time_low, 2e-6);
	assert_near(point_at(&f.in, 0)->time_high, 4e-6);
	assert_near(point_at(&f.in, 1)->time, 8e-6);
	assert_true(isnan(point_at(&f.in, 2)->time)); // times of two clocks are not mixed
	assert_non_null(strstr(point_at(&f.in, 2)->missing, "nsys.csv has no time for it"));
	import_free(&f.in);
	set_up(&f, "name,flops,bytes,time [s]\na,100,10,9\n");
	assert_false(points_join_times(f.in.arena, aside(&f, "name,time [us]\nb,2\n"), "nsys.csv", &f.in.chart, f.in.diags));
	assert_non_null(strstr(import_message(&f.in, DIAG_NO_POINTS)->message, "none with a name of theirs"));
	import_free(&f.in);
}

// ---- names and picks ----------------------------------------------------------------------------------------------------------------------------------

static void renames(void **state)
{
	(void)state;
	struct fixture f;
	set_up(&f, "name,flops,bytes,time [s]\ngemm_64x64,1,1,1\ngemm_128x64,1,1,1\ncopy,1,1,1\n");
	assert_true(points_rename(f.in.arena, text_source(&f, "n.csv", "name,label,series,color,marker\n/gemm_(\\d+)/,GEMM \\1,gemm,#ff0000,square\ncopy,Copy,,,\n"),
		&f.in.chart, f.in.diags));
	assert_string_equal(point_at(&f.in, 0)->label, "GEMM 64");
	assert_string_equal(point_at(&f.in, 1)->label, "GEMM 128");
	assert_string_equal(point_at(&f.in, 1)->series, "gemm");
	assert_int_equal(f.in.chart.series.count, 1);
	assert_int_equal(point_at(&f.in, 1)->marker, MARKER_SQUARE);
	assert_true(point_at(&f.in, 1)->color.visible);
	assert_string_equal(point_at(&f.in, 0)->name, "gemm_64x64");
	assert_string_equal(point_at(&f.in, 2)->label, "Copy");
	assert_null(point_at(&f.in, 2)->series);
	import_free(&f.in);
	set_up(&f, "name,flops,bytes,time [s]\ngemm_64x64,1,1,1\ngemm_128x64,3,1,1\n");
	assert_true(points_rename(f.in.arena, text_source(&f, "n.json", "{\"/gemm/\": \"GEMM\"}"), &f.in.chart, f.in.diags));
	points_group(f.in.arena, GROUP_NAME, &f.in.chart, f.in.diags);
	assert_int_equal(f.in.chart.points.count, 1); // one name now
	assert_near(point_at(&f.in, 0)->flops, 4);
	import_free(&f.in);
}

static void wrong_renames(void **state)
{
	(void)state;
	static const struct {
		const char *name, *text;
		enum diag_id id;
		const char *part;
	} cases[] = {
		{"n.csv", "name,lable\na,b\n", DIAG_UNKNOWN_KEY, "did you mean 'label'"},
		{"n.csv", "label\nb\n", DIAG_BAD_CSV, "name"},
		{"n.csv", "name,label\na\n", DIAG_BAD_CSV, "expected 2 cells"},
		{"n.csv", "name,color\na,reddish\n", DIAG_WRONG_VALUE, "color"},
		{"n.csv", "name,label\n/(/,b\n", DIAG_WRONG_VALUE, "regular expression"},
		{"n.csv", "", DIAG_BAD_CSV, "empty file"},
		{"n.json", "[1]", DIAG_WRONG_TYPE, "expected an object"},
		{"n.json", "{\"a\": {\"lable\": \"b\"}}", DIAG_UNKNOWN_KEY, "did you mean 'label'"},
		{"n.json", "{\"a\": \" \"}", DIAG_WRONG_VALUE, "blanks"},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct fixture f;
		set_up(&f, "name,flops,bytes,time [s]\na,1,1,1\n");
		assert_false(points_rename(f.in.arena, text_source(&f, cases[i].name, cases[i].text), &f.in.chart, f.in.diags));
		const struct diag *diag = import_message(&f.in, cases[i].id);
		if (!diag || !strstr(diag->message, cases[i].part)) {
			print_messages(&f.in);
			fail_msg("%s", cases[i].text);
		}
		import_free(&f.in);
	}
}

static void picks(void **state)
{
	(void)state;
	struct fixture f;
	set_up(&f, "name,flops,bytes,time [s]\ngemm a,1,1,5\ngemm b,9,1,1\ncopy,2,1,4\nscan,3,1,2\n");
	struct pattern include, exclude;
	assert_true(pattern_make(&include, "gemm|copy", true, (struct place){0}, f.in.diags));
	assert_true(pattern_make(&exclude, " b$", true, (struct place){0}, f.in.diags));
	assert_true(points_pick(&include, 1, &exclude, 1, f.in.arena, &f.in.chart, f.in.diags));
	assert_int_equal(f.in.chart.points.count, 2);
	assert_string_equal(point_at(&f.in, 1)->name, "copy");
	assert_string_equal(f.in.chart.notes.items[0], "2 of 4 points");
	assert_false(points_pick(&exclude, 1, NULL, 0, f.in.arena, &f.in.chart, f.in.diags));
	assert_non_null(import_message(&f.in, DIAG_NO_POINTS));
	pattern_clear(&include);
	pattern_clear(&exclude);
	import_free(&f.in);
	set_up(&f, "name,flops,bytes,time [s]\ngemm a,1,1,5\ngemm b,9,1,1\ncopy,2,1,4\nscan,,1,\n");
	points_top(f.in.arena, 2, TOP_BY_TIME, &f.in.chart);
	assert_int_equal(f.in.chart.points.count, 2);
	assert_string_equal(point_at(&f.in, 1)->name, "copy");
	assert_string_equal(f.in.chart.notes.items[0], "top 2 of 4 by time, 90 % of it");
	points_top(f.in.arena, 1, TOP_BY_FLOPS, &f.in.chart);
	assert_string_equal(point_at(&f.in, 0)->name, "copy");
	import_free(&f.in);
}

// ---- clock --------------------------------------------------------------------------------------------------------------------------------------------

static void scales_to_the_clock(void **state)
{
	(void)state;
	struct fixture f;
	set_up(&f, "{\"rafter\": 1, \"chart\": {\"clock\": true}, \"hardware\": {\"name\": \"H\", \"compute\": [{\"name\": \"A\", \"peak\": 312e12, \"sparse\": 624e12, "
		"\"clock\": \"1410 MHz\", \"kind\": \"datasheet\"}, {\"name\": \"B\", \"peak\": 1e12}, {\"name\": \"C\", \"peak\": 2e12, \"clock\": 1e9, \"kind\": "
		"\"measured\"}], \"memory\": [{\"name\": \"M\", \"bandwidth\": 1e12}]}, \"points\": [{\"name\": \"p\", \"intensity\": 1, \"performance\": 1, "
		"\"clock\": \"765 MHz\"}]}");
	chart_settle_clock(f.in.arena, &f.in.chart, f.in.diags);
	const struct compute_ceiling *compute = f.in.chart.hardware.items[0]->compute.items;
	assert_near(compute[0].peak, 312e12 * 765 / 1410);
	assert_near(compute[0].sparse, 624e12 * 765 / 1410);
	assert_string_equal(compute[0].name, "A at 765 MHz");
	assert_int_equal(compute[0].kind, CEILING_DERIVED);
	assert_near(compute[1].peak, 1e12);
	assert_near(compute[2].peak, 2e12);
	assert_int_equal(diags_count(f.in.diags), 0);
	import_free(&f.in);
}

static void warns_of_a_low_clock(void **state)
{
	(void)state;
	static const struct {
		const char *clock;
		bool warned;
	} cases[] = {{"1260 MHz", true}, {"1270 MHz", false}};
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct fixture f;
		g_autofree char *spec = g_strdup_printf("{\"rafter\": 1, \"hardware\": {\"name\": \"H\", \"compute\": [{\"name\": \"A\", \"peak\": 312e12, "
			"\"clock\": \"1410 MHz\"}], \"memory\": [{\"name\": \"M\", \"bandwidth\": 1e12}]}, \"points\": [{\"name\": \"p\", \"intensity\": 1, "
			"\"performance\": 1, \"clock\": \"%s\"}]}", cases[i].clock);
		set_up(&f, spec);
		chart_settle_clock(f.in.arena, &f.in.chart, f.in.diags);
		assert_int_equal(import_message(&f.in, DIAG_LOW_CLOCK) != NULL, cases[i].warned);
		assert_near(f.in.chart.hardware.items[0]->compute.items[0].peak, 312e12);
		import_free(&f.in);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_over_sums),
		cmocka_unit_test(ratios_become_sums),
		cmocka_unit_test(incomplete_members),
		cmocka_unit_test(levels_and_calls),
		cmocka_unit_test(mixed_work),
		cmocka_unit_test(shapes_apart),
		cmocka_unit_test(joins_work),
		cmocka_unit_test(work_wins_and_says_so),
		cmocka_unit_test(joins_times),
		cmocka_unit_test(renames),
		cmocka_unit_test(wrong_renames),
		cmocka_unit_test(picks),
		cmocka_unit_test(scales_to_the_clock),
		cmocka_unit_test(warns_of_a_low_clock),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
