// SPDX-License-Identifier: MIT
// What `rafter analyze --format json` wrote, read back: the points as they were measured. Where they stood under their roofs is worked out anew, by the machines
// of the chart that they are read for. A point with several memory levels has one entry per level there, one after the other.
#include "import/importers.h"

#include "base/text.h"
#include "import/record.h"
#include "input/json.h"
#include "model/spec.h"

#include <math.h>
#include <string.h>

// A scaling chart has none: "hardware": [], which is none in a spec.
static bool has_no_machine(const struct source *head)
{
	static const char key[] = "\"hardware\"";
	const char *end = head->bytes + head->size, *at = memmem(head->bytes, head->size, key, sizeof key - 1);
	const char *wanted = ":[]";
	for (at = at ? at + sizeof key - 1 : end; at < end && *wanted; at++) {
		if (*at == *wanted)
			wanted++;
		else if (!g_ascii_isspace(*at))
			return false;
	}
	return !*wanted;
}

// Neither the blanks nor the order of the keys are what jq leaves alone; a spec's hardware has no ridges.
static int recognise(const struct source *source)
{
	struct source head = record_head(source);
	if (!memmem(head.bytes, head.size, "\"ridges\"", 8) && !has_no_machine(&head))
		return 0;
	return json_start(source) == '{' && json_head_has_key(source, "hardware") ? 95 : 0;
}

static bool wrong(const struct import *in, const struct json *value, const char *expected)
{
	diags_add(in->diags, DIAG_WRONG_TYPE, value->place, "%s: expected %s, found %s", value->path, expected, json_type_name(value));
	return false;
}

static bool read_text(const struct import *in, const struct json *entry, const char *key, const char **text)
{
	const struct json *value = json_member(entry, key);
	if (!value || value->type == JSON_NULL)
		return true;
	*text = value->string;
	return value->type == JSON_STRING || wrong(in, value, "a string");
}

static bool read_number(const struct import *in, const struct json *entry, const char *key, double *number)
{
	const struct json *value = json_member(entry, key);
	if (!value || value->type == JSON_NULL)
		return true;
	if (value->type != JSON_NUMBER)
		return wrong(in, value, "a number");
	*number = value->number;
	if (value->number >= 0)
		return true;
	diags_add(in->diags, DIAG_NEGATIVE, value->place, "%s: expected 0 or more, found a negative number", value->path);
	return false;
}

struct entry {
	const char *name, *series, *hardware, *precision, *memory, *reason;
	double flops, bytes, time, time_low, time_high, intensity, performance, launches;
	bool analytic;
};

static bool read_entry(const struct import *in, const struct json *json, struct entry *entry)
{
	*entry = (struct entry){.flops = NAN, .bytes = NAN, .time = NAN, .time_low = NAN, .time_high = NAN, .intensity = NAN, .performance = NAN, .launches = 1};
	const struct { const char *key; const char **text; } texts[] = {{"name", &entry->name}, {"series", &entry->series}, {"hardware", &entry->hardware},
		{"precision", &entry->precision}, {"memory", &entry->memory}, {"reason", &entry->reason}};
	const struct { const char *key; double *number; } numbers[] = {{"flops", &entry->flops}, {"bytes", &entry->bytes}, {"time", &entry->time},
		{"time_low", &entry->time_low}, {"time_high", &entry->time_high}, {"intensity", &entry->intensity}, {"performance", &entry->performance},
		{"launches", &entry->launches}};
	if (json->type != JSON_OBJECT)
		return wrong(in, json, "an object");
	bool ok = true;
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
		ok = read_text(in, json, texts[i].key, texts[i].text) && ok;
	for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++)
		ok = read_number(in, json, numbers[i].key, numbers[i].number) && ok;
	const struct json *analytic = json_member(json, "analytic");
	entry->analytic = analytic && analytic->type == JSON_TRUE;
	return ok && (entry->name || wrong(in, json, "a point with a name"));
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

// Names are unique there: the same one again is the same point at another level.
static bool is_next_level(const struct entry *before, const struct entry *entry)
{
	return before->name && !strcmp(before->name, entry->name) && same_text(before->series, entry->series) && same_text(before->hardware, entry->hardware);
}

// Amounts alone where they are there: what follows from them is then what it was. Of an analytic point the rest was worked out, not measured.
static struct point *add_point(const struct import *in, const struct entry *entry, bool several_machines, struct place place)
{
	struct point *point = list_push(in->arena, &in->chart->points);
	point_init(point);
	point->name = entry->name;
	point->series = entry->series;
	point->precision = entry->precision;
	point->hardware = several_machines ? entry->hardware : NULL;
	point->missing = entry->reason;
	point->launches = entry->launches >= 1 ? entry->launches : 1;
	point->flops = entry->flops;
	point->place = place;
	if (!entry->analytic) {
		point->time = entry->time;
		point->time_low = entry->time_low;
		point->time_high = entry->time_high;
		if (isnan(entry->flops) || isnan(entry->time))
			point->performance = entry->performance;
	}
	return point;
}

static void add_level(const struct import *in, struct point *point, const struct entry *entry, const char *level, struct place place)
{
	bool has_amounts = !isnan(entry->flops) && !isnan(entry->bytes);
	*list_push(in->arena, &point->levels) = (struct level_value){.level = level, .bytes = entry->bytes,
		.intensity = has_amounts ? NAN : entry->intensity, .place = place};
}

static bool has_several(const struct json *root, const char *key)
{
	const struct json *list = json_member(root, key);
	return list && list->count > 1;
}

// With one memory alone a point's bytes are plain ones, so that they meet whatever the other machine calls its own.
static bool read_points(const struct import *in, const struct json *root, const struct json *points)
{
	bool ok = true, several_machines = has_several(root, "hardware"), several_memories = several_machines;
	const struct json *machines = json_member(root, "hardware");
	for (const struct json *machine = machines ? machines->child : NULL; machine; machine = machine->next)
		several_memories = several_memories || has_several(machine, "memory");
	const struct json *name = machines && machines->child && !several_machines ? json_member(machines->child, "name") : NULL;
	in->chart->analysed_on = name && name->type == JSON_STRING ? name->string : NULL;
	if (!points->child)
		diags_add(in->diags, DIAG_IGNORED, points->place, "this analysis has no points, and a machine is not taken from it");
	struct entry before = {0}, entry;
	struct point *point = NULL;
	for (const struct json *item = points->child; item; item = item->next) {
		if (!read_entry(in, item, &entry)) {
			ok = false;
			continue;
		}
		bool is_level = point && is_next_level(&before, &entry);
		if (!is_level)
			point = add_point(in, &entry, several_machines, item->place);
		// A level that the machine had no memory for lost its name.
		if ((!isnan(entry.bytes) || !isnan(entry.intensity)) && (!is_level || entry.memory))
			add_level(in, point, &entry, several_memories ? entry.memory : NULL, item->place);
		before = entry;
	}
	return ok;
}

static bool read_analysis(const struct import *in)
{
	const struct json *root = json_read(in->arena, in->source, in->diags);
	if (!root)
		return false;
	const struct json *points = json_member(root, "points");
	if (points && points->type == JSON_ARRAY)
		return read_points(in, root, points);
	diags_add(in->diags, DIAG_MISSING_KEY, root->place, "expected \"points\": a list, as 'rafter analyze --format json' writes it");
	return false;
}

const struct importer importer_analysis = {
	.name = "analysis",
	.tool = "rafter analyze --format json",
	.gives = "points",
	.hint = "a JSON object with \"rafter\": 1, \"hardware\" with ridges, and \"points\"",
	.recipe = "rafter analyze kernels.csv --hardware nvidia-h100-sxm --format json -o baseline.json\n"
		"It is what '--baseline' of a later run is given. The machine in it is not taken over: say it again with --hardware.\n",
	.recognise = recognise,
	.read = read_analysis,
};
