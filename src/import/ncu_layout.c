// SPDX-License-Identifier: MIT
// Which of ncu's layouts a text has, and what stands around its table: lines of the profiler and of the application in one stream.
#include "import/ncu.h"

#include <glib.h>
#include <string.h>

enum { SHOWN_ERRORS = 3 };

// ---- layouts ------------------------------------------------------------------------------------------------------------------------------------------

static bool is_cell_edge(char c)
{
	return c == ',' || c == ';' || c == '\t' || c == '"';
}

// True when one cell of a header line is exactly `name`.
static bool has_cell(struct text_line line, const char *name)
{
	size_t length = strlen(name);
	const char *at = line.text, *end = line.text + line.length;
	while ((at = memmem(at, (size_t)(end - at), name, length))) {
		bool starts = at == line.text || is_cell_edge(at[-1]);
		bool stops = at + length == end || is_cell_edge(at[length]);
		if (starts && stops)
			return true;
		at += length;
	}
	return false;
}

struct seen {
	bool profiler, section;
	struct text_line first;
};

static enum ncu_kind header_kind(struct text_line line, const struct seen *seen)
{
	if (!text_line_has(line, "Name") && !text_line_has(line, "\"Kernel\""))
		return NCU_NONE;
	bool metric = has_cell(line, "Metric Name"), id = has_cell(line, "ID");
	if (metric && has_cell(line, "Invocations"))
		return has_cell(line, "Metric Description") ? NCU_NVPROF : NCU_SUMMARY;
	if (metric && id && has_cell(line, "Metric Value"))
		return has_cell(line, "Rule Name") ? NCU_DETAILS : NCU_LONG;
	if (id && has_cell(line, "Kernel Name") && !metric) {
		if (text_line_has(line, "__"))
			return NCU_WIDE;
		return seen->profiler ? NCU_COLUMNS : NCU_NONE;
	}
	return NCU_NONE;
}

static bool is_profiler_line(struct text_line line)
{
	return text_line_starts(line, "==PROF==") || text_line_starts(line, "==ERROR==") || text_line_starts(line, "==WARNING==");
}

// The long layout is a generic one: only ncu names metrics so, or writes sections.
static bool is_by_ncu(const struct source *source, struct text_line header, const struct seen *seen, size_t limit)
{
	if (seen->profiler || has_cell(header, "Section Name"))
		return true;
	static const char *const units[] = {"sm__", "smsp__", "dram__", "gpu__", "lts__", "l1tex__", "launch__", "derived__", "fbpa__", "pcie__", "device__"};
	size_t start = header.offset + header.length;
	for (size_t i = 0; i < G_N_ELEMENTS(units) && start < limit; i++)
		if (memmem(source->bytes + start, limit - start, units[i], strlen(units[i])))
			return true;
	return false;
}

struct ncu_layout ncu_layout_find(const struct source *source, size_t limit)
{
	size_t offset = encoding_bom(source);
	struct text_line line;
	struct seen seen = {0};
	limit = MIN(limit, source->size);
	while (offset < limit && text_line_next(source, &offset, &line)) {
		if (is_profiler_line(line)) {
			seen.first = seen.profiler ? seen.first : line;
			seen.profiler = true;
			continue;
		}
		seen.section |= text_line_starts(line, "    Section: ");
		enum ncu_kind kind = header_kind(line, &seen);
		if (kind == NCU_NONE)
			continue;
		if (kind == NCU_LONG && !is_by_ncu(source, line, &seen, limit))
			return (struct ncu_layout){.kind = NCU_NONE};
		return (struct ncu_layout){kind, line};
	}
	if (!seen.profiler)
		return (struct ncu_layout){.kind = NCU_NONE};
	return (struct ncu_layout){seen.section ? NCU_TEXT : NCU_EMPTY, seen.first};
}

// ---- surroundings -------------------------------------------------------------------------------------------------------------------------------------

static char *trimmed(const char *text, size_t length)
{
	char *valid = g_utf8_make_valid(text, (gssize)length);
	return g_strstrip(valid);
}

// "Detected GPU: NVIDIA A100-PCIE-40GB (SM 8.0)", "device: NVIDIA GeForce RTX 5070 (sm_120), 48 SMs".
static const char *device_of(struct arena *arena, struct text_line line)
{
	static const char *const prefixes[] = {"Detected GPU:", "device:", "GPU:", "Using device:", "Device name:"};
	for (size_t i = 0; i < G_N_ELEMENTS(prefixes); i++) {
		if (!text_line_starts(line, prefixes[i]))
			continue;
		g_autofree char *text = trimmed(line.text + strlen(prefixes[i]), line.length - strlen(prefixes[i]));
		text[strcspn(text, "(,")] = '\0';
		g_strchomp(text);
		return *text ? arena_strdup(arena, text) : NULL;
	}
	return NULL;
}

static bool is_table_row(struct text_line line, bool quoted)
{
	if (!line.length)
		return true;
	if (line.text[0] == '"')
		return true;
	static const char *const headers[] = {"ID", "Process ID", "Device"};
	bool is_header = false;
	for (size_t i = 0; i < G_N_ELEMENTS(headers); i++)
		is_header |= text_line_starts(line, headers[i]);
	return !quoted && (g_ascii_isdigit(line.text[0]) || is_header);
}

static bool is_quoted_row(const char *line, size_t length)
{
	return is_table_row((struct text_line){line, length, 0}, true);
}

static bool is_plain_row(const char *line, size_t length)
{
	return is_table_row((struct text_line){line, length, 0}, false);
}

static bool is_quoted(const struct ncu_layout *layout)
{
	return layout->header.length && layout->header.text[0] == '"';
}

struct csv_options ncu_table_options(const struct ncu_layout *layout)
{
	return (struct csv_options){.start = layout->header.offset, .keep_comments = true, .is_row = is_quoted(layout) ? is_quoted_row : is_plain_row};
}

struct ncu_surroundings ncu_surroundings_read(struct arena *arena, const struct source *source, const struct ncu_layout *layout)
{
	struct ncu_surroundings around = {0};
	size_t offset = encoding_bom(source), errors = 0;
	bool table = layout->kind != NCU_EMPTY && layout->kind != NCU_TEXT, quoted = is_quoted(layout);
	struct text_line line;
	while (text_line_next(source, &offset, &line)) {
		bool below = table && line.offset > layout->header.offset;
		if (below && is_table_row(line, quoted))
			continue;
		if (text_line_starts(line, "==ERROR==")) {
			g_autofree char *text = trimmed(line.text + strlen("==ERROR=="), line.length - strlen("==ERROR=="));
			around.first_error = errors ? around.first_error : line;
			if (errors++ < SHOWN_ERRORS)
				importer_append(arena, &around.errors, text);
		} else if (!around.device && !below) {
			around.device = device_of(arena, line);
		}
	}
	if (errors > SHOWN_ERRORS)
		around.errors = arena_printf(arena, "%s; and %zu more", around.errors, errors - SHOWN_ERRORS);
	return around;
}
