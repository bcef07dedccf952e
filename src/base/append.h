// SPDX-License-Identifier: MIT
// Text put together piece by piece, without the detour over a format.
#ifndef RAFTER_BASE_APPEND_H
#define RAFTER_BASE_APPEND_H

#include <glib.h>
#include <stdbool.h>

// Appends strings up to a NULL.
void append_all(GString *out, ...) G_GNUC_NULL_TERMINATED;

// True when the text is all printable ASCII without what JSON, XML or a dump would write otherwise: quotes, backslash, &, < and >.
bool append_is_plain(const char *text);

#endif
