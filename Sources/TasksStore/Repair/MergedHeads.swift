import Git
import Platform

/// The two commits that git has stopped in the middle of merging, or of carrying one over to the other.
struct MergedHeads {
  let ours: ObjectID
  let theirs: ObjectID
  let isMerge: Bool

  /// Nil where git does not say, and for more than two.
  init?(in store: TaskStore) throws {
    let names: [OngoingOperation: String] = [
      .merge: "MERGE_HEAD", .rebase: "REBASE_HEAD", .cherryPick: "CHERRY_PICK_HEAD",
    ]
    guard let operation = store.repository.ongoingOperation(), let name = names[operation],
      let ours = try store.repository.head().id
    else { return nil }
    var ids: [ObjectID?] = []
    if let file = try? StoreFile.read(store.repository.gitDirectory + "/" + name) {
      ids = file.split(separator: 0x0A).map { ObjectID(hex: String(decoding: $0, as: UTF8.self)) }
    } else {
      // In a reftable all but the first of the names are no files.
      ids = [try store.repository.reference(name)]
    }
    guard ids.count == 1, let theirs = ids[0] else { return nil }
    self.ours = ours
    self.theirs = theirs
    isMerge = operation == .merge
  }

  /// Nil where the local side's value counts.
  func latest(in store: TaskStore) throws -> LatestChange? {
    try LatestChange(ours: ours, theirs: theirs, in: store)
  }
}
