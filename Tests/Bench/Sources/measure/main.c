// Runs a program with the files and variables that this one has, and writes what it took: the elapsed and the
// processor time in milliseconds, and the peak of its memory or of one of its children in KiB.
//
//   measure RESULT PROGRAM [ARGUMENT ...]
//
// The peak of a process is never less than that of the one that starts it, and this one is small.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static double milliseconds(struct timeval time) { return time.tv_sec * 1e3 + time.tv_usec / 1e3; }

int main(int count, char **words) {
  if (count < 3) return 2;
  for (int file = 3; file < 256; file++) fcntl(file, F_SETFD, FD_CLOEXEC);
  pid_t child;
  int status;
  struct rusage usage;
  double start = now();
  int code = posix_spawn(&child, words[2], NULL, NULL, words + 2, environ);
  if (code != 0) {
    fprintf(stderr, "%s: %s\n", words[2], strerror(code));
    return 127;
  }
  while (wait4(child, &status, 0, &usage) < 0) {
    if (errno != EINTR) return 126;
  }
  double wall = now() - start;
#ifdef __APPLE__
  usage.ru_maxrss /= 1024;
#endif
  FILE *result = fopen(words[1], "w");
  if (result == NULL) return 125;
  fprintf(
    result, "%f %f %ld", wall, milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime),
    usage.ru_maxrss);
  fclose(result);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
