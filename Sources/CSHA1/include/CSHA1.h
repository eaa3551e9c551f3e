#include <stddef.h>
#include <stdint.h>

/* The SHA-1 of two stretches of bytes, one after the other. */
void csha1(const void *head, size_t head_count, const void *body, size_t body_count,
           uint8_t digest[20]);

/* The same without the processor's own instructions, for what has none; here for the tests. */
void csha1_portable(const void *head, size_t head_count, const void *body, size_t body_count,
                    uint8_t digest[20]);
