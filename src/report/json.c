// SPDX-License-Identifier: MIT
#include "report/report_internal.h"

#include "base/json_out.h"

static void write_compute(struct json_out *out, const struct machine *machine)
{
	json_key(out, "compute");
	json_open(out, '[');
	for (size_t i = 0; i < machine->compute.count; i++) {
		const struct drawn_compute *drawn = &machine->compute.items[i];
		json_open_flat(out, '{');
		json_put_string(out, "name", drawn->name);
		json_put_string(out, "precision", drawn->ceiling->precision);
		json_put_number(out, "peak", drawn->peak);
		json_put_string(out, "source", drawn->ceiling->source);
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void write_bandwidth(struct json_out *out, const char *name, double bandwidth)
{
	json_open_flat(out, '{');
	json_put_string(out, "name", name);
	json_put_number(out, "bandwidth", bandwidth);
	json_close(out, '}');
}

static void write_slopes(struct json_out *out, const struct machine *machine)
{
	json_key(out, "memory");
	json_open(out, '[');
	for (size_t i = 0; i < machine->memory.count; i++)
		write_bandwidth(out, machine->memory.items[i].name, machine->memory.items[i].ceiling->bandwidth);
	json_close(out, ']');
	json_key(out, "network");
	json_open(out, '[');
	for (size_t i = 0; i < machine->network.count; i++)
		write_bandwidth(out, machine->network.items[i].name, machine->network.items[i].ceiling->bandwidth);
	json_close(out, ']');
}

static void write_ridges(struct json_out *out, const struct machine *machine)
{
	json_key(out, "ridges");
	json_open(out, '[');
	for (size_t i = 0; i < machine->compute.count; i++) {
		for (size_t k = 0; k < machine->memory.count; k++) {
			json_open_flat(out, '{');
			json_put_string(out, "compute", machine->compute.items[i].name);
			json_put_string(out, "memory", machine->memory.items[k].name);
			json_put_number(out, "intensity", ridge_flop_per_byte(machine->compute.items[i].peak, machine->memory.items[k].ceiling->bandwidth));
			json_close(out, '}');
		}
	}
	json_close(out, ']');
}

static void write_machine(struct json_out *out, const struct machine *machine)
{
	json_open(out, '{');
	json_put_string(out, "id", machine->hardware->id);
	json_put_string(out, "name", machine->hardware->name);
	write_compute(out, machine);
	write_slopes(out, machine);
	write_ridges(out, machine);
	json_close(out, '}');
}

static void write_flags(struct json_out *out, unsigned flags)
{
	json_key(out, "flags");
	json_open_flat(out, '[');
	for (unsigned i = 0; i < POINT_FLAG_COUNT; i++) {
		if (flags & 1u << i)
			json_string(out, point_flag_name(1u << i));
	}
	json_close(out, ']');
}

static void write_numbers(struct json_out *out, const struct row *row)
{
	json_put_number(out, "flops", row->flops);
	json_put_number(out, "bytes", row->bytes);
	json_put_number(out, "time", row->time);
	json_put_number(out, "time_low", row->time_low);
	json_put_number(out, "time_high", row->time_high);
	json_put_number(out, "intensity", row->intensity);
	json_put_number(out, "performance", row->performance);
	json_put_number(out, "attainable", row->attainable);
	json_put_string(out, "bound", bound_name(row->bound));
	json_put_number(out, "roof_fraction", row->roof_fraction);
	json_put_number(out, "headroom", row->headroom);
	json_put_number(out, "t_math", row->t_math);
	json_put_number(out, "t_mem", row->t_mem);
	json_put_number(out, "t_net", row->t_net);
	json_put_number(out, "t_lower", row->t_lower);
	json_put_number(out, "t_upper", row->t_upper);
	json_put_number(out, "overlap", row->overlap);
	json_put_number(out, "critical", row->critical);
}

static void write_row(struct json_out *out, const struct analysis *analysis, const struct row *row)
{
	json_open(out, '{');
	json_put_string(out, "name", row->name);
	json_put_string(out, "series", analysis->series.items[row->series_index].key);
	json_put_string(out, "hardware", report_machine_name(row->machine));
	json_put_string(out, "precision", row->point->precision);
	json_put_string(out, "compute", row->compute ? row->compute->name : NULL);
	json_put_string(out, "memory", row->memory ? row->memory->name : NULL);
	write_numbers(out, row);
	report_write_crossings(out, analysis, row);
	report_write_params(out, row->point);
	json_put_number(out, "launches", report_launches(row));
	json_put_bool(out, "analytic", row->analytic);
	json_put_bool(out, "plotted", row->plotted);
	json_put_string(out, "reason", row->reason);
	write_flags(out, row->flags);
	json_put_string(out, "assumptions", row->point->assumptions);
	json_close(out, '}');
}

static void write_warnings(struct json_out *out, const struct diags *diags)
{
	json_key(out, "warnings");
	json_open(out, '[');
	for (size_t i = 0; i < diags_count(diags); i++) {
		const struct diag *diag = diags_get(diags, i);
		json_open_flat(out, '{');
		json_put_string(out, "id", diag_id_name(diag->id));
		json_put_string(out, "message", diag->message);
		json_put_string(out, "point", diag->point);
		json_close(out, '}');
	}
	json_close(out, ']');
}

void report_write_json(const struct analysis *analysis, const struct diags *diags, GString *text)
{
	struct json_out out;
	json_out_init(&out, text);
	json_open(&out, '{');
	json_put_number(&out, "rafter", 1);
	json_put_string(&out, "title", analysis->chart->title);
	json_key(&out, "hardware");
	json_open(&out, '[');
	for (size_t i = 0; i < analysis->machines.count; i++)
		write_machine(&out, &analysis->machines.items[i]);
	json_close(&out, ']');
	json_key(&out, "points");
	json_open(&out, '[');
	for (size_t i = 0; i < analysis->rows.count; i++)
		write_row(&out, analysis, &analysis->rows.items[i]);
	json_close(&out, ']');
	report_write_sweeps(&out, analysis);
	report_write_scaling(&out, analysis);
	write_warnings(&out, diags);
	json_close(&out, '}');
}
