import Git
import TasksCore

extension TaskStore {
  /// Commits what was changed in the store without us, as a commit of its own: tasks that were edited, added
  /// or removed by hand, and the store's settings. The caller holds the lock.
  @discardableResult
  func commitHandEdits(_ reading: StoreReading) throws -> ObjectID? {
    let edits = try handEdits(reading)
    guard !edits.isEmpty else { return nil }
    let message = CommitMessage.text(
      verb: "edited by hand", operation: "edit", changed: edits.map(\.change), device: device)
    return try commit(edits.map(\.file), message: message, reflog: "edited by hand")
  }

  /// The files of the store that differ from the last commit, as they are.
  func handEdits(_ reading: StoreReading) throws -> [Planned] {
    let head = try repository.head().id
    let tree = try head.map { try repository.tree(ofCommit: $0) }
    var tracked: Set<String> = []
    if let tree {
      for entry in try repository.files(inTree: tree, under: prefix) { tracked.insert(entry.path) }
    }
    var edits: [Planned] = []
    // What a merge could not resolve is no edit of anybody's.
    let unmerged = Set(try repository.unmergedPaths())
    let changes = try repository.worktreeChanges(under: prefix) {
      isOurs($0) && !unmerged.contains($0)
    }
    for change in changes {
      let isTracked = tracked.contains(change.path)
      guard change.kind != .replaced, isTracked || isWanted(change.path, reading) else { continue }
      if let edit = try planned(change, reading) { edits.append(edit) }
    }
    let known = tracked.union(changes.map(\.path)).union(unmerged)
    for (task, document) in zip(reading.tasks, reading.documents)
    where !known.contains(prefix + task.path) {
      edits.append(
        Planned(
          change: ChangedTask(old: nil, new: task),
          file: FileContent(path: prefix + task.path, content: document.bytes),
          document: document))
    }
    for path in TaskFolder(root: root).settings() where !known.contains(prefix + path) {
      let content = try StoreFile.read(root + "/" + path)
      edits.append(
        Planned(
          change: ChangedTask(old: nil, new: nil),
          file: FileContent(path: prefix + path, content: content), document: nil))
    }
    return edits
  }

  /// True for what may be a task, and for the store's own settings and templates.
  private func isOurs(_ path: String) -> Bool {
    let inStore = path.dropFirst(prefix.count)
    if inStore.hasPrefix(".tasks/") { return true }
    guard Format(path: inStore) != nil, inStore != TaskStore.inbox[...] else { return false }
    return !inStore.split(separator: "/").contains { $0.hasPrefix(".") }
  }

  private func isWanted(_ path: String, _ reading: StoreReading) -> Bool {
    let inStore = path.dropFirst(prefix.count)
    return inStore.hasPrefix(".tasks/") || reading.document(at: String(inStore)) != nil
  }

  /// A changed file that was a task, is one, or is a setting; other people's files are left to them.
  private func planned(_ change: WorktreeChange, _ reading: StoreReading) throws -> Planned? {
    let path = String(change.path.dropFirst(prefix.count))
    let isSetting = path.hasPrefix(".tasks/")
    let new = reading.document(at: path)
    let oldBytes = try change.old.map { try repository.blob($0) }
    let old = oldBytes.flatMap { try? parse($0, path: path) }
    guard isSetting || old != nil || new != nil else { return nil }
    if !isSetting, new == nil, change.kind != .deleted {
      // Committed, it would be gone from every list: whoever made it so shall see it first.
      if !reading.unreadable.contains(where: { $0.path == path }) {
        context.say("\(Visible.text(Text(path))) is no task any more, and is not committed")
      }
      return nil
    }
    if change.kind == .deleted {
      return Planned(
        change: ChangedTask(old: old?.task, new: nil),
        file: FileContent(path: change.path, content: nil), document: nil)
    }
    guard let content = try? new?.bytes ?? StoreFile.read(root + "/" + path) else { return nil }
    return Planned(
      change: ChangedTask(old: old?.task, new: new?.task),
      file: FileContent(path: change.path, content: content), document: new)
  }
}
