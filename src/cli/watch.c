// SPDX-License-Identifier: MIT
// --watch: the same again whenever a file that was read is saved. Folders are watched rather than files, because most editors save by renaming a new file over the
// old one; whether something changed is told by the files' own status, whatever woke us.
#include "cli/cli.h"

#include <libgen.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <time.h>
#include <unistd.h>

enum {
	EXIT_USAGE = 2,
	QUIET_MS = 50,        // a save is over when nothing changed for this long
	MOST_QUIET_ROUNDS = 20, // but for something that never stops to write, or a file that does not come back
	POLL_MS = 500,        // where a folder cannot be watched: not there, or no watches left
};

// Nothing has to be undone: files are written with these signals held back.
static void end_quietly(int number)
{
	(void)number;
	_exit(0);
}

// A shell that starts us in the background has them ignored.
static void catch_ends(void)
{
	static const int ends[] = {SIGINT, SIGTERM};
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		if (signal(ends[i], end_quietly) == SIG_IGN)
			signal(ends[i], SIG_IGN);
	}
}

static bool is_same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
		a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

static struct stat status_of(const char *path)
{
	struct stat status;
	if (stat(path, &status) < 0)
		memset(&status, 0, sizeof status);
	return status;
}

static bool is_changed(const struct reads *reads)
{
	bool changed = false;
	for (size_t i = 0; i < reads->count && !changed; i++) {
		struct stat now = status_of(reads->items[i].path);
		changed = !is_same(&now, &reads->items[i].status);
	}
	return changed;
}

// What the files are now; false when that is what they were, and none is missing.
static bool look_again(struct reads *reads)
{
	bool moving = false;
	for (size_t i = 0; i < reads->count; i++) {
		struct stat now = status_of(reads->items[i].path);
		moving |= !is_same(&now, &reads->items[i].status) || !now.st_ino;
		reads->items[i].status = now;
	}
	return moving;
}

static bool watch_folder(int fd, char *path)
{
	enum { EVENTS = IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR };
	return inotify_add_watch(fd, dirname(path), EVENTS) >= 0;
}

// The folders of all files, and of what links lead to. False when one of them cannot be watched now.
static bool watch_folders(int fd, const struct reads *reads)
{
	bool all = fd >= 0;
	for (size_t i = 0; i < reads->count && fd >= 0; i++) {
		char *path = strdup(reads->items[i].path), *real = realpath(reads->items[i].path, NULL);
		all = path && watch_folder(fd, path) && (!real || watch_folder(fd, real)) && all;
		free(path);
		free(real);
	}
	return all;
}

// Until something happens in a folder, or the time is over.
static void wait_for_events(int fd, int timeout_ms)
{
	char events[16 * 1024];
	struct pollfd polled = {.fd = fd, .events = POLLIN};
	while (poll(&polled, 1, timeout_ms) > 0 && read(fd, events, sizeof events) > 0)
		timeout_ms = 0;
}

static void wait_for_save(int fd, struct reads *reads)
{
	// Anew each time: a link may lead elsewhere now, a folder be there again.
	for (bool all; all = watch_folders(fd, reads), !is_changed(reads);)
		wait_for_events(fd, all ? -1 : POLL_MS);
	look_again(reads);
	for (int i = 0; i < MOST_QUIET_ROUNDS; i++) {
		poll(NULL, 0, QUIET_MS);
		if (!look_again(reads))
			break;
	}
}

static double now_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void say_time(const struct cli *cli, double took_ms)
{
	for (size_t i = 0; i < cli->outputs.count; i++)
		fprintf(stderr, "%s%s", i ? ", " : "drew ", cli->outputs.items[i]);
	fprintf(stderr, "%s in %.0f ms\n", cli->outputs.count ? "" : "wrote the layout", took_ms);
}

static bool check_watched(struct cli *cli)
{
	const struct words *const read[] = {&cli->arguments, &cli->hardware, &cli->work, &cli->times, &cli->renames};
	bool from_stdin = cli->theme && !strcmp(cli->theme, "-");
	bool to_stdout = (cli->type && !cli->outputs.count) || (cli->layout && !strcmp(cli->layout, "-")) || (cli->deps && !strcmp(cli->deps, "-"));
	for (size_t k = 0; k < sizeof read / sizeof *read; k++)
		for (size_t i = 0; i < read[k]->count; i++)
			from_stdin |= !strcmp(read[k]->items[i], "-");
	for (size_t i = 0; i < cli->outputs.count; i++)
		to_stdout |= !strcmp(cli->outputs.items[i], "-");
	if (from_stdin)
		return cli_error(cli, "usage", "--watch reads files again when they are saved, standard input can be read once");
	return !to_stdout || cli_error(cli, "usage", "--watch writes its files again and again, expected -o FILE rather than standard output");
}

bool watch_run(struct cli *cli, bool (*draw)(struct cli *cli))
{
	if (!check_watched(cli))
		return false;
	catch_ends();
	int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	for (bool first = true;; first = false) {
		cli->reads.count = 0;
		double start_ms = now_ms();
		bool drawn = draw(cli);
		// What is wrong with the command line is not mended by saving a file.
		if (first && (rafter_exit_code(cli->chart) == EXIT_USAGE || !cli->reads.count))
			break;
		messages_print(cli);
		if (drawn && !cli->quiet)
			say_time(cli, now_ms() - start_ms);
		rafter_free(cli->chart);
		cli->chart = rafter_new();
		rafter_set_strict(cli->chart, cli->strict);
		wait_for_save(fd, &cli->reads);
	}
	if (fd >= 0)
		close(fd);
	if (rafter_exit_code(cli->chart) == 0)
		return cli_error(cli, "usage", "--watch needs a file to watch, nothing was read from one");
	return false;
}
