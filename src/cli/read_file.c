// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define EXIT_UNREADABLE 4
#define MAPPED_BYTES ((size_t)1024 * 1024)
#define FIRST_BYTES ((size_t)64 * 1024)
#define LIMIT_BYTES ((size_t)2 * 1024 * 1024 * 1024)

const char *read_name(const char *path)
{
	return strcmp(path, "-") ? path : "standard input";
}

static bool fail(struct cli *cli, const char *path)
{
	int error = errno;
	if (!strcmp(path, "-"))
		return cli_error(cli, "read", "cannot read standard input: %s", strerror(error));
	return cli_error(cli, "read", "cannot read '%s': %s", path, strerror(error));
}

static bool over_limit(struct cli *cli, const char *path)
{
	return cli_error(cli, "limit", "'%s' is over the limit of 2 GiB for one input", read_name(path));
}

// A file that is cut short while it is mapped ends the program by this signal.
static void end_as_unreadable(int signal_number)
{
	static const char message[] = "rafter: error: an input became shorter while it was read [read]\n";
	(void)signal_number;
	ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
	(void)written;
	_exit(EXIT_UNREADABLE);
}

bool map_file(struct cli *cli, const char *path, struct rafter_bytes *bytes)
{
	struct stat status;
	int fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) : -1;
	bool fits = fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && (size_t)status.st_size >= MAPPED_BYTES &&
		(size_t)status.st_size <= LIMIT_BYTES;
	void *data = fits ? mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
	if (fd >= 0)
		close(fd);
	if (data == MAP_FAILED)
		return false;
	reads_note(cli, path);
	signal(SIGBUS, end_as_unreadable);
	madvise(data, (size_t)status.st_size, MADV_SEQUENTIAL);
	*bytes = (struct rafter_bytes){data, (size_t)status.st_size};
	return true;
}

// One byte of room is always left, so that the end of a file whose size was known is seen without growing.
static bool read_all(struct cli *cli, int fd, const char *path, size_t expected, struct rafter_bytes *bytes)
{
	size_t room = expected + 1 > FIRST_BYTES ? expected + 1 : FIRST_BYTES;
	bytes->data = cli_alloc(NULL, room);
	for (;;) {
		ssize_t got = read(fd, bytes->data + bytes->size, room - bytes->size);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return fail(cli, path);
		if (!got)
			return true;
		bytes->size += (size_t)got;
		if (bytes->size > LIMIT_BYTES)
			return over_limit(cli, path);
		if (bytes->size == room)
			bytes->data = cli_alloc(bytes->data, room *= 2);
	}
}

// Standard input is read once, and given to every chart that is made of it.
static bool copy_kept(const struct cli *cli, struct rafter_bytes *bytes)
{
	*bytes = (struct rafter_bytes){cli_alloc(NULL, cli->standard_input.size + 1), cli->standard_input.size};
	memcpy(bytes->data, cli->standard_input.data, bytes->size);
	return true;
}

bool read_file(struct cli *cli, const char *path, struct rafter_bytes *bytes)
{
	*bytes = (struct rafter_bytes){0};
	bool standard_input = !strcmp(path, "-");
	if (standard_input && cli->standard_input.data)
		return copy_kept(cli, bytes);
	reads_note(cli, path);
	int fd = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		return fail(cli, path);
	struct stat status;
	bool ok = fstat(fd, &status) == 0 || fail(cli, path);
	if (ok && S_ISDIR(status.st_mode)) {
		errno = EISDIR;
		ok = fail(cli, path);
	}
	size_t expected = ok && S_ISREG(status.st_mode) ? (size_t)status.st_size : 0;
	if (ok && expected > LIMIT_BYTES)
		ok = over_limit(cli, path);
	ok = ok && read_all(cli, fd, path, expected, bytes);
	if (!standard_input)
		close(fd);
	if (!ok) {
		free(bytes->data);
		*bytes = (struct rafter_bytes){0};
	}
	return ok;
}
