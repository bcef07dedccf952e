// SPDX-License-Identifier: MIT
// Thousands of one kind: no step takes time or memory by the square of their number.
#include "analysis_fixture.h"

#include "base/names.h"
#include "import/importers.h"
#include "report/report.h"

enum { MANY = 8000, LIMIT_S = 8 };

static void assert_quick(gint64 start)
{
	double seconds = (double)(g_get_monotonic_time() - start) / 1e6;
	if (seconds > LIMIT_S)
		fail_msg("took %.1f s", seconds);
}

static void names_are_numbered(void **state)
{
	struct fixture *f = *state;
	const char *names[] = {"a", "b", NULL, "a #1", "a", "a #1"};
	names_number(f->arena, names, G_N_ELEMENTS(names));
	static const char *const expected[] = {"a #2", "b", NULL, "a #1 #1", "a #3", "a #1 #2"};
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		if (expected[i])
			assert_string_equal(names[i], expected[i]);
		else
			assert_null(names[i]);
	}
}

static void names_are_claimed(void **state)
{
	struct fixture *f = *state;
	g_autoptr(GHashTable) taken = g_hash_table_new(g_str_hash, g_str_equal);
	static const char *const wanted[] = {"a", "a", "a ~3", "a", "a ~2"}, *const expected[] = {"a", "a ~2", "a ~3", "a ~4", "a ~2 ~2"};
	for (size_t i = 0; i < G_N_ELEMENTS(wanted); i++)
		assert_string_equal(names_claim(f->arena, taken, wanted[i], " ~"), expected[i]);
}

static void wrong_baselines(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	for (int i = 0; i < MANY; i++)
		add_measured(f, arena_printf(f->arena, "kernel_of_some_length_%05d", i), 1e9, 1e9, 0.5)->baseline = arena_printf(f->arena, "kernel-of-some-length-%05d", i);
	gint64 start = g_get_monotonic_time();
	assert_null(analysis_run(f->arena, &f->chart, f->diags));
	assert_quick(start);
	assert_int_equal(diags_error_count(f->diags), MANY);
	assert_int_equal(diags_count(f->diags), DIAG_LIMIT_ERRORS);
	assert_non_null(strstr(diags_get(f->diags, 0)->message, "did you mean 'kernel_of_some_length_00000'?"));
}

static void ceilings_of_one_name(void **state)
{
	struct fixture *f = *state;
	add_machine(f, "M");
	for (int i = 0; i < MANY; i++) {
		add_compute(f, "peak", NULL, 1e12);
		add_memory(f, "DRAM", NULL, 1e11);
	}
	gint64 start = g_get_monotonic_time();
	analyse(f);
	assert_quick(start);
	const struct machine *machine = &f->analysis->machines.items[0];
	assert_int_equal(machine->compute.count, MANY);
	assert_string_equal(machine->compute.items[0].name, "peak");
	assert_string_equal(machine->compute.items[MANY - 1].name, arena_printf(f->arena, "peak #%d", MANY));
	assert_string_equal(machine->memory.items[MANY - 1].name, arena_printf(f->arena, "DRAM #%d", MANY));
}

static void wrong_names_in_select(void **state)
{
	struct fixture *f = *state;
	add_machine(f, "M");
	add_memory(f, "DRAM", NULL, 1e11);
	const char **names = arena_array(f->arena, MANY, sizeof *names);
	for (int i = 0; i < MANY; i++) {
		add_compute(f, arena_printf(f->arena, "peak of some length %05d", i), NULL, 1e12);
		names[i] = arena_printf(f->arena, "peak of another length %05d", i);
	}
	f->hardware->select.compute = (struct key_strings){names, MANY, true};
	gint64 start = g_get_monotonic_time();
	assert_null(analysis_run(f->arena, &f->chart, f->diags));
	assert_quick(start);
	assert_int_equal(diags_error_count(f->diags), MANY);
}

// Long names that read alike when they are shortened.
static void names_alike_in_the_table(void **state)
{
	struct fixture *f = *state;
	g_autofree char *middle = g_strnfill(60, 'x');
	add_m1(f);
	for (int i = 0; i < MANY; i++)
		add_measured(f, arena_printf(f->arena, "void kernel_that_is_quite_long_indeed<%05d, %s>(float *, int)", i, middle), 1e9, 1e9, 0.5);
	analyse(f);
	g_autoptr(GString) out = g_string_new(NULL);
	gint64 start = g_get_monotonic_time();
	report_format_find("table")->write(f->analysis, f->diags, out);
	assert_quick(start);
	assert_non_null(strstr(out->str, arena_printf(f->arena, " ~%d ", MANY)));
}

// Every row has an ID and a metric of its own: as a table with one column a metric, 36 million cells.
static void metrics_of_their_own(void **state)
{
	struct fixture *f = *state;
	g_autoptr(GString) text = g_string_new("ID,Kernel,Metric Name,Metric Value\n");
	for (int i = 0; i < 6000; i++)
		g_string_append_printf(text, "%d,k,metric %d,1\n", i, i);
	struct source source = {"long.csv", text->str, text->len};
	gint64 start = g_get_monotonic_time();
	assert_false(importer_table.read(&(struct import){f->arena, &source, &import_options_unsaid, &f->chart, f->diags}));
	assert_quick(start);
	assert_int_equal(diags_get(f->diags, 0)->id, DIAG_LIMIT);
	assert_non_null(strstr(diags_get(f->diags, 0)->message, "6000 launches with 6000 metrics"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(names_are_numbered), TEST(names_are_claimed), TEST(wrong_baselines), TEST(ceilings_of_one_name), TEST(wrong_names_in_select),
		TEST(names_alike_in_the_table), TEST(metrics_of_their_own),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
