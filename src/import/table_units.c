// SPDX-License-Identifier: MIT
// Units in the headers of tables: as people write units ("GB/s") and as they write names ("achieved_gbps").
#include "import/table.h"

#include <string.h>

struct stem {
	const char *name; // lower case, after an optional prefix
	enum quantity quantity;
	double factor;
	bool either_case; // "b" or "B"
};

static const struct stem stems[] = {
	{"flop", QUANTITY_FLOP, 1, false},         {"flops", QUANTITY_FLOP_RATE, 1, false},     {"flop/s", QUANTITY_FLOP_RATE, 1, false},
	{"flops/s", QUANTITY_FLOP_RATE, 1, false}, {"flop/sec", QUANTITY_FLOP_RATE, 1, false},  {"op", QUANTITY_FLOP, 1, false},
	{"ops", QUANTITY_FLOP_RATE, 1, false},     {"op/s", QUANTITY_FLOP_RATE, 1, false},      {"ops/s", QUANTITY_FLOP_RATE, 1, false},
	{"mac", QUANTITY_MAC, 1, false},           {"macs", QUANTITY_MAC, 1, false},            {"b", QUANTITY_BYTE, 1, true},
	{"byte", QUANTITY_BYTE, 1, false},         {"bytes", QUANTITY_BYTE, 1, false},          {"byte/s", QUANTITY_BYTE_RATE, 1, false},
	{"bytes/s", QUANTITY_BYTE_RATE, 1, false}, {"b/s", QUANTITY_BYTE_RATE, 1, true},        {"b/sec", QUANTITY_BYTE_RATE, 1, true},
	{"bps", QUANTITY_BYTE_RATE, 1, true},
};

// Beside those that every quantity may have ("us", "msec").
static const struct {
	const char *name;
	double seconds;
} time_words[] = {
	{"secs", 1}, {"msecs", 1e-3}, {"millis", 1e-3}, {"millisecond", 1e-3}, {"milliseconds", 1e-3}, {"usecs", 1e-6}, {"microsecond", 1e-6},
	{"microseconds", 1e-6}, {"nsecs", 1e-9}, {"nanosecond", 1e-9}, {"nanoseconds", 1e-9},
};

static const struct {
	const char *name;
	double factor;
} prefixes[] = {
	{"ki", 1024.0}, {"mi", 1048576.0}, {"gi", 1073741824.0}, {"ti", 1099511627776.0}, {"k", 1e3},
	{"m", 1e6}, {"g", 1e9}, {"t", 1e12}, {"p", 1e15}, {"e", 1e18},
};

static const struct stem *find_stem(const char *name)
{
	for (size_t i = 0; i < G_N_ELEMENTS(stems); i++)
		if (strcmp(name, stems[i].name) == 0)
			return &stems[i];
	return NULL;
}

static bool accept_stem(const struct stem *stem, double factor, struct column *column)
{
	if (!stem)
		return false;
	column->quantity = stem->quantity;
	column->factor = stem->factor * factor;
	column->either_case = stem->either_case;
	return true;
}

static bool time_unit(const char *text, double *seconds)
{
	for (size_t i = 0; i < G_N_ELEMENTS(time_words); i++) {
		if (strcmp(text, time_words[i].name) != 0)
			continue;
		*seconds = time_words[i].seconds;
		return true;
	}
	return units_parse_unit(text, QUANTITY_SECOND, seconds) == UNITS_OK;
}

// A unit as column names spell it, all in lower case. A lone letter but "s" is a parameter ("h", "m", "n", "k", "b").
static bool named_unit(const char *lower, struct column *column)
{
	double seconds;
	if (strcmp(lower, "h") != 0 && time_unit(lower, &seconds)) {
		column->quantity = QUANTITY_SECOND;
		column->factor = seconds;
		return true;
	}
	if (!lower[0] || !lower[1])
		return false;
	for (size_t i = 0; i < G_N_ELEMENTS(prefixes); i++)
		if (g_str_has_prefix(lower, prefixes[i].name) && accept_stem(find_stem(lower + strlen(prefixes[i].name)), prefixes[i].factor, column))
			return true;
	const struct stem *stem = find_stem(lower);
	if (stem && strcmp(lower, "flops") == 0)
		column->bare_flops = true;
	return accept_stem(stem, 1, column);
}

// "GFLOPS" in any case: a prefix with FLOPS is a rate.
static bool prefixed_flops(const char *text, struct column *column)
{
	g_autofree char *lower = g_ascii_strdown(text, -1);
	size_t length = strlen(text);
	if (length < 6 || !g_str_has_suffix(lower, "flops") || !named_unit(lower, column))
		return false;
	column->plural_flops = text[length - 1] == 's' && text[length - 2] == 'P';
	return true;
}

static bool is_lower(const char *text)
{
	for (; *text; text++)
		if (g_ascii_isupper(*text))
			return false;
	return true;
}

static bool is_upper(const char *text)
{
	for (; *text; text++)
		if (g_ascii_islower(*text))
			return false;
	return true;
}

// A unit by its exact case.
static bool exact_unit(const char *text, struct column *column)
{
	enum quantity quantity;
	double factor;
	if (prefixed_flops(text, column))
		return true;
	if (time_unit(text, &factor)) {
		column->quantity = QUANTITY_SECOND;
		column->factor = factor;
		return true;
	}
	if (!text[0] || !units_guess(text, &quantity, &factor) || quantity == QUANTITY_LENGTH || quantity == QUANTITY_FREQUENCY || quantity == QUANTITY_NONE)
		return false;
	column->quantity = quantity;
	column->factor = factor;
	if (quantity == QUANTITY_BYTE || quantity == QUANTITY_BYTE_RATE)
		column->bits = units_parse_unit(text, quantity, &factor) == UNITS_OK_BITS;
	return true;
}

bool column_unit_exact(const char *text, struct column *column)
{
	struct column named = *column;
	// "mb" would be a thousandth of a bit, "kb" may be meant either way.
	if (is_lower(text) && named_unit(text, &named)) {
		if (named.either_case)
			return false;
		*column = named;
		return true;
	}
	return exact_unit(text, column);
}

bool column_unit_named(const char *text, struct column *column)
{
	// In a name it is the minimum, not the minute.
	if (g_ascii_strcasecmp(text, "min") == 0)
		return false;
	g_autofree char *lower = g_ascii_strdown(text, -1);
	bool found = is_lower(text) && named_unit(text, column);
	if (!found && exact_unit(text, column))
		return true;
	if (!found && !(is_upper(text) && named_unit(lower, column)))
		return false;
	// Nobody counts bits of traffic: "dram_gb" is gigabytes, but "gbps" may be either.
	column->either_case = column->either_case && column->quantity == QUANTITY_BYTE_RATE;
	return true;
}
