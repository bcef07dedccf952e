// SPDX-License-Identifier: MIT
// What is packed comes out of zlib as it was, byte for byte, whatever the picture; and pictures like charts come out small.
#include "backend/png_pack.h"

#include <glib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>

#include <cmocka.h>

static uint32_t random_bits(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

// The size packed.
static size_t check(const struct symbols *symbols)
{
	g_autoptr(GByteArray) packed = g_byte_array_new();
	png_pack(symbols, packed);
	size_t row_bytes = (size_t)symbols->width * symbols->unit + 1, size = row_bytes * symbols->height;
	g_autofree unsigned char *bytes = g_malloc(size + 1), *wanted = g_malloc(size);
	unsigned char *to = wanted;
	for (uint32_t y = 0; y < symbols->height; y++) {
		*to++ = 0;
		for (uint32_t x = 0; x < symbols->width; x++)
			for (unsigned unit = symbols->unit; unit--;)
				*to++ = (unsigned char)((symbols->rows[y * symbols->stride + x] & symbols->mask) >> 8 * unit);
	}
	uLongf length = size + 1;
	assert_int_equal(uncompress(bytes, &length, packed->data, packed->len), Z_OK); // the sum at its end too
	assert_int_equal(length, size);
	assert_memory_equal(bytes, wanted, size);
	return packed->len;
}

static uint32_t mask_of(unsigned unit)
{
	return unit == 4 ? 0xFFFFFFFF : (1u << 8 * unit) - 1;
}

// Pictures of `colours` colours, in stretches of up to `run` symbols, rows repeated with a chance of `again` of 8; what the mask leaves out is noise.
static void check_random(uint32_t width, uint32_t height, unsigned unit, uint32_t colours, uint32_t run, uint32_t again, uint32_t seed)
{
	size_t stride = width + 3;
	g_autofree uint32_t *rows = g_new0(uint32_t, stride * height);
	for (uint32_t y = 0; y < height; y++) {
		uint32_t *row = rows + y * stride;
		bool repeated = y && random_bits(&seed) % 8 < again;
		for (uint32_t x = 0; x < width;) {
			uint32_t colour = random_bits(&seed) % colours * 2654435761u;
			for (uint32_t count = 1 + random_bits(&seed) % run; count && x < width; count--, x++)
				row[x] = repeated && random_bits(&seed) % 50 ? row[x - stride] : colour;
		}
		for (uint32_t x = 0; x < width; x++)
			row[x] = (row[x] & mask_of(unit)) | (random_bits(&seed) & ~mask_of(unit));
	}
	check(&(struct symbols){rows, width, height, stride, mask_of(unit), unit});
}

static void random_pictures(void **state)
{
	(void)state;
	static const uint32_t widths[] = {1, 2, 3, 7, 8, 9, 64, 86, 87, 88, 173, 258, 259, 700, 1920}, colours[] = {1, 2, 3, 17, 300, 100000}, runs[] = {1, 3, 40, 400};
	uint32_t seed = 1;
	for (unsigned unit = 1; unit <= 4; unit++)
		for (size_t w = 0; w < G_N_ELEMENTS(widths); w++)
			for (size_t c = 0; c < G_N_ELEMENTS(colours); c++)
				for (size_t r = 0; r < G_N_ELEMENTS(runs); r++)
					check_random(widths[w], 1 + seed % 40, unit, colours[c], runs[r], seed % 9, seed + 77), seed++;
}

// Rows longer than the window, and more tokens than a block has.
static void large(void **state)
{
	(void)state;
	check_random(32767, 5, 4, 3, 100, 7, 5);
	check_random(32767, 5, 1, 200, 2, 7, 6);
	check_random(1200, 300, 3, 100000, 1, 0, 7);
	check_random(40, 9000, 3, 5, 4, 6, 8);
}

// Uses so uneven that Huffman's code would be longer than 15 bits.
static void uneven(void **state)
{
	(void)state;
	enum { SIDE = 180 };
	g_autofree uint32_t *rows = g_new0(uint32_t, SIDE * SIDE);
	uint32_t seed = 9, at = 0, uses = 1, before = 1;
	for (uint32_t colour = 0; at < SIDE * SIDE; colour++) {
		for (uint32_t i = 0; i < uses && at < SIDE * SIDE; i++)
			rows[at++] = colour;
		uint32_t sum = uses + before;
		before = uses;
		uses = sum;
	}
	for (uint32_t i = SIDE * SIDE - 1; i; i--) {
		uint32_t other = random_bits(&seed) % (i + 1), kept = rows[i];
		rows[i] = rows[other];
		rows[other] = kept;
	}
	check(&(struct symbols){rows, SIDE, SIDE, SIDE, 0xFF, 1});
}

static void one_colour(void **state)
{
	(void)state;
	g_autofree uint32_t *rows = g_new0(uint32_t, 2000 * 1000);
	for (unsigned unit = 1; unit <= 4; unit++)
		assert_true(check(&(struct symbols){rows, 2000, 1000, 2000, mask_of(unit), unit}) < 20000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_pictures),
		cmocka_unit_test(large),
		cmocka_unit_test(uneven),
		cmocka_unit_test(one_colour),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
