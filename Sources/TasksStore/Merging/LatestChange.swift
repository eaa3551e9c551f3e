import Git
import Platform
import TasksCore

/// Which of two sides changed a field later, for stores that prefer that to the local side's
/// (`merge.tasks.prefer = latest`).
///
/// The time is the author's: it stays what it was when a commit is carried over by a rebase. It follows from
/// the two commits alone, so that the result is the same whoever merges.
struct LatestChange {
  let store: TaskStore
  let ours: ObjectID
  let theirs: ObjectID

  /// Nil where the local side's value counts, as merge.md has it.
  init?(ours: ObjectID, theirs: ObjectID, in store: TaskStore) throws {
    guard try LatestChange.isPreferred(in: store) else { return nil }
    self.store = store
    self.ours = ours
    self.theirs = theirs
  }

  /// What the setting may say; the first is what goes without saying.
  static let preferences = ["dirty", "latest"]

  /// The clone's git config has the word, else the store's settings.
  static func isPreferred(in store: TaskStore) throws -> Bool {
    let key = "merge.tasks.prefer"
    if let word = try store.repository.string(key) { return word == "latest" }
    return try StoreSettings.file(store.root + "/.tasks/config").string(key) == "latest"
  }

  /// - Parameter paths: Where the task lies, or lay, in the repository.
  func of(_ paths: [String?]) -> TaskChanges {
    TaskChanges(store, ours: ours, theirs: theirs, paths: paths.compactMap { $0 })
  }
}
