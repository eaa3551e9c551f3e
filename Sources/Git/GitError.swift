import Platform

/// The errors of this module. The cases carry data; `description` holds the messages.
package enum GitError: Error, Equatable, Sendable {
  /// There is no repository at or around this folder.
  case notARepository(path: String)
  /// The repository belongs to another user and `safe.directory` does not name it.
  case dubiousOwnership(path: String)
  /// The repository has no work tree.
  case bareRepository(path: String)
  /// The repository has a format that neither libgit2 nor the installed git supports, such as `reftable` before git
  /// 2.45.
  case unsupportedRepository(path: String, feature: String)
  /// The index has a format that only the git program supports, such as a split or a sparse index.
  case unsupportedIndex(path: String, feature: String)
  /// An object is missing or of another type.
  case noSuchObject(id: ObjectID, kind: String)
  /// git stores a file in another encoding than UTF-8 (the attribute `working-tree-encoding`).
  case foreignEncoding(path: String, encoding: String)
  /// A path that a tree cannot contain: empty, absolute, or with `..`, `.git` or a NUL in it.
  case invalidPath(String)
  /// A reference is not at the expected commit; another process moved it.
  case referenceMoved(name: String, expected: ObjectID?, actual: ObjectID?)
  /// HEAD is not at the expected commit; another process committed.
  case headMoved(expected: ObjectID?, actual: ObjectID?)
  /// Another process held `index.lock` until the timeout.
  case indexLocked(path: String)
  /// Another process holds a reference's lock.
  case referenceLocked(name: String)
  /// A config file that cannot be parsed.
  case badConfig(path: String, line: Int, reason: String)
  /// A config key that is not of the form `section.name` or `section.subsection.name`.
  case badConfigKey(String)
  case badConfigValue(key: String, value: String, expected: String)
  /// No identity is configured, and `user.useConfigOnly` forbids to guess one.
  case noIdentity(key: String)
  /// A program exited with an error; `output` is its error output.
  case programFailed(command: String, status: Int32, output: String)
  /// git could not fetch an object that a partial clone lacks; `said` is git's error output.
  case notFetched(said: String)
  /// A hook of the user refused the commit; `output` is its output.
  case hookFailed(name: String, output: String)
  /// A system call failed, a program could not be started, or a signal asked this process to end.
  case system(SystemError)
  /// libgit2 failed for a reason without a case of its own.
  case libgit2(doing: String, code: Int32, message: String)
}

extension GitError {
  /// Whether an object is missing or damaged: what does not need it can go on.
  package var isOfOneObject: Bool {
    switch self {
    case .noSuchObject, .libgit2, .programFailed: true
    default: false
    }
  }

  /// Whether a partial clone could not fetch an object.
  package var isNotFetched: Bool {
    if case .notFetched = self { true } else { false }
  }
}

extension GitError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notARepository(let path):
      return "there is no git repository at \(path); create one, or name another folder"
    case .dubiousOwnership(let path):
      return "the repository at \(path) belongs to another user; if you trust it, run: "
        + "git config --global --add safe.directory \(path)"
    case .bareRepository(let path):
      return "the repository at \(path) is bare and has no files to edit; use a clone of it"
    case .unsupportedRepository(let path, let feature):
      return "the repository at \(path) uses \(feature), which the git program here does not know; "
        + "install a newer git, or use a clone made without it"
    case .unsupportedIndex(let path, "damaged"):
      return "the index \(path) is damaged; move it away, and have git make a new one: git reset"
    case .unsupportedIndex(let path, let feature):
      return "the index \(path) is \(feature); run: "
        + "git sparse-checkout reapply --no-sparse-index; git update-index --no-split-index"
    case .noSuchObject(let id, let kind):
      return "\(kind) \(id) is missing from the repository; run git fsck, or fetch it again"
    case .foreignEncoding(let path, let encoding):
      return
        "git keeps \(path) in \(encoding), and tasks are written in UTF-8; nothing was changed: "
        + "take working-tree-encoding away from it in .gitattributes"
    case .invalidPath(let path):
      return "\(quoted(path)) cannot be the path of a file in git; choose another name"
    case .referenceMoved(let name, let expected, let actual):
      return "\(name) is at \(place(actual)) and not at \(place(expected)); "
        + "another process moved it, try again"
    case .headMoved(let expected, let actual):
      return "HEAD is at \(place(actual)) and not at \(place(expected)); "
        + "another process committed, try again"
    case .indexLocked(let path):
      let holder = FileHolder.description(of: path) ?? "another git process"
      return "\(holder) holds \(path); wait for it, or remove the file if none is running"
    case .referenceLocked(let name):
      return "another git process is changing \(name); try again, "
        + "or remove its .lock file if none is running"
    case .badConfig(let path, let line, let reason):
      return "\(path), line \(line): \(reason); correct the line"
    case .badConfigKey(let key):
      return "\(quoted(key)) is not a config key; write section.name"
    case .badConfigValue(let key, let value, let expected):
      return "the setting \(key) is \(quoted(value)), which is not \(expected); correct it"
    case .noIdentity(let key):
      return "\(key) is not set, and user.useConfigOnly forbids to guess it; set it with: "
        + "git config \(key) …"
    case .programFailed(let command, let status, let output):
      let said = output.isEmpty ? "it said nothing" : output
      return "\(command) failed (\(status)): \(said)"
    case .notFetched(let said):
      return "git could not fetch what this partial clone has left out: "
        + (said.isEmpty ? "it said nothing" : said)
    case .hookFailed(let name, let output):
      let said = output.isEmpty ? "it said nothing" : output
      return "the hook \(name) refused the change, and nothing was changed: \(said)"
    case .system(let error): return error.description
    case .libgit2(let doing, let code, let message):
      return "could not \(doing): \(message.isEmpty ? "error \(code)" : message)"
    }
  }
}

extension GitError {
  /// Runs a body and rethrows its `SystemError` as a `GitError`.
  @inline(__always)
  static func system<Value: ~Copyable>(
    _ body: () throws(SystemError) -> Value
  ) throws(GitError) -> Value {
    do throws(SystemError) {
      return try body()
    } catch {
      throw .system(error)
    }
  }

  /// Makes the error of the last system call on a path, from `errno`.
  static func last(_ doing: String, _ path: String) -> GitError { .system(.last(doing, path)) }
}

private func place(_ id: ObjectID?) -> String {
  id.map { String($0.hex.prefix(10)) } ?? "no commit"
}

private func quoted(_ text: String) -> String {
  "'\(text)'"
}
