#include "CPlatform.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* What a terminal gets back when this process fails. Handlers read it, so it is written only while it is disarmed. */
static volatile sig_atomic_t is_armed;
static struct termios saved;
static char leaving[256];
static size_t leaving_count;
static int writer = -1;
static int held = -1;
static int own_errors = -1;

static void restore(void) {
  is_armed = 0;
  (void)!write(STDOUT_FILENO, leaving, leaving_count);
  tcsetattr(STDIN_FILENO, TCSANOW, &saved);
}

/* Writes what is held of the standard error: why the process fails. */
static void tell(void) {
  char bytes[1024];
  off_t place = 0;
  ssize_t count;
  while (own_errors >= 0 && (count = pread(held, bytes, sizeof bytes, place)) > 0) {
    (void)!write(own_errors, bytes, (size_t)count);
    place += count;
  }
}

/* SA_RESETHAND has brought the default action back, which the second signal meets after the return. */
static void fail(int number) {
  if (is_armed) {
    restore();
    tell();
  }
  raise(number);
}

static void note(int number) {
  int before = errno;
  unsigned char byte = (unsigned char)number;
  (void)!write(writer, &byte, 1);
  errno = before;
}

void platform_terminal_guard(const struct termios *attributes, const void *bytes, size_t count) {
  is_armed = 0;
  if (attributes == NULL || count > sizeof leaving) return;
  saved = *attributes;
  memcpy(leaving, bytes, count);
  leaving_count = count;
  is_armed = 1;
}

void platform_terminal_hold(int file, int errors) {
  held = file;
  own_errors = errors;
}

void platform_terminal_note(int number) {
  struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

void platform_terminal_watch(int end) {
  /* A stack that has overflowed has no room for a handler. */
  static char stack[16384];
  static const int failures[] = {SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE};
  stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = fail, .sa_flags = SA_ONSTACK | (int)SA_RESETHAND};
  writer = end;
  sigaltstack(&own, NULL);
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) sigaction(failures[i], &action, NULL);
}
