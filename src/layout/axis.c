// SPDX-License-Identifier: MIT
#include "layout/axis.h"

#include <math.h>

double axis_px(const struct axis *axis, double value)
{
	double share = axis->scale == SCALE_LOG ? (log10(value) - log10(axis->min)) / (log10(axis->max) - log10(axis->min))
						: (value - axis->min) / (axis->max - axis->min);
	return axis->from_px + share * (axis->to_px - axis->from_px);
}

double axis_value(const struct axis *axis, double px)
{
	double share = (px - axis->from_px) / (axis->to_px - axis->from_px);
	if (axis->scale == SCALE_LOG)
		return pow(10, log10(axis->min) + share * (log10(axis->max) - log10(axis->min)));
	return axis->min + share * (axis->max - axis->min);
}

double axis_decades(const struct axis *axis)
{
	return log10(axis->max) - log10(axis->min);
}
