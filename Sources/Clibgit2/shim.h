#include <git2.h>
#include <git2/sys/commit.h>
#include <git2/sys/refdb_backend.h>
#include <git2/sys/repository.h>
#include <zlib.h>

/* Wrappers of git_libgit2_opts, one for each option that is used: Swift cannot call variadic functions. */

static inline int clibgit2_set_search_path(int level, const char *path) {
  return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, path);
}

static inline int clibgit2_set_fsync_gitdir(int on) {
  return git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, on);
}

static inline int clibgit2_set_strict_object_creation(int on) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_OBJECT_CREATION, on);
}

static inline int clibgit2_set_strict_hash_verification(int on) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, on);
}

static inline int clibgit2_set_pack_windows(size_t size, size_t limit) {
  int code = git_libgit2_opts(GIT_OPT_SET_MWINDOW_SIZE, size);
  return code < 0 ? code : git_libgit2_opts(GIT_OPT_SET_MWINDOW_MAPPED_LIMIT, limit);
}

static inline int clibgit2_set_owner_validation(int on) {
  return git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, on);
}

static inline int clibgit2_set_extensions(const char **names, size_t count) {
  return git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, names, count);
}

/* Macros in zlib.h. */
static inline int clibgit2_deflate_start(z_stream *stream) {
  return deflateInit(stream, Z_BEST_SPEED);
}
