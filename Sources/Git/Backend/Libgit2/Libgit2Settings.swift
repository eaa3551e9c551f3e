import Clibgit2
import Platform

extension Libgit2Backend {
  func settings() throws(GitError) -> any Settings {
    let status = try fileStatus(commonDirectory + "/config").map { FileStatus($0) }
    if let known, known.status == status { return known.settings }
    let settings: any Settings =
      try libgit2MissesSettings()
      ? ListedSettings(in: workTree)
      : Libgit2Settings(made("read the config") { git_repository_config_snapshot($0, handle) })
    known = (settings, status)
    return settings
  }

  /// Whether git has settings that libgit2 does not read: in environment variables, or in files that
  /// `includeIf.hasconfig` includes.
  private func libgit2MissesSettings() throws(GitError) -> Bool {
    if ListedSettings.variables.contains(where: { environment($0) ?? "" != "" }) { return true }
    let start = "includeif.hasconfig:"
    var misses = false
    try visitSettings { name in
      if strncmp(name, start, strlen(start)) == 0 { misses = true }
    }
    return misses
  }

  /// Gives the name of each setting to `body`.
  private func visitSettings(_ body: (UnsafePointer<CChar>) -> Void) throws(GitError) {
    let config = try made("read the config") { git_repository_config($0, handle) }
    defer { git_config_free(config) }
    let entries = try made("read the config") { git_config_iterator_new($0, config) }
    defer { git_config_iterator_free(entries) }
    var entry: UnsafeMutablePointer<git_config_entry>?
    while git_config_next(&entry, entries) == 0, let name = entry?.pointee.name { body(name) }
  }

  func set(_ key: String, to value: String) throws(GitError) {
    let local = try localConfig()
    defer { git_config_free(local) }
    known = nil
    let code = git_config_set_string(local, key, value)
    if code == GIT_EINVALIDSPEC.rawValue { throw .badConfigKey(key) }
    try check(code, "set \(key) in \(commonDirectory)/config")
  }

  func remove(_ key: String) throws(GitError) {
    let local = try localConfig()
    defer { git_config_free(local) }
    known = nil
    let code = git_config_delete_multivar(local, key, ".*")
    if code == GIT_ENOTFOUND.rawValue { return }
    try check(code, "remove \(key) from \(commonDirectory)/config")
  }

  /// As git_remote_list(), which loses 20 KB at each setting that is no address (libgit2 1.5, git_regexp_match()).
  func remotes() throws(GitError) -> [String] {
    var names: Set<String> = []
    try visitSettings { name in
      let parts = String(cString: name).split(separator: ".")
      if parts.count > 2, parts[0] == "remote", ["url", "pushurl"].contains(parts[parts.count - 1])
      {
        names.insert(parts[1..<(parts.count - 1)].joined(separator: "."))
      }
    }
    return names.sorted()
  }

  private func localConfig() throws(GitError) -> OpaquePointer {
    let config = try made("read the config") { git_repository_config($0, handle) }
    defer { git_config_free(config) }
    return try made("open the repository's config") {
      git_config_open_level($0, config, GIT_CONFIG_LEVEL_LOCAL)
    }
  }

  /// Adds the config files that git reads and libgit2 does not: the one that `GIT_CONFIG_GLOBAL` names, and that of
  /// the work tree (`extensions.worktreeConfig`).
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

/// A snapshot of the settings: without one libgit2 would check all config files at each lookup.
final class Libgit2Settings: Settings {
  private let config: OpaquePointer

  /// Takes ownership of the config.
  init(_ config: OpaquePointer) { self.config = config }

  deinit { git_config_free(config) }

  func string(_ key: String) throws(GitError) -> String? {
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    let code = git_config_get_string_buf(&buffer, config, key)
    if code == GIT_ENOTFOUND.rawValue { return nil }
    if code == GIT_EINVALIDSPEC.rawValue { throw .badConfigKey(key) }
    try check(code, "read the setting \(key)")
    return buffer.ptr.map { String(cString: $0) } ?? ""
  }

  func path(_ key: String) throws(GitError) -> String? {
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    let code = git_config_get_path(&buffer, config, key)
    if code == GIT_ENOTFOUND.rawValue { return nil }
    try check(code, "read the setting \(key)")
    return buffer.ptr.map { String(cString: $0) }
  }

  func bool(_ key: String) throws(GitError) -> Bool? {
    var value: Int32 = 0
    let code = git_config_get_bool(&value, config, key)
    if code == GIT_ENOTFOUND.rawValue { return nil }
    if code < 0 {
      throw .badConfigValue(key: key, value: try string(key) ?? "", expected: "true or false")
    }
    return value != 0
  }

  func strings(_ key: String) throws(GitError) -> [String] {
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
}
