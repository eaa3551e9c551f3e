import Platform

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
    if let name = try symbolicTarget(of: "HEAD") {
      return try reference(name).map { .branch(ref: name, id: $0) } ?? .unborn(ref: name)
    }
    guard let id = try reference("HEAD") else {
      throw .libgit2(doing: "read HEAD", code: -1, message: "it points nowhere")
    }
    return .detached(id)
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

  /// The next reference of a symbolic one. HEAD may be a link of the file system, too, which git made long ago and
  /// makes with `core.preferSymlinkRefs`.
  private func symbolicTarget(of name: String) throws(GitError) -> String? {
    if name == "HEAD", source.hasReferenceFiles,
      let link = File.linkTarget(gitDirectory + "/HEAD").map({ String(decoding: $0, as: UTF8.self) }
      ), link.hasPrefix("refs/")
    {
      return link
    }
    return try source.symbolicTarget(of: name)
  }

  /// What git is in the middle of, nil when nothing is going on.
  public func ongoingOperation() -> OngoingOperation? {
    if isThere("rebase-merge") { return .rebase }
    if isThere("rebase-apply") { return isThere("rebase-apply/applying") ? .am : .rebase }
    if isThere("MERGE_HEAD") { return .merge }
    if isInTheMiddle("REVERT_HEAD") { return .revert }
    if isInTheMiddle("CHERRY_PICK_HEAD") { return .cherryPick }
    return isThere("BISECT_LOG") ? .bisect : nil
  }

  private func isThere(_ name: String) -> Bool { isFileThere(gitDirectory + "/" + name) }

  /// Where references are no files, this is one of them.
  private func isInTheMiddle(_ name: String) -> Bool {
    isThere(name) || !source.hasReferenceFiles && (try? reference(name)) ?? nil != nil
  }
}

private func isFileThere(_ path: String) -> Bool { access(path, F_OK) == 0 }
