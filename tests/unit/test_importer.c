// SPDX-License-Identifier: MIT
// Which importer reads a file, and what is said of files that none reads.
#include "import_fixture.h"

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
		{"TABLE,Region init,Group 1 Metric,MEM_DP,3\n", DIAG_NO_IMPORTER, "likwid"},
		{"sep=,\nName,Bandwidth,Type\n", DIAG_NO_IMPORTER, "Intel Advisor"},
		{"Time (%),Total Time (ns),Instances\n", DIAG_NO_IMPORTER, "nsys"},
		{"{ \"traceEvents\": [] }", DIAG_NO_IMPORTER, "trace of PyTorch"},
		{"{ \"placements\": [], \"peak_gflops\": 1 }", DIAG_NO_IMPORTER, "jq -r"},
		{"{ \"compute\": [], \"memory\": [] }", DIAG_NO_IMPORTER, "--hardware"},
		{"[{ \"build_commit\": \"x\", \"avg_ts\": 1 }]", DIAG_NO_IMPORTER, "llama-bench"},
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
	struct imported in = import_bytes("x.csv", "\xff\xfe\0n", 4);
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
	static const char *const refused[] = {"generic/apps.csv", "generic/hw.csv", "generic/peaks_base_units.csv", "generic/pipe_separated_p100.txt",
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
		cmocka_unit_test(test_public_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
