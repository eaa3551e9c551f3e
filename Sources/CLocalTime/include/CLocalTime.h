#include <stdint.h>

/// The offset of local time at a moment, in seconds east of UTC, by the zone of the process: TZ, or that of the machine.
int64_t tasks_offset(int64_t seconds_since_1970);
