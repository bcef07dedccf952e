// SPDX-License-Identifier: MIT
#include "backend/deflate.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { TOKENS_MAX = 1 << 15, WORDS = 286, DISTANCES = 30, LENGTHS = 19, END_OF_BLOCK = 256, BITS_MAX = 15, LENGTH_BITS_MAX = 7, SYMBOLS_MAX = WORDS, DEPTH_MAX = 64, BYTES_MAX = 4096 };

// A code of `count` symbols: how often each is needed, its bits (first bit lowest) and how many.
struct code {
	uint32_t uses[SYMBOLS_MAX];
	uint16_t bits[SYMBOLS_MAX];
	uint8_t length[SYMBOLS_MAX];
	int count;
};

struct deflate {
	GByteArray *out;
	uint64_t pending;
	int pending_bits;
	unsigned char bytes[BYTES_MAX]; // before they go to `out`
	unsigned byte_count;
	uint32_t tokens[TOKENS_MAX]; // a byte, or MATCH with distance - 1 and length
	int token_count;
	struct code words, distances;
	struct { uint16_t symbol; uint8_t extra_bits; } lengths[DEFLATE_MATCH_MAX + 1]; // how each is told
};

#define MATCH 0x80000000u

// ---- bits

static void empty(struct deflate *deflate)
{
	g_byte_array_append(deflate->out, deflate->bytes, deflate->byte_count);
	deflate->byte_count = 0;
}

static void put(struct deflate *deflate, uint32_t bits, int count)
{
	deflate->pending |= (uint64_t)bits << deflate->pending_bits;
	deflate->pending_bits += count;
	if (deflate->pending_bits < 32)
		return;
	if (deflate->byte_count + 4 > BYTES_MAX)
		empty(deflate);
	for (int i = 0; i < 4; i++)
		deflate->bytes[deflate->byte_count++] = (unsigned char)(deflate->pending >> 8 * i);
	deflate->pending >>= 32;
	deflate->pending_bits -= 32;
}

static void flush(struct deflate *deflate)
{
	empty(deflate);
	for (; deflate->pending_bits > 0; deflate->pending_bits -= 8, deflate->pending >>= 8)
		g_byte_array_append(deflate->out, &(unsigned char){(unsigned char)deflate->pending}, 1);
	deflate->pending_bits = 0;
	deflate->pending = 0;
}

// ---- symbols

// A number that is told by a symbol and the bits behind it.
struct told {
	int symbol, extra_bits;
	uint32_t extra;
};

static int log2_of(uint32_t value)
{
	return 31 - __builtin_clz(value);
}

static struct told tell_length(unsigned length)
{
	uint32_t rest = length - DEFLATE_MATCH_MIN;
	if (length == DEFLATE_MATCH_MAX)
		return (struct told){WORDS - 1, 0, 0};
	if (rest < 8)
		return (struct told){END_OF_BLOCK + 1 + (int)rest, 0, 0};
	int bits = log2_of(rest) - 2;
	return (struct told){END_OF_BLOCK + 1 + 4 * bits + (int)(rest >> bits), bits, rest & ((1u << bits) - 1)};
}

static struct told tell_distance(unsigned distance)
{
	uint32_t rest = distance - 1;
	if (rest < 4)
		return (struct told){(int)rest, 0, 0};
	int bits = log2_of(rest) - 1;
	return (struct told){2 * bits + (int)(rest >> bits), bits, rest & ((1u << bits) - 1)};
}

// ---- codes

struct use {
	uint32_t uses;
	int symbol;
};

static int compare_uses(const void *a, const void *b)
{
	const struct use *left = a, *right = b;
	if (left->uses != right->uses)
		return left->uses < right->uses ? -1 : 1;
	return left->symbol - right->symbol;
}

// How many codes of each length Huffman's tree has, of uses in rising order.
static void count_lengths(const struct use *uses, int count, int at_length[DEPTH_MAX])
{
	uint32_t weight[2 * SYMBOLS_MAX];
	int parent[2 * SYMBOLS_MAX] = {0}, depth[2 * SYMBOLS_MAX] = {0}, leaf = 0, inner = count, made = count;
	for (int i = 0; i < count; i++)
		weight[i] = uses[i].uses;
	for (; made < 2 * count - 1; made++) {
		weight[made] = 0;
		for (int child = 0; child < 2; child++) {
			int least = leaf < count && (inner >= made || weight[leaf] <= weight[inner]) ? leaf++ : inner++;
			weight[made] += weight[least];
			parent[least] = made;
		}
	}
	for (int i = made - 2; i >= 0; i--) {
		depth[i] = depth[parent[i]] + 1;
		if (i < count)
			at_length[depth[i]]++;
	}
}

// Codes longer than allowed become shorter; others make room for them, the longest first.
static void limit_lengths(int at_length[DEPTH_MAX], int longest)
{
	uint32_t taken = 0;
	for (int i = longest + 1; i < DEPTH_MAX; i++)
		at_length[longest] += at_length[i];
	for (int i = 1; i <= longest; i++)
		taken += (uint32_t)at_length[i] << (longest - i);
	for (; taken > 1u << longest; taken--) {
		int shorter = longest - 1;
		while (!at_length[shorter])
			shorter--;
		at_length[longest]--;
		at_length[shorter]--;
		at_length[shorter + 1] += 2;
	}
}

static uint16_t reversed(unsigned code, int bits)
{
	unsigned out = 0;
	for (int i = 0; i < bits; i++)
		out |= (code >> i & 1) << (bits - 1 - i);
	return (uint16_t)out;
}

// Codes in the order of length and symbol, as RFC 1951 has it.
static void number_codes(struct code *code, const int at_length[DEPTH_MAX], int longest)
{
	unsigned next[BITS_MAX + 1] = {0};
	for (int length = 1, first = 0; length <= longest; length++) {
		next[length] = (unsigned)first;
		first = (first + at_length[length]) << 1;
	}
	for (int symbol = 0; symbol < code->count; symbol++)
		if (code->length[symbol])
			code->bits[symbol] = reversed(next[code->length[symbol]]++, code->length[symbol]);
}

static void make_code(struct code *code, int longest)
{
	struct use uses[SYMBOLS_MAX];
	int at_length[DEPTH_MAX] = {0}, used = 0;
	for (int symbol = 0; symbol < code->count; symbol++)
		used += code->uses[symbol] > 0;
	// Some readers want two codes at least.
	for (int symbol = 0; used < 2; symbol++) {
		used += code->uses[symbol] == 0;
		code->uses[symbol] += code->uses[symbol] == 0;
	}
	used = 0;
	for (int symbol = 0; symbol < code->count; symbol++)
		if (code->uses[symbol])
			uses[used++] = (struct use){code->uses[symbol], symbol};
	qsort(uses, (size_t)used, sizeof *uses, compare_uses);
	count_lengths(uses, used, at_length);
	limit_lengths(at_length, longest);
	memset(code->length, 0, sizeof code->length);
	for (int length = longest, at = 0; length > 0; length--)
		for (int i = 0; i < at_length[length]; i++)
			code->length[uses[at++].symbol] = (uint8_t)length;
	number_codes(code, at_length, longest);
}

// ---- blocks

// The lengths of both codes, repetitions told by symbols of their own: 16 the last one, 17 and 18 zero.
struct lengths {
	struct { uint8_t symbol, extra, extra_bits; } items[WORDS + DISTANCES];
	int count;
	struct code code;
};

static void add_length(struct lengths *lengths, int symbol, int extra, int extra_bits)
{
	lengths->items[lengths->count].symbol = (uint8_t)symbol;
	lengths->items[lengths->count].extra = (uint8_t)extra;
	lengths->items[lengths->count++].extra_bits = (uint8_t)extra_bits;
	lengths->code.uses[symbol]++;
}

static void add_repeated(struct lengths *lengths, int length, int times)
{
	while (times) {
		if (!length && times >= 11) {
			int some = MIN(times, 138);
			add_length(lengths, 18, some - 11, 7);
			times -= some;
		} else if (!length && times >= 3) {
			add_length(lengths, 17, times - 3, 3);
			times = 0;
		} else {
			add_length(lengths, length, 0, 0);
			for (times--; length && times >= 3;) {
				int some = MIN(times, 6);
				add_length(lengths, 16, some - 3, 2);
				times -= some;
			}
		}
	}
}

static int codes_needed(const struct code *code, int least)
{
	int count = code->count;
	while (count > least && !code->length[count - 1])
		count--;
	return count;
}

static void put_codes(struct deflate *deflate)
{
	static const uint8_t order[LENGTHS] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
	struct lengths lengths = {.code.count = LENGTHS};
	int words = codes_needed(&deflate->words, END_OF_BLOCK + 1), distances = codes_needed(&deflate->distances, 1), told = LENGTHS;
	uint8_t all[WORDS + DISTANCES];
	memcpy(all, deflate->words.length, (size_t)words);
	memcpy(all + words, deflate->distances.length, (size_t)distances);
	for (int i = 0, next; i < words + distances; i = next) {
		for (next = i + 1; next < words + distances && all[next] == all[i]; next++)
			;
		add_repeated(&lengths, all[i], next - i);
	}
	make_code(&lengths.code, LENGTH_BITS_MAX);
	while (told > 4 && !lengths.code.length[order[told - 1]])
		told--;
	put(deflate, (uint32_t)(words - 257), 5);
	put(deflate, (uint32_t)(distances - 1), 5);
	put(deflate, (uint32_t)(told - 4), 4);
	for (int i = 0; i < told; i++)
		put(deflate, lengths.code.length[order[i]], 3);
	for (int i = 0; i < lengths.count; i++) {
		put(deflate, lengths.code.bits[lengths.items[i].symbol], lengths.code.length[lengths.items[i].symbol]);
		put(deflate, lengths.items[i].extra, lengths.items[i].extra_bits);
	}
}

static void put_told(struct deflate *deflate, const struct code *code, struct told told)
{
	put(deflate, code->bits[told.symbol], code->length[told.symbol]);
	if (told.extra_bits)
		put(deflate, told.extra, told.extra_bits);
}

static struct told told_length(const struct deflate *deflate, uint32_t length)
{
	uint32_t bits = deflate->lengths[length].extra_bits;
	return (struct told){deflate->lengths[length].symbol, (int)bits, (length - DEFLATE_MATCH_MIN) & ((1u << bits) - 1)};
}

static void end_block(struct deflate *deflate, bool last)
{
	enum { OWN_CODES = 2 };
	deflate->words.uses[END_OF_BLOCK] = 1;
	make_code(&deflate->words, BITS_MAX);
	make_code(&deflate->distances, BITS_MAX);
	put(deflate, last, 1);
	put(deflate, OWN_CODES, 2);
	put_codes(deflate);
	for (int i = 0; i < deflate->token_count; i++) {
		uint32_t token = deflate->tokens[i];
		if (!(token & MATCH)) {
			put(deflate, deflate->words.bits[token], deflate->words.length[token]);
			continue;
		}
		put_told(deflate, &deflate->words, told_length(deflate, token & 0x1FF));
		put_told(deflate, &deflate->distances, tell_distance((token & ~MATCH) >> 9));
	}
	put(deflate, deflate->words.bits[END_OF_BLOCK], deflate->words.length[END_OF_BLOCK]);
	deflate->token_count = 0;
	memset(deflate->words.uses, 0, sizeof deflate->words.uses);
	memset(deflate->distances.uses, 0, sizeof deflate->distances.uses);
}

static void add_token(struct deflate *deflate, uint32_t token)
{
	if (deflate->token_count == TOKENS_MAX)
		end_block(deflate, false);
	deflate->tokens[deflate->token_count++] = token;
}

// ---- the stream

struct deflate *deflate_new(GByteArray *out)
{
	static const unsigned char header[] = {0x78, 0xDA}; // deflate, a window of 32 kB, compressed as well as it goes
	struct deflate *deflate = g_new(struct deflate, 1);
	deflate->out = out;
	deflate->pending = 0;
	deflate->pending_bits = deflate->token_count = 0;
	deflate->byte_count = 0;
	deflate->words = (struct code){.count = WORDS};
	deflate->distances = (struct code){.count = DISTANCES};
	for (unsigned length = DEFLATE_MATCH_MIN; length <= DEFLATE_MATCH_MAX; length++) {
		struct told told = tell_length(length);
		deflate->lengths[length].symbol = (uint16_t)told.symbol;
		deflate->lengths[length].extra_bits = (uint8_t)told.extra_bits;
	}
	g_byte_array_append(out, header, sizeof header);
	return deflate;
}

void deflate_literal(struct deflate *deflate, unsigned byte)
{
	add_token(deflate, byte);
	deflate->words.uses[byte]++;
}

void deflate_match(struct deflate *deflate, unsigned length, unsigned distance)
{
	add_token(deflate, MATCH | distance << 9 | length);
	deflate->words.uses[deflate->lengths[length].symbol]++;
	deflate->distances.uses[tell_distance(distance).symbol]++;
}

void deflate_end(struct deflate *deflate, uint32_t adler)
{
	end_block(deflate, true);
	flush(deflate);
	for (int shift = 24; shift >= 0; shift -= 8)
		g_byte_array_append(deflate->out, &(unsigned char){(unsigned char)(adler >> shift)}, 1);
	g_free(deflate);
}
