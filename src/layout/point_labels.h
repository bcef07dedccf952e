// SPDX-License-Identifier: MIT
// Names of points on their way to a place. Private to point_*.c.
#ifndef RAFTER_LAYOUT_POINT_LABELS_H
#define RAFTER_LAYOUT_POINT_LABELS_H

#include "layout/plan.h"

// A label gives way by stages: the whole name, two shorter forms, a number in the key.
enum label_stage { STAGE_WHOLE, STAGE_SHORTER, STAGE_SHORTEST, STAGE_NUMBER };
// Characters that a name keeps at each stage but the last.
extern const size_t label_stage_chars[STAGE_NUMBER];

// What a label by leader costs at the least: dearer than any place that touches the marker.
#define LEADER_COST 14.0

// The name of a point on its way to a place.
struct point_label {
	struct mark *mark;
	int owner;                 // of the mark among the obstacles
	struct words words;
	enum label_stage stage;
	int number;
	bool bare;                 // a number without the figure of its point's change: that stands in the key alone
	bool placed, moved;
	double cost;
	struct vec origin;
	struct vec leader_from, leader_to;
	size_t handle, leader_handle; // of its box and its leader among the obstacles while it stands somewhere
};

// ---- point_texts.c ------------------------------------------------------------------------------------------------------------------------------------

// Gives every labelled mark its text; marks at one place share one.
void point_texts_write(struct plan *plan);
// The words of a label at its stage.
void point_label_compose(struct plan *plan, struct point_label *label);
bool point_label_is_longer(const struct point_label *label, enum label_stage stage);

// ---- point_places.c -----------------------------------------------------------------------------------------------------------------------------------

// Looks for the cheapest place and stands there, free or not (`cost` >= PLACER_HARD: it collides).
void point_label_find_place(struct plan *plan, struct point_label *label);
void point_label_stand(struct plan *plan, struct point_label *label);
void point_label_step_aside(struct plan *plan, const struct point_label *label);

#endif
