// SPDX-License-Identifier: MIT
// Is a text UTF-8 at all? Asked before any reader looks at it.
#ifndef RAFTER_INPUT_ENCODING_H
#define RAFTER_INPUT_ENCODING_H

#include "base/diag.h"
#include "base/source.h"

#include <stdbool.h>
#include <stddef.h>

// Length of the byte order mark that the text starts with: 0 or 3.
size_t encoding_bom(const struct source *source);
// True with error [bad-encoding] when the text is UTF-16, with or without a mark.
bool encoding_refuse_utf16(const struct source *source, struct diags *diags);

// True when the whole of `source` is UTF-8 without NUL; `*start` is then past the byte order mark. Else one error [bad-encoding].
bool encoding_check(const struct source *source, size_t *start, struct diags *diags);

#endif
