/* What Web Push needs of mbedTLS, which libgit2 stands on already: the curve P-256, AES-GCM and ECDSA, through its PSA
   interface, which is the same in its versions 2 and 3. Each returns 0, or an error of the library. */
#include <psa/crypto.h>
#include <stdint.h>
#include <string.h>

static inline psa_status_t push_key(const uint8_t secret[32], psa_algorithm_t algorithm,
                                    psa_key_usage_t usage, psa_key_id_t *key) {
  psa_status_t status = psa_crypto_init();
  if (status != PSA_SUCCESS) return status;
  psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
  psa_set_key_type(&attributes, PSA_KEY_TYPE_ECC_KEY_PAIR(PSA_ECC_FAMILY_SECP_R1));
  psa_set_key_bits(&attributes, 256);
  psa_set_key_usage_flags(&attributes, usage);
  psa_set_key_algorithm(&attributes, algorithm);
  if (secret != NULL) return psa_import_key(&attributes, secret, 32, key);
  return psa_generate_key(&attributes, key);
}

/* Makes the secret number of a key pair. */
static inline int push_make_secret(uint8_t secret[32]) {
  psa_key_id_t key;
  size_t length;
  psa_status_t status = push_key(NULL, PSA_ALG_ECDH, PSA_KEY_USAGE_EXPORT, &key);
  if (status != PSA_SUCCESS) return status;
  status = psa_export_key(key, secret, 32, &length);
  psa_destroy_key(key);
  return status;
}

/* The public point of a key pair, uncompressed. */
static inline int push_point(const uint8_t secret[32], uint8_t point[65]) {
  psa_key_id_t key;
  size_t length;
  psa_status_t status = push_key(secret, PSA_ALG_ECDH, PSA_KEY_USAGE_EXPORT, &key);
  if (status != PSA_SUCCESS) return status;
  status = psa_export_public_key(key, point, 65, &length);
  psa_destroy_key(key);
  return status;
}

/* What both ends of an exchange share (RFC 7748 calls it the shared secret; here of P-256). */
static inline int push_agree(const uint8_t secret[32], const uint8_t point[65],
                             uint8_t shared[32]) {
  psa_key_id_t key;
  size_t length;
  psa_status_t status = push_key(secret, PSA_ALG_ECDH, PSA_KEY_USAGE_DERIVE, &key);
  if (status != PSA_SUCCESS) return status;
  status = psa_raw_key_agreement(PSA_ALG_ECDH, key, point, 65, shared, 32, &length);
  psa_destroy_key(key);
  return status;
}

/* Encrypts a text with AES-128 in GCM; the sealed text is 16 bytes longer. */
static inline int push_seal(const uint8_t bytes[16], const uint8_t nonce[12], const uint8_t *text,
                            size_t count, uint8_t *sealed) {
  psa_status_t status = psa_crypto_init();
  if (status != PSA_SUCCESS) return status;
  psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
  psa_set_key_type(&attributes, PSA_KEY_TYPE_AES);
  psa_set_key_bits(&attributes, 128);
  psa_set_key_usage_flags(&attributes, PSA_KEY_USAGE_ENCRYPT);
  psa_set_key_algorithm(&attributes, PSA_ALG_GCM);
  psa_key_id_t key;
  size_t length;
  status = psa_import_key(&attributes, bytes, 16, &key);
  if (status != PSA_SUCCESS) return status;
  status = psa_aead_encrypt(key, PSA_ALG_GCM, nonce, 12, NULL, 0, text, count, sealed, count + 16,
                            &length);
  psa_destroy_key(key);
  return status;
}

/* Signs the SHA-256 of a text with ECDSA: r, then s. */
static inline int push_sign(const uint8_t secret[32], const uint8_t hash[32],
                            uint8_t signature[64]) {
  psa_key_id_t key;
  size_t length;
  const psa_algorithm_t algorithm = PSA_ALG_ECDSA(PSA_ALG_SHA_256);
  psa_status_t status = push_key(secret, algorithm, PSA_KEY_USAGE_SIGN_HASH, &key);
  if (status != PSA_SUCCESS) return status;
  status = psa_sign_hash(key, algorithm, hash, 32, signature, 64, &length);
  psa_destroy_key(key);
  return status;
}
