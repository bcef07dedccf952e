// SPDX-License-Identifier: MIT
// The clock that points were measured at, beside the one behind a datasheet's peak.
#ifndef RAFTER_MODEL_CLOCK_H
#define RAFTER_MODEL_CLOCK_H

#include "model/chart.h"

// The median clock of the chart's points, Hz; NAN when none of them says one.
double chart_clock(const struct chart *chart);
// With `chart.clock`: the compute roofs that say the clock behind them are scaled to the points' clock, and say so in their name, note and kind (derived).
// Warns [ignored] when there is nothing to scale. Without it: warns [low-clock] when the points ran more than 10 % below the clock of a roof.
void chart_settle_clock(struct arena *arena, struct chart *chart, struct diags *diags);

#endif
