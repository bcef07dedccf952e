// SPDX-License-Identifier: MIT
#include "input/json.h"

#include "base/text.h"
#include "input/encoding.h"
#include "input/json_check.h"

#include <cjson/cJSON.h>
#include <stdint.h>
#include <string.h>

// Paths are for messages: long keys and deep paths are shortened, so that a hostile text cannot make them its square.
enum { SHOWN_KEY_CHARS = 64, LONGEST_KEY = 80, LONGEST_BASE = 256, SHOWN_TAIL = 128 };

struct builder {
	struct arena *arena;
	const struct source *source;
	const struct json_token *tokens;
	size_t next; // the first token that is not yet used
};

static size_t digits_of(size_t number, char digits[static 24])
{
	char *end = digits + 24, *at = end;
	do
		*--at = (char)('0' + number % 10);
	while (number /= 10);
	size_t length = (size_t)(end - at);
	memmove(digits, at, length);
	return length;
}

// The path that children start from, in `*length` bytes; a long one loses its head.
static const char *path_base(const char *path, size_t *length)
{
	*length = strlen(path);
	if (*length <= LONGEST_BASE)
		return path;
	const char *tail = path + *length - SHOWN_TAIL;
	while (((unsigned char)*tail & 0xC0) == 0x80)
		tail++;
	*length = (size_t)(path + *length - tail);
	return tail;
}

static const char *path_join(struct arena *arena, const char *parent, const char *before, const char *part, size_t part_length, const char *after)
{
	size_t base_length;
	const char *base = path_base(parent, &base_length);
	const char *cut = base == parent ? "" : "…";
	const struct {
		const char *text;
		size_t length;
	} pieces[] = {{cut, strlen(cut)}, {base, base_length}, {before, strlen(before)}, {part, part_length}, {after, strlen(after)}};
	size_t length = 0;
	for (size_t i = 0; i < G_N_ELEMENTS(pieces); i++)
		length += pieces[i].length;
	char *path = arena_alloc(arena, length + 1), *out = path;
	for (size_t i = 0; i < G_N_ELEMENTS(pieces); i++) {
		memcpy(out, pieces[i].text, pieces[i].length);
		out += pieces[i].length;
	}
	return path;
}

static const char *member_path(struct arena *arena, const char *parent, const char *key)
{
	const char *dot = *parent ? "." : "";
	size_t length = strlen(key);
	if (length == 0)
		return path_join(arena, parent, dot, "\"\"", 2, "");
	if (length <= LONGEST_KEY)
		return path_join(arena, parent, dot, key, length, "");
	g_autofree char *shown = text_shorten(key, SHOWN_KEY_CHARS);
	return path_join(arena, parent, dot, shown, strlen(shown), "");
}

static const char *element_path(struct arena *arena, const char *parent, size_t index)
{
	char digits[24];
	size_t length = digits_of(index, digits);
	return path_join(arena, parent, "[", digits, length, "]");
}

// Nesting is bounded by the check, so this may recurse.
static struct json *build(struct builder *builder, const cJSON *item, const char *path)
{
	const struct json_token *token = &builder->tokens[builder->next++];
	struct json *value = arena_alloc(builder->arena, sizeof *value);
	*value = (struct json){
		.type = token->type,
		.place = {builder->source, token->offset, token->length},
		.number = token->number,
		.path = path,
	};
	if (item->string) {
		value->key = arena_strdup(builder->arena, item->string);
		value->key_place = (struct place){builder->source, token->key_offset, token->key_length};
	}
	if (token->type == JSON_STRING)
		value->string = arena_strdup(builder->arena, item->valuestring);
	const struct json **link = &value->child;
	for (const cJSON *child = item->child; child; child = child->next) {
		const char *child_path = child->string ? member_path(builder->arena, path, child->string) : element_path(builder->arena, path, value->count);
		struct json *built = build(builder, child, child_path);
		*link = built;
		link = &built->next;
		value->count++;
	}
	return value;
}

// True for a null that was written NaN.
static bool is_loose_null(const struct json_scan *scan, const struct json_token *token)
{
	return token->type == JSON_NULL && scan->text[token->offset] != 'n';
}

// cJSON reads numbers by the locale and no more than 63 characters of them. Their values come from the check, so it is shown a 0 for each.
static void blank_numbers(struct json_scan *scan)
{
	for (guint i = 0; i < scan->tokens->len; i++) {
		const struct json_token *token = &g_array_index(scan->tokens, struct json_token, i);
		if (token->type != JSON_NUMBER && !is_loose_null(scan, token))
			continue;
		memset(scan->text + token->offset, ' ', token->length);
		scan->text[token->offset] = '0';
	}
}

static const struct json *read_as(struct arena *arena, const struct source *source, bool loose, struct diags *diags)
{
	struct json_scan scan;
	struct json *root = NULL;
	if (json_scan_run(&scan, source, loose, diags)) {
		blank_numbers(&scan);
		cJSON *tree = cJSON_ParseWithLengthOpts(scan.text, source->size + 1, NULL, 1);
		if (tree) {
			struct builder builder = {arena, source, (const struct json_token *)(const void *)scan.tokens->data, 0};
			root = build(&builder, tree, "");
			g_assert(builder.next == scan.tokens->len);
		} else {
			diags_add(diags, DIAG_BUG, (struct place){source, 0, 0}, "the JSON library refused a text that is strict JSON");
		}
		cJSON_Delete(tree);
	}
	json_scan_clear(&scan);
	return root;
}

const struct json *json_read(struct arena *arena, const struct source *source, struct diags *diags)
{
	return read_as(arena, source, false, diags);
}

const struct json *json_read_loose(struct arena *arena, const struct source *source, struct diags *diags)
{
	return read_as(arena, source, true, diags);
}

const struct json *json_member(const struct json *object, const char *key)
{
	if (object->type != JSON_OBJECT)
		return NULL;
	for (const struct json *member = object->child; member; member = member->next)
		if (strcmp(member->key, key) == 0)
			return member;
	return NULL;
}

const char *json_type_name(const struct json *value)
{
	static const char *const names[] = {
		[JSON_NULL] = "null", [JSON_FALSE] = "false", [JSON_TRUE] = "true", [JSON_NUMBER] = "a number",
		[JSON_STRING] = "a string", [JSON_ARRAY] = "an array", [JSON_OBJECT] = "an object",
	};
	return names[value->type];
}

// ---- is it JSON at all --------------------------------------------------------------------------------------------------------------------------------

// The end of the comment at `at`, or `at` itself.
static size_t skip_comment(const char *text, size_t at, size_t size)
{
	static const struct {
		const char *open, *close;
	} comments[] = {{"//", "\n"}, {"#", "\n"}, {"/*", "*/"}};
	for (size_t i = 0; i < G_N_ELEMENTS(comments); i++) {
		size_t length = strlen(comments[i].open);
		if (size - at < length || memcmp(text + at, comments[i].open, length) != 0)
			continue;
		const char *end = memmem(text + at + length, size - at - length, comments[i].close, strlen(comments[i].close));
		return end ? (size_t)(end - text) + strlen(comments[i].close) : size;
	}
	return at;
}

char json_start(const struct source *source)
{
	size_t at = encoding_bom(source);
	for (size_t before = SIZE_MAX; at != before;) {
		before = at;
		while (at < source->size && g_ascii_isspace(source->bytes[at]))
			at++;
		at = skip_comment(source->bytes, at, source->size);
	}
	return at < source->size ? source->bytes[at] : '\0';
}

bool json_is_meant(const struct source *source)
{
	static const char suffix[] = ".json";
	char start = json_start(source);
	size_t length = strlen(source->name), tail = sizeof suffix - 1;
	return start == '{' || start == '[' || (length > tail && !g_ascii_strcasecmp(source->name + length - tail, suffix));
}
