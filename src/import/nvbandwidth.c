// SPDX-License-Identifier: MIT
// nvbandwidth -j: "nvbandwidth": {"GPU Device list", "testcases": [{"name", "status", "bandwidth_matrix"}]}. Cells are strings in GB/s (1e9 byte), "N/A" where
// a GPU cannot reach another; a test that was waived has no matrix.
//
// A copy of n bytes counts as n (memcpy.cpp). Between host and device, or between devices, that is the traffic of the link. device_local_copy reads and writes
// the same memory, so main memory moved 2 n: an H100 of 3.35 TB/s shows 1.52 TB/s there. The chart's machine is one GPU: the median over the GPUs (or pairs).
#include "import/ceilings.h"

#include "base/num.h"
#include "base/text.h"
#include "import/figure.h"
#include "input/units.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AS_JSON "run again with nvbandwidth -j > FILE.json"

enum { DIGITS = 4 };

struct test {
	const char *key;      // of the ceiling: the first test of the same key that passed is taken
	const char *name;     // of the test
	const char *ceiling;  // its name
	bool link;
	double factor;        // bytes moved per byte copied
};

// Copy engines first: they are what cudaMemcpy uses.
static const struct test tests[] = {
	{"local", "device_local_copy", "Main memory", false, 2},
	{"h2d", "host_to_device_memcpy_ce", "Host to device", true, 1},
	{"h2d", "host_to_device_memcpy_sm", "Host to device (SM)", true, 1},
	{"d2h", "device_to_host_memcpy_ce", "Device to host", true, 1},
	{"d2h", "device_to_host_memcpy_sm", "Device to host (SM)", true, 1},
	{"read", "device_to_device_memcpy_read_ce", "Device to device, read", true, 1},
	{"read", "device_to_device_memcpy_read_sm", "Device to device, read (SM)", true, 1},
	{"write", "device_to_device_memcpy_write_ce", "Device to device, write", true, 1},
	{"write", "device_to_device_memcpy_write_sm", "Device to device, write (SM)", true, 1},
};

static bool find_text_output(const struct source *source, struct text_line *line)
{
	size_t offset = encoding_bom(source);
	while (offset < 4096 && text_line_next(source, &offset, line))
		if (text_line_starts(*line, "nvbandwidth Version"))
			return true;
	return false;
}

static int recognise(const struct source *source)
{
	struct text_line line;
	if (json_start(source) == '{')
		return json_head_has_key(source, "nvbandwidth") ? 95 : 0;
	return find_text_output(source, &line) ? 95 : 0;
}

static const char *string_of(const struct json *object, const char *key)
{
	const struct json *value = json_member(object, key);
	return value && value->type == JSON_STRING ? value->string : NULL;
}

// ---- one test -----------------------------------------------------------------------------------------------------------------------------------------

static int compare_numbers(const void *left, const void *right)
{
	const double *a = left, *b = right;
	return (*a > *b) - (*a < *b);
}

static bool add_cell(const struct import *in, const struct json *cell, double factor, GArray *values)
{
	double value;
	const char *text = cell->type == JSON_NULL ? NULL : cell->type == JSON_STRING ? cell->string
		: arena_strndup(in->arena, in->source->bytes + cell->place.offset, cell->place.length);
	if (!figure_read(in, (struct figure){text, cell->place}, "bandwidth_matrix", factor, &value))
		return false;
	if (!isnan(value))
		g_array_append_val(values, value);
	return true;
}

// The cells of a matrix that hold a figure, sorted.
static bool read_matrix(const struct import *in, const struct json *matrix, double factor, GArray *values)
{
	for (const struct json *row = matrix->child; row; row = row->next) {
		if (row->type != JSON_ARRAY) {
			diags_add(in->diags, DIAG_WRONG_TYPE, row->place, "expected an array for every row of 'bandwidth_matrix', found %s", json_type_name(row));
			return false;
		}
		for (const struct json *cell = row->child; cell; cell = cell->next)
			if (!add_cell(in, cell, factor, values))
				return false;
	}
	if (values->len)
		qsort(values->data, values->len, sizeof(double), compare_numbers);
	return true;
}

static void say_spread(const struct import *in, const struct json *test, const struct measured *measured)
{
	if (measured->high <= 1.1 * measured->low)
		return;
	diags_add(in->diags, DIAG_ASSUMED, measured->place, "'%s' is from %s to %s by GPU: the median is taken", string_of(test, "name"),
		units_format(in->arena, measured->low, QUANTITY_BYTE_RATE, DIGITS), units_format(in->arena, measured->high, QUANTITY_BYTE_RATE, DIGITS));
}

// Adds the ceiling of a test. `*added`: it had figures.
static bool add_test(const struct import *in, struct ceilings *ceilings, const struct test *as, const struct json *test, bool *added)
{
	const struct json *matrix = json_member(test, "bandwidth_matrix");
	if (!matrix || matrix->type != JSON_ARRAY)
		return true;
	g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(double));
	if (!read_matrix(in, matrix, as->factor * 1e9, values))
		return false;
	if (!values->len)
		return true;
	const double *sorted = (const double *)(const void *)values->data;
	guint last = values->len - 1;
	struct measured measured = {.name = as->ceiling, .level = as->link ? NULL : "main", .rate = (sorted[last / 2] + sorted[values->len / 2]) / 2,
		.low = sorted[0], .high = sorted[last], .place = json_member(test, "name")->place};
	say_spread(in, test, &measured);
	if (as->link)
		ceilings_add_link(ceilings, measured);
	else
		ceilings_add_memory(ceilings, measured);
	*added = true;
	return true;
}

// ---- the file -----------------------------------------------------------------------------------------------------------------------------------------

static const struct json *find_test(const struct json *list, const char *name)
{
	for (const struct json *test = list->child; test; test = test->next)
		if (test->type == JSON_OBJECT && g_strcmp0(string_of(test, "name"), name) == 0)
			return test;
	return NULL;
}

static bool read_tests(const struct import *in, const struct json *list, struct ceilings *ceilings)
{
	const char *done = "";
	for (size_t i = 0; i < G_N_ELEMENTS(tests); i++) {
		const struct json *test = find_test(list, tests[i].name);
		bool added = false;
		if (!test || strcmp(done, tests[i].key) == 0)
			continue;
		if (!add_test(in, ceilings, &tests[i], test, &added))
			return false;
		done = added ? tests[i].key : done;
	}
	return true;
}

// Tests that went wrong; those that were waived do not fit the machine.
static void warn_failed(const struct import *in, const struct json *list)
{
	for (const struct json *test = list->child; test; test = test->next) {
		const char *status = string_of(test, "status"), *name = string_of(test, "name");
		if (status && !text_same(status, "Passed") && !text_same(status, "Waived"))
			diags_add(in->diags, DIAG_PROFILER_ERROR, test->place, "the test '%s' of nvbandwidth ended with '%s'", name ? name : "", status);
	}
}

// "NVIDIA GeForce RTX 5090" of "0: NVIDIA GeForce RTX 5090 (00000000:0c:00): (host)"; NULL for old files, which have no list.
static const char *device_name(const struct import *in, const struct json *result)
{
	const struct json *list = json_member(result, "GPU Device list");
	const char *first = list && list->type == JSON_ARRAY && list->child && list->child->type == JSON_STRING ? list->child->string : NULL;
	const char *colon = first ? strstr(first, ": ") : NULL;
	const char *name = colon ? colon + 2 : "", *end = strstr(name, " (");
	size_t length = end ? (size_t)(end - name) : strlen(name);
	return length ? arena_strndup(in->arena, name, length) : NULL;
}

static bool refuse_text(const struct import *in)
{
	struct text_line line;
	bool found = find_text_output(in->source, &line);
	struct place place = found ? text_line_place(in->source, line) : (struct place){in->source, 0, 0};
	diags_add(in->diags, DIAG_BAD_PROFILE, place, "expected JSON, found %s: " AS_JSON, found ? "the text output of nvbandwidth" : "another text");
	return false;
}

static bool read_nvbandwidth(const struct import *in)
{
	if (json_start(in->source) != '{')
		return refuse_text(in);
	const struct json *root = json_read(in->arena, in->source, in->diags);
	if (!root)
		return false;
	const struct json *result = json_member(root, "nvbandwidth"), *list = result ? json_member(result, "testcases") : NULL;
	if (!list || list->type != JSON_ARRAY || !list->count) {
		const char *error = result ? string_of(result, "error") : NULL;
		diags_add(in->diags, DIAG_BAD_PROFILE, result ? result->place : (struct place){in->source, 0, 0}, "expected tests in the array \"testcases\", found none%s%s",
			error ? ": nvbandwidth says " : "", error ? error : "");
		return false;
	}
	struct ceilings ceilings = ceilings_begin(in, device_name(in, result), "nvbandwidth");
	ceilings.machine->note = "main memory is twice device_local_copy, which reads and writes; tests of both directions or of all GPUs at once, and latencies, are "
		"no ceilings";
	warn_failed(in, list);
	return read_tests(in, list, &ceilings) && ceilings_end(&ceilings);
}

const struct importer importer_nvbandwidth = {
	.name = "nvbandwidth",
	.tool = "nvbandwidth -j",
	.gives = "ceilings",
	.hint = "a JSON object with \"nvbandwidth\" and its \"testcases\"",
	.recipe = "nvbandwidth -j > machine.json\n"
		"    (or only what is read: -t device_local_copy host_to_device_memcpy_ce device_to_host_memcpy_ce device_to_device_memcpy_read_ce)\n"
		"device_local_copy gives main memory, counted twice since a copy reads and writes; copies between host and devices are links. Of several GPUs the\n"
		"median is taken.\n",
	.recognise = recognise,
	.read = read_nvbandwidth,
};
