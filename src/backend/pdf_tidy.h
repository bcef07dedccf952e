// SPDX-License-Identifier: MIT
// Takes out of cairo's PDF what no reader needs and a reproducible file must not have.
#ifndef RAFTER_BACKEND_PDF_TIDY_H
#define RAFTER_BACKEND_PDF_TIDY_H

#include <stdbool.h>
#include <stddef.h>

// Overwrites in place, so that every offset stays valid: the transparency group of each page (pdfTeX warns of it, and nothing here is transparent) and
// cairo's version with spaces; the date of creation with `date` ("D:20010909014640Z", at most as long as what stands there) or, NULL, with spaces.
// `bytes` is a whole PDF of `pages` pages with a plain cross-reference table; false when it is not, or not as cairo writes it.
bool pdf_tidy(unsigned char *bytes, size_t size, size_t pages, const char *date);

#endif
