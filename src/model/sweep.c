// SPDX-License-Identifier: MIT
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
	double intensity = sweep_intensity(result, parameter);
	return isfinite(intensity) ? attainable_flop_per_s(result->peak, result->bandwidth, intensity) : NAN;
}

double sweep_intensity(const struct sweep_result *result, double parameter)
{
	(void)result;
	(void)parameter;
	return NAN;
}
