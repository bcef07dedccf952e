// SPDX-License-Identifier: MIT
// Time, FLOPs and bytes of one section of a likwid-perfctr log, by the metrics' formulas in LIKWID's group files (groups/*/MEM_DP.txt and others):
// "DP [MFLOP/s]" is FLOPs / time of the thread, "Memory data volume [GBytes]" is lines x 64 byte / 1e9.
//
// Only what adds up is read: counters of the memory controllers stand at the first thread of each socket and are 0 at the others, so that a thread's intensity
// says nothing, and the Sum column adds intensities. LIKWID prints four decimals ("0.0001" s): where that leaves few digits, an equal figure with more is
// taken.
#include "import/likwid.h"

#include "base/num.h"
#include "base/text.h"
#include "input/csv.h"
#include "input/units.h"

#include <glib.h>
#include <math.h>
#include <string.h>

// Significant digits that a printed figure needs to be taken as it is; what is computed has more.
enum { DIGITS_ENOUGH = 4, DIGITS_EXACT = 17 };

const char *const likwid_level_names[LIKWID_LEVELS] = {[LIKWID_DRAM] = "DRAM", [LIKWID_HBM] = "HBM", [LIKWID_L3] = "L3", [LIKWID_L2] = "L2"};

static const char *const precision_words[LIKWID_PRECISIONS] = {[LIKWID_DP] = "DP", [LIKWID_SP] = "SP", [LIKWID_HP] = "HP"};

static const struct {
	const char *traffic; // before " data volume [GBytes]" and " bandwidth [MBytes/s]"
	int level;
} traffics[] = {
	{"Memory", LIKWID_DRAM}, {"HBM", LIKWID_HBM}, {"L3", LIKWID_L3}, {"L2 to/from L3", LIKWID_L3}, {"L2", LIKWID_L2}, {"L1 to/from L2", LIKWID_L2},
};

// FLOPs of one event by the formulas of the groups FLOPS_DP and FLOPS_SP. A fused multiply-add is counted twice by the event itself.
enum { ANY_PRECISION = LIKWID_PRECISIONS };
static const struct {
	const char *name;
	double flops;
	int precision;
	bool scalar, overcounts;
} events[] = {
	{"FP_ARITH_INST_RETIRED_SCALAR_DOUBLE", 1, LIKWID_DP, true, false},
	{"FP_ARITH_INST_RETIRED_128B_PACKED_DOUBLE", 2, LIKWID_DP, false, false},
	{"FP_ARITH_INST_RETIRED_256B_PACKED_DOUBLE", 4, LIKWID_DP, false, false},
	{"FP_ARITH_INST_RETIRED_512B_PACKED_DOUBLE", 8, LIKWID_DP, false, false},
	{"FP_ARITH_INST_RETIRED_SCALAR_SINGLE", 1, LIKWID_SP, true, false},
	{"FP_ARITH_INST_RETIRED_128B_PACKED_SINGLE", 4, LIKWID_SP, false, false},
	{"FP_ARITH_INST_RETIRED_256B_PACKED_SINGLE", 8, LIKWID_SP, false, false},
	{"FP_ARITH_INST_RETIRED_512B_PACKED_SINGLE", 16, LIKWID_SP, false, false},
	// Sandy and Ivy Bridge count an instruction again each time that it waits for its operands.
	{"FP_COMP_OPS_EXE_SSE_FP_SCALAR_DOUBLE", 1, LIKWID_DP, true, true},
	{"FP_COMP_OPS_EXE_SSE_FP_PACKED_DOUBLE", 2, LIKWID_DP, false, true},
	{"SIMD_FP_256_PACKED_DOUBLE", 4, LIKWID_DP, false, true},
	{"FP_COMP_OPS_EXE_SSE_FP_SCALAR_SINGLE", 1, LIKWID_SP, true, true},
	{"FP_COMP_OPS_EXE_SSE_FP_PACKED_SINGLE", 4, LIKWID_SP, false, true},
	{"SIMD_FP_256_PACKED_SINGLE", 8, LIKWID_SP, false, true},
	// AMD's count FLOPs, of single and double precision together where the name says ALL alone.
	{"RETIRED_SSE_AVX_FLOPS_ALL", 1, ANY_PRECISION, true, false},
	{"RETIRED_SSE_AVX_FLOPS_DOUBLE_ALL", 1, LIKWID_DP, true, false},
	{"RETIRED_SSE_AVX_FLOPS_SINGLE_ALL", 1, LIKWID_SP, true, false},
};

// ---- rows and cells -----------------------------------------------------------------------------------------------------------------------------------

struct value {
	double si;  // NAN: missing
	int digits; // significant ones as printed
};

static const struct value no_value = {NAN, 0};

struct reading {
	const struct import *in;
	const struct likwid_section *section;
	const struct likwid_row *time, *region_time, *calls, *intensity, *rates[LIKWID_PRECISIONS], *volumes[G_N_ELEMENTS(traffics)],
		*bandwidths[G_N_ELEMENTS(traffics)];
	bool ok;
};

static const struct likwid_row *find_row(const struct likwid_section *section, enum likwid_table table, const char *name)
{
	const struct likwid_rows *rows = &section->tables[table];
	for (size_t i = 0; i < rows->count; i++)
		if (text_same(rows->items[i].name, name))
			return &rows->items[i];
	return NULL;
}

static int significant_digits(const char *text)
{
	int digits = 0;
	bool zero = true;
	for (; *text && *text != 'e' && *text != 'E'; text++) {
		zero = zero && (*text < '1' || *text > '9');
		digits += !zero && g_ascii_isdigit(*text);
	}
	return zero ? DIGITS_EXACT : digits;
}

// A rate of a thread that did not run is 0/0 or x/0.
static bool is_missing(const char *text)
{
	return csv_is_missing(text) || text_same(text, "inf") || text_same(text, "-inf");
}

static struct value value_of(struct reading *reading, const struct likwid_row *row, size_t thread, double scale)
{
	if (!row || thread >= row->count || is_missing(row->cells[thread].text))
		return no_value;
	const struct likwid_cell *cell = &row->cells[thread];
	const struct likwid_section *section = reading->section;
	struct value value = {.digits = significant_digits(cell->text)};
	const char *expected = !num_parse(cell->text, &value.si) ? "a number" : value.si < 0 ? "0 or more"
		: !units_scale(cell->text, scale, &value.si) ? UNITS_RANGE " in SI units" : NULL;
	if (!expected)
		return value;
	diags_add(reading->in->diags, value.si < 0 ? DIAG_NEGATIVE : DIAG_WRONG_VALUE, cell->place, "%s: expected %s for '%s', found '%s'",
		likwid_section_words(reading->in->arena, section->region, section->group), expected, row->name, cell->text);
	reading->ok = false;
	return no_value;
}

static const struct likwid_row *rate_row(const struct likwid_section *section, int precision, bool *undecided)
{
	static const char *const units[] = {"[MFLOP/s]", "MFLOP/s", "MFlops/s"};
	const struct likwid_rows *rows = &section->tables[LIKWID_METRICS];
	for (size_t i = 0; i < G_N_ELEMENTS(units); i++) {
		g_autofree char *name = g_strdup_printf("%s %s", precision_words[precision], units[i]);
		for (size_t j = 0; j < rows->count; j++) {
			if (text_same(rows->items[j].name, name))
				return &rows->items[j];
			// "DP [MFLOP/s] (scalar assumed)" and its like of Zen: one of three is true.
			if (g_ascii_strncasecmp(rows->items[j].name, name, strlen(name)) == 0 && strstr(rows->items[j].name, "assumed"))
				*undecided = true;
		}
	}
	return NULL;
}

static void find_rows(struct reading *reading, bool *undecided)
{
	const struct likwid_section *section = reading->section;
	reading->time = find_row(section, LIKWID_METRICS, "Runtime (RDTSC) [s]");
	// Events of one's own have no table of metrics; the time stands among them.
	if (!reading->time)
		reading->time = find_row(section, LIKWID_EVENTS, "Runtime (RDTSC) [s]");
	reading->region_time = find_row(section, LIKWID_INFO, "RDTSC Runtime [s]");
	reading->calls = find_row(section, LIKWID_INFO, "call count");
	reading->intensity = find_row(section, LIKWID_METRICS, "Operational intensity [FLOP/Byte]");
	if (!reading->intensity)
		reading->intensity = find_row(section, LIKWID_METRICS, "Operational intensity");
	for (int i = 0; i < LIKWID_PRECISIONS; i++)
		reading->rates[i] = rate_row(section, i, undecided);
	for (size_t i = 0; i < G_N_ELEMENTS(traffics); i++) {
		g_autofree char *volume = g_strdup_printf("%s data volume [GBytes]", traffics[i].traffic);
		g_autofree char *bandwidth = g_strdup_printf("%s bandwidth [MBytes/s]", traffics[i].traffic);
		reading->volumes[i] = find_row(section, LIKWID_METRICS, volume);
		reading->bandwidths[i] = find_row(section, LIKWID_METRICS, bandwidth);
	}
}

// ---- one thread ---------------------------------------------------------------------------------------------------------------------------------------

// The half of the last printed digit, as a share of the value.
static double rounding(int digits)
{
	return 0.5 * pow(10, 1 - digits);
}

static struct value time_of(struct reading *reading, size_t thread)
{
	struct value metric = value_of(reading, reading->time, thread, 1), region = value_of(reading, reading->region_time, thread, 1);
	return isnan(metric.si) || (!isnan(region.si) && region.digits > metric.digits) ? region : metric;
}

// FLOPs by the counts of events, NAN where no known one was counted.
static double counted_flops(struct reading *reading, int precision, size_t thread, struct likwid_figures *figures)
{
	const struct likwid_rows *rows = &reading->section->tables[LIKWID_EVENTS];
	bool only_rate = true, scalar = false;
	for (int i = 0; i < LIKWID_PRECISIONS; i++)
		only_rate = only_rate && (i == precision || !reading->rates[i]);
	double sum = NAN;
	for (size_t i = 0; i < rows->count; i++) {
		for (size_t j = 0; j < G_N_ELEMENTS(events); j++) {
			bool any = events[j].precision == ANY_PRECISION && only_rate && reading->rates[precision];
			if ((events[j].precision != precision && !any) || !text_same(rows->items[i].name, events[j].name))
				continue;
			struct value count = value_of(reading, &rows->items[i], thread, 1);
			if (isnan(count.si))
				continue;
			sum = (isnan(sum) ? 0 : sum) + count.si * events[j].flops;
			scalar = scalar || events[j].scalar;
			figures->mixed = figures->mixed || any;
			figures->overcounts = figures->overcounts || events[j].overcounts;
		}
	}
	// Without the metric nothing proves that the events are all that the sum needs; with the scalar ones it is what was asked for.
	return reading->rates[precision] || (scalar && !reading->section->seen[LIKWID_METRICS]) ? sum : NAN;
}

// Of one thread: the count of events where it says what rate x runtime says, since it is exact; else rate x runtime. A short time ("0.0001") is made exact by
// the count and the rate, which LIKWID computed from it.
static double flops_of(struct reading *reading, int precision, size_t thread, struct value *time, struct likwid_figures *figures)
{
	double counted = counted_flops(reading, precision, thread, figures);
	struct value rate = value_of(reading, reading->rates[precision], thread, 1e6);
	if (isnan(rate.si) || isnan(time->si)) {
		figures->counted = figures->counted || !isnan(counted);
		bool idle = reading->rates[precision] && !(time->si > 0);
		return isnan(counted) && idle ? 0 : counted;
	}
	double by_rate = rate.si * time->si, margin = 1e-3 + rounding(MIN(rate.digits, time->digits));
	if (isnan(counted) || fabs(counted - by_rate) > margin * counted)
		return by_rate;
	figures->counted = true;
	double exact = counted / rate.si;
	if (rate.si > 0 && time->digits < DIGITS_ENOUGH && rate.digits >= DIGITS_ENOUGH && fabs(exact - time->si) <= rounding(time->digits) * time->si)
		*time = (struct value){exact, rate.digits};
	return counted;
}

static double bytes_of(struct reading *reading, size_t traffic, size_t thread, struct value time, struct likwid_figures *figures)
{
	struct value volume = value_of(reading, reading->volumes[traffic], thread, 1e9);
	struct value bandwidth = value_of(reading, reading->bandwidths[traffic], thread, 1e6);
	int digits = MIN(bandwidth.digits, time.digits);
	bool better = isnan(volume.si) || (volume.digits < DIGITS_ENOUGH && digits > volume.digits);
	if (!better || isnan(bandwidth.si) || isnan(time.si))
		return volume.si;
	figures->rescaled = true;
	return bandwidth.si * time.si;
}

static void add(double *sum, double value)
{
	if (!isnan(value))
		*sum = (isnan(*sum) ? 0 : *sum) + value;
}

static void thread_add(struct reading *reading, size_t thread, struct likwid_figures *figures)
{
	struct value time = time_of(reading, thread);
	for (int i = 0; i < LIKWID_PRECISIONS; i++)
		add(&figures->flops[i], flops_of(reading, i, thread, &time, figures));
	bool has_level[LIKWID_LEVELS] = {false};
	for (size_t i = 0; i < G_N_ELEMENTS(traffics); i++) {
		if (has_level[traffics[i].level] || !reading->volumes[i])
			continue;
		has_level[traffics[i].level] = true;
		add(&figures->bytes[traffics[i].level], bytes_of(reading, i, thread, time, figures));
	}
	figures->time = fmax(figures->time, time.si);
	figures->calls = fmax(figures->calls, value_of(reading, reading->calls, thread, 1).si);
}

// ---- a section ----------------------------------------------------------------------------------------------------------------------------------------

static size_t thread_count(const struct likwid_section *section)
{
	size_t threads = 0;
	for (int i = 0; i < LIKWID_TABLES; i++)
		if (section->tables[i].count)
			threads = MAX(threads, section->tables[i].items[0].count);
	return threads;
}

bool likwid_figures_read(const struct import *in, const struct likwid_section *section, struct likwid_figures *figures)
{
	struct reading reading = {.in = in, .section = section, .ok = true};
	*figures = (struct likwid_figures){.section = section, .time = NAN, .calls = 1, .intensity = NAN, .threads = thread_count(section)};
	for (int i = 0; i < LIKWID_PRECISIONS; i++)
		figures->flops[i] = NAN;
	for (int i = 0; i < LIKWID_LEVELS; i++)
		figures->bytes[i] = NAN;
	find_rows(&reading, &figures->undecided);
	for (size_t i = 0; i < figures->threads; i++)
		thread_add(&reading, i, figures);
	if (figures->threads == 1)
		figures->intensity = value_of(&reading, reading.intensity, 0, 1).si;
	return reading.ok;
}
