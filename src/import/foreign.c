// SPDX-License-Identifier: MIT
// Files of tools that have no importer: known by a line or by keys, so that the reader learns what the file is and what to do with it.
#include "import/importers.h"

#include "input/json.h"

#include <glib.h>
#include <string.h>

// How much of a text is looked at.
enum { HEAD_BYTES = 64 * 1024 };

#define AS_TABLE "write its figures as a table with the columns name, flops, bytes and time [ms]"
#define AS_ROOFS "give its figures with --peak 'NAME=VALUE TFLOP/s' and --bandwidth 'NAME=VALUE GB/s'"

struct signature {
	const char *start; // of a line, case ignored
	const char *also;  // elsewhere in the same line, or NULL
	const char *what, *advice;
};

static const struct signature signatures[] = {
	{"NVR", NULL, "an Nsight Compute report (.ncu-rep)", "profile again with ncu --csv --metrics ... and give that text"},
	{"SQLite format 3", NULL, "an SQLite database (nsys exports them)", AS_TABLE},
	{"STRUCT,Info,", NULL, "likwid-perfctr -O output", AS_TABLE ", one row a region"},
	{"TABLE,", "Group ", "likwid-perfctr -O output", AS_TABLE ", one row a region"},
	{"| Runtime (RDTSC) [s]", NULL, "likwid-perfctr output", AS_TABLE ", one row a region"},
	{"LIKWID MICRO BENCHMARK", NULL, "likwid-bench output", AS_ROOFS},
	{"\"Intel(R) Advisor", NULL, "an Intel Advisor report", AS_TABLE ", from Self GFLOPS, Self AI and Self Time"},
	{"Intel(R) Advisor", NULL, "an Intel Advisor report", AS_TABLE ", from Self GFLOPS, Self AI and Self Time"},
	{"Name,Bandwidth,Type", NULL, "an Intel Advisor list of roofs", AS_ROOFS},
	{"device,HBMBw", NULL, "a rocprof-compute roofline.csv", AS_ROOFS},
	{"Dispatch_ID,", NULL, "a rocprof-compute pmc_perf.csv", AS_TABLE},
	{"\"Correlation_Id\",\"Dispatch_Id\"", NULL, "a rocprofv3 counter table", AS_TABLE},
	{"\"Kind\",\"Agent_Id\"", NULL, "a rocprofv3 kernel trace", AS_TABLE ": a trace has times but no FLOPs and no bytes"},
	{"\"Index\",\"KernelName\"", NULL, "a rocprof results.csv", AS_TABLE},
	{"Time (%),Total Time", NULL, "an nsys kernel summary", AS_TABLE ": nsys has times but no FLOPs and no bytes"},
	{"Time(%),Total Time", NULL, "an nsys kernel summary", AS_TABLE ": nsys has times but no FLOPs and no bytes"},
	{"Start (ns),Duration (ns),CorrId", NULL, "an nsys trace", AS_TABLE ": nsys has times but no FLOPs and no bytes"},
	{"[", "Executing '", "nsys stats output", AS_TABLE ": nsys has times but no FLOPs and no bytes"},
	{"command,mean,stddev,", NULL, "a hyperfine result", AS_TABLE ": hyperfine has times but no FLOPs and no bytes"},
	{"", "DeepSpeed Flops Profiler", "output of the DeepSpeed FLOPs profiler", AS_TABLE},
	{"", "Self CPU %", "a PyTorch profiler table", AS_TABLE},
	{"STREAM version", NULL, "STREAM output", "give its best rate with --bandwidth 'DRAM=VALUE MB/s'"},
	{"BabelStream", NULL, "BabelStream output", "give its best rate with --bandwidth 'DRAM=VALUE MB/s'"},
	{"GPU-STREAM", NULL, "BabelStream output", "give its best rate with --bandwidth 'DRAM=VALUE MB/s'"},
	{"mixbench", NULL, "mixbench output", AS_ROOFS},
	{"Name:,", "L1 Size:", "a CARM roofline table", AS_ROOFS},
	{"# started on", NULL, "perf stat output", AS_TABLE},
	{"    Section: Command line profiler metrics", NULL, "Nsight Compute's text output", "run ncu again with --csv"},
	{"    Section: ", NULL, "Nsight Compute's text output", "run ncu again with --csv"},
};

static bool signature_matches(const struct signature *signature, struct text_line line)
{
	return text_line_starts(line, signature->start) && (!signature->also || text_line_has(line, signature->also));
}

bool foreign_explain(const struct source *source, struct diags *diags)
{
	size_t offset = encoding_bom(source);
	struct text_line line;
	while (offset < HEAD_BYTES && text_line_next(source, &offset, &line)) {
		for (size_t i = 0; i < G_N_ELEMENTS(signatures); i++) {
			if (!signature_matches(&signatures[i], line))
				continue;
			diags_add(diags, DIAG_NO_IMPORTER, text_line_place(source, line), "this is %s, which has no importer: %s", signatures[i].what,
				signatures[i].advice);
			return true;
		}
	}
	return false;
}

struct json_signature {
	const char *keys[2]; // both present; the second may be NULL
	const char *what, *advice;
};

static const struct json_signature json_signatures[] = {
	{{"traceEvents", NULL}, "a trace of PyTorch or Chrome", AS_TABLE},
	{{"benchmarks", "context"}, "a Google Benchmark result", AS_TABLE ", times per iteration"},
	{{"empirical", NULL}, "a roofline of the Empirical Roofline Toolkit", AS_ROOFS},
	{{"nvbandwidth", NULL}, "an nvbandwidth result", AS_ROOFS},
	{{"placements", "peak_gflops"}, "a gpu-roofline result",
		"make a table of it: jq -r '\"name,intensity,performance [GFLOP/s]\", (.placements[] | [.name, .arithmetic_intensity, .achieved_gflops] | @csv)'; "
		"peak_gflops and peak_bandwidth_gbps go into --peak 'VALUE GFLOP/s' and --bandwidth 'VALUE GB/s'"},
	{{"placements", NULL}, "a result of another roofline tool", "write its placements as a table with the columns name, intensity and performance [GFLOP/s]"},
	{{"results", NULL}, "a hyperfine result", AS_TABLE ": hyperfine has times but no FLOPs and no bytes"},
	{{"mean_ttft_ms", NULL}, "a serving benchmark of a language model", AS_TABLE},
	{{"avg_ts", "build_commit"}, "a llama-bench result", AS_TABLE},
	{{"compute", "memory"}, "a hardware object", "give it with --hardware FILE, or as the \"hardware\" of a spec"},
};

bool foreign_explain_json(const struct json *root, struct diags *diags)
{
	const struct json *object = root->type == JSON_ARRAY && root->child ? root->child : root;
	for (size_t i = 0; i < G_N_ELEMENTS(json_signatures); i++) {
		const struct json_signature *signature = &json_signatures[i];
		const struct json *first = json_member(object, signature->keys[0]);
		if (!first || (signature->keys[1] && !json_member(object, signature->keys[1])))
			continue;
		diags_add(diags, DIAG_NO_IMPORTER, first->key_place, "this is %s, which has no importer: %s", signature->what, signature->advice);
		return true;
	}
	return false;
}
