/// Why a sync did not come to its end. Whatever was changed here is committed here, and waits.
public enum SyncFailure: Error, Equatable, Sendable {
  case detachedHead
  case noRemote
  /// None of them is the upstream, and none is called origin.
  case severalRemotes([String])
  case stagedChanges
  case conflicts([String])
  case dirty([String])
  case lostHistory(remote: String, branch: String)
  /// The remote could not be reached, or did not let us in.
  case offline(remote: String, waiting: Int)
  /// The remote may be read but not written to.
  case noAccess(remote: String, waiting: Int)
  /// The remote has looked at the push and said no: a hook, a protected branch.
  case refusedPush(remote: String, waiting: Int)
  case tooManyTries(remote: String, waiting: Int)
  case refusedMerge(String)
}

extension SyncFailure: CustomStringConvertible {
  /// What happened, and what to do next.
  public var description: String {
    switch self {
    case .detachedHead:
      "HEAD is detached, so there is no branch to synchronize; go back to one with: tasks git switch BRANCH"
    case .noRemote:
      "there is no remote to synchronize with; add one with: tasks git remote add origin URL"
    case .severalRemotes(let names):
      "there are several remotes (\(names.joined(separator: ", "))), and this branch follows none of them; choose one "
        + "with: tasks git push --set-upstream \(names.first ?? "origin") HEAD"
    case .stagedChanges:
      "something is staged, and a merge would swallow it; commit it, or take it back with: tasks git reset"
    case .conflicts(let paths):
      "files that are not tasks were changed on both sides: \(paths.joined(separator: " ")); merge them with: "
        + "tasks git pull"
    case .dirty(let paths):
      "files were changed and not committed, and the merge would overwrite them: "
        + "\(paths.joined(separator: " ")); commit them first"
    case .lostHistory(let remote, let branch):
      "\(remote) no longer has commits of \(branch) that it had before: somebody removed or rewrote its "
        + "history. Nothing was changed here. Look at what it has now with: tasks git fetch \(remote), then "
        + "tasks git log FETCH_HEAD. To give it back what it lost: tasks git push --force \(remote) "
        + "HEAD:\(branch). To take over what it has and drop what is here: tasks git reset --hard FETCH_HEAD"
    case .offline(let remote, let waiting):
      "\(remote) cannot be reached; everything is kept here, \(SyncFailure.count(waiting)) for the next sync"
    case .noAccess(let remote, let waiting):
      "\(remote) does not let this device push; everything is kept here, \(SyncFailure.count(waiting))"
    case .refusedPush(let remote, let waiting):
      "\(remote) did not take the push; everything is kept here, \(SyncFailure.count(waiting))"
    case .tooManyTries(let remote, let waiting):
      "other devices were faster every time; everything is kept here, \(SyncFailure.count(waiting)) for \(remote)"
    case .refusedMerge(let path):
      "\(path) cannot be merged here; merge with: tasks git pull"
    }
  }

  /// True for what a sign-in or a network may mend.
  public var isNetwork: Bool {
    switch self {
    case .offline, .noAccess, .tooManyTries: true
    default: false
    }
  }

  /// True for what may be over by itself when a sync is tried again later.
  public var mayPass: Bool {
    if case .severalRemotes = self { return false }
    return self != .noRemote
  }

  private static func count(_ waiting: Int) -> String {
    waiting == 1 ? "1 change waits" : "\(waiting) changes wait"
  }
}
