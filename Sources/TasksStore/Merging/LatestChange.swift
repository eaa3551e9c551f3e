import Git
import Platform
import TasksCore

/// Finds the side that changed a field later, for stores that prefer the later change to the local one
/// (`merge.tasks.prefer = latest`).
///
/// Compares author times, which a rebase keeps. The result depends on the two commits alone, so every device computes
/// the same.
package struct LatestChange {
  let store: TaskStore
  let ours: ObjectID
  let theirs: ObjectID

  /// Returns nil if the local side's value is preferred, as in merge.md.
  package init?(ours: ObjectID, theirs: ObjectID, in store: TaskStore) throws {
    guard try LatestChange.isPreferred(in: store) else { return nil }
    self.store = store
    self.ours = ours
    self.theirs = theirs
  }

  /// The values of the setting, the default first.
  package static let preferences = ["dirty", "latest"]

  /// Reads the setting from the clone's git config, else from the store's settings.
  static func isPreferred(in store: TaskStore) throws -> Bool {
    let key = "merge.tasks.prefer"
    if let word = try store.repository.string(key) { return word == "latest" }
    return try StoreSettings.file(store.root + "/.tasks/config").string(key) == "latest"
  }

  /// - Parameter paths: The task's paths in the repository, on either side or in the base.
  func of(_ paths: [String?]) -> TaskChanges {
    TaskChanges(store, ours: ours, theirs: theirs, paths: paths.compactMap { $0 })
  }
}

/// The history of one task on two sides, which decides for each field on which side it was changed later.
///
/// The history is read only when a field was changed on both sides, which is rare.
final class TaskChanges {
  private let store: TaskStore
  private let ours: ObjectID
  private let theirs: ObjectID
  private let paths: [String]
  private var histories: [Side: [Version]] = [:]
  private var failure: (any Error)?

  init(_ store: TaskStore, ours: ObjectID, theirs: ObjectID, paths: [String]) {
    self.store = store
    self.ours = ours
    self.theirs = theirs
    self.paths = paths
  }

  /// Returns the side whose value is newer, or nil for equal times.
  func newer(_ field: Field, _ tasks: ThreeWay<Task>) -> Side? {
    do {
      let own = TaskChanges.time(of: field, in: tasks.ours, try known(on: .ours, of: tasks))
      let other = TaskChanges.time(of: field, in: tasks.theirs, try known(on: .theirs, of: tasks))
      return own == other ? nil : own > other ? .ours : .theirs
    } catch {
      failure = error
      return nil
    }
  }

  /// Throws what `newer` could not: call it after the merge, which must not depend on an unread history.
  func check() throws { if let failure { throw failure } }

  private func known(on side: Side, of tasks: ThreeWay<Task>) throws -> [Version] {
    if let known = histories[side] { return known }
    let history = try history(on: side, of: [tasks.ours.id, tasks.theirs.id])
    histories[side] = history
    return history
  }

  /// A task in a commit and in the commit's parents.
  private struct Version {
    let time: Int64
    let task: Task?
    let before: [Task?]
  }

  /// - Parameter ids: The ids of the task, since another task may have been at one of the paths.
  private func history(on side: Side, of ids: Set<TaskID>) throws -> [Version] {
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
        let inStore = path.dropping(store.prefix)
        let content = try store.repository.blob(entry.id)
        guard let task = try? store.parse(content, path: inStore)?.task else { continue }
        if !task.hasOwnID || ids.contains(task.id) { return task }
      }
      return nil
    }
    return try commits.map { commit in
      Version(
        time: commit.author.time, task: try task(commit.tree),
        before: try commit.parents.map { try task(store.repository.tree(ofCommit: $0)) })
    }
  }

  /// Returns when a field got its value. A merge that took the value from one of its parents does not count as a
  /// change.
  private static func time(of field: Field, in task: Task, _ history: [Version]) -> Int64 {
    let changes = history.filter { version in
      guard let then = version.task, field.isSame(then, task) else { return false }
      return version.before.allSatisfy { $0.map { !field.isSame($0, task) } ?? true }
    }
    return changes.map(\.time).max() ?? history.map(\.time).max() ?? 0
  }
}
