// SPDX-License-Identifier: MIT
// The answers for programs: JSON, JUnit XML, commands of GitHub Actions.
#include "check/check.h"

#include "base/json_out.h"
#include "base/text.h"

#include <string.h>

enum { SHOWN_ANNOTATIONS = 10 };

// ---- JSON ---------------------------------------------------------------------------------------------------------------------------------------------

static void json_range(struct json_out *out, const char *key, const struct compare_value *value)
{
	static const char *const suffixes[] = {"", "_low", "_high"};
	const double numbers[] = {value->value, value->low, value->high};
	for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++) {
		g_autofree char *name = g_strconcat(key, suffixes[i], NULL);
		json_put_number(out, name, numbers[i]);
	}
}

static void json_answer(struct json_out *out, const struct check_answer *answer)
{
	json_open(out, '{');
	json_put_string(out, "result", check_status_name(answer->status));
	json_put_string(out, "point", answer->point);
	json_put_string(out, "series", answer->series);
	json_put_string(out, "gate", answer->gate);
	json_put_string(out, "quantity", answer->quantity);
	json_put_bool(out, "is_change", answer->is_change);
	json_put_number(out, "limit", answer->limit);
	json_range(out, "found", &answer->found);
	json_range(out, "before", &answer->before);
	json_put_number(out, "change", answer->change);
	json_put_string(out, "note", answer->note);
	json_close(out, '}');
}

void check_write_json(const struct check_result *result, const char *title, GString *text)
{
	struct json_out out;
	json_out_init(&out, text);
	json_open(&out, '{');
	json_put_number(&out, "rafter", 1);
	json_put_string(&out, "title", title);
	json_put_bool(&out, "passed", result->passed);
	json_put_number(&out, "points", (double)result->points);
	json_key(&out, "counts");
	json_open_flat(&out, '{');
	for (int i = 0; i < CHECK_STATUS_COUNT; i++)
		json_put_number(&out, check_status_name((enum check_status)i), (double)result->counts[i]);
	json_close(&out, '}');
	json_key(&out, "checks");
	json_open(&out, '[');
	for (size_t i = 0; i < result->answers.count; i++)
		json_answer(&out, &result->answers.items[i]);
	json_close(&out, ']');
	json_close(&out, '}');
}

// ---- JUnit --------------------------------------------------------------------------------------------------------------------------------------------

// Of what XML 1.0 cannot hold, control characters are shown and noncharacters replaced.
static void xml_text(GString *out, const char *text)
{
	g_autofree char *safe = text_printable(text);
	for (const char *at = safe; *at; at = g_utf8_next_char(at)) {
		gunichar c = g_utf8_get_char(at);
		switch (c) {
		case '&': g_string_append(out, "&amp;"); break;
		case '<': g_string_append(out, "&lt;"); break;
		case '>': g_string_append(out, "&gt;"); break;
		case '"': g_string_append(out, "&quot;"); break;
		case '\t': g_string_append(out, "&#9;"); break;
		default: g_string_append_unichar(out, c == 0xfffe || c == 0xffff ? 0xfffd : c); break;
		}
	}
}

static void xml_attribute(GString *out, const char *name, const char *value)
{
	g_string_append_printf(out, " %s=\"", name);
	xml_text(out, value);
	g_string_append_c(out, '"');
}

static const char *failure_type(const struct check_answer *answer)
{
	return answer->note ? "unjudged" : answer->is_change ? "regression" : "rule";
}

static void junit_case(struct arena *arena, const struct check_answer *answer, GString *out)
{
	const char *name = answer->point ? arena_printf(arena, "%s: %s", answer->point, answer->gate) : answer->note;
	const char *text = check_answer_text(arena, answer);
	g_string_append(out, "    <testcase");
	xml_attribute(out, "classname", answer->series ? answer->series : "points");
	xml_attribute(out, "name", name);
	if (answer->status == CHECK_PASSED) {
		g_string_append(out, "/>\n");
		return;
	}
	g_string_append(out, ">\n      ");
	if (answer->status == CHECK_FAILED) {
		g_string_append(out, "<failure");
		xml_attribute(out, "type", failure_type(answer));
		xml_attribute(out, "message", text);
		g_string_append(out, "/>\n");
	} else if (answer->status == CHECK_SKIPPED) {
		g_string_append(out, "<skipped");
		xml_attribute(out, "message", text);
		g_string_append(out, "/>\n");
	} else {
		g_string_append(out, "<system-out>warning: ");
		xml_text(out, text);
		g_string_append(out, "</system-out>\n");
	}
	g_string_append(out, "    </testcase>\n");
}

static void junit_counts(const struct check_result *result, GString *out)
{
	g_string_append_printf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\"", result->answers.count, result->counts[CHECK_FAILED],
		result->counts[CHECK_SKIPPED]);
}

void check_write_junit(const struct check_result *result, const char *title, GString *out)
{
	struct arena *arena = arena_new();
	g_string_append(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"rafter check\"");
	junit_counts(result, out);
	g_string_append(out, ">\n  <testsuite");
	xml_attribute(out, "name", title ? title : "rafter check");
	junit_counts(result, out);
	g_string_append(out, ">\n");
	for (size_t i = 0; i < result->answers.count; i++)
		junit_case(arena, &result->answers.items[i], out);
	g_string_append(out, "  </testsuite>\n</testsuites>\n");
	arena_free(arena);
}

// ---- GitHub -------------------------------------------------------------------------------------------------------------------------------------------

// The values of a command end at a line end; its properties at a colon and a comma as well.
static void github_text(GString *out, const char *text, bool is_property)
{
	for (const char *at = text; *at; at++) {
		if (strchr(is_property ? "%\r\n:," : "%\r\n", *at))
			g_string_append_printf(out, "%%%02X", (unsigned)(unsigned char)*at);
		else
			g_string_append_c(out, *at);
	}
}

static void github_property(GString *out, const char *separator, const char *name, const char *value)
{
	g_string_append_printf(out, "%s%s=", separator, name);
	github_text(out, value, true);
}

// Points of standard input and of the command line are in no file that could be opened.
static bool is_in_file(const struct source *source)
{
	return source && strcmp(source->name, "standard input") != 0 && strncmp(source->name, "--", 2) != 0;
}

static void github_answer(struct arena *arena, const struct check_answer *answer, const char *command, GString *out)
{
	g_string_append_printf(out, "::%s ", command);
	struct place place = answer->row ? answer->row->point->place : (struct place){0};
	if (is_in_file(place.source)) {
		const char *name = place.source->name;
		github_property(out, "", "file", g_str_has_prefix(name, "./") ? name + 2 : name);
		g_string_append_printf(out, ",line=%zu,", source_position(place.source, place.offset).line);
	}
	github_property(out, "", "title", answer->point ? answer->point : "rafter check");
	g_string_append(out, "::");
	github_text(out, check_answer_text(arena, answer), false);
	g_string_append_c(out, '\n');
}

static void github_kind(struct arena *arena, const struct check_result *result, enum check_status status, const char *command, GString *out)
{
	size_t count = result->counts[status], shown = 0, most = count > SHOWN_ANNOTATIONS ? SHOWN_ANNOTATIONS - 1 : count;
	for (size_t i = 0; i < result->answers.count && shown < most; i++) {
		if (result->answers.items[i].status != status)
			continue;
		github_answer(arena, &result->answers.items[i], command, out);
		shown++;
	}
	if (count > shown)
		g_string_append_printf(out, "::%s title=rafter check::and %zu more, none of them worse than these\n", command, count - shown);
}

void check_write_github(const struct check_result *result, const char *title, GString *out)
{
	(void)title;
	struct arena *arena = arena_new();
	github_kind(arena, result, CHECK_FAILED, "error", out);
	github_kind(arena, result, CHECK_WARNING, "warning", out);
	arena_free(arena);
}
