#include <stddef.h>
#include <stdint.h>

#if defined(__APPLE__)
#include <CommonCrypto/CommonDigest.h>
#endif

/* A SHA-1 on its way: bytes are added as they come. It is a value; a copy goes on from where it was made. */
struct csha1 {
  /* Null where the system's own library does the work. */
  void (*run)(uint32_t state[5], const uint8_t *bytes, size_t blocks);
  uint32_t state[5];
  uint8_t block[64];
  size_t filled;
  uint64_t count;
#if defined(__APPLE__)
  CC_SHA1_CTX system;
#endif
};

void csha1_begin(struct csha1 *sum);

/* The same without the processor's own instructions, for what has none; here for the tests. */
void csha1_begin_portable(struct csha1 *sum);

void csha1_add(struct csha1 *sum, const void *bytes, size_t count);

/* Nothing is to be added after this. */
void csha1_end(struct csha1 *sum, uint8_t digest[20]);
