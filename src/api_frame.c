// SPDX-License-Identifier: MIT
// Axes that several charts share.
#include "api.h"

#include <math.h>

#define FRAME_HEIGHT_PX 600.0 // of a chart whose size is wrong: that is said when it is drawn

static bool find_frame(struct rafter *r, struct rafter_frame *frame)
{
	struct size size;
	struct diags *unheard = diags_new();
	double height = api_size(r, &size, unheard) ? size.height_px : FRAME_HEIGHT_PX;
	struct layout_limits limits;
	diags_free(unheard);
	bool found = layout_frame(r->arena, r->analysis, height, &limits, r->diags);
	*frame = (struct rafter_frame){limits.x_min, limits.x_max, limits.y_min, limits.y_max, limits.peak};
	return found && api_ok(r);
}

bool rafter_get_frame(struct rafter *r, struct rafter_frame *frame)
{
	*frame = (struct rafter_frame){0};
	return api_analyse(r) && find_frame(r, frame);
}

void rafter_frame_unite(struct rafter_frame *frame, const struct rafter_frame *other)
{
	if (!(other->x_max > 0))
		return;
	if (!(frame->x_max > 0)) {
		*frame = *other;
		return;
	}
	frame->x_min = fmin(frame->x_min, other->x_min);
	frame->x_max = fmax(frame->x_max, other->x_max);
	frame->y_min = fmin(frame->y_min, other->y_min);
	frame->y_max = fmax(frame->y_max, other->y_max);
	frame->peak = fmax(frame->peak, other->peak);
}

void rafter_set_frame(struct rafter *r, const struct rafter_frame *frame)
{
	api_touch(r);
	r->frame = frame ? *frame : (struct rafter_frame){0};
}

void api_frame_apply(struct rafter *r, struct chart *chart)
{
	if (!(r->frame.x_max > 0) || !layout_shares_frame(chart, r->diags))
		return;
	chart->x.min = r->frame.x_min;
	chart->x.max = r->frame.x_max;
	chart->y.min = r->frame.y_min;
	chart->y.max = r->frame.y_max;
	chart->y.reference = r->frame.peak;
}
