// SPDX-License-Identifier: MIT
// The parts of the SVG writer: XML text, inherited properties, words, paths.
#ifndef RAFTER_BACKEND_SVG_INTERNAL_H
#define RAFTER_BACKEND_SVG_INTERNAL_H

#include "backend/backend.h"

// The CSS properties in use. Each is written where it differs from what its group hands down.
enum svg_property {
	SVG_FILL, SVG_STROKE, SVG_STROKE_WIDTH, SVG_DASH, SVG_CAP, SVG_JOIN,
	SVG_FAMILY, SVG_SIZE, SVG_WEIGHT, SVG_STYLE,
	SVG_PROPERTY_COUNT
};

// Values as written, interned: equal text is the same pointer. NULL: the property makes no difference to this element.
struct svg_style {
	const char *value[SVG_PROPERTY_COUNT];
};

enum { SVG_RECENT = 64 };

struct svg {
	GString *out;
	const struct scene *scene;
	const struct render_options *options;
	struct faces *faces;         // NULL allowed with real text
	struct diags *diags;
	GStringChunk *strings;
	const char *recent[SVG_RECENT]; // of the strings, the last of each kind: most are wanted again at once
	const char *id_prefix;       // of letters, digits, '-' and '_'; "" for none
	GHashTable *ids;             // those given, to keep them apart
	GHashTable *glyphs;          // outline text: id of a glyph by "face/glyph"
	struct svg_style *styles;    // by op
	const char *family, *family_value; // of the last words, and as CSS wants it
	GArray *handed_down;         // stack of struct svg_style, the innermost group's last
	int depth;
};

// ---- XML (svg_xml.c)

// Text content: markup escaped, characters that XML 1.0 has no place for as U+FFFD, bidirectional controls left out, so that no word can turn its
// neighbours around.
void svg_escape_text(GString *out, const char *text);
void svg_newline(struct svg *svg);
// ` name="value"`: the value comes back from a parser as it was, but for what XML cannot hold.
void svg_attribute(struct svg *svg, const char *name, const char *value);
void svg_attribute_px(struct svg *svg, const char *name, double value_px);
// `part` in the letters of an id: digits, '-', '_' and ASCII letters.
void svg_append_id_part(GString *id, const char *part);
// An id of the file: prefix and `name` in letters, digits, '-' and '_', made distinct. Interned.
const char *svg_new_id(struct svg *svg, const char *name);
const char *svg_intern(struct svg *svg, const char *text);

// ---- inherited properties (svg_style.c)

void svg_styles_resolve(struct svg *svg);   // fills svg->styles
// What every element from op `from` to the end of its group (or of the scene) agrees on, where two or more do.
struct svg_style svg_style_common(const struct svg *svg, size_t from);
// What the root hands down: the initial values, and the family that most words are in.
struct svg_style svg_style_root(struct svg *svg);
// Writes what differs from the innermost group.
void svg_style_write(struct svg *svg, const struct svg_style *style);
// The same, and hands it down until svg_style_pop.
void svg_style_push(struct svg *svg, const struct svg_style *style);
void svg_style_pop(struct svg *svg);

// ---- words (svg_text.c)

// class, id and data attributes of an op.
void svg_identity(struct svg *svg, const struct scene_op *op);
void svg_tooltip(struct svg *svg, const char *title);
void svg_text(struct svg *svg, size_t index);
// Outline text: the glyphs of the whole scene, to stand in <defs>.
void svg_glyph_definitions(struct svg *svg);

// ---- paths (svg_path.c)

void svg_path(struct svg *svg, size_t index);
// The data of a path, in px to two decimals; or times `scale`, in whole numbers.
void svg_path_data(GString *out, const struct path *path);
void svg_path_data_scaled(GString *out, const struct path *path, double scale);
// One straight line, so that neither fill nor joins matter.
bool svg_path_is_straight(const struct path *path);
bool svg_path_is_circle(const struct path *path, struct vec *centre, double *radius_px);

#endif
