// SPDX-License-Identifier: MIT
// llama-bench of llama.cpp (-o json, -o jsonl, -o csv): times of whole tests ("avg_ns", "samples_ns"), and of the model its bytes ("model_size") and weights
// ("model_n_params"). No work is measured; it is that of a dense model whose weights are all used:
// - a token costs 2 FLOP a weight, one multiply-add,
// - to generate n_gen tokens one by one reads the weights n_gen times,
// - to read a prompt of n_prompt tokens reads them once a batch of n_ubatch.
// Left out: attention and the KV cache (which grow with n_depth), mixtures of experts (which use a part of the weights), weights left to the CPU.
// Point: the whole test of all tokens, one run.
#include "import/figure.h"
#include "import/record.h"

#include "base/num.h"
#include "input/json_stream.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { HEAD_BYTES = 64 * 1024 };

enum field { FIELD_SIZE, FIELD_PARAMS, FIELD_PROMPT, FIELD_GEN, FIELD_DEPTH, FIELD_UBATCH, FIELD_NS, FIELD_STDDEV, NUMBER_COUNT, FIELD_MODEL = NUMBER_COUNT,
	FIELD_GPU, FIELD_CPU, FIELD_LAYERS, FIELD_SAMPLES, FIELD_COUNT };

static const char *const fields[] = {
	[FIELD_SIZE] = "model_size", [FIELD_PARAMS] = "model_n_params", [FIELD_PROMPT] = "n_prompt", [FIELD_GEN] = "n_gen", [FIELD_DEPTH] = "n_depth",
	[FIELD_UBATCH] = "n_ubatch", [FIELD_NS] = "avg_ns", [FIELD_STDDEV] = "stddev_ns", [FIELD_MODEL] = "model_type", [FIELD_GPU] = "gpu_info",
	[FIELD_CPU] = "cpu_info", [FIELD_LAYERS] = "n_gpu_layers", [FIELD_SAMPLES] = "samples_ns",
};

// One test: a row of CSV, or an object.
struct row {
	struct figure figures[FIELD_COUNT];
	struct place place;
	struct json_stream samples; // over their array; without text in CSV
};

// ---- points -------------------------------------------------------------------------------------------------------------------------------------------

static bool read_numbers(const struct import *in, const struct row *row, double values[NUMBER_COUNT])
{
	for (size_t i = 0; i < NUMBER_COUNT; i++) {
		bool is_time = i == FIELD_NS || i == FIELD_STDDEV, optional = i == FIELD_DEPTH || i == FIELD_UBATCH || i == FIELD_STDDEV;
		if (!figure_read(in, row->figures[i], fields[i], is_time ? 1e-9 : 1, &values[i]))
			return false;
		if (optional || !isnan(values[i]))
			continue;
		diags_add(in->diags, DIAG_BAD_PROFILE, row->place, "expected '%s' in every test of llama-bench, found none", fields[i]);
		return false;
	}
	return true;
}

// The range of the runs, or what CSV has instead of them. The mean is what llama-bench prints and what its rates follow from.
static bool read_samples(const struct import *in, const struct row *row, double *low, double *high)
{
	struct json_stream samples = row->samples;
	struct json_slice slice;
	*low = INFINITY;
	*high = -INFINITY;
	if (!samples.at || !json_stream_open(&samples, '['))
		return true;
	while (json_stream_element(&samples) && json_stream_value(&samples, &slice)) {
		double seconds;
		struct figure figure = {json_slice_text(in->arena, slice), json_stream_place(&samples, slice)};
		if (!figure_read(in, figure, fields[FIELD_SAMPLES], 1e-9, &seconds))
			return false;
		*low = fmin(*low, seconds);
		*high = fmax(*high, seconds);
	}
	return true;
}

static bool read_times(const struct import *in, const struct row *row, const double *values, struct point *point)
{
	double low, high, spread = values[FIELD_STDDEV];
	point->time = values[FIELD_NS] > 0 ? values[FIELD_NS] : NAN;
	if (isnan(point->time))
		import_miss(in, point, "its time is 0");
	if (!read_samples(in, row, &low, &high))
		return false;
	bool listed = low < high && low <= point->time && point->time <= high;
	if (!listed && !(spread > 0 && spread < point->time))
		return true;
	point->time_low = listed ? low : point->time - spread;
	point->time_high = listed ? high : point->time + spread;
	import_assume(in, point, listed ? "time is the mean of the runs, with their range" : "time is the mean of the runs, ± one standard deviation");
	return true;
}

// "pp512", "tg128 @ d4096", as llama-bench prints tests.
static const char *test_name(struct arena *arena, const double *values)
{
	g_autoptr(GString) name = g_string_new(NULL);
	if (values[FIELD_PROMPT] > 0)
		g_string_append_printf(name, "pp%s", num_exact(values[FIELD_PROMPT]).text);
	if (values[FIELD_GEN] > 0)
		g_string_append_printf(name, "%stg%s", name->len ? "+" : "", num_exact(values[FIELD_GEN]).text);
	if (values[FIELD_DEPTH] > 0)
		g_string_append_printf(name, " @ d%s", num_exact(values[FIELD_DEPTH]).text);
	return arena_strdup(arena, name->str);
}

static void estimate(const struct import *in, const double *values, struct point *point)
{
	double prompt = values[FIELD_PROMPT], gen = values[FIELD_GEN], batch = values[FIELD_UBATCH];
	double batches = prompt > 0 ? batch >= 1 ? ceil(prompt / batch) : 1 : 0;
	point->flops = 2 * values[FIELD_PARAMS] * (prompt + gen);
	import_bytes_of(in, point, NULL, values[FIELD_SIZE] * (batches + gen));
	import_assume(in, point, "estimate by the model, not measured: 2 FLOP a weight and token; all weights are read once %s; no attention, no KV cache",
		prompt > 0 && gen > 0 ? "a batch of the prompt and once a generated token" : gen > 0 ? "a token" : "a batch (n_ubatch)");
	if (values[FIELD_DEPTH] > 0)
		import_assume(in, point, "%s tokens of context are not counted, so that FLOPs and bytes are too low", num_exact(values[FIELD_DEPTH]).text);
}

static const char *text_of(const struct row *row, enum field field)
{
	return row->figures[field].text ? row->figures[field].text : "";
}

static bool add_row(const struct import *in, const struct row *row)
{
	double values[NUMBER_COUNT];
	if (!read_numbers(in, row, values))
		return false;
	const char *model = text_of(row, FIELD_MODEL), *gpu = text_of(row, FIELD_GPU), *cpu = text_of(row, FIELD_CPU);
	const char *test = test_name(in->arena, values);
	struct point *point = import_point(in, *model ? arena_printf(in->arena, "%s %s", model, test) : test, row->place);
	if (!(values[FIELD_PROMPT] + values[FIELD_GEN] > 0)) {
		import_miss(in, point, "n_prompt and n_gen are 0: this test has no tokens");
		return true;
	}
	estimate(in, values, point);
	bool on_gpu = *gpu && strcmp(text_of(row, FIELD_LAYERS), "0") != 0;
	if (!in->chart->device_hint && (on_gpu || *cpu))
		in->chart->device_hint = on_gpu ? gpu : cpu;
	return read_times(in, row, values, point);
}

// ---- files --------------------------------------------------------------------------------------------------------------------------------------------

static bool is_csv_header(struct text_line line)
{
	return text_line_has(line, "model_n_params") && text_line_has(line, "avg_ns") && text_line_has(line, "n_gen") && !memchr(line.text, '{', line.length);
}

static bool find_csv(const struct source *source, struct text_line *line)
{
	size_t offset = encoding_bom(source);
	while (offset < HEAD_BYTES && text_line_next(source, &offset, line))
		if (is_csv_header(*line))
			return true;
	return false;
}

// A serving benchmark of vLLM or sglang, whose JSON may hold a bare Infinity.
static bool is_serving(const struct source *source)
{
	return json_head_has_key(source, "mean_ttft_ms") || json_head_has_key(source, "mean_tpot_ms");
}

static bool refuse_serving(const struct import *in)
{
	static const char key[] = "\"mean_tpot_ms\"";
	const char *found = memmem(in->source->bytes, in->source->size, key, strlen(key));
	struct place place = {in->source, found ? (size_t)(found - in->source->bytes) : 0, found ? strlen(key) : 0};
	diags_add(in->diags, DIAG_BAD_PROFILE, place,
		"this is a serving benchmark (vLLM, sglang), which has times of tokens, but not the size of the model: write a table with the columns name, flops, bytes "
		"and time [ms], in which a token has 2 FLOP a parameter, the bytes of all weights divided by the requests that run at once, and the time mean_tpot_ms "
		"divided by the same");
	return false;
}

static int recognise(const struct source *source)
{
	struct text_line line;
	char start = json_start(source);
	if ((start == '[' || start == '{') && is_serving(source))
		return 95;
	if (start == '[' || start == '{')
		return json_head_has_key(source, "model_n_params") && json_head_has_key(source, "avg_ns") ? 95 : 0;
	return find_csv(source, &line) ? 95 : 0;
}

static bool read_csv(const struct import *in, struct text_line header)
{
	const struct csv *csv = record_table(in, (struct csv_options){.start = header.offset});
	if (!csv)
		return false;
	const struct csv_record *names = &csv->records[0];
	for (size_t i = 1; i < csv->count; i++) {
		const struct csv_record *record = &csv->records[i];
		struct row row = {.place = record->place};
		if (record->count != names->count) {
			diags_add(in->diags, DIAG_BAD_PROFILE, row.place, "expected %zu cells as in the header, found %zu: was the file cut off?", names->count, record->count);
			return false;
		}
		for (size_t j = 0; j < names->count; j++)
			for (size_t field = 0; field < FIELD_SAMPLES; field++)
				if (strcmp(names->cells[j].text, fields[field]) == 0)
					row.figures[field] = (struct figure){record->cells[j].text, record->cells[j].place};
		if (!add_row(in, &row))
			return false;
	}
	return true;
}

static bool read_object(const struct import *in, struct json_stream *stream)
{
	struct json_slice values[FIELD_COUNT];
	struct row row = {.place = {in->source, (size_t)(stream->at - in->source->bytes), 1}};
	if (!json_stream_fields(stream, fields, FIELD_COUNT, values))
		return false;
	for (size_t i = 0; i < FIELD_COUNT; i++)
		if (values[i].text && values[i].type != JSON_NULL)
			row.figures[i] = (struct figure){json_slice_text(in->arena, values[i]), json_stream_place(stream, values[i])};
	if (values[FIELD_SAMPLES].text && values[FIELD_SAMPLES].type == JSON_ARRAY)
		row.samples = json_stream_inside(stream, values[FIELD_SAMPLES]);
	return add_row(in, &row);
}

// An array of objects, or one object after the other (JSON lines).
static bool read_json(const struct import *in)
{
	struct json_stream stream;
	if (!json_stream_start(&stream, in->source, in->diags))
		return false;
	if (json_stream_peek(&stream) == '[') {
		json_stream_open(&stream, '[');
		while (json_stream_element(&stream))
			if (!read_object(in, &stream))
				return false;
		return json_stream_finish(&stream);
	}
	while (json_stream_peek(&stream))
		if (!read_object(in, &stream))
			return false;
	return true;
}

static bool read_llama_bench(const struct import *in)
{
	char start = json_start(in->source);
	struct text_line header;
	size_t first = in->chart->points.count;
	bool is_json = start == '[' || start == '{';
	if (is_json && is_serving(in->source))
		return refuse_serving(in);
	if (!is_json && !find_csv(in->source, &header)) {
		diags_add(in->diags, DIAG_BAD_PROFILE, (struct place){in->source, 0, 0}, "expected JSON or a header with model_n_params, n_gen and avg_ns, found none");
		return false;
	}
	if (!(is_json ? read_json(in) : read_csv(in, header)))
		return false;
	if (in->chart->points.count == first) {
		diags_add(in->diags, DIAG_BAD_PROFILE, (struct place){in->source, 0, 0}, "expected tests of llama-bench, found none");
		return false;
	}
	*list_push(in->arena, &in->chart->notes) = "llama-bench, work estimated by the model's size";
	return true;
}

const struct importer importer_llama_bench = {
	.name = "llama-bench",
	.tool = "llama-bench of llama.cpp",
	.gives = "points",
	.hint = "JSON or CSV with model_size, model_n_params, n_prompt, n_gen and avg_ns",
	.recipe = "llama-bench -m MODEL.gguf -p 512 -n 128 -o json > bench.json    (or -o jsonl, -o csv)\n"
		"Times are measured; FLOPs and bytes are estimates by the number and the size of the weights, for models that fit into one device's memory and use\n"
		"all their weights. Compare pp (prompt) with the roof of the weights' multiplications and tg (generation) with main memory.\n",
	.recognise = recognise,
	.read = read_llama_bench,
};
