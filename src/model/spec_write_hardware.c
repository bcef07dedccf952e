// SPDX-License-Identifier: MIT
// Machines as they stand in a spec.
#include "model/spec_keys.h"

#include "base/json_out.h"

static void write_kind(struct json_out *out, enum ceiling_kind kind)
{
	if (kind != CEILING_UNSAID)
		json_put_string(out, "kind", ceiling_kind_name(kind));
}

static void write_compute(struct json_out *out, const struct hardware *hardware)
{
	struct compute_ceiling unsaid;
	compute_init(&unsaid);
	json_key(out, "compute");
	json_open(out, '[');
	for (size_t i = 0; i < hardware->compute.count; i++) {
		json_open_flat(out, '{');
		spec_write_fields(out, compute_keys, &hardware->compute.items[i], &unsaid);
		write_kind(out, hardware->compute.items[i].kind);
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void write_memory(struct json_out *out, const struct hardware *hardware)
{
	struct memory_ceiling unsaid;
	memory_init(&unsaid);
	json_key(out, "memory");
	json_open(out, '[');
	for (size_t i = 0; i < hardware->memory.count; i++) {
		const struct memory_ceiling *memory = &hardware->memory.items[i];
		json_open_flat(out, '{');
		spec_write_fields(out, memory_keys, memory, &unsaid);
		if (memory->level)
			json_put_string(out, "level", memory->level);
		write_kind(out, memory->kind);
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void write_network(struct json_out *out, const struct hardware *hardware)
{
	struct network_ceiling unsaid;
	if (!hardware->network.count)
		return;
	network_init(&unsaid);
	json_key(out, "network");
	json_open(out, '[');
	for (size_t i = 0; i < hardware->network.count; i++) {
		json_open_flat(out, '{');
		spec_write_fields(out, network_keys, &hardware->network.items[i], &unsaid);
		write_kind(out, hardware->network.items[i].kind);
		json_close(out, '}');
	}
	json_close(out, ']');
}

static void write_select(struct json_out *out, const struct hardware_select *select)
{
	const struct hardware_select unsaid = {0};
	if (!select->compute.given && !select->memory.given && !select->network.given)
		return;
	json_key(out, "select");
	json_open_flat(out, '{');
	spec_write_fields(out, select_keys, select, &unsaid);
	json_close(out, '}');
}

static void write_machine(struct json_out *out, const struct hardware *hardware)
{
	struct hardware unsaid;
	hardware_init(&unsaid);
	json_open(out, '{');
	spec_write_fields(out, hardware_keys, hardware, &unsaid);
	write_compute(out, hardware);
	write_memory(out, hardware);
	write_network(out, hardware);
	write_select(out, &hardware->select);
	json_close(out, '}');
}

static void write_machines(struct json_out *out, const struct hardware *const *machines, size_t count)
{
	if (count > 1)
		json_open(out, '[');
	for (size_t i = 0; i < count; i++)
		write_machine(out, machines[i]);
	if (count > 1)
		json_close(out, ']');
}

void spec_write_hardware(const struct hardware *const *machines, size_t count, GString *text)
{
	struct json_out out;
	json_out_init(&out, text);
	write_machines(&out, machines, count);
}

void spec_write_machines(struct json_out *out, const struct chart *chart)
{
	if (!chart->hardware.count)
		return;
	json_key(out, "hardware");
	write_machines(out, chart->hardware.items, chart->hardware.count);
}
