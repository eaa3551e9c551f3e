#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* SHA-256 (FIPS 180-4, section 6.2), computed piece by piece. */
struct pure_sha256 {
  uint32_t state[8];
  uint8_t block[64];
  size_t filled;
  uint64_t count;
};

void pure_sha256_begin(struct pure_sha256 *sum);
void pure_sha256_add(struct pure_sha256 *sum, const void *bytes, size_t count);

/* Call it once; nothing can be added after it. */
void pure_sha256_end(struct pure_sha256 *sum, uint8_t digest[32]);

static inline double pure_sine(double radians) { return sin(radians); }
static inline double pure_cosine(double radians) { return cos(radians); }
static inline double pure_arc_sine(double sine) { return asin(sine); }
