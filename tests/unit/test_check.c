// SPDX-License-Identifier: MIT
// Gates: how rules are read and which one counts, what is failed, warned of, skipped and passed, and the forms of the result.
#include "analysis_fixture.h"
#include "check/rule.h"

#include "rafter.h"

static const char TABLE[] = "name,series,precision,flops,bytes,time [ms]\n"
	"gemm a,gemm,bf16,1e10,1e8,12.5\n"  // 80 % of 1 TFLOP/s
	"gemm b,gemm,bf16,1e10,1e8,20\n"    // 50 %
	"axpy,blas1,fp32,1e8,1e9,12.5\n"    // 80 % of 100 GB/s
	"copy,blas1,fp32,0,1e9,25\n";       // no FLOPs: 40 % of the bandwidth

static struct rafter *chart_of(const char *text)
{
	struct rafter *r = rafter_new();
	assert_true(rafter_add_input(r, "now.csv", text, strlen(text)));
	assert_true(rafter_add_peak(r, "1 TFLOP/s"));
	assert_true(rafter_add_bandwidth(r, "100 GB/s"));
	return r;
}

static char *check(struct rafter *r, const struct rafter_gates *gates, const char *format, bool *passed)
{
	struct rafter_bytes bytes;
	if (!rafter_check(r, gates, format, &bytes, passed))
		fail_msg("%s", rafter_message(r, 0).text);
	char *text = g_strndup((const char *)bytes.data, bytes.size);
	rafter_bytes_free(&bytes);
	return text;
}

static void assert_table(const char *table, const struct rafter_gates *gates, bool expected, const char *text)
{
	struct rafter *r = chart_of(table);
	bool passed;
	g_autofree char *found = check(r, gates, "table", &passed);
	assert_string_equal(found, text);
	assert_int_equal(passed, expected);
	rafter_free(r);
}

#define RULES(...) .rules = (const char *const[]){__VA_ARGS__}, .rule_count = sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)

static void one_share_is_asked_of_every_point(void **state)
{
	(void)state;
	assert_table(TABLE, &(struct rafter_gates){.min_roof = "45%"}, false,
		"result  point   series  gate          found\n"
		"failed  copy    blas1   roof >= 45 %   40 %\n"
		"passed  gemm b  gemm    roof >= 45 %   50 %\n"
		"passed  gemm a  gemm    roof >= 45 %   80 %\n"
		"passed  axpy    blas1   roof >= 45 %   80 %\n"
		"\n"
		"failed: 4 checks on 4 points: 1 failed, 3 passed\n");
	assert_table(TABLE, &(struct rafter_gates){.min_roof = "0.4"}, true,
		"result  point   series  gate          found\n"
		"passed  copy    blas1   roof >= 40 %   40 %\n"
		"passed  gemm b  gemm    roof >= 40 %   50 %\n"
		"passed  gemm a  gemm    roof >= 40 %   80 %\n"
		"passed  axpy    blas1   roof >= 40 %   80 %\n"
		"\n"
		"passed: 4 checks on 4 points: 0 failed, 4 passed\n");
}

// One quantity and one direction: the last that fits. Other quantities and the other direction stand beside it.
static void the_last_rule_that_fits_counts(void **state)
{
	(void)state;
	assert_table(TABLE, &(struct rafter_gates){.min_roof = "0.9", RULES("precision=BF16: roof >= 60%, time<=15 ms", "series=gemm, point=/ b$/: roof>0.4",
		"roof<=1", "point=axpy: roof>=0.7", "point=copy: roof>=0")}, false,
		"result  point   series  gate             found\n"
		"failed  gemm b  gemm    time <= 15 ms    20 ms\n"
		"passed  axpy    blas1   roof >= 70 %      80 %\n"
		"passed  gemm a  gemm    time <= 15 ms  12.5 ms\n"
		"passed  gemm a  gemm    roof <= 100 %     80 %\n"
		"passed  axpy    blas1   roof <= 100 %     80 %\n"
		"passed  gemm b  gemm    roof > 40 %       50 %\n"
		"passed  gemm a  gemm    roof >= 60 %      80 %\n"
		"passed  copy    blas1   roof >= 0 %       40 %\n"
		"passed  gemm b  gemm    roof <= 100 %     50 %\n"
		"passed  copy    blas1   roof <= 100 %     40 %\n"
		"\n"
		"failed: 10 checks on 4 points: 1 failed, 9 passed\n");
}

static void rules_are_read(void **state)
{
	struct fixture *f = *state;
	struct check_gates gates = {0};
	assert_true(check_rule_read(f->arena, "--rule", " series = a, b , point=ns::f<int, 4> : performance >= 300 TFLOP/s , headroom<1.5,intensity>10", &gates,
		f->diags));
	assert_int_equal(gates.rules.count, 3);
	const struct check_rule *rule = gates.rules.items;
	assert_int_equal(rule[0].selectors.count, 2);
	assert_string_equal(rule[0].selectors.items[0].pattern.text, "a, b");
	assert_string_equal(rule[0].selectors.items[1].pattern.text, "ns::f<int, 4>");
	assert_string_equal(rule[0].gate, "performance >= 300 TFLOP/s");
	assert_string_equal(rule[1].gate, "headroom < 1.5×");
	assert_string_equal(rule[2].gate, "intensity > 10 FLOP/byte");
	assert_near(rule[0].limit, 3e14, 0);
	check_gates_clear(&gates);
}

static void wrong_rules_are_told_where(void **state)
{
	struct fixture *f = *state;
	static const struct { const char *rule, *message; size_t column; } cases[] = {
		{"", "expected roof, performance, time, intensity or headroom, found nothing", 1},
		{"series=a: rof>=0.6", "expected roof, performance, time, intensity or headroom, found 'rof'", 11},
		{"series=a: roof", "expected >=, <=, > or < and a value, found nothing", 15},
		{"roof=0.6", "expected >=, <=, > or < and a value, found '=0.6'", 5},
		{"roof>=60", "expected a fraction such as 0.6 or a percentage such as 60%, found '60'", 7},
		{"roof>=", "expected a fraction such as 0.6 or a percentage such as 60%, found nothing", 7},
		{"roof>=-1", "expected a fraction such as 0.6 or a percentage such as 60%, found '-1'", 7},
		{"time<=4 TFLOP", "expected a time such as \"4.1 ms\", found '4 TFLOP'", 7},
		{"performance>=-4", "expected a rate such as \"19.5 TFLOP/s\", found '-4'", 14},
		{"headroom<x", "expected a number such as 1.5, found 'x'", 10},
		{"serie=a: roof>=1", "expected series=, point=, precision= or hardware= and a name, found 'serie=a'", 1},
		{"series=: roof>=1", "expected a name or a /regular expression/, found nothing", 8},
		{"point=/(/: roof>=1", "expected a regular expression, found '/(/'", 7},
		{"roof>=0.5,", "expected roof, performance, time, intensity or headroom, found nothing", 11},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct diags *diags = diags_new();
		struct check_gates gates = {0};
		assert_false(check_rule_read(f->arena, "--rule", cases[i].rule, &gates, diags));
		const struct diag *diag = diags_get(diags, 0);
		assert_string_equal(diag->message, cases[i].message);
		assert_int_equal(diag->column, cases[i].column);
		assert_int_equal(diags_exit_code(diags), 2);
		check_gates_clear(&gates);
		diags_free(diags);
	}
}

static void wrong_requests_are_usage_errors(void **state)
{
	struct fixture *f = *state;
	static const struct { struct check_request request; bool has_baseline; const char *message; } cases[] = {
		{{0}, false, "expected a gate: --min-roof 0.6, --rule 'series=gemm: roof>=0.7' or --baseline FILE"},
		{{.max_regression = "5%", .min_roof = "1"}, false, "expected a baseline for --max-regression"},
		{{.warn = "5%", .min_roof = "1"}, false, "expected a baseline for --warn"},
		{{.by = "roof", .min_roof = "1"}, false, "expected a baseline for --by"},
		{{.max_regression = "5"}, true, "expected a fraction such as 0.6 or a percentage such as 60%, found '5'"},
		{{.max_regression = "2%", .warn = "5%"}, true, "expected --warn below --max-regression, found 5% above 2%"},
		{{.min_roof = "most"}, false, "expected a fraction such as 0.6 or a percentage such as 60%, found 'most'"},
		{{.min_roof = "0.5", .unjudged = "worn"}, false, "unknown unjudged 'worn', did you mean 'warn'?"},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct diags *diags = diags_new();
		struct check_gates gates;
		assert_false(check_gates_read(f->arena, &cases[i].request, cases[i].has_baseline, &gates, diags));
		assert_int_equal(diags_count(diags), 1);
		assert_string_equal(diags_get(diags, 0)->message, cases[i].message);
		assert_int_equal(diags_exit_code(diags), 2);
		check_gates_clear(&gates);
		diags_free(diags);
	}
}

static void what_cannot_be_judged_is_named(void **state)
{
	(void)state;
	static const char GAPS[] = "{\"rafter\": 1, \"points\": [{\"name\": \"model\", \"flops\": 1e10, \"bytes\": 1e8}, "
		"{\"name\": \"lost\", \"flops\": 1e10, \"time\": 0.01}, {\"name\": \"fine\", \"flops\": 1e10, \"bytes\": 1e8, \"time\": 0.0125}]}";
	assert_table(GAPS, &(struct rafter_gates){.min_roof = "0.6", RULES("series=b: roof>=0.7")}, false,
		"result   point  gate          found  note\n"
		"failed   lost   roof >= 60 %      -  no intensity\n"
		"failed   -      roof >= 70 %      -  'series=b: roof>=0.7' fits no point\n"
		"skipped  model  roof >= 60 %      -  not measured\n"
		"passed   fine   roof >= 60 %   80 %\n"
		"\n"
		"failed: 4 checks on 3 points: 2 failed, 1 skipped, 1 passed\n");
	assert_table(GAPS, &(struct rafter_gates){.min_roof = "0.6", .unjudged = "warn"}, true,
		"result   point  gate          found  note\n"
		"warning  lost   roof >= 60 %      -  no intensity\n"
		"skipped  model  roof >= 60 %      -  not measured\n"
		"passed   fine   roof >= 60 %   80 %\n"
		"\n"
		"passed: 3 checks on 3 points: 0 failed, 1 warning, 1 skipped, 1 passed\n");
}

// What misses its limit by a hair does not read as if it met it.
static void a_near_miss_is_told_from_its_limit(void **state)
{
	(void)state;
	static const char TEXT[] = "name,flops,bytes,time [ms]\na,1e10,1e8,12.5001\n", BEFORE[] = "name,flops,bytes,time [ms]\na,1e10,1e8,12.5\n";
	struct rafter *r = chart_of(TEXT);
	bool passed;
	assert_true(rafter_set_baseline(r, "old.csv", BEFORE, strlen(BEFORE)));
	g_autofree char *found = check(r, &(struct rafter_gates){.min_roof = "80%", .max_regression = "0"}, "table", &passed);
	assert_non_null(strstr(found, "roof >= 80 %  79.99936 %"));
	assert_non_null(strstr(found, "+0.0008 %\n"));
	assert_false(passed);
	rafter_free(r);
}

// ---- a baseline ---------------------------------------------------------------------------------------------------------------------------------------

static const char OLD[] = "name,flops,bytes,time [ms]\nslow,1e10,1e8,20\nslower,1e10,1e8,20\nsame,1e10,1e8,20\nfast,1e10,1e8,20\ngone,1e10,1e8,20\nlimit,1e10,1e8,20\n";
static const char NOW[] = "name,flops,bytes,time [ms]\nslow,1e10,1e8,20.6\nslower,1e10,1e8,21.2\nsame,1e10,1e8,20.2\nfast,1e10,1e8,16\nadded,1e10,1e8,20\nlimit,1e10,1e8,21\n";

static void assert_change(const struct rafter_gates *gates, bool expected, const char *text)
{
	struct rafter *r = chart_of(NOW);
	bool passed;
	assert_true(rafter_set_baseline(r, "old.csv", OLD, strlen(OLD)));
	g_autofree char *found = check(r, gates, "table", &passed);
	assert_string_equal(found, text);
	assert_int_equal(passed, expected);
	rafter_free(r);
}

static void regressions_are_found(void **state)
{
	(void)state;
	assert_change(&(struct rafter_gates){.warn = "2%"}, false,
		"result   point   gate            found  before  change  note\n"
		"failed   slower  time <= +5 %  21.2 ms   20 ms    +6 %\n"
		"warning  limit   time <= +5 %    21 ms   20 ms    +5 %\n"
		"warning  slow    time <= +5 %  20.6 ms   20 ms    +3 %\n"
		"warning  gone    time <= +5 %        -   20 ms       -  missing: in the baseline alone\n"
		"skipped  added   time <= +5 %    20 ms       -       -  new: not in the baseline\n"
		"passed   same    time <= +5 %  20.2 ms   20 ms    +1 %\n"
		"passed   fast    time <= +5 %    16 ms   20 ms   -20 %\n"
		"\n"
		"failed: 7 checks on 6 points: 1 failed, 3 warnings, 1 skipped, 2 passed\n");
	assert_change(&(struct rafter_gates){.by = "roof", .max_regression = "0.06", .missing = "fail"}, false,
		"result   point   gate            found  before   change  note\n"
		"failed   gone    roof >= -6 %        -    50 %        -  missing: in the baseline alone\n"
		"skipped  added   roof >= -6 %     50 %       -        -  new: not in the baseline\n"
		"passed   slower  roof >= -6 %  47.17 %    50 %  -5.66 %\n"
		"passed   limit   roof >= -6 %  47.62 %    50 %  -4.76 %\n"
		"passed   slow    roof >= -6 %  48.54 %    50 %  -2.91 %\n"
		"passed   same    roof >= -6 %   49.5 %    50 %  -0.99 %\n"
		"passed   fast    roof >= -6 %   62.5 %    50 %    +25 %\n"
		"\n"
		"failed: 7 checks on 6 points: 1 failed, 1 skipped, 5 passed\n");
}

// Error bars: the same change with and without them.
static void noise_is_no_regression(void **state)
{
	(void)state;
	static const char BEFORE[] = "{\"rafter\": 1, \"points\": [{\"name\": \"noisy\", \"flops\": 1e10, \"bytes\": 1e8, \"time\": [\"19 ms\", \"20 ms\", \"22 ms\"]}, "
		"{\"name\": \"quiet\", \"flops\": 1e10, \"bytes\": 1e8, \"time\": [\"19.8 ms\", \"20 ms\", \"20.2 ms\"]}]}";
	static const char AFTER[] = "{\"rafter\": 1, \"points\": [{\"name\": \"noisy\", \"flops\": 1e10, \"bytes\": 1e8, \"time\": [\"19.5 ms\", \"21.5 ms\", \"22 ms\"]}, "
		"{\"name\": \"quiet\", \"flops\": 1e10, \"bytes\": 1e8, \"time\": [\"21.3 ms\", \"21.5 ms\", \"21.7 ms\"]}]}";
	struct rafter *r = chart_of(AFTER);
	bool passed;
	assert_true(rafter_set_baseline(r, "old.json", BEFORE, strlen(BEFORE)));
	g_autofree char *found = check(r, &(struct rafter_gates){0}, "table", &passed);
	assert_string_equal(found,
		"result  point  gate            found  before  change  note\n"
		"failed  quiet  time <= +5 %  21.5 ms   20 ms  +7.5 %\n"
		"passed  noisy  time <= +5 %  21.5 ms   20 ms  +7.5 %  inside both ranges\n"
		"\n"
		"failed: 2 checks on 2 points: 1 failed, 1 passed\n");
	assert_false(passed);
	rafter_free(r);
}

// Points that tell their performance alone.
static void without_times_the_performance_is_compared(void **state)
{
	(void)state;
	static const char BEFORE[] = "name,intensity,performance [GFLOP/s]\na,100,500\n", AFTER[] = "name,intensity,performance [GFLOP/s]\na,100,400\n";
	struct rafter *r = chart_of(AFTER);
	bool passed;
	assert_true(rafter_set_baseline(r, "old.csv", BEFORE, strlen(BEFORE)));
	g_autofree char *found = check(r, &(struct rafter_gates){0}, "table", &passed);
	assert_non_null(strstr(found, "failed  a      performance >= -5 %  400 GFLOP/s  500 GFLOP/s   -20 %\n"));
	g_autofree char *by_time = check(r, &(struct rafter_gates){.by = "time"}, "table", &passed);
	assert_non_null(strstr(by_time, "no time, nor in the baseline"));
	assert_false(passed);
	rafter_free(r);
}

// ---- forms --------------------------------------------------------------------------------------------------------------------------------------------

static const char NASTY[] = "name,flops,bytes,time [ms]\n\"a<b>&\"\"c\"\" | 50% x, y: z\",1e10,1e8,20\nfine,1e10,1e8,12.5\n";

static void junit_is_xml(void **state)
{
	(void)state;
	struct rafter *r = chart_of(NASTY);
	bool passed;
	g_autofree char *found = check(r, &(struct rafter_gates){.min_roof = "0.6"}, "junit", &passed);
	assert_string_equal(found,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<testsuites name=\"rafter check\" tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\">\n"
		"  <testsuite name=\"rafter check\" tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\">\n"
		"    <testcase classname=\"points\" name=\"a&lt;b&gt;&amp;&quot;c&quot; | 50% x, y: z: roof &gt;= 60 %\">\n"
		"      <failure type=\"rule\" message=\"expected roof &gt;= 60 %, found 50 %\"/>\n"
		"    </testcase>\n"
		"    <testcase classname=\"points\" name=\"fine: roof &gt;= 60 %\"/>\n"
		"  </testsuite>\n"
		"</testsuites>\n");
	rafter_free(r);
}

static void annotations_are_escaped(void **state)
{
	(void)state;
	struct rafter *r = chart_of(NASTY);
	bool passed;
	g_autofree char *found = check(r, &(struct rafter_gates){.min_roof = "0.6"}, "github", &passed);
	assert_string_equal(found, "::error file=now.csv,line=2,title=a<b>&\"c\" | 50%25 x%2C y%3A z::expected roof >= 60 %25, found 50 %25\n");
	rafter_free(r);
}

static char *many_points(size_t count)
{
	GString *text = g_string_new("name,flops,bytes,time [ms]\n");
	for (size_t i = 0; i < count; i++)
		g_string_append_printf(text, "kernel_with_a_long_name_%zu,1e10,1e8,%zu\n", i, 20 + i % 7);
	return g_string_free(text, FALSE);
}

static void annotations_are_no_more_than_are_shown(void **state)
{
	(void)state;
	g_autofree char *text = many_points(25);
	struct rafter *r = chart_of(text);
	bool passed;
	g_autofree char *found = check(r, &(struct rafter_gates){.min_roof = "0.6"}, "github", &passed);
	g_auto(GStrv) lines = g_strsplit(found, "\n", -1);
	assert_int_equal(g_strv_length(lines), 11);
	assert_string_equal(lines[0], "::error file=now.csv,line=8,title=kernel_with_a_long_name_6::expected roof >= 60 %25, found 38.46 %25");
	assert_string_equal(lines[9], "::error title=rafter check::and 16 more, none of them worse than these");
	rafter_free(r);
}

static void a_summary_stays_below_its_limit(void **state)
{
	(void)state;
	g_autofree char *text = many_points(20000);
	struct rafter *r = chart_of(text);
	bool passed;
	g_autofree char *found = check(r, &(struct rafter_gates){.min_roof = "0.6"}, "markdown", &passed);
	assert_true(strlen(found) < 900 * 1000 && strlen(found) > 800 * 1000);
	assert_true(g_str_has_prefix(found, "## rafter check\n\n❌ failed: 20000 checks on 20000 points: 20000 failed, 0 passed\n\n"
		"| result | point | gate | found |\n| --- | --- | --- | ---: |\n| **failed** | kernel\\_with\\_a\\_long\\_name\\_6 | roof \\>= 60 % | 38.46 % |\n"));
	assert_non_null(strstr(found, " more are left out here, none of them worse than these\n"));
	rafter_free(r);
}

static void json_says_all(void **state)
{
	struct fixture *f = *state;
	struct rafter *r = chart_of(NOW);
	bool passed;
	assert_true(rafter_set_baseline(r, "old.csv", OLD, strlen(OLD)));
	g_autofree char *found = check(r, &(struct rafter_gates){.min_roof = "0.49"}, "json", &passed);
	struct source source = {"check.json", found, strlen(found)};
	const struct json *root = json_read(f->arena, &source, f->diags);
	assert_non_null(root);
	assert_int_equal(json_member(root, "passed")->type, JSON_FALSE);
	assert_true(json_member(json_member(root, "counts"), "failed")->number == 4);
	assert_int_equal(json_member(root, "checks")->count, 13);
	const struct json *first = json_member(root, "checks")->child;
	assert_string_equal(json_member(first, "point")->string, "slower");
	assert_true(json_member(first, "limit")->number == 0.49);
	rafter_free(r);
}

static void an_unknown_form_is_a_usage_error(void **state)
{
	(void)state;
	struct rafter *r = chart_of(NOW);
	struct rafter_bytes bytes;
	bool passed;
	assert_false(rafter_check(r, &(struct rafter_gates){.min_roof = "0.5"}, "xml", &bytes, &passed));
	assert_null(bytes.data);
	assert_int_equal(rafter_exit_code(r), 2);
	rafter_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(one_share_is_asked_of_every_point),
		TEST(the_last_rule_that_fits_counts),
		TEST(rules_are_read),
		TEST(wrong_rules_are_told_where),
		TEST(wrong_requests_are_usage_errors),
		TEST(what_cannot_be_judged_is_named),
		TEST(a_near_miss_is_told_from_its_limit),
		TEST(regressions_are_found),
		TEST(noise_is_no_regression),
		TEST(without_times_the_performance_is_compared),
		TEST(junit_is_xml),
		TEST(annotations_are_escaped),
		TEST(annotations_are_no_more_than_are_shown),
		TEST(a_summary_stays_below_its_limit),
		TEST(json_says_all),
		TEST(an_unknown_form_is_a_usage_error),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
