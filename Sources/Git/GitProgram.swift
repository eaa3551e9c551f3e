import Platform

/// The git program, for what libgit2 does not support: network access, hooks, filters, unusual index formats.
package struct GitProgram: Sendable {
  let folder: String
  /// Options before each subcommand, such as `-c` and a setting.
  private let options: [String]
  /// Whether a signal that asks this process to end is forwarded to git and then thrown as `interrupted`.
  private let heedsSignals: Bool

  package init(folder: String, options: [String] = []) {
    self.init(folder: folder, options: options, heedsSignals: false)
  }

  init(folder: String, options: [String], heedsSignals: Bool) {
    self.folder = folder
    self.options = options
    self.heedsSignals = heedsSignals
  }

  /// Variables that would make git use another repository than the one that contains `folder`.
  private static let local = [
    "GIT_DIR", "GIT_COMMON_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_PREFIX", "GIT_NAMESPACE", "GIT_SHALLOW_FILE",
    "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE", "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE",
  ]

  /// The variables of `local`, to be removed from git's environment.
  static let withoutLocal = [String: String?](uniqueKeysWithValues: local.map { ($0, nil) })

  private func child(_ arguments: [String], _ environment: [String: String?]) -> ChildProcess {
    let variables = Self.withoutLocal.merging(environment) { _, given in given }
    return ChildProcess("git", options + arguments, folder: folder, environment: variables)
  }

  /// Returns the program that ``GitBatchProcess`` keeps running.
  func kept(_ arguments: [String]) -> ChildProcess { child(arguments, [:]) }

  /// Runs git and collects its output, whether it succeeds or not.
  ///
  /// - Throws: `programNotStarted`, `interrupted`.
  package func run(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String?] = [:]
  ) throws(GitError) -> ChildProcess.Outcome {
    try GitError.system { () throws(SystemError) in
      try child(arguments, environment).run(input: input, heedsSignals: heedsSignals)
    }
  }

  /// Runs git and returns its standard output.
  ///
  /// - Throws: `programNotStarted`, `programFailed`, `interrupted`.
  @discardableResult
  package func check(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String?] = [:]
  ) throws(GitError) -> [UInt8] {
    let outcome = try run(arguments, input: input, environment: environment)
    guard outcome.succeeded else {
      throw .programFailed(
        command: (["git"] + arguments).joined(separator: " "), status: outcome.status.code,
        output: outcome.said)
    }
    return outcome.output
  }

  /// Starts git in the background: it has no input and no output, and it outlives this process, which does not wait
  /// for it.
  ///
  /// - Returns: Whether it could be started.
  func leave(_ arguments: [String]) -> Bool {
    // The shell exits at once, so that git becomes a child of init, which reaps it.
    let shell = child(["git"] + arguments, [:])
    let start = ChildProcess(
      "/bin/sh", ["-c", "\"$@\" &", "sh"] + shell.arguments, folder: folder,
      environment: shell.environment)
    return start.runInOwnSession()
  }

  /// Runs git on the terminal, so that it can ask for a password and show its progress.
  ///
  /// - Throws: `programNotStarted`.
  package func runOnTerminal(
    _ arguments: [String], environment: [String: String?] = [:]
  ) throws(GitError) -> ChildProcess.Status {
    try GitError.system { () throws(SystemError) in
      try child(arguments, environment).runOnTerminal()
    }
  }

  /// Runs a command that contacts a remote, so that git can ask for a password on the terminal. Collects its standard
  /// output, and its standard error too if ours is not a terminal.
  ///
  /// - Throws: `programNotStarted`, `interrupted`.
  package func ask(_ arguments: [String]) throws(GitError) -> RemoteAnswer {
    let trace = Trace()
    let child = child(arguments, trace.environment)
    let outcome = try GitError.system { () throws(SystemError) in
      try child.askOnTerminal(extra: trace.file)
    }
    return RemoteAnswer(outcome, trace)
  }
}

extension Interruption {
  /// Runs work that cleans up after itself if it fails, while signals that ask this process to end are only recorded.
  ///
  /// - Throws: What `body` throws; `interrupted`, after it, if a signal came.
  static func heeded<Result>(
    while body: () throws(GitError) -> Result
  ) throws(GitError) -> Result {
    let signals = try GitError.system { () throws(SystemError) in try SignalWatch() }
    let result = withExtendedLifetime(signals) { Attempt(body) }
    try GitError.system { () throws(SystemError) in try check() }
    return try result.get()
  }
}
