// SPDX-License-Identifier: MIT
// JSON of Google Benchmark (--benchmark_out_format=json): "context" and "benchmarks". Repetitions of one benchmark become one point; of the aggregates
// ("_mean", "_median", "_stddev", "_cv", the last a ratio even where a time should be) only a median or a mean is a time, used where nothing else is there.
// Bare NaN and Infinity stand for counters without a value (json_reporter.cc).
#include "import/gbench.h"

#include "base/text.h"
#include "model/spec.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CSV_HEADER "name,iterations,real_time,cpu_time,time_unit"
#define AS_JSON "run again with --benchmark_format=json (or --benchmark_out=FILE --benchmark_out_format=json)"
#define HOW_TO_COUNT "in the benchmark, state.counters[\"FLOPS\"] = benchmark::Counter(FLOP_PER_ITERATION, benchmark::Counter::kIsIterationInvariantRate)" \
	" and state.SetBytesProcessed(state.iterations() * BYTES_PER_ITERATION) add them"

enum { HEAD_BYTES = 64 * 1024 };

static bool find_csv(const struct source *source, struct text_line *line)
{
	size_t offset = encoding_bom(source);
	while (offset < HEAD_BYTES && text_line_next(source, &offset, line))
		if (text_line_starts(*line, CSV_HEADER))
			return true;
	return false;
}

static int recognise(const struct source *source)
{
	struct text_line line;
	if (json_start(source) == '{')
		return json_head_has_key(source, "benchmarks") && json_head_has_key(source, "context") ? 95 : 0;
	return find_csv(source, &line) ? 95 : 0;
}

// ---- entries ------------------------------------------------------------------------------------------------------------------------------------------

enum run_type { RUN_ITERATION, RUN_MEDIAN, RUN_MEAN, RUN_OTHER };

static const char *string_of(const struct json *object, const char *key)
{
	const struct json *value = json_member(object, key);
	return value && value->type == JSON_STRING ? value->string : NULL;
}

static bool is_true(const struct json *object, const char *key)
{
	const struct json *value = json_member(object, key);
	return value && value->type == JSON_TRUE;
}

// Files before release 1.5 have no "run_type": the ending of the name tells.
static enum run_type type_of(const struct json *entry, const char *name)
{
	static const struct {
		const char *ending;
		enum run_type type;
	} endings[] = {{"_median", RUN_MEDIAN}, {"_mean", RUN_MEAN}, {"_stddev", RUN_OTHER}, {"_cv", RUN_OTHER}, {"_BigO", RUN_OTHER}, {"_RMS", RUN_OTHER}};
	const char *type = string_of(entry, "run_type"), *aggregate = string_of(entry, "aggregate_name");
	if (type && strcmp(type, "iteration") == 0)
		return RUN_ITERATION;
	if (aggregate)
		return strcmp(aggregate, "median") == 0 ? RUN_MEDIAN : strcmp(aggregate, "mean") == 0 ? RUN_MEAN : RUN_OTHER;
	for (size_t i = 0; i < G_N_ELEMENTS(endings); i++)
		if (g_str_has_suffix(name, endings[i].ending))
			return endings[i].type;
	return type ? RUN_OTHER : RUN_ITERATION;
}

// The repetitions of one benchmark.
struct family {
	const char *name;
	struct { const struct json **items; size_t count, cap; } runs;
	const struct json *median, *mean;
};

struct families {
	struct { struct family **items; size_t count, cap; } all;
	GHashTable *by_name;
};

static struct family *family_of(const struct import *in, struct families *families, const char *name)
{
	struct family *family = g_hash_table_lookup(families->by_name, name);
	if (family)
		return family;
	family = arena_alloc(in->arena, sizeof *family);
	family->name = name;
	g_hash_table_insert(families->by_name, (char *)name, family);
	*list_push(in->arena, &families->all) = family;
	return family;
}

// "BM_dot/64" of "BM_dot/64_median".
static const char *without_ending(struct arena *arena, const char *name)
{
	const char *ending = strrchr(name, '_');
	return ending ? arena_strndup(arena, name, (size_t)(ending - name)) : name;
}

static bool add_entry(const struct import *in, struct families *families, const struct json *entry)
{
	const char *name = string_of(entry, "name"), *run_name = string_of(entry, "run_name");
	if (!name) {
		diags_add(in->diags, DIAG_BAD_PROFILE, entry->place, "expected a benchmark with a \"name\", found %s",
			entry->type == JSON_OBJECT ? "none" : json_type_name(entry));
		return false;
	}
	enum run_type type = type_of(entry, name);
	if (type == RUN_OTHER)
		return true;
	struct family *family = family_of(in, families, run_name && *run_name ? run_name : type == RUN_ITERATION ? name : without_ending(in->arena, name));
	if (type == RUN_ITERATION)
		*list_push(in->arena, &family->runs) = entry;
	else if (type == RUN_MEDIAN)
		family->median = entry;
	else
		family->mean = entry;
	return true;
}

// ---- points -------------------------------------------------------------------------------------------------------------------------------------------

static int compare_runs(const void *left, const void *right)
{
	const struct gbench_run *a = left, *b = right;
	return (a->seconds > b->seconds) - (a->seconds < b->seconds);
}

static bool is_skipped(const struct json *entry)
{
	return is_true(entry, "error_occurred") || is_true(entry, "skipped");
}

static void say_skipped(const struct import *in, struct point *point, const struct json *entry)
{
	const char *why = string_of(entry, "error_message");
	if (!why)
		why = string_of(entry, "skip_message");
	import_miss(in, point, "the benchmark was skipped: %s", why && *why ? why : "it gives no reason");
}

static void fill(const struct import *in, struct point *point, const struct gbench_run *run)
{
	point->flops = run->flops;
	if (!isnan(run->bytes))
		import_bytes_of(in, point, NULL, run->bytes);
	else if (!isnan(run->intensity))
		point_level(in->arena, point, NULL, point->place)->intensity = run->intensity;
	if (run->assumed)
		import_assume(in, point, "%s", run->assumed);
	if (run->missing)
		import_miss(in, point, "%s", run->missing);
	bool no_bytes = !point->levels.count, no_flops = isnan(run->flops);
	if (no_bytes && no_flops && !run->missing)
		import_miss(in, point, IMPORT_TIMES_ALONE "; " HOW_TO_COUNT);
	else if (no_flops && !run->missing)
		import_miss(in, point, "no counter of FLOPs: " HOW_TO_COUNT "; or name the counter with --flops-counter%s",
			json_member(run->entry, "items_per_second") ? " (items_per_second, where an item is a FLOP)" : "");
	else if (no_bytes)
		import_miss(in, point, "no bytes: state.SetBytesProcessed(state.iterations() * BYTES_PER_ITERATION) adds them in the benchmark");
}

struct runs {
	struct gbench_run *items; // with a time, but for one that stands alone
	size_t count;
	const struct json *skipped;
};

static bool read_runs(const struct import *in, const char *name, const struct json *const *entries, size_t count, struct runs *runs)
{
	struct gbench_run timeless = {0};
	*runs = (struct runs){.items = arena_array(in->arena, count + 1, sizeof *runs->items)};
	for (size_t i = 0; i < count; i++) {
		struct gbench_run run = {.name = name};
		if (is_skipped(entries[i])) {
			runs->skipped = entries[i];
			continue;
		}
		if (!gbench_run_read(in, entries[i], &run))
			return false;
		if (isnan(run.seconds))
			timeless = run;
		else
			runs->items[runs->count++] = run;
	}
	if (!runs->count && timeless.name)
		runs->items[runs->count++] = timeless;
	qsort(runs->items, runs->count, sizeof *runs->items, compare_runs);
	return true;
}

static bool add_point(const struct import *in, const struct family *family)
{
	const struct json *alone = family->median ? family->median : family->mean;
	bool listed = family->runs.count > 0;
	struct runs runs;
	if (!read_runs(in, family->name, listed ? family->runs.items : &alone, listed ? family->runs.count : 1, &runs))
		return false;
	const struct json *first = listed ? family->runs.items[0] : alone;
	struct point *point = import_point(in, family->name, json_member(first, "name")->place);
	if (!runs.count) {
		say_skipped(in, point, runs.skipped);
		return true;
	}
	const struct gbench_run *low = &runs.items[0], *high = &runs.items[runs.count - 1], *middle = &runs.items[(runs.count - 1) / 2];
	fill(in, point, middle);
	point->time = (middle->seconds + runs.items[runs.count / 2].seconds) / 2;
	if (runs.count > 1) {
		point->time_low = low->seconds;
		point->time_high = high->seconds;
	}
	if (runs.skipped)
		import_assume(in, point, "some repetitions were skipped");
	if (!listed)
		import_assume(in, point, "time is the %s of repetitions that the file does not list", alone == family->median ? "median" : "mean");
	return true;
}

static bool read_benchmarks(const struct import *in, const struct json *list)
{
	struct families families = {.by_name = g_hash_table_new(g_str_hash, g_str_equal)};
	bool ok = true;
	for (const struct json *entry = list->child; ok && entry; entry = entry->next)
		ok = add_entry(in, &families, entry);
	for (size_t i = 0; ok && i < families.all.count; i++)
		ok = add_point(in, families.all.items[i]);
	g_hash_table_unref(families.by_name);
	return ok;
}

// A counter that the user names and that nothing has was misspelt.
static bool check_counter(const struct import *in, const struct json *list)
{
	const char *said = in->options->flops_counter;
	for (const struct json *entry = list->child; said && entry; entry = entry->next)
		for (const struct json *member = entry->type == JSON_OBJECT ? entry->child : NULL; member; member = member->next)
			if (text_same(member->key, said))
				return true;
	if (said)
		diags_add(in->diags, DIAG_UNKNOWN_NAME, list->key_place, "expected a counter '%s' in some benchmark, found none of this name", said);
	return !said;
}

static void add_note(const struct import *in, const struct json *root)
{
	const struct json *context = json_member(root, "context");
	const char *build = context ? string_of(context, "library_build_type") : NULL;
	bool debug = build && strcmp(build, "debug") == 0;
	*list_push(in->arena, &in->chart->notes) = debug
		? "Google Benchmark (library built for debugging), FLOPs and bytes as the benchmark counts them"
		: "Google Benchmark, FLOPs and bytes as the benchmark counts them";
}

static bool read_gbench(const struct import *in)
{
	struct text_line line;
	if (json_start(in->source) != '{' && find_csv(in->source, &line)) {
		diags_add(in->diags, DIAG_BAD_PROFILE, text_line_place(in->source, line),
			"expected JSON, found Google Benchmark's CSV, which breaks off where benchmarks have different counters: " AS_JSON);
		return false;
	}
	const struct json *root = json_read_loose(in->arena, in->source, in->diags);
	if (!root)
		return false;
	const struct json *list = json_member(root, "benchmarks");
	if (!list || list->type != JSON_ARRAY || !list->count) {
		diags_add(in->diags, DIAG_BAD_PROFILE, list ? list->place : (struct place){in->source, 0, 0},
			"expected benchmarks in the array \"benchmarks\", found none: was the filter (--benchmark_filter) right?");
		return false;
	}
	if (!check_counter(in, list) || !read_benchmarks(in, list))
		return false;
	add_note(in, root);
	return true;
}

const struct importer importer_gbench = {
	.name = "google-benchmark",
	.tool = "Google Benchmark JSON",
	.gives = "points or times",
	.hint = "a JSON object with \"context\" and \"benchmarks\"",
	.recipe = "In the benchmark, count FLOPs and bytes:\n"
		"    state.counters[\"FLOPS\"] = benchmark::Counter(flop_per_iteration, benchmark::Counter::kIsIterationInvariantRate);\n"
		"    state.SetBytesProcessed(state.iterations() * bytes_per_iteration);\n"
		"Then\n"
		"    ./benchmark --benchmark_repetitions=5 --benchmark_out=result.json --benchmark_out_format=json\n"
		"Counters FLOPS, GFLOPS or FLOP/s are rates, FLOP or FLOP_per_iter counts of one iteration, AI an intensity; another one is named with --flops-counter.\n",
	.recognise = recognise,
	.read = read_gbench,
};
