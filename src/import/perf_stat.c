// SPDX-License-Identifier: MIT
// Counters of perf stat: `perf stat -x,` and `perf stat -j`.
//
// -x: "[timestamp,][socket or cpu,[ncpus,]]value,unit,event,[cgroup,]runtime,percent running[,metric,metric unit]" without a header; the event is found by its
// neighbours, since the columns in front depend on the options (perf-stat(1), CSV FORMAT). -j: one JSON object a line with "counter-value", "unit", "event", ….
// All counters of one interval, socket and cgroup are a point. FLOPs: fp_arith_inst_retired.* times the numbers in a vector, where an FMA counts twice already
// (Intel SDM 3B, event C7h), or AMD's fp_ret_sse_avx_ops.all. Memory traffic: uncore events that perf gives in MiB (2^20).
#include "import/record.h"

#include "base/num.h"
#include "base/text.h"
#include "input/units.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { LOOKED_AT_LINES = 8 };

#define FLOP_EVENTS "fp_arith_inst_retired.* (Intel) or fp_ret_sse_avx_ops.all (AMD)"

static const struct {
	const char *event;
	double flops;
	const char *precision; // NULL: of both
} flop_events[] = {
	{"fp_arith_inst_retired.scalar_double", 1, "fp64"},      {"fp_arith_inst_retired.scalar_single", 1, "fp32"},
	{"fp_arith_inst_retired.128b_packed_double", 2, "fp64"}, {"fp_arith_inst_retired.128b_packed_single", 4, "fp32"},
	{"fp_arith_inst_retired.256b_packed_double", 4, "fp64"}, {"fp_arith_inst_retired.256b_packed_single", 8, "fp32"},
	{"fp_arith_inst_retired.512b_packed_double", 8, "fp64"}, {"fp_arith_inst_retired.512b_packed_single", 16, "fp32"},
	{"fp_ret_sse_avx_ops.all", 1, NULL},
};

// One line. Texts are "" where the line has none.
struct counter {
	const char *time, *group, *cgroup, *value, *unit, *event, *running, *metric, *metric_unit;
	struct place place;
};

struct run {
	const char *key;
	const char *time, *group, *cgroup;
	struct place place;
	double flops, single, twice, bytes, duration, task_clock, cpus, least_running;
	size_t flop_events;
	const char *lost; // a FLOP event without a value, and what stands there
	const char *lost_value;
};

struct file {
	const struct import *in;
	struct { struct run *items; size_t count, cap; } runs;
	struct place multiplexed;
	double least_running;
};

// ---- lines --------------------------------------------------------------------------------------------------------------------------------------------

static bool is_number(const char *text)
{
	double value;
	return num_parse(text, &value);
}

static bool is_value(const char *text)
{
	return is_number(text) || strcmp(text, "<not counted>") == 0 || strcmp(text, "<not supported>") == 0;
}

static bool has_letter(const char *text)
{
	while (*text && !g_ascii_isalpha(*text))
		text++;
	return *text;
}

// Where value, unit and event stand one after the other; false when they do nowhere.
static bool find_value(const struct csv_record *record, size_t *at)
{
	for (size_t i = 0; i + 2 < record->count && i < 5; i++) {
		const struct csv_cell *cells = &record->cells[i];
		if (is_value(cells[0].text) && !is_value(cells[1].text) && !is_value(cells[2].text) && has_letter(cells[2].text)) {
			*at = i;
			return true;
		}
	}
	return false;
}

static bool read_csv_line(struct arena *arena, const struct source *source, struct text_line line, struct counter *counter)
{
	for (size_t s = 0; csv_separators[s]; s++) {
		struct csv_record record = record_of_line(arena, source, line, csv_separators[s]);
		size_t at;
		if (!find_value(&record, &at))
			continue;
		const struct csv_cell *cells = &record.cells[at];
		const struct csv_cell *first = record.cells;
		bool has_time = at && is_number(first->text), has_cgroup = record.count > at + 3 && has_letter(cells[3].text);
		size_t after = at + 3 + has_cgroup;
		*counter = (struct counter){.time = has_time ? first->text : "", .group = at > has_time ? record.cells[has_time].text : "", .value = cells[0].text,
			.unit = cells[1].text, .event = cells[2].text, .cgroup = has_cgroup ? cells[3].text : "", .running = record_text(&record, after + 1),
			.metric = record_text(&record, after + 2), .metric_unit = record_text(&record, after + 3), .place = cells[0].place};
		return true;
	}
	return false;
}

// The value of a key of an object on one line; "" when it is not there.
static const char *json_value(struct arena *arena, struct text_line line, const char *key)
{
	g_autofree char *quoted = g_strdup_printf("\"%s\"", key);
	const char *end = line.text + line.length, *at = memmem(line.text, line.length, quoted, strlen(quoted));
	if (!at)
		return "";
	at += strlen(quoted);
	while (at < end && (*at == ' ' || *at == ':'))
		at++;
	bool is_string = at < end && *at == '"';
	at += is_string;
	const char *to = at;
	while (to < end && (is_string ? *to != '"' : *to != ',' && *to != '}' && *to != ' '))
		to++;
	g_autofree char *text = g_utf8_make_valid(at, to - at);
	return arena_strdup(arena, text);
}

static bool is_json_line(struct text_line line)
{
	return line.length && line.text[0] == '{' && text_line_has(line, "\"counter-value\"") && text_line_has(line, "\"event\"");
}

static void read_json_line(struct arena *arena, const struct source *source, struct text_line line, struct counter *counter)
{
	static const char *const groups[] = {"cpu", "core", "die", "socket", "node", "thread"};
	*counter = (struct counter){.time = json_value(arena, line, "interval"), .group = "", .cgroup = json_value(arena, line, "cgroup"),
		.value = json_value(arena, line, "counter-value"), .unit = json_value(arena, line, "unit"), .event = json_value(arena, line, "event"),
		.running = json_value(arena, line, "pcnt-running"), .metric = json_value(arena, line, "metric-value"),
		.metric_unit = json_value(arena, line, "metric-unit"), .place = text_line_place(source, line)};
	for (size_t i = 0; i < G_N_ELEMENTS(groups) && !*counter->group; i++)
		counter->group = json_value(arena, line, groups[i]);
}

// Tables of people may have a number between words too, so a unit and an event of perf are asked for.
static bool is_surely_perf(const struct counter *counter)
{
	static const char *const units[] = {"", "msec", "ns", "MiB", "Joules"};
	static const char *const events[] = {"-clock", "duration_time", "cycles", "instructions", "cache-", "branch", "_retired", "fp_ret_", "-switches",
		"-faults", "unc_", "uncore", "uops", "cas_count", "mem_"};
	bool has_unit = false, has_event = false;
	for (size_t i = 0; i < G_N_ELEMENTS(units); i++)
		has_unit |= strcmp(counter->unit, units[i]) == 0;
	g_autofree char *event = g_ascii_strdown(counter->event, -1);
	for (size_t i = 0; i < G_N_ELEMENTS(events); i++)
		has_event |= strstr(event, events[i]) != NULL;
	return has_unit && has_event && (is_number(counter->running) || !is_number(counter->value));
}

static int recognise(const struct source *source)
{
	struct source head = record_head(source);
	size_t offset = encoding_bom(&head);
	struct text_line line;
	struct arena *arena = arena_new();
	int score = 0;
	for (int i = 0; i < LOOKED_AT_LINES && !score && text_line_next(&head, &offset, &line); i++) {
		struct counter counter;
		if (is_json_line(line))
			score = 96; // a spec begins with '{' as well
		else if (line.length && line.length < 1024 && line.text[0] != '#' && read_csv_line(arena, &head, line, &counter) && is_surely_perf(&counter))
			score = 60;
	}
	arena_free(arena);
	return score;
}

// ---- runs ---------------------------------------------------------------------------------------------------------------------------------------------

static struct run *run_of(struct file *file, const struct counter *counter)
{
	struct arena *arena = file->in->arena;
	const char *key = arena_printf(arena, "%s|%s|%s", counter->time, counter->group, counter->cgroup);
	for (size_t i = file->runs.count; i--;) // the last ones first: the lines of one run follow each other, or those of the other groups
		if (strcmp(file->runs.items[i].key, key) == 0)
			return &file->runs.items[i];
		else if (strcmp(file->runs.items[i].time, counter->time) != 0)
			break;
	struct run *run = list_push(arena, &file->runs);
	*run = (struct run){.key = key, .time = counter->time, .group = counter->group, .cgroup = counter->cgroup, .place = counter->place, .bytes = NAN,
		.duration = NAN, .task_clock = NAN, .cpus = NAN, .least_running = 100};
	return run;
}

// "cpu_core/FP_ARITH_INST_RETIRED.SCALAR_DOUBLE/u" and "fp_arith_inst_retired.scalar_double:u" to the plain name.
static char *plain_event(const char *event)
{
	g_autofree char *lower = g_ascii_strdown(event, -1);
	char *start = lower;
	if (g_str_has_prefix(lower, "cpu") && strchr(lower, '/'))
		start = strchr(lower, '/') + 1;
	start[strcspn(start, "/:")] = '\0';
	return g_strdup(start);
}

static void add(double *sum, double value)
{
	*sum = isnan(*sum) ? value : *sum + value;
}

static bool value_of(struct file *file, const struct counter *counter, double factor, double *value)
{
	*value = NAN;
	if (*counter->value == '<')
		return true;
	struct csv_cell cell = {.text = counter->value, .place = counter->place};
	return record_number(&cell, factor, value, file->in->diags);
}

static bool take_flops(struct file *file, struct run *run, const struct counter *counter, size_t event)
{
	double value, running;
	if (!value_of(file, counter, flop_events[event].flops, &value))
		return false;
	run->flop_events++;
	if (isnan(value)) {
		run->lost = counter->event;
		run->lost_value = counter->value;
		return true;
	}
	run->flops += value;
	if (flop_events[event].precision)
		*(strcmp(flop_events[event].precision, "fp64") == 0 ? &run->twice : &run->single) += value;
	if (num_parse(counter->running, &running) && running < 100) {
		if (!file->multiplexed.source || running < file->least_running)
			file->least_running = running;
		if (!file->multiplexed.source)
			file->multiplexed = counter->place;
		run->least_running = fmin(run->least_running, running);
	}
	return true;
}

static bool take(struct file *file, const struct counter *counter)
{
	struct run *run = run_of(file, counter);
	g_autofree char *event = plain_event(counter->event);
	for (size_t i = 0; i < G_N_ELEMENTS(flop_events); i++)
		if (strcmp(event, flop_events[i].event) == 0)
			return take_flops(file, run, counter, i);
	double value;
	bool is_traffic = strstr(counter->event, "cas_count") || strstr(counter->event, "data_read") || strstr(counter->event, "data_write");
	if (is_traffic && strcmp(counter->unit, "MiB") == 0) {
		if (!value_of(file, counter, 1024 * 1024, &value))
			return false;
		if (!isnan(value))
			add(&run->bytes, value);
	} else if (strcmp(event, "duration_time") == 0) {
		return value_of(file, counter, 1e-9, &run->duration);
	} else if (strcmp(event, "task-clock") == 0 || strcmp(event, "cpu-clock") == 0) {
		struct csv_cell cpus = {.text = counter->metric, .place = counter->place};
		return value_of(file, counter, strcmp(counter->unit, "msec") == 0 ? 1e-3 : 1e-9, &run->task_clock) &&
			(!strstr(counter->metric_unit, "CPUs utilized") || record_number(&cpus, 1, &run->cpus, file->in->diags));
	}
	return true;
}

// ---- points -------------------------------------------------------------------------------------------------------------------------------------------

static const char *run_name(const struct file *file, const struct run *run)
{
	struct arena *arena = file->in->arena;
	const char *name = *run->cgroup ? run->cgroup : *run->group ? run->group : importer_machine_name(arena, file->in->source->name);
	if (*run->cgroup && *run->group)
		name = arena_printf(arena, "%s %s", run->cgroup, run->group);
	return *run->time ? arena_printf(arena, "%s until %s s", name, run->time) : name;
}

static void set_time(const struct file *file, struct point *point, const struct run *run, double before)
{
	double now;
	if (!isnan(run->duration)) {
		point->time = run->duration;
	} else if (*run->time && num_parse(run->time, &now) && now > before) {
		point->time = now - before;
		import_assume(file->in, point, "time is that of the interval");
	} else if (run->cpus > 0) {
		point->time = run->task_clock / run->cpus;
		import_assume(file->in, point, "time is task-clock by the CPUs utilized");
	} else if (!isnan(run->task_clock)) {
		point->time = run->task_clock;
		import_assume(file->in, point, "time is task-clock, which adds up the CPUs");
	} else {
		import_miss(file->in, point, "the file has no time: count duration_time as well");
	}
}

static void set_flops(const struct file *file, struct point *point, const struct run *run)
{
	const struct import *in = file->in;
	if (!run->flop_events || run->lost) {
		if (run->lost)
			import_miss(in, point, "%s is %s, so FLOPs are missing", run->lost, run->lost_value);
		else
			import_miss(in, point, "the file has no FLOPs: count " FLOP_EVENTS ", or give them by name with --work FILE");
		return;
	}
	point->flops = run->flops;
	point->precision = run->twice > 0 && !(run->single > 0) ? "fp64" : run->single > 0 && !(run->twice > 0) ? "fp32" : NULL;
	import_assume(in, point, "FMA = 2 FLOP, as the counters have it");
	if (run->least_running < 100)
		import_assume(in, point, "multiplexed counters, scaled up by perf");
}

static void add_points(const struct file *file)
{
	double before = 0, last = 0;
	for (size_t i = 0; i < file->runs.count; i++) {
		const struct run *run = &file->runs.items[i];
		if (i && strcmp(run->time, file->runs.items[i - 1].time) != 0)
			before = last;
		num_parse(run->time, &last);
		struct point *point = import_point(file->in, run_name(file, run), run->place);
		set_time(file, point, run, before);
		set_flops(file, point, run);
		if (run->bytes > 0)
			import_bytes_of(file->in, point, NULL, run->bytes);
		else
			import_miss(file->in, point, "the file has no memory traffic: count the uncore's cas_count_read and cas_count_write with -a, or give bytes by name "
				"with --work FILE");
	}
	if (file->multiplexed.source)
		diags_add(file->in->diags, DIAG_ASSUMED, file->multiplexed, "FLOP counters ran part of the time (%s %% and more) and were scaled up by perf: "
			"count fewer events at once for exact figures", num_short(file->least_running, 3).text);
}

static bool read_perf_stat(const struct import *in)
{
	struct file file = {.in = in};
	size_t offset = encoding_bom(in->source);
	struct text_line line;
	bool ok = true;
	while (text_line_next(in->source, &offset, &line)) {
		struct counter counter;
		if (!line.length || line.text[0] == '#')
			continue;
		if (is_json_line(line)) {
			read_json_line(in->arena, in->source, line, &counter);
		} else if (!read_csv_line(in->arena, in->source, line, &counter)) {
			diags_add(in->diags, DIAG_BAD_PROFILE, text_line_place(in->source, line), "expected a line value,unit,event of perf stat -x, or a JSON object of "
				"perf stat -j (is the file cut off? perf's -o FILE keeps the program's own output out of it)");
			ok = false;
			continue;
		}
		ok &= take(&file, &counter);
	}
	if (ok && !file.runs.count)
		diags_add(in->diags, DIAG_BAD_PROFILE, (struct place){in->source, 0, 0}, "expected counters of perf stat -x, or perf stat -j, found none");
	if (!ok || !file.runs.count)
		return false;
	add_points(&file);
	*list_push(in->arena, &in->chart->notes) = "perf stat";
	return true;
}

const struct importer importer_perf_stat = {
	.name = "perf-stat",
	.tool = "perf stat -x, or -j",
	.gives = "points",
	.hint = "lines value,unit,event,... without a header, or JSON objects with \"counter-value\", one a line",
	.recipe = "perf stat -x, -o stat.csv -e duration_time,fp_arith_inst_retired.scalar_double,fp_arith_inst_retired.128b_packed_double,"
		"fp_arith_inst_retired.256b_packed_double,fp_arith_inst_retired.512b_packed_double ./app\n"
		"(and the four of _single; on AMD: -e duration_time,fp_ret_sse_avx_ops.all). Memory traffic, on the whole machine:\n"
		"perf stat -a -x, -o stat.csv -e duration_time,uncore_imc/cas_count_read/,uncore_imc/cas_count_write/,... ./app\n"
		"Without it, give bytes by name with --work FILE. The name of a run is that of the file, the cgroup or the socket.\n",
	.recognise = recognise,
	.read = read_perf_stat,
};
