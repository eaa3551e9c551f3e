// SHA-1 (FIPS 180-4, section 6.1), with the processor's SHA instructions if it has them.
//
// libgit2's own implementation detects collisions and takes ten times as long. libgit2 uses it to read objects from
// other sources; the checksum of an index and the ids of objects written here do not need it.

#include "CPlatform.h"

#include <string.h>

typedef void blocks_function(uint32_t state[5], const uint8_t *bytes, size_t blocks);

static uint32_t left(uint32_t word, int count) { return word << count | word >> (32 - count); }

static void blocks_portable(uint32_t state[5], const uint8_t *bytes, size_t blocks) {
  for (; blocks > 0; blocks--, bytes += 64) {
    uint32_t w[80];
    for (int i = 0; i < 16; i++) {
      w[i] = (uint32_t)bytes[4 * i] << 24 | (uint32_t)bytes[4 * i + 1] << 16 |
             (uint32_t)bytes[4 * i + 2] << 8 | bytes[4 * i + 3];
    }
    for (int i = 16; i < 80; i++) w[i] = left(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (int i = 0; i < 80; i++) {
      uint32_t mixed = i < 20   ? (d ^ (b & (c ^ d))) + 0x5A827999
                       : i < 40 ? (b ^ c ^ d) + 0x6ED9EBA1
                       : i < 60 ? ((b & c) | (d & (b | c))) + 0x8F1BBCDC
                                : (b ^ c ^ d) + 0xCA62C1D6;
      uint32_t next = left(a, 5) + mixed + e + w[i];
      e = d;
      d = c;
      c = left(b, 30);
      b = a;
      a = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
  }
}

static void begin(struct platform_sha1 *sum, blocks_function *run) {
  static const uint32_t first[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
  memset(sum, 0, sizeof *sum);
  memcpy(sum->state, first, sizeof first);
  sum->run = run;
}

void platform_sha1_begin_portable(struct platform_sha1 *sum) { begin(sum, blocks_portable); }

static void add(struct platform_sha1 *sum, const uint8_t *bytes, size_t count) {
  sum->count += count;
  if (sum->filled > 0) {
    size_t taken = count < 64 - sum->filled ? count : 64 - sum->filled;
    if (taken > 0) memcpy(sum->block + sum->filled, bytes, taken);
    sum->filled += taken;
    bytes += taken;
    count -= taken;
    if (sum->filled < 64) return;
    sum->run(sum->state, sum->block, 1);
    sum->filled = 0;
  }
  if (count >= 64) {
    sum->run(sum->state, bytes, count / 64);
    bytes += count / 64 * 64;
    count %= 64;
  }
  if (count > 0) memcpy(sum->block, bytes, count);
  sum->filled = count;
}

static void end(struct platform_sha1 *sum, uint8_t digest[20]) {
  uint64_t bits = sum->count * 8;
  uint8_t last[128] = {0x80};
  size_t padding = (sum->filled < 56 ? 56 : 120) - sum->filled;
  for (int i = 0; i < 8; i++) last[padding + i] = (uint8_t)(bits >> (56 - 8 * i));
  add(sum, last, padding + 8);
  for (int i = 0; i < 20; i++) digest[i] = (uint8_t)(sum->state[i / 4] >> (24 - i % 4 * 8));
}

#if defined(__APPLE__)

void platform_sha1_begin(struct platform_sha1 *sum) {
  begin(sum, NULL);
  CC_SHA1_Init(&sum->system);
}

void platform_sha1_add(struct platform_sha1 *sum, const void *bytes, size_t count) {
  if (sum->run != NULL) return add(sum, bytes, count);
  const uint8_t *next = bytes;
  while (count > 0) {
    // CC_LONG has 32 bits.
    size_t some = count < 1 << 30 ? count : 1 << 30;
    CC_SHA1_Update(&sum->system, next, (CC_LONG)some);
    next += some;
    count -= some;
  }
}

void platform_sha1_end(struct platform_sha1 *sum, uint8_t digest[20]) {
  if (sum->run != NULL) return end(sum, digest);
  CC_SHA1_Final(digest, &sum->system);
}

#else

void platform_sha1_add(struct platform_sha1 *sum, const void *bytes, size_t count) { add(sum, bytes, count); }

void platform_sha1_end(struct platform_sha1 *sum, uint8_t digest[20]) { end(sum, digest); }

#if defined(__x86_64__)


#include <cpuid.h>
#include <immintrin.h>

// Runs four rounds and computes the message words of 16 rounds later per step; `w` is a ring of four registers.
__attribute__((target("sha,sse4.1,ssse3"))) static void blocks_x86(uint32_t state[5],
                                                                    const uint8_t *bytes,
                                                                    size_t blocks) {
  const __m128i swap = _mm_set_epi64x(0x0001020304050607LL, 0x08090A0B0C0D0E0FLL);
  __m128i abcd = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0x1B);
  __m128i e = _mm_set_epi32((int)state[4], 0, 0, 0);
  for (; blocks > 0; blocks--, bytes += 64) {
    const __m128i abcd_before = abcd, e_before = e;
    __m128i w[4];
    for (int i = 0; i < 4; i++) {
      w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(bytes + 16 * i)), swap);
    }
    __m128i last = abcd;
#define ROUNDS(i, function)                                                                        \
  {                                                                                                \
    if (i >= 4) {                                                                                  \
      w[i & 3] = _mm_sha1msg2_epu32(                                                               \
          _mm_xor_si128(_mm_sha1msg1_epu32(w[i & 3], w[(i + 1) & 3]), w[(i + 2) & 3]),             \
          w[(i + 3) & 3]);                                                                         \
    }                                                                                              \
    e = i == 0 ? _mm_add_epi32(e, w[0]) : _mm_sha1nexte_epu32(last, w[i & 3]);                     \
    last = abcd;                                                                                   \
    abcd = _mm_sha1rnds4_epu32(abcd, e, function);                                                 \
  }
    ROUNDS(0, 0) ROUNDS(1, 0) ROUNDS(2, 0) ROUNDS(3, 0) ROUNDS(4, 0)
    ROUNDS(5, 1) ROUNDS(6, 1) ROUNDS(7, 1) ROUNDS(8, 1) ROUNDS(9, 1)
    ROUNDS(10, 2) ROUNDS(11, 2) ROUNDS(12, 2) ROUNDS(13, 2) ROUNDS(14, 2)
    ROUNDS(15, 3) ROUNDS(16, 3) ROUNDS(17, 3) ROUNDS(18, 3) ROUNDS(19, 3)
#undef ROUNDS
    e = _mm_sha1nexte_epu32(last, e_before);
    abcd = _mm_add_epi32(abcd, abcd_before);
  }
  _mm_storeu_si128((__m128i *)state, _mm_shuffle_epi32(abcd, 0x1B));
  state[4] = (uint32_t)_mm_extract_epi32(e, 3);
}

static int has_instructions(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSE4_1) || !(c & bit_SSSE3)) return 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & (1u << 29));
}

void platform_sha1_begin(struct platform_sha1 *sum) {
  // cpuid traps in a virtual machine and takes as long as many blocks, so the answer is cached; 0 means not known
  // yet.
  static _Atomic int known = 0;
  if (known == 0) known = has_instructions() ? 1 : 2;
  begin(sum, known == 1 ? blocks_x86 : blocks_portable);
}

#else

void platform_sha1_begin(struct platform_sha1 *sum) { platform_sha1_begin_portable(sum); }

#endif

#endif
