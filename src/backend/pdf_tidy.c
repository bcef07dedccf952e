// SPDX-License-Identifier: MIT
#include "backend/pdf_tidy.h"

#include <glib.h>
#include <string.h>

// A place in the file that never leaves it.
struct cursor {
	unsigned char *bytes;
	size_t at, size;
};

static int peek(const struct cursor *cursor, size_t ahead)
{
	return cursor->at + ahead < cursor->size ? cursor->bytes[cursor->at + ahead] : -1;
}

static bool looks_at(const struct cursor *cursor, const char *text)
{
	size_t length = strlen(text);
	return cursor->size - cursor->at >= length && !memcmp(cursor->bytes + cursor->at, text, length);
}

static void skip_space(struct cursor *cursor)
{
	while (peek(cursor, 0) > 0 && strchr(" \t\r\n\f", peek(cursor, 0)))
		cursor->at++;
}

// A comment runs to the end of its line; cairo writes one after "/Type /Page".
static void skip_blank(struct cursor *cursor)
{
	skip_space(cursor);
	while (peek(cursor, 0) == '%') {
		while (peek(cursor, 0) >= 0 && peek(cursor, 0) != '\n')
			cursor->at++;
		skip_space(cursor);
	}
}

static void skip_name(struct cursor *cursor)
{
	for (cursor->at++; peek(cursor, 0) > 0 && !strchr(" \t\r\n\f/<>[]()%", peek(cursor, 0)); cursor->at++)
		;
}

static void skip_string(struct cursor *cursor)
{
	int depth = 0;
	do {
		depth += (peek(cursor, 0) == '(') - (peek(cursor, 0) == ')');
		cursor->at += peek(cursor, 0) == '\\' ? 2 : 1;
	} while (depth > 0 && cursor->at < cursor->size);
}

// One value: a name, a string, a number or reference, or everything up to the end of a dictionary or array.
static void skip_value(struct cursor *cursor)
{
	int depth = 0;
	do {
		skip_blank(cursor);
		int here = peek(cursor, 0), next = peek(cursor, 1);
		if (here == '/') {
			skip_name(cursor);
		} else if (here == '(') {
			skip_string(cursor);
		} else if (here == '[' || (here == '<' && next == '<')) {
			cursor->at += here == '[' ? 1 : 2;
			depth++;
		} else if (here == ']' || (here == '>' && next == '>')) {
			cursor->at += here == ']' ? 1 : 2;
			depth--;
		} else {
			// A hexadecimal string, a number, or as many of them as stand here: "3 0 R".
			for (cursor->at++; peek(cursor, 0) >= 0 && !strchr("/()[]<>", peek(cursor, 0)); cursor->at++)
				;
			if (here == '<')
				cursor->at++;
		}
	} while (depth > 0 && cursor->at < cursor->size);
}

// Spaces in place of the member of that key, in the dictionary at the cursor. Where they stand, up to `size`, or all zero when there is no such member.
static struct cursor blank_member(struct cursor cursor, const char *key)
{
	skip_blank(&cursor);
	if (!looks_at(&cursor, "<<"))
		return (struct cursor){0};
	cursor.at += 2;
	for (skip_blank(&cursor); peek(&cursor, 0) == '/'; skip_blank(&cursor)) {
		size_t start = cursor.at;
		skip_name(&cursor);
		bool meant = cursor.at - start == strlen(key) && !memcmp(cursor.bytes + start, key, strlen(key));
		skip_value(&cursor);
		cursor.at = MIN(cursor.at, cursor.size);
		if (!meant)
			continue;
		memset(cursor.bytes + start, ' ', cursor.at - start);
		return (struct cursor){cursor.bytes, start, cursor.at};
	}
	return (struct cursor){0};
}

static bool replace_date(struct cursor cursor, const char *date)
{
	static const char key[] = "/CreationDate";
	struct cursor place = blank_member(cursor, key);
	g_autofree char *member = date ? g_strdup_printf("%s (%s)", key, date) : g_strdup("");
	if (!place.bytes || strlen(member) > place.size - place.at)
		return false;
	memcpy(place.bytes + place.at, member, strlen(member));
	return true;
}

static size_t read_number(struct cursor *cursor)
{
	size_t number = 0;
	skip_space(cursor);
	for (; g_ascii_isdigit(peek(cursor, 0)); cursor->at++)
		number = number * 10 + (size_t)(peek(cursor, 0) - '0');
	return number;
}

// How many of the things to be tidied stood in the object.
static size_t tidy_object(struct cursor cursor, const char *date)
{
	read_number(&cursor);
	read_number(&cursor);
	skip_space(&cursor);
	if (!looks_at(&cursor, "obj"))
		return 0;
	cursor.at += strlen("obj");
	skip_space(&cursor);
	if (looks_at(&cursor, "<< /Type /Page "))
		return blank_member(cursor, "/Group").bytes ? 1 : 0;
	if (looks_at(&cursor, "<< /Producer"))
		return (blank_member(cursor, "/Producer").bytes ? 1U : 0U) + (replace_date(cursor, date) ? 1U : 0U);
	return 0;
}

static bool find_table(struct cursor *cursor)
{
	static const char word[] = "startxref";
	for (cursor->at = cursor->size; cursor->at > 0; cursor->at--)
		if (looks_at(cursor, word)) {
			cursor->at += strlen(word);
			size_t table = read_number(cursor);
			cursor->at = MIN(table, cursor->size);
			return looks_at(cursor, "xref");
		}
	return false;
}

bool pdf_tidy(unsigned char *bytes, size_t size, size_t pages, const char *date)
{
	enum { PRODUCER_AND_DATE = 2 };
	struct cursor cursor = {bytes, 0, size};
	size_t tidied = 0;
	if (!find_table(&cursor))
		return false;
	cursor.at += strlen("xref");
	read_number(&cursor);
	for (size_t count = read_number(&cursor); count > 0 && cursor.at < size; count--) {
		size_t offset = read_number(&cursor);
		read_number(&cursor);
		skip_space(&cursor);
		if (looks_at(&cursor, "n") && offset < size)
			tidied += (size_t)tidy_object((struct cursor){bytes, offset, size}, date);
		cursor.at++;
	}
	return tidied == pages + PRODUCER_AND_DATE;
}
