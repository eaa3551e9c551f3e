import Platform

extension Repository {
  /// Returns the path of a hook that git would run; nil if there is none or it is not executable. A relative
  /// `core.hooksPath` is resolved from the top of the work tree.
  package func hook(named name: String) throws(GitError) -> String? {
    var folder = commonDirectory + "/hooks"
    if let setting = try path("core.hooksPath") {
      folder = setting.hasPrefix("/") ? setting : workTree + "/" + setting
    }
    let path = withoutSlash(folder) + "/" + name
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(path, X_OK) == 0
    else { return nil }
    return path
  }

  /// Runs a hook, if it exists, as `git commit` does: at the top of the work tree, with git's variables set as git
  /// would set them. Variables that point this process to another repository are not inherited. Writes the hook's
  /// output to standard error.
  ///
  /// - Returns: Whether the hook exists.
  /// - Throws: `hookFailed`, `programNotStarted`, `interrupted`.
  @discardableResult
  func runHook(
    _ name: String, _ arguments: [String] = [], environment: [String: String?] = [:]
  ) throws(GitError) -> Bool {
    guard let path = try hook(named: name) else { return false }
    var variables = GitProgram.withoutLocal
    variables["GIT_PREFIX"] = ""
    variables["GIT_EDITOR"] = ":"
    variables["GIT_INDEX_FILE"] = gitDirectory + "/index"
    if gitDirectory != workTree + "/.git" { variables["GIT_DIR"] = gitDirectory }
    variables.merge(environment) { _, given in given }
    let hook = ChildProcess(path, arguments, folder: workTree, environment: variables)
    let (status, said) = try GitError.system { () throws(SystemError) in
      try hook.runAsHook()
    }
    guard status == .exited(0) else {
      throw .hookFailed(name: name, output: String(decoding: said, as: UTF8.self))
    }
    _ = said.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    return true
  }

  /// Runs the hooks that read and edit a commit message, prepare-commit-msg and commit-msg.
  ///
  /// - Parameters:
  ///   - message: The path of the file with the message.
  ///   - kind: The second argument of prepare-commit-msg (githooks(5)).
  /// - Throws: `hookFailed`, also if the message is empty afterwards: git refuses a commit without a message.
  func runMessageHooks(
    _ message: String, for kind: String, environment: [String: String?]
  ) throws(GitError) {
    let hooks = [("prepare-commit-msg", [message, kind]), ("commit-msg", [message])]
    for (name, arguments) in hooks {
      guard try runHook(name, arguments, environment: environment) else { continue }
      let isEmpty = try readFile(message).allSatisfy { $0 == 0x20 || (9...13).contains($0) }
      if isEmpty { throw .hookFailed(name: name, output: "it left no message") }
    }
  }
}
