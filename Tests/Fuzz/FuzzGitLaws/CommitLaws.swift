import Clibgit2
import TestSupport
import Platform

import Git

/// What must hold for the bytes of any commit; libgit2 is the judge.
package enum CommitLaws {
  nonisolated(unsafe) private static let judge = Libgit2Objects()
  nonisolated(unsafe) private static let place = GuardedBytes()

  package static func check(_ bytes: [UInt8]) {
    place.with(bytes) { bytes in
      guard let commit = CommitInfo(ObjectID.zero, bytes) else { return }
      // libgit2 1.5 knows no ids of this size.
      guard ([commit.tree] + commit.parents).allSatisfy({ $0.format == .sha1 }) else { return }
      compare(commit, bytes)
    }
  }

  private static func compare(_ commit: CommitInfo, _ bytes: UnsafeRawBufferPointer) {
    guard let parts = CommitBytes(bytes) else { return }
    if judge.withCommit(Array(bytes), { judge(commit, parts, $0) }) != nil { return }
    // Unlike git, libgit2 reads no commit whose signatures it cannot read. All else is compared with others in it.
    let line = "A <a@example.org> 1 +0000"
    var sound = "tree \(commit.tree)\n\(commit.parents.map { "parent \($0)\n" }.joined())"
    sound += "author \(line)\ncommitter \(line)\n"
    guard let start = bytes.baseAddress, let end = parts.committer.baseAddress else { return }
    let rest = bytes[(start.distance(to: end) + parts.committer.count + 1)...]
    let changed = Array(sound.utf8) + rest
    let isRead = judge.withCommit(changed) { judge(commit, nil, $0) } != nil
    Law.require(isRead, "libgit2 reads the commit: \(Libgit2Objects.complaint)")
  }

  /// - Parameter parts: Nil where the signatures were replaced.
  private static func judge(_ ours: CommitInfo, _ parts: CommitBytes?, _ theirs: OpaquePointer) {
    let tree = git_commit_tree_id(theirs).map { ObjectID($0.pointee) }
    Law.require(ours.tree == tree, "libgit2 reads the same tree")
    let parents = (0..<git_commit_parentcount(theirs)).compactMap { number in
      git_commit_parent_id(theirs, number).map { ObjectID($0.pointee) }
    }
    Law.require(ours.parents == parents, "libgit2 reads the same parents")
    let message = git_commit_message(theirs).map { String(decoding: bytes($0), as: UTF8.self) }
    Law.require(ours.message == message, "libgit2 reads the same message")
    guard let parts else { return }
    check(ours.author, parts.author, git_commit_author(theirs))
    check(ours.committer, parts.committer, git_commit_committer(theirs))
  }

  /// A line as git writes it reads as libgit2 reads it; another one as far as git goes.
  private static func check(
    _ ours: Signature, _ line: UnsafeRawBufferPointer, _ theirs: UnsafePointer<git_signature>?
  ) {
    guard let theirs = theirs?.pointee, let name = theirs.name, let email = theirs.email else {
      return Law.require(false, "libgit2 has the signature")
    }
    guard ours.gitText.utf8.elementsEqual(line) else { return }
    let read = Signature(
      name: String(decoding: bytes(name), as: UTF8.self),
      email: String(decoding: bytes(email), as: UTF8.self), time: theirs.when.time,
      offset: Int(theirs.when.offset))
    Law.require(ours == read, "libgit2 reads the same signature\n  \(ours)\n  \(read)")
  }
}
