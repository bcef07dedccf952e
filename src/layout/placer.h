// SPDX-License-Identifier: MIT
// What is where: an occupancy grid of obstacles, asked for the cost of putting a box somewhere.
#ifndef RAFTER_LAYOUT_PLACER_H
#define RAFTER_LAYOUT_PLACER_H

#include "base/arena.h"
#include "base/geometry.h"

// From this weight on an obstacle must not be touched.
#define PLACER_HARD 1e6

struct placer;

// `bounds`: where labels may stand at all.
struct placer *placer_new(struct arena *arena, struct rect bounds);

// Each returns the obstacle's handle. `owner`: ignored by a query that names the same owner; -1 for none. `weight` is the cost per px of overlap.
size_t placer_add_box(struct placer *placer, const struct box *box, double weight, int owner);
size_t placer_add_line(struct placer *placer, struct vec a, struct vec b, double half_width_px, double weight, int owner);
size_t placer_add_disc(struct placer *placer, struct vec centre, double radius_px, double weight, int owner);
void placer_remove(struct placer *placer, size_t handle);

// Cost of the box: sum of weight × depth (at most 8 px each), PLACER_HARD more for each hard obstacle touched and for leaving the bounds. `gap_px` keeps hard
// obstacles at a distance.
double placer_cost(struct placer *placer, const struct box *box, double gap_px, int owner);
// The same, or less where `base` and that already make `enough`: for a place that a better one is known for.
double placer_cost_below(struct placer *placer, const struct box *box, double gap_px, int owner, double base, double enough);
// The same of boxes and lines alone, discs passed over.
double placer_cost_flat(struct placer *placer, const struct box *box);

#endif
