// SPDX-License-Identifier: MIT
#include "import_fixture.h"

#include "import/ncu.h"

#define SAMPLES "samples/import/ncu/"

static void assert_point(const struct imported *in, size_t index, double flops, const char *level, double bytes, double seconds)
{
	const struct point *point = point_at(in, index);
	assert_near(point->flops, flops);
	assert_int_equal(point->levels.count, 1);
	assert_string_equal(point->levels.items[0].level, level);
	assert_near(point->levels.items[0].bytes, bytes);
	assert_near(point->time, seconds);
}

// ---- files --------------------------------------------------------------------------------------------------------------------------------------------

static void test_tensor(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "tensor.csv");
	assert_imported(&in, "ncu", 4);
	assert_string_equal(in.chart.device_hint, "NVIDIA A100-SXM4-40GB");
	assert_near(point_at(&in, 0)->flops, 0 + 0.0);
	assert_null(point_at(&in, 0)->precision);
	assert_non_null(strstr(point_at(&in, 0)->assumptions, "tensor FLOPs alone"));
	assert_point(&in, 1, 2147483648, "DRAM", 33554432, 1e-4);
	assert_point(&in, 2, 2147483648, "DRAM", 16777216, 6e-5);
	assert_string_equal(point_at(&in, 2)->precision, "fp16");
	assert_string_equal(point_at(&in, 2)->pipe, "tensor");
	assert_non_null(strstr(point_at(&in, 2)->assumptions, "4096 FLOPs a tensor instruction (s16816)"));
	assert_true(isnan(point_at(&in, 3)->flops));
	assert_non_null(strstr(point_at(&in, 3)->missing, "nothing states how many FLOPs one is"));
	assert_string_equal(in.chart.notes.items[0], "Nsight Compute, SM clock 765 MHz");
	import_free(&in);
}

static void test_cores(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "cores_print_fp.csv");
	assert_imported(&in, "ncu", 4);
	assert_point(&in, 0, 2147483648, "DRAM", 134217728, 0.002); // neither the 2^21 FLOPs of HFMA nor 32768 tensor instructions
	assert_non_null(strstr(point_at(&in, 0)->assumptions, "FP16 FMA below 1 %"));
	assert_non_null(strstr(point_at(&in, 0)->assumptions, "tensor instructions"));
	assert_string_equal(point_at(&in, 0)->precision, "fp32");
	assert_string_equal(point_at(&in, 0)->pipe, "vector");
	assert_string_equal(point_at(&in, 0)->label, "sgemm_naive");
	assert_string_equal(point_at(&in, 1)->name, "axpy(double, const double *, double *, int) #1");
	assert_string_equal(point_at(&in, 2)->label, "axpy #2");
	assert_string_equal(point_at(&in, 2)->precision, "fp64");
	assert_point(&in, 2, 2097152, "DRAM", 25165824, 29610 / 1.41e9);
	assert_point(&in, 3, 11534336, "DRAM", 8388608, 1e-5);
	assert_string_equal(point_at(&in, 3)->precision, "fp16");
	import_free(&in);
}

static void test_decimal_comma(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "decimal_comma.csv");
	assert_imported(&in, "ncu", 1);
	assert_point(&in, 0, 268435456, "DRAM", 12582912, 81920e-9);
	assert_message(&in, DIAG_ASSUMED, 4, "'12.582.912'");
	import_free(&in);
	in = import_file(SAMPLES "open_number.csv");
	assert_refused(&in, DIAG_WRONG_VALUE, 2, "'81.920'");
	import_free(&in);
}

static void test_windows(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "windows_bom.csv");
	assert_imported(&in, "ncu", 1);
	assert_string_equal(in.chart.device_hint, "NVIDIA GeForce RTX 5070");
	assert_near(point_at(&in, 0)->levels.items[0].bytes, 100663296);
	assert_near(point_at(&in, 0)->time, 160e-6);
	assert_true(isnan(point_at(&in, 0)->flops));
	assert_non_null(strstr(point_at(&in, 0)->missing, "or re-run ncu with --metrics sm__sass"));
	import_free(&in);
}

static void test_profiler_error(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "profiler_error.csv");
	assert_imported(&in, "ncu", 1);
	assert_point(&in, 0, 5e6, "DRAM", 2e6, 12.5e-6);
	assert_message(&in, DIAG_PROFILER_ERROR, 2, "profiler reported errors: Failed to profile \"big_kernel\" in process 4711");
	import_free(&in);
	in = import_file(SAMPLES "no_kernels.csv");
	assert_refused(&in, DIAG_BAD_PROFILE, 3, "ncu recorded no kernels; it said: The application returned an error code (1).");
	import_free(&in);
	in = import_file(SAMPLES "columns.csv");
	assert_imported(&in, "ncu", 1);
	assert_message(&in, DIAG_PROFILER_ERROR, 2, "LaunchTimeout");
	assert_near(point_at(&in, 0)->levels.items[0].bytes, 2e8);
	assert_near(point_at(&in, 0)->time, 8e-3);
	import_free(&in);
}

static void test_integrated(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "integrated_nvtx.csv");
	assert_imported(&in, "ncu", 1);
	assert_point(&in, 0, 2147483648.0 + 2 * 65536, "L2", 12582912, 20480e-9);
	assert_string_equal(point_at(&in, 0)->precision, "bf16");
	assert_false(point_at(&in, 0)->sparse);
	assert_non_null(strstr(point_at(&in, 0)->assumptions, "bytes are those of L2"));
	import_free(&in);
}

static void test_resaved(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "resaved_2020.csv");
	assert_imported(&in, "ncu", 2);
	assert_point(&in, 0, 16e6, "DRAM", 64e6, 130000.5 / 1.3e9);
	assert_string_equal(point_at(&in, 1)->name, "PushParticles #2");
	import_free(&in);
}

static void test_rates(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "rates_per_cycle.csv");
	assert_imported(&in, "ncu", 1);
	assert_near(point_at(&in, 0)->performance, 2 * 512.25 * 1.2e9);
	assert_near(point_at(&in, 0)->bandwidth, 600.5e9);
	assert_null(point_at(&in, 0)->missing);
	import_free(&in);
}

static void test_sections(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "details.csv");
	assert_imported(&in, "ncu", 1);
	assert_near(point_at(&in, 0)->time, 12.5e-6);
	assert_true(isnan(point_at(&in, 0)->flops));
	assert_non_null(strstr(point_at(&in, 0)->missing, "--metrics"));
	import_free(&in);
}

static void test_summary(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "summary.csv");
	assert_imported(&in, "ncu", 2);
	assert_point(&in, 0, 400 * 3000, "DRAM", 32 * 400 * 125.5, 400 * 2.5e-6);
	assert_near(point_at(&in, 0)->launches, 400);
	assert_string_equal(point_at(&in, 0)->shape, "grid (8, 1, 1), block (128, 1, 1)");
	assert_point(&in, 1, 10 * 5000, "DRAM", 32 * 10 * 250, 10 * 4e-6);
	import_free(&in);
	in = import_file(SAMPLES "nvprof.csv");
	assert_imported(&in, "ncu", 1);
	assert_string_equal(in.chart.device_hint, "Tesla V100-SXM2-16GB");
	assert_near(point_at(&in, 0)->flops, 3 * (1000 + 2 * 4000));
	assert_near(point_at(&in, 0)->levels.items[0].bytes, 3 * 32 * (700 + 300));
	import_free(&in);
}

static void test_wide(void **state)
{
	(void)state;
	struct imported in = import_file(SAMPLES "wide.csv");
	assert_imported(&in, "ncu", 3);
	assert_string_equal(in.chart.device_hint, "Example GPU");
	assert_point(&in, 0, 2e6 + 2 * 4e6, "DRAM", 2.5e6, 20e-6);
	assert_string_equal(point_at(&in, 0)->label, "tile<64> #1");
	assert_string_equal(point_at(&in, 0)->name, "void tile<float, 64>(float *) #1");
	assert_string_equal(point_at(&in, 1)->label, "tile<128>");
	assert_point(&in, 1, 2 * 6e6, "DRAM", 1e6, 10e-6);
	assert_near(point_at(&in, 0)->clock, 1.25e9);
	// ceilings: 2 x 100 FMA a cycle at the highest clock, 512 bytes a cycle of memory
	assert_int_equal(in.chart.hardware.count, 1);
	const struct hardware *machine = in.chart.hardware.items[0];
	assert_int_equal(machine->compute.count, 1);
	assert_near(machine->compute.items[0].peak, 2 * 100 * 1.3e9);
	assert_string_equal(machine->compute.items[0].precision, "fp32");
	assert_near(machine->memory.items[0].bandwidth, 512 * 1.5e9);
	assert_int_equal(machine->memory.items[0].kind, CEILING_DERIVED);
	import_free(&in);
}

#define WIDE "\"ID\",\"Kernel Name\",\"CC\",\"dram__bytes.sum\",\"gpu__time_duration.sum\"\n\"\",\"\",\"\",\"byte\",\"us\"\n"

static void test_wide_numbers(void **state)
{
	(void)state;
	// what the second row leaves open the fourth decides
	struct imported in = import_text(WIDE "\"0\",\"k\",\"8.0\",\"4096\",\"1.234\"\n\"1\",\"k\",\"8.0\",\"4096\",\"12,5\"\n");
	assert_imported(&in, "ncu", 2);
	assert_near(point_at(&in, 0)->time, 1234e-6);
	assert_near(point_at(&in, 1)->time, 12.5e-6);
	assert_message(&in, DIAG_ASSUMED, 4, "'12,5'");
	import_free(&in);
	in = import_text(WIDE "\"0\",\"k\",\"8.0\",\"4096\",\"1.234\"\n");
	assert_refused(&in, DIAG_WRONG_VALUE, 3, "'1.234'");
	import_free(&in);
	in = import_text(WIDE "\"0\",\"k\",\"8.0\",\"4096\",\"12,5\"\n\"1\",\"k\",\"8.0\",\"4096\",\"12.5\"\n");
	assert_refused(&in, DIAG_BAD_CSV, 3, "one way to write numbers");
	import_free(&in);
	in = import_text(WIDE "\"0\",\"k\",\"8.0\",\"4096\"\n");
	assert_refused(&in, DIAG_BAD_CSV, 3, "expected 5 cells as in the header, found 4");
	import_free(&in);
	in = import_text(WIDE);
	assert_refused(&in, DIAG_BAD_PROFILE, 1, "ncu recorded no kernels");
	import_free(&in);
	in = import_text(WIDE "noise, more noise\n==PROF== x\n\"0\",\"k\",\"8.0\",\"n/a\",\"12.5\"\n");
	assert_imported(&in, "ncu", 1);
	assert_non_null(strstr(point_at(&in, 0)->missing, "dram__bytes.sum was not measured"));
	import_free(&in);
}

// ---- launches made here -------------------------------------------------------------------------------------------------------------------------------

#define HEADER "\"ID\",\"Kernel Name\",\"CC\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
#define ROW(id, name, cc, metric, unit, value) "\"" id "\",\"" name "\",\"" cc "\",\"" metric "\",\"" unit "\",\"" value "\"\n"
#define SASS(op) "smsp__sass_thread_inst_executed_op_" op "_pred_on.sum"
#define TIME_AND_BYTES(id, name, cc) \
	ROW(id, name, cc, "gpu__time_duration.sum", "us", "10.00") ROW(id, name, cc, "dram__bytes.sum", "byte", "1,000,000")

static void test_refusals(void **state)
{
	(void)state;
	struct imported in = import_text(HEADER
		TIME_AND_BYTES("0", "gemm_kernel", "9.0") ROW("0", "gemm_kernel", "9.0", "sm__inst_executed_pipe_tensor.sum", "inst", "1,000")
		TIME_AND_BYTES("1", "gemm_kernel", "7.0") ROW("1", "gemm_kernel", "7.0", "sm__inst_executed_pipe_tensor.sum", "inst", "1,000")
		TIME_AND_BYTES("2", "a_s16816gemm", "8.0") ROW("2", "a_s16816gemm", "8.0", SASS("ffma"), "inst", "1,000"));
	assert_imported(&in, "ncu", 3);
	assert_true(isnan(point_at(&in, 0)->flops));
	assert_non_null(strstr(point_at(&in, 0)->missing, "compute capability 9 have no fixed number"));
	assert_near(point_at(&in, 1)->flops, 512e3);
	assert_true(isnan(point_at(&in, 2)->flops)); // tensor work that nothing counted
	assert_non_null(strstr(point_at(&in, 2)->missing, "no tensor counters"));
	import_free(&in);
}

static void test_paths_count_once(void **state)
{
	(void)state;
#define PATH(rest, value) ROW("0", "k", "11.0", "sm__ops_path_tensor" rest ".sum", "", value)
	struct imported in = import_text(HEADER TIME_AND_BYTES("0", "k", "11.0") PATH("", "1,000") PATH("_op_hmma_src_fp16", "600") PATH("_src_fp16_dst_fp32", "600")
		PATH("_src_fp16_dst_fp32_sparsity_on", "600") PATH("_src_fp16_dst_fp32_sparsity_off", "0") PATH("_src_fp8", "400") PATH("_src_int8", "50"));
	assert_imported(&in, "ncu", 1);
	assert_near(point_at(&in, 0)->flops, 1000);
	assert_string_equal(point_at(&in, 0)->precision, "fp16");
	assert_true(point_at(&in, 0)->sparse);
	import_free(&in);
	in = import_text(HEADER TIME_AND_BYTES("0", "k", "11.0") PATH("_src_bf16_dst_fp32_sparsity_on", "10") PATH("_src_bf16_dst_fp32_sparsity_off", "90"));
	assert_imported(&in, "ncu", 1);
	assert_near(point_at(&in, 0)->flops, 100);
	assert_string_equal(point_at(&in, 0)->precision, "bf16");
	assert_false(point_at(&in, 0)->sparse);
	import_free(&in);
}

static void test_bytes_in_order(void **state)
{
	(void)state;
	static const struct {
		const char *metrics, *level;
		double bytes;
	} cases[] = {
		{ROW("0", "k", "8.0", "dram__bytes_read.sum", "byte", "100") ROW("0", "k", "8.0", "dram__bytes_write.sum", "byte", "50"), "DRAM", 150},
		{ROW("0", "k", "8.0", "dram__sectors_read.sum", "sector", "100") ROW("0", "k", "8.0", "dram__sectors_write.sum", "sector", "0"), "DRAM", 3200},
		{ROW("0", "k", "8.0", "dram__bytes_read.sum", "byte", "100") ROW("0", "k", "8.0", "lts__t_bytes.sum", "byte", "700"), "L2", 700},
		{ROW("0", "k", "8.0", "lts__t_sectors.sum", "sector", "10"), "L2", 320},
		{ROW("0", "k", "8.0", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "sector", "10")
				ROW("0", "k", "8.0", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "sector", "5"),
			"L1", 480},
		{ROW("0", "k", "8.0", "dram__bytes.sum.per_second", "Gbyte/s", "2.50") ROW("0", "k", "8.0", "gpu__time_duration.sum", "ns", "1,000.00"), "DRAM", 2500},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *text = g_strconcat(HEADER, cases[i].metrics, ROW("0", "k", "8.0", SASS("ffma"), "inst", "7"), NULL);
		struct imported in = import_text(text);
		assert_imported(&in, "ncu", 1);
		assert_int_equal(point_at(&in, 0)->levels.count, 1);
		assert_string_equal(point_at(&in, 0)->levels.items[0].level, cases[i].level);
		assert_near(point_at(&in, 0)->levels.items[0].bytes, cases[i].bytes);
		import_free(&in);
	}
}

static void test_not_measured(void **state)
{
	(void)state;
	struct imported in = import_text(HEADER ROW("0", "k", "8.0", "dram__bytes.sum", "", "n/a") ROW("0", "k", "8.0", SASS("fadd"), "", "(!) n/a")
		ROW("0", "k", "8.0", "gpu__time_duration.sum", "ns", "1,024.00 (512; 512)"));
	assert_imported(&in, "ncu", 1);
	assert_near(point_at(&in, 0)->time, 1024e-9);
	assert_int_equal(point_at(&in, 0)->levels.count, 0);
	assert_non_null(strstr(point_at(&in, 0)->missing, "was not measured"));
	import_free(&in);
}

static void test_wrong_rows(void **state)
{
	(void)state;
	struct imported in = import_text(HEADER TIME_AND_BYTES("0", "k", "8.0") "\"0\",\"k\",\"8.0\",\"dram__by\"\n");
	assert_refused(&in, DIAG_BAD_CSV, 4, "expected 6 cells as in the header, found 4");
	import_free(&in);
	in = import_text(HEADER ROW("0", "k", "8.0", "gpu__time_duration.sum", "byte", "10"));
	assert_refused(&in, DIAG_WRONG_UNIT, 2, "gpu__time_duration.sum");
	import_free(&in);
	in = import_text(HEADER ROW("0", "k", "8.0", "gpu__time_duration.sum", "ns", "soon"));
	assert_refused(&in, DIAG_WRONG_VALUE, 2, "'soon'");
	import_free(&in);
	in = import_text("==PROF== x\n" HEADER);
	assert_refused(&in, DIAG_BAD_PROFILE, 2, "no kernels");
	import_free(&in);
}

// The line of a header has the words, but not each in a cell of its own.
static void test_wrong_headers(void **state)
{
	(void)state;
	struct imported in = import_text("ID,\"x\"\"Kernel Name\"\"\",dram__bytes.sum\n0,k,1\n");
	assert_refused(&in, DIAG_BAD_PROFILE, 1, "expected a column 'Kernel Name', found none");
	import_free(&in);
	in = import_forced("ncu", "x;ID;Metric Name;Metric Value;Kernel Name;Section Name\n");
	assert_refused(&in, DIAG_BAD_PROFILE, 1, "");
	import_free(&in);
}

static void test_two_runs_in_one_file(void **state)
{
	(void)state;
	struct imported in = import_text(HEADER TIME_AND_BYTES("0", "k", "8.0") "==PROF== second run\n" HEADER TIME_AND_BYTES("0", "k", "8.0"));
	assert_imported(&in, "ncu", 2);
	assert_string_equal(point_at(&in, 1)->name, "k #2");
	import_free(&in);
}

// ---- public files -------------------------------------------------------------------------------------------------------------------------------------

struct expected {
	const char *file;
	size_t index;
	double flops, bytes, seconds;
};

static void test_public_files(void **state)
{
	(void)state;
	// Counters times the factor of the instruction, bytes, and cycles by clock, worked out by hand.
	static const struct expected expected[] = {
		{"long_a100_cutlass_tensor.csv", 4, 17179869184000.0, 147469918080.0, 0.13169657599853635},
		{"long_a100_cutlass_tensor.csv", 5, 17179869184000.0, 147554817792.0, 0.131724192000048},
		{"long_a100_cutlass_tensor.csv", 6, 17179869184000.0, 147444876032.0, 0.13163679999919028},
		{"long_a100_cutlass_tensor.csv", 7, 17179869184000.0, 147492180096.0, 0.13175046399461943},
		{"long_a100_cutlass_tensor.csv", 8, 17179869184000.0, 147478517888.0, 0.13173763199425376},
		{"long_a100_cutlass_tensor.csv", 9, 17179869184000.0, 147596084736.0, 0.13177199999663713},
		{"long_a100_cutlass_tensor.csv", 10, 17179869184000.0, 25702818048.0, 0.10697516800100343},
		{"long_v100_cutlass_tensor_trimmed.csv", 4, 17182415257600.0, 205394417472.0, 0.47211353600569694},
		{"long_v100_cutlass_tensor_trimmed.csv", 5, 17182415257600.0, 204064660960.0, 0.4713955199985701},
		{"long_v100_cutlass_tensor_trimmed.csv", 6, 17180288614400.0, 25174959968.0, 0.181378207999575},
		{"long_a100_printfp_smsp.csv", 0, 1677721600.0, 5318969728.0, 6.723103647963754},
		{"long_a100_printfp_smsp.csv", 1, 1677721600.0, 5419659136.0, 6.706426335994404},
		{"long_a100_printfp_smsp.csv", 2, 68719476736000.0, 4394965922944.0, 36.98439062401537},
		{"long_2020_excel_resaved_v100.csv", 0, 42506040.0, 139101952.0, 0.00021123200004828836},
		{"long_2020_excel_resaved_v100.csv", 1, 42506040.0, 139077536.0, 0.00021276800005303552},
	};
	public_folder();
	for (size_t i = 0; i < G_N_ELEMENTS(expected); i++) {
		g_autofree char *path = g_build_filename("ncu", expected[i].file, NULL);
		struct imported in = import_public(path);
		assert_true(in.ok);
		assert_point(&in, expected[i].index, expected[i].flops, "DRAM", expected[i].bytes, expected[i].seconds);
		import_free(&in);
	}
	struct imported in = import_public("ncu/long_locale_decimal_comma.csv");
	assert_imported(&in, "ncu", 3);
	assert_near(point_at(&in, 0)->time, 117344e-9);
	import_free(&in);
	in = import_public("ncu/raw_wide_thor_nvtx_tensor_trimmed.csv");
	assert_imported(&in, "ncu", 2);
	assert_point(&in, 0, 1099645845504.0, "L2", 6356720544.0, 0.010209984);
	assert_point(&in, 1, 1099578736640.0, "L2", 26046402368.0, 0.172455136);
	import_free(&in);
}

// Files without FLOPs: the times and bytes that they have, and what to ask for.
static void test_public_files_without_flops(void **state)
{
	(void)state;
	static const struct {
		const char *file;
		size_t count, index;
		double bytes, seconds, launches;
	} expected[] = {
		{"long_rtx5070_windows_bom.csv", 1, 0, 80808960, 9589248e-9, 1},
		{"long_rtx5070_saxpy.csv", 1, 0, 177852672, 292928e-9, 1},
		{"details_t4_rules_ragged_base_units.csv", 1, 0, 196456177859.63 * 21058944e-9, 21058944e-9, 1},
		{"details_a100_auto_units.csv", 6, 0, 488.17e9 * 56.06e-6, 56.06e-6, 1},
		{"summary_perkernel_a100.csv", 2, 0, 402339.36 * 32 * 100, NAN, 100},
		{"summary_perkernel_a100_timing.csv", 2, 0, NAN, 93188.16e-9 * 100, 100},
		{"nvprof_metrics_v100s.csv", 1, 0, 8715520.0 * 101, NAN, 101},
		{"raw_wide_b200_475cols.csv", 16, 1, NAN, 23872e-9, 1},
		{"raw_wide_b200_sdpa.csv", 16, 0, NAN, 222624e-9, 1},
	};
	public_folder();
	for (size_t i = 0; i < G_N_ELEMENTS(expected); i++) {
		g_autofree char *path = g_build_filename("ncu", expected[i].file, NULL);
		struct imported in = import_public(path);
		assert_imported(&in, "ncu", expected[i].count);
		const struct point *point = point_at(&in, expected[i].index);
		assert_true(isnan(point->flops));
		assert_non_null(strstr(point->missing, "no FLOP metrics in the file"));
		assert_near(point->launches, expected[i].launches);
		if (!isnan(expected[i].bytes))
			assert_near(point->levels.items[0].bytes, expected[i].bytes);
		if (!isnan(expected[i].seconds))
			assert_near(point->time, expected[i].seconds);
		import_free(&in);
	}
	struct imported amd = import_public("rocprof/mi100_manual_long.csv");
	assert_imported(&amd, "ncu", 1);
	assert_near(point_at(&amd, 0)->levels.items[0].bytes, 1533194000);
	assert_near(point_at(&amd, 0)->time, 2461.174e-6);
	assert_non_null(strstr(point_at(&amd, 0)->missing, "rocprof-compute"));
	import_free(&amd);
	static const char *const empty[] = {"ncu/empty_app_error.csv", "ncu/empty_subprocess_noise.csv"};
	for (size_t i = 0; i < G_N_ELEMENTS(empty); i++) {
		struct imported in = import_public(empty[i]);
		assert_false(in.ok);
		assert_non_null(strstr(import_message(&in, DIAG_BAD_PROFILE)->message, "The application returned an error code (1)"));
		import_free(&in);
	}
	struct imported in = import_public("ncu/long_a100_profile_error.csv");
	assert_imported(&in, "ncu", 3);
	assert_message(&in, DIAG_PROFILER_ERROR, 4, "gemm_shared_tile");
	import_free(&in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tensor),
		cmocka_unit_test(test_cores),
		cmocka_unit_test(test_decimal_comma),
		cmocka_unit_test(test_windows),
		cmocka_unit_test(test_profiler_error),
		cmocka_unit_test(test_integrated),
		cmocka_unit_test(test_resaved),
		cmocka_unit_test(test_rates),
		cmocka_unit_test(test_sections),
		cmocka_unit_test(test_summary),
		cmocka_unit_test(test_wide),
		cmocka_unit_test(test_wide_numbers),
		cmocka_unit_test(test_refusals),
		cmocka_unit_test(test_paths_count_once),
		cmocka_unit_test(test_bytes_in_order),
		cmocka_unit_test(test_not_measured),
		cmocka_unit_test(test_wrong_rows),
		cmocka_unit_test(test_wrong_headers),
		cmocka_unit_test(test_two_runs_in_one_file),
		cmocka_unit_test(test_public_files),
		cmocka_unit_test(test_public_files_without_flops),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
