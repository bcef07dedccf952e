// SPDX-License-Identifier: MIT
// Figures of the catalogue against the texts that they come from, trap by trap.
#include "catalogue_fixture.h"

static const double T = 1e12, G = 1e9;

static const struct compute_ceiling *ceiling(void **state, const char *id, const char *name)
{
	const struct hardware *hardware = device(state, id);
	for (size_t i = 0; i < hardware->compute.count; i++) {
		if (strcmp(hardware->compute.items[i].name, name) == 0)
			return &hardware->compute.items[i];
	}
	fail_msg("%s has no %s", id, name);
	return NULL;
}

// The dense tensor peak with FP32 sums: BF16, else FP16; NULL when it has neither.
static const struct compute_ceiling *half_precision(const struct hardware *hardware)
{
	static const char *const precisions[] = {"bf16", "fp16"};
	for (size_t p = 0; p < G_N_ELEMENTS(precisions); p++) {
		const struct compute_ceiling *best = NULL;
		for (size_t i = 0; i < hardware->compute.count; i++) {
			const struct compute_ceiling *item = &hardware->compute.items[i];
			if (text_same(item->precision, precisions[p]) && text_same(item->pipe, "tensor") && !text_same(item->accumulate, "fp16") &&
				(!best || item->peak > best->peak))
				best = item;
		}
		if (best)
			return best;
	}
	return NULL;
}

static const struct {
	const char *id, *name;
	double peak, sparse; // 0: none
} peaks[] = {
	{"nvidia-h100-sxm", "BF16 Tensor Core", 989.4e12, 1978.9e12},  // the sheet prints the sparse rate
	{"nvidia-h100-sxm", "TF32 Tensor Core", 494.7e12, 989.4e12},   // often taken for BF16
	{"nvidia-h100-sxm", "FP32", 66.9e12, 0},                       // 60 in the launch table
	{"nvidia-h100-pcie", "BF16 Tensor Core", 756.5e12, 1513e12},   // 800 in the launch table
	{"nvidia-h200-nvl", "BF16 Tensor Core", 835.5e12, 1671e12},    // not that of the SXM part
	{"nvidia-a100-sxm-80gb", "BF16 Tensor Core", 312e12, 624e12},  // 156 is TF32
	{"nvidia-a100-sxm-80gb", "TF32 Tensor Core", 156e12, 312e12},
	{"nvidia-rtx-3090", "FP16 Tensor Core", 71e12, 142e12},        // FP32 sums at half the rate
	{"nvidia-rtx-3090", "FP16 Tensor Core (FP16 accumulate)", 142e12, 284e12},
	{"nvidia-rtx-4090", "FP8 Tensor Core", 330.3e12, 660.6e12},    // corrected in the white paper
	{"nvidia-rtx-4090", "BF16 Tensor Core", 165.2e12, 330.4e12},
	{"nvidia-rtx-5090", "BF16 Tensor Core", 209.5e12, 419e12},
	{"nvidia-rtx-2080-ti", "FP16 Tensor Core", 53.8e12, 0},
	{"nvidia-l4", "BF16 Tensor Core", 121e12, 242e12},             // lists carry the sparse rate
	{"nvidia-l40", "BF16 Tensor Core", 181.05e12, 362.1e12},       // half rate here
	{"nvidia-l40s", "BF16 Tensor Core", 362.05e12, 733e12},        // full rate here
	{"nvidia-b200", "BF16 Tensor Core", 2250e12, 4500e12},
	{"nvidia-b200", "FP64", 37e12, 0},
	{"nvidia-b300", "FP64", 1.25e12, 0},                           // cut, unlike B200
	{"nvidia-b300", "INT8 Tensor Core", 150e12, 0},
	{"nvidia-b300", "FP8 Tensor Core", 4500e12, 9000e12},
	{"nvidia-b300", "NVFP4 Tensor Core", 13.5e15, 18e15},          // a factor of 1.33
	{"nvidia-jetson-agx-orin-64gb", "INT8 Tensor Core", 85e12, 170e12},
	{"amd-mi250x-oam", "BF16 matrix", 383e12, 0},                  // two devices
	{"amd-mi250x-gcd", "BF16 matrix", 191.5e12, 0},                // one
	{"amd-mi300x", "BF16 matrix", 1307.4e12, 2614.8e12},
	{"amd-mi355x", "FP8 matrix", 5033.2e12, 10066.4e12},
	{"amd-mi355x", "FP4 matrix", 10066e12, 0},
	{"amd-mi100", "BF16 matrix", 92.3e12, 0},                      // half of its FP16
	{"intel-gaudi3", "BF16 MME at 1.6 GHz", 1677e12, 0},
	{"intel-xeon-8480plus", "BF16 AMX", 114.688e12, 0},            // a multiply-add is two already
	{"amd-epyc-9654", "FP64 FMA", 3.6864e12, 0},
	{"google-tpu-v3", "BF16 MXU", 123e12, 0},
	{"google-tpu-v6e", "FP8 MXU", 918e12, 0},                      // the BF16 rate
	{"aws-trainium2", "BF16", 667e12, 2563e12},                    // a factor of 3.84
	{"aws-trainium2", "cFP8", 1299e12, 2563e12},                   // a factor of 1.97
};

static void peaks_are_dense_and_sparse_stands_apart(void **state)
{
	for (size_t i = 0; i < G_N_ELEMENTS(peaks); i++) {
		const struct compute_ceiling *item = ceiling(state, peaks[i].id, peaks[i].name);
		assert_near(peaks[i].id, item->peak, peaks[i].peak, 1e-12 * peaks[i].peak);
		if (peaks[i].sparse > 0)
			assert_near(peaks[i].id, item->sparse, peaks[i].sparse, 1e-12 * peaks[i].sparse);
		else
			assert_true(isnan(item->sparse));
	}
}

static const struct {
	const char *id;
	double bytes_per_s;
} bandwidths[] = {
	{"nvidia-v100-sxm2-16gb", 900e9},   // not 300, which is NVLink
	{"nvidia-b200", 8e12},              // not 576, which is a rack
	{"nvidia-h200-sxm", 4.8e12},
	{"nvidia-h100-sxm", 3.35e12},
	{"nvidia-h100-nvl", 3.938e12},      // one card, not the pair
	{"nvidia-l4", 300e9},
	{"nvidia-t4", 320e9},
	{"nvidia-rtx-3090", 936e9},
	{"nvidia-a100-sxm-80gb", 2.039e12},
	{"nvidia-a100-pcie-80gb", 1.935e12},
	{"amd-mi250x-gcd", 1.6384e12},
	{"amd-mi250x-oam", 3.2768e12},
	{"google-tpu-v5e", 819e9},
	{"aws-trainium1", 820e9},
};

static void main_memory_has_its_bandwidth(void **state)
{
	for (size_t i = 0; i < G_N_ELEMENTS(bandwidths); i++)
		assert_near(bandwidths[i].id, hardware_main_memory(device(state, bandwidths[i].id))->bandwidth, bandwidths[i].bytes_per_s, 1e-3);
}

static void other_memories_say_what_they_are(void **state)
{
	const struct memory_ceiling *l2 = hardware_find_memory(device(state, "nvidia-h100-sxm"), "L2");
	assert_near("L2", l2->bandwidth, 5.5e12, 1);
	assert_int_equal(l2->kind, CEILING_MEASURED);
	assert_int_equal(hardware_find_memory(device(state, "nvidia-a100-sxm-40gb"), "l2")->kind, CEILING_DERIVED);
	assert_string_equal(hardware_find_memory(device(state, "amd-mi300x"), "l3")->name, "Infinity Cache");
	assert_string_equal(hardware_find_memory(device(state, "nvidia-gh200-96gb"), "host")->name, "LPDDR5X (Grace)");
	assert_string_equal(hardware_main_memory(device(state, "intel-xeon-6980p"))->name, "MRDIMM-8800");
}

static const struct {
	const char *id;
	double one_way, both_ways;
} links[] = {
	{"nvlink-2", 150e9, 300e9}, {"nvlink-4", 450e9, 900e9}, {"nvlink-5", 900e9, 1.8e12}, {"infiniband-ndr", 50e9, 100e9},
	{"xgmi-mi300x-link", 64e9, 128e9}, {"tpu-ici-v5e-link", 45e9, 90e9}, {"pcie-4-x16", 31.5077e9, 63.0154e9}, {"rocev2-100g", 12.2547e9, 24.5093e9},
};

static void links_are_one_direction_in_bytes(void **state)
{
	for (size_t i = 0; i < G_N_ELEMENTS(links); i++) {
		const struct network_ceiling *link = catalogue_link(*state, links[i].id);
		assert_near(links[i].id, link->bandwidth, links[i].one_way, 1e-3);
		assert_near(links[i].id, link->both_ways, links[i].both_ways, 1e-3);
	}
	assert_near("V100 NVLink", hardware_find_network(device(state, "nvidia-v100-sxm2-32gb"), "NVLink 2")->bandwidth, 150 * G, 1e-3);
	assert_near("NeuronLink", hardware_find_network(device(state, "aws-inferentia2"), "NeuronLink-v2")->bandwidth, 103079215104.0, 1e-3);
	// a rate that nobody states is not there
	assert_null(hardware_find_network(device(state, "nvidia-a30"), "NVLink"));
}

// Dense BF16 (FP16 where there is none) over main memory.
static const struct {
	const char *id;
	double flop_per_byte;
} ridges[] = {
	{"nvidia-v100-sxm2-16gb", 138.9}, {"nvidia-v100-pcie-16gb", 124.4}, {"nvidia-v100-sxm2-32gb", 138.9}, {"nvidia-v100-pcie-32gb", 124.4},
	{"nvidia-t4", 203.1}, {"nvidia-rtx-2080-ti", 87.3}, {"nvidia-a100-pcie-40gb", 200.6}, {"nvidia-a100-pcie-80gb", 161.2},
	{"nvidia-a100-sxm-40gb", 200.6}, {"nvidia-a100-sxm-80gb", 153.0}, {"nvidia-a10", 208.3}, {"nvidia-a30", 176.8}, {"nvidia-a40", 215.1},
	{"nvidia-rtx-3090", 75.9}, {"nvidia-l4", 403.3}, {"nvidia-l40", 209.5}, {"nvidia-l40s", 419.0}, {"nvidia-rtx-4090", 163.9},
	{"nvidia-rtx-6000-ada", 379.2}, {"nvidia-h100-sxm", 295.3}, {"nvidia-h100-pcie", 378.2}, {"nvidia-h100-nvl", 212.2},
	{"nvidia-h200-sxm", 206.1}, {"nvidia-h200-nvl", 174.1}, {"nvidia-gh200-96gb", 247.3}, {"nvidia-gh200-144gb", 201.9},
	{"nvidia-b100", 218.8}, {"nvidia-b200", 281.2}, {"nvidia-gb200", 312.5}, {"nvidia-b300", 281.2}, {"nvidia-gb300", 312.5},
	{"nvidia-rtx-5090", 116.9}, {"nvidia-rtx-pro-6000-blackwell", 281.1}, {"nvidia-jetson-agx-orin-64gb", 208.0},
	{"nvidia-dgx-spark-gb10", 228.9}, {"amd-mi100", 75.1}, {"amd-mi210", 110.5}, {"amd-mi250x-oam", 116.9}, {"amd-mi250x-gcd", 116.9},
	{"amd-mi300a", 185.0}, {"amd-mi300x", 246.7}, {"amd-mi325x", 217.9}, {"amd-mi350x", 288.4}, {"amd-mi355x", 314.6},
	{"amd-rx-7900-xtx", 127.9}, {"intel-max-1550", 256.0}, {"intel-gaudi2", 175.6}, {"intel-gaudi3", 495.9}, {"google-tpu-v3", 136.7},
	{"google-tpu-v4", 229.2}, {"google-tpu-v5e", 240.5}, {"google-tpu-v5p", 166.0}, {"google-tpu-v6e", 573.8}, {"google-tpu-v7x", 313.0},
	{"aws-trainium1", 231.7}, {"aws-inferentia2", 231.7}, {"aws-trainium2", 230.0}, {"aws-trainium3", 136.9}, {"intel-xeon-8480plus", 373.3},
	{"intel-xeon-6980p", 310.3}, {"groq-lpu-v1", 2.4},
};

static void ridges_are_right(void **state)
{
	for (size_t i = 0; i < G_N_ELEMENTS(ridges); i++) {
		const struct hardware *hardware = device(state, ridges[i].id);
		const struct compute_ceiling *peak = half_precision(hardware);
		assert_non_null(peak);
		assert_near(ridges[i].id, peak->peak / hardware_main_memory(hardware)->bandwidth, ridges[i].flop_per_byte, 0.0501);
	}
	assert_near("H100", ceiling(state, "nvidia-h100-sxm", "BF16 Tensor Core")->peak / hardware_main_memory(device(state, "nvidia-h100-sxm"))->bandwidth,
		295.3433, 5e-5);
}

static void clocks_give_the_peak(void **state)
{
	assert_near("A100", ceiling(state, "nvidia-a100-sxm-80gb", "BF16 Tensor Core")->clock * 108 * 2048, 312 * T, 0.3 * T);
	assert_near("V100", ceiling(state, "nvidia-v100-sxm2-16gb", "FP16 Tensor Core")->clock * 80 * 1024, 125 * T, 0.4 * T);
	assert_near("H100", ceiling(state, "nvidia-h100-sxm", "BF16 Tensor Core")->clock * 132 * 4096, 989.4 * T, 0.1 * T);
	assert_near("MI300X", ceiling(state, "amd-mi300x", "BF16 matrix")->clock * 304 * 2048, 1307.4 * T, 0.1 * T);
	assert_true(isnan(ceiling(state, "nvidia-h100-sxm", "FP32")->clock));
}

static const struct {
	const char *id, *names[2];
} defaults[] = {
	{"nvidia-h100-sxm", {"BF16 Tensor Core", NULL}}, {"nvidia-v100-sxm2-16gb", {"FP16 Tensor Core", NULL}}, {"nvidia-rtx-3090", {"BF16 Tensor Core", NULL}},
	{"nvidia-rtx-2080-ti", {"FP16 Tensor Core", NULL}}, {"nvidia-p100-sxm2", {"FP64", "FP32"}}, {"apple-m1-max", {"FP32 GPU", NULL}},
	{"amd-epyc-7763", {"FP64 FMA", "FP32 FMA"}}, {"intel-xeon-6980p", {"FP64 FMA", "BF16 AMX"}}, {"google-tpu-v5e", {"BF16 MXU", NULL}},
	{"intel-gaudi3", {"BF16 MME", NULL}}, {"amd-rx-7900-xtx", {"BF16 WMMA", NULL}},
};

static void defaults_are_what_people_use(void **state)
{
	for (size_t d = 0; d < G_N_ELEMENTS(defaults); d++) {
		const struct hardware *hardware = device(state, defaults[d].id);
		size_t found = 0, wanted = defaults[d].names[1] ? 2 : 1;
		for (size_t i = 0; i < hardware->compute.count; i++) {
			const struct compute_ceiling *item = &hardware->compute.items[i];
			bool listed = text_same(item->name, defaults[d].names[0]) || text_same(item->name, defaults[d].names[1]);
			assert_int_equal(item->is_default, listed);
			found += item->is_default;
		}
		assert_int_equal(found, wanted);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(peaks_are_dense_and_sparse_stands_apart, setup, teardown),
		cmocka_unit_test_setup_teardown(main_memory_has_its_bandwidth, setup, teardown),
		cmocka_unit_test_setup_teardown(other_memories_say_what_they_are, setup, teardown),
		cmocka_unit_test_setup_teardown(links_are_one_direction_in_bytes, setup, teardown),
		cmocka_unit_test_setup_teardown(ridges_are_right, setup, teardown),
		cmocka_unit_test_setup_teardown(clocks_give_the_peak, setup, teardown),
		cmocka_unit_test_setup_teardown(defaults_are_what_people_use, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
