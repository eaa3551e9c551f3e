// The one call of the start that must leave something behind: libgit2 frees a pointer in the settings before it
// ever sets it. In a file of its own, for the header declares what network.c defines in its own way.

#ifdef TASKS_STATIC

#include <mbedtls/ssl.h>
#include <string.h>

void mbedtls_ssl_config_init(mbedtls_ssl_config *conf) { memset(conf, 0, sizeof *conf); }

#endif
