#include <stdlib.h>
#include <time.h>

#include "CLocalTime.h"

int64_t tasks_offset(int64_t seconds_since_1970) {
  time_t moment = (time_t)seconds_since_1970;
  struct tm parts;
  return localtime_r(&moment, &parts) ? parts.tm_gmtoff : 0;
}

const char *tasks_date_locale(void) {
  const char *const variables[] = {"LC_ALL", "LC_TIME", "LANG"};
  for (int i = 0; i < 3; i++) {
    const char *name = getenv(variables[i]);
    if (name && *name) return name;
  }
  return 0;
}
