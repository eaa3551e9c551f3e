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

  func string(_ key: String) throws(GitError) -> String? { try strings(key).last }

  func path(_ key: String) throws(GitError) -> String? {
    guard let text = try string(key), text.hasPrefix("~") else { return try string(key) }
    let said = try GitProgram(folder: folder).check(
      ["config", "-z", "--type=path", "--get", key], environment: ["GIT_CONFIG": nil])
    return String(decoding: said.dropLast(), as: UTF8.self)
  }

  func bool(_ key: String) throws(GitError) -> Bool? {
    guard let text = try string(key) else { return nil }
    return try ConfigValue(key: key, text: text).bool
  }
}
