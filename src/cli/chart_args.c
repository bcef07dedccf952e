// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static bool has_suffix(const char *text, const char *suffix)
{
	size_t length = strlen(text), tail = strlen(suffix);
	return length > tail && !strcasecmp(text + length - tail, suffix);
}

// A word that may be a name or a file is a file when it looks like one, or when there is such a file and no such name.
bool chart_names_file(const char *what, const char *word)
{
	if (!strcmp(word, "-") || strchr(word, '/') || has_suffix(word, ".json") || has_suffix(word, ".csv"))
		return true;
	return !rafter_knows(what, word) && access(word, F_OK) == 0;
}

static bool with_file(struct cli *cli, const char *path, bool (*take)(struct rafter *r, const char *name, const void *bytes, size_t size))
{
	struct rafter_bytes bytes;
	if (!read_file(cli, path, &bytes))
		return false;
	bool ok = take(cli->chart, read_name(path), bytes.data, bytes.size);
	free(bytes.data);
	return ok;
}

static bool add_input(struct cli *cli, const char *path)
{
	struct rafter_bytes bytes;
	// One that is saved while it is mapped would end the program.
	if (!cli->watch && map_file(cli, path, &bytes))
		return rafter_add_input_kept(cli->chart, cli->from, read_name(path), bytes.data, bytes.size);
	if (!cli->from)
		return with_file(cli, path, rafter_add_input);
	if (!read_file(cli, path, &bytes))
		return false;
	bool ok = rafter_add_input_as(cli->chart, cli->from, read_name(path), bytes.data, bytes.size);
	free(bytes.data);
	return ok;
}

bool chart_check_standard_input(struct cli *cli)
{
	const struct words *const files[] = {&cli->arguments, &cli->hardware, &cli->work, &cli->times, &cli->renames};
	size_t count = (cli->theme && !strcmp(cli->theme, "-")) + (cli->baseline && !strcmp(cli->baseline, "-"));
	for (size_t k = 0; k < sizeof files / sizeof *files; k++)
		for (size_t i = 0; i < files[k]->count; i++)
			count += !strcmp(files[k]->items[i], "-");
	return count < 2 || cli_error(cli, "usage", "standard input ('-') can be read once, it is asked for %zu times", count);
}

static bool choose_words(struct cli *cli, const char *what, const struct words *words)
{
	bool ok = true;
	for (size_t i = 0; i < words->count; i++)
		ok = rafter_choose(cli->chart, what, words->items[i]) && ok;
	return ok;
}

// With a baseline --by says what is compared; what only --top knows is left to that.
static bool choose_by(struct cli *cli)
{
	bool of_top = cli->by && (!strcmp(cli->by, "time") || !strcmp(cli->by, "flops")), of_change = cli->by && strcmp(cli->by, "flops") != 0;
	if (!cli->by)
		return true;
	if (!cli->top && (!cli->baseline || !of_change))
		return cli_error(cli, "usage", "option '--by' says what '--top' goes by, which is not given");
	if ((of_top || !cli->baseline) && cli->top && !rafter_choose(cli->chart, "by", cli->by))
		return false;
	return !cli->baseline || !of_change || rafter_choose(cli->chart, "baseline-by", cli->by);
}

static bool choose_points(struct cli *cli)
{
	const struct {
		const char *what, *value;
	} choices[] = {
		{"group", cli->group}, {"top", cli->top}, {"unit", cli->unit}, {"flops-counter", cli->flops_counter},
		{"tensor-flops", cli->tensor_flops}, {"device", cli->device},
	};
	bool ok = choose_by(cli);
	for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
		ok = (!choices[i].value || rafter_choose(cli->chart, choices[i].what, choices[i].value)) && ok;
	ok = choose_words(cli, "include", &cli->include) && ok;
	ok = choose_words(cli, "exclude", &cli->exclude) && ok;
	return (!cli->clock || rafter_set(cli->chart, "chart.clock", "true")) && ok;
}

static bool add_files(struct cli *cli, const struct words *paths, bool (*take)(struct rafter *r, const char *name, const void *bytes, size_t size))
{
	bool ok = true;
	for (size_t i = 0; i < paths->count; i++)
		ok = with_file(cli, paths->items[i], take) && ok;
	return ok;
}

static bool add_settings(struct cli *cli)
{
	bool ok = true;
	for (size_t i = 0; i < cli->settings.count; i++) {
		const char *setting = cli->settings.items[i], *equals = strchr(setting, '=');
		if (!equals || equals == setting) {
			ok = cli_error(cli, "usage", "option '--set': expected PATH=VALUE such as axes.x.min=0.1, found '%s'", setting);
			continue;
		}
		char *path = strndup(setting, (size_t)(equals - setting));
		ok = path && rafter_set(cli->chart, path, equals + 1) && ok;
		free(path);
	}
	return ok;
}

bool chart_add_inputs(struct cli *cli)
{
	if (!chart_check_standard_input(cli))
		return false;
	bool ok = choose_points(cli);
	ok = add_files(cli, &cli->work, rafter_add_work) && ok;
	ok = add_files(cli, &cli->times, rafter_add_times) && ok;
	ok = add_files(cli, &cli->renames, rafter_add_names) && ok;
	for (size_t i = 0; i < cli->arguments.count; i++)
		ok = add_input(cli, cli->arguments.items[i]) && ok;
	return add_settings(cli) && ok;
}

static bool add_hardware(struct cli *cli, const char *word)
{
	return chart_names_file("hardware", word) ? with_file(cli, word, rafter_add_hardware_file) : rafter_add_hardware(cli->chart, word);
}

static bool set_theme(struct cli *cli, const char *word)
{
	return chart_names_file("themes", word) ? with_file(cli, word, rafter_set_theme_file) : rafter_set_theme(cli->chart, word);
}

static bool add_kernel(struct cli *cli)
{
	if (cli->kernels.count > 1)
		return cli_error(cli, "usage", "option '--kernel' is given %zu times, expected once: several kernels are points of a spec", cli->kernels.count);
	if (!cli->kernels.count)
		return !cli->params.count || cli_error(cli, "usage", "option '--param' needs a '--kernel', whose parameter it is");
	return rafter_add_kernel(cli->chart, cli->kernels.items[0], cli->params.items, cli->params.count);
}

bool chart_add_ceilings(struct cli *cli)
{
	bool ok = chart_check_standard_input(cli) && choose_points(cli);
	return add_files(cli, &cli->arguments, rafter_add_hardware_file) && ok;
}

bool chart_add_looks(struct cli *cli, bool theme)
{
	bool ok = add_settings(cli) && (!cli->clock || rafter_set(cli->chart, "chart.clock", "true"));
	if (theme && cli->theme)
		ok = set_theme(cli, cli->theme) && ok;
	return (!cli->size || rafter_set_size(cli->chart, cli->size)) && ok;
}

bool chart_build(struct cli *cli)
{
	if (!cli->arguments.count && !cli->kernels.count && !cli->hardware.count && !cli->peaks.count && !cli->bandwidths.count)
		return cli_error(cli, "usage", "expected an input: a spec, a table of points or a profiler file ('-' for standard input)");
	bool ok = chart_add_inputs(cli);
	ok = add_kernel(cli) && ok;
	for (size_t i = 0; i < cli->hardware.count; i++)
		ok = add_hardware(cli, cli->hardware.items[i]) && ok;
	for (size_t i = 0; i < cli->peaks.count; i++)
		ok = rafter_add_peak(cli->chart, cli->peaks.items[i]) && ok;
	for (size_t i = 0; i < cli->bandwidths.count; i++)
		ok = rafter_add_bandwidth(cli->chart, cli->bandwidths.items[i]) && ok;
	// standard input may have been read for something else
	if (cli->baseline && (ok || strcmp(cli->baseline, "-") != 0))
		ok = with_file(cli, cli->baseline, rafter_set_baseline) && ok;
	if (cli->theme)
		ok = set_theme(cli, cli->theme) && ok;
	if (cli->size)
		ok = rafter_set_size(cli->chart, cli->size) && ok;
	return ok;
}
