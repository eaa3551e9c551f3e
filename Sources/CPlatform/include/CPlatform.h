#include <pthread.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

#if defined(__APPLE__)
#include <CommonCrypto/CommonDigest.h>
#endif

/* SHA-1 (FIPS 180-4, section 6.1), computed piece by piece. A copy continues from where it was made. */
struct platform_sha1 {
  /* The block function; null if the system's own library does the work. */
  void (*run)(uint32_t state[5], const uint8_t *bytes, size_t blocks);
  uint32_t state[5];
  uint8_t block[64];
  size_t filled;
  uint64_t count;
#if defined(__APPLE__)
  CC_SHA1_CTX system;
#endif
};

void platform_sha1_begin(struct platform_sha1 *sum);

/* As platform_sha1_begin, without the processor's SHA instructions: for the tests. */
void platform_sha1_begin_portable(struct platform_sha1 *sum);

void platform_sha1_add(struct platform_sha1 *sum, const void *bytes, size_t count);

/* Call it once; nothing can be added after it. */
void platform_sha1_end(struct platform_sha1 *sum, uint8_t digest[20]);

/* The environment. Swift 6 refuses to read the global variable itself as unsafe state. */
extern char **environ;
static inline char **platform_environ(void) { return environ; }

/* Functions that glibc declares with _GNU_SOURCE only, which Swift's import of glibc does not define. */
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
static inline int platform_pipe2(int *ends, int flags) { return pipe2(ends, flags); }
static inline int platform_syncfs(int file) { return syncfs(file); }
/* Starts to write back a whole file (SYNC_FILE_RANGE_WRITE) and does not wait. */
static inline void platform_begin_writeback(int file) { (void)sync_file_range(file, 0, 0, 1 << 1); }
/* Exchanges two files: AT_FDCWD and RENAME_EXCHANGE, by their numbers as glibc names them with _GNU_SOURCE only. */
static inline int platform_exchange(const char *one, const char *other) {
  return renameat2(-100, one, -100, other, 1 << 1);
}
static inline int platform_rename_to_free(const char *one, const char *other) {
  return renameat2(-100, one, -100, other, 1 << 0);
}
#endif
static inline int platform_spawn_addchdir(posix_spawn_file_actions_t *actions, const char *path) {
  return posix_spawn_file_actions_addchdir_np(actions, path);
}
static const short platform_spawn_setsid = POSIX_SPAWN_SETSID;

#if defined(__GLIBC__)
#include <sched.h>
extern int sched_getcpu(void);
extern int sched_getaffinity(pid_t process, size_t size, cpu_set_t *processors);
extern int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *processors);
extern int pthread_attr_setaffinity_np(pthread_attr_t *attributes, size_t size,
                                       const cpu_set_t *processors);
#endif
/* Creates a thread that starts on another processor than the caller's if there is one; the scheduler may move it later.
   Without this Linux often lets the thread wait up to 4 ms for the caller's time slice while the other processor idles
   (measured: listings take 0.85 of the time). */
static inline int platform_start_elsewhere(pthread_t *thread, void *(*run)(void *), void *context) {
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

/* Terminals: what a handler restores if this process fails, by SIGSEGV and its like, while a program has the screen.
   Null attributes end that. The bytes are at most 256. */
void platform_terminal_guard(const struct termios *attributes, const void *bytes, size_t count);

/* Names the file that holds what is written to the standard error meanwhile, and where a failure writes it. */
void platform_terminal_hold(int file, int errors);

/* Makes a signal one that writes its number, a byte, to the pipe of platform_terminal_watch. */
void platform_terminal_note(int number);

/* Installs the handlers of failures, on a stack of their own, and names the end of the pipe that is written to. */
void platform_terminal_watch(int end);
