import Git
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
    return try ConfigFile(path: store.root + "/.tasks/config").string(key) == "latest"
  }

  /// - Parameter paths: Where the task lies, or lay, in the repository.
  /// - Returns: What says of a field which side's value is newer; nil for equal times.
  func of(_ paths: String...) -> (Field, ThreeWay<Task>) -> Side? {
    var histories: [Side: [Version]] = [:]
    return { field, tasks in
      func time(_ side: Side) -> Int64 {
        let history = histories[side] ?? ((try? self.history(of: paths, on: side)) ?? [])
        histories[side] = history
        return LatestChange.time(of: field, in: tasks[side], history)
      }
      let (own, other) = (time(.ours), time(.theirs))
      return own == other ? nil : own > other ? .ours : .theirs
    }
  }

  /// A task as a commit has it, and as the commits before did.
  private struct Version {
    let time: Int64
    let task: Task?
    let before: [Task?]
  }

  private func history(of paths: [String], on side: Side) throws -> [Version] {
    let (tip, other) = side == .ours ? (ours, theirs) : (theirs, ours)
    var commits: [CommitInfo] = []
    let walk = History(from: tip, hiding: [other], touching: .exactly(Set(paths)))
    try store.repository.walk(walk) { commit, _ in
      commits.append(commit)
      return .goOn
    }
    func task(_ tree: ObjectID) throws -> Task? {
      for path in paths {
        guard let entry = try store.repository.entry(path, inTree: tree) else { continue }
        let inStore = String(path.dropFirst(store.prefix.count))
        return (try? store.parse(try store.repository.blob(entry.id), path: inStore))?.task
      }
      return nil
    }
    return try commits.map { commit in
      Version(
        time: commit.author.time, task: try task(commit.tree),
        before: try commit.parents.map { try task(store.repository.tree(ofCommit: $0)) })
    }
  }

  /// When a field got the value it has: what a merge took from one of its sides is no change.
  private static func time(of field: Field, in task: Task, _ history: [Version]) -> Int64 {
    let changes = history.filter { version in
      guard let then = version.task, field.isSame(then, task) else { return false }
      return version.before.allSatisfy { $0.map { !field.isSame($0, task) } ?? true }
    }
    return changes.map(\.time).max() ?? history.map(\.time).max() ?? 0
  }
}
