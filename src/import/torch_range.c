// SPDX-License-Identifier: MIT
// "cuda_profiler_range" events of PyTorch traces (profiler_metrics=["kineto__cuda_core_flops", ...]): one a kernel, whose "args" are metrics of Nsight Compute.
// The profiler measures the range of all kernels and writes an equal share of it as the "dur" of each, so there is no time.
#include "import/ncu.h"
#include "import/torch_trace.h"

#include <math.h>

// CUPTI gives times in nanoseconds, and everything else in base units.
static double factor_of(enum ncu_dimension dimension)
{
	return dimension == NCU_SECONDS ? 1e-9 : 1;
}

static bool read_metrics(struct torch_trace *trace, struct json_slice args, struct ncu_launch *launch)
{
	struct arena *arena = trace->in->arena;
	struct json_stream inside = json_stream_inside(&trace->stream, args);
	struct json_slice key, value;
	if (!json_stream_open(&inside, '{'))
		return false;
	while (json_stream_member(&inside, &key) && json_stream_value(&inside, &value)) {
		g_autofree char *name = g_strndup(key.text + 1, key.length - 2);
		struct ncu_metric metric = ncu_metric_find(arena, name);
		double number;
		if (metric.slot == NCU_OTHER || metric.label)
			continue;
		if (!torch_number(trace, value, name, factor_of(metric.dimension), &number))
			return false;
		if (metric.slot == NCU_TENSOR_PATH || metric.slot == NCU_TENSOR_PATH_RATE) {
			struct ncu_path path = {metric.path, number, metric.slot == NCU_TENSOR_PATH_RATE};
			*list_push(arena, &launch->paths) = path;
		} else {
			launch->values[metric.slot] = number;
		}
	}
	return true;
}

static void say_missing(const struct import *in, struct point *point)
{
	// what is missing of the tensor cores was said by their rules
	const char *of_flops = isnan(point->flops) ? point->missing : NULL;
	point->missing = of_flops;
	if (!point->levels.count && isnan(point->bandwidth))
		import_miss(in, point, "no bytes in the trace: add \"dram__bytes_read.sum\" and \"dram__bytes_write.sum\" to profiler_metrics");
	if (isnan(point->time))
		import_miss(in, point, "no time: the dur of a cuda_profiler_range event is an equal share of the whole range, and no kernel's own; "
			"profile the kernel with ncu");
}

bool torch_range_add(struct torch_trace *trace, const struct json_slice *event)
{
	const struct import *in = trace->in;
	struct ncu_launch launch;
	ncu_launch_init(&launch);
	char *name = json_slice_text(in->arena, event[EVENT_NAME]);
	launch.name = name;
	launch.place = json_stream_place(&trace->stream, event[EVENT_NAME]);
	if (event[EVENT_ARGS].text && event[EVENT_ARGS].type == JSON_OBJECT && !read_metrics(trace, event[EVENT_ARGS], &launch))
		return false;
	struct point *point = import_point(in, name, launch.place);
	ncu_point_fill(in->arena, &launch, in->options, point);
	say_missing(in, point);
	if (json_slice_is(event[EVENT_NAME], "__missing__"))
		import_assume(in, point, "the profiler lost the name of this kernel");
	trace->ranges++;
	return true;
}
