// SPDX-License-Identifier: MIT
// The figures of one benchmark. Times are per iteration, in "time_unit". Counters are plain members of the entry, named by whoever wrote the benchmark; those
// that are rates were divided by the CPU time, and by the wall-clock time with UseRealTime or UseManualTime, which add "/real_time" or "/manual_time" to the
// name (benchmark_runner.cc). So FLOPs per iteration = rate * the time of the same clock: the number that the benchmark was given.
#include "import/gbench.h"

#include "base/num.h"
#include "base/text.h"
#include "import/figure.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { DIGITS = 4 };

// No machine that runs one benchmark does this: a counter "GFLOPS" above it holds FLOP/s, which the console shows with a G.
#define MOST_FLOP_PER_S 1e18

// ---- names of counters --------------------------------------------------------------------------------------------------------------------------------

// Without case, blanks, '_' and '-'; a prefix of 1000 may stand before those that take one.
static const struct {
	const char *name;
	enum counter_kind kind;
	bool prefix;
} counters[] = {
	{"flops", COUNTER_FLOP_RATE, true},         {"flop/s", COUNTER_FLOP_RATE, true},         {"flops/s", COUNTER_FLOP_RATE, true},
	{"flop/sec", COUNTER_FLOP_RATE, true},      {"flops/sec", COUNTER_FLOP_RATE, true},      {"floppersecond", COUNTER_FLOP_RATE, true},
	{"flopspersecond", COUNTER_FLOP_RATE, true}, {"flop", COUNTER_FLOP, true},               {"flopperiter", COUNTER_FLOP, true},
	{"flopsperiter", COUNTER_FLOP, true},       {"flopperiteration", COUNTER_FLOP, true},    {"flopsperiteration", COUNTER_FLOP, true},
	{"flop/iter", COUNTER_FLOP, true},          {"flops/iter", COUNTER_FLOP, true},          {"bytes/s", COUNTER_BYTE_RATE, true},
	{"byte/s", COUNTER_BYTE_RATE, true},        {"b/s", COUNTER_BYTE_RATE, true},            {"bytespersecond", COUNTER_BYTE_RATE, true},
	{"bytes", COUNTER_BYTE, true},              {"bytesperiter", COUNTER_BYTE, true},        {"bytesperiteration", COUNTER_BYTE, true},
	{"bytes/iter", COUNTER_BYTE, true},         {"ai", COUNTER_INTENSITY, false},            {"oi", COUNTER_INTENSITY, false},
	{"intensity", COUNTER_INTENSITY, false},    {"arithmeticintensity", COUNTER_INTENSITY, false},
	{"operationalintensity", COUNTER_INTENSITY, false},
};

static const struct {
	char letter;
	double factor;
} prefixes[] = {{'k', 1e3}, {'m', 1e6}, {'g', 1e9}, {'t', 1e12}, {'p', 1e15}};

struct counter_meaning gbench_counter(const char *name)
{
	g_autoptr(GString) plain = g_string_new(NULL);
	for (; *name; name++)
		if (!strchr(" _-", *name))
			g_string_append_c(plain, g_ascii_tolower(*name));
	double factor = 1;
	for (size_t i = 0; i < G_N_ELEMENTS(prefixes); i++)
		if (*plain->str == prefixes[i].letter)
			factor = prefixes[i].factor;
	for (size_t i = 0; i < G_N_ELEMENTS(counters); i++) {
		if (strcmp(plain->str, counters[i].name) == 0)
			return (struct counter_meaning){counters[i].kind, 1};
		if (factor > 1 && counters[i].prefix && strcmp(plain->str + 1, counters[i].name) == 0)
			return (struct counter_meaning){counters[i].kind, factor};
	}
	return (struct counter_meaning){COUNTER_NONE, 1};
}

// The meaning of the counter that the user names: its own name may say that it is a rate, else it is a count per iteration.
static struct counter_meaning said_counter(const char *name)
{
	struct counter_meaning meaning = gbench_counter(name);
	if (meaning.kind == COUNTER_FLOP || meaning.kind == COUNTER_FLOP_RATE)
		return meaning;
	bool rate = g_str_has_suffix(name, "_per_second") || g_str_has_suffix(name, "/s");
	return (struct counter_meaning){rate ? COUNTER_FLOP_RATE : COUNTER_FLOP, 1};
}

// ---- figures ------------------------------------------------------------------------------------------------------------------------------------------

struct figures {
	double values[COUNTER_COUNT];
	const char *names[COUNTER_COUNT];
};

static bool read_counters(const struct import *in, const struct json *entry, struct figures *figures)
{
	const char *said = in->options->flops_counter;
	for (size_t i = 0; i < COUNTER_COUNT; i++)
		figures->values[i] = NAN;
	for (const struct json *member = entry->child; member; member = member->next) {
		bool is_said = said && text_same(member->key, said);
		struct counter_meaning meaning = is_said ? said_counter(said) : gbench_counter(member->key);
		bool is_flops = meaning.kind == COUNTER_FLOP || meaning.kind == COUNTER_FLOP_RATE;
		if (meaning.kind == COUNTER_NONE || (said && is_flops && !is_said) || (member->type != JSON_NUMBER && member->type != JSON_NULL))
			continue;
		double value;
		if (!figure_read(in, figure_of(in->arena, member), member->key, meaning.factor, &value))
			return false;
		if (isnan(value) || !isnan(figures->values[meaning.kind]))
			continue;
		figures->values[meaning.kind] = value;
		figures->names[meaning.kind] = member->key;
	}
	return true;
}

static void settle_prefix(const struct import *in, struct figures *figures, struct gbench_run *run)
{
	const char *name = figures->names[COUNTER_FLOP_RATE];
	double factor = name ? gbench_counter(name).factor : 1;
	if (!(factor > 1) || !(figures->values[COUNTER_FLOP_RATE] > MOST_FLOP_PER_S))
		return;
	figures->values[COUNTER_FLOP_RATE] /= factor;
	importer_append(in->arena, &run->assumed, arena_printf(in->arena, "the counter '%s' is too large for its prefix and taken for FLOP/s", name));
}

static bool unit_factor(const struct import *in, const struct json *entry, double *factor)
{
	static const struct {
		const char *unit;
		double factor;
	} units[] = {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};
	const struct json *unit = json_member(entry, "time_unit");
	*factor = 1e-9; // files of the first releases have no unit
	for (size_t i = 0; unit && unit->type == JSON_STRING && i < G_N_ELEMENTS(units); i++) {
		*factor = units[i].factor;
		if (strcmp(unit->string, units[i].unit) == 0)
			return true;
	}
	if (!unit)
		return true;
	diags_add(in->diags, DIAG_WRONG_VALUE, unit->place, "expected ns, us, ms or s in 'time_unit', found %s",
		unit->type == JSON_STRING ? unit->string : json_type_name(unit));
	return false;
}

static bool is_near(double a, double b)
{
	return fabs(a - b) <= 0.002 * fmax(a, b);
}

static void settle_clock(const struct figures *figures, double real, double cpu, struct gbench_run *run)
{
	run->by_wall_clock = strstr(run->name, "/real_time") || strstr(run->name, "/manual_time") || isnan(cpu);
	double flop = figures->values[COUNTER_FLOP], rate = figures->values[COUNTER_FLOP_RATE];
	if (flop > 0 && rate > 0 && is_near(flop, rate * real) != is_near(flop, rate * cpu))
		run->by_wall_clock = is_near(flop, rate * real);
	run->seconds = run->by_wall_clock ? real : cpu;
}

// Both ways to the same number: what the benchmark counts for itself comes first.
static double per_iteration(const struct figures *figures, enum counter_kind count, enum counter_kind rate, double seconds)
{
	return isnan(figures->values[count]) ? figures->values[rate] * seconds : figures->values[count];
}

static void settle_work(const struct import *in, const struct figures *figures, struct gbench_run *run)
{
	double intensity = figures->values[COUNTER_INTENSITY];
	run->flops = per_iteration(figures, COUNTER_FLOP, COUNTER_FLOP_RATE, run->seconds);
	run->bytes = per_iteration(figures, COUNTER_BYTE, COUNTER_BYTE_RATE, run->seconds);
	if (isnan(run->bytes))
		run->intensity = intensity;
	if (isnan(run->flops) && !isnan(intensity) && !isnan(run->bytes)) {
		run->flops = intensity * run->bytes;
		importer_append(in->arena, &run->assumed, arena_printf(in->arena, "FLOPs are the counter '%s' times the bytes", figures->names[COUNTER_INTENSITY]));
	}
	bool rate_alone = isnan(figures->values[COUNTER_FLOP]) && figures->values[COUNTER_FLOP_RATE] > 0;
	if (rate_alone && run->flops < 0.5) {
		importer_append(in->arena, &run->missing, arena_printf(in->arena, "the counter '%s' makes %s FLOP per iteration: it needs "
			"benchmark::Counter::kIsIterationInvariantRate where the FLOPs given are those of one iteration", figures->names[COUNTER_FLOP_RATE],
			num_short(run->flops, DIGITS).text));
		run->flops = NAN;
	}
	if (run->flops > 0 && run->bytes > 0 && intensity > 0 && !is_near(run->flops / run->bytes, intensity))
		importer_append(in->arena, &run->assumed, arena_printf(in->arena, "FLOPs and bytes make an intensity of %s; the counter '%s' of %s is not used",
			num_short(run->flops / run->bytes, DIGITS).text, figures->names[COUNTER_INTENSITY], num_short(intensity, DIGITS).text));
}

static bool read_times(const struct import *in, const struct json *entry, double *real, double *cpu)
{
	double factor;
	return unit_factor(in, entry, &factor) && figure_read(in, figure_member(in->arena, entry, "real_time"), "real_time", factor, real) &&
		figure_read(in, figure_member(in->arena, entry, "cpu_time"), "cpu_time", factor, cpu);
}

bool gbench_run_read(const struct import *in, const struct json *entry, struct gbench_run *run)
{
	struct figures figures = {0};
	double real, cpu, threads;
	run->entry = entry;
	run->flops = run->bytes = run->intensity = NAN;
	if (!read_times(in, entry, &real, &cpu) || !read_counters(in, entry, &figures) ||
		!figure_read(in, figure_member(in->arena, entry, "threads"), "threads", 1, &threads))
		return false;
	settle_prefix(in, &figures, run);
	settle_clock(&figures, real, cpu, run);
	settle_work(in, &figures, run);
	if (!(run->seconds > 0)) {
		importer_append(in->arena, &run->missing, run->seconds == 0 ? "its time is 0" : "no time");
		run->seconds = NAN;
	}
	if (threads > 1 && !run->by_wall_clock)
		importer_append(in->arena, &run->assumed, arena_printf(in->arena,
			"rates are by CPU time, which adds up over %s threads: UseRealTime() makes them those of all together", num_short(threads, DIGITS).text));
	return true;
}
