// SPDX-License-Identifier: MIT
// A table over as many pages as it takes: its head on each of them, no row cut.
#ifndef RAFTER_REPORT_FLOW_TABLE_H
#define RAFTER_REPORT_FLOW_TABLE_H

#include "report/flow.h"

// Height of the head and the first rows, which stay together.
double flow_table_least_px(const struct sheet_block *block);
void flow_table(struct flow *flow, const struct sheet_block *block);

#endif
