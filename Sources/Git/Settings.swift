import Clibgit2

extension Repository {
  /// The value of a config key as git sees it here: system, user, repository, worktree, the last
  /// one winning. Nil when it is not set. Keys are `section.name` or `section.subsection.name`.
  public func string(_ key: String) throws(GitError) -> String? {
    if let listed = try listedSettings() { return try listed.value(key)?.text }
    let config = try config()
    defer { git_config_free(config) }
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    let code = git_config_get_string_buf(&buffer, config, key)
    if code == GIT_ENOTFOUND.rawValue { return nil }
    if code == GIT_EINVALIDSPEC.rawValue { throw .badConfigKey(key) }
    try check(code, "read the setting \(key)")
    return buffer.ptr.map { String(cString: $0) } ?? ""
  }

  /// As `string`, read as git reads a path: `~` put in full.
  public func path(_ key: String) throws(GitError) -> String? {
    if let listed = try listedSettings() {
      guard let text = try listed.value(key)?.text, text.hasPrefix("~") else {
        return try listed.value(key)?.text
      }
      let said = try GitProgram(folder: workTree).check(
        ["config", "-z", "--type=path", "--get", key], environment: ["GIT_CONFIG": nil])
      return String(decoding: said.dropLast(), as: UTF8.self)
    }
    let config = try config()
    defer { git_config_free(config) }
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    let code = git_config_get_path(&buffer, config, key)
    if code == GIT_ENOTFOUND.rawValue { return nil }
    try check(code, "read the setting \(key)")
    return buffer.ptr.map { String(cString: $0) }
  }

  /// As `string`, read as git reads a boolean: true, yes, on, 1 and a key without a value; false,
  /// no, off, 0 and an empty value.
  public func bool(_ key: String) throws(GitError) -> Bool? {
    if let listed = try listedSettings() { return try listed.value(key)?.bool }
    let config = try config()
    defer { git_config_free(config) }
    var value: Int32 = 0
    let code = git_config_get_bool(&value, config, key)
    if code == GIT_ENOTFOUND.rawValue { return nil }
    if code < 0 {
      throw .badConfigValue(key: key, value: try string(key) ?? "", expected: "true or false")
    }
    return value != 0
  }

  /// As `string`, read as git reads a number: with k, m or g for powers of 1024.
  public func integer(_ key: String) throws(GitError) -> Int? {
    if let listed = try listedSettings() { return try listed.value(key)?.integer }
    let config = try config()
    defer { git_config_free(config) }
    var value: Int64 = 0
    let code = git_config_get_int64(&value, config, key)
    if code == GIT_ENOTFOUND.rawValue { return nil }
    if code < 0 {
      throw .badConfigValue(key: key, value: try string(key) ?? "", expected: "a number")
    }
    return Int(value)
  }

  /// All values of a key that may stand more than once, in the order git reads them.
  public func strings(_ key: String) throws(GitError) -> [String] {
    if let listed = try listedSettings() { return try listed.strings(key) }
    let config = try config()
    defer { git_config_free(config) }
    var iterator: OpaquePointer?
    let code = git_config_multivar_iterator_new(&iterator, config, key, nil)
    if code == GIT_ENOTFOUND.rawValue { return [] }
    try check(code, "read the setting \(key)")
    defer { git_config_iterator_free(iterator) }
    var values: [String] = []
    var entry: UnsafeMutablePointer<git_config_entry>?
    while git_config_next(&entry, iterator) == 0, let found = entry {
      values.append(found.pointee.value.map { String(cString: $0) } ?? "true")
    }
    return values
  }

  /// Sets a key in the repository's own config file, `.git/config`.
  public func set(_ key: String, to value: String) throws(GitError) {
    let local = try localConfig()
    defer { git_config_free(local) }
    settingsSource.forget()
    let code = git_config_set_string(local, key, value)
    if code == GIT_EINVALIDSPEC.rawValue { throw .badConfigKey(key) }
    try check(code, "set \(key) in \(commonDirectory)/config")
  }

  /// Removes a key from the repository's own config file; one that is not there is no error.
  public func remove(_ key: String) throws(GitError) {
    let local = try localConfig()
    defer { git_config_free(local) }
    settingsSource.forget()
    let code = git_config_delete_multivar(local, key, ".*")
    if code == GIT_ENOTFOUND.rawValue { return }
    try check(code, "remove \(key) from \(commonDirectory)/config")
  }

  func config() throws(GitError) -> OpaquePointer {
    try made("read the config") { git_repository_config($0, handle) }
  }

  private func localConfig() throws(GitError) -> OpaquePointer {
    let config = try config()
    defer { git_config_free(config) }
    return try made("open the repository's config") {
      git_config_open_level($0, config, GIT_CONFIG_LEVEL_LOCAL)
    }
  }

  /// Adds the files that git reads and libgit2 does not: the one `GIT_CONFIG_GLOBAL` names, and the
  /// worktree's own (`extensions.worktreeConfig`).
  static func addConfigFiles(
    to handle: OpaquePointer, gitDirectory: String
  ) throws(GitError) {
    let config = try made("read the config") { git_repository_config($0, handle) }
    defer { git_config_free(config) }
    if let path = environment("GIT_CONFIG_GLOBAL"), !path.isEmpty, path != "/dev/null" {
      try check(
        git_config_add_file_ondisk(config, path, GIT_CONFIG_LEVEL_GLOBAL, handle, 1),
        "read the config \(path)")
    }
    var enabled: Int32 = 0
    guard git_config_get_bool(&enabled, config, "extensions.worktreeConfig") == 0, enabled != 0
    else { return }
    let path = gitDirectory + "/config.worktree"
    try check(
      git_config_add_file_ondisk(config, path, GIT_CONFIG_LEVEL_APP, handle, 1),
      "read the config \(path)")
  }
}
