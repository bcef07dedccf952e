// SPDX-License-Identifier: MIT
// The rows of a point: where it stands at each memory level, what bounds it there, or why it cannot be placed.
#include "model/analysis_internal.h"
#include "model/kernel.h"

#include <math.h>

static const double tie_share = 1e-12, above_share = 1e-9, low_share = 0.1;

// ---- judging ------------------------------------------------------------------------------------------------------------------------------------------

enum bound bound_of(double math, double memory, double network)
{
	const struct { double time; enum bound bound; } parts[] = {{math, BOUND_COMPUTE}, {memory, BOUND_MEMORY}, {network, BOUND_NETWORK}};
	double first = 0, second = 0;
	enum bound bound = BOUND_NONE;
	for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
		double time = parts[i].time;
		if (time > first) {
			second = first;
			first = time;
			bound = parts[i].bound;
		} else if (time > second) {
			second = time;
		}
	}
	return first > 0 && first - second <= tie_share * first ? BOUND_BALANCED : bound;
}

static double peak_of(const struct row *row)
{
	return row->compute ? row->compute->peak : NAN;
}

static double slope_of(const struct row *row)
{
	return row->memory ? row->memory->ceiling->bandwidth : NAN;
}

// A kernel tells all that it does: what it has no formula for takes no time.
static bool lacks_flops(const struct row *row)
{
	return row->point->kernel && isnan(row->flops) && !row->point->kernel->kernel->flops.expr;
}

static bool lacks_bytes(const struct row *row)
{
	return row->point->kernel && isnan(row->bytes) && !row->point->kernel->kernel->bytes.count;
}

static void judge_times(struct row *row, bool has_network)
{
	double peak = peak_of(row), slope = slope_of(row);
	row->t_math = row->flops / peak;
	row->t_mem = row->bytes / slope;
	row->t_net = row->network ? row->network_bytes / row->network->ceiling->bandwidth : NAN;
	if (has_network && isnan(row->t_net))
		return;
	if ((isnan(row->t_math) && !lacks_flops(row)) || (isnan(row->t_mem) && !lacks_bytes(row))) {
		// Without amounts the times of one FLOP are in the same proportion.
		if (!has_network && row->intensity > 0 && !isnan(peak) && !isnan(slope))
			row->bound = bound_of(1 / peak, 1 / (row->intensity * slope), NAN);
		return;
	}
	row->bound = bound_of(row->t_math, row->t_mem, row->t_net);
	row->t_lower = fmax(fmax(row->t_math, row->t_mem), row->t_net);
	row->t_upper = (isnan(row->t_math) ? 0 : row->t_math) + (isnan(row->t_mem) ? 0 : row->t_mem) + (has_network ? row->t_net : 0);
}

// Means something where the measured time lies between full overlap and none.
static double overlap_of(const struct row *row)
{
	double span = row->t_upper - row->t_lower;
	bool between = row->time >= row->t_lower * (1 - tie_share) && row->time <= row->t_upper * (1 + tie_share);
	return span > 0 && between ? (row->t_upper - row->time) / span : NAN;
}

static void judge_measured(struct row *row)
{
	row->overlap = overlap_of(row);
	if (!(row->attainable > 0) || !(row->performance > 0))
		return;
	row->roof_fraction = row->performance / row->attainable;
	row->headroom = row->attainable / row->performance;
	if (row->performance > row->attainable * (1 + above_share))
		row->flags |= FLAG_ABOVE_ROOF;
	if (row->roof_fraction < low_share)
		row->flags |= FLAG_LOW_UTILISATION;
}

static void judge(struct row *row, bool has_network)
{
	double peak = peak_of(row), slope = slope_of(row);
	if (row->intensity > 0 && !isnan(peak) && !isnan(slope))
		row->attainable = attainable_flop_per_s(peak, slope, row->intensity);
	if (row->analytic)
		row->performance = row->attainable;
	judge_times(row, has_network);
	if (row->analytic && row->t_net > 0)
		row->performance = fmin(row->performance, row->flops / row->t_net);
	if (!row->analytic)
		judge_measured(row);
}

// ---- placing ------------------------------------------------------------------------------------------------------------------------------------------

static bool is_analytic(const struct point *point, const struct row *row)
{
	return isnan(row->performance) && row->intensity > 0 && isnan(point->time) && isnan(point->performance) &&
		isnan(point->bandwidth) && !point->missing;
}

static bool is_out_of_range(const struct row *row)
{
	return isinf(row->flops) || isinf(row->bytes) || isinf(row->intensity) || isinf(row->performance) ||
		isinf(row->network_bytes);
}

// The reason why a row has no place, or NULL. What an importer or a table said about the gap is nearer to the cause than the gap.
static const char *why_unplaced(const struct point *point, const struct row *row, bool out_of_range)
{
	bool no_intensity = isnan(row->intensity), no_performance = isnan(row->performance);
	if (is_out_of_range(row))
		return "out of range";
	if (row->intensity > 0 && row->performance > 0)
		return NULL;
	const struct { bool holds; const char *reason; } causes[] = {
		{point->missing && (no_intensity || no_performance), point->missing},
		{point->calls == 0, "calls = 0"},
		{row->flops == 0, "flops = 0"},
		{lacks_flops(row), "the kernel has no FLOPs"},
		{lacks_bytes(row) && no_intensity, "the kernel has no bytes in memory"},
		{row->intensity == 0, "intensity = 0"},
		{row->performance == 0, "performance = 0"},
		{point->time == 0 && no_performance, "time = 0"},
		{row->bytes == 0 && no_intensity, "bytes = 0"},
		{out_of_range, "out of range"},
		{no_intensity && no_performance, "no intensity, no performance"},
		{no_intensity, "no intensity"},
		{no_performance, "no performance"},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(causes); i++) {
		if (causes[i].holds)
			return causes[i].reason;
	}
	return NULL;
}

static void place(struct row *row, const struct point_use *use, bool out_of_range)
{
	const struct point *point = row->point;
	if (row->analytic && isnan(row->performance))
		row->reason = use->compute && !use->compute->drawn ? use->compute->missing : use->levels ? use->levels[row->level_index]->missing : NULL;
	if (!row->reason)
		row->reason = why_unplaced(point, row, out_of_range);
	row->plotted = !row->reason;
	if (row->flops == 0 && point->calls != 0)
		row->flags |= FLAG_ZERO_FLOP;
	if (use->machine && (!row->compute || !row->memory))
		row->flags |= FLAG_NO_ROOF;
}

// ---- rows ---------------------------------------------------------------------------------------------------------------------------------------------

static double calls_of(const struct point *point)
{
	return isnan(point->calls) ? 1 : point->calls;
}

static void fill_amounts(struct row *row, const struct resolved *resolved, const struct level_value *level)
{
	const struct point *point = row->point;
	const struct resolved_level *known = &resolved->levels[row->level_index];
	row->flops = resolved->flops;
	row->bytes = level && level->bytes == 0 ? 0 : known->bytes;
	row->time = point->time == 0 ? 0 : resolved->time;
	row->intensity = known->intensity;
	row->performance = resolved->performance;
	row->bandwidth = known->bandwidth;
	row->time_low = point->time_low;
	row->time_high = point->time_high;
	row->performance_low = row->time_high > 0 ? row->flops / row->time_high : NAN;
	row->performance_high = row->time_low > 0 ? row->flops / row->time_low : NAN;
	if (point->network_bytes > 0) {
		row->network_bytes = point->network_bytes * calls_of(point);
		row->network_intensity = row->network_bytes > 0 ? row->flops / row->network_bytes : NAN;
	}
}

static struct row row_blank(void)
{
	return (struct row){.flops = NAN, .bytes = NAN, .time = NAN, .time_low = NAN, .time_high = NAN, .intensity = NAN, .performance = NAN,
		.performance_low = NAN, .performance_high = NAN, .attainable = NAN, .roof_fraction = NAN, .headroom = NAN, .t_math = NAN, .t_mem = NAN,
		.t_net = NAN, .t_lower = NAN, .t_upper = NAN, .overlap = NAN, .bandwidth = NAN, .network_bytes = NAN, .network_intensity = NAN, .critical = NAN};
}

bool row_in_margin(const struct row *row)
{
	return (row->flags & FLAG_ZERO_FLOP) && isfinite(row->bandwidth) && row->bandwidth > 0 && row->memory;
}

void point_rows(struct run *run, size_t point_index)
{
	const struct point *point = &run->chart->points.items[point_index];
	struct point_use *use = &run->points[point_index];
	struct resolved resolved = point_resolve(run, point_index);
	use->first_row = run->analysis->rows.count;
	for (size_t i = 0; i < use->level_count; i++) {
		const struct level_value *level = i < point->levels.count ? &point->levels.items[i] : NULL;
		struct row *row = list_push(run->arena, &run->analysis->rows);
		*row = row_blank();
		row->point = point;
		row->point_index = point_index;
		row->name = run->names[point_index];
		row->label = point->label ? point->label : row->name;
		row->series_index = use->series_index;
		row->machine = use->machine ? use->machine->machine : NULL;
		row->compute = use->compute ? use->compute->drawn : NULL;
		row->memory = use->levels ? use->levels[i]->drawn : NULL;
		row->network = use->network ? use->network->drawn : NULL;
		row->level = level ? level->level : NULL;
		row->level_index = i;
		row->level_count = use->level_count;
		fill_amounts(row, &resolved, level);
		row->analytic = is_analytic(point, row);
		judge(row, point->network_bytes > 0);
		place(row, use, resolved.out_of_range);
	}
}
