import Git
import Platform
import TasksCore

/// Merges again, as tasks, what a merge without `tasks` has left behind.
struct MergeRepair {
  let store: TaskStore

  /// - Returns: The paths that were mended, in the repository.
  func run(_ remains: MergeRemains) throws -> [String] {
    let resolved =
      try remains.unmerged.isEmpty ? [] : store.locked { try resolve(remains.unmerged) }
    try commitOpenMerge(hasResolved: !resolved.isEmpty)
    guard store.repository.ongoingOperation() == nil, !remains.marked.isEmpty else {
      return resolved
    }
    return resolved + (try MarkedTasks(store: store).mend(remains.marked))
  }

  /// A merge has the changes of this machine on our side; what carries a commit over has them on the other.
  private func resolve(_ paths: [String]) throws -> [String] {
    let local: Side = store.repository.ongoingOperation() == .merge ? .ours : .theirs
    do {
      let changes =
        try OpenMerge(paths, in: store)?.run()
        ?? UnmergedTasks(paths, in: store).merge(local: local)
      try store.repository.updateIndex(changes)
      return changes.map(\.path)
    } catch let refusal as MergeRefusal {
      store.context.say(refusal.description)
      return []
    }
  }

  /// Ends a merge that was open and has nothing unresolved left in it.
  private func commitOpenMerge(hasResolved: Bool) throws {
    guard hasResolved, store.repository.ongoingOperation() == .merge,
      try store.repository.unmergedPaths().isEmpty
    else { return }
    try GitProgram(folder: store.repository.workTree)
      .check(
        [
          "commit", "--quiet", "--no-edit", "--trailer",
          "\(CommitMessage.deviceTrailer): \(store.device.id)", "--trailer",
          "\(CommitMessage.operationTrailer): doctor",
        ], environment: ["GIT_EDITOR": ":"])
  }
}

extension TaskStore {
  /// Merges again what a merge without `tasks` has left behind.
  ///
  /// - Returns: The paths that were mended.
  @discardableResult
  public func mendMergeRemains() throws -> [String] {
    let remains = try mergeRemains()
    return remains.isEmpty ? [] : try MergeRepair(store: self).run(remains)
  }
}
