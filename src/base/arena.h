// SPDX-License-Identifier: MIT
// Memory that lives as long as one chart: allocated piece by piece, freed at once.
#ifndef RAFTER_BASE_ARENA_H
#define RAFTER_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena;

struct arena *arena_new(void);
void arena_free(struct arena *arena);
// As new; some memory is kept, so that the next chart need not ask the system for it.
void arena_clear(struct arena *arena);

// Zeroed memory, aligned for any type. Never NULL: out of memory ends the program with exit 70.
void *arena_alloc(struct arena *arena, size_t size);
// `count` zeroed items of `size` bytes; the product is checked.
void *arena_array(struct arena *arena, size_t count, size_t size);
char *arena_strdup(struct arena *arena, const char *text);
char *arena_strndup(struct arena *arena, const char *text, size_t length);
// printf into the arena. Doubles go through num_format first: %f and %g follow the locale.
char *arena_printf(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *arena, const char *format, va_list args) __attribute__((format(printf, 2, 0)));

// A list is `struct { T *items; size_t count, cap; }`, all zero when empty. `list_push(arena, &list)` is the address of
// a new zeroed last item; earlier addresses may move.
#define list_push(arena, list) \
	((list)->items = list_reserve((arena), (list)->items, (list)->count, &(list)->cap, sizeof *(list)->items), \
	 &(list)->items[(list)->count++])
void *list_reserve(struct arena *arena, void *items, size_t count, size_t *cap, size_t size);

#endif
