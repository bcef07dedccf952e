// SPDX-License-Identifier: MIT
// rafter: roofline charts from ceilings and points, as SVG, PNG and PDF.
//
// A chart is built in three steps: say what it is made of (inputs, hardware, settings), let it be read and judged, ask for bytes.
//
//     struct rafter *r = rafter_new();
//     rafter_add_input(r, "kernels.csv", bytes, size);
//     rafter_add_hardware(r, "nvidia-h100-sxm");
//     struct rafter_bytes svg;
//     if (rafter_render(r, &(struct rafter_output){.format = "svg"}, &svg)) { ... rafter_bytes_free(&svg); }
//     for (size_t i = 0; i < rafter_message_count(r); i++) fputs(rafter_message(r, i).text, stderr);
//     rafter_free(r);
//
// The library opens no file, prints nothing and keeps no global state: two charts in two threads never meet. One chart belongs to one thread at a time.
// Text is UTF-8; what is not (file names need not be) is read with U+FFFD in its place. A function that takes a chart and returns bool is false when the chart
// has an error: the messages say which, and `bytes`, where it has them, is all zero. Out of memory ends the program with exit code 70.
//
// What is wrong with an input, a machine, a theme or an output stays wrong. What was only found when the chart was made of them (settings, points that have no
// roof, a chart without hardware) is judged anew, and its messages are replaced, after the next call that adds or sets something.
#ifndef RAFTER_H
#define RAFTER_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define RAFTER_API __attribute__((visibility("default")))
#else
#define RAFTER_API
#endif

// "0.1.0"
RAFTER_API const char *rafter_version(void);

struct rafter;

RAFTER_API struct rafter *rafter_new(void);
RAFTER_API void rafter_free(struct rafter *r); // NULL allowed

// For many charts: what the charts of one thread can share, so that it is read once for all of them (fonts and words set in them, themes, devices). It serves charts made one
// after the other or side by side, and no chart comes out otherwise than by itself. It ends after the last chart that was made with it.
struct rafter_shared;
RAFTER_API struct rafter_shared *rafter_shared_new(void);
RAFTER_API void rafter_shared_free(struct rafter_shared *shared); // NULL allowed
RAFTER_API struct rafter *rafter_new_sharing(struct rafter_shared *shared); // NULL: as rafter_new

// ---- what the chart is made of ------------------------------------------------------------------------------------------------------------------------

// A spec (JSON), a table of points (CSV, TSV ...) or a profiler file: which one is found by content. `name` is what messages call it. The bytes are copied.
// Several inputs are one chart: points without a series are named after their file. The input is read at once.
RAFTER_API bool rafter_add_input(struct rafter *r, const char *name, const void *bytes, size_t size);
// The same, by the importer of that name ("ncu", "table", "spec": rafter_list("importers", ...)) whatever the content.
RAFTER_API bool rafter_add_input_as(struct rafter *r, const char *importer, const char *name, const void *bytes, size_t size);

// The same without a copy: the bytes must stay as they are until rafter_free. `importer` NULL: found by content.
RAFTER_API bool rafter_add_input_kept(struct rafter *r, const char *importer, const char *name, const void *bytes, size_t size);

// What is done with the points once all inputs are read, in this order. Files are recognised by content, like inputs.
// FLOPs and bytes of one launch, by kernel name or /regular expression/: a table with the columns name, flops and bytes, or any input that has them.
RAFTER_API bool rafter_add_work(struct rafter *r, const char *name, const void *bytes, size_t size);
// Times by kernel name, of another profiler: they take the place of the inputs' own.
RAFTER_API bool rafter_add_times(struct rafter *r, const char *name, const void *bytes, size_t size);
// Labels and looks by kernel name: a table with the columns name, label, series, color and marker, or a JSON object {"name": "label"}.
RAFTER_API bool rafter_add_names(struct rafter *r, const char *name, const void *bytes, size_t size);
// `what`: "include" and "exclude" (a regular expression; may be chosen several times), "group" ("launch", "name", "name+shape", "all": what is added up), "top" (a
// count) and its "by" ("time", "flops"). Of files read afterwards: "unit" ("TFLOP/s": of values that have none), "flops-counter", "tensor-flops" (of one
// instruction), "device" (number or name, of a file of ceilings with several). Of the picture with a baseline: "baseline-by" ("performance", which is the default,
// "time", "roof").
RAFTER_API bool rafter_choose(struct rafter *r, const char *what, const char *value);

// Points that those of the chart are compared with: any input, or the JSON that rafter_analyze wrote. They are prepared as the chart's are (work, names, include,
// exclude, group) and judged by the chart's machines; times of rafter_add_times and settings are the chart's alone. Called again: the last one counts.
// In the picture the old points are faint, and an arrow leads from each to the new one.
RAFTER_API bool rafter_set_baseline(struct rafter *r, const char *name, const void *bytes, size_t size);

// A device of the catalogue, by id or by words that fit one only ("mi300x", "a100 sxm 80gb"). Replaces the hardware of the inputs; called again: several machines.
RAFTER_API bool rafter_add_hardware(struct rafter *r, const char *device);
// A machine from a file: a hardware object, a spec whose hardware is meant, or any file of ceilings that an importer reads.
RAFTER_API bool rafter_add_hardware_file(struct rafter *r, const char *name, const void *bytes, size_t size);
// A machine that nobody has catalogued: "67 TFLOP/s" or "FP32=67 TFLOP/s"; "3.35 TB/s" or "HBM=3.35 TB/s". All of them are ceilings of one machine.
RAFTER_API bool rafter_add_peak(struct rafter *r, const char *peak);
RAFTER_API bool rafter_add_bandwidth(struct rafter *r, const char *bandwidth);

// One point whose FLOPs and bytes come from formulas: `kernel` is a built-in one ("matmul"), one of a spec, or the formulas themselves
// ("flops=2*b*d*f; bytes=2*(b*d + d*f + b*f)", also bytes.L2= and network_bytes=); `params` are "b=512", "dtype=bf16" ..., `count` of them.
RAFTER_API bool rafter_add_kernel(struct rafter *r, const char *kernel, const char *const *params, size_t count);

// Any key of the spec by path ("axes.x.min", "0.1"; items of points and of hardware by number, "points[0].name"); the value is JSON where it parses as JSON, else
// a string. Wins over the inputs, whenever they are added; a later setting wins over an earlier one. Read, and wrong ones reported, when the chart is first asked
// for.
RAFTER_API bool rafter_set(struct rafter *r, const char *path, const char *value);
// A theme by name, or from a file's bytes. Wins over the inputs and rafter_set.
RAFTER_API bool rafter_set_theme(struct rafter *r, const char *name);
RAFTER_API bool rafter_set_theme_file(struct rafter *r, const char *name, const void *bytes, size_t size);
// "web", "ieee-column", "3.5inx2.6in", "1440x900px", "89mm". Wins over the inputs and rafter_set.
RAFTER_API bool rafter_set_size(struct rafter *r, const char *size);
// Warnings become errors, those already there included.
RAFTER_API void rafter_set_strict(struct rafter *r, bool strict);

// ---- bytes out ----------------------------------------------------------------------------------------------------------------------------------------

struct rafter_bytes {
	unsigned char *data;
	size_t size;
};
RAFTER_API void rafter_bytes_free(struct rafter_bytes *bytes); // also of an all-zero one

// Zero in any field: the default.
struct rafter_output {
	const char *format;       // "svg" (default), "png", "pdf"
	double dpi;               // PNG: default 192 for sizes in px, 300 for physical ones
	bool transparent;         // no background
	bool outline_text;        // SVG: outlines rather than real text
	const char *id_prefix;    // SVG: before every id; default: made of the content, so that several charts can stand in one page
	long long source_date;    // PDF: date of creation, seconds since 1970 (SOURCE_DATE_EPOCH); 0: no date in the file
};

// The chart in a format. The layout is made once and serves every format.
RAFTER_API bool rafter_render(struct rafter *r, const struct rafter_output *output, struct rafter_bytes *bytes);
// Where everything stands, as JSON (px at 96 per inch, y down; values in SI).
RAFTER_API bool rafter_layout(struct rafter *r, struct rafter_bytes *bytes);
// The numbers behind the chart: "table", "json", "csv", "markdown".
RAFTER_API bool rafter_analyze(struct rafter *r, const char *format, struct rafter_bytes *bytes);
// How many points the chart has, as far as it was read and added up; 0 after an error.
RAFTER_API size_t rafter_point_count(struct rafter *r);

// What is asked of the points, as text. NULL and 0: not asked for.
struct rafter_gates {
	const char *min_roof;       // "0.6" or "60%": the share of the roof that every point must reach
	const char *const *rules;   // "series=gemm, precision=bf16: roof>=0.7, time <= 4 ms": rules for some points; a later one takes the place of an earlier one
	size_t rule_count;          //   (and of min_roof) that asks for the same
	const char *max_regression; // "5%" (default): how much worse than the baseline a point may be, unless the change lies inside both ranges
	const char *warn;           // "2%": from where on that is a warning
	const char *by;             // what is compared: "time", "performance", "roof" (default: the time, or the performance where no point has a time)
	const char *unjudged;       // what a point without a value for its gate, or a rule that fits no point, is: "fail" (default) or "warn"
	const char *missing;        // what a point that only the baseline has is: "warn" (default) or "fail"
};
// Holds the gates to the points. `format`: "table", "json", "markdown" (less than 900 kB), "junit" (XML), "github" (commands of its workflows: ::error). Not
// passing is no error: it is said by `passed`.
RAFTER_API bool rafter_check(struct rafter *r, const struct rafter_gates *gates, const char *format, struct rafter_bytes *bytes, bool *passed);
// What was read, as a spec (JSON); it needs no hardware.
RAFTER_API bool rafter_export_spec(struct rafter *r, struct rafter_bytes *bytes);

// The machines alone, as JSON: an object for --hardware, or a list of them.
RAFTER_API bool rafter_export_hardware(struct rafter *r, struct rafter_bytes *bytes);

// ---- several charts -----------------------------------------------------------------------------------------------------------------------------------

// The axes of a roofline in SI units, and the highest peak, by which the y axis chooses its unit.
struct rafter_frame {
	double x_min, x_max, y_min, y_max, peak;
};

// The axes that the chart has. False also for other kinds than rooflines [unsupported].
RAFTER_API bool rafter_get_frame(struct rafter *r, struct rafter_frame *frame);
// Widens `frame` (all zero: empty) so that it holds `other`.
RAFTER_API void rafter_frame_unite(struct rafter_frame *frame, const struct rafter_frame *other);
// Axes for the chart, whatever its inputs and settings say: charts with one frame can be compared. NULL: its own again.
RAFTER_API void rafter_set_frame(struct rafter *r, const struct rafter_frame *frame);

// A contact sheet: many charts as small multiples with one frame, one legend and one numbered key of their points.
struct rafter_sheet;

RAFTER_API struct rafter_sheet *rafter_sheet_new(void);
RAFTER_API void rafter_sheet_free(struct rafter_sheet *sheet); // NULL allowed
// The page as a chart without points, owned by the sheet. Its theme (default: that of the first panel), size, title, subtitle and author are the sheet's, and
// the messages of the sheet are its messages. A page of a given size holds as many panels as can be read; without a size a PDF has pages of A4 landscape, and
// an SVG or PNG is 1200 px wide and as tall as up to 80 panels need.
RAFTER_API struct rafter *rafter_sheet_page(struct rafter_sheet *sheet);
// Panels stand by rising `place`, in whatever order they are added. `name` NULL: the names of the chart's machines. What is needed of the chart is copied:
// it may be freed. False with messages of the chart.
RAFTER_API bool rafter_sheet_add(struct rafter_sheet *sheet, struct rafter *chart, size_t place, const char *name);
// Files that the sheet takes in a format: 1 for a PDF, one a page for SVG and PNG. 0 with messages of the page.
RAFTER_API size_t rafter_sheet_file_count(struct rafter_sheet *sheet, const char *format);
// One of these files, from 0 on.
RAFTER_API bool rafter_sheet_render(struct rafter_sheet *sheet, const struct rafter_output *output, size_t file, struct rafter_bytes *bytes);
// Where everything stands in that format, of all pages: a layout for each panel, and the labels of each page.
RAFTER_API bool rafter_sheet_layout(struct rafter_sheet *sheet, const char *format, struct rafter_bytes *bytes);

// ---- reports ------------------------------------------------------------------------------------------------------------------------------------------

// Zero in any field: the default.
struct rafter_report_output {
	const char *format;          // "html" (default), "pdf", "markdown"
	const char *title;           // of the document; default: of its chart, or how many there are
	const char *const *pictures; // Markdown: where each chart's picture stands relative to the file, "report-1.svg", one a chart; NULL: no pictures
	long long source_date;       // PDF: as in struct rafter_output
};

// Charts, each with its picture, the table of its points by what pays most, its ceilings with their sources, assumptions and warnings, and the SHA-256 of the
// files that it was made from, in one document that needs nothing beside it (but the pictures of Markdown: rafter_render makes them). Files are called by their
// base names. HTML shows a chart that names no other theme than light or dark in both, as the reader prefers, and a narrow drawing on narrow screens. False when a
// chart has an error: its messages say which; those of the first one say what is wrong with `output`. `count` is at least 1, and the charts differ.
RAFTER_API bool rafter_report(struct rafter *const *charts, size_t count, const struct rafter_report_output *output, struct rafter_bytes *bytes);
// "html", "pdf", "markdown". NULL-terminated.
RAFTER_API const char *const *rafter_report_format_names(void);

// ---- messages -----------------------------------------------------------------------------------------------------------------------------------------

struct rafter_message {
	bool error;          // else a warning
	const char *id;      // stable: "wrong-unit"
	const char *message; // one line: lower case, no place
	const char *text;    // as a terminal should see it: place, message, the line and a caret; ends with a newline
	const char *file;    // name of the input, NULL when it has no place
	size_t line, column; // from 1; 0 when it has no place
	const char *point;   // name of the point it is about, or NULL
};

RAFTER_API size_t rafter_message_count(const struct rafter *r);
// Valid until the next call that takes `r`, except rafter_message itself.
RAFTER_API struct rafter_message rafter_message(struct rafter *r, size_t index);
// Errors that were counted but not kept (the first 20 are). Of warnings the first 10 of each id are kept; one more message ("and 4,990 more of this kind") then
// stands for the others.
RAFTER_API size_t rafter_message_dropped(const struct rafter *r);
// What a command should exit with: 0, 2 (usage), 3 (input), 4 (reading or writing), 70 (a bug in rafter).
RAFTER_API int rafter_exit_code(const struct rafter *r);
// An error of the caller's own among the messages, printed and counted like the others. `id`: one that messages have ("usage", "read", "write", "limit", "bug").
RAFTER_API void rafter_add_error(struct rafter *r, const char *id, const char *message);

// ---- lists --------------------------------------------------------------------------------------------------------------------------------------------

// `what`: hardware, links, kernels, themes, markers, sizes, formats, importers, schema (the JSON Schema of a spec); `format`: table or json;
// of schema also scdoc (the source of its man page). False: no such list or format.
RAFTER_API bool rafter_list(const char *what, const char *format, struct rafter_bytes *bytes);
// One entry in full, sources included. The messages of `r` say what was wrong with the name.
RAFTER_API bool rafter_show(struct rafter *r, const char *what, const char *name, const char *format, struct rafter_bytes *bytes);
// Names of the lists, and of the formats that rafter_render writes ("svg": also the suffix of its files). NULL-terminated.
RAFTER_API const char *const *rafter_list_names(void);
RAFTER_API const char *const *rafter_format_names(void);
// True when `name` fits at least one entry of the list.
RAFTER_API bool rafter_knows(const char *what, const char *name);
// The choice that a misspelt word may have meant, or NULL when none is near. NULL-terminated.
RAFTER_API const char *rafter_nearest(const char *word, const char *const *choices);

#ifdef __cplusplus
}
#endif

#endif
