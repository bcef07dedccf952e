// SPDX-License-Identifier: MIT
// The analysis as text: table for people, JSON, CSV and Markdown for tools. Same numbers in all.
#ifndef RAFTER_REPORT_REPORT_H
#define RAFTER_REPORT_REPORT_H

#include "base/diag.h"
#include "model/analysis.h"

#include <glib.h>

struct report_format {
	const char *name, *doc; // "table", "json", "csv", "markdown"
	void (*write)(const struct analysis *analysis, const struct diags *diags, GString *out);
};

extern const struct report_format report_formats[]; // ends with a NULL name
const struct report_format *report_format_find(const char *name);

#endif
