// SPDX-License-Identifier: MIT
// Laws and formulas at any value of their parameter.
#include "model/kernel.h"
#include "model/analysis.h"

#include <math.h>

double amdahl_speedup(double serial_fraction, double overhead, double processors)
{
	return 1 / (serial_fraction + (1 - serial_fraction) / processors + overhead);
}

double gustafson_speedup(double serial_fraction, double processors)
{
	return serial_fraction + processors * (1 - serial_fraction);
}

double sweep_performance(const struct sweep_result *result, double parameter)
{
	const struct kernel_use *use = result->sweep->use;
	double flops = kernel_use_value(use, result->flops, parameter);
	double time = flops / result->peak;
	const struct { const struct expr *formula; double rate; } slopes[] = {{result->bytes, result->bandwidth}, {result->network, result->link}};
	for (size_t i = 0; i < sizeof slopes / sizeof *slopes; i++) {
		if (!slopes[i].formula)
			continue;
		double moved = kernel_use_value(use, slopes[i].formula, parameter);
		// Where nothing is sent no link is needed.
		double took = moved == 0 ? 0 : moved / slopes[i].rate;
		if (isnan(took))
			return NAN;
		time = fmax(time, took);
	}
	return time > 0 ? flops / time : NAN;
}

double sweep_intensity(const struct sweep_result *result, double parameter)
{
	const struct kernel_use *use = result->sweep->use;
	double intensity = kernel_use_value(use, result->flops, parameter) / kernel_use_value(use, result->bytes, parameter);
	return isfinite(intensity) ? intensity : NAN;
}

const struct sweep_result *sweep_of_row(const struct analysis *analysis, const struct row *row)
{
	const struct sweep *sweep = row->point->sweep ? &analysis->chart->sweeps.items[row->point->sweep - 1] : NULL;
	for (size_t i = 0; i < analysis->sweeps.count && sweep; i++) {
		const struct sweep_result *result = &analysis->sweeps.items[i];
		if (result->sweep == sweep)
			return row->level_index < result->level_count ? &result->levels[row->level_index] : result;
	}
	return NULL;
}
