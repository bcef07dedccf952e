// SPDX-License-Identifier: MIT
#include "layout/plan.h"

#include <math.h>

// Enough halvings that no stretch of a few px is taken for straight unseen; no more than the tolerance can need.
enum { DEPTH_MIN = 4, DEPTH_MAX = 12 };
#define TOLERANCE_PX 0.25

static void bisect(struct plan *plan, const struct curve *curve, struct vec a, struct vec b, int depth)
{
	struct vec middle = curve->at(plan, curve->user, (a.x + b.x) / 2), quarter = curve->at(plan, curve->user, a.x + (b.x - a.x) / 4);
	double off = fmax(fabs(middle.y - (a.y + b.y) / 2), fabs(quarter.y - (a.y * 3 + b.y) / 4));
	if ((depth < DEPTH_MIN && b.x - a.x > 8) || (depth < DEPTH_MAX && off > TOLERANCE_PX)) {
		bisect(plan, curve, a, middle, depth + 1);
		bisect(plan, curve, middle, b, depth + 1);
		return;
	}
	path_line(&plan->layers[curve->layer], curve->path, b.x, b.y);
	placer_add_line(plan->placer, a, b, 1.2, curve->weight, -1);
}

void curve_trace(struct plan *plan, const struct curve *curve, double to_px)
{
	const struct segment *last = &curve->path->items[curve->path->count - 1];
	bisect(plan, curve, last->to, curve->at(plan, curve->user, to_px), 0);
}

void curve_start(struct plan *plan, const struct curve *curve, double from_px)
{
	struct vec at = curve->at(plan, curve->user, from_px);
	path_move(&plan->layers[curve->layer], curve->path, at.x, at.y);
}
