// SPDX-License-Identifier: MIT
// What the names of kernels and the units of ncu mean.
#include "import_fixture.h"

#include "import/kernel_label.h"
#include "import/ncu.h"

static void test_labels(void **state)
{
	(void)state;
	static const struct {
		const char *name, *label;
	} cases[] = {
		{"gemm", "gemm"},
		{"void gemm_v0<float>(T1 *, T1 *, int)", "gemm_v0"},
		{"void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, x>>(T3)", "at::native::reduce_kernel"},
		{"ns>::saxpy(float, const float *, float *, int)", "saxpy"},
		{"unnamed>::gemm_naive_kernel(const float *, int)", "gemm_naive_kernel"},
		{"void <unnamed>::softmax<float>(float *)", "softmax"},
		{"void (anonymous namespace)::softmax<float>(float *)", "softmax"},
		{"void cutlass::Kernel<cutlass_70_tensorop_s884gemm_f16_128x128_nn_align8>(T1::Params)", "cutlass_70_tensorop_s884gemm_f16_128x128_nn_align8"},
		{"void cutlass::Kernel<cutlass::gemm::kernel::Gemm<(bool)0>>(T1::Params)", "cutlass::Kernel"},
		{"unsigned int count<(int)3>(int)", "count"},
		{"vecCopy(double*, double*, int) [clone .kd]", "vecCopy"},
		{"vecCopy(double*, double*, int) (.kd)", "vecCopy"},
		{"addition_kernel.kd", "addition_kernel"},
		{"copy_blocked[abi:v1,cw51](Array<long long, 1, C>, long long)", "copy_blocked"},
		{"void RAJA::forall<256, {lambda(int)#1}>({lambda(int)#1}, int)", "RAJA::forall"},
		{"Kokkos::run(int)::{lambda()#2}::operator()() const", "Kokkos::run"},
		{"ns::functor::operator()(int)", "ns::functor::operator()"},
		{"<>", "<>"},
		{"", ""},
	};
	struct arena *arena = arena_new();
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
		assert_string_equal(kernel_label(arena, cases[i].name), cases[i].label);
	arena_free(arena);
}

static void test_labels_differ(void **state)
{
	(void)state;
	static const struct {
		const char *name, *label;
	} cases[] = {
		{"void tile<float, 64, false>(float *)", "tile<64>"},
		{"void tile<float, 128, false>(float *)", "tile<128>"},
		{"void scan<int>(int *)", "scan<int>"},
		{"void scan<int, 4>(int *)", "scan<int, 4>"},
		{"void axpy(float *, int)", "axpy(float *, int)"},
		{"void axpy(double *, int)", "axpy(double *, int)"},
		{"int axpy(double *, int)", "int axpy(double *, int)"},
		{"a::copy(int)", "a::copy"},
		{"b::copy(int)", "b::copy"},
		{"void alone<1, 2, 3>(int)", "alone"},
	};
	enum { COUNT = G_N_ELEMENTS(cases) };
	const char *names[COUNT], *labels[COUNT];
	struct arena *arena = arena_new();
	for (size_t i = 0; i < COUNT; i++)
		names[i] = cases[i].name;
	kernel_labels(arena, names, COUNT, labels);
	for (size_t i = 0; i < COUNT; i++) {
		if (i == 5 || i == 6)
			continue; // one of the two is the name as it is
		assert_string_equal(labels[i], cases[i].label);
	}
	assert_string_not_equal(labels[5], labels[6]);
	arena_free(arena);
}

static void test_factors(void **state)
{
	(void)state;
	static const struct {
		const char *name;
		double factor;
	} cases[] = {
		{"ampere_s16816gemm_fp16_256x128_ldg8_stages_64x3_nn", 4096},
		{"turing_fp16_s1688gemm_fp16_128x128", 2048},
		{"volta_fp16_s884gemm_fp16_128x64", 512},
		{"void cutlass::Kernel<cutlass::arch::Mma<cutlass::gemm::GemmShape<(int)16, (int)8, (int)8>, (int)32>>(int)", 2048},
		{"k<cutlass::arch::Mma<cutlass::gemm::GemmShape<16, 8, 16>, 32>>", 4096},
		{"k<cutlass::arch::Mma<cutlass::gemm::GemmShape<16, 8, 16>>, cutlass::arch::Mma<cutlass::gemm::GemmShape<16, 8, 8>>>", 0},
		{"k<cutlass::arch::Mma<cutlass::gemm::GemmShape<(int)1, (int)1, (int)1>>>", 0},
		{"k<cute::SM80_16x8x16_F32F16F16F32_TN>", 4096},
		{"k<cute::SM90_64x128x16_F32F16F16_SS>", 0},
		{"void gemm<(int)512>(float *)", 0},
		{"nvjet_hsh_128x256_64x4", 0},
	};
	struct arena *arena = arena_new();
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		const char *shape = NULL;
		double factor = ncu_kernel_tensor_factor(arena, cases[i].name, &shape);
		if (factor != cases[i].factor)
			fail_msg("%s: %g", cases[i].name, factor);
	}
	arena_free(arena);
	assert_false(ncu_kernel_is_tensor("gemm_v0"));
	assert_true(ncu_kernel_is_tensor("wmma_ker(half*)"));
	assert_string_equal(ncu_kernel_tensor_precision("sm80_xmma_gemm_bf16bf16_bf16f32"), "bf16");
	assert_string_equal(ncu_kernel_tensor_precision("k<cutlass::tfloat32_t>"), "tf32");
	assert_null(ncu_kernel_tensor_precision("k<float>"));
}

static void test_units(void **state)
{
	(void)state;
	static const struct {
		const char *unit;
		enum ncu_dimension dimension;
		double factor; // 0: refused
	} cases[] = {
		{"nsecond", NCU_SECONDS, 1e-9}, {"us", NCU_SECONDS, 1e-6}, {"second", NCU_SECONDS, 1}, {"", NCU_SECONDS, 0}, {"Kbyte", NCU_BYTES, 1e3},
		{"Gbyte", NCU_BYTES, 1e9}, {"", NCU_BYTES, 1}, {"%", NCU_BYTES, 0}, {"Ksector", NCU_COUNT, 1e3}, {"inst", NCU_COUNT, 1}, {"", NCU_COUNT, 1},
		{"cycle/nsecond", NCU_HERTZ, 1e9}, {"cycle/usecond", NCU_HERTZ, 1e6}, {"cycle/second", NCU_HERTZ, 1}, {"Ghz", NCU_HERTZ, 1e9}, {"hz", NCU_HERTZ, 1},
		{"Gbyte/s", NCU_BYTES_PER_SECOND, 1e9}, {"Gbyte/second", NCU_BYTES_PER_SECOND, 1e9}, {"byte/ns", NCU_BYTES_PER_SECOND, 1e9},
		{"%", NCU_BYTES_PER_SECOND, 0}, {"inst/cycle", NCU_PER_CYCLE, 1}, {"Kinst/cycle", NCU_PER_CYCLE, 1e3},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		double factor;
		bool fits = ncu_unit(cases[i].unit, cases[i].dimension, &factor);
		if (fits != (cases[i].factor > 0) || (fits && fabs(factor / cases[i].factor - 1) > 1e-12))
			fail_msg("'%s': %g", cases[i].unit, factor);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_labels),
		cmocka_unit_test(test_labels_differ),
		cmocka_unit_test(test_factors),
		cmocka_unit_test(test_units),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
