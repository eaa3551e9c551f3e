// Stubs for the TLS, SSH and GSS-API functions that libgit2.a references, for an executable that links it statically.
//
// The git program does all network access. libgit2 initialises these libraries when it starts: those functions
// succeed and do nothing. All others can be reached only through a network transport of libgit2, which is not used
// here: they abort. For the random numbers see CNoRandom.

#ifdef TASKS_STATIC

#include <stdlib.h>

#define PREPARES(name) int name(void) { return 0; }
#define NEVER(name) int name(void) { abort(); }

PREPARES(libssh2_exit)
PREPARES(libssh2_init)
PREPARES(mbedtls_ssl_conf_authmode)
PREPARES(mbedtls_ssl_conf_ca_chain)
PREPARES(mbedtls_ssl_conf_ciphersuites)
PREPARES(mbedtls_ssl_conf_min_version)
PREPARES(mbedtls_ssl_conf_rng)
PREPARES(mbedtls_ssl_config_defaults)
PREPARES(mbedtls_ssl_config_free)
PREPARES(mbedtls_x509_crt_free)
PREPARES(mbedtls_x509_crt_init)
PREPARES(mbedtls_x509_crt_parse_file)
PREPARES(mbedtls_x509_crt_parse_path)

// Only compared, never used.
const void *GSS_C_NT_HOSTBASED_SERVICE = 0;

// libgit2 looks up each cipher suite it knows. If none is found its start fails; if all are found it writes past the
// end of a list allocated for fewer. So only the first call finds one.
int mbedtls_ssl_get_ciphersuite_id(void) {
  static int known = 0;
  return known++ == 0;
}

NEVER(gss_delete_sec_context)
NEVER(gss_display_status)
NEVER(gss_import_name)
NEVER(gss_indicate_mechs)
NEVER(gss_init_sec_context)
NEVER(gss_release_buffer)
NEVER(gss_release_name)
NEVER(gss_release_oid_set)
NEVER(libssh2_agent_connect)
NEVER(libssh2_agent_disconnect)
NEVER(libssh2_agent_free)
NEVER(libssh2_agent_get_identity)
NEVER(libssh2_agent_init)
NEVER(libssh2_agent_list_identities)
NEVER(libssh2_agent_userauth)
NEVER(libssh2_channel_close)
NEVER(libssh2_channel_free)
NEVER(libssh2_channel_open_ex)
NEVER(libssh2_channel_process_startup)
NEVER(libssh2_channel_read_ex)
NEVER(libssh2_channel_set_blocking)
NEVER(libssh2_channel_write_ex)
NEVER(libssh2_hostkey_hash)
NEVER(libssh2_knownhost_checkp)
NEVER(libssh2_knownhost_free)
NEVER(libssh2_knownhost_init)
NEVER(libssh2_knownhost_readfile)
NEVER(libssh2_session_abstract)
NEVER(libssh2_session_disconnect_ex)
NEVER(libssh2_session_free)
NEVER(libssh2_session_handshake)
NEVER(libssh2_session_hostkey)
NEVER(libssh2_session_init_ex)
NEVER(libssh2_session_last_error)
NEVER(libssh2_session_method_pref)
NEVER(libssh2_session_set_blocking)
NEVER(libssh2_userauth_authenticated)
NEVER(libssh2_userauth_keyboard_interactive_ex)
NEVER(libssh2_userauth_list)
NEVER(libssh2_userauth_password_ex)
NEVER(libssh2_userauth_publickey)
NEVER(libssh2_userauth_publickey_fromfile_ex)
NEVER(libssh2_userauth_publickey_frommemory)
NEVER(mbedtls_ssl_close_notify)
NEVER(mbedtls_ssl_free)
NEVER(mbedtls_ssl_get_peer_cert)
NEVER(mbedtls_ssl_get_verify_result)
NEVER(mbedtls_ssl_handshake)
NEVER(mbedtls_ssl_init)
NEVER(mbedtls_ssl_read)
NEVER(mbedtls_ssl_set_bio)
NEVER(mbedtls_ssl_set_hostname)
NEVER(mbedtls_ssl_setup)
NEVER(mbedtls_ssl_write)
NEVER(mbedtls_strerror)
NEVER(mbedtls_x509_crt_verify_info)

#endif
