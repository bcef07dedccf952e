// SPDX-License-Identifier: MIT
// Reports as a program asks for them: charts in any state, every format twice, what is wrong and whose it is.
#include "rafter.h"

#include <glib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char SPEC[] = "{\"rafter\": 1, \"title\": \"A title\", \"hardware\": \"nvidia-h100-sxm\", \"points\": ["
	"{\"name\": \"a\", \"precision\": \"bf16\", \"flops\": \"1 TFLOP\", \"bytes\": \"10 GB\", \"time\": \"4 ms\"}]}";
static const char DARK[] = "{\"rafter\": 1, \"title\": \"Dark\", \"theme\": \"dark\", \"hardware\": \"nvidia-h100-sxm\", \"points\": ["
	"{\"name\": \"above\", \"precision\": \"bf16\", \"flops\": \"1 TFLOP\", \"bytes\": \"10 GB\", \"time\": \"1 ms\"}]}";

struct pair {
	struct rafter *charts[2];
};

static struct rafter *chart_of(const char *name, const char *text)
{
	struct rafter *r = rafter_new();
	rafter_add_input(r, name, text, strlen(text));
	return r;
}

static int set_up(void **state)
{
	struct pair *pair = g_new0(struct pair, 1);
	pair->charts[0] = chart_of("/some/where/first.json", SPEC);
	pair->charts[1] = chart_of("second.json", DARK);
	*state = pair;
	return 0;
}

static int tear_down(void **state)
{
	struct pair *pair = *state;
	rafter_free(pair->charts[0]);
	rafter_free(pair->charts[1]);
	g_free(pair);
	return 0;
}

static bool has(const struct rafter_bytes *bytes, const char *text)
{
	return memmem(bytes->data, bytes->size, text, strlen(text)) != NULL;
}

static struct rafter_bytes report(struct pair *pair, size_t count, struct rafter_report_output output)
{
	struct rafter_bytes bytes;
	if (!rafter_report(pair->charts, count, &output, &bytes))
		fail_msg("%s", rafter_message(pair->charts[0], 0).text);
	return bytes;
}

static void every_format_repeats(void **state)
{
	struct pair *pair = *state;
	static const char *const starts[] = {"<!DOCTYPE html>", "%PDF-1.", "# "};
	for (size_t i = 0; rafter_report_format_names()[i]; i++) {
		struct rafter_report_output output = {.format = rafter_report_format_names()[i]};
		struct rafter_bytes once = report(pair, 2, output), again = report(pair, 2, output);
		assert_memory_equal(once.data, starts[i], strlen(starts[i]));
		assert_int_equal(once.size, again.size);
		assert_memory_equal(once.data, again.data, once.size);
		rafter_bytes_free(&once);
		rafter_bytes_free(&again);
	}
	assert_null(rafter_report_format_names()[3]);
	// The warning of a chart was said once, however many documents it is in.
	assert_int_equal(rafter_message_count(pair->charts[1]), 1);
	assert_int_equal(rafter_message_count(pair->charts[0]), 0);
}

static void html_is_the_default_and_has_both_schemes(void **state)
{
	struct rafter_bytes bytes = report(*state, 2, (struct rafter_report_output){0});
	static const char *const parts[] = {"<title>Roofline report, 2 charts</title>", "<h2 id=\"chart-1-title\">A title</h2>", "id=\"c1lw-title\"", "id=\"c1dn-title\"",
		"id=\"c2dw-title\"", "class=\"pic w l\"", "class=\"pic s d\"", "is above its roof", ">first.json<", "[above-roof]"};
	for (size_t i = 0; i < G_N_ELEMENTS(parts); i++)
		if (!has(&bytes, parts[i]))
			fail_msg("no %s", parts[i]);
	assert_false(has(&bytes, "/some/where"));
	g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, SPEC, -1);
	assert_true(has(&bytes, sum));
	rafter_bytes_free(&bytes);
}

static void a_theme_that_is_set_is_the_only_one(void **state)
{
	struct pair *pair = *state;
	rafter_set_theme(pair->charts[0], "paper");
	struct rafter_bytes bytes = report(pair, 1, (struct rafter_report_output){.title = "Mine & \xff"});
	assert_true(has(&bytes, "<title>Mine &amp; \xef\xbf\xbd</title>"));
	assert_true(has(&bytes, "class=\"pic w a\""));
	assert_false(has(&bytes, "prefers-color-scheme:dark){\n:root"));
	assert_true(has(&bytes, "color-scheme:light}"));
	rafter_bytes_free(&bytes);
}

static void a_dark_page_prints_on_white(void **state)
{
	struct pair *pair = *state;
	rafter_set_theme(pair->charts[0], "dark");
	struct rafter_bytes bytes = report(pair, 1, (struct rafter_report_output){0});
	assert_true(has(&bytes, "color-scheme:dark}"));
	assert_true(has(&bytes, ":root{--paper:#0f1720;"));
	assert_true(has(&bytes, "@media print{\n:root{--paper:#ffffff;"));
	rafter_bytes_free(&bytes);
}

static void markdown_calls_the_pictures_that_it_is_given(void **state)
{
	static const char *const pictures[] = {"x-1.svg", "x 2.svg"};
	struct rafter_bytes bytes = report(*state, 2, (struct rafter_report_output){.format = "markdown", .pictures = pictures});
	assert_true(has(&bytes, "![A title](x-1.svg)"));
	assert_true(has(&bytes, "![Dark](x%202.svg)"));
	rafter_bytes_free(&bytes);
	bytes = report(*state, 2, (struct rafter_report_output){.format = "markdown"});
	assert_false(has(&bytes, "!["));
	rafter_bytes_free(&bytes);
}

static void the_date_is_in_the_pdf_when_asked_for(void **state)
{
	struct rafter_bytes bytes = report(*state, 2, (struct rafter_report_output){.format = "pdf", .source_date = 1000000000});
	assert_true(has(&bytes, "/CreationDate (D:20010909014640Z)"));
	rafter_bytes_free(&bytes);
	bytes = report(*state, 2, (struct rafter_report_output){.format = "pdf"});
	assert_false(has(&bytes, "/CreationDate"));
	rafter_bytes_free(&bytes);
}

static void a_small_chart_is_its_own_narrow_one(void **state)
{
	struct pair *pair = *state;
	rafter_set_size(pair->charts[0], "89mm");
	struct rafter_bytes bytes = report(pair, 1, (struct rafter_report_output){0});
	assert_true(has(&bytes, "class=\"pic w s l\""));
	assert_false(has(&bytes, "class=\"pic s l\""));
	rafter_bytes_free(&bytes);
}

static void an_unknown_format_is_the_first_charts(void **state)
{
	struct pair *pair = *state;
	struct rafter_bytes bytes;
	assert_false(rafter_report(pair->charts, 2, &(struct rafter_report_output){.format = "htm"}, &bytes));
	assert_null(bytes.data);
	assert_int_equal(rafter_exit_code(pair->charts[0]), 2);
	assert_non_null(strstr(rafter_message(pair->charts[0], 0).message, "'html'"));
	assert_int_equal(rafter_exit_code(pair->charts[1]), 0);
}

static void the_error_of_a_chart_stays_its_own(void **state)
{
	struct pair *pair = *state;
	struct rafter_bytes bytes;
	rafter_set(pair->charts[1], "axes.x.min", "-1");
	assert_false(rafter_report(pair->charts, 2, &(struct rafter_report_output){0}, &bytes));
	assert_null(bytes.data);
	assert_int_equal(rafter_exit_code(pair->charts[0]), 0);
	assert_int_equal(rafter_exit_code(pair->charts[1]), 3);
}

static void an_input_that_is_kept_has_its_hash(void **state)
{
	(void)state;
	struct rafter *r = rafter_new();
	struct rafter_bytes bytes;
	assert_true(rafter_add_input_kept(r, NULL, "kept.json", SPEC, sizeof SPEC - 1));
	assert_true(rafter_report(&r, 1, &(struct rafter_report_output){.format = "markdown"}, &bytes));
	g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, SPEC, -1);
	assert_true(has(&bytes, sum));
	assert_true(has(&bytes, "| kept.json | input |"));
	rafter_bytes_free(&bytes);
	rafter_free(r);
}

#define REPORT(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		REPORT(every_format_repeats),
		REPORT(html_is_the_default_and_has_both_schemes),
		REPORT(a_theme_that_is_set_is_the_only_one),
		REPORT(a_dark_page_prints_on_white),
		REPORT(markdown_calls_the_pictures_that_it_is_given),
		REPORT(the_date_is_in_the_pdf_when_asked_for),
		REPORT(a_small_chart_is_its_own_narrow_one),
		REPORT(an_unknown_format_is_the_first_charts),
		REPORT(the_error_of_a_chart_stays_its_own),
		REPORT(an_input_that_is_kept_has_its_hash),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
