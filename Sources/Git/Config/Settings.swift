import Platform

extension Repository {
  /// Returns the value of a config key from all of git's config files (system, user, repository, work tree); the last
  /// one wins. Nil if it is not set. Keys are `section.name` or `section.subsection.name`.
  package func string(_ key: String) throws(GitError) -> String? {
    try source.settings().string(key)
  }

  /// Returns the value of a config key as a path, with `~` expanded.
  func path(_ key: String) throws(GitError) -> String? { try source.settings().path(key) }

  /// Returns the value of a config key as a boolean, by git's rules: true, yes, on, 1 and a key without a value;
  /// false, no, off, 0 and an empty value.
  package func bool(_ key: String) throws(GitError) -> Bool? { try source.settings().bool(key) }

  /// Returns the value of a config key as an integer, by git's rules: the suffix k, m or g multiplies it by a power
  /// of 1024.
  package func integer(_ key: String) throws(GitError) -> Int? {
    guard let text = try string(key) else { return nil }
    return try ConfigValue(key: key, text: text).integer
  }

  /// Returns all values of a multi-valued key, in the order git reads them.
  package func strings(_ key: String) throws(GitError) -> [String] {
    try source.settings().strings(key)
  }

  /// Sets a key in the repository's config file, `.git/config`.
  package func set(_ key: String, to value: String) throws(GitError) {
    try source.set(key, to: value)
  }

  /// Removes a key from the repository's config file; a missing key is no error.
  package func remove(_ key: String) throws(GitError) { try source.remove(key) }
}
