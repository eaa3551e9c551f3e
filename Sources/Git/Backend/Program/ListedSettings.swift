import Clibgit2
import Platform

/// All settings as `git config --list` prints them, for configs that libgit2 does not read completely.
struct ListedSettings: Settings {
  private let folder: String
  /// The values of each key, in the order git reads them; section and name of the keys are in lower case.
  private var values: [String: [String]] = [:]

  /// Environment variables with settings that libgit2 does not support.
  static let variables = ["GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_SYSTEM"]

  init(in folder: String) throws(GitError) {
    self.folder = folder
    let listed = try GitProgram(folder: folder).check(
      ["config", "--list", "-z", "--includes"], environment: ["GIT_CONFIG": nil])
    for entry in listed.split(separator: 0) {
      // A key without a value has no line feed after it, and is true.
      let parts = entry.split(
        separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : "true"
      values[String(decoding: parts[0], as: UTF8.self), default: []].append(value)
    }
  }

  func strings(_ key: String) throws(GitError) -> [String] {
    guard let key = ConfigKey(key) else { throw .badConfigKey(key) }
    return values[key.full] ?? []
  }

  /// Returns the last values of all keys with a prefix, sorted by key.
  func last(startingWith start: String) -> [(key: String, value: String)] {
    values.filter { $0.key.hasPrefix(start) }.sorted { $0.key < $1.key }
      .compactMap { key, values in values.last.map { (key, $0) } }
  }

  func string(_ key: String) throws(GitError) -> String? { try value(key)?.text }

  func path(_ key: String) throws(GitError) -> String? {
    guard let text = try string(key), text.hasPrefix("~") else { return try string(key) }
    let said = try GitProgram(folder: folder).check(
      ["config", "-z", "--type=path", "--get", key], environment: ["GIT_CONFIG": nil])
    return String(decoding: said.dropLast(), as: UTF8.self)
  }

  func bool(_ key: String) throws(GitError) -> Bool? { try value(key)?.bool }

  func integer(_ key: String) throws(GitError) -> Int? { try value(key)?.integer }

  private func value(_ key: String) throws(GitError) -> ConfigValue? {
    try strings(key).last.map { ConfigValue(key: key, text: $0) }
  }
}

/// Selects the source of settings, libgit2 or git, at the first lookup.
final class SettingsSource {
  private enum Source {
    case libgit2
    case git(ListedSettings)
  }

  private var known: Source?

  /// Returns git's own list of settings if libgit2 would miss some: those in environment variables, and those of
  /// files that `includeIf.hasconfig` includes. Nil otherwise.
  ///
  /// - Parameter handle: The repository.
  func list(of handle: OpaquePointer, in workTree: String) throws(GitError) -> ListedSettings? {
    if known == nil {
      let isInVariables = ListedSettings.variables.contains { environment($0) ?? "" != "" }
      var isNeeded = isInVariables
      if !isNeeded { isNeeded = try SettingsSource.includesByRemote(handle) }
      if isNeeded {
        known = .git(try ListedSettings(in: workTree))
      } else {
        known = .libgit2
      }
    }
    guard case .git(let listed)? = known else { return nil }
    return listed
  }

  /// Discards the selection; call it when a setting has changed.
  func forget() { known = nil }

  private static func includesByRemote(_ handle: OpaquePointer) throws(GitError) -> Bool {
    let config = try made("read the config") { git_repository_config($0, handle) }
    defer { git_config_free(config) }
    let entries = try made("read the config") { git_config_iterator_new($0, config) }
    defer { git_config_iterator_free(entries) }
    let start = "includeif.hasconfig:"
    var entry: UnsafeMutablePointer<git_config_entry>?
    while git_config_next(&entry, entries) == 0, let name = entry?.pointee.name {
      if strncmp(name, start, strlen(start)) == 0 { return true }
    }
    return false
  }
}
