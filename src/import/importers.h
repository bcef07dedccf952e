// SPDX-License-Identifier: MIT
// What the importers share among themselves.
#ifndef RAFTER_IMPORT_IMPORTERS_H
#define RAFTER_IMPORT_IMPORTERS_H

#include "import/importer.h"
#include "input/encoding.h"

extern const struct importer importer_analysis;
extern const struct importer importer_ncu;
extern const struct importer importer_likwid;
extern const struct importer importer_likwid_bench;
extern const struct importer importer_stream;
extern const struct importer importer_babelstream;
extern const struct importer importer_ert;
extern const struct importer importer_carm;
extern const struct importer importer_carm_roofline;
extern const struct importer importer_hyperfine;
extern const struct importer importer_liger;
extern const struct importer importer_mixbench;
extern const struct importer importer_nersc;
extern const struct importer importer_rocprof_compute;
extern const struct importer importer_rocprof;
extern const struct importer importer_rocprof_roofline;
extern const struct importer importer_rocprofv3;
extern const struct importer importer_advisor;
extern const struct importer importer_advisor_roofs;
extern const struct importer importer_triton;
extern const struct importer importer_perf_stat;
extern const struct importer importer_table;
extern const struct importer importer_gbench;
extern const struct importer importer_llama_bench;
extern const struct importer importer_nsys;
extern const struct importer importer_nvbandwidth;
extern const struct importer importer_torch_table;
extern const struct importer importer_torch_trace;

// One line of a text, without its end.
struct text_line {
	const char *text;
	size_t length, offset;
};

// The line at `*offset`, which moves past its end (LF, CRLF or CR). False at the end of the text.
bool text_line_next(const struct source *source, size_t *offset, struct text_line *line);
struct place text_line_place(const struct source *source, struct text_line line);
bool text_line_starts(struct text_line line, const char *prefix);
bool text_line_has(struct text_line line, const char *needle);

// A new point at the end of the chart, of the kernel (or row) that the file calls `name`; all figures NAN, to be filled by the caller.
struct point *import_point(const struct import *in, const char *name, struct place place);
// Bytes of a memory level ("DRAM", "L2"): the level's entry of the point, made where there is none.
void import_bytes_of(const struct import *in, struct point *point, const char *level, double bytes);
// Appends to the point's assumptions, or to the reasons why it cannot be placed, as "a; b".
void import_assume(const struct import *in, struct point *point, const char *format, ...) __attribute__((format(printf, 3, 4)));
void import_miss(const struct import *in, struct point *point, const char *format, ...) __attribute__((format(printf, 3, 4)));
// What a point of a file that has times alone misses.
#define IMPORT_TIMES_ALONE "the file has times, but no FLOPs and no bytes: give those by kernel name with --work FILE"

// Appends `item` to the list "a; b" in `*text`, which may be NULL.
void importer_append(struct arena *arena, const char **text, const char *item);

// True when the first 64 KiB of a JSON text have `key` as a key of the outermost object, or of the objects in the outermost list.
bool json_head_has_key(const struct source *source, const char *key);

// What ceilings that name no machine are called: the file's name without folder and suffix.
const char *importer_machine_name(struct arena *arena, const char *path);

// A file of a tool that has no importer: what it is and what to do with it, as an error [no-importer]. False: not known.
bool foreign_explain(const struct source *source, struct diags *diags);
// The same for JSON that is no spec.
bool foreign_explain_json(const struct json *root, struct diags *diags);

#endif
