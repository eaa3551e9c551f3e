import Git
import Platform
import TasksCore

/// The tasks that differ between two states of a store.
package struct StoreDifference {
  package fileprivate(set) var changes: [ChangedTask] = []
  /// Files that cannot be read in one of the states, as paths in the store.
  package fileprivate(set) var unreadable: [UnreadableFile] = []
}

extension TaskStore {
  /// Returns the tasks that differ between two commits, or between a commit and the work tree.
  ///
  /// - Parameters:
  ///   - old: Nil for the time before the first commit.
  ///   - new: Nil for the tasks as they are now, with hand edits that are not committed yet.
  package func difference(
    from old: PastCommit?, to new: PastCommit?, now present: StoreReading
  ) throws -> StoreDifference {
    var difference = StoreDifference()
    var changed: [ChangedTask] = []
    let head = try Snapshot(repository)
    var changes: [FileChange] = []
    if let tree = new?.tree ?? head.tree {
      changes = try repository.changes(from: old?.tree, to: tree, in: .under(prefix))
        .filter { isListed($0.path) }
    }
    let contents = try OldContents(of: changes, in: self)
    func task(_ id: ObjectID?, _ path: String) throws -> Task? {
      let inStore = path.dropping(prefix)
      do {
        guard let bytes = try contents.bytes(id, at: path) else { return nil }
        return try parse(bytes, path: inStore)?.shownTask
      } catch let error as ReadError {
        difference.unreadable.append(UnreadableFile(path: inStore, reason: error))
      } catch let error as GitError where error.isOfOneObject {
        let reason = ReadError.failed(error.description)
        difference.unreadable.append(UnreadableFile(path: inStore, reason: reason))
      }
      return nil
    }
    let edited = new == nil ? try editedPaths(present, head) : []
    for change in changes where !edited.contains(change.path) {
      changed.append(
        ChangedTask(
          old: try task(change.old, change.path), new: try task(change.new, change.path)))
    }
    for path in edited.sorted() {
      let before = try old.flatMap { try repository.entry(path, inTree: $0.tree) }
      changed.append(
        ChangedTask(
          old: try task(before?.id, path),
          new: present.document(at: path.dropping(prefix))?.shownTask))
    }
    difference.changes = ChangedTask.joined(changed).filter { change in
      guard change.old == nil || change.new == nil else { return !change.fields.isEmpty }
      return change.old != nil || change.new != nil
    }
    return difference
  }

  /// The task files that differ from the last commit, as paths in the repository.
  private func editedPaths(_ present: StoreReading, _ head: Snapshot) throws -> Set<String> {
    var head = head
    let stray = try StrayFiles(present, &head, in: self)
    let paths = stray.changes.map(\.path) + stray.untracked.map { prefix + $0 }
    return Set(paths.filter(isListed))
  }
}

/// What a change made of a task, in the order of a report.
package enum ChangeKind: String, CaseIterable, Sendable {
  case added, finished, reopened, changed, deleted, restored, purged
  /// Only its place in the list, or its file's, is another.
  case moved
}

extension ChangedTask {
  /// What the change made of the task. One whose date repeats is finished when an occurrence of it is.
  package var kind: ChangeKind {
    guard let new else { return .purged }
    guard let old else { return .added }
    if (old.deleted == nil) != (new.deleted == nil) {
      return new.deleted == nil ? .restored : .deleted
    }
    if new.isDone != old.isDone { return new.isDone ? .finished : .reopened }
    if new.lastRepeat != old.lastRepeat, new.lastRepeat != nil { return .finished }
    return fields.allSatisfy { $0.field == "rank" || $0.field == "path" } ? .moved : .changed
  }
}
