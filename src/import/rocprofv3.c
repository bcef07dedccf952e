// SPDX-License-Identifier: MIT
// rocprofv3: *_counter_collection.csv with one row for each counter of each dispatch, which are put together again by agent, dispatch and kernel (not by
// process: every pass is another one); and *_kernel_trace.csv with one row a launch and times alone. The columns differ between releases (Agent_Id "1" or
// "Agent 1", time stamps or none), so they are found by name. Counters that do not fit one pass stand in one file a pass; these can be joined.
#include "import/amd.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum kind { KIND_COUNTERS, KIND_TRACE, KIND_AGENTS, KIND_API, KIND_COPIES, KIND_COUNT };

#define KERNELS_ELSEWHERE ": give *_counter_collection.csv or *_kernel_trace.csv of the same run"

static const struct {
	const char *cells[5];
	const char *refusal;
} kinds[] = {
	[KIND_COUNTERS] = {{"Dispatch_Id", "Kernel_Name", "Counter_Name", "Counter_Value"}, NULL},
	[KIND_TRACE] = {{"Kind", "Kernel_Name", "Start_Timestamp", "End_Timestamp"}, NULL},
	[KIND_AGENTS] = {{"Agent_Type", "Cu_Count", "Simd_Count"}, NULL},
	[KIND_API] = {{"Domain", "Function", "Correlation_Id", "Start_Timestamp"}, "this is a trace of calls by the host, which has no kernels" KERNELS_ELSEWHERE},
	[KIND_COPIES] = {{"Kind", "Direction", "Start_Timestamp", "End_Timestamp"}, "this is a trace of copies, which has no kernels" KERNELS_ELSEWHERE},
};

static enum kind find(const struct source *source, struct text_line *header)
{
	enum kind kind = KIND_COUNTERS;
	while (kind < KIND_COUNT && !amd_header_find(source, kinds[kind].cells, header))
		kind++;
	return kind;
}

static int recognise(const struct source *source)
{
	struct text_line header;
	return find(source, &header) < KIND_COUNT ? 95 : 0;
}

// ---- counters -----------------------------------------------------------------------------------------------------------------------------------------

// One run of a dispatch: every pass runs the program again.
struct pass {
	guint64 start_ns;
	double seconds;
};

struct dispatch {
	struct amd_launch launch;
	const struct csv_record *record; // its first row
	struct { struct pass *items; size_t count, cap; } passes;
};

struct pivot {
	struct amd_table table;
	int agent, dispatch, name, counter, value, start, end;
	GHashTable *index; // key to the index + 1 of its dispatch
	struct { struct dispatch *items; size_t count, cap; } dispatches;
};

static struct dispatch *dispatch_of(struct pivot *pivot, const struct csv_record *record)
{
	g_autofree char *key = g_strjoin("\x1f", amd_text(record, pivot->agent), amd_text(record, pivot->dispatch), amd_text(record, pivot->name), NULL);
	size_t index = GPOINTER_TO_SIZE(g_hash_table_lookup(pivot->index, key));
	if (index)
		return &pivot->dispatches.items[index - 1];
	struct dispatch *dispatch = list_push(pivot->table.in->arena, &pivot->dispatches);
	dispatch->record = record;
	amd_launch_init(&dispatch->launch);
	g_hash_table_insert(pivot->index, g_steal_pointer(&key), GSIZE_TO_POINTER(pivot->dispatches.count));
	return dispatch;
}

static bool take_pass(struct pivot *pivot, struct dispatch *dispatch, const struct csv_record *record)
{
	struct pass pass = {0};
	bool there;
	if (!amd_stamp(&pivot->table, record, pivot->start, &pass.start_ns, &there))
		return false;
	if (!there)
		return true;
	for (size_t i = 0; i < dispatch->passes.count; i++)
		if (dispatch->passes.items[i].start_ns == pass.start_ns)
			return true;
	if (!amd_seconds(&pivot->table, record, pivot->start, pivot->end, &pass.seconds))
		return false;
	if (pass.seconds > 0)
		*list_push(pivot->table.in->arena, &dispatch->passes) = pass;
	return true;
}

static bool take_row(struct pivot *pivot, const struct csv_record *record)
{
	struct dispatch *dispatch = dispatch_of(pivot, record);
	double value;
	if (!amd_number(&pivot->table, record, pivot->value, 1, &value) || !take_pass(pivot, dispatch, record))
		return false;
	const char *name = amd_text(record, pivot->counter);
	int slot = amd_counter_find(name);
	if (slot == AMD_NO_COLUMN)
		return true;
	if (!isnan(dispatch->launch.values[slot])) {
		diags_add(pivot->table.in->diags, DIAG_BAD_PROFILE, record->cells[pivot->counter].place,
			"expected one value of %s for dispatch %s, found another (its first row is line %zu): give the files of several runs or processes one by one", name,
			amd_text(record, pivot->dispatch), dispatch->record->line);
		return false;
	}
	dispatch->launch.values[slot] = value;
	return true;
}

static int by_seconds(const void *a, const void *b)
{
	double x = ((const struct pass *)a)->seconds, y = ((const struct pass *)b)->seconds;
	return (x > y) - (x < y);
}

static void fill_time(const struct import *in, struct dispatch *dispatch, struct point *point)
{
	size_t count = dispatch->passes.count;
	const struct pass *passes = dispatch->passes.items;
	if (!count) {
		import_miss(in, point, AMD_NO_TIMES ": profile with a newer rocprofv3, which writes Start_Timestamp and End_Timestamp beside the counters");
		return;
	}
	qsort(dispatch->passes.items, count, sizeof *passes, by_seconds);
	point->time = count % 2 ? passes[count / 2].seconds : (passes[count / 2 - 1].seconds + passes[count / 2].seconds) / 2;
	if (count == 1)
		return;
	point->time_low = passes[0].seconds;
	point->time_high = passes[count - 1].seconds;
	import_assume(in, point, "time is the median of %zu passes", count);
}

static bool fill_points(struct pivot *pivot)
{
	bool ok = true;
	for (size_t i = 0; i < pivot->dispatches.count; i++) {
		struct dispatch *dispatch = &pivot->dispatches.items[i];
		struct point *point = amd_point(&pivot->table, dispatch->record, pivot->name);
		if (!point) {
			ok = false;
			continue;
		}
		point->shape = amd_shape(&pivot->table, dispatch->record);
		fill_time(pivot->table.in, dispatch, point);
		ok &= amd_launch_fill(pivot->table.in, point, &dispatch->launch);
	}
	return ok;
}

static bool read_counters(const struct import *in, struct text_line header, const char *const *cells)
{
	struct pivot pivot = {0};
	struct amd_table *table = &pivot.table;
	if (!amd_table_read(in, header, cells, table))
		return false;
	pivot.agent = amd_column(table, "Agent_Id|GPU_ID");
	pivot.dispatch = amd_column(table, "Dispatch_Id");
	pivot.name = amd_column(table, "Kernel_Name");
	pivot.counter = amd_column(table, "Counter_Name");
	pivot.value = amd_column(table, "Counter_Value");
	pivot.start = amd_column(table, "Start_Timestamp");
	pivot.end = amd_column(table, "End_Timestamp");
	g_autoptr(GHashTable) index = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	pivot.index = index;
	bool ok = true;
	for (size_t i = 1; i < table->csv->count; i++)
		if (!amd_is_header(table, &table->csv->records[i]))
			ok &= take_row(&pivot, &table->csv->records[i]);
	return ok && fill_points(&pivot);
}

// ---- agents -------------------------------------------------------------------------------------------------------------------------------------------

// A list of the machine's devices is no chart, but names the device of the other files that are read with it.
static bool read_agents(const struct import *in, struct text_line header)
{
	struct amd_table table;
	if (!amd_table_read(in, header, kinds[KIND_AGENTS].cells, &table))
		return false;
	int type = amd_column(&table, "Agent_Type"), product = amd_column(&table, "Product_Name"), chip = amd_column(&table, "Name");
	const char *device = NULL;
	bool one = true;
	for (size_t i = 1; i < table.csv->count; i++) {
		const struct csv_record *record = &table.csv->records[i];
		const char *name = amd_text(record, product);
		if (strcmp(amd_text(record, type), "GPU") != 0)
			continue;
		if (csv_is_missing(name))
			name = amd_text(record, chip);
		one &= !device || strcmp(device, name) == 0;
		device = name;
	}
	if (device && one && !in->chart->device_hint)
		in->chart->device_hint = device;
	diags_add(in->diags, DIAG_IGNORED, text_line_place(in->source, header), "this lists the devices of the machine (%s) and has no kernels" KERNELS_ELSEWHERE,
		device ? device : "no GPU");
	return true;
}

static bool read_v3(const struct import *in)
{
	struct text_line header;
	enum kind kind = find(in->source, &header);
	if (kind == KIND_COUNT) {
		diags_add(in->diags, DIAG_BAD_PROFILE, (struct place){in->source, 0, 0}, "expected a *_counter_collection.csv of rocprofv3, with the columns Dispatch_Id, "
			"Kernel_Name, Counter_Name and Counter_Value, or a *_kernel_trace.csv; found neither");
		return false;
	}
	if (kinds[kind].refusal) {
		diags_add(in->diags, DIAG_BAD_PROFILE, text_line_place(in->source, header), "%s", kinds[kind].refusal);
		return false;
	}
	if (kind == KIND_AGENTS)
		return read_agents(in, header);
	*list_push(in->arena, &in->chart->notes) = kind == KIND_COUNTERS ? "rocprofv3 counters" : "rocprofv3 kernel trace";
	return (kind == KIND_COUNTERS ? read_counters : amd_rows_read)(in, header, kinds[kind].cells);
}

const struct importer importer_rocprofv3 = {
	.name = "rocprofv3",
	.tool = "rocprofv3 counter collection and kernel trace",
	.gives = "points",
	.cpp_names = true,
	.hint = "columns Dispatch_Id, Kernel_Name, Counter_Name, Counter_Value; or Kind, Kernel_Name, Start_Timestamp",
	.recipe = "Write the counters into counters.txt, a few a line (one line is one pass); 'rocprofv3 -L' lists those of your chip:\n"
		"pmc: SQ_INSTS_VALU_ADD_F16 SQ_INSTS_VALU_MUL_F16 SQ_INSTS_VALU_FMA_F16 SQ_INSTS_VALU_TRANS_F16\n"
		"pmc: SQ_INSTS_VALU_ADD_F32 SQ_INSTS_VALU_MUL_F32 SQ_INSTS_VALU_FMA_F32 SQ_INSTS_VALU_TRANS_F32\n"
		"pmc: SQ_INSTS_VALU_ADD_F64 SQ_INSTS_VALU_MUL_F64 SQ_INSTS_VALU_FMA_F64 SQ_INSTS_VALU_TRANS_F64\n"
		"pmc: SQ_INSTS_VALU_MFMA_MOPS_F16 SQ_INSTS_VALU_MFMA_MOPS_BF16 SQ_INSTS_VALU_MFMA_MOPS_F32 SQ_INSTS_VALU_MFMA_MOPS_F64\n"
		"pmc: FETCH_SIZE\n"
		"pmc: WRITE_SIZE\n"
		"On MI300 and later add SQ_INSTS_VALU_MFMA_MOPS_F8 (and _XF32, _F6F4, _I8 where they are listed); SQ_THREAD_CYCLES_VALU and\n"
		"SQ_ACTIVE_INST_VALU say how many of the 64 lanes of a VALU instruction worked. Then\n"
		"rocprofv3 -i counters.txt --output-format csv -d out -- ./program\n"
		"awk 1 out/pass_*/*/*_counter_collection.csv > kernels.csv\n"
		"A kernel trace (--kernel-trace) has times alone.\n",
	.recognise = recognise,
	.read = read_v3,
};
