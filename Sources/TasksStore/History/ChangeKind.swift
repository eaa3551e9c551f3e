import TasksCore

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
