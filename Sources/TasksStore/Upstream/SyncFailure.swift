import TasksCore

/// Why a sync failed. Everything that was changed here is committed here and kept for the next sync.
///
/// `said` is git's output, empty if git printed it on a terminal.
package enum SyncFailure: ReportedError, Equatable, Sendable {
  case detachedHead
  case noRemote
  /// None of them is the upstream, and none is named origin.
  case severalRemotes([String])
  case stagedChanges
  /// Files that are not tasks, and the branch to merge by hand.
  case conflicts([String], with: String)
  case dirty([String])
  case lostHistory(remote: String, branch: String)
  /// The remote could not be reached, or rejected the credentials.
  case offline(remote: String, waiting: Int, said: String)
  /// The remote answered, but git could not store here what it sent.
  case notTakenOver(remote: String, waiting: Int, said: String)
  /// The remote may be read but not written to.
  case noAccess(remote: String, waiting: Int, said: String)
  /// The remote rejected the push: a hook, or a protected branch.
  case refusedPush(remote: String, waiting: Int, said: String)
  /// A hook of this clone rejected the sync.
  case refusedByHook(String, waiting: Int, said: String)
  /// A place that git itself does not contact cannot be written to.
  case notWritten(remote: String, waiting: Int, said: String)
  /// More files are missing in a folder of plain files than somebody is likely to have removed.
  case missingFiles(remote: String, [String], of: Int, in: String)
  case tooManyTries(remote: String, waiting: Int)
  case refusedMerge(String, with: String)
}

extension SyncFailure {
  /// What happened, what to do next, and git's output.
  package var message: String {
    let text = advice.map { "\(reason); \($0)" } ?? reason
    return said.isEmpty ? text : "\(text)\n\(said)"
  }

  package var reason: String {
    switch self {
    case .detachedHead: "HEAD is detached, so there is no branch to synchronize"
    case .noRemote: "there is no remote to synchronize with"
    case .severalRemotes(let names):
      "there are several remotes (\(names.joined(separator: ", "))), and this branch follows none of them"
    case .stagedChanges: "there are staged changes, which a merge commit would include"
    case .conflicts(let paths, _):
      "files that are not tasks were changed on both sides: \(paths.joined(separator: " "))"
    case .dirty(let paths):
      "files have uncommitted changes that the merge would overwrite: "
        + paths.joined(separator: " ")
    case .lostHistory(let remote, let branch):
      "\(remote) no longer has commits of \(branch) that it had before: its history was removed or "
        + "rewritten. Nothing was changed here"
    case .offline(let remote, let waiting, _):
      "\(remote) cannot be reached; everything is kept here, \(Self.count(waiting)) for the next sync"
    case .notTakenOver(let remote, let waiting, _):
      "git could not store what it fetched from \(remote); everything is kept here, \(Self.count(waiting))"
    case .noAccess(let remote, let waiting, _):
      "\(remote) does not let this device push; everything is kept here, \(Self.count(waiting))"
    case .refusedPush(let remote, let waiting, _):
      "\(remote) rejected the push; everything is kept here, \(Self.count(waiting))"
    case .refusedByHook(let hook, let waiting, _):
      "the hook \(hook) of this clone rejected the sync; everything is kept here, \(Self.count(waiting))"
    case .notWritten(let remote, let waiting, _):
      "\(remote) cannot be written to; everything is kept here, \(Self.count(waiting)) for the next sync"
    case .missingFiles(let remote, let paths, let count, let folder):
      "\(paths.count) of \(count) files of \(remote) are missing in \(folder), such as "
        + paths.prefix(3).map { ControlCharacters.escaped($0) }.joined(separator: " ")
        + "; nothing was changed"
    case .tooManyTries(let remote, let waiting):
      "other devices pushed first every time; everything is kept here, \(Self.count(waiting)) for \(remote)"
    case .refusedMerge(let path, _): "\(path) cannot be merged here"
    }
  }

  /// What to do about it; nil if that is to try again, or is unknown.
  package var advice: String? {
    switch self {
    case .detachedHead: "go back to one with: tasks git switch BRANCH"
    case .noRemote: "add one with: tasks git remote add origin URL"
    case .severalRemotes(let names):
      "choose one with: tasks git push --set-upstream \(names.first ?? "origin") HEAD"
    case .stagedChanges: "commit them, or unstage them with: tasks git reset"
    case .conflicts(_, let branch): "merge them with: tasks git merge \(branch)"
    case .dirty: "commit them first"
    case .lostHistory(let remote, let branch):
      "see what it has now with: tasks git fetch \(remote), then tasks git log FETCH_HEAD. "
        + "To restore its lost commits: tasks git push --force \(remote) HEAD:\(branch). To use its commits "
        + "and discard those here: tasks git reset --hard FETCH_HEAD"
    case .notTakenOver: "if a stale lock is the cause, remove it with: tasks doctor --fix"
    case .missingFiles: "if the tasks are meant to be deleted: tasks sync --yes"
    case .refusedMerge(_, let branch): "merge with: tasks git merge \(branch)"
    case .offline, .noAccess, .notWritten, .refusedPush, .refusedByHook, .tooManyTries: nil
    }
  }

  private var said: String {
    switch self {
    case .offline(_, _, let said), .notTakenOver(_, _, let said), .noAccess(_, _, let said),
      .notWritten(_, _, let said):
      SyncFailure.reason(in: said)
    case .refusedPush(_, _, let said), .refusedByHook(_, _, let said): said
    default: ""
    }
  }

  /// The line of git's output that says why; the others say so in general, or what was tried.
  private static func reason(in said: String) -> String {
    let general = [
      "Could not read from remote repository", "Please make sure you have the correct",
      "and the repository exists", "Cloning into", "remote: Enumerating", "hint:",
    ]
    let lines = said.split(whereSeparator: \.isNewline).map { line in
      String(decoding: Array(line.utf8)[...].trimmingBlanks.filter { $0 != 0x0D }, as: UTF8.self)
    }
    .filter { !$0.isEmpty }
    return lines.first { line in !general.contains { line.contains($0) } } ?? lines.first ?? ""
  }

  /// `network` if signing in or a better network may help.
  package var kind: ErrorKind {
    switch self {
    case .offline, .noAccess, .notWritten, .tooManyTries: .network
    default: .failed
    }
  }

  /// Whether a later sync may succeed without any action.
  package var mayPass: Bool {
    if case .severalRemotes = self { return false }
    return self != .noRemote
  }

  private static func count(_ waiting: Int) -> String {
    waiting == 0 ? "no change waits" : waiting == 1 ? "1 change waits" : "\(waiting) changes wait"
  }
}
