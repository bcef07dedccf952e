// SPDX-License-Identifier: MIT
// Names made distinct by a number.
#ifndef RAFTER_BASE_NAMES_H
#define RAFTER_BASE_NAMES_H

#include "base/arena.h"

#include <glib.h>

// A name that stands several times in the list becomes "gemm #1", "gemm #2", past numbers that are names themselves; one that stands once is left alone.
// NULLs are passed over.
void names_number(struct arena *arena, const char **names, size_t count);

// Names handed out one by one, no two of them equal: the first of its kind as it is, the next as `name`, `mark`, 2. `taken`, empty at the start, borrows what
// was handed out: a table of g_str_hash and g_str_equal that frees nothing.
const char *names_claim(struct arena *arena, GHashTable *taken, const char *name, const char *mark);

#endif
