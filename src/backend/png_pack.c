// SPDX-License-Identifier: MIT
#include "backend/png_pack.h"

#include "backend/deflate.h"

#include <stdbool.h>
#include <string.h>

enum { HASH_BITS = 14, CHAIN_MAX = 2, FAR_BYTES = 4096, ADLER = 65521, NOWHERE = 0 };

// Symbols that are alike, in one row.
struct run {
	uint32_t colour, x, length;
	uint32_t place;  // bytes of the picture before it
	uint32_t before; // the number of the last one with the same hash, or NOWHERE
};

// Runs have numbers from 1 on; those within reach of a match, and more, are kept.
struct packer {
	const struct symbols *symbols;
	struct deflate *deflate;
	struct run *runs;
	uint32_t ring;          // size of `runs` - 1
	uint32_t next;          // number of the next run
	uint32_t pairs[1 << HASH_BITS];  // by hash of its colour and the next one's, the last run
	uint32_t single[1 << HASH_BITS]; // by hash of its colour
	unsigned unit;          // bytes of a symbol
	unsigned whole;         // symbols in the longest match
	unsigned least;         // symbols in the shortest
	size_t row_bytes;
	uint32_t a, b;          // of Adler-32
	// the row that is packed: where it is, the runs that hold this place of it and of the row above, and up to where the two are alike
	uint32_t x, at, above, alike_to, filed;
};

static struct run *run_of(struct packer *packer, uint32_t number)
{
	return &packer->runs[number & packer->ring];
}

// ---- runs

// Sums of a row for Adler-32: of its bytes, and of its bytes times how many of them are left.
struct sums {
	uint64_t bytes, weighted;
};

static void sums_add(struct sums *sums, const struct packer *packer, const struct run *run)
{
	uint64_t count = run->length, unit = packer->unit, left = packer->row_bytes - 1 - run->x * unit;
	uint64_t first = run->colour >> 24, second = run->colour >> 16 & 0xFF, third = run->colour >> 8 & 0xFF, last = run->colour & 0xFF;
	uint64_t bytes = first + second + third + last, weighted = (left - unit + 1) * bytes + 3 * first + 2 * second + third;
	sums->bytes += count * bytes;
	sums->weighted += count * weighted - unit * (count * (count - 1) / 2) * bytes;
}

static void adler_add(struct packer *packer, const struct sums *sums)
{
	uint64_t a = packer->a, b = packer->b;
	packer->b = (uint32_t)((b + packer->row_bytes * a + sums->weighted) % ADLER);
	packer->a = (uint32_t)((a + sums->bytes) % ADLER);
}

enum { MANY = 16 };

// A loop that compilers turn into wide instructions.
static bool are_all(const uint32_t *symbols, uint32_t colour, uint32_t mask)
{
	uint32_t differs = 0;
	for (int i = 0; i < MANY; i++)
		differs |= symbols[i] ^ colour;
	return !(differs & mask);
}

// Where the run that starts at `x` ends.
static uint32_t run_end(const uint32_t *row, uint32_t x, uint32_t width, uint32_t mask)
{
	uint32_t colour = row[x] & mask;
	if (++x == width || (row[x] & mask) != colour)
		return x;
	while (width - x >= MANY && are_all(row + x, colour, mask))
		x += MANY;
	while (x < width && (row[x] & mask) == colour)
		x++;
	return x;
}

static void find_runs(struct packer *packer, const uint32_t *from, uint32_t place)
{
	const struct symbols *symbols = packer->symbols;
	for (uint32_t x = 0, end; x < symbols->width; x = end) {
		end = run_end(from, x, symbols->width, symbols->mask);
		*run_of(packer, packer->next++) = (struct run){from[x] & symbols->mask, x, end - x, place + x * symbols->unit, NOWHERE};
	}
}

// The runs of the row above again, from `first` on.
static void copy_runs(struct packer *packer, uint32_t first)
{
	for (uint32_t i = first, end = packer->next; i != end; i++) {
		struct run run = *run_of(packer, i);
		run.place += (uint32_t)packer->row_bytes;
		run.before = NOWHERE;
		*run_of(packer, packer->next++) = run;
	}
}

// ---- matches

static uint32_t *single_of(struct packer *packer, uint32_t colour)
{
	return &packer->single[colour * 2654435761u >> (32 - HASH_BITS)];
}

// NULL for the last run of a row.
static uint32_t *pair_of(struct packer *packer, uint32_t number)
{
	if (number + 1 == packer->next)
		return NULL;
	uint32_t hash = run_of(packer, number)->colour * 2654435761u + run_of(packer, number + 1)->colour * 2246822519u;
	return &packer->pairs[(hash ^ hash >> 15) * 2654435761u >> (32 - HASH_BITS)];
}

// Files the runs that end before `x`.
static void file_runs(struct packer *packer)
{
	for (; packer->filed < packer->next; packer->filed++) {
		struct run *run = run_of(packer, packer->filed);
		if (run->x + run->length > packer->x)
			return;
		*single_of(packer, run->colour) = packer->filed;
		uint32_t *pair = pair_of(packer, packer->filed);
		if (!pair)
			continue;
		run->before = *pair;
		*pair = packer->filed;
	}
}

// How many symbols from `x` of run `number` on are those of the present place.
static uint32_t alike(struct packer *packer, uint32_t number, uint32_t x)
{
	uint32_t at = packer->at, count = 0;
	const struct run *left = run_of(packer, number), *right = run_of(packer, at);
	uint32_t left_rest = left->x + left->length - x, right_rest = right->x + right->length - packer->x;
	while (left->colour == right->colour) {
		uint32_t both = MIN(left_rest, right_rest);
		count += both;
		if (left_rest != right_rest || number + 1 == packer->next || at + 1 == packer->next)
			break;
		left = run_of(packer, ++number);
		right = run_of(packer, ++at);
		if (!left->x)
			break; // a row ends
		left_rest = left->length;
		right_rest = right->length;
	}
	return count;
}

struct match {
	uint32_t length; // in symbols
	size_t distance; // in bytes
};

// Takes the match that starts at a run if it is longer; false when it is out of reach, like all that were filed before.
static bool consider(struct packer *packer, uint32_t number, struct match *best)
{
	if (number == NOWHERE || packer->next - number > packer->ring)
		return false;
	const struct run *run = run_of(packer, packer->at), *other = run_of(packer, number);
	// of a longer run its end, so that what follows may be alike too
	uint32_t skipped = other->length > run->length ? other->length - run->length : 0;
	size_t distance = run->place - other->place - skipped * packer->unit;
	if (distance > DEFLATE_WINDOW)
		return false;
	if (other->colour != run->colour)
		return true;
	uint32_t length = alike(packer, number, other->x + skipped);
	if (length > best->length && (length > packer->least || distance <= FAR_BYTES))
		*best = (struct match){length, distance};
	return true;
}

// The longest from the start of a run on, of the nearest few.
static struct match find_match(struct packer *packer)
{
	struct match best = {0, 0};
	const uint32_t *pair = pair_of(packer, packer->at);
	uint32_t number = pair ? *pair : NOWHERE;
	for (int i = 0; i < CHAIN_MAX && consider(packer, number, &best); i++)
		number = run_of(packer, number)->before;
	if (!best.length)
		consider(packer, *single_of(packer, run_of(packer, packer->at)->colour), &best);
	return best;
}

// ---- one row

static void advance(struct packer *packer, uint32_t count)
{
	packer->x += count;
	while (packer->at + 1 < packer->next && run_of(packer, packer->at + 1)->x <= packer->x)
		packer->at++;
	file_runs(packer);
}

static void put_match(struct packer *packer, uint32_t count, size_t distance)
{
	for (uint32_t left = count * packer->unit, some; left; left -= some) {
		some = MIN(left, DEFLATE_MATCH_MAX);
		if (left - some && left - some < DEFLATE_MATCH_MIN)
			some -= DEFLATE_MATCH_MIN;
		deflate_match(packer->deflate, some, (unsigned)distance);
	}
	advance(packer, count);
}

static void put_literal(struct packer *packer)
{
	const struct run *run = run_of(packer, packer->at);
	uint32_t colour = run->colour;
	unsigned unit = packer->unit;
	// at the rim of a shape only alpha changes
	if (unit == 4 && packer->x && packer->x == run->x && run_of(packer, packer->at - 1)->colour >> 8 == colour >> 8) {
		deflate_match(packer->deflate, 3, 4);
		unit = 1;
	}
	while (unit--)
		deflate_literal(packer->deflate, colour >> 8 * unit & 0xFF);
	advance(packer, 1);
}

static void look_above(struct packer *packer)
{
	if (!packer->above || packer->alike_to > packer->x)
		return;
	const struct run *run = run_of(packer, packer->above);
	for (; run->x + run->length <= packer->x; run = run_of(packer, packer->above))
		packer->above++;
	packer->alike_to = packer->x + alike(packer, packer->above, packer->x);
}

// As above up to here: a long run is left to its own symbols but for the first, which they need to start from.
static uint32_t above_until(struct packer *packer)
{
	uint32_t end = MIN(packer->alike_to, packer->x + packer->whole);
	for (uint32_t number = packer->at; number < packer->next; number++) {
		const struct run *run = run_of(packer, number);
		if (run->x >= end)
			break;
		if (run->x >= packer->x && run->length > packer->whole + packer->least)
			return MIN(end, run->x + 1);
	}
	return end;
}

// True when a longer match starts at the next run, so that this one is better told symbol by symbol.
static bool longer_next(struct packer *packer, uint32_t length)
{
	enum { FEW = 2 };
	const struct run *run = run_of(packer, packer->at);
	uint32_t x = packer->x;
	if (run->length > FEW || packer->at + 1 == packer->next)
		return false;
	packer->x += run->length;
	packer->at++;
	bool longer = find_match(packer).length > length;
	packer->at--;
	packer->x = x;
	return longer;
}

// One step: a run of the last symbol, what stands above, what stands somewhere before, or a symbol itself.
static void step(struct packer *packer)
{
	enum { SHORT = 8, LAZY_BELOW = 24 };
	const struct run *run = run_of(packer, packer->at);
	uint32_t rest = run->x + run->length - packer->x, whole = packer->whole;
	bool inside = packer->x > run->x;
	size_t unit = packer->unit;
	if (inside && rest >= whole) {
		put_match(packer, DEFLATE_MATCH_MAX % unit ? rest : rest / whole * whole, unit);
		return;
	}
	look_above(packer);
	uint32_t same = packer->alike_to > packer->x ? above_until(packer) - packer->x : 0;
	if (inside && rest >= packer->least && rest >= same) {
		put_match(packer, rest, unit);
		return;
	}
	// what ends with a long run that is alike too needs no search
	bool differs = packer->x + same >= packer->alike_to;
	struct match match = !inside && same < SHORT && differs ? find_match(packer) : (struct match){0, 0};
	if (packer->unit == 1 && match.length < LAZY_BELOW && match.length > same && longer_next(packer, match.length))
		match.length = 0;
	if (match.length > same && match.length >= packer->least)
		put_match(packer, MIN(match.length, whole), match.distance);
	else if (same >= packer->least && packer->row_bytes <= DEFLATE_WINDOW)
		put_match(packer, same, packer->row_bytes);
	else
		put_literal(packer);
}

static void pack_row(struct packer *packer, uint32_t first, uint32_t above)
{
	packer->x = packer->alike_to = 0;
	packer->at = packer->filed = first;
	packer->above = above;
	deflate_literal(packer->deflate, 0); // no filter
	while (packer->x < packer->symbols->width)
		step(packer);
	file_runs(packer);
}

// ---- the picture

static void pack_rows(struct packer *packer)
{
	const struct symbols *symbols = packer->symbols;
	struct sums sums = {0, 0};
	uint32_t above = 0;
	for (uint32_t row = 0; row < symbols->height; row++) {
		const uint32_t *from = symbols->rows + row * symbols->stride;
		uint32_t first = packer->next;
		bool again = row && memcmp(from, from - symbols->stride, symbols->width * sizeof *from) == 0;
		if (again)
			copy_runs(packer, above);
		else
			find_runs(packer, from, row * (uint32_t)packer->row_bytes + 1);
		if (!again) {
			sums = (struct sums){0, 0};
			for (uint32_t i = first; i < packer->next; i++)
				sums_add(&sums, packer, run_of(packer, i));
		}
		adler_add(packer, &sums);
		pack_row(packer, first, above);
		above = first;
	}
}

void png_pack(const struct symbols *symbols, GByteArray *out)
{
	struct packer *packer = g_new0(struct packer, 1);
	uint32_t unit = symbols->unit, reach = 2 * symbols->width + DEFLATE_WINDOW / unit, ring = 1;
	while (ring < reach + 2)
		ring *= 2;
	packer->symbols = symbols;
	packer->unit = unit;
	packer->runs = g_new(struct run, ring);
	packer->ring = ring - 1;
	packer->next = 1;
	packer->whole = DEFLATE_MATCH_MAX / unit;
	packer->least = (DEFLATE_MATCH_MIN + unit - 1) / unit;
	packer->row_bytes = (size_t)symbols->width * unit + 1;
	packer->a = 1;
	packer->deflate = deflate_new(out);
	pack_rows(packer);
	deflate_end(packer->deflate, packer->b << 16 | packer->a);
	g_free(packer->runs);
	g_free(packer);
}
