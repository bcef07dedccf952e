// SPDX-License-Identifier: MIT
#include "input/json_stream.h"

#include "input/encoding.h"

#include <glib.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

enum { WORD_CHARS = 24 };

static bool fail(struct json_stream *stream, enum diag_id id, const char *from, size_t length, const char *format, ...) __attribute__((format(printf, 5, 6)));

static bool fail(struct json_stream *stream, enum diag_id id, const char *from, size_t length, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	g_autofree char *message = g_strdup_vprintf(format, args);
	va_end(args);
	diags_add(stream->diags, id, (struct place){stream->source, (size_t)(from - stream->source->bytes), length}, "%s", message);
	stream->failed = true;
	return false;
}

static size_t word_length(const char *from, const char *end)
{
	size_t length = 0;
	while (from + length < end && length <= WORD_CHARS && (g_ascii_isalnum(from[length]) || from[length] == '_' || from[length] == '.'))
		length++;
	return length;
}

// "expected ..., found ..." at what stands next.
static bool fail_expected(struct json_stream *stream, const char *expected)
{
	const char *at = stream->at;
	if (at == stream->end)
		return fail(stream, DIAG_BAD_JSON, at, 0, "expected %s, found the end of the text; the file was cut off", expected);
	unsigned char c = (unsigned char)*at;
	if (c < 0x20 || c == 0x7F)
		return fail(stream, DIAG_BAD_JSON, at, 1, "expected %s, found the control character U+%04X", expected, c);
	size_t length = word_length(at, stream->end);
	if (!length)
		length = (size_t)MIN(g_utf8_next_char(at) - at, stream->end - at);
	return fail(stream, DIAG_BAD_JSON, at, length, "expected %s, found '%.*s%s'", expected, (int)MIN(length, WORD_CHARS), at,
		length > WORD_CHARS ? "…" : "");
}

static void skip_blanks(struct json_stream *stream)
{
	const char *at = stream->at;
	while (at < stream->end && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r'))
		at++;
	stream->at = at;
}

static bool stands(const struct json_stream *stream, char c)
{
	return stream->at < stream->end && *stream->at == c;
}

// ---- scalars ------------------------------------------------------------------------------------------------------------------------------------------

static bool pass_escape(struct json_stream *stream)
{
	const char *from = stream->at;
	size_t left = (size_t)(stream->end - from);
	if (left >= 2 && from[1] && strchr("\"\\/bfnrt", from[1])) {
		stream->at += 2;
		return true;
	}
	bool unicode = left >= 6 && from[1] == 'u';
	for (size_t i = 2; unicode && i < 6; i++)
		unicode = g_ascii_isxdigit(from[i]);
	if (!unicode)
		return fail(stream, DIAG_BAD_JSON, from, MIN(left, 2), "expected one of \" \\ / b f n r t u and four digits after a backslash");
	stream->at += 6;
	return true;
}

// Past bytes that are neither a quote nor a backslash nor a control character, eight at a time; UTF-8 was checked before.
static const char *past_plain(const char *at, const char *end)
{
	const uint64_t ones = UINT64_C(0x0101010101010101), tops = UINT64_C(0x8080808080808080);
	while (end - at >= 8) {
		uint64_t word;
		memcpy(&word, at, sizeof word);
		uint64_t quote = word ^ (ones * '"'), backslash = word ^ (ones * '\\');
		if ((((word - ones * 0x20) & ~word) | ((quote - ones) & ~quote) | ((backslash - ones) & ~backslash)) & tops)
			break;
		at += 8;
	}
	while (at < end && (unsigned char)*at >= 0x20 && *at != '"' && *at != '\\')
		at++;
	return at;
}

static bool pass_string(struct json_stream *stream)
{
	const char *open = stream->at++;
	for (;;) {
		stream->at = past_plain(stream->at, stream->end);
		if (stands(stream, '"')) {
			stream->at++;
			return true;
		}
		if (!stands(stream, '\\'))
			break;
		if (!pass_escape(stream))
			return false;
	}
	if (stream->at == stream->end)
		return fail(stream, DIAG_BAD_JSON, open, 1, "expected '\"' at the end of this string, found the end of the text; the file was cut off");
	return fail(stream, DIAG_BAD_JSON, stream->at, 1, "expected \\u%04x, found a control character inside a string", (unsigned)(unsigned char)*stream->at);
}

static bool pass_digits(struct json_stream *stream)
{
	const char *from = stream->at;
	while (stream->at < stream->end && g_ascii_isdigit(*stream->at))
		stream->at++;
	return stream->at > from || fail_expected(stream, "a digit");
}

static bool pass_number(struct json_stream *stream)
{
	const char *from = stream->at;
	stream->at += *from == '-';
	const char *first = stream->at;
	if (!pass_digits(stream))
		return false;
	if (*first == '0' && stream->at - first > 1)
		return fail(stream, DIAG_BAD_JSON, from, (size_t)(stream->at - from), "a number has no leading zero");
	if (stands(stream, '.')) {
		stream->at++;
		if (!pass_digits(stream))
			return false;
	}
	if (stands(stream, 'e') || stands(stream, 'E')) {
		stream->at++;
		stream->at += stands(stream, '-') || stands(stream, '+');
		return pass_digits(stream);
	}
	return true;
}

static bool pass_word(struct json_stream *stream, enum json_type *type)
{
	static const struct {
		const char *word;
		enum json_type type;
	} words[] = {{"true", JSON_TRUE}, {"false", JSON_FALSE}, {"null", JSON_NULL}};
	size_t length = word_length(stream->at, stream->end);
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
		if (length != strlen(words[i].word) || memcmp(stream->at, words[i].word, length) != 0)
			continue;
		stream->at += length;
		*type = words[i].type;
		return true;
	}
	bool is_nan = length >= 3 && (g_ascii_strncasecmp(stream->at, "nan", 3) == 0 || g_ascii_strncasecmp(stream->at, "inf", 3) == 0);
	return fail_expected(stream, is_nan ? "a value (NaN and Infinity are not JSON; use null)" : "a value");
}

static bool pass_scalar(struct json_stream *stream, enum json_type *type)
{
	if (stands(stream, '"')) {
		*type = JSON_STRING;
		return pass_string(stream);
	}
	if (stands(stream, '-') || (stream->at < stream->end && g_ascii_isdigit(*stream->at))) {
		*type = JSON_NUMBER;
		return pass_number(stream);
	}
	return pass_word(stream, type);
}

// ---- brackets -----------------------------------------------------------------------------------------------------------------------------------------

static bool pass_key(struct json_stream *stream)
{
	if (!stands(stream, '"'))
		return fail_expected(stream, "a key in double quotes");
	if (!pass_string(stream))
		return false;
	skip_blanks(stream);
	if (!stands(stream, ':'))
		return fail_expected(stream, "':' after a key");
	stream->at++;
	return true;
}

enum next { NEXT_ITEM, NEXT_CLOSED, NEXT_FAILED };

// From behind an opening bracket (`fresh`) or an item to the next item, or past the closing bracket.
static enum next to_next(struct json_stream *stream, bool fresh, bool object)
{
	char close = object ? '}' : ']';
	skip_blanks(stream);
	if (stands(stream, close)) {
		stream->at++;
		return NEXT_CLOSED;
	}
	if (fresh)
		return NEXT_ITEM;
	if (!stands(stream, ',')) {
		fail_expected(stream, object ? "',' or '}' after a member" : "',' or ']' after an element");
		return NEXT_FAILED;
	}
	const char *comma = stream->at++;
	skip_blanks(stream);
	if (!stands(stream, close))
		return NEXT_ITEM;
	fail(stream, DIAG_BAD_JSON, comma, 1, "trailing comma before '%c': expected another %s or no comma", close, object ? "member" : "element");
	return NEXT_FAILED;
}

// The kinds of the open brackets are the bits of a word, the innermost last: 1 is an object.
static bool pass_brackets(struct json_stream *stream)
{
	uint64_t objects = 0;
	int depth = 0;
	do {
		enum json_type type;
		skip_blanks(stream);
		bool object = stands(stream, '{'), opens = object || stands(stream, '[');
		if (!opens && !pass_scalar(stream, &type))
			return false;
		if (opens) {
			if (depth++ == JSON_MAX_DEPTH)
				return fail(stream, DIAG_LIMIT, stream->at, 1, "expected at most %d levels of nested arrays and objects", JSON_MAX_DEPTH);
			objects = objects << 1 | object;
			stream->at++;
		}
		enum next next = NEXT_CLOSED;
		for (bool fresh = opens; depth && (next = to_next(stream, fresh, objects & 1)) == NEXT_CLOSED; fresh = false) {
			objects >>= 1;
			depth--;
		}
		if (next == NEXT_FAILED || (depth && objects & 1 && !pass_key(stream)))
			return false;
	} while (depth);
	return true;
}

// ---- the walk -----------------------------------------------------------------------------------------------------------------------------------------

bool json_stream_start(struct json_stream *stream, const struct source *source, struct diags *diags)
{
	size_t start = 0;
	bool ok = encoding_check(source, &start, diags);
	*stream = (struct json_stream){.source = source, .diags = diags, .failed = !ok};
	stream->end = source->bytes + source->size;
	stream->at = ok ? source->bytes + start : stream->end;
	return ok;
}

struct json_stream json_stream_inside(const struct json_stream *stream, struct json_slice value)
{
	return (struct json_stream){.source = stream->source, .diags = stream->diags, .at = value.text, .end = value.text + value.length};
}

char json_stream_peek(struct json_stream *stream)
{
	skip_blanks(stream);
	return stream->at < stream->end ? *stream->at : '\0';
}

bool json_stream_open(struct json_stream *stream, char bracket)
{
	if (json_stream_peek(stream) != bracket)
		return fail_expected(stream, bracket == '{' ? "an object" : "an array");
	stream->at++;
	stream->fresh = true;
	return true;
}

static bool step(struct json_stream *stream, bool object)
{
	enum next next = stream->failed ? NEXT_FAILED : to_next(stream, stream->fresh, object);
	stream->fresh = false;
	return next == NEXT_ITEM;
}

bool json_stream_member(struct json_stream *stream, struct json_slice *key)
{
	if (!step(stream, true))
		return false;
	*key = (struct json_slice){.type = JSON_STRING, .text = stream->at};
	if (!pass_key(stream))
		return false;
	const char *after = stream->at;
	while (*--after != '"')
		;
	key->length = (size_t)(after + 1 - key->text);
	return true;
}

bool json_stream_element(struct json_stream *stream)
{
	return step(stream, false);
}

bool json_stream_value(struct json_stream *stream, struct json_slice *value)
{
	char first = json_stream_peek(stream);
	*value = (struct json_slice){.type = first == '{' ? JSON_OBJECT : JSON_ARRAY, .text = stream->at};
	bool ok = first == '{' || first == '[' ? pass_brackets(stream) : pass_scalar(stream, &value->type);
	value->length = (size_t)(stream->at - value->text);
	stream->fresh = false;
	return ok;
}

static bool keep_field(struct json_stream *stream, const char *const *keys, size_t count, struct json_slice key, struct json_slice value,
	struct json_slice *values)
{
	for (size_t i = 0; i < count; i++) {
		if (!json_slice_is(key, keys[i]))
			continue;
		if (values[i].text)
			return fail(stream, DIAG_DUPLICATE_KEY, key.text, key.length, "duplicate key '%s' in one object", keys[i]);
		values[i] = value;
		break;
	}
	return true;
}

bool json_stream_fields(struct json_stream *stream, const char *const *keys, size_t count, struct json_slice *values)
{
	struct json_slice key, value;
	memset(values, 0, count * sizeof *values);
	if (!json_stream_open(stream, '{'))
		return false;
	while (json_stream_member(stream, &key))
		if (!json_stream_value(stream, &value) || !keep_field(stream, keys, count, key, value, values))
			return false;
	return !stream->failed;
}

bool json_stream_finish(struct json_stream *stream)
{
	if (stream->failed)
		return false;
	skip_blanks(stream);
	return stream->at == stream->end || fail_expected(stream, "the end of the text after the value");
}
