import Platform

/// What HEAD refers to.
package enum Head: Hashable, Sendable {
  /// A branch without a commit.
  case unborn(ref: String)
  /// A branch; `ref` is its full name, `refs/heads/…`.
  case branch(ref: String, id: ObjectID)
  /// A commit.
  case detached(ObjectID)

  /// The commit; nil if the branch has none yet.
  package var id: ObjectID? {
    switch self {
    case .unborn: nil
    case .branch(_, let id), .detached(let id): id
    }
  }

  /// The full name of the branch; nil if HEAD is detached.
  package var ref: String? {
    switch self {
    case .unborn(let ref), .branch(let ref, _): ref
    case .detached: nil
    }
  }
}

/// An operation that git has begun and not finished; a commit made now would become part of it.
package enum OngoingOperation: String, Hashable, Sendable {
  case merge
  case rebase
  case cherryPick = "cherry-pick"
  case revert
  case bisect
  case am
}

extension Repository {
  /// Reads HEAD.
  package func head() throws(GitError) -> Head {
    if let name = try symbolicTarget(of: "HEAD") {
      return try reference(name).map { .branch(ref: name, id: $0) } ?? .unborn(ref: name)
    }
    guard let id = try reference("HEAD") else {
      throw .libgit2(doing: "read HEAD", code: -1, message: "it points nowhere")
    }
    return .detached(id)
  }

  /// Resolves HEAD to the chain of symbolic references that starts with it, and the last one, which a commit moves.
  func namesOfHead() throws(GitError) -> (all: [String], last: String) {
    var names = ["HEAD"]
    var last = "HEAD"
    // git follows no more than five either.
    while names.count <= 5, let next = try symbolicTarget(of: last) {
      names.append(next)
      last = next
    }
    return (names, last)
  }

  /// Returns the target of a symbolic reference; nil if it is not symbolic.
  ///
  /// HEAD may also be a symbolic link, as old versions of git made it and `core.preferSymlinkRefs` still does.
  private func symbolicTarget(of name: String) throws(GitError) -> String? {
    if name == "HEAD", source.hasReferenceFiles,
      let link = File.linkTarget(gitDirectory + "/HEAD").map({ String(decoding: $0, as: UTF8.self) }
      ), link.hasPrefix("refs/")
    {
      return link
    }
    return try source.symbolicTarget(of: name)
  }

  /// Returns the operation that git is in the middle of; nil if there is none.
  package func ongoingOperation() -> OngoingOperation? {
    if isThere("rebase-merge") { return .rebase }
    if isThere("rebase-apply") { return isThere("rebase-apply/applying") ? .am : .rebase }
    if isThere("MERGE_HEAD") { return .merge }
    if isInTheMiddle("REVERT_HEAD") { return .revert }
    if isInTheMiddle("CHERRY_PICK_HEAD") { return .cherryPick }
    return isThere("BISECT_LOG") ? .bisect : nil
  }

  private func isThere(_ name: String) -> Bool { access("\(gitDirectory)/\(name)", F_OK) == 0 }

  /// Whether a pseudoref exists: it is a file in the git directory, or a reference if references are not stored in
  /// files.
  private func isInTheMiddle(_ name: String) -> Bool {
    isThere(name) || !source.hasReferenceFiles && (try? reference(name)) ?? nil != nil
  }
}
