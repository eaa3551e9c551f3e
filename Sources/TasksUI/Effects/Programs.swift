import Platform
import TasksStore

/// The verbs that run as programs of their own: on the terminal, beside the keys, or to be asked.
final class Programs {
  /// The store, which the words of a line may name too.
  private let environment: [String: String?]
  private var sync: RunningChild?

  init(_ root: String) { environment = ["TASKS_DIR": root] }

  /// Runs a verb on the terminal.
  ///
  /// - Returns: Whether it succeeded, and the commits that it has made, the last one last.
  func run(_ words: [String]) -> (isDone: Bool, commits: [String]) {
    let places = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { Machine.variable($0) } + ["/tmp"]
    let folder = PrivateFolder.make(inFirstOf: places)
    defer { if let folder { PrivateFolder.remove(folder) } }
    var environment = environment
    if let folder { environment[StoreWrite.commitsVariable] = folder + "/commits" }
    let status = try? Program(OwnProgram.path, words, environment: environment).runOnTerminal()
    let told = folder.flatMap { try? File.read($0 + "/commits", limit: 1 << 20) } ?? []
    let commits = String(decoding: told, as: UTF8.self).split(separator: "\n").map(String.init)
    return (status == 0, commits)
  }

  /// What the shell would offer for the last of some words.
  func completions(of words: [String]) -> [String] {
    let program = Program(OwnProgram.path, ["suggest", "zsh"] + words, environment: environment)
    guard let outcome = try? program.run(), outcome.status == 0 else { return [] }
    return String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").compactMap {
      $0.split(separator: "\t").first.map(String.init)
    }
  }

  // MARK: Sync

  var isSyncing: Bool { sync != nil }

  /// Starts a sync in a session of its own, so that it cannot ask for a password on the terminal.
  ///
  /// - Returns: False if one runs already.
  func startSync() -> Bool {
    if sync != nil { return false }
    sync = try? RunningChild(
      ChildProcess(OwnProgram.path, ["sync"], environment: environment))
    return sync != nil
  }

  /// Returns nil unless a sync has just ended; then why it failed, if it did, and what it said last.
  func syncEnded() -> (error: String?, told: String)? {
    guard let child = sync else { return nil }
    child.look()
    guard let status = child.status else { return nil }
    sync = nil
    let told = String(decoding: child.output, as: UTF8.self).split(separator: "\n").last ?? ""
    return (status == .exited(0) ? nil : child.said, String(told))
  }
}
