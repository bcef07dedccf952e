// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

// The open descriptor that a path names, or -1. Opened by its path, a file that a shell has open for writing would be written from its start.
static int descriptor_of(const char *path)
{
	static const struct {
		const char *path;
		int fd;
	} known[] = {{"-", STDOUT_FILENO}, {"/dev/stdout", STDOUT_FILENO}, {"/dev/stderr", STDERR_FILENO}};
	static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (!strcmp(path, known[i].path))
			return known[i].fd;
	}
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		size_t length = strlen(folders[i]), digits = strncmp(path, folders[i], length) ? 0 : strspn(path + length, "0123456789");
		if (digits && digits < 8 && !path[length + digits])
			return atoi(path + length);
	}
	return -1;
}

static bool fail(struct cli *cli, const char *path)
{
	int error = errno;
	if (!strcmp(path, "-"))
		return cli_error(cli, "write", "cannot write to standard output: %s", strerror(error));
	return cli_error(cli, "write", "cannot write '%s': %s", path, strerror(error));
}

bool write_stdout_check(struct cli *cli)
{
	int flags = fcntl(STDOUT_FILENO, F_GETFL);
	if (flags >= 0 && (flags & O_ACCMODE) != O_RDONLY)
		return true;
	errno = EBADF;
	return fail(cli, "-");
}

static bool write_all(int fd, struct rafter_bytes bytes)
{
	for (size_t done = 0; done < bytes.size;) {
		ssize_t wrote = write(fd, bytes.data + done, bytes.size - done);
		if (wrote < 0 && errno == EINTR)
			continue;
		if (wrote < 0)
			return false;
		done += (size_t)wrote;
	}
	return true;
}

// What cannot be replaced by a rename: an open descriptor, a device, a pipe, whatever an entry of /proc leads to.
static bool is_in_place(const char *path)
{
	struct stat status;
	return descriptor_of(path) >= 0 || !strncmp(path, "/proc/", 6) || (stat(path, &status) == 0 && !S_ISREG(status.st_mode));
}

static bool write_in_place(struct cli *cli, const struct out_file *file)
{
	int open_already = descriptor_of(file->path);
	int fd = open_already >= 0 ? open_already : open(file->path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		return fail(cli, file->path);
	bool ok = write_all(fd, file->bytes) || fail(cli, file->path);
	if (open_already < 0 && close(fd) < 0 && ok)
		ok = fail(cli, file->path);
	return ok;
}

// What the link at `path` leads to, or NULL when it is no link (free).
static char *follow(const char *path)
{
	char link[4096], *target = NULL;
	ssize_t length = readlink(path, link, sizeof link - 1);
	if (length < 0)
		return NULL;
	link[length] = '\0';
	const char *slash = strrchr(path, '/');
	if (asprintf(&target, "%.*s%s", link[0] == '/' || !slash ? 0 : (int)(slash + 1 - path), path, link) < 0)
		return NULL;
	return target;
}

// What a link leads to is replaced, not the link; one that leads nowhere yet is followed by hand. NULL when it leads in a circle.
static char *resolve(const char *path)
{
	enum { MOST_LINKS = 40 };
	char *real = realpath(path, NULL);
	if (real)
		return real;
	char *target = strdup(path);
	for (int i = 0; target && i < MOST_LINKS; i++) {
		char *next = follow(target);
		if (!next)
			return target;
		free(target);
		target = next;
	}
	free(target);
	errno = ELOOP;
	return NULL;
}

// A new file with a name that nobody has: `name` ends in six characters that are filled in. -1 with errno. Its mode is that of any new file.
static int open_new(char *name)
{
	enum { NEW_FILE = 0666, TRIES = 100, RANDOM = 6 };
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	char *at = name + strlen(name) - RANDOM;
	for (int i = 0; i < TRIES; i++) {
		unsigned char random[RANDOM];
		if (getrandom(random, sizeof random, 0) != sizeof random)
			return -1;
		for (int k = 0; k < RANDOM; k++)
			at[k] = letters[random[k] % (sizeof letters - 1)];
		int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, NEW_FILE);
		if (fd >= 0 || errno != EEXIST)
			return fd;
	}
	return -1;
}

// The file that is replaced keeps its mode.
static bool keep_mode(int fd, const char *target)
{
	enum { PERMISSIONS = 07777 };
	struct stat status;
	return stat(target, &status) < 0 || fchmod(fd, status.st_mode & PERMISSIONS) == 0;
}

// The whole file under another name in the same folder.
static bool stage(struct cli *cli, struct out_file *file)
{
	file->target = resolve(file->path);
	if (!file->target)
		return fail(cli, file->path);
	// A rename would go past the protection of the file itself.
	if (access(file->target, F_OK) == 0 && access(file->target, W_OK) < 0)
		return fail(cli, file->path);
	const char *slash = strrchr(file->target, '/');
	char *name = NULL;
	if (asprintf(&name, "%.*s.rafter-XXXXXX", slash ? (int)(slash + 1 - file->target) : 0, file->target) < 0)
		return fail(cli, file->path);
	int fd = open_new(name);
	if (fd < 0) {
		fail(cli, file->path);
		free(name);
		return false;
	}
	file->temporary = name;
	bool ok = write_all(fd, file->bytes) && keep_mode(fd, file->target);
	int error = errno;
	if (close(fd) < 0 && ok) {
		error = errno;
		ok = false;
	}
	errno = error;
	return ok || fail(cli, file->path);
}

// True when the file at `path` has these bytes already. One that cannot be read has others.
static bool has_bytes(const char *path, struct rafter_bytes bytes)
{
	enum { CHUNK = 64 * 1024 };
	struct stat status;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	bool same = fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && (size_t)status.st_size == bytes.size;
	unsigned char *chunk = same ? cli_alloc(NULL, CHUNK) : NULL;
	for (size_t done = 0; same && done < bytes.size;) {
		ssize_t got = read(fd, chunk, CHUNK);
		if (got < 0 && errno == EINTR)
			continue;
		same = got > 0 && (size_t)got <= bytes.size - done && !memcmp(chunk, bytes.data + done, (size_t)got);
		done += same ? (size_t)got : 0;
	}
	free(chunk);
	if (fd >= 0)
		close(fd);
	return same;
}

static bool replace(struct cli *cli, struct out_file *file)
{
	if (rename(file->temporary, file->target) < 0)
		return fail(cli, file->path);
	free(file->temporary);
	file->temporary = NULL;
	return true;
}

static void drop(struct out_file *file)
{
	if (file->temporary)
		unlink(file->temporary);
	free(file->temporary);
	free(file->target);
	file->temporary = file->target = NULL;
}

static bool write_replaced(struct cli *cli, struct out_file *files, size_t count)
{
	// Held back until the temporary files are gone, so that none outlives the command.
	sigset_t ends, before;
	sigemptyset(&ends);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGTERM);
	sigaddset(&ends, SIGHUP);
	pthread_sigmask(SIG_BLOCK, &ends, &before);
	bool ok = true;
	for (size_t i = 0; i < count && ok; i++) {
		if (is_in_place(files[i].path))
			continue;
		files[i].unchanged = cli->if_changed && has_bytes(files[i].path, files[i].bytes);
		ok = files[i].unchanged || stage(cli, &files[i]);
	}
	for (size_t i = 0; i < count && ok; i++)
		ok = !files[i].temporary || replace(cli, &files[i]);
	for (size_t i = 0; i < count; i++)
		drop(&files[i]);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return ok;
}

// An input that is written over is lost, and so is a baseline.
static bool is_not_read(struct cli *cli, const char *path)
{
	struct stat status;
	if (stat(path, &status) < 0 || !S_ISREG(status.st_mode))
		return true;
	for (size_t i = 0; i < cli->reads.count; i++) {
		const struct stat *read = &cli->reads.items[i].status;
		if (read->st_dev == status.st_dev && read->st_ino == status.st_ino)
			return cli_error(cli, "usage", "'%s' is read and would be written", path);
	}
	return true;
}

bool write_files(struct cli *cli, struct out_file *files, size_t count)
{
	bool ok = true;
	for (size_t i = 0; i < count && ok; i++)
		ok = is_not_read(cli, files[i].path);
	for (size_t i = 0; i < count && ok; i++)
		ok = !is_in_place(files[i].path) || write_in_place(cli, &files[i]);
	ok = ok && write_replaced(cli, files, count);
	for (size_t i = 0; i < count; i++)
		rafter_bytes_free(&files[i].bytes);
	return ok;
}

bool write_bytes(struct cli *cli, const char *path, struct rafter_bytes bytes)
{
	struct out_file file = {.path = path ? path : "-", .bytes = bytes};
	return write_files(cli, &file, 1);
}
