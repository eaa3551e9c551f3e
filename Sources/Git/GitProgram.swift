import Platform

/// The git program, for what libgit2 does not do: network, hooks, filters, unusual indexes.
public struct GitProgram: Sendable {
  /// Where it runs.
  public let folder: String
  /// What stands before each command: `-c`, a setting, and so on.
  private let options: [String]
  /// Whether it is told to end when this process is, and that is thrown then.
  private let heedsSignals: Bool

  public init(folder: String, options: [String] = []) {
    self.init(folder: folder, options: options, heedsSignals: false)
  }

  init(folder: String, options: [String], heedsSignals: Bool) {
    self.folder = folder
    self.options = options
    self.heedsSignals = heedsSignals
  }

  /// Variables that would lead git to another repository than the one around `folder`.
  private static let local = [
    "GIT_DIR", "GIT_COMMON_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_PREFIX", "GIT_NAMESPACE", "GIT_SHALLOW_FILE",
    "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE", "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE",
  ]

  /// These, to be taken away.
  static let withoutLocal = [String: String?](uniqueKeysWithValues: local.map { ($0, nil) })

  private func child(_ arguments: [String], _ environment: [String: String?]) -> ChildProcess {
    let variables = Self.withoutLocal.merging(environment) { _, given in given }
    return ChildProcess("git", options + arguments, folder: folder, environment: variables)
  }

  /// For ``GitBatchProcess``.
  func kept(_ arguments: [String]) -> ChildProcess { child(arguments, [:]) }

  /// Runs git and collects what it says, whether it succeeds or not.
  ///
  /// - Throws: `programNotStarted`, `interrupted`.
  public func run(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String?] = [:]
  ) throws(GitError) -> ChildProcess.Outcome {
    try GitError.system { () throws(SystemError) in
      try child(arguments, environment).run(input: input, heedsSignals: heedsSignals)
    }
  }

  /// Runs git, and says what it wrote to its standard output.
  ///
  /// - Throws: `programNotStarted`, `programFailed`, `interrupted`.
  @discardableResult
  public func check(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String?] = [:]
  ) throws(GitError) -> [UInt8] {
    let outcome = try run(arguments, input: input, environment: environment)
    guard outcome.succeeded else {
      var said = String(decoding: outcome.errors, as: UTF8.self)
      while said.last?.isNewline == true { said.removeLast() }
      throw .programFailed(
        command: (["git"] + arguments).joined(separator: " "), status: outcome.status.code,
        output: said)
    }
    return outcome.output
  }

  /// Starts git and leaves it: it reads and says nothing, outlives this process, and is nobody's to wait for.
  ///
  /// - Returns: Whether it could be started.
  func leave(_ arguments: [String]) -> Bool {
    // The shell between ends at once, so that none is left over when git ends.
    let shell = child(["git"] + arguments, [:])
    let start = ChildProcess(
      "/bin/sh", ["-c", "\"$@\" &", "sh"] + shell.arguments, folder: folder,
      environment: shell.environment)
    return start.runInOwnSession()
  }

  /// Runs git on the terminal, so that it can ask for a password and show its progress.
  ///
  /// - Throws: `programNotStarted`.
  public func runOnTerminal(
    _ arguments: [String], environment: [String: String?] = [:]
  ) throws(GitError) -> ChildProcess.Status {
    try GitError.system { () throws(SystemError) in
      try child(arguments, environment).runOnTerminal()
    }
  }

  /// Asks a remote something, so that git can ask for a password; collects what it writes to its standard
  /// output, and what it says beside that too, where there is no terminal to say it to.
  ///
  /// - Throws: `programNotStarted`, `interrupted`.
  public func ask(_ arguments: [String]) throws(GitError) -> RemoteAnswer {
    let trace = Trace()
    let child = child(arguments, trace.environment)
    let outcome = try GitError.system { () throws(SystemError) in
      try child.askOnTerminal(extra: trace.file)
    }
    return RemoteAnswer(outcome, trace)
  }
}

extension Interruption {
  /// Does work that cleans up after itself if it fails, while signals that ask this process to end are only noted.
  ///
  /// - Throws: What `body` throws; `interrupted`, after it, if a signal came.
  static func heeded<Result>(
    while body: () throws(GitError) -> Result
  ) throws(GitError) -> Result {
    let result = try holding(body)
    try GitError.system { () throws(SystemError) in try check() }
    return try result.get()
  }

  private static func holding<Result>(
    _ body: () throws(GitError) -> Result
  ) throws(GitError) -> Swift.Result<Result, GitError> {
    let signals = try GitError.system { () throws(SystemError) in try SignalWatch() }
    defer { withExtendedLifetime(signals) {} }
    do throws(GitError) {
      return .success(try body())
    } catch {
      return .failure(error)
    }
  }
}
