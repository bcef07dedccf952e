// SPDX-License-Identifier: MIT
// The catalogue: every entry reads and says where its figures are from, and names find the right one.
#include "catalogue_fixture.h"

// ---- all entries --------------------------------------------------------------------------------------------------------------------------------------

static void assert_sorted(const char *const *ids)
{
	assert_non_null(ids[0]);
	for (size_t i = 0; ids[i + 1]; i++)
		assert_true(strcmp(ids[i], ids[i + 1]) < 0);
}

static void ids_are_sorted_and_unique(void **state)
{
	(void)state;
	assert_sorted(catalogue_device_ids());
	assert_sorted(catalogue_link_ids());
	assert_sorted(embedded_sources_names);
	assert_null(catalogue_device(*state, "nvidia-h100"));
	assert_null(catalogue_device(*state, ""));
	assert_null(catalogue_link(*state, "nvlink"));
}

static void check_source(const char *id, const char *name, const char *source)
{
	if (!source || !*source)
		fail_msg("%s, %s: no source", id, name);
	if (strstr(source, " + ") || (!strchr(source, ' ') && !strstr(source, "://") && !strchr(source, '.')))
		fail_msg("%s, %s: '%s' is a word that sources.json does not have", id, name, source);
}

static void check_compute(const struct hardware *hardware, GHashTable *names)
{
	size_t defaults = 0;
	for (size_t i = 0; i < hardware->compute.count; i++) {
		const struct compute_ceiling *item = &hardware->compute.items[i];
		check_source(hardware->id, item->name, item->source);
		assert_true(item->peak > 0 && isfinite(item->peak));
		assert_true(isnan(item->sparse) || item->sparse > item->peak);
		assert_int_not_equal(item->kind, CEILING_UNSAID);
		assert_non_null(item->precision);
		assert_true(text_same(item->pipe, "vector") || text_same(item->pipe, "tensor"));
		assert_true(g_hash_table_add(names, (char *)item->name));
		assert_true(strlen(item->name) <= 36);
		assert_true(isnan(item->clock) || (item->clock >= 1e9 && item->clock <= 4e9));
		defaults += item->is_default;
	}
	if (defaults < 1 || defaults > 2)
		fail_msg("%s: %zu default ceilings", hardware->id, defaults);
}

static void every_device_reads_and_names_its_sources(void **state)
{
	size_t count = 0;
	for (const char *const *id = catalogue_device_ids(); *id; id++, count++) {
		const struct hardware *hardware = device(state, *id);
		g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
		assert_string_equal(hardware->id, *id);
		assert_non_null(hardware->vendor);
		assert_non_null(hardware->confidence);
		assert_true(hardware->year >= 2010);
		check_compute(hardware, names);
		assert_true(hardware->memory.count > 0);
		assert_true(text_same(hardware->memory.items[0].level, "main"));
		for (size_t i = 0; i < hardware->memory.count; i++) {
			check_source(*id, hardware->memory.items[i].name, hardware->memory.items[i].source);
			assert_true(g_hash_table_add(names, (char *)hardware->memory.items[i].name));
		}
		for (size_t i = 0; i < hardware->network.count; i++) {
			check_source(*id, hardware->network.items[i].name, hardware->network.items[i].source);
			assert_true(g_hash_table_add(names, (char *)hardware->network.items[i].name));
			assert_near(*id, hardware->network.items[i].both_ways / hardware->network.items[i].bandwidth, 2, 1e-4);
		}
	}
	assert_true(count >= 74);
}

static void every_link_reads_and_names_its_source(void **state)
{
	size_t count = 0;
	for (const char *const *id = catalogue_link_ids(); *id; id++, count++) {
		const struct network_ceiling *link = catalogue_link(*state, *id);
		assert_non_null(link);
		assert_string_equal(link->id, *id);
		check_source(*id, link->name, link->source);
		assert_non_null(link->scope);
		assert_near(*id, link->both_ways / link->bandwidth, 2, 1e-5);
	}
	assert_true(count >= 36);
}

static void check_digits(const struct embedded_file *entry)
{
	static const char *const keys[] = {"\"peak\": \"", "\"sparse\": \"", "\"bandwidth\": \"", "\"both_ways\": \""};
	for (size_t k = 0; k < G_N_ELEMENTS(keys); k++) {
		const char *at = entry->text;
		while ((at = strstr(at, keys[k]))) {
			at += strlen(keys[k]);
			size_t digits = 0;
			for (const char *c = at; *c != '"'; c++)
				digits += g_ascii_isdigit(*c) != 0;
			if (digits < 1 || digits > 6)
				fail_msg("%s: %.24s", entry->name, at);
		}
	}
}

static void figures_are_written_as_people_write_them(void **state)
{
	(void)state;
	for (const struct embedded_file *entry = embedded_devices; entry->name; entry++)
		check_digits(entry);
	for (const struct embedded_file *entry = embedded_links; entry->name; entry++)
		check_digits(entry);
}

// ---- names --------------------------------------------------------------------------------------------------------------------------------------------

static const struct {
	const char *name, *id; // id NULL: several or none
	size_t count;
} names[] = {
	{"nvidia-h100-sxm", "nvidia-h100-sxm", 1}, {"NVIDIA-H100-SXM", "nvidia-h100-sxm", 1}, {"h100 sxm", "nvidia-h100-sxm", 1},
	{"mi300x", "amd-mi300x", 1}, {"MI300X", "amd-mi300x", 1}, {"a100 sxm 80gb", "nvidia-a100-sxm-80gb", 1}, {"80gb a100 sxm", "nvidia-a100-sxm-80gb", 1},
	{"b200", "nvidia-b200", 1}, {"gb200", "nvidia-gb200", 1}, {"rtx 4090", "nvidia-rtx-4090", 1}, {"l40", "nvidia-l40", 1}, {"v5e", "google-tpu-v5e", 1},
	{"h100", NULL, 3}, {"v100 sxm2", NULL, 2}, {"a100", NULL, 4}, {"h200", NULL, 2},
	{"h10", NULL, 0}, {"", NULL, 0}, {" - ", NULL, 0}, {"a10g", NULL, 0}, {"gpu", NULL, 0}, {"100", NULL, 0},
	// as drivers, charts and brand strings have it
	{"NVIDIA H100 80GB HBM3", "nvidia-h100-sxm", 1}, {"NVIDIA A100-SXM4-80GB", "nvidia-a100-sxm-80gb", 1}, {"NVIDIA A100-PCIE-40GB", "nvidia-a100-pcie-40gb", 1},
	{"Tesla V100-SXM2-32GB", "nvidia-v100-sxm2-32gb", 1}, {"NVIDIA GeForce RTX 3090", "nvidia-rtx-3090", 1}, {"GeForce RTX 3090", "nvidia-rtx-3090", 1},
	{"NVIDIA GeForce RTX 3090 Ti", NULL, 0}, {"AMD Instinct MI300X", "amd-mi300x", 1}, {"AMD EPYC 7763 64-Core Processor", "amd-epyc-7763", 1},
	{"AMD EPYC 7702 64-Core Processor", NULL, 0}, {"64-Core Processor", NULL, 0}, {"Intel(R) Xeon(R) Platinum 8480+", "intel-xeon-8480plus", 1},
	{"NVIDIA RTX PRO 6000 Blackwell Server Edition", "nvidia-rtx-pro-6000-blackwell", 1}, {"Tesla V100S-PCIE-32GB", NULL, 0},
};

static void words_find_a_device(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
		const char *ids[2] = {NULL, NULL};
		size_t count = catalogue_match(names[i].name, ids, 2);
		if (count != names[i].count || (names[i].id && strcmp(ids[0], names[i].id) != 0))
			fail_msg("'%s' fits %zu, first %s", names[i].name, count, ids[0] ? ids[0] : "none");
	}
	assert_int_equal(catalogue_match("h100", NULL, 0), 3);
}

// A device's link has the id of the link that it is, so that a point may name it by either.
static void links_of_devices_have_their_id(void **state)
{
	static const struct {
		const char *device, *name, *id;
	} links[] = {
		{"nvidia-h100-sxm", "NVLink 4", "nvlink-4"},
		{"nvidia-h100-sxm", "PCIe Gen5 x16", "pcie-5-x16"},
		{"nvidia-h100-nvl", "NVLink 4 bridge", NULL}, // slower than nvlink-4
		{"nvidia-a100-pcie-80gb", "NVLink 3 bridge", "nvlink-3"},
		{"amd-mi300x", "Infinity Fabric", NULL}, // all seven links of it
	};
	for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
		const struct hardware *device = catalogue_device(*state, links[i].device);
		assert_non_null(device);
		const struct network_ceiling *link = hardware_find_network(device, links[i].name);
		assert_non_null(link);
		if (!links[i].id) {
			assert_null(link->id);
			continue;
		}
		assert_string_equal(link->id, links[i].id);
		assert_ptr_equal(hardware_find_network(device, links[i].id), link);
	}
	assert_null(hardware_find_network(catalogue_device(*state, "nvidia-h100-nvl"), "nvlink-4"));
}

static void words_find_a_link(void **state)
{
	(void)state;
	static const char *const found[][2] = {
		{"nvlink-4", "nvlink-4"}, {"nvlink4", "nvlink-4"}, {"NVLink 4", "nvlink-4"}, {"ndr", "infiniband-ndr"}, {"pcie 5", "pcie-5-x16"},
		{"PCIe Gen5 x16", "pcie-5-x16"}, {"nvlink c2c", "nvlink-c2c"}, {"ethernet 400g", "ethernet-400g"},
	};
	for (size_t i = 0; i < G_N_ELEMENTS(found); i++) {
		const char *ids[1] = {NULL};
		assert_int_equal(catalogue_match_link(found[i][0], ids, 1), 1);
		assert_string_equal(ids[0], found[i][1]);
	}
	assert_true(catalogue_match_link("nvlink", NULL, 0) > 1);
}

static void assert_error(struct diags *diags, enum diag_id id, const char *message)
{
	assert_int_equal(diags_count(diags), 1);
	assert_int_equal(diags_get(diags, 0)->id, id);
	assert_string_equal(diags_get(diags, 0)->message, message);
	diags_free(diags);
}

static void a_name_that_fits_none_or_several_is_an_error(void **state)
{
	const struct hardware_lookup *lookup = &catalogue_lookup;
	struct place nowhere = {0};
	struct diags *diags = diags_new();
	assert_null(lookup->device(lookup->user, *state, "h100", nowhere, diags));
	assert_error(diags, DIAG_AMBIGUOUS_NAME, "'h100' fits several devices, expected one of nvidia-h100-nvl, nvidia-h100-pcie, nvidia-h100-sxm");
	diags = diags_new();
	assert_null(lookup->device(lookup->user, *state, "h100-smx", nowhere, diags));
	assert_error(diags, DIAG_UNKNOWN_NAME, "unknown device 'h100-smx', did you mean 'nvidia-h100-sxm'?");
	diags = diags_new();
	assert_null(lookup->device(lookup->user, *state, "abacus", nowhere, diags));
	assert_error(diags, DIAG_UNKNOWN_NAME, "unknown device 'abacus', expected one of those that `rafter list hardware` names");
	diags = diags_new();
	assert_null(lookup->link(lookup->user, *state, "nvlnk-4", nowhere, diags));
	assert_error(diags, DIAG_UNKNOWN_NAME, "unknown link 'nvlnk-4', did you mean 'nvlink-4'?");
	diags = diags_new();
	assert_string_equal(lookup->device(lookup->user, *state, "mi300x", nowhere, diags)->id, "amd-mi300x");
	assert_string_equal(lookup->link(lookup->user, *state, "nvlink4", nowhere, diags)->id, "nvlink-4");
	assert_int_equal(diags_count(diags), 0);
	diags_free(diags);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(ids_are_sorted_and_unique, setup, teardown),
		cmocka_unit_test_setup_teardown(every_device_reads_and_names_its_sources, setup, teardown),
		cmocka_unit_test_setup_teardown(every_link_reads_and_names_its_source, setup, teardown),
		cmocka_unit_test_setup_teardown(figures_are_written_as_people_write_them, setup, teardown),
		cmocka_unit_test_setup_teardown(words_find_a_device, setup, teardown),
		cmocka_unit_test_setup_teardown(links_of_devices_have_their_id, setup, teardown),
		cmocka_unit_test_setup_teardown(words_find_a_link, setup, teardown),
		cmocka_unit_test_setup_teardown(a_name_that_fits_none_or_several_is_an_error, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
