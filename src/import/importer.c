// SPDX-License-Identifier: MIT
#include "import/importers.h"

#include "base/names.h"
#include "base/text.h"
#include "input/keys.h"

#include "model/spec.h"

#include <glib.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

const struct importer *const importers[] = {
	&importer_spec,
	&importer_analysis,
	&importer_ncu,
	&importer_likwid,
	&importer_likwid_bench,
	&importer_stream,
	&importer_babelstream,
	&importer_ert,
	&importer_nersc,
	&importer_rocprof_compute,
	&importer_rocprof,
	&importer_rocprof_roofline,
	&importer_rocprofv3,
	&importer_advisor,
	&importer_advisor_roofs,
	&importer_carm,
	&importer_carm_roofline,
	&importer_hyperfine,
	&importer_liger,
	&importer_mixbench,
	&importer_triton,
	&importer_perf_stat,
	&importer_table,
	&importer_gbench,
	&importer_llama_bench,
	&importer_nsys,
	&importer_nvbandwidth,
	&importer_torch_table,
	&importer_torch_trace,
	NULL,
};

const struct import_options import_options_unsaid = {.tensor_flops = NAN};

// A plain table fits many files; at this score and below, a known file of another tool is named first.
enum { SCORE_WEAK = 20, EXCERPT_CHARS = 60 };

bool text_line_next(const struct source *source, size_t *offset, struct text_line *line)
{
	if (*offset >= source->size)
		return false;
	const char *start = source->bytes + *offset;
	size_t left = source->size - *offset;
	const char *feed = memchr(start, '\n', left), *end = feed ? feed : start + left;
	const char *carriage = memchr(start, '\r', (size_t)(end - start));
	size_t length = (size_t)((carriage ? carriage : end) - start);
	*line = (struct text_line){start, length, *offset};
	*offset += length;
	if (length < left)
		*offset += length + 1 < left && start[length] == '\r' && start[length + 1] == '\n' ? 2 : 1;
	return true;
}

struct place text_line_place(const struct source *source, struct text_line line)
{
	return (struct place){source, line.offset, line.length};
}

bool text_line_starts(struct text_line line, const char *prefix)
{
	size_t length = strlen(prefix);
	return line.length >= length && g_ascii_strncasecmp(line.text, prefix, length) == 0;
}

bool text_line_has(struct text_line line, const char *needle)
{
	return memmem(line.text, line.length, needle, strlen(needle)) != NULL;
}

void importer_append(struct arena *arena, const char **text, const char *item)
{
	*text = *text ? arena_printf(arena, "%s; %s", *text, item) : arena_strdup(arena, item);
}

const char *importer_machine_name(struct arena *arena, const char *path)
{
	g_autofree char *base = g_path_get_basename(path);
	char *dot = strrchr(base, '.');
	if (dot && dot != base)
		*dot = '\0';
	return arena_strdup(arena, base);
}

static const struct importer *find_by_name(const char *name, struct diags *diags)
{
	const char *names[G_N_ELEMENTS(importers)];
	size_t count = 0;
	for (; importers[count]; count++) {
		if (text_same(importers[count]->name, name))
			return importers[count];
		names[count] = importers[count]->name;
	}
	keys_unknown(diags, DIAG_UNKNOWN_NAME, (struct place){0}, "importer", name, names, count);
	return NULL;
}

// True when the text cannot be read by anybody; the error is added.
static bool is_unreadable(const struct source *source, struct diags *diags)
{
	if (encoding_refuse_utf16(source, diags))
		return true;
	size_t start = encoding_bom(source);
	while (start < source->size && g_ascii_isspace(source->bytes[start]))
		start++;
	if (start < source->size)
		return false;
	diags_add(diags, DIAG_NO_IMPORTER, (struct place){source, 0, 0}, "expected a spec, a table of points or a profiler file, found an empty file");
	return true;
}

static void complain(const struct source *source, struct diags *diags)
{
	g_autoptr(GString) looked_for = g_string_new(NULL);
	for (size_t i = 0; importers[i]; i++)
		g_string_append_printf(looked_for, "%s%s (%s)", i ? ", " : "", importers[i]->name, importers[i]->tool);
	if (memchr(source->bytes, '\0', MIN(source->size, 4096))) {
		diags_add(diags, DIAG_NO_IMPORTER, (struct place){0}, "%s: expected a text that an importer knows: %s; found binary data", source->name,
			looked_for->str);
		return;
	}
	size_t offset = encoding_bom(source);
	struct text_line line = {source->bytes, 0, 0};
	while (text_line_next(source, &offset, &line) && !line.length)
		;
	g_autofree char *first = g_utf8_make_valid(line.text, (gssize)MIN(line.length, 400));
	g_autofree char *excerpt = text_shorten(first, EXCERPT_CHARS);
	diags_add(diags, DIAG_NO_IMPORTER, text_line_place(source, line),
		"expected a file that an importer knows: %s; found a text that starts with '%s'", looked_for->str, excerpt);
}

const struct importer *importer_find(const struct source *source, const char *forced, struct diags *diags)
{
	if (is_unreadable(source, diags))
		return NULL;
	if (forced)
		return find_by_name(forced, diags);
	const struct importer *best = NULL, *rival = NULL;
	int best_score = 0;
	for (size_t i = 0; importers[i] && best_score < SCORE_SURE; i++) {
		int score = importers[i]->recognise(source);
		if (score > best_score) {
			best_score = score;
			best = importers[i];
			rival = NULL;
		} else if (score && score == best_score) {
			rival = importers[i];
		}
	}
	if (best_score <= SCORE_WEAK && foreign_explain(source, diags))
		return NULL;
	if (rival) {
		diags_add(diags, DIAG_NO_IMPORTER, (struct place){source, 0, 0}, "expected a file of one tool, found one that %s (%s) and %s (%s) both know: say which "
			"with --from, as --from %s", best->name, best->tool, rival->name, rival->tool, best->name);
		return NULL;
	}
	if (!best)
		complain(source, diags);
	return best;
}

// ---- points -------------------------------------------------------------------------------------------------------------------------------------------

struct point *import_point(const struct import *in, const char *name, struct place place)
{
	struct point *point = list_push(in->arena, &in->chart->points);
	point_init(point);
	point->name = point->kernel_name = name;
	point->place = place;
	return point;
}

void import_bytes_of(const struct import *in, struct point *point, const char *level, double bytes)
{
	point_level(in->arena, point, level, point->place)->bytes = bytes;
}

void import_assume(const struct import *in, struct point *point, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	importer_append(in->arena, &point->assumptions, arena_vprintf(in->arena, format, args));
	va_end(args);
}

void import_miss(const struct import *in, struct point *point, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	importer_append(in->arena, &point->missing, arena_vprintf(in->arena, format, args));
	va_end(args);
}
