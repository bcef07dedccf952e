// SPDX-License-Identifier: MIT
#include "report/report_internal.h"

#include "base/text.h"

#include <math.h>

const struct report_format report_formats[] = {
	{"table", "aligned columns for people", report_write_table},
	{"json", "every number in full precision, SI base units, null for what does not exist", report_write_json},
	{"csv", "one row a point and memory level, RFC 4180, SI base units", report_write_csv},
	{"markdown", "a GitHub table", report_write_markdown},
	{NULL, NULL, NULL},
};

const struct report_format *report_format_find(const char *name)
{
	for (const struct report_format *format = report_formats; format->name; format++) {
		if (text_same(format->name, name))
			return format;
	}
	return NULL;
}

const char *report_machine_name(const struct machine *machine)
{
	return machine ? hardware_name(machine->hardware) : NULL;
}

double report_launches(const struct row *row)
{
	return isnan(row->point->calls) ? row->point->launches : row->point->calls;
}
