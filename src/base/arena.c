// SPDX-License-Identifier: MIT
#include "base/arena.h"

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The first block is small: many an arena never needs more.
enum { ALIGN = 16, FIRST_BYTES = 4 * 1024, BLOCK_BYTES = 64 * 1024, SPARE_MAX = 32, EXIT_BUG = 70 };

struct block {
	struct block *next;
	size_t used, size;
	_Alignas(ALIGN) unsigned char bytes[];
};

struct arena {
	struct block *blocks; // the first one is the one that is filled
	struct block *spare;  // of BLOCK_BYTES, zeroed
};

static _Noreturn void out_of_memory(size_t size)
{
	fprintf(stderr, "rafter: out of memory (%zu bytes)\n", size);
	exit(EXIT_BUG);
}

struct arena *arena_new(void)
{
	struct arena *arena = calloc(1, sizeof *arena);
	if (!arena)
		out_of_memory(sizeof *arena);
	return arena;
}

static void free_blocks(struct block *block)
{
	for (struct block *next; block; block = next) {
		next = block->next;
		free(block);
	}
}

void arena_free(struct arena *arena)
{
	if (!arena)
		return;
	free_blocks(arena->blocks);
	free_blocks(arena->spare);
	free(arena);
}

void arena_clear(struct arena *arena)
{
	size_t spare = 0;
	for (struct block *block = arena->spare; block; block = block->next)
		spare++;
	for (struct block *block = arena->blocks, *next; block; block = next) {
		next = block->next;
		if (block->size != BLOCK_BYTES || spare == SPARE_MAX) {
			free(block);
			continue;
		}
		memset(block->bytes, 0, block->used);
		block->used = 0;
		block->next = arena->spare;
		arena->spare = block;
		spare++;
	}
	arena->blocks = NULL;
}

static struct block *block_new(size_t size)
{
	if (size > SIZE_MAX - sizeof(struct block))
		out_of_memory(size);
	struct block *block = calloc(1, sizeof *block + size);
	if (!block)
		out_of_memory(size);
	block->size = size;
	return block;
}

// A block for a piece of `size` bytes, and for those after it unless it is large.
static struct block *next_block(struct arena *arena, size_t size)
{
	struct block *spare = arena->spare;
	if (size > BLOCK_BYTES / 4)
		return block_new(size);
	if (!spare)
		return block_new(arena->blocks || size > FIRST_BYTES / 4 ? BLOCK_BYTES : FIRST_BYTES);
	arena->spare = spare->next;
	spare->next = NULL;
	return spare;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	if (size > SIZE_MAX / 2)
		out_of_memory(size);
	size = (size + ALIGN - 1) / ALIGN * ALIGN;
	struct block *first = arena->blocks;
	if (!first || first->size - first->used < size) {
		struct block *block = next_block(arena, size);
		// A large piece gets a block of its own behind the one being filled.
		if (first && block->size == size) {
			block->next = first->next;
			first->next = block;
		} else {
			block->next = first;
			arena->blocks = block;
		}
		first = block;
	}
	void *piece = first->bytes + first->used;
	first->used += size;
	return piece;
}

void *arena_array(struct arena *arena, size_t count, size_t size)
{
	if (size && count > SIZE_MAX / size)
		out_of_memory(SIZE_MAX);
	return arena_alloc(arena, count * size);
}

char *arena_strndup(struct arena *arena, const char *text, size_t length)
{
	char *copy = arena_alloc(arena, length + 1);
	memcpy(copy, text, length);
	return copy;
}

char *arena_strdup(struct arena *arena, const char *text)
{
	return arena_strndup(arena, text, strlen(text));
}

char *arena_vprintf(struct arena *arena, const char *format, va_list args)
{
	g_autofree char *text = g_strdup_vprintf(format, args);
	return arena_strdup(arena, text);
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *text = arena_vprintf(arena, format, args);
	va_end(args);
	return text;
}

// True when the list is the newest piece and there is room behind it: it stays where it is.
static bool widen(struct arena *arena, const void *items, size_t cap, size_t wider, size_t size)
{
	struct block *block = arena->blocks;
	size_t old = (cap * size + ALIGN - 1) / ALIGN * ALIGN;
	if (!block || !items || block->used < old || block->bytes + block->used - old != items)
		return false;
	size_t extra = wider * size - old;
	if (wider > SIZE_MAX / 2 / size || extra > block->size - block->used)
		return false;
	arena_alloc(arena, extra);
	return true;
}

void *list_reserve(struct arena *arena, void *items, size_t count, size_t *cap, size_t size)
{
	if (count < *cap)
		return items;
	size_t wider = *cap ? *cap * 2 : 8;
	if (widen(arena, items, *cap, wider, size)) {
		*cap = wider;
		return items;
	}
	void *moved = arena_array(arena, wider, size);
	if (count)
		memcpy(moved, items, count * size);
	*cap = wider;
	return moved;
}
