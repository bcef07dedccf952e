// SPDX-License-Identifier: MIT
// JSON read as it passes by, for files that are too large for a tree: the caller walks the brackets and takes or passes over whole values.
//
// Every value that is passed is held to the grammar (strings, numbers, words, brackets, depth, UTF-8), and errors are located as those of json_read. What is
// not checked: equal keys, and whether a double can hold a number. No memory is taken; values are slices of the source.
//
//     json_stream_start(&stream, source, diags) && json_stream_open(&stream, '{')
//     while (json_stream_member(&stream, &key))
//         if (!json_stream_value(&stream, &value)) break;
//     stream.failed?
#ifndef RAFTER_INPUT_JSON_STREAM_H
#define RAFTER_INPUT_JSON_STREAM_H

#include "input/json.h"

struct json_slice {
	enum json_type type;
	const char *text; // quotes and brackets included
	size_t length;
};

struct json_stream {
	const struct source *source;
	struct diags *diags;
	const char *at, *end; // in the bytes of the source
	bool fresh;           // an opening bracket was just passed
	bool failed;          // an error was added
};

// False with an error when the source is no UTF-8.
bool json_stream_start(struct json_stream *stream, const struct source *source, struct diags *diags);
// A stream over a value that was passed: nothing can fail in it but the wrong bracket.
struct json_stream json_stream_inside(const struct json_stream *stream, struct json_slice value);

// The byte that the value which is due starts with; '\0' at the end of the text.
char json_stream_peek(struct json_stream *stream);
// Into the array or object that is due. False with an error when something else is.
bool json_stream_open(struct json_stream *stream, char bracket);
// To the next member, whose value is then due; false past the closing bracket, or with an error.
bool json_stream_member(struct json_stream *stream, struct json_slice *key);
// To the next element of an array; false past the closing bracket, or with an error.
bool json_stream_element(struct json_stream *stream);
// Past the value that is due, whatever it is. False with an error.
bool json_stream_value(struct json_stream *stream, struct json_slice *value);
// Past the object that is due: the values of its members by key, all zero for those that it has not. False with an error, also where one of these keys is
// there twice.
bool json_stream_fields(struct json_stream *stream, const char *const *keys, size_t count, struct json_slice *values);
// True when nothing is left but blanks; else an error.
bool json_stream_finish(struct json_stream *stream);

struct place json_stream_place(const struct json_stream *stream, struct json_slice slice);
// True for a string without escapes that is exactly `text`.
bool json_slice_is(struct json_slice slice, const char *text);
// What a string says, without its quotes and with its escapes read; of another value the text as it stands.
char *json_slice_text(struct arena *arena, struct json_slice slice);

#endif
