// SPDX-License-Identifier: MIT
#include "import_fixture.h"

#include "import/table.h"

#define SAMPLES "samples/import/table/"

// ---- rows ------------------------------------------------------------------------------------------------------------------------------------------

static void test_kernels(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "kernels.csv");
	assert_imported(&in, "table", 3);
	const struct point *second = point_at(&in, 1), *last = point_at(&in, 2);
	assert_string_equal(second->name, "gemm #2");
	assert_string_equal(second->series, "dense");
	assert_string_equal(second->precision, "fp32");
	assert_near(second->flops, 2e12);
	assert_near(second->time, 0.04);
	assert_int_equal(second->levels.count, 2);
	assert_string_equal(second->levels.items[1].level, "L2");
	assert_near(second->levels.items[1].bytes, 16e9);
	assert_string_equal(last->name, "scan<T, 4>");
	assert_string_equal(last->precision, "fp64");
	assert_message(&in, DIAG_IGNORED, 2, "'Compiler'");
	import_free(&in);
}

static void test_units_in_cells(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "units_in_cells.tsv");
	assert_imported(&in, "table", 2);
	assert_near(point_at(&in, 0)->time, 1.75e-3);
	assert_near(point_at(&in, 0)->flops, 2e9);
	assert_near(point_at(&in, 1)->levels.items[0].bytes, 16777216);
	import_free(&in);
}

static void test_time_needs_a_unit(void **state)
{
	(void)state;
	struct imported in = import_text("name,flops,bytes,time\na,1e12,1e9,2\nb,1e12,1e9,3\n");
	assert_refused(&in, DIAG_MISSING_UNIT, 1, "'time_ms' or 'time [ms]'");
	assert_int_equal(diags_error_count(in.diags), 1);
	import_free(&in);
	in = import_text("name,flops,bytes,time_ms\ngemm,1e12,1e9,2\n");
	assert_imported(&in, "table", 1);
	assert_near(point_at(&in, 0)->flops / point_at(&in, 0)->time, 5e14);
	import_free(&in);
}

static void test_missing_cells(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "missing_cells.csv");
	assert_imported(&in, "table", 3);
	assert_true(isnan(point_at(&in, 0)->flops));
	assert_string_equal(point_at(&in, 0)->missing, "line 2: column 'MFLOP' is '--'; column 'Bytes' is 'N/A'");
	assert_null(point_at(&in, 1)->missing);
	assert_near(point_at(&in, 1)->flops / point_at(&in, 1)->levels.items[0].bytes, 500);
	assert_string_equal(point_at(&in, 2)->missing, "line 4: column 'Time us' is 'null'");
	import_free(&in);
	in = import_text("name,intensity,performance [GFLOP/s],time_ms\na,2,3,\n");
	assert_imported(&in, "table", 1);
	assert_null(point_at(&in, 0)->missing); // the others fix it
	import_free(&in);
}

static void test_decimal_comma(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "decimal_comma.csv");
	assert_imported(&in, "table", 2);
	assert_near(point_at(&in, 0)->performance, 1234.5e9);
	assert_near(point_at(&in, 0)->levels.items[0].intensity, 0.25);
	assert_message(&in, DIAG_ASSUMED, 2, "decimal comma");
	import_free(&in);
	in = import_text("\"Kernel Name\",\"GFLOP/s\",\"GB/s\"\n\"k\",\"5,40\",\"2,70\"\n");
	assert_imported(&in, "table", 1);
	assert_near(point_at(&in, 0)->performance, 5.4e9);
	assert_near(point_at(&in, 0)->bandwidth, 2.7e9);
	import_free(&in);
}

// The number and the unit of its column are one decimal number, without the noise of a multiplication.
static void test_numbers_are_exact(void **state)
{
	(void)state;
	struct imported in = import_text("name,flops [GFLOP],bytes [GB],time [ms]\na,64.8276,1.1,4.1\nb,64.8276 GFLOP,1.1 GB,4.1 ms\n");
	assert_imported(&in, "table", 2);
	for (size_t i = 0; i < 2; i++) {
		assert_true(point_at(&in, i)->flops == 64827600000.0);
		assert_true(point_at(&in, i)->levels.items[0].bytes == 1.1e9);
		assert_true(point_at(&in, i)->time == 4.1e-3);
	}
	import_free(&in);
	in = import_text("name,intensity,performance [GFLOP/s]\na,1e-400,5\n");
	assert_refused(&in, DIAG_WRONG_VALUE, 2, "expected 0 or a magnitude from 4.9e-324 to 1.8e308, found '1e-400'");
	import_free(&in);
}

static void test_lone_comma_asks(void **state)
{
	(void)state;
	struct imported in = import_text("name,GFLOP/s,AI\na,\"1,234\",5\n");
	assert_refused(&in, DIAG_WRONG_VALUE, 2, "'1,234'");
	import_free(&in);
	in = import_text("name,GFLOP/s,AI\na,\"1,234\",5.5\n");
	assert_imported(&in, "table", 1);
	assert_near(point_at(&in, 0)->performance, 1234e9);
	import_free(&in);
}

static void test_bare_flops(void **state)
{
	(void)state;
	struct imported in = import_text("name,flops,AI\na,2.5e12,4\n");
	assert_imported(&in, "table", 1);
	assert_near(point_at(&in, 0)->performance, 2.5e12);
	assert_true(isnan(point_at(&in, 0)->flops));
	assert_message(&in, DIAG_ASSUMED, 1, "rate");
	import_free(&in);
	in = import_text("name,flops,AI,time_ms\na,2.5e12,4,10\n");
	assert_imported(&in, "table", 1);
	assert_near(point_at(&in, 0)->flops, 2.5e12);
	import_free(&in);
}

static void test_redundant_gbps(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "redundant_gbps.csv");
	assert_imported(&in, "table", 3);
	assert_string_equal(point_at(&in, 1)->name, "axpy #2");
	assert_string_equal(point_at(&in, 2)->name, "copy");
	assert_near(point_at(&in, 0)->bandwidth, 24e9);
	assert_near(point_at(&in, 0)->time, 0.5e-3);
	assert_message(&in, DIAG_ASSUMED, 1, "'achieved_gbps' is read in bytes");
	import_free(&in);
	in = import_text("name,bytes,time_ms,gbps,intensity\na,1e6,1,8,2\nb,2e6,1,16,2\n");
	assert_imported(&in, "table", 2);
	assert_near(point_at(&in, 0)->bandwidth, 1e9);
	assert_message(&in, DIAG_ASSUMED, 1, "is read in bits");
	import_free(&in);
	in = import_text("name,GFLOPS,gbps\na,10,5\n");
	assert_refused(&in, DIAG_MISSING_UNIT, 1, "no other columns show which");
	import_free(&in);
	in = import_text("name,bytes,time_ms,gbps,intensity\na,1e6,1,8,2\nb,2e6,1,2,2\n");
	assert_refused(&in, DIAG_MISSING_UNIT, 1, "agree with neither");
	import_free(&in);
}

static void test_rows_in_error(void **state)
{
	(void)state;
	struct imported in = import_text("name,flops,bytes,seconds\n\"a\nb\",1,2,3\n\"c\nd\",1,2\ne,-1,2,3\nf,1,2 GFLOP,3\ng,x,2,3\n");
	assert_refused(&in, DIAG_BAD_CSV, 4, "expected 4 cells as in the header, found 3");
	assert_message(&in, DIAG_NEGATIVE, 6, "'-1'");
	assert_message(&in, DIAG_WRONG_UNIT, 7, "'2 GFLOP'");
	assert_message(&in, DIAG_WRONG_VALUE, 8, "'x'");
	assert_string_equal(import_message(&in, DIAG_NEGATIVE)->point, "e");
	import_free(&in);
}

static void test_two_times(void **state)
{
	(void)state;
	struct imported in = import_text("name,flops,bytes,time_ms,time_us\na,1,2,3,4\n");
	assert_refused(&in, DIAG_CONFLICT, 1, "'time_ms' and 'time_us'");
	import_free(&in);
}

static void test_names(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "quoted_names.csv");
	assert_imported(&in, "table", 3);
	assert_string_equal(point_at(&in, 0)->name, "copy(double*, int)");
	assert_string_equal(point_at(&in, 1)->name, "say \"hello\"");
	assert_string_equal(point_at(&in, 2)->name, "three lines here");
	import_free(&in);
	in = import_text("name,flops,bytes,s\na,1,1,1\na #1,1,1,1\na,1,1,1\n");
	assert_imported(&in, "table", 3);
	assert_string_equal(point_at(&in, 0)->name, "a #2");
	assert_string_equal(point_at(&in, 1)->name, "a #1");
	assert_string_equal(point_at(&in, 2)->name, "a #3");
	import_free(&in);
	in = import_text("flops,bytes,s\n1,1,1\n");
	assert_imported(&in, "table", 1);
	assert_string_equal(point_at(&in, 0)->name, "line 2");
	import_free(&in);
}

static void test_mean_of_calls(void **state)
{
	(void)state;
	struct imported in = import_text("kernel,mean_ms,min_ms,max_ms,calls,macs,bytes\na,2,1,3,7,1e9,1e9\n");
	assert_imported(&in, "table", 1);
	assert_true(isnan(point_at(&in, 0)->calls));
	assert_near(point_at(&in, 0)->launches, 7);
	assert_near(point_at(&in, 0)->macs, 1e9);
	assert_near(point_at(&in, 0)->time_low, 1e-3);
	assert_near(point_at(&in, 0)->time_high, 3e-3);
	import_free(&in);
	in = import_text("kernel,time_ms,calls,flops,bytes\na,14,7,1e9,1e9\n");
	assert_imported(&in, "table", 1);
	assert_near(point_at(&in, 0)->calls, 7);
	import_free(&in);
}

// What a spec refuses is no point in a table either.
static void test_launches(void **state)
{
	(void)state;
	struct imported in = import_text("kernel,time_ms,launches,flops,bytes\na,14,7,1e9,1e9\nb,14,0,1e9,1e9\n");
	assert_refused(&in, DIAG_WRONG_VALUE, 3, "column 'launches': expected at least 1 launch, found 0 (point 'b')");
	import_free(&in);
	in = import_text("kernel,time_ms,launches,flops,bytes\na,14,7,1e9,1e9\nb,14,,1e9,1e9\n");
	assert_imported(&in, "table", 2);
	assert_near(point_at(&in, 0)->launches, 7);
	assert_near(point_at(&in, 1)->launches, 1);
	import_free(&in);
	in = import_text("kernel,time_ms,calls,flops,bytes\na,14,2.5,1e9,1e9\n");
	assert_refused(&in, DIAG_WRONG_VALUE, 2, "column 'calls': expected a whole number of calls, found 2.5 (point 'a')");
	import_free(&in);
	in = import_text("kernel,mean_ms,min_ms,max_ms,flops,bytes\na,2,0,3,1e9,1e9\n");
	assert_refused(&in, DIAG_WRONG_VALUE, 2, "column 'min_ms': expected a time above 0, found 0");
	import_free(&in);
	in = import_text("kernel,time_ms,flops,bytes\n\u00a0,14,1e9,1e9\n");
	assert_imported(&in, "table", 1);
	assert_string_equal(point_at(&in, 0)->name, "line 2");
	import_free(&in);
}

// Bytes of the level that the row names, and bytes of that level: the same thing in two columns.
static void test_one_level_in_two_columns(void **state)
{
	(void)state;
	struct imported in = import_text("kernel,level,time_ms,flops,bytes,dram_bytes\na,DRAM,1,1e9,5,5\nb,L2,1,1e9,5,7\n");
	assert_imported(&in, "table", 2);
	assert_int_equal(point_at(&in, 0)->levels.count, 1);
	assert_int_equal(point_at(&in, 1)->levels.count, 2);
	import_free(&in);
	in = import_text("kernel,level,time_ms,flops,bytes,dram_bytes\na,DRAM,1,1e9,5,6\n");
	assert_refused(&in, DIAG_CONFLICT, 2, "column 'dram_bytes': expected one value for DRAM, found 6 here and 5 in another column");
	import_free(&in);
}

static void test_separators(void **state)
{
	(void)state;
	static const char *const texts[] = {"name|flops|bytes|s\r\na|1|2|3\r\n", "sep=;\nname;flops;bytes;s\na;1;2;3\n", "\xef\xbb\xbf\"name\",flops,bytes,s\na,1,2,3",
		"# a comment\nname\tflops\tbytes\ts\n\na\t1\t2\t3\n"};
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
		struct imported in = import_text(texts[i]);
		assert_imported(&in, "table", 1);
		assert_string_equal(point_at(&in, 0)->name, "a");
		assert_near(point_at(&in, 0)->levels.items[0].bytes, 2);
		import_free(&in);
	}
}

static void test_units_row(void **state)
{
	(void)state;
	struct imported in = import_text("kernel,flops,bytes,time\n,,MB,us\na,1e9,200,8\n");
	assert_imported(&in, "table", 1);
	assert_near(point_at(&in, 0)->time, 8e-6);
	assert_near(point_at(&in, 0)->levels.items[0].bytes, 2e8);
	import_free(&in);
}

// ---- other shapes ----------------------------------------------------------------------------------------------------------------------------------

static void test_metrics_long(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "metrics_long.csv");
	assert_imported(&in, "table", 2);
	assert_string_equal(point_at(&in, 1)->name, "core");
	assert_near(point_at(&in, 1)->performance, 9.25e11);
	assert_near(point_at(&in, 1)->levels.items[0].intensity, 6.5);
	assert_message(&in, DIAG_IGNORED, 4, "'Ranks'");
	import_free(&in);
	in = import_text("Kernel,Metric,Metric Value,Metric Unit\na,time,2,ms\na,flops,4,GFLOP\na,bytes,1,GB\na,time,3,ms\na,flops,4,GFLOP\na,bytes,1,GB\n");
	assert_imported(&in, "table", 2);
	assert_string_equal(point_at(&in, 1)->name, "a #2");
	assert_near(point_at(&in, 1)->time, 3e-3);
	import_free(&in);
}

static void test_headerless(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "headerless.csv");
	assert_refused(&in, DIAG_BAD_CSV, 1, "add as the first line 'name,intensity,performance [GFLOP/s]'");
	import_free(&in);
	in = import_file(SAMPLES "pipes.txt");
	assert_refused(&in, DIAG_BAD_CSV, 1, "put in its place 'name|intensity|performance [GFLOP/s]|level|note'");
	import_free(&in);
	in = import_text("NVIDIA Tesla V100,7660,778,0\n");
	assert_refused(&in, DIAG_BAD_CSV, 1, "'name,peak [GFLOP/s],bandwidth [GB/s],unused1'");
	import_free(&in);
	in = import_text("size,first,second\n1,2,3\n");
	assert_refused(&in, DIAG_BAD_CSV, 1, "expected columns that fix a point");
	import_free(&in);
}

static void test_ceilings(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "ceilings.csv");
	assert_imported(&in, "table", 0);
	assert_int_equal(in.chart.hardware.count, 2); // a row with both is a machine
	const struct hardware *machine = in.chart.hardware.items[1];
	assert_string_equal(machine->name, "measured");
	assert_int_equal(machine->compute.items[0].kind, CEILING_MEASURED);
	assert_near(machine->compute.items[0].peak, 1.82e13);
	assert_near(machine->memory.items[0].bandwidth, 1402.5e9);
	assert_near(in.chart.hardware.items[0]->memory.items[0].bandwidth, 1555e9);
	assert_true(isnan(machine->tdp_w) && isnan(machine->memory.items[0].capacity));
	import_free(&in);
	in = import_text("name,peak [TFLOP/s]\na,19.5\n");
	assert_refused(&in, DIAG_MISSING_KEY, 1, "expected a column such as 'bandwidth [GB/s]'");
	import_free(&in);
	in = import_text("name,peak [TFLOP/s],bandwidth [GB/s]\na,19.5,1555\nb,0,\n");
	assert_imported(&in, "table", 0);
	assert_message(&in, DIAG_ZERO_ROOF, 3, "'b' is 0");
	import_free(&in);
	in = import_text("label,peak_flops,peak_bandwidth\na,1e12,1555\n");
	assert_refused(&in, DIAG_MISSING_UNIT, 1, "'peak_bandwidth [GB/s]'");
	import_free(&in);
	in = import_text("label,peak_flops,peak_bandwidth\na,1e12,1e11\n");
	assert_imported(&in, "table", 0);
	assert_near(in.chart.hardware.items[0]->memory.items[0].bandwidth, 1e11);
	assert_message(&in, DIAG_ASSUMED, 2, "is read in B/s");
	import_free(&in);
	in = import_text("label,peak_flops,peak_bandwidth\na,9700,1e11\n");
	assert_refused(&in, DIAG_WRONG_UNIT, 2, "9700 FLOP/s is too little for a machine");
	import_free(&in);
	in = import_text("name,peak [TFLOP/s],bandwidth [GB/s]\nFP32,19.5,\nFP64,9.7,\nHBM,,1555\nL2,,4000\n");
	assert_imported(&in, "table", 0);
	assert_int_equal(in.chart.hardware.count, 1); // rows of one machine
	machine = in.chart.hardware.items[0];
	assert_int_equal(machine->compute.count, 2);
	assert_string_equal(machine->memory.items[1].name, "L2");
	import_free(&in);
	in = import_text("label,peak_flops,peak [GB/s]\na,1e12\n");
	assert_refused(&in, DIAG_BAD_CSV, 2, "expected 3 cells");
	import_free(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kernels),
		cmocka_unit_test(test_units_in_cells),
		cmocka_unit_test(test_time_needs_a_unit),
		cmocka_unit_test(test_missing_cells),
		cmocka_unit_test(test_decimal_comma),
		cmocka_unit_test(test_numbers_are_exact),
		cmocka_unit_test(test_lone_comma_asks),
		cmocka_unit_test(test_bare_flops),
		cmocka_unit_test(test_redundant_gbps),
		cmocka_unit_test(test_rows_in_error),
		cmocka_unit_test(test_two_times),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_mean_of_calls),
		cmocka_unit_test(test_launches),
		cmocka_unit_test(test_one_level_in_two_columns),
		cmocka_unit_test(test_separators),
		cmocka_unit_test(test_units_row),
		cmocka_unit_test(test_metrics_long),
		cmocka_unit_test(test_headerless),
		cmocka_unit_test(test_ceilings),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
