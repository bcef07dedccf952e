// SPDX-License-Identifier: MIT
// A table over as many pages as it takes: its head on each of them, no row cut.
#ifndef RAFTER_REPORT_FLOW_TABLE_H
#define RAFTER_REPORT_FLOW_TABLE_H

#include "report/flow.h"

// Its heading, of `style`, stays with the first two rows; the last two stay together, and all of three.
void flow_table(struct flow *flow, const struct sheet_block *block, const struct text_style *style);

#endif
