// The one initialisation function that must do something: libgit2 frees a pointer in the configuration before it ever
// sets it. It has a file of its own because the mbedtls header declares the functions of network.c with other types.

#ifdef TASKS_STATIC

#include <mbedtls/ssl.h>
#include <string.h>

void mbedtls_ssl_config_init(mbedtls_ssl_config *conf) { memset(conf, 0, sizeof *conf); }

#endif
