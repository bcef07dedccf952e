// SPDX-License-Identifier: MIT
#include "backend/backend.h"

#include "base/text.h"

extern const struct backend backend_svg, backend_png, backend_pdf;

const struct backend *const backends[] = {&backend_svg, &backend_png, &backend_pdf, NULL};

const struct backend *backend_find(const char *name_or_suffix)
{
	for (const struct backend *const *at = backends; *at; at++)
		if (text_same(name_or_suffix, (*at)->name) || text_same(name_or_suffix, (*at)->suffix))
			return *at;
	return NULL;
}
