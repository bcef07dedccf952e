// SPDX-License-Identifier: MIT
// What a header cell means: its words by a table, its unit from brackets or from its last word.
#include "import/table.h"

#include <math.h>
#include <string.h>

struct phrase {
	const char *words; // lower case, one blank between; levels ("dram", "l2") are taken out before
	enum role role;
	int rank;
	bool needs_unit;   // says nothing alone
};

static const struct phrase phrases[] = {
	{"kernel name", ROLE_NAME, 0, false}, {"name", ROLE_NAME, 0, false}, {"kernelname", ROLE_NAME, 0, false}, {"kernel", ROLE_NAME, 1, false},
	{"op", ROLE_NAME, 2, false}, {"op name", ROLE_NAME, 2, false}, {"operator", ROLE_NAME, 2, false}, {"operation", ROLE_NAME, 2, false},
	{"function", ROLE_NAME, 2, false}, {"region", ROLE_NAME, 2, false}, {"routine", ROLE_NAME, 2, false}, {"algorithm", ROLE_NAME, 2, false},
	{"benchmark", ROLE_NAME, 3, false}, {"layer", ROLE_NAME, 3, false}, {"loop", ROLE_NAME, 3, false}, {"app", ROLE_NAME, 4, false},
	{"application", ROLE_NAME, 4, false}, {"workload", ROLE_NAME, 4, false}, {"test", ROLE_NAME, 5, false}, {"case", ROLE_NAME, 5, false},
	{"id", ROLE_ID, 0, false}, {"label", ROLE_LABEL, 0, false}, {"short name", ROLE_LABEL, 1, false},
	{"series", ROLE_SERIES, 0, false}, {"group", ROLE_SERIES, 1, false}, {"category", ROLE_SERIES, 2, false},
	{"precision", ROLE_PRECISION, 0, false}, {"dtype", ROLE_PRECISION, 1, false}, {"data type", ROLE_PRECISION, 1, false},
	{"datatype", ROLE_PRECISION, 1, false}, {"prec", ROLE_PRECISION, 2, false},
	{"level", ROLE_MEMORY, 1, false}, {"memory level", ROLE_MEMORY, 0, false}, {"mem level", ROLE_MEMORY, 0, false}, {"memory", ROLE_MEMORY, 2, false},
	{"pipe", ROLE_PIPE, 0, false}, {"note", ROLE_NOTE, 0, false}, {"network", ROLE_NETWORK, 0, false}, {"link", ROLE_NETWORK, 1, false},
	{"metric name", ROLE_METRIC_NAME, 0, false}, {"metric value", ROLE_METRIC_VALUE, 0, false}, {"metric unit", ROLE_METRIC_UNIT, 0, false},
	{"metric", ROLE_METRIC_NAME, 1, false},

	{"flops", ROLE_FLOPS, 0, false}, {"flop", ROLE_FLOPS, 0, false}, {"flop count", ROLE_FLOPS, 1, false}, {"flops count", ROLE_FLOPS, 1, false},
	{"total flops", ROLE_FLOPS, 1, false}, {"total flop", ROLE_FLOPS, 1, false}, {"num flops", ROLE_FLOPS, 1, false}, {"ops", ROLE_FLOPS, 2, false},
	{"operations", ROLE_FLOPS, 2, false}, {"floating point operations", ROLE_FLOPS, 1, false}, {"work", ROLE_FLOPS, 3, true},
	{"theoretical flops", ROLE_FLOPS, 4, false},
	{"macs", ROLE_MACS, 0, false}, {"mac", ROLE_MACS, 0, false}, {"total macs", ROLE_MACS, 1, false},
	{"bytes", ROLE_BYTES, 0, false}, {"byte", ROLE_BYTES, 0, false}, {"total bytes", ROLE_BYTES, 1, false}, {"bytes total", ROLE_BYTES, 1, false},
	{"bytes moved", ROLE_BYTES, 1, false}, {"bytes accessed", ROLE_BYTES, 1, false}, {"bytes transferred", ROLE_BYTES, 1, false},
	{"memory bytes", ROLE_BYTES, 1, false}, {"mem bytes", ROLE_BYTES, 1, false}, {"data", ROLE_BYTES, 2, true}, {"data moved", ROLE_BYTES, 2, true},
	{"data volume", ROLE_BYTES, 2, true}, {"memory data volume", ROLE_BYTES, 2, true}, {"data movement", ROLE_BYTES, 2, true},
	{"traffic", ROLE_BYTES, 2, true}, {"memory traffic", ROLE_BYTES, 2, true}, {"mem traffic", ROLE_BYTES, 2, true}, {"volume", ROLE_BYTES, 3, true},
	{"memory", ROLE_BYTES, 3, true}, {"mem", ROLE_BYTES, 3, true}, {"transferred", ROLE_BYTES, 3, true}, {"moved", ROLE_BYTES, 3, true},
	{"theoretical bytes", ROLE_BYTES, 4, false},
	{"time", ROLE_TIME, 0, false}, {"seconds", ROLE_TIME, 0, false}, {"runtime", ROLE_TIME, 0, false}, {"run time", ROLE_TIME, 0, false},
	{"duration", ROLE_TIME, 0, false}, {"elapsed", ROLE_TIME, 1, false},
	{"elapsed time", ROLE_TIME, 1, false}, {"time elapsed", ROLE_TIME, 1, false}, {"latency", ROLE_TIME, 1, false},
	{"wall", ROLE_TIME, 1, true}, {"wall time", ROLE_TIME, 1, false}, {"walltime", ROLE_TIME, 1, false}, {"wall clock", ROLE_TIME, 1, false},
	{"exec time", ROLE_TIME, 1, false}, {"execution time", ROLE_TIME, 1, false}, {"kernel time", ROLE_TIME, 1, false}, {"gpu time", ROLE_TIME, 1, false},
	{"gpu", ROLE_TIME, 3, true}, {"kernel duration", ROLE_TIME, 1, false}, {"cuda time", ROLE_TIME, 1, false}, {"real time", ROLE_TIME, 2, false},
	{"time real", ROLE_TIME, 2, false}, {"mean time", ROLE_TIME, 3, false}, {"time mean", ROLE_TIME, 3, false}, {"avg time", ROLE_TIME, 3, false},
	{"time avg", ROLE_TIME, 3, false}, {"average time", ROLE_TIME, 3, false}, {"mean", ROLE_TIME, 4, true}, {"avg", ROLE_TIME, 4, true},
	{"average", ROLE_TIME, 4, true}, {"median time", ROLE_TIME, 5, false}, {"time median", ROLE_TIME, 5, false}, {"median", ROLE_TIME, 6, true},
	{"total time", ROLE_TIME, 7, false}, {"time total", ROLE_TIME, 7, false}, {"cpu time", ROLE_TIME, 8, false},
	{"min time", ROLE_TIME_LOW, 0, false}, {"time min", ROLE_TIME_LOW, 0, false}, {"min", ROLE_TIME_LOW, 1, true},
	{"max time", ROLE_TIME_HIGH, 0, false}, {"time max", ROLE_TIME_HIGH, 0, false}, {"max", ROLE_TIME_HIGH, 1, true},
	{"intensity", ROLE_INTENSITY, 0, false}, {"ai", ROLE_INTENSITY, 0, false}, {"oi", ROLE_INTENSITY, 0, false},
	{"arithmetic intensity", ROLE_INTENSITY, 0, false}, {"operational intensity", ROLE_INTENSITY, 0, false},
	{"computational intensity", ROLE_INTENSITY, 0, false}, {"arith intensity", ROLE_INTENSITY, 0, false}, {"op intensity", ROLE_INTENSITY, 0, false},
	{"flop byte", ROLE_INTENSITY, 1, false}, {"flops byte", ROLE_INTENSITY, 1, false}, {"flop per byte", ROLE_INTENSITY, 1, false},
	{"flops per byte", ROLE_INTENSITY, 1, false}, {"flop b", ROLE_INTENSITY, 1, false}, {"f b", ROLE_INTENSITY, 1, false},
	{"performance", ROLE_PERFORMANCE, 0, false}, {"perf", ROLE_PERFORMANCE, 0, false}, {"achieved performance", ROLE_PERFORMANCE, 0, false},
	{"measured performance", ROLE_PERFORMANCE, 0, false}, {"achieved", ROLE_PERFORMANCE, 1, true}, {"measured", ROLE_PERFORMANCE, 1, true},
	{"attained", ROLE_PERFORMANCE, 1, true}, {"sustained", ROLE_PERFORMANCE, 1, true}, {"compute", ROLE_PERFORMANCE, 1, true},
	{"rate", ROLE_PERFORMANCE, 1, true}, {"flop rate", ROLE_PERFORMANCE, 1, false}, {"throughput", ROLE_PERFORMANCE, 2, true},
	{"flops", ROLE_PERFORMANCE, 1, true}, {"flop", ROLE_PERFORMANCE, 1, true}, {"avg", ROLE_PERFORMANCE, 3, true}, {"mean", ROLE_PERFORMANCE, 3, true},
	{"bandwidth", ROLE_BANDWIDTH, 0, false}, {"bw", ROLE_BANDWIDTH, 0, false}, {"memory bandwidth", ROLE_BANDWIDTH, 0, false},
	{"mem bandwidth", ROLE_BANDWIDTH, 0, false}, {"mem bw", ROLE_BANDWIDTH, 0, false}, {"memory bw", ROLE_BANDWIDTH, 0, false},
	{"achieved bandwidth", ROLE_BANDWIDTH, 0, false}, {"effective bandwidth", ROLE_BANDWIDTH, 0, false}, {"achieved bw", ROLE_BANDWIDTH, 0, false},
	{"memory throughput", ROLE_BANDWIDTH, 1, true}, {"throughput", ROLE_BANDWIDTH, 2, true}, {"achieved", ROLE_BANDWIDTH, 1, true},
	{"measured", ROLE_BANDWIDTH, 1, true}, {"effective", ROLE_BANDWIDTH, 1, true}, {"memory", ROLE_BANDWIDTH, 2, true}, {"mem", ROLE_BANDWIDTH, 2, true},
	{"calls", ROLE_CALLS, 0, false}, {"ncalls", ROLE_CALLS, 0, false}, {"num calls", ROLE_CALLS, 0, false},
	{"launches", ROLE_LAUNCHES, 0, false}, {"invocations", ROLE_LAUNCHES, 0, false}, {"instances", ROLE_LAUNCHES, 1, false},
	{"network bytes", ROLE_NETWORK_BYTES, 0, false}, {"net bytes", ROLE_NETWORK_BYTES, 0, false}, {"network", ROLE_NETWORK_BYTES, 1, true},
	{"comm bytes", ROLE_NETWORK_BYTES, 1, false}, {"communication bytes", ROLE_NETWORK_BYTES, 1, false}, {"comm", ROLE_NETWORK_BYTES, 2, true},
	{"peak", ROLE_PEAK, 0, true}, {"peak flops", ROLE_PEAK, 0, false}, {"peak performance", ROLE_PEAK, 0, false}, {"peak perf", ROLE_PEAK, 0, false},
	{"peak compute", ROLE_PEAK, 1, false}, {"peak", ROLE_PEAK_BANDWIDTH, 0, true}, {"peak bandwidth", ROLE_PEAK_BANDWIDTH, 0, false},
	{"peak bw", ROLE_PEAK_BANDWIDTH, 0, false}, {"peak memory bandwidth", ROLE_PEAK_BANDWIDTH, 0, false}, {"peak mem bw", ROLE_PEAK_BANDWIDTH, 0, false},
};

// What a number of a role is measured in, and what a header without a unit means: NAN when it means nothing.
static const struct {
	enum quantity quantity;
	double bare_factor;
} role_units[ROLE_COUNT] = {
	[ROLE_FLOPS] = {QUANTITY_FLOP, 1},
	[ROLE_MACS] = {QUANTITY_MAC, 1},
	[ROLE_BYTES] = {QUANTITY_BYTE, 1},
	[ROLE_TIME] = {QUANTITY_SECOND, NAN},
	[ROLE_TIME_LOW] = {QUANTITY_SECOND, NAN},
	[ROLE_TIME_HIGH] = {QUANTITY_SECOND, NAN},
	[ROLE_INTENSITY] = {QUANTITY_INTENSITY, 1},
	[ROLE_PERFORMANCE] = {QUANTITY_FLOP_RATE, NAN},
	[ROLE_BANDWIDTH] = {QUANTITY_BYTE_RATE, NAN},
	[ROLE_CALLS] = {QUANTITY_NONE, 1},
	[ROLE_LAUNCHES] = {QUANTITY_NONE, 1},
	[ROLE_NETWORK_BYTES] = {QUANTITY_BYTE, 1},
	[ROLE_PEAK] = {QUANTITY_FLOP_RATE, NAN},
	[ROLE_PEAK_BANDWIDTH] = {QUANTITY_BYTE_RATE, NAN},
};

// Roles that a quantity alone implies.
static enum role role_of_quantity(enum quantity quantity)
{
	static const enum role roles[QUANTITY_COUNT] = {
		[QUANTITY_FLOP] = ROLE_FLOPS,
		[QUANTITY_MAC] = ROLE_MACS,
		[QUANTITY_BYTE] = ROLE_BYTES,
		[QUANTITY_SECOND] = ROLE_TIME,
		[QUANTITY_FLOP_RATE] = ROLE_PERFORMANCE,
		[QUANTITY_BYTE_RATE] = ROLE_BANDWIDTH,
		[QUANTITY_INTENSITY] = ROLE_INTENSITY,
	};
	return roles[quantity];
}

bool column_is_number(const struct column *column)
{
	return column->role >= ROLE_FIRST_NUMBER;
}

// The words of a text in lower case with one blank between, levels taken out into `*level`.
static char *words_of(const char *text, const char **level)
{
	g_autofree char *lower = g_ascii_strdown(text, -1);
	g_autoptr(GString) out = g_string_new(NULL);
	for (const char *at = lower; *at;) {
		size_t length = 0;
		while (g_ascii_isalnum(at[length]) || (unsigned char)at[length] >= 0x80)
			length++;
		if (!length) {
			at++;
			continue;
		}
		g_autofree char *word = g_strndup(at, length);
		const char *spelling;
		if (memory_level_of(word, &spelling) && spelling)
			*level = spelling;
		else
			g_string_append_printf(out, "%s%s", out->len ? " " : "", word);
		at += length;
	}
	return g_strdup(out->str);
}

static bool role_fits(enum role role, const struct column *column)
{
	if (isnan(column->factor))
		return true;
	enum quantity wanted = role_units[role].quantity;
	// "peak_flops" and "performance [FLOPS]": the place makes it a rate.
	return role >= ROLE_FIRST_NUMBER && (wanted == column->quantity || (column->bare_flops && (wanted == QUANTITY_FLOP || wanted == QUANTITY_FLOP_RATE)));
}

// Gives the column its role by its words, with the unit that it already has. False when the words say nothing.
static bool role_by_words(const char *words, struct column *column)
{
	bool has_unit = !isnan(column->factor);
	const struct phrase *best = NULL;
	for (size_t i = 0; i < G_N_ELEMENTS(phrases); i++) {
		const struct phrase *phrase = &phrases[i];
		if (strcmp(words, phrase->words) != 0 || (phrase->needs_unit && !has_unit) || !role_fits(phrase->role, column))
			continue;
		if (!best || phrase->rank < best->rank)
			best = phrase;
	}
	if (best) {
		column->role = best->role;
		column->rank = best->rank;
	} else if (has_unit && !*words) {
		column->role = role_of_quantity(column->quantity);
		column->rank = 2;
	}
	return column->role != ROLE_NONE;
}

// Fills in what the role says about the unit. A level fits bytes and intensities, main memory also a bandwidth.
static bool role_complete(struct column *column)
{
	if (column->role < ROLE_FIRST_NUMBER)
		return !column->level;
	column->quantity = role_units[column->role].quantity;
	if (isnan(column->factor))
		column->factor = role_units[column->role].bare_factor;
	if (!column->level || column->role == ROLE_BYTES || column->role == ROLE_INTENSITY)
		return true;
	bool main_memory = strcmp(memory_level_of(column->level, NULL), "main") == 0;
	column->level = NULL;
	return main_memory && (column->role == ROLE_BANDWIDTH || column->role == ROLE_PEAK_BANDWIDTH);
}

// One reading of the header: these words with this unit. True when it makes sense.
static bool try_reading(const char *text, const char *unit, struct column *column)
{
	struct column attempt = *column;
	if (unit && !column_unit_named(unit, &attempt))
		return false;
	g_autofree char *words = words_of(text, &attempt.level);
	if (!role_by_words(words, &attempt) || !role_complete(&attempt))
		return false;
	// "flops" in a name is no unit of it.
	attempt.bare_flops = attempt.role == ROLE_FLOPS && !attempt.level && strcmp(words, "flops") == 0 && !unit;
	if (attempt.role == ROLE_PEAK && !unit && g_str_has_suffix(words, "flops"))
		attempt.factor = 1;
	if (strcmp(words, "seconds") == 0 && !unit)
		attempt.factor = 1;
	attempt.per_call = attempt.role == ROLE_TIME && attempt.rank >= 3 && attempt.rank <= 6;
	*column = attempt;
	return true;
}

static const char *last_word(const char *header, int words)
{
	const char *at = header + strlen(header);
	for (; words; words--) {
		while (at > header && at[-1] != ' ' && at[-1] != '_' && at[-1] != '-' && at[-1] != ',')
			at--;
		if (at == header)
			return NULL;
		at -= words > 1;
	}
	return at;
}

// "Time us", "time_ms", "achieved_gflops", "dram_gb_s", "bw_gb_per_s": the last words are the unit.
static bool try_suffix(const char *header, struct column *column)
{
	for (int words = 3; words >= 1; words--) {
		const char *start = last_word(header, words);
		if (!start)
			continue;
		g_autofree char *base = g_strndup(header, (gsize)(start - header));
		g_auto(GStrv) parts = g_strsplit_set(start, " _-,", -1);
		if (words == 3 && g_ascii_strcasecmp(parts[1], "per") != 0)
			continue;
		g_autofree char *unit = words == 1 ? g_strdup(start) : g_strconcat(parts[0], "/", parts[words - 1], NULL);
		if (try_reading(base, unit, column))
			return true;
	}
	return false;
}

// "gb_s", "gflop_per_s": the whole header is a unit.
static bool try_whole(const char *header, struct column *column)
{
	// "second" comes after "first".
	if ((strlen(header) < 2 && *header != 's') || g_ascii_strcasecmp(header, "second") == 0)
		return false;
	if (try_reading("", header, column))
		return true;
	g_auto(GStrv) parts = g_strsplit_set(header, " _", -1);
	guint count = g_strv_length(parts);
	if (count != 2 && !(count == 3 && g_ascii_strcasecmp(parts[1], "per") == 0))
		return false;
	g_autofree char *unit = g_strconcat(parts[0], "/", parts[count - 1], NULL);
	return try_reading("", unit, column);
}

// The header without brackets.
static bool try_plain(const char *header, struct column *column)
{
	return try_reading(header, NULL, column) || try_whole(header, column) || try_suffix(header, column);
}

// "Time (us)", "bytes [GB]", "AI (HBM)", "GFLOP/s (FP32)".
static bool try_brackets(struct arena *arena, const char *header, struct column *column)
{
	size_t length = strlen(header);
	char closing = length ? header[length - 1] : '\0';
	const char *open = closing == ')' ? strrchr(header, '(') : closing == ']' ? strrchr(header, '[') : NULL;
	if (!open)
		return false;
	g_autofree char *base = g_strndup(header, (gsize)(open - header));
	g_autofree char *inside = g_strndup(open + 1, length - (size_t)(open - header) - 2);
	g_strstrip(base);
	g_strstrip(inside);
	struct column unit = *column;
	if (column_unit_exact(inside, &unit)) {
		g_autofree char *words = words_of(base, &unit.level);
		// A count or a rate: the words decide.
		unit.bare_flops = unit.bare_flops || unit.plural_flops || strcmp(inside, "FLOPS") == 0 || strcmp(inside, "FLOPs") == 0;
		if (!role_by_words(words, &unit) || !role_complete(&unit))
			return false;
		unit.bare_flops = unit.plural_flops = false;
		*column = unit;
		return true;
	}
	if (try_reading(header, NULL, column))
		return true;
	struct column named = *column;
	bool like_unit = *open == '[' || column_unit_named(inside, &named);
	if (!try_plain(base, column))
		return false;
	column->unknown_unit = like_unit && column_is_number(column) && column->quantity != QUANTITY_NONE ? arena_strdup(arena, inside) : NULL;
	return true;
}

struct column column_read(struct arena *arena, const struct csv_cell *cell)
{
	struct column column = {.factor = NAN, .header = cell->text, .place = cell->place};
	g_autofree char *header = g_strstrip(g_strdup(cell->text));
	if (*header && !try_brackets(arena, header, &column))
		try_plain(header, &column);
	return column;
}
