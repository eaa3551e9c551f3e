import Platform

extension Repository {
  /// The value of a config key as git sees it here: system, user, repository, worktree, the last
  /// one winning. Nil when it is not set. Keys are `section.name` or `section.subsection.name`.
  public func string(_ key: String) throws(GitError) -> String? {
    try source.settings().string(key)
  }

  /// As `string`, read as git reads a path: `~` put in full.
  public func path(_ key: String) throws(GitError) -> String? { try source.settings().path(key) }

  /// As `string`, read as git reads a boolean: true, yes, on, 1 and a key without a value; false,
  /// no, off, 0 and an empty value.
  public func bool(_ key: String) throws(GitError) -> Bool? { try source.settings().bool(key) }

  /// As `string`, read as git reads a number: with k, m or g for powers of 1024.
  public func integer(_ key: String) throws(GitError) -> Int? {
    try source.settings().integer(key)
  }

  /// All values of a key that may stand more than once, in the order git reads them.
  public func strings(_ key: String) throws(GitError) -> [String] {
    try source.settings().strings(key)
  }

  /// Sets a key in the repository's own config file, `.git/config`.
  public func set(_ key: String, to value: String) throws(GitError) {
    try source.set(key, to: value)
  }

  /// Removes a key from the repository's own config file; one that is not there is no error.
  public func remove(_ key: String) throws(GitError) { try source.remove(key) }
}
