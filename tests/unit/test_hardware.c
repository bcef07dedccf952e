// SPDX-License-Identifier: MIT
#include "model/hardware.h"

#include <glib.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
// cmocka needs the headers above first
#include <cmocka.h>

struct fixture {
	struct arena *arena;
	struct diags *diags;
};

static int set_up(void **state)
{
	struct fixture *fixture = g_new0(struct fixture, 1);
	*fixture = (struct fixture){arena_new(), diags_new()};
	*state = fixture;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *fixture = *state;
	diags_free(fixture->diags);
	arena_free(fixture->arena);
	g_free(fixture);
	return 0;
}

static const struct hardware *find_device(void *user, struct arena *arena, const char *name, struct place place, struct diags *diags);

static const struct network_ceiling *find_link(void *user, struct arena *arena, const char *name, struct place place, struct diags *diags)
{
	(void)user;
	struct network_ceiling *link = arena_alloc(arena, sizeof *link);
	*link = (struct network_ceiling){.name = "NVLink 4", .id = "nvlink-4", .bandwidth = 450e9, .both_ways = NAN};
	if (!strcmp(name, "nvlink-4"))
		return link;
	diags_add(diags, DIAG_UNKNOWN_NAME, place, "unknown link '%s'", name);
	return NULL;
}

static const struct hardware_lookup lookup = {find_device, find_link, NULL};

static const struct hardware *read_text(struct arena *arena, const char *text, struct diags *diags)
{
	struct source *source = arena_alloc(arena, sizeof *source);
	*source = (struct source){"hw.json", text, strlen(text)};
	const struct json *json = json_read(arena, source, diags);
	assert_non_null(json);
	return hardware_read(arena, json, &lookup, diags);
}

static const struct hardware *find_device(void *user, struct arena *arena, const char *name, struct place place, struct diags *diags)
{
	(void)user;
	if (!strcmp(name, "base"))
		return read_text(arena,
			"{\"id\": \"base\", \"name\": \"Base\", \"year\": 2022, \"compute\": [{\"name\": \"FP64\", \"precision\": \"double\", \"peak\": \"10 TFLOP/s\"},"
			"{\"name\": \"FP32\", \"precision\": \"fp32\", \"peak\": \"20 TFLOP/s\"}],"
			"\"memory\": [{\"name\": \"HBM3\", \"level\": \"main\", \"bandwidth\": \"3.35 TB/s\"}]}", diags);
	diags_add(diags, DIAG_UNKNOWN_NAME, place, "unknown device '%s'", name);
	return NULL;
}

static void expect_diag(struct diags *diags, size_t index, enum diag_id id, const char *part)
{
	assert_true(index < diags_count(diags));
	const struct diag *diag = diags_get(diags, index);
	if (diag->id != id || !strstr(diag->message, part))
		fail_msg("expected [%s] with '%s', found [%s] %s", diag_id_name(id), part, diag_id_name(diag->id), diag->message);
}

static void reads_every_field(void **state)
{
	struct fixture *f = *state;
	const struct hardware *h = read_text(f->arena,
		"{\"id\": \"x\", \"name\": \"X\", \"vendor\": \"V\", \"architecture\": \"A\", \"year\": 2020, \"tdp\": 400, \"confidence\": \"solid\", \"note\": \"N\","
		"\"compute\": [{\"name\": \"Tensor\", \"precision\": \"Half\", \"pipe\": \"tensor\", \"peak\": \"312 TFLOPS\", \"low\": null, \"high\": \"313 TFLOP/s\","
		" \"accumulate\": \"FP32\", \"sparse\": \"624 TFLOP/s\", \"kind\": \"datasheet\", \"source\": \"S\", \"clock\": \"1.41 GHz\", \"default\": true}],"
		"\"memory\": [{\"name\": \"HBM2\", \"level\": \"MAIN\", \"bandwidth\": 1.555e12, \"kind\": \"assumed\", \"capacity\": \"40 GB\"}],"
		"\"network\": [\"nvlink-4\", {\"name\": \"IB\", \"bandwidth\": \"400 Gb/s\", \"both_ways\": \"800 Gb/s\", \"scope\": \"per port\"}],"
		"\"select\": {\"compute\": \"fp16\", \"memory\": [\"HBM2\"], \"network\": []}}", f->diags);
	assert_non_null(h);
	assert_int_equal(diags_count(f->diags), 0);
	const struct compute_ceiling *c = &h->compute.items[0];
	assert_string_equal(c->precision, "fp16");
	assert_string_equal(c->accumulate, "fp32");
	assert_true(c->peak == 312e12 && isnan(c->low) && c->high == 313e12 && c->sparse == 624e12 && c->clock == 1.41e9 && c->is_default);
	assert_int_equal(c->kind, CEILING_DATASHEET);
	assert_string_equal(h->memory.items[0].level, "main");
	assert_true(h->memory.items[0].capacity == 40e9);
	assert_int_equal(h->memory.items[0].kind, CEILING_ASSUMED);
	assert_int_equal(h->network.count, 2);
	assert_true(h->network.items[0].bandwidth == 450e9);
	assert_true(h->network.items[1].bandwidth == 50e9 && h->network.items[1].both_ways == 100e9);
	assert_true(h->year == 2020 && h->tdp_w == 400);
	assert_true(h->select.compute.given && h->select.compute.count == 1 && h->select.network.given && h->select.network.count == 0);
}

static void preset_lists_are_replaced_whole(void **state)
{
	struct fixture *f = *state;
	const struct hardware *h = read_text(f->arena,
		"{\"preset\": \"base\", \"name\": \"Mine\", \"compute\": [{\"name\": \"only\", \"peak\": 1e12}], \"select\": {\"memory\": [\"HBM3\"]}}", f->diags);
	assert_non_null(h);
	assert_string_equal(h->name, "Mine");
	assert_string_equal(h->id, "base");
	assert_int_equal(h->compute.count, 1);
	assert_string_equal(h->compute.items[0].name, "only");
	assert_int_equal(h->memory.count, 1);
	assert_true(h->year == 2022);
	assert_null(read_text(f->arena, "{\"preset\": \"nothing\"}", f->diags));
	assert_int_equal(diags_error_count(f->diags), 1);
	expect_diag(f->diags, 0, DIAG_UNKNOWN_NAME, "nothing");
}

static void zero_roof_is_left_out(void **state)
{
	struct fixture *f = *state;
	const struct hardware *h = read_text(f->arena,
		"{\"name\": \"Z\", \"compute\": [{\"name\": \"peak\", \"peak\": 1e12}],"
		"\"memory\": [{\"name\": \"HBM\", \"bandwidth\": 1e11}, {\"name\": \"MALL\", \"bandwidth\": 0.0}]}", f->diags);
	assert_non_null(h);
	assert_int_equal(h->memory.count, 1);
	assert_string_equal(h->memory.items[0].name, "HBM");
	assert_int_equal(diags_count(f->diags), 1);
	expect_diag(f->diags, 0, DIAG_ZERO_ROOF, "'MALL'");
}

static void all_errors_at_once(void **state)
{
	struct fixture *f = *state;
	assert_null(read_text(f->arena,
		"{\"name\": \"E\", \"compute\": [{\"peak\": 1e12}, {\"name\": \"neg\", \"peak\": -1}, {\"name\": \"unit\", \"peak\": \"19.5 TB\"}, {\"name\": \"\", \"peak\": 1}],\n"
		"\"memory\": [{\"name\": \"m\"}, {\"name\": \"l\", \"level\": \"l9\", \"bandwidth\": 1}, {\"name\": \"r\", \"bandwidth\": 5, \"low\": 6}], \"memmory\": 1}",
		f->diags));
	expect_diag(f->diags, 0, DIAG_MISSING_KEY, "name");
	expect_diag(f->diags, 1, DIAG_NEGATIVE, "compute[1].peak");
	expect_diag(f->diags, 2, DIAG_WRONG_UNIT, "compute[2].peak");
	expect_diag(f->diags, 3, DIAG_WRONG_VALUE, "compute[3].name");
	expect_diag(f->diags, 4, DIAG_MISSING_KEY, "bandwidth");
	expect_diag(f->diags, 5, DIAG_WRONG_VALUE, "unknown memory level in memory[1].level: 'l9', did you mean 'l1'?");
	expect_diag(f->diags, 6, DIAG_CONTRADICTION, "memory[2]");
	expect_diag(f->diags, 7, DIAG_UNKNOWN_KEY, "did you mean 'memory'");
	assert_int_equal(diags_count(f->diags), 8);
	assert_int_equal(diags_get(f->diags, 4)->line, 2);
}

static void needs_a_peak_and_a_slope(void **state)
{
	struct fixture *f = *state;
	assert_null(read_text(f->arena, "{\"name\": \"N\", \"compute\": [{\"name\": \"p\", \"peak\": 0}]}", f->diags));
	expect_diag(f->diags, 0, DIAG_ZERO_ROOF, "'p'");
	expect_diag(f->diags, 1, DIAG_MISSING_KEY, "compute ceiling");
	expect_diag(f->diags, 2, DIAG_MISSING_KEY, "memory");
	const struct hardware *h = read_text(f->arena,
		"{\"compute\": [{\"name\": \"p\", \"peak\": 1}], \"network\": [{\"name\": \"n\", \"bandwidth\": 1}]}", f->diags);
	assert_non_null(h);
	assert_non_null(h->name);
	assert_null(read_text(f->arena, "17", f->diags));
	expect_diag(f->diags, 3, DIAG_WRONG_TYPE, "expected the name of a device or an object");
}

static void memory_bits_warn_and_links_do_not(void **state)
{
	struct fixture *f = *state;
	const struct hardware *h = read_text(f->arena,
		"{\"name\": \"b\", \"compute\": [{\"name\": \"p\", \"peak\": 1}], \"memory\": [{\"name\": \"m\", \"bandwidth\": \"80 Gb/s\"}],"
		"\"network\": [{\"name\": \"n\", \"bandwidth\": \"80 Gb/s\"}]}", f->diags);
	assert_non_null(h);
	assert_true(h->memory.items[0].bandwidth == 10e9 && h->network.items[0].bandwidth == 10e9);
	assert_int_equal(diags_count(f->diags), 1);
	expect_diag(f->diags, 0, DIAG_BITS, "memory[0].bandwidth");
}

static const char *memory_name(const struct hardware *hardware, const char *level)
{
	const struct memory_ceiling *memory = hardware_find_memory(hardware, level);
	return memory ? memory->name : "none";
}

static void memory_by_level_then_name(void **state)
{
	struct fixture *f = *state;
	const struct hardware *plain = read_text(f->arena,
		"{\"name\": \"H\", \"compute\": [{\"name\": \"p\", \"peak\": 1}], \"memory\": [{\"name\": \"HBM\", \"bandwidth\": 1}, {\"name\": \"L2\", \"bandwidth\": 5},"
		"{\"name\": \"L1\", \"bandwidth\": 20}]}", f->diags);
	assert_string_equal(memory_name(plain, "L1"), "L1");
	assert_string_equal(memory_name(plain, "l2"), "L2");
	assert_string_equal(memory_name(plain, "DRAM"), "HBM");
	assert_string_equal(memory_name(plain, "HBM2e"), "HBM");
	assert_string_equal(memory_name(plain, "GDDR6"), "HBM");
	assert_string_equal(memory_name(plain, "L3"), "none");
	assert_string_equal(hardware_main_memory(plain)->name, "HBM");
	const struct hardware *two = read_text(f->arena,
		"{\"name\": \"D\", \"compute\": [{\"name\": \"p\", \"peak\": 1}], \"memory\": [{\"name\": \"8 x DDR5-4800\", \"bandwidth\": 1},"
		"{\"name\": \"HBM2e\", \"level\": \"main\", \"bandwidth\": 5}, {\"name\": \"main\", \"level\": \"l3\", \"bandwidth\": 20}]}", f->diags);
	assert_string_equal(memory_name(two, "DDR"), "8 x DDR5-4800");
	assert_string_equal(memory_name(two, "HBM"), "HBM2e");
	assert_string_equal(memory_name(two, "main"), "HBM2e");
	assert_string_equal(memory_name(two, "mem"), "HBM2e");
	assert_string_equal(memory_name(two, "L3"), "main");
}

static void levels_by_name(void **state)
{
	(void)state;
	static const struct {
		const char *name, *level, *word;
	} cases[] = {
		{"L1", "l1", "L1"}, {"l2", "l2", "L2"}, {"L1 cache", "l1", NULL}, {"L2_total", "l2", NULL}, {"llc", "l3", "LLC"}, {"Shared memory", "shared", NULL},
		{"hbm2e", "main", "HBM2e"}, {"HBM", "main", "HBM"}, {"HBM9", "main", NULL}, {"dram", "main", "DRAM"}, {"DDR4-3200", "main", NULL},
		{"MCDRAM", "main", "MCDRAM"}, {"gddr6x", "main", "GDDR6X"}, {"LPDDR5X (Grace)", "main", NULL}, {"main", "main", "main"},
		{"L12", NULL, NULL}, {"L", NULL, NULL}, {"", NULL, NULL}, {"Memory", NULL, NULL}, {"cache", NULL, NULL}, {"bandwidth", NULL, NULL},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *word = "unset", *level = memory_level_of(cases[i].name, &word);
		if (g_strcmp0(level, cases[i].level) || g_strcmp0(word, cases[i].word))
			fail_msg("'%s': level %s, word %s", cases[i].name, level ? level : "none", word ? word : "none");
		assert_true(g_strcmp0(memory_level_of(cases[i].name, NULL), cases[i].level) == 0);
	}
}

static void links_by_whole_words(void **state)
{
	struct fixture *f = *state;
	const struct hardware *h = read_text(f->arena,
		"{\"name\": \"n\", \"compute\": [{\"name\": \"p\", \"peak\": 1}], \"network\": [\"nvlink-4\", {\"name\": \"PCIe Gen5 x16\", \"bandwidth\": 1},"
		"{\"name\": \"PCIe Gen4 x16\", \"bandwidth\": 2}]}", f->diags);
	assert_string_equal(hardware_find_network(h, "NVLINK")->name, "NVLink 4");
	assert_string_equal(hardware_find_network(h, "nvlink-4")->name, "NVLink 4");
	assert_string_equal(hardware_find_network(h, "nvlink4")->name, "NVLink 4");
	assert_string_equal(hardware_find_network(h, "pcie-gen4-x16")->name, "PCIe Gen4 x16");
	assert_null(hardware_find_network(h, "-"));
	assert_null(hardware_find_network(h, "NVL"));
	assert_null(hardware_find_network(h, "PCIe"));
	assert_string_equal(hardware_find_network(h, "pcie gen4")->name, "PCIe Gen4 x16");
}

static void precision_names(void **state)
{
	struct fixture *f = *state;
	static const char *const pairs[][2] = {{"FP64", "fp64"}, {"double", "fp64"}, {"DP", "fp64"}, {"Single", "fp32"}, {"float", "fp32"}, {"f16", "fp16"},
		{"half", "fp16"}, {"BFloat16", "bf16"}, {"TF32", "tf32"}, {"e4m3", "fp8"}, {"MXFP8", "fp8"}, {"nvfp4", "fp4"}, {"i8", "int8"}, {" INT8 ", "int8"},
		{"Posit16", "posit16"}};
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		assert_string_equal(precision_canonical(f->arena, pairs[i][0]), pairs[i][1]);
	assert_null(precision_canonical(f->arena, NULL));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(reads_every_field), TEST(preset_lists_are_replaced_whole), TEST(zero_roof_is_left_out), TEST(all_errors_at_once), TEST(needs_a_peak_and_a_slope),
		TEST(memory_bits_warn_and_links_do_not), TEST(memory_by_level_then_name), TEST(levels_by_name), TEST(links_by_whole_words), TEST(precision_names),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
