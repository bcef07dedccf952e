// SPDX-License-Identifier: MIT
// How long one chart takes in a process that makes many, step by step: usage: bench-charts [-n TIMES] [-d DEVICE] [-s STEP]... FILE...
//
// A step is measured from an empty chart to its end, those before it included: "read" (the inputs), "analyse" (and the numbers as CSV), "layout" (and its JSON),
// "svg", "png", "pdf". What a line says is the processor time of the fastest of five rounds; -s makes that step alone, for a profiler.
#include "rafter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 5, NS_PER_S = 1000000000 };

struct input {
	const char *name, *device; // NULL: the hardware of the input
	char *bytes;
	size_t size;
};

static bool make_nothing(struct rafter *r, struct rafter_bytes *bytes)
{
	(void)r, (void)bytes;
	return true;
}

static bool make_csv(struct rafter *r, struct rafter_bytes *bytes)
{
	return rafter_analyze(r, "csv", bytes);
}

static bool make_svg(struct rafter *r, struct rafter_bytes *bytes)
{
	return rafter_render(r, &(struct rafter_output){.format = "svg"}, bytes);
}

static bool make_png(struct rafter *r, struct rafter_bytes *bytes)
{
	return rafter_render(r, &(struct rafter_output){.format = "png"}, bytes);
}

static bool make_pdf(struct rafter *r, struct rafter_bytes *bytes)
{
	return rafter_render(r, &(struct rafter_output){.format = "pdf"}, bytes);
}

static const struct step {
	const char *name;
	bool (*make)(struct rafter *r, struct rafter_bytes *bytes);
	int slower; // so many times as long as the first steps
} steps[] = {
	{"read", make_nothing, 1}, {"analyse", make_csv, 1}, {"layout", rafter_layout, 1}, {"svg", make_svg, 1}, {"png", make_png, 10}, {"pdf", make_pdf, 10},
};
enum { STEP_COUNT = sizeof steps / sizeof *steps };

static void fail(const char *what, const char *name)
{
	fprintf(stderr, "bench-charts: %s: %s\n", name, what);
	exit(1);
}

static void read_input(struct input *input, const char *name)
{
	FILE *file = fopen(name, "rb");
	if (!file)
		fail("cannot be read", name);
	input->name = name;
	fseek(file, 0, SEEK_END);
	input->size = (size_t)ftell(file);
	rewind(file);
	input->bytes = malloc(input->size + 1);
	if (!input->bytes || fread(input->bytes, 1, input->size, file) != input->size)
		fail("cannot be read", name);
	fclose(file);
}

// Bytes that came of it.
static size_t make_chart(struct rafter_shared *shared, const struct input *input, const struct step *step)
{
	struct rafter_bytes bytes = {0};
	struct rafter *r = rafter_new_sharing(shared);
	rafter_add_input(r, input->name, input->bytes, input->size);
	if (input->device)
		rafter_add_hardware(r, input->device);
	if (!step->make(r, &bytes))
		fail(rafter_message_count(r) ? rafter_message(r, 0).text : "no chart", input->name);
	size_t size = bytes.size;
	rafter_bytes_free(&bytes);
	rafter_free(r);
	return size;
}

static long long cpu_ns(void)
{
	struct timespec now;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (long long)now.tv_sec * NS_PER_S + now.tv_nsec;
}

static void measure(struct rafter_shared *shared, const struct input *input, const struct step *step, int times)
{
	long long best = 0;
	size_t size = 0;
	int count = times / step->slower > 0 ? times / step->slower : 1;
	for (int round = 0; round < ROUNDS; round++) {
		long long start = cpu_ns();
		for (int i = 0; i < count; i++)
			size = make_chart(shared, input, step);
		long long took = (cpu_ns() - start) / count;
		best = !round || took < best ? took : best;
	}
	printf("%s, %s: %.3f ms, %lld a second, %zu bytes\n", input->name, step->name, (double)best / 1e6, NS_PER_S / (best ? best : 1), size);
}

int main(int argc, char **argv)
{
	int times = 200, option;
	bool chosen[STEP_COUNT] = {false}, any = false;
	const char *device = NULL;
	struct rafter_shared *shared = rafter_shared_new();
	while ((option = getopt(argc, argv, "n:d:s:")) != -1) {
		if (option == 'n')
			times = atoi(optarg);
		if (option == 'd')
			device = optarg;
		for (int i = 0; i < STEP_COUNT && option == 's'; i++)
			any = (chosen[i] = chosen[i] || !strcmp(steps[i].name, optarg)) || any;
	}
	for (; optind < argc; optind++) {
		struct input input = {.device = device};
		read_input(&input, argv[optind]);
		for (int i = 0; i < STEP_COUNT; i++)
			if (!any || chosen[i])
				measure(shared, &input, &steps[i], times);
		free(input.bytes);
	}
	rafter_shared_free(shared);
	return 0;
}
