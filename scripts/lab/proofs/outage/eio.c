// Loaded before the C library into PostgreSQL alone: while the file named by OUTAGE_EIO exists, what is written to
// its files, or flushed, fails with EIO, as on a disk that is about to die.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static const char *flag;

// At the start: PostgreSQL writes over its own name, and over its environment, to say what a process does.
__attribute__((constructor)) static void remember(void) {
  const char *given = getenv("OUTAGE_EIO");
  if (given && strcmp(program_invocation_short_name, "postgres") == 0) flag = strdup(given);
}

static int fails(void) {
  if (flag == NULL) return 0;
  if (access(flag, F_OK) != 0) return 0;
  errno = EIO;
  return 1;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
  return fails() ? -1 : NEXT(pwrite)(fd, data, size, at);
}
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
  return fails() ? -1 : NEXT(pwrite64)(fd, data, size, at);
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
  return fails() ? -1 : NEXT(pwritev)(fd, parts, count, at);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) {
  return fails() ? -1 : NEXT(pwritev64)(fd, parts, count, at);
}
int fsync(int fd) { return fails() ? -1 : NEXT(fsync)(fd); }
int fdatasync(int fd) { return fails() ? -1 : NEXT(fdatasync)(fd); }
int posix_fallocate(int fd, off_t at, off_t size) {
  return fails() ? EIO : NEXT(posix_fallocate)(fd, at, size);
}
int posix_fallocate64(int fd, off64_t at, off64_t size) {
  return fails() ? EIO : NEXT(posix_fallocate64)(fd, at, size);
}
