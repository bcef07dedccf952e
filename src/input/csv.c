// SPDX-License-Identifier: MIT
#include "input/csv.h"

#include "input/encoding.h"

#include <glib.h>
#include <string.h>

const char csv_separators[] = ",;\t|";

// A cell as it stands in the source, quotes included.
struct slice {
	const char *from, *to;
	bool quoted;
	bool verbatim; // the text is what stands between the quotes: nothing is doubled, no line ends inside
};

struct csv_stream {
	const struct source *source;
	struct diags *diags;
	struct csv_options options;
	char separator;
	const char *text, *at, *end;
	size_t line;           // of `at`
	size_t record_line;
	bool failed;
	bool cell_stop[256];   // ends a run inside an unquoted cell
	bool quoted_stop[256]; // ends a run inside a quoted one
	GArray *slices;        // struct slice of this record
	GStringChunk *texts;   // of this record's cells
	bool has_texts;
};

static bool is_line_end(char c)
{
	return c == '\n' || c == '\r';
}

static bool fail(struct csv_stream *stream, const char *at, const char *message)
{
	diags_add(stream->diags, DIAG_BAD_CSV, (struct place){stream->source, (size_t)(at - stream->text), at < stream->end}, "%s", message);
	stream->failed = true;
	return false;
}

static const char *skip_blanks(const struct csv_stream *stream, const char *at)
{
	while (at < stream->end && (*at == ' ' || *at == '\t') && *at != stream->separator)
		at++;
	return at;
}

static bool ends_line(const struct csv_stream *stream, const char *at)
{
	return at == stream->end || is_line_end(*at);
}

// Past the line end that stands at `at`; the end of the text is none.
static const char *past_line_end(struct csv_stream *stream, const char *at)
{
	if (at == stream->end)
		return at;
	stream->line++;
	return at + (*at == '\r' && at + 1 < stream->end && at[1] == '\n' ? 2 : 1);
}

static void read_unquoted(struct csv_stream *stream, const char *from)
{
	const char *stop = from;
	while (stop < stream->end && !stream->cell_stop[(unsigned char)*stop])
		stop++;
	const char *to = stop;
	while (to > from && (to[-1] == ' ' || to[-1] == '\t'))
		to--;
	stream->at = stop;
	struct slice slice = {from, to, false, true};
	g_array_append_val(stream->slices, slice);
}

static bool read_quoted(struct csv_stream *stream, const char *open)
{
	struct slice slice = {open, open + 1, true, true};
	for (;;) {
		const char *at = slice.to;
		while (at < stream->end && !stream->quoted_stop[(unsigned char)*at])
			at++;
		if (at == stream->end)
			return fail(stream, open, "expected '\"' at the end of this cell, found the end of the text");
		if (*at == '"' && (at + 1 == stream->end || at[1] != '"')) {
			slice.to = at + 1;
			break;
		}
		slice.verbatim = false;
		slice.to = *at == '"' ? at + 2 : past_line_end(stream, at);
	}
	g_array_append_val(stream->slices, slice);
	stream->at = skip_blanks(stream, slice.to);
	if (!ends_line(stream, stream->at) && *stream->at != stream->separator)
		return fail(stream, stream->at, "expected a separator or the end of the line after a closing quote (a quote inside is doubled)");
	return true;
}

static bool read_record(struct csv_stream *stream)
{
	g_array_set_size(stream->slices, 0);
	stream->record_line = stream->line;
	for (;;) {
		const char *from = skip_blanks(stream, stream->at);
		if (from < stream->end && *from == '"') {
			if (!read_quoted(stream, from))
				return false;
		} else {
			read_unquoted(stream, from);
		}
		if (ends_line(stream, stream->at))
			break;
		stream->at++;
	}
	stream->at = past_line_end(stream, stream->at);
	return true;
}

static const char *line_end(const struct csv_stream *stream, const char *at)
{
	const char *feed = memchr(at, '\n', (size_t)(stream->end - at)), *end = feed ? feed : stream->end;
	const char *carriage = memchr(at, '\r', (size_t)(end - at));
	return carriage ? carriage : end;
}

// Whether the line at `at` starts a record: it is not empty, no comment, and a row by the caller's word.
static bool starts_record(const struct csv_stream *stream, const char *at)
{
	if (ends_line(stream, skip_blanks(stream, at)) || (*at == '#' && !stream->options.keep_comments))
		return false;
	return !stream->options.is_row || stream->options.is_row(at, (size_t)(line_end(stream, at) - at));
}

// Moves past everything that is no record; false at the end.
static bool find_record(struct csv_stream *stream)
{
	while (stream->at < stream->end && !starts_record(stream, stream->at))
		stream->at = past_line_end(stream, line_end(stream, stream->at));
	return stream->at < stream->end;
}

// The candidate that stands most often in the first record outside quotes; the earlier one of equals, the comma of none.
static char find_separator(const struct csv_stream *stream)
{
	size_t counts[sizeof csv_separators - 1] = {0};
	bool quoted = false;
	for (const char *at = stream->at; at < stream->end && (quoted || !is_line_end(*at)); at++) {
		const char *candidate = strchr(csv_separators, *at);
		if (*at == '"')
			quoted = !quoted;
		else if (candidate && !quoted)
			counts[candidate - csv_separators]++;
	}
	size_t best = 0;
	for (size_t i = 1; i < G_N_ELEMENTS(counts); i++)
		if (counts[i] > counts[best])
			best = i;
	return csv_separators[best];
}

static void set_separator(struct csv_stream *stream)
{
	char separator = stream->options.separator;
	find_record(stream);
	stream->separator = separator ? separator : find_separator(stream);
	stream->cell_stop[(unsigned char)stream->separator] = true;
	stream->cell_stop['\n'] = stream->cell_stop['\r'] = true;
	stream->quoted_stop['"'] = stream->quoted_stop['\n'] = stream->quoted_stop['\r'] = true;
}

struct csv_stream *csv_stream_new(const struct source *source, struct csv_options options, struct diags *diags)
{
	size_t start;
	if (!encoding_check(source, &start, diags))
		return NULL;
	struct csv_stream *stream = g_new0(struct csv_stream, 1);
	*stream = (struct csv_stream){.source = source, .diags = diags, .options = options};
	start = MIN(MAX(start, options.start), source->size);
	stream->text = source->bytes;
	stream->at = source->bytes + start;
	stream->end = source->bytes + source->size;
	stream->line = source_position(source, start).line;
	stream->slices = g_array_new(FALSE, FALSE, sizeof(struct slice));
	stream->texts = g_string_chunk_new(4096);
	set_separator(stream);
	return stream;
}

void csv_stream_free(struct csv_stream *stream)
{
	if (!stream)
		return;
	g_array_free(stream->slices, TRUE);
	g_string_chunk_free(stream->texts);
	g_free(stream);
}

bool csv_stream_next(struct csv_stream *stream)
{
	if (stream->has_texts)
		g_string_chunk_clear(stream->texts);
	stream->has_texts = false;
	return !stream->failed && find_record(stream) && read_record(stream);
}

bool csv_stream_failed(const struct csv_stream *stream)
{
	return stream->failed;
}

size_t csv_stream_count(const struct csv_stream *stream)
{
	return stream->slices->len;
}

size_t csv_stream_line(const struct csv_stream *stream)
{
	return stream->record_line;
}

// Writes the text of a cell, which is not longer than the slice, and a NUL; returns where it ends.
static char *unquote(const struct csv_stream *stream, struct slice slice, char *out)
{
	const char *at = slice.from + slice.quoted, *to = slice.to - slice.quoted;
	if (slice.verbatim) {
		memcpy(out, at, (size_t)(to - at));
		out += to - at;
		at = to;
	}
	while (at < to) {
		char c = *at++;
		if (c == '"')
			at++;
		if (c == '\r' && at < stream->end && *at == '\n')
			at++;
		*out++ = is_line_end(c) ? ' ' : c;
	}
	*out = '\0';
	return out;
}

static struct csv_cell cell_of(const struct csv_stream *stream, struct slice slice, const char *text)
{
	struct place place = {stream->source, (size_t)(slice.from - stream->text), (size_t)(slice.to - slice.from)};
	return (struct csv_cell){text, place, slice.quoted};
}

struct csv_cell csv_stream_cell(struct csv_stream *stream, size_t index)
{
	struct slice slice = g_array_index(stream->slices, struct slice, index);
	char *text = g_string_chunk_insert_len(stream->texts, slice.from, slice.to - slice.from);
	unquote(stream, slice, text);
	stream->has_texts = true;
	return cell_of(stream, slice, text);
}

struct csv_record csv_stream_record(struct csv_stream *stream, struct arena *arena)
{
	size_t count = stream->slices->len, length = 0;
	const struct slice *slices = (const struct slice *)(const void *)stream->slices->data;
	for (size_t i = 0; i < count; i++)
		length += (size_t)(slices[i].to - slices[i].from) + 1;
	struct csv_record record = {.cells = arena_array(arena, count, sizeof *record.cells), .count = count, .line = stream->record_line};
	char *text = arena_alloc(arena, length);
	for (size_t i = 0; i < count; i++) {
		record.cells[i] = cell_of(stream, slices[i], text);
		text = unquote(stream, slices[i], text) + 1;
	}
	record.place = record.cells[0].place;
	return record;
}

// ---- the whole table ----------------------------------------------------------------------------------------------------------------------------------

static bool check_limit(struct csv_stream *stream, size_t *total)
{
	size_t before = *total;
	*total += csv_stream_count(stream);
	if (*total <= CSV_MAX_CELLS)
		return true;
	struct slice slice = g_array_index(stream->slices, struct slice, CSV_MAX_CELLS - before);
	diags_add(stream->diags, DIAG_LIMIT, (struct place){stream->source, (size_t)(slice.from - stream->text), 1}, "expected at most %d cells", CSV_MAX_CELLS);
	return false;
}

const struct csv *csv_read(struct arena *arena, const struct source *source, struct csv_options options, struct diags *diags)
{
	struct csv_stream *stream = csv_stream_new(source, options, diags);
	if (!stream)
		return NULL;
	struct csv *csv = arena_alloc(arena, sizeof *csv);
	struct { struct csv_record *items; size_t count, cap; } records = {0};
	size_t total = 0;
	bool good = true;
	while (good && csv_stream_next(stream)) {
		good = check_limit(stream, &total);
		if (good)
			*list_push(arena, &records) = csv_stream_record(stream, arena);
	}
	*csv = (struct csv){source, stream->separator, records.items, records.count};
	good = good && !stream->failed;
	csv_stream_free(stream);
	return good ? csv : NULL;
}

bool csv_is_missing(const char *text)
{
	static const char *const words[] = {"", "n/a", "nan", "-", "--", "null", "none", "na", "-nan", "#n/a", "[n/a]"};
	text += strspn(text, " \t");
	size_t length = strlen(text);
	while (length && (text[length - 1] == ' ' || text[length - 1] == '\t'))
		length--;
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (length == strlen(words[i]) && g_ascii_strncasecmp(text, words[i], length) == 0)
			return true;
	return false;
}
