// SPDX-License-Identifier: MIT
// Is a text UTF-8 at all? Asked before any reader looks at it.
#ifndef RAFTER_INPUT_ENCODING_H
#define RAFTER_INPUT_ENCODING_H

#include "base/diag.h"
#include "base/source.h"

#include <stdbool.h>
#include <stddef.h>

// True when the whole of `source` is UTF-8 without NUL; `*start` is then 0, or 3 after a byte order mark. Else one error [bad-encoding].
bool encoding_check(const struct source *source, size_t *start, struct diags *diags);

#endif
