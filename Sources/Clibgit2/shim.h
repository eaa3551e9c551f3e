#include <git2.h>
#include <git2/sys/commit.h>
#include <git2/sys/refdb_backend.h>
#include <git2/sys/repository.h>
#include <zlib.h>

/* Swift cannot call variadic functions: each option that is used has a door of its own here. */

static inline int clibgit2_set_search_path(int level, const char *path) {
  return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, path);
}

static inline int clibgit2_set_fsync_gitdir(int on) {
  return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, on);
}

static inline int clibgit2_set_strict_object_creation(int on) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_OBJECT_CREATION, on);
}

static inline int clibgit2_set_strict_hash_verification(int on) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, on);
}

static inline int clibgit2_set_owner_validation(int on) {
  return git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, on);
}

static inline int clibgit2_set_extensions(const char **names, size_t count) {
  return git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, names, count);
}

/* Macros in zlib.h. */
static inline int clibgit2_inflate_start(z_stream *stream) { return inflateInit(stream); }
static inline int clibgit2_deflate_start(z_stream *stream) {
  return deflateInit(stream, Z_BEST_SPEED);
}

/* Swift 6 takes the global variable `environ` for unsafe state; its address is read here. */
extern char **environ;
static inline char **clibgit2_environ(void) { return environ; }

/* Functions that glibc declares with _GNU_SOURCE only, which Swift's view of it does not set. */
#include <spawn.h>
#if defined(__linux__)
#ifndef POSIX_SPAWN_SETSID
#define POSIX_SPAWN_SETSID 0x80
#endif
extern int pipe2(int ends[2], int flags);
extern int syncfs(int file);
extern int sync_file_range(int file, long long offset, long long count, unsigned int flags);
extern int renameat2(int old_folder, const char *old_name, int new_folder, const char *new_name,
                     unsigned int flags);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions,
                                                const char *path);
static inline int clibgit2_pipe2(int *ends, int flags) { return pipe2(ends, flags); }
static inline int clibgit2_syncfs(int file) { return syncfs(file); }
/* All of a file, with SYNC_FILE_RANGE_WRITE by its number; nothing is waited for. */
static inline void clibgit2_begin_writeback(int file) { (void)sync_file_range(file, 0, 0, 1 << 1); }
/* AT_FDCWD and RENAME_EXCHANGE by their numbers, as the headers that name them are not read here. */
static inline int clibgit2_exchange(const char *one, const char *other) {
  return renameat2(-100, one, -100, other, 1 << 1);
}
#endif
static inline int clibgit2_spawn_addchdir(posix_spawn_file_actions_t *actions, const char *path) {
  return posix_spawn_file_actions_addchdir_np(actions, path);
}
static const short clibgit2_spawn_setsid = POSIX_SPAWN_SETSID;

#include <pthread.h>
#if defined(__GLIBC__)
#include <sched.h>
extern int sched_getcpu(void);
extern int sched_getaffinity(pid_t process, size_t size, cpu_set_t *processors);
extern int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *processors);
extern int pthread_attr_setaffinity_np(pthread_attr_t *attributes, size_t size,
                                       const cpu_set_t *processors);
#endif
/* A thread that begins on another processor than its maker's, where there is one, and may go anywhere from there. Left
   to itself Linux often has it wait for its maker's turn to end, up to 4 ms, while the other has nothing to do. */
static inline int clibgit2_start_elsewhere(pthread_t *thread, void *(*run)(void *), void *context) {
#if defined(__GLIBC__)
  const int wide = 8 * sizeof(unsigned long);
  int here = sched_getcpu();
  cpu_set_t all, others;
  pthread_attr_t attributes;
  if (here >= 0 && here < 8 * (int)sizeof all && sched_getaffinity(0, sizeof all, &all) == 0 &&
      pthread_attr_init(&attributes) == 0) {
    others = all;
    ((unsigned long *)&others)[here / wide] &= ~(1UL << here % wide);
    int code = pthread_attr_setaffinity_np(&attributes, sizeof others, &others);
    if (code == 0) code = pthread_create(thread, &attributes, run, context);
    pthread_attr_destroy(&attributes);
    if (code == 0) {
      pthread_setaffinity_np(*thread, sizeof all, &all);
      return 0;
    }
  }
#endif
  return pthread_create(thread, NULL, run, context);
}
