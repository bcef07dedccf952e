// SPDX-License-Identifier: MIT
// A message as a terminal should see it: place, message, the line and a caret.
#ifndef RAFTER_BASE_DIAG_TEXT_H
#define RAFTER_BASE_DIAG_TEXT_H

#include "base/diag.h"

// `line_start`: offset of the line that the place is in. A piece of a long line is shown; nothing beyond it is looked at. Newly allocated (g_free).
char *diag_text(const struct diag *diag, size_t line_start);

#endif
