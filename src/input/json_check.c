// SPDX-License-Identifier: MIT
#include "input/json_check.h"

#include "base/text.h"
#include "input/encoding.h"

#include <stdlib.h>
#include <string.h>

enum { KEY_CHARS = 60 };

struct key_seen {
	const char *text; // decoded
	size_t length;
	uint32_t offset, raw_length; // quotes included
};

struct duplicate {
	struct key_seen key;
	uint32_t first;
};

struct frame {
	guint token;
	guint keys; // how many keys of outer objects stand below its own
	bool object;
};

// Depth is bounded, so the open brackets stand in an array and nothing recurses.
struct check {
	struct json_scan *scan;
	struct frame frames[JSON_MAX_DEPTH];
	int depth;
	GArray *keys;       // struct key_seen: of the open objects, innermost last
	GArray *duplicates; // struct duplicate
	struct key_seen pending;
};

// What became of a value, or of the text after one.
enum step { STEP_FAILED, STEP_VALUE_DUE, STEP_VALUE_DONE };

static void skip_blanks(struct json_scan *scan)
{
	while (*scan->at == ' ' || *scan->at == '\n' || *scan->at == '\t' || *scan->at == '\r')
		scan->at++;
}

static uint32_t offset_of(const struct json_scan *scan, const char *at)
{
	return (uint32_t)(at - scan->text);
}

static int compare_keys(const void *left, const void *right)
{
	const struct key_seen *a = left, *b = right;
	int order = memcmp(a->text, b->text, MIN(a->length, b->length));
	if (order == 0)
		order = (a->length > b->length) - (a->length < b->length);
	return order ? order : (a->offset > b->offset) - (a->offset < b->offset);
}

static int compare_duplicates(const void *left, const void *right)
{
	const struct duplicate *a = left, *b = right;
	return (a->key.offset > b->key.offset) - (a->key.offset < b->key.offset);
}

// Sorting the keys of an object brings equal ones together, whatever their number.
static void find_duplicates(struct check *check, guint from)
{
	guint count = check->keys->len - from;
	if (count == 0)
		return;
	struct key_seen *keys = &g_array_index(check->keys, struct key_seen, from);
	qsort(keys, count, sizeof *keys, compare_keys);
	const struct key_seen *first = keys;
	for (guint i = 1; i < count; i++) {
		if (keys[i].length != first->length || memcmp(keys[i].text, first->text, first->length) != 0) {
			first = &keys[i];
			continue;
		}
		struct duplicate duplicate = {keys[i], first->offset};
		g_array_append_val(check->duplicates, duplicate);
	}
	g_array_set_size(check->keys, from);
}

static void report_duplicates(struct check *check)
{
	struct json_scan *scan = check->scan;
	struct duplicate *duplicates = (struct duplicate *)(void *)check->duplicates->data;
	if (check->duplicates->len)
		qsort(duplicates, check->duplicates->len, sizeof *duplicates, compare_duplicates);
	for (guint i = 0; i < check->duplicates->len; i++) {
		const struct key_seen *key = &duplicates[i].key;
		struct place place = {scan->source, key->offset, key->raw_length};
		// finding a line reads the text from its start; errors past the limit are only counted
		struct position first = {0};
		if (diags_error_count(scan->diags) < DIAG_LIMIT_ERRORS)
			first = source_position(scan->source, duplicates[i].first);
		g_autofree char *text = g_strndup(key->text, key->length);
		g_autofree char *shown = text_shorten(text, KEY_CHARS);
		diags_add(scan->diags, DIAG_DUPLICATE_KEY, place, "duplicate key '%s', first at %zu:%zu", shown, first.line, first.column);
	}
}

static enum step fail_limit(struct json_scan *scan, const char *what, int limit)
{
	struct place place = {scan->source, offset_of(scan, scan->at), 1};
	diags_add(scan->diags, DIAG_LIMIT, place, "expected at most %d %s", limit, what);
	return STEP_FAILED;
}

// The error after a complete value; at the end of the text it names the bracket that is still open.
static enum step fail_after_value(struct check *check, const struct frame *frame)
{
	struct json_scan *scan = check->scan;
	const char *what = frame->object ? "',' or '}' after a member" : "',' or ']' after an element";
	g_autofree char *found = json_scan_found(scan->at);
	if (*scan->at) {
		const char *hint = *scan->at == '/' || *scan->at == '#' ? "; JSON has no comments" : "";
		json_scan_fail(scan, scan->at, 1, "expected %s, found %s%s", what, found, hint);
		return STEP_FAILED;
	}
	struct position open = source_position(scan->source, g_array_index(scan->tokens, struct json_token, frame->token).offset);
	char bracket = frame->object ? '{' : '[';
	json_scan_fail(scan, scan->at, 0, "expected %s, found %s; the '%c' at %zu:%zu is not closed", what, found, bracket, open.line, open.column);
	return STEP_FAILED;
}

static enum step fail_key(struct json_scan *scan)
{
	g_autofree char *found = json_scan_found(scan->at);
	const char *hint = "";
	if (*scan->at == '\'')
		hint = "; strings stand in double quotes";
	else if (*scan->at == '/' || *scan->at == '#')
		hint = "; JSON has no comments";
	json_scan_fail(scan, scan->at, *scan->at ? 1 : 0, "expected a key in double quotes, found %s%s", found, hint);
	return STEP_FAILED;
}

static enum step scan_key(struct check *check)
{
	struct json_scan *scan = check->scan;
	const char *from = scan->at;
	if (*from != '"')
		return fail_key(scan);
	if (!json_scan_string(scan))
		return STEP_FAILED;
	struct key_seen *key = &check->pending;
	*key = (struct key_seen){.offset = offset_of(scan, from), .raw_length = (uint32_t)(scan->at - from)};
	key->text = json_scan_decode(scan, from + 1, key->raw_length - 2, &key->length);
	g_array_append_val(check->keys, *key);
	skip_blanks(scan);
	if (*scan->at != ':') {
		g_autofree char *found = json_scan_found(scan->at);
		json_scan_fail(scan, scan->at, *scan->at ? 1 : 0, "expected ':' after a key, found %s", found);
		return STEP_FAILED;
	}
	scan->at++;
	skip_blanks(scan);
	return STEP_VALUE_DUE;
}

static enum step close_bracket(struct check *check)
{
	struct json_scan *scan = check->scan;
	struct frame *frame = &check->frames[--check->depth];
	scan->at++;
	struct json_token *token = &g_array_index(scan->tokens, struct json_token, frame->token);
	token->length = offset_of(scan, scan->at) - token->offset;
	if (frame->object)
		find_duplicates(check, frame->keys);
	return STEP_VALUE_DONE;
}

static enum step open_bracket(struct check *check, guint token)
{
	struct json_scan *scan = check->scan;
	if (check->depth == JSON_MAX_DEPTH)
		return fail_limit(scan, "levels of nested arrays and objects", JSON_MAX_DEPTH);
	bool object = *scan->at == '{';
	check->frames[check->depth++] = (struct frame){.token = token, .keys = check->keys->len, .object = object};
	scan->at++;
	skip_blanks(scan);
	if (*scan->at == (object ? '}' : ']'))
		return close_bracket(check);
	return object ? scan_key(check) : STEP_VALUE_DUE;
}

static enum step scan_scalar(struct json_scan *scan, struct json_token *token)
{
	bool done;
	if (*scan->at == '"') {
		token->type = JSON_STRING;
		done = json_scan_string(scan);
	} else if (scan->loose && json_scan_loose_word(scan)) {
		token->type = JSON_NULL;
		done = true;
	} else if (*scan->at == '-' || g_ascii_isdigit(*scan->at)) {
		token->type = JSON_NUMBER;
		done = json_scan_number(scan, &token->number);
	} else {
		done = json_scan_word(scan, &token->type);
	}
	token->length = offset_of(scan, scan->at) - token->offset;
	return done ? STEP_VALUE_DONE : STEP_FAILED;
}

static enum step scan_value(struct check *check)
{
	struct json_scan *scan = check->scan;
	if (scan->tokens->len == JSON_MAX_VALUES)
		return fail_limit(scan, "values", JSON_MAX_VALUES);
	struct json_token token = {.offset = offset_of(scan, scan->at)};
	if (check->depth && check->frames[check->depth - 1].object) {
		token.key_offset = check->pending.offset;
		token.key_length = check->pending.raw_length;
	}
	enum step step = STEP_VALUE_DONE;
	bool bracket = *scan->at == '[' || *scan->at == '{';
	if (bracket)
		token.type = *scan->at == '{' ? JSON_OBJECT : JSON_ARRAY;
	else
		step = scan_scalar(scan, &token);
	g_array_append_val(scan->tokens, token);
	return bracket ? open_bracket(check, scan->tokens->len - 1) : step;
}

static enum step after_value(struct check *check)
{
	struct json_scan *scan = check->scan;
	const struct frame *frame = &check->frames[check->depth - 1];
	char close = frame->object ? '}' : ']';
	skip_blanks(scan);
	if (*scan->at == close)
		return close_bracket(check);
	if (*scan->at != ',')
		return fail_after_value(check, frame);
	const char *comma = scan->at++;
	skip_blanks(scan);
	if (*scan->at == close) {
		json_scan_fail(scan, comma, 1, "trailing comma before '%c': expected another %s or no comma", close, frame->object ? "member" : "element");
		return STEP_FAILED;
	}
	return frame->object ? scan_key(check) : STEP_VALUE_DUE;
}

static bool check_text(struct check *check)
{
	struct json_scan *scan = check->scan;
	skip_blanks(scan);
	if (!*scan->at)
		return json_scan_fail(scan, scan->text, 0, "expected a JSON value, found an empty text");
	enum step step = STEP_VALUE_DUE;
	while (step == STEP_VALUE_DUE) {
		step = scan_value(check);
		while (step == STEP_VALUE_DONE && check->depth)
			step = after_value(check);
	}
	if (step == STEP_FAILED)
		return false;
	skip_blanks(scan);
	if (!*scan->at)
		return true;
	g_autofree char *found = json_scan_found(scan->at);
	return json_scan_fail(scan, scan->at, 1, "expected the end of the text after the value, found %s", found);
}

bool json_scan_run(struct json_scan *scan, const struct source *source, bool loose, struct diags *diags)
{
	*scan = (struct json_scan){.source = source, .diags = diags, .loose = loose};
	if (source->size > JSON_MAX_BYTES) {
		diags_add(diags, DIAG_LIMIT, (struct place){source, 0, 0}, "expected at most %d bytes of JSON, found %zu", JSON_MAX_BYTES, source->size);
		return false;
	}
	size_t start;
	if (!encoding_check(source, &start, diags))
		return false;
	scan->text = g_malloc(source->size + 1);
	if (source->size)
		memcpy(scan->text, source->bytes, source->size);
	scan->text[source->size] = '\0';
	scan->at = scan->text + start;
	scan->tokens = g_array_new(FALSE, FALSE, sizeof(struct json_token));
	scan->scratch = arena_new();
	struct check check = {.scan = scan};
	check.keys = g_array_new(FALSE, FALSE, sizeof(struct key_seen));
	check.duplicates = g_array_new(FALSE, FALSE, sizeof(struct duplicate));
	bool good = check_text(&check);
	report_duplicates(&check);
	good = good && !check.duplicates->len;
	g_array_free(check.keys, TRUE);
	g_array_free(check.duplicates, TRUE);
	return good;
}

void json_scan_clear(struct json_scan *scan)
{
	g_free(scan->text);
	if (scan->tokens)
		g_array_free(scan->tokens, TRUE);
	arena_free(scan->scratch);
	*scan = (struct json_scan){0};
}

bool json_check(const struct source *source, struct diags *diags)
{
	struct json_scan scan;
	bool good = json_scan_run(&scan, source, false, diags);
	json_scan_clear(&scan);
	return good;
}
