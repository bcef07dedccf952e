// SPDX-License-Identifier: MIT
#include "input/csv.h"

#include "input/encoding.h"

#include <glib.h>
#include <string.h>

const char csv_separators[] = ",;\t|";

// The text is copied once; cells end where a NUL replaces their separator, and quoted ones are unescaped where they stand.
struct reader {
	struct arena *arena;
	const struct source *source;
	struct diags *diags;
	char separator;
	bool keep_comments;
	char *text, *at, *end; // `*end` is a line feed that is not in the source
	size_t line, cell_total;
	bool cell_stop[256];   // ends a run inside an unquoted cell
	bool quoted_stop[256]; // ends a run inside a quoted one
	GArray *cells;         // struct csv_cell of this record
	GArray *records;       // struct csv_record
};

static bool is_line_end(char c)
{
	return c == '\n' || c == '\r';
}

static bool fail(struct reader *reader, enum diag_id id, const char *at, const char *message)
{
	diags_add(reader->diags, id, (struct place){reader->source, (size_t)(at - reader->text), at < reader->end}, "%s", message);
	return false;
}

static char *skip_blanks(const struct reader *reader, char *at)
{
	while ((*at == ' ' || *at == '\t') && *at != reader->separator)
		at++;
	return at;
}

static bool add_cell(struct reader *reader, const char *text, const char *from, const char *to, bool quoted)
{
	if (++reader->cell_total > CSV_MAX_CELLS) {
		diags_add(reader->diags, DIAG_LIMIT, (struct place){reader->source, (size_t)(from - reader->text), 1}, "expected at most %d cells", CSV_MAX_CELLS);
		return false;
	}
	struct place place = {reader->source, (size_t)(from - reader->text), (size_t)(to - from)};
	struct csv_cell cell = {text, place, quoted};
	g_array_append_val(reader->cells, cell);
	return true;
}

// Past the line end that starts at `at`, whose first character was `delimiter`.
static char *past_line_end(struct reader *reader, char *at, char delimiter)
{
	reader->line++;
	return at + (delimiter == '\r' && at + 1 < reader->end && at[1] == '\n' ? 2 : 1);
}

static bool read_unquoted(struct reader *reader, char *from, char *delimiter)
{
	char *stop = from;
	while (!reader->cell_stop[(unsigned char)*stop])
		stop++;
	char *to = stop;
	while (to > from && (to[-1] == ' ' || to[-1] == '\t'))
		to--;
	*delimiter = *stop;
	*to = '\0';
	reader->at = stop;
	return add_cell(reader, from, from, to, false);
}

// The inside of a quoted cell moved together to `text`; the closing quote, or NULL when there is none.
static char *unquote(struct reader *reader, char *text)
{
	char *out = text, *at = text;
	for (;;) {
		char *run = at;
		while (!reader->quoted_stop[(unsigned char)*at])
			at++;
		if (out != run)
			memmove(out, run, (size_t)(at - run));
		out += at - run;
		if (at == reader->end)
			return NULL;
		if (is_line_end(*at)) {
			at = past_line_end(reader, at, *at);
			*out++ = ' '; // last: it may stand where the line end stood
		} else if (at[1] == '"') {
			*out++ = '"';
			at += 2;
		} else {
			*out = '\0';
			return at;
		}
	}
}

static bool read_quoted(struct reader *reader, char *open, char *delimiter)
{
	char *close = unquote(reader, open + 1);
	if (!close)
		return fail(reader, DIAG_BAD_CSV, open, "expected '\"' at the end of this cell, found the end of the text");
	reader->at = skip_blanks(reader, close + 1);
	*delimiter = *reader->at;
	if (*delimiter != reader->separator && !is_line_end(*delimiter))
		return fail(reader, DIAG_BAD_CSV, reader->at, "expected a separator or the end of the line after a closing quote (a quote inside is doubled)");
	return add_cell(reader, open + 1, open, close + 1, true);
}

static bool read_record(struct reader *reader)
{
	struct csv_record record = {.line = reader->line};
	g_array_set_size(reader->cells, 0);
	char delimiter = '\n';
	for (;;) {
		char *from = skip_blanks(reader, reader->at);
		if (!(*from == '"' ? read_quoted(reader, from, &delimiter) : read_unquoted(reader, from, &delimiter)))
			return false;
		if (delimiter != reader->separator)
			break;
		reader->at++;
	}
	if (reader->at < reader->end)
		reader->at = past_line_end(reader, reader->at, delimiter);
	record.count = reader->cells->len;
	record.cells = arena_array(reader->arena, record.count, sizeof *record.cells);
	memcpy(record.cells, reader->cells->data, record.count * sizeof *record.cells);
	record.place = record.cells[0].place;
	g_array_append_val(reader->records, record);
	return true;
}

// Moves past empty lines and comments; false at the end.
static bool find_record(struct reader *reader)
{
	while (reader->at < reader->end) {
		char *at = skip_blanks(reader, reader->at);
		if (*reader->at == '#' && !reader->keep_comments)
			while (!is_line_end(*at))
				at++;
		if (!is_line_end(*at))
			return true;
		if (at == reader->end)
			return false;
		reader->at = past_line_end(reader, at, *at);
	}
	return false;
}

// The candidate that stands most often in the first record outside quotes; the earlier one of equals, the comma of none.
static char find_separator(const struct reader *reader)
{
	size_t counts[sizeof csv_separators - 1] = {0};
	bool quoted = false;
	for (const char *at = reader->at; at < reader->end && (quoted || !is_line_end(*at)); at++) {
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

static void set_separator(struct reader *reader, char separator)
{
	reader->separator = separator ? separator : find_separator(reader);
	reader->cell_stop[(unsigned char)reader->separator] = true;
	reader->cell_stop['\n'] = reader->cell_stop['\r'] = true;
	reader->quoted_stop['"'] = reader->quoted_stop['\n'] = reader->quoted_stop['\r'] = true;
}

static void copy_text(struct reader *reader, size_t start)
{
	const struct source *source = reader->source;
	reader->text = arena_alloc(reader->arena, source->size + 1);
	if (source->size)
		memcpy(reader->text, source->bytes, source->size);
	reader->end = reader->text + source->size;
	*reader->end = '\n';
	reader->at = reader->text + MIN(start, source->size);
	reader->line = source_position(source, start).line;
}

const struct csv *csv_read(struct arena *arena, const struct source *source, struct csv_options options, struct diags *diags)
{
	size_t start;
	if (!encoding_check(source, &start, diags))
		return NULL;
	struct reader reader = {.arena = arena, .source = source, .diags = diags, .keep_comments = options.keep_comments};
	copy_text(&reader, MAX(start, options.start));
	reader.cells = g_array_new(FALSE, FALSE, sizeof(struct csv_cell));
	reader.records = g_array_new(FALSE, FALSE, sizeof(struct csv_record));
	bool more = find_record(&reader), good = true;
	set_separator(&reader, options.separator);
	for (; more && good; more = good && find_record(&reader))
		good = read_record(&reader);
	struct csv *csv = NULL;
	if (good) {
		csv = arena_alloc(arena, sizeof *csv);
		*csv = (struct csv){source, reader.separator, NULL, reader.records->len};
		csv->records = arena_array(arena, csv->count, sizeof *csv->records);
		if (csv->count)
			memcpy(csv->records, reader.records->data, csv->count * sizeof *csv->records);
	}
	g_array_free(reader.cells, TRUE);
	g_array_free(reader.records, TRUE);
	return csv;
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
