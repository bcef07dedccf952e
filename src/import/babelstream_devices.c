// SPDX-License-Identifier: MIT
// A table of BabelStream's results made by hand, as those that BabelStream publishes: a row a device, a column a kernel, and often "Best GB/s". The columns
// of the kernels name no unit: "Best GB/s" proves it, or the user says it.
#include "import/babelstream.h"
#include "import/record.h"

#include "base/num.h"
#include "base/text.h"
#include "input/units.h"

#include <glib.h>
#include <math.h>

enum { DEVICES_SHOWN = 4 };

bool babelstream_is_devices(struct text_line line)
{
	return text_line_has(line, "Device,") && text_line_has(line, ",Copy,") && text_line_has(line, ",Triad");
}

static const struct csv_cell *cell_of(const struct csv *csv, const struct csv_record *row, const char *column)
{
	const struct csv_record *header = &csv->records[0];
	for (size_t i = 0; i < header->count && i < row->count; i++)
		if (text_same(header->cells[i].text, column))
			return &row->cells[i];
	return NULL;
}

static bool is_filled(const struct csv_cell *cell)
{
	return cell && !csv_is_missing(cell->text);
}

// Rates of MB/s are a thousand times the best in GB/s. NAN when nothing says the unit.
static double unit_of(const struct import *in, const struct csv *csv, const struct csv_record *row, double best)
{
	static const double scales[] = {1e9, 1e6, 1e3, 1};
	const struct csv_cell *gigabytes = cell_of(csv, row, "Best GB/s");
	double scale, stated;
	if (in->options->unit && units_parse_unit(in->options->unit, QUANTITY_BYTE_RATE, &scale) == UNITS_OK)
		return scale;
	if (!is_filled(gigabytes) || !num_parse(gigabytes->text, &stated))
		return NAN;
	for (size_t i = 0; i < G_N_ELEMENTS(scales); i++)
		if (fabs(best * scales[i] - stated * 1e9) <= 0.02 * stated * 1e9)
			return scales[i];
	return NAN;
}

static bool device_add(const struct import *in, const struct csv *csv, const struct csv_record *row)
{
	const char *device = cell_of(csv, row, "Device")->text;
	struct babelstream_best best = {0};
	for (size_t i = 0; babelstream_kernels[i]; i++) {
		const struct csv_cell *cell = cell_of(csv, row, babelstream_kernels[i]);
		double rate;
		if (!is_filled(cell))
			continue;
		if (!text_figure(in, (struct text_word){cell->text, cell->place}, arena_printf(in->arena, "the rate of %s", babelstream_kernels[i]), 1, &rate))
			return false;
		best.count++;
		if (!best.kernel || rate > best.rate) {
			best.kernel = babelstream_kernels[i];
			best.rate = rate;
			best.place = cell->place;
		}
	}
	if (!best.kernel) {
		diags_add(in->diags, DIAG_BAD_PROFILE, row->place, "expected a rate of '%s' under Copy, Mul, Add or Triad, found none", device);
		return false;
	}
	double scale = unit_of(in, csv, row, best.rate);
	if (isnan(scale)) {
		diags_add(in->diags, DIAG_MISSING_UNIT, best.place,
			"expected a unit of the rates, found %s alone: give the rate with --bandwidth 'DRAM=VALUE GB/s', or add a column 'Best GB/s'",
			num_short(best.rate, 9).text);
		return false;
	}
	best.rate *= scale;
	return babelstream_add(in, (struct babelstream_device){device, true}, best);
}

bool babelstream_devices_read(const struct import *in, size_t start)
{
	const struct csv *csv = record_table(in, (struct csv_options){.separator = ',', .start = start});
	if (!csv)
		return false;
	const struct csv_record *first = NULL;
	g_autoptr(GString) names = g_string_new(NULL);
	size_t count = 0;
	for (size_t i = 1; i < csv->count; i++) {
		const struct csv_cell *device = cell_of(csv, &csv->records[i], "Device");
		if (!is_filled(device))
			continue;
		first = first ? first : &csv->records[i];
		if (count++ < DEVICES_SHOWN)
			g_string_append_printf(names, "%s%s", names->len ? ", " : "", device->text);
	}
	if (count == 1)
		return device_add(in, csv, first);
	if (count)
		diags_add(in->diags, DIAG_BAD_PROFILE, csv->records[0].place,
			"expected one device, found a table of %zu (%s%s): keep the header and the line of yours, as 'sed -n \"%zup;%zup\" FILE > one.csv'", count,
			names->str, count > DEVICES_SHOWN ? ", ..." : "", csv->records[0].line, first->line);
	else
		diags_add(in->diags, DIAG_BAD_PROFILE, csv->records[0].place, "expected a row of a device below the header, found none");
	return false;
}
