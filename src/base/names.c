// SPDX-License-Identifier: MIT
#include "base/names.h"

// `taken`: name -> the number that it was given last, so that many of one name do not each count from the start.
static const char *next_free(struct arena *arena, GHashTable *taken, const char *name, const char *mark)
{
	size_t number = GPOINTER_TO_SIZE(g_hash_table_lookup(taken, name));
	const char *numbered;
	do
		numbered = arena_printf(arena, "%s%s%zu", name, mark, ++number);
	while (g_hash_table_contains(taken, numbered));
	g_hash_table_insert(taken, (char *)name, GSIZE_TO_POINTER(number));
	g_hash_table_insert(taken, (char *)numbered, GSIZE_TO_POINTER(1));
	return numbered;
}

void names_number(struct arena *arena, const char **names, size_t count)
{
	g_autoptr(GHashTable) taken = g_hash_table_new(g_str_hash, g_str_equal), several = g_hash_table_new(g_str_hash, g_str_equal);
	for (size_t i = 0; i < count; i++) {
		if (names[i] && !g_hash_table_insert(taken, (char *)names[i], NULL))
			g_hash_table_add(several, (char *)names[i]);
	}
	for (size_t i = 0; i < count; i++) {
		if (names[i] && g_hash_table_contains(several, names[i]))
			names[i] = next_free(arena, taken, names[i], " #");
	}
}

const char *names_claim(struct arena *arena, GHashTable *taken, const char *name, const char *mark)
{
	if (g_hash_table_contains(taken, name))
		return next_free(arena, taken, name, mark);
	g_hash_table_insert(taken, (char *)name, GSIZE_TO_POINTER(1));
	return name;
}
