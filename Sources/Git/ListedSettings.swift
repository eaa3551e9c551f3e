import Clibgit2

/// All settings as git itself lists them, for where libgit2 does not see what git does.
struct ListedSettings {
  /// By key, section and name in lower case; each in the order git reads them.
  private var values: [String: [String]] = [:]

  /// Variables that libgit2 does not know.
  static let variables = ["GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_SYSTEM"]

  init(in folder: String) throws(GitError) {
    let listed = try GitProgram(folder: folder).check(
      ["config", "--list", "-z", "--includes"], environment: ["GIT_CONFIG": nil])
    for entry in listed.split(separator: 0) {
      // A key without a value has no line end behind it, and is true.
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

  func value(_ key: String) throws(GitError) -> ConfigValue? {
    try strings(key).last.map { ConfigValue(key: key, text: $0) }
  }
}

/// Who is asked for settings: nobody knows before the first question.
final class SettingsSource {
  enum Source {
    case libgit2
    case git(ListedSettings)
  }

  var known: Source?
}

extension Repository {
  /// git's own list of settings where libgit2 would miss some: those given in variables, and those of files that are
  /// included for the address of a remote. Else nil.
  func listedSettings() throws(GitError) -> ListedSettings? {
    if settingsSource.known == nil {
      var isNeeded = ListedSettings.variables.contains { environment($0) ?? "" != "" }
      if !isNeeded { isNeeded = try includesByRemote() }
      settingsSource.known =
        if isNeeded {
          .git(try ListedSettings(in: workTree))
        } else {
          .libgit2
        }
    }
    if case .git(let listed)? = settingsSource.known { return listed }
    return nil
  }

  private func includesByRemote() throws(GitError) -> Bool {
    let config = try config()
    defer { git_config_free(config) }
    let entries = try made("read the config") { git_config_iterator_new($0, config) }
    defer { git_config_iterator_free(entries) }
    var entry: UnsafeMutablePointer<git_config_entry>?
    while git_config_next(&entry, entries) == 0, let name = entry?.pointee.name {
      if String(cString: name).hasPrefix("includeif.hasconfig:") { return true }
    }
    return false
  }
}
