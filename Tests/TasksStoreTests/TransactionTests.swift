import StoreTestSupport
import Foundation
import Git
import TasksStore
import TestSupport
import Testing

/// A change on its way to the branch, with another git at the same place.
@Suite struct TransactionTests {
  private let world: StoreWorld
  private let store: TaskStore
  private let commit: PreparedCommit

  init() throws {
    world = try StoreWorld()
    _ = try world.create()
    try world.write("* TODO old\n", to: "a.org")
    try world.write("text\n", to: "b.txt")
    try world.git("add", "-A")
    try world.git("commit", "-qm", "by git")
    store = try world.open()
    let (author, committer) = try store.signatures()
    let files = [
      FileContent(path: "a.org", content: Array("* TODO new\n".utf8)),
      FileContent(path: "c.org", content: Array("* TODO c\n".utf8)),
    ]
    commit = try #require(
      try store.repository.prepareCommit(
        files, onto: store.repository.head().id, message: "ours\n", author: author,
        committer: committer))
  }

  private func land() throws -> IndexTransaction {
    let files = try ["a.org", "c.org"].map { path in
      InstalledFile(
        path: path, old: try store.idOfFile(store.workTreePath(path)),
        new: store.repository.id(ofBlob: Array(contents[path, default: ""].utf8)))
    }
    let transaction = Transaction(
      store, from: commit.old, paths: ["a.org", "c.org"], files: files)
    let (_, committer) = try store.signatures()
    do {
      try transaction.begin(committing: commit.new)
      try transaction.stage(
        contents.sorted { $0.key < $1.key }.map {
          FileContent(path: $0.key, content: Array($0.value.utf8))
        })
      try transaction.prepare(commit)
      try transaction.commit(by: committer, reflog: "test")
    } catch {
      transaction.rollBack()
      throw error
    }
    return try #require(transaction.finish())
  }

  private let contents = ["a.org": "* TODO new\n", "c.org": "* TODO c\n"]

  private func isReplaced(_ index: IndexTransaction) -> Bool { store.repository.isReplaced(index) }

  /// As one by a git that had read it before.
  private func putBack(_ index: String) throws {
    try world.git("update-index", "--index-info", input: index)
  }

  @Test func anIndexThatIsPutBackIsMended() throws {
    let before = try world.git("ls-files", "-s") + "\n"
    let index = try land()
    #expect(!isReplaced(index))
    try world.expectClean()
    try world.git("rm", "-q", "--cached", "c.org")
    try world.write("staged meanwhile\n", to: "b.txt")
    try world.git("add", "b.txt")
    let staged = try world.git("ls-files", "-s", "b.txt")
    try putBack(
      before.replacingOccurrences(of: ".*b.txt", with: staged, options: .regularExpression))
    #expect(isReplaced(index))
    try Recovery(store).mendIndex(after: commit)
    #expect(try world.git("status", "--porcelain") == "M  b.txt")
  }

  @Test func whatTheUserStagedOrCommittedStays() throws {
    _ = try land()
    try world.write("* TODO third\n", to: "a.org")
    try world.git("add", "a.org")
    try Recovery(store).mendIndex(after: commit)
    #expect(try world.git("status", "--porcelain") == "M  a.org")
    try world.git("checkout", "-q", "HEAD~", "--", "a.org")
    try world.git("commit", "-qm", "as it was")
    try Recovery(store).mendIndex(after: commit)
    try world.expectClean()
  }

  @Test func aCommitThatCameFirstIsNotLost() throws {
    try world.git("commit", "--allow-empty", "-qm", "first")
    #expect(throws: GitError.self) { _ = try land() }
    #expect(try world.git("log", "-1", "--format=%s") == "first")
    #expect(try world.read("a.org") == "* TODO old\n")
    try world.expectClean()
    #expect(!store.hasJournal)
  }
}
