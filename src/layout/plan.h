// SPDX-License-Identifier: MIT
// A layout in the making: what the passes share. Private to this folder.
//
// The passes run in the order of layout.c. Geometry first (frame, page, axes, roofs, marks), then words by falling importance: each label looks for a place
// that the placer calls free and becomes an obstacle itself. Painting goes to layers, which are joined at the end.
#ifndef RAFTER_LAYOUT_PLAN_H
#define RAFTER_LAYOUT_PLAN_H

#include "layout/axis.h"
#include "input/units.h"
#include "layout/layout.h"
#include "layout/placer.h"
#include "model/compare.h"

enum layer { LAYER_REGIONS, LAYER_GRID, LAYER_AXES, LAYER_CEILINGS, LAYER_ROOFS, LAYER_LINES, LAYER_MARKERS, LAYER_WORDS, LAYER_COUNT };

enum { RUNS_MAX = 4 };

// A superscript's size, and its rise over the baseline, in sizes of the words it follows.
#define POWER_SIZE 0.72
#define POWER_RISE 0.36

struct run {
	const char *text;
	struct text_style style;
	struct colour colour;
	double dx_px, dy_px, width_px;
	bool is_sign;              // no text: the sign of `verdict`
	enum verdict verdict;
};

// A line of words in one or several styles.
struct words {
	struct run runs[RUNS_MAX];
	int count;
	double width_px, ascent_px, descent_px;
	const char *text; // all of it, for the report
};

enum roof_kind { ROOF_COMPUTE, ROOF_MEMORY, ROOF_NETWORK };

// One ceiling as a line in the frame.
struct roof {
	enum roof_kind kind;
	const struct machine *machine;
	size_t index;              // into the machine's list of that kind
	const char *name, *label;  // unique name; words of the label without the figure
	double value;              // SI
	bool binding;
	bool used;                 // by a point's bytes
	bool twin;                 // a flat of the same rate as an earlier one of its machine: one line and one label for both
	bool hidden;               // outside the frame
	struct vec a, b;           // the line, clipped to the plot
	struct vec heavy_a;        // a binding compute roof is heavy from here on
	struct stroke stroke;
};

enum edge { EDGE_NONE, EDGE_LEFT, EDGE_RIGHT, EDGE_UP, EDGE_DOWN };

// One row of the analysis as a marker.
struct mark {
	const struct row *row;
	struct vec px;
	double radius_px;
	enum marker shape;
	struct colour colour;
	bool hollow;
	enum edge edge;            // the side by which it leaves the frame
	bool margin;               // in the strip of kernels without FLOPs
	bool network;              // stands at its network intensity
	double x, y;               // SI
	bool labelled;             // carries its point's label
	size_t twins;              // marks at the same place whose names this one carries too
	const char *text;          // of the label: its own name, or the twins' joined
	const char *percent;       // "81%" behind it, or NULL
	const char *fixed_text;    // said instead of the name, or NULL
	bool critical;             // no point: where a sweep meets its ridge
	bool old;                  // what another mark is compared with: faint, without a name
	const struct mark *baseline; // the old mark that it is compared with, or NULL
	double change;             // from there: 0.12 is 12 % more
	enum verdict verdict;
	const char *change_text;   // "+12 %" behind its name, or NULL
};

struct key_entry {
	const struct mark *mark; // NULL: its number found no place
	int number;
};

enum panel { PANEL_ONLY, PANEL_SPEEDUP, PANEL_EFFICIENCY, PANEL_SHEET };

struct plan {
	struct arena *arena;
	const struct analysis *analysis;
	const struct chart *chart;
	struct theme theme;        // scaled to the size of this chart
	const struct measurer *measurer;
	struct diags *diags;
	double width_px, height_px;
	enum panel panel;          // of a chart with several: laid out as a page of its own, moved into place at the end
	bool x_ticks_apart, y_ticks_apart; // the labels of the ticks stand at another panel
	double left_least_px;      // panels above each other share their left edge
	double ink_top_px;         // below title and subtitle
	struct rect plot, strip;   // strip: w 0 without kernels of 0 FLOP
	struct axis x, y;
	struct ticks x_ticks, y_ticks;
	struct units_prefix y_prefix;
	double x_unit;             // SI value of 1 on the labels of the x axis
	const char *x_title, *y_title; // what the axes measure, without the unit; no x title in an upper panel
	enum tick_mode x_tick_mode; // where the user leaves it open
	struct { struct roof *items; size_t count, cap; } roofs;
	struct { struct mark *items; size_t count, cap; } marks;
	struct { struct vec *items; size_t count, cap; } walls; // lines from a ridge down to the axis: their upper ends
	struct { struct key_entry *items; size_t count, cap; } key;
	double key_column_px;      // least width of a column of the key, by its longest name
	size_t key_room;           // entries that the page keeps room for
	bool final;                // no further arrangement: what has no room is reported, not asked for again
	double legend_below_px;    // height kept under the axis for the legend, 0: inside or none
	double legend_wants_px;    // found no place inside: run again with this much room below
	double axis_bottom_px;     // below the axis title
	const char *note;          // provenance, shortened to its room; NULL: none
	bool note_beside;          // it stands on the axis title's line
	double total_time_s;       // of the points, for areas by time
	bool hierarchical;         // points stand at several memory levels: shape tells the level
	struct placer *placer;
	struct scene layers[LAYER_COUNT];
	struct layout_report *report;
};

// ---- words.c --------------------------------------------------------------------------------------------------------------------------------------------

struct text_style plan_style(const struct plan *plan, double size_px, int weight);
struct words words_make(struct plan *plan, const char *text, struct text_style style, struct colour colour);
// `gap_px` before it; `rise_px` above the baseline.
void words_append(struct plan *plan, struct words *words, const char *text, struct text_style style, struct colour colour, double gap_px, double rise_px);
// A verdict's sign, as high as the capitals.
void words_append_sign(struct plan *plan, struct words *words, enum verdict verdict, double size_px, struct colour colour, double gap_px);
// The box of words whose baseline starts at `origin`.
struct box words_box(const struct words *words, struct vec origin, double degrees);
struct label_note {
	enum label_role role;
	const char *owner; // or NULL
	bool moved, shortened;
};
// Paints them, reports them and makes their box an obstacle.
void words_draw(struct plan *plan, const struct words *words, struct vec origin, double degrees, struct label_note note);
// Between an axis and its tick labels; under the x axis superscripts need more.
double plan_tick_gap(const struct plan *plan, bool vertical);
// A theme's lengths for a chart of this width: those of a screen theme follow it, less than in proportion.
struct theme plan_theme(const struct theme *theme, double width_px);
// Words that are too long are set smaller, down to 70 %, then shortened in the middle.
struct words plan_fit_words(struct plan *plan, const char *text, double size_px, int weight, struct colour colour, double room_px, bool *shortened);
// Height of a line of words of this size.
double plan_line_px(const struct plan *plan, double size_px);

// ---- passes, in order ---------------------------------------------------------------------------------------------------------------------------------

bool frame_ranges(struct plan *plan);           // axis limits
bool page_arrange(struct plan *plan);           // plot rectangle, ticks; title and axis titles drawn
// The parts of it that a panel of a sheet takes: the axes on this rectangle, and their ticks; its borders as obstacles; the words along an axis.
void page_set_plot(struct plan *plan, struct rect plot);
void page_choose_ticks(struct plan *plan);
double page_tick_width_px(struct plan *plan, const struct tick *tick);
void page_fence(struct plan *plan);
const char *page_axis_title(struct plan *plan, const char *said, const char *own, const char *unit);
void axes_draw(struct plan *plan);              // grid, frame, ticks
void roofs_trace(struct plan *plan);            // geometry of every ceiling
void zones_draw(struct plan *plan);             // shaded regions
void roofs_draw(struct plan *plan);
void marks_place(struct plan *plan);            // where every row stands
void marks_draw(struct plan *plan);             // markers, ties, error bars, drop lines
void curves_draw(struct plan *plan);            // no-overlap roof
void arrows_draw(struct plan *plan);            // from baselines
void legend_place(struct plan *plan);
void ridges_draw(struct plan *plan);            // diamonds and dotted lines
void roof_labels_place(struct plan *plan, bool binding); // of the heavy pair, or of the others
void ridge_labels_place(struct plan *plan);
// Names of points; false when the key needs more room than the page kept: run again with a larger `key_room`.
bool point_labels_place(struct plan *plan);
void zone_labels_place(struct plan *plan);
double key_height_px(const struct plan *plan);  // room that `key_room` entries take under the axis
// Width of a column that the entries there are would like.
double key_wants_px(struct plan *plan);
void key_draw(struct plan *plan);
void notes_draw(struct plan *plan);             // provenance

// Words of the provenance, "" for none.
char *notes_text(struct plan *plan);

// ---- curve.c

// A curve over the x axis: the one kind of line that is sampled, adaptively, to a quarter of a px.
struct curve {
	struct vec (*at)(const struct plan *plan, const void *user, double x_px);
	const void *user;
	enum layer layer;
	struct path *path;   // of an op of that layer
	double weight;       // as an obstacle, per px
};

void curve_start(struct plan *plan, const struct curve *curve, double from_px);
// From where the path ends to `to_px`.
void curve_trace(struct plan *plan, const struct curve *curve, double to_px);

// ---- arrows.c

// Which marks are old, and how the others changed from them.
void arrows_find(struct plan *plan);
struct colour plan_verdict_colour(const struct plan *plan, enum verdict verdict);
struct colour plan_faint(const struct plan *plan, struct colour colour);
// An arrow in the shape of its verdict: better has a solid line and a full head, worse a dashed line and an open one, the same a thin line and none.
void arrow_paint(struct plan *plan, enum layer layer, struct vec from, struct vec to, enum verdict verdict);
// Behind the words of a mark's label: the sign of its verdict, and "+12 %" where `figure`. Nothing for a mark without a change.
void plan_append_change(struct plan *plan, struct words *words, const struct mark *mark, double size_px, bool figure);

// ---- sweeps.c

enum { SWEEP_MARKERS_MOST = 10 }; // values of a curve that get a marker each; more are dots

// "b = 512".
const char *sweep_value_text(struct plan *plan, const struct sweep *sweep, double value);
// The words at an end of a sweep, for a row of one.
const char *sweep_end_text(struct plan *plan, const struct row *row);
bool sweep_is_end(const struct plan *plan, const struct row *row);
void sweeps_join(struct plan *plan);
void sweeps_mark_critical(struct plan *plan);
// The chart of kind sweep: axis limits, curves, critical values.
bool sweep_frame(struct plan *plan);
void sweep_draw(struct plan *plan);
void sweep_labels_place(struct plan *plan);
struct stroke plan_curve_stroke(const struct plan *plan, const struct sweep_result *result);

// ---- scaling.c

bool scaling_frame(struct plan *plan);
void scaling_draw(struct plan *plan);

// ---- shared ---------------------------------------------------------------------------------------------------------------------------------------------

// Number by which the placer knows a roof's own line: its words may come closer to it than to anything else.
int plan_roof_owner(const struct plan *plan, const struct roof *roof);
// "989 TFLOP/s" in the prefix of the axis; far below it in its own.
char *plan_rate_text(struct plan *plan, double flop_per_s, const char *unit);
// The machine's heavy slope and highest flat, NULL when it has none.
const struct roof *plan_main_slope(const struct plan *plan, const struct machine *machine);
const struct roof *plan_top_flat(const struct plan *plan, const struct machine *machine);
// The slopes that zones are made of: main memory and those that points use, fastest first. Returns how many.
size_t plan_zone_slopes(const struct plan *plan, const struct roof **slopes, size_t max);
void marker_path(struct scene *scene, struct path *path, enum marker shape, struct vec centre, double radius_px);
// Shape of a memory level (main memory: a circle) and of a link, in charts where points stand at several levels.
enum marker plan_level_shape(const struct plan *plan, const struct machine *machine, const struct drawn_memory *memory);
enum marker plan_network_shape(const struct plan *plan, const struct machine *machine, const struct drawn_network *network);
struct colour plan_series_colour(const struct plan *plan, size_t series_index);
enum marker plan_series_shape(const struct plan *plan, size_t series_index);
struct colour plan_row_colour(const struct plan *plan, const struct row *row);
// True when the row has a place among the logarithms.
bool row_is_placed(const struct row *row);
struct stroke plan_no_overlap_stroke(const struct plan *plan);
// Index of the machine's highest dense peak among its compute ceilings; 0 when all are sparse.
size_t plan_top_dense(const struct machine *machine);
// How far a mark reaches from its place: the ring above a roof included.
double mark_reach_px(const struct mark *mark);
// A colour of the chart as words on its background: darker (lighter) until it reads, the hue kept.
struct colour plan_readable(const struct plan *plan, struct colour colour);
// "81%": a fraction with two significant digits or three from 100 % on.
const char *plan_percent(struct plan *plan, double fraction);
struct scene_op *plan_line(struct plan *plan, enum layer layer, const char *css_class, struct vec a, struct vec b, struct stroke stroke);

#endif
