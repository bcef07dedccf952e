// SPDX-License-Identifier: MIT
// Which importer reads a file, and what is said of files that none reads.
#include "import_fixture.h"

#include "import/ncu.h"

static void test_others(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		enum diag_id id;
		const char *part;
	} cases[] = {
		{"", DIAG_NO_IMPORTER, "an empty file"},
		{" \n\n", DIAG_NO_IMPORTER, "an empty file"},
		{"just words\n", DIAG_NO_IMPORTER, "'just words'"},
		{"NVR\x01 and so on\n", DIAG_NO_IMPORTER, "ncu --import FILE --csv --page raw"},
		{"SQLite format 3\n", DIAG_NO_IMPORTER, "nsys stats"},
		{"Intel(R) Advisor Command Line Tool\n", DIAG_NO_IMPORTER, "--report=survey --show-all-data --format=csv"},
		{"\n Performance counter stats for './app':\n", DIAG_NO_IMPORTER, "perf stat -x, -o FILE"},
		{"{ \"placements\": [], \"peak_gflops\": 1 }", DIAG_NO_IMPORTER, "jq -r"},
		{"{ \"compute\": [], \"memory\": [] }", DIAG_NO_IMPORTER, "--hardware"},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct imported in = import_text(cases[i].text);
		const struct diag *diag = import_message(&in, cases[i].id);
		if (in.ok || !diag || !strstr(diag->message, cases[i].part)) {
			print_messages(&in);
			fail_msg("'%s'", cases[i].text);
		}
		import_free(&in);
	}
	// Judged as JSON by its start or its name, so that the error is that of its own line.
	static const struct {
		const char *name, *text;
		size_t line;
		const char *part;
	} broken[] = {
		{"x.json", "// c\n{\"points\": []}", 1, "JSON has no comments"},
		{"x", "// c\n{\"points\": []}", 1, "JSON has no comments"},
		{"x", "\n/* a\nb */\n# c\n{\"points\": []}", 2, "JSON has no comments"},
		{"x.csv", " [1, 2,]\n", 1, "trailing comma"},
		{"x.csv", "\xEF\xBB\xBF{\"a\", \"b\"\n", 1, "expected ':'"},
		{"X.JSON", "name, flops, bytes\na, 1, 2\n", 1, "expected a value, found 'name'"},
		{"x.json", "// c\n", 1, "JSON has no comments"},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(broken); i++) {
		struct imported bad = import_bytes(broken[i].name, broken[i].text, strlen(broken[i].text));
		assert_refused(&bad, DIAG_BAD_JSON, broken[i].line, broken[i].part);
		import_free(&bad);
	}
	struct imported in = import_text("// kernels\nname,intensity,performance [GFLOP/s]\na,1,2\n");
	assert_false(import_message(&in, DIAG_BAD_JSON));
	import_free(&in);
	in = import_bytes("x.csv", "\xff\xfe\0n", 4);
	assert_refused(&in, DIAG_BAD_ENCODING, 1, "UTF-16; save as UTF-8");
	import_free(&in);
	in = import_bytes("x.bin", "\x7f" "ELF\0\0,", 7);
	assert_false(in.ok);
	assert_non_null(strstr(import_message(&in, DIAG_NO_IMPORTER)->message, "binary"));
	import_free(&in);
}

static void test_forced(void **state)
{
	(void)state;
	struct diags *diags = diags_new();
	struct source source = {"x", "a", 1};
	assert_string_equal(importer_find(&source, "NCU", diags)->name, "ncu");
	assert_null(importer_find(&source, "nuc", diags));
	assert_int_equal(diags_get(diags, 0)->id, DIAG_UNKNOWN_NAME);
	diags_free(diags);
}

// Whatever the text, a forced importer reads it or says why not.
static void test_forced_upon_samples(void **state)
{
	(void)state;
	g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
	GDir *tools = g_dir_open("samples/import", 0, NULL);
	for (const char *tool = g_dir_read_name(tools); tool; tool = g_dir_read_name(tools)) {
		g_autofree char *folder = g_build_filename("samples/import", tool, NULL);
		GDir *files = g_dir_open(folder, 0, NULL);
		for (const char *file = files ? g_dir_read_name(files) : NULL; file; file = g_dir_read_name(files))
			g_ptr_array_add(paths, g_build_filename(folder, file, NULL));
		g_clear_pointer(&files, g_dir_close);
	}
	g_dir_close(tools);
	assert_true(paths->len > 50);
	for (size_t i = 0; i < paths->len; i++) {
		g_autofree char *bytes = NULL;
		assert_true(g_file_get_contents(paths->pdata[i], &bytes, NULL, NULL));
		for (size_t k = 0; importers[k]; k++) {
			struct imported in = import_forced(importers[k]->name, bytes);
			if (!in.ok && !diags_error_count(in.diags))
				fail_msg("%s by %s: refused without an error", (char *)paths->pdata[i], importers[k]->name);
			import_free(&in);
		}
	}
}

// Lines `from` to `to` (from 0) of a recipe.
static char *lines_of(const char *recipe, size_t from, size_t to)
{
	g_auto(GStrv) lines = g_strsplit(recipe, "\n", -1);
	GString *text = g_string_new(NULL);
	for (size_t i = from; i <= to; i++)
		g_string_append_printf(text, "%s\n", lines[i]);
	return g_string_free(text, FALSE);
}

static void test_recipes(void **state)
{
	(void)state;
	static const struct {
		const struct importer *importer;
		size_t from, to, points;
	} examples[] = {{&importer_table, 1, 2, 1}, {&importer_nersc, 1, 7, 2}, {&importer_spec, 0, 0, 1}};
	for (size_t i = 0; importers[i]; i++)
		assert_true(g_str_has_suffix(importers[i]->recipe, "\n"));
	for (size_t i = 0; i < G_N_ELEMENTS(examples); i++) {
		g_autofree char *text = lines_of(examples[i].importer->recipe, examples[i].from, examples[i].to);
		struct imported in = import_text(text);
		assert_imported(&in, examples[i].importer->name, examples[i].points);
		assert_int_equal(diags_count(in.diags), 0);
		import_free(&in);
	}
}

// Every metric that ncu is asked for is one that is read.
static void test_ncu_recipe(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	g_auto(GStrv) words = g_strsplit(importer_ncu.recipe, " ", 6);
	assert_string_equal(words[2], "--metrics");
	g_auto(GStrv) metrics = g_strsplit(words[3], ",", -1);
	assert_int_equal(g_strv_length(metrics), 14);
	for (size_t i = 0; metrics[i]; i++) {
		if (ncu_metric_find(arena, metrics[i]).slot == NCU_OTHER)
			fail_msg("'%s' is not read", metrics[i]);
	}
	arena_free(arena);
}

// ---- public files -------------------------------------------------------------------------------------------------------------------------------------

static void test_public_files(void **state)
{
	(void)state;
	const char *folder = g_getenv("RAFTER_FORMATS");
	if (!folder) {
		print_message("RAFTER_FORMATS does not name a folder of public files: skipped\n");
		skip();
	}
	g_autofree char *long_path = g_build_filename(folder, "generic/flops_ai_long.csv", NULL);
	struct imported in = import_file(long_path);
	assert_imported(&in, "table", 1);
	assert_near(point_at(&in, 0)->performance, 2544649322991.39);
	assert_near(point_at(&in, 0)->levels.items[0].intensity, 7.56);
	import_free(&in);
	g_autofree char *timing_path = g_build_filename(folder, "generic/timing_with_flops.csv", NULL);
	in = import_file(timing_path);
	assert_imported(&in, "table", 62);
	assert_near(point_at(&in, 0)->time, 0.019372e-3);
	assert_near(point_at(&in, 0)->levels.items[0].bytes, 12582912);
	assert_near(point_at(&in, 0)->bandwidth, 649.539056e9);
	import_free(&in);
	g_autofree char *nersc_path = g_build_filename(folder, "generic/nersc_plot_hierarchical.txt", NULL);
	in = import_file(nersc_path);
	assert_imported(&in, "nersc", 6);
	assert_near(point_at(&in, 0)->performance, 2085.756683e9);
	import_free(&in);
	in = import_public("generic/peaks_base_units.csv");
	assert_imported(&in, "table", 0);
	assert_int_equal(in.chart.hardware.count, 2);
	assert_near(in.chart.hardware.items[0]->compute.items[0].peak / in.chart.hardware.items[0]->memory.items[0].bandwidth, 32256.0 / 672.048);
	assert_near(in.chart.hardware.items[1]->compute.items[0].peak, 33739119771597.6);
	import_free(&in);
	static const char *const refused[] = {"generic/apps.csv", "generic/hw.csv", "generic/pipe_separated_p100.txt",
		"generic/gpu_roofline_burst_h100.json"};
	for (size_t i = 0; i < G_N_ELEMENTS(refused); i++) {
		g_autofree char *path = g_build_filename(folder, refused[i], NULL);
		in = import_file(path);
		assert_false(in.ok);
		assert_int_equal(diags_exit_code(in.diags), 3);
		import_free(&in);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_others),
		cmocka_unit_test(test_forced),
		cmocka_unit_test(test_forced_upon_samples),
		cmocka_unit_test(test_recipes),
		cmocka_unit_test(test_ncu_recipe),
		cmocka_unit_test(test_public_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
