import Clibgit2

/// Where HEAD points.
public enum Head: Hashable, Sendable {
  /// To a branch without a commit yet.
  case unborn(ref: String)
  /// To a branch; `ref` is its full name, `refs/heads/…`.
  case branch(ref: String, id: ObjectID)
  /// To a commit.
  case detached(ObjectID)

  /// The commit, nil when there is none yet.
  public var id: ObjectID? {
    switch self {
    case .unborn: nil
    case .branch(_, let id), .detached(let id): id
    }
  }

  /// The full name of the branch, nil when HEAD is detached.
  public var ref: String? {
    switch self {
    case .unborn(let ref), .branch(let ref, _): ref
    case .detached: nil
    }
  }
}

/// What git is in the middle of; a commit made now would become part of it.
public enum OngoingOperation: String, Hashable, Sendable {
  case merge
  case rebase
  case cherryPick = "cherry-pick"
  case revert
  case bisect
  case am
}

extension Repository {
  /// Where HEAD points now.
  public func head() throws(GitError) -> Head {
    let reference = try made("read HEAD") { git_reference_lookup($0, handle, "HEAD") }
    defer { git_reference_free(reference) }
    guard let target = git_reference_symbolic_target(reference) else {
      guard let oid = git_reference_target(reference) else {
        throw .libgit2(doing: "read HEAD", code: -1, message: "it points nowhere")
      }
      return .detached(ObjectID(oid.pointee))
    }
    let name = String(cString: target)
    guard let id = try self.reference(name) else { return .unborn(ref: name) }
    return .branch(ref: name, id: id)
  }

  /// HEAD and the references it leads to one by one, to the one that moves with a commit.
  func namesOfHead() throws(GitError) -> (all: [String], last: String) {
    var names = ["HEAD"]
    var last = "HEAD"
    // git itself follows no more of them.
    while names.count <= 5, let next = try symbolicTarget(of: last) {
      names.append(next)
      last = next
    }
    return (names, last)
  }

  private func symbolicTarget(of name: String) throws(GitError) -> String? {
    let found = try madeIfFound("read the reference \(name)") {
      git_reference_lookup($0, handle, name)
    }
    guard let found else { return nil }
    defer { git_reference_free(found) }
    return git_reference_symbolic_target(found).map { String(cString: $0) }
  }

  /// What git is in the middle of, nil when nothing is going on.
  public func ongoingOperation() -> OngoingOperation? {
    let state = git_repository_state(handle)
    guard state > 0 else { return nil }
    switch git_repository_state_t(rawValue: UInt32(state)) {
    case GIT_REPOSITORY_STATE_MERGE: return .merge
    case GIT_REPOSITORY_STATE_REVERT, GIT_REPOSITORY_STATE_REVERT_SEQUENCE: return .revert
    case GIT_REPOSITORY_STATE_CHERRYPICK, GIT_REPOSITORY_STATE_CHERRYPICK_SEQUENCE:
      return .cherryPick
    case GIT_REPOSITORY_STATE_BISECT: return .bisect
    case GIT_REPOSITORY_STATE_APPLY_MAILBOX: return .am
    default: return .rebase
    }
  }
}
