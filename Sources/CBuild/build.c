// The build that this is. .ci/package says it; Package.swift passes it on.

#include "CBuild.h"

#include <stddef.h>

const char *tasks_build(void) {
#ifdef TASKS_BUILD
  return TASKS_BUILD;
#else
  return NULL;
#endif
}
