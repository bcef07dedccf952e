// SPDX-License-Identifier: MIT
// Where the label of a point may stand: touching its marker, or on rings further out with a leader line.
#include "layout/point_labels.h"

#include <glib.h>
#include <math.h>

enum { RINGS = 7, DIRECTIONS = 16, NEAR_PLACES = 12, RIGHT = 0, LEFT = 1 };
#define RING_COST 5.0
#define LEADER_WEIGHT 120.0 // per px of a label that covers another's leader
#define CROSSING_COST 200.0 // of a leader through a label or the binding roof
#define PASSING_COST 22.0   // of a leader over another marker, as in tight clusters
#define PARTED_COST 13.0    // of a label that a roof parts from its marker
#define FAINT_COST 13.0     // of one that could be the name of a baseline's faint marker, which have none
#define STRANGER_COST 120.0 // of one that could be another marker's name: it gives way like one that collides
// A label without a leader stands so many times as far from any other marker as from its own, as lengths and as pull_px() sees them.
#define NEARER 1.1
#define CLEARER 1.5
#define TOUCHING_COST 6.0   // of words that touch the line of a ridge to the eye
// Between words and the line of a ridge, and how far they may reach over it to be moved back.
#define WALL_AIR_PX 4.0
#define WALL_OVER_PX 1.0

struct candidate {
	struct vec origin;
	double base;
	bool leader;
};

// Words that would touch the line of a ridge, to the eye at least, are moved aside.
static double off_walls(const struct plan *plan, const struct words *words, struct vec origin)
{
	for (size_t i = 0; i < plan->walls.count; i++) {
		struct vec top = plan->walls.items[i];
		double right_of = origin.x - top.x, left_of = top.x - origin.x - words->width_px;
		if (origin.y + words->descent_px < top.y)
			continue;
		if (right_of > -WALL_OVER_PX && right_of < WALL_AIR_PX)
			return top.x + WALL_AIR_PX;
		if (left_of > -WALL_OVER_PX && left_of < WALL_AIR_PX)
			return top.x - WALL_AIR_PX - words->width_px;
	}
	return origin.x;
}

// Places touching the marker, in order of preference. A ridge's line may move them, but none that is beside the marker closer to it.
static size_t near_places(const struct plan *plan, const struct point_label *label, struct candidate *out)
{
	const struct words *w = &label->words;
	struct vec c = label->mark->px;
	double r = mark_reach_px(label->mark), gap = r + plan->theme.font_px * 0.42, cap = w->ascent_px * 0.86, diagonal = r * 0.72 + plan->theme.font_px * 0.2;
	double middle = c.y + cap / 2, up = c.y - diagonal - w->descent_px, down = c.y + diagonal + w->ascent_px;
	if (label->mark->margin)
		gap = fmax(gap, plan->plot.x - c.x + plan->theme.font_px * 0.42); // past the frame, into the plot
	double above = c.y - r - w->descent_px - 2, below = c.y + r + w->ascent_px + 3;
	struct vec spots[] = {{c.x + gap, middle}, {c.x - gap - w->width_px, middle}, {c.x + diagonal, up}, {c.x + diagonal, down}, {c.x - w->width_px / 2, below},
		{c.x - w->width_px / 2, above}, {c.x - w->width_px * 0.25, below}, {c.x - w->width_px * 0.75, below}, {c.x - w->width_px * 0.25, above},
		{c.x - w->width_px * 0.75, above}, {c.x - diagonal - w->width_px, up}, {c.x - diagonal - w->width_px, down}};
	static const double bases[NEAR_PLACES] = {0, 2.5, 3, 3, 4, 5, 5, 5.5, 6, 6.5, 7, 7};
	for (size_t i = 0; i < G_N_ELEMENTS(spots); i++) {
		double clear = off_walls(plan, w, spots[i]);
		bool nearer = (i == RIGHT && clear < spots[i].x) || (i == LEFT && clear > spots[i].x);
		double touching = nearer ? TOUCHING_COST : 0;
		spots[i].x = nearer ? spots[i].x : clear;
		out[i] = (struct candidate){spots[i], bases[i] + touching, false};
	}
	return G_N_ELEMENTS(spots);
}

// On a ring: the label's middle left, right, top or bottom looks at the marker.
static struct candidate ring_place(const struct plan *plan, const struct point_label *label, int ring, int direction)
{
	const struct words *w = &label->words;
	double angle = direction * 2 * G_PI / DIRECTIONS, dx = cos(angle), dy = -sin(angle);
	double distance = mark_reach_px(label->mark) + plan->theme.font_px * (0.7 + 0.62 * (ring + 1)), h = w->ascent_px + w->descent_px;
	// from the diagonal on a whole half of the box lies beyond, so that its nearest edge keeps the distance
	double beside = CLAMP(dx * G_SQRT2, -1, 1), beyond = CLAMP(dy * G_SQRT2, -1, 1);
	struct vec middle = {label->mark->px.x + dx * distance + beside * w->width_px / 2, label->mark->px.y + dy * distance + beyond * h / 2};
	struct vec origin = {middle.x - w->width_px / 2, middle.y - h / 2 + w->ascent_px};
	origin.x = off_walls(plan, w, origin);
	return (struct candidate){origin, LEADER_COST + ring * RING_COST + (dx < -0.1 ? 1.5 : 0) + fabs(dy) * 0.5, true};
}

static void leader_ends(const struct plan *plan, const struct point_label *label, struct vec origin, struct vec *from, struct vec *to)
{
	const struct words *w = &label->words;
	struct vec c = label->mark->px;
	struct rect box = {origin.x - 1.5, origin.y - w->ascent_px, w->width_px + 3, w->ascent_px + w->descent_px};
	to->x = fmin(fmax(c.x, box.x), box.x + box.w);
	to->y = fmin(fmax(c.y, box.y), box.y + box.h);
	if (to->x > box.x && to->x < box.x + box.w && fabs(c.x - (box.x + box.w / 2)) > box.w * 0.25)
		to->x = c.x < box.x + box.w / 2 ? box.x + box.w * 0.25 : box.x + box.w * 0.75;
	double length = hypot(to->x - c.x, to->y - c.y), start = mark_reach_px(label->mark) + plan->theme.marker_ring_px;
	double t = length > 0 ? fmin(start / length, 1) : 0;
	*from = (struct vec){c.x + (to->x - c.x) * t, c.y + (to->y - c.y) * t};
}

static double leader_cost(struct plan *plan, const struct point_label *label, const struct candidate *candidate)
{
	struct vec from, to;
	leader_ends(plan, label, candidate->origin, &from, &to);
	struct box box = box_of_segment(from, to, 0.7);
	double cost = placer_cost_flat(plan->placer, &box);
	// It may cross a thin roof if it must.
	cost = cost >= PLACER_HARD ? floor(cost / PLACER_HARD) * CROSSING_COST : fmin(cost * 0.4, CROSSING_COST);
	struct rect bounds = box_bounds(&box);
	for (size_t i = 0; i < plan->marks.count; i++) {
		const struct mark *other = &plan->marks.items[i];
		double reach = other->radius_px + 1e-6;
		if (other->px.x + reach < bounds.x || other->px.x - reach > bounds.x + bounds.w || other->px.y + reach < bounds.y || other->px.y - reach > bounds.y + bounds.h)
			continue;
		if ((int)i != label->owner && box_overlap_disc(&box, other->px, other->radius_px) > 0)
			cost += PASSING_COST;
	}
	return cost;
}

static double distance_to_box(struct rect box, struct vec point)
{
	double dx = fmax(fmax(box.x - point.x, point.x - box.x - box.w), 0), dy = fmax(fmax(box.y - point.y, point.y - box.y - box.h), 0);
	return hypot(dx, dy);
}

// How far a marker seems to the reader: one beside the words, on their line, is read with them from twice as far as one above or below.
static double pull_px(struct rect box, double distance_px, struct vec marker)
{
	return marker.y > box.y && marker.y < box.y + box.h ? distance_px / 2 : distance_px;
}

// A label without a leader is dear where it could be read as the name of another marker.
static double stranger_cost(const struct plan *plan, const struct point_label *label, struct rect box)
{
	const struct mark *mark = label->mark;
	double own = distance_to_box(box, mark->px) - mark->radius_px, own_pull = pull_px(box, own, mark->px);
	double reach = fmax(own * NEARER, own_pull * CLEARER * 2), cost = 0;
	for (size_t i = 0; i < plan->marks.count && !mark->margin && cost < STRANGER_COST; i++) {
		const struct mark *other = &plan->marks.items[i];
		double beyond = reach + other->radius_px;
		if (other->px.x < box.x - beyond || other->px.x > box.x + box.w + beyond || other->px.y < box.y - beyond || other->px.y > box.y + box.h + beyond)
			continue;
		if (other == mark->baseline || hypot(other->px.x - mark->px.x, other->px.y - mark->px.y) < mark->radius_px)
			continue;
		double distance = distance_to_box(box, other->px) - other->radius_px;
		if (distance < own * NEARER || pull_px(box, distance, other->px) < own_pull * CLEARER)
			cost = fmax(cost, other->old && !other->labelled ? FAINT_COST : STRANGER_COST);
	}
	return cost;
}

// What misleads: a label without a leader that reads as another marker's, or that a roof parts from its own. Less where that already makes `enough`.
static double ambiguity(struct plan *plan, const struct point_label *label, const struct candidate *candidate, double enough)
{
	const struct words *w = &label->words;
	struct rect box = {candidate->origin.x, candidate->origin.y - w->ascent_px, w->width_px, w->ascent_px + w->descent_px};
	double cost = stranger_cost(plan, label, box);
	if (cost >= enough)
		return cost;
	struct vec from, to;
	leader_ends(plan, label, candidate->origin, &from, &to);
	struct box between = box_of_segment(from, to, 0.3);
	double parted = placer_cost(plan->placer, &between, 0, label->owner);
	return cost + (parted >= PLACER_HARD ? PARTED_COST : fmin(parted * 0.1, 6));
}

static void take(struct plan *plan, struct point_label *label, const struct candidate *candidate, double cost)
{
	label->origin = candidate->origin;
	label->cost = cost;
	label->moved = candidate->leader;
	label->placed = true;
	if (candidate->leader)
		leader_ends(plan, label, candidate->origin, &label->leader_from, &label->leader_to);
}

static void try_candidate(struct plan *plan, struct point_label *label, const struct candidate *candidate)
{
	if (label->placed && candidate->base >= label->cost)
		return;
	struct box box = words_box(&label->words, candidate->origin, 0);
	double enough = label->placed ? label->cost : HUGE_VAL, cost = candidate->base;
	cost += placer_cost_below(plan->placer, &box, 1.5, label->owner, candidate->base, enough);
	if (cost >= enough)
		return;
	if (!box_inside(&box, plan->plot))
		cost += PLACER_HARD;
	if (cost < label->cost)
		cost += candidate->leader ? leader_cost(plan, label, candidate) : ambiguity(plan, label, candidate, label->cost - cost);
	if (!label->placed || cost < label->cost)
		take(plan, label, candidate, cost);
}

void point_label_stand(struct plan *plan, struct point_label *label)
{
	struct box box = words_box(&label->words, label->origin, 0);
	label->handle = placer_add_box(plan->placer, &box, PLACER_HARD, -1);
	if (label->moved) {
		struct box leader = box_of_segment(label->leader_from, label->leader_to, 0.7);
		label->leader_handle = placer_add_box(plan->placer, &leader, LEADER_WEIGHT, -1);
	}
}

void point_label_step_aside(struct plan *plan, const struct point_label *label)
{
	placer_remove(plan->placer, label->handle);
	if (label->moved)
		placer_remove(plan->placer, label->leader_handle);
}

void point_label_find_place(struct plan *plan, struct point_label *label)
{
	struct candidate places[NEAR_PLACES];
	label->placed = false;
	label->cost = HUGE_VAL;
	size_t count = near_places(plan, label, places);
	for (size_t i = 0; i < count; i++)
		try_candidate(plan, label, &places[i]);
	for (int ring = 0; ring < RINGS && label->cost > LEADER_COST + ring * RING_COST; ring++)
		for (int direction = 0; direction < DIRECTIONS; direction++) {
			struct candidate place = ring_place(plan, label, ring, direction);
			try_candidate(plan, label, &place);
		}
	point_label_stand(plan, label);
}
