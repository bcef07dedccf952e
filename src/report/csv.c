// SPDX-License-Identifier: MIT
#include "report/report_internal.h"

#include "base/num.h"

#include <math.h>
#include <string.h>

// One column: its number, or its text. An empty cell is what does not exist.
struct csv_column {
	const char *title;
	double (*number)(const struct row *row);
	const char *(*text)(const struct analysis *analysis, const struct row *row);
};

#define NUMBER(field) \
	static double number_##field(const struct row *row) \
	{ \
		return row->field; \
	}
NUMBER(flops)
NUMBER(bytes)
NUMBER(time)
NUMBER(intensity)
NUMBER(performance)
NUMBER(attainable)
NUMBER(roof_fraction)
NUMBER(headroom)
NUMBER(t_math)
NUMBER(t_mem)
NUMBER(t_net)
NUMBER(t_lower)
NUMBER(t_upper)
NUMBER(overlap)
NUMBER(critical)
#undef NUMBER

static double number_sweep_value(const struct row *row)
{
	return row->point->sweep_value;
}

#define TEXT(name, value) \
	static const char *text_##name(const struct analysis *analysis, const struct row *row) \
	{ \
		(void)analysis; \
		return value; \
	}
TEXT(name, row->name)
TEXT(series, analysis->series.items[row->series_index].key)
TEXT(hardware, report_machine_name(row->machine))
TEXT(precision, row->point->precision)
TEXT(compute, row->compute ? row->compute->name : NULL)
TEXT(memory, row->memory ? row->memory->name : NULL)
TEXT(bound, bound_name(row->bound))
TEXT(analytic, row->analytic ? "true" : "false")
TEXT(plotted, row->plotted ? "true" : "false")
TEXT(reason, row->reason)
TEXT(assumptions, row->point->assumptions)
TEXT(sweep, row->point->sweep ? analysis->chart->sweeps.items[row->point->sweep - 1].parameter : NULL)
#undef TEXT

static const struct csv_column columns[] = {
	{"name", NULL, text_name},
	{"series", NULL, text_series},
	{"hardware", NULL, text_hardware},
	{"precision", NULL, text_precision},
	{"compute", NULL, text_compute},
	{"memory", NULL, text_memory},
	{"flops [FLOP]", number_flops, NULL},
	{"bytes [B]", number_bytes, NULL},
	{"time [s]", number_time, NULL},
	{"intensity [FLOP/B]", number_intensity, NULL},
	{"performance [FLOP/s]", number_performance, NULL},
	{"attainable [FLOP/s]", number_attainable, NULL},
	{"bound", NULL, text_bound},
	{"roof_fraction", number_roof_fraction, NULL},
	{"headroom", number_headroom, NULL},
	{"t_math [s]", number_t_math, NULL},
	{"t_mem [s]", number_t_mem, NULL},
	{"t_net [s]", number_t_net, NULL},
	{"t_lower [s]", number_t_lower, NULL},
	{"t_upper [s]", number_t_upper, NULL},
	{"overlap", number_overlap, NULL},
	{"critical", number_critical, NULL},
	{"sweep", NULL, text_sweep},
	{"sweep_value", number_sweep_value, NULL},
	{"launches", report_launches, NULL},
	{"analytic", NULL, text_analytic},
	{"plotted", NULL, text_plotted},
	{"reason", NULL, text_reason},
	{"assumptions", NULL, text_assumptions},
};

static void write_text(GString *out, const char *text)
{
	if (!text)
		return;
	if (!strpbrk(text, ",\"\r\n") && *text != ' ' && !g_str_has_suffix(text, " ")) {
		g_string_append(out, text);
		return;
	}
	g_string_append_c(out, '"');
	for (const char *at = text; *at; at++) {
		if (*at == '"')
			g_string_append_c(out, '"');
		g_string_append_c(out, *at);
	}
	g_string_append_c(out, '"');
}

static void write_flags(GString *out, unsigned flags)
{
	bool any = false;
	for (unsigned i = 0; i < POINT_FLAG_COUNT; i++) {
		if (!(flags & 1u << i))
			continue;
		g_string_append_printf(out, "%s%s", any ? " " : "", point_flag_name(1u << i));
		any = true;
	}
}

// One row a point; N, and what it makes of the speed-up, in place of the roofs.
static void write_scaling(const struct analysis *analysis, GString *out)
{
	g_autoptr(GHashTable) by_point = g_hash_table_new(NULL, NULL);
	for (size_t i = 0; i < analysis->scaling->points.count; i++)
		g_hash_table_insert(by_point, (void *)analysis->scaling->points.items[i].point, &analysis->scaling->points.items[i]);
	g_string_append(out, "name,series,n,time [s],speedup,efficiency,amdahl,gustafson,plotted,reason\n");
	for (size_t r = 0; r < analysis->rows.count; r++) {
		const struct row *row = &analysis->rows.items[r];
		const struct scaling_point *found = g_hash_table_lookup(by_point, row->point);
		struct law_values laws = report_law_values(analysis, row->point->processors);
		const double numbers[] = {row->point->processors, row->point->time, found ? found->speedup : NAN, found ? found->efficiency : NAN, laws.amdahl, laws.gustafson};
		write_text(out, row->name);
		g_string_append_c(out, ',');
		write_text(out, analysis->series.items[row->series_index].key);
		for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++)
			g_string_append_printf(out, ",%s", isfinite(numbers[i]) ? num_exact(numbers[i]).text : "");
		g_string_append_printf(out, ",%s,", row->plotted ? "true" : "false");
		write_text(out, row->reason);
		g_string_append_c(out, '\n');
	}
}

void report_write_csv(const struct analysis *analysis, const struct diags *diags, GString *out)
{
	(void)diags;
	if (analysis->scaling) {
		write_scaling(analysis, out);
		return;
	}
	for (size_t i = 0; i < G_N_ELEMENTS(columns); i++)
		g_string_append_printf(out, "%s,", columns[i].title);
	g_string_append(out, "flags\n");
	for (size_t r = 0; r < analysis->rows.count; r++) {
		const struct row *row = &analysis->rows.items[r];
		for (size_t i = 0; i < G_N_ELEMENTS(columns); i++) {
			double number = columns[i].number ? columns[i].number(row) : NAN;
			if (columns[i].text)
				write_text(out, columns[i].text(analysis, row));
			else if (isfinite(number))
				g_string_append(out, num_exact(number).text);
			g_string_append_c(out, ',');
		}
		write_flags(out, row->flags);
		g_string_append_c(out, '\n');
	}
}
