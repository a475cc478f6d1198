/*
 * A disk that forgets: loaded into a process (LD_PRELOAD), it notes what each change of a file under
 * a folder replaced and wrote, until a flush of that file covers it. After the process is killed,
 * forgetful.ts takes back what no flush covered, as after a power cut.
 *
 *   FORGETFUL_FOLDER   the folder whose files forget; its real name
 *   FORGETFUL_JOURNAL  the file of the notes, outside of that folder
 *   FORGETFUL_LIES     if set, flushes succeed and cover nothing
 *
 * A number in the file "<journal>-cut" kills the process at that many changes and flushes from then
 * on, in the place of the last one. The program flushes nothing to the real disk, so tests are quick.
 *
 * Of the shared memory of SQLite (-shm) nothing is noted: it is mapped, and rebuilt after a power cut.
 * Removed names are gone at once; new names are durable once their folder is flushed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* A note; its name, the bytes before and the bytes after follow. Read by forgetful.ts. */
struct note {
  uint32_t kind; /* 'W'rite, 'T'runcate, 'C'reate, 'R'emove, 'S'ync */
  uint32_t name_bytes;
  uint64_t offset;   /* of a write; the new size of a truncation */
  uint64_t old_size; /* of the file, before */
  uint64_t old_bytes;
  uint64_t new_bytes;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *folder, *journal;
static size_t folder_bytes;
static int journal_fd = -1, lies;
static long left = -1;
/* Files, and folders with new names, that no flush has covered. */
static char *unflushed[256];
static int unflushed_count;

static ssize_t (*real_pwrite)(int, const void *, size_t, off64_t);
static ssize_t (*real_write)(int, const void *, size_t);
static int (*real_ftruncate)(int, off64_t);
static int (*real_fsync)(int);
static int (*real_openat)(int, const char *, int, ...);
static int (*real_unlinkat)(int, const char *, int);

static void die(const char *what) {
  perror(what);
  abort();
}

__attribute__((constructor)) static void begin(void) {
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_write = dlsym(RTLD_NEXT, "write");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_openat = dlsym(RTLD_NEXT, "openat64");
  real_unlinkat = dlsym(RTLD_NEXT, "unlinkat");
  folder = getenv("FORGETFUL_FOLDER");
  journal = getenv("FORGETFUL_JOURNAL");
  lies = getenv("FORGETFUL_LIES") != NULL;
  if (folder == NULL || journal == NULL) return;
  folder_bytes = strlen(folder);
  journal_fd = real_openat(AT_FDCWD, journal, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (journal_fd < 0) die("FORGETFUL_JOURNAL");
}

/* The name of an open file under the folder, or of the folder; 0 for all others. */
static int name_of(int fd, char name[PATH_MAX]) {
  if (journal_fd < 0) return 0;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t bytes = readlink(link, name, PATH_MAX - 1);
  if (bytes < (ssize_t)folder_bytes || memcmp(name, folder, folder_bytes) != 0) return 0;
  name[bytes] = 0;
  if (name[folder_bytes] != 0 && name[folder_bytes] != '/') return 0;
  return bytes < 4 || strcmp(name + bytes - 4, "-shm") != 0;
}

static void folder_of(const char *name, char of[PATH_MAX]) {
  snprintf(of, PATH_MAX, "%s", name);
  char *slash = strrchr(of, '/');
  if (slash != NULL) *slash = 0;
}

/* Counts a change or flush, and cuts the power in the place of the last one. */
static void count(void) {
  if (left < 0) {
    char path[PATH_MAX], text[32] = "";
    snprintf(path, sizeof path, "%s-cut", journal);
    int fd = real_openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    if (read(fd, text, sizeof text - 1) > 0) left = atol(text);
    close(fd);
    if (left < 0) return;
  }
  if (left-- == 0) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
  }
}

static void note(struct note head, const char *name, const void *before, const void *after) {
  head.name_bytes = strlen(name);
  struct iovec parts[] = {
    {&head, sizeof head},
    {(void *)name, head.name_bytes},
    {(void *)before, head.old_bytes},
    {(void *)after, head.new_bytes},
  };
  size_t bytes = 0;
  for (int i = 0; i < 4; i++) bytes += parts[i].iov_len;
  if (writev(journal_fd, parts, 4) != (ssize_t)bytes) die("FORGETFUL_JOURNAL");
}

static void is_unflushed(const char *name) {
  for (int i = 0; i < unflushed_count; i++) if (strcmp(unflushed[i], name) == 0) return;
  if (unflushed_count == 256) die("too many files");
  unflushed[unflushed_count++] = strdup(name);
}

/* True if all that is noted is covered by now. */
static int drop(const char *name) {
  for (int i = 0; i < unflushed_count; i++) {
    if (strcmp(unflushed[i], name) != 0) continue;
    free(unflushed[i]);
    unflushed[i] = unflushed[--unflushed_count];
    break;
  }
  return unflushed_count == 0;
}

/* Notes a change that begins at an offset: what is there now, and what comes. */
static void note_change(int fd, const char *name, struct note head, const void *after) {
  struct stat64 stat;
  if (fstat64(fd, &stat) != 0) die(name);
  head.old_size = stat.st_size;
  uint64_t end = head.kind == 'T' ? head.old_size : head.offset + head.new_bytes;
  if (end > head.old_size) end = head.old_size;
  head.old_bytes = end > head.offset ? end - head.offset : 0;
  void *before = malloc(head.old_bytes + 1);
  ssize_t bytes = pread64(fd, before, head.old_bytes, head.offset);
  if (bytes < 0 && errno == EBADF) {
    /* Open for writing alone, which no file of SQLite is: closing one would drop its locks. */
    int other = real_openat(AT_FDCWD, name, O_RDONLY | O_CLOEXEC);
    bytes = pread64(other, before, head.old_bytes, head.offset);
    close(other);
  }
  if (bytes != (ssize_t)head.old_bytes) die(name);
  is_unflushed(name);
  note(head, name, before, after);
  free(before);
}

ssize_t pwrite64(int fd, const void *data, size_t bytes, off64_t offset) {
  char name[PATH_MAX];
  if (!name_of(fd, name)) return real_pwrite(fd, data, bytes, offset);
  pthread_mutex_lock(&lock);
  count();
  note_change(fd, name, (struct note){.kind = 'W', .offset = offset, .new_bytes = bytes}, data);
  ssize_t result = real_pwrite(fd, data, bytes, offset);
  pthread_mutex_unlock(&lock);
  return result;
}

ssize_t pwrite(int fd, const void *data, size_t bytes, off_t offset) {
  return pwrite64(fd, data, bytes, offset);
}

ssize_t write(int fd, const void *data, size_t bytes) {
  char name[PATH_MAX];
  if (!name_of(fd, name)) return real_write(fd, data, bytes);
  pthread_mutex_lock(&lock);
  count();
  int whence = fcntl(fd, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR;
  uint64_t offset = lseek64(fd, 0, whence);
  note_change(fd, name, (struct note){.kind = 'W', .offset = offset, .new_bytes = bytes}, data);
  ssize_t result = real_write(fd, data, bytes);
  pthread_mutex_unlock(&lock);
  return result;
}

int ftruncate64(int fd, off64_t size) {
  char name[PATH_MAX];
  if (!name_of(fd, name)) return real_ftruncate(fd, size);
  pthread_mutex_lock(&lock);
  count();
  note_change(fd, name, (struct note){.kind = 'T', .offset = size}, NULL);
  int result = real_ftruncate(fd, size);
  pthread_mutex_unlock(&lock);
  return result;
}

int ftruncate(int fd, off_t size) {
  return ftruncate64(fd, size);
}

int fsync(int fd) {
  char name[PATH_MAX];
  if (!name_of(fd, name)) return real_fsync(fd);
  pthread_mutex_lock(&lock);
  count();
  if (!lies && drop(name)) {
    if (real_ftruncate(journal_fd, 0) != 0) die("FORGETFUL_JOURNAL");
  } else if (!lies) {
    note((struct note){.kind = 'S'}, name, NULL, NULL);
  }
  pthread_mutex_unlock(&lock);
  return 0;
}

int fdatasync(int fd) {
  return fsync(fd);
}

int openat64(int at, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (journal_fd < 0 || !(flags & O_CREAT)) return real_openat(at, path, flags, mode);
  pthread_mutex_lock(&lock);
  int is_new = faccessat(at, path, F_OK, AT_SYMLINK_NOFOLLOW) != 0;
  int fd = real_openat(at, path, flags, mode);
  int failure = errno;
  char name[PATH_MAX], of[PATH_MAX];
  if (is_new && fd >= 0 && name_of(fd, name)) {
    folder_of(name, of);
    is_unflushed(of);
    note((struct note){.kind = 'C'}, name, NULL, NULL);
  }
  pthread_mutex_unlock(&lock);
  errno = failure;
  return fd;
}

int openat(int at, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return openat64(at, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return openat64(AT_FDCWD, path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return openat64(AT_FDCWD, path, flags, mode);
}

int unlinkat(int at, const char *path, int flags) {
  char name[PATH_MAX];
  int fd = journal_fd < 0 ? -1 : real_openat(at, path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  int is_ours = fd >= 0 && name_of(fd, name);
  if (fd >= 0) close(fd);
  if (!is_ours) return real_unlinkat(at, path, flags);
  pthread_mutex_lock(&lock);
  count();
  note((struct note){.kind = 'R'}, name, NULL, NULL);
  drop(name);
  int result = real_unlinkat(at, path, flags);
  pthread_mutex_unlock(&lock);
  return result;
}

int unlink(const char *path) {
  return unlinkat(AT_FDCWD, path, 0);
}
