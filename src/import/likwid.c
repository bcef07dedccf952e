// SPDX-License-Identifier: MIT
// likwid-perfctr: -O output ("TABLE,Region solve,Group 1 Metric,MEM_DP,9" and so many rows; nothing is quoted, rows are padded with commas) and boxes
// ("Region solve, Group 1: MEM_DP", then "| Metric | HWThread 0 |"). The banner and the program's own output stand before, between and behind the tables.
// Written by src/applications/likwid.lua of LIKWID 4 and 5.
#include "import/likwid.h"

#include <glib.h>
#include <string.h>

enum { HEAD_BYTES = 64 * 1024 };

// ---- recognition --------------------------------------------------------------------------------------------------------------------------------------

static int recognise(const struct source *source)
{
	size_t offset = encoding_bom(source);
	struct text_line line;
	int score = 0;
	while (offset < HEAD_BYTES && text_line_next(source, &offset, &line)) {
		if (text_line_starts(line, "STRUCT,Info,") || (text_line_starts(line, "TABLE,") && text_line_has(line, "Group ")))
			return 95;
		if (text_line_starts(line, "|") && (text_line_has(line, "Runtime (RDTSC) [s]") || text_line_has(line, "RDTSC Runtime [s]")))
			return 95;
		// The banner alone: the program may have written more than is looked at.
		if (text_line_starts(line, "CPU type:\t") || text_line_starts(line, "INFO: You are running LIKWID"))
			score = 50;
	}
	return score;
}

// ---- reader -------------------------------------------------------------------------------------------------------------------------------------------

struct reader {
	const struct import *in;
	struct likwid_log *log;
	const char *region, *group; // of the title above the next table
	struct place title;
	bool in_table, boxed, skipped; // skipped: statistics over the threads
	enum likwid_table kind;
	size_t header_cells, header_width; // without and with the padding
	size_t rows_left;                  // of a table of -O
	size_t borders;                    // of a box, below its header
};

struct cells {
	struct likwid_cell *items;
	size_t count, cap;
};

static const char *text_of(struct arena *arena, const char *text, size_t length)
{
	if (g_utf8_validate_len(text, length, NULL))
		return arena_strndup(arena, text, length);
	g_autofree char *valid = g_utf8_make_valid(text, (gssize)length);
	return arena_strdup(arena, valid);
}

const char *likwid_section_words(struct arena *arena, const char *region, const char *group)
{
	const char *measured = group ? arena_printf(arena, "group %s", group) : "a group";
	return region ? arena_printf(arena, "region '%s', %s", region, measured) : measured;
}

static const char *title_words(const struct reader *reader)
{
	return likwid_section_words(reader->in->arena, reader->region, reader->group);
}

// The cells of a line between separators, trimmed; those of a box stand between its first and its last bar.
static struct cells split(const struct reader *reader, struct text_line line, char separator)
{
	struct cells cells = {0};
	size_t at = separator == '|' ? 1 : 0, end = line.length;
	while (end > at && g_ascii_isspace(line.text[end - 1]))
		end--;
	if (separator == '|' && end > at && line.text[end - 1] == '|')
		end--;
	for (;;) {
		const char *stop = memchr(line.text + at, separator, end - at);
		size_t next = stop ? (size_t)(stop - line.text) : end, from = at, to = next;
		while (from < to && g_ascii_isspace(line.text[from]))
			from++;
		while (to > from && g_ascii_isspace(line.text[to - 1]))
			to--;
		struct likwid_cell *cell = list_push(reader->in->arena, &cells);
		*cell = (struct likwid_cell){text_of(reader->in->arena, line.text + from, to - from), {reader->in->source, line.offset + from, to - from}};
		if (!stop)
			return cells;
		at = next + 1;
	}
}

static size_t unpadded(struct cells cells)
{
	while (cells.count && !*cells.items[cells.count - 1].text)
		cells.count--;
	return cells.count;
}

static bool table_kind(const char *word, enum likwid_table *kind)
{
	static const char *const words[LIKWID_TABLES] = {[LIKWID_INFO] = "Region Info", [LIKWID_EVENTS] = "Event", [LIKWID_METRICS] = "Metric"};
	for (int i = 0; i < LIKWID_TABLES; i++) {
		if (strcmp(word, words[i]) == 0) {
			*kind = (enum likwid_table)i;
			return true;
		}
	}
	return false;
}

static bool same_name(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : !a && !b;
}

static struct likwid_section *current_section(const struct reader *reader)
{
	struct likwid_log *log = reader->log;
	return log->sections.count ? &log->sections.items[log->sections.count - 1] : NULL;
}

// A table that the section has already is that of the next run.
static void table_begin(struct reader *reader, enum likwid_table kind, struct cells header)
{
	size_t names = kind == LIKWID_EVENTS ? 2 : 1;
	reader->kind = kind;
	reader->in_table = true;
	reader->borders = 0;
	reader->header_width = header.count;
	reader->header_cells = unpadded(header);
	reader->skipped = reader->header_cells > names && strcmp(header.items[names].text, "Sum") == 0;
	if (reader->skipped)
		return;
	struct likwid_section *section = current_section(reader);
	if (!section || !same_name(section->region, reader->region) || !same_name(section->group, reader->group) || section->seen[kind]) {
		section = list_push(reader->in->arena, &reader->log->sections);
		*section = (struct likwid_section){.region = reader->region, .group = reader->group,
			.place = reader->title.source ? reader->title : header.items[0].place};
	}
	section->seen[kind] = true;
}

static bool row_add(struct reader *reader, struct text_line line, struct cells cells)
{
	size_t width = unpadded(cells), names = reader->kind == LIKWID_EVENTS ? 2 : 1;
	bool fits = cells.count == reader->header_width ? width <= reader->header_cells : width == reader->header_cells;
	if (!fits || reader->header_cells < names) {
		diags_add(reader->in->diags, DIAG_BAD_PROFILE, text_line_place(reader->in->source, line),
			"%s: expected %zu cells as in the table's header, found %zu", title_words(reader), reader->header_cells, width);
		return false;
	}
	if (reader->skipped)
		return true;
	struct likwid_row *row = list_push(reader->in->arena, &current_section(reader)->tables[reader->kind]);
	*row = (struct likwid_row){cells.items[0].text, cells.items + names, reader->header_cells - names};
	return true;
}

static bool cut_off(const struct reader *reader, struct place place, const char *what)
{
	diags_add(reader->in->diags, DIAG_BAD_PROFILE, place, "%s: the table is cut off: expected %s", title_words(reader), what);
	return false;
}

// ---- tables of -O -------------------------------------------------------------------------------------------------------------------------------------

// "TABLE,Region solve,Group 1 Metric,MEM_DP,9,,": a region's name may hold commas; old versions name no group.
static bool title_read(struct reader *reader, struct text_line line)
{
	struct arena *arena = reader->in->arena;
	const char *text = text_of(arena, line.text, line.length), *tail = g_strrstr(text, ",Group ");
	static const char region[] = "TABLE,Region ";
	struct cells fields = split(reader, line, ',');
	size_t count = unpadded(fields);
	guint64 rows;
	reader->title = text_line_place(reader->in->source, line);
	reader->region = tail && g_str_has_prefix(text, region) && tail >= text + strlen(region)
		? arena_strndup(arena, text + strlen(region), (size_t)(tail - text) - strlen(region)) : NULL;
	reader->group = NULL;
	if (count < 3 || !g_ascii_string_to_unsigned(fields.items[count - 1].text, 10, 0, 1000 * 1000, &rows, NULL)) {
		diags_add(reader->in->diags, DIAG_BAD_PROFILE, reader->title, "%s: expected the number of the table's rows at the end of the line, found '%s'",
			title_words(reader), fields.items[count - 1].text);
		return false;
	}
	if (!g_str_has_prefix(fields.items[count - 2].text, "Group "))
		reader->group = fields.items[count - 2].text;
	reader->rows_left = (size_t)rows;
	reader->in_table = false;
	reader->boxed = false;
	return true;
}

static bool csv_row(struct reader *reader, struct text_line line)
{
	struct cells cells = split(reader, line, ',');
	enum likwid_table kind;
	if (table_kind(cells.items[0].text, &kind)) {
		table_begin(reader, kind, cells);
		return true;
	}
	if (!reader->in_table)
		return cut_off(reader, text_line_place(reader->in->source, line), "a header that starts with Region Info, Event or Metric");
	// The rows about the region are not counted.
	reader->rows_left -= reader->kind != LIKWID_INFO;
	if (!row_add(reader, line, cells))
		return false;
	if (!reader->rows_left)
		reader->in_table = false;
	return true;
}

// ---- boxes --------------------------------------------------------------------------------------------------------------------------------------------

static bool box_line(struct reader *reader, struct text_line line)
{
	if (line.text[0] == '+') {
		reader->borders++;
		// The one below the header, the one below the last row.
		reader->in_table = reader->in_table && reader->borders < 2;
		return true;
	}
	struct cells cells = split(reader, line, '|');
	enum likwid_table kind;
	if (table_kind(cells.items[0].text, &kind)) {
		table_begin(reader, kind, cells);
		reader->boxed = true;
		return true;
	}
	return !reader->in_table || row_add(reader, line, cells);
}

// "Region solve, Group 1: MEM_DP", "Group 1: MEM_DP", and "Group 1: Region solve" of old versions. False: the line is something else.
static bool heading_read(struct reader *reader, struct text_line line)
{
	bool region = text_line_starts(line, "Region ");
	if (!region && !text_line_starts(line, "Group "))
		return false;
	struct arena *arena = reader->in->arena;
	char *text = g_strchomp(arena_strdup(arena, text_of(arena, line.text, line.length)));
	char *mark = region ? g_strrstr(text, ", Group ") : text;
	char *number = mark ? mark + strlen(region ? ", Group " : "Group ") : NULL, *after = number;
	while (after && g_ascii_isdigit(*after))
		after++;
	if (!after || after == number || !g_str_has_prefix(after, ": "))
		return false;
	const char *name = after + 2, *region_name = NULL;
	if (region) {
		*mark = '\0';
		region_name = text + strlen("Region ");
	} else if (g_str_has_prefix(name, "Region ")) {
		region_name = name + strlen("Region ");
		name = NULL;
	}
	if (name && strpbrk(name, " \t"))
		return false; // of the program
	reader->region = region_name;
	reader->group = name;
	reader->title = text_line_place(reader->in->source, line);
	return true;
}

// ---- the log ------------------------------------------------------------------------------------------------------------------------------------------

static void device_read(const struct reader *reader, struct text_line line)
{
	static const char key[] = "CPU name:";
	struct chart *chart = reader->in->chart;
	if (chart->device_hint || !text_line_starts(line, key))
		return;
	struct arena *arena = reader->in->arena;
	char *name = g_strstrip(arena_strdup(arena, text_of(arena, line.text + strlen(key), line.length - strlen(key))));
	// In -O output it stands between commas.
	name = name + strspn(name, ",");
	name[strcspn(name, ",")] = '\0';
	if (*name)
		chart->device_hint = name;
}

static bool line_read(struct reader *reader, struct text_line line)
{
	bool is_title = text_line_starts(line, "TABLE,") && text_line_has(line, "Group ");
	struct place place = text_line_place(reader->in->source, line);
	size_t blanks = 0;
	while (blanks < line.length && g_ascii_isspace(line.text[blanks]))
		blanks++;
	if (blanks == line.length)
		return true;
	if (reader->rows_left)
		return is_title || text_line_starts(line, "STRUCT,")
			? cut_off(reader, place, arena_printf(reader->in->arena, "%zu more rows", reader->rows_left)) : csv_row(reader, line);
	if (is_title)
		return title_read(reader, line);
	if (line.text[0] == '|' || line.text[0] == '+')
		return box_line(reader, line);
	if (reader->in_table && reader->boxed)
		return cut_off(reader, place, "its last line '+---'");
	if (!heading_read(reader, line))
		device_read(reader, line);
	return true;
}

static bool read_likwid(const struct import *in)
{
	struct likwid_log log = {0};
	struct reader reader = {.in = in, .log = &log};
	size_t offset = encoding_bom(in->source);
	struct text_line line = {0};
	while (text_line_next(in->source, &offset, &line))
		if (!line_read(&reader, line))
			return false;
	struct place end = text_line_place(in->source, line);
	if (reader.rows_left)
		return cut_off(&reader, end, arena_printf(in->arena, "%zu more rows, found the end of the file", reader.rows_left));
	if (reader.in_table && reader.boxed)
		return cut_off(&reader, end, "its last line '+---', found the end of the file");
	if (!log.sections.count) {
		diags_add(in->diags, DIAG_BAD_PROFILE, (struct place){in->source, 0, 0},
			"expected tables of likwid-perfctr (Event, Metric) with values by thread, found none: run 'likwid-perfctr -C 0-3 -g MEM_DP -m ./program'");
		return false;
	}
	return likwid_points_add(in, &log);
}

const struct importer importer_likwid = {
	.name = "likwid",
	.tool = "likwid-perfctr",
	.gives = "points",
	.hint = "the log of likwid-perfctr, with -O or with boxes: tables Event and Metric, one point a region",
	.recipe = "likwid-perfctr -C 0-3 -g MEM_DP -m -O ./program > log.csv\n"
		"-m takes the regions between LIKWID_MARKER_START and LIKWID_MARKER_STOP, without it the whole program is one point. Where a processor has no group\n"
		"MEM_DP (MEM_SP), 'likwid-perfctr -a' lists what it has: measure FLOPs and bytes one after the other into one log, they are joined by region:\n"
		"likwid-perfctr -C 0-3 -g FLOPS_DP -m -O ./program > log.csv\n"
		"likwid-perfctr -C 0-3 -g L3 -m -O ./program >> log.csv\n",
	.recognise = recognise,
	.read = read_likwid,
};
