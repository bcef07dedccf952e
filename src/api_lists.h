// SPDX-License-Identifier: MIT
// The lists of rafter_list: name, columns, and what fills the rows. The first column of every list is the name of the entry.
#ifndef RAFTER_API_LISTS_H
#define RAFTER_API_LISTS_H

#include "api.h"
#include "api_table.h"

struct list {
	const char *name;
	const char *columns[TABLE_MAX_COLUMNS + 1];
	void (*fill)(struct cells *cells); // NULL: a document of its own, by `write`
	void (*write)(GString *out);
};

const struct list *list_find(const char *what); // NULL when there is none; "kernel" finds "kernels"

// The list of kernels, and one of them in full (api_kernels.c).
void kernels_fill(struct cells *cells);
bool kernel_show(struct rafter *r, const char *name, bool as_json, GString *out);

// One theme with every key: a table, or JSON that is a theme file.
bool show_theme(struct rafter *r, const char *name, bool as_json, GString *out);

// The JSON Schema of the spec.
void schema_write(GString *out);
// The source (scdoc) of the page about it, rafter-spec(5).
void spec_page_write(GString *out);

#endif
