// SPDX-License-Identifier: MIT
// Charts that share their fonts come out as charts that do not, whatever was drawn before them.
#include "rafter.h"

#include "fonts_fixture.h"

#include <glib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

// Embedded fonts, installed ones, glyphs that nobody has, other families, and one of each again.
static const char *const samples[] = {"samples/cjk-names.json", "samples/one-point.json", "samples/crowded.json", "samples/amdahl.json", "samples/cjk-names.json",
	"samples/h100-transformer.json", "samples/one-point.json"};
static const char *const themes[] = {"light", "paper", "light", "mono", "paper", "dark", "paper"};

static struct rafter *make(struct rafter_shared *shared, size_t i, const char *title)
{
	g_autofree char *bytes = NULL;
	gsize size;
	struct rafter *r = rafter_new_sharing(shared);
	assert_true(g_file_get_contents(samples[i], &bytes, &size, NULL));
	assert_true(rafter_add_input(r, samples[i], bytes, size));
	assert_true(rafter_set_theme(r, themes[i]));
	assert_true(rafter_set(r, "title", title));
	return r;
}

static struct rafter_bytes draw(struct rafter *r, const char *format)
{
	struct rafter_bytes bytes;
	assert_true(rafter_render(r, &(struct rafter_output){.format = format, .dpi = 48}, &bytes));
	return bytes;
}

static void compare(struct rafter *left, struct rafter *right)
{
	for (const char *const *format = rafter_format_names(); *format; format++) {
		struct rafter_bytes a = draw(left, *format), b = draw(right, *format);
		assert_int_equal(a.size, b.size);
		assert_memory_equal(a.data, b.data, a.size);
		rafter_bytes_free(&a);
		rafter_bytes_free(&b);
	}
	assert_int_equal(rafter_message_count(left), rafter_message_count(right));
	for (size_t i = 0; i < rafter_message_count(left); i++)
		assert_string_equal(rafter_message(left, i).text, rafter_message(right, i).text);
}

static void one_after_the_other(void **state)
{
	(void)state;
	struct rafter_shared *shared = rafter_shared_new();
	for (size_t i = 0; i < G_N_ELEMENTS(samples); i++) {
		struct rafter *by_itself = make(NULL, i, "漢字 and ΔÅ \xF3\xB0\x80\x80"), *sharing = make(shared, i, "漢字 and ΔÅ \xF3\xB0\x80\x80");
		compare(by_itself, sharing);
		rafter_free(by_itself);
		rafter_free(sharing);
	}
	rafter_shared_free(shared);
}

static void side_by_side(void **state)
{
	(void)state;
	struct rafter *charts[G_N_ELEMENTS(samples)];
	struct rafter_shared *shared = rafter_shared_new();
	for (size_t i = 0; i < G_N_ELEMENTS(samples); i++) {
		charts[i] = make(shared, i, "side by side");
		struct rafter_bytes layout;
		assert_true(rafter_layout(charts[i], &layout));
		rafter_bytes_free(&layout);
	}
	for (size_t i = 0; i < G_N_ELEMENTS(samples); i++) {
		struct rafter *by_itself = make(NULL, i, "side by side");
		compare(by_itself, charts[i]);
		rafter_free(by_itself);
	}
	for (size_t i = 0; i < G_N_ELEMENTS(samples); i++)
		rafter_free(charts[i]);
	rafter_shared_free(shared);
}

// More words than are kept.
static void many(void **state)
{
	(void)state;
	struct rafter_shared *shared = rafter_shared_new();
	for (int i = 0; i < 300; i++) {
		g_autofree char *title = g_strdup_printf("Chart %d", i);
		g_autofree char *subtitle = g_strdup_printf("of %d", i * i);
		struct rafter *r = make(shared, 1, title);
		for (int k = 0; k < 3; k++) {
			g_autofree char *words = g_strdup_printf("%d, %d", i, k);
			assert_true(rafter_set(r, "subtitle", k == 2 ? subtitle : words));
			struct rafter_bytes svg = draw(r, "svg");
			if (i % 100 == 99 && k == 2) {
				struct rafter *by_itself = make(NULL, 1, title);
				assert_true(rafter_set(by_itself, "subtitle", subtitle));
				compare(by_itself, r);
				rafter_free(by_itself);
			}
			rafter_bytes_free(&svg);
		}
		rafter_free(r);
	}
	rafter_shared_free(shared);
}

// Devices that are kept, and those that there is no room for, changed by settings: the next chart sees them as they are.
static void devices(void **state)
{
	(void)state;
	static const char *const ids[] = {"nvidia-h100-sxm", "amd-mi300x", "nvidia-a100-sxm-80gb", "amd-epyc-7763", "nvidia-h100-pcie", "nvidia-v100-sxm2-16gb", "amd-mi210",
		"amd-epyc-9654", "nvidia-b200", "amd-mi100", "nvidia-h100-sxm", "amd-mi100"};
	struct rafter_shared *shared = rafter_shared_new();
	for (size_t i = 0; i < 2 * G_N_ELEMENTS(ids); i++) {
		struct rafter *charts[] = {rafter_new_sharing(NULL), rafter_new_sharing(shared)};
		for (size_t k = 0; k < G_N_ELEMENTS(charts); k++) {
			g_autofree char *spec = g_strdup_printf("{\"rafter\": 1, \"hardware\": {\"preset\": \"%s\"}, \"points\": []}", ids[i % G_N_ELEMENTS(ids)]);
			assert_true(rafter_add_input(charts[k], "device.json", spec, strlen(spec)));
			if (i % 2)
				assert_true(rafter_set(charts[k], "hardware.name", "Changed"));
		}
		compare(charts[0], charts[1]);
		rafter_free(charts[0]);
		rafter_free(charts[1]);
	}
	rafter_shared_free(shared);
}

static void nothing(void **state)
{
	(void)state;
	rafter_shared_free(NULL);
	rafter_shared_free(rafter_shared_new());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_after_the_other),
		cmocka_unit_test(side_by_side),
		cmocka_unit_test(many),
		cmocka_unit_test(devices),
		cmocka_unit_test(nothing),
	};
	// the installed fonts, without the machine's configuration, in which fontconfig loses some memory
	g_autofree char *folder = only_fonts_of("/usr/share/fonts/truetype");
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	remove_folder(folder);
	return failed;
}
