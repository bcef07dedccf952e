// SPDX-License-Identifier: MIT
#include "report/document.h"

#include "base/names.h"
#include "base/text.h"

#include <string.h>

static size_t same_titles(const struct document *document, const char *title)
{
	size_t count = 0;
	for (size_t i = 0; i < document->charts.count; i++)
		count += text_same(document->charts.items[i].sheet->title, title);
	return count;
}

void document_settle_titles(struct arena *arena, struct document *document, const char *title)
{
	g_autoptr(GHashTable) taken = g_hash_table_new(g_str_hash, g_str_equal);
	size_t count = document->charts.count;
	for (size_t i = 0; i < count; i++) {
		struct document_chart *chart = &document->charts.items[i];
		const char *own = chart->sheet->title, *machines = chart->sheet->machines;
		if (machines && same_titles(document, own) > 1 && !strstr(own, machines))
			own = arena_printf(arena, "%s: %s", own, machines);
		chart->title = names_claim(arena, taken, own, " #");
	}
	document->title = title ? title : count == 1 ? document->charts.items[0].title : arena_printf(arena, "Roofline report, %zu charts", count);
}
