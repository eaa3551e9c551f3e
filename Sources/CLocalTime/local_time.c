#include <time.h>

#include "CLocalTime.h"

int64_t tasks_offset(int64_t seconds_since_1970) {
  time_t moment = (time_t)seconds_since_1970;
  struct tm parts;
  return localtime_r(&moment, &parts) ? parts.tm_gmtoff : 0;
}
