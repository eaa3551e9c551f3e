#include <stddef.h>
#include <stdint.h>

/* A stretch of bytes. */
struct csha1_part {
  const void *bytes;
  size_t count;
};

/* The SHA-1 of stretches of bytes, one after the other. */
void csha1(const struct csha1_part *parts, size_t part_count, uint8_t digest[20]);

/* The same without the processor's own instructions, for what has none; here for the tests. */
void csha1_portable(const struct csha1_part *parts, size_t part_count, uint8_t digest[20]);
