// SPDX-License-Identifier: MIT
// The analysis as JSON, CSV, Markdown and a table: the same numbers, nothing that a parser or a terminal chokes on.
#include "analysis_fixture.h"

#include "base/num.h"
#include "input/csv.h"
#include "input/json.h"
#include "report/report.h"

static GString *write_report(const struct fixture *f, const char *format)
{
	GString *out = g_string_new(NULL);
	report_format_find(format)->write(f->analysis, f->diags, out);
	assert_true(g_utf8_validate(out->str, (gssize)out->len, NULL));
	return out;
}

static void has(const GString *text, const char *part)
{
	if (!strstr(text->str, part))
		fail_msg("no \"%s\" in\n%s", part, text->str);
}

static void add_sample(struct fixture *f)
{
	add_device(f);
	f->chart.title = "Sample";
	f->hardware->compute.items[4].source = "https://example.com/datasheet";
	struct point *point = add_measured(f, "gemm | \"big\"", 6e14, 1e12, 1);
	point->precision = "bf16";
	point->series = "dense, square";
	add_measured(f, "copy", 0, 1.5e12, 1);
	add_measured(f, "slow", 1e11, 1e11, 1);
	add_measured(f, "model", 1e12, 1e12, NAN)->assumptions = "time is taken to be in seconds";
	add_point(f, "nothing");
	analyse(f);
}

static const struct json *read_json(struct fixture *f, const GString *text)
{
	struct source *source = arena_alloc(f->arena, sizeof *source);
	*source = (struct source){.name = "report", .bytes = arena_strndup(f->arena, text->str, text->len), .size = text->len};
	struct diags *diags = diags_new();
	const struct json *root = json_read(f->arena, source, diags);
	assert_int_equal(diags_count(diags), 0);
	diags_free(diags);
	assert_non_null(root);
	return root;
}

static void assert_keys(const struct json *object, const char *const *keys)
{
	const struct json *member = object->child;
	for (; *keys; keys++, member = member->next) {
		assert_non_null(member);
		assert_string_equal(member->key, *keys);
	}
	assert_null(member);
}

static void formats_are_found_by_name(void **state)
{
	(void)state;
	static const char *const names[] = {"table", "json", "csv", "markdown"};
	for (size_t i = 0; i < 4; i++) {
		assert_string_equal(report_formats[i].name, names[i]);
		assert_ptr_equal(report_format_find(names[i]), &report_formats[i]);
	}
	assert_null(report_format_find("yaml"));
}

static void json_has_the_keys_of_the_contract(void **state)
{
	struct fixture *f = *state;
	add_sample(f);
	g_autoptr(GString) text = write_report(f, "json");
	const struct json *root = read_json(f, text);
	assert_keys(root, (const char *const[]){"rafter", "title", "hardware", "points", "warnings", NULL});
	const struct json *machine = json_member(root, "hardware")->child;
	assert_keys(machine, (const char *const[]){"id", "name", "compute", "memory", "network", "ridges", NULL});
	assert_keys(json_member(machine, "compute")->child, (const char *const[]){"name", "precision", "peak", "source", NULL});
	assert_keys(json_member(machine, "memory")->child, (const char *const[]){"name", "bandwidth", NULL});
	const struct json *ridge = json_member(machine, "ridges")->child;
	assert_keys(ridge, (const char *const[]){"compute", "memory", "intensity", NULL});
	assert_true(json_member(ridge, "intensity")->number == 900e12 / 3e12);
	const struct json *points = json_member(root, "points");
	assert_int_equal(points->count, 5);
	static const char *const keys[] = {"name", "series", "hardware", "precision", "compute", "memory", "flops", "bytes", "time", "time_low", "time_high",
		"intensity", "performance", "attainable", "bound", "roof_fraction", "headroom", "t_math", "t_mem", "t_net", "t_lower", "t_upper", "overlap", "critical", "crossings", "params",
		"launches", "analytic", "plotted", "reason", "flags", "assumptions", NULL};
	for (const struct json *point = points->child; point; point = point->next)
		assert_keys(point, keys);
	assert_keys(json_member(root, "warnings")->child, (const char *const[]){"id", "message", "point", NULL});
}

static void json_numbers_are_exact_and_gaps_are_null(void **state)
{
	struct fixture *f = *state;
	add_sample(f);
	g_autoptr(GString) text = write_report(f, "json");
	assert_null(strstr(text->str, "nan"));
	assert_null(strstr(text->str, "inf"));
	const struct json *point = json_member(read_json(f, text), "points")->child;
	assert_true(json_member(point, "roof_fraction")->number == row_at(f, 0)->roof_fraction);
	assert_true(json_member(point, "headroom")->number == row_at(f, 0)->headroom);
	assert_int_equal(json_member(point, "t_net")->type, JSON_NULL);
	assert_int_equal(json_member(point, "params")->type, JSON_NULL);
	assert_int_equal(json_member(point, "crossings")->count, 0);
	assert_string_equal(json_member(point, "name")->string, "gemm | \"big\"");
	assert_string_equal(json_member(point, "compute")->string, "BF16 tensor");
	point = point->next;
	assert_string_equal(json_member(point, "reason")->string, "flops = 0");
	assert_int_equal(json_member(point, "series")->type, JSON_NULL);
	assert_string_equal(json_member(point, "flags")->child->string, "zero-flop");
	assert_string_equal(json_member(point->next, "flags")->child->string, "low-utilisation");
}

static void csv_reads_back(void **state)
{
	struct fixture *f = *state;
	add_sample(f);
	g_autoptr(GString) text = write_report(f, "csv");
	const struct source source = {.name = "report", .bytes = text->str, .size = text->len};
	const struct csv *csv = csv_read(f->arena, &source, (struct csv_options){0}, f->diags);
	assert_non_null(csv);
	assert_int_equal(csv->count, 6);
	for (size_t i = 0; i < csv->count; i++)
		assert_int_equal(csv->records[i].count, csv->records[0].count);
	assert_string_equal(csv->records[0].cells[10].text, "performance [FLOP/s]");
	assert_string_equal(csv->records[1].cells[0].text, "gemm | \"big\"");
	assert_string_equal(csv->records[1].cells[1].text, "dense, square");
	assert_string_equal(csv->records[1].cells[13].text, num_exact(row_at(f, 0)->roof_fraction).text);
	assert_string_equal(csv->records[5].cells[9].text, "");
	assert_string_equal(csv->records[2].cells[csv->records[2].count - 1].text, "zero-flop");
}

static void markdown_escapes_what_would_break_it(void **state)
{
	struct fixture *f = *state;
	add_sample(f);
	g_autoptr(GString) text = write_report(f, "markdown");
	has(text, "## Sample\n");
	has(text, "- compute: BF16 tensor, 900 TFLOP/s (bf16, dense)\n");
	has(text, "- ridge: BF16 tensor / HBM3, 300 FLOP/byte\n");
	has(text, "| gemm \\| \"big\" | dense, square | BF16 tensor / HBM3 | compute | 600 FLOP/byte | 600 TFLOP/s | 900 TFLOP/s | 66.67 % |");
	has(text, "- copy: flops = 0; bandwidth 1.5 TB/s, 50 % of HBM3; memory-bound, T\\_lower 500 ms\n");
	has(text, "- nothing: no intensity, no performance\n");
	has(text, "- time is taken to be in seconds\n");
}

static void table_is_aligned(void **state)
{
	struct fixture *f = *state;
	add_sample(f);
	g_autoptr(GString) text = write_report(f, "table");
	has(text, "Device (vendor-device)\n");
	has(text, "not plotted (2 of 5 points):\n  copy     flops = 0; bandwidth 1.5 TB/s, 50 % of HBM3; memory-bound, T_lower 500 ms\n  nothing  no intensity, no performance\n");
	g_auto(GStrv) lines = g_strsplit(text->str, "\n", -1);
	const char *header = NULL, *first = NULL;
	for (size_t i = 0; lines[i]; i++) {
		if (g_str_has_prefix(lines[i], "point "))
			header = lines[i];
		if (g_str_has_prefix(lines[i], "gemm"))
			first = lines[i];
	}
	assert_non_null(header);
	assert_non_null(first);
	const char *title = strstr(header, "attainable"), *value = strstr(first, "900 TFLOP/s");
	assert_non_null(title);
	assert_non_null(value);
	assert_int_equal(title - header + (ptrdiff_t)strlen("attainable"), value - first + (ptrdiff_t)strlen("900 TFLOP/s"));
	has(text, "analytic");
}

static void long_names_stay_apart(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	g_autofree char *middle = g_strnfill(2000, 'x');
	add_measured(f, arena_printf(f->arena, "begin %s1%s end", middle, middle), 1e9, 1e9, 1);
	add_measured(f, arena_printf(f->arena, "begin %s2%s end", middle, middle), 1e9, 1e9, 1);
	analyse(f);
	g_autoptr(GString) text = write_report(f, "table");
	assert_true(text->len < 4000);
	has(text, " end ~2 ");
	g_autoptr(GString) json = write_report(f, "json");
	has(json, row_at(f, 0)->name);
	has(json, row_at(f, 1)->name);
}

static void control_characters_are_shown(void **state)
{
	struct fixture *f = *state;
	add_m1(f);
	f->chart.title = "t\x1b[2J";
	f->hardware->name = "m\x1b\xc2\x9b";
	add_measured(f, "k\x1b[2J\x1b]0;x\x07", 1e9, 1e9, 1)->series = "a\nb";
	add_measured(f, "z\x7f", 0, 1e9, 1);
	analyse(f);
	for (size_t i = 0; i < 4; i += 3) {
		g_autoptr(GString) text = write_report(f, report_formats[i].name);
		for (const char *at = text->str; *at; at = g_utf8_next_char(at)) {
			gunichar c = g_utf8_get_char(at);
			assert_true(c == '\n' || (c >= 0x20 && c < 0x7f) || c >= 0xa0);
		}
	}
	g_autoptr(GString) table = write_report(f, "table");
	has(table, "k\\x1b[2J\\x1b]0;x\\x07");
	g_autoptr(GString) json = write_report(f, "json");
	has(json, "k\\u001b[2J\\u001b]0;x\\u0007");
}

static void reports_repeat_byte_for_byte(void **state)
{
	struct fixture *f = *state;
	add_sample(f);
	for (const struct report_format *format = report_formats; format->name; format++) {
		g_autoptr(GString) once = write_report(f, format->name);
		g_autoptr(GString) again = write_report(f, format->name);
		assert_true(g_string_equal(once, again));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(formats_are_found_by_name),
		TEST(json_has_the_keys_of_the_contract),
		TEST(json_numbers_are_exact_and_gaps_are_null),
		TEST(csv_reads_back),
		TEST(markdown_escapes_what_would_break_it),
		TEST(table_is_aligned),
		TEST(long_names_stay_apart),
		TEST(control_characters_are_shown),
		TEST(reports_repeat_byte_for_byte),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
