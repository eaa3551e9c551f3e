import Git
import Platform
import TasksCore

/// Merges again, as tasks, what a merge without `tasks` has left.
struct MergeRepair {
  let store: TaskStore

  /// - Returns: The paths of the repaired files in the repository.
  func run(_ remains: MergeRemains) throws -> [String] {
    let resolved =
      try remains.unmerged.isEmpty ? [] : store.locked { try resolve(remains.unmerged) }
    try commitOpenMerge(hasResolved: !resolved.isEmpty)
    guard store.repository.ongoingOperation() == nil, !remains.marked.isEmpty else {
      return resolved
    }
    return resolved + (try MarkedTasks(store: store).mend(remains.marked))
  }

  /// Merges unmerged files. This machine's changes are ours in a merge, and theirs in a rebase or cherry-pick.
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

  /// Commits an open merge if nothing in it is unresolved.
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
  /// Merges again what a merge without `tasks` has left.
  ///
  /// - Returns: The paths of the repaired files.
  @discardableResult
  package func mendMergeRemains() throws -> [String] {
    let remains = try mergeRemains()
    return remains.isEmpty ? [] : try MergeRepair(store: self).run(remains)
  }
}
