// The functions of libcurl that Foundation's URL loading calls. FlyingFox brings it along for a proxy that is never
// used here, and a static program has no libcurl to load. Without these the program could not be linked.
#ifdef TASKS_STATIC
#include <stdlib.h>

#define MISSING(name) \
  void name(void) { abort(); }

MISSING(curl_easy_cleanup)
MISSING(curl_easy_getinfo)
MISSING(curl_easy_init)
MISSING(curl_easy_pause)
MISSING(curl_easy_setopt)
MISSING(curl_easy_strerror)
MISSING(curl_free)
MISSING(curl_global_init)
MISSING(curl_multi_add_handle)
MISSING(curl_multi_assign)
MISSING(curl_multi_cleanup)
MISSING(curl_multi_info_read)
MISSING(curl_multi_init)
MISSING(curl_multi_remove_handle)
MISSING(curl_multi_setopt)
MISSING(curl_multi_socket_action)
MISSING(curl_slist_append)
MISSING(curl_slist_free_all)
MISSING(curl_url)
MISSING(curl_url_cleanup)
MISSING(curl_url_get)
MISSING(curl_url_set)
MISSING(curl_version)
MISSING(curl_version_info)
#endif
