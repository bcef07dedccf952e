// SPDX-License-Identifier: MIT
#include "import_fixture.h"

#define SAMPLES "samples/import/nsys/"
#define KERN_SUM "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n"

static void test_sums(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "kern_gb_sum_us.csv");
	assert_imported(&in, "nsys", 2);
	assert_int_equal(diags_count(in.diags), 0);
	const struct point *relax = point_at(&in, 0);
	assert_string_equal(relax->name, "void relax<(int)2, float>(const float *, float *)");
	assert_string_equal(relax->shape, "grid 896 1 1, block 256 1 1");
	assert_near(relax->time, 1500.25e-6);
	assert_near(relax->launches, 3);
	assert_string_equal(relax->missing, IMPORT_TIMES_ALONE);
	assert_string_equal(point_at(&in, 1)->name, "norm#1");
	assert_string_equal(point_at(&in, 1)->shape, "grid 64 2 1, block 32 8 1");
	import_free(&in);
	in = import_file(SAMPLES "kern_sum_2019.csv");
	assert_imported(&in, "nsys", 2);
	assert_near(point_at(&in, 0)->time, 9e-6);
	assert_near(point_at(&in, 0)->launches, 9);
	assert_non_null(strstr(point_at(&in, 0)->assumptions, "nanoseconds"));
	import_free(&in);
}

static void test_trace(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "trace_old.csv");
	assert_imported(&in, "nsys", 2);
	assert_message(&in, DIAG_IGNORED, 1, "2 rows of memory copies");
	assert_string_equal(in.chart.device_hint, "Tesla V100-SXM2-16GB");
	assert_string_equal(point_at(&in, 0)->name, "stencil<3>(float *, int) #1");
	assert_string_equal(point_at(&in, 0)->shape, "grid 32 4 1, block 128 1 1");
	assert_near(point_at(&in, 1)->time, 1.1e-6);
	assert_near(point_at(&in, 1)->launches, 1);
	import_free(&in);
}

static void test_column_text(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "stats.txt");
	assert_imported(&in, "nsys", 2);
	assert_string_equal(point_at(&in, 0)->name, "faltung(const float *, größ");
	assert_near(point_at(&in, 0)->time, 4000500e-9);
	assert_near(point_at(&in, 0)->launches, 2000);
	assert_near(point_at(&in, 1)->time, 1000125e-9);
	import_free(&in);
	// a figure that is wider than its column
	g_autofree char *bytes = NULL;
	assert_true(g_file_get_contents(SAMPLES "stats.txt", &bytes, NULL, NULL));
	g_autoptr(GString) text = g_string_new(bytes);
	g_string_replace(text, " 100,125   100,125          0.0", "1,000,125  1,000,125          0.0", 0);
	in = import_text(text->str);
	assert_refused(&in, DIAG_BAD_PROFILE, 12, "expected blanks between two columns");
	import_free(&in);
}

// A trace and sums of the same launches: the launches count once.
static void test_two_reports(void **state)
{
	(void)state;
	struct imported in = import_text(KERN_SUM "100.0,20,2,10.0,10.0,10,10,0.0,axpy\n\n"
		"Start (ns),Duration (ns),GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Name\n0,10,1,1,1,32,1,1,axpy\n50,10,1,1,1,32,1,1,axpy\n");
	assert_imported(&in, "nsys", 2);
	assert_near(point_at(&in, 0)->time, 10e-9);
	assert_message(&in, DIAG_IGNORED, 1, "fewer details");
	import_free(&in);
}

static const struct refusal wrong[] = {
	{KERN_SUM, DIAG_BAD_PROFILE, 1, "found none"},
	{KERN_SUM "50.0,100,2,50.0", DIAG_BAD_PROFILE, 2, "expected 9 cells as in the header, found 4"},
	{KERN_SUM "50.0,100,2,50.0,1,1,1,0,", DIAG_BAD_PROFILE, 2, "expected the name of a kernel"},
	{KERN_SUM "50.0,-100,2,50.0,1,1,1,0,a", DIAG_NEGATIVE, 2, "expected 0 or more in 'Total Time', found '-100'"},
	{KERN_SUM "50.0,fast,2,50.0,1,1,1,0,a", DIAG_WRONG_VALUE, 2, "expected a number in 'Total Time', found 'fast'"},
	{KERN_SUM "50.0,100,0,50.0,1,1,1,0,a", DIAG_WRONG_VALUE, 2, "from 1 on in 'Instances', found '0'"},
	{KERN_SUM "50.0,100,2,50.0,1,1,1,0,\"a", DIAG_BAD_CSV, 2, ""},
	{KERN_SUM "50.0,100,2,50.0,1,1,1,0,a\n\n" KERN_SUM "50.0,100,2,50.0,1,1,1,0,b\n50.0,100,x,50.0,1,1,1,0,c", DIAG_WRONG_VALUE, 6, "found 'x'"},
	{"Start (ns),Duration (ns),GrdX,BlkX,Name\n0,10,,,[CUDA memset]\n", DIAG_BAD_PROFILE, 1, "found copies alone"},
	{"Processing [a.sqlite] with [cuda_api_sum.py]...\nTime (%),Total Time (ns),Num Calls,Name\n1,2,3,x\n", DIAG_BAD_PROFILE, 1, "cuda_gpu_kern_sum"},
	{"SKIPPED: a.sqlite does not contain CUDA kernel data.\n", DIAG_BAD_PROFILE, 1, "found none"},
};

// Files joined with cat: no line stands between them, and no row is read twice.
static void test_joined(void **state)
{
	(void)state;
	struct imported in = import_text(KERN_SUM "1,10,1,1,1,1,1,1,a\n" KERN_SUM "1,20,1,1,1,1,1,1,b\n");
	assert_imported(&in, "nsys", 2);
	assert_near(point_at(&in, 0)->time, 10e-9);
	assert_string_equal(point_at(&in, 1)->name, "b");
	import_free(&in);
	static const char all[] = "Time,Total Time,Instances,Category,Name\n";
	in = import_text("Time,Total Time,Instances,Category,Name\n1,1,1,MEMORY_OPER,x\nTime,Total Time,Instances,Category,Name\n1,1,1,CUDA_KERNEL,k\n");
	assert_imported(&in, "nsys", 1);
	assert_message(&in, DIAG_IGNORED, 1, "1 row of memory copies");
	import_free(&in);
	g_autoptr(GString) many = g_string_new(NULL);
	for (int i = 0; i < 1600; i++)
		g_string_append(many, all);
	in = import_text(many->str);
	assert_refused(&in, DIAG_BAD_PROFILE, 1, "expected a report of kernels (cuda_gpu_trace, cuda_gpu_kern_sum), found none");
	import_free(&in);
}

static void test_wrong(void **state)
{
	(void)state;
	assert_all_refused(wrong, G_N_ELEMENTS(wrong));
}

static void test_public_files(void **state)
{
	(void)state;
	struct imported in = import_public("nsys/cuda_gpu_kern_sum_rtx4090.csv");
	assert_imported(&in, "nsys", 15);
	double seconds = 0, launches = 0;
	for (size_t i = 0; i < in.chart.points.count; i++) {
		seconds += point_at(&in, i)->time;
		launches += point_at(&in, i)->launches;
	}
	assert_near(seconds, 198511027e-9);
	assert_near(launches, 679);
	assert_true(fabs(point_at(&in, 0)->time / point_at(&in, 0)->launches - 3105805.8e-9) < 1e-9 * 0.05);
	import_free(&in);
	in = import_public("nsys/cuda_gpu_trace_preamble.csv");
	assert_imported(&in, "nsys", 1);
	assert_near(point_at(&in, 0)->time, 7.072e-6);
	assert_string_equal(point_at(&in, 0)->shape, "grid 4096 1 1, block 256 1 1");
	assert_string_equal(in.chart.device_hint, "NVIDIA RTX 5000 Ada Generation Laptop GPU");
	assert_message(&in, DIAG_IGNORED, 7, "2 rows");
	import_free(&in);
	in = import_public("nsys/stats_table_a100.txt");
	assert_imported(&in, "nsys", 1);
	assert_near(point_at(&in, 0)->time, 1831281e-9);
	assert_near(point_at(&in, 0)->launches, 1010);
	import_free(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sums),
		cmocka_unit_test(test_trace),
		cmocka_unit_test(test_column_text),
		cmocka_unit_test(test_two_reports),
		cmocka_unit_test(test_joined),
		cmocka_unit_test(test_wrong),
		cmocka_unit_test(test_public_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
