// SPDX-License-Identifier: MIT
// Chrome traces of torch.profiler (export_chrome_trace): an object with "traceEvents", among them kernels ("ph": "X", "cat": "kernel") with "dur" in
// microseconds. A trace has no FLOPs and no bytes, unless PyTorch's profile analysis added "kernel_flop" and "kernel_num_gb" (1e9 bytes) to the kernels'
// "args" (torch/_inductor/analysis/profile_analysis.py). There
// - 0 is written where no formula is known, so it is no count,
// - every kernel of an operator gets the figures of the whole operator ("External id"), so that several kernels of one have none of their own.
// With profiler_metrics a trace has events of "cat": "cuda_profiler_range" instead, with metrics of Nsight Compute; their durations are invented.
#include "import/torch_trace.h"

#include "base/text.h"
#include "import/figure.h"

#include <math.h>
#include <string.h>

#define RECORD_DEVICE "profile with activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA] and export_chrome_trace"

static bool is_gzip(const struct source *source)
{
	return source->size > 2 && memcmp(source->bytes, "\x1f\x8b", 2) == 0;
}

static int recognise(const struct source *source)
{
	if (is_gzip(source))
		return 95;
	char start = json_start(source);
	if (start == '{')
		return json_head_has_key(source, "traceEvents") || (json_head_has_key(source, "schemaVersion") && json_head_has_key(source, "deviceProperties")) ? 95 : 0;
	return start == '[' && json_head_has_key(source, "ph") && json_head_has_key(source, "pid") ? 60 : 0;
}

// ---- one event ----------------------------------------------------------------------------------------------------------------------------------------

static const char *const event_keys[] = {[EVENT_PH] = "ph", [EVENT_CAT] = "cat", [EVENT_NAME] = "name", [EVENT_TS] = "ts", [EVENT_DUR] = "dur",
	[EVENT_ARGS] = "args"};
static const char *const arg_keys[] = {[ARG_GRID] = "grid", [ARG_BLOCK] = "block", [ARG_DEVICE] = "device", [ARG_EXTERNAL] = "External id",
	[ARG_FLOP] = "kernel_flop", [ARG_GB] = "kernel_num_gb"};

// A name that many events have is kept once.
static const char *kept_once(struct torch_trace *trace, char *text)
{
	const char *known = g_hash_table_lookup(trace->texts, text);
	if (known)
		return known;
	char *kept = arena_strdup(trace->in->arena, text);
	g_hash_table_add(trace->texts, kept);
	return kept;
}

static const char *name_of(struct torch_trace *trace, struct json_slice name)
{
	if (!memchr(name.text, '\\', name.length)) {
		g_autofree char *plain = g_strndup(name.text + 1, name.length - 2);
		return kept_once(trace, plain);
	}
	struct arena *scratch = arena_new();
	const char *kept = kept_once(trace, json_slice_text(scratch, name));
	arena_free(scratch);
	return kept;
}

// "4096 1 1" of [4096, 1, 1].
static void append_dimensions(struct torch_trace *trace, const char *word, struct json_slice list, GString *shape)
{
	if (!list.text || list.type != JSON_ARRAY)
		return;
	struct json_stream inside = json_stream_inside(&trace->stream, list);
	struct json_slice number;
	bool any = false;
	json_stream_open(&inside, '[');
	while (json_stream_element(&inside) && json_stream_value(&inside, &number)) {
		if (number.type != JSON_NUMBER)
			continue;
		if (!any)
			g_string_append_printf(shape, "%s%s", shape->len ? ", " : "", word);
		g_string_append_printf(shape, " %.*s", (int)MIN(number.length, 20), number.text);
		any = true;
	}
}

static const char *shape_of(struct torch_trace *trace, const struct json_slice *args)
{
	g_autoptr(GString) shape = g_string_new(NULL);
	append_dimensions(trace, "grid", args[ARG_GRID], shape);
	append_dimensions(trace, "block", args[ARG_BLOCK], shape);
	return shape->len ? kept_once(trace, shape->str) : NULL;
}

bool torch_number(struct torch_trace *trace, struct json_slice value, const char *what, double factor, double *number)
{
	*number = NAN;
	if (!value.text || value.type == JSON_NULL)
		return true;
	g_autofree char *text = value.type == JSON_STRING ? g_strndup(value.text + 1, value.length - 2) : g_strndup(value.text, value.length);
	return figure_read(trace->in, (struct figure){text, json_stream_place(&trace->stream, value)}, what, factor, number);
}

static bool has_fraction(struct json_slice number)
{
	return number.text && (memchr(number.text, '.', number.length) || memchr(number.text, 'e', number.length));
}

// ---- kernels ------------------------------------------------------------------------------------------------------------------------------------------

static void settle_work(const struct import *in, struct point *point, double flops, double bytes, bool said)
{
	if (!said && !point->missing) {
		point->missing = IMPORT_TIMES_ALONE; // as it stands: most kernels of large traces come here
		return;
	}
	if (!said) {
		import_miss(in, point, IMPORT_TIMES_ALONE);
		return;
	}
	if (flops > 0) {
		point->flops = flops;
		import_assume(in, point, "FLOPs by PyTorch's formula for the operator (kernel_flop)");
	} else {
		import_miss(in, point, "kernel_flop is %s: PyTorch has no formula for this kernel; give its FLOPs with --work FILE", flops == 0 ? "0" : "missing");
	}
	if (bytes > 0) {
		import_bytes_of(in, point, NULL, bytes);
		import_assume(in, point, "bytes are PyTorch's estimate by tensor sizes (kernel_num_gb), not measured");
	} else {
		import_miss(in, point, "kernel_num_gb is %s: PyTorch has no estimate for this kernel; give its bytes with --work FILE", bytes == 0 ? "0" : "missing");
	}
}

// Remembers which operator the kernel's figures belong to.
static void note_operator(struct torch_trace *trace, struct json_slice external, size_t index)
{
	if (!external.text)
		return;
	g_autofree char *id = g_strndup(external.text, external.length);
	struct torch_operator *found = g_hash_table_lookup(trace->operators, id);
	if (!found) {
		found = arena_alloc(trace->in->arena, sizeof *found);
		g_hash_table_insert(trace->operators, g_steal_pointer(&id), found);
	}
	found->kernels++;
	*list_push(trace->in->arena, &trace->with_work) = (struct torch_work){index, found};
}

static bool add_kernel(struct torch_trace *trace, const struct json_slice *event)
{
	const struct import *in = trace->in;
	struct json_slice args[ARG_COUNT] = {0};
	if (event[EVENT_ARGS].type == JSON_OBJECT && event[EVENT_ARGS].text) {
		struct json_stream inside = json_stream_inside(&trace->stream, event[EVENT_ARGS]);
		if (!json_stream_fields(&inside, arg_keys, ARG_COUNT, args))
			return false;
	}
	struct place place = json_stream_place(&trace->stream, event[EVENT_NAME]);
	struct point *point = import_point(in, name_of(trace, event[EVENT_NAME]), place);
	double seconds, flops, bytes;
	if (!torch_number(trace, event[EVENT_DUR], "dur", 1e-6, &seconds) || !torch_number(trace, args[ARG_FLOP], "kernel_flop", 1, &flops) ||
		!torch_number(trace, args[ARG_GB], "kernel_num_gb", 1e9, &bytes))
		return false;
	point->shape = shape_of(trace, args);
	trace->fractions |= has_fraction(event[EVENT_DUR]) || has_fraction(event[EVENT_TS]);
	bool said = args[ARG_FLOP].text || args[ARG_GB].text;
	if (seconds > 0)
		point->time = seconds;
	else
		import_miss(in, point, isnan(seconds) ? "the trace has no duration of this kernel" : "its duration in the trace is 0 µs");
	settle_work(in, point, flops, bytes, said);
	if (said)
		note_operator(trace, args[ARG_EXTERNAL], in->chart->points.count - 1);
	double device;
	if (trace->kernels++ == 0 && torch_number(trace, args[ARG_DEVICE], "device", 1, &device))
		trace->device = device;
	return true;
}

// ---- the file -----------------------------------------------------------------------------------------------------------------------------------------

static bool is_kernel_category(struct json_slice category)
{
	return json_slice_is(category, "kernel") || json_slice_is(category, "Kernel");
}

static bool read_event(struct torch_trace *trace)
{
	struct json_slice event[EVENT_COUNT];
	if (!json_stream_fields(&trace->stream, event_keys, EVENT_COUNT, event))
		return false;
	trace->events++;
	bool is_range = json_slice_is(event[EVENT_CAT], "cuda_profiler_range");
	if (!is_range && !is_kernel_category(event[EVENT_CAT]))
		return true;
	// old traces may have an event as a begin and an end; torch never wrote a kernel so
	if (event[EVENT_PH].text && !json_slice_is(event[EVENT_PH], "X"))
		return true;
	if (event[EVENT_NAME].type == JSON_STRING && event[EVENT_NAME].text)
		return is_range ? torch_range_add(trace, event) : add_kernel(trace, event);
	diags_add(trace->in->diags, DIAG_BAD_PROFILE, json_stream_place(&trace->stream, event[EVENT_CAT]), "expected a \"name\" of this kernel, found none");
	return false;
}

static bool read_events(struct torch_trace *trace)
{
	if (!json_stream_open(&trace->stream, '['))
		return false;
	while (json_stream_element(&trace->stream))
		if (!read_event(trace))
			return false;
	return !trace->stream.failed;
}

static bool read_devices(struct torch_trace *trace)
{
	static const char *const keys[] = {"id", "name"};
	struct json_stream *stream = &trace->stream;
	if (json_stream_peek(stream) != '[') {
		struct json_slice other;
		return json_stream_value(stream, &other);
	}
	json_stream_open(stream, '[');
	while (json_stream_element(stream)) {
		struct json_slice values[G_N_ELEMENTS(keys)];
		double id;
		if (!json_stream_fields(stream, keys, G_N_ELEMENTS(keys), values) || !torch_number(trace, values[0], "id", 1, &id))
			return false;
		if (values[1].text && values[1].type == JSON_STRING)
			*list_push(trace->in->arena, &trace->devices) = (struct torch_device){id, json_slice_text(trace->in->arena, values[1])};
	}
	return !stream->failed;
}

static bool read_members(struct torch_trace *trace)
{
	struct json_stream *stream = &trace->stream;
	struct json_slice key, value;
	if (json_stream_peek(stream) == '[')
		return read_events(trace) && json_stream_finish(stream);
	if (!json_stream_open(stream, '{'))
		return false;
	while (json_stream_member(stream, &key)) {
		bool ok = json_slice_is(key, "traceEvents") ? read_events(trace)
			: json_slice_is(key, "deviceProperties") ? read_devices(trace)
			: json_stream_value(stream, &value);
		if (!ok)
			return false;
	}
	return json_stream_finish(stream);
}

// What only the whole file tells.
static void settle(struct torch_trace *trace, size_t first)
{
	const struct import *in = trace->in;
	for (size_t i = 0; i < trace->with_work.count; i++) {
		struct torch_work work = trace->with_work.items[i];
		struct point *point = &in->chart->points.items[work.point];
		if (work.of->kernels < 2)
			continue;
		point->flops = NAN;
		point->levels.count = 0;
		point->assumptions = NULL;
		point->missing = NULL;
		import_miss(in, point, "kernel_flop and kernel_num_gb are those of an operator that launched %zu kernels, and none of this one's own: give them with "
			"--work FILE", work.of->kernels);
	}
	for (size_t i = first; !trace->fractions && i < in->chart->points.count; i++)
		if (!isnan(in->chart->points.items[i].time))
			import_assume(in, &in->chart->points.items[i], "durations are whole microseconds: ±0.5 µs, which is 50 %% of a kernel of 1 µs");
	for (size_t i = 0; i < trace->devices.count && !in->chart->device_hint; i++)
		if (isnan(trace->device) || trace->devices.items[i].id == trace->device)
			in->chart->device_hint = trace->devices.items[i].name;
	*list_push(in->arena, &in->chart->notes) = trace->ranges ? "torch.profiler trace with profiler_metrics" : "torch.profiler trace";
}

static bool read_trace(const struct import *in)
{
	if (is_gzip(in->source)) {
		diags_add(in->diags, DIAG_BAD_PROFILE, (struct place){0}, "%s: expected text, found data that gzip compressed: 'gunzip -k FILE.gz' makes the text",
			in->source->name);
		return false;
	}
	struct torch_trace trace = {.in = in, .device = NAN};
	trace.texts = g_hash_table_new(g_str_hash, g_str_equal);
	trace.operators = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	size_t first = in->chart->points.count;
	bool ok = json_stream_start(&trace.stream, in->source, in->diags) && read_members(&trace);
	if (ok && in->chart->points.count == first) {
		diags_add(in->diags, DIAG_BAD_PROFILE, (struct place){in->source, encoding_bom(in->source), 1},
			"expected kernels (events of category \"kernel\"), found none among %zu events: " RECORD_DEVICE, trace.events);
		ok = false;
	}
	if (ok)
		settle(&trace, first);
	g_hash_table_unref(trace.texts);
	g_hash_table_unref(trace.operators);
	return ok;
}

const struct importer importer_torch_trace = {
	.name = "torch-trace",
	.tool = "PyTorch profiler trace",
	.gives = "points or times",
	.cpp_names = true,
	.hint = "a JSON object with \"traceEvents\", from export_chrome_trace",
	.recipe = "with torch.profiler.profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA], record_shapes=True) as prof:\n"
		"    run()\n"
		"prof.export_chrome_trace('trace.json')\n"
		"This has times alone. FLOPs and bytes are added, for operators that PyTorch has a formula for, by\n"
		"python3 -m torch._inductor.analysis.profile_analysis --augment_trace trace.json augmented.json float16\n"
		"or given by kernel name with --work FILE. A trace that ends in .gz is unpacked by gunzip first.\n",
	.recognise = recognise,
	.read = read_trace,
};
