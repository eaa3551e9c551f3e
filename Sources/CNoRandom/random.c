// The random numbers of mbedTLS, which libgit2 seeds for TLS when it starts. tasks makes no keys and the git program
// does all network access, so here they succeed and do nothing: that saves 0.4 ms of each start. tasks-web makes keys,
// so it must be linked without this file.

#ifdef TASKS_STATIC

#define PREPARES(name) int name(void) { return 0; }

PREPARES(mbedtls_ctr_drbg_free)
PREPARES(mbedtls_ctr_drbg_init)
PREPARES(mbedtls_ctr_drbg_random)
PREPARES(mbedtls_ctr_drbg_seed)
PREPARES(mbedtls_entropy_free)
PREPARES(mbedtls_entropy_func)
PREPARES(mbedtls_entropy_init)

#endif
