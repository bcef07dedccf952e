// SPDX-License-Identifier: MIT
#include "base/digits.h"

#include <math.h>
#include <string.h>

enum { MANTISSA_BITS = 53, POWERS = 28, EXPONENT_MIN = -10, EXPONENT_MAX = 35 };

__extension__ typedef unsigned __int128 wide;

static const uint64_t powers_of_5[POWERS] = {1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, 1953125, 9765625, 48828125, 244140625, 1220703125, 6103515625,
	30517578125, 152587890625, 762939453125, 3814697265625, 19073486328125, 95367431640625, 476837158203125, 2384185791015625, 11920928955078125,
	59604644775390625, 298023223876953125, 1490116119384765625, 7450580596923828125};

static const uint64_t powers_of_10[DIGITS_MAX + 1] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000, 100000000000,
	1000000000000, 10000000000000, 100000000000000, 1000000000000000, 10000000000000000, 100000000000000000};

// A number above 0 as mantissa × 2^exponent.
struct binary {
	uint64_t mantissa;
	int exponent;
};

// Half the distance to the neighbours, and the value, both times 10^power, over one denominator.
struct scaled {
	wide value, half_step, denominator;
	int shift; // the denominator is 2^shift; -1: it is none of these
};

static struct scaled scale(struct binary of, int power)
{
	if (power < 0) {
		wide tens = (wide)1 << -power;
		for (int i = 0; i < -power; i++)
			tens *= 5;
		int up = of.exponent > 0 ? of.exponent : 0, down = of.exponent < 0 ? -of.exponent : 0;
		return (struct scaled){(wide)of.mantissa << (up + 1), (wide)1 << up, tens << (down + 1), -1};
	}
	wide half = powers_of_5[power], value = half * of.mantissa * 2;
	int twos = of.exponent + power;
	if (twos >= 0)
		return (struct scaled){value << twos, half << twos, 2, 1};
	return (struct scaled){value, half, (wide)1 << (1 - twos), 1 - twos};
}

// The nearest whole number, ties to even; false when it cannot have `count` digits.
static bool round_to(const struct scaled *scaled, int count, bool even, struct digits *out)
{
	wide whole = scaled->shift >= 0 ? scaled->value >> scaled->shift : scaled->value / scaled->denominator;
	if (whole >= powers_of_10[count] || whole < powers_of_10[count - 1])
		return false;
	wide rest = scaled->value - whole * scaled->denominator, other = scaled->denominator - rest;
	bool up = rest > other || (rest == other && (whole & 1));
	wide off = up ? other : rest;
	out->digits = (uint64_t)whole + up;
	out->exact = off < scaled->half_step || (off == scaled->half_step && even);
	return true;
}

bool digits_of(double value, int count, struct digits *out)
{
	struct binary binary;
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	int biased = (int)(bits >> (MANTISSA_BITS - 1) & 0x7FF);
	uint64_t fraction = bits & (((uint64_t)1 << (MANTISSA_BITS - 1)) - 1);
	binary.mantissa = fraction | (uint64_t)1 << (MANTISSA_BITS - 1);
	binary.exponent = biased - 1075;
	if (!biased)
		return false;
	// floor(log10) of the power of two below: right, or one too small
	int guess = (int)floor((biased - 1023) * 0.30102999566398120);
	if (guess < EXPONENT_MIN || guess > EXPONENT_MAX)
		return false;
	for (int exponent = guess; exponent <= guess + 1; exponent++) {
		struct scaled scaled = scale(binary, count - 1 - exponent);
		if (!fraction)
			scaled.half_step /= 2; // the neighbour below a power of two is the nearer one
		if (!round_to(&scaled, count, !(binary.mantissa & 1), out))
			continue;
		if (!fraction && !out->exact)
			return false;
		out->count = count;
		out->exponent = exponent;
		if (out->digits == powers_of_10[count]) {
			out->digits = powers_of_10[count - 1];
			out->exponent++;
		}
		return true;
	}
	return false;
}

char *digits_write(char *to, uint64_t number)
{
	char reversed[20];
	int count = 0;
	do {
		reversed[count++] = (char)('0' + number % 10);
		number /= 10;
	} while (number);
	while (count)
		*to++ = reversed[--count];
	return to;
}
