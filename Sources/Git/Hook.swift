import Clibgit2

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Repository {
  /// The path of a hook that git would run, nil when there is none or it is not executable.
  /// `core.hooksPath` is honoured; a relative one begins at the top of the work tree.
  public func hook(named name: String) throws(GitError) -> String? {
    var folder = commonDirectory + "/hooks"
    if let setting = try hooksPath() {
      folder = setting.hasPrefix("/") ? setting : workTree + "/" + setting
    }
    let path = withoutSlash(folder) + "/" + name
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(path, X_OK) == 0
    else { return nil }
    return path
  }

  /// `core.hooksPath` with `~` put in full.
  private func hooksPath() throws(GitError) -> String? {
    let config = try made("read the config") { git_repository_config($0, handle) }
    defer { git_config_free(config) }
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    let code = git_config_get_path(&buffer, config, "core.hooksPath")
    if code == GIT_ENOTFOUND.rawValue { return nil }
    try check(code, "read the setting core.hooksPath")
    return buffer.ptr.map { String(cString: $0) }
  }
}
