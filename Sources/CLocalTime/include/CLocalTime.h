#include <stdint.h>

/// The offset of local time at a moment, in seconds east of UTC, by the zone of the process: TZ, or that of the machine.
int64_t tasks_offset(int64_t seconds_since_1970);

/// The name of the locale in which dates are written, from LC_ALL, LC_TIME or LANG; null if none of them is set.
const char *tasks_date_locale(void);
