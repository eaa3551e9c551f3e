// The build that this is. .ci/package says it; Package.swift passes it on.

#include "CPlatform.h"

const char *platform_build(void) {
#ifdef TASKS_BUILD
  return TASKS_BUILD;
#else
  return NULL;
#endif
}
