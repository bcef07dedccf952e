// SPDX-License-Identifier: MIT
#include "kernel_fixture.h"

static const struct row *only(struct fixture *f, const char *hardware, const char *point)
{
	judge_points(f, hardware, point);
	return row_at(f, 0);
}

static const struct row *matmul(struct fixture *f, const char *kernel, const char *hardware, const char *params)
{
	return only(f, hardware, arena_printf(f->arena, "{\"name\": \"k\", \"kernel\": \"%s\", \"params\": {%s}}", kernel, params));
}

// Every formula is parsed, its names are parameters, and every parameter is in a formula.
static void table_is_whole(void **state)
{
	struct fixture *f = *state;
	for (const struct built_in *row = built_in_kernels; row->name; row++) {
		const struct kernel *kernel = kernel_built_in(f->arena, row->name);
		assert_non_null(kernel);
		assert_true(row->doc && row->source && (row->flops || row->network));
		for (size_t i = 0; i < kernel->name_count; i++) {
			const char *type = kernel_type_of_symbol(kernel->names[i]);
			bool found = false;
			for (size_t k = 0; k < kernel->parameters.count; k++)
				found |= !strcmp(kernel->parameters.items[k].name, type ? type : kernel->names[i]);
			if (!found)
				fail_msg("%s has no parameter %s", row->name, kernel->names[i]);
		}
		for (size_t k = 0; k < kernel->parameters.count; k++) {
			const char *name = kernel->parameters.items[k].name, *symbol = kernel_size_symbol(name);
			bool used = kernel_place_of(kernel, symbol ? symbol : name).source || !strcmp(name, "dtype");
			if (!used || !kernel->parameters.items[k].doc)
				fail_msg("%s does not use %s", row->name, name);
		}
	}
	assert_null(kernel_built_in(f->arena, "nothing"));
}

static void published_figures(void **state)
{
	struct fixture *f = *state;
	const struct row *row = matmul(f, "dot", H100, "\"n\": 1e6, \"dtype\": \"bf16\"");
	assert_near(row->intensity, 0.49999950, 1e-8);
	assert_near(row->intensity, (2e6 - 1) / (4e6 + 2), 1e-15);
	assert_int_equal(row->bound, BOUND_MEMORY);
	row = matmul(f, "matmul", H100, "\"b\": 512, \"d\": 4096, \"f\": 4096, \"dtype\": \"bf16\"");
	assert_true(row->flops == 17179869184.0 && row->bytes == 41943040 && row->intensity == 409.6);
	assert_int_equal(row->bound, BOUND_COMPUTE);
	assert_digits(row->t_math, 17.364e-6, 5);
	assert_digits(row->t_mem, 12.520e-6, 5);
	assert_digits(row->t_lower, 17.364e-6, 5);
	assert_digits(row->t_upper, 29.884e-6, 5);
	assert_true(row->analytic && row->performance == row->attainable);
	row = matmul(f, "matmul", H100, "\"b\": 64, \"d\": 4096, \"f\": 4096, \"dtype\": \"bf16\"");
	assert_digits(row->intensity, 62.0606, 6);
	assert_digits(row->attainable, 207.90e12, 5);
	assert_int_equal(row->bound, BOUND_MEMORY);
}

static void published_times_and_ridges(void **state)
{
	struct fixture *f = *state;
	const struct { const char *peak; double t_math; } times[] = {{"9.89e14", 1.0111e-3}, {"9.1e14", 1.0989e-3}};
	for (size_t i = 0; i < G_N_ELEMENTS(times); i++) {
		const char *machine = arena_printf(f->arena, "\"hardware\": {\"name\": \"M\", \"compute\": [{\"name\": \"P\", \"peak\": %s}], "
			"\"memory\": [{\"name\": \"D\", \"bandwidth\": 1e12}]}", times[i].peak);
		assert_digits(only(f, machine, "{\"name\": \"k\", \"flops\": 1e12, \"bytes\": 1e6}")->t_math, times[i].t_math, 5);
	}
	const struct { const char *device, *precision; double ridge; } ridges[] = {
		{"google-tpu-v5e", "bf16", 240.54}, {"nvidia-h100-sxm", "bf16", 295.34}, {"nvidia-v100-sxm2-16gb", "fp16", 138.89}, {"nvidia-a100-sxm-80gb", "bf16", 153.02},
		{"nvidia-h200-sxm", "bf16", 206.13}, {"nvidia-b200", "bf16", 281.25}, {"amd-mi300x", "bf16", 246.68}, {"nvidia-rtx-3090", "fp16", 75.85},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(ridges); i++) {
		const char *hardware = arena_printf(f->arena, "\"hardware\": \"%s\"", ridges[i].device);
		const struct row *row = only(f, hardware, arena_printf(f->arena, "{\"name\": \"k\", \"precision\": \"%s\", \"flops\": 1, \"bytes\": 1}", ridges[i].precision));
		assert_near(ridge_flop_per_byte(row->compute->peak, row->memory->ceiling->bandwidth), ridges[i].ridge, 0.005);
	}
	const struct row *row = only(f, V5E, "{\"name\": \"k\", \"precision\": \"bf16\", \"flops\": 1, \"bytes\": 1}");
	assert_digits(ridge_flop_per_byte(row->compute->peak, row->memory->ceiling->bandwidth), 240.24, 5);
}

static void formats_of_operands(void **state)
{
	struct fixture *f = *state;
	const struct row *row = matmul(f, "matmul", V5E, "\"b\": 8, \"d\": 16, \"f\": 32, \"dtype_x\": \"bf16\", \"dtype_w\": \"int8\"");
	assert_true(row->bytes == 2 * 8 * 16 + 1 * 16 * 32 + 2 * 8 * 32);
	assert_string_equal(row->point->precision, "bf16");
	assert_true(row->compute->peak == 1.97e14);
	row = matmul(f, "matmul", V5E, "\"b\": 8, \"d\": 16, \"f\": 32, \"dtype\": \"int8\"");
	assert_true(row->bytes == 8 * 16 + 16 * 32 + 8 * 32 && row->compute->peak == 3.94e14);
	row = matmul(f, "matmul", V5E, "\"b\": 8, \"d\": 16, \"f\": 32, \"dtype\": \"bfloat16\", \"dtype_w\": \"fp6\", \"dtype_y\": \"fp32\"");
	assert_true(row->bytes == 2 * 8 * 16 + 0.75 * 16 * 32 + 4 * 8 * 32);
	row = only(f, V5E, "{\"name\": \"k\", \"precision\": \"BF16\", \"kernel\": \"axpy\", \"params\": {\"n\": 10}}");
	assert_true(row->bytes == 60);
	const struct { const char *name; double bytes; } sizes[] = {{"fp64", 8}, {"fp32", 4}, {"tf32", 4}, {"bf16", 2}, {"fp16", 2}, {"fp8", 1}, {"fp6", 0.75},
		{"fp4", 0.5}, {"int8", 1}, {"int4", 0.5}};
	for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
		row = matmul(f, "triad", V5E, arena_printf(f->arena, "\"n\": 4, \"dtype\": \"%s\"", sizes[i].name));
		assert_true(row->bytes == 12 * sizes[i].bytes);
	}
}

static void other_kernels(void **state)
{
	struct fixture *f = *state;
	const struct row *row = matmul(f, "matmul_batched", V5E, "\"b\": 7, \"d\": 1048576, \"f\": 1048576, \"dtype\": \"int8\"");
	assert_near(row->intensity, 2, 1e-5);
	row = matmul(f, "matmul_tiled", V5E, "\"m\": 256, \"n\": 512, \"k\": 64, \"tm\": 128, \"tn\": 100, \"dtype\": \"fp32\"");
	assert_true(row->bytes == 4 * (256 * 64 * 6 + 64 * 512 * 2 + 256 * 512));
	row = matmul(f, "attention_decode", V5E, "\"heads\": 32, \"kv_heads\": 8, \"head_dim\": 128, \"context\": 1048576, \"dtype\": \"bf16\"");
	assert_near(row->intensity, 4, 1e-4);
	row = matmul(f, "attention_prefill", V5E, "\"heads\": 2, \"kv_heads\": 1, \"head_dim\": 8, \"context\": 16, \"dtype\": \"bf16\", \"dtype_kv\": \"int8\"");
	assert_true(row->flops == 4 * 2 * 16 * 16 * 8 && row->bytes == 2 * 16 * 8 * (2 * 2 + 1));
	row = matmul(f, "stencil", V5E, "\"points\": 1000, \"dtype\": \"fp64\"");
	assert_true(row->flops == 13000 && row->bytes == 16000);
	row = matmul(f, "spmv_csr", V5E, "\"rows\": 10, \"nnz\": 50, \"dtype\": \"fp64\"");
	assert_true(row->flops == 100 && row->bytes == 50 * 12 + 44 + 160);
	row = matmul(f, "fft", V5E, "\"n\": 1024, \"dtype\": \"fp32\"");
	assert_true(row->flops == 51200 && row->bytes == 16384);
}

static void networks(void **state)
{
	struct fixture *f = *state;
	const struct row *row = matmul(f, "matmul_sharded", V5E, "\"b\": 512, \"d\": 4096, \"f\": 8192, \"chips\": 2, \"dtype\": \"bf16\"");
	assert_true(row->network_intensity == 2048);
	assert_int_equal(row->bound, BOUND_NETWORK);
	assert_share(row->performance, 2048 * 4.5e10, 1e-14);
	assert_true(row->t_lower == row->t_net && row->attainable == 1.97e14);
	assert_share(row->t_upper, row->t_math + row->t_mem + row->t_net, 1e-15);
	row = matmul(f, "allreduce", V5E, "\"n\": 1000, \"chips\": 4, \"dtype\": \"bf16\"");
	assert_true(row->network_bytes == 3000 && row->t_lower == row->t_net && row->t_upper == row->t_net);
	assert_int_equal(row->bound, BOUND_NETWORK);
	assert_true(!row->plotted && !strcmp(row->reason, "the kernel has no FLOPs"));
	row = matmul(f, "allgather", V5E, "\"n\": 1000, \"chips\": 4, \"dtype\": \"bf16\"");
	assert_true(row->network_bytes == 1500);
}

static void own_kernels(void **state)
{
	struct fixture *f = *state;
	judge(f, "{" V5E ", \"kernels\": {\"op\": {\"flops\": \"2*b*d*f\", \"bytes\": {\"HBM\": \"s*(b*d + d*f + b*f)\"}, \"network_bytes\": \"b\","
		" \"defaults\": {\"d\": 16, \"f\": 32, \"dtype\": \"bf16\"}}}, \"points\": ["
		"{\"name\": \"a\", \"kernel\": \"op\", \"params\": {\"b\": 8}}, {\"name\": \"b\", \"kernel\": \"op\", \"params\": {\"b\": 8, \"d\": 1, \"dtype\": \"fp32\"}},"
		"{\"name\": \"c\", \"kernel\": \"op\", \"params\": {\"b\": 2.5, \"s\": 3}, \"time\": \"1 us\"}]}");
	assert_true(row_at(f, 0)->flops == 8192 && row_at(f, 0)->bytes == 2 * (128 + 512 + 256) && row_at(f, 0)->network_bytes == 8);
	assert_string_equal(row_at(f, 0)->level, "HBM");
	assert_true(row_at(f, 1)->bytes == 4 * (8 + 32 + 256));
	assert_true(row_at(f, 2)->flops == 2560 && row_at(f, 2)->bytes == 3 * (40 + 512 + 80) && !row_at(f, 2)->analytic);
}

static const struct row *command_line(struct fixture *f, const char *text)
{
	struct source *source = arena_alloc(f->arena, sizeof *source);
	*source = (struct source){"--kernel", text, strlen(text)};
	const struct kernel *kernel = kernel_from_text(f->arena, source, f->diags);
	if (!kernel)
		return NULL;
	chart_init(&f->chart);
	assert_true(read_spec(f, "{" V5E "}"));
	*list_push(f->arena, &f->chart.kernels) = kernel;
	struct point *point = add_point(f, "k");
	struct kernel_call *call = kernel_call_of(f->arena, point);
	call->name = "--kernel";
	*list_push(f->arena, &call->params) = (struct kernel_param){.name = "n", .number = 100};
	assert_true(kernels_expand(f->arena, &f->chart, f->diags));
	analyse(f);
	return row_at(f, 0);
}

static void formulas_in_a_line(void **state)
{
	struct fixture *f = *state;
	const struct row *row = command_line(f, " flops = 2*n ;bytes=3*n; network_bytes=n;");
	assert_true(row && row->flops == 200 && row->bytes == 300 && row->network_bytes == 100);
	assert_non_null(command_line(f, "flops=2*n; bytes.HBM=3*n"));
	assert_null(command_line(f, "flop=2*n"));
	assert_string_equal(message_of(f, DIAG_UNKNOWN_KEY), "unknown formula 'flop', did you mean 'flops'?");
	assert_null(command_line(f, "flops=2*n; flops=3"));
	assert_string_equal(message_of(f, DIAG_DUPLICATE_KEY), "'flops' is given twice");
	assert_null(command_line(f, "flops"));
	assert_null(command_line(f, ";"));
	assert_null(command_line(f, "flops=2**n"));
	assert_int_equal(count_diags(f, DIAG_BAD_FORMULA), 3);
	assert_int_equal(diags_get(f->diags, diags_count(f->diags) - 1)->column, 8);
}

#define POINT(more) "{" V5E ", \"points\": [{\"name\": \"k\", " more "}]}"

static void wrong_kernels(void **state)
{
	struct fixture *f = *state;
	expect_refused(f, POINT("\"kernel\": \"matmull\""), DIAG_UNKNOWN_NAME, "unknown kernel 'matmull', did you mean 'matmul'?");
	expect_refused(f, POINT("\"kernel\": \"dot\", \"params\": {\"dtype\": \"bf16\"}"), DIAG_MISSING_KEY,
		"kernel 'dot' needs the parameter 'n': length of the vectors (point 'k')");
	expect_refused(f, POINT("\"kernel\": \"matmul\", \"params\": {\"b\": 5, \"d\": 5, \"f\": 5}"), DIAG_MISSING_KEY, "kernel 'matmul' needs 'dtype' (or a precision)");
	expect_refused(f, POINT("\"kernel\": \"dot\", \"params\": {\"n\": 5}"), DIAG_MISSING_KEY, "needs 'dtype' (or a precision)");
	expect_refused(f, POINT("\"kernel\": \"dot\", \"params\": {\"n\": \"5\", \"dtype\": \"bf16\"}"), DIAG_WRONG_TYPE, "'n': expected a number, found \"5\"");
	expect_refused(f, POINT("\"kernel\": \"dot\", \"params\": {\"n\": true, \"dtype\": \"bf16\"}"), DIAG_WRONG_TYPE, "points[0].params.n");
	expect_refused(f, POINT("\"kernel\": \"dot\", \"params\": {\"n\": 5, \"dtype\": 2}"), DIAG_WRONG_TYPE, "'dtype': expected a number format");
	expect_refused(f, POINT("\"kernel\": \"dot\", \"params\": {\"n\": 5, \"dtype\": \"bf17\"}"), DIAG_UNKNOWN_NAME, "unknown number format 'bf17', did you mean 'bf16'?");
	expect_refused(f, POINT("\"kernel\": \"dot\", \"params\": {\"n\": 5, \"m\": 1, \"dtype\": \"bf16\"}"), DIAG_UNKNOWN_NAME, "parameter of kernel 'dot'");
	expect_refused(f, POINT("\"kernel\": \"dot\", \"params\": {\"n\": 2.5, \"dtype\": \"bf16\"}"), DIAG_WRONG_VALUE, "expected a whole number from 1 on, found 2.5");
	expect_refused(f, POINT("\"kernel\": \"dot\", \"params\": {\"n\": 5, \"dtype\": \"bf16\"}, \"flops\": 3"), DIAG_CONFLICT, "flops are given");
	expect_refused(f, POINT("\"kernel\": \"dot\", \"params\": {\"n\": 5, \"dtype\": \"bf16\"}, \"intensity\": 3"), DIAG_CONFLICT, "bytes or intensity");
	expect_refused(f, POINT("\"params\": {\"n\": 5}"), DIAG_MISSING_KEY, "points[0].params: expected the key 'kernel'");
	expect_refused(f, POINT("\"kernel\": 5"), DIAG_WRONG_TYPE, "points[0].kernel");
}

#define OWN(kernel, params) "{" V5E ", \"kernels\": {\"op\": {" kernel "}}, \"points\": [{\"name\": \"k\", \"kernel\": \"op\", \"params\": {" params "}}]}"

static void wrong_formulas(void **state)
{
	struct fixture *f = *state;
	expect_refused(f, OWN("\"flops\": \"2*bb*d\", \"bytes\": \"b*d\"", "\"b\": 1, \"d\": 2"), DIAG_UNKNOWN_NAME, "unknown parameter 'bb', did you mean 'b'?");
	assert_true(diags_get(f->diags, 0)->place.length == 2 && !strncmp(diags_get(f->diags, 0)->place.source->bytes + diags_get(f->diags, 0)->place.offset, "bb*d", 4));
	expect_refused(f, OWN("\"flops\": \"2*size\", \"bytes\": \"d\"", "\"d\": 2"), DIAG_MISSING_KEY, "kernel 'op' needs the parameter 'size'");
	expect_refused(f, OWN("\"flops\": \"2*d\", \"bytes\": \"d*s\"", "\"d\": 2"), DIAG_MISSING_KEY, "needs 'dtype' (or a precision)");
	expect_refused(f, OWN("\"flops\": \"2*d\", \"bytes\": \"d\"", "\"d\": 2, \"e\": 3"), DIAG_UNKNOWN_NAME, "parameter of kernel 'op'");
	expect_refused(f, OWN("\"flops\": \"d/(d - 2)\"", "\"d\": 2"), DIAG_WRONG_VALUE, "division by zero: 2 / 0 (point 'k')");
	expect_refused(f, OWN("\"flops\": \"d^999\"", "\"d\": 1e9"), DIAG_WRONG_VALUE, "expected a value below 1.8e308");
	expect_refused(f, OWN("\"flops\": \"1 - d\", \"bytes\": \"d\"", "\"d\": 2"), DIAG_NEGATIVE, "expected 0 or more, found -1");
	expect_refused(f, OWN("\"flops\": \"2*(d\"", "\"d\": 2"), DIAG_BAD_FORMULA, "expected an operator or ')'");
	expect_refused(f, OWN("\"flops\": true", "\"d\": 2"), DIAG_WRONG_TYPE, "kernels.op.flops: expected a formula");
	expect_refused(f, OWN("\"flop\": \"2\"", "\"d\": 2"), DIAG_UNKNOWN_KEY, "did you mean 'flops'?");
	expect_refused(f, OWN("\"doc\": \"nothing\"", ""), DIAG_MISSING_KEY, "expected a formula under");
	expect_refused(f, OWN("\"flops\": \"2*d\", \"defaults\": {\"e\": 3}", "\"d\": 2"), DIAG_UNKNOWN_NAME, "'e'");
	expect_refused(f, OWN("\"flops\": \"2*d\", \"bytes\": \"s\"", "\"d\": 2, \"s\": 3, \"dtype\": \"bf16\""), DIAG_CONFLICT, "'s' is the size of 'dtype'");
}

static void written_and_read_again(void **state)
{
	struct fixture *f = *state;
	const char *spec = "{\"rafter\": 1, \"kernels\": {\"op\": {\"flops\": \"2*n\", \"bytes\": \"n*s\", \"defaults\": {\"dtype\": \"bf16\"}}}, \"points\": ["
		"{\"name\": \"a\", \"kernel\": \"op\", \"params\": {\"n\": 5}, \"time\": 3},"
		"{\"name\": \"b\", \"kernel\": \"dot\", \"params\": {\"dtype\": \"bf16\"}, \"sweep\": {\"n\": {\"from\": 1, \"to\": 8, \"steps\": 4}}, \"time\": [1, null, [1, 2, 3], 4]},"
		"{\"name\": \"c\", \"kernel\": \"dot\", \"params\": {\"dtype\": \"bf16\"}, \"sweep\": {\"n\": [1, 3]}}]}";
	assert_true(read_spec(f, spec));
	assert_int_equal(f->chart.points.count, 7);
	g_autoptr(GString) once = g_string_new(NULL), twice = g_string_new(NULL);
	spec_write(&f->chart, once);
	chart_init(&f->chart);
	assert_true(read_spec(f, once->str));
	assert_int_equal(f->chart.points.count, 7);
	assert_true(f->chart.points.items[3].time == 2 && f->chart.points.items[3].time_high == 3 && isnan(f->chart.points.items[2].time));
	spec_write(&f->chart, twice);
	assert_string_equal(once->str, twice->str);
	assert_non_null(strstr(once->str, "\"flops\": \"2*n\""));
	assert_null(strstr(once->str, "b n=1"));
}

static void kernels_of_two_specs(void **state)
{
	struct fixture *f = *state;
	const char *spec = "{\"kernels\": {\"op\": {\"flops\": \"2*n\"}}}";
	assert_true(read_spec(f, spec) && read_spec(f, spec) && read_spec(f, "{\"kernels\": {\"other\": {\"flops\": \"2*n\"}}}"));
	assert_int_equal(f->chart.kernels.count, 2);
	assert_false(read_spec(f, "{\"kernels\": {\"op\": {\"flops\": \"3*n\"}}}"));
	assert_int_equal(count_diags(f, DIAG_CONFLICT), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(table_is_whole),
		TEST(published_figures),
		TEST(published_times_and_ridges),
		TEST(formats_of_operands),
		TEST(other_kernels),
		TEST(networks),
		TEST(own_kernels),
		TEST(formulas_in_a_line),
		TEST(wrong_kernels),
		TEST(wrong_formulas),
		TEST(written_and_read_again),
		TEST(kernels_of_two_specs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
